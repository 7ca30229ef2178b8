/* The live in the course of time: coming back, restarts, clocks, and storage that fails. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crowd.h"
#include "base/slog.h"

/* Coming back ----------------------------------------------------------------------------------- */

static void who_comes_back_gets_what_was_missed_and_no_more(void **unused)
{
	struct crowd w;
	struct peer p[2], q;

	crowd_game(&w, "memory:", "cumeback", "rails", untimed, p, 2);
	for (int i = 0; i < 10; i++)
		crowd_move(p, 2);
	peer_enter(&q, &w);
	peer_hello(&q, "cumeback", -1, 0);
	const int seq = peer_number(&q, "seq");
	const size_t known = json_array_size(q.log);
	for (int i = 0; i < 10; i++)
		crowd_move(p, 2);
	crowd_whose(p, 2);                              /* no bot is at it: one can take longer than any calm */
	crowd_calm();
	const size_t all = json_array_size(q.log);
	peer_leave(&q);
	peer_enter(&q, &w);
	peer_hello(&q, "cumeback", -1, seq);
	assert_int_equal(json_array_size(q.log), all - known);
	peer_hello(&q, "cumeback", -1, peer_number(&q, "seq"));
	assert_int_equal(json_array_size(json_object_get(q.game, "log")), 0);
	assert_non_null(json_object_get(q.game, "view"));
	peer_hello(&q, "cumeback", -1, 1000000);        /* it knows of more than there is: another store */
	assert_int_equal(json_array_size(json_object_get(q.game, "log")), all);
	peer_leave(&q);
	crowd_close(&w);
}

/* Somebody who joins while rows are on their way misses none and gets none twice. */
static void who_joins_in_the_middle_of_it_misses_nothing(void **unused)
{
	struct crowd w;
	struct peer p[1], q[40];

	crowd_open(&w, crowd_scratch(), NULL);
	crowd_gather(&w, "juynynyt", "queen", 1, 4, untimed, p);
	crowd_start(&w, "juynynyt", p, 1);
	crowd_whose(p, 1);
	peer_say(p, "{\"type\":\"leave\",\"key\":\"bye\"}");
	for (int i = 0; i < 40; i++) {
		peer_enter(&q[i], &w);
		peer_say(&q[i], "{\"type\":\"hello\",\"table\":\"juynynyt\"}");
		crowd_wait();
	}
	UNTIL(strcmp(peer_status(p), "over") == 0);
	crowd_calm();
	for (int i = 0; i < 40; i++) {
		crowd_same_log(q[i].log, q[0].log);
	}
	crowd_close(&w);
	crowd_clean();
}

/* Its log is written by another thread, while moves are made. */
static void who_comes_to_a_long_game_misses_nothing_either(void **unused)
{
	enum { COMERS = 60 };
	static struct peer q[COMERS];
	struct crowd w;
	struct peer p[2];

	crowd_game(&w, "memory:", "unendyng", "broadhorns", untimed, p, 2);
	for (int i = 0; i < 1000 && peer_number(p, "seq") < 150; i++)
		crowd_move(p, 2);
	for (int i = 0; i < COMERS; i++) {
		peer_enter(&q[i], &w);
		peer_say(&q[i], "{\"type\":\"hello\",\"table\":\"unendyng\",\"after\":%d}", i % 3 == 2 ? 100 : 0);
		for (int k = i % 5; k > 0; k--)
			crowd_wait();
		crowd_move(p, 2);
	}
	for (int i = 0; i < COMERS; i++)
		UNTIL(peer_count(&q[i], "game") > 0);
	while (!crowd_move(p, 2))                       /* news after everybody's greeting, which has a longer log */
		;
	crowd_whose(p, 2);                              /* no bot is at it */
	for (int i = 0; i < COMERS; i++)
		UNTIL(peer_number(&q[i], "seq") == peer_number(p, "seq"));
	crowd_calm();
	for (int i = 0; i < COMERS; i++) {
		assert_string_equal(json_string_value(json_object_get(json_array_get(q[i].heard, 0), "type")), "welcome");
		assert_int_equal(json_integer_value(json_object_get(json_array_get(q[i].log, 0), "seq")), i % 3 == 2 ? 101 : 1);
		assert_true(json_equal(q[i].game, q[0].game));
		crowd_same_log(q[i].log, q[i % 3 == 2 ? 2 : 0].log);
	}
	crowd_same_as_afresh(&w, "unendyng", &q[0]);
	crowd_close(&w);
}

