/* The same random games as WebAssembly and as a program of this machine: bench/wasm runs both in turn. */
#include "core/codec.h"
#include "core/game.h"

#ifdef __wasm__
#define EXPORT __attribute__((export_name("play")))
#else
#define EXPORT
#endif

static uint64_t signature;

/* Plays so many uniformly random games and returns the number of decisions: choices of a seat among at least two moves. */
EXPORT int play(int game, int players, int games, int seed);
EXPORT int play(int game, int players, int games, int seed)
{
	const struct game *g = game_list[game];
	struct rng r = rng_seed((uint64_t)seed);
	uint8_t option[MAX_OPTIONS], code[MAX_CODE];
	struct state s;
	struct moves m;
	int decisions = 0;

	game_presets(g, option);
	for (int i = 0; i < games; i++) {
		int mover;
		game_start(g, g->box, players, option, &s);
		while ((mover = g->to_move(g->box, &s)) != OVER) {
			g->legal(g->box, &s, &m);
			decisions += mover >= 0 && m.n > 1;
			g->apply(g->box, &s, m.id[m.n > 1 ? rng_below(&r, (uint32_t)m.n) : 0], NULL);
		}
		signature = rng_mix(signature ^ codec_hash(code, codec_encode(g, &s, code)));
	}
	return decisions;
}

#ifdef __wasm__
__attribute__((export_name("signature"))) uint64_t signed_so_far(void);
uint64_t signed_so_far(void)
{
	return signature;
}

_Noreturn void panic(const char *what)
{
	(void)what;
	__builtin_trap();
}
#else
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Noreturn void panic(const char *what)
{
	fprintf(stderr, "bench-wasm: %s\n", what);
	abort();
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A line "GAME PLAYERS GAMES SEED" on stdin, a line "DECISIONS SECONDS SIGNATURE" on stdout. */
int main(void)
{
	int game, players, games, seed;

	while (scanf("%d %d %d %d", &game, &players, &games, &seed) == 4) {
		double from = now();
		int decisions = play(game, players, games, seed);
		printf("%d %.9f %016" PRIx64 "\n", decisions, now() - from, signature);
		fflush(stdout);
	}
	return 0;
}
#endif
