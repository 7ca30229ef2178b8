/* Mississippi Queen in words: moves, reasons, what happened, and the count at the end. */
#include "queen.h"

const char *const queen_heading_name[QUEEN_SIDES] = { "N", "NE", "SE", "S", "SW", "NW" };
const char *const queen_cusp_name[CUSPS] = { "left", "middle", "right" };
const char *const queen_ship_name[MAX_PLAYERS] = { "Red", "Green", "Yellow", "Purple", "Blue" };

#define EVENT_NAME(id, name) name,
const char *const queen_event_name[] = { QUEEN_EVENTS(EVENT_NAME) NULL };

void queen_text(const struct box *b, const struct state *s, int move, int seat, char out[MAX_TEXT])
{
	static const char *const plain[] = { "left", "right", "ahead" };
	struct text t = text_on(out, MAX_TEXT);
	int tile = move - MOVE_TILE;

	(void)s, (void)seat;
	if (move < MOVE_LEFT)
		text_form(&t, "speed %d", NULL, (int64_t[]){ move - MOVE_SPEED + 1 });
	else if (move < MOVE_PUSH)
		text_put(&t, plain[move - MOVE_LEFT]);
	else if (move < MOVE_END)
		text_form(&t, "push %s", &queen_heading_name[move - MOVE_PUSH], NULL);
	else if (move == MOVE_END)
		text_put(&t, "end");
	else if (move < MOVE_TILE)
		text_form(&t, "face %s", &queen_heading_name[move - MOVE_FACE], NULL);
	else if (move < MOVE_DIE && tile < b->queen.tiles)
		text_form(&t, "tile %s", (const char *[]){ b->queen.tile[tile].id }, NULL);
	else if (move < MOVE_DIE)                               /* a box with fewer tiles: the id exists, the tile does not */
		text_form(&t, "tile #%d", NULL, (int64_t[]){ tile });
	else if (move < MOVE_PLATFORM)
		text_form(&t, "die %s", &queen_cusp_name[move - MOVE_DIE], NULL);
	else
		text_form(&t, "platform %s", &queen_cusp_name[move - MOVE_PLATFORM], NULL);
}

/* Reasons. Each takes two numbers from numbers_for() where it wants them. --- */

static const struct { uint8_t rule; const char *form; } reason[] = {
	{ 8,   "first a tile is joined to the start tile, by chance" },
	{ 10,  "first every ship chooses the way it faces: face N, NE, SE, S, SW or NW" },
	{ 14,  "first set your speed; turning and moving come after it" },
	{ 18,  "no ship goes faster than %d" },
	{ 19,  "no ship goes slower than 1" },
	{ 20,  "that change of speed costs %d coal and you have %d" },
	{ 21,  "your speed is set for this turn and cannot change any more" },
	{ 28,  "no movement points are left; turn if you like, then end" },
	{ 29,  "all movement points must be used: %d left" },
	{ 31,  "there is land ahead" },
	{ 32,  "that leads off the river" },
	{ 33,  "the tile ahead has been removed" },
	{ 34,  "nothing has been laid ahead of the newest tile yet" },
	{ 46,  "your free turn is used and you have no coal for another" },
	{ 57,  "there is no ship to push: you must steam onto its hex first" },
	{ 59,  "a ship is in the way: entering costs one point and pushing another, and you have one" },
	{ 61,  "a ship cannot be pushed onto land" },
	{ 62,  "a ship cannot be pushed off the river" },
	{ 63,  "another ship is there" },
	{ 64,  "a ship cannot be pushed onto the hex you came from" },
	{ 65,  "a ship cannot be pushed onto a hex you have used this turn" },
	{ 66,  "a ship is in the way and there is nowhere to push it" },
	{ 69,  "no ship has been pushed that could be faced" },
	{ 71,  "first the pushed ship is faced by its owner: face N, NE, SE, S, SW or NW" },
	{ 81,  "a tile is laid only when a ship has reached the newest one" },
	{ 82,  "first chance lays the next tile" },
	{ 90,  "the tile would lie on another one there: roll again" },
	{ 96,  "that tile is not in the pile" },
	{ 97,  "the landing platform is rolled for once, after the last tile" },
	{ 135, "the race is over" },
	{ 146, "first push the ship off your hex: push N, NE, SE, S, SW or NW" },
	{ 166, "after that the turn could not be completed: the ship would run aground" },
};

