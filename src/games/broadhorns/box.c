/* The pieces of Broadhorns, and what a box must keep to. Each row says where it comes from: the rulebook, a public source, or reconstructed
 * because none holds it. */
#include "broadhorns.h"
#include "games/freight/ships.h"

#include <string.h>

#define BOOK "rulebook"
#define MADE "reconstructed"
#define BOTH "rulebook and reconstructed"
#define ARRIVES(n) "reconstructed; arrives " n          /* how often a traveler does in a game: bench/travelers, 2,000 games of three `easy` */
#define BOTH_ARRIVES(n) "rulebook in part; arrives " n
#define NO NOT_SOLD

/* A tile: how many spaces it has, what the town sells (increase for F, A, P, U, W), wreaths, source, its spaces as cargo and value. */
#define TILE(n, ...) TILE_##n(__VA_ARGS__)
#define TILE_3(...) TILE_OF(3, __VA_ARGS__, 0, 0, 0, 0)
#define TILE_4(...) TILE_OF(4, __VA_ARGS__, 0, 0)
#define TILE_5(...) TILE_OF(5, __VA_ARGS__)
#define TILE_OF(...) TILE_IS(__VA_ARGS__)
#define TILE_IS(n, f, a, p, u, w, wreath, from, c1, v1, c2, v2, c3, v3, c4, v4, c5, v5) { .spaces = n, \
	.space = { { c1, v1 }, { c2, v2 }, { c3, v3 }, { c4, v4 }, { c5, v5 } }, .increase = { f, a, p, u, w }, .wreaths = wreath, .source = from, .shown = { \
	SHOWN(0, c1, v1) + SHOWN(0, c2, v2) + SHOWN(0, c3, v3) + SHOWN(0, c4, v4) + SHOWN(0, c5, v5), \
	SHOWN(1, c1, v1) + SHOWN(1, c2, v2) + SHOWN(1, c3, v3) + SHOWN(1, c4, v4) + SHOWN(1, c5, v5) + BROAD_SHOWN_WREATHS(wreath) + \
	BROAD_SHOWN_SALE(0, f) + BROAD_SHOWN_SALE(1, a) + BROAD_SHOWN_SALE(2, p) + BROAD_SHOWN_SALE(3, u) + BROAD_SHOWN_SALE(4, w) } }
#define SHOWN(word, cargo, value) ((value) ? BROAD_SHOWN_##word(cargo, value) : 0)
#define SELLS(f, a, p, u, w) f, a, p, u, w
#define F(value) FLOUR, value
#define A(value) APPLES, value
#define P(value) PORK, value
#define U(value) FURS, value
#define W(value) WHISKEY, value

enum { STG, CAP, NMD, MEM, HEL, GRV, VIC, NAT, BAT, NOR };

