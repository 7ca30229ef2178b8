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

#endif
