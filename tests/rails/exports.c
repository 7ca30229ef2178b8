/* Freight on Board through the engine of Small Railroad Empires: full ships, what they pay, the last ship, the end of the game. */
#include <stdio.h>
#include <string.h>

#include "hauls.h"

static const char all_ships[] = "ship S1, ship S2, ship S3, ship S4, ship S5, ship S6, ship S7, ship S8";

/* ---- Full ships ---- */

RULE_TEST(tie, "T1 F30 F31 F32 A9 A11: two tie and get the second bonus each")
{
	struct fix f = fix_map(4, "");
	fix_ship(&f, "S1", "1 n 0");
	struct purses before = deliver(&f, 3, COAL);
	paid_each(&f, &before, "0/1 0/1 0/0 0/0");
	told_counts(&f, "export 0, export_tie 2, neutral 1");
	phase_is(&f, RAILS_DOCK);
}

RULE_TEST(three_tie, "T2 F26 F30 F31 A9: three tie")
{
	struct fix f = fix_map(4, "");
	fix_ship(&f, "S1", "0 1 n");
	struct purses before = deliver(&f, 2, TIMBER);
	paid_each(&f, &before, "0/1 0/1 1/1 0/0");
	assert_int_equal(told(&f, "export_tie"), 3);
}

RULE_TEST(two_tie_before_a_third, "F27 F30 F32 A9 A21: two tie before a third")
{
	struct fix f = fix_map_box(3, "", stress(stress_x6(0), 4, 4));
	fix_ship(&f, "X6", "0 2 n 0 2");
	struct purses before = deliver(&f, 1, COAL);    /* 2, 1, 2 */
	paid_each(&f, &before, "0/1 0/0 0/1");
}

RULE_TEST(nobody_leads_with_nothing, "T4 F25 F28 F34 F50 A7 A10: a ship of neutral containers pays nobody, and they do not run out")
{
	struct fix f = fix_map_box(2, "", stress(stress_x5(), 4, 4));
	fix_ship(&f, "X5", "n n n n");
	neutral_is(&f, 0);
	struct purses before = deliver(&f, 0, TIMBER);
	paid_nobody(&f, &before);
	assert_int_equal(told(&f, "neutral"), 1);
	assert_int_equal(told(&f, "export") + told(&f, "export_tie"), 0);
	assert_int_equal(told(&f, "sailed"), 1);
	play(&f, "ship S2");
	neutral_is(&f, 4);
}

/* T3: with the ships of the box there is always one. */
RULE_TEST(wild_slots_prevent_it, "T3 F27 F29 F34 A23: a single container leads alone")
{
	const struct freight_box *b = &game_find("rails")->box->rails.freight;
	for (int i = 0; i < b->ships; i++) {
		int wild = 0;
		for (int k = 0; k < b->ship[i].slots; k++)
			wild += b->ship[i].slot[k].good == FREIGHT_WILD;
		assert_int_equal(wild, 1);
	}
	struct fix f = fix_map(2, "");
	fix_ship(&f, "S3", "n n");
	struct purses before = deliver(&f, 1, COAL);
	ship_is(&f, "S3", "n n 1 .");
	before = deliver(&f, 0, LIVESTOCK);
	paid(&f, &before, 1, 1, 2);                     /* one container against none leads alone */
	paid(&f, &before, 0, 0, 0);
	assert_int_equal(told(&f, "export"), 1);
}

RULE_TEST(nobody_has_more_than_there_are, "T5 F50 A6: who has no container left covers with a neutral one, without a bonus")
{
	struct fix f = fix_map_box(2, "", stress(stress_x6(1), 4, 4));
	fix_ship(&f, "X6", "0 0 0");
	struct purses before = deliver(&f, 0, COAL);
	paid(&f, &before, 0, 0, 1);
	left_is(&f, 0, 0);
	before = deliver(&f, 0, TIMBER);                /* the fifth */
	ship_is(&f, "X6", "0 0 0 0 n .");
	paid_nobody(&f, &before);
	assert_int_equal(told(&f, "slot_bonus"), 0);
	before = deliver(&f, 0, GRAIN);
	paid(&f, &before, 0, 1, 1);                     /* the first export bonus, no slot bonus */
	told_counts(&f, "export 1, slot_bonus 0");
	play(&f, "ship S2");
	left_is(&f, 0, 4);
	neutral_is(&f, 4);
}

