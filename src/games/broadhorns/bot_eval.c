/* What a seat of Broadhorns has, and what it may expect: gold, and the best voyage with what is aboard. bot_simple.c thinks of a
 * voyage in much the same way; here all that can be known beforehand is put into tables, so that one takes a microsecond. */
#include "bots/knowledge.h"
#include "bots/puct.h"

#include <string.h>

#include "games/broadhorns/bot_moves.h"
#include "games/broadhorns/bot_river.h"
#include "games/broadhorns/bot_round.h"
#include "games/broadhorns/bot_simple.h"
#include "games/broadhorns/broadhorns.h"

enum feature {
	GOLD, WREATHS, BONUS, VOYAGE, ABANDONED, ACTIONS, ICE, PEDDLER, CURRENT, DELIVERIES_HELD, FARES_HELD, ASHORE, FITTING, BOXES, FEATURES
};

static const char *const name[FEATURES] = {
	[GOLD] = "gold", [WREATHS] = "wreaths", [BONUS] = "wreath bonus, if it ended now", [VOYAGE] = "gold of the best voyage",
	[ABANDONED] = "a boat that is better given up", [ACTIONS] = "actions left", [ICE] = "ice", [PEDDLER] = "peddlers",
	[CURRENT] = "good current", [DELIVERIES_HELD] = "delivery cards", [FARES_HELD] = "fares in the hand", [ASHORE] = "without a boat",
	[FITTING] = "choosing a boat", [BOXES] = "boxes that could be filled now",
};

#include "games/broadhorns/bot_weights.h"
_Static_assert(sizeof weight / sizeof weight[0] == FEATURES, "a weight for each feature");

/* Features ----------------------------------------------------------------------------------- */

/* r: the river of that seat, if it has a boat. */
static void features_on(struct river *r, const struct box *b, const struct state *s, int seat, const struct hand *h, float out[])
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[seat];
	const bool active = seat == g->active;

	memset(out, 0, FEATURES * sizeof out[0]);
	out[GOLD] = p->gold;
	out[WREATHS] = g->final ? 0 : p->wreaths;
	out[BONUS] = (float)broad_wreath_bonus(b, s, seat);
	if (p->boat) {
		out[VOYAGE] = river_voyage(r, g, seat, h);
		out[ABANDONED] = out[VOYAGE] <= 0;
	} else {
		out[ASHORE] = 1;
	}
	if (active && (g->phase == BROAD_MARKET || g->phase == BROAD_BLIND)) {
		int boxes = broad_free_boxes(b, g, seat), afford = p->gold / 2;
		out[BOXES] = (float)(boxes < afford ? boxes : afford);
		if (p->boat && out[VOYAGE] < b->broadhorns.boat[p->boat - 1].resale)
			out[VOYAGE] = b->broadhorns.boat[p->boat - 1].resale;
	}
	if (g->final)
		return;
	out[FITTING] = active && g->phase == BROAD_BOAT;
	out[ACTIONS] = active ? g->actions + (g->bonus ? 0.6F : 0) : 0;
	out[ICE] = (float)h->ice;
	out[PEDDLER] = (float)h->peddlers;
	out[CURRENT] = (float)h->currents;
	out[DELIVERIES_HELD] = (float)broad_bits(h->deliveries);
	out[FARES_HELD] = h->fares;
}

static void features(const struct box *b, const struct state *s, int seat, float out[])
{
	const struct hand h = river_hand(b, &s->broadhorns, seat);
	struct river r;

	if (s->broadhorns.player[seat].boat)
		river_set(&r, b, s, seat, &h);
	features_on(&r, b, s, seat, &h, out);
}

