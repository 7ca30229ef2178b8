/* bench/tune: weights of an evaluation from self-play, by SPSA.
 *
 * Each step shakes all weights at once, every one up or down by a share of its size. A bot with the shaken weights plays a few deals
 * against the same bot with them shaken the other way, each in all seats; then the weights go a little in the direction that did better.
 * The result is the mean of the second half of the steps. Everything follows from the seed. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/eval.h"

static const double shake = 0.25, pull = 0.6;  /* shares of a weight's size: how far apart the two are; how far a clean sweep moves it */

struct job {
	const struct game *game;
	struct eval base;
	const char *bot;
	int players, steps, deals, terms;
	uint64_t seed;
	double x[MAX_FEATURES + 2], size[MAX_FEATURES + 2];     /* the weights, then near and far */
};

/* An evaluation with other weights. */
struct variant { struct eval eval; float weight[MAX_FEATURES]; };

static void make_variant(const struct job *j, const double x[], struct variant *v)
{
	v->eval = j->base;
	for (int i = 0; i < j->base.n; i++)
		v->weight[i] = (float)x[i];
	v->eval.weights = v->weight;
	v->eval.near = (float)(x[j->base.n] > 0.1 ? x[j->base.n] : 0.1);
	v->eval.far = (float)(x[j->base.n + 1] > 0.1 ? x[j->base.n + 1] : 0.1);
}

/* One game; bit i of `plus` says that seat i has the first variant. Returns by how much it did better, from -1 to 1. */
static double play(const struct job *j, const struct variant v[2], unsigned plus, uint64_t deal)
{
	const struct game *g = j->game;
	struct mind *mind[MAX_PLAYERS];
	struct rng own = rng_seed(rng_mix(deal) + plus);
	struct state s;
	uint8_t option[MAX_OPTIONS];
	uint32_t draws[16] = { 0 };
	float u[MAX_PLAYERS], better = 0;

	game_presets(g, option);
	game_start(g, g->box, j->players, option, &s);
	for (int i = 0; i < j->players; i++) {
		eval_instead(&v[plus >> i & 1 ? 0 : 1].eval);
		mind[i] = bot_open(j->bot, g, g->box);
	}
	for (int mover; (mover = g->to_move(g->box, &s)) != OVER; ) {
		struct state view;
		int move;
		if (mover == CHANCE) {
			int source = g->source(g->box, &s);
			move = game_draw(g, g->box, &s, deal, source, draws[source]++);
		} else {
			game_view(g, g->box, &s, mover, &view);
			move = bot_pick(mind[mover], &view, (struct budget){ 0 }, &own, NULL);
		}
		g->apply(g->box, &s, move, NULL);
	}
	eval_utility(&j->base, g, g->box, &s, u);
	int n = __builtin_popcount(plus);
	for (int i = 0; i < j->players; i++) {
		better += plus >> i & 1 ? u[i] / (float)n : -u[i] / (float)(j->players - n);
		bot_close(mind[i]);
	}
	eval_instead(NULL);
	return (double)better;
}

/* All deals of a step, each with every rotation of who sits where. */
static double contest(const struct job *j, const struct variant v[2], int step)
{
	const unsigned half = (1u << j->players / 2) - 1, all = (1u << j->players) - 1;
	double sum = 0;

	for (int d = 0; d < j->deals; d++)
		for (int turn = 0; turn < j->players; turn++) {
			unsigned plus = (half << turn | half >> (j->players - turn)) & all;
			if (d % 2)
				plus ^= all;                    /* the other variant is the one that has fewer seats */
			sum += play(j, v, plus, rng_mix(j->seed) + (uint64_t)(step * j->deals + d));
		}
	return sum / (j->deals * j->players);
}

static void climb(struct job *j)
{
	struct rng r = rng_seed(j->seed + 1);
	double mean[MAX_FEATURES + 2] = { 0 };
	int counted = 0;

	for (int step = 0; step < j->steps; step++) {
		double way[MAX_FEATURES + 2], x[2][MAX_FEATURES + 2];
		struct variant v[2];
		const double late = pow(1 + step / (0.2 * j->steps), -0.602);
		for (int i = 0; i < j->terms; i++) {
			way[i] = rng_below(&r, 2) ? 1 : -1;
			x[0][i] = j->x[i] + shake * j->size[i] * way[i];
			x[1][i] = j->x[i] - shake * j->size[i] * way[i];
		}
		make_variant(j, x[0], &v[0]);
		make_variant(j, x[1], &v[1]);
		double better = contest(j, v, step);
		for (int i = 0; i < j->terms; i++)
			j->x[i] += pull * late * better * j->size[i] * way[i];
		if (2 * step >= j->steps) {
			counted++;
			for (int i = 0; i < j->terms; i++)
				mean[i] += j->x[i];
		}
		if (step % 10 == 9)
			fprintf(stderr, "step %d of %d\n", step + 1, j->steps);
	}
	for (int i = 0; i < j->terms; i++)
		j->x[i] = mean[i] / counted;
}

static int usage(void)
{
	fprintf(stderr, "usage: bench/tune GAME PLAYERS BOT STEPS DEALS SEED\n"
		"Prints weights for src/bots/weights_GAME.h: STEPS steps of SPSA from those in use, each of DEALS deals in which BOT plays\n"
		"against itself with other weights. Example: bench/tune broadhorns 3 search:40 200 2 1\n");
	return 2;
}

int main(int argc, char **argv)
{
	struct job j = { 0 };

	if (argc != 7)
		return usage();
	j.game = game_find(argv[1]);
	j.players = atoi(argv[2]);
	j.bot = argv[3];
	j.steps = atoi(argv[4]);
	j.deals = atoi(argv[5]);
	j.seed = strtoull(argv[6], NULL, 10);
	if (!j.game || !eval_find(j.game) || !bot_find(j.bot) || j.players < 2 || j.players < j.game->min_players || j.players > j.game->max_players ||
		j.steps < 1 || j.deals < 1)
		return usage();
	j.base = *eval_find(j.game);
	j.terms = j.base.n + 2;
	for (int i = 0; i < j.terms; i++) {
		j.x[i] = (double)(i < j.base.n ? j.base.weights[i] : i == j.base.n ? j.base.near : j.base.far);
		j.size[i] = fabs(j.x[i]) > 0.3 ? fabs(j.x[i]) : 0.3;
	}
	climb(&j);
	printf("/* Made by: bench/tune %s %d %s %d %d %s */\n", argv[1], j.players, j.bot, j.steps, j.deals, argv[6]);
	printf("#define NEAR_LEAD %.3fF\n#define FAR_LEAD %.3fF\nstatic const float weight[] = {\n", j.x[j.base.n], j.x[j.base.n + 1]);
	for (int i = 0; i < j.base.n; i++)
		printf("\t%.3fF,%s/* %s */\n", j.x[i], j.x[i] < 0 ? "         " : "          ", j.base.names[i]);
	printf("};\n");
	return 0;
}
