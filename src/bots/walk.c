#include "bots/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How it explores: set by hand. */
static const float
	curiosity = 1.0F,               /* against the scatter of what has come out so far, */
	idle      = 0.004F,             /* and where nothing is scattered */
	liking    = 100,                /* of plans, in the simple bot's weights: worth that makes one e times as likely to be looked at, */
	fluke     = 0.01F,              /* and the share that every one has */
	sure      = 0.899F,             /* a sole first place is worth at least this: nothing can be better */
	trust     = 0.9F;               /* of plans that a net likes: how much of the liking is as it says; the rest is shared equally */

enum { WIDE = 64, WIDE_ROOT = EVAL_PLANS };     /* plans of a turn that are looked at */
enum { JUDGED = 4096 };                 /* positions that are remembered; a power of 2 */

bool walk_make(struct walker *w, struct hunt *h)
{
	const bool plans = h->game->plans != NULL;

	*w = (struct walker){ .hunt = h, .slot = calloc(h->game->num_moves, sizeof *w->slot) };
	if (plans) {
		w->plans = malloc(MAX_PLANS * sizeof *w->plans);
		w->rank = malloc(MAX_PLANS * sizeof *w->rank);
		w->worth = malloc(MAX_PLANS * sizeof *w->worth);
	}
	const bool remembers = plans && !h->game->guess && h->eval && h->eval->shipped;
	w->judged = remembers ? calloc(JUDGED, sizeof *w->judged) : NULL;
	return w->slot && (!plans || (w->plans && w->rank && w->worth)) && (!remembers || w->judged);
}

void walk_free(struct walker *w)
{
	free(w->slot);
	free(w->plans);
	free(w->rank);
	free(w->worth);
	free(w->judged);
}

/* What a position is worth. Where a turn is one edge and a net judges, the same positions come again and again: when the others answer in the middle of a plan,
 * and when a node that was judged is opened. Judging by hand is not remembered, so that hard1 and expert1 stay as fast as they were. */
static void judge(struct walker *w, const struct state *s, struct worth *out)
{
	const struct hunt *h = w->hunt;

	if (!w->judged) {
		eval_worth(h->eval, h->game, h->box, s, out);
		return;
	}
	const uint64_t key = tree_key(s);
	struct judged *at = &w->judged[key >> 32 & (JUDGED - 1)];
	if (at->key != key) {
		eval_worth(h->eval, h->game, h->box, s, &at->worth);
		at->key = key;
	}
	*out = at->worth;
}

/* Playing on ----------------------------------------------------------------------- */

/* The answer of a seat that is asked in the middle of another's turn: what the evaluation likes best. */
static int quick_answer(struct walker *w, const struct state *s, int seat)
{
	const struct hunt *h = w->hunt;
	struct moves may;
	struct worth worth;
	float most = -1;

	h->game->legal(h->box, s, &may);
	int best = may.id[0];
	for (int i = 0; i < may.n && may.n > 1; i++) {
		struct state then = *s;
		h->game->apply(h->box, &then, may.id[i], NULL);
		judge(w, &then, &worth);
		if (worth.utility[seat] > most) {
			most = worth.utility[seat];
			best = may.id[i];
		}
	}
	return best;
}

bool walk_plan(struct walker *w, struct state *s, int mover, const uint8_t *move, int n)
{
	const struct hunt *h = w->hunt;
	bool alone = true;

	for (int i = 0; i < n; ) {
		int asked = h->game->to_move(h->box, s);
		alone &= asked == mover;
		if (asked < 0)
			break;
		h->game->apply(h->box, s, asked == mover ? move[i++] : quick_answer(w, s, asked), NULL);
	}
	return alone;
}

bool walk_settle(struct walker *w, struct state *s)
{
	const struct hunt *h = w->hunt;
	bool drawn = false;

	for (; h->game->to_move(h->box, s) == CHANCE; drawn = true)
		h->game->apply(h->box, s, game_chance(h->game, h->box, s, &w->rng), NULL);
	return drawn;
}

/* Nobody knows how the others play, and who takes them all for one policy lives by its faults: in each iteration every one of them follows the
 * policy that we know best, or simple. */
static void draw_policies(struct walker *w)
{
	const struct hunt *h = w->hunt;
	const int own = h->tree.node[h->root].mover;

	for (int seat = 0; seat < h->view.players; seat++)
		w->policy[seat] = h->other && seat != own && rng_next(&w->rng) >> 63 ? h->other : h->simple;
}

