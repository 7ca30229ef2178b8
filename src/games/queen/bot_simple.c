/* Mississippi Queen in a handful of weights. A ship wants to be near its goal: the nearest dock while it needs passengers, then the
 * landing, and before that is laid the front of the river. Where speed 1 is asked for it must be able to brake in time. Coal is kept
 * for need, and nothing is worse than a place from which the next turn cannot be sailed. */
#include "games/queen/bot_simple.h"

#include <limits.h>

#include "games/queen/queen.h"

static const struct {
	int landed, aboard, step, next, need, stuck, rival;
	int coal[QUEEN_POINTS + 1];
} weight = {
	.landed = 5000,                 /* the race is run */
	.aboard = 900,                  /* a passenger more */
	.step   = 12,                   /* a hex nearer to the goal at the end of this turn */
	.next   = 14,                   /* the same at the end of the next one, sailed without coal */
	.need   = 40,                   /* a coal that the next turn asks for just to be sailed */
	.stuck  = 4000,                 /* no next turn */
	.rival  = 1,                    /* a half hex that a rival is ahead */
	.coal   = { 0, 160, 260, 325, 370, 405, 435 },  /* that much coal left: the last ones are for need */
};

enum {                                  /* in hexes */
	FAR     = 200,                  /* no way there */
	LATE    = 2,                    /* for each hex that is missing to brake in */
	AGAIN   = 3,                    /* to come to a goal too fast, pass it and turn */
	ARRIVED = -4,
};

/* The river as the mover sees it, and as it may be when a tile has been laid at its front. What tile comes nobody knows: one without
 * islands stands for it. */
struct chart {
	const struct box *box;
	const struct state *view;
	const struct queen *river;
	struct queen longer[CUSPS];
	int seat;
	bool docks;                     /* the goal is a dock */
	uint8_t dock[QUEEN_HEXES], end[QUEEN_HEXES];    /* steps to the nearest dock; to the piers, or the front of the river */
};

/* What the next turn is sailed on and what it aims at. */
struct aim {
	const struct queen *river;
	const uint8_t *far;             /* steps to the goal */
	bool slow;                      /* it is reached at speed 1 only */
	bool lands;                     /* a turn ends as soon as it is reached */
};

static bool water(const struct chart *c, const struct queen *river, int hex)
{
	return hex >= 0 && !queen_is_land(c->box, river, hex);
}

/* Steps over water to the nearest hex that already says 0, whichever way the ship heads. */
static void spread(const struct chart *c, uint8_t far[QUEEN_HEXES])
{
	uint8_t queue[QUEEN_HEXES];
	int n = 0;

	for (int hex = 0; hex < QUEEN_HEXES; hex++)
		if (far[hex] == 0)
			queue[n++] = (uint8_t)hex;
	for (int i = 0; i < n; i++)
		for (int side = 0; side < QUEEN_SIDES; side++) {
			int to = queen_next(c->river, queue[i], side);
			if (water(c, c->river, to) && far[to] == FAR) {
				far[to] = (uint8_t)(far[queue[i]] + 1);
				queue[n++] = (uint8_t)to;
			}
		}
}

static void clear(uint8_t far[QUEEN_HEXES])
{
	for (int hex = 0; hex < QUEEN_HEXES; hex++)
		far[hex] = FAR;
}

/* The piers, or the front row of the newest tile. */
static void chart_end(const struct chart *c, uint8_t far[QUEEN_HEXES])
{
	int newest = c->river->laid - 1;

	clear(far);
	for (int cell = 0; cell < QUEEN_CELLS; cell++) {
		int hex = queen_hex(newest, cell);
		bool end = c->river->platform == NO_CUSP ? queen_progress(cell) >= 3 : queen_is_entry(c->box, c->river, hex);
		if (end && water(c, c->river, hex))
			far[hex] = 0;
	}
	spread(c, far);
}

