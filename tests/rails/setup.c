/* Set-up (R1-R18, R97), the map (R98), money (R99). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

/* By the lowest moves up to the first choice of that phase: tiles A, B, C unturned, achievements A1 .. A5, contracts K1, K2 ... */
static struct fix upto(int players, const char *options, int phase)
{
	struct fix f = fix_new(players, options, NULL);
	while (f.s.rails.phase != phase)
		play_lowest(&f);
	return f;
}

/* Chance has that many ways, all alike. */
static void even_chance(const struct fix *f, int ways)
{
	struct moves list = { 0 };
	to_move_is(f, CHANCE);
	f->g->legal(f->box, &f->s, &list);
	assert_int_equal(list.n, ways);
	for (int i = 0; i < list.n; i++)
		assert_int_equal(f->g->weight(f->box, &f->s, list.id[i]), f->g->weight(f->box, &f->s, list.id[0]));
	assert_true(f->g->weight(f->box, &f->s, list.id[0]) > 0);
}

static void source_is(const struct fix *f, const char *source)
{
	assert_string_equal(f->g->sources[f->g->source(f->box, &f->s)], source);
}

/* What the lowest chance move reads like for a seat. */
static void lowest_reads(const struct fix *f, int seat, const char *words)
{
	struct moves list = { 0 };
	char got[MAX_TEXT];
	f->g->legal(f->box, &f->s, &list);
	f->g->text(f->box, &f->s, list.id[0], seat, got);
	assert_string_equal(got, words);
}

static int tiles_in_play(const struct fix *f)
{
	int n = 0;
	for (int t = 0; t < RAILS_TILES; t++)
		n += f->s.rails.place[t] != NO_PLACE;
	return n;
}

/* The map */

RULE_TEST(tiles_by_players, "R1: two players use three tiles, three and four players four")
{
	static const int tiles[] = { 3, 3, 4, 4 };
	assert_int_equal(game_find("rails")->min_players, 1);
	assert_int_equal(game_find("rails")->max_players, 4);
	for (int players = 2; players <= 4; players++) {
		struct fix f = fix_new(players, "", NULL);
		int laid = 0;
		for (; f.s.rails.phase == RAILS_LAY; laid++)
			play_lowest(&f);
		assert_int_equal(laid, tiles[players - 1]);
		assert_int_equal(tiles_in_play(&f), tiles[players - 1]);
	}
}

RULE_TEST(three_tiles_alone, "R2: alone one uses three tiles")
{
	struct fix f = fix_new(1, "", NULL);
	phase_is(&f, RAILS_LAY);
	play_into(&f, "lay D turned 0, lay B turned 0", RAILS_LAY);
	play_into(&f, "lay A turned 0", RAILS_DRAW_GOALS);
	assert_int_equal(tiles_in_play(&f), 3);
	assert_int_equal(f.s.rails.place[2], NO_PLACE);
}

RULE_TEST(tiles_by_chance, "R3: tiles, their order and their turn are chance")
{
	struct fix f = fix_new(2, "", NULL);
	even_chance(&f, 4 * 6);
	source_is(&f, "map");
	refused(&f, "build A4, pass", R(3));
	play(&f, "lay B turned 3");
	assert_int_equal(told_event(&f, "laid")->thing, 1);
	assert_int_equal(told_event(&f, "laid")->place, 0);
	assert_int_equal(told_event(&f, "laid")->n, 3);
	even_chance(&f, 3 * 6);
	refused(&f, "lay B turned 3, lay B turned 0", R(3));
	play(&f, "lay D turned 5");
	assert_int_equal(told_event(&f, "laid")->place, 1);
	even_chance(&f, 2 * 6);
	play(&f, "lay A turned 1");
	assert_int_equal(f.s.rails.place[0], 2);
	assert_int_equal(f.s.rails.place[1], 0);
	assert_int_equal(f.s.rails.place[2], NO_PLACE);
	assert_int_equal(f.s.rails.place[3], 1);
	assert_int_equal(f.s.rails.turned[0], 1);
	assert_int_equal(f.s.rails.turned[1], 3);
	assert_int_equal(f.s.rails.turned[3], 5);
	refused(&f, "lay C turned 0", R(3));
	f = fix_new(4, "", NULL);
	play(&f, "lay C turned 0, lay D turned 2, lay A turned 4");
	even_chance(&f, 6);
}