/* What a net is told of a seat beside the features. */
enum {
	BOAT = FEATURES,                /* which, one of three */
	SPACE = BOAT + BROAD_BOATS,     /* of the river */
	BARRELS, SPOILING,              /* aboard, and those that the next two spoil cards would take */
	PEOPLE, FARES,                  /* aboard */
	HAND, PORTS, TILES_WON,         /* cards; ports visited; tiles collected */
	BEFORE, LAST_TURN,              /* seats that have their turn before; another turn in the last round */
	CONTAINERS,                     /* on the ship, with freight */
	CARGO,                          /* barrels of each type */
	SPOILING_NEXT = CARGO + BROAD_CARGOES,          /* those that the next spoil card would take */
	NEXT_STOP,                      /* gold of the best voyage that ends at its first stop */
	SALE,                           /* what each town would pay now for what is aboard */
	NEXT = SALE + BROAD_TOWNS,      /* what the next rounds bring, of each of them: */
	NEXT_GOLD = 0, NEXT_WREATHS, NEXT_FULL, NEXT_VOYAGE, NEXT_BARRELS, NEXT_SCORE, NEXT_LEAD, NEXT_SENSES,
	SEAT_SENSES = NEXT + BROAD_AHEAD * NEXT_SENSES
};

/* What can be sold where: tells more of a boat than the one voyage that is thought best. */
static void sales(const struct river *r, const struct broadhorns *g, int seat, const struct hand *h, float out[])
{
	const struct boat boat = river_boat(r->box, g, seat, h);

	if (!river_in_port(g, seat))
		out[NEXT_STOP] = river_ride(r, &boat, 0, 1, NULL);
	for (int town = 0; town < BROAD_TOWNS; town++) {
		struct boat there = boat;
		if (!r->stop[town].shut)
			out[SALE + town] = river_trade(r, &there, town, 0);
	}
}

static void of_seat(const struct box *b, const struct state *s, int seat, float out[])
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[seat];
	const struct hand h = river_hand(b, g, seat);
	struct river r;

	memset(out, 0, SEAT_SENSES * sizeof out[0]);
	if (p->boat) {
		river_set(&r, b, s, seat, &h);
		sales(&r, g, seat, &h, out);
	}
	features_on(&r, b, s, seat, &h, out);
	if (p->boat)
		out[BOAT + p->boat - 1] = 1;
	out[SPACE] = p->space;
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		out[CARGO + cargo] = (float)broad_cargo_of(g, seat, cargo);
		out[BARRELS] += out[CARGO + cargo];
	}
	for (int cargo = 0; cargo < PERISHABLES; cargo++) {
		out[SPOILING_NEXT] += p->cargo[cargo][b->broadhorns.length - 1];
		out[SPOILING] += (float)(p->cargo[cargo][b->broadhorns.length - 1] + p->cargo[cargo][b->broadhorns.length - 2]);
	}
	out[PEOPLE] = (float)broad_bits(h.aboard);
	out[FARES] = river_fares(b, h.aboard);
	out[HAND] = (float)broad_hand(g, seat);
	out[PORTS] = (float)broad_bits(p->visited);
	out[TILES_WON] = p->tiles;
	out[BEFORE] = (float)((seat + s->players - g->active) % s->players);
	out[LAST_TURN] = g->final && seat >= g->active;
	for (int i = 0; i < FREIGHT_SLOTS && s->option[BROAD_FREIGHT]; i++)
		out[CONTAINERS] += g->freight.slot[i] == SLOT_OWNER + seat;
}

enum {
	ROUNDS_LEFT, SEASONS_LEFT, ROUND, FINAL, FREIGHT, MARKET, SEASON,
	STEP = SEASON + BROAD_SEASONS,          /* which part of a turn is under way */
	STOCK = STEP + BROAD_DISCARD + 1,       /* barrels of each type in the market, and in the bag */
	BAG = STOCK + BROAD_CARGOES,
	WANTED = BAG + BROAD_CARGOES,           /* spaces for each type in all towns, and what the dearest four of them pay */
	DEAREST = WANTED + BROAD_CARGOES,
	NEXT_OVER = DEAREST + BROAD_CARGOES,    /* the game is over after the next rounds */
	TABLE_SENSES = NEXT_OVER + BROAD_AHEAD
};
enum { DEAR = 4 };
_Static_assert((int)FEATURES == (int)BROAD_GAINS, "a move is told by all of them");

