/* The pieces of Small Railroad Empires, and what a box must keep to. Each row or group of rows says where it comes from. The rulebook of the
 * base game was not at hand: what public sources do not tell is reconstructed, so that the game can be played, and an owner of the game
 * can put the printed values in a box of the own. */
#include "rails.h"

#include <string.h>

#include "games/freight/ships.h"

#define MADE "reconstructed"
#define BOTH "public source and reconstructed"

/* Hexes. */
#define P { .terrain = PLAINS }
#define FO { .terrain = FOREST }
#define H { .terrain = HILLS }
#define W { .terrain = WATER }
#define M { .terrain = MOUNTAIN }
#define STAR(kind) { .terrain = kind, .star = 1 }
#define MAKES(what, n) { .terrain = FACTORY, .good = what, .cubes = n }
#define TOWN(title, one, other) { .terrain = CITY, .wants = 1u << one | 1u << other, .name = title }

/* Conditions. */
#define LONG(least) { .test = TEST_LENGTH, .n = least }
#define TERRAIN(set, least) { .test = TEST_TERRAIN, .terrains = set, .n = least }
#define ON(kind) (1u << kind)
#define GOODS(set, least) { .test = TEST_GOODS, .goods = set, .n = least }
#define ANY_GOOD ((1u << RAILS_GOODS) - 1)
#define NEED(what, least) { .test = what, .n = least }

enum { FREIGHT_TRAIN, MAIL_TRAIN, EXPRESS_TRAIN, LOCAL_TRAIN };

/* The eight cards of a class; they differ in the goods that the seventh pays for. */
#define CARDS(letter, of, goods) \
	{ letter "1", of, LONG(3), 1, 0 }, { letter "2", of, LONG(5), 2, 0 }, { letter "3", of, LONG(7), 3, 0 }, \
	{ letter "4", of, TERRAIN(ON(MOUNTAIN), 1), 1, 1 }, { letter "5", of, TERRAIN(ON(WATER), 1), 1, 1 }, \
	{ letter "6", of, TERRAIN(ON(FOREST), 2), 0, 2 }, { letter "7", of, GOODS(goods, 1), 0, 3 }, { letter "8", of, NEED(TEST_SHARED, 1), 1, 0 }

