/* Where can the mover be at the end of this turn? Every distinct outcome once, with the most coal that can be left, and a way there.
 *
 * Without pushes this is a shortest-path problem: a place is (hex, heading) after so many points, its price the number of turns made, and
 * cheaper is never worse. One sweep over the points serves all speeds, since the speed only says after how many points to stop
 * and how many turns can be paid for.
 *
 * A push may not put a ship onto a hex of the mover's trail (Q149). A target is free of the trail exactly if the way avoids it; so for
 * each sequence of pushes the sweep is made again with the targets taken out of the water until their ship lies on them. Ways with pushes
 * are therefore exact too, and cost one sweep for each push of each possible sequence: at most three pushes (Q58). */
#include "queen.h"

#include <string.h>

enum {
	LAYERS    = QUEEN_POINTS + 1,           /* points used: 0 .. 6 */
	PUSHES    = QUEEN_POINTS / 2,
	WAY       = 15,                         /* moves on a way */
	SPOTS     = 127,                        /* hexes at most six steps away */
	ASHORE    = 255,
	FAR       = 255,                        /* turns to a place that cannot be reached */
	SLOTS     = 2 * MAX_PLANS,              /* so that the table is never full */
};

struct way  { uint8_t turns, move[WAY]; };      /* it has turns + points used moves */
struct spot { struct way to[QUEEN_SIDES]; };    /* one hex, by heading */
struct leg  { uint8_t hex; struct spot at[LAYERS]; };   /* a hex from which, or to which, the mover comes after so many points */
struct front { int n; uint8_t hex[SPOTS], slot[QUEEN_HEXES]; struct spot spot[SPOTS]; };        /* slot: 1 + place in hex[] */
struct push { uint8_t ship, side, to; };

struct reach {
	const struct box *b;
	int   mover;
	bool  choosing;                         /* the speed is still open */
	int8_t budget[LAYERS];                  /* turns that can be paid for when stopping after so many points; -1: no such stop */
	int8_t limit[LAYERS];                   /* the largest of the budgets from there on */
	struct state stage[PUSHES + 1];         /* the position after so many pushes */
	struct push push[PUSHES];
	uint8_t next[QUEEN_HEXES][QUEEN_SIDES]; /* water hexes; filled in where the search comes by */
	bool  known[QUEEN_HEXES];
	uint8_t rival[QUEEN_HEXES];             /* 1 + the ship on that hex, for the sweep under way */
	struct queen_outcome places;            /* of all ships but the mover, likewise */
	struct front front[2];
	struct plan *out;
	int   cap, n;
	bool  more;                             /* there are more than fit */
	bool  tabled;                           /* the table is in use */
	uint16_t table[SLOTS];                  /* 1 + number of a plan with pushes: the same outcome may come from two sequences */
};

static const struct way nowhere = { .turns = FAR };

/* Ways ------------------------------------------------------------------- */

static void clear_spot(struct spot *spot)
{
	for (int h = 0; h < QUEEN_SIDES; h++)
		spot->to[h].turns = FAR;
}

/* The way `from`, which took so many points, and one move more; kept if it is cheaper than what is there. */
static void extend(struct way *to, const struct way *from, int points, int move, int turns)
{
	if (turns >= to->turns)
		return;
	*to = *from;
	to->move[from->turns + points] = (uint8_t)move;
	to->turns = (uint8_t)turns;
}

