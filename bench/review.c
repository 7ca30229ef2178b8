/* bench/review: whether reviews can be trusted. Plays games of equal bots, one of which moves at random at every fifth of its decisions, and
 * reviews them. With --equal nobody slips. With --one BOT nobody slips either, and that seat is played by another bot: a stronger one should not be named
 * more often than by chance. --first N begins with game N in the place of 0: other games, which the numbers of a measure were not chosen with.
 * With --equal, BOT may be several with commas between them: they take turns in the seats, by the number of the game. --list prints a line for every seat of
 * every game in the place of the sums, as soon as it is known; bench/standards reads it:
 *
 *   game, seat, bot, decisions, luck, waste, slips, 1 for the seat that slipped most, 1 for the seat that was to slip
 *
 *   luck     the mean of each seat is 0 within its interval of 95 %, for draws favour nobody
 *   named    how often the seat that slips is the one that slipped most by its decisions (slips), whoever won
 *   waste    the share of what was at stake that the others have given away, in the mean: src/review/standard.c has it for the levels
 *   drift    by how much the judgement changes its mind between two moves, in the mean; what a turn regains by it is not left out
 *   closes   by how much the worst account fails to close
 *   Brier    after each decision, in the mean of games: the sum over seats of the squared difference to what each had in the end; and the calibration error of
 *            all these chances, in ten classes
 *
 * Everything follows from the seed. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bots/bot.h"
#include "review/review.h"

enum { SLIP_EVERY = 5, BOTS = 8, CLASSES = 10 };

struct class { double said, came, n; };
struct sums {
	int games, named;
	double waste, luck[MAX_PLAYERS], luck_squares[MAX_PLAYERS], drift, moves, closes, seconds, brier;
	struct class class[CLASSES];
};

static int slip(const struct session *s, struct rng *r)
{
	struct moves may;

	s->setup.game->legal(&s->setup.box, &s->state, &may);
	return may.id[rng_below(r, (uint32_t)may.n)];
}

struct lineup { char words[MAX_ERROR]; const char *of[BOTS]; int n; };

/* False: one of them is no bot, or there are too many. */
static bool lineup_read(struct lineup *l, const char *names)
{
	l->n = 0;
	snprintf(l->words, sizeof l->words, "%s", names);
	for (char *at = strtok(l->words, ","); at; at = strtok(NULL, ","))
		if (l->n == BOTS || !bot_find(l->of[l->n++] = at))
			return false;
	return l->n > 0;
}

static const char *lineup_at(const struct lineup *l, int game, int seat)
{
	return l->of[(game + seat) % l->n];
}

/* Plays a game to its end; `weak` is the seat that slips, or that `one` plays if it is not NULL; -1: nobody. */
static void play(struct session *s, const struct lineup *bots, int game, const char *one, int weak, struct rng *r)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	struct mind *mind[MAX_PLAYERS];
	struct state view;
	struct moves may;
	int decisions = 0;

	for (int i = 0; i < s->setup.players; i++)
		mind[i] = bot_open(one && i == weak ? one : lineup_at(bots, game, i), g, b);
	for (int mover; (mover = session_to_move(s)) >= 0; session_settle(s)) {
		g->legal(b, &s->state, &may);
		game_view(g, b, &s->state, mover, &view);
		if (!one && mover == weak && may.n > 1 && decisions++ % SLIP_EVERY == SLIP_EVERY - 1)
			session_move(s, slip(s, r));
		else
			session_move(s, bot_pick(mind[mover], &view, (struct budget){ 0 }, r, NULL));
	}
	for (int i = 0; i < s->setup.players; i++)
		bot_close(mind[i]);
}

static void list(const struct session *s, const struct lineup *bots, int game, const struct review_seat seat[], const int named[2])
{
	for (int i = 0; i < s->setup.players; i++)
		printf("%d\t%d\t%s\t%d\t%.6f\t%.6f\t%.6f\t%d\t%d\n", game, i, lineup_at(bots, game, i), seat[i].decisions, seat[i].luck, seat[i].waste,
			seat[i].slips, i == named[0], i == named[1]);
	fflush(stdout);
}

/* What was said after each decision, beside what each seat had in the end. */
static void add_honesty(const struct session *s, const struct review_moment m[], const struct review_seat seat[], struct sums *sum)
{
	double squares = 0;
	int decisions = 0;

	for (int p = 0; p < s->plies; p++) {
		if (m[p].kind != REVIEW_DECISION)
			continue;
		decisions++;
		for (int i = 0; i < s->setup.players; i++) {
			const double said = m[p].after[i];
			struct class *c = &sum->class[said < 1 ? (int)(said * CLASSES) : CLASSES - 1];
			squares += (said - seat[i].end) * (said - seat[i].end);
			c->said += said;
			c->came += seat[i].end;
			c->n++;
		}
	}
	sum->brier += decisions ? squares / decisions : 0;
}

