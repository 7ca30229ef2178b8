/* St. Louis (B67-B77, B160) and buying on the river (B78-B83). */
#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

static const int feet[BROAD_BOATS] = { 20, 30, 40 }, cost[BROAD_BOATS] = { 0, 4, 9 }, boxes[BROAD_BOATS] = { 3, 5, 7 };
static const int speed[BROAD_BOATS] = { 5, 4, 4 }, occupants[BROAD_BOATS] = { 1, 2, 3 }, hand[BROAD_BOATS] = { 3, 4, 5 };
static const int resale[BROAD_BOATS] = { 1, 3, 5 };
static const char *const cargo_name[BROAD_CARGOES] = { "flour", "apples", "pork", "furs", "whiskey" };

/* Seat 0 of two has chosen that boat in St. Louis and has so much gold for cargo. */
static struct fix in_market(int boat, int gold_left)
{
	struct fix f = fix_river(2, "");
	char words[MAX_TEXT];
	snprintf(words, sizeof words, "port, boat %d", boat);
	play(&f, words);
	fix_gold(&f, 0, gold_left);
	return f;
}

/* Seat 0 of two lies at Vicksburg, where tile VIC-1 sells flour at +2. */
static struct fix vicksburg(int boat, const char *cargo)
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, boat, 27, cargo);
	return f;
}

/* St. Louis */

RULE_TEST(st_louis_is_for_buying, "B67: in St. Louis one only buys")
{
	struct fix f = fix_river(2, "");
	fix_hand(&f, 0, "VIC-A TR1 ice peddler current");
	play(&f, "port");
	assert_int_equal(told_event(&f, "port")->place, BROAD_TOWNS);
	phase_is(&f, BROAD_BOAT);
	play(&f, "boat 40, buy apples");
	assert_int_equal(told_event(&f, "bought")->rule, B(74));
	phase_is(&f, BROAD_MARKET);
	legal_is(&f, "buy flour, buy apples, buy pork, buy furs, buy whiskey, blind, done");
	refused(&f, "sell apples@0 for 1, claim VIC-A, ice, peddle furs, board TR1, resell, stop", B(67));
	play(&f, "done");
	phase_is(&f, BROAD_ACTIONS);            /* no travelers, no resale */
	assert_int_equal(f.s.broadhorns.actions, 1);
	hand_is(&f, 0, "VIC-A TR1 ice peddler current");
}

RULE_TEST(boat_before_cargo, "B68: first a boat, then cargo")
{
	struct fix f = fix_river(2, "");
	play(&f, "port");
	legal_is(&f, "boat 20, boat 30, boat 40");
	refused(&f, "buy flour, blind, done", B(68));
	sails_to(&f, "boat 30", 0, 30, 0);
	refused(&f, "boat 20", B(67));          /* it is fixed now */
	refused(&f, "boat 40", B(67));
	play(&f, "buy flour, done");
	refused(&f, "boat 40", B(160));
	boat_is(&f, 0, 30, 0);
}

RULE_TEST(boats_must_be_paid, "B69: a boat is paid at once and must be affordable")
{
	for (int n = 0; n <= 10; n++) {
		struct fix f = fix_river(2, "");
		char words[MAX_TEXT];
		fix_gold(&f, 0, n);
		play(&f, "port");
		for (int i = 0; i < BROAD_BOATS; i++) {
			struct fix g = f;
			snprintf(words, sizeof words, "boat %d", feet[i]);
			if (n < cost[i]) {
				refused(&g, words, B(69));
				continue;
			}
			play(&g, words);
			gold_is(&g, 0, n - cost[i]);    /* at once */
			boat_is(&g, 0, feet[i], 0);
			assert_int_equal(told_event(&g, "boat")->n, cost[i]);
		}
	}
}

