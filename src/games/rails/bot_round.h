/* What the next rounds of Small Railroad Empires are likely to bring, reckoned instead of played: each company in the order of turns builds towards the best delivery that it can
 * make in its turn, and makes it; the room, the cubes and the goals that it takes are gone for those who come later. No card is drawn. */
#ifndef GAMES_RAILS_BOT_ROUND_H
#define GAMES_RAILS_BOT_ROUND_H

#include "core/game.h"

enum { RAILS_AHEAD = 3 };               /* ends of rounds that are reckoned: of the present one, and of the two after it */

/* Of each seat at the end of a round, or of the game if that comes before. */
struct rails_next {
	float score;            /* its final score, if the game were over */
	float lead;             /* by how much that is above the best of the others */
	float earned;           /* prestige that it gains until then, goals included */
	float money;            /* that it has then */
	float deliveries;       /* that it makes until then */
	float length;           /* of the routes, all together */
	float hope;             /* what its best delivery after that is worth */
	float tracks;           /* in its supply */
	float cards;            /* in its hand */
};
struct rails_round {
	struct rails_next seat[RAILS_SIDES];
	float room, deck;       /* trains that the cities still take; cards to draw */
	bool  over;
};

void rails_reckon(const struct box *b, const struct state *s, struct rails_round out[RAILS_AHEAD]);

#endif
