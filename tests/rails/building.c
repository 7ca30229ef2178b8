/* Building (R19-R41, R100-R103). The map is A, B and C, with three and more players also D, all unturned. */
#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

/* Seat 0 has these tracks and so much money, seat 1 one track far away. */
static struct fix network(int players, const char *tracks, int money)
{
	struct fix f = fix_map(players, "freight=off");
	fix_tracks(&f, 0, tracks);
	fix_tracks(&f, 1, "C1");
	fix_money(&f, 0, money);
	return f;
}

/* Seat 0 has its one track on A17. A13 and A14 next to it are full, so that nothing is left but the mountain A18, for $3. From there it can
 * deliver to A19. */
static struct fix only_the_mountain(int money, int loans)
{
	struct fix f = fix_map(3, "freight=off");
	fix_tracks(&f, 0, "A17");
	fix_tracks(&f, 1, "A13 A14");
	fix_tracks(&f, 2, "A13 A14");
	fix_hand(&f, 0, "F2", "");
	fix_purse(&f, 0, money, loans);
	return f;
}

/* Seat 2 makes its turn: then comes seat 0. */
static void seat_0_is_next(struct fix *f)
{
	fix_turn(f, 2);
	finish_turn(f);
}

/* Two tracks a turn */

RULE_TEST(two_tracks, "R19: two tracks, and no way around them")
{
	struct fix f = network(2, "A4", 5);
	legal_is(&f, "build A1, build A5, build A8, build A9, loan");
	refused(&f, "pass", R(19));
	refused(&f, "deliver A4 to A19, buy F1, unlock tunnel-crew", R(108));
	play(&f, "build A1");
	assert_int_equal(told_event(&f, "built")->seat, 0);
	assert_int_equal(told_event(&f, "built")->place, hex_of(&f, "A1"));
	phase_is(&f, RAILS_BUILD);
	to_move_is(&f, 0);
	refused(&f, "pass", R(19));
	refused(&f, "buy F1", R(108));
	supply_is(&f, 0, 17);
	play(&f, "build A8");
	supply_is(&f, 0, 16);
	tracks_are(&f, 0, "A1 A4 A8");
	to_move_is(&f, 0);
	assert_true(f.s.rails.phase != RAILS_BUILD);
	refused(&f, "build A5", R(108));                        /* and no more than two */
	refused(&f, "build A13", R(108));
}

RULE_TEST(at_the_start_of_every_turn, "R19: at the start of every turn")
{
	struct fix f = network(2, "A4", 5);
	finish_turn(&f);
	turn_is(&f, 1, RAILS_BUILD);
	finish_turn(&f);
	turn_is(&f, 0, RAILS_BUILD);
	refused(&f, "pass", R(19));
}

/* Where */

RULE_TEST(next_to_own_pieces, "R20: next to an own track or train")
{
	struct fix f = network(2, "A4", 5);
	fix_tracks(&f, 1, "A18 A16");
	legal_is(&f, "build A1, build A5, build A8, build A9, loan");
	refused(&f, "build A10", R(20));
	refused(&f, "build A15", R(20));                        /* next to a track of another only */
	refused(&f, "build C2, build A16", R(20));
	play(&f, "build A9, build A1");                         /* and next to what was built just now */
	fix_turn(&f, 0);
	legal_is(&f, "build A5, build A8, build A10, build A13, build A14, loan");
	f = network(2, "A4", 5);                                /* also next to an own train */
	fix_trains(&f, 0, "B8");
	legal_is(&f, "build A1, build A5, build A8, build A9, build A16, build B4, build B9, build B13, loan");
	f = network(2, "A4", 5);                                /* not to one of another */
	fix_trains(&f, 1, "B8");
	legal_is(&f, "build A1, build A5, build A8, build A9, loan");
}

RULE_TEST(next_to_the_first, "R21: the second may touch the first")
{
	struct fix f = network(2, "A4", 5);
	refused(&f, "build A13", R(20));
	play(&f, "build A8");
	legal_is(&f, "build A1, build A5, build A9, build A13, loan");
	play(&f, "build A13");
	tracks_are(&f, 0, "A4 A8 A13");
}

