/* The river: hexes of a tile, how tiles join, and what lies where. Cells are numbered 5 * row + column, from the rear left:
 *
 *         17             A tile is a hexagon of 19 hexes without its rear corner, plus two "ears" (0 and 4) that
 *     16      18         clasp the tile before it. It heads where 17 points. The next tile joins at the left (15),
 * 15      12      19     middle (17) or right (19) cusp: it turns by -60, 0 or +60 degrees, and its missing rear
 *     11      13         corner is the cusp. Its centre lies four hexes away in its own heading (Q84..Q86).
 * 10       7      14
 *      6       8         Positions are (tile of the river, cell). Only consecutive tiles are connected, so a river that
 *  5       2       9     winds back beside itself, or even over itself, does no harm (Q157).
 *      1       3
 *  0               4 */
#include "queen.h"

const int8_t queen_cell_q[QUEEN_CELLS] = { -2, -1, 0, 1, 2, -2, -1, 0, 1, 2, -2, -1, 0, 1, 2, -2, -1, 0, 1, 2 };
const int8_t queen_cell_r[QUEEN_CELLS] = { 3, 2, 1, 1, 1, 2, 1, 0, 0, 0, 1, 0, -1, -1, -1, 0, -1, -2, -2, -2 };
const int8_t queen_side_q[QUEEN_SIDES] = { 0, 1, 1, 0, -1, -1 };
const int8_t queen_side_r[QUEEN_SIDES] = { -1, -1, 0, 1, 1, 0 };

/* In the three tables below a neighbour is written as its cell + 1, so that 0 can say that there is none. Directions are those
 * of the tile that is left. tests/queen/geometry.c derives all of them from the coordinates above. */

const uint8_t queen_inside[QUEEN_CELLS][QUEEN_SIDES] = {
	/*  N  NE  SE   S  SW  NW */
	{   6,  2,  0,  0,  0,  0 }, {   7,  3,  0,  0,  1,  6 }, {   8,  9,  4,  0,  2,  7 }, {   9, 10,  5,  0,  0,  3 },
	{  10,  0,  0,  0,  0,  4 }, {  11,  7,  2,  1,  0,  0 }, {  12,  8,  3,  2,  6, 11 }, {  13, 14,  9,  3,  7, 12 },
	{  14, 15, 10,  4,  3,  8 }, {  15,  0,  0,  5,  4,  9 }, {  16, 12,  7,  6,  0,  0 }, {  17, 13,  8,  7, 11, 16 },
	{  18, 19, 14,  8, 12, 17 }, {  19, 20, 15,  9,  8, 13 }, {  20,  0,  0, 10,  9, 14 }, {   0, 17, 12, 11,  0,  0 },
	{   0, 18, 13, 12, 16,  0 }, {   0,  0, 19, 13, 17,  0 }, {   0,  0, 20, 14, 13, 18 }, {   0,  0,  0, 15, 14, 19 },
};

/* The nine edges by which a tile opens to the one joined at each of its cusps (Q35). */
const uint8_t queen_onward[CUSPS][QUEEN_CELLS][QUEEN_SIDES] = {
	[LEFT_CUSP] = {
		[5]  = { [NORTHWEST] = 1 },
		[10] = { [SOUTHWEST] = 1, [NORTHWEST] = 2 },
		[15] = { [SOUTHWEST] = 2, [NORTHWEST] = 3, [NORTH] = 4 },
		[16] = { [NORTHWEST] = 4, [NORTH] = 5 },
		[17] = { [NORTHWEST] = 5 },
	},
	[MIDDLE_CUSP] = {
		[15] = { [NORTH] = 1 },
		[16] = { [NORTHWEST] = 1, [NORTH] = 2 },
		[17] = { [NORTHWEST] = 2, [NORTH] = 3, [NORTHEAST] = 4 },
		[18] = { [NORTH] = 4, [NORTHEAST] = 5 },
		[19] = { [NORTH] = 5 },
	},
	[RIGHT_CUSP] = {
		[17] = { [NORTHEAST] = 1 },
		[18] = { [NORTH] = 1, [NORTHEAST] = 2 },
		[19] = { [NORTH] = 2, [NORTHEAST] = 3, [SOUTHEAST] = 4 },
		[14] = { [NORTHEAST] = 4, [SOUTHEAST] = 5 },
		[9]  = { [NORTHEAST] = 5 },
	},
};

