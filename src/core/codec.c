#include "codec.h"

#include <string.h>

/* The head that all games share. Views may come from any seat or from a watcher. */
static bool head_is_sound(const struct game *g, const struct state *s, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	if (s->rules < 1 || s->rules > g->rules)
		text_form(&t, "rules is %d: this program plays versions 1 to %d", NULL, (int64_t[]){ s->rules, g->rules });
	else if (s->players < g->min_players || s->players > g->max_players)
		text_form(&t, "players is %d: %s takes %d to %d", (const char *[]){ g->name },
			(int64_t[]){ s->players, g->min_players, g->max_players });
	else if (s->eyes != ALL && s->eyes != WATCHER && (s->eyes < 0 || s->eyes >= s->players))
		text_put(&t, "eyes is neither all, watcher nor a seat");
	return t.n == 0;
}

static enum field_nulls nulls_in(const struct state *s)
{
	return s->eyes == ALL ? NULLS_OPTIONAL : NULLS_ANYWHERE;
}

/* A view is sound if nothing that is seen there is missing, and if there is a whole game that looks like it from there. */
static bool view_is_sound(const struct game *g, const struct box *b, const struct state *view, char out[MAX_TEXT])
{
	struct rng r = rng_seed(0);
	struct state whole = *view, again;
	struct text t;

	if (!fields_known(g->fields, view, view->eyes, out))
		return false;
	game_guess(g, b, &whole, &r);
	if (!g->check(b, &whole, out))
		return false;
	game_view(g, b, &whole, view->eyes, &again);
	t = text_on(out, MAX_TEXT);
	if (!game_same(&again, view))
		text_put(&t, "this is not what can be seen from there");
	return t.n == 0;
}

/* What a field table cannot say is the game's to say. */
static bool body_is_sound(const struct game *g, const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	return s->eyes == ALL ? g->check(b, s, out) : view_is_sound(g, b, s, out);
}

/* Bytes --------------------------------------------------------------- */

/* Options that came after the version of the state are no part of its bytes, nor of its JSON: what was written then can be read. */
int codec_encode(const struct game *g, const struct state *s, uint8_t out[MAX_CODE])
{
	int n = 0;

	out[n++] = (uint8_t)s->rules;
	out[n++] = (uint8_t)(s->rules >> 8);
	out[n++] = (uint8_t)s->eyes;
	out[n++] = s->players;
	for (int i = 0; g->options[i].name; i++)
		if (option_is_in(&g->options[i], s->rules))
			out[n++] = s->option[i];
	n += fields_encode(g->fields, s, out + n, MAX_CODE - n);
	must(n <= MAX_CODE);
	return n;
}

/* From after the players on. How many bytes; -1: they do not fit. */
static int decode_options(const struct game *g, struct state *s, const uint8_t *in, int n, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);
	int used = 0;

	game_presets_in(g, s->rules, s->option);
	for (int i = 0; g->options[i].name; i++) {
		const struct option *o = &g->options[i];
		int top = o->max;

		if (!option_is_in(o, s->rules))
			continue;
		if (used == n) {
			text_put(&t, "the bytes end before the options do");
			return -1;
		}
		for (int v = 0; o->values && o->values[v]; v++)
			top = v;
		s->option[i] = in[used++];
		if (s->option[i] > top || (!o->values && s->option[i] < o->min)) {
			text_form(&t, "options.%s is out of bounds", (const char *[]){ o->name }, NULL);
			return -1;
		}
	}
	return used;
}

bool codec_decode(const struct game *g, const struct box *b, struct state *s, const uint8_t *in, int n, char out[MAX_TEXT])
{
	enum { FIRST = 4 };
	struct state fresh;
	struct text t = text_on(out, MAX_TEXT);

	memset(&fresh, 0, sizeof fresh);
	if (n < FIRST) {
		text_put(&t, "the bytes end before the options do");
		return false;
	}
	fresh.rules = (uint16_t)(in[0] | in[1] << 8);
	fresh.eyes = (int8_t)in[2];
	fresh.players = in[3];
	int options = decode_options(g, &fresh, in + FIRST, n - FIRST, out), head = FIRST + options;
	if (options < 0 || !head_is_sound(g, &fresh, out))
		return false;

	int used = fields_decode(g->fields, &fresh, in + head, n - head, nulls_in(&fresh), out);
	if (used < 0)
		return false;
	if (head + used != n) {
		text_put(&t, "there are bytes after the end of the state");
		return false;
	}
	if (!body_is_sound(g, b, &fresh, out))
		return false;
	*s = fresh;
	return true;
}

/* JSON ---------------------------------------------------------------- */

void codec_json(const struct game *g, const struct state *s, struct text *out)
{
	codec_json_head(g, s, out);
	codec_json_options(g, s, out);
	text_char(out, ',');
	fields_json(g->fields, s, out);
	text_char(out, '}');
}

void codec_json_head(const struct game *g, const struct state *s, struct text *out)
{
	text_put(out, "{\"game\":");
	json_text(out, g->name);
	text_form(out, ",\"rules\":%d,\"eyes\":", NULL, (int64_t[]){ s->rules });
	if (s->eyes >= 0)
		text_int(out, s->eyes);
	else
		json_text(out, s->eyes == ALL ? "all" : "watcher");
}

void codec_json_options(const struct game *g, const struct state *s, struct text *out)
{
	char value[MAX_TEXT];

	text_form(out, ",\"players\":%d,\"options\":{", NULL, (int64_t[]){ s->players });
	for (int i = 0, any = 0; g->options[i].name; i++) {
		if (!option_is_in(&g->options[i], s->rules))
			continue;
		text_put(out, any++ ? "," : "");
		json_text(out, g->options[i].name);
		text_char(out, ':');
		game_option_text(g, s->option, i, value);
		if (g->options[i].values)
			json_text(out, value);
		else
			text_put(out, value);
	}
	text_char(out, '}');
}

