/* What bot_simple.c weighs, in hundredths of a prestige point where nothing else is said: names, and two tables of values. */
#ifndef GAMES_RAILS_BOT_POLICY_H
#define GAMES_RAILS_BOT_POLICY_H

#include "bots/simple.h"
#include "games/rails/rails.h"

enum weight {
	DOLLAR, MORE_DOLLARS, MUCH_MONEY, LATE, RESERVE, TRACK, COST, REACH, CARD_LENGTH, CARD_TERRAIN, CARD_OTHER, FIRST_CARD, SECOND_CARD, MORE_CARDS,
	CONTAINER, REPAY, GOAL_MET, GOAL_1, GOAL_2, GOAL_3, GOAL_FAR, NIGHT_SHIFT_ROUND, TUNNEL_CREW_ROUND, BRIDGE_CREW_ROUND, DISPATCHER_ROUND,
	DECK_PACE, WINDINGS, WAITING, BEYOND, PACE, LURE, CONTESTED, LAST_ROOM, LAST_CUBE, SHARED_HEX, HURRY_ROOM, HURRY_CUBE, SHORTNESS,
	BORROW_BELOW, BORROW_ROUNDS, WEIGHTS
};
_Static_assert((int)WEIGHTS <= (int)MAX_WEIGHTS, "room for all");
_Static_assert(DISPATCHER_ROUND - NIGHT_SHIFT_ROUND + 1 == RAILS_ABILITIES, "abilities in their order");

static const struct weight_info info[WEIGHTS] = {
	[DOLLAR]       = { "a dollar of the first four, while there are", 40, 0, 10 },
	[MORE_DOLLARS] = { "one of the next six, likewise", 40, 0, 10 },
	[MUCH_MONEY]   = { "one of all beyond, likewise", 40, 0, 10 },
	[LATE]         = { "that many rounds left; less and less after that", 4, 1, 1 },
	[RESERVE]      = { "dollars that we like to keep for tracks", 5, 0, 1.5 },
	[TRACK]        = { "work: of a track to be placed, and", 10, 10, 0 },
	[COST]         = { "of a dollar that it costs", 3, 0, 1 },
	[REACH]        = { "so much work halves what a delivery is worth", 12, 2, 3 },
	[CARD_LENGTH]  = { "per cent of its reward that a train card is worth in the hand: for a length", 60, 0, 15 },
	[CARD_TERRAIN] = { "for terrain", 60, 0, 15 },
	[CARD_OTHER]   = { "any other", 60, 0, 15 },
	[FIRST_CARD]   = { "a card more, while we have fewer than deliveries to make: the first", 100, 0, 40 },
	[SECOND_CARD]  = { "the second", 100, 0, 30 },
	[MORE_CARDS]   = { "the others", 100, 0, 30 },
	[CONTAINER]    = { "of ours on the ship", 50, 0, 20 },
	[REPAY]        = { "rounds before the end in which we begin to repay", 2, 0, 1 },
	[GOAL_MET]     = { "per cent of a goal that is reached", 100, 0, 15 },
	[GOAL_1]       = { "with one step missing", 45, 0, 10 },
	[GOAL_2]       = { "with two", 20, 0, 8 },
	[GOAL_3]       = { "with three", 8, 0, 5 },
	[GOAL_FAR]     = { "with more", 0, 0, 3 },
	[NIGHT_SHIFT_ROUND]  = { "night shift, for each round left", 25, 0, 8 },
	[TUNNEL_CREW_ROUND]  = { "tunnel crew, likewise", 10, 0, 6 },
	[BRIDGE_CREW_ROUND]  = { "bridge crew, likewise", 8, 0, 6 },
	[DISPATCHER_ROUND]   = { "dispatcher, likewise", 20, 0, 8 },
	[DECK_PACE]    = { "cards that are bought in a hundred turns; 0: the deck is not thought of", 80, 1, 20 },
	[WINDINGS]     = { "per cent of all pieces that a route will lead over", 40, 0, 20 },
	[WAITING]      = { "per cent of its worth that a delivery keeps for each better one before it", 90, 20, 8 },
	[BEYOND]       = { "per cent of that for deliveries for which no turn is left", 50, 0, 25 },
	[PACE]         = { "work that is done in a round: what takes longer than the game has no worth", 40, 10, 8 },
	[LURE]         = { "per cent of what a delivery does for goals that count for tracks already", 40, 0, 20 },
	[CONTESTED]    = { "per cent of an achievement that somebody else is nearer to", 70, 0, 20 },
	[LAST_ROOM]    = { "per cent of a delivery to a city that takes one more train", 100, 0, 15 },
	[LAST_CUBE]    = { "per cent of a delivery of the last cube of a factory", 100, 0, 15 },
	[SHARED_HEX]   = { "a track where somebody else has one: it shuts the third out", 0, -200, 15 },
	[HURRY_ROOM]   = { "now rather than later: into a city that takes one more train", 20, -200, 40 },
	[HURRY_CUBE]   = { "the last cube of a factory", 20, -200, 40 },
	[SHORTNESS]    = { "per cent of what the longest route would pay more that a shorter one forgoes", 0, 0, 15 },
	[BORROW_BELOW] = { "dollars: with fewer a loan is taken, while there are", 0, 0, 2 },
	[BORROW_ROUNDS] = { "more rounds than that left", 4, 0, 2 },
};

/* Of `simple`: frozen. */
static const int frozen[WEIGHTS] = {
	[DOLLAR] = 40, [MORE_DOLLARS] = 40, [MUCH_MONEY] = 40, [LATE] = 4, [RESERVE] = 5, [TRACK] = 10, [COST] = 3, [REACH] = 12,
	[CARD_LENGTH] = 60, [CARD_TERRAIN] = 60, [CARD_OTHER] = 60, [FIRST_CARD] = 100, [SECOND_CARD] = 100, [MORE_CARDS] = 100,
	[CONTAINER] = 50, [REPAY] = 2, [GOAL_MET] = 100, [GOAL_1] = 45, [GOAL_2] = 20, [GOAL_3] = 8, [GOAL_FAR] = 0,
	[NIGHT_SHIFT_ROUND] = 25, [TUNNEL_CREW_ROUND] = 10, [BRIDGE_CREW_ROUND] = 8, [DISPATCHER_ROUND] = 20,
	/* what has no part in what simple does: */
	[DECK_PACE] = 0, [WINDINGS] = 0, [WAITING] = 100, [BEYOND] = 100, [PACE] = 1000, [LURE] = 0, [CONTESTED] = 100, [LAST_ROOM] = 100,
	[LAST_CUBE] = 100, [SHARED_HEX] = 0, [HURRY_ROOM] = 0, [HURRY_CUBE] = 0, [SHORTNESS] = 0, [BORROW_BELOW] = 0, [BORROW_ROUNDS] = 0,
};

/* Tuned. */
#include "games/rails/bot_weights_adept.h"
_Static_assert(sizeof tuned / sizeof tuned[0] == WEIGHTS, "all of them");

#endif