/* All headings that can be turned to on the spot. A chain of turns is at most three long, so nine links close the circle. */
static void swing(struct spot *spot, int points, int limit)
{
	static const uint8_t ring[] = { 0, 1, 2, 3, 4, 5, 0, 1, 2, 3 };

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

static struct spot *spot_on(struct front *f, int hex)
{
	if (f->slot[hex] == 0) {
		must(f->n < SPOTS);
		f->hex[f->n] = (uint8_t)hex;
		f->slot[hex] = (uint8_t)++f->n;
		clear_spot(&f->spot[f->n - 1]);
	}
	return &f->spot[f->slot[hex] - 1];
}

static const uint8_t *neighbours(struct reach *r, int hex)
{
	if (!r->known[hex]) {
		const struct queen *q = &r->stage[0].queen;
		for (int side = 0; side < QUEEN_SIDES; side++) {
			int to = queen_next(q, hex, side);
			r->next[hex][side] = to < 0 || queen_is_land(r->b, q, to) ? ASHORE : (uint8_t)to;
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

/* The plan of the same outcome that is there already, else where a new one goes; NULL: there is no room. Only after pushes can the same
 * outcome come up again, from another sequence of them. */
static struct plan *plan_for(struct reach *r, const struct queen_outcome *o, int pushes)
{
	unsigned at = 0;

	if (pushes > 0) {
		if (!r->tabled)
			memset(r->table, 0, sizeof r->table);
		r->tabled = true;
		at = o->heading * 7u + o->speed;
		for (int i = 0; i < MAX_PLAYERS; i++)
			at = at * 31u + o->hex[i];
		for (at %= SLOTS; r->table[at]; at = (at + 1) % SLOTS)
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

/* The places and passengers of all ships after so many pushes; the mover's own place is put in where a plan is made. */
static void set_places(struct reach *r, int pushes)
{
	const struct state *s = &r->stage[pushes];
	struct queen_outcome *o = &r->places;

	memset(o, NO_CELL, sizeof *o);
	memset(r->rival, 0, sizeof r->rival);
	o->landed = 0;
	for (int i = 0; i < MAX_PLAYERS; i++) {
		o->aboard[i] = i < s->players ? (uint8_t)queen_passengers(&s->queen.ship[i]) : 0;
		if (i >= s->players || i == r->mover || s->queen.ship[i].fate != QUEEN_RACING)
			continue;
		o->hex[i] = (uint8_t)queen_ship_hex(&s->queen.ship[i]);
		r->rival[o->hex[i]] = (uint8_t)(i + 1);
	}
	o->passengers = o->aboard[r->mover];
}

/* A landing after `points`: any speed that pays for it will do, points that remain lapse (Q126). */
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
	struct plan *p = plan_for(r, &o, pushes + 1);           /* all landings but the first are duplicates: ask the table */
	if (p && p->n == 0)
		write_plan(p, &o, r->choosing ? stop : 0, way, points);
}

/* Stopping on `hex` after `points`: a place in the water, or the end of a passenger game. */
static void stop_here(struct reach *r, int pushes, int hex, const struct spot *spot, int points)
{
	const struct state *s = &r->stage[pushes];
	int speed = r->choosing ? points : s->queen.ship[r->mover].speed, boarded = 0;
	struct queen_outcome o = r->places;

	if (speed == 1 && points == 1) {                        /* Q101, Q127: one step, at speed 1 */
		struct state there = *s;
		struct queen_ship *ship = &there.queen.ship[r->mover];
		ship->speed = 1;
		boarded = queen_boards(r->b, &there, r->mover, hex);
		if (boarded)
			ship->boarded |= (uint16_t)(1u << hex / QUEEN_CELLS);
		if (queen_lands(r->b, &there, r->mover, hex)) {
			for (int h = 0; h < QUEEN_SIDES; h++)
				if (spot->to[h].turns <= r->budget[points] && spot->to[h].move[spot->to[h].turns] == MOVE_AHEAD)
					land(r, pushes, &spot->to[h], points, boarded);
			return;
		}
	}
	o.tile = (uint8_t)(hex / QUEEN_CELLS);
	o.cell = (uint8_t)(hex % QUEEN_CELLS);
	o.speed = (uint8_t)speed;
	o.hex[r->mover] = (uint8_t)hex;
	o.passengers = o.aboard[r->mover] = (uint8_t)(o.passengers + boarded);
	int spare = r->budget[points], coal = s->queen.ship[r->mover].coal - (r->choosing ? queen_speed_cost(r->b, s->queen.ship[r->mover].speed, speed) : 0);
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

static bool is_avoided(const struct push *avoid, int n, int hex)
{
	for (int i = 0; i < n; i++)
		if (avoid[i].to == hex)
			return true;
	return false;
}

/* Ways that end in a rival, by ship, waiting for a push. */
struct bumps { unsigned ships; struct leg into[MAX_PLAYERS]; };

static struct leg *bump_into(struct bumps *bumps, int ship, int hex)
{
	struct leg *leg = &bumps->into[ship];

	if (!(bumps->ships >> ship & 1)) {
		bumps->ships |= 1u << ship;
		leg->hex = (uint8_t)hex;
		for (int points = 0; points < LAYERS; points++)
			clear_spot(&leg->at[points]);
	}
	return leg;
}

/* One step on from a spot: into open water, onto the platform, or into a rival, where the way waits in `bumps` for a push. */
static void step_from(struct reach *r, int pushes, int hex, const struct spot *spot, int points, const struct push *avoid, int avoided,
	struct front *on, struct bumps *bumps, bool landing)
{
	const struct state *s = &r->stage[pushes];
	const uint8_t *next = neighbours(r, hex);

	for (int h = 0; h < QUEEN_SIDES; h++) {
		const struct way *way = &spot->to[h];
		int to = next[h];
		if (way->turns > r->limit[points + 1] || to == ASHORE || is_avoided(avoid, avoided, to))
			continue;
		if (r->rival[to]) {
			struct leg *leg = bump_into(bumps, r->rival[to] - 1, to);
			extend(&leg->at[points + 1].to[h], way, points, MOVE_AHEAD, way->turns);
		} else if (s->option[QUEEN_MODE] == MODE_INTRO && queen_is_entry(r->b, &s->queen, to)) {
			struct way ashore = nowhere;
			extend(&ashore, way, points, MOVE_AHEAD, way->turns);
			if (landing)
				land(r, pushes, &ashore, points + 1, 0);
		} else {
			extend(&spot_on(on, to)->to[h], way, points, MOVE_AHEAD, way->turns);
		}
	}
}

/* From a leg on, through water without the targets to avoid. Tells what comes out of it only if asked to. */
static void sweep(struct reach *r, int pushes, const struct leg *from, const struct push *avoid, int avoided, struct bumps *bumps, bool telling)
{
	bumps->ships = 0;
	set_places(r, pushes);
	if (is_avoided(avoid, avoided, from->hex))
		return;
	r->front[0].n = 0;
	memset(r->front[0].slot, 0, sizeof r->front[0].slot);
	for (int points = 0; points < LAYERS && r->limit[points] >= 0; points++) {
		struct front *f = &r->front[points % 2], *on = &r->front[(points + 1) % 2];

		for (int h = 0; h < QUEEN_SIDES; h++)
			if (from->at[points].to[h].turns <= r->limit[points]) {
				struct way *way = &spot_on(f, from->hex)->to[h];
				if (from->at[points].to[h].turns < way->turns)
					*way = from->at[points].to[h];
			}
		on->n = 0;
		memset(on->slot, 0, sizeof on->slot);
		for (int i = 0; i < f->n; i++) {
			swing(&f->spot[i], points, r->limit[points]);
			if (telling && r->budget[points] >= 0)
				stop_here(r, pushes, f->hex[i], &f->spot[i], points);
			if (points + 1 < LAYERS)
				step_from(r, pushes, f->hex[i], &f->spot[i], points, avoid, avoided, on, bumps, telling);
		}
	}
}

/* Pushes ----------------------------------------------------------------------- */

/* The leg that begins when the last of these pushes is made: a point and a move more than the bump. False: nothing comes of it, or the
 * mover lands on the hex it has cleared (Q131). */
static bool push_on(struct reach *r, int pushes, const struct leg *bump, struct leg *to, bool telling)
{
	const struct push *p = &r->push[pushes - 1];
	const struct state *s = &r->stage[pushes];
	bool landing = s->option[QUEEN_MODE] == MODE_INTRO && queen_is_entry(r->b, &s->queen, bump->hex), any = false;

	set_places(r, pushes);
	to->hex = bump->hex;
	clear_spot(&to->at[0]);
	for (int points = 1; points < LAYERS; points++) {
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

/* The position after the next push, if it is a legal one as far as places go; the trail is the sweep's business. */
static bool set_stage(struct reach *r, int pushes, int ship, int side)
{
	struct state *s = &r->stage[pushes + 1];
	const struct queen *q = &r->stage[0].queen;
	int to = queen_next(q, queen_ship_hex(&r->stage[pushes].queen.ship[ship]), side);

	if (to < 0 || queen_is_land(r->b, q, to) || queen_ship_at(&r->stage[pushes], to, r->mover) >= 0)
		return false;
	for (int i = 0; i < q->trailed; i++)
		if (q->trail[i] == to)
			return false;
	*s = r->stage[pushes];
	s->queen.ship[ship].tile = (uint8_t)(to / QUEEN_CELLS);
	s->queen.ship[ship].cell = (uint8_t)(to % QUEEN_CELLS);
	if (queen_boards(r->b, s, ship, to)) {                  /* Q108, A48: it keeps the passenger if it is pushed on */
		s->queen.ship[ship].boarded |= (uint16_t)(1u << to / QUEEN_CELLS);
		s->queen.waiting[to / QUEEN_CELLS]--;
	}
	r->push[pushes] = (struct push){ (uint8_t)ship, (uint8_t)side, (uint8_t)to };
	return true;
}

/* Everything that begins with the pushes made so far, the first `given` of which were made before `root`. */
static void explore(struct reach *r, const struct leg *root, int given, int pushes)
{
	struct bumps bumps;
	struct leg here = *root;

	for (int i = given; i < pushes; i++) {
		sweep(r, i, &here, r->push + i, pushes - i, &bumps, false);
		if (!(bumps.ships >> r->push[i].ship & 1) || !push_on(r, i + 1, &bumps.into[r->push[i].ship], &here, i == pushes - 1))
			return;
	}
	sweep(r, pushes, &here, NULL, 0, &bumps, true);
	if (pushes == PUSHES)
		return;
	for (int ship = 0; ship < r->stage[0].players; ship++)
		for (int side = 0; bumps.ships >> ship & 1 && side < QUEEN_SIDES; side++)
			if (set_stage(r, pushes, ship, side))
				explore(r, root, given, pushes + 1);
}

/* In QUEEN_PUSH the mover stands on a rival already: each way to push it is a root of its own. */
static void explore_pushes(struct reach *r, int heading)
{
	struct leg bump = { .hex = (uint8_t)queen_ship_hex(&r->stage[0].queen.ship[r->mover]) }, root;

	for (int points = 0; points < LAYERS; points++)
		clear_spot(&bump.at[points]);
	bump.at[0].to[heading].turns = 0;
	for (int side = 0; side < QUEEN_SIDES; side++)
		if (set_stage(r, 0, r->stage[0].queen.pushed, side) && push_on(r, 1, &bump, &root, true))
			explore(r, &root, 1, 1);
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
	for (int points = LAYERS - 1, most = -1; points >= 0; points--) {
		most = r->budget[points] > most ? r->budget[points] : most;
		r->limit[points] = (int8_t)most;
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
	r.stage[0] = *s;
	r.out = out;
	r.cap = cap < MAX_PLANS ? cap : MAX_PLANS;
	r.n = 0;
	r.more = false;
	memset(r.known, 0, sizeof r.known);
	r.tabled = false;
	set_budgets(&r);
	if (r.choosing) {                                       /* Q149: the hex at turn start is part of the trail */
		r.stage[0].queen.trail[0] = (uint8_t)queen_ship_hex(&q->ship[r.mover]);
		r.stage[0].queen.trailed = 1;
	}
	if (q->phase == QUEEN_PUSH) {
		explore_pushes(&r, q->ship[r.mover].heading);
		return r.n + r.more;
	}
	root.hex = (uint8_t)queen_ship_hex(&q->ship[r.mover]);
	for (int points = 0; points < LAYERS; points++)
		clear_spot(&root.at[points]);
	root.at[0].to[q->ship[r.mover].heading].turns = 0;
	explore(&r, &root, 0, 0);
	return r.n + r.more;
}
