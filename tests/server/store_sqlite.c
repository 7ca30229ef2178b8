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

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON(sqlite, a_new_file_is_for_its_owner_only),
		ON(sqlite, a_file_that_is_not_ours_is_refused_and_stays_as_it_is),
		ON(sqlite, a_place_that_cannot_be_is_refused),
		ON(sqlite, a_newer_file_is_refused_and_an_older_one_brought_up_to_date),
		ON(sqlite, a_full_disk_is_told_and_loses_nothing),
		ON(sqlite, a_locked_file_is_told_and_read_from_meanwhile),
		ON(sqlite, a_damaged_file_is_told_and_crashes_nothing),
	};

	return cmocka_run_group_tests(tests, shelf_open, shelf_close);
}
