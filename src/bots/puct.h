/* One iteration of a search that is led: down the tree by a liking for moves, one judgement where the tree ends, and back. The net of the evaluation says both
 * what is liked (net/policy.h) and what a position is worth; or a net of moves (net/net.h) does. Only games without plans are searched like this: an edge is a
 * move. */
#ifndef BOTS_PUCT_H
#define BOTS_PUCT_H

#include "bots/walk.h"

/* How it looks about: set by hand and by matches (docs/trials.md). */
struct puct {
	float explore;          /* how far the liking for a move outweighs what has come out so far */
	float trust;            /* how much of all liking is as the net of the evaluation says; the rest is shared equally */
	float heat;             /* logits are divided by this: above 1, the less liked moves are looked at more */
	float doubt;            /* what a move that was not tried is thought to be worse by than the node, if all of the liking is for moves that were */
};

void puct_root(struct walker *w, const struct state *whole);    /* gives the root all its edges; `whole` is a guess of the view */
void puct_walk(struct walker *w);

#endif
