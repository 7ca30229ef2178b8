/* Storage without waiting: one thread writes, and commits all that has come in while the last commit was under way; another reads. Answers
 * come through the mailbox, on the loop's thread, writes of one table in their order. If one of them is not stored, those of the same
 * table that wait behind it are not either. */
#ifndef SERVER_CLERK_H
#define SERVER_CLERK_H

#include "server/job.h"
#include "server/store.h"

struct clerk;

struct save_job {
	struct job  job;                /* `done` is the caller's: save.outcome says what came of it */
	struct save save;
};

struct load_job {
	struct job    job;
	char          id[ID_CHARS + 1];
	uint32_t      after;
	struct loaded loaded;
	bool          fine;
	char          why[MAX_ERROR];
};

struct list_job {
	struct job     job;
	struct filter  filter;
	struct summary *of;             /* malloc'ed by the caller, filter.limit of them */
	int            n;
	bool           fine;
	char           why[MAX_ERROR];
};

struct clerk_figures { uint64_t commits, saves, rows, failures; double seconds; };      /* of writing */

struct clerk *clerk_make(const char *url, struct mailbox *back, char why[MAX_ERROR]);   /* opens the store for each of its threads */
void clerk_save(struct clerk *c, struct save_job *j);
void clerk_load(struct clerk *c, struct load_job *j);
void clerk_list(struct clerk *c, struct list_job *j);
/* Leases: see store_kind. `held` is called on the loop's thread. */
void clerk_lease(struct clerk *c, const char *id, const char *owner, int64_t now, int64_t until, void (*held)(void *arg, const char *id, bool),
	void *arg);
bool clerk_shared(const struct clerk *c);       /* other processes may write too */
/* What others stored (our own saves are left out): called on the loop's thread; id empty: everything may have changed. Call it once. */
void clerk_listen(struct clerk *c, void (*heard)(void *arg, const char *id, uint32_t seq), void *arg);
struct clerk_figures clerk_figures(struct clerk *c);
void clerk_stop(struct clerk *c);               /* writes what is queued, gives back leases, closes; the answers wait in the mailbox */

#endif
