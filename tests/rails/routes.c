/* Deliveries (R42-R53, R60-R63, R106), routes and their length (R54-R59, R104, R105, T12, T13), and what the cards look at (R107). */
#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

/* Seat 0 of two is in its delivery step. Cards 7 pay for one good only: with another one they leave the length alone to be seen. */
static struct fix ready(const char *tracks, const char *cards)
{
	struct fix f = fix_map(2, "freight=off");
	fix_tracks(&f, 0, tracks);
	fix_hand(&f, 0, "", cards);
	fix_phase(&f, RAILS_DELIVER);
	return f;
}

static void delivered_is(const struct fix *f, int good, int length)
{
	assert_int_equal(told(f, "delivered"), 1);
	assert_int_equal(told_event(f, "delivered")->thing, good);
	assert_int_equal(told_event(f, "delivered")->n, length);
}

static void is_collected(const struct fix *f, int side, const char *card)
{
	assert_int_equal(f->s.rails.where[card_of(f, card)], COLLECTED + side);
}

/* Which deliveries */

RULE_TEST(after_building, "R42: after building a delivery may be made or left")
{
	struct fix f = fix_map(2, "freight=off");
	fix_tracks(&f, 0, "A12 B1");
	fix_hand(&f, 0, "M7", "");
	play_into(&f, "build B2", RAILS_BUILD);
	refused(&f, "deliver A12 to B3", R(108));
	play_into(&f, "build B4", RAILS_DELIVER);
	legal_is(&f, "deliver A12 to B3, loan, pass");
	play_into(&f, "pass", RAILS_BUY);
	cubes_are(&f, "A12", 2);
	trains_are(&f, 0, "");
	hand_is(&f, 0, "M7");
	money_is(&f, 0, 5);
}

RULE_TEST(one_in_a_turn, "R43: one delivery in a turn")
{
	struct fix f = ready("A12 B1 B2 C17", "M7 F7");
	legal_is(&f, "deliver A12 to B3, deliver A12 to C13, deliver C17 to C19, loan, pass");
	play_into(&f, "deliver A12 to B3, use M7 length 4", RAILS_BUY);
	refused(&f, "deliver C17 to C19, deliver A12 to C13", R(108));
	trains_are(&f, 0, "B3");
}

RULE_TEST(from_an_own_track_with_a_cube, "R44: from a factory with an own track and a cube")
{
	struct fix f = ready("A12 B1 B2 A4", "M7");
	fix_tracks(&f, 1, "C17 A4");
	refused(&f, "deliver C17 to C19", R(44));       /* the track there is another's */
	refused(&f, "deliver B5 to C19", R(44));        /* a track lies beside it, none on it */
	refused(&f, "deliver D3 to B3", R(44));         /* not in play */
	refused(&f, "deliver A12 to D16", R(98));
	assert_true(is_legal(&f, "deliver A12 to B3"));
	fix_cubes(&f, "A12", 1);
	assert_true(is_legal(&f, "deliver A12 to B3"));
	fix_cubes(&f, "A12", 0);
	refused(&f, "deliver A12 to B3", R(44));
	legal_is(&f, "loan, pass");
}

RULE_TEST(what_the_city_wants, "R45: to a city that wants the good")
{
	struct fix f = ready("A12 B1 B2 C17 B5", "M7");
	legal_is(&f, "deliver A12 to B3, deliver A12 to C13, deliver C17 to C19, deliver B5 to C19, loan, pass");
	refused(&f, "deliver A12 to C19, deliver C17 to C13, deliver C17 to B3, deliver B5 to B3", R(45));
}

