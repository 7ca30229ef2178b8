/* Sizes that every game keeps to; each game asserts its own bound against them. */
#ifndef CORE_LIMITS_H
#define CORE_LIMITS_H

enum {
	MAX_PLAYERS = 5,
	MAX_OPTIONS = 12,
	MAX_MOVES   = 256,      /* in one legal list */
	MAX_TEXT    = 200,      /* bytes of a move, a reason or a sentence, NUL included */
	MAX_NAME    = 32,       /* of a player, a box, a tile */
	MAX_EVENTS  = 64,       /* told by one move */
	MAX_LINES   = 16,       /* of a tally */
	MAX_PLAN    = 19,       /* small moves in one plan */
	MAX_SOURCES = 8,        /* piles, bags and dice of one game */
	MAX_PLANS   = 16384,    /* of one turn: more than any position has shown */
};

#endif
