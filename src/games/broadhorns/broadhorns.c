/* Broadhorns: flatboat trade from St. Louis to New Orleans. */
#include "broadhorns.h"

static const char *const deliveries[] = { "port", "type", NULL };
static const char *const waits[] = { "printed", "destination", NULL };
static const char *const currents[] = { "bonus", "actions", NULL };
static const char *const wreaths[] = { "all", "some", NULL };
static const char *const off_on[] = { "off", "on", NULL };
static const char *const on_empty[] = { [FREIGHT_STOP] = "stop", [FREIGHT_RESHUFFLE] = "reshuffle", NULL };

static const struct option options[] = {
	[BROAD_DELIVERY] = { "delivery", deliveries, 0, 0, DELIVERY_PORT, "A17", "delivery cards in one port action: one, or one for each cargo type sold" },
	[BROAD_WAITS]    = { "traveler_waits", waits, 0, 0, WAITS_PRINTED, "A40", "where a traveler discarded from a hand waits: the printed town, or its destination" },
	[BROAD_CURRENT]  = { "current", currents, 0, 0, CURRENT_BONUS_TOO, "A12", "good current helps the bonus move too, or only the two move actions" },
	[BROAD_WREATHS]  = { "wreaths", wreaths, 0, 0, WREATHS_ALL, "A52", "some: who has no wreaths takes no place in the wreath bonus" },
	[BROAD_ROUNDS]   = { "rounds", NULL, 1, 250, 200, "A56", "the game ends after that many rounds at the latest" },
	[BROAD_FREIGHT]   = { "freight", off_on, 0, 0, 0, "", "Freight on Board: barrels sold to a space are loaded on ships, which pay gold" },
	[BROAD_ANY_ORDER] = { "wild_any_order", off_on, 0, 0, 0, "rails A4", "with freight: the seller may load a wild slot before its turn" },
	[BROAD_ON_EMPTY]  = { "on_empty", on_empty, 0, 0, FREIGHT_RESHUFFLE, "rails A8", "with freight: when all ships have sailed there are no more, or they come again" },
	{ .name = NULL }
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

/* B164: a spoil card asks everybody whom it concerns, the active player first. */
enum { ALWAYS, NEVER };
static const char *const ice_orders[] = { [ALWAYS] = "always", [NEVER] = "never", NULL };
static const struct prompt prompts[] = {
	{ "ice", ice_orders, NEVER, "ice against a spoil card that somebody else drew; always: if you have any" },
	{ .name = NULL }
};

static int asked(const struct box *b, const struct state *s)
{
	(void)b;
	return s->broadhorns.phase == BROAD_SPOIL_CARD && s->broadhorns.asked != s->broadhorns.active ? 0 : -1;
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

const struct game broadhorns = {
	.name = "broadhorns", .title = "Broadhorns", .rules = 1, .num_moves = BROAD_MOVES,
	.min_players = 2, .max_players = BROAD_PLAYERS,                         /* B1 */
	.max_length = MAX_LENGTH,
	.options = options, .fields = broad_fields, .box_fields = broad_box_fields, .box = &broad_built_in,
	.seats = broad_player_name, .events = broad_event_name, .sources = source_name, .fates = broad_fate_name, .endings = broad_ending_name,
	.start = broad_start, .to_move = broad_to_move, .turn = turn, .legal = broad_legal, .weight = broad_weight, .source = source,
	.apply = broad_apply, .view = broad_view, .guess = broad_guess, .why = broad_why, .text = broad_text, .say = broad_say,
	.score = broad_score, .place = broad_place, .fate = broad_fate, .ending = ending, .tally = broad_tally,
	.prompts = prompts, .asked = asked, .order = order, .check = broad_check, .check_box = broad_check_box, .draw = broad_draw, .names = broad_names,
};
