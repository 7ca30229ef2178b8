/* Bots play by the rules, can be repeated, and are worth playing against. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "bots/knowledge.h"
#include "games/rails/rails.h"

enum { GAMES = 12 };

struct match {
	const struct game *game;
	const char *bot[MAX_PLAYERS];
	int players;
	const char *mode;
	uint64_t seed;
	int rules;                      /* version; 0: the newest */
};

static struct state opening(const struct match *m)
{
	struct state s;
	uint8_t option[MAX_OPTIONS];
	char why[MAX_TEXT];

	game_presets_in(m->game, m->rules ? m->rules : m->game->rules, option);
	if (m->mode)
		assert_true(game_set_option(m->game, option, "mode", m->mode, why));
	game_start(m->game, m->game->box, m->players, option, &s);
	s.rules = m->rules ? (uint16_t)m->rules : m->game->rules;
	return s;
}

/* Plays on to the end and checks that every choice is a legal one. The hash is that of all the moves. */
static uint64_t play_on(const struct match *m, struct state *s)
{
	struct box pieces, *b = &pieces;
	struct rng dice = rng_seed(m->seed), own[MAX_PLAYERS];
	struct mind *mind[MAX_PLAYERS];
	uint64_t hash = 0;

	game_box(m->game, s->rules, b);
	for (int i = 0; i < m->players; i++) {
		own[i] = rng_seed(m->seed + 1000 * (uint64_t)(i + 1));
		mind[i] = bot_open(m->bot[i], m->game, b);
		assert_non_null(mind[i]);
	}
	for (int seat; (seat = m->game->to_move(b, s)) != OVER; ) {
		int move;
		if (seat == CHANCE) {
			move = game_chance(m->game, b, s, &dice);
		} else {
			struct state view;
			game_view(m->game, b, s, seat, &view);
			move = bot_pick(mind[seat], &view, (struct budget){ 0 }, &own[seat], NULL);
		}
		assert_true(game_is_legal(m->game, b, s, move));
		m->game->apply(b, s, move, NULL);
		hash = rng_mix(hash ^ (uint64_t)move);
	}
	for (int i = 0; i < m->players; i++)
		bot_close(mind[i]);
	return hash;
}

static uint64_t play(const struct match *m, struct state *s)
{
	*s = opening(m);
	return play_on(m, s);
}

static struct match match_of(const char *game, const char *mode, int players, uint64_t seed)
{
	struct match m = { .game = game_find(game), .players = players, .mode = mode, .seed = seed };

	for (int i = 0; i < players; i++)
		m.bot[i] = "simple";
	return m;
}

static struct match queen_match(const char *mode, int players, uint64_t seed)
{
	return match_of("queen", mode, players, seed);
}

static struct match broadhorns_match(int players, uint64_t seed)
{
	return match_of("broadhorns", NULL, players, seed);
}

static struct match rails_match(int players, uint64_t seed)
{
	return match_of("rails", NULL, players, seed);
}

static void bots_are_found_by_name(void **unused)
{
	static const char *const good[] = { "simple", "random", "search", "search:2000", "search:100ms", "search:100ms:4", "easy", "hard:1", "expert:5ms" };
	static const char *const bad[] = { "nobody", "", ":", "simple:", "simple:5", "search:", "search:0", "search:x", "search:5x", "search:5 ms",
		"search:99999999999", "search:100ms:0", "search:100ms:65", "search:100ms:", "search:100ms:2:2", "searching", "sear" };

	for (int i = 0; bot_list[i]; i++) {
		assert_ptr_equal(bot_find(bot_list[i]->name), bot_list[i]);
		assert_non_null(bot_list[i]->help);
	}
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		assert_non_null(bot_find(good[i]));
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_null(bot_find(bad[i]));

	char names[MAX_TEXT];
	struct text t = text_on(names, sizeof names);
	bot_names(&t);
	assert_string_equal(names, "easy, medium, hard, expert, simple, adept, random, search, hard1, expert1");
}

