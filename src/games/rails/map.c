/* The map: hexes, what lies next to what, and what stands on them. */
#include "rails.h"

/* A tile is a hexagon of radius 2 in axial coordinates, its hexes numbered row by row from r = -2. */
enum { RADIUS = 2, DIRECTIONS = 6 };
struct axial { int8_t q, r; };

static const struct axial at[RAILS_HEXES] = {
	{ 0, -2 }, { 1, -2 }, { 2, -2 },
	{ -1, -1 }, { 0, -1 }, { 1, -1 }, { 2, -1 },
	{ -2, 0 }, { -1, 0 }, { 0, 0 }, { 1, 0 }, { 2, 0 },
	{ -2, 1 }, { -1, 1 }, { 0, 1 }, { 1, 1 },
	{ -2, 2 }, { -1, 2 }, { 0, 2 },
};

/* The hexes of the same tile next to each; a turn of the tile does not change them. */
static const uint32_t beside[RAILS_HEXES] = {
	0x0001A, 0x00035, 0x00062, 0x00191, 0x0032B, 0x00656, 0x00C24, 0x01108, 0x03298, 0x06530,
	0x0CA60, 0x08440, 0x12180, 0x35300, 0x6A600, 0x44C00, 0x23000, 0x56000, 0x2C000,
};

/* R98: where each hex comes to lie when the tile is turned by so many sixths: (q, r) becomes (-r, q + r) for each. */
static const uint8_t spin[DIRECTIONS][RAILS_HEXES] = {
	{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18 },
	{ 2, 6, 11, 1, 5, 10, 15, 0, 4, 9, 14, 18, 3, 8, 13, 17, 7, 12, 16 },
	{ 11, 15, 18, 6, 10, 14, 17, 2, 5, 9, 13, 16, 1, 4, 8, 12, 0, 3, 7 },
	{ 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 },
	{ 16, 12, 7, 17, 13, 8, 3, 18, 14, 9, 4, 0, 15, 10, 5, 1, 11, 6, 2 },
	{ 7, 3, 0, 12, 8, 4, 1, 16, 13, 9, 5, 2, 17, 14, 10, 6, 18, 15, 11 },
};

/* Of a hex just outside a tile, at r + 3 and q + 3 from its centre: the hexes of the tile next to it. */
static const uint32_t facing[2 * RADIUS + 3][2 * RADIUS + 3] = {
	{ 0, 0, 0, 0x00001, 0x00003, 0x00006, 0x00004 },
	{ 0, 0, 0x00009, 0, 0, 0, 0x00044 },
	{ 0, 0x00088, 0, 0, 0, 0, 0x00840 },
	{ 0x00080, 0, 0, 0, 0, 0, 0x00800 },
	{ 0x01080, 0, 0, 0, 0, 0x08800, 0 },
	{ 0x11000, 0, 0, 0, 0x48000, 0, 0 },
	{ 0x10000, 0x30000, 0x60000, 0x40000, 0, 0, 0 },
};

void rails_place_at(const struct box *b, int centre, int sixths, int hex, int out[2])
{
	const struct rails_centre *c = &b->rails.centre[centre];
	struct axial a = at[spin[sixths][hex]];

	out[0] = c->q + a.q;
	out[1] = c->r + a.r;
}

/* R1, R2. */
int rails_tiles(const struct box *b, const struct state *s)
{
	return b->rails.tiles[s->players - 1];
}

/* R5: the hexes of other tiles next to one. */
static void cross_border(const struct box *b, const struct rails *g, int tile, int here, struct hexes *out)
{
	enum { INNER = 0x06730 };                              /* hexes that lie on no border: the middle and those around it */
	int where[2];

	if (INNER >> here & 1)
		return;
	rails_place_at(b, g->place[tile], g->turned[tile], here, where);
	for (int other = 0; other < RAILS_TILES; other++) {
		if (other == tile || !rails_in_play(g, other))
			continue;
		const struct rails_centre *c = &b->rails.centre[g->place[other]];
		int q = where[0] - c->q + RADIUS + 1, r = where[1] - c->r + RADIUS + 1;
		if (q < 0 || q > 2 * RADIUS + 2 || r < 0 || r > 2 * RADIUS + 2)
			continue;
		for (uint32_t left = facing[r][q]; left; left &= left - 1)
			out->of[other] |= 1u << spin[(DIRECTIONS - g->turned[other]) % DIRECTIONS][rails_lowest(left)];
	}
}

struct hexes rails_neighbours(const struct box *b, const struct rails *g, int hex)
{
	struct hexes out = { { 0 } };

	out.of[hex / RAILS_HEXES] = beside[hex % RAILS_HEXES];
	cross_border(b, g, hex / RAILS_HEXES, hex % RAILS_HEXES, &out);
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

struct hexes rails_component(const struct box *b, const struct rails *g, const struct hexes *of, int hex)
{
	struct hexes left = *of, edge = { { 0 } };
	bool more = true;

	edge.of[hex / RAILS_HEXES] = 1u << hex % RAILS_HEXES;
	while (more) {
		more = false;
		for (int tile = 0; tile < RAILS_TILES; tile++)
			for (uint32_t now; (now = edge.of[tile] & left.of[tile]) != 0; more = true) {
				int here = rails_lowest(now);
				left.of[tile] &= ~(1u << here);
				edge.of[tile] |= beside[here];
				cross_border(b, g, tile, here, &edge);
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