static int64_t bank(const struct peer *p)
{
	return json_integer_value(json_array_get(json_object_get(json_object_get(p->game, "clock"), "bank"), (size_t)p->seat));
}

static void everything_acknowledged_is_there_after_a_restart(void **unused)
{
	struct crowd w;
	struct peer p[2];
	const char *url = crowd_scratch();
	int seq[2], acknowledged = 0;

	crowd_game(&w, url, "restarts", "rails", (struct pace){ 60000, 600000, false }, p, 2);
	for (int round = 0; round < 4; round++) {
		for (int i = 0; i < 8; i++)
			crowd_move(p, 2);
		struct peer *m = crowd_whose(p, 2);
		peer_play(m, round % 2 ? "lasta" : "lastb");
		UNTIL(peer_answer(m, round % 2 ? "lasta" : "lastb"));
		acknowledged = (int)json_integer_value(json_object_get(peer_answer(m, round % 2 ? "lasta" : "lastb"), "seq"));
		for (int i = 0; i < 2; i++) {
			seq[i] = peer_number(&p[i], "seq");
			peer_leave(&p[i]);
		}
		crowd_close(&w);
		crowd_clock += 3600 * 1000;
		crowd_open(&w, url, NULL);
		for (int i = 0; i < 2; i++) {
			peer_enter(&p[i], &w);
			peer_hello(&p[i], "restarts", i, 0);
			assert_true(peer_number(&p[i], "seq") >= seq[i] && peer_number(&p[i], "seq") >= acknowledged);
			assert_string_equal(peer_status(&p[i]), "running");
		}
		m = crowd_whose(p, 2);
		UNTIL(bank(m) == 600000);       /* nobody has lost time */
	}
	crowd_finish(p, 2);
	for (int i = 0; i < 2; i++)
		crowd_same_as_afresh(&w, "restarts", &p[i]);
	assert_int_equal(live_figures(w.live).alarms, 0);
	crowd_close(&w);
	crowd_clean();
}

static void bots_play_on_after_a_restart_without_anybody_there(void **unused)
{
	struct crowd w;
	struct peer p[1];
	const char *url = crowd_scratch();

	crowd_race(&w, url, "pkayunun", p, 1);
	crowd_whose(p, 1);
	const uint32_t seq = api_seq(&w, "pkayunun");
	peer_say(p, "{\"type\":\"resign\",\"key\":\"r\"}");
	UNTIL(peer_answer(p, "r"));
	peer_leave(p);
	crowd_close(&w);
	crowd_open(&w, url, NULL);
	UNTIL(live_figures(w.live).tables == 1);
	UNTIL(live_figures(w.live).bots > 3);
	assert_true(api_seq(&w, "pkayunun") > seq);
	crowd_close(&w);
	crowd_clean();
}

static void tables_without_anybody_are_put_away_and_opened_again(void **unused)
{
	struct crowd w;
	struct peer p[2];

	crowd_race(&w, "memory:", "putaways", p, 2);
	for (int i = 0; i < 10; i++)
		crowd_move(p, 2);
	crowd_calm();
	const uint32_t seq = api_seq(&w, "putaways");
	crowd_later(40000);
	assert_int_equal(live_figures(w.live).tables, 1);
	crowd_leave(p, 2);
	crowd_later(20000);
	assert_int_equal(live_figures(w.live).tables, 1);
	crowd_later(20000);
	assert_int_equal(live_figures(w.live).tables, 0);
	for (int i = 0; i < 2; i++) {
		peer_enter(&p[i], &w);
		peer_hello(&p[i], "putaways", i, 0);
	}
	assert_int_equal(peer_number(p, "seq"), seq);
	crowd_finish(p, 2);
	crowd_close(&w);
}

