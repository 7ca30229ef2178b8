/* Who is here from which address, and how much more they may ask. An IPv6 network of one household (/64) counts as one address. */
#ifndef SERVER_GUESTS_H
#define SERVER_GUESTS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/* So many a second, and `burst` at once after a rest. */
struct bucket { double left; int64_t at; };
bool bucket_take(struct bucket *b, int64_t now, double rate, double burst);     /* a bucket of zeros is a full one */

enum { MAX_ADDRESS = INET6_ADDRSTRLEN };

struct guest {
	struct guest *next;
	char address[MAX_ADDRESS];
	int  sockets, clients;          /* open now */
	int  uses;                      /* who holds this */
	struct bucket requests, tables; /* tables: that were made */
	int64_t seen;
};

struct guests;
struct guests *guests_make(void);
void guests_drop(struct guests *g);

struct guest *guest_hold(struct guests *g, const char *address, int64_t now);   /* finds or makes; guest_release() it */
void guest_release(struct guest *a);
void guests_sweep(struct guests *g, int64_t now);                               /* forgets who has not been here for minutes, nor made a table for an hour */
int  guests_count(const struct guests *g);

/* The text of an address; one of IPv4 in the clothes of IPv6 (::ffff:1.2.3.4) is taken as what it is. "" if it is neither. */
void guest_address(const struct sockaddr *from, char out[MAX_ADDRESS]);
/* The last one of X-Forwarded-For: what the proxy itself has seen. False: that is not an address. */
bool guest_forwarded(const char *header, char out[MAX_ADDRESS]);
bool guest_loopback(const char *address);
bool guest_lan(char out[MAX_ADDRESS]);          /* this machine's own in its local network; false: it has none */
bool guest_neighbour(const char *address);      /* of this machine or its local network */

#endif
