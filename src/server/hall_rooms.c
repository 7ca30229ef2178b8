/* Tables in memory: found by their ids, opened when somebody comes or when it is time, put away when nobody is there. */
#include <stdlib.h>
#include <string.h>

#include "server/hall_parts.h"

/* Rows on their way from the store: of a table that is being opened, or what somebody lacks. */
struct reading {
	struct load_job load;
	struct job      fold;
	struct room    *room;
	uint32_t        heard;          /* what the room had heard of when this began */
	struct table   *table;          /* out, of `fold` */
	bool            differs;        /* the snapshot is not what the rows come to */
	char            why[MAX_ERROR];
};

/* Finding ------------------------------------------------------------------------------------ */

static struct room **bucket(struct hall *h, const char *id)
{
	return &h->bucket[codec_hash(id, (int)strlen(id)) % BUCKETS];
}

struct room *room_find(struct hall *h, const char *id)
{
	struct room *r = *bucket(h, id);

	while (r && strcmp(r->id, id) != 0)
		r = r->next;
	return r;
}

struct room *room_make(struct hall *h, const char *id)
{
	struct room *r = calloc(1, sizeof *r), **at = bucket(h, id);

	must(r != NULL && strlen(id) == ID_CHARS);
	memcpy(r->id, id, ID_CHARS);
	r->hall = h;
	r->last = &r->first;
	r->wake = r->when = r->tell_at = r->bot_at = NEVER;
	r->heap = -1;
	r->touched = hall_now(h);
	r->next = *at;
	*at = r;
	return r;
}

/* Time --------------------------------------------------------------------------------------- */

static void heap_put(struct hall *h, int i, struct room *r)
{
	h->heap[i] = r;
	r->heap = i;
}

/* From place i on, upwards or downwards, until it is in order. */
static void heap_sort(struct hall *h, int i, struct room *r)
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

static void heap_remove(struct hall *h, struct room *r)
{
	const int i = r->heap;

	if (i < 0)
		return;
	r->heap = -1;
	struct room *last = h->heap[--h->in_heap];
	if (last != r)
		heap_sort(h, i, last);
}

static void heap_at(struct room *r, int64_t when)
{
	struct hall *h = r->hall;

	r->when = when;
	if (when == NEVER) {
		heap_remove(h, r);
		return;
	}
	if (r->heap < 0) {
		if (h->in_heap == h->heap_room) {
			h->heap_room = h->heap_room > 0 ? 2 * h->heap_room : 256;
			h->heap = realloc(h->heap, (size_t)h->heap_room * sizeof *h->heap);
			must(h->heap != NULL);
		}
		heap_put(h, h->in_heap++, r);
	}
	heap_sort(h, r->heap, r);
}

