/* The tree of `search`: nodes where a seat decides, edges that are its moves or plans. It lives in one pool that never grows; when that is
 * full the tree stays as it is, and goes on counting.
 *
 * Several threads may walk it at once. Counts and sums are atomic so that this is defined; an addition may get lost now and then, which
 * does no harm. Who wants to add edges to a node must hold it; who finds it held evaluates where it is and goes home. */
#ifndef BOTS_TREE_H
#define BOTS_TREE_H

#include <stdatomic.h>

#include "bots/eval.h"

enum { TREE_POOL = 64 << 20 };          /* bytes */
enum { NO_NODE = 0, NO_EDGE = 0 };      /* the first of each is never used */

struct edge {
	uint32_t next;                          /* edge of the same node */
	_Atomic uint32_t child;                 /* first of the nodes that it leads to */
	_Atomic uint32_t visits;
	float    guess, prior;                  /* before any visit: what its mover may hope for, and its share of the attention */
	_Atomic float sum[MAX_PLAYERS];         /* of the utilities; the exact ones if it is solved */
	_Atomic float win[MAX_PLAYERS];         /* likewise of the chances to win */
	uint16_t move;                          /* the first or only one */
	_Atomic bool solved;
	uint8_t  n, plan[MAX_PLAN];             /* all of them, where it is a plan; n is 0 where it is a move */
};

struct node {
	uint64_t key;                           /* of the position where there are plans, else 0 */
	uint32_t twin;                          /* another node that the same edge leads to */
	_Atomic uint32_t first;                 /* edge */
	_Atomic uint32_t visits;
	_Atomic float sum, squares;             /* of its mover's utilities */
	struct worth value;                     /* if it is solved */
	int8_t   mover;
	_Atomic bool held, open, whole, solved; /* open: it has been given its edges; whole: they are all there are */
};

struct tree {
	struct node *node;
	struct edge *edge;
	uint32_t nodes_max, edges_max;
	_Atomic uint32_t nodes, edges;          /* used so far */
};

#define GET(atomic) atomic_load_explicit(&(atomic), memory_order_relaxed)
#define SET(atomic, value) atomic_store_explicit(&(atomic), value, memory_order_relaxed)
#define ADD(atomic, value) SET(atomic, GET(atomic) + (value))
#define FIRST(node) atomic_load_explicit(&(node)->first, memory_order_acquire)         /* the edges behind it may be new, and another thread's */

bool tree_make(struct tree *t, size_t bytes);   /* false: no memory */
void tree_free(struct tree *t);
void tree_clear(struct tree *t);
bool tree_is_low(const struct tree *t);         /* less than half is left */

uint32_t tree_node(struct tree *t, int mover, uint64_t key);    /* NO_NODE: the pool is full */
struct edge *tree_edge(struct tree *t, uint32_t *head, int move, float guess);  /* put before *head; NULL: the pool is full */

/* The node of that mover and key behind an edge, made if need be (*fresh); NO_NODE: the pool is full. */
uint32_t tree_child(struct tree *t, struct edge *e, int mover, uint64_t key, bool *fresh);

bool tree_hold(struct node *n);                 /* false: somebody else does */
void tree_let_go(struct node *n);

/* What its mover may hope for from an edge. */
static inline float edge_hope(const struct edge *e, int mover)
{
	uint32_t visits = GET(e->visits);

	return GET(e->solved) ? GET(e->sum[mover]) : (e->guess + GET(e->sum[mover])) / (float)(1 + visits);
}

uint64_t tree_key(const struct state *s);       /* of a whole game */

#endif
