/* The arena: who sits where, that a block is one deal, what the figures come to, and that a run can be broken off. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/pool.h"
#include "arena/run.h"
#include "arena/uses.h"
#include "arena/program.h"

static void near(double is, double should, double by)
{
	if (!(fabs(is - should) <= by))
		fail_msg("%.9g is not within %g of %.9g", is, by, should);
}

/* An arena of these bots; the list must be kept as long as it is used. */
static struct arena arena_of(const char *game, int players, char *list, uint64_t seed)
{
	struct arena a = { .rotations = players, .ms = 5000 };
	char why[MAX_ERROR], text[8];

	setup_preset(&a.setup, game_find(game));
	snprintf(text, sizeof text, "%d", players);
	assert_true(setup_set(&a.setup, "players", text, why));
	a.setup.seed = seed;
	if (!arena_set_bots(&a, list, why))
		fail_msg("%s", why);
	return a;
}

/* Figures ------------------------------------------------------------------ */

static void students_t_is_that_of_the_tables(void **unused)
{
	near(sums_t(1), 12.706, 1e-3);
	near(sums_t(2), 4.303, 1e-3);
	near(sums_t(5), 2.571, 1e-3);
	near(sums_t(10), 2.228, 1e-3);
	near(sums_t(11), 2.201, 1e-3);
	near(sums_t(30), 2.042, 1e-3);
	near(sums_t(1000), 1.962, 1e-3);
}

/* 2, 4, 6, 8: mean 5, sum of squares 20, variance 20/3, standard error sqrt(5/3); t with 3 is 3.182. */
static void means_have_students_interval(void **unused)
{
	const double x[] = { 2, 4, 6, 8 };
	struct mean m = sums_mean(x, 4);

	near(m.mean, 5, 1e-9);
	near(m.low, 5 - 3.1824 * sqrt(5.0 / 3), 1e-3);
	near(m.high, 5 + 3.1824 * sqrt(5.0 / 3), 1e-3);
	assert_int_equal(m.n, 4);
	m = sums_mean(x, 1);
	near(m.mean, 2, 0);
	assert_true(isinf(m.low) && isinf(m.high));
}

