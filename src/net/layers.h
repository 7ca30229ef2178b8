/* The arithmetic of small nets: integers from the inputs on, so that every machine and compiler gets the same. 1.0 is 128 in inputs and units, and 64 in
 * weights. In a file the weights of a layer are int8, unit by unit, then its biases as int32. */
#ifndef NET_LAYERS_H
#define NET_LAYERS_H

#include "core/game.h"
#include "net/reader.h"

enum { UNIT = 128, HIGHEST = UNIT - 1, SHIFT = 6, SUM_ONE = UNIT << SHIFT };    /* a sum is a product of a unit and a weight */
enum { INPUT_MOST = 1023, STEP = 8, UNITS_STEP = 16, UNITS_MOST = 128 };

#define ROOM_FOR(n) (((n) + STEP - 1) / STEP * STEP)

/* Reading ------------------------------------------------------------------------------- */

static inline void layers_weights(struct reader *r, int16_t *to, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = (int8_t)*r->at++;
}

static inline void layers_biases(struct reader *r, int32_t *to, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = (int32_t)reader_word(r);
}

/* Sums --------------------------------------------------------------------------------- */

/* To the nearest integer, halves upwards. A product and a sum of floats are rounded one by one (meson.build), so that no machine differs. */
static inline int32_t layers_nearest(float x, int32_t most)
{
	const float up = x + 0.5F;

	if (!(up > (float)-most))
		return -most;
	if (up >= (float)most)
		return most;
	const int32_t n = (int32_t)up;
	return n - ((float)n > up);
}

/* n is a constant wherever this is called, and a multiple of STEP: so the compiler makes short work of it. */
static inline int32_t layers_product(const int16_t *a, const int16_t *b, int n)
{
	int32_t sum = 0;

	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

#define LAYERS_CASE(n) case n: for (int k = 0; k < units; k++) sum[k] += layers_product(by + (size_t)k * room, x, n); break

/* Adds the products of the inputs x with each unit's weights, which lie `room` apart. What is beyond the n inputs is 0. */
static inline void layers_add(int32_t sum[], const int16_t *by, size_t room, const int16_t *x, int n, int units)
{
	switch (ROOM_FOR(n)) {
	LAYERS_CASE(8);
	LAYERS_CASE(16);
	LAYERS_CASE(24);
	LAYERS_CASE(32);
	LAYERS_CASE(40);
	LAYERS_CASE(48);
	LAYERS_CASE(56);
	LAYERS_CASE(64);
	LAYERS_CASE(72);
	LAYERS_CASE(80);
	LAYERS_CASE(96);
	LAYERS_CASE(112);
	LAYERS_CASE(128);
	default: must(false);           /* every n that whoever reads a net takes has its case */
	}
}

/* What comes out of a unit. */
static inline int16_t layers_unit(int32_t sum)
{
	const int32_t n = sum < 0 ? 0 : (sum + (1 << (SHIFT - 1))) >> SHIFT;

	return (int16_t)(n > HIGHEST ? HIGHEST : n);
}

/* units is a multiple of UNITS_STEP: so the compiler makes short work of it. */
static inline void layers_units(int16_t out[UNITS_MOST], const int32_t sum[UNITS_MOST], int units)
{
	for (int from = 0; from < units; from += UNITS_STEP)
		for (int i = from; i < from + UNITS_STEP; i++)
			out[i] = layers_unit(sum[i]);
}

#undef LAYERS_CASE

#endif