const struct box broad_built_in = {
	.name = "built-in",
	.broadhorns = {
		.town = {
			{ "STG", "Ste. Genevieve", 3, 1, {
				TILE(3, SELLS(NO, 1, NO, NO, NO), 2, MADE, F(2), P(3), W(2)),
				TILE(3, SELLS(NO, 1, NO, NO, NO), 2, MADE, F(3), F(2), W(2)),
				TILE(3, SELLS(1, 1, NO, NO, NO), 1, MADE, P(3), P(2), W(3)),
				TILE(3, SELLS(NO, 1, NO, NO, NO), 3, MADE, F(2), P(2), P(2)),
				TILE(3, SELLS(NO, 1, NO, NO, NO), 1, MADE, F(3), F(2), P(2)),
				TILE(3, SELLS(1, 1, NO, NO, NO), 2, MADE, P(3), W(2), W(2)),
				TILE(3, SELLS(NO, 2, NO, NO, NO), 0, MADE, F(2), P(2), W(2)),
			}, MADE },
			{ "CAP", "Cape Girardeau", 6, 1, {
				TILE(3, SELLS(1, NO, NO, NO, NO), 2, MADE, A(3), U(2), W(2)),
				TILE(3, SELLS(1, NO, NO, NO, NO), 2, MADE, A(3), A(2), W(2)),
				TILE(3, SELLS(1, NO, NO, NO, NO), 1, MADE, A(3), U(3), U(2)),
				TILE(3, SELLS(1, NO, 1, NO, NO), 3, MADE, A(2), A(2), U(2)),
				TILE(3, SELLS(1, NO, 1, NO, NO), 1, MADE, A(3), W(3), W(2)),
				TILE(3, SELLS(1, NO, NO, NO, NO), 2, MADE, A(2), U(2), W(3)),
				TILE(3, SELLS(2, NO, NO, NO, NO), 0, MADE, A(2), U(2), W(2)),
			}, MADE },
			{ "NMD", "New Madrid", 10, 1, {
				TILE(3, SELLS(NO, NO, NO, 1, NO), 2, MADE, F(3), A(3), W(3)),
				TILE(3, SELLS(NO, NO, NO, 1, NO), 2, MADE, F(3), F(2), A(4)),
				TILE(3, SELLS(NO, NO, 1, 1, NO), 1, MADE, A(4), A(3), W(3)),
				TILE(3, SELLS(NO, NO, NO, 1, NO), 3, MADE, F(3), A(3), A(2)),
				TILE(3, SELLS(NO, NO, 1, 1, NO), 2, MADE, F(4), W(3), W(2)),
				TILE(3, SELLS(NO, NO, NO, 1, NO), 1, MADE, F(4), A(3), W(3)),
				TILE(3, SELLS(NO, NO, NO, 2, NO), 0, MADE, F(2), A(3), W(2)),
			}, MADE },
			{ "MEM", "Memphis", 15, 2, {
				TILE(4, SELLS(NO, NO, 1, NO, NO), 2, MADE, F(3), A(4), U(3), W(3)),
				TILE(3, SELLS(NO, NO, 1, NO, NO), 1, MADE, F(4), A(3), W(3)),
				TILE(4, SELLS(1, NO, 2, NO, NO), 3, MADE, A(4), U(3), U(3), W(3)),
				TILE(3, SELLS(NO, NO, 1, NO, NO), 2, MADE, F(3), F(3), U(4)),
				TILE(4, SELLS(NO, NO, 2, NO, NO), 2, MADE, F(4), A(4), U(3), W(3)),
				TILE(3, SELLS(1, NO, 1, NO, NO), 1, MADE, A(4), U(3), W(3)),
				TILE(3, SELLS(NO, NO, 2, NO, NO), 0, MADE, F(3), A(3), U(2)),
			}, MADE },
			{ "HEL", "Helena", 19, 2, {
				TILE(4, SELLS(NO, 2, NO, NO, NO), 2, MADE, F(3), P(4), U(3), W(3)),
				TILE(3, SELLS(NO, 2, NO, NO, NO), 1, MADE, P(4), U(4), W(3)),
				TILE(4, SELLS(NO, 1, NO, NO, NO), 3, MADE, F(4), F(3), U(3), W(3)),
				TILE(3, SELLS(NO, 2, NO, NO, 2), 2, MADE, F(3), P(4), P(4)),
				TILE(4, SELLS(NO, 2, NO, NO, NO), 2, MADE, F(4), P(4), U(4), W(3)),
				TILE(3, SELLS(NO, 1, 2, NO, NO), 1, MADE, F(4), U(4), W(3)),
				TILE(3, SELLS(NO, 2, NO, NO, NO), 0, MADE, F(3), P(3), W(3)),
			}, MADE },
			{ "GRV", "Greenville", 23, 2, {
				TILE(4, SELLS(NO, NO, NO, NO, 2), 2, MADE, F(4), A(4), P(4), U(3)),
				TILE(3, SELLS(NO, NO, NO, NO, 2), 1, MADE, A(4), P(5), U(4)),
				TILE(4, SELLS(NO, NO, NO, NO, 1), 3, MADE, F(4), F(3), P(4), U(3)),
				TILE(3, SELLS(NO, NO, 2, NO, 2), 2, MADE, F(4), A(4), A(3)),
				TILE(4, SELLS(NO, NO, NO, NO, 2), 2, MADE, F(4), A(5), P(4), U(4)),
				TILE(3, SELLS(2, NO, NO, NO, 1), 1, MADE, P(5), U(4), U(3)),
				TILE(3, SELLS(NO, NO, NO, NO, 3), 0, MADE, F(3), A(3), P(4)),
			}, MADE },
			{ "VIC", "Vicksburg", 27, 2, {
				TILE(4, SELLS(2, NO, NO, NO, NO), 2, BOTH, A(4), P(5), U(4), W(3)),
				TILE(4, SELLS(2, NO, NO, NO, NO), 1, MADE, A(5), A(4), U(4), W(4)),
				TILE(4, SELLS(1, NO, NO, NO, NO), 2, MADE, P(5), P(4), U(4), W(3)),
				TILE(4, SELLS(2, NO, NO, NO, NO), 3, MADE, A(4), P(4), W(4), W(3)),
				TILE(4, SELLS(3, NO, NO, NO, NO), 1, MADE, A(5), P(5), U(4), W(4)),
				TILE(4, SELLS(2, NO, NO, NO, 2), 2, MADE, A(4), P(5), U(4), U(3)),
				TILE(3, SELLS(3, NO, NO, NO, NO), 0, MADE, A(3), P(4), U(4)),
			}, BOTH },
			{ "NAT", "Natchez", 31, 3, {
				TILE(4, SELLS(NO, NO, 2, NO, NO), 2, MADE, F(4), A(5), U(5), W(4)),
				TILE(4, SELLS(NO, NO, 2, NO, NO), 2, MADE, F(5), F(4), A(5), W(4)),
				TILE(4, SELLS(NO, NO, 3, NO, NO), 1, MADE, A(6), A(5), U(5), W(4)),
				TILE(4, SELLS(NO, NO, 2, NO, NO), 3, MADE, F(4), A(5), U(4), W(4)),
				TILE(4, SELLS(NO, NO, 2, NO, 2), 1, MADE, F(5), A(5), U(5), U(4)),
				TILE(4, SELLS(NO, NO, 2, 3, NO), 2, MADE, F(5), A(5), W(4), W(4)),
				TILE(3, SELLS(NO, NO, 3, NO, NO), 0, MADE, F(4), A(4), W(4)),
			}, MADE },
			{ "BAT", "Baton Rouge", 35, 3, {
				TILE(4, SELLS(NO, 3, NO, NO, NO), 2, MADE, F(5), P(6), U(5), W(4)),
				TILE(4, SELLS(NO, 3, NO, NO, NO), 2, MADE, F(5), F(4), P(6), U(5)),
				TILE(4, SELLS(NO, 3, NO, NO, NO), 1, MADE, P(6), P(5), U(5), W(5)),
				TILE(4, SELLS(NO, 2, NO, NO, NO), 3, MADE, F(5), P(5), W(5), W(4)),
				TILE(4, SELLS(NO, 3, NO, NO, NO), 1, MADE, F(6), P(6), U(5), W(5)),
				TILE(4, SELLS(NO, 2, 3, NO, NO), 2, MADE, F(5), U(5), U(5), W(5)),
				TILE(3, SELLS(NO, 3, NO, NO, NO), 0, MADE, F(4), P(5), U(4)),
			}, BOTH },
			{ "NOR", "New Orleans", 40, 4, {
				TILE(5, SELLS(NO, NO, NO, NO, NO), 2, MADE, F(6), A(7), P(7), U(6), W(5)),
				TILE(5, SELLS(NO, NO, NO, NO, NO), 2, MADE, F(6), F(5), P(7), U(6), W(6)),
				TILE(5, SELLS(NO, NO, NO, NO, NO), 2, MADE, A(7), A(6), P(7), U(6), W(5)),
				TILE(5, SELLS(NO, NO, NO, NO, NO), 3, MADE, F(6), A(6), U(6), U(5), W(5)),
				TILE(5, SELLS(NO, NO, NO, NO, NO), 1, MADE, F(7), A(7), P(7), U(6), W(6)),
				TILE(5, SELLS(NO, NO, NO, NO, NO), 1, MADE, P(7), P(6), U(7), W(6), W(6)),
				TILE(4, SELLS(NO, NO, NO, NO, NO), 0, MADE, F(5), A(5), P(6), U(5)),
			}, "public source" },
		},
		.last_space = 40, .last_space_source = MADE,
		.boat = {
			/* name  cost boxes speed occupants hand resale */
			{ "20", 0, 3, 5, 1, 3, 1, BOTH },
			{ "30", 4, 5, 4, 2, 4, 3, BOTH },
			{ "40", 9, 7, 4, 3, 5, 5, MADE },
		},
		.length = 5, .length_source = MADE,
		.season = { 3, 3, 3, 3, 3 }, .season_source = MADE,
		.delivery = {
			{ STG, FLOUR, MADE }, { STG, PORK, MADE },
			{ CAP, APPLES, MADE }, { CAP, FURS, MADE },
			{ NMD, FLOUR, MADE }, { NMD, APPLES, MADE }, { NMD, WHISKEY, MADE },
			{ MEM, APPLES, MADE }, { MEM, FURS, MADE }, { MEM, WHISKEY, MADE },
			{ HEL, FLOUR, MADE }, { HEL, PORK, MADE }, { HEL, WHISKEY, MADE },
			{ GRV, FLOUR, MADE }, { GRV, APPLES, MADE }, { GRV, PORK, MADE },
			{ VIC, APPLES, BOOK }, { VIC, PORK, BOOK }, { VIC, FURS, BOOK }, { VIC, WHISKEY, BOOK },
			{ NAT, FLOUR, MADE }, { NAT, APPLES, MADE }, { NAT, FURS, MADE },
			{ BAT, PORK, MADE }, { BAT, FURS, MADE }, { BAT, WHISKEY, MADE },
			{ NOR, FLOUR, MADE }, { NOR, PORK, MADE }, { NOR, FURS, MADE }, { NOR, WHISKEY, MADE },
		},
		.traveler = {
			/* to, gold, waits at. Vicksburg's fare is the rulebook's; the others were chosen so that all arrive about as often: longer rides pay more. */
			{ NMD, 3, STG, ARRIVES("0.46") },
			{ MEM, 3, STG, ARRIVES("0.50") },
			{ MEM, 3, CAP, ARRIVES("0.43") },
			{ HEL, 4, CAP, ARRIVES("0.88") },
			{ HEL, 3, NMD, ARRIVES("0.59") },
			{ GRV, 3, NMD, ARRIVES("0.64") },
			{ GRV, 3, MEM, ARRIVES("0.72") },
			{ VIC, 3, STG, BOTH_ARRIVES("0.59") },
			{ VIC, 3, MEM, BOTH_ARRIVES("0.70") },
			{ NAT, 4, CAP, ARRIVES("0.87") },
			{ NAT, 3, HEL, ARRIVES("0.75") },
			{ BAT, 3, MEM, BOTH_ARRIVES("0.75") },
			{ BAT, 3, VIC, BOTH_ARRIVES("0.78") },
			{ NOR, 4, STG, ARRIVES("0.99") },
			{ NOR, 4, GRV, ARRIVES("1.03") },
			{ NOR, 3, NAT, ARRIVES("0.88") },
		},
		.spoil = { 4, 4, 4 }, .spoil_source = BOTH,     /* twelve in all: rulebook */
		.barrels = 12, .market = 10, .market_start = 2,
		.start_gold = { 6, 7, 8, 8 },
		.blind = 4, .overflow = 1, .delivery_bonus = 2, .ice_bonus = 1, .peddler = 1, .current = 2, .aboard = 2,
		.wreath_2 = { 7 }, .wreath_3 = { 12, 6 }, .wreath_4 = { 15, 10, 5 },
		.numbers_source = BOOK,
		.freight = FREIGHT_FLEET(FLOUR, APPLES, PORK, FURS, WHISKEY, FREIGHT_WILD),
	},
};