/* 0, 1/2, 1/2, 1: mean 1/2, variance (1/4 + 0 + 0 + 1/4) / 3 = 1/6. */
static void shares_stay_between_0_and_1(void **unused)
{
	const double x[] = { 0, 0.5, 0.5, 1 }, ones[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
	struct mean m = sums_share(x, 4);

	near(m.mean, 0.5, 1e-9);
	near(m.low, 0, 0);                      /* 0.5 - 3.182 * sqrt(1/24) is below */
	near(m.high, 1, 0);
	m = sums_share(ones, 10);               /* Wilson: 10 of 10 is [n / (n + z^2), 1] */
	near(m.mean, 1, 0);
	near(m.low, 10 / (10 + 1.96 * 1.96), 1e-4);
	near(m.high, 1, 1e-9);
	m = sums_share(ones, 0);
	assert_true(m.low <= 0 && m.high >= 1);
}

/* Mean 0.4, squares 0.08; four more blocks of four games with 0.3 * 0.7 / 4 each: 0.08 + 0.21 over 2 + 4. */
static void the_test_weighs_block_means(void **unused)
{
	const double x[] = { 0.2, 0.4, 0.6 };

	near(sums_llr(x, 3, 0.25, 0.35, 4), 3 * 0.1 * (0.8 - 0.6) / (2 * 0.29 / 6), 1e-9);
	near(sums_llr(x, 3, 0.35, 0.45, 4), 0.0, 1e-9);
}

/* Blocks of four games, each won with these odds. */
static int deal_blocks(struct rng *r, double odds, double *x, int n)
{
	for (int i = 0; i < n; i++) {
		x[i] = 0;
		for (int k = 0; k < 4; k++)
			x[i] += rng_below(r, 1000000) < odds * 1e6 ? 0.25 : 0;
	}
	return n;
}

static void intervals_hold_the_truth_as_often_as_they_say(void **unused)
{
	static const double odds[] = { 0.25, 0.5, 0.9 };
	struct rng r = rng_seed(1);
	double x[40];

	for (int o = 0; o < 3; o++) {
		int held = 0;
		for (int i = 0; i < 2000; i++) {
			struct mean m = sums_share(x, deal_blocks(&r, odds[o], x, 40));
			held += m.low <= odds[o] && odds[o] <= m.high;
		}
		print_message("odds of %.2f: %.1f %% of the intervals hold them\n", odds[o], held / 20.0);
		assert_true(held >= 1860 && held <= 1980);      /* 93 to 99 % */
	}
}

/* Is it 1.3 fair shares of 1 / 4, or 1? */
static void the_test_errs_as_seldom_as_it_says(void **unused)
{
	struct rng r = rng_seed(2);
	double x[1000];

	for (int truth = 0; truth < 2; truth++) {
		int wrong = 0;
		for (int i = 0; i < 500; i++) {
			int n = deal_blocks(&r, truth ? 0.325 : 0.25, x, SPRT_BLOCKS);
			double llr = sums_llr(x, n, 0.25, 0.325, 4);
			for (; fabs(llr) < log(19) && n < 1000; llr = sums_llr(x, n, 0.25, 0.325, 4))
				n += deal_blocks(&r, truth ? 0.325 : 0.25, x + n, 1);
			wrong += (llr > 0) != truth;
		}
		print_message("it is %s, and the test says the other in %.1f %%\n", truth ? "1.3" : "1", wrong / 5.0);
		assert_true(wrong <= 40);                       /* 8 % at most: 5 and what chance does */
	}
}

/* 3 to 1, and half a win added on both sides: odds 3.5 to 1.5. */
static void ratings_are_those_of_bradley_and_terry(void **unused)
{
	double wins[ARENA_BOTS][ARENA_BOTS] = { { 0, 3 }, { 1, 0 } }, elo[ARENA_BOTS];
	double ring[ARENA_BOTS][ARENA_BOTS] = { { 0, 9, 1 }, { 1, 0, 9 }, { 9, 1, 0 } };

	sums_elo(2, wins, elo);
	near(elo[0] - elo[1], 400 * log10(3.5 / 1.5), 1e-3);
	near(elo[0] + elo[1], 0, 1e-6);
	sums_elo(3, ring, elo);                 /* each beats the next: they are alike */
	for (int i = 0; i < 3; i++)
		near(elo[i], 0, 1e-3);
}

/* Two blocks of three, places by hand. */
static void a_report_adds_up(void **unused)
{
	char list[] = "simple,random";
	struct arena a = arena_of("queen", 3, list, 1);
	struct result r[6] = { { .game = 0 } };
	struct report out;
	/* simple sits on 0, 1, 2 in turn and wins 3 of the first block, and 1 and a half of the second */
	static const uint8_t place[6][3] = { { 1, 2, 3 }, { 2, 1, 3 }, { 2, 3, 1 }, { 1, 1, 3 }, { 2, 1, 3 }, { 1, 2, 3 } };

	for (int i = 0; i < 6; i++)
		for (int seat = 0; seat < 3; seat++) {
			r[i].bot[seat] = seat != i % 3;
			r[i].place[seat] = place[i][seat];
			r[i].score[seat] = 10 * place[i][seat];
			r[i].asked[seat] = 2;
			r[i].turn[seat] = (uint8_t)(3 - seat);
			r[i].us[seat] = 500;
			r[i].fault[seat][FAULT_LATE] = seat == 0;
		}
	sums_report(&a, r, 2, &out);
	assert_int_equal(out.games, 6);
	assert_int_equal(out.of[0].seats, 6);
	assert_int_equal(out.of[1].seats, 12);
	near(out.of[0].share.mean, (1.0 + 0.5) / 2, 1e-9);
	near(out.of[1].share.mean, (0.0 + 0.25) / 2, 1e-9);     /* of six seats: half a win and a whole one */
	near(out.of[0].place.mean, (1 + (1 + 1 + 3) / 3.0) / 2, 1e-9);
	near(out.of[0].score.mean, 10 * out.of[0].place.mean, 1e-9);
	near(out.of[0].share.high, 1, 0);
	assert_int_equal(out.of[0].asked, 12);
	assert_int_equal(out.of[0].us, 3000);
	assert_int_equal(out.of[0].fault[FAULT_LATE], 2);
	assert_int_equal(out.of[1].fault[FAULT_LATE], 4);
	near(out.seat[0].mean, (1 / 3.0 + (0.5 + 0 + 1) / 3) / 2, 1e-9);
	near(out.turn[2].mean, out.seat[0].mean, 1e-9);         /* seat 0 is the third to be asked */
	near(out.turn[0].mean, out.seat[2].mean, 1e-9);
	assert_true(out.of[0].elo.mean > out.of[1].elo.mean);
	/* meetings of simple with a random one: 6 won in the first block; in the second 1.5, 2 and 0 of 2 each */
	near(out.of[0].elo.mean - out.of[1].elo.mean, 400 * log10((6 + 3.5 + 0.5) / (2.5 + 0.5)), 1e-2);
}

static void the_test_comes_to_a_verdict(void **unused)
{
	char list[] = "simple,random";
	struct arena a = arena_of("queen", 4, list, 1);
	struct result r[400] = { { .game = 0 } };
	const struct sprt t = { .zero = 1, .one = 1.5, .alpha = 0.05, .beta = 0.05 };

	for (int always = 0; always < 2; always++) {
		enum verdict last = UNDECIDED;
		int blocks = 0;
		for (int i = 0; i < 400; i++)
			for (int seat = 0; seat < 4; seat++) {
				r[i].bot[seat] = seat != i % 4;
				r[i].place[seat] = (uint8_t)(always || i % 4 == (i / 4) % 3 ? (seat == i % 4 ? 1 : 2) : (seat == (i + 1) % 4 ? 1 : 2));
			}
		while (last == UNDECIDED && blocks < 100)
			last = sums_sprt(&a, r, ++blocks, &t, NULL);
		assert_int_equal(last, always ? HOLDS_ONE : HOLDS_ZERO);
		assert_true(blocks >= SPRT_BLOCKS);
	}
}

/* Seats --------------------------------------------------------------------- */

static void every_bot_has_every_seat_of_a_deal(void **unused)
{
	char list[] = "simple,random , simple";
	struct arena a = arena_of("queen", 4, list, 9);
	uint64_t deal[8], before = 0;

	assert_int_equal(a.bots, 2);
	assert_int_equal(a.entries, 4);         /* simple, random, simple, and simple again */
	for (int block = 0; block < 20; block++) {
		int sat[2][4] = { { 0 } };
		for (int i = 0; i < 4; i++) {
			uint8_t bot[MAX_PLAYERS];
			arena_seat(&a, (uint32_t)(4 * block + i), bot, &deal[i]);
			assert_true(deal[i] == deal[0] && deal[i] != before);
			for (int seat = 0; seat < 4; seat++)
				sat[bot[seat]][seat]++;
		}
		before = deal[0];
		for (int seat = 0; seat < 4; seat++) {
			assert_int_equal(sat[0][seat], 3);
			assert_int_equal(sat[1][seat], 1);
		}
	}
}

static void every_choice_of_many_meets_at_every_deal(void **unused)
{
	char list[] = "simple,random,cmd:a,cmd:b,cmd:c";
	struct arena a = arena_of("queen", 3, list, 9);
	uint64_t deal, first = 0;

	for (uint32_t d = 0; d < 5; d++) {      /* 10 choices of 3 out of 5 */
		int met[32] = { 0 }, early[5] = { 0 };
		for (uint32_t block = 0; block < 10; block++) {
			uint8_t bot[MAX_PLAYERS];
			arena_seat(&a, 3 * (10 * d + block), bot, &deal);
			if (block == 0)
				first = deal;
			assert_true(deal == first);
			met[1 << bot[0] | 1 << bot[1] | 1 << bot[2]]++;
			for (int seat = 0; seat < 3 && block < 5; seat++)
				early[bot[seat]]++;
		}
		for (int set = 0; set < 32; set++)
			assert_int_equal(met[set], __builtin_popcount((unsigned)set) == 3);
		for (int i = 0; i < 5; i++)
			assert_true(early[i] > 0);      /* a run that ends early has seen them all */
	}
}

static void bad_lists_are_refused(void **unused)
{
	static const char *const bad[][2] = {
		{ "", "no bot ''" }, { "simple,", "no bot ''" }, { "nobody", "no bot 'nobody'" }, { "cmd:", "takes a command" },
		{ "a\033b", "no bot 'a?b'" },
	};
	struct arena a = { .setup = { .players = 3 } };
	char list[64], many[ARENA_BOTS * 8 + 8] = "simple", why[MAX_ERROR];

	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		snprintf(list, sizeof list, "%s", bad[i][0]);
		assert_false(arena_set_bots(&a, list, why));
		if (!strstr(why, bad[i][1]))
			fail_msg("'%s' does not say '%s'", why, bad[i][1]);
	}
	for (int i = 0; i < ARENA_BOTS; i++)
		strcat(many, ",simple");
	assert_false(arena_set_bots(&a, many, why));
	assert_non_null(strstr(why, "too many bots"));
}

