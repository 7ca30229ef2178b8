#define _POSIX_C_SOURCE 200809L
#include "server/live.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "server/live_parts.h"
#include "server/notify.h"
#include "base/slog.h"

enum { PLIES_EACH = 100 };      /* to play so many plies again costs as much as a message */

/* Small things ------------------------------------------------------------------------------- */

int64_t live_now(const struct live *h)
{
	return h->limits.clock ? h->limits.clock() : clock_today();
}

void live_alarm(struct live *h, const char *id, const char *what, const char *words)
{
	h->alarms++;
	slog(SLOG_ERROR, what, "s:s, s:s", "table", id, "words", words);
}

void live_complain(struct live *h, const char *id, const char *what, const char *words)
{
	const int64_t now = live_now(h);

	if (now < h->complained + 10 * SECOND)
		return;
	h->complained = now;
	slog(SLOG_ERROR, what, "s:s, s:s", "table", id, "words", words);
}

void live_no(struct refusal *no, enum refused which, const char *form, ...)
{
	va_list args;

	*no = (struct refusal){ .code = table_refusal_codes[which] };
	va_start(args, form);
	vsnprintf(no->words, sizeof no->words, form, args);
	va_end(args);
}

/* Connections -------------------------------------------------------------------------------- */

void client_send(struct client *c, struct blob *b)
{
	c->live->ways.send(c->peer, b);
}

void client_error(struct client *c, const char *key, const struct refusal *no)
{
	client_send(c, wire_error(key, no));
}

struct client *live_enter(struct live *h, void *peer, const char *address)
{
	struct ratelimit_entry *from = ratelimit_hold(h->ratelimit, address, live_now(h));

	if (h->stopping || (h->limits.clients_per_address > 0 && from->clients >= h->limits.clients_per_address)) {
		ratelimit_release(from);
		return NULL;
	}
	struct client *c = calloc(1, sizeof *c);
	must(c != NULL);
	*c = (struct client){ .live = h, .from = from, .peer = peer, .seat = WATCHER };
	from->clients++;
	h->clients++;
	return c;
}

static void forget_client(struct pending *w, const struct client *c)
{
	if (w && w->client == c)
		w->client = NULL;
}

void client_detach(struct client *c)
{
	struct live_table *r = c->live_table;

	if (!r)
		return;
	struct client **at = &r->clients;
	while (*at != c)
		at = &(*at)->next;
	*at = c->next;
	for (struct pending *w = r->queue.first; w; w = w->next)
		forget_client(w, c);
	forget_client(r->save.of, c);
	c->requests = 0;
	free(c->greet);
	c->greet = NULL;
	c->next = NULL;
	c->live_table = NULL;
	c->seat = WATCHER;
	r->touched = live_now(r->live);
	live_table_present(r);
}

void live_left(struct live *h, struct client *c)
{
	struct live_table *r = c->live_table;

	client_detach(c);
	c->from->clients--;
	ratelimit_release(c->from);
	h->clients--;
	free(c);
	if (r && r->table)
		live_table_pump(r);
}

bool live_greeted(const struct client *c)
{
	return c->live_table || c->greet;
}

static void hello(struct live *h, struct client *c, const struct wire_in *in)
{
	struct refusal no;
	struct live_table *old = c->live_table;

	if (!bucket_take(&c->hellos, live_now(h), 1, 5)) {
		live_no(&no, REFUSED_TOO_FAST, "you have said hello too often in a short time: wait a little");
		h->refused++;
		client_error(c, in->key, &no);
		return;
	}
	client_detach(c);
	if (old && old->table)
		live_table_pump(old);
	struct live_table *r = live_table_open(h, in->table, &no);
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
	c->live_table = r;
	c->next = r->clients;
	r->clients = c;
	if (r->table)
		live_table_pump(r);
}

struct pending *pending_make(const struct request *a)
{
	const size_t n = request_size(a);
	struct pending *w = malloc(offsetof(struct pending, ask) + n);

	must(w != NULL);
	memset(w, 0, offsetof(struct pending, ask));
	memcpy(&w->ask, a, n);
	w->came = (double)clock_us() / 1000;
	return w;
}