const struct box rails_built_in = {
	.name = "built-in",
	.rails = {
		.notice = "The base game is a reconstruction from public facts: its rulebook was not at hand. Freight on Board goes by its rulebook, with ships of our own.",
		.tile = {
			{ "A", {
				P, TOWN("Ashby", GRAIN, IRON), FO,
				MAKES(COAL, 2), FO, STAR(MOUNTAIN), P,
				P, H, W, H, MAKES(TIMBER, 2),
				STAR(WATER), P, FO, P,
				MAKES(LIVESTOCK, 1), STAR(MOUNTAIN), TOWN("Alderton", COAL, LIVESTOCK),
			}, { 3, 11, 16 }, { 1, 18 }, MADE },
			{ "B", {
				FO, P, TOWN("Birchfield", TIMBER, COAL),
				P, MAKES(IRON, 2), H, STAR(MOUNTAIN),
				TOWN("Brackwater", GRAIN, LIVESTOCK), W, FO, P, P,
				M, P, STAR(HILLS), MAKES(GRAIN, 2),
				MAKES(LIVESTOCK, 1), FO, STAR(WATER),
			}, { 4, 15, 16 }, { 2, 7 }, MADE },
			{ "C", {
				MAKES(IRON, 1), FO, P,
				W, P, H, MAKES(COAL, 2),
				P, STAR(MOUNTAIN), FO, STAR(WATER), P,
				TOWN("Cedar Bluff", TIMBER, GRAIN), FO, P, M,
				MAKES(LIVESTOCK, 2), STAR(HILLS), TOWN("Copperhill", IRON, LIVESTOCK),
			}, { 0, 6, 16 }, { 12, 18 }, MADE },
			{ "D", {
				TOWN("Dunmore", LIVESTOCK, COAL), P, MAKES(TIMBER, 2),
				H, P, STAR(WATER), FO,
				MAKES(GRAIN, 2), FO, M, P, STAR(HILLS),
				P, W, FO, TOWN("Deer Creek", TIMBER, IRON),
				STAR(MOUNTAIN), MAKES(IRON, 1), P,
			}, { 2, 7, 17 }, { 0, 15 }, MADE },
		},
		.centre = { { 0, 3 }, { 3, 5 }, { 5, 0 }, { 8, 2 } }, .centre_source = MADE,
		.tiles = { 3, 3, 4, 4 }, .tiles_source = BOTH,
		.cost = { [PLAINS] = 0, [FOREST] = 1, [HILLS] = 2, [WATER] = 2, [MOUNTAIN] = 3, [FACTORY] = 0, [CITY] = 0 }, .cost_source = MADE,
		.income = { 2, 2, 3, 3, 4, 4, 5, 5, 6 }, .prestige = { 1, 1, 2, 2, 3, 3, 4, 4, 5 }, .income_source = MADE,
		.card = {
			CARDS("F", FREIGHT_TRAIN, ON(COAL) | ON(IRON)), CARDS("M", MAIL_TRAIN, ON(GRAIN)),
			CARDS("E", EXPRESS_TRAIN, ON(LIVESTOCK)), CARDS("L", LOCAL_TRAIN, ON(TIMBER)),
		},
		.card_source = MADE,
		.goal = {
			{ "A1", "Tunnel Master", TERRAIN(ON(MOUNTAIN), 3), 3, BOTH },
			{ "A2", "Busy Line", NEED(TEST_DELIVERIES, 4), 4, BOTH },
			{ "A3", "Bridge Builder", TERRAIN(ON(WATER), 3), 3, MADE },
			{ "A4", "Forester", TERRAIN(ON(FOREST), 4), 2, MADE },
			{ "A5", "Hill Climber", TERRAIN(ON(HILLS), 3), 2, MADE },
			{ "A6", "Long Haul", LONG(8), 3, MADE },
			{ "A7", "General Store", NEED(TEST_KINDS, 3), 3, MADE },
			{ "A8", "Specialist", GOODS(ANY_GOOD, 2), 2, MADE },
			{ "A9", "Collector", NEED(TEST_CLASSES, 3), 3, MADE },
			{ "A10", "Pathfinder", NEED(TEST_STARS, 3), 3, MADE },
			{ "A11", "Surveyor", NEED(TEST_TILES, 0), 3, MADE },
			{ "A12", "Banker", NEED(TEST_MONEY, 12), 2, MADE },
		},
		.contract = {
			{ "K1", "Coal", GOODS(ON(COAL), 2), 4, MADE },
			{ "K2", "Iron", GOODS(ON(IRON), 2), 4, MADE },
			{ "K3", "Timber", GOODS(ON(TIMBER), 2), 4, MADE },
			{ "K4", "Grain", GOODS(ON(GRAIN), 2), 4, MADE },
			{ "K5", "Livestock", GOODS(ON(LIVESTOCK), 2), 4, MADE },
			{ "K6", "Wide Network", NEED(TEST_TRAIN_TILES, 3), 4, MADE },
			{ "K7", "Sound Finances", NEED(TEST_NO_LOAN, 8), 3, MADE },
			{ "K8", "High Country", TERRAIN(ON(HILLS) | ON(MOUNTAIN), 5), 3, MADE },
		},
		.ability = { { "night-shift", "Night shift", 2 }, { "tunnel-crew", "Tunnel crew", 3 }, { "bridge-crew", "Bridge crew", 3 }, { "dispatcher", "Dispatcher", 4 } },
		.third_track = 2, .crew = 1, .ability_source = BOTH,
		.rival = { 2, 2, 2, 2, 2, 3, 3, 2 }, .rival_delivery = 3, .rival_else = 1, .rival_source = BOTH,
		.rival_level = { [RIVAL_GENTLE] = { 1, 3 }, [RIVAL_KEEN] = { 1, 13 }, [RIVAL_FIERCE] = { 1, 20 } },       /* measured: rails A25 */
		.tracks = 23, .wagons = 8, .money = 5,
		.hand = 3, .hand_limit = 5,
		.market = { 1, 2, 3 },
		.fee = 1, .star = 1,
		.loans = 3, .loan = 4, .repay = 5, .loan_prestige = 2, .numbers_source = BOTH,
		.freight = FREIGHT_FLEET(COAL, IRON, TIMBER, GRAIN, LIVESTOCK, FREIGHT_WILD),
	},
};

