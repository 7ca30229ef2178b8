/* The pieces of the built-in box against the tables of the rules. */
#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

static const char *const tile_row[RAILS_TILES][5] = {
	{ "P c1 F", "fC2 F M* P", "P H W H fT2", "W* P F P", "fL1 M* c2" },
	{ "F P c1", "P fI2 H M*", "c2 W F P P", "M P H* fG2", "fL1 F W*" },
	{ "fI1 F P", "W P H fC2", "P M* F W* P", "c1 F P M", "fL2 H* c2" },
	{ "c1 P fT2", "H P W* F", "fG2 F M P H*", "P W F c2", "M* fI1 P" },
};
static const char good_letter[] = "CITGL", terrain_letter[] = "PFHWMfc";
static const char *const wanted[RAILS_TILES][RAILS_CITIES] = { { "GI", "CL" }, { "TC", "GL" }, { "TG", "IL" }, { "LC", "TI" } };

static unsigned goods_of(const char *letters)
{
	unsigned goods = 0;
	for (; *letters; letters++)
		goods |= 1u << (strchr(good_letter, *letters) - good_letter);
	return goods;
}

static void hex_is(const struct rails_hex *hex, int tile, const char *word)
{
	assert_int_equal(hex->terrain, strchr(terrain_letter, word[0]) - terrain_letter);
	assert_int_equal(hex->star, strchr(word, '*') != NULL);
	assert_int_equal(hex->good, hex->terrain == FACTORY ? strchr(good_letter, word[1]) - good_letter : 0);
	assert_int_equal(hex->cubes, hex->terrain == FACTORY ? word[2] - '0' : 0);
	assert_int_equal(hex->wants, hex->terrain == CITY ? goods_of(wanted[tile][word[1] - '1']) : 0);
}

RULE_TEST(tiles_as_printed, "R6 R22 R35 R45: the tiles of the box")
{
	const struct rails_box *b = &game_find("rails")->box->rails;
	int stars = 0, cubes[RAILS_GOODS] = { 0 };
	for (int t = 0; t < RAILS_TILES; t++) {
		int n = 0;
		char word[MAX_TEXT];
		assert_int_equal(b->tile[t].name[0], 'A' + t);
		for (int row = 0; row < 5; row++)
			for (const char *at = tile_row[t][row]; next_word(&at, " ", word); n++)
				hex_is(&b->tile[t].hex[n], t, word);
		assert_int_equal(n, RAILS_HEXES);
		for (int h = 0; h < RAILS_HEXES; h++) {
			stars += b->tile[t].hex[h].star;
			cubes[b->tile[t].hex[h].good] += b->tile[t].hex[h].cubes;
		}
	}
	assert_int_equal(stars, 12);
	for (int good = 0; good < RAILS_GOODS; good++)
		assert_int_equal(cubes[good], 4);
}

/* Factories and cities are listed in the order of the tile; a list that does not fit is no box. */
RULE_TEST(lists_as_printed, "R6 R22: the factories and cities of the tiles")
{
	const struct game *g = game_find("rails");
	struct box box = *g->box;
	char wrong[MAX_TEXT] = "";
	for (int t = 0; t < RAILS_TILES; t++) {
		int factories = 0, cities = 0;
		for (int h = 0; h < RAILS_HEXES; h++)
			if (box.rails.tile[t].hex[h].terrain == FACTORY)
				assert_int_equal(box.rails.tile[t].factory[factories++], h);
			else if (box.rails.tile[t].hex[h].terrain == CITY)
				assert_int_equal(box.rails.tile[t].city[cities++], h);
		assert_int_equal(factories, RAILS_FACTORIES);
		assert_int_equal(cities, RAILS_CITIES);
	}
	box.rails.tile[1].factory[2]--;
	assert_false(g->check_box(&box, wrong));
	assert_non_null(strstr(wrong, "tile[1]"));
	box = *g->box;
	box.rails.tile[2].city[0]++;
	assert_false(g->check_box(&box, wrong));
	assert_non_null(strstr(wrong, "tile[2]"));
}

/* The centres of 2.4 moved by (0, 3), so that none is negative. */
RULE_TEST(centres_as_given, "R98: the centres of the box")
{
	static const int centre[RAILS_TILES][2] = { { 0, 0 }, { 3, 2 }, { 5, -3 }, { 8, -1 } };
	const struct game *g = game_find("rails");
	struct box overlapping = *g->box;
	char wrong[MAX_TEXT] = "";
	for (int i = 0; i < RAILS_TILES; i++) {
		assert_int_equal(g->box->rails.centre[i].q, centre[i][0]);
		assert_int_equal(g->box->rails.centre[i].r - 3, centre[i][1]);
	}
	assert_true(g->check_box(g->box, wrong));
	overlapping.rails.centre[1].r--;
	assert_false(g->check_box(&overlapping, wrong));
	assert_non_null(strstr(wrong, "centre"));
}

