#include "bots/simple.h"

#include "bots/bot.h"
#include "bots/knowledge.h"

/* Of equals the one that is listed first. */
int simple_plans(const struct simple *w, const struct game *g, const struct box *b, const struct state *view, struct plan best[], int cap)
{
	static _Thread_local struct plan plan[MAX_PLANS];
	static _Thread_local int worth[MAX_PLANS];
	int n = g->plans ? g->plans(b, view, plan, MAX_PLANS) : 0, found = 0;

	if (n <= 0)
		return 0;
	if (n > MAX_PLANS)
		n = MAX_PLANS;                  /* what is beyond is not looked at */
	w->weigh(b, view, plan, n, worth);
	for (; found < cap && found < n; found++) {
		int most = -1;
		for (int i = 0; i < n; i++)
			if (plan[i].n > 0 && (most < 0 || worth[i] > worth[most]))
				most = i;
		if (most < 0)
			break;
		best[found] = plan[most];
		plan[most].n = 0;               /* taken */
	}
	return found;
}

/* Of the best plan the first move. The rest of it is found again at the next decision: the weights have not changed by then. */
int simple_choose(const struct simple *w, const struct game *g, const struct box *b, const struct state *view)
{
	struct plan plan;
	struct moves may;

	g->legal(b, view, &may);
	must(may.n > 0);
	if (may.n == 1)
		return may.id[0];
	return simple_plans(w, g, b, view, &plan, 1) > 0 ? plan.move[0] : w->answer(w, b, view, &may);
}

static int pick(struct mind *m, const struct state *view, struct budget budget, struct rng *own, struct thought *out)
{
	const struct bot_knowledge *knows = bot_knowledge_of(m->game);
	const struct simple *w = m->bot == &bot_adept ? knows->adept : knows->simple;

	return w ? simple_choose(w, m->game, m->box, view) : bot_random.pick(m, view, budget, own, out);
}

const struct bot bot_simple = { .name = "simple", .help = "weighs every way to finish its turn", .pick = pick };
const struct bot bot_adept = { .name = "adept", .help = "the same with the best weights there are, which may change", .pick = pick };
