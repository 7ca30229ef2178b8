/* web/wasm/sodium.h has the names of libsodium's own header, so a file includes one of the two: page_sodium_side.c calls the page's. */
#ifndef PAGE_SODIUM_H
#define PAGE_SODIUM_H

#include <stddef.h>
#include <stdint.h>

void page_hash(uint8_t *out, size_t out_n, const uint8_t *in, size_t n, const uint8_t *key, size_t key_n);
/* The same hash of two pieces, cut at a place. */
void page_hash_cut(uint8_t *out, size_t out_n, const uint8_t *in, size_t n, size_t cut, const uint8_t *key, size_t key_n);
void page_stream(uint8_t *out, const uint8_t *in, size_t n, const uint8_t *nonce, uint32_t counter, const uint8_t *key);
void page_hex(char *out, const uint8_t *in, size_t n);
void page_base64(char *out, size_t max, const uint8_t *in, size_t n);
int page_unhex(uint8_t *out, size_t max, const char *hex, size_t n);

#endif
