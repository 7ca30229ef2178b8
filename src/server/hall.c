#define _POSIX_C_SOURCE 200809L
#include "server/hall.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/clock.h"
#include "server/hall_parts.h"
#include "server/notify.h"
#include "server/slog.h"

/* Small things ------------------------------------------------------------------------------- */

int64_t hall_now(const struct hall *h)
{
	return h->limits.clock ? h->limits.clock() : clock_today();
}

void hall_alarm(struct hall *h, const char *id, const char *what, const char *words)
{
	h->alarms++;
	slog(SLOG_ERROR, what, "s:s, s:s", "table", id, "words", words);
}

void hall_complain(struct hall *h, const char *id, const char *what, const char *words)
{
	const int64_t now = hall_now(h);

	if (now < h->complained + 10 * SECOND)
		return;
	h->complained = now;
	slog(SLOG_ERROR, what, "s:s, s:s", "table", id, "words", words);
}

void hall_no(struct refusal *no, const char *code, const char *form, ...)
{
	va_list args;

	*no = (struct refusal){ .code = code };
	va_start(args, form);
	vsnprintf(no->words, sizeof no->words, form, args);
	va_end(args);
}

/* Connections -------------------------------------------------------------------------------- */

void client_send(struct client *c, struct blob *b)
{
	c->hall->ways.send(c->peer, b);
}

void client_error(struct client *c, const char *key, const struct refusal *no)
{
	client_send(c, wire_error(key, no));
}

struct client *hall_enter(struct hall *h, void *peer, const char *address)
{
	struct guest *from = guest_hold(h->guests, address, hall_now(h));

	if (h->stopping || (h->limits.clients_per_address > 0 && from->clients >= h->limits.clients_per_address)) {
		guest_release(from);
		return NULL;
	}
	struct client *c = calloc(1, sizeof *c);
	must(c != NULL);
	*c = (struct client){ .hall = h, .from = from, .peer = peer, .seat = WATCHER };
	from->clients++;
	h->clients++;
	return c;
}

static void forget_client(struct wish *w, const struct client *c)
{
	if (w && w->client == c)
		w->client = NULL;
}

void client_detach(struct client *c)
{
	struct room *r = c->room;

	if (!r)
		return;
	struct client **at = &r->clients;
	while (*at != c)
		at = &(*at)->next;
	*at = c->next;
	for (struct wish *w = r->first; w; w = w->next)
		forget_client(w, c);
	forget_client(r->storing, c);
	c->wishes = 0;
	free(c->greet);
	c->greet = NULL;
	c->next = NULL;
	c->room = NULL;
	c->seat = WATCHER;
	r->touched = hall_now(r->hall);
	room_present(r);
}

void hall_left(struct hall *h, struct client *c)
{
	struct room *r = c->room;

	client_detach(c);
	c->from->clients--;
	guest_release(c->from);
	h->clients--;
	free(c);
	if (r && r->table)
		room_pump(r);
}

bool hall_greeted(const struct client *c)
{
	return c->room || c->greet;
}

static void hello(struct hall *h, struct client *c, const struct wire_in *in)
{
	struct refusal no;
	struct room *old = c->room;

	if (!bucket_take(&c->hellos, hall_now(h), 1, 5)) {
		hall_no(&no, "too_fast", "that was hello too often in so short a time: wait a little");
		h->refused++;
		client_error(c, in->key, &no);
		return;
	}
	client_detach(c);
	if (old && old->table)
		room_pump(old);
	struct room *r = room_open(h, in->table, &no);
	if (!r) {
		h->refused++;
		client_error(c, in->key, &no);
		return;
	}
	c->greet = calloc(1, sizeof *c->greet);
	must(c->greet != NULL);
	c->greet->seat = in->seat;
	c->greet->after = in->after;
	memcpy(c->greet->secret, in->secret, HASH_BYTES);
	memcpy(c->greet->key, in->key, sizeof in->key);
	c->room = r;
	c->next = r->clients;
	r->clients = c;
	if (r->table)
		room_pump(r);
}

