/* Freight on Board through the engine of Small Railroad Empires: set-up, the rulebook's examples E1 to E3, and loading. What full ships pay is
 * in exports.c. */
#include <stdio.h>
#include <string.h>

#include "hauls.h"

static const char all_ships[] = "ship S1, ship S2, ship S3, ship S4, ship S5, ship S6, ship S7, ship S8";

/* ---- Set-up ---- */

/* Plays the lowest moves up to that phase. */
static void go_to(struct fix *f, int phase)
{
	while (f->s.rails.phase != phase)
		play_lowest(f);
}

RULE_TEST(the_ship_comes_last, "F1 F3 F5 F6 F7 F45 A1 A22: the first ship is revealed after the last start track")
{
	for (int players = 1; players <= 4; players++) {
		struct fix f = fix_new(players, "", NULL);
		go_to(&f, RAILS_START_TRACK);
		for (int i = 0; i < players; i++) {
			phase_is(&f, RAILS_START_TRACK);
			ship_is(&f, "", "");
			play_lowest(&f);
		}
		phase_is(&f, RAILS_DOCK);
		to_move_is(&f, CHANCE);
		assert_int_equal(f.s.rails.round, 0);
		legal_is(&f, all_ships);
		refused(&f, "build A1", F(3));
		play_into(&f, "ship S6", RAILS_BUILD);
		assert_int_equal(f.s.rails.round, 1);
		assert_int_equal(told(&f, "docked"), 1);
		assert_int_equal(told_event(&f, "docked")->thing, 5);
		ship_is(&f, "S6", ". . . .");
		for (int i = 0; i < f.s.rails.sides; i++)
			left_is(&f, i, 4);
		neutral_is(&f, 4);
	}
}

RULE_TEST(any_ship_may_come, "F2 F4 F36 F46 A20: every ship that waits is as likely as the others")
{
	struct fix f = fix_new(2, "", NULL);
	go_to(&f, RAILS_DOCK);
	for (int i = 2; i <= 8; i++) {
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "ship S%d", i);
		assert_int_equal(weight_of(&f, words), weight_of(&f, "ship S1"));
	}
	f = fix_map(2, "");
	fix_ship(&f, "S4", "0 n n");
	fix_gone(&f, "S2 S7");
	deliver(&f, 0, IRON);
	legal_is(&f, "ship S1, ship S3, ship S5, ship S6, ship S8");
	for (int i = 0; i < 4; i++)
		assert_int_equal(weight_of(&f, (const char *[]){ "ship S3", "ship S5", "ship S6", "ship S8" }[i]), weight_of(&f, "ship S1"));
	refused(&f, "ship S4, ship S2", F(36));
}

/* Good, prestige and money of each slot, then of both export bonuses; W is wild. */
RULE_TEST(the_eight_ships, "F12 F29 F30: the eight ships")
{
	static const char *const printed[] = {
		"S1 W00 C01 G00 T10 11 01", "S2 I01 W00 L10 C02 20 10", "S3 T00 G01 W01 I10 12 02", "S4 G01 L00 C10 W10 20 01",
		"S5 W01 T01 I00 L10 12 10", "S6 C00 I01 W02 G10 21 10", "S7 T01 C01 W00 I10 11 01", "S8 W00 G01 T10 L02 22 11",
	};
	const struct freight_box *b = &game_find("rails")->box->rails.freight;
	assert_int_equal(b->ships, 8);
	for (int i = 0; i < 8; i++) {
		const struct freight_ship *s = &b->ship[i];
		char words[MAX_TEXT], bonus[MAX_TEXT];
		assert_int_equal(s->slots, 4);
		snprintf(words, sizeof words, "%s", s->name);
		for (int k = 0; k < 4; k++) {
			const struct freight_slot *at = &s->slot[k];
			snprintf(bonus, sizeof bonus, " %c%d%d", "CITGLW"[at->good], at->bonus.prestige, at->bonus.money);
			strcat(words, bonus);
		}
		snprintf(bonus, sizeof bonus, " %d%d %d%d", s->first.prestige, s->first.money, s->tie.prestige, s->tie.money);
		strcat(words, bonus);
		assert_string_equal(words, printed[i]);
	}
}

/* ---- The rulebook's examples ---- */

/* The ship S1 as it is before and after that seat delivers; nobody is paid, and the seat has so many containers left. */
static struct fix loads(const char *ship, int seat, int good, const char *after, int left)
{
	struct fix f = fix_map(3, "");
	fix_ship(&f, "S1", ship);
	struct purses before = deliver(&f, seat, good);
	ship_is(&f, "S1", after);
	paid_nobody(&f, &before);
	left_is(&f, seat, left);
	return f;
}

