#include "play/fair.h"

#include <sodium.h>
#include <string.h>

_Static_assert((int)HASH_BYTES == (int)crypto_generichash_BYTES, "a hash is BLAKE2b's");
_Static_assert((int)HASH_BYTES == (int)crypto_stream_chacha20_ietf_KEYBYTES, "a hash is a key of ChaCha20");

void fair_hash(const void *bytes, size_t n, uint8_t out[HASH_BYTES])
{
	crypto_generichash(out, HASH_BYTES, bytes, n, NULL, 0);
}

/* BLAKE2b under the server's key: what it is for, the table, and for each seat whether it has a nonce, and the nonce. */
void fair_stream(const struct fair *f, const char id[ID_CHARS + 1], uint8_t out[HASH_BYTES])
{
	static const char *const purposes[] = { [FAIR_BY_ROW] = "big muddy draws", [FAIR_BY_SOURCE] = "big muddy draws by source" };
	const char *purpose = purposes[f->way];
	crypto_generichash_state h;

	crypto_generichash_init(&h, f->key, HASH_BYTES, HASH_BYTES);
	crypto_generichash_update(&h, (const uint8_t *)purpose, strlen(purpose));
	crypto_generichash_update(&h, (const uint8_t *)id, ID_CHARS);
	for (int i = 0; i < MAX_PLAYERS; i++) {
		uint8_t there = f->revealed[i];
		crypto_generichash_update(&h, &there, 1);
		if (there)
			crypto_generichash_update(&h, f->nonce[i], HASH_BYTES);
	}
	crypto_generichash_final(&h, out, HASH_BYTES);
}

static void put_word(uint8_t to[4], uint32_t n)
{
	for (int i = 0; i < 4; i++)
		to[i] = (uint8_t)(n >> 8 * i);
}

/* A number below n: of ChaCha20's output under that nonce the first 64 bits, little end first, that are not among the few at the top
 * that would make some numbers likelier than others. */
static uint64_t below(const uint8_t stream[HASH_BYTES], const uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES], uint64_t n)
{
	enum { BLOCK = 64 };
	const uint8_t nothing[BLOCK] = { 0 };
	uint8_t block[BLOCK];
	uint64_t over = (UINT64_MAX % n + 1) % n;       /* 2^64 mod n */

	for (uint32_t k = 0;; k++) {
		crypto_stream_chacha20_ietf_xor_ic(block, nothing, BLOCK, nonce, k, stream);
		for (int at = 0; at < BLOCK; at += 8) {
			uint64_t x = 0;
			for (int i = 0; i < 8; i++)
				x |= (uint64_t)block[at + i] << 8 * i;
			if (x <= UINT64_MAX - over)
				return x % n;
		}
	}
}

int fair_draw(enum fair_way way, const uint8_t stream[HASH_BYTES], uint32_t number, const struct game *g, const struct box *b, const struct state *s)
{
	uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = { 0 };
	struct moves m;
	uint64_t total = 0;

	put_word(nonce, number);
	if (way == FAIR_BY_SOURCE)
		put_word(nonce + 4, (uint32_t)g->source(b, s));
	g->legal(b, s, &m);
	for (int i = 0; i < m.n; i++)
		total += (uint64_t)g->weight(b, s, m.id[i]);
	must(total > 0);
	return game_drawn(g, b, s, &m, below(stream, nonce, total));
}

void fair_hex(const uint8_t *bytes, size_t n, char *out)
{
	sodium_bin2hex(out, 2 * n + 1, bytes, n);
}

bool fair_unhex(const char *hex, size_t n, uint8_t *out)
{
	if (strlen(hex) != 2 * n || strspn(hex, "0123456789abcdef") != 2 * n)
		return false;
	return sodium_hex2bin(out, n, hex, 2 * n, NULL, NULL, NULL) == 0;
}
