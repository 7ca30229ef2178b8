/* All outcomes that the mover's turn can have: each once, with the most coal that can be left, and a way to reach it (queen_plans).
 *
 * Without pushes this is a shortest-path problem: a place is a hex and a heading after so many points, and its price is the number of turns
 * made. A cheaper way is never worse. One sweep over the points serves all speeds, because the speed only decides after how many points
 * the ship stops and how many turns can be paid for.
 *
 * A push may not put a ship onto a hex of the mover's trail (Q149). A target lies off the trail exactly if the mover's way avoids it. So
 * each sequence of pushes gets sweeps of its own, in which the targets are closed until their ship lies on them. Outcomes with pushes are
 * therefore exact too; they cost one sweep for each push of each possible sequence, and a turn has at most three pushes (Q58).
 *
 * What is legal and what a push does are asked of the rules: queen_target_refusal(), queen_apply(), queen_board(), queen_lands(). */
#include "queen.h"

#include <string.h>

enum {
	LAYERS    = QUEEN_POINTS + 1,           /* points used: 0 .. 6 */
	PUSHES    = QUEEN_POINTS / 2,
	WAY       = 15,                         /* moves on a way */
	SPOTS     = 127,                        /* hexes at most six steps away */
	ASHORE    = 255,
	CLOSED    = 255,                        /* to be the target of a push that is still to come */
	FAR       = 255,                        /* turns to a place that cannot be reached */
	SLOTS     = 2 * MAX_PLANS,              /* so that the table is never full */
	PART      = 64,                         /* slots that are cleared together: few searches use many of them */
};

struct way  { uint8_t turns, move[WAY]; };      /* it has turns + points used moves */
struct spot { struct way to[QUEEN_SIDES]; };    /* one hex, by heading */
struct leg  { uint8_t hex, first; struct spot at[LAYERS]; };    /* a hex from which, or to which, the mover comes after so many points, from `first` on */
struct front { int n; uint8_t hex[SPOTS], slot[QUEEN_HEXES]; struct spot spot[SPOTS]; };        /* slot: 1 + place in hex[] */
struct push { uint8_t ship, side, to; };

struct reach {
	const struct box *b;
	int   mover;
	bool  choosing;                         /* the speed is still to be set */
	bool  intro;                            /* the introductory race: a ship lands wherever it passes an entry (Q125) */
	int8_t budget[LAYERS];                  /* turns that can be paid for when stopping after so many points; -1: no such stop */
	int8_t limit[LAYERS];                   /* the largest of the budgets from there on */
	int   last;                             /* the most points after which it may stop */
	struct state stage[PUSHES + 1];         /* the position after so many pushes; the mover itself stays where it is now */
	struct push push[PUSHES];
	uint8_t next[QUEEN_HEXES][QUEEN_SIDES]; /* the water hex on each side, or ASHORE; valid where `known` is set */
	bool  known[QUEEN_HEXES];
	int8_t col[QUEEN_HEXES], row[QUEEN_HEXES];      /* axial, from the mover; valid beside hexes that are known */
	uint8_t seen[PUSHES + 1][PUSHES + 1][QUEEN_HEXES];      /* of the sweeps after so many pushes, by the number of pushes tried */
	uint8_t on[QUEEN_HEXES];                /* 1 + the ship on that hex, after the pushes of set_places(); CLOSED; or 0 */
	struct queen_outcome places;            /* of all ships but the mover, after the same pushes */
	struct front front[2];
	struct plan *out;
	int   cap, n;
	bool  more;                             /* there are more outcomes than `cap` */
	bool  cleared[SLOTS / PART];            /* these parts of the table hold nothing of an older search */
	uint16_t table[SLOTS];                  /* 1 + number of a plan with pushes: two sequences of pushes can lead to the same outcome */
};

/* The ways that end on a rival's hex, by rival: each waits there for a push. */
struct bumps { unsigned ships; struct leg into[MAX_PLAYERS]; };

