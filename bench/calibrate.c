/* bench/calibrate: how honest the chances are. Plays games of equal bots, lets the seat to move judge many of their positions from what it may know, the
 * mean of some guesses, and compares the chances with who won.
 *
 *   Brier    the mean of the squared differences, summed over seats: lower is better
 *   error    expected calibration error: in ten classes of chances, how far their mean is from the share that won
 *
 * Rows are ways to judge. What a way is better by than the evaluation by hand is compared position by position; its interval of 95 % is over games.
 * Everything follows from the seed. Games are played on all cores. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "bots/knowledge.h"
#include "play/session.h"
#include "review/judge.h"

enum { CLASSES = 10, EVERY = 7, GUESSES = 8, FIRST_SEED = 1000000, WAYS = 4, MOST_JOBS = 64 };

/* A way to judge: by which evaluation, and how far the position is played on. */
static const struct way { const char *name; bool by_hand; int turns; } ways[WAYS] = {
	{ "by hand", true, JUDGE_HERE }, { "net", false, JUDGE_HERE }, { "net, after the turn", false, 0 }, { "net, a turn later", false, 1 },
};

struct sums {
	double brier, logloss, n, said[CLASSES], won[CLASSES], count[CLASSES];
	double less, squares, cross;            /* Brier less that of the first way: of all games, and what its interval is made of */
	double games_n, games_n2;
};

static void play(struct session *s, const char *bot, struct rng *r)
{
	struct mind *mind[MAX_PLAYERS];
	struct state view;

	for (int i = 0; i < s->setup.players; i++)
		mind[i] = bot_open(bot, s->setup.game, &s->setup.box);
	for (int mover; (mover = session_to_move(s)) >= 0; session_settle(s)) {
		game_view(s->setup.game, &s->setup.box, &s->state, mover, &view);
		session_move(s, bot_pick(mind[mover], &view, (struct budget){ 0 }, r, NULL));
	}
	for (int i = 0; i < s->setup.players; i++)
		bot_close(mind[i]);
}

/* The chances that the seat to move sees. */
static void look(const struct way *way, const struct session *s, const struct state *at, uint64_t seed, double out[MAX_PLAYERS])
{
	const struct game *g = s->setup.game;
	struct judge j = judge_of(g, &s->setup.box, 1, 1, way->turns);
	struct rng r = rng_seed(seed);
	struct state view;

	if (way->by_hand)
		j.eval = bot_knowledge_of(g)->eval;
	game_view(g, &s->setup.box, at, g->to_move(&s->setup.box, at), &view);
	memset(out, 0, MAX_PLAYERS * sizeof *out);
	for (int i = 0; i < GUESSES; i++) {
		struct state guess = view;
		double chance[MAX_PLAYERS];
		game_guess(g, &s->setup.box, &guess, &r);
		judge_chances(&j, &guess, g->turn(&guess), rng_next(&r), chance);
		for (int seat = 0; seat < at->players; seat++)
			out[seat] += chance[seat] / GUESSES;
	}
}

/* Returns the squared differences of this position. */
static double add(struct sums *sum, const double chance[], const float won[], int players)
{
	double brier = 0;

	for (int i = 0; i < players; i++) {
		const int class = chance[i] < 1 ? (int)(chance[i] * CLASSES) : CLASSES - 1;
		const double by = chance[i] - (double)won[i];
		brier += by * by;
		sum->logloss -= (double)won[i] * log(fmax(chance[i], 1e-6));
		sum->said[class] += chance[i];
		sum->won[class] += (double)won[i];
		sum->count[class]++;
	}
	sum->n++;
	sum->brier += brier;
	return brier;
}

static void judge_game(const struct session *s, struct sums sum[WAYS])
{
	const struct game *g = s->setup.game;
	float won[MAX_PLAYERS];
	double less[WAYS] = { 0 }, n = 0;

	eval_win(NULL, g, &s->setup.box, &s->state, won);
	for (int p = 0, decisions = 0; p < s->plies; p++) {
		const struct state *at = session_at(s, p);
		double chance[MAX_PLAYERS], brier[WAYS];
		if (g->to_move(&s->setup.box, at) < 0 || g->turn(at) == 0 || decisions++ % EVERY)
			continue;
		for (int k = 0; k < WAYS; k++) {
			look(&ways[k], s, at, (uint64_t)p, chance);
			brier[k] = add(&sum[k], chance, won, s->setup.players);
			less[k] += brier[k] - brier[0];
		}
		n++;
	}
	for (int k = 0; k < WAYS; k++) {
		sum[k].less += less[k];
		sum[k].squares += less[k] * less[k];
		sum[k].cross += less[k] * n;
		sum[k].games_n += n;
		sum[k].games_n2 += n * n;
	}
}

