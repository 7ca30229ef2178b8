/* What the tests know of single games: how to play them with some sense, and what a whole turn came to. */
#ifndef TESTS_LIVELY_H
#define TESTS_LIVELY_H

#include "core/game.h"

/* A random legal move by weights that keep a game going until late: ships that hold their coal, stop at docks and land, boats that
 * carry cargo to where it is wanted. A game without weights is played uniformly. */
int lively_move(const struct game *g, const struct box *b, const struct state *s, const struct moves *legal, struct rng *r);

/* How the plans of a game are judged from outside. */
struct lively_plans {
	const char *game;
	bool (*due)(const struct state *s);     /* the mover is in a turn of its own: there are plans */
	/* What a turn came to: `seat` made it, `last` is the state before its last small move, `done` the one after. */
	void (*outcome)(const struct box *b, const struct state *last, const struct state *done, int seat, struct plan *out);
	/* What two equal outcomes may still differ in, the more the better: taken out of the plan and returned. */
	int (*spare)(struct plan *p);
};
const struct lively_plans *lively_plans_of(const struct game *g);       /* NULL: nothing is known */

#endif