/* Whatever lies there already, every tile may come in every turn. */
RULE_TEST(every_turn_fits, "R4: no tile has to match another")
{
	char words[MAX_TEXT];
	for (int one = 0; one < 6; one++)
		for (int other = 0; other < 6; other++) {
			struct fix f = fix_new(3, "", NULL);
			snprintf(words, sizeof words, "lay A turned %d, lay B turned %d", one, other);
			play(&f, words);
			even_chance(&f, 2 * 6);
			snprintf(words, sizeof words, "lay C turned %d", other);
			play(&f, words);
			even_chance(&f, 6);
		}
}

static void name_of(int hex, char out[8])
{
	snprintf(out, 8, "%c%d", 'A' + hex / RAILS_HEXES, hex % RAILS_HEXES + 1);
}

static bool takes_tracks(const struct fix *f, int hex)
{
	return f->s.rails.place[hex / RAILS_HEXES] != NO_PLACE && f->box->rails.tile[hex / RAILS_HEXES].hex[hex % RAILS_HEXES].terrain != CITY;
}

/* The hexes that take a track and lie next to one of two, in the order of the map. */
static void around(const struct fix *f, const char *one, const char *other, char out[MAX_TEXT])
{
	char name[8];
	out[0] = '\0';
	for (int h = 0; h < RAILS_MAP; h++) {
		name_of(h, name);
		if (takes_tracks(f, h) && strcmp(name, one) != 0 && strcmp(name, other) != 0
		    && (are_adjacent(f, name, one) || are_adjacent(f, name, other)))
			sprintf(out + strlen(out), "build %s, ", name);
	}
}

/* On every hex in turn the game builds, from a track next to it: then exactly what lies next to the two can be built on. */
static void sites_agree(const struct fix *base)
{
	char one[8], other[8], words[MAX_TEXT];
	for (int h = 0; h < RAILS_MAP; h++) {
		struct fix f = *base;
		int from = 0;
		if (!takes_tracks(&f, h))
			continue;
		name_of(h, one);
		for (name_of(from, other); !takes_tracks(&f, from) || !are_adjacent(&f, one, other); name_of(from, other))
			from++;
		fix_tracks(&f, 0, other);
		fix_money(&f, 0, 20);
		snprintf(words, sizeof words, "build %s", one);
		play(&f, words);
		around(&f, one, other, words);
		legal_is(&f, strcat(words, "loan"));
	}
}

RULE_TEST(borders_join, "R5: hexes meet across the borders of tiles")
{
	struct fix f = fix_map(2, "");                          /* by hand: A12 lies on three borders */
	fix_tracks(&f, 0, "A12");
	legal_is(&f, "build A7, build A11, build A16, build B1, build B4, build C17, loan");
	play(&f, "build B1");
	legal_is(&f, "build A7, build A11, build A16, build B2, build B4, build B5, build C17, build C18, loan");
	f = fix_map(4, "");
	fix_tracks(&f, 0, "B12");
	fix_money(&f, 0, 9);
	legal_is(&f, "build B7, build B11, build B16, build D17, loan");
}

RULE_TEST(turned_borders_join, "R5 R98: however the tiles are turned")
{
	char tiles[MAX_TEXT];
	for (int turn = 0; turn < 6; turn++)
		for (int other = 0; other < 6; other++) {
			struct fix f = fix_map(3, "");
			snprintf(tiles, sizeof tiles, "D%d B%d A%d C%d", turn, other, (turn + other) % 6, (turn + 2 * other) % 6);
			fix_tiles(&f, tiles);
			sites_agree(&f);
		}
}

