/* How a ship stands in the race: how many turns it will need to the end, what coal it has left for need, and whether it can sail on. */
#include "bots/knowledge.h"

#include <string.h>

#include "games/queen/bot_simple.h"
#include "games/queen/queen.h"

enum feature { TURNS, UNKNOWN, COAL_FIRST, COAL_MORE, NEED, STUCK, WAITS, SPEED, FINISHED, RANK, OUT, FEATURES };

static const char *const name[FEATURES] = {
	[TURNS] = "turns to the end", [UNKNOWN] = "passengers missing without a dock in sight", [COAL_FIRST] = "coal, the first two",
	[COAL_MORE] = "coal beyond", [NEED] = "coal that the next turn takes", [STUCK] = "no next turn", [WAITS] = "has moved in this round",
	[SPEED] = "speed", [FINISHED] = "landed", [RANK] = "landed as which", [OUT] = "out of the race",
};

#include "games/queen/bot_weights.h"
_Static_assert(sizeof weight / sizeof weight[0] == FEATURES, "a weight for each feature");

enum {
	STEP = 2, TURN = 1,             /* what they cost on a way, in half hexes */
	PLACES = QUEEN_HEXES * QUEEN_SIDES,
	FAR = 255,                      /* half hexes: no way there */
	TILE = 5,                       /* hexes that a tile not yet laid will take */
	LONGEST = FAR / STEP + TILE * QUEEN_TILES + 1,
	CRUISE = 4,                     /* faster than this a ship does not get round the bends */
	RIVERS = 32,                    /* that are remembered */
};

/* Turns that a dock which is not laid yet is taken to cost when a way is chosen; the weights judge what was chosen. */
static const float out_of_sight = 2.6F;

/* Distances on one river, for every hex and heading: to its end, and to each of its docks. */
struct chart {
	uint8_t laid, first, platform, tile[QUEEN_TILES], heading[QUEEN_TILES];         /* which river it is */
	uint16_t known;                 /* docks that have been looked at: a bit for each tile */
	uint8_t end[PLACES], dock[QUEEN_TILES][PLACES];
};

/* Backwards from all places that say 0. Costs are 1 and 2, so three lists take turns. */
static void spread(const struct box *b, const struct queen *q, uint8_t far[PLACES])
{
	uint16_t list[3][PLACES * 3];
	int n[3] = { 0 }, left = 0;

	for (int at = 0; at < PLACES; at++)
		if (far[at] == 0) {
			list[0][n[0]++] = (uint16_t)at;
			left++;
		}
	for (int cost = 0; left > 0 && cost < FAR - STEP; cost++) {
		uint16_t *now = list[cost % 3];
		int count = n[cost % 3];
		for (int i = 0; i < count; i++) {
			int hex = now[i] / QUEEN_SIDES, side = now[i] % QUEEN_SIDES;
			if (far[now[i]] != cost)
				continue;
			for (int by = -1; by <= 1; by += 2) {
				int at = hex * QUEEN_SIDES + queen_turned(side, by);
				if (far[at] > cost + TURN) {
					far[at] = (uint8_t)(cost + TURN);
					list[(cost + TURN) % 3][n[(cost + TURN) % 3]++] = (uint16_t)at;
					left++;
				}
			}
			int from = queen_next(q, hex, queen_turned(side, 3));
			if (from >= 0 && !queen_is_land(b, q, from) && far[from * QUEEN_SIDES + side] > cost + STEP) {
				far[from * QUEEN_SIDES + side] = (uint8_t)(cost + STEP);
				list[(cost + STEP) % 3][n[(cost + STEP) % 3]++] = (uint16_t)(from * QUEEN_SIDES + side);
				left++;
			}
		}
		left -= count;
		n[cost % 3] = 0;
	}
}

static void goal(const struct box *b, const struct queen *q, uint8_t far[PLACES], int hex)
{
	if (!queen_is_land(b, q, hex))
		memset(far + hex * QUEEN_SIDES, 0, QUEEN_SIDES);
}

