/* The live: whole games with people, watchers and bots, what they say, and what a host can do. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crowd.h"

/* Whole games ----------------------------------------------------------------------------------- */

static void whole_game(const char *game, const char *url)
{
	struct crowd w;
	struct peer p[3];

	crowd_open(&w, url, NULL);
	crowd_gather(&w, "whukegam", game, 2, 3, untimed, p);
	crowd_start(&w, "whukegam", p, 2);
	peer_enter(&p[2], &w);
	peer_hello(&p[2], "whukegam", -1, 0);
	assert_int_equal(p[2].seat, -1);
	crowd_finish(p, 2);
	UNTIL(strcmp(peer_status(&p[2]), "over") == 0);
	for (int i = 0; i < 3; i++)
		crowd_same_as_afresh(&w, "whukegam", &p[i]);
	assert_int_equal(live_figures(w.live).alarms, 0);
	assert_true(live_figures(w.live).bots > 0 && live_figures(w.live).stored_ms[2] > 0);
	crowd_close(&w);
}

static void two_players_a_bot_and_a_watcher_play_a_whole_game_of_each_title(void **unused)
{
	for (int i = 0; game_list[i]; i++)
		if (game_list[i]->max_players >= 3 && strcmp(game_list[i]->name, "blank") != 0)        /* which plays itself: there is never a choice */
			whole_game(game_list[i]->name, "memory:whole");
}

static void a_whole_game_is_played_on_sqlite(void **unused)
{
	whole_game("queen", crowd_scratch());
	crowd_clean();
}

/* Messages -------------------------------------------------------------------------------------- */

static void a_repeated_message_gets_the_first_answer(void **unused)
{
	struct crowd w;
	struct peer p[2];

	struct peer *m = crowd_race_on(&w, "memory:", "repeated", p, 2);
	const int place = peer_number(m, "place");
	char move_text[MAX_TEXT];
	snprintf(move_text, sizeof move_text, "%s", json_string_value(json_array_get(json_object_get(m->game, "legal"), 0)));
	for (int i = 0; i < 3; i++)
		peer_say(m, "{\"type\":\"play\",\"moves\":[\"%s\"],\"place\":%d,\"key\":\"same\"}", move_text, place);
	UNTIL(peer_count(m, "ok") == 2);
	crowd_calm();
	json_t *first = peer_answer(m, "same");
	assert_string_equal(json_string_value(json_object_get(first, "type")), "game");         /* the news are the answer */
	size_t i;
	json_t *heard;
	int answers = 0;
	json_array_foreach(m->heard, i, heard)
		if (json_object_get(heard, "key")) {
			answers++;
			assert_true(json_equal(json_object_get(heard, "seq"), json_object_get(first, "seq")));
		}
	assert_int_equal(answers, 3);
	assert_int_equal(api_seq(&w, "repeated"), json_integer_value(json_object_get(first, "seq")));
	json_array_foreach(p[m == p].heard, i, heard)
		assert_null(json_object_get(heard, "key"));     /* nobody's but theirs */
	crowd_close(&w);
}

static void what_crossed_with_another_move_is_refused_and_changes_nothing(void **unused)
{
	struct crowd w;
	struct peer p[2];

	struct peer *m = crowd_race_on(&w, "memory:", "crussyng", p, 2);
	const int place = peer_number(m, "place");
	char move_text[MAX_TEXT];
	snprintf(move_text, sizeof move_text, "%s", json_string_value(json_array_get(json_object_get(m->game, "legal"), 0)));
	peer_say(m, "{\"type\":\"play\",\"moves\":[\"%s\"],\"place\":%d,\"key\":\"one\"}", move_text, place);
	peer_say(m, "{\"type\":\"play\",\"moves\":[\"%s\"],\"place\":%d,\"key\":\"two\"}", move_text, place);
	UNTIL(peer_answer(m, "two"));
	assert_string_equal(peer_code(m, "one"), "ok");
	assert_string_equal(peer_code(m, "two"), "crossed");
	crowd_close(&w);
}

