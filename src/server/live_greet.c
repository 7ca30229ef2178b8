/* Greeting: a client that connects gets the table as its seat may see it, then the log. A long log is replayed and written on a worker thread, because
 * all other tables would wait for it; what happens at the table meanwhile is sent after it. */
#include <stdlib.h>
#include <string.h>

#include "server/live_parts.h"

enum { LONG_LOG = 100, MAX_TOLD = 16 };         /* rows that are written at once; different logs of one job: who is beyond that waits for the next */

struct telling {
	struct job    job;
	struct live_table  *live_table;
	struct table *table;            /* as it stood when this began */
	struct rows   rows;             /* all of them */
	int64_t       now;
	int           n;
	struct told { int seat; uint32_t after; struct blob *game; } of[MAX_TOLD];
};

/* Whether the client may have the seat that it asked for. False: it was refused and disconnected, or waits until newer rows are read. */
static bool may_come(struct client *c, bool all_known)
{
	struct live_table *r = c->live_table;
	struct greet *g = c->greet;
	struct refusal no;

	if (g->seat < 0 || (g->seat < r->table->head.players && table_secret(r->table, g->seat, g->secret)))
		return true;
	if (r->live->shared && !all_known) {
		g->after = 0;                   /* they may have sat down elsewhere, a moment ago: what there is to read is not all folded in */
		return false;
	}
	live_no(&no, REFUSED_FORBIDDEN, "that is not the secret of this seat");
	client_error(c, g->key, &no);
	client_detach(c);
	return false;
}

static int eyes_of(const struct greet *g)
{
	return g->seat >= 0 ? g->seat : WATCHER;
}

static uint32_t after_of(const struct greet *g, const struct table *t)
{
	return g->after <= t->seq ? g->after : 0;
}

/* Welcomes the client; its log has to be sent next. */
static void come_in(struct client *c)
{
	struct live_table *r = c->live_table;

	c->seat = eyes_of(c->greet);
	free(c->greet);
	c->greet = NULL;
	live_table_present(r);
	client_send(c, wire_welcome(r->table, c->seat, r->present, r->watchers, r->live->limits.reachable, live_now(r->live)));
}

/* `from` is how it stood before these rows; NULL: they are all there are. */
static void tell(struct client *c, uint32_t after, const struct rows *rows, const struct wire_from *from)
{
	struct blob *b = wire_game(c->live_table->table, c->seat, after, rows, from, live_now(c->live));

	if (b)
		client_send(c, b);
}

static void come_back(struct client *c)
{
	if (c->seat >= 0)
		live_table_back(c->live_table, c->seat);
}

void greet_one(struct client *c, const struct rows *rows)
{
	const struct table *t = c->live_table->table;

	if (!may_come(c, rows && !c->live_table->save.job))
		return;
	const uint32_t after = after_of(c->greet, t);
	come_in(c);
	if (rows) {
		tell(c, after, rows, NULL);
	} else {
		const struct wire_from from = wire_from(t);
		tell(c, t->seq, &(struct rows){ 0 }, &from);
	}
	come_back(c);
}

/* Long logs ------------------------------------------------------------------------------------ */

static void write_logs(struct job *job)
{
	struct telling *k = (struct telling *)job;

	for (int i = 0; i < k->n; i++)
		k->of[i].game = wire_game(k->table, k->of[i].seat, k->of[i].after, &k->rows, NULL, k->now);
	wire_rest();
}

static struct told *find(struct telling *k, int seat, uint32_t after)
{
	for (int i = 0; i < k->n; i++)
		if (k->of[i].seat == seat && k->of[i].after == after)
			return &k->of[i];
	return NULL;
}

static void drop_telling(struct telling *k)
{
	for (int i = 0; i < k->n; i++)
		blob_drop(k->of[i].game);
	rows_clear(&k->rows);
	table_end(k->table);
	free(k);
}

/* Sends a client the log that was written, and after it the rows that were stored meanwhile. */
static void hand_out(struct client *c, struct telling *k, const struct wire_from *from)
{
	struct live_table *r = c->live_table;
	struct told *t = find(k, eyes_of(c->greet), after_of(c->greet, k->table));

	if (!t || !t->game || !may_come(c, !r->save.job))
		return;
	come_in(c);
	blob_hold(t->game);
	client_send(c, t->game);
	if (r->tail.n > 0)
		tell(c, k->table->seq, &r->tail, from);
	come_back(c);
}

static void logs_written(struct job *job)
{
	struct telling *k = (struct telling *)job;
	struct live_table *r = k->live_table;
	const struct wire_from from = wire_from(k->table);

	r->telling = NULL;
	for (struct client *c = r->clients, *next; c; c = next) {
		next = c->next;
		if (c->greet)
			hand_out(c, k, &from);
	}
	if (!r->reading)
		rows_clear(&r->tail);
	drop_telling(k);
	live_table_pump(r);
}

static void add(struct telling *k, const struct greet *g)
{
	const uint32_t after = after_of(g, k->table);

	if (k->n < MAX_TOLD && !find(k, eyes_of(g), after))
		k->of[k->n++] = (struct told){ eyes_of(g), after, NULL };
}

/* Begins to write the log for those who wait. False: nobody waits, or too much work waits already. */
static bool begin(struct live_table *r, struct rows *rows)
{
	struct telling *k = calloc(1, sizeof *k);

	must(k != NULL);
	k->job = (struct job){ .work = write_logs, .done = logs_written, .due = r->written + (uint64_t)rows->n };
	k->live_table = r;
	k->now = live_now(r->live);
	k->table = table_twin(r->table);
	for (struct client *c = r->clients, *next; c; c = next) {
		next = c->next;
		if (c->greet && may_come(c, !r->save.job))
			add(k, c->greet);
	}
	k->rows = *rows;
	if (k->n > 0 && pool_give(r->live->writers, &k->job)) {
		r->written = k->job.due;
		*rows = (struct rows){ 0 };
		rows_clear(&r->tail);           /* they are among these */
		r->telling = k;
		return true;
	}
	k->rows = (struct rows){ 0 };
	drop_telling(k);
	return false;
}

void greet_all(struct live_table *r, struct rows *rows)
{
	struct reader *d;
	struct live_answer a;

	while ((d = r->readers)) {
		r->readers = d->next;
		live_table_answer(r, NULL, &a);
		d->done(d->arg, &a, rows);
		free(d);
	}
	if (rows->n > LONG_LOG && !r->telling && !r->live->stopping && begin(r, rows))
		return;
	for (struct client *c = r->clients, *next; c; c = next) {
		next = c->next;
		if (c->greet)
			greet_one(c, rows);
	}
}