/* In version 1 of the rules fares rose with the distance alone, and hardly anybody took the five nearest travelers. */
static void first_fares(struct box *b)
{
	static const uint8_t gold[TRAVELERS] = { 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5 };

	for (int i = 0; i < TRAVELERS; i++) {
		struct broad_traveler *who = &b->broadhorns.traveler[i];
		struct text source = text_on(who->source, sizeof who->source);

		who->gold = gold[i];
		memset(who->source, 0, sizeof who->source);
		text_put(&source, who->to == VIC || who->to == BAT ? BOTH : MADE);
	}
}

const struct old_box broad_old_boxes[] = { { .rules = 1, .undo = first_fares }, { .undo = NULL } };

static const char *const town_code[BROAD_TOWNS] = { "STG", "CAP", "NMD", "MEM", "HEL", "GRV", "VIC", "NAT", "BAT", "NOR" };

static const struct field space_fields[] = {
	{ FIELD_NUMBER(broad_space, cargo, "cargo", 0, BROAD_CARGOES - 1), .names = broad_cargo_name },
	{ FIELD_NUMBER(broad_space, value, "value", 1, 20) },
	FIELD_END
};

static const struct field tile_fields[] = {
	{ FIELD_NUMBER(broad_tile, spaces, "spaces", 1, BROAD_SPACES) },
	{ FIELD_STRUCTS(broad_tile, space, "space", space_fields, offsetof(struct broad_tile, spaces)) },
	{ FIELD_NUMBERS(broad_tile, increase, "increase", 0, 9, FIELD_FIXED), .optional = true },
	{ FIELD_NUMBER(broad_tile, wreaths, "wreaths", 0, 5) },
	{ FIELD_WORDS(broad_tile, source, "source") },
	FIELD_END
};

