/* How many ways there are to play on: the old check of a move generator. */
#ifndef PLAY_PERFT_H
#define PLAY_PERFT_H

#include "core/game.h"

enum { PERFT_DEPTH = 64 };

/* Sequences of exactly `depth` moves from here, each outcome of chance a move like any other. Every position that is reached is
 * taken off *budget; false: there was not enough of it. */
bool perft_count(const struct game *g, const struct box *b, const struct state *s, int depth, uint64_t *budget, uint64_t *out);

#endif
