/* Going back at a table, questions out of turn, and the orders that answer them. */
#define _POSIX_C_SOURCE 200809L         /* strndup */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "desk.h"
#include "table/wire.h"

/* Going back ---------------------------------------------------------------- */

/* A race in which seat 0 has ended its turn, and asks to take it back. */
static struct desk asked_back(const char *seats)
{
	struct desk d = desk_race(seats, no_clock);

	desk_end_turn(&d);
	assert_null(desk_undo(&d, 0, 1));
	return d;
}

static void own_silent_moves_are_taken_back_without_asking(void **state)
{
	struct state before;
	struct desk d = desk_race("ppp", no_clock);
	before = d.t.state;
	assert_int_equal(table_silent_from(&d.t, 0), 1);
	assert_null(desk_play(&d, 0, "speed 1"));
	assert_null(desk_play(&d, 0, "ahead"));
	assert_int_equal(table_silent_from(&d.t, 0), 1);
	assert_int_equal(table_silent_from(&d.t, 1), d.t.plies);
	assert_null(desk_undo(&d, 0, 2));
	assert_int_equal(d.t.plies, 2);
	assert_true(d.t.place == d.t.seq);
	assert_null(desk_undo(&d, 0, 1));
	assert_true(game_same(&before, &d.t.state));
	assert_string_equal(desk_undo(&d, 0, 1), "ply");
	assert_string_equal(desk_undo(&d, 0, 0), "ply");                /* chance made that one */
	assert_string_equal(desk_undo(&d, 0, -1), "ply");
	desk_drop(&d);
}

static void further_back_goes_by_consent_of_all_who_play(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	desk_end_turn(&d);
	int before = d.t.plies;
	assert_null(desk_undo(&d, 0, 1));
	assert_int_equal(desk_last(&d, 0)->kind, ROW_ASK);
	assert_int_equal(d.t.plies, before);
	assert_int_equal(d.t.asker, 0);
	assert_int_equal(table_asked(&d.t), 6);
	assert_string_equal(desk_undo(&d, 1, 1), "asked");
	assert_string_equal(desk_simply(&d, REQUEST_AGREE, 0), "not_asked");
	assert_null(desk_simply(&d, REQUEST_AGREE, 2));
	assert_int_equal(table_asked(&d.t), 2);
	assert_string_equal(desk_simply(&d, REQUEST_AGREE, 2), "not_asked");
	assert_null(desk_simply(&d, REQUEST_AGREE, 1));
	assert_int_equal(desk_last(&d, 1)->kind, ROW_AGREE);
	assert_int_equal(desk_last(&d, 0)->kind, ROW_UNDO);
	assert_int_equal(desk_last(&d, 0)->seat, -1);
	assert_int_equal(d.t.plies, 1);
	assert_int_equal(table_to_move(&d.t), 0);
	assert_int_equal(d.t.asker, -1);
	desk_drop(&d);
}

static void after_going_back_earlier_silent_moves_are_silent_again(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	assert_null(desk_play(&d, 0, "speed 1"));
	assert_null(desk_play(&d, 0, "ahead"));
	assert_null(desk_play(&d, 0, "end"));
	assert_null(desk_undo(&d, 0, 3));
	assert_null(desk_simply(&d, REQUEST_AGREE, 1));
	assert_null(desk_simply(&d, REQUEST_AGREE, 2));
	assert_int_equal(table_silent_from(&d.t, 0), 1);
	assert_null(desk_undo(&d, 0, 1));
	desk_drop(&d);
}

static void one_refusal_or_any_move_ends_the_question(void **state)
{
	struct desk d = asked_back("ppp");
	assert_null(desk_simply(&d, REQUEST_REFUSE, 2));
	assert_int_equal(d.t.asker, -1);
	assert_string_equal(desk_simply(&d, REQUEST_REFUSE, 2), "not_asked");
	assert_null(desk_undo(&d, 0, 1));
	assert_null(desk_simply(&d, REQUEST_REFUSE, 0));                   /* taken back by who asked */
	assert_null(desk_undo(&d, 0, 1));
	assert_null(desk_simply(&d, REQUEST_LEAVE, 2));                    /* who is away is not asked */
	assert_string_equal(desk_simply(&d, REQUEST_REFUSE, 2), "not_asked");
	desk_random(&d);
	assert_int_equal(d.t.asker, -1);
	assert_string_equal(desk_simply(&d, REQUEST_AGREE, 1), "not_asked");
	desk_drop(&d);
}

