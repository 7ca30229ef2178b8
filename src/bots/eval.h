/* What a position is worth to each seat, without looking ahead. A game has a list of features, and a weight for each of them; the sum is
 * a seat's standing. The standings of all seats together make the chance of each to win, which is what `search` plays for.
 *
 * A trained net will be another struct eval, with a `standing` of its own. */
#ifndef BOTS_EVAL_H
#define BOTS_EVAL_H

#include "core/game.h"

enum { MAX_FEATURES = 24 };

struct eval {
	const char *game;
	int n;                          /* features */
	const char *const *names;
	/* What can be said of a seat, in numbers; at any state of a whole game, chance moves included. */
	void  (*features)(const struct box *b, const struct state *s, int seat, float out[]);
	/* How much of the game is left, from 1 at its beginning to 0: the more, the less a lead is worth. */
	float (*left)(const struct box *b, const struct state *s);
	/* Where there are plans: the same position with fewer of them, the likely ones. False: it has few already. May be NULL. */
	bool  (*narrow)(const struct state *s, int seat, struct state *out);
	const float *weights;           /* one for each feature */
	float near, far;                /* the lead that multiplies the odds by e, at the end and at the beginning */
	float margin;                   /* and the lead that is a big one */
	int   horizon;                  /* turns after the present one that are worth searching; 0: any */
	int   playout;                  /* turns after the present one that are played out before the position is judged; 0: none */
};

extern const struct eval eval_broadhorns, eval_queen, eval_rails;

const struct eval *eval_find(const struct game *g);     /* NULL: places and points as they are must do */

/* For whoever tries out weights: minds that are opened from now on take this one, whatever their game; NULL: no more. */
void eval_instead(const struct eval *e);

/* From 0 to 1 for each seat: mostly the chance to win; a little for the other places, and a trace for the lead, so that there is
 * always something to play for. Of a game that is over it is what the places say. */
void eval_utility(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, float out[MAX_PLAYERS]);

/* The same in steps, for whoever knows that only one seat has changed. */
float eval_standing(const struct eval *e, const struct box *b, const struct state *s, int seat);
float eval_spread(const struct eval *e, const struct box *b, const struct state *s);
void  eval_chances(const struct eval *e, const float standing[], int players, float spread, float out[MAX_PLAYERS]);

#endif
