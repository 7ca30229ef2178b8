/* What the next rounds of Broadhorns are likely to bring, reckoned instead of played: each seat in its order sails its best voyage turn by turn and sells where it
 * comes by, and the spaces that it fills are gone for those who come later. Whoever is buying goes on doing so; nobody else buys, and nothing is drawn. */
#ifndef GAMES_BROADHORNS_BOT_ROUND_H
#define GAMES_BROADHORNS_BOT_ROUND_H

#include "core/game.h"

enum { BROAD_AHEAD = 2 };               /* rounds that are reckoned */

/* Of each seat, when all have had so many turns, what is left of the present one included, or the game is over. */
struct broad_next {
	float gold;             /* that it earns until then */
	float wreaths, towns;   /* that it wins, and towns that it fills */
	float voyage;           /* gold of its best way on */
	float barrels;          /* that are left aboard */
	float score;            /* its final score, if the game were over */
	float lead;             /* by how much that is above the best of the others */
};
struct broad_round { struct broad_next seat[BROAD_PLAYERS]; bool over; };

void broad_reckon(const struct box *b, const struct state *s, struct broad_round out[BROAD_AHEAD]);

#endif
