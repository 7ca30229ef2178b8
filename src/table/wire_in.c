#include "table/wire.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/json_check.h"

/* Kinds of message ------------------------------------------------------ */

typedef bool reader(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR]);

static bool read_nothing(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	(void)o, (void)out, (void)why;
	return true;
}

static bool read_hello(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	const char *table, *secret = NULL;
	int64_t seat = -1, after = 0;

	if (!json_check_text(o, "table", 0, MAX_NAME, &table, why) || !json_check_int_if(o, "seat", 0, MAX_PLAYERS - 1, &seat, why) ||
	    !json_check_secret_if(o, "secret", &secret, why) || !json_check_int_if(o, "after", 0, UINT32_MAX, &after, why))
		return false;
	if (!json_check_id(table))
		return error_say(why, "'table' is not the id of a table");
	if (seat < 0 && secret)
		return error_say(why, "'seat' and 'secret' must come together; without both you watch");
	strcpy(out->table, table);
	out->seat = (int)seat;
	out->after = (uint32_t)after;
	out->proved = secret != NULL;
	if (secret)
		fair_hash(secret, SECRET_CHARS, out->secret);
	return true;
}

static bool read_place(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	int64_t place;

	if (!json_check_int(o, "place", 0, UINT32_MAX, &place, why))
		return false;
	out->ask.place = (uint32_t)place;
	return true;
}

/* The text of a move, as a player may type it. */
static bool read_move(const struct json_value *v, char to[MAX_TEXT], char why[MAX_ERROR])
{
	size_t at;

	if (!json_is(v, FLAT_TEXT) || v->bytes == 0 || v->bytes >= MAX_TEXT || !error_clean(v->text, v->bytes, &at))
		return error_say(why, "a move is a text of 1 to %d bytes without control characters", MAX_TEXT - 1);
	memcpy(to, v->text, v->bytes + 1);
	return true;
}

static bool read_play(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	const struct json_value *moves = json_get(o, "moves");

	if (!json_is(moves, FLAT_LIST) || moves->n < 1 || moves->n > MAX_BATCH)
		return error_say(why, "'moves' must be a list of 1 to %d moves", MAX_BATCH);
	JSON_EACH(v, moves)
		if (!read_move(v, out->ask.move[out->ask.moves++], why))
			return false;
	return read_place(o, out, why);
}

static bool read_undo(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	int64_t to;

	if (!json_check_int(o, "to", 0, INT32_MAX, &to, why))
		return false;
	out->ask.to = (int)to;
	return read_place(o, out, why);
}

static bool read_order(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	const char *prompt, *order;

	if (!json_check_text(o, "prompt", 1, MAX_NAME - 1, &prompt, why) || !json_check_text(o, "order", 1, MAX_NAME - 1, &order, why) ||
	    !json_check_bool_if(o, "once", &out->ask.once, why))
		return false;
	strcpy(out->ask.prompt, prompt);
	strcpy(out->ask.order, order);
	return true;
}

/* Reads the member `seat`: the seat that the request is about. */
static bool read_seat(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	int64_t seat;

	if (!json_check_int(o, "seat", 0, MAX_PLAYERS - 1, &seat, why))
		return false;
	out->ask.whom = (int)seat;
	return true;
}
#define read_replace read_seat
#define read_vacate read_seat
#define read_keep read_seat

static bool read_chat(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	const char *text;

	if (!json_check_text(o, "text", 1, MAX_CHAT, &text, why))
		return false;
	if (text[strspn(text, " \t")] == '\0')
		return error_say(why, "'text' is empty");
	strcpy(out->ask.text, text);
	return true;
}

static bool read_reveal(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	const char *nonce;
	uint8_t bytes[HASH_BYTES];

	if (!json_check_text(o, "nonce", 0, MAX_TEXT, &nonce, why))
		return false;
	if (!fair_unhex(nonce, HASH_BYTES, bytes))
		return error_say(why, "'nonce' must be %d hexadecimal digits in lower case", 2 * HASH_BYTES);
	strcpy(out->ask.text, nonce);
	return true;
}

/* Where to send word: {"push":...}, {"hook":...} or {"mail":...} without what is about the message; an empty text is nowhere. What an address
 * may be is the server's to say (notify_read of server/notify.h). */
