#define _POSIX_C_SOURCE 200809L
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

#include "core/game.h"

/* Reading ------------------------------------------------------------------ */

struct reader {
	const char *from, *at, *end;
	char *texts, *free;             /* names and texts, each with a NUL: never longer than the source, whose quotes make up for it */
	struct json_value *of;
	int n, cap, depth;
	char *out;
};

/* Says where: the column counts characters, from 1 on. */
static bool wrong(struct reader *r, const char *at, const char *what)
{
	int line = 1, column = 1;

	for (const char *c = r->from; c < at; c++) {
		column += ((unsigned char)*c & 0xC0) != 0x80;
		if (*c == '\n') {
			line++;
			column = 1;
		}
	}
	return error_say(r->out, "bad JSON at line %d column %d: %s", line, column, what);
}

static void skip_space(struct reader *r)
{
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
		r->at++;
}

static bool take(struct reader *r, char c)
{
	skip_space(r);
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The four digits of \uXXXX; -1: they are not there. */
static int32_t four_digits(struct reader *r)
{
	int32_t n = 0;

	for (int i = 0; i < 4; i++, r->at++) {
		int digit = r->at < r->end ? hex_digit(*r->at) : -1;
		if (digit < 0)
			return -1;
		n = n * 16 + digit;
	}
	return n;
}

/* As UTF-8: at most three bytes for the six of an escape, four for the twelve of a pair. */
static void put_point(struct reader *r, uint32_t point)
{
	if (point < 0x80) {
		*r->free++ = (char)point;
	} else if (point < 0x800) {
		*r->free++ = (char)(0xC0 | point >> 6);
		*r->free++ = (char)(0x80 | (point & 0x3F));
	} else if (point < 0x10000) {
		*r->free++ = (char)(0xE0 | point >> 12);
		*r->free++ = (char)(0x80 | (point >> 6 & 0x3F));
		*r->free++ = (char)(0x80 | (point & 0x3F));
	} else {
		*r->free++ = (char)(0xF0 | point >> 18);
		*r->free++ = (char)(0x80 | (point >> 12 & 0x3F));
		*r->free++ = (char)(0x80 | (point >> 6 & 0x3F));
		*r->free++ = (char)(0x80 | (point & 0x3F));
	}
}

/* Behind "\u": one character, or the two halves of one beyond 0xFFFF. */
static bool read_point(struct reader *r)
{
	const char *at = r->at - 2;
	int32_t high = four_digits(r), low;

	if (high < 0)
		return wrong(r, at, "\\u needs four hexadecimal digits");
	if (high == 0)
		return wrong(r, at, "\\u0000 is not taken");
	if (high < 0xD800 || high > 0xDFFF) {
		put_point(r, (uint32_t)high);
		return true;
	}
	if (high > 0xDBFF || r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != 'u')
		return wrong(r, at, "this is half of a character");
	r->at += 2;
	low = four_digits(r);
	if (low < 0xDC00 || low > 0xDFFF)
		return wrong(r, at, "this is half of a character");
	put_point(r, 0x10000 + ((uint32_t)(high - 0xD800) << 10) + (uint32_t)(low - 0xDC00));
	return true;
}

static bool read_escape(struct reader *r)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char c = r->at < r->end ? *r->at++ : '\0', *known = c ? strchr(from, c) : NULL;

	if (c == 'u')
		return read_point(r);
	if (!known)
		return wrong(r, r->at - (c != '\0'), "there is no such escape");
	*r->free++ = to[known - from];
	return true;
}

/* Behind the opening quote. */
static bool read_text(struct reader *r, const char **text, size_t *bytes)
{
	char *begin = r->free;

	while (r->at < r->end && *r->at != '"') {
		if ((unsigned char)*r->at < ' ')
			return wrong(r, r->at, "control characters must be escaped");
		if (*r->at == '\\') {
			r->at++;
			if (!read_escape(r))
				return false;
			continue;
		}
		size_t n = error_utf8(r->at, (size_t)(r->end - r->at));
		if (n == 0)
			return wrong(r, r->at, "this is not UTF-8");
		memcpy(r->free, r->at, n);
		r->free += n;
		r->at += n;
	}
	if (r->at == r->end)
		return wrong(r, r->at, "a text has no closing quote");
	r->at++;
	*text = begin;
	*bytes = (size_t)(r->free - begin);
	*r->free++ = '\0';
	return true;
}

static size_t digits(struct reader *r)
{
	const char *begin = r->at;

	while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
		r->at++;
	return (size_t)(r->at - begin);
}

/* The fraction and the exponent that may follow a whole number. */
static bool read_fraction(struct reader *r, struct json_value *v)
{
	if (r->at < r->end && *r->at == '.') {
		r->at++;
		v->kind = JSON_FRACTION;
		if (digits(r) == 0)
			return wrong(r, r->at, "a digit must follow the point");
	}
	if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
		r->at++;
		r->at += r->at < r->end && (*r->at == '+' || *r->at == '-');
		v->kind = JSON_FRACTION;
		if (digits(r) == 0)
			return wrong(r, r->at, "a digit must follow the exponent");
	}
	return true;
}

