/* What the evaluation of Small Railroad Empires promises: it can look at any moment of a game, and it likes what is better. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "bots/knowledge.h"
#include "games/rails/rails.h"

struct tour { const struct game *game; struct state s; struct rng dice; };

static struct tour tour_of(int players, uint64_t seed)
{
	struct tour t = { .game = game_find("rails"), .dice = rng_seed(seed) };
	uint8_t option[MAX_OPTIONS];

	game_presets(t.game, option);
	game_start(t.game, t.game->box, players, option, &t.s);
	return t;
}

/* One move of chance or of a simple bot. False: the game is over. */
static bool play_on(struct tour *t)
{
	const struct game *g = t->game;
	int mover = g->to_move(g->box, &t->s);
	struct state view;

	if (mover == OVER)
		return false;
	if (mover >= 0)
		game_view(g, g->box, &t->s, mover, &view);
	g->apply(g->box, &t->s, mover == CHANCE ? game_chance(g, g->box, &t->s, &t->dice) : bot_pick_once("simple", g, g->box, &view, &t->dice), NULL);
	return true;
}

static bool play_to(struct tour *t, int turn, int phase)
{
	while (t->s.rails.turn < turn || t->s.rails.phase != phase)
		if (!play_on(t))
			return false;
	return true;
}

static const struct eval *the_eval(void)
{
	return bot_knowledge_of(game_find("rails"))->eval;
}

static float standing(const struct tour *t, const struct state *s, int seat)
{
	return eval_standing(the_eval(), t->game->box, s, seat);
}

/* From the first tile to the end, with any number of players. */
static void every_moment_can_be_judged(void **unused)
{
	for (int players = 1; players <= RAILS_SIDES; players++) {
		struct tour t = tour_of(players, (uint64_t)players);
		do {
			float u[MAX_PLAYERS], sum = 0;
			eval_utility(the_eval(), t.game, t.game->box, &t.s, u);
			for (int seat = 0; seat < players; seat++) {
				assert_true(u[seat] >= 0 && u[seat] <= 1);
				sum += u[seat];
			}
			if (players > 1)
				assert_true(sum > 0.9F && sum < 1.3F);
			float left = the_eval()->left(t.game->box, &t.s);
			assert_true(left >= 0 && left <= 1);
		} while (play_on(&t));
	}
}

static void more_is_better(void **unused)
{
	int looks = 0;

	for (uint64_t seed = 1; seed <= 5; seed++) {
		struct tour t = tour_of(3, seed);
		if (!play_to(&t, 6, RAILS_BUILD))
			continue;
		for (int seat = 0; seat < 3; seat++) {
			const float now = standing(&t, &t.s, seat);
			struct state then = t.s;
			then.rails.side[seat].prestige++;
			assert_true(standing(&t, &then, seat) > now);
			then = t.s;
			then.rails.side[seat].money = (uint16_t)(then.rails.side[seat].money + 3);
			assert_true(standing(&t, &then, seat) > now);
			then = t.s;
			then.rails.side[seat].loans++;
			assert_true(standing(&t, &then, seat) < now);
			looks++;
		}
	}
	assert_true(looks >= 9);
}

/* A network that can deliver hopes for more than the same one without cubes. */
static void deliveries_are_hoped_for(void **unused)
{
	struct tour t = tour_of(3, 3);

	assert_true(play_to(&t, 8, RAILS_BUILD));
	for (int seat = 0; seat < 3; seat++) {
		const float now = standing(&t, &t.s, seat);
		struct state then = t.s;
		for (int factory = 0; factory < ALL_FACTORIES; factory++)
			then.rails.cubes[factory] = 0;
		assert_true(standing(&t, &then, seat) < now);
	}
}

/* More often than not the best delivery is liked better than going without, even before anything is searched. */
static void delivering_beats_passing(void **unused)
{
	int better = 0, all = 0;

	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct tour t = tour_of(3, seed);
		if (!play_to(&t, 7 + (int)(seed % 9), RAILS_ROUTE))
			continue;
		const int seat = t.s.rails.active;
		struct state pass = t.s;
		pass.rails.phase = RAILS_BUY;
		struct moves may;
		float most = -1000;
		t.game->legal(t.game->box, &t.s, &may);
		for (int i = 0; i < may.n; i++) {
			struct state then = t.s;
			t.game->apply(t.game->box, &then, may.id[i], NULL);
			float worth = standing(&t, &then, seat);
			most = worth > most ? worth : most;
		}
		better += most > standing(&t, &pass, seat);
		all++;
	}
	print_message("%d of %d deliveries are liked\n", better, all);
	assert_true(all >= 20 && better * 2 > all);
}

