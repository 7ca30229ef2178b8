/* Freight on Board laid over Broadhorns (F1-F52): barrels sold to spaces are loaded on ships, which pay gold. What a ship does by itself is
 * held by tests/freight.c; here it is asked when it is told of a barrel, what becomes of its bonuses, and what is asked of whom. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/record.h"
#include "../rule_runner.h"
#include "fixture.h"

#define FOB(n) RULE('F', n)

enum { ALL_SHIPS = 0xFF };

static const char mark[] = ".NRGYP";            /* empty, neutral, and the players' letters */

static const struct freight_box *fleet(const struct fix *f)
{
	return &f->box->broadhorns.freight;
}

static int ship_of(const struct fix *f, const char *name)
{
	for (int i = 0; i < fleet(f)->ships; i++)
		if (strcmp(fleet(f)->ship[i].name, name) == 0)
			return i;
	fail_msg("no ship %s", name);
	return -1;
}

/* Seat 0 lies at Vicksburg (VIC-1: A4 P5 U4 W3) with a 40 ft boat; that ship is docked, with these containers: "RN..". */
static struct fix quay_box(int players, const char *options, const char *ship, const char *slots, const char *cargo, const struct box *box)
{
	char all[MAX_TEXT];

	snprintf(all, sizeof all, "freight=on %s", options);
	struct fix f = box ? fix_river_box(players, all, box) : fix_river(players, all);
	f.s.broadhorns.freight.docked = (uint8_t)(1 + ship_of(&f, ship));
	for (int i = 0; slots[i]; i++)
		f.s.broadhorns.freight.slot[i] = (uint8_t)(strchr(mark, slots[i]) - mark);
	fix_boat(&f, 0, 40, 27, cargo);
	check_holds(&f);
	return f;
}

static struct fix quay(int players, const char *options, const char *ship, const char *slots, const char *cargo)
{
	return quay_box(players, options, ship, slots, cargo, NULL);
}

/* "S1 RN.."; "" without a ship. */
static void ship_is(const struct fix *f, const char *expected)
{
	const struct freight_ship *ship = freight_docked(fleet(f), &f->s.broadhorns.freight);
	char got[MAX_TEXT] = "";

	if (ship) {
		size_t n = (size_t)snprintf(got, sizeof got, "%s ", ship->name);
		for (int i = 0; i < ship->slots; i++)
			got[n++] = mark[f->s.broadhorns.freight.slot[i]];
	}
	assert_string_equal(got, expected);
}

static void left_are(const struct fix *f, int red, int green, int neutral)
{
	assert_int_equal(freight_left(fleet(f), &f->s.broadhorns.freight, 0), red);
	assert_int_equal(freight_left(fleet(f), &f->s.broadhorns.freight, 1), green);
	assert_int_equal(freight_neutral(fleet(f), &f->s.broadhorns.freight), neutral);
}

/* What the last move told, in order. */
static void told_are(const struct fix *f, const char *expected)
{
	char got[MAX_TEXT] = "";

	for (int i = 0; i < f->told.n; i++) {
		strcat(got, i > 0 ? " " : "");
		strcat(got, f->g->events[f->told.of[i].what]);
	}
	assert_string_equal(got, expected);
}

/* Set-up ----------------------------------------------------------------- */

/* A new game up to the last start card. */
static struct fix dealt(int players, const char *options)
{
	struct fix f = fix_new(players, options);
	char words[MAX_TEXT];

	while (f.s.broadhorns.phase == BROAD_SETUP_TILES) {
		snprintf(words, sizeof words, "tile %s-1", f.box->broadhorns.town[f.s.broadhorns.active].code);
		play(&f, words);
	}
	while (f.s.broadhorns.phase == BROAD_SETUP_CARDS)
		play(&f, "draw ice");
	return f;
}