static struct flat *take(struct flats *in, const char *path, enum flat_kind kind, char out[MAX_TEXT])
{
	struct flat *v = flat_find(in, path);
	struct text t = text_on(out, MAX_TEXT);

	if (!v) {
		text_form(&t, "%s is missing", &path, NULL);
	} else if (v->kind != kind) {
		text_form(&t, "%s has the wrong type", &path, NULL);
		v = NULL;
	} else {
		v->used = true;
	}
	return v;
}

static bool read_game_name(const struct game *g, struct flats *in, char out[MAX_TEXT])
{
	struct flat *v = take(in, "game", FLAT_TEXT, out);

	if (!v)
		return false;
	if (strcmp(v->text, g->name) != 0) {
		struct text t = text_on(out, MAX_TEXT);
		text_form(&t, "game is '%s' and not '%s'", (const char *[]){ v->text, g->name }, NULL);
		return false;
	}
	return true;
}

static bool read_eyes(struct flats *in, struct state *s, char out[MAX_TEXT])
{
	struct flat *v = flat_find(in, "eyes");
	struct text t = text_on(out, MAX_TEXT);

	if (v)
		v->used = true;
	if (v && v->kind == FLAT_TEXT && strcmp(v->text, "all") == 0)
		s->eyes = ALL;
	else if (v && v->kind == FLAT_TEXT && strcmp(v->text, "watcher") == 0)
		s->eyes = WATCHER;
	else if (v && v->kind == FLAT_INT && v->n >= 0 && v->n < MAX_PLAYERS)
		s->eyes = (int8_t)v->n;
	else
		text_put(&t, "eyes must be \"all\", \"watcher\" or a seat");
	return t.n == 0;
}

static bool read_options(const struct game *g, struct flats *in, struct state *s, char out[MAX_TEXT])
{
	if (!take(in, "options", FLAT_OBJECT, out))
		return false;
	game_presets_in(g, s->rules, s->option);
	for (int i = 0; g->options[i].name; i++) {
		if (!option_is_in(&g->options[i], s->rules))
			continue;
		char path[MAX_PATH], value[MAX_TEXT];
		struct text p = text_on(path, MAX_PATH), w = text_on(value, MAX_TEXT);

		text_form(&p, "options.%s", &g->options[i].name, NULL);
		struct flat *v = take(in, path, g->options[i].values ? FLAT_TEXT : FLAT_INT, out);
		if (!v)
			return false;
		if (v->kind == FLAT_TEXT)
			text_put(&w, v->text);
		else
			text_int(&w, v->n);
		if (!game_set_option_in(g, s->rules, s->option, g->options[i].name, value, out))
			return false;
	}
	return true;
}

static bool read_small(struct flats *in, const char *path, int64_t max, int64_t *to, char out[MAX_TEXT])
{
	struct flat *v = take(in, path, FLAT_INT, out);
	struct text t;

	if (!v)
		return false;
	if (v->n < 0 || v->n > max) {
		t = text_on(out, MAX_TEXT);
		text_form(&t, "%s is out of bounds", &path, NULL);
		return false;
	}
	*to = v->n;
	return true;
}

bool codec_read(const struct game *g, const struct box *b, struct state *s, struct flats *in, char out[MAX_TEXT])
{
	struct state fresh;
	int64_t rules, players;

	memset(&fresh, 0, sizeof fresh);
	if (!read_game_name(g, in, out) || !read_small(in, "rules", UINT16_MAX, &rules, out) || !read_eyes(in, &fresh, out) ||
	    !read_small(in, "players", UINT8_MAX, &players, out))
		return false;
	fresh.rules = (uint16_t)rules;
	fresh.players = (uint8_t)players;
	if (!read_options(g, in, &fresh, out) || !head_is_sound(g, &fresh, out) || !fields_read(g->fields, &fresh, in, nulls_in(&fresh), out) ||
	    !flat_all_used(in, out))
		return false;
	if (fresh.eyes == ALL && g->settle)
		g->settle(b, &fresh);
	if (!body_is_sound(g, b, &fresh, out))
		return false;
	*s = fresh;
	return true;
}

/* Boxes --------------------------------------------------------------- */

void codec_box_json(const struct game *g, const struct box *b, struct text *out)
{
	text_put(out, "{\"game\":");
	json_text(out, g->name);
	text_put(out, ",\"name\":");
	json_text(out, b->name);
	text_char(out, ',');
	fields_json(g->box_fields, b, out);
	text_char(out, '}');
}

bool codec_box_read(const struct game *g, struct box *b, struct flats *in, char out[MAX_TEXT])
{
	static const struct field head[] = { { FIELD_WORDS(box, name, "name") }, FIELD_END };
	struct box fresh;

	memset(&fresh, 0, sizeof fresh);
	if (!read_game_name(g, in, out) || !fields_read(head, &fresh, in, NULLS_OPTIONAL, out) ||
	    !fields_read(g->box_fields, &fresh, in, NULLS_OPTIONAL, out) || !flat_all_used(in, out) || !g->check_box(&fresh, out))
		return false;
	if (g->finish_box)
		g->finish_box(&fresh);
	*b = fresh;
	return true;
}

int codec_box_encode(const struct game *g, const struct box *b, uint8_t *out, int cap)
{
	return fields_encode(g->box_fields, b, out, cap);
}

uint64_t codec_hash(const void *bytes, int n)
{
	uint64_t h = 0xCBF29CE484222325u;

	for (int i = 0; i < n; i++)
		h = (h ^ ((const uint8_t *)bytes)[i]) * 0x100000001B3u;
	return h;
}
