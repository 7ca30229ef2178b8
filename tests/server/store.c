/* Storage: the same promises for every backend, then what is peculiar to each of them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "driver/clock.h"
#include "server/clerk.h"

/* A backend, and a fresh place for each test. */
struct bench {
	const struct store_kind *kind;
	char url[300];
	const char *where;
	void *keeper;                   /* of what is in memory, while nobody else has it open */
};

static char folder[] = "/tmp/muddy-store.XXXXXX";

static void nap(int ms)
{
	nanosleep(&(struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000l }, NULL);
}

/* SQL past the store. */
static void sql(const struct bench *b, const char *text)
{
	if (b->kind == &store_sqlite) {
		sqlite3 *db;
		assert_int_equal(sqlite3_open(b->where, &db), SQLITE_OK);
		sqlite3_busy_timeout(db, 5000);
		if (sqlite3_exec(db, text, NULL, NULL, NULL) != SQLITE_OK)
			fail_msg("%s: %s", text, sqlite3_errmsg(db));
		sqlite3_close(db);
	} else {
		PGconn *c = PQconnectdb(b->where);
		PGresult *r = PQexec(c, text);
		if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
			fail_msg("%s: %s", text, PQerrorMessage(c));
		PQclear(r);
		PQfinish(c);
	}
}

/* Ends what others may still have under way there. */
static void terminate_all(const struct bench *b)
{
	sql(b, "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
}

static void *opened(const struct bench *b)
{
	char why[MAX_ERROR] = "";
	void *self = b->kind->open(b->where, why);

	if (!self)
		fail_msg("%s", why);
	return self;
}

static int begin(struct bench *b)
{
	static int count;
	char why[MAX_ERROR] = "";
	const char *address = getenv("POSTGRES_URL");

	count++;
	if (b->kind == &store_postgres) {
		if (!address)
			fail_msg("POSTGRES_URL is not set: run this with tests/server/with-postgres.sh");
		snprintf(b->url, sizeof b->url, "%s", address);
	} else {
		snprintf(b->url, sizeof b->url, b->kind == &store_sqlite ? "sqlite:%s/%d.db" : "memory:%s-%d", folder, count);
	}
	assert_ptr_equal(store_find(b->url, &b->where, why), b->kind);
	if (b->kind == &store_postgres)
		sql(b, "SET client_min_messages = error; DROP SCHEMA IF EXISTS bigmuddy CASCADE");
	b->keeper = b->kind == &store_memory ? opened(b) : NULL;
	return 0;
}

static int begin_memory(void **state)
{
	static struct bench b = { .kind = &store_memory };

	*state = &b;
	return begin(&b);
}

static int begin_sqlite(void **state)
{
	static struct bench b = { .kind = &store_sqlite };

	*state = &b;
	return begin(&b);
}

static int begin_postgres(void **state)
{
	static struct bench b = { .kind = &store_postgres };

	*state = &b;
	return begin(&b);
}

static int end(void **state)
{
	struct bench *b = *state;

	if (b->keeper)
		b->kind->close(b->keeper);
	b->keeper = NULL;
	return 0;
}

/* Heads and saves ----------------------------------------------------- */

/* The table of that number: table-NN. */
static void name_of(int table, char out[16])
{
	strcpy(out, "table-00");
	out[6] = (char)('0' + table / 10);
	out[7] = (char)('0' + table % 10);
}

static int number_of(const char *id)
{
	return atoi(id + 6);
}

static struct head head_of(const char *id)
{
	const struct game *g = game_find("queen");
	struct head h = { .game = g, .box = g->box, .rules = g->rules, .players = 3, .listed = true, .level = "medium",
		.pace = { 60000, 600000, false }, .made = 1700000000123 };
	char why[MAX_TEXT];

	strcpy(h.id, id);
	game_presets(g, h.option);
	assert_true(game_set_option(g, h.option, "mode", "passengers", why));
	for (int i = 0; i < HASH_BYTES; i++) {
		h.host[i] = (uint8_t)(i * 7);
		h.key[i] = (uint8_t)(255 - i);
	}
	h.key[0] = (uint8_t)id[0];
	return h;
}

/* Rows first..first + n - 1 of a table; `who` is in them. */
static struct save *save_of(const char *id, const struct head *h, uint32_t first, int n, const char *who)
{
	struct save *s = calloc(1, sizeof *s);
	char text[80];

	assert_non_null(s);
	s->id = id;
	s->head = h;
	s->now = (struct summary){ .status = TABLE_RUNNING, .listed = 1, .made = 5, .changed = 1000 + first, .wake = 2000 + first };
	strcpy(s->now.id, id);
	for (int i = 0; i < n; i++) {
		snprintf(text, sizeof text, "%s %u", who, first + (uint32_t)i);
		struct row *r = rows_add(&s->rows, i % 2 ? ROW_DRAW : ROW_MOVE, BY_PLAYER, i % 2 ? -1 : 2, 1700000000000 + first, text);
		r->seq = first + (uint32_t)i;
		snprintf(r->key, sizeof r->key, "key-%u", first);
	}
	s->now.seq = first + (uint32_t)n - 1;
	return s;
}

static void save_drop(struct save *s)
{
	rows_clear(&s->rows);
	free(s);
}

static enum stored put(const struct bench *b, void *self, struct save *s)
{
	char why[MAX_ERROR] = "";

	b->kind->save(self, &s, 1, why);
	enum stored outcome = s->outcome;
	if (outcome == STORE_FAILED)
		assert_true(s->why[0] != '\0');
	return outcome;
}

static enum stored put_rows(const struct bench *b, void *self, const char *id, uint32_t first, int n, const char *who)
{
	struct save *s = save_of(id, NULL, first, n, who);
	enum stored outcome = put(b, self, s);

	save_drop(s);
	return outcome;
}

static void put_table(const struct bench *b, void *self, const char *id, int rows)
{
	struct head h = head_of(id);
	struct save *s = save_of(id, &h, 1, rows, "first");

	assert_int_equal(put(b, self, s), STORED);
	save_drop(s);
}

static struct loaded *get(const struct bench *b, void *self, const char *id, uint32_t after)
{
	struct loaded *l = malloc(sizeof *l);
	char why[MAX_ERROR] = "";

	assert_non_null(l);
	if (!b->kind->load(self, id, after, l, why))
		fail_msg("%s", why);
	return l;
}

static void got(struct loaded *l)
{
	loaded_drop(l);
	free(l);
}

/* Whether the table ends with that row, which is `who`'s, and no number is missing. */
static void assert_ends(const struct bench *b, void *self, const char *id, uint32_t seq, const char *who)
{
	struct loaded *l = get(b, self, id, 0);
	char text[80];

	assert_true(l->found);
	assert_int_equal(l->rows.n, seq);
	for (int i = 0; i < l->rows.n; i++)
		assert_int_equal(l->rows.of[i].seq, i + 1);
	if (seq > 0) {
		snprintf(text, sizeof text, "%s %u", who, seq);
		assert_string_equal(l->rows.of[seq - 1].text, text);
	}
	got(l);
}

/* For all ------------------------------------------------------------- */

static void assert_same_head(const struct head *a, const struct head *b)
{
	assert_string_equal(a->id, b->id);
	assert_ptr_equal(a->game, b->game);
	assert_int_equal(a->rules, b->rules);
	assert_int_equal(a->players, b->players);
	assert_memory_equal(a->option, b->option, MAX_OPTIONS);
	assert_int_equal(a->listed, b->listed);
	assert_string_equal(a->level, b->level);
	assert_int_equal(a->pace.move, b->pace.move);
	assert_int_equal(a->pace.bank, b->pace.bank);
	assert_int_equal(a->pace.slow, b->pace.slow);
	assert_int_equal(a->made, b->made);
	assert_memory_equal(a->host, b->host, HASH_BYTES);
	assert_memory_equal(a->key, b->key, HASH_BYTES);
	assert_string_equal(a->from, b->from);
}

static void what_is_saved_is_loaded(void **state)
{
	struct bench *b = *state;
	void *self = opened(b), *other = opened(b);
	struct head h = head_of("abcdefgh");
	strcpy(h.from, "zzzzzzzz");
	struct save *s = save_of(h.id, &h, 1, 3, "Zoë \"quoted\" \\ {a,b} $1 '; --");

	s->rows.of[2].kind = ROW_CHAT;
	s->rows.of[2].by = BY_SERVER;
	s->rows.of[2].at = INT64_MAX;
	s->rows.of[2].key[0] = '\0';
	s->snapshot_seq = 3;
	s->snapshot_n = 300;
	for (int i = 0; i < 300; i++)
		s->snapshot[i] = (uint8_t)i;
	assert_int_equal(put(b, self, s), STORED);

	struct loaded *l = get(b, other, h.id, 0);
	assert_true(l->found);
	assert_same_head(&l->head, &h);
	assert_ptr_equal(l->head.box, h.game->box);
	assert_int_equal(l->rows.n, 3);
	for (int i = 0; i < 3; i++) {
		const struct row *x = &l->rows.of[i], *y = &s->rows.of[i];
		assert_true(x->seq == y->seq && x->kind == y->kind && x->by == y->by && x->seat == y->seat && x->at == y->at);
		assert_string_equal(x->key, y->key);
		assert_string_equal(x->text, y->text);
	}
	assert_int_equal(l->snapshot_seq, 3);
	assert_int_equal(l->snapshot_n, 300);
	assert_memory_equal(l->snapshot, s->snapshot, 300);
	got(l);

	l = get(b, other, h.id, 2);
	assert_true(l->found);
	assert_same_head(&l->head, &h);
	assert_int_equal(l->rows.n, 1);
	assert_int_equal(l->rows.of[0].seq, 3);
	assert_int_equal(l->snapshot_seq, 0);
	got(l);

	l = get(b, other, "nowhere2", 0);
	assert_false(l->found);
	got(l);
	save_drop(s);
	b->kind->close(self);
	b->kind->close(other);
}

static void a_box_of_its_own_comes_back(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	struct head h = head_of("abcdefgh");
	struct box *own = malloc(sizeof *own);
	struct save *s = save_of(h.id, &h, 1, 0, "");
	char ours[BOX_HASH], theirs[BOX_HASH];

	assert_non_null(own);
	*own = *h.game->box;
	strcpy(own->name, "grandfather's");
	h.box = own;
	h.own_box = true;
	assert_int_equal(put(b, self, s), STORED);
	struct loaded *l = get(b, self, h.id, 0);
	assert_true(l->found && l->head.own_box && l->head.box != own && l->head.box != h.game->box);
	boxfile_hash(h.game, own, ours);
	boxfile_hash(h.game, l->head.box, theirs);
	assert_string_equal(ours, theirs);
	assert_string_equal(l->head.box->name, "grandfather's");
	assert_int_equal(l->rows.n, 0);
	got(l);
	save_drop(s);
	head_drop(&h);
	b->kind->close(self);
}

static void who_comes_second_is_told_and_changes_nothing(void **state)
{
	struct bench *b = *state;
	void *self = opened(b), *other = opened(b);
	struct head h = head_of("abcdefgh");

	put_table(b, self, "abcdefgh", 2);
	assert_int_equal(put_rows(b, other, "abcdefgh", 3, 2, "other"), STORED);
	assert_int_equal(put_rows(b, self, "abcdefgh", 3, 1, "me"), STORE_CROSSED);
	assert_int_equal(put_rows(b, self, "abcdefgh", 4, 3, "me"), STORE_CROSSED);
	assert_int_equal(put_rows(b, self, "abcdefgh", 6, 1, "me"), STORE_FAILED);      /* there would be a gap */
	assert_int_equal(put_rows(b, self, "nowhere2", 1, 1, "me"), STORE_FAILED);
	struct save *s = save_of("abcdefgh", &h, 1, 1, "me");
	assert_int_equal(put(b, self, s), STORE_CROSSED);                               /* the name is taken */
	save_drop(s);
	assert_ends(b, self, "abcdefgh", 4, "other");
	assert_int_equal(put_rows(b, self, "abcdefgh", 5, 1, "me"), STORED);
	assert_ends(b, other, "abcdefgh", 5, "me");
	b->kind->close(self);
	b->kind->close(other);
}

static void one_of_a_group_that_crosses_leaves_the_others_alone(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	char why[MAX_ERROR];
	struct head fresh = head_of("table-4x");
	const char *ids[] = { "table-1x", "table-2x", "table-3x" };
	struct save *batch[5];

	for (int i = 0; i < 3; i++)
		put_table(b, self, ids[i], 2);
	batch[0] = save_of(ids[0], NULL, 3, 2, "a");
	batch[1] = save_of(ids[1], NULL, 2, 4, "b");            /* crosses, though its last rows would be new */
	batch[2] = save_of("nowhere2", NULL, 1, 1, "c");
	batch[3] = save_of(ids[2], NULL, 3, 1, "d");
	batch[4] = save_of("table-4x", &fresh, 1, 2, "e");
	assert_true(b->kind->save(self, batch, 5, why));
	static const enum stored expected[] = { STORED, STORE_CROSSED, STORE_FAILED, STORED, STORED };
	for (int i = 0; i < 5; i++) {
		assert_int_equal(batch[i]->outcome, expected[i]);
		save_drop(batch[i]);
	}
	assert_ends(b, self, ids[0], 4, "a");
	assert_ends(b, self, ids[1], 2, "first");
	assert_ends(b, self, ids[2], 3, "d");
	assert_ends(b, self, "table-4x", 2, "e");
	b->kind->close(self);
}

static void the_newest_snapshot_is_kept(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);

	put_table(b, self, "abcdefgh", 1);
	for (uint32_t seq = 2; seq < 6; seq++) {
		struct save *s = save_of("abcdefgh", NULL, seq, 1, "x");
		s->snapshot_seq = seq == 5 ? 0 : seq;
		s->snapshot_n = (int)seq;
		memset(s->snapshot, (int)seq, sizeof s->snapshot);
		assert_int_equal(put(b, self, s), STORED);
		save_drop(s);
	}
	struct loaded *l = get(b, self, "abcdefgh", 0);
	assert_int_equal(l->snapshot_seq, 4);
	assert_int_equal(l->snapshot_n, 4);
	assert_memory_equal(l->snapshot, "\4\4\4\4", 4);
	got(l);
	b->kind->close(self);
}

