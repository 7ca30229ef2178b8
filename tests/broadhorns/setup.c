/* Set-up (B1-B13, B154), the cargo (B14-B16), and the ships of a box (F2). */
#include <stdio.h>
#include <string.h>

#include "core/codec.h"
#include "base/json.h"
#include "../rule_runner.h"
#include "fixture.h"

static const char *const towns[BROAD_TOWNS] = { "STG", "CAP", "NMD", "MEM", "HEL", "GRV", "VIC", "NAT", "BAT", "NOR" };

/* Every town shows its tile 1, the start cards are to be drawn. */
static struct fix tiles_laid(int players)
{
	struct fix f = fix_new(players, "");
	char words[MAX_TEXT];
	for (int t = 0; t < BROAD_TOWNS; t++) {
		snprintf(words, sizeof words, "tile %s-1", towns[t]);
		play(&f, words);
	}
	return f;
}

/* Seat 0 is in its first turn. Everybody's start card is a delivery to Vicksburg. */
static struct fix started(int players)
{
	static const char *const card[] = { "draw VIC-A", "draw VIC-P", "draw VIC-U", "draw VIC-W" };
	struct fix f = tiles_laid(players);
	for (int i = 0; i < players; i++)
		play(&f, card[i]);
	return f;
}

static void every_count(void (*run)(const struct fix *f))
{
	for (int players = 2; players <= 4; players++) {
		struct fix f = started(players);
		run(&f);
	}
}

RULE_TEST(two_to_four, "B1: two, three or four play")
{
	const struct game *g = game_find("broadhorns");
	assert_int_equal(g->min_players, 2);
	assert_int_equal(g->max_players, 4);
	for (int players = 2; players <= 4; players++) {
		struct fix f = started(players);
		assert_int_equal(f.s.players, players);
		for (int i = 0; i < players; i++) {     /* each has a turn, and nobody else */
			to_move_is(&f, i);
			assert_int_equal(f.s.broadhorns.round, 1);
			next_turn(&f);
		}
		to_move_is(&f, 0);
		assert_int_equal(f.s.broadhorns.round, 2);
	}
}

/* Tiles */

RULE_TEST(top_tiles_by_chance, "B2: the top tile of each town is any of its six")
{
	struct fix f = fix_new(3, "");
	char words[MAX_TEXT];
	for (int t = 0; t < BROAD_TOWNS; t++) {
		const char *c = towns[t];
		turn_is(&f, CHANCE, BROAD_SETUP_TILES);
		snprintf(words, sizeof words, "tile %s-1, tile %s-2, tile %s-3, tile %s-4, tile %s-5, tile %s-6", c, c, c, c, c, c);
		legal_is(&f, words);
		for (int k = 1; k <= BROAD_TILES; k++) {
			snprintf(words, sizeof words, "tile %s-%d", c, k);
			assert_int_equal(weight_of(&f, words), 1);
		}
		snprintf(words, sizeof words, "tile %s-%d", c, t % BROAD_TILES + 1);
		play(&f, words);
		town_is(&f, words + 5, "");
		assert_int_equal(told_event(&f, "revealed")->place, t);
		assert_true(told_event(&f, "revealed")->tells);
		assert_int_equal(told_event(&f, "revealed")->thing, t % BROAD_TILES);
		assert_int_equal(f.s.broadhorns.town[t].seen, 1 << t % BROAD_TILES);
	}
	phase_is(&f, BROAD_SETUP_CARDS);
	f = fix_new(2, "");
	refused(&f, "port, stop", B(2));
}