/* One part of the turn: up to its next push, or after the last one to the end. */
struct sweep {
	int  pushes;                            /* made before it */
	const struct push *closed;              /* pushes that are to follow: their targets may not be entered before */
	int  n_closed;
	int  wanted;                            /* the hex of the first of them */
	bool telling;                           /* write plans; false: only the ways into the rival that is pushed next are wanted */
	struct bumps *bumps;                    /* out */
	uint8_t *seen;                          /* out, by hex: 1 + the points with which the mover first came there; 0: it did not */
};

static const struct way nowhere = { .turns = FAR };

/* Ways ------------------------------------------------------------------- */

static void clear_spot(struct spot *spot)
{
	for (int h = 0; h < QUEEN_SIDES; h++)
		spot->to[h].turns = FAR;
}

/* Replaces `to` by the way `from`, which took so many points, and one more move, if that makes fewer turns than `to`. */
static void extend(struct way *to, const struct way *from, int points, int move, int turns)
{
	if (turns >= to->turns)
		return;
	*to = *from;
	to->move[from->turns + points] = (uint8_t)move;
	to->turns = (uint8_t)turns;
}

/* Adds the headings that can be reached by turning on the spot. A chain of turns is at most three long, so nine links close the circle. */
static void swing(struct spot *spot, int points, int limit)
{
	static const uint8_t ring[] = { 0, 1, 2, 3, 4, 5, 0, 1, 2, 3 };
	int least = FAR;

	for (int h = 0; h < QUEEN_SIDES; h++)
		least = spot->to[h].turns < least ? spot->to[h].turns : least;
	if (least >= limit)
		return;                                         /* none can turn */
	for (int i = 0; i < 9; i++) {
		const struct way *way = &spot->to[ring[i]];
		if (way->turns < limit)
			extend(&spot->to[ring[i + 1]], way, points, MOVE_RIGHT, way->turns + 1);
	}
	for (int i = 9; i > 0; i--) {
		const struct way *way = &spot->to[ring[i]];
		if (way->turns < limit)
			extend(&spot->to[ring[i - 1]], way, points, MOVE_LEFT, way->turns + 1);
	}
}

/* The spot of a hex in the front after so many points. */
static struct spot *spot_on(struct reach *r, const struct sweep *w, int hex, int points)
{
	struct front *f = &r->front[points % 2];

	if (f->slot[hex] == 0) {
		if (w->seen[hex] == 0)
			w->seen[hex] = (uint8_t)(points + 1);
		must(f->n < SPOTS);
		f->hex[f->n] = (uint8_t)hex;
		f->slot[hex] = (uint8_t)++f->n;
		clear_spot(&f->spot[f->n - 1]);
	}
	return &f->spot[f->slot[hex] - 1];
}

/* Steps from one hex to another, at least: as the crow flies. */
static int distance(const struct reach *r, int one, int other)
{
	int cols = r->col[one] - r->col[other], rows = r->row[one] - r->row[other], sum = cols + rows;

	cols = cols < 0 ? -cols : cols;
	rows = rows < 0 ? -rows : rows;
	sum = sum < 0 ? -sum : sum;
	cols = cols > rows ? cols : rows;
	return cols > sum ? cols : sum;
}

static const uint8_t *neighbours(struct reach *r, int hex)
{
	if (!r->known[hex]) {
		const struct queen *q = &r->stage[0].queen;
		for (int side = 0; side < QUEEN_SIDES; side++) {
			int to = queen_next(q, hex, side);
			r->next[hex][side] = ASHORE;
			if (to < 0 || queen_is_land(r->b, q, to))
				continue;
			r->next[hex][side] = (uint8_t)to;
			r->col[to] = (int8_t)(r->col[hex] + queen_side_q[side]);
			r->row[to] = (int8_t)(r->row[hex] + queen_side_r[side]);
		}
		r->known[hex] = true;
	}
	return r->next[hex];
}