static void list(const struct bench *b, void *self, struct filter f, char out[200])
{
	struct summary of[10];
	char why[MAX_ERROR] = "";
	int n;

	struct text t = text_on(out, 200);

	if (!b->kind->list(self, &f, of, &n, why))
		fail_msg("%s", why);
	for (int i = 0; i < n; i++)
		text_form(&t, "%s ", (const char *[]){ of[i].id }, NULL);
}

static void lists_are_filtered_and_in_order(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	static const char *ids[] = { "ccccccc3", "aaaaaaa1", "bbbbbbb2", "ddddddd4" };
	char ids_got[200], why[MAX_ERROR];
	struct summary s;
	int n;

	for (int i = 0; i < 4; i++) {
		struct head h = head_of(ids[i]);
		struct save *x = save_of(ids[i], &h, 1, i, "x");
		h.listed = i != 1;
		h.game = i == 2 ? game_find("blank") : h.game;
		h.box = h.game->box;
		h.rules = h.game->rules;
		h.players = h.game->max_players;
		game_presets(h.game, h.option);
		x->now.status = i == 3 ? TABLE_OVER : TABLE_RUNNING;
		x->now.wake = i == 3 ? INT64_MAX : 1000 * i;
		assert_int_equal(put(b, self, x), STORED);
		save_drop(x);
	}
	list(b, self, (struct filter){ .status = -1, .limit = 10 }, ids_got);
	assert_string_equal(ids_got, "aaaaaaa1 bbbbbbb2 ccccccc3 ddddddd4 ");
	list(b, self, (struct filter){ .status = -1, .limit = 2 }, ids_got);
	assert_string_equal(ids_got, "aaaaaaa1 bbbbbbb2 ");
	list(b, self, (struct filter){ .status = -1, .limit = 2, .after = "bbbbbbb2" }, ids_got);
	assert_string_equal(ids_got, "ccccccc3 ddddddd4 ");
	list(b, self, (struct filter){ .status = -1, .limit = 10, .listed_only = true }, ids_got);
	assert_string_equal(ids_got, "bbbbbbb2 ccccccc3 ddddddd4 ");
	list(b, self, (struct filter){ .status = -1, .limit = 10, .game = "blank" }, ids_got);
	assert_string_equal(ids_got, "bbbbbbb2 ");
	list(b, self, (struct filter){ .status = TABLE_OVER, .limit = 10 }, ids_got);
	assert_string_equal(ids_got, "ddddddd4 ");
	list(b, self, (struct filter){ .status = -1, .limit = 10, .wake_before = 2000 }, ids_got);
	assert_string_equal(ids_got, "aaaaaaa1 ccccccc3 ");
	list(b, self, (struct filter){ .status = -1, .limit = 10, .wake_before = INT64_MAX }, ids_got);
	assert_string_equal(ids_got, "aaaaaaa1 bbbbbbb2 ccccccc3 ");
	list(b, self, (struct filter){ .status = -1, .limit = 10, .changed_before = 1001 }, ids_got);
	assert_string_equal(ids_got, "");
	list(b, self, (struct filter){ .status = TABLE_RUNNING, .limit = 10, .changed_before = 1002 }, ids_got);
	assert_string_equal(ids_got, "aaaaaaa1 bbbbbbb2 ccccccc3 ");

	struct filter one = { .status = -1, .limit = 1, .after = "ccccccc3" };
	assert_true(b->kind->list(self, &one, &s, &n, why));
	assert_int_equal(n, 1);
	assert_string_equal(s.game, "queen");
	assert_true(s.status == TABLE_OVER && s.listed == 1 && s.seq == 3 && s.made == 1700000000123 && s.changed == 1001 && s.wake == INT64_MAX);
	b->kind->close(self);
}

