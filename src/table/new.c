#include "table/new.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/boxfile.h"

const char *const table_new_levels[] = { "easy", "medium", "hard", "expert", NULL };

bool table_new_level(const char *name)
{
	for (int i = 0; table_new_levels[i]; i++)
		if (strcmp(table_new_levels[i], name) == 0)
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

struct secret table_new_secret(void)
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

struct secret table_new_secret_of(const char *what, const char *key)
{
	uint8_t hash[HASH_BYTES];

	hash_of(what, key, hash);
	return secret_of(hash);
}

void table_new_id_of(const uint8_t hash[HASH_BYTES], char out[ID_CHARS + 1])
{
	for (int i = 0; i < ID_CHARS; i++)
		out[i] = ID_LETTERS[hash[i] % (sizeof ID_LETTERS - 1)];
	out[ID_CHARS] = '\0';
}

static void id_of(const char *key, char out[ID_CHARS + 1])
{
	uint8_t hash[HASH_BYTES];

	hash_of("table", key, hash);
	table_new_id_of(hash, out);
}

void table_new_id(char out[ID_CHARS + 1])
{
	for (int i = 0; i < ID_CHARS; i++)
		out[i] = ID_LETTERS[randombytes_uniform(sizeof ID_LETTERS - 1)];
	out[ID_CHARS] = '\0';
}

/* What the server sets and no client chooses: id, time, keys. */
static void begin(struct table_new *f, const struct game *g, int64_t now)
{
	*f = (struct table_new){ .head = { .game = g, .box = g->box, .rules = g->rules, .listed = true, .made = now }, .host = table_new_secret() };
	table_new_id(f->head.id);
	randombytes_buf(f->head.key, HASH_BYTES);
	memcpy(f->head.host, f->host.hash, HASH_BYTES);
	strcpy(f->head.level, "medium");
	game_presets(g, f->head.option);
}

static void add_bot(struct table_new *f, int seat, const char *level)
{
	struct row *r = rows_add(&f->rows, ROW_BOT, BY_HOST, seat, f->head.made, level);

	r->seq = (uint32_t)f->rows.n;
}

void table_new_drop(struct table_new *f)
{
	head_drop(&f->head);
	rows_clear(&f->rows);
}

/* The members of a create request ------------------------------------------------------- */

static bool read_players(struct table_new *f, const struct json_value *body, char why[MAX_ERROR])
{
	int64_t players;

	if (!json_check_int(body, "numPlayers", f->head.game->min_players, f->head.game->max_players, &players, why))
		return false;
	f->head.players = (uint8_t)players;
	return true;
}

static bool read_options(struct table_new *f, const struct json_value *body, char why[MAX_ERROR])
{
	const struct json_value *all = json_get(body, "setupData");

	if (all && all->kind != FLAT_OBJECT)
		return error_say(why, "'setupData' must be an object");
	JSON_EACH(v, all) {
		char shown[MAX_SHOWN], value[MAX_SHOWN], wrong[MAX_TEXT];
		const char *text = json_string_of(v);

		error_quote(shown, v->name, strlen(v->name));
		if (!text && v->kind != FLAT_INT)
			return error_say(why, "'%s' must be a text or a whole number", shown);
		if (text)
			error_quote(value, text, strlen(text));
		else
			snprintf(value, sizeof value, "%lld", (long long)v->n);
		if (!game_set_option(f->head.game, f->head.option, shown, value, wrong))
			return error_say(why, "%s", wrong);
	}
	return true;
}

static bool read_seat(struct table_new *f, int seat, const char *kind, char why[MAX_ERROR])
{
	if (kind && strcmp(kind, "person") == 0)
		return true;
	if (!kind || strncmp(kind, "bot:", 4) != 0 || !table_new_level(kind + 4))
		return error_say(why, "a seat is \"person\", \"bot:easy\", \"bot:medium\", \"bot:hard\" or \"bot:expert\"");
	add_bot(f, seat, kind + 4);
	return true;
}

static bool read_seats(struct table_new *f, const struct json_value *body, char why[MAX_ERROR])
{
	const struct json_value *all = json_get(body, "seats");
	int seat = 0;

	if (!all)
		return true;
	if (all->kind != FLAT_LIST || all->n != f->head.players)
		return error_say(why, "'seats' must be a list of %d, one for each player", f->head.players);
	JSON_EACH(v, all)
		if (!read_seat(f, seat++, json_string_of(v), why))
			return false;
	return true;
}

static bool read_level(struct table_new *f, const struct json_value *body, char why[MAX_ERROR])
{
	const char *level = f->head.level;

	if (!json_check_text_if(body, "level", 1, MAX_NAME - 1, &level, why))
		return false;
	if (!table_new_level(level))
		return error_say(why, "'level' must be easy, medium, hard or expert");
	memmove(f->head.level, level, strlen(level) + 1);
	return true;
}

static void add_rule(struct table_new *f, int away_days)
{
	char words[16];

	if (away_days == AWAY_DAYS)
		return;
	snprintf(words, sizeof words, "away %d", away_days);
	rows_add(&f->rows, ROW_RULE, BY_HOST, -1, f->head.made, words)->seq = (uint32_t)f->rows.n;
}

static bool read_away(struct table_new *f, const struct json_value *body, char why[MAX_ERROR])
{
	int64_t days = AWAY_DAYS;

	if (!json_check_int_if(body, "awayDays", AWAY_NEVER, AWAY_DAYS_MOST, &days, why))
		return false;
	add_rule(f, (int)days);
	return true;
}

static bool read_pace(struct table_new *f, const struct json_value *body, char why[MAX_ERROR])
{
	enum { SECOND = 1000 };
	const int64_t day = 24 * 3600 * SECOND;
	const struct json_value *p = json_get(body, "pace");
	int64_t move, bank = 0, days;

	if (!p || p->kind == FLAT_NULL)
		return true;
	if (p->kind != FLAT_OBJECT)
		return error_say(why, "'pace' must be an object, or null for no time limit");
	if (json_get(p, "days")) {
		if (!json_check_keys(p, (const char *[]){ "days", NULL }, why) || !json_check_int(p, "days", 1, DAYS_MOST, &days, why))
			return false;
		f->head.pace = (struct pace){ .move = days * day, .slow = true };
		return true;
	}
	if (!json_check_keys(p, (const char *[]){ "move", "bank", NULL }, why) || !json_check_int(p, "move", MOVE_LEAST, MOVE_MOST, &move, why) ||
	    !json_check_int_if(p, "bank", 0, BANK_MOST, &bank, why))
		return false;
	f->head.pace = (struct pace){ .move = move * SECOND, .bank = bank * SECOND };
	return true;
}

static bool read_box(struct table_new *f, const struct json_value *body, char why[MAX_ERROR])
{
	const struct json_value *given = json_get(body, "box");
	struct boxfile *file;
	struct json j;

	if (!given || given->kind == FLAT_NULL)
		return true;
	if (given->kind != FLAT_OBJECT)
		return error_say(why, "'box' must be an object, as `bigmuddy box export` writes it");
	if (!json_flatten(&j, given, why))
		return false;
	file = malloc(sizeof *file);
	must(file != NULL);
	bool fine = boxfile_read(file, &j, why);
	if (fine && file->game != f->head.game)
		fine = error_say(why, "the box is for %s, not for %s", file->game->name, f->head.game->name);
	if (fine && !boxfile_built_in(file->game, &file->box))
		head_own_box(&f->head, &file->box);
	json_drop(&j);
	free(file);
	return fine;
}

static bool read_key(struct table_new *f, const struct json_value *body, char why[MAX_ERROR])
{
	const char *key = NULL;

	if (!json_check_secret_if(body, "key", &key, why))
		return false;
	f->keyed = key != NULL;
	if (!key)
		return true;
	id_of(key, f->head.id);
	f->host = table_new_secret_of("host", key);
	memcpy(f->head.host, f->host.hash, HASH_BYTES);
	return true;
}

bool table_new_read(struct table_new *f, const struct game *g, const struct json_value *body, int64_t now, char why[MAX_ERROR])
{
	static const char *const keys[] = { "numPlayers", "setupData", "unlisted", "seats", "level", "pace", "awayDays", "box", "key", NULL };
	bool unlisted = false;

	begin(f, g, now);
	if (json_check_keys(body, keys, why) && read_players(f, body, why) && read_options(f, body, why) && json_check_bool_if(body, "unlisted", &unlisted, why) &&
	    read_seats(f, body, why) && read_level(f, body, why) && read_pace(f, body, why) && read_away(f, body, why) && read_box(f, body, why) && read_key(f, body, why)) {
		f->head.listed = !unlisted;
		return true;
	}
	table_new_drop(f);
	return false;
}

void table_new_again(struct table_new *f, const struct table *t, int64_t now)
{
	const struct head *old = &t->head;

	begin(f, old->game, now);
	f->head.players = old->players;
	f->head.listed = old->listed;
	f->head.pace = old->pace;
	memcpy(f->head.option, old->option, sizeof old->option);
	strcpy(f->head.level, old->level);
	strcpy(f->head.from, old->id);
	if (old->own_box && !boxfile_built_in(old->game, old->box))     /* an older built-in box is replaced by the newest one */
		head_own_box(&f->head, old->box);
	for (int i = 0; i < old->players; i++)
		if (t->seat[i].kind == SEAT_BOT)
			add_bot(f, i, t->seat[i].level);
	add_rule(f, t->away_days);
}
