/* The data of Mississippi Queen by name, and what must hold of it at every moment. Everything is open to all (A44): what nobody knows,
 * the next tile and the next throw, is not in the state at all. */
#include "queen.h"

#include <string.h>

static const char *const phase_name[QUEEN_PHASES] = {
	[QUEEN_FIRST_TILE] = "first_tile", [QUEEN_START_FACING] = "start_facing", [QUEEN_SPEED] = "speed", [QUEEN_STEER] = "steer",
	[QUEEN_PUSH] = "push", [QUEEN_FACE] = "face", [QUEEN_DIE] = "die", [QUEEN_TILE] = "tile", [QUEEN_PLATFORM] = "platform",
	[QUEEN_OVER] = "over",
};

enum { MOST_TURNS = QUEEN_MOST_ROUNDS * MAX_PLAYERS };

static const struct field ship_fields[] = {
	{ FIELD_NUMBER(queen_ship, tile, "tile", 0, QUEEN_TILES - 1) },
	{ FIELD_NUMBER(queen_ship, cell, "cell", 0, QUEEN_CELLS - 1) },
	{ FIELD_NUMBER(queen_ship, heading, "heading", 0, QUEEN_SIDES - 1), .names = queen_heading_name },
	{ FIELD_NUMBER(queen_ship, speed, "speed", 1, QUEEN_POINTS) },
	{ FIELD_NUMBER(queen_ship, coal, "coal", 0, QUEEN_POINTS) },
	{ FIELD_NUMBER(queen_ship, fate, "fate", 0, QUEEN_FATES - 1), .names = queen_fate_name },
	{ FIELD_NUMBER(queen_ship, left, "left", 0, MAX_PLAYERS) },
	{ FIELD_NUMBER(queen_ship, reached, "reached", 0, QUEEN_POINTS) },
	{ FIELD_BITS(queen_ship, boarded, "boarded", 0, QUEEN_TILES - 1) },
	FIELD_END
};

#define PLAYERS offsetof(struct state, players)
#define LAID    offsetof(struct state, queen.laid)
#define TRAILED offsetof(struct state, queen.trailed)

const struct field queen_fields[] = {
	{ FIELD_NUMBER(state, queen.phase, "phase", 0, QUEEN_PHASES - 1), .names = phase_name },
	{ FIELD_NUMBER(state, queen.ending, "ending", 0, QUEEN_ENDINGS - 1), .names = queen_ending_name },
	{ FIELD_NUMBER(state, queen.round, "round", 0, QUEEN_MOST_ROUNDS) },
	{ FIELD_NUMBER(state, queen.turn, "turn", 0, MOST_TURNS) },
	{ FIELD_NUMBERS(state, queen.order, "order", 0, MAX_PLAYERS - 1, PLAYERS) },
	{ FIELD_NUMBER(state, queen.at, "at", 0, MAX_PLAYERS - 1) },
	{ FIELD_NUMBER(state, queen.laid, "laid", 1, QUEEN_TILES) },
	{ FIELD_NUMBER(state, queen.first, "first", 0, QUEEN_TILES - 1) },
	{ FIELD_NUMBER(state, queen.platform, "platform", 0, CUSPS - 1), .optional = true, .names = queen_cusp_name },
	{ FIELD_NUMBERS(state, queen.tile, "tile", 0, QUEEN_TILES - 1, LAID) },
	{ FIELD_NUMBERS(state, queen.heading, "heading", 0, QUEEN_SIDES - 1, LAID), .names = queen_heading_name },
	{ FIELD_NUMBERS(state, queen.waiting, "waiting", 0, 9, LAID) },
	{ FIELD_NUMBER(state, queen.cusp, "cusp", 0, CUSPS - 1), .names = queen_cusp_name },
	{ FIELD_STRUCTS(state, queen.ship, "ship", ship_fields, PLAYERS) },
	{ FIELD_NUMBER(state, queen.points, "points", 0, QUEEN_POINTS) },
	{ FIELD_NUMBER(state, queen.turns, "turns", 0, MAX_PLAN) },
	{ FIELD_NUMBER(state, queen.pushed, "pushed", 0, MAX_PLAYERS - 1) },
	{ FIELD_NUMBER(state, queen.trailed, "trailed", 0, QUEEN_TRAIL) },
	{ FIELD_NUMBERS(state, queen.trail, "trail", 0, QUEEN_HEXES - 1, TRAILED) },
	FIELD_END
};