/* One deal -------------------------------------------------------------------- */

/* What chance could have drawn, from which source and as the how-manieth, and what it drew. */
struct drawn { int source, k, move; uint64_t from; };
struct draws { const struct arena *a; int n, of[ARENA_SOURCES]; struct drawn all[4096]; };

static void see_draw(void *with, const struct state *before, int mover, const struct moves *m, int move, const struct events *told)
{
	struct draws *d = with;
	const struct setup *u = &d->a->setup;
	uint64_t from = 0;

	(void)told;
	if (mover != CHANCE || d->n == 4096)
		return;
	int source = u->game->source(&u->box, before);
	for (int i = 0; i < m->n; i++)
		from = rng_mix(from ^ ((uint64_t)m->id[i] << 32 | (uint64_t)u->game->weight(&u->box, before, m->id[i])));
	d->all[d->n++] = (struct drawn){ .source = source, .k = d->of[source]++, .move = move, .from = from };
}

static void see_end(void *with, const struct state *end, const struct result *r)
{
	(void)with, (void)end, (void)r;
}

/* The games of a block draw the same from the same. From `pile` they do so always: nothing that players do changes what is in it. */
static int same_deals(const char *game, int players, const char *pile)
{
	char list[] = "random,simple";
	struct arena a = arena_of(game, players, list, 77);
	struct draws *d = calloc(2, sizeof *d);
	struct crew crew = { .of = { { NULL } } };
	int alike = 0;

	assert_non_null(d);
	for (int block = 0; block < 4; block++)
		for (int i = 0; i < players; i++) {
			struct draws *mine = &d[i > 0];
			const struct watch w = { .with = mine, .saw = see_draw, .over = see_end };
			struct result r;
			char why[MAX_ERROR];
			*mine = (struct draws){ .a = &a };
			assert_true(arena_play(&a, (uint32_t)(block * players + i), &crew, &w, &r, why));
			for (int x = 0; x < d[0].n && i > 0; x++)
				for (int y = 0; y < d[1].n; y++) {
					const struct drawn *one = &d[0].all[x], *two = &d[1].all[y];
					if (one->source != two->source || one->k != two->k)
						continue;
					if (pile && strcmp(a.setup.game->sources[one->source], pile) == 0)
						assert_true(one->from == two->from);
					if (one->from == two->from) {
						assert_int_equal(one->move, two->move);
						alike++;
					}
				}
		}
	arena_crew_close(&crew);
	free(d);
	print_message("%s: %d draws of rotated games compared\n", game, alike);
	return alike;
}

