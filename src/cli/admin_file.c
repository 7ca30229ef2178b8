#include "admin_file.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "table/json_check.h"

/* Out ---------------------------------------------------------------------- */

static json_t *pack_head(const struct head *h)
{
	char options[STORE_OPTIONS], hash[BOX_HASH], host[2 * HASH_BYTES + 1], key[2 * HASH_BYTES + 1];
	char *box = store_head_box(h, hash);

	store_head_options(h, options);
	fair_hex(h->host, HASH_BYTES, host);
	fair_hex(h->key, HASH_BYTES, key);
	json_t *o = json_pack("{s:s, s:s, s:i, s:i, s:s, s:s, s:b, s:s, s:I, s:I, s:b, s:I, s:s, s:s, s:s}", "id", h->id, "game", h->game->name,
		"rules", h->rules, "players", h->players, "options", options, "boxHash", hash, "listed", h->listed, "level", h->level,
		"move", (json_int_t)h->pace.move, "bank", (json_int_t)h->pace.bank, "slow", h->pace.slow, "made", (json_int_t)h->made,
		"host", host, "key", key, "from", h->from);
	must(o != NULL);
	if (h->deal[0])
		must(json_object_set_new(o, "deal", json_string(h->deal)) == 0);
	if (box)
		must(json_object_set_new(o, "box", json_loads(box, 0, NULL)) == 0);
	free(box);
	return o;
}

static json_t *pack_row(const struct row *r)
{
	json_t *o = json_pack("{s:I, s:s, s:s, s:i, s:I, s:s, s:s}", "seq", (json_int_t)r->seq, "kind", row_kinds[r->kind], "by", row_bys[r->by],
		"seat", r->seat, "at", (json_int_t)r->at, "key", r->key, "text", r->text);

	must(o != NULL);
	return o;
}

char *admin_file_print(const struct head *h, const struct rows *rows, size_t *n)
{
	json_t *list = json_array(), *o = json_pack("{s:s, s:i, s:o}", "kind", "bigmuddy table", "version", TABLE_FILE_VERSION, "head", pack_head(h));

	must(list && o);
	for (int i = 0; i < rows->n; i++)
		must(json_array_append_new(list, pack_row(&rows->of[i])) == 0);
	must(json_object_set_new(o, "rows", list) == 0);
	char *text = json_dumps(o, JSON_INDENT(1));
	must(text != NULL);
	json_decref(o);
	*n = strlen(text) + 1;
	text = realloc(text, *n);
	must(text != NULL);
	text[*n - 1] = '\n';                    /* overwrites the NUL: what is returned is bytes, not a string */
	return text;
}

/* In ----------------------------------------------------------------------- */

static bool read_hash(const struct json_value *o, const char *key, uint8_t out[HASH_BYTES], char why[MAX_ERROR])
{
	const char *hex;

	if (!json_check_text(o, key, 2 * HASH_BYTES, 2 * HASH_BYTES, &hex, why))
		return false;
	return fair_unhex(hex, HASH_BYTES, out) ? true : error_say(why, "'%s' must be %d hexadecimal digits", key, 2 * HASH_BYTES);
}

static bool read_numbers(const struct json_value *o, struct head *h, char why[MAX_ERROR])
{
	int64_t rules = 0, players = 0;
	bool fine = json_check_int(o, "rules", 0, UINT16_MAX, &rules, why) && json_check_int(o, "players", 0, MAX_PLAYERS, &players, why)
		&& json_check_bool(o, "listed", &h->listed, why) && json_check_bool(o, "slow", &h->pace.slow, why)
		&& json_check_int(o, "move", 0, INT64_MAX / 4, &h->pace.move, why) && json_check_int(o, "bank", 0, INT64_MAX / 4, &h->pace.bank, why)
		&& json_check_int(o, "made", 0, INT64_MAX / 4, &h->made, why);

	h->rules = (uint16_t)rules;
	h->players = (uint8_t)players;
	return fine;
}

static bool read_id(const struct json_value *o, struct head *h, const char **from, char why[MAX_ERROR])
{
	const char *id;

	if (!json_check_text(o, "id", ID_CHARS, ID_CHARS, &id, why) || !json_check_text(o, "from", 0, ID_CHARS, from, why))
		return false;
	if (!json_check_id(id) || ((*from)[0] && !json_check_id(*from)))
		return error_say(why, "'%s' or '%s' is not the id of a table", id, *from);
	strcpy(h->id, id);
	return true;
}