RULE_TEST(counts_are_data, "F5 F6 F50 A1 A6 A7: the numbers of containers are those of the box")
{
	const struct freight_box *b = &game_find("rails")->box->rails.freight;
	assert_int_equal(b->containers, 4);
	assert_int_equal(b->neutral, 4);

	struct fix f = fix_map_box(2, "", stress(stress_x6(1), 1, 0));
	left_is(&f, 0, 1);
	neutral_is(&f, 0);
	fix_ship(&f, "X6", "");
	struct purses before = deliver(&f, 0, COAL);
	paid(&f, &before, 0, 0, 1);
	left_is(&f, 0, 0);
	before = deliver(&f, 0, TIMBER);
	ship_is(&f, "X6", "0 n . . . .");               /* though there is no neutral one */
	paid_nobody(&f, &before);
	neutral_is(&f, 0);

	f = fix_map_box(2, "", stress(stress_x6(1), 5, 8));
	fix_ship(&f, "X6", "0 0 0 0");
	neutral_is(&f, 8);
	before = deliver(&f, 0, COAL);
	ship_is(&f, "X6", "0 0 0 0 0 .");
	paid(&f, &before, 0, 0, 1);
}

RULE_TEST(short_ships_are_full_early, "F25 F29: a ship of three slots")
{
	struct fix f = fix_map_box(2, "", stress(stress_x3(), 4, 4));
	ship_is(&f, "X3", ". . .");
	struct purses before = deliver(&f, 0, COAL);
	paid_nobody(&f, &before);
	before = deliver(&f, 1, TIMBER);                /* wild, $1 */
	paid(&f, &before, 1, 0, 1);
	ship_is(&f, "X3", "0 1 .");
	before = deliver(&f, 1, GRAIN);                 /* 1 VP; 2 to 1: 1 VP and $1 */
	paid(&f, &before, 1, 2, 1);
	paid(&f, &before, 0, 0, 0);
	legal_is(&f, "ship S2");
}

RULE_TEST(second_place_is_nothing, "T9 F29 F32 A21: second place is nothing")
{
	struct fix f = fix_map(2, "");
	fix_ship(&f, "S1", "0 1 0");
	struct purses before = deliver(&f, 1, COAL);    /* Purple 2, Red 1, neutral 1 */
	paid_each(&f, &before, "1/1 0/0");
	told_counts(&f, "export 1, export_tie 0");
}

/* Three neutral ones outnumber nobody. */
RULE_TEST(neutral_counts_for_nobody, "F28 F29 A23: neutral containers outnumber nobody")
{
	struct fix f = fix_map(3, "");
	fix_ship(&f, "S4", "n n n");
	struct purses before = deliver(&f, 1, TIMBER);
	paid(&f, &before, 1, 1 + 2, 0);                 /* slot 4, and the only container leads */
	paid(&f, &before, 0, 0, 0);
	paid(&f, &before, 2, 0, 0);
}

RULE_TEST(all_containers_go_back, "T11 F7 F35 F37 F38 A5: all containers go back")
{
	struct fix f = fix_map(3, "");
	fix_ship(&f, "S1", "0 n 0");
	deliver(&f, 2, TIMBER);
	for (int i = 0; i < 3; i++)
		left_is(&f, i, 4);
	neutral_is(&f, 4);
	for (int i = 0; i < FREIGHT_SLOTS; i++)
		assert_int_equal(f.s.rails.freight.slot[i], SLOT_EMPTY);
	assert_int_equal(told_event(&f, "sailed")->thing, 0);
	play(&f, "ship S2");
	ship_is(&f, "S2", ". . . .");
	assert_true(has_sailed(&f, 1));
	deliver(&f, 1, IRON);                           /* the new one is loaded now */
	ship_is(&f, "S2", "1 . . .");
}

/* ---- Several deliveries, the last ship ---- */

