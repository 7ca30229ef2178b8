/* Ending an expedition, scoring, global limits: B120 to B129, B141 to B153, B167, B168, B172 to B174. */
#include <stdio.h>

#include "../lively.h"
#include "../rule_runner.h"
#include "fixture.h"

enum { STG = 3, CAP = 6, NMD = 10, HEL = 19, VIC = 27, TRACK = 15 };

/* ---- Ending an expedition ---- */

RULE_TEST(as_many_stops_as_you_like, "B120: an expedition makes as many stops as it likes")
{
	struct fix f = fix_river(2, "");
	fix_turn(&f, 1);
	fix_boat(&f, 1, 20, STG, "");
	for (int town = 0; town < 3; town++) {
		play(&f, "port");
		port_over(&f, "sail on");
		boat_is(&f, 1, 20, (int[]){ STG, CAP, NMD }[town]);
		refused(&f, "port", B(35));
		if (town < 2)
			play(&f, town == 0 ? "move 3" : "move 4");
		next_turn(&f);
		next_turn(&f);
		to_move_is(&f, 1);
	}
	assert_int_equal(f.s.broadhorns.player[1].visited & 7, 7);
	assert_int_equal(f.s.broadhorns.player[0].visited, 0);
}

/* With cargo and travelers, before anything was done. */
static struct fix expedition(int feet, int space)
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, feet, space, "F@1 A@4 U");
	fix_aboard(&f, 0, "TR14");
	return f;
}

RULE_TEST(ending_costs_no_action, "B121: ending it costs no action")
{
	struct fix f = expedition(30, VIC - 2);
	play(&f, "abandon");
	assert_int_equal(f.s.broadhorns.actions, 2);
	phase_is(&f, BROAD_ACTIONS);
	play(&f, "port, boat 20, done");
	assert_int_equal(f.s.broadhorns.actions, 1);
	play(&f, "move 5");

	f = expedition(30, VIC);                        /* in a port action no second one */
	play(&f, "port");
	port_over(&f, "resell");
	assert_int_equal(f.s.broadhorns.actions, 1);
}

RULE_TEST(abandoned_cargo_is_lost, "B122: outside a port action cargo and travelers are lost, and there is no resale")
{
	static const int space[] = { 0, 5, VIC };       /* by a port too, when it is no part of a port action */
	for (int i = 0; i < 3; i++) {
		struct fix f = expedition(40, space[i]);
		fix_hand(&f, 0, "TR8 VIC-A");
		bag_is(&f, "F9 A9 P10 U9 W10");
		play(&f, "abandon");
		cargo_is(&f, 0, "");
		bag_is(&f, "F10 A10 P10 U10 W10");
		card_is(&f, "TR14", "discard");
		hand_is(&f, 0, "VIC-A TR8");            /* the hand stays */
		gold_is(&f, 0, 20);
		boat_is(&f, 0, 0, 0);
		assert_int_equal(told(&f, "abandoned"), 1);
		assert_int_equal(told(&f, "resold"), 0);
	}
}

RULE_TEST(port_action_pays_the_resale, "B123 B124: in a port action the boat is sold, 20 ft for 1")
{
	static const int feet[] = { 20, 30, 40 }, resale[] = { 1, 3, 5 };
	for (int i = 0; i < 3; i++) {
		struct fix f = fix_river(3, "");
		fix_boat(&f, 0, feet[i], VIC, "");
		play(&f, "port");
		gold_is(&f, 0, 20);
		while (f.s.broadhorns.phase != BROAD_RESALE) {
			refused(&f, "resell", B(38));   /* only at the end of it */
			play(&f, "done");
		}
		legal_is(&f, "resell, sail on");
		gold_is(&f, 0, 20);
		play(&f, "resell");
		gold_is(&f, 0, 20 + resale[i]);
		assert_int_equal(told(&f, "resold"), 1);
		assert_int_equal(told_event(&f, "resold")->n, resale[i]);
	}
}