/* What a seat may ask for; everything else is for the host, through the HTTP API. */
static bool is_for_seats(enum request_kind kind)
{
	switch (kind) {
	case REQUEST_REVEAL: case REQUEST_PLAY: case REQUEST_UNDO: case REQUEST_AGREE: case REQUEST_REFUSE: case REQUEST_ORDER: case REQUEST_LEAVE: case REQUEST_BACK:
	case REQUEST_REPLACE: case REQUEST_VACATE: case REQUEST_KEEP:
	case REQUEST_RESIGN: case REQUEST_PAUSE: case REQUEST_RESUME: case REQUEST_CHAT: case REQUEST_TELL:
		return true;
	default:
		return false;
	}
}

static void ask(struct live *h, struct client *c, const struct wire_in *in)
{
	struct live_table *r = c->live_table;
	const int64_t now = live_now(h);
	struct refusal no;

	if (c->seat < 0 || !is_for_seats(in->ask.kind)) {
		live_no(&no, REFUSED_FORBIDDEN, c->seat < 0 ? "you are watching: only players can do that" : "only the host can do that");
	} else if (in->ask.kind == REQUEST_CHAT && !bucket_take(&r->chat[c->seat], now, 1, 5)) {
		live_no(&no, REFUSED_TOO_FAST, "you have sent too many chat messages in a short time: wait a little");
	} else if (in->ask.kind != REQUEST_CHAT && in->ask.kind != REQUEST_PLAY && !bucket_take(&r->asks[c->seat], now, 2, 20)) {
		live_no(&no, REFUSED_TOO_FAST, "you have asked for too much in a short time: wait a little");
	} else {
		struct pending *w = pending_make(&in->ask);
		w->client = c;
		memcpy(w->secret, r->table->seat[c->seat].secret, HASH_BYTES);  /* by the time it is its turn the seat may have a new link */
		w->ask.seat = c->seat;
		memcpy(w->ask.key, in->key, sizeof in->key);
		if (in->ask.kind != REQUEST_LEAVE && in->ask.kind != REQUEST_BACK)
			live_table_back(r, c->seat);
		live_table_request(r, w);
		return;
	}
	h->refused++;
	client_error(c, in->key, &no);
}

/* What a server wants to know of a message beyond its form. */
static bool is_sound(const struct wire_in *in, struct refusal *no)
{
	struct tell tell;

	if (in->type == WIRE_HELLO && in->seat >= 0 && !in->proved) {
		live_no(no, REFUSED_BAD_MESSAGE, "'seat' and 'secret' must come together; without both you watch");
		return false;
	}
	no->code = table_refusal_codes[REFUSED_BAD_MESSAGE];
	return in->type != WIRE_ASK || in->ask.kind != REQUEST_TELL || !in->ask.text[0] || notify_read(in->ask.text, strlen(in->ask.text), &tell, no->words);
}

void live_said(struct live *h, struct client *c, const char *text, size_t n)
{
	struct wire_in *in = &h->in;
	struct refusal no = { 0 };

	h->messages++;
	in->key[0] = '\0';
	if (!wire_read(text, n, in, &no) || !is_sound(in, &no)) {
		;
	} else if (h->stopping) {
		live_no(&no, REFUSED_CLOSING, "the server is being stopped: it will be back");
	} else if (in->type == WIRE_HELLO) {
		hello(h, c, in);
		return;
	} else if (!c->live_table || c->greet) {
		live_no(&no, REFUSED_HELLO, "say hello first, and wait for the welcome");
	} else if (in->type == WIRE_ASK) {
		ask(h, c, in);
		return;
	} else {
		if (in->type == WIRE_SHOW)              /* is played again from the beginning */
			bucket_spend(&c->from->messages, (double)c->live_table->table->plies / PLIES_EACH);
		client_send(c, in->type == WIRE_SHOW ? wire_shown(c->live_table->table, c->seat, in->ply, in->key)
			: wire_why(c->live_table->table, c->seat, in->move, in->key));
		return;
	}
	h->refused++;
	client_error(c, in->key, &no);
}

void live_too_fast(struct live *h, struct client *c, const char *text, size_t n)
{
	struct refusal no;

	h->in.key[0] = '\0';
	wire_read(text, n, &h->in, &no);        /* for its key alone */
	live_no(&no, REFUSED_TOO_FAST, "too many messages in a short time: this one was not read; wait a little");
	h->refused++;
	client_error(c, h->in.key, &no);
}

/* For the HTTP API ------------------------------------------------------------------------------ */

