/* Tables in memory: found by their ids, opened when somebody comes or when it is time, put away when nobody is there. */
#include <stdlib.h>
#include <string.h>

#include "server/live_parts.h"

/* Rows on their way from the store: of a table that is being opened, or what somebody lacks. */
struct reading {
	struct load_job load;
	struct job      fold;
	struct live_table    *live_table;
	uint32_t        heard;          /* what the room had heard of when this began */
	struct table   *table;          /* out, of `fold` */
	bool            differs;        /* the snapshot is not the state that the rows lead to */
	char            why[MAX_ERROR];
};

/* Finding ------------------------------------------------------------------------------------ */

static struct live_table **bucket(struct live *h, const char *id)
{
	return &h->bucket[codec_hash(id, (int)strlen(id)) % BUCKETS];
}

struct live_table *live_table_find(struct live *h, const char *id)
{
	struct live_table *r = *bucket(h, id);

	while (r && strcmp(r->id, id) != 0)
		r = r->next;
	return r;
}

struct live_table *live_table_make(struct live *h, const char *id)
{
	struct live_table *r = calloc(1, sizeof *r), **at = bucket(h, id);

	must(r != NULL && strlen(id) == ID_CHARS);
	memcpy(r->id, id, ID_CHARS);
	r->live = h;
	r->queue.last = &r->queue.first;
	r->wake = r->when = r->notify.at = r->bot.at = NEVER;
	r->heap = -1;
	r->touched = live_now(h);
	r->next = *at;
	*at = r;
	return r;
}

/* Time --------------------------------------------------------------------------------------- */

static void heap_put(struct live *h, int i, struct live_table *r)
{
	h->heap[i] = r;
	r->heap = i;
}

/* Puts r into the heap at index i, and moves it up or down until the order is right. */
static void heap_sort(struct live *h, int i, struct live_table *r)
{
	for (; i > 0 && h->heap[(i - 1) / 2]->when > r->when; i = (i - 1) / 2)
		heap_put(h, i, h->heap[(i - 1) / 2]);
	for (int child; (child = 2 * i + 1) < h->in_heap; i = child) {
		if (child + 1 < h->in_heap && h->heap[child + 1]->when < h->heap[child]->when)
			child++;
		if (h->heap[child]->when >= r->when)
			break;
		heap_put(h, i, h->heap[child]);
	}
	heap_put(h, i, r);
}

static void heap_remove(struct live *h, struct live_table *r)
{
	const int i = r->heap;

	if (i < 0)
		return;
	r->heap = -1;
	struct live_table *last = h->heap[--h->in_heap];
	if (last != r)
		heap_sort(h, i, last);
}

static void heap_at(struct live_table *r, int64_t when)
{
	struct live *h = r->live;

	r->when = when;
	if (when == NEVER) {
		heap_remove(h, r);
		return;
	}
	if (r->heap < 0) {
		if (h->in_heap == h->heap_cap) {
			h->heap_cap = h->heap_cap > 0 ? 2 * h->heap_cap : 256;
			h->heap = realloc(h->heap, (size_t)h->heap_cap * sizeof *h->heap);
			must(h->heap != NULL);
		}
		heap_put(h, h->in_heap++, r);
	}
	heap_sort(h, r->heap, r);
}

