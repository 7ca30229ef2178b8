/* A turn of Broadhorns in a sentence or two. */
#include "broadhorns.h"

#include "core/story.h"

enum { TO_MOVE, WAITS, DRIFTS, DRIFTS_TO_TOWN, CALLS, SELLS, FITS_OUT };

static int by_count(const struct event *e)
{
	return e->place == 0 ? 0 : e->place == 1 ? 1 : 2;
}

static const struct sentence openings[] = {
	[TO_MOVE] = { .of = { "[You are|{who} is] to move." } },
	[WAITS] = { .of = { "[You wait|{who} waits]." } },
	[DRIFTS] = { .of = { "[You drift|{who} drifts] to space {space}." } },
	[DRIFTS_TO_TOWN] = { .of = { "[You drift|{who} drifts] to {town}." } },
	[CALLS] = { .of = { "[You call|{who} calls] at {town}." } },
	[SELLS] = { .way = sentence_by_one_thing, .of = { "[You sell|{who} sells] a barrel at {town} for {n} gold.",
		"[You sell|{who} sells] {number} barrels at {town} for {n} gold." } },
	[FITS_OUT] = { .way = by_count, .of = { "[You fit|{who} fits] out a boat of {boat} feet.",
		"[You fit out a boat of {boat} feet and load a barrel|{who} fits out a boat of {boat} feet and loads a barrel].",
		"[You fit out a boat of {boat} feet and load {space} barrels|{who} fits out a boat of {boat} feet and loads {space} barrels]." } },
};
static const struct catalogue opening_catalogue = { openings, sizeof openings / sizeof openings[0], broad_places };

static int sold(const struct happening *of, int seat)
{
	return story_count(of, EVENT_SOLD, seat) + story_count(of, EVENT_DUMPED, seat);
}

int broad_earned(const struct happening *of, int seat)
{
	return story_sum(of, EVENT_SOLD, seat) + story_sum(of, EVENT_DUMPED, seat) + story_sum(of, EVENT_CLAIMED, seat) +
		story_sum(of, EVENT_CHILLED, seat) + story_sum(of, EVENT_BONUS, seat);
}

static int sale(const struct happening *of, struct event *out)
{
	const struct event *at = story_last(of, EVENT_SOLD);

	out->place = (at ? at : story_last(of, EVENT_DUMPED))->place;
	out->thing = (uint8_t)sold(of, out->seat);
	out->n = (int16_t)broad_earned(of, out->seat);
	return SELLS;
}

static int fitting_out(const struct happening *of, struct event *out)
{
	out->thing = story_last(of, EVENT_BOAT)->thing;
	out->place = (uint8_t)(story_count(of, EVENT_BOUGHT, out->seat) + story_count(of, EVENT_BLIND, out->seat));
	return FITS_OUT;
}

static int opening(const struct happening *of, struct event *out)
{
	const struct event *moved = story_last(of, EVENT_MOVED), *port = story_last(of, EVENT_PORT);

	out->seat = (uint8_t)story_seat(of, EVENT_TURN);
	if (out->seat == NOBODY)
		return -1;
	if (sold(of, out->seat) > 0)
		return sale(of, out);
	if (story_last(of, EVENT_BOAT))
		return fitting_out(of, out);
	if (port && port->place < BROAD_TOWNS) {
		out->place = port->place;
		return CALLS;
	}
	if (!moved)
		return of->open ? TO_MOVE : WAITS;
	int town = broad_town_on(of->b, moved->place);
	out->place = town < 0 ? moved->place : (uint8_t)town;
	return town < 0 ? DRIFTS : DRIFTS_TO_TOWN;
}

#define SAY(id, words) [EVENT_##id] = { .of = { words } }
static const struct sentence notables[] = {
	[EVENT_TILE] = { .way = sentence_by_one, .of = { "[You fill {town} and take|{who} fills {town} and takes] a wreath.",
		"[You fill {town} and take|{who} fills {town} and takes] {n} wreaths." } },
	[EVENT_LOST] = { .way = sentence_by_one, .of = { "[You lose|{who} loses] a barrel of {cargo}.", "[You lose|{who} loses] {n} barrels of {cargo}." } },
	SAY(RESOLD, "[You sell the boat at {town} for {n} gold and go|{who} sells the boat at {town} for {n} gold and goes] home."),
	SAY(FARE, "[You bring|{who} brings] a traveler to {town} for {n} gold."),
	SAY(PASSED, "[You carry|{who} carries] a traveler past {town}, who is lost."),
	SAY(ABANDONED, "[You abandon|{who} abandons] the expedition."),
	SAY(CLAIMED, "[You claim|{who} claims] {delivery} for {n} gold."),
	SAY(EXPORT, "[You have|{who} has] the most containers on ship {ship}: {n} gold."),
	SAY(EXPORT_TIE, "[You tie|{who} ties] for the most containers on ship {ship}: {n} gold."),
	SAY(SPOIL_CARD, "A spoil card hits the {spoil type}."),
	SAY(SEASON, "[You put|{who} puts] a barrel of {cargo} on the season track: {season}."),
};
static const struct catalogue notable_catalogue = { notables, sizeof notables / sizeof notables[0], broad_places };

