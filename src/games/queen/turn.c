/* What the mover can still do this turn. The heart is the search for a complete move: no choice inside a turn may lead aground
 * (Q166), so every small move asks whether the rest of the turn can be sailed after it. */
#include "queen.h"

#include <string.h>

/* By colour and number of players; Q13, A42: none in the introductory race. */
int queen_stock(const struct box *b, const struct state *s, int tile)
{
	int colour = b->queen.tile[s->queen.tile[tile]].colour, table = s->players - QUEEN_MIN_PLAYERS;

	if (s->option[QUEEN_MODE] == MODE_INTRO || colour == NO_COLOUR)
		return 0;
	return colour == COLOUR_RED ? b->queen.red[table] : b->queen.brown[table];
}

/* The copy is made for a dock alone: plans ask this of every hex where they end. */
bool queen_too_fast(const struct box *b, const struct state *s, int seat, int hex, int speed)
{
	if (speed == 1 || b->queen.tile[s->queen.tile[hex / QUEEN_CELLS]].dock != hex % QUEEN_CELLS)
		return false;
	struct state slow = *s;
	slow.queen.ship[seat].speed = 1;
	return queen_boards(b, &slow, seat, hex);
}

/* The search ----------------------------------------------------------- */

/* Most questions look no further than the mover's own tile, so others are looked at when they are needed. */
static struct queen_waters *look_at(struct queen_trial *t, int tile)
{
	struct queen_waters *w = &t->waters[tile];
	const struct queen *q = t->q;

	if (t->known >> tile & 1)
		return w;
	t->known |= 1u << tile;
	int rear = tile > q->first ? queen_cusp(q, tile) : CUSPS, front = tile + 1 < q->laid ? queen_cusp(q, tile + 1) : CUSPS;
	w->near = &queen_near[rear][front][QUEEN_SIDES - q->heading[tile]];
	w->first = (unsigned)queen_hex(tile, 0);
	uint32_t ships = 0;
	for (int i = 0; i < t->s->players; i++)
		if (q->ship[i].tile == tile && i != t->mover && q->ship[i].fate == QUEEN_RACING)
			ships |= 1u << q->ship[i].cell;
	w->ships = ships;
	w->taken = t->b->queen.tile[q->tile[tile]].land | ships | UINT64_MAX << QUEEN_CELLS;
	return w;
}

/* queen_try() where it is needed most. */
static inline void begin(struct queen_trial *t, const struct box *b, const struct state *s)
{
	const struct queen *q = &s->queen;

	t->b = b;
	t->s = s;
	t->q = q;
	t->mover = queen_mover(q);
	t->ship = &q->ship[t->mover];
	t->spare = queen_spare_turns(b, q);
	t->intro = s->option[QUEEN_MODE] == MODE_INTRO;
	t->known_points = 0;
	t->searched = -1;
	t->known = 0;
	t->here = look_at(t, t->ship->tile);
	t->trailed = q->trailed;
	memcpy(t->trail, q->trail, sizeof t->trail);
	if (q->trailed == 0)                                    /* the turn has not begun: it will with the hex the mover is on */
		t->trail[t->trailed++] = (uint8_t)queen_ship_hex(t->ship);
}

void queen_try(struct queen_trial *t, const struct box *b, const struct state *s)
{
	begin(t, b, s);
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
	if (t->trailed > 1 && to == t->trail[t->trailed - 2])   /* the last but one: on the last the two ships meet */
		return Q(64);
	if (in_trail(t, to))
		return Q(65);
	if (queen_ship_at(t->s, to, t->mover) >= 0)
		return Q(63);
	return 0;
}

/* Two searches answer whether all points can be used (Q29). The first is for open water: most questions end there, and it says whether a
 * rival was in the way. Only then the second one looks at pushes. Neither calls itself, because on a GPU that is dear. */