/* What the towns want of each type. */
static void demand(const struct box *b, const struct broadhorns *g, float out[])
{
	uint8_t value[BROAD_CARGOES][DEAR] = { 0 };

	for (int town = 0; town < BROAD_TOWNS; town++) {
		const struct broad_tile *tile = broad_tile(b, g, town);
		for (int i = 0; i < tile->spaces; i++) {
			const int cargo = tile->space[i].cargo;
			uint8_t pays = tile->space[i].value;
			if (g->town[town].filled >> i & 1)
				continue;
			out[WANTED + cargo]++;
			for (int k = 0; k < DEAR; k++)
				if (value[cargo][k] < pays) {
					const uint8_t less = value[cargo][k];
					value[cargo][k] = pays;
					pays = less;
				}
		}
	}
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		for (int k = 0; k < DEAR; k++)
			out[DEAREST + cargo] += value[cargo][k];
}

static void of_table(const struct box *b, const struct state *s, float out[])
{
	const struct broadhorns *g = &s->broadhorns;

	memset(out, 0, TABLE_SENSES * sizeof out[0]);
	out[ROUNDS_LEFT] = river_rounds(b, s);
	out[SEASONS_LEFT] = (float)(broad_track(b) - g->seasons);
	out[ROUND] = g->round;
	out[FINAL] = g->final;
	out[FREIGHT] = s->option[BROAD_FREIGHT];
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		out[MARKET] += g->market[cargo];
		out[STOCK + cargo] = g->market[cargo];
		out[BAG + cargo] = g->bag[cargo];
	}
	out[SEASON + broad_season(b, g)] = 1;
	if (g->phase <= BROAD_DISCARD)
		out[STEP + g->phase] = 1;
	demand(b, g, out);
}

static void of_round(const struct box *b, const struct state *s, float seat[][SEATS_MOST], float table[])
{
	struct broad_round round[BROAD_AHEAD];

	broad_reckon(b, s, round);
	for (int k = 0; k < BROAD_AHEAD; k++) {
		table[NEXT_OVER + k] = round[k].over;
		for (int i = 0; i < s->players; i++) {
			const struct broad_next *next = &round[k].seat[i];
			float *out = seat[i] + NEXT + k * NEXT_SENSES;
			out[NEXT_GOLD] = next->gold;
			out[NEXT_WREATHS] = next->wreaths;
			out[NEXT_FULL] = next->towns;
			out[NEXT_VOYAGE] = next->voyage;
			out[NEXT_BARRELS] = next->barrels;
			out[NEXT_SCORE] = next->score;
			out[NEXT_LEAD] = next->lead;
		}
	}
}

static const struct eval eval = {
	.standing = eval_by_features, .n = FEATURES, .names = name, .features = features, .left = river_left, .weights = weight,
	.near = NEAR_LEAD, .far = FAR_LEAD, .margin = 30, .temperature = 0.8F, .horizon = 1, .playout = 8,
};

static void of_moves(const struct box *b, const struct state *s, const struct moves *m, float out[][POLICY_MOST])
{
	broad_of_moves(&eval, b, s, m, out);
}

static const struct senses senses = { .told = { SEAT_SENSES, TABLE_SENSES, MOVED_SENSES }, .of_seat = of_seat, .of_table = of_table, .of_round = of_round, .of_moves = of_moves };

#include "broadhorns_net.h"

static _Atomic(struct seats_net *) net_read;
static const struct shipped shipped = { NET_BYTES, &net_read };

static const struct eval net = {
	.n = FEATURES, .names = name, .features = features, .left = river_left, .weights = weight, .near = NEAR_LEAD, .far = FAR_LEAD, .margin = 4,
	.horizon = 1, .playout = 4, .shipped = &shipped, .senses = &senses,
};

/* Found by matches (docs/trials.md). */
static const struct puct led = { .explore = 0.4F, .trust = 0.9F, .heat = 1, .doubt = 0.05F };

extern const struct bot_knowledge broadhorns_bots;
const struct bot_knowledge broadhorns_bots = {
	.game = "broadhorns", .simple = &broad_simple, .adept = &broad_adept, .eval = &eval, .net = &net, .led = &led
};
