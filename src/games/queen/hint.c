/* Advice in words for Mississippi Queen: what to do, and the piers, rivals and coal that speak for it. */
#include "queen.h"

#include "core/hint.h"

enum {
	SAIL, SAIL_AND_PUSH, SAIL_AND_BOARD, LAND, STEER_LEFT, STEER_RIGHT, STEER_AHEAD, PUSH, FACE, END,
	REACHES_NEWEST, ONE_ABOARD, BOTH_ABOARD, PIER_AHEAD, BRAKES_FOR_PIER, BURNS, RIVAL_AHEAD, RIVAL_BEHIND, SECOND_COAL, SECOND_TOO_FAST, SECOND_ALONE,
	SENTENCES
};

static int by_tile(const struct event *e)
{
	return e->n > 0;
}

#define SAY(id, words) [id] = { .of = { words } }
#define SAY_BY(id, by, ...) [id] = { .way = by, .of = { __VA_ARGS__ } }
static const struct sentence sentences[SENTENCES] = {
	SAY(SAIL, "Go at speed {n} to {where}, bow to the {bow}."),
	SAY(SAIL_AND_PUSH, "Go at speed {n} and push {rival} out of your way, to end on {where}."),
	SAY(SAIL_AND_BOARD, "Go at speed 1 and take a passenger on {where}."),
	SAY(LAND, "Steam to the landing and tie up."),
	SAY(STEER_LEFT, "Turn left, and go on to {where}."),
	SAY(STEER_RIGHT, "Turn right, and go on to {where}."),
	SAY(STEER_AHEAD, "Go straight on, to {where}."),
	SAY(PUSH, "Push {rival} to the {way}."),
	SAY(FACE, "Point the bow to the {bow}."),
	SAY(END, "End the turn here."),
	SAY(REACHES_NEWEST, "You come to the newest tile, and the die says how the river goes on."),
	SAY(ONE_ABOARD, "That is the first of your two passengers."),
	SAY(BOTH_ABOARD, "With that both passengers are aboard, and only the landing is left."),
	SAY(PIER_AHEAD, "A passenger waits on {where}."),
	SAY_BY(BRAKES_FOR_PIER, by_tile, "A passenger waits at a pier of this tile, and boarding takes speed 1.", "A passenger waits at a pier on {where}, and boarding takes speed 1."),
	SAY_BY(BURNS, sentence_by_one_thing, "It burns one coal and leaves {n}.", "It burns {coal} coal and leaves {n}."),
	SAY_BY(RIVAL_AHEAD, sentence_by_one, "{ship} is a tile ahead of you.", "{ship} is {n} tiles ahead of you."),
	SAY(RIVAL_BEHIND, "{ship} is on the same tile, close behind."),
	SAY_BY(SECOND_COAL, sentence_by_one, "The second best idea burns a coal more.", "The second best idea burns {n} coal more."),
	SAY(SECOND_TOO_FAST, "The second best idea comes to the pier too fast to board."),
	SAY(SECOND_ALONE, "The second best idea leaves the passenger to others."),
};
static const struct catalogue catalogue = { sentences, SENTENCES, queen_places };

/* What to do ------------------------------------------------------------------- */

static int burnt(const struct hint_of *of, const struct hint_line *line)
{
	return of->s->queen.ship[of->seat].coal - line->after.queen.ship[of->seat].coal;
}

/* By the first order, where the speed is set already. */
static struct event steering(const struct hint_of *of, int tile)
{
	const int order = of->best->move[0];

	return hint_say(order == MOVE_LEFT ? STEER_LEFT : order == MOVE_RIGHT ? STEER_RIGHT : STEER_AHEAD, of->seat, 0, tile, 0);
}

static struct event sailing(const struct hint_of *of, const struct happening *told)
{
	const struct queen_ship *ship = &of->best->after.queen.ship[of->seat];
	const struct event *pushed = story_first(told, EVENT_PUSHED), *boarded = story_first(told, EVENT_BOARDED), *speed = story_first(told, EVENT_SPEED);

	if (story_count(told, EVENT_LANDED, of->seat) > 0)
		return hint_say(LAND, of->seat, 0, 0, 0);
	if (boarded && boarded->seat == of->seat)
		return hint_say(SAIL_AND_BOARD, of->seat, 0, boarded->place, 1);
	if (pushed && speed)
		return hint_say(SAIL_AND_PUSH, of->seat, pushed->seat, ship->tile, speed->n);
	return speed ? hint_say(SAIL, of->seat, ship->heading, ship->tile, speed->n) : steering(of, ship->tile);
}