/* Outcomes ------------------------------------------------------------------ */

static bool same_outcome(const struct queen_outcome *a, const struct queen_outcome *c)
{
	return a->tile == c->tile && a->cell == c->cell && a->heading == c->heading && a->speed == c->speed && a->landed == c->landed &&
		memcmp(a->hex, c->hex, sizeof a->hex) == 0 && memcmp(a->aboard, c->aboard, sizeof a->aboard) == 0;
}

static const uint16_t *slot(struct reach *r, unsigned at)
{
	unsigned part = at / PART;

	if (!r->cleared[part])
		memset(r->table + part * PART, 0, PART * sizeof r->table[0]);
	r->cleared[part] = true;
	return &r->table[at];
}

/* The plan of the same outcome if there is one, else a new plan with n == 0; NULL when there is no room. Only after pushes can the same
 * outcome come up again, from another sequence of them. */
static struct plan *plan_for(struct reach *r, const struct queen_outcome *o, int pushes)
{
	unsigned at = 0;

	if (pushes > 0) {
		at = o->heading * 7u + o->speed;
		for (int i = 0; i < MAX_PLAYERS; i++)
			at = at * 31u + o->hex[i];
		for (at %= SLOTS; *slot(r, at); at = (at + 1) % SLOTS)
			if (same_outcome(&r->out[r->table[at] - 1].queen, o))
				return &r->out[r->table[at] - 1];
	}
	if (r->n == r->cap) {
		r->more = true;
		return NULL;
	}
	r->out[r->n].n = 0;
	r->n++;
	if (pushes > 0)
		r->table[at] = (uint16_t)r->n;
	return &r->out[r->n - 1];
}

static void write_plan(struct plan *p, const struct queen_outcome *o, int speed, const struct way *way, int points)
{
	int n = 0;

	if (speed > 0)
		p->move[n++] = (uint8_t)(MOVE_SPEED + speed - 1);
	memcpy(p->move + n, way->move, WAY);
	n += way->turns + points;
	if (!o->landed)
		p->move[n++] = MOVE_END;
	p->n = (uint8_t)n;
	p->queen = *o;
}

_Static_assert(QUEEN_POINTS + QUEEN_COAL + QUEEN_FREE_TURNS <= WAY && 1 + WAY + 1 <= MAX_PLAN, "speed, way and end must fit a plan");

/* Sets the places and passengers of all ships after so many pushes. The mover's own place is filled in where a plan is made. */
static void set_places(struct reach *r, int pushes)
{
	const struct state *s = &r->stage[pushes];
	struct queen_outcome *o = &r->places;

	memset(o, NO_CELL, sizeof *o);
	memset(r->on, 0, sizeof r->on);
	o->landed = o->missed = 0;
	for (int i = 0; i < MAX_PLAYERS; i++) {
		o->aboard[i] = i < s->players ? (uint8_t)queen_passengers(&s->queen.ship[i]) : 0;
		if (i >= s->players || i == r->mover || s->queen.ship[i].fate != QUEEN_RACING)
			continue;
		o->hex[i] = (uint8_t)queen_ship_hex(&s->queen.ship[i]);
		r->on[o->hex[i]] = (uint8_t)(i + 1);
	}
	o->passengers = o->aboard[r->mover];
}

/* Writes the plan of a landing after `points`. Any speed that pays for the way will do, because points that remain lapse (Q126). */
static void land(struct reach *r, int pushes, const struct way *way, int points, int boarded)
{
	struct queen_outcome o = r->places;
	int stop = points;

	while (stop < LAYERS && r->budget[stop] < way->turns)
		stop++;
	if (stop == LAYERS)
		return;
	o.landed = 1;
	o.passengers = o.aboard[r->mover] = (uint8_t)(o.passengers + boarded);
	struct plan *p = plan_for(r, &o, pushes + 1);           /* landings differ only in the rivals: look it up even without pushes */
	if (p && p->n == 0)
		write_plan(p, &o, r->choosing ? stop : 0, way, points);
}