static const struct field town_fields[] = {
	{ FIELD_WORDS(broad_place, code, "code") },
	{ FIELD_WORDS(broad_place, name, "name") },
	{ FIELD_NUMBER(broad_place, entrance, "entrance", 1, BROAD_RIVER) },
	{ FIELD_NUMBER(broad_place, bonus, "bonus", 0, 20) },
	{ FIELD_STRUCTS(broad_place, tile, "tile", tile_fields, FIELD_FIXED) },
	{ FIELD_WORDS(broad_place, source, "source") },
	FIELD_END
};

static const struct field boat_fields[] = {
	{ FIELD_WORDS(broad_boat, name, "name") },
	{ FIELD_NUMBER(broad_boat, cost, "cost", 0, 50) },
	{ FIELD_NUMBER(broad_boat, boxes, "boxes", 1, BROAD_BOXES) },
	{ FIELD_NUMBER(broad_boat, speed, "speed", 1, 20) },
	{ FIELD_NUMBER(broad_boat, occupants, "occupants", 0, TRAVELERS) },
	{ FIELD_NUMBER(broad_boat, hand, "hand", 0, 20) },
	{ FIELD_NUMBER(broad_boat, resale, "resale", 0, 50) },
	{ FIELD_WORDS(broad_boat, source, "source") },
	FIELD_END
};

