/* The map: hexes, what lies next to what, and what stands on them. */
#include "rails.h"

/* A tile is a hexagon of radius 2 in axial coordinates, its hexes numbered row by row from r = -2. */
enum { RADIUS = 2 };

const struct rails_axial rails_hex_at[RAILS_HEXES] = {
	{ 0, -2 }, { 1, -2 }, { 2, -2 },
	{ -1, -1 }, { 0, -1 }, { 1, -1 }, { 2, -1 },
	{ -2, 0 }, { -1, 0 }, { 0, 0 }, { 1, 0 }, { 2, 0 },
	{ -2, 1 }, { -1, 1 }, { 0, 1 }, { 1, 1 },
	{ -2, 2 }, { -1, 2 }, { 0, 2 },
};

/* The hexes of the same tile next to each; a turn of the tile does not change them. */
const uint32_t rails_around[RAILS_HEXES] = {
	0x0001A, 0x00035, 0x00062, 0x00191, 0x0032B, 0x00656, 0x00C24, 0x01108, 0x03298, 0x06530,
	0x0CA60, 0x08440, 0x12180, 0x35300, 0x6A600, 0x44C00, 0x23000, 0x56000, 0x2C000,
};

/* R98: where each hex comes to lie when the tile is turned by so many sixths: (q, r) becomes (-r, q + r) for each. */
const uint8_t rails_spin[RAILS_SIXTHS][RAILS_HEXES] = {
	{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18 },
	{ 2, 6, 11, 1, 5, 10, 15, 0, 4, 9, 14, 18, 3, 8, 13, 17, 7, 12, 16 },
	{ 11, 15, 18, 6, 10, 14, 17, 2, 5, 9, 13, 16, 1, 4, 8, 12, 0, 3, 7 },
	{ 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 },
	{ 16, 12, 7, 17, 13, 8, 3, 18, 14, 9, 4, 0, 15, 10, 5, 1, 11, 6, 2 },
	{ 7, 3, 0, 12, 8, 4, 1, 16, 13, 9, 5, 2, 17, 14, 10, 6, 18, 15, 11 },
};

enum { INNER = 0x06730 };                              /* hexes of a tile that lie on no border: the middle and those around it */

/* A tile next to another one has its centre five hexes from that one's, in one of thirty directions, of which five make a sixth of a turn: here by r
 * and q from centre to centre. */
enum { APART = 2 * RADIUS + 1, DIRECTIONS = RAILS_SIXTHS * APART, NO = DIRECTIONS };
static const uint8_t direction[2 * APART + 1][2 * APART + 1] = {
	{ NO, NO, NO, NO, NO, 20, 21, 22, 23, 24, 25 },
	{ NO, NO, NO, NO, 19, NO, NO, NO, NO, NO, 26 },
	{ NO, NO, NO, 18, NO, NO, NO, NO, NO, NO, 27 },
	{ NO, NO, 17, NO, NO, NO, NO, NO, NO, NO, 28 },
	{ NO, 16, NO, NO, NO, NO, NO, NO, NO, NO, 29 },
	{ 15, NO, NO, NO, NO, NO, NO, NO, NO, NO, 0 },
	{ 14, NO, NO, NO, NO, NO, NO, NO, NO, 1, NO },
	{ 13, NO, NO, NO, NO, NO, NO, NO, 2, NO, NO },
	{ 12, NO, NO, NO, NO, NO, NO, 3, NO, NO, NO },
	{ 11, NO, NO, NO, NO, NO, 4, NO, NO, NO, NO },
	{ 10, 9, 8, 7, 6, 5, NO, NO, NO, NO, NO },
};

/* The hexes of a tile, as it is printed, on the border to each direction, clockwise; and of the tile that lies there: which hexes of this one are next to
 * each of its hexes on that border, those again clockwise around it. Two tiles meet in five ways along each side of three hexes: at its first hex, the
 * first two, all three shifted one way or the other, the last two. */