RULE_TEST(resale_is_a_choice, "B123: that is a choice, and its time is the port action")
{
	struct fix f = expedition(20, VIC);
	play(&f, "port");
	port_over(&f, "sail on");
	gold_is(&f, 0, 20);
	boat_is(&f, 0, 20, VIC);
	cargo_is(&f, 0, "F@1 A@4 U@0");
	card_is(&f, "TR14", "aboard 0");
	refused(&f, "resell", B(38));                   /* afterwards there is no resale (A42) */
	refused(&f, "sail on", B(38));
	play(&f, "abandon");
	gold_is(&f, 0, 20);
}

RULE_TEST(resale_comes_last, "B123: it is the last part of it and pays for nothing before")
{
	struct fix f = fix_river(3, "");                /* 1 gold and 3 would buy flour at 2 + 2 */
	fix_boat(&f, 0, 30, VIC, "");
	fix_gold(&f, 0, 1);
	play_into(&f, "port", BROAD_RESALE);
	refused(&f, "buy flour", B(123));
	play(&f, "resell");
	gold_is(&f, 0, 4);
	cargo_is(&f, 0, "");
}

RULE_TEST(travelers_stay_at_the_port, "B125 A44: travelers still aboard are placed at that town")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 40, HEL, "");
	fix_aboard(&f, 0, "TR14 TR8");
	fix_boat(&f, 1, 20, HEL, "");
	fix_aboard(&f, 1, "TR15");
	play(&f, "port");
	port_over(&f, "resell");
	card_is(&f, "TR14", "at HEL");
	card_is(&f, "TR8", "at HEL");
	card_is(&f, "TR15", "aboard 1");
	gold_is(&f, 0, 25);
}

RULE_TEST(cargo_left_goes_to_the_bag, "B168 A43: barrels still aboard go to the bag")
{
	struct fix f = expedition(40, VIC);
	play(&f, "port, sell apples@4 for 4");
	bag_is(&f, "F9 A9 P10 U9 W10");
	port_over(&f, "resell");
	cargo_is(&f, 0, "");
	bag_is(&f, "F10 A9 P10 U10 W10");
	gold_is(&f, 0, 29);
}

RULE_TEST(back_in_st_louis, "B126 B127: back in St. Louis without a boat, for a new expedition with an action that is left")
{
	struct fix f = expedition(20, VIC);
	play(&f, "port");
	port_over(&f, "resell");
	boat_is(&f, 0, 0, 0);
	refused(&f, "move 1", B(99));
	refused(&f, "abandon", B(167));
	legal_is(&f, "port, stop");                     /* B127: with the action that is left */
	sails_to(&f, "port, boat 20, buy flour, done", 0, 20, 0);
	cargo_is(&f, 0, "F@0");
	assert_int_equal(f.s.broadhorns.actions, 0);
}

RULE_TEST(no_action_left_no_port, "B127 A11: with none left the turn goes on")
{
	struct fix f = expedition(20, VIC - 1);
	play(&f, "move 1, port");
	port_over(&f, "resell");
	phase_is(&f, BROAD_DRAW);                       /* nothing is left that anybody could choose */
	boat_is(&f, 0, 0, 0);

	f = expedition(20, 1);
	play(&f, "move 1, move 1, abandon");            /* the bonus move is lost with the boat (A11) */
	phase_is(&f, BROAD_DRAW);

	f = expedition(20, VIC);                        /* whoever it is, and whatever the others have */
	fix_turn(&f, 1);
	fix_boat(&f, 1, 20, VIC - 1, "U");
	play(&f, "move 1, port");
	port_over(&f, "resell");
	phase_is(&f, BROAD_DRAW);
}

RULE_TEST(ports_are_open_again, "B128: the new expedition may use all towns again")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, 20, STG, "");
	fix_visited(&f, 0, "STG");
	refused(&f, "port", B(35));
	sails_to(&f, "abandon, port, boat 20, done, move 3", 0, 20, STG);
	next_turn(&f);
	next_turn(&f);
	play(&f, "port");

	f = fix_river(2, "");                           /* St. Louis too, even in the same turn (A3) */
	play(&f, "port, boat 20, done");
	refused(&f, "port", B(160));
	sails_to(&f, "abandon, port, boat 30, done", 0, 30, 0);
	gold_is(&f, 0, 16);
}

