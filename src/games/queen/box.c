/* The pieces of Mississippi Queen, and what a box must keep to. Cells are numbered as in river.c. */
#include "queen.h"
#include "window.h"

#include <string.h>

#define BIT(cell) (1u << (cell))

/* Where the rows come from: the cell patterns are those of the 2019 printing, checked against pictures of the tiles; that they are
 * those of 1997 cell for cell is likely but not proven. "brown" is printed blue in 2019. */
#define FOUND "2019 tiles, checked by picture"

/* The water of a tile as a ship sees it, from the bits of its rear row and the distance of its rows. */
#define WATER(land, cell, bit) (uint64_t)!((land) >> (cell) & 1) << (bit)
#define ROW(land, cell, a, b, c, d, e) WATER(land, cell, a) | WATER(land, cell + 1, b) | WATER(land, cell + 2, c) | WATER(land, cell + 3, d) | \
	WATER(land, cell + 4, e)
#define SEEN(land, a, b, c, d, e, by) ROW(land, 0, a, b, c, d, e) | ROW(land, 5, a + by, b + by, c + by, d + by, e + by) | \
	ROW(land, 10, a + 2 * by, b + 2 * by, c + 2 * by, d + 2 * by, e + 2 * by) | \
	ROW(land, 15, a + 3 * by, b + 3 * by, c + 3 * by, d + 3 * by, e + 3 * by),
#define TILE(id, land, ...) { id, land, __VA_ARGS__, FOUND, { WINDOW_TILES(SEEN, land) } }
#define NO_STATION NO_CELL, NO_CELL, NO_COLOUR

const struct box queen_built_in = {
	.name = "built-in",
	.queen = {
		.tiles = QUEEN_TILES,
		.tile = {
			/* id      land                                               dock station colour */
			TILE("A0",   BIT(0) | BIT(4),                                    NO_STATION),
			TILE("A1-1", BIT(5) | BIT(6) | BIT(8),                           11,  6, COLOUR_BROWN),
			TILE("A1-2", BIT(0) | BIT(4) | BIT(11) | BIT(12) | BIT(13),       8, 13, COLOUR_BROWN),
			TILE("A1-3", BIT(4) | BIT(7) | BIT(11) | BIT(12),                10, 11, COLOUR_BROWN),
			TILE("A1-4", BIT(0) | BIT(4) | BIT(7) | BIT(8) | BIT(12),        13,  7, COLOUR_BROWN),
			TILE("A2-1", BIT(0) | BIT(4) | BIT(8) | BIT(11),                  7, 11, COLOUR_RED),
			TILE("A2-2", BIT(0) | BIT(8) | BIT(12),                          14,  8, COLOUR_RED),
			TILE("A2-3", BIT(0) | BIT(4) | BIT(7) | BIT(8),                  11,  7, COLOUR_RED),
			TILE("A2-4", BIT(0) | BIT(8) | BIT(11) | BIT(12),                13, 12, COLOUR_RED),
			TILE("A3-1", BIT(4) | BIT(5) | BIT(7) | BIT(9) | BIT(10),        NO_STATION),
			TILE("A3-2", BIT(1) | BIT(2) | BIT(3) | BIT(13),                 NO_STATION),
			TILE("A3-3", BIT(4) | BIT(6) | BIT(8) | BIT(11) | BIT(18),       NO_STATION),
		},
		.start = { 2, 9, 5, 3, 1 },                     /* Q9: spaces 1 .. 5 */
		.laid = { [MODE_PASSENGERS] = 11, [MODE_INTRO] = 3 },   /* Q5, Q6 */
		.speed_start = 1, .speed_max = 6, .coal_start = 6,      /* Q2, Q18, Q3 */
		.free_change = 1, .free_turns = 1,              /* Q16, Q39 */
		.needed = 2,                                    /* Q128 */
		.stock = { 8, 12, 16 },                         /* Q11: with 3, 4, 5 players */
		.red   = { 1, 1, 2 },                           /* Q100 */
		.brown = { 1, 2, 2 },
	},
};

static const char *const colour_name[] = { "red", "brown" };

