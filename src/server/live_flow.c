/* The way of a request through a live table: it is checked and becomes rows, the rows are stored, and everybody at the table is sent what was stored.
 * Each table does one at a time; requests that come in while rows are being stored wait in r->queue, in their order. All of it runs on the loop's
 * thread. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "server/live_parts.h"
#include "server/notify.h"

struct saving { struct save_job job; struct live_table *live_table; };

/* Answers ------------------------------------------------------------------------------------ */

void live_table_answer(const struct live_table *r, const struct refusal *no, struct live_answer *out)
{
	*out = (struct live_answer){ .code = no ? no->code : NULL };
	if (no)
		memcpy(out->words, no->words, sizeof out->words);
	if (r && live_table_stored(r)) {
		out->table = r->table;
		out->present = r->present;
		out->watchers = r->watchers;
	}
}

void pending_answer(struct live_table *r, struct pending *w, const struct refusal *no, uint32_t seq)
{
	struct live_answer a;

	r->live->refused += no && (w->client || w->done);
	if (w->client) {
		w->client->requests--;
		if (no)
			client_error(w->client, w->ask.key, no);
		else if (!w->told)
			client_send(w->client, wire_ok(w->ask.key, seq));
	}
	if (w->done) {
		live_table_answer(r, no, &a);
		w->done(w->arg, &a);
	}
	free(w);
}

/* Everybody ---------------------------------------------------------------------------------- */

/* Sends every client made[its seat], or made[MAX_PLAYERS] if it watches; NULL: nothing for those. Drops the blobs. The client that asked (`of`, may be
 * NULL) finds the answer to its key in the same message, and gets no `ok`: a message costs more to send than to make. */
static void tell_all(struct live_table *r, struct blob *made[MAX_PLAYERS + 1], struct pending *of)
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

/* Whether anybody sits at seat i, or watches for i = MAX_PLAYERS. */
static bool looks(const struct live_table *r, int i)
{
	return i < MAX_PLAYERS ? r->present & 1U << i : r->watchers > 0;
}

/* Sends the news of these rows to everybody: each seat is written once, however many tabs it has open, and so is what watchers see. */
static void broadcast(struct live_table *r, const struct rows *rows, const struct wire_from *from, struct pending *of, int64_t now)
{
	struct blob *made[MAX_PLAYERS + 1] = { NULL };
	struct wire_news news = { r->table, rows, from, now, NULL };

	for (int i = 0; i <= MAX_PLAYERS && rows->n > 0; i++)
		if (looks(r, i))
			made[i] = wire_news_to(&news, i < MAX_PLAYERS ? i : WATCHER);
	wire_news_end(&news);
	tell_all(r, made, of);
}

/* Sends everybody who sits where and who is connected. All may know that, so one text serves all. */
void live_table_seats(struct live_table *r)
{
	const int64_t now = live_now(r->live);
	struct blob *made[MAX_PLAYERS + 1], *one = wire_seats(r->table, r->present, r->watchers, now);

	r->seats.changed = false;
	r->seats.at = now + SEATS_EVERY;
	for (int i = 0; i <= MAX_PLAYERS; i++) {
		made[i] = one;
		blob_hold(one);
	}
	blob_drop(one);
	tell_all(r, made, NULL);
}

/* Clients whose seat is no longer theirs. If the seat has a new link, the client of the old link is disconnected; if it became free or a bot's, the
 * client becomes a watcher. */
static void unseat(struct live_table *r, const struct table *before)
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
			r->live->ways.drop(peer, "this seat has a new link");
			continue;
		}
		c->seat = WATCHER;
		client_send(c, wire_welcome(r->table, WATCHER, r->present, r->watchers, r->live->limits.reachable, live_now(r->live)));
	}
}

static void count_present(struct live_table *r)
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

/* Seats in `gone` have just disconnected. If one of them is to move, it gets a notification that it is their turn, but not before RELOAD has passed:
 * a page that is loaded again is back sooner. */