static void bots_and_who_is_away_agree_at_once(void **state)
{
	struct desk d = desk_race("ppb", no_clock);
	desk_end_turn(&d);
	assert_null(desk_simply(&d, REQUEST_LEAVE, 1));
	assert_null(desk_undo(&d, 0, 1));
	assert_int_equal(desk_last(&d, 0)->kind, ROW_UNDO);
	assert_int_equal(d.t.plies, 1);
	desk_drop(&d);
	for (int resigns = 0; resigns < 2; resigns++) {         /* who goes while being asked agrees */
		d = asked_back("ppb");
		assert_null(desk_simply(&d, resigns ? REQUEST_RESIGN : REQUEST_LEAVE, 1));
		assert_int_equal(desk_last(&d, 0)->kind, ROW_UNDO);
		assert_int_equal(d.t.plies, 1);
		desk_drop(&d);
	}
	d = asked_back("ppb");
	assert_null(desk_about(&d, REQUEST_REPLACE, 0, 1));
	assert_int_equal(d.t.plies, 1);
	desk_drop(&d);
}

/* In a pause nobody can take moves back: what would have been agreed upon meanwhile is done when the game goes on. */
static void who_goes_in_a_pause_agrees_when_the_game_goes_on(void **state)
{
	struct desk d;

	for (int asker_goes = 0; asker_goes < 2; asker_goes++) {
		d = desk_race("ppb", no_clock);
		desk_end_turn(&d);
		int before = d.t.plies;
		assert_null(desk_undo(&d, 0, 1));
		assert_null(desk_simply(&d, REQUEST_PAUSE, 0));
		assert_null(desk_simply(&d, REQUEST_LEAVE, 1));
		assert_int_equal(d.t.plies, before);
		if (asker_goes)
			assert_null(desk_simply(&d, REQUEST_RESIGN, 0));
		assert_null(desk_host(&d, REQUEST_RESUME, -1, ""));
		assert_int_equal(d.t.plies, asker_goes ? before : 1);
		desk_drop(&d);
	}
	d = desk_race("ppb", no_clock);         /* and the answer that is missing can be the asker's own going */
	desk_end_turn(&d);
	int before = d.t.plies;
	assert_null(desk_undo(&d, 0, 1));
	assert_null(desk_simply(&d, REQUEST_RESIGN, 0));
	assert_int_equal(d.t.plies, before);
	desk_drop(&d);
}

static void a_question_ends_with_who_asked(void **state)
{
	struct desk d = asked_back("ppp");
	assert_null(desk_simply(&d, REQUEST_LEAVE, 0));
	assert_int_equal(d.t.asker, -1);
	desk_drop(&d);
}

/* Else it would be gone before anybody could answer. */
static void bots_wait_while_a_question_is_open_but_not_for_ever(void **state)
{
	const char *level;
	struct desk d = desk_race("pbp", no_clock);
	desk_end_turn(&d);
	assert_int_equal(table_bot(&d.t, &level), 1);
	assert_null(desk_undo(&d, 0, 1));
	assert_int_equal(table_bot(&d.t, &level), -1);
	assert_true(table_wake(&d.t) == d.now + GRACE_LIVE);
	d.now += GRACE_LIVE - 1;
	assert_false(desk_due(&d));
	d.now++;
	assert_true(desk_due(&d));
	assert_int_equal(desk_last(&d, 0)->kind, ROW_REFUSE);
	assert_int_equal(desk_last(&d, 0)->by, BY_DEFAULT);
	assert_int_equal(desk_last(&d, 0)->seat, 2);
	assert_int_equal(table_bot(&d.t, &level), 1);
	desk_drop(&d);
}

/* The same move after an undo: other rows, so other dice. In many games at least one of them must differ. */
static void draws_are_fresh_after_an_undo(void **state)
{
	int differ = 0, drawn = 0;
	struct desk d = desk_game("broadhorns", 2, no_clock, 5);
	desk_start(&d, "pb");
	for (int i = 0; i < 400 && d.t.status == TABLE_RUNNING; i++) {
		const char *level;
		int ply = d.t.plies;
		if (table_bot(&d.t, &level) >= 0) {
			desk_random(&d);
			continue;
		}
		char move[MAX_TEXT];
		desk_legal(&d, (int)rng_below(&d.own, MAX_MOVES), move);
		assert_null(desk_play(&d, 0, move));
		if (d.t.plies == ply + 1 || d.t.status != TABLE_RUNNING)
			continue;
		struct state once = d.t.state;
		assert_null(desk_undo(&d, 0, ply));
		assert_null(desk_play(&d, 0, move));
		drawn++;
		differ += !game_same(&once, &d.t.state);
	}
	assert_true(drawn > 10 && differ > drawn / 2);
	desk_drop(&d);
}