/* Every factory, with nothing but its own track, and every city: the chain is missing, where the demand is not. */
RULE_TEST(demands_as_printed, "R45: what each city wants and each factory makes")
{
	static const char *const wants[][2] = {
		{ "A2", "GI" }, { "A19", "CL" }, { "B3", "CT" }, { "B8", "GL" },
		{ "C13", "GT" }, { "C19", "IL" }, { "D1", "CL" }, { "D16", "IT" },
	};
	static const char *const has[] = { "A4C", "A12T", "A17L", "B5I", "B16G", "B17L", "C1I", "C7C", "C17L", "D3T", "D8G", "D18I" };
	struct fix f = fix_map(4, "freight=off");
	for (size_t i = 0; i < sizeof has / sizeof *has; i++)
		for (size_t j = 0; j < sizeof wants / sizeof *wants; j++) {
			char move[MAX_TEXT], from[8];
			struct fix at = f;
			snprintf(from, sizeof from, "%.*s", (int)strlen(has[i]) - 1, has[i]);
			snprintf(move, sizeof move, "deliver %s to %s", from, wants[j][0]);
			fix_tracks(&at, 0, from);
			fix_phase(&at, RAILS_DELIVER);
			refused(&at, move, strchr(wants[j][1], has[i][strlen(has[i]) - 1]) ? R(46) : R(45));
		}
}

RULE_TEST(an_unbroken_chain, "R46 R47: over an unbroken chain of own pieces")
{
	struct fix f = ready("A12 B2", "M7");
	refused(&f, "deliver A12 to B3", R(46));
	fix_tracks(&f, 1, "B1 B4 B5");                  /* tracks of others carry nothing */
	refused(&f, "deliver A12 to B3", R(46));
	fix_tracks(&f, 0, "B1");
	play(&f, "deliver A12 to B3");
	legal_is(&f, "use M7 length 3");
	f = ready("A12 B1 B2 C7", "M7");                /* coal of C7: on another part of the network */
	legal_is(&f, "deliver A12 to B3, loan, pass");
	refused(&f, "deliver C7 to B3", R(46));
	f = ready("A12 B1 C18", "M7");                  /* ends one hex before the city */
	refused(&f, "deliver A12 to B3", R(46));
	f = ready("B2 B1 B4", "M7");
	fix_tracks(&f, 1, "A12");                       /* beside the factory, not on it */
	refused(&f, "deliver A12 to B3", R(44));
}

RULE_TEST(others_never_carry, "R47: tracks of others make no route longer")
{
	struct fix f = ready("A12 B1 B2", "M7");
	fix_tracks(&f, 1, "B1 B4 B5 B6 C17 C18");       /* ways around that would be longer */
	play(&f, "deliver A12 to B3");
	legal_is(&f, "use M7 length 3");
}

RULE_TEST(two_trains_fill_a_city, "R48: two trains fill a city")
{
	struct fix f = fix_map(3, "freight=off");
	fix_tracks(&f, 0, "A12 B1 B2");
	fix_delivery(&f, "M7");
	fix_trains(&f, 1, "B3");
	assert_true(is_legal(&f, "deliver A12 to B3"));
	fix_trains(&f, 2, "B3");
	refused(&f, "deliver A12 to B3", R(48));
	legal_is(&f, "loan, pass");
}

RULE_TEST(the_second_train_fills_it, "R48: the second train fills it")
{
	struct fix f = fix_map(3, "freight=off");
	fix_tracks(&f, 0, "A12 B1 B2");
	fix_tracks(&f, 2, "B1 B2 A12");
	fix_hand(&f, 0, "M7", "");
	fix_hand(&f, 2, "F7", "");
	fix_trains(&f, 1, "B3");
	fix_phase(&f, RAILS_DELIVER);
	play(&f, "deliver A12 to B3, use M7 length 3");
	fix_turn(&f, 2);
	fix_phase(&f, RAILS_DELIVER);
	refused(&f, "deliver A12 to B3", R(48));
}

RULE_TEST(one_train_of_each, "R49: no second own train in a city")
{
	struct fix f = ready("A12 B1 B2", "M7");
	fix_trains(&f, 0, "B3");
	refused(&f, "deliver A12 to B3", R(49));        /* though there is room */
	legal_is(&f, "loan, pass");
}

/* Tracks and a card for A12 to B3 are there once B2 is built. */
static struct fix nearly(const struct box *box)
{
	struct fix f = fix_map_box(2, "freight=off", box);
	fix_tracks(&f, 0, "A12 B1");
	return f;
}

