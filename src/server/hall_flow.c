/* What somebody wants becomes rows, rows are stored, and what is stored is told to everybody. One at a time for each table: what comes in
 * meanwhile waits in its order. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "driver/clock.h"
#include "server/hall_parts.h"
#include "server/notify.h"

struct saving { struct save_job job; struct room *room; };

/* Tables ------------------------------------------------------------------------------------- */

struct table *table_twin(const struct table *t)
{
	struct table *twin = malloc(sizeof *twin);

	must(twin != NULL);
	*twin = *t;
	twin->head.own_box = false;
	twin->ply = malloc((size_t)(t->room > 0 ? t->room : 1) * sizeof *t->ply);
	must(twin->ply != NULL);
	if (t->plies > 0)
		memcpy(twin->ply, t->ply, (size_t)t->plies * sizeof *t->ply);
	for (int i = 0; i < MAX_PLAYERS; i++) {
		twin->seat[i].tell = t->seat[i].tell ? strdup(t->seat[i].tell) : NULL;
		must(!t->seat[i].tell || twin->seat[i].tell);
	}
	return twin;
}

void table_end(struct table *t)
{
	if (t)
		table_drop(t);
	free(t);
}

/* Answers ------------------------------------------------------------------------------------ */

void room_answer(const struct room *r, const struct refusal *no, struct hall_answer *out)
{
	*out = (struct hall_answer){ .code = no ? no->code : NULL };
	if (no)
		memcpy(out->words, no->words, sizeof out->words);
	if (r && r->table && !r->fresh) {
		out->table = r->table;
		out->present = r->present;
		out->watchers = r->watchers;
	}
}

void wish_answer(struct room *r, struct wish *w, const struct refusal *no, uint32_t seq)
{
	struct hall_answer a;

	r->hall->refused += no && (w->client || w->done);
	if (w->client) {
		w->client->wishes--;
		if (no)
			client_error(w->client, w->ask.key, no);
		else if (!w->told)
			client_send(w->client, wire_ok(w->ask.key, seq));
	}
	if (w->done) {
		room_answer(r, no, &a);
		w->done(w->arg, &a);
	}
	free(w);
}

/* Everybody ---------------------------------------------------------------------------------- */

/* Through each pair of eyes once; two tabs of a seat share it, and so do all watchers. Whose wish it was has the answer in it: a message
 * less, and a message costs more to send than to make. */
static void tell_all(struct room *r, struct blob *made[MAX_PLAYERS + 1], struct wish *of)
{
	for (struct client *c = r->clients; c; c = c->next) {
		struct blob *b = made[c->seat >= 0 ? c->seat : MAX_PLAYERS];

		if (c->greet || !b)
			continue;
		if (of && of->client == c && of->ask.key[0]) {
			of->told = true;
			client_send(c, wire_answering(b, of->ask.key));
			continue;
		}
		blob_hold(b);
		client_send(c, b);
	}
	for (int i = 0; i <= MAX_PLAYERS; i++)
		if (made[i])
			blob_drop(made[i]);
}

static bool looks(const struct room *r, int i)
{
	return i < MAX_PLAYERS ? r->present & 1U << i : r->watchers > 0;
}

static void broadcast(struct room *r, const struct rows *rows, const struct wire_from *from, struct wish *of, int64_t now)
{
	struct blob *made[MAX_PLAYERS + 1] = { NULL };

	for (int i = 0; i <= MAX_PLAYERS && rows->n > 0; i++)
		if (looks(r, i))
			made[i] = wire_game(r->table, i < MAX_PLAYERS ? i : WATCHER, rows->of[0].seq - 1, rows, from, now);
	tell_all(r, made, of);
}

/* Who sits where, and is there, is open to all: one text for everybody. */
void room_seats(struct room *r)
{
	const int64_t now = hall_now(r->hall);
	struct blob *made[MAX_PLAYERS + 1], *one = wire_seats(r->table, r->present, r->watchers, now);

	r->seats_changed = false;
	r->seats_at = now + SEATS_EVERY;
	for (int i = 0; i <= MAX_PLAYERS; i++) {
		made[i] = one;
		blob_hold(one);
	}
	blob_drop(one);
	tell_all(r, made, NULL);
}

