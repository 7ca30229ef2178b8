/* A turn of Small Railroad Empires in a sentence or two, and advice in words: what to do, and the pay, goals and rivals that speak for it. */
#include "rails.h"

#include "core/hint.h"

enum { TO_MOVE, PASSES, STARTS, BUILDS, BUILDS_MORE };

static const struct sentence openings[] = {
	[TO_MOVE] = { .of = { "[You are|{who} is] to move." } },
	[PASSES] = { .of = { "[You build|{who} builds] nothing." } },
	[STARTS] = { .of = { "[You start|{who} starts] on {hex}." } },
	[BUILDS] = { .of = { "[You build|{who} builds] on {hex}." } },
	[BUILDS_MORE] = { .of = { "[You build|{who} builds] {n} tracks, the last on {hex}." } },
};
static const struct catalogue opening_catalogue = { openings, sizeof openings / sizeof openings[0], rails_places };

static bool is_past_building(const struct happening *of)
{
	return story_last(of, RAILS_EVENT_DELIVERED) || story_last(of, RAILS_EVENT_BOUGHT) || story_last(of, RAILS_EVENT_UNLOCKED);
}

static int opening(const struct happening *of, struct event *out)
{
	const struct event *built = story_last(of, RAILS_EVENT_BUILT), *started = story_last(of, RAILS_EVENT_STARTED);

	out->seat = (uint8_t)story_seat(of, RAILS_EVENT_TURN);
	if (out->seat == NOBODY && !started)
		return -1;
	if (started) {
		*out = *started;
		return STARTS;
	}
	out->n = (int16_t)story_count(of, RAILS_EVENT_BUILT, out->seat);
	out->place = built ? built->place : 0;
	if (out->n > 0)
		return out->n > 1 ? BUILDS_MORE : BUILDS;
	return of->open && !is_past_building(of) ? TO_MOVE : PASSES;
}

#define SAY(id, words) [RAILS_EVENT_##id] = { .of = { words } }
static const struct sentence notables[] = {
	[RAILS_EVENT_DELIVERED] = { .way = rails_by_route, .of = { "[You deliver|{who} delivers] {good} to {city name}.",
		"[You deliver|{who} delivers] {good} to {city name} over a route of {n}.",
		"[You deliver|{who} delivers] {good} to {city name} over a route of {n} or more." } },
	SAY(CLAIMED, "[You are|{who} is] the first to achieve {goal}: {n} prestige."),
	SAY(ACHIEVED, "[You are|{who} is] the first to achieve {goal}: {n} prestige."),
	SAY(EXPORT, "[You lead on ship {ship} and export|{who} leads on ship {ship} and exports]: {gain}."),
	SAY(TIE, "[You tie|{who} ties] for the lead on ship {ship}: {gain}."),
	SAY(STAR, "[You are|{who} is] the first on a star: {n} prestige."),
	SAY(UNLOCKED, "[You unlock|{who} unlocks] {ability} for ${n}."),
	SAY(BORROWED, "[You take a loan and now have|{who} takes a loan and now has] {n}."),
	SAY(BOUGHT, "[You buy|{who} buys] the {card} for ${n}."),
	[RAILS_EVENT_CONTRACT_SHOWN] = { .way = sentence_by_n, .of = { "[You show|{who} shows] the contract {contract}: not met.",
		"[You show|{who} shows] the contract {contract}: met, {n} prestige." } },
};
static const struct catalogue notable_catalogue = { notables, sizeof notables / sizeof notables[0], rails_places };

static const uint8_t ranks[] = {
	[RAILS_EVENT_LAST_ROUND] = 9, [RAILS_EVENT_CLAIMED] = 8, [RAILS_EVENT_ACHIEVED] = 8, [RAILS_EVENT_DELIVERED] = 7,
	[RAILS_EVENT_RIVAL_DELIVERED] = 7, [RAILS_EVENT_EXPORT] = 6, [RAILS_EVENT_TIE] = 6, [RAILS_EVENT_SAILED] = 5, [RAILS_EVENT_STAR] = 4,
	[RAILS_EVENT_UNLOCKED] = 4, [RAILS_EVENT_BORROWED] = 3, [RAILS_EVENT_BOUGHT] = 2, [RAILS_EVENT_CONTRACT_SHOWN] = 1,
};

