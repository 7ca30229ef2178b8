/* A store that is gone with its last user: for tests, and for a server that shall not leave anything behind. Whoever opens the same name
 * gets the same store, so that there can be several users here too. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"

struct item {
	struct summary now;
	struct head    head;
	struct rows    rows;
	uint32_t       snapshot_seq;
	int            snapshot_n;
	uint8_t       *snapshot;
};

struct lease { char id[ID_CHARS + 1], owner[64]; int64_t until; };

struct memory {
	struct memory *next;
	char           name[64];
	int            users;
	struct item  **of;              /* by id */
	int            n, cap;
	struct lease  *lease;
	int            leases;
	bool           has_secret;
	uint8_t        secret[HASH_BYTES];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;        /* of everything here */
static struct memory *all;

static void *memory_open(const char *where, char why[MAX_ERROR])
{
	struct memory *m;

	if (strlen(where) >= sizeof m->name) {
		error_say(why, "the name of a store in memory has fewer than %zu bytes", sizeof m->name);
		return NULL;
	}
	pthread_mutex_lock(&lock);
	for (m = all; m && strcmp(m->name, where) != 0; m = m->next)
		;
	if (!m) {
		m = calloc(1, sizeof *m);
		must(m != NULL);
		strcpy(m->name, where);
		m->next = all;
		all = m;
	}
	m->users++;
	pthread_mutex_unlock(&lock);
	return m;
}

static void item_drop(struct item *i)
{
	head_drop(&i->head);
	rows_clear(&i->rows);
	free(i->snapshot);
	free(i);
}

static void drop(struct memory *m)
{
	for (int i = 0; i < m->n; i++)
		item_drop(m->of[i]);
	free(m->of);
	free(m->lease);
	free(m);
}

static void memory_close(void *self)
{
	struct memory *m = self, **at = &all;

	pthread_mutex_lock(&lock);
	if (--m->users == 0) {
		while (*at != m)
			at = &(*at)->next;
		*at = m->next;
		drop(m);
	}
	pthread_mutex_unlock(&lock);
}

