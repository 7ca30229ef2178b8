/* Errors, and games with their options. */
#define _POSIX_C_SOURCE 200809L
#include "lib.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "core/codec.h"

_Static_assert((int)BM_CHANCE == (int)CHANCE && (int)BM_OVER == (int)OVER && (int)BM_WATCHER == (int)WATCHER && (int)BM_ALL == (int)ALL, "one name each");
_Static_assert((int)BM_MAX_PLAYERS == (int)MAX_PLAYERS && (int)BM_MAX_MOVES == (int)MAX_MOVES && (int)BM_MAX_TEXT == (int)MAX_TEXT, "the same bounds");
_Static_assert((int)BM_MAX_CODE == (int)MAX_CODE && (int)BM_MAX_JSON == (int)MAX_JSON, "the same bounds");
_Static_assert(sizeof(bm_rng) == sizeof(struct rng), "the same stream");

static _Thread_local char sentence[MAX_ERROR];
static _Thread_local struct lib_guard *guards;

const char *bm_error(void)
{
	return sentence;
}

int lib_fail(int code, const char *form, ...)
{
	va_list arguments;

	va_start(arguments, form);
	vsnprintf(sentence, sizeof sentence, form, arguments);
	va_end(arguments);
	return code;
}

void lib_enter(struct lib_guard *g)
{
	g->outer = guards;
	guards = g;
}

void lib_leave(void)
{
	guards = guards->outer;
}

/* What the rules and everything around them call on a mistake of their own. */
_Noreturn void panic(const char *what)
{
	struct lib_guard *g = guards;

	if (!g)
		abort();                                /* a thread of a bot's own */
	guards = g->outer;
	lib_fail(BM_INTERNAL, "a mistake in libbigmuddy: %s", what);
	longjmp(g->back, 1);
}

int bm_api_version(void)
{
	return BM_API_VERSION;
}

const char *bm_version(void)
{
	return VERSION;
}

/* Games ------------------------------------------------------------------ */

/* Whether a list that ends with NULL has an element i. */
static bool is_in(const void *const *list, int i)
{
	int n = 0;

	while (list[n])
		n++;
	return i >= 0 && i < n;
}

const char *bm_game_name(int i)
{
	return is_in((const void *const *)game_list, i) ? game_list[i]->name : NULL;
}

/* "queen(players=4, mode=intro)" into words: brackets, commas and spaces part them. A list of names has commas of its own and cannot stand here. */
static int cut(char *spec, const char *word[], int cap)
{
	int n = 0;

	for (char *save = NULL, *at = strtok_r(spec, " (),", &save); at && n < cap; at = strtok_r(NULL, " (),", &save))
		word[n++] = at;
	return n;
}

static bm_game *open_spec(const char *spec, const struct boxfile *box)
{
	enum { SPEC = 400, WORDS = MAX_OPTIONS + 6 };
	char copy[SPEC], why[MAX_ERROR];
	const char *word[WORDS];

	if (!spec || strlen(spec) >= SPEC) {
		lib_fail(BM_ARGUMENT, "a game is called like \"queen players=4\"; this is %s", spec ? "too long" : "NULL");
		return NULL;
	}
	strcpy(copy, spec);
	int n = cut(copy, word, WORDS);
	bm_game *g = malloc(sizeof *g);
	if (!g) {
		lib_fail(BM_MEMORY, "there is no memory for a game");
		return NULL;
	}
	memset(g, 0, sizeof *g);
	if (!setup_read(&g->setup, box, n, word, why)) {
		free(g);
		lib_fail(BM_ARGUMENT, "%s", why);
		return NULL;
	}
	g->setup.manual = true;
	while (game_list[g->index] != g->setup.game)
		g->index++;
	return g;
}

bm_game *bm_open(const char *spec)
{
	LIB_GUARD(NULL);
	return LIB_LEAVE(open_spec(spec, NULL));
}

static bm_game *open_with(const char *spec, const char *box_json, size_t n)
{
	struct json j;
	char why[MAX_ERROR] = "the box is NULL";
	struct boxfile *f = malloc(sizeof *f);
	bm_game *g = NULL;

	if (!f) {
		lib_fail(BM_MEMORY, "there is no memory for a box");
	} else if (!box_json || !json_read(&j, box_json, n, why)) {
		lib_fail(BM_TEXT, "%s", why);
	} else {
		if (boxfile_read(f, &j, why))
			g = open_spec(spec, f);
		else
			lib_fail(BM_TEXT, "%s", why);
		json_drop(&j);
	}
	free(f);
	return g;
}

