/* What the mover can still do this turn. The heart is the search for a complete move: no choice inside a turn may lead aground
 * (Q166), so every small move asks whether the rest of the turn can be sailed after it. */
#include "queen.h"

#include <string.h>

int queen_passengers(const struct queen_ship *ship)
{
	int n = 0;

	for (unsigned left = ship->boarded; left; left &= left - 1)
		n++;
	return n;
}

/* Q80: a ship that has landed or is out is not in the water. */
int queen_ship_at(const struct state *s, int hex, int but)
{
	const struct queen *q = &s->queen;

	for (int i = 0; i < s->players; i++)
		if (i != but && q->ship[i].fate == QUEEN_RACING && queen_ship_hex(&q->ship[i]) == hex)
			return i;
	return -1;
}

/* Q39: the first turn of a turn is free; Q40: each further one burns a coal; Q47: from the stock that speed is paid from. */
int queen_spare_turns(const struct box *b, const struct queen *q)
{
	int unused = b->queen.free_turns - q->turns;

	return q->ship[queen_mover(q)].coal + (unused > 0 ? unused : 0);
}

/* By colour and number of players; Q13, A42: none in the introductory race. */
int queen_stock(const struct box *b, const struct state *s, int tile)
{
	int colour = b->queen.tile[s->queen.tile[tile]].colour, table = s->players - QUEEN_MIN_PLAYERS;

	if (s->option[QUEEN_MODE] == MODE_INTRO || colour == NO_COLOUR)
		return 0;
	return colour == COLOUR_RED ? b->queen.red[table] : b->queen.brown[table];
}

/* Q16: one step up or down is free; Q17: each further step costs a coal. */
int queen_speed_cost(const struct box *b, int from, int to)
{
	int change = to > from ? to - from : from - to;

	return change > b->queen.free_change ? change - b->queen.free_change : 0;
}

/* Q101, Q108: at the shown speed 1, on a dock. Q104: never more than needed; Q105: once from an island; Q106: while there are any. */
bool queen_boards(const struct box *b, const struct state *s, int seat, int hex)
{
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[seat];
	int tile = hex / QUEEN_CELLS;

	if (s->option[QUEEN_MODE] == MODE_INTRO)                /* Q13 */
		return false;
	return b->queen.tile[q->tile[tile]].dock == hex % QUEEN_CELLS && ship->speed == 1 && q->waiting[tile] > 0 &&
		queen_passengers(ship) < b->queen.needed && !(ship->boarded >> tile & 1);
}

/* Q125: in the introductory race any speed lands; else Q127, speed 1, and Q128, two passengers aboard. */
bool queen_lands(const struct box *b, const struct state *s, int seat, int hex)
{
	const struct queen_ship *ship = &s->queen.ship[seat];

	if (!queen_is_entry(b, &s->queen, hex))
		return false;
	return s->option[QUEEN_MODE] == MODE_INTRO || (ship->speed == 1 && queen_passengers(ship) >= b->queen.needed);
}

/* The search ----------------------------------------------------------- */

void queen_try(struct queen_trial *t, const struct box *b, const struct state *s)
{
	const struct queen *q = &s->queen;

	t->b = b;
	t->s = s;
	t->q = q;
	t->mover = queen_mover(q);
	t->spare = queen_spare_turns(b, q);
	t->intro = s->option[QUEEN_MODE] == MODE_INTRO;
	t->known_points = 0;
	for (int k = q->first; k < q->laid; k++)
		t->taken[k] = b->queen.tile[q->tile[k]].land;
	t->ships = 0;
	for (int i = 0; i < s->players; i++)
		if (i != t->mover && q->ship[i].fate == QUEEN_RACING) {
			t->ship[t->ships++] = (uint8_t)queen_ship_hex(&q->ship[i]);
			t->taken[q->ship[i].tile] |= 1u << q->ship[i].cell;
		}
	t->trailed = q->trailed;
	memcpy(t->trail, q->trail, sizeof t->trail);
	if (q->trailed == 0)                                    /* the turn has not begun: it will with the hex the mover is on */
		t->trail[t->trailed++] = (uint8_t)queen_ship_hex(&q->ship[t->mover]);
}

