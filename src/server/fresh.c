#include "server/fresh.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/boxfile.h"

const char *const fresh_levels[] = { "easy", "medium", "hard", "expert", NULL };

bool fresh_level(const char *name)
{
	for (int i = 0; fresh_levels[i]; i++)
		if (strcmp(fresh_levels[i], name) == 0)
			return true;
	return false;
}

enum { SECRET_BYTES = 16 };

static struct secret secret_of(const uint8_t bits[SECRET_BYTES])
{
	struct secret s;

	sodium_bin2base64(s.given, sizeof s.given, bits, SECRET_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	fair_hash(s.given, SECRET_CHARS, s.hash);
	return s;
}

struct secret fresh_secret(void)
{
	uint8_t bits[SECRET_BYTES];

	must(sodium_init() >= 0);
	randombytes_buf(bits, sizeof bits);
	return secret_of(bits);
}

static void hash_of(const char *what, const char *key, uint8_t out[HASH_BYTES])
{
	char both[2 * MAX_NAME + SECRET_CHARS];

	must(strlen(what) < MAX_NAME && strlen(key) == SECRET_CHARS);
	fair_hash(both, (size_t)snprintf(both, sizeof both, "%s %s", what, key), out);
}

struct secret fresh_secret_of(const char *what, const char *key)
{
	uint8_t hash[HASH_BYTES];

