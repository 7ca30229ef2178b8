/* What a net is given of Mississippi Queen: the race, the river around the ship that looks, and every ship. Everything is open to all (A44).
 * Cells and headings of a tile are counted as the tile lies (river.c), so that a river that bends looks the same whichever way it began. */
#include "queen.h"

enum {
	BEHIND = 1, WINDOW = 5,         /* tiles of the river that are shown: so many before the looker's own, and all in all */
	STEPS = 8,                      /* half hexes from one tile to the next along the river */
	AWAY = 3,                       /* tiles ahead or behind that are told apart */
	IN_SIGHT = 48,                  /* half hexes: docks further off are not counted */
};

struct tile {
	uint8_t laid, newest;
	uint8_t bend[CUSPS], platform[CUSPS];
	uint8_t waiting, boarded;
	uint8_t water[QUEEN_CELLS], dock[QUEEN_CELLS], ship[QUEEN_CELLS], trail[QUEEN_CELLS], entry[QUEEN_CELLS];
};
struct seat {
	uint8_t here, fate[QUEEN_FATES], left, moved;
	uint8_t order[MAX_PLAYERS], active, asked;
	uint8_t away[2 * AWAY + 1], cell[QUEEN_CELLS], heading[QUEEN_SIDES];
	uint8_t speed[QUEEN_POINTS], coal[QUEEN_COAL + 1], passengers, missing, reached;
	uint8_t togo, dock;
};
struct tensor {
	uint8_t option[MAX_OPTIONS], players[QUEEN_TABLES], phase[QUEEN_PHASES];
	uint8_t rounds_left, unlaid, cusp[CUSPS];
	uint8_t points[QUEEN_POINTS + 1], turns, spare, run;
	struct tile tile[WINDOW];
	struct seat seat[MAX_PLAYERS];
};

#define TILE(M, SCALE, MEANING) PLANE_IN(tensor, tile, tile, M, SCALE, MEANING)
#define SEAT(M, SCALE, MEANING) PLANE_IN(tensor, seat, seat, M, SCALE, MEANING)

const struct plane queen_planes[] = {
	PLANE(tensor, option, 1, "options by their place in the list of values; those that are numbers are left 0"),
	PLANE(tensor, players, 1, "3, 4 or 5 players: one of them is 1"),
	PLANE(tensor, phase, 1, "what is asked now: one of them is 1"),
	PLANE(tensor, rounds_left, 100, "rounds until the cap"),
	PLANE(tensor, unlaid, 11, "tiles of the river not laid yet"),
	PLANE(tensor, cusp, 1, "while a tile is drawn: the cusp that the die has shown"),
	PLANE(tensor, points, 1, "movement points that the ship whose turn it is has left"),
	PLANE(tensor, turns, 3, "turns of 60 degrees that it has made this turn"),
	PLANE(tensor, spare, 6, "turns that it can still pay for"),
	PLANE(tensor, run, 6, "free hexes straight ahead of the looker's ship"),
	TILE(laid, 1, "there is such a tile: they go from the one before the looker's to the third after it"),
	TILE(newest, 1, "it is the last one laid"),
	TILE(bend, 1, "cusp of the tile before it to which it is joined: left, middle, right"),
	TILE(platform, 1, "cusp at which the landing platform lies"),
	TILE(waiting, 2, "passengers who wait on it"),
	TILE(boarded, 1, "the looker has fetched one there"),
	TILE(water, 1, "cells that are no land"),
	TILE(dock, 2, "passengers who wait at this cell"),
	TILE(ship, 1, "cells with a ship of somebody else"),
	TILE(trail, 1, "cells that the ship whose turn it is has used this turn"),
	TILE(entry, 1, "cells from which the platform is reached"),
	SEAT(here, 1, "there is such a seat"),
	SEAT(fate, 1, "how it stands: racing, landed, last afloat, capped, aground, straggler"),
	SEAT(left, 5, "as which ship it landed or dropped out"),
	SEAT(moved, 1, "its turn in this round is over"),
	SEAT(order, 1, "as which ship it moves in this round"),
	SEAT(active, 1, "it is its turn"),
	SEAT(asked, 1, "it is being pushed, or chooses its facing"),
	SEAT(away, 1, "tiles behind or ahead of the looker: from 3 and more behind to 3 and more ahead"),
	SEAT(cell, 1, "its cell of the tile"),
	SEAT(heading, 1, "its heading as seen from the tile: onward, then clockwise"),
	SEAT(speed, 1, "speed 1 to 6"),
	SEAT(coal, 1, "coal 0 to 6"),
	SEAT(passengers, 2, "passengers aboard"),
	SEAT(missing, 2, "passengers that it still needs to land"),
	SEAT(reached, 6, "this turn: point with which it came onto the newest tile"),
	SEAT(togo, 64, "half hexes along the river to its end, tiles not laid yet included"),
	SEAT(dock, 48, "48 less the half hexes to the next dock ahead where it can fetch somebody; 0: none is in sight"),
	PLANE_END(tensor)
};