static void two_tabs_of_a_seat_see_the_same(void **unused)
{
	struct crowd w;
	struct peer p[2], tab;

	crowd_game(&w, "memory:", "twutabss", "broadhorns", untimed, p, 2);
	peer_enter(&tab, &w);
	peer_hello(&tab, "twutabss", 0, 0);
	const int before = peer_count(&p[0], "game"), tabs = peer_count(&tab, "game");
	for (int i = 0; i < 6; i++)
		crowd_move(p, 2);
	assert_true(peer_count(&p[0], "game") > before);
	assert_int_equal(peer_count(&p[0], "game") - before, peer_count(&tab, "game") - tabs);
	assert_null(json_object_get(tab.game, "key"));
	json_t *own = json_copy(p[0].game);
	json_object_del(own, "key");                    /* who moved is told so */
	assert_true(json_equal(own, tab.game));
	json_decref(own);
	peer_leave(&tab);
	crowd_later(1000);
	assert_true(json_is_true(json_object_get(json_array_get(json_object_get(p[1].seats, "players"), 0), "isConnected")));   /* by the other */
	crowd_close(&w);
}

static void wishes_wait_for_what_is_being_stored_but_not_without_bound(void **unused)
{
	struct crowd w;
	struct peer p[2];
	char key[16];
	int ok = 0, busy = 0;

	crowd_race(&w, "faulty:memory:", "queueyng", p, 2);
	fault_waits = true;
	struct peer *m = crowd_whose(p, 2);
	for (int i = 0; i < 12; i++)
		peer_say(m, "{\"type\":\"%s\",\"key\":\"q%d\"}", i % 2 ? "resume" : "pause", i);
	for (int i = 0; i < 8; i++) {
		snprintf(key, sizeof key, "q%d", i);
		assert_null(peer_answer(m, key));
	}
	fault_waits = false;
	for (int i = 0; i < 12; i++) {
		snprintf(key, sizeof key, "q%d", i);
		UNTIL(peer_answer(m, key));
		ok += strcmp(peer_code(m, key), "ok") == 0;
		busy += strcmp(peer_code(m, key), "busy") == 0;
	}
	assert_int_equal(ok, 8);
	assert_int_equal(busy, 4);
	crowd_close(&w);
}

static void nothing_is_told_before_it_is_stored(void **unused)
{
	struct crowd w;
	struct peer p[2];

	struct peer *m = crowd_race_on(&w, "faulty:memory:", "befureyt", p, 2);
	crowd_calm();
	const size_t a = json_array_size(p[0].heard), b = json_array_size(p[1].heard);
	const uint32_t seq = api_seq(&w, "befureyt");
	fault_waits = true;
	peer_play(m, "slow");
	for (int i = 0; i < 20; i++)
		crowd_wait();
	assert_int_equal(json_array_size(p[0].heard), a);
	assert_int_equal(json_array_size(p[1].heard), b);
	assert_int_equal(api_seq(&w, "befureyt"), seq);
	fault_waits = false;
	UNTIL(peer_answer(m, "slow"));
	assert_true(json_array_size(p[0].heard) > a && json_array_size(p[1].heard) > b);
	crowd_close(&w);
}

static void watchers_look_on_and_strangers_stay_out(void **unused)
{
	struct crowd w;
	struct peer p[2], q;

	crowd_race(&w, "memory:", "watchers", p, 2);
	peer_enter(&q, &w);
	peer_say(&q, "{\"type\":\"chat\",\"text\":\"hi\",\"key\":\"a\"}");
	assert_string_equal(peer_code(&q, "a"), "hello");
	peer_hello(&q, "nusuchyd", -1, 0);
	assert_string_equal(json_string_value(json_object_get(peer_last(&q, "error"), "code")), "no_such_table");
	peer_say(&q, "{\"type\":\"hello\",\"table\":\"watchers\",\"seat\":0,\"key\":\"s\"}");       /* a seat, but no secret */
	assert_string_equal(peer_code(&q, "s"), "bad_message");
	peer_say(&p[0], "{\"type\":\"tell\",\"mail\":\"nobody\",\"key\":\"t\"}");
	assert_string_equal(peer_code(&p[0], "t"), "bad_message");
	peer_say(&q, "{\"type\":\"hello\",\"table\":\"watchers\",\"seat\":0,\"secret\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"key\":\"b\"}");
	UNTIL(peer_answer(&q, "b"));
	assert_string_equal(peer_code(&q, "b"), "forbidden");
	peer_hello(&q, "watchers", -1, 0);
	static const char *const wishes[] = { "chat\",\"text\":\"hi", "leave", "resign", "pause", "agree" };
	for (int i = 0; i < 5; i++) {
		peer_say(&q, "{\"type\":\"%s\",\"key\":\"w%d\"}", wishes[i], i);
		assert_string_equal(json_string_value(json_object_get(peer_last(&q, "error"), "code")), "forbidden");
	}
	assert_int_equal(json_array_size(json_object_get(q.game, "legal")), 0);
	peer_say(&q, "no json at all");
	assert_int_equal(peer_count(&q, "error"), 10);
	peer_leave(&q);
	crowd_close(&w);
}