RULE_TEST(no_resale_in_st_louis, "B129 A5: there is no resale in St. Louis")
{
	struct fix f = fix_river(2, "");
	play(&f, "port, boat 20");
	refused(&f, "resell", B(67));
	play(&f, "done");
	phase_is(&f, BROAD_ACTIONS);                    /* no question about it either */
	refused(&f, "resell", B(38));
	play(&f, "abandon");
	gold_is(&f, 0, 20);
}

RULE_TEST(anywhere_and_at_any_point, "B167 A42: an expedition may end anywhere, before, between and after the actions")
{
	static const char *const done[] = { "", "move 1", "move 1, move 1", "move 1, move 1, move 1" };
	for (int space = 0; space <= 37; space++)
		for (int i = 0; i < 4; i++) {
			struct fix f = expedition(20, space);
			f.s.broadhorns.where[card_of(&f, "TR14")] = IN_PILE;
			play(&f, done[i]);
			assert_true(is_legal(&f, "abandon"));
			sails_to(&f, "abandon", 0, 0, 0);
		}

	struct fix f = fix_river(2, "");
	refused(&f, "abandon", B(167));                 /* without a boat */
	fix_boat(&f, 0, 20, VIC, "A");
	play(&f, "port");
	refused(&f, "abandon", B(38));                  /* inside a port action there is the resale */
}

RULE_TEST(not_between_turns, "B167 A42: but in step 3 only")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, 5, "A@1");
	fix_boat(&f, 1, 20, 5, "A@1");
	fix_hand(&f, 1, "VIC-A");
	fix_hand(&f, 0, "VIC-P VIC-U VIC-W");
	play(&f, "stop, draw spoil-apples-1");
	refused(&f, "abandon", B(164));
	play_into(&f, "no ice, no ice, draw TR8", BROAD_DISCARD);
	refused(&f, "abandon", B(114));                 /* A42: no dodging of the hand limit */
	play_into(&f, "discard TR8", BROAD_SPOIL_STEP);
	refused(&f, "abandon", B(25));
}

/* ---- Scoring ---- */

/* The last turn of the last round, nobody having anything; the gold is 20 each. */
static struct fix last_turn(int players, const char *options)
{
	struct fix f = fix_river(players, options);
	fix_seasons(&f, TRACK);
	fix_turn(&f, players - 1);
	return f;
}

static void scores_are(struct fix *f, const int expected[])
{
	int score[MAX_PLAYERS] = { 0 };
	next_turn(f);
	to_move_is(f, OVER);
	f->g->score(f->box, &f->s, score);
	for (int i = 0; i < f->s.players; i++) {
		assert_int_equal(score[i], expected[i]);
		assert_int_equal(f->told.of[told_at(f, "scored") + i].n, expected[i]);
	}
}

static void places_are(const struct fix *f, const int expected[])
{
	int place[MAX_PLAYERS] = { 0 };
	f->g->place(f->box, &f->s, place);
	for (int i = 0; i < f->s.players; i++)
		assert_int_equal(place[i], expected[i]);
}

static int fate(const struct fix *f, int seat)
{
	return f->g->fate(f->box, &f->s, seat);
}