/* The first of each player, however much gold there is; later ones are chosen as ever. */
RULE_TEST(the_first_boat_is_the_small_one, "B177 A1: with first_boat=20ft the first boat is the 20 ft one")
{
	struct fix f = fix_river(2, "first_boat=20ft");
	for (int seat = 0; seat < 2; seat++) {
		fix_gold(&f, seat, 20);
		play(&f, "port");
		legal_is(&f, "boat 20");
		refused(&f, "boat 30, boat 40", B(177));
		play(&f, "boat 20, done, abandon");             /* and in the same turn another expedition */
		check_holds(&f);
		play(&f, "port");
		legal_is(&f, "boat 20, boat 30, boat 40");
		play(&f, seat == 0 ? "boat 40, done, stop, draw NAT-F" : "boat 40, done, stop, draw NAT-A");
		check_holds(&f);
	}
	f.s.broadhorns.player[0].visited = 1u << 10;            /* whoever has a boat has had one */
	check_fails(&f);
	f.s.broadhorns.player[0].visited = 1u << 10 | 1u << 11;
	check_holds(&f);
	f.s.option[BROAD_FIRST_BOAT] = FIRST_BOAT_GOLD;         /* where that is not told */
	check_fails(&f);
}

RULE_TEST(version_1_has_no_such_option, "B177 A1: version 1 of the rules has no such option")
{
	uint8_t o[MAX_OPTIONS];
	char wrong[MAX_TEXT];
	struct fix f = fix_river(2, "");
	assert_int_equal(f.g->rules, 2);
	assert_int_equal(f.s.option[BROAD_FIRST_BOAT], FIRST_BOAT_GOLD);
	game_presets_in(f.g, 1, o);
	assert_int_equal(o[BROAD_FIRST_BOAT], FIRST_BOAT_GOLD);
	assert_false(game_set_option_in(f.g, 1, o, "first_boat", "gold", wrong));
}

RULE_TEST(the_20_ft_boat_is_free, "B70: the 20 ft boat is free")
{
	struct fix f = fix_river(2, "");
	fix_gold(&f, 0, 0);
	play(&f, "port");
	legal_is(&f, "boat 20");
	play(&f, "boat 20");
	gold_is(&f, 0, 0);
	boat_is(&f, 0, 20, 0);
}

RULE_TEST(the_30_ft_boat_costs_4, "B71: the 30 ft boat costs 4")
{
	struct fix f = fix_river(2, "");
	play(&f, "port, boat 30");
	gold_is(&f, 0, 16);
	fix_turn(&f, 1);
	fix_gold(&f, 1, 3);
	play(&f, "port");
	refused(&f, "boat 30", B(69));
}

/* So many barrels fit, and no more. */
static void carries(int boat, int n)
{
	struct fix f = in_market(boat, 99);
	for (int i = 0; i < n; i++)
		play(&f, i < 2 ? "buy flour" : "blind, barrel furs");
	legal_is(&f, "done");
	refused(&f, "buy apples, blind", B(76));
}

RULE_TEST(five_boxes, "B72: the 30 ft boat has five boxes") { carries(30, 5); }

RULE_TEST(every_boat_as_printed, "B73: every boat as printed")
{
	for (int i = 0; i < BROAD_BOATS; i++) {
		struct fix f = in_market(feet[i], 20);
		char words[MAX_TEXT];
		play(&f, "done");
		for (int n = 1; n <= speed[i]; n++) {
			snprintf(words, sizeof words, "move %d", n);
			assert_true(is_legal(&f, words));
		}
		snprintf(words, sizeof words, "move %d", speed[i] + 1);
		refused(&f, words, B(92));

		carries(feet[i], boxes[i]);

		f = vicksburg(feet[i], "");             /* occupants */
		fix_waiting(&f, "VIC", "TR10 TR12 TR13 TR14");
		play(&f, "port, done");
		static const char *const board[] = { "board TR10", "board TR12", "board TR13", "board TR14" };
		for (int n = 0; n < occupants[i]; n++)
			play(&f, board[n]);
		refused(&f, board[occupants[i]], B(85));
		play(&f, "done, resell");
		gold_is(&f, 0, 20 + resale[i]);

		f = vicksburg(feet[i], "");             /* hand limit: one card more than allowed must go */
		static const char *const cards[] = { "STG-F STG-P", "STG-F STG-P CAP-A", "STG-F STG-P CAP-A CAP-U" };
		fix_hand(&f, 0, cards[i]);
		assert_int_equal(hand[i], i + 3);
		play(&f, "stop, draw TR1");
		to_move_is(&f, 1);
		f = vicksburg(feet[i], "");
		fix_hand(&f, 0, cards[i]);
		fix_hand(&f, 0, "NMD-F");
		play_into(&f, "stop, draw TR1", BROAD_DISCARD);
		to_move_is(&f, 0);
		play(&f, "discard TR1");
		to_move_is(&f, 1);
	}
}

