/* Reads JSON strictly: RFC 8259, one object, no name twice, UTF-8 without NUL, and limits on bytes, depth and members. It allocates two blocks for
 * each text and needs nothing but the C library, so it compiles into the page as well.
 *
 * There are two ways to look at what was read: as values (json_get, JSON_EACH), and as the flat list of paths that core reads (struct flats). */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdio.h>

#include "core/fields.h"
#include "base/error.h"

enum {
	JSON_BYTES   = 1 << 20,         /* of a position or a box */
	JSON_DEPTH   = 16,              /* of a position or a box */
	JSON_VALUES  = 1 << 14,         /* likewise */
	JSON_NESTED  = 64,              /* values inside one another, in any text */
	JSON_MEMBERS = 128,             /* of one object, in any text: names are compared with each other */
};

enum { JSON_FRACTION = FLAT_OBJECT + 1 };       /* a number that is not whole: its value is not kept */

struct json_value {
	const char *name;               /* of a member of an object; else NULL */
	const char *text;               /* of FLAT_TEXT, NULL for the others; it ends with a NUL, and has none inside */
	size_t      bytes;              /* of that text */
	int64_t     n;                  /* the number, the truth (0, 1), or how many values a list or object has */
	int         size;               /* values up to the next one beside this: itself and everything in it */
	uint8_t     kind;               /* enum flat_kind, or JSON_FRACTION */
};

struct json {
	const struct json_value *root;  /* an object; NULL after json_flatten */
	struct flats flats;             /* empty after json_parse */
	char *texts, *paths;
};

/* All three return false with one line that says what is wrong, with line and column; there is nothing to drop then. */
bool json_parse(struct json *j, const char *text, size_t n, size_t limit, char out[MAX_ERROR]);         /* values; at most `limit` bytes */
bool json_flatten(struct json *j, const struct json_value *object, char out[MAX_ERROR]);        /* a list of paths; whole numbers only. The object must stay */
bool json_read(struct json *j, const char *text, size_t n, char out[MAX_ERROR]);                /* both */
void json_drop(struct json *j);

/* What an object or a list holds, one after the other; nothing if v is neither, or NULL. */
#define JSON_EACH(in, v) for (const struct json_value *in = json_next(v, NULL); in; in = json_next(v, in))
static inline const struct json_value *json_next(const struct json_value *v, const struct json_value *in)
{
	if (!v)
		return NULL;
	const struct json_value *next = in ? in + in->size : v + 1;
	return next < v + v->size ? next : NULL;
}

const struct json_value *json_get(const struct json_value *object, const char *name);  /* NULL: there is none, or it is no object */
const char *json_string_of(const struct json_value *v);         /* NULL: it is no text, or v is NULL */
static inline bool json_is(const struct json_value *v, int kind)
{
	return v && v->kind == kind;
}

/* Writing. */
void  json_put(FILE *out, const char *words);                   /* as a JSON text with its quotes */
char *json_print(const struct json_value *v);                   /* the value without spaces; without fractions. free() it */

#endif