/* Wreaths of 0 to 9 out of tiles with three and with one. */
static void give_wreaths(struct fix *f, int seat, int wreaths)
{
	static const char *const threes[] = { "STG-4 STG-1", "CAP-4 CAP-1", "NMD-4 NMD-1", "MEM-3 MEM-1", "HEL-3 HEL-1", "GRV-3 GRV-1" };
	static const char *const ones[] = { "VIC-2 VIC-1", "NAT-3 NAT-1", "BAT-3 BAT-1", "NOR-5 NOR-1" };
	static const char *const twos[] = { "VIC-1 VIC-2", "NAT-1 NAT-2", "BAT-1 BAT-2", "NOR-1 NOR-2" };
	for (int i = 0; i < 6 && wreaths >= 3; i++)
		if (f->s.broadhorns.town[town_of(f, threes[i])].taken == 0) {
			fix_tiles(f, threes[i], seat);
			wreaths -= 3;
		}
	for (int i = 0; i < 4 && wreaths > 0; i++)
		if (f->s.broadhorns.town[town_of(f, ones[i])].taken == 0) {
			fix_tiles(f, wreaths == 2 ? twos[i] : ones[i], seat);
			wreaths -= wreaths == 2 ? 2 : 1;
		}
	assert_int_equal(wreaths, 0);
}

RULE_TEST(barrels_aboard_are_worth_two, "B141: a barrel aboard is worth 2")
{
	struct fix f = last_turn(2, "wreaths=some");
	fix_boat(&f, 0, 40, 5, "F@0 F@4 A@1 U U W");
	fix_boat(&f, 1, 20, 5, "W");
	scores_are(&f, (int[]){ 20 + 12 + 5, 20 + 2 + 1 });
}

RULE_TEST(boats_are_worth_their_resale, "B142: a boat is worth its resale")
{
	struct fix f = last_turn(4, "wreaths=some");
	fix_boat(&f, 0, 20, 5, "");
	fix_boat(&f, 1, 30, 0, "");
	fix_boat(&f, 2, 40, 40, "");
	scores_are(&f, (int[]){ 21, 23, 25, 20 });
}

RULE_TEST(travelers_aboard_are_worth_nothing, "B143: a traveler aboard is worth nothing")
{
	struct fix f = last_turn(2, "wreaths=some");
	fix_boat(&f, 0, 40, 5, "");
	fix_aboard(&f, 0, "TR14 TR15 TR16");
	fix_boat(&f, 1, 40, 5, "");
	fix_hand(&f, 1, "VIC-A");
	scores_are(&f, (int[]){ 25, 25 });
}

RULE_TEST(wreaths_add_up, "B144: wreaths of all tiles collected are added")
{
	struct fix f = last_turn(2, "");
	fix_tiles(&f, "STG-4 STG-1 STG-3", 0);          /* 3 + 2 */
	fix_tiles(&f, "CAP-3 CAP-1", 1);                /* 1 */
	fix_tiles(&f, "NMD-6 NMD-1", 1);                /* 1 */
	fix_tiles(&f, "MEM-1 MEM-2", 1);                /* 2: four in all */
	tiles_are(&f, 0, 2, 5);
	tiles_are(&f, 1, 3, 4);
	scores_are(&f, (int[]){ 27, 20 });

	f = fix_river(2, "");                           /* and those of a tile just taken: four of them against three */
	fix_seasons(&f, TRACK);
	fix_filled(&f, "VIC", "A U W");
	fix_boat(&f, 0, 20, VIC, "P@1 W W");
	fix_tiles(&f, "STG-1 STG-2", 0);
	fix_tiles(&f, "NOR-4 NOR-1", 1);
	play(&f, "port, sell pork@1 for 5, done, tile VIC-2");
	tiles_are(&f, 0, 2, 4);
	port_over(&f, "resell");
	play(&f, "draw VIC-A");
	scores_are(&f, (int[]){ 20 + 5 + 2 + 1 + 7, 20 });
}