RULE_TEST(any_number_within_the_limits, "B74: any number of barrels within gold, boxes, market and bag")
{
	struct fix f = in_market(40, 99);       /* the market: two of each */
	play(&f, "buy flour, buy flour");
	refused(&f, "buy flour", B(74));
	legal_is(&f, "buy apples, buy pork, buy furs, buy whiskey, blind, done");
	play(&f, "buy apples, buy pork, buy furs, buy whiskey, buy whiskey");
	cargo_is(&f, 0, "F@0 F@0 A@0 P@0 U@0 W@0 W@0");
	gold_is(&f, 0, 99 - 5 - 2 - 2 - 2 - 5);
	market_is(&f, "F0 A1 P1 U1 W0");
	legal_is(&f, "done");                   /* the boxes */

	f = in_market(40, 6);                   /* the gold */
	play(&f, "buy flour, buy furs");
	gold_is(&f, 0, 2);
	legal_is(&f, "buy apples, buy pork, buy whiskey, done");
	refused(&f, "buy flour", B(151));       /* the next one costs 3 */
	refused(&f, "blind", B(151));
	play(&f, "buy pork");
	gold_is(&f, 0, 0);
	legal_is(&f, "done");
	refused(&f, "buy apples", B(151));
}

RULE_TEST(blind_barrels, "B75 A6: a barrel from the bag for 4 gold")
{
	struct fix f = in_market(20, 9);
	fix_market(&f, "F4 A2 P1 U2 W1");
	play(&f, "blind");
	turn_is(&f, CHANCE, BROAD_BLIND);
	legal_is(&f, "barrel flour, barrel apples, barrel pork, barrel furs, barrel whiskey");
	assert_int_equal(weight_of(&f, "barrel flour"), 8);
	assert_int_equal(weight_of(&f, "barrel whiskey"), 11);
	refused(&f, "done, buy flour", B(75));
	play(&f, "barrel whiskey");
	assert_int_equal(told_event(&f, "blind")->thing, WHISKEY);
	assert_true(told_event(&f, "blind")->tells);
	gold_is(&f, 0, 5);
	cargo_is(&f, 0, "W@0");
	bag_is(&f, "F8 A10 P11 U10 W10");
	market_is(&f, "F4 A2 P1 U2 W1");        /* which is not touched */
	turn_is(&f, 0, BROAD_MARKET);
	play(&f, "blind, barrel flour");        /* as often as one likes */
	gold_is(&f, 0, 1);
	cargo_is(&f, 0, "F@0 W@0");
	refused(&f, "blind", B(151));

	f = in_market(20, 4);                   /* for exactly 4 */
	play(&f, "blind, barrel pork");
	gold_is(&f, 0, 0);
	f = in_market(20, 3);
	refused(&f, "blind", B(151));
}

RULE_TEST(not_from_an_empty_bag, "B75 B74 A33: not from an empty bag")
{
	struct fix f = fix_river_barrels(2);
	bag_is(&f, "F0 A0 P0 U0 W0");
	play(&f, "port, boat 20");
	legal_is(&f, "buy flour, buy apples, buy pork, buy furs, buy whiskey, done");
	refused(&f, "blind", B(75));

	f = fix_river_barrels(2);               /* the last one can be had */
	fix_market(&f, "F2 A2 P1 U2 W2");
	play(&f, "port, boat 20, blind");
	legal_is(&f, "barrel pork");
	play(&f, "barrel pork");
	refused(&f, "blind", B(75));
	cargo_is(&f, 0, "P@0");
}