/* A plan that lands has left the water: where, how fast and with how much coal is null. */
const struct field queen_plan_fields[] = {
	{ FIELD_NUMBER(plan, queen.tile, "tile", 0, QUEEN_TILES - 1), .optional = true },
	{ FIELD_NUMBER(plan, queen.cell, "cell", 0, QUEEN_CELLS - 1), .optional = true },
	{ FIELD_NUMBER(plan, queen.heading, "heading", 0, QUEEN_SIDES - 1), .optional = true, .names = queen_heading_name },
	{ FIELD_NUMBER(plan, queen.speed, "speed", 1, QUEEN_POINTS), .optional = true },
	{ FIELD_NUMBER(plan, queen.coal, "coal", 0, QUEEN_POINTS), .optional = true },
	{ FIELD_NUMBER(plan, queen.landed, "landed", 0, 1) },
	{ FIELD_NUMBER(plan, queen.passengers, "passengers", 0, QUEEN_TILES) },
	{ FIELD_NUMBER(plan, queen.missed, "missed", 0, 1) },
	{ FIELD_NUMBERS(plan, queen.hex, "hex", 0, QUEEN_HEXES - 1, FIELD_FIXED), .optional = true },
	{ FIELD_NUMBERS(plan, queen.aboard, "aboard", 0, QUEEN_TILES, FIELD_FIXED) },
	FIELD_END
};

/* Invariants: each function looks at one part and says what is wrong with it, beginning with the field. ---- */

static bool in_setup(const struct queen *q)
{
	return q->phase == QUEEN_FIRST_TILE || q->phase == QUEEN_START_FACING;
}

/* Q85: 60 degrees to the left, straight on, or 60 degrees to the right. queen_cusp() takes that for granted. */
static bool follows(const struct queen *q, int tile)
{
	const int turned = (q->heading[tile] - q->heading[tile - 1] + QUEEN_SIDES) % QUEEN_SIDES;

	return turned <= 1 || turned == QUEEN_SIDES - 1;
}

static bool check_river(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct queen *q = &s->queen;
	int all = 1 + b->queen.laid[s->option[QUEEN_MODE]];

	if (q->laid > all || q->laid > b->queen.tiles)
		return text_fault(out, "laid is more than the %d tiles of this game", all);
	if (q->first >= q->laid)
		return text_fault(out, "first is not a tile that has been laid", 0);
	if ((q->phase == QUEEN_FIRST_TILE) != (q->laid == 1))
		return text_fault(out, "phase and laid do not agree about the first tile", 0);
	if (q->tile[0] != 0 || q->heading[0] != NORTH)
		return text_fault(out, "tile[0] is not the start tile heading N", 0);
	for (int k = 1; k < q->laid; k++) {
		if (q->tile[k] >= b->queen.tiles)
			return text_fault(out, "tile[%d] is not in the box", k);
		for (int j = 0; j < k; j++)
			if (q->tile[j] == q->tile[k])
				return text_fault(out, "tile[%d] lies in the river twice", k);
		if (!follows(q, k))
			return text_fault(out, "heading[%d] cannot follow the heading before it", k);
	}
	if (q->laid > 1 && q->heading[1] != NORTH)
		return text_fault(out, "heading[1] is not N: the first tile is joined straight on", 0);
	return TEXT_FAULTS(out, all,
		{ q->phase == QUEEN_PLATFORM && q->laid != all, "phase: the platform is rolled for after the last tile, and laid is less than %d" },
		{ q->phase == QUEEN_PLATFORM && q->platform != NO_CUSP, "platform is laid, although phase says that it is rolled for" },
		{ q->laid < all && q->platform != NO_CUSP, "platform is laid, although laid is less than %d" },
		{ q->laid == all && q->phase != QUEEN_PLATFORM && q->platform == NO_CUSP, "platform is missing: all %d tiles are laid" },
		{ q->cusp != 0 && q->phase != QUEEN_TILE, "cusp is set only while a tile is drawn" });
}

