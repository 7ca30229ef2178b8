/* Several processes on one database: each is a struct live of its own. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crowd.h"

/* Two processes on one database, and a table with a person at each of them; skips the test where there is no database. */
static void open_pair(struct crowd w[2], const char *id, struct peer p[2])
{
	const char *url = crowd_postgres();

	if (!url)
		skip();
	crowd_open(&w[0], url, NULL);
	crowd_open(&w[1], url, NULL);
	assert_string_equal(api_create(&w[0], id, "queen", 3, "ppb", untimed), "");
	for (int i = 0; i < 2; i++) {
		assert_string_equal(api_sit(&w[i], id, i, false), "");
		peer_enter(&p[i], &w[i]);
		peer_hello(&p[i], id, i, 0);
	}
}

/* Ends both processes; whoever is still connected leaves. */
static void close_both(struct crowd w[2])
{
	crowd_close(&w[0]);
	crowd_close(&w[1]);
}

static void moves_of_one_process_appear_at_the_other(void **unused)
{
	const char *id = crowd_id();
	struct crowd w[2];
	struct peer p[2];

	open_pair(w, id, p);
	crowd_start(&w[1], id, p, 2);
	crowd_finish(p, 2);
	crowd_calm();
	for (int i = 0; i < 2; i++) {
		crowd_same_as_afresh(&w[1 - i], id, &p[i]);
		assert_int_equal(live_figures(w[i].live).alarms, 0);
	}
	close_both(w);
}

static void races_between_processes_have_one_winner(void **unused)
{
	const char *id = crowd_id();
	struct crowd w[2];
	struct peer p[2];
	char key[16];

	open_pair(w, id, p);
	crowd_start(&w[0], id, p, 2);
	const uint32_t before = api_seq(&w[0], id);
	for (int round = 0; round < 20; round++) {
		snprintf(key, sizeof key, "r%d", round);
		for (int i = 0; i < 2; i++)
			peer_say(&p[i], "{\"type\":\"chat\",\"text\":\"both at once\",\"key\":\"%s\"}", key);
		for (int i = 0; i < 2; i++) {
			UNTIL(peer_answer(&p[i], key));
			assert_string_equal(peer_code(&p[i], key), "ok");
		}
		crowd_clock += 1000;
	}
	UNTIL(api_seq(&w[0], id) == before + 40 && api_seq(&w[1], id) == before + 40);
	/* The same move of the same seat through both: one is played, and the other has crossed. */
	struct peer tab[2];
	const int seat = crowd_whose(p, 2)->seat;
	for (int i = 0; i < 2; i++) {
		peer_enter(&tab[i], &w[i]);
		peer_hello(&tab[i], id, seat, 0);
	}
	peer_play(&tab[0], "tab0");
	peer_play(&tab[1], "tab1");
	UNTIL(peer_answer(&tab[0], "tab0") && peer_answer(&tab[1], "tab1"));
	assert_int_equal(1, (strcmp(peer_code(&tab[0], "tab0"), "ok") == 0) + (strcmp(peer_code(&tab[1], "tab1"), "ok") == 0));
	close_both(w);
}

static void who_sits_down_at_one_process_is_known_at_the_other(void **unused)
{
	const char *url = crowd_postgres();
	struct crowd w[2];
	struct peer p[3];

	if (!url)
		skip();
	crowd_open(&w[0], url, NULL);
	crowd_open(&w[1], url, NULL);
	for (int round = 0; round < 10; round++) {
		const char *id = crowd_id();
		assert_string_equal(api_create(&w[0], id, "queen", 3, "ppp", untimed), "");
		for (int i = 0; i < 3; i++) {
			assert_string_equal(api_sit(&w[i % 2], id, i, true), "");
			peer_enter(&p[i], &w[1 - i % 2]);
			peer_hello(&p[i], id, i, 0);
			assert_int_equal(p[i].seat, i);
		}
		struct promise begun;
		int revealed = 0;
		api_ask_to_start(&w[round % 2], id, &begun);
		for (int i = 0; !begun.came; i = (i + 1) % 3) {         /* each as soon as it is told that the game is starting */
			crowd_wait();
			crowd_clock += i == 0;
			if (!(revealed >> i & 1) && p[i].seats && strcmp(json_string_value(json_object_get(p[i].seats, "status")), "starting") == 0) {
				peer_reveal(&p[i]);
				revealed |= 1 << i;
			}
		}
		assert_string_equal(begun.code, "");
		assert_int_equal(api_nonces(&w[round % 2], id), 3);
		crowd_leave(p, 3);
	}
	close_both(w);
}