/* The waters that a step from `w` leads to, and the cell there in `to`, which is what queen_near says of the step and no shore. */
static struct queen_waters *waters_of(struct queen_trial *t, struct queen_waters *w, unsigned *to)
{
	if (*to < QUEEN_ONWARD)
		return w;
	bool back = *to >= QUEEN_BACK;
	*to -= back ? QUEEN_BACK : QUEEN_ONWARD;
	return look_at(t, (int)(w - t->waters) + (back ? -1 : 1));
}

/* Straight on through open water from the hex `at` of a way, to its `end` at the latest: writes the hexes behind it and returns the last.
 * A rival that ended it is noted: its hex in t->stop, and in t->met if none was in the way sooner. Every search spends its time here, and
 * most of it on one tile, in run(). From there run_across() takes over when the next hex, which is `to`, lies on another tile; apart from
 * the loops that call run() it leaves them their registers. */
static __attribute__((noinline)) uint8_t *run_across(struct queen_trial *t, uint8_t *at, const uint8_t *end, int heading,
	struct queen_waters *w, unsigned to)
{
	for (;;) {
		if (to >= QUEEN_SHORE)
			return at;
		w = waters_of(t, w, &to);
		if (w->taken >> to & 1) {
			if (w->ships >> to & 1) {
				t->stop = (int)(w->first + to);
				t->met = at < t->met ? at : t->met;
			}
			return at;
		}
		*++at = (uint8_t)(w->first + to);
		if (at == end)
			return at;
		to = w->near[heading][to];
	}
}

/* Before a straight part begins on a hex. */
static inline void be_at(struct queen_trial *t, unsigned hex)
{
	if (hex - t->here->first >= QUEEN_CELLS)
		t->here = look_at(t, (int)hex / QUEEN_CELLS);
}

static inline uint8_t *run(struct queen_trial *t, uint8_t *at, const uint8_t *end, int heading)
{
	struct queen_waters *w = t->here;
	unsigned first = w->first, cell = *at - first;
	const uint8_t *near = w->near[heading];
	uint64_t taken = w->taken;

	while (at < end) {
		cell = near[cell];
		if (taken >> cell & 1) {
			if (cell >= QUEEN_ONWARD)
				return cell < QUEEN_SHORE ? run_across(t, at, end, heading, w, cell) : at;
			if (w->ships >> cell & 1) {
				t->stop = (int)(first + cell);
				t->met = at < t->met ? at : t->met;
			}
			return at;
		}
		*++at = (uint8_t)(first + cell);
	}
	return at;
}

/* In the introductory race an entry hex that the mover has to itself ends the move, whatever points remain (Q131, Q162). */
static bool lands_on(const struct queen_trial *t, const uint8_t *way, int from, int end)
{
	for (int k = from; k <= end; k++)
		if (queen_is_entry(t->b, t->q, way[k]))
			return true;
	return false;
}

/* The ways to turn on the spot, by heading, and what they cost. */
enum { SWINGS = 5 };
static const uint8_t swung[QUEEN_SIDES][SWINGS] = {
	{ 1, 5, 2, 4, 3 }, { 2, 0, 3, 5, 4 }, { 3, 1, 4, 0, 5 }, { 4, 2, 5, 1, 0 }, { 5, 3, 0, 2, 1 }, { 0, 4, 1, 3, 2 },
};
static const int8_t swing_cost[SWINGS + 1] = { 1, 1, 2, 2, 3, INT8_MAX };

/* Straight on from a step of the way. Returns the points that are used then: all of them, and more is as good, if it is a complete move. */
static inline int sail_on(struct queen_trial *t, uint8_t *way, int from, int points, int heading)
{
	int used = (int)(run(t, way + from, way + points, heading) - way);

	return t->intro && lands_on(t, way, from + 1, used) ? QUEEN_POINTS : used;
}

/* The same after a turn. Most turns lead straight to the shore, and that is soon seen. */
static inline int sail_off(struct queen_trial *t, uint8_t *way, int from, int points, int heading)
{
	const struct queen_waters *w = t->here;
	unsigned to = w->near[heading][way[from] - w->first];

	if (to >= QUEEN_SHORE)
		return from;
	if (w->taken >> to & 1 && to < QUEEN_ONWARD) {
		if (w->ships >> to & 1 && way + from < t->met)
			t->met = way + from;
		return from;
	}
	return sail_on(t, way, from, points, heading);
}

