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

/* What lies beside each cell, by the tile's own directions (queen_near). All sides are there twice, so that whoever knows the headings of ship
 * and tile need not bring their difference into the circle. tests/queen/geometry.c derives all of it from the coordinates above. */
#define CELL(c, n, ne, se, s, sw, nw) [0][c] = n, [1][c] = ne, [2][c] = se, [3][c] = s, [4][c] = sw, [5][c] = nw, \
	[6][c] = n, [7][c] = ne, [8][c] = se, [9][c] = s, [10][c] = sw, [11][c] = nw
#define ON(cell)   (QUEEN_ONWARD + cell)
#define BACK(cell) (QUEEN_BACK + cell)
#define xx         QUEEN_SHORE

/* The rear row of a tile, cells 0 to 4, by the cusp at which it joins the one before it; and the rest of it by the cusp that takes the next one. */
#define REAR_LEFT \
	CELL(0, 5, 1, BACK(10), BACK(5), xx, xx), CELL(1, 6, 2, BACK(15), BACK(10), 0, 5), CELL(2, 7, 8, 3, BACK(15), 1, 6), \
	CELL(3, 8, 9, 4, BACK(16), BACK(15), 2), CELL(4, 9, xx, xx, BACK(17), BACK(16), 3)
#define REAR_MIDDLE \
	CELL(0, 5, 1, BACK(16), BACK(15), xx, xx), CELL(1, 6, 2, BACK(17), BACK(16), 0, 5), CELL(2, 7, 8, 3, BACK(17), 1, 6), \
	CELL(3, 8, 9, 4, BACK(18), BACK(17), 2), CELL(4, 9, xx, xx, BACK(19), BACK(18), 3)
#define REAR_RIGHT \
	CELL(0, 5, 1, BACK(18), BACK(17), xx, xx), CELL(1, 6, 2, BACK(19), BACK(18), 0, 5), CELL(2, 7, 8, 3, BACK(19), 1, 6), \
	CELL(3, 8, 9, 4, BACK(14), BACK(19), 2), CELL(4, 9, xx, xx, BACK(9), BACK(14), 3)
#define REAR_SHORE \
	CELL(0, 5, 1, xx, xx, xx, xx), CELL(1, 6, 2, xx, xx, 0, 5), CELL(2, 7, 8, 3, xx, 1, 6), CELL(3, 8, 9, 4, xx, xx, 2), CELL(4, 9, xx, xx, xx, xx, 3)

#define FRONT_LEFT \
	CELL(5, 10, 6, 1, 0, xx, ON(0)), CELL(6, 11, 7, 2, 1, 5, 10), CELL(7, 12, 13, 8, 2, 6, 11), CELL(8, 13, 14, 9, 3, 2, 7), CELL(9, 14, xx, xx, 4, 3, 8), \
	CELL(10, 15, 11, 6, 5, ON(0), ON(1)), CELL(11, 16, 12, 7, 6, 10, 15), CELL(12, 17, 18, 13, 7, 11, 16), CELL(13, 18, 19, 14, 8, 7, 12), CELL(14, 19, xx, xx, 9, 8, 13), \
	CELL(15, ON(3), 16, 11, 10, ON(1), ON(2)), CELL(16, ON(4), 17, 12, 11, 15, ON(3)), CELL(17, xx, xx, 18, 12, 16, ON(4)), CELL(18, xx, xx, 19, 13, 12, 17), \
	CELL(19, xx, xx, xx, 14, 13, 18)
#define FRONT_MIDDLE \
	CELL(5, 10, 6, 1, 0, xx, xx), CELL(6, 11, 7, 2, 1, 5, 10), CELL(7, 12, 13, 8, 2, 6, 11), CELL(8, 13, 14, 9, 3, 2, 7), CELL(9, 14, xx, xx, 4, 3, 8), \
	CELL(10, 15, 11, 6, 5, xx, xx), CELL(11, 16, 12, 7, 6, 10, 15), CELL(12, 17, 18, 13, 7, 11, 16), CELL(13, 18, 19, 14, 8, 7, 12), CELL(14, 19, xx, xx, 9, 8, 13), \
	CELL(15, ON(0), 16, 11, 10, xx, xx), CELL(16, ON(1), 17, 12, 11, 15, ON(0)), CELL(17, ON(2), ON(3), 18, 12, 16, ON(1)), CELL(18, ON(3), ON(4), 19, 13, 12, 17), \
	CELL(19, ON(4), xx, xx, 14, 13, 18)
#define FRONT_RIGHT \
	CELL(5, 10, 6, 1, 0, xx, xx), CELL(6, 11, 7, 2, 1, 5, 10), CELL(7, 12, 13, 8, 2, 6, 11), CELL(8, 13, 14, 9, 3, 2, 7), CELL(9, 14, ON(4), xx, 4, 3, 8), \
	CELL(10, 15, 11, 6, 5, xx, xx), CELL(11, 16, 12, 7, 6, 10, 15), CELL(12, 17, 18, 13, 7, 11, 16), CELL(13, 18, 19, 14, 8, 7, 12), CELL(14, 19, ON(3), ON(4), 9, 8, 13), \
	CELL(15, xx, 16, 11, 10, xx, xx), CELL(16, xx, 17, 12, 11, 15, xx), CELL(17, xx, ON(0), 18, 12, 16, xx), CELL(18, ON(0), ON(1), 19, 13, 12, 17), \
	CELL(19, ON(1), ON(2), ON(3), 14, 13, 18)
