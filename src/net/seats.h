/* A small net that is shared by all seats: from numbers about each seat and about the table it tells each seat's chance to win and its final score.
 *
 * It looks at one seat at a time, beside the two strongest others, and adds what it thinks to the chances that were reckoned by hand. Its numbers are
 * integers from the inputs on: int8 weights, int32 sums, so that the same file gives the same chances on every machine. train/value.py trains it,
 * docs/nets.md explains both. */
#ifndef NET_SEATS_H
#define NET_SEATS_H

#include "core/game.h"
#include "net/policy.h"
#include "net/softmax.h"

enum { SEATS_COUNTS = 4, SEATS_MOST = 64, SEATS_TABLE = 64, SEATS_UNITS = 128, SEATS_WHY = 200 };

struct seats_net;

/* Reads a file that is in memory; it is copied. NULL: it is no net for this game, and `why` says what is wrong. */
struct seats_net *seats_read(const struct game *g, const struct told *told, const unsigned char *file, size_t n, char why[SEATS_WHY]);
bool     seats_is(const void *file, size_t n);          /* it begins as the file of such a net does */
void     seats_free(struct seats_net *net);             /* may be NULL */
uint64_t seats_hash(const struct seats_net *net);       /* of the file: it names the net in records */

/* What the net is told of a position. */
struct seats_look {
	int   players;
	float base[MAX_PLAYERS];                        /* log chances by hand, up to a constant */
	float seat[MAX_PLAYERS][SEATS_MOST], table[SEATS_TABLE];
};

/* The logit of each seat to win, and the score that it will have, both in parts of NET_ONE. `score` may be NULL. */
void seats_logits(const struct seats_net *net, const struct seats_look *look, int32_t logit[MAX_PLAYERS], int32_t score[MAX_PLAYERS]);

/* The chance of each seat to win, in parts of NET_ONE. They add up to NET_ONE. */
void seats_chances(const struct seats_net *net, const struct seats_look *look, int32_t out[MAX_PLAYERS]);

/* Whether it likes moves, and the logit of each of n moves of a seat, in parts of NET_ONE, if it does. */
bool seats_likes(const struct seats_net *net);
void seats_moves(const struct seats_net *net, const struct seats_look *look, int seat, int n, float move[][POLICY_MOST], int32_t logit[]);

#endif