static void of_several_processes_one_tells_whose_turn_it_is(void **unused)
{
	const char *url = crowd_postgres(), *id = crowd_id();
	struct crowd w[3];
	struct peer p[2], q[3];

	if (!url)
		skip();
	notify_there = true;
	for (int i = 0; i < 3; i++)
		crowd_open(&w[i], url, NULL);
	assert_string_equal(api_create(&w[0], id, "queen", 3, "ppb", untimed), "");
	for (int i = 0; i < 2; i++) {
		assert_string_equal(api_sit(&w[0], id, i, false), "");
		peer_enter(&p[i], &w[i]);
		peer_hello(&p[i], id, i, 0);
		peer_say(&p[i], "{\"type\":\"tell\",\"mail\":\"me@example.org\",\"key\":\"t\"}");
		UNTIL(peer_answer(&p[i], "t"));
		assert_string_equal(peer_code(&p[i], "t"), "ok");
	}
	for (int i = 0; i < 3; i++) {
		peer_enter(&q[i], &w[i]);
		peer_hello(&q[i], id, -1, 0);
	}
	crowd_start(&w[0], id, p, 2);
	struct peer *m = crowd_whose(p, 2), *other = m == p ? p + 1 : p;
	const int seat = other->seat;
	crowd_calm();
	memset(notify_told, 0, sizeof notify_told);
	peer_leave(other);
	while (json_integer_value(json_object_get(q[2].game, "toMove")) != seat)
		crowd_move(m, 1);
	UNTIL(notify_told[seat] > 0);
	crowd_later(20000);
	assert_int_equal(notify_told[seat], 1);
	crowd_leave(q, 3);
	peer_leave(m);
	for (int i = 0; i < 3; i++)
		crowd_close(&w[i]);
}

/* A table whose bots the first of two processes runs; it is a bot's turn, and the process has it wait. */
static void begin_with_bots(struct crowd *w, const char *id, struct peer *p)
{
	assert_string_equal(api_create(w, id, "queen", 3, "pbb", untimed), "");
	assert_string_equal(api_sit(w, id, 0, false), "");
	peer_enter(p, w);
	peer_hello(p, id, 0, 0);
	assert_string_equal(api_start(w, id), "");
	UNTIL(p->game && strcmp(peer_status(p), "running") == 0);
	while (peer_to_move(p))
		crowd_move(p, 1);
}

static void another_process_takes_over_within_ten_seconds(void **unused)
{
	const char *url = crowd_postgres();
	struct live_limits slow = crowd_limits();
	struct crowd w[2];
	struct peer p[2], q;
	char id[2][ID_CHARS + 1];

	if (!url)
		skip();
	slow.bot_delay = 1000000;               /* while somebody is looking */
	crowd_real = true;
	crowd_open(&w[0], url, &slow);
	crowd_open(&w[1], url, NULL);
	for (int i = 0; i < 2; i++) {
		snprintf(id[i], sizeof id[i], "%s", crowd_id());
		begin_with_bots(&w[0], id[i], &p[i]);
	}
	crowd_calm();
	const int64_t died = crowd_clock;
	must(w[1].next == &w[0]);
	w[1].next = NULL;                       /* it does nothing any more: as good as dead */
	peer_enter(&q, &w[1]);                  /* one of the two tables is open at the other process, of the other it knows nothing */
	peer_hello(&q, id[0], -1, 0);
	const uint32_t seq = api_seq(&w[1], id[0]);
	crowd_calm();
	assert_int_equal(api_seq(&w[1], id[0]), seq);         /* the dead one still has the lease */
	UNTIL(api_seq(&w[1], id[0]) > seq);
	assert_true(crowd_clock - died > 3000 && crowd_clock - died < 10000);
	UNTIL(live_figures(w[1].live).tables == 2 && api_seq(&w[1], id[1]) > (uint32_t)peer_number(&p[1], "seq"));
	assert_true(crowd_clock - died < 10000);
	peer_leave(&q);
	w[1].next = &w[0];
	close_both(w);
}

static void deleted(void *came, const struct live_answer *a)
{
	*(const char **)came = a->code ? a->code : "";
}

static bool has_come(const char *const *came)
{
	return *came != NULL;
}

static void a_table_that_one_process_deletes_is_gone_at_the_other(void **unused)
{
	const char *id = crowd_id(), *came = NULL;
	struct crowd w[2];
	struct peer p[2];

	open_pair(w, id, p);
	assert_string_equal(api_host(&w[0], id, REQUEST_CLOSE, -1, "enough"), "");
	live_erase(w[0].live, id, api_seq(&w[0], id), deleted, &came);
	UNTIL(has_come(&came));
	assert_string_equal(came, "");
	UNTIL(p[0].dropped && p[1].dropped);
	assert_string_equal(json_string_value(json_object_get(peer_last(&p[1], "error"), "code")), "no_such_table");
	crowd_leave(p, 2);
	crowd_later(1000);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(live_figures(w[i].live).tables, 0);
		assert_int_equal(live_figures(w[i].live).alarms, 0);
	}
	close_both(w);
}

int main(int argc, char **argv)
{
	struct CMUnitTest tests[] = {
		cmocka_unit_test(moves_of_one_process_appear_at_the_other),
		cmocka_unit_test(a_table_that_one_process_deletes_is_gone_at_the_other),
		cmocka_unit_test(races_between_processes_have_one_winner),
		cmocka_unit_test(who_sits_down_at_one_process_is_known_at_the_other),
		cmocka_unit_test(of_several_processes_one_tells_whose_turn_it_is),
		cmocka_unit_test(another_process_takes_over_within_ten_seconds),
	};

	return crowd_run(argc, argv, "live, several processes", tests);
}
