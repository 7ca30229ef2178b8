/* Clocks of a table, and who comes and goes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "desk.h"

static const struct pace days = { 2 * 24 * 3600 * 1000ll, 0, true };

/* Clocks --------------------------------------------------------------------- */

static void a_decision_has_its_time_and_the_rest_comes_from_the_bank(void **state)
{
	struct desk d;
	int64_t bank;

	d = desk_race("ppp", quick);
	assert_true(table_left(&d.t, 0, d.now, &bank) == 10000 && bank == 30000);
	assert_true(table_wake(&d.t) == d.now + 40000);
	d.now += 4000;
	assert_true(table_left(&d.t, 0, d.now, &bank) == 6000 && bank == 30000);
	assert_true(table_left(&d.t, 1, d.now, &bank) == 10000 && bank == 30000);
	assert_null(desk_play(&d, 0, "speed 1"));               /* the decision goes on */
	d.now += 11000;
	assert_true(table_left(&d.t, 0, d.now, &bank) == 0 && bank == 25000);
	assert_null(desk_play(&d, 0, "ahead"));
	assert_null(desk_play(&d, 0, "end"));
	assert_true(d.t.seat[0].bank == 25000 && d.t.mover == 1);
	assert_true(table_left(&d.t, 0, d.now, &bank) == 10000 && bank == 25000);
	assert_true(table_wake(&d.t) == d.now + 40000);
	desk_drop(&d);
}

static void who_runs_out_of_time_is_away_and_a_bot_decides(void **state)
{
	const char *level;
	struct desk d = desk_race("ppp", quick);
	d.now += 39999;
	assert_false(desk_due(&d));
	assert_int_equal(table_bot(&d.t, &level), -1);
	d.now++;
	assert_true(desk_due(&d));
	assert_int_equal(desk_last(&d, 0)->kind, ROW_AWAY);
	assert_string_equal(desk_last(&d, 0)->text, "time");
	assert_true(d.t.seat[0].away && d.t.seat[0].bank == 0);
	assert_int_equal(table_bot(&d.t, &level), 0);
	assert_string_equal(level, "random");
	assert_true(table_wake(&d.t) == INT64_MAX);
	assert_string_equal(desk_play(&d, 0, "speed 1"), "away");
	desk_end_turn(&d);
	assert_true(d.t.seat[0].away && table_wake(&d.t) == d.now + 40000);
	desk_drop(&d);
}

static void days_are_a_clock_without_a_bank(void **state)
{
	struct desk d = desk_race("ppp", days);
	d.now += 2 * 24 * 3600 * 1000ll - 1;
	assert_false(desk_due(&d));
	d.now++;
	assert_true(desk_due(&d));
	assert_true(d.t.seat[0].away);
	desk_drop(&d);
}

static void a_bank_alone_is_for_the_whole_game(void **state)
{
	struct desk d;
	int64_t bank;

	d = desk_race("ppp", (struct pace){ 0, 5000, false });
	int64_t began = d.now;
	d.now += 4000;
	desk_end_turn(&d);
	assert_true(d.t.seat[0].bank == 5000 - (d.now - began));
	assert_true(table_left(&d.t, 0, d.now, &bank) == 0 && bank == d.t.seat[0].bank);
	desk_drop(&d);
}

static void without_a_pace_there_is_no_clock(void **state)
{
	struct desk d;
	int64_t bank;

	d = desk_race("ppp", no_clock);
	d.now += 1000ll * 24 * 3600 * 1000;
	assert_true(table_left(&d.t, 0, d.now, &bank) == -1 && table_wake(&d.t) == INT64_MAX);
	assert_false(desk_due(&d));
	desk_drop(&d);
}

/* The mover still has a choice when the question has been answered that way. */
static bool has_a_choice_then(const struct desk *d, int mover, const char *answer)
{
	const struct head *h = &d->t.head;
	struct state s = d->t.state;

	h->game->apply(h->box, &s, game_parse(h->game, h->box, &s, answer, ALL), NULL);
	return h->game->to_move(h->box, &s) == mover && game_only(h->game, h->box, &s) < 0;
}

static void a_question_to_another_stops_the_clock(void **state)
{
	struct desk d;
	int64_t bank;

	for (uint64_t seed = 1; ; seed++) {
		assert_true(seed < 100);
		d = desk_game("queen", 3, quick, seed);
		desk_start(&d, "ppp");
		if (desk_until_asked(&d) && has_a_choice_then(&d, d.t.state.queen.order[d.t.state.queen.at], "face N"))
			break;
		desk_drop(&d);
	}
	int pushed = table_to_move(&d.t), mover = d.t.state.queen.order[d.t.state.queen.at];
	int64_t left = d.t.seat[pushed].bank, movers = d.t.seat[mover].bank;
	d.now += 15000;
	assert_true(table_left(&d.t, mover, d.now, &bank) == 10000 && bank == movers);
	assert_null(desk_play(&d, pushed, "face N"));
	assert_int_equal(d.t.mover, mover);
	assert_true(d.t.seat[pushed].bank == left && d.t.seat[mover].bank == movers);
	assert_true(table_left(&d.t, mover, d.now, &bank) == 10000 && bank == movers);
	desk_drop(&d);
}