static const struct field tile_fields[] = {
	{ FIELD_WORDS(queen_tile, id, "id") },
	{ FIELD_BITS(queen_tile, land, "land", 0, QUEEN_CELLS - 1) },
	{ FIELD_NUMBER(queen_tile, dock, "dock", 0, QUEEN_CELLS - 1), .optional = true },
	{ FIELD_NUMBER(queen_tile, station, "station", 0, QUEEN_CELLS - 1), .optional = true },
	{ FIELD_NUMBER(queen_tile, colour, "colour", COLOUR_RED, COLOUR_BROWN), .optional = true, .names = colour_name },
	{ FIELD_WORDS(queen_tile, source, "source") },
	FIELD_END
};

enum { MOST_WAITING = 9, MOST_STOCK = 99 };

const struct field queen_box_fields[] = {
	{ FIELD_NUMBER(box, queen.tiles, "tiles", 4, QUEEN_TILES) },
	{ FIELD_STRUCTS(box, queen.tile, "tile", tile_fields, offsetof(struct box, queen.tiles)) },
	{ FIELD_NUMBERS(box, queen.start, "start", 0, QUEEN_CELLS - 1, FIELD_FIXED) },
	{ FIELD_NUMBERS(box, queen.laid, "laid", 2, QUEEN_TILES - 1, FIELD_FIXED) },      /* the first is joined before the race (Q8) */
	{ FIELD_NUMBER(box, queen.speed_start, "speed_start", 1, QUEEN_POINTS) },
	{ FIELD_NUMBER(box, queen.speed_max, "speed_max", 1, QUEEN_POINTS) },
	{ FIELD_NUMBER(box, queen.coal_start, "coal_start", 0, QUEEN_COAL) },
	{ FIELD_NUMBER(box, queen.free_change, "free_change", 0, QUEEN_POINTS) },
	{ FIELD_NUMBER(box, queen.free_turns, "free_turns", 0, QUEEN_FREE_TURNS) },
	{ FIELD_NUMBER(box, queen.needed, "needed", 1, QUEEN_TILES - 1) },
	{ FIELD_NUMBERS(box, queen.stock, "stock", 0, MOST_STOCK, FIELD_FIXED) },
	{ FIELD_NUMBERS(box, queen.red, "red", 0, MOST_WAITING, FIELD_FIXED) },
	{ FIELD_NUMBERS(box, queen.brown, "brown", 0, MOST_WAITING, FIELD_FIXED) },
	FIELD_END
};

/* Checking a box: every message begins with the field that is wrong. ------ */

static bool is_land(const struct queen_tile *tile, int cell)
{
	return tile->land >> cell & 1;
}

/* A river of one tile, or two, to walk about on. */
static struct queen river_of(int first, int cusp, int second)
{
	struct queen q = { .laid = second < 0 ? 1 : 2, .platform = NO_CUSP };

	q.tile[0] = (uint8_t)first;
	if (second >= 0) {
		q.tile[1] = (uint8_t)second;
		q.heading[1] = (uint8_t)queen_heading_at(NORTH, cusp);
	}
	return q;
}

static bool docks_agree(const struct box *b, const struct queen_tile *tile)
{
	struct queen q = river_of((int)(tile - b->queen.tile), 0, -1);

	for (int side = 0; side < QUEEN_SIDES; side++)
		if (queen_next(&q, tile->dock, side) == tile->station)
			return true;
	return false;
}

/* Water of one tile hangs together: spread from its first water cell and see whether every other is reached. */
static bool is_connected(const struct box *b, int tile)
{
	struct queen q = river_of(tile, 0, -1);
	uint32_t water = ~b->queen.tile[tile].land & (BIT(QUEEN_CELLS) - 1), seen = water & -water, before = 0;

	while (seen != before) {
		before = seen;
		for (int cell = 0; cell < QUEEN_CELLS; cell++)
			for (int side = 0; seen >> cell & 1 && side < QUEEN_SIDES; side++) {
				int to = queen_next(&q, cell, side);
				if (to >= 0)
					seen |= BIT(to) & water;
			}
	}
	return seen == water && water != 0;
}

/* From one tile to another joined at that cusp there is a water edge. */
static bool has_crossing(const struct box *b, int first, int cusp, int second)
{
	struct queen q = river_of(first, cusp, second);

	for (int cell = 0; cell < QUEEN_CELLS; cell++)
		for (int side = 0; side < QUEEN_SIDES; side++) {
			int to = queen_next(&q, cell, side);
			if (to >= QUEEN_CELLS && !queen_is_land(b, &q, cell) && !queen_is_land(b, &q, to))
				return true;
		}
	return false;
}

