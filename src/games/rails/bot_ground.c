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

/* The map ------------------------------------------------------------------------- */

/* Less work for each target, if that leads over a hex that takes a track of so much. All lanes are reckoned at once, in bytes that stop at the highest. */
static void lessen(uint8_t to[restrict RAILS_LANES], const uint8_t by[restrict RAILS_LANES], int step)
{
	for (int i = 0; i < RAILS_LANES; i++) {
		uint8_t sum = (uint8_t)(by[i] + step);
		sum = sum < by[i] ? RAILS_NEVER : sum;
		to[i] = sum < to[i] ? sum : to[i];
	}
}

static void set_targets(struct rails_map *m)
{
	memset(m->away, RAILS_NEVER, sizeof m->away);
	for (int f = 0; f < ALL_FACTORIES; f++)
		if (m->factory[f] >= 0)
			m->away[m->factory[f]][f] = 0;
	for (int c = 0; c < ALL_CITIES; c++)
		for (struct rails_set left = m->around[c]; rails_any(left); )
			m->away[rails_take_hex(&left)][ALL_FACTORIES + c] = 0;
}

/* From the targets outwards: the hexes beside those where something has changed are looked at again, until nothing does. */
static void measure(struct rails_map *m, const struct box *b)
{
	struct rails_set look = { { 0 } };

	set_targets(m);
	for (int hex = 0; hex < RAILS_MAP; hex++)
		look = rails_both(look, m->beside[hex]);
	while (rails_any(look)) {
		struct rails_set next = { { 0 } };
		while (rails_any(look)) {
			const int hex = rails_take_hex(&look);
			uint8_t before[RAILS_LANES];
			memcpy(before, m->away[hex], sizeof before);
			for (struct rails_set left = rails_without(m->beside[hex], m->land[CITY]); rails_any(left); ) {
				const int over = rails_take_hex(&left);
				lessen(m->away[hex], m->away[over], b->rails.cost[rails_hex(b, over)->terrain] + RAILS_TRACK_WORK);
			}
			if (memcmp(before, m->away[hex], sizeof before) != 0 && !rails_in_set(m->land[CITY], hex))
				next = rails_both(next, m->beside[hex]);
		}
		look = next;
	}
}

static void survey(struct rails_map *m, const struct rails_ground *ground, const struct box *b, const struct rails *g)
{
	memset(m, 0, sizeof *m);
	m->number = ground->number;
	for (int hex = 0; hex < RAILS_MAP; hex++) {
		if (!rails_in_play(g, hex / RAILS_HEXES))
			continue;
		struct hexes next = rails_neighbours(b, g, hex), self = { { 0 } };
		self.of[hex / RAILS_HEXES] = 1u << hex % RAILS_HEXES;
		m->beside[hex] = rails_set_of(next.of);
		m->land[rails_hex(b, hex)->terrain] = rails_both(m->land[rails_hex(b, hex)->terrain], rails_set_of(self.of));
	}
	for (int f = 0; f < ALL_FACTORIES; f++)
		m->factory[f] = (int16_t)(rails_in_play(g, f / RAILS_FACTORIES) ? rails_factory_hex(b, f) : -1);
	for (int c = 0; c < ALL_CITIES; c++) {
		m->city[c] = (int16_t)(rails_in_play(g, c / RAILS_CITIES) ? rails_city_hex(b, c) : -1);
		if (m->city[c] < 0)
			continue;
		m->around[c] = rails_without(m->beside[m->city[c]], m->land[CITY]);
		for (int f = 0; f < ALL_FACTORIES; f++) {
			if (m->factory[f] < 0 || !(rails_hex(b, m->city[c])->wants >> rails_hex(b, m->factory[f])->good & 1))
				continue;
			int apart = rails_ground_distance(ground, m->factory[f], m->city[c]);
			m->pair[m->pairs++] = (struct rails_pair){ (uint8_t)f, (uint8_t)c, rails_hex(b, m->factory[f])->good,
				(uint8_t)(apart < ROUTE_MOST ? apart : ROUTE_MOST) };
		}
	}
	measure(m, b);
}

/* Kept from one look to the next; each thread has its own. */
const struct rails_map *rails_map_of(const struct box *b, const struct rails *g)
{
	static _Thread_local struct rails_map map;
	const struct rails_ground *ground = rails_ground_of(b, g);

	if (map.number != ground->number)
		survey(&map, ground, b, g);
	return &map;
}

/* The game ends when the tracks are placed or the cities full; two in three turns bring a delivery. */
float rails_rounds_left(const struct rails_map *m, const struct state *s)
{
	const struct rails *g = &s->rails;
	int tracks = 0, room = 0;

	if (g->last)
		return 0;
	for (int seat = 0; seat < s->players; seat++)
		tracks = g->side[seat].tracks > tracks ? g->side[seat].tracks : tracks;
	for (int c = 0; c < ALL_CITIES; c++)
		room += m->city[c] >= 0 ? rails_room_in(g, c) : 0;
	float by_tracks = (float)tracks / 2, by_room = (float)room * 1.5F / (float)g->sides + 1;
	return by_tracks < by_room ? by_tracks : by_room;
}
