/* The turn: its order, the market, the spoil step (B17-B29, B155), actions, port actions (B30-B40) and moves (B92-B99, B162). */
#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

/* Seat 0 of two has a boat there, seat 1 waits in St. Louis. */
static struct fix boat_at(int feet, int space, const char *cargo)
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, feet, space, cargo);
	return f;
}

/* In step 3 exactly these moves are legal: up to `spaces`, then the others. */
static void may_move(const struct fix *f, int spaces, const char *others)
{
	char words[MAX_TEXT] = "";
	for (int n = 1; n <= spaces; n++)
		snprintf(words + strlen(words), sizeof words - strlen(words), "move %d, ", n);
	snprintf(words + strlen(words), sizeof words - strlen(words), "%s", others);
	legal_is(f, words);
}

/* Order */

RULE_TEST(clockwise, "B17: turns go round clockwise")
{
	for (int players = 2; players <= 4; players++) {
		struct fix f = fix_river(players, "");
		fix_turn(&f, 1);
		for (int i = 1; i < 2 * players + 1; i++) {
			to_move_is(&f, i % players);
			next_turn(&f);
		}
	}
}

RULE_TEST(four_steps, "B18 B30: market, spoil, two actions, card, in that order")
{
	struct fix f = fix_river(3, "");
	fix_market(&f, "F1 A2 P2 U2 W2");
	fix_boat(&f, 1, 30, 10, "F@0 W");
	fix_hand(&f, 1, "ice");
	play(&f, "stop");
	turn_is(&f, CHANCE, BROAD_DRAW);
	refused(&f, "port", B(100));
	play(&f, "draw TR1");
	to_move_is(&f, CHANCE);                 /* 1. the market, of seat 1's turn */
	phase_is(&f, BROAD_REFRESH);
	assert_int_equal(f.s.broadhorns.active, 1);
	cargo_is(&f, 1, "F@0 W@0");
	refused(&f, "port", B(20));
	play(&f, "barrel furs");
	to_move_is(&f, 1);                      /* 2. spoil */
	phase_is(&f, BROAD_SPOIL_STEP);
	cargo_is(&f, 1, "F@0 W@0");
	refused(&f, "port", B(25));
	play(&f, "no ice");
	to_move_is(&f, 1);                      /* 3. two actions */
	phase_is(&f, BROAD_ACTIONS);
	cargo_is(&f, 1, "F@1 W@0");
	assert_int_equal(f.s.broadhorns.actions, 2);
	refused(&f, "ice, no ice", B(29));
	hand_is(&f, 1, "ice");
	play(&f, "move 4, stop");
	phase_is(&f, BROAD_DRAW);               /* 4. a card */
	play(&f, "draw TR2");
	hand_is(&f, 1, "TR2 ice");
	turn_is(&f, 2, BROAD_ACTIONS);
}

/* The market */

RULE_TEST(refilled_after_a_purchase, "B19: the market is refilled at the start of the turn after a purchase")
{
	struct fix f = fix_river(2, "");
	play(&f, "port, boat 20, buy flour, buy furs, done");
	phase_is(&f, BROAD_ACTIONS);            /* not before the turn is over */
	market_is(&f, "F1 A2 P2 U1 W2");
	play(&f, "stop, draw TR1");
	turn_is(&f, CHANCE, BROAD_REFRESH);
	assert_int_equal(f.s.broadhorns.active, 1);
	play(&f, "barrel flour, barrel apples");
	market_is(&f, "F2 A3 P2 U1 W2");
	turn_is(&f, 1, BROAD_ACTIONS);
}

RULE_TEST(untouched_when_full, "B19: a full market is left alone")
{
	struct fix f = fix_river(2, "");
	fix_market(&f, "F0 A2 P4 U1 W3");
	next_turn(&f);
	turn_is(&f, 1, BROAD_ACTIONS);
	market_is(&f, "F0 A2 P4 U1 W3");
}