/* Every bot at every game; the same seed gives the same game, another one another. */
static void bots_play_any_game_again(void **unused)
{
	static const char *const bot[] = { "simple", "random", "search:10", "easy:3", "medium:10", "hard:10", "expert:10" };

	for (int g = 0; game_list[g]; g++)
		for (size_t i = 0; i < sizeof bot / sizeof bot[0]; i++) {
			struct match m = { .game = game_list[g], .players = game_list[g]->max_players, .seed = 7 };
			struct state one, two;
			for (int seat = 0; seat < m.players; seat++)
				m.bot[seat] = bot[i];
			assert_true(play(&m, &one) == play(&m, &two));
			assert_true(game_same(&one, &two));
		}
}

static void other_seeds_give_other_games(void **unused)
{
	static const char *const game[] = { "queen", "broadhorns", "rails" };

	for (int k = 0; k < 3; k++) {
		struct match m = match_of(game[k], NULL, 3, 1), n = match_of(game[k], NULL, 3, 2);
		struct state s;
		assert_true(play(&m, &s) != play(&n, &s));
	}
}

/* A bot is shown a view, so what it picks must not depend on who else could look. */
static void looks_at_the_view_only(const struct match *m, int most)
{
	const struct box *b = m->game->box;
	struct rng dice = rng_seed(3), own = rng_seed(4);
	struct state s = opening(m);

	for (int plies = 0; plies < most && m->game->to_move(b, &s) != OVER; plies++) {
		int seat = m->game->to_move(b, &s), move;
		if (seat == CHANCE) {
			move = game_chance(m->game, b, &s, &dice);
		} else {
			struct state view, guessed;
			struct rng guess = rng_seed((uint64_t)plies), same = own;
			game_view(m->game, b, &s, seat, &view);
			guessed = view;
			game_guess(m->game, b, &guessed, &guess);
			move = bot_pick_once(m->bot[seat], m->game, b, &view, &own);
			assert_int_equal(move, bot_pick_once(m->bot[seat], m->game, b, &guessed, &same));
		}
		m->game->apply(b, &s, move, NULL);
	}
}

static void simple_sees_only_the_view(void **unused)
{
	struct match queen = queen_match("passengers", 3, 3), broadhorns = broadhorns_match(4, 3);
	struct match rails = rails_match(4, 3), solo = rails_match(1, 3);

	looks_at_the_view_only(&queen, 100);
	looks_at_the_view_only(&broadhorns, 2000);
	looks_at_the_view_only(&rails, 2000);
	looks_at_the_view_only(&solo, 2000);
}

/* One simple bot among random ones: it comes in first nearly always, in all games and on every seat. */
static void simple_beats_random(void **unused)
{
	static const struct { const char *game, *mode; } kind[] = {
		{ "queen", "passengers" }, { "queen", "intro" }, { "broadhorns", NULL }, { "rails", NULL },
	};

	for (int k = 0; k < 4; k++) {
		int won = 0;
		for (int i = 0; i < GAMES; i++) {
			struct match m = match_of(kind[k].game, kind[k].mode, 3, 100 + (uint64_t)i);
			struct state s;
			int place[MAX_PLAYERS];
			for (int seat = 0; seat < 3; seat++)
				if (seat != i % 3)
					m.bot[seat] = "random";
			play(&m, &s);
			m.game->place(m.game->box, &s, place);
			won += place[i % 3] == 1;
		}
		print_message("simple against two random bots, %s%s%s: %d of %d won\n", kind[k].game, kind[k].mode ? " " : "",
			kind[k].mode ? kind[k].mode : "", won, GAMES);
		assert_true(won >= GAMES - 2);
	}
}