struct seen { bool came; int n; uint32_t seq; };

static void all_rows(void *arg, const struct live_answer *a, const struct rows *rows)
{
	struct seen *s = arg;

	s->came = true;
	s->n = rows ? rows->n : -1;
	s->seq = a->table ? a->table->seq : 0;
	for (int i = 0; rows && i < rows->n; i++)
		assert_int_equal(rows->of[i].seq, i + 1);
}

static void the_api_can_read_all_rows_at_any_time(void **unused)
{
	struct crowd w;
	struct peer p[2];
	struct seen seen[20] = { { 0 } }, none = { 0 };

	crowd_race(&w, "memory:", "readruws", p, 2);
	for (int i = 0; i < 20; i++) {
		live_read(w.live, "readruws", all_rows, &seen[i]);
		peer_play(crowd_whose(p, 2), "k");
		crowd_wait();
	}
	for (int i = 0; i < 20; i++) {
		UNTIL(seen[i].came);
		assert_true(seen[i].n > 0 && seen[i].n == (int)seen[i].seq);
	}
	live_read(w.live, "nusuchyd", all_rows, &none);
	UNTIL(none.came);
	assert_int_equal(none.n, -1);
	crowd_close(&w);
}

static void chat_has_its_rate(void **unused)
{
	struct crowd w;
	struct peer p[2];
	char key[8];
	int ok = 0;

	crowd_table(&w, "memory:", "chattyng", p, 2);
	for (int round = 0; round < 2; round++) {
		ok = 0;
		for (int i = 0; i < 8; i++) {
			snprintf(key, sizeof key, "c%d-%d", round, i);
			peer_say(p, "{\"type\":\"chat\",\"text\":\"hello\",\"key\":\"%s\"}", key);
			UNTIL(peer_answer(p, key));
			ok += strcmp(peer_code(p, key), "ok") == 0;
		}
		assert_int_equal(ok, round == 0 ? 5 : 2);
		crowd_later(2000);
	}
	crowd_close(&w);
}

/* Host and seats -------------------------------------------------------------------------------- */

static void a_start_waits_for_nonces_but_not_for_ever(void **unused)
{
	struct crowd w;
	struct peer p[2];
	struct promise begun, twice;

	crowd_open(&w, "memory:", NULL);
	for (int late = 0; late < 2; late++) {
		const char *id = late ? "startkat" : "startakk";
		assert_string_equal(api_create(&w, id, "queen", 3, "ppb", untimed), "");
		for (int i = 0; i < 2; i++) {
			assert_string_equal(api_sit(&w, id, i, true), "");
			peer_enter(&p[i], &w);
			peer_hello(&p[i], id, i, 0);
		}
		crowd_later(1000);
		api_ask_to_start(&w, id, &begun);
		crowd_calm();
		assert_false(begun.came);
		api_ask_to_start(&w, id, &twice);
		UNTIL(twice.came);
		assert_string_equal(twice.code, "starting");
		UNTIL(strcmp(json_string_value(json_object_get(p[1].seats, "status")), "starting") == 0);
		peer_reveal(&p[0]);
		UNTIL(peer_answer(&p[0], "reveal"));
		crowd_calm();
		assert_false(begun.came);
		if (late)
			crowd_later(6000);
		else
			peer_reveal(&p[1]);
		UNTIL(begun.came);
		assert_string_equal(begun.code, "");
		UNTIL(strcmp(peer_status(&p[1]), "running") == 0);
		assert_int_equal(api_nonces(&w, id), late ? 1 : 2);
		crowd_leave(p, 2);
	}
	/* Nobody is connected who could have revealed anything. */
	assert_string_equal(api_create(&w, "startnub", "queen", 3, "pbb", untimed), "");
	assert_string_equal(api_sit(&w, "startnub", 0, true), "");
	assert_string_equal(api_start(&w, "startnub"), "");
	assert_string_equal(api_create(&w, "startbut", "queen", 3, "bbb", untimed), "");
	assert_string_equal(api_start(&w, "startbut"), "no_person");
	crowd_close(&w);
}