/* What is kept of one map must not be taken for another. */
static void maps_are_told_apart(void **unused)
{
	struct tour one = tour_of(3, 1), two = tour_of(3, 2);

	assert_true(play_to(&one, 6, RAILS_BUILD) && play_to(&two, 6, RAILS_BUILD));
	const float a = standing(&one, &one.s, 0), b = standing(&two, &two.s, 0);
	for (int i = 0; i < 3; i++) {
		assert_true(standing(&one, &one.s, 0) == a);
		assert_true(standing(&two, &two.s, 0) == b);
	}
	static struct box other;
	other = *one.game->box;
	for (int hex = 0; hex < RAILS_HEXES; hex++)                     /* the same place, another map */
		if (other.rails.tile[0].hex[hex].terrain == PLAINS)
			other.rails.tile[0].hex[hex].terrain = MOUNTAIN;
	assert_true(eval_standing(the_eval(), &other, &one.s, 0) != a);
	assert_true(standing(&one, &one.s, 0) == a);
}

/* A thread that has seen nothing before. */
struct look { const struct box *box; const struct state *s; float standing[MAX_PLAYERS]; };

static void *look_afresh(void *arg)
{
	struct look *l = arg;

	for (int seat = 0; seat < l->s->players; seat++)
		l->standing[seat] = eval_standing(the_eval(), l->box, l->s, seat);
	return NULL;
}

/* A box that lays the same tiles in other places is another map. What was kept of the first must not be used for it. */
static void places_of_tiles_tell_maps_apart(void **unused)
{
	struct tour t = tour_of(3, 1);
	static struct box moved;
	pthread_t fresh;

	assert_true(play_to(&t, 6, RAILS_BUILD));
	moved = *t.game->box;
	moved.rails.centre[t.s.rails.place[0]] = t.game->box->rails.centre[t.s.rails.place[1]];
	moved.rails.centre[t.s.rails.place[1]] = t.game->box->rails.centre[t.s.rails.place[0]];
	struct look first = { t.game->box, &t.s, { 0 } }, here = { &moved, &t.s, { 0 } }, there = here;
	look_afresh(&first);                                            /* so that its map is the one that is kept */
	look_afresh(&here);
	assert_int_equal(pthread_create(&fresh, NULL, look_afresh, &there), 0);
	pthread_join(fresh, NULL);
	assert_memory_not_equal(first.standing, there.standing, sizeof there.standing);
	assert_memory_equal(here.standing, there.standing, sizeof there.standing);
}

/* What is remembered of networks is what would be found: with any of the companies' tracks, with the crews of the company, and with other prices. */
static void what_is_remembered_is_so(void **unused)
{
	struct tour t = tour_of(3, 9);
	struct box dear = *t.game->box;
	int looks = 0;

	dear.rails.fee++;
	dear.rails.cost[PLAINS]++;
	while (play_on(&t))
		for (int k = 0; k < 6 && t.s.rails.round > 0; k++) {
			struct state s = t.s;
			if (k > 0)
				s.rails.side[k % 3].unlocked ^= (uint8_t)(1 << (k < 3 ? BRIDGE_CREW : TUNNEL_CREW));
			struct look here = { k % 2 ? &dear : t.game->box, &s, { 0 } }, there = here;
			pthread_t fresh;
			look_afresh(&here);
			assert_int_equal(pthread_create(&fresh, NULL, look_afresh, &there), 0);
			pthread_join(fresh, NULL);
			assert_memory_equal(here.standing, there.standing, sizeof here.standing);
			looks++;
		}
	assert_true(looks > 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_moment_can_be_judged),
		cmocka_unit_test(more_is_better),
		cmocka_unit_test(deliveries_are_hoped_for),
		cmocka_unit_test(delivering_beats_passing),
		cmocka_unit_test(maps_are_told_apart),
		cmocka_unit_test(places_of_tiles_tell_maps_apart),
		cmocka_unit_test(what_is_remembered_is_so),
	};

	return cmocka_run_group_tests_name("eval_rails", tests, NULL, NULL);
}
