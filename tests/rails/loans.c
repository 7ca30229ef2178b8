/* Loans (R81-R84, R110, R111) and the case T14. */
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

/* Seat 0 can deliver the timber of A12 to C13 with card F1, and build. */
static struct fix company(const char *options, int money, int loans)
{
	struct fix f = fix_map(2, options);
	fix_tracks(&f, 0, "A12 A7");
	fix_tracks(&f, 1, "B16");
	fix_hand(&f, 0, "F1", "");
	fix_purse(&f, 0, money, loans);
	return f;
}

/* The choices of a turn (R110). With $5 each of them has something to choose. */
static const int choices[] = { RAILS_BUILD, RAILS_THIRD, RAILS_DELIVER, RAILS_BUY, RAILS_UNLOCK };
enum { CHOICES = sizeof choices / sizeof *choices };

static struct fix at_choice(int phase, int money, int loans)
{
	struct fix f = company("freight=off", money, loans);
	fix_unlocked(&f, 0, "U1");
	fix_phase(&f, phase);
	return f;
}

RULE_TEST(four_dollars, "R81: a loan is $4")
{
	struct fix f = company("freight=off", 5, 0);
	play(&f, "loan");
	purse_is(&f, 0, 9, 1);
	purse_is(&f, 1, 5, 0);
	prestige_is(&f, 0, 0);
	assert_int_equal(told_event(&f, "borrowed")->seat, 0);
	assert_int_equal(told_event(&f, "borrowed")->n, 1);
	turn_is(&f, 0, RAILS_BUILD);
	play(&f, "loan");
	purse_is(&f, 0, 13, 2);
	assert_int_equal(told_event(&f, "borrowed")->n, 2);
}

/* The money is there at once: for the track, the card, the ability. */
RULE_TEST(at_once, "R81: and it can be spent at once")
{
	struct fix f = company("freight=off", 0, 0);
	refused(&f, "build A11", R(37));
	play(&f, "loan, build A11");
	money_is(&f, 0, 2);
	f = at_choice(RAILS_BUY, 0, 0);
	refused(&f, "buy E1", R(70));
	play(&f, "loan, buy E1");
	money_is(&f, 0, 1);
	f = at_choice(RAILS_UNLOCK, 0, 0);
	refused(&f, "unlock dispatcher", R(74));
	play(&f, "loan, unlock dispatcher");
	money_is(&f, 0, 0);
}

RULE_TEST(three_at_most, "R82: three loans at most")
{
	for (int i = 0; i < CHOICES; i++) {
		struct fix f = at_choice(choices[i], 5, 2);
		assert_true(is_legal(&f, "loan"));
		play(&f, "loan");
		refused(&f, "loan", R(82));
		loans_are(&f, 0, 3);
	}
	struct fix f = company("freight=off", 5, 0);            /* all three in one turn, and none in the next */
	play(&f, "loan, loan, loan");
	refused(&f, "loan", R(82));
	finish_turn(&f);
	finish_turn(&f);
	to_move_is(&f, 0);
	refused(&f, "loan", R(82));
	f = company("freight=off", 5, 3);                       /* the loans of others do not matter */
	fix_turn(&f, 1);
	assert_true(is_legal(&f, "loan"));
}

RULE_TEST(five_dollars_back, "R83: a loan is repaid with $5")
{
	struct fix f = at_choice(RAILS_DELIVER, 6, 2);
	play(&f, "repay");
	purse_is(&f, 0, 1, 1);
	money_is(&f, 1, 5);
	assert_int_equal(told_event(&f, "repaid")->seat, 0);
	assert_int_equal(told_event(&f, "repaid")->n, 1);
	phase_is(&f, RAILS_DELIVER);
	refused(&f, "repay", R(83));                            /* $1 */
	f = at_choice(RAILS_DELIVER, 5, 1);
	play(&f, "repay");
	money_is(&f, 0, 0);
	for (int i = 2; i < CHOICES; i++) {
		f = at_choice(choices[i], 4, 1);
		refused(&f, "repay", R(83));                    /* too little */
		f = at_choice(choices[i], 50, 0);
		refused(&f, "repay", R(83));                    /* nothing to repay */
		f = at_choice(choices[i], 5, 1);
		assert_true(is_legal(&f, "repay"));
	}
}