RULE_TEST(needs_a_train, "R50: no delivery without a train in supply")
{
	struct box box = *game_find("rails")->box;
	for (int wagons = 1; wagons <= 2; wagons++) {
		box.rails.wagons = (uint8_t)wagons;
		struct fix f = nearly(&box);
		fix_hand(&f, 0, "M7", "");
		fix_trains(&f, 0, "C13");
		play(&f, "build B2, build B4");
		phase_is(&f, wagons == 1 ? RAILS_BUY : RAILS_DELIVER);
	}
	box.rails.wagons = 1;
	struct fix f = nearly(&box);
	fix_unlocked(&f, 0, "U4");
	fix_hand(&f, 0, "M7 F7", "");
	play(&f, "build B2, build C17, deliver A12 to B3, use M7 length 4");
	phase_is(&f, RAILS_BUY);                        /* no second delivery */
}

RULE_TEST(needs_a_card, "R51: no delivery without a train card in hand")
{
	struct fix f = nearly(NULL);
	fix_hand(&f, 1, "M7 F7", "");
	fix_trains(&f, 0, "C13");                       /* with a card in the collection */
	play_into(&f, "build B2, build B4", RAILS_BUY);
	f = nearly(NULL);
	fix_hand(&f, 0, "", "M7");                      /* a bought one is as good */
	play_into(&f, "build B2, build B4", RAILS_DELIVER);
	f = nearly(NULL);
	fix_unlocked(&f, 0, "U4");
	fix_hand(&f, 0, "M7", "");
	play_into(&f, "build B2, build C17, deliver A12 to B3, use M7 length 4", RAILS_BUY);
}

/* What a delivery does */

RULE_TEST(a_train_for_a_cube, "R52 R53: a train into the city, a cube out of the game")
{
	struct fix f = ready("A12 B1 B2", "M7");
	int wagons = f.s.rails.side[0].wagons;
	play(&f, "deliver A12 to B3, use M7 length 3");
	delivered_is(&f, TIMBER, 3);
	trains_are(&f, 0, "B3");
	trains_are(&f, 1, "");
	assert_int_equal(f.s.rails.side[0].wagons, wagons - 1);
	cubes_are(&f, "A12", 1);
	cubes_are(&f, "A4", 2);
	assert_int_equal(f.s.rails.placed, 1);
	finish_turn(&f);
	finish_turn(&f);
	cubes_are(&f, "A12", 1);                        /* for good */
	trains_are(&f, 0, "B3");
}

RULE_TEST(exactly_one_card, "R60: exactly one card of the hand")
{
	struct fix f = ready("A12 B1 B2", "E7");
	fix_hand(&f, 0, "F7 M7", "");
	fix_hand(&f, 1, "L7", "");
	play_into(&f, "deliver A12 to B3", RAILS_ROUTE);
	to_move_is(&f, 0);
	legal_is(&f, "use F7 length 3, use M7 length 3, use E7 length 3");
	refused(&f, "use L7 length 3", R(60));          /* another's */
	refused(&f, "use F1 length 3", R(60));          /* in the market */
	refused(&f, "use F2 length 3", R(60));          /* in the deck */
	refused(&f, "pass", R(106));                    /* the card is no choice, only which */
	play(&f, "use E7 length 3");
	hand_is(&f, 0, "F7 M7");
	hand_is(&f, 1, "L7");
	is_collected(&f, 0, "E7");
}

RULE_TEST(reward_only_if_met, "R61 R62: reward only if met, collected either way")
{
	struct fix f = ready("A12 B1 B2", "M7 L7");     /* grain, timber */
	struct fix met = f;
	play(&f, "deliver A12 to B3, use M7 length 3");
	money_is(&f, 0, 8);
	prestige_is(&f, 0, 2);
	assert_int_equal(told_event(&f, "card")->n, 0);
	assert_int_equal(told(&f, "gained"), 1);
	play(&met, "deliver A12 to B3, use L7 length 3");
	money_is(&met, 0, 11);
	prestige_is(&met, 0, 2);
	assert_int_equal(told_event(&met, "card")->n, 1);
	assert_int_equal(told_event(&met, "card")->thing, card_of(&met, "L7"));
	assert_int_equal(told(&met, "gained"), 2);
	is_collected(&f, 0, "M7");                      /* either way */
	is_collected(&met, 0, "L7");
	hand_is(&f, 0, "L7");
	hand_is(&met, 0, "M7");
}