/* Time ------------------------------------------------------------------------------------------ */

static void who_is_too_slow_is_played_for_and_decides_again_if_there(void **unused)
{
	struct crowd w;
	struct peer p[2];

	crowd_game(&w, "memory:", "tuuskuws", "rails", (struct pace){ 10000, 5000, false }, p, 2);
	struct peer *m = crowd_whose(p, 2);
	const int seat = m->seat, place = peer_number(m, "place");
	crowd_later(14000);
	assert_int_equal(peer_number(m, "place"), place);
	assert_null(peer_row(m, "away"));
	crowd_later(2000);
	UNTIL(peer_number(m, "place") > place);
	assert_int_equal(json_integer_value(json_object_get(peer_row(m, "away"), "seat")), seat);
	assert_int_equal(json_integer_value(json_object_get(peer_row(m, "back"), "seat")), seat);
	while (crowd_whose(p, 2) != m)
		crowd_move(p, 2);
	peer_play(m, "mine");
	UNTIL(peer_answer(m, "mine"));
	assert_string_equal(peer_code(m, "mine"), "ok");
	crowd_close(&w);
}

static void who_is_gone_is_played_for_until_they_come_back(void **unused)
{
	struct crowd w;
	struct peer p[2];

	crowd_game(&w, "memory:", "ysgunexx", "rails", (struct pace){ 10000, 0, false }, p, 2);
	struct peer *m = crowd_whose(p, 2), *other = m == p ? p + 1 : p;
	const int seat = m->seat;
	peer_leave(m);
	crowd_later(11000);
	UNTIL(peer_to_move(other));
	assert_int_equal(json_integer_value(json_object_get(peer_row(other, "away"), "seat")), seat);
	assert_null(peer_row(other, "back"));
	for (int i = 0; i < 4; i++) {
		crowd_whose(other, 1);
		crowd_move(other, 1);
	}
	crowd_whose(other, 1);
	peer_enter(m, &w);
	peer_hello(m, "ysgunexx", seat, 0);
	UNTIL(peer_row(other, "back"));
	while (!peer_to_move(m))
		crowd_move(other, 1);
	peer_play(m, "mine");
	UNTIL(peer_answer(m, "mine"));
	assert_string_equal(peer_code(m, "mine"), "ok");
	crowd_close(&w);
}

static void days_pass_and_a_table_wakes_by_itself(void **unused)
{
	const int64_t day = 24 * 3600 * 1000;
	struct crowd w;
	struct peer p[2];

	crowd_game(&w, crowd_scratch(), "dayspass", "queen", (struct pace){ 2 * day, 0, true }, p, 2);
	crowd_whose(p, 2);
	const uint64_t moves = live_figures(w.live).moves;
	crowd_leave(p, 2);
	crowd_later(40000);
	assert_int_equal(live_figures(w.live).tables, 0);
	crowd_later(day);
	assert_int_equal(live_figures(w.live).tables, 0);
	crowd_later(day);
	UNTIL(live_figures(w.live).moves > moves);
	crowd_close(&w);
	crowd_clean();
}

static void a_clock_that_ran_out_while_we_were_down_begins_anew(void **unused)
{
	struct crowd w;
	struct peer p[2];
	const char *url = crowd_scratch();

	crowd_game(&w, url, "ranuutxx", "queen", (struct pace){ 10000, 0, false }, p, 2);
	struct peer *m = crowd_whose(p, 2);
	const int seat = m->seat;
	crowd_close(&w);
	crowd_clock += 600 * 1000;
	crowd_open(&w, url, NULL);
	crowd_calm();
	peer_enter(m, &w);
	peer_hello(m, "ranuutxx", seat, 0);
	assert_null(peer_row(m, "away"));
	crowd_later(8000);
	assert_null(peer_row(m, "away"));
	crowd_later(4000);
	UNTIL(peer_row(m, "away"));
	peer_leave(m);
	crowd_close(&w);
	crowd_clean();
}