/* A loan that was repaid may be taken again in a later turn, and the money for it is what counts. */
RULE_TEST(back_to_the_supply, "R82 R83: a loan that was repaid may be taken again")
{
	struct fix f = at_choice(RAILS_BUY, 15, 3);
	play(&f, "repay, repay, repay");
	purse_is(&f, 0, 0, 0);
	to_move_is(&f, 1);              /* there was nothing left to choose */
	finish_turn(&f);
	to_move_is(&f, 0);
	play(&f, "loan, loan, loan");
	loans_are(&f, 0, 3);
}

/* The game of company() ends with this turn by R85. */
static void final_scores(int loans, int other, int out[MAX_PLAYERS])
{
	struct fix f = company("freight=off", 0, loans);
	fix_loans(&f, 1, other);
	fix_prestige(&f, 0, 10);
	fix_prestige(&f, 1, 3);
	fix_supply(&f, 0, 0);
	fix_supply(&f, 1, 0);
	fix_phase(&f, RAILS_UNLOCK);
	play(&f, "pass");
	to_move_is(&f, OVER);
	f.g->score(f.box, &f.s, out);
}

RULE_TEST(two_prestige_each, "R84: each loan costs two prestige at the end")
{
	int without[MAX_PLAYERS], with[MAX_PLAYERS];
	final_scores(0, 0, without);
	for (int loans = 1; loans <= 3; loans++) {
		final_scores(loans, 0, with);
		assert_int_equal(with[0], without[0] - 2 * loans);
		assert_int_equal(with[1], without[1]);
		final_scores(0, loans, with);
		assert_int_equal(with[0], without[0]);
		assert_int_equal(with[1], without[1] - 2 * loans);
	}
}

/* Nothing is lost before the end: neither by taking a loan nor by keeping it. */
RULE_TEST(only_at_the_end, "R84: and nothing before")
{
	struct fix f = company("freight=off", 5, 0);
	fix_prestige(&f, 0, 7);
	play(&f, "loan");
	prestige_is(&f, 0, 7);
	play(&f, "build A16, build B4");
	finish_turn(&f);
	to_move_is(&f, 1);
	prestige_is(&f, 0, 7);
}

/* Moments */

RULE_TEST(whenever_there_is_a_choice, "R110: whenever there is something to choose, also without need")
{
	for (int i = 0; i < CHOICES; i++)
		for (int money = 3; money <= 40; money += 37) { /* also without need */
			struct fix f = at_choice(choices[i], money, 0);
			assert_true(is_legal(&f, "loan"));
			play(&f, "loan");
			money_is(&f, 0, money + 4);
			phase_is(&f, choices[i]);
			to_move_is(&f, 0);
		}
}

RULE_TEST(not_within_a_delivery, "R110: not while a delivery is being resolved")
{
	struct fix f = at_choice(RAILS_DELIVER, 5, 1);
	play_into(&f, "deliver A12 to C13", RAILS_ROUTE);
	legal_is(&f, "use F1 length 2");
	refused(&f, "loan, repay", R(106));
	f = company("wild_any_order=on", 5, 1);                 /* nor while its ship is loaded */
	fix_ship(&f, "S2", "");
	fix_phase(&f, RAILS_DELIVER);
	play_into(&f, "deliver A12 to C13, use F1 length 2", RAILS_LOAD);
	refused(&f, "loan, repay", F(47));
	f = fix_new(2, "", NULL);                               /* nor during set-up */
	refused(&f, "loan", R(3));
	while (f.s.rails.phase != RAILS_START_TRACK)
		play_lowest(&f);
	refused(&f, "loan", R(17));
}