/* A seat that is no longer theirs: with a new link the old holder has no business here, everybody else may look on. */
static void unseat(struct room *r, const struct table *before)
{
	for (struct client *c = r->clients, *next; c; c = next) {
		next = c->next;
		if (c->greet || c->seat < 0)
			continue;
		const struct seat *was = &before->seat[c->seat], *is = &r->table->seat[c->seat];
		if (is->kind == SEAT_PERSON && memcmp(was->secret, is->secret, HASH_BYTES) == 0)
			continue;
		if (is->kind == SEAT_PERSON) {
			void *peer = c->peer;
			client_detach(c);
			r->hall->ways.drop(peer, "this seat has a new link");
			continue;
		}
		c->seat = WATCHER;
		client_send(c, wire_welcome(r->table, WATCHER, r->present, r->watchers, r->hall->limits.reachable, hall_now(r->hall)));
	}
}

static void count_present(struct room *r)
{
	r->present = 0;
	r->watchers = 0;
	for (const struct client *c = r->clients; c; c = c->next) {
		if (c->greet)
			continue;
		if (c->seat >= 0)
			r->present |= 1U << c->seat;
		else
			r->watchers++;
	}
}

/* Who goes without having decided has to be told after all, unless it is only that their page is loaded again. */
static void closed_page(struct room *r, unsigned gone)
{
	const int seat = table_to_move(r->table);

	if (seat < 0 || !(gone >> seat & 1) || r->told == r->table->place)
		return;
	r->untold = true;
	r->tell_at = r->hush = hall_now(r->hall) + RELOAD;
}

void room_present(struct room *r)
{
	const unsigned before = r->present;
	const int looked = r->watchers;

	count_present(r);
	r->seats_changed |= r->present != before || r->watchers != looked;
	if (r->table)
		closed_page(r, before & ~r->present);
}

/* After rows --------------------------------------------------------------------------------- */

void room_back(struct room *r, int seat)
{
	const struct seat *s = &r->table->seat[seat];
	bool waits = false;

	for (const struct wish *w = r->first; w; w = w->next)
		if (!w->look && w->ask.seat == seat && (w->ask.want == WANT_BACK || w->ask.want == WANT_LEAVE))
			waits = w->ask.want == WANT_BACK;
	if (waits)
		return;                 /* while the store is slow every message would add another */
	if (r->table->status == TABLE_RUNNING && s->away && !s->returning && !s->resigned)
		room_own_wish(r, WANT_BACK, seat, "");
}

/* Who was too slow but is there decides again at once. Who left comes back by a message of their own. */
static void call_back(struct room *r, const struct rows *rows)
{
	for (int i = 0; i < rows->n; i++)
		if (rows->of[i].kind == ROW_AWAY && strcmp(rows->of[i].text, "time") == 0 && r->present & 1U << rows->of[i].seat)
			room_back(r, rows->of[i].seat);
}

static bool about_seats(const struct row *row)
{
	switch (row->kind) {
	case ROW_SIT: case ROW_BOT: case ROW_FREE: case ROW_LINK: case ROW_REVEAL: case ROW_START: case ROW_AWAY: case ROW_BACK: case ROW_RESIGN:
	case ROW_NEXT: case ROW_CLOSE:
		return true;
	default:
		return false;
	}
}

static void count_rows(struct room *r, const struct rows *rows, int64_t now)
{
	struct hall *h = r->hall;

	for (int i = 0; i < rows->n; i++) {
		const struct row *row = &rows->of[i];
		h->moves += row->kind == ROW_MOVE;
		h->drawn += row->kind == ROW_DRAW;
		h->bot_moves += row->kind == ROW_MOVE && row->by == BY_BOT;
		r->seats_changed |= about_seats(row);
		if (row->kind == ROW_MOVE || row->kind == ROW_START)
			r->moved = now;
	}
}