/* Seat 1 of three comes, decides what there is to decide, and leaves; the others play until it is to move again. */
static void plays_and_leaves(struct crowd *w, const char *id, struct peer p[3])
{
	peer_enter(&p[1], w);
	peer_hello(&p[1], id, 1, 0);
	while (peer_to_move(&p[1]))
		crowd_move(&p[1], 1);
	peer_leave(&p[1]);
	while (json_integer_value(json_object_get(p[0].game, "toMove")) != 1) {
		if (peer_to_move(&p[0]))
			crowd_move(&p[0], 1);
		else if (peer_to_move(&p[2]))
			crowd_move(&p[2], 1);
	}
}

static void who_is_not_there_is_told_once_that_it_is_their_turn(void **unused)
{
	struct crowd w;
	struct peer p[3];

	notify_there = true;
	crowd_open(&w, "memory:", NULL);
	crowd_gather(&w, "yuurturn", "rails", 3, 3, untimed, p);
	peer_say(&p[1], "{\"type\":\"tell\",\"mail\":\"me@example.org\",\"key\":\"t\"}");
	UNTIL(peer_answer(&p[1], "t"));
	crowd_start(&w, "yuurturn", p, 3);
	for (int i = 0; i < 12 || peer_to_move(&p[1]); i++)
		crowd_move(p, 3);
	assert_int_equal(notify_told[1], 0);                    /* they are here */
	peer_leave(&p[1]);
	p[1].seat = -1;
	while (json_integer_value(json_object_get(p[0].game, "toMove")) != 1) {
		assert_int_equal(notify_told[1], 0);
		if (peer_to_move(&p[0]))
			crowd_move(&p[0], 1);
		else if (peer_to_move(&p[2]))
			crowd_move(&p[2], 1);
	}
	UNTIL(notify_told[1] == 1);
	crowd_later(5000);
	assert_int_equal(notify_told[1], 1);
	assert_int_equal(notify_told[0] + notify_told[2], 0);
	/* Too soon after another message: later, if it is still their turn. */
	notify_again = 3000;
	plays_and_leaves(&w, "yuurturn", p);
	crowd_later(2000);
	notify_again = 0;
	assert_int_equal(notify_told[1], 1);
	crowd_later(2000);
	UNTIL(notify_told[1] == 2);
	/* Also if everybody has left meanwhile: a table with something to tell is not put away. */
	notify_again = 50000;
	plays_and_leaves(&w, "yuurturn", p);
	crowd_leave(p, 1);
	crowd_leave(p + 2, 1);
	crowd_later(40000);
	notify_again = 0;
	assert_int_equal(notify_told[1], 2);
	crowd_later(20000);
	UNTIL(notify_told[1] == 3);
	crowd_close(&w);
}

static void who_closes_the_page_when_it_is_their_turn_is_told_too(void **unused)
{
	struct crowd w;
	struct peer p[3];

	notify_there = true;
	notify_again = 0;
	memset(notify_told, 0, sizeof notify_told);
	crowd_table(&w, "memory:", "shuttyng", p, 3);
	peer_say(&p[1], "{\"type\":\"tell\",\"mail\":\"me@example.org\",\"key\":\"t\"}");
	UNTIL(peer_answer(&p[1], "t"));
	crowd_start(&w, "shuttyng", p, 3);
	while (!peer_to_move(&p[1]))
		crowd_move(p, 3);
	peer_leave(&p[1]);
	crowd_later(5000);
	peer_enter(&p[1], &w);                                  /* loaded again */
	peer_hello(&p[1], "shuttyng", 1, 0);
	crowd_later(60000);
	assert_int_equal(notify_told[1], 0);
	peer_leave(&p[1]);
	peer_say(&p[0], "{\"type\":\"chat\",\"text\":\"are you there?\",\"key\":\"c\"}");
	UNTIL(peer_answer(&p[0], "c"));
	crowd_later(10000);
	assert_int_equal(notify_told[1], 0);
	crowd_later(15000);
	UNTIL(notify_told[1] == 1);
	/* Once for each turn will do. */
	peer_enter(&p[1], &w);
	peer_hello(&p[1], "shuttyng", 1, 0);
	peer_leave(&p[1]);
	crowd_later(40000);
	assert_int_equal(notify_told[1], 1);
	assert_int_equal(notify_told[0] + notify_told[2], 0);
	crowd_close(&w);
}