/* Questions out of turn ------------------------------------------------------- */

static void an_order_answers_at_once(void **state)
{
	struct desk d = desk_asked("queen", 3, "ppp", no_clock);
	int seat = table_to_move(&d.t);
	assert_false(desk_due(&d));
	assert_null(desk_order(&d, seat, "facing", "SE", false));
	assert_int_equal(d.t.seat[seat].order[0], 3);
	assert_true(table_wake(&d.t) <= d.now);
	int before = d.all.n;
	assert_true(desk_due(&d));
	assert_string_equal(d.all.of[before].text, "face SE");
	assert_int_equal(d.all.of[before].by, BY_ORDER);
	assert_int_equal(d.all.of[before].seat, seat);
	assert_int_equal(d.t.seat[seat].order[0], 3);           /* it stands */
	assert_null(desk_order(&d, seat, "facing", "ask", false));
	assert_int_equal(d.t.seat[seat].order[0], ORDER_ASK);
	desk_drop(&d);
}

static void orders_are_refused_where_there_is_nothing_to_order(void **state)
{
	struct desk d = desk_race("ppb", no_clock);
	assert_string_equal(desk_order(&d, 0, "ice", "never", false), "order");
	assert_string_equal(desk_order(&d, 0, "facing", "up", false), "order");
	assert_string_equal(desk_order(&d, 0, "facing", "keep", true), "not_asked");
	assert_string_equal(desk_order(&d, 2, "facing", "keep", false), "seat");
	assert_null(desk_order(&d, 0, "facing", "keep", false));
	desk_drop(&d);
	d = desk_game("rails", 2, no_clock, 1);
	desk_start(&d, "pp");
	assert_string_equal(desk_order(&d, 0, "facing", "keep", false), "order");
	desk_drop(&d);
}

static void all_may_answer_at_once_and_only_for_this_question(void **state)
{
	struct desk d = desk_asked("broadhorns", 4, "pppp", no_clock);
	int active = d.t.state.broadhorns.active, first = table_to_move(&d.t);
	assert_true(first != active);
	for (int i = 0; i < 4; i++)
		if (i != active)
			assert_null(desk_order(&d, i, "ice", "never", true));
	assert_int_equal(d.t.seat[first].once[0], 1);
	while (table_prompt(&d.t) >= 0) {
		assert_true(desk_due(&d));
		assert_int_equal(d.all.of[d.all.n - 1].by == BY_ORDER || desk_last(&d, 0)->kind == ROW_DRAW, 1);
	}
	for (int i = 0; i < 4; i++)
		assert_int_equal(d.t.seat[i].once[0], ORDER_ASK);
	desk_drop(&d);
}

/* Which row an order made is nobody's to know but its owner's. */
static void others_do_not_hear_of_the_order(const struct desk *d, int owner)
{
	for (int eyes = 0; eyes < d->t.head.players; eyes++) {
		struct blob *log = wire_game(&d->t, eyes, 0, &d->all, NULL, d->now);
		char *text = strndup(log->bytes, log->n);
		assert_int_equal(strstr(text, "\"by\":\"order\"") != NULL, eyes == owner);
		free(text);
		blob_drop(log);
	}
}

/* A57: the question about ice in one's own turn comes often. Its order answers in the same moment with ice and without, so that nobody can tell. */
static void an_order_for_the_own_ice_takes_the_same_time_whatever_the_hand(void **state)
{
	int with = 0, without = 0;

	for (uint64_t seed = 1; seed <= 8; seed++) {
		struct desk d = desk_game("broadhorns", 3, no_clock, seed);
		desk_start(&d, "ppp");
		const int owner = (int)(seed % 3);
		int answered = 0;
		assert_null(desk_order(&d, owner, "own_ice", seed % 2 ? "never" : "always", false));
		while (d.t.status == TABLE_RUNNING) {
			struct moves m;
			const int question = table_question(&d.t), mover = table_to_move(&d.t);
			const bool own = question >= 0 && d.t.head.game->prompts[question].own;
			if (own && mover == owner) {
				d.t.head.game->legal(d.t.head.box, &d.t.state, &m);
				*(m.n == 2 ? &with : &without) += 1;
				assert_true(table_wake(&d.t) <= d.now);
				const int before = d.all.n;
				assert_true(desk_due(&d));
				assert_int_equal(d.all.of[before].by, BY_ORDER);
				assert_string_equal(d.all.of[before].text, seed % 2 == 0 && m.n == 2 ? "ice" : "no ice");
				answered++;
			} else {
				assert_true(!own || table_wake(&d.t) == INT64_MAX);      /* the others are asked, and have all the time */
				desk_random(&d);
			}
		}
		if (answered > 0)
			others_do_not_hear_of_the_order(&d, owner);
		desk_drop(&d);
	}
	print_message("own questions answered by an order: with ice %d, without %d\n", with, without);
	assert_true(with > 3 && without > 3);
}

