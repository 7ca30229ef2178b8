#define _POSIX_C_SOURCE 200809L
#include "crowd.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/slog.h"
#include "shapes.h"

int64_t crowd_clock = 1700000000000;
bool crowd_real;
static struct crowd *crowds;

static int64_t told_time(void)
{
	if (crowd_real)
		crowd_clock = clock_today();
	return crowd_clock;
}

/* Live --------------------------------------------------------------------------------------- */

static void heard(void *peer, struct blob *b)
{
	struct peer *p = peer;
	json_error_t wrong;
	json_t *m = json_loadb(b->bytes, b->n, JSON_REJECT_DUPLICATES, &wrong);

	if (!m)
		fail_msg("%s: %.*s", wrong.text, (int)b->n, b->bytes);
	shapes_message(m);
	blob_drop(b);
	json_array_append_new(p->heard, m);
	const char *type = json_string_value(json_object_get(m, "type"));
	if (strcmp(type, "game") == 0) {
		p->game = m;
		json_array_extend(p->log, json_object_get(m, "log"));
	} else if (strcmp(type, "seats") == 0) {
		p->seats = m;
	} else if (strcmp(type, "welcome") == 0) {
		p->welcome = m;
		json_t *you = json_object_get(m, "you");
		p->seat = json_is_integer(you) ? (int)json_integer_value(you) : -1;
	}
}

static void dropped(void *peer, const char *why)
{
	struct peer *p = peer;

	p->dropped = true;
	snprintf(p->why, sizeof p->why, "%s", why);
}

struct live_limits crowd_limits(void)
{
	return (struct live_limits){ .bots_threads = 2, .reachable = true, .clock = told_time };
}

void crowd_open(struct crowd *w, const char *url, const struct live_limits *l)
{
	static const struct live_transport ways = { .send = heard, .drop = dropped };
	char why[MAX_ERROR];

	*w = (struct crowd){ .mail = mailbox_make(NULL, NULL), .next = crowds };
	w->queue = store_queue_make(url, w->mail, why);
	if (!w->queue)
		fail_msg("%s", why);
	w->live = live_make(w->queue, w->mail, notify_there ? (struct notifier *)w : NULL, &ways, l ? *l : crowd_limits());
	crowds = w;
}

void crowd_stop(struct crowd *w)
{
	live_stop(w->live);
	store_queue_stop(w->queue);
	w->queue = NULL;
	mailbox_empty(w->mail);
}

void crowd_close(struct crowd *w)
{
	struct crowd **at = &crowds;

	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	while (w->peers)
		peer_leave(w->peers);
	if (w->queue)
		crowd_stop(w);
	live_drop(w->live);
	mailbox_drop(w->mail);
}

static int forget(void **unused)
{
	crowds = NULL;
	crowd_real = false;
	fault_fails = fault_crosses = fault_reads = 0;
	fault_waits = fault_snapshot = fault_row = notify_there = false;
	notify_again = 0;
	memset(notify_told, 0, sizeof notify_told);
	return 0;
}

void crowd_prepare(int argc, char **argv, struct CMUnitTest *tests, size_t n)
{
	slog_set(SLOG_ERROR);
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	for (size_t i = 0; i < n; i++)
		tests[i].setup_func = forget;
}

static int turn(void)
{
	int n = 0;

	for (struct crowd *w = crowds; w; w = w->next) {
		n += mailbox_empty(w->mail);
		live_tick(w->live, told_time());
	}
	return n;
}

void crowd_turn(void)
{
	turn();
}

static int pause_and_turn(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 500000 }, NULL);
	return turn();
}

void crowd_wait(void)
{
	pause_and_turn();
}

void crowd_calm(void)
{
	enum { LONG = 40 };                     /* turns of half a millisecond: the threads of bots and stores need their turn of a busy processor */

	for (int quiet = 0; quiet < LONG; quiet++)
		if (pause_and_turn() > 0)
			quiet = 0;
}

void crowd_later(int64_t ms)
{
	for (int64_t step; ms > 0; ms -= step) {
		step = ms > 60000 ? ms : ms > 10000 ? 2000 : ms > 500 ? 500 : ms;
		crowd_clock += step;
		crowd_calm();
	}
}

/* Connections -------------------------------------------------------------------------------- */

/* It is no more among those that are connected. */
static void peer_out(struct peer *p, struct crowd *w)
{
	struct peer **at = &w->peers;

	while (*at && *at != p)
		at = &(*at)->next;
	if (*at)
		*at = p->next;
}