static void the_newest_are_listed_first(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	static const int ages[] = { 30, 10, 50, 20, 50, 40 };
	char got_ids[200], id[16];

	for (int i = 0; i < 6; i++) {
		name_of(i, id);
		struct head h = head_of(id);
		h.made -= ages[i];
		struct save *s = save_of(id, &h, 1, 1, "x");
		assert_int_equal(put(b, self, s), STORED);
		save_drop(s);
	}
	struct filter f = { .game = "queen", .listed_only = true, .status = TABLE_RUNNING, .newest = true, .limit = 3 };
	list(b, self, f, got_ids);
	assert_string_equal(got_ids, "table-01 table-03 table-00 ");
	f.limit = 10;
	list(b, self, f, got_ids);
	assert_string_equal(got_ids, "table-01 table-03 table-00 table-05 table-02 table-04 ");
	struct save *s = save_of("table-03", NULL, 2, 1, "x");
	s->now.status = TABLE_OVER;
	assert_int_equal(put(b, self, s), STORED);
	save_drop(s);
	f.limit = 2;
	list(b, self, f, got_ids);
	assert_string_equal(got_ids, "table-01 table-00 ");
	f.status = TABLE_OVER;
	list(b, self, f, got_ids);
	assert_string_equal(got_ids, "table-03 ");
	f.status = -1;
	f.game = NULL;
	list(b, self, f, got_ids);
	assert_string_equal(got_ids, "table-01 table-03 ");
	b->kind->close(self);
}

static bool lease(const struct bench *b, void *self, const char *owner, int64_t span)
{
	char why[MAX_ERROR] = "";
	bool held;
	int64_t now = clock_today();

	if (!b->kind->lease(self, "abcdefgh", owner, now, now + span, &held, why))
		fail_msg("%s", why);
	return held;
}

static void one_holds_the_lease_until_it_ends(void **state)
{
	struct bench *b = *state;
	void *self = opened(b), *other = opened(b);
	char why[MAX_ERROR];

	put_table(b, self, "abcdefgh", 1);
	assert_true(lease(b, self, "me", 60000));
	assert_false(lease(b, other, "you", 60000));
	assert_true(lease(b, self, "me", 1000));                /* may be made longer, or shorter */
	assert_false(lease(b, other, "you", 60000));
	nap(1050);
	assert_true(lease(b, other, "you", 60000));
	assert_false(lease(b, self, "me", 60000));
	assert_true(b->kind->release(other, "you", why));
	assert_true(lease(b, self, "me", 60000));
	b->kind->close(self);
	b->kind->close(other);
}

/* Racing. */
struct racer { pthread_t thread; const struct bench *b; char name[8]; int stored, crossed, failed; };
enum { RACERS = 4, LAPS = 60 };

static void *race(void *arg)
{
	struct racer *r = arg;
	char why[MAX_ERROR];
	void *self = r->b->kind->open(r->b->where, why);

	for (uint32_t seq = 2; self && seq <= LAPS; ) {
		struct save *s = save_of("abcdefgh", NULL, seq, 1, r->name);
		r->b->kind->save(self, &s, 1, why);
		r->stored += s->outcome == STORED;
		r->crossed += s->outcome == STORE_CROSSED;
		r->failed += s->outcome == STORE_FAILED;
		seq += s->outcome != STORE_FAILED;              /* stored, or there already */
		save_drop(s);
		if (r->failed > 10)
			break;
	}
	if (self)
		r->b->kind->close(self);
	return NULL;
}

static void racing_connections_lose_and_double_nothing(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	struct racer racers[RACERS];
	int stored = 0;

	put_table(b, self, "abcdefgh", 1);
	for (int i = 0; i < RACERS; i++) {
		racers[i] = (struct racer){ .b = b };
		strcpy(racers[i].name, (const char *[RACERS]){ "r0", "r1", "r2", "r3" }[i]);
		assert_int_equal(pthread_create(&racers[i].thread, NULL, race, &racers[i]), 0);
	}
	for (int i = 0; i < RACERS; i++) {
		pthread_join(racers[i].thread, NULL);
		assert_int_equal(racers[i].failed, 0);
		stored += racers[i].stored;
	}
	assert_int_equal(stored, LAPS - 1);
	struct loaded *l = get(b, self, "abcdefgh", 1);
	assert_int_equal(l->rows.n, LAPS - 1);
	for (int i = 0; i < l->rows.n; i++)
		racers[l->rows.of[i].text[1] - '0'].stored--;
	for (int i = 0; i < RACERS; i++)
		assert_int_equal(racers[i].stored, 0);
	got(l);
	b->kind->close(self);
}

static void what_is_there_is_there_after_reopening(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);

	put_table(b, self, "abcdefgh", 2);
	b->kind->close(self);
	self = opened(b);
	assert_ends(b, self, "abcdefgh", 2, "first");
	assert_int_equal(put_rows(b, self, "abcdefgh", 3, 1, "again"), STORED);
	b->kind->close(self);
	self = opened(b);
	assert_ends(b, self, "abcdefgh", 3, "again");
	b->kind->close(self);
}

/* Clerk --------------------------------------------------------------- */

static struct mailbox *box;
static int answers, stored_answers, last_of[64];

static struct clerk *hire(const struct bench *b)
{
	char why[MAX_ERROR] = "";

	answers = stored_answers = 0;
	memset(last_of, 0, sizeof last_of);
	box = mailbox_make(NULL, NULL);
	struct clerk *c = clerk_make(b->url, box, why);
	if (!c)
		fail_msg("%s", why);
	return c;
}

static void saved(struct job *j)
{
	struct save_job *s = (struct save_job *)j;
	int table = number_of(s->save.id);

	answers++;
	stored_answers += s->save.outcome == STORED;
	if (s->save.rows.n > 0 && s->save.outcome == STORED) {
		assert_int_equal(s->save.rows.of[0].seq, last_of[table] + 1);   /* in their order */
		last_of[table] = (int)s->save.rows.of[s->save.rows.n - 1].seq;
	}
	rows_clear(&s->save.rows);
	free((void *)s->save.id);
	free((void *)s->save.head);
	free(s);
}

static void order(struct clerk *c, int table, bool fresh, uint32_t first, int n)
{
	struct save_job *j = calloc(1, sizeof *j);
	char *id = malloc(16);
	struct head *h = fresh ? malloc(sizeof *h) : NULL;

	assert_true(j && id && (h || !fresh));
	name_of(table, id);
	if (fresh)
		*h = head_of(id);
	struct save *s = save_of(id, h, first, n, "clerk");
	j->save = *s;
	free(s);
	j->job.done = saved;
	clerk_save(c, j);
}

static void wait_for(int n)
{
	for (int i = 0; answers < n && i < 2000; i++)
		if (mailbox_empty(box) == 0)
			nap(5);
	assert_true(answers >= n);
}

static void the_clerk_answers_in_order_and_writes_what_is_queued_when_stopped(void **state)
{
	struct bench *b = *state;
	struct clerk *c = hire(b);

	for (int table = 0; table < 50; table++)
		order(c, table, true, 1, 1);
	for (uint32_t seq = 2; seq < 12; seq += 2)
		for (int table = 0; table < 50; table++)
			order(c, table, false, seq, 2);
	wait_for(50);
	clerk_stop(c);
	mailbox_drop(box);
	assert_int_equal(answers, 300);
	assert_int_equal(stored_answers, 300);
	void *self = opened(b);
	for (int table = 0; table < 50; table++) {
		char id[16];
		name_of(table, id);
		assert_ends(b, self, id, 11, "clerk");
	}
	b->kind->close(self);
}

