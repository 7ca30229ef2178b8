/* What is different in a page: it reads JSON for the C code, and it has no files. */
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "driver/file.h"
#include "driver/record_parts.h"

/* Writes the values of a JSON object, and all their texts, into one block that it gets from malloc; NULL: `out` says why. */
__attribute__((import_module("page"), import_name("json")))
struct flat *page_json(const char *text, size_t n, int *values, char out[MAX_ERROR]);

_Static_assert(sizeof(struct flat) == 24 && offsetof(struct flat, n) == 8 && offsetof(struct flat, kind) == 16, "web/src/muddy/wasm.ts writes it");

bool json_read(struct json *j, const char *text, size_t n, char out[MAX_ERROR])
{
	if (n > JSON_BYTES)
		return error_say(out, "the JSON has %zu bytes: at most %d are taken", n, JSON_BYTES);
	*j = (struct json){ .root = NULL };
	j->flats.of = page_json(text, n, &j->flats.n, out);
	return j->flats.of != NULL;
}

void json_drop(struct json *j)
{
	free(j->flats.of);
	*j = (struct json){ .root = NULL };
}

/* A page has no files. */
bool file_read(const char *path, char **bytes, size_t *n, char out[MAX_ERROR])
{
	(void)path, (void)bytes, (void)n;
	return error_say(out, "a page reads no files");
}

bool file_write(const char *path, const char *bytes, size_t n, char out[MAX_ERROR])
{
	(void)path, (void)bytes, (void)n;
	return error_say(out, "a page writes no files");
}

/* A record in the page is text. */
void record_write_json(const struct session *s, FILE *out)
{
	(void)s, (void)out;
	panic("a page writes no records as JSON");
}

bool record_read_json(struct reading *r, const char *bytes, size_t n, char out[MAX_ERROR])
{
	(void)r, (void)bytes, (void)n;
	return error_say(out, "this record is JSON: the page takes records as text, `bigmuddy replay --text FILE` turns one into the other");
}
