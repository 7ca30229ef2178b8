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

int queen_why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);
	int rule = queen_refusal(b, s, move);
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

/* What happened ------------------------------------------------------------ */

static void say_speed(const struct event *e, const char *ship, struct text *t)
{
	text_form(t, "%s sets speed %d", &ship, (int64_t[]){ e->n });
	if (e->thing > 0)
		text_form(t, " for %d coal", NULL, (int64_t[]){ e->thing });
	text_char(t, '.');
}

static void say_hex(struct text *t, int hex)
{
	text_form(t, "tile %d, cell %d", NULL, (int64_t[]){ hex / QUEEN_CELLS, hex % QUEEN_CELLS });
}

void queen_say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);
	const char *ship = e->seat < MAX_PLAYERS ? queen_ship_name[e->seat] : "";

	(void)s, (void)seat;
	switch (e->what) {
	case EVENT_ROUND:
		text_form(&t, "Round %d.", NULL, (int64_t[]){ e->n });
		break;
	case EVENT_TURN:
		text_form(&t, "%s is at the helm.", &ship, NULL);
		break;
	case EVENT_SPEED:
		say_speed(e, ship, &t);
		break;
	case EVENT_TURNED:
		text_form(&t, e->n ? "%s turns %s for 1 coal." : "%s turns %s.", (const char *[]){ ship, queen_heading_name[e->thing] }, NULL);
		break;
	case EVENT_AHEAD:
		text_form(&t, "%s steams ahead to ", &ship, NULL);
		say_hex(&t, e->place);
		text_char(&t, '.');
		break;
	case EVENT_BUMPED:
		text_form(&t, "%s bumps into %s on ", (const char *[]){ ship, queen_ship_name[e->thing] }, NULL);
		say_hex(&t, e->place);
		text_char(&t, '.');
		break;
	case EVENT_PUSHED:
		text_form(&t, "%s is pushed %s by %s to ", (const char *[]){ ship, queen_heading_name[e->n], queen_ship_name[e->thing] }, NULL);
		say_hex(&t, e->place);
		text_char(&t, '.');
		break;
	case EVENT_FACED:
		text_form(&t, "%s faces %s.", (const char *[]){ ship, queen_heading_name[e->thing] }, NULL);
		break;
	case EVENT_BOARDED:
		text_form(&t, "A passenger boards %s on tile %d; it has %d now.", &ship, (int64_t[]){ e->place, e->n });
		break;
	case EVENT_LANDED:
		text_form(&t, "%s docks at the landing platform as number %d.", &ship, (int64_t[]){ e->n });
		break;
	case EVENT_LAST_AFLOAT:
		text_form(&t, "%s is the last ship afloat.", &ship, NULL);
		break;
	case EVENT_CAPPED:
		text_form(&t, "%s is still on the river when the last of %d rounds is over.", &ship, (int64_t[]){ e->n });
		break;
	case EVENT_AGROUND:
		text_form(&t, "%s has no way left to move, runs aground and is out.", &ship, NULL);
		break;
	case EVENT_STRAGGLER:
		text_form(&t, "%s has fallen too far behind and is out.", &ship, NULL);
		break;
	case EVENT_REMOVED:
		text_form(&t, e->n ? "Tile %d is vacated and removed, %d waiting there with it." : "Tile %d is vacated and removed.",
			NULL, (int64_t[]){ e->place, e->n });
		break;
	case EVENT_ROLLED:
		text_form(&t, "%s rolls the die: %s.", (const char *[]){ ship, queen_cusp_name[e->thing] }, NULL);
		break;
	case EVENT_LAID:
		text_form(&t, "%s is joined at the %s cusp as tile %d.",
			(const char *[]){ b->queen.tile[e->thing].id, queen_cusp_name[e->n] }, (int64_t[]){ e->place });
		break;
	case EVENT_STOCKED:
		text_form(&t, e->n == 1 ? "%d passenger waits on tile %d." : "%d passengers wait on tile %d.", NULL, (int64_t[]){ e->n, e->place });
		break;
	case EVENT_PLATFORM:
		text_form(&t, "The landing platform is joined at the %s cusp of the last tile.", &queen_cusp_name[e->thing], NULL);
		break;
	default:
		panic("an event without a sentence");
	}
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
