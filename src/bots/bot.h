/* A bot sees what its seat sees, and nothing else.
 *
 *     struct mind *m = bot_open("search:100ms", g, b);             one mind for each seat and game; NULL: no such bot
 *     move = bot_pick(m, &view, (struct budget){ 0 }, &own, NULL);
 *     bot_close(m);
 *
 * A bot is called by its name, and by what follows a colon: "search:2000" thinks 2000 iterations, "search:100ms" a tenth of a second,
 * "hard:2000ms" is the level with more time, "search:100ms:2" thinks on two threads. docs/bots.md explains them. */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include <stdatomic.h>

#include "core/game.h"

/* How long to think. 0: as the bot was called for. Both may be given: then whichever comes first. */
struct budget {
	uint32_t iterations;            /* the same seed then gives the same move, on one thread */
	uint32_t ms;
	bool     cpu;                   /* ms are of the processor, for each thread that thinks, not of the clock on the wall */
	const atomic_bool *stop;        /* may be NULL; set from elsewhere: answer at once with the best so far */
};

/* What a bot thought, best first. A line begins with a move that could be picked; a bot that does not look ahead has one of one move.
 * `expected` is each seat's chance to win: 1 is sure, 0 is hopeless, and all of them add up to 1. Alone it is how good the result may be. */
enum { THOUGHT_LINES = 8, THOUGHT_MOVES = 24 };
struct thought {
	uint32_t iterations, visits, ms;        /* visits: all that the root has seen, also in earlier searches */
	uint32_t nodes, depth;          /* of the tree */
	bool     solved;                /* the first line is proved */
	float    expected[MAX_PLAYERS];
	int      lines;
	struct {
		uint32_t visits;
		float    expected[MAX_PLAYERS];
		int      n;
		uint16_t move[THOUGHT_MOVES];   /* of all seats in order, as far as it was looked at; what is drawn in between is not among them */
	} line[THOUGHT_LINES];
};

struct bot;

/* What a bot keeps between its moves; one with more to remember has this as its first member. */
struct mind {
	const struct bot  *bot;
	const struct game *game;
	const struct box  *box;
	struct budget      budget;      /* as it was called for */
	int                threads;
};

struct bot {
	const char *name, *help;
	const char *preset;             /* what stands behind its colon if nothing does; NULL: it takes nothing there */
	/* Opens a mind for one game; NULL: a plain struct mind will do. `called` is what it begins with. */
	struct mind *(*open)(const struct mind *called);
	void (*close)(struct mind *m);
	/* One of the legal moves of `view`, made for the seat that is to move. `own` is the bot's own stream; `out` may be NULL. */
	int (*pick)(struct mind *m, const struct state *view, struct budget, struct rng *own, struct thought *out);
};

extern const struct bot *const bot_list[];      /* ends with NULL */
bool bot_judges_by_net(const struct bot *b);    /* of its game, where there is one */
const struct bot *bot_find(const char *name);   /* "simple", "search:100ms", "hard:2000:4"; NULL: it cannot be called like that */
void bot_names(struct text *out);               /* "simple, random, ..." */

struct mind *bot_open(const char *name, const struct game *g, const struct box *b);     /* NULL: as bot_find */
void bot_close(struct mind *m);                 /* may be NULL */
int  bot_pick(struct mind *m, const struct state *view, struct budget budget, struct rng *own, struct thought *out);

/* For whoever asks once. The name must be one that bot_find knows. */
int  bot_pick_once(const char *name, const struct game *g, const struct box *b, const struct state *view, struct rng *own);

/* A mind that searches is led by this net of moves from now on; it stays the caller's. For whoever tries out nets, in games without plans. */
struct net;
void search_by(struct mind *m, const struct net *net);

/* A mind that searches judges by this net from now on, instead of the one that comes with the program; it stays the caller's. Not for a seat that is alone. */
struct seats_net;
void search_judge_by(struct mind *m, struct seats_net *net);

extern const struct bot bot_easy, bot_medium, bot_hard, bot_expert, bot_hard1, bot_expert1, bot_search, bot_simple, bot_adept, bot_random;

#endif