/* Passengers are conserved: of those placed on a tile, each waits there, was taken by a ship, or is gone with the tile. */
static bool check_passengers(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct queen *q = &s->queen;

	for (int k = 0; k < q->laid; k++) {
		int taken = 0, stock = queen_stock(b, s, k);
		for (int i = 0; i < s->players; i++)
			taken += q->ship[i].boarded >> k & 1;
		bool removed = k < q->first;
		if (!TEXT_FAULTS(out, k,
		    { taken > stock, "ship[].boarded: more ships boarded on tile %d than passengers were placed there" },
		    { removed && q->waiting[k], "waiting[%d]: that tile has been removed" },
		    { !removed && q->waiting[k] + taken != stock, "waiting[%d] and those who boarded there are not the passengers placed there" }))
			return false;
	}
	return true;
}

static bool check_ship(const struct box *b, const struct state *s, int i, char out[MAX_TEXT])
{
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[i];

	if (ship->tile >= q->laid || queen_is_land(b, q, queen_ship_hex(ship)))
		return text_fault(out, "ship[%d] is not on water", i);
	if (ship->fate == QUEEN_RACING && ship->tile < q->first)
		return text_fault(out, "ship[%d].tile has been removed", i);
	if (ship->speed > b->queen.speed_max)
		return text_fault(out, "ship[%d].speed is above speed_max", i);
	if (ship->coal > b->queen.coal_start)
		return text_fault(out, "ship[%d].coal is more than it started with", i);
	if (queen_passengers(ship) > b->queen.needed)
		return text_fault(out, "ship[%d].boarded are more passengers than a ship takes", i);
	if (ship->boarded >> q->laid)
		return text_fault(out, "ship[%d].boarded names a tile that is not laid", i);
	if (ship->reached > 0 && ship->tile != q->laid - 1)
		return text_fault(out, "ship[%d].reached says it is on the newest tile", i);
	if (in_setup(q) && !TEXT_FAULTS(out, i,
	    { ship->tile != 0, "ship[%d].tile is not the start tile, although the set-up is under way" },
	    { ship->cell != b->queen.start[i], "ship[%d].cell is not its start space, although the set-up is under way" },
	    { ship->speed != b->queen.speed_start, "ship[%d].speed is not that of the start, although the set-up is under way" },
	    { ship->coal != b->queen.coal_start, "ship[%d].coal is not that of the start, although the set-up is under way" },
	    { ship->boarded, "ship[%d].boarded: nobody boards in the set-up" },
	    { ship->reached, "ship[%d].reached: no tile is reached in the set-up" },
	    { ship->fate != QUEEN_RACING, "ship[%d].fate: every ship races in the set-up" }))
		return false;
	for (int j = 0; j < i; j++)
		if (ship->fate == QUEEN_RACING && q->ship[j].fate == QUEEN_RACING && queen_ship_hex(ship) == queen_ship_hex(&q->ship[j]) &&
		    !(q->phase == QUEEN_PUSH && (i == queen_mover(q) || j == queen_mover(q)) && (i == q->pushed || j == q->pushed)))
			return text_fault(out, "ship[%d] is on the hex of another", i);
	return true;
}

