/* bench/tune: weights of an evaluation from self-play, by CMA-ES.
 *
 * A bot plays against itself, and now and then at random, so that there are mistakes to learn from. Of every few moments of these games
 * the features of all seats are kept, and who won in the end. Then the weights are looked for that foretell the winners best: the least
 * mean of -log(chance that the evaluation gave to the winner), with a small price on large weights, so that what is seldom seen stays
 * small. The first feature is the unit, its weight is 1 or -1.
 *
 * The search is a CMA-ES whose covariance is a diagonal (Ros and Hansen 2008). Everything follows from the seed; nothing depends on the
 * weights in use, if the bot does not: simple does not. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/eval.h"

enum { SELDOM = 16, MOMENT = 5, LARGEST = 64 };         /* one decision in so many is at random; one in so many is kept; offspring at most */
static const double price = 2e-4;                       /* of the square of a weight, in units of its feature's scatter */

/* A moment of a game. */
struct sample { float feature[MAX_PLAYERS][MAX_FEATURES], left, share[MAX_PLAYERS]; };  /* share: of the first place */

struct job {
	const struct game *game;
	const struct eval *eval;
	const char *bot;
	int players, games, generations, terms;
	uint64_t seed;
	struct sample *sample;
	int samples, room;
	double scatter[MAX_FEATURES];
};

/* Games ------------------------------------------------------------------------------ */

static void keep(struct job *j, const struct state *s)
{
	if (j->samples == j->room) {
		j->room = j->room ? 2 * j->room : 1024;
		j->sample = realloc(j->sample, (size_t)j->room * sizeof *j->sample);
		must(j->sample != NULL);
	}
	struct sample *to = &j->sample[j->samples++];
	for (int seat = 0; seat < j->players; seat++)
		j->eval->features(j->game->box, s, seat, to->feature[seat]);
	to->left = j->eval->left(j->game->box, s);
}

static void play(struct job *j, uint64_t deal)
{
	const struct game *g = j->game;
	struct mind *mind[MAX_PLAYERS];
	struct rng own = rng_seed(deal);
	struct state s, view;
	struct moves may;
	uint8_t option[MAX_OPTIONS];
	int place[MAX_PLAYERS], first = 0, from = j->samples;

	game_presets(g, option);
	game_start(g, g->box, j->players, option, &s);
	for (int i = 0; i < j->players; i++)
		mind[i] = bot_open(j->bot, g, g->box);
	for (int mover, move; (mover = g->to_move(g->box, &s)) != OVER; g->apply(g->box, &s, move, NULL)) {
		if (mover == CHANCE) {
			move = game_chance(g, g->box, &s, &own);
			continue;
		}
		if (rng_below(&own, MOMENT) == 0)
			keep(j, &s);
		g->legal(g->box, &s, &may);
		game_view(g, g->box, &s, mover, &view);
		move = rng_below(&own, SELDOM) == 0 ? may.id[rng_below(&own, (uint32_t)may.n)] : bot_pick(mind[mover], &view, (struct budget){ 0 }, &own, NULL);
	}
	g->place(g->box, &s, place);
	for (int i = 0; i < j->players; i++) {
		first += place[i] == 1;
		bot_close(mind[i]);
	}
	for (; from < j->samples; from++)
		for (int i = 0; i < j->players; i++)
			j->sample[from].share[i] = place[i] == 1 ? 1 / (float)first : 0;
}

static void gather(struct job *j)
{
	for (int i = 0; i < j->games; i++)
		play(j, rng_mix(j->seed) + (uint64_t)i);
	for (int f = 0; f < j->eval->n; f++) {
		double sum = 0, squares = 0, n = (double)j->samples * j->players;
		for (int i = 0; i < j->samples; i++)
			for (int seat = 0; seat < j->players; seat++) {
				sum += (double)j->sample[i].feature[seat][f];
				squares += (double)j->sample[i].feature[seat][f] * (double)j->sample[i].feature[seat][f];
			}
		j->scatter[f] = sqrt(fmax(squares / n - sum / n * sum / n, 1e-4));
	}
}

/* Weights ------------------------------------------------------------------------------- */

/* What is looked for is in units of the scatter: all weights but the first, then the logarithms of near and far. */
static void weights_of(const struct job *j, const double x[], double weight[], double *near, double *far)
{
	weight[0] = j->eval->weights[0] < 0 ? -1 : 1;
	for (int f = 1; f < j->eval->n; f++)
		weight[f] = x[f - 1] * j->scatter[0] / j->scatter[f];
	*near = j->scatter[0] * exp(x[j->eval->n - 1]);
	*far = j->scatter[0] * exp(x[j->eval->n]);
}

static double loss(const struct job *j, const double x[])
{
	double weight[MAX_FEATURES], near, far, sum = 0, size = 0;

	weights_of(j, x, weight, &near, &far);
	for (int i = 0; i < j->samples; i++) {
		const struct sample *at = &j->sample[i];
		const double spread = near + (far - near) * (double)at->left;
		double standing[MAX_PLAYERS], top = -1e9, all = 0, won = 0;
		for (int seat = 0; seat < j->players; seat++) {
			standing[seat] = 0;
			for (int f = 0; f < j->eval->n; f++)
				standing[seat] += weight[f] * (double)at->feature[seat][f];
			top = fmax(top, standing[seat]);
		}
		for (int seat = 0; seat < j->players; seat++) {
			all += exp((standing[seat] - top) / spread);
			won += (double)at->share[seat] * (standing[seat] - top) / spread;
		}
		sum += log(all) - won;
	}
	for (int k = 0; k < j->terms; k++)
		size += x[k] * x[k];
	return sum / j->samples + price * size;
}

