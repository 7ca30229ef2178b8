#include "page_sodium.h"

#include "../web/wasm/sodium.h"

void page_random(void *out, size_t n)           /* the browser's; nothing here asks for it */
{
	memset(out, 0, n);
}

void page_hash(uint8_t *out, size_t out_n, const uint8_t *in, size_t n, const uint8_t *key, size_t key_n)
{
	crypto_generichash(out, out_n, in, n, key, key_n);
}

void page_hash_cut(uint8_t *out, size_t out_n, const uint8_t *in, size_t n, size_t cut, const uint8_t *key, size_t key_n)
{
	crypto_generichash_state h;

	crypto_generichash_init(&h, key, key_n, out_n);
	crypto_generichash_update(&h, in, cut);
	crypto_generichash_update(&h, in + cut, n - cut);
	crypto_generichash_final(&h, out, out_n);
}

void page_stream(uint8_t *out, const uint8_t *in, size_t n, const uint8_t *nonce, uint32_t counter, const uint8_t *key)
{
	crypto_stream_chacha20_ietf_xor_ic(out, in, n, nonce, counter, key);
}

void page_hex(char *out, const uint8_t *in, size_t n)
{
	sodium_bin2hex(out, 2 * n + 1, in, n);
}

void page_base64(char *out, size_t max, const uint8_t *in, size_t n)
{
	sodium_bin2base64(out, max, in, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

int page_unhex(uint8_t *out, size_t max, const char *hex, size_t n)
{
	return sodium_hex2bin(out, max, hex, n, NULL, NULL, NULL);
}
