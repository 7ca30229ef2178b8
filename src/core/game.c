#include "game.h"

#include <string.h>

extern const struct game blank, broadhorns, queen, rails;

const struct game *const game_list[] = { &queen, &broadhorns, &rails, &blank, NULL };

const struct game *game_find(const char *name)
{
	for (int i = 0; game_list[i]; i++)
		if (strcmp(game_list[i]->name, name) == 0)
			return game_list[i];
	return NULL;
}

/* Options ------------------------------------------------------------- */

void game_presets_in(const struct game *g, int rules, uint8_t o[MAX_OPTIONS])
{
	memset(o, 0, MAX_OPTIONS);
	for (int i = 0; g->options[i].name; i++)
		o[i] = option_is_in(&g->options[i], rules) ? g->options[i].preset : g->options[i].before;
}

void game_presets(const struct game *g, uint8_t o[MAX_OPTIONS])
{
	game_presets_in(g, g->rules, o);
}

/* A plain decimal number without sign, or -1. */
static int number(const char *words)
{
	int n = 0;

	if (words[0] == '\0')
		return -1;
	for (; *words; words++) {
		if (*words < '0' || *words > '9' || n > 100000)
			return -1;
		n = n * 10 + (*words - '0');
	}
	return n;
}

static void list_values(const struct option *o, struct text *t)
{
	if (!o->values) {
		text_form(t, "a number from %d to %d", NULL, (int64_t[]){ o->min, o->max });
		return;
	}
	for (int i = 0; o->values[i]; i++) {
		text_put(t, i > 0 ? ", " : "");
		text_put(t, o->values[i]);
	}
}

static bool set_value(const struct option *o, uint8_t *to, const char *value)
{
	if (o->values) {
		for (int i = 0; o->values[i]; i++)
			if (strcmp(o->values[i], value) == 0) {
				*to = (uint8_t)i;
				return true;
			}
		return false;
	}
	int n = number(value);
	if (n < o->min || n > o->max)
		return false;
	*to = (uint8_t)n;
	return true;
}

bool game_set_option_in(const struct game *g, int rules, uint8_t o[MAX_OPTIONS], const char *name, const char *value, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	for (int i = 0; g->options[i].name; i++) {
		if (strcmp(g->options[i].name, name) != 0)
			continue;
		if (!option_is_in(&g->options[i], rules)) {
			text_form(&t, "%s came with version %d of the rules: version %d has no such option", &name, (int64_t[]){ g->options[i].since, rules });
			return false;
		}
		if (set_value(&g->options[i], &o[i], value))
			return true;
		text_form(&t, "%s=%s is not possible; allowed: ", (const char *[]){ name, value }, NULL);
		list_values(&g->options[i], &t);
		return false;
	}
	text_form(&t, "%s has no option '%s'; it has:", (const char *[]){ g->name, name }, NULL);
	for (int i = 0; g->options[i].name; i++)
		if (option_is_in(&g->options[i], rules))
			text_form(&t, " %s", &g->options[i].name, NULL);
	return false;
}

bool game_set_option(const struct game *g, uint8_t o[MAX_OPTIONS], const char *name, const char *value, char out[MAX_TEXT])
{
	return game_set_option_in(g, g->rules, o, name, value, out);
}

void game_option_text(const struct game *g, const uint8_t o[MAX_OPTIONS], int which, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	if (g->options[which].values)
		text_put(&t, g->options[which].values[o[which]]);
	else
		text_int(&t, o[which]);
}

void game_options_text(const struct game *g, int rules, const uint8_t o[MAX_OPTIONS], struct text *out)
{
	char value[MAX_TEXT];

	for (int i = 0; g->options[i].name; i++) {
		if (!option_is_in(&g->options[i], rules))
			continue;
		game_option_text(g, o, i, value);
		text_form(out, out->n > 0 ? " %s=%s" : "%s=%s", (const char *[]){ g->options[i].name, value }, NULL);
	}
	must(text_fits(out));
}

/* Boxes --------------------------------------------------------------- */

void game_box(const struct game *g, int rules, struct box *out)
{
	int newest = g->rules;

	*out = *g->box;
	for (const struct old_box *old = g->old_boxes; old && old->undo && newest > rules; old++) {
		old->undo(out);
		newest = old->rules;
	}
}

/* States -------------------------------------------------------------- */

void game_start(const struct game *g, const struct box *b, int players, const uint8_t o[MAX_OPTIONS], struct state *s)
{
	must(players >= g->min_players && players <= g->max_players);
	memset(s, 0, sizeof *s);
	s->rules = g->rules;
	s->eyes = ALL;
	s->players = (uint8_t)players;
	memcpy(s->option, o, MAX_OPTIONS);
	g->start(b, s);
}

