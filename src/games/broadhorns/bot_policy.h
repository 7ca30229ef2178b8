/* What bot_simple.c weighs, in hundredths of a gold where nothing else is said: names, and two tables of values. */
#ifndef GAMES_BROADHORNS_BOT_POLICY_H
#define GAMES_BROADHORNS_BOT_POLICY_H

#include "bots/simple.h"
#include "games/broadhorns/broadhorns.h"

enum { GOLD = 100 };

/* What depends on the number of players: a wreath on a tile that we take, and the rounds that it takes to fill a town, in hundredths. */
static const int
	per_wreath[BROAD_PLAYERS + 1] = { [2] = 80, [3] = 100, [4] = 120 },
	per_town[BROAD_PLAYERS + 1]   = { [2] = 250, [3] = 190, [4] = 160 };

/* Rides that are known are kept by what they depend on, so the weights that `voyage_ride` and what it calls ask for come first: they are in its key. */
enum weight {
	FADE, THREAT, SPOILING, SPOILING_TWICE, RIDE_WEIGHTS,
	ACTION = RIDE_WEIGHTS, ACTION_LATE, PACE, WREATH, WREATH_LATE, OVERTAKE, BARREL, BLIND, BOAT_30, BOAT_40, HOME,
	ICE, PEDDLER, CURRENT, DELIVERY, WANTED, FARE, WEIGHTS
};
_Static_assert((int)WEIGHTS <= (int)MAX_WEIGHTS, "room for all");
_Static_assert(BOAT_40 - BOAT_30 + 2 == BROAD_BOATS, "boats in their order, less the first");

static const struct weight_info info[WEIGHTS] = {
	[FADE]     = { "per cent that a sale loses for each turn until then and each rival", 2, 0, 1 },
	[THREAT]   = { "per cent of a rival's barrels that are sold before ours where they can be", 25, 0, 8 },
	[SPOILING] = { "per cent of a sale that is lost for each turn until then, of what would be spoilt next", 12, 0, 4 },
	[SPOILING_TWICE] = { "and of what would be by the spoil after that", 3, 0, 2 },
	[ACTION]   = { "what an action earns on average", 160, 0, 20 },
	[ACTION_LATE] = { "and so much more at the end", 0, -300, 30 },
	[PACE]     = { "per cent of the rounds that it is thought to take to fill a town", 100, 40, 15 },
	[WREATH]   = { "per cent of what a wreath is thought to be worth", 100, 0, 30 },
	[WREATH_LATE] = { "more of that at the end", 0, -200, 30 },
	[OVERTAKE] = { "a rival whom we pass in wreaths, at the end", 50, 0, 50 },
	[BARREL]   = { "a barrel taken out of the market: what comes in its place may be better", 10, -100, 20 },
	[BLIND]    = { "what a barrel from the bag must bring more than it costs", 0, -200, 40 },
	[BOAT_30]  = { "a boat of 30 feet: what can be bought on the way, more cards, more travelers", 0, -500, 60 },
	[BOAT_40]  = { "one of 40 feet", 0, -500, 80 },
	[HOME]     = { "what the rest of the way must bring more than the boat", 0, -200, 40 },
	[ICE]      = { "a card kept in the hand: ice", 150, 0, 40 },
	[PEDDLER]  = { "a peddler", 60, 0, 25 },
	[CURRENT]  = { "good current", 120, 0, 40 },
	[DELIVERY] = { "a delivery card for nothing that we carry", 80, 0, 30 },
	[WANTED]   = { "and for something that we do", 180, 0, 50 },
	[FARE]     = { "a gold of fare, of one who may still be taken there", 30, 0, 10 },
};

/* Of `simple`: frozen. */
static const int frozen[WEIGHTS] = {
	[FADE] = 2, [ACTION] = 160, [PACE] = 100, [WREATH] = 100, [BARREL] = 10, [ICE] = 150, [PEDDLER] = 60, [CURRENT] = 120,
	[DELIVERY] = 80, [WANTED] = 180, [FARE] = 30,
	/* what has no part in what simple does: */
	[THREAT] = 0, [SPOILING] = 0, [SPOILING_TWICE] = 0, [ACTION_LATE] = 0, [WREATH_LATE] = 0, [OVERTAKE] = 0,
	[BLIND] = 0, [BOAT_30] = 0, [BOAT_40] = 0, [HOME] = 0,
};

/* Tuned. */
#include "games/broadhorns/bot_weights_adept.h"
_Static_assert(sizeof tuned / sizeof tuned[0] == WEIGHTS, "all of them");

#endif