RULE_TEST(a_train_is_a_base, "R63: a train is a place to build from")
{
	struct fix f = fix_map(2, "freight=off");
	fix_tracks(&f, 0, "A17 A18");
	fix_hand(&f, 0, "M7", "");
	refused(&f, "build A16", R(20));
	play(&f, "build A14, build A13");
	play(&f, "deliver A17 to A19, use M7 length 4");
	finish_turn(&f);
	to_move_is(&f, 1);
	finish_turn(&f);
	to_move_is(&f, 0);
	assert_true(is_legal(&f, "build A16"));         /* next to the train alone */
	refused(&f, "build B4", R(20));
	refused(&f, "build B8", R(22));
	play(&f, "build A16, build B4");
	tracks_are(&f, 0, "A13 A14 A16 A17 A18 B4");
}

RULE_TEST(order_of_a_delivery, "R106: order of a delivery")
{
	struct fix f = fix_map(2, "");
	fix_tracks(&f, 0, "A12 B1 B2");
	fix_hand(&f, 0, "L7 M7", "");
	fix_money(&f, 0, 6);
	fix_loans(&f, 0, 1);
	fix_goals(&f, "A12 A1 A2 A3 A4");
	fix_phase(&f, RAILS_DELIVER);
	play_into(&f, "deliver A12 to B3", RAILS_ROUTE);
	const char *at = "pass, loan, repay, build B4, deliver A12 to B3, buy F1, unlock night-shift, load 1";
	for (char move[MAX_TEXT]; next_word(&at, ",", move); )
		refused(&f, move, R(106));
	struct fix rich = f;
	fix_money(&rich, 0, 12);
	play(&rich, "use L7 length 3");
	assert_true(told_at(&rich, "claimed") > told_at(&rich, "loaded"));      /* though it held before */
	play(&f, "use L7 length 3");
	assert_true(told_at(&f, "delivered") >= 0);
	assert_int_equal(told_at(&f, "gained"), told_at(&f, "delivered") + 1);
	assert_int_equal(told_event(&f, "gained")->place, 2);
	assert_int_equal(told_event(&f, "gained")->n, 3);
	assert_true(told_at(&f, "card") > told_at(&f, "gained"));
	assert_int_equal(told(&f, "gained"), 2);
	assert_int_equal(f.told.of[told_at(&f, "card") + 1].what, told_event(&f, "gained")->what);
	assert_true(told_at(&f, "loaded") > told_at(&f, "card") + 1);
	assert_true(told_at(&f, "claimed") > told_at(&f, "loaded"));    /* $12 with the card's reward */
	money_is(&f, 0, 12);
	ship_is(&f, "S1", "0 . . .");
}

/* Length */

static const struct { const char *tiles, *from, *tracks; int length, money, prestige; } lines[] = {
	{ "A0 B1 C0", "B17", "B17",                                          1, 2, 1 },
	{ "A0 B0 C0", "A17", "A17 A18",                                      2, 2, 1 },
	{ "A0 B0 C0", "A17", "A17 A14 A15",                                  3, 3, 2 },
	{ "A0 B0 C0", "A17", "A17 A18 A15 A16",                              4, 3, 2 },
	{ "A0 B0 C0", "A17", "A17 A14 A10 A11 A16",                          5, 4, 3 },
	{ "A0 B0 C0", "A17", "A17 A13 A9 A10 A11 A16",                       6, 4, 3 },
	{ "A0 B0 C0", "A17", "A17 A14 A10 A6 A7 A12 A16",                    7, 5, 4 },
	{ "A0 B0 C0", "A17", "A17 A14 A9 A5 A6 A7 A12 A16",                  8, 5, 4 },
	{ "A0 B0 C0", "A17", "A17 A14 A10 A6 A7 C17 B1 B4 A16",              9, 6, 5 },
	{ "A0 B0 C0", "A17", "A17 A14 A9 A5 A6 A7 C17 B1 B4 A16",            9, 6, 5 },       /* 10 */
	{ "A0 B0 C0", "A17", "A17 A14 A10 A6 A3 C8 C9 C14 C18 B1 A12 A16",   9, 6, 5 },       /* 12 */
};