static double error_of(const struct sums *sum)
{
	double off = 0, all = 0;

	for (int i = 0; i < CLASSES; i++) {
		off += fabs(sum->said[i] - sum->won[i]);
		all += sum->count[i];
	}
	return off / all;
}

static void print_way(const struct way *way, const struct sums *sum)
{
	/* The mean of a ratio: what each game is above it, squared and summed over games. */
	const double mean = sum->less / sum->games_n, off = sqrt(sum->squares - 2 * mean * sum->cross + mean * mean * sum->games_n2) / sum->games_n;

	printf("%-20s  %.4f  %.4f  %.4f", way->name, sum->brier / sum->n, sum->logloss / sum->n, error_of(sum));
	if (!way->by_hand)
		printf("   %+.4f [%+.4f %+.4f]", mean, mean - 1.96 * off, mean + 1.96 * off);
	putchar('\n');
}

/* Every so many of the games, from the one of this number on. */
struct job { pthread_t thread; struct setup setup; const char *bot; int first, step, games; struct sums sum[WAYS]; };

static void *work(void *arg)
{
	struct job *j = arg;

	for (int game = j->first; game < j->games; game += j->step) {
		struct session s;
		struct rng r = rng_seed((uint64_t)game);
		j->setup.seed = (uint64_t)game + FIRST_SEED;
		session_start(&s, &j->setup);
		play(&s, j->bot, &r);
		judge_game(&s, j->sum);
		session_close(&s);
	}
	return NULL;
}

static void add_sums(struct sums *to, const struct sums *from)
{
	double *a = (double *)to;
	const double *b = (const double *)from;

	for (size_t i = 0; i < sizeof *to / sizeof *a; i++)
		a[i] += b[i];
}

static void judge_all(const struct setup *u, const char *bot, int games, struct sums sum[WAYS])
{
	static struct job job[MOST_JOBS];
	const long cores = sysconf(_SC_NPROCESSORS_ONLN);
	const int jobs = cores < 1 ? 1 : cores < MOST_JOBS ? (int)cores : MOST_JOBS;

	for (int i = 0; i < jobs; i++) {
		job[i] = (struct job){ .setup = *u, .bot = bot, .first = i, .step = jobs, .games = games };
		must(pthread_create(&job[i].thread, NULL, work, &job[i]) == 0);
	}
	for (int i = 0; i < jobs; i++) {
		pthread_join(job[i].thread, NULL);
		for (int k = 0; k < WAYS; k++)
			add_sums(&sum[k], &job[i].sum[k]);
	}
}

int main(int argc, char **argv)
{
	static struct sums sum[WAYS];
	struct setup u;
	char why[MAX_ERROR];

	if (argc < 4 || !bot_find(argv[1]) || atoi(argv[2]) < 1 || !setup_read(&u, NULL, argc - 3, (const char *const *)&argv[3], why)) {
		fputs("usage: bench/calibrate BOT GAMES GAME [key=value...]\n", stderr);
		return 2;
	}
	judge_all(&u, argv[1], atoi(argv[2]), sum);
	printf("%s, %d players, %d games of %s, %.0f positions\n%-20s  %-6s  %-6s  %-6s   %s\n", u.game->name, u.players, atoi(argv[2]), argv[1], sum[0].n,
		"", "Brier", "loss", "error", "Brier less by hand, 95 %");
	for (int k = 0; k < WAYS; k++)
		print_way(&ways[k], &sum[k]);
	printf("the net, class by class: said, won, how many\n");
	for (int i = 0; i < CLASSES; i++)
		if (sum[1].count[i] > 0)
			printf("  %.4f  %.4f  %.0f\n", sum[1].said[i] / sum[1].count[i], sum[1].won[i] / sum[1].count[i], sum[1].count[i]);
	return 0;
}
