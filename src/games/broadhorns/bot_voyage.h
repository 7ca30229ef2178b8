/* A voyage down the river, thought through: at which towns to stop, what their open spaces pay, who pays a fare there, where to sell the boat; less what
 * the actions on the way would earn elsewhere. For bot_simple.c, whose decisions are weighed by it.
 *
 * The season and the market are taken to stay as they are; so are the rivals, if the weights do not say otherwise. All worth is in hundredths of a gold. */
#ifndef GAMES_BROADHORNS_BOT_VOYAGE_H
#define GAMES_BROADHORNS_BOT_VOYAGE_H

#include "games/broadhorns/bot_policy.h"

enum { ABANDON = -1, HOLD = -2 };       /* instead of a town to stop at */
enum { STOPS = 3 };                     /* that a voyage is thought through to */
enum { SOON = 4 };                      /* turns for which the rivals are thought of one by one: a boat is down the river by then */

/* Sets of travelers have the best fare in bit 0, so that the lowest bit is whom we want. */
struct outlook {
	const int *weight;
	const struct box *box;
	const struct state *view;
	const struct broadhorns *g;
	int seat, season;
	int rounds;                     /* left, as far as we can tell */
	int late;                       /* per cent of the season track that are filled */
	int action;                     /* what one is worth now */
	uint64_t box_mask;              /* the spaces that a cargo box has, as in a trip's cargo */
	uint64_t old;                   /* those of them from which a spoil card or two take a barrel; none if that is not thought of */
	uint64_t key;                   /* of all that a ride depends on but the trip and what an action is worth */
	int fade;                       /* per cent that a sale loses for each turn until then */
	int rivals;                     /* with barrels aboard; none if they are not thought of */
	struct rival {
		uint16_t visited;
		uint8_t  space, reach, n[BROAD_CARGOES], unused;        /* reach: spaces in a turn; unused: no byte is undecided */
	} rival[BROAD_PLAYERS - 1];
	uint8_t rank[TRAVELERS], fare[TRAVELERS];       /* by traveler: the bit; by bit: the gold */
	struct stop {
		uint8_t  entrance, bonus;
		uint8_t  open, cargo[BROAD_SPACES], value[BROAD_SPACES];        /* spaces that are not filled, the dearest first */
		uint16_t here, to, before;      /* travelers who wait there, who want to go there, and to towns above it */
		int32_t  prize;                 /* for filling it */
		uint32_t cards, card[BROAD_CARGOES];    /* delivery cards that lie there, and all of each type */
	} stop[BROAD_TOWNS];
};

/* All of an expedition that changes while it is thought through. Of a cargo the lowest byte counts the barrels in the first space of its
 * box, and so on: what spoils is shifted. */
struct trip {
	uint8_t  boat, space, actions, moves, bonus, extra, ice;        /* extra: spaces of good current in this turn */
	uint16_t visited, aboard, waiting;      /* waiting: travelers in the hand */
	uint32_t deliveries;                    /* in the hand */
	uint64_t cargo[BROAD_CARGOES];
};
_Static_assert(BROAD_LENGTH <= 8, "a byte for each space of a cargo box");

static inline const struct broad_boat *voyage_boat(const struct outlook *t, const struct trip *trip)
{
	return &t->box->broadhorns.boat[trip->boat - 1];
}

static inline const struct broad_place *voyage_place(const struct outlook *t, int town)
{
	return &t->box->broadhorns.town[town];
}

static inline const struct broad_traveler *voyage_traveler(const struct outlook *t, int who)
{
	return &t->box->broadhorns.traveler[who];
}

struct outlook voyage_table(const int *weight, const struct box *b, const struct state *view);  /* of the seat that is to move */
void voyage_survey(struct outlook *t);                    /* once more, when its view has changed */
struct trip voyage_trip(const struct outlook *t);         /* as it stands now */

void voyage_spoil(const struct outlook *t, struct trip *trip, unsigned types);
int  voyage_visit(const struct outlook *t, struct trip *trip, int town, int turns, bool selling);         /* a whole port action, so many turns from now */
int  voyage_resell(const struct outlook *t, const struct trip *trip, bool selling);       /* the boat where it is, and in a sale what is left aboard */
int  voyage_ride(const struct outlook *t, const struct trip *trip, int *first);           /* the rest of the way; first (may be NULL): a town, ABANDON or HOLD */
int  voyage_outlook(const struct outlook *t, const struct trip *trip);    /* the same in the middle of a port action, or in St. Louis */

#endif
