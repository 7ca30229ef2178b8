/* What is hidden (R112): contracts, and the train cards that were dealt; where it might be. */
#include "rails.h"

void rails_view(const struct box *b, const struct state *s, int seat, struct state *out)
{
	const struct rails *g = &s->rails;
	struct rails *v = &out->rails;

	(void)b;
	for (int card = 0; card < TRAIN_CARDS; card++) {
		int where = g->where[card];
		bool hidden = where == IN_DECK || (where >= DEALT && where < BOUGHT && where != DEALT + seat);
		v->where[card] = (uint8_t)(hidden ? UNSEEN_CARD : where);
	}
	for (int i = 0; g->phase == RAILS_OVER && i < g->sides; i++)
		v->contract[i] = g->contract[i];
}

/* Takes one of n out of a list by chance. */
static int pick(uint8_t *from, int *n, struct rng *r)
{
	uint32_t i = rng_below(r, (uint32_t)*n);
	int it = from[i];

	from[i] = from[--*n];
	return it;
}

static void guess_contracts(struct state *view, int seat, struct rng *r)
{
	struct rails *g = &view->rails;
	uint8_t left[RAILS_CONTRACTS];
	int n = 0, dealt = g->phase < RAILS_DRAW_CONTRACTS ? 0 : g->phase == RAILS_DRAW_CONTRACTS ? g->active : view->players;

	for (int i = 0; i < RAILS_CONTRACTS; i++)
		if (seat < 0 || g->contract[seat] != i)
			left[n++] = (uint8_t)i;
	for (int i = 0; i < dealt && i < view->players && g->phase != RAILS_OVER; i++)
		if (i != seat)
			g->contract[i] = (uint8_t)pick(left, &n, r);
}

/* Every way to deal what is unseen is equally likely: contracts to the others, cards to their hands, the rest of the cards to the deck. */
void rails_guess(const struct box *b, struct state *view, int seat, struct rng *r)
{
	struct rails *g = &view->rails;
	uint8_t unseen[TRAIN_CARDS];
	int n = 0;

	(void)b;
	guess_contracts(view, seat, r);
	for (int card = 0; card < TRAIN_CARDS; card++)
		if (g->where[card] == UNSEEN_CARD) {
			unseen[n++] = (uint8_t)card;
			g->where[card] = IN_DECK;
		}
	for (int i = 0; i < view->players; i++)
		for (int k = 0; i != seat && k < g->side[i].dealt && n > 0; k++)
			g->where[pick(unseen, &n, r)] = (uint8_t)(DEALT + i);
}