bool room_to_tell(const struct room *r)
{
	const struct table *t = r->table;
	const int seat = table_to_move(t);

	return r->hall->notifier && t->status == TABLE_RUNNING && !t->paused && seat >= 0 && r->untold && table_here(t, seat) && t->seat[seat].tell;
}

void room_tell(struct room *r)
{
	const struct table *t = r->table;

	r->tell_at = NEVER;
	if (!room_to_tell(r))
		return;
	const int seat = table_to_move(t);
	if (r->present & 1U << seat) {
		r->untold = false;
		return;
	}
	if (!lease_runs(r))
		return;                 /* when we get the lease we come back */
	if (hall_now(r->hall) < r->hush) {
		r->tell_at = r->hush;
		return;
	}
	r->told = t->place;
	const int64_t again = notify_turn(r->hall->notifier, t, seat);
	r->untold = again > 0;
	if (again > 0)
		r->tell_at = hall_now(r->hall) + again;
}

/* Nonces are revealed when a game is about to start: if not here then by another process. */
static bool is_starting(const struct room *r, const struct table *after, const struct rows *rows)
{
	bool starting = r->table->starting;

	for (int i = 0; i < rows->n; i++) {
		const int kind = rows->of[i].kind;
		if (kind == ROW_REVEAL)
			starting |= r->hall->shared;
		else if (kind == ROW_SIT || kind == ROW_BOT || kind == ROW_FREE)
			starting = false;
	}
	return starting && after->status == TABLE_OPEN;
}

void room_advance(struct room *r, struct table *after, struct rows *rows, struct wish *of)
{
	struct table *before = r->table;
	const struct wire_from from = wire_from(before);
	const int64_t now = hall_now(r->hall);

	const bool pumping = r->pumping;

	r->pumping = true;              /* what follows from it comes after it */
	after->starting = is_starting(r, after, rows);
	after->head.own_box = before->head.own_box;
	before->head.own_box = false;
	r->table = after;
	r->due = 0;
	if (table_to_move(before) != table_to_move(after) || before->asked != after->asked) {
		r->untold = true;
		r->hush = 0;
	}
	count_rows(r, rows, now);
	for (int i = 0; i < MAX_PLAYERS; i++)
		r->seats_changed |= before->seat[i].away != after->seat[i].away;        /* at the next decision a bot hands back */
	unseat(r, before);
	room_present(r);
	broadcast(r, rows, &from, of, now);
	if (r->reading || r->telling)
		room_keep(r, rows);
	call_back(r, rows);
	if (after->status == TABLE_OPEN)
		room_start_if_revealed(r);
	room_tell(r);
	table_end(before);
	rows_clear(rows);
	r->pumping = pumping;
}

/* Storing ------------------------------------------------------------------------------------- */

/* There is more than we know: once that is read, the wish is the next one again. */
static void read_first(struct room *r, struct wish *w)
{
	if (r->heard <= r->table->seq)
		r->heard = r->table->seq + 1;
	if (!w)
		return;
	w->next = r->first;
	if (!r->first)
		r->last = &w->next;
	r->first = w;
	r->waiting++;
}

static void crossed(struct room *r, struct wish *w)
{
	struct refusal no;

	if (!w || ++w->tries < TRIES) {
		read_first(r, w);
		return;
	}
	read_first(r, NULL);
	hall_no(&no, "busy", "too much is happening at this table at once: try again");
	wish_answer(r, w, &no, 0);
}

static void failed(struct room *r, struct wish *w, const char *code, const char *why)
{
	struct refusal no;

	r->hold = hall_now(r->hall) + AGAIN;
	hall_no(&no, code, "%s", why);
	if (strcmp(code, "not_stored") == 0)
		hall_complain(r->hall, r->id, code, why);
	if (r->fresh) {
		struct hall_answer a;
		room_answer(NULL, &no, &a);
		w->done(w->arg, &a);
		free(w);
		room_fail(r, &no);
	} else if (w) {
		wish_answer(r, w, &no, 0);
	}
}