/* The only step of a turn at speed 1 ends on `hex`: the ship may take a passenger there and land (Q101, Q127). Returns whether it landed. */
static bool arrive(struct reach *r, int pushes, int hex, const struct spot *spot, int *boarded)
{
	struct state there = r->stage[pushes];
	struct queen_ship *ship = &there.queen.ship[r->mover];
	int before = queen_passengers(ship);

	ship->speed = QUEEN_SLOW;
	ship->tile = (uint8_t)(hex / QUEEN_CELLS);
	ship->cell = (uint8_t)(hex % QUEEN_CELLS);
	queen_board(r->b, &there, r->mover, NULL);
	*boarded = queen_passengers(ship) - before;
	if (!queen_lands(r->b, &there, r->mover, hex))
		return false;
	for (int h = 0; h < QUEEN_SIDES; h++) {
		const struct way *way = &spot->to[h];
		if (way->turns <= r->budget[1] && way->move[way->turns] == MOVE_AHEAD)  /* it lands as it arrives: no turn may follow */
			land(r, pushes, way, 1, *boarded);
	}
	return true;
}

/* Writes the plans that stop on `hex` after `points`: one for each heading that can be paid for, or a landing. */
static void stop_here(struct reach *r, int pushes, int hex, const struct spot *spot, int points)
{
	const struct queen_ship *ship = &r->stage[pushes].queen.ship[r->mover];
	int speed = r->choosing ? points : ship->speed, boarded = 0;
	struct queen_outcome o = r->places;

	if (speed == QUEEN_SLOW && points == 1 && arrive(r, pushes, hex, spot, &boarded))
		return;
	o.tile = (uint8_t)(hex / QUEEN_CELLS);
	o.cell = (uint8_t)(hex % QUEEN_CELLS);
	o.speed = (uint8_t)speed;
	o.hex[r->mover] = (uint8_t)hex;
	o.passengers = o.aboard[r->mover] = (uint8_t)(o.passengers + boarded);
	o.missed = queen_too_fast(r->b, &r->stage[pushes], r->mover, hex, speed);
	int spare = r->budget[points], coal = ship->coal - (r->choosing ? queen_speed_cost(r->b, ship->speed, speed) : 0);
	for (int h = 0; h < QUEEN_SIDES; h++) {
		const struct way *way = &spot->to[h];
		if (way->turns > spare)
			continue;
		o.heading = (uint8_t)h;
		o.coal = (uint8_t)(spare - way->turns < coal ? spare - way->turns : coal);      /* what is spare beyond coal is free turns */
		struct plan *p = plan_for(r, &o, pushes);
		if (p && (p->n == 0 || p->queen.coal < o.coal))
			write_plan(p, &o, r->choosing ? speed : 0, way, points);
	}
}

/* One sweep ------------------------------------------------------------------ */

/* Points only grow during a sweep: the first way into a ship is one of the fewest points. */
static struct leg *bump_into(struct bumps *bumps, int ship, int hex, int first)
{
	struct leg *leg = &bumps->into[ship];

	if (!(bumps->ships >> ship & 1)) {
		bumps->ships |= 1u << ship;
		leg->hex = (uint8_t)hex;
		leg->first = (uint8_t)first;
		for (int points = first; points < LAYERS; points++)
			clear_spot(&leg->at[points]);
	}
	return leg;
}

/* In the introductory race a ship lands on the first entry hex that it has to itself, at any speed (Q125, Q131). */
static bool lands_in_passing(const struct reach *r, int hex)
{
	return r->intro && queen_lands(r->b, &r->stage[0], r->mover, hex);
}