static int64_t sooner(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/* When this table has something to do by itself; lease or not. */
static int64_t runs_at(const struct room *r)
{
	const struct table *t = r->table;
	const char *level;

	if (t->status != TABLE_RUNNING || t->paused)
		return NEVER;
	int64_t at = table_wake(t);
	if (at != NEVER)
		at = later(at, r->due);
	if (table_bot(t, &level) >= 0)
		at = sooner(at, r->bot ? NEVER : r->bot_at);
	return at == NEVER ? NEVER : later(at, r->hold);
}

static bool is_busy(const struct room *r)
{
	return r->clients || r->first || r->saving || r->reading || r->telling || r->readers || r->start || r->bot || r->plan || r->fresh || r->pumping;
}

void room_plan(struct room *r)
{
	const int64_t now = hall_now(r->hall);
	int64_t when = NEVER;

	if (!r->table) {
		heap_at(r, r->reading ? NEVER : r->wake);
		return;
	}
	if (r->start)
		when = r->start_by;
	if (r->seats_changed && !r->fresh)
		when = sooner(when, r->seats_at);
	when = sooner(when, r->tell_at);
	if (r->heard > r->table->seq && !r->reading && !r->saving)
		when = sooner(when, r->read_at);
	if (!r->saving && !r->fresh && lease_runs(r))
		when = sooner(when, runs_at(r));
	when = sooner(when, lease_next(r));
	if (!is_busy(r))        /* if it cannot be put away then, look again now and then */
		when = sooner(when, later(r->touched + IDLE, r->when <= now ? now + 5 * SECOND : 0));
	heap_at(r, when);
}

/* Going -------------------------------------------------------------------------------------- */

static void unlink_room(struct room *r)
{
	struct room **at = bucket(r->hall, r->id);

	while (*at != r)
		at = &(*at)->next;
	*at = r->next;
	heap_remove(r->hall, r);
}

static void free_room(struct room *r)
{
	bots_forget(r);
	r->hall->tables -= r->table != NULL;
	table_end(r->table);
	table_end(r->after);
	rows_clear(&r->tail);
	free(r);
}

void room_free(struct room *r)
{
	unlink_room(r);
	free_room(r);
}

static void refuse_everybody(struct room *r, const struct refusal *no)
{
	struct wish *w;
	struct reader *d;
	struct hall_answer a;

	while ((w = r->first)) {
		r->first = w->next;
		wish_answer(r, w, no, 0);
	}
	r->last = &r->first;
	r->waiting = 0;
	if ((w = r->start)) {
		r->start = NULL;
		r->table->starting = false;
		wish_answer(r, w, no, 0);
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
		room_answer(NULL, no, &a);
		d->done(d->arg, &a, NULL);
		free(d);
	}
}

void room_fail(struct room *r, const struct refusal *no)
{
	const bool noted = r->wake != NEVER && strcmp(no->code, "not_read") == 0;

	unlink_room(r);                         /* an answer may lead to another wish for this table: that one begins anew */
	refuse_everybody(r, no);
	if (noted && !room_find(r->hall, r->id)) {
		struct room *note = room_make(r->hall, r->id);
		note->wake = hall_now(r->hall) + 5 * SECOND;
		room_plan(note);
	}
	free_room(r);
}

/* Nobody is there, and nothing is due soon: what remains is a note of when it is. */
static bool put_away(struct room *r, int64_t now)
{
	const int64_t at = r->table->status == TABLE_RUNNING ? later(runs_at(r), room_floor(r)) : NEVER;

	if (is_busy(r) || r->tell_at != NEVER || now < r->touched + IDLE || at < now + MINUTE)
		return false;
	if (at == NEVER) {
		room_free(r);
		return true;
	}
	table_end(r->table);
	r->table = NULL;
	r->hall->tables--;
	r->wake = at;
	r->lease = r->lease_at = 0;
	r->tell_at = NEVER;
	room_plan(r);
	return true;
}

void room_tick(struct room *r, int64_t now)
{
	if (!r->table) {
		if (!r->reading && r->wake <= now)
			room_load(r);
		room_plan(r);
		return;
	}
	lease_tick(r, now);
	room_start_if_revealed(r);
	if (r->tell_at <= now)
		room_tell(r);
	if (put_away(r, now))
		return;
	room_pump(r);
	if (r->when <= now)
		heap_at(r, now + 10);   /* it has done what it can: others have their turn */
}

void room_note(struct hall *h, const struct summary *s)
{
	struct room *r = room_find(h, s->id);

	if (s->wake == NEVER || (r && (r->table || r->reading || r->damaged)))
		return;
	if (!r)
		r = room_make(h, s->id);
	r->wake = s->wake;
	room_plan(r);
}

/* Reading ------------------------------------------------------------------------------------ */

static struct row *copy_row(struct rows *to, const struct row *row)
{
	struct row *c = rows_add(to, row->kind, row->by, row->seat, row->at, row->text);

	c->seq = row->seq;
	memcpy(c->key, row->key, sizeof c->key);
	return c;
}

void room_keep(struct room *r, const struct rows *rows)
{
	for (int i = 0; i < rows->n; i++)
		copy_row(&r->tail, &rows->of[i]);
}

static uint32_t last_seq(const struct rows *rows)
{
	return rows->n > 0 ? rows->of[rows->n - 1].seq : 0;
}

static void end_reading(struct room *r, struct reading *g)
{
	r->reading = NULL;
	if (!r->telling)
		rows_clear(&r->tail);
	rows_clear(&g->load.loaded.rows);
	free(g);
}

/* What others have stored. */
static void fold_on(struct room *r, const struct rows *rows)
{
	struct table *after = table_twin(r->table);
	struct rows news = { 0 };
	char why[MAX_ERROR];

	for (int i = 0; i < rows->n; i++) {
		if (rows->of[i].seq <= after->seq)
			continue;
		if (!table_fold(after, &rows->of[i], why)) {
			hall_alarm(r->hall, r->id, "row_does_not_fit", why);
			break;
		}
		copy_row(&news, &rows->of[i]);
	}
	if (news.n > 0) {
		room_advance(r, after, &news, NULL);
		return;
	}
	table_end(after);
}

/* What was read, and what has come in since then; nothing that is not folded in yet. */
static void join_tail(struct room *r, struct rows *rows)
{
	for (int i = 0; i < r->tail.n; i++)
		if (r->tail.of[i].seq > last_seq(rows))
			copy_row(rows, &r->tail.of[i]);
	for (; rows->n > 0 && last_seq(rows) > r->table->seq; rows->n--)
		free(rows->of[rows->n - 1].text);
}

static void read_on(struct room *r, struct reading *g)
{
	struct rows *rows = &g->load.loaded.rows;

	head_drop(&g->load.loaded.head);
	if (!r->saving) {
		fold_on(r, rows);
		if (r->heard == g->heard)
			r->heard = 0;
	}
	if (g->load.after == 0) {
		join_tail(r, rows);
		greet_all(r, rows);
	}
	end_reading(r, g);
	room_pump(r);
}

/* On a thread of its own: replaying a long game takes its time. */
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

static void damaged(struct room *r, struct reading *g)
{
	struct hall *h = r->hall;
	struct refusal no;
	char id[ID_CHARS + 1];

	memcpy(id, r->id, sizeof id);
	hall_alarm(h, id, "table_is_damaged", g->why);
	hall_no(&no, "damaged", "what is stored of this table does not fit together");
	end_reading(r, g);
	r->wake = NEVER;
	room_fail(r, &no);
	if (!room_find(h, id))
		room_make(h, id)->damaged = true;       /* so that nobody tries again and again */
}

static void opened(struct job *job)
{
	struct reading *g = (struct reading *)((char *)job - offsetof(struct reading, fold));
	struct room *r = g->room;
	struct refusal no;
	const int64_t now = hall_now(r->hall);

	if (!g->table && g->why[0]) {
		damaged(r, g);
		return;
	}
	if (!g->table) {
		hall_no(&no, "closing", "the server is being stopped: it will be back");
		head_drop(&g->load.loaded.head);
		end_reading(r, g);
		room_fail(r, &no);
		return;
	}
	if (g->differs)
		hall_alarm(r->hall, r->id, "snapshot_differs", "the table was opened by its rows");
	r->table = g->table;
	r->hall->tables++;
	if (r->heard == g->heard)
		r->heard = 0;
	r->opened = r->touched = now;
	r->untold = r->table->since > now - 15 * SECOND;        /* whoever had to tell them may have died */
	r->lease_at = 0;
	lease_tick(r, now);
	greet_all(r, &g->load.loaded.rows);
	end_reading(r, g);
	room_pump(r);
}

static void not_read(struct room *r, struct reading *g)
{
	struct refusal no;

	hall_no(&no, "not_read", "%s", g->load.why[0] ? g->load.why : "too many tables are being opened: try again");
	hall_complain(r->hall, r->id, no.code, no.words);
	head_drop(&g->load.loaded.head);
	end_reading(r, g);
	if (!r->table) {
		room_fail(r, &no);
		return;
	}
	r->read_at = hall_now(r->hall) + AGAIN;
	refuse_everybody(r, &no);
	room_pump(r);
}

static void loaded(struct job *job)
{
	struct reading *g = (struct reading *)job;
	struct room *r = g->room;
	struct refusal no;

	if (r->table && g->load.fine && !g->load.loaded.found)          /* somebody has emptied the store below us; bots may still think */
		g->load.fine = error_say(g->load.why, "the table is not in the store any more");
	if (!g->load.fine) {
		not_read(r, g);
	} else if (!g->load.loaded.found) {
		hall_no(&no, "no_such_table", "there is no such table");
		end_reading(r, g);
		r->wake = NEVER;
		room_fail(r, &no);
	} else if (r->table) {
		read_on(r, g);
	} else {
		g->fold = (struct job){ .work = fold_all, .done = opened };
		if (r->hall->stopping)
			opened(&g->fold);
		else if (!pool_give(r->hall->openers, &g->fold))
			not_read(r, g);
	}
}

static void begin(struct room *r, uint32_t after)
{
	struct reading *g = calloc(1, sizeof *g);

	must(g != NULL);
	g->room = r;
	g->heard = r->heard;
	g->load.job.done = loaded;
	memcpy(g->load.id, r->id, sizeof r->id);
	g->load.after = after;
	r->reading = g;
	clerk_load(r->hall->clerk, &g->load);
}

void room_load(struct room *r)
{
	begin(r, 0);
}

static bool any_waits(struct room *r)
{
	for (const struct client *c = r->clients; c; c = c->next)
		if (c->greet)
			return true;
	return r->readers != NULL;
}

void room_read(struct room *r)
{
	if (!r->table || r->fresh || r->reading || r->hall->stopping)
		return;
	for (struct client *c = r->clients, *next; c; c = next) {
		next = c->next;
		if (c->greet && c->greet->after == r->table->seq)
			greet_one(c, NULL);
	}
	if (any_waits(r) && !r->telling)
		begin(r, 0);
	else if (r->heard > r->table->seq && !r->saving && hall_now(r->hall) >= r->read_at)
		begin(r, r->table->seq);
}

struct room *room_open(struct hall *h, const char *id, struct refusal *no)
{
	struct room *r = room_find(h, id);

	if (h->stopping) {
		hall_no(no, "closing", "the server is being stopped: it will be back");
		return NULL;
	}
	if (r && r->damaged) {
		hall_no(no, "damaged", "what is stored of this table does not fit together");
		return NULL;
	}
	if (!r || (!r->table && !r->reading)) {
		if (h->limits.tables > 0 && h->tables >= h->limits.tables) {
			hall_no(no, "busy", "too many tables are open here: try again later");
			return NULL;
		}
		if (strlen(id) != ID_CHARS) {
			hall_no(no, "no_such_table", "there is no such table");
			return NULL;
		}
		r = r ? r : room_make(h, id);
		room_load(r);
		room_plan(r);
	}
	r->touched = hall_now(h);
	return r;
}
