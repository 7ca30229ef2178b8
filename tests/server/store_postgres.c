/* What is peculiar to PostgreSQL: a server that can go away, and others who write. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/clock.h"
#include "shelf.h"

static void a_newer_database_is_refused_and_an_older_one_brought_up_to_date(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);

	put_table(b, self, "abcdefgh", 3);
	b->kind->close(self);
	sql(b, "UPDATE bigmuddy.format SET version = 99");
	cannot_open(b, "newer");
	sql(b, "UPDATE bigmuddy.format SET version = 1; DROP INDEX bigmuddy.head_wake, bigmuddy.head_new; DROP TABLE bigmuddy.box, bigmuddy.secret;"
		" ALTER TABLE bigmuddy.head DROP COLUMN deal, DROP COLUMN deal_player, DROP COLUMN deal_place, DROP COLUMN deal_score");
	PGconn *older = PQconnectdbParams((const char *[]){ "fallback_application_name", "dbname", NULL }, (const char *[]){ "bigmuddy", b->where, NULL }, 1);
	assert_int_equal(PQstatus(older), CONNECTION_OK);
	cannot_open(b, "end that server first");
	sql(b, "SELECT 1 / version, 1 / (version = 1)::int FROM bigmuddy.format");
	PQfinish(older);
	char why[MAX_ERROR];
	for (int i = 0; i < 100 && !(self = b->kind->open(b->where, why)); i++)
		usleep(50000);                  /* until the database has noticed that it is gone */
	assert_non_null(self);
	assert_ends(b, self, "abcdefgh", 3, "first");
	b->kind->close(self);
	sql(b, "SELECT 1 / (SELECT count(*) FROM pg_class WHERE relname = 'head_wake'), 1 / (SELECT count(*) FROM pg_class WHERE relname = 'head_new'),"
		" 1 / (version / 5) FROM bigmuddy.format");
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
		h[i] = record_head_of(id[i]);
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

	put_two_tables(b, self, "table-01", "table-02", 1);
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
	for (int64_t begun = clock_today(); clock_today() < begun + 3000 || (seq <= 100 && clock_today() < begun + 60000); ) {
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
	struct head h = record_head_of("table-03");
	struct save *batch[3];

	start_proxy(b->where, &thread);
	snprintf(where, sizeof where, "postgres://muddy@/postgres?host=%s", folder);
	through.where = where;
	void *self = opened(&through);
	put_two_tables(b, self, "table-01", "table-02", 1);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON(postgres, a_newer_database_is_refused_and_an_older_one_brought_up_to_date),
		ON(postgres, a_database_that_is_not_there_is_told),
		ON(postgres, what_one_stores_the_others_hear),
		ON(postgres, what_the_database_does_not_take_fails_alone),
		ON(postgres, a_lost_connection_is_made_again_and_everything_may_have_changed),
		ON(postgres, a_commit_of_unknown_outcome_is_looked_up),
		ON(postgres, a_commit_whose_answer_never_came_is_found),
	};

	return cmocka_run_group_tests(tests, shelf_open, shelf_close);
}
