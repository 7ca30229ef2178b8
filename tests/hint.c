/* Advice in words: of every move there is a sentence that says what to do, of the best ones why; and what is said is true of the position. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bots/bot.h"
#include "broadhorns/fixture.h"
#include "core/hint.h"
#include "engine/engine.h"

_Noreturn void panic(const char *what)
{
	fprintf(stderr, "%s\n", what);
	abort();
}

enum { MOST_SENTENCES = 64 };

/* Sentences, and no notation: they begin with a capital or a sum, end with a full stop, have no place left open, and count from one. */
static void reads_well(const char *words)
{
	size_t n = strlen(words);

	if (n < 5 || words[n - 1] != '.' || !(*words >= 'A' && *words <= 'Z') || strpbrk(words, "@;{}_") || strstr(words, "  ") || strstr(words, "tile 0"))
		fail_msg("not a sentence: %s", words);
}

/* By random moves, beginning with this one: to the end of the turn, or it breaks off as lines of a search do. */
static void random_line(const struct game *g, const struct box *b, const struct state *s, int first, struct rng *r, struct hint_line *out)
{
	uint16_t move[HINT_MOVES] = { (uint16_t)first };
	struct moves m;

	for (int n = 1; n <= HINT_MOVES; n++) {
		hint_follow(g, b, s, move, n, out);
		assert_int_equal(out->n, n);
		if (out->whole || n == HINT_MOVES || rng_below(r, 8) == 0)
			return;
		g->legal(b, &out->after, &m);
		move[n] = m.id[rng_below(r, (uint32_t)m.n)];
	}
}

/* Words for every legal move of a position. */
static void all_moves(const struct game *g, const struct box *b, const struct state *s, struct rng *r, int used[MOST_SENTENCES])
{
	struct moves m;
	static struct hint_line best, second;

	g->legal(b, s, &m);
	for (int i = 0; i < m.n; i++) {
		char act[MAX_STORY], why[MAX_STORY];
		struct text a = text_on(act, sizeof act), w = text_on(why, sizeof why);
		struct hint_reasons reasons = { .n = 0 };
		struct event e;
		random_line(g, b, s, m.id[i], r, &best);
		random_line(g, b, s, m.id[rng_below(r, (uint32_t)m.n)], r, &second);
		const struct hint_of of = { b, s, g->to_move(b, s), &best, &second };
		hint_act(g, &of, &a);
		hint_why(g, &of, &w);
		assert_true(text_fits(&a) && text_fits(&w));
		reads_well(act);
		if (why[0])
			reads_well(why);
		g->hint->act(&of, &e);
		used[e.what]++;
		g->hint->reasons(&of, &reasons);
		for (int k = 0; k < reasons.n; k++)
			used[reasons.of[k].what]++;
	}
}

/* Whoever moves at random seldom comes to the end of a river. */
static int sensible(const struct fix *f, int mover, struct rng *r)
{
	struct state view;

	game_view(f->g, f->box, &f->s, mover, &view);
	return bot_pick_once("simple", f->g, f->box, &view, r);
}

static void every_move_of(const char *name, int players, const char *options, int games)
{
	int used[MOST_SENTENCES] = { 0 }, missing = 0;
	const struct game *g = game_find(name);
	struct rng r = rng_seed(7);

	assert_in_range(g->hint->words->events, 1, MOST_SENTENCES);
	for (int game = 0; game < games; game++) {
		struct fix f = fix_begin(name, g->min_players == 1 && game % 3 == 0 ? 1 : players, options, NULL);
		for (int mover; (mover = g->to_move(f.box, &f.s)) != OVER; ) {
			struct moves m;
			if (mover != CHANCE && rng_below(&r, 3) == 0)
				all_moves(g, f.box, &f.s, &r, used);
			g->legal(f.box, &f.s, &m);
			int move = mover == CHANCE ? game_chance(g, f.box, &f.s, &r) : game % 2 ? sensible(&f, mover, &r) : m.id[rng_below(&r, (uint32_t)m.n)];
			g->apply(f.box, &f.s, move, NULL);
		}
	}
	for (int i = 0; i < g->hint->words->events; i++)
		if (!used[i]) {
			print_message("%s: nobody said \"%s\"\n", name, g->hint->words->event[i].of[0]);
			missing++;
		}
	assert_int_equal(missing, 0);
}