/* Tables that nobody comes back to ------------------------------------------------------------- */

static const int64_t DAY = 24 * 3600 * 1000LL;

static void is_status(void *status, const struct table *t)
{
	*(enum status *)status = t->status;
}

static enum status status_of(struct crowd *w, const char *id)
{
	enum status s;

	api_look(w, id, is_status, &s);
	return s;
}

static void a_table_that_nobody_comes_back_to_is_closed(void **unused)
{
	struct crowd w;
	struct peer p[2], q[2], late;
	struct live_limits l = crowd_limits();

	l.abandoned = 30;
	crowd_open(&w, "memory:", &l);
	crowd_gather(&w, "abanduns", "queen", 2, 3, untimed, p);
	crowd_start(&w, "abanduns", p, 2);
	crowd_gather(&w, "waytyngg", "queen", 2, 3, untimed, q);        /* a bot could sit there, but nobody starts it */
	crowd_gather(&w, "watchedd", "queen", 1, 3, untimed, &late);
	crowd_leave(p, 2);
	crowd_leave(q, 2);
	crowd_later(29 * DAY);
	assert_int_equal(status_of(&w, "abanduns"), TABLE_RUNNING);
	crowd_later(2 * DAY);
	assert_int_equal(status_of(&w, "abanduns"), TABLE_CLOSED);
	assert_int_equal(status_of(&w, "waytyngg"), TABLE_CLOSED);
	assert_int_equal(status_of(&w, "watchedd"), TABLE_OPEN);        /* somebody is there */
	peer_enter(&p[0], &w);
	peer_hello(&p[0], "abanduns", 0, 0);
	assert_string_equal(json_string_value(json_object_get(peer_row(&p[0], "close"), "by")), "server");
	assert_string_equal(json_string_value(json_object_get(peer_row(&p[0], "close"), "text")), "abandoned");
	assert_non_null(json_object_get(json_object_get(p[0].game, "over"), "key"));
	peer_leave(&p[0]);
	peer_leave(&late);
	crowd_close(&w);
}

static void a_table_is_kept_for_ever_where_that_is_wanted(void **unused)
{
	struct crowd w;
	struct peer p[2];

	crowd_table(&w, "memory:", "abanduns", p, 2);
	crowd_leave(p, 2);
	crowd_later(1000 * DAY);
	assert_int_equal(status_of(&w, "abanduns"), TABLE_OPEN);
	crowd_close(&w);
}

static bool is_there(const char *url, const char *id)
{
	struct filter f = { .status = -1, .limit = 10 };
	struct summary of[10];
	char why[MAX_ERROR];
	const char *where;
	int n;
	const struct store_kind *kind = store_find(url, &where, why);
	void *self = kind->open(where, why);

	assert_non_null(self);
	assert_true(kind->list(self, &f, of, &n, why));
	kind->close(self);
	while (n > 0 && strcmp(of[n - 1].id, id) != 0)
		n--;
	return n > 0;
}

