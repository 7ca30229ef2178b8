/* The worked examples X1 to X12, those of the rulebook among them, with the rulebook's own totals. */
#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

static const char printed_market[] = "F4 A2 P1 U2 W1";          /* the market example */

RULE_TEST(market_at_set_up, "X1 B5 B6: the market at set-up")
{
	struct fix f = fix_new(3, "");
	char words[MAX_TEXT];
	while (f.s.broadhorns.phase == BROAD_SETUP_TILES) {
		snprintf(words, sizeof words, "tile %s-3", f.box->broadhorns.town[f.s.broadhorns.active].code);
		play(&f, words);
	}
	play(&f, "draw TR1, draw TR2, draw TR3");
	market_is(&f, "F2 A2 P2 U2 W2");
	bag_is(&f, "F10 A10 P10 U10 W10");
	to_move_is(&f, 0);                      /* no refresh in the first turn */
	phase_is(&f, BROAD_ACTIONS);
	assert_int_equal(told(&f, "refreshed"), 0);
	fix_gold(&f, 0, 99);
	play(&f, "port, boat 30");
	fix_gold(&f, 0, 99);
	play(&f, "buy flour");                  /* one on 2, one on 3, none on 1 */
	gold_is(&f, 0, 97);
	play(&f, "buy flour");
	gold_is(&f, 0, 94);
	refused(&f, "buy flour", B(74));
}

RULE_TEST(market_example, "X2 B20 B21 B23: the market example")
{
	static const int price[] = { 3, 2, 1, 1 }, left[] = { 19, 18, 16, 13 };
	struct fix f = fix_river(2, "");
	fix_market(&f, "F0 A2 P1 U2 W1");
	next_turn(&f);
	for (int n = 1; n <= 4; n++) {
		phase_is(&f, BROAD_REFRESH);
		play(&f, "barrel flour");
		struct fix g = f;               /* what the newest would cost */
		while (g.s.broadhorns.phase == BROAD_REFRESH)
			play(&g, "barrel whiskey");
		play(&g, "port, boat 20, buy flour");
		gold_is(&g, 1, 20 - price[n - 1]);
	}
	phase_is(&f, BROAD_ACTIONS);
	market_is(&f, printed_market);
	play(&f, "port, boat 30");
	fix_gold(&f, 1, 20);
	for (int n = 0; n < 4; n++) {
		play(&f, "buy flour");
		gold_is(&f, 1, left[n]);
	}

	f = fix_river(2, "");                   /* the variant: one is left, on 3 */
	fix_market(&f, "F1 A2 P2 U2 W2");
	next_turn(&f);
	play(&f, "barrel flour, port, boat 20, buy flour");
	gold_is(&f, 1, 18);
}

RULE_TEST(boat_of_30_ft, "X3 B72 B76: the 30 ft boat has five boxes")
{
	struct fix f = fix_river(2, "");
	fix_gold(&f, 0, 99);
	play(&f, "port, boat 30, buy flour, buy apples, buy pork, buy furs, buy whiskey");
	cargo_is(&f, 0, "F@0 A@0 P@0 U@0 W@0");
	refused(&f, "buy flour", B(76));
	legal_is(&f, "done");
}

RULE_TEST(boat_of_20_ft, "X4 B70: the 20 ft boat costs nothing")
{
	struct fix f = fix_river(2, "");
	fix_gold(&f, 0, 0);
	play(&f, "port, boat 20");
	gold_is(&f, 0, 0);
	boat_is(&f, 0, 20, 0);
}

RULE_TEST(julia, "X5 B71 B74 B77 B96: Julia")
{
	struct fix f = fix_river(2, "");
	fix_market(&f, printed_market);
	fix_gold(&f, 0, 12);
	play(&f, "port, boat 30");
	gold_is(&f, 0, 8);
	play(&f, "buy flour, buy flour, buy apples, buy apples");
	gold_is(&f, 0, 1);                      /* 7 for the cargo */
	cargo_is(&f, 0, "F@0 F@0 A@0 A@0");
	market_is(&f, "F2 A0 P1 U2 W1");
	play(&f, "done");                       /* one box stays empty */
	legal_is(&f, "move 1, move 2, move 3, move 4, abandon, stop");
	sails_to(&f, "move 4", 0, 30, 4);
	legal_is(&f, "abandon, stop");          /* no bonus move */
	next_turn(&f);
	for (int n = 0; n < 4; n++) {
		to_move_is(&f, CHANCE);
		play(&f, "barrel furs");
	}
	to_move_is(&f, 1);
	market_is(&f, "F2 A0 P1 U6 W1");
}

