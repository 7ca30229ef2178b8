/* Seats of a running game: who may have one that somebody holds, and who may not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "desk.h"

static const struct pace no_clock;
static const int64_t DAY = 24 * 3600 * 1000;

/* A race of three that runs at a table that strangers find. */
static void listed_race(struct desk *d, const char *seats)
{
	struct head h = desk_head("queen", 3, no_clock);

	h.listed = true;
	desk_make(d, &h, 1);
	desk_start(d, seats);
}

/* Somebody with a secret of their own wants that seat. */
static const char *joins(struct desk *d, int seat)
{
	struct request a = desk_ask(REQUEST_SIT, -1);

	a.whom = seat;
	strcpy(a.text, "Eve");
	memset(a.secret, 99, HASH_BYTES);
	return desk_want(d, &a);
}

static const char *gives_away(struct desk *d, int seat)
{
	struct request a = desk_ask(REQUEST_LINK, seat);

	memset(a.secret, 77, HASH_BYTES);
	return desk_want(d, &a);
}

static void the_host_of_a_running_game_gets_no_seat(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	for (int i = 0; i < 3; i++) {
		assert_string_equal(desk_host(&d, REQUEST_LINK, i, ""), "seat");
		assert_string_equal(desk_host(&d, REQUEST_REMOVE, i, ""), "consent");
		assert_string_equal(desk_host(&d, REQUEST_FILL, i, "easy"), "started");
		assert_string_equal(desk_host(&d, REQUEST_REPLACE, i, ""), "seat");
		assert_string_equal(desk_host(&d, REQUEST_VACATE, i, ""), "seat");
		assert_string_equal(joins(&d, i), "started");
		assert_true(desk_secret(&d, i, i + 1));
	}
	assert_string_equal(joins(&d, -1), "started");
	desk_drop(&d);
}

static void a_bot_has_a_seat_when_all_others_ask_for_it(void **state)
{
	const char *level;
	struct desk d = desk_race("ppp", no_clock);
	assert_null(desk_about(&d, REQUEST_REPLACE, 1, 0));
	assert_int_equal(d.t.seat[0].kind, SEAT_PERSON);
	assert_int_equal(d.t.seat[0].unwanted, 2);
	assert_string_equal(desk_about(&d, REQUEST_REPLACE, 1, 0), "asked");
	assert_string_equal(desk_about(&d, REQUEST_REPLACE, 0, 0), "seat");
	assert_null(desk_about(&d, REQUEST_REPLACE, 2, 0));
	assert_int_equal(desk_last(&d, 0)->kind, ROW_BOT);
	assert_int_equal(d.t.seat[0].kind, SEAT_BOT);
	assert_int_equal(table_bot(&d.t, &level), 0);
	assert_string_equal(level, "random");
	assert_false(desk_secret(&d, 0, 1));
	assert_string_equal(desk_simply(&d, REQUEST_BACK, 0), "seat");
	assert_string_equal(desk_about(&d, REQUEST_REPLACE, 1, 0), "seat");
	desk_drop(&d);
}

/* Who is away has not agreed; who has resigned is not asked, nor is a bot. */
static void who_must_agree(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	assert_null(desk_simply(&d, REQUEST_LEAVE, 2));
	assert_null(desk_about(&d, REQUEST_REPLACE, 1, 0));
	assert_int_equal(d.t.seat[0].kind, SEAT_PERSON);
	assert_null(desk_simply(&d, REQUEST_RESIGN, 2));
	assert_null(desk_about(&d, REQUEST_REPLACE, 1, 0));
	assert_int_equal(d.t.seat[0].kind, SEAT_BOT);
	desk_drop(&d);
	d = desk_race("pbp", no_clock);
	assert_null(desk_about(&d, REQUEST_REPLACE, 2, 0));
	assert_int_equal(d.t.seat[0].kind, SEAT_BOT);
	desk_drop(&d);
}

static void what_was_asked_can_be_taken_back(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	assert_string_equal(desk_about(&d, REQUEST_KEEP, 1, 0), "not_asked");
	assert_null(desk_about(&d, REQUEST_REPLACE, 1, 0));
	assert_null(desk_about(&d, REQUEST_VACATE, 2, 0));
	assert_null(desk_about(&d, REQUEST_KEEP, 1, 0));
	assert_int_equal(d.t.seat[0].unwanted, 0);
	assert_true(d.t.seat[0].vacant_from > 0);               /* it was seat 2 who announced that */
	assert_null(desk_about(&d, REQUEST_REPLACE, 2, 0));
	assert_int_equal(d.t.seat[0].kind, SEAT_PERSON);
	assert_null(desk_about(&d, REQUEST_KEEP, 2, 0));
	assert_true(d.t.seat[0].vacant_from == 0 && d.t.seat[0].unwanted == 0);
	desk_drop(&d);
}

