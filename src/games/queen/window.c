/* What a ship sees around it: see window.h. */
#include "queen.h"
#include "window.h"

#include <stddef.h>

/* By the heading of a tile, or of a step, as seen from the ship. */
static const int8_t side_x[QUEEN_SIDES] = { 4, 0, -4, -4, 0, 4 }, side_y[QUEEN_SIDES] = { 4, 4, 0, -4, -4, 0 };

#define ROW(a, b, c, d, e) a, b, c, d, e
#define SPOTS(of, a, b, c, d, e, by) { ROW(a, b, c, d, e), ROW(a + by, b + by, c + by, d + by, e + by), \
	ROW(a + 2 * by, b + 2 * by, c + 2 * by, d + 2 * by, e + 2 * by), ROW(a + 3 * by, b + 3 * by, c + 3 * by, d + 3 * by, e + 3 * by) },
static const uint8_t spot[QUEEN_SIDES][QUEEN_CELLS] = { WINDOW_TILES(SPOTS, ) };

/* What is left of a square that is moved by so many columns or rows: nothing if it is too far. */
enum { FARTHEST = 18 };
#define COLUMNS(n) (UINT64_C(0x0101010101010101) * (n))
static const uint64_t columns[2 * FARTHEST + 1] = {
	[FARTHEST - 6] = COLUMNS(0x03), COLUMNS(0x07), COLUMNS(0x0f), COLUMNS(0x1f), COLUMNS(0x3f), COLUMNS(0x7f), COLUMNS(0xff),
	COLUMNS(0xfe), COLUMNS(0xfc), COLUMNS(0xf8), COLUMNS(0xf0), COLUMNS(0xe0), COLUMNS(0xc0),
};
static const uint64_t rows[2 * FARTHEST + 1] = {
	[FARTHEST - 6] = UINT64_MAX >> 48, UINT64_MAX >> 40, UINT64_MAX >> 32, UINT64_MAX >> 24, UINT64_MAX >> 16, UINT64_MAX >> 8, UINT64_MAX,
	UINT64_MAX << 8, UINT64_MAX << 16, UINT64_MAX << 24, UINT64_MAX << 32, UINT64_MAX << 40, UINT64_MAX << 48,
};

enum { NEAR = 2 };                      /* tiles that are looked at before and behind the ship's own */

/* Those tiles in the window: what is in sight of the square of each, where its cells are in `spot`, and how far they are moved. */
struct frames {
	uint64_t in_sight[2 * NEAR + 1];
	const uint8_t *spot[2 * NEAR + 1];
	int by[2 * NEAR + 1];
};

uint64_t queen_water(uint32_t land, int side)
{
	uint64_t set = 0;

	for (int cell = 0; cell < QUEEN_CELLS; cell++)
		set |= (uint64_t)!(land >> cell & 1) << spot[side][cell];
	return set;
}

static inline ptrdiff_t seen_from(int heading, int tile)        /* the heading of a tile */
{
	return tile - heading + (tile < heading ? QUEEN_SIDES : 0);
}

static inline uint64_t set_frame(struct frames *f, int k, ptrdiff_t x, ptrdiff_t y, ptrdiff_t side, const struct queen_tile *tile)
{
	uint64_t in_sight = columns[x + FARTHEST] & rows[y + FARTHEST];
	int by = (int)(x + WINDOW_ROW * y);

	f->in_sight[k] = in_sight;
	f->spot[k] = spot[side];
	f->by[k] = by;
	return window_moved(tile->water[side], by) & in_sight;
}

/* With fewer than five points nobody comes further than two tiles from its own. Of tiles that are fewer than five apart none lie on one another or
 * touch but those that are joined, so that the window is true. With more points, where a third tile is in sight, all that is not open is said to be
 * ships: then who finds no way in the window has to search. */
struct queen_window queen_look(const struct box *b, const struct state *s, int heading, int origin, int points)
{
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[queen_mover(q)];
	int tile = ship->tile, from = tile - NEAR;
	ptrdiff_t side = seen_from(heading, q->heading[tile]);
	unsigned at = spot[side][ship->cell];
	ptrdiff_t x = origin - (int)(at % 8), y = origin - (int)(at / 8), to_x = x, to_y = y;
	struct frames f;
	uint64_t open = set_frame(&f, NEAR, x, y, side, &b->queen.tile[q->tile[tile]]), ships = 0;

	for (int k = tile + 1; k < q->laid && k <= tile + NEAR; k++) {
		ptrdiff_t onward = seen_from(heading, q->heading[k]);
		to_x += side_x[onward];
		to_y += side_y[onward];
		open |= set_frame(&f, k - from, to_x, to_y, onward, &b->queen.tile[q->tile[k]]);
	}
	for (int k = tile - 1; k >= q->first && k >= tile - NEAR; k--) {
		x -= side_x[side];
		y -= side_y[side];
		side = seen_from(heading, q->heading[k]);
		open |= set_frame(&f, k - from, x, y, side, &b->queen.tile[q->tile[k]]);
	}
	for (int i = 0; i < s->players; i++) {
		const struct queen_ship *rival = &q->ship[i];
		unsigned k = (unsigned)(rival->tile - from);
		if (k <= 2 * NEAR && rival->fate == QUEEN_RACING)
			ships |= UINT64_C(1) << ((f.spot[k][rival->cell] + f.by[k]) & 63) & f.in_sight[k];
	}
	ships &= ~(UINT64_C(1) << (WINDOW_ROW + 1) * origin);                   /* the mover is no rival */
	open &= ~ships;
	if (points > 4) {
		if (tile + NEAR + 1 < q->laid) {
			ptrdiff_t onward = seen_from(heading, q->heading[tile + NEAR + 1]);
			if (columns[to_x + side_x[onward] + FARTHEST] & rows[to_y + side_y[onward] + FARTHEST])
				ships = ~open;
		}
		if (tile - NEAR - 1 >= q->first && columns[x - side_x[side] + FARTHEST] & rows[y - side_y[side] + FARTHEST])
			ships = ~open;
	}
	return (struct queen_window){ open, ships };
}