static void many_saves_are_one_commit(void **state)
{
	struct bench *b = *state;
	struct clerk *c = hire(b);

	for (int table = 0; table < 50; table++)
		order(c, table, true, 1, 1);
	wait_for(50);
	for (uint32_t seq = 2; seq < 10; seq++)
		for (int table = 0; table < 50; table++)
			order(c, table, false, seq, 1);
	wait_for(450);
	struct clerk_figures f = clerk_figures(c);
	assert_int_equal(f.saves, 450);
	assert_int_equal(f.rows, 450);
	assert_int_equal(f.failures, 0);
	assert_true(f.commits < 450 && f.seconds >= 0);
	clerk_stop(c);
	mailbox_drop(box);
}

static void loaded_by_clerk(struct job *j)
{
	struct load_job *l = (struct load_job *)j;

	answers++;
	assert_true(l->fine);
	assert_true(l->loaded.found);
	assert_int_equal(l->loaded.rows.n, 2);
	loaded_drop(&l->loaded);
}

static void listed_by_clerk(struct job *j)
{
	struct list_job *l = (struct list_job *)j;

	answers++;
	assert_true(l->fine);
	assert_int_equal(l->n, 1);
	assert_string_equal(l->of[0].id, "table-07");
}

static void leased(void *arg, const char *id, bool held)
{
	assert_string_equal(id, "table-07");
	*(int *)arg = held;
	answers++;
}

static void the_clerk_reads_lists_leases_and_gives_back_leases(void **state)
{
	struct bench *b = *state;
	struct clerk *c = hire(b);
	struct summary of[4];
	struct load_job load = { .job.done = loaded_by_clerk, .id = "table-07", .after = 1 };
	struct list_job lists = { .job.done = listed_by_clerk, .filter = { .status = -1, .limit = 4 }, .of = of };
	void *other = opened(b);
	int held[2] = { -1, -1 };
	int64_t now = clock_today();
	bool theirs;
	char why[MAX_ERROR];

	order(c, 7, true, 1, 3);
	wait_for(1);
	clerk_load(c, &load);
	clerk_list(c, &lists);
	wait_for(3);
	clerk_lease(c, "table-07", "me", now, now + 60000, leased, &held[0]);
	wait_for(4);
	assert_int_equal(held[0], true);
	assert_true(b->kind->lease(other, "table-07", "you", now, now + 60000, &theirs, why));
	assert_false(theirs);
	clerk_stop(c);
	mailbox_drop(box);
	assert_true(b->kind->lease(other, "table-07", "you", now, now + 60000, &theirs, why));
	assert_true(theirs);
	b->kind->close(other);
}

/* Killed -------------------------------------------------------------- */

enum { KILLED_TABLES = 8 };
static struct clerk *mine;
static int acks;

/* Tells what was stored, and asks for more of that table. */
static void acknowledge(struct job *j)
{
	struct save_job *s = (struct save_job *)j;
	uint32_t told[2] = { (uint32_t)number_of(s->save.id), s->save.rows.of[s->save.rows.n - 1].seq };

	if (s->save.outcome != STORED || write(acks, told, sizeof told) != sizeof told)
		_exit(3);
	struct save *next = save_of(s->save.id, NULL, told[1] + 1, 1 + (int)(told[1] % 3), "killed");
	rows_clear(&s->save.rows);
	s->save = *next;
	free(next);
	clerk_save(mine, s);
}

static _Noreturn void write_until_killed(const struct bench *b, const uint32_t from[KILLED_TABLES])
{
	static char id[KILLED_TABLES][16];
	static struct head h[KILLED_TABLES];
	char why[MAX_ERROR];

	box = mailbox_make(NULL, NULL);
	mine = clerk_make(b->url, box, why);
	if (!mine)
		_exit(4);
	for (int i = 0; i < KILLED_TABLES; i++) {
		struct save_job *j = calloc(1, sizeof *j);
		name_of(i, id[i]);
		h[i] = head_of(id[i]);
		struct save *s = save_of(id[i], from[i] == 0 ? &h[i] : NULL, from[i] + 1, 1, "killed");
		j->save = *s;
		j->job.done = acknowledge;
		clerk_save(mine, j);
	}
	for (;;)
		if (mailbox_empty(box) == 0)
			nap(1);
}

/* Until so many were told: how many, which is fewer if the child has ended. */
static int listen_to(int from, int n, uint32_t acked[KILLED_TABLES])
{
	uint32_t told[2];
	int k = 0;

	for (; k < n && read(from, told, sizeof told) == sizeof told; k++)
		acked[told[0]] = told[1];
	return k;
}

static void what_was_acknowledged_survives_kill_9(void **state)
{
	struct bench *b = *state;
	uint32_t acked[KILLED_TABLES] = { 0 };

	b->kind->close(opened(b));
	for (int round = 0; round < 5; round++) {
		int ends[2], status;
		assert_int_equal(pipe(ends), 0);
		acks = ends[1];
		pid_t child = fork();
		if (child == 0)
			write_until_killed(b, acked);
		close(ends[1]);
		assert_int_equal(listen_to(ends[0], 10 * KILLED_TABLES, acked), 10 * KILLED_TABLES);
		nap(7 * round);
		kill(child, SIGKILL);
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_true(WIFSIGNALED(status));
		listen_to(ends[0], INT32_MAX, acked);
		close(ends[0]);
		if (b->kind == &store_postgres)
			terminate_all(b);       /* it may be about to commit what the dead one asked for last */

		void *self = opened(b);
		for (int i = 0; i < KILLED_TABLES; i++) {
			char id[16];
			name_of(i, id);
			struct loaded *l = get(b, self, id, 0);
			assert_true(acked[i] > 0 && l->found);
			assert_true(l->rows.n >= (int)acked[i]);
			for (int k = 0; k < l->rows.n; k++)
				assert_int_equal(l->rows.of[k].seq, k + 1);
			acked[i] = (uint32_t)l->rows.n;         /* what was stored, but not told any more */
			got(l);
		}
		b->kind->close(self);
	}
}

/* Heads that cannot be played any more -------------------------------- */

static void assert_refused(const struct bench *b, void *self, const char *word)
{
	struct loaded l;
	char why[MAX_ERROR] = "";

	assert_false(b->kind->load(self, "abcdefgh", 0, &l, why));
	if (!strstr(why, word))
		fail_msg("'%s' does not tell of '%s'", why, word);
	assert_false(l.found);
	loaded_drop(&l);
}

static void a_head_that_cannot_be_played_is_an_error_that_says_why(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	struct head h = head_of("abcdefgh");
	char change[300], hash[BOX_HASH];
	const char *schema = b->kind == &store_postgres ? "bigmuddy." : "";
	static const char *const wrong[][2] = {
		{ "game = 'chess'", "chess" }, { "options = 'mode=warp'", "warp" }, { "options = 'colour=red'", "colour" },
		{ "options = 'mode'", "mode" }, { "options = ' = == '", "option" }, { "players = 77", "77" }, { "players = -1", "players" },
		{ "rules = 999", "999" }, { "rules = 99999999", "rules" }, { "level = '0123456789012345678901234567890123'", "level" },
		{ "box_hash = '00112233445566778899aabbccddeeff'", "00112233445566778899aabbccddeeff" }, { "box = '{\"game\":'", "abcdefgh" },
		{ "box = '{\"game\":\"blank\"}'", "abcdefgh" },
	};

	put_table(b, self, "abcdefgh", 2);
	boxfile_hash(h.game, h.box, hash);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		snprintf(change, sizeof change, "UPDATE %shead SET %s", schema, wrong[i][0]);
		sql(b, change);
		assert_refused(b, self, wrong[i][1]);
		snprintf(change, sizeof change, "UPDATE %shead SET game = 'queen', options = 'mode=passengers', rules = 1, players = 3, box = NULL,"
			" level = 'easy', box_hash = '%s'", schema, hash);
		sql(b, change);
		got(get(b, self, "abcdefgh", 0));
	}
	snprintf(change, sizeof change, "UPDATE %s\"row\" SET kind = 'juggle' WHERE seq = 2", schema);
	sql(b, change);
	assert_refused(b, self, "juggle");
	b->kind->close(self);
}

