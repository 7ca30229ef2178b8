/* Broadhorns: flatboat trade from St. Louis to New Orleans. */
#include "broadhorns.h"

static const char *const deliveries[] = { "port", "type", NULL };
static const char *const waits[] = { "printed", "destination", NULL };
static const char *const currents[] = { "bonus", "actions", NULL };
static const char *const wreaths[] = { "all", "some", NULL };
static const char *const first_boats[] = { [FIRST_BOAT_GOLD] = "gold", [FIRST_BOAT_20FT] = "20ft", NULL };
static const char *const off_on[] = { "off", "on", NULL };
static const char *const on_empty[] = { [FREIGHT_STOP] = "stop", [FREIGHT_RESHUFFLE] = "reshuffle", NULL };

static const struct option options[] = {
	[BROAD_DELIVERY] = { .name = "delivery", .values = deliveries, .preset = DELIVERY_PORT, .ruling = "A17",
		.help = "delivery cards in one port action: one, or one for each cargo type sold" },
	[BROAD_WAITS]    = { .name = "traveler_waits", .values = waits, .preset = WAITS_PRINTED, .ruling = "A40",
		.help = "where a traveler discarded from a hand waits: the printed town, or its destination" },
	[BROAD_CURRENT]  = { .name = "current", .values = currents, .preset = CURRENT_BONUS_TOO, .ruling = "A12",
		.help = "good current helps the bonus move too, or only the two move actions" },
	[BROAD_WREATHS]  = { .name = "wreaths", .values = wreaths, .preset = WREATHS_ALL, .ruling = "A52",
		.help = "some: who has no wreaths takes no place in the wreath bonus" },
	[BROAD_ROUNDS]   = { .name = "rounds", .min = 1, .max = 250, .preset = 200, .ruling = "A56",
		.help = "the game ends after that many rounds at the latest" },
	[BROAD_FREIGHT]   = { .name = "freight", .values = off_on,
		.help = "Freight on Board: barrels sold to a space are loaded on ships, which pay gold" },
	[BROAD_ANY_ORDER] = { .name = "wild_any_order", .values = off_on, .ruling = "rails A4",
		.help = "with freight: the seller may load a wild slot before its turn" },
	[BROAD_ON_EMPTY]  = { .name = "on_empty", .values = on_empty, .preset = FREIGHT_RESHUFFLE, .ruling = "rails A8",
		.help = "with freight: when all ships have sailed there are no more, or they come again" },
	[BROAD_FIRST_BOAT] = { .name = "first_boat", .values = first_boats, .preset = FIRST_BOAT_GOLD, .since = 2, .before = FIRST_BOAT_GOLD, .ruling = "A1",
		.help = "the first boat of each player: any that the gold pays for, or the 20 ft one" },
	[BROAD_OPTIONS] = { .name = NULL }
};

/* A turn takes at most: 10 barrels to the market (50 in a custom box); 1 answer to step 2; 3 moves, 5 good currents, 2 expeditions given up
 * and a stop; two port actions (B32), counted as two of each kind: in St. Louis a boat, 9 barrels, each perhaps blind, and done; in a town
 * 9 sales, each perhaps with a slot to load and a ship to come, 5 claims, 5 ice, season, tile, 9 purchases, 16 travelers set down and 16
 * boarding, three times done, and the resale; 12 spoil cards, 4 answers to the first, and a card. Cards discarded have been drawn: one a
 * turn, and one at the start. Then there is the first ship. */
enum {
	MAX_PORT = 9 * 3 + 5 + 5 + 1 + 1 + 9 + 32 + 3 + 1,
	MAX_TURN = 50 + 1 + 3 + 5 + 2 + 1 + (1 + 18 + 1) * 2 + 2 * MAX_PORT + 12 + 4 + 1 + 1,
	MAX_LENGTH = 250 * BROAD_PLAYERS * MAX_TURN + BROAD_TOWNS + SPOILS + 2 * BROAD_PLAYERS + 1
};

