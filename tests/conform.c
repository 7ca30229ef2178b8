/* The contracts of docs/game.md, each one a test over every game there is. The games are played once, half of them uniformly at random and
 * half by the lively mover, and each contract then looks at every moment of as many of them as it can afford.
 *
 * CONFORM_GAMES sets how many games are played of each game, fewer where they are long; arguments name the games to test, none means all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "contracts.h"
#include "core/codec.h"
#include "base/json.h"

enum { GAMES = 2000, LENGTH = 300, AT_LEAST = 24 };     /* games that take more moves than that on average are fewer, but so many at least */

/* All that were played of one game. */
struct shelf {
	const struct game *g;
	char               letters[3];          /* that its rules are named by */
	int                games;
	struct log        *of;
};

/* Playing ------------------------------------------------------------- */

/* Looks at every state of one game in `every`, the end included. */
static void walk(const struct shelf *shelf, int every, void (*look)(struct scene *c))
{
	for (int i = 0; i < shelf->games; i++) {
		const struct log *log = &shelf->of[i];
		struct scene c = { .g = shelf->g, .b = shelf->g->box, .log = log, .letters = shelf->letters, .own = rng_seed(log->seed + 1) };

		if (i / 2 % every != 0)                 /* by twos: a uniform game and a lively one */
			continue;
		game_start(c.g, c.b, log->players, log->option, &c.s);
		for (c.ply = 0; ; c.ply++) {
			c.mover = c.g->to_move(c.b, &c.s);
			c.move = c.ply < log->n ? log->move[c.ply] : -1;
			look(&c);
			if (c.move < 0)
				break;
			c.g->apply(c.b, &c.s, c.move, NULL);
		}
	}
}

static int games_wanted(void)
{
	const char *words = getenv("CONFORM_GAMES");
	int n = words ? atoi(words) : GAMES;

	return n > 0 ? n : GAMES;
}

/* Freight on Board has rules of its own, whatever game it is laid over. */
static bool has_freight(const struct game *g)
{
	for (int i = 0; g->options[i].name; i++)
		if (strcmp(g->options[i].name, "freight") == 0)
			return true;
	return false;
}

/* Every game ends, and within max_length. */
static void games_end(struct shelf *shelf)
{
	int games = games_wanted();
	long moves = 0, enough = (long)LENGTH * games;
	char words[MAX_TEXT];

	shelf->of = calloc((size_t)games, sizeof shelf->of[0]);
	shelf->letters[1] = has_freight(shelf->g) ? 'F' : '\0';
	for (; shelf->games < games && (moves < enough || shelf->games < AT_LEAST); shelf->games++) {
		struct state over;
		const char *wrong = log_play(shelf->g, (uint64_t)shelf->games, &shelf->of[shelf->games], &over);
		if (wrong)
			fail_msg("%s, seed %d, after %u moves: %s", shelf->g->name, shelf->games, shelf->of[shelf->games].n, wrong);
		moves += shelf->of[shelf->games].n;
		shelf->letters[0] = (char)(shelf->g->why(shelf->g->box, &over, 0, words) >> 8);         /* all moves are refused now */
	}
}

/* Contracts about whole games -------------------------------------------- */

static void names_are_words(const struct field *f)
{
	for (; f && f->name; f++) {
		if (!text_is_word(f->name))
			fail_msg("a field is called '%s'", f->name);
		names_are_words(f->of);
	}
}

/* Every byte of the row belongs to exactly one plane, and each plane has a name, a meaning and a scale. */
static void planes_cover_the_row(const struct plane *of)
{
	uint8_t used[8192] = { 0 };
	int size = tensor_size(of);

	assert_true(size > 0 && size <= (int)sizeof used);
	for (const struct plane *p = of; p->name; p++) {
		uint16_t n[PLANE_DIMS] = { 1, 1, 1 };
		assert_true(p->meaning[0] && p->scale > 0 && p->dims >= 1 && p->dims <= PLANE_DIMS);
		memcpy(n, p->shape, p->dims * sizeof n[0]);
		for (int i = 0; i < n[0]; i++)
			for (int j = 0; j < n[1]; j++)
				for (int k = 0; k < n[2]; k++) {
					int at = p->offset + i * p->stride[0] + j * p->stride[1] + k * p->stride[2];
					if (at >= size || used[at]++)
						fail_msg("plane %s: byte %d is not of the row, or of another plane too", p->name, at);
				}
		for (const struct plane *other = of; other < p; other++)
			assert_string_not_equal(other->name, p->name);
	}
	for (int i = 0; i < size; i++)
		if (!used[i])
			fail_msg("byte %d is of no plane", i);
}

