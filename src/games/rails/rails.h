/* What the files of Small Railroad Empires share among themselves. The only name the folder gives away is `rails` (rails.c). */
#ifndef RAILS_RAILS_H
#define RAILS_RAILS_H

#include "core/game.h"

#define R(n) RULE('R', n)
#define F(n) RULE('F', n)

/* Moves. A hex, a factory, a city and a card are the same number in every game of a box, so that a text never depends on the state. */
enum {
	RAILS_MOVE_BUILD    = 0,                                        /* + hex of the map */
	RAILS_MOVE_DELIVER  = RAILS_MOVE_BUILD + RAILS_MAP,             /* + factory * ALL_CITIES + city */
	RAILS_MOVE_USE      = RAILS_MOVE_DELIVER + ALL_FACTORIES * ALL_CITIES,  /* + card * ROUTE_MOST + length - 1 */
	RAILS_MOVE_LOAD     = RAILS_MOVE_USE + TRAIN_CARDS * ROUTE_MOST,        /* + slot */
	RAILS_MOVE_BUY      = RAILS_MOVE_LOAD + FREIGHT_SLOTS,          /* + card */
	RAILS_MOVE_UNLOCK   = RAILS_MOVE_BUY + TRAIN_CARDS,             /* + ability */
	RAILS_MOVE_LOAN     = RAILS_MOVE_UNLOCK + RAILS_ABILITIES,
	RAILS_MOVE_REPAY,
	RAILS_MOVE_PASS,
	RAILS_MOVE_LAY,                                                 /* chance: + tile * 6 + turn */
	RAILS_MOVE_GOAL     = RAILS_MOVE_LAY + RAILS_TILES * 6,         /* chance: + achievement */
	RAILS_MOVE_CONTRACT = RAILS_MOVE_GOAL + RAILS_GOALS,            /* chance */
	RAILS_MOVE_DRAW     = RAILS_MOVE_CONTRACT + RAILS_CONTRACTS,    /* chance: + train card */
	RAILS_MOVE_FIRST    = RAILS_MOVE_DRAW + TRAIN_CARDS,            /* chance: + seat */
	RAILS_MOVE_SHIP     = RAILS_MOVE_FIRST + RAILS_SIDES,           /* chance: + ship */
	RAILS_MOVE_RIVAL    = RAILS_MOVE_SHIP + FREIGHT_SHIPS,          /* chance: + kind */
	RAILS_MOVES         = RAILS_MOVE_RIVAL + RIVAL_KINDS
};

enum { SOURCE_MAP, SOURCE_GOALS, SOURCE_CONTRACTS, SOURCE_TRAINS, SOURCE_FIRST, SOURCE_SHIPS, SOURCE_RIVAL };

/* One list makes the events, their names and their count. Those of the ships come as freight.h names them. */
#define RAILS_EVENTS(X) \
	X(NOTICE, "notice") X(LAID, "laid") X(GOAL, "goal") X(CONTRACT, "contract") X(DREW, "drew") X(OFFERED, "offered") X(FIRST, "first") \
	X(ROUND, "round") X(TURN, "turn") X(STARTED, "started") X(BUILT, "built") X(FEE, "fee") X(STAR, "star") X(DELIVERED, "delivered") \
	X(CARD, "card") X(CLAIMED, "claimed") X(BOUGHT, "bought") X(UNLOCKED, "unlocked") X(BORROWED, "borrowed") X(REPAID, "repaid") \
	X(DOCKED, "docked") X(LOADED, "loaded") X(NEUTRAL, "neutral") X(SLOT_BONUS, "slot_bonus") X(EXPORT, "export") X(TIE, "export_tie") \
	X(SAILED, "sailed") X(UNFILLED, "unfilled") X(RESHUFFLED, "reshuffled") \
	X(RIVAL, "rival") X(RIVAL_DELIVERED, "rival_delivered") X(SURVEYED, "surveyed") X(EXPANDED, "expanded") X(ACHIEVED, "achieved") \
	X(GAINED, "gained") X(LAST_ROUND, "last_round") X(CONTRACT_SHOWN, "contract_shown") X(SCORED, "scored")
#define RAILS_EVENT_ENUM(id, name) RAILS_EVENT_##id,
enum { RAILS_EVENTS(RAILS_EVENT_ENUM) };

