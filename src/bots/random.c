/* Any legal move is as good as another. */
#include "bots/bot.h"

static int pick(const struct game *g, const struct box *b, const struct state *view, struct rng *own)
{
	struct moves m;

	g->legal(b, view, &m);
	must(m.n > 0);
	return m.id[rng_below(own, (uint32_t)m.n)];
}

const struct bot bot_random = { .name = "random", .help = "any legal move", .pick = pick };