static const uint8_t ranks[] = {
	[EVENT_FINAL] = 9, [EVENT_TILE] = 8, [EVENT_ABANDONED] = 8, [EVENT_PASSED] = 7, [EVENT_RESOLD] = 5, [EVENT_LOST] = 6, [EVENT_EXPORT] = 6,
	[EVENT_EXPORT_TIE] = 6, [EVENT_SAILED] = 5, [EVENT_FARE] = 4, [EVENT_CLAIMED] = 3, [EVENT_SPOIL_CARD] = 3, [EVENT_SEASON] = 1,
};

/* A spoil card without effect. */
static bool is_idle(const struct event *e)
{
	return e->what == EVENT_SPOIL_CARD && e->n == 0;
}

/* What happens to nobody: these names stand in no sentence of a story without one. */
static bool is_nobodys(int what)
{
	return what == EVENT_ROUND || what == EVENT_REVEALED || what == EVENT_REFRESHED || what == EVENT_HARVEST || what == EVENT_RESHUFFLED ||
		what == EVENT_DOCKED || what == EVENT_SAILED || what == EVENT_UNFILLED;
}

static bool fits(const struct box *b, const struct state *s, const struct event *e)
{
	if (e->seat >= s->players && !is_nobodys(e->what))
		return false;
	switch (e->what) {
	case EVENT_SOLD:
	case EVENT_DUMPED:
	case EVENT_RESOLD:
	case EVENT_TILE:
	case EVENT_FARE:
	case EVENT_PASSED:
		return e->place < BROAD_TOWNS;
	case EVENT_LOST:
		return e->thing < BROAD_CARGOES;
	case EVENT_SEASON:
		return e->thing < BROAD_CARGOES && e->n >= 0 && e->n < BROAD_SEASONS;
	case EVENT_BOAT:
		return e->thing < BROAD_BOATS;
	case EVENT_CLAIMED:
		return e->thing < DELIVERIES;
	case EVENT_SPOIL_CARD:
		return e->thing >= FIRST_SPOIL && e->thing < BROAD_CARDS;
	case EVENT_EXPORT:
	case EVENT_EXPORT_TIE:
	case EVENT_SAILED:
		return e->thing < b->broadhorns.freight.ships;
	default:
		return true;
	}
}

int broad_gold(const struct happening *of, int seat)
{
	return broad_earned(of, seat) + story_sum(of, EVENT_FARE, seat) + story_sum(of, EVENT_RESOLD, seat) + story_sum(of, EVENT_SLOT_BONUS, seat) +
		story_sum(of, EVENT_EXPORT, seat) + story_sum(of, EVENT_EXPORT_TIE, seat) - story_sum(of, EVENT_BOAT, seat) -
		story_sum(of, EVENT_BOUGHT, seat) - story_sum(of, EVENT_BLIND, seat);
}

/* Barrels of a type that came aboard, less those that left. */
static int barrels(const struct happening *of, int seat, int cargo)
{
	int n = 0;

	for (int i = 0; i < of->n; i++) {
		const struct event *e = &of->e[i];
		if (e->seat != seat || e->thing != cargo)
			continue;
		if (e->what == EVENT_BOUGHT || e->what == EVENT_BLIND)
			n++;
		else if (e->what == EVENT_SOLD || e->what == EVENT_DUMPED)
			n--;
		else if (e->what == EVENT_LOST || e->what == EVENT_UNLOADED)
			n -= e->n;
	}
	return n;
}

static void marks(const struct happening *of, struct text *out)
{
	int seat = story_seat(of, EVENT_TURN);

	story_mark("gold", broad_gold(of, seat), out);
	story_mark("wreath", story_sum(of, EVENT_TILE, seat), out);
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		story_mark(broad_cargo_name[cargo], barrels(of, seat, cargo), out);
}

const struct story broad_story = {
	.opening = opening, .openings = &opening_catalogue, .rank = ranks, .ranks = sizeof ranks, .is_idle = is_idle, .notables = &notable_catalogue, .quiet = "The boats drift on.", .fits = fits, .marks = marks,
};