RULE_TEST(pay_by_length, "R54 R57 R58 R59 R104: pay by length, from 1 to 9 and more")
{
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct fix f = fix_map(2, "freight=off");
		char move[MAX_TEXT];
		fix_tiles(&f, lines[i].tiles);
		fix_tracks(&f, 0, lines[i].tracks);
		fix_delivery(&f, "M7");
		snprintf(move, sizeof move, "deliver %s to A19", lines[i].from);
		play(&f, move);
		snprintf(move, sizeof move, "use M7 length %d", lines[i].length);
		legal_is(&f, move);
		play(&f, move);
		delivered_is(&f, LIVESTOCK, lines[i].length);
		money_is(&f, 0, 5 + lines[i].money);
		prestige_is(&f, 0, lines[i].prestige);
		assert_int_equal(told_event(&f, "gained")->n, lines[i].money);
		assert_int_equal(told_event(&f, "gained")->place, lines[i].prestige);
		assert_int_equal(f.s.rails.side[0].longest, lines[i].length);
	}
}

RULE_TEST(passed_trains_count, "R54 R104: trains in passed cities count and carry")
{
	struct fix f = ready("B17 B13 A16", "M7");
	refused(&f, "deliver B17 to A19", R(46));
	fix_trains(&f, 0, "B8");
	play(&f, "deliver B17 to A19");
	legal_is(&f, "use M7 length 4");
	f = ready("B16 B12 B7 C15 C14", "F7");          /* two cities side by side */
	fix_trains(&f, 0, "B3");
	refused(&f, "deliver B16 to C13", R(46));
	fix_trains(&f, 0, "C19");
	play(&f, "deliver B16 to C13");
	legal_is(&f, "use F7 length 7");
}

RULE_TEST(no_hex_twice, "R55: no hex twice")
{
	static const char *const aside[] = { "", "A11", "A11 A10 A6", "A7 A11", "A7 A11 A6 A10 A15", "A16 A15" };
	for (size_t i = 0; i < sizeof aside / sizeof *aside; i++) {
		struct fix f = ready("A12 B1 B2", "M7");
		fix_tracks(&f, 0, aside[i]);            /* they hang at A12 alone: no route comes back from there */
		play(&f, "deliver A12 to B3");
		legal_is(&f, "use M7 length 3");
	}
	struct fix f = ready("A12 B1 B2 C17 C18", "M7");
	play(&f, "deliver A12 to B3");
	legal_is(&f, "use M7 length 5");                /* each of the five once */
}

RULE_TEST(ends_with_a_track, "R104: the last piece is a track, and all are own")
{
	struct fix f = ready("B17 B13", "M7");
	fix_trains(&f, 0, "B8");
	assert_true(are_adjacent(&f, "B8", "A19"));
	refused(&f, "deliver B17 to A19", R(46));       /* only the train is next to the city */
	f = ready("B17 B13 A16", "M7");
	fix_trains(&f, 1, "B8");                        /* another's train carries nothing */
	refused(&f, "deliver B17 to A19", R(46));
	f = ready("A17 A18 A15 A16", "M7");
	fix_trains(&f, 0, "B8");                        /* beyond A16, and next to the city */
	play(&f, "deliver A17 to A19");
	legal_is(&f, "use M7 length 4");
}

RULE_TEST(starts_at_the_factory, "R104: from the factory, over other factories")
{
	struct fix f = ready("A12 A7 C17 B1 B2", "M7"); /* timber from A12, livestock from C17, over the other's hex too */
	play(&f, "deliver A12 to B3");
	legal_is(&f, "use M7 length 5");
	f = ready("A12 A7 C17 B1 B2", "M7");
	play(&f, "deliver C17 to C19");
	legal_is(&f, "use M7 length 5");                /* C17 A7 A12 B1 B2 */
	f = ready("A12 C17 B1 B2 A11 A16", "M7");
	play(&f, "deliver C17 to C19");
	legal_is(&f, "use M7 length 4");                /* not from A16 or A11 on */
}

/* Outcomes */

