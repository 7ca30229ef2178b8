/* Chance that nobody chose, and that everybody can check afterwards.
 *
 * The server picks a key when a table is made, and publishes its hash. Each player commits to a nonce when sitting down, and reveals it
 * at the start; only then is the stream known from which everything is drawn. The key is revealed when the table is over or closed.
 *
 * A draw depends on the stream, on its source (a pile, a bag, a die) and on how many draws of that source the table has stored before it;
 * those that were taken back count as well. So nothing else that anybody sends, chat or orders or moves, can shift what is drawn.
 *
 * What a record proves of this, and what it does not, is said by audit.h. */
#ifndef PLAY_FAIR_H
#define PLAY_FAIR_H

#include "core/game.h"

enum {
	ID_CHARS = 8,                           /* of a table: lower case letters and digits that cannot be mistaken */
	HASH_BYTES = 32,
};

/* How the number of a draw is counted. A table keeps the way with which it started. */
enum fair_way {
	FAIR_BY_ROW = 1,                        /* until 2026: the row of the table's log; whoever had the key could shift it */
	FAIR_BY_SOURCE,                         /* stored draws of the same source before it */
};

struct fair {
	uint8_t way;                            /* enum fair_way */
	uint8_t key[HASH_BYTES];                /* secret until the end */
	uint8_t nonce[MAX_PLAYERS][HASH_BYTES];
	bool    revealed[MAX_PLAYERS];          /* that seat has a nonce */
};

void fair_hash(const void *bytes, size_t n, uint8_t out[HASH_BYTES]);  /* BLAKE2b: of keys, nonces, secrets */
void fair_stream(const struct fair *f, const char id[ID_CHARS + 1], uint8_t out[HASH_BYTES]);

/* At CHANCE: the move that the draw of that number brings. 64 bits of ChaCha20, rejection, cumulative weights in ascending id. */
int fair_draw(enum fair_way way, const uint8_t stream[HASH_BYTES], uint32_t number, const struct game *g, const struct box *b, const struct state *s);

void fair_hex(const uint8_t *bytes, size_t n, char *out);               /* 2 n + 1 bytes */
bool fair_unhex(const char *hex, size_t n, uint8_t *out);               /* exactly 2 n lower case digits, to the end of the text */

#endif