/* In another box a tile may lie next to another in any of thirty ways; the third is far away. */
RULE_TEST(any_centres, "R5 R98: wherever another box lays them")
{
	struct box box = *game_find("rails")->box;
	int ways = 0;
	box.rails.centre[0] = (struct rails_centre){ 10, 10 };
	box.rails.centre[2] = (struct rails_centre){ 30, 10 };
	for (int q = -5; q <= 5; q++)
		for (int r = -5; r <= 5; r++) {
			if ((abs(q) + abs(r) + abs(q + r)) / 2 != 5)
				continue;
			box.rails.centre[1] = (struct rails_centre){ (uint8_t)(10 + q), (uint8_t)(10 + r) };
			struct fix f = fix_map_box(2, "", &box);
			char tiles[MAX_TEXT];
			snprintf(tiles, sizeof tiles, "A%d B%d C0", ways % 6, ways % 5);
			fix_tiles(&f, tiles);
			sites_agree(&f);
			ways++;
		}
	assert_int_equal(ways, 30);
}

/* By hand: in the middle of the turned tile everything stays as it was, at its edge other hexes meet. */
RULE_TEST(turns_by_hand, "R98: turned tiles by hand")
{
	struct fix f = fix_map(2, "");
	fix_tiles(&f, "A1 B0 C0");
	fix_money(&f, 0, 20);
	fix_tracks(&f, 0, "B1");
	play(&f, "build B4");
	legal_is(&f, "build A3, build A7, build B2, build B5, build B9, build C17, build C18, loan");
	f = fix_map(2, "");
	fix_tiles(&f, "C0 A2 B5");
	fix_money(&f, 0, 20);
	fix_tracks(&f, 0, "A17");
	play(&f, "build A13");
	legal_is(&f, "build A8, build A9, build A14, build A18, build B13, build B17, build C12, loan");
}

RULE_TEST(hexes_not_in_play, "R98: nothing is built on a tile that is not in play")
{
	struct fix f = fix_map(2, "");
	fix_tracks(&f, 0, "B12 C12");
	refused(&f, "build D17, build D4", R(98));
	f = fix_map(2, "");
	fix_tiles(&f, "D0 B0 C0");
	refused(&f, "build A1", R(98));
}

RULE_TEST(centres_in_order, "R98: the n-th tile takes the n-th centre")
{
	struct fix f = fix_new(4, "", NULL);
	play(&f, "lay D turned 0, lay C turned 0, lay B turned 0, lay A turned 0");
	for (int t = 0; t < RAILS_TILES; t++)
		assert_int_equal(f.s.rails.place[t], 3 - t);
}

/* Cubes and pieces */

RULE_TEST(printed_cubes, "R6: each factory starts with its printed cubes")
{
	struct fix f = fix_new(2, "", NULL);
	play(&f, "lay D turned 2, lay A turned 0");
	play_into(&f, "lay B turned 4", RAILS_DRAW_GOALS);
	cubes_are(&f, "A4", 2);
	cubes_are(&f, "A12", 2);
	cubes_are(&f, "A17", 1);
	cubes_are(&f, "B5", 2);
	cubes_are(&f, "B16", 2);
	cubes_are(&f, "B17", 1);
	cubes_are(&f, "C1", 0);                                 /* not in play */
	cubes_are(&f, "C7", 0);
	cubes_are(&f, "C17", 0);
	cubes_are(&f, "D3", 2);
	cubes_are(&f, "D8", 2);
	cubes_are(&f, "D18", 1);
}

/* The good of a cube is that of its factory: coal comes from A4, timber from A12. */
RULE_TEST(own_goods, "R6: a cube is of the good of its factory")
{
	struct fix f = fix_map(2, "freight=off");
	fix_tracks(&f, 0, "A12 A7");
	fix_delivery(&f, "F8");
	legal_is(&f, "deliver A12 to C13, loan, pass");
	play(&f, "deliver A12 to C13, use F8 length 2");
	assert_int_equal(f.s.rails.side[0].delivered[TIMBER], 1);
	cubes_are(&f, "A12", 1);
}