/* The step of an own turn in which nothing else could be done is asked for the loan. */
RULE_TEST(in_every_turn, "R81 R83: in every turn, whatever else is possible")
{
	struct fix f = company("freight=off", 0, 0);
	fix_hand(&f, 0, "", "F2 F3 F4 F5");
	fix_unlocked(&f, 0, "U2 U3 U4");
	play_into(&f, "build A16, build B4, pass", RAILS_UNLOCK);
	legal_is(&f, "loan, pass");
	play(&f, "loan");
	money_is(&f, 0, 4);
	f = company("freight=off", 5, 3);
	fix_hand(&f, 0, "", "F2 F3 F4 F5");
	fix_unlocked(&f, 0, "U1 U2 U3 U4");
	fix_phase(&f, RAILS_DELIVER);
	play_into(&f, "pass", RAILS_UNLOCK);
	legal_is(&f, "repay, pass");
}

RULE_TEST(not_in_the_build_step, "R111: repaid only after the build step")
{
	struct fix f = at_choice(RAILS_BUILD, 20, 1);
	refused(&f, "repay", R(111));
	play_into(&f, "build A16", RAILS_BUILD);
	refused(&f, "repay", R(111));
	play_into(&f, "build B4", RAILS_THIRD);
	refused(&f, "repay", R(111));
	play_into(&f, "pass", RAILS_DELIVER);
	play(&f, "repay");
	loans_are(&f, 0, 0);
	f = at_choice(RAILS_DELIVER, 20, 1);                    /* after a delivery as well */
	play_into(&f, "deliver A12 to C13, use F1 length 2", RAILS_BUY);
	play(&f, "repay");
	f = at_choice(RAILS_BUY, 20, 1);
	play_into(&f, "pass, repay", RAILS_UNLOCK);
	f = company("freight=off", 20, 1);                      /* not in the turn of another */
	fix_turn(&f, 1);
	fix_phase(&f, RAILS_BUY);
	refused(&f, "repay", R(83));
}

/* Taken first: nothing is repaid in this turn, in whatever step. */
RULE_TEST(borrowed_then_not_repaid, "R111: who has borrowed does not repay in the same turn")
{
	for (int i = 0; i < CHOICES; i++) {
		struct fix f = at_choice(choices[i], 20, 1);
		play(&f, "loan");
		refused(&f, "repay", R(111));
	}
	struct fix f = company("freight=off", 20, 1);
	play_into(&f, "loan, build A16, build B4", RAILS_DELIVER);
	refused(&f, "repay", R(111));
	play(&f, "pass");
	refused(&f, "repay", R(111));
	play(&f, "pass");
	refused(&f, "repay", R(111));
	finish_turn(&f);
	finish_turn(&f);                                        /* the next own turn is another one */
	to_move_is(&f, 0);
	play(&f, "build A11, build A6");
	play(&f, "repay");
	loans_are(&f, 0, 1);
}

RULE_TEST(repaid_then_not_borrowed, "R111: who has repaid does not borrow in the same turn")
{
	for (int i = 2; i < CHOICES; i++) {
		struct fix f = at_choice(choices[i], 20, 2);
		play(&f, "repay");
		refused(&f, "loan", R(111));
		play(&f, "repay");
		refused(&f, "loan", R(111));
	}
	struct fix f = at_choice(RAILS_DELIVER, 6, 2);          /* in the steps after it, neither */
	play_into(&f, "repay, pass", RAILS_BUY);
	refused(&f, "loan", R(111));
	play(&f, "pass");
	to_move_is(&f, 1);                                      /* $1 unlocks nothing and no loan is allowed: the turn is over */
	assert_true(is_legal(&f, "loan"));                      /* the other is free to */
	finish_turn(&f);
	to_move_is(&f, 0);
	assert_true(is_legal(&f, "loan"));
}

/* Nothing to choose any more */