static void only_the_host_can_do_what_the_host_does(void **unused)
{
	struct crowd w;
	char secret[23];

	crowd_open(&w, "memory:", NULL);
	assert_string_equal(api_create(&w, "unkyhust", "queen", 3, "pbb", untimed), "");
	assert_string_equal(api_sit(&w, "unkyhust", 0, false), "");
	api_secret("unkyhust", 0, secret);
	for (int want = 0; want < REQUEST_KINDS; want++) {
		struct request a = { .kind = (enum request_kind)want, .seat = -1 };
		if (want == REQUEST_SIT)
			continue;
		assert_string_equal(api_ask(&w, "unkyhust", &a, secret), "forbidden");
		assert_string_equal(api_ask(&w, "unkyhust", &a, NULL), "forbidden");
		a.seat = 1;
		assert_string_equal(api_ask(&w, "unkyhust", &a, secret), "forbidden");
		a.seat = 7;
		assert_string_equal(api_ask(&w, "unkyhust", &a, secret), "forbidden");
		a.seat = -5;
		assert_string_equal(api_ask(&w, "unkyhust", &a, secret), "forbidden");
	}
	assert_string_equal(api_ask(&w, "nusuchyd", &(struct request){ .kind = REQUEST_START, .seat = -1 }, secret), "no_such_table");
	crowd_close(&w);
}

static void a_new_link_sends_the_old_holder_away(void **unused)
{
	struct crowd w;
	struct peer p[3];

	crowd_race(&w, "memory:", "newkynks", p, 3);
	assert_string_equal(api_host(&w, "newkynks", REQUEST_LINK, 1, ""), "seat");
	assert_string_equal(api_gives(&w, "newkynks", 1), "");
	assert_true(p[1].dropped && !p[0].dropped);
	UNTIL(peer_row(&p[0], "link"));
	peer_say(&p[1], "{\"type\":\"leave\",\"key\":\"late\"}");
	assert_string_equal(peer_code(&p[1], "late"), "hello");
	peer_leave(&p[1]);
	peer_enter(&p[1], &w);
	peer_hello(&p[1], "newkynks", 1, 0);
	assert_string_equal(json_string_value(json_object_get(peer_last(&p[1], "error"), "code")), "forbidden");
	peer_say(&p[1], "{\"type\":\"hello\",\"table\":\"newkynks\",\"seat\":1,\"secret\":\"newsecretnewsecretnewA\"}");
	UNTIL(p[1].welcome);
	assert_int_equal(p[1].seat, 1);
	crowd_close(&w);
}

static void linked(void *arg, const struct live_answer *a)
{
	assert_null(a->code);
	*(bool *)arg = true;
}

/* What the old holder said while the new link was being stored comes after it, and is not theirs to say. */
static void what_waits_behind_a_new_link_is_not_done(void **unused)
{
	struct request link = { .kind = REQUEST_LINK, .seat = 1, .whom = -1 };
	bool done = false;
	struct crowd w;
	struct peer p[3];
	char secret[23];
	uint8_t holder[HASH_BYTES];

	crowd_race(&w, "faulty:memory:", "behyndyt", p, 3);
	fair_hash("newsecretnewsecretnewA", 22, link.secret);
	api_secret("behyndyt", 1, secret);
	fair_hash(secret, 22, holder);
	fault_waits = true;
	live_request(w.live, "behyndyt", &link, holder, linked, &done);
	peer_say(&p[1], "{\"type\":\"chat\",\"text\":\"still me\"}");
	fault_waits = false;
	UNTIL(done && p[1].dropped && peer_row(&p[0], "link"));
	crowd_calm();
	assert_null(peer_row(&p[0], "chat"));
	crowd_close(&w);
}

static void who_is_removed_looks_on(void **unused)
{
	struct crowd w;
	struct peer p[2];

	crowd_table(&w, "memory:", "remuveds", p, 2);
	assert_string_equal(api_host(&w, "remuveds", REQUEST_REMOVE, 1, ""), "");
	UNTIL(p[1].seat == -1);
	assert_false(p[1].dropped);
	peer_say(&p[1], "{\"type\":\"chat\",\"text\":\"hi\",\"key\":\"a\"}");
	assert_string_equal(peer_code(&p[1], "a"), "forbidden");
	assert_string_equal(api_host(&w, "remuveds", REQUEST_FILL, 1, "random"), "");
	crowd_start(&w, "remuveds", p, 2);
	crowd_finish(p, 1);
	crowd_close(&w);
}