static void after_the_grace_the_default_answers_whatever_the_clock(void **state)
{
	static const struct pace paces[] = { { 0, 0, false }, { 1000, 0, false }, { 2 * 24 * 3600 * 1000ll, 0, true } };
	struct desk d;

	for (int i = 0; i < 3; i++) {
		int64_t grace = paces[i].slow ? GRACE_SLOW : GRACE_LIVE, bank;
		d = desk_asked("queen", 3, "ppp", paces[i]);
		int seat = table_to_move(&d.t), heading = d.t.state.queen.ship[seat].heading;
		assert_true(table_left(&d.t, seat, d.now, &bank) == grace);
		d.now += grace - 1;
		assert_false(desk_due(&d));
		assert_true(table_left(&d.t, seat, d.now, &bank) == 1);
		d.now++;
		int before = d.all.n;
		assert_true(desk_due(&d));
		assert_int_equal(d.all.of[before].by, BY_DEFAULT);
		assert_int_equal(d.t.state.queen.ship[seat].heading, heading);
		assert_false(d.t.seat[seat].away);
		desk_drop(&d);
	}
}

static void the_default_of_ice_is_never(void **state)
{
	struct desk d = desk_asked("broadhorns", 3, "ppp", no_clock);
	int seat = table_to_move(&d.t);
	d.now += GRACE_LIVE;
	int before = d.all.n;
	assert_true(desk_due(&d));
	assert_int_equal(d.all.of[before].seat, seat);
	assert_string_equal(d.all.of[before].text, "no ice");
	desk_drop(&d);
}

static void orders_of_who_has_resigned_do_not_stand(void **state)
{
	const char *level;
	struct desk d = desk_asked("queen", 3, "ppp", no_clock);
	int seat = table_to_move(&d.t);
	assert_null(desk_order(&d, seat, "facing", "S", false));
	assert_null(desk_simply(&d, REQUEST_RESIGN, seat));
	assert_false(desk_due(&d));
	assert_int_equal(table_bot(&d.t, &level), seat);
	desk_drop(&d);
}

static void orders_of_who_is_away_still_stand(void **state)
{
	const char *level;
	struct desk d = desk_asked("queen", 3, "ppp", no_clock);
	int seat = table_to_move(&d.t);
	assert_null(desk_simply(&d, REQUEST_LEAVE, seat));
	assert_int_equal(table_bot(&d.t, &level), seat);
	assert_null(desk_order(&d, seat, "facing", "S", false));
	assert_int_equal(table_bot(&d.t, &level), -1);
	int before = d.all.n;
	assert_true(desk_due(&d));
	assert_string_equal(d.all.of[before].text, "face S");
	desk_drop(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_silent_moves_are_taken_back_without_asking),
		cmocka_unit_test(further_back_goes_by_consent_of_all_who_play),
		cmocka_unit_test(after_going_back_earlier_silent_moves_are_silent_again),
		cmocka_unit_test(one_refusal_or_any_move_ends_the_question),
		cmocka_unit_test(bots_and_who_is_away_agree_at_once),
		cmocka_unit_test(who_goes_in_a_pause_agrees_when_the_game_goes_on),
		cmocka_unit_test(a_question_ends_with_who_asked),
		cmocka_unit_test(bots_wait_while_a_question_is_open_but_not_for_ever),
		cmocka_unit_test(draws_are_fresh_after_an_undo),
		cmocka_unit_test(an_order_answers_at_once),
		cmocka_unit_test(an_order_for_the_own_ice_takes_the_same_time_whatever_the_hand),
		cmocka_unit_test(orders_are_refused_where_there_is_nothing_to_order),
		cmocka_unit_test(all_may_answer_at_once_and_only_for_this_question),
		cmocka_unit_test(after_the_grace_the_default_answers_whatever_the_clock),
		cmocka_unit_test(the_default_of_ice_is_never),
		cmocka_unit_test(orders_of_who_has_resigned_do_not_stand),
		cmocka_unit_test(orders_of_who_is_away_still_stand),
	};

	return cmocka_run_group_tests_name("back", tests, NULL, NULL);
}