static bool read_tell(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	const struct json_value *where = NULL;

	JSON_EACH(in, o) {
		if (strcmp(in->name, "type") == 0 || strcmp(in->name, "key") == 0)
			continue;
		if (where)
			return error_say(why, "a notification goes to one of push, hook and mail");
		where = in;
	}
	char *text = where ? json_print(where) : NULL;
	bool fine = true;
	if (text && snprintf(out->ask.text, MAX_TELL + 1, "{\"%s\":%s}", where->name, text) > MAX_TELL)
		fine = error_say(why, "an address has at most %d bytes", MAX_TELL);
	free(text);
	return fine;
}

static bool read_show(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	int64_t ply;

	if (!json_check_int(o, "ply", 0, INT32_MAX, &ply, why))
		return false;
	out->ply = (int)ply;
	return true;
}

static bool read_why(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	return read_move(json_get(o, "move"), out->move, why);
}

/* The shape of each message, from the lists of words.h. */
enum { MOST_MEMBERS = 4 };
struct shape {
	const char *name;
	enum wire_type type;
	enum request_kind kind;                         /* of WIRE_ASK */
	reader *read;
	const char *members[MOST_MEMBERS + 1];          /* besides "type" and "key"; ends with NULL */
};
#define MEMBER(name, type, need) #name,
#define SHAPE_OF_READ(NAME, word, members) { #word, WIRE_##NAME, REQUEST_KINDS, read_##word, { members NULL } },
#define SHAPE_OF_MESSAGE(NAME, word, ...) { #word, WIRE_ASK, REQUEST_##NAME, read_##word, { __VA_ARGS__ NULL } },
#define SHAPE_OF_PLAIN(NAME, word, ...) { #word, WIRE_ASK, REQUEST_##NAME, read_nothing, { NULL } },
#define SHAPE_OF_API(NAME, word, ...)
#define SHAPE_OF_REQUEST(NAME, word, way, when, members) SHAPE_OF_##way(NAME, word, members)
static const struct shape shapes[] = { READ_LIST(SHAPE_OF_READ) REQUEST_LIST(SHAPE_OF_REQUEST) };
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

/* Any message ------------------------------------------------------------- */

static bool read_key(const struct json_value *o, char to[MAX_KEY + 1], char why[MAX_ERROR])
{
	const char *key = json_string_of(json_get(o, "key"));

	if (json_get(o, "key") && !(key && json_check_key(key)))
		return error_say(why, "'key' must be 1 to %d letters, digits, - or _", MAX_KEY);
	if (key)
		strcpy(to, key);
	return true;
}

static const struct shape *find_shape(const struct json_value *o, char why[MAX_ERROR])
{
	const char *type = json_string_of(json_get(o, "type"));
	char shown[MAX_SHOWN];

	if (!type) {
		error_say(why, "'type' must say what kind of message this is");
		return NULL;
	}
	for (int i = 0; i < SHAPES; i++)
		if (strcmp(shapes[i].name, type) == 0)
			return &shapes[i];
	error_say(why, "there is no message of type '%s'", error_quote(shown, type, strlen(type)));
	return NULL;
}

static bool read_object(const struct json_value *o, struct wire_in *out, char why[MAX_ERROR])
{
	const char *keys[MOST_MEMBERS + 3] = { "type", "key" };

	if (!read_key(o, out->key, why))
		return false;
	const struct shape *s = find_shape(o, why);
	if (!s)
		return false;
	memcpy(keys + 2, s->members, sizeof s->members);
	out->type = s->type;
	out->ask.kind = s->kind;
	strcpy(out->ask.key, out->key);
	return json_check_keys(o, keys, why) && s->read(o, out, why);
}

bool wire_read(const char *text, size_t n, struct wire_in *out, struct refusal *no)
{
	memset(out, 0, offsetof(struct wire_in, ask.move) + 1);         /* the rest is left undefined: read_WORD writes what the kind of message uses */
	out->seat = out->ask.seat = out->ask.whom = -1;
	*no = (struct refusal){ .code = table_refusal_codes[REFUSED_BAD_MESSAGE] };

	struct json j;
	if (!json_parse(&j, text, n, WIRE_BYTES, no->words))
		return false;
	bool fine = read_object(j.root, out, no->words);
	json_drop(&j);
	return fine;
}
