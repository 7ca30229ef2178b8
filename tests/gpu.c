/* Games on the GPU are the games on the CPU. It needs no other library than the C library, so that it can be carried to a machine with a GPU.
 *
 *     build/tests/gpu                          the shared loop against plain play on the CPU; then GPU against CPU, where there is a GPU
 *     build/tests/gpu --games N                N games of each kind of set-up on the GPU (default 2000)
 *     build/tests/gpu --only GAME              of that game alone
 *     build/tests/gpu --speed SECONDS          then how fast it is with each number of players, for about so long each
 *     build/tests/gpu --slots N                with so many games of a block at a time
 *     build/tests/gpu --shapes SECONDS         then how fast it is with which shapes of a block
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/settle.h"
#include "gpu/gpu.h"
#include "gpu/ptx.h"
#include "gpu/vec.h"

extern const struct game broadhorns, queen, rails;
static const struct game *const games[] = { &queen, &broadhorns, &rails };
enum { GAMES = 3 };

static int passed, failed;

_Noreturn void panic(const char *what)
{
	fprintf(stderr, "must hold: %s\n", what);
	abort();
}

static void check(bool ok, const char *what, const char *which)
{
	printf("%s: %s %s\n", ok ? "ok" : "FAILED", which, what);
	passed += ok;
	failed += !ok;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Set-up number k of a game: numbers of players in turn, and options that differ from set-up to set-up. */
static struct playout_job job_of(const struct game *g, uint32_t k)
{
	struct playout_job job = { .box = *g->box, .seed = k, .look = 7 };
	struct rng r = rng_seed(k);

	job.players = (uint8_t)(g->min_players + k % (uint32_t)(g->max_players - g->min_players + 1));
	game_presets(g, job.option);
	for (int i = 0; g->options[i].name && k >= 8; i++) {            /* the first eight are the presets */
		const struct option *o = &g->options[i];
		int n = 0;
		while (o->values && o->values[n])
			n++;
		if (o->values)
			job.option[i] = (uint8_t)rng_below(&r, (uint32_t)n);
	}
	return job;
}

