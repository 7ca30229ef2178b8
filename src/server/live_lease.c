/* Several processes on one database. Anybody may move anywhere, but clocks, bots and messages of a table are run by one process, the one
 * that holds its lease; when that dies another one gets it. */
#include <stdlib.h>
#include <string.h>

#include "server/live_parts.h"

enum { EARLY = 3 * SECOND };            /* so long before something is due its lease is asked for */

/* From when on this process wants the lease of a table: at once where a bot is to move or somebody is to be
 * notified; shortly before a clock runs out; otherwise nobody needs it. */
static int64_t wanted_at(const struct live_table *r)
{
	const struct live *h = r->live;
	const char *level;

	if (!h->shared || h->stopping || !live_table_stored(r) || r->table->status != TABLE_RUNNING || r->table->paused)
		return NEVER;
	if (table_bot(r->table, &level) >= 0 || live_table_to_tell(r))
		return 0;
	const int64_t wake = table_wake(r->table);
	return wake == NEVER ? NEVER : wake - EARLY;
}

bool lease_runs(const struct live_table *r)
{
	return !r->live->shared || r->lease.until > live_now(r->live);
}

int64_t lease_next(const struct live_table *r)
{
	const int64_t at = wanted_at(r);

	return r->lease.asking ? NEVER : at > r->lease.at ? at : r->lease.at;
}

static void held(void *live, const char *id, bool ours)
{
	struct live_table *r = live_table_find(live, id);

	if (!r)
		return;
	const int64_t now = live_now(live);
	const bool had = r->lease.until > now;
	r->lease.asking = false;
	r->lease.until = ours ? r->lease.asked : 0;
	r->lease.at = now + (ours ? RENEW : RETRY);
	if (!live_table_stored(r))
		return;
	if (ours && !had) {
		r->lease.gained = now;
		live_table_tell(r);
	} else if (!ours) {
		r->notify.due = false;              /* whoever has it tells them */
	}
	live_table_pump(r);
}

void lease_tick(struct live_table *r, int64_t now)
{
	if (lease_next(r) > now)
		return;
	r->lease.asking = true;
	r->lease.asked = now + LEASE;
	store_queue_lease(r->live->queue, &(struct lease_ask){ r->id, r->live->owner, now, now + LEASE }, held, r->live);
}

static void hear(struct live_table *r, uint32_t seq)
{
	if (r->heard < seq)
		r->heard = seq;
	if (live_table_stored(r))
		live_table_pump(r);
}

void lease_heard(void *live, const char *id, uint32_t seq)
{
	struct live *h = live;
	struct live_table *r;

	if (id[0]) {
		if ((r = live_table_find(h, id)))
			hear(r, seq);
		return;
	}
	for (int i = 0; i < BUCKETS; i++)
		for (r = h->bucket[i]; r; r = r->next)
			hear(r, UINT32_MAX);
}

/* Looking for tables ------------------------------------------------------------------------- */

void live_page_read(struct live *h, const struct filter *f, int which, void (*done)(struct job *job))
{
	struct live_page *l = calloc(1, sizeof *l);

	must(l != NULL);
	l->live = h;
	l->which = which;
	l->list.job.done = done;
	l->list.filter = *f;
	l->list.of = calloc((size_t)f->limit, sizeof *l->list.of);
	must(l->list.of != NULL);
	store_queue_list(h->queue, &l->list);
}

void live_page_drop(struct live_page *l)
{
	free(l->list.of);
	free(l);
}

static void looked(struct job *job)
{
	struct live_page *l = (struct live_page *)job;
	struct live *h = l->live;
	const int64_t now = live_now(h);

	h->listing = false;
	for (int i = 0; l->list.fine && i < l->list.n; i++)
		live_table_note(h, &l->list.of[i]);
	if (!l->list.fine) {
		live_alarm(h, "", "tables_not_listed", l->list.why);
		h->list_at = now + 5 * SECOND;
	} else if (l->list.n == PAGE) {
		memcpy(h->listed, l->list.of[PAGE - 1].id, sizeof h->listed);
		h->list_at = 0;
	} else {
		h->listed[0] = '\0';
		h->list_at = h->shared ? now + RETRY : NEVER;
	}
	live_page_drop(l);
}

/* At the start: all games under way, page by page, to know when to open them. With others around, again and again those for which something
 * has been due for a while: whoever had to do it may be dead. */
int64_t lease_look(struct live *h, int64_t now)
{
	if (h->listing || h->stopping)
		return NEVER;
	if (h->list_at > now)
		return h->list_at;
	struct filter f = { .status = TABLE_RUNNING, .limit = PAGE, .wake_before = h->shared ? now - 2 * SECOND : 0 };
	memcpy(f.after, h->listed, sizeof h->listed);
	h->listing = true;
	live_page_read(h, &f, 0, looked);
	return NEVER;
}