RULE_TEST(pieces_of_a_player, "R7: 23 tracks and 8 trains each")
{
	for (int players = 1; players <= 4; players++) {
		struct fix f = upto(players, "", RAILS_BUILD);
		assert_int_equal(f.box->rails.tracks, 23);
		assert_int_equal(f.box->rails.wagons, 8);
		for (int i = 0; i < players; i++) {
			supply_is(&f, i, 23 - 4 - 1);
			assert_int_equal(f.s.rails.side[i].wagons, 8);
		}
	}
}

/* Money, prestige, and one for each achievement face up: all five can be marked. */
RULE_TEST(seven_discs, "R7: discs for all five achievements")
{
	struct fix f = fix_map(2, "freight=off");
	char goal[MAX_TEXT];
	fix_goals(&f, "A1 A3 A4 A5 A12");
	fix_tracks(&f, 0, "A6 A18 B7 A10 A13 B9 A3 A5 A15 B1 A9 A11 B6");
	fix_money(&f, 0, 12);
	assert_int_equal(GOALS_OPEN, 7 - 2);
	fix_tracks(&f, 0, "A14");
	play(&f, "build A16, build A1");
	assert_int_equal(told(&f, "claimed"), 5);
	for (const char *goals = "A1 A3 A4 A5 A12"; next_word(&goals, " ", goal); )
		claimed_is(&f, goal, 0);
}

RULE_TEST(locked_spaces, "R8: four tracks are on the locked spaces")
{
	struct fix f = upto(3, "", RAILS_START_TRACK);
	assert_int_equal(RAILS_ABILITIES, 4);
	for (int i = 0; i < 3; i++) {
		supply_is(&f, i, 23 - 4);
		assert_int_equal(f.s.rails.side[i].unlocked, 0);
	}
	f = fix_map(2, "freight=off");                          /* they are not for building: who has no other builds nothing */
	fix_tracks(&f, 0, "A4");
	fix_tracks(&f, 1, "B5");
	fix_supply(&f, 1, 0);
	finish_turn(&f);
	to_move_is(&f, 1);
	assert_true(f.s.rails.phase != RAILS_BUILD);
}

RULE_TEST(start_money, "R9: $5 each")
{
	for (int players = 1; players <= 4; players++) {
		struct fix f = upto(players, "", RAILS_BUILD);
		for (int i = 0; i < players; i++)
			money_is(&f, i, 5);
	}
}

RULE_TEST(start_prestige, "R10: everybody starts with no prestige")
{
	for (int players = 1; players <= 4; players++) {
		struct fix f = upto(players, "", RAILS_BUILD);
		for (int i = 0; i < f.s.rails.sides; i++)
			prestige_is(&f, i, 0);
	}
}

/* Cards */

RULE_TEST(five_achievements, "R11: five achievements by chance")
{
	struct fix f = upto(2, "", RAILS_DRAW_GOALS);
	even_chance(&f, 12);
	source_is(&f, "goals");
	refused(&f, "build A4", R(11));
	play_into(&f, "goal A7, goal A2, goal A12, goal A1", RAILS_DRAW_GOALS);
	even_chance(&f, 8);
	refused(&f, "goal A2", R(11));
	play(&f, "goal A9");
	assert_int_equal(told_event(&f, "goal")->thing, 8);
	assert_int_equal(told_event(&f, "goal")->place, 4);
	phase_is(&f, RAILS_DRAW_CONTRACTS);
	refused(&f, "goal A3", R(11));
	static const int expected[] = { 6, 1, 11, 0, 8 };
	for (int i = 0; i < GOALS_OPEN; i++) {
		assert_int_equal(f.s.rails.goal[i], expected[i]);
		assert_int_equal(f.s.rails.claimed[i], NO_SIDE);
	}
}