static void act(const struct hint_of *of, struct event *out)
{
	const int move = of->best->move[0];
	const struct happening told = hint_told(of, of->best);

	if (move >= MOVE_PUSH && move < MOVE_END)
		*out = hint_say(PUSH, of->seat, of->s->queen.pushed, 0, move - MOVE_PUSH);
	else if (move >= MOVE_FACE)
		*out = hint_say(FACE, of->seat, move - MOVE_FACE, 0, 0);
	else if (move == MOVE_END)
		*out = hint_say(END, of->seat, 0, 0, 0);
	else
		*out = sailing(of, &told);
}

/* And why ----------------------------------------------------------------------- */

/* The next tile with somebody for this ship, from where it is; -1: none is laid. */
static int next_pier(const struct hint_of *of)
{
	const struct queen *q = &of->s->queen;
	const struct queen_ship *ship = &q->ship[of->seat];

	if (of->s->option[QUEEN_MODE] == MODE_INTRO || queen_passengers(ship) >= of->b->queen.needed)
		return -1;
	for (int tile = ship->tile; tile < q->laid; tile++)
		if (q->waiting[tile] > 0 && !(ship->boarded >> tile & 1))
			return tile;
	return -1;
}

static void passengers(const struct hint_of *of, const struct happening *told, struct hint_reasons *r)
{
	const struct queen_ship *before = &of->s->queen.ship[of->seat], *ship = &of->best->after.queen.ship[of->seat];
	const int pier = next_pier(of);

	if (story_count(told, EVENT_BOARDED, of->seat) > 0)
		hint_add(r, hint_say(queen_passengers(ship) < of->b->queen.needed ? ONE_ABOARD : BOTH_ABOARD, of->seat, 0, 0, 0));
	else if (pier >= 0 && ship->tile <= pier && ship->speed < before->speed)
		hint_add(r, hint_say(BRAKES_FOR_PIER, of->seat, 0, pier, pier - before->tile));
	else if (pier > before->tile && ship->tile <= pier)
		hint_add(r, hint_say(PIER_AHEAD, of->seat, 0, pier, 0));
}

/* The one furthest ahead, and else one at one's heels. */
static void rivals(const struct hint_of *of, struct hint_reasons *r)
{
	const struct queen *q = &of->s->queen;
	int mine = q->ship[of->seat].tile, first = -1, near = -1;

	for (int seat = 0; seat < of->s->players; seat++) {
		if (seat == of->seat || q->ship[seat].fate != QUEEN_RACING)
			continue;
		if (q->ship[seat].tile > mine && (first < 0 || q->ship[seat].tile > q->ship[first].tile))
			first = seat;
		if (q->ship[seat].tile == mine && queen_progress(q->ship[seat].cell) < queen_progress(q->ship[of->seat].cell))
			near = seat;
	}
	if (first >= 0)
		hint_add(r, hint_say(RIVAL_AHEAD, first, 0, 0, q->ship[first].tile - mine));
	else if (near >= 0)
		hint_add(r, hint_say(RIVAL_BEHIND, near, 0, 0, 0));
}

static void compared(const struct hint_of *of, const struct happening *told, struct hint_reasons *r)
{
	const struct happening other = hint_told(of, of->second);

	if (!of->second->n || !of->best->whole || !of->second->whole)
		return;
	const bool boards = story_count(told, EVENT_BOARDED, of->seat) > 0;
	if (story_count(&other, EVENT_TOO_FAST, of->seat) > story_count(told, EVENT_TOO_FAST, of->seat))
		hint_add(r, hint_say(SECOND_TOO_FAST, of->seat, 0, 0, 0));
	else if (boards && story_count(&other, EVENT_BOARDED, of->seat) == 0)
		hint_add(r, hint_say(SECOND_ALONE, of->seat, 0, 0, 0));
	else if (burnt(of, of->second) > burnt(of, of->best))
		hint_add(r, hint_say(SECOND_COAL, of->seat, 0, 0, burnt(of, of->second) - burnt(of, of->best)));
}

static void reasons(const struct hint_of *of, struct hint_reasons *r)
{
	const struct queen_ship *before = &of->s->queen.ship[of->seat], *ship = &of->best->after.queen.ship[of->seat];
	const struct happening told = hint_told(of, of->best);

	if (of->best->move[0] >= MOVE_PUSH || story_count(&told, EVENT_LANDED, of->seat) > 0)
		return;
	passengers(of, &told, r);
	if (burnt(of, of->best) > 0)
		hint_add(r, hint_say(BURNS, of->seat, burnt(of, of->best), 0, ship->coal));
	compared(of, &told, r);
	if (ship->tile > before->tile && ship->tile == of->s->queen.laid - 1)
		hint_add(r, hint_say(REACHES_NEWEST, of->seat, 0, 0, 0));
	rivals(of, r);
}

const struct hint queen_hint = { &catalogue, act, reasons };
