/* bench/tune: weights of an evaluation from self-play, by CMA-ES.
 *
 * A bot plays against itself, and now and then at random, so that there are mistakes to learn from. Of every few moments of these games
 * the features of all seats are kept, and who won in the end. Then the weights are looked for that foretell the winners best: the least
 * mean of -log(chance that the evaluation gave to the winner), with a small price on large weights, so that what is seldom seen stays
 * small. The first feature is the unit, its weight is 1 or -1.
 *
 * Everything follows from the seed; nothing depends on the weights in use, if the bot does not: simple does not. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/eval.h"
#include "evolve.h"

enum { SELDOM = 16, MOMENT = 5 };       /* one decision in so many is at random; one in so many is kept */
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
	int samples, cap;
	double scatter[MAX_FEATURES];
};

/* Games ------------------------------------------------------------------------------ */

static void keep(struct job *j, const struct state *s)
{
	if (j->samples == j->cap) {
		j->cap = j->cap ? 2 * j->cap : 1024;
		j->sample = realloc(j->sample, (size_t)j->cap * sizeof *j->sample);
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

static double loss(const void *of, int generation, const double x[])
{
	const struct job *j = of;
	double weight[MAX_FEATURES], near, far, sum = 0, size = 0;

	(void)generation;
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
	evolve(&(struct evolution){ j.terms, j.generations, j.seed + 1, 100, loss, &j }, x);
	weights_of(&j, x, weight, &near, &far);
	printf("/* Made by: bench/tune %s %d %s %d %d %s\n * %d moments, %.4f for each; a guess has %.4f. */\n", argv[1], j.players, j.bot, j.games, j.generations,
		argv[6], j.samples, loss(&j, 0, x), log(j.players));
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
