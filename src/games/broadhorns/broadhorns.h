/* What the files of Broadhorns share among themselves. Other folders see `broadhorns` (broadhorns.c) and `broadhorns_bots` (bot_eval.c) only. */
#ifndef BROADHORNS_BROADHORNS_H
#define BROADHORNS_BROADHORNS_H

#include <string.h>

#include "core/sentence.h"

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
enum { NOT_SOLD = 255, ST_LOUIS = BROAD_TOWNS, SAILED = ST_LOUIS + 1 };         /* bits among the ports visited; SAILED: has had a boat (B177) */

/* One list makes the events, their names and their count. */
#define BROAD_EVENTS(X) \
	X(ROUND, "round") X(TURN, "turn") X(REVEALED, "revealed") X(REFRESHED, "refreshed") X(SPOILED, "spoiled") X(LOST, "lost") \
	X(ICED, "iced") X(MOVED, "moved") X(CURRENT, "current") X(PORT, "port") X(BOAT, "boat") X(BOUGHT, "bought") X(BLIND, "blind") \
	X(SOLD, "sold") X(DUMPED, "dumped") X(CLAIMED, "claimed") X(CHILLED, "chilled") X(BONUS, "bonus") X(FILLED, "filled") \
	X(SEASON, "season") X(HARVEST, "harvest") X(TILE, "tile") X(PEDDLED, "peddled") X(FARE, "fare") X(BOARDED, "boarded") \
	X(SET_DOWN, "set_down") X(PASSED, "passed") X(RESOLD, "resold") X(ABANDONED, "abandoned") X(DREW, "drew") \
	X(SPOIL_CARD, "spoil_card") X(RESHUFFLED, "reshuffled") X(DISCARDED, "discarded") X(FINAL, "final") X(SCORED, "scored") \
	X(DOCKED, "docked") X(LOADED, "loaded") X(NEUTRAL, "neutral") X(SLOT_BONUS, "slot_bonus") X(EXPORT, "export") \
	X(EXPORT_TIE, "export_tie") X(SAILED, "sailed") X(UNFILLED, "unfilled") X(LEFT, "left") X(STRANDED, "stranded") X(UNLOADED, "unloaded")
#define BROAD_EVENT_ENUM(id, name) EVENT_##id,
enum { BROAD_EVENTS(BROAD_EVENT_ENUM) };

