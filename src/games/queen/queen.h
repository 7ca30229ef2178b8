/* What the files of Mississippi Queen share among themselves. Other folders see `queen` (queen.c) and `queen_bots` (bot_eval.c) only. */
#ifndef QUEEN_QUEEN_H
#define QUEEN_QUEEN_H

#include "core/sentence.h"

#define Q(n) RULE('Q', n)

/* Moves. One small decision each; a turn is several of them (Q143). */
enum {
	MOVE_SPEED    = 0,                              /* + speed - 1 */
	MOVE_LEFT     = MOVE_SPEED + QUEEN_POINTS,
	MOVE_RIGHT,
	MOVE_AHEAD,
	MOVE_PUSH,                                      /* + heading */
	MOVE_END      = MOVE_PUSH + QUEEN_SIDES,
	MOVE_FACE,                                      /* + heading */
	MOVE_TILE     = MOVE_FACE + QUEEN_SIDES,        /* chance: + place of the tile in the box */
	MOVE_DIE      = MOVE_TILE + QUEEN_TILES,        /* chance: + cusp */
	MOVE_PLATFORM = MOVE_DIE + CUSPS,               /* chance: + cusp */
	QUEEN_MOVES   = MOVE_PLATFORM + CUSPS
};

enum { SOURCE_DIE, SOURCE_TILES };
enum { NO_COLOUR = 255, NO_CELL = 255, COLOUR_RED = 0, COLOUR_BROWN = 1 };

/* One list makes the events, their names and their count. */
#define QUEEN_EVENTS(X) \
	X(ROUND, "round") X(TURN, "turn") X(SPEED, "speed") X(TURNED, "turned") X(AHEAD, "ahead") X(BUMPED, "bumped") \
	X(PUSHED, "pushed") X(FACED, "faced") X(BOARDED, "boarded") X(LANDED, "landed") X(LAST_AFLOAT, "last_afloat") \
	X(CAPPED, "capped") X(AGROUND, "aground") X(STRAGGLER, "straggler") X(REMOVED, "removed") X(ROLLED, "rolled") \
	X(LAID, "laid") X(STOCKED, "stocked") X(PLATFORM, "platform") X(TOO_FAST, "too_fast")
#define QUEEN_EVENT_ENUM(id, name) EVENT_##id,
enum { QUEEN_EVENTS(QUEEN_EVENT_ENUM) };

extern const char *const queen_heading_name[QUEEN_SIDES];
extern const char *const queen_cusp_name[CUSPS];
extern const char *const queen_ship_name[MAX_PLAYERS];
extern const char queen_too_fast_words[];       /* for who is about to stop there */
extern const struct story queen_story;
extern const struct hint queen_hint;
extern const struct sentence_place queen_places[];      /* what its sentences can name (core/sentence.h) */
extern const char *const queen_event_name[], *const queen_fate_name[], *const queen_ending_name[];

/* river.c: the hexes and how tiles join --------------------------------- */

extern const int8_t queen_cell_q[QUEEN_CELLS], queen_cell_r[QUEEN_CELLS];       /* axial, the tile looking north */
extern const int8_t queen_side_q[QUEEN_SIDES], queen_side_r[QUEEN_SIDES];

static inline int queen_progress(int cell)              /* how far along its tile a cell lies: -4 .. 4 (A5) */
{
	return -(queen_cell_q[cell] + 2 * queen_cell_r[cell]);
}

static inline int queen_hex(int tile, int cell)
{
	return tile * QUEEN_CELLS + cell;
}

static inline int queen_turned(int heading, int by)     /* by: -6 .. 6 */
{
	int h = heading + by;
	return h >= QUEEN_SIDES ? h - QUEEN_SIDES : h < 0 ? h + QUEEN_SIDES : h;
}

