/* What simple_broadhorns.c weighs, in hundredths of a gold where nothing else is said: names, and two tables of values. */
#ifndef BOTS_POLICY_BROADHORNS_H
#define BOTS_POLICY_BROADHORNS_H

#include "bots/simple.h"
#include "games/broadhorns/broadhorns.h"

enum { GOLD = 100 };

/* What depends on the number of players: a wreath on a tile that we take, and the rounds that it takes to fill a town, in hundredths. */
static const int
	per_wreath[BROAD_PLAYERS + 1] = { [2] = 80, [3] = 100, [4] = 120 },
	per_town[BROAD_PLAYERS + 1]   = { [2] = 250, [3] = 190, [4] = 160 };

/* Rides that are known are kept by what they depend on, so the weights that `ride` and what it calls ask for come first: they are in its key. */
enum weight {
	STOPS, FADE, RIDE_WEIGHTS,
	ACTION = RIDE_WEIGHTS, PACE, WREATH, BARREL, ICE, PEDDLER, CURRENT, DELIVERY, WANTED, FARE, WEIGHTS
};
_Static_assert((int)WEIGHTS <= (int)MAX_WEIGHTS, "room for all");

static const struct weight_info info[WEIGHTS] = {
	[STOPS]    = { "stops that a plan looks ahead", 3, 3, 0 },
	[FADE]     = { "per cent that a sale loses for each turn until then and each rival", 2, 0, 1 },
	[ACTION]   = { "what an action earns on average", 160, 0, 30 },
	[PACE]     = { "per cent of the rounds that it is thought to take to fill a town", 100, 40, 15 },
	[WREATH]   = { "per cent of what a wreath is thought to be worth", 100, 0, 30 },
	[BARREL]   = { "a barrel taken out of the market: what comes in its place may be better", 10, -100, 20 },
	[ICE]      = { "a card kept in the hand: ice", 150, 0, 40 },
	[PEDDLER]  = { "a peddler", 60, 0, 25 },
	[CURRENT]  = { "good current", 120, 0, 40 },
	[DELIVERY] = { "a delivery card for nothing that we carry", 80, 0, 30 },
	[WANTED]   = { "and for something that we do", 180, 0, 50 },
	[FARE]     = { "a gold of fare, of one who may still be taken there", 30, 0, 10 },
};

/* Of `simple`: frozen. */
static const int frozen[WEIGHTS] = {
	[STOPS] = 3, [FADE] = 2, [ACTION] = 160, [PACE] = 100, [WREATH] = 100, [BARREL] = 10, [ICE] = 150, [PEDDLER] = 60, [CURRENT] = 120,
	[DELIVERY] = 80, [WANTED] = 180, [FARE] = 30,
};

#endif