/* Whoever left it short, and whenever. */
RULE_TEST(refilled_whenever_short, "B19 B20 A30: a short market is refilled whoever left it")
{
	struct fix f = fix_river(3, "");
	fix_market(&f, "F2 A2 P2 U2 W1");
	fix_turn(&f, 2);
	next_turn(&f);
	phase_is(&f, BROAD_REFRESH);
	assert_int_equal(f.s.broadhorns.active, 0);
	play(&f, "barrel pork");
	assert_int_equal(told(&f, "refreshed"), 1);
	to_move_is(&f, 0);
	market_is(&f, "F2 A2 P3 U2 W1");
}

RULE_TEST(drawn_from_the_bag_until_ten, "B20: barrels come from the bag until there are ten")
{
	struct fix f = fix_river(2, "");
	fix_market(&f, "F3 A0 P0 U1 W2");
	bag_is(&f, "F9 A12 P12 U11 W10");
	next_turn(&f);
	for (int k = 0; k < 4; k++) {
		phase_is(&f, BROAD_REFRESH);
		legal_is(&f, "barrel flour, barrel apples, barrel pork, barrel furs, barrel whiskey");
		assert_int_equal(weight_of(&f, "barrel flour"), 9);
		assert_int_equal(weight_of(&f, "barrel apples"), 12);
		assert_int_equal(weight_of(&f, "barrel furs"), 11 - k);
		play(&f, "barrel furs");
	}
	phase_is(&f, BROAD_ACTIONS);
	market_is(&f, "F3 A0 P0 U5 W2");
	bag_is(&f, "F9 A12 P12 U7 W10");
	refused(&f, "barrel furs", B(20));      /* out of place */
}

RULE_TEST(only_what_the_bag_holds, "B20: only what the bag holds can come")
{
	struct fix f = fix_river_barrels(3);
	fix_market(&f, "F3 A2 P2 U1 W1");
	bag_is(&f, "F0 A1 P1 U2 W2");
	next_turn(&f);
	legal_is(&f, "barrel apples, barrel pork, barrel furs, barrel whiskey");
	refused(&f, "barrel flour", B(20));
}

/* The next price tells where the barrels stand: three, two, then ones. */
static void price_is(const struct fix *f, const char *cargo, int price)
{
	char words[MAX_TEXT];
	struct fix g = *f;
	snprintf(words, sizeof words, "port, boat 20, buy %s", cargo);
	fix_gold(&g, g.s.broadhorns.active, 50);
	play(&g, words);
	gold_is(&g, g.s.broadhorns.active, 50 - price);
}

RULE_TEST(three_two_one, "B21 B22 B23: the first barrel goes on 3, the second on 2, others on 1")
{
	static const int price[] = { 3, 2, 1, 1, 1 };
	struct fix f = fix_river(2, "");
	for (int n = 1; n <= 5; n++) {          /* n flour, the last one just drawn */
		struct fix g = f;
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "F%d A%d P0 U2 W2", n - 1, 6 - n);
		fix_market(&g, words);
		next_turn(&g);
		play(&g, "barrel flour");
		price_is(&g, "flour", price[n - 1]);
	}
	for (int c = 0; c < BROAD_CARGOES; c++) {       /* every type by itself */
		static const char *const name[] = { "flour", "apples", "pork", "furs", "whiskey" };
		struct fix g = f;
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "%c9", "FAPUW"[c]);
		fix_market(&g, words);
		next_turn(&g);
		snprintf(words, sizeof words, "barrel %s", name[(c + 1) % BROAD_CARGOES]);
		play(&g, words);
		price_is(&g, name[c], 1);
		price_is(&g, name[(c + 1) % BROAD_CARGOES], 3);
	}
}

RULE_TEST(any_number_on_one, "B22: any number stands on 1")
{
	struct fix f = fix_river(2, "");
	fix_market(&f, "F9");
	next_turn(&f);
	play(&f, "barrel flour");
	market_is(&f, "F10 A0 P0 U0 W0");
	to_move_is(&f, 1);
	play(&f, "port, boat 40");              /* eight on 1: the seven that it can carry cost 1 each */
	fix_gold(&f, 1, 7);
	for (int n = 6; n >= 0; n--) {
		play(&f, "buy flour");
		gold_is(&f, 1, n);
	}
	market_is(&f, "F3 A0 P0 U0 W0");
}

