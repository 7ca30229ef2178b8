/* What all backends share: which there are, heads in words, what it means that a save does not fit. */
#define _POSIX_C_SOURCE 200809L
#include "server/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct store_kind *store_find(const char *url, const char **where, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN];

	if (strncmp(url, "sqlite:", 7) == 0 && url[7]) {
		*where = url + 7;
		return &store_sqlite;
	}
	if (strncmp(url, "postgres://", 11) == 0 || strncmp(url, "postgresql://", 13) == 0) {
		*where = url;                   /* libpq takes the whole of it */
		return &store_postgres;
	}
	if (strncmp(url, "memory:", 7) == 0) {
		*where = url + 7;
		return &store_memory;
	}
	/* No more than the beginning: an address may have a password in it. */
	error_say(why, "there is no store '%s'; allowed: sqlite:FILE, postgres://..., memory:", error_quote(shown, url, strcspn(url, "/@")));
	return NULL;
}

void loaded_drop(struct loaded *l)
{
	rows_clear(&l->rows);
	if (l->found)
		head_drop(&l->head);
	l->found = false;
}

void summary_of(const struct table *t, int64_t now, struct summary *out)
{
	const char *level;

	*out = (struct summary){ .status = (uint8_t)t->status, .listed = t->head.listed, .seq = t->seq, .made = t->head.made, .changed = now };
	memcpy(out->id, t->head.id, sizeof out->id);
	strcpy(out->game, t->head.game->name);
	out->wake = table_bot(t, &level) >= 0 ? now : table_wake(t);
}

/* Saves --------------------------------------------------------------- */

uint32_t save_before(const struct save *s)
{
	for (int i = 1; i < s->rows.n; i++)
		must(s->rows.of[i].seq == s->rows.of[0].seq + (uint32_t)i);
	must(s->rows.n == 0 || s->rows.of[0].seq > 0);
	return s->head ? 0 : s->rows.n > 0 ? s->rows.of[0].seq - 1 : s->now.seq;
}

uint32_t save_after(const struct save *s)
{
	return save_before(s) + (uint32_t)s->rows.n;
}

void save_misfit(struct save *s, bool there, uint32_t seq)
{
	s->outcome = STORE_FAILED;
	if (!there)
		error_say(s->why, "table %s is not in the store", s->id);
	else if (!s->head && seq < save_before(s))
		error_say(s->why, "table %s ends with row %u in the store, before row %u", s->id, seq, save_before(s) + 1);
	else
		s->outcome = STORE_CROSSED;
	if (s->outcome == STORE_CROSSED)
		error_say(s->why, "somebody else was first at table %s", s->id);
}

void save_fails(struct save *const batch[], int n, const char *why)
{
	for (int i = 0; i < n; i++) {
		batch[i]->outcome = STORE_FAILED;
		snprintf(batch[i]->why, MAX_ERROR, "%s", why);
	}
}

/* Heads --------------------------------------------------------------- */

void head_options(const struct head *h, char out[STORE_OPTIONS])
{
	struct text t = text_on(out, STORE_OPTIONS);
	char value[MAX_TEXT];

	for (int i = 0; h->game->options[i].name; i++) {
		game_option_text(h->game, h->option, i, value);
		text_form(&t, i > 0 ? " %s=%s" : "%s=%s", (const char *[]){ h->game->options[i].name, value }, NULL);
	}
	must(text_fits(&t));
}

char *box_json(const struct game *g, const struct box *b)
{
	char *json = malloc(MAX_JSON);

	must(json != NULL);
	struct text t = text_on(json, MAX_JSON);
	codec_box_json(g, b, &t);
	must(text_fits(&t));
	return json;
}

char *head_box(const struct head *h, char hash[BOX_HASH])
{
	boxfile_hash(h->game, h->box, hash);
	if (strcmp(h->box->name, h->game->box->name) == 0 && boxfile_built_in(h->game, h->box))
		return NULL;            /* the name is not part of the hash */
	return box_json(h->game, h->box);
}

