/* Reviews: the account closes, luck is fair, decisions are judged by what could be known, and the same record gives the same review. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "play/follow.h"
#include "review/judge.h"
#include "review/puzzle.h"
#include "review/review.h"

static const double tiny = 1e-6;
static const struct review_level glance = { "glance", .guesses = 2, .ways = 4, .playouts = 2, .options = 6, .outcomes = 6 };

static const char *const games[][2] = { { "queen", "players=3" }, { "broadhorns", "players=3" }, { "rails", "players=2" }, { "rails", "players=1" } };
enum { GAMES = sizeof games / sizeof games[0], SLIP_EVERY = 5 };

/* A game of `adept`, to its end; the seat `weak` moves at random at every fifth decision, -1: nobody does. */
static void play(struct session *s, const char *const words[2], uint64_t seed, int weak)
{
	struct rng r = rng_seed(seed);
	struct setup u;
	struct state view;
	struct moves may;
	char why[MAX_ERROR];
	int decisions = 0;

	assert_true(setup_read(&u, NULL, 2, words, why));
	u.seed = seed;
	session_start(s, &u);
	for (int mover; (mover = session_to_move(s)) >= 0; session_settle(s)) {
		u.game->legal(&u.box, &s->state, &may);
		game_view(u.game, &u.box, &s->state, mover, &view);
		if (mover == weak && may.n > 1 && decisions++ % SLIP_EVERY == SLIP_EVERY - 1)
			session_move(s, may.id[rng_below(&r, (uint32_t)may.n)]);
		else
			session_move(s, bot_pick_once("adept", u.game, &u.box, &view, &r));
	}
}

static struct review_moment *judge_all(const struct session *s, const struct review_level *level, struct review_seat seat[MAX_PLAYERS])
{
	struct review_moment *m = calloc((size_t)s->plies, sizeof *m);

	assert_non_null(m);
	for (int p = 0; p < s->plies; p++)
		review_moment(s, level, p, &m[p]);
	review_sum(s, m, seat);
	return m;
}

static double total(const double x[], int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += x[i];
	return sum;
}

static void check_moment(const struct session *s, const struct review_moment *m)
{
	const int n = s->setup.players;

	if (n > 1) {
		assert_true(fabs(total(m->before, n) - 1) < tiny && fabs(total(m->after, n) - 1) < tiny);
		assert_true(fabs(total(m->luck, n)) < tiny && fabs(total(m->decided, n)) < tiny && fabs(total(m->hidden, n)) < tiny);
	}
	if (m->kind != REVIEW_DECISION)
		return;
	int played = 0;
	for (int i = 0; i < m->options; i++) {
		played += m->option[i].played && m->option[i].move == s->ply[m->ply].move;
		assert_true(i == 0 || m->option[i].promise[m->mover] <= m->option[i - 1].promise[m->mover]);
	}
	assert_int_equal(played, 1);
	assert_true(m->decided[m->mover] <= 0);
}

static void accounts_close(void **unused)
{
	int regained = 0;

	(void)unused;
	for (int g = 0; g < GAMES; g++) {
		struct session s;
		struct review_seat seat[MAX_PLAYERS];
		int place[MAX_PLAYERS], first = 0;
		play(&s, games[g], 1, -1);
		struct review_moment *m = judge_all(&s, &glance, seat);
		s.setup.game->place(&s.setup.box, &s.state, place);
		for (int i = 0; i < s.setup.players; i++)
			first += place[i] == 1;
		for (int i = 0; i < s.setup.players; i++) {
			const struct review_seat *a = &seat[i];
			assert_true(fabs(a->start + a->luck + a->own + a->others + a->hidden - a->end) < tiny);
			assert_true(fabs(a->end - (place[i] == 1 ? 1.0 / first : 0)) < tiny);         /* the end is what happened */
			assert_true(a->waste >= 0 && a->waste <= 1 && a->decisions > 0);
		}
		double decided = 0, own = 0;
		for (int p = 0; p < s.plies; p++)
			check_moment(&s, &m[p]);
		for (int p = 0; p < s.plies; p++)
			decided += m[p].mover >= 0 ? m[p].decided[m[p].mover] : 0;
		for (int i = 0; i < s.setup.players; i++) {
			own += seat[i].own;
			assert_true(seat[i].own <= tiny);               /* nobody regains more than was spent */
		}
		assert_true(own >= decided);
		regained += own > decided + 0.01;
		free(m);
		session_close(&s);
	}
	assert_int_equal(regained, GAMES);
}