RULE_TEST(cheapest_first, "B155 B23 A7: the cheapest barrel of a type goes first")
{
	static const int left[] = { 19, 18, 16, 13 };   /* 1, 1, 2, 3 */
	struct fix f = fix_river(2, "");
	fix_market(&f, "F4 A2 P1 U2 W1");
	play(&f, "port, boat 30");
	fix_gold(&f, 0, 20);
	for (int i = 0; i < 4; i++) {
		play(&f, "buy flour");
		gold_is(&f, 0, left[i]);
		assert_int_equal(told_event(&f, "bought")->n, (i ? left[i - 1] : 20) - left[i]);
	}
	refused(&f, "buy flour", B(74));
	play(&f, "buy pork");
	gold_is(&f, 0, 10);

	f = fix_river(2, "");                   /* on the river too */
	fix_market(&f, "F3 A2 P1 U2 W2");
	fix_boat(&f, 0, 30, 27, "");
	play(&f, "port, buy flour");
	gold_is(&f, 0, 17);                     /* 1 + 2 */
	play(&f, "buy flour");
	gold_is(&f, 0, 13);                     /* 2 + 2 */
	play(&f, "buy flour");
	gold_is(&f, 0, 8);                      /* 3 + 2 */
}

RULE_TEST(refill_stops_with_the_bag, "B24 A30: an empty bag leaves the market short until later")
{
	struct box b = *game_find("broadhorns")->box;
	b.broadhorns.barrels = 2;
	struct fix f = fix_river_box(2, "", &b);
	fix_market(&f, "F1 A2 P2 U2 W1");
	fix_boat(&f, 1, 20, 12, "F@0");
	bag_is(&f, "F0 A0 P0 U0 W1");
	next_turn(&f);
	legal_is(&f, "barrel whiskey");
	play(&f, "barrel whiskey");
	market_is(&f, "F1 A2 P2 U2 W2");
	bag_is(&f, "F0 A0 P0 U0 W0");
	to_move_is(&f, 1);                      /* nine, and the turn goes on */
	phase_is(&f, BROAD_ACTIONS);
	next_turn(&f);
	to_move_is(&f, 0);                      /* still none in the bag */
	phase_is(&f, BROAD_ACTIONS);
	market_is(&f, "F1 A2 P2 U2 W2");
	next_turn(&f);
	play(&f, "no ice, abandon");
	bag_is(&f, "F1 A0 P0 U0 W0");
	next_turn(&f);
	phase_is(&f, BROAD_REFRESH);            /* made up now */
	legal_is(&f, "barrel flour");
	play(&f, "barrel flour");
	market_is(&f, "F2 A2 P2 U2 W2");
	to_move_is(&f, 0);
}

/* The spoil step */

RULE_TEST(one_space_right, "B25: perishable barrels move one space")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 1, 40, 12, "F@0 F@0 F@3 A@1 P@2 U W");
	next_turn(&f);
	turn_is(&f, 1, BROAD_ACTIONS);
	cargo_is(&f, 1, "F@1 F@1 F@4 A@2 P@3 U@0 W@0");
	assert_int_equal(told_event(&f, "spoiled")->seat, 1);
	assert_int_equal(told(&f, "lost"), 0);
}

RULE_TEST(lost_on_the_final_space, "B26: from the final space they are lost to the bag")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 1, 40, 12, "F@4 F@4 A@3 P@4 U");
	bag_is(&f, "F8 A9 P9 U9 W10");
	next_turn(&f);
	cargo_is(&f, 1, "A@4 U@0");
	bag_is(&f, "F10 A9 P10 U9 W10");
	assert_int_equal(told(&f, "lost"), 2);
	assert_int_equal(told_event(&f, "lost")->seat, 1);
	assert_int_equal(told_event(&f, "lost")->rule, B(26));
}

