/* A table that is about to be made: its id, its secrets, and everything that is settled with it. */
#ifndef SERVER_FRESH_H
#define SERVER_FRESH_H

#include <jansson.h>

#include "server/strict.h"
#include "server/table.h"

extern const char *const fresh_levels[];        /* of bots, weakest first; ends with NULL */
bool fresh_level(const char *name);             /* it is one of them */

/* Seconds that one may set, and days. */
enum { MOVE_LEAST = 5, MOVE_MOST = 3600, BANK_MOST = 36000, DAYS_MOST = 30 };

/* 128 bits that nobody knows, and what is kept of them. */
struct secret { char given[SECRET_CHARS + 1]; uint8_t hash[HASH_BYTES]; };
struct secret fresh_secret(void);
/* The same each time for the same two: who asks again with the same key gets the same answer. `what` it is for keeps them apart. */
struct secret fresh_secret_of(const char *what, const char *key);

void fresh_id(char out[ID_CHARS + 1]);         /* of a table */

struct fresh {
	struct head   head;             /* these two are handed to hall_create(), or fresh_drop()ped */
	struct rows   rows;
	struct secret host;
	bool          keyed;            /* who asks again gets the same one */
};
/* From what `create` takes. */
bool fresh_read(struct fresh *f, const struct game *g, json_t *body, int64_t now, char why[MAX_ERROR]);
/* The same once more: game, options, pieces, pace and bots of that table. */
void fresh_again(struct fresh *f, const struct table *t, int64_t now);
void fresh_drop(struct fresh *f);

#endif