/* Of the seat to move: chance in between, and the same seat again. */
static void chance_in_between_does_not_stop_the_clock(void **state)
{
	struct desk d = desk_game("rails", 2, quick, 3);
	desk_start(&d, "pp");
	for (int tries = 0; ; tries++) {
		assert_true(tries < 500);
		int64_t since = d.t.since;
		int mover = d.t.mover, plies = d.t.plies;
		desk_random(&d);
		if (d.t.mover == mover && d.t.plies > plies + 1) {
			assert_true(d.t.since == since);
			break;
		}
	}
	desk_drop(&d);
}

static void in_a_pause_clocks_bots_and_moves_stand_still(void **state)
{
	const char *level;
	struct desk d;
	int64_t bank;

	d = desk_race("pbp", quick);
	d.now += 3000;
	assert_null(desk_simply(&d, REQUEST_PAUSE, 2));
	assert_string_equal(desk_simply(&d, REQUEST_PAUSE, 0), "paused");
	d.now += 1000000;
	assert_true(table_left(&d.t, 0, d.now, &bank) == 7000 && bank == 30000);
	assert_true(table_wake(&d.t) == INT64_MAX);
	assert_string_equal(desk_play(&d, 0, "speed 1"), "paused");
	assert_string_equal(desk_undo(&d, 0, 1), "paused");
	assert_null(desk_say(&d, REQUEST_CHAT, 0, "Tea"));
	assert_null(desk_simply(&d, REQUEST_RESUME, 0));
	assert_string_equal(desk_simply(&d, REQUEST_RESUME, 0), "not_paused");
	assert_true(table_left(&d.t, 0, d.now, &bank) == 7000 && table_wake(&d.t) == d.now + 37000);
	desk_end_turn(&d);
	assert_true(d.t.used == 0 && d.t.seat[0].bank == 30000);
	assert_int_equal(table_bot(&d.t, &level), 1);
	assert_null(desk_simply(&d, REQUEST_PAUSE, 0));
	assert_int_equal(table_bot(&d.t, &level), -1);
	assert_null(desk_host(&d, REQUEST_RESUME, -1, ""));
	assert_int_equal(table_bot(&d.t, &level), 1);
	desk_drop(&d);
}

static void nobody_loses_time_to_a_server_that_was_down(void **state)
{
	struct desk d;
	int64_t bank;

	d = desk_race("ppp", quick);
	assert_null(desk_simply(&d, REQUEST_PAUSE, 0));
	d.now += 5000;
	assert_null(desk_simply(&d, REQUEST_RESUME, 0));
	d.now += 5000;
	assert_null(desk_simply(&d, REQUEST_PAUSE, 0));
	assert_null(desk_simply(&d, REQUEST_RESUME, 0));
	d.now += 3600 * 1000;
	assert_null(desk_simply(&d, REQUEST_RESUME, -1));
	assert_int_equal(desk_last(&d, 0)->by, BY_SERVER);
	assert_true(table_left(&d.t, 0, d.now, &bank) == 10000 && bank == 30000);
	desk_drop(&d);
}

/* Coming and going --------------------------------------------------------------- */

static void who_leaves_before_the_start_frees_the_seat(void **state)
{
	struct desk d = desk_game("queen", 3, no_clock, 1);
	assert_null(desk_sit(&d, 1, "Bob"));
	assert_null(desk_simply(&d, REQUEST_LEAVE, 1));
	assert_int_equal(d.t.seat[1].kind, SEAT_FREE);
	assert_string_equal(desk_last(&d, 0)->text, "left");
	assert_false(desk_secret(&d, 1, 2));
	assert_string_equal(desk_simply(&d, REQUEST_LEAVE, 1), "seat");
	desk_drop(&d);
}

static void who_left_comes_back_at_the_next_decision(void **state)
{
	const char *level;
	struct desk d = desk_game("broadhorns", 3, quick, 1);
	desk_start(&d, "ppp");
	assert_string_equal(desk_simply(&d, REQUEST_BACK, 0), "here");
	assert_null(desk_simply(&d, REQUEST_LEAVE, 0));
	assert_string_equal(desk_simply(&d, REQUEST_LEAVE, 0), "away");
	assert_int_equal(table_bot(&d.t, &level), 0);
	assert_null(desk_simply(&d, REQUEST_BACK, 0));
	assert_string_equal(desk_simply(&d, REQUEST_BACK, 0), "here");
	assert_int_equal(table_bot(&d.t, &level), 0);           /* this one is the bot's */
	while (d.t.mover != 1)
		desk_random(&d);
	while (d.t.mover != 0)
		desk_random(&d);
	assert_false(d.t.seat[0].away);
	assert_int_equal(table_bot(&d.t, &level), -1);
	assert_null(desk_simply(&d, REQUEST_LEAVE, 2));            /* not to move: back at once */
	assert_null(desk_simply(&d, REQUEST_BACK, 2));
	assert_false(d.t.seat[2].away);
	desk_drop(&d);
}

