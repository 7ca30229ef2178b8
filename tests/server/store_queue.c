/* The queue: storage without waiting, in groups, in order, and not lost when the process is killed. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/clock.h"
#include "shelf.h"

/* Queue --------------------------------------------------------------- */

static struct mailbox *box;
static int answers, stored_answers, last_of[64];

static struct store_queue *hire(const struct bench *b)
{
	char why[MAX_ERROR] = "";

	answers = stored_answers = 0;
	memset(last_of, 0, sizeof last_of);
	box = mailbox_make(NULL, NULL);
	struct store_queue *c = store_queue_make(b->url, box, why);
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

static void order(struct store_queue *c, int table, bool fresh, uint32_t first, int n)
{
	struct save_job *j = calloc(1, sizeof *j);
	char *id = malloc(16);
	struct head *h = fresh ? malloc(sizeof *h) : NULL;

	assert_true(j && id && (h || !fresh));
	name_of(table, id);
	if (fresh)
		*h = record_head_of(id);
	struct save *s = save_of(id, h, first, n, "queue");
	j->save = *s;
	free(s);
	j->job.done = saved;
	store_queue_save(c, j);
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
	struct store_queue *c = hire(b);

	for (int table = 0; table < 50; table++)
		order(c, table, true, 1, 1);
	for (uint32_t seq = 2; seq < 12; seq += 2)
		for (int table = 0; table < 50; table++)
			order(c, table, false, seq, 2);
	wait_for(50);
	store_queue_stop(c);
	mailbox_drop(box);
	assert_int_equal(answers, 300);
	assert_int_equal(stored_answers, 300);
	void *self = opened(b);
	for (int table = 0; table < 50; table++) {
		char id[16];
		name_of(table, id);
		assert_ends(b, self, id, 11, "queue");
	}
	b->kind->close(self);
}

/* So many tables with so many rows each, and when they are stored that many rounds of one more row for each. */
static void order_rounds(struct store_queue *c, int tables, int rows, int rounds)
{
	for (int table = 0; table < tables; table++)
		order(c, table, true, 1, rows);
	wait_for(tables);
	for (int round = 1; round <= rounds; round++)
		for (int table = 0; table < tables; table++)
			order(c, table, false, (uint32_t)(rows + round), 1);
}

static void many_saves_are_one_commit(void **state)
{
	struct bench *b = *state;
	struct store_queue *c = hire(b);

	order_rounds(c, 50, 1, 8);
	wait_for(450);
	struct store_queue_figures f = store_queue_figures(c);
	assert_int_equal(f.saves, 450);
	assert_int_equal(f.rows, 450);
	assert_int_equal(f.failures, 0);
	assert_true(f.commits < 450 && f.seconds >= 0);
	store_queue_stop(c);
	mailbox_drop(box);
}

static void loaded_by_clerk(struct job *j)
{
	struct load_job *l = (struct load_job *)j;

	answers++;
	assert_true(l->fine);
	assert_true(l->loaded.found);
	assert_int_equal(l->loaded.rows.n, 2);
	store_loaded_drop(&l->loaded);
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
	struct store_queue *c = hire(b);
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
	store_queue_load(c, &load);
	store_queue_list(c, &lists);
	wait_for(3);
	store_queue_lease(c, &(struct lease_ask){ "table-07", "me", now, now + 60000 }, leased, &held[0]);
	wait_for(4);
	assert_int_equal(held[0], true);
	assert_true(b->kind->lease(other, &(struct lease_ask){ "table-07", "you", now, now + 60000 }, &theirs, why));
	assert_false(theirs);
	store_queue_stop(c);
	mailbox_drop(box);
	assert_true(b->kind->lease(other, &(struct lease_ask){ "table-07", "you", now, now + 60000 }, &theirs, why));
	assert_true(theirs);
	b->kind->close(other);
}

/* Killed -------------------------------------------------------------- */

enum { KILLED_TABLES = 8 };
static struct store_queue *mine;
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
	store_queue_save(mine, s);
}

