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

/* Free hexes straight ahead of a ship, as far as it can go in one turn. `ships` are the cells of all others. */
static uint8_t run(const struct box *b, const struct queen *q, const struct queen_ship *ship, const uint32_t ships[QUEEN_TILES])
{
	int tile = ship->tile, n = 0;
	unsigned to = ship->cell;

	for (;;) {
		const int rear = tile > q->first ? queen_cusp(q, tile) : CUSPS, front = tile + 1 < q->laid ? queen_cusp(q, tile + 1) : CUSPS;
		const uint8_t *near = queen_near[rear][front][QUEEN_SIDES - q->heading[tile] + ship->heading];
		const uint64_t taken = b->queen.tile[q->tile[tile]].land | ships[tile] | UINT64_MAX << QUEEN_CELLS;
		while (!(taken >> (to = near[to]) & 1))
			if (++n == QUEEN_POINTS)
				return QUEEN_POINTS;
		if (to < QUEEN_ONWARD || to >= QUEEN_SHORE)
			return (uint8_t)n;
		tile += to < QUEEN_BACK ? 1 : -1;
		to -= to < QUEEN_BACK ? QUEEN_ONWARD : QUEEN_BACK;
		if ((b->queen.tile[q->tile[tile]].land | ships[tile]) >> to & 1 || ++n == QUEEN_POINTS)
			return (uint8_t)n;
	}
}

/* The tiles where somebody waits, a bit each: the top bit of a sum with 127 says that a byte is not zero, and the product gathers them. */
static unsigned list_docks(const struct queen *q)
{
	const uint64_t sevens = 0x7F7F7F7F7F7F7F7Fu, ones = 0x0101010101010101u, gather = 0x0102040810204080u;
	uint64_t first, last;

	_Static_assert(QUEEN_TILES == 12 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "eight tiles, and four that are the last of eight");
	memcpy(&first, q->waiting, sizeof first);
	memcpy(&last, q->waiting + 4, sizeof last);
	return (unsigned)(((first + sevens) >> 7 & ones) * gather >> 56 | (((last + sevens) >> 7 & ones) * gather >> 60) << 8);
}

/* How far along its tile a cell lies: queen_progress(), and something for NO_CELL too. */
static inline int along(unsigned cell)
{
	static const int8_t of[32] = { -4, -3, -2, -3, -4, -2, -1, 0, -1, -2, 0, 1, 2, 1, 0, 2, 3, 4, 3, 2 };

	return of[cell % 32];
}

/* How far along the river the dock of a tile lies. Of a tile without one the answer means nothing. */
static inline int dock_at(const struct box *b, const struct queen *q, int tile)
{
	return STEPS * tile + along(b->queen.tile[q->tile[tile]].dock);
}

/* From a place on the river to the nearest dock ahead that can still serve a ship, going by how far along the river they lie: only the one of its own
 * tile can lie behind it. */
static inline uint8_t dock_in_sight(const struct box *b, const struct queen *q, unsigned docks, const struct queen_ship *ship, int at)
{
	const unsigned behind = dock_at(b, q, ship->tile) < at;
	const unsigned left = docks & ~(unsigned)ship->boarded & UINT32_MAX << (ship->tile + behind);
	const int near = IN_SIGHT + at - dock_at(b, q, __builtin_ctz(left | 1u << (QUEEN_TILES - 1)));

	return (uint8_t)(near & -((left != 0) & (near > 0)));
}

/* `ships` are the cells of all other ships. A tile that has been removed is shown like one that is not laid. */
static void show_river(const struct box *b, const struct queen *q, const struct queen_ship *me, const uint32_t ships[QUEEN_TILES], struct tensor *restrict o)
{
	const int base = me->tile - BEHIND, from = base < q->first ? q->first : base, end = base + WINDOW > q->laid ? q->laid : base + WINDOW, newest = q->laid - 1;
	uint32_t trail[QUEEN_TILES] = { 0 };

	for (int i = 0; i < q->trailed; i++)
		trail[q->trail[i] / QUEEN_CELLS] |= 1u << q->trail[i] % QUEEN_CELLS;
	for (int k = from; k < end; k++) {
		struct tile *restrict t = &o->tile[k - base];
		const struct queen_tile *of = &b->queen.tile[q->tile[k]];
		const unsigned joined = k > 0, cusp = (unsigned)queen_cusp(q, k | !joined), waiting = q->waiting[k], dock = of->dock < QUEEN_CELLS ? of->dock : 0;
		_Static_assert(offsetof(struct tile, bend) == 2 && offsetof(struct tile, platform) == 5, "the bytes of a tile are in this order");
		tensor_bytes(&t->laid, 1 | (uint64_t)(k == newest) << 8 | (uint64_t)joined << (16 + 8 * cusp), 8);
		t->waiting = (uint8_t)waiting;
		t->boarded = me->boarded >> k & 1;
		t->dock[dock] = (uint8_t)(waiting & -(unsigned)(of->dock < QUEEN_CELLS));
		tensor_bits(t->water, ~of->land, QUEEN_CELLS);
		tensor_bits(t->ship, ships[k], QUEEN_CELLS);
		tensor_bits(t->trail, trail[k], QUEEN_CELLS);
	}
	if (q->platform != NO_CUSP && newest >= from && newest < end) {
		struct tile *t = &o->tile[newest - base];
		t->platform[q->platform] = 1;
		tensor_bits(t->entry, queen_entry[q->platform] & ~b->queen.tile[q->tile[newest]].land, QUEEN_CELLS);    /* queen_is_entry */
	}
}

