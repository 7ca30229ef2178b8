#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/game.h"
#include "table/table.h"
#include "../../web/wasm/local_words.h"

enum { MOST_MEMBERS = 24 };
enum need { MAY, MUST };
struct member { const char *name, *type; enum need need; };
struct shape { const char *name; struct member of[MOST_MEMBERS]; };

#define MEMBER(name, type, need) { #name, #type, need },
#define OF_SHAPE(Name, members) { #Name, { members { NULL, NULL, MAY } } },
#define OF_SAY(NAME, word, members) { #word, { members { NULL, NULL, MAY } } },
static const struct shape objects[] = { SHAPE_LIST(OF_SHAPE) { NULL, { { NULL, NULL, MAY } } } };
static const struct shape messages[] = { SAY_LIST(OF_SAY) TELL_LIST(OF_SHAPE) { NULL, { { NULL, NULL, MAY } } } };

/* The lists of words, under the names that types have. */
static const char *const refusals[] = { REFUSAL_LIST(WORDS_NAME) NULL }, *const kinds[] = { ROW_LIST(WORDS_NAME) NULL },
	*const bys[] = { BY_LIST(WORDS_PLAIN) NULL }, *const statuses[] = { STATUS_LIST(WORDS_PLAIN) NULL },
	*const holders[] = { HOLDER_LIST(WORDS_PLAIN) NULL };
static const struct { const char *type; const char *const *words; } lists[] = {
	{ "REFUSAL", refusals }, { "ROW", kinds }, { "BY", bys }, { "STATUS", statuses }, { "HOLDER", holders },
};

static const struct shape *find(const struct shape *of, const char *name)
{
	while (name && of->name && strcmp(of->name, name) != 0)
		of++;
	return name && of->name ? of : NULL;
}

static bool among(const char *const *words, const char *word)
{
	while (*words && strcmp(*words, word) != 0)
		words++;
	return *words != NULL;
}

static bool is_word(const char *type, json_t *v)
{
	const char *word = json_string_value(v);

	for (size_t i = 0; word && i < sizeof lists / sizeof lists[0]; i++)
		if (strcmp(lists[i].type, type) == 0)
			return among(lists[i].words, word);
	return word && (strcmp(type, "TEXT") == 0 || strcmp(type, "VALUE") == 0 || (strcmp(type, "GAME") == 0 && game_find(word)));
}

static bool is(const char *type, json_t *v);

static bool all_are(const char *type, json_t *v)
{
	size_t i;
	const char *name;
	json_t *in;

	if (json_is_array(v)) {
		json_array_foreach(v, i, in)
			if (!is(type, in))
				return false;
	} else {
		json_object_foreach(v, name, in)
			if (!is(type, in))
				return false;
	}
	return true;
}

/* `type` is NULLABLE(...), LIST(...) or MAP(...). */
static bool is_compound(const char *type, json_t *v)
{
	char inner[64];
	const char *open = strchr(type, '(');

	snprintf(inner, sizeof inner, "%.*s", (int)strlen(open) - 2, open + 1);
	if (strncmp(type, "NULLABLE", 8) == 0)
		return json_is_null(v) || is(inner, v);
	return (strncmp(type, "LIST", 4) == 0 ? json_is_array(v) : json_is_object(v)) && all_are(inner, v);
}

static void has_shape(json_t *o, const struct shape *s, const char *besides);

static bool is(const char *type, json_t *v)
{
	if (strchr(type, '('))
		return is_compound(type, v);
	if (json_is_string(v))
		return is_word(type, v);
	if (json_is_integer(v))
		return strcmp(type, "NUMBER") == 0 || strcmp(type, "VALUE") == 0;
	if (json_is_boolean(v))
		return strcmp(type, "TRUTH") == 0;
	if (strcmp(type, "VIEW") == 0)
		return is("GAME", json_object_get(v, "game"));
	if (!json_is_object(v) || !find(objects, type))
		return false;
	has_shape(v, find(objects, type), NULL);
	return true;
}

static void has_shape(json_t *o, const struct shape *s, const char *besides)
{
	const char *name;
	json_t *v;

	for (const struct member *m = s->of; m->name; m++) {
		v = json_object_get(o, m->name);
		if (!v && m->need == MUST)
			fail_msg("'%s' has no '%s'", s->name, m->name);
		if (v && !is(m->type, v))
			fail_msg("'%s' of '%s' is no %s: %s", m->name, s->name, m->type, json_dumps(v, JSON_ENCODE_ANY));
	}
	json_object_foreach(o, name, v) {
		const struct member *m = s->of;
		while (m->name && strcmp(m->name, name) != 0)
			m++;
		if (!m->name && !(besides && strcmp(name, besides) == 0))
			fail_msg("'%s' has a member '%s', which no list has", s->name, name);
	}
}

void shapes_object(json_t *object, const char *shape)
{
	has_shape(object, find(objects, shape), NULL);
}

void shapes_message(json_t *message)
{
	const struct shape *s = find(messages, json_string_value(json_object_get(message, "type")));

	if (!s)
		fail_msg("this is no message of a table: %s", json_dumps(message, 0));
	has_shape(message, s, "type");
}
