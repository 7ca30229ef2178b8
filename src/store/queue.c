#define _GNU_SOURCE                     /* pipe2 */
#include "store/queue.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { OWN_SLOTS = 1 << 14, HEARD_AT_ONCE = 512, LOST_MS = 500, LISTEN_MS = 1000, MAX_OWNER = 64, REST_SECONDS = 2 };

/* When the store is tidied up (SQLite: its log copied into the file). That keeps the disk busy, and at its end makes the writer wait; but a page that
 * was written several times is copied once. So it is done after TIDY_SAVES saves, or after TIDY_FEWER if the last time was TIDY_SECONDS ago: rarely under
 * load, and otherwise while there is little to copy. */
enum { TIDY_SAVES = 16000, TIDY_FEWER = 500, TIDY_SECONDS = 20, TIDY_NICE = 10 };      /* TIDY_NICE: the niceness of the thread that does it */
enum { TIDY_LITTLE = 50, TIDY_ROUNDS = 8 };     /* it is done when at most so many saves are left, or after so many rounds */

struct lease_job {
	struct job job;
	char       id[ID_CHARS + 1], owner[MAX_OWNER];
	int64_t    now, until;
	bool       held;
	void     (*tell)(void *arg, const char *id, bool held);
	void      *arg;
};

struct heard_job {
	struct job job;
	void     (*tell)(void *arg, const char *id, uint32_t seq);
	void      *arg;
	int        n;
	struct heard { char id[ID_CHARS + 1]; uint32_t seq; } of[HEARD_AT_ONCE];
};

struct store_queue {
	const struct store_kind *kind;
	uint8_t     secret[HASH_BYTES];
	char           *where;
	void           *writer, *reader, *ear, *broom;  /* the store, opened once for each thread that writes, reads, listens and tidies; the last two may be NULL */
	struct mailbox *back;
	pthread_t       writes, reads, listens, tidies;
	bool            listening;
	int             stop_listening[2];              /* a pipe: the thread that listens ends when [1] is closed */
	void          (*heard)(void *arg, const char *id, uint32_t seq);
	void           *heard_arg;

	pthread_mutex_t lock;                           /* of what follows */
	pthread_cond_t  to_write, to_read, to_tidy;
	struct jobs     saves, leases, erases, loads, lists;
	bool            stopping;
	char            owner[MAX_OWNER];               /* of the leases */
	struct store_queue_figures figures;
	uint64_t        tidied;                         /* number of saves when it was last tidied up, */
	double          tidied_at;                      /* and the time of that, in seconds */
	bool            swept;                          /* little is left to be tidied up: the writer does that */
	struct heard   *own;                            /* our own saves, by hash of the id: the store reports them to us like those of others */
};

static unsigned hash_of(const char *id)
{
	return (unsigned)codec_hash(id, (int)strlen(id));
}

/* Our own saves ------------------------------------------------------- */

static struct heard *own_slot(struct store_queue *c, const char *id)
{
	return &c->own[hash_of(id) % OWN_SLOTS];
}

/* Notes saves as our own. To be called before they are committed: the store may report them before the commit has returned. */
static void note_own(struct store_queue *c, struct save *const batch[], int n)
{
	pthread_mutex_lock(&c->lock);
	for (int i = 0; i < n; i++) {
		struct heard *h = own_slot(c, batch[i]->id);
		snprintf(h->id, sizeof h->id, "%s", batch[i]->id);
		h->seq = store_save_after(batch[i]);
	}
	pthread_mutex_unlock(&c->lock);
}

static bool is_own(struct store_queue *c, const char *id, uint32_t seq)
{
	pthread_mutex_lock(&c->lock);
	const struct heard *h = own_slot(c, id);
	bool own = id[0] && strcmp(h->id, id) == 0 && seq <= h->seq;
	pthread_mutex_unlock(&c->lock);
	return own;
}

static void tell_heard(struct job *j)
{
	struct heard_job *h = (struct heard_job *)j;

	for (int i = 0; i < h->n; i++)
		h->tell(h->arg, h->of[i].id, h->of[i].seq);
	free(h);
}