/* Where tile 1 .. laid-1 joins the one before it. */
static inline int queen_cusp(const struct queen *q, int tile)
{
	static const uint8_t joined[8] = { LEFT_CUSP, MIDDLE_CUSP, RIGHT_CUSP, [4] = RIGHT_CUSP, [6] = LEFT_CUSP };     /* 4: from NORTHWEST to NORTH */

	return joined[(q->heading[tile] - q->heading[tile - 1] + 1) & 7];
}

/* The cell on that side of a cell, by the tile's own directions. Those on the next tile have QUEEN_ONWARD added, those on the previous one
 * QUEEN_BACK; QUEEN_SHORE: none. First by the cusp at which the tile joins the previous one, then by the one that takes the next; CUSPS: no
 * tile there (Q35). */
enum { QUEEN_REAR = 5, QUEEN_ONWARD = QUEEN_CELLS, QUEEN_BACK = 2 * QUEEN_CELLS, QUEEN_SHORE = 3 * QUEEN_CELLS };
extern const uint8_t queen_near[CUSPS + 1][CUSPS + 1][2 * QUEEN_SIDES][QUEEN_CELLS];

/* Over the edge of a tile: cells of its rear row lie beside the tile before it, all others beside the one after it. -1: no hex there. */
static inline int queen_across(const struct queen *q, int tile, int cell, int side)
{
	if (cell < QUEEN_REAR) {
		int to = tile > q->first ? queen_near[queen_cusp(q, tile)][CUSPS][side][cell] : QUEEN_SHORE;
		return to < QUEEN_SHORE ? queen_hex(tile - 1, to - QUEEN_BACK) : -1;
	}
	int to = tile + 1 < q->laid ? queen_near[CUSPS][queen_cusp(q, tile + 1)][side][cell] : QUEEN_SHORE;
	return to < QUEEN_SHORE ? queen_hex(tile + 1, to - QUEEN_ONWARD) : -1;
}

/* The hex that way from (tile, cell), land or water; -1: none. */
static inline int queen_beside(const struct queen *q, int tile, int cell, int side)
{
	int to = queen_near[CUSPS][CUSPS][side][cell];

	return to < QUEEN_SHORE ? queen_hex(tile, to) : queen_across(q, tile, cell, side);
}

static inline int queen_next(const struct queen *q, int hex, int heading)       /* the same, by the heading of a ship */
{
	int tile = hex / QUEEN_CELLS;

	return queen_beside(q, tile, hex % QUEEN_CELLS, queen_turned(heading, -q->heading[tile]));
}

static inline int queen_ahead(const struct queen *q, const struct queen_ship *ship)      /* the hex before its bow */
{
	return queen_beside(q, ship->tile, ship->cell, queen_turned(ship->heading, -q->heading[ship->tile]));
}

static inline bool queen_is_land(const struct box *b, const struct queen *q, int hex)
{
	return b->queen.tile[q->tile[hex / QUEEN_CELLS]].land >> hex % QUEEN_CELLS & 1;
}

/* Tiles of the river that are fewer than so many apart do not lie on one another, and only those that are joined touch: with two, three or four steps
 * between them, however they bend, their centres are at least 8 hexes apart, and no cell lies further than 3 from its centre. */
enum { QUEEN_APART = 5 };

extern const uint32_t queen_entry[CUSPS];       /* cells that the landing platform touches, by its cusp */

/* Q98. Q99: land among them does not count. */
static inline bool queen_is_entry(const struct box *b, const struct queen *q, int hex)
{
	if (q->platform == NO_CUSP || hex / QUEEN_CELLS != q->laid - 1)         /* Q138 */
		return false;
	return queen_entry[q->platform] >> hex % QUEEN_CELLS & 1 && !queen_is_land(b, q, hex);
}

int  queen_off(const struct queen *q, int hex, int heading);    /* no hex there: Q32, Q33 or Q34 */
int  queen_heading_at(int heading, int cusp);   /* of a tile joined there to one of that heading */
bool queen_overlaps(const struct queen *q, int cusp);   /* would the next tile lie on one still on the table? */
void queen_centre(const struct queen *q, int tile, int *col, int *row);         /* axial; the start tile's is 0, 0 */
void queen_turned_cell(int cell, int heading, int *col, int *row);      /* axial, from the centre of a tile of that heading */

