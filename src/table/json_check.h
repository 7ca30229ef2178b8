/* Checks of JSON that a client sent, member by member: each has its type and its bounds, and unknown members are refused. If a check fails, the
 * functions return false and write one line that names the member. */
#ifndef TABLE_JSON_CHECK_H
#define TABLE_JSON_CHECK_H

#include <stdint.h>

#include "base/json.h"

enum { SECRET_CHARS = 22 };                     /* 128 bits in base64url */
#define ID_LETTERS "abcdefghjkmnpqrstuvwxyz23456789"    /* of a table's id: none that can be mistaken for another */

bool json_check_keys(const struct json_value *o, const char *const keys[], char why[MAX_ERROR]);    /* no others than these; the list ends with NULL */

/* The value of a member. json_check_X: it must be there; json_check_X_if: what is absent leaves *out as it is. A text is clean: UTF-8 without control
 * characters. */
bool json_check_text(const struct json_value *o, const char *key, size_t min, size_t max, const char **out, char why[MAX_ERROR]);       /* bytes */
bool json_check_text_if(const struct json_value *o, const char *key, size_t min, size_t max, const char **out, char why[MAX_ERROR]);
bool json_check_int(const struct json_value *o, const char *key, int64_t min, int64_t max, int64_t *out, char why[MAX_ERROR]);
bool json_check_int_if(const struct json_value *o, const char *key, int64_t min, int64_t max, int64_t *out, char why[MAX_ERROR]);
bool json_check_bool(const struct json_value *o, const char *key, bool *out, char why[MAX_ERROR]);
bool json_check_bool_if(const struct json_value *o, const char *key, bool *out, char why[MAX_ERROR]);
bool json_check_secret(const struct json_value *o, const char *key, const char **out, char why[MAX_ERROR]);     /* as it is given to a seat */
bool json_check_secret_if(const struct json_value *o, const char *key, const char **out, char why[MAX_ERROR]);

bool json_check_id(const char *id);                 /* could be a table's */
bool json_check_key(const char *key);               /* could name a message: 1 to MAX_KEY of letters, digits, '-' and '_' */

#endif