static struct heard_job *heard_make(struct store_queue *c)
{
	struct heard_job *h = malloc(sizeof *h);

	must(h != NULL);
	h->job = (struct job){ .done = tell_heard };
	h->tell = c->heard;
	h->arg = c->heard_arg;
	h->n = 0;
	return h;
}

/* A save that was noted as ours, but was not stored. A report of that number was taken for our own and was another process's: it is passed on now. */
static void disown(struct store_queue *c, const struct save *s)
{
	struct heard_job *h = NULL;

	pthread_mutex_lock(&c->lock);
	own_slot(c, s->id)->id[0] = '\0';
	if (c->listening)
		h = heard_make(c);
	pthread_mutex_unlock(&c->lock);
	if (!h)
		return;
	snprintf(h->of[0].id, sizeof h->of[0].id, "%s", s->id);
	h->of[0].seq = store_save_after(s);
	h->n = 1;
	mailbox_post(c->back, &h->job);
}

/* Writing ------------------------------------------------------------- */

enum { SET_SLOTS = 1024 };
_Static_assert(SET_SLOTS > 2 * STORE_GROUP, "a set of ids that is more than half empty");

/* Adds an id to the set. False: it was there. */
static bool set_add(const char *set[SET_SLOTS], const char *id)
{
	unsigned at = hash_of(id) % SET_SLOTS;

	for (; set[at]; at = (at + 1) % SET_SLOTS)
		if (strcmp(set[at], id) == 0)
			return false;
	set[at] = id;
	return true;
}

/* Takes the saves that wait, at most STORE_GROUP of them and one for each table: a second save of a table builds on the first. With the lock held. */
static int take_group(struct store_queue *c, struct save *batch[STORE_GROUP])
{
	const char *set[SET_SLOTS] = { NULL };
	struct jobs rest = { 0 };
	struct job *j;
	int n = 0;

	while (n < STORE_GROUP && (j = jobs_take(&c->saves))) {
		struct save_job *s = (struct save_job *)j;
		if (set_add(set, s->save.id))
			batch[n++] = &s->save;
		else
			jobs_put(&rest, j);
	}
	while ((j = jobs_take(&c->saves)))
		jobs_put(&rest, j);
	c->saves = rest;
	return n;
}

static struct save_job *job_of(struct save *s)
{
	return (struct save_job *)((char *)s - offsetof(struct save_job, save));
}

/* Saves of the same table that wait behind one that was not stored build on it, so they end as it did. */
static void fail_behind(struct store_queue *c, const struct save *bad, struct jobs *out)
{
	struct jobs rest = { 0 };
	struct job *j;

	while ((j = jobs_take(&c->saves))) {
		struct save *s = &((struct save_job *)j)->save;
		if (strcmp(s->id, bad->id) != 0) {
			jobs_put(&rest, j);
			continue;
		}
		s->outcome = bad->outcome;
		memcpy(s->why, bad->why, MAX_ERROR);
		jobs_put(out, j);
	}
	c->saves = rest;
}

static void count(struct store_queue *c, struct save *const batch[], int n, double took)
{
	c->figures.commits++;
	c->figures.seconds += took;
	for (int i = 0; i < n; i++) {
		bool stored = batch[i]->outcome == STORED;
		c->figures.saves += stored;
		c->figures.rows += stored ? (uint64_t)batch[i]->rows.n : 0;
		c->figures.failures += batch[i]->outcome == STORE_FAILED;
	}
}

static bool untidy(const struct store_queue *c, double now)
{
	const uint64_t saves = c->figures.saves - c->tidied;

	return saves >= TIDY_SAVES || (saves >= TIDY_FEWER && now - c->tidied_at >= (double)TIDY_SECONDS);
}

static double seconds(void)
{
	return (double)clock_us() / 1e6;
}

