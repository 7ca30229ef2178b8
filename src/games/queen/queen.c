/* Mississippi Queen: a race of paddle-wheelers down a river that is laid as they go. */
#include "queen.h"

static const char *const modes[] = { "passengers", "intro", NULL };
static const char *const facings[] = { "river", "free", NULL };
static const char *const first_rounds[] = { "start", "position", NULL };
static const char *const stragglers[] = { "stay", "out", NULL };

static const struct option options[] = {
	[QUEEN_MODE]        = { .name = "mode", .values = modes, .preset = MODE_PASSENGERS, .ruling = "A26 A27",
		.help = "passengers: fetch two of them on the way; intro: just a race on a short river" },
	[QUEEN_FACING]      = { .name = "facing", .values = facings, .preset = FACING_RIVER, .ruling = "A2",
		.help = "free: everybody chooses the way the ship faces at the start" },
	[QUEEN_FIRST_ROUND] = { .name = "first_round", .values = first_rounds, .preset = FIRST_START, .ruling = "A3",
		.help = "passenger game: order of the first round by start space, or by position on the river" },
	[QUEEN_STRAGGLERS]  = { .name = "stragglers", .values = stragglers, .preset = STRAGGLERS_STAY, .ruling = "A37",
		.help = "out: a ship more than three tiles behind the foremost leaves the race" },
	[QUEEN_ROUNDS]      = { .name = "rounds", .min = 1, .max = QUEEN_MOST_ROUNDS, .preset = 100, .ruling = "A33",
		.help = "the race ends after that many rounds at the latest" },
	{ .name = NULL }
};

/* A turn takes at most: 1 speed, 6 points, the free turns, 3 answers to a push, 1 end; coal turns are bounded for the whole game. Chance lays
 * 11 tiles with 10 throws and rolls for the platform; at the start everybody may face. */
enum {
	MAX_TURN = 1 + QUEEN_POINTS + QUEEN_FREE_TURNS + QUEEN_POINTS / 2 + 1,
	MAX_LENGTH = QUEEN_MOST_ROUNDS * MAX_PLAYERS * MAX_TURN + QUEEN_COAL * MAX_PLAYERS + 2 * QUEEN_TILES + MAX_PLAYERS
};

/* One list holds at most the tiles. One move can end a turn and a round and take every ship but one aground, each with its turn, and remove
 * every tile; a landing is less. */
_Static_assert((int)QUEEN_TILES <= (int)MAX_MOVES, "struct moves is too small");
_Static_assert(1 + 2 * MAX_PLAYERS + 2 * QUEEN_TILES + 2 + 2 * MAX_PLAYERS <= MAX_EVENTS, "struct events is too small");

static const char *const source_name[] = { [SOURCE_DIE] = "die", [SOURCE_TILES] = "tiles", NULL };

const char *const queen_fate_name[] = {
	[QUEEN_RACING] = "racing", [QUEEN_LANDED] = "landed", [QUEEN_LAST_AFLOAT] = "last afloat", [QUEEN_CAPPED] = "round cap",
	[QUEEN_AGROUND] = "aground", [QUEEN_STRAGGLER] = "straggler", NULL
};
const char *const queen_ending_name[] = {
	[QUEEN_GOES_ON] = "goes on", [QUEEN_BY_LANDING] = "one ship left after a landing", [QUEEN_BY_AGROUND] = "one ship left after another ran aground",
	[QUEEN_BY_STRAGGLERS] = "one ship left, the others too far behind", [QUEEN_BY_CAP] = "round cap", NULL
};

/* Q69: who is pushed says which way the ship faces. The orders after the first are the headings in their order. */
static const char *const facing_orders[] = { "keep", "N", "NE", "SE", "S", "SW", "NW", NULL };
static const struct prompt prompts[] = {
	{ "facing", facing_orders, 0, "the way your ship faces after a push; keep: as it faced before", .own = false },
	{ .name = NULL }
};

static int asked(const struct box *b, const struct state *s)
{
	(void)b;
	return s->queen.phase == QUEEN_FACE ? 0 : -1;
}

static int order(const struct box *b, const struct state *s, int prompt, int which)
{
	const struct queen *q = &s->queen;

	(void)b, (void)prompt;
	return MOVE_FACE + (which == 0 ? q->ship[q->pushed].heading : which - 1);
}

static int turn(const struct state *s)
{
	return s->queen.turn;
}

/* Q83: the die has two faces of each kind; Q142: tiles are equally likely. */
static int weight(const struct box *b, const struct state *s, int move)
{
	(void)b, (void)s, (void)move;
	return 1;
}

static int source(const struct box *b, const struct state *s)
{
	(void)b;
	return s->queen.phase == QUEEN_TILE || s->queen.phase == QUEEN_FIRST_TILE ? SOURCE_TILES : SOURCE_DIE;
}

static void score(const struct box *b, const struct state *s, int out[MAX_PLAYERS])
{
	queen_place(b, s, out);
	for (int i = 0; i < s->players; i++)
		out[i] = s->players - out[i];
}

static int fate(const struct box *b, const struct state *s, int seat)
{
	(void)b;
	return s->queen.ship[seat].fate;
}

static int ending(const struct box *b, const struct state *s)
{
	(void)b;
	return s->queen.ending;
}

const struct game queen = {
	.name = "queen", .title = "Mississippi Queen", .rules = 1, .num_moves = QUEEN_MOVES, .num_actions = MOVE_TILE,
	.min_players = QUEEN_MIN_PLAYERS, .max_players = MAX_PLAYERS,           /* Q1 */
	.max_length = MAX_LENGTH,
	.options = options, .fields = queen_fields, .box_fields = queen_box_fields, .box = &queen_built_in,
	.seats = queen_ship_name, .events = queen_event_name, .story = &queen_story, .hint = &queen_hint, .sources = source_name, .fates = queen_fate_name, .endings = queen_ending_name,
	.plan_fields = queen_plan_fields, .prompts = prompts, .planes = queen_planes,
	.start = queen_start, .to_move = queen_to_move, .turn = turn, .legal = queen_legal, .weight = weight, .source = source,
	.apply = queen_apply, .why = queen_why, .text = queen_text, .say = queen_say, .score = score, .place = queen_place, .fate = fate,
	.ending = ending, .tally = queen_tally, .plans = queen_plans, .asked = asked, .order = order, .check = queen_check, .settle = queen_settle, .why_no_move = queen_why_no_move, .check_box = queen_check_box, .finish_box = queen_finish_box, .draw = queen_draw, .names = queen_names,
	.course = queen_course, .facts = queen_facts, .observe = queen_observe,
};