static void a_table_that_was_over_for_long_is_deleted(void **unused)
{
	static const char url[] = "memory:purged";
	struct crowd w;
	struct peer p[2], q[2], r[2];
	struct live_limits l = crowd_limits();

	l.purge = 90;
	crowd_open(&w, url, &l);
	crowd_gather(&w, "pvddandd", "queen", 2, 3, untimed, p);
	crowd_gather(&w, "yyksannn", "queen", 2, 3, untimed, q);
	crowd_gather(&w, "gameysnn", "queen", 2, 3, untimed, r);
	assert_string_equal(api_host(&w, "pvddandd", REQUEST_CLOSE, -1, "enough"), "");
	assert_string_equal(api_host(&w, "yyksannn", REQUEST_CLOSE, -1, "enough"), "");
	crowd_leave(p, 2);
	crowd_leave(r, 2);
	crowd_later(89 * DAY);
	assert_true(is_there(url, "pvddandd"));
	crowd_later(2 * DAY);
	UNTIL(!is_there(url, "pvddandd"));
	assert_true(is_there(url, "yyksannn"));         /* somebody is there */
	assert_true(is_there(url, "gameysnn"));         /* it has not ended: that is for --abandoned */
	crowd_leave(q, 2);
	crowd_later(1 * DAY);
	UNTIL(!is_there(url, "yyksannn"));
	peer_enter(&p[0], &w);
	peer_hello(&p[0], "pvddandd", 0, 0);
	assert_string_equal(json_string_value(json_object_get(peer_last(&p[0], "error"), "code")), "no_such_table");
	peer_leave(&p[0]);
	crowd_close(&w);
}

static void deleted(void *came, const struct live_answer *a)
{
	*(const char **)came = a->code ? a->code : "";
}

static bool has_come(const char *const *came)
{
	return *came != NULL;
}

/* Somebody is there, and a move of theirs is on its way. */
static void who_is_at_a_table_that_is_deleted_is_sent_away(void **unused)
{
	struct crowd w;
	struct peer p[2];
	const char *came = NULL;

	crowd_table(&w, "memory:", "gynetday", p, 2);
	assert_string_equal(api_host(&w, "gynetday", REQUEST_CLOSE, -1, "enough"), "");
	const uint32_t seq = api_seq(&w, "gynetday");
	live_erase(w.live, "gynetday", seq - 1, deleted, &came);
	UNTIL(has_come(&came));
	assert_string_equal(came, "busy");                      /* something has happened since */
	assert_int_equal(api_seq(&w, "gynetday"), seq);
	came = NULL;
	live_erase(w.live, "gynetday", seq, deleted, &came);
	UNTIL(has_come(&came));
	assert_string_equal(came, "");
	for (int i = 0; i < 2; i++) {
		assert_true(p[i].dropped);
		assert_string_equal(json_string_value(json_object_get(peer_last(&p[i], "error"), "code")), "no_such_table");
	}
	crowd_leave(p, 2);
	crowd_later(1000);
	assert_int_equal(live_figures(w.live).tables, 0);
	assert_int_equal(live_figures(w.live).erased, 1);
	crowd_close(&w);
}

/* Storage that fails ---------------------------------------------------------------------------- */

static void a_store_that_fails_is_an_error_to_the_mover_and_changes_nothing(void **unused)
{
	struct crowd w;
	struct peer p[2];

	crowd_race(&w, "faulty:memory:", "faykyngs", p, 2);
	struct peer *m = crowd_whose(p, 2), *other = m == p ? p + 1 : p;
	crowd_calm();
	const size_t heard = json_array_size(other->heard);
	const uint32_t seq = api_seq(&w, "faykyngs");
	fault_fails = 1;
	peer_play(m, "full");
	UNTIL(peer_answer(m, "full"));
	assert_string_equal(peer_code(m, "full"), "not_stored");
	assert_non_null(strstr(json_string_value(json_object_get(peer_answer(m, "full"), "words")), "disk is full"));
	assert_int_equal(json_array_size(other->heard), heard);
	assert_int_equal(api_seq(&w, "faykyngs"), seq);
	peer_play(m, "again");
	UNTIL(peer_answer(m, "again"));
	assert_string_equal(peer_code(m, "again"), "ok");
	fault_fails = 1;
	assert_string_equal(api_create(&w, "newtabke", "queen", 3, "ppb", untimed), "not_stored");
	assert_string_equal(api_create(&w, "newtabke", "queen", 3, "ppb", untimed), "");
	crowd_close(&w);
}

