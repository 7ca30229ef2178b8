#include "fields.h"

#include <string.h>

/* Values -------------------------------------------------------------- */

static uint32_t ones(const struct field *f)
{
	return f->size == 4 ? UINT32_MAX : (1u << 8 * f->size) - 1;
}

static uint32_t load(const struct field *f, const uint8_t *at)
{
	uint32_t v = 0;

	if (f->size == 1) {
		v = *at;
	} else if (f->size == 2) {
		uint16_t half;
		memcpy(&half, at, sizeof half);
		v = half;
	} else {
		memcpy(&v, at, sizeof v);
	}
	return v;
}

static void save(const struct field *f, uint8_t *at, uint32_t v)
{
	if (f->size == 1) {
		*at = (uint8_t)v;
	} else if (f->size == 2) {
		uint16_t half = (uint16_t)v;
		memcpy(at, &half, sizeof half);
	} else {
		memcpy(at, &v, sizeof v);
	}
}

/* Bits that a set may have. */
static uint32_t set_mask(const struct field *f)
{
	uint32_t below = f->max >= 31 ? UINT32_MAX : (1u << (f->max + 1)) - 1;

	return below & ~((1u << f->min) - 1);
}

/* How many elements of the field are in use in this struct. */
static int length(const struct field *f, const uint8_t *base)
{
	if (f->count == FIELD_ONE)
		return 1;
	return f->length_at == FIELD_FIXED ? f->count : base[f->length_at];
}

/* A later field that says nothing. */
static bool is_left_out(const struct field *f, const uint8_t *base)
{
	if (!f->later)
		return false;
	for (int i = 0, n = length(f, base) * f->size; i < n; i++)
		if (base[f->offset + i])
			return false;
	return true;
}

static bool text_is_clean(const struct field *f, const char *at)
{
	int n = 0;

	while (n < f->size && at[n] != '\0') {
		if (at[n] < ' ' || at[n] > '~')
			return false;
		n++;
	}
	for (int i = n; i < f->size; i++)
		if (at[i] != '\0')
			return false;
	return n < f->size;
}

/* NULL, or what is wrong with the value. */
static const char *fault(const struct field *f, const uint8_t *at, enum field_nulls nulls)
{
	if (f->kind == FIELD_TEXT)
		return text_is_clean(f, (const char *)at) ? NULL : "is not a printable text of the right length";

	uint32_t v = load(f, at);
	if (v == ones(f))
		return f->optional || nulls == NULLS_ANYWHERE ? NULL : "must not be null";
	if (f->kind == FIELD_SET)
		return v & ~set_mask(f) ? "holds a number that is not allowed" : NULL;
	return (int64_t)v < f->min || (int64_t)v > f->max ? "is out of bounds" : NULL;
}

/* Paths and messages -------------------------------------------------- */

struct path { char words[MAX_PATH]; };

static struct path path_to(const struct path *up, const char *name, int i)
{
	struct path p;
	struct text t = text_on(p.words, MAX_PATH);

	if (up->words[0] != '\0') {
		text_put(&t, up->words);
		text_char(&t, '.');
	}
	text_put(&t, name);
	if (i >= 0) {
		text_char(&t, '[');
		text_int(&t, i);
		text_char(&t, ']');
	}
	return p;
}

static bool refuse(char out[MAX_TEXT], const struct path *p, const char *what)
{
	struct text t = text_on(out, MAX_TEXT);

	text_put(&t, p->words);
	text_char(&t, ' ');
	text_put(&t, what);
	return false;
}

static bool refuse_value(char out[MAX_TEXT], const struct path *p, const struct field *f, const char *what)
{
	struct text t = text_on(out, MAX_TEXT);

	text_put(&t, p->words);
	text_char(&t, ' ');
	text_put(&t, what);
	if (f->kind == FIELD_TEXT) {
		text_put(&t, ": at most ");
		text_int(&t, f->size - 1);
		text_put(&t, " characters");
	} else if (f->names) {
		text_put(&t, ": one of");
		for (int i = f->min; i <= f->max; i++) {
			text_char(&t, ' ');
			text_put(&t, f->names[i - f->min]);
		}
	} else {
		text_put(&t, ": a number from ");
		text_int(&t, f->min);
		text_put(&t, " to ");
		text_int(&t, f->max);
	}
	return false;
}

/* JSON out ------------------------------------------------------------ */

/* Past the characters that stand for themselves. */
static const char *past_plain(const char *c)
{
	while ((unsigned char)*c >= ' ' && *c != '"' && *c != '\\')
		c++;
	return c;
}