static bool read_number(struct reader *r, struct json_value *v)
{
	const char *begin = r->at;
	const bool minus = *r->at == '-';

	r->at += minus;
	const char *first = r->at;
	size_t n = digits(r);
	if (n == 0)
		return wrong(r, r->at, "a value must begin here");
	if (n > 1 && *first == '0')
		return wrong(r, first, "a number must not begin with 0");
	v->kind = FLAT_INT;
	if (!read_fraction(r, v))
		return false;
	for (size_t i = 0; i < n && v->kind == FLAT_INT; i++) {
		int digit = first[i] - '0';
		if (v->n < (INT64_MIN + digit) / 10)
			return wrong(r, begin, "this number is too large");
		v->n = v->n * 10 - digit;       /* negative, since there is one more of those */
	}
	if (!minus && v->n == INT64_MIN)
		return wrong(r, begin, "this number is too large");
	v->n = minus ? v->n : -v->n;
	return true;
}

static bool read_word(struct reader *r, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0)
		return wrong(r, r->at, "a value must begin here");
	r->at += n;
	return true;
}

static int add_value(struct reader *r)
{
	if (r->n == r->cap) {
		r->cap = r->cap ? 2 * r->cap : 16;
		r->of = realloc(r->of, (size_t)r->cap * sizeof *r->of);
		must(r->of != NULL);
	}
	r->of[r->n] = (struct json_value){ .kind = FLAT_NULL };
	return r->n++;
}

static bool read_value(struct reader *r, const char *name);

/* "name": in front of a member of the object at `own`. */
static bool read_name(struct reader *r, int own, const char **name)
{
	size_t bytes;

	if (!take(r, '"'))
		return wrong(r, r->at, "a name in quotes must stand here");
	if (!read_text(r, name, &bytes))
		return false;
	for (const struct json_value *in = r->of + own + 1; in < r->of + r->n; in += in->size)
		if (strcmp(in->name, *name) == 0)
			return wrong(r, r->at - 1, "this is a duplicate name");
	return take(r, ':') ? true : wrong(r, r->at, "':' must follow the name");
}

/* Behind the opening bracket of the list or the object at `own`, which moves with its array: hence an index. */
static bool read_inside(struct reader *r, int own, char close)
{
	const char *name = NULL;

	if (++r->depth > JSON_NESTED)
		return wrong(r, r->at - 1, "too many values are inside one another");
	if (!take(r, close)) {
		do {
			if (close == '}' && r->of[own].n == JSON_MEMBERS)
				return wrong(r, r->at, "this object has too many members");
			if ((close == '}' && !read_name(r, own, &name)) || !read_value(r, name))
				return false;
			r->of[own].n++;
		} while (take(r, ','));
		if (!take(r, close))
			return wrong(r, r->at, close == '}' ? "',' or '}' must stand here" : "',' or ']' must stand here");
	}
	r->depth--;
	return true;
}

static bool read_kind(struct reader *r, int own)
{
	struct json_value *v = &r->of[own];

	switch (r->at < r->end ? *r->at : '\0') {
	case '{':
		r->at++;
		v->kind = FLAT_OBJECT;
		return read_inside(r, own, '}');
	case '[':
		r->at++;
		v->kind = FLAT_LIST;
		return read_inside(r, own, ']');
	case '"':
		r->at++;
		v->kind = FLAT_TEXT;
		return read_text(r, &v->text, &v->bytes);
	case 't': case 'f':
		v->kind = FLAT_BOOL;
		v->n = *r->at == 't';
		return read_word(r, v->n ? "true" : "false");
	case 'n':
		return read_word(r, "null");
	default:
		return read_number(r, v);
	}
}

static bool read_value(struct reader *r, const char *name)
{
	int own = add_value(r);

	r->of[own].name = name;
	skip_space(r);
	if (r->at == r->end)
		return wrong(r, r->at, "the text ends here, but a value must follow");
	if (!read_kind(r, own))
		return false;
	r->of[own].size = r->n - own;
	return true;
}

static bool read_all(struct reader *r)
{
	if (!read_value(r, NULL))
		return false;
	skip_space(r);
	if (r->at < r->end)
		return wrong(r, r->at, "nothing may follow the value");
	return r->of[0].kind == FLAT_OBJECT ? true : error_say(r->out, "the JSON is not an object");
}

bool json_parse(struct json *j, const char *text, size_t n, size_t limit, char out[MAX_ERROR])
{
	if (n > limit)
		return error_say(out, "the JSON has %zu bytes: at most %zu are taken", n, limit);
	struct reader r = { .from = text, .at = text, .end = text + n, .out = out, .texts = malloc(n + 1) };
	must(r.texts != NULL);
	r.free = r.texts;
	bool fine = read_all(&r);
	*j = (struct json){ .root = r.of, .texts = r.texts };
	if (!fine)
		json_drop(j);
	return fine;
}