RULE_TEST(on_the_initial_space, "B76: onto the initial space of an empty box")
{
	struct fix f = in_market(20, 99);
	play(&f, "buy flour, blind, barrel pork, buy whiskey");
	cargo_is(&f, 0, "F@0 P@0 W@0");
	refused(&f, "buy apples", B(76));       /* one barrel per box */

	f = vicksburg(20, "A@3 P@1");           /* on the river too, whatever is aboard */
	play(&f, "port, done, buy flour");
	cargo_is(&f, 0, "F@0 A@3 P@1");
	refused(&f, "buy flour", B(76));

	f = vicksburg(20, "A@3 P@1 U");         /* on the own boat, whatever others have */
	fix_boat(&f, 1, 20, 27, "W");
	fix_gold(&f, 0, 0);
	fix_turn(&f, 1);
	play(&f, "port, done, buy flour");
	cargo_is(&f, 0, "A@3 P@1 U@0");
	cargo_is(&f, 1, "F@0 W@0");
	f = vicksburg(20, "A@3 P@1 U");
	fix_turn(&f, 1);
	play(&f, "port, boat 20, blind, barrel furs");
	cargo_is(&f, 1, "U@0");
}

RULE_TEST(empty_boxes_are_fine, "B77: a boat may leave with empty boxes")
{
	for (int i = 0; i < BROAD_BOATS; i++) {
		struct fix f = in_market(feet[i], 20);
		play(&f, "done, move 2");
		boat_is(&f, 0, feet[i], 2);
		cargo_is(&f, 0, "");
		f = in_market(feet[i], 20);
		play(&f, "buy whiskey, done, move 2");
		cargo_is(&f, 0, "W@0");
	}
}

RULE_TEST(only_without_a_boat, "B160 A3 A4: St. Louis only without a boat, and one must be taken")
{
	struct fix f = fix_river(2, "");
	assert_true(is_legal(&f, "port"));
	play(&f, "port");
	legal_is(&f, "boat 20, boat 30, boat 40");      /* one must be taken */
	refused(&f, "done", B(68));
	play(&f, "boat 20, done");
	refused(&f, "port", B(160));            /* in this turn and later */
	next_turn(&f);
	next_turn(&f);
	to_move_is(&f, 0);
	refused(&f, "port", B(160));
	play(&f, "abandon, port");              /* a new expedition */
	phase_is(&f, BROAD_BOAT);

	f = fix_river(2, "");                   /* "boat" outside St. Louis */
	refused(&f, "boat 20", B(160));
	fix_boat(&f, 0, 20, 27, "");
	refused(&f, "boat 20", B(160));
}

/* On the river */