void json_text(struct text *out, const char *words)
{
	static const char hex[] = "0123456789abcdef";

	text_char(out, '"');
	for (;; words++) {
		const char *plain = words;
		words = past_plain(words);
		text_bytes(out, plain, (int)(words - plain));
		unsigned char c = (unsigned char)*words;
		if (c == '\0')
			break;
		text_char(out, '\\');
		if (c >= ' ') {
			text_char(out, (char)c);
			continue;
		}
		text_put(out, "u00");
		text_char(out, hex[c >> 4]);
		text_char(out, hex[c & 15]);
	}
	text_char(out, '"');
}

/* The numbers of a set, from its lowest bit on. */
static void set_json(const struct field *f, uint32_t set, struct text *out)
{
	char before = '[';

	set &= set_mask(f);
	if (!set)
		text_char(out, before);
	for (; set; set &= set - 1) {
		text_char(out, before);
		text_int(out, __builtin_ctz(set));
		before = ',';
	}
	text_char(out, ']');
}

static void value_json(const struct field *f, const uint8_t *at, struct text *out)
{
	if (f->kind == FIELD_GROUP) {
		text_char(out, '{');
		fields_json(f->of, at, out);
		text_char(out, '}');
		return;
	}
	if (f->kind == FIELD_TEXT) {
		json_text(out, (const char *)at);
		return;
	}

	uint32_t v = load(f, at);
	if (v == ones(f))
		text_bytes(out, "null", 4);
	else if (f->kind == FIELD_SET)
		set_json(f, v, out);
	else if (f->names && (int64_t)v >= f->min && (int64_t)v <= f->max)
		json_text(out, f->names[(int32_t)v - f->min]);
	else
		text_int(out, v);
}

bool fields_json_one(const struct field *f, const void *base, bool first, struct text *out)
{
	const uint8_t *at = (const uint8_t *)base + f->offset;

	if (is_left_out(f, base))
		return false;
	if (first)
		text_char(out, '"');
	else
		text_bytes(out, ",\"", 2);
	text_put(out, f->name);
	text_bytes(out, "\":", 2);
	if (f->count == FIELD_ONE) {
		value_json(f, at, out);
		return true;
	}
	text_char(out, '[');
	for (int i = 0, n = length(f, base); i < n; i++) {
		if (i > 0)
			text_char(out, ',');
		value_json(f, at + i * f->size, out);
	}
	text_char(out, ']');
	return true;
}

void fields_json(const struct field *f, const void *base, struct text *out)
{
	for (bool first = true; f->name; f++)
		if (fields_json_one(f, base, first, out))
			first = false;
}

bool fields_same(const struct field *f, const void *a, const void *b)
{
	const uint8_t *one = a, *other = b;
	int n = length(f, one);

	return n == length(f, other) && memcmp(one + f->offset, other + f->offset, (size_t)n * f->size) == 0;
}

/* JSON in ------------------------------------------------------------- */

/* A document has a few hundred values: look through them all. */
struct flat *flat_find(struct flats *in, const char *path)
{
	for (int i = 0; i < in->n; i++)
		if (!in->of[i].used && strcmp(in->of[i].path, path) == 0)
			return &in->of[i];
	return NULL;
}

bool flat_all_used(const struct flats *in, char out[MAX_TEXT])
{
	for (int i = 0; i < in->n; i++)
		if (!in->of[i].used) {
			struct text t = text_on(out, MAX_TEXT);
			text_put(&t, in->of[i].path);
			text_put(&t, " is unknown here");
			return false;
		}
	return true;
}

static struct flat *take(struct flats *in, const struct path *p, char out[MAX_TEXT])
{
	struct flat *v = flat_find(in, p->words);

	if (v)
		v->used = true;
	else
		refuse(out, p, "is missing");
	return v;
}

static bool read_fields(const struct field *f, uint8_t *base, struct flats *in, const struct path *up, enum field_nulls nulls, char out[MAX_TEXT]);

static bool read_set(const struct field *f, uint8_t *at, struct flats *in, const struct path *p, int n, char out[MAX_TEXT])
{
	uint32_t set = 0;
	int64_t last = -1;

	for (int i = 0; i < n; i++) {
		struct path of = *p;
		struct text t = { .at = of.words, .cap = MAX_PATH, .n = (int)strlen(of.words) };
		text_char(&t, '[');
		text_int(&t, i);
		text_char(&t, ']');
		struct flat *v = take(in, &of, out);
		if (!v)
			return false;
		if (v->kind != FLAT_INT || v->n < f->min || v->n > f->max)
			return refuse_value(out, &of, f, "is out of bounds");
		if (v->n <= last)
			return refuse(out, &of, "must be larger than the number before it");
		last = v->n;
		set |= 1u << v->n;
	}
	save(f, at, set);
	return true;
}

