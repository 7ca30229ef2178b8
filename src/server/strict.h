/* What somebody sent as JSON, key by key: everything has its kind and its bounds, and nothing is there that nobody asked for. All return
 * false and one line that names the key. */
#ifndef SERVER_STRICT_H
#define SERVER_STRICT_H

#include <jansson.h>
#include <stdint.h>

#include "driver/error.h"

enum { SECRET_CHARS = 22 };                     /* 128 bits in base64url */
#define ID_LETTERS "abcdefghjkmnpqrstuvwxyz23456789"    /* of a table's id: none that can be mistaken for another */

bool strict_keys(json_t *o, const char *const keys[], char why[MAX_ERROR]);    /* no others than these; the list ends with NULL */

/* `need`: it must be there; else what is absent leaves *out as it is. A text is clean: UTF-8 without control characters. */
enum strict_need { MAY, MUST };
bool strict_text(json_t *o, const char *key, enum strict_need need, size_t min, size_t max, const char **out, char why[MAX_ERROR]);
bool strict_int(json_t *o, const char *key, enum strict_need need, int64_t min, int64_t max, int64_t *out, char why[MAX_ERROR]);
bool strict_bool(json_t *o, const char *key, enum strict_need need, bool *out, char why[MAX_ERROR]);
bool strict_secret(json_t *o, const char *key, enum strict_need need, const char **out, char why[MAX_ERROR]);  /* as it is given to a seat */

bool strict_id(const char *id);                 /* could be a table's */
bool strict_key(const char *key);               /* could name a message: 1 to MAX_KEY of letters, digits, '-' and '_' */

#endif