/* What is the same for every ship: how many have moved in this round, as which ship the one goes that moves now, who is asked (NOBODY: none is); where somebody waits;
 * and which of the bytes of `away` it is for a ship on each tile. */
struct race { int moved, active, asked; unsigned docks; const uint8_t *away; };

static const uint8_t aways[2 * QUEEN_TILES - 1] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6 };
_Static_assert(QUEEN_TILES == 12 && AWAY == 3, "so many tiles behind, and as many ahead");

/* Bits of a set that seldom has more than two. */
static inline unsigned count(unsigned of)
{
	const unsigned less = of & (of - 1), rest = less & (less - 1);
	unsigned n = (of ? 1u : 0u) + (less ? 1u : 0u);

	for (unsigned left = rest; left; left &= left - 1)
		n++;
	return n;
}

/* `place`: as which ship it goes in this round. */
static inline void show_ship(const struct box *b, const struct state *s, int seat, int place, const struct race *race, struct seat *restrict o)
{
	static const uint8_t turned[2 * QUEEN_SIDES] = { 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5 };
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[seat];
	const int last = b->queen.laid[s->option[QUEEN_MODE]], at = STEPS * ship->tile + along(ship->cell);

	_Static_assert(offsetof(struct seat, fate) == 1 && offsetof(struct seat, left) == 7 && offsetof(struct seat, moved) == 8 && offsetof(struct seat, order) == 9 &&
		offsetof(struct seat, active) == 14 && offsetof(struct seat, asked) == 15, "the bytes of a seat are in this order");
	tensor_bytes(&o->here, 1 | 256ull << 8 * ship->fate | (uint64_t)ship->left << 56, 8);
	tensor_bytes(&o->moved, (uint64_t)(place < race->moved) | 256ull << 8 * place | (uint64_t)(place == race->active) << 48 | (uint64_t)(seat == race->asked) << 56, 8);
	const unsigned passengers = count(ship->boarded);
	o->passengers = (uint8_t)passengers;
	if (ship->fate != QUEEN_RACING)
		return;
	o->away[race->away[ship->tile]] = 1;
	o->cell[ship->cell] = 1;
	o->heading[turned[QUEEN_SIDES + ship->heading - q->heading[ship->tile]]] = 1;
	o->speed[ship->speed - 1] = 1;
	o->coal[ship->coal] = 1;
	o->reached = ship->reached;
	o->togo = tensor_byte(STEPS * last + STEPS / 2 - at);
	if (s->option[QUEEN_MODE] == MODE_INTRO || passengers >= b->queen.needed)
		return;
	o->missing = (uint8_t)(b->queen.needed - passengers);
	o->dock = dock_in_sight(b, q, race->docks, ship, at);
}

void queen_observe(const struct box *b, const struct state *s, int seat, uint8_t *out)
{
	const struct queen *q = &s->queen;
	const struct queen_ship *me = &q->ship[seat];
	struct tensor *restrict o = (struct tensor *)out;
	uint32_t ships[QUEEN_TILES] = { 0 };
	uint8_t place[MAX_PLAYERS];
	const int drawing = (1u << QUEEN_DIE | 1u << QUEEN_TILE | 1u << QUEEN_PLATFORM) >> q->phase & 1;

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
	for (int i = 0; i < s->players; i++)
		place[q->order[i]] = (uint8_t)i;
	const struct race race = { .moved = q->at + drawing, .active = q->round > 0 && !drawing ? q->at : NOBODY, .docks = list_docks(q),
		.asked = (1u << QUEEN_PUSH | 1u << QUEEN_FACE | 1u << QUEEN_START_FACING) >> q->phase & 1 ? q->pushed : NOBODY, .away = aways + QUEEN_TILES - 1 - me->tile };
	for (int k = 0, i = seat; k < s->players; k++, i = i + 1 < s->players ? i + 1 : 0) {
		ships[q->ship[i].tile] |= (uint32_t)((q->ship[i].fate == QUEEN_RACING) & (k > 0)) << q->ship[i].cell;
		show_ship(b, s, i, place[i], &race, &o->seat[k]);
	}
	if (me->fate == QUEEN_RACING)
		o->run = run(b, q, me, ships);
	show_river(b, q, me, ships, o);
}