/* The same edges from the other side: from the tile joined at that cusp back to the one before it. */
const uint8_t queen_back[CUSPS][QUEEN_CELLS][QUEEN_SIDES] = {
	[LEFT_CUSP] = {
		{ [SOUTH] = 6, [SOUTHEAST] = 11 }, { [SOUTH] = 11, [SOUTHEAST] = 16 }, { [SOUTH] = 16 },
		{ [SOUTHWEST] = 16, [SOUTH] = 17 }, { [SOUTHWEST] = 17, [SOUTH] = 18 },
	},
	[MIDDLE_CUSP] = {
		{ [SOUTH] = 16, [SOUTHEAST] = 17 }, { [SOUTH] = 17, [SOUTHEAST] = 18 }, { [SOUTH] = 18 },
		{ [SOUTHWEST] = 18, [SOUTH] = 19 }, { [SOUTHWEST] = 19, [SOUTH] = 20 },
	},
	[RIGHT_CUSP] = {
		{ [SOUTH] = 18, [SOUTHEAST] = 19 }, { [SOUTH] = 19, [SOUTHEAST] = 20 }, { [SOUTH] = 20 },
		{ [SOUTHWEST] = 20, [SOUTH] = 15 }, { [SOUTHWEST] = 15, [SOUTH] = 10 },
	},
};

int queen_heading_at(int heading, int cusp)
{
	return queen_turned(heading, cusp - MIDDLE_CUSP);
}

/* Where some later tile could lie (Q34), on a tile that is gone (Q33), or plainly ashore (Q32)? */
int queen_off(const struct queen *q, int hex, int heading)
{
	int tile = hex / QUEEN_CELLS, cell = hex % QUEEN_CELLS, side = queen_turned(heading, -q->heading[tile]);

	if (tile == q->laid - 1 && q->platform == NO_CUSP)
		for (int cusp = 0; cusp < CUSPS; cusp++)
			if (queen_onward[cusp][cell][side])
				return Q(34);
	if (tile > 0 && tile == q->first && queen_back[queen_cusp(q, tile)][cell][side])
		return Q(33);
	return Q(32);
}

int queen_progress(int cell)
{
	return -(queen_cell_q[cell] + 2 * queen_cell_r[cell]);
}

/* Q98: the three hexes that the platform's piers touch, by the cusp it is joined to. Q99: land among them does not count. */
bool queen_is_entry(const struct box *b, const struct queen *q, int hex)
{
	static const uint32_t entry[CUSPS] = {
		[LEFT_CUSP]   = 1u << 10 | 1u << 15 | 1u << 16,
		[MIDDLE_CUSP] = 1u << 16 | 1u << 17 | 1u << 18,
		[RIGHT_CUSP]  = 1u << 14 | 1u << 18 | 1u << 19,
	};

	if (q->platform == NO_CUSP || hex / QUEEN_CELLS != q->laid - 1)         /* Q138 */
		return false;
	return entry[q->platform] >> hex % QUEEN_CELLS & 1 && !queen_is_land(b, q, hex);
}

/* Where tiles lie on the table: only drawing and the overlap test ask. ---- */

void queen_centre(const struct queen *q, int tile, int *col, int *row)
{
	*col = *row = 0;
	for (int k = 1; k <= tile; k++) {
		*col += 4 * queen_side_q[q->heading[k]];
		*row += 4 * queen_side_r[q->heading[k]];
	}
}

/* A cell's place relative to the centre of its tile, turned by the tile's heading: (q, r) -> (-r, q + r) is 60 degrees. */
void queen_turned_cell(int cell, int heading, int *col, int *row)
{
	int c = queen_cell_q[cell], r = queen_cell_r[cell];

	for (int i = 0; i < heading; i++) {
		int was = c;
		c = -r;
		r += was;
	}
	*col = c;
	*row = r;
}

/* A tile of heading `one` whose centre lies at (col, row) from that of a tile of heading `other`: do they share a hex? */
static bool cells_meet(int col, int row, int one, int other)
{
	for (int i = 0; i < QUEEN_CELLS; i++)
		for (int j = 0; j < QUEEN_CELLS; j++) {
			int c, r, c2, r2;
			queen_turned_cell(i, one, &c, &r);
			queen_turned_cell(j, other, &c2, &r2);
			if (c + col == c2 && r + row == r2)
				return true;
		}
	return false;
}

bool queen_overlaps(const struct queen *q, int cusp)
{
	struct queen with = *q;
	int col, row;

	must(q->laid < QUEEN_TILES);
	with.heading[q->laid] = (uint8_t)queen_heading_at(q->heading[q->laid - 1], cusp);
	queen_centre(&with, q->laid, &col, &row);
	/* The two tiles before it never meet it: with at most two bends between them their centres are 8 hexes apart. */
	for (int k = q->first; k < q->laid - 2; k++) {
		int c, r;
		queen_centre(q, k, &c, &r);
		c = col - c;
		r = row - r;
		/* No cell lies further than 3 from its centre: hexes apart by more than 6 cannot meet. */
		if (c > 6 || c < -6 || r > 6 || r < -6 || c + r > 6 || c + r < -6)
			continue;
		if (cells_meet(c, r, with.heading[q->laid], q->heading[k]))
			return true;
	}
	return false;
}
