/* `search` knows no game. It is an open-loop information-set Monte Carlo tree search: each iteration completes the view to a game that
 * could be, walks down the tree by the moves that are legal there, evaluates where the tree ends, and tells every node on the way back
 * what each seat may hope for; a node prefers what its own mover hopes for. What chance does on the way is drawn anew each time.
 *
 * Where a game offers plans an edge is a whole turn, and positions after different draws are different nodes; else an edge is a move,
 * and a node stands for all that can have been drawn on the way to it. walk.c has the iteration, tree.c the memory. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bot.h"
#include "bots/knowledge.h"
#include "bots/puct.h"
#include "bots/walk.h"

#if defined __wasm__
enum { THREADS = 1 };
#else
#include <pthread.h>
enum { THREADS = 64 };
#endif

enum { LOOK = 4 };                      /* iterations between two looks at the clock: with playouts one takes up to half a millisecond */

/* With little time the move of simple is doubted only if another one looks better at once. With much, simple leads at every node, and the others
 * are taken to follow it: so the tree reaches over several turns of one's own, and finds what simple does not think of. */
static const struct style
	brisk    = { .taste = 0.02F, .chance = 0.05F, .favour = 0.15F },
	thorough = { .taste = 0.05F, .chance = 0.1F, .lead = 1, .doubt = 0.02F, .alone = true, .further = 8 };

static const struct puct by_net = { .explore = 1, .heat = 1, .doubt = 0.15F };

/* How it thinks, and how it chooses when it has thought. */
struct level {
	const struct bot *bot;
	float slip;                     /* how a move is picked: 0: the best one, 1: each as often as it was looked at; in between: rather those that were looked at most, above 1: more evenly */
	bool  gentle;                   /* it does nothing that others must answer to in the middle of its turn */
	bool  far;                      /* games are played out before they are judged */
	bool  adept;                    /* all are taken to follow the best policy that is known, not that of simple */
	bool  net;                      /* positions are judged by the net, where there is one */
	bool  led;                      /* with a net that likes moves: it leads the search, where the game says so */
	const struct style *style;
};

static const struct level levels[] = {
	{ .bot = &bot_easy,    .style = &brisk, .slip = 2, .gentle = true },
	{ .bot = &bot_medium,  .style = &brisk, .slip = 0.35F, .gentle = true },
	{ .bot = &bot_hard,    .style = &brisk, .far = true, .net = true, .led = true },
	{ .bot = &bot_expert,  .style = &thorough, .far = true, .adept = true, .net = true, .led = true },
	{ .bot = &bot_search,  .style = &brisk, .far = true, .net = true, .led = true },
	{ .bot = &bot_hard1,   .style = &brisk, .far = true },
	{ .bot = &bot_expert1, .style = &thorough, .far = true, .adept = true },
};

static const struct level *level_of(const struct bot *bot)
{
	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
		if (levels[i].bot == bot)
			return &levels[i];
	panic("a bot that searches has no level");
}

struct searcher {
	struct mind   mind;             /* the first member: bot.h hands out its address */
	struct hunt   hunt;
	struct walker walker[THREADS];
	int           walkers;
	int           seat;
	struct state  expected;         /* what we shall see next, if nobody and nothing comes in between */
	bool          expecting;
	uint32_t      follow;           /* the node that stands for it */
	struct eval   eval;             /* with another net than the shipped one, if search_judge_by() was called */
	struct shipped given;
	_Atomic(struct seats_net *) net;
	int           queued;
	uint8_t       queue[MAX_PLAN];  /* the rest of the plan that was chosen */
};

/* Thinking ---------------------------------------------------------------------------- */

/* wasi-libc has no clock of a thread since 2023. The page runs a search on one thread of its own, where the time that passes is the nearest. */
#ifndef CLOCK_THREAD_CPUTIME_ID
#define CLOCK_THREAD_CPUTIME_ID CLOCK_MONOTONIC
#endif