/* Example 1. Two cards lie at Vicksburg: the fur and the whiskey delivery. */
RULE_TEST(john, "X6 B48 B87 B123 B124 B127: John")
{
	struct fix f = fix_river(2, "");
	fix_waiting(&f, "VIC", "VIC-U VIC-W");
	fix_boat(&f, 0, 20, 27, "A@2");
	fix_hand(&f, 0, "VIC-A");
	fix_aboard(&f, 0, "TR8");
	fix_gold(&f, 0, 5);
	play(&f, "port, sell apples@2 for 4");
	gold_is(&f, 0, 9);
	town_is(&f, "VIC-1", "A4");
	play(&f, "claim VIC-A");
	gold_is(&f, 0, 11);                     /* 6 gold */
	card_is(&f, "VIC-A", "discard");
	while (f.s.broadhorns.phase != BROAD_RESALE) {
		play(&f, "done");
		assert_int_equal(told(&f, "bonus"), 0);
	}
	gold_is(&f, 0, 14);                     /* 3 for the traveler */
	card_is(&f, "TR8", "discard");
	play(&f, "resell");
	gold_is(&f, 0, 15);                     /* 1 for the boat */
	boat_is(&f, 0, 0, 0);
	card_is(&f, "VIC-U", "at VIC");
	card_is(&f, "VIC-W", "at VIC");
	assert_int_equal(f.s.broadhorns.actions, 1);
	legal_is(&f, "port, stop");
	sails_to(&f, "port, boat 20, buy flour, done", 0, 20, 0);
	gold_is(&f, 0, 13);
}

/* Sarah lies above Vicksburg, where the apple space is taken. */
static struct fix above_vicksburg(const char *options)
{
	struct fix f = fix_river(2, options);
	fix_filled(&f, "VIC", "A");
	fix_boat(&f, 0, 30, 24, "W P@1 U A@4");
	fix_hand(&f, 0, "VIC-P");
	fix_market(&f, printed_market);
	return f;
}

static const char sells_all[] = "move 3, port, sell whiskey@0 for 3, sell pork@1 for 5, sell furs@0 for 4, sell apples@4 for 1";

/* Example 2. */
RULE_TEST(sarah, "X7 B43 B57 B59 B65 B81: Sarah")
{
	struct fix f = above_vicksburg("");
	fix_gold(&f, 0, 3);
	bag_is(&f, "F8 A8 P10 U9 W10");
	play(&f, sells_all);
	gold_is(&f, 0, 3 + 13);
	bag_is(&f, "F8 A9 P10 U9 W10");         /* the apples without a space, at once */
	play(&f, "claim VIC-P");
	gold_is(&f, 0, 3 + 15);
	play(&f, "done");
	gold_is(&f, 0, 3 + 17);
	legal_is(&f, "season apples, season pork");
	struct fix g = f;
	play(&g, "season apples");
	track_is(&g, "A");
	bag_is(&g, "F8 A9 P11 U10 W11");
	play(&f, "season pork");
	track_is(&f, "P");
	bag_is(&f, "F8 A10 P10 U10 W11");
	tiles_are(&f, 0, 1, 2);
	play(&f, "tile VIC-5");                 /* flour +3 on the new tile */
	town_is(&f, "VIC-5", "");
	legal_is(&f, "buy flour, done");        /* and no sale to it */
	play(&f, "buy flour");
	gold_is(&f, 0, 20 - 3);                 /* 1 + 2 by the tile just removed */
	play(&f, "buy flour");
	gold_is(&f, 0, 17 - 3);
	market_is(&f, "F2 A2 P1 U2 W1");
	cargo_is(&f, 0, "F@0 F@0");
	port_over(&f, "sail on");
	assert_int_equal(f.s.broadhorns.actions, 0);
	legal_is(&f, "abandon, stop");
	card_is(&f, "VIC-P", "discard");
}