/* Before they were measured with bots that think, the harder rivals took two cards a turn. */
static void two_cards(struct box *b)
{
	b->rails.rival_level[RIVAL_KEEN] = (struct rails_level_row){ .cards = 2, .delivery = 6 };
	b->rails.rival_level[RIVAL_FIERCE] = (struct rails_level_row){ .cards = 2, .delivery = 8 };
}

/* Version 1 of the rules knew one rival. */
static void without_levels(struct box *b)
{
	memset(b->rails.rival_level, 0, sizeof b->rails.rival_level);
}

const struct old_box rails_old_boxes[] = { { .rules = 2, .undo = two_cards }, { .rules = 1, .undo = without_levels }, { .undo = NULL } };

/* Fields -------------------------------------------------------------------------- */

enum { MOST_CUBES = 9, MOST_PAY = 20 };

static const char *const test_name[RAILS_TESTS] = {
	"length", "terrain", "shared", "goods", "kinds", "deliveries", "classes", "stars", "tiles", "money", "train_tiles", "no_loan"
};

static const struct field hex_fields[] = {
	{ FIELD_NUMBER(rails_hex, terrain, "terrain", 0, RAILS_TERRAINS - 1), .names = rails_terrain_name },
	{ FIELD_NUMBER(rails_hex, star, "star", 0, 1) },
	{ FIELD_NUMBER(rails_hex, good, "good", 0, RAILS_GOODS - 1), .names = rails_good_name },
	{ FIELD_NUMBER(rails_hex, cubes, "cubes", 0, MOST_CUBES) },
	{ FIELD_BITS(rails_hex, wants, "wants", 0, RAILS_GOODS - 1) },
	{ FIELD_WORDS(rails_hex, name, "name") },
	FIELD_END
};

static const struct field tile_fields[] = {
	{ FIELD_WORDS(rails_tile, name, "name") },
	{ FIELD_STRUCTS(rails_tile, hex, "hex", hex_fields, FIELD_FIXED) },
	{ FIELD_NUMBERS(rails_tile, factory, "factory", 0, RAILS_HEXES - 1, FIELD_FIXED), .optional = true },
	{ FIELD_NUMBERS(rails_tile, city, "city", 0, RAILS_HEXES - 1, FIELD_FIXED), .optional = true },
	{ FIELD_WORDS(rails_tile, source, "source") },
	FIELD_END
};

static const struct field centre_fields[] = {
	{ FIELD_NUMBER(rails_centre, q, "q", 0, 30) }, { FIELD_NUMBER(rails_centre, r, "r", 0, 30) }, FIELD_END
};

#define CONDITION(S) \
	{ FIELD_NUMBER(S, when.test, "test", 0, RAILS_TESTS - 1), .names = test_name }, \
	{ FIELD_NUMBER(S, when.n, "n", 0, 99) }, \
	{ FIELD_BITS(S, when.goods, "goods", 0, RAILS_GOODS - 1) }, \
	{ FIELD_BITS(S, when.terrains, "terrains", 0, RAILS_TERRAINS - 1) }

static const struct field card_fields[] = {
	{ FIELD_WORDS(rails_card, name, "name") },
	{ FIELD_NUMBER(rails_card, class, "class", 0, TRAIN_CLASSES - 1), .names = rails_class_name },
	CONDITION(rails_card),
	{ FIELD_NUMBER(rails_card, prestige, "prestige", 0, MOST_PAY) }, { FIELD_NUMBER(rails_card, money, "money", 0, MOST_PAY) },
	FIELD_END
};

static const struct field goal_fields[] = {
	{ FIELD_WORDS(rails_goal, name, "name") }, { FIELD_WORDS(rails_goal, title, "title") },
	CONDITION(rails_goal),
	{ FIELD_NUMBER(rails_goal, prestige, "prestige", 0, MOST_PAY) }, { FIELD_WORDS(rails_goal, source, "source") },
	FIELD_END
};

