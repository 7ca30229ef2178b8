/* Barrels, boats, prices and seasons: what everybody can read off the table. */
#include "broadhorns.h"

#include <string.h>

/* B131: the season of the newest barrel on the track; before the first it is autumn (A55). */
int broad_season(const struct box *b, const struct broadhorns *g)
{
	int season = 0;

	for (int left = g->seasons - 1; season < FINAL_AUTUMN && left >= b->broadhorns.season[season]; season++)
		left -= b->broadhorns.season[season];
	return season;
}

int broad_track(const struct box *b)
{
	int n = 0;

	for (int season = 0; season < BROAD_SEASONS; season++)
		n += b->broadhorns.season[season];
	return n;
}

int broad_cargo_of(const struct broadhorns *g, int seat, int cargo)
{
	int n = 0;

	for (int at = 0; at < BROAD_LENGTH; at++)
		n += g->player[seat].cargo[cargo][at];
	return n;
}

int broad_cargo(const struct broadhorns *g, int seat)
{
	int n = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		n += broad_cargo_of(g, seat, cargo);
	return n;
}

int broad_free_boxes(const struct box *b, const struct broadhorns *g, int seat)
{
	const struct broad_boat *boat = broad_boat(b, g, seat);

	return boat ? boat->boxes - broad_cargo(g, seat) : 0;
}

/* B3, B60, B61. */
const struct broad_tile *broad_tile(const struct box *b, const struct broadhorns *g, int town)
{
	return &b->broadhorns.town[town].tile[g->town[town].tile];
}

bool broad_is_full(const struct box *b, const struct broadhorns *g, int town)
{
	return g->town[town].filled == (1u << broad_tile(b, g, town)->spaces) - 1;
}

int broad_town_on(const struct box *b, int space)
{
	for (int town = 0; town < BROAD_TOWNS; town++)
		if (b->broadhorns.town[town].entrance == space)
			return town;
	return -1;
}

void broad_unload(struct broadhorns *g, int seat)
{
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		g->bag[cargo] = (uint8_t)(g->bag[cargo] + broad_cargo_of(g, seat, cargo));
	memset(g->player[seat].cargo, 0, sizeof g->player[seat].cargo);
}

/* Spoiling ------------------------------------------------------------------ */

static bool has_cargo(const struct broadhorns *g, int seat, int cargo)
{
	static const uint8_t none[BROAD_LENGTH];

	return memcmp(g->player[seat].cargo[cargo], none, sizeof none) != 0;
}

bool broad_spoils(const struct broadhorns *g, int seat, unsigned types)
{
	for (int cargo = 0; cargo < PERISHABLES; cargo++)
		if (types >> cargo & 1 && has_cargo(g, seat, cargo))
			return true;
	return false;
}

/* B25, B104: one space to the right; B26, B105: from the last one into the bag. */
void broad_spoil(const struct box *b, struct state *s, int seat, unsigned types, uint16_t rule, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	int last = b->broadhorns.length - 1;

	for (int cargo = 0; cargo < PERISHABLES; cargo++)
		if (types >> cargo & 1 && !has_cargo(g, seat, cargo))
			types &= ~(1u << cargo);
	if (types == 0)
		return;
	TELL(told, SPOILED, seat, rule, .n = (int16_t)types);
	for (int cargo = 0; cargo < PERISHABLES; cargo++) {
		uint8_t *aboard = g->player[seat].cargo[cargo];
		if (!(types >> cargo & 1))
			continue;
		if (aboard[last] > 0)
			TELL(told, LOST, seat, rule == B(25) ? B(26) : B(105), .thing = (uint8_t)cargo, .n = aboard[last]);
		g->bag[cargo] = (uint8_t)(g->bag[cargo] + aboard[last]);
		memmove(aboard + 1, aboard, (size_t)last);
		aboard[0] = 0;
	}
}
