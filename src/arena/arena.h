/* Bots against bots: who sits where in which game, and one such game from its deal to its places. docs/arena.md explains it all.
 *
 * A block is one deal, played once for every rotation of the seats, so that each of its players has each hand of luck once. What the
 * blocks say is independent of one another; what the games of one block say is not. */
#ifndef ARENA_ARENA_H
#define ARENA_ARENA_H

#include "arena/player.h"

enum { ARENA_BOTS = 32, ARENA_GAMES = 1000000, ARENA_SOURCES = 32 };

struct arena {
	struct setup setup;             /* its seed is that of the whole run */
	int  entries, entry[ARENA_BOTS];        /* what was asked for, one after the other: which bot */
	int  bots;
	const char *bot[ARENA_BOTS];    /* each once */
	int  rotations;                 /* games of a block: as many as there are seats, or 1 */
	int  ms;                        /* a program must answer within */
	bool cpu;                       /* bots of ours that think for a time take it from the processor, not from the clock on the wall */
	const char *records;            /* folder for a record of every game, or NULL */
};

/* `list` is cut at its commas and belongs to the arena from then on. Fewer bots than seats: the last one takes the others. More: every
 * choice of them meets at every deal. */
bool arena_set_bots(struct arena *a, char *list, char out[MAX_ERROR]);

struct result {
	uint32_t game;
	uint32_t plies, turns, decisions;       /* decisions: choices of a seat among two or more moves */
	uint64_t hash;                          /* of the last state */
	uint8_t  bot[MAX_PLAYERS];              /* by seat, like all that follows */
	uint8_t  place[MAX_PLAYERS];            /* in a game of one seat 2 if its fate is "lost" */
	int32_t  score[MAX_PLAYERS];
	uint8_t  turn[MAX_PLAYERS];             /* as which of them it took its first turn, after the set-up: 1, 2, ...; 0: never */
	uint32_t asked[MAX_PLAYERS];            /* decisions */
	uint64_t us[MAX_PLAYERS];               /* microseconds thought, all told, by the clock */
	uint64_t cpu[MAX_PLAYERS];              /* the same in time of the processor, of bots of ours that have a budget */
	uint32_t longest[MAX_PLAYERS];
	uint64_t iterations[MAX_PLAYERS];       /* of bots of ours that look ahead */
	uint32_t fault[MAX_PLAYERS][FAULTS];
};

/* Who sits where, and the seed of the deal. */
void arena_seat(const struct arena *a, uint32_t game, uint8_t bot[MAX_PLAYERS], uint64_t *deal);

/* Told of every move, with the state before it, and of the end. */
struct watch {
	void *with;
	void (*saw)(void *with, const struct state *before, int mover, const struct moves *m, int move, const struct events *told);
	void (*over)(void *with, const struct state *end, const struct result *r);
};

/* The players of a worker: enough of each bot for a full table of it. Nobody is started before it is needed. */
struct crew { struct player *of[ARENA_BOTS][MAX_PLAYERS]; };
void arena_crew_close(struct crew *c);

/* Plays one game. `w` may be NULL. False: its record could not be written. */
bool arena_play(const struct arena *a, uint32_t game, struct crew *c, const struct watch *w, struct result *out, char why[MAX_ERROR]);

#endif
