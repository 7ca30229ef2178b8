/* bigmuddy puzzles: finds positions with one clearly best move in games of bots, and checks those that were found. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "bots/bot.h"
#include "cli.h"
#include "play/follow.h"
#include "review/puzzle.h"

enum { EACH_GAME = 3, APART = 4 };      /* puzzles of one game at most, and turns between them */
enum { PUZZLE_JSON = 1 << 16, FILE_MOST = 1 << 24 };
enum { OTHER_DRAWS = 100 };             /* the salt that puzzles are checked with, different from all that they are found with */

/* Finding -------------------------------------------------------------------------- */

/* Plays a game of bots to its end. */
static void play(struct session *s, const char *bot)
{
	const struct game *g = s->setup.game;
	struct mind *mind[MAX_PLAYERS];
	struct rng r = rng_seed(s->setup.seed);
	struct state view;

	for (int i = 0; i < s->setup.players; i++)
		mind[i] = bot_open(bot, g, &s->setup.box);
	for (int mover; (mover = session_to_move(s)) >= 0; session_settle(s)) {
		game_view(g, &s->setup.box, &s->state, mover, &view);
		session_move(s, bot_pick(mind[mover], &view, (struct budget){ 0 }, &r, NULL));
	}
	for (int i = 0; i < s->setup.players; i++)
		bot_close(mind[i]);
}

/* Prints the puzzle at that position, if there is one. */
static bool print_at(const struct session *s, int ply)
{
	static struct puzzle p;
	static char json[PUZZLE_JSON];
	struct text t = text_on(json, sizeof json);

	if (!puzzle_at(s, ply, &p))
		return false;
	puzzle_json(s, &p, &t);
	must(text_fits(&t));
	puts(json);
	fflush(stdout);
	return true;
}

/* Finds and prints the puzzles of one game. Returns how many there are. */
static int find_in(const struct session *s, int most)
{
	int found = 0, last = -APART;

	for (int ply = 0; ply < s->plies && found < most; ply++) {
		const int turn = s->setup.game->turn(session_at(s, ply));
		if (turn < last + APART || !print_at(s, ply))
			continue;
		last = turn;
		found++;
	}
	return found;
}

static int find(struct setup *u, const char *bot, int count)
{
	for (int found = 0; found < count; u->seed++) {
		struct session s;
		session_start(&s, u);
		play(&s, bot);
		found += find_in(&s, count - found < EACH_GAME ? count - found : EACH_GAME);
		session_close(&s);
	}
	return EXIT_FINE;
}

/* Checking --------------------------------------------------------------------------- */

/* "players=4 seed=17 ..." of that game, and the decisions up to the puzzle. */
static bool open_puzzle(struct session *s, const char *game, const struct json_value *o, char why[MAX_ERROR])
{
	enum { MOST_WORDS = 24 };
	const char *setup = json_string_of(json_get(o, "setup")), *code = json_string_of(json_get(o, "code")), *word[MOST_WORDS] = { game };
	char copy[2 * MAX_ERROR], *rest = NULL;
	struct setup u;
	int n = 1;

	if (!setup || !code || strlen(setup) >= sizeof copy)
		return error_say(why, "it has no setup and no code");
	strcpy(copy, setup);
	for (char *w = strtok_r(copy, " ", &rest); w && n < MOST_WORDS; w = strtok_r(NULL, " ", &rest))
		word[n++] = w;
	if (!setup_read(&u, NULL, n, word, why))
		return false;
	session_start(s, &u);
	if (follow_play(s, code, why))
		return true;
	session_close(s);
	return false;
}

static bool check_one(const char *game, const struct json_value *o, uint64_t salt, bool keep, char why[MAX_ERROR])
{
	const struct json_value *line = json_get(json_get(o, "best"), "line");
	const char *best = json_string_of(json_next(line, NULL));
	struct session s;
	int move;

	if (!best)
		return error_say(why, "it has no best line");
	if (!open_puzzle(&s, game, o, why))
		return false;
	bool fine = session_judge(&s, best, &move, why);
	if (fine) {
		session_move(&s, move);         /* a review is of moves that were played */
		fine = puzzle_holds(&s, s.plies - 1, move, salt, why) && (!keep || print_at(&s, s.plies - 1) || error_say(why, "it is not found again"));
	}
	session_close(&s);
	return fine;
}

/* Checks a file of puzzles, which is named after its game and has one puzzle on a line. keep: prints those that still hold, as they are found today. */
static int check(const char *path, int sample, bool keep)
{
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	char game[MAX_NAME], why[MAX_ERROR], *bytes;
	FILE *says = keep ? stderr : stdout;
	int lines = 0, looked = 0, failed = 0, every = 1;
	size_t n;

	snprintf(game, sizeof game, "%.*s", (int)strcspn(name, "."), name);
	if (!file_read(path, &bytes, &n, why))
		return cli_bad("%s", why);
	for (size_t i = 0; i < n; i++)
		lines += bytes[i] == '\n';
	if (sample > 0 && lines > sample)
		every = lines / sample;
	char *rest = NULL;
	int number = 0;
	for (char *line = strtok_r(bytes, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		struct json j;
		if (number++ % every != 0)
			continue;
		bool fine = json_parse(&j, line, strlen(line), FILE_MOST, why);
		if (fine) {
			fine = check_one(game, j.root, OTHER_DRAWS, keep, why);
			json_drop(&j);
		}
		looked++;
		failed += !fine;
		if (!fine)
			fprintf(says, "%s:%d: %s\n", path, number, why);
	}
	free(bytes);
	fprintf(says, "%s: %d puzzles, %d looked at, %d passed, %d failed\n", path, lines, looked, looked - failed, failed);
	return failed > 0 || looked == 0 ? EXIT_NO : EXIT_FINE;
}

int cli_puzzles(int argc, char **argv)
{
	const char *count_text = "10", *bot = "medium", *sample_text = "0";
	bool checks = false, keeps = false;
	const struct flag flags[] = {
		{ "count",  "N",    "how many to find (10)", &count_text, NULL },
		{ "bot",    "NAME", "whose games they are looked for in (medium)", &bot, NULL },
		{ "check",  NULL,   "check files of puzzles instead, each named after its game", NULL, &checks },
		{ "keep",   NULL,   "with --check: print those that hold, as they are found today", NULL, &keeps },
		{ "sample", "N",    "with --check: about so many of each file; 0 is all", &sample_text, NULL },
		{ .name = NULL },
	};
	const struct usage usage = { "bigmuddy puzzles GAME [key=value...] [flags] | --check FILE...",
		"Positions in games of bots where one move is clearly best: by 12 in 100 of the chance to win,\n"
		"also with ten times the playouts and other draws; found by search, and not by `simple`. Prints\n"
		"one a line, as JSON, which docs/puzzles.md explains. The same seed finds the same ones.", flags, "GAME, or files", 1, ANY_NUMBER };
	int count, sample, code = cli_flags(&usage, &argc, argv);
	struct setup u;

	if (code != EXIT_NONE)
		return code;
	if (!cli_number("--count", count_text, 1, 100000, &count) || !cli_number("--sample", sample_text, 0, 100000, &sample))
		return EXIT_BAD;
	if (checks) {
		code = EXIT_FINE;
		for (int i = 1; i < argc; i++) {
			const int one = check(argv[i], sample, keeps);
			code = one > code ? one : code;
		}
		return code;
	}
	if (!bot_find(bot))
		return cli_bad("there is no bot '%s'", bot);
	return cli_setup(&u, NULL, argc - 1, argv + 1) ? find(&u, bot, count) : EXIT_BAD;
}