RULE_TEST(f1_a_ship_ends_the_set_up, "F1 F2 F3 F5 F6 F7 F45: the first ship comes when all else is ready")
{
	struct fix f = dealt(3, "freight=on");

	phase_is(&f, BROAD_DOCK);
	to_move_is(&f, CHANCE);
	assert_int_equal(f.g->source(f.box, &f.s), 3);
	assert_string_equal(f.g->sources[3], "ships");
	assert_int_equal(f.s.broadhorns.round, 0);
	assert_int_equal(told(&f, "turn"), 0);
	legal_is(&f, "ship S1, ship S2, ship S3, ship S4, ship S5, ship S6, ship S7, ship S8");
	assert_int_equal(weight_of(&f, "ship S1"), weight_of(&f, "ship S8"));
	refused(&f, "port", FOB(3));
	refused(&f, "draw ice", B(100));
	refused(&f, "barrel pork", B(20));
	refused(&f, "tile STG-2", B(60));
	play(&f, "ship S3");
	told_are(&f, "docked round turn");
	assert_int_equal(told_event(&f, "docked")->rule, FOB(3));
	assert_int_equal(told_event(&f, "docked")->thing, 2);
	assert_true(told_event(&f, "docked")->tells);
	ship_is(&f, "S3 ....");
	left_are(&f, 4, 4, 4);
	assert_int_equal(freight_left(fleet(&f), &f.s.broadhorns.freight, 2), 4);
	assert_int_equal(f.s.broadhorns.freight.gone, 0);
	to_move_is(&f, 0);
	refused(&f, "ship S4", FOB(36));
}

/* The boxes' ships are the rails' ones: coal is flour, iron apples, timber pork, grain furs, livestock whiskey. */
RULE_TEST(f2_the_goods_of_the_ships, "F2: cargoes stand for the goods of the ships")
{
	static const char *const expected[] = { "?FUP", "A?WF", "PU?A", "UWF?", "?PAW", "FA?U", "PF?A", "?UPW" };
	const struct freight_box *ships = &game_find("broadhorns")->box->broadhorns.freight;

	assert_int_equal(ships->ships, 8);
	for (int i = 0; i < 8; i++) {
		assert_int_equal(ships->ship[i].slots, 4);
		for (int k = 0; k < 4; k++)
			assert_int_equal("FAPUW?"[ships->ship[i].slot[k].good], expected[i][k]);
	}
}

/* What happens after `docked` depends on nothing that is kept: every order of the others is as likely. */
RULE_TEST(f4_nobody_knows_the_next, "F4: nobody knows which ship is next")
{
	struct fix f = quay(2, "", "S1", "GGG.", "P");

	play(&f, "port, sell pork@0 for 5");
	to_move_is(&f, CHANCE);
	legal_is(&f, "ship S2, ship S3, ship S4, ship S5, ship S6, ship S7, ship S8");
}

static void untouched(const struct fix *before, const struct fix *after)
{
	static const struct freight none;

	(void)before;
	assert_memory_equal(&after->s.broadhorns.freight, &none, sizeof none);
	assert_true(after->s.broadhorns.phase != BROAD_DOCK && after->s.broadhorns.phase != BROAD_LOAD);
	for (int i = 0; i < after->told.n; i++)
		assert_int_equal(after->told.of[i].rule >> 8, 'B');
}

RULE_TEST(f46_nothing_without_it, "F46: without the option there is nothing of it")
{
	static char page[65536];
	struct text t = text_on(page, sizeof page);
	struct fix f = dealt(2, "wild_any_order=on on_empty=stop");

	assert_int_equal(f.s.option[BROAD_FREIGHT], 0);
	phase_is(&f, BROAD_ACTIONS);
	refused(&f, "ship S1", FOB(36));
	refused(&f, "load 1", FOB(47));
	f.g->draw(f.box, &f.s, 0, LOOK_ASCII, &t);
	assert_null(strstr(page, "Ship"));
	assert_null(strstr(page, "Containers"));
	f = fix_new(2, "rounds=40");
	play_random(&f, 7, untouched);
	f = fix_river(2, "");
	fix_boat(&f, 0, 40, 27, "A P");
	play(&f, "port, sell apples@0 for 4");
	told_are(&f, "sold");
	f.s.broadhorns.freight.docked = 1;
	check_fails(&f);
}

/* Seats and watchers see the quay as it is. */
RULE_TEST(f46_open_to_all, "F46: the quay is open to all")
{
	struct fix f = quay(3, "", "S4", "RN..", "P");
	struct state view;

	f.s.broadhorns.freight.gone = 1 << 6;
	for (int i = 0; i < 4; i++) {
		game_view(f.g, f.box, &f.s, i < 3 ? i : WATCHER, &view);
		assert_memory_equal(&view.broadhorns.freight, &f.s.broadhorns.freight, sizeof view.broadhorns.freight);
	}
}