RULE_TEST(the_other_seven_are_out, "R11: the other seven are out of the game")
{
	struct fix f = fix_map(2, "freight=off");               /* rich, but Banker is not face up */
	fix_tracks(&f, 0, "A4");
	fix_money(&f, 0, 50);
	play_into(&f, "build A1, build A8", RAILS_BUY);
	assert_int_equal(told(&f, "claimed"), 0);
	fix_goals(&f, "A1 A2 A3 A4 A12");
	fix_turn(&f, 0);
	play(&f, "build A5, build A9");
	assert_int_equal(told(&f, "claimed"), 1);
	claimed_is(&f, "A12", 0);
}

RULE_TEST(a_contract_each, "R12: one contract each")
{
	for (int players = 1; players <= 4; players++) {
		struct fix f = upto(players, "", RAILS_DRAW_CONTRACTS);
		for (int i = 0; i < players; i++) {
			phase_is(&f, RAILS_DRAW_CONTRACTS);
			even_chance(&f, 8 - i);
			source_is(&f, "contracts");
			play_lowest(&f);
		}
		phase_is(&f, RAILS_DRAW_HANDS);
		for (int i = 0; i < players; i++)
			assert_int_equal(f.s.rails.contract[i], i);
	}
	struct fix f = upto(2, "", RAILS_DRAW_CONTRACTS);
	refused(&f, "build A4", R(12));
	play(&f, "contract K8");
	refused(&f, "contract K8", R(12));
	play(&f, "contract K3");
	assert_int_equal(f.s.rails.contract[0], 7);
	assert_int_equal(f.s.rails.contract[1], 2);
	refused(&f, "contract K1", R(12));
}

RULE_TEST(contracts_are_secret, "R12: only its owner sees it")
{
	struct fix f = upto(3, "", RAILS_DRAW_CONTRACTS);
	struct state view;
	lowest_reads(&f, 0, "contract K1");
	lowest_reads(&f, 1, "contract ?");
	lowest_reads(&f, WATCHER, "contract ?");
	play(&f, "contract K1");
	lowest_reads(&f, 0, "contract ?");
	lowest_reads(&f, 1, "contract K2");
	play(&f, "contract K5, contract K2");
	for (int i = 0; i < 3; i++) {
		game_view(f.g, f.box, &f.s, i, &view);
		for (int j = 0; j < 3; j++)
			assert_int_equal(view.rails.contract[j], i == j ? f.s.rails.contract[j] : NO_CONTRACT);
	}
	game_view(f.g, f.box, &f.s, WATCHER, &view);
	assert_int_equal(view.rails.contract[0], NO_CONTRACT);
}

RULE_TEST(three_cards_each, "R13: three train cards each")
{
	for (int players = 1; players <= 4; players++) {
		struct fix f = upto(players, "", RAILS_DRAW_HANDS);
		for (int i = 0; i < 3 * players; i++) {
			phase_is(&f, RAILS_DRAW_HANDS);
			even_chance(&f, 32 - i);
			source_is(&f, "trains");
			play_lowest(&f);
		}
		phase_is(&f, RAILS_FILL_MARKET);
		hand_is(&f, 0, "F1 F2 F3");
		for (int i = 0; i < players; i++)
			assert_int_equal(f.s.rails.side[i].dealt, 3);
	}
	struct fix f = upto(2, "", RAILS_DRAW_HANDS);
	refused(&f, "pass", R(13));
	lowest_reads(&f, 0, "draw F1");
	lowest_reads(&f, 1, "draw ?");
	play(&f, "draw L8, draw F6, draw M2, draw E7");
	refused(&f, "draw F6", R(14));
	play(&f, "draw E1, draw F1");
	hand_is(&f, 0, "F6 M2 L8");
	hand_is(&f, 1, "F1 E1 E7");
}

RULE_TEST(an_open_market, "R14: three cards in the open market, the rest is the deck")
{
	struct fix f = upto(2, "", RAILS_FILL_MARKET);
	even_chance(&f, 32 - 6);
	refused(&f, "buy M1, draw F1", R(14));
	lowest_reads(&f, WATCHER, "draw F7");
	play(&f, "draw L2");
	assert_int_equal(told_event(&f, "offered")->thing, card_of(&f, "L2"));
	assert_int_equal(told_event(&f, "offered")->place, 0);
	play(&f, "draw M5, draw E3");
	assert_int_equal(told_event(&f, "offered")->place, 2);
	market_is(&f, "L2 M5 E3");
	phase_is(&f, RAILS_FIRST);
	for (int players = 1; players <= 4; players++) {
		int deck = 0;
		f = upto(players, "", RAILS_START_TRACK);
		for (int c = 0; c < TRAIN_CARDS; c++)
			deck += f.s.rails.where[c] == IN_DECK;
		assert_int_equal(deck, 32 - 3 * players - 3);
	}
}

