#define _POSIX_C_SOURCE 200809L
#include "contest.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/pool.h"
#include "base/file.h"

enum { MOST_WORDS = 24, LONGEST_MS = 3600000 };

/* Keys that every setup takes and that are refused here: they have flags of their own, or make no sense here. */
static bool is_not_the_games(const char *word)
{
	static const char *const key[] = { "players=", "seed=", "chance=", "names=" };

	for (size_t i = 0; i < sizeof key / sizeof key[0]; i++)
		if (strncmp(word, key[i], strlen(key[i])) == 0)
			return true;
	return false;
}

/* Makes the words of a setup from the flags: queen players=4 seed=1 mode=intro. Cuts `options` at its commas. */
static bool read_setup(const struct contest_flags *f, char *options, struct setup *u)
{
	char players[64], seed[64], *word[MOST_WORDS];
	int n = 0;

	snprintf(players, sizeof players, "players=%.40s", f->players ? f->players : "");
	snprintf(seed, sizeof seed, "seed=%.40s", f->seed ? f->seed : "1");
	word[n++] = (char *)f->game;
	if (f->players)
		word[n++] = players;
	word[n++] = seed;
	for (char *rest = NULL, *w = options ? strtok_r(options, ",", &rest) : NULL; w; w = strtok_r(NULL, ",", &rest)) {
		if (is_not_the_games(w)) {
			cli_bad("'%.40s' is not for --options: they are the game's own; there are --players and --seed", w);
			return false;
		}
		if (n == MOST_WORDS) {
			cli_bad("there are too many options");
			return false;
		}
		word[n++] = w;
	}
	return cli_setup(u, f->box, n, word);
}

static bool read_numbers(struct contest *c, const struct contest_flags *f)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	c->asked = 100;
	c->jobs = processors < 1 ? 1 : processors > POOL_JOBS ? POOL_JOBS : (int)processors;
	c->arena.ms = 10000;
	return (!f->games || cli_number("--games", f->games, 1, ARENA_GAMES, &c->asked)) &&
		(!f->jobs || cli_number("--jobs", f->jobs, 1, POOL_JOBS, &c->jobs)) &&
		(!f->time || cli_number("--time", f->time, 1, LONGEST_MS, &c->arena.ms));
}

static bool read_clock(struct contest *c, const char *clock)
{
	c->arena.cpu = clock && strcmp(clock, "cpu") == 0;
	if (!clock || c->arena.cpu || strcmp(clock, "wall") == 0)
		return true;
	cli_bad("--clock is '%.40s'; allowed: wall, cpu", clock);
	return false;
}

static bool read_bots(struct contest *c, const char *list)
{
	struct arena *a = &c->arena;
	char why[MAX_ERROR];

	c->list = strdup(list);
	must(c->list != NULL);
	bool fine = arena_set_bots(a, c->list, why);
	for (int i = 0; fine && i < a->bots; i++)
		fine = player_probe(a->bot[i], &a->setup, why);
	if (!fine)
		cli_bad("%s", why);
	return fine;
}

bool contest_open(struct contest *c, const struct contest_flags *f, const char *preset_bots)
{
	char *options = f->options ? strdup(f->options) : NULL;

	*c = (struct contest){ .list = NULL };
	if (!f->game)
		cli_bad("which game? --game G is missing");
	bool fine = f->game && read_setup(f, options, &c->arena.setup) && read_numbers(c, f) && read_clock(c, f->clock) && read_bots(c, f->bots ? f->bots : preset_bots);
	free(options);
	if (!fine) {
		contest_close(c);
		return false;
	}
	c->arena.rotations = c->arena.setup.players;
	c->games = (c->asked + c->arena.rotations - 1) / c->arena.rotations * c->arena.rotations;
	return true;
}

void contest_close(struct contest *c)
{
	free(c->list);
	c->list = NULL;
}

/* Progress -------------------------------------------------------------- */

void contest_progress(int done, int games, int now, double seconds)
{
	enum { WIDTH = 30 };
	const int full = (int)((long long)WIDTH * done / games);
	const double rate = seconds > 0 ? now / seconds : 0;

	if (!isatty(STDERR_FILENO))
		return;
	fputs("\r[", stderr);
	for (int i = 0; i < WIDTH; i++)
		fputc(i < full ? '#' : '.', stderr);
	fprintf(stderr, "] %d of %d", done, games);
	if (rate > 0) {
		int left = (int)((games - done) / rate + 0.5);
		fprintf(stderr, rate < 10 ? ", %.1f games/s" : ", %.0f games/s", rate);
		fprintf(stderr, ", %d:%02d:%02d left", left / 3600, left / 60 % 60, left % 60);
	}
	fputs("\033[K", stderr);
}

void contest_progress_end(void)
{
	if (isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
}

bool contest_write_json(json_t *root, const char *path)
{
	char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(9)), why[MAX_ERROR];

	must(text != NULL);
	size_t n = strlen(text);
	text[n] = '\n';                         /* in the place of the NUL */
	bool fine = file_write(path, text, n + 1, why);
	free(text);
	json_decref(root);
	if (!fine)
		cli_no("%s", why);
	return fine;
}

void contest_put_head(const struct arena *a, FILE *out)
{
	const struct setup *u = &a->setup;
	uint8_t preset[MAX_OPTIONS];
	char value[MAX_TEXT];

	fprintf(out, "%s, %d player%s", u->game->name, u->players, u->players > 1 ? "s" : "");
	if (u->rules != u->game->rules)
		fprintf(out, ", rules %d", u->rules);
	game_presets_in(u->game, u->rules, preset);
	for (int i = 0; u->game->options[i].name; i++)
		if (u->option[i] != preset[i]) {
			game_option_text(u->game, u->option, i, value);
			fprintf(out, ", %s=%s", u->game->options[i].name, value);
		}
	if (!boxfile_built_in(u->game, &u->box))
		fprintf(out, ", box %s", u->box.name);
	fprintf(out, ", seed %ju", (uintmax_t)u->seed);
}