static void bots_go_on_when_the_store_is_well_again(void **unused)
{
	struct crowd w;
	struct peer p[1];

	crowd_race(&w, "faulty:memory:", "wekkagay", p, 1);
	crowd_whose(p, 1);
	peer_say(p, "{\"type\":\"leave\",\"key\":\"bye\"}");
	UNTIL(peer_answer(p, "bye"));
	fault_fails = 1000000;
	crowd_calm();
	const uint32_t seq = api_seq(&w, "wekkagay");
	crowd_later(3000);
	assert_int_equal(api_seq(&w, "wekkagay"), seq);
	fault_fails = 0;
	crowd_later(2000);
	UNTIL(strcmp(peer_status(p), "over") == 0);
	crowd_close(&w);
}

static void a_save_that_crosses_is_asked_again(void **unused)
{
	struct crowd w;
	struct peer p[2];

	struct peer *m = crowd_race_on(&w, "faulty:memory:", "crussess", p, 2);
	fault_crosses = 2;
	peer_play(m, "twice");
	UNTIL(peer_answer(m, "twice"));
	assert_string_equal(peer_code(m, "twice"), "ok");
	m = crowd_whose(p, 2);
	fault_crosses = 1000;
	peer_play(m, "forever");
	UNTIL(peer_answer(m, "forever"));
	assert_string_equal(peer_code(m, "forever"), "busy");
	fault_crosses = 0;
	crowd_close(&w);
}

/* A table with some moves that nobody has in memory. */
static void forget_a_table(struct crowd *w, const char *id)
{
	struct peer p[2];

	crowd_gather(w, id, "queen", 2, 3, untimed, p);
	crowd_start(w, id, p, 2);
	for (int i = 0; i < 8; i++)
		crowd_move(p, 2);
	crowd_leave(p, 2);
	crowd_later(50000);
	assert_int_equal(live_figures(w->live).tables, 0);
}

static void a_snapshot_that_differs_is_an_alarm_and_the_rows_count(void **unused)
{
	struct crowd w;
	struct peer p;

	slog_set(SLOG_ERROR);
	crowd_open(&w, "faulty:memory:", NULL);
	forget_a_table(&w, "snapshut");
	fault_snapshot = true;
	peer_enter(&p, &w);
	peer_hello(&p, "snapshut", 0, 0);
	assert_int_equal(p.seat, 0);
	assert_string_equal(peer_status(&p), "running");
	assert_int_equal(live_figures(w.live).alarms, 1);
	peer_leave(&p);
	crowd_close(&w);
}

static void a_table_with_a_broken_row_is_an_alarm_and_stays_closed(void **unused)
{
	struct crowd w;
	struct peer p;

	crowd_open(&w, "faulty:memory:", NULL);
	forget_a_table(&w, "brukenru");
	fault_row = true;
	peer_enter(&p, &w);
	for (int i = 0; i < 3; i++) {
		peer_hello(&p, "brukenru", 0, 0);
		assert_string_equal(json_string_value(json_object_get(peer_last(&p, "error"), "code")), "damaged");
	}
	assert_int_equal(live_figures(w.live).alarms, 1);
	assert_string_equal(api_start(&w, "brukenru"), "damaged");
	peer_leave(&p);
	crowd_close(&w);
}

static void a_table_that_cannot_be_read_can_be_read_later(void **unused)
{
	struct crowd w;
	struct peer p;

	crowd_open(&w, "faulty:memory:", NULL);
	forget_a_table(&w, "nutreadd");
	peer_enter(&p, &w);
	fault_reads = 1;
	peer_hello(&p, "nutreadd", 0, 0);
	assert_string_equal(json_string_value(json_object_get(peer_last(&p, "error"), "code")), "not_read");
	peer_hello(&p, "nutreadd", 0, 0);
	assert_int_equal(p.seat, 0);
	fault_reads = 1;
	peer_hello(&p, "nutreadd", 0, 0);
	assert_int_equal(peer_count(&p, "error"), 2);
	peer_hello(&p, "nutreadd", 0, 0);
	assert_int_equal(peer_count(&p, "welcome"), 2);
	peer_leave(&p);
	crowd_close(&w);
}