static void numbers_for(const struct box *b, const struct state *s, int move, int rule, int64_t n[2])
{
	const struct queen *q = &s->queen;

	if (rule == Q(18)) {
		n[0] = b->queen.speed_max;
	} else if (rule == Q(20)) {
		n[0] = queen_speed_cost(b, q->ship[queen_mover(q)].speed, move - MOVE_SPEED + 1);
		n[1] = q->ship[queen_mover(q)].coal;
	} else if (rule == Q(29)) {
		n[0] = q->points;
	}
}

/* The sentence of a rule that forbids a move; of 0 there is none. */
static int give_reason(const struct box *b, const struct state *s, int move, int rule, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);
	int64_t n[2] = { 0, 0 };

	for (size_t i = 0; rule && i < sizeof reason / sizeof reason[0]; i++)
		if (Q(reason[i].rule) == rule) {
			numbers_for(b, s, move, rule, n);
			text_form(&t, reason[i].form, NULL, n);
			return rule;
		}
	must(rule == 0);
	return 0;
}

int queen_why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT])
{
	return give_reason(b, s, move, queen_refusal(b, s, move), out);
}

/* A speed that is on no dial: "speed 7", "speed 0", "speed -1". When it is no time to set a speed, that is the reason. */
int queen_why_no_move(const struct box *b, const struct state *s, const char *typed, char out[MAX_TEXT])
{
	const char *speed = text_after(typed, "speed ");
	bool low = speed && (*speed == '-' || *speed == '0');

	if (!speed || !text_is_digits(speed + (*speed == '-')))
		return 0;
	int rule = s->queen.phase == QUEEN_SPEED ? Q(18) : queen_refusal(b, s, MOVE_SPEED);
	return give_reason(b, s, MOVE_SPEED, rule == Q(18) && low ? Q(19) : rule, out);
}

/* What happened ------------------------------------------------------------ */

static void put_ship(const struct telling *of, struct text *t)
{
	text_put(t, queen_ship_name[of->e->seat]);
}

static void put_rival(const struct telling *of, struct text *t)
{
	text_put(t, queen_ship_name[of->e->thing]);
}

static void put_coal(const struct telling *of, struct text *t)
{
	text_int(t, of->e->thing);
}

static void put_tile(const struct telling *of, struct text *t)
{
	text_int(t, of->e->place);
}

/* "tile 4"; the first one has a name, for nobody counts from 0. */
static void put_where(const struct telling *of, struct text *t)
{
	if (of->e->place == 0)
		text_put(t, "the start tile");
	else
		text_form(t, "tile %d", NULL, (int64_t[]){ of->e->place });
}

static void put_hex(const struct telling *of, struct text *t)
{
	text_form(t, "tile %d, cell %d", NULL, (int64_t[]){ of->e->place / QUEEN_CELLS, of->e->place % QUEEN_CELLS });
}

static void put_heading(const struct telling *of, struct text *t)
{
	text_put(t, queen_heading_name[of->e->thing]);
}

static void put_side(const struct telling *of, struct text *t)
{
	text_put(t, queen_heading_name[of->e->n]);
}

static const char *const heading_word[QUEEN_SIDES] = { "north", "north-east", "south-east", "south", "south-west", "north-west" };

static void put_way(const struct telling *of, struct text *t)  /* the same, in a word */
{
	text_put(t, heading_word[of->e->n]);
}

static void put_bow(const struct telling *of, struct text *t)  /* of a heading, in a word */
{
	text_put(t, heading_word[of->e->thing]);
}

static void put_rolled(const struct telling *of, struct text *t)
{
	text_put(t, queen_cusp_name[of->e->thing]);
}

static void put_cusp(const struct telling *of, struct text *t)
{
	text_put(t, queen_cusp_name[of->e->n]);
}

static void put_id(const struct telling *of, struct text *t)
{
	text_put(t, of->b->queen.tile[of->e->thing].id);
}

const struct sentence_place queen_places[] = {
	{ "ship", put_ship },           /* to which it happened */
	{ "rival", put_rival },         /* the other ship of a bump or a push */
	{ "n", sentence_put_n },                 /* a round, a speed, a number of passengers or of ships */
	{ "coal", put_coal }, { "hex", put_hex }, { "heading", put_heading }, { "bow", put_bow },
	{ "side", put_side }, { "way", put_way },       /* to which a ship is pushed */
	{ "tile", put_tile },           /* its number along the river */
	{ "where", put_where },         /* the same in words */
	{ "id", put_id },               /* what is printed on a tile */
	{ "rolled", put_rolled }, { "cusp", put_cusp },
	{ NULL, NULL },
};