/* Free hexes that way, as far as a ship can go in one turn. */
static uint8_t run(const struct box *b, const struct queen *q, const uint32_t ships[QUEEN_TILES], int hex, int heading)
{
	int n = 0;

	while (n < QUEEN_POINTS && (hex = queen_next(q, hex, heading)) >= 0 && !queen_is_land(b, q, hex) &&
		!(ships[hex / QUEEN_CELLS] >> hex % QUEEN_CELLS & 1))
		n++;
	return (uint8_t)n;
}

/* The docks where somebody waits: a bit for each tile, and how far along the river they lie. */
struct docks { unsigned tiles; int16_t at[QUEEN_TILES]; };

static void list_docks(const struct box *b, const struct queen *q, struct docks *out)
{
	out->tiles = 0;
	for (int tile = 0; tile < q->laid; tile++) {
		int cell = b->queen.tile[q->tile[tile]].dock;
		out->tiles |= (unsigned)(q->waiting[tile] > 0 && cell != NO_CELL) << tile;
		out->at[tile] = (int16_t)(STEPS * tile + (cell == NO_CELL ? 0 : queen_progress(cell)));
	}
}

/* From a place on the river to the nearest dock ahead that can still serve a ship, going by how far along the river they lie. */
static uint8_t dock_in_sight(const struct docks *docks, const struct queen_ship *ship, int at)
{
	for (unsigned left = docks->tiles >> ship->tile << ship->tile & ~(unsigned)ship->boarded; left; left &= left - 1) {
		int away = docks->at[__builtin_ctz(left)] - at;
		if (away >= 0)
			return away < IN_SIGHT ? (uint8_t)(IN_SIGHT - away) : 0;
	}
	return 0;
}

/* `ships` are the cells of all other ships. A tile that has been removed is shown like one that is not laid. */
static void show_river(const struct box *b, const struct queen *q, const struct queen_ship *me, const uint32_t ships[QUEEN_TILES], struct tensor *restrict o)
{
	uint32_t trail[QUEEN_TILES] = { 0 };

	for (int i = 0; i < q->trailed; i++)
		trail[q->trail[i] / QUEEN_CELLS] |= 1u << q->trail[i] % QUEEN_CELLS;
	for (int i = 0; i < WINDOW; i++) {
		struct tile *t = &o->tile[i];
		int k = me->tile - BEHIND + i;
		if (k < q->first || k >= q->laid)
			continue;
		const struct queen_tile *of = &b->queen.tile[q->tile[k]];
		t->laid = 1;
		t->newest = k == q->laid - 1;
		if (k > 0)
			t->bend[queen_cusp(q, k)] = 1;
		if (t->newest && q->platform != NO_CUSP) {
			t->platform[q->platform] = 1;
			tensor_bits(t->entry, queen_entry[q->platform] & ~of->land, QUEEN_CELLS);       /* queen_is_entry */
		}
		t->waiting = q->waiting[k];
		t->boarded = me->boarded >> k & 1;
		if (of->dock != NO_CELL)
			t->dock[of->dock] = q->waiting[k];
		tensor_bits(t->water, ~of->land, QUEEN_CELLS);
		tensor_bits(t->ship, ships[k], QUEEN_CELLS);
		tensor_bits(t->trail, trail[k], QUEEN_CELLS);
	}
}

