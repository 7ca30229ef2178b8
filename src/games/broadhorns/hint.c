/* Advice in words for Broadhorns: what to do, and the prices, losses and rivals that speak for it. */
#include "broadhorns.h"

#include "core/hint.h"

enum {
	DRIFT, DRIFT_TO_TOWN, DRIFT_AND_SELL, CALL, TO_MARKET, FIT_OUT, BUY, BUY_MORE, BUY_BLIND, SELL, SELL_MORE, PUT_ON_TRACK, CLAIM, BOARD, SET_DOWN, RESELL,
	SAIL_ON, ABANDON, PLAY_CURRENT, PLAY_ICE, ICE_FOR_GOLD, NO_ICE, ENOUGH_SOLD, ENOUGH_BOUGHT, ENOUGH_ABOARD, GIVE_UP, LOAD, STOP,
	LOST_NEXT, CARD_TAKES, RIVAL_SELLS, BONUS, FILLS, PAYS, CARRIES, ICE_SAVES, EMPTY, SECOND_LESS, SECOND_MORE,
	SENTENCES
};

static int by_loads(const struct event *e)
{
	return e->place == 0 ? 0 : e->place == 1 ? 1 : 2;
}

#define SAY(id, words) [id] = { .of = { words } }
#define SAY_BY(id, by, ...) [id] = { .way = by, .of = { __VA_ARGS__ } }
static const struct sentence sentences[SENTENCES] = {
	SAY(DRIFT, "Drift {n} to space {space}."),
	SAY(DRIFT_TO_TOWN, "Drift {n} to {town}."),
	SAY(DRIFT_AND_SELL, "Drift {number} to {town} and sell there for {n} gold."),
	SAY(CALL, "Call at {town}."),
	SAY(TO_MARKET, "Go to the market of St. Louis."),
	SAY_BY(FIT_OUT, by_loads, "Take the boat of {boat} feet.", "Take the boat of {boat} feet and load a barrel.", "Take the boat of {boat} feet and load {space} barrels."),
	SAY(BUY, "Buy {cargo} for {n} gold."),
	SAY(BUY_MORE, "Buy {space} barrels for {n} gold, the first of {cargo}."),
	SAY(BUY_BLIND, "Buy a barrel blind, out of the bag."),
	SAY(SELL, "Sell the {cargo} at {town} for {n} gold."),
	SAY(SELL_MORE, "Sell {number} barrels at {town} for {n} gold."),
	SAY(PUT_ON_TRACK, "Put the {cargo} on the season track."),
	SAY(CLAIM, "Claim {delivery} for {n} gold."),
	SAY(BOARD, "Take aboard {traveler}."),
	SAY(SET_DOWN, "Set down {traveler}."),
	SAY(RESELL, "Sell the boat at {town} for {n} gold and go home."),
	SAY(SAIL_ON, "Keep the boat and sail on."),
	SAY(ABANDON, "Abandon the expedition and begin again in St. Louis."),
	SAY(PLAY_CURRENT, "Play the good current."),
	SAY(PLAY_ICE, "Play ice."),
	SAY(ICE_FOR_GOLD, "Play ice with the sale for {n} gold."),
	SAY(NO_ICE, "Play no ice now."),
	SAY(ENOUGH_SOLD, "Sell nothing more here."),
	SAY(ENOUGH_BOUGHT, "Buy nothing more."),
	SAY(ENOUGH_ABOARD, "Take nobody else aboard."),
	SAY(GIVE_UP, "Give up {face}."),
	SAY(LOAD, "Load slot {slot} of ship {ship}."),
	SAY(STOP, "End the turn here."),
	SAY(LOST_NEXT, "The {cargo} would be lost at your next spoil step."),
	SAY(CARD_TAKES, "The next spoil card for {cargo} would take it."),
	SAY_BY(RIVAL_SELLS, sentence_by_one_thing, "{who} could sell a barrel at {town} next turn.", "{who} could sell {number} barrels at {town} next turn."),
	SAY(BONUS, "That earns the town bonus of {n} gold."),
	SAY_BY(FILLS, sentence_by_one, "That fills {town} and brings you its wreath.", "That fills {town} and brings you its {n} wreaths."),
	SAY(PAYS, "{town} is the next town that wants {cargo}, for {n} gold."),
	SAY(CARRIES, "It carries {number} barrels at speed {n}."),
	SAY_BY(ICE_SAVES, sentence_by_one, "Without ice a barrel is lost now.", "Without ice {n} barrels are lost now."),
	SAY(EMPTY, "Nothing is left aboard that could be sold further down."),
	SAY(SECOND_LESS, "The second best idea brings {n} gold less in this turn."),
	SAY(SECOND_MORE, "The second best idea brings {n} gold more at once, but leaves you worse off."),
};
static const struct catalogue catalogue = { sentences, SENTENCES, broad_places };