const char queen_too_fast_words[] = "Too fast to board: it takes speed 1.";

#define SAY(id, words) [EVENT_##id] = { .of = { words } }
#define SAY_BY(id, by, ...) [EVENT_##id] = { .way = by, .of = { __VA_ARGS__ } }
static const struct sentence sentences[] = {
	SAY(ROUND, "Round {n}."),
	SAY(TURN, "{ship} is at the helm."),
	SAY_BY(SPEED, sentence_by_thing, "{ship} sets speed {n}.", "{ship} sets speed {n} for {coal} coal."),
	SAY_BY(TURNED, sentence_by_n, "{ship} turns {heading}.", "{ship} turns {heading} for {n} coal."),
	SAY(AHEAD, "{ship} steams ahead to {hex}."),
	SAY(BUMPED, "{ship} bumps into {rival} on {hex}."),
	SAY(PUSHED, "{ship} is pushed {side} by {rival} to {hex}."),
	SAY(FACED, "{ship} faces {heading}."),
	SAY(BOARDED, "A passenger boards {ship} on tile {tile}; it has {n} now."),
	SAY(LANDED, "{ship} docks at the landing platform as number {n}."),
	SAY(LAST_AFLOAT, "{ship} is the last ship afloat."),
	SAY(CAPPED, "{ship} is still on the river when the last of {n} rounds is over."),
	SAY(AGROUND, "{ship} has no way left to move, runs aground and is out."),
	SAY(STRAGGLER, "{ship} has fallen too far behind and is out."),
	SAY_BY(REMOVED, sentence_by_n, "Tile {tile} is vacated and removed.", "Tile {tile} is vacated and removed, {n} waiting there with it."),
	SAY(ROLLED, "{ship} rolls the die: {rolled}."),
	SAY(LAID, "{id} is joined at the {cusp} cusp as tile {tile}."),
	SAY_BY(STOCKED, sentence_by_one, "{n} passenger waits on tile {tile}.", "{n} passengers wait on tile {tile}."),
	SAY(PLATFORM, "The landing platform is joined at the {rolled} cusp of the last tile."),
	SAY(TOO_FAST, "{ship} stops at the pier of tile {tile} at speed {n}, too fast to board: it takes speed 1."),
};

static const struct catalogue catalogue = { sentences, sizeof sentences / sizeof sentences[0], queen_places };

void queen_say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT])
{
	(void)seat;
	sentence_say(&catalogue, b, s, e, out);
}

/* The count: the rulebook knows places, not points. The score of a ship is the number of ships behind it. ---- */

int queen_tally(const struct box *b, const struct state *s, int seat, struct line out[MAX_LINES])
{
	static const struct { const char *words; uint16_t rule; } how[QUEEN_FATES] = {
		[QUEEN_RACING]      = { "racing", Q(116) },
		[QUEEN_LANDED]      = { "docked at the landing platform", Q(132) },
		[QUEEN_LAST_AFLOAT] = { "last ship afloat", Q(136) },
		[QUEEN_CAPPED]      = { "on the river when the rounds were over", Q(139) },
		[QUEEN_AGROUND]     = { "out: ran aground", Q(137) },
		[QUEEN_STRAGGLER]   = { "out: fell too far behind", Q(137) },
	};
	const struct queen_ship *ship = &s->queen.ship[seat];
	struct text t = text_on(out[0].words, MAX_TEXT);
	int place[MAX_PLAYERS];

	queen_place(b, s, place);
	text_form(&t, "place %d, %s", &how[ship->fate].words, (int64_t[]){ place[seat] });
	out[0].n = s->players - place[seat];
	out[0].rule = ship->fate == QUEEN_RACING && s->option[QUEEN_MODE] == MODE_INTRO ? Q(114) : how[ship->fate].rule;
	if (s->option[QUEEN_MODE] == MODE_INTRO || out[0].rule == Q(137))      /* Q13; Q56 */
		return 1;
	t = text_on(out[1].words, MAX_TEXT);
	text_form(&t, "%d of %d passengers aboard", NULL, (int64_t[]){ queen_passengers(ship), b->queen.needed });
	out[1].n = 0;
	out[1].rule = Q(128);
	return 2;
}
