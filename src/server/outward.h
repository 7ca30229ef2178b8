/* Out of this process: a request to somebody else's web server, and a program of our own. Both wait, on a thread that may. */
#ifndef SERVER_OUTWARD_H
#define SERVER_OUTWARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "driver/error.h"

struct outward {
	bool        anywhere, any_port; /* private addresses, and all ports: for tests alone */
	const char *authority;          /* file with the certificates to trust; NULL: the system's */
	int         patience_ms;        /* then it is broken off */
	const atomic_bool *stop;        /* or when this is set */
};

/* An address in the public internet: no neighbour, no tunnel, nothing reserved. */
bool outward_public(const struct sockaddr *a);

/* A plain address of the web: http or https, no user, no fragment. origin, unless NULL, becomes "https://push.example". */
enum { MAX_ORIGIN = 300 };
bool outward_url(const char *url, bool https_only, char origin[MAX_ORIGIN], char why[MAX_ERROR]);

/* POST to a public address, port 80 or 443, without redirection or proxy. The status of the answer; 0: there was none; -1: it is
 * not public. `url` has passed outward_url; `header` ends with NULL. */
int outward_post(const struct outward *o, const char *url, const char *const header[], const void *body, size_t n);

/* A program with those arguments and that environment, `in` on its stdin, which must fit into a pipe (4 KiB), and nowhere to write to. It
 * is ended with all that it has started. True: it left with 0. */
bool outward_run(const struct outward *o, char *const argv[], char *const env[], const char *in);


#endif