bool head_wants_box(const struct head_words *w)
{
	const struct game *g = game_find(w->game);
	char hash[BOX_HASH];

	if (!g || w->box)
		return false;
	boxfile_hash(g, g->box, hash);
	return strcmp(hash, w->hash) != 0;
}

static bool read_options(struct head *h, const char *options, char why[MAX_ERROR])
{
	char copy[STORE_OPTIONS], what[MAX_TEXT], *rest = NULL;

	game_presets(h->game, h->option);       /* an option that is younger than the table is as if it were not there */
	if (strlen(options) >= sizeof copy)
		return error_say(why, "its options are too long");
	strcpy(copy, options);
	for (char *at = strtok_r(copy, " ", &rest); at; at = strtok_r(NULL, " ", &rest)) {
		char *value = strchr(at, '=');
		if (!value)
			return error_say(why, "its option '%s' has no value", at);
		*value++ = '\0';
		if (!game_set_option(h->game, h->option, at, value, what))
			return error_say(why, "%s", what);
	}
	return true;
}

static bool read_box(struct head *h, const char *box, char why[MAX_ERROR])
{
	struct boxfile f;
	struct json j;

	h->box = h->game->box;
	h->own_box = false;
	if (!box)
		return true;
	if (!json_read(&j, box, strlen(box), why))
		return false;
	bool fine = boxfile_read(&f, &j, why);
	json_drop(&j);
	if (!fine)
		return false;
	if (f.game != h->game)
		return error_say(why, "its box is for %s", f.game->name);
	struct box *own = malloc(sizeof *own);
	must(own != NULL);
	*own = f.box;
	h->box = own;
	h->own_box = true;
	return true;
}

static bool read_words(struct head *h, const struct head_words *w, char why[MAX_ERROR])
{
	char hash[BOX_HASH];

	if (h->rules < 1 || h->rules > h->game->rules)
		return error_say(why, "it is played by version %d of the rules; this program knows 1 to %d", h->rules, h->game->rules);
	if (h->players < h->game->min_players || h->players > h->game->max_players)
		return error_say(why, "%d players are not possible", h->players);
	if (strlen(w->level) >= MAX_NAME || strlen(w->from) > ID_CHARS)
		return error_say(why, "its level or where it is from is too long");
	strcpy(h->level, w->level);
	strcpy(h->from, w->from);
	if (!read_options(h, w->options, why) || !read_box(h, w->box, why))
		return false;
	boxfile_hash(h->game, h->box, hash);
	if (strcmp(hash, w->hash) == 0)
		return true;
	if (h->own_box)
		free((void *)h->box);
	h->own_box = false;
	return error_say(why, "it is played with the box %s, and the %s one is %s", w->hash, w->box ? "stored" : "built-in", hash);
}

bool head_read(struct head *h, const struct head_words *w, char why[MAX_ERROR])
{
	char what[MAX_ERROR], shown[MAX_SHOWN];

	h->own_box = false;
	h->game = game_find(w->game);
	if (!h->game)
		return error_say(why, "table %s: there is no game '%s' here", h->id, error_quote(shown, w->game, strlen(w->game)));
	return read_words(h, w, what) ? true : error_say(why, "table %s (%s): %s", h->id, h->game->name, what);
}

/* Rows ---------------------------------------------------------------- */

static int index_of(const char *const names[], int n, const char *name)
{
	for (int i = 0; i < n; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return -1;
}

bool row_read(struct rows *to, uint32_t seq, const char *kind, const char *by, int seat, int64_t at, const char *key, const char *text,
	char why[MAX_ERROR])
{
	int k = index_of(row_kinds, ROW_KINDS, kind), b = index_of(row_bys, ROW_BYS, by);

	if (k < 0 || b < 0 || seat < -1 || seat >= MAX_PLAYERS || strlen(key) > MAX_KEY || strlen(text) > MAX_ROW)
		return error_say(why, "row %u is damaged, or of a newer version: '%.20s' by '%.20s', seat %d", seq, kind, by, seat);
	struct row *r = rows_add(to, k, b, seat, at, text);
	r->seq = seq;
	strcpy(r->key, key);
	return true;
}
