/* One iteration of `search`: down the tree, an evaluation, and back. */
#ifndef BOTS_WALK_H
#define BOTS_WALK_H

#include "bots/eval.h"
#include "bots/simple.h"
#include "bots/tree.h"

enum { WALK_DEPTH = 64 };               /* edges that one iteration follows at most */

/* How it looks about among moves: set by hand. `taste` and `chance` are the shares that moves have of the attention; simple is either
 * followed once, in the root, or at every node. */
struct style {
	float taste;            /* utility that makes a move e times as likely to be looked at */
	float chance;           /* share that every move has, the best one having 1 */
	float favour;           /* in the root: added to the first guess of what simple would do */
	float lead;             /* at every node: share that is added to what simple would do; 0: none */
	float doubt;            /* with a lead: what a move that was not tried yet is thought to be worse by than its first guess says */
	bool  alone;            /* where there are no plans: the others do what simple would, and the tree is of the own decisions only */
	int   further;          /* turns that are searched beyond the horizon of the evaluation */
};

/* What all walkers of a tree share. */
struct hunt {
	const struct game   *game;
	const struct box    *box;
	const struct eval   *eval;      /* NULL: there is none for this game */
	const struct simple *simple;    /* likewise; of a level that is adept the best policy there is, wherever simple is spoken of */
	const struct simple *other;     /* a second one that the others may follow; NULL: there is none */
	const struct style  *style;
	const struct puct   *puct;      /* how the search is led (puct.h); NULL: walk.c has the search */
	const struct net    *net;       /* of moves, that leads it; NULL: `simple` leads, and `eval` judges */
	int          playout;           /* turns that simple plays on after the present one; 0: none */
	struct tree tree;
	struct state view;              /* of the seat that thinks */
	uint32_t root;
};

/* What each of them has for itself. */
struct walker {
	struct hunt *hunt;
	struct rng   rng;
	const struct simple *policy[MAX_PLAYERS];       /* of each seat, in this iteration */
	uint32_t    *slot;              /* by move: its edge at the node at hand */
	struct plan *plans;
	struct rank { int worth, plan; } *rank;
	int         *worth;
	struct step { struct node *node; struct edge *edge; bool exact; } path[WALK_DEPTH];     /* exact: nothing was drawn or answered */
	struct judged { uint64_t key; struct worth worth; } *judged;    /* positions that the net has judged; NULL: they are not remembered */
	uint32_t     deepest;
};

bool walk_make(struct walker *w, struct hunt *h);     /* false: no memory */
void walk_free(struct walker *w);

void walk_root(struct walker *w, const struct state *whole);    /* gives the root all its edges; `whole` is a guess of the view */
void walk(struct walker *w);

/* Draws until a seat is asked or all is over. True: something was drawn. */
bool walk_settle(struct walker *w, struct state *s);

/* Plays a plan, with the others' answers in between. False: it takes one of them. */
bool walk_plan(struct walker *w, struct state *s, int mover, const uint8_t *move, int n);

#endif