static struct chart *chart_of(const struct box *b, const struct queen *q)
{
	static _Thread_local struct chart all[RIVERS];
	uint64_t hash = q->laid * 1000003ULL + q->first * 37 + q->platform;

	for (int i = q->first; i < q->laid; i++)
		hash = hash * 31 + q->tile[i] * 7 + q->heading[i];
	struct chart *c = &all[rng_mix(hash) % RIVERS];
	if (c->laid == q->laid && c->first == q->first && c->platform == q->platform &&
		memcmp(c->tile, q->tile, sizeof c->tile) == 0 && memcmp(c->heading, q->heading, sizeof c->heading) == 0)
		return c;
	c->laid = q->laid;
	c->first = q->first;
	c->platform = q->platform;
	memcpy(c->tile, q->tile, sizeof c->tile);
	memcpy(c->heading, q->heading, sizeof c->heading);
	c->known = 0;
	memset(c->end, FAR, sizeof c->end);
	for (int cell = 0; cell < QUEEN_CELLS; cell++) {
		int hex = queen_hex(q->laid - 1, cell);
		if (q->platform == NO_CUSP ? queen_progress(cell) >= 3 : queen_is_entry(b, q, hex))
			goal(b, q, c->end, hex);
	}
	spread(b, q, c->end);
	return c;
}

static const uint8_t *dock_chart(const struct box *b, const struct queen *q, struct chart *c, int tile)
{
	if (!(c->known >> tile & 1)) {
		memset(c->dock[tile], FAR, PLACES);
		goal(b, q, c->dock[tile], queen_hex(tile, b->queen.tile[q->tile[tile]].dock));
		spread(b, q, c->dock[tile]);
		c->known |= (uint16_t)(1u << tile);
	}
	return c->dock[tile];
}

/* Turns ---------------------------------------------------------------------- */

/* Turns that so many hexes take from that speed, one step of speed a turn: to pass, or to arrive at speed 1. */
struct turns_table { bool made; float pass[LONGEST][QUEEN_POINTS + 1], arrive[LONGEST][QUEEN_POINTS + 1]; };

static const struct turns_table *turns_table(void)
{
	static _Thread_local struct turns_table t;

	if (t.made)
		return &t;
	for (int d = 0; d < LONGEST; d++)
		for (int v = 0; v <= QUEEN_POINTS; v++) {
			float pass = 1e6F, arrive = 1e6F;
			int low = v > 2 ? v - 1 : 1, high = v + 1 < CRUISE ? v + 1 : CRUISE;
			for (int next = low; next <= high || next == low; next++) {
				float on = d <= next ? (float)d / (float)next : 1 + t.pass[d - next][next];
				float stop = d < next ? 3 + 0.5F * (float)(next - d) : d == next ? (next == 1 ? 1 : 3) : 1 + t.arrive[d - next][next];
				pass = on < pass ? on : pass;
				arrive = stop < arrive ? stop : arrive;
			}
			t.pass[d][v] = d == 0 ? 0 : pass;
			t.arrive[d][v] = d == 0 ? (v <= 1 ? 0 : 2 + 0.5F * (float)v) : arrive;
		}
	t.made = true;
	return &t;
}

/* From a place to the end of the river, laid or not, with all passengers that are needed. */
static float turns_home(const struct box *b, const struct state *s, const struct chart *c, int hex, int side, int speed)
{
	const bool slow = s->option[QUEEN_MODE] == MODE_PASSENGERS;
	int unlaid = b->queen.laid[s->option[QUEEN_MODE]] + 1 - s->queen.laid, far = (c->end[hex * QUEEN_SIDES + side] + 1) / STEP + TILE * unlaid;
	const struct turns_table *t = turns_table();

	if (speed > QUEEN_POINTS)
		speed = QUEEN_POINTS;
	if (s->queen.platform != NO_CUSP && slow)
		return t->arrive[far < LONGEST ? far : LONGEST - 1][speed];
	return t->pass[far < LONGEST ? far : LONGEST - 1][speed] + (slow ? 1.5F : 0);
}