RULE_TEST(example_1, "E1 F10 F11 F13: a wild slot without a bonus")
{
	struct fix f = loads("", 0, LIVESTOCK, "0 . . .", 3);
	told_counts(&f, "loaded 1, slot_bonus 0, sailed 0");
}

RULE_TEST(example_2, "E2 F14 F15: a good that does not match")
{
	struct fix f = loads("0", 1, GRAIN, "0 n . .", 4);
	neutral_is(&f, 3);
	told_counts(&f, "neutral 1, loaded 0");
}

RULE_TEST(example_2b, "E2b F10 F13: a slot of that good without a bonus")
{
	struct fix f = loads("0 n", 0, GRAIN, "0 n 0 .", 2);
	assert_int_equal(told(&f, "slot_bonus"), 0);
}

RULE_TEST(example_3, "E3 F12 F25 F27 F29 F33 F35 F36: Yellow fills the ship, Purple gets the export bonus")
{
	struct fix f = fix_map(3, "");
	fix_ship(&f, "S1", "0 n 0");
	struct purses before = deliver(&f, 2, TIMBER);
	paid(&f, &before, 2, 1, 0);
	paid_each(&f, &before, "1/1 0/0");
	told_counts(&f, "export 1, export_tie 0");
	assert_true(has_sailed(&f, 1));
	ship_is(&f, "", "");
	play(&f, "ship S5");
	ship_is(&f, "S5", ". . . .");
	assert_int_equal(f.s.rails.active, 2);          /* it is Yellow's turn still */
}

/* The three of them in one game, turn after turn. */
RULE_TEST(the_examples_in_one_game, "E1 E2 E2b E3 F37: the examples in one game")
{
	struct fix f = fix_map(3, "");
	fix_tracks(&f, 0, "C17 C18 B16 B15 B14 B9");
	fix_tracks(&f, 1, "B16 B15 B14 B9");
	fix_tracks(&f, 2, "A12 C17");
	fix_hand(&f, 0, "F3 M3", "");
	fix_hand(&f, 1, "E3", "");
	fix_hand(&f, 2, "L3", "");
	fix_unlocked(&f, 0, "U2");                      /* nobody needs money */
	for (int i = 0; i < 3; i++)
		fix_money(&f, i, 30);

	play(&f, "build B12, build B17, deliver C17 to C19, use F3 length 2");
	ship_is(&f, "S1", "0 . . .");
	money_is(&f, 0, 30 + 2);
	prestige_is(&f, 0, 1);
	play(&f, "pass, pass");

	play(&f, "build B12, build D17, deliver B16 to B8, use E3 length 4");
	ship_is(&f, "S1", "0 n . .");
	money_is(&f, 1, 30 - 1 - 3 + 3);
	money_is(&f, 0, 30 + 2 + 1);                    /* the fee for B12 */
	prestige_is(&f, 1, 1 + 2);                      /* the star of D17 */
	play(&f, "pass, pass, build A16, build B4, pass, pass, pass");

	play(&f, "build C15, build C10, deliver B16 to B8, use M3 length 4");
	ship_is(&f, "S1", "0 n 0 .");
	money_is(&f, 0, 33 - 1 + 3);
	prestige_is(&f, 0, 1 + 2);
	play(&f, "pass, pass, build D18, build D14, pass, pass");

	play(&f, "build A15, build A14, deliver A12 to C13, use L3 length 2");
	money_is(&f, 2, 30 - 1 + 2);
	prestige_is(&f, 2, 1 + 1);                      /* slot 4 */
	money_is(&f, 0, 35 + 1);                        /* Purple leads two to one */
	prestige_is(&f, 0, 3 + 1);
	phase_is(&f, RAILS_DOCK);
	play(&f, "ship S2");
	ship_is(&f, "S2", ". . . .");
	for (int i = 0; i < 3; i++)
		left_is(&f, i, 4);
	neutral_is(&f, 4);
}

/* ---- Loading ---- */

