/* What a net is given of a position: a row of bytes in named planes, written by `observe` of a game from what one seat may know.
 *
 * A game describes its row as a struct whose members are all uint8_t, so that there is no padding, and lists the members in a table of planes.
 * A byte divided by the plane's scale is a number of about 0 to 1; what is larger than a byte holds stays at 255. Seats are counted from the
 * one that looks: 0 is that seat itself, 1 the next one to its left. docs/library.md tells how to use them. */
#ifndef CORE_TENSOR_H
#define CORE_TENSOR_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { PLANE_DIMS = 3 };

struct plane {
	const char *name;                       /* "seat.coal"; a table ends with a nameless one, whose offset is the size of the row */
	const char *meaning;
	uint8_t     scale;                      /* byte / scale is the number meant; 1 for bits */
	uint8_t     dims;                       /* 1 .. PLANE_DIMS */
	uint16_t    offset;                     /* of its first byte in the row */
	uint16_t    shape[PLANE_DIMS];
	uint16_t    stride[PLANE_DIMS];         /* bytes from one to the next, for each of the dimensions */
};

/* Rows of a table. T is the struct of the whole row, M a member of it; IN is a member that is an array of struct G, and M a member of that. */
#define PLANE_SIZE(T, M) sizeof ((struct T *)0)->M
#define PLANE_COUNT(T, M) (uint16_t)(PLANE_SIZE(T, M) / PLANE_SIZE(T, M[0]))
#define PLANE(T, M, SCALE, MEANING) { #M, MEANING, SCALE, 1, offsetof(struct T, M), { PLANE_SIZE(T, M) }, { 1 } }
#define PLANE2(T, M, SCALE, MEANING) { #M, MEANING, SCALE, 2, offsetof(struct T, M), \
	{ PLANE_COUNT(T, M), PLANE_SIZE(T, M[0]) }, { PLANE_SIZE(T, M[0]), 1 } }
#define PLANE_IN(T, IN, G, M, SCALE, MEANING) { #IN "." #M, MEANING, SCALE, 2, offsetof(struct T, IN) + offsetof(struct G, M), \
	{ PLANE_COUNT(T, IN), PLANE_SIZE(G, M) }, { sizeof(struct G), 1 } }
#define PLANE_IN2(T, IN, G, M, SCALE, MEANING) { #IN "." #M, MEANING, SCALE, 3, offsetof(struct T, IN) + offsetof(struct G, M), \
	{ PLANE_COUNT(T, IN), PLANE_COUNT(G, M), PLANE_SIZE(G, M[0]) }, { sizeof(struct G), PLANE_SIZE(G, M[0]), 1 } }
#define PLANE_END(T) { .name = NULL, .offset = sizeof(struct T) }

/* Bytes of the whole row. */
static inline int tensor_size(const struct plane *p)
{
	while (p->name)
		p++;
	return p->offset;
}

/* All zero. The size is hidden from gcc, which would rather write a slow loop of its own than call memset. On a GPU the rows of many games were
 * cleared together before. */
static inline void tensor_clear(void *row, size_t size)
{
#ifdef __NVPTX__
	(void)row, (void)size;
#else
	volatile size_t n = size;

	memset(row, 0, n);
#endif
}

/* The lowest n bytes of a word, the lowest first. */
static inline void tensor_bytes(uint8_t *out, uint64_t word, size_t n)
{
	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		word = __builtin_bswap64(word);
	memcpy(out, &word, n);
}

/* A word of which one byte is 1 and the others are 0, into bytes that are 0 or will be written later. A GPU writes no word but where one may begin. */
static inline void tensor_one(uint8_t out[8], uint64_t word)
{
#ifdef __NVPTX__
	out[__builtin_ctzll(word) / 8] = 1;
#else
	tensor_bytes(out, word, 8);
#endif
}

/* A number as a byte: what does not fit stays at the end of the range. */
static inline uint8_t tensor_byte(int n)
{
	n = n > 0 ? n : 0;
	return (uint8_t)(n < 255 ? n : 255);
}

/* Which seat of the row a seat of the game is. */
static inline int tensor_seat(int seat, int me, int seats)
{
	return seat - me + (seats & -(seat < me));
}

/* Eight bits as eight bytes of 0 and 1, in a word, by a table (tensor.c). A GPU multiplies: the product has all bits in every byte, of which the mask
 * leaves one. */
extern const uint64_t tensor_eight[256];
static inline uint64_t tensor_spread(uint64_t eight)
{
#ifdef __NVPTX__
	const uint64_t alone = (eight * 0x0101010101010101ULL) & 0x8040201008040201ULL;

	return (alone + 0x7F7F7F7F7F7F7F7FULL) >> 7 & 0x0101010101010101ULL;
#else
	return tensor_eight[eight];
#endif
}

/* The lowest n bits of a set as n bytes of 0 and 1; n <= 64. */
static inline void tensor_bits(uint8_t *out, uint64_t bits, int n)
{
#pragma GCC unroll 8
	for (; n >= 8; n -= 8, bits >>= 8, out += 8)
		tensor_bytes(out, tensor_spread(bits & 255), 8);
	tensor_bytes(out, tensor_spread(bits & ((1u << n) - 1)), (size_t)n);
}

#endif
