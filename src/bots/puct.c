#include "bots/puct.h"

#include <math.h>

#include "net/net.h"

/* Looking ------------------------------------------------------------------------------- */

/* What was seen at a node: by a net of moves, or by the net that judges. */
struct sight { struct net_look by_net; struct stand stand; };

static void worth_of(const struct hunt *h, const struct net_look *look, struct worth *out)
{
	int32_t chance[MAX_PLAYERS], score[MAX_PLAYERS];
	float win[MAX_PLAYERS], points[MAX_PLAYERS];

	net_chances(h->net, look, chance);
	net_scores(h->net, look, score);
	for (int i = 0; i < look->players; i++) {
		win[i] = (float)chance[i] / NET_ONE;
		points[i] = (float)score[i] / NET_ONE;
	}
	eval_worth_of(h->eval, win, points, look->players, out);
}

static void by_net(const struct hunt *h, const struct net_look *look, const struct moves *may, float out[MAX_MOVES])
{
	int32_t logit[MAX_MOVES];

	for (int i = 0; i < may->n; i++)
		logit[i] = net_move(h->net, look, may->id[i]);
	eval_shares(logit, may->n, h->puct->heat, 1, out);
}

/* The same by the net that judges, which is told of the position at hand: *now. */
static void by_liking(const struct hunt *h, const struct state *s, const struct moves *may, struct stand *now, float out[MAX_MOVES])
{
	float told[MAX_MOVES][POLICY_MOST];
	int32_t logit[MAX_MOVES];

	eval_stand(h->eval, h->game, h->box, s, now);
	h->eval->senses->of_moves(h->box, s, may, told);
	seats_moves(eval_net(h->eval, h->game), &now->look, h->game->to_move(h->box, s), may->n, told, logit);
	eval_shares(logit, may->n, h->puct->heat, h->puct->trust, out);
}

/* Growing --------------------------------------------------------------------------------- */

/* Edges for the moves that the node has not met; known[]: by place among the moves, whether it has. Of a node that somebody holds. */
static void open_moves(struct hunt *h, struct node *node, const struct moves *may, const bool known[], const float liking[])
{
	uint32_t head = GET(node->first);

	for (int i = may->n - 1; i >= 0; i--)
		if (!known[i]) {
			struct edge *e = tree_edge(&h->tree, &head, may->id[i], 0);
			if (!e)
				break;
			e->prior = liking[i];
		}
	atomic_store_explicit(&node->first, head, memory_order_release);
}

/* The edges of the moves that are legal in this guess. */
struct choice {
	int n;
	struct edge *edge[MAX_MOVES];
	bool known[MAX_MOVES];          /* by place among the moves: it has an edge */
	float liking, tried;            /* of all of them: shares of the attention, and visits */
	float liked;                    /* shares of those that were tried */
};

static void find_edges(const struct walker *w, const struct node *node, const struct moves *may, struct choice *c)
{
	const struct tree *t = &w->hunt->tree;

	c->n = 0;
	c->liking = c->tried = c->liked = 0;
	for (int i = 0; i < may->n; i++) {
		w->slot[may->id[i]] = (uint32_t)i + 1;
		c->known[i] = false;
	}
	for (uint32_t i = FIRST(node); i; i = t->edge[i].next) {
		struct edge *e = &t->edge[i];
		const uint32_t place = w->slot[e->move];
		if (place == 0 || c->known[place - 1])
			continue;
		const float visits = (float)GET(e->visits);
		c->known[place - 1] = true;
		c->edge[c->n++] = e;
		c->liking += e->prior;
		c->tried += visits;
		c->liked += visits > 0 ? e->prior : 0;
	}
	for (int i = 0; i < may->n; i++)
		w->slot[may->id[i]] = 0;
}

/* Finds the edges of all legal moves, and makes those that are missing, unless another thread holds the node or the pool is full. True: there was a choice, and
 * the net has looked at it, with what it saw in *seen. */
static bool grow(struct walker *w, struct node *node, const struct state *s, const struct moves *may, struct choice *c, struct sight *seen)
{
	struct hunt *h = w->hunt;
	float liking[MAX_MOVES] = { 1 };
	bool looked = false;

	find_edges(w, node, may, c);
	if (c->n == may->n || GET(h->tree.edges) >= h->tree.edges_max || !tree_hold(node))
		return false;
	if (may->n > 1) {
		looked = true;
		if (h->net) {
			net_look(h->net, h->game, h->box, s, node->mover, &seen->by_net);
			by_net(h, &seen->by_net, may, liking);
		} else {
			by_liking(h, s, may, &seen->stand, liking);
		}
	}
	find_edges(w, node, may, c);            /* another thread may have been here */
	open_moves(h, node, may, c->known, liking);
	tree_let_go(node);
	find_edges(w, node, may, c);
	return looked;
}

