/* A JSON text as the flat list of values that core reads. */
#ifndef DRIVER_JSON_H
#define DRIVER_JSON_H

#if defined __wasm__
typedef struct json_t json_t;           /* in a browser the page reads JSON: web/wasm/page.c */
#else
#include <jansson.h>
#endif

#include "core/fields.h"
#include "error.h"

enum {
	JSON_BYTES  = 1 << 20,          /* of a position or a box */
	JSON_DEPTH  = 16,
	JSON_VALUES = 1 << 14,
};

struct json {
	struct flats flats;             /* valid until json_drop; the texts belong to the document */
	json_t *root;
	char   *paths;
};

/* Strict: one object, no key twice, whole numbers only. A mistake is told with its line and column. */
bool json_read(struct json *j, const char *text, size_t n, char out[MAX_ERROR]);
bool json_flatten(struct json *j, json_t *object, char out[MAX_ERROR]);        /* the same from a parsed object; keeps a reference */
void json_drop(struct json *j);

/* Jansson's parser with the same strictness, for whoever wants the tree. The object is yours; NULL: `out` says why. */
json_t *json_parse(const char *text, size_t n, size_t limit, char out[MAX_ERROR]);

#endif