static int best_side(const uint8_t far[PLACES], int hex)
{
	int best = 0;

	for (int side = 1; side < QUEEN_SIDES; side++)
		if (far[hex * QUEEN_SIDES + side] < far[hex * QUEEN_SIDES + best])
			best = side;
	return best;
}

struct need { float turns, unknown; };

/* By way of the docks: `missing` passengers have still to come aboard. `seen` are the tiles that will not help any more. */
struct tour { int hex, side, speed, missing; unsigned seen; };
static struct need with_docks(const struct box *b, const struct state *s, struct chart *c, struct tour t)
{
	const struct queen *q = &s->queen;
	struct need best = { turns_home(b, s, c, t.hex, t.side, t.speed), (float)t.missing };

	if (t.missing == 0)
		return best;
	float least = best.turns + out_of_sight * best.unknown;
	if (q->platform != NO_CUSP)
		least += 20 * best.unknown;             /* no more docks will come */
	for (int tile = q->first; tile < q->laid; tile++) {
		int cell = b->queen.tile[q->tile[tile]].dock;
		if (cell == NO_CELL || q->waiting[tile] == 0 || t.seen >> tile & 1)
			continue;
		const uint8_t *far = dock_chart(b, q, c, tile);
		int away = far[t.hex * QUEEN_SIDES + t.side], at = queen_hex(tile, cell);
		if (away == FAR)
			continue;
		struct need on = with_docks(b, s, c, (struct tour){ at, best_side(c->end, at), 1, t.missing - 1, t.seen | 1u << tile });
		on.turns += turns_table()->arrive[(away + 1) / STEP][t.speed > QUEEN_POINTS ? QUEEN_POINTS : t.speed];
		float total = on.turns + out_of_sight * on.unknown;
		if (total < least) {
			least = total;
			best = on;
		}
	}
	return best;
}

/* The next turn ------------------------------------------------------------------ */

/* Can it go so many steps with so many turns? Beyond the front of a river that still grows there will be water. */
static bool can_sail(const struct box *b, const struct queen *q, int hex, int side, int steps, int turns)
{
	if (steps == 0)
		return true;
	int to = queen_next(q, hex, side);
	if (to < 0 ? hex / QUEEN_CELLS == q->laid - 1 && q->platform == NO_CUSP && queen_progress(hex % QUEEN_CELLS) >= 2
		: !queen_is_land(b, q, to) && can_sail(b, q, to, side, steps - 1, turns))
		return true;
	return turns > 0 && (can_sail(b, q, hex, queen_turned(side, -1), steps, turns - 1) || can_sail(b, q, hex, queen_turned(side, 1), steps, turns - 1));
}

/* Coal without which the next turn cannot be sailed; more than there is if it cannot. */
static int coal_needed(const struct box *b, const struct queen *q, const struct queen_ship *ship)
{
	for (int coal = 0; coal <= ship->coal && coal <= 3; coal++)
		for (int brake = 0; brake <= coal; brake++) {
			int speed = ship->speed - b->queen.free_change - brake;
			if (can_sail(b, q, queen_ship_hex(ship), ship->heading, speed < 1 ? 1 : speed, b->queen.free_turns + coal - brake))
				return coal;
		}
	return ship->coal + 1;
}

/* Features --------------------------------------------------------------------------- */

static bool has_moved(const struct state *s, int seat)
{
	const struct queen *q = &s->queen;

	for (int i = 0; i < s->players; i++)
		if (q->order[i] == seat)
			return i < q->at || q->phase == QUEEN_DIE || q->phase == QUEEN_TILE || q->phase == QUEEN_PLATFORM;
	return false;
}

