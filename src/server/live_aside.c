/* Work that grows with the size of a table or of a message is done aside, by one thread, while the loop's goes on with everybody else. Every
 * address has the same share of that thread, and may have only so much waiting for it. */
#include <stdlib.h>
#include <string.h>

#include "server/live_parts.h"

enum { MOST_ASIDE = 8 };        /* of one address at once */

struct aside {
	struct job job;
	struct ratelimit_entry *from;
	void (*work)(void *arg);
	void (*done)(void *arg, bool worked);
	void *arg;
	bool  worked;
};

static void work(struct job *job)
{
	struct aside *a = (struct aside *)job;

	a->work(a->arg);
	a->worked = true;
}

static void done(struct job *job)
{
	struct aside *a = (struct aside *)job;

	a->from->aside--;
	ratelimit_release(a->from);
	a->done(a->arg, a->worked);
	free(a);
}

bool live_aside(struct live *h, const char *address, uint64_t cost, const struct live_work *w, void *arg)
{
	struct ratelimit_entry *from = ratelimit_hold(h->ratelimit, address, live_now(h));
	struct aside *a = malloc(sizeof *a);

	must(a != NULL);
	*a = (struct aside){ .job = { .work = work, .done = done, .due = from->due + cost }, .from = from, .work = w->work, .done = w->done, .arg = arg };
	if (h->stopping || from->aside >= MOST_ASIDE || !pool_give(h->writers, &a->job)) {
		ratelimit_release(from);
		free(a);
		return false;
	}
	from->due = a->job.due;
	from->aside++;
	return true;
}

/* Texts about a table ------------------------------------------------------------------------- */

struct writing {
	struct live_table *live_table;
	struct table *table;            /* as it stood when this was asked for */
	struct rows   rows;
	const struct live_text *text;
	void         *arg;
	struct blob  *blob;
};

static void write_text(void *arg)
{
	struct writing *w = arg;

	w->blob = w->text->write(w->table, &w->rows, w->arg);
	wire_rest();
}

static void drop(struct writing *w)
{
	w->live_table->writing--;
	rows_clear(&w->rows);
	table_end(w->table);
	free(w);
}

static void text_written(void *arg, bool worked)
{
	struct writing *w = arg;
	const struct live_text *text = w->text;
	void *whose = w->arg;
	struct blob *b = w->blob;

	drop(w);
	text->done(whose, worked, b);
}

static void copy_rows(struct rows *to, const struct rows *from)
{
	for (int i = 0; i < from->n; i++) {
		const struct row *r = &from->of[i];
		struct row *own = rows_add(to, r->kind, r->by, r->seat, r->at, r->text);
		own->seq = r->seq;
		memcpy(own->key, r->key, sizeof own->key);
	}
}

bool live_write(struct live *h, const struct table *t, const struct rows *rows, const char *address, const struct live_text *text, void *arg)
{
	static const struct live_work how = { write_text, text_written };
	struct writing *w = calloc(1, sizeof *w);

	must(w != NULL);
	w->live_table = live_table_find(h, t->head.id);
	must(w->live_table != NULL);
	w->table = table_twin(t);
	w->text = text;
	w->arg = arg;
	if (rows)
		copy_rows(&w->rows, rows);
	w->live_table->writing++;       /* whose box the copy uses */
	if (live_aside(h, address, 1 + (uint64_t)t->seq, &how, w))
		return true;
	drop(w);
	return false;
}

/* What it costs ------------------------------------------------------------------------------- */

void live_charge(struct live *h, const char *address, double requests)
{
	struct ratelimit_entry *from = ratelimit_hold(h->ratelimit, address, live_now(h));

	bucket_spend(&from->requests, requests);
	ratelimit_release(from);
}
