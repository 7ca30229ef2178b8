#include "play/perft.h"

bool perft_count(const struct game *g, const struct box *b, const struct state *s, int depth, uint64_t *budget, uint64_t *out)
{
	struct moves m;

	must(depth >= 0 && depth <= PERFT_DEPTH);
	*out = 1;
	if (depth == 0)
		return true;
	g->legal(b, s, &m);
	*out = (uint64_t)m.n;
	if (*budget < *out)
		return false;
	*budget -= *out;
	if (depth == 1)
		return true;

	*out = 0;
	for (int i = 0; i < m.n; i++) {
		struct state next = *s;
		uint64_t below;

		g->apply(b, &next, m.id[i], NULL);
		if (!perft_count(g, b, &next, depth - 1, budget, &below))
			return false;
		*out += below;
	}
	return true;
}
