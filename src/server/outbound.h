/* Out of this process: a request to somebody else's web server, and a program of our own. Both wait, on a thread that may. */
#ifndef SERVER_OUTBOUND_H
#define SERVER_OUTBOUND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "base/error.h"

struct outbound {
	bool        anywhere, any_port; /* private addresses, and all ports: for tests alone */
	const char *authority;          /* file with the certificates to trust; NULL: the system's */
	int         patience_ms;        /* then it is broken off */
	const atomic_bool *stop;        /* or when this is set */
};

/* An address in the public internet: no neighbour, no tunnel, nothing reserved. */
bool outbound_public(const struct sockaddr *a);

/* A plain address of the web: http or https, no user, no fragment. origin, unless NULL, becomes "https://push.example". */
enum { MAX_ORIGIN = 300 };
bool outbound_url(const char *url, bool https_only, char origin[MAX_ORIGIN], char why[MAX_ERROR]);

/* POST to a public address, port 80 or 443, without redirection or proxy. The status of the answer; 0: there was none; -1: it is
 * not public. `url` has passed outbound_url; `header` ends with NULL. */
int outbound_post(const struct outbound *o, const char *url, const char *const header[], const void *body, size_t n);

/* A program with those arguments and that environment, `in` on its stdin, which must fit into a pipe (4 KiB), and nowhere to write to. It
 * is ended with all that it has started. True: it left with 0. */
bool outbound_run(const struct outbound *o, char *const argv[], char *const env[], const char *in);


#endif
