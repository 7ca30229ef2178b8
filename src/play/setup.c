#define _POSIX_C_SOURCE 200809L
#include "play/setup.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void name_seats(struct setup *u)
{
	memset(u->name, 0, sizeof u->name);
	for (int i = 0; i < u->players; i++)
		snprintf(u->name[i], MAX_NAME, "%s", u->game->seats[i]);
}

void setup_preset(struct setup *u, const struct game *g)
{
	must(sodium_init() >= 0);
	*u = (struct setup){ .game = g, .rules = g->rules, .box = *g->box, .players = g->min_players, .seed = randombytes_random() };
	game_presets(g, u->option);
	name_seats(u);
}

bool setup_number(const char *text, uint64_t *seed)
{
	uint64_t n = 0;

	for (int i = 0; text[i]; i++) {
		if (text[i] < '0' || text[i] > '9' || i >= 20)
			return false;
		uint64_t digit = (uint64_t)(text[i] - '0');
		if (n > (UINT64_MAX - digit) / 10)
			return false;
		n = n * 10 + digit;
	}
	*seed = n;
	return text[0] != '\0';
}

/* A box of somebody's own stays. */
static bool set_rules(struct setup *u, const char *value, char out[MAX_ERROR])
{
	uint64_t n;

	if (!setup_number(value, &n) || n < 1 || n > u->game->rules)
		return error_say(out, "rules of version '%.20s' are unknown: this program plays versions 1 to %d", value, u->game->rules);
	u->rules = (uint16_t)n;
	game_presets_in(u->game, u->rules, u->option);
	if (boxfile_built_in(u->game, &u->box))
		game_box(u->game, u->rules, &u->box);
	return true;
}

static bool set_players(struct setup *u, const char *value, char out[MAX_ERROR])
{
	uint64_t n;

	if (!setup_number(value, &n) || n < u->game->min_players || n > u->game->max_players)
		return error_say(out, "players=%s is not possible; %s takes %d to %d", value, u->game->name,
			u->game->min_players, u->game->max_players);
	u->players = (int)n;
	name_seats(u);
	return true;
}

bool setup_name(const char *name, size_t n)
{
	size_t at;

	return n > 0 && n < MAX_NAME && error_clean(name, n, &at) && !memchr(name, '#', n) && !memchr(name, ',', n) && !memchr(name, '\t', n) &&
		name[0] != ' ' && name[n - 1] != ' ';
}

static bool set_names(struct setup *u, const char *value, char out[MAX_ERROR])
{
	struct setup fresh = *u;
	char shown[MAX_SHOWN];
	int seat = 0;

	for (const char *at = value;; seat++) {
		at += strspn(at, " ");
		size_t n = strcspn(at, ",");
		if (seat == u->players)
			return error_say(out, "there are more names than the %d players", u->players);
		if (!setup_name(at, n))
			return error_say(out, "'%s' cannot be a name; allowed: 1 to %d bytes without comma, # or tab",
				error_quote(shown, at, n), MAX_NAME - 1);
		memset(fresh.name[seat], 0, MAX_NAME);
		memcpy(fresh.name[seat], at, n);
		if (at[n] == '\0')
			break;
		at += n + 1;
	}
	*u = fresh;
	return true;
}

static bool set_option(struct setup *u, const char *key, const char *value, char out[MAX_ERROR])
{
	const struct option *o = u->game->options;
	char why[MAX_TEXT];

	if (game_set_option_in(u->game, u->rules, u->option, key, value, why))
		return true;
	while (o->name && strcmp(o->name, key) != 0)
		o++;
	return error_say(out, o->name ? "%s" : "%s; every game takes players, rules, seed, chance and names too", why);
}

bool setup_set(struct setup *u, const char *key, const char *value, char out[MAX_ERROR])
{
	char k[MAX_SHOWN], v[MAX_SHOWN];        /* what is cut here is wrong anyway; only names may be long */

	error_quote(k, key, strlen(key));
	error_quote(v, value, strlen(value));
	if (strcmp(k, "rules") == 0)
		return set_rules(u, v, out);
	if (strcmp(k, "players") == 0)
		return set_players(u, v, out);
	if (strcmp(k, "names") == 0)
		return set_names(u, value, out);
	if (strcmp(k, "seed") == 0)
		return setup_number(v, &u->seed) ? true : error_say(out, "seed=%s is not possible; allowed: a number from 0 to %ju", v, UINTMAX_MAX);
	if (strcmp(k, "chance") == 0) {
		if (strcmp(v, "auto") != 0 && strcmp(v, "manual") != 0)
			return error_say(out, "chance=%s is not possible; allowed: auto, manual", v);
		u->manual = v[0] == 'm';
		return true;
	}
	return set_option(u, k, v, out);
}

static bool find_game(const struct game **g, const char *name, char out[MAX_ERROR])
{
	char shown[MAX_SHOWN], all[MAX_TEXT];
	struct text t = text_on(all, sizeof all);

	*g = name ? game_find(name) : NULL;
	for (int i = 0; game_list[i]; i++)
		text_form(&t, i > 0 ? ", %s" : "%s", &game_list[i]->name, NULL);
	if (!name)
		return error_say(out, "which game? There are: %s", all);
	return *g ? true : error_say(out, "there is no game '%s'; there are: %s", error_quote(shown, name, strlen(name)), all);
}

/* Cuts word into its key and its value; the copy is yours. */
static char *cut(const char *word, char **value, char out[MAX_ERROR])
{
	char shown[MAX_SHOWN], *key = strdup(word);

	must(key != NULL);
	*value = strchr(key, '=');
	if (*value && *value > key) {
		*(*value)++ = '\0';
		return key;
	}
	free(key);
	error_say(out, "'%s' is not a setting like players=3", error_quote(shown, word, strlen(word)));
	return NULL;
}

static bool comes_before(const char *const word[], int i, const char *key)
{
	size_t n = strlen(key);

	for (int k = 0; k < i; k++)
		if (strncmp(word[k], key, n) == 0 && word[k][n] == '=')
			return true;
	return false;
}

/* Those that others depend on, or all the others. */
static bool read_settings(struct setup *u, int n, const char *const word[], bool early, char out[MAX_ERROR])
{
	bool fine = true;

	for (int i = 0; i < n && fine; i++) {
		char *value, *key = cut(word[i], &value, out);

		if (!key)
			return false;
		if (comes_before(word, i, key)) {
			char shown[MAX_SHOWN];
			fine = error_say(out, "%s is given twice", error_quote(shown, key, strlen(key)));
		} else if ((strcmp(key, "players") == 0 || strcmp(key, "rules") == 0) == early) {
			fine = setup_set(u, key, value, out);
		}
		free(key);
	}
	return fine;
}

bool setup_read(struct setup *u, const struct boxfile *f, int n, const char *const word[], char out[MAX_ERROR])
{
	const struct game *g;
	struct setup fresh;

	if (!find_game(&g, n > 0 ? word[0] : NULL, out))
		return false;
	if (f && f->game != g)
		return error_say(out, "the box is for %s, not for %s", f->game->name, g->name);
	setup_preset(&fresh, g);
	if (f)
		fresh.box = f->box;
	if (!read_settings(&fresh, n - 1, word + 1, true, out) || !read_settings(&fresh, n - 1, word + 1, false, out))
		return false;
	*u = fresh;
	return true;
}

void setup_start(const struct setup *u, struct state *s)
{
	game_start(u->game, &u->box, u->players, u->option, s);
	s->rules = u->rules;
}
