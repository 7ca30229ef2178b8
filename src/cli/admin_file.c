#include "admin_file.h"

#include <stdlib.h>
#include <string.h>

#include "driver/file.h"
#include "server/strict.h"

/* Out ---------------------------------------------------------------------- */

static json_t *pack_head(const struct head *h)
{
	char options[STORE_OPTIONS], hash[BOX_HASH], host[2 * HASH_BYTES + 1], key[2 * HASH_BYTES + 1];
	char *box = head_box(h, hash);

	head_options(h, options);
	fair_hex(h->host, HASH_BYTES, host);
	fair_hex(h->key, HASH_BYTES, key);
	json_t *o = json_pack("{s:s, s:s, s:i, s:i, s:s, s:s, s:b, s:s, s:I, s:I, s:b, s:I, s:s, s:s, s:s}", "id", h->id, "game", h->game->name,
		"rules", h->rules, "players", h->players, "options", options, "boxHash", hash, "listed", h->listed, "level", h->level,
		"move", (json_int_t)h->pace.move, "bank", (json_int_t)h->pace.bank, "slow", h->pace.slow, "made", (json_int_t)h->made,
		"host", host, "key", key, "from", h->from);
	must(o != NULL);
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

char *table_file_print(const struct head *h, const struct rows *rows, size_t *n)
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
	text[*n - 1] = '\n';                    /* instead of the NUL: it is bytes from here on */
	return text;
}

/* In ----------------------------------------------------------------------- */

static bool read_hash(json_t *o, const char *key, uint8_t out[HASH_BYTES], char why[MAX_ERROR])
{
	const char *hex;

	if (!strict_text(o, key, MUST, 2 * HASH_BYTES, 2 * HASH_BYTES, &hex, why))
		return false;
	return fair_unhex(hex, HASH_BYTES, out) ? true : error_say(why, "'%s' must be %d hexadecimal digits", key, 2 * HASH_BYTES);
}

static bool read_numbers(json_t *o, struct head *h, char why[MAX_ERROR])
{
	int64_t rules = 0, players = 0;
	bool fine = strict_int(o, "rules", MUST, 0, UINT16_MAX, &rules, why) && strict_int(o, "players", MUST, 0, MAX_PLAYERS, &players, why)
		&& strict_bool(o, "listed", MUST, &h->listed, why) && strict_bool(o, "slow", MUST, &h->pace.slow, why)
		&& strict_int(o, "move", MUST, 0, INT64_MAX / 4, &h->pace.move, why) && strict_int(o, "bank", MUST, 0, INT64_MAX / 4, &h->pace.bank, why)
		&& strict_int(o, "made", MUST, 0, INT64_MAX / 4, &h->made, why);

	h->rules = (uint16_t)rules;
	h->players = (uint8_t)players;
	return fine;
}

static bool read_id(json_t *o, struct head *h, const char **from, char why[MAX_ERROR])
{
	const char *id;

	if (!strict_text(o, "id", MUST, ID_CHARS, ID_CHARS, &id, why) || !strict_text(o, "from", MUST, 0, ID_CHARS, from, why))
		return false;
	if (!strict_id(id) || ((*from)[0] && !strict_id(*from)))
		return error_say(why, "'%s' or '%s' is no id of a table", id, *from);
	strcpy(h->id, id);
	return true;
}

static bool read_head(json_t *o, struct head *h, char why[MAX_ERROR])
{
	static const char *const keys[] = { "id", "game", "rules", "players", "options", "boxHash", "box", "listed", "level", "move", "bank", "slow",
		"made", "host", "key", "from", NULL };
	struct head_words w = { .game = NULL };
	json_t *box = json_object_get(o, "box");

	if (!json_is_object(o))
		return error_say(why, "'head' must be an object");
	if (!strict_keys(o, keys, why) || !read_id(o, h, &w.from, why) || !read_numbers(o, h, why)
		|| !read_hash(o, "host", h->host, why) || !read_hash(o, "key", h->key, why)
		|| !strict_text(o, "game", MUST, 1, MAX_NAME - 1, &w.game, why) || !strict_text(o, "level", MUST, 0, MAX_NAME - 1, &w.level, why)
		|| !strict_text(o, "options", MUST, 0, STORE_OPTIONS - 1, &w.options, why)
		|| !strict_text(o, "boxHash", MUST, BOX_HASH - 1, BOX_HASH - 1, &w.hash, why))
		return false;
	char *text = box ? json_dumps(box, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
	w.box = text;
	bool fine = head_read(h, &w, why);
	free(text);
	return fine;
}

static bool read_row(json_t *o, struct rows *to, char why[MAX_ERROR])
{
	static const char *const keys[] = { "seq", "kind", "by", "seat", "at", "key", "text", NULL };
	const char *kind, *by, *key, *text;
	int64_t seq = 0, seat = 0, at = 0;

	if (!json_is_object(o))
		return error_say(why, "it must be an object");
	return strict_keys(o, keys, why) && strict_int(o, "seq", MUST, 1, UINT32_MAX, &seq, why) && strict_text(o, "kind", MUST, 1, MAX_NAME, &kind, why)
		&& strict_text(o, "by", MUST, 1, MAX_NAME, &by, why) && strict_int(o, "seat", MUST, -1, MAX_PLAYERS - 1, &seat, why)
		&& strict_int(o, "at", MUST, 0, INT64_MAX / 4, &at, why) && strict_text(o, "key", MUST, 0, MAX_KEY, &key, why)
		&& strict_text(o, "text", MUST, 0, MAX_ROW, &text, why) && row_read(to, (uint32_t)seq, kind, by, (int)seat, at, key, text, why);
}

static bool read_rows(json_t *list, struct rows *rows, char why[MAX_ERROR])
{
	char what[MAX_ERROR];
	json_t *o;
	size_t i;

	if (!json_is_array(list))
		return error_say(why, "'rows' must be a list");
	json_array_foreach(list, i, o)
		if (!read_row(o, rows, what))
			return error_say(why, "row %zu: %s", i + 1, what);
	return true;
}

static bool read_all(json_t *o, struct head *h, struct rows *rows, char why[MAX_ERROR])
{
	static const char *const keys[] = { "kind", "version", "head", "rows", NULL };
	const char *kind = json_string_value(json_object_get(o, "kind"));
	int64_t version = 0;

	if (!kind || strcmp(kind, "bigmuddy table") != 0)
		return error_say(why, "this is no table that was exported");
	if (!strict_keys(o, keys, why) || !strict_int(o, "version", MUST, 1, TABLE_FILE_VERSION, &version, why))
		return false;
	if (!read_head(json_object_get(o, "head"), h, why))
		return false;
	if (read_rows(json_object_get(o, "rows"), rows, why))
		return true;
	head_drop(h);
	rows_clear(rows);
	return false;
}

bool table_file_read(const char *text, size_t n, struct head *h, struct rows *rows, char why[MAX_ERROR])
{
	json_t *o = json_parse(text, n, FILE_LIMIT, why);

	*h = (struct head){ .game = NULL };
	*rows = (struct rows){ 0 };
	bool fine = o && read_all(o, h, rows, why);
	json_decref(o);
	return fine;
}