/* What to do ------------------------------------------------------------------- */

static int sold(const struct happening *of, int seat)
{
	return story_count(of, EVENT_SOLD, seat) + story_count(of, EVENT_DUMPED, seat);
}

static const struct event *first_sale(const struct happening *of)
{
	const struct event *sale = story_first(of, EVENT_SOLD);

	return sale ? sale : story_first(of, EVENT_DUMPED);
}

static struct event selling(const struct hint_of *of, const struct happening *told)
{
	const struct event *sale = first_sale(told);
	int n = sold(told, of->seat);

	return hint_say(n == 1 ? SELL : SELL_MORE, of->seat, n == 1 ? sale->thing : n, sale->place, broad_earned(told, of->seat));
}

static struct event drifting(const struct hint_of *of, const struct happening *told)
{
	const struct event *last = story_last(told, EVENT_MOVED);
	int by = story_sum(told, EVENT_MOVED, of->seat), town = broad_town_on(of->b, last->place);

	if (sold(told, of->seat) > 0)
		return hint_say(DRIFT_AND_SELL, of->seat, by, first_sale(told)->place, broad_earned(told, of->seat));
	return town >= 0 ? hint_say(DRIFT_TO_TOWN, of->seat, 0, town, by) : hint_say(DRIFT, of->seat, 0, last->place, by);
}

static struct event fitting_out(const struct hint_of *of, const struct happening *told)
{
	const struct event *boat = story_first(told, EVENT_BOAT);

	if (!boat)
		return hint_say(TO_MARKET, of->seat, 0, ST_LOUIS, 0);
	return hint_say(FIT_OUT, of->seat, boat->thing, story_count(told, EVENT_BOUGHT, of->seat), boat->n);
}

static struct event buying(const struct hint_of *of, const struct happening *told)
{
	const struct event *first = story_first(told, EVENT_BOUGHT);
	int n = story_count(told, EVENT_BOUGHT, of->seat);

	if (!first)                                             /* what comes is chance */
		return hint_say(BUY_BLIND, of->seat, 0, 0, 0);
	return hint_say(n > 1 ? BUY_MORE : BUY, of->seat, first->thing, n, story_sum(told, EVENT_BOUGHT, of->seat));
}

static struct event calling(const struct hint_of *of, const struct happening *told)
{
	const struct event *port = story_first(told, EVENT_PORT);

	if (port->place == ST_LOUIS)
		return fitting_out(of, told);
	return sold(told, of->seat) > 0 ? selling(of, told) : hint_say(CALL, of->seat, 0, port->place, 0);
}

static struct event loading(const struct hint_of *of, const struct happening *told)
{
	const struct event *e = story_first(told, EVENT_LOADED);

	e = e ? e : story_first(told, EVENT_NEUTRAL);
	return hint_say(LOAD, of->seat, e->thing, e->place, 0);
}

static int enough(const struct hint_of *of)
{
	int phase = of->s->broadhorns.phase;

	return phase == BROAD_SELL ? ENOUGH_SOLD : phase == BROAD_TRAVELERS ? ENOUGH_ABOARD : ENOUGH_BOUGHT;
}

