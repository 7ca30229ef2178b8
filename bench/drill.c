/* bench/drill: weights of a policy (struct simple) from games, by CMA-ES.
 *
 * One table of weights plays on each seat of a deal in turn, and others on the other seats; what counts is by how much it beats the best of
 * them. In the first stage the others are `simple`; what a stage has found joins them in the next one, so that what is found at last does
 * not live by the faults of one opponent only. All children of a generation meet the same deals and the same others.
 *
 * Everything follows from the seed; nothing depends on the weights in use. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/knowledge.h"
#include "evolve.h"

enum { MOST_STAGES = 16, TRIALS = 500 };
static const double clear = 6;          /* the lead, in points, that is nearly as good as any larger one */

struct job {
	const struct game *game;
	const struct simple *adept;
	int players, stages, generations, deals;
	uint64_t seed;
	int found;                      /* tables to meet: simple, and one of each stage that is over */
	int table[MOST_STAGES + 1][MAX_WEIGHTS];
};

struct result { double clear, wins, lead; };

/* Games ------------------------------------------------------------------------------ */

static void play(const struct job *j, const struct simple *const by[], uint64_t deal, int score[])
{
	const struct game *g = j->game;
	struct rng dice = rng_seed(deal);
	struct state s;
	uint8_t option[MAX_OPTIONS];

	game_presets(g, option);
	game_start(g, g->box, j->players, option, &s);
	for (int mover; (mover = g->to_move(g->box, &s)) != OVER; )
		g->apply(g->box, &s, mover == CHANCE ? game_chance(g, g->box, &s, &dice) : simple_choose(by[mover], g, g->box, &s), NULL);
	g->score(g->box, &s, score);
}

/* One of the tables: as often the last one as all others together. */
static int draw(const struct job *j, struct rng *r, int only)
{
	return only >= 0 ? only : rng_below(r, 2) == 0 ? j->found - 1 : (int)rng_below(r, (uint32_t)j->found);
}

/* `only`: the table that all others play by; -1: any. */
static struct result measure(const struct job *j, const int weights[], int only, uint64_t seed, int deals)
{
	struct simple of[MOST_STAGES + 1], own = *j->adept;
	struct result sum = { 0, 0, 0 };

	own.weights = weights;
	for (int i = 0; i < j->found; i++) {
		of[i] = *j->adept;
		of[i].weights = j->table[i];
	}
	for (int i = 0; i < deals * j->players; i++) {
		const uint64_t deal = rng_mix(seed + (uint64_t)(i / j->players));
		const int seat = i % j->players;
		const struct simple *by[MAX_PLAYERS];
		struct rng r = rng_seed(deal + 1);
		int score[MAX_PLAYERS], best = -1000, equals = 0;
		for (int k = 0; k < j->players; k++)
			by[k] = k == seat ? &own : &of[draw(j, &r, only)];
		play(j, by, deal, score);
		for (int k = 0; k < j->players; k++) {
			best = k != seat && score[k] > best ? score[k] : best;
			equals += score[k] == score[seat];
		}
		sum.lead += score[seat] - best;
		sum.clear += 1 / (1 + exp((best - score[seat]) / clear));
		sum.wins += score[seat] >= best ? 1.0 / equals : 0;
	}
	const double n = (double)deals * j->players;
	return (struct result){ sum.clear / n, sum.wins / n, sum.lead / n };
}

/* Weights ------------------------------------------------------------------------------- */

/* What is looked for is in steps from where tuning begins, of all weights that have one. */
static void weights_of(const struct job *j, const double x[], int weight[])
{
	for (int i = 0, k = 0; i < j->adept->n; i++) {
		const struct weight_info *at = &j->adept->info[i];
		weight[i] = at->begin;
		if (at->step > 0)
			weight[i] = (int)lround(fmax(at->least, at->begin + at->step * x[k++]));
	}
}

static double loss(const void *of, int generation, const double x[])
{
	const struct job *j = of;
	int weight[MAX_WEIGHTS];

	weights_of(j, x, weight);
	return 1 - measure(j, weight, -1, rng_mix(j->seed + (uint64_t)j->found) + (uint64_t)generation * (uint64_t)j->deals, j->deals).clear;
}

/* The command --------------------------------------------------------------------------------- */

static int usage(void)
{
	fprintf(stderr, "usage: bench/drill GAME PLAYERS STAGES GENERATIONS DEALS SEED\n"
		"Prints weights for src/bots/weights_GAME_adept.h: a policy that is tuned by playing DEALS deals on every seat in each of GENERATIONS, first\n"
		"against simple, and in every further one of STAGES against what was found before, too.\n"
		"Example: bench/drill rails 3 4 60 80 1\n");
	return 2;
}

int main(int argc, char **argv)
{
	static struct job j;
	double x[MAX_TERMS] = { 0 };
	int terms = 0, weight[MAX_WEIGHTS];

	if (argc != 7)
		return usage();
	j.game = game_find(argv[1]);
	j.players = atoi(argv[2]);
	j.stages = atoi(argv[3]);
	j.generations = atoi(argv[4]);
	j.deals = atoi(argv[5]);
	j.seed = strtoull(argv[6], NULL, 10);
	if (!j.game || j.players < 2 || j.players < j.game->min_players || j.players > j.game->max_players || j.stages < 1 || j.stages > MOST_STAGES ||
		j.generations < 1 || j.deals < 1)
		return usage();
	j.adept = bot_knowledge_of(j.game)->adept;
	if (!j.adept || j.adept->n == 0) {
		fprintf(stderr, "bench/drill: %s has no policy that could be tuned\n", j.game->name);
		return 2;
	}
	memcpy(j.table[0], bot_knowledge_of(j.game)->simple->weights, (size_t)j.adept->n * sizeof weight[0]);
	for (int i = 0; i < j.adept->n; i++)
		terms += j.adept->info[i].step > 0;
	for (j.found = 1; j.found <= j.stages; j.found++) {
		evolve(&(struct evolution){ terms, j.generations, j.seed + (uint64_t)j.found, 10, loss, &j }, x);
		weights_of(&j, x, weight);
		memcpy(j.table[j.found], weight, sizeof weight);
		struct result simple = measure(&j, weight, 0, 0, TRIALS), last = measure(&j, weight, j.found - 1, 0, TRIALS);
		fprintf(stderr, "stage %d: %.2f fair shares among simple, lead %.1f; %.2f among the stage before, lead %.1f\n", j.found, simple.wins * j.players,
			simple.lead, last.wins * j.players, last.lead);
	}
	printf("/* Made by: bench/drill %s %d %d %d %d %s */\nstatic const int tuned[] = {\n", argv[1], j.players, j.stages, j.generations, j.deals, argv[6]);
	for (int i = 0; i < j.adept->n; i++) {
		char number[32];
		snprintf(number, sizeof number, "%d,", weight[i]);
		printf("\t%-8s/* %s */\n", number, j.adept->info[i].name);
	}
	printf("};\n");
	return 0;
}