/* The most of `points` that can be used with one more turn, made on a straight part between step `low` and step `end` of the way: from its end
 * backwards, since what is tried from there writes over the rest of it. */
static __attribute__((noinline)) int sail_last(struct queen_trial *t, int low, int end, int points, int heading)
{
	uint8_t *way = t->trail + t->trailed - 1;
	int left = swung[heading][1], right = swung[heading][0], far = end;

	for (int from = end; from >= low && far < points; from--) {
		be_at(t, way[from]);
		int used = sail_off(t, way, from, points, right);
		if (used < points) {
			far = used > far ? used : far;
			used = sail_off(t, way, from, points, left);
		}
		far = used > far ? used : far;
	}
	t->left = 0;
	return far;
}

/* The same with as many turns as can be paid for. Parts on which it can still turn twice wait until what follows them has been tried. */
struct bend { int low, at, heading, spare, swing; };

static __attribute__((noinline)) int sail_turning(struct queen_trial *t, int low, int end, int points, int heading, int spare)
{
	uint8_t *way = t->trail + t->trailed - 1;
	struct bend bend[QUEEN_POINTS + 1], *top = bend;
	int far = end;

	*top = (struct bend){ low, end, heading, spare, 0 };
	while (top->at >= top->low) {
		int from = top->at, turned = swung[top->heading][top->swing], left = top->spare - swing_cost[top->swing];
		be_at(t, way[from]);
		int used = sail_off(t, way, from, points, turned);
		t->left = left;
		if (swing_cost[++top->swing] > top->spare) {
			top->swing = 0;
			top->at--;
		}
		if (used > from) {
			if (left > 1)
				*++top = (struct bend){ from + 1, used, turned, left, 0 };
			else if (left == 1 && used < points)
				used = sail_last(t, from + 1, used, points, turned);
			if (used >= points)
				return used;
			far = used > far ? used : far;
		}
		while (top->at < top->low && top > bend)
			top--;
	}
	return far;
}

/* The headings that so many turns can lead to, a bit for each. */
static unsigned headings(int heading, int turns)
{
	static const uint8_t around[] = { 1, 043, 067, 077 };
	unsigned of_north = around[turns < 3 ? turns : 3];

	return (of_north << heading | of_north << heading >> QUEEN_SIDES) & 077;
}

/* queen_near says that the step from t->here leads to `to`, on another tile. */
static __attribute__((noinline)) bool is_open_across(struct queen_trial *t, unsigned to)
{
	const struct queen_waters *w = waters_of(t, t->here, &to);

	return !(w->taken >> to & 1);
}

/* With its last point a ship needs a single hex of open water, and no push. Which of these sides of a hex have one? A bit for each. */
static unsigned open_sides(struct queen_trial *t, unsigned hex, unsigned sides)
{
	be_at(t, hex);
	const struct queen_waters *w = t->here;

	for (unsigned left = sides; left; left &= left - 1) {
		unsigned to = w->near[__builtin_ctz(left)][hex - w->first];
		if (w->taken >> to & 1 && !(to >= QUEEN_ONWARD && to < QUEEN_SHORE && is_open_across(t, to)))
			sides ^= left & -left;
	}
	return sides;
}

/* The most of `points` that can be used without a push, if the mover may turn from step `low` on. t->left is what is to spare if all can be;
 * t->met where a rival was in the way. */
static inline int sail(struct queen_trial *t, int heading, int points, int spare, int low)
{
	uint8_t *way = t->trail + t->trailed - 1;

	t->left = spare;
	t->met = way + points;
	be_at(t, *way);
	int used = sail_off(t, way, 0, points, heading);
	if (used >= points || spare == 0 || used < low)
		return used;
	return spare == 1 ? sail_last(t, low, used, points, heading) : sail_turning(t, low, used, points, heading, spare);
}