static void show_ship(const struct box *b, const struct state *s, int seat, int tile, const struct docks *docks, struct seat *restrict o)
{
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[seat];
	const int away = ship->tile - tile, last = b->queen.laid[s->option[QUEEN_MODE]], along = queen_progress(ship->cell);

	o->here = 1;
	o->fate[ship->fate] = 1;
	o->left = ship->left;
	o->asked = (seat == q->pushed) & ((1u << QUEEN_PUSH | 1u << QUEEN_FACE | 1u << QUEEN_START_FACING) >> q->phase & 1);
	o->passengers = (uint8_t)queen_passengers(ship);
	if (ship->fate != QUEEN_RACING)
		return;
	o->away[away < -AWAY ? 0 : away > AWAY ? 2 * AWAY : away + AWAY] = 1;
	o->cell[ship->cell] = 1;
	o->heading[queen_turned(ship->heading, -q->heading[ship->tile])] = 1;
	o->speed[ship->speed - 1] = 1;
	o->coal[ship->coal] = 1;
	o->reached = ship->reached;
	o->togo = tensor_byte(STEPS * (last - ship->tile) + STEPS / 2 - along);
	if (s->option[QUEEN_MODE] == MODE_INTRO)
		return;
	o->missing = tensor_byte(b->queen.needed - o->passengers);
	if (o->missing)
		o->dock = dock_in_sight(docks, ship, STEPS * ship->tile + along);
}

void queen_observe(const struct box *b, const struct state *s, int seat, uint8_t *out)
{
	const struct queen *q = &s->queen;
	const struct queen_ship *me = &q->ship[seat];
	struct tensor *restrict o = (struct tensor *)out;
	uint32_t ships[QUEEN_TILES] = { 0 };
	struct docks docks;
	bool drawing = q->phase == QUEEN_DIE || q->phase == QUEEN_TILE || q->phase == QUEEN_PLATFORM;

	tensor_clear(o, sizeof *o);
	for (int i = 0; i < QUEEN_ROUNDS; i++)
		o->option[i] = s->option[i];
	o->players[s->players - QUEEN_MIN_PLAYERS] = 1;
	o->phase[q->phase] = 1;
	o->rounds_left = tensor_byte(s->option[QUEEN_ROUNDS] - q->round);
	o->unlaid = (uint8_t)(b->queen.laid[s->option[QUEEN_MODE]] + 1 - q->laid);
	if (q->phase == QUEEN_TILE)
		o->cusp[q->cusp] = 1;
	o->points[q->points] = 1;
	o->turns = q->turns;
	o->spare = (uint8_t)queen_spare_turns(b, q);
	list_docks(b, q, &docks);
	for (int i = 0; i < s->players; i++) {
		ships[q->ship[i].tile] |= (uint32_t)((q->ship[i].fate == QUEEN_RACING) & (i != seat)) << q->ship[i].cell;
		show_ship(b, s, i, me->tile, &docks, &o->seat[tensor_seat(i, seat, s->players)]);
	}
	for (int i = 0; i < s->players; i++) {
		struct seat *its = &o->seat[tensor_seat(q->order[i], seat, s->players)];
		its->order[i] = 1;
		its->moved = i < q->at + drawing;
		its->active = (i == q->at) & (q->round > 0) & !drawing;
	}
	if (me->fate == QUEEN_RACING)
		o->run = run(b, q, ships, queen_ship_hex(me), me->heading);
	show_river(b, q, me, ships, o);
}