/* Ships that have left are numbered 1, 2, ... in their group, each once; the others are not numbered. */
static bool check_left(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct queen *q = &s->queen;
	int landed = 0, gone = 0;
	unsigned landed_as = 0, gone_as = 0;

	for (int i = 0; i < s->players; i++) {
		const struct queen_ship *ship = &q->ship[i];
		if (ship->fate == QUEEN_LANDED) {
			landed++;
			landed_as |= 1u << ship->left;
			if (!queen_is_entry(b, q, queen_ship_hex(ship)) ||
			    (s->option[QUEEN_MODE] == MODE_PASSENGERS && (queen_passengers(ship) < b->queen.needed || ship->speed != QUEEN_SLOW)))
				return text_fault(out, "ship[%d].fate cannot be landed", i);
		} else if (queen_is_out(ship)) {
			gone++;
			gone_as |= 1u << ship->left;
		} else if (ship->left) {
			return text_fault(out, "ship[%d].left is set though it has not left", i);
		}
	}
	return TEXT_FAULTS(out, 0,
		{ landed_as != (1u << (landed + 1)) - 2, "ship[].left do not number the ships that have landed: 1, 2, ..., each once" },
		{ gone_as != (1u << (gone + 1)) - 2, "ship[].left do not number the ships that are out: 1, 2, ..., each once" });
}

static bool check_fates(const struct state *s, char out[MAX_TEXT])
{
	const struct queen *q = &s->queen;
	int n[QUEEN_FATES] = { 0 };

	for (int i = 0; i < s->players; i++)
		n[q->ship[i].fate]++;
	if ((q->phase == QUEEN_OVER) != (q->ending != QUEEN_GOES_ON))
		return text_fault(out, "phase and ending do not agree", 0);
	if (n[QUEEN_STRAGGLER] && s->option[QUEEN_STRAGGLERS] != STRAGGLERS_OUT)
		return text_fault(out, "ship[].fate is straggler though stragglers stay", 0);
	if (q->phase != QUEEN_OVER)
		return TEXT_FAULTS(out, 0,
			{ n[QUEEN_RACING] < 2, "ship[].fate: fewer than two ships race, so the race would be over" },
			{ n[QUEEN_LAST_AFLOAT], "ship[].fate: a ship is the last afloat only when the race is over" },
			{ n[QUEEN_CAPPED], "ship[].fate: ships are capped only when the race is over" });

	bool capped = q->ending == QUEEN_BY_CAP;
	return TEXT_FAULTS(out, q->round,
		{ n[QUEEN_RACING], "ship[].fate: a ship still races, although the race is over" },
		{ capped && n[QUEEN_LAST_AFLOAT], "ship[].fate: no ship is the last afloat when the rounds ran out" },
		{ capped && n[QUEEN_CAPPED] < 2, "ship[].fate: when the rounds ran out, at least two ships are capped" },
		{ !capped && n[QUEEN_CAPPED], "ship[].fate: ships are capped only when the rounds ran out" },
		{ !capped && n[QUEEN_LAST_AFLOAT] != 1, "ship[].fate: with that ending, one ship is the last afloat" },
		{ q->ending == QUEEN_BY_LANDING && !n[QUEEN_LANDED], "ending is by a landing, and no ship[].fate is landed" },
		{ q->ending == QUEEN_BY_AGROUND && !n[QUEEN_AGROUND], "ending is by running aground, and no ship[].fate is aground" },
		{ q->ending == QUEEN_BY_STRAGGLERS && !n[QUEEN_STRAGGLER], "ending is by stragglers, and no ship[].fate is straggler" },
		{ capped && q->round != s->option[QUEEN_ROUNDS], "ending: round %d is not the last one" });
}

/* Known from what can be seen: by seats in the introductory race and the first round; and before the first ship of a round has moved. */
static bool order_is_right(const struct state *s)
{
	const struct queen *q = &s->queen;
	uint8_t order[MAX_PLAYERS] = { 0, 1, 2, 3, 4 };
	bool by_seats = s->option[QUEEN_MODE] == MODE_INTRO || (q->round <= 1 && s->option[QUEEN_FIRST_ROUND] == FIRST_START);

	if (!by_seats && (q->phase != QUEEN_SPEED || q->at > 0))
		return true;
	if (!by_seats)
		queen_order(s, order);
	return memcmp(order, q->order, s->players) == 0;
}