static const struct { const char *tile; int increase[BROAD_CARGOES]; } sold_here[] = {
	/*           F  A  P  U  W */
	{ "STG-1", { 0, 1, 0, 0, 0 } }, { "STG-2", { 0, 1, 0, 0, 0 } }, { "STG-3", { 1, 1, 0, 0, 0 } }, { "STG-4", { 0, 1, 0, 0, 0 } },
	{ "STG-5", { 0, 1, 0, 0, 0 } }, { "STG-6", { 1, 1, 0, 0, 0 } }, { "STG-B", { 0, 2, 0, 0, 0 } },
	{ "CAP-1", { 1, 0, 0, 0, 0 } }, { "CAP-2", { 1, 0, 0, 0, 0 } }, { "CAP-3", { 1, 0, 0, 0, 0 } }, { "CAP-4", { 1, 0, 1, 0, 0 } },
	{ "CAP-5", { 1, 0, 1, 0, 0 } }, { "CAP-6", { 1, 0, 0, 0, 0 } }, { "CAP-B", { 2, 0, 0, 0, 0 } },
	{ "NMD-1", { 0, 0, 0, 1, 0 } }, { "NMD-2", { 0, 0, 0, 1, 0 } }, { "NMD-3", { 0, 0, 1, 1, 0 } }, { "NMD-4", { 0, 0, 0, 1, 0 } },
	{ "NMD-5", { 0, 0, 1, 1, 0 } }, { "NMD-6", { 0, 0, 0, 1, 0 } }, { "NMD-B", { 0, 0, 0, 2, 0 } },
	{ "MEM-1", { 0, 0, 1, 0, 0 } }, { "MEM-2", { 0, 0, 1, 0, 0 } }, { "MEM-3", { 1, 0, 2, 0, 0 } }, { "MEM-4", { 0, 0, 1, 0, 0 } },
	{ "MEM-5", { 0, 0, 2, 0, 0 } }, { "MEM-6", { 1, 0, 1, 0, 0 } }, { "MEM-B", { 0, 0, 2, 0, 0 } },
	{ "HEL-1", { 0, 2, 0, 0, 0 } }, { "HEL-2", { 0, 2, 0, 0, 0 } }, { "HEL-3", { 0, 1, 0, 0, 0 } }, { "HEL-4", { 0, 2, 0, 0, 2 } },
	{ "HEL-5", { 0, 2, 0, 0, 0 } }, { "HEL-6", { 0, 1, 2, 0, 0 } }, { "HEL-B", { 0, 2, 0, 0, 0 } },
	{ "GRV-1", { 0, 0, 0, 0, 2 } }, { "GRV-2", { 0, 0, 0, 0, 2 } }, { "GRV-3", { 0, 0, 0, 0, 1 } }, { "GRV-4", { 0, 0, 2, 0, 2 } },
	{ "GRV-5", { 0, 0, 0, 0, 2 } }, { "GRV-6", { 2, 0, 0, 0, 1 } }, { "GRV-B", { 0, 0, 0, 0, 3 } },
	{ "VIC-1", { 2, 0, 0, 0, 0 } }, { "VIC-2", { 2, 0, 0, 0, 0 } }, { "VIC-3", { 1, 0, 0, 0, 0 } }, { "VIC-4", { 2, 0, 0, 0, 0 } },
	{ "VIC-5", { 3, 0, 0, 0, 0 } }, { "VIC-6", { 2, 0, 0, 0, 2 } }, { "VIC-B", { 3, 0, 0, 0, 0 } },
	{ "NAT-1", { 0, 0, 2, 0, 0 } }, { "NAT-2", { 0, 0, 2, 0, 0 } }, { "NAT-3", { 0, 0, 3, 0, 0 } }, { "NAT-4", { 0, 0, 2, 0, 0 } },
	{ "NAT-5", { 0, 0, 2, 0, 2 } }, { "NAT-6", { 0, 0, 2, 3, 0 } }, { "NAT-B", { 0, 0, 3, 0, 0 } },
	{ "BAT-1", { 0, 3, 0, 0, 0 } }, { "BAT-2", { 0, 3, 0, 0, 0 } }, { "BAT-3", { 0, 3, 0, 0, 0 } }, { "BAT-4", { 0, 2, 0, 0, 0 } },
	{ "BAT-5", { 0, 3, 0, 0, 0 } }, { "BAT-6", { 0, 2, 3, 0, 0 } }, { "BAT-B", { 0, 3, 0, 0, 0 } },
};

/* Every banner as printed: what is on it costs the market price and the increase, what is not cannot be bought. */
RULE_TEST(banners, "B78 B79: every banner as printed")
{
	static const int market[] = { 4, 2, 1, 2, 1 }, price[] = { 1, 2, 3, 2, 3 };
	for (size_t k = 0; k < sizeof sold_here / sizeof *sold_here; k++) {
		struct fix f = fix_river(2, "");
		const char *tile = sold_here[k].tile;
		char words[MAX_TEXT];
		if (tile[4] == 'B')
			snprintf(words, sizeof words, "%.3s-1 %.3s-2 %.3s-3 %s", tile, tile, tile, tile);
		else
			snprintf(words, sizeof words, "%s", tile);
		fix_tiles(&f, words, 1);
		fix_boat(&f, 0, 40, f.box->broadhorns.town[town_of(&f, tile)].entrance, "");
		fix_market(&f, "F4 A2 P1 U2 W1");
		play_into(&f, "port", BROAD_BUY);
		for (int c = 0; c < BROAD_CARGOES; c++) {
			struct fix g = f;
			snprintf(words, sizeof words, "buy %s", cargo_name[c]);
			if (sold_here[k].increase[c] == 0) {
				refused(&g, words, B(78));
				continue;
			}
			play(&g, words);
			gold_is(&g, 0, 20 - price[c] - sold_here[k].increase[c]);
			assert_int_equal(g.s.broadhorns.market[c], market[c] - 1);
		}
	}
}

