#include "rng.h"

uint64_t rng_mix(uint64_t x)
{
	x += 0x9E3779B97F4A7C15u;
	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
	x = (x ^ x >> 27) * 0x94D049BB133111EBu;
	return x ^ x >> 31;
}

struct rng rng_seed(uint64_t seed)
{
	struct rng r;

	for (int i = 0; i < 4; i++)             /* never all zero: rng_mix is one to one */
		r.s[i] = rng_mix(seed + (uint64_t)i * 0x9E3779B97F4A7C15u);
	return r;
}

static uint64_t rotate(uint64_t x, int k)
{
	return x << k | x >> (64 - k);
}

uint64_t rng_next(struct rng *r)
{
	uint64_t out = rotate(r->s[1] * 5, 7) * 9, t = r->s[1] << 17;

	r->s[2] ^= r->s[0];
	r->s[3] ^= r->s[1];
	r->s[1] ^= r->s[2];
	r->s[0] ^= r->s[3];
	r->s[2] ^= t;
	r->s[3] = rotate(r->s[3], 45);
	return out;
}

/* Lemire's way: the high half of a product is the draw, its low half says whether to reject. */
uint32_t rng_below(struct rng *r, uint32_t n)
{
	uint64_t product = (rng_next(r) >> 32) * n;

	if ((uint32_t)product < n) {
		uint32_t floor = -n % n;
		while ((uint32_t)product < floor)
			product = (rng_next(r) >> 32) * n;
	}
	return (uint32_t)(product >> 32);
}