#define FRONT_SHORE \
	CELL(5, 10, 6, 1, 0, xx, xx), CELL(6, 11, 7, 2, 1, 5, 10), CELL(7, 12, 13, 8, 2, 6, 11), CELL(8, 13, 14, 9, 3, 2, 7), CELL(9, 14, xx, xx, 4, 3, 8), \
	CELL(10, 15, 11, 6, 5, xx, xx), CELL(11, 16, 12, 7, 6, 10, 15), CELL(12, 17, 18, 13, 7, 11, 16), CELL(13, 18, 19, 14, 8, 7, 12), CELL(14, 19, xx, xx, 9, 8, 13), \
	CELL(15, xx, 16, 11, 10, xx, xx), CELL(16, xx, 17, 12, 11, 15, xx), CELL(17, xx, xx, 18, 12, 16, xx), CELL(18, xx, xx, 19, 13, 12, 17), CELL(19, xx, xx, xx, 14, 13, 18)

#define BEFORE(rear) { { rear, FRONT_LEFT }, { rear, FRONT_MIDDLE }, { rear, FRONT_RIGHT }, { rear, FRONT_SHORE } }
const uint8_t queen_near[CUSPS + 1][CUSPS + 1][2 * QUEEN_SIDES][QUEEN_CELLS] = {
	[LEFT_CUSP] = BEFORE(REAR_LEFT), [MIDDLE_CUSP] = BEFORE(REAR_MIDDLE), [RIGHT_CUSP] = BEFORE(REAR_RIGHT), [CUSPS] = BEFORE(REAR_SHORE),
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
			if (queen_near[CUSPS][cusp][side][cell] < QUEEN_SHORE)
				return Q(34);
	if (tile > 0 && tile == q->first && queen_near[queen_cusp(q, tile)][CUSPS][side][cell] < QUEEN_SHORE)
		return Q(33);
	return Q(32);
}

/* Q98: the three hexes that the platform's piers touch, by the cusp it is joined to. */
const uint32_t queen_entry[CUSPS] = {
	[LEFT_CUSP]   = 1u << 10 | 1u << 15 | 1u << 16,
	[MIDDLE_CUSP] = 1u << 16 | 1u << 17 | 1u << 18,
	[RIGHT_CUSP]  = 1u << 14 | 1u << 18 | 1u << 19,
};

/* Where tiles lie on the table: only drawing and the overlap test ask. ---- */

enum { STRIDE = 4 };                    /* hexes between the centres of joined tiles (Q84) */

void queen_centre(const struct queen *q, int tile, int *col, int *row)
{
	*col = *row = 0;
	for (int k = 1; k <= tile; k++) {
		*col += STRIDE * queen_side_q[q->heading[k]];
		*row += STRIDE * queen_side_r[q->heading[k]];
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
	int heading = queen_heading_at(q->heading[q->laid - 1], cusp);
	int col = STRIDE * queen_side_q[heading], row = STRIDE * queen_side_r[heading];       /* of its centre, from that of the tile before it */

	must(q->laid < QUEEN_TILES);
	for (int k = q->laid - 2; k >= q->first; k--) {
		col += STRIDE * queen_side_q[q->heading[k + 1]];
		row += STRIDE * queen_side_r[q->heading[k + 1]];
		/* No cell lies further than 3 from its centre: hexes apart by more than 6 cannot meet. */
		if (q->laid - k < QUEEN_APART || col > 6 || col < -6 || row > 6 || row < -6 || col + row > 6 || col + row < -6)
			continue;
		if (cells_meet(col, row, heading, q->heading[k]))
			return true;
	}
	return false;
}

/* How the river lies, for boards: cells of a tile from its centre, the distance of tiles, and entries of the landing. And what is said of a
 * course before it is sailed, and the speed at which a passenger boards. */
void queen_names(const struct box *b, struct text *out)
{
	(void)b;
	text_put(out, "\"cell\":[");
	for (int cell = 0; cell < QUEEN_CELLS; cell++)
		text_form(out, cell > 0 ? ",[%d,%d]" : "[%d,%d]", NULL, (const int64_t[]){ queen_cell_q[cell], queen_cell_r[cell] });
	text_form(out, "],\"stride\":%d,\"entry\":[", NULL, (const int64_t[]){ STRIDE });
	for (int cusp = 0; cusp < CUSPS; cusp++) {
		bool begun = false;
		text_put(out, cusp > 0 ? ",[" : "[");
		for (int cell = 0; cell < QUEEN_CELLS; cell++)
			if (queen_entry[cusp] >> cell & 1) {
				text_form(out, begun ? ",%d" : "%d", NULL, (const int64_t[]){ cell });
				begun = true;
			}
		text_char(out, ']');
	}
	text_form(out, "],\"too_fast\":\"%s\",\"slow\":%d", (const char *[]){ queen_too_fast_words }, (const int64_t[]){ QUEEN_SLOW });
}