RULE_TEST(new_orleans_sells_nothing, "B78: New Orleans sells nothing")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, 40, 40, "U");
	fix_hand(&f, 0, "STG-F");
	play_into(&f, "port, done", BROAD_BUY);
	legal_is(&f, "done");
	for (int c = 0; c < BROAD_CARGOES; c++) {
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "buy %s", cargo_name[c]);
		refused(&f, words, B(78));
	}
}

RULE_TEST(market_price_plus_increase, "B79: market price plus increase")
{
	static const int left[] = { 17, 14, 10, 5 };    /* 1+2, 1+2, 2+2, 3+2 */
	struct fix f = vicksburg(30, "");
	fix_market(&f, "F4 A2 P1 U2 W1");
	play(&f, "port");
	for (int i = 0; i < 4; i++) {
		play(&f, "buy flour");
		gold_is(&f, 0, left[i]);
		assert_int_equal(told_event(&f, "bought")->n, (i ? left[i - 1] : 20) - left[i]);
		assert_int_equal(told_event(&f, "bought")->rule, B(79));
	}
	refused(&f, "buy flour", B(80));        /* none is left */

	f = vicksburg(30, "");                  /* the gold must do for both */
	fix_market(&f, "F2 A2 P2 U2 W2");
	fix_gold(&f, 0, 4);
	play(&f, "port, buy flour");
	gold_is(&f, 0, 0);
	f = vicksburg(30, "");
	fix_gold(&f, 0, 3);
	fix_hand(&f, 0, "STG-F");
	play(&f, "port");
	refused(&f, "buy flour", B(151));
}

RULE_TEST(from_the_market, "B80 A28: barrels come from the market")
{
	struct fix f = vicksburg(30, "");
	fix_market(&f, "F3 A2 P1 U2 W2");
	bag_is(&f, "F9 A10 P11 U10 W10");
	play(&f, "port, buy flour, buy flour");
	market_is(&f, "F1 A2 P1 U2 W2");
	bag_is(&f, "F9 A10 P11 U10 W10");
	cargo_is(&f, 0, "F@0 F@0");

	f = vicksburg(30, "");                  /* which may have none */
	fix_market(&f, "A4 P2 U2 W2");
	fix_hand(&f, 0, "STG-F");
	play_into(&f, "port", BROAD_BUY);
	refused(&f, "buy flour", B(80));
	legal_is(&f, "done");
}

/* Seat 0 fills Vicksburg with one barrel of whiskey (or furs on the board) and another tile comes to light. */
static struct fix just_filled(const char *tiles, const char *spaces, const char *cargo, const char *moves)
{
	struct fix f = fix_river(2, "");
	fix_tiles(&f, tiles, 1);
	fix_filled(&f, "VIC", spaces);
	fix_boat(&f, 0, 30, 27, cargo);
	fix_market(&f, "F3 A2 P2 U1 W2");
	play(&f, moves);
	fix_gold(&f, 0, 20);
	phase_is(&f, BROAD_BUY);
	return f;
}