/* Others are measured by it, so it never plays otherwise: these are the moves of the tag simple-frozen, by version 1 of the rules. */
static void simple_is_frozen(void **unused)
{
	static const struct { const char *game; uint64_t hash; } kind[] = {
		{ "queen", 0x174904e095ef8830 }, { "broadhorns", 0xfbe32bb19086a1da }, { "rails", 0x512a934b8f32f052 },
	};

	for (size_t k = 0; k < sizeof kind / sizeof kind[0]; k++) {
		uint64_t hash = 0;
		for (int i = 0; i < 2 * GAMES; i++) {
			struct match m = match_of(kind[k].game, NULL, 3 + i % 2, 800 + (uint64_t)i);
			struct state s;
			m.rules = 1;
			hash = rng_mix(hash ^ play(&m, &s));
		}
		print_message("simple among themselves, %s: %016jx\n", kind[k].game, (uintmax_t)hash);
		assert_true(hash == kind[k].hash);
	}
}

/* Among themselves most ships land, and few run aground. */
static void simple_games_end_by_landing(void **unused)
{
	static const char *const mode[] = { "passengers", "intro" };

	for (int k = 0; k < 2; k++) {
		int by_landing = 0, fates[QUEEN_FATES] = { 0 }, ships = 0;
		for (int i = 0; i < GAMES; i++) {
			struct match m = queen_match(mode[k], 3 + i % 3, 200 + (uint64_t)i);
			struct state s;
			play(&m, &s);
			by_landing += s.queen.ending == QUEEN_BY_LANDING;
			ships += m.players;
			for (int seat = 0; seat < m.players; seat++)
				fates[s.queen.ship[seat].fate]++;
		}
		print_message("simple among themselves, %s: %d of %d games end by landing; of %d ships %d landed, %d ran aground\n",
			mode[k], by_landing, GAMES, ships, fates[QUEEN_LANDED], fates[QUEEN_AGROUND]);
		assert_true(by_landing >= GAMES - 2);
		assert_true(fates[QUEEN_AGROUND] * 10 <= ships);
	}
}

/* Among themselves they fill the towns and so complete the season track, long before the cap, and grow rich by it. */
static void simple_games_end_by_seasons(void **unused)
{
	for (int players = 2; players <= 4; players++) {
		int rounds = 0, longest = 0, gold = 0, poorest = 1000;
		for (int i = 0; i < GAMES; i++) {
			struct match m = broadhorns_match(players, 300 + (uint64_t)i);
			struct state s;
			int score[MAX_PLAYERS];
			play(&m, &s);
			assert_int_equal(s.broadhorns.ending, BROAD_BY_SEASONS);
			rounds += s.broadhorns.round;
			longest = s.broadhorns.round > longest ? s.broadhorns.round : longest;
			m.game->score(m.game->box, &s, score);
			for (int seat = 0; seat < players; seat++) {
				gold += score[seat];
				poorest = score[seat] < poorest ? score[seat] : poorest;
			}
		}
		print_message("simple among themselves, broadhorns with %d: %d rounds, at most %d; %d gold, at least %d\n",
			players, rounds / GAMES, longest, gold / GAMES / players, poorest);
		assert_true(longest <= 60);
		assert_true(gold / GAMES / players >= 60);
	}
}

/* The opening after its draws: the first seat begins. */
static struct state first_turn(const struct match *m)
{
	const struct box *b = m->game->box;
	struct rng r = rng_seed(m->seed);
	struct state s = opening(m);

	while (m->game->to_move(b, &s) == CHANCE)
		m->game->apply(b, &s, game_chance(m->game, b, &s, &r), NULL);
	return s;
}

