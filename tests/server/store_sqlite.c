/* What is peculiar to SQLite: one file, on a disk that can be full, locked or damaged. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "shelf.h"

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

/* What version 1 looked like. */
static const char like_version_1[] =
	"CREATE TABLE old ("
	"  table_id TEXT NOT NULL REFERENCES head, seq INTEGER NOT NULL, kind TEXT NOT NULL, by TEXT NOT NULL, seat INTEGER NOT NULL,"
	"  at INTEGER NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, seq)"
	") STRICT, WITHOUT ROWID;"
	"CREATE TABLE snapshot (table_id TEXT PRIMARY KEY REFERENCES head, seq INTEGER NOT NULL, state BLOB NOT NULL) STRICT, WITHOUT ROWID;"
	"INSERT INTO old SELECT id, place & 4294967295, kind, by, seat, at, key, text FROM row JOIN head ON no = place >> 32 WHERE last IS NULL;"
	"INSERT INTO snapshot SELECT id, state_seq, state FROM row JOIN head ON no = place >> 32 WHERE state IS NOT NULL;"
	"ALTER TABLE head ADD COLUMN seq INTEGER NOT NULL DEFAULT 0; ALTER TABLE head ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE head ADD COLUMN wake INTEGER NOT NULL DEFAULT 0;"
	"UPDATE head SET (seq, changed, wake) = (SELECT last, at, row.wake FROM row WHERE place = no << 32 | 4294967295);"
	"DROP TABLE row; ALTER TABLE old RENAME TO row; DROP INDEX head_no; DROP INDEX head_new; DROP TABLE box; ALTER TABLE head DROP COLUMN no;"
	"DROP INDEX head_deal; DROP TABLE secret; ALTER TABLE head DROP COLUMN deal; ALTER TABLE head DROP COLUMN deal_player;"
	"ALTER TABLE head DROP COLUMN deal_place; ALTER TABLE head DROP COLUMN deal_score;"
	"PRAGMA user_version = 1";

static void assert_as_it_was(const struct bench *b, const struct save *was)
{
	void *self = opened(b);
	struct summary now;
	char why[MAX_ERROR];
	int n;

	assert_ends(b, self, was->id, was->now.seq, "first");
	assert_true(b->kind->list(self, &(struct filter){ .status = -1, .limit = 1 }, &now, &n, why));
	assert_int_equal(n, 1);
	assert_int_equal(now.seq, was->now.seq);
	assert_int_equal(now.changed, was->now.changed);
	assert_int_equal(now.wake, was->now.wake);
	struct loaded *l = get(b, self, was->id, 0);
	assert_int_equal(l->snapshot_seq, was->snapshot_seq);
	assert_int_equal(l->snapshot_n, was->snapshot_n);
	assert_memory_equal(l->snapshot, was->snapshot, (size_t)was->snapshot_n);
	got(l);
	b->kind->close(self);
}

static void a_newer_file_is_refused_and_an_older_one_brought_up_to_date(void **state)
{
	struct bench *b = *state;
	struct head h = record_head_of("abcdefgh");
	struct save *s = save_of(h.id, &h, 1, 3, "first");
	void *self = opened(b);
	sqlite3 *db;
	sqlite3_stmt *q;

	s->now.seq = s->snapshot_seq = 3;
	s->now.wake = 123456789;
	s->snapshot_n = 300;
	memset(s->snapshot, 'x', 300);
	assert_int_equal(put(b, self, s), STORED);
	b->kind->close(self);
	sql(b, "PRAGMA user_version = 99");
	cannot_open(b, "newer");
	sql(b, like_version_1);
	assert_as_it_was(b, s);
	save_drop(s);
	assert_int_equal(sqlite3_open(b->where, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, "SELECT user_version, (SELECT count(*) FROM sqlite_schema WHERE name = 'head_new'),"
		" (SELECT count(*) FROM head JOIN box ON hash = box_hash), (SELECT count(*) FROM box) FROM pragma_user_version", -1, &q, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int(q, 0), 6);
	for (int i = 1; i < 4; i++)
		assert_int_equal(sqlite3_column_int(q, i), 1);  /* of the boxes that of the table, and no other */
	sqlite3_finalize(q);
	sqlite3_close(db);
}

/* What reaches the disk for a move, and with it how many moves there can be, is counted in pages. */
static void a_move_writes_less_than_two_pages(void **state)
{
	enum { TABLES = 40, ROWS = 12, FRAME = 2048 + 24 };
	struct bench *b = *state;
	void *self = opened(b);
	char id[16], wal[300];
	struct stat before, after;

	for (int i = 0; i < TABLES; i++) {
		name_of(i, id);
		put_table(b, self, id, 1);
	}
	snprintf(wal, sizeof wal, "%s-wal", b->where);
	assert_int_equal(stat(wal, &before), 0);
	for (uint32_t seq = 2; seq < 2 + ROWS; seq++)
		for (int i = 0; i < TABLES; i++) {
			name_of(i, id);
			struct save *s = save_of(id, NULL, seq, 1, "x");
			s->stands = true;
			s->snapshot_seq = seq;
			s->snapshot_n = 200;
			assert_int_equal(put(b, self, s), STORED);
			save_drop(s);
		}
	assert_int_equal(stat(wal, &after), 0);
	long pages = (after.st_size - before.st_size) / FRAME;
	assert_true(pages >= TABLES * ROWS && pages < 2 * TABLES * ROWS);       /* a full one shares with those beside it now and then */
	b->kind->close(self);
}

static void a_full_disk_is_told_and_loses_nothing(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	struct rlimit before, small;
	struct stat st;
	char wal[300], why[MAX_ERROR];
	struct save *batch[2];

	put_two_tables(b, self, "table-1x", "table-2x", 1);
	snprintf(wal, sizeof wal, "%s-wal", b->where);
	assert_int_equal(stat(wal, &st), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = before;
	small.rlim_cur = (rlim_t)st.st_size + 1000;             /* less than a page */
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
			store_loaded_drop(l);
		put_rows(b, self, id, 41, 1, "x");
	}
	assert_non_null(strstr(why, "damaged"));
	if (self)
		b->kind->close(self);
	free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON(sqlite, a_new_file_is_for_its_owner_only),
		ON(sqlite, a_file_that_is_not_ours_is_refused_and_stays_as_it_is),
		ON(sqlite, a_place_that_cannot_be_is_refused),
		ON(sqlite, a_newer_file_is_refused_and_an_older_one_brought_up_to_date),
		ON(sqlite, a_move_writes_less_than_two_pages),
		ON(sqlite, a_full_disk_is_told_and_loses_nothing),
		ON(sqlite, a_locked_file_is_told_and_read_from_meanwhile),
		ON(sqlite, a_damaged_file_is_told_and_crashes_nothing),
	};

	return cmocka_run_group_tests(tests, shelf_open, shelf_close);
}