/* Until the third person agrees nothing happens; then the one whom they replaced looks on. */
static void people_replace_somebody_by_a_bot(void **unused)
{
	struct crowd w;
	struct peer p[3];

	crowd_race(&w, "memory:", "repkaced", p, 3);
	assert_string_equal(api_host(&w, "repkaced", REQUEST_REMOVE, 1, ""), "consent");
	peer_say(&p[0], "{\"type\":\"replace\",\"seat\":1,\"key\":\"a\"}");
	UNTIL(peer_row(&p[2], "replace"));
	assert_int_equal(p[1].seat, 1);
	peer_say(&p[2], "{\"type\":\"replace\",\"seat\":1,\"key\":\"b\"}");
	UNTIL(p[1].seat == -1);
	assert_non_null(peer_row(&p[0], "bot"));
	crowd_close(&w);
}

static json_t *vacant_from(struct peer *p, int seat)
{
	json_t *players = json_object_get(peer_last(p, "seats"), "players");

	return json_object_get(json_array_get(players, (size_t)seat), "vacantFrom");
}

/* Who is there cannot be said to be away, and who comes back ends it. */
static void an_announcement_ends_when_the_holder_is_there(void **unused)
{
	struct crowd w;
	struct peer p[3];

	crowd_race(&w, "memory:", "vacatyng", p, 3);
	peer_say(&p[0], "{\"type\":\"vacate\",\"seat\":1,\"key\":\"a\"}");
	UNTIL(peer_row(&p[0], "back"));
	peer_leave(&p[1]);
	crowd_calm();
	peer_say(&p[2], "{\"type\":\"vacate\",\"seat\":1,\"key\":\"b\"}");
	UNTIL(peer_answer(&p[2], "b"));
	crowd_later(1000);
	UNTIL(json_is_integer(vacant_from(&p[2], 1)));
	peer_enter(&p[1], &w);
	peer_hello(&p[1], "vacatyng", 1, 0);
	UNTIL(p[1].welcome);
	crowd_later(1000);
	UNTIL(json_is_null(vacant_from(&p[2], 1)));
	crowd_close(&w);
}

static void who_leaves_can_come_back_and_who_resigns_cannot(void **unused)
{
	struct crowd w;
	struct peer p[2];

	crowd_race(&w, "memory:", "keavyngs", p, 2);
	crowd_whose(p, 2);
	peer_say(&p[0], "{\"type\":\"leave\",\"key\":\"bye\"}");
	UNTIL(peer_answer(&p[0], "bye"));
	crowd_calm();
	assert_null(peer_row(&p[1], "back"));
	crowd_whose(&p[1], 1);
	peer_say(&p[0], "{\"type\":\"chat\",\"text\":\"here I am\",\"key\":\"hi\"}");
	UNTIL(peer_answer(&p[0], "hi"));
	UNTIL(peer_row(&p[1], "back"));
	peer_say(&p[0], "{\"type\":\"resign\",\"key\":\"enough\"}");
	UNTIL(peer_answer(&p[0], "enough"));
	assert_string_equal(peer_code(&p[0], "enough"), "ok");
	peer_say(&p[0], "{\"type\":\"back\",\"key\":\"back\"}");
	UNTIL(peer_answer(&p[0], "back"));
	assert_string_equal(peer_code(&p[0], "back"), "resigned");
	crowd_finish(&p[1], 1);
	json_t *places = json_object_get(json_object_get(p[1].game, "over"), "places");
	assert_int_equal(json_integer_value(json_array_get(places, 0)), 3);
	assert_string_equal(api_host(&w, "keavyngs", REQUEST_NEXT, -1, "nexttabk"), "");
	UNTIL(peer_row(&p[1], "next"));
	crowd_close(&w);
}

static void a_closed_table_takes_no_moves(void **unused)
{
	struct crowd w;
	struct peer p[2];

	struct peer *m = crowd_race_on(&w, "memory:", "ckusedxx", p, 2);
	assert_string_equal(api_host(&w, "ckusedxx", REQUEST_CLOSE, -1, "enough"), "");
	UNTIL(strcmp(peer_status(m), "closed") == 0);
	peer_say(m, "{\"type\":\"pause\",\"key\":\"late\"}");
	UNTIL(peer_answer(m, "late"));
	assert_string_equal(peer_code(m, "late"), "closed");
	crowd_close(&w);
}