static int follow_policy(const struct walker *w, const struct state *s)
{
	const struct hunt *h = w->hunt;

	return simple_choose(w->policy[h->game->to_move(h->box, s)], h->game, h->box, s);
}

/* What the others do until the seat that thinks is asked again, if they are not thought about. True: somebody has moved. */
static bool let_others(struct walker *w, struct state *s)
{
	const struct hunt *h = w->hunt;
	const int seat = h->tree.node[h->root].mover;
	bool moved = false;

	if (!h->style->alone || h->game->plans || !h->simple)
		return false;
	for (int mover; (mover = h->game->to_move(h->box, s)) != seat && mover != OVER; moved = true) {
		h->game->apply(h->box, s, follow_policy(w, s), NULL);
		walk_settle(w, s);
	}
	return moved;
}

/* All seats do what simple would, until as many turns are over as were asked for. They end at the same turn wherever the
 * tree ended, so that what is compared is of one time. */
static void play_out(struct walker *w, struct state *s)
{
	const struct hunt *h = w->hunt;
	const int until = h->simple && h->playout > 0 ? h->game->turn(&h->view) + h->playout : -1;

	while (h->game->turn(s) <= until && h->game->to_move(h->box, s) != OVER) {
		h->game->apply(h->box, s, follow_policy(w, s), NULL);
		walk_settle(w, s);
	}
}

/* Growing: plans --------------------------------------------------------------------- */

static int by_worth(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;

	return x->worth != y->worth ? (x->worth < y->worth) - (x->worth > y->worth) : x->plan - y->plan;
}

/* The plans in the order in which the simple bot likes them: all of them, or the likely ones. Returns how many. */
static int rank_plans(struct walker *w, int mover, const struct state *s, bool all)
{
	const struct hunt *h = w->hunt;
	struct state fewer;
	int n = 0;

	if (!all && h->eval && h->eval->narrow && h->eval->narrow(s, mover, &fewer))
		n = h->game->plans(h->box, &fewer, w->plans, MAX_PLANS);
	if (n <= 0)
		n = h->game->plans(h->box, s, w->plans, MAX_PLANS);
	if (n > MAX_PLANS)
		n = MAX_PLANS;                          /* what is beyond is not looked at */
	if (n <= 0)
		return 0;
	memset(w->worth, 0, (size_t)n * sizeof w->worth[0]);
	if (h->simple && h->simple->weigh)
		h->simple->weigh(h->box, s, w->plans, n, w->worth);
	for (int i = 0; i < n; i++)
		w->rank[i] = (struct rank){ w->worth[i], i };
	qsort(w->rank, (size_t)n, sizeof w->rank[0], by_worth);
	return n;
}

static bool has_plan(const struct tree *t, uint32_t first, const struct plan *p)
{
	for (uint32_t i = first; i; i = t->edge[i].next)
		if (t->edge[i].n == p->n && memcmp(t->edge[i].plan, p->move, p->n) == 0)
			return true;
	return false;
}

/* What each of the n plans that are ranked first has of the attention: by the net that likes plans, else by what they are worth to the simple bot. */
static void share_plans(const struct walker *w, const struct state *s, int n, float out[WIDE_ROOT])
{
	const struct hunt *h = w->hunt;
	struct liked liked[WIDE_ROOT];
	int32_t logit[WIDE_ROOT];

	if (!eval_likes_plans(h->eval, h->game)) {
		for (int i = 0; i < n; i++)
			out[i] = expf((float)(w->rank[i].worth - w->rank[0].worth) / liking) + fluke;
		return;
	}
	for (int i = 0; i < n; i++)
		liked[i] = (struct liked){ .plan = &w->plans[w->rank[i].plan], .worth = w->rank[i].worth };
	eval_like_plans(h->eval, h->game, h->box, s, liked, n);
	for (int i = 0; i < n; i++)
		logit[i] = liked[i].logit;
	eval_shares(logit, n, 1, trust, out);
}