static double calibration_error(const struct sums *sum)
{
	double off = 0, n = 0;

	for (int i = 0; i < CLASSES; i++) {
		off += fabs(sum->class[i].said - sum->class[i].came);
		n += sum->class[i].n;
	}
	return n > 0 ? off / n : 0;
}

/* listed: NULL: nothing is printed. */
static void judge(const struct session *s, const struct review_level *level, int weak, const struct lineup *listed, int game, struct sums *sum)
{
	struct review_moment *m = calloc((size_t)s->plies, sizeof *m);
	struct review_seat seat[MAX_PLAYERS];
	const int64_t begun = clock_us();
	int worst = 0;

	must(m != NULL);
	for (int p = 0; p < s->plies; p++)
		review_moment(s, level, p, &m[p]);
	review_sum(s, m, seat);
	sum->seconds += (double)(clock_us() - begun) / 1e6;
	for (int i = 0; i < s->setup.players; i++) {
		const struct review_seat *a = &seat[i];
		worst = a->slips > seat[worst].slips ? i : worst;
		sum->waste += i == weak ? 0 : a->waste / (s->setup.players - (weak >= 0));
		sum->luck[i] += a->luck;
		sum->luck_squares[i] += a->luck * a->luck;
		sum->closes = fmax(sum->closes, fabs(a->start + a->luck + a->own + a->others + a->hidden - a->end));
		for (int p = 0; p < s->plies; p++)
			sum->drift += fabs(m[p].drift[i] + m[p].regained[i]);
	}
	add_honesty(s, m, seat, sum);
	sum->moves += s->plies * s->setup.players;
	sum->games++;
	sum->named += worst == weak;
	if (listed)
		list(s, listed, game, seat, (int[]){ worst, weak });
	free(m);
}

static void print(const struct setup *u, const char *bots, const struct review_level *level, const struct sums *sum, bool equal)
{
	const int n = sum->games;

	printf("%s, %d players, %s, level %s, %d games: luck", u->game->name, u->players, bots, level->name, n);
	for (int i = 0; i < u->players; i++) {
		const double mean = sum->luck[i] / n, error = sqrt(fmax(0, sum->luck_squares[i] / n - mean * mean) / (n > 1 ? n - 1 : 1));
		printf(" %+.3f±%.3f", mean, 1.96 * error);
	}
	if (!equal)
		printf(", named %d (%.1f %%)", sum->named, 100.0 * sum->named / n);
	printf(", waste %.3f, drift %.4f a move, closes to %.0e, Brier %.4f, error %.4f, %.2f s a game\n", sum->waste / n, sum->drift / sum->moves, sum->closes, sum->brier / n,
		calibration_error(sum), sum->seconds / n);
}

int main(int argc, char **argv)
{
	const char *one = NULL;
	bool equal = false, listed = false;
	int first = 0;
	struct lineup lineup;
	struct setup u;
	struct sums sum = { 0 };
	char why[MAX_ERROR], bots[MAX_ERROR];

	for (int taken; argc > 1 && argv[1][0] == '-'; argc -= taken, argv += taken) {
		const bool begins = strcmp(argv[1], "--first") == 0 && argc > 2, other = strcmp(argv[1], "--one") == 0 && argc > 2;
		taken = begins || other ? 2 : 1;
		if (begins)
			first = atoi(argv[2]);
		else if (other)
			one = argv[2];
		else if (strcmp(argv[1], "--equal") == 0)
			equal = true;
		else if (strcmp(argv[1], "--list") == 0)
			listed = true;
		else
			argc = 1;               /* no such flag: the usage is told */
	}
	if (argc < 5) {
		fputs("usage: bench/review [--equal | --one BOT] [--list] [--first N] BOT[,BOT...] LEVEL GAMES GAME [key=value...]\n", stderr);
		return 2;
	}
	const struct review_level *level = review_level_find(argv[2]);
	const bool known = lineup_read(&lineup, argv[1]) && (lineup.n == 1 || equal) && (!one || bot_find(one));
	if (!known || !level || atoi(argv[3]) < 1 || !setup_read(&u, NULL, argc - 4, (const char *const *)&argv[4], why)) {
		fprintf(stderr, "bench/review: %s\n", !known ? "no such bot, or several without --equal" : !level ? "no such level" : atoi(argv[3]) < 1 ? "how many games?" : why);
		return 2;
	}
	for (int game = first; game < first + atoi(argv[3]); game++) {
		struct session s;
		struct rng r = rng_seed((uint64_t)game);
		const int weak = equal ? -1 : game % u.players;
		u.seed = (uint64_t)game + 1;
		session_start(&s, &u);
		play(&s, &lineup, game, one, weak, &r);
		judge(&s, level, weak, listed ? &lineup : NULL, game, &sum);
		session_close(&s);
	}
	snprintf(bots, sizeof bots, "%s%s%s", argv[1], equal ? "" : one ? ", one is " : ", one slips", one && !equal ? one : "");
	if (!listed)
		print(&u, bots, level, &sum, equal);
	return 0;
}
