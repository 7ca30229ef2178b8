/* Whoever plays a seat in the arena: a bot of ours by its name, or `cmd:COMMAND`, a program of somebody else's. Neither sees more than
 * its own view. */
#ifndef ARENA_PLAYER_H
#define ARENA_PLAYER_H

#include "play/setup.h"

/* What a player can do wrong. A random legal move is played in its place. */
#define FAULTS_OF(X) X(CRASH, "crash") X(LATE, "late") X(NONSENSE, "nonsense") X(ILLEGAL, "illegal")
#define FAULT_ENUM(id, name) FAULT_##id,
enum fault { FAULTS_OF(FAULT_ENUM) FAULTS, NO_FAULT };
extern const char *const player_fault_name[FAULTS];

enum {
	PLAYER_START_MS = 10000,        /* a program has so long to answer to `new` */
	PLAYER_LEAVE_MS = 500,          /* and so long to leave after `quit` */
	PLAYER_STRIKES  = 3,            /* crashes and time-outs in one game after which it is not asked again in that game */
};

struct player;

bool player_is_program(const char *spec);
bool player_known(const char *spec, char out[MAX_ERROR]);       /* a bot that there is, or something to run */

/* Whether it can be asked to play this game at all: a program is started, told of it, and ended; a net is read. */
bool player_probe(const char *spec, const struct setup *u, char out[MAX_ERROR]);

/* A program is started at its first game and kept until the player is closed. `ms`: it must answer within. `cpu`: what a bot of
 * ours has in milliseconds are those of the processor. */
struct player *player_open(const char *spec, int ms, bool cpu);
void player_close(struct player *p);            /* may be NULL */

/* A game begins: `u` stays where it is until its end. `own` is the seed of the player's own random numbers; of the deal it is not told. */
void player_begin(struct player *p, const struct setup *u, uint64_t own);
void player_end(struct player *p);

/* What it took a bot of ours that has a budget: how often it looked ahead, and microseconds of a processor. Others: nothing. */
struct effort { uint64_t iterations, cpu; };

/* One of the moves, in `m`, of a seat that has at least two. *fault: what went wrong, if something did. */
int player_pick(struct player *p, const struct state *view, const struct moves *m, enum fault *fault, struct effort *effort);

/* What is said to a program when a game begins, and when it is to move; the text is yours. */
char *player_words_new(const struct setup *u, uint64_t own);
char *player_words_go(const struct setup *u, const struct state *view, const struct moves *m);
enum { PLAYER_ANSWERS = 3 };                    /* to the latter: view, legal, go */

#endif