RULE_TEST(numbers_as_given, "R1 R2 R7 R9 R26 R27 R28 R29 R30 R57 R58 R70 R93: the numbers of the box")
{
	static const uint8_t tiles[] = { 3, 3, 4, 4 }, cost[] = { 0, 1, 2, 2, 3, 0 }, market[] = { 1, 2, 3 };
	static const uint8_t income[] = { 2, 2, 3, 3, 4, 4, 5, 5, 6 }, prestige[] = { 1, 1, 2, 2, 3, 3, 4, 4, 5 };
	static const uint8_t ability[] = { 2, 3, 3, 4 }, rival[] = { 2, 2, 2, 2, 2, 3, 3, 2 };
	const struct rails_box *b = &game_find("rails")->box->rails;
	assert_memory_equal(b->tiles, tiles, sizeof tiles);
	assert_memory_equal(b->cost, cost, sizeof cost);
	assert_memory_equal(b->income, income, sizeof income);
	assert_memory_equal(b->prestige, prestige, sizeof prestige);
	assert_memory_equal(b->market, market, sizeof market);
	assert_memory_equal(b->rival, rival, sizeof rival);
	for (int i = 0; i < RAILS_ABILITIES; i++)
		assert_int_equal(b->ability[i].price, ability[i]);
	assert_int_equal(b->third_track, 2);
	assert_int_equal(b->crew, 1);
	assert_int_equal(b->rival_delivery, 3);
	assert_int_equal(b->rival_else, 1);
	assert_int_equal(b->tracks, 23);
	assert_int_equal(b->wagons, 8);
	assert_int_equal(b->money, 5);
	assert_int_equal(b->hand, 3);
	assert_int_equal(b->hand_limit, 5);
	assert_int_equal(b->fee, 1);
	assert_int_equal(b->star, 1);
	assert_int_equal(b->loans, 3);
	assert_int_equal(b->loan, 4);
	assert_int_equal(b->repay, 5);
	assert_int_equal(b->loan_prestige, 2);
	assert_true(b->notice[0] != '\0');
}

/* What check_box says of a box, and of which field. */

static void box_is_refused(const struct box *box, const char *field)
{
	char wrong[MAX_TEXT] = "";
	assert_false(game_find("rails")->check_box(box, wrong));
	if (strncmp(wrong, field, strlen(field)) != 0)
		fail_msg("\"%s\" does not name %s", wrong, field);
}

static void box_is_fine(const struct box *box)
{
	char wrong[MAX_TEXT] = "";
	if (!game_find("rails")->check_box(box, wrong))
		fail_msg("%s", wrong);
}

/* Plains instead of all but the first `left` hexes of a terrain. */
static void level(struct rails_tile *tile, int terrain, int left)
{
	uint8_t *list = terrain == CITY ? tile->city : tile->factory;
	int most = terrain == CITY ? RAILS_CITIES : RAILS_FACTORIES;
	for (int i = left; i < most && list[i] != NO_HEX; i++) {
		tile->hex[list[i]] = (struct rails_hex){ .terrain = PLAINS };
		list[i] = NO_HEX;
	}
}

/* Three of four tiles, or all of them: whichever they are there must be a city. */
RULE_TEST(a_city_for_all, "R45: there is a city whichever tiles of a box come into play")
{
	struct box box = *game_find("rails")->box;
	for (int t = 0; t < 2; t++)
		level(&box.rails.tile[t], CITY, 0);
	box_is_fine(&box);                              /* no three without one */
	level(&box.rails.tile[3], CITY, 0);
	box_is_refused(&box, "tiles[0]");
	level(&box.rails.tile[2], CITY, 1);
	box.rails.tiles[0] = 4;
	box_is_refused(&box, "tiles[1]");
	box.rails.tiles[1] = 4;
	box_is_fine(&box);                              /* the only one is always there */
	level(&box.rails.tile[2], CITY, 0);
	box_is_refused(&box, "tiles[0]");
	box = *game_find("rails")->box;
	level(&box.rails.tile[2], CITY, 0);
	memset(box.rails.tiles, 2, sizeof box.rails.tiles);
	box_is_fine(&box);
	memset(box.rails.tiles, 1, 2);                  /* tile C alone */
	box_is_refused(&box, "tiles[0]");
}

