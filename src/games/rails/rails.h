/* What the files of Small Railroad Empires share among themselves. Other folders see `rails` (rails.c) and `rails_bots` (bot_eval.c) only. */
#ifndef RAILS_RAILS_H
#define RAILS_RAILS_H

#include "core/sentence.h"

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
extern const struct story rails_story;
extern const struct hint rails_hint;
extern const struct sentence_place rails_places[];      /* what its sentences can name (core/sentence.h) */
int rails_by_route(const struct event *e);              /* which sentence of a delivery: by the length of its route */
extern const char *const rails_event_name[], *const rails_fate_name[], *const rails_ending_name[];

static inline int rails_bits(uint32_t of)               /* how many are set */
{
	of -= of >> 1 & 0x55555555;
	of = (of & 0x33333333) + (of >> 2 & 0x33333333);
	return (int)(((of + (of >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24);
}

static inline int rails_lowest(uint32_t of)             /* place of the lowest bit of a set that has one */
{
	return __builtin_ctz(of);
}

/* Who is next (R16, R17, R115, R128) --------------------------------------------- */

/* Whose turn is the k-th, from 0, of that round. */
static inline int rails_seat_at(const struct state *s, int round, int k)
{
	int players = s->players, order = s->option[RAILS_ORDER];

	if (order == ORDER_TURNING && round % 2 == 0)
		k = players - 1 - k;
	return (s->rails.first + (order == ORDER_PASSING ? round - 1 : 0) + k) % players;
}

/* Who puts down the k-th start track. */
static inline int rails_starter_at(const struct state *s, int k)
{
	return rails_seat_at(s, 1, s->option[RAILS_ORDER] == ORDER_TURNING ? s->players - 1 - k : k);
}

static inline int rails_place_in_round(const struct state *s)           /* of the turn under way, from 0 */
{
	return (s->rails.turn - 1) % s->players;
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
uint32_t rails_across(const struct box *b, const struct rails *g, int tile, uint32_t of, int other);    /* of a set of hexes of `tile`: next to one of them on another tile in play */
struct hexes rails_component(const struct box *b, const struct rails *g, const struct hexes *of, int hex);       /* those of a set that hang together with that one */
int  rails_take(struct hexes *of);                                      /* the first of them, which is taken out; -1: none is left */
int  rails_city_on(const struct box *b, int hex);                       /* of a city hex */
int  rails_tiles(const struct box *b, const struct state *s);           /* in play */

/* Axial coordinates of the hexes of a tile from its middle, and where each comes to lie when the tile is turned by so many sixths (R98). */
enum { RAILS_SIXTHS = 6 };
struct rails_axial { int8_t q, r; };
extern const struct rails_axial rails_hex_at[RAILS_HEXES];
extern const uint32_t rails_around[RAILS_HEXES];        /* the hexes of the same tile next to each */
extern const uint8_t rails_spin[RAILS_SIXTHS][RAILS_HEXES];

/* Axial q, r of a hex of a tile laid on that centre. */
static inline void rails_place_at(const struct box *b, int centre, int sixths, int hex, int out[2])
{
	struct rails_axial a = rails_hex_at[rails_spin[sixths][hex]];

	out[0] = b->rails.centre[centre].q + a.q;
	out[1] = b->rails.centre[centre].r + a.r;
}

/* network.c: what hangs together, and the longest way through it ---------------- */

/* The pieces between a factory and a city as a graph, and the longest route through it. */
enum { ROUTE_NODES = RAILS_PIECES + 1 };
struct routes {
	uint32_t next[ROUTE_NODES];     /* nodes beside each; the last is the city */
	uint32_t nodes;                 /* those on some route */
	int8_t   hex[ROUTE_NODES];
	int8_t   start;                 /* the node of the factory */
	uint8_t  side, good;
	uint8_t  any;                   /* length of the longest route of all; 0: not asked for yet */
	uint32_t over;                  /* nodes that it is known to lead over */
};
struct outcome { uint8_t length; bool meets; };                         /* length: 1 .. ROUTE_MOST, where it stands for all longer ones */
/* A part of a network that hangs together, and which of the cities asked about are next to its tracks, a bit each: kept from one question to the next. */
struct reach { struct hexes pieces; unsigned asked, cities; };
unsigned rails_reaches(const struct box *b, const struct rails *g, int side, int factory, struct reach *k);
void rails_open_routes(const struct box *b, const struct rails *g, int side, int factory, int city, struct routes *r); /* there must be one */
int  rails_outcomes(const struct box *b, const struct rails *g, struct routes *r, int card, struct outcome out[2]);
/* The length of the longest route through a graph of pieces whose `next` and `start` are set, over some of these nodes; sets `nodes`. 0: there is none. */
int  rails_longest(struct routes *r, uint32_t nodes);
/* A route of that length from the factory to the city, ROUTE_MOST being that or more; one that meets the card's condition if there is one.
 * Writes its hexes in order, and returns how many there are; 0: there is no such route. */
int  rails_route(const struct box *b, const struct rails *g, const struct routes *r, int card, int length, int8_t hexes[RAILS_PIECES]);
bool rails_meets(const struct box *b, const struct rails *g, const struct routes *r, int card, int length);     /* of an outcome of that length */
bool rails_card_pays(const struct box *b, const struct rails *g, int card, int length);         /* the same of the delivery under way */

/* build.c ------------------------------------------------------------------------ */

int  rails_terrain_cost(const struct box *b, const struct rails_side *p, int terrain);  /* less what the side's crews save (R78, R79) */
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

/* The cards whose place is from .. end - 1, a bit each. Eight at a time: places are far below 128, so that in each byte a sum with 128 - n has its
 * top bit set where the place is n or more. */
static inline uint32_t rails_cards(const struct rails *g, int from, int end)
{
	const uint64_t ones = 0x0101010101010101u, tops = ones << 7, gather = 0x0102040810204080u;
	uint32_t out = 0;

	for (int card = 0; card < TRAIN_CARDS; card += 8) {
		uint64_t eight;
		_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first card goes to the lowest byte");
		__builtin_memcpy(&eight, &g->where[card], sizeof eight);
		uint64_t in = (eight + ones * (uint64_t)(128 - from)) & ~(eight + ones * (uint64_t)(128 - end)) & tops;
		out |= (uint32_t)((in >> 7) * gather >> 56) << card;
	}
	return out;
}

/* Not of views: they do not tell the deck from other hands. */
static inline bool rails_has_deck(const struct rails *g)
{
	_Static_assert(IN_DECK == 0, "a card of the deck is a byte that is zero");
	for (int card = 0; card < TRAIN_CARDS; card += 8) {
		uint64_t eight;
		__builtin_memcpy(&eight, &g->where[card], sizeof eight);
		if ((eight - 0x0101010101010101u) & ~eight & 0x8080808080808080u)
			return true;
	}
	return false;
}

static inline uint32_t rails_hand_of(const struct rails *g, int side)
{
	return rails_cards(g, DEALT + side, DEALT + side + 1) | rails_cards(g, BOUGHT + side, BOUGHT + side + 1);
}

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
/* The same where many are asked for: what a company has for those conditions that name no terrain and no good, and by good and by terrain, in bytes. */
struct standing { int of[RAILS_TESTS]; uint64_t delivered, built; };
void rails_standing(const struct rails *g, const struct rails_side *p, unsigned classes, struct standing *out);
bool rails_holds_true(const struct box *b, const struct rails *g, int side, const struct rails_condition *when);       /* of an achievement or a contract */
void rails_claim(const struct box *b, struct state *s, struct events *told);

/* rival.c ------------------------------------------------------------------------------ */

struct rails_level_row rails_level_of(const struct box *b, const struct state *s);
int  rails_rival_cards(const struct rails *g);                          /* left in its deck */
void rails_rival(const struct box *b, struct state *s, int kind, struct events *told);

/* rules.c, words.c, data.c, box.c, score.c, secrets.c, draw.c, observe.c ---------------------------- */

void rails_start(const struct box *b, struct state *s);
int  rails_to_move(const struct box *b, const struct state *s);
int  rails_turn(const struct state *s);
int  rails_refusal(const struct box *b, const struct state *s, int move);
void rails_legal(const struct box *b, const struct state *s, struct moves *out);
int  rails_weight(const struct box *b, const struct state *s, int move);
int  rails_chance(const struct box *b, const struct state *s, struct rng *r);
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
int  rails_prestige(const struct box *b, const struct state *s, int side);          /* for everybody to see: track and achievements */
int  rails_total(const struct box *b, const struct state *s, int side); /* R117 */
int  rails_fate(const struct box *b, const struct state *s, int seat);
int  rails_tally(const struct box *b, const struct state *s, int seat, struct line out[MAX_LINES]);
int  rails_rival_tally(const struct box *b, const struct state *s, struct line out[MAX_LINES]);

bool rails_check(const struct box *b, const struct state *s, char out[MAX_TEXT]);
extern const struct field rails_fields[];

bool rails_check_box(const struct box *b, char out[MAX_TEXT]);
extern const struct field rails_box_fields[];
extern const struct box rails_built_in;
extern const struct old_box rails_old_boxes[];

void rails_facts(const struct box *b, const struct state *s, int move, struct text *out);
void rails_names(const struct box *b, struct text *out);

void rails_draw(const struct box *b, const struct state *s, int seat, int look, struct text *out);

void rails_observe_again(const struct box *b, const struct state *s, int seat, void *memory, uint8_t *out);
void rails_observe(const struct box *b, const struct state *s, int seat, uint8_t *out);
extern const struct plane rails_planes[];

#endif