static void closed_page(struct live_table *r, unsigned gone)
{
	const int seat = table_to_move(r->table);

	if (seat < 0 || !(gone >> seat & 1) || r->notify.told == r->table->place)
		return;
	r->notify.due = true;
	r->notify.at = r->notify.not_before = live_now(r->live) + RELOAD;
}

void live_table_present(struct live_table *r)
{
	const unsigned before = r->present;
	const int looked = r->watchers;

	count_present(r);
	r->seats.changed |= r->present != before || r->watchers != looked;
	if (r->table)
		closed_page(r, before & ~r->present);
}

/* After rows --------------------------------------------------------------------------------- */

void live_table_back(struct live_table *r, int seat)
{
	const struct seat *s = &r->table->seat[seat];
	bool waits = false;

	for (const struct pending *w = r->queue.first; w; w = w->next)
		if (!w->look && w->ask.seat == seat && (w->ask.kind == REQUEST_BACK || w->ask.kind == REQUEST_LEAVE))
			waits = w->ask.kind == REQUEST_BACK;
	if (waits)
		return;                 /* one such request is enough, however long the store takes */
	if (r->table->status == TABLE_RUNNING && ((s->away && !s->returning) || s->vacant_from) && !s->resigned)
		live_table_own_request(r, REQUEST_BACK, seat, "");
}

/* Seats that a bot plays for, because their time ran out or others announced that they would be replaced, are theirs again if they are connected. A
 * player who left comes back by a message instead. */
static void call_back(struct live_table *r, const struct rows *rows)
{
	for (int i = 0; i < r->table->head.players; i++)
		if (r->table->seat[i].vacant_from && r->present & 1U << i)      /* whoever announced it may be connected to another process, and not see that they are here */
			live_table_back(r, i);
	for (int i = 0; i < rows->n; i++)
		if (rows->of[i].kind == ROW_AWAY && strcmp(rows->of[i].text, "time") == 0 && r->present & 1U << rows->of[i].seat)
			live_table_back(r, rows->of[i].seat);
}

static void count_rows(struct live_table *r, const struct rows *rows, int64_t now)
{
	struct live *h = r->live;

	for (int i = 0; i < rows->n; i++) {
		const struct row *row = &rows->of[i];
		h->moves += row->kind == ROW_MOVE;
		h->drawn += row->kind == ROW_DRAW;
		h->bot_moves += row->kind == ROW_MOVE && row->by == BY_BOT;
		r->seats.changed |= row_about_seats(row);
		if (row->kind == ROW_MOVE || row->kind == ROW_START)
			r->moved = now;
	}
}

bool live_table_to_tell(const struct live_table *r)
{
	const struct table *t = r->table;
	const int seat = table_to_move(t);

	return r->live->notifier && t->status == TABLE_RUNNING && !t->paused && seat >= 0 && r->notify.due && table_here(t, seat) && t->seat[seat].tell;
}

void live_table_tell(struct live_table *r)
{
	const struct table *t = r->table;

	r->notify.at = NEVER;
	if (!live_table_to_tell(r))
		return;
	const int seat = table_to_move(t);
	if (r->present & 1U << seat) {
		r->notify.due = false;
		return;
	}
	if (!lease_runs(r))
		return;                 /* when we get the lease we come back */
	if (live_now(r->live) < r->notify.not_before) {
		r->notify.at = r->notify.not_before;
		return;
	}
	r->notify.told = t->place;
	const int64_t again = notify_turn(r->live->notifier, t, seat);
	r->notify.due = again > 0;
	if (again > 0)
		r->notify.at = live_now(r->live) + again;
}

/* A seat that others have announced to replace (ROW_VACATE) gets a notification at once, unless it is connected. */
static void tell_holders(struct live_table *r, const struct rows *rows)
{
	for (int i = 0; i < rows->n; i++) {
		const int seat = rows->of[i].kind == ROW_VACATE ? atoi(rows->of[i].text) : -1;
		if (seat >= 0 && r->live->notifier && lease_runs(r) && !(r->present & 1U << seat) && r->table->seat[seat].vacant_from)
			notify_turn(r->live->notifier, r->table, seat);
	}
}

