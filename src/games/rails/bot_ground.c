#include "games/rails/bot_ground.h"

#include <stdlib.h>
#include <string.h>

/* A box decides where tiles can lie and what is printed on them; the game, which tile lies where and how it is turned. */
static bool is_of(const struct rails_ground *ground, const struct box *b, const struct rails *g)
{
	return ground->number > 0 && memcmp(ground->place, g->place, sizeof ground->place) == 0 && memcmp(ground->turned, g->turned, sizeof ground->turned) == 0 &&
		memcmp(ground->centre, b->rails.centre, sizeof ground->centre) == 0 && memcmp(ground->tile, b->rails.tile, sizeof ground->tile) == 0;
}

const struct rails_ground *rails_ground_of(const struct box *b, const struct rails *g)
{
	static _Thread_local struct rails_ground ground;

	if (is_of(&ground, b, g))
		return &ground;
	ground = (struct rails_ground){ .number = ground.number + 1 };
	memcpy(ground.place, g->place, sizeof ground.place);
	memcpy(ground.turned, g->turned, sizeof ground.turned);
	memcpy(ground.centre, b->rails.centre, sizeof ground.centre);
	memcpy(ground.tile, b->rails.tile, sizeof ground.tile);
	for (int hex = 0; hex < RAILS_MAP; hex++) {
		if (!rails_in_play(g, hex / RAILS_HEXES))
			continue;
		struct hexes next = rails_neighbours(b, g, hex);
		int at[2];
		for (int to; (to = rails_take(&next)) >= 0; )
			ground.beside[hex][ground.besides[hex]++] = (uint8_t)to;
		rails_place_at(b, g->place[hex / RAILS_HEXES], g->turned[hex / RAILS_HEXES], hex % RAILS_HEXES, at);
		ground.at[hex][0] = (int8_t)at[0];
		ground.at[hex][1] = (int8_t)at[1];
	}
	return &ground;
}

int rails_ground_distance(const struct rails_ground *ground, int one, int other)
{
	const int q = ground->at[one][0] - ground->at[other][0], r = ground->at[one][1] - ground->at[other][1];
	const int a = abs(q), c = abs(r), d = abs(q + r);

	return a > c ? (a > d ? a : d) : c > d ? c : d;
}
