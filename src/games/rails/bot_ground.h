/* Where the hexes of a map lie, for the bots: the same in every position of a game. The policy and the evaluation share it. */
#ifndef GAMES_RAILS_BOT_GROUND_H
#define GAMES_RAILS_BOT_GROUND_H

#include "games/rails/rails.h"

enum { GROUND_SIDES = 6 };

struct rails_ground {
	uint64_t number;                        /* no two maps that this thread has measured have the same; from 1 */
	uint8_t  beside[RAILS_MAP][GROUND_SIDES], besides[RAILS_MAP];   /* hexes next to each, and how many there are */
	int8_t   at[RAILS_MAP][2];              /* axial coordinates */
	/* What it was measured from. */
	uint8_t  place[RAILS_TILES], turned[RAILS_TILES];
	struct rails_centre centre[RAILS_TILES];
	struct rails_tile   tile[RAILS_TILES];
};

/* The ground of this map. Each thread keeps the last one, so the pointer is valid until the same thread asks for another map. */
const struct rails_ground *rails_ground_of(const struct box *b, const struct rails *g);

int rails_ground_distance(const struct rails_ground *ground, int one, int other);      /* steps between two hexes in play */

/* Sets of hexes ------------------------------------------------------------------- */

struct rails_set { uint64_t of[2]; };                         /* tiles 0 to 2, tile 3 */

static inline struct rails_set rails_set_of(const uint32_t tile[RAILS_TILES])
{
	return (struct rails_set){ { tile[0] | (uint64_t)tile[1] << RAILS_HEXES | (uint64_t)tile[2] << 2 * RAILS_HEXES, tile[3] } };
}

static inline struct rails_set rails_both(struct rails_set a, struct rails_set b)
{
	return (struct rails_set){ { a.of[0] | b.of[0], a.of[1] | b.of[1] } };
}

static inline struct rails_set rails_common(struct rails_set a, struct rails_set b)
{
	return (struct rails_set){ { a.of[0] & b.of[0], a.of[1] & b.of[1] } };
}

static inline struct rails_set rails_without(struct rails_set a, struct rails_set b)
{
	return (struct rails_set){ { a.of[0] & ~b.of[0], a.of[1] & ~b.of[1] } };
}

static inline bool rails_any(struct rails_set a)
{
	return (a.of[0] | a.of[1]) != 0;
}

static inline bool rails_in_set(struct rails_set a, int hex)
{
	return a.of[hex >= 3 * RAILS_HEXES] >> (hex >= 3 * RAILS_HEXES ? hex - 3 * RAILS_HEXES : hex) & 1;
}

static inline struct rails_set rails_one_hex(int hex)
{
	const uint64_t one = UINT64_C(1) << (hex >= 3 * RAILS_HEXES ? hex - 3 * RAILS_HEXES : hex);

	return (struct rails_set){ { hex >= 3 * RAILS_HEXES ? 0 : one, hex >= 3 * RAILS_HEXES ? one : 0 } };
}

static inline int rails_take_hex(struct rails_set *of)          /* the first of a set that has one; it is taken out */
{
	const int half = of->of[0] == 0, hex = __builtin_ctzll(of->of[half]) + half * 3 * RAILS_HEXES;

	of->of[half] &= of->of[half] - 1;
	return hex;
}

/* The map ------------------------------------------------------------------------- */

enum { RAILS_TRACK_WORK = 3, RAILS_NEVER = 255, RAILS_TARGETS = ALL_FACTORIES + ALL_CITIES, RAILS_LANES = 32 };

/* What else is the same in every position of a game. */
struct rails_map {
	uint64_t number;                        /* of its ground */
	struct rails_set beside[RAILS_MAP];
	struct rails_set land[RAILS_TERRAINS];
	struct rails_set around[ALL_CITIES];          /* where a track brings a city into reach */
	int16_t factory[ALL_FACTORIES], city[ALL_CITIES];       /* hexes; -1: it is not in play */
	int pairs;
	struct rails_pair { uint8_t factory, city, good, apart; } pair[ALL_FACTORIES * ALL_CITIES];   /* apart: what a route has at least; by city */
	/* Of each hex: what has to be done from a piece there, RAILS_TRACK_WORK for a track and 1 for each dollar, until there is a track on each factory, and one
	 * beside each city. Other companies are not thought of. */
	uint8_t away[RAILS_MAP][RAILS_LANES];
};

const struct rails_map *rails_map_of(const struct box *b, const struct rails *g);       /* kept as the ground is */

static inline int rails_room_in(const struct rails *g, int city)
{
	return CITY_TRAINS - rails_trains_in(g, city);
}

float rails_rounds_left(const struct rails_map *m, const struct state *s);      /* about as many */

#endif
