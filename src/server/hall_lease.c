/* Several processes on one database. Anybody may move anywhere, but clocks, bots and messages of a table are run by one process, the one
 * that holds its lease; when that dies another one gets it. */
#include <stdlib.h>
#include <string.h>

#include "server/hall_parts.h"

enum { EARLY = 3 * SECOND };            /* so long before something is due its lease is asked for */

/* From when on we want it. While somebody thinks it is nobody's. */
static int64_t wanted_at(const struct room *r)
{
	const struct hall *h = r->hall;
	const char *level;

	if (!h->shared || h->stopping || !r->table || r->fresh || r->table->status != TABLE_RUNNING || r->table->paused)
		return NEVER;
	if (table_bot(r->table, &level) >= 0 || room_to_tell(r))
		return 0;
	const int64_t wake = table_wake(r->table);
	return wake == NEVER ? NEVER : wake - EARLY;
}

bool lease_runs(const struct room *r)
{
	return !r->hall->shared || r->lease > hall_now(r->hall);
}

int64_t lease_next(const struct room *r)
{
	const int64_t at = wanted_at(r);

	return r->leasing ? NEVER : at > r->lease_at ? at : r->lease_at;
}

static void held(void *hall, const char *id, bool ours)
{
	struct room *r = room_find(hall, id);

	if (!r)
		return;
	const int64_t now = hall_now(hall);
	const bool had = r->lease > now;
	r->leasing = false;
	r->lease = ours ? r->lease_asked : 0;
	r->lease_at = now + (ours ? RENEW : RETRY);
	if (!r->table || r->fresh)
		return;
	if (ours && !had) {
		r->gained = now;
		room_tell(r);
	} else if (!ours) {
		r->untold = false;              /* whoever has it tells them */
	}
	room_pump(r);
}

void lease_tick(struct room *r, int64_t now)
{
	if (lease_next(r) > now)
		return;
	r->leasing = true;
	r->lease_asked = now + LEASE;
	clerk_lease(r->hall->clerk, r->id, r->hall->owner, now, now + LEASE, held, r->hall);
}

static void hear(struct room *r, uint32_t seq)
{
	if (r->heard < seq)
		r->heard = seq;
	if (r->table && !r->fresh)
		room_pump(r);
}

void lease_heard(void *hall, const char *id, uint32_t seq)
{
	struct hall *h = hall;
	struct room *r;

	if (id[0]) {
		if ((r = room_find(h, id)))
			hear(r, seq);
		return;
	}
	for (int i = 0; i < BUCKETS; i++)
		for (r = h->bucket[i]; r; r = r->next)
			hear(r, UINT32_MAX);
}

/* Looking for tables ------------------------------------------------------------------------- */

struct looking { struct list_job list; struct hall *hall; };

static void looked(struct job *job)
{
	struct looking *l = (struct looking *)job;
	struct hall *h = l->hall;
	const int64_t now = hall_now(h);

	h->listing = false;
	for (int i = 0; l->list.fine && i < l->list.n; i++)
		room_note(h, &l->list.of[i]);
	if (!l->list.fine) {
		hall_alarm(h, "", "tables_not_listed", l->list.why);
		h->list_at = now + 5 * SECOND;
	} else if (l->list.n == PAGE) {
		memcpy(h->listed, l->list.of[PAGE - 1].id, sizeof h->listed);
		h->list_at = 0;
	} else {
		h->listed[0] = '\0';
		h->list_at = h->shared ? now + RETRY : NEVER;
	}
	free(l->list.of);
	free(l);
}

/* At the start: all games under way, page by page, to know when to open them. With others around, again and again those for which something
 * has been due for a while: whoever had to do it may be dead. */
int64_t lease_look(struct hall *h, int64_t now)
{
	if (h->listing || h->stopping)
		return NEVER;
	if (h->list_at > now)
		return h->list_at;
	struct looking *l = calloc(1, sizeof *l);
	must(l != NULL);
	l->hall = h;
	l->list.job.done = looked;
	l->list.filter = (struct filter){ .status = TABLE_RUNNING, .limit = PAGE, .wake_before = h->shared ? now - 2 * SECOND : 0 };
	memcpy(l->list.filter.after, h->listed, sizeof h->listed);
	l->list.of = calloc(PAGE, sizeof *l->list.of);
	must(l->list.of != NULL);
	h->listing = true;
	clerk_list(h->clerk, &l->list);
	return NEVER;
}
