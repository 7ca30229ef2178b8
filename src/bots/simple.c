#include "bots/simple.h"

#include <string.h>

#include "bots/bot.h"

static const struct simple *const frozen[] = { &simple_broadhorns, &simple_queen, &simple_rails, NULL };
static const struct simple *const adept[] = { &adept_broadhorns, &adept_rails, NULL };

static const struct simple *find(const struct simple *const list[], const struct game *g)
{
	for (; *list; list++)
		if (strcmp((*list)->game, g->name) == 0)
			return *list;
	return NULL;
}

const struct simple *simple_find(const struct game *g)
{
	return find(frozen, g);
}

const struct simple *simple_adept(const struct game *g)
{
	const struct simple *best = find(adept, g);

	return best ? best : simple_find(g);
}

/* The first move of the best plan. The rest of it is found again at the next decision: the weights have not changed by then. */
static int follow(const struct simple *w, const struct game *g, const struct box *b, const struct state *view)
{
	static _Thread_local struct plan plan[MAX_PLANS];
	static _Thread_local int worth[MAX_PLANS];
	int n = g->plans(b, view, plan, MAX_PLANS), best = 0;

	if (n <= 0)
		return -1;
	if (n > MAX_PLANS)
		n = MAX_PLANS;                  /* what is beyond is not looked at */
	w->weigh(b, view, plan, n, worth);
	for (int i = 1; i < n; i++)
		if (worth[i] > worth[best])
			best = i;
	return plan[best].move[0];
}

int simple_choose(const struct simple *w, const struct game *g, const struct box *b, const struct state *view)
{
	struct moves may;

	g->legal(b, view, &may);
	must(may.n > 0);
	if (may.n == 1)
		return may.id[0];
	int move = g->plans ? follow(w, g, b, view) : -1;
	return move >= 0 ? move : w->answer(w, b, view, &may);
}

static int pick(struct mind *m, const struct state *view, struct budget budget, struct rng *own, struct thought *out)
{
	const struct simple *w = simple_find(m->game);

	return w ? simple_choose(w, m->game, m->box, view) : bot_random.pick(m, view, budget, own, out);
}

const struct bot bot_simple = { .name = "simple", .help = "weighs every way to finish its turn", .pick = pick };