static bool odds_differ(const struct session *s, const struct state *at, const struct moves *may)
{
	for (int i = 1; i < may->n; i++)
		if (s->setup.game->weight(&s->setup.box, at, may->id[i]) != s->setup.game->weight(&s->setup.box, at, may->id[0]))
			return true;
	return false;
}

/* Whatever could have been drawn is reviewed in its turn: weighed by its odds, luck is 0 for everybody. Draws whose odds differ are looked for. */
static void luck_is_fair_at_every_draw(void **unused)
{
	static const struct review_level exact = { "exact", .guesses = 1, .ways = 1, .playouts = 2, .options = 2, .outcomes = MAX_MOVES };

	int uneven = 0;

	for (int g = 0; g < GAMES; g++) {
		struct session s;
		int draws = 0;
		play(&s, games[g], 2, -1);
		for (int p = 0; p < s.plies && draws < 8; p++) {
			const struct state *at = session_at(&s, p);
			double sum[MAX_PLAYERS] = { 0 };
			struct review_moment m;
			struct moves may;
			if (s.setup.game->to_move(&s.setup.box, at) != CHANCE)
				continue;
			const uint16_t drawn = s.ply[p].move;
			s.setup.game->legal(&s.setup.box, at, &may);
			if (odds_differ(&s, at, &may))
				uneven++;
			else if (draws >= 2)
				continue;
			for (int i = 0; i < may.n; i++) {
				s.ply[p].move = may.id[i];
				review_moment(&s, &exact, p, &m);
				for (int seat = 0; seat < s.setup.players; seat++)
					sum[seat] += s.setup.game->weight(&s.setup.box, at, may.id[i]) * m.luck[seat];
			}
			s.ply[p].move = drawn;
			for (int seat = 0; seat < s.setup.players; seat++)
				assert_true(fabs(sum[seat]) < 1e-3 * may.n);
			draws++;
		}
		assert_true(draws > 0);
		session_close(&s);
	}
	assert_true(uneven > 0);
}

/* All games of a kind begin alike. Where outcomes are sampled, they are not the same ones in every game, or the first draw would favour a seat in all. */
static void sampled_luck_is_fair_from_the_beginning(void **unused)
{
	enum { BEGUN = 200 };
	static const char *const words[] = { "queen", "players=4" };
	static const double errors = 3.5;
	double luck[MAX_PLAYERS] = { 0 }, squares[MAX_PLAYERS] = { 0 };
	struct setup u;
	char why[MAX_ERROR];

	(void)unused;
	assert_true(setup_read(&u, NULL, 2, words, why));
	for (u.seed = 1; u.seed <= BEGUN; u.seed++) {
		struct session s;
		struct review_moment m;
		session_start(&s, &u);
		session_settle(&s);
		review_moment(&s, review_level_find("quick"), 0, &m);
		assert_true(m.kind == REVIEW_DRAW && m.error[0] > 0);
		for (int i = 0; i < u.players; i++) {
			luck[i] += m.luck[i];
			squares[i] += m.luck[i] * m.luck[i];
		}
		session_close(&s);
	}
	for (int i = 0; i < u.players; i++)
		assert_true(fabs(luck[i]) < errors * sqrt(squares[i]));
}

/* What the mover could not know does not count among its decisions: another state that looks the same to it gives the same promises. */
static void decisions_know_the_view_alone(void **unused)
{
	struct session s;
	int compared = 0, different = 0;

	play(&s, games[1], 3, -1);
	for (int p = 0; p < s.plies && compared < 20; p++) {
		struct review_moment m, again;
		struct rng r = rng_seed((uint64_t)p);
		struct state truth = s.ply[p].before;
		review_moment(&s, &glance, p, &m);
		if (m.kind != REVIEW_DECISION)
			continue;
		game_view(s.setup.game, &s.setup.box, &truth, m.mover, &s.ply[p].before);
		game_guess(s.setup.game, &s.setup.box, &s.ply[p].before, &r);
		different += !game_same(&truth, &s.ply[p].before);
		review_moment(&s, &glance, p, &again);
		s.ply[p].before = truth;
		assert_memory_equal(m.option, again.option, sizeof m.option);
		assert_memory_equal(m.decided, again.decided, sizeof m.decided);
		compared++;
	}
	assert_true(different > 0);
	session_close(&s);
}