/* As it is after an upgrade of this program that came with other pieces. */
static void a_box_that_was_built_in_once_is_kept(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	const char *schema = b->kind == &store_postgres ? "SET search_path TO bigmuddy;" : "";
	struct head h = head_of("abcdefgh");
	struct box old = *h.game->box;
	char text[300], ours[BOX_HASH], theirs[BOX_HASH];

	/* What is built in today is kept, once, when a table of it is saved, and can be read. */
	put_table(b, self, "table-01", 1);
	put_table(b, self, "table-02", 1);
	snprintf(text, sizeof text, "%sUPDATE head SET box = (SELECT json FROM box WHERE hash = head.box_hash) WHERE id = 'table-01'", schema);
	sql(b, text);
	struct loaded *l = get(b, self, "table-01", 0);
	assert_true(l->head.own_box);
	assert_true(boxfile_built_in(h.game, l->head.box));
	got(l);
	l = get(b, self, "table-02", 0);
	assert_ptr_equal(l->head.box, h.game->box);
	got(l);

	/* What was built in then: a table names it by its hash alone. */
	old.queen.coal_start--;
	h.box = &old;
	struct save *s = save_of(h.id, &h, 1, 2, "first");
	assert_int_equal(put(b, self, s), STORED);
	save_drop(s);
	snprintf(text, sizeof text, "%sINSERT INTO box (hash, json) SELECT box_hash, box FROM head WHERE id = 'abcdefgh';"
		"UPDATE head SET box = NULL WHERE id = 'abcdefgh'", schema);
	sql(b, text);
	for (uint32_t after = 0; after < 2; after++) {
		l = get(b, self, h.id, after);
		assert_true(l->found && l->head.own_box);
		assert_same_head(&l->head, &h);
		boxfile_hash(h.game, &old, ours);
		boxfile_hash(h.game, l->head.box, theirs);
		assert_string_equal(ours, theirs);
		assert_string_equal(l->head.box->name, h.game->box->name);
		assert_int_equal(l->rows.n, 2 - after);
		got(l);
	}
	assert_int_equal(put_rows(b, self, h.id, 3, 1, "x"), STORED);
	assert_ends(b, self, h.id, 3, "x");
	snprintf(text, sizeof text, "%sDELETE FROM box", schema);
	sql(b, text);
	assert_refused(b, self, ours);
	b->kind->close(self);
}

/* SQLite -------------------------------------------------------------- */

static void cannot_open(const struct bench *b, const char *word)
{
	char why[MAX_ERROR] = "";

	assert_null(b->kind->open(b->where, why));
	if (!strstr(why, word))
		fail_msg("'%s' does not tell of '%s'", why, word);
}

static void write_file(const char *path, const char *bytes, size_t n)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	fclose(f);
}