RULE_TEST(f46_the_board_shows_it, "F46: the board shows ship and containers")
{
	static char page[65536];
	struct text t = text_on(page, sizeof page);
	struct fix f = quay(2, "wild_any_order=on", "S4", "RN..", "P");

	f.s.broadhorns.freight.gone = 1 << 6;
	f.g->draw(f.box, &f.s, 0, LOOK_ASCII, &t);
	assert_non_null(strstr(page, "\nShip S4: U+1 Red, W neutral, F+1 empty, wild+1 empty. Full: 2 gold, on a tie 1.\n"));
	assert_non_null(strstr(page, "\nContainers left: Red 3, Green 4, neutral 3. Ships to come: 6, gone: 1.\n"));
	play(&f, "port, sell pork@0 for 5");
	t = text_on(page, sizeof page);
	f.g->draw(f.box, &f.s, 0, LOOK_ASCII, &t);
	assert_non_null(strstr(page, "\nRed sells in Vicksburg: which slot of the ship gets a container?\n"));
}

/* Loading ------------------------------------------------------------------ */

RULE_TEST(f8_a_barrel_a_slot, "F8 F16: each barrel sold to a space covers one slot")
{
	struct fix f = quay(2, "", "S1", "....", "A P U W");

	play(&f, "port");
	ship_is(&f, "S1 ....");
	play(&f, "sell apples@0 for 4");
	told_are(&f, "sold loaded");
	ship_is(&f, "S1 R...");
	play(&f, "sell whiskey@0 for 3");
	told_are(&f, "sold neutral");
	ship_is(&f, "S1 RN..");
	play(&f, "sell furs@0 for 4");
	told_are(&f, "sold loaded");
	ship_is(&f, "S1 RNR.");
	phase_is(&f, BROAD_SELL);
	to_move_is(&f, 0);
	gold_is(&f, 0, 20 + 4 + 3 + 4);
	left_are(&f, 2, 4, 3);
}

/* What nobody wants goes for 1 gold and on no ship. */
RULE_TEST(f8_not_for_a_gold, "F8 F16: barrels sold for 1 gold load nothing")
{
	struct fix f = quay(2, "", "S1", "....", "F A A");

	play(&f, "port, sell flour@0 for 1");
	told_are(&f, "dumped");
	play(&f, "sell apples@0 for 4");
	ship_is(&f, "S1 R...");
	play(&f, "sell apples@0 for 1");
	told_are(&f, "dumped");
	ship_is(&f, "S1 R...");
	gold_is(&f, 0, 20 + 1 + 4 + 1);
}

/* Nor does anything else than a sale. */
RULE_TEST(f23_nothing_else_loads, "F23: nothing but a sale loads")
{
	struct fix f = quay(2, "", "S2", "....", "A P@1");

	fix_hand(&f, 0, "VIC-A ice peddler TR12");
	play(&f, "port, sell apples@0 for 4");
	ship_is(&f, "S2 R...");
	play(&f, "claim VIC-A");
	play(&f, "ice");
	play(&f, "done");
	play(&f, "buy flour");
	play(&f, "peddle whiskey");
	play(&f, "done");
	play(&f, "board TR12");
	play(&f, "done, sail on, move 4");
	ship_is(&f, "S2 R...");
}

RULE_TEST(f9_the_leftmost_slot, "F9 F11 F17 F18: the leftmost slot")
{
	struct fix f = quay(2, "", "S3", "....", "U A P");

	play(&f, "port, sell furs@0 for 4");                    /* the second slot wants furs, the first pork */
	ship_is(&f, "S3 N...");
	gold_is(&f, 0, 24);
	play(&f, "sell pork@0 for 5");                          /* F17, F18: the first is covered for good */
	ship_is(&f, "S3 NN..");
	play(&f, "sell apples@0 for 4");                        /* wild */
	ship_is(&f, "S3 NNR.");
	assert_int_equal(told_event(&f, "loaded")->place, 2);
	assert_int_equal(told_event(&f, "loaded")->rule, FOB(11));
	gold_is(&f, 0, 24 + 5 + 4 + 1);
}

