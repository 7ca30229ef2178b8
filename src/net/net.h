/* A trained net that judges a position from what one seat may know: the chance of each seat to win, the final scores, and how good each move looks.
 *
 * Integers alone: int8 weights, int32 sums. So the same file and the same position give the same numbers on every machine and with every compiler.
 * Inputs are the bytes of `observe` (core/tensor.h), brought to 127 for 1.0; hidden units are 0 to 127 for 0.0 to 1.0. train/net.py trains it,
 * train/export.py writes the file, docs/nets.md explains both. */
#ifndef NET_NET_H
#define NET_NET_H

#include "core/game.h"
#include "net/softmax.h"

enum { NET_FIRST = 256, NET_SECOND = 128, NET_WHY = 200 };

struct net;

/* Reads a file that is in memory; it is copied. NULL: it is no net for this game and this version of the rules, and `why` says what is wrong. */
struct net *net_read(const struct game *g, const unsigned char *file, size_t n, char why[NET_WHY]);
void        net_free(struct net *net);                  /* may be NULL */
uint64_t    net_hash(const struct net *net);            /* of the file: it names the net in records */

/* What the net makes of a position. Kept by the caller, so that moves can be asked for one by one. */
struct net_look {
	int16_t hidden[NET_SECOND];
	int     seat, players;
};
void net_look(const struct net *net, const struct game *g, const struct box *b, const struct state *view, int seat, struct net_look *out);

/* The chance of each seat to win, by seat of the game, in parts of NET_ONE. They add up to NET_ONE. */
void net_chances(const struct net *net, const struct net_look *look, int32_t out[MAX_PLAYERS]);
/* The score of each seat at the end, by seat of the game, in parts of NET_ONE. */
void net_scores(const struct net *net, const struct net_look *look, int32_t out[MAX_PLAYERS]);
/* How good a move of the seat looks, as a logit in parts of NET_ONE: compare them with those of other moves. */
int32_t net_move(const struct net *net, const struct net_look *look, int move);

#endif