static void features(const struct box *b, const struct state *s, int seat, float out[])
{
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[seat];

	memset(out, 0, FEATURES * sizeof out[0]);
	if (ship->fate != QUEEN_RACING) {
		out[queen_is_out(ship) ? OUT : FINISHED] = 1;
		out[RANK] = queen_is_out(ship) ? 0 : ship->left;
		return;
	}
	struct chart *c = chart_of(b, q);
	int missing = s->option[QUEEN_MODE] == MODE_PASSENGERS ? b->queen.needed - queen_passengers(ship) : 0;
	struct need need = with_docks(b, s, c, (struct tour){ queen_ship_hex(ship), ship->heading, ship->speed, missing > 0 ? missing : 0, ship->boarded });
	int coal = coal_needed(b, q, ship);

	out[TURNS] = need.turns;
	out[UNKNOWN] = need.unknown;
	out[COAL_FIRST] = ship->coal < 2 ? ship->coal : 2;
	out[COAL_MORE] = ship->coal < 2 ? 0 : (float)(ship->coal - 2);
	out[NEED] = coal <= ship->coal ? (float)coal : 0;
	out[STUCK] = coal > ship->coal;
	out[WAITS] = has_moved(s, seat);
	out[SPEED] = ship->speed;
}

/* From the share of the river that lies behind the foremost ship. */
static float left(const struct box *b, const struct state *s)
{
	const struct queen *q = &s->queen;
	int foremost = 0, all = b->queen.laid[s->option[QUEEN_MODE]] + 1;

	for (int i = 0; i < s->players; i++)
		if (q->ship[i].fate == QUEEN_RACING && q->ship[i].tile > foremost)
			foremost = q->ship[i].tile;
	return 1 - (float)(foremost + 1) / (float)(all + 1);
}

/* Senses ----------------------------------------------------------------------------- */

/* What a net is told of a ship beside the features. */
enum {
	CARRIED = FEATURES,              /* passengers */
	HOME,                           /* turns to the end, as if nobody was missing */
	HEXES,                          /* to the end of what is laid */
	DOCK,                           /* turns to the nearest dock that helps */
	BEFORE,                         /* ships that move before it does */
	ON_TILE, ON_NEWEST,             /* tile of the river; whether it is the newest */
	AHEAD, BEHIND,                  /* ships within a few hexes */
	POINTS,                         /* left in this turn */
	SEAT_SENSES
};

enum { CLOSE = 8 };                     /* half hexes */

static int moves_before(const struct state *s, int seat)
{
	const struct queen *q = &s->queen;

	for (int i = 0; i < s->players; i++)
		if (q->order[i] == seat)
			return i >= q->at && !has_moved(s, seat) ? i - q->at : s->players - q->at + i;
	return 0;
}

static float nearest_dock(const struct box *b, const struct state *s, struct chart *c, const struct queen_ship *ship)
{
	const struct queen *q = &s->queen;
	float least = 12;

	for (int tile = q->first; tile < q->laid; tile++) {
		if (b->queen.tile[q->tile[tile]].dock == NO_CELL || q->waiting[tile] == 0 || ship->boarded >> tile & 1)
			continue;
		int away = dock_chart(b, q, c, tile)[queen_ship_hex(ship) * QUEEN_SIDES + ship->heading];
		if (away < FAR) {
			float turns = turns_table()->arrive[(away + 1) / STEP][ship->speed > QUEEN_POINTS ? QUEEN_POINTS : ship->speed];
			least = turns < least ? turns : least;
		}
	}
	return least;
}

static void of_seat(const struct box *b, const struct state *s, int seat, float out[])
{
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[seat];

	memset(out, 0, SEAT_SENSES * sizeof out[0]);
	features(b, s, seat, out);
	if (ship->fate != QUEEN_RACING)
		return;
	struct chart *c = chart_of(b, q);
	const int far = c->end[queen_ship_hex(ship) * QUEEN_SIDES + ship->heading], missing = b->queen.needed - queen_passengers(ship);
	out[CARRIED] = (float)queen_passengers(ship);
	out[HOME] = turns_home(b, s, c, queen_ship_hex(ship), ship->heading, ship->speed);
	out[HEXES] = (float)far / STEP;
	out[DOCK] = s->option[QUEEN_MODE] == MODE_PASSENGERS && missing > 0 ? nearest_dock(b, s, c, ship) : 0;
	out[BEFORE] = (float)moves_before(s, seat);
	out[ON_TILE] = ship->tile;
	out[ON_NEWEST] = ship->tile == q->laid - 1;
	for (int i = 0; i < s->players; i++)
		if (i != seat && q->ship[i].fate == QUEEN_RACING) {
			const int by = far - c->end[queen_ship_hex(&q->ship[i]) * QUEEN_SIDES + q->ship[i].heading];
			out[AHEAD] += by > 0 && by <= CLOSE;
			out[BEHIND] += by <= 0 && by >= -CLOSE;
		}
	out[POINTS] = q->phase == QUEEN_STEER && q->order[q->at] == seat ? q->points : 0;
}

