/* Chance that nobody chose, and that everybody can check afterwards.
 *
 * The server picks a key when a table is made, and publishes its hash. Each player commits to a nonce when sitting down, and reveals it
 * at the start; only then is the stream known from which everything is drawn. The key is revealed when the table is over or closed.
 * A draw is keyed by the number of its row, so that a die thrown again after an undo is a fresh one.
 *
 * This proves that no draw was chosen. It does not prove that whoever runs the server did not look. */
#ifndef DRIVER_FAIR_H
#define DRIVER_FAIR_H

#include "core/game.h"

enum {
	ID_CHARS = 8,                           /* of a table: lower case letters and digits that cannot be mistaken */
	HASH_BYTES = 32,
};

struct fair {
	uint8_t key[HASH_BYTES];                /* secret until the end */
	uint8_t nonce[MAX_PLAYERS][HASH_BYTES];
	bool    revealed[MAX_PLAYERS];          /* that seat has a nonce */
};

void fair_hash(const void *bytes, size_t n, uint8_t out[HASH_BYTES]);  /* BLAKE2b: of keys, nonces, secrets */
void fair_stream(const struct fair *f, const char id[ID_CHARS + 1], uint8_t out[HASH_BYTES]);

/* At CHANCE: the move that row `seq` draws. 64 bits of ChaCha20, rejection, cumulative weights in ascending id. */
int fair_draw(const uint8_t stream[HASH_BYTES], uint32_t seq, const struct game *g, const struct box *b, const struct state *s);

void fair_hex(const uint8_t *bytes, size_t n, char *out);               /* 2 n + 1 bytes */
bool fair_unhex(const char *hex, size_t n, uint8_t *out);               /* exactly 2 n lower case digits, to the end of the text */

#endif