static void rotated_games_meet_the_same_river(void **unused)
{
	assert_true(same_deals("queen", 3, "tiles") >= 4 * 2 * 5);
}

static void rotated_games_meet_the_same_deck(void **unused)
{
	/* ten towns and three start cards at least, before anybody moves */
	assert_true(same_deals("broadhorns", 3, NULL) >= 4 * 2 * 13);
}

/* Whole runs -------------------------------------------------------------------- */

static bool same_result(const struct result *a, const struct result *b)
{
	return a->game == b->game && a->hash == b->hash && a->plies == b->plies && a->turns == b->turns && a->decisions == b->decisions &&
		memcmp(a->bot, b->bot, sizeof a->bot) == 0 && memcmp(a->place, b->place, sizeof a->place) == 0 &&
		memcmp(a->score, b->score, sizeof a->score) == 0 && memcmp(a->asked, b->asked, sizeof a->asked) == 0 &&
		memcmp(a->turn, b->turn, sizeof a->turn) == 0 && memcmp(a->fault, b->fault, sizeof a->fault) == 0;
}

static struct run run_of(const struct arena *a, int games, int jobs, const char *log)
{
	struct run r = { .arena = a, .games = games, .jobs = jobs, .log = log };
	char why[MAX_ERROR];

	if (!run_all(&r, why))
		fail_msg("%s", why);
	assert_int_equal(r.blocks, games / a->rotations);
	return r;
}