RULE_TEST(others_keep_their_cargo, "B27: the others' cargo stays")
{
	struct fix f = fix_river(3, "");
	for (int i = 0; i < 3; i++)
		fix_boat(&f, i, 20, 12, "F@2 P@4");
	next_turn(&f);
	cargo_is(&f, 0, "F@2 P@4");
	cargo_is(&f, 1, "F@3");
	cargo_is(&f, 2, "F@2 P@4");
}

RULE_TEST(no_spoil_step_in_winter, "B28: no spoil step in winter")
{
	for (int seasons = 0; seasons <= 15; seasons++) {
		struct fix f = fix_river(3, "");
		bool winter = seasons >= 4 && seasons <= 6;
		fix_seasons(&f, seasons);
		fix_boat(&f, 1, 20, 12, "F@0 A@4");
		fix_hand(&f, 1, "ice");
		next_turn(&f);
		to_move_is(&f, 1);
		phase_is(&f, winter ? BROAD_ACTIONS : BROAD_SPOIL_STEP);
		cargo_is(&f, 1, "F@0 A@4");
		if (!winter)
			play(&f, "no ice");
		cargo_is(&f, 1, winter ? "F@0 A@4" : "F@1");
	}
}

RULE_TEST(ice_skips_the_spoil_step, "B29: ice skips the whole spoil step")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 1, 40, 12, "F@0 A@3 P@4 U");
	fix_hand(&f, 1, "VIC-A ice");
	next_turn(&f);
	legal_is(&f, "ice, no ice");
	play(&f, "ice");
	cargo_is(&f, 1, "F@0 A@3 P@4 U@0");
	hand_is(&f, 1, "VIC-A");
	card_is(&f, "ice", "discard");
	phase_is(&f, BROAD_ACTIONS);
	to_move_is(&f, 1);
	assert_int_equal(told_event(&f, "iced")->rule, B(29));
	assert_int_equal(told(&f, "spoiled"), 0);

	f = fix_river(2, "");                   /* it need not be used */
	fix_boat(&f, 1, 40, 12, "F@0 A@3 P@4 U");
	fix_hand(&f, 1, "VIC-A ice");
	next_turn(&f);
	play(&f, "no ice");
	assert_int_equal(told_event(&f, "spoiled")->rule, B(25));
	cargo_is(&f, 1, "F@1 A@4 U@0");
	hand_is(&f, 1, "VIC-A ice");

	f = fix_river(2, "");                   /* only with a card; another's does not help */
	fix_boat(&f, 1, 40, 12, "F@0");
	fix_hand(&f, 0, "ice");
	fix_hand(&f, 1, "VIC-A");
	next_turn(&f);
	legal_is(&f, "no ice");
	refused(&f, "ice", B(29));
}

/* Actions */

RULE_TEST(two_actions, "B30: two actions, ports or moves")
{
	struct fix f = boat_at(20, 27, "");
	play(&f, "port");
	port_over(&f, "sail on");
	assert_int_equal(f.s.broadhorns.actions, 1);
	sails_to(&f, "move 4", 0, 20, 31);
	legal_is(&f, "abandon, stop");
	refused(&f, "port, move 1", B(30));

	f = boat_at(20, 27, "");                /* the other way round */
	play(&f, "move 4, port");
	port_over(&f, "sail on");
	legal_is(&f, "abandon, stop");
	refused(&f, "move 1", B(30));

	f = boat_at(20, 27, "");                /* each is chosen freely */
	may_move(&f, 5, "port, abandon, stop");
	assert_int_equal(f.s.broadhorns.actions, 2);
	play(&f, "move 4");
	may_move(&f, 5, "port, abandon, stop");
}

RULE_TEST(both_may_be_moves, "B31: both may be moves")
{
	struct fix f = boat_at(30, 11, "");
	sails_to(&f, "move 4", 0, 30, 15);
	sails_to(&f, "move 3", 0, 30, 18);
	assert_int_equal(f.s.broadhorns.actions, 0);
	assert_int_equal(told(&f, "moved"), 1);
}

