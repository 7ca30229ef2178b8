#include "server/strict.h"

#include <string.h>

#include "server/row.h"

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGITS  "0123456789"

bool strict_keys(json_t *o, const char *const keys[], char why[MAX_ERROR])
{
	const char *key;
	json_t *v;

	json_object_foreach(o, key, v) {
		char shown[MAX_SHOWN];
		int i = 0;

		while (keys[i] && strcmp(keys[i], key) != 0)
			i++;
		if (!keys[i])
			return error_say(why, "'%s' is unknown here", error_quote(shown, key, strlen(key)));
	}
	return true;
}

/* Whether there is something to look at. *fine: what to say if there is not. */
static bool is_there(const json_t *v, const char *key, enum strict_need need, bool *fine, char why[MAX_ERROR])
{
	*fine = v || need == MAY;
	if (!*fine)
		error_say(why, "'%s' is missing", key);
	return v != NULL;
}

bool strict_text(json_t *o, const char *key, enum strict_need need, size_t min, size_t max, const char **out, char why[MAX_ERROR])
{
	json_t *v = json_object_get(o, key);
	bool fine;
	size_t at;

	if (!is_there(v, key, need, &fine, why))
		return fine;
	if (!json_is_string(v))
		return error_say(why, "'%s' must be a text", key);
	if (json_string_length(v) < min || json_string_length(v) > max)
		return error_say(why, "'%s' has %zu bytes: %zu to %zu are taken", key, json_string_length(v), min, max);
	if (!error_clean(json_string_value(v), json_string_length(v), &at))
		return error_say(why, "'%s' has a control character at byte %zu", key, at);
	*out = json_string_value(v);
	return true;
}

bool strict_int(json_t *o, const char *key, enum strict_need need, int64_t min, int64_t max, int64_t *out, char why[MAX_ERROR])
{
	json_t *v = json_object_get(o, key);
	bool fine;

	if (!is_there(v, key, need, &fine, why))
		return fine;
	if (!json_is_integer(v) || json_integer_value(v) < min || json_integer_value(v) > max)
		return error_say(why, "'%s' must be a whole number from %lld to %lld", key, (long long)min, (long long)max);
	*out = json_integer_value(v);
	return true;
}

bool strict_bool(json_t *o, const char *key, enum strict_need need, bool *out, char why[MAX_ERROR])
{
	json_t *v = json_object_get(o, key);
	bool fine;

	if (!is_there(v, key, need, &fine, why))
		return fine;
	if (!json_is_boolean(v))
		return error_say(why, "'%s' must be true or false", key);
	*out = json_is_true(v);
	return true;
}

bool strict_secret(json_t *o, const char *key, enum strict_need need, const char **out, char why[MAX_ERROR])
{
	const char *given = NULL;

	if (!strict_text(o, key, need, SECRET_CHARS, SECRET_CHARS, &given, why))
		return false;
	if (given && strspn(given, LETTERS DIGITS "_-") != SECRET_CHARS)
		return error_say(why, "'%s' is not a secret of this server", key);
	*out = given ? given : *out;
	return true;
}

bool strict_id(const char *id)
{
	return strlen(id) == ID_CHARS && strspn(id, ID_LETTERS) == ID_CHARS;
}

bool strict_key(const char *key)
{
	size_t n = strlen(key);

	return n > 0 && n <= MAX_KEY && strspn(key, LETTERS DIGITS "_-") == n;
}