static void jobs_change_nothing(void **unused)
{
	char list[] = "simple,random";
	struct arena a = arena_of("queen", 3, list, 5);
	struct run one = run_of(&a, 30, 1, NULL), three = run_of(&a, 30, 3, NULL);

	for (int i = 0; i < 30; i++)
		assert_true(same_result(&one.result[i], &three.result[i]));
	run_drop(&one);
	run_drop(&three);
}

/* In rails the first player is drawn: by the deal, so that it is the same seat in all games of a block, and the others follow around the table. */
static void results_say_who_was_asked_first(void **unused)
{
	enum { GAMES = 30, SEATS = 3 };
	char list[] = "simple,random";
	struct arena a = arena_of("rails", SEATS, list, 5);
	struct run r = run_of(&a, GAMES, 1, NULL);
	int first[SEATS] = { 0 };

	for (int i = 0; i < GAMES; i++) {
		const uint8_t *turn = r.result[i].turn;
		assert_memory_equal(turn, r.result[i - i % SEATS].turn, SEATS);
		for (int seat = 0; seat < SEATS; seat++) {
			first[seat] += turn[seat] == 1;
			assert_int_equal(turn[(seat + 1) % SEATS], turn[seat] % SEATS + 1);
		}
	}
	assert_true(first[0] > 0 && first[1] > 0 && first[2] > 0);
	run_drop(&r);
}

/* A log that was cut anywhere goes on to the same results. */
static void a_broken_run_goes_on(void **unused)
{
	char list[] = "simple,random", path[] = "/tmp/bigmuddy-arena-XXXXXX", why[MAX_ERROR];
	struct arena a = arena_of("queen", 3, list, 5);
	struct run whole = run_of(&a, 12, 2, NULL);
	int file = mkstemp(path);

	assert_true(file >= 0);
	struct run first = run_of(&a, 6, 2, path);
	assert_int_equal(first.played, 6);
	run_drop(&first);
	off_t length = lseek(file, 0, SEEK_END);
	assert_int_equal(ftruncate(file, length - 20), 0);      /* the last line is not complete */
	struct run again = run_of(&a, 12, 2, path);
	assert_int_equal(again.kept, 5);
	assert_int_equal(again.played, 7);
	for (int i = 0; i < 12; i++)
		assert_true(same_result(&whole.result[i], &again.result[i]));
	run_drop(&again);
	struct run done = run_of(&a, 12, 2, path);
	assert_int_equal(done.played, 0);
	for (int i = 0; i < 12; i++)
		assert_true(same_result(&whole.result[i], &done.result[i]));
	run_drop(&done);
	run_drop(&whole);

	struct arena other = arena_of("queen", 3, list, 6);
	struct run r = { .arena = &other, .games = 12, .jobs = 1, .log = path };
	assert_false(run_all(&r, why));
	assert_non_null(strstr(why, "another run: there \"seed\" is \"5\", here it is \"6\""));
	run_drop(&r);
	assert_int_equal(write(file, "{}\n", 3), 3);            /* at the front, where the head was */
	r = (struct run){ .arena = &a, .games = 12, .jobs = 1, .log = path };
	assert_true(lseek(file, 0, SEEK_SET) == 0 && write(file, "\n\n\n", 3) == 3);
	assert_false(run_all(&r, why));
	assert_non_null(strstr(why, "no file of arena results"));
	run_drop(&r);
	close(file);
	unlink(path);
}