RULE_TEST(two_port_actions, "B32 B35 A3: two port actions need two towns or two expeditions")
{
	struct fix f = boat_at(20, 27, "");     /* a town with the expedition ended there, then St. Louis */
	play(&f, "port");
	port_over(&f, "resell");
	boat_is(&f, 0, 0, 0);
	legal_is(&f, "port, stop");
	sails_to(&f, "port, boat 20, done", 0, 20, 0);
	refused(&f, "move 1", B(30));

	f = fix_river(2, "");                   /* St. Louis, the end of that expedition, St. Louis */
	play(&f, "port, boat 30, buy furs, done");
	assert_int_equal(f.s.broadhorns.player[0].visited, 1 << BROAD_TOWNS);
	refused(&f, "port", B(160));
	sails_to(&f, "abandon", 0, 0, 0);
	legal_is(&f, "port, stop");
	sails_to(&f, "port, boat 40, done", 0, 40, 0);
	gold_is(&f, 0, 20 - 4 - 2 - 9);

	f = boat_at(20, 27, "");                /* the same town in the same expedition: not twice */
	play(&f, "port");
	port_over(&f, "sail on");
	may_move(&f, 5, "abandon, stop");
	refused(&f, "port", B(35));
}

RULE_TEST(may_stop_at_any_point, "B33 A14: one may stop at any point of step 3")
{
	static const char *const before[] = { "", "move 1", "move 1, move 1", "move 1, move 1, move 1", "abandon", "move 4, abandon" };
	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		struct fix f = boat_at(20, 11, "U");
		play(&f, before[i]);
		to_move_is(&f, 0);
		play_into(&f, "stop", BROAD_DRAW);
		assert_int_equal(f.s.broadhorns.actions, 0);
		assert_int_equal(f.s.broadhorns.bonus, 0);
		play(&f, "draw TR1");
		to_move_is(&f, 1);
	}
	struct fix f = boat_at(20, 27, "");
	play(&f, "port");
	port_over(&f, "sail on");
	play_into(&f, "stop", BROAD_DRAW);

	f = boat_at(20, 27, "");                /* never inside a port action */
	play(&f, "port");
	refused(&f, "stop", B(38));
}

/* Port actions */

/* A call at a town by its name is refused with the rule that is in the way. */
static void call_is_refused(const struct fix *f, const char *town, int rule)
{
	char typed[MAX_TEXT], words[MAX_TEXT];

	snprintf(typed, sizeof typed, "port %s", town);
	assert_int_equal(game_why_no_move(f->g, f->box, &f->s, typed, words), rule);
}

RULE_TEST(only_on_entrances, "B34: port actions on entrances only")
{
	static const int entrance[BROAD_TOWNS] = { 3, 6, 10, 15, 19, 23, 27, 31, 35, 40 };
	int town = 0;
	for (int space = 1; space <= 40; space++) {
		struct fix f = boat_at(20, space, "U");
		if (space == entrance[town]) {
			play_into(&f, "port", BROAD_SELL);
			assert_int_equal(f.s.broadhorns.port, town);
			assert_int_equal(told_event(&f, "port")->place, town);
			town++;
		} else {
			refused(&f, "port", B(34));
			call_is_refused(&f, f.box->broadhorns.town[BROAD_TOWNS - 1].name, B(34));
			call_is_refused(&f, "Nowhere", 0);
		}
	}
	assert_int_equal(town, BROAD_TOWNS);
}

RULE_TEST(once_per_expedition, "B35: a town once per expedition")
{
	struct fix f = boat_at(30, 27, "U W");
	play(&f, "port, sell furs@0 for 4");
	port_over(&f, "sail on");
	refused(&f, "port", B(35));
	next_turn(&f);
	next_turn(&f);
	to_move_is(&f, 0);                      /* not in a later turn either */
	refused(&f, "port", B(35));
	play(&f, "move 4, port");               /* but in the next town */
	phase_is(&f, BROAD_SELL);
	assert_int_equal(f.s.broadhorns.player[0].visited, 1 << BROAD_TOWNS | 1 << 6 | 1 << 7);         /* St. Louis, Vicksburg, Natchez */

	f = boat_at(30, 27, "U");               /* what another player used does not matter */
	fix_boat(&f, 1, 20, 27, "");
	fix_visited(&f, 1, "VIC");
	assert_true(is_legal(&f, "port"));
	fix_visited(&f, 0, "STG HEL NAT");
	assert_true(is_legal(&f, "port"));
	fix_visited(&f, 0, "VIC");
	refused(&f, "port", B(35));
}