/* Moves that are alike, in the order of their numbers, with the sentence for those that need no more than the move itself. */
static void act(const struct hint_of *of, struct event *out)
{
	const int move = of->best->move[0], seat = of->seat;
	const struct happening told = hint_told(of, of->best);
	const struct event *e;

	if (move < MOVE_PORT)
		*out = drifting(of, &told);
	else if (move == MOVE_PORT)
		*out = calling(of, &told);
	else if (move == MOVE_CURRENT)
		*out = hint_say(PLAY_CURRENT, seat, 0, 0, 0);
	else if (move == MOVE_ABANDON || move == MOVE_STOP)
		*out = hint_say(move == MOVE_STOP ? STOP : ABANDON, seat, 0, 0, 0);
	else if (move == MOVE_ICE && of->s->broadhorns.phase == BROAD_SELL)
		*out = hint_say(ICE_FOR_GOLD, seat, 0, 0, story_first(&told, EVENT_CHILLED)->n);
	else if (move == MOVE_ICE || move == MOVE_NO_ICE)
		*out = hint_say(move == MOVE_ICE ? PLAY_ICE : NO_ICE, seat, 0, 0, 0);
	else if (move < MOVE_BUY)
		*out = fitting_out(of, &told);
	else if (move < MOVE_DONE)
		*out = buying(of, &told);
	else if (move == MOVE_DONE)
		*out = hint_say(enough(of), seat, 0, 0, 0);
	else if (move < MOVE_CLAIM)
		*out = selling(of, &told);
	else if (move < MOVE_SEASON)
		e = story_first(&told, EVENT_CLAIMED), *out = hint_say(CLAIM, seat, e->thing, e->place, e->n);
	else if (move < MOVE_BOARD)
		*out = hint_say(PUT_ON_TRACK, seat, move - MOVE_SEASON, 0, 0);
	else if (move < MOVE_RESELL)
		*out = hint_say(move < MOVE_SET_DOWN ? BOARD : SET_DOWN, seat, (move - MOVE_BOARD) % TRAVELERS, 0, 0);
	else if (move == MOVE_RESELL)
		e = story_first(&told, EVENT_RESOLD), *out = hint_say(RESELL, seat, 0, e->place, e->n);
	else if (move == MOVE_SAIL_ON)
		*out = hint_say(SAIL_ON, seat, 0, 0, 0);
	else if (move < MOVE_LOAD)
		*out = hint_say(GIVE_UP, seat, move - MOVE_DISCARD, 0, 0);
	else
		*out = loading(of, &told);
}

/* And why: features of the position that have words --------------------------------- */

static int at_the_end(const struct hint_of *of, int cargo)     /* barrels of it that the next step takes */
{
	return cargo < PERISHABLES ? of->s->broadhorns.player[of->seat].cargo[cargo][of->b->broadhorns.length - 1] : 0;
}

/* Cargo that is sold while it can be. */
static void saved(const struct hint_of *of, const struct happening *told, struct hint_reasons *r)
{
	const bool winter = broad_season(of->b, &of->s->broadhorns) == WINTER;

	for (int i = 0; i < told->n; i++) {
		const struct event *e = &told->e[i];
		if ((e->what == EVENT_SOLD || e->what == EVENT_DUMPED) && at_the_end(of, e->thing) > 0) {
			hint_add(r, hint_say(winter ? CARD_TAKES : LOST_NEXT, of->seat, e->thing, e->place, 0));
			return;
		}
	}
}

/* Barrels of a seat that a town has open spaces for. */
static int wanted(const struct hint_of *of, int seat, int town)
{
	const struct broadhorns *g = &of->s->broadhorns;
	const struct broad_tile *tile = broad_tile(of->b, g, town);
	int left[BROAD_CARGOES], n = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		left[cargo] = broad_cargo_of(g, seat, cargo);
	for (int i = 0; i < tile->spaces; i++)
		if (!(g->town[town].filled >> i & 1) && left[tile->space[i].cargo] > 0) {
			left[tile->space[i].cargo]--;
			n++;
		}
	return n;
}

/* The one with the most barrels who could move there and sell in one turn. */
static void rivals(const struct hint_of *of, int town, struct hint_reasons *r)
{
	const struct broadhorns *g = &of->s->broadhorns;
	int most = 0, who = -1;

	for (int seat = 0; seat < of->s->players; seat++) {
		const struct broad_boat *boat = broad_boat(of->b, g, seat);
		int far = of->b->broadhorns.town[town].entrance - g->player[seat].space;
		if (seat == of->seat || !boat || far < 0 || far > boat->speed + broad_season_speed(broad_season(of->b, g)) || g->player[seat].visited >> town & 1)
			continue;
		int n = wanted(of, seat, town);
		if (n > most)
			most = n, who = seat;
	}
	if (who >= 0)
		hint_add(r, hint_say(RIVAL_SELLS, who, most, town, 0));
}