/* Whether rivals who are nearer will take all who wait at that dock. */
static bool contested(const struct chart *c, int tile, const uint8_t far[QUEEN_HEXES])
{
	const struct queen_ship *ship = c->river->ship;
	int nearer = 0;

	for (int seat = 0; seat < c->view->players; seat++)
		nearer += seat != c->seat && ship[seat].fate == QUEEN_RACING && queen_passengers(&ship[seat]) < c->box->queen.needed &&
			!(ship[seat].boarded >> tile & 1) && far[queen_ship_hex(&ship[seat])] < far[queen_ship_hex(&ship[c->seat])];
	return nearer >= c->river->waiting[tile];
}

/* Docks where somebody waits for this ship. While the river still grows there will be others, so those that lie behind or that rivals
 * will empty first do not count. False: there is none. */
static bool chart_docks(const struct chart *c, bool all, uint8_t far[QUEEN_HEXES])
{
	const struct queen_ship *ship = &c->river->ship[c->seat];
	const bool grows = c->river->platform == NO_CUSP;
	bool any = false;

	clear(far);
	for (int tile = grows ? ship->tile : c->river->first; tile < c->river->laid; tile++) {
		int dock = c->box->queen.tile[c->river->tile[tile]].dock;
		uint8_t one[QUEEN_HEXES];

		if (dock == NO_CELL || c->river->waiting[tile] == 0 || ship->boarded >> tile & 1)
			continue;
		if (grows && tile == ship->tile && queen_progress(dock) < queen_progress(ship->cell) - 1)
			continue;
		clear(one);
		one[queen_hex(tile, dock)] = 0;
		spread(c, one);
		if (!all && contested(c, tile, one))
			continue;
		for (int hex = 0; hex < QUEEN_HEXES; hex++)
			far[hex] = one[hex] < far[hex] ? one[hex] : far[hex];
		any = true;
	}
	return any || all || grows ? any : chart_docks(c, true, far);
}

static struct chart chart_make(const struct box *b, const struct state *view)
{
	struct chart c = { .box = b, .view = view, .river = &view->queen, .seat = queen_to_move(b, view) };
	const int laid = view->queen.laid;

	c.docks = view->option[QUEEN_MODE] == MODE_PASSENGERS &&
		queen_passengers(&c.river->ship[c.seat]) < b->queen.needed && chart_docks(&c, false, c.dock);
	chart_end(&c, c.end);
	for (int cusp = 0; cusp < CUSPS && laid < QUEEN_TILES; cusp++) {
		c.longer[cusp] = view->queen;
		c.longer[cusp].tile[laid] = 0;          /* the start tile has no islands */
		c.longer[cusp].heading[laid] = (uint8_t)queen_heading_at(view->queen.heading[laid - 1], cusp);
		c.longer[cusp].laid++;
	}
	return c;
}

/* How far from its goal, in hexes, a ship is that ends a turn there. Braking by one each turn takes speed * (speed - 1) / 2 hexes. */
static int distance(const struct chart *c, const struct aim *at, int hex, int speed)
{
	if (hex >= queen_hex(c->river->laid, 0))
		return -(queen_progress(hex % QUEEN_CELLS) + 5) / 2;    /* beyond what is laid */

	int far = at->far[hex], late = at->slow ? speed * (speed - 1) / 2 - far : 0;
	if (far == 0 && at->slow)
		return speed == 1 ? ARRIVED : AGAIN + LATE * late;
	return far + (late > 0 ? LATE * late : 0);
}

/* The least distance after exactly `steps` more steps with at most `turns` turns; FAR: it cannot be done. */
struct leg { int hex, heading, steps, turns; };
static int sail(const struct chart *c, const struct aim *at, struct leg l, int speed)
{
	if (l.steps == 0 || (at->lands && at->far[l.hex] == 0))
		return distance(c, at, l.hex, speed);

	int to = queen_next(at->river, l.hex, l.heading);
	int best = water(c, at->river, to) ? sail(c, at, (struct leg){ to, l.heading, l.steps - 1, l.turns }, speed) : FAR;
	for (int by = -1; by <= 1 && l.turns > 0; by += 2) {
		int turned = sail(c, at, (struct leg){ l.hex, queen_turned(l.heading, by), l.steps, l.turns - 1 }, speed);
		best = turned < best ? turned : best;
	}
	return best;
}