/* Edges for the best of the plans that have none yet. Of a node that somebody holds. */
static void open_plans(struct walker *w, struct node *node, const struct state *s, bool all)
{
	struct hunt *h = w->hunt;
	const int wide = all ? WIDE_ROOT : WIDE, n = rank_plans(w, node->mover, s, all), most = n < wide ? n : wide;
	uint32_t head = GET(node->first), old = head;
	float total = 0, share[WIDE_ROOT];
	struct worth now;

	if (n == 0)
		return;
	judge(w, s, &now);
	bool whole = all && n <= wide;
	share_plans(w, s, most, share);
	for (int i = most - 1; i >= 0; i--) {
		const struct plan *p = &w->plans[w->rank[i].plan];
		if (has_plan(&h->tree, old, p))
			continue;
		struct edge *e = tree_edge(&h->tree, &head, p->move[0], now.utility[node->mover]);
		if (!e) {
			whole = false;
			break;
		}
		e->n = p->n;
		memcpy(e->plan, p->move, p->n);
		e->prior = share[i];
	}
	for (uint32_t i = head; i; i = h->tree.edge[i].next)
		total += h->tree.edge[i].prior;
	for (uint32_t i = head; i; i = h->tree.edge[i].next)
		h->tree.edge[i].prior /= total;
	SET(node->whole, whole);
	atomic_store_explicit(&node->first, head, memory_order_release);
}

/* Growing: moves ------------------------------------------------------------------------ */

/* Where the seats stand at a node, once that is known. A move is taken to change its mover's standing only. */
struct footing { bool known; struct stand is; };

static float guess_move(const struct hunt *h, const struct state *s, int mover, int move, struct footing *now)
{
	struct state then = *s;
	float u[MAX_PLAYERS];

	h->game->apply(h->box, &then, move, NULL);
	if (!h->eval || h->game->to_move(h->box, &then) == OVER) {
		eval_utility(h->eval, h->game, h->box, &then, u);
		return u[mover];
	}
	if (!now->known)
		eval_stand(h->eval, h->game, h->box, s, &now->is);
	now->known = true;
	return eval_utility_then(h->eval, h->game, h->box, &then, mover, &now->is);
}

/* Edges for the moves that are legal in this guess and that the node has not met. slot[]: the edges of all that are. */
static void open_moves(struct walker *w, struct node *node, const struct state *s, const struct moves *may)
{
	struct tree *t = &w->hunt->tree;
	struct footing now = { .known = false };
	uint32_t head = GET(node->first);
	bool whole = true;

	for (int i = 0; i < may->n && whole; i++)
		if (w->slot[may->id[i]] == NO_EDGE) {
			float guess = may->n > 1 ? guess_move(w->hunt, s, node->mover, may->id[i], &now) : 0.5F;
			whole = tree_edge(t, &head, may->id[i], guess) != NULL;
			if (whole)
				w->slot[may->id[i]] = head;
		}
	if (w->hunt->style->lead > 0 && w->hunt->simple && GET(node->first) == NO_EDGE && may->n > 1 && whole)
		t->edge[w->slot[w->hunt->simple->answer(w->hunt->simple, w->hunt->box, s, may)]].prior = w->hunt->style->lead;
	SET(node->whole, whole);
	atomic_store_explicit(&node->first, head, memory_order_release);
}

/* Selection --------------------------------------------------------------------------------- */

/* How widely the mover's prospects are scattered here: that is the measure for what is worth exploring. */
static float scatter(const struct node *node)
{
	float n = (float)GET(node->visits), mean = n > 0 ? GET(node->sum) / n : 0, var = n > 1 ? GET(node->squares) / n - mean * mean : 0;

	return curiosity * sqrtf(var > 0 ? var : 0) + idle;
}

static struct edge *select_plan(const struct tree *t, const struct node *node)
{
	const float explore = scatter(node) * sqrtf((float)GET(node->visits) + 1);
	struct edge *best = NULL;
	float most = -1;

	for (uint32_t i = FIRST(node); i; i = t->edge[i].next) {
		struct edge *e = &t->edge[i];
		float score = edge_hope(e, node->mover) + explore * e->prior / (float)(1 + GET(e->visits));
		if (score > most) {
			most = score;
			best = e;
		}
	}
	return best;
}

/* What is to be added to first guesses. They come from the evaluation, the results from playouts, and the two may differ by more than
 * moves do. With a lead, the guess of what simple would do stands for what has come out here so far. */
static float shift(const struct style *y, const struct node *node, const struct edge *led)
{
	return led ? GET(node->sum) / (float)GET(node->visits) - led->guess - y->doubt : 0;
}

/* Sets slot[] for the moves that are legal in this guess. A move without an edge gets one, unless another thread holds the node or the pool
 * is full. */
static void find_edges(struct walker *w, struct node *node, const struct state *s, struct moves *may)
{
	const struct tree *t = &w->hunt->tree;
	bool missing = false;

	w->hunt->game->legal(w->hunt->box, s, may);
	for (int i = 0; i < may->n; i++)
		w->slot[may->id[i]] = NO_EDGE;
	for (uint32_t i = FIRST(node); i; i = t->edge[i].next)
		w->slot[t->edge[i].move] = i;
	for (int i = 0; i < may->n; i++)
		missing |= w->slot[may->id[i]] == NO_EDGE;
	if (missing && tree_hold(node)) {
		open_moves(w, node, s, may);
		tree_let_go(node);
	}
}

