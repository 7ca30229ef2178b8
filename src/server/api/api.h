/* Tables without accounts, over HTTP: docs/openapi.json describes what can be asked. It knows no sockets: the loop hands it a request
 * and is handed the answer, at once or later. */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "server/live.h"

enum { API_BYTES = 16 * 1024, API_BOX_BYTES = 1 << 20 };    /* of a body; of one that may bring a box */

/* What this server is. Stays as it is while there are requests. */
struct api_site {
	bool        reachable;          /* by others than who sits at this machine */
	const char *push_key;           /* notifier_key(); "" or NULL: no Web Push */
};

/* Everything but `answer` and `arg` is needed during the call alone. `answer` is called once, on the loop's thread; `body` is valid during it. */
struct rest {
	const char *method, *path;      /* "GET", "/games/queen" */
	const char *query;              /* "seat=0"; NULL or "": none */
	const char *bearer;             /* of the header Authorization; NULL: none */
	const char *body;
	size_t      n;
	const char *address;            /* of who asks */
	const struct api_site *site;
	void (*answer)(void *arg, int status, const char *content_type, const char *body, size_t n);
	void *arg;
};

bool   api_knows(const char *path);                           /* it is the HTTP API's to answer, well or badly */
size_t api_takes(const char *method, const char *path);       /* bytes of a body, at most: 0 where there is none to be */
void   api_request(struct live *h, const struct rest *r);

#endif
