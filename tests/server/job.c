/* Jobs that are done elsewhere: mailboxes and pools. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <cmocka.h>

#include "shelf.h"

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

static char told[8];

static void tell_name(struct job *j)
{
	told[strlen(told)] = ((struct work *)j)->name;
}

static void several_are_posted_at_once(void **state)
{
	struct work w[4] = { { .name = 'a' }, { .name = 'b' }, { .name = 'c' }, { .name = 'd' } };
	struct mailbox *m = mailbox_make(wake, &wakes);
	struct jobs all = { 0 };

	wakes = 0;
	memset(told, 0, sizeof told);
	mailbox_post_all(m, &all);
	assert_int_equal(wakes, 0);             /* there is nothing to wake for */
	for (int i = 0; i < 4; i++) {
		w[i].job.done = tell_name;
		if (i > 0)
			jobs_put(&all, &w[i].job);
	}
	mailbox_post(m, &w[0].job);
	mailbox_post_all(m, &all);
	assert_int_equal(all.n, 0);
	assert_int_equal(wakes, 1);
	assert_int_equal(mailbox_empty(m), 4);
	assert_string_equal(told, "abcd");
	jobs_put(&all, &w[1].job);
	jobs_put(&all, &w[2].job);
	mailbox_post_all(m, &all);
	assert_int_equal(wakes, 2);
	mailbox_drop(m);
	assert_string_equal(told, "abcdbc");
}

static void a_mailbox_wakes_once_and_keeps_the_order(void **state)
{
	struct work w[3] = { 0 };
	struct mailbox *m = mailbox_make(wake, &wakes);

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

static void *note_cores(void *out)
{
	while (!gate)
		nap(1);
	sched_getaffinity(0, sizeof(cpu_set_t), out);
	return NULL;
}

static void who_keeps_apart_shares_no_core_with_threads_made_later(void **state)
{
	cpu_set_t all, own, theirs, both;
	pthread_t other;

	assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
	job_keep_apart();
	gate = false;
	assert_true(job_thread(&other, "other", note_cores, &theirs));
	gate = true;
	pthread_join(other, NULL);
	sched_getaffinity(0, sizeof own, &own);
	CPU_AND(&both, &own, &theirs);
	assert_int_equal(CPU_COUNT(&both), CPU_COUNT(&all) > 1 ? 0 : 1);
	assert_int_equal(CPU_COUNT(&own), 1);
	assert_int_equal(CPU_COUNT(&theirs), CPU_COUNT(&all) > 1 ? CPU_COUNT(&all) - 1 : 1);
	sched_setaffinity(0, sizeof all, &all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mailbox_wakes_once_and_keeps_the_order),
		cmocka_unit_test(several_are_posted_at_once),
		cmocka_unit_test(a_pool_finishes_what_was_begun_and_hands_back_the_rest),
		cmocka_unit_test(a_pool_shares_its_time_fairly),
		cmocka_unit_test(who_keeps_apart_shares_no_core_with_threads_made_later),       /* the last: there is no way back */
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