/* The tiles below come to light one after the other; a tile that was seen never comes again. */
RULE_TEST(three_of_six, "B2 B60: three different tiles come into play, then none")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, 40, 27, "A P U W");
	play(&f, "port, sell apples@0 for 4, sell pork@0 for 5, sell furs@0 for 4, sell whiskey@0 for 3, done, season pork");
	turn_is(&f, CHANCE, BROAD_REVEAL);
	legal_is(&f, "tile VIC-2, tile VIC-3, tile VIC-4, tile VIC-5, tile VIC-6");
	for (int k = 2; k <= 6; k++) {
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "tile VIC-%d", k);
		assert_int_equal(weight_of(&f, words), 1);
	}
	refused(&f, "tile VIC-1", B(2));

	f = fix_river(2, "");
	fix_tiles(&f, "VIC-5 VIC-1", 1);
	fix_boat(&f, 0, 40, 27, "A P U W");
	play(&f, "port, sell apples@0 for 4, sell pork@0 for 5, sell furs@0 for 4, sell whiskey@0 for 3, done, season pork");
	legal_is(&f, "tile VIC-2, tile VIC-3, tile VIC-4, tile VIC-6");

	f = fix_river(2, "");                   /* after the third there is none */
	fix_tiles(&f, "VIC-5 VIC-6 VIC-1", 1);
	fix_boat(&f, 0, 40, 27, "A P U W");
	play(&f, "port, sell apples@0 for 4, sell pork@0 for 5, sell furs@0 for 4, sell whiskey@0 for 3, done, season pork");
	town_is(&f, "VIC-B", "");
	to_move_is(&f, 0);
}

RULE_TEST(only_the_top_counts, "B3: the tile on top is in force, not those below or before")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, 30, 27, "A@1 P");
	play(&f, "port");
	legal_is(&f, "sell apples@1 for 4, sell pork@0 for 5, done");

	f = fix_river(2, "");
	fix_tiles(&f, "VIC-2", 0);
	fix_boat(&f, 0, 30, 27, "A@1 P");
	play(&f, "port");
	legal_is(&f, "sell apples@1 for 5, sell apples@1 for 4, sell pork@0 for 1, done");

	f = fix_river(2, "");                   /* what was on top before no longer counts */
	fix_tiles(&f, "VIC-2 VIC-3", 1);
	fix_boat(&f, 0, 30, 27, "A@1 P");
	play(&f, "port");
	legal_is(&f, "sell apples@1 for 1, sell pork@0 for 5, sell pork@0 for 4, done");
}

/* Cards */

RULE_TEST(one_pile_of_73, "B4: all 73 cards make one pile, any of them may come first")
{
	struct fix f = fix_new(4, "");
	struct moves list = { 0 };
	int all = 0;
	for (int c = 0; c < BROAD_CARDS; c++)
		assert_int_equal(f.s.broadhorns.where[c], IN_PILE);
	f = tiles_laid(4);
	to_move_is(&f, CHANCE);
	f.g->legal(f.box, &f.s, &list);
	for (int i = 0; i < list.n; i++)
		all += f.g->weight(f.box, &f.s, list.id[i]);
	assert_int_equal(all, 73);
	assert_int_equal(BROAD_CARDS, 73);
	assert_true(is_legal(&f, "draw STG-F") && is_legal(&f, "draw NOR-W"));
	assert_true(is_legal(&f, "draw TR1") && is_legal(&f, "draw TR16"));
	assert_true(is_legal(&f, "draw ice") && is_legal(&f, "draw peddler") && is_legal(&f, "draw current"));
	assert_true(is_legal(&f, "draw spoil-flour-1") && is_legal(&f, "draw spoil-apples-1") && is_legal(&f, "draw spoil-pork-1"));

	play(&f, "draw STG-F");                 /* a card that has been drawn is no longer there */
	refused(&f, "draw STG-F", B(4));
	list.n = all = 0;
	f.g->legal(f.box, &f.s, &list);
	for (int i = 0; i < list.n; i++)
		all += f.g->weight(f.box, &f.s, list.id[i]);
	assert_int_equal(all, 72);
}