RULE_TEST(f10_a_match, "F10 F12 F13: a match, and a slot with a bonus or without")
{
	struct fix f = quay(2, "", "S2", "....", "A");

	play(&f, "port, sell apples@0 for 4");
	told_are(&f, "sold loaded slot_bonus");
	ship_is(&f, "S2 R...");
	assert_int_equal(told_event(&f, "loaded")->seat, 0);
	assert_int_equal(told_event(&f, "loaded")->thing, 1);
	assert_int_equal(told_event(&f, "loaded")->place, 0);
	assert_int_equal(told_event(&f, "loaded")->rule, FOB(10));
	assert_int_equal(told_event(&f, "slot_bonus")->n, 1);
	assert_int_equal(told_event(&f, "slot_bonus")->rule, FOB(12));
	gold_is(&f, 0, 20 + 4 + 1);
	f = quay(2, "", "S4", "G...", "W");
	play(&f, "port, sell whiskey@0 for 3");
	told_are(&f, "sold loaded");
	gold_is(&f, 0, 23);
}

RULE_TEST(f14_a_mismatch, "F14 F15: a mismatch")
{
	struct fix f = quay(2, "", "S2", "....", "P");

	play(&f, "port, sell pork@0 for 5");
	told_are(&f, "sold neutral");
	assert_int_equal(told_event(&f, "neutral")->rule, FOB(14));
	assert_int_equal(told_event(&f, "neutral")->seat, 0);
	ship_is(&f, "S2 N...");
	gold_is(&f, 0, 25);
	gold_is(&f, 1, 20);
}

/* The seller has no say in it: after the sale the slot is covered, and the sale goes on. */
RULE_TEST(f19_no_way_round_it, "F19: loading is not asked")
{
	struct fix f = quay(2, "", "S2", "....", "P U");

	play(&f, "port, sell pork@0 for 5");
	legal_is(&f, "done, sell furs@0 for 4");
	refused(&f, "load 1", FOB(47));
}

RULE_TEST(f20_whatever_the_town, "F20: the town does not matter")
{
	struct fix vicksburg = quay(2, "", "S6", "....", "U"), natchez = quay(2, "", "S6", "....", "U");

	fix_boat(&natchez, 0, 40, 31, "U");
	play(&vicksburg, "port, sell furs@0 for 4");
	play(&natchez, "port, sell furs@0 for 5");
	assert_memory_equal(&vicksburg.s.broadhorns.freight, &natchez.s.broadhorns.freight, sizeof natchez.s.broadhorns.freight);
}

/* Price first, then the ship, and the town bonus when the sale is over. */
RULE_TEST(f21_price_ship_town, "F21 F24: price, ship, town bonus")
{
	struct fix f = quay(2, "", "S3", "NN..", "A P");

	fix_hand(&f, 0, "VIC-A");
	play(&f, "port, sell apples@0 for 4");
	told_are(&f, "sold loaded slot_bonus");
	play(&f, "claim VIC-A");
	told_are(&f, "claimed");
	play(&f, "sell pork@0 for 5");
	told_are(&f, "sold neutral export sailed");
	play(&f, "ship S1, done");
	assert_int_equal(told_at(&f, "bonus"), 0);
	gold_is(&f, 0, 20 + (4 + 1) + 2 + (5 + 3) + 2);         /* F24: all add up */
}

RULE_TEST(f22_prestige_is_gold_too, "F22: prestige and money are gold")
{
	struct fix f = quay(2, "", "S8", "RNN.", "W");

	play(&f, "port, sell whiskey@0 for 3");
	told_are(&f, "sold loaded slot_bonus export sailed");
	assert_int_equal(told_event(&f, "slot_bonus")->n, 2);
	assert_int_equal(told_event(&f, "export")->n, 4);       /* 2 prestige and $2 */
	gold_is(&f, 0, 20 + 3 + 2 + 4);
}

RULE_TEST(f47_out_of_place, "F47: moves of the quay out of place")
{
	struct fix f = quay(2, "", "S1", "RN..", "A");

	refused(&f, "load 1", FOB(47));
	refused(&f, "ship S2", FOB(36));
	play(&f, "port");
	refused(&f, "load 3", FOB(47));
	refused(&f, "ship S1", FOB(36));
	play(&f, "done, done");
	refused(&f, "load 3", FOB(47));
}