static const char *const source_name[] = { [SOURCE_STACKS] = "stacks", [SOURCE_BAG] = "bag", [SOURCE_CARDS] = "cards", [SOURCE_SHIPS] = "ships", NULL };

const char *const broad_fate_name[] = {
	[BROAD_PLAYING] = "playing", [BROAD_WON] = "won", [BROAD_SHARED_WIN] = "shared win", [BROAD_LOST] = "lost", NULL
};
const char *const broad_ending_name[] = {
	[BROAD_GOES_ON] = "goes on", [BROAD_BY_SEASONS] = "season track complete", [BROAD_BY_CAP] = "round cap", NULL
};

/* B164: a spoil card asks everybody whom it concerns, the active player first. In one's own turn there is the spoil step as well (B29). */
enum { ALWAYS, NEVER };
static const char *const ice_orders[] = { [ALWAYS] = "always", [NEVER] = "never", NULL };
static const struct prompt prompts[] = {
	{ "ice", ice_orders, NEVER, "ice against a spoil card that somebody else drew; always: if you have any", .own = false },
	{ "own_ice", ice_orders, NEVER, "ice in your own turn, at the spoil step or a spoil card that you drew; always: if you have any", .own = true },
	{ .name = NULL }
};

static int asked(const struct box *b, const struct state *s)
{
	(void)b;
	if (s->broadhorns.phase == BROAD_SPOIL_CARD && s->broadhorns.asked != s->broadhorns.active)
		return 0;
	return s->broadhorns.phase == BROAD_SPOIL_CARD || s->broadhorns.phase == BROAD_SPOIL_STEP ? 1 : -1;
}

static int order(const struct box *b, const struct state *s, int prompt, int which)
{
	(void)prompt;
	return which == ALWAYS && broad_refusal(b, s, MOVE_ICE) == 0 ? MOVE_ICE : MOVE_NO_ICE;
}

static int turn(const struct state *s)
{
	return s->broadhorns.turn;
}

static int source(const struct box *b, const struct state *s)
{
	(void)b;
	switch (s->broadhorns.phase) {
	case BROAD_SETUP_TILES:
	case BROAD_REVEAL:  return SOURCE_STACKS;
	case BROAD_REFRESH:
	case BROAD_BLIND:   return SOURCE_BAG;
	case BROAD_DOCK:    return SOURCE_SHIPS;
	default:            return SOURCE_CARDS;
	}
}

static int ending(const struct box *b, const struct state *s)
{
	(void)b;
	return s->broadhorns.ending;
}

/* Boxes without the ships, and before that without the sources of some numbers. */
static const char *const old_hashes[] = { "21cee66220198fba5975b4f42fb62edd", "6426700e46ed386b71309ddbf027ebfc", NULL };

const struct game broadhorns = {
	.name = "broadhorns", .title = "Broadhorns", .rules = 2, .num_moves = BROAD_MOVES, .num_actions = MOVE_SHIP,
	.min_players = 2, .max_players = BROAD_PLAYERS,                         /* B1 */
	.max_length = MAX_LENGTH,
	.options = options, .fields = broad_fields, .box_fields = broad_box_fields, .box = &broad_built_in,
	.old_boxes = broad_old_boxes, .old_hashes = old_hashes,
	.seats = broad_player_name, .events = broad_event_name, .story = &broad_story, .hint = &broad_hint,
	.sources = source_name, .fates = broad_fate_name, .endings = broad_ending_name,
	.start = broad_start, .to_move = broad_to_move, .turn = turn, .legal = broad_legal, .open = broad_open, .weight = broad_weight, .chance = broad_chance, .source = source,
	.apply = broad_apply, .view = broad_view, .guess = broad_guess, .why = broad_why, .why_no_move = broad_why_no_move, .text = broad_text, .say = broad_say,
	.score = broad_score, .place = broad_place, .fate = broad_fate, .ending = ending, .tally = broad_tally,
	.prompts = prompts, .planes = broad_planes, .observe = broad_observe, .asked = asked, .order = order, .check = broad_check, .check_box = broad_check_box, .finish_box = broad_finish_box, .draw = broad_draw, .names = broad_names, .facts = broad_facts,
};