static void stored(struct job *job)
{
	struct saving *s = (struct saving *)job;
	struct room *r = s->room;
	struct hall *h = r->hall;
	struct wish *w = r->storing;
	struct table *after = r->after;
	const bool fresh = r->fresh;

	r->saving = NULL;
	r->storing = NULL;
	r->after = NULL;
	if (s->job.save.outcome != STORED) {
		table_end(after);
		rows_clear(&s->job.save.rows);
	}
	if (s->job.save.outcome == STORED) {
		r->fresh = false;
		h->new_tables += fresh;
		room_advance(r, after, &s->job.save.rows, w);
		if (w && !fresh)
			h->time[h->times++ % TIMES] = (double)clock_us() / 1000 - w->came;
		if (w)
			wish_answer(r, w, NULL, after->seq);
	} else if (s->job.save.outcome == STORE_CROSSED && !fresh) {
		crossed(r, w);
	} else {
		failed(r, w, fresh && s->job.save.outcome == STORE_CROSSED ? "taken" : "not_stored", s->job.save.why);
		r = fresh ? NULL : r;
	}
	free(s);
	if (r)
		room_pump(r);
}

/* Folded into a copy: what will be if they are stored. NULL: our own mistake, as they were made for this table. */
static struct table *fold_ahead(struct room *r, const struct rows *rows)
{
	struct table *after = table_twin(r->table);
	char why[MAX_ERROR];

	for (int i = 0; i < rows->n; i++)
		if (!table_fold(after, &rows->of[i], why)) {
			hall_alarm(r->hall, r->id, "row_does_not_fit", why);
			table_end(after);
			return NULL;
		}
	return after;
}

bool room_put(struct room *r, struct rows *rows, struct wish *w)
{
	const int64_t now = hall_now(r->hall);
	struct table *after = fold_ahead(r, rows);

	if (!after) {
		rows_clear(rows);
		failed(r, w, "internal", "this should not have happened, and has changed nothing");
		return false;
	}
	struct saving *s = calloc(1, sizeof *s);
	must(s != NULL);
	s->room = r;
	s->job.job.done = stored;
	s->job.save = (struct save){ .id = r->id, .head = r->fresh ? &r->table->head : NULL, .rows = *rows };
	summary_of(after, now, &s->job.save.now);
	s->job.save.stands = !r->fresh && after->status == r->table->status;
	if (after->status != TABLE_OPEN && after->plies > 0 && table_to_move(after) != table_to_move(r->table)) {
		s->job.save.snapshot_seq = after->seq;
		s->job.save.snapshot_n = codec_encode(after->head.game, &after->state, s->job.save.snapshot);
	}
	*rows = (struct rows){ 0 };
	r->saving = s;
	r->storing = w;
	r->after = after;
	clerk_save(r->hall->clerk, &s->job);
	return true;
}

/* Wishes -------------------------------------------------------------------------------------- */

static bool all_revealed(const struct room *r)
{
	const struct table *t = r->table;

	for (int i = 0; i < t->head.players; i++)
		if (t->seat[i].kind == SEAT_PERSON && t->seat[i].committed && !t->fair.revealed[i])
			return false;
	return true;
}

/* Nonces that are missing can only come from who is connected; with several processes that may be elsewhere. */
static bool nonces_may_come(const struct room *r)
{
	const struct table *t = r->table;

	for (int i = 0; i < t->head.players; i++)
		if (t->seat[i].kind == SEAT_PERSON && t->seat[i].committed && !t->fair.revealed[i] && (r->hall->shared || r->present & 1U << i))
			return true;
	return false;
}

static void start_now(struct room *r)
{
	struct wish *w = r->start;

	r->start = NULL;
	r->table->starting = false;
	r->seats_changed = true;
	w->ready = true;
	room_wish(r, w);
}

