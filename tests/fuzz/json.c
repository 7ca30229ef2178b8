/* Our JSON reader beside Jansson, which is another program's reader: both take the same texts and read the same values.
 *
 * They may differ only where ours has a limit (values inside one another, members of an object) or wants an object, and where Jansson overlooks
 * a NUL between two values. */
#include <jansson.h>

#include "fuzz.h"

/* Ours refuses more than these. */
static bool within_limits(const json_t *v, int depth)
{
	const char *key;
	json_t *in;
	size_t i;

	if (depth > JSON_NESTED || json_object_size(v) > JSON_MEMBERS)
		return false;
	json_object_foreach((json_t *)v, key, in)
		if (!within_limits(in, depth + 1))
			return false;
	json_array_foreach((json_t *)v, i, in)
		if (!within_limits(in, depth + 1))
			return false;
	return true;
}

static bool same(const struct json_value *a, const json_t *b)
{
	size_t i = 0;

	switch (a->kind) {
	case FLAT_TEXT:
		return json_is_string(b) && json_string_length(b) == a->bytes && memcmp(json_string_value(b), a->text, a->bytes + 1) == 0;
	case FLAT_INT:
		return json_is_integer(b) && json_integer_value(b) == a->n;
	case FLAT_BOOL:
		return json_is_boolean(b) && json_is_true(b) == a->n;
	case FLAT_LIST:
		if (!json_is_array(b) || json_array_size(b) != (size_t)a->n)
			return false;
		JSON_EACH(in, a)
			if (!same(in, json_array_get(b, i++)))
				return false;
		return true;
	case FLAT_OBJECT:
		if (!json_is_object(b) || json_object_size(b) != (size_t)a->n)
			return false;
		JSON_EACH(in, a) {
			const json_t *other = json_object_get(b, in->name);
			if (!other || !same(in, other) || json_get(a, in->name) != in)
				return false;
		}
		return true;
	default:
		return a->kind == JSON_FRACTION ? json_is_real(b) : json_is_null(b);
	}
}

/* What is printed is read as the same again. */
static void prints(const struct json_value *v)
{
	struct json again;
	char why[MAX_ERROR] = "", *text = json_print(v), *twice;

	HOLDS(json_parse(&again, text, strlen(text), SIZE_MAX, why), "what was printed is refused: %s\n%s", why, text);
	twice = json_print(again.root);
	HOLDS(strcmp(text, twice) == 0 && again.root->size == v->size, "it prints differently again:\n%s\n%s", text, twice);
	json_drop(&again);
	free(twice);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_error_t wrong;
	json_t *theirs = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, &wrong);
	struct json ours;
	char why[MAX_ERROR] = "";

	if (json_parse(&ours, (const char *)data, size, SIZE_MAX, why)) {
		HOLDS(theirs || strstr(wrong.text, "real number overflow"), "ours takes what Jansson refuses: %s", wrong.text);
		HOLDS(!theirs || same(ours.root, theirs), "Jansson reads other values");
		prints(ours.root);
		json_drop(&ours);
	} else {
		HOLDS(why[0] != '\0' && !strchr(why, '\n'), "refused without a reason in one line");
		HOLDS(!json_is_object(theirs) || !within_limits(theirs, 1) || memchr(data, 0, size), "ours refuses what Jansson takes: %s", why);
	}
	json_decref(theirs);
	return 0;
}