/* The edges of the legal moves, and what they share the attention by. */
struct choice {
	int n;
	struct edge *edge[MAX_MOVES], *led;     /* led: what simple would do, where it leads; NULL: it does not */
	float prior[MAX_MOVES], total;          /* share of the attention of each, and of all */
	float tried;                            /* visits of all */
};

static void set_choice(const struct walker *w, const struct moves *may, struct choice *c)
{
	const struct style *y = w->hunt->style;
	float top = -1;

	c->n = 0;
	c->led = NULL;
	c->total = c->tried = 0;
	for (int i = 0; i < may->n; i++) {
		const uint32_t at = w->slot[may->id[i]];
		if (at == NO_EDGE)
			continue;
		struct edge *e = c->edge[c->n++] = &w->hunt->tree.edge[at];
		c->tried += (float)GET(e->visits);
		top = e->guess > top ? e->guess : top;
		c->led = e->prior > 0 ? e : c->led;
	}
	for (int i = 0; i < c->n; i++)
		c->total += c->prior[i] = expf((c->edge[i]->guess - top) / y->taste) + y->chance + c->edge[i]->prior;
}

/* The edge to follow among the moves that are legal in this guess; NULL: none of them has an edge. */
static struct edge *select_move(struct walker *w, struct node *node, const struct state *s)
{
	struct moves may;
	struct choice c;
	struct edge *best = NULL;
	float most = 0;

	find_edges(w, node, s, &may);
	set_choice(w, &may, &c);
	if (c.led && GET(node->visits) == 0)
		return c.led;
	const float explore = scatter(node) * sqrtf(c.tried + 1) / c.total, more = shift(w->hunt->style, node, c.led);
	for (int i = 0; i < c.n; i++) {
		struct edge *e = c.edge[i];
		float score = edge_hope(e, node->mover) + (explore * c.prior[i] + (GET(e->solved) ? 0 : more)) / (float)(1 + GET(e->visits));
		if (!best || score > most) {
			most = score;
			best = e;
		}
	}
	return best;
}

/* Solving ------------------------------------------------------------------------------------- */

/* Whether a node is decided, now that one of its edges is: its mover has a sure win, or there is no other edge left. */
static bool solve(const struct tree *t, struct node *node)
{
	const struct edge *best = NULL;
	bool all = GET(node->whole);

	for (uint32_t i = FIRST(node); i; i = t->edge[i].next) {
		const struct edge *e = &t->edge[i];
		if (!GET(e->solved))
			all = false;
		else if (!best || GET(e->sum[node->mover]) > GET(best->sum[node->mover]))
			best = e;
	}
	if (!best || (!all && GET(best->sum[node->mover]) < sure))
		return false;
	for (int seat = 0; seat < MAX_PLAYERS; seat++) {
		node->value.utility[seat] = GET(best->sum[seat]);
		node->value.win[seat] = GET(best->win[seat]);
	}
	atomic_store_explicit(&node->solved, true, memory_order_release);
	return true;
}

/* An iteration ----------------------------------------------------------------------------------- */

static void back_up(const struct hunt *h, const struct step path[], int n, int players, const struct worth *w, bool exact)
{
	const float *u = w->utility;

	for (int i = n - 1; i >= 0; i--) {
		struct node *node = path[i].node;
		struct edge *e = path[i].edge;

		ADD(node->sum, u[node->mover]);
		ADD(node->squares, u[node->mover] * u[node->mover]);
		exact = exact && path[i].exact;
		if (GET(e->solved)) {
			exact = false;                  /* its node is not, or we should not have come here */
			continue;
		}
		for (int seat = 0; seat < players; seat++) {
			SET(e->sum[seat], exact ? u[seat] : GET(e->sum[seat]) + u[seat]);
			SET(e->win[seat], exact ? w->win[seat] : GET(e->win[seat]) + w->win[seat]);
		}
		if (exact) {
			SET(e->solved, true);
			exact = solve(&h->tree, node) && memcmp(node->value.utility, u, (size_t)players * sizeof u[0]) == 0;
		}
	}
}

/* Whether the evaluation knows as much of what follows as a search could tell. */
static bool is_beyond(const struct hunt *h, const struct state *s)
{
	return h->eval && h->eval->horizon && h->game->turn(s) - h->game->turn(&h->view) > h->eval->horizon + h->style->further;
}