RULE_TEST(f48_the_seller_chooses, "F47 F48: the seller chooses among the leftmost and the wild slots")
{
	struct fix f = quay(2, "wild_any_order=on", "S4", "....", "A P");

	play(&f, "port, sell apples@0 for 4");
	told_are(&f, "sold");
	phase_is(&f, BROAD_LOAD);
	to_move_is(&f, 0);
	gold_is(&f, 0, 24);
	legal_is(&f, "load 1, load 4");
	refused(&f, "load 2, load 5", FOB(48));
	refused(&f, "done, sell pork@0 for 5, port", FOB(47));
	refused(&f, "ship S1", FOB(36));
	play(&f, "load 4");
	told_are(&f, "loaded slot_bonus");
	ship_is(&f, "S4 ...R");
	gold_is(&f, 0, 25);
	phase_is(&f, BROAD_SELL);
	play(&f, "sell pork@0 for 5");                          /* no other wild slot: nothing is asked */
	told_are(&f, "sold neutral");
	ship_is(&f, "S4 N..R");
}

RULE_TEST(f48_the_leftmost_all_the_same, "F48: the leftmost can be taken all the same")
{
	struct fix f = quay(2, "wild_any_order=on", "S2", "....", "A P");

	play(&f, "port, sell apples@0 for 4, load 1");
	told_are(&f, "loaded slot_bonus");
	ship_is(&f, "S2 R...");
	play(&f, "sell pork@0 for 5");                          /* now the wild one is the leftmost */
	told_are(&f, "sold loaded");
	ship_is(&f, "S2 RR..");
	f = quay(2, "wild_any_order=on", "S2", "....", "P");
	play(&f, "port, sell pork@0 for 5, load 1");
	told_are(&f, "neutral");
	ship_is(&f, "S2 N...");
}

RULE_TEST(f48_fills_the_ship, "F48 F9: the last slot is not asked for")
{
	struct fix f = quay(2, "wild_any_order=on", "S4", "GG.R", "A");

	play(&f, "port, sell apples@0 for 4");
	told_are(&f, "sold neutral export sailed");
	phase_is(&f, BROAD_DOCK);
}

/* Full ships ------------------------------------------------------------------ */

RULE_TEST(f25_full, "F25 F26 F29 F35 F36 F37 F38 F40 F47: a ship fills, pays and goes, and the sale goes on")
{
	struct fix f = quay(2, "", "S1", "RNN.", "P A");

	play(&f, "port, sell pork@0 for 5");
	told_are(&f, "sold loaded slot_bonus export sailed");   /* F26, F47 */
	assert_int_equal(told_event(&f, "export")->seat, 0);
	assert_int_equal(told_event(&f, "export")->thing, 0);
	assert_int_equal(told_event(&f, "export")->rule, FOB(29));
	assert_int_equal(told_event(&f, "sailed")->rule, FOB(35));
	gold_is(&f, 0, 20 + 5 + 1 + 2);
	phase_is(&f, BROAD_DOCK);
	to_move_is(&f, CHANCE);
	ship_is(&f, "");
	assert_int_equal(f.s.broadhorns.freight.gone, 1);
	left_are(&f, 4, 4, 4);                                  /* F38 */
	refused(&f, "sell apples@0 for 4", FOB(36));
	refused(&f, "load 1", FOB(47));
	refused(&f, "ship S1", FOB(36));
	play(&f, "ship S5");
	assert_int_equal(told_event(&f, "docked")->rule, FOB(36));
	ship_is(&f, "S5 ....");                                 /* F7, F40 */
	phase_is(&f, BROAD_SELL);
	legal_is(&f, "done, sell apples@0 for 4");
	play(&f, "sell apples@0 for 4");                        /* F37 */
	ship_is(&f, "S5 R...");
	gold_is(&f, 0, 28 + 4 + 1);
}

/* The town may have become full with the same barrel. */
RULE_TEST(f36_before_the_town_resets, "F36: the next ship comes before the town resets")
{
	struct fix f = quay(2, "", "S1", "RNN.", "P");

	fix_filled(&f, "VIC", "A U W");
	play_into(&f, "port, sell pork@0 for 5", BROAD_DOCK);
	town_is(&f, "VIC-1", "A4 P5 U4 W3");
	play(&f, "ship S2");
	legal_is(&f, "done");
	play(&f, "done");
	told_are(&f, "bonus filled");
	phase_is(&f, BROAD_FULL);
}