RULE_TEST(a_start_card_each, "B11: everybody gets one start card")
{
	struct fix f = tiles_laid(3);
	phase_is(&f, BROAD_SETUP_CARDS);
	refused(&f, "port, stop", B(11));
	play(&f, "draw VIC-A");
	hand_is(&f, 0, "VIC-A");
	assert_int_equal(told(&f, "drew"), 2);  /* one for its owner, one for the others */
	assert_int_equal(told_event(&f, "drew")->rule, B(11));
	play(&f, "draw TR8");
	hand_is(&f, 1, "TR8");
	to_move_is(&f, CHANCE);
	play(&f, "draw peddler");
	hand_is(&f, 0, "VIC-A");
	hand_is(&f, 1, "TR8");
	hand_is(&f, 2, "peddler");
	turn_is(&f, 0, BROAD_ACTIONS);
}

RULE_TEST(spoil_cards_are_drawn_past, "B11 A36: spoil cards of the set-up are drawn past and do nothing")
{
	struct fix f = tiles_laid(2);
	play(&f, "draw spoil-pork-1");
	assert_int_equal(told_event(&f, "spoil_card")->rule, B(11));
	hand_is(&f, 0, "");
	hand_is(&f, 1, "");
	turn_is(&f, CHANCE, BROAD_SETUP_CARDS);
	play(&f, "draw spoil-flour-1, draw VIC-A");
	hand_is(&f, 0, "VIC-A");
	play(&f, "draw spoil-apples-1, draw ice");
	hand_is(&f, 0, "VIC-A");
	hand_is(&f, 1, "ice");
	phase_is(&f, BROAD_ACTIONS);
	market_is(&f, "F2 A2 P2 U2 W2");        /* they did nothing */
	bag_is(&f, "F10 A10 P10 U10 W10");
	gold_is(&f, 0, 6);
	gold_is(&f, 1, 7);
}

RULE_TEST(spoil_cards_come_back, "B12 A36: spoil cards of the set-up lie aside until everybody has a card")
{
	struct fix f = tiles_laid(2);
	play(&f, "draw spoil-pork-1, draw spoil-pork-2, draw VIC-A");
	card_is(&f, "spoil-pork-1", "aside");
	card_is(&f, "spoil-pork-2", "aside");
	refused(&f, "draw spoil-pork-1", B(4));
	play(&f, "draw spoil-flour-1");
	card_is(&f, "spoil-flour-1", "aside");
	play(&f, "draw TR8");
	card_is(&f, "spoil-pork-1", "pile");
	card_is(&f, "spoil-pork-2", "pile");
	card_is(&f, "spoil-flour-1", "pile");
	play(&f, "stop");
	assert_true(is_legal(&f, "draw spoil-pork-1") && is_legal(&f, "draw spoil-flour-1"));
}

/* Barrels, boats, gold, seasons */

static void market_full(const struct fix *f)
{
	struct fix g = *f;
	market_is(f, "F2 A2 P2 U2 W2");
	g.s.broadhorns.player[0].gold = 15;     /* of each type the 2, then the 3 */
	play(&g, "port, boat 20, buy furs");
	gold_is(&g, 0, 13);
	play(&g, "buy furs");
	gold_is(&g, 0, 10);
	refused(&g, "buy furs", B(74));
}

RULE_TEST(starts_with_ten_in_the_market, "B5 B23: the market starts with a 3 and a 2 of every type") { every_count(market_full); }

static void bag_of_50(const struct fix *f)
{
	bag_is(f, "F10 A10 P10 U10 W10");
}

RULE_TEST(starts_with_fifty_in_the_bag, "B6: ten barrels of each type start in the bag") { every_count(bag_of_50); }

