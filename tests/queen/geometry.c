/* The built-in box against the printed tiles, and the joins against the coordinates: both are worked out here a second time. */
#include "positions.h"

enum { NONE = -1, NO_STATION = 0, RED_STATION, BROWN_STATION };
enum { NOT_THERE = 255 };       /* in a box */

static const struct printed {
	const char *id;
	int land[6];                    /* ends with NONE */
	int dock, station, seen;        /* seen: the way from the boarding platform to the station */
	int colour;
} printed[QUEEN_TILES] = {
	{ "A0",   { 0, 4, NONE },             NONE, NONE, NONE,      NO_STATION },
	{ "A1-1", { 5, 6, 8, NONE },          11,   6,    SOUTH,     BROWN_STATION },
	{ "A1-2", { 0, 4, 11, 12, 13, NONE }, 8,    13,   NORTH,     BROWN_STATION },
	{ "A1-3", { 4, 7, 11, 12, NONE },     10,   11,   NORTHEAST, BROWN_STATION },
	{ "A1-4", { 0, 4, 7, 8, 12, NONE },   13,   7,    SOUTHWEST, BROWN_STATION },
	{ "A2-1", { 0, 4, 8, 11, NONE },      7,    11,   NORTHWEST, RED_STATION },
	{ "A2-2", { 0, 8, 12, NONE },         14,   8,    SOUTHWEST, RED_STATION },
	{ "A2-3", { 0, 4, 7, 8, NONE },       11,   7,    SOUTHEAST, RED_STATION },
	{ "A2-4", { 0, 8, 11, 12, NONE },     13,   12,   NORTHWEST, RED_STATION },
	{ "A3-1", { 4, 5, 7, 9, 10, NONE },   NONE, NONE, NONE,      NO_STATION },
	{ "A3-2", { 1, 2, 3, 13, NONE },      NONE, NONE, NONE,      NO_STATION },
	{ "A3-3", { 4, 6, 8, 11, 18, NONE },  NONE, NONE, NONE,      NO_STATION },
};

static bool printed_land(int tile, int cell)
{
	for (const int *at = printed[tile].land; *at != NONE; at++)
		if (*at == cell)
			return true;
	return false;
}

/* ---- The box ---- */

RULE_TEST(box_has_the_printed_tiles, "Q4 Q31: the tiles have the printed land")
{
	const struct queen_box *box = &game_find("queen")->box->queen;
	assert_int_equal(box->tiles, QUEEN_TILES);
	for (int i = 0; i < QUEEN_TILES; i++) {
		assert_string_equal(box->tile[i].id, printed[i].id);
		for (int cell = 0; cell < QUEEN_CELLS; cell++)
			assert_int_equal(box->tile[i].land >> cell & 1, printed_land(i, cell));
		assert_int_equal(box->tile[i].land >> QUEEN_CELLS, 0);
	}
}

RULE_TEST(box_has_the_printed_stations, "Q36 Q101: and the printed boarding platforms and stations")
{
	const struct queen_box *box = &game_find("queen")->box->queen;
	for (int i = 0; i < QUEEN_TILES; i++) {
		const struct queen_tile *t = &box->tile[i];
		assert_int_equal(t->dock, printed[i].dock == NONE ? NOT_THERE : printed[i].dock);
		assert_int_equal(t->station, printed[i].station == NONE ? NOT_THERE : printed[i].station);
		assert_int_equal(t->colour == NOT_THERE, printed[i].colour == NO_STATION);
		if (printed[i].dock == NONE)
			continue;
		assert_int_equal(beside(t->dock, printed[i].seen), t->station);
		assert_false(printed_land(i, t->dock));
		assert_true(printed_land(i, t->station));
	}
}

/* Colours show in the four-player game: one passenger for a red station, two for a brown one. All stations together use up the stock. */
RULE_TEST(stock_closes_with_the_stations, "Q11 Q100: the stations use up the stock of passengers")
{
	static const int stock[] = { 8, 12, 16 };
	static const int of_four[] = { [NO_STATION] = 0, [RED_STATION] = 1, [BROWN_STATION] = 2 };
	for (int players = 3; players <= 5; players++) {
		int sum = 0;
		for (int i = 1; i < QUEEN_TILES; i++) {
			struct fix f = fix_new(players, "");
			char move[MAX_TEXT];
			snprintf(move, sizeof move, "tile %s", printed[i].id);
			play(&f, move);
			sum += f.s.queen.waiting[1];
			if (players == 4)
				assert_int_equal(f.s.queen.waiting[1], of_four[printed[i].colour]);
		}
		assert_int_equal(sum, stock[players - 3]);
		assert_int_equal(game_find("queen")->box->queen.stock[players - 3], stock[players - 3]);
	}
}