static int ship_on(const struct queen_trial *t, int hex)
{
	for (int i = 0; i < t->ships; i++)
		if (t->ship[i] == hex)
			return i;
	return -1;
}

static bool is_taken(const struct queen_trial *t, int hex)
{
	return t->taken[hex / QUEEN_CELLS] >> hex % QUEEN_CELLS & 1;
}

static bool in_trail(const struct queen_trial *t, int hex)
{
	for (int i = 0; i < t->trailed; i++)
		if (t->trail[i] == hex)
			return true;
	return false;
}

int queen_target_refusal(const struct queen_trial *t, int from, int heading)
{
	int to = queen_next(t->q, from, heading);               /* Q60 */

	if (to < 0)
		return Q(62);
	if (queen_is_land(t->b, t->q, to))
		return Q(61);
	if (to == t->trail[t->trailed - 2])                     /* the last but one: on the last the two ships meet */
		return Q(64);
	if (in_trail(t, to))
		return Q(65);
	if (ship_on(t, to) >= 0)
		return Q(63);
	return 0;
}

/* Each of the following says how many turns are left to spare when all points are used, or NONE if they cannot be. Rivals that are
 * pushed on the way are put back; the trail beyond t->trailed is scratch. */
enum { NONE = -1 };
enum { TURN_FIRST, MOVE_FIRST };        /* whether the ship may turn where it is: not if it has just done so */
static int finish(struct queen_trial *t, int hex, int heading, int points, int spare, int how);

static void move_rival(struct queen_trial *t, int rival, int from, int to)
{
	t->ship[rival] = (uint8_t)to;
	t->taken[from / QUEEN_CELLS] ^= 1u << from % QUEEN_CELLS;
	t->taken[to / QUEEN_CELLS] ^= 1u << to % QUEEN_CELLS;
}

/* The mover has cleared `hex`, on which it stands. In the introductory race an entry hex then ends the move (Q131). */
static int finish_cleared(struct queen_trial *t, int hex, int heading, int points, int spare)
{
	if (points == 0 || (t->intro && queen_is_entry(t->b, t->q, hex)))
		return spare;
	return finish(t, hex, heading, points, spare, TURN_FIRST);
}

/* A rival is to leave `hex`, on which the mover already stands, for a legal target; one point is paid for it (Q58). */
static int finish_pushing(struct queen_trial *t, int rival, int hex, int heading, int points, int spare)
{
	for (int side = 0; side < QUEEN_SIDES; side++) {
		if (queen_target_refusal(t, hex, side))
			continue;
		int to = queen_next(t->q, hex, side);
		move_rival(t, rival, hex, to);
		int left = finish_cleared(t, hex, heading, points - 1, spare);
		move_rival(t, rival, to, hex);
		if (left != NONE) {
			t->known_points = 0;                    /* cut short, this way might end between a bump and its push */
			return left;
		}
	}
	return NONE;
}

/* Straight on through open water, into the trail: how many steps, at most `points`. `stop` is the hex that ended it, -1 the shore. */
static int run(struct queen_trial *t, int hex, int heading, int points, int *stop)
{
	int tile = hex / QUEEN_CELLS, cell = hex % QUEEN_CELLS, side = queen_turned(heading, -t->q->heading[tile]), steps = 0;
	uint8_t *trail = t->trail + t->trailed;

	*stop = -1;
	while (steps < points) {
		int to = queen_inside[cell][side];
		if (to) {
			cell = to - 1;
		} else {
			to = queen_beside(t->q, tile, cell, side);
			if (to < 0)
				return steps;
			tile = to / QUEEN_CELLS;
			cell = to % QUEEN_CELLS;
			side = queen_turned(heading, -t->q->heading[tile]);
		}
		if (t->taken[tile] >> cell & 1) {
			*stop = queen_hex(tile, cell);
			return steps;
		}
		trail[steps++] = (uint8_t)queen_hex(tile, cell);
	}
	return steps;
}

/* Turn somewhere on a run of so many steps from `hex`, which the trail holds, and go on from there: from its end backwards, since what
 * is tried from there writes over the rest of it. */