static void seats_are_told_when_somebody_comes_or_goes_but_not_too_often(void **unused)
{
	struct crowd w;
	struct peer p[2], q[20];

	crowd_table(&w, "memory:", "presence", p, 2);
	crowd_later(1000);
	const int before = peer_count(p, "seats");
	for (int i = 0; i < 20; i++) {
		peer_enter(&q[i], &w);
		peer_hello(&q[i], "presence", -1, 0);
	}
	crowd_calm();
	assert_true(peer_count(p, "seats") - before <= 2);
	crowd_later(1000);
	assert_int_equal(json_integer_value(json_object_get(p->seats, "watchers")), 20);
	for (int i = 0; i < 20; i++)
		peer_leave(&q[i]);
	peer_leave(&p[1]);
	crowd_later(1000);
	assert_int_equal(json_integer_value(json_object_get(p->seats, "watchers")), 0);
	json_t *players = json_object_get(p->seats, "players");
	assert_true(json_is_true(json_object_get(json_array_get(players, 0), "isConnected")));
	assert_true(json_is_false(json_object_get(json_array_get(players, 1), "isConnected")));
	crowd_close(&w);
}

static void an_address_has_its_limits(void **unused)
{
	struct crowd w;
	struct live_limits l = crowd_limits();
	char id[9];

	l.tables_per_address = 3;
	l.clients_per_address = 2;
	crowd_open(&w, "memory:", &l);
	for (int i = 0; i < 5; i++) {
		snprintf(id, sizeof id, "kymyts%d%d", 2 + i, 2);
		assert_string_equal(api_create(&w, id, "queen", 3, "ppb", untimed), i < 3 ? "" : "limit");
	}
	crowd_later(21 * 60 * 1000);
	assert_string_equal(api_create(&w, "kymyts25", "queen", 3, "ppb", untimed), "");
	assert_string_equal(api_create(&w, "kymyts26", "queen", 3, "ppb", untimed), "limit");
	struct client *a = live_enter(w.live, NULL, "2001:db8::1"), *b = live_enter(w.live, NULL, "2001:db8::2");
	assert_true(a && b);
	assert_null(live_enter(w.live, NULL, "2001:db8::3"));
	struct client *c = live_enter(w.live, NULL, "2001:db8:0:1::1");
	assert_non_null(c);
	live_left(w.live, a);
	assert_non_null(a = live_enter(w.live, NULL, "2001:db8::3"));
	live_left(w.live, a);
	live_left(w.live, b);
	live_left(w.live, c);
	crowd_close(&w);
}

int main(int argc, char **argv)
{
	struct CMUnitTest tests[] = {
		cmocka_unit_test(two_players_a_bot_and_a_watcher_play_a_whole_game_of_each_title),
		cmocka_unit_test(a_whole_game_is_played_on_sqlite),
		cmocka_unit_test(a_repeated_message_gets_the_first_answer),
		cmocka_unit_test(what_crossed_with_another_move_is_refused_and_changes_nothing),
		cmocka_unit_test(two_tabs_of_a_seat_see_the_same),
		cmocka_unit_test(wishes_wait_for_what_is_being_stored_but_not_without_bound),
		cmocka_unit_test(nothing_is_told_before_it_is_stored),
		cmocka_unit_test(watchers_look_on_and_strangers_stay_out),
		cmocka_unit_test(the_api_can_read_all_rows_at_any_time),
		cmocka_unit_test(chat_has_its_rate),
		cmocka_unit_test(a_start_waits_for_nonces_but_not_for_ever),
		cmocka_unit_test(only_the_host_can_do_what_the_host_does),
		cmocka_unit_test(a_new_link_sends_the_old_holder_away),
		cmocka_unit_test(what_waits_behind_a_new_link_is_not_done),
		cmocka_unit_test(who_is_removed_looks_on),
		cmocka_unit_test(people_replace_somebody_by_a_bot),
		cmocka_unit_test(an_announcement_ends_when_the_holder_is_there),
		cmocka_unit_test(who_leaves_can_come_back_and_who_resigns_cannot),
		cmocka_unit_test(a_closed_table_takes_no_moves),
		cmocka_unit_test(seats_are_told_when_somebody_comes_or_goes_but_not_too_often),
		cmocka_unit_test(an_address_has_its_limits),
	};

	return crowd_run(argc, argv, "live", tests);
}