static int64_t sooner(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/* When this table has something to do by itself; lease or not. */
static int64_t runs_at(const struct live_table *r)
{
	const struct table *t = r->table;
	const char *level;

	if (t->status != TABLE_RUNNING || t->paused)
		return NEVER;
	int64_t at = table_wake(t);
	if (at != NEVER)
		at = later(at, r->due);
	if (table_bot(t, &level) >= 0)
		at = sooner(at, r->bot.thinking ? NEVER : r->bot.at);
	return at == NEVER ? NEVER : later(at, r->hold);
}

static bool is_busy(const struct live_table *r)
{
	return r->clients || r->queue.first || r->save.job || r->reading || r->telling || r->writing || r->readers || r->start.request || r->bot.thinking || r->bot.plan || r->state == LIVE_NEW || r->pumping;
}

void live_table_plan(struct live_table *r)
{
	const int64_t now = live_now(r->live);
	int64_t when = NEVER;

	if (!r->table) {
		heap_at(r, r->reading ? NEVER : r->wake);
		return;
	}
	if (r->state == LIVE_GONE) {
		heap_at(r, now + GONE_AGAIN);
		return;
	}
	if (r->start.request)
		when = r->start.by;
	if (r->seats.changed && r->state != LIVE_NEW)
		when = sooner(when, r->seats.at);
	when = sooner(when, r->notify.at);
	if (r->heard > r->table->seq && !r->reading && !r->save.job)
		when = sooner(when, r->read_at);
	if (!r->save.job && r->state != LIVE_NEW && lease_runs(r))
		when = sooner(when, runs_at(r));
	when = sooner(when, lease_next(r));
	if (!is_busy(r))        /* if it cannot be put away then, look again now and then */
		when = sooner(when, later(r->touched + IDLE, r->when <= now ? now + 5 * SECOND : 0));
	heap_at(r, when);
}

/* Going -------------------------------------------------------------------------------------- */

static void unlink_live_table(struct live_table *r)
{
	struct live_table **at = bucket(r->live, r->id);

	while (*at != r)
		at = &(*at)->next;
	*at = r->next;
	heap_remove(r->live, r);
}

static void free_live_table(struct live_table *r)
{
	bots_forget(r);
	r->live->tables -= r->table != NULL;
	table_end(r->table);
	table_end(r->save.after);
	rows_clear(&r->tail);
	free(r);
}

void live_table_free(struct live_table *r)
{
	unlink_live_table(r);
	free_live_table(r);
}

static void refuse_everybody(struct live_table *r, const struct refusal *no)
{
	struct pending *w;
	struct reader *d;
	struct live_answer a;

	while ((w = r->queue.first)) {
		r->queue.first = w->next;
		pending_answer(r, w, no, 0);
	}
	r->queue.last = &r->queue.first;
	r->queue.n = 0;
	if ((w = r->start.request)) {
		r->start.request = NULL;
		r->table->starting = false;
		pending_answer(r, w, no, 0);
	}
	for (struct client *c = r->clients, *next; c; c = next) {
		next = c->next;
		if (!c->greet)
			continue;
		client_error(c, c->greet->key, no);
		client_detach(c);
	}
	while ((d = r->readers)) {
		r->readers = d->next;
		live_table_answer(NULL, no, &a);
		d->done(d->arg, &a, NULL);
		free(d);
	}
}

void live_table_fail(struct live_table *r, const struct refusal *no)
{
	const bool noted = r->wake != NEVER && no->code == table_refusal_codes[REFUSED_NOT_READ];

	unlink_live_table(r);                         /* an answer may lead to another request for this table: that one begins anew */
	refuse_everybody(r, no);
	if (noted && !live_table_find(r->live, r->id)) {
		struct live_table *note = live_table_make(r->live, r->id);
		note->wake = live_now(r->live) + 5 * SECOND;
		live_table_plan(note);
	}
	free_live_table(r);
}

void live_table_gone(struct live_table *r)
{
	struct refusal no;

	if (r->state == LIVE_GONE)
		return;
	r->state = LIVE_GONE;
	live_no(&no, REFUSED_NO_SUCH_TABLE, "this table was deleted");
	refuse_everybody(r, &no);
	while (r->clients) {
		struct client *c = r->clients;
		client_error(c, "", &no);
		client_detach(c);
		r->live->ways.drop(c->peer, "this table was deleted");
	}
	live_table_plan(r);
}

/* Frees a table without clients where nothing is due soon; a LIVE_NOTE of when something is stays. True: it was freed, or became a note. */
static bool put_away(struct live_table *r, int64_t now)
{
	if (r->state == LIVE_GONE && is_busy(r))
		return false;
	if (r->state == LIVE_GONE) {
		live_table_free(r);
		return true;
	}
	const int64_t at = r->table->status == TABLE_RUNNING ? later(runs_at(r), live_table_floor(r)) : NEVER;

	if (is_busy(r) || r->notify.at != NEVER || now < r->touched + IDLE || at < now + MINUTE)
		return false;
	if (at == NEVER) {
		live_table_free(r);
		return true;
	}
	table_end(r->table);
	r->table = NULL;
	r->state = LIVE_NOTE;
	r->live->tables--;
	r->wake = at;
	r->lease.until = r->lease.at = 0;
	r->notify.at = NEVER;
	live_table_plan(r);
	return true;
}

void live_table_tick(struct live_table *r, int64_t now)
{
	if (!r->table) {
		if (!r->reading && r->wake <= now)
			live_table_load(r);
		live_table_plan(r);
		return;
	}
	lease_tick(r, now);
	live_table_start_if_revealed(r);
	if (r->notify.at <= now)
		live_table_tell(r);
	if (put_away(r, now))
		return;
	live_table_pump(r);
	if (r->when <= now)
		heap_at(r, now + 10);   /* it has done what it can: others have their turn */
}

void live_table_note(struct live *h, const struct summary *s)
{
	struct live_table *r = live_table_find(h, s->id);

	if (s->wake == NEVER || (r && (r->table || r->reading || r->state == LIVE_DAMAGED)))
		return;
	if (!r)
		r = live_table_make(h, s->id);
	r->wake = s->wake;
	live_table_plan(r);
}

/* Reading ------------------------------------------------------------------------------------ */

void live_table_keep(struct live_table *r, const struct rows *rows)
{
	for (int i = 0; i < rows->n; i++)
		rows_copy(&r->tail, &rows->of[i]);
}

static uint32_t last_seq(const struct rows *rows)
{
	return rows->n > 0 ? rows->of[rows->n - 1].seq : 0;
}

static void end_reading(struct live_table *r, struct reading *g)
{
	r->reading = NULL;
	if (!r->telling)
		rows_clear(&r->tail);
	rows_clear(&g->load.loaded.rows);
	free(g);
}

/* Folds in rows that other processes have stored, and sends the news. */
static void fold_on(struct live_table *r, const struct rows *rows)
{
	struct table *after = table_twin(r->table);
	struct rows news = { 0 };
	char why[MAX_ERROR];

	for (int i = 0; i < rows->n; i++) {
		if (rows->of[i].seq <= after->seq)
			continue;
		if (!table_fold(after, &rows->of[i], why)) {
			live_alarm(r->live, r->id, "row_does_not_fit", why);
			break;
		}
		rows_copy(&news, &rows->of[i]);
	}
	if (news.n > 0) {
		live_table_advance(r, after, &news, NULL);
		return;
	}
	table_end(after);
}

/* Appends to the rows that were read those that were stored meanwhile and are part of the table already. */
static void join_tail(struct live_table *r, struct rows *rows)
{
	for (int i = 0; i < r->tail.n; i++)
		if (r->tail.of[i].seq > last_seq(rows))
			rows_copy(rows, &r->tail.of[i]);
	for (; rows->n > 0 && last_seq(rows) > r->table->seq; rows->n--)
		row_free(&rows->of[rows->n - 1]);
}

static void read_on(struct live_table *r, struct reading *g)
{
	struct rows *rows = &g->load.loaded.rows;

	head_drop(&g->load.loaded.head);
	if (!r->save.job) {
		fold_on(r, rows);
		if (r->heard == g->heard)
			r->heard = 0;
	}
	if (g->load.after == 0) {
		join_tail(r, rows);
		greet_all(r, rows);
	}
	end_reading(r, g);
	live_table_pump(r);
}

/* Makes the table of its rows. Runs on a thread of `openers`, because a long game takes a while to replay. */
static void fold_all(struct job *job)
{
	struct reading *g = (struct reading *)((char *)job - offsetof(struct reading, fold));
	const struct loaded *l = &g->load.loaded;
	struct table *t = malloc(sizeof *t);
	uint8_t code[MAX_CODE];

	must(t != NULL);
	table_make(t, &l->head);
	for (int i = 0; i < l->rows.n; i++) {
		if (!table_fold(t, &l->rows.of[i], g->why)) {
			table_end(t);
			return;
		}
		if (t->seq == l->snapshot_seq)
			g->differs = codec_encode(t->head.game, &t->state, code) != l->snapshot_n || memcmp(code, l->snapshot, (size_t)l->snapshot_n) != 0;
	}
	g->table = t;
}

static void damaged(struct live_table *r, struct reading *g)
{
	struct live *h = r->live;
	struct refusal no;
	char id[ID_CHARS + 1];

	memcpy(id, r->id, sizeof id);
	live_alarm(h, id, "table_is_damaged", g->why);
	live_no(&no, REFUSED_DAMAGED, "what is stored of this table does not fit together");
	end_reading(r, g);
	r->wake = NEVER;
	live_table_fail(r, &no);
	if (!live_table_find(h, id))
		live_table_make(h, id)->state = LIVE_DAMAGED;       /* so that nobody tries again and again */
}

static void opened(struct job *job)
{
	struct reading *g = (struct reading *)((char *)job - offsetof(struct reading, fold));
	struct live_table *r = g->live_table;
	struct refusal no;
	const int64_t now = live_now(r->live);

	if (!g->table && g->why[0]) {
		damaged(r, g);
		return;
	}
	if (!g->table) {
		live_no(&no, REFUSED_CLOSING, "the server is being stopped: it will be back");
		head_drop(&g->load.loaded.head);
		end_reading(r, g);
		live_table_fail(r, &no);
		return;
	}
	if (g->differs)
		live_alarm(r->live, r->id, "snapshot_differs", "the table was opened by its rows");
	r->table = g->table;
	if (r->state == LIVE_NOTE)
		r->state = LIVE_OPEN;
	r->live->tables++;
	if (r->heard == g->heard)
		r->heard = 0;
	r->opened = r->touched = now;
	r->notify.due = r->table->since > now - 15 * SECOND;        /* whoever had to tell them may have died */
	r->lease.at = 0;
	lease_tick(r, now);
	greet_all(r, &g->load.loaded.rows);
	end_reading(r, g);
	live_table_pump(r);
}

static void not_read(struct live_table *r, struct reading *g)
{
	struct refusal no;

	live_no(&no, REFUSED_NOT_READ, "%s", g->load.why[0] ? g->load.why : "too many tables are being opened: try again");
	live_complain(r->live, r->id, no.code, no.words);
	head_drop(&g->load.loaded.head);
	end_reading(r, g);
	if (!r->table) {
		live_table_fail(r, &no);
		return;
	}
	r->read_at = live_now(r->live) + AGAIN;
	refuse_everybody(r, &no);
	live_table_pump(r);
}

static void loaded(struct job *job)
{
	struct reading *g = (struct reading *)job;
	struct live_table *r = g->live_table;
	struct refusal no;

	if (!g->load.fine) {
		not_read(r, g);
	} else if (!g->load.loaded.found && r->table) {         /* another process, or whoever runs the server, has deleted it */
		end_reading(r, g);
		live_table_gone(r);
	} else if (!g->load.loaded.found) {
		live_no(&no, REFUSED_NO_SUCH_TABLE, "there is no such table");
		end_reading(r, g);
		r->wake = NEVER;
		live_table_fail(r, &no);
	} else if (r->table) {
		read_on(r, g);
	} else {
		g->fold = (struct job){ .work = fold_all, .done = opened };
		if (r->live->stopping)
			opened(&g->fold);
		else if (!pool_give(r->live->openers, &g->fold))
			not_read(r, g);
	}
}

static void begin(struct live_table *r, uint32_t after)
{
	struct reading *g = calloc(1, sizeof *g);

	must(g != NULL);
	g->live_table = r;
	g->heard = r->heard;
	g->load.job.done = loaded;
	memcpy(g->load.id, r->id, sizeof r->id);
	g->load.after = after;
	r->reading = g;
	store_queue_load(r->live->queue, &g->load);
}

void live_table_load(struct live_table *r)
{
	begin(r, 0);
}

static bool any_waits(struct live_table *r)
{
	for (const struct client *c = r->clients; c; c = c->next)
		if (c->greet)
			return true;
	return r->readers != NULL;
}

void live_table_read(struct live_table *r)
{
	if (!live_table_stored(r) || r->state == LIVE_GONE || r->reading || r->live->stopping)
		return;
	for (struct client *c = r->clients, *next; c; c = next) {
		next = c->next;
		if (c->greet && c->greet->after == r->table->seq)
			greet_one(c, NULL);
	}
	if (any_waits(r) && !r->telling)
		begin(r, 0);
	else if (r->heard > r->table->seq && !r->save.job && live_now(r->live) >= r->read_at)
		begin(r, r->table->seq);
}

struct live_table *live_table_open(struct live *h, const char *id, struct refusal *no)
{
	struct live_table *r = live_table_find(h, id);

	if (h->stopping) {
		live_no(no, REFUSED_CLOSING, "the server is being stopped: it will be back");
		return NULL;
	}
	if (r && r->state == LIVE_DAMAGED) {
		live_no(no, REFUSED_DAMAGED, "what is stored of this table does not fit together");
		return NULL;
	}
	if (r && r->state == LIVE_GONE) {
		live_no(no, REFUSED_NO_SUCH_TABLE, "there is no such table");
		return NULL;
	}
	if (!r || (!r->table && !r->reading)) {
		if (h->limits.tables > 0 && h->tables >= h->limits.tables) {
			live_no(no, REFUSED_BUSY, "too many tables are open here: try again later");
			return NULL;
		}
		if (strlen(id) != ID_CHARS) {
			live_no(no, REFUSED_NO_SUCH_TABLE, "there is no such table");
			return NULL;
		}
		r = r ? r : live_table_make(h, id);
		live_table_load(r);
		live_table_plan(r);
	}
	r->touched = live_now(h);
	return r;
}