/* Searches ask for no events, and then none are made. */
#define TELL(told, WHAT, SEAT, RULE_ID, ...) ((told) \
	? event_add(told, (struct event){ .what = EVENT_##WHAT, .seat = (uint8_t)(SEAT), .rule = RULE_ID, __VA_ARGS__ }) : (void)0)

extern const char broad_cargo_letter[];
extern const char *const broad_cargo_name[BROAD_CARGOES + 1];           /* the last is that of a slot that takes every cargo */
extern const char *const broad_season_name[BROAD_SEASONS];
extern const char *const broad_player_name[BROAD_PLAYERS];
extern const struct story broad_story;
extern const struct hint broad_hint;
extern const struct sentence_place broad_places[];      /* what its sentences can name (core/sentence.h) */
extern const char *const broad_event_name[], *const broad_fate_name[], *const broad_ending_name[], *const broad_phase_name[BROAD_PHASES];

static inline int broad_bits(unsigned of)               /* how many are set */
{
	int n = 0;

	for (; of; of &= of - 1)
		n++;
	return n;
}

/* cards.c: where the cards are ------------------------------------------- */

static inline int broad_hand(const struct broadhorns *g, int seat)       /* number of cards in it */
{
	int n = 0;

	for (int i = 0; i < AGES; i++)
		n += g->player[seat].held[i];
	return n;
}

static inline bool broad_holds(const struct broadhorns *g, int seat, int card)
{
	int first = IN_HAND + AGES * seat;

	return g->where[card] >= first && g->where[card] < first + AGES;
}

/* Where many cards are looked at, eight are looked at together: their places in one word, the first in its lowest byte. */
static inline uint64_t broad_eight(const struct broadhorns *g, int first)
{
	uint64_t eight;

	_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first card goes to the lowest byte");
	memcpy(&eight, g->where + first, sizeof eight);
	return eight;
}

/* The highest bit of each byte of the word that is zero. */
static inline uint64_t broad_zeros(uint64_t eight)
{
	const uint64_t low = 0x7F7F7F7F7F7F7F7Fu;

	return ~(((eight & low) + low) | eight | low);
}

/* Which of eight cards are there: a bit for each, the first in the lowest. The product gathers the highest bits of the bytes in its top byte. */
static inline uint64_t broad_are_at(const struct broadhorns *g, int first, uint64_t where)
{
	uint64_t zeros = broad_zeros(broad_eight(g, first) ^ where * 0x0101010101010101u);

	return zeros ? zeros / 128 * 0x0102040810204080u >> 56 : 0;
}

int  broad_spoil_type(const struct box *b, int card);
int  broad_face(int card);                                              /* not of spoil cards */
int  broad_card_of(const struct broadhorns *g, int seat, int face);     /* a card of that face in the hand; -1: none */
void broad_put(struct broadhorns *g, int card, int where);
static inline void broad_put_spoil(struct broadhorns *g, int card, int where)   /* never from or into a hand, and no two are exchanged */
{
	g->where[card] = (uint8_t)where;
}
int  broad_play(struct broadhorns *g, int seat, int face);              /* from the hand to the discard pile; how old it was */
bool broad_is_sorted(const struct broadhorns *g);                       /* cards that are alike lie in the order of their places */
int  broad_drawable(const struct broadhorns *g, int card);              /* its weight among the draws */
uint64_t broad_travelers_at(const struct broadhorns *g, int where);     /* which travelers are there: a bit for each */
uint64_t broad_spoils_at(const struct broadhorns *g, int where);        /* which spoil cards are there: a bit for each */
bool broad_has_pile(const struct broadhorns *g);                        /* is there any card in it? */
void broad_draws(const struct broadhorns *g, struct moves *out);        /* those with a weight, as moves: of cards that are alike one speaks for all */
int  broad_drawn(const struct broadhorns *g, struct rng *r);             /* one of those moves by weight; -1: too few are left */
void broad_take(struct broadhorns *g, int seat, int card);              /* from the pile into a hand */
int  broad_count(const struct broadhorns *g, int where);
int  broad_aboard(const struct broadhorns *g, int seat);                /* travelers */
bool broad_can_draw(const struct broadhorns *g);                        /* pile or discard pile hold a card that is no spoil card (B163) */
void broad_reshuffle(struct broadhorns *g);
void broad_view(const struct box *b, const struct state *s, int seat, struct state *out);
void broad_guess(const struct box *b, struct state *view, int seat, struct rng *r);

/* trade.c: barrels, boats, prices, seasons -------------------------------- */

/* The price of the next barrel of a type, if so many stand in the market. B21: they stand on 3, then 2, then 1; B155: the cheapest goes first. */
static inline int broad_price_of(int n)
{
	return n == 0 ? 0 : n == 1 ? 3 : n == 2 ? 2 : 1;
}

static inline int broad_price(const struct broadhorns *g, int cargo)    /* of the next barrel in the market (B23); 0: there is none */
{
	return broad_price_of(g->market[cargo]);
}

static inline const struct broad_boat *broad_boat(const struct box *b, const struct broadhorns *g, int seat)     /* NULL: none */
{
	return g->player[seat].boat == NO_BOAT ? NULL : &b->broadhorns.boat[g->player[seat].boat - 1];
}

/* B134, B135: how many spaces more a boat makes. */
static inline int broad_season_speed(int season)
{
	return (season == SPRING) - (season == WINTER);
}

int  broad_season(const struct box *b, const struct broadhorns *g);
int  broad_track(const struct box *b);                                  /* spaces of the season track */
int  broad_cargo(const struct broadhorns *g, int seat);                 /* barrels aboard */
int  broad_cargo_of(const struct broadhorns *g, int seat, int cargo);
int  broad_free_boxes(const struct box *b, const struct broadhorns *g, int seat);
const struct broad_tile *broad_tile(const struct box *b, const struct broadhorns *g, int town);         /* in force there */
bool broad_is_full(const struct box *b, const struct broadhorns *g, int town);
int  broad_town_on(const struct box *b, int space);                     /* whose entrance it is; -1: nobody's */
void broad_unload(struct broadhorns *g, int seat);                      /* all cargo to the bag */
bool broad_spoils(const struct broadhorns *g, int seat, unsigned types);        /* has it any of these aboard? */
void broad_spoil(const struct box *b, struct state *s, int seat, unsigned types, uint16_t rule, struct events *told);

/* port.c: port actions ------------------------------------------------------- */

int  broad_port_refusal(const struct box *b, const struct state *s, int move);          /* in the phases of a port action */
bool broad_port_open(const struct box *b, const struct state *s);         /* struct game's `open` in a port action of who has cards */
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

/* rules.c, words.c, data.c, box.c, score.c, draw.c, observe.c ----------------------------- */

void broad_start(const struct box *b, struct state *s);
bool broad_open(const struct box *b, const struct state *s);
int  broad_to_move(const struct box *b, const struct state *s);
int  broad_refusal(const struct box *b, const struct state *s, int move);
void broad_legal(const struct box *b, const struct state *s, struct moves *out);
int  broad_weight(const struct box *b, const struct state *s, int move);
int  broad_chance(const struct box *b, const struct state *s, struct rng *r);
void broad_apply(const struct box *b, struct state *s, int move, struct events *told);
void broad_after_action(const struct box *b, struct state *s, struct events *told);
void broad_end_expedition(struct state *s, uint16_t rule, struct events *told);         /* boat, cargo and piece; travelers are the caller's */
int  broad_allowance(const struct box *b, const struct state *s);       /* spaces of the next move (B92) */

int  broad_why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT]);
int  broad_why_no_move(const struct box *b, const struct state *s, const char *typed, char out[MAX_TEXT]);
void broad_text(const struct box *b, const struct state *s, int move, int seat, char out[MAX_TEXT]);
void broad_say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT]);
void broad_names(const struct box *b, struct text *out);
struct happening;
int  broad_earned(const struct happening *of, int seat);        /* by selling, with all that a visit pays for it (story.c) */
int  broad_gold(const struct happening *of, int seat);          /* in all, less what was spent */
void broad_facts(const struct box *b, const struct state *s, int move, struct text *out);
int  broad_waits(const struct box *b, const struct state *s, int who);  /* the town where a traveler waits whose card is given up (B116) */
bool broad_loss(const struct box *b, const struct state *s, const struct event *e, char out[MAX_TEXT]);         /* what of it is lost, in words; false: nothing */
void broad_card_name(const struct box *b, int card, struct text *out);