void peer_enter(struct peer *p, struct crowd *w)
{
	peer_out(p, w);
	*p = (struct peer){ .at = w, .heard = json_array(), .log = json_array(), .seat = -1 };
	p->client = live_enter(w->live, p, "192.0.2.1");
	assert_non_null(p->client);
	p->next = w->peers;
	w->peers = p;
}

void peer_leave(struct peer *p)
{
	if (p->client)
		live_left(p->at->live, p->client);
	if (p->at)
		peer_out(p, p->at);
	json_decref(p->heard);
	json_decref(p->log);
	*p = (struct peer){ .seat = -1 };
}

void peer_say(struct peer *p, const char *form, ...)
{
	char text[4096];
	va_list args;

	va_start(args, form);
	int n = vsnprintf(text, sizeof text, form, args);
	va_end(args);
	assert_true(n > 0 && n < (int)sizeof text);
	live_said(p->at->live, p->client, text, (size_t)n);
}

void peer_hello(struct peer *p, const char *id, int seat, int after)
{
	const int welcomes = peer_count(p, "welcome"), errors = peer_count(p, "error");
	char secret[23];

	if (seat >= 0) {
		api_secret(id, seat, secret);
		peer_say(p, "{\"type\":\"hello\",\"table\":\"%s\",\"seat\":%d,\"secret\":\"%s\",\"after\":%d}", id, seat, secret, after);
	} else {
		peer_say(p, "{\"type\":\"hello\",\"table\":\"%s\",\"after\":%d}", id, after);
	}
	UNTIL(peer_count(p, "welcome") > welcomes || peer_count(p, "error") > errors);
}

int peer_count(const struct peer *p, const char *type)
{
	size_t i;
	json_t *m;
	int n = 0;

	json_array_foreach(p->heard, i, m)
		n += strcmp(json_string_value(json_object_get(m, "type")), type) == 0;
	return n;
}

/* The last object of a list whose member of that name is that string; NULL: there is none. */
static json_t *last_with(const json_t *list, const char *member, const char *value)
{
	for (size_t i = json_array_size(list); i-- > 0; ) {
		json_t *m = json_array_get(list, i);
		if (strcmp(json_string_value(json_object_get(m, member)), value) == 0)
			return m;
	}
	return NULL;
}

json_t *peer_last(const struct peer *p, const char *type)
{
	return last_with(p->heard, "type", type);
}

json_t *peer_answer(const struct peer *p, const char *key)
{
	size_t i;
	json_t *m;

	json_array_foreach(p->heard, i, m) {
		const char *k = json_string_value(json_object_get(m, "key"));
		if (k && strcmp(k, key) == 0)
			return m;
	}
	return NULL;
}

const char *peer_code(const struct peer *p, const char *key)
{
	json_t *m = peer_answer(p, key);

	if (!m)
		return "";
	const char *code = json_string_value(json_object_get(m, "code")), *type = json_string_value(json_object_get(m, "type"));
	return code ? code : strcmp(type, "game") == 0 ? "ok" : type;
}

const char *peer_status(const struct peer *p)
{
	return p->game ? json_string_value(json_object_get(p->game, "status")) : "";
}

int peer_number(const struct peer *p, const char *name)
{
	return (int)json_integer_value(json_object_get(p->game, name));
}

bool peer_to_move(const struct peer *p)
{
	return p->game && p->seat >= 0 && json_array_size(json_object_get(p->game, "legal")) > 0;
}

void peer_play(struct peer *p, const char *key)
{
	json_t *legal = json_object_get(p->game, "legal");

	assert_true(peer_to_move(p));
	peer_say(p, "{\"type\":\"play\",\"moves\":[\"%s\"],\"place\":%d,\"key\":\"%s\"}",
		json_string_value(json_array_get(legal, (size_t)(p->said++ * 7) % json_array_size(legal))), peer_number(p, "place"), key);
}

/* The lobby ---------------------------------------------------------------------------------- */

struct reply { bool came; char code[32]; uint32_t seq; void (*look)(void *arg, const struct table *t); void *arg; };

static void answered(void *arg, const struct live_answer *a)
{
	struct reply *out = arg;

	assert_false(out->came);
	out->came = true;
	snprintf(out->code, sizeof out->code, "%s", a->code ? a->code : "");
	out->seq = a->table ? a->table->seq : 0;
	if (out->look && a->table)
		out->look(out->arg, a->table);
}

static const char *await(struct reply *a)
{
	static char code[32];

	UNTIL(a->came);
	memcpy(code, a->code, sizeof code);
	return code;
}