RULE_TEST(entering_is_free, "B36: entering a port costs no movement")
{
	struct fix f = boat_at(20, 27, "");
	sails_to(&f, "port", 0, 20, 27);
	port_over(&f, "sail on");
	boat_is(&f, 0, 20, 27);
	may_move(&f, 5, "abandon, stop");

	f = boat_at(20, 22, "");                /* a whole move just before it */
	sails_to(&f, "move 5, port", 0, 20, 27);
}

RULE_TEST(ports_are_shared, "B37: any number of boats in a port")
{
	struct fix f = fix_river(4, "");
	for (int i = 0; i < 4; i++)
		fix_boat(&f, i, 20, 27, "U");
	for (int i = 0; i < 4; i++) {
		to_move_is(&f, i);
		play(&f, "port");
		port_over(&f, "sail on");
		next_turn(&f);
	}
	for (int i = 0; i < 4; i++)
		boat_is(&f, i, 20, 27);
}

RULE_TEST(sell_buy_travelers, "B38: sell, buy, travelers, in that order only")
{
	struct fix f = boat_at(40, 27, "A@0 A@0");
	fix_hand(&f, 0, "VIC-A ice peddler");
	fix_waiting(&f, "VIC", "TR13");
	refused(&f, "sell apples@0 for 1", B(38));      /* nothing outside a port action */
	refused(&f, "claim VIC-A, buy flour, blind, peddle furs, board TR1, set down TR13, done, resell, sail on", B(38));
	play_into(&f, "port", BROAD_SELL);
	refused(&f, "buy flour, peddle furs, board TR13, resell, move 1", B(38));
	play_into(&f, "sell apples@0 for 4, done", BROAD_BUY);
	refused(&f, "sell apples@0 for 1, claim VIC-A, ice, board TR13, sail on", B(38));
	play_into(&f, "buy flour, done", BROAD_TRAVELERS);
	refused(&f, "sell apples@0 for 1, claim VIC-A, buy flour, peddle furs, resell", B(38));
	play_into(&f, "board TR13, done", BROAD_RESALE);
	legal_is(&f, "resell, sail on");
	refused(&f, "sell apples@0 for 1, buy flour, set down TR13, done", B(123));
	play_into(&f, "sail on", BROAD_ACTIONS);
	refused(&f, "buy flour, board TR13", B(38));
	cargo_is(&f, 0, "F@0 A@0");
	gold_is(&f, 0, 20 + 4 - 4);
}

RULE_TEST(neither_sale_nor_purchase, "B39: a port action without sale or purchase")
{
	struct fix f = boat_at(30, 27, "A P");  /* for travelers alone */
	fix_waiting(&f, "VIC", "TR13");
	play(&f, "port, done, done, board TR13, done, sail on");
	card_is(&f, "TR13", "aboard 0");
	cargo_is(&f, 0, "A@0 P@0");
	gold_is(&f, 0, 20);
	assert_int_equal(f.s.broadhorns.actions, 1);

	f = boat_at(30, 27, "");                /* only to end the expedition there */
	play(&f, "port, done, resell");
	gold_is(&f, 0, 23);
	boat_is(&f, 0, 0, 0);

	f = boat_at(30, 27, "U W");             /* for nothing at all */
	play(&f, "port, done, done, sail on");
	gold_is(&f, 0, 20);
	cargo_is(&f, 0, "U@0 W@0");
	assert_int_equal(told(&f, "bonus"), 0);
}

RULE_TEST(moves_on_from_the_entrance, "B40 A9: a move after a port action starts from the entrance")
{
	struct fix f = boat_at(20, 27, "");
	play(&f, "port");
	port_over(&f, "sail on");
	struct fix g = f;
	play(&g, "move 1");
	boat_is(&g, 0, 20, 28);
	sails_to(&f, "move 5", 0, 20, 32);
}

/* Moves */