static void write_group(struct store_queue *c, struct save *const batch[], int n)
{
	char why[MAX_ERROR];
	struct jobs all = { 0 };
	bool shared = store_queue_shared(c);

	if (shared)
		note_own(c, batch, n);
	double begun = seconds();
	c->kind->save(c->writer, batch, n, why);
	double took = seconds() - begun;

	pthread_mutex_lock(&c->lock);
	count(c, batch, n, took);
	if (untidy(c, begun))
		pthread_cond_signal(&c->to_tidy);
	for (int i = 0; i < n; i++) {
		jobs_put(&all, &job_of(batch[i])->job);
		if (batch[i]->outcome != STORED)
			fail_behind(c, batch[i], &all);
	}
	pthread_mutex_unlock(&c->lock);
	for (int i = 0; i < n && shared; i++)
		if (batch[i]->outcome != STORED)
			disown(c, batch[i]);
	mailbox_post_all(c->back, &all);
}

static void tell_lease(struct job *j)
{
	struct lease_job *l = (struct lease_job *)j;

	l->tell(l->arg, l->id, l->held);
	free(l);
}

static void write_leases(struct store_queue *c, struct jobs *all)
{
	char why[MAX_ERROR];
	struct job *j;

	while ((j = jobs_take(all))) {
		struct lease_job *l = (struct lease_job *)j;
		l->held = c->kind->lease(c->writer, &(struct lease_ask){ l->id, l->owner, l->now, l->until }, &l->held, why) && l->held;
		mailbox_post(c->back, j);
	}
}

static void write_erases(struct store_queue *c, struct jobs *all)
{
	struct job *j;

	while ((j = jobs_take(all))) {
		struct erase_job *e = (struct erase_job *)j;
		e->fine = c->kind->erase(c->writer, e->id, e->seq, &e->erased, e->why);
		mailbox_post(c->back, j);
	}
}

/* Waits, with the lock held, until there is something to do. A thread that has waited for REST_SECONDS gives unused memory back first. */
static void wait_for(struct store_queue *c, pthread_cond_t *more, void *store, bool *rested)
{
	struct timespec until;

	if (*rested) {
		pthread_cond_wait(more, &c->lock);
		return;
	}
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += REST_SECONDS;
	if (pthread_cond_timedwait(more, &c->lock, &until) != ETIMEDOUT)
		return;
	pthread_mutex_unlock(&c->lock);
	if (c->kind->rest)
		c->kind->rest(store);
	malloc_trim(0);
	*rested = true;
	pthread_mutex_lock(&c->lock);
}

static void *write_all(void *arg)
{
	struct store_queue *c = arg;
	struct save *batch[STORE_GROUP];

	for (bool rested = false;; rested = false) {
		pthread_mutex_lock(&c->lock);
		while (c->saves.n == 0 && c->leases.n == 0 && c->erases.n == 0 && !c->stopping)
			wait_for(c, &c->to_write, c->writer, &rested);
		bool over = c->saves.n == 0 && c->leases.n == 0 && c->erases.n == 0;
		struct jobs leases = c->leases, erases = c->erases;
		c->leases = c->erases = (struct jobs){ 0 };
		bool swept = c->swept;
		c->swept = false;
		int n = take_group(c, batch);
		pthread_mutex_unlock(&c->lock);
		if (over)
			return NULL;
		if (n > 0)
			write_group(c, batch, n);
		write_leases(c, &leases);
		write_erases(c, &erases);
		if (swept)
			c->kind->tidy(c->writer);
	}
}

/* Copies what there is, then what was written meanwhile, and so on until little is left. Called with the lock held, and releases it while it copies. */
static void sweep(struct store_queue *c)
{
	uint64_t before;
	int rounds = 0;

	do {
		before = c->figures.saves;
		pthread_mutex_unlock(&c->lock);
		c->kind->tidy(c->broom);
		pthread_mutex_lock(&c->lock);
	} while (c->figures.saves - before > TIDY_LITTLE && ++rounds < TIDY_ROUNDS && !c->stopping);
}

/* Tidying up: not the writer's work, or every now and then a move would wait for it. But the last little that is left is done by the writer,
 * who alone can come to an end with it: only then does SQLite's log begin again, in blocks of the disk that it has already. */
