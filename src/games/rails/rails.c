/* Small Railroad Empires with Freight on Board, as the rest of the program sees it. */
#include "rails.h"

static const char *const off_on[] = { "off", "on", NULL };
static const char *const on_empty[] = { "stop", "reshuffle", NULL };

static const char *const order[] = { "turning", "fixed", "passing", NULL };
static const char *const level[] = { "gentle", "keen", "fierce", NULL };

static const struct option options[] = {
	[RAILS_FREIGHT] = { .name = "freight", .values = off_on, .preset = 1, .help = "play with Freight on Board: ships that deliveries load" },
	[RAILS_ANY_ORDER] = { .name = "wild_any_order", .values = off_on, .ruling = "rails A4", .help = "a wild slot may be loaded before those on its left" },
	[RAILS_ON_EMPTY] = { .name = "on_empty", .values = on_empty, .ruling = "rails A8", .help = "when all ships have sailed: no more loading, or all come again" },
	[RAILS_ORDER] = { .name = "order", .values = order, .preset = ORDER_TURNING, .since = 2, .before = ORDER_FIXED, .ruling = "rails A24",
		.help = "who is next: each round runs the other way, always around from the same player, or the first player's marker passes on" },
	[RAILS_LEVEL] = { .name = "rival", .values = level, .preset = RIVAL_KEEN, .since = 2, .before = RIVAL_GENTLE, .ruling = "rails A25",
		.help = "how hard the rival of the solo game is" },
	[RAILS_OPTIONS] = { .name = NULL }
};

static const char *const sources[] = { "map", "goals", "contracts", "trains", "first", "ships", "rival", NULL };

/* R89: each round but the last sees a piece placed, and nobody has more than 31; a turn takes at most 20 moves, those of chance included. The
 * nine cards that a rival may resolve after one, with two draws each at most, are fewer than the turns of the three players who are not there. */
enum { MOST_MOVES = 40 + (RAILS_SIDES * RAILS_PIECES + 1) * (RAILS_SIDES * 20) };

static int ending(const struct box *b, const struct state *s)
{
	(void)b;
	return s->rails.ending;
}

/* Cards that were dealt are hidden, and how many routes are on offer depends on what they ask for (R105). */
static bool open(const struct box *b, const struct state *s)
{
	(void)b;
	return s->rails.phase != RAILS_ROUTE || s->rails.side[s->rails.active].dealt == 0;
}

const struct game rails = {
	.name = "rails",
	.title = "Small Railroad Empires",
	.rules = 2,
	.num_moves = RAILS_MOVES,
	.num_actions = RAILS_MOVE_LAY,
	.min_players = 1, .max_players = RAILS_SIDES,
	.max_length = MOST_MOVES,
	.options = options,
	.fields = rails_fields,
	.box_fields = rails_box_fields,
	.box = &rails_built_in,
	.old_boxes = rails_old_boxes,
	.seats = rails_player_name,
	.events = rails_event_name, .story = &rails_story, .hint = &rails_hint,
	.sources = sources,
	.fates = rails_fate_name,
	.endings = rails_ending_name,
	.planes = rails_planes,

	.start = rails_start,
	.to_move = rails_to_move,
	.turn = rails_turn,
	.legal = rails_legal,
	.weight = rails_weight, .chance = rails_chance,
	.source = rails_source,
	.apply = rails_apply,
	.view = rails_view,
	.guess = rails_guess,
	.why = rails_why,
	.text = rails_text,
	.say = rails_say,
	.score = rails_score,
	.place = rails_ranking,
	.fate = rails_fate,
	.ending = ending,
	.tally = rails_tally,
	.rival = rails_rival_tally,
	.open = open,
	.check = rails_check,
	.check_box = rails_check_box,
	.draw = rails_draw, .facts = rails_facts, .names = rails_names,
	.observe = rails_observe, .observe_again = rails_observe_again,
};