RULE_TEST(never_on_a_city, "R22: never on a city")
{
	struct fix f = network(2, "A1", 20);
	refused(&f, "build A2", R(22));
	fix_trains(&f, 0, "A2");                                /* nor where an own train stands */
	refused(&f, "build A2", R(22));
	refused(&f, "build B8", R(22));                         /* far away or near */
}

RULE_TEST(on_a_factory, "R23: a factory takes a track")
{
	struct fix f = network(2, "A1", 0);
	fix_tracks(&f, 1, "A17");
	play(&f, "build A4");
	tracks_are(&f, 0, "A1 A4");
	f = network(2, "A14", 1);                               /* also where another player started */
	fix_tracks(&f, 1, "A17");
	play(&f, "build A17");
	tracks_are(&f, 0, "A14 A17");
}

RULE_TEST(one_own_track_in_a_space, "R24: one own track in a space")
{
	struct fix f = network(2, "A4 A1", 20);
	refused(&f, "build A4, build A1", R(24));
	play(&f, "build A5");
	refused(&f, "build A5", R(24));
}

RULE_TEST(two_colours_in_a_space, "R25: no third colour in a space")
{
	struct fix f = network(4, "A4", 20);
	fix_tracks(&f, 1, "A8 A9");
	fix_tracks(&f, 2, "A8");
	fix_tracks(&f, 3, "A1");
	refused(&f, "build A8", R(25));
	legal_is(&f, "build A1, build A5, build A9, loan");     /* one other leaves room */
	play(&f, "build A9");
	fix_turn(&f, 2);                                        /* now it is full for the third */
	fix_money(&f, 2, 20);
	refused(&f, "build A9", R(25));
}

/* Costs */

/* From there, with exactly the price: it can be built, nothing is left, and the bank has it all. A dollar less is too little. */
static void hex_costs(const char *from, const char *hex, int price)
{
	char words[MAX_TEXT + 8];
	snprintf(words, sizeof words, "build %s", hex);
	struct fix f = network(2, from, price);
	play(&f, words);
	money_is(&f, 0, 0);
	money_is(&f, 1, 5);
	assert_int_equal(told_event(&f, "built")->n, price);
	assert_int_equal(told(&f, "fee"), 0);
	if (price == 0)
		return;
	f = network(2, from, price - 1);
	refused(&f, words, R(37));
}

/* "A4 A5, A12 B1": from A4 to A5, and from A12 to B1. */
static void costs(int price, const char *pairs)
{
	char from[MAX_TEXT], hex[MAX_TEXT];

	while (next_word(&pairs, " ", from) && next_word(&pairs, ",", hex))
		hex_costs(from, hex, price);
}

RULE_TEST(plains_and_factories_are_free, "R26: plains and factories are free")
{
	costs(0, "A4 A1, A4 A8, A1 A4, A14 A17");
}

RULE_TEST(forest, "R27: forest costs $1")
{
	costs(1, "A4 A5, A12 B1");
}

RULE_TEST(hills, "R28: hills cost $2")
{
	costs(2, "A4 A9, B5 B6");
}

RULE_TEST(water, "R29: water costs $2")
{
	costs(2, "A8 A13, B5 B9");
}

RULE_TEST(mountain, "R30: mountains cost $3")
{
	costs(3, "A17 A18, B12 B7");
}

/* The claim comes with the next move that ends the build step. */
static void counts_for(const char *tracks, const char *last, const char *goal)
{
	struct fix f = network(2, tracks, 20);
	char words[MAX_TEXT];
	play(&f, "build A4, build A8");
	claimed_is(&f, goal, NO_SIDE);
	fix_turn(&f, 0);
	snprintf(words, sizeof words, "build %s", last);
	play(&f, words);
	play(&f, "build A1");
	claimed_is(&f, goal, 0);
}

RULE_TEST(bridges, "R29: a track on water is a bridge")
{
	counts_for("A9 A10 B9", "A13", "A3");
}

RULE_TEST(tunnels, "R30: a track on a mountain is a tunnel")
{
	counts_for("A9 A10 B7 A18", "A6", "A1");
}

