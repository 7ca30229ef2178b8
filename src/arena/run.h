/* A whole run of the arena: games over worker processes, results kept as they come, so that a run that was killed goes on where it was. */
#ifndef ARENA_RUN_H
#define ARENA_RUN_H

#include <jansson.h>

#include "arena/sums.h"

struct run {
	const struct arena *arena;
	int  games;                     /* whole blocks of them */
	int  jobs;
	int  ranks;                     /* processes that run this together (ranks.h), 1 or more: then `jobs` does not matter */
	const struct sprt *sprt;        /* NULL: all games are played */
	const char *log;                /* file to which every result is added, and from which a run goes on; or NULL */
	void (*tick)(const struct run *r);      /* a few times a second; may be NULL */
	const struct watch *watch;      /* one for each job, what they point to shared with the workers; or NULL */

	/* What comes out. */
	struct result *result;          /* by game; run_drop() frees it */
	bool  *have;
	int    blocks;                  /* all of whose games are there, from the first on; with a test: up to its verdict */
	int    kept, played;            /* games found in the log, games played now */
	double seconds;                 /* of the latter */
	enum verdict verdict;
	double llr;
};

bool run_all(struct run *r, char out[MAX_ERROR]);
void run_led(struct run *r);            /* in a process that another one leads: plays the games that it is handed */
void run_drop(struct run *r);

/* All that decides what game number k is: the set-up, the bots, the seed. */
json_t *log_head(const struct arena *a);

/* The log: a line that says what is played, then a line for each game in the order in which they ended. */
struct arena_log { int file; const struct arena *arena; };

/* Calls `each` for every result that is there. The end of a line that was not finished is cut off. */
bool log_open(struct arena_log *l, const struct arena *a, const char *path, void (*each)(void *with, const struct result *r), void *with,
	char out[MAX_ERROR]);
bool log_add(struct arena_log *l, const struct result *r, char out[MAX_ERROR]);
void log_close(struct arena_log *l);

#endif