/* Goes one step ahead onto `to`, with point number `points`: into a rival, onto the platform, or into open water of the next front. */
static void step_onto(struct reach *r, const struct sweep *w, int to, int heading, const struct way *way, int points)
{
	struct way ashore = nowhere;

	if (!w->telling && distance(r, to, w->wanted) + points >= r->last)
		return;                                         /* no point would be left for the push */
	if (r->on[to]) {
		bool can_push = points + 1 < LAYERS && way->turns <= r->limit[points + 1];
		if (can_push && r->on[to] != CLOSED && (w->telling || to == w->wanted))
			extend(&bump_into(w->bumps, r->on[to] - 1, to, points)->at[points].to[heading], way, points - 1, MOVE_AHEAD, way->turns);
	} else if (!lands_in_passing(r, to)) {
		extend(&spot_on(r, w, to, points)->to[heading], way, points - 1, MOVE_AHEAD, way->turns);
	} else if (w->telling) {
		extend(&ashore, way, points - 1, MOVE_AHEAD, way->turns);
		land(r, w->pushes, &ashore, points, 0);
	}
}

/* All steps from a hex that was reached with `points` points. */
static void step_from(struct reach *r, const struct sweep *w, int hex, const struct spot *spot, int points)
{
	const uint8_t *next = neighbours(r, hex);

	for (int h = 0; h < QUEEN_SIDES; h++)
		if (spot->to[h].turns <= r->limit[points + 1] && next[h] != ASHORE)
			step_onto(r, w, next[h], h, &spot->to[h], points + 1);
}

static void clear_front(struct front *f)
{
	for (int i = 0; i < f->n; i++)
		f->slot[f->hex[i]] = 0;
	f->n = 0;
}

/* Adds the ways of a leg that take so many points to the front. */
static void join_front(struct reach *r, const struct sweep *w, const struct leg *from, int points)
{
	if (points < from->first)
		return;
	for (int h = 0; h < QUEEN_SIDES; h++) {
		const struct way *way = &from->at[points].to[h];
		if (way->turns > r->limit[points])
			continue;
		struct way *there = &spot_on(r, w, from->hex, points)->to[h];
		if (way->turns < there->turns)
			*there = *way;
	}
}

/* Sails on from a leg, point by point. */
static void sweep(struct reach *r, const struct sweep *w, const struct leg *from)
{
	w->bumps->ships = 0;
	set_places(r, w->pushes);
	for (int i = 0; i < w->n_closed; i++)
		r->on[w->closed[i].to] = CLOSED;
	if (r->on[from->hex] == CLOSED)
		return;
	memset(w->seen, 0, QUEEN_HEXES);
	clear_front(&r->front[0]);
	clear_front(&r->front[1]);
	for (int points = from->first; points < LAYERS && r->limit[points] >= 0; points++) {
		struct front *f = &r->front[points % 2];

		join_front(r, w, from, points);
		clear_front(&r->front[(points + 1) % 2]);
		for (int i = 0; i < f->n; i++) {
			swing(&f->spot[i], points, r->limit[points]);
			if (w->telling && r->budget[points] >= 0)
				stop_here(r, w->pushes, f->hex[i], &f->spot[i], points);
			if (points + 1 < LAYERS)
				step_from(r, w, f->hex[i], &f->spot[i], points);
		}
	}
}

/* Pushes ----------------------------------------------------------------------- */

/* Makes in `to` the leg that begins with the last of these pushes: each way of the bump, a point and a move longer. Returns false when
 * nothing follows: no way can be paid for, or the mover lands on the hex that it has cleared (Q131). */
static bool push_on(struct reach *r, int pushes, const struct leg *bump, struct leg *to, bool telling)
{
	const struct push *p = &r->push[pushes - 1];
	bool landing = lands_in_passing(r, bump->hex), any = false;

	if (landing && telling)
		set_places(r, pushes);
	to->hex = bump->hex;
	to->first = (uint8_t)(bump->first + 1);
	for (int points = to->first; points < LAYERS; points++) {
		clear_spot(&to->at[points]);
		for (int h = 0; h < QUEEN_SIDES; h++) {
			const struct way *way = &bump->at[points - 1].to[h];
			if (way->turns > r->limit[points])      /* FAR is, and so is everything where no stop is left */
				continue;
			extend(&to->at[points].to[h], way, points - 1, MOVE_PUSH + p->side, way->turns);
			if (landing && telling)
				land(r, pushes, &to->at[points].to[h], points, 0);
			any = true;
		}
	}
	return any && !landing;
}