static bool fits(const struct box *b, const struct state *s, const struct event *e)
{
	(void)s;
	switch (e->what) {
	case RAILS_EVENT_BUILT:
	case RAILS_EVENT_STARTED:
		return e->place < RAILS_MAP;
	case RAILS_EVENT_CLAIMED:
	case RAILS_EVENT_ACHIEVED:
		return e->thing < RAILS_GOALS;
	case RAILS_EVENT_DELIVERED:
	case RAILS_EVENT_RIVAL_DELIVERED:
		return e->thing < RAILS_GOODS && e->place < ALL_CITIES && rails_city_hex(b, e->place) >= 0;
	case RAILS_EVENT_EXPORT:
	case RAILS_EVENT_TIE:
	case RAILS_EVENT_SAILED:
		return e->thing < b->rails.freight.ships;
	case RAILS_EVENT_UNLOCKED:
		return e->thing < RAILS_ABILITIES;
	case RAILS_EVENT_BOUGHT:
		return e->thing < TRAIN_CARDS;
	case RAILS_EVENT_CONTRACT_SHOWN:
		return e->thing < RAILS_CONTRACTS;
	default:
		return true;
	}
}

static int prestige(const struct happening *of, int seat)
{
	int n = story_sum(of, RAILS_EVENT_STAR, seat) + story_sum(of, RAILS_EVENT_CLAIMED, seat) + story_sum(of, RAILS_EVENT_ACHIEVED, seat);

	for (int i = 0; i < of->n; i++) {
		int what = of->e[i].what;
		if (of->e[i].seat == seat && (what == RAILS_EVENT_GAINED || what == RAILS_EVENT_SLOT_BONUS || what == RAILS_EVENT_EXPORT || what == RAILS_EVENT_TIE))
			n += of->e[i].place;
	}
	return n;
}

static int money(const struct happening *of, int seat)
{
	return story_sum(of, RAILS_EVENT_GAINED, seat) + story_sum(of, RAILS_EVENT_SLOT_BONUS, seat) + story_sum(of, RAILS_EVENT_EXPORT, seat) +
		story_sum(of, RAILS_EVENT_TIE, seat) - story_sum(of, RAILS_EVENT_BUILT, seat) - story_sum(of, RAILS_EVENT_FEE, seat) -
		story_sum(of, RAILS_EVENT_BOUGHT, seat) - story_sum(of, RAILS_EVENT_UNLOCKED, seat);
}

static void marks(const struct happening *of, struct text *out)
{
	int seat = story_seat(of, RAILS_EVENT_TURN);

	story_mark("prestige", prestige(of, seat), out);
	story_mark("money", money(of, seat), out);
	story_mark("loan", story_count(of, RAILS_EVENT_BORROWED, seat) - story_count(of, RAILS_EVENT_REPAID, seat), out);
}

const struct story rails_story = {
	.opening = opening, .openings = &opening_catalogue, .rank = ranks, .ranks = sizeof ranks, .notables = &notable_catalogue, .quiet = "Tracks are built, and nothing is delivered.", .fits = fits, .marks = marks,
};

/* Advice ========================================================================== */

enum {
	BUILD, START, DELIVER, USE, BUY, UNLOCK, BORROW, REPAY, LOAD, NO_THIRD, NO_DELIVERY, NO_CARD, NO_ABILITY,
	GAINS, FIRST_ON_STAR, ACHIEVES, DELIVERS_NOW, PAYS_TRACK, PAYS_CARD, JOINS, MEETS, FILLS_SHIP, LAST_CUBE, LAST_STALL, RIVAL_CLOSE, SAVES, SECOND_LESS, SECOND_PRESTIGE,
	SENTENCES
};