RULE_TEST(box_has_the_start_spaces, "Q9: the start spaces are the printed ones")
{
	static const int start[] = { 2, 9, 5, 3, 1 };
	const struct queen_box *box = &game_find("queen")->box->queen;
	struct fix f = fix_new(5, "");
	for (int i = 0; i < 5; i++) {
		assert_int_equal(box->start[i], start[i]);
		ship_is(&f, i, 0, start[i], NORTH, 1, 6);
	}
}

/* ---- Where hexes lie on the table ---- */

struct spot { int q, r; };

static struct spot turned(struct spot at, int times)
{
	for (int i = 0; i < times; i++)
		at = (struct spot){ -at.r, at.q + at.r };
	return at;
}

/* The start tile's centre is (0,0); every other lies four hexes along its own heading from the one before it. */
static struct spot spot_of(const struct queen *q, int tile, int cell)
{
	struct spot at = turned((struct spot){ cell_q(cell), cell_r(cell) }, q->heading[tile]);
	for (int k = 1; k <= tile; k++) {
		at.q += 4 * step_q(q->heading[k]);
		at.r += 4 * step_r(q->heading[k]);
	}
	return at;
}

/* The hex beside another, as 20 * tile + cell, on its own tile, the one before or the one after it; NONE: there is none. */
static int hex_beside(const struct queen *q, int tile, int cell, int heading)
{
	struct spot to = spot_of(q, tile, cell);
	to.q += step_q(heading);
	to.r += step_r(heading);
	for (int k = tile - 1; k <= tile + 1; k++)
		for (int c = 0; k >= q->first && k < q->laid && c < QUEEN_CELLS; c++) {
			struct spot at = spot_of(q, k, c);
			if (at.q == to.q && at.r == to.r)
				return QUEEN_CELLS * k + c;
		}
	return NONE;
}

/* ---- Steps ---- */

/* Steps that led onto the next tile: from its cell, in directions of the tile that was left, to which cell, from 1. */
struct crossings { int to[CUSPS][QUEEN_CELLS][QUEEN_SIDES]; };

static void note(struct crossings *seen, const struct queen *q, int tile, int cell, int heading, int to)
{
	if (to / QUEEN_CELLS != tile + 1)
		return;
	int cusp = (q->heading[tile + 1] - q->heading[tile] + 1 + QUEEN_SIDES) % QUEEN_SIDES;
	seen->to[cusp][cell][(heading - q->heading[tile] + QUEEN_SIDES) % QUEEN_SIDES] = to % QUEEN_CELLS + 1;
}

/* From every water hex of a tile a step in each direction leads where the coordinates say, or is refused. */
static void steps_of_tile(const struct fix *river, int tile, struct crossings *seen)
{
	const struct queen *q = &river->s.queen;
	for (int cell = 0; cell < QUEEN_CELLS; cell++)
		for (int heading = 0; !printed_land(q->tile[tile], cell) && heading < QUEEN_SIDES; heading++) {
			struct fix f = *river;
			int to = hex_beside(q, tile, cell, heading);
			fix_ship(&f, 0, tile, cell, heading, 1, 6);
			play(&f, "speed 1");
			if (to == NONE) {
				refused(&f, "ahead", Q(32));
			} else if (printed_land(q->tile[to / QUEEN_CELLS], to % QUEEN_CELLS)) {
				refused(&f, "ahead", Q(31));
			} else {
				play(&f, "ahead");
				ship_is(&f, 0, to / QUEEN_CELLS, to % QUEEN_CELLS, heading, 1, 6);
				note(seen, q, tile, cell, heading, to);
			}
		}
}

/* Every tile on which a ship can begin a turn: not the newest while another is to come. The other ships keep out of the way. */
static void steps_of_river(const char *tiles, struct crossings *seen)
{
	struct fix f = fix_river(3, "", tiles);
	bool whole = f.s.queen.laid == QUEEN_TILES;
	if (whole)
		fix_platform(&f, MIDDLE_CUSP);
	for (int tile = 0; tile < f.s.queen.laid - !whole; tile++) {
		fix_ship(&f, 1, tile == 0 ? 3 : 0, tile == 0 ? 16 : 2, NORTH, 1, 6);
		fix_ship(&f, 2, tile == 0 ? 3 : 0, tile == 0 ? 17 : 3, NORTH, 1, 6);
		steps_of_tile(&f, tile, seen);
	}
}