static double clock_ms(bool cpu)
{
	struct timespec t;

	clock_gettime(cpu ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
	return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* One thread's share of the work. */
struct shift {
	struct walker *walker;
	struct budget  budget;
	double         spent;           /* ms, before it began */
	bool           brief;           /* it may end when the rest of its time can change nothing */
	uint32_t       done;
};

/* Whether no other edge of the root can be looked at as often as the best one within so many iterations. */
static bool is_settled(const struct tree *t, const struct node *root, double rest)
{
	uint32_t first = 0, second = 0;

	for (uint32_t i = FIRST(root); i; i = t->edge[i].next) {
		uint32_t visits = GET(t->edge[i].visits);
		if (GET(t->edge[i].solved))
			return false;
		second = visits > first ? first : visits > second ? visits : second;
		first = visits > first ? visits : first;
	}
	return first - second > rest;
}

/* All threads together go on as fast as they went up to now, or somewhat faster. */
static bool is_over(const struct shift *s, const struct node *root, uint32_t visits, double until)
{
	const struct budget *b = &s->budget;

	if (b->stop && GET(*b->stop))
		return true;
	if (b->ms == 0)
		return false;
	const double left = until - clock_ms(b->cpu), gone = b->ms - left;
	return left <= 0 || (s->brief && gone > 0 && is_settled(&s->walker->hunt->tree, root, 1.25 * left / gone * (GET(root->visits) - visits)));
}

static void *work(void *arg)
{
	struct shift *s = arg;
	const struct budget *b = &s->budget;
	const struct hunt *h = s->walker->hunt;
	const struct node *root = &h->tree.node[h->root];
	const uint32_t visits = GET(root->visits);
	const double until = clock_ms(b->cpu) - s->spent + b->ms;

	for (s->done = 0; b->iterations == 0 || s->done < b->iterations; s->done++) {
		if (GET(root->solved) || (s->done % LOOK == 0 && s->done > 0 && is_over(s, root, visits, until)))
			break;
		if (h->puct)
			puct_walk(s->walker);
		else
			walk(s->walker);
	}
	return NULL;
}

/* Returns the iterations made. */
static uint32_t think(struct searcher *m, struct budget budget, double spent, bool brief)
{
	struct shift shift[THREADS];
	uint32_t done = 0;

	for (int i = 0; i < m->walkers; i++) {
		shift[i] = (struct shift){ &m->walker[i], budget, spent, brief, 0 };
		shift[i].budget.iterations = budget.iterations ? (budget.iterations + (uint32_t)(m->walkers - 1 - i)) / (uint32_t)m->walkers : 0;
	}
#if !defined __wasm__
	pthread_t thread[THREADS];
	bool up[THREADS] = { false };
	for (int i = 1; i < m->walkers; i++)
		up[i] = (budget.iterations == 0 || shift[i].budget.iterations > 0) && pthread_create(&thread[i], NULL, work, &shift[i]) == 0;
#endif
	work(&shift[0]);
#if !defined __wasm__
	for (int i = 1; i < m->walkers; i++)
		if (up[i])
			pthread_join(thread[i], NULL);
#endif
	for (int i = 0; i < m->walkers; i++)
		done += shift[i].done;
	return done;
}

/* Remembering ----------------------------------------------------------------------------- */

static void forget(struct searcher *m)
{
	tree_clear(&m->hunt.tree);
	m->follow = NO_NODE;
}

/* The node of a position that the tree has seen; only where there are plans has it a key. */
static uint32_t recall(const struct searcher *m, uint64_t key)
{
	const struct tree *t = &m->hunt.tree;

	for (uint32_t i = NO_NODE + 1; i < GET(t->nodes) && i < t->nodes_max; i++)
		if (t->node[i].key == key && t->node[i].mover == m->seat)
			return i;
	return NO_NODE;
}

/* The root for this view: a node that is there already, or a new tree. */
static void plant(struct searcher *m, bool follows)
{
	struct hunt *h = &m->hunt;
	struct state whole = h->view;
	uint32_t at = NO_NODE;

	game_guess(h->game, h->box, &whole, &m->walker[0].rng);
	const uint64_t key = h->game->plans ? tree_key(&whole) : 0;
	if (tree_is_low(&h->tree))
		forget(m);
	else if (key)
		at = recall(m, key);
	else if (follows)
		at = m->follow;
	if (at == NO_NODE) {
		forget(m);
		at = tree_node(&h->tree, m->seat, key);
	}
	h->root = at;
	if (h->puct)
		puct_root(&m->walker[0], &whole);
	else
		walk_root(&m->walker[0], &whole);
}

/* What we shall see after this move, if it is our turn still. */
static void look_ahead(struct searcher *m, int move)
{
	const struct hunt *h = &m->hunt;
	struct state s = h->view;

	game_guess(h->game, h->box, &s, &m->walker[0].rng);
	h->game->apply(h->box, &s, move, NULL);
	m->expecting = h->game->to_move(h->box, &s) == m->seat;
	if (m->expecting)
		game_view(h->game, h->box, &s, m->seat, &m->expected);
}

/* Choosing ------------------------------------------------------------------------------------ */

/* What was never looked at is no better than what was, however promising it is. */
static bool is_better(const struct edge *a, const struct edge *b, int mover)
{
	if ((GET(a->visits) == 0) != (GET(b->visits) == 0))
		return GET(a->visits) > 0;
	if (GET(a->solved) || GET(b->solved))
		return edge_hope(a, mover) > edge_hope(b, mover);
	return GET(a->visits) != GET(b->visits) ? GET(a->visits) > GET(b->visits) : edge_hope(a, mover) > edge_hope(b, mover);
}

static const struct edge *best_edge(const struct tree *t, const struct node *node)
{
	const struct edge *best = NULL;

	for (uint32_t i = GET(node->first); i; i = t->edge[i].next)
		if (!best || is_better(&t->edge[i], best, node->mover))
			best = &t->edge[i];
	return best;
}

static bool is_gentle(struct searcher *m, const struct edge *e)
{
	struct state s = m->hunt.view;
	struct rng r = rng_seed(0);

	game_guess(m->hunt.game, m->hunt.box, &s, &r);
	return e->n == 0 || walk_plan(&m->walker[0], &s, m->seat, e->plan, e->n);
}

/* The best edge, or with a level that slips any that has been looked at; none that is not gentle, if that is asked for and possible. */
static const struct edge *choose(struct searcher *m, const struct node *root, const struct level *level)
{
	const struct tree *t = &m->hunt.tree;
	const struct edge *best = NULL, *chosen = NULL;
	float total = 0;

	if (level->slip <= 0)
		return best_edge(t, root);
	for (uint32_t i = GET(root->first); i; i = t->edge[i].next) {
		const struct edge *e = &t->edge[i];
		if (level->gentle && !is_gentle(m, e))
			continue;
		if (!best || is_better(e, best, root->mover))
			best = e;
		float share = powf((float)GET(e->visits) / (float)(GET(root->visits) + 1), 1 / level->slip);
		total += share;
		if ((float)(rng_next(&m->walker[0].rng) >> 40) * (1.0F / 16777216) * total < share)     /* each as often as its share says */
			chosen = e;
	}
	return chosen ? chosen : best ? best : best_edge(t, root);
}

/* Explaining ------------------------------------------------------------------------------------- */

static void add_moves(struct thought *out, const struct edge *e)
{
	for (int i = 0; i < (e->n ? e->n : 1) && out->line[out->lines].n < THOUGHT_MOVES; i++)
		out->line[out->lines].move[out->line[out->lines].n++] = e->n ? e->plan[i] : e->move;
}

/* A line follows the edges, and of the nodes behind them the ones, that were visited most. */
static void add_line(const struct searcher *m, const struct edge *e, struct thought *out)
{
	const struct tree *t = &m->hunt.tree;
	uint32_t visits = GET(e->visits);

	out->line[out->lines].visits = visits;
	for (int seat = 0; seat < m->hunt.view.players; seat++)
		out->line[out->lines].expected[seat] = GET(e->solved) ? GET(e->win[seat]) : GET(e->win[seat]) / (float)(visits ? visits : 1);
	while (e) {
		uint32_t most = GET(e->child);
		add_moves(out, e);
		for (uint32_t i = most; i; i = t->node[i].twin)
			if (GET(t->node[i].visits) > GET(t->node[most].visits))
				most = i;
		e = most != NO_NODE ? best_edge(t, &t->node[most]) : NULL;
		if (e && GET(e->visits) == 0)
			e = NULL;
	}
	out->lines++;
}

static void explain(const struct searcher *m, const struct edge *chosen, struct thought *out)
{
	const struct tree *t = &m->hunt.tree;
	const struct node *root = &t->node[m->hunt.root];
	const struct edge *last = chosen;

	out->visits = GET(root->visits);
	out->nodes = GET(t->nodes) < t->nodes_max ? GET(t->nodes) : t->nodes_max;
	out->solved = GET(chosen->solved);
	for (int i = 0; i < m->walkers; i++)
		out->depth = m->walker[i].deepest > out->depth ? m->walker[i].deepest : out->depth;
	add_line(m, chosen, out);
	memcpy(out->expected, out->line[0].expected, sizeof out->expected);
	const struct edge *shown[THOUGHT_LINES] = { chosen };
	while (out->lines < THOUGHT_LINES) {
		last = NULL;
		for (uint32_t i = GET(root->first); i; i = t->edge[i].next) {
			bool told = GET(t->edge[i].visits) == 0;
			for (int k = 0; k < out->lines; k++)
				told |= shown[k] == &t->edge[i];
			if (!told && (!last || is_better(&t->edge[i], last, root->mover)))
				last = &t->edge[i];
		}
		if (!last)
			break;
		shown[out->lines] = last;
		add_line(m, last, out);
	}
}

/* The bot -------------------------------------------------------------------------------------------- */

/* The next move of the plan under way, or the only one there is; -1: we have to think. */
static int at_once(struct searcher *m, const struct moves *may, bool follows)
{
	if (follows && m->queued > 0 && moves_have(may, m->queue[0])) {
		int move = m->queue[0];
		memmove(m->queue, m->queue + 1, (size_t)--m->queued);
		return move;
	}
	m->queued = 0;
	return may->n == 1 ? may->id[0] : -1;
}

/* Keeps what is behind the chosen edge in mind. */
static void go_on(struct searcher *m, const struct edge *chosen)
{
	const struct tree *t = &m->hunt.tree;

	m->queued = chosen->n > 0 ? chosen->n - 1 : 0;
	memcpy(m->queue, chosen->plan + 1, (size_t)m->queued);
	m->follow = NO_NODE;
	for (uint32_t i = GET(chosen->child); i && chosen->n == 0; i = t->node[i].twin)
		if (t->node[i].mover == m->seat)
			m->follow = i;
}

static void judge_by(struct searcher *m, const struct level *level, const struct eval *eval)
{
	const struct bot_knowledge *knows = bot_knowledge_of(m->hunt.game);

	m->hunt.eval = eval;
	m->hunt.simple = level->adept ? knows->adept : knows->simple;
	m->hunt.other = knows->simple != m->hunt.simple ? knows->simple : NULL;
	m->hunt.playout = eval && level->far ? eval->playout : 0;
}

/* The net leads if it likes moves. */
static void lead_by_net(struct searcher *m)
{
	const struct bot_knowledge *knows = bot_knowledge_of(m->hunt.game);
	const struct seats_net *net = eval_net(m->hunt.eval, m->hunt.game);

	if (!knows->led || !level_of(m->mind.bot)->led || !net || !seats_likes(net))
		return;
	m->hunt.puct = knows->led;
}

/* A net compares seats, and was never told of a seat that is alone. */
static void judge_alone(struct searcher *m)
{
	m->hunt.net = NULL;
	m->hunt.puct = NULL;
	judge_by(m, level_of(m->mind.bot), eval_find(m->hunt.game));
}

static int pick(struct mind *mind, const struct state *given, struct budget budget, struct rng *own, struct thought *out)
{
	struct searcher *m = (struct searcher *)mind;
	struct hunt *h = &m->hunt;
	const double from = clock_ms(budget.cpu);
	struct moves may;

	m->seat = h->game->to_move(h->box, given);
	h->view = *given;
	if (given->players == 1)
		judge_alone(m);
	if (given->eyes == ALL)
		game_view(h->game, h->box, given, m->seat, &h->view);   /* more than that it shall not see */
	h->game->legal(h->box, &h->view, &may);
	must(may.n > 0);
	for (int i = 0; i < m->walkers; i++) {
		m->walker[i].rng = rng_seed(rng_next(own));
		m->walker[i].deepest = 0;
	}
	const bool follows = m->expecting && game_same(&h->view, &m->expected);
	int move = at_once(m, &may, follows);
	if (move < 0) {
		plant(m, follows);
		const struct level *level = level_of(mind->bot);
		uint32_t done = think(m, budget, clock_ms(budget.cpu) - from, level->slip <= 0);
		const struct edge *chosen = choose(m, &h->tree.node[h->root], level);
		if (out) {
			out->iterations = done;
			explain(m, chosen, out);
		}
		go_on(m, chosen);
		move = chosen->move;
	} else {
		m->follow = NO_NODE;
	}
	look_ahead(m, move);
	if (out)
		out->ms = (uint32_t)(clock_ms(budget.cpu) - from);
	return move;
}

bool bot_judges_by_net(const struct bot *b)
{
	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
		if (levels[i].bot == b)
			return levels[i].net;
	return false;
}

static struct mind *open_mind(const struct mind *called)
{
	const struct level *level = level_of(called->bot);
	struct searcher *m = calloc(1, sizeof *m);
	bool fine = m != NULL;

	must(fine);
	m->mind = *called;
	m->hunt.game = called->game;
	m->hunt.box = called->box;
	m->hunt.style = level->style;
	judge_by(m, level, level->net ? eval_best(called->game) : eval_find(called->game));
	lead_by_net(m);
	m->walkers = called->threads < THREADS ? called->threads : THREADS;
	fine = tree_make(&m->hunt.tree, TREE_POOL);
	for (int i = 0; i < m->walkers; i++)
		fine = walk_make(&m->walker[i], &m->hunt) && fine;
	must(fine);
	return &m->mind;
}

void search_by(struct mind *mind, const struct net *net)
{
	struct searcher *m = (struct searcher *)mind;

	must(mind->bot->pick == pick && !mind->game->plans);
	m->hunt.net = net;
	m->hunt.puct = &by_net;
	m->hunt.eval = eval_find(mind->game);
}

void search_judge_by(struct mind *mind, struct seats_net *net)
{
	struct searcher *m = (struct searcher *)mind;
	const struct eval *best = eval_best(mind->game);

	must(mind->bot->pick == pick && best && best->shipped);
	m->net = net;
	m->given = (struct shipped){ .net = &m->net };
	m->eval = *best;
	m->eval.shipped = &m->given;
	m->hunt.puct = NULL;
	judge_by(m, level_of(mind->bot), &m->eval);
	lead_by_net(m);
}

static void close_mind(struct mind *mind)
{
	struct searcher *m = (struct searcher *)mind;

	for (int i = 0; i < m->walkers; i++)
		walk_free(&m->walker[i]);
	tree_free(&m->hunt.tree);
	free(m);
}

#define SEARCHER .open = open_mind, .close = close_mind, .pick = pick

const struct bot
	bot_easy   = { .name = "easy", .help = "looks a little ahead, slips often and pushes nobody about", .preset = "8", SEARCHER },
	bot_medium = { .name = "medium", .help = "looks ahead and rarely slips", .preset = "60", SEARCHER },
	bot_hard   = { .name = "hard", .help = "thinks for a tenth of a second", .preset = "100ms", SEARCHER },
	bot_expert = { .name = "expert", .help = "thinks for a second", .preset = "1000ms", SEARCHER },
	bot_hard1  = { .name = "hard1", .help = "hard as it was before there were nets: others are measured by it", .preset = "100ms", SEARCHER },
	bot_expert1 = { .name = "expert1", .help = "expert as it was before there were nets", .preset = "1000ms", SEARCHER },
	bot_search = { .name = "search", .help = "search:2000 thinks that many iterations, search:100ms so long", .preset = "1000", SEARCHER };