static int by_n(const struct event *e)
{
	return e->n == 0 ? 0 : 1;
}

static int by_route(const struct event *e)
{
	return e->n < ROUTE_MOST ? 0 : 1;
}

#define ADVISE(id, words) [id] = { .of = { words } }
#define ADVISE_BY(id, by, ...) [id] = { .way = by, .of = { __VA_ARGS__ } }
static const struct sentence advice[SENTENCES] = {
	ADVISE_BY(BUILD, by_n, "Build on {hex} for nothing.", "Build on {hex} for ${n}."),
	ADVISE(START, "Start on {hex}."),
	ADVISE(DELIVER, "Deliver {good} to {city name}."),
	ADVISE_BY(USE, by_route, "Deliver {good} to {city name} over a route of {n}.", "Deliver {good} to {city name} over a route of {n} or more."),
	ADVISE(BUY, "Buy the {card} for ${n}."),
	ADVISE(UNLOCK, "Unlock {ability} for ${n}."),
	ADVISE(BORROW, "Take a loan."),
	ADVISE(REPAY, "Repay a loan."),
	ADVISE(LOAD, "Load slot {number} of ship {ship}."),
	ADVISE(NO_THIRD, "Build no third track."),
	ADVISE(NO_DELIVERY, "Deliver nothing now."),
	ADVISE(NO_CARD, "Buy no card now."),
	ADVISE(NO_ABILITY, "Unlock nothing now."),
	ADVISE(GAINS, "It brings {gain}."),
	ADVISE(FIRST_ON_STAR, "You are the first on its star, for {n} prestige."),
	ADVISE(ACHIEVES, "This turn brings you {goal}, for {n} prestige, before anybody else."),
	ADVISE(DELIVERS_NOW, "In the same turn {good} goes to {city name}."),
	ADVISE_BY(PAYS_TRACK, by_n, "Then you can build on {hex}.", "Then you can build on {hex} for ${n}."),
	ADVISE(PAYS_CARD, "Then you can buy the {card} for ${n}."),
	ADVISE(JOINS, "Then {good} can go to {city name}."),
	ADVISE(MEETS, "It meets the condition of the {card}."),
	ADVISE(FILLS_SHIP, "The ship {ship} is full then and sails."),
	ADVISE(LAST_CUBE, "It is the last {good} of that factory."),
	ADVISE(LAST_STALL, "It takes the last place in {city name}."),
	ADVISE(RIVAL_CLOSE, "{who} has a train there already, and one place is left."),
	ADVISE(SAVES, "That keeps ${n} for the next turn."),
	ADVISE(SECOND_LESS, "The second best idea leaves you with ${n} less."),
	ADVISE(SECOND_PRESTIGE, "The second best idea brings {n} prestige less in this turn."),
};
static const struct catalogue advice_catalogue = { advice, SENTENCES, rails_places };

/* What to do ------------------------------------------------------------------- */

static struct event passing(const struct hint_of *of)
{
	static const uint8_t of_phase[RAILS_PHASES] = { [RAILS_THIRD] = NO_THIRD, [RAILS_DELIVER] = NO_DELIVERY, [RAILS_BUY] = NO_CARD, [RAILS_UNLOCK] = NO_ABILITY };
	int what = of_phase[of->s->rails.phase];

	must(what != 0);                                        /* in no other phase can one pass */
	return hint_say(what, of->seat, 0, 0, 0);
}

/* The delivery with its route, if the line has come to that. */
static struct event delivering(const struct hint_of *of, const struct happening *told, int move)
{
	const struct event *done = story_first(told, RAILS_EVENT_DELIVERED);
	const struct rails *g = &of->s->rails;