static const struct field delivery_fields[] = {
	{ FIELD_NUMBER(broad_delivery, town, "town", 0, BROAD_TOWNS - 1), .names = town_code },
	{ FIELD_NUMBER(broad_delivery, cargo, "cargo", 0, BROAD_CARGOES - 1), .names = broad_cargo_name },
	{ FIELD_WORDS(broad_delivery, source, "source") },
	FIELD_END
};

static const struct field traveler_fields[] = {
	{ FIELD_NUMBER(broad_traveler, to, "to", 0, BROAD_TOWNS - 1), .names = town_code },
	{ FIELD_NUMBER(broad_traveler, gold, "gold", 0, 20) },
	{ FIELD_NUMBER(broad_traveler, waits, "waits", 0, BROAD_TOWNS - 1), .names = town_code },
	{ FIELD_WORDS(broad_traveler, source, "source") },
	FIELD_END
};

static const struct field slot_fields[] = FREIGHT_SLOT_FIELDS(broad_cargo_name);
static const struct field ship_fields[] = FREIGHT_SHIP_FIELDS(slot_fields);
static const struct field freight_box_fields[] = FREIGHT_BOX_FIELDS(ship_fields);

#define AMOUNT(member, most) { FIELD_NUMBER(box, broadhorns.member, #member, 0, most) }
#define AMOUNTS(member, least, most) { FIELD_NUMBERS(box, broadhorns.member, #member, least, most, FIELD_FIXED) }

