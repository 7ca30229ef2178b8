/* How long the longest routes take to find: random late networks of Small Railroad Empires, each asked for the outcomes of a full hand.
 *
 * A network has all the tracks of a company on a random map, each laid next to another one by chance (every third network), or where it
 * touches as few as it can (long and thin, with some loops), or as many (dense), and trains in a third of the cities it has come to. The question is that of a player who delivers: five cards in hand, a factory and a city, which lengths are offered (R105)? */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "games/rails/rails.h"

enum { ROUNDS = 4 };                    /* the fastest of so many counts: the rest is the machine's noise */

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void settle(const struct game *g, struct state *s, struct rng *r)
{
	while (g->to_move(g->box, s) == CHANCE)
		g->apply(g->box, s, game_chance(g, g->box, s, r), NULL);
}

/* One hex of a set of n, by chance. */
static int draw(const int *of, int n, struct rng *r)
{
	return of[rng_below(r, (uint32_t)n)];
}

/* How many tracks of side 0 lie next to a hex. */
static int company(const struct box *b, const struct rails *g, int hex)
{
	struct hexes near = rails_neighbours(b, g, hex);
	int n = 0;

	for (int tile = 0; tile < RAILS_TILES; tile++)
		n += rails_bits(near.of[tile] & g->side[0].track[tile]);
	return n;
}

/* shape: -1 long and thin, 1 dense, 0 by chance alone. */
static void grow(const struct box *b, struct state *s, int shape, struct rng *r)
{
	struct rails *g = &s->rails;

	for (int tracks = 0; tracks < b->rails.tracks; tracks++) {
		int site[RAILS_MAP], n = 0, best = -99;
		for (int hex = 0; hex < RAILS_MAP; hex++) {
			int terrain = rails_hex(b, hex)->terrain;
			bool fits = tracks == 0 ? terrain == FACTORY && rails_in_play(g, hex / RAILS_HEXES) : rails_has(g->side[0].near, hex) && terrain != CITY;
			if (!fits || rails_has(g->side[0].track, hex))
				continue;
			int worth = rng_below(r, 8) == 0 ? 99 : shape * company(b, g, hex);     /* now and then anything */
			if (worth > best) {
				best = worth;
				n = 0;
			}
			if (worth == best)
				site[n++] = hex;
		}
		if (n > 0)
			rails_put_track(b, s, 0, draw(site, n, r), NULL);
	}
	for (int city = 0; city < ALL_CITIES; city++)
		if (rails_in_play(g, city / RAILS_CITIES) && rails_has(g->side[0].near, rails_city_hex(b, city)) && rng_below(r, 3) == 0)
			rails_put_train(b, g, 0, city);
}

/* A factory and a city that a route joins: true if there is one. */
static bool find_delivery(const struct box *b, struct rails *g, struct rng *r)
{
	int pair[ALL_FACTORIES * ALL_CITIES], n = 0;
	struct reach k = { .asked = 0 };

	for (int city = 0; city < ALL_CITIES; city++)
		if (rails_in_play(g, city / RAILS_CITIES))
			k.asked |= 1u << city;

	for (int factory = 0; factory < ALL_FACTORIES; factory++)
		if (rails_has(g->side[0].track, rails_factory_hex(b, factory)))
			for (uint32_t left = rails_reaches(b, g, 0, factory, &k) & ~(uint32_t)g->side[0].trains; left; left &= left - 1)
				pair[n++] = factory * ALL_CITIES + rails_lowest(left);
	if (n == 0)
		return false;
	int chosen = draw(pair, n, r);
	g->from = (uint8_t)(chosen / ALL_CITIES);
	g->to = (uint8_t)(chosen % ALL_CITIES);
	return true;
}

static void make_network(const struct game *g, uint64_t seed, struct state *s)
{
	struct rng r = rng_seed(seed);
	uint8_t options[MAX_OPTIONS];

	game_presets(g, options);
	do {
		game_start(g, g->box, 3, options, s);
		settle(g, s, &r);
		s->rails.active = 0;
		grow(g->box, s, (int)(seed % 3) - 1, &r);
	} while (!find_delivery(g->box, &s->rails, &r));
	s->rails.phase = RAILS_ROUTE;
	for (int card = 0; card < TRAIN_CARDS; card++)
		if (s->rails.where[card] == DEALT)
			s->rails.where[card] = IN_DECK;
	for (int n = 0; n < 5;) {
		uint32_t card = rng_below(&r, TRAIN_CARDS);
		if (s->rails.where[card] == IN_DECK) {
			s->rails.where[card] = DEALT;
			n++;
		}
	}
}

static int by_size(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int main(int argc, char **argv)
{
	const struct game *g = game_find("rails");
	long n = argc > 1 ? strtol(argv[1], NULL, 10) : 10000;
	uint64_t *took, worst = 0, worst_seed = 0;

	if (argc > 2 || n < 100 || n > 1000000) {
		fprintf(stderr, "usage: routes [NETWORKS], 100 to 1000000; preset 10000\n");
		return 2;
	}
	took = malloc((size_t)n * sizeof *took);
	if (!took) {
		fprintf(stderr, "routes: no memory for %ld figures\n", n);
		return 1;
	}
	for (long i = 0; i < n; i++) {
		struct state s;
		struct moves m;
		make_network(g, (uint64_t)i, &s);
		took[i] = UINT64_MAX;
		for (int k = 0; k < ROUNDS; k++) {
			uint64_t from = now();
			g->legal(g->box, &s, &m);
			uint64_t spent = now() - from;
			took[i] = spent < took[i] ? spent : took[i];
		}
		if (took[i] > worst) {
			worst = took[i];
			worst_seed = (uint64_t)i;
		}
	}
	qsort(took, (size_t)n, sizeof *took, by_size);
	printf("%ld random networks of %d tracks, five cards each\n", n, g->box->rails.tracks);
	printf("median  %8.1f us\n", (double)took[n / 2] / 1000);
	printf("p99     %8.1f us\n", (double)took[n - 1 - n / 100] / 1000);
	printf("worst   %8.1f us, network %" PRIu64 "\n", (double)worst / 1000, worst_seed);
	free(took);
	return 0;
}