/* Sets the position after one more push, of that ship to that side, as the rules make it. The trial is of the position before. Returns
 * false if the push is not legal. The rules know the trail as far as it is sailed; the rest of it is what sweeps keep closed. */
static bool set_stage(struct reach *r, const struct queen_trial *t, int pushes, int ship, int side)
{
	struct state *s = &r->stage[pushes + 1];
	struct queen *q = &s->queen;

	if (queen_target_refusal(t, queen_ship_hex(&r->stage[pushes].queen.ship[ship]), side))
		return false;
	*s = r->stage[pushes];
	q->phase = QUEEN_PUSH;
	q->pushed = (uint8_t)ship;
	q->points = 1;                                          /* what the push costs: points are counted along the ways */
	queen_apply(r->b, s, MOVE_PUSH + side, NULL);
	r->push[pushes] = (struct push){ (uint8_t)ship, (uint8_t)side, (uint8_t)queen_ship_hex(&q->ship[ship]) };
	return true;
}

/* The sweeps that lead up to a push, one for each push before it and one for itself. */
struct chain { struct leg here; struct bumps bumps; uint8_t wanted[PUSHES]; const uint8_t *seen[PUSHES + 1]; };

/* Would the sweeps of a chain to that ship be the same with one more hex closed? They are if the mover does not come there in time to go on to
 * the rival that it wants. */
static bool is_aside(const struct reach *r, const struct chain *c, int given, int pushes, int hex)
{
	for (int i = given; i <= pushes; i++) {
		const uint8_t *seen = c->seen[i];
		if (hex == c->wanted[i] || (seen[hex] && seen[hex] - 1 + distance(r, hex, c->wanted[i]) < r->last))
			return false;
	}
	return true;
}

/* Makes the sweeps up to the last push anew, with its target closed; false: there is no way. */
static bool sweep_again(struct reach *r, struct chain *c, const struct leg *root, int given, int pushes)
{
	c->here = *root;
	for (int i = given; i < pushes; i++) {
		c->seen[i] = r->seen[pushes][i];
		sweep(r, &(struct sweep){ .pushes = i, .closed = r->push + i, .n_closed = pushes - i, .wanted = c->wanted[i], .bumps = &c->bumps,
			.seen = r->seen[pushes][i] }, &c->here);
		if (!(c->bumps.ships >> r->push[i].ship & 1) || !push_on(r, i + 1, &c->bumps.into[r->push[i].ship], &c->here, i == pushes - 1))
			return false;
	}
	return true;
}

/* Writes the plans that begin with the pushes made so far, of which the first `given` were made before `root`, and goes on to all that
 * have one push more. `before` is the chain of one push less. */
static void explore(struct reach *r, const struct leg *root, const struct chain *before, int given, int pushes)
{
	struct chain c;
	struct queen_trial t;

	if (pushes == given) {
		c.here = *root;
	} else {
		const struct push *last = &r->push[pushes - 1];
		memcpy(c.wanted, before->wanted, sizeof c.wanted);
		memcpy(c.seen, before->seen, sizeof c.seen);
		c.wanted[pushes - 1] = (uint8_t)queen_ship_hex(&r->stage[pushes - 1].queen.ship[last->ship]);
		if (is_aside(r, &c, given, pushes - 1, last->to)
			? !push_on(r, pushes, &before->bumps.into[last->ship], &c.here, true) : !sweep_again(r, &c, root, given, pushes))
			return;
	}
	c.seen[pushes] = r->seen[pushes][pushes];
	sweep(r, &(struct sweep){ .pushes = pushes, .telling = true, .bumps = &c.bumps, .seen = r->seen[pushes][pushes] }, &c.here);
	if (pushes == PUSHES)
		return;
	queen_try(&t, r->b, &r->stage[pushes]);
	for (int ship = 0; ship < r->stage[0].players; ship++)
		for (int side = 0; c.bumps.ships >> ship & 1 && side < QUEEN_SIDES; side++)
			if (set_stage(r, &t, pushes, ship, side))
				explore(r, root, &c, given, pushes + 1);
}

