/* What the files of Broadhorns share among themselves. The only name the folder gives away is `broadhorns` (broadhorns.c). */
#ifndef BROADHORNS_BROADHORNS_H
#define BROADHORNS_BROADHORNS_H

#include "core/game.h"

#define B(n) RULE('B', n)
#define FOB(n) RULE('F', n)     /* of Freight on Board */

/* Moves. */
enum {
	MOVE_MOVE     = 0,                              /* + spaces - 1 */
	MOVE_PORT     = MOVE_MOVE + BROAD_RIVER,
	MOVE_CURRENT,
	MOVE_ABANDON,                                   /* ends the expedition outside a port action */
	MOVE_STOP,                                      /* ends step 3 */
	MOVE_ICE,
	MOVE_NO_ICE,
	MOVE_BOAT,                                      /* + boat of the box */
	MOVE_BUY      = MOVE_BOAT + BROAD_BOATS,        /* + cargo */
	MOVE_BLIND    = MOVE_BUY + BROAD_CARGOES,
	MOVE_PEDDLE,                                    /* + cargo */
	MOVE_DONE     = MOVE_PEDDLE + BROAD_CARGOES,    /* with this part of the port action */
	MOVE_SELL,                                      /* + place of the barrel * SALES + space, or NO_SPACE */
	NO_SPACE      = BROAD_SPACES,
	SALES         = BROAD_SPACES + 1,
	MOVE_CLAIM    = MOVE_SELL + BROAD_CARGOES * BROAD_LENGTH * SALES,       /* + delivery card */
	MOVE_SEASON   = MOVE_CLAIM + DELIVERIES,        /* + cargo */
	MOVE_BOARD    = MOVE_SEASON + BROAD_CARGOES,    /* + traveler */
	MOVE_SET_DOWN = MOVE_BOARD + TRAVELERS,         /* + traveler */
	MOVE_RESELL   = MOVE_SET_DOWN + TRAVELERS,
	MOVE_SAIL_ON,
	MOVE_DISCARD,                                   /* + face */
	FACE_ICE      = DELIVERIES + TRAVELERS,         /* what can be told apart in a hand: each delivery and traveler, and three kinds */
	FACE_PEDDLER, FACE_CURRENT, FACES,
	MOVE_LOAD     = MOVE_DISCARD + FACES,           /* + slot of the ship */
	MOVE_SHIP     = MOVE_LOAD + FREIGHT_SLOTS,      /* chance: + ship; from here on all are chance's */
	MOVE_TILE     = MOVE_SHIP + FREIGHT_SHIPS,      /* chance: + tile of the town it is drawn for */
	MOVE_BARREL   = MOVE_TILE + BROAD_TILES,        /* chance: + cargo */
	MOVE_DRAW     = MOVE_BARREL + BROAD_CARGOES,    /* chance: + card */
	BROAD_MOVES   = MOVE_DRAW + BROAD_CARDS
};

enum { SOURCE_STACKS, SOURCE_BAG, SOURCE_CARDS, SOURCE_SHIPS };
enum { AUTUMN, WINTER, SPRING, SUMMER, FINAL_AUTUMN };
enum { ALL_PERISHABLES = (1 << PERISHABLES) - 1 };       /* as a set of types */
enum { NOT_SOLD = 255, ST_LOUIS = BROAD_TOWNS };        /* ST_LOUIS: its bit among the ports visited */

