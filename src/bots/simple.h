/* The bot `simple` looks at every way to finish its turn, weighs what comes out, and takes the heaviest. A game without plans is weighed
 * decision by decision. */
#ifndef BOTS_SIMPLE_H
#define BOTS_SIMPLE_H

#include "core/game.h"

enum { MAX_WEIGHTS = 48 };
struct weight_info { const char *name; int begin, least; double step; };        /* what tuning begins with, how far down it may go, and its step; 0: none */

/* How it weighs one game. */
struct simple {
	const char *game;
	/* For whoever tunes them: the weights, if they are in a list. */
	int n;
	const struct weight_info *info;
	const int *weights;
	/* What each of these plans is worth to the seat that is to move: more is better. NULL where the game has none. */
	void (*weigh)(const struct box *b, const struct state *view, const struct plan *plan, int n, int worth[]);
	/* A decision for which there is no plan: one of these moves. */
	int (*answer)(const struct simple *self, const struct box *b, const struct state *view, const struct moves *m);
};

extern const struct simple simple_broadhorns, simple_queen, simple_rails;       /* frozen: others are measured by them */
extern const struct simple adept_broadhorns, adept_rails;                       /* not frozen, and as good as they can be made */

const struct simple *simple_find(const struct game *g);         /* NULL: it has no weights for that game */
const struct simple *simple_adept(const struct game *g);        /* the best there is, or the same */

/* What it does where a seat is to move. */
int simple_choose(const struct simple *w, const struct game *g, const struct box *b, const struct state *view);

#endif