static void a_bots_table_that_cannot_be_read_is_tried_again(void **unused)
{
	struct crowd w;
	struct peer p[1];
	char url[96];

	snprintf(url, sizeof url, "faulty:%s", crowd_scratch());
	crowd_race(&w, url, "tryagayn", p, 1);
	crowd_whose(p, 1);
	peer_say(p, "{\"type\":\"resign\",\"key\":\"r\"}");
	UNTIL(peer_answer(p, "r"));
	peer_leave(p);
	crowd_close(&w);
	fault_reads = 2;
	crowd_open(&w, url, NULL);
	crowd_later(4000);
	assert_int_equal(live_figures(w.live).bots, 0);
	crowd_later(7000);
	UNTIL(live_figures(w.live).bots > 0);
	crowd_close(&w);
	crowd_clean();
}

static void who_stops_the_server_loses_nothing_that_was_begun(void **unused)
{
	struct crowd w;
	struct peer p[2];

	struct peer *m = crowd_race_on(&w, "faulty:memory:", "stuppyng", p, 2);
	fault_waits = true;
	peer_play(m, "first");
	peer_say(m, "{\"type\":\"pause\",\"key\":\"second\"}");
	live_stop(w.live);
	fault_waits = false;
	peer_say(m, "{\"type\":\"pause\",\"key\":\"third\"}");
	crowd_stop(&w);
	assert_string_equal(peer_code(m, "first"), "ok");
	assert_string_equal(peer_code(m, "second"), "closing");
	assert_string_equal(peer_code(m, "third"), "closing");
	crowd_close(&w);
}

int main(int argc, char **argv)
{
	struct CMUnitTest tests[] = {
		cmocka_unit_test(who_comes_back_gets_what_was_missed_and_no_more),
		cmocka_unit_test(who_joins_in_the_middle_of_it_misses_nothing),
		cmocka_unit_test(who_comes_to_a_long_game_misses_nothing_either),
		cmocka_unit_test(everything_acknowledged_is_there_after_a_restart),
		cmocka_unit_test(bots_play_on_after_a_restart_without_anybody_there),
		cmocka_unit_test(tables_without_anybody_are_put_away_and_opened_again),
		cmocka_unit_test(who_is_too_slow_is_played_for_and_decides_again_if_there),
		cmocka_unit_test(who_is_gone_is_played_for_until_they_come_back),
		cmocka_unit_test(days_pass_and_a_table_wakes_by_itself),
		cmocka_unit_test(a_clock_that_ran_out_while_we_were_down_begins_anew),
		cmocka_unit_test(who_is_not_there_is_told_once_that_it_is_their_turn),
		cmocka_unit_test(who_closes_the_page_when_it_is_their_turn_is_told_too),
		cmocka_unit_test(a_table_that_nobody_comes_back_to_is_closed),
		cmocka_unit_test(a_table_that_was_over_for_long_is_deleted),
		cmocka_unit_test(who_is_at_a_table_that_is_deleted_is_sent_away),
		cmocka_unit_test(a_table_is_kept_for_ever_where_that_is_wanted),
		cmocka_unit_test(a_store_that_fails_is_an_error_to_the_mover_and_changes_nothing),
		cmocka_unit_test(bots_go_on_when_the_store_is_well_again),
		cmocka_unit_test(a_save_that_crosses_is_asked_again),
		cmocka_unit_test(a_snapshot_that_differs_is_an_alarm_and_the_rows_count),
		cmocka_unit_test(a_table_with_a_broken_row_is_an_alarm_and_stays_closed),
		cmocka_unit_test(a_table_that_cannot_be_read_can_be_read_later),
		cmocka_unit_test(a_bots_table_that_cannot_be_read_is_tried_again),
		cmocka_unit_test(who_stops_the_server_loses_nothing_that_was_begun),
	};

	return crowd_run(argc, argv, "live, in time", tests);
}