/* What somebody asked goes with them: their seat's next holder has not agreed to anything. */
static void a_wish_goes_with_who_had_it(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	assert_null(desk_about(&d, REQUEST_REPLACE, 1, 0));
	assert_null(desk_about(&d, REQUEST_VACATE, 1, 2));
	assert_null(gives_away(&d, 1));
	assert_true(d.t.seat[0].unwanted == 0 && d.t.seat[2].vacant_from == 0);
	desk_drop(&d);
}

static void the_holder_gives_a_seat_away(void **state)
{
	struct desk d = desk_race("ppb", no_clock);
	assert_null(desk_say(&d, REQUEST_TELL, 1, "{\"mail\":\"bob@example.org\"}"));
	assert_null(desk_order(&d, 1, "facing", "keep", false));
	assert_null(gives_away(&d, 1));
	assert_true(desk_last(&d, 0)->kind == ROW_LINK && desk_last(&d, 0)->by == BY_PLAYER);
	assert_true(desk_secret(&d, 1, 77) && !desk_secret(&d, 1, 2));
	assert_null(d.t.seat[1].tell);
	assert_int_equal(d.t.seat[1].order[0], ORDER_ASK);
	assert_string_equal(gives_away(&d, 2), "seat");
	desk_drop(&d);
}

/* As the logs of tables have it at which the host still could: the old holder's arrangements stay. */
static void a_link_of_the_host_in_an_old_log_still_counts(void **state)
{
	char hash[2 * HASH_BYTES + 1];
	struct rows r = { .n = 0 };
	struct desk d = desk_race("ppp", no_clock);
	assert_null(desk_say(&d, REQUEST_TELL, 1, "{\"mail\":\"bob@example.org\"}"));
	memset(hash, '7', sizeof hash - 1);
	hash[sizeof hash - 1] = '\0';
	rows_add(&r, ROW_LINK, BY_HOST, 1, d.now, hash)->seq = d.t.seq + 1;
	desk_fold(&d, &r);
	assert_true(desk_secret(&d, 1, 0x77));
	assert_non_null(d.t.seat[1].tell);
	desk_drop(&d);
}

static void who_is_away_too_long_can_lose_the_seat(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	assert_null(desk_order(&d, 1, "facing", "keep", false));
	assert_null(desk_about(&d, REQUEST_VACATE, 0, 1));
	assert_true(d.t.seat[1].vacant_from == d.now + AWAY_DAYS * DAY);
	assert_string_equal(desk_about(&d, REQUEST_VACATE, 2, 1), "asked");
	d.now += AWAY_DAYS * DAY - 1;
	assert_string_equal(joins(&d, 1), "started");
	assert_string_equal(joins(&d, 2), "started");
	d.now++;
	assert_string_equal(joins(&d, 2), "started");
	assert_null(joins(&d, -1));
	assert_string_equal(d.t.seat[1].name, "Eve");
	assert_true(desk_secret(&d, 1, 99) && !desk_secret(&d, 1, 2));
	assert_true(d.t.seat[1].vacant_from == 0 && d.t.seat[1].order[0] == ORDER_ASK && d.t.seat[1].committed);
	assert_string_equal(joins(&d, 1), "taken");
	desk_drop(&d);
}

static void who_comes_back_keeps_the_seat(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	assert_string_equal(desk_simply(&d, REQUEST_BACK, 1), "here");
	assert_null(desk_about(&d, REQUEST_VACATE, 0, 1));
	d.now += 2 * AWAY_DAYS * DAY;                           /* nobody has taken it yet */
	assert_null(desk_simply(&d, REQUEST_BACK, 1));
	assert_true(d.t.seat[1].vacant_from == 0 && table_here(&d.t, 1));
	assert_string_equal(joins(&d, 1), "started");
	assert_null(desk_about(&d, REQUEST_VACATE, 0, 1));      /* it begins anew */
	assert_true(d.t.seat[1].vacant_from == d.now + AWAY_DAYS * DAY);
	desk_drop(&d);
}

