/* What the files of Mississippi Queen share among themselves. The only name the folder gives away is `queen` (queen.c). */
#ifndef QUEEN_QUEEN_H
#define QUEEN_QUEEN_H

#include "core/game.h"

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
	X(LAID, "laid") X(STOCKED, "stocked") X(PLATFORM, "platform")
#define QUEEN_EVENT_ENUM(id, name) EVENT_##id,
enum { QUEEN_EVENTS(QUEEN_EVENT_ENUM) };

extern const char *const queen_heading_name[QUEEN_SIDES];
extern const char *const queen_cusp_name[CUSPS];
extern const char *const queen_ship_name[MAX_PLAYERS];
extern const char *const queen_event_name[], *const queen_fate_name[], *const queen_ending_name[];

/* river.c: the hexes and how tiles join --------------------------------- */

extern const int8_t queen_cell_q[QUEEN_CELLS], queen_cell_r[QUEEN_CELLS];       /* axial, the tile looking north */
extern const int8_t queen_side_q[QUEEN_SIDES], queen_side_r[QUEEN_SIDES];

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
	return queen_turned(q->heading[tile] - q->heading[tile - 1], 1);
}

/* Neighbours of a cell by the tile's own directions, as cell + 1; 0: none. Inside the tile, and over the nine edges to the next and
 * the previous one, by the cusp at which they join (Q35). */
extern const uint8_t queen_inside[QUEEN_CELLS][QUEEN_SIDES], queen_onward[CUSPS][QUEEN_CELLS][QUEEN_SIDES], queen_back[CUSPS][QUEEN_CELLS][QUEEN_SIDES];

/* The hex that way from (tile, cell), land or water; -1: none. Every search spends its time here. */
static inline int queen_beside(const struct queen *q, int tile, int cell, int side)
{
	int to;

	if ((to = queen_inside[cell][side]))
		return queen_hex(tile, to - 1);
	if (tile + 1 < q->laid && (to = queen_onward[queen_cusp(q, tile + 1)][cell][side]))
		return queen_hex(tile + 1, to - 1);
	if (tile > q->first && (to = queen_back[queen_cusp(q, tile)][cell][side]))
		return queen_hex(tile - 1, to - 1);
	return -1;
}

static inline int queen_next(const struct queen *q, int hex, int heading)       /* the same, by the heading of a ship */
{
	int tile = hex / QUEEN_CELLS;

	return queen_beside(q, tile, hex % QUEEN_CELLS, queen_turned(heading, -q->heading[tile]));
}

static inline bool queen_is_land(const struct box *b, const struct queen *q, int hex)
{
	return b->queen.tile[q->tile[hex / QUEEN_CELLS]].land >> hex % QUEEN_CELLS & 1;
}

int  queen_off(const struct queen *q, int hex, int heading);    /* no hex there: Q32, Q33 or Q34 */
int  queen_progress(int cell);                  /* how far along its tile a cell lies: -4 .. 4 (A5) */
int  queen_heading_at(int heading, int cusp);   /* of a tile joined there to one of that heading */
bool queen_overlaps(const struct queen *q, int cusp);   /* would the next tile lie on one still on the table? */
bool queen_is_entry(const struct box *b, const struct queen *q, int hex);       /* Q98, Q99 */
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

int  queen_passengers(const struct queen_ship *ship);
int  queen_ship_at(const struct state *s, int hex, int but);    /* racing ship on it, other than `but`; -1: none */
int  queen_spare_turns(const struct box *b, const struct queen *q);     /* 60-degree turns the mover can still pay for (Q39, Q40) */
int  queen_stock(const struct box *b, const struct state *s, int tile);         /* passengers placed on a tile of the river (Q100) */
int  queen_speed_cost(const struct box *b, int from, int to);   /* coal (Q16, Q17) */
bool queen_boards(const struct box *b, const struct state *s, int seat, int hex);       /* would it take a passenger there? (Q101..Q109) */
bool queen_lands(const struct box *b, const struct state *s, int seat, int hex);        /* after its pick-up (Q125..Q128) */

/* A turn being tried out. One is made for a position and serves all questions about it. */
struct queen_trial {
	const struct box *b;
	const struct state *s;
	const struct queen *q;
	int     mover, spare;           /* turns it can still pay for */
	bool    intro;
	int     ships;
	uint8_t ship[MAX_PLAYERS];      /* hexes of the other racing ships; they, what is taken and the trail change as the search goes, and come back */
	uint32_t taken[QUEEN_TILES];    /* cells of land or of a ship, by tile */
	int     trailed;
	uint8_t trail[QUEEN_TRAIL];
	int     known_points, known_turns;      /* a way of so many points without pushes is known to need at most so many turns */
};

void queen_try(struct queen_trial *t, const struct box *b, const struct state *s);
int  queen_target_refusal(const struct queen_trial *t, int from, int heading);  /* a ship pushed off `from`: Q60 .. Q65, or 0 */

/* Can a complete move still follow (Q166) if the mover sets that speed, turns that way, steps there, pushes the rival there? */
bool queen_can_sail(struct queen_trial *t, int speed);
bool queen_can_turn(struct queen_trial *t, int by);
bool queen_can_step(struct queen_trial *t, int to);
bool queen_can_push(struct queen_trial *t, int to);

/* rules.c, words.c, reach.c, data.c, box.c, draw.c ------------------------ */

void queen_start(const struct box *b, struct state *s);
int  queen_to_move(const struct box *b, const struct state *s);
int  queen_refusal(const struct box *b, const struct state *s, int move);       /* 0, or the rule that forbids it */
void queen_legal(const struct box *b, const struct state *s, struct moves *out);
void queen_apply(const struct box *b, struct state *s, int move, struct events *told);
void queen_order(const struct state *s, uint8_t out[MAX_PLAYERS]);      /* all ships by the order rule (Q117..Q121) */
void queen_place(const struct box *b, const struct state *s, int out[MAX_PLAYERS]);

int  queen_why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT]);
void queen_text(const struct box *b, const struct state *s, int move, int seat, char out[MAX_TEXT]);
void queen_say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT]);
int  queen_tally(const struct box *b, const struct state *s, int seat, struct line out[MAX_LINES]);

int  queen_plans(const struct box *b, const struct state *s, struct plan *out, int cap);

bool queen_check(const struct box *b, const struct state *s, char out[MAX_TEXT]);
extern const struct field queen_fields[], queen_plan_fields[];

bool queen_check_box(const struct box *b, char out[MAX_TEXT]);
extern const struct field queen_box_fields[];
extern const struct box queen_built_in;

void queen_draw(const struct box *b, const struct state *s, int seat, int look, struct text *out);

#endif
