#include "server/wire.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "driver/json.h"
#include "server/notify.h"
#include "server/strict.h"

/* Kinds of message ------------------------------------------------------ */

typedef bool reader(json_t *o, struct wire_in *out, char why[MAX_ERROR]);

static bool read_nothing(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	(void)o, (void)out, (void)why;
	return true;
}

static bool read_hello(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	const char *table, *secret = NULL;
	int64_t seat = -1, after = 0;

	if (!strict_text(o, "table", MUST, 0, MAX_NAME, &table, why) || !strict_int(o, "seat", MAY, 0, MAX_PLAYERS - 1, &seat, why) ||
	    !strict_secret(o, "secret", MAY, &secret, why) || !strict_int(o, "after", MAY, 0, UINT32_MAX, &after, why))
		return false;
	if (!strict_id(table))
		return error_say(why, "'table' is not the id of a table");
	if ((seat >= 0) != (secret != NULL))
		return error_say(why, "'seat' and 'secret' come together, or not at all to watch");
	strcpy(out->table, table);
	out->seat = (int)seat;
	out->after = (uint32_t)after;
	if (secret)
		fair_hash(secret, SECRET_CHARS, out->secret);
	return true;
}

static bool read_place(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	int64_t place;

	if (!strict_int(o, "place", MUST, 0, UINT32_MAX, &place, why))
		return false;
	out->ask.place = (uint32_t)place;
	return true;
}

/* The text of a move, as a player may type it. */
static bool read_move(json_t *v, char to[MAX_TEXT], char why[MAX_ERROR])
{
	const char *text = json_string_value(v);
	size_t n = json_string_length(v), at;

	if (!text || n == 0 || n >= MAX_TEXT || !error_clean(text, n, &at))
		return error_say(why, "a move is a text of 1 to %d bytes without control characters", MAX_TEXT - 1);
	memcpy(to, text, n + 1);
	return true;
}

static bool read_play(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	json_t *moves = json_object_get(o, "moves"), *v;
	size_t i, n = json_array_size(moves);

	if (n < 1 || n > MAX_BATCH)
		return error_say(why, "'moves' must be a list of 1 to %d moves", MAX_BATCH);
	json_array_foreach(moves, i, v)
		if (!read_move(v, out->ask.move[i], why))
			return false;
	out->ask.moves = (int)n;
	return read_place(o, out, why);
}

static bool read_undo(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	int64_t to;

	if (!strict_int(o, "to", MUST, 0, INT32_MAX, &to, why))
		return false;
	out->ask.to = (int)to;
	return read_place(o, out, why);
}

static bool read_order(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	const char *prompt, *order;

	if (!strict_text(o, "prompt", MUST, 1, MAX_NAME - 1, &prompt, why) || !strict_text(o, "order", MUST, 1, MAX_NAME - 1, &order, why) ||
	    !strict_bool(o, "once", MAY, &out->ask.once, why))
		return false;
	strcpy(out->ask.prompt, prompt);
	strcpy(out->ask.order, order);
	return true;
}

static bool read_chat(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	const char *text;

	if (!strict_text(o, "text", MUST, 1, MAX_CHAT, &text, why))
		return false;
	if (text[strspn(text, " \t")] == '\0')
		return error_say(why, "'text' says nothing");
	strcpy(out->ask.text, text);
	return true;
}

static bool read_reveal(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	const char *nonce;
	uint8_t bytes[HASH_BYTES];

	if (!strict_text(o, "nonce", MUST, 0, MAX_TEXT, &nonce, why))
		return false;
	if (!fair_unhex(nonce, HASH_BYTES, bytes))
		return error_say(why, "'nonce' must be %d hexadecimal digits in lower case", 2 * HASH_BYTES);
	strcpy(out->ask.text, nonce);
	return true;
}

/* What notify.h takes, without what is about the message; an empty text is nowhere. */
static bool read_tell(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	json_t *where = json_copy(o);
	struct tell tell;

	must(where != NULL);
	json_object_del(where, "type");
	json_object_del(where, "key");
	char *dump = json_object_size(where) > 0 ? json_dumps(where, JSON_COMPACT) : calloc(1, 1);
	json_decref(where);
	must(dump != NULL);
	size_t n = strlen(dump);
	bool fine = n <= MAX_TELL ? n == 0 || tell_read(dump, n, &tell, why) : error_say(why, "an address has at most %d bytes", MAX_TELL);
	if (fine)
		memcpy(out->ask.text, dump, n + 1);
	free(dump);
	return fine;
}