	if (done)
		return hint_say(done->n ? USE : DELIVER, of->seat, done->thing, done->place, done->n);
	int factory = move < RAILS_MOVE_USE ? (move - RAILS_MOVE_DELIVER) / ALL_CITIES : g->from, city = move < RAILS_MOVE_USE ? (move - RAILS_MOVE_DELIVER) % ALL_CITIES : g->to;
	return hint_say(DELIVER, of->seat, rails_hex(of->b, rails_factory_hex(of->b, factory))->good, city, 0);
}

static struct event loading(const struct hint_of *of, const struct happening *told)
{
	const struct event *e = story_first(told, RAILS_EVENT_LOADED);

	e = e ? e : story_first(told, RAILS_EVENT_NEUTRAL);
	return hint_say(LOAD, of->seat, e->thing, e->place, 0);
}

static void act(const struct hint_of *of, struct event *out)
{
	const int move = of->best->move[0], seat = of->seat;
	const struct happening told = hint_told(of, of->best);
	const struct event *e;

	if (move < RAILS_MOVE_DELIVER)
		e = story_first(&told, RAILS_EVENT_BUILT), *out = hint_say(of->s->rails.phase == RAILS_START_TRACK ? START : BUILD, seat, 0, move, e ? e->n : 0);
	else if (move < RAILS_MOVE_LOAD)
		*out = delivering(of, &told, move);
	else if (move < RAILS_MOVE_BUY)
		*out = loading(of, &told);
	else if (move < RAILS_MOVE_UNLOCK)
		*out = hint_say(BUY, seat, move - RAILS_MOVE_BUY, 0, story_first(&told, RAILS_EVENT_BOUGHT)->n);
	else if (move < RAILS_MOVE_LOAN)
		*out = hint_say(UNLOCK, seat, move - RAILS_MOVE_UNLOCK, 0, story_first(&told, RAILS_EVENT_UNLOCKED)->n);
	else if (move != RAILS_MOVE_PASS)
		*out = hint_say(move == RAILS_MOVE_LOAN ? BORROW : REPAY, seat, 0, 0, 0);
	else
		*out = passing(of);
}

/* And why ----------------------------------------------------------------------- */

/* Cities that a cube of a factory could be delivered to by the lines of a side, a bit each. */
static unsigned joined(const struct hint_of *of, const struct rails *g, int factory)
{
	const int hex = rails_factory_hex(of->b, factory);
	unsigned wants = 0;

	if (hex < 0 || !g->cubes[factory] || !rails_has(g->side[of->seat].track, hex))
		return 0;
	for (int city = 0; city < ALL_CITIES; city++) {
		int at = rails_city_hex(of->b, city);
		if (at >= 0 && rails_in_play(g, at / RAILS_HEXES) && rails_hex(of->b, at)->wants >> rails_hex(of->b, hex)->good & 1 &&
		    rails_trains_in(g, city) < 2 && !(g->side[of->seat].trains >> city & 1))
			wants |= 1u << city;
	}
	struct reach k = { .asked = wants };
	return wants ? wants & rails_reaches(of->b, g, of->seat, factory, &k) : 0;
}

/* A factory and a city that the tracks of this line bring together. */
static void joins(const struct hint_of *of, struct hint_reasons *r)
{
	for (int factory = 0; factory < ALL_FACTORIES; factory++) {
		unsigned fresh = joined(of, &of->best->after.rails, factory) & ~joined(of, &of->s->rails, factory);
		if (fresh) {
			hint_add(r, hint_say(JOINS, of->seat, rails_hex(of->b, rails_factory_hex(of->b, factory))->good, rails_lowest(fresh), 0));
			return;
		}
	}
}

static int rival_in(const struct rails *g, int seat, int city)
{
	for (int side = 0; side < g->sides; side++)
		if (side != seat && g->side[side].trains >> city & 1)
			return side;
	return -1;
}