RULE_TEST(up_to_the_speed, "B92: up to base speed plus season")
{
	static const int feet[] = { 20, 30, 40 }, base[] = { 5, 4, 4 };
	for (int seasons = 0; seasons <= 15; seasons++)
		for (int i = 0; i < 3; i++) {
			struct fix f = boat_at(feet[i], 11, "");
			int speed = base[i] - (seasons >= 4 && seasons <= 6) + (seasons >= 7 && seasons <= 9);
			char words[MAX_TEXT];
			fix_seasons(&f, seasons);
			may_move(&f, speed, "abandon, stop");
			for (int n = speed + 1; n <= speed + 3; n++) {
				snprintf(words, sizeof words, "move %d", n);
				refused(&f, words, B(92));
			}
		}
}

RULE_TEST(at_least_one_space, "B93: at least one space")
{
	struct fix f = boat_at(20, 11, "");
	assert_int_equal(game_parse(f.g, f.box, &f.s, "move 0", 0), -1);
	may_move(&f, 5, "abandon, stop");       /* from 1 on */
	play(&f, "move 1, move 1");
	may_move(&f, 5, "abandon, stop");       /* the bonus move too */
	sails_to(&f, "move 1", 0, 20, 14);
}

RULE_TEST(lengths_that_no_move_has, "B93 B97 B98: lengths that no move has are refused by their rules")
{
	static const struct { const char *typed; int space; uint16_t rule; const char *words; } row[] = {
		{ "move 0", 11, B(93), "a move is one space at least" },
		{ "move -3", 11, B(97), "boats go downstream only" },
		{ "move 99", 11, B(98), "the river ends before that" },
		{ "move 0", 40, B(98), "the river ends before that" },
		{ "move x", 11, 0, "" },
		{ "move -", 11, 0, "" },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct fix f = boat_at(20, row[i].space, "");
		char words[MAX_TEXT] = "";
		assert_int_equal(game_why_no_move(f.g, f.box, &f.s, row[i].typed, words), row[i].rule);
		assert_string_equal(words, row[i].words);
	}
}

RULE_TEST(part_of_the_allowance, "B94: the allowance need not be used up")
{
	for (int n = 1; n <= 5; n++) {
		struct fix f = boat_at(20, 11, "");
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "move %d", n);
		play(&f, words);
		boat_is(&f, 0, 20, 11 + n);
		assert_int_equal(f.s.broadhorns.actions, 1);
		may_move(&f, 5, 11 + n == 15 ? "port, abandon, stop" : "abandon, stop");      /* what was left is lost, not saved */
	}
}

RULE_TEST(two_moves_give_a_third, "B95: two move actions give a third move")
{
	struct fix f = boat_at(20, 1, "");
	sails_to(&f, "move 2, move 3", 0, 20, 6);
	may_move(&f, 5, "abandon, stop");
	refused(&f, "move 6", B(92));
	refused(&f, "port", B(30));             /* it is a move, not an action: Cape Girardeau cannot be entered */
	sails_to(&f, "move 4", 0, 20, 10);
	legal_is(&f, "abandon, stop");
	refused(&f, "move 1, port", B(30));

	for (int spring = 0; spring < 2; spring++) {    /* at the current speed */
		f = boat_at(30, 1, "");
		fix_seasons(&f, spring ? 8 : 5);
		play(&f, "move 1, move 1");
		may_move(&f, spring ? 5 : 3, "abandon, stop");
	}

	f = boat_at(20, 1, "");                 /* it need not be taken, and is not kept */
	play(&f, "move 1, move 1, stop, draw TR1");
	next_turn(&f);
	to_move_is(&f, 0);
	play(&f, "move 1");
	assert_int_equal(f.s.broadhorns.bonus, 0);
	assert_int_equal(f.s.broadhorns.actions, 1);

	f = boat_at(20, 1, "");                 /* nor after the expedition has been ended */
	play(&f, "move 1, move 1, abandon");
	assert_int_equal(f.s.broadhorns.phase, BROAD_DRAW);
}