/* Alone there is nobody else who must act: the next turn will do. */
static void who_plays_alone_gets_the_next_turn_back(void **state)
{
	struct desk d = desk_game("rails", 1, quick, 4);
	desk_start(&d, "p");
	desk_random(&d);
	d.now += 100000;
	assert_true(desk_due(&d));
	assert_true(d.t.seat[0].away);
	assert_null(desk_simply(&d, REQUEST_BACK, 0));
	int turn = d.t.head.game->turn(&d.t.state);
	while (d.t.seat[0].away)
		desk_random(&d);
	assert_int_equal(d.t.head.game->turn(&d.t.state), turn + 1);
	assert_int_equal(d.t.status, TABLE_RUNNING);
	desk_drop(&d);
}

static void who_resigns_decides_no_more_and_is_placed_last(void **state)
{
	int place[MAX_PLAYERS], own[MAX_PLAYERS];
	const char *level;
	struct desk d = desk_game("queen", 5, no_clock, 2);
	desk_start(&d, "ppppp");
	assert_null(desk_simply(&d, REQUEST_RESIGN, 0));
	assert_null(desk_simply(&d, REQUEST_RESIGN, 3));
	assert_string_equal(desk_simply(&d, REQUEST_RESIGN, 0), "resigned");
	assert_string_equal(desk_simply(&d, REQUEST_BACK, 0), "resigned");
	assert_string_equal(desk_simply(&d, REQUEST_LEAVE, 0), "resigned");
	assert_string_equal(desk_play(&d, 0, "speed 1"), "resigned");
	assert_string_equal(desk_undo(&d, 0, 1), "resigned");
	assert_int_equal(table_bot(&d.t, &level), 0);
	while (d.t.status == TABLE_RUNNING)
		desk_random(&d);
	d.t.head.game->place(d.t.head.box, &d.t.state, own);
	table_places(&d.t, place);
	assert_int_equal(place[0], 5);
	assert_int_equal(place[3], 4);
	for (int i = 0; i < 5; i++)
		for (int k = 0; k < 5; k++)
			if (i % 3 != 0 && k % 3 != 0)           /* those who stayed: in the order of the game */
				assert_true((own[i] < own[k]) == (place[i] < place[k]) && place[i] <= 3);
	desk_drop(&d);
}

static void a_table_of_bots_alone_plays_to_the_end(void **state)
{
	struct desk d = desk_race("ppb", quick);
	assert_null(desk_simply(&d, REQUEST_LEAVE, 1));
	assert_null(desk_simply(&d, REQUEST_RESIGN, 0));
	while (d.t.status == TABLE_RUNNING)
		desk_random(&d);
	for (int i = 0; i < d.all.n; i++)
		assert_true(d.all.of[i].kind != ROW_MOVE || d.all.of[i].by == BY_BOT);
	desk_drop(&d);
}

static void a_bot_that_comes_too_late_changes_nothing(void **state)
{
	struct rows r = { .n = 0 };
	struct moves m;
	struct desk d = desk_race("bpp", no_clock);
	d.t.head.game->legal(d.t.head.box, &d.t.state, &m);
	assert_false(table_bot_moves(&d.t, 0, d.t.place - 1, m.id[0], d.now, &r));
	assert_false(table_bot_moves(&d.t, 1, d.t.place, m.id[0], d.now, &r));
	assert_false(table_bot_moves(&d.t, -1, d.t.place, m.id[0], d.now, &r));
	assert_false(table_bot_moves(&d.t, 0, d.t.place, d.t.head.game->num_moves - 1, d.now, &r));
	assert_null(desk_host(&d, REQUEST_PAUSE, -1, ""));
	assert_false(table_bot_moves(&d.t, 0, d.t.place, m.id[0], d.now, &r));
	assert_int_equal(r.n, 0);
	desk_drop(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_decision_has_its_time_and_the_rest_comes_from_the_bank),
		cmocka_unit_test(who_runs_out_of_time_is_away_and_a_bot_decides),
		cmocka_unit_test(days_are_a_clock_without_a_bank),
		cmocka_unit_test(a_bank_alone_is_for_the_whole_game),
		cmocka_unit_test(without_a_pace_there_is_no_clock),
		cmocka_unit_test(a_question_to_another_stops_the_clock),
		cmocka_unit_test(chance_in_between_does_not_stop_the_clock),
		cmocka_unit_test(in_a_pause_clocks_bots_and_moves_stand_still),
		cmocka_unit_test(nobody_loses_time_to_a_server_that_was_down),
		cmocka_unit_test(who_leaves_before_the_start_frees_the_seat),
		cmocka_unit_test(who_left_comes_back_at_the_next_decision),
		cmocka_unit_test(who_plays_alone_gets_the_next_turn_back),
		cmocka_unit_test(who_resigns_decides_no_more_and_is_placed_last),
		cmocka_unit_test(a_table_of_bots_alone_plays_to_the_end),
		cmocka_unit_test(a_bot_that_comes_too_late_changes_nothing),
	};

	return cmocka_run_group_tests_name("time", tests, NULL, NULL);
}
