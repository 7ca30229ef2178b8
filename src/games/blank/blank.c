/* Blank: the smallest game there is. Everybody passes in turn until the box says that it is enough.
 * Copy this folder to begin a new game; docs/adding.md goes through it. */
#include "core/game.h"

#define L(n) RULE('L', n)

enum { PASS, BLANK_MOVES };
enum { EVENT_PASSED, EVENT_OVER };
enum { STILL_PLAYING, SHARED };
enum { MAX_ROUNDS = 9 };

/* L1: seats take turns from seat 0 on. */
static void start(const struct box *b, struct state *s)
{
	(void)b;
	s->blank.seat = 0;
}

/* L2: the game is over when everybody has passed as often as the box says. */
static bool over(const struct box *b, const struct state *s)
{
	return s->blank.passes >= s->players * b->blank.rounds;
}

static int to_move(const struct box *b, const struct state *s)
{
	return over(b, s) ? OVER : s->blank.seat;
}

static int turn(const struct state *s)
{
	return s->blank.passes + 1;
}

static int why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	(void)move;
	if (!over(b, s))
		return 0;
	text_put(&t, "the game is over");
	return L(2);
}

static void legal(const struct box *b, const struct state *s, struct moves *out)
{
	out->n = 0;
	if (!over(b, s))
		out->id[out->n++] = PASS;
}

static void apply(const struct box *b, struct state *s, int move, struct events *told)
{
	must(move == PASS && !over(b, s));
	event_add(told, (struct event){ .what = EVENT_PASSED, .seat = s->blank.seat, .rule = L(1) });
	s->blank.passes++;
	s->blank.seat = (uint8_t)((s->blank.seat + 1) % s->players);
	if (over(b, s))
		event_add(told, (struct event){ .what = EVENT_OVER, .seat = NOBODY, .rule = L(2) });
}

static int weight(const struct box *b, const struct state *s, int move)
{
	(void)b, (void)s, (void)move;
	return 1;
}

static int source(const struct box *b, const struct state *s)
{
	(void)b, (void)s;
	return 0;
}

static void text(const struct box *b, const struct state *s, int move, int seat, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	(void)b, (void)s, (void)move, (void)seat;
	text_put(&t, "pass");
}

static const char *const seat_name[] = { "One", "Two", "Three", "Four", "Five" };

static void say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	(void)b, (void)s, (void)seat;
	if (e->what == EVENT_PASSED)
		text_form(&t, "%s passes.", &seat_name[e->seat], NULL);
	else
		text_put(&t, "Everybody has passed often enough.");
}

/* L3: nobody wins; all share the first place. */
static void score(const struct box *b, const struct state *s, int out[MAX_PLAYERS])
{
	(void)b;
	for (int i = 0; i < s->players; i++)
		out[i] = 0;
}

static void place(const struct box *b, const struct state *s, int out[MAX_PLAYERS])
{
	(void)b;
	for (int i = 0; i < s->players; i++)
		out[i] = 1;
}

static int fate(const struct box *b, const struct state *s, int seat)
{
	(void)seat;
	return over(b, s) ? SHARED : STILL_PLAYING;
}

static int ending(const struct box *b, const struct state *s)
{
	return over(b, s);
}

static int tally(const struct box *b, const struct state *s, int seat, struct line out[MAX_LINES])
{
	struct text t = text_on(out[0].words, MAX_TEXT);

	(void)b, (void)s, (void)seat;
	text_put(&t, "nothing to win");
	out[0].n = 0;
	out[0].rule = L(3);
	return 1;
}

static bool check(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	if (s->blank.passes > s->players * b->blank.rounds)
		text_put(&t, "passes is more than the rounds of the box allow");
	else if (s->blank.seat != s->blank.passes % s->players)
		text_put(&t, "seat is not the one whose turn it is after that many passes");
	return t.n == 0;
}

static bool check_box(const struct box *b, char out[MAX_TEXT])
{
	(void)b;
	out[0] = '\0';
	return true;
}

static void draw(const struct box *b, const struct state *s, int seat, int look, struct text *out)
{
	(void)seat, (void)look;
	text_form(out, "%d of %d passes\n", NULL, (int64_t[]){ s->blank.passes, s->players * b->blank.rounds });
}

struct tensor { uint8_t left; };

static const struct plane planes[] = { PLANE(tensor, left, 9, "passes until the end"), PLANE_END(tensor) };

static void observe(const struct box *b, const struct state *s, int seat, uint8_t *out)
{
	struct tensor *o = (struct tensor *)out;

	(void)seat;
	o->left = tensor_byte(s->players * b->blank.rounds - s->blank.passes);
}

static const struct option options[] = { { .name = NULL } };

static const struct field fields[] = {
	{ FIELD_NUMBER(state, blank.seat, "seat", 0, MAX_PLAYERS - 1) },
	{ FIELD_NUMBER(state, blank.passes, "passes", 0, MAX_ROUNDS * MAX_PLAYERS) },
	FIELD_END
};

static const struct field box_fields[] = {
	{ FIELD_NUMBER(box, blank.rounds, "rounds", 1, MAX_ROUNDS) },
	FIELD_END
};

static const struct box built_in = { .name = "built-in", .blank = { .rounds = 3 } };

static const char *const event_name[] = { "passed", "over", NULL };
static const char *const source_name[] = { NULL };
static const char *const fate_name[] = { "playing", "shared", NULL };
static const char *const ending_name[] = { "goes on", "everybody passed", NULL };

const struct game blank = {
	.name = "blank", .title = "Blank", .rules = 1, .num_moves = BLANK_MOVES, .num_actions = BLANK_MOVES, .min_players = 1, .max_players = MAX_PLAYERS,
	.max_length = MAX_ROUNDS * MAX_PLAYERS,
	.options = options, .fields = fields, .box_fields = box_fields, .box = &built_in,
	.seats = seat_name, .events = event_name, .sources = source_name, .fates = fate_name, .endings = ending_name,
	.planes = planes,
	.start = start, .to_move = to_move, .turn = turn, .legal = legal, .weight = weight, .source = source, .apply = apply,
	.why = why, .text = text, .say = say, .score = score, .place = place, .fate = fate, .ending = ending, .tally = tally,
	.check = check, .check_box = check_box, .draw = draw, .observe = observe,
};
