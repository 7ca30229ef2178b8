/* Whether a move looks chosen: how much likelier it is of somebody who moves at random at one decision in five than of one who never does.
 *
 * Somebody who looks at the board may judge it by hand or as the net does, as it is after the move or at the end of the turn. Each of these four ways of looking puts
 * all legal moves into an order, and a move that comes late in all of them is rarely chosen. One way alone would take whoever thinks otherwise, as a stronger player
 * does, for one who slips: docs/review.md has how often. */
#ifndef REVIEW_SLIP_H
#define REVIEW_SLIP_H

#include "review/judge.h"

/* As a logarithm. `guess` is what the mover thinks possible; the draws of the judgement follow from the seed. A seat that is alone never slips: nobody is compared with it. */
double slip_of(const struct judge *j, const struct state *guess, int played, uint64_t seed);

#endif