/* Enough for everybody to have as many as R82 allows at once. */
RULE_TEST(twelve_loans, "R15: loans for everybody")
{
	struct fix f = fix_map(4, "freight=off");
	int taken = 0;
	fix_tracks(&f, 0, "A4");
	fix_tracks(&f, 1, "B5");
	fix_tracks(&f, 2, "C7");
	fix_tracks(&f, 3, "D3");
	for (int seat = 0; seat < 4; seat++) {
		to_move_is(&f, seat);
		for (; is_legal(&f, "loan"); taken++)
			play(&f, "loan");
		finish_turn(&f);
	}
	assert_int_equal(taken, 12);
}

/* The first player and the start tracks */

RULE_TEST(first_by_chance, "R16: the first player is chance")
{
	for (int players = 2; players <= 4; players++) {
		struct fix f = upto(players, "", RAILS_FIRST);
		even_chance(&f, players);
		source_is(&f, "first");
		refused(&f, "build A4", R(16));
		for (int i = players; i < 4; i++) {
			char words[MAX_TEXT];
			snprintf(words, sizeof words, "first %d", i);
			refused(&f, words, R(16));
		}
	}
	struct fix f = upto(1, "", RAILS_START_TRACK);          /* alone there is nothing to ask */
	to_move_is(&f, 0);
	refused(&f, "first 0", R(16));
}

RULE_TEST(clockwise, "R128: in the order of version 1 play is clockwise")
{
	for (int first = 0; first < 4; first++) {
		struct fix f = upto(4, "freight=off", RAILS_FIRST);
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "first %d", first);
		play(&f, words);
		assert_int_equal(told_event(&f, "first")->seat, first);
		for (int i = 0; i < 4; i++) {
			phase_is(&f, RAILS_START_TRACK);
			to_move_is(&f, (first + i) % 4);
			play_lowest(&f);
		}
		for (int i = 0; i < 8; i++) {
			to_move_is(&f, (first + i) % 4);
			assert_int_equal(f.s.rails.round, 1 + i / 4);
			assert_int_equal(f.g->turn(&f.s), 1 + i);
			finish_turn(&f);
		}
	}
}

RULE_TEST(start_on_factories, "R17: start tracks on factories of their own")
{
	struct fix f = upto(2, "freight=off", RAILS_FIRST);
	play(&f, "first 1");
	to_move_is(&f, 1);
	legal_is(&f, "build A4, build A12, build A17, build B5, build B16, build B17, build C1, build C7, build C17");
	refused(&f, "build A5", R(17));                         /* no factory */
	refused(&f, "build A2", R(17));
	refused(&f, "build D3", R(17));                         /* not in play */
	refused(&f, "pass, loan, repay, deliver A4 to B3", R(17));
	play(&f, "build B16");
	assert_int_equal(told_event(&f, "started")->seat, 1);
	assert_int_equal(told_event(&f, "started")->place, hex_of(&f, "B16"));
	tracks_are(&f, 1, "B16");
	tracks_are(&f, 0, "");
	to_move_is(&f, 0);
	legal_is(&f, "build A4, build A12, build A17, build B5, build B17, build C1, build C7, build C17");
	refused(&f, "build B16", R(17));                        /* somebody started there */
	play(&f, "build C7");
	tracks_are(&f, 0, "C7");
	phase_is(&f, RAILS_BUILD);                              /* one each and no more */
	to_move_is(&f, 1);
}

