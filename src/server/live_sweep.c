/* Tables that nobody has come back to for many days are closed: what was drawn there can be checked from then on. If whoever runs the server
 * wants it, those that have been over or closed for many days are deleted. With several processes each of them looks; who comes second finds
 * nothing left to do. */
#include <stdlib.h>
#include <string.h>

#include "server/live_parts.h"

enum { AT_ONCE = 16, EVERY = 6 * 60 * MINUTE };         /* tables of one look, so that dealing with them is no burden; between two rounds */

static int days_of(const struct live *h, enum sweeps which)
{
	return which == SWEEP_CLOSE ? h->limits.abandoned : h->limits.purge;
}

static int64_t long_ago(const struct live *h, enum sweeps which)
{
	return live_now(h) - (int64_t)days_of(h, which) * 24 * 60 * MINUTE;
}

bool sweep_wants(const struct live_table *r)
{
	return !r->clients && r->table->changed < long_ago(r->live, SWEEP_CLOSE);
}

static void close_one(struct live *h, const struct summary *s)
{
	struct refusal no;
	struct live_table *r = live_table_open(h, s->id, &no);

	if (r && !r->clients)
		live_table_own_request(r, REQUEST_CLOSE, -1, "abandoned");
}

/* Deleting ----------------------------------------------------------------------------------- */

struct erasing { struct erase_job erase; struct live *live; live_done *done; void *arg; };

static void erased(struct job *job)
{
	struct erasing *e = (struct erasing *)job;
	struct live_table *r = live_table_find(e->live, e->erase.id);
	struct live_answer a = { .code = NULL };
	struct refusal no;

	if (e->erase.erased) {
		e->live->erased++;
		if (r)
			live_table_gone(r);
	} else {
		if (e->erase.fine)
			live_no(&no, REFUSED_BUSY, "something has just happened at this table: look again, and try again");
		else
			live_no(&no, REFUSED_NOT_STORED, "%s", e->erase.why);
		live_table_answer(r, &no, &a);
	}
	if (e->done)
		e->done(e->arg, &a);
	else if (!e->erase.fine)
		live_complain(e->live, e->erase.id, no.code, no.words);
	free(e);
}

void live_erase(struct live *h, const char *id, uint32_t seq, live_done *done, void *arg)
{
	struct erasing *e = calloc(1, sizeof *e);

	must(e != NULL && strlen(id) == ID_CHARS);
	e->live = h;
	e->done = done;
	e->arg = arg;
	e->erase.job.done = erased;
	e->erase.seq = seq;
	memcpy(e->erase.id, id, ID_CHARS);
	store_queue_erase(h->queue, &e->erase);
}

static void erase_one(struct live *h, const struct summary *s)
{
	const struct live_table *r = live_table_find(h, s->id);

	if (!r || !r->clients)
		live_erase(h, s->id, s->seq, NULL, NULL);
}

/* Looking ------------------------------------------------------------------------------------ */

static const struct {
	int first, second;              /* all of one status, then all of the other */
	void (*deal)(struct live *h, const struct summary *s);
} sweeps[SWEEPS] = {
	[SWEEP_CLOSE] = { TABLE_OPEN, TABLE_RUNNING, close_one },
	[SWEEP_ERASE] = { TABLE_OVER, TABLE_CLOSED, erase_one },
};

static void next_round(struct sweep *w, int64_t now)
{
	w->from[0] = '\0';
	w->second = !w->second;
	w->at = w->second ? now : now + EVERY;
}

static void looked(struct job *job)
{
	struct live_page *s = (struct live_page *)job;
	struct live *h = s->live;
	struct sweep *w = &h->sweep[s->which];
	const int64_t now = live_now(h);

	w->looking = false;
	for (int i = 0; s->list.fine && !h->stopping && i < s->list.n; i++)
		sweeps[s->which].deal(h, &s->list.of[i]);
	if (!s->list.fine) {
		live_complain(h, "", "not_read", s->list.why);
		w->at = now + 60 * MINUTE;
	} else if (s->list.n == AT_ONCE) {
		memcpy(w->from, s->list.of[AT_ONCE - 1].id, sizeof w->from);
		w->at = now + SECOND;
	} else {
		next_round(w, now);
	}
	live_page_drop(s);
}

static int64_t look(struct live *h, enum sweeps which, int64_t now)
{
	struct sweep *w = &h->sweep[which];

	if (days_of(h, which) <= 0 || w->looking || h->stopping)
		return NEVER;
	if (w->at > now)
		return w->at;
	struct filter f = { .status = w->second ? sweeps[which].second : sweeps[which].first, .limit = AT_ONCE, .changed_before = long_ago(h, which) };
	memcpy(f.after, w->from, sizeof w->from);
	w->looking = true;
	live_page_read(h, &f, (int)which, looked);
	return NEVER;
}

int64_t sweep_look(struct live *h, int64_t now)
{
	const int64_t closes = look(h, SWEEP_CLOSE, now), erases = look(h, SWEEP_ERASE, now);

	return closes < erases ? closes : erases;
}