void room_start_if_revealed(struct room *r)
{
	if (r->start && (all_revealed(r) || hall_now(r->hall) >= r->start_by))
		start_now(r);
}

static bool could_start(const struct room *r, const struct wish *w)
{
	struct rows rows = { 0 };
	struct refusal no;
	uint32_t seq;
	const bool could = table_ask(r->table, &w->ask, hall_now(r->hall), &rows, &seq, &no) == ASK_ROWS;

	rows_clear(&rows);
	return could;
}

/* A start that lacks nonces stands aside until they are there, or for a while. */
static bool stands_aside(struct room *r, struct wish *w)
{
	if (w->ask.want != WANT_START || w->ready || !nonces_may_come(r) || !could_start(r, w))
		return false;
	r->start = w;
	r->start_by = hall_now(r->hall) + REVEALING;
	r->table->starting = true;
	r->seats_changed = true;
	r->seats_at = 0;                /* who has a nonce shall know at once */
	return true;
}

static bool has_person(const struct table *t)
{
	for (int i = 0; i < t->head.players; i++)
		if (t->seat[i].kind == SEAT_PERSON)
			return true;
	return false;
}

/* Who asks may ask, and it is something that can be asked here. */
static bool may_ask(const struct room *r, const struct wish *w, struct refusal *no)
{
	const struct table *t = r->table;
	const struct ask *a = &w->ask;

	if (w->client && w->client->seat != a->seat)
		hall_no(no, "forbidden", "this seat is no longer yours");
	else if (!w->checked && a->seat < -1)
		hall_no(no, "forbidden", "there is no such seat");
	else if (!w->checked && (a->seat == -1 ? !table_host(t, w->secret) : a->seat >= t->head.players || !table_secret(t, a->seat, w->secret)))
		hall_no(no, "forbidden", a->seat == -1 ? "only the host of this table can do that" : "that is not the secret of this seat");
	else if (a->want == WANT_CLOSE && a->ours && !sweep_wants(r))
		hall_no(no, "here", "somebody has come back");
	else if (a->want == WANT_START && t->status == TABLE_OPEN && !has_person(t))
		hall_no(no, "no_person", "bots do not play among themselves here: somebody has to sit down");
	else if (a->want == WANT_START && r->start)
		hall_no(no, "starting", "it is about to start already");
	else
		return true;
	return false;
}

static struct wish *take(struct room *r)
{
	struct wish *w = r->first;

	if (!w)
		return NULL;
	r->first = w->next;
	if (!r->first)
		r->last = &r->first;
	r->waiting--;
	return w;
}

/* With other processes around, what we know may be a moment old: nobody is refused for that. */
static void refused(struct room *r, struct wish *w, const struct refusal *no)
{
	if (!r->hall->shared || w->sure) {
		wish_answer(r, w, no, 0);
		return;
	}
	w->sure = true;
	read_first(r, w);
}

/* Grants or refuses the first wish, or begins to store what it comes to. False: there is none. */
static bool next_wish(struct room *r)
{
	struct wish *w = take(r);
	struct rows rows = { 0 };
	struct refusal no = { 0 };
	uint32_t seq = 0;

	if (!w)
		return false;
	if (w->look) {
		wish_answer(r, w, NULL, 0);
		return true;
	}
	if (!may_ask(r, w, &no)) {
		refused(r, w, &no);
		return true;
	}
	if (stands_aside(r, w))
		return true;
	switch (table_ask(r->table, &w->ask, hall_now(r->hall), &rows, &seq, &no)) {
	case ASK_ROWS:
		room_put(r, &rows, w);
		break;
	case ASK_REPEATED:
		wish_answer(r, w, NULL, seq);
		break;
	case ASK_REFUSED:
		refused(r, w, &no);
		break;
	}
	return true;
}

