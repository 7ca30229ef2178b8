#define _GNU_SOURCE
#include <libpq-fe.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "base/clock.h"
#include "shelf.h"

char folder[] = "/tmp/muddy-store.XXXXXX";

void nap(int ms)
{
	nanosleep(&(struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000l }, NULL);
}

/* SQL past the store. */
void sql(const struct bench *b, const char *text)
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
void terminate_all(const struct bench *b)
{
	sql(b, "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
}

void *opened(const struct bench *b)
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

int begin_memory(void **state)
{
	static struct bench b = { .kind = &store_memory };

	*state = &b;
	return begin(&b);
}

int begin_sqlite(void **state)
{
	static struct bench b = { .kind = &store_sqlite };

	*state = &b;
	return begin(&b);
}

int begin_postgres(void **state)
{
	static struct bench b = { .kind = &store_postgres };

	*state = &b;
	return begin(&b);
}

int put_away(void **state)
{
	struct bench *b = *state;

	if (b->keeper)
		b->kind->close(b->keeper);
	b->keeper = NULL;
	return 0;
}

int shelf_open(void **state)
{
	return mkdtemp(folder) ? 0 : -1;
}

int shelf_close(void **state)
{
	char clean[100];

	snprintf(clean, sizeof clean, "rm -rf %s", folder);
	return system(clean);
}

/* Heads and saves ----------------------------------------------------- */

/* The table of that number: table-NN. */
void name_of(int table, char out[16])
{
	strcpy(out, "table-00");
	out[6] = (char)('0' + table / 10);
	out[7] = (char)('0' + table % 10);
}

int number_of(const char *id)
{
	return atoi(id + 6);
}

struct head record_head_of(const char *id)
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
struct save *save_of(const char *id, const struct head *h, uint32_t first, int n, const char *who)
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

void save_drop(struct save *s)
{
	rows_clear(&s->rows);
	free(s);
}

enum stored put(const struct bench *b, void *self, struct save *s)
{
	char why[MAX_ERROR] = "";

	b->kind->save(self, &s, 1, why);
	enum stored outcome = s->outcome;
	if (outcome == STORE_FAILED)
		assert_true(s->why[0] != '\0');
	return outcome;
}

enum stored put_rows(const struct bench *b, void *self, const char *id, uint32_t first, int n, const char *who)
{
	struct save *s = save_of(id, NULL, first, n, who);
	enum stored outcome = put(b, self, s);

	save_drop(s);
	return outcome;
}

void put_table(const struct bench *b, void *self, const char *id, int rows)
{
	struct head h = record_head_of(id);
	struct save *s = save_of(id, &h, 1, rows, "first");

	assert_int_equal(put(b, self, s), STORED);
	save_drop(s);
}

void put_two_tables(const struct bench *b, void *self, const char *id, const char *other, int rows)
{
	put_table(b, self, id, rows);
	put_table(b, self, other, rows);
}

struct loaded *get(const struct bench *b, void *self, const char *id, uint32_t after)
{
	struct loaded *l = malloc(sizeof *l);
	char why[MAX_ERROR] = "";

	assert_non_null(l);
	if (!b->kind->load(self, id, after, l, why))
		fail_msg("%s", why);
	return l;
}

void got(struct loaded *l)
{
	store_loaded_drop(l);
	free(l);
}

/* Whether the table ends with that row, which is `who`'s, and no number is missing. */
void assert_ends(const struct bench *b, void *self, const char *id, uint32_t seq, const char *who)
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

void cannot_open(const struct bench *b, const char *word)
{
	char why[MAX_ERROR] = "";

	assert_null(b->kind->open(b->where, why));
	if (!strstr(why, word))
		fail_msg("'%s' does not tell of '%s'", why, word);
}

bool lease(const struct bench *b, void *self, const char *owner, int64_t span)
{
	char why[MAX_ERROR] = "";
	bool held;
	int64_t now = clock_today();

	if (!b->kind->lease(self, &(struct lease_ask){ "abcdefgh", owner, now, now + span }, &held, why))
		fail_msg("%s", why);
	return held;
}

void write_file(const char *path, const char *bytes, size_t n)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	fclose(f);
}
