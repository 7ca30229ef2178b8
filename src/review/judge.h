/* The judgement behind a review: what is each seat's chance to win, all of the state being known?
 *
 * The turn under way is finished in the best of several ways, a few more turns are played by the best policy of the game, a few times with different
 * draws, and what comes out is judged by the net of the game (bots/eval.h), as chances that add up to 1. A game that is over is judged by its places. */
#ifndef REVIEW_JUDGE_H
#define REVIEW_JUDGE_H

#include "bots/eval.h"
#include "bots/simple.h"

enum { JUDGE_HERE = -1 };
enum { JUDGE_NEXT_DRAW = 1 << 20 };     /* each draw has a seed of its own, this much after the last one's: more than there are guesses and playouts */

struct judge {
	const struct game   *game;
	const struct box    *box;
	const struct eval   *eval;      /* NULL: places as they stand must do */
	const struct simple *policy;    /* NULL: moves are random */
	const struct simple *other;     /* a second one; NULL: there is none */
	int ways;                       /* how many ways to finish the turn under way are tried: whoever is in the middle of it takes the best */
	int playouts;                   /* how often a position is played on; once is enough where nothing is drawn on the way */
	int turns;                      /* how many turns after the present one; JUDGE_HERE: only what is due is drawn */
	bool steady;                    /* the mean with what is said at once, and a quarter of it by hand: it changes its mind less from one move to the
	                                   next, and tells the moves of a turn less apart */
};

struct judge judge_of(const struct game *g, const struct box *b, int ways, int playouts, int turns);

/* The chances of all seats, out[0] .. out[players-1]. The position is played on until j->turns turns after turn number `turn` are over: whoever
 * compares two positions takes the same turn for both, so that what is compared is of one time, and the same seed, which gives the same draws; for
 * a position that is one draw further on, the seed of the next draw.
 * Alone a seat plays against the rules' own rival, and its chance is that of beating it. */
void judge_chances(const struct judge *j, const struct state *s, int turn, uint64_t seed, double out[MAX_PLAYERS]);

#endif
