/* One table describes plain data: its names, bounds, and who may see it. Bytes, JSON in and JSON out are all made from it.
 *
 * A list of varying length names the byte that holds its length; what lies beyond it is zero. A value that is not known (in a
 * view) or not there (optional) has all its bits set and is written null. */
#ifndef CORE_FIELDS_H
#define CORE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limits.h"
#include "text.h"

enum field_kind {
	FIELD_INT,              /* 1 or 2 bytes, unsigned; by name where there are names */
	FIELD_SET,              /* 2 or 4 bytes: a bit for each of min .. max, written as the list of those in it */
	FIELD_TEXT,             /* char[size], printable ASCII, ends in NUL, zero to the end */
	FIELD_GROUP,            /* a struct of `size` bytes with fields of its own */
};
enum field_sight { SEEN, OWN, HIDDEN };         /* by everybody; by the seat that is its place in the list; by nobody */
enum { FIELD_ONE = 0, FIELD_FIXED = 0xFFFF };

struct field {
	const char *name;               /* a word (text_is_word): it goes into JSON as it is */
	uint8_t     kind, sight;
	bool        optional;           /* may be null in a full state or a box */
	bool        later;              /* of a box: younger than the rest. Where it is all zero it is left out, so that older boxes keep their hash and their JSON */
	uint16_t    size;               /* of one value in bytes */
	uint16_t    offset;             /* from the struct the table describes */
	uint16_t    count;              /* FIELD_ONE: one value; else a list of at most that many */
	uint16_t    length_at;          /* offset of the byte with the length in use; FIELD_FIXED: always `count` */
	int32_t     min, max;
	const char *const *names;       /* of the values from min on */
	const struct field *of;         /* of a group */
};

/* The usual rows, without their braces so that more members may follow: { FIELD_NUMBER(state, round, "round", 0, 9), .optional = true }.
 * S is the struct, M the member. */
#define FIELD_SIZE(S, M) (sizeof ((struct S *)0)->M)
#define FIELD_ROW(KIND, S, M, NAME, SIZE) .name = NAME, .kind = KIND, .size = SIZE, .offset = offsetof(struct S, M)
#define FIELD_ROWS(KIND, S, M, NAME, LENGTH_AT) FIELD_ROW(KIND, S, M, NAME, FIELD_SIZE(S, M[0])), \
	.count = FIELD_SIZE(S, M) / FIELD_SIZE(S, M[0]), .length_at = LENGTH_AT
#define FIELD_NUMBER(S, M, NAME, MIN, MAX) FIELD_ROW(FIELD_INT, S, M, NAME, FIELD_SIZE(S, M)), .min = MIN, .max = MAX
#define FIELD_NUMBERS(S, M, NAME, MIN, MAX, LENGTH_AT) FIELD_ROWS(FIELD_INT, S, M, NAME, LENGTH_AT), .min = MIN, .max = MAX
#define FIELD_BITS(S, M, NAME, MIN, MAX) FIELD_ROW(FIELD_SET, S, M, NAME, FIELD_SIZE(S, M)), .min = MIN, .max = MAX
#define FIELD_WORDS(S, M, NAME) FIELD_ROW(FIELD_TEXT, S, M, NAME, FIELD_SIZE(S, M))
#define FIELD_STRUCTS(S, M, NAME, OF, LENGTH_AT) FIELD_ROWS(FIELD_GROUP, S, M, NAME, LENGTH_AT), .of = OF
#define FIELD_END { .name = NULL }

/* One value of a JSON document, as whoever parsed it hands it over: containers too, in the order of the document. */
enum flat_kind { FLAT_INT, FLAT_TEXT, FLAT_NULL, FLAT_BOOL, FLAT_LIST, FLAT_OBJECT };
struct flat {
	const char *path;               /* "ship[2].speed" */
	const char *text;               /* of FLAT_TEXT */
	int64_t     n;                  /* the number, the truth, or the length of a list */
	uint8_t     kind;
	bool        used;               /* set by the reader: what nobody asked for is an error */
};
struct flats { struct flat *of; int n; };
enum { MAX_PATH = 96 };

/* Whether `null` may stand for any value: in a view it may, in a full state or a box only where a field is optional. */
enum field_nulls { NULLS_OPTIONAL, NULLS_ANYWHERE };

void fields_json(const struct field *f, const void *base, struct text *out);    /* "a":1,"b":[2] without the braces */
/* One field of it: "b":[2], after a comma unless it is the first. False: it is left out, and nothing was written. */
bool fields_json_one(const struct field *f, const void *base, bool first, struct text *out);
bool fields_same(const struct field *f, const void *a, const void *b);        /* in both structs, and so are its bytes and its JSON */
bool fields_read(const struct field *f, void *base, struct flats *in, enum field_nulls nulls, char out[MAX_TEXT]);
int  fields_encode(const struct field *f, const void *base, uint8_t *out, int cap);     /* bytes it takes */
int  fields_decode(const struct field *f, void *base, const uint8_t *in, int n, enum field_nulls nulls, char out[MAX_TEXT]); /* bytes it took, -1 */
void fields_view(const struct field *f, const void *base, int seat, void *view);
bool fields_known(const struct field *f, const void *view, int seat, char out[MAX_TEXT]);        /* all that the seat sees is there */
void fields_paths(const struct field *f, struct text *out);                     /* one line a field, for the docs */

struct flat *flat_find(struct flats *in, const char *path);                     /* NULL: not there */
bool flat_all_used(const struct flats *in, char out[MAX_TEXT]);                 /* false: names the first that nobody knows */

void json_text(struct text *out, const char *words);                            /* quoted, escaped */

#endif
