#include "look.h"

#include "games/queen/queen.h"

/* Half hexes along the river. */
static int place(int tile, int cell)
{
	return 8 * tile + queen_progress(cell);
}

/* 48 less the way to the first dock ahead where somebody waits, from a tile that the ship has not fetched anybody from. */
static int dock_in_sight(const struct look *l, const struct queen_ship *ship)
{
	const struct queen *q = &l->s->queen;
	const int at = place(ship->tile, ship->cell);

	for (int tile = ship->tile; tile < q->laid; tile++) {
		const int dock = l->b->queen.tile[q->tile[tile]].dock;
		if (q->waiting[tile] == 0 || ship->boarded >> tile & 1 || place(tile, dock) < at)
			continue;
		return place(tile, dock) - at < 48 ? 48 - (place(tile, dock) - at) : 0;
	}
	return 0;
}

void check_queen(const struct look *l)
{
	const struct queen *q = &l->s->queen;

	assert_int_equal(one_of(l, "players", 0), l->s->players - 3);
	assert_int_equal(one_of(l, "phase", 0), q->phase);
	for (int i = 0; i < MAX_PLAYERS; i++)
		assert_int_equal(value(l, "seat.here", i, 0), i < l->s->players);
	for (int i = 0; i < l->s->players; i++) {
		const struct queen_ship *ship = &q->ship[i];
		int at = from_me(l, i, l->s->players), run = 0;

		assert_int_equal(one_of(l, "seat.fate", at), ship->fate);
		if (ship->fate != QUEEN_RACING)
			continue;
		assert_int_equal(one_of(l, "seat.speed", at), ship->speed - 1);
		assert_int_equal(one_of(l, "seat.coal", at), ship->coal);
		assert_int_equal(one_of(l, "seat.cell", at), ship->cell);
		assert_int_equal(value(l, "seat.togo", at, 0), 8 * (l->b->queen.laid[l->s->option[QUEEN_MODE]] - ship->tile) + 4 - queen_progress(ship->cell));
		assert_int_equal(value(l, "seat.dock", at, 0), dock_in_sight(l, ship));
		assert_int_equal(value(l, "seat.passengers", at, 0), queen_passengers(ship));
		assert_int_equal(one_of(l, "seat.heading", at), (ship->heading - q->heading[ship->tile] + QUEEN_SIDES) % QUEEN_SIDES);
		for (int hex = queen_ship_hex(ship); i == l->seat && run < QUEEN_POINTS; run++) {
			hex = queen_next(q, hex, ship->heading);
			if (hex < 0 || queen_is_land(l->b, q, hex) || queen_ship_at(l->s, hex, i) >= 0)
				break;
		}
		if (i == l->seat)
			assert_int_equal(value(l, "run", 0, 0), run);
	}
	/* The river around the looker: land, ships of others. */
	for (int i = 0; i < 5; i++) {
		int tile = q->ship[l->seat].tile - 1 + i;
		bool laid = tile >= q->first && tile < q->laid;
		assert_int_equal(value(l, "tile.laid", i, 0), laid);
		for (int cell = 0; laid && cell < QUEEN_CELLS; cell++) {
			assert_int_equal(value(l, "tile.water", i, cell), !queen_is_land(l->b, q, queen_hex(tile, cell)));
			assert_int_equal(value(l, "tile.ship", i, cell), queen_ship_at(l->s, queen_hex(tile, cell), l->seat) >= 0);
			assert_int_equal(value(l, "tile.entry", i, cell), queen_is_entry(l->b, q, queen_hex(tile, cell)));
		}
	}
}
