#define _GNU_SOURCE                     /* gettid, names of threads and cores for them */
#include "store/job.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/game.h"

void jobs_put(struct jobs *q, struct job *j)
{
	j->next = NULL;
	if (q->last)
		q->last->next = j;
	else
		q->first = j;
	q->last = j;
	q->n++;
}

struct job *jobs_take(struct jobs *q)
{
	struct job *j = q->first;

	if (!j)
		return NULL;
	q->first = j->next;
	if (!q->first)
		q->last = NULL;
	q->n--;
	return j;
}

static struct { bool are; cpu_set_t cores; } others;    /* where new threads may run, if not anywhere */

void job_keep_apart(void)
{
	cpu_set_t own;
	size_t first = 0;

	if (sched_getaffinity(0, sizeof others.cores, &others.cores) != 0 || CPU_COUNT(&others.cores) < 2)
		return;
	while (!CPU_ISSET(first, &others.cores))
		first++;
	CPU_ZERO(&own);
	CPU_SET(first, &own);
	CPU_CLR(first, &others.cores);
	others.are = sched_setaffinity(0, sizeof own, &own) == 0;
}

bool job_thread(pthread_t *out, const char *name, void *(*run)(void *), void *arg)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);    /* a new thread has the mask of the one that makes it */
	int failed = pthread_create(out, NULL, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (failed)
		return false;
	pthread_setname_np(*out, name);                 /* of up to 15 bytes; it is for whoever looks with ps */
	if (others.are)
		pthread_setaffinity_np(*out, sizeof others.cores, &others.cores);
	return true;
}

void job_stand_back(int nice)
{
	setpriority(PRIO_PROCESS, (id_t)gettid(), nice);        /* of a thread, on Linux; without it things are slower, no worse */
}

/* Mailbox ------------------------------------------------------------- */

struct mailbox {
	pthread_mutex_t lock;
	struct jobs     in;
	void          (*wake)(void *);
	void           *arg;
};

struct mailbox *mailbox_make(void (*wake)(void *), void *arg)
{
	struct mailbox *m = calloc(1, sizeof *m);

	must(m != NULL);
	pthread_mutex_init(&m->lock, NULL);
	m->wake = wake;
	m->arg = arg;
	return m;
}

void mailbox_post_all(struct mailbox *m, struct jobs *all)
{
	struct job *j;

	pthread_mutex_lock(&m->lock);
	bool first = m->in.n == 0 && all->n > 0;
	while ((j = jobs_take(all)))
		jobs_put(&m->in, j);
	pthread_mutex_unlock(&m->lock);
	if (first && m->wake)
		m->wake(m->arg);
}

void mailbox_post(struct mailbox *m, struct job *j)
{
	struct jobs one = { 0 };

	jobs_put(&one, j);
	mailbox_post_all(m, &one);
}

int mailbox_empty(struct mailbox *m)
{
	struct job *j;

	pthread_mutex_lock(&m->lock);
	struct jobs mine = m->in;
	m->in = (struct jobs){ 0 };
	pthread_mutex_unlock(&m->lock);

	int n = mine.n;
	while ((j = jobs_take(&mine)))
		j->done(j);
	return n;
}

void mailbox_drop(struct mailbox *m)
{
	while (mailbox_empty(m) > 0)
		;
	pthread_mutex_destroy(&m->lock);
	free(m);
}

/* Pool ---------------------------------------------------------------- */

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t  more;
	struct jobs     in;             /* by `due` */
	uint64_t        begun;          /* `due` of the last one that was */
	bool            stopping;
	int             nice, threads;
	struct mailbox *back;
	pthread_t       thread[POOL_THREADS];
};

/* The next job; NULL: it is over. */
static struct job *next(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->in.n == 0 && !p->stopping)
		pthread_cond_wait(&p->more, &p->lock);
	struct job *j = p->stopping ? NULL : jobs_take(&p->in);
	if (j)
		p->begun = j->due;
	pthread_mutex_unlock(&p->lock);
	return j;
}

static void *serve(void *arg)
{
	struct pool *p = arg;
	struct job *j;

	job_stand_back(p->nice);
	while ((j = next(p))) {
		j->work(j);
		mailbox_post(p->back, j);
	}
	return NULL;
}

struct pool *pool_make(const char *name, int threads, int nice, struct mailbox *back)
{
	struct pool *p = calloc(1, sizeof *p);

	must(p != NULL && threads >= 1 && threads <= POOL_THREADS);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->more, NULL);
	p->nice = nice;
	p->back = back;
	while (p->threads < threads && job_thread(&p->thread[p->threads], name, serve, p))
		p->threads++;
	must(p->threads > 0);
	return p;
}

static void put_in_order(struct jobs *q, struct job *j)
{
	struct job **at = &q->first;

	if (!q->last || q->last->due <= j->due) {
		jobs_put(q, j);
		return;
	}
	while ((*at)->due <= j->due)
		at = &(*at)->next;
	j->next = *at;
	*at = j;
	q->n++;
}

bool pool_give(struct pool *p, struct job *j)
{
	pthread_mutex_lock(&p->lock);
	bool takes = !p->stopping && p->in.n < POOL_QUEUE;
	if (takes) {
		j->due = j->due > p->begun ? j->due : p->begun;
		put_in_order(&p->in, j);
		pthread_cond_signal(&p->more);
	}
	pthread_mutex_unlock(&p->lock);
	return takes;
}

int pool_waiting(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	int n = p->in.n;
	pthread_mutex_unlock(&p->lock);
	return n;
}

void pool_stop(struct pool *p)
{
	struct job *j;

	pthread_mutex_lock(&p->lock);
	p->stopping = true;
	pthread_cond_broadcast(&p->more);
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < p->threads; i++)
		pthread_join(p->thread[i], NULL);
	while ((j = jobs_take(&p->in)))
		mailbox_post(p->back, j);
	pthread_cond_destroy(&p->more);
	pthread_mutex_destroy(&p->lock);
	free(p);
}