static bool read_value(const struct field *f, uint8_t *at, struct flats *in, const struct path *p, enum field_nulls nulls, char out[MAX_TEXT])
{
	struct flat *v = take(in, p, out);

	if (!v)
		return false;
	if (f->kind == FIELD_GROUP)
		return v->kind == FLAT_OBJECT ? read_fields(f->of, at, in, p, nulls, out) : refuse(out, p, "must be an object");
	if (f->kind == FIELD_TEXT) {
		if (v->kind != FLAT_TEXT || strlen(v->text) >= f->size)
			return refuse_value(out, p, f, "is not a text of the right length");
		memset(at, 0, f->size);
		memcpy(at, v->text, strlen(v->text));
	} else if (v->kind == FLAT_NULL) {
		save(f, at, ones(f));
	} else if (f->kind == FIELD_SET) {
		return v->kind == FLAT_LIST ? read_set(f, at, in, p, (int)v->n, out) : refuse(out, p, "must be a list of numbers");
	} else if (f->names) {
		int32_t i = f->min;
		while (i <= f->max && !(v->kind == FLAT_TEXT && strcmp(v->text, f->names[i - f->min]) == 0))
			i++;
		if (i > f->max)
			return refuse_value(out, p, f, "is not a known name");
		save(f, at, (uint32_t)i);
	} else if (v->kind != FLAT_INT) {
		return refuse_value(out, p, f, "is not a number");
	} else if (v->n < f->min || v->n > f->max) {
		return refuse_value(out, p, f, "is out of bounds");
	} else {
		save(f, at, (uint32_t)v->n);
	}

	const char *wrong = fault(f, at, nulls);
	return wrong ? refuse_value(out, p, f, wrong) : true;
}

static bool read_list(const struct field *f, uint8_t *base, struct flats *in, const struct path *up, enum field_nulls nulls, char out[MAX_TEXT])
{
	struct path p = path_to(up, f->name, -1);
	struct flat *v = take(in, &p, out);
	int n = length(f, base);

	if (!v)
		return false;
	if (v->kind != FLAT_LIST)
		return refuse(out, &p, "must be a list");
	if (n > f->count || v->n != n) {
		struct text t = text_on(out, MAX_TEXT);
		text_form(&t, "%s has %d elements instead of %d", (const char *[]){ p.words }, (int64_t[]){ v->n, n > f->count ? f->count : n });
		return false;
	}
	for (int i = 0; i < n; i++) {
		struct path of = path_to(up, f->name, i);
		if (!read_value(f, base + f->offset + i * f->size, in, &of, nulls, out))
			return false;
	}
	return true;
}

static bool read_fields(const struct field *f, uint8_t *base, struct flats *in, const struct path *up, enum field_nulls nulls, char out[MAX_TEXT])
{
	for (; f->name; f++) {
		struct path p = path_to(up, f->name, -1);
		if (f->later && !flat_find(in, p.words))
			continue;
		bool fine = f->count == FIELD_ONE
			? read_value(f, base + f->offset, in, &p, nulls, out)
			: read_list(f, base, in, up, nulls, out);
		if (!fine)
			return false;
	}
	return true;
}

bool fields_read(const struct field *f, void *base, struct flats *in, enum field_nulls nulls, char out[MAX_TEXT])
{
	return read_fields(f, base, in, &(struct path){ "" }, nulls, out);
}

/* Bytes: every value in the order of the table, low byte first ---------- */

static int put_bytes(const struct field *f, const uint8_t *at, uint8_t *out, int cap)
{
	if (f->kind == FIELD_GROUP)
		return fields_encode(f->of, at, out, cap);
	for (int i = 0; i < f->size && i < cap; i++)
		out[i] = (uint8_t)(f->kind == FIELD_TEXT ? at[i] : load(f, at) >> 8 * i);
	return f->size;
}

int fields_encode(const struct field *f, const void *base, uint8_t *out, int cap)
{
	int n = 0;

	for (; f->name; f++) {
		int all = is_left_out(f, base) ? 0 : length(f, base);
		if (f->size == 1 && all <= cap - n) {           /* most fields are bytes, and bytes are written as they are */
			memcpy(out + n, (const uint8_t *)base + f->offset, (size_t)all);
			n += all;
			continue;
		}
		for (int i = 0; i < all; i++)
			n += put_bytes(f, (const uint8_t *)base + f->offset + i * f->size, out + (n < cap ? n : cap), n < cap ? cap - n : 0);
	}
	return n;
}

/* Bytes that are being read: the next ones, and how many are left. */
struct bytes { const uint8_t *in; int n; enum field_nulls nulls; };

static bool get_fields(const struct field *f, uint8_t *base, struct bytes *from, const struct path *up, char out[MAX_TEXT]);