bm_game *bm_open_box(const char *spec, const char *box_json, size_t n)
{
	LIB_GUARD(NULL);
	return LIB_LEAVE(open_with(spec, box_json, n));
}

void bm_close(bm_game *g)
{
	free(g);
}

/* Each of these is a number or a name of the game; a NULL has none. */
#define NUMBER_OF(NAME, EXPRESSION) int NAME(const bm_game *g) { return g ? (int)(EXPRESSION) : lib_fail(BM_ARGUMENT, #NAME ": the game is NULL"); }
#define TEXT_OF(NAME, EXPRESSION) const char *NAME(const bm_game *g) { return g ? (EXPRESSION) : (lib_fail(BM_ARGUMENT, #NAME ": the game is NULL"), NULL); }

TEXT_OF(bm_name, g->setup.game->name)
TEXT_OF(bm_title, g->setup.game->title)
NUMBER_OF(bm_rules, g->setup.rules)
NUMBER_OF(bm_players, g->setup.players)
NUMBER_OF(bm_min_players, g->setup.game->min_players)
NUMBER_OF(bm_max_players, g->setup.game->max_players)
NUMBER_OF(bm_num_moves, g->setup.game->num_moves)
NUMBER_OF(bm_num_actions, g->setup.game->num_actions)
NUMBER_OF(bm_max_length, g->setup.game->max_length)
NUMBER_OF(bm_tensor_size, g->setup.game->planes ? tensor_size(g->setup.game->planes) : 0)

const char *bm_seat_name(const bm_game *g, int seat)
{
	if (g && seat >= 0 && seat < g->setup.players)
		return g->setup.name[seat];
	lib_fail(BM_ARGUMENT, "there is no seat %d", seat);
	return NULL;
}

static int options_of(const bm_game *g)
{
	int n = 0;

	while (g && g->setup.game->options[n].name)
		n++;
	return n;
}

static int planes_of(const bm_game *g)
{
	const struct plane *p = g ? g->setup.game->planes : NULL;
	int n = 0;

	for (; p && p->name; p++)
		n++;
	return n;
}

/* Whether a caller who has given these to `function` gets number i of the n options or planes of a game. */
static int one_of(const bm_game *g, int i, const void *out, int n, const char *function, const char *what)
{
	if (!g || !out || i < 0)
		return lib_fail(BM_ARGUMENT, "%s takes a game, a number from 0 on and where to write", function);
	return i < n ? BM_FINE : lib_fail(BM_ARGUMENT, "%s has %d %s", g->setup.game->name, n, what);
}

int bm_option(const bm_game *g, int i, struct bm_option *out)
{
	if (one_of(g, i, out, options_of(g), "bm_option", "options") != BM_FINE)
		return BM_ARGUMENT;
	const struct option *o = &g->setup.game->options[i];
	*out = (struct bm_option){ o->name, o->help, o->values, o->min, o->max, o->preset, g->setup.option[i] };
	return BM_FINE;
}

int bm_tensor_info(const bm_game *g, int i, struct bm_plane *out)
{
	if (one_of(g, i, out, planes_of(g), "bm_tensor_info", "planes") != BM_FINE)
		return BM_ARGUMENT;
	const struct plane *p = &g->setup.game->planes[i];
	*out = (struct bm_plane){ p->name, p->meaning, p->offset, p->scale, p->dims, { 1, 1, 1 }, { 0, 0, 0 } };
	for (int k = 0; k < p->dims; k++) {
		out->shape[k] = p->shape[k];
		out->stride[k] = p->stride[k];
	}
	return BM_FINE;
}

uint64_t bm_tensor_hash(const bm_game *g)
{
	uint64_t hash = 0;
	struct bm_plane p;

	for (int i = 0; g && bm_tensor_info(g, i, &p) == BM_FINE; i++) {
		int n[] = { p.offset, p.scale, p.dims, p.shape[0], p.shape[1], p.shape[2], p.stride[0], p.stride[1], p.stride[2] };
		hash = rng_mix(hash ^ codec_hash(p.name, (int)strlen(p.name)));
		hash = rng_mix(hash ^ codec_hash(n, sizeof n));
	}
	return hash;
}

const char *bm_bot_name(int i)
{
	return is_in((const void *const *)bot_list, i) ? bot_list[i]->name : NULL;
}
