/* A table that is about to be made: its id, its secrets, and everything that is settled with it. */
#ifndef TABLE_NEW_H
#define TABLE_NEW_H

#include "table/json_check.h"
#include "table/table.h"

extern const char *const table_new_levels[];        /* of bots, weakest first; ends with NULL */
bool table_new_level(const char *name);             /* it is one of them */

/* Seconds that one may set, and days. */
enum { MOVE_LEAST = 5, MOVE_MOST = 3600, BANK_MOST = 36000, DAYS_MOST = 30 };

/* 128 bits that nobody knows, and what is kept of them. */
struct secret { char given[SECRET_CHARS + 1]; uint8_t hash[HASH_BYTES]; };
struct secret table_new_secret(void);
/* The same each time for the same two: who asks again with the same key gets the same answer. `what` it is for keeps them apart. */
struct secret table_new_secret_of(const char *what, const char *key);

void table_new_id(char out[ID_CHARS + 1]);         /* of a table */
void table_new_id_of(const uint8_t hash[HASH_BYTES], char out[ID_CHARS + 1]);      /* that follows from a hash */

struct table_new {
	struct head   head;             /* these two are handed to live_create(), or table_new_drop()ped */
	struct rows   rows;
	struct secret host;
	bool          keyed;            /* who asks again gets the same one */
};
/* From what `create` takes. */
bool table_new_read(struct table_new *f, const struct game *g, const struct json_value *body, int64_t now, char why[MAX_ERROR]);
/* The same once more: game, options, pieces, pace and bots of that table. */
void table_new_again(struct table_new *f, const struct table *t, int64_t now);
void table_new_drop(struct table_new *f);

#endif