/* Where it is, or where it would be. */
static int search(const struct memory *m, const char *id)
{
	int from = 0, to = m->n;

	while (from < to) {
		int middle = from + (to - from) / 2;
		if (strcmp(m->of[middle]->now.id, id) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

static struct item *find(const struct memory *m, const char *id)
{
	int at = search(m, id);

	return at < m->n && strcmp(m->of[at]->now.id, id) == 0 ? m->of[at] : NULL;
}

static void copy_head(struct head *to, const struct head *from)
{
	*to = *from;
	if (from->own_box)
		head_own_box(to, from->box);
}

static struct item *make(struct memory *m, const struct head *h)
{
	int at = search(m, h->id);
	struct item *i = calloc(1, sizeof *i);

	must(i != NULL);
	if (m->n == m->cap) {
		m->cap = m->cap ? 2 * m->cap : 64;
		m->of = realloc(m->of, (size_t)m->cap * sizeof *m->of);
		must(m->of != NULL);
	}
	memmove(m->of + at + 1, m->of + at, (size_t)(m->n - at) * sizeof *m->of);
	m->of[at] = i;
	m->n++;
	copy_head(&i->head, h);
	strcpy(i->now.id, h->id);
	return i;
}

static void copy_rows(struct rows *to, const struct rows *from, uint32_t after)
{
	for (int i = 0; i < from->n; i++)
		if (from->of[i].seq > after)
			rows_copy(to, &from->of[i]);
}

static void forget(struct item *i, const struct save *s)
{
	uint32_t from;
	const struct row *f = store_save_forgets(s, &from);

	for (int k = 0; f && k < i->rows.n; k++)
		if (i->rows.of[k].seq >= from && i->rows.of[k].seat == f->seat)
			row_forget(&i->rows.of[k]);
}

static void save_one(struct memory *m, struct save *s)
{
	struct item *i = find(m, s->id);

	if (s->head ? i != NULL : !i || i->now.seq != store_save_before(s)) {
		store_save_misfit(s, i != NULL, i ? i->now.seq : 0);
		return;
	}
	if (!i)
		i = make(m, s->head);
	copy_rows(&i->rows, &s->rows, 0);
	forget(i, s);
	i->now.status = s->now.status;
	i->now.seq = store_save_after(s);
	i->now.changed = s->now.changed;
	i->now.wake = s->now.wake;
	i->now.place = s->now.place;
	i->now.score = s->now.score;
	strcpy(i->now.player, s->now.player);
	if (s->snapshot_seq > 0) {
		i->snapshot = realloc(i->snapshot, (size_t)s->snapshot_n + 1);
		must(i->snapshot != NULL);
		memcpy(i->snapshot, s->snapshot, (size_t)s->snapshot_n);
		i->snapshot_n = s->snapshot_n;
		i->snapshot_seq = s->snapshot_seq;
	}
	s->outcome = STORED;
	s->why[0] = '\0';
}

static bool memory_save(void *self, struct save *const batch[], int n, char why[MAX_ERROR])
{
	(void)why;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < n; i++)
		save_one(self, batch[i]);
	pthread_mutex_unlock(&lock);
	return true;
}

static bool memory_erase(void *self, const char *id, uint32_t seq, bool *erased, char why[MAX_ERROR])
{
	struct memory *m = self;

	(void)why;
	pthread_mutex_lock(&lock);
	struct item *i = find(m, id);
	*erased = !i || i->now.seq == seq;
	if (i && *erased) {
		int at = search(m, id);
		m->n--;
		memmove(m->of + at, m->of + at + 1, (size_t)(m->n - at) * sizeof *m->of);
		item_drop(i);
	}
	pthread_mutex_unlock(&lock);
	return true;
}

static bool memory_load(void *self, const char *id, uint32_t after, struct loaded *out, char why[MAX_ERROR])
{
	(void)why;
	memset(out, 0, sizeof *out);
	pthread_mutex_lock(&lock);
	const struct item *i = find(self, id);
	if (i) {
		out->found = true;
		copy_head(&out->head, &i->head);
		copy_rows(&out->rows, &i->rows, after);
		if (after == 0 && i->snapshot_seq > 0) {
			out->snapshot_seq = i->snapshot_seq;
			out->snapshot_n = i->snapshot_n;
			memcpy(out->snapshot, i->snapshot, (size_t)i->snapshot_n);
		}
	}
	pthread_mutex_unlock(&lock);
	return true;
}

static bool wanted(const struct item *i, const struct filter *f)
{
	return (f->newest || strcmp(i->now.id, f->after) > 0) && (!f->game || strcmp(i->head.game->name, f->game) == 0) &&
		(!f->deal || strcmp(i->head.deal, f->deal) == 0) &&
		(!f->listed_only || i->head.listed) && (f->status < 0 || i->now.status == f->status) &&
		(f->changed_before <= 0 || i->now.changed < f->changed_before) &&
		(f->wake_before <= 0 || (i->now.wake < f->wake_before && i->now.wake < INT64_MAX));
}

/* Where it belongs among those that were found; f->limit: nowhere. */
static int place_for(const struct item *i, const struct filter *f, const struct summary *out, int n)
{
	while (f->newest && n > 0 && out[n - 1].made < i->head.made)
		n--;
	return n;
}

static bool memory_list(void *self, const struct filter *f, struct summary *out, int *n, char why[MAX_ERROR])
{
	const struct memory *m = self;

	(void)why;
	*n = 0;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < m->n && (f->newest || *n < f->limit); i++) {
		int at = wanted(m->of[i], f) ? place_for(m->of[i], f, out, *n) : f->limit;
		if (at == f->limit)
			continue;
		*n += *n < f->limit;
		struct summary *s = &out[at];
		memmove(s + 1, s, (size_t)(*n - 1 - at) * sizeof *s);
		*s = m->of[i]->now;
		snprintf(s->game, sizeof s->game, "%s", m->of[i]->head.game->name);
		s->listed = m->of[i]->head.listed;
		s->made = m->of[i]->head.made;
		strcpy(s->deal, m->of[i]->head.deal);
	}
	pthread_mutex_unlock(&lock);
	return true;
}

static struct lease *lease_of(struct memory *m, const char *id)
{
	for (int i = 0; i < m->leases; i++)
		if (strcmp(m->lease[i].id, id) == 0)
			return &m->lease[i];
	m->lease = realloc(m->lease, (size_t)(m->leases + 1) * sizeof *m->lease);
	must(m->lease != NULL);
	struct lease *l = &m->lease[m->leases++];
	*l = (struct lease){ .until = INT64_MIN };
	snprintf(l->id, sizeof l->id, "%s", id);
	return l;
}

static bool memory_lease(void *self, const struct lease_ask *ask, bool *held, char why[MAX_ERROR])
{
	(void)why;
	pthread_mutex_lock(&lock);
	struct lease *l = lease_of(self, ask->id);
	*held = l->until <= ask->now || strcmp(l->owner, ask->owner) == 0;
	if (*held) {
		snprintf(l->owner, sizeof l->owner, "%s", ask->owner);
		l->until = ask->until;
	}
	pthread_mutex_unlock(&lock);
	return true;
}

static bool memory_release(void *self, const char *owner, char why[MAX_ERROR])
{
	struct memory *m = self;

	(void)why;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < m->leases; i++)
		if (strcmp(m->lease[i].owner, owner) == 0)
			m->lease[i].until = INT64_MIN;
	pthread_mutex_unlock(&lock);
	return true;
}

static bool memory_secret(void *self, uint8_t out[HASH_BYTES], char why[MAX_ERROR])
{
	struct memory *m = self;

	(void)why;
	must(sodium_init() >= 0);
	pthread_mutex_lock(&lock);
	if (!m->has_secret)
		randombytes_buf(m->secret, HASH_BYTES);
	m->has_secret = true;
	memcpy(out, m->secret, HASH_BYTES);
	pthread_mutex_unlock(&lock);
	return true;
}

const struct store_kind store_memory = {
	.scheme = "memory", .open = memory_open, .close = memory_close, .save = memory_save, .erase = memory_erase, .load = memory_load, .list = memory_list,
	.lease = memory_lease, .release = memory_release, .secret = memory_secret,
};
