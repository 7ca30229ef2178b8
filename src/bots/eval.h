/* What a position is worth to each seat, without looking ahead. A game has a list of features, and a weight for each of them; the sum is
 * a seat's standing. The standings of all seats together make the chance of each to win, which is what `search` plays for.
 *
 * A trained net is another struct eval: its standings are logits, which it finds by looking at all seats together. */
#ifndef BOTS_EVAL_H
#define BOTS_EVAL_H

#include <stdatomic.h>

#include "core/game.h"
#include "net/seats.h"

enum { MAX_FEATURES = 24 };

/* A plan among others: what `simple` thinks it is worth, and the logit by which the net likes it, in parts of NET_ONE. */
struct liked { const struct plan *plan; int worth; int32_t logit; };

/* What a net is told of a position (net/seats.h): numbers of each seat, which begin with the features of the evaluation, and numbers of the table as a
 * whole. At any state of a whole game, chance moves included. */
struct senses {
	struct told told;               /* how many of each: at most SEATS_MOST, SEATS_TABLE and POLICY_MOST */
	void (*of_seat)(const struct box *b, const struct state *s, int seat, float out[]);
	void (*of_table)(const struct box *b, const struct state *s, float out[]);
	/* Further numbers of all seats and of the table, which are found for all of them at once; may be NULL. */
	void (*of_round)(const struct box *b, const struct state *s, float seat[][SEATS_MOST], float table[]);
	void (*of_moves)(const struct box *b, const struct state *s, const struct moves *m, float out[][POLICY_MOST]);  /* where a seat is to move; NULL: nothing */
	void (*of_plans)(const struct box *b, const struct state *s, const struct liked plan[], int n, float out[][POLICY_MOST]);       /* where an edge of a search is a whole turn; or NULL */
};

/* A net that comes with the program: the bytes of its file, which are read when it is first needed. */
struct shipped {
	const unsigned char *file;              /* NULL: they are not in the program, and eval_take_net() brings them */
	size_t size;
	_Atomic(struct seats_net *) *net;       /* NULL before that */
};

struct eval {
	/* What a seat's position is worth, in units of its own. eval_by_features() is the sum of all features by their weights; a net has a function of its own. */
	float (*standing)(const struct eval *self, const struct box *b, const struct state *s, int seat);
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
	float temperature;              /* chances to win are those of a spread this many times as large (bench/calibrate); 0: 1 */
	int   horizon;                  /* turns after the present one that are worth searching; 0: any */
	int   playout;                  /* turns after the present one that are played out before the position is judged; 0: none */
	/* Of a net; all else but `narrow` and `margin` is then that of the evaluation by hand, which the net adds to. */
	const struct shipped *shipped;  /* NULL: there is no net in this evaluation */
	const struct senses *senses;
	/* How much of the log chances that a search plays for is by hand, from 0 to 1; the rest is the net's. Chances that people see are the net's alone. A net is right
	 * on average, but a long search finds the positions where it errs; what is reckoned by hand errs elsewhere. */
	float by_hand;
};

const struct eval *eval_find(const struct game *g);     /* the one by hand; NULL: places and points as they are must do */
const struct eval *eval_best(const struct game *g);     /* by a net where there is one, else as eval_find */

/* For whoever tries out weights: minds that are opened from now on take this one, whatever their game; NULL: no more. */
void eval_instead(const struct eval *e);

/* What a position is worth to each seat, from 0 to 1.
 * utility: mostly the chance to win; a little for the other places, and a trace for the lead, so that there is always something to play for.
 * win: the chance to win alone. All seats' chances add up to 1, but for a seat that is alone, whose chance is not known before the end: it is the utility.
 * Of a game that is over it is what the places say. */
struct worth { float utility[MAX_PLAYERS], win[MAX_PLAYERS]; };
void eval_worth(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, struct worth *out);
void eval_utility(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, float out[MAX_PLAYERS]);

/* The same of chances and final scores that somebody else has found. `e` says what a big lead is, and may be NULL. */
void eval_worth_of(const struct eval *e, const float win[], const float score[], int players, struct worth *out);

/* The chance of each seat to win, in numbers that add up to 1; of a game that is over the share that each has of the win. Alone, a seat that
 * is still playing has 1: an evaluation compares seats. */
void eval_win(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, float out[MAX_PLAYERS]);

/* The usual `standing`: the features of a seat, each by its weight. */
float eval_by_features(const struct eval *e, const struct box *b, const struct state *s, int seat);

/* The same in steps, for whoever knows that only one seat has changed. */
struct stand {
	float of[MAX_PLAYERS], spread;  /* standings, and the lead that multiplies the odds by e */
	float net[MAX_PLAYERS];         /* where there is a net: its log chances */
	struct seats_look look;         /* and what it was told */
};
void eval_stand(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, struct stand *out);
void eval_worth_at(const struct eval *e, const struct stand *now, int players, struct worth *out);      /* as eval_worth, of a game that is not over */
/* The utility of that seat at `then`, if nobody else stands differently there. */
float eval_utility_then(const struct eval *e, const struct game *g, const struct box *b, const struct state *then, int seat, const struct stand *now);

/* What each of n moves or plans has of the attention, by the logits with which a net likes them. heat: they are divided by it; trust: how much of all attention is
 * shared like that, the rest is shared equally. */
void eval_shares(const int32_t logit[], int n, float heat, float trust, float out[]);

enum { EVAL_PLANS = 192 };
bool eval_likes_plans(const struct eval *e, const struct game *g);      /* it has a net, and the net likes plans */
/* Then sets the logits of at most EVAL_PLANS plans of the seat that is to move; the first is what `simple` likes best. */
void eval_like_plans(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, struct liked plan[], int n);

float eval_standing(const struct eval *e, const struct box *b, const struct state *s, int seat);        /* by hand, of one seat */

const struct seats_net *eval_net(const struct eval *e, const struct game *g);   /* NULL: there is none in it */
/* For a program that has no nets in it, as the page: whether that of a game is still missing, and its file. One that is there already stays. False: it is no net
 * for this game, and `why` says what is wrong. */
bool eval_misses_net(const struct game *g);
bool eval_take_net(const struct game *g, const void *file, size_t n, char why[SEATS_WHY]);
enum { EVAL_NET_NAME = 16 };
/* What the net is called by which bots judge this game: the hash of its file in hexadecimal digits. Empty: there is none. */
void eval_net_name(const struct game *g, char out[EVAL_NET_NAME + 1]);
void eval_look(const struct eval *e, const struct box *b, const struct state *s, struct seats_look *out);       /* what a net is told */

#endif