static void every_move_has_words(void **unused)
{
	every_move_of("queen", 4, "", 60);
	every_move_of("broadhorns", 4, "freight=on wild_any_order=on", 40);
	every_move_of("rails", 3, "wild_any_order=on", 40);
}

static void says(const struct fix *f, const char *best, const char *second, const char *act, const char *why)
{
	struct hint_line line[2] = { { .n = 0 }, { .n = 0 } };
	const char *typed[] = { best, second };
	char said[MAX_STORY];

	for (int i = 0; i < 2 && typed[i]; i++) {
		uint16_t move[HINT_MOVES];
		char word[MAX_TEXT];
		struct state at = f->s;
		int n = 0;
		for (const char *left = typed[i]; next_word(&left, ",", word); n++) {
			int found = game_parse(f->g, f->box, &at, word, ALL);
			assert_true(found >= 0);
			move[n] = (uint16_t)found;
			f->g->apply(f->box, &at, found, NULL);
		}
		hint_follow(f->g, f->box, &f->s, move, n, &line[i]);
		assert_int_equal(line[i].n, n);
	}
	const struct hint_of of = { f->box, &f->s, f->g->to_move(f->box, &f->s), &line[0], &line[1] };
	struct text t = text_on(said, sizeof said);
	hint_act(f->g, &of, &t);
	assert_string_equal(said, act);
	t = text_on(said, sizeof said);
	said[0] = '\0';
	hint_why(f->g, &of, &t);
	assert_string_equal(said, why);
}

/* Pork at its last space, a town that wants it, and a rival one move above it. */
static void what_is_said_of_a_sale(void **unused)
{
	struct fix f = fix_river(3, "");

	fix_boat(&f, 0, 30, 35, "P@4 A@1");
	fix_boat(&f, 1, 30, 33, "P@0 F@0");
	says(&f, "port, sell pork@4 for 6", "stop", "Sell the pork at Baton Rouge for 6 gold.",
		"The pork would be lost at your next spoil step. Green could sell 2 barrels at Baton Rouge next turn.");
	fix_seasons(&f, 4);                                     /* winter: no spoil step */
	says(&f, "port, sell pork@4 for 6", NULL, "Sell the pork at Baton Rouge for 6 gold.",
		"The next spoil card for pork would take it. Green could sell 2 barrels at Baton Rouge next turn.");
}

/* The engine prints them behind each line of a thought, with the names that players have. */
static void the_engine_speaks(void **unused)
{
	static const char *const begin[] = { "new queen players=3 seed=3", "new broadhorns players=3 seed=3", "new rails players=2 seed=3" };
	char *said = NULL;
	size_t n;

	for (size_t i = 0; i < sizeof begin / sizeof begin[0]; i++) {
		struct engine e = { .budget = ENGINE_BUDGET, .thinking = 60 };
		FILE *out = open_memstream(&said, &n);
		assert_true(engine_line(&e, begin[i], strlen(begin[i]), out));
		assert_true(engine_line(&e, "go search info", 14, out));
		fclose(out);
		const char *first = strstr(said, "info line 1 "), *words = strstr(said, "\ninfo words 1 {\"act\":\"");
		assert_true(first && words && words > first);
		assert_non_null(strstr(words, "\",\"why\":\""));
		free(said);
		engine_close(&e);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_move_has_words), cmocka_unit_test(what_is_said_of_a_sale), cmocka_unit_test(the_engine_speaks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
