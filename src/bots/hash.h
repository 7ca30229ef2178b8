/* A hash of bytes, for what bots remember: quick, to find things by, and as good as sure to differ where they do. None of the bytes may be undecided. */
#ifndef BOTS_HASH_H
#define BOTS_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_on(uint64_t hash, const void *bytes, size_t n)
{
	uint64_t word;

	for (size_t i = 0; i < n; i += sizeof word) {
		word = 0;
		memcpy(&word, (const char *)bytes + i, n - i < sizeof word ? n - i : sizeof word);
		hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
		hash ^= hash >> 29;
	}
	return hash;
}

#endif
