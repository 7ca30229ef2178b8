/* Golden games: a record for each way in which a seat or a game can end, and how many games there are of a given length.
 *
 *     golden DIR                    tests the records and counts kept there
 *     golden --write DIR [GAME...]  plays until every way of ending has been seen, and keeps a short game of each */
#define _POSIX_C_SOURCE 200809L         /* open_memstream, opendir */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/file.h"
#include "play/perft.h"
#include "play/record.h"
#include "log.h"

enum { MAX_WAYS = 16, MAX_WORDS = 16, SEEDS = 6000 };

static const char *dir = "tests/golden";

/* Records ---------------------------------------------------------------- */

/* Whether each way of one game has a record. */
struct seen { bool fate[MAX_WAYS], ending[MAX_WAYS]; };
static struct seen seen_of[MAX_WAYS];           /* in the order of game_list */

static bool is_record(const char *name)
{
	size_t n = strlen(name), end = strlen(".record");

	return n > end && strcmp(name + n - end, ".record") == 0;
}

static void note_ways(const struct session *s)
{
	const struct game *g = s->setup.game;

	for (int i = 0; game_list[i]; i++) {
		if (game_list[i] != g)
			continue;
		seen_of[i].ending[g->ending(&s->setup.box, &s->state)] = true;
		for (int seat = 0; seat < s->state.players; seat++)
			seen_of[i].fate[g->fate(&s->setup.box, &s->state, seat)] = true;
	}
}

/* The record replays to the result it gives (record_read compares them), every state on the way is sound, and written again it is the same. */
static void replay(const char *path)
{
	struct session s;
	char words[MAX_ERROR] = "", sound[MAX_TEXT] = "", *bytes, *again = NULL;
	size_t n, m = 0;

	if (!file_read(path, &bytes, &n, words) || !record_read(&s, bytes, n, words))
		fail_msg("%s: %s", path, words);
	if (session_to_move(&s) != OVER)
		fail_msg("%s: the game is not over", path);
	for (int i = 0; i <= s.plies; i++)
		if (!s.setup.game->check(&s.setup.box, session_at(&s, i), sound))
			fail_msg("%s: before ply %d: %s", path, i, sound);
	note_ways(&s);

	FILE *out = open_memstream(&again, &m);
	record_write(&s, RECORD_TEXT, out);
	fclose(out);
	if (n != m || memcmp(bytes, again, n) != 0)
		fail_msg("%s: written again it is another text", path);
	free(again);
	free(bytes);
	session_close(&s);
}

static void records_replay(void **state)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	char path[1024];

	assert_non_null(d);
	while ((entry = readdir(d)))
		if (is_record(entry->d_name)) {
			snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
			replay(path);
		}
	closedir(d);
}

/* The first of the names is not an ending: "still playing", "not over". */
static int missing(const struct game *g, const char *what, const char *const names[], const bool seen[])
{
	int n = 0;

	for (int i = 1; names[i]; i++)
		if (!seen[i]) {
			print_error("%s has no golden record with the %s '%s'\n", g->name, what, names[i]);
			n++;
		}
	return n;
}

static void every_way_of_ending_has_a_record(void **state)
{
	int n = 0;

	for (int i = 0; game_list[i]; i++) {
		n += missing(game_list[i], "fate", game_list[i]->fates, seen_of[i].fate);
		n += missing(game_list[i], "ending", game_list[i]->endings, seen_of[i].ending);
	}
	assert_int_equal(n, 0);
}

/* Counts ------------------------------------------------------------------ */

/* "queen players=3 mode=intro: 11 66 ...": how many sequences of 1, 2, ... moves there are, chance included. With "drawn" in front the
 * seed draws the set-up, and counting begins with the first decision. */
static void count(char *line)
{
	const char *word[MAX_WORDS];
	char words[MAX_ERROR], *colon = strchr(line, ':'), *rest = NULL;
	struct setup u;
	struct state s;
	int n = 0;

	assert_non_null(colon);
	*colon = '\0';
	bool drawn = strncmp(line, "drawn ", 6) == 0;
	for (char *w = strtok_r(line + 6 * drawn, " ", &rest); w && n < MAX_WORDS; w = strtok_r(NULL, " ", &rest))
		word[n++] = w;
	if (!setup_read(&u, NULL, n, word, words))
		fail_msg("perft.txt: %s", words);
	setup_start(&u, &s);
	if (drawn) {
		struct session begun;
		session_start(&begun, &u);
		s = begun.state;
		session_close(&begun);
	}
	int depth = 1;
	for (char *w = strtok_r(colon + 1, " \n", &rest); w; w = strtok_r(NULL, " \n", &rest), depth++) {
		uint64_t budget = UINT64_MAX, is;
		if (!perft_count(u.game, &u.box, &s, depth, &budget, &is) || is != strtoull(w, NULL, 10))
			fail_msg("%s players=%d: %llu sequences of %d moves, perft.txt has %s",
				u.game->name, u.players, (unsigned long long)is, depth, w);
	}
	assert_true(depth > 1);
}

