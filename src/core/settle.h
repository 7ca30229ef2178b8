/* From one decision of a seat to the next: the loop that games stepped together share, in libbigmuddy and on a GPU. */
#ifndef CORE_SETTLE_H
#define CORE_SETTLE_H

#include "core/game.h"

/* Chance by its odds: as game_chance draws, but of moves that are listed already, and each weight is asked for once. */
static inline int settle_draw(const struct game *g, const struct box *b, const struct state *s, const struct moves *m, struct rng *r)
{
	uint32_t weight[MAX_MOVES], total = 0;
	int i = 0;

	if (m->n == 1)
		return m->id[0];
	for (int k = 0; k < m->n; k++)
		total += weight[k] = (uint32_t)g->weight(b, s, m->id[k]);
	for (uint32_t drawn = rng_below(r, total); drawn >= weight[i]; i++)
		drawn -= weight[i];
	return m->id[i];
}

/* Plays on to the next decision of a seat and lists its moves; chance is drawn, and a move without a choice is played unless `forced` asks for
 * those too. Returns the seat, or OVER with no moves listed. */
static inline int settle(const struct game *g, const struct box *b, struct state *s, struct moves *m, struct rng *r, bool forced)
{
	int mover, drawn;

	while ((mover = g->to_move(b, s)) != OVER) {
		if (mover == CHANCE && g->chance && (drawn = g->chance(b, s, r)) >= 0) {
			g->apply(b, s, drawn, NULL);
			continue;
		}
		g->legal(b, s, m);
		if (mover >= 0 && (m->n > 1 || forced))
			return mover;
		g->apply(b, s, mover == CHANCE ? settle_draw(g, b, s, m, r) : m->id[0], NULL);
	}
	m->n = 0;
	return OVER;
}

#endif
