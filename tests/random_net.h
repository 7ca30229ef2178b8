/* Nets of moves that nobody has trained, for tests. */
#ifndef TESTS_RANDOM_NET_H
#define TESTS_RANDOM_NET_H

#include <string.h>

#include "core/tensor.h"
#include "net/net.h"

enum { HEAD = 8 + 8 * 4 + 16, MOST = 1 << 20 };

static inline void put(unsigned char **at, uint32_t n)
{
	for (int i = 0; i < 4; i++)
		*(*at)++ = (unsigned char)(n >> 8 * i);
}

/* A net of moves with random weights, as a file of at most MOST bytes; returns how many. */
static inline size_t random_net(const struct game *g, unsigned char *file, uint64_t seed)
{
	const uint32_t inputs = (uint32_t)tensor_size(g->planes), shape[][2] = { { inputs, NET_FIRST }, { NET_FIRST, NET_SECOND }, { NET_SECOND, MAX_PLAYERS },
		{ NET_SECOND, MAX_PLAYERS }, { NET_SECOND, g->num_actions } };
	struct rng r = rng_seed(seed);
	unsigned char *at = file + 8;

	memset(file, 0, HEAD);
	memcpy(file, "muddynet", 8);
	const uint32_t head[] = { 1, g->rules, inputs, NET_FIRST, NET_SECOND, MAX_PLAYERS, g->num_actions, 60000 };
	for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
		put(&at, head[i]);
	memcpy(at, g->name, strlen(g->name));
	at = file + HEAD;
	for (int layer = 0; layer < 5; layer++) {
		for (uint32_t i = 0; i < shape[layer][0] * shape[layer][1]; i++)
			*at++ = (unsigned char)(int)(rng_below(&r, 61) - 30 + (uint32_t)(layer > 1) * (rng_below(&r, 41) - 20));
		for (uint32_t i = 0; i < shape[layer][1]; i++)
			put(&at, rng_below(&r, 4001) - 2000);
	}
	return (size_t)(at - file);
}

#endif