/* Another's track lies on `shared`, which is on the longest route of `met`, not on that of `any`. `offered`: lengths, the met one first. */
static const struct { const char *from, *to, *shared, *tracks; int offered[2]; } choices[] = {
	{ "A12", "C13", "A7",  "A12 A7 B1 A16 C18 C14",                       { 2, 4 } },
	{ "C17", "C19", "C14", "C17 C14 A12 C18 B1",                          { 3 } },        /* 4 pays the same */
	{ "B5",  "C19", "B1",  "B5 B10 B1 B2 B6 B11",                         { 3, 5 } },
	{ "A12", "C13", "A11", "A12 A11 A7 C17 C18 B1",                       { 4, 5 } },
	{ "B5",  "C19", "B6",  "B5 B2 B6 B1 B4 C18 A12",                      { 5 } },        /* 6 */
	{ "C17", "B8",  "A12", "C17 A12 B4 C18 B5 B9 B2 B6",                  { 5, 7 } },
	{ "B5",  "C19", "B4",  "B5 B6 B2 B1 C18 B4 C17 C15",                  { 6, 7 } },
	{ "B16", "B8",  "B19", "B16 B12 B15 B11 B19 B14 B7 B10 B9",           { 7, 8 } },     /* 8 pays the same, but is a Long Haul */
	{ "B16", "B8",  "B19", "B16 B11 B10 B7 B15 B19 B12 B14 B13 B17",      { 8, 9 } },
	{ "A4",  "A19", "A1",  "A4 A1 A5 A9 A8 A6 A13 A11 A16 A7 A3",         { 8, 9 } },     /* 10 */
	{ "B16", "B8",  "B12", "B16 B12 B11 B19 B15 B18 B14 B9 B5 B6 B13",    { 9 } },        /* 9 and 10 */
	{ "B17", "B8",  "B13", "B17 B13 B18 B19 B15 B10 B16 B11 B9 B12 B4 A12 A16", { 9 } },  /* 10 and 12 */
};

RULE_TEST(outcomes_that_differ, "R56 R105: only outcomes that differ are offered, and each pays")
{
	static const int money[] = { 0, 2, 2, 3, 3, 4, 4, 5, 5, 6 }, prestige[] = { 0, 1, 1, 2, 2, 3, 3, 4, 4, 5 };
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
		struct fix f = ready(choices[i].tracks, "E8");
		int met = choices[i].offered[0], any = choices[i].offered[1];
		char move[MAX_TEXT], both[MAX_TEXT];
		fix_tracks(&f, 1, choices[i].shared);
		snprintf(move, sizeof move, "deliver %s to %s", choices[i].from, choices[i].to);
		play(&f, move);
		snprintf(move, sizeof move, "use E8 length %d", met);
		snprintf(both, sizeof both, any ? "%s, use E8 length %d" : "%s", move, any);
		legal_is(&f, both);
		for (int length = 1; length <= ROUTE_MOST; length++) {
			snprintf(both, sizeof both, "use E8 length %d", length);
			if (length != met && length != any)
				refused(&f, both, R(105));
		}
		struct fix longer = f;
		play(&f, move);
		money_is(&f, 0, 5 + money[met]);
		prestige_is(&f, 0, prestige[met] + 1);
		if (any) {
			snprintf(move, sizeof move, "use E8 length %d", any);
			play(&longer, move);
			money_is(&longer, 0, 5 + money[any]);
			prestige_is(&longer, 0, prestige[any]);
			is_collected(&longer, 0, "E8");
		}
	}
}

/* The rule's first case: none of the routes meets the condition, or the longest one does. */
RULE_TEST(one_outcome, "R105: one outcome where none or the longest meets the condition")
{
	struct fix f = ready("B16 B12 B15 B11 B19 B14 B7 B10 B9", "E8 F5 M4 L1");
	play(&f, "deliver B16 to B8");
	legal_is(&f, "use E8 length 8, use F5 length 8, use M4 length 8, use L1 length 8");
	fix_tracks(&f, 1, "B14");
	legal_is(&f, "use E8 length 8, use F5 length 8, use M4 length 8, use L1 length 8");
}

/* A choice of the table with pieces of another box. */
static void offered_by(const struct box *box, int choice, const char *moves)
{
	struct fix f = fix_map_box(2, "freight=off", box);
	char move[MAX_TEXT];
	fix_tracks(&f, 0, choices[choice].tracks);
	fix_tracks(&f, 1, choices[choice].shared);
	fix_hand(&f, 0, "", "E8");
	fix_phase(&f, RAILS_DELIVER);
	snprintf(move, sizeof move, "deliver %s to %s", choices[choice].from, choices[choice].to);
	play(&f, move);
	legal_is(&f, moves);
}