void json_drop(struct json *j)
{
	free((void *)j->root);
	free(j->texts);
	free(j->paths);
	free(j->flats.of);
	*j = (struct json){ .root = NULL };
}

/* Values --------------------------------------------------------------------- */

const struct json_value *json_get(const struct json_value *object, const char *name)
{
	if (json_is(object, FLAT_OBJECT))
		JSON_EACH(in, object)
			if (strcmp(in->name, name) == 0)
				return in;
	return NULL;
}

const char *json_string_of(const struct json_value *v)
{
	return v ? v->text : NULL;
}

/* Paths ---------------------------------------------------------------------- */

static int depth_of(const struct json_value *v)
{
	int deepest = 0;

	JSON_EACH(in, v) {
		int depth = depth_of(in) + 1;
		deepest = depth > deepest ? depth : deepest;
	}
	return deepest;
}

/* A name with a dot or a bracket could pass for a path. */
static bool name_is_plain(const char *name)
{
	return name[0] != '\0' && strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- ") == strlen(name);
}

static bool add(struct json *j, const struct json_value *v, const char *path, char out[MAX_ERROR]);

static bool add_inside(struct json *j, const struct json_value *v, const char *path, char out[MAX_ERROR])
{
	char to[MAX_PATH], shown[MAX_SHOWN];
	int i = 0;

	JSON_EACH(in, v) {
		int n = in->name ? snprintf(to, sizeof to, path[0] ? "%s.%s" : "%s%s", path, in->name) : snprintf(to, sizeof to, "%s[%d]", path, i++);

		if (in->name && (n >= MAX_PATH || !name_is_plain(in->name)))
			return error_say(out, "'%s' is unknown here", error_quote(shown, in->name, strlen(in->name)));
		if (n >= MAX_PATH)
			return error_say(out, "%s holds lists that are too deep", path);
		if (!add(j, in, to, out))
			return false;
	}
	return true;
}

static bool add(struct json *j, const struct json_value *v, const char *path, char out[MAX_ERROR])
{
	char *own = j->paths + (size_t)j->flats.n * MAX_PATH;

	if (v->kind == JSON_FRACTION)
		return error_say(out, "%s is not a whole number", path);
	strcpy(own, path);
	j->flats.of[j->flats.n++] = (struct flat){ .path = own, .text = v->text, .n = v->kind == FLAT_OBJECT ? 0 : v->n, .kind = v->kind };
	return add_inside(j, v, path, out);
}

/* Fills in the paths alone: the values stay as they are. */
static bool flatten(struct json *j, const struct json_value *object, char out[MAX_ERROR])
{
	if (object->size > JSON_VALUES || depth_of(object) > JSON_DEPTH)
		return error_say(out, "the JSON is too large: at most %d values, %d deep", JSON_VALUES, JSON_DEPTH);
	j->paths = malloc((size_t)object->size * MAX_PATH);
	j->flats.of = malloc((size_t)object->size * sizeof *j->flats.of);
	must(j->paths && j->flats.of);
	return add_inside(j, object, "", out);
}

bool json_flatten(struct json *j, const struct json_value *object, char out[MAX_ERROR])
{
	*j = (struct json){ .root = NULL };
	if (flatten(j, object, out))
		return true;
	json_drop(j);
	return false;
}

bool json_read(struct json *j, const char *text, size_t n, char out[MAX_ERROR])
{
	if (!json_parse(j, text, n, JSON_BYTES, out))
		return false;
	if (flatten(j, j->root, out))
		return true;
	json_drop(j);
	return false;
}

/* Writing -------------------------------------------------------------------- */

void json_put(FILE *out, const char *words)
{
	fputc('"', out);
	for (; *words; words++) {
		unsigned char c = (unsigned char)*words;
		if (c < ' ')
			fprintf(out, "\\u%04x", c);
		else
			fprintf(out, c == '"' || c == '\\' ? "\\%c" : "%c", c);
	}
	fputc('"', out);
}

static void print(FILE *out, const struct json_value *v)
{
	const char *comma = "";

	switch (v->kind) {
	case FLAT_LIST: case FLAT_OBJECT:
		fputc(v->kind == FLAT_LIST ? '[' : '{', out);
		JSON_EACH(in, v) {
			fputs(comma, out);
			if (in->name) {
				json_put(out, in->name);
				fputc(':', out);
			}
			print(out, in);
			comma = ",";
		}
		fputc(v->kind == FLAT_LIST ? ']' : '}', out);
		break;
	case FLAT_TEXT:
		json_put(out, v->text);
		break;
	case FLAT_INT:
		fprintf(out, "%jd", (intmax_t)v->n);
		break;
	case FLAT_BOOL:
		fputs(v->n ? "true" : "false", out);
		break;
	default:
		fputs("null", out);
	}
}

char *json_print(const struct json_value *v)
{
	char *text;
	size_t n;
	FILE *out = open_memstream(&text, &n);

	must(out != NULL);
	print(out, v);
	must(fclose(out) == 0);
	return text;
}