RULE_TEST(every_delivery_loads_once, "F8 F16 F17 F18 A2: every delivery covers one slot, from left to right")
{
	struct fix f = fix_map(2, "");
	fix_ship(&f, "S6", "");                         /* C I W G */
	deliver(&f, 0, COAL);
	ship_is(&f, "S6", "0 . . .");
	assert_int_equal(told(&f, "loaded") + told(&f, "neutral"), 1);
	deliver(&f, 1, TIMBER);
	ship_is(&f, "S6", "0 n . .");
	assert_int_equal(told(&f, "loaded") + told(&f, "neutral"), 1);
	deliver(&f, 1, COAL);                           /* wild; slot 1 is coal too, but covered */
	ship_is(&f, "S6", "0 n 1 .");
	deliver(&f, 0, GRAIN);
	assert_int_equal(told_event(&f, "loaded")->place, 3);
	assert_int_equal(told_event(&f, "loaded")->thing, 5);
	assert_int_equal(told_event(&f, "loaded")->seat, 0);
}

RULE_TEST(only_the_leftmost_counts, "F9 F10 F18 A4: only the leftmost uncovered slot is looked at")
{
	for (int good = 0; good < RAILS_GOODS; good++) {
		struct fix f = fix_map(2, "");
		fix_ship(&f, "S2", "");                 /* I W L C: three of them would take livestock or coal */
		deliver(&f, 1, good);
		ship_is(&f, "S2", good == IRON ? "1 . . ." : "n . . .");
		phase_is(&f, RAILS_BUY);                /* without a question */
		assert_int_equal(f.s.rails.freight.docked, 2);
	}
}

RULE_TEST(wild_takes_every_good, "F11 F12 A3: a wild slot takes every good and pays its bonus")
{
	for (int good = 0; good < RAILS_GOODS; good++) {
		struct fix f = fix_map(2, "");
		fix_ship(&f, "S6", "n 0");
		struct purses before = deliver(&f, 1, good);
		ship_is(&f, "S6", "n 0 1 .");
		paid(&f, &before, 1, 0, 2);             /* the bonus of the slot */
		paid(&f, &before, 0, 0, 0);
	}
}

RULE_TEST(slot_bonuses, "F12 F13 F22 A17 A19: a slot bonus is prestige or money, or nothing")
{
	struct fix f = fix_map(2, "");
	fix_ship(&f, "S2", "");
	struct purses before = deliver(&f, 0, IRON);    /* $1 */
	paid(&f, &before, 0, 0, 1);
	assert_int_equal(told_event(&f, "slot_bonus")->n, 1);
	assert_int_equal(told_event(&f, "slot_bonus")->place, 0);
	fix_ship(&f, "S4", "n n");
	before = deliver(&f, 1, COAL);                  /* 1 VP */
	ship_is(&f, "S4", "n n 1 .");
	paid(&f, &before, 1, 1, 0);
	assert_int_equal(told_event(&f, "slot_bonus")->n, 0);
	assert_int_equal(told_event(&f, "slot_bonus")->place, 1);
	paid(&f, &before, 0, 0, 0);
	fix_ship(&f, "S4", "n");
	before = deliver(&f, 1, LIVESTOCK);             /* matched, and there is no bonus */
	ship_is(&f, "S4", "n 1 . .");
	paid_nobody(&f, &before);
	assert_int_equal(told(&f, "slot_bonus"), 0);
}

RULE_TEST(a_mismatch_pays_nobody, "F14 F15 F19 A2: a mismatch is covered by a neutral container and pays nobody")
{
	struct fix f = fix_map(2, "");
	fix_ship(&f, "S7", "1");                        /* coal, $1 */
	for (int good = IRON; good < LIVESTOCK; good++) {
		struct fix t = f;
		struct purses before = deliver(&t, 0, good);
		ship_is(&t, "S7", "1 n . .");
		paid_nobody(&t, &before);
		left_is(&t, 0, 4);
		neutral_is(&t, 3);
		assert_int_equal(told(&t, "slot_bonus"), 0);
	}
}

/* There is no move that could be chosen in between, and none that declines. */
RULE_TEST(loading_is_mandatory, "F19 F47 A2 A3: nobody chooses or declines to load")
{
	static const int good[] = { GRAIN, TIMBER };
	for (int i = 0; i < 2; i++) {
		struct fix f = fix_map(2, "");
		fix_ship(&f, "S4", "");
		const char *card = ready(&f, 0, good[i]);
		char use[MAX_TEXT];
		snprintf(use, sizeof use, "use %s length %d", card, haul[good[i]].length);
		refused(&f, "load 1", F(47));
		play(&f, haul[good[i]].move);
		legal_is(&f, use);
		play(&f, use);
		ship_is(&f, "S4", i == 0 ? "0 . . ." : "n . . .");
		phase_is(&f, RAILS_BUY);
		refused(&f, "load 2", F(47));
		refused(&f, "ship S2", F(36));
	}
}