/* A platform at that cusp has an entry hex. */
static bool has_entry(const struct box *b, int tile, int cusp)
{
	struct queen q = river_of(tile, 0, -1);

	q.platform = (uint8_t)cusp;
	for (int cell = 0; cell < QUEEN_CELLS; cell++)
		if (queen_is_entry(b, &q, cell))
			return true;
	return false;
}

static bool check_tile(const struct box *b, int i, char out[MAX_TEXT])
{
	const struct queen_tile *tile = &b->queen.tile[i];
	bool stationed = tile->dock != NO_CELL;

	if (!text_is_word(tile->id))
		return text_fault(out, "tile[%d] has an id that is not made of letters, digits, '-' and '_'", i);
	for (int j = 0; j < i; j++)
		if (strcmp(tile->id, b->queen.tile[j].id) == 0)
			return text_fault(out, "tile[%d] has the id of another tile", i);
	if (stationed != (tile->station != NO_CELL) || stationed != (tile->colour != NO_COLOUR))
		return text_fault(out, "tile[%d] must have dock, station and colour together, or none of them", i);
	if (stationed && i == 0)
		return text_fault(out, "tile[%d] is the start tile and has no station", i);
	if (stationed && is_land(tile, tile->dock))
		return text_fault(out, "tile[%d] has its dock on land", i);
	if (stationed && (!is_land(tile, tile->station) || !docks_agree(b, tile)))
		return text_fault(out, "tile[%d] has a station that is not on land beside its dock", i);
	if (!is_connected(b, i))
		return text_fault(out, "tile[%d] has water that does not hang together, or none", i);
	for (int cusp = 0; cusp < CUSPS; cusp++)
		if (!has_entry(b, i, cusp))
			return text_fault(out, "tile[%d] would leave a landing platform without any entry hex", i);
	return true;
}

static bool check_crossings(const struct box *b, char out[MAX_TEXT])
{
	for (int i = 0; i < b->queen.tiles; i++)
		for (int j = 0; j < b->queen.tiles; j++)
			for (int cusp = 0; cusp < CUSPS; cusp++)
				if (j != i && !has_crossing(b, i, cusp, j)) {
					struct text t = text_on(out, MAX_TEXT);
					text_form(&t, "tile[%d] cannot be left by water for tile[%d]", NULL, (int64_t[]){ i, j });
					return false;
				}
	return true;
}

static bool check_start(const struct box *b, char out[MAX_TEXT])
{
	for (int i = 0; i < MAX_PLAYERS; i++) {
		if (is_land(&b->queen.tile[0], b->queen.start[i]))
			return text_fault(out, "start[%d] is on land", i);
		for (int j = 0; j < i; j++)
			if (b->queen.start[i] == b->queen.start[j])
				return text_fault(out, "start[%d] is the start space of another ship", i);
	}
	return true;
}

/* Q11 against Q100: the passengers in play are those that all stations of the box take. */
static bool check_stock(const struct box *b, char out[MAX_TEXT])
{
	for (int table = 0; table < QUEEN_TABLES; table++) {
		int placed = 0, stations = 0;
		for (int i = 0; i < b->queen.tiles; i++) {
			int colour = b->queen.tile[i].colour;
			stations += colour != NO_COLOUR;
			placed += colour == COLOUR_RED ? b->queen.red[table] : colour == COLOUR_BROWN ? b->queen.brown[table] : 0;
		}
		if (placed != b->queen.stock[table])
			return text_fault(out, "stock[%d] is not the sum of what red and brown place on the stations", table);
		if (b->queen.needed > stations)
			return text_fault(out, "needed is more than there are stations", 0);
	}
	return true;
}

bool queen_check_box(const struct box *b, char out[MAX_TEXT])
{
	for (int mode = 0; mode < 2; mode++)
		if (b->queen.laid[mode] >= b->queen.tiles)
			return text_fault(out, "laid[%d] is more than there are tiles besides the start tile", mode);
	if (b->queen.speed_start > b->queen.speed_max)
		return text_fault(out, "speed_start is above speed_max", 0);
	for (int i = 0; i < b->queen.tiles; i++)
		if (!check_tile(b, i, out))
			return false;
	return check_crossings(b, out) && check_start(b, out) && check_stock(b, out);
}

void queen_finish_box(struct box *b)
{
	for (int i = 0; i < b->queen.tiles; i++)
		for (int side = 0; side < QUEEN_SIDES; side++)
			b->queen.tile[i].water[side] = queen_water(b->queen.tile[i].land, side);
}