static void open_node(struct walker *w, struct node *node, const struct state *s)
{
	if (!w->hunt->game->plans || atomic_load_explicit(&node->open, memory_order_acquire) || !tree_hold(node))
		return;
	if (!GET(node->open))
		open_plans(w, node, s, false);
	atomic_store_explicit(&node->open, true, memory_order_release);
	tree_let_go(node);
}

/* What simple would do is looked at before anything else. */
static void favour_simple(struct walker *w, struct node *node, const struct state *whole)
{
	struct hunt *h = w->hunt;
	struct moves may;

	h->game->legal(h->box, whole, &may);
	if (may.n < 2)
		return;
	select_move(w, node, whole);                            /* so that all edges are there, and slot[] knows them */
	uint32_t edge = w->slot[h->simple->answer(h->simple, h->box, &h->view, &may)];
	if (edge != NO_EDGE)
		h->tree.edge[edge].guess += h->style->favour;
}

void walk_root(struct walker *w, const struct state *whole)
{
	struct node *node = &w->hunt->tree.node[w->hunt->root];

	if (w->hunt->game->plans)
		open_plans(w, node, whole, true);
	else if (w->hunt->simple && w->hunt->style->favour > 0)
		favour_simple(w, node, whole);
	SET(node->open, true);
}

/* An iteration on its way down. */
struct descent {
	struct state s;                 /* the game that the view was completed to, where the walk stands */
	uint32_t at;                    /* node */
	int  n;                         /* edges followed; they are in the walker's path */
	bool unique;                    /* the node stands for this one position */
	bool over;                      /* the game has ended */
	bool fresh;                     /* the node was made just now: the walk ends there */
};

/* Follows an edge: plays it, then chance, then the others where they are not thought about. Visits are counted on the way down: to another
 * thread that comes by, an edge that is being tried looks like one that was lost. */
static void follow(struct walker *w, struct descent *d, struct node *node, struct edge *e)
{
	struct hunt *h = w->hunt;
	const bool open_book = !h->game->guess;         /* nothing is hidden: what is found is so in every game that the view could be */
	struct step *step = &w->path[d->n++];

	ADD(node->visits, 1);
	ADD(e->visits, 1);
	*step = (struct step){ node, e, true };
	if (e->n > 0)
		step->exact = walk_plan(w, &d->s, node->mover, e->plan, e->n);
	else
		h->game->apply(h->box, &d->s, e->move, NULL);
	bool drawn = walk_settle(w, &d->s);
	drawn |= let_others(w, &d->s);
	step->exact &= !drawn && open_book && d->unique;
	d->unique = d->unique && (!drawn || h->game->plans);
	const int mover = h->game->to_move(h->box, &d->s);
	d->over = mover == OVER;
	d->at = d->over || is_beyond(h, &d->s) ? (uint32_t)NO_NODE : tree_child(&h->tree, e, mover, h->game->plans ? tree_key(&d->s) : 0, &d->fresh);
}

/* Goes down as far as the tree reaches. Returns the node where it ended because that is solved, else NULL. */
static const struct node *descend(struct walker *w, struct descent *d)
{
	struct hunt *h = w->hunt;

	while (d->n < WALK_DEPTH && d->at != NO_NODE && !d->fresh) {
		struct node *node = &h->tree.node[d->at];
		if (d->unique && atomic_load_explicit(&node->solved, memory_order_acquire))
			return node;
		open_node(w, node, &d->s);
		const uint32_t first = FIRST(node);
		const bool planned = first != NO_EDGE && h->tree.edge[first].n > 0;
		struct edge *e = planned ? select_plan(&h->tree, node) : select_move(w, node, &d->s);
		if (!e)
			break;
		follow(w, d, node, e);
	}
	return NULL;
}

void walk(struct walker *w)
{
	struct hunt *h = w->hunt;
	struct descent d = { .s = h->view, .at = h->root, .unique = true };
	struct worth worth;

	game_guess(h->game, h->box, &d.s, &w->rng);
	draw_policies(w);
	const struct node *solved = descend(w, &d);
	if (solved) {
		worth = solved->value;
		back_up(h, w->path, d.n, d.s.players, &worth, true);
		return;
	}
	if (!d.over)
		play_out(w, &d.s);
	judge(w, &d.s, &worth);
	back_up(h, w->path, d.n, d.s.players, &worth, d.over);
	if ((uint32_t)d.n > w->deepest)
		w->deepest = (uint32_t)d.n;
}