RULE_TEST(f27_counts, "F27 F28 F32: containers are counted")
{
	struct fix f = quay(2, "", "S1", "GRG.", "W");

	play(&f, "port, sell whiskey@0 for 3");
	told_are(&f, "sold neutral export sailed");             /* Green leads by two to one; F28: the neutral one is nobody's */
	gold_is(&f, 0, 23);                                     /* F32 */
	gold_is(&f, 1, 22);
}

RULE_TEST(f30_ties, "F30 F31: those who tie")
{
	struct fix f = quay(4, "", "S1", "GYN.", "P");

	play(&f, "port, sell pork@0 for 5");
	told_are(&f, "sold loaded slot_bonus export_tie export_tie export_tie sailed");
	assert_int_equal(told_event(&f, "export_tie")->rule, FOB(30));
	assert_int_equal(told_event(&f, "export_tie")->n, 1);
	gold_is(&f, 0, 20 + 5 + 1 + 1);
	gold_is(&f, 1, 21);
	gold_is(&f, 2, 21);
	gold_is(&f, 3, 20);
}

RULE_TEST(f33_in_the_turn_of_another, "F33: the leader is paid in the turn of another")
{
	struct fix f = quay(3, "", "S2", "YYN.", "P");

	fix_gold(&f, 2, 0);
	play(&f, "port, sell pork@0 for 5");
	told_are(&f, "sold neutral export sailed");
	assert_int_equal(told_event(&f, "export")->seat, 2);
	gold_is(&f, 2, 2);
	gold_is(&f, 0, 25);
}

/* F34 needs a ship without a wild slot: one of a box of its own. */
RULE_TEST(f34_all_neutral, "F34: a ship of neutral containers pays nobody")
{
	struct box box = *game_find("broadhorns")->box;

	for (int i = 0; i < 4; i++)
		box.broadhorns.freight.ship[0].slot[i].good = FLOUR;
	struct fix f = quay_box(2, "", "S1", "NNN.", "P", &box);
	play(&f, "port, sell pork@0 for 5");
	told_are(&f, "sold neutral sailed");
	gold_is(&f, 0, 25);
	gold_is(&f, 1, 20);
}

/* The last ship that is left, by the option. */
RULE_TEST(f39_none_left, "F39: with on_empty=stop there are no more ships")
{
	struct fix f = quay(2, "on_empty=stop", "S1", "RNN.", "P A");

	f.s.broadhorns.freight.gone = ALL_SHIPS & ~1;
	play(&f, "port, sell pork@0 for 5");
	told_are(&f, "sold loaded slot_bonus export sailed");
	phase_is(&f, BROAD_SELL);
	ship_is(&f, "");
	play(&f, "sell apples@0 for 4");
	told_are(&f, "sold");
	refused(&f, "ship S1", FOB(36));
	gold_is(&f, 0, 20 + 5 + 1 + 2 + 4);
}

RULE_TEST(f49_all_again, "F49: else all come again")
{
	struct fix f = quay(2, "", "S1", "RNN.", "P A");

	assert_int_equal(f.s.option[BROAD_ON_EMPTY], FREIGHT_RESHUFFLE);        /* what this game presets */
	f.s.broadhorns.freight.gone = ALL_SHIPS & ~1;
	play(&f, "port, sell pork@0 for 5");
	told_are(&f, "sold loaded slot_bonus export sailed reshuffled");
	assert_int_equal(told_event(&f, "reshuffled")->rule, FOB(49));
	assert_int_equal(told_event(&f, "reshuffled")->thing, 1);
	assert_int_equal(told_event(&f, "reshuffled")->n, 8);
	legal_is(&f, "ship S1, ship S2, ship S3, ship S4, ship S5, ship S6, ship S7, ship S8");
	play(&f, "ship S1");                                    /* the one just finished, too */
	ship_is(&f, "S1 ....");
	assert_int_equal(f.s.broadhorns.freight.gone, 0);
}

