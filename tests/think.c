#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "think.h"

enum { SEED = 7, OTHERS = 3 };

int think(const char *bot, const struct game *g, const struct state *shown, const struct net *net, struct thought *out)
{
	struct mind *m = bot_open(bot, g, g->box);
	struct rng own = rng_seed(SEED);

	assert_non_null(m);
	if (net)
		search_by(m, net);
	const int move = bot_pick(m, shown, (struct budget){ 0 }, &own, out);
	bot_close(m);
	out->ms = 0;
	return move;
}

void think_of_swapped(const char *bot, const struct game *g, const struct state *real, const struct net *net, int *swaps)
{
	struct state view, shown = *real;
	struct thought by_view, by_all;

	game_view(g, g->box, real, g->to_move(g->box, real), &view);
	const int move = think(bot, g, &view, net, &by_view);
	for (uint64_t other = 0; other <= OTHERS; other++) {
		assert_int_equal(think(bot, g, &shown, net, &by_all), move);
		assert_memory_equal(&by_all, &by_view, sizeof by_all);
		*swaps += !game_same(&shown, real);
		struct rng r = rng_seed(other);
		shown = view;
		game_guess(g, g->box, &shown, &r);
	}
}