/* In QUEEN_PUSH the mover stands on a rival's hex already: each way to push it is a root of its own. */
static void explore_pushes(struct reach *r, int heading)
{
	struct leg bump = { .hex = (uint8_t)queen_ship_hex(&r->stage[0].queen.ship[r->mover]), .first = 0 }, root;
	struct queen_trial t;

	for (int points = 0; points < LAYERS; points++)
		clear_spot(&bump.at[points]);
	bump.at[0].to[heading].turns = 0;
	queen_try(&t, r->b, &r->stage[0]);
	for (int side = 0; side < QUEEN_SIDES; side++)
		if (set_stage(r, &t, 0, r->stage[0].queen.pushed, side) && push_on(r, 1, &bump, &root, true))
			explore(r, &root, NULL, 1, 1);
}

static void set_budgets(struct reach *r)
{
	const struct queen *q = &r->stage[0].queen;
	const struct queen_ship *ship = &q->ship[r->mover];
	int spare = queen_spare_turns(r->b, q);

	for (int points = 0; points < LAYERS; points++) {
		int cost = queen_speed_cost(r->b, ship->speed, points);
		if (r->choosing)
			r->budget[points] = points >= 1 && points <= r->b->queen.speed_max && cost <= ship->coal ? (int8_t)(spare - cost) : -1;
		else
			r->budget[points] = points == q->points ? (int8_t)spare : -1;
	}
	r->last = 0;
	for (int points = LAYERS - 1, most = -1; points >= 0; points--) {
		most = r->budget[points] > most ? r->budget[points] : most;
		r->limit[points] = (int8_t)most;
		if (r->budget[points] >= 0 && r->last < points)
			r->last = points;
	}
}

int queen_plans(const struct box *b, const struct state *s, struct plan *out, int cap)
{
	const struct queen *q = &s->queen;
	struct reach r;
	struct leg root;

	if (q->phase != QUEEN_SPEED && q->phase != QUEEN_STEER && q->phase != QUEEN_PUSH)
		return 0;
	r.b = b;
	r.mover = queen_mover(q);
	r.choosing = q->phase == QUEEN_SPEED;
	r.intro = s->option[QUEEN_MODE] == MODE_INTRO;
	r.stage[0] = *s;
	r.out = out;
	r.cap = cap < MAX_PLANS ? cap : MAX_PLANS;
	r.n = 0;
	r.more = false;
	memset(r.known, 0, sizeof r.known);
	r.col[queen_ship_hex(&q->ship[r.mover])] = r.row[queen_ship_hex(&q->ship[r.mover])] = 0;
	memset(r.cleared, 0, sizeof r.cleared);
	r.front[0].n = r.front[1].n = 0;
	memset(r.front[0].slot, 0, sizeof r.front[0].slot);
	memset(r.front[1].slot, 0, sizeof r.front[1].slot);
	set_budgets(&r);
	if (q->phase == QUEEN_PUSH) {
		explore_pushes(&r, q->ship[r.mover].heading);
		return r.n + r.more;
	}
	root.hex = (uint8_t)queen_ship_hex(&q->ship[r.mover]);
	root.first = 0;
	for (int points = 0; points < LAYERS; points++)
		clear_spot(&root.at[points]);
	root.at[0].to[q->ship[r.mover].heading].turns = 0;
	explore(&r, &root, NULL, 0, 0);
	return r.n + r.more;
}