/* CMA-ES ----------------------------------------------------------------------------------- */

static double normal(struct rng *r)
{
	double u = ((double)(rng_next(r) >> 11) + 1) / 9007199254740993.0, v = (double)(rng_next(r) >> 11) / 9007199254740992.0;

	return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

struct child { double z[MAX_FEATURES + 1], x[MAX_FEATURES + 1], loss; };

static int by_loss(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	return (x->loss > y->loss) - (x->loss < y->loss);
}

/* Leaves the mean in x. */
static void evolve(const struct job *j, double x[])
{
	static struct child child[LARGEST];
	const int n = j->terms, born = 4 + (int)(3 * log(n)), parents = born / 2;
	struct rng r = rng_seed(j->seed + 1);
	double share[LARGEST], total = 0, squares = 0, sigma = 0.3, var[MAX_FEATURES + 1], path[MAX_FEATURES + 1] = { 0 }, steps[MAX_FEATURES + 1] = { 0 };

	for (int i = 0; i < parents; i++)
		total += share[i] = log(parents + 0.5) - log(i + 1);
	for (int i = 0; i < parents; i++) {
		share[i] /= total;
		squares += share[i] * share[i];
	}
	const double mu = 1 / squares, cs = (mu + 2) / (n + mu + 5), ds = 1 + cs + 2 * fmax(0, sqrt((mu - 1) / (n + 1)) - 1);
	const double cc = (4 + mu / n) / (n + 4 + 2 * mu / n), faster = (n + 2) / 3.0, long_step = sqrt(n) * (1 - 1 / (4.0 * n) + 1 / (21.0 * n * n));
	const double c1 = fmin(0.5, faster * 2 / ((n + 1.3) * (n + 1.3) + mu)), cm = fmin(1 - c1, faster * 2 * (mu - 2 + 1 / mu) / ((n + 2) * (n + 2) + mu));

	for (int k = 0; k < n; k++)
		var[k] = 1;
	for (int g = 0; g < j->generations; g++) {
		for (int i = 0; i < born; i++) {
			for (int k = 0; k < n; k++)
				child[i].x[k] = x[k] + sigma * sqrt(var[k]) * (child[i].z[k] = normal(&r));
			child[i].loss = loss(j, child[i].x);
		}
		qsort(child, (size_t)born, sizeof child[0], by_loss);
		double length = 0, step[MAX_FEATURES + 1] = { 0 };
		for (int k = 0; k < n; k++) {
			for (int i = 0; i < parents; i++)
				step[k] += share[i] * child[i].z[k];
			x[k] += sigma * sqrt(var[k]) * step[k];
			path[k] = (1 - cs) * path[k] + sqrt(cs * (2 - cs) * mu) * step[k];
			length += path[k] * path[k];
		}
		length = sqrt(length);
		const bool fast = length / sqrt(1 - pow(1 - cs, 2.0 * (g + 1))) > (1.4 + 2.0 / (n + 1)) * long_step;
		for (int k = 0; k < n; k++) {
			double spread = 0, sd = sqrt(var[k]);
			steps[k] = (1 - cc) * steps[k] + (fast ? 0 : sqrt(cc * (2 - cc) * mu) * sd * step[k]);
			for (int i = 0; i < parents; i++)
				spread += share[i] * var[k] * child[i].z[k] * child[i].z[k];
			var[k] = (1 - c1 - cm) * var[k] + c1 * (steps[k] * steps[k] + (fast ? cc * (2 - cc) * var[k] : 0)) + cm * spread;
		}
		sigma *= exp(cs / ds * (length / long_step - 1));
		if (g % 100 == 99)
			fprintf(stderr, "generation %d of %d: %.5f\n", g + 1, j->generations, child[0].loss);
	}
}

/* The command --------------------------------------------------------------------------------- */

static int usage(void)
{
	fprintf(stderr, "usage: bench/tune GAME PLAYERS BOT GAMES GENERATIONS SEED\n"
		"Prints weights for src/bots/weights_GAME.h: those that foretell best who wins GAMES games that BOT plays against itself.\n"
		"Example: bench/tune rails 3 simple 4000 600 1\n");
	return 2;
}

int main(int argc, char **argv)
{
	struct job j = { 0 };
	double x[MAX_FEATURES + 1] = { 0 }, weight[MAX_FEATURES], near, far;

	if (argc != 7)
		return usage();
	j.game = game_find(argv[1]);
	j.players = atoi(argv[2]);
	j.bot = argv[3];
	j.games = atoi(argv[4]);
	j.generations = atoi(argv[5]);
	j.seed = strtoull(argv[6], NULL, 10);
	if (!j.game || !eval_find(j.game) || !bot_find(j.bot) || j.players < 2 || j.players < j.game->min_players || j.players > j.game->max_players ||
		j.games < 1 || j.generations < 1)
		return usage();
	j.eval = eval_find(j.game);
	j.terms = j.eval->n + 1;
	gather(&j);
	evolve(&j, x);
	weights_of(&j, x, weight, &near, &far);
	printf("/* Made by: bench/tune %s %d %s %d %d %s\n * %d moments, %.4f for each; a guess has %.4f. */\n", argv[1], j.players, j.bot, j.games, j.generations,
		argv[6], j.samples, loss(&j, x), log(j.players));
	printf("#define NEAR_LEAD %.3fF\n#define FAR_LEAD %.3fF\nstatic const float weight[] = {\n", near, far);
	for (int f = 0; f < j.eval->n; f++) {
		char number[32];
		snprintf(number, sizeof number, "%.3fF,", weight[f]);
		printf("\t%-16s/* %s */\n", number, j.eval->names[f]);
	}
	printf("};\n");
	free(j.sample);
	return 0;
}