static const struct field ability_fields[] = {
	{ FIELD_WORDS(rails_ability_row, name, "name") }, { FIELD_WORDS(rails_ability_row, title, "title") },
	{ FIELD_NUMBER(rails_ability_row, price, "price", 0, MOST_PAY) },
	FIELD_END
};

static const struct field level_fields[] = {
	{ FIELD_NUMBER(rails_level_row, cards, "cards", 1, RIVAL_ACTS) }, { FIELD_NUMBER(rails_level_row, delivery, "delivery", 0, MOST_PAY) }, FIELD_END
};

static const struct field slot_fields[] = FREIGHT_SLOT_FIELDS(rails_good_name);
static const struct field ship_fields[] = FREIGHT_SHIP_FIELDS(slot_fields);
static const struct field freight_box_fields[] = FREIGHT_BOX_FIELDS(ship_fields);

#define WORDS(member) { FIELD_WORDS(box, rails.member, #member) }
#define NUMBER(member, least, most) { FIELD_NUMBER(box, rails.member, #member, least, most) }
#define NUMBERS(member, least, most) { FIELD_NUMBERS(box, rails.member, #member, least, most, FIELD_FIXED) }
#define STRUCTS(member, fields) { FIELD_STRUCTS(box, rails.member, #member, fields, FIELD_FIXED) }

const struct field rails_box_fields[] = {
	WORDS(notice),
	STRUCTS(tile, tile_fields),
	STRUCTS(centre, centre_fields), WORDS(centre_source),
	NUMBERS(tiles, 1, RAILS_TILES), WORDS(tiles_source),
	NUMBERS(cost, 0, MOST_PAY), WORDS(cost_source),
	NUMBERS(income, 0, MOST_PAY), NUMBERS(prestige, 0, MOST_PAY), WORDS(income_source),
	STRUCTS(card, card_fields), WORDS(card_source),
	STRUCTS(goal, goal_fields), STRUCTS(contract, goal_fields),
	STRUCTS(ability, ability_fields), NUMBER(third_track, 0, MOST_PAY), NUMBER(crew, 0, MOST_PAY), WORDS(ability_source),
	NUMBERS(rival, 0, 9), NUMBER(rival_delivery, 0, MOST_PAY), NUMBER(rival_else, 0, MOST_PAY),
	{ FIELD_STRUCTS(box, rails.rival_level, "rival_level", level_fields, FIELD_FIXED), .later = true }, WORDS(rival_source),
	NUMBER(tracks, RAILS_ABILITIES + 1, RAILS_PIECES), NUMBER(wagons, 1, RAILS_PIECES), NUMBER(money, 0, 99),
	NUMBER(hand, 1, 5), NUMBER(hand_limit, 1, 9),
	NUMBERS(market, 0, MOST_PAY),
	NUMBER(fee, 0, MOST_PAY), NUMBER(star, 0, MOST_PAY),
	NUMBER(loans, 0, RAILS_LOANS), NUMBER(loan, 1, MOST_PAY), NUMBER(repay, 1, MOST_PAY), NUMBER(loan_prestige, 0, MOST_PAY), WORDS(numbers_source),
	{ FIELD_ROW(FIELD_GROUP, box, rails.freight, "freight", FIELD_SIZE(box, rails.freight)), .of = freight_box_fields },
	FIELD_END
};

/* What a box must keep to ------------------------------------------------------------ */

static bool is_printed(const char *words)
{
	return words[0] != '\0';
}

