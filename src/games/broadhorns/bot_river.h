/* The river as one seat sees it, in tables: what towns pay, who travels where, which rivals may be there before. With them a voyage, thought through to its third
 * stop, takes a microsecond. The evaluation (bot_eval.c) and what it expects of the next round (bot_round.c) are reckoned on it; bot_voyage.c, which the policies
 * follow, thinks of voyages in much the same way and in more detail. All worth is in gold. */
#ifndef GAMES_BROADHORNS_BOT_RIVER_H
#define GAMES_BROADHORNS_BOT_RIVER_H

#include "games/broadhorns/broadhorns.h"

float river_rounds(const struct box *b, const struct state *s);         /* that are left, as far as we can tell */
float river_left(const struct box *b, const struct state *s);           /* how much of the game is left, from 1 at its beginning to 0 */

struct hand { uint32_t deliveries; uint16_t waiting, aboard; float fares; int ice, peddlers, currents; };

struct hand river_hand(const struct box *b, const struct broadhorns *g, int seat);

/* One seat's river. */
struct river {
	const struct box *box;
	const struct broad_boat *boat;
	float rounds, action, fading;           /* fading: of a sale, for each turn until then */
	int   speed, ice;
	bool  winter;
	uint8_t alive[PERISHABLES][BROAD_LENGTH + 1];   /* barrels of the type that outlive so many spoils */
	uint16_t waiting;
	int   rivals;                           /* with something to sell */
	struct rival { int space, speed; unsigned visited; uint8_t n[BROAD_CARGOES]; } rival[BROAD_PLAYERS - 1];
	struct stop {
		int8_t   entrance;
		bool     shut;                  /* it has been visited, or lies behind */
		uint8_t  open[BROAD_CARGOES], spaces;           /* spaces that want each type, and all of them */
		uint8_t  pay[BROAD_CARGOES][BROAD_SPACES + 1];  /* for so many barrels of it, the dearest spaces first */
		uint8_t  claims;                /* cargoes for which there is a delivery card */
		uint8_t  bonus;
		float    wreaths;
		uint16_t here, to;              /* travelers who wait there, and who want to go there */
	} stop[BROAD_TOWNS];
};

/* A boat on its way. Of each type the youngest barrels are left, since the oldest are sold first. */
struct boat { uint8_t n[BROAD_CARGOES], space, actions, moves, bonus, extra; uint16_t aboard; int turns; };

enum { RIVER_STOPS = 3 };               /* that a voyage looks ahead */
enum { NOWHERE = -1 };

/* Of a seat that has a boat. */
void  river_set(struct river *r, const struct box *b, const struct state *s, int seat, const struct hand *h);
struct boat river_boat(const struct box *b, const struct broadhorns *g, int seat, const struct hand *h);       /* as it lies now */
bool  river_in_port(const struct broadhorns *g, int seat);      /* in the middle of a port action */

void  river_sail(const struct river *r, struct boat *boat, int entrance);       /* as soon as can be, with an action left for its port */
void  river_spoil(const struct river *r, struct boat *boat);
float river_trade(const struct river *r, struct boat *boat, int town, int sold);        /* all that finds a space is sold; `sold` so far counts towards the town bonus */
float river_board(const struct river *r, struct boat *boat, int town);  /* who has arrived pays; the best fares take the free seats */
float river_fares(const struct box *b, unsigned who);
int   river_barrels(const struct boat *boat);
float river_ride(const struct river *r, const struct boat *boat, int first, int stops, int *to);       /* the best way on; to (may be NULL): its first stop, or NOWHERE */
/* What is left of a port action; *end: what selling the boat there brings beside that. */
float river_finish(struct river *r, const struct broadhorns *g, struct boat *boat, const struct hand *h, float *end);
float river_voyage(struct river *r, const struct broadhorns *g, int seat, const struct hand *h);       /* the best one, with what is aboard; the river is no longer as it was after that */

#endif
