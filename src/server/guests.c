#define _DEFAULT_SOURCE                 /* getifaddrs */
#include "server/guests.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/game.h"

enum { SLOTS = 4096, FORGET_MS = 10 * 60 * 1000, HOUR_MS = 60 * 60 * 1000 };

struct guests { struct guest *slot[SLOTS]; int n; };

bool bucket_take(struct bucket *b, int64_t now, double rate, double burst)
{
	int64_t passed = now > b->at ? now - b->at : 0;         /* a clock may be set back */
	double gained = b->at == 0 ? burst : (double)passed / 1000 * rate;

	b->at = now;
	b->left = b->left + gained > burst ? burst : b->left + gained;
	if (b->left < 1)
		return false;
	b->left -= 1;
	return true;
}

struct guests *guests_make(void)
{
	struct guests *g = calloc(1, sizeof *g);

	must(g != NULL);
	return g;
}

/* What somebody has made in this hour is not forgotten in it. */
static bool is_gone(const struct guest *a, int64_t now)
{
	return a->uses == 0 && now - a->seen > FORGET_MS && (a->tables.at == 0 || now - a->tables.at > HOUR_MS);
}

static void sweep(struct guests *g, int64_t now, bool all)
{
	for (int i = 0; i < SLOTS; i++)
		for (struct guest **at = &g->slot[i], *a; (a = *at) != NULL;) {
			if (all ? a->uses > 0 : !is_gone(a, now)) {
				at = &a->next;
				continue;
			}
			*at = a->next;
			free(a);
			g->n--;
		}
}

void guests_sweep(struct guests *g, int64_t now)
{
	sweep(g, now, false);
}

void guests_drop(struct guests *g)
{
	sweep(g, 0, true);
	must(g->n == 0);
	free(g);
}

int guests_count(const struct guests *g)
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

struct guest *guest_hold(struct guests *g, const char *address, int64_t now)
{
	char network[MAX_ADDRESS];

	must(strlen(address) < MAX_ADDRESS);
	network_of(guest_loopback(address) ? "127.0.0.1" : address, network);
	struct guest **slot = &g->slot[slot_of(network)], *a = *slot;
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

void guest_release(struct guest *a)
{
	must(a->uses > 0);
	a->uses--;
}

static void text_of_six(const struct in6_addr *six, char out[MAX_ADDRESS])
{
	if (IN6_IS_ADDR_V4MAPPED(six))
		inet_ntop(AF_INET, six->s6_addr + 12, out, MAX_ADDRESS);
	else
		inet_ntop(AF_INET6, six, out, MAX_ADDRESS);
}

void guest_address(const struct sockaddr *from, char out[MAX_ADDRESS])
{
	out[0] = '\0';
	if (from->sa_family == AF_INET6)
		text_of_six(&((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, out);
	else if (from->sa_family == AF_INET)
		inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)from)->sin_addr, out, MAX_ADDRESS);
}

bool guest_forwarded(const char *header, char out[MAX_ADDRESS])
{
	const char *comma = strrchr(header, ','), *from = comma ? comma + 1 : header;
	struct in6_addr six;
	struct in_addr four;
	char text[MAX_ADDRESS];

	from += strspn(from, " \t[");
	size_t n = strcspn(from, " \t]");
	if (n >= sizeof text)
		return false;
	memcpy(text, from, n);
	text[n] = '\0';
	if (inet_pton(AF_INET6, text, &six) == 1)
		text_of_six(&six, out);
	else if (inet_pton(AF_INET, text, &four) == 1)
		inet_ntop(AF_INET, &four, out, MAX_ADDRESS);
	else
		return false;
	return true;
}

bool guest_loopback(const char *address)
{
	return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

bool guest_neighbour(const char *address)
{
	struct in_addr four;
	struct in6_addr six;

	if (inet_pton(AF_INET, address, &four) == 1) {
		uint32_t a = ntohl(four.s_addr);
		return a >> 24 == 127 || a >> 24 == 10 || a >> 20 == 0xAC1 || a >> 16 == 0xC0A8 || a >> 16 == 0xA9FE || a >> 22 == 0x191;
	}
	if (inet_pton(AF_INET6, address, &six) != 1)
		return false;
	return IN6_IS_ADDR_LOOPBACK(&six) || IN6_IS_ADDR_LINKLOCAL(&six) || (six.s6_addr[0] & 0xFE) == 0xFC;
}

/* From where this machine would set out to the world: no packet is sent. */
static bool way_out(char out[MAX_ADDRESS])
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(9) };
	struct sockaddr_storage from;
	socklen_t n = sizeof from;
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	inet_pton(AF_INET, "192.0.2.1", &to.sin_addr);
	bool fine = fd >= 0 && connect(fd, (const void *)&to, sizeof to) == 0 && getsockname(fd, (void *)&from, &n) == 0;
	if (fd >= 0)
		close(fd);
	if (fine)
		guest_address((const void *)&from, out);
	return fine && guest_neighbour(out) && !guest_loopback(out);
}

bool guest_lan(char out[MAX_ADDRESS])
{
	struct ifaddrs *all;
	bool found = way_out(out);

	if (found || getifaddrs(&all) != 0)
		return found;
	for (const struct ifaddrs *i = all; i && !found; i = i->ifa_next) {
		if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || !(i->ifa_flags & IFF_UP))
			continue;
		guest_address(i->ifa_addr, out);
		found = guest_neighbour(out) && !guest_loopback(out);
	}
	freeifaddrs(all);
	return found;
}