/* As many factories as players. */
RULE_TEST(a_start_for_all, "R17: and a factory for each player")
{
	struct box box = *game_find("rails")->box;
	for (int t = 0; t < RAILS_TILES; t++)
		level(&box.rails.tile[t], FACTORY, 1);
	box_is_fine(&box);                              /* three and four */
	level(&box.rails.tile[1], FACTORY, 0);
	box_is_refused(&box, "tiles[3]");
	level(&box.rails.tile[3], FACTORY, 0);
	box_is_refused(&box, "tiles[1]");
	level(&box.rails.tile[0], FACTORY, 0);
	box_is_refused(&box, "tiles[0]");
}

enum { A_GOOD = 1 << GRAIN, A_TERRAIN = 1 << WATER };

static const struct { struct rails_condition when; bool of_route, of_company; } conditions[] = {
	{ { .test = TEST_LENGTH, .n = 1 }, true, true },
	{ { .test = TEST_LENGTH, .n = 9 }, true, true },
	{ { .test = TEST_LENGTH, .n = 10 }, false, false },     /* nothing tells routes of nine and more apart */
	{ { .test = TEST_LENGTH, .n = 0 }, false, false },
	{ { .test = TEST_LENGTH, .n = 5, .goods = A_GOOD }, false, false },
	{ { .test = TEST_LENGTH, .n = 5, .terrains = A_TERRAIN }, false, false },
	{ { .test = TEST_TERRAIN, .n = 1, .terrains = A_TERRAIN }, true, true },
	{ { .test = TEST_TERRAIN, .n = 1, .terrains = 1 << FACTORY | A_TERRAIN }, true, true },
	{ { .test = TEST_TERRAIN, .n = 9, .terrains = A_TERRAIN }, true, true },
	{ { .test = TEST_TERRAIN, .n = 10, .terrains = A_TERRAIN }, false, true },
	{ { .test = TEST_TERRAIN, .n = 0, .terrains = A_TERRAIN }, false, false },
	{ { .test = TEST_TERRAIN, .n = 1 }, false, false },
	{ { .test = TEST_TERRAIN, .n = 1, .terrains = 1 << CITY | A_TERRAIN }, false, false },  /* R22 */
	{ { .test = TEST_TERRAIN, .n = 1, .terrains = A_TERRAIN, .goods = A_GOOD }, false, false },
	{ { .test = TEST_SHARED, .n = 1 }, true, false },
	{ { .test = TEST_SHARED, .n = 10 }, false, false },
	{ { .test = TEST_SHARED, .n = 1, .terrains = A_TERRAIN }, false, false },
	{ { .test = TEST_GOODS, .n = 1, .goods = A_GOOD }, true, true },
	{ { .test = TEST_GOODS, .n = 10, .goods = A_GOOD }, false, true },
	{ { .test = TEST_GOODS, .n = 1 }, false, false },
	{ { .test = TEST_GOODS, .n = 0, .goods = A_GOOD }, false, false },
	{ { .test = TEST_GOODS, .n = 1, .goods = A_GOOD, .terrains = A_TERRAIN }, false, false },
	{ { .test = TEST_KINDS, .n = 3 }, false, true },
	{ { .test = TEST_KINDS, .n = 3, .goods = A_GOOD }, false, false },
	{ { .test = TEST_DELIVERIES, .n = 4 }, false, true },
	{ { .test = TEST_CLASSES, .n = 3 }, false, true },
	{ { .test = TEST_STARS, .n = 3 }, false, true },
	{ { .test = TEST_STARS, .n = 0 }, false, false },
	{ { .test = TEST_TILES, .n = 0 }, false, true },        /* all of them, however many there are */
	{ { .test = TEST_TILES, .n = 3 }, false, false },
	{ { .test = TEST_MONEY, .n = 12 }, false, true },
	{ { .test = TEST_MONEY, .n = 12, .terrains = A_TERRAIN }, false, false },
	{ { .test = TEST_TRAIN_TILES, .n = 3 }, false, true },
	{ { .test = TEST_NO_LOAN, .n = 8 }, false, true },
};

/* Cards look at a route, achievements and contracts at a company; neither may ask for what cannot be, or name what is not looked at. */
RULE_TEST(conditions_that_are_some, "R61 R64 R90 R107: conditions that a box may have")
{
	for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
		struct box card = *game_find("rails")->box, goal = card, contract = card;
		card.rails.card[9].when = conditions[i].when;
		goal.rails.goal[11].when = conditions[i].when;
		contract.rails.contract[7].when = conditions[i].when;
		if (conditions[i].of_route)
			box_is_fine(&card);
		else
			box_is_refused(&card, "card[9]:");
		if (conditions[i].of_company) {
			box_is_fine(&goal);
			box_is_fine(&contract);
		} else {
			box_is_refused(&goal, "goal[11]:");
			box_is_refused(&contract, "contract[7]:");
		}
	}
}