static const struct wreath_case { int players, wreaths[BROAD_PLAYERS], bonus[BROAD_PLAYERS]; } wreath_case[] = {
	{ 2, { 4, 3 },       { 7, 0 } },
	{ 2, { 1, 3 },       { 0, 7 } },
	{ 2, { 4, 4 },       { 3, 3 } },
	{ 2, { 0, 0 },       { 3, 3 } },
	{ 3, { 1, 5, 3 },    { 0, 12, 6 } },
	{ 3, { 5, 4, 4 },    { 12, 3, 3 } },
	{ 3, { 5, 5, 2 },    { 9, 9, 0 } },
	{ 3, { 3, 3, 3 },    { 6, 6, 6 } },
	{ 3, { 5, 0, 0 },    { 12, 3, 3 } },
	{ 4, { 2, 3, 5, 6 }, { 0, 5, 10, 15 } },
	{ 4, { 6, 6, 3, 1 }, { 12, 12, 5, 0 } },
	{ 4, { 7, 3, 3, 3 }, { 15, 5, 5, 5 } },
	{ 4, { 6, 3, 3, 1 }, { 15, 7, 7, 0 } },
	{ 4, { 6, 3, 1, 1 }, { 15, 10, 2, 2 } },
	{ 4, { 3, 3, 3, 1 }, { 10, 10, 10, 0 } },
	{ 4, { 3, 3, 3, 3 }, { 7, 7, 7, 7 } },
	{ 4, { 0, 2, 0, 1 }, { 2, 15, 2, 10 } },
	{ 4, { 3, 0, 0, 0 }, { 15, 5, 5, 5 } },
};

static void wreath_bonus_of(int players)
{
	for (size_t i = 0; i < sizeof wreath_case / sizeof wreath_case[0]; i++) {
		const struct wreath_case *c = &wreath_case[i];
		struct fix f = last_turn(players, "");
		int expected[BROAD_PLAYERS];
		if (c->players != players)
			continue;
		for (int seat = 0; seat < players; seat++) {
			give_wreaths(&f, seat, c->wreaths[seat]);
			tiles_are(&f, seat, f.s.broadhorns.player[seat].tiles, c->wreaths[seat]);
			fix_gold(&f, seat, 10 * seat);
			expected[seat] = 10 * seat + c->bonus[seat];
		}
		scores_are(&f, expected);
	}
}

RULE_TEST(two_players, "B145 B148 A51 A52: the wreath bonus of two players") { wreath_bonus_of(2); }
RULE_TEST(three_players, "B146 B148 A51 A52: of three") { wreath_bonus_of(3); }
RULE_TEST(four_players, "B147 B148 A51 A52: of four") { wreath_bonus_of(4); }

RULE_TEST(no_wreaths_no_place, "B148 A52: by the option, who has no wreaths takes no place")
{
	static const struct wreath_case some[] = {
		{ 2, { 0, 0 },       { 0, 0 } },
		{ 3, { 5, 0, 0 },    { 12, 0, 0 } },
		{ 4, { 0, 2, 0, 1 }, { 0, 15, 0, 10 } },
		{ 4, { 0, 2, 0, 2 }, { 0, 12, 0, 12 } },
		{ 4, { 2, 2, 2, 0 }, { 10, 10, 10, 0 } },
	};
	for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
		struct fix f = last_turn(some[i].players, "wreaths=some");
		int expected[BROAD_PLAYERS];
		for (int seat = 0; seat < some[i].players; seat++) {
			give_wreaths(&f, seat, some[i].wreaths[seat]);
			expected[seat] = 20 + some[i].bonus[seat];
		}
		scores_are(&f, expected);
	}
}

RULE_TEST(most_gold_wins, "B149: most gold wins")
{
	struct fix f = last_turn(4, "wreaths=some");
	fix_gold(&f, 0, 30);
	fix_gold(&f, 1, 7);
	fix_gold(&f, 2, 31);
	fix_gold(&f, 3, 8);
	scores_are(&f, (int[]){ 30, 7, 31, 8 });
	places_are(&f, (int[]){ 2, 4, 1, 3 });
	assert_int_equal(fate(&f, 2), BROAD_WON);
	assert_int_equal(fate(&f, 0), BROAD_LOST);
	assert_int_equal(fate(&f, 1), BROAD_LOST);

	f = last_turn(2, "wreaths=some");               /* all that is paid at the end counts, and tiles do not by themselves */
	give_wreaths(&f, 0, 1);
	fix_gold(&f, 0, 13);
	fix_gold(&f, 1, 15);
	fix_boat(&f, 1, 30, 5, "F U W");
	scores_are(&f, (int[]){ 20, 24 });
	places_are(&f, (int[]){ 2, 1 });

	f = last_turn(2, "");                           /* the wreath bonus too */
	give_wreaths(&f, 0, 1);
	fix_gold(&f, 1, 26);
	scores_are(&f, (int[]){ 27, 26 });
	places_are(&f, (int[]){ 1, 2 });
}

