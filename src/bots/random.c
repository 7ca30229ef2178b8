/* Any legal move is as good as another. */
#include "bots/bot.h"

static int pick(struct mind *m, const struct state *view, struct budget budget, struct rng *own, struct thought *out)
{
	struct moves may;

	(void)budget, (void)out;
	m->game->legal(m->box, view, &may);
	must(may.n > 0);
	return may.id[rng_below(own, (uint32_t)may.n)];
}

const struct bot bot_random = { .name = "random", .help = "any legal move", .pick = pick };
