/* Which names this server goes by, and which pages may talk to it. A page elsewhere that has its own name point at this machine (DNS
 * rebinding) comes with that name as the host; a page elsewhere that sends requests here comes with its own origin. Neither is answered. */
#ifndef SERVER_ORIGIN_H
#define SERVER_ORIGIN_H

#include "server/config.h"

struct origins {
	struct origin of[MAX_ORIGINS];  /* of --origin */
	int  n;
	char name[256];                 /* of this machine */
};

bool origins_make(struct origins *h, const char *origins, char why[MAX_ERROR]);

/* What the header Host says: an address, localhost, this machine's name, or that of an --origin. A bare address cannot be pointed
 * elsewhere, so all of them are fine. */
bool origins_host_known(const struct origins *h, const char *host);

/* What the header Origin says: the same as Host, or one of --origin. */
bool origins_same(const struct origins *h, const char *origin, const char *host);

#endif