static bool read_show(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	int64_t ply;

	if (!strict_int(o, "ply", MUST, 0, INT32_MAX, &ply, why))
		return false;
	out->ply = (int)ply;
	return true;
}

static bool read_why(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	return read_move(json_object_get(o, "move"), out->move, why);
}

enum { MOST_KEYS = 4 };
static const struct shape {
	const char *name;
	enum wire_type type;
	enum want want;                                 /* of WIRE_ASK */
	reader *read;
	const char *keys[MOST_KEYS];                    /* besides "type" and "key", which every message may have */
} shapes[] = {
	{ "hello",  WIRE_HELLO, 0, read_hello, { "table", "seat", "secret", "after" } },
	{ "play",   WIRE_ASK, WANT_PLAY, read_play, { "moves", "place" } },
	{ "undo",   WIRE_ASK, WANT_UNDO, read_undo, { "to", "place" } },
	{ "agree",  WIRE_ASK, WANT_AGREE, read_nothing, { NULL } },
	{ "refuse", WIRE_ASK, WANT_REFUSE, read_nothing, { NULL } },
	{ "order",  WIRE_ASK, WANT_ORDER, read_order, { "prompt", "order", "once" } },
	{ "leave",  WIRE_ASK, WANT_LEAVE, read_nothing, { NULL } },
	{ "back",   WIRE_ASK, WANT_BACK, read_nothing, { NULL } },
	{ "resign", WIRE_ASK, WANT_RESIGN, read_nothing, { NULL } },
	{ "pause",  WIRE_ASK, WANT_PAUSE, read_nothing, { NULL } },
	{ "resume", WIRE_ASK, WANT_RESUME, read_nothing, { NULL } },
	{ "chat",   WIRE_ASK, WANT_CHAT, read_chat, { "text" } },
	{ "reveal", WIRE_ASK, WANT_REVEAL, read_reveal, { "nonce" } },
	{ "tell",   WIRE_ASK, WANT_TELL, read_tell, { "push", "hook", "mail" } },
	{ "show",   WIRE_SHOW, 0, read_show, { "ply" } },
	{ "why",    WIRE_WHY, 0, read_why, { "move" } },
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

/* Any message ------------------------------------------------------------- */

static bool read_key(json_t *o, char to[MAX_KEY + 1], char why[MAX_ERROR])
{
	const char *key = json_string_value(json_object_get(o, "key"));

	if (json_object_get(o, "key") && !(key && strict_key(key)))
		return error_say(why, "'key' must be 1 to %d letters, digits, - or _", MAX_KEY);
	if (key)
		strcpy(to, key);
	return true;
}

static const struct shape *find_shape(json_t *o, char why[MAX_ERROR])
{
	const char *type = json_string_value(json_object_get(o, "type"));
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

static bool read_object(json_t *o, struct wire_in *out, char why[MAX_ERROR])
{
	const char *keys[MOST_KEYS + 3] = { "type", "key" };

	if (!read_key(o, out->key, why))
		return false;
	const struct shape *s = find_shape(o, why);
	if (!s)
		return false;
	memcpy(keys + 2, s->keys, MOST_KEYS * sizeof keys[0]);
	out->type = s->type;
	out->ask.want = s->want;
	strcpy(out->ask.key, out->key);
	return strict_keys(o, keys, why) && s->read(o, out, why);
}

bool wire_read(const char *text, size_t n, struct wire_in *out, struct refusal *no)
{
	memset(out, 0, offsetof(struct wire_in, ask.move) + 1);         /* the rest is written where it is used */
	out->seat = out->ask.seat = out->ask.whom = -1;
	*no = (struct refusal){ .code = "bad_message" };

	json_t *o = json_parse(text, n, WIRE_BYTES, no->words);
	bool fine = o && read_object(o, out, no->words);
	json_decref(o);
	return fine;
}
