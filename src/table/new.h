/* A table that is about to be made: its id, its secrets, and everything that is settled with it. */
#ifndef TABLE_NEW_H
#define TABLE_NEW_H

#include "table/json_check.h"
#include "table/table.h"

extern const char *const table_new_levels[];        /* names of the levels of bots, weakest first; ends with NULL */
bool table_new_level(const char *name);             /* whether `name` is one of these levels */

/* Bounds of the pace that a client may choose: in seconds for a live game, in days for a slow one. */
enum { MOVE_LEAST = 5, MOVE_MOST = 3600, BANK_MOST = 36000, DAYS_MOST = 30 };

/* A secret of 128 random bits as text, and the hash of it, which alone is kept. */
struct secret { char given[SECRET_CHARS + 1]; uint8_t hash[HASH_BYTES]; };
struct secret table_new_secret(void);
/* The same secret each time for the same two arguments, so that a client that repeats its request with the same key gets the same answer. `what` the
 * secret is for keeps different ones apart. */
struct secret table_new_secret_of(const char *what, const char *key);

void table_new_id(char out[ID_CHARS + 1]);         /* of a table */
void table_new_id_of(const uint8_t hash[HASH_BYTES], char out[ID_CHARS + 1]);      /* that follows from a hash */

struct table_new {
	struct head   head;             /* these two are handed to live_create(), or table_new_drop()ped */
	struct rows   rows;
	struct secret host;
	bool          keyed;            /* a repeated request gets the same id */
};
/* Fills in the head of a table from the JSON of a create request. */
bool table_new_read(struct table_new *f, const struct game *g, const struct json_value *body, int64_t now, char why[MAX_ERROR]);
/* The head of a rematch: game, options, pieces, pace and bots are those of that table. */
void table_new_again(struct table_new *f, const struct table *t, int64_t now);
void table_new_drop(struct table_new *f);

#endif
