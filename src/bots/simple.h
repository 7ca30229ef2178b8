/* The bot `simple` looks at every way to finish its turn, weighs what comes out, and takes the heaviest. A game without plans is weighed
 * decision by decision. */
#ifndef BOTS_SIMPLE_H
#define BOTS_SIMPLE_H

#include "core/game.h"

/* How it weighs one game. */
struct simple {
	const char *game;
	/* What each of these plans is worth to the seat that is to move: more is better. NULL where the game has none. */
	void (*weigh)(const struct box *b, const struct state *view, const struct plan *plan, int n, int worth[]);
	/* A decision for which there is no plan: one of these moves. */
	int (*answer)(const struct box *b, const struct state *view, const struct moves *m);
};

extern const struct simple simple_broadhorns, simple_queen, simple_rails;

const struct simple *simple_find(const struct game *g);         /* NULL: it has no weights for that game */

/* What it does where a seat is to move. */
int simple_choose(const struct simple *w, const struct game *g, const struct box *b, const struct state *view);

#endif
