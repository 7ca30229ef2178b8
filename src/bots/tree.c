#include "bots/tree.h"

#include <stdlib.h>
#include <string.h>

#include "bots/hash.h"

enum { EDGES_PER_NODE = 4 };            /* about as many as games were seen to use */

bool tree_make(struct tree *t, size_t bytes)
{
	t->nodes_max = (uint32_t)(bytes / (sizeof(struct node) + EDGES_PER_NODE * sizeof(struct edge)));
	t->edges_max = t->nodes_max * EDGES_PER_NODE;
	t->node = malloc(t->nodes_max * sizeof *t->node);
	t->edge = malloc(t->edges_max * sizeof *t->edge);
	tree_clear(t);
	return t->node && t->edge;
}

void tree_free(struct tree *t)
{
	free(t->node);
	free(t->edge);
}

void tree_clear(struct tree *t)
{
	SET(t->nodes, NO_NODE + 1);
	SET(t->edges, NO_EDGE + 1);
}

bool tree_is_low(const struct tree *t)
{
	return GET(t->nodes) > t->nodes_max / 2 || GET(t->edges) > t->edges_max / 2;
}

/* The next free place; the count never runs far beyond the end, since nobody asks again who was refused. */
static uint32_t take(_Atomic uint32_t *used, uint32_t max)
{
	if (GET(*used) >= max)
		return 0;
	uint32_t at = atomic_fetch_add_explicit(used, 1, memory_order_relaxed);
	return at < max ? at : 0;
}

uint32_t tree_node(struct tree *t, int mover, uint64_t key)
{
	uint32_t at = take(&t->nodes, t->nodes_max);

	if (at != NO_NODE) {
		struct node *n = &t->node[at];
		memset(n, 0, sizeof *n);
		n->mover = (int8_t)mover;
		n->key = key;
	}
	return at;
}

struct edge *tree_edge(struct tree *t, uint32_t *head, int move, float guess)
{
	uint32_t at = take(&t->edges, t->edges_max);

	if (at == NO_EDGE)
		return NULL;
	struct edge *e = &t->edge[at];
	memset(e, 0, sizeof *e);
	e->next = *head;
	e->move = (uint16_t)move;
	e->guess = guess;
	*head = at;
	return e;
}

static uint32_t among(const struct tree *t, uint32_t first, uint32_t end, int mover, uint64_t key)
{
	for (uint32_t i = first; i != end; i = t->node[i].twin)
		if (t->node[i].mover == mover && t->node[i].key == key)
			return i;
	return NO_NODE;
}

uint32_t tree_child(struct tree *t, struct edge *e, int mover, uint64_t key, bool *fresh)
{
	uint32_t first = atomic_load_explicit(&e->child, memory_order_acquire), at = among(t, first, NO_NODE, mover, key);

	*fresh = at == NO_NODE;
	if (!*fresh || (at = tree_node(t, mover, key)) == NO_NODE)
		return at;
	for (t->node[at].twin = first; !atomic_compare_exchange_weak_explicit(&e->child, &first, at, memory_order_acq_rel, memory_order_acquire);
		t->node[at].twin = first) {
		uint32_t theirs = among(t, first, t->node[at].twin, mover, key);
		if (theirs != NO_NODE) {                /* somebody was quicker; ours is lost, which is rare */
			*fresh = false;
			return theirs;
		}
	}
	return at;
}

bool tree_hold(struct node *n)
{
	return !atomic_exchange_explicit(&n->held, true, memory_order_acquire);
}

void tree_let_go(struct node *n)
{
	atomic_store_explicit(&n->held, false, memory_order_release);
}

/* A state has no byte that is undecided, so that it can be hashed as it lies in memory. */
uint64_t tree_key(const struct state *s)
{
	return hash_on(0, s, sizeof *s) | 1;    /* never 0 */
}