RULE_TEST(tiles_break_ties, "B150 A53: more tiles break a tie")
{
	struct fix f = last_turn(2, "");                /* one tile with 3 wreaths against two with 2 */
	give_wreaths(&f, 0, 3);
	fix_tiles(&f, "VIC-2 VIC-1", 1);
	fix_tiles(&f, "NAT-3 NAT-1", 1);
	tiles_are(&f, 0, 1, 3);
	tiles_are(&f, 1, 2, 2);
	fix_gold(&f, 1, 27);
	scores_are(&f, (int[]){ 27, 27 });
	places_are(&f, (int[]){ 2, 1 });
	assert_int_equal(fate(&f, 1), BROAD_WON);
	assert_int_equal(fate(&f, 0), BROAD_LOST);

	f = last_turn(4, "wreaths=some");               /* the lower places too: a tile without gold is worth a place */
	fix_gold(&f, 0, 40);
	fix_tiles(&f, "VIC-2 VIC-1", 2);
	fix_gold(&f, 2, 5);
	scores_are(&f, (int[]){ 40, 20, 20, 20 });
	places_are(&f, (int[]){ 1, 3, 2, 3 });
}

RULE_TEST(the_win_is_shared, "B173 A53: equal in both, they share the place")
{
	struct fix f = last_turn(3, "");
	give_wreaths(&f, 0, 3);
	give_wreaths(&f, 2, 3);
	fix_gold(&f, 1, 29);                            /* as much gold, but no tile */
	scores_are(&f, (int[]){ 29, 29, 29 });
	places_are(&f, (int[]){ 1, 3, 1 });
	assert_int_equal(fate(&f, 0), BROAD_SHARED_WIN);
	assert_int_equal(fate(&f, 1), BROAD_LOST);
	assert_int_equal(fate(&f, 2), BROAD_SHARED_WIN);

	f = last_turn(2, "");
	scores_are(&f, (int[]){ 23, 23 });
	places_are(&f, (int[]){ 1, 1 });
	assert_int_equal(fate(&f, 0), BROAD_SHARED_WIN);
}

RULE_TEST(two_hundred_rounds_at_most, "B172 A56: after round 200 the game is over and scored")
{
	struct fix f = fix_river(2, "");
	fix_round(&f, 199);
	fix_turn(&f, 1);
	next_turn(&f);
	to_move_is(&f, 0);                              /* round 200 is played */
	assert_int_equal(f.s.broadhorns.round, 200);
	assert_int_equal(f.s.broadhorns.final, 0);
	fix_boat(&f, 0, 20, VIC, "");
	play(&f, "port");
	port_over(&f, "resell");
	boat_is(&f, 0, 0, 0);                           /* its turns are not final ones (A56) */
	play(&f, "port, boat 30, buy flour, done");
	f.s.broadhorns.player[1].gold = 5;
	fix_tiles(&f, "STG-4 STG-1", 1);
	next_turn(&f);
	play(&f, "barrel furs");
	to_move_is(&f, 1);
	scores_are(&f, (int[]){ 20 + 1 - 4 - 2 + 2 + 3, 5 + 7 });
	assert_int_equal(f.g->ending(f.box, &f.s), BROAD_BY_CAP);
	places_are(&f, (int[]){ 1, 2 });
}