	hash_of(what, key, hash);
	return secret_of(hash);
}

static void id_of(const char *key, char out[ID_CHARS + 1])
{
	uint8_t hash[HASH_BYTES];

	hash_of("table", key, hash);
	for (int i = 0; i < ID_CHARS; i++)
		out[i] = ID_LETTERS[hash[i] % (sizeof ID_LETTERS - 1)];
	out[ID_CHARS] = '\0';
}

void fresh_id(char out[ID_CHARS + 1])
{
	for (int i = 0; i < ID_CHARS; i++)
		out[i] = ID_LETTERS[randombytes_uniform(sizeof ID_LETTERS - 1)];
	out[ID_CHARS] = '\0';
}

/* What nobody chooses. */
static void begin(struct fresh *f, const struct game *g, int64_t now)
{
	*f = (struct fresh){ .head = { .game = g, .box = g->box, .rules = g->rules, .listed = true, .made = now }, .host = fresh_secret() };
	fresh_id(f->head.id);
	randombytes_buf(f->head.key, HASH_BYTES);
	memcpy(f->head.host, f->host.hash, HASH_BYTES);
	strcpy(f->head.level, "medium");
	game_presets(g, f->head.option);
}

static void add_bot(struct fresh *f, int seat, const char *level)
{
	struct row *r = rows_add(&f->rows, ROW_BOT, BY_HOST, seat, f->head.made, level);

	r->seq = (uint32_t)f->rows.n;
}

void fresh_drop(struct fresh *f)
{
	head_drop(&f->head);
	rows_clear(&f->rows);
}

/* What create takes ------------------------------------------------------- */

static bool read_players(struct fresh *f, json_t *body, char why[MAX_ERROR])
{
	int64_t players;

	if (!strict_int(body, "numPlayers", MUST, f->head.game->min_players, f->head.game->max_players, &players, why))
		return false;
	f->head.players = (uint8_t)players;
	return true;
}

static bool read_options(struct fresh *f, json_t *body, char why[MAX_ERROR])
{
	json_t *all = json_object_get(body, "setupData"), *v;
	const char *name;

	if (all && !json_is_object(all))
		return error_say(why, "'setupData' must be an object");
	json_object_foreach(all, name, v) {
		char shown[MAX_SHOWN], value[MAX_SHOWN], wrong[MAX_TEXT];
		const char *text = json_string_value(v);

		error_quote(shown, name, strlen(name));
		if (!text && !json_is_integer(v))
			return error_say(why, "'%s' must be a text or a whole number", shown);
		if (text)
			error_quote(value, text, strlen(text));
		else
			snprintf(value, sizeof value, "%lld", (long long)json_integer_value(v));
		if (!game_set_option(f->head.game, f->head.option, shown, value, wrong))
			return error_say(why, "%s", wrong);
	}
	return true;
}

static bool read_seat(struct fresh *f, int seat, const char *kind, char why[MAX_ERROR])
{
	if (kind && strcmp(kind, "person") == 0)
		return true;
	if (!kind || strncmp(kind, "bot:", 4) != 0 || !fresh_level(kind + 4))
		return error_say(why, "a seat is \"person\", \"bot:easy\", \"bot:medium\", \"bot:hard\" or \"bot:expert\"");
	add_bot(f, seat, kind + 4);
	return true;
}

static bool read_seats(struct fresh *f, json_t *body, char why[MAX_ERROR])
{
	json_t *all = json_object_get(body, "seats"), *v;
	size_t i;

	if (!all)
		return true;
	if (json_array_size(all) != f->head.players)
		return error_say(why, "'seats' must be a list of %d, one for each player", f->head.players);
	json_array_foreach(all, i, v)
		if (!read_seat(f, (int)i, json_string_value(v), why))
			return false;
	return true;
}

static bool read_level(struct fresh *f, json_t *body, char why[MAX_ERROR])
{
	const char *level = f->head.level;

	if (!strict_text(body, "level", MAY, 1, MAX_NAME - 1, &level, why))
		return false;
	if (!fresh_level(level))
		return error_say(why, "'level' must be easy, medium, hard or expert");
	memmove(f->head.level, level, strlen(level) + 1);
	return true;
}

static bool read_pace(struct fresh *f, json_t *body, char why[MAX_ERROR])
{
	enum { SECOND = 1000 };
	const int64_t day = 24 * 3600 * SECOND;
	json_t *p = json_object_get(body, "pace");
	int64_t move, bank = 0, days;

	if (!p || json_is_null(p))
		return true;
	if (!json_is_object(p))
		return error_say(why, "'pace' must be an object, or null for as long as one likes");
	if (json_object_get(p, "days")) {
		if (!strict_keys(p, (const char *[]){ "days", NULL }, why) || !strict_int(p, "days", MUST, 1, DAYS_MOST, &days, why))
			return false;
		f->head.pace = (struct pace){ .move = days * day, .slow = true };
		return true;
	}
	if (!strict_keys(p, (const char *[]){ "move", "bank", NULL }, why) || !strict_int(p, "move", MUST, MOVE_LEAST, MOVE_MOST, &move, why) ||
	    !strict_int(p, "bank", MAY, 0, BANK_MOST, &bank, why))
		return false;
	f->head.pace = (struct pace){ .move = move * SECOND, .bank = bank * SECOND };
	return true;
}

static void take_box(struct head *h, const struct box *b)
{
	struct box *own = malloc(sizeof *own);

	must(own != NULL);
	*own = *b;
	h->box = own;
	h->own_box = true;
}

static bool read_box(struct fresh *f, json_t *body, char why[MAX_ERROR])
{
	json_t *given = json_object_get(body, "box");
	struct boxfile *file;
	struct json j;

	if (!given || json_is_null(given))
		return true;
	if (!json_is_object(given))
		return error_say(why, "'box' must be an object, as `bigmuddy box export` writes it");
	if (!json_flatten(&j, given, why))
		return false;
	file = malloc(sizeof *file);
	must(file != NULL);
	bool fine = boxfile_read(file, &j, why);
	if (fine && file->game != f->head.game)
		fine = error_say(why, "the box is for %s, not for %s", file->game->name, f->head.game->name);
	if (fine && !boxfile_built_in(file->game, &file->box))
		take_box(&f->head, &file->box);
	json_drop(&j);
	free(file);
	return fine;
}

static bool read_key(struct fresh *f, json_t *body, char why[MAX_ERROR])
{
	const char *key = NULL;

	if (!strict_secret(body, "key", MAY, &key, why))
		return false;
	f->keyed = key != NULL;
	if (!key)
		return true;
	id_of(key, f->head.id);
	f->host = fresh_secret_of("host", key);
	memcpy(f->head.host, f->host.hash, HASH_BYTES);
	return true;
}

bool fresh_read(struct fresh *f, const struct game *g, json_t *body, int64_t now, char why[MAX_ERROR])
{
	static const char *const keys[] = { "numPlayers", "setupData", "unlisted", "seats", "level", "pace", "box", "key", NULL };
	bool unlisted = false;

	begin(f, g, now);
	if (strict_keys(body, keys, why) && read_players(f, body, why) && read_options(f, body, why) && strict_bool(body, "unlisted", MAY, &unlisted, why) &&
	    read_seats(f, body, why) && read_level(f, body, why) && read_pace(f, body, why) && read_box(f, body, why) && read_key(f, body, why)) {
		f->head.listed = !unlisted;
		return true;
	}
	fresh_drop(f);
	return false;
}

void fresh_again(struct fresh *f, const struct table *t, int64_t now)
{
	const struct head *old = &t->head;

	begin(f, old->game, now);
	f->head.players = old->players;
	f->head.listed = old->listed;
	f->head.pace = old->pace;
	memcpy(f->head.option, old->option, sizeof old->option);
	strcpy(f->head.level, old->level);
	strcpy(f->head.from, old->id);
	if (old->own_box)
		take_box(&f->head, old->box);
	for (int i = 0; i < old->players; i++)
		if (t->seat[i].kind == SEAT_BOT)
			add_bot(f, i, t->seat[i].level);
}
