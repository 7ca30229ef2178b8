/* Contracts about plans: whole turns, each with what comes out of it. */
#include "contracts.h"

#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "lively.h"

enum { OUTCOME = sizeof(struct plan) - offsetof(struct plan, queen) };

/* What a turn can come to, and the most that can be spared on the way there. */
struct found { uint8_t outcome[OUTCOME]; int spare; };

static struct plan plan_list[MAX_PLANS];

static int compare(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	int order = memcmp(x->outcome, y->outcome, OUTCOME);

	return order != 0 ? order : (x->spare < y->spare) - (x->spare > y->spare);
}

static struct found found_of(const struct lively_plans *known, const struct plan *p)
{
	struct plan rest = *p;
	struct found f = { .spare = known->spare(&rest) };

	memcpy(f.outcome, &rest.queen, OUTCOME);
	return f;
}

/* The turn under way is over when another turn, chance or nobody follows. */
static bool is_done(const struct scene *c, const struct state *s)
{
	int mover = c->g->to_move(c->b, s);

	return mover == OVER || mover == CHANCE || c->g->turn(s) != c->g->turn(&c->s);
}

/* Other seats answer anything, until it is the mover's turn again. */
static void answer(struct scene *c, struct state *s)
{
	struct moves m;

	while (!is_done(c, s) && c->g->to_move(c->b, s) != c->mover) {
		c->g->legal(c->b, s, &m);
		c->g->apply(c->b, s, m.id[rng_below(&c->own, (uint32_t)m.n)], NULL);
	}
}

static int list_plans(struct scene *c)
{
	int n = c->g->plans(c->b, &c->s, plan_list, MAX_PLANS);

	HOLDS(c, n >= 0 && n <= MAX_PLANS, "%d plans", n);
	return n;
}

/* Played out, a plan is legal move by move, ends the turn with its last move, and comes to what it says. */
static void replay(struct scene *c, const struct lively_plans *known, const struct plan *p)
{
	struct state s = c->s, last = s;
	struct plan real;

	HOLDS(c, p->n > 0 && p->n <= MAX_PLAN, "a plan of %d moves", p->n);
	for (int i = 0; i < p->n; i++) {
		HOLDS(c, !is_done(c, &s), "the turn is over before move %d of a plan", i);
		HOLDS(c, game_is_legal(c->g, c->b, &s, p->move[i]), "move %d of a plan, %d, is not legal", i, p->move[i]);
		last = s;
		c->g->apply(c->b, &s, p->move[i], NULL);
		answer(c, &s);
	}
	HOLDS(c, is_done(c, &s), "the turn is not over after a plan of %d moves", p->n);
	memset(&real, 0, sizeof real);
	known->outcome(c->b, &last, &s, c->mover, &real);
	for (int i = 0; i < OUTCOME; i++)
		HOLDS(c, ((uint8_t *)&real.queen)[i] == ((const uint8_t *)&p->queen)[i], "byte %d of the outcome is %d, the plan says %d", i,
			((uint8_t *)&real.queen)[i], ((const uint8_t *)&p->queen)[i]);
}

/* Every plan does what it says, whatever the others answer, and no two come to the same. */
void contract_plans_replay(struct scene *c)
{
	static struct found found[MAX_PLANS];
	const struct lively_plans *known = lively_plans_of(c->g);

	if (!c->g->plans || rng_below(&c->own, 16) != 0)
		return;
	HOLDS(c, known, "the tests do not know how to judge these plans: see lively.h");
	int n = list_plans(c);
	HOLDS(c, (n > 0) == known->due(&c->s), "%d plans, although they are %sdue", n, known->due(&c->s) ? "" : "not ");
	for (int i = 0; i < n; i++) {
		replay(c, known, &plan_list[i]);
		found[i] = found_of(known, &plan_list[i]);
	}
	qsort(found, (size_t)n, sizeof found[0], compare);
	for (int i = 1; i < n; i++)
		HOLDS(c, memcmp(found[i - 1].outcome, found[i].outcome, OUTCOME) != 0, "two plans come to the same");
}

/* By brute force ------------------------------------------------------------ */

/* Every sequence of small moves, a state that came up before not followed twice. */
struct brute {
	struct scene *c;
	const struct lively_plans *known;
	uint64_t     *seen;                     /* hashes of states, 0: a free place */
	size_t        places, states;
	struct found *of;
	size_t        n, room;
};

static bool is_new(struct brute *x, const struct state *s)
{
	uint64_t h = codec_hash(s, sizeof *s) | 1;
	size_t at = h >> 8 & (x->places - 1);

	for (; x->seen[at]; at = (at + 1) & (x->places - 1))
		if (x->seen[at] == h)
			return false;
	HOLDS(x->c, ++x->states < x->places / 2, "more than %zu states in a turn", x->places / 2);
	x->seen[at] = h;
	return true;
}

static void note(struct brute *x, const struct state *last, const struct state *done)
{
	struct plan p;

	if (x->n == x->room) {
		x->room = x->room ? x->room * 2 : 1024;
		x->of = realloc(x->of, x->room * sizeof x->of[0]);
	}
	memset(&p, 0, sizeof p);
	x->known->outcome(x->c->b, last, done, x->c->mover, &p);
	x->of[x->n++] = found_of(x->known, &p);
}

static void explore(struct brute *x, const struct state *s)
{
	struct scene *c = x->c;
	struct moves m;

	c->g->legal(c->b, s, &m);
	for (int i = 0; i < m.n; i++) {
		struct state t = *s;
		c->g->apply(c->b, &t, m.id[i], NULL);
		answer(c, &t);
		if (is_done(c, &t))
			note(x, s, &t);
		else if (is_new(x, &t))
			explore(x, &t);
	}
}

/* Of those that come to the same keeps the one that spares most; they are sorted by that. */
static size_t keep_best(struct found *of, size_t n)
{
	size_t kept = 0;

	qsort(of, n, sizeof of[0], compare);
	for (size_t i = 0; i < n; i++)
		if (kept == 0 || memcmp(of[kept - 1].outcome, of[i].outcome, OUTCOME) != 0)
			of[kept++] = of[i];
	return kept;
}

/* On a sample of positions: what the plans come to is exactly what all sequences of small moves come to, with as much to spare as can be. */
void contract_plans_complete(struct scene *c)
{
	static struct found planned[MAX_PLANS];
	static uint64_t seen[1 << 18];
	struct brute x = { .c = c, .known = lively_plans_of(c->g), .seen = seen, .places = sizeof seen / sizeof seen[0] };

	if (!c->g->plans || !x.known->due(&c->s) || rng_below(&c->own, 128) != 0)
		return;
	memset(seen, 0, sizeof seen);
	explore(&x, &c->s);
	x.n = keep_best(x.of, x.n);

	int n = list_plans(c);
	for (int i = 0; i < n; i++)
		planned[i] = found_of(x.known, &plan_list[i]);
	qsort(planned, (size_t)n, sizeof planned[0], compare);
	HOLDS(c, (size_t)n == x.n, "%d plans, but %zu ways to end the turn", n, x.n);
	for (int i = 0; i < n; i++)
		HOLDS(c, compare(&planned[i], &x.of[i]) == 0, "plan and way %d of %d differ", i, n);
	free(x.of);
}