RULE_TEST(two_deliveries_in_a_turn, "T6 F8 F37 F40 A12: each of two deliveries loads the ship that is docked then")
{
	struct fix f = fix_map(2, "");
	fix_unlocked(&f, 0, "U4");
	fix_ship(&f, "S1", "1 n 1");
	lay(&f, 0, haul[IRON].tracks);
	fix_hand(&f, 0, "F3", "");
	deliver(&f, 0, TIMBER);
	phase_is(&f, RAILS_DOCK);
	play(&f, "ship S2");
	ship_is(&f, "S2", ". . . .");                   /* the delivery that filled S1 loads no second time */
	phase_is(&f, RAILS_DELIVER);
	struct purses before = haul_it(&f, 0, IRON, "F3");
	ship_is(&f, "S2", "0 . . .");
	paid(&f, &before, 0, 0, 1);
	phase_is(&f, RAILS_BUY);

	f = fix_map(2, "");                             /* both on one ship, one slot each */
	fix_unlocked(&f, 0, "U4");
	fix_ship(&f, "S5", "");
	lay(&f, 0, haul[TIMBER].tracks);
	fix_hand(&f, 0, "F3", "");
	before = deliver(&f, 0, COAL);
	ship_is(&f, "S5", "0 . . .");
	paid(&f, &before, 0, 0, 1);
	before = haul_it(&f, 0, TIMBER, "F3");
	ship_is(&f, "S5", "0 0 . .");
	paid(&f, &before, 0, 0, 1);
}

RULE_TEST(the_last_ship, "T8 F39 F44 A8: after the last ship deliveries load nothing, and the game goes on")
{
	struct fix f = fix_map(2, "");
	fix_gone(&f, "S1 S2 S3 S4 S5 S6 S8");
	fix_ship(&f, "S7", "n n n");
	deliver(&f, 0, IRON);
	assert_int_equal(told(&f, "sailed"), 1);
	ship_is(&f, "", "");
	phase_is(&f, RAILS_BUY);                        /* no ship is to come */
	struct purses before = deliver(&f, 1, TIMBER);
	paid_nobody(&f, &before);
	ship_is(&f, "", "");
	assert_int_equal(told(&f, "loaded") + told(&f, "neutral"), 0);
	left_is(&f, 1, 4);
	for (int i = 1; i <= 8; i++)
		assert_true(has_sailed(&f, i));
	fix_turn(&f, 1);                                /* and the game goes on */
	f.s.rails.placed = 1;
	finish_turn(&f);
	to_move_is(&f, 0);
}

RULE_TEST(ships_may_come_again, "F49 A8: or the ships are shuffled again")
{
	struct fix f = fix_map(2, "on_empty=reshuffle");
	fix_gone(&f, "S1 S2 S3 S4 S5 S6");
	fix_ship(&f, "S7", "n n n");
	deliver(&f, 0, IRON);
	legal_is(&f, "ship S8");                        /* there is one yet */
	play(&f, "ship S8");
	assert_int_equal(told(&f, "reshuffled"), 0);
	fix_ship(&f, "S8", "0 n n");
	deliver(&f, 1, COAL);
	phase_is(&f, RAILS_DOCK);
	legal_is(&f, all_ships);
	for (int i = 2; i <= 8; i++) {
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "ship S%d", i);
		assert_int_equal(weight_of(&f, words), weight_of(&f, "ship S1"));
	}
	play(&f, "ship S8");                            /* the one just finished, too */
	assert_int_equal(told(&f, "reshuffled"), 1);
	assert_true(told_at(&f, "reshuffled") < told_at(&f, "docked"));
	ship_is(&f, "S8", ". . . .");
	for (int i = 1; i <= 8; i++)
		assert_false(has_sailed(&f, i));
	fix_ship(&f, "S8", "n n n");
	deliver(&f, 1, TIMBER);
	legal_is(&f, "ship S1, ship S2, ship S3, ship S4, ship S5, ship S6, ship S7");
}

/* ---- The end ---- */

/* The second seat ends its turn and the round, in which nothing was placed: the game is over (R89). */
static void end_it(struct fix *f)
{
	fix_turn(f, 1);
	fix_phase(f, RAILS_UNLOCK);
	f->s.rails.placed = 0;
	play(f, "pass");
	to_move_is(f, OVER);
}