/* Both hexes lie on tiles that were looked at. */
static void move_rival(struct queen_trial *t, int from, int to)
{
	struct queen_waters *w = &t->waters[from / QUEEN_CELLS], *there = &t->waters[to / QUEEN_CELLS];
	uint32_t left = 1u << from % QUEEN_CELLS, taken = 1u << to % QUEEN_CELLS;

	w->ships ^= left;
	w->taken ^= left;
	there->ships ^= taken;
	there->taken ^= taken;
}

/* The same where pushes are looked at too: first the rival at the end of a straight part is pushed to each side in turn, then the mover
 * turns on it. */
struct leg {
	int heading, points, spare, low;        /* how it begins; the mover may turn from step `low` on */
	bool cleared;                           /* it begins after a push */
	int trailed, end, at, swing, side;
	int stop, pushed_to;                    /* the hex of the rival at its end, if it can be pushed, and where it is now; or NO_CELL */
};

/* Where a ship goes that is pushed off a hex; NO_CELL: it may not be (Q60 .. Q65). */
static inline int target(struct queen_trial *t, int from, int heading)
{
	struct queen_waters *w = &t->waters[from / QUEEN_CELLS];
	unsigned to = w->near[heading][(unsigned)from - w->first];

	if (to >= QUEEN_SHORE)
		return NO_CELL;
	w = waters_of(t, w, &to);
	return w->taken >> to & 1 || in_trail(t, (int)(w->first + to)) ? NO_CELL : (int)(w->first + to);
}

/* A rival is pushed off `stop` with the last points, or with the last but one: is that a complete move? With the last one the mover goes
 * on to where it is open, so that the only open side is no target. */
static bool push_ends(struct queen_trial *t, const struct leg *l, int steps, int stop)
{
	unsigned open = l->points == steps + 2 ? 0 : open_sides(t, (unsigned)stop, headings(l->heading, l->spare));
	bool can = false;

	if (open == 0 && l->points > steps + 2)
		return false;
	t->trail[t->trailed + steps] = (uint8_t)stop;
	t->trailed += steps + 1;
	for (int side = 0; side < QUEEN_SIDES && !can; side++)
		can = open != 1u << side && target(t, stop, side) != NO_CELL;
	t->trailed -= steps + 1;
	return can;
}

/* Sails ahead. Returns whether that is a complete move. */
static inline bool begin_leg(struct queen_trial *t, struct leg *l)
{
	uint8_t *way = t->trail + t->trailed - 1;

	t->stop = NO_CELL;
	be_at(t, *way);
	int steps = (int)(run(t, way, way + l->points, l->heading) - way), rest = l->points - steps;
	if (rest == 0 || (t->intro && lands_on(t, way, l->cleared ? 0 : 1, steps)))
		return true;
	l->trailed = t->trailed;
	l->end = l->at = steps;
	l->swing = l->side = 0;
	l->stop = rest < 2 ? NO_CELL : t->stop;                 /* Q31, Q59 */
	l->pushed_to = NO_CELL;
	if (l->stop != NO_CELL && rest < 4 && !t->intro) {
		l->stop = NO_CELL;
		return push_ends(t, l, steps, t->stop);
	}
	return false;
}

static inline void take_back(struct queen_trial *t, struct leg *l)
{
	if (l->pushed_to != NO_CELL)
		move_rival(t, l->pushed_to, l->stop);
	l->pushed_to = NO_CELL;
	t->trailed = l->trailed;
}

/* The rival at the end of a leg leaves for its next legal target. The bump costs a point and the push another (Q58). */
static inline bool push_next(struct queen_trial *t, struct leg *l, struct leg *then)
{
	if (l->stop == NO_CELL)
		return false;
	t->trailed = l->trailed + l->end;
	t->trail[t->trailed++] = (uint8_t)l->stop;
	while (l->side < QUEEN_SIDES) {
		int to = target(t, l->stop, l->side++);
		if (to == NO_CELL)
			continue;
		l->pushed_to = to;
		move_rival(t, l->stop, to);
		then->heading = l->heading;
		then->points = l->points - l->end - 2;
		then->spare = l->spare;
		then->low = 0;
		then->cleared = true;
		return true;
	}
	l->stop = NO_CELL;
	t->trailed = l->trailed;
	return false;
}