const struct field broad_box_fields[] = {
	{ FIELD_STRUCTS(box, broadhorns.town, "town", town_fields, FIELD_FIXED) },
	{ FIELD_NUMBER(box, broadhorns.last_space, "last_space", 1, BROAD_RIVER) },
	{ FIELD_WORDS(box, broadhorns.last_space_source, "last_space_source") },
	{ FIELD_STRUCTS(box, broadhorns.boat, "boat", boat_fields, FIELD_FIXED) },
	{ FIELD_NUMBER(box, broadhorns.length, "length", 1, BROAD_LENGTH) },
	{ FIELD_WORDS(box, broadhorns.length_source, "length_source") },
	AMOUNTS(season, 1, 9),
	{ FIELD_WORDS(box, broadhorns.season_source, "season_source") },
	{ FIELD_STRUCTS(box, broadhorns.delivery, "delivery", delivery_fields, FIELD_FIXED) },
	{ FIELD_STRUCTS(box, broadhorns.traveler, "traveler", traveler_fields, FIELD_FIXED) },
	AMOUNTS(spoil, 0, SPOILS),
	{ FIELD_WORDS(box, broadhorns.spoil_source, "spoil_source") },
	{ FIELD_NUMBER(box, broadhorns.barrels, "barrels", 1, 30) },
	{ FIELD_NUMBER(box, broadhorns.market, "market", 1, 50) },
	AMOUNT(market_start, 10),
	AMOUNTS(start_gold, 0, 50),
	AMOUNT(blind, 20), AMOUNT(overflow, 20), AMOUNT(delivery_bonus, 20), AMOUNT(ice_bonus, 20), AMOUNT(peddler, 20), AMOUNT(current, 10),
	AMOUNT(aboard, 20),
	AMOUNTS(wreath_2, 0, 50), AMOUNTS(wreath_3, 0, 50), AMOUNTS(wreath_4, 0, 50),
	{ FIELD_WORDS(box, broadhorns.numbers_source, "numbers_source") },
	{ FIELD_ROW(FIELD_GROUP, box, broadhorns.freight, "freight", sizeof(struct freight_box)), .of = freight_box_fields },
	FIELD_END
};

/* Checking a box: every message begins with the field that is wrong. ------ */

static bool wrong_tile(char out[MAX_TEXT], int town, int tile, const char *what)
{
	struct text t = text_on(out, MAX_TEXT);

	text_form(&t, "town[%d].tile[%d] %s", &what, (int64_t[]){ town, tile });
	return false;
}

static bool check_tile(const struct broad_tile *tile, int town, int i, char out[MAX_TEXT])
{
	bool perishable = false;

	for (int k = 0; k < tile->spaces; k++) {
		perishable |= tile->space[k].cargo < PERISHABLES;
		if (tile->increase[tile->space[k].cargo] != NOT_SOLD)
			return wrong_tile(out, town, i, "sells what it wants");
	}
	if (!perishable)                                        /* B57 needs one */
		return wrong_tile(out, town, i, "has no space for a perishable cargo");
	if (i == BROAD_TILES && tile->wreaths > 0)
		return wrong_tile(out, town, i, "is the board and has no wreaths");
	return true;
}