RULE_TEST(terrain_goes_to_the_bank, "R31: terrain is paid to the bank")
{
	struct fix f = network(2, "A4", 5);
	fix_tracks(&f, 1, "A9");
	play(&f, "build A5");                                   /* $1 */
	money_is(&f, 0, 4);
	money_is(&f, 1, 5);
	play(&f, "build A9");                                   /* $2 and the fee, of which the other has the fee only */
	assert_int_equal(told_event(&f, "built")->n, 2);
	money_is(&f, 0, 1);
	money_is(&f, 1, 6);
}

/* Sharing */

RULE_TEST(a_dollar_to_the_other, "R32: $1 to whose track is there")
{
	struct fix f = network(3, "A4", 5);
	fix_tracks(&f, 2, "A5");
	play(&f, "build A5");
	money_is(&f, 0, 3);
	money_is(&f, 1, 5);
	money_is(&f, 2, 6);
	assert_int_equal(told_event(&f, "fee")->seat, 0);
	assert_int_equal(told_event(&f, "fee")->thing, 2);
	assert_int_equal(told_event(&f, "fee")->n, 1);
	play(&f, "build A8");                                   /* nobody is there, nobody is next to it either */
	assert_int_equal(told(&f, "fee"), 0);
	money_is(&f, 0, 3);
	money_is(&f, 2, 6);
}

RULE_TEST(the_fee_on_free_terrain, "R33: the fee is owed on free terrain, too")
{
	struct fix f = network(2, "A4", 2);
	fix_tracks(&f, 1, "A8 A17 A14");
	play(&f, "build A8");
	money_is(&f, 0, 1);
	money_is(&f, 1, 6);
	f = network(2, "A4", 0);
	fix_tracks(&f, 1, "A8");
	refused(&f, "build A8", R(37));
	f = network(2, "A14", 1);                               /* on a factory as well */
	fix_tracks(&f, 1, "A17");
	play(&f, "build A17");
	money_is(&f, 0, 0);
	money_is(&f, 1, 6);
}

RULE_TEST(no_fee_at_the_start, "R34: start tracks owe no fee")
{
	struct fix f = fix_new(4, "freight=off", NULL);
	while (f.s.rails.phase != RAILS_START_TRACK)
		play_lowest(&f);
	while (f.s.rails.phase == RAILS_START_TRACK) {
		play_lowest(&f);
		assert_int_equal(told(&f, "fee"), 0);
	}
	for (int i = 0; i < 4; i++)
		money_is(&f, i, 5);
}

/* Stars */

RULE_TEST(the_first_on_a_star, "R35: the first track on a star gains prestige")
{
	struct fix f = network(2, "A8", 20);
	play(&f, "build A13");
	prestige_is(&f, 0, 1);
	prestige_is(&f, 1, 0);
	assert_int_equal(told_event(&f, "star")->seat, 0);
	assert_int_equal(told_event(&f, "star")->place, hex_of(&f, "A13"));
	assert_int_equal(told_event(&f, "star")->n, 1);
	assert_int_equal(f.s.rails.side[0].stars, 1);
	play(&f, "build A9");                                   /* no star there */
	assert_int_equal(told(&f, "star"), 0);
	prestige_is(&f, 0, 1);
	f = network(2, "A14", 20);                              /* two in a turn */
	play(&f, "build A13, build A18");
	prestige_is(&f, 0, 2);
	assert_int_equal(f.s.rails.side[0].stars, 2);
}

RULE_TEST(a_star_only_once, "R36: later ones do not")
{
	struct fix f = network(2, "A8", 20);
	fix_tracks(&f, 1, "A13");
	play(&f, "build A13");
	prestige_is(&f, 0, 0);
	prestige_is(&f, 1, 0);
	assert_int_equal(told(&f, "star"), 0);
	assert_int_equal(f.s.rails.side[0].stars, 0);
	assert_int_equal(f.s.rails.side[1].stars, 1);
}

/* What can be paid */

