/* What a net is told of each move of Small Railroad Empires, to say how likely it is worth a look. */
#ifndef GAMES_RAILS_BOT_MOVES_H
#define GAMES_RAILS_BOT_MOVES_H

#include "net/policy.h"
#include "games/rails/rails.h"

enum {
	MOVE_BEST, MOVE_BEHIND, MOVE_AHEAD, MOVE_NEVER,         /* what the tuned policy thinks of it: its choice; prestige that it is behind that, or ahead of the next; not weighed */
	MOVE_KIND,                                              /* one of nine */
	MOVE_COST = MOVE_KIND + 9, MOVE_STAR, MOVE_OTHERS,      /* a track: dollars, a star to gain, companies that are there */
	MOVE_SECOND,                                            /* it is not the first track of the turn */
	MOVE_TERRAIN,                                           /* one of six; a city takes none */
	MOVE_LAST_ROOM = MOVE_TERRAIN + CITY, MOVE_LAST_CUBE,   /* a delivery: the city takes no other after it, the factory has no other cube */
	MOVE_LENGTH, MOVE_MET,                                  /* of a route, and whether the card pays */
	MOVE_PRESTIGE, MOVE_MONEY,                              /* of the card that is used or bought */
	MOVE_ABILITY,                                           /* one of four */
	MOVE_SENSES = MOVE_ABILITY + RAILS_ABILITIES
};
_Static_assert((int)MOVE_SENSES <= (int)POLICY_MOST, "room for all");

void rails_of_moves(const struct box *b, const struct state *s, const struct moves *m, float out[][POLICY_MOST]);

#endif
