/* The part of libsodium that our C code calls, with the same names, sizes and results, for the page: it is built without libsodium. Hashes and streams
 * come from Monocypher (third_party/monocypher), random bytes from the browser (web/src/muddy/wasm.ts). tests/page_sodium.c compares it with libsodium. */
#ifndef SODIUM_H
#define SODIUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "monocypher.h"

#ifdef __wasm__
__attribute__((import_module("page"), import_name("random")))
#endif
void page_random(void *out, size_t n);

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
	crypto_wipe(at, n);
}

static inline int sodium_memcmp(const void *a, const void *b, size_t n)
{
	return memcmp(a, b, n) == 0 ? 0 : -1;   /* not in constant time: inside one's own page there is nobody to hide the time from */
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

/* Below n, which is small here: no value is noticeably likelier than another. */
static inline uint32_t randombytes_uniform(uint32_t n)
{
	return (uint32_t)((uint64_t)randombytes_random() * n >> 32);
}

/* key may be NULL when key_n is 0. */
static inline int crypto_generichash(uint8_t *out, size_t out_n, const uint8_t *in, unsigned long long n, const uint8_t *key, size_t key_n)
{
	crypto_blake2b_keyed(out, out_n, key, key_n, in, (size_t)n);
	return 0;
}

typedef crypto_blake2b_ctx crypto_generichash_state;

static inline int crypto_generichash_init(crypto_generichash_state *h, const uint8_t *key, size_t key_n, size_t out_n)
{
	crypto_blake2b_keyed_init(h, out_n, key, key_n);
	return 0;
}

static inline int crypto_generichash_update(crypto_generichash_state *h, const uint8_t *in, unsigned long long n)
{
	crypto_blake2b_update(h, in, (size_t)n);
	return 0;
}

/* out_n is the length that the hash was begun with. */
static inline int crypto_generichash_final(crypto_generichash_state *h, uint8_t *out, size_t out_n)
{
	(void)out_n;
	crypto_blake2b_final(h, out);
	return 0;
}

static inline int crypto_stream_chacha20_ietf_xor_ic(uint8_t *out, const uint8_t *in, unsigned long long n, const uint8_t *nonce, uint32_t counter,
	const uint8_t *key)
{
	crypto_chacha20_ietf(out, in, (size_t)n, key, nonce, counter);
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

enum { sodium_base64_VARIANT_URLSAFE_NO_PADDING = 7 };

static inline char *sodium_bin2base64(char *out, size_t max, const uint8_t *in, size_t n, int variant)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	uint32_t bits = 0;
	size_t k = 0;
	int held = 0;

	(void)max, (void)variant;
	for (size_t i = 0; i < n; i++) {
		bits = bits << 8 | in[i];
		for (held += 8; held >= 6; held -= 6)
			out[k++] = letters[bits >> (held - 6) & 63];
	}
	if (held > 0)
		out[k++] = letters[bits << (6 - held) & 63];
	out[k] = '\0';
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