RULE_TEST(the_full_cost, "R37: the full cost must be paid")
{
	struct fix f = network(2, "A4", 2);
	fix_tracks(&f, 1, "A9");
	refused(&f, "build A9", R(37));                         /* $2 for the hills and $1 */
	assert_true(is_legal(&f, "build A5"));
	fix_money(&f, 0, 3);
	play(&f, "build A9");
	money_is(&f, 0, 0);
	f = network(2, "A4", 1);                                /* and what the discount leaves of it */
	fix_unlocked(&f, 0, "U2");
	play(&f, "build A9");
	money_is(&f, 0, 0);
	f = network(2, "A4", 0);
	fix_unlocked(&f, 0, "U2");
	refused(&f, "build A9", R(37));
}

RULE_TEST(one_is_enough, "R38 R100: one track is enough where no second is possible")
{
	struct fix f = only_the_mountain(3, 3);                 /* after it A15 for $1 is all there is, and no loan is left */
	play(&f, "build A18");
	turn_is(&f, 0, RAILS_DELIVER);
	tracks_are(&f, 0, "A17 A18");
	f = only_the_mountain(3, 2);                            /* while there is one, it must be taken */
	play_into(&f, "build A18", RAILS_BUILD);
	legal_is(&f, "loan");
	f = only_the_mountain(4, 3);
	play(&f, "build A18");
	legal_is(&f, "build A15");
	f = only_the_mountain(9, 0);                            /* and where there is no room no money helps */
	fix_tracks(&f, 1, "A15");
	fix_tracks(&f, 2, "A15");
	play(&f, "build A18");
	assert_true(f.s.rails.phase > RAILS_THIRD);
}

RULE_TEST(no_looking_ahead, "R101: nobody has to look ahead")
{
	struct fix f = network(2, "A4", 2);                     /* what remains is dearer then: A14 alone is free */
	fix_loans(&f, 0, 3);
	fix_tracks(&f, 1, "A1 A8 A5");
	legal_is(&f, "build A1, build A5, build A8, build A9");
	play(&f, "build A9");
	legal_is(&f, "build A14");

	f = fix_map(3, "freight=off");                          /* the bridge for $2, and then the tunnel is too dear */
	fix_tracks(&f, 0, "A17");
	fix_tracks(&f, 1, "A8 A9 A14");
	fix_tracks(&f, 2, "A8 A9 A14");
	fix_money(&f, 0, 4);
	fix_loans(&f, 0, 3);
	legal_is(&f, "build A13, build A18");
	struct fix other = f;
	play(&f, "build A13");
	assert_true(f.s.rails.phase > RAILS_THIRD);
	to_move_is(&f, 0);
	tracks_are(&f, 0, "A13 A17");
	play(&other, "build A18");                              /* this way there would have been a second one */
	legal_is(&other, "build A15");
}

RULE_TEST(must_borrow, "R39 R100: who can build only by borrowing must borrow")
{
	struct fix f = only_the_mountain(2, 0);
	legal_is(&f, "loan");
	refused(&f, "build A18", R(37));
	refused(&f, "pass", R(19));
	play(&f, "loan");
	legal_is(&f, "build A18, loan");
	play(&f, "build A18");
	tracks_are(&f, 0, "A17 A18");
	f = only_the_mountain(2, 3);                            /* not even so: there is still a card to buy */
	seat_0_is_next(&f);
	turn_is(&f, 0, RAILS_BUY);
	tracks_are(&f, 0, "A17");
	f = only_the_mountain(3, 3);
	seat_0_is_next(&f);
	turn_is(&f, 0, RAILS_BUILD);
	legal_is(&f, "build A18");
}

/* A box whose mountains cost $9: two loans at least. */
RULE_TEST(every_loan_that_is_left, "R100: every loan that is left counts")
{
	struct box dear = *game_find("rails")->box;
	dear.rails.cost[MOUNTAIN] = 9;
	for (int money = 0; money <= 9; money++)
		for (int loans = 0; loans <= 3; loans++) {
			struct fix f = only_the_mountain(money, loans);
			bool possible = money + 4 * (3 - loans) >= 9;
			f.box = &dear;
			seat_0_is_next(&f);
			assert_int_equal(f.s.rails.phase == RAILS_BUILD && f.s.rails.active == 0, possible);
			if (!possible)
				continue;
			for (; f.s.rails.side[0].money < 9; play(&f, "loan"))
				legal_is(&f, "loan");
			assert_true(is_legal(&f, "build A18"));
		}
}

