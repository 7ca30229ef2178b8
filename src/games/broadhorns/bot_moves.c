#include "games/broadhorns/bot_moves.h"

#include <string.h>

#include "games/broadhorns/bot_simple.h"
#include "games/broadhorns/broadhorns.h"

static int kind_of(int move)
{
	static const int first[BROAD_KINDS] = {
		MOVE_MOVE, MOVE_PORT, MOVE_CURRENT, MOVE_ABANDON, MOVE_STOP, MOVE_ICE, MOVE_NO_ICE, MOVE_BOAT, MOVE_BUY, MOVE_BLIND, MOVE_PEDDLE, MOVE_DONE, MOVE_SELL, MOVE_CLAIM,
		MOVE_SEASON, MOVE_BOARD, MOVE_SET_DOWN, MOVE_RESELL, MOVE_SAIL_ON, MOVE_DISCARD, MOVE_LOAD
	};
	int kind = 0;

	while (kind + 1 < BROAD_KINDS && move >= first[kind + 1])
		kind++;
	return kind;
}

void broad_of_moves(const struct eval *by, const struct box *b, const struct state *s, const struct moves *m, float out[][POLICY_MOST])
{
	const int seat = broad_to_move(b, s), best = broad_adept.answer(&broad_adept, b, s, m);
	float before[MAX_FEATURES], after[MAX_FEATURES], stands[MAX_MOVES], top = 0;

	must(by->n == BROAD_GAINS);
	memset(out, 0, (size_t)m->n * sizeof out[0]);
	by->features(b, s, seat, before);
	for (int i = 0; i < m->n; i++) {
		struct state then = *s;
		broad_apply(b, &then, m->id[i], NULL);
		by->features(b, &then, seat, after);
		stands[i] = 0;
		for (int k = 0; k < BROAD_GAINS; k++) {
			out[i][MOVED_GAIN + k] = after[k] - before[k];
			stands[i] += by->weights[k] * after[k];
		}
		top = i == 0 || stands[i] > top ? stands[i] : top;
		out[i][MOVED_BEST] = m->id[i] == best;
		out[i][MOVED_KIND + kind_of(m->id[i])] = 1;
	}
	for (int i = 0; i < m->n; i++)
		out[i][MOVED_BEHIND] = top - stands[i];
}