static bool same(const struct playout_sums *a, const struct playout_sums *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* The loop that is shared, against games that are played here without it. */
static struct playout_sums plain(const struct game *g, const struct playout_job *job, uint64_t n)
{
	struct playout_sums sums = { .games = n };

	for (uint64_t index = 0; index < n; index++) {
		struct rng r = rng_seed(rng_mix(job->seed) + index);
		struct state s, view;
		uint64_t hash = index;
		uint32_t decisions = 0;
		int mover;

		game_start(g, &job->box, job->players, job->option, &s);
		while ((mover = g->to_move(&job->box, &s)) != OVER) {
			struct moves m;
			int move;
			g->legal(&job->box, &s, &m);
			if (mover >= 0 && m.n > 1 && ++decisions % job->look == 0) {
				game_view(g, &job->box, &s, mover, &view);
				hash = playout_hash(hash, &view);
				game_guess(g, &job->box, &view, &r);
				hash = playout_hash(hash, &view);
			}
			if (mover == CHANCE)
				move = settle_draw(g, &job->box, &s, &m, &r);
			else
				move = m.n == 1 ? m.id[0] : m.id[rng_below(&r, (uint32_t)m.n)];
			g->apply(&job->box, &s, move, NULL);
			hash = rng_mix(hash ^ (uint64_t)move);
			sums.moves++;
		}
		sums.decisions += decisions;
		sums.turns += (uint64_t)g->turn(&s);
		sums.hash += rng_mix(playout_hash(hash, &s));
	}
	return sums;
}

static void check_cpu(const struct game *g)
{
	struct playout_sums one, three, by_hand;

	for (uint32_t k = 0; k < 12; k += 3) {
		const struct playout_job job = job_of(g, k);
		cpu_play(g, &job, 0, 40, 1, &one);
		cpu_play(g, &job, 0, 40, 3, &three);
		by_hand = plain(g, &job, 40);
		check(same(&one, &by_hand), "in the shared loop is as played by hand", g->name);
		check(same(&one, &three), "on three threads is as on one", g->name);
	}
	check(ptx_find(g->name) == NULL || strstr((const char *)ptx_find(g->name)->text, ".entry play") != NULL, "has a kernel in its PTX, if there is PTX", g->name);
}

static void check_gpu(struct gpu *gpu, const struct game *g, uint64_t n, int threads)
{
	enum { SETUPS = 40 };
	struct playout_sums here;
	struct gpu_run run = { .games = n };
	const struct playout_sums *there = &run.sums;
	char why[GPU_WHY] = "";
	uint64_t equal = 0;
	bool ok = true;

	for (uint32_t k = 0; k < SETUPS && ok; k++) {
		const struct playout_job job = job_of(g, k);
		cpu_play(g, &job, 0, n, threads, &here);
		ok = gpu_play(gpu, &job, &run, why) && same(&here, there);
		equal += ok ? n : 0;
		if (!ok)
			printf("set-up %u, %d players: CPU %ju games, %ju moves, hash %016jx; GPU %ju, %ju, %016jx; %s\n", k, job.players, (uintmax_t)here.games,
				(uintmax_t)here.moves, (uintmax_t)here.hash, (uintmax_t)there->games, (uintmax_t)there->moves, (uintmax_t)there->hash, why);
	}
	printf("%s: %ju games on the GPU, views and guesses included, bit-equal to the CPU\n", g->name, (uintmax_t)equal);
	check(ok, "on the GPU is as on the CPU", g->name);
}

/* Games stepped together: with the same random numbers every buffer is the same, after every step. */
static void check_vec(struct gpu *gpu, const struct game *g)
{
	enum { N = 1000, STEPS = 300 };
	struct playout_job job = { .box = *g->box, .seed = 5, .players = g->max_players };
	char why[GPU_WHY] = "";
	bool ok = true;

	game_presets(g, job.option);
	struct gpu_vec *here = gpu_vec_make(NULL, g, &job, N, why), *there = gpu_vec_make(gpu, g, &job, N, why);
	size_t most = gpu_vec_bytes(here, GPU_ROW) + gpu_vec_bytes(here, GPU_MASK);
	unsigned char *a = malloc(most), *b = malloc(most);
	for (int i = 0; i < STEPS && ok && there && a && b; i++) {
		ok = gpu_vec_step(here, true, NULL, why) && gpu_vec_step(there, true, NULL, why);
		for (int which = 0; which < GPU_BUFFERS && ok && i % 10 == 0; which++) {
			ok = gpu_vec_read(here, (enum gpu_buffer)which, a, why) && gpu_vec_read(there, (enum gpu_buffer)which, b, why)
				&& memcmp(a, b, gpu_vec_bytes(here, (enum gpu_buffer)which)) == 0;
			if (!ok)
				printf("step %d, buffer %d differs; %s\n", i, which, why);
		}
	}
	check(ok && there, "stepped on the GPU has the buffers of the CPU", g->name);
	gpu_vec_free(here);
	gpu_vec_free(there);
	free(a);
	free(b);
}

/* An action is played if it is legal, and counted if it is not; what is listed in the mask can be played. */
static void check_actions(const struct game *g)
{
	enum { N = 8, STEPS = 8000 };
	struct playout_job job = { .box = *g->box, .seed = 6, .players = g->max_players };
	char why[GPU_WHY] = "";
	uint64_t wrong = 1, over = 0;
	float shares = 0;

	game_presets(g, job.option);
	struct gpu_vec *v = gpu_vec_make(NULL, g, &job, N, why);
	int32_t *action = gpu_vec_memory(v, GPU_ACTION);
	const uint8_t *mask = gpu_vec_memory(v, GPU_MASK), *ended = gpu_vec_memory(v, GPU_OVER);
	const float *share = gpu_vec_memory(v, GPU_SHARE);
	struct rng r = rng_seed(1);
	for (int i = 0; i < STEPS; i++) {
		for (int k = 0; k < N; k++) {
			do
				action[k] = (int32_t)rng_below(&r, g->num_actions);
			while (!mask[k * g->num_actions + action[k]]);
		}
		gpu_vec_step(v, false, NULL, why);
		for (int k = 0; k < N; k++)
			for (int seat = 0; seat < MAX_PLAYERS && ended[k]; seat++) {
				over += seat == 0;
				shares += share[k * MAX_PLAYERS + seat];
			}
	}
	gpu_vec_wrong(v, &wrong, why);
	check(wrong == 0 && over > 0 && shares > (float)over - 0.01f && shares < (float)over + 0.01f, "ends with one win to share, played by its masks", g->name);
	for (int k = 0; k < N; k++)
		action[k] = g->num_actions;
	gpu_vec_step(v, false, NULL, why);
	gpu_vec_wrong(v, &wrong, why);
	check(wrong == N, "counts actions that are not legal", g->name);
	gpu_vec_free(v);
}

/* Decisions a second of whole games, the tail included. */
static double speed(struct gpu *gpu, const struct game *g, int players, double seconds, char why[GPU_WHY])
{
	struct playout_job job = { .box = *g->box, .seed = 1, .players = (uint8_t)players };
	struct gpu_run run = { .games = 200000 };

	game_presets(g, job.option);
	if (!gpu_play(gpu, &job, &run, why))
		return 0;
	run.games = (uint64_t)((double)run.games * seconds / (run.seconds > 1e-6 ? run.seconds : 1e-6));
	return gpu_play(gpu, &job, &run, why) ? (double)run.sums.decisions / run.seconds : 0;
}

static void measure(struct gpu *gpu, const struct game *g, double seconds)
{
	char why[GPU_WHY] = "";

	for (int players = g->min_players; players <= g->max_players; players++)
		printf("%-10s %d players: %7.1f M decisions/s\n", g->name, players, speed(gpu, g, players, seconds, why) / 1e6);
}

static void measure_shapes(struct gpu *gpu, const struct game *g, double seconds)
{
	static const struct gpu_shape tried[] = { { .slots = 0 }, { .slots = 1024 }, { .slots = 2048 }, { .slots = 4096 }, { .slots = 8192 }, { .slots = 16384 },
		{ .threads = 256, .registers = 255 }, { .threads = 384, .registers = 168 }, { .threads = 512, .registers = 128 }, { .threads = 640, .registers = 96 },
		{ .threads = 768, .registers = 80 }, { .threads = 1024, .registers = 64 } };
	char why[GPU_WHY] = "";

	for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++) {
		double per_second = gpu_reshape(gpu, tried[i], why) ? speed(gpu, g, 3, seconds, why) : 0;
		const struct gpu_shape s = gpu_shape(gpu);
		printf("%-10s 3 players, %3u slots, %4u threads, %3u registers: %7.1f M decisions/s%s%s\n", g->name, s.slots, s.threads, s.registers,
			per_second / 1e6, per_second > 0 ? "" : ": ", per_second > 0 ? "" : why);
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	uint64_t n = 2000;
	struct gpu_shape shape = { 0 };
	double seconds = 0, shapes = 0;
	const char *only = NULL;
	char why[GPU_WHY] = "";

	for (int i = 1; i + 1 < argc; i += 2) {
		if (strcmp(argv[i], "--games") == 0)
			n = strtoull(argv[i + 1], NULL, 10);
		else if (strcmp(argv[i], "--speed") == 0)
			seconds = strtod(argv[i + 1], NULL);
		else if (strcmp(argv[i], "--shapes") == 0)
			shapes = strtod(argv[i + 1], NULL);
		else if (strcmp(argv[i], "--slots") == 0)
			shape.slots = (uint32_t)strtoul(argv[i + 1], NULL, 10);
		else if (strcmp(argv[i], "--only") == 0)
			only = argv[i + 1];
		else
			return fprintf(stderr, "usage: tests/gpu [--only GAME] [--games N] [--speed SECONDS] [--slots N] [--shapes SECONDS]\n"), 2;
	}
	for (int i = 0; i < GAMES; i++) {
		if (only && strcmp(only, games[i]->name) != 0)
			continue;
		check_cpu(games[i]);
		check_actions(games[i]);
	}
	for (int i = 0; i < GAMES; i++) {
		if (only && strcmp(only, games[i]->name) != 0)
			continue;
		struct gpu *gpu = gpu_open(games[i], why);
		if (!gpu) {
			printf("GPU = CPU is not compared for %s: %s\n", games[i]->name, why);
			continue;
		}
		double from = now();
		printf("%s on %s, opened\n", games[i]->name, gpu_name(gpu));
		if (!gpu_reshape(gpu, shape, why))
			return fprintf(stderr, "%s\n", why), 1;
		check_gpu(gpu, games[i], n, (int)sysconf(_SC_NPROCESSORS_ONLN));
		check_vec(gpu, games[i]);
		printf("%.1f s\n", now() - from);
		if (seconds > 0)
			measure(gpu, games[i], seconds);
		if (shapes > 0)
			measure_shapes(gpu, games[i], shapes);
		gpu_close(gpu);
		fflush(stdout);
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