RULE_TEST(rounds_are_an_option, "B172: the round is an option")
{
	for (int rounds = 2; rounds <= 4; rounds++) {
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "rounds=%d", rounds);
		struct fix f = fix_river(2, words);
		for (int i = 0; i < 2 * (rounds - 1); i++) {
			to_move_is(&f, i % 2);
			next_turn(&f);
		}
		to_move_is(&f, OVER);
		assert_int_equal(f.g->ending(f.box, &f.s), BROAD_BY_CAP);
	}
	struct fix f = last_turn(2, "rounds=2");        /* both at once: the seasons end it */
	next_turn(&f);
	assert_int_equal(f.g->ending(f.box, &f.s), BROAD_BY_SEASONS);
}

/* ---- Global limits ---- */

RULE_TEST(nobody_buys_on_credit, "B151 A54: nobody buys what the gold does not pay for")
{
	struct fix f = fix_river(2, "");
	fix_gold(&f, 0, 3);
	fix_market(&f, "F4 A2 P1 U3");
	play(&f, "port");
	refused(&f, "boat 30", B(69));
	play(&f, "boat 20");
	refused(&f, "blind", B(151));
	play(&f, "buy pork");                           /* 3: down to nothing is allowed */
	gold_is(&f, 0, 0);
	refused(&f, "buy flour, buy apples", B(151));
	legal_is(&f, "done");

	f = fix_river(2, "");
	fix_gold(&f, 0, 4);
	fix_market(&f, "F4 A2 P1 U3");
	play(&f, "port, boat 20, blind, barrel furs");
	gold_is(&f, 0, 0);

	f = fix_river(2, "");                           /* on the river: flour at 2 + 2 */
	fix_gold(&f, 0, 7);
	fix_boat(&f, 0, 20, VIC, "");
	play(&f, "port, buy flour");
	gold_is(&f, 0, 3);
	refused(&f, "buy flour", B(151));
}

static int barrels(const struct fix *f, int cargo)
{
	const struct broadhorns *h = &f->s.broadhorns;
	int n = h->market[cargo] + h->bag[cargo];
	for (int i = 0; i < f->s.players; i++)
		for (int at = 0; at < BROAD_LENGTH; at++)
			n += h->player[i].cargo[cargo][at];
	for (int i = 0; i < h->seasons; i++)
		n += h->track[i] == cargo;
	for (int t = 0; t < BROAD_TOWNS; t++)
		for (int k = 0; k < BROAD_SPACES; k++)
			n += (h->town[t].filled >> k & 1) && f->box->broadhorns.town[t].tile[h->town[t].tile].space[k].cargo == cargo;
	return n;
}

/* Twelve barrels of each type are somewhere, in or out of the bag. */
static void count_barrels(const struct fix *before, const struct fix *after)
{
	(void)before;
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		assert_int_equal(barrels(after, cargo), 12);
}

/* Each card is in one place, of those that a full state knows, and the counts of the hands are those of the cards in them. */
static void count_cards(const struct fix *before, const struct fix *after)
{
	const struct broadhorns *h = &after->s.broadhorns;
	int held[BROAD_PLAYERS][AGES] = { { 0 } };
	(void)before;
	for (int card = 0; card < BROAD_CARDS; card++) {
		int where = h->where[card];
		assert_true(where < UNSEEN);
		assert_true(card < FIRST_SPOIL || where <= SET_ASIDE);
		if (where >= IN_HAND)
			held[(where - IN_HAND) / AGES][(where - IN_HAND) % AGES]++;
		if (where >= ABOARD && where < IN_HAND)
			assert_true(card >= FIRST_TRAVELER && card < FIRST_ICE && h->player[where - ABOARD].boat != NO_BOAT);
		if (where >= AT_TOWN && where < ABOARD)
			assert_true(card < FIRST_ICE);
		if (where == SET_ASIDE)
			assert_true(h->phase == BROAD_SPOIL_CARD || h->phase == BROAD_SETUP_CARDS);
	}
	for (int i = 0; i < BROAD_PLAYERS; i++)
		for (int age = 0; age < AGES; age++)
			assert_int_equal(h->player[i].held[age], held[i][age]);
}

static int bits(unsigned set)
{
	int n = 0;
	for (; set; set &= set - 1)
		n++;
	return n;
}

