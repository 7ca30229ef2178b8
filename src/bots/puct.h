/* One iteration of a search that is led by a net (net/net.h): down the tree by the net's liking for moves, one look of the net where the tree ends, and back.
 * Nothing is played out. Only games without plans are searched like this: an edge is a move. */
#ifndef BOTS_PUCT_H
#define BOTS_PUCT_H

#include "bots/walk.h"

/* How it looks about: set by hand and by matches (docs/strength.md). */
struct puct {
	float explore;          /* how far the net's liking outweighs what has come out so far */
	float heat;             /* the net's logits are divided by this: above 1, the less liked moves are looked at more */
	float doubt;            /* what a move that was not tried is thought to be worse by than the node, if all of the liking is for moves that were */
};

void puct_root(struct walker *w, const struct state *whole);    /* gives the root all its edges; `whole` is a guess of the view */
void puct_walk(struct walker *w);

#endif