/* Everybody can have every boat, whatever the others have. */
RULE_TEST(boats_for_everybody, "B7: everybody has all three boats and one piece")
{
	for (int feet = 20; feet <= 40; feet += 10) {
		struct fix f = fix_river(4, "");
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "port, boat %d, done", feet);
		for (int i = 0; i < 4; i++) {
			play(&f, "port");
			legal_is(&f, "boat 20, boat 30, boat 40");
			play(&f, words + 6);
			boat_is(&f, i, feet, 0);
			assert_int_equal(f.s.broadhorns.player[i].visited, 1 << BROAD_TOWNS);   /* by its own visit to St. Louis */
			next_turn(&f);
		}
		for (int i = 0; i < 4; i++) {
			boat_is(&f, i, feet, 0);
			gold_is(&f, i, 20 - (feet == 20 ? 0 : feet == 30 ? 4 : 9));
		}
	}
}

static void at_st_louis(const struct fix *f)
{
	for (int i = 0; i < f->s.players; i++) {
		boat_is(f, i, 0, 0);
		cargo_is(f, i, "");
	}
	legal_is(f, "port, stop");
}

RULE_TEST(starts_without_boats, "B8: all start at St. Louis without a boat") { every_count(at_st_louis); }

/* The first seat begins every round, and only with it does a new one begin. */
RULE_TEST(first_seat_begins_every_round, "B9 B17: the first seat begins every round")
{
	struct fix f = started(3);
	for (int round = 1; round <= 4; round++)
		for (int i = 0; i < 3; i++) {
			to_move_is(&f, i);
			assert_int_equal(f.s.broadhorns.round, round);
			assert_int_equal(f.s.broadhorns.turn, 3 * (round - 1) + i + 1);
			play(&f, "stop");
			if (round == 1 && i == 0)
				assert_int_equal(told(&f, "round"), 0);
			char words[MAX_TEXT];
			snprintf(words, sizeof words, "draw TR%d", 3 * (round - 1) + i + 1);
			play(&f, words);
			assert_int_equal(told(&f, "round"), i == 2);
			assert_int_equal(told(&f, "turn"), 1);
		}
}

RULE_TEST(start_gold, "B10: start gold is 6, 7, 8, 8")
{
	static const int gold_of[] = { 6, 7, 8, 8 };
	for (int players = 2; players <= 4; players++) {
		struct fix f = started(players);
		for (int i = 0; i < players; i++)
			gold_is(&f, i, gold_of[i]);
	}
}

/* In autumn a boat has its base speed, and cargo spoils. */
RULE_TEST(starts_in_autumn, "B13 A55: the season track starts empty, in autumn")
{
	struct fix f = started(2);
	track_is(&f, "");
	assert_int_equal(f.s.broadhorns.seasons, 0);
	assert_int_equal(f.s.broadhorns.final, 0);
	play(&f, "port, boat 20, buy pork, done");
	legal_is(&f, "move 1, move 2, move 3, move 4, move 5, abandon, stop");
	play(&f, "stop, draw TR1, barrel furs, stop, draw TR2, no ice");
	cargo_is(&f, 0, "P@1");
}

RULE_TEST(seat_order, "B154 B17 A58: seat 1 starts and the seats follow in turn")
{
	struct fix f = started(4);
	assert_int_equal(told_event(&f, "turn")->seat, 0);
	assert_int_equal(told_event(&f, "round")->n, 1);
	for (int i = 0; i < 9; i++) {
		to_move_is(&f, i % 4);
		next_turn(&f);
		assert_int_equal(told_event(&f, "turn")->seat, (i + 1) % 4);
	}
}

/* Cargo */

RULE_TEST(five_types_of_twelve, "B14: five types, twelve barrels of each")
{
	struct fix f = started(2);
	const struct broadhorns *b = &f.s.broadhorns;
	for (int c = 0; c < BROAD_CARGOES; c++)
		assert_int_equal(b->market[c] + b->bag[c], 12);
	f.s.broadhorns.player[0].gold = 50;
	play(&f, "port, boat 40");
	legal_is(&f, "buy flour, buy apples, buy pork, buy furs, buy whiskey, blind, done");
	play(&f, "buy flour, buy apples, buy pork, buy furs, buy whiskey");
	cargo_is(&f, 0, "F@0 A@0 P@0 U@0 W@0");
}

