/* The hexes around a ship as the bits of one word, so that a whole set of ships that might be there takes a step at once.
 *
 * A hex that lies x steps half to the left of the bow and y steps half to the right of it has bit x + 8 * y. So a step ahead is a shift by nine,
 * one half to the left by one, and one half to the right by eight. With the ship in the corner, all ways of six points that keep to these
 * three headings fit into the word; with the ship in the middle, all ways of three points do. */
#ifndef QUEEN_WINDOW_H
#define QUEEN_WINDOW_H

#include "queen.h"

enum {
	WINDOW_ROW = 8,
	WINDOW_AROUND = 3,              /* points for which there is room on all sides */
	WINDOW_CORNER = 0, WINDOW_MIDDLE = WINDOW_AROUND * (WINDOW_ROW + 1),    /* bits of the ship */
	STEP_LEFT = 1, STEP_RIGHT = WINDOW_ROW, STEP_AHEAD = STEP_LEFT + STEP_RIGHT,
};

/* Where the cells of a tile lie, from the corner of the square of seven by seven that they always fit into: by the heading of the tile as seen
 * from the ship, the bits of the rear row, and how far the next row is. */
#define WINDOW_TILES(X, of) X(of, 2, 10, 18, 17, 16, 9) X(of, 21, 20, 19, 10, 1, 8) X(of, 46, 37, 28, 20, 12, -1) \
	X(of, 52, 44, 36, 37, 38, -9) X(of, 33, 34, 35, 44, 53, -8) X(of, 8, 17, 26, 34, 42, 1)

struct queen_window {
	uint64_t open, ships;           /* open water, and rivals that race */
};

static inline uint64_t window_moved(uint64_t set, int by)       /* by: -63 .. 63; what leaves the word at one end comes in at the other */
{
	return set << (by & 63) | set >> (-by & 63);
}

/* What the mover sees with that heading, as far as `points` lead: ahead, with the ship in the corner, or on all sides. */
struct queen_window queen_look(const struct box *b, const struct state *s, int heading, int origin, int points);

static inline struct queen_window queen_look_ahead(const struct box *b, const struct state *s, int heading, int points)
{
	return queen_look(b, s, heading, 0, points);
}

static inline struct queen_window queen_look_around(const struct box *b, const struct state *s, int heading, int points)
{
	return queen_look(b, s, heading, WINDOW_AROUND, points);
}

uint64_t queen_water(uint32_t land, int side);  /* of a tile: the word in its own square */

#endif