/* Whether the table is about to start after these rows. Nonces are revealed only then, so with several processes a revealed nonce says that the start
 * was asked for at another process. Whoever sits down or leaves ends it. */
static bool is_starting(const struct live_table *r, const struct table *after, const struct rows *rows)
{
	bool starting = r->table->starting;

	for (int i = 0; i < rows->n; i++) {
		const int kind = rows->of[i].kind;
		if (kind == ROW_REVEAL)
			starting |= r->live->shared;
		else if (kind == ROW_SIT || kind == ROW_BOT || kind == ROW_FREE)
			starting = false;
	}
	return starting && after->status == TABLE_OPEN;
}

void live_table_advance(struct live_table *r, struct table *after, struct rows *rows, struct pending *of)
{
	struct table *before = r->table;
	const struct wire_from from = wire_from(before);
	const int64_t now = live_now(r->live);

	const bool pumping = r->pumping;

	r->pumping = true;              /* requests that are made below wait until this is done */
	after->starting = is_starting(r, after, rows);
	after->head.own_box = before->head.own_box;
	before->head.own_box = false;
	r->table = after;
	r->due = 0;
	if (table_to_move(before) != table_to_move(after) || before->asked != after->asked) {
		r->notify.due = true;
		r->notify.not_before = 0;
	}
	count_rows(r, rows, now);
	for (int i = 0; i < MAX_PLAYERS; i++)
		r->seats.changed |= before->seat[i].away != after->seat[i].away;        /* a seat comes back without a row of its own, when a decision begins */
	unseat(r, before);
	live_table_present(r);
	broadcast(r, rows, &from, of, now);
	if (r->reading || r->telling)
		live_table_keep(r, rows);
	call_back(r, rows);
	tell_holders(r, rows);
	if (after->status == TABLE_OPEN)
		live_table_start_if_revealed(r);
	live_table_tell(r);
	table_end(before);
	rows_clear(rows);
	r->pumping = pumping;
}

/* Storing ------------------------------------------------------------------------------------- */

/* The store has rows that this process has not read. Makes live_table_read() fetch them, and puts the request (may be NULL) back to the front of the
 * queue. */
static void read_first(struct live_table *r, struct pending *w)
{
	if (r->heard <= r->table->seq)
		r->heard = r->table->seq + 1;
	if (!w)
		return;
	w->next = r->queue.first;
	if (!r->queue.first)
		r->queue.last = &w->next;
	r->queue.first = w;
	r->queue.n++;
}

/* Another process has stored rows first: the request is tried again on top of them, at most TRIES times. */
static void crossed(struct live_table *r, struct pending *w)
{
	struct refusal no;

	if (!w || ++w->tries < TRIES) {
		read_first(r, w);
		return;
	}
	read_first(r, NULL);
	live_no(&no, REFUSED_BUSY, "too much is happening at this table at once: try again");
	pending_answer(r, w, &no, 0);
}

/* Nothing was stored: whoever asked is told, and a table that was new goes. */
static void failed(struct live_table *r, struct pending *w, enum refused which, const char *why)
{
	struct refusal no;

	r->hold = live_now(r->live) + AGAIN;
	live_no(&no, which, "%s", why);
	if (which == REFUSED_NOT_STORED)
		live_complain(r->live, r->id, no.code, why);
	if (r->state == LIVE_NEW) {
		struct live_answer a;
		live_table_answer(NULL, &no, &a);
		w->done(w->arg, &a);
		free(w);
		live_table_fail(r, &no);
	} else if (w) {
		pending_answer(r, w, &no, 0);
	}
}