#define TELL(told, WHAT, SEAT, RULE_ID, ...) ((told) \
	? event_add(told, (struct event){ .what = RAILS_EVENT_##WHAT, .seat = (uint8_t)(SEAT), .rule = RULE_ID, __VA_ARGS__ }) : (void)0)

extern const char *const rails_good_name[RAILS_GOODS + 1], *const rails_terrain_name[RAILS_TERRAINS], *const rails_class_name[TRAIN_CLASSES];
extern const char *const rails_track_name[2][RAILS_TERRAINS];    /* what a track on it is called: one, and more of them */
extern const char *const rails_player_name[RAILS_SIDES], *const rails_phase_name[RAILS_PHASES], *const rails_rival_name[RIVAL_KINDS];
extern const char *const rails_event_name[], *const rails_fate_name[], *const rails_ending_name[];

static inline int rails_bits(uint32_t of)               /* how many are set */
{
	int n = 0;

	for (; of; of &= of - 1)
		n++;
	return n;
}

static inline int rails_lowest(uint32_t of)             /* place of the lowest bit of a set that has one */
{
	return __builtin_ctz(of);
}

/* map.c: hexes, and what lies next to what ---------------------------------- */

struct hexes { uint32_t of[RAILS_TILES]; };             /* a set of hexes */

static inline const struct rails_hex *rails_hex(const struct box *b, int hex)
{
	return &b->rails.tile[hex / RAILS_HEXES].hex[hex % RAILS_HEXES];
}

static inline bool rails_has(const uint32_t of[RAILS_TILES], int hex)
{
	return of[hex / RAILS_HEXES] >> hex % RAILS_HEXES & 1;
}

static inline bool rails_in_play(const struct rails *g, int tile)
{
	return g->place[tile] != NO_PLACE;
}

static inline int rails_factory_hex(const struct box *b, int factory)   /* -1: the tile has no such factory */
{
	int tile = factory / RAILS_FACTORIES, hex = b->rails.tile[tile].factory[factory % RAILS_FACTORIES];

	return hex == NO_HEX ? -1 : tile * RAILS_HEXES + hex;
}

static inline int rails_city_hex(const struct box *b, int city)
{
	int tile = city / RAILS_CITIES, hex = b->rails.tile[tile].city[city % RAILS_CITIES];

	return hex == NO_HEX ? -1 : tile * RAILS_HEXES + hex;
}

static inline int rails_colours(const struct rails *g, int hex)         /* sides with a track there */
{
	int n = 0;

	for (int i = 0; i < g->sides; i++)
		n += rails_has(g->side[i].track, hex);
	return n;
}

static inline int rails_trains_in(const struct rails *g, int city)
{
	int n = 0;

	for (int i = 0; i < g->sides; i++)
		n += g->side[i].trains >> city & 1;
	return n;
}

struct hexes rails_neighbours(const struct box *b, const struct rails *g, int hex);     /* on tiles in play (R5, R98) */
struct hexes rails_component(const struct box *b, const struct rails *g, const struct hexes *of, int hex);       /* those of a set that hang together with that one */
int  rails_take(struct hexes *of);                                      /* the first of them, which is taken out; -1: none is left */
int  rails_city_on(const struct box *b, int hex);                       /* of a city hex */
int  rails_tiles(const struct box *b, const struct state *s);           /* in play */
void rails_place_at(const struct box *b, int centre, int turned, int hex, int out[2]);  /* axial q, r of a hex of a tile laid there */

/* network.c: what hangs together, and the longest way through it ---------------- */

/* The pieces between a factory and a city as a graph, and the longest route through it. */
enum { ROUTE_NODES = RAILS_PIECES + 1 };
struct routes {
	uint32_t next[ROUTE_NODES];     /* nodes beside each; the last is the city */
	uint32_t nodes;
	int8_t   hex[ROUTE_NODES];
	int8_t   start;                 /* the node of the factory */
	uint8_t  side, good;
	uint8_t  any;                   /* length of the longest route of all; 0: not asked for yet */
	uint32_t over;                  /* nodes that it is known to lead over */
};
struct outcome { uint8_t length; bool meets; };                         /* length: 1 .. ROUTE_MOST, where it stands for all longer ones */
/* A part of a network that hangs together, and the cities next to its tracks, a bit each: kept from one question to the next. */
struct reach { struct hexes pieces; unsigned cities; };
unsigned rails_reaches(const struct box *b, const struct rails *g, int side, int factory, struct reach *k);
void rails_open_routes(const struct box *b, const struct rails *g, int side, int factory, int city, struct routes *r); /* there must be one */
int  rails_outcomes(const struct box *b, const struct rails *g, struct routes *r, int card, struct outcome out[2]);
bool rails_meets(const struct box *b, const struct rails *g, const struct routes *r, int card, int length);     /* of an outcome of that length */

/* build.c ------------------------------------------------------------------------ */

int  rails_cost(const struct box *b, const struct state *s, int hex);   /* of the active player's next track there, all included (R103) */
int  rails_site_refusal(const struct box *b, const struct state *s, int hex);   /* R20 .. R25 */
int  rails_build_refusal(const struct box *b, const struct state *s, int hex);
void rails_build_legal(const struct box *b, const struct state *s, struct moves *out);
bool rails_can_build(const struct box *b, const struct state *s, int money);            /* some site costs no more */
void rails_put_track(const struct box *b, struct state *s, int side, int hex, struct events *told);     /* the piece and the star */
void rails_build(const struct box *b, struct state *s, int hex, struct events *told);

/* deliver.c ------------------------------------------------------------------------ */

bool rails_may_deliver(const struct box *b, const struct state *s);
int  rails_deliver_refusal(const struct box *b, const struct state *s, int factory, int city);
int  rails_use_refusal(const struct box *b, const struct state *s, int card, int length);
void rails_deliver_legal(const struct box *b, const struct state *s, struct moves *out);
void rails_use_legal(const struct box *b, const struct state *s, struct moves *out);
void rails_use(const struct box *b, struct state *s, int card, int length, struct events *told);
void rails_load(const struct box *b, struct state *s, int side, int good, int slot, struct events *told);
void rails_tell_freight(const struct freight_event *e, int money, struct events *told);
bool rails_asks_slot(const struct box *b, const struct state *s);       /* F48 */
void rails_put_train(const struct box *b, struct rails *g, int side, int city);

/* company.c: hands and market, loans, achievements, contracts ------------------------ */

static inline int rails_hand(const struct rails *g, int side)
{
	return g->side[side].dealt + g->side[side].bought;
}

static inline bool rails_holds(const struct rails *g, int side, int card)
{
	return g->where[card] == DEALT + side || g->where[card] == BOUGHT + side;
}

int  rails_in_deck(const struct rails *g);
int  rails_market(const struct rails *g, int place);                    /* the card there; -1: none */
void rails_slide(struct rails *g, int place, int to);                   /* the card there goes `to`, those on its right move left (R71) */
void rails_pay(struct rails *g, int side, int money);                   /* to it; less than 0: from it */
void rails_gain(struct rails *g, int side, int prestige);
int  rails_credit(const struct box *b, const struct state *s);          /* money in hand and from loans still allowed now */
int  rails_loan_refusal(const struct box *b, const struct state *s);
int  rails_repay_refusal(const struct box *b, const struct state *s);
unsigned rails_classes(const struct box *b, const struct rails *g, int side);            /* in its collection: a bit each */
/* How far a company that stands like `p` has come towards the n of a condition; what loans it has is not looked at. */
int  rails_progress(const struct rails *g, const struct rails_side *p, unsigned classes, const struct rails_condition *when);
bool rails_holds_true(const struct box *b, const struct rails *g, int side, const struct rails_condition *when);       /* of an achievement or a contract */
void rails_claim(const struct box *b, struct state *s, struct events *told);

/* rival.c ------------------------------------------------------------------------------ */

void rails_rival(const struct box *b, struct state *s, int kind, struct events *told);

/* rules.c, words.c, data.c, box.c, score.c, secrets.c, draw.c ---------------------------- */

void rails_start(const struct box *b, struct state *s);
int  rails_to_move(const struct box *b, const struct state *s);
int  rails_turn(const struct state *s);
int  rails_refusal(const struct box *b, const struct state *s, int move);
void rails_legal(const struct box *b, const struct state *s, struct moves *out);
int  rails_weight(const struct box *b, const struct state *s, int move);
int  rails_source(const struct box *b, const struct state *s);
void rails_apply(const struct box *b, struct state *s, int move, struct events *told);

void rails_view(const struct box *b, const struct state *s, int seat, struct state *out);
void rails_guess(const struct box *b, struct state *view, int seat, struct rng *r);

int  rails_why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT]);
void rails_text(const struct box *b, const struct state *s, int move, int seat, char out[MAX_TEXT]);
void rails_say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT]);
void rails_hex_name(const struct box *b, int hex, struct text *out);    /* "A7" */

void rails_score(const struct box *b, const struct state *s, int out[MAX_PLAYERS]);
void rails_ranking(const struct box *b, const struct state *s, int out[MAX_PLAYERS]);
int  rails_total(const struct box *b, const struct state *s, int side); /* R117 */
int  rails_fate(const struct box *b, const struct state *s, int seat);
int  rails_tally(const struct box *b, const struct state *s, int seat, struct line out[MAX_LINES]);
int  rails_rival_tally(const struct box *b, const struct state *s, struct line out[MAX_LINES]);

bool rails_check(const struct box *b, const struct state *s, char out[MAX_TEXT]);
extern const struct field rails_fields[];

bool rails_check_box(const struct box *b, char out[MAX_TEXT]);
extern const struct field rails_box_fields[];
extern const struct box rails_built_in;

void rails_draw(const struct box *b, const struct state *s, int seat, int look, struct text *out);

#endif