static bool check_order(const struct state *s, char out[MAX_TEXT])
{
	const struct queen *q = &s->queen;
	unsigned seen = 0;

	for (int i = 0; i < s->players; i++)
		seen |= 1u << q->order[i];
	if (seen != (1u << s->players) - 1)
		return text_fault(out, "order does not name every ship once", 0);
	if (!order_is_right(s))
		return text_fault(out, "order is not that of this round", 0);
	/* In earlier rounds at most every ship had a turn, in this one those up to `at`. */
	int before = (q->round - 1) * s->players, begun = q->phase == QUEEN_OVER ? s->players : q->at + 1;
	bool setup = in_setup(q);
	return TEXT_FAULTS(out, before + begun,
		{ q->at >= s->players, "at is beyond the last ship" },
		{ setup && q->round, "round is 0 in the set-up" },
		{ setup && q->turn, "turn is 0 in the set-up" },
		{ setup && q->at, "at is 0 in the set-up" },
		{ !setup && !q->round, "round is 0 in the set-up only" },
		{ q->round > s->option[QUEEN_ROUNDS], "round is more than the option rounds" },
		{ !setup && q->turn < q->round, "turn is less than one for each round" },
		{ !setup && q->turn > before + begun, "turn is more than the %d that can have begun in that round" });
}

/* Between turns a vacated tile is gone and a reached one has been followed by another (Q92, Q152). */
static bool check_closed(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct queen *q = &s->queen;
	int last = QUEEN_TILES, foremost = 0;
	bool to_come = q->laid <= b->queen.laid[s->option[QUEEN_MODE]];

	for (int i = 0; i < s->players; i++)
		if (q->ship[i].fate == QUEEN_RACING) {
			last = q->ship[i].tile < last ? q->ship[i].tile : last;
			foremost = q->ship[i].tile > foremost ? q->ship[i].tile : foremost;
		}
	bool due = q->phase == QUEEN_DIE || q->phase == QUEEN_TILE, platform = q->phase == QUEEN_PLATFORM;
	return TEXT_FAULTS(out, last,
		{ (q->phase == QUEEN_SPEED || due || platform) && q->first != last, "first is not %d: the tiles behind the last ship have been removed" },
		{ q->phase == QUEEN_SPEED && to_come && foremost == q->laid - 1, "laid: a ship is on the newest tile, so the next one should have been laid" },
		{ due && !to_come, "phase: no tile is left to lay" },
		{ due && foremost != q->laid - 1, "phase: a tile is laid only when a ship is on the newest one" },
		{ platform && foremost != q->laid - 2, "phase: the platform follows the last tile, with the first ship on the tile before it" });
}

static bool is_beside(const struct queen *q, int hex, int other)
{
	for (int side = 0; side < QUEEN_SIDES; side++)
		if (queen_next(q, hex, side) == other)
			return true;
	return false;
}

/* The trail is a path of neighbouring hexes that ends where the mover is; each point beyond it was spent on a push. */
static bool check_trail(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[queen_mover(q)];
	int steps = q->trailed - 1, pushes = ship->speed - q->points - steps, bumping = q->phase == QUEEN_PUSH;

	if (!TEXT_FAULTS(out, 0,
	    { q->points > ship->speed, "points are more than the speed of the mover" },
	    { steps < 0, "trail is empty: it begins with the hex where the turn began" },
	    { pushes < 0, "trail has more steps than points were used" },
	    { pushes == 0 && q->phase == QUEEN_FACE, "points: the push that faces a ship has used one" },
	    { pushes > steps - bumping, "points: more were used than the steps of trail and a push after each" }))
		return false;
	if (q->trail[steps] != queen_ship_hex(ship))
		return text_fault(out, "trail does not end where the mover is", 0);
	for (int i = 0; i < q->trailed; i++)
		if (q->trail[i] / QUEEN_CELLS >= q->laid || q->trail[i] / QUEEN_CELLS < q->first || queen_is_land(b, q, q->trail[i]))
			return text_fault(out, "trail[%d] is not on the water", i);
	for (int i = 0; i < steps; i++)
		if (!is_beside(q, q->trail[i], q->trail[i + 1]))
			return text_fault(out, "trail[%d] is not beside the hex before it", i + 1);
	return true;
}

