/* Storage without waiting: one thread writes, and commits all that has come in while the last commit was under way; another reads. Answers
 * come through the mailbox, on the loop's thread, writes of one table in their order. If one of them is not stored, those of the same
 * table that wait behind it are not either. */
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

#include "store/job.h"
#include "store/store.h"

struct store_queue;

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

struct erase_job {
	struct job job;
	char       id[ID_CHARS + 1];
	uint32_t   seq;                 /* the last row that is known of it */
	bool       fine, erased;        /* not fine: why */
	char       why[MAX_ERROR];
};

struct store_queue_figures { uint64_t commits, saves, rows, failures; double seconds; };      /* of writing */

struct store_queue *store_queue_make(const char *url, struct mailbox *back, char why[MAX_ERROR]);   /* opens the store for each of its threads */
void store_queue_save(struct store_queue *c, struct save_job *j);
void store_queue_erase(struct store_queue *c, struct erase_job *j);
void store_queue_load(struct store_queue *c, struct load_job *j);
void store_queue_list(struct store_queue *c, struct list_job *j);
/* Leases: see store_kind. `held` is called on the loop's thread. A lease that ends at once (until == now) tells whether the store can write. */
void store_queue_lease(struct store_queue *c, const struct lease_ask *ask, void (*held)(void *arg, const char *id, bool), void *arg);
const uint8_t *store_queue_secret(const struct store_queue *c);   /* HASH_BYTES: see store_kind */
bool store_queue_shared(const struct store_queue *c);       /* other processes may write too */
/* What others stored (our own saves are left out): called on the loop's thread; id empty: everything may have changed. Call it once. */
void store_queue_listen(struct store_queue *c, void (*heard)(void *arg, const char *id, uint32_t seq), void *arg);
struct store_queue_figures store_queue_figures(struct store_queue *c);
void store_queue_stop(struct store_queue *c);               /* writes what is queued, gives back leases, closes; the answers wait in the mailbox */

#endif