void api_secret(const char *id, int seat, char out[23])
{
	memcpy(out, "xxxxxxxx-seat9-secretA", 23);
	memcpy(out, id, ID_CHARS);
	if (seat >= 0)
		out[13] = (char)('0' + seat);
}

static void secret_hash(const char *secret, uint8_t out[HASH_BYTES])
{
	fair_hash(secret, 22, out);
}

void api_nonce(int seat, uint8_t out[HASH_BYTES])
{
	memset(out, 'a' + seat, HASH_BYTES);
}

const char *api_create(struct crowd *w, const char *id, const char *game, int players, const char *seats, struct pace pace)
{
	const struct game *g = game_find(game);
	struct head h = { .game = g, .box = g->box, .rules = g->rules, .players = (uint8_t)players, .listed = true, .level = "random", .pace = pace,
		.made = crowd_clock };
	struct rows rows = { 0 };
	struct reply a = { 0 };
	char secret[23];

	snprintf(h.id, sizeof h.id, "%s", id);
	game_presets(g, h.option);
	api_secret(id, -1, secret);
	secret_hash(secret, h.host);
	memset(h.key, 'k', HASH_BYTES);
	for (int i = 0; i < players; i++)
		if (seats[i] == 'b')
			rows_add(&rows, ROW_BOT, BY_HOST, i, crowd_clock, "random");
	live_create(w->live, &h, &rows, "192.0.2.1", answered, &a);
	return await(&a);
}

const char *api_ask(struct crowd *w, const char *id, const struct request *ask, const char *secret)
{
	struct reply a = { 0 };
	uint8_t hash[HASH_BYTES];

	if (secret)
		secret_hash(secret, hash);
	live_request(w->live, id, ask, secret ? hash : NULL, answered, &a);
	return await(&a);
}

const char *api_sit(struct crowd *w, const char *id, int seat, bool commits)
{
	struct request a = { .kind = REQUEST_SIT, .seat = -1, .whom = seat, .committed = commits };
	char secret[23];
	uint8_t nonce[HASH_BYTES];

	api_secret(id, seat, secret);
	secret_hash(secret, a.secret);
	api_nonce(seat, nonce);
	fair_hash(nonce, HASH_BYTES, a.commit);
	snprintf(a.text, sizeof a.text, "Player %d", seat);
	return api_ask(w, id, &a, NULL);
}

const char *api_start(struct crowd *w, const char *id)
{
	char secret[23];

	api_secret(id, -1, secret);
	return api_ask(w, id, &(struct request){ .kind = REQUEST_START, .seat = -1 }, secret);
}

void api_look(struct crowd *w, const char *id, void (*look)(void *arg, const struct table *t), void *arg)
{
	struct reply a = { .look = look, .arg = arg };

	live_look(w->live, id, answered, &a);
	assert_string_equal(await(&a), "");
}

uint32_t api_seq(struct crowd *w, const char *id)
{
	struct reply a = { 0 };

	live_look(w->live, id, answered, &a);
	assert_string_equal(await(&a), "");
	return a.seq;
}

/* Games --------------------------------------------------------------------------------------- */

/* A table where the first `people` seats are persons who are connected, and bots sit on the others. */
void crowd_gather(struct crowd *w, const char *id, const char *game, int people, int players, struct pace pace, struct peer p[])
{
	char seats[MAX_PLAYERS + 1];

	for (int i = 0; i < players; i++)
		seats[i] = i < people ? 'p' : 'b';
	assert_string_equal(api_create(w, id, game, players, seats, pace), "");
	for (int i = 0; i < people; i++) {
		assert_string_equal(api_sit(w, id, i, false), "");
		peer_enter(&p[i], w);
		peer_hello(&p[i], id, i, 0);
		assert_int_equal(p[i].seat, i);
	}
}

void crowd_start(struct crowd *w, const char *id, struct peer p[], int people)
{
	assert_string_equal(api_start(w, id), "");
	for (int i = 0; i < people; i++)
		UNTIL(strcmp(peer_status(&p[i]), "running") == 0);
}

void crowd_game(struct crowd *w, const char *url, const char *id, const char *game, struct pace pace, struct peer p[], int people)
{
	crowd_open(w, url, NULL);
	crowd_gather(w, id, game, people, 3, pace, p);
	crowd_start(w, id, p, people);
}

void crowd_table(struct crowd *w, const char *url, const char *id, struct peer p[], int people)
{
	crowd_open(w, url, NULL);
	crowd_gather(w, id, "queen", people, 3, untimed, p);
}

