/* What all backends share: which there are, heads in words, what it means that a save does not fit. */
#define _POSIX_C_SOURCE 200809L
#include "store/store.h"

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

void store_loaded_drop(struct loaded *l)
{
	rows_clear(&l->rows);
	if (l->found)
		head_drop(&l->head);
	l->found = false;
}

/* What came of a deal for the person, or for the bot that has their seat: the strongest one. Who has resigned has not played it to its end. */
static void sum_up_deal(const struct table *t, struct summary *out)
{
	int place[MAX_PLAYERS], score[MAX_PLAYERS], seat = -1;

	strcpy(out->deal, t->head.deal);
	if (!t->head.deal[0] || t->status != TABLE_OVER || t->resigned)
		return;
	for (int i = 0; i < t->head.players; i++)
		if (t->seat[i].kind == SEAT_PERSON || (seat < 0 && strcmp(t->seat[i].name, "expert") == 0))
			seat = i;
	if (seat < 0)
		return;
	table_places(t, place);
	t->head.game->score(t->head.box, &t->state, score);
	out->place = place[seat];
	out->score = score[seat];
	strcpy(out->player, t->seat[seat].kind == SEAT_PERSON ? t->seat[seat].name : "");
}

void store_summary_of(const struct table *t, int64_t now, struct summary *out)
{
	const char *level;

	*out = (struct summary){ .status = (uint8_t)t->status, .listed = t->head.listed, .seq = t->seq, .made = t->head.made, .changed = now };
	memcpy(out->id, t->head.id, sizeof out->id);
	strcpy(out->game, t->head.game->name);
	out->wake = table_bot(t, &level) >= 0 ? now : table_wake(t);
	sum_up_deal(t, out);
}

/* Saves --------------------------------------------------------------- */

uint32_t store_save_before(const struct save *s)
{
	for (int i = 1; i < s->rows.n; i++)
		must(s->rows.of[i].seq == s->rows.of[0].seq + (uint32_t)i);
	must(s->rows.n == 0 || s->rows.of[0].seq > 0);
	return s->head ? 0 : s->rows.n > 0 ? s->rows.of[0].seq - 1 : s->now.seq;
}

uint32_t store_save_after(const struct save *s)
{
	return store_save_before(s) + (uint32_t)s->rows.n;
}

const struct row *store_save_forgets(const struct save *s, uint32_t *from)
{
	for (int i = 0; i < s->rows.n; i++)
		if (s->rows.of[i].kind == ROW_FORGET) {
			*from = (uint32_t)strtoul(s->rows.of[i].text, NULL, 10);
			return &s->rows.of[i];
		}
	return NULL;
}

void store_save_misfit(struct save *s, bool there, uint32_t seq)
{
	s->outcome = STORE_FAILED;
	if (!there)
		error_say(s->why, "table %s is not in the store", s->id);
	else if (!s->head && seq < store_save_before(s))
		error_say(s->why, "table %s ends with row %u in the store, before row %u", s->id, seq, store_save_before(s) + 1);
	else
		s->outcome = STORE_CROSSED;
	if (s->outcome == STORE_CROSSED)
		error_say(s->why, "somebody else was first at table %s", s->id);
}

void store_save_fails(struct save *const batch[], int n, const char *why)
{
	for (int i = 0; i < n; i++) {
		batch[i]->outcome = STORE_FAILED;
		snprintf(batch[i]->why, MAX_ERROR, "%s", why);
	}
}

/* Heads --------------------------------------------------------------- */

void store_head_options(const struct head *h, char out[STORE_OPTIONS])
{
	struct text t = text_on(out, STORE_OPTIONS);

	game_options_text(h->game, h->rules, h->option, &t);
}

char *store_box_json(const struct game *g, const struct box *b)
{
	char *json = malloc(MAX_JSON);

	must(json != NULL);
	struct text t = text_on(json, MAX_JSON);
	codec_box_json(g, b, &t);
	must(text_fits(&t));
	return json;
}