/* The table of functions is complete: only what may be NULL is. */
static void table_is_whole(struct shelf *shelf)
{
	const struct game *g = shelf->g;

	assert_true(game_find(g->name) == g);
	assert_true(g->title && g->rules >= 1 && g->num_moves >= 1 && g->max_length >= 1);
	assert_true(g->min_players >= 1 && g->min_players <= g->max_players && g->max_players <= MAX_PLAYERS);
	assert_true(g->options && g->fields && g->box_fields && g->box && g->seats && g->events && g->sources && g->fates && g->endings);
	assert_true(g->start && g->to_move && g->turn && g->legal && g->weight && g->source && g->apply && g->why && g->text && g->say);
	assert_true(g->score && g->place && g->fate && g->ending && g->tally && g->check && g->check_box && g->draw);
	assert_true(!g->plans || g->plan_fields);
	assert_true(g->num_actions >= 1 && g->num_actions <= g->num_moves && !g->observe == !g->planes);
	if (g->planes)
		planes_cover_the_row(g->planes);
	names_are_words(g->fields);
	names_are_words(g->box_fields);
	names_are_words(g->plan_fields);
	assert_true(!g->prompts || (g->asked && g->order));
	for (int i = 0; g->prompts && g->prompts[i].name; i++) {
		int n = 0;
		while (g->prompts[i].orders[n])
			n++;
		assert_true(g->prompts[i].help && g->prompts[i].preset >= 0 && g->prompts[i].preset < n);
	}
	for (int i = 0; i < g->max_players; i++)
		assert_true(g->seats[i] && g->seats[i][0] != '\0');
	for (int i = 0; g->options[i].name; i++) {
		assert_true(i < MAX_OPTIONS && g->options[i].help);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(g->options[i].name, g->options[k].name);
	}
}

/* The built-in box is sound and comes back from its JSON. */
static void box_comes_back(struct shelf *shelf)
{
	static char first[JSON_BYTES], again[JSON_BYTES];
	struct text t = text_on(first, sizeof first), u = text_on(again, sizeof again);
	struct json j;
	struct box back;
	char words[MAX_ERROR] = "";

	if (!shelf->g->check_box(shelf->g->box, words))
		fail_msg("the built-in box of %s: %s", shelf->g->name, words);
	codec_box_json(shelf->g, shelf->g->box, &t);
	assert_true(text_fits(&t));
	if (!json_read(&j, first, (size_t)t.n, words) || !codec_box_read(shelf->g, &back, &j.flats, words))
		fail_msg("the built-in box of %s is refused: %s", shelf->g->name, words);
	json_drop(&j);
	codec_box_json(shelf->g, &back, &u);
	assert_string_equal(first, again);
}

/* A seed names a game: played again, move for move the same. */
static void seeds_repeat(struct shelf *shelf)
{
	for (int i = 0; i < shelf->games; i += 17) {
		const struct log *log = &shelf->of[i];
		struct log again;
		struct state end;

		if (log_play(shelf->g, log->seed, &again, &end) || again.n != log->n ||
		    memcmp(again.move, log->move, again.n * sizeof again.move[0]) != 0)
			fail_msg("%s: seed %llu gives another game the second time", shelf->g->name, (unsigned long long)log->seed);
		log_drop(&again);
	}
}

/* What cannot happen with the built-in box: its 16 deliveries do not fill the eight ships of Small Railroad Empires. The game's own tests
 * have boxes with fewer. */
static bool needs_other_pieces(const char *game, const char *event)
{
	return strcmp(game, "rails") == 0 && strcmp(event, "reshuffled") == 0;
}

/* Counts over all games, by name; false if something never happened. */
static bool print_counts(const char *game, const char *what, const char *const names[], const unsigned long count[])
{
	bool all = true;

	print_message("%s %s:", game, what);
	for (int i = 0; names[i]; i++)
		print_message(" %s %lu%s", names[i], count[i], names[i + 1] ? "," : "\n");
	for (int i = 0; names[i]; i++)
		if (count[i] == 0 && !needs_other_pieces(game, names[i])) {
			print_error("%s: of its %s '%s' never happened\n", game, what, names[i]);
			all = false;
		}
	return all;
}

/* Every question out of turn was asked. */
static bool everything_asked(const struct game *g, const unsigned long asked[])
{
	const char *names[256] = { NULL };

	for (int i = 0; g->prompts && g->prompts[i].name; i++)
		names[i] = g->prompts[i].name;
	return !g->prompts || print_counts(g->name, "prompts", names, asked);
}