RULE_TEST(start_is_free, "R18: the start track is free and one of the 23")
{
	struct fix f = upto(3, "freight=off", RAILS_START_TRACK);
	play(&f, "build A4");
	money_is(&f, 0, 5);
	supply_is(&f, 0, 18);
	supply_is(&f, 1, 19);
	play(&f, "build A12, build A17");
	for (int i = 0; i < 3; i++) {
		money_is(&f, i, 5);
		supply_is(&f, i, 18);
		loans_are(&f, i, 0);
	}
}

RULE_TEST(order_of_setup, "R97: the order of set-up")
{
	static const int expected[] = { RAILS_LAY, RAILS_LAY, RAILS_LAY, RAILS_DRAW_GOALS, RAILS_DRAW_GOALS, RAILS_DRAW_GOALS, RAILS_DRAW_GOALS,
		RAILS_DRAW_GOALS, RAILS_DRAW_CONTRACTS, RAILS_DRAW_CONTRACTS, RAILS_DRAW_HANDS, RAILS_DRAW_HANDS, RAILS_DRAW_HANDS,
		RAILS_DRAW_HANDS, RAILS_DRAW_HANDS, RAILS_DRAW_HANDS, RAILS_FILL_MARKET, RAILS_FILL_MARKET, RAILS_FILL_MARKET, RAILS_FIRST,
		RAILS_START_TRACK, RAILS_START_TRACK, RAILS_DOCK };
	struct fix f = fix_new(2, "", NULL);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		phase_is(&f, expected[i]);
		assert_int_equal(f.s.rails.round, 0);
		assert_int_equal(f.g->turn(&f.s), 0);
		if (expected[i] == RAILS_START_TRACK)
			ship_is(&f, "", "");
		play_lowest(&f);
	}
	phase_is(&f, RAILS_BUILD);
	to_move_is(&f, 0);
	assert_int_equal(f.s.rails.round, 1);
	assert_int_equal(f.g->turn(&f.s), 1);
	assert_int_equal(told(&f, "turn"), 1);
	f = upto(2, "freight=off", RAILS_START_TRACK);          /* without the module no ship comes */
	play_into(&f, "build A4, build B5", RAILS_BUILD);
}

/* Who chooses a start track sees the own cards and the tracks before, and not the cards of others. */
RULE_TEST(knowing_the_earlier_ones, "R97: start tracks are chosen knowing the earlier ones and the own cards")
{
	struct fix f = upto(2, "", RAILS_START_TRACK);
	struct state view;
	play(&f, "build A4");
	game_view(f.g, f.box, &f.s, 1, &view);
	assert_true(view.rails.side[0].track[0] == f.s.rails.side[0].track[0]);
	assert_int_equal(view.rails.where[card_of(&f, "F4")], DEALT + 1);
	assert_int_equal(view.rails.where[card_of(&f, "F1")], UNSEEN_CARD);
}

/* Money */

RULE_TEST(no_upper_limit, "R99: money has no upper limit")
{
	struct fix f = fix_map(2, "freight=off");
	fix_tracks(&f, 0, "A4");
	fix_money(&f, 0, 9999);
	play(&f, "loan");
	money_is(&f, 0, 10003);
	fix_money(&f, 0, 255);
	play(&f, "build A1");
	money_is(&f, 0, 255);
	play(&f, "loan");
	money_is(&f, 0, 259);
}

/* Less than nothing would be more than anybody ever has. */
static void money_is_sane(const struct fix *before, const struct fix *after)
{
	(void)before;
	for (int i = 0; i < after->s.rails.sides; i++)
		assert_true(after->s.rails.side[i].money < 500);
}

RULE_TEST(never_below_nothing, "R99: money never falls below nothing")
{
	for (int players = 1; players <= 4; players++)
		for (uint64_t seed = 1; seed <= 10; seed++) {
			struct fix f = fix_new(players, "", NULL);
			play_random(&f, seed, money_is_sane);
		}
	struct fix f = fix_map(2, "");
	fix_tracks(&f, 0, "A4");
	fix_money(&f, 0, 0);
	refused(&f, "build A5, build A9", R(37));
}