static _Noreturn void write_until_killed(const struct bench *b, const uint32_t from[KILLED_TABLES])
{
	static char id[KILLED_TABLES][16];
	static struct head h[KILLED_TABLES];
	char why[MAX_ERROR];

	box = mailbox_make(NULL, NULL);
	mine = store_queue_make(b->url, box, why);
	if (!mine)
		_exit(4);
	for (int i = 0; i < KILLED_TABLES; i++) {
		struct save_job *j = calloc(1, sizeof *j);
		name_of(i, id[i]);
		h[i] = record_head_of(id[i]);
		struct save *s = save_of(id[i], from[i] == 0 ? &h[i] : NULL, from[i] + 1, 1, "killed");
		j->save = *s;
		j->job.done = acknowledge;
		store_queue_save(mine, j);
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

/* Another process that writes until it is killed, and says through the pipe what was acknowledged. */
static pid_t begin_writer(struct bench *b, uint32_t *acked, int ends[2])
{
	assert_int_equal(pipe(ends), 0);
	acks = ends[1];
	pid_t child = fork();
	if (child == 0)
		write_until_killed(b, acked);
	close(ends[1]);
	return child;
}

static void what_was_acknowledged_survives_kill_9(void **state)
{
	struct bench *b = *state;
	uint32_t acked[KILLED_TABLES] = { 0 };

	b->kind->close(opened(b));
	for (int round = 0; round < 5; round++) {
		int ends[2], status;
		pid_t child = begin_writer(b, acked, ends);
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

static off_t log_length(const struct bench *b)
{
	char path[300];
	struct stat st;

	snprintf(path, sizeof path, "%s-wal", b->where);
	assert_int_equal(stat(path, &st), 0);
	return st.st_size;
}

/* However long it goes on: what is in the log is copied into the file, and the log is written again from its beginning. */
static void the_log_of_a_file_does_not_grow_for_ever(void **state)
{
	enum { TABLES = 50, ROUNDS = 360 };      /* a third of it is more saves than the queue lets pass without tidying up */
	struct bench *b = *state;
	struct store_queue *c = hire(b);
	off_t length[3];

	for (uint32_t seq = 1; seq <= 3 * ROUNDS; seq++) {
		for (int table = 0; table < TABLES; table++)
			order(c, table, seq == 1, seq, 1);
		wait_for((int)seq * TABLES);
		if (seq % ROUNDS == 0)
			length[seq / ROUNDS - 1] = log_length(b);
	}
	assert_true(length[2] < 2 * length[0]);
	assert_int_equal(stored_answers, 3 * ROUNDS * TABLES);
	store_queue_stop(c);
	mailbox_drop(box);
}

static void what_waits_behind_a_save_that_crossed_is_not_stored(void **state)
{
	struct bench *b = *state;
	struct store_queue *c = hire(b);
	sqlite3 *db;

	order(c, 1, true, 1, 1);
	wait_for(1);
	assert_int_equal(sqlite3_open(b->where, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE; UPDATE row SET last = 2 WHERE last = 1; INSERT INTO row"
		" (place, kind, by, seat, at, key, text) SELECT no << 32 | 2, 'chat', 'player', 0, 0, '', 'somebody else' FROM head", NULL, NULL, NULL), SQLITE_OK);
	order(c, 1, false, 2, 1);               /* crosses */
	order(c, 1, false, 3, 1);               /* would fit, but was asked for after the one before */
	order(c, 1, false, 4, 1);
	nap(50);
	assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	wait_for(4);
	assert_int_equal(stored_answers, 1);
	store_queue_stop(c);
	mailbox_drop(box);
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
	struct store_queue *c = hire(b);
	void *other = opened(b);

	heard_everything = heard_own = heard_other = 0;
	assert_true(store_queue_shared(c));
	store_queue_listen(c, heard, "arg");
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
	store_queue_stop(c);
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
	struct store_queue *c = hire(b);
	char path[300], why[MAX_ERROR] = "";
	struct bench copy = *b;

	order_rounds(c, 64, 40, 100);
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
	store_queue_stop(c);
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

	assert_null(store_queue_make(url, m, why));
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
	struct store_queue *c = hire(b);
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
	store_queue_stop(c);
	mailbox_drop(box);

	/* In another, until it is killed. */
	pid_t child = begin_writer(b, acked, ends);
	assert_int_equal(listen_to(ends[0], 1, acked), 1);
	cannot_hire(b, b->url);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	close(ends[0]);
	c = hire(b);
	store_queue_stop(c);
	mailbox_drop(box);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_ALL(the_clerk_answers_in_order_and_writes_what_is_queued_when_stopped),
		ON_ALL(many_saves_are_one_commit),
		ON_ALL(the_clerk_reads_lists_leases_and_gives_back_leases),
		ON(sqlite, the_log_of_a_file_does_not_grow_for_ever),
		ON_FILES(what_was_acknowledged_survives_kill_9),
		ON(sqlite, what_waits_behind_a_save_that_crossed_is_not_stored),
		ON(postgres, the_clerk_hears_others_and_not_itself),
		ON(sqlite, backs_up_while_others_write),
		ON(sqlite, one_server_at_a_time),
	};

	return cmocka_run_group_tests(tests, shelf_open, shelf_close);
}