/* The variant: John's two cards are still there. */
RULE_TEST(sarah_after_john, "X7 B50 A17: Sarah after John")
{
	struct fix f = above_vicksburg("");
	fix_waiting(&f, "VIC", "VIC-U VIC-W");
	play(&f, sells_all);
	play(&f, "claim VIC-P");
	legal_is(&f, "done");
	refused(&f, "claim VIC-U", B(50));
	play(&f, "done");
	gold_is(&f, 0, 20 + 17);

	f = above_vicksburg("delivery=type");   /* by the other reading she could have 4 more */
	fix_waiting(&f, "VIC", "VIC-U VIC-W");
	play(&f, sells_all);
	play(&f, "claim VIC-P, claim VIC-U, claim VIC-W, done");
	gold_is(&f, 0, 20 + 21);
}

/* Example 3, with the traveler in hand or waiting at Vicksburg. */
RULE_TEST(william, "X8 B39 B79 B84: William")
{
	for (int waiting = 0; waiting < 2; waiting++) {
		struct fix f = fix_river(2, "");
		fix_market(&f, printed_market);
		fix_boat(&f, 0, 30, 27, "U W");
		if (waiting)
			fix_waiting(&f, "VIC", "TR13");
		else
			fix_hand(&f, 0, "TR13");
		play(&f, "port, done");
		assert_int_equal(told(&f, "bonus"), 0);
		play(&f, "buy flour");
		gold_is(&f, 0, 17);
		play(&f, "buy flour");
		gold_is(&f, 0, 14);             /* 3 gold each */
		market_is(&f, "F2 A2 P1 U2 W1");
		play(&f, "done, board TR13");
		card_is(&f, "TR13", "aboard 0");
		hand_is(&f, 0, "");
		play(&f, "done, sail on");
		gold_is(&f, 0, 14);
		legal_is(&f, "move 1, move 2, move 3, move 4, abandon, stop");
		sails_to(&f, "move 1", 0, 30, 28);
	}
}

RULE_TEST(spring, "X9 B131 B135: spring")
{
	for (int seasons = 7; seasons <= 9; seasons++) {
		struct fix f = fix_river(2, "");
		fix_seasons(&f, seasons);
		fix_boat(&f, 1, 20, 11, "P@0");
		next_turn(&f);
		cargo_is(&f, 1, "P@1");         /* step 2 happens */
		for (int k = 0; k < 3; k++) {   /* both moves and the bonus move */
			refused(&f, "move 7", B(92));
			play(&f, "move 6");
		}
		boat_is(&f, 1, 20, 29);
	}
}

RULE_TEST(first_boat, "X10 B69 A1: the first boat")
{
	for (int start = 6; start <= 8; start++) {
		struct fix f = fix_river(2, "");
		fix_gold(&f, 0, start);
		play(&f, "port");
		legal_is(&f, "boat 20, boat 30");
		refused(&f, "boat 40", B(69));
		play(&f, "boat 30");
		gold_is(&f, 0, start - 4);
	}
}

/* Wreaths by seat, and the gold that the bonus gives at the end of the game. Collected tiles: those named but the last of each town. */
static void wreath_bonus(int players, const char *const *tiles, const int *wreaths, const int *bonus)
{
	struct fix f = fix_river(players, "");
	int score[MAX_PLAYERS];
	fix_seasons(&f, 15);
	for (int i = 0; i < players; i++) {
		char left[MAX_TEXT];
		snprintf(left, sizeof left, "%s", tiles[i]);
		for (char *town = left, *next; town; town = next) {
			next = strchr(town, ';');
			if (next)
				*next++ = '\0';
			fix_tiles(&f, town, i);
		}
		assert_int_equal(f.s.broadhorns.player[i].wreaths, wreaths[i]);
	}
	fix_turn(&f, players - 1);
	next_turn(&f);
	to_move_is(&f, OVER);
	f.g->score(f.box, &f.s, score);
	for (int i = 0; i < players; i++)
		assert_int_equal(score[i] - 20, bonus[i]);
}