static bool read_head(const struct json_value *o, struct head *h, char why[MAX_ERROR])
{
	static const char *const keys[] = { "id", "game", "rules", "players", "options", "boxHash", "box", "listed", "level", "move", "bank", "slow",
		"made", "host", "key", "from", "deal", NULL };
	struct head_words w = { .deal = "" };
	const struct json_value *box = json_get(o, "box");

	if (!json_is(o, FLAT_OBJECT))
		return error_say(why, "'head' must be an object");
	if (!json_check_keys(o, keys, why) || !read_id(o, h, &w.from, why) || !read_numbers(o, h, why)
		|| !read_hash(o, "host", h->host, why) || !read_hash(o, "key", h->key, why)
		|| !json_check_text(o, "game", 1, MAX_NAME - 1, &w.game, why) || !json_check_text(o, "level", 0, MAX_NAME - 1, &w.level, why)
		|| !json_check_text_if(o, "deal", 0, DEAL_CHARS, &w.deal, why) || !json_check_text(o, "options", 0, STORE_OPTIONS - 1, &w.options, why)
		|| !json_check_text(o, "boxHash", BOX_HASH - 1, BOX_HASH - 1, &w.hash, why))
		return false;
	char *text = box ? json_print(box) : NULL;
	w.box = text;
	bool fine = store_head_read(h, &w, why);
	free(text);
	return fine;
}

static bool read_row(const struct json_value *o, struct rows *to, char why[MAX_ERROR])
{
	static const char *const keys[] = { "seq", "kind", "by", "seat", "at", "key", "text", NULL };
	struct row_words w = { 0 };
	int64_t seq = 0, seat = 0;

	if (!json_is(o, FLAT_OBJECT))
		return error_say(why, "it must be an object");
	if (!json_check_keys(o, keys, why) || !json_check_int(o, "seq", 1, UINT32_MAX, &seq, why)
	    || !json_check_text(o, "kind", 1, MAX_NAME, &w.kind, why) || !json_check_text(o, "by", 1, MAX_NAME, &w.by, why)
	    || !json_check_int(o, "seat", -1, MAX_PLAYERS - 1, &seat, why) || !json_check_int(o, "at", 0, INT64_MAX / 4, &w.at, why)
	    || !json_check_text(o, "key", 0, MAX_KEY, &w.key, why) || !json_check_text(o, "text", 0, MAX_ROW, &w.text, why))
		return false;
	w.seq = (uint32_t)seq;
	w.seat = (int)seat;
	return store_row_read(to, &w, why);
}

static bool read_rows(const struct json_value *list, struct rows *rows, char why[MAX_ERROR])
{
	char what[MAX_ERROR];
	int i = 0;

	if (!json_is(list, FLAT_LIST))
		return error_say(why, "'rows' must be a list");
	JSON_EACH(o, list) {
		i++;
		if (!read_row(o, rows, what))
			return error_say(why, "row %d: %s", i, what);
	}
	return true;
}

static bool read_all(const struct json_value *o, struct head *h, struct rows *rows, char why[MAX_ERROR])
{
	static const char *const keys[] = { "kind", "version", "head", "rows", NULL };
	const char *kind = json_string_of(json_get(o, "kind"));
	int64_t version = 0;

	if (!kind || strcmp(kind, "bigmuddy table") != 0)
		return error_say(why, "this file was not written by `bigmuddy admin export`");
	if (!json_check_keys(o, keys, why) || !json_check_int(o, "version", 1, TABLE_FILE_VERSION, &version, why))
		return false;
	if (!read_head(json_get(o, "head"), h, why))
		return false;
	if (read_rows(json_get(o, "rows"), rows, why))
		return true;
	head_drop(h);
	rows_clear(rows);
	return false;
}

bool admin_file_read(const char *text, size_t n, struct head *h, struct rows *rows, char why[MAX_ERROR])
{
	struct json j;

	*h = (struct head){ .game = NULL };
	*rows = (struct rows){ 0 };
	if (!json_parse(&j, text, n, FILE_LIMIT, why))
		return false;
	bool fine = read_all(j.root, h, rows, why);
	json_drop(&j);
	return fine;
}
