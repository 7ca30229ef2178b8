/* The bot `simple` looks at every way to finish its turn, weighs what comes out, and takes the heaviest. A game without plans is weighed
 * decision by decision. */
#ifndef BOTS_SIMPLE_H
#define BOTS_SIMPLE_H

#include <limits.h>

#include "core/game.h"

enum { MAX_WEIGHTS = 48, SIMPLE_NEVER = INT_MIN };
struct weight_info { const char *name; int begin, least; double step; };        /* what tuning begins with, how far down it may go, and its step; 0: none */

/* How it weighs one game. */
struct simple {
	/* For whoever tunes them: the weights, if they are in a list. */
	int n;
	const struct weight_info *info;
	const int *weights;
	/* What each of these plans is worth to the seat that is to move: more is better. NULL where the game has none. */
	void (*weigh)(const struct box *b, const struct state *view, const struct plan *plan, int n, int worth[]);
	/* What each of these moves is worth, likewise, where there is no plan; SIMPLE_NEVER: it would not be made. `answer` takes the best. May be NULL. */
	void (*weigh_moves)(const struct simple *self, const struct box *b, const struct state *view, const struct moves *m, int worth[]);
	/* A decision for which there is no plan: one of these moves. */
	int (*answer)(const struct simple *self, const struct box *b, const struct state *view, const struct moves *m);
};

/* The best plans, the best first, for a policy that has plans; returns how many, 0 where there is no plan. */
int simple_plans(const struct simple *w, const struct game *g, const struct box *b, const struct state *view, struct plan best[], int cap);

/* What it does where a seat is to move. */
int simple_choose(const struct simple *w, const struct game *g, const struct box *b, const struct state *view);

#endif