/* Is there water on that side of a hex, or a rival? */
static inline bool is_afloat(struct queen_trial *t, unsigned hex, int heading)
{
	be_at(t, hex);
	unsigned to = t->here->near[heading][hex - t->here->first];
	return to < QUEEN_ONWARD ? !((t->here->taken & ~t->here->ships) >> to & 1) : to < QUEEN_SHORE;
}

static inline bool turn_next(struct queen_trial *t, struct leg *l, struct leg *then)
{
	for (; l->spare > 0; l->swing++) {
		if (swing_cost[l->swing] > l->spare) {
			l->swing = 0;
			l->at--;
		}
		if (l->at < l->low)
			return false;
		then->heading = swung[l->heading][l->swing];
		if (is_afloat(t, t->trail[l->trailed + l->at - 1], then->heading))
			break;
	}
	if (l->spare == 0)
		return false;
	t->trailed = l->trailed + l->at;
	then->points = l->points - l->at;
	then->spare = l->spare - swing_cost[l->swing++];
	then->low = 1;
	then->cleared = false;
	return true;
}

/* Can all points be used, with pushes? Legs: the first, one that turns where it begins, and one for each point after that. A leg after a
 * push has paid two points. */
static __attribute__((noinline)) bool push_through(struct queen_trial *t, int heading, int points, int spare, int low)
{
	struct leg leg[QUEEN_POINTS + 2];
	int depth = 0;

	leg[0] = (struct leg){ .heading = heading, .points = points, .spare = spare, .low = low };
	while (!begin_leg(t, &leg[depth])) {
		while (take_back(t, &leg[depth]), !push_next(t, &leg[depth], &leg[depth + 1]) && !turn_next(t, &leg[depth], &leg[depth + 1]))
			if (--depth < 0)
				return false;
		depth++;
		must(depth <= QUEEN_POINTS);
	}
	while (--depth >= 0)
		take_back(t, &leg[depth]);
	return true;
}

/* Can all points be used, by the way found or with pushes? They can only if a rival was in the way while there were points for a push. */
static inline bool can_use(struct queen_trial *t, int heading, int points, int spare, int low, int used)
{
	return used >= points || (t->met - (t->trail + t->trailed - 1) + 2 <= points && push_through(t, heading, points, spare, low));
}

/* What the mover may do ---------------------------------------------------- */

/* Speeds that it can pay for (Q20), to the highest there is (Q18). */
static int slowest(const struct queen_trial *t)
{
	int speed = t->ship->speed - t->b->queen.free_change - t->ship->coal;

	return speed > 1 ? speed : 1;
}

static int fastest(const struct queen_trial *t)
{
	int speed = t->ship->speed + t->b->queen.free_change + t->ship->coal;

	return speed < t->b->queen.speed_max ? speed : t->b->queen.speed_max;
}

/* A way of six points without pushes is also one of five, four ...: asked for the highest speed first, one search answers for all. */
bool queen_can_sail(struct queen_trial *t, int speed)
{
	int spare = t->spare - queen_speed_cost(t->b, t->ship->speed, speed);

	if (speed <= t->known_points && t->known_turns <= spare)
		return true;
	if (speed <= t->known_points || spare > t->searched) {
		t->known_points = sail(t, t->ship->heading, speed, spare, 0);
		t->known_turns = spare - (t->known_points >= speed ? t->left : 0);
		t->searched = t->known_points >= speed ? -1 : spare;
	}
	return can_use(t, t->ship->heading, speed, spare, 0, t->known_points);
}

unsigned queen_speeds(const struct box *b, const struct state *s)
{
	struct queen_trial t;
	unsigned speeds = 0;

	begin(&t, b, s);
	for (int speed = fastest(&t), slow = slowest(&t); speed >= slow; speed--)
		speeds |= (unsigned)queen_can_sail(&t, speed) << (speed - 1);
	return speeds;
}

