/* What a net is told of each move of Broadhorns, to say how likely it is worth a look. */
#ifndef GAMES_BROADHORNS_BOT_MOVES_H
#define GAMES_BROADHORNS_BOT_MOVES_H

#include "bots/eval.h"

enum { BROAD_KINDS = 21, BROAD_GAINS = 14 };
enum {
	MOVED_BEST, MOVED_BEHIND,                               /* what the tuned policy would do; by how much its mover stands worse than after the best move, by hand */
	MOVED_KIND,                                             /* one of twenty-one */
	MOVED_GAIN = MOVED_KIND + BROAD_KINDS,                  /* what it changes of each feature of its mover */
	MOVED_SENSES = MOVED_GAIN + BROAD_GAINS
};
_Static_assert((int)MOVED_SENSES <= (int)POLICY_MOST, "room for all");

/* by: the evaluation by hand. */
void broad_of_moves(const struct eval *by, const struct box *b, const struct state *s, const struct moves *m, float out[][POLICY_MOST]);

#endif