static bool check_towns(const struct broadhorns_box *x, char out[MAX_TEXT])
{
	for (int t = 0; t < BROAD_TOWNS; t++) {
		const struct broad_place *town = &x->town[t];
		if (strcmp(town->code, town_code[t]) != 0)
			return text_fault(out, "town[%d] has another code than the town of that place on the river", t);
		if (town->entrance > x->last_space || (t > 0 && town->entrance <= x->town[t - 1].entrance))
			return text_fault(out, "town[%d] has its entrance not below the town before it, or beyond last_space", t);
		for (int i = 0; i <= BROAD_TILES; i++)
			if (!check_tile(&town->tile[i], t, i, out))
				return false;
	}
	return true;
}

static bool check_cards(const struct broadhorns_box *x, char out[MAX_TEXT])
{
	int spoils = 0;

	for (int i = 0; i < DELIVERIES; i++)
		for (int j = 0; j < i; j++)
			if (x->delivery[i].town == x->delivery[j].town && x->delivery[i].cargo == x->delivery[j].cargo)
				return text_fault(out, "delivery[%d] is the same as another", i);
	for (int i = 0; i < TRAVELERS; i++)
		if (x->traveler[i].waits >= x->traveler[i].to)
			return text_fault(out, "traveler[%d] waits at or below its destination", i);
	for (int i = 0; i < PERISHABLES; i++)
		spoils += x->spoil[i];
	return spoils == SPOILS ? true : text_fault(out, "spoil does not add up to 12 cards", 0);
}

static bool check_boats(const struct broadhorns_box *x, char out[MAX_TEXT])
{
	bool given = false;

	for (int i = 0; i < BROAD_BOATS; i++) {
		given |= x->boat[i].cost == 0;
		if (!text_is_word(x->boat[i].name))             /* it is part of a move's text */
			return text_fault(out, "boat[%d] has a name that is not made of letters, digits, '-' and '_'", i);
		for (int j = 0; j < i; j++)
			if (strcmp(x->boat[i].name, x->boat[j].name) == 0)
				return text_fault(out, "boat[%d] has the name of another", i);
	}
	return given ? true : text_fault(out, "boat must have one that costs nothing: a boat must be taken (A4)", 0);
}

void broad_finish_box(struct box *b)
{
	for (int i = 0; i < BROAD_TOWNS; i++)
		for (int k = 0; k <= BROAD_TILES; k++) {
			struct broad_tile *tile = &b->broadhorns.town[i].tile[k];
			tile->shown[0] = 0;
			tile->shown[1] = BROAD_SHOWN_WREATHS(tile->wreaths);
			for (int space = 0; space < tile->spaces; space++) {
				const struct broad_space *is = &tile->space[space];
				tile->shown[0] += BROAD_SHOWN_0(is->cargo, is->value);
				tile->shown[1] += BROAD_SHOWN_1(is->cargo, is->value);
			}
			for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
				tile->shown[1] += BROAD_SHOWN_SALE(cargo, tile->increase[cargo]);
		}
}

/* 73 cards and 60 tiles are in the shape of the data, and 60 barrels in what is built in; here is what that leaves open. */
bool broad_check_box(const struct box *b, char out[MAX_TEXT])
{
	const struct broadhorns_box *x = &b->broadhorns;
	int track = broad_track(b);

	if (x->market_start * BROAD_CARGOES > x->market || x->market_start > x->barrels)
		return text_fault(out, "market_start puts more barrels into the market than it holds or there are", 0);
	if (track > BROAD_TRACK)
		return text_fault(out, "season has more spaces than the track can have (20)", 0);
	return check_towns(x, out) && check_cards(x, out) && check_boats(x, out) && freight_check_box(&x->freight, out);
}