RULE_TEST(wreath_ties, "X11 B145 B146 B147 B148: ties in wreaths")
{
	wreath_bonus(4, (const char *const[]){ "STG-1 STG-2 STG-6 STG-B", "CAP-1 CAP-2 CAP-6 CAP-B", "NMD-4 NMD-1", "MEM-2 MEM-1" },
		(const int[]){ 6, 6, 3, 1 }, (const int[]){ 12, 12, 5, 0 });
	wreath_bonus(3, (const char *const[]){ "STG-4 STG-2 STG-1", "CAP-1 CAP-2 CAP-3", "NMD-1 NMD-2 NMD-3" },
		(const int[]){ 5, 4, 4 }, (const int[]){ 12, 3, 3 });
	wreath_bonus(2, (const char *const[]){ "STG-1 STG-2 STG-3", "CAP-1 CAP-2 CAP-3" },
		(const int[]){ 4, 4 }, (const int[]){ 3, 3 });
	wreath_bonus(4, (const char *const[]){ "STG-1 STG-2 STG-4 STG-B", "CAP-4 CAP-1 CAP-2", "NMD-4 NMD-1 NMD-2", "MEM-3 MEM-1 MEM-2" },
		(const int[]){ 7, 5, 5, 5 }, (const int[]){ 15, 5, 5, 5 });
	wreath_bonus(3, (const char *const[]){ "STG-4 STG-1 STG-2", "CAP-4 CAP-1 CAP-2", "NMD-1 NMD-2" },
		(const int[]){ 5, 5, 2 }, (const int[]){ 9, 9, 0 });
	wreath_bonus(2, (const char *const[]){ "STG-3 STG-1", "CAP-4 CAP-1;NMD-1 NMD-2" },      /* no tie */
		(const int[]){ 1, 5 }, (const int[]){ 0, 7 });
}

/* Seat 0 fills Vicksburg, the n-th town to be filled, and has an action left. */
static struct fix nth_fill(int n)
{
	struct fix f = fix_river(2, "");
	fix_seasons(&f, n - 1);
	fix_filled(&f, "VIC", "A P U");
	fix_boat(&f, 0, 20, 27, "W");
	play(&f, "port, sell whiskey@0 for 3, done, season pork");
	assert_int_equal(told(&f, "harvest"), n == 13);
	assert_int_equal(told(&f, "final"), n == 15);
	play(&f, "tile VIC-2");
	port_over(&f, "sail on");
	assert_int_equal(f.s.broadhorns.seasons, n);
	return f;
}

static void speed_is(const struct fix *f, int n)
{
	char words[MAX_TEXT] = "";
	for (int k = 1; k <= n; k++)
		snprintf(words + strlen(words), sizeof words - strlen(words), "move %d, ", k);
	strcat(words, "abandon, stop");
	legal_is(f, words);
}

RULE_TEST(season_numbers, "X12 B130 B131 B136 B137 B138: the season track")
{
	static const char *const filled[] = { "P", "FP", "FAP", "FAPP", "FAPFP", "FAPFAP", "FAPFAPP", "FAPFAPFP", "FAPFAPFAP", "FAPFAPFAPP",
		"FAPFAPFAPFP", "FAPFAPFAPFAP", "............P", "............FP", "............FAP" };
	static const int speed[] = { 5, 5, 5, 4, 4, 4, 6, 6, 6, 5, 5, 5, 5, 5, 5 };
	for (int n = 1; n <= 15; n++) {
		struct fix f = nth_fill(n);
		track_is(&f, filled[n - 1]);
		speed_is(&f, speed[n - 1]);
		assert_int_equal(f.s.broadhorns.final, n == 15);
	}
	struct fix f = nth_fill(12);            /* 12 on the track: 4 of each */
	bag_is(&f, "F6 A6 P6 U10 W10");
	f = nth_fill(13);                       /* one pork on it */
	bag_is(&f, "F10 A10 P9 U10 W10");
}

/* In summer a spoil card concerns every perishable barrel; in the final autumn it no longer does. */
RULE_TEST(summer_and_after, "X12 B106: summer and what follows")
{
	for (int n = 9; n <= 13; n++) {
		struct fix f = nth_fill(n);
		bool summer = n >= 10 && n <= 12;
		fix_boat(&f, 1, 30, 12, "F@0 P@0");
		play(&f, "stop, draw spoil-flour-1");
		cargo_is(&f, 1, summer ? "F@1 P@1" : "F@1 P@0");
	}
}

/* With the 15th the round is the last. */
RULE_TEST(last_round, "X12 B138 B139: the last round")
{
	struct fix f = nth_fill(15);
	next_turn(&f);
	to_move_is(&f, 1);
	next_turn(&f);
	to_move_is(&f, OVER);
	f = nth_fill(14);
	next_turn(&f);
	next_turn(&f);
	to_move_is(&f, 0);
}
