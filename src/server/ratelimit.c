#include "server/ratelimit.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"

enum { SLOTS = 4096, FORGET_MS = 10 * 60 * 1000, HOUR_MS = 60 * 60 * 1000 };

struct ratelimit { struct ratelimit_entry *slot[SLOTS]; int n; };

double bucket_left(struct bucket *b, int64_t now, double rate, double burst)
{
	int64_t passed = now > b->at ? now - b->at : 0;         /* a clock may be set back */
	double gained = b->at == 0 ? burst : (double)passed / 1000 * rate;

	b->at = now;
	b->left = b->left + gained > burst ? burst : b->left + gained;
	return b->left;
}

bool bucket_take(struct bucket *b, int64_t now, double rate, double burst)
{
	if (bucket_left(b, now, rate, burst) < 1)
		return false;
	b->left -= 1;
	return true;
}

void bucket_spend(struct bucket *b, double cost)
{
	b->left -= cost;
}

struct ratelimit *ratelimit_make(void)
{
	struct ratelimit *g = calloc(1, sizeof *g);

	must(g != NULL);
	return g;
}

/* What somebody has made in this hour is not forgotten in it. */
static bool is_gone(const struct ratelimit_entry *a, int64_t now)
{
	return a->uses == 0 && now - a->seen > FORGET_MS && (a->tables.at == 0 || now - a->tables.at > HOUR_MS);
}

static void sweep(struct ratelimit *g, int64_t now, bool all)
{
	for (int i = 0; i < SLOTS; i++)
		for (struct ratelimit_entry **at = &g->slot[i], *a; (a = *at) != NULL;) {
			if (all ? a->uses > 0 : !is_gone(a, now)) {
				at = &a->next;
				continue;
			}
			*at = a->next;
			free(a);
			g->n--;
		}
}

void ratelimit_sweep(struct ratelimit *g, int64_t now)
{
	sweep(g, now, false);
}

void ratelimit_drop(struct ratelimit *g)
{
	sweep(g, 0, true);
	must(g->n == 0);
	free(g);
}

int ratelimit_count(const struct ratelimit *g)
{
	return g->n;
}

/* The slots are many and the list behind each is short, unless somebody has chosen their addresses; then it is longer, no more. */
static uint32_t slot_of(const char *address)
{
	uint32_t h = 2166136261u;

	for (; *address; address++)
		h = (h ^ (unsigned char)*address) * 16777619u;
	return h % SLOTS;
}

/* One household has 2^64 addresses of IPv6. */
static void network_of(const char *address, char out[MAX_ADDRESS])
{
	struct in6_addr six;

	if (inet_pton(AF_INET6, address, &six) == 1) {
		memset(six.s6_addr + 8, 0, 8);
		inet_ntop(AF_INET6, &six, out, MAX_ADDRESS);
	} else {
		strcpy(out, address);
	}
}

struct ratelimit_entry *ratelimit_hold(struct ratelimit *g, const char *address, int64_t now)
{
	char network[MAX_ADDRESS];

	must(strlen(address) < MAX_ADDRESS);
	network_of(address_is_loopback(address) ? "127.0.0.1" : address, network);
	struct ratelimit_entry **slot = &g->slot[slot_of(network)], *a = *slot;
	while (a && strcmp(a->address, network) != 0)
		a = a->next;
	if (!a) {
		a = calloc(1, sizeof *a);
		must(a != NULL);
		strcpy(a->address, network);
		a->next = *slot;
		*slot = a;
		g->n++;
	}
	a->uses++;
	a->seen = now;
	return a;
}

void ratelimit_release(struct ratelimit_entry *a)
{
	must(a->uses > 0);
	a->uses--;
}
