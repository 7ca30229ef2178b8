/* Reads the bytes of a net one after the other. Whoever reads has seen before that there are enough of them. */
#ifndef NET_READER_H
#define NET_READER_H

#include <stdint.h>

struct reader { const unsigned char *at; };

static inline uint32_t reader_word(struct reader *r)
{
	const unsigned char *p = r->at;

	r->at += 4;
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

#endif