RULE_TEST(unfilled_ships_pay_nothing, "T7 F41 F42 F44 A18: a ship that is not full pays nothing at the end")
{
	struct fix f = fix_map(2, "");
	fix_ship(&f, "S2", "n 0");
	struct purses before = deliver(&f, 1, LIVESTOCK);
	ship_is(&f, "S2", "n 0 1 .");
	paid(&f, &before, 1, 1, 0);
	end_it(&f);
	assert_int_equal(told(&f, "unfilled"), 1);
	assert_int_equal(told_event(&f, "unfilled")->thing, 1);
	assert_int_equal(told(&f, "export") + told(&f, "export_tie"), 0);
	paid(&f, &before, 0, 0, 0);
	paid(&f, &before, 1, 1, 0);                     /* what the slot gave stays */
	int score[MAX_PLAYERS];
	f.g->score(f.box, &f.s, score);
	assert_int_equal(score[1], 2);                  /* 1 of the route, 1 of the slot, nothing for the container */
	assert_int_equal(score[0], 0);
}

RULE_TEST(full_ships_pay_at_the_end_too, "F43: a ship that is full in the last turn pays")
{
	struct fix f = fix_map(2, "");
	fix_ship(&f, "S1", "0 n 0");
	struct purses before = deliver(&f, 1, TIMBER);
	paid(&f, &before, 0, 1, 1);
	play(&f, "ship S2");
	end_it(&f);
	paid(&f, &before, 0, 1, 1);
}

/* All cities are full with the delivery that fills the ship. */
RULE_TEST(fills_and_ends, "T10 F43: also with the delivery that ends the game")
{
	struct fix f = fix_map(2, "");
	fix_trains(&f, 0, "A2 A19 B3 B8 C13 C19");
	fix_trains(&f, 1, "A2 A19 B3 B8 C19");
	fix_ship(&f, "S1", "0 n 0");
	lay(&f, 1, haul[TIMBER].tracks);
	fix_hand(&f, 1, "", "F3");
	fix_turn(&f, 1);
	fix_phase(&f, RAILS_DELIVER);
	struct purses before = purses(&f);
	play(&f, "deliver A12 to C13, use F3 length 2");
	paid(&f, &before, 0, 1, 1);
	phase_is(&f, RAILS_DOCK);
	play(&f, "ship S3");
	finish_turn(&f);
	to_move_is(&f, OVER);
	assert_int_equal(f.s.rails.ending, RAILS_BY_CITIES);
	assert_int_equal(f.s.rails.side[0].prestige, before.prestige[0] + 1);
}

/* ---- Money and prestige from ships ---- */

RULE_TEST(banker_by_ship, "T15 F21 F52 R109 A13: Banker by ship")
{
	struct fix f = fix_map(2, "");
	fix_goals(&f, "A1 A2 A12 A6 A7");
	fix_ship(&f, "S8", "0 n n");
	fix_money(&f, 0, 6);
	struct purses before = deliver(&f, 0, LIVESTOCK);       /* $8 after income and card */
	assert_int_equal(before.money[0], 8);
	paid(&f, &before, 0, 2, 4);
	money_is(&f, 0, 12);
	play(&f, "ship S1");
	claimed_is(&f, "A12", 0);
}

RULE_TEST(export_is_no_claim_of_others, "F33 F52 R67 A14: an export bonus is no claim before the own turn")
{
	struct fix f = fix_map(2, "");
	fix_goals(&f, "A1 A2 A12 A6 A7");
	fix_ship(&f, "S1", "0 n 0");
	fix_money(&f, 0, 11);
	fix_tracks(&f, 0, "A8");
	deliver(&f, 1, TIMBER);
	money_is(&f, 0, 12);
	play(&f, "ship S2");
	claimed_is(&f, "A12", NO_SIDE);                 /* it is Red's turn */
	f.s.rails.placed = 1;
	finish_turn(&f);
	to_move_is(&f, 0);
	claimed_is(&f, "A12", NO_SIDE);
	play(&f, "build A4, build A1");                 /* the claims of the own turn, without a delivery */
	claimed_is(&f, "A12", 0);
}