RULE_TEST(steps_follow_the_coordinates, "Q32 Q35 Q84 Q85 Q86: every step leads where the coordinates say, nine edges a join")
{
	static const char *const rivers[] = {
		"A0 A1-1 A1-2 A1-3 A1-4 A2-1 A2-2 A2-3 A2-4 A3-1 A3-2 A3-3",
		"A0 A1-1 <A1-2 >A1-3 >A1-4 <A2-1 <A2-2 >A2-3 >A2-4 <A3-1 <A3-2 >A3-3",
		"A0 A3-3 >A3-2 <A3-1 <A2-4 >A2-3 >A2-2 <A2-1 <A1-4 >A1-3 >A1-2 <A1-1",
		"A0 A2-3 >A1-1 >A2-2 >A1-4 A3-1 <A2-1 <A1-2 <A2-4 A3-3 >A3-2 >A1-3",
		"A0 A1-3 <A2-2 <A1-1 <A2-4 A1-2 >A3-1 >A2-1 >A3-3 A1-4 <A2-3 <A3-2",
		"A0 A2-2 <A1-1 <A2-1 A3-3 <A1-3 >A1-2 >A2-4 >A1-4 A3-2 <A2-3 A3-1",
		"A0 A1-1 >A2-2 >A2-4 A1-3 >A2-1 <A3-3 <A2-3 <A1-4 A3-1 >A1-2 A3-2",
	};
	static const struct { int cusp, cell, way, to; } edge[] = {
		{ LEFT_CUSP, 5, NORTHWEST, 0 }, { LEFT_CUSP, 10, SOUTHWEST, 0 }, { LEFT_CUSP, 10, NORTHWEST, 1 },
		{ LEFT_CUSP, 15, SOUTHWEST, 1 }, { LEFT_CUSP, 15, NORTHWEST, 2 }, { LEFT_CUSP, 15, NORTH, 3 },
		{ LEFT_CUSP, 16, NORTHWEST, 3 }, { LEFT_CUSP, 16, NORTH, 4 }, { LEFT_CUSP, 17, NORTHWEST, 4 },
		{ MIDDLE_CUSP, 15, NORTH, 0 }, { MIDDLE_CUSP, 16, NORTHWEST, 0 }, { MIDDLE_CUSP, 16, NORTH, 1 },
		{ MIDDLE_CUSP, 17, NORTHWEST, 1 }, { MIDDLE_CUSP, 17, NORTH, 2 }, { MIDDLE_CUSP, 17, NORTHEAST, 3 },
		{ MIDDLE_CUSP, 18, NORTH, 3 }, { MIDDLE_CUSP, 18, NORTHEAST, 4 }, { MIDDLE_CUSP, 19, NORTH, 4 },
		{ RIGHT_CUSP, 17, NORTHEAST, 0 }, { RIGHT_CUSP, 18, NORTH, 0 }, { RIGHT_CUSP, 18, NORTHEAST, 1 },
		{ RIGHT_CUSP, 19, NORTH, 1 }, { RIGHT_CUSP, 19, NORTHEAST, 2 }, { RIGHT_CUSP, 19, SOUTHEAST, 3 },
		{ RIGHT_CUSP, 14, NORTHEAST, 3 }, { RIGHT_CUSP, 14, SOUTHEAST, 4 }, { RIGHT_CUSP, 9, NORTHEAST, 4 },
	};
	struct crossings seen = { 0 }, expected = { 0 };
	for (size_t i = 0; i < sizeof rivers / sizeof rivers[0]; i++)
		steps_of_river(rivers[i], &seen);
	for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++)
		expected.to[edge[i].cusp][edge[i].cell][edge[i].way] = edge[i].to + 1;
	assert_memory_equal(&seen, &expected, sizeof seen);
}

/* Tile 7 of this river comes back beside the start tile: nine of their edges meet. */
static const char touching[] = "A0 A1-1 <A1-2 <A1-3 <A1-4 A2-1 <A2-2 <A2-3 >A2-4";

RULE_TEST(no_step_between_tiles_that_touch, "Q157: no step between tiles that merely touch")
{
	struct crossings seen = { 0 };
	steps_of_river(touching, &seen);

	struct fix out = fix_river(3, "", touching), back = out;
	struct spot from = spot_of(&out.s.queen, 0, 2), to = spot_of(&out.s.queen, 7, 15);
	assert_int_equal(from.q + step_q(SOUTH), to.q);
	assert_int_equal(from.r + step_r(SOUTH), to.r);
	fix_ship(&out, 0, 0, 2, SOUTH, 1, 6);
	play(&out, "speed 1");
	refused(&out, "ahead", Q(32));
	fix_ship(&back, 0, 7, 15, NORTH, 1, 6);
	play(&back, "speed 1");
	refused(&back, "ahead", Q(32));
}

RULE_TEST(no_push_between_tiles_that_touch, "Q157 Q62: nor a push")
{
	struct fix f = fix_river(3, "", touching);
	fix_ship(&f, 0, 0, 7, SOUTH, 2, 6);
	fix_ship(&f, 1, 0, 2, NORTH, 1, 6);
	play(&f, "speed 2, ahead");
	legal_is(&f, "push NE, push SE, push SW, push NW");
	refused(&f, "push S", Q(62));
}