/* A view begins empty: only what the fields, or the game itself, copy in can be seen. */
int game_reason(const struct reason *of, int rule, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	while (rule && of->rule != rule) {
		must(of->rule != 0);
		of++;
	}
	text_put(&t, rule ? of->words : "");
	return rule;
}

int game_fate_by_place(void (*places)(const struct box *b, const struct state *s, int out[MAX_PLAYERS]), const struct box *b, const struct state *s, int seat)
{
	int place[MAX_PLAYERS] = { 0 }, first = 0;

	places(b, s, place);
	for (int i = 0; i < s->players; i++)
		first += place[i] == 1;
	return place[seat] > 1 ? FATE_LOST : first > 1 ? FATE_SHARED_WIN : FATE_WON;
}

void game_view(const struct game *g, const struct box *b, const struct state *s, int seat, struct state *out)
{
	struct state view;

	memset(&view, 0, sizeof view);
	view.rules = s->rules;
	view.eyes = (int8_t)seat;
	view.players = s->players;
	memcpy(view.option, s->option, MAX_OPTIONS);
	fields_view(g->fields, s, seat, &view);
	if (g->view)
		g->view(b, s, seat, &view);
	*out = view;
}

void game_guess(const struct game *g, const struct box *b, struct state *view, struct rng *r)
{
	int seat = view->eyes;

	if (seat == ALL)
		return;
	if (g->guess)
		g->guess(b, view, seat, r);
	view->eyes = ALL;
}

int game_only(const struct game *g, const struct box *b, const struct state *s)
{
	if (g->to_move(b, s) >= 0 && (g->open ? !g->open(b, s) : g->guess != NULL))
		return -1;
	return game_only_alone(g, b, s);
}

int game_only_alone(const struct game *g, const struct box *b, const struct state *s)
{
	struct moves m;

	if (g->to_move(b, s) < 0)
		return -1;
	g->legal(b, s, &m);
	return m.n == 1 ? m.id[0] : -1;
}

bool game_same(const struct state *a, const struct state *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

bool game_is_legal(const struct game *g, const struct box *b, const struct state *s, int move)
{
	struct moves m;

	g->legal(b, s, &m);
	return moves_have(&m, move);
}

/* Chance -------------------------------------------------------------- */

int game_chance(const struct game *g, const struct box *b, const struct state *s, struct rng *r)
{
	struct moves m;
	uint32_t total = 0;

	g->legal(b, s, &m);
	must(m.n > 0);
	for (int i = 0; i < m.n; i++)
		total += (uint32_t)g->weight(b, s, m.id[i]);

	uint32_t drawn = rng_below(r, total);
	return game_drawn(g, b, s, &m, drawn);
}

int game_drawn(const struct game *g, const struct box *b, const struct state *s, const struct moves *m, uint64_t drawn)
{
	for (int i = 0; i < m->n; i++) {
		uint64_t w = (uint64_t)g->weight(b, s, m->id[i]);
		if (drawn < w)
			return m->id[i];
		drawn -= w;
	}
	panic("the weights of chance do not add up");
}

int game_draw(const struct game *g, const struct box *b, const struct state *s, uint64_t seed, int source, uint32_t k)
{
	struct rng r = rng_seed(rng_mix(rng_mix(seed) + ((uint64_t)source << 32 | k)));

	return game_chance(g, b, s, &r);
}

/* Notation: parsing is printing and comparing --------------------------- */

int game_parse(const struct game *g, const struct box *b, const struct state *s, const char *typed, int seat)
{
	struct moves m;
	char words[MAX_TEXT];

	g->legal(b, s, &m);
	for (int i = 0; i < m.n; i++) {
		g->text(b, s, m.id[i], seat, words);
		if (strcmp(words, typed) == 0)
			return m.id[i];
	}
	for (int id = 0; id < g->num_moves; id++) {
		g->text(b, s, id, seat, words);
		if (strcmp(words, typed) == 0)
			return id;
	}
	return -1;
}

int game_why_no_move(const struct game *g, const struct box *b, const struct state *s, const char *typed, char out[MAX_TEXT])
{
	return g->why_no_move ? g->why_no_move(b, s, typed, out) : 0;
}

void game_rule_name(uint16_t rule, char out[8])
{
	struct text t = text_on(out, 8);

	text_char(&t, (char)(rule >> 8));
	text_int(&t, rule & 255);
}

/* Events -------------------------------------------------------------- */

bool game_silent(const struct game *g, const struct box *b, const struct state *before, const struct state *after, const struct events *told)
{
	int mover = g->to_move(b, before);

	if (mover < 0 || g->to_move(b, after) != mover)
		return false;
	for (int i = 0; i < told->n; i++)
		if (told->of[i].tells)
			return false;
	return true;
}

void event_add(struct events *told, struct event e)
{
	if (!told)
		return;
	must(told->n < MAX_EVENTS);
	if (e.to == 0)
		e.to = EVERYBODY;
	told->of[told->n++] = e;
}