static void *tidy_all(void *arg)
{
	struct store_queue *c = arg;

	job_stand_back(TIDY_NICE);
	pthread_mutex_lock(&c->lock);
	for (;;) {
		while (!c->stopping && !untidy(c, seconds()))
			pthread_cond_wait(&c->to_tidy, &c->lock);
		if (c->stopping)
			break;
		c->tidied = c->figures.saves;
		c->tidied_at = seconds();
		sweep(c);
		c->swept = true;
	}
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

/* Reading ------------------------------------------------------------- */

static void *read_all(void *arg)
{
	struct store_queue *c = arg;

	for (bool rested = false;; rested = false) {
		pthread_mutex_lock(&c->lock);
		while (c->loads.n == 0 && c->lists.n == 0 && !c->stopping)
			wait_for(c, &c->to_read, c->reader, &rested);
		struct load_job *load = (struct load_job *)jobs_take(&c->loads);        /* somebody waits for a table; a list is for browsing */
		struct list_job *list = load ? NULL : (struct list_job *)jobs_take(&c->lists);
		pthread_mutex_unlock(&c->lock);
		if (load)
			load->fine = c->kind->load(c->reader, load->id, load->after, &load->loaded, load->why);
		else if (list)
			list->fine = c->kind->list(c->reader, &list->filter, list->of, &list->n, list->why);
		else
			return NULL;
		mailbox_post(c->back, load ? &load->job : &list->job);
	}
}

/* Listening ----------------------------------------------------------- */

/* Reads what the store reports of other processes, and passes it on. True: there may be more. */
static bool listen_once(struct store_queue *c)
{
	struct heard_job *h = heard_make(c);

	while (h->n < HEARD_AT_ONCE && c->kind->heard(c->ear, h->of[h->n].id, &h->of[h->n].seq))
		h->n += !is_own(c, h->of[h->n].id, h->of[h->n].seq);
	bool full = h->n == HEARD_AT_ONCE;
	if (h->n > 0)
		mailbox_post(c->back, &h->job);
	else
		free(h);
	return full;
}

static void *listen_all(void *arg)
{
	struct store_queue *c = arg;

	for (;;) {
		int fd = c->kind->heard_fd(c->ear);
		while (fd >= 0 && listen_once(c))
			;
		struct pollfd fds[] = { { .fd = c->stop_listening[0], .events = POLLIN }, { .fd = fd, .events = POLLIN } };
		poll(fds, 2, fd >= 0 ? LISTEN_MS : LOST_MS);    /* not for ever: the connection may have been lost just now, and fd be stale */
		if (fds[0].revents)
			return NULL;
	}
}

void store_queue_listen(struct store_queue *c, void (*heard)(void *arg, const char *id, uint32_t seq), void *arg)
{
	if (!store_queue_shared(c))
		return;
	must(!c->listening);
	pthread_mutex_lock(&c->lock);
	c->heard = heard;
	c->heard_arg = arg;
	c->listening = true;
	pthread_mutex_unlock(&c->lock);
	must(job_thread(&c->listens, "listen", listen_all, c));
}

/* The thread ----------------------------------------------------------- */

static void close_all(struct store_queue *c)
{
	void *stores[] = { c->broom, c->ear, c->reader, c->writer };

	for (int i = 0; i < 4; i++)
		if (stores[i])
			c->kind->close(stores[i]);
	free(c->own);
	free(c->where);
	free(c);
}

static bool open_all(struct store_queue *c, char why[MAX_ERROR])
{
	void **all[] = { &c->writer, &c->reader, &c->ear, &c->broom };
	const bool wanted[] = { true, true, store_queue_shared(c), c->kind->tidy != NULL };

	if (c->kind->named && !c->kind->named(c->where, why))
		return false;
	for (int i = 0; i < 4; i++)
		if (wanted[i] && !(*all[i] = c->kind->open(c->where, why)))
			return false;
	return (!c->kind->claim || c->kind->claim(c->writer, why)) && c->kind->secret(c->writer, c->secret, why);
}

struct store_queue *store_queue_make(const char *url, struct mailbox *back, char why[MAX_ERROR])
{
	const char *where;
	const struct store_kind *kind = store_find(url, &where, why);

	if (!kind)
		return NULL;
	struct store_queue *c = calloc(1, sizeof *c);
	must(c != NULL);
	c->kind = kind;
	c->where = strdup(where);
	c->own = calloc(OWN_SLOTS, sizeof *c->own);
	c->back = back;
	must(c->where != NULL && c->own != NULL);
	if (!open_all(c, why)) {
		close_all(c);
		return NULL;
	}
	pthread_mutex_init(&c->lock, NULL);
	pthread_condattr_t how;
	pthread_condattr_init(&how);
	pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
	pthread_cond_init(&c->to_write, &how);
	pthread_cond_init(&c->to_read, &how);
	pthread_cond_init(&c->to_tidy, &how);
	pthread_condattr_destroy(&how);
	must(pipe2(c->stop_listening, O_CLOEXEC) == 0);
	must(job_thread(&c->writes, "write", write_all, c) && job_thread(&c->reads, "read", read_all, c));
	must(!c->broom || job_thread(&c->tidies, "tidy", tidy_all, c));
	return c;
}

static void give(struct store_queue *c, struct jobs *to, struct job *j, pthread_cond_t *wake)
{
	pthread_mutex_lock(&c->lock);
	jobs_put(to, j);
	pthread_cond_signal(wake);
	pthread_mutex_unlock(&c->lock);
}

void store_queue_save(struct store_queue *c, struct save_job *j)
{
	give(c, &c->saves, &j->job, &c->to_write);
}

void store_queue_erase(struct store_queue *c, struct erase_job *j)
{
	give(c, &c->erases, &j->job, &c->to_write);
}

void store_queue_load(struct store_queue *c, struct load_job *j)
{
	give(c, &c->loads, &j->job, &c->to_read);
}

void store_queue_list(struct store_queue *c, struct list_job *j)
{
	give(c, &c->lists, &j->job, &c->to_read);
}

void store_queue_lease(struct store_queue *c, const struct lease_ask *ask, void (*held)(void *arg, const char *id, bool), void *arg)
{
	struct lease_job *l = calloc(1, sizeof *l);

	must(l != NULL && strlen(ask->owner) < MAX_OWNER);
	l->job.done = tell_lease;
	snprintf(l->id, sizeof l->id, "%s", ask->id);
	snprintf(l->owner, sizeof l->owner, "%s", ask->owner);
	l->now = ask->now;
	l->until = ask->until;
	l->tell = held;
	l->arg = arg;
	pthread_mutex_lock(&c->lock);
	if (ask->until > ask->now)                   /* one that ends at once is not given back */
		strcpy(c->owner, l->owner);
	pthread_mutex_unlock(&c->lock);
	give(c, &c->leases, &l->job, &c->to_write);
}

const uint8_t *store_queue_secret(const struct store_queue *c)
{
	return c->secret;
}

bool store_queue_shared(const struct store_queue *c)
{
	return c->kind->heard != NULL;
}

struct store_queue_figures store_queue_figures(struct store_queue *c)
{
	pthread_mutex_lock(&c->lock);
	struct store_queue_figures f = c->figures;
	pthread_mutex_unlock(&c->lock);
	return f;
}

void store_queue_stop(struct store_queue *c)
{
	char why[MAX_ERROR];

	pthread_mutex_lock(&c->lock);
	c->stopping = true;
	pthread_cond_signal(&c->to_write);
	pthread_cond_signal(&c->to_read);
	pthread_cond_signal(&c->to_tidy);
	pthread_mutex_unlock(&c->lock);
	close(c->stop_listening[1]);
	pthread_join(c->writes, NULL);
	pthread_join(c->reads, NULL);
	if (c->listening)
		pthread_join(c->listens, NULL);
	if (c->broom)
		pthread_join(c->tidies, NULL);
	if (c->owner[0])
		c->kind->release(c->writer, c->owner, why);     /* if that fails they expire */
	close(c->stop_listening[0]);
	pthread_cond_destroy(&c->to_write);
	pthread_cond_destroy(&c->to_read);
	pthread_cond_destroy(&c->to_tidy);
	pthread_mutex_destroy(&c->lock);
	close_all(c);
}