/* What a town pays for one more barrel of a cargo; 0: it wants none. */
static int price_in(const struct hint_of *of, int town, int cargo)
{
	const struct broadhorns *g = &of->s->broadhorns;
	const struct broad_tile *tile = broad_tile(of->b, g, town);
	int best = 0;

	for (int i = 0; i < tile->spaces; i++)
		if (tile->space[i].cargo == cargo && !(g->town[town].filled >> i & 1) && tile->space[i].value > best)
			best = tile->space[i].value;
	return best;
}

/* The first town from a space on that wants one of these cargoes, a bit each, and the one that it pays most for. */
static void buyer(const struct hint_of *of, unsigned cargoes, int from, struct hint_reasons *r)
{
	for (int town = 0; town < BROAD_TOWNS; town++) {
		int best = 0, what = 0;
		if (of->b->broadhorns.town[town].entrance < from || of->s->broadhorns.player[of->seat].visited >> town & 1)
			continue;
		for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
			if (cargoes >> cargo & 1 && price_in(of, town, cargo) > best)
				best = price_in(of, town, cargo), what = cargo;
		if (best > 0) {
			hint_add(r, hint_say(PAYS, of->seat, what, town, best));
			return;
		}
	}
}

static void ahead(const struct hint_of *of, int from, struct hint_reasons *r)
{
	unsigned aboard = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		aboard |= (unsigned)(broad_cargo_of(&of->s->broadhorns, of->seat, cargo) > 0) << cargo;
	buyer(of, aboard, from, r);
}

static void sale_reasons(const struct hint_of *of, const struct happening *told, struct hint_reasons *r)
{
	const struct event *bonus = story_first(told, EVENT_BONUS), *tile = story_first(told, EVENT_TILE);

	saved(of, told, r);
	rivals(of, first_sale(told)->place, r);
	if (tile)
		hint_add(r, hint_say(FILLS, of->seat, 0, tile->place, tile->n));
	if (bonus)
		hint_add(r, hint_say(BONUS, of->seat, 0, bonus->place, bonus->n));
}

static int lost_without_ice(const struct hint_of *of)
{
	const struct broadhorns *g = &of->s->broadhorns;
	int n = 0;

	for (int cargo = 0; cargo < PERISHABLES; cargo++)
		if (g->phase == BROAD_SPOIL_STEP || broad_season(of->b, g) == SUMMER || cargo == g->spoiling - 1)
			n += at_the_end(of, cargo);
	return n;
}

/* Of the whole turn: a line that breaks off earlier cannot be compared. */
static void compared(const struct hint_of *of, const struct happening *told, struct hint_reasons *r)
{
	const struct happening other = hint_told(of, of->second);

	if (!of->second->n || !of->best->whole || !of->second->whole || sold(told, of->seat) + sold(&other, of->seat) == 0)
		return;
	int more = broad_gold(told, of->seat) - broad_gold(&other, of->seat);
	if (more)
		hint_add(r, hint_say(more > 0 ? SECOND_LESS : SECOND_MORE, of->seat, 0, 0, more > 0 ? more : -more));
}

static void reasons(const struct hint_of *of, struct hint_reasons *r)
{
	const struct broadhorns *g = &of->s->broadhorns;
	const struct happening told = hint_told(of, of->best);
	const struct event *boat = story_first(&told, EVENT_BOAT), *bought = story_first(&told, EVENT_BOUGHT), *moved = story_last(&told, EVENT_MOVED);
	const int move = of->best->move[0];

	if (sold(&told, of->seat) > 0)
		sale_reasons(of, &told, r);
	else if (moved && !bought)
		ahead(of, moved->place, r);
	if (boat)
		hint_add(r, hint_say(CARRIES, of->seat, of->b->broadhorns.boat[boat->thing].boxes, 0, of->b->broadhorns.boat[boat->thing].speed));
	if (bought)
		buyer(of, 1u << bought->thing, g->player[of->seat].space, r);
	if (move == MOVE_ICE && g->phase != BROAD_SELL && lost_without_ice(of) > 0)
		hint_add(r, hint_say(ICE_SAVES, of->seat, 0, 0, lost_without_ice(of)));
	if ((move == MOVE_RESELL || move == MOVE_ABANDON) && broad_cargo(g, of->seat) == 0)
		hint_add(r, hint_say(EMPTY, of->seat, 0, 0, 0));
	if (move == MOVE_SAIL_ON)
		ahead(of, g->player[of->seat].space, r);
	compared(of, &told, r);
}

const struct hint broad_hint = { &catalogue, act, reasons };