/* Lengths that a box tells apart: by money, by prestige, by an achievement or a contract, and by nothing else. */
RULE_TEST(classes_of_the_box, "R105: classes are those of the box")
{
	enum { TWO_FOUR = 0, FIVE_SIX = 4, SEVEN_EIGHT = 7 };
	struct box box = *game_find("rails")->box;
	memset(box.rails.income, 2, sizeof box.rails.income);
	offered_by(&box, TWO_FOUR, "use E8 length 2, use E8 length 4");
	memset(box.rails.prestige, 1, sizeof box.rails.prestige);
	offered_by(&box, TWO_FOUR, "use E8 length 2");
	offered_by(&box, SEVEN_EIGHT, "use E8 length 7, use E8 length 8");
	memcpy(box.rails.income, game_find("rails")->box->rails.income, sizeof box.rails.income);
	offered_by(&box, TWO_FOUR, "use E8 length 2, use E8 length 4");

	box = *game_find("rails")->box;
	box.rails.contract[2].when = (struct rails_condition){ .test = TEST_LENGTH, .n = 6 };
	offered_by(&box, FIVE_SIX, "use E8 length 5, use E8 length 6");
	offered_by(&box, SEVEN_EIGHT, "use E8 length 7, use E8 length 8");
	box.rails.contract[2].when.n = 5;                       /* both meet it */
	offered_by(&box, FIVE_SIX, "use E8 length 5");
	box.rails.contract[2].when.n = 7;                       /* neither */
	offered_by(&box, FIVE_SIX, "use E8 length 5");
	box.rails.contract[2].when = (struct rails_condition){ .test = TEST_DELIVERIES, .n = 6 };
	offered_by(&box, FIVE_SIX, "use E8 length 5");
	box.rails.goal[5].when.n = 6;                           /* Long Haul from 6 on: 7 and 8 are alike now */
	offered_by(&box, FIVE_SIX, "use E8 length 5, use E8 length 6");
	offered_by(&box, SEVEN_EIGHT, "use E8 length 7");
	box.rails.contract[7].when = (struct rails_condition){ .test = TEST_LENGTH, .n = 8 };
	offered_by(&box, SEVEN_EIGHT, "use E8 length 7, use E8 length 8");
}

RULE_TEST(t12_outcomes, "T12: two outcomes")
{
	struct fix f = ready("C17 A7 C14 C18 B1 A12 A11 B2", "F6");
	play(&f, "deliver C17 to C19");
	legal_is(&f, "use F6 length 5, use F6 length 7");
	struct fix longer = f;
	play(&longer, "use F6 length 7");
	money_is(&longer, 0, 5 + 5);
	prestige_is(&longer, 0, 4);
	play(&f, "use F6 length 5");
	money_is(&f, 0, 5 + 4 + 2);
	prestige_is(&f, 0, 3);
	assert_int_equal(f.s.rails.side[0].longest, 5); /* the chosen one */
}

RULE_TEST(t13_same_class, "T13: one outcome in the same class")
{
	struct fix f = ready("A12 C17 C18 B4 A7 B1 A6 A11", "M4 M7");
	play(&f, "deliver A12 to C13");
	legal_is(&f, "use M4 length 5, use M7 length 6");
	play(&f, "use M4 length 5");
	money_is(&f, 0, 5 + 4 + 1);
	prestige_is(&f, 0, 3 + 1);
}

/* Conditions */

/* What is gained besides the pay for the length of the delivery from A12 to B3, as 10 * prestige + money. */
static int reward(struct fix f, const char *use)
{
	static const int money[] = { 0, 2, 2, 3, 3, 4, 4, 5, 5, 6 }, prestige[] = { 0, 1, 1, 2, 2, 3, 3, 4, 4, 5 };
	int length = use[strlen(use) - 1] - '0';
	const struct rails_side *p = &f.s.rails.side[0];
	int before = 10 * p->prestige + p->money;
	play(&f, use);
	return 10 * p->prestige + p->money - before - 10 * prestige[length] - money[length];
}