/* ---- Overlap ---- */

enum { REACH = 4 * QUEEN_TILES + 4, TABLE = 2 * REACH + 1 };

static void cover(const struct queen *q, int tile, bool table[TABLE][TABLE])
{
	for (int cell = 0; cell < QUEEN_CELLS; cell++) {
		struct spot at = spot_of(q, tile, cell);
		table[at.q + REACH][at.r + REACH] = true;
	}
}

static bool is_covered(const struct queen *q, int tile, bool table[TABLE][TABLE])
{
	for (int cell = 0; cell < QUEEN_CELLS; cell++) {
		struct spot at = spot_of(q, tile, cell);
		if (table[at.q + REACH][at.r + REACH])
			return true;
	}
	return false;
}

/* The faces that the die may show by the coordinates, as the text of a legal list; how many do not overlap. */
static int free_faces(const struct queen *river, char out[MAX_TEXT])
{
	static const char *const face[CUSPS] = { "die left", "die middle", "die right" };
	bool table[TABLE][TABLE] = { { false } }, blocked[CUSPS];
	struct queen q = *river;
	int free = 0;
	for (int k = q.first; k < q.laid; k++)
		cover(&q, k, table);
	for (int cusp = 0; cusp < CUSPS; cusp++) {
		q.heading[q.laid] = (uint8_t)((q.heading[q.laid - 1] + cusp + 5) % QUEEN_SIDES);
		blocked[cusp] = is_covered(&q, q.laid, table);
		free += !blocked[cusp];
	}
	out[0] = '\0';
	for (int cusp = 0; cusp < CUSPS; cusp++)
		if (!blocked[cusp] || free == 0)
			strcat(strcat(out, *out ? ", " : ""), face[cusp]);
	return free;
}

/* Every river of up to nine tiles, with nothing removed or only the last five or six tiles on the table. */
RULE_TEST(faces_follow_the_coordinates, "Q86 Q90 Q91 A34: the die shows the faces that the coordinates leave free")
{
	static const int kept[] = { 5, 6, 9 };
	struct fix f = fix_river(3, "", "A0 A2-1");
	struct queen *q = &f.s.queen;
	int rivers = 1, with_free[CUSPS + 1] = { 0 };
	fix_ship(&f, 0, 0, 17, NORTH, 1, 6);
	play(&f, "speed 1, ahead, end");
	for (q->laid = 2; q->laid <= 9; q->laid++, rivers *= 3)
		for (int bends = 0; bends < rivers; bends++) {
			for (int k = 2, rest = bends; k < q->laid; k++, rest /= 3)
				q->heading[k] = (uint8_t)((q->heading[k - 1] + rest % 3 + 5) % QUEEN_SIDES);
			for (int i = 0; i < 3; i++) {
				char faces[MAX_TEXT];
				q->first = (uint8_t)(q->laid > kept[i] ? q->laid - kept[i] : 0);
				with_free[free_faces(q, faces)]++;
				legal_is(&f, faces);
			}
		}
	for (int n = 0; n <= CUSPS; n++)
		assert_true(with_free[n] > 0);
}

/* Of the 36 pairs of headings the 18 that a die can bring. */
RULE_TEST(a_river_bends_by_sixty_degrees_at_most, "Q85: a position whose tiles bend further is refused")
{
	for (int from = 0; from < QUEEN_SIDES; from++)
		for (int to = 0; to < QUEEN_SIDES; to++) {
			struct fix f = fix_river(3, "", from < 3 ? "A0 A1-1 >A1-2 >A1-3 >A1-4 A2-1" : "A0 A1-1 <A1-2 <A1-3 <A1-4 A2-1");
			struct queen *q = &f.s.queen;
			const int bends = from < 3 ? from : QUEEN_SIDES - from, turned = (to - from + QUEEN_SIDES) % QUEEN_SIDES;
			char why[MAX_TEXT] = "";
			for (int k = 2; k < 5; k++)             /* tile 4 heads as asked, those before it as little off as they can */
				q->heading[k] = (uint8_t)((QUEEN_SIDES + (from < 3 ? 1 : -1) * (k - 1 < bends ? k - 1 : bends)) % QUEEN_SIDES);
			assert_int_equal(q->heading[4], from);
			q->heading[5] = (uint8_t)to;
			f.g->check(f.box, &f.s, why);
			assert_int_equal(strstr(why, "heading[5] cannot follow the heading before it") != NULL, turned > 1 && turned < QUEEN_SIDES - 1);
			assert_null(strstr(why, "heading[4]"));
		}
}