static bool check_hexes(const struct rails_box *b, int t, char out[MAX_TEXT])
{
	int factories = 0, cities = 0;

	for (int i = 0; i < RAILS_HEXES; i++) {
		const struct rails_hex *hex = &b->tile[t].hex[i];
		bool factory = hex->terrain == FACTORY, city = hex->terrain == CITY;
		struct text says = text_on(out, MAX_TEXT);

		factories += factory;
		cities += city;
		text_form(&says, "tile[%d].hex[%d]", NULL, (int64_t[]){ t, i });
		if (factories > RAILS_FACTORIES || cities > RAILS_CITIES)
			text_form(&says, ".terrain: a tile has at most %d factories and %d cities", NULL, (int64_t[]){ RAILS_FACTORIES, RAILS_CITIES });
		else if (!factory && (hex->cubes || hex->good))
			text_put(&says, ".cubes or good: it is no factory");
		else if (city ? !hex->wants || !is_printed(hex->name) : hex->wants || is_printed(hex->name))
			text_put(&says, ".wants or name: a city has both, others have neither");
		else if (city && hex->star)
			text_put(&says, ".star: nobody can build in a city");
		else
			continue;
		return false;
	}
	return true;
}

/* The lists name the hexes of that terrain, all of them and in order. */
static bool check_list(const struct rails_tile *tile, int terrain, const uint8_t *list, int most)
{
	int n = 0;

	for (int i = 0; i < RAILS_HEXES; i++)
		if (tile->hex[i].terrain == terrain && list[n++] != i)
			return false;
	while (n < most)
		if (list[n++] != NO_HEX)
			return false;
	return true;
}

static bool check_tiles(const struct rails_box *b, char out[MAX_TEXT])
{
	for (int t = 0; t < RAILS_TILES; t++) {
		if (b->tile[t].name[0] < 'A' || b->tile[t].name[0] > 'Z')
			return text_fault(out, "tile[%d].name must be a capital letter", t);
		for (int other = 0; other < t; other++)
			if (b->tile[other].name[0] == b->tile[t].name[0])
				return text_fault(out, "tile[%d].name is that of another tile", t);
		if (!check_hexes(b, t, out))
			return false;
		if (!check_list(&b->tile[t], FACTORY, b->tile[t].factory, RAILS_FACTORIES))
			return text_fault(out, "tile[%d].factory does not list its factories in order", t);
		if (!check_list(&b->tile[t], CITY, b->tile[t].city, RAILS_CITIES))
			return text_fault(out, "tile[%d].city does not list its cities in order", t);
	}
	return true;
}

/* Between the nearest hexes of two tiles: 0 where they overlap, 1 where they touch. */
static int least_distance(const struct box *b, int one, int other)
{
	int least = 99;

	for (int i = 0; i < RAILS_HEXES; i++)
		for (int j = 0; j < RAILS_HEXES; j++) {
			int p[2], q[2];
			rails_place_at(b, one, 0, i, p);
			rails_place_at(b, other, 0, j, q);
			int dq = p[0] - q[0], dr = p[1] - q[1], ds = dq + dr;
			int apart = ((dq < 0 ? -dq : dq) + (dr < 0 ? -dr : dr) + (ds < 0 ? -ds : ds)) / 2;
			least = apart < least ? apart : least;
		}
	return least;
}

static bool check_centres(const struct box *b, char out[MAX_TEXT])
{
	for (int i = 1; i < RAILS_TILES; i++) {
		bool touches = false;
		for (int j = 0; j < i; j++) {
			int apart = least_distance(b, i, j);
			if (apart == 0)
				return text_fault(out, "centre[%d]: its tile overlaps another one", i);
			touches |= apart == 1;
		}
		if (!touches)
			return text_fault(out, "centre[%d]: its tile touches none of those before it", i);
	}
	return true;
}

/* How many hexes of a terrain there are at least, whichever tiles come into play. */
static int fewest(const struct rails_box *b, int terrain, int tiles)
{
	int n[RAILS_TILES] = { 0 }, sum = 0;

	for (int t = 0; t < RAILS_TILES; t++)
		for (int i = 0; i < RAILS_HEXES; i++)
			n[t] += b->tile[t].hex[i].terrain == terrain;
	for (; tiles > 0; tiles--) {
		int least = 0;
		for (int t = 1; t < RAILS_TILES; t++)
			least = n[t] < n[least] ? t : least;
		sum += n[least];
		n[least] = RAILS_MAP;
	}
	return sum;
}