/* Ten barrels of whiskey, which no town wants, would stay in the market for ever: somebody draws from the bag, and the game goes on. */
static void simple_unclogs_the_market(void **unused)
{
	static const uint8_t dry[BROAD_TOWNS] = { 3, 2, 1, 3, 3, 0, 5, 4, 1, 0 };      /* tiles without whiskey; New Orleans has none */
	struct match m = broadhorns_match(2, 5);
	const struct box *b = m.game->box;
	struct state s = first_turn(&m);
	struct broadhorns *g = &s.broadhorns;
	char why[MAX_TEXT];

	for (int town = 0; town < BROAD_TOWNS; town++)
		g->town[town] = (struct broad_town){ .tile = dry[town], .seen = (uint8_t)(1u << dry[town]) };
	g->town[BROAD_TOWNS - 1].filled = 1u << 4;
	assert_int_equal(b->broadhorns.town[BROAD_TOWNS - 1].tile[0].space[4].cargo, WHISKEY);
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		g->market[cargo] = cargo == WHISKEY ? b->broadhorns.market : 0;
		g->bag[cargo] = (uint8_t)(b->broadhorns.barrels - g->market[cargo] - (cargo == WHISKEY));
	}
	if (!m.game->check(b, &s, why))
		fail_msg("%s", why);

	static const char *const begins[] = { "port", "boat 20", "blind" };
	for (int i = 0; i < 3; i++) {
		struct rng own = rng_seed(1);
		struct state view;
		char words[MAX_TEXT];
		game_view(m.game, b, &s, 0, &view);
		int move = bot_pick_once(m.bot[0], m.game, b, &view, &own);
		m.game->text(b, &s, move, 0, words);
		assert_string_equal(words, begins[i]);
		m.game->apply(b, &s, move, NULL);
	}
	play_on(&m, &s);
	assert_int_equal(g->ending, BROAD_BY_SEASONS);
}

/* Without any gold there is still the boat that costs nothing. */
static void simple_rises_from_poverty(void **unused)
{
	for (int players = 2; players <= 4; players++) {
		struct match m = broadhorns_match(players, 8);
		struct state s = first_turn(&m);
		for (int seat = 0; seat < players; seat++)
			s.broadhorns.player[seat].gold = 0;
		play_on(&m, &s);
		assert_int_equal(s.broadhorns.ending, BROAD_BY_SEASONS);
	}
}

/* Over Broadhorns, too, with every option of the ships. */
static void simple_ships_barrels(void **unused)
{
	for (int i = 0; i < 4; i++) {
		struct match m = broadhorns_match(2 + i % 3, 700 + (uint64_t)i);
		struct state s = opening(&m);
		s.option[BROAD_FREIGHT] = 1;
		s.option[BROAD_ANY_ORDER] = (uint8_t)(i & 1);
		s.option[BROAD_ON_EMPTY] = (uint8_t)(i >> 1);
		play_on(&m, &s);
		assert_int_equal(s.broadhorns.ending, BROAD_BY_SEASONS);
		assert_true(s.broadhorns.freight.gone > 0 || s.option[BROAD_ON_EMPTY] == FREIGHT_RESHUFFLE);    /* those that come again are not gone */
	}
}

/* Among themselves they deliver to nearly all cities, or place their tracks, and need few loans. */
static void simple_builds_railroads(void **unused)
{
	for (int players = 2; players <= 4; players++) {
		int prestige = 0, deliveries = 0, loans = 0, ended[RAILS_ENDINGS] = { 0 };
		for (int i = 0; i < GAMES; i++) {
			struct match m = rails_match(players, 400 + (uint64_t)i);
			struct state s;
			int score[MAX_PLAYERS];
			play(&m, &s);
			ended[s.rails.ending]++;
			m.game->score(m.game->box, &s, score);
			for (int seat = 0; seat < players; seat++) {
				prestige += score[seat];
				deliveries += rails_bits(s.rails.side[seat].trains);
				loans += s.rails.side[seat].loans;
			}
		}
		print_message("simple among themselves, rails with %d: %d prestige, %d.%d deliveries; %d games end by cities, %d by tracks\n", players,
			prestige / GAMES / players, deliveries / GAMES / players, deliveries * 10 / GAMES / players % 10,
			ended[RAILS_BY_CITIES], ended[RAILS_BY_TRACKS]);
		assert_true(prestige / GAMES / players >= 22);
		assert_true(loans <= GAMES * players);
		assert_true(ended[RAILS_BY_CITIES] + ended[RAILS_BY_TRACKS] >= GAMES - 2);
	}
}

