/* How fast many games are stepped together, beside the bare rules, in one run: `build/bench-vec GAME key=value... [games=N] [threads=N]`. The two take
 * turns, so that both meet the same machine; the ratio of each pair is what counts, and its median is printed. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bigmuddy.h"
#include "play/setup.h"

enum { PASSES = 7, DECISIONS = 300000, MOST = 65536 };

/* Time of this process, all its threads together: the machine may be busy with others. */
static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void die(const char *words)
{
	fprintf(stderr, "bench-vec: %s\n", words);
	exit(2);
}

/* The same loop as `bigmuddy bench`: decisions a second, each a choice among at least two moves. */
static double bare(const struct setup *u, struct rng *r)
{
	const struct game *g = u->game;
	uint64_t decisions = 0;
	struct state s;
	struct moves m;
	double from = now();

	while (decisions < DECISIONS) {
		int mover;
		game_start(g, &u->box, u->players, u->option, &s);
		while ((mover = g->to_move(&u->box, &s)) != OVER) {
			g->legal(&u->box, &s, &m);
			decisions += mover >= 0 && m.n > 1;
			g->apply(&u->box, &s, m.id[m.n > 1 ? rng_below(r, (uint32_t)m.n) : 0], NULL);
		}
	}
	return (double)decisions / (now() - from);
}

static double stepped(bm_vec *v, const struct bm_vec_io *io, bm_rng *r, int32_t *actions)
{
	int games = bm_vec_games(v), steps = DECISIONS / games + 1;
	double from = now();

	for (int i = 0; i < steps; i++)
		if (bm_vec_sample(v, r, actions) != BM_FINE || bm_vec_step(v, io) != BM_FINE)
			die(bm_error());
	return (double)steps * games / (now() - from);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double of[PASSES])
{
	qsort(of, PASSES, sizeof of[0], by_size);
	return of[PASSES / 2];
}

int main(int argc, char **argv)
{
	struct bm_vec_config config = { .games = 1024, .threads = 1, .seed = 1 };
	const char *word[16];
	char spec[400] = "", why[MAX_ERROR];
	static struct setup u;
	int words = 0;

	for (int i = 1; i < argc && words < 16; i++) {
		if (strncmp(argv[i], "games=", 6) == 0)
			config.games = atoi(argv[i] + 6);
		else if (strncmp(argv[i], "threads=", 8) == 0)
			config.threads = atoi(argv[i] + 8);
		else {
			word[words++] = argv[i];
			snprintf(spec + strlen(spec), sizeof spec - strlen(spec), "%s ", argv[i]);
		}
	}
	if (config.games > MOST)
		die("at most 65536 games");
	if (!setup_read(&u, NULL, words, word, why))
		die(why);
	bm_game *g = bm_open(spec);
	bm_vec *v = g ? bm_vec_open(g, &config) : NULL;
	if (!v)
		die(bm_error());
	size_t n = (size_t)config.games;
	struct bm_vec_io io = { .movers = malloc(n * 4), .masks = malloc(n * (size_t)bm_num_actions(g)), .observations = malloc(n * (size_t)bm_tensor_size(g) + 1),
		.rewards = malloc(n * sizeof(float) * (size_t)bm_players(g)), .ended = malloc(n), .truncated = malloc(n) };
	int32_t *actions = malloc(n * sizeof *actions);
	double rules[PASSES], all[PASSES], ratio[PASSES];
	struct rng own = rng_seed(1);
	bm_rng r;

	io.actions = actions;
	bm_seed(&r, 1);
	for (int i = 0; i < PASSES; i++) {
		rules[i] = bare(&u, &own);
		all[i] = stepped(v, &io, &r, actions);
		ratio[i] = all[i] / rules[i];
	}
	printf("%s, %d players: %d games together, %d thread%s, %d bytes of observation, %d of mask\n", bm_name(g), bm_players(g), config.games,
		config.threads, config.threads > 1 ? "s" : "", bm_tensor_size(g), bm_num_actions(g));
	printf("bare rules, one thread   %10.0f decisions per second\n", median(rules));
	printf("with mask, observation   %10.0f decisions per second\n", median(all));
	printf("ratio                    %10.2f\n", median(ratio));
	bm_vec_close(v);
	bm_close(g);
	free(io.movers);
	free(io.masks);
	free(io.observations);
	free(io.rewards);
	free(io.ended);
	free(io.truncated);
	free(actions);
	return 0;
}
