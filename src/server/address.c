#define _DEFAULT_SOURCE                 /* getifaddrs */
#include "server/address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <string.h>
#include <unistd.h>

static void text_of_six(const struct in6_addr *six, char out[MAX_ADDRESS])
{
	if (IN6_IS_ADDR_V4MAPPED(six))
		inet_ntop(AF_INET, six->s6_addr + 12, out, MAX_ADDRESS);
	else
		inet_ntop(AF_INET6, six, out, MAX_ADDRESS);
}

void address_text(const struct sockaddr *from, char out[MAX_ADDRESS])
{
	out[0] = '\0';
	if (from->sa_family == AF_INET6)
		text_of_six(&((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, out);
	else if (from->sa_family == AF_INET)
		inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)from)->sin_addr, out, MAX_ADDRESS);
}

bool address_forwarded(const char *header, char out[MAX_ADDRESS])
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

bool address_is_loopback(const char *address)
{
	return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

bool address_is_local(const char *address)
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
		address_text((const void *)&from, out);
	return fine && address_is_local(out) && !address_is_loopback(out);
}

bool address_lan(char out[MAX_ADDRESS])
{
	struct ifaddrs *all;
	bool found = way_out(out);

	if (found || getifaddrs(&all) != 0)
		return found;
	for (const struct ifaddrs *i = all; i && !found; i = i->ifa_next) {
		if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || !(i->ifa_flags & IFF_UP))
			continue;
		address_text(i->ifa_addr, out);
		found = address_is_local(out) && !address_is_loopback(out);
	}
	freeifaddrs(all);
	return found;
}