void crowd_race(struct crowd *w, const char *url, const char *id, struct peer p[], int people)
{
	crowd_game(w, url, id, "queen", untimed, p, people);
}

struct peer *crowd_race_on(struct crowd *w, const char *url, const char *id, struct peer p[], int people)
{
	crowd_race(w, url, id, p, people);
	return crowd_whose(p, people);
}

/* One move of whoever is to move among these, if anybody is; waits until it is answered. */
bool crowd_move(struct peer p[], int people)
{
	static int count;
	char key[16];

	for (int i = 0; i < people; i++) {
		if (!peer_to_move(&p[i]))
			continue;
		snprintf(key, sizeof key, "m%d", ++count);
		peer_play(&p[i], key);
		UNTIL(peer_answer(&p[i], key));
		return strcmp(peer_code(&p[i], key), "ok") == 0;
	}
	crowd_wait();
	return false;
}

void crowd_finish(struct peer p[], int people)
{
	for (int i = 0; i < 100000 && strcmp(peer_status(&p[0]), "over") != 0; i++)
		crowd_move(p, people);
	for (int i = 0; i < people; i++)
		UNTIL(strcmp(peer_status(&p[i]), "over") == 0);
}

void crowd_leave(struct peer p[], int n)
{
	for (int i = 0; i < n; i++)
		peer_leave(&p[i]);
}

/* Plays until it is the turn of one of these. */
struct peer *crowd_whose(struct peer p[], int people)
{
	for (int tries = 0; tries < 40000; tries++) {
		for (int i = 0; i < people; i++)
			if (peer_to_move(&p[i]))
				return &p[i];
		crowd_wait();
	}
	fail_msg("it is never the turn of any of them: %s", json_dumps(p->game, 0));
	return NULL;
}

void crowd_same_log(json_t *a, json_t *b)
{
	for (size_t i = 0; i < json_array_size(a) && i < json_array_size(b); i++)
		if (!json_equal(json_array_get(a, i), json_array_get(b, i)))
			fail_msg("%zu: %s\nis not\n%s", i, json_dumps(json_array_get(a, i), 0), json_dumps(json_array_get(b, i), 0));
	assert_int_equal(json_array_size(a), json_array_size(b));
}

/* Everything a connection was told in the course of the game is what it would be told in one piece now. */
void crowd_same_as_afresh(struct crowd *w, const char *id, const struct peer *p)
{
	struct peer again;

	crowd_calm();                   /* whoever came before may have been away: that they are back is still on its way */
	peer_enter(&again, w);
	peer_hello(&again, id, p->seat, 0);
	UNTIL(json_array_size(again.log) == json_array_size(p->log));   /* what is stored meanwhile is told to both, one after the other */
	crowd_same_log(again.log, p->log);
	assert_true(json_equal(json_object_get(again.game, "view"), json_object_get(p->game, "view")));
	peer_leave(&again);
}

json_t *peer_row(const struct peer *p, const char *kind)
{
	return last_with(p->log, "kind", kind);
}

static char file[64];

const char *crowd_scratch(void)
{
	static char url[80];

	snprintf(file, sizeof file, "/tmp/live-%d.db", (int)getpid());
	snprintf(url, sizeof url, "sqlite:%s", file);
	return url;
}

void crowd_clean(void)
{
	static const char *const tail[] = { "", "-wal", "-shm", "-journal", "-serve.lock" };
	char name[80];

	for (size_t i = 0; i < sizeof tail / sizeof tail[0]; i++) {
		snprintf(name, sizeof name, "%s%s", file, tail[i]);
		unlink(name);
	}
}

const char *crowd_postgres(void)
{
	const char *url = getenv("POSTGRES_URL");

	if (!url)
		print_message("no $POSTGRES_URL: tests/server/with-postgres.sh gives one\n");
	return url;
}

/* Ids that no other run has used. */
const char *crowd_id(void)
{
	static char id[9];
	static int n;

	uint64_t left = rng_mix((uint64_t)getpid() * 1000 + (uint64_t)n++);

	for (int i = 0; i < ID_CHARS; i++, left /= 20)
		id[i] = "abcdefghjkmnpqrstuvw"[left % 20];
	return id;
}

void peer_reveal(struct peer *p)
{
	uint8_t nonce[HASH_BYTES];
	char hex[2 * HASH_BYTES + 1];

	api_nonce(p->seat, nonce);
	fair_hex(nonce, HASH_BYTES, hex);
	peer_say(p, "{\"type\":\"reveal\",\"nonce\":\"%s\",\"key\":\"reveal\"}", hex);
}