/* Selection ------------------------------------------------------------------------------- */

/* NULL: there is none. */
static struct edge *select_edge(const struct puct *p, const struct node *node, const struct choice *c)
{
	const float seen = (float)GET(node->visits), mean = seen > 0 ? GET(node->sum) / seen : 0.5F;
	const float explore = p->explore * sqrtf(c->tried + 1) / c->liking, untried = mean - p->doubt * sqrtf(c->liked / c->liking);
	struct edge *best = NULL;
	float most = 0;

	for (int i = 0; i < c->n; i++) {
		struct edge *e = c->edge[i];
		const float visits = (float)GET(e->visits), hope = visits > 0 ? GET(e->sum[node->mover]) / visits : untried;
		const float score = hope + explore * e->prior / (1 + visits);
		if (!best || score > most) {
			most = score;
			best = e;
		}
	}
	return best;
}

/* An iteration ------------------------------------------------------------------------------- */

static void back_up(const struct step path[], int n, int players, const struct worth *w)
{
	for (int i = n - 1; i >= 0; i--) {
		struct node *node = path[i].node;
		struct edge *e = path[i].edge;

		ADD(node->sum, w->utility[node->mover]);
		for (int seat = 0; seat < players; seat++) {
			ADD(e->sum[seat], w->utility[seat]);
			ADD(e->win[seat], w->win[seat]);
		}
	}
}

/* Follows an edge. Visits are counted on the way down, so that to another thread an edge that is being tried looks like one that was lost.
 * Returns the node behind it; NO_NODE: all is over, or the pool is full. */
static uint32_t follow(struct walker *w, struct state *s, struct node *node, struct edge *e, int *mover, bool *fresh)
{
	struct hunt *h = w->hunt;

	ADD(node->visits, 1);
	ADD(e->visits, 1);
	h->game->apply(h->box, s, e->move, NULL);
	walk_settle(w, s);
	*mover = h->game->to_move(h->box, s);
	return *mover == OVER ? (uint32_t)NO_NODE : tree_child(&h->tree, e, *mover, 0, fresh);
}

void puct_root(struct walker *w, const struct state *whole)
{
	struct node *root = &w->hunt->tree.node[w->hunt->root];
	struct sight seen;
	struct choice c;
	struct moves may;

	w->hunt->game->legal(w->hunt->box, whole, &may);
	grow(w, root, whole, &may, &c, &seen);
}

/* What the position where an iteration ends is worth. `judged`: the net has looked at it already, and *seen has what it saw. */
static void worth_at(const struct hunt *h, const struct state *s, int mover, bool judged, struct sight *seen, struct worth *out)
{
	if (mover != OVER && h->net) {
		if (!judged)
			net_look(h->net, h->game, h->box, s, mover, &seen->by_net);
		worth_of(h, &seen->by_net, out);
	} else if (judged && !h->net) {
		eval_worth_at(h->eval, &seen->stand, s->players, out);
	} else {
		eval_worth(h->eval, h->game, h->box, s, out);
	}
}

void puct_walk(struct walker *w)
{
	struct hunt *h = w->hunt;
	struct state s = h->view;
	struct node *leaf = NULL;
	int mover = h->tree.node[h->root].mover, n = 0;
	bool fresh = false, judged = false;
	struct sight seen;
	struct worth worth;

	game_guess(h->game, h->box, &s, &w->rng);
	for (uint32_t at = h->root; at != NO_NODE && n < WALK_DEPTH; n++) {
		struct node *node = leaf = &h->tree.node[at];
		struct choice c;
		struct moves may;
		h->game->legal(h->box, &s, &may);
		judged = grow(w, node, &s, &may, &c, &seen) && fresh;
		struct edge *e = judged ? NULL : select_edge(h->puct, node, &c);
		if (!e)
			break;
		w->path[n] = (struct step){ node, e, false };
		fresh = false;
		at = follow(w, &s, node, e, &mover, &fresh);
	}
	worth_at(h, &s, mover, judged, &seen, &worth);
	back_up(w->path, n, s.players, &worth);
	if (judged) {                           /* what is said of a new node is the first that is known of it */
		ADD(leaf->visits, 1);
		ADD(leaf->sum, worth.utility[mover]);
	}
	if ((uint32_t)n > w->deepest)
		w->deepest = (uint32_t)n;
}