struct wish *wish_make(const struct ask *a)
{
	const size_t n = ask_size(a);
	struct wish *w = malloc(offsetof(struct wish, ask) + n);

	must(w != NULL);
	memset(w, 0, offsetof(struct wish, ask));
	memcpy(&w->ask, a, n);
	w->came = (double)clock_us() / 1000;
	return w;
}

/* What a seat may ask for; everything else is for the host, through the lobby. */
static bool is_for_seats(enum want want)
{
	switch (want) {
	case WANT_REVEAL: case WANT_PLAY: case WANT_UNDO: case WANT_AGREE: case WANT_REFUSE: case WANT_ORDER: case WANT_LEAVE: case WANT_BACK:
	case WANT_RESIGN: case WANT_PAUSE: case WANT_RESUME: case WANT_CHAT: case WANT_TELL:
		return true;
	default:
		return false;
	}
}

static void ask(struct hall *h, struct client *c, const struct wire_in *in)
{
	struct room *r = c->room;
	const int64_t now = hall_now(h);
	struct refusal no;

	if (c->seat < 0 || !is_for_seats(in->ask.want)) {
		hall_no(&no, "forbidden", c->seat < 0 ? "who looks on cannot do that" : "only the host can do that");
	} else if (in->ask.want == WANT_CHAT && !bucket_take(&r->chat[c->seat], now, 1, 5)) {
		hall_no(&no, "too_fast", "that was too much to read in so short a time: wait a little");
	} else if (in->ask.want != WANT_CHAT && in->ask.want != WANT_PLAY && !bucket_take(&r->asks[c->seat], now, 2, 20)) {
		hall_no(&no, "too_fast", "that was too much in so short a time: wait a little");
	} else {
		struct wish *w = wish_make(&in->ask);
		w->client = c;
		memcpy(w->secret, r->table->seat[c->seat].secret, HASH_BYTES);  /* by the time it is its turn the seat may have a new link */
		w->ask.seat = c->seat;
		memcpy(w->ask.key, in->key, sizeof in->key);
		if (in->ask.want != WANT_LEAVE && in->ask.want != WANT_BACK)
			room_back(r, c->seat);
		room_wish(r, w);
		return;
	}
	h->refused++;
	client_error(c, in->key, &no);
}

void hall_said(struct hall *h, struct client *c, const char *text, size_t n)
{
	struct wire_in *in = &h->in;
	struct refusal no = { 0 };

	h->messages++;
	in->key[0] = '\0';
	if (!wire_read(text, n, in, &no)) {
		;
	} else if (h->stopping) {
		hall_no(&no, "closing", "the server is being stopped: it will be back");
	} else if (in->type == WIRE_HELLO) {
		hello(h, c, in);
		return;
	} else if (!c->room || c->greet) {
		hall_no(&no, "hello", "say hello first, and wait for the welcome");
	} else if (in->type == WIRE_ASK) {
		ask(h, c, in);
		return;
	} else {
		client_send(c, in->type == WIRE_SHOW ? wire_shown(c->room->table, c->seat, in->ply, in->key)
			: wire_why(c->room->table, c->seat, in->move, in->key));
		return;
	}
	h->refused++;
	client_error(c, in->key, &no);
}

/* For the lobby ------------------------------------------------------------------------------ */

static void refuse(struct hall *h, hall_done *done, void *arg, const struct refusal *no)
{
	struct hall_answer a;

	h->refused++;
	room_answer(NULL, no, &a);
	done(arg, &a);
}

/* So many in an hour, and as many at once after an hour's rest. */
static bool pays_for_table(struct hall *h, const char *address)
{
	const int most = h->limits.tables_per_address;
	const int64_t now = hall_now(h);
	struct guest *from = guest_hold(h->guests, address, now);
	const bool pays = most <= 0 || bucket_take(&from->tables, now, most / 3600.0, most);

	guest_release(from);
	return pays;
}

