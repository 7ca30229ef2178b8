/* Work that is done elsewhere, and told of here: bots that think, storage that is asked. The thread of the event loop owns all tables
 * and connections; others only ever see a job. */
#ifndef STORE_JOB_H
#define STORE_JOB_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct job {
	struct job *next;
	void (*work)(struct job *j);            /* on a thread of the pool */
	void (*done)(struct job *j);            /* on the loop's; frees it, if need be */
	uint64_t    due;                        /* of a pool's: who has had less comes first. In and out, see pool_give() */
};

/* First in, first out. Not for several threads at once. */
struct jobs { struct job *first, *last; int n; };
void jobs_put(struct jobs *q, struct job *j);
struct job *jobs_take(struct jobs *q);                          /* NULL: there is none */

/* A thread that leaves the signals to the loop's. False: the system has no more. */
bool job_thread(pthread_t *out, const char *name, void *(*run)(void *), void *arg);
void job_keep_apart(void);              /* the calling thread has the first of the cores alone, threads made from now on the rest; with one core nothing */
void job_stand_back(int nice);          /* how much the calling thread stands back behind the others, as in nice(1) */

/* Where finished jobs wait for the loop. */
struct mailbox;
struct mailbox *mailbox_make(void (*wake)(void *), void *arg);  /* `wake` is called from any thread, once until it is emptied */
void mailbox_post(struct mailbox *m, struct job *j);
void mailbox_post_all(struct mailbox *m, struct jobs *all);     /* and wakes once; empties the list */
int  mailbox_empty(struct mailbox *m);                          /* on the loop's thread: calls done() of all; how many */
void mailbox_drop(struct mailbox *m);                           /* after the threads that post; calls done() of what is left */

enum { POOL_QUEUE = 4096, POOL_THREADS = 64 };
struct pool;
/* nice: see job_stand_back(). */
struct pool *pool_make(const char *name, int threads, int nice, struct mailbox *back);
/* Those whose `due` is lowest come first, among equals the first. It is made no less than that of the job that was begun last: who adds to it
 * what a job has taken, and gives the next one with that, gets a fair share and no more; who never does gets what is left in order.
 * False: it has too much to do. */
bool pool_give(struct pool *p, struct job *j);
int  pool_waiting(struct pool *p);                              /* jobs that nobody has begun */
void pool_stop(struct pool *p);                                 /* finishes what was begun, hands back the rest undone to done(), frees it */

#endif
