#include "table/json_check.h"

#include <string.h>

#include "table/row.h"

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGITS  "0123456789"

bool json_check_keys(const struct json_value *o, const char *const keys[], char why[MAX_ERROR])
{
	JSON_EACH(in, o) {
		char shown[MAX_SHOWN];
		int i = 0;

		while (keys[i] && strcmp(keys[i], in->name) != 0)
			i++;
		if (!keys[i])
			return error_say(why, "'%s' is unknown here", error_quote(shown, in->name, strlen(in->name)));
	}
	return true;
}

/* Whether the object has that member; if not, writes that it is missing. */
static bool is_there(const struct json_value *o, const char *key, char why[MAX_ERROR])
{
	return json_get(o, key) ? true : error_say(why, "'%s' is missing", key);
}

bool json_check_text_if(const struct json_value *o, const char *key, size_t min, size_t max, const char **out, char why[MAX_ERROR])
{
	const struct json_value *v = json_get(o, key);
	size_t at;

	if (!v)
		return true;
	if (v->kind != FLAT_TEXT)
		return error_say(why, "'%s' must be a text", key);
	if (v->bytes < min || v->bytes > max)
		return error_say(why, "'%s' has %zu bytes: %zu to %zu are taken", key, v->bytes, min, max);
	if (!error_clean(v->text, v->bytes, &at))
		return error_say(why, "'%s' has a control character at byte %zu", key, at);
	*out = v->text;
	return true;
}

bool json_check_int_if(const struct json_value *o, const char *key, int64_t min, int64_t max, int64_t *out, char why[MAX_ERROR])
{
	const struct json_value *v = json_get(o, key);

	if (!v)
		return true;
	if (v->kind != FLAT_INT || v->n < min || v->n > max)
		return error_say(why, "'%s' must be a whole number from %lld to %lld", key, (long long)min, (long long)max);
	*out = v->n;
	return true;
}

bool json_check_bool_if(const struct json_value *o, const char *key, bool *out, char why[MAX_ERROR])
{
	const struct json_value *v = json_get(o, key);

	if (!v)
		return true;
	if (v->kind != FLAT_BOOL)
		return error_say(why, "'%s' must be true or false", key);
	*out = v->n;
	return true;
}

bool json_check_secret_if(const struct json_value *o, const char *key, const char **out, char why[MAX_ERROR])
{
	const char *given = NULL;

	if (!json_check_text_if(o, key, SECRET_CHARS, SECRET_CHARS, &given, why))
		return false;
	if (given && strspn(given, LETTERS DIGITS "_-") != SECRET_CHARS)
		return error_say(why, "'%s' is not a secret of this server", key);
	*out = given ? given : *out;
	return true;
}

bool json_check_text(const struct json_value *o, const char *key, size_t min, size_t max, const char **out, char why[MAX_ERROR])
{
	return is_there(o, key, why) && json_check_text_if(o, key, min, max, out, why);
}

bool json_check_int(const struct json_value *o, const char *key, int64_t min, int64_t max, int64_t *out, char why[MAX_ERROR])
{
	return is_there(o, key, why) && json_check_int_if(o, key, min, max, out, why);
}

bool json_check_bool(const struct json_value *o, const char *key, bool *out, char why[MAX_ERROR])
{
	return is_there(o, key, why) && json_check_bool_if(o, key, out, why);
}

bool json_check_secret(const struct json_value *o, const char *key, const char **out, char why[MAX_ERROR])
{
	return is_there(o, key, why) && json_check_secret_if(o, key, out, why);
}

bool json_check_id(const char *id)
{
	return strlen(id) == ID_CHARS && strspn(id, ID_LETTERS) == ID_CHARS;
}

bool json_check_key(const char *key)
{
	size_t n = strlen(key);

	return n > 0 && n <= MAX_KEY && strspn(key, LETTERS DIGITS "_-") == n;
}