static void the_same_record_gives_the_same_review(void **unused)
{
	struct session s;
	struct review_seat one[MAX_PLAYERS], two[MAX_PLAYERS];

	play(&s, games[0], 4, -1);
	struct review_moment *a = judge_all(&s, &glance, one), *b = judge_all(&s, &glance, two);
	assert_memory_equal(a, b, (size_t)s.plies * sizeof *a);
	free(a);
	free(b);
	session_close(&s);
}

/* Among equal players the one that slips is named by its decisions, whoever won; luck favours nobody, and the judgement rarely changes its mind.
 * bench/review does it with many games. */
static void check_naming(const char *const words[2])
{
	enum { PLAYED = 40, NAMED = 37 };         /* by chance it would be 13 */
	static const double drift_limit = 0.02, errors = 2.5;
	double luck = 0, squares = 0, drift = 0, moves = 0;
	int named = 0;

	for (int i = 0; i < PLAYED; i++) {
		struct session s;
		struct review_seat seat[MAX_PLAYERS];
		const int weak = i % 3;
		int worst = 0;
		play(&s, words, (uint64_t)i + 10, weak);
		struct review_moment *m = judge_all(&s, review_level_find("quick"), seat);
		for (int k = 0; k < s.setup.players; k++) {
			worst = seat[k].slips > seat[worst].slips ? k : worst;
			for (int p = 0; p < s.plies; p++)
				drift += fabs(m[p].drift[k] + m[p].regained[k]);
		}
		moves += s.plies * s.setup.players;
		luck += seat[0].luck;
		squares += seat[0].luck * seat[0].luck;
		named += worst == weak;
		free(m);
		session_close(&s);
	}
	print_message("%s: named in %d of %d games, drift %.4f a move\n", words[0], named, PLAYED, drift / moves);
	assert_in_range(named, NAMED, PLAYED);
	assert_true(drift / moves < drift_limit);
	assert_true(fabs(luck / PLAYED) < errors * sqrt(squares) / PLAYED);
}

static void who_slips_is_named(void **unused)
{
	static const char *const of[][2] = { { "queen", "players=3" }, { "rails", "players=3" } };

	(void)unused;
	for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
		check_naming(of[i]);
}

/* Draws that follow on each other, as those of the set-up of rails do: the judgement after one of them and before the next differ by that draw
 * alone, and not by what all that are still to come might be. */
static void draws_in_a_row_agree(void **unused)
{
	static const double limit = 0.02;       /* it is .009; by draws of their own it would be .05 */
	static const char *const rails[2] = { "rails", "players=3" };
	double drift = 0;
	int n = 0;

	(void)unused;
	for (uint64_t seed = 1; seed <= 8; seed++) {
		struct session s;
		struct review_moment last = { .kind = REVIEW_FORCED }, m;
		play(&s, rails, seed, -1);
		for (int p = 0; p < s.plies && s.setup.game->to_move(&s.setup.box, session_at(&s, p)) == CHANCE; p++, last = m) {
			review_moment(&s, review_level_find("quick"), p, &m);
			for (int k = 0; k < s.setup.players && p > 0; k++, n++)
				drift += fabs(m.before[k] - last.after[k]);
		}
		session_close(&s);
	}
	assert_in_range(n, 100, 10000);
	assert_true(drift / n < limit);
}