/* The gentle one, which is that of version 1. */
static void simple_beats_the_rival(void **unused)
{
	int won = 0, prestige = 0, rival = 0;

	for (int i = 0; i < GAMES; i++) {
		struct match m = rails_match(1, 500 + (uint64_t)i);
		struct state s;
		int score[MAX_PLAYERS];
		m.rules = 1;
		play(&m, &s);
		m.game->score(m.game->box, &s, score);
		won += m.game->fate(m.game->box, &s, 0) == RAILS_WON;
		prestige += score[0];
		rival += s.rails.side[1].prestige;
	}
	print_message("simple alone, rails: %d of %d won, %d prestige to %d\n", won, GAMES, prestige / GAMES, rival / GAMES);
	assert_true(won >= GAMES - 2);
}

/* With every option of the ships. */
static void simple_loads_any_ship(void **unused)
{
	for (int i = 0; i < 8; i++) {
		struct match m = rails_match(1 + i % 4, 600 + (uint64_t)i);
		struct state s = opening(&m);
		s.option[RAILS_FREIGHT] = i != 7;
		s.option[RAILS_ANY_ORDER] = i != 7;
		s.option[RAILS_ON_EMPTY] = (uint8_t)(i & 1);
		play_on(&m, &s);
		assert_int_equal(m.game->to_move(m.game->box, &s), OVER);
	}
}

/* Who has nothing but the duty to build borrows for it, and goes on. */
static void simple_borrows_when_it_must(void **unused)
{
	struct match m = rails_match(2, 9);
	struct state s = opening(&m);
	const struct box *b = m.game->box;
	struct rng dice = rng_seed(9), own = rng_seed(1);

	while (s.rails.round == 0)
		m.game->apply(b, &s, m.game->to_move(b, &s) == CHANCE ? game_chance(m.game, b, &s, &dice) : bot_pick_once(m.bot[0], m.game, b, &s, &own), NULL);
	for (int seat = 0; seat < 2; seat++)
		s.rails.side[seat].money = 0;
	play_on(&m, &s);
	assert_true(s.rails.ending == RAILS_BY_CITIES || s.rails.ending == RAILS_BY_TRACKS);
}

/* The policies that expert takes others to follow: they win far more than their share among simple, and see no more than it does. */
static void adept_beats_simple(void **unused)
{
	enum { DEALS = 40, SEATS = 3 };
	static const struct { const char *game; int least; } kind[] = { { "rails", 60 }, { "broadhorns", 50 } };       /* of 120 games; 40 are a fair share */

	for (int g = 0; game_list[g]; g++)                      /* where nothing better is known, it is simple */
		assert_true(bot_knowledge_of(game_list[g])->adept == bot_knowledge_of(game_list[g])->simple || bot_knowledge_of(game_list[g])->adept->n > 0);
	for (size_t k = 0; k < sizeof kind / sizeof kind[0]; k++) {
		int won = 0;
		for (int i = 0; i < DEALS * SEATS; i++) {
			struct match m = match_of(kind[k].game, NULL, SEATS, 900 + (uint64_t)(i / SEATS));
			const struct box *b = m.game->box;
			struct rng dice = rng_seed(m.seed), guess = rng_seed(m.seed + 1);
			struct state s = opening(&m), view, guessed;
			int place[MAX_PLAYERS];
			for (int seat; (seat = m.game->to_move(b, &s)) != OVER; ) {
				int move;
				if (seat == CHANCE) {
					move = game_chance(m.game, b, &s, &dice);
				} else {
					const struct simple *by = seat == i % SEATS ? bot_knowledge_of(m.game)->adept : bot_knowledge_of(m.game)->simple;
					game_view(m.game, b, &s, seat, &view);
					guessed = view;
					game_guess(m.game, b, &guessed, &guess);
					move = simple_choose(by, m.game, b, &view);
					assert_int_equal(move, simple_choose(by, m.game, b, &guessed));
					assert_true(game_is_legal(m.game, b, &s, move));
				}
				m.game->apply(b, &s, move, NULL);
			}
			m.game->place(b, &s, place);
			won += place[i % SEATS] == 1;
		}
		print_message("adept among two simple, %s: %d of %d won\n", kind[k].game, won, DEALS * SEATS);
		assert_true(won >= kind[k].least);
	}
}