/* The play that everything else was tested on was lively enough: every kind of event, question, fate and ending happened. */
static void everything_happened(struct shelf *shelf)
{
	const struct game *g = shelf->g;
	unsigned long event[256] = { 0 }, fate[256] = { 0 }, ending[256] = { 0 }, asked[256] = { 0 }, moves = 0, longest = 0;

	for (int i = 0; i < shelf->games; i++) {
		const struct log *log = &shelf->of[i];
		struct state s;

		game_start(g, g->box, log->players, log->option, &s);
		ending[g->ending(g->box, &s)]++;
		for (uint32_t k = 0; k < log->n; k++) {
			struct events told = { 0 };
			int prompt = g->prompts ? g->asked(g->box, &s) : -1;
			asked[prompt < 0 ? 255 : prompt]++;
			g->apply(g->box, &s, log->move[k], &told);
			for (int e = 0; e < told.n; e++)
				event[told.of[e].what]++;
			for (int seat = 0; k == 0 && seat < log->players; seat++)
				fate[g->fate(g->box, &s, seat)]++;
		}
		for (int seat = 0; seat < log->players; seat++)
			fate[g->fate(g->box, &s, seat)]++;
		ending[g->ending(g->box, &s)]++;
		moves += log->n;
		longest = log->n > longest ? log->n : longest;
	}
	print_message("%s: %d games, %lu moves, the longest %lu of at most %u\n", g->name, shelf->games, moves, longest, g->max_length);
	bool events = print_counts(g->name, "events", g->events, event);
	bool fates = print_counts(g->name, "fates", g->fates, fate);
	bool endings = print_counts(g->name, "endings", g->endings, ending);
	assert_true(events && fates && endings && everything_asked(g, asked));
}

/* All of them ----------------------------------------------------------------- */

/* Either something to ask of every moment of one game in `every`, or of the whole shelf. */
static const struct contract {
	const char *name;
	void (*moment)(struct scene *c);
	int every;
	void (*whole)(struct shelf *shelf);
} contract[] = {
	{ .name = "the table is whole", .whole = table_is_whole },
	{ .name = "games end in time", .whole = games_end },
	{ .name = "the box comes back from JSON", .whole = box_comes_back },
	{ .name = "everything happened", .whole = everything_happened },
	{ .name = "a seed names a game", .whole = seeds_repeat },
	{ "a copy is the state", contract_copies, 1, NULL },
	{ "events change nothing", contract_events, 4, NULL },
	{ "lists ascend and are never empty", contract_lists, 1, NULL },
	{ "no move leads into a dead end", contract_dead_ends, 8, NULL },
	{ "texts are unique and parse", contract_texts, 8, NULL },
	{ "why() agrees with legal()", contract_reasons, 16, NULL },
	{ "chance has odds and a source", contract_odds, 1, NULL },
	{ "a net sees what its seat sees", contract_observed, 8, NULL },
	{ "nothing is lost: check()", contract_conservation, 1, NULL },
	{ "bytes come back", contract_bytes, 16, NULL },
	{ "damaged bytes are refused", contract_damaged_bytes, 8, NULL },
	{ "JSON comes back", contract_json, 256, NULL },
	{ "damaged JSON is refused", contract_damaged_json, 64, NULL },
	{ "facts are JSON, and views hold them", contract_facts, 16, NULL },
	{ "records come back", contract_records, 16, NULL },
	{ "who is to move is public", contract_views, 4, NULL },
	{ "the mover knows its moves", contract_mover_knows, 16, NULL },
	{ "an only move is one by open facts", contract_only, 4, NULL },
	{ "orders answer questions out of turn", contract_asked, 4, NULL },
	{ "a guess looks the same", contract_guesses, 8, NULL },
	{ "guesses have the right odds", contract_guess_odds, 2, NULL },
	{ "boards and texts come from views", contract_shown, 128, NULL },
	{ "a seat sees what it was told", contract_told, 8, NULL },
	{ "silent moves tell nothing", contract_silence, 8, NULL },
	{ "places rank, tallies add up", contract_places, 4, NULL },
	{ "turns count up", contract_turns, 4, NULL },
	{ "plans do what they say", contract_plans_replay, 8, NULL },
	{ "plans are complete", contract_plans_complete, 1, NULL },
};
enum { CONTRACTS = sizeof contract / sizeof contract[0] };

struct job { const struct contract *contract; struct shelf *shelf; };

static void run(void **state)
{
	const struct job *job = *state;

	if (job->contract->whole)
		job->contract->whole(job->shelf);
	else
		walk(job->shelf, job->contract->every, job->contract->moment);
}

static bool is_wanted(const struct game *g, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], g->name) == 0)
			return true;
	return argc == 1;
}

static void drop_shelf(struct shelf *shelf)
{
	for (int i = 0; i < shelf->games; i++)
		log_drop(&shelf->of[i]);
	free(shelf->of);
}

/* One group of tests for each game, one test for each contract. */
static int conform(const struct game *g)
{
	struct shelf shelf = { .g = g };
	struct job job[CONTRACTS];
	struct CMUnitTest test[CONTRACTS];

	for (int i = 0; i < CONTRACTS; i++) {
		job[i] = (struct job){ &contract[i], &shelf };
		test[i] = (struct CMUnitTest){ .name = contract[i].name, .test_func = run, .initial_state = &job[i] };
	}
	int failed = cmocka_run_group_tests_name(g->name, test, NULL, NULL);
	drop_shelf(&shelf);
	return failed;
}

int main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc; i++)
		if (!game_find(argv[i])) {
			fprintf(stderr, "conform: there is no game '%s'\n", argv[i]);
			return 2;
		}
	for (int i = 0; game_list[i]; i++)
		if (is_wanted(game_list[i], argc, argv))
			failed += conform(game_list[i]);
	return failed > 0;
}