static __attribute__((noinline)) bool has_speed(struct queen_trial *t, int slow)
{
	for (int speed = slow, fast = fastest(t); speed <= fast; speed++)
		if (queen_can_sail(t, speed))
			return true;
	return false;
}

bool queen_has_move(const struct box *b, const struct state *s)
{
	struct queen_trial t;

	begin(&t, b, s);
	int slow = slowest(&t), heading = t.ship->heading;
	if (slow == 1 && (open_sides(&t, t.trail[0], 1u << heading) ||         /* most often straight on */
		open_sides(&t, t.trail[0], headings(heading, t.spare - queen_speed_cost(b, t.ship->speed, 1)))))
		return true;
	return has_speed(&t, slow);
}

/* A complete move that begins with that heading. t->left is what is to spare after it, or 0 if it takes pushes. */
static inline bool can_go(struct queen_trial *t, int heading, int points, int spare, int low)
{
	int used = sail(t, heading, points, spare, low);

	if (used >= points)
		return true;
	t->left = 0;
	return can_use(t, heading, points, spare, low, used);
}

/* Whoever has two turns to spare at the end can also turn to either side and back first. */
unsigned queen_ways(const struct box *b, const struct state *s, bool sure)
{
	struct queen_trial t;

	begin(&t, b, s);
	int heading = t.ship->heading, left = swung[heading][1], right = swung[heading][0], points = t.q->points, spare = t.spare;
	unsigned ways = 0;
	if (points == 1 && spare > 0) {
		unsigned open = open_sides(&t, t.trail[t.trailed - 1], headings(heading, spare));
		return (open & headings(left, spare - 1) ? QUEEN_LEFT : 0) | (open & headings(right, spare - 1) ? QUEEN_RIGHT : 0) |
			(open >> heading & 1 ? QUEEN_AHEAD : 0);
	}
	if (spare > 1 && can_go(&t, heading, points, spare, 1)) {
		if (t.left > 1)
			return QUEEN_LEFT | QUEEN_RIGHT | QUEEN_AHEAD;
		ways = QUEEN_AHEAD;
	}
	for (int side = 1; side >= 0 && spare > 0; side--)
		if (can_go(&t, side ? left : right, points, spare - 1, 0)) {
			if (t.left > 1)
				return ways | QUEEN_LEFT | QUEEN_RIGHT;
			ways |= side ? QUEEN_LEFT : QUEEN_RIGHT;
		}
	if (spare < 2 && ((sure && ways == 0) || can_go(&t, heading, points, spare, 1)))
		ways |= QUEEN_AHEAD;
	return ways;
}

bool queen_can_turn(struct queen_trial *t, int by)
{
	return t->q->points == 0 || queen_ways(t->b, t->s, false) & (by < 0 ? QUEEN_LEFT : QUEEN_RIGHT);
}

bool queen_can_step(struct queen_trial *t)
{
	return queen_ways(t->b, t->s, false) & QUEEN_AHEAD;
}

bool queen_can_push(struct queen_trial *t, int to)
{
	int hex = queen_ship_hex(t->ship), points = t->q->points - 1;

	look_at(t, to / QUEEN_CELLS);
	move_rival(t, hex, to);
	bool can = points == 0 || (t->intro && lands_on(t, t->trail + t->trailed - 1, 0, 0)) ||
		(points == 1 ? open_sides(t, (unsigned)hex, headings(t->ship->heading, t->spare)) != 0 :
			can_use(t, t->ship->heading, points, t->spare, 0, sail(t, t->ship->heading, points, t->spare, 0)));
	move_rival(t, to, hex);
	return can;
}

unsigned queen_pushes(const struct box *b, const struct state *s)
{
	struct queen_trial t;
	unsigned sides = 0;

	begin(&t, b, s);
	for (int side = 0; side < QUEEN_SIDES; side++) {
		int to = target(&t, queen_ship_hex(t.ship), side);
		sides |= (unsigned)(to != NO_CELL && queen_can_push(&t, to)) << side;
	}
	return sides;
}