static void refuse(struct live *h, live_done *done, void *arg, const struct refusal *no)
{
	struct live_answer a;

	h->refused++;
	live_table_answer(NULL, no, &a);
	done(arg, &a);
}

/* So many in an hour, and as many at once after an hour's rest. */
static bool pays_for_table(struct live *h, const char *address)
{
	const int most = h->limits.tables_per_address;
	const int64_t now = live_now(h);
	struct ratelimit_entry *from = ratelimit_hold(h->ratelimit, address, now);
	const bool pays = most <= 0 || bucket_take(&from->tables, now, most / 3600.0, most);

	ratelimit_release(from);
	return pays;
}

static bool may_create(struct live *h, const struct head *head, const char *address, struct refusal *no)
{
	const struct live_limits *l = &h->limits;

	if (h->stopping)
		live_no(no, REFUSED_CLOSING, "the server is being stopped: it will be back");
	else if (l->tables > 0 && h->tables >= l->tables)
		live_no(no, REFUSED_BUSY, "too many tables are open here: try again later");
	else if (live_table_find(h, head->id))
		live_no(no, REFUSED_TAKEN, "there is a table of that name");
	else if (!pays_for_table(h, address))
		live_no(no, REFUSED_LIMIT, "%d tables in an hour are enough: try again later", l->tables_per_address);
	else
		return true;
	return false;
}

static const struct request nothing = { .kind = REQUEST_CLOSE };       /* of a request that is no table's to answer */

void live_create(struct live *h, const struct head *head, const struct rows *first, const char *address, live_done *done, void *arg)
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
	struct live_table *r = live_table_make(h, head->id);
	struct pending *w = pending_make(&nothing);
	r->table = malloc(sizeof *r->table);
	must(w != NULL && r->table != NULL);
	table_make(r->table, &own);
	h->tables++;
	r->state = LIVE_NEW;
	r->opened = live_now(h);
	w->done = done;
	w->arg = arg;
	for (int i = 0; i < rows.n; i++)
		rows.of[i].seq = (uint32_t)i + 1;
	live_table_put(r, &rows, w);
}

void live_look(struct live *h, const char *id, live_done *done, void *arg)
{
	struct refusal no;
	struct live_answer a;
	struct live_table *r = live_table_open(h, id, &no);

	if (!r) {
		refuse(h, done, arg, &no);
	} else if (live_table_stored(r)) {
		live_table_answer(r, NULL, &a);
		done(arg, &a);
	} else {
		struct pending *w = pending_make(&nothing);
		w->done = done;
		w->arg = arg;
		w->look = true;
		live_table_request(r, w);
	}
}

void live_read(struct live *h, const char *id, void (*done)(void *arg, const struct live_answer *a, const struct rows *rows), void *arg)
{
	struct refusal no;
	struct live_answer a;
	struct live_table *r = live_table_open(h, id, &no);

	if (!r) {
		live_table_answer(NULL, &no, &a);
		done(arg, &a, NULL);
		return;
	}
	struct reader *d = malloc(sizeof *d);
	must(d != NULL);
	*d = (struct reader){ .next = r->readers, .done = done, .arg = arg };
	r->readers = d;
	if (r->table)
		live_table_pump(r);
}

void live_request(struct live *h, const char *id, const struct request *a, const uint8_t *secret, live_done *done, void *arg)
{
	struct refusal no;
	struct live_table *r = NULL;

	if (!secret && a->kind != REQUEST_SIT)
		live_no(&no, REFUSED_FORBIDDEN, "this takes the secret of the seat or of the table");
	else
		r = live_table_open(h, id, &no);
	if (!r) {
		refuse(h, done, arg, &no);
		return;
	}
	struct pending *w = pending_make(a);
	w->done = done;
	w->arg = arg;
	w->checked = !secret;
	if (secret)
		memcpy(w->secret, secret, HASH_BYTES);
	live_table_request(r, w);
}

struct listing { struct list_job list; char game[MAX_NAME], deal[DEAL_CHARS + 1]; void (*done)(void *arg, const struct summary *of, int n, const char *why); void *arg; };

static void listed(struct job *job)
{
	struct listing *l = (struct listing *)job;

	l->done(l->arg, l->list.of, l->list.fine ? l->list.n : 0, l->list.fine ? NULL : l->list.why);
	free(l->list.of);
	free(l);
}

