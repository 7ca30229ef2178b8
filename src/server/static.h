/* The files of the browser client. They are found and read once, when the server starts: what is not in the list cannot be named, whatever
 * a path says, and no request waits for a disk. Without a directory there are two built-in ones that say what this is. */
#ifndef SERVER_STATIC_H
#define SERVER_STATIC_H

#include "base/error.h"

enum encoding { PLAIN, GZIP, BROTLI, ENCODINGS };

struct body { const char *bytes; size_t n; };
struct asset {
	char       *path;                       /* "/assets/board.1f2e3d4c.js" */
	const char *type;
	char        tag[20];                    /* of its contents, in quotes: an ETag */
	bool        lasting;                    /* its name has a hash in it: it never changes */
	struct body as[ENCODINGS];              /* bytes NULL: there is none of that kind */
};

struct site;
struct site *site_make(const char *dir, char why[MAX_ERROR]);   /* "": built in. NULL: why */
void site_drop(struct site *s);
int  site_count(const struct site *s);

/* The path as it was decoded. "/t/...", "/learn/..." and "/rules/..." are pages of the client, which finds its way by itself: they are
 * answered with "/index.html", as "/" is. NULL: there is no such file. */
const struct asset *site_find(const struct site *s, const char *path);

/* The best that is accepted, by the header Accept-Encoding. */
enum encoding asset_choose(const struct asset *a, const char *accept);

#endif