RULE_TEST(f50_numbers_of_the_box, "F50: numbers of containers are data")
{
	struct box box = *game_find("broadhorns")->box;

	box.broadhorns.freight.containers = 1;
	box.broadhorns.freight.neutral = 2;
	struct fix f = quay_box(2, "wild_any_order=on", "S2", "R...", "W P", &box);
	left_are(&f, 0, 1, 2);
	play(&f, "port, sell whiskey@0 for 3");                 /* wild: a match, but no container; F48: nothing to choose either */
	told_are(&f, "sold neutral");
	assert_int_equal(told_event(&f, "neutral")->rule, FOB(50));
	ship_is(&f, "S2 RN..");
	gold_is(&f, 0, 23);
}

/* The end ------------------------------------------------------------------------- */

RULE_TEST(f41_not_full, "F41 F42: a ship that is not full at the end")
{
	struct fix f = quay(2, "rounds=2", "S2", "GG..", "W");

	play(&f, "port, sell whiskey@0 for 3");
	gold_is(&f, 0, 24);                                     /* F42 */
	ship_is(&f, "S2 GGR.");
	port_over(&f, "sail on");
	next_turn(&f);
	next_turn(&f);
	to_move_is(&f, OVER);
	assert_int_equal(f.s.broadhorns.ending, BROAD_BY_CAP);
	assert_int_equal(told(&f, "unfilled"), 1);
	assert_int_equal(told_event(&f, "unfilled")->rule, FOB(41));
	assert_int_equal(told_event(&f, "unfilled")->thing, 1);
	assert_true(told_at(&f, "unfilled") < told_at(&f, "scored"));
	assert_int_equal(told(&f, "export"), 0);
	gold_is(&f, 0, 24);
	gold_is(&f, 1, 20);
	refused(&f, "ship S1, load 1", B(139));
}

RULE_TEST(f43_full_with_the_last_barrel, "F43: a ship that the last barrel fills")
{
	struct fix f = quay(2, "rounds=2 on_empty=stop", "S2", "GGN.", "W");

	f.s.broadhorns.freight.gone = ALL_SHIPS & ~2;
	fix_turn(&f, 1);
	fix_boat(&f, 1, 40, 27, "W");
	play(&f, "port, sell whiskey@0 for 3");
	gold_is(&f, 1, 20 + 3 + 2);
	port_over(&f, "sail on");
	next_turn(&f);
	to_move_is(&f, OVER);
	assert_int_equal(told(&f, "unfilled"), 0);
	gold_is(&f, 1, 25);
}

/* Ships come and go, and neither the end nor the score knows of them. */
RULE_TEST(f44_no_other_end, "F44: no end and no score of its own")
{
	struct fix f = quay(2, "on_empty=stop", "S1", "RNN.", "P");
	struct line line[MAX_LINES];
	int score[MAX_PLAYERS];

	f.s.broadhorns.freight.gone = ALL_SHIPS & ~1;
	play(&f, "port, sell pork@0 for 5");
	to_move_is(&f, 0);
	assert_int_equal(f.g->tally(f.box, &f.s, 0, line), 4);
	f.g->score(f.box, &f.s, score);
	assert_int_equal(score[0], 28 + 5 + 3);                 /* gold, boat, half of the wreath bonus */
}

RULE_TEST(f51_nobody_plays_alone, "F51: there is no rival")
{
	assert_int_equal(game_find("broadhorns")->min_players, 2);
	assert_true(game_find("broadhorns")->max_players <= FREIGHT_OWNERS);
}

/* The gold of a ship can be spent in the same visit, and counts for those who watch. */
RULE_TEST(f52_at_once, "F52: gold counts at once")
{
	struct fix f = quay(2, "", "S8", "RNN.", "W");
	int score[MAX_PLAYERS];

	fix_gold(&f, 0, 0);
	fix_market(&f, "F1");                                   /* 3, and 2 more at Vicksburg: without the ship 3 gold would not do */
	play(&f, "port, sell whiskey@0 for 3, ship S1, done");
	gold_is(&f, 0, 9);
	play(&f, "buy flour");
	gold_is(&f, 0, 4);
	f = quay(2, "", "S8", "GNN.", "P");
	play(&f, "port, sell pork@0 for 5");
	f.g->score(f.box, &f.s, score);
	assert_int_equal(score[1], 20 + 4 + 3);
}