int  broad_wreath_bonus(const struct box *b, const struct state *s, int seat);          /* if the game ended now (B145..B148) */
void broad_score(const struct box *b, const struct state *s, int out[MAX_PLAYERS]);
void broad_place(const struct box *b, const struct state *s, int out[MAX_PLAYERS]);
int  broad_tally(const struct box *b, const struct state *s, int seat, struct line out[MAX_LINES]);
int  broad_fate(const struct box *b, const struct state *s, int seat);

bool broad_check(const struct box *b, const struct state *s, char out[MAX_TEXT]);
extern const struct field broad_fields[];

/* What a net is shown of a tile are sixteen bytes, in two words: free spaces for each cargo, what they pay together, what a barrel costs more there and 1 (NOT_SOLD is
 * the highest byte there is: one more is 0), wreaths. These are the parts of them: of a space, then of what is sold there. */
#define BROAD_BYTE(AT, N) ((uint64_t)(N) << 8 * ((AT) % 8))
#define BROAD_SHOWN_0(CARGO, VALUE) (BROAD_BYTE(CARGO, 1) + ((CARGO) < 3 ? BROAD_BYTE((CARGO) + BROAD_CARGOES, VALUE) : 0))
#define BROAD_SHOWN_1(CARGO, VALUE) ((CARGO) < 3 ? 0 : BROAD_BYTE((CARGO) + BROAD_CARGOES, VALUE))
#define BROAD_SHOWN_SALE(CARGO, INCREASE) BROAD_BYTE((CARGO) + 2, (uint8_t)((INCREASE) + 1))
#define BROAD_SHOWN_WREATHS(N) BROAD_BYTE(7, N)
void broad_finish_box(struct box *b);
bool broad_check_box(const struct box *b, char out[MAX_TEXT]);
extern const struct field broad_box_fields[];
extern const struct box broad_built_in;
extern const struct old_box broad_old_boxes[];

void broad_draw(const struct box *b, const struct state *s, int seat, int look, struct text *out);

void broad_observe(const struct box *b, const struct state *s, int seat, uint8_t *out);
extern const struct plane broad_planes[];

#endif