static bool check_turn(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct queen *q = &s->queen;
	bool pushing = q->phase == QUEEN_PUSH || q->phase == QUEEN_FACE;

	if (q->pushed >= s->players)
		return text_fault(out, "pushed is not a seat of this game", 0);
	if (q->pushed && !pushing && q->phase != QUEEN_START_FACING)
		return text_fault(out, "pushed is set, although phase says that no ship is pushed or faced", 0);
	if (q->phase != QUEEN_STEER && !pushing) {
		if (!TEXT_FAULTS(out, 0, { q->points, "points belong to a turn under way" }, { q->turns, "turns belong to a turn under way" },
		    { q->trailed, "trail belongs to a turn under way" }))
			return false;
		return q->phase != QUEEN_SPEED || q->ship[queen_mover(q)].fate == QUEEN_RACING || text_fault(out, "order[at] does not race any more", 0);
	}

	const struct queen_ship *ship = &q->ship[queen_mover(q)];
	if (ship->fate != QUEEN_RACING)
		return text_fault(out, "order[at] does not race any more", 0);
	if (q->turns > b->queen.free_turns + b->queen.coal_start - ship->coal)
		return text_fault(out, "turns are more than the coal burnt for them", 0);
	if (!check_trail(b, s, out))
		return false;
	int at = queen_ship_hex(ship), other = queen_ship_hex(&q->ship[q->pushed]);
	if (pushing && !TEXT_FAULTS(out, 0,
	    { q->pushed == queen_mover(q), "pushed is the mover itself" },
	    { q->ship[q->pushed].fate != QUEEN_RACING, "pushed does not race any more" },
	    { q->trailed < 2, "trail: a ship is pushed only after a step" },
	    { q->phase == QUEEN_PUSH && at != other, "pushed is not on the hex of the mover" },
	    { q->phase == QUEEN_FACE && !is_beside(q, at, other), "pushed is not beside the mover" }))
		return false;
	if (q->phase == QUEEN_STEER && q->trailed > 1 && queen_lands(b, s, queen_mover(q), at))
		return text_fault(out, "ship[%d] would have landed", queen_mover(q));
	return true;
}

/* Q166: nobody is ever left without a way to go on; after a pushed ship is faced neither. */
static bool check_way_on(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	struct state next = *s;

	if (s->queen.phase == QUEEN_FACE)
		queen_apply(b, &next, MOVE_FACE, NULL);
	for (int move = 0; next.queen.phase != QUEEN_OVER; move++) {
		if (move == QUEEN_MOVES)
			return text_fault(out, "phase: the turn cannot be completed from here", 0);
		if (queen_refusal(b, &next, move) == 0)
			break;
	}
	return true;
}

/* Everything but that there is a way to go on. */
static bool check_all_but_way_on(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	if (!check_river(b, s, out) || !check_order(s, out))
		return false;
	for (int i = 0; i < s->players; i++)
		if (!check_ship(b, s, i, out))
			return false;
	return check_passengers(b, s, out) && check_left(b, s, out) && check_fates(s, out) && check_turn(b, s, out) &&
		check_closed(b, s, out);
}

bool queen_check(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	return check_all_but_way_on(b, s, out) && check_way_on(b, s, out);
}

void queen_settle(const struct box *b, struct state *s)
{
	char unsaid[MAX_TEXT];

	if (s->queen.phase == QUEEN_SPEED && check_all_but_way_on(b, s, unsaid))
		queen_out_check(b, s, NULL);
}