/* R100 counts the fee and the discount. */
RULE_TEST(the_cost_that_counts, "R100: fee and discount count")
{
	struct fix f = only_the_mountain(2, 3);
	fix_unlocked(&f, 0, "U2");
	seat_0_is_next(&f);
	turn_is(&f, 0, RAILS_BUILD);
	legal_is(&f, "build A18");
	f = only_the_mountain(3, 3);
	fix_tracks(&f, 1, "A18");
	seat_0_is_next(&f);
	to_move_is(&f, 0);
	assert_true(f.s.rails.phase > RAILS_THIRD);
	f = only_the_mountain(0, 2);
	fix_tracks(&f, 1, "A18");
	seat_0_is_next(&f);
	turn_is(&f, 0, RAILS_BUILD);
	legal_is(&f, "loan");
	play(&f, "loan, build A18");
	money_is(&f, 0, 0);
}

/* R100: with money for something a loan may be taken, and need not be. */
RULE_TEST(something_is_payable, "R100: a loan is the only move only while nothing can be paid for")
{
	struct fix f = network(2, "A4", 0);
	legal_is(&f, "build A1, build A8, loan");
	play(&f, "build A1, build A8");
	f = network(2, "A4", 0);
	fix_loans(&f, 0, 3);
	legal_is(&f, "build A1, build A8");
}

/* R100: wherever on the map. */
RULE_TEST(a_site_on_any_tile, "R100: a hex of any tile is one")
{
	static const char *const tracks[] = { "A10", "B10", "C10" };
	for (int i = 0; i < 3; i++) {
		struct fix f = network(2, tracks[i], 5);
		fix_turn(&f, 1);
		finish_turn(&f);
		turn_is(&f, 0, RAILS_BUILD);
	}
}

/* Supply */

RULE_TEST(without_tracks, "R40: an empty supply skips building only")
{
	struct fix f = network(2, "A4", 5);
	fix_tracks(&f, 1, "A12 A7");
	fix_hand(&f, 1, "F1", "");
	fix_supply(&f, 1, 0);
	finish_turn(&f);
	turn_is(&f, 1, RAILS_DELIVER);                            /* the other steps are as ever */
	play(&f, "deliver A12 to C13, use F1 length 2, buy M1, draw M2, unlock tunnel-crew");
	to_move_is(&f, 0);
}

RULE_TEST(one_track_left, "R41: who has one track left places one")
{
	struct fix f = network(2, "A4", 20);
	fix_supply(&f, 0, 1);
	fix_turn(&f, 1);
	finish_turn(&f);
	turn_is(&f, 0, RAILS_BUILD);
	refused(&f, "pass", R(19));
	play(&f, "build A1");
	supply_is(&f, 0, 0);
	to_move_is(&f, 0);
	assert_true(f.s.rails.phase > RAILS_THIRD);
	f = network(2, "A4", 20);                               /* with two left it is both */
	fix_supply(&f, 0, 2);
	play_into(&f, "build A1", RAILS_BUILD);
	play(&f, "build A8");
	supply_is(&f, 0, 0);
}

/* The third track */

RULE_TEST(a_third_track, "R102: a third track after two, or none")
{
	struct fix f = network(2, "A4", 5);
	fix_unlocked(&f, 0, "U1");
	refused(&f, "pass", R(19));
	play(&f, "build A1");
	phase_is(&f, RAILS_BUILD);                              /* the second is no third */
	refused(&f, "pass", R(19));
	play_into(&f, "build A8", RAILS_THIRD);
	legal_is(&f, "build A5, build A9, build A13, loan, pass");
	refused(&f, "buy F1", R(108));
	refused(&f, "repay", R(111));
	play(&f, "build A9");
	money_is(&f, 0, 1);
	assert_true(f.s.rails.phase > RAILS_THIRD);             /* no fourth */
	tracks_are(&f, 0, "A1 A4 A8 A9");
	f = network(2, "A4", 5);                                /* declined */
	fix_unlocked(&f, 0, "U1");
	play(&f, "build A1, build A8, pass");
	tracks_are(&f, 0, "A1 A4 A8");
	money_is(&f, 0, 5);
	to_move_is(&f, 0);
	assert_true(f.s.rails.phase > RAILS_THIRD);
	f = network(2, "A4", 5);                                /* the other abilities give none */
	fix_unlocked(&f, 0, "U2 U3 U4");
	play(&f, "build A1, build A8");
	assert_true(f.s.rails.phase > RAILS_THIRD);
}