RULE_TEST(prices_of_the_removed_tile, "B81: after filling the town the removed tile's banner counts")
{
	struct fix f = just_filled("VIC-1", "A P U", "W", "port, sell whiskey@0 for 3, done, season pork, tile VIC-5");
	town_is(&f, "VIC-5", "");               /* which says +3 */
	play(&f, "buy flour");
	gold_is(&f, 0, 17);                     /* 1 + 2 */
	play(&f, "buy flour");
	gold_is(&f, 0, 13);

	/* VIC-6 sells whiskey at +2 as well, the tile below does not */
	f = just_filled("VIC-6", "A P U4", "U", "port, sell furs@0 for 3, done, season pork, tile VIC-3");
	play(&f, "buy whiskey");
	gold_is(&f, 0, 16);
	play(&f, "buy flour");
	gold_is(&f, 0, 13);                     /* 1 + 2, not + 1 */

	f = just_filled("VIC-3", "P5 P4 U", "W", "port, sell whiskey@0 for 3, done, season pork, tile VIC-6");
	refused(&f, "buy whiskey", B(78));
	play(&f, "buy flour");
	gold_is(&f, 0, 18);                     /* 1 + 1 */

	/* the third tile: of the board nothing counts yet */
	f = just_filled("VIC-2 VIC-5 VIC-1", "A P U", "W", "port, sell whiskey@0 for 3, done, season pork");
	town_is(&f, "VIC-B", "");
	play(&f, "buy flour");
	gold_is(&f, 0, 17);

	/* filled on the board: the board's */
	f = just_filled("VIC-2 VIC-5 VIC-1 VIC-B", "A P", "U", "port, sell furs@0 for 4, done, season pork");
	play(&f, "buy flour");
	gold_is(&f, 0, 16);                     /* 1 + 3 */

	/* the next port action: the new tile's */
	f = just_filled("VIC-1", "A P U", "W", "port, sell whiskey@0 for 3, done, season pork, tile VIC-5");
	port_over(&f, "sail on");
	fix_boat(&f, 1, 30, 27, "");
	next_turn(&f);
	play(&f, "port, buy flour");
	gold_is(&f, 1, 16);                     /* 1 + 3 */
}

RULE_TEST(river_purchases_refresh_the_market, "B82: the market is refreshed after a purchase on the river")
{
	struct fix f = vicksburg(30, "");
	play(&f, "port, buy flour, buy flour");
	market_is(&f, "F0 A2 P2 U2 W2");
	port_over(&f, "sail on");
	market_is(&f, "F0 A2 P2 U2 W2");
	next_turn(&f);
	phase_is(&f, BROAD_REFRESH);
	assert_int_equal(f.s.broadhorns.active, 1);
	play(&f, "barrel pork, barrel flour");
	to_move_is(&f, 1);
	market_is(&f, "F1 A2 P3 U2 W2");
}

RULE_TEST(nothing_blind_on_the_river, "B83: nothing blind on the river")
{
	struct fix f = vicksburg(30, "");
	play_into(&f, "port", BROAD_BUY);
	legal_is(&f, "buy flour, done");
	refused(&f, "blind", B(83));
}

/* Which part of a port action comes first, seen from the table: seat 0 with that cargo, gold and hand; a flour costs 2 + 2 here. */
static void opens(const char *cargo, int gold_left, const char *cards, int phase)
{
	struct fix f = vicksburg(20, cargo);
	fix_gold(&f, 0, gold_left);
	fix_hand(&f, 0, cards);
	play_into(&f, "port", phase);
}

/* What nobody could make use of is passed over; a hand that might hold a peddler is enough to be asked. */
RULE_TEST(parts_nobody_could_use, "B38 B176: what everybody sees to be of no use is passed over")
{
	opens("", 20, "", BROAD_BUY);
	opens("", 4, "", BROAD_BUY);
	opens("", 3, "", BROAD_RESALE);
	opens("", 3, "STG-F", BROAD_BUY);
	opens("", 3, "peddler", BROAD_BUY);
	opens("", 2, "STG-F", BROAD_TRAVELERS);
	opens("", 2, "peddler", BROAD_TRAVELERS);
	opens("U", 0, "", BROAD_SELL);
	opens("F@4", 0, "", BROAD_SELL);
	struct fix f = vicksburg(20, "F F F");
	play(&f, "port, done");                 /* no free box */
	phase_is(&f, BROAD_RESALE);
	f = vicksburg(20, "F F");
	play_into(&f, "port, done", BROAD_BUY);
	f = vicksburg(20, "");                  /* none of what is sold here is in the market */
	fix_market(&f, "A4 P2 U2 W2");
	play_into(&f, "port", BROAD_RESALE);
	f = vicksburg(20, "");                  /* nor has a peddler what is not in the market */
	fix_market(&f, "A4 P2 U2 W2");
	fix_gold(&f, 0, 1);
	fix_hand(&f, 0, "peddler");
	play_into(&f, "port", BROAD_TRAVELERS);
	f = vicksburg(20, "");
	fix_market(&f, "A4 P2 U2 W2");
	fix_waiting(&f, "VIC", "TR13");
	play_into(&f, "port", BROAD_TRAVELERS);
}
