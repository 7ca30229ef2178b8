/* Who is here from which address, and how much more they may ask. An IPv6 network of one household (/64) counts as one address. */
#ifndef SERVER_RATELIMIT_H
#define SERVER_RATELIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "server/address.h"

/* So many a second, and `burst` at once after a rest. */
struct bucket { double left; int64_t at; };
bool bucket_take(struct bucket *b, int64_t now, double rate, double burst);     /* a bucket of zeros is a full one */
double bucket_left(struct bucket *b, int64_t now, double rate, double burst);
void bucket_spend(struct bucket *b, double cost);       /* what is spent beyond what there is has to come in again first */

struct ratelimit_entry {
	struct ratelimit_entry *next;
	char address[MAX_ADDRESS];
	int  sockets, clients;          /* open now */
	int  uses;                      /* who holds this */
	struct bucket requests, tables; /* tables: that were made */
	struct bucket messages;         /* of all its connections together */
	int  aside;                     /* work that another thread does for it: live_aside() */
	uint64_t due;                   /* the share of that thread that it has had */
	int64_t seen;
};

struct ratelimit;
struct ratelimit *ratelimit_make(void);
void ratelimit_drop(struct ratelimit *g);

struct ratelimit_entry *ratelimit_hold(struct ratelimit *g, const char *address, int64_t now);   /* finds or makes; ratelimit_release() it */
void ratelimit_release(struct ratelimit_entry *a);
void ratelimit_sweep(struct ratelimit *g, int64_t now);                               /* forgets who has not been here for minutes, nor made a table for an hour */
int  ratelimit_count(const struct ratelimit *g);

#endif