static bool may_create(struct hall *h, const struct head *head, const char *address, struct refusal *no)
{
	const struct hall_limits *l = &h->limits;

	if (h->stopping)
		hall_no(no, "closing", "the server is being stopped: it will be back");
	else if (l->tables > 0 && h->tables >= l->tables)
		hall_no(no, "busy", "too many tables are open here: try again later");
	else if (room_find(h, head->id))
		hall_no(no, "taken", "there is a table of that name");
	else if (!pays_for_table(h, address))
		hall_no(no, "limit", "%d tables in an hour are enough: try again later", l->tables_per_address);
	else
		return true;
	return false;
}

static const struct ask nothing = { .want = WANT_CLOSE };       /* of a wish that is no table's to answer */

void hall_create(struct hall *h, const struct head *head, const struct rows *first, const char *address, hall_done *done, void *arg)
{
	struct rows rows = *first;
	struct head own = *head;
	struct refusal no;

	if (!may_create(h, head, address, &no)) {
		head_drop(&own);
		rows_clear(&rows);
		refuse(h, done, arg, &no);
		return;
	}
	struct room *r = room_make(h, head->id);
	struct wish *w = wish_make(&nothing);
	r->table = malloc(sizeof *r->table);
	must(w != NULL && r->table != NULL);
	table_make(r->table, &own);
	h->tables++;
	r->fresh = true;
	r->opened = hall_now(h);
	w->done = done;
	w->arg = arg;
	for (int i = 0; i < rows.n; i++)
		rows.of[i].seq = (uint32_t)i + 1;
	room_put(r, &rows, w);
}

void hall_look(struct hall *h, const char *id, hall_done *done, void *arg)
{
	struct refusal no;
	struct hall_answer a;
	struct room *r = room_open(h, id, &no);

	if (!r) {
		refuse(h, done, arg, &no);
	} else if (r->table && !r->fresh) {
		room_answer(r, NULL, &a);
		done(arg, &a);
	} else {
		struct wish *w = wish_make(&nothing);
		w->done = done;
		w->arg = arg;
		w->look = true;
		room_wish(r, w);
	}
}

void hall_read(struct hall *h, const char *id, void (*done)(void *arg, const struct hall_answer *a, const struct rows *rows), void *arg)
{
	struct refusal no;
	struct hall_answer a;
	struct room *r = room_open(h, id, &no);

	if (!r) {
		room_answer(NULL, &no, &a);
		done(arg, &a, NULL);
		return;
	}
	struct reader *d = malloc(sizeof *d);
	must(d != NULL);
	*d = (struct reader){ .next = r->readers, .done = done, .arg = arg };
	r->readers = d;
	if (r->table)
		room_pump(r);
}

void hall_wish(struct hall *h, const char *id, const struct ask *a, const uint8_t *secret, hall_done *done, void *arg)
{
	struct refusal no;
	struct room *r = NULL;

	if (!secret && a->want != WANT_SIT)
		hall_no(&no, "forbidden", "nobody may do that without a secret");
	else
		r = room_open(h, id, &no);
	if (!r) {
		refuse(h, done, arg, &no);
		return;
	}
	struct wish *w = wish_make(a);
	w->done = done;
	w->arg = arg;
	w->checked = !secret;
	if (secret)
		memcpy(w->secret, secret, HASH_BYTES);
	room_wish(r, w);
}

struct listing { struct list_job list; char game[MAX_NAME]; void (*done)(void *arg, const struct summary *of, int n, const char *why); void *arg; };

static void listed(struct job *job)
{
	struct listing *l = (struct listing *)job;

	l->done(l->arg, l->list.of, l->list.fine ? l->list.n : 0, l->list.fine ? NULL : l->list.why);
	free(l->list.of);
	free(l);
}

void hall_list(struct hall *h, const struct filter *f, void (*done)(void *arg, const struct summary *of, int n, const char *why), void *arg)
{
	if (h->stopping) {
		done(arg, NULL, 0, "the server is being stopped: it will be back");
		return;
	}
	struct listing *l = calloc(1, sizeof *l);
	must(l != NULL && f->limit > 0);
	l->done = done;
	l->arg = arg;
	l->list.job.done = listed;
	l->list.filter = *f;
	if (f->game) {
		snprintf(l->game, sizeof l->game, "%s", f->game);
		l->list.filter.game = l->game;
	}
	l->list.of = calloc((size_t)f->limit, sizeof *l->list.of);
	must(l->list.of != NULL);
	clerk_list(h->clerk, &l->list);
}