static bool get_value(const struct field *f, uint8_t *at, struct bytes *from, const struct path *p, char out[MAX_TEXT])
{
	uint32_t v = 0;

	if (f->kind == FIELD_GROUP)
		return get_fields(f->of, at, from, p, out);
	if (from->n < f->size)
		return refuse(out, p, "is missing: the bytes end before it");
	if (f->kind == FIELD_TEXT) {
		memcpy(at, from->in, f->size);
	} else {
		for (int i = 0; i < f->size; i++)
			v |= (uint32_t)from->in[i] << 8 * i;
		save(f, at, v);
	}
	from->in += f->size;
	from->n -= f->size;

	const char *wrong = fault(f, at, from->nulls);
	return wrong ? refuse_value(out, p, f, wrong) : true;
}

static bool get_fields(const struct field *f, uint8_t *base, struct bytes *from, const struct path *up, char out[MAX_TEXT])
{
	for (; f->name; f++) {
		int all = length(f, base);
		if (f->count != FIELD_ONE && all > f->count) {
			struct path p = path_to(up, f->name, -1);
			return refuse(out, &p, "is longer than it can be");
		}
		for (int i = 0; i < all; i++) {
			struct path p = path_to(up, f->name, f->count == FIELD_ONE ? -1 : i);
			if (!get_value(f, base + f->offset + i * f->size, from, &p, out))
				return false;
		}
	}
	return true;
}

int fields_decode(const struct field *f, void *base, const uint8_t *in, int n, enum field_nulls nulls, char out[MAX_TEXT])
{
	struct bytes from = { in, n, nulls };

	return get_fields(f, base, &from, &(struct path){ "" }, out) ? n - from.n : -1;
}

/* Views --------------------------------------------------------------- */

/* Lengths are always seen: what is not is filled with ones, element by element, so that a view shows how many there are. */
static void view_values(const struct field *f, const uint8_t *from, int n, bool here, uint8_t *to)
{
	size_t all = (size_t)n * f->size;

	if (here)
		memcpy(to, from, all);
	else
		memset(to, f->kind == FIELD_TEXT ? 0 : 0xFF, all);
}

static void view_fields(const struct field *f, const uint8_t *base, bool seen, int seat, uint8_t *view)
{
	for (; f->name; f++) {
		int n = length(f, base);
		const uint8_t *from = base + f->offset;
		uint8_t *to = view + f->offset;

		if (f->kind != FIELD_GROUP && f->sight != OWN) {
			view_values(f, from, n, seen && f->sight == SEEN, to);
			continue;
		}
		for (int i = 0; i < n; i++, from += f->size, to += f->size) {
			bool here = seen && (f->sight == SEEN || (f->sight == OWN && i == seat));

			if (f->kind == FIELD_GROUP)
				view_fields(f->of, from, here, seat, to);
			else
				view_values(f, from, 1, here, to);
		}
	}
}

void fields_view(const struct field *f, const void *base, int seat, void *view)
{
	view_fields(f, base, true, seat, view);
}

static bool known_fields(const struct field *f, const uint8_t *view, bool seen, int seat, const struct path *up, char out[MAX_TEXT])
{
	for (; f->name; f++)
		for (int i = 0, n = length(f, view); i < n; i++) {
			const uint8_t *at = view + f->offset + i * f->size;
			bool here = seen && (f->sight == SEEN || (f->sight == OWN && i == seat));
			struct path p = path_to(up, f->name, f->count == FIELD_ONE ? -1 : i);

			if (f->kind == FIELD_GROUP) {
				if (!known_fields(f->of, at, here, seat, &p, out))
					return false;
			} else if (here && fault(f, at, NULLS_OPTIONAL)) {
				return refuse(out, &p, "is missing: it can be seen from there");
			}
		}
	return true;
}

bool fields_known(const struct field *f, const void *view, int seat, char out[MAX_TEXT])
{
	return known_fields(f, view, true, seat, &(struct path){ "" }, out);
}

/* For people ----------------------------------------------------------- */

static void list_paths(const struct field *f, const struct path *up, struct text *out)
{
	for (; f->name; f++) {
		struct path p = path_to(up, f->name, -1);
		if (f->count != FIELD_ONE) {
			struct text t = { .at = p.words, .cap = MAX_PATH, .n = (int)strlen(p.words) };
			text_put(&t, "[]");
		}
		text_put(out, p.words);
		text_char(out, '\n');
		if (f->kind == FIELD_GROUP)
			list_paths(f->of, &p, out);
	}
}

void fields_paths(const struct field *f, struct text *out)
{
	list_paths(f, &(struct path){ "" }, out);
}