void live_list(struct live *h, const struct filter *f, void (*done)(void *arg, const struct summary *of, int n, const char *why), void *arg)
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
	if (f->deal) {
		snprintf(l->deal, sizeof l->deal, "%s", f->deal);
		l->list.filter.deal = l->deal;
	}
	l->list.of = calloc((size_t)f->limit, sizeof *l->list.of);
	must(l->list.of != NULL);
	store_queue_list(h->queue, &l->list);
}

const uint8_t *live_secret(const struct live *h)
{
	return store_queue_secret(h->queue);
}

/* Time, and the live tables as a whole ------------------------------------------------------------------ */

int64_t live_tick(struct live *h, int64_t now)
{
	if (h->stopping)
		return NEVER;
	const int64_t looks = lease_look(h, now), sweeps = sweep_look(h, now), look = looks < sweeps ? looks : sweeps;
	if (now >= h->sweep_at) {
		ratelimit_sweep(h->ratelimit, now);
		h->sweep_at = now + MINUTE;
	}
	while (h->in_heap > 0 && h->heap[0]->when <= now) {
		struct live_table *r = h->heap[0];
		live_table_tick(r, now);
	}
	const int64_t next = h->in_heap > 0 ? h->heap[0]->when : NEVER;
	return next < look ? next : look;
}

/* A push service knows nothing of that address any more. */
static void gone(void *live, const char *id, int seat, const char *tell)
{
	struct live_table *r = live_table_find(live, id);

	if (r && live_table_stored(r) && r->table->seat[seat].tell && strcmp(r->table->seat[seat].tell, tell) == 0)
		live_table_own_request(r, REQUEST_TELL, seat, "");
}

struct live *live_make(struct store_queue *c, struct mailbox *back, struct notifier *n, const struct live_transport *ways, struct live_limits l)
{
	struct live *h = calloc(1, sizeof *h);
	uint8_t name[8];

	must(h != NULL && sodium_init() >= 0);
	h->queue = c;
	h->back = back;
	h->notifier = n;
	h->ways = *ways;
	h->limits = l;
	h->shared = store_queue_shared(c);
	randombytes_buf(name, sizeof name);
	fair_hex(name, sizeof name, h->owner);
	h->made = live_now(h);
	h->own_ratelimit = !l.ratelimit;
	h->ratelimit = l.ratelimit ? l.ratelimit : ratelimit_make();
	h->bots = pool_make("bots", l.bots_threads > 0 ? l.bots_threads : 1, 10, back);
	h->openers = pool_make("tables", 1, 0, back);
	h->writers = pool_make("logs", 1, 10, back);
	if (n)
		notifier_gone(n, gone, h);
	if (h->shared)
		store_queue_listen(c, lease_heard, h);
	return h;
}

void live_stop(struct live *h)
{
	if (h->stopping)
		return;
	h->stopping = true;
	pool_stop(h->bots);
	pool_stop(h->openers);
	pool_stop(h->writers);
	h->bots = h->openers = h->writers = NULL;
	for (int i = 0; i < BUCKETS; i++)
		for (struct live_table *r = h->bucket[i]; r; r = r->next)
			live_table_refuse_all(r);
}

static void drop_live_table(struct live_table *r)
{
	struct refusal no;

	live_no(&no, REFUSED_CLOSING, "the server is being stopped: it will be back");
	while (r->clients)
		client_detach(r->clients);
	r->wake = NEVER;
	live_table_fail(r, &no);
}

void live_drop(struct live *h)
{
	must(h->stopping);
	mailbox_empty(h->back);         /* jobs that know rooms */
	for (int i = 0; i < BUCKETS; i++)
		while (h->bucket[i])
			drop_live_table(h->bucket[i]);
	if (h->own_ratelimit)
		ratelimit_drop(h->ratelimit);
	free(h->heap);
	free(h);
}

/* Figures ------------------------------------------------------------------------------------ */

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct live_figures live_figures(const struct live *h)
{
	struct live_figures f = {
		.clients = h->clients, .tables = h->tables, .messages = h->messages, .refused = h->refused, .moves = h->moves, .drawn = h->drawn,
		.bots = h->bot_moves, .made = h->new_tables, .erased = h->erased, .alarms = h->alarms, .bots_waiting = h->bots ? (size_t)pool_waiting(h->bots) : 0,
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