/* turn.c: what the mover may still do ------------------------------------ */

static inline int queen_mover(const struct queen *q)
{
	return q->order[q->at];
}

static inline int queen_ship_hex(const struct queen_ship *ship)
{
	return queen_hex(ship->tile, ship->cell);
}

static inline bool queen_is_out(const struct queen_ship *ship)
{
	return ship->fate == QUEEN_AGROUND || ship->fate == QUEEN_STRAGGLER;
}

/* Q39: the first turn of a turn is free; Q40: each further one burns a coal; Q47: from the stock that speed is paid from. */
static inline int queen_spare_turns(const struct box *b, const struct queen *q)
{
	int unused = b->queen.free_turns - q->turns;

	return q->ship[queen_mover(q)].coal + (unused > 0 ? unused : 0);
}

/* Coal. Q16: one step up or down is free; Q17: each further step costs a coal. */
static inline int queen_speed_cost(const struct box *b, int from, int to)
{
	int change = to > from ? to - from : from - to;

	return change > b->queen.free_change ? change - b->queen.free_change : 0;
}

int  queen_stock(const struct box *b, const struct state *s, int tile);         /* passengers placed on a tile of the river (Q100) */

static inline int queen_passengers(const struct queen_ship *ship)
{
	int n = 0;

	for (unsigned left = ship->boarded; left; left &= left - 1)
		n++;
	return n;
}

/* The racing ship on a hex, other than `but`; -1: none. Q80: a ship that has landed or is out is not in the water. */
static inline int queen_ship_at(const struct state *s, int hex, int but)
{
	const struct queen *q = &s->queen;
	int tile = hex / QUEEN_CELLS, cell = hex % QUEEN_CELLS;

	for (int i = 0; i < s->players; i++)
		if (q->ship[i].cell == cell && q->ship[i].tile == tile && i != but && q->ship[i].fate == QUEEN_RACING)
			return i;
	return -1;
}

/* Would it take a passenger there? Q101, Q108: at the shown speed 1, on a dock. Q104: never more than needed; Q105: once from an island; Q106:
 * while there are any. */
static inline bool queen_boards(const struct box *b, const struct state *s, int seat, int hex)
{
	const struct queen *q = &s->queen;
	const struct queen_ship *ship = &q->ship[seat];
	int tile = hex / QUEEN_CELLS;

	if (s->option[QUEEN_MODE] == MODE_INTRO)                /* Q13 */
		return false;
	return ship->speed == QUEEN_SLOW && b->queen.tile[q->tile[tile]].dock == hex % QUEEN_CELLS && q->waiting[tile] > 0 &&
		queen_passengers(ship) < b->queen.needed && !(ship->boarded >> tile & 1);
}

/* Does it land there, after its pick-up? Q125: in the introductory race any speed lands; else Q127, speed 1, and Q128, two passengers aboard. */
static inline bool queen_lands(const struct box *b, const struct state *s, int seat, int hex)
{
	const struct queen_ship *ship = &s->queen.ship[seat];

	if (!queen_is_entry(b, &s->queen, hex))
		return false;
	return s->option[QUEEN_MODE] == MODE_INTRO || (ship->speed == QUEEN_SLOW && queen_passengers(ship) >= b->queen.needed);
}

bool queen_too_fast(const struct box *b, const struct state *s, int seat, int hex, int speed);        /* at speed 1 it would take one (Q102) */