RULE_TEST(no_third_without_two, "R102: no third track without two")
{
	struct fix f = only_the_mountain(9, 0);                 /* no room for a second */
	fix_tracks(&f, 1, "A15");
	fix_tracks(&f, 2, "A15");
	fix_unlocked(&f, 0, "U1");
	play(&f, "build A18");
	assert_true(f.s.rails.phase > RAILS_THIRD);
	f = network(2, "A4", 20);                               /* no track for a third */
	fix_unlocked(&f, 0, "U1");
	fix_supply(&f, 0, 2);
	play(&f, "build A1, build A8");
	assert_true(f.s.rails.phase > RAILS_THIRD);
	f = network(2, "A4", 20);
	fix_unlocked(&f, 0, "U1");
	fix_supply(&f, 0, 3);
	play_into(&f, "build A1, build A8", RAILS_THIRD);
}

/* Two tracks and nothing left: it may be borrowed for, and need not be. */
RULE_TEST(never_borrowed_for, "R102: a third track is never borrowed for against one's will")
{
	struct fix f = network(2, "A4", 0);
	fix_unlocked(&f, 0, "U1");
	play_into(&f, "build A1, build A8", RAILS_THIRD);
	legal_is(&f, "loan, pass");
	refused(&f, "build A5", R(37));
	play(&f, "loan");
	legal_is(&f, "build A5, build A9, build A13, loan, pass");
	play(&f, "pass");
	loans_are(&f, 0, 1);
	f = network(2, "A4", 2);                                /* no loan is left and the cheapest costs $3: it is not asked */
	fix_unlocked(&f, 0, "U1");
	fix_loans(&f, 0, 3);
	play(&f, "build A1, build A8");
	assert_true(f.s.rails.phase > RAILS_THIRD);
}

/* R103: water less $1, $1 for the other and $2 for the third track, at once and before the star. */
RULE_TEST(paid_together, "R103: all is paid together")
{
	struct fix f = network(2, "A4", 4);
	fix_tracks(&f, 1, "A13");
	fix_unlocked(&f, 0, "U1 U3");
	play(&f, "build A1, build A8");
	assert_true(is_legal(&f, "build A13"));
	struct fix poor = f;
	fix_money(&poor, 0, 3);
	refused(&poor, "build A13", R(37));
	play(&f, "build A13");
	money_is(&f, 0, 0);
	money_is(&f, 1, 6);
	assert_int_equal(told_event(&f, "built")->n, 3);
	assert_int_equal(told_event(&f, "built")->thing, 3);    /* the third of the turn */
	assert_int_equal(told_event(&f, "fee")->n, 1);
	f = network(2, "A4", 4);                                /* without the crew it costs $5 */
	fix_tracks(&f, 1, "A13");
	fix_unlocked(&f, 0, "U1 U2");
	play(&f, "build A1, build A8");
	refused(&f, "build A13", R(37));
	f = network(2, "A8", 20);
	play(&f, "build A13");
	assert_true(told_at(&f, "built") < told_at(&f, "star"));
}

/* A terrain that is free already stays so. */
RULE_TEST(discounts_end_at_nothing, "R103: a discount never pays out")
{
	struct box cheap = *game_find("rails")->box;
	struct fix f = network(2, "A4", 5);
	cheap.rails.cost[HILLS] = 0;
	fix_unlocked(&f, 0, "U2");
	f.box = &cheap;
	play(&f, "build A9");
	money_is(&f, 0, 5);
}
