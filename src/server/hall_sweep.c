/* Tables that nobody has come back to for many days are closed: what was drawn there can be checked from then on. With several processes
 * each of them looks; who comes second finds it closed. */
#include <stdlib.h>
#include <string.h>

#include "server/hall_parts.h"

enum { AT_ONCE = 16, EVERY = 6 * 60 * MINUTE };         /* tables of one look, so that opening them is no burden; between two rounds */

struct sweep { struct list_job list; struct hall *hall; };

static int64_t long_ago(const struct hall *h)
{
	return hall_now(h) - (int64_t)h->limits.abandoned * 24 * 60 * MINUTE;
}

bool sweep_wants(const struct room *r)
{
	return !r->clients && r->table->changed < long_ago(r->hall);
}

static void close_one(struct hall *h, const struct summary *s)
{
	struct refusal no;
	struct room *r = room_open(h, s->id, &no);

	if (r && !r->clients)
		room_own_wish(r, WANT_CLOSE, -1, "abandoned");
}

/* First all that have not started, then all that run. */
static void next_round(struct hall *h, int64_t now)
{
	h->swept[0] = '\0';
	h->sweep_status = h->sweep_status == TABLE_OPEN ? TABLE_RUNNING : TABLE_OPEN;
	h->abandoned_at = h->sweep_status == TABLE_OPEN ? now + EVERY : now;
}

static void looked(struct job *job)
{
	struct sweep *s = (struct sweep *)job;
	struct hall *h = s->hall;
	const int64_t now = hall_now(h);

	h->sweeping = false;
	for (int i = 0; s->list.fine && i < s->list.n; i++)
		close_one(h, &s->list.of[i]);
	if (!s->list.fine) {
		hall_complain(h, "", "not_read", s->list.why);
		h->abandoned_at = now + 60 * MINUTE;
	} else if (s->list.n == AT_ONCE) {
		memcpy(h->swept, s->list.of[AT_ONCE - 1].id, sizeof h->swept);
		h->abandoned_at = now + SECOND;
	} else {
		next_round(h, now);
	}
	free(s->list.of);
	free(s);
}

int64_t sweep_look(struct hall *h, int64_t now)
{
	if (h->limits.abandoned <= 0 || h->sweeping || h->stopping)
		return NEVER;
	if (h->abandoned_at > now)
		return h->abandoned_at;
	struct sweep *s = calloc(1, sizeof *s);
	must(s != NULL);
	s->hall = h;
	s->list.job.done = looked;
	s->list.filter = (struct filter){ .status = h->sweep_status, .limit = AT_ONCE, .changed_before = long_ago(h) };
	memcpy(s->list.filter.after, h->swept, sizeof h->swept);
	s->list.of = calloc(AT_ONCE, sizeof *s->list.of);
	must(s->list.of != NULL);
	h->sweeping = true;
	clerk_list(h->clerk, &s->list);
	return NEVER;
}