/* A turn being tried out. One is made for a position and serves all questions about it. */
struct queen_trial {
	const struct box *b;
	const struct state *s;
	const struct queen *q;
	const struct queen_ship *ship;  /* of the mover */
	int     mover, spare;           /* turns it can still pay for */
	bool    intro;
	unsigned known;                 /* a bit for each tile that was looked at */
	struct queen_waters {           /* they and the trail change as the search goes, and come back */
		const uint8_t (*near)[QUEEN_CELLS];     /* its part of queen_near, by the heading of a ship */
		uint64_t taken;         /* cells of land or of a rival that races, and all that is not on this tile: QUEEN_ONWARD and above */
		uint32_t ships;         /* cells of a rival */
		unsigned first;         /* hex */
	} waters[QUEEN_TILES];
	struct queen_waters *here;      /* where the last straight part began */
	int     trailed;
	uint8_t trail[QUEEN_TRAIL];
	int     stop;                   /* the hex of the rival at which the last straight part ended; NO_CELL: at the shore */
};

void queen_try(struct queen_trial *t, const struct box *b, const struct state *s);
int  queen_target_refusal(const struct queen_trial *t, int from, int heading);  /* a ship pushed off `from`: Q60 .. Q65, or 0 */

/* Can a complete move still follow (Q166) if the mover turns that way, or steps ahead? Is there any at the beginning of a turn? */
bool queen_can_turn(struct queen_trial *t, int by);
bool queen_can_step(struct queen_trial *t);
bool queen_has_move(const struct box *b, const struct state *s);

/* The same for all speeds that it can pay for, a bit for each; for turns and a step ahead while there are points, with that many turns that it can pay for,
 * where `sure` says that one of them is possible; for all sides to which the rival can be pushed. */
enum { QUEEN_LEFT = 1, QUEEN_RIGHT = 2, QUEEN_AHEAD = 4 };
unsigned queen_speeds(const struct box *b, const struct state *s);
unsigned queen_ways(const struct box *b, const struct state *s, int spare, bool sure);
unsigned queen_pushes(const struct box *b, const struct state *s);

/* rules.c, words.c, reach.c, facts.c, data.c, box.c, draw.c, observe.c ------------------------ */

void queen_start(const struct box *b, struct state *s);
int  queen_to_move(const struct box *b, const struct state *s);
int  queen_refusal(const struct box *b, const struct state *s, int move);       /* 0, or the rule that forbids it */
void queen_legal(const struct box *b, const struct state *s, struct moves *out);
void queen_apply(const struct box *b, struct state *s, int move, struct events *told);
void queen_board(const struct box *b, struct state *s, int seat, struct events *told);  /* where that ship is, if it may (Q101..Q109) */
void queen_order(const struct state *s, uint8_t out[MAX_PLAYERS]);      /* all ships by the order rule (Q117..Q121) */
void queen_place(const struct box *b, const struct state *s, int out[MAX_PLAYERS]);

int  queen_why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT]);
int  queen_why_no_move(const struct box *b, const struct state *s, const char *typed, char out[MAX_TEXT]);
void queen_text(const struct box *b, const struct state *s, int move, int seat, char out[MAX_TEXT]);
void queen_say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT]);
int  queen_tally(const struct box *b, const struct state *s, int seat, struct line out[MAX_LINES]);

int  queen_plans(const struct box *b, const struct state *s, struct plan *out, int cap);
void queen_course(const struct box *b, const struct state *s, const struct plan *p, struct text *out);
void queen_facts(const struct box *b, const struct state *s, int move, struct text *out);

bool queen_check(const struct box *b, const struct state *s, char out[MAX_TEXT]);
void queen_settle(const struct box *b, struct state *s);                /* Q51 for a position that was set up */
void queen_out_check(const struct box *b, struct state *s, struct events *told);        /* Q51 for the mover, who is to set its speed */
extern const struct field queen_fields[], queen_plan_fields[];

bool queen_check_box(const struct box *b, char out[MAX_TEXT]);
void queen_finish_box(struct box *b);
extern const struct field queen_box_fields[];
extern const struct box queen_built_in;

void queen_names(const struct box *b, struct text *out);
void queen_draw(const struct box *b, const struct state *s, int seat, int look, struct text *out);

void queen_observe(const struct box *b, const struct state *s, int seat, uint8_t *out);
extern const struct plane queen_planes[];

#endif