static int finish_turning(struct queen_trial *t, int hex, int heading, int points, int spare, int steps, int how)
{
	static const struct { int8_t by, cost; } swing[] = { { 1, 1 }, { -1, 1 }, { 2, 2 }, { -2, 2 }, { 3, 3 } };
	int before = t->trailed, left = NONE;

	for (int k = steps; k >= (how == TURN_FIRST ? 0 : 1) && left == NONE; k--) {
		int at = k == 0 ? hex : t->trail[before + k - 1];
		t->trailed = before + k;
		for (int i = 0; i < 5 && swing[i].cost <= spare && left == NONE; i++)
			left = finish(t, at, queen_turned(heading, swing[i].by), points - k, spare - swing[i].cost, MOVE_FIRST);
	}
	t->trailed = before;
	return left;
}

/* The run of so many steps ended in a rival on `stop`. */
static int finish_bumping(struct queen_trial *t, int stop, int heading, int points, int spare, int steps)
{
	int before = t->trailed, rival = ship_on(t, stop), left;

	if (rival < 0 || points - steps < 2)                    /* Q31, Q59 */
		return NONE;
	t->trailed += steps;
	t->trail[t->trailed++] = (uint8_t)stop;
	left = finish_pushing(t, rival, stop, heading, points - steps - 1, spare);
	t->trailed = before;
	return left;
}

/* Use all points (Q29) from here: straight on, which in open water is all; else into a rival at the end of the run, or by a turn on it. */
static int finish(struct queen_trial *t, int hex, int heading, int points, int spare, int how)
{
	int stop, steps = run(t, hex, heading, points, &stop), left;

	if (steps == points)
		return spare;
	for (int k = 0; t->intro && k < steps; k++)
		if (queen_is_entry(t->b, t->q, t->trail[t->trailed + k]))
			return spare;                           /* Q162: whatever points remain */
	left = stop < 0 ? NONE : finish_bumping(t, stop, heading, points, spare, steps);
	return left != NONE || spare == 0 ? left : finish_turning(t, hex, heading, points, spare, steps, how);
}

/* A way of six points without pushes is also one of five, four ...: asked for the highest speed first, one search answers for all. */
bool queen_can_sail(struct queen_trial *t, int speed)
{
	const struct queen_ship *ship = &t->q->ship[t->mover];
	int spare = t->spare - queen_speed_cost(t->b, ship->speed, speed), left;

	if (speed <= t->known_points && t->known_turns <= spare)
		return true;
	t->known_points = speed;
	left = finish(t, queen_ship_hex(ship), ship->heading, speed, spare, TURN_FIRST);
	if (left == NONE)
		t->known_points = 0;
	t->known_turns = spare - left;
	return left != NONE;
}

bool queen_can_turn(struct queen_trial *t, int by)
{
	const struct queen_ship *ship = &t->q->ship[t->mover];
	int heading = queen_turned(ship->heading, by);

	return t->q->points == 0 || finish(t, queen_ship_hex(ship), heading, t->q->points, t->spare - 1, TURN_FIRST) != NONE;
}

bool queen_can_step(struct queen_trial *t, int to)
{
	int heading = t->q->ship[t->mover].heading, points = t->q->points, rival = is_taken(t, to) ? ship_on(t, to) : -1, left = NONE;

	t->trail[t->trailed++] = (uint8_t)to;
	if (rival < 0)
		left = finish_cleared(t, to, heading, points - 1, t->spare);
	else if (points >= 2)                                   /* Q59 */
		left = finish_pushing(t, rival, to, heading, points - 1, t->spare);
	t->trailed--;
	return left != NONE;
}

bool queen_can_push(struct queen_trial *t, int to)
{
	const struct queen_ship *ship = &t->q->ship[t->mover];
	int hex = queen_ship_hex(ship), rival = ship_on(t, hex);

	move_rival(t, rival, hex, to);
	int left = finish_cleared(t, hex, ship->heading, t->q->points - 1, t->spare);
	move_rival(t, rival, to, hex);
	return left != NONE;
}