RULE_TEST(the_city_does_not_matter, "F20: it does not matter which city got the good")
{
	static const char *const to[] = { "deliver A12 to C13", "deliver A12 to B3" };
	for (int i = 0; i < 2; i++) {
		struct fix f = fix_map(2, "");
		fix_ship(&f, "S5", "n");                /* timber, $1 */
		lay(&f, 0, i == 0 ? "A12 C17" : "A12 B1 B2");
		fix_delivery(&f, "F3");
		play(&f, to[i]);
		play(&f, i == 0 ? "use F3 length 2" : "use F3 length 3");
		ship_is(&f, "S5", "n 0 . .");
		money_is(&f, 0, 5 + (i == 0 ? 2 : 3) + 1);
	}
}

RULE_TEST(only_deliveries_load, "F23: building, loans, cards and abilities load nothing")
{
	struct fix f = fix_map(2, "");
	fix_tracks(&f, 0, "A12 C17");
	fix_money(&f, 0, 30);
	fix_loans(&f, 0, 1);
	fix_ship(&f, "S1", "1");
	fix_unlocked(&f, 0, "U1");
	fix_hand(&f, 0, "F3", "");
	static const char *const step[] = { "build A7", "build A16", "build A15", "repay", "pass", "buy M1", "draw L8", "unlock dispatcher" };
	for (size_t i = 0; i < sizeof step / sizeof step[0]; i++) {
		play(&f, step[i]);
		ship_is(&f, "S1", "1 . . .");
	}
	to_move_is(&f, 1);
	fix_turn(&f, 0);
	play(&f, "loan");
	ship_is(&f, "S1", "1 . . .");
	for (int i = 0; i < 2; i++)
		left_is(&f, i, i == 0 ? 4 : 3);
}

/* Income $2 and 1 VP, the card $3, the slot $1; then the claims. */
RULE_TEST(everything_adds_up_in_order, "F21 F24 R106 A13: route, card, slot and then the claims")
{
	struct fix f = fix_map(2, "");
	fix_goals(&f, "A8 A2 A3 A4 A12");
	fix_ship(&f, "S7", "");
	fix_tracks(&f, 0, "A12 C17");
	fix_hand(&f, 0, "L7", "");                      /* timber: $3 */
	fix_money(&f, 0, 6);
	fix_phase(&f, RAILS_DELIVER);
	play(&f, "deliver A12 to C13, use L7 length 2");
	money_is(&f, 0, 6 + 2 + 3 + 1);
	prestige_is(&f, 0, 1);
	static const char *const order[] = { "delivered", "card", "loaded", "slot_bonus", "claimed" };
	for (int i = 0; i + 1 < 5; i++) {
		assert_true(told_at(&f, order[i]) >= 0);
		assert_true(told_at(&f, order[i]) < told_at(&f, order[i + 1]));
	}
	claimed_is(&f, "A12", 0);                       /* with the dollar from the ship it is $12 */
	refused(&f, "deliver B5 to C19", R(108));

	f = fix_map(2, "");                             /* without the dollar it is not */
	fix_goals(&f, "A8 A2 A3 A4 A12");
	fix_ship(&f, "S7", "0");
	fix_tracks(&f, 0, "A12 C17");
	fix_hand(&f, 0, "L7", "");
	fix_money(&f, 0, 6);
	fix_phase(&f, RAILS_DELIVER);
	play(&f, "deliver A12 to C13, use L7 length 2");
	money_is(&f, 0, 11);
	claimed_is(&f, "A12", NO_SIDE);
}

/* Slot covered, slot bonus, count and export, ship away, next one: nothing comes between. */
RULE_TEST(order_of_a_last_loading, "F26 F47 F21 A13: the slot bonus, then the export, then the next ship, then the claims")
{
	static const char *const order[] = { "delivered", "card", "loaded", "slot_bonus", "export", "sailed" };
	struct fix f = fix_map(2, "");
	fix_ship(&f, "S1", "1 n 1");
	fix_goals(&f, "A8 A2 A3 A4 A12");
	fix_money(&f, 0, 30);
	deliver(&f, 0, TIMBER);
	for (int i = 0; i + 1 < 6; i++) {
		assert_true(told_at(&f, order[i]) >= 0);
		assert_true(told_at(&f, order[i]) < told_at(&f, order[i + 1]));
	}
	assert_int_equal(told(&f, "claimed"), 0);       /* that is the next step, when the ship is there */
	phase_is(&f, RAILS_DOCK);
	to_move_is(&f, CHANCE);
	refused(&f, "pass, loan", F(36));
	play(&f, "ship S8");
	assert_true(told_at(&f, "docked") >= 0);
	assert_true(told_at(&f, "docked") < told_at(&f, "claimed"));
	claimed_is(&f, "A12", 0);
	phase_is(&f, RAILS_BUY);
}