static void a_new_file_is_for_its_owner_only(void **state)
{
	struct bench *b = *state;
	char path[300], why[MAX_ERROR];
	struct stat st;
	mode_t before = umask(0);

	void *self = opened(b);
	put_table(b, self, "abcdefgh", 1);
	assert_true(b->kind->claim(self, why));
	for (int i = 0; i < 4; i++) {
		snprintf(path, sizeof path, "%s%s", b->where, (const char *[]){ "", "-wal", "-shm", "-serve.lock" }[i]);
		assert_int_equal(stat(path, &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
	}
	b->kind->close(self);
	umask(before);
}

static void a_file_that_is_not_ours_is_refused_and_stays_as_it_is(void **state)
{
	struct bench *b = *state;
	char before[4096], after[4096];

	sql(b, "CREATE TABLE recipes (cake TEXT); INSERT INTO recipes VALUES ('apple')");
	int fd = open(b->where, O_RDONLY);
	assert_int_equal(read(fd, before, sizeof before), sizeof before);
	cannot_open(b, "another program");
	assert_int_equal(pread(fd, after, sizeof after, 0), sizeof after);
	close(fd);
	assert_memory_equal(before, after, sizeof before);
	char text[8192];
	memset(text, 'x', sizeof text);
	write_file(b->where, text, sizeof text);
	cannot_open(b, "not a database");
}

static void a_place_that_cannot_be_is_refused(void **state)
{
	struct bench *b = *state;
	char why[MAX_ERROR] = "";
	const char *where;

	assert_null(b->kind->open("/nowhere/at/all.db", why));
	assert_non_null(strstr(why, "No such file"));
	assert_null(b->kind->open("/tmp", why));
	assert_null(store_find("oracle:x", &where, why));
	assert_non_null(strstr(why, "sqlite:FILE"));
	assert_null(store_find("sqlite:", &where, why));
}

static void a_newer_file_is_refused_and_an_older_one_brought_up_to_date(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	sqlite3 *db;
	sqlite3_stmt *q;

	put_table(b, self, "abcdefgh", 3);
	b->kind->close(self);
	sql(b, "PRAGMA user_version = 99");
	cannot_open(b, "newer");
	sql(b, "DROP INDEX head_wake; DROP INDEX head_new; DROP TABLE box; PRAGMA user_version = 1");        /* that is what version 1 looked like */
	self = opened(b);
	assert_ends(b, self, "abcdefgh", 3, "first");
	b->kind->close(self);
	assert_int_equal(sqlite3_open(b->where, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, "SELECT user_version, (SELECT count(*) FROM sqlite_schema WHERE name IN ('head_wake', 'head_new')) / 2,"
		" (SELECT count(*) FROM head JOIN box ON hash = box_hash), (SELECT count(*) FROM box) FROM pragma_user_version", -1, &q, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int(q, 0), 4);
	for (int i = 1; i < 4; i++)
		assert_int_equal(sqlite3_column_int(q, i), 1);  /* of the boxes that of the table, and no other */
	sqlite3_finalize(q);
	sqlite3_close(db);
}

static void a_full_disk_is_told_and_loses_nothing(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	struct rlimit before, small;
	struct stat st;
	char wal[300], why[MAX_ERROR];
	struct save *batch[2];

	put_table(b, self, "table-1x", 1);
	put_table(b, self, "table-2x", 1);
	snprintf(wal, sizeof wal, "%s-wal", b->where);
	assert_int_equal(stat(wal, &st), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = before;
	small.rlim_cur = (rlim_t)st.st_size + 3000;             /* less than a page */
	signal(SIGXFSZ, SIG_IGN);
	batch[0] = save_of("table-1x", NULL, 2, 3, "a");
	batch[1] = save_of("table-2x", NULL, 2, 3, "b");

	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	bool stored = b->kind->save(self, batch, 2, why);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_false(stored);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(batch[i]->outcome, STORE_FAILED);
		assert_string_equal(batch[i]->why, "the disk is full");
	}
	assert_ends(b, self, "table-1x", 1, "first");
	assert_true(b->kind->save(self, batch, 2, why));        /* there is room again */
	assert_int_equal(batch[0]->outcome, STORED);
	assert_int_equal(batch[1]->outcome, STORED);
	save_drop(batch[0]);
	save_drop(batch[1]);
	b->kind->close(self);
	self = opened(b);
	assert_ends(b, self, "table-1x", 4, "a");
	assert_ends(b, self, "table-2x", 4, "b");
	b->kind->close(self);
}

static void a_locked_file_is_told_and_read_from_meanwhile(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	sqlite3 *db;
	struct save *s = save_of("abcdefgh", NULL, 2, 1, "x");

	put_table(b, self, "abcdefgh", 1);
	assert_int_equal(sqlite3_open(b->where, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(put(b, self, s), STORE_FAILED);
	assert_non_null(strstr(s->why, "locked"));
	assert_ends(b, self, "abcdefgh", 1, "first");
	sqlite3_close(db);
	assert_int_equal(put(b, self, s), STORED);
	save_drop(s);
	b->kind->close(self);
}

static void a_damaged_file_is_told_and_crashes_nothing(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	char why[MAX_ERROR] = "", noise[4096];
	struct loaded *l = malloc(sizeof *l);

	for (int i = 0; i < 30; i++) {
		char id[16];
		name_of(i, id);
		put_table(b, self, id, 40);
	}
	b->kind->close(self);
	memset(noise, 0xA5, sizeof noise);
	struct stat st;
	assert_int_equal(stat(b->where, &st), 0);
	int fd = open(b->where, O_WRONLY);
	for (off_t at = 4096; at < st.st_size; at += 2 * 4096)
		assert_int_equal(pwrite(fd, noise, sizeof noise, at), sizeof noise);
	close(fd);
	self = b->kind->open(b->where, why);
	for (int i = 0; i < 30 && self; i++) {
		char id[16];
		name_of(i, id);
		if (b->kind->load(self, id, 0, l, why))
			loaded_drop(l);
		put_rows(b, self, id, 41, 1, "x");
	}
	assert_non_null(strstr(why, "damaged"));
	if (self)
		b->kind->close(self);
	free(l);
}

static void a_row_beyond_the_end_of_its_table_fails_that_table_alone(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	struct save *batch[2];
	char why[MAX_ERROR];

	put_table(b, self, "table-1x", 3);
	put_table(b, self, "table-2x", 3);
	sql(b, b->kind == &store_postgres ?
		"SET search_path = bigmuddy; UPDATE head SET seq = 1 WHERE id = 'table-1x'; DELETE FROM \"row\" WHERE table_id = 'table-1x' AND seq = 2" :
		"UPDATE head SET seq = 1 WHERE id = 'table-1x'; DELETE FROM row WHERE table_id = 'table-1x' AND seq = 2");
	batch[0] = save_of("table-1x", NULL, 2, 2, "a");        /* the first of them could be stored, the second is there */
	batch[1] = save_of("table-2x", NULL, 4, 1, "b");
	assert_true(b->kind->save(self, batch, 2, why));
	assert_int_equal(batch[0]->outcome, STORE_FAILED);
	assert_int_equal(batch[1]->outcome, STORED);
	struct loaded *l = get(b, self, "table-1x", 0);
	assert_int_equal(l->rows.n, 2);
	assert_string_equal(l->rows.of[1].text, "first 3");
	got(l);
	assert_ends(b, self, "table-2x", 4, "b");
	save_drop(batch[0]);
	save_drop(batch[1]);
	b->kind->close(self);
}

static void what_waits_behind_a_save_that_crossed_is_not_stored(void **state)
{
	struct bench *b = *state;
	struct clerk *c = hire(b);
	sqlite3 *db;

	order(c, 1, true, 1, 1);
	wait_for(1);
	assert_int_equal(sqlite3_open(b->where, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE; UPDATE head SET seq = 2; INSERT INTO row VALUES"
		" ('table-01', 2, 'chat', 'player', 0, 0, '', 'somebody else')", NULL, NULL, NULL), SQLITE_OK);
	order(c, 1, false, 2, 1);               /* crosses */
	order(c, 1, false, 3, 1);               /* would fit, but was asked for after the one before */
	order(c, 1, false, 4, 1);
	nap(50);
	assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	wait_for(4);
	assert_int_equal(stored_answers, 1);
	clerk_stop(c);
	mailbox_drop(box);
}

static int steps, of_all;

static void progress(int done, int all)
{
	assert_true(done >= of_all && done <= all);
	of_all = done;
	steps++;
}

static void backs_up_while_others_write(void **state)
{
	struct bench *b = *state;
	struct clerk *c = hire(b);
	char path[300], why[MAX_ERROR] = "";
	struct bench copy = *b;

	for (int table = 0; table < 64; table++)
		order(c, table, true, 1, 40);
	wait_for(64);
	for (uint32_t seq = 41; seq < 141; seq++)
		for (int table = 0; table < 64; table++)
			order(c, table, false, seq, 1);
	void *self = opened(b);
	snprintf(path, sizeof path, "%s-copy", b->where);
	write_file(path, "an older one", 12);
	steps = of_all = 0;
	if (!b->kind->backup(self, path, progress, why))
		fail_msg("%s", why);
	assert_true(steps > 0 && of_all > 0);
	assert_false(b->kind->backup(self, b->where, NULL, why));
	assert_non_null(strstr(why, "itself"));
	assert_false(b->kind->backup(self, "/nowhere/at/all.db", NULL, why));
	assert_false(b->kind->backup(self, "/tmp", NULL, why));
	b->kind->close(self);
	clerk_stop(c);
	mailbox_drop(box);
	assert_int_equal(stored_answers, 64 + 6400);

	struct stat st;
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	copy.where = path;
	self = opened(&copy);
	for (int table = 0; table < 64; table++) {
		char id[16];
		name_of(table, id);
		struct loaded *l = get(&copy, self, id, 0);
		assert_true(l->found && l->rows.n >= 40);
		for (int i = 0; i < l->rows.n; i++)
			assert_int_equal(l->rows.of[i].seq, i + 1);
		got(l);
	}
	b->kind->close(self);
}

static void cannot_hire(const struct bench *b, const char *url)
{
	char why[MAX_ERROR] = "";
	struct mailbox *m = mailbox_make(NULL, NULL);

	assert_null(clerk_make(url, m, why));
	if (!strstr(why, "another 'bigmuddy serve' has the store") || !strstr(why, b->where))
		fail_msg("'%s'", why);
	mailbox_drop(m);
}

static void one_server_at_a_time(void **state)
{
	struct bench *b = *state;
	uint32_t acked[KILLED_TABLES] = { 0 };
	char link_url[sizeof b->url + 8], copy[sizeof b->url + 8];
	char why[MAX_ERROR] = "";
	int ends[2], status;

	/* In this process, by any name; others read, write and copy beside it. */
	struct clerk *c = hire(b);
	cannot_hire(b, b->url);
	snprintf(link_url, sizeof link_url, "%s.link", b->url);
	assert_int_equal(symlink(b->where, link_url + strlen("sqlite:")), 0);
	cannot_hire(b, link_url);
	void *self = opened(b);
	put_table(b, self, "abcdefgh", 1);
	snprintf(copy, sizeof copy, "%s.copy", b->where);
	assert_true(b->kind->backup(self, copy, NULL, why));
	b->kind->close(self);
	cannot_hire(b, b->url);
	clerk_stop(c);
	mailbox_drop(box);

	/* In another, until it is killed. */
	assert_int_equal(pipe(ends), 0);
	acks = ends[1];
	pid_t child = fork();
	if (child == 0)
		write_until_killed(b, acked);
	close(ends[1]);
	assert_int_equal(listen_to(ends[0], 1, acked), 1);
	cannot_hire(b, b->url);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	close(ends[0]);
	c = hire(b);
	clerk_stop(c);
	mailbox_drop(box);
}

/* PostgreSQL ---------------------------------------------------------- */

static void a_newer_database_is_refused_and_an_older_one_brought_up_to_date(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);

	put_table(b, self, "abcdefgh", 3);
	b->kind->close(self);
	sql(b, "UPDATE bigmuddy.format SET version = 99");
	cannot_open(b, "newer");
	sql(b, "UPDATE bigmuddy.format SET version = 1; DROP INDEX bigmuddy.head_wake, bigmuddy.head_new; DROP TABLE bigmuddy.box");
	self = opened(b);
	assert_ends(b, self, "abcdefgh", 3, "first");
	b->kind->close(self);
	sql(b, "SELECT 1 / (SELECT count(*) FROM pg_class WHERE relname = 'head_wake'), 1 / (SELECT count(*) FROM pg_class WHERE relname = 'head_new'),"
		" 1 / (version / 4) FROM bigmuddy.format");
	sql(b, "SELECT 1 / count(*) FROM bigmuddy.head JOIN bigmuddy.box ON hash = box_hash");
}

static void a_database_that_is_not_there_is_told(void **state)
{
	struct bench *b = *state;
	char why[MAX_ERROR] = "";

	assert_null(b->kind->open("postgres://nobody@/nothing?host=/nowhere", why));
	assert_non_null(strstr(why, "cannot be reached"));
}

/* Waits for word of that table; everything: of all. The highest number that was heard. */
static uint32_t hear(const struct bench *b, void *self, const char *id)
{
	char heard[ID_CHARS + 1];
	uint32_t seq, most = 0;

	for (int i = 0; i < 100; i++) {
		int fd = b->kind->heard_fd(self);
		while (fd >= 0 && b->kind->heard(self, heard, &seq))
			if (strcmp(heard, id) == 0)
				most = id[0] ? seq > most ? seq : most : 1;
		if (most > 0)
			return most;
		struct pollfd p = { .fd = fd, .events = POLLIN };
		poll(&p, 1, 50);
	}
	return 0;
}

static void what_one_stores_the_others_hear(void **state)
{
	struct bench *b = *state;
	void *self = opened(b), *other = opened(b);
	char why[MAX_ERROR];
	struct save *batch[STORE_GROUP];
	struct head h[STORE_GROUP];
	char id[STORE_GROUP][16];

	assert_int_equal(hear(b, other, ""), 1);                /* what was before is not known */
	put_table(b, self, "abcdefgh", 3);
	assert_int_equal(hear(b, other, "abcdefgh"), 3);
	assert_int_equal(put_rows(b, self, "abcdefgh", 4, 2, "x"), STORED);
	assert_int_equal(hear(b, other, "abcdefgh"), 5);
	for (int i = 0; i < STORE_GROUP; i++) {
		snprintf(id[i], sizeof id[i], "many-%03u", (unsigned)i % 1000);
		h[i] = head_of(id[i]);
		batch[i] = save_of(id[i], &h[i], 1, 1, "x");
	}
	assert_true(b->kind->save(self, batch, STORE_GROUP, why));
	assert_int_equal(hear(b, other, "many-383"), 1);
	for (int i = 0; i < STORE_GROUP; i++) {
		assert_int_equal(batch[i]->outcome, STORED);
		save_drop(batch[i]);
	}
	b->kind->close(self);
	b->kind->close(other);
}

static void what_the_database_does_not_take_fails_alone(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	struct save *batch[2];
	char why[MAX_ERROR];

	put_table(b, self, "table-01", 1);
	put_table(b, self, "table-02", 1);
	batch[0] = save_of("table-01", NULL, 2, 1, "\xC3");      /* half a character */
	batch[1] = save_of("table-02", NULL, 2, 1, "x");
	assert_true(b->kind->save(self, batch, 2, why));
	assert_int_equal(batch[0]->outcome, STORE_FAILED);
	assert_int_equal(batch[1]->outcome, STORED);
	assert_ends(b, self, "table-01", 1, "first");
	assert_ends(b, self, "table-02", 2, "x");
	save_drop(batch[0]);
	save_drop(batch[1]);
	b->kind->close(self);
}

static void a_lost_connection_is_made_again_and_everything_may_have_changed(void **state)
{
	struct bench *b = *state;
	void *self = opened(b), *other = opened(b);

	put_table(b, self, "abcdefgh", 1);
	assert_int_equal(hear(b, other, ""), 1);
	terminate_all(b);
	assert_int_equal(put_rows(b, self, "abcdefgh", 2, 1, "x"), STORED);
	assert_ends(b, self, "abcdefgh", 2, "x");
	assert_int_equal(hear(b, other, ""), 1);
	assert_int_equal(put_rows(b, self, "abcdefgh", 3, 1, "x"), STORED);
	assert_int_equal(hear(b, other, "abcdefgh"), 3);
	terminate_all(b);
	assert_ends(b, self, "abcdefgh", 3, "x");
	terminate_all(b);
	assert_true(lease(b, self, "me", 60000));
	b->kind->close(self);
	b->kind->close(other);
}

static atomic_bool over;

static void *terminate_often(void *arg)
{
	const char *where = arg;

	while (!over) {
		PGconn *c = PQconnectdb(where);
		PQclear(PQexec(c, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
			" AND application_name = 'bigmuddy'"));
		PQfinish(c);
		nap(40);
	}
	return NULL;
}

/* Connections are lost at any moment, also while a commit is under way. What was said to be stored is, what was said to have failed is not. */
static void a_commit_of_unknown_outcome_is_looked_up(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	pthread_t thread;
	uint32_t seq = 1;
	int failed = 0;

	put_table(b, self, "abcdefgh", 1);
	over = false;
	assert_int_equal(pthread_create(&thread, NULL, terminate_often, (void *)(uintptr_t)b->where), 0);
	for (int64_t until = clock_today() + 3000; clock_today() < until; ) {
		enum stored outcome = put_rows(b, self, "abcdefgh", seq + 1, 2, "x");
		assert_int_not_equal(outcome, STORE_CROSSED);   /* with whom? */
		if (outcome == STORED)
			seq += 2;
		else
			failed++;
	}
	over = true;
	pthread_join(thread, NULL);
	assert_ends(b, self, "abcdefgh", seq, "x");
	assert_int_equal(failed, 0);            /* it can always be found out, and done again */
	assert_true(seq > 100);
	b->kind->close(self);
}

/* A way to the server that can be cut: after CUT nothing comes back from it any more, and a while later the connection is gone, when
 * everything that had been sent is done. */
static struct proxy { int listens; struct sockaddr_un server; atomic_bool cut, over; } proxy;

static bool pass(int from, int to, bool forward)
{
	char bytes[65536];
	ssize_t n = read(from, bytes, sizeof bytes);

	return n > 0 && (!forward || write(to, bytes, (size_t)n) == n);
}

static void serve_proxy(int client)
{
	int server = socket(AF_UNIX, SOCK_STREAM, 0);
	bool open = connect(server, (struct sockaddr *)&proxy.server, sizeof proxy.server) == 0;

	for (int quiet = 0; open && !proxy.over; ) {
		struct pollfd fds[] = { { .fd = client, .events = POLLIN }, { .fd = server, .events = POLLIN } };
		bool cut = proxy.cut;
		quiet = poll(fds, 2, 10) == 0 && cut ? quiet + 1 : 0;
		if (fds[0].revents)
			open = pass(client, server, true);
		if (open && fds[1].revents)
			open = pass(server, client, !cut);
		if (quiet == 20) {
			proxy.cut = false;
			break;
		}
	}
	close(server);
	close(client);
}

static void *run_proxy(void *arg)
{
	while (!proxy.over) {
		struct pollfd p = { .fd = proxy.listens, .events = POLLIN };
		if (poll(&p, 1, 10) > 0)
			serve_proxy(accept(proxy.listens, NULL, NULL));
	}
	return arg;
}

static void start_proxy(const char *where, pthread_t *thread)
{
	struct sockaddr_un ours = { .sun_family = AF_UNIX };
	PQconninfoOption *all = PQconninfoParse(where, NULL);
	const char *host = NULL;

	for (PQconninfoOption *o = all; o && o->keyword; o++)
		if (strcmp(o->keyword, "host") == 0)
			host = o->val;
	assert_non_null(host);
	memset(&proxy, 0, sizeof proxy);
	proxy.server.sun_family = AF_UNIX;
	snprintf(proxy.server.sun_path, sizeof proxy.server.sun_path, "%s/.s.PGSQL.5432", host);
	snprintf(ours.sun_path, sizeof ours.sun_path, "%s/.s.PGSQL.5432", folder);
	PQconninfoFree(all);
	proxy.listens = socket(AF_UNIX, SOCK_STREAM, 0);
	assert_int_equal(bind(proxy.listens, (struct sockaddr *)&ours, sizeof ours), 0);
	assert_int_equal(listen(proxy.listens, 4), 0);
	assert_int_equal(pthread_create(thread, NULL, run_proxy, NULL), 0);
}

static void a_commit_whose_answer_never_came_is_found(void **state)
{
	struct bench *b = *state, through = *b;
	pthread_t thread;
	char where[200], why[MAX_ERROR];
	struct head h = head_of("table-03");
	struct save *batch[3];

	start_proxy(b->where, &thread);
	snprintf(where, sizeof where, "postgres://muddy@/postgres?host=%s", folder);
	through.where = where;
	void *self = opened(&through);
	put_table(b, self, "table-01", 1);
	put_table(b, self, "table-02", 1);
	batch[0] = save_of("table-01", NULL, 2, 3, "a");
	batch[1] = save_of("table-02", NULL, 1, 1, "b");        /* crosses, whatever happens to the connection */
	batch[2] = save_of("table-03", &h, 1, 0, "");
	proxy.cut = true;
	assert_true(b->kind->save(self, batch, 3, why));
	assert_int_equal(batch[0]->outcome, STORED);
	assert_int_equal(batch[1]->outcome, STORE_CROSSED);
	assert_int_equal(batch[2]->outcome, STORED);
	assert_false(proxy.cut);
	assert_ends(b, self, "table-01", 4, "a");
	for (int i = 0; i < 3; i++)
		save_drop(batch[i]);
	b->kind->close(self);
	proxy.over = true;
	pthread_join(thread, NULL);
	close(proxy.listens);
}

static int heard_everything, heard_own, heard_other;

static void heard(void *arg, const char *id, uint32_t seq)
{
	assert_string_equal(arg, "arg");
	heard_everything += id[0] == '\0';
	heard_own += strcmp(id, "table-01") == 0;
	if (strcmp(id, "table-02") == 0)
		heard_other = (int)seq;
}

static void the_clerk_hears_others_and_not_itself(void **state)
{
	struct bench *b = *state;
	struct clerk *c = hire(b);
	void *other = opened(b);

	heard_everything = heard_own = heard_other = 0;
	assert_true(clerk_shared(c));
	clerk_listen(c, heard, "arg");
	for (int i = 0; i < 400 && heard_everything == 0; i++) {
		mailbox_empty(box);
		nap(5);
	}
	assert_int_equal(heard_everything, 1);
	order(c, 1, true, 1, 1);
	for (uint32_t seq = 2; seq < 100; seq++)
		order(c, 1, false, seq, 1);
	put_table(b, other, "table-02", 3);
	wait_for(99);
	assert_int_equal(put_rows(b, other, "table-02", 4, 1, "x"), STORED);
	for (int i = 0; i < 400 && heard_other < 4; i++) {
		mailbox_empty(box);
		nap(5);
	}
	assert_int_equal(heard_other, 4);
	assert_int_equal(heard_own, 0);
	assert_int_equal(put_rows(b, other, "table-01", 100, 1, "x"), STORED);
	order(c, 1, false, 100, 1);             /* crosses: what was heard, if it was taken for our own, is told now */
	wait_for(100);
	for (int i = 0; i < 400 && heard_own == 0; i++) {
		mailbox_empty(box);
		nap(5);
	}
	assert_true(heard_own > 0);
	terminate_all(b);
	for (int i = 0; i < 1000 && heard_everything < 2; i++) {
		mailbox_empty(box);
		nap(5);
	}
	assert_int_equal(heard_everything, 2);
	b->kind->close(other);
	clerk_stop(c);
	mailbox_drop(box);
}

/* Jobs ---------------------------------------------------------------- */

struct work { struct job job; bool worked; char name; };
static int wakes, done_worked, done_undone;
static atomic_bool gate;

static void wake(void *arg)
{
	(*(int *)arg)++;
}

static void work(struct job *j)
{
	while (!gate)
		nap(1);
	((struct work *)j)->worked = true;
}

static void *open_gate(void *arg)
{
	nap(30);
	gate = true;
	return arg;
}

static void work_done(struct job *j)
{
	*(((struct work *)j)->worked ? &done_worked : &done_undone) += 1;
}

static void a_mailbox_wakes_once_and_keeps_the_order(void **state)
{
	struct work w[3] = { 0 };
	struct mailbox *m = mailbox_make(wake, &wakes);

	(void)state;
	wakes = done_undone = 0;
	for (int i = 0; i < 3; i++) {
		w[i].job.done = work_done;
		mailbox_post(m, &w[i].job);
	}
	assert_int_equal(wakes, 1);
	assert_int_equal(mailbox_empty(m), 3);
	assert_int_equal(mailbox_empty(m), 0);
	mailbox_post(m, &w[0].job);
	assert_int_equal(wakes, 2);
	mailbox_drop(m);
	assert_int_equal(done_undone, 4);
}

static void a_pool_finishes_what_was_begun_and_hands_back_the_rest(void **state)
{
	static struct work w[POOL_QUEUE + 3];
	struct mailbox *m = mailbox_make(NULL, NULL);
	struct pool *p = pool_make("test", 2, 5, m);
	int given = 0;

	(void)state;
	done_worked = done_undone = 0;
	gate = false;
	memset(w, 0, sizeof w);
	for (int i = 0; i < POOL_QUEUE + 3; i++) {
		w[i].job = (struct job){ .work = work, .done = work_done };
		given += pool_give(p, &w[i].job);
		if (i == 1)
			while (pool_waiting(p) > 0)
				nap(1);
	}
	assert_int_equal(given, POOL_QUEUE + 2);                /* two are at work, and the queue is full */
	pthread_t opener;
	assert_true(job_thread(&opener, "gate", open_gate, NULL));
	pool_stop(p);
	pthread_join(opener, NULL);
	mailbox_drop(m);
	assert_int_equal(done_worked, 2);
	assert_int_equal(done_undone, POOL_QUEUE);
}

/* Who has had less comes first; who has had nothing for long has no claim to what it did not use. */
static void note_order(struct job *j)
{
	static char seen[8];
	static int n;

	if (!j) {
		assert_string_equal(seen, "xbcad");
		return;
	}
	seen[n++] = ((struct work *)j)->name;
}

static void a_pool_shares_its_time_fairly(void **state)
{
	static const struct { char name; uint64_t due; } as[] = { { 'a', 300 }, { 'b', 0 }, { 'c', 100 }, { 'd', 300 } };
	static struct work w[5];
	struct mailbox *m = mailbox_make(NULL, NULL);
	struct pool *p = pool_make("test", 1, 0, m);

	(void)state;
	gate = false;
	memset(w, 0, sizeof w);
	w[4] = (struct work){ .job = { .work = work, .done = note_order, .due = 100 }, .name = 'x' };
	assert_true(pool_give(p, &w[4].job));
	while (pool_waiting(p) > 0)
		nap(1);
	for (int i = 0; i < 4; i++) {
		w[i] = (struct work){ .job = { .work = work, .done = note_order, .due = as[i].due }, .name = as[i].name };
		assert_true(pool_give(p, &w[i].job));
	}
	assert_int_equal(w[1].job.due, 100);                    /* b is no sooner than what was begun before it came */
	gate = true;
	for (int got = 0; got < 5; got += mailbox_empty(m))
		nap(1);
	note_order(NULL);
	pool_stop(p);
	mailbox_drop(m);
}

#define ON(kind, f)  { #kind ": " #f, f, begin_##kind, end, NULL }
#define ON_FILES(f)  ON(sqlite, f), ON(postgres, f)
#define ON_ALL(f)    ON(memory, f), ON_FILES(f)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mailbox_wakes_once_and_keeps_the_order),
		cmocka_unit_test(a_pool_finishes_what_was_begun_and_hands_back_the_rest),
		cmocka_unit_test(a_pool_shares_its_time_fairly),
		ON_ALL(what_is_saved_is_loaded),
		ON_ALL(a_box_of_its_own_comes_back),
		ON_FILES(a_box_that_was_built_in_once_is_kept),
		ON_ALL(who_comes_second_is_told_and_changes_nothing),
		ON_ALL(one_of_a_group_that_crosses_leaves_the_others_alone),
		ON_ALL(the_newest_snapshot_is_kept),
		ON_ALL(lists_are_filtered_and_in_order),
		ON_ALL(the_newest_are_listed_first),
		ON_ALL(one_holds_the_lease_until_it_ends),
		ON_ALL(racing_connections_lose_and_double_nothing),
		ON_ALL(what_is_there_is_there_after_reopening),
		ON_ALL(the_clerk_answers_in_order_and_writes_what_is_queued_when_stopped),
		ON_ALL(many_saves_are_one_commit),
		ON_ALL(the_clerk_reads_lists_leases_and_gives_back_leases),
		ON_FILES(what_was_acknowledged_survives_kill_9),
		ON_FILES(a_head_that_cannot_be_played_is_an_error_that_says_why),
		ON_FILES(a_row_beyond_the_end_of_its_table_fails_that_table_alone),
		ON(sqlite, a_new_file_is_for_its_owner_only),
		ON(sqlite, a_file_that_is_not_ours_is_refused_and_stays_as_it_is),
		ON(sqlite, a_place_that_cannot_be_is_refused),
		ON(sqlite, a_newer_file_is_refused_and_an_older_one_brought_up_to_date),
		ON(sqlite, a_full_disk_is_told_and_loses_nothing),
		ON(sqlite, a_locked_file_is_told_and_read_from_meanwhile),
		ON(sqlite, a_damaged_file_is_told_and_crashes_nothing),
		ON(sqlite, what_waits_behind_a_save_that_crossed_is_not_stored),
		ON(sqlite, backs_up_while_others_write),
		ON(sqlite, one_server_at_a_time),
		ON(postgres, a_newer_database_is_refused_and_an_older_one_brought_up_to_date),
		ON(postgres, a_database_that_is_not_there_is_told),
		ON(postgres, what_one_stores_the_others_hear),
		ON(postgres, what_the_database_does_not_take_fails_alone),
		ON(postgres, a_lost_connection_is_made_again_and_everything_may_have_changed),
		ON(postgres, a_commit_of_unknown_outcome_is_looked_up),
		ON(postgres, a_commit_whose_answer_never_came_is_found),
		ON(postgres, the_clerk_hears_others_and_not_itself),
	};

	if (!mkdtemp(folder))
		return 2;
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	char clean[100];
	snprintf(clean, sizeof clean, "rm -rf %s", folder);
	return system(clean) == 0 ? failed : 2;
}