/* What was due already when we got the lease was a matter of a process that died: whoever was connected to it has to find us first. */
int64_t room_floor(const struct room *r)
{
	return r->hall->shared && r->table->since < r->gained && table_wake(r->table) < r->gained - SECOND ? r->gained + 10 * SECOND : 0;
}

/* While nobody was there to run this table its clocks have run on: we were restarted, or the whole machine was asleep. */
static bool lost_time(const struct room *r, int64_t now)
{
	const struct table *t = r->table;
	const int64_t wake = table_wake(t), made = r->hall->made;

	if (wake == NEVER)
		return false;
	if (!r->hall->shared && t->since < made && (!t->head.pace.slow || wake < made + 60 * MINUTE))
		return true;
	return wake < now - MINUTE && t->since < now - MINUTE;
}

/* Whose decision it is has all the time for it again. */
static bool give_time(struct room *r, int64_t now)
{
	const struct ask a = { .want = WANT_RESUME, .seat = -1 };
	struct rows rows = { 0 };
	struct refusal no;
	uint32_t seq;

	return table_ask(r->table, &a, now, &rows, &seq, &no) == ASK_ROWS && room_put(r, &rows, NULL);
}

/* What time and orders do. */
static bool time_goes(struct room *r, int64_t now)
{
	struct rows rows = { 0 };
	const int64_t wake = table_wake(r->table), floor = wake > r->table->since ? room_floor(r) : 0;      /* orders need no time */

	if (lost_time(r, now))
		return give_time(r, now);
	if (wake > now || r->due > now)
		return false;
	if (floor > now || !table_due(r->table, now, &rows)) {
		r->due = floor > now ? floor : now + AGAIN;
		return false;
	}
	return room_put(r, &rows, NULL);
}

static bool by_itself(struct room *r)
{
	const int64_t now = hall_now(r->hall);

	if (r->table->status != TABLE_RUNNING || r->table->paused || r->hall->stopping || !lease_runs(r)) {
		bots_forget(r);
		return false;
	}
	if (now < r->hold)
		return false;
	return time_goes(r, now) || bots_go(r);
}

static bool can_act(const struct room *r)
{
	return r->table && !r->fresh && !r->saving && r->heard <= r->table->seq;
}

void room_refuse_all(struct room *r)
{
	struct refusal no;
	struct wish *w;

	hall_no(&no, "closing", "the server is being stopped: it will be back");
	while ((w = take(r)))
		wish_answer(r, w, &no, 0);
	if ((w = r->start)) {
		r->start = NULL;
		wish_answer(r, w, &no, 0);
	}
}

void room_pump(struct room *r)
{
	if (r->pumping)
		return;                 /* an answer has led to another wish: the loop below sees it */
	r->pumping = true;
	if (r->hall->stopping)
		room_refuse_all(r);
	while (can_act(r) && (next_wish(r) || by_itself(r)))
		;
	r->pumping = false;
	room_read(r);
	if (r->table && !r->fresh && r->seats_changed && hall_now(r->hall) >= r->seats_at)
		room_seats(r);
	room_plan(r);
}

void room_wish(struct room *r, struct wish *w)
{
	struct refusal no;

	r->touched = hall_now(r->hall);
	if (w->client)
		w->client->wishes++;
	if (w->client ? w->client->wishes > OWN_QUEUE || r->waiting >= QUEUE : w->done && r->waiting >= 2 * QUEUE) {
		hall_no(&no, "busy", "too much waits at this table already: try again");
		wish_answer(r, w, &no, 0);
		return;
	}
	w->next = NULL;
	*r->last = w;
	r->last = &w->next;
	r->waiting++;
	room_pump(r);
}

void room_own_wish(struct room *r, enum want want, int seat, const char *text)
{
	struct ask a = { .want = want, .seat = seat, .ours = true, .whom = seat };

	must(strlen(text) <= MAX_ROW);
	memcpy(a.text, text, strlen(text));
	struct wish *w = wish_make(&a);
	w->checked = true;
	room_wish(r, w);
}