/* ---- Wild slots out of order ---- */

RULE_TEST(wild_out_of_order_is_an_option, "F48 A4: a wild slot out of order, if it was agreed on")
{
	struct fix f = fix_map(2, "wild_any_order=on");
	fix_ship(&f, "S3", "");                         /* T G W I; the wild one pays $1 */
	struct purses before = deliver(&f, 0, COAL);
	phase_is(&f, RAILS_LOAD);
	to_move_is(&f, 0);
	legal_is(&f, "load 1, load 3");
	refused(&f, "load 2, load 6", F(48));
	refused(&f, "pass, loan", F(47));
	struct fix left = f;
	play(&f, "load 3");
	ship_is(&f, "S3", ". . 0 .");
	paid(&f, &before, 0, 0, 1);
	phase_is(&f, RAILS_BUY);
	play(&left, "load 1");                          /* the leftmost does not match */
	ship_is(&left, "S3", "n . . .");
	paid_nobody(&left, &before);

	deliver(&f, 1, TIMBER);                         /* no other wild slot is left: not asked */
	ship_is(&f, "S3", "1 . 0 .");
	phase_is(&f, RAILS_BUY);
	deliver(&f, 1, COAL);
	ship_is(&f, "S3", "1 n 0 .");
	before = deliver(&f, 0, IRON);                  /* the leftmost that is uncovered is slot 4 now */
	paid(&f, &before, 0, 1 + 1, 2);                 /* 2 to 1 */
	phase_is(&f, RAILS_DOCK);
}

RULE_TEST(leftmost_may_be_covered_as_ever, "F48 A4: the leftmost slot as ever, and no question where there is nothing to choose")
{
	struct fix f = fix_map(2, "wild_any_order=on");
	fix_ship(&f, "S2", "");                         /* iron, $1 */
	struct purses before = deliver(&f, 0, IRON);
	legal_is(&f, "load 1, load 2");
	play(&f, "load 1");
	ship_is(&f, "S2", "0 . . .");
	paid(&f, &before, 0, 0, 1);
	deliver(&f, 0, GRAIN);                          /* the wild one is the leftmost: not asked */
	ship_is(&f, "S2", "0 0 . .");
	phase_is(&f, RAILS_BUY);

	f = fix_map(2, "wild_any_order=off");
	fix_ship(&f, "S3", "");
	deliver(&f, 0, COAL);
	ship_is(&f, "S3", "n . . .");
	phase_is(&f, RAILS_BUY);
}

RULE_TEST(asked_only_with_a_container, "F48 F50 A6: asked only with a container left")
{
	struct fix f = fix_map_box(2, "wild_any_order=on", stress(stress_x6(1), 4, 4));
	fix_ship(&f, "X6", "0 1 0 0");
	deliver(&f, 0, COAL);
	legal_is(&f, "load 5, load 6");
	play(&f, "load 6");
	ship_is(&f, "X6", "0 1 0 0 . 0");

	f = fix_map_box(2, "wild_any_order=on", stress(stress_x6(1), 3, 4));
	fix_ship(&f, "X6", "0 1 0 0");
	struct purses before = deliver(&f, 0, COAL);    /* none left: a neutral one on the leftmost */
	ship_is(&f, "X6", "0 1 0 0 n .");
	paid_nobody(&f, &before);
	phase_is(&f, RAILS_BUY);
}

RULE_TEST(wild_last_fills_the_ship, "F48 F25: a ship is full when all slots are covered, in whatever order")
{
	struct fix f = fix_map(2, "wild_any_order=on");
	fix_unlocked(&f, 0, "U4");
	fix_ship(&f, "S6", "1 . 0");                    /* C I W G */
	lay(&f, 0, haul[GRAIN].tracks);
	fix_hand(&f, 0, "F3", "");
	deliver(&f, 0, IRON);
	ship_is(&f, "S6", "1 0 0 .");
	phase_is(&f, RAILS_DELIVER);
	play_into(&f, "deliver B16 to B8, use F3 length 4", RAILS_DOCK);
	play(&f, "ship S3");
	phase_is(&f, RAILS_BUY);                        /* two deliveries were made */
}