/* Events are counted once, also those that others are told of in another way; turns and landings are those of the results. */
static void uses_are_those_of_the_events(void **unused)
{
	char list[] = "simple";
	struct arena a = arena_of("broadhorns", 3, list, 8);
	const struct game *g = a.setup.game;
	struct uses *u = uses_share(2, &a.setup);
	const struct watch watch[] = { uses_watch(&u[0]), uses_watch(&u[1]) };
	struct run r = { .arena = &a, .games = 6, .jobs = 2, .watch = watch };
	uint64_t turns = 0, decisions = 0, scored = 0, drew = 0, cargo = 0, sold = 0;
	char why[MAX_ERROR];

	assert_true(run_all(&r, why));
	uses_add(&u[0], &u[1]);
	for (int i = 0; i < 6; i++) {
		turns += r.result[i].turns;
		decisions += r.result[i].decisions;
	}
	assert_int_equal(u->games, 6);
	assert_int_equal(u->seats, 18);
	assert_true(u->wins >= 6);
	assert_int_equal(u->decisions, decisions);
	assert_true(u->choices >= 2 * decisions && u->most < MAX_MOVES);
	for (int e = 0; g->events[e]; e++) {
		if (strcmp(g->events[e], "turn") == 0)
			assert_int_equal(u->happened[e], turns);
		if (strcmp(g->events[e], "sold") == 0) {
			sold = u->happened[e];
			for (int v = 0; v < BROAD_CARGOES; v++)
				cargo += u->value[e][USES_THING][v];
		}
		scored += strcmp(g->events[e], "scored") == 0 ? u->happened[e] : 0;
		drew += strcmp(g->events[e], "drew") == 0 ? u->happened[e] : 0;
	}
	assert_true(sold > 0 && sold == cargo);
	assert_int_equal(scored, 18);
	assert_true(drew <= turns + 18 * 3 && drew > turns / 2);        /* at most one card a turn, and those of the start */
	assert_int_equal(u->ending[BROAD_BY_SEASONS], 6);
	run_drop(&r);
	uses_unshare(u, 2);
}

/* The pool ------------------------------------------------------------------------ */

static void *nothing(void *with, int worker)
{
	(void)worker;
	return with;
}

static void die_at_three(void *mine, uint32_t piece, void *answer)
{
	(void)mine;
	if (piece == 3)
		raise(SIGKILL);
	memcpy(answer, &piece, sizeof piece);
}

static void leave(void *mine)
{
	(void)mine;
}

static bool up_to_ten(void *with, uint32_t *piece)
{
	uint32_t *next = with;

	*piece = (*next)++;
	return *piece < 10;
}

static bool go_on(void *with, const void *answer)
{
	(void)with, (void)answer;
	return true;
}

static void a_dead_worker_is_reported(void **unused)
{
	uint32_t next = 0;
	const struct pool p = { .jobs = 2, .size = sizeof(uint32_t), .with = &next, .open = nothing, .work = die_at_three, .close = leave,
		.next = up_to_ten, .done = go_on };
	char why[MAX_ERROR] = "";

	assert_false(pool_run(&p, why));
	assert_non_null(strstr(why, "signal 9"));
	assert_non_null(strstr(why, "at game 3"));
}

/* Programs ------------------------------------------------------------------------- */

struct speech { const char *command, *say; int answers, ms; enum reply reply; const char *words; };        /* a move, or why not */

