/* Chances from logits, in integers. */
#ifndef NET_SOFTMAX_H
#define NET_SOFTMAX_H

#include <stdint.h>

enum { NET_ONE = 1 << 16 };

/* 2 to the power of -n / 65536, in parts of NET_ONE, for n >= 0: the fraction is a polynomial that is exact to one part in 30 000. */
static inline uint32_t softmax_power_of_half(uint32_t n)
{
	const uint32_t whole = n >> 16;
	const uint64_t x = n & 0xFFFF, x2 = x * x >> 16, x3 = x2 * x >> 16;
	/* 2^-x = 1 - 0.69315 x + 0.24023 x^2 - 0.05550 x^3 + 0.00962 x^4 - ...; the last term gathers the rest. */
	const uint64_t fraction = 65536 - (45426 * x >> 16) + (15686 * x2 >> 16) - (3371 * x3 >> 16) + (443 * (x3 * x >> 16) >> 16);

	return whole > 20 ? 0 : (uint32_t)(fraction >> whole);
}

/* How likely something is that lies `below` the best, a logit in parts of NET_ONE, if the best is NET_ONE. 94548 / 65536 is 1 / ln 2. */
static inline uint32_t softmax_part(uint64_t below)
{
	const uint64_t halves = below * 94548 >> 16;

	return softmax_power_of_half(halves > UINT32_MAX ? UINT32_MAX : (uint32_t)halves);
}

/* Parts as chances that add up to NET_ONE; what rounding leaves is the first one's. */
static inline void softmax_shares(const uint32_t part[], int n, int32_t out[])
{
	uint32_t total = 0, left = NET_ONE;

	for (int i = 0; i < n; i++)
		total += part[i];
	for (int i = n - 1; i > 0; i--) {
		out[i] = (int32_t)((uint64_t)part[i] * NET_ONE / total);
		left -= (uint32_t)out[i];
	}
	out[0] = (int32_t)left;
}

#endif