static void counts_are_kept(void **state)
{
	char path[1024], line[256];
	int lines = 0;

	snprintf(path, sizeof path, "%s/perft.txt", dir);
	FILE *in = fopen(path, "r");
	assert_non_null(in);
	while (fgets(line, sizeof line, in))
		if (line[0] != '#' && line[0] != '\n') {
			count(line);
			lines++;
		}
	fclose(in);
	assert_true(lines > 0);
}

/* Writing new ones ----------------------------------------------------------- */

/* One game that is wanted: a value of the first option, a number of players, an ending or a fate. */
struct wish {
	const struct game *g;
	int mode, players, ending, fate;        /* players 0: any number; ending or fate is -1 */
	uint64_t seed;                          /* of the shortest such game so far */
	uint32_t n;                             /* moves it has; 0: none was found */
};

static bool grants(const struct wish *w, const struct log *log, const struct state *end)
{
	const struct game *g = w->g;

	if ((w->players && log->players != w->players) || (w->mode >= 0 && log->option[0] != w->mode))
		return false;
	if (w->ending >= 0)
		return g->ending(g->box, end) == w->ending;
	for (int seat = 0; seat < log->players; seat++)
		if (g->fate(g->box, end, seat) == w->fate)
			return true;
	return false;
}

/* The shortest are not the best to look at: of very short ones the longer is kept. */
static bool is_better(uint32_t n, uint32_t than)
{
	enum { SHORT = 60 };

	return than == 0 || (than < SHORT ? n > than && n < 4 * SHORT : n < than && n >= SHORT);
}

static void file_name(const struct wish *w, char out[static 256])
{
	const struct game *g = w->g;
	int n = snprintf(out, 256, "%s/%s", dir, g->name);

	if (w->mode >= 0)
		n += snprintf(out + n, (size_t)(256 - n), "-%s", g->options[0].values[w->mode]);
	n += snprintf(out + n, (size_t)(256 - n), "-%d-%s.record", w->players, w->ending >= 0 ? g->endings[w->ending] : g->fates[w->fate]);
	char *to = out + strlen(dir) + 1;
	for (const char *from = to; *from; from++)
		if (*from != ',')
			*to++ = *from == ' ' ? '-' : *from;
	*to = '\0';
}

static int write_wish(const struct wish *w)
{
	struct log log;
	struct state end;
	struct session s;
	char path[256], words[MAX_ERROR];

	file_name(w, path);
	if (w->n == 0) {
		printf("none seen: %s\n", path);
		return 0;
	}
	log_play(w->g, w->seed, &log, &end);
	log_session(w->g, &log, log.n, &s);
	bool fine = record_save(&s, RECORD_TEXT, path, words);
	printf("%s: %s\n", path, fine ? "written" : words);
	session_close(&s);
	log_drop(&log);
	return !fine;
}

static int modes_of(const struct game *g)
{
	int n = 0;

	while (g->options[0].name && g->options[0].values && g->options[0].values[n])
		n++;
	return n;
}

static void look_for(const struct game *g, struct wish *wish, int n)
{
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct log log;
		struct state end;
		bool fine = !log_play(g, seed, &log, &end);
		for (int i = 0; fine && i < n; i++)
			if (grants(&wish[i], &log, &end) && is_better(log.n, wish[i].n)) {
				wish[i].seed = seed;
				wish[i].n = log.n;
				wish[i].players = log.players;
			}
		log_drop(&log);
	}
}

/* Every ending and every fate in every mode, the numbers of players in turn. */
static int write_game(const struct game *g)
{
	struct wish wish[4 * MAX_WAYS];
	int n = 0, failed = 0, modes = modes_of(g), span = g->max_players - g->min_players + 1;

	for (int mode = modes ? 0 : -1; mode < modes; mode++) {
		for (int i = 1; g->endings[i]; i++, n++)
			wish[n] = (struct wish){ .g = g, .mode = mode, .players = g->min_players + n % span, .ending = i, .fate = -1 };
		for (int i = 1; g->fates[i]; i++, n++)
			wish[n] = (struct wish){ .g = g, .mode = mode, .players = g->min_players + n % span, .ending = -1, .fate = i };
	}
	look_for(g, wish, n);
	for (int i = 0; i < n; i++)
		if (wish[i].n == 0)
			wish[i].players = 0;    /* some endings need more, or fewer */
	look_for(g, wish, n);
	for (int i = 0; i < n; i++) {
		bool again = false;             /* the same game for an ending and for a fate: once is enough */
		for (int k = 0; k < i; k++)
			again = again || (wish[i].n > 0 && wish[k].n > 0 && wish[k].seed == wish[i].seed);
		failed += again ? 0 : write_wish(&wish[i]);
	}
	return failed;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_replay),
		cmocka_unit_test(every_way_of_ending_has_a_record),
		cmocka_unit_test(counts_are_kept),
	};
	bool write = argc > 1 && strcmp(argv[1], "--write") == 0;
	int failed = 0;

	if (argc > 1 + write)
		dir = argv[1 + write];
	if (!write)
		return cmocka_run_group_tests(tests, NULL, NULL);
	for (int i = 0; game_list[i]; i++) {
		bool wanted = argc == 3;
		for (int k = 3; k < argc; k++)
			wanted = wanted || strcmp(argv[k], game_list[i]->name) == 0;
		failed += wanted ? write_game(game_list[i]) : 0;
	}
	return failed > 0;
}