/* A game in few letters plays itself again, up to where it was left; a code of another game is refused. */
static void a_code_follows_a_game(void **unused)
{
	for (int g = 0; g < GAMES; g++) {
		static char code[1 << 14];
		struct session s, again;
		char why[MAX_ERROR];
		play(&s, games[g], 7, -1);
		for (int p = s.plies / 3; p < s.plies; p += s.plies / 3) {
			struct text t = text_on(code, sizeof code);
			struct moves may;
			while (s.setup.game->to_move(&s.setup.box, session_at(&s, p)) < 0 || (s.setup.game->legal(&s.setup.box, session_at(&s, p), &may), may.n < 2))
				if (++p == s.plies)
					break;
			if (p == s.plies)
				break;
			follow_write(&s, p, &t);
			assert_true(text_fits(&t));
			session_start(&again, &s.setup);
			assert_true(follow_play(&again, code, why));
			assert_int_equal(again.plies, p);
			assert_true(game_same(&again.state, session_at(&s, p)));
			session_close(&again);
		}
		session_start(&again, &s.setup);
		assert_false(follow_play(&again, "y!", why));
		session_close(&again);
		session_close(&s);
	}
}

/* What is found is what a puzzle is said to be. */
static void a_puzzle_holds(void **unused)
{
	static struct puzzle p;
	int found = 0;

	for (uint64_t seed = 1; seed < 40 && found == 0; seed++) {
		struct session s;
		char why[MAX_ERROR];
		play(&s, games[2], seed, -1);
		for (int ply = 0; ply < s.plies && found == 0; ply++) {
			if (!puzzle_at(&s, ply, &p))
				continue;
			found++;
			assert_true(p.best.choice.promise - p.next.choice.promise >= PUZZLE_GAP / 100.0);
			assert_int_not_equal(p.best.choice.move[0], p.simple.choice.move[0]);
			assert_true(puzzle_holds(&s, ply, p.best.choice.move[0], 77, why));
			assert_false(puzzle_holds(&s, ply, p.next.choice.move[0], 77, why));
			assert_true(p.reasons > 0 && p.theme[0] && p.best.line.moves > 0);
		}
		session_close(&s);
	}
	assert_int_equal(found, 1);
}

static void a_judgement_adds_up(void **unused)
{
	for (int g = 0; g < GAMES; g++) {
		struct session s;
		double chance[MAX_PLAYERS];
		play(&s, games[g], 5, -1);
		const struct judge j = judge_of(s.setup.game, &s.setup.box, 4, 2, 0);
		for (int p = 0; p <= s.plies; p += 9) {
			judge_chances(&j, session_at(&s, p), s.setup.game->turn(session_at(&s, p)), 1, chance);
			for (int i = 0; i < s.setup.players; i++)
				assert_true(chance[i] >= 0 && chance[i] <= 1);
			assert_true(s.setup.players == 1 || fabs(total(chance, s.setup.players) - 1) < tiny);
		}
		session_close(&s);
	}
}

/* Whoever decides as a level does in the middle has that level in what is named; beyond the last one it is named alone; of a few decisions nothing is said. */
static void levels_are_named_by_what_bots_do(void **unused)
{
	static const char *const names[] = { "queen", "broadhorns", "rails" };

	(void)unused;
	for (int g = 0; g < 3; g++) {
		const struct game *game = game_find(names[g]);
		const struct review_standards *of = review_standards(game);
		char like[REVIEW_LIKE];
		for (int i = 0; i < REVIEW_STANDARDS; i++) {
			struct review_seat seat = { .decisions = 100, .waste = exp(of->of[i].waste) - 0.005, .slips = 100 * of->of[i].slip };
			assert_true(review_like(game, &seat, like));
			assert_non_null(strstr(like, of->of[i].level));
			seat.decisions = 7;
			assert_false(review_like(game, &seat, like));
		}
		struct review_seat best = { .decisions = 100, .waste = 0.02, .slips = 100 * of->of[REVIEW_STANDARDS - 1].slip };
		assert_true(review_like(game, &best, like));
		assert_string_equal(like, "hard");
	}
	assert_null(review_standards(game_find("blank")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_judgement_adds_up),
		cmocka_unit_test(accounts_close),
		cmocka_unit_test(luck_is_fair_at_every_draw),
		cmocka_unit_test(sampled_luck_is_fair_from_the_beginning),
		cmocka_unit_test(decisions_know_the_view_alone),
		cmocka_unit_test(the_same_record_gives_the_same_review),
		cmocka_unit_test(who_slips_is_named),
		cmocka_unit_test(draws_in_a_row_agree),
		cmocka_unit_test(a_code_follows_a_game),
		cmocka_unit_test(a_puzzle_holds),
		cmocka_unit_test(levels_are_named_by_what_bots_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