/* What was collected is what is missing from the stacks: as many tiles, and as many wreaths. */
static void count_tiles(const struct fix *before, const struct fix *after)
{
	const struct broadhorns *h = &after->s.broadhorns;
	int stacked = 0, tiles = 0, missing_wreaths = 0, wreaths = 0;
	(void)before;
	if (h->phase == BROAD_SETUP_TILES)
		return;
	for (int t = 0; t < BROAD_TOWNS; t++) {
		const struct broad_town *town = &h->town[t];
		bool between = h->phase == BROAD_REVEAL && h->port == t;        /* its tile is taken, the next not yet seen */
		assert_true(town->taken <= 3);
		assert_int_equal(town->tile == BARE_BOARD, town->taken == 3);
		assert_int_equal(bits(town->seen), town->taken + (town->taken < 3 && !between));
		stacked += 3 - town->taken;
		for (int k = 0; k < BROAD_TILES; k++)
			if ((town->seen >> k & 1) && (k != town->tile || between))
				missing_wreaths += after->box->broadhorns.town[t].tile[k].wreaths;
	}
	for (int i = 0; i < after->s.players; i++) {
		tiles += h->player[i].tiles;
		wreaths += h->player[i].wreaths;
	}
	assert_int_equal(stacked + tiles, 30);
	assert_int_equal(wreaths, missing_wreaths);
}

/* Gold is what was there, less what was told to be paid; it never runs under. */
static void count_gold(const struct fix *before, const struct fix *after)
{
	for (int i = 0; i < after->s.players; i++)
		assert_true(gold(after, i) <= gold(before, i) + 20 && gold(after, i) < 2000);
}

/* Random games and lively ones of every size, in which towns fill up. */
static void games(void (*watch)(const struct fix *before, const struct fix *after))
{
	int filled = 0;
	for (int i = 0; i < 12; i++) {
		struct fix f = fix_new(2 + i % 3, i % 2 ? "" : "rounds=20");
		struct rng r = rng_seed((uint64_t)i);
		if (i % 2 == 0) {
			play_random(&f, (uint64_t)i, watch);
			continue;
		}
		for (int seat; (seat = f.g->to_move(f.box, &f.s)) != OVER; ) {
			struct fix before = f;
			struct moves list = { 0 };
			f.g->legal(f.box, &f.s, &list);
			int move = seat == CHANCE ? game_chance(f.g, f.box, &f.s, &r) : lively_move(f.g, f.box, &f.s, &list, &r);
			f.told = (struct events){ 0 };
			f.g->apply(f.box, &f.s, move, &f.told);
			filled += told(&f, "filled");
			watch(&before, &f);
		}
	}
	assert_true(filled >= 60);
}

RULE_TEST(sixty_barrels, "B152: there are always 60 barrels, twelve of each type") { games(count_barrels); }
RULE_TEST(seventy_three_cards, "B153: there are always 73 cards") { games(count_cards); }
RULE_TEST(thirty_tiles, "B174: there are always 30 tiles") { games(count_tiles); }
RULE_TEST(gold_is_never_negative, "B151: gold never runs under") { games(count_gold); }

RULE_TEST(too_many_or_too_few_is_noticed, "B152 B153 B174: a position that has lost something is refused")
{
	struct fix f = fix_river(2, "");
	f.s.broadhorns.bag[FURS]++;
	check_fails(&f);
	f = fix_river(2, "");
	f.s.broadhorns.market[FURS]--;
	check_fails(&f);
	f = fix_river(2, "");
	f.s.broadhorns.player[0].held[0]++;             /* a card that is nowhere */
	check_fails(&f);
	f = fix_river(2, "");
	f.s.broadhorns.where[0] = IN_HAND;              /* a card too many in a hand */
	check_fails(&f);
	f = fix_river(2, "");
	f.s.broadhorns.player[1].tiles++;
	check_fails(&f);
	f = fix_river(2, "");
	f.s.broadhorns.town[3].taken++;
	check_fails(&f);
}