/* The coal without which the next turn cannot be sailed: to brake with, and to turn with. */
static int coal_needed(const struct chart *c, const struct aim *at, const struct queen_outcome *o)
{
	for (int coal = 0; coal <= o->coal; coal++)
		for (int brake = 0; brake <= coal; brake++) {
			int speed = o->speed - c->box->queen.free_change - brake, turns = c->box->queen.free_turns + coal - brake;
			if (speed < 1)
				speed = 1;
			if (sail(c, at, (struct leg){ queen_hex(o->tile, o->cell), o->heading, speed, turns }, speed) < FAR)
				return coal;
		}
	return o->coal + 1;
}

/* What the next turn promises: how near it can come to the goal without coal, or what it will cost. */
static int worth_ahead(const struct chart *c, const struct aim *at, const struct queen_outcome *o)
{
	const int hex = queen_hex(o->tile, o->cell);
	int best = distance(c, at, hex, o->speed) + AGAIN, need = coal_needed(c, at, o);

	if (need > o->coal)
		return -weight.stuck;
	for (int speed = o->speed - 1; speed <= o->speed + 1; speed++)
		if (speed >= 1 && speed <= c->box->queen.speed_max) {
			int far = sail(c, at, (struct leg){ hex, o->heading, speed, c->box->queen.free_turns }, speed);
			best = far < best ? far : best;
		}
	return -weight.next * best - weight.need * need;
}

static int worth_of(const struct chart *c, const struct queen_outcome *o)
{
	const bool race = c->view->option[QUEEN_MODE] == MODE_INTRO, piers = c->river->platform != NO_CUSP;
	const bool boarded = o->passengers > queen_passengers(&c->river->ship[c->seat]), dock = c->docks && !boarded;
	struct aim at = {
		.river = c->river, .far = dock ? c->dock : c->end, .lands = race && piers,
		.slow = dock || (!race && piers && o->passengers >= c->box->queen.needed),
	};
	bool grows = false;
	int worth = weight.aboard * o->passengers;

	if (o->landed)
		return worth + weight.landed;
	worth += weight.coal[o->coal] - weight.step * distance(c, &at, queen_hex(o->tile, o->cell), o->speed);
	for (int seat = 0; seat < c->view->players; seat++) {
		grows |= !piers && o->hex[seat] / QUEEN_CELLS == c->river->laid - 1;
		if (seat != c->seat)
			worth -= weight.rival * (8 * (o->hex[seat] / QUEEN_CELLS) + queen_progress(o->hex[seat] % QUEEN_CELLS)) +
				weight.aboard / 4 * o->aboard[seat];
	}
	if (!grows)
		return worth + worth_ahead(c, &at, o);
	int ahead = 0;
	for (int cusp = 0; cusp < CUSPS; cusp++) {
		at.river = &c->longer[cusp];
		ahead += worth_ahead(c, &at, o);
	}
	return worth + ahead / CUSPS;
}

static void weigh(const struct box *b, const struct state *view, const struct plan *plan, int n, int worth[])
{
	struct chart c = chart_make(b, view);

	for (int i = 0; i < n; i++)
		worth[i] = worth_of(&c, &plan[i].queen);
}

/* A facing: the one from which the ship sails on best. */
static int answer(const struct simple *self, const struct box *b, const struct state *view, const struct moves *m)
{
	struct chart c = chart_make(b, view);
	const struct queen_ship *ship = &view->queen.ship[c.seat];
	struct queen_outcome o = {
		.tile = ship->tile, .cell = ship->cell, .speed = ship->speed, .coal = ship->coal, .passengers = (uint8_t)queen_passengers(ship),
	};
	int best = m->id[0], most = INT_MIN;

	(void)self;
	for (int seat = 0; seat < view->players; seat++)
		o.hex[seat] = (uint8_t)queen_ship_hex(&view->queen.ship[seat]);
	for (int i = 0; i < m->n; i++) {
		o.heading = (uint8_t)(m->id[i] - MOVE_FACE);
		int worth = worth_of(&c, &o);
		if (worth > most) {
			most = worth;
			best = m->id[i];
		}
	}
	return best;
}

const struct simple queen_simple = { .weigh = weigh, .answer = answer };