RULE_TEST(money_of_a_ship_can_be_spent, "F22 F52: money from a ship counts at once")
{
	struct fix f = fix_map(2, "");
	fix_ship(&f, "S2", "");
	fix_money(&f, 0, 0);
	deliver(&f, 0, IRON);                           /* $2 and $1 */
	money_is(&f, 0, 3);
	play(&f, "buy E1");
	money_is(&f, 0, 0);

	f = fix_map(2, "");                             /* a tie of the whole game is decided by it */
	fix_ship(&f, "S1", "0 n 1");
	fix_prestige(&f, 0, 5);
	fix_prestige(&f, 1, 4);
	fix_money(&f, 0, 5);
	fix_money(&f, 1, 3);
	deliver(&f, 1, COAL);                           /* 2 VP and $3, a dollar for both: 6 and $7 against 5 and $6 */
	money_is(&f, 0, 6);
	money_is(&f, 1, 7);
	play(&f, "ship S2");
	end_it(&f);
	int place[MAX_PLAYERS];
	f.g->place(f.box, &f.s, place);
	assert_int_equal(place[1], 1);
	assert_int_equal(place[0], 2);
}

/* ---- Without the module ---- */

RULE_TEST(without_ships, "F46: freight=off: nothing of it exists")
{
	struct fix f = fix_new(2, "freight=off", NULL);
	while (f.s.rails.round == 0) {
		assert_int_not_equal(f.s.rails.phase, RAILS_DOCK);
		play_lowest(&f);
		assert_int_equal(told(&f, "docked"), 0);
	}
	static const char *const options[] = { "freight=off", "freight=off wild_any_order=on on_empty=reshuffle" };
	for (int i = 0; i < 2; i++) {
		f = fix_map(2, options[i]);
		ship_is(&f, "", "");
		for (int good = 0; good < LIVESTOCK; good++) {
			struct purses before = deliver(&f, 0, good);
			paid_nobody(&f, &before);
			phase_is(&f, RAILS_BUY);
			assert_int_equal(told(&f, "loaded") + told(&f, "neutral") + told(&f, "docked"), 0);
			ship_is(&f, "", "");
		}
		end_it(&f);
		assert_int_equal(told(&f, "unfilled"), 0);
	}
}

/* ---- Whole games ---- */

static int loadings, sailings;

static void watch_the_quay(const struct fix *before, const struct fix *after)
{
	const struct freight *was = &before->s.rails.freight, *is = &after->s.rails.freight;
	int covered = 0, trains = 0, loads = told(after, "loaded") + told(after, "neutral");
	for (int i = 0; i < FREIGHT_SLOTS; i++) {
		covered += (is->slot[i] != SLOT_EMPTY) - (was->slot[i] != SLOT_EMPTY);
		if (was->slot[i] != SLOT_EMPTY && !told(after, "sailed"))
			assert_int_equal(is->slot[i], was->slot[i]);    /* F17 */
	}
	for (int i = 0; i < after->s.rails.sides; i++)
		for (int city = 0; city < ALL_CITIES; city++)
			trains += (after->s.rails.side[i].trains >> city & 1) - (before->s.rails.side[i].trains >> city & 1);
	assert_int_equal(loads, was->docked != NO_SHIP ? trains : 0);
	if (!told(after, "sailed"))
		assert_int_equal(covered, loads);
	assert_true(loads <= 1);
	loadings += loads;
	sailings += told(after, "sailed");
	assert_int_equal(told(after, "sailed") == 1, was->docked != NO_SHIP && is->docked == NO_SHIP);
}

RULE_TEST(whole_games, "F8 F16 F17 A15: in whole games every delivery of a good covers one slot, and nothing else does")
{
	loadings = sailings = 0;
	for (int i = 0; i < 24; i++) {
		struct fix f = fix_new(1 + i % 4, "", NULL);
		play_random(&f, (uint64_t)(500 + i), watch_the_quay);
	}
	assert_true(loadings > 40);
	assert_true(sailings > 5);
}
