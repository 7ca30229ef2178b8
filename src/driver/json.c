#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"

json_t *json_parse(const char *text, size_t n, size_t limit, char out[MAX_ERROR])
{
	json_error_t wrong;

	if (n > limit) {
		error_say(out, "the JSON has %zu bytes: at most %zu are taken", n, limit);
		return NULL;
	}
	json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, &wrong);
	if (!root) {
		error_say(out, "bad JSON at line %d column %d: %s", wrong.line, wrong.column, wrong.text);
		return NULL;
	}
	if (!json_is_object(root)) {
		error_say(out, "the JSON is not an object");
		json_decref(root);
		return NULL;
	}
	return root;
}

/* Values below this one, itself included; more than the limits allow is as bad as infinitely many. */
static int count(json_t *v, int depth)
{
	const char *key;
	json_t *in;
	size_t i;
	int n = 1;

	if (depth > JSON_DEPTH)
		return JSON_VALUES + 1;
	json_object_foreach(v, key, in)
		if (n <= JSON_VALUES)
			n += count(in, depth + 1);
	json_array_foreach(v, i, in)
		if (n <= JSON_VALUES)
			n += count(in, depth + 1);
	return n;
}

/* A key with a dot or a bracket could pass for a path. */
static bool key_is_plain(const char *key)
{
	return key[0] != '\0' && strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- ") == strlen(key);
}

static bool add(struct json *j, json_t *v, const char *path, char out[MAX_ERROR]);

static bool add_object(struct json *j, json_t *v, const char *path, char out[MAX_ERROR])
{
	const char *key;
	json_t *in;

	json_object_foreach(v, key, in) {
		char to[MAX_PATH], shown[MAX_SHOWN];
		int n = snprintf(to, sizeof to, path[0] ? "%s.%s" : "%s%s", path, key);

		if (!key_is_plain(key) || n >= MAX_PATH)
			return error_say(out, "'%s' is unknown here", error_quote(shown, key, strlen(key)));
		if (!add(j, in, to, out))
			return false;
	}
	return true;
}

static bool add_list(struct json *j, json_t *v, const char *path, char out[MAX_ERROR])
{
	json_t *in;
	size_t i;

	json_array_foreach(v, i, in) {
		char to[MAX_PATH];

		if (snprintf(to, sizeof to, "%s[%zu]", path, i) >= MAX_PATH)
			return error_say(out, "%s holds lists that are too deep", path);
		if (!add(j, in, to, out))
			return false;
	}
	return true;
}

static bool add(struct json *j, json_t *v, const char *path, char out[MAX_ERROR])
{
	static const uint8_t kind[] = {
		[JSON_OBJECT] = FLAT_OBJECT, [JSON_ARRAY] = FLAT_LIST, [JSON_STRING] = FLAT_TEXT, [JSON_INTEGER] = FLAT_INT,
		[JSON_TRUE] = FLAT_BOOL, [JSON_FALSE] = FLAT_BOOL, [JSON_NULL] = FLAT_NULL,
	};
	struct flat *f = &j->flats.of[j->flats.n];
	char *own = j->paths + (size_t)j->flats.n * MAX_PATH;

	if (json_is_real(v))
		return error_say(out, "%s is not a whole number", path);
	strcpy(own, path);
	*f = (struct flat){ .path = own, .text = json_string_value(v), .kind = kind[json_typeof(v)] };
	f->n = json_is_array(v) ? (int64_t)json_array_size(v) : json_is_true(v) ? 1 : json_integer_value(v);
	j->flats.n++;
	return json_is_object(v) ? add_object(j, v, path, out) : json_is_array(v) ? add_list(j, v, path, out) : true;
}

bool json_flatten(struct json *j, json_t *object, char out[MAX_ERROR])
{
	int n = count(object, 0);

	if (n > JSON_VALUES)
		return error_say(out, "the JSON is too large: at most %d values, %d deep", JSON_VALUES, JSON_DEPTH);
	*j = (struct json){ .root = json_incref(object), .paths = malloc((size_t)n * MAX_PATH) };
	j->flats.of = malloc((size_t)n * sizeof *j->flats.of);
	must(j->paths && j->flats.of);
	if (add_object(j, object, "", out))
		return true;
	json_drop(j);
	return false;
}

bool json_read(struct json *j, const char *text, size_t n, char out[MAX_ERROR])
{
	json_t *root = json_parse(text, n, JSON_BYTES, out);
	bool fine = root && json_flatten(j, root, out);

	json_decref(root);
	return fine;
}

void json_drop(struct json *j)
{
	json_decref(j->root);
	free(j->paths);
	free(j->flats.of);
	*j = (struct json){ .root = NULL };
}