/* Plays a game of simple, and before every decision asks another table, and expert1 with one iteration, if it is to agree with that table. Returns how
 * often the other would have done something else. */
static int play_beside(const struct match *m, const struct simple *other, bool agrees, struct state *s)
{
	const struct box *b = m->game->box;
	struct rng dice = rng_seed(m->seed), own = rng_seed(1);
	int differ = 0;

	*s = opening(m);
	for (int seat; (seat = m->game->to_move(b, s)) != OVER; ) {
		struct state view;
		if (seat == CHANCE) {
			m->game->apply(b, s, game_chance(m->game, b, s, &dice), NULL);
			continue;
		}
		game_view(m->game, b, s, seat, &view);
		int instead = simple_choose(other, m->game, b, &view), move = simple_choose(bot_knowledge_of(m->game)->simple, m->game, b, &view);
		differ += move != instead;
		if (agrees)
			assert_int_equal(bot_pick_once("expert1:1", m->game, b, &view, &own), instead);
		m->game->apply(b, s, move, NULL);
	}
	return differ;
}

/* Tables take turns in one thread, and what is remembered for one of them is not taken for what another would find: simple plays the same game
 * beside a table that differs from its own in any one weight. What expert1 thinks of first is what adept would do. */
static void policies_stay_apart(void **unused)
{
	static const char *const game[] = { "rails", "broadhorns" };

	for (size_t k = 0; k < sizeof game / sizeof game[0]; k++) {
		struct match m = match_of(game[k], NULL, 3, 700);
		struct simple other = *bot_knowledge_of(m.game)->simple;
		struct state alone, s;
		int weights[MAX_WEIGHTS];
		play(&m, &alone);
		other.weights = weights;
		for (int i = 0; i < other.n; i++) {
			memcpy(weights, bot_knowledge_of(m.game)->simple->weights, (size_t)other.n * sizeof weights[0]);
			weights[i] += other.info[i].step > 0 ? 1 + (int)other.info[i].step : 0;
			play_beside(&m, &other, false, &s);
			if (!game_same(&s, &alone))
				fail_msg("%s: simple plays otherwise beside other weights of '%s'", game[k], other.info[i].name);
		}
		int differ = play_beside(&m, bot_knowledge_of(m.game)->adept, true, &s);
		print_message("adept would do otherwise than simple, %s: %d times in a game\n", game[k], differ);
		assert_true(differ >= 5);
		assert_true(game_same(&s, &alone));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bots_are_found_by_name),
		cmocka_unit_test(bots_play_any_game_again),
		cmocka_unit_test(other_seeds_give_other_games),
		cmocka_unit_test(simple_sees_only_the_view),
		cmocka_unit_test(simple_beats_random),
		cmocka_unit_test(simple_is_frozen),
		cmocka_unit_test(simple_games_end_by_landing),
		cmocka_unit_test(simple_games_end_by_seasons),
		cmocka_unit_test(simple_unclogs_the_market),
		cmocka_unit_test(simple_rises_from_poverty),
		cmocka_unit_test(simple_ships_barrels),
		cmocka_unit_test(simple_builds_railroads),
		cmocka_unit_test(simple_beats_the_rival),
		cmocka_unit_test(simple_loads_any_ship),
		cmocka_unit_test(simple_borrows_when_it_must),
		cmocka_unit_test(adept_beats_simple),
		cmocka_unit_test(policies_stay_apart),
	};

	return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