static void delivery_reasons(const struct hint_of *of, const struct happening *told, struct hint_reasons *r)
{
	const struct event *done = story_first(told, RAILS_EVENT_DELIVERED), *gain = story_first(told, RAILS_EVENT_GAINED);
	const struct event *card = story_first(told, RAILS_EVENT_CARD), *sailed = story_first(told, RAILS_EVENT_SAILED);
	const struct rails *g = &of->s->rails;

	if (gain)
		hint_add(r, hint_say(GAINS, of->seat, 0, gain->place, gain->n));
	if (done && rival_in(g, of->seat, done->place) >= 0)
		hint_add(r, rival_in(g, of->seat, done->place) < of->s->players ? hint_say(RIVAL_CLOSE, rival_in(g, of->seat, done->place), 0, done->place, 0)
			: hint_say(LAST_STALL, of->seat, 0, done->place, 0));
	if (card && card->n)
		hint_add(r, hint_say(MEETS, of->seat, card->thing, 0, 0));
	if (sailed)
		hint_add(r, hint_say(FILLS_SHIP, of->seat, sailed->thing, 0, 0));
	if (done && g->phase == RAILS_DELIVER && of->best->move[0] < RAILS_MOVE_USE && g->cubes[(of->best->move[0] - RAILS_MOVE_DELIVER) / ALL_CITIES] == 1)
		hint_add(r, hint_say(LAST_CUBE, of->seat, done->thing, 0, 0));
}

/* What the money of a loan is for. */
static void loan_reasons(const struct hint_of *of, const struct happening *told, struct hint_reasons *r)
{
	const struct event *built = story_first(told, RAILS_EVENT_BUILT), *bought = story_first(told, RAILS_EVENT_BOUGHT);

	if (built)
		hint_add(r, hint_say(PAYS_TRACK, of->seat, 0, built->place, built->n));
	else if (bought)
		hint_add(r, hint_say(PAYS_CARD, of->seat, bought->thing, 0, bought->n));
}

static void compared(const struct hint_of *of, struct hint_reasons *r)
{
	if (!of->second->n || !of->best->whole || !of->second->whole)
		return;
	const struct rails_side *best = &of->best->after.rails.side[of->seat], *second = &of->second->after.rails.side[of->seat];
	int more = best->prestige - second->prestige, richer = best->money - second->money;
	if (more > 0)
		hint_add(r, hint_say(SECOND_PRESTIGE, of->seat, 0, 0, more));
	else if (more == 0 && richer > 0 && best->loans <= second->loans)
		hint_add(r, hint_say(SECOND_LESS, of->seat, 0, 0, richer));
}

static void reasons(const struct hint_of *of, struct hint_reasons *r)
{
	const struct happening told = hint_told(of, of->best);
	const struct event *star = story_first(&told, RAILS_EVENT_STAR), *goal = story_first(&told, RAILS_EVENT_CLAIMED);
	const struct event *done = story_first(&told, RAILS_EVENT_DELIVERED);
	const int move = of->best->move[0];

	if (goal)
		hint_add(r, hint_say(ACHIEVES, of->seat, goal->thing, 0, goal->n));
	if (star && star->place == move)
		hint_add(r, hint_say(FIRST_ON_STAR, of->seat, 0, 0, star->n));
	if (move < RAILS_MOVE_DELIVER && done)
		hint_add(r, hint_say(DELIVERS_NOW, of->seat, done->thing, done->place, 0));
	else if (move < RAILS_MOVE_DELIVER)
		joins(of, r);
	if (move == RAILS_MOVE_LOAN)
		loan_reasons(of, &told, r);
	if (move >= RAILS_MOVE_DELIVER && move < RAILS_MOVE_BUY)
		delivery_reasons(of, &told, r);
	compared(of, r);
	if (move == RAILS_MOVE_PASS && of->s->rails.phase >= RAILS_BUY && of->s->rails.side[of->seat].money > 0)
		hint_add(r, hint_say(SAVES, of->seat, 0, 0, of->s->rails.side[of->seat].money));
}

const struct hint rails_hint = { &advice_catalogue, act, reasons };