static void condition_is(const struct rails_condition *got, int test, int n, unsigned goods, unsigned terrains)
{
	assert_int_equal(got->test, test);
	assert_int_equal(got->goods, goods);
	assert_int_equal(got->terrains, terrains);
	if (n >= 0)
		assert_int_equal(got->n, n);
}

/* Freight, Mail, Express, Local: eight each, which differ in card 7 only. */
RULE_TEST(train_cards_as_given, "R13 R61: the train cards of the box")
{
	static const struct { int test, n; unsigned terrains; int prestige, money; } row[] = {
		{ TEST_LENGTH, 3, 0, 1, 0 }, { TEST_LENGTH, 5, 0, 2, 0 }, { TEST_LENGTH, 7, 0, 3, 0 }, { TEST_TERRAIN, 1, 1 << MOUNTAIN, 1, 1 },
		{ TEST_TERRAIN, 1, 1 << WATER, 1, 1 }, { TEST_TERRAIN, 2, 1 << FOREST, 0, 2 }, { TEST_GOODS, -1, 0, 0, 3 }, { TEST_SHARED, 1, 0, 1, 0 },
	};
	static const char *const seventh[] = { "CI", "G", "L", "T" };
	const struct rails_box *b = &game_find("rails")->box->rails;
	for (int c = 0; c < TRAIN_CARDS; c++) {
		const struct rails_card *card = &b->card[c];
		char name[16];
		snprintf(name, sizeof name, "%c%d", "FMEL"[c / 8], c % 8 + 1);
		assert_string_equal(card->name, name);
		assert_int_equal(card->class, c / 8);
		condition_is(&card->when, row[c % 8].test, row[c % 8].n, c % 8 == 6 ? goods_of(seventh[c / 8]) : 0, row[c % 8].terrains);
		assert_int_equal(card->prestige, row[c % 8].prestige);
		assert_int_equal(card->money, row[c % 8].money);
	}
}

RULE_TEST(achievements_as_given, "R11 R64: the achievements of the box")
{
	static const struct { const char *title; int test, n; unsigned goods, terrains; int prestige; } row[RAILS_GOALS] = {
		{ "Tunnel Master", TEST_TERRAIN, 3, 0, 1 << MOUNTAIN, 3 }, { "Busy Line", TEST_DELIVERIES, 4, 0, 0, 4 },
		{ "Bridge Builder", TEST_TERRAIN, 3, 0, 1 << WATER, 3 }, { "Forester", TEST_TERRAIN, 4, 0, 1 << FOREST, 2 },
		{ "Hill Climber", TEST_TERRAIN, 3, 0, 1 << HILLS, 2 }, { "Long Haul", TEST_LENGTH, 8, 0, 0, 3 },
		{ "General Store", TEST_KINDS, 3, 0, 0, 3 }, { "Specialist", TEST_GOODS, 2, 31, 0, 2 }, { "Collector", TEST_CLASSES, 3, 0, 0, 3 },
		{ "Pathfinder", TEST_STARS, 3, 0, 0, 3 }, { "Surveyor", TEST_TILES, -1, 0, 0, 3 }, { "Banker", TEST_MONEY, 12, 0, 0, 2 },
	};
	const struct rails_box *b = &game_find("rails")->box->rails;
	for (int i = 0; i < RAILS_GOALS; i++) {
		char name[16];
		snprintf(name, sizeof name, "A%d", i + 1);
		assert_string_equal(b->goal[i].name, name);
		assert_string_equal(b->goal[i].title, row[i].title);
		condition_is(&b->goal[i].when, row[i].test, row[i].n, row[i].goods, row[i].terrains);
		assert_int_equal(b->goal[i].prestige, row[i].prestige);
	}
}

RULE_TEST(contracts_as_given, "R12 R90: the contracts of the box")
{
	const struct rails_box *b = &game_find("rails")->box->rails;
	for (int i = 0; i < RAILS_CONTRACTS; i++) {
		char name[16];
		snprintf(name, sizeof name, "K%d", i + 1);
		assert_string_equal(b->contract[i].name, name);
		assert_int_equal(b->contract[i].prestige, i < 6 ? 4 : 3);
		if (i < RAILS_GOODS)
			condition_is(&b->contract[i].when, TEST_GOODS, 2, 1u << i, 0);
	}
	condition_is(&b->contract[5].when, TEST_TRAIN_TILES, 3, 0, 0);
	condition_is(&b->contract[6].when, TEST_NO_LOAN, 8, 0, 0);
	condition_is(&b->contract[7].when, TEST_TERRAIN, 5, 0, 1 << HILLS | 1 << MOUNTAIN);
}