static void the_table_has_a_rule_of_its_own(void **state)
{
	struct desk d;

	for (int days = 0; days < 8; days += 7) {
		struct rows r = { .n = 0 };
		d = desk_game("queen", 3, no_clock, 1);
		rows_add(&r, ROW_RULE, BY_HOST, -1, d.now, days ? "away 7" : "away 0")->seq = 1;
		desk_fold(&d, &r);
		desk_start(&d, "ppp");
		if (days) {
			assert_null(desk_about(&d, REQUEST_VACATE, 0, 1));
			assert_true(d.t.seat[1].vacant_from == d.now + days * DAY);
		} else {
			assert_string_equal(desk_about(&d, REQUEST_VACATE, 0, 1), "bots_only");
		}
		desk_drop(&d);
	}
}

static void with_two_people_at_a_listed_table_bots_alone_take_over(void **state)
{
	struct desk d;

	listed_race(&d, "ppb");
	assert_string_equal(desk_about(&d, REQUEST_VACATE, 0, 1), "bots_only");
	assert_string_equal(gives_away(&d, 1), "bots_only");
	assert_null(desk_about(&d, REQUEST_REPLACE, 0, 1));
	assert_int_equal(d.t.seat[1].kind, SEAT_BOT);
	desk_drop(&d);

	listed_race(&d, "ppp");                                 /* three can, until one of them has gone */
	assert_null(desk_about(&d, REQUEST_VACATE, 0, 1));
	d.now += AWAY_DAYS * DAY;
	assert_null(desk_simply(&d, REQUEST_RESIGN, 2));
	assert_string_equal(joins(&d, 1), "bots_only");
	desk_drop(&d);
}

static void rows_about_seats_that_make_no_sense_are_refused(void **state)
{
	static const struct { uint8_t kind; const char *text; } rows[] = {
		{ ROW_REPLACE, "" }, { ROW_REPLACE, "0" }, { ROW_REPLACE, "2" }, { ROW_REPLACE, "5" }, { ROW_REPLACE, "33" }, { ROW_REPLACE, "-1" },
		{ ROW_VACATE, "1" }, { ROW_VACATE, "1 5" }, { ROW_VACATE, "2 99999999999999" }, { ROW_KEEP, "x" },
	};
	char why[MAX_ERROR];
	struct desk d = desk_race("ppb", no_clock);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct row r = { .seq = d.t.seq + 1, .kind = rows[i].kind, .by = BY_PLAYER, .seat = 0, .at = d.now, .text = (char *)rows[i].text };
		assert_false(table_fold(&d.t, &r, why));
	}
	desk_drop(&d);
}

static void a_name_can_be_taken_out_when_the_game_is_over(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	assert_string_equal(desk_simply(&d, REQUEST_FORGET, 1), "not_over");
	assert_null(desk_say(&d, REQUEST_TELL, 1, "mail bob@example.org"));
	assert_null(desk_host(&d, REQUEST_CLOSE, -1, "enough"));
	assert_null(desk_simply(&d, REQUEST_FORGET, 1));
	assert_string_equal(d.t.seat[1].name, ROW_NOBODY);
	assert_null(d.t.seat[1].tell);
	assert_string_not_equal(d.t.seat[0].name, ROW_NOBODY);
	assert_int_equal(atoi(desk_last(&d, 0)->text), d.t.seat[1].sat);
	for (int i = 0; i < d.all.n; i++)       /* as a store does: it is the same table then */
		if (d.all.of[i].seat == 1 && d.all.of[i].seq >= d.t.seat[1].sat)
			row_forget(&d.all.of[i]);
	desk_drop(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_host_of_a_running_game_gets_no_seat),
		cmocka_unit_test(a_bot_has_a_seat_when_all_others_ask_for_it),
		cmocka_unit_test(who_must_agree),
		cmocka_unit_test(what_was_asked_can_be_taken_back),
		cmocka_unit_test(a_wish_goes_with_who_had_it),
		cmocka_unit_test(the_holder_gives_a_seat_away),
		cmocka_unit_test(a_link_of_the_host_in_an_old_log_still_counts),
		cmocka_unit_test(who_is_away_too_long_can_lose_the_seat),
		cmocka_unit_test(who_comes_back_keeps_the_seat),
		cmocka_unit_test(the_table_has_a_rule_of_its_own),
		cmocka_unit_test(with_two_people_at_a_listed_table_bots_alone_take_over),
		cmocka_unit_test(a_name_can_be_taken_out_when_the_game_is_over),
		cmocka_unit_test(rows_about_seats_that_make_no_sense_are_refused),
	};

	return cmocka_run_group_tests_name("seats", tests, NULL, NULL);
}