/* A start track for everybody (R17), and somewhere to deliver. */
static bool check_start(const struct rails_box *b, char out[MAX_TEXT])
{
	for (int i = 0; i < RAILS_SIDES; i++) {
		if (fewest(b, FACTORY, b->tiles[i]) <= i)
			return text_fault(out, "tiles[%d]: there may be fewer factories than players", i);
		if (fewest(b, CITY, b->tiles[i]) == 0)
			return text_fault(out, "tiles[%d]: there may be no city", i);
	}
	return true;
}

/* Names in the texts of moves are words, and all different. */
static bool check_names(const char *list, const char *first, size_t size, int n, char out[MAX_TEXT])
{
	for (int i = 0; i < n; i++) {
		bool fine = text_is_word(first + (size_t)i * size);
		for (int j = 0; j < i; j++)
			fine &= strcmp(first + (size_t)i * size, first + (size_t)j * size) != 0;
		if (!fine) {
			struct text t = text_on(out, MAX_TEXT);
			text_form(&t, "%s[%d].name must be a word of letters and digits, and no other's", &list, (int64_t[]){ i });
			return false;
		}
	}
	return true;
}

/* What a condition names is what its test looks at, and it can be met. */
static bool check_condition(const struct rails_condition *when, bool route)
{
	unsigned route_tests = ON(TEST_LENGTH) | ON(TEST_TERRAIN) | ON(TEST_SHARED) | ON(TEST_GOODS);
	bool fits = route ? route_tests >> when->test & 1 : when->test != TEST_SHARED;

	if (!fits || (when->goods != 0) != (when->test == TEST_GOODS) || (when->terrains != 0) != (when->test == TEST_TERRAIN) || when->terrains >> CITY)
		return false;
	return when->test == TEST_TILES ? when->n == 0 : when->n > 0 && (when->n <= ROUTE_MOST || (!route && when->test != TEST_LENGTH));
}

/* Cards look at a route, achievements and contracts at a company. */
static bool check_conditions(const struct rails_box *b, char out[MAX_TEXT])
{
	for (int i = 0; i < TRAIN_CARDS; i++)
		if (!check_condition(&b->card[i].when, true))
			return text_fault(out, "card[%d]: test (length, terrain, shared or goods), n, goods and terrains do not make a condition of a route", i);
	for (int i = 0; i < RAILS_GOALS; i++)
		if (!check_condition(&b->goal[i].when, false))
			return text_fault(out, "goal[%d]: test, n, goods and terrains do not make a condition of a company", i);
	for (int i = 0; i < RAILS_CONTRACTS; i++)
		if (!check_condition(&b->contract[i].when, false))
			return text_fault(out, "contract[%d]: test, n, goods and terrains do not make a condition of a company", i);
	return true;
}

static bool check_numbers(const struct rails_box *b, char out[MAX_TEXT])
{
	if (b->tracks + b->wagons > RAILS_PIECES)
		return text_fault(out, "tracks and wagons are more than %d together", RAILS_PIECES);
	for (int i = 1; i < ROUTE_MOST; i++)
		if (b->income[i] < b->income[i - 1] || b->prestige[i] < b->prestige[i - 1])
			return text_fault(out, "income[%d]: a longer route must not pay less", i);
	if (b->hand > b->hand_limit)
		return text_fault(out, "hand is above hand_limit", 0);
	if (b->rival_level[RIVAL_GENTLE].cards && b->rival_level[RIVAL_GENTLE].delivery != b->rival_delivery)
		return text_fault(out, "rival_level[%d].delivery is that of the gentle rival, as rival_delivery is", RIVAL_GENTLE);
	return true;
}

bool rails_check_box(const struct box *box, char out[MAX_TEXT])
{
	const struct rails_box *b = &box->rails;

	return check_tiles(b, out) && check_centres(box, out) && check_start(b, out) && check_conditions(b, out) && check_numbers(b, out) &&
		check_names("card", b->card[0].name, sizeof b->card[0], TRAIN_CARDS, out) &&
		check_names("goal", b->goal[0].name, sizeof b->goal[0], RAILS_GOALS, out) &&
		check_names("contract", b->contract[0].name, sizeof b->contract[0], RAILS_CONTRACTS, out) &&
		check_names("ability", b->ability[0].name, sizeof b->ability[0], RAILS_ABILITIES, out) &&
		freight_check_box(&b->freight, out);
}