/* Seat 1's step 2, and then a spoil card. */
static struct fix spoiling(int seasons, const char *card)
{
	struct fix f = fix_river(2, "");
	char words[MAX_TEXT];
	fix_seasons(&f, seasons);
	fix_boat(&f, 1, 40, 12, "F@0 A@1 P@2 U W");
	next_turn(&f);
	snprintf(words, sizeof words, "stop, draw %s", card);
	play(&f, words);
	return f;
}

RULE_TEST(three_perish, "B15: flour, apples and pork spoil")
{
	struct fix f = spoiling(0, "TR1");
	cargo_is(&f, 1, "F@1 A@2 P@3 U@0 W@0");
	f = spoiling(0, "spoil-flour-1");
	cargo_is(&f, 1, "F@2 A@2 P@3 U@0 W@0");
	f = spoiling(0, "spoil-apples-1");
	cargo_is(&f, 1, "F@1 A@3 P@3 U@0 W@0");
	f = spoiling(0, "spoil-pork-1");
	cargo_is(&f, 1, "F@1 A@2 P@4 U@0 W@0");
}

/* Not even in summer, and however long they are aboard. */
RULE_TEST(two_never_spoil, "B16: furs and whiskey never do")
{
	struct fix f = spoiling(10, "spoil-flour-1");
	cargo_is(&f, 1, "F@2 A@3 P@4 U@0 W@0");
	play(&f, "draw TR1");
	for (int i = 0; i < 6; i++) {
		next_turn(&f);
		if (f.s.broadhorns.phase == BROAD_SPOIL_STEP)
			play(&f, "no ice");
		if (f.s.broadhorns.active == 1) {
			f.s.broadhorns.player[1].held[0] = 0;   /* or the hand limit would ask */
			for (int c = 0; c < BROAD_CARDS; c++)
				if (f.s.broadhorns.where[c] == IN_HAND + AGES)
					f.s.broadhorns.where[c] = IN_DISCARD;
		}
	}
	cargo_is(&f, 1, "U@0 W@0");         /* all the others are lost by now */
}

/* The built-in box as JSON with one piece of text replaced. */
static void ships_are_refused(const char *old, const char *new, const char *field)
{
	static char json[MAX_JSON], other[MAX_JSON];
	const struct game *g = game_find("broadhorns");
	struct text t = text_on(json, sizeof json);
	struct json j;
	struct box box;
	char words[MAX_ERROR] = "";

	codec_box_json(g, g->box, &t);
	char *ships = strstr(json, "\"freight\":"), *at = ships ? strstr(ships, old) : NULL;
	assert_non_null(at);
	snprintf(other, sizeof other, "%.*s%s%s", (int)(at - json), json, new, at + strlen(old));
	assert_true(json_read(&j, other, strlen(other), words));
	assert_false(codec_box_read(g, &box, &j.flats, words));
	json_drop(&j);
	if (strncmp(words, field, strlen(field)) != 0)
		fail_msg("'%s' does not begin with %s", words, field);
}

RULE_TEST(ships_of_a_box, "F2: a box with bad ships is refused by the name of the field")
{
	ships_are_refused("\"good\":\"flour\"", "\"good\":\"coal\"", "freight.ship[0].slot[1].good");
	ships_are_refused("\"name\":\"S2\"", "\"name\":\"S1\"", "freight.ship[1].name");
	ships_are_refused("\"name\":\"S2\"", "\"name\":\"S 2\"", "freight.ship[1].name");
	ships_are_refused("\"containers\":4", "\"containers\":-1", "freight.containers");

	const struct game *g = game_find("broadhorns");
	struct box box = *g->box;
	char words[MAX_TEXT];
	box.broadhorns.freight.ship[5].slots = 0;
	assert_false(g->check_box(&box, words));
	assert_non_null(strstr(words, "freight.ship[5].slots"));
}
