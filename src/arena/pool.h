/* Numbered pieces of work, spread over worker processes. What a worker breaks is its own. */
#ifndef ARENA_POOL_H
#define ARENA_POOL_H

#include "base/error.h"

#include <stdint.h>

enum { POOL_JOBS = 256, POOL_ANSWER = 4096 };   /* workers; bytes of an answer, which a pipe takes in one piece */

struct pool {
	int    jobs;
	size_t size;                            /* of every answer */
	void  *with;                            /* handed to all of these */

	/* In a worker, after the fork. What `open` returns is handed to the other two. */
	void *(*open)(void *with, int worker);
	void  (*work)(void *mine, uint32_t piece, void *answer);
	void  (*close)(void *mine);

	/* In this process. */
	bool (*next)(void *with, uint32_t *piece);      /* false: there is nothing more to do */
	bool (*done)(void *with, const void *answer);   /* false: what is under way is finished, and no more */
	void (*tick)(void *with);                       /* a few times a second; may be NULL */
};

/* False: a worker died, and at which piece. */
bool pool_run(const struct pool *p, char out[MAX_ERROR]);

#endif
