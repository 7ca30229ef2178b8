#define _POSIX_C_SOURCE 200809L
#include "server/origin.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool origins_make(struct origins *h, const char *origins, char why[MAX_ERROR])
{
	memset(h, 0, sizeof *h);
	if (gethostname(h->name, sizeof h->name - 1) != 0)
		h->name[0] = '\0';
	for (char *c = h->name; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	h->n = config_origins(origins, h->of, why);
	return h->n >= 0;
}

/* A host with or without port, as if it came with that scheme. */
static bool split(const char *host, bool tls, struct origin *out)
{
	char whole[300], why[MAX_ERROR];
	struct origin all[MAX_ORIGINS];

	if (strlen(host) >= sizeof out->host || strpbrk(host, " ,/"))
		return false;
	snprintf(whole, sizeof whole, "%s%s", tls ? "https://" : "http://", host);
	if (config_origins(whole, all, why) != 1)
		return false;
	*out = all[0];
	return true;
}

/* As it stands in an address of a page: that of IPv6 in brackets. */
static bool is_address(const char *host)
{
	char inner[48];
	size_t n = strlen(host);

	if (host[0] != '[')
		return strchr(host, ':') == NULL && config_is_address(host);
	if (n < 3 || n - 2 >= sizeof inner || host[n - 1] != ']')
		return false;
	memcpy(inner, host + 1, n - 2);
	inner[n - 2] = '\0';
	return strchr(inner, ':') != NULL && config_is_address(inner);
}

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n > m && strcmp(text + n - m, end) == 0;
}

bool origins_host_known(const struct origins *h, const char *host)
{
	struct origin o;
	char local[300];

	if (!split(host, false, &o))
		return false;
	if (is_address(o.host) || strcmp(o.host, "localhost") == 0 || ends_with(o.host, ".localhost"))
		return true;
	snprintf(local, sizeof local, "%s.local", h->name);
	if (h->name[0] && (strcmp(o.host, h->name) == 0 || strcmp(o.host, local) == 0))
		return true;
	for (int i = 0; i < h->n; i++)
		if (strcmp(o.host, h->of[i].host) == 0)
			return true;
	return false;
}

static bool same(const struct origin *a, const struct origin *b)
{
	return a->port == b->port && strcmp(a->host, b->host) == 0;
}

bool origins_same(const struct origins *h, const char *origin, const char *host)
{
	char why[MAX_ERROR];
	struct origin o[MAX_ORIGINS], here;

	if (config_origins(origin, o, why) != 1)
		return false;
	for (int i = 0; i < h->n; i++)
		if (same(&o[0], &h->of[i]) && o[0].tls == h->of[i].tls)
			return true;
	return split(host, o[0].tls, &here) && same(&o[0], &here);
}