RULE_TEST(nothing_left_to_buy, "R108 R111: after a repayment that leaves nothing to buy the next step comes")
{
	struct box box = *game_find("rails")->box;
	struct fix f = at_choice(RAILS_BUY, 6, 1);
	play(&f, "repay");
	phase_is(&f, RAILS_BUY);                                /* $1 for the first card */
	legal_is(&f, "buy L8, pass");
	f = at_choice(RAILS_BUY, 5, 1);
	play(&f, "repay");
	to_move_is(&f, 1);                                      /* $0 buys nothing and unlocks nothing */
	assert_int_equal(told(&f, "repaid"), 1);
	assert_true(told_at(&f, "turn") > told_at(&f, "repaid"));
	f = at_choice(RAILS_BUY, 10, 2);                        /* while another can be repaid, too */
	play_into(&f, "repay", RAILS_BUY);
	play(&f, "repay");
	to_move_is(&f, 1);

	memset(box.rails.market, 3, sizeof box.rails.market);   /* cards are too dear, the night shift for $2 is not */
	f = fix_map_box(2, "freight=off", &box);
	fix_money(&f, 0, 7);
	fix_loans(&f, 0, 1);
	fix_phase(&f, RAILS_BUY);
	play(&f, "repay");
	turn_is(&f, 0, RAILS_UNLOCK);
	legal_is(&f, "unlock night-shift, pass");
}

RULE_TEST(nothing_left_to_unlock, "R108 R111: after one that leaves nothing to unlock the turn is over")
{
	struct fix f = at_choice(RAILS_UNLOCK, 8, 1);
	play(&f, "repay");
	phase_is(&f, RAILS_UNLOCK);                             /* $3 for either crew */
	legal_is(&f, "unlock tunnel-crew, unlock bridge-crew, pass");
	f = at_choice(RAILS_UNLOCK, 7, 1);
	play(&f, "repay");
	to_move_is(&f, 1);
	f = at_choice(RAILS_UNLOCK, 10, 2);
	fix_unlocked(&f, 0, "U2 U3 U4");
	play(&f, "repay");
	legal_is(&f, "repay, pass");
	play(&f, "repay");
	to_move_is(&f, 1);
}

RULE_TEST(nothing_left_after_a_loan, "R108 R110: so it is after a loan")
{
	struct fix f = at_choice(RAILS_UNLOCK, 0, 1);
	fix_unlocked(&f, 0, "U2 U3 U4");
	legal_is(&f, "loan, pass");
	play(&f, "loan");
	phase_is(&f, RAILS_UNLOCK);                             /* there is one more */
	legal_is(&f, "loan, pass");
	play(&f, "loan");
	to_move_is(&f, 1);
	loans_are(&f, 0, 3);
	assert_true(told_at(&f, "turn") > told_at(&f, "borrowed"));
	f = at_choice(RAILS_UNLOCK, 0, 2);                      /* the money of the last one is for something */
	play(&f, "loan");
	turn_is(&f, 0, RAILS_UNLOCK);
	legal_is(&f, "unlock tunnel-crew, unlock bridge-crew, unlock dispatcher, pass");
	for (int i = 0; i + 1 < CHOICES; i++) {                 /* in the steps before it a loan changes nothing about what there is to choose */
		f = at_choice(choices[i], 0, 2);
		play(&f, "loan");
		to_move_is(&f, 0);
		phase_is(&f, choices[i]);
	}
}

/* T14 */

static struct fix duty(int loans)
{
	struct fix f = fix_map(3, "freight=off");
	fix_tracks(&f, 0, "A17");
	fix_tracks(&f, 1, "A13 A14");
	fix_tracks(&f, 2, "A13 A14");
	fix_money(&f, 0, 0);
	fix_loans(&f, 0, loans);
	fix_turn(&f, 2);                                        /* seat 0 comes next */
	finish_turn(&f);
	return f;
}

RULE_TEST(the_third_loan, "T14 R39 R82 R100: the duty to build")
{
	struct fix f = duty(2);
	turn_is(&f, 0, RAILS_BUILD);
	legal_is(&f, "loan");
	play(&f, "loan");
	legal_is(&f, "build A18");
	play(&f, "build A18");
	purse_is(&f, 0, 1, 3);
	tracks_are(&f, 0, "A17 A18");
	f = duty(3);                                            /* building is skipped, and nothing else can be done */
	to_move_is(&f, 1);
	tracks_are(&f, 0, "A17");
	purse_is(&f, 0, 0, 3);
}
