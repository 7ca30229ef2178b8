/* What the mover can still do this turn. No choice inside a turn may lead aground (Q166), so every small move asks whether the rest of the turn can be
 * sailed after it. Most of these questions are answered for all hexes ahead at once, in a window (window.h). What is left, pushes and ways that
 * wind, is searched for step by step. */
#include "queen.h"
#include "window.h"
#include "core/later.h"

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
	if (speed == QUEEN_SLOW || b->queen.tile[s->queen.tile[hex / QUEEN_CELLS]].dock != hex % QUEEN_CELLS)
		return false;
	struct state slow = *s;
	slow.queen.ship[seat].speed = QUEEN_SLOW;
	return queen_boards(b, &slow, seat, hex);
}

/* The search ----------------------------------------------------------- */

static NOINLINE_ON_GPU void look_closer(struct queen_trial *t, int tile)
{
	struct queen_waters *w = &t->waters[tile];
	const struct queen *q = t->q;

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
}

/* Most questions look no further than the mover's own tile, so others are looked at when they are needed. */
static inline struct queen_waters *look_at(struct queen_trial *t, int tile)
{
	if (!(t->known >> tile & 1))
		look_closer(t, tile);
	return &t->waters[tile];
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

/* Step by step: exact in every case, but slow. It does not call itself, because on a GPU that is dear. */

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
 * The hex of a rival that ended it is noted in t->stop. Most of the time is spent on one tile, in run(); from there run_across() takes over
 * when the next hex, which is `to`, lies on another. */
static __attribute__((noinline)) uint8_t *run_across(struct queen_trial *t, uint8_t *at, const uint8_t *end, int heading,
	struct queen_waters *w, unsigned to)
{
	for (;;) {
		if (to >= QUEEN_SHORE)
			return at;
		w = waters_of(t, w, &to);
		if (w->taken >> to & 1) {
			if (w->ships >> to & 1)
				t->stop = (int)(w->first + to);
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
			if (w->ships >> cell & 1)
				t->stop = (int)(first + cell);
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

/* A straight part of a way. First the rival at its end is pushed to each side in turn, then the mover turns on it. */
struct leg {
	int heading, points, spare, low;        /* how it begins; the mover may turn from step `low` on */
	bool cleared;                           /* it begins after a push */
	int trailed, end, at, swing, side;
	int stop, pushed_to;                    /* the hex of the rival at its end, if it can be pushed, and where it is now; or NO_CELL */
};

/* Where a ship goes that is pushed off a cell; NO_CELL: it may not be (Q60 .. Q65). */
static inline int target(struct queen_trial *t, struct queen_waters *w, unsigned cell, int heading)
{
	unsigned to = w->near[heading][cell];

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
	struct queen_waters *w = &t->waters[stop / QUEEN_CELLS];
	unsigned cell = (unsigned)stop - w->first;
	bool can = false;

	if (open == 0 && l->points > steps + 2)
		return false;
	t->trail[t->trailed + steps] = (uint8_t)stop;
	t->trailed += steps + 1;
	for (int side = 0; side < QUEEN_SIDES && !can; side++)
		can = open != 1u << side && target(t, w, cell, side) != NO_CELL;
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
	struct queen_waters *w = &t->waters[l->stop / QUEEN_CELLS];
	t->trailed = l->trailed + l->end;
	t->trail[t->trailed++] = (uint8_t)l->stop;
	while (l->side < QUEEN_SIDES) {
		int to = target(t, w, (unsigned)l->stop - w->first, l->side++);
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

/* Can all points be used (Q29)? Legs: the first, one that turns where it begins, and one for each point after that. A leg after a
 * push has paid two points. */
static __attribute__((noinline)) bool search(struct queen_trial *t, int heading, int points, int spare, int low)
{
	struct leg leg[QUEEN_POINTS + 2];
	int depth = 0;

	leg[0].heading = heading;
	leg[0].points = points;
	leg[0].spare = spare;
	leg[0].low = low;
	leg[0].cleared = false;
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

/* What the mover may do ---------------------------------------------------- */

/* In the introductory race a ship that lands has used all points it needs (Q126). So near the platform it is not enough to know how far it can sail. */
static __attribute__((noinline)) bool is_near_platform(const struct queen *q)
{
	return q->platform != NO_CUSP && q->ship[queen_mover(q)].tile + 4 >= q->laid;
}

static inline bool may_land(const struct state *s)
{
	return s->option[QUEEN_MODE] == MODE_INTRO && is_near_platform(&s->queen);
}

/* How far the mover gets in open water with no turn, with one, and with two, as long as it keeps to three headings that lie side by side. They are
 * given by their steps in a window; it may turn before the first of them. All sets of hexes where it can be go one step at a time. */
struct range { int straight, once, twice; };

static inline struct range sweep(uint64_t open, uint64_t ahead, int points, int by_left, int by, int by_right)
{
	struct range r = { 0, 0, 0 };
	uint64_t left = 0, right = 0, again = 0;

	for (int k = 0; k < points; k++) {
		again = window_moved(again | left | right, by) & open;
		left = window_moved(left | ahead, by_left) & open;
		right = window_moved(right | ahead, by_right) & open;
		ahead = window_moved(ahead, by) & open;
		uint64_t once = ahead | left | right;
		r.straight += ahead != 0;
		r.once += once != 0;
		r.twice += (once | again) != 0;
	}
	return r;
}

/* The turns that so many points take by that; more than can ever be paid for if it is not known. */
enum { UNKNOWN = 99 };

static inline int turns_for(struct range r, int points)
{
	return points <= r.straight ? 0 : points <= r.once ? 1 : points <= r.twice ? 2 : UNKNOWN;
}

/* With the point of which number does a way that makes one turn at most run into a rival? */
static int meets(const struct queen_window *w, uint64_t ahead, int points)
{
	uint64_t left = 0, right = 0;

	for (int k = 1; k <= points; k++) {
		left = (left | ahead) << STEP_LEFT;
		right = (right | ahead) << STEP_RIGHT;
		ahead <<= STEP_AHEAD;
		if ((left | right | ahead) & w->ships)
			return k;
		left &= w->open;
		right &= w->open;
		ahead &= w->open;
	}
	return UNKNOWN;
}

static __attribute__((noinline)) unsigned search_speeds(const struct box *b, const struct state *s, unsigned which, bool any)
{
	struct queen_trial t;
	unsigned speeds = 0;

	if (later())
		return which;
	begin(&t, b, s);
	for (; which && !(any && speeds); which &= which - 1) {
		int speed = __builtin_ctz(which) + 1, spare = t.spare - queen_speed_cost(b, t.ship->speed, speed);
		speeds |= (unsigned)search(&t, t.ship->heading, speed, spare, 0) << (speed - 1);
	}
	return speeds;
}

/* Straight ways of so many points. */
static inline uint64_t way_left(int points)  { return (UINT64_C(2) << points) - 2; }
static inline uint64_t way_right(int points) { return ((UINT64_C(2) << WINDOW_ROW * points) - 1) & UINT64_C(0x0101010101010100); }

/* Those of the speeds from `slow` to `fast` that can be sailed. With `any` some of them are enough. */
static inline unsigned from_to(int slow, int fast)
{
	return (1u << fast) - (1u << (slow - 1));
}

static inline NOINLINE_ON_GPU unsigned find_speeds(const struct box *b, const struct state *s, bool any)
{
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[queen_mover(q)];
	int spare = b->queen.free_turns + ship->coal, change = b->queen.free_change + ship->coal;
	int slow = ship->speed > change ? ship->speed - change : 1;
	int fast = ship->speed + change < b->queen.speed_max ? ship->speed + change : b->queen.speed_max;
	unsigned speeds = 0, open = 0;

	if (may_land(s))
		return search_speeds(b, s, from_to(slow, fast), any);
	struct queen_window w = queen_look_ahead(b, s, ship->heading, fast);
	if (ship->coal == 0 && spare == 1) {
		uint64_t ahead = 1, left = 0, right = 0;
		int far = 0;
		for (int k = 0, end = any ? slow : fast; k < end; k++) {
			left = (left | ahead) << STEP_LEFT & w.open;
			right = (right | ahead) << STEP_RIGHT & w.open;
			ahead = ahead << STEP_AHEAD & w.open;
			far += (ahead | left | right) != 0;
		}
		speeds = from_to(slow, fast) & ((1u << far) - 1);
		if (far == fast || w.ships == 0 || (any && speeds))
			return speeds;
		int met = meets(&w, 1, fast);
		open = from_to(slow, fast) & ~speeds & ~0u << (met < fast ? met : fast);
		return open ? speeds | search_speeds(b, s, open, any) : speeds;
	}
	struct range r = sweep(w.open, 1, fast, STEP_LEFT, STEP_AHEAD, STEP_RIGHT);
	int met = w.ships && r.straight < fast ? meets(&w, 1, fast) : UNKNOWN;
	for (int speed = slow; speed <= fast; speed++) {
		int can_turn = spare - queen_speed_cost(b, ship->speed, speed);
		if (turns_for(r, speed) <= can_turn)
			speeds |= 1u << (speed - 1);
		else if (can_turn > 1 || met < speed)
			open |= 1u << (speed - 1);
	}
	if (open == 0 || (any && speeds))
		return speeds;
	return speeds | search_speeds(b, s, open, any);
}

unsigned queen_speeds(const struct box *b, const struct state *s)
{
	return find_speeds(b, s, false);
}

/* Most often it is one point straight on. */
bool queen_has_move(const struct box *b, const struct state *s)
{
	const struct queen *q = &s->queen;
	int mover = queen_mover(q);
	const struct queen_ship *ship = &q->ship[mover];

	if (ship->speed <= 1 + b->queen.free_change + ship->coal) {
		int ahead = queen_ahead(q, ship);
		if (ahead >= 0 && !queen_is_land(b, q, ahead) && queen_ship_at(s, ahead, mover) < 0)
			return true;
	}
	return find_speeds(b, s, true) != 0;
}

static __attribute__((noinline)) bool search_from(const struct box *b, const struct state *s, int heading, int spare, int low)
{
	struct queen_trial t;

	if (later())
		return false;
	begin(&t, b, s);
	return search(&t, heading, t.q->points, spare, low);
}

/* Turns and a step ahead without a window. */
static __attribute__((noinline)) unsigned search_ways(const struct box *b, const struct state *s, int heading, int spare, bool sure)
{
	unsigned ways = 0;

	if (spare > 0) {
		ways |= search_from(b, s, swung[heading][1], spare - 1, 0) ? QUEEN_LEFT : 0;
		ways |= search_from(b, s, swung[heading][0], spare - 1, 0) ? QUEEN_RIGHT : 0;
	}
	return (sure && ways == 0) || search_from(b, s, heading, spare, 1) ? ways | QUEEN_AHEAD : ways;
}

/* Is all of a straight way open? If not: is it a rival that ends it? */
static inline bool is_free(const struct queen_window *w, uint64_t way)
{
	return (way & ~w->open) == 0;
}

static inline bool is_barred(const struct queen_window *w, uint64_t way)
{
	uint64_t shut = way & ~w->open;

	return shut & -shut & w->ships;
}

/* With one turn. */
static inline unsigned ways_once(const struct box *b, const struct state *s, int heading, int points, bool sure)
{
	struct queen_window w = queen_look_ahead(b, s, heading, points);
	uint64_t first = UINT64_C(1) << STEP_AHEAD, ahead = first & w.open, left = 0, right = 0;
	int far = ahead != 0;

	for (int k = 1; k < points; k++) {
		left = (left | ahead) << STEP_LEFT & w.open;
		right = (right | ahead) << STEP_RIGHT & w.open;
		ahead = ahead << STEP_AHEAD & w.open;
		far += (ahead | left | right) != 0;
	}
	unsigned ways = (far == points ? QUEEN_AHEAD : 0) | (is_free(&w, way_left(points)) ? QUEEN_LEFT : 0) | (is_free(&w, way_right(points)) ? QUEEN_RIGHT : 0);
	if (w.ships == 0 || ways == (QUEEN_LEFT | QUEEN_RIGHT | QUEEN_AHEAD))
		return ways;
	if (is_barred(&w, way_left(points - 1)) && search_from(b, s, swung[heading][1], 0, 0))
		ways |= QUEEN_LEFT;
	if (is_barred(&w, way_right(points - 1)) && search_from(b, s, swung[heading][0], 0, 0))
		ways |= QUEEN_RIGHT;
	if (sure && ways == 0)
		return QUEEN_AHEAD;
	if (!(ways & QUEEN_AHEAD) && (first & w.open ? meets(&w, first, points - 2) <= points - 2 : (first & w.ships) != 0) &&
	    search_from(b, s, heading, 1, 1))
		ways |= QUEEN_AHEAD;
	return ways;
}

/* Can a way that makes one turn at most run into a rival while there is a point for the push? */
static bool meets_at(const struct queen_window *w, uint64_t ahead, int points, const int8_t by[3])
{
	uint64_t left = 0, right = 0, met = 0;

	for (int k = 1; k < points; k++) {
		left = window_moved(left | ahead, by[0]);
		right = window_moved(right | ahead, by[2]);
		ahead = window_moved(ahead, by[1]);
		met |= left | right | ahead;
		left &= w->open;
		right &= w->open;
		ahead &= w->open;
	}
	return met & w->ships;
}

/* With more. Whoever has two turns to spare at the end can also turn to either side and back first. */
static inline unsigned ways_twice(const struct box *b, const struct state *s, int heading, int points, int spare)
{
	bool around = points <= WINDOW_AROUND;
	int origin = around ? WINDOW_MIDDLE : WINDOW_CORNER;
	struct queen_window w = around ? queen_look_around(b, s, heading, points) : queen_look_ahead(b, s, heading, points);
	uint64_t at = UINT64_C(1) << origin, ahead = at << STEP_AHEAD;
	unsigned ways = 0, open = 0;

	if (ahead & w.open) {
		int turns = turns_for(sweep(w.open, ahead, points - 1, STEP_LEFT, STEP_AHEAD, STEP_RIGHT), points - 1);
		if (turns <= spare - 2)
			return QUEEN_LEFT | QUEEN_RIGHT | QUEEN_AHEAD;
		ways |= turns <= spare ? QUEEN_AHEAD : 0;
	}
	if (!(ways & QUEEN_AHEAD) && ahead & (w.open | w.ships))
		open |= QUEEN_AHEAD;
	for (int side = 0; side < 2; side++) {
		static const int8_t corner[3] = { STEP_LEFT, STEP_AHEAD, STEP_RIGHT },
			middle[2][3] = { { -STEP_RIGHT, STEP_LEFT, STEP_AHEAD }, { STEP_AHEAD, STEP_RIGHT, -STEP_LEFT } };
		const int8_t *by = around ? middle[side] : corner;
		unsigned way = side ? QUEEN_RIGHT : QUEEN_LEFT;
		if (!around)
			w = queen_look_ahead(b, s, swung[heading][1 - side], points);
		int turns = turns_for(sweep(w.open, at, points, by[0], by[1], by[2]), points);
		if (turns <= spare - 3) {
			ways |= QUEEN_LEFT | QUEEN_RIGHT;
			open &= QUEEN_AHEAD;
			break;
		}
		if (turns <= spare - 1)
			ways |= way;
		else if (spare > 2 || meets_at(&w, at, points, by))
			open |= way;
	}
	open &= ~ways;
	if (open & QUEEN_LEFT && search_from(b, s, swung[heading][1], spare - 1, 0))
		ways |= QUEEN_LEFT;
	if (open & QUEEN_RIGHT && search_from(b, s, swung[heading][0], spare - 1, 0))
		ways |= QUEEN_RIGHT;
	if (open & QUEEN_AHEAD && search_from(b, s, heading, spare, 1))
		ways |= QUEEN_AHEAD;
	return ways;
}

/* Which sides of the mover have open water? A bit for each heading. The cells of the next tile lie behind those of its own in one word, and
 * those of the previous one behind them, as in queen_near. */
static inline unsigned open_beside(const struct box *b, const struct state *s)
{
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[queen_mover(q)];
	int tile = ship->tile, rear = CUSPS, front = CUSPS;
	uint64_t taken = b->queen.tile[q->tile[tile]].land | UINT64_MAX << QUEEN_SHORE;

	if (tile > q->first) {
		rear = queen_cusp(q, tile);
		taken |= (uint64_t)b->queen.tile[q->tile[tile - 1]].land << QUEEN_BACK;
	}
	if (tile + 1 < q->laid) {
		front = queen_cusp(q, tile + 1);
		taken |= (uint64_t)b->queen.tile[q->tile[tile + 1]].land << QUEEN_ONWARD;
	}
	for (int i = 0; i < s->players; i++) {
		static const uint8_t beyond[] = { QUEEN_BACK, 0, QUEEN_ONWARD };
		unsigned k = (unsigned)(q->ship[i].tile - tile + 1);
		if (k < 3 && q->ship[i].fate == QUEEN_RACING)
			taken |= UINT64_C(1) << (beyond[k] + q->ship[i].cell);
	}
	const uint8_t (*near)[QUEEN_CELLS] = &queen_near[rear][front][QUEEN_SIDES - q->heading[tile]];
	unsigned open = 0;
	for (int side = 0; side < QUEEN_SIDES; side++)
		open |= (unsigned)(~taken >> near[side][ship->cell] & 1) << side;
	return open;
}

/* With one point. */
static inline unsigned ways_last(const struct box *b, const struct state *s, int heading, int spare)
{
	unsigned open = open_beside(b, s), ways = open >> heading & 1 ? QUEEN_AHEAD : 0;

	if (spare > 0)
		ways |= (open & headings(swung[heading][1], spare - 1) ? QUEEN_LEFT : 0) | (open & headings(swung[heading][0], spare - 1) ? QUEEN_RIGHT : 0);
	return ways;
}

unsigned queen_ways(const struct box *b, const struct state *s, int spare, bool sure)
{
	const struct queen *q = &s->queen;
	int heading = q->ship[queen_mover(q)].heading;

	if (q->points == 1)
		return ways_last(b, s, heading, spare);
	if (spare == 0 || may_land(s))
		return search_ways(b, s, heading, spare, sure);
	return spare == 1 ? ways_once(b, s, heading, q->points, sure) : ways_twice(b, s, heading, q->points, spare);
}

bool queen_can_turn(struct queen_trial *t, int by)
{
	return t->q->points == 0 || queen_ways(t->b, t->s, t->spare, false) & (by < 0 ? QUEEN_LEFT : QUEEN_RIGHT);
}

bool queen_can_step(struct queen_trial *t)
{
	return queen_ways(t->b, t->s, t->spare, false) & QUEEN_AHEAD;
}

/* The rival goes from the mover's hex to `to`, on that side. */
static bool can_push(struct queen_trial *t, const struct queen_window *w, int side, int to)
{
	static const uint64_t beside[QUEEN_SIDES] = { 1 << STEP_AHEAD, 1 << STEP_RIGHT, 0, 0, 0, 1 << STEP_LEFT };
	int points = t->q->points - 1, heading = t->ship->heading, hex = queen_ship_hex(t->ship);
	struct queen_window then = *w;

	if (points == 0 || (t->intro && lands_on(t, t->trail + t->trailed - 1, 0, 0)))
		return true;
	if (!may_land(t->s)) {
		then.open &= ~beside[queen_turned(side, -heading)];
		then.ships |= beside[queen_turned(side, -heading)];
		if (turns_for(sweep(then.open, 1, points, STEP_LEFT, STEP_AHEAD, STEP_RIGHT), points) <= t->spare)
			return true;
		if (t->spare < 2 && meets(&then, 1, points) >= points)
			return false;
	}
	if (later())
		return false;
	move_rival(t, hex, to);
	bool can = search(t, heading, points, t->spare, 0);
	move_rival(t, to, hex);
	return can;
}

unsigned queen_pushes(const struct box *b, const struct state *s)
{
	struct queen_trial t;
	unsigned sides = 0;

	begin(&t, b, s);
	struct queen_waters *here = t.here;
	struct queen_window w = queen_look_ahead(b, s, t.ship->heading, t.q->points);
	for (int side = 0; side < QUEEN_SIDES; side++) {
		int to = target(&t, here, t.ship->cell, side);
		sides |= (unsigned)(to != NO_CELL && can_push(&t, &w, side, to)) << side;
	}
	return sides;
}