/* The store has answered what live_table_put() gave it. */
static void stored(struct job *job)
{
	struct saving *s = (struct saving *)job;
	struct live_table *r = s->live_table;
	struct live *h = r->live;
	struct pending *w = r->save.of;
	struct table *after = r->save.after;
	const bool unsaved = r->state == LIVE_NEW;

	r->save.job = NULL;
	r->save.of = NULL;
	r->save.after = NULL;
	if (s->job.save.outcome != STORED) {
		table_end(after);
		rows_clear(&s->job.save.rows);
	}
	if (s->job.save.outcome == STORED) {
		r->state = LIVE_OPEN;
		h->new_tables += unsaved;
		live_table_advance(r, after, &s->job.save.rows, w);
		if (w && !unsaved)
			h->time[h->times++ % TIMES] = (double)clock_us() / 1000 - w->came;
		if (w)
			pending_answer(r, w, NULL, after->seq);
	} else if (s->job.save.outcome == STORE_CROSSED && !unsaved) {
		crossed(r, w);
	} else {
		failed(r, w, unsaved && s->job.save.outcome == STORE_CROSSED ? REFUSED_TAKEN : REFUSED_NOT_STORED, s->job.save.why);
		r = unsaved ? NULL : r;
	}
	free(s);
	if (r)
		live_table_pump(r);
}

bool live_table_put(struct live_table *r, struct rows *rows, struct pending *w)
{
	const int64_t now = live_now(r->live);
	char why[MAX_ERROR];
	struct table *after = table_after(r->table, rows, why);

	if (!after) {                   /* our own mistake: they were made for this table */
		live_alarm(r->live, r->id, "row_does_not_fit", why);
		rows_clear(rows);
		failed(r, w, REFUSED_INTERNAL, "this should not have happened, and has changed nothing");
		return false;
	}
	struct saving *s = calloc(1, sizeof *s);
	must(s != NULL);
	s->live_table = r;
	s->job.job.done = stored;
	s->job.save = (struct save){ .id = r->id, .head = r->state == LIVE_NEW ? &r->table->head : NULL, .rows = *rows };
	store_summary_of(after, now, &s->job.save.now);
	s->job.save.stands = r->state != LIVE_NEW && after->status == r->table->status && !store_save_forgets(&s->job.save, &(uint32_t){ 0 });
	if (after->status != TABLE_OPEN && after->plies > 0 && table_to_move(after) != table_to_move(r->table)) {
		s->job.save.snapshot_seq = after->seq;
		s->job.save.snapshot_n = codec_encode(after->head.game, &after->state, s->job.save.snapshot);
	}
	*rows = (struct rows){ 0 };
	r->save.job = s;
	r->save.of = w;
	r->save.after = after;
	store_queue_save(r->live->queue, &s->job);
	return true;
}

/* Requests ------------------------------------------------------------------------------------ */

static bool all_revealed(const struct live_table *r)
{
	const struct table *t = r->table;

	for (int i = 0; i < t->head.players; i++)
		if (t->seat[i].kind == SEAT_PERSON && t->seat[i].committed && !t->fair.revealed[i])
			return false;
	return true;
}

/* Whether a missing nonce can still come: only from a seat that is connected, here or, with several processes, perhaps at another one. */
static bool nonces_may_come(const struct live_table *r)
{
	const struct table *t = r->table;

	for (int i = 0; i < t->head.players; i++)
		if (t->seat[i].kind == SEAT_PERSON && t->seat[i].committed && !t->fair.revealed[i] && (r->live->shared || r->present & 1U << i))
			return true;
	return false;
}

static void start_now(struct live_table *r)
{
	struct pending *w = r->start.request;

	r->start.request = NULL;
	r->table->starting = false;
	r->seats.changed = true;
	w->ready = true;
	live_table_request(r, w);
}

void live_table_start_if_revealed(struct live_table *r)
{
	if (r->start.request && (all_revealed(r) || live_now(r->live) >= r->start.by))
		start_now(r);
}

static bool could_start(const struct live_table *r, const struct pending *w)
{
	struct rows rows = { 0 };
	struct refusal no;
	uint32_t seq;
	const bool could = table_request(r->table, &w->ask, live_now(r->live), &rows, &seq, &no) == ASK_ROWS;

	rows_clear(&rows);
	return could;
}