const char *api_host(struct crowd *w, const char *id, enum request_kind kind, int whom, const char *text)
{
	struct request a = { .kind = kind, .seat = -1, .whom = whom };
	char secret[23];

	snprintf(a.text, sizeof a.text, "%s", text);
	fair_hash("newsecretnewsecretnewA", 22, a.secret);
	api_secret(id, -1, secret);
	return api_ask(w, id, &a, secret);
}

const char *api_gives(struct crowd *w, const char *id, int seat)
{
	struct request a = { .kind = REQUEST_LINK, .seat = seat, .whom = -1 };
	char secret[23];

	fair_hash("newsecretnewsecretnewA", 22, a.secret);
	api_secret(id, seat, secret);
	return api_ask(w, id, &a, secret);
}

static void promised(void *arg, const struct live_answer *a)
{
	struct promise *p = arg;

	p->came = true;
	snprintf(p->code, sizeof p->code, "%s", a->code ? a->code : "");
}

void api_ask_to_start(struct crowd *w, const char *id, struct promise *out)
{
	char secret[23];
	uint8_t hash[HASH_BYTES];

	*out = (struct promise){ 0 };
	api_secret(id, -1, secret);
	fair_hash(secret, 22, hash);
	live_request(w->live, id, &(struct request){ .kind = REQUEST_START, .seat = -1 }, hash, promised, out);
}

static void count_nonces(void *arg, const struct table *t)
{
	*(int *)arg = 0;
	for (int i = 0; i < t->head.players; i++)
		*(int *)arg += t->fair.revealed[i];
}

int api_nonces(struct crowd *w, const char *id)
{
	int n;

	api_look(w, id, count_nonces, &n);
	return n;
}

/* Messages ----------------------------------------------------------------------------------- */

bool    notify_there;
int     notify_told[MAX_PLAYERS];
int64_t notify_again;

int64_t __wrap_notify_turn(struct notifier *n, const struct table *t, int seat);
void __wrap_notifier_gone(struct notifier *n, void (*gone)(void *arg, const char *id, int seat, const char *tell), void *arg);

int64_t __wrap_notify_turn(struct notifier *n, const struct table *t, int seat)
{
	assert_non_null(n);
	assert_non_null(t->seat[seat].tell);
	if (notify_again == 0)
		notify_told[seat]++;
	return notify_again;
}

void __wrap_notifier_gone(struct notifier *n, void (*gone)(void *arg, const char *id, int seat, const char *tell), void *arg)
{
	(void)n, (void)gone, (void)arg;
}

/* A store with faults ------------------------------------------------------------------------ */

atomic_int  fault_fails, fault_crosses, fault_reads;
atomic_bool fault_waits, fault_snapshot, fault_row;

const struct store_kind *__real_store_find(const char *url, const char **where, char why[MAX_ERROR]);
const struct store_kind *__wrap_store_find(const char *url, const char **where, char why[MAX_ERROR]);

static const struct store_kind *real;

static bool faulty_save(void *self, struct save *const batch[], int n, char why[MAX_ERROR])
{
	while (fault_waits)
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	if (fault_fails <= 0 && fault_crosses <= 0)
		return real->save(self, batch, n, why);
	for (int i = 0; i < n; i++) {
		batch[i]->outcome = fault_fails > 0 ? STORE_FAILED : STORE_CROSSED;
		error_say(batch[i]->why, "the disk is full");
	}
	if (fault_fails > 0)
		fault_fails--;
	else
		fault_crosses--;
	error_say(why, "the disk is full");
	return false;
}

static bool faulty_load(void *self, const char *id, uint32_t after, struct loaded *out, char why[MAX_ERROR])
{
	if (fault_reads > 0) {
		fault_reads--;
		return error_say(why, "the disk is broken");
	}
	if (!real->load(self, id, after, out, why))
		return false;
	if (fault_snapshot)
		out->snapshot[out->snapshot_n - 1] ^= 1;
	for (int i = out->rows.n - 1; fault_row && i >= 0; i--)
		if (out->rows.of[i].kind == ROW_MOVE) {
			out->rows.of[i].text[0] ^= 1;
			break;
		}
	return true;
}

const struct store_kind *__wrap_store_find(const char *url, const char **where, char why[MAX_ERROR])
{
	static struct store_kind faulty;

	if (strncmp(url, "faulty:", 7) != 0)
		return __real_store_find(url, where, why);
	real = __real_store_find(url + 7, where, why);
	faulty = *real;
	faulty.save = faulty_save;
	faulty.load = faulty_load;
	return &faulty;
}
