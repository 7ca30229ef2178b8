/* The rounds that are reckoned for the nets of Broadhorns and Small Railroad Empires, held to the games as they went on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "games/broadhorns/bot_round.h"
#include "games/broadhorns/bot_simple.h"
#include "games/rails/bot_round.h"
#include "games/rails/bot_simple.h"

/* What was said of the end of the present round, in one form for both games. */
struct said { bool over; float score[MAX_PLAYERS], lead[MAX_PLAYERS]; int round; };

static struct said ask_broadhorns(const struct box *b, const struct state *s)
{
	struct broad_round round[BROAD_AHEAD];
	struct said out = { .round = s->broadhorns.turn };

	broad_reckon(b, s, round);
	out.over = round[0].over;
	for (int seat = 0; seat < s->players; seat++) {
		out.score[seat] = round[0].seat[seat].score;
		out.lead[seat] = round[0].seat[seat].lead;
	}
	return out;
}

static struct said ask_rails(const struct box *b, const struct state *s)
{
	struct rails_round round[RAILS_AHEAD];
	struct said out = { .round = s->rails.round };

	rails_reckon(b, s, round);
	out.over = round[0].over;
	for (int seat = 0; seat < s->players; seat++) {
		out.score[seat] = round[0].seat[seat].score;
		out.lead[seat] = round[0].seat[seat].lead;
	}
	return out;
}

/* Seats whose lead is not their score less the best of the others. */
static int wrong_leads(const struct said *said, int players)
{
	int wrong = 0;

	for (int seat = 0; seat < players; seat++) {
		float best = -1000;
		for (int other = 0; other < players; other++)
			best = other != seat && said->score[other] > best ? said->score[other] : best;
		wrong += said->lead[seat] != said->score[seat] - best;
	}
	return wrong;
}

struct tally { int asked, wrong, changed, over, ended, seats, near; };

enum { SAID_MOST = 4096, ONE_IN = 5, NEAR = 3 };

struct subject { const char *name; const struct simple *policy; struct said (*ask)(const struct box *b, const struct state *s); };
static const struct subject broadhorns = { "broadhorns", &broad_adept, ask_broadhorns }, rails = { "rails", &rails_adept, ask_rails };

/* One game of the best policy; what was said at some of its positions is compared with its end. */
static void play(const struct subject *of, int players, uint64_t seed, struct tally *out)
{
	const struct game *g = game_find(of->name);
	static struct said said[SAID_MOST];
	struct rng r = rng_seed(seed);
	uint8_t option[MAX_OPTIONS];
	int score[MAX_PLAYERS], n = 0;
	struct state s;

	game_presets(g, option);
	game_start(g, g->box, players, option, &s);
	for (int mover; (mover = g->to_move(g->box, &s)) != OVER; ) {
		if (mover >= 0 && g->turn(&s) > 0 && rng_below(&r, ONE_IN) == 0 && n < SAID_MOST) {
			const struct state before = s;
			said[n] = of->ask(g->box, &s);
			out->asked++;
			out->changed += memcmp(&before, &s, sizeof s) != 0;
			out->wrong += wrong_leads(&said[n], players);
			n++;
		}
		g->apply(g->box, &s, mover == CHANCE ? game_chance(g, g->box, &s, &r) : simple_choose(of->policy, g, g->box, &s), NULL);
	}
	g->score(g->box, &s, score);
	const int last = of->ask(g->box, &s).round;
	for (int i = 0; i < n; i++) {
		if (!said[i].over)
			continue;
		const bool ended = last - said[i].round <= (of == &rails ? 0 : players);
		out->over++;
		out->ended += ended;
		for (int seat = 0; seat < players && ended; seat++) {
			const float by = said[i].score[seat] - (float)score[seat];
			out->seats++;
			out->near += by < NEAR && by > -NEAR;
		}
	}
}

static struct tally play_all(const struct subject *of, int games)
{
	struct tally all = { 0 };

	for (int i = 0; i < games; i++)
		play(of, 2 + i % 3, 500 + (uint64_t)i, &all);
	print_message("%s: asked %d times, the end foretold %d times, right %d times; of %d scores %d were nearly right\n", of->name, all.asked, all.over, all.ended, all.seats, all.near);
	assert_int_equal(all.wrong, 0);
	assert_int_equal(all.changed, 0);
	return all;
}

static void broadhorns_is_foretold(void **unused)
{
	(void)unused;
	const struct tally all = play_all(&broadhorns, 18);

	assert_true(all.over > 100);
	assert_true(100 * all.ended >= 90 * all.over);
	assert_true(100 * all.near >= 90 * all.seats);
}

static void rails_is_foretold(void **unused)
{
	(void)unused;
	const struct tally all = play_all(&rails, 60);

	assert_true(all.over > 100);
	assert_true(100 * all.ended >= 90 * all.over);
	assert_true(100 * all.near >= 90 * all.seats);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(broadhorns_is_foretold), cmocka_unit_test(rails_is_foretold) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