/* A start for which nonces are missing is taken out of the queue until they have come, or for REVEALING. True: it was. */
static bool stands_aside(struct live_table *r, struct pending *w)
{
	if (w->ask.kind != REQUEST_START || w->ready || !nonces_may_come(r) || !could_start(r, w))
		return false;
	r->start.request = w;
	r->start.by = live_now(r->live) + REVEALING;
	r->table->starting = true;
	r->seats.changed = true;
	r->seats.at = 0;                /* the pages that hold the nonces are told at once */
	return true;
}

static bool has_person(const struct table *t)
{
	for (int i = 0; i < t->head.players; i++)
		if (t->seat[i].kind == SEAT_PERSON)
			return true;
	return false;
}

/* Whether whoever asks has the right to, and the server (not the rules of a table) allows it; if not, `no` says why. */
static bool may_ask(const struct live_table *r, const struct pending *w, struct refusal *no)
{
	const struct table *t = r->table;
	const struct request *a = &w->ask;

	if (w->client && w->client->seat != a->seat)
		live_no(no, REFUSED_FORBIDDEN, "this seat is no longer yours");
	else if (!w->checked && a->seat < -1)
		live_no(no, REFUSED_FORBIDDEN, "there is no such seat");
	else if (!w->checked && (a->seat == -1 ? !table_host(t, w->secret) : a->seat >= t->head.players || !table_secret(t, a->seat, w->secret)))
		live_no(no, REFUSED_FORBIDDEN, a->seat == -1 ? "only the host of this table can do that" : "that is not the secret of this seat");
	else if (a->kind == REQUEST_CLOSE && a->ours && !sweep_wants(r))
		live_no(no, REFUSED_HERE, "somebody has come back");
	else if (a->kind == REQUEST_START && t->status == TABLE_OPEN && !has_person(t))
		live_no(no, REFUSED_NO_PERSON, "bots do not play among themselves here: somebody has to sit down");
	else if (a->kind == REQUEST_START && r->start.request)
		live_no(no, REFUSED_STARTING, "it is about to start already");
	else
		return true;
	return false;
}

static struct pending *take(struct live_table *r)
{
	struct pending *w = r->queue.first;

	if (!w)
		return NULL;
	r->queue.first = w->next;
	if (!r->queue.first)
		r->queue.last = &r->queue.first;
	r->queue.n--;
	return w;
}

/* Refuses a request. With several processes the newest rows are read first, and the request is tried once more: what we knew may have been old. */
static void refused(struct live_table *r, struct pending *w, const struct refusal *no)
{
	if (!r->live->shared || w->up_to_date) {
		pending_answer(r, w, no, 0);
		return;
	}
	w->up_to_date = true;
	read_first(r, w);
}

/* Grants or refuses the first request, or begins to store what it comes to. False: there is none. */
static bool next_request(struct live_table *r)
{
	struct pending *w = take(r);
	struct rows rows = { 0 };
	struct refusal no = { 0 };
	uint32_t seq = 0;

	if (!w)
		return false;
	if (w->look) {
		pending_answer(r, w, NULL, 0);
		return true;
	}
	if (!may_ask(r, w, &no)) {
		refused(r, w, &no);
		return true;
	}
	if (stands_aside(r, w))
		return true;
	switch (table_request(r->table, &w->ask, live_now(r->live), &rows, &seq, &no)) {
	case ASK_ROWS:
		live_table_put(r, &rows, w);
		break;
	case ASK_REPEATED:
		pending_answer(r, w, NULL, seq);
		break;
	case ASK_REFUSED:
		refused(r, w, &no);
		break;
	}
	return true;
}

/* Until when no clock of this table may run out; 0: they run as they are. If a clock had run out when this process took over the lease, the process
 * that held it has died, and its players get ten seconds to connect to another one. */
int64_t live_table_floor(const struct live_table *r)
{
	return r->live->shared && r->table->since < r->lease.gained && table_wake(r->table) < r->lease.gained - SECOND ? r->lease.gained + 10 * SECOND : 0;
}