/* Records and positions ----------------------------------------------------------- */

/* A record that was written before there was the option: what was preset later is what it meant. */
RULE_TEST(f46_older_records, "F46: older records read as they were meant")
{
	static const char later[] = " freight=off wild_any_order=off on_empty=reshuffle";
	static const char later_json[] = ",\"freight\":\"off\",\"wild_any_order\":\"off\",\"on_empty\":\"reshuffle\"";
	const char *words[] = { "broadhorns", "players=3", "seed=5" };
	char why[MAX_ERROR];
	struct setup u;
	struct session s, back;

	assert_true(setup_read(&u, NULL, 3, words, why));
	session_start(&s, &u);
	for (int form = 0; form < 2; form++) {
		const char *cut = form ? later_json : later;
		size_t n;
		char *bytes = record_print(&s, form ? RECORD_JSON : RECORD_TEXT, &n);
		char *at = strstr(bytes, cut);
		assert_non_null(at);
		memmove(at, at + strlen(cut), strlen(at + strlen(cut)) + 1);
		if (!record_read(&back, bytes, strlen(bytes), why))
			fail_msg("%s", why);
		assert_true(game_same(&back.state, &s.state));
		session_close(&back);
		free(bytes);
	}
	session_close(&s);
}

RULE_TEST(f16_unsound, "F16 F18: positions that cannot be")
{
	struct fix f = quay(2, "", "S1", "RN..", "A"), kept = f;

	f.s.broadhorns.freight.docked = NO_SHIP;                /* there is always one, or chance brings it */
	memset(f.s.broadhorns.freight.slot, 0, sizeof f.s.broadhorns.freight.slot);
	check_fails(&f);
	f = kept;
	f.s.broadhorns.freight.slot[3] = SLOT_NEUTRAL;
	check_fails(&f);
	f = kept;
	f.s.broadhorns.freight.slot[1] = SLOT_OWNER + 2;        /* two players */
	check_fails(&f);
	f = kept;
	f.s.broadhorns.phase = BROAD_DOCK;
	check_fails(&f);
	play(&kept, "port, sell apples@0 for 4");
	f = kept;
	f.s.broadhorns.phase = BROAD_DOCK;
	check_fails(&f);
	f = kept;
	f.s.broadhorns.loading = 2;
	check_fails(&f);
	f.s.broadhorns.phase = BROAD_LOAD;
	check_fails(&f);                                        /* nothing to choose from */
}

RULE_TEST(f45_unsound_set_up, "F45: set-ups that cannot be")
{
	struct fix f = dealt(2, "freight=on"), kept = f;

	f.s.broadhorns.active = 1;
	check_fails(&f);
	f = kept;
	f.s.broadhorns.freight.gone = 1;
	check_fails(&f);
	f = kept;
	f.s.option[BROAD_FREIGHT] = 0;
	check_fails(&f);
	f = kept;
	f.s.broadhorns.round = 1;
	check_fails(&f);
}

/* Worked examples ------------------------------------------------------------------------ */

RULE_TEST(x13_a_visit_with_a_ship, "X13 F12 F29 F40: Sarah's visit with a ship")
{
	struct fix f = quay(2, "", "S1", "G...", "W P U A@4");

	fix_filled(&f, "VIC", "A");
	play(&f, "port, sell whiskey@0 for 3, sell furs@0 for 4, sell pork@0 for 5");
	gold_is(&f, 0, 20 + 3 + 4 + 5 + 1 + 2);
	play(&f, "ship S4, sell apples@4 for 1");
	ship_is(&f, "S4 ....");
	play(&f, "done");
	gold_is(&f, 0, 20 + 3 + 4 + 5 + 1 + 2 + 1 + 2);
	gold_is(&f, 1, 20);
	phase_is(&f, BROAD_FULL);
}

RULE_TEST(x14_another_order, "X14 F14 F33: the same barrels in another order")
{
	struct fix f = quay(2, "", "S1", "G...", "W P U");

	play(&f, "port, sell furs@0 for 4, sell pork@0 for 5, sell whiskey@0 for 3");
	gold_is(&f, 0, 20 + 4 + 5 + 3);
	gold_is(&f, 1, 20 + 2);
}