/* One list makes the events, their names and their count. */
#define BROAD_EVENTS(X) \
	X(ROUND, "round") X(TURN, "turn") X(REVEALED, "revealed") X(REFRESHED, "refreshed") X(SPOILED, "spoiled") X(LOST, "lost") \
	X(ICED, "iced") X(MOVED, "moved") X(CURRENT, "current") X(PORT, "port") X(BOAT, "boat") X(BOUGHT, "bought") X(BLIND, "blind") \
	X(SOLD, "sold") X(DUMPED, "dumped") X(CLAIMED, "claimed") X(CHILLED, "chilled") X(BONUS, "bonus") X(FILLED, "filled") \
	X(SEASON, "season") X(HARVEST, "harvest") X(TILE, "tile") X(PEDDLED, "peddled") X(FARE, "fare") X(BOARDED, "boarded") \
	X(SET_DOWN, "set_down") X(PASSED, "passed") X(RESOLD, "resold") X(ABANDONED, "abandoned") X(DREW, "drew") \
	X(SPOIL_CARD, "spoil_card") X(RESHUFFLED, "reshuffled") X(DISCARDED, "discarded") X(FINAL, "final") X(SCORED, "scored") \
	X(DOCKED, "docked") X(LOADED, "loaded") X(NEUTRAL, "neutral") X(SLOT_BONUS, "slot_bonus") X(EXPORT, "export") \
	X(EXPORT_TIE, "export_tie") X(SAILED, "sailed") X(UNFILLED, "unfilled")
#define BROAD_EVENT_ENUM(id, name) EVENT_##id,
enum { BROAD_EVENTS(BROAD_EVENT_ENUM) };