/* Whether time has passed in which no process ran this table: the server was restarted, or the machine was asleep. */
static bool lost_time(const struct live_table *r, int64_t now)
{
	const struct table *t = r->table;
	const int64_t wake = table_wake(t), made = r->live->made;

	if (wake == NEVER)
		return false;
	if (!r->live->shared && t->since < made && (!t->head.pace.slow || wake < made + 60 * MINUTE))
		return true;
	return wake < now - MINUTE && t->since < now - MINUTE;
}

/* Gives whoever is to decide the whole time for it again. */
static bool give_time(struct live_table *r, int64_t now)
{
	const struct request a = { .kind = REQUEST_RESUME, .seat = -1 };
	struct rows rows = { 0 };
	struct refusal no;
	uint32_t seq;

	return table_request(r->table, &a, now, &rows, &seq, &no) == ASK_ROWS && live_table_put(r, &rows, NULL);
}

/* Stores what is due by the clock, or by a standing order. True: something is being stored. */
static bool time_goes(struct live_table *r, int64_t now)
{
	struct rows rows = { 0 };
	const int64_t wake = table_wake(r->table), floor = wake > r->table->since ? live_table_floor(r) : 0;      /* an order is due at once */

	if (lost_time(r, now))
		return give_time(r, now);
	if (wake > now || r->due > now)
		return false;
	if (floor > now || !table_due(r->table, now, &rows)) {
		r->due = floor > now ? floor : now + AGAIN;
		return false;
	}
	return live_table_put(r, &rows, NULL);
}

/* What happens without a request: clocks, orders, bots. True: something is being stored. */
static bool by_itself(struct live_table *r)
{
	const int64_t now = live_now(r->live);

	if (r->table->status != TABLE_RUNNING || r->table->paused || r->live->stopping || !lease_runs(r)) {
		bots_forget(r);
		return false;
	}
	if (now < r->hold)
		return false;
	return time_goes(r, now) || bots_go(r);
}

/* Nothing is being stored, and all rows that are known of have been read. */
static bool can_act(const struct live_table *r)
{
	return live_table_stored(r) && r->state != LIVE_GONE && !r->save.job && r->heard <= r->table->seq;
}

void live_table_refuse_all(struct live_table *r)
{
	struct refusal no;
	struct pending *w;

	live_no(&no, REFUSED_CLOSING, "the server is being stopped: it will be back");
	while ((w = take(r)))
		pending_answer(r, w, &no, 0);
	if ((w = r->start.request)) {
		r->start.request = NULL;
		pending_answer(r, w, &no, 0);
	}
}

void live_table_pump(struct live_table *r)
{
	if (r->pumping)
		return;                 /* an answer has led to another request: the loop below sees it */
	r->pumping = true;
	if (r->live->stopping)
		live_table_refuse_all(r);
	while (can_act(r) && (next_request(r) || by_itself(r)))
		;
	r->pumping = false;
	live_table_read(r);
	if (live_table_stored(r) && r->seats.changed && live_now(r->live) >= r->seats.at)
		live_table_seats(r);
	live_table_plan(r);
}

void live_table_request(struct live_table *r, struct pending *w)
{
	struct refusal no;

	r->touched = live_now(r->live);
	if (w->client)
		w->client->requests++;
	if (w->client ? w->client->requests > OWN_QUEUE || r->queue.n >= QUEUE : w->done && r->queue.n >= 2 * QUEUE) {
		live_no(&no, REFUSED_BUSY, "too much waits at this table already: try again");
		pending_answer(r, w, &no, 0);
		return;
	}
	w->next = NULL;
	*r->queue.last = w;
	r->queue.last = &w->next;
	r->queue.n++;
	live_table_pump(r);
}

void live_table_own_request(struct live_table *r, enum request_kind kind, int seat, const char *text)
{
	struct request a = { .kind = kind, .seat = seat, .ours = true, .whom = seat };

	must(strlen(text) <= MAX_ROW);
	memcpy(a.text, text, strlen(text));
	struct pending *w = pending_make(&a);
	w->checked = true;
	live_table_request(r, w);
}