static void of_table(const struct box *b, const struct state *s, float out[])
{
	const struct queen *q = &s->queen;
	float racing = 0, waiting = 0, docks = 0;
	uint32_t laid = 0;

	for (int i = 0; i < s->players; i++)
		racing += q->ship[i].fate == QUEEN_RACING;
	for (int tile = q->first; tile < q->laid; tile++) {
		waiting += q->waiting[tile];
		laid |= 1u << q->tile[tile];
	}
	for (int tile = 0; tile < b->queen.tiles; tile++)
		docks += b->queen.tile[tile].dock != NO_CELL && !(laid >> tile & 1);
	out[0] = s->option[QUEEN_MODE] == MODE_INTRO;
	out[1] = (float)(b->queen.laid[s->option[QUEEN_MODE]] + 1 - q->laid);
	out[2] = q->platform != NO_CUSP;
	out[3] = racing;
	out[4] = q->round;
	out[5] = waiting;
	out[6] = docks;
}

/* What a net is told of a plan. */
enum {
	PLAN_BEST, PLAN_BEHIND,         /* what `simple` thinks of it: its choice; by how many hundreds it is behind that */
	PLAN_SPENT, PLAN_COAL,          /* coal that it takes, and that is left */
	PLAN_SPEED,                     /* at its end, one of six */
	PLAN_LANDED = PLAN_SPEED + QUEEN_POINTS, PLAN_BOARDED, PLAN_MISSED,
	PLAN_HEXES, PLAN_TURNED,        /* to the end of what is laid, and how many of them for turning */
	PLAN_HOME,                      /* turns to the end that it saves */
	PLAN_DOCK, PLAN_FROM_DOCK,      /* turns to the nearest dock that helps, and that it saves of them */
	PLAN_NEWEST, PLAN_BEYOND,       /* it ends on the newest tile; beyond what is laid */
	PLAN_PUSHED, PLAN_BACK,         /* ships that it pushes, and hexes that they are farther from the end then */
	PLAN_SENSES
};
enum { PLAN_FAR = 20, PLAN_LONG = 30 }; /* more hundreds, or hexes, are all the same */
_Static_assert((int)PLAN_SENSES <= (int)POLICY_MOST, "room for all");

static float hexes_to_end(const struct chart *c, int hex, int side)
{
	const float far = (float)c->end[hex * QUEEN_SIDES + side] / STEP;

	return far < PLAN_LONG ? far : PLAN_LONG;
}

/* The ship as it lies when the plan is done. */
static struct queen_ship ship_after(const struct queen_ship *ship, const struct queen_outcome *o)
{
	struct queen_ship then = *ship;

	then.tile = o->tile;
	then.cell = o->cell;
	then.heading = o->heading;
	then.speed = o->speed;
	return then;
}

static void of_pushes(const struct chart *c, const struct state *s, int seat, const struct queen_outcome *o, float out[])
{
	const struct queen *q = &s->queen;

	for (int i = 0; i < s->players; i++) {
		const struct queen_ship *other = &q->ship[i];
		const int from = queen_ship_hex(other), to = o->hex[i];
		if (i == seat || other->fate != QUEEN_RACING || to == from)
			continue;
		out[PLAN_PUSHED]++;
		out[PLAN_BACK] += to < queen_hex(q->laid, 0) ? hexes_to_end(c, to, other->heading) - hexes_to_end(c, from, other->heading) : 0;
	}
}