/* Searches ask for no events, and then none are made. */
#define TELL(told, WHAT, SEAT, RULE_ID, ...) ((told) \
	? event_add(told, (struct event){ .what = EVENT_##WHAT, .seat = (uint8_t)(SEAT), .rule = RULE_ID, __VA_ARGS__ }) : (void)0)

extern const char broad_cargo_letter[];
extern const char *const broad_cargo_name[BROAD_CARGOES + 1];           /* the last is that of a slot that takes every cargo */
extern const char *const broad_season_name[BROAD_SEASONS];
extern const char *const broad_player_name[BROAD_PLAYERS];
extern const char *const broad_event_name[], *const broad_fate_name[], *const broad_ending_name[], *const broad_phase_name[BROAD_PHASES];

static inline int broad_bits(unsigned of)               /* how many are set */
{
	int n = 0;

	for (; of; of &= of - 1)
		n++;
	return n;
}

/* cards.c: where the cards are ------------------------------------------- */

int  broad_hand(const struct broadhorns *g, int seat);                  /* number of cards in it */
static inline bool broad_holds(const struct broadhorns *g, int seat, int card)
{
	int first = IN_HAND + AGES * seat;

	return g->where[card] >= first && g->where[card] < first + AGES;
}

int  broad_spoil_type(const struct box *b, int card);
int  broad_face(int card);                                              /* not of spoil cards */
int  broad_card_of(const struct broadhorns *g, int seat, int face);     /* a card of that face in the hand; -1: none */
void broad_put(struct broadhorns *g, int card, int where);
int  broad_play(struct broadhorns *g, int seat, int face);              /* from the hand to the discard pile; how old it was */
bool broad_is_sorted(const struct broadhorns *g);                       /* cards that are alike lie in the order of their places */
int  broad_drawable(const struct broadhorns *g, int card);              /* its weight among the draws */
void broad_take(struct broadhorns *g, int seat, int card);              /* from the pile into a hand */
int  broad_count(const struct broadhorns *g, int where);
bool broad_has(const struct broadhorns *g, int where);                  /* any card there */
int  broad_aboard(const struct broadhorns *g, int seat);                /* travelers */
bool broad_can_draw(const struct broadhorns *g);                        /* pile or discard pile hold a card that is no spoil card (B163) */
void broad_reshuffle(struct broadhorns *g);
void broad_view(const struct box *b, const struct state *s, int seat, struct state *out);
void broad_guess(const struct box *b, struct state *view, int seat, struct rng *r);

/* trade.c: barrels, boats, prices, seasons -------------------------------- */

int  broad_season(const struct box *b, const struct broadhorns *g);
int  broad_season_speed(int season);
int  broad_track(const struct box *b);                                  /* spaces of the season track */
int  broad_price(const struct broadhorns *g, int cargo);                /* of the next barrel in the market: B23, B155; 0: there is none */
int  broad_cargo(const struct broadhorns *g, int seat);                 /* barrels aboard */
int  broad_cargo_of(const struct broadhorns *g, int seat, int cargo);
const struct broad_boat *broad_boat(const struct box *b, const struct broadhorns *g, int seat);         /* NULL: none */
int  broad_free_boxes(const struct box *b, const struct broadhorns *g, int seat);
const struct broad_tile *broad_tile(const struct box *b, const struct broadhorns *g, int town);         /* in force there */
bool broad_is_full(const struct box *b, const struct broadhorns *g, int town);
int  broad_town_on(const struct box *b, int space);                     /* whose entrance it is; -1: nobody's */
void broad_unload(struct broadhorns *g, int seat);                      /* all cargo to the bag */
bool broad_spoils(const struct broadhorns *g, int seat, unsigned types);        /* has it any of these aboard? */
void broad_spoil(const struct box *b, struct state *s, int seat, unsigned types, uint16_t rule, struct events *told);

/* port.c: port actions ------------------------------------------------------- */

int  broad_port_refusal(const struct box *b, const struct state *s, int move);          /* in the phases of a port action */
void broad_port_legal(const struct box *b, const struct state *s, struct moves *out);
void broad_port_apply(const struct box *b, struct state *s, int move, struct events *told);
void broad_open_port(const struct box *b, struct state *s, int town, struct events *told);
void broad_open_market(struct state *s, struct events *told);
void broad_reveal(const struct box *b, struct state *s, int tile, struct events *told); /* then on to buying */
void broad_pay(struct broadhorns *g, int seat, int gold);

/* quay.c: Freight on Board ------------------------------------------------------ */

void broad_deliver(const struct box *b, struct state *s, int cargo, struct events *told);       /* a barrel sold to a space */
void broad_load(const struct box *b, struct state *s, int slot, struct events *told);
void broad_dock(struct state *s, int ship, struct events *told);
void broad_leave_quay(const struct box *b, struct state *s, struct events *told);       /* the game is over */
unsigned broad_slots(const struct box *b, const struct state *s);       /* that the active player may load: a bit each */
unsigned broad_ships(const struct box *b, const struct state *s);       /* that may come next: a bit each */
int  broad_load_refusal(const struct box *b, const struct state *s, int move);

/* rules.c, words.c, data.c, box.c, score.c, draw.c ----------------------------- */

void broad_start(const struct box *b, struct state *s);
int  broad_to_move(const struct box *b, const struct state *s);
int  broad_refusal(const struct box *b, const struct state *s, int move);
void broad_legal(const struct box *b, const struct state *s, struct moves *out);
int  broad_weight(const struct box *b, const struct state *s, int move);
void broad_apply(const struct box *b, struct state *s, int move, struct events *told);
void broad_after_action(const struct box *b, struct state *s, struct events *told);
void broad_end_expedition(struct state *s);     /* boat, cargo and piece; travelers are the caller's */
int  broad_allowance(const struct box *b, const struct state *s);       /* spaces of the next move (B92) */

int  broad_why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT]);
void broad_text(const struct box *b, const struct state *s, int move, int seat, char out[MAX_TEXT]);
void broad_say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT]);
void broad_names(const struct box *b, struct text *out);
void broad_card_name(const struct box *b, int card, struct text *out);

void broad_score(const struct box *b, const struct state *s, int out[MAX_PLAYERS]);
void broad_place(const struct box *b, const struct state *s, int out[MAX_PLAYERS]);
int  broad_tally(const struct box *b, const struct state *s, int seat, struct line out[MAX_LINES]);
int  broad_fate(const struct box *b, const struct state *s, int seat);

bool broad_check(const struct box *b, const struct state *s, char out[MAX_TEXT]);
extern const struct field broad_fields[];

bool broad_check_box(const struct box *b, char out[MAX_TEXT]);
extern const struct field broad_box_fields[];
extern const struct box broad_built_in;

void broad_draw(const struct box *b, const struct state *s, int seat, int look, struct text *out);

#endif