RULE_TEST(no_bonus_with_a_port_action, "B96 B30: a move and a port action, in a town or in St. Louis, give none")
{
	struct fix f = boat_at(20, 27, "");
	play(&f, "port");
	port_over(&f, "sail on");
	play(&f, "move 1");
	legal_is(&f, "abandon, stop");
	refused(&f, "move 1", B(30));

	f = boat_at(20, 26, "");
	play(&f, "move 1, port");
	port_over(&f, "sail on");
	legal_is(&f, "abandon, stop");
	refused(&f, "move 1", B(30));

	f = fix_river(2, "");                   /* in St. Louis as well */
	play(&f, "port, boat 20, done, move 5");
	legal_is(&f, "abandon, stop");
}

RULE_TEST(downstream_only, "B97 A8: downstream only")
{
	char words[MAX_TEXT];

	for (int space = 0; space < 40; space++) {
		struct fix f = boat_at(20, space, "");
		struct moves list = { 0 };
		f.g->legal(f.box, &f.s, &list);
		for (int i = 0; i < list.n; i++) {
			struct fix g = f;
			g.told = (struct events){ 0 };
			g.g->apply(g.box, &g.s, list.id[i], &g.told);
			if (told(&g, "moved"))
				assert_true(g.s.broadhorns.player[0].space > space);
		}
		assert_int_equal(game_parse(f.g, f.box, &f.s, "move -1", 0), -1);
		if (f.g->why(f.box, &f.s, game_parse(f.g, f.box, &f.s, "move 1", 0), words) == 0)
			assert_int_equal(game_why_no_move(f.g, f.box, &f.s, "move -1", words), B(97));
	}
}

RULE_TEST(not_beyond_new_orleans, "B98 A13: not beyond the last space")
{
	struct fix f = boat_at(20, 38, "");
	may_move(&f, 2, "abandon, stop");
	refused(&f, "move 3, move 5", B(98));
	sails_to(&f, "move 2", 0, 20, 40);
	legal_is(&f, "port, abandon, stop");
	refused(&f, "move 1", B(98));

	f = boat_at(20, 38, "");                /* no bonus move there */
	play(&f, "move 1, move 1");
	assert_int_equal(f.s.broadhorns.bonus, 0);
	legal_is(&f, "abandon, stop");
}

RULE_TEST(no_boat_no_move, "B99: no move without a boat")
{
	struct fix f = fix_river(2, "");
	legal_is(&f, "port, stop");
	refused(&f, "move 1", B(99));
	call_is_refused(&f, f.box->broadhorns.town[0].name, B(99));
	fix_boat(&f, 0, 20, 0, "");
	may_move(&f, 5, "abandon, stop");
	play(&f, "abandon");
	refused(&f, "move 1", B(99));
}

RULE_TEST(spaces_are_shared, "B162 A10: any number of boats on a river space")
{
	struct fix f = fix_river(4, "");
	for (int i = 0; i < 4; i++)
		fix_boat(&f, i, 20, i < 2 ? 13 : 11, "");
	fix_turn(&f, 2);
	sails_to(&f, "move 2", 2, 20, 13);
	next_turn(&f);
	sails_to(&f, "move 1", 3, 20, 12);
	play(&f, "move 1");
	for (int i = 0; i < 4; i++)
		boat_is(&f, i, 20, 13);
}

RULE_TEST(what_is_wrong_with_a_turn, "B30 B95 B103: a refused position names one thing that is wrong with the turn")
{
	struct fix f = fix_river(2, "");
	fix_turn(&f, 0);
	check_holds(&f);
	CHECK_SAYS(&f, broadhorns.spoiling, 1, "spoiling belongs to a spoil card");
	CHECK_SAYS(&f, broadhorns.asked, 1, "asked belongs to a spoil card");
	CHECK_SAYS(&f, broadhorns.iced, 1, "iced belongs to a spoil card");
	CHECK_SAYS(&f, broadhorns.moves, 1, "moves: with the actions that are left they are more than a turn has");
	f.s.broadhorns.actions = 0;
	f.s.broadhorns.moves = 2;
	CHECK_SAYS(&f, broadhorns.bonus, 1, "bonus: the active player has no boat");
}