/* Time, and the hall itself ------------------------------------------------------------------ */

int64_t hall_tick(struct hall *h, int64_t now)
{
	if (h->stopping)
		return NEVER;
	const int64_t looks = lease_look(h, now), sweeps = sweep_look(h, now), look = looks < sweeps ? looks : sweeps;
	if (now >= h->sweep_at) {
		guests_sweep(h->guests, now);
		h->sweep_at = now + MINUTE;
	}
	while (h->in_heap > 0 && h->heap[0]->when <= now) {
		struct room *r = h->heap[0];
		room_tick(r, now);
	}
	const int64_t next = h->in_heap > 0 ? h->heap[0]->when : NEVER;
	return next < look ? next : look;
}

/* A push service knows nothing of that address any more. */
static void gone(void *hall, const char *id, int seat, const char *tell)
{
	struct room *r = room_find(hall, id);

	if (r && r->table && !r->fresh && r->table->seat[seat].tell && strcmp(r->table->seat[seat].tell, tell) == 0)
		room_own_wish(r, WANT_TELL, seat, "");
}

struct hall *hall_make(struct clerk *c, struct mailbox *back, struct notifier *n, const struct hall_ways *ways, struct hall_limits l)
{
	struct hall *h = calloc(1, sizeof *h);
	uint8_t name[8];

	must(h != NULL && sodium_init() >= 0);
	h->clerk = c;
	h->back = back;
	h->notifier = n;
	h->ways = *ways;
	h->limits = l;
	h->shared = clerk_shared(c);
	randombytes_buf(name, sizeof name);
	fair_hex(name, sizeof name, h->owner);
	h->made = hall_now(h);
	h->own_guests = !l.guests;
	h->guests = l.guests ? l.guests : guests_make();
	h->bots = pool_make("bots", l.bots_threads > 0 ? l.bots_threads : 1, 10, back);
	h->openers = pool_make("tables", 1, 0, back);
	if (n)
		notifier_gone(n, gone, h);
	if (h->shared)
		clerk_listen(c, lease_heard, h);
	return h;
}

void hall_stop(struct hall *h)
{
	if (h->stopping)
		return;
	h->stopping = true;
	pool_stop(h->bots);
	pool_stop(h->openers);
	h->bots = h->openers = NULL;
	for (int i = 0; i < BUCKETS; i++)
		for (struct room *r = h->bucket[i]; r; r = r->next)
			room_refuse_all(r);
}

static void drop_room(struct room *r)
{
	struct refusal no;

	hall_no(&no, "closing", "the server is being stopped: it will be back");
	while (r->clients)
		client_detach(r->clients);
	r->wake = NEVER;
	room_fail(r, &no);
}

void hall_drop(struct hall *h)
{
	must(h->stopping);
	mailbox_empty(h->back);         /* jobs that know rooms */
	for (int i = 0; i < BUCKETS; i++)
		while (h->bucket[i])
			drop_room(h->bucket[i]);
	if (h->own_guests)
		guests_drop(h->guests);
	free(h->heap);
	free(h);
}

/* Figures ------------------------------------------------------------------------------------ */

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct hall_figures hall_figures(const struct hall *h)
{
	struct hall_figures f = {
		.clients = h->clients, .tables = h->tables, .messages = h->messages, .refused = h->refused, .moves = h->moves, .drawn = h->drawn,
		.bots = h->bot_moves, .made = h->new_tables, .alarms = h->alarms, .bots_waiting = h->bots ? (size_t)pool_waiting(h->bots) : 0,
	};
	const size_t n = h->times < TIMES ? (size_t)h->times : TIMES;
	double sorted[TIMES];

	memcpy(sorted, h->time, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_size);
	if (n > 0) {
		f.stored_ms[0] = sorted[n / 2];
		f.stored_ms[1] = sorted[n * 99 / 100];
		f.stored_ms[2] = sorted[n - 1];
	}
	return f;
}
