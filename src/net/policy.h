/* The part of a net that likes moves: from numbers about each legal move, and about the seat that moves and the table, a logit for each of them. What is
 * not legal has no number, so that the legal moves are the mask. train/policy.py trains it from what long searches looked at. */
#ifndef NET_POLICY_H
#define NET_POLICY_H

#include <stddef.h>
#include <stdint.h>

enum { POLICY_MOST = 40, POLICY_UNITS = 64 };   /* numbers of a move, and units of a layer, at most */

/* How many numbers a net is told: of each seat, of the table, and of each move; 0: of moves it is told nothing. */
struct told { int seat, table, move; };

struct policy;

/* The part of a file, after what judges positions. What is wrong with it; NULL: nothing. `table` counts all that follows the numbers of the seat. */
const char    *policy_refusal(const struct told *told, const unsigned char *part, size_t n);
struct policy *policy_read(const struct told *told, const unsigned char *part);         /* of a part that is not refused */
void           policy_free(struct policy *p);                                           /* may be NULL */

/* The logit of each of n moves, in parts of NET_ONE. seat, table: the numbers as the net takes them, and zeros up to the next multiple of eight. */
void policy_logits(const struct policy *p, const int16_t seat[], const int16_t table[], int n, float move[][POLICY_MOST], int32_t logit[]);

#endif
