/* A turn of Mississippi Queen in a sentence or two. */
#include "queen.h"

#include "core/story.h"

/* Openings: speed kept, raised or lowered; no coal burnt, one, or more. Or a turn that has just begun. */
enum { AT_THE_HELM = 9 };
static const struct sentence openings[] = {
	{ .of = { "[You keep|{ship} keeps] speed {n}." } },
	{ .of = { "[You keep speed {n} and burn|{ship} keeps speed {n} and burns] one coal." } },
	{ .of = { "[You keep speed {n} and burn|{ship} keeps speed {n} and burns] {coal} coal." } },
	{ .of = { "[You open|{ship} opens] up to speed {n}." } },
	{ .of = { "[You open up to speed {n} and burn|{ship} opens up to speed {n} and burns] one coal." } },
	{ .of = { "[You open up to speed {n} and burn|{ship} opens up to speed {n} and burns] {coal} coal." } },
	{ .of = { "[You slow|{ship} slows] down to speed {n}." } },
	{ .of = { "[You slow down to speed {n} and burn|{ship} slows down to speed {n} and burns] one coal." } },
	{ .of = { "[You slow down to speed {n} and burn|{ship} slows down to speed {n} and burns] {coal} coal." } },
	[AT_THE_HELM] = { .of = { "[You are|{ship} is] at the helm." } },
};
static const struct catalogue opening_catalogue = { openings, sizeof openings / sizeof openings[0], queen_places };

static int coal_burnt(const struct happening *of, int seat)
{
	const struct event *speed = story_first(of, EVENT_SPEED);

	return (speed ? speed->thing : 0) + story_sum(of, EVENT_TURNED, seat);
}

static int opening(const struct happening *of, struct event *out)
{
	const struct event *speed = story_first(of, EVENT_SPEED);

	if (!speed) {
		out->seat = (uint8_t)story_seat(of, EVENT_TURN);
		return of->open && out->seat != NOBODY ? AT_THE_HELM : -1;
	}
	int burnt = coal_burnt(of, speed->seat), change = speed->n > speed->place ? 1 : speed->n < speed->place ? 2 : 0;
	out->seat = speed->seat;
	out->n = speed->n;
	out->thing = (uint8_t)burnt;
	return 3 * change + (burnt > 1 ? 2 : burnt);
}

static int by_cusp(const struct event *e)
{
	return e->n;
}

#define SAY(id, words) [EVENT_##id] = { .of = { words } }
#define SAY_BY(id, by, ...) [EVENT_##id] = { .way = by, .of = { __VA_ARGS__ } }
static const struct sentence notables[] = {
	SAY(PUSHED, "[You push|{rival} pushes] [you|{ship}] to the {way}."),
	SAY_BY(BOARDED, sentence_by_one, "[You take|{ship} takes] a first passenger aboard.", "[You take|{ship} takes] passenger number {n} aboard."),
	SAY(LANDED, "[You dock|{ship} docks] at the landing platform as number {n}."),
	SAY(LAST_AFLOAT, "[You are|{ship} is] the last ship afloat."),
	SAY(CAPPED, "[You are|{ship} is] still on the river when the last of {n} rounds is over."),
	SAY(AGROUND, "[You have no way left to move, run aground and are|{ship} has no way left to move, runs aground and is] out."),
	SAY(STRAGGLER, "[You have fallen too far behind and are|{ship} has fallen too far behind and is] out."),
	SAY_BY(LAID, by_cusp, "Tile {tile} bends the river to the left.", "Tile {tile} leads straight on.", "Tile {tile} bends the river to the right."),
	SAY(PLATFORM, "The landing comes into sight."),
	SAY(TOO_FAST, "[You stop|{ship} stops] at a pier too fast to board: it takes speed 1."),
};
static const struct catalogue notable_catalogue = { notables, sizeof notables / sizeof notables[0], queen_places };

static const uint8_t ranks[] = {
	[EVENT_LANDED] = 9, [EVENT_LAST_AFLOAT] = 8, [EVENT_CAPPED] = 7, [EVENT_AGROUND] = 8, [EVENT_STRAGGLER] = 8, [EVENT_PUSHED] = 6,
	[EVENT_BOARDED] = 5, [EVENT_LAID] = 2, [EVENT_PLATFORM] = 4, [EVENT_TOO_FAST] = 3,
};

static bool fits(const struct box *b, const struct state *s, const struct event *e)
{
	(void)b;
	switch (e->what) {
	case EVENT_PUSHED:
		return e->seat < s->players && e->thing < s->players && e->n >= 0 && e->n < QUEEN_SIDES;
	case EVENT_LAID:
		return e->n >= 0 && e->n < CUSPS;
	case EVENT_ROUND:
	case EVENT_REMOVED:
	case EVENT_STOCKED:
	case EVENT_PLATFORM:
		return true;
	default:
		return e->seat < s->players;
	}
}

static void marks(const struct happening *of, struct text *out)
{
	int seat = story_seat(of, EVENT_TURN);
	const struct event *laid = story_last(of, EVENT_LAID);

	story_mark("coal", -coal_burnt(of, seat), out);
	story_mark("passenger", story_count(of, EVENT_BOARDED, seat), out);
	story_mark("tile", laid ? laid->place : 0, out);
}

const struct story queen_story = {
	.opening = opening, .openings = &opening_catalogue, .rank = ranks, .ranks = sizeof ranks, .notables = &notable_catalogue, .quiet = "The ships steam on.", .fits = fits, .marks = marks,
};