enum { BORDER = 3, NONE = 31 };
#define BIT(hex) (1u << (hex))
#define PAIR(a, b) (BIT(a) | BIT(b))
#define SIDE(a, b, c) \
	{ { a, NONE, NONE }, { BIT(a) } }, \
	{ { a, b, NONE }, { PAIR(a, b), BIT(a) } }, \
	{ { a, b, c }, { PAIR(b, c), PAIR(a, b), BIT(a) } }, \
	{ { a, b, c }, { BIT(c), PAIR(b, c), PAIR(a, b) } }, \
	{ { b, c, NONE }, { BIT(c), PAIR(b, c) } }
static const struct { uint8_t hex[BORDER]; uint32_t facing[BORDER]; } seam[DIRECTIONS] = {
	SIDE(11, 15, 18), SIDE(18, 17, 16), SIDE(16, 12, 7), SIDE(7, 3, 0), SIDE(0, 1, 2), SIDE(2, 6, 11),
};

/* R1, R2. */
int rails_tiles(const struct box *b, const struct state *s)
{
	return b->rails.tiles[s->players - 1];
}

/* R5. A turned tile has its borders as many sixths further on; from the other tile this one is seen in the opposite direction. */
uint32_t rails_across(const struct box *b, const struct rails *g, int tile, uint32_t of, int other)
{
	const struct rails_centre *from = &b->rails.centre[g->place[tile]], *to = &b->rails.centre[g->place[other]];
	unsigned q = (unsigned)(to->q - from->q + APART), r = (unsigned)(to->r - from->r + APART);
	int there = q > 2 * APART || r > 2 * APART ? NO : direction[r][q];
	uint32_t out = 0;

	if (there == NO)
		return 0;
	int back = there + DIRECTIONS / 2 - APART * g->turned[other];
	there -= APART * g->turned[tile];
	there += there < 0 ? DIRECTIONS : 0;
	back += back < 0 ? DIRECTIONS : back >= DIRECTIONS ? -DIRECTIONS : 0;
	for (int i = 0; i < BORDER; i++)
		if (of >> seam[there].hex[i] & 1)
			out |= seam[back].facing[i];
	return out;
}

struct hexes rails_neighbours(const struct box *b, const struct rails *g, int hex)
{
	int tile = hex / RAILS_HEXES, here = hex % RAILS_HEXES;
	struct hexes out = { { 0 } };

	out.of[tile] = rails_around[here];
	for (int other = 0; other < RAILS_TILES && !(INNER >> here & 1); other++)
		if (other != tile && rails_in_play(g, other))
			out.of[other] = rails_across(b, g, tile, 1u << here, other);
	return out;
}

int rails_take(struct hexes *of)
{
	for (int tile = 0; tile < RAILS_TILES; tile++)
		if (of->of[tile]) {
			int hex = rails_lowest(of->of[tile]);
			of->of[tile] &= of->of[tile] - 1;
			return tile * RAILS_HEXES + hex;
		}
	return -1;
}

/* Tile by tile: first all that is found within one, then from its borders into those others that have pieces left. */
struct hexes rails_component(const struct box *b, const struct rails *g, const struct hexes *of, int hex)
{
	struct hexes left = *of, edge = { { 0 } };
	unsigned tiles = 1u << hex / RAILS_HEXES;               /* where there may be more */

	edge.of[hex / RAILS_HEXES] = 1u << hex % RAILS_HEXES;
	while (tiles) {
		int tile = rails_lowest(tiles);
		uint32_t before = left.of[tile], now;
		tiles &= tiles - 1;
		while ((now = edge.of[tile] & left.of[tile]) != 0) {
			left.of[tile] &= ~(now & -now);
			edge.of[tile] |= rails_around[rails_lowest(now)];
		}
		uint32_t new = before & ~left.of[tile] & ~(uint32_t)INNER;
		for (int other = 0; new && other < RAILS_TILES; other++)
			if (other != tile && left.of[other]) {
				edge.of[other] |= rails_across(b, g, tile, new, other);
				tiles |= (unsigned)((edge.of[other] & left.of[other]) != 0) << other;
			}
	}
	for (int tile = 0; tile < RAILS_TILES; tile++)
		left.of[tile] = of->of[tile] & ~left.of[tile];
	return left;
}

int rails_city_on(const struct box *b, int hex)
{
	int tile = hex / RAILS_HEXES, n = 0;

	while (b->rails.tile[tile].city[n] != hex % RAILS_HEXES)
		n++;
	return tile * RAILS_CITIES + n;
}