static void of_plan(const struct box *b, const struct state *s, int seat, const struct queen_outcome *o, float out[])
{
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[seat], then = ship_after(ship, o);
	const int hex = queen_hex(o->tile, o->cell), from = queen_ship_hex(ship);
	struct chart *c = chart_of(b, q);

	if (o->speed >= 1 && o->speed <= QUEEN_POINTS)
		out[PLAN_SPEED + o->speed - 1] = 1;
	out[PLAN_LANDED] = o->landed;
	out[PLAN_BOARDED] = (float)(o->passengers - queen_passengers(ship));
	out[PLAN_MISSED] = o->missed;
	of_pushes(c, s, seat, o, out);
	out[PLAN_BEYOND] = o->tile >= q->laid;
	if (o->landed || o->tile >= q->laid)
		return;
	out[PLAN_NEWEST] = o->tile == q->laid - 1;
	out[PLAN_HEXES] = hexes_to_end(c, hex, o->heading);
	out[PLAN_TURNED] = out[PLAN_HEXES] - hexes_to_end(c, hex, best_side(c->end, hex));
	out[PLAN_HOME] = turns_home(b, s, c, from, ship->heading, ship->speed) - turns_home(b, s, c, hex, o->heading, o->speed);
	if (s->option[QUEEN_MODE] == MODE_PASSENGERS && o->passengers < b->queen.needed) {
		out[PLAN_DOCK] = nearest_dock(b, s, c, &then);
		out[PLAN_FROM_DOCK] = nearest_dock(b, s, c, ship) - out[PLAN_DOCK];
	}
}

/* A ship that has landed counts its coal no more. */
static int coal_of(const struct queen_outcome *o)
{
	return o->landed ? 0 : o->coal;
}

/* Plans may have been found with less coal than there is (`narrow`), so what one spends is told by the one that spends least. */
static void of_plans(const struct box *b, const struct state *s, const struct liked plan[], int n, float out[][POLICY_MOST])
{
	const int seat = queen_to_move(b, s);
	int all = 0;

	memset(out, 0, (size_t)n * sizeof out[0]);
	for (int i = 0; i < n; i++)
		all = coal_of(&plan[i].plan->queen) > all ? coal_of(&plan[i].plan->queen) : all;
	for (int i = 0; i < n; i++) {
		const struct queen_outcome *o = &plan[i].plan->queen;
		const float behind = (float)(plan[0].worth - plan[i].worth) / 100;
		out[i][PLAN_BEST] = i == 0;
		out[i][PLAN_BEHIND] = behind < PLAN_FAR ? behind : PLAN_FAR;
		out[i][PLAN_SPENT] = (float)(all - coal_of(o));
		out[i][PLAN_COAL] = (float)(s->queen.ship[seat].coal - (all - coal_of(o)));
		of_plan(b, s, seat, o, out[i]);
	}
}

static const struct senses senses = { .told = { SEAT_SENSES, 7, PLAN_SENSES }, .of_seat = of_seat, .of_table = of_table, .of_plans = of_plans };

/* Coal is for need: beyond the first piece few plans are worth a look. */
static bool narrow(const struct state *s, int seat, struct state *out)
{
	if (s->queen.ship[seat].coal <= 1)
		return false;
	*out = *s;
	out->queen.ship[seat].coal = 1;
	return true;
}

static const struct eval eval = {
	.standing = eval_by_features, .n = FEATURES, .names = name, .features = features, .left = left, .weights = weight, .near = NEAR_LEAD, .far = FAR_LEAD, .margin = 6, .narrow = narrow,
};

#include "queen_net.h"

static _Atomic(struct seats_net *) net_read;
static const struct shipped shipped = { NET_BYTES, &net_read };

static const struct eval net = {
	.n = FEATURES, .names = name, .features = features, .left = left, .weights = weight, .near = NEAR_LEAD, .far = FAR_LEAD, .margin = 4, .narrow = narrow,
	.shipped = &shipped, .senses = &senses, .by_hand = 0.5F,
};

extern const struct bot_knowledge queen_bots;
const struct bot_knowledge queen_bots = { .game = "queen", .simple = &queen_simple, .adept = &queen_simple, .eval = &eval, .net = &net };
