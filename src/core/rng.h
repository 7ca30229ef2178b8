/* Random numbers that the caller owns. The rules never use them: drivers settle chance with them, bots think with them. */
#ifndef CORE_RNG_H
#define CORE_RNG_H

#include <stdint.h>

struct rng { uint64_t s[4]; };          /* xoshiro256**: public domain, by Blackman and Vigna */

struct rng rng_seed(uint64_t seed);     /* any seed is a good one */
uint64_t   rng_next(struct rng *r);
uint32_t   rng_below(struct rng *r, uint32_t n);        /* 0 .. n-1, without bias; n > 0 */
uint64_t   rng_mix(uint64_t x);         /* one number hashed to another (splitmix64) */

#endif
