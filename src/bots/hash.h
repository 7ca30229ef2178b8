/* A hash of bytes, for what bots remember: quick, to find things by, and as good as sure to differ where they do. None of the bytes may be undecided. */
#ifndef BOTS_HASH_H
#define BOTS_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { HASH_LANES = 4 };

static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
	return hash ^ hash >> 29;
}

/* Of many bytes four words at a time are mixed in side by side: a processor need not wait for one product before it begins the next. */
static inline uint64_t hash_on(uint64_t hash, const void *bytes, size_t n)
{
	const char *at = bytes;
	uint64_t word[HASH_LANES];

	if (n >= 2 * sizeof word) {
		uint64_t lane[HASH_LANES] = { hash, hash + 1, hash + 2, hash + 3 };
		for (; n >= sizeof word; n -= sizeof word, at += sizeof word) {
			memcpy(word, at, sizeof word);
			for (int i = 0; i < HASH_LANES; i++)
				lane[i] = hash_word(lane[i], word[i]);
		}
		for (int i = 0; i < HASH_LANES; i++)
			hash = hash_word(hash, lane[i]);
	}
	for (; n >= sizeof word[0]; n -= sizeof word[0], at += sizeof word[0]) {
		memcpy(word, at, sizeof word[0]);
		hash = hash_word(hash, word[0]);
	}
	if (n > 0) {
		word[0] = 0;
		memcpy(word, at, n);
		hash = hash_word(hash, word[0]);
	}
	return hash;
}

#endif
