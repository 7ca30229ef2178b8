/* The part of libsodium that we call, done by the page: web/src/muddy/wasm.ts. The same names, sizes and results. */
#ifndef SODIUM_H
#define SODIUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PAGE(name) __attribute__((import_module("page"), import_name(name)))

PAGE("blake2b")  void page_blake2b(uint8_t *out, size_t out_n, const uint8_t *in, size_t n, const uint8_t *key, size_t key_n);
PAGE("chacha20") void page_chacha20(uint8_t *out, size_t n, const uint8_t *nonce, uint32_t counter, const uint8_t *key);
PAGE("random")   void page_random(void *out, size_t n);

enum {
	crypto_generichash_BYTES = 32,
	crypto_stream_chacha20_ietf_KEYBYTES = 32,
	crypto_stream_chacha20_ietf_NONCEBYTES = 12,
};

static inline int sodium_init(void)
{
	return 0;
}

static inline void sodium_memzero(void *at, size_t n)
{
	memset(at, 0, n);
}

static inline int sodium_memcmp(const void *a, const void *b, size_t n)
{
	return memcmp(a, b, n) == 0 ? 0 : -1;   /* whom should it be kept from, in one's own page? */
}

static inline uint32_t randombytes_random(void)
{
	uint32_t n;

	page_random(&n, sizeof n);
	return n;
}

static inline void randombytes_buf(void *out, size_t n)
{
	page_random(out, n);
}

static inline int crypto_generichash(uint8_t *out, size_t out_n, const uint8_t *in, unsigned long long n, const uint8_t *key, size_t key_n)
{
	page_blake2b(out, out_n, in, (size_t)n, key, key_n);
	return 0;
}

/* In pieces: they are put together first, since they are few and short. */
typedef struct { uint8_t key[64], said[1024]; size_t key_n, n; } crypto_generichash_state;

static inline int crypto_generichash_init(crypto_generichash_state *h, const uint8_t *key, size_t key_n, size_t out_n)
{
	(void)out_n;
	memcpy(h->key, key, key_n);
	h->key_n = key_n;
	h->n = 0;
	return 0;
}

static inline int crypto_generichash_update(crypto_generichash_state *h, const uint8_t *in, unsigned long long n)
{
	if (h->n + n > sizeof h->said)
		return -1;
	memcpy(h->said + h->n, in, (size_t)n);
	h->n += (size_t)n;
	return 0;
}

static inline int crypto_generichash_final(crypto_generichash_state *h, uint8_t *out, size_t out_n)
{
	page_blake2b(out, out_n, h->said, h->n, h->key, h->key_n);
	return 0;
}

/* Of nothing but zeros, which is all that we encrypt: the stream itself. */
static inline int crypto_stream_chacha20_ietf_xor_ic(uint8_t *out, const uint8_t *zeros, unsigned long long n, const uint8_t *nonce, uint32_t counter,
	const uint8_t *key)
{
	(void)zeros;
	page_chacha20(out, (size_t)n, nonce, counter, key);
	return 0;
}

static inline char *sodium_bin2hex(char *out, size_t max, const uint8_t *in, size_t n)
{
	(void)max;
	for (size_t i = 0; i < n; i++) {
		out[2 * i] = "0123456789abcdef"[in[i] >> 4];
		out[2 * i + 1] = "0123456789abcdef"[in[i] & 15];
	}
	out[2 * n] = '\0';
	return out;
}

static inline int sodium_hex2bin(uint8_t *out, size_t max, const char *hex, size_t n, const char *ignore, size_t *length, const char **end)
{
	(void)ignore, (void)length, (void)end;
	for (size_t i = 0; i < n; i++) {
		const char *at = memchr("0123456789abcdef", hex[i], 16);
		if (!at || i / 2 >= max)
			return -1;
		uint8_t digit = (uint8_t)(at - "0123456789abcdef");
		out[i / 2] = (uint8_t)(i % 2 ? out[i / 2] | digit : digit << 4);
	}
	return 0;
}

#endif