char *store_head_box(const struct head *h, char hash[BOX_HASH])
{
	boxfile_hash(h->game, h->box, hash);
	if (strcmp(h->box->name, h->game->box->name) == 0 && boxfile_built_in(h->game, h->box))
		return NULL;            /* the name is not part of the hash */
	return store_box_json(h->game, h->box);
}

bool store_head_wants_box(const struct head_words *w)
{
	const struct game *g = game_find(w->game);
	struct box b;

	return g && !w->box && !boxfile_find(g, w->hash, &b);
}

static bool read_options(struct head *h, const char *options, char why[MAX_ERROR])
{
	char copy[STORE_OPTIONS], what[MAX_TEXT], *rest = NULL;

	game_presets_in(h->game, h->rules, h->option);
	if (strlen(options) >= sizeof copy)
		return error_say(why, "its options are too long");
	strcpy(copy, options);
	for (char *at = strtok_r(copy, " ", &rest); at; at = strtok_r(NULL, " ", &rest)) {
		char *value = strchr(at, '=');
		if (!value)
			return error_say(why, "its option '%s' has no value", at);
		*value++ = '\0';
		if (!game_set_option_in(h->game, h->rules, h->option, at, value, what))
			return error_say(why, "%s", what);
	}
	return true;
}

static bool read_box(struct head *h, const char *box, char why[MAX_ERROR])
{
	struct boxfile f;
	struct json j;

	if (!json_read(&j, box, strlen(box), why))
		return false;
	bool fine = boxfile_read(&f, &j, why);
	json_drop(&j);
	if (!fine)
		return false;
	if (f.game != h->game)
		return error_say(why, "its box is for %s", f.game->name);
	head_own_box(h, &f.box);
	return true;
}

/* The box of the table: as it stands there, or the built-in one of that hash, today's or an older one. */
static bool find_box(struct head *h, const struct head_words *w, char why[MAX_ERROR])
{
	char hash[BOX_HASH];
	struct box old;

	h->box = h->game->box;
	h->own_box = false;
	if (w->box && !read_box(h, w->box, why))
		return false;
	boxfile_hash(h->game, h->box, hash);
	if (strcmp(hash, w->hash) == 0)
		return true;
	if (w->box)
		free((void *)h->box);
	h->own_box = false;
	if (!w->box && boxfile_find(h->game, w->hash, &old)) {
		head_own_box(h, &old);
		return true;
	}
	return error_say(why, "it is played with the box %s, and the %s one is %s", w->hash, w->box ? "stored" : "built-in", hash);
}

static bool read_words(struct head *h, const struct head_words *w, char why[MAX_ERROR])
{
	if (h->rules < 1 || h->rules > h->game->rules)
		return error_say(why, "it is played by version %d of the rules; this program knows 1 to %d", h->rules, h->game->rules);
	if (h->players < h->game->min_players || h->players > h->game->max_players)
		return error_say(why, "%d players are not possible", h->players);
	if (strlen(w->level) >= MAX_NAME || strlen(w->from) > ID_CHARS || strlen(w->deal) > DEAL_CHARS)
		return error_say(why, "its level, where it is from, or its deal is too long");
	strcpy(h->level, w->level);
	strcpy(h->from, w->from);
	strcpy(h->deal, w->deal);
	return read_options(h, w->options, why) && find_box(h, w, why);
}

bool store_head_read(struct head *h, const struct head_words *w, char why[MAX_ERROR])
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

bool store_row_read(struct rows *to, const struct row_words *w, char why[MAX_ERROR])
{
	int k = index_of(row_kinds, ROW_KINDS, w->kind), b = index_of(row_bys, ROW_BYS, w->by);

	if (k < 0 || b < 0 || w->seat < -1 || w->seat >= MAX_PLAYERS || strlen(w->key) > MAX_KEY || strlen(w->text) > MAX_ROW)
		return error_say(why, "row %u is damaged, or of a newer version: '%.20s' by '%.20s', seat %d", w->seq, w->kind, w->by, w->seat);
	struct row *r = rows_add(to, k, b, w->seat, w->at, w->text);
	r->seq = w->seq;
	strcpy(r->key, w->key);
	return true;
}