static void programs_are_heard_and_timed(void **unused)
{
	static const struct speech of[] = {
		{ "while read x; do echo ok; done", "a\nb\n", 2, 5000, REPLY_FINE, "" },
		{ "read x; echo info; echo \"move  left\"; echo ok; read y", "go\n", 1, 5000, REPLY_FINE, " left" },
		{ "read x; printf 'move left\\r\\nok\\r\\n'; read y", "go\n", 1, 5000, REPLY_FINE, "left" },
		{ "read x; echo error no; read y; echo ok; read z", "a\nb\n", 2, 5000, REPLY_ERROR, "error no" },
		{ "read x; printf 'ok\\nok\\n'; read y", "a\n", 1, 5000, REPLY_NOISE, NULL },
		{ "yes", "a\n", 1, 5000, REPLY_NOISE, NULL },
		{ "yes | tr -d '\\n'", "a\n", 1, 5000, REPLY_NOISE, NULL },
		{ "exit 3", "a\n", 1, 5000, REPLY_GONE, NULL },
		{ "kill -9 $$", "a\n", 1, 5000, REPLY_GONE, NULL },
		{ "sleep 100", "a\n", 1, 150, REPLY_LATE, NULL },
		{ "sleep 100 & wait", "a\n", 1, 150, REPLY_LATE, NULL },
		{ "trap '' TERM INT HUP; while :; do sleep 1; done", "a\n", 1, 150, REPLY_LATE, NULL },
	};
	struct program *p = calloc(1, sizeof *p);
	char why[MAX_ERROR];

	for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
		struct answer a;
		assert_true(program_start(p, of[i].command, why));
		enum reply r = program_ask(p, of[i].say, of[i].answers, of[i].ms, &a);
		if (r != of[i].reply || (of[i].words && strcmp(r == REPLY_FINE ? a.move : a.error, of[i].words) != 0))
			fail_msg("%s: reply %d, move '%s', error '%s'", of[i].command, r, a.move, a.error);
		assert_true((p->pid != 0) == (r == REPLY_FINE || r == REPLY_ERROR));
		program_stop(p, false, 1000);
	}
	/* A program that reads nothing does not stop us, however much there is to say. */
	char *much = malloc(1 << 20);
	struct answer a;
	assert_non_null(much);
	memset(much, 'x', (1 << 20) - 1);
	much[(1 << 20) - 1] = '\0';
	assert_true(program_start(p, "sleep 100", why));
	assert_int_equal(program_ask(p, much, 1, 150, &a), REPLY_LATE);
	free(much);
	free(p);
}

static void programs_leave_when_told(void **unused)
{
	struct program *p = calloc(1, sizeof *p);
	char why[MAX_ERROR];

	assert_true(program_start(p, "read x; [ \"$x\" = quit ] && exit 4", why));
	assert_int_equal(program_stop(p, true, 5000), 4);
	assert_true(program_start(p, "while read x; do :; done; exit 5", why));
	assert_int_equal(program_stop(p, false, 5000), 5);
	assert_true(program_start(p, "sleep 100", why));
	assert_int_equal(program_stop(p, true, 50), -1);
	assert_int_equal(program_stop(p, true, 50), 0);         /* it does not run any more */
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(students_t_is_that_of_the_tables),
		cmocka_unit_test(means_have_students_interval),
		cmocka_unit_test(shares_stay_between_0_and_1),
		cmocka_unit_test(the_test_weighs_block_means),
		cmocka_unit_test(intervals_hold_the_truth_as_often_as_they_say),
		cmocka_unit_test(the_test_errs_as_seldom_as_it_says),
		cmocka_unit_test(ratings_are_those_of_bradley_and_terry),
		cmocka_unit_test(a_report_adds_up),
		cmocka_unit_test(the_test_comes_to_a_verdict),
		cmocka_unit_test(every_bot_has_every_seat_of_a_deal),
		cmocka_unit_test(every_choice_of_many_meets_at_every_deal),
		cmocka_unit_test(bad_lists_are_refused),
		cmocka_unit_test(rotated_games_meet_the_same_river),
		cmocka_unit_test(rotated_games_meet_the_same_deck),
		cmocka_unit_test(jobs_change_nothing),
		cmocka_unit_test(results_say_who_was_asked_first),
		cmocka_unit_test(a_broken_run_goes_on),
		cmocka_unit_test(uses_are_those_of_the_events),
		cmocka_unit_test(a_dead_worker_is_reported),
		cmocka_unit_test(programs_are_heard_and_timed),
		cmocka_unit_test(programs_leave_when_told),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