RULE_TEST(only_the_route_counts, "R107: only hexes of the route count")
{
	struct fix f = ready("A12 B1 B2 A11 A6 A10 A7 A3", "F4 F5 F6 F8");      /* beyond A12: tunnel, bridge, forest */
	fix_tracks(&f, 1, "A11 A6 B5 C18 B6");
	play(&f, "deliver A12 to B3");
	legal_is(&f, "use F4 length 3, use F5 length 3, use F6 length 3, use F8 length 3");
	assert_int_equal(reward(f, "use F4 length 3"), 0);
	assert_int_equal(reward(f, "use F5 length 3"), 0);
	assert_int_equal(reward(f, "use F6 length 3"), 0);      /* B1 is one forest */
	assert_int_equal(reward(f, "use F8 length 3"), 0);
}

RULE_TEST(only_the_good_counts, "R107: card 7 looks at the good alone")
{
	struct fix f = ready("A17 A14 A10 A6 A7 A12 A16", "L7 E7 F7 M7");       /* livestock over the timber of A12 */
	play(&f, "deliver A17 to A19");
	assert_int_equal(reward(f, "use L7 length 7"), 0);
	assert_int_equal(reward(f, "use F7 length 7"), 0);
	assert_int_equal(reward(f, "use M7 length 7"), 0);
	assert_int_equal(reward(f, "use E7 length 7"), 3);
}

RULE_TEST(shared_hexes, "R107: shared hexes, not the destination")
{
	static const char *const on[] = { "A12", "B1", "B2" };
	for (int i = 0; i < 3; i++) {
		struct fix f = ready("A12 B1 B2", "F8");
		fix_tracks(&f, 1, on[i]);               /* the factory's hex is one of the route */
		play(&f, "deliver A12 to B3");
		assert_int_equal(reward(f, "use F8 length 3"), 10);
	}
	struct fix f = ready("A12 B1 B2", "F8");
	fix_trains(&f, 1, "B3 C13");                    /* the destination never counts */
	play(&f, "deliver A12 to B3");
	assert_int_equal(reward(f, "use F8 length 3"), 0);
}

RULE_TEST(shared_cities, "R107: a passed city shared by trains")
{
	struct fix f = ready("B17 B13 A16", "F8");
	fix_trains(&f, 0, "B8");
	struct fix shared = f;
	play(&f, "deliver B17 to A19");
	assert_int_equal(reward(f, "use F8 length 4"), 0);
	fix_trains(&shared, 1, "B8");
	play(&shared, "deliver B17 to A19");
	assert_int_equal(reward(shared, "use F8 length 4"), 10);
}

RULE_TEST(shared_with_the_rival, "R107: the rival's pieces share, too")
{
	for (int track = 0; track <= 1; track++) {
		struct fix f = fix_map(1, "freight=off");
		fix_hand(&f, 0, "F8", "");
		fix_tracks(&f, 0, "B17 B13 A16 A18");
		fix_trains(&f, 0, "B8");
		if (track)
			fix_tracks(&f, 1, "A18");       /* not on the route */
		else
			fix_trains(&f, 1, "B8");
		fix_phase(&f, RAILS_DELIVER);
		play(&f, "deliver B17 to A19");
		assert_int_equal(reward(f, "use F8 length 4"), track ? 0 : 10);
	}
	struct fix f = fix_map(1, "freight=off");
	fix_tracks(&f, 1, "C18");
	fix_tracks(&f, 0, "C17 C18");
	fix_delivery(&f, "F8");
	play(&f, "deliver C17 to C19");
	assert_int_equal(reward(f, "use F8 length 2"), 10);
}

RULE_TEST(what_is_wrong_with_a_step, "R16 R19 R42: a refused position names one thing that is wrong with the step of a turn")
{
	struct fix f = fix_map(2, "");
	fix_turn(&f, 0);
	check_holds(&f);
	CHECK_SAYS(&f, rails.from, 1, "from belongs to a delivery");
	CHECK_SAYS(&f, rails.to, 1, "to belongs to a delivery");
	CHECK_SAYS(&f, rails.building, 2, "building: with two tracks the build step is over");
	CHECK_SAYS(&f, rails.sides, 3, "sides is not the number of players, 2");
	CHECK_SAYS(&f, rails.claimed[0], 2, "claimed[0] is by nobody of this game");
}
