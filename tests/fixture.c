#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

bool next_word(const char **at, const char *ends, char out[MAX_TEXT])
{
	*at += strspn(*at, " ,");
	size_t n = strcspn(*at, ends);
	if (n == 0)
		return false;
	if (n >= MAX_TEXT)
		fail_msg("too long for one word: %s", *at);
	memcpy(out, *at, n);
	out[n] = '\0';
	*at += n;
	while (n > 0 && out[n - 1] == ' ')
		out[--n] = '\0';
	return true;
}

void add_word(char list[MAX_LIST], const char *form, ...)
{
	va_list args;
	size_t n = strlen(list);
	if (n > 0 && n + 1 < MAX_LIST)
		list[n++] = ' ';
	va_start(args, form);
	vsnprintf(list + n, MAX_LIST - n, form, args);
	va_end(args);
}

static void set_option(const struct game *g, uint8_t o[MAX_OPTIONS], char *pair)
{
	char wrong[MAX_TEXT], *value = strchr(pair, '=');
	if (!value)
		fail_msg("not name=value: %s", pair);
	*value++ = '\0';
	if (!game_set_option(g, o, pair, value, wrong))
		fail_msg("%s", wrong);
}

struct fix fix_begin(const char *game, int players, const char *options, const struct box *box)
{
	struct fix f = { .g = game_find(game) };
	uint8_t o[MAX_OPTIONS];
	char pair[MAX_TEXT];
	assert_non_null(f.g);
	f.box = box ? box : f.g->box;
	game_presets(f.g, o);
	while (next_word(&options, " ", pair))
		set_option(f.g, o, pair);
	game_start(f.g, f.box, players, o, &f.s);
	return f;
}

/* The id of that text, legal here or not; where several read the same, the legal one. */
static int move_of(const struct fix *f, const char *words)
{
	char text[MAX_TEXT];
	int found = -1;
	for (int id = 0; id < f->g->num_moves; id++) {
		f->g->text(f->box, &f->s, id, ALL, text);
		if (strcmp(text, words) == 0 && (found < 0 || game_is_legal(f->g, f->box, &f->s, id)))
			found = id;
	}
	if (found < 0)
		fail_msg("the game has no move \"%s\"", words);
	return found;
}

static void legal_text(const struct fix *f, char out[MAX_LIST])
{
	struct moves list = { 0 };
	struct text t = text_on(out, MAX_LIST);
	char words[MAX_TEXT];
	f->g->legal(f->box, &f->s, &list);
	for (int i = 0; i < list.n; i++) {
		f->g->text(f->box, &f->s, list.id[i], ALL, words);
		text_put(&t, i ? ", " : "");
		text_put(&t, words);
	}
}

void play(struct fix *f, const char *moves)
{
	char word[MAX_TEXT], reason[MAX_TEXT] = "", name[8], list[MAX_LIST];
	while (next_word(&moves, ",", word)) {
		int move = move_of(f, word), rule = f->g->why(f->box, &f->s, move, reason);
		game_rule_name((uint16_t)rule, name);
		legal_text(f, list);
		if (rule != 0)
			fail_msg("\"%s\" is refused by %s: %s; legal are: %s", word, name, reason, list);
		if (!game_is_legal(f->g, f->box, &f->s, move))
			fail_msg("\"%s\" is refused by no rule but not listed", word);
		f->told = (struct events){ 0 };
		f->g->apply(f->box, &f->s, move, &f->told);
		check_holds(f);
	}
}

int named(const char *what, const char *name, const void *first, size_t size, int n)
{
	for (int i = 0; i < n; i++)
		if (strcmp((const char *)first + (size_t)i * size, name) == 0)
			return i;
	fail_msg("no %s \"%s\"", what, name);
	return -1;
}

int weight_of(const struct fix *f, const char *move)
{
	assert_true(is_legal(f, move));
	return f->g->weight(f->box, &f->s, move_of(f, move));
}

/* A move is listed exactly when no rule refuses it. */
static void list_agrees(const struct fix *f)
{
	char reason[MAX_TEXT], words[MAX_TEXT];
	for (int move = 0; move < f->g->num_moves; move++)
		if ((f->g->why(f->box, &f->s, move, reason) == 0) != game_is_legal(f->g, f->box, &f->s, move)) {
			f->g->text(f->box, &f->s, move, ALL, words);
			fail_msg("\"%s\" is listed and refused, or neither", words);
		}
}

void legal_is(const struct fix *f, const char *moves)
{
	char list[MAX_LIST], word[MAX_TEXT];
	const char *at = moves;
	struct moves legal = { 0 };
	int n = 0;
	legal_text(f, list);
	f->g->legal(f->box, &f->s, &legal);
	for (; next_word(&at, ",", word); n++)
		if (!is_legal(f, word))
			fail_msg("\"%s\" should be legal, but legal are: %s", word, list);
	if (n != legal.n)
		fail_msg("%d moves should be legal: %s; but %d are: %s", n, moves, legal.n, list);
	list_agrees(f);
}

void leaves(struct fix *f, const char *moves, const char *legal)
{
	play(f, moves);
	legal_is(f, legal);
}

bool is_legal(const struct fix *f, const char *move)
{
	return game_is_legal(f->g, f->box, &f->s, move_of(f, move));
}

static void one_refused(const struct fix *f, const char *move, int rule)
{
	char reason[MAX_TEXT] = "", list[MAX_LIST], got[8], expected[8];
	int by = f->g->why(f->box, &f->s, move_of(f, move), reason);
	game_rule_name((uint16_t)by, got);
	game_rule_name((uint16_t)rule, expected);
	legal_text(f, list);
	if (by == 0)
		fail_msg("\"%s\" should be refused by %s, but is allowed; legal are: %s", move, expected, list);
	if (by != rule)
		fail_msg("\"%s\" should be refused by %s, not by %s: %s", move, expected, got, reason);
	if (reason[0] == '\0')
		fail_msg("\"%s\" is refused by %s without a word", move, got);
	if (is_legal(f, move))
		fail_msg("\"%s\" is refused by %s and listed all the same: %s", move, got, list);
}

void refused(const struct fix *f, const char *moves, int rule)
{
	char word[MAX_TEXT];

	while (next_word(&moves, ",", word))
		one_refused(f, word, rule);
}

void check_holds(const struct fix *f)
{
	char wrong[MAX_TEXT] = "";
	if (!f->g->check(f->box, &f->s, wrong))
		fail_msg("the position is broken: %s", wrong);
}

void check_fails(const struct fix *f)
{
	char wrong[MAX_TEXT] = "";
	assert_false(f->g->check(f->box, &f->s, wrong));
	assert_true(wrong[0] != '\0');
}

void check_says(const struct fix *f, const char *words)
{
	char wrong[MAX_TEXT] = "";
	assert_false(f->g->check(f->box, &f->s, wrong));
	assert_string_equal(wrong, words);
}

void to_move_is(const struct fix *f, int seat)
{
	assert_int_equal(f->g->to_move(f->box, &f->s), seat);
}

void phase_is(const struct fix *f, int phase)
{
	const struct state *s = &f->s;
	const bool rails = strcmp(f->g->name, "rails") == 0, queen = strcmp(f->g->name, "queen") == 0;

	assert_int_equal(rails ? s->rails.phase : queen ? s->queen.phase : s->broadhorns.phase, phase);
}

void turn_is(const struct fix *f, int seat, int phase)
{
	to_move_is(f, seat);
	phase_is(f, phase);
}

void play_into(struct fix *f, const char *moves, int phase)
{
	play(f, moves);
	phase_is(f, phase);
}

static int event_of(const struct fix *f, const char *event)
{
	int what = 0;
	while (f->g->events[what] && strcmp(f->g->events[what], event) != 0)
		what++;
	if (!f->g->events[what])
		fail_msg("the game tells no \"%s\"", event);
	return what;
}

int told(const struct fix *f, const char *event)
{
	int n = 0, what = event_of(f, event);
	for (int i = 0; i < f->told.n; i++)
		n += f->told.of[i].what == what;
	return n;
}

void told_counts(const struct fix *f, const char *counts)
{
	char words[MAX_TEXT], event[MAX_TEXT];
	int n;

	while (next_word(&counts, ",", words)) {
		assert_int_equal(sscanf(words, "%s %d", event, &n), 2);
		assert_int_equal(told(f, event), n);
	}
}

void no_move_is(const struct fix *f, const char *texts, int rule)
{
	char typed[MAX_TEXT], words[MAX_TEXT];

	while (next_word(&texts, ",", typed))
		assert_int_equal(game_why_no_move(f->g, f->box, &f->s, typed, words), rule);
}

int told_at(const struct fix *f, const char *event)
{
	int what = event_of(f, event);
	for (int i = 0; i < f->told.n; i++)
		if (f->told.of[i].what == what)
			return i;
	return -1;
}

const struct event *told_event(const struct fix *f, const char *event)
{
	int i = told_at(f, event);
	if (i < 0)
		fail_msg("no \"%s\" was told", event);
	return &f->told.of[i];
}

void play_random(struct fix *f, uint64_t seed, void (*watch)(const struct fix *before, const struct fix *after))
{
	struct rng r = rng_seed(seed);
	for (int seat; (seat = f->g->to_move(f->box, &f->s)) != OVER; ) {
		struct fix before = *f;
		struct moves list = { 0 };
		f->g->legal(f->box, &f->s, &list);
		int move = seat == CHANCE ? game_chance(f->g, f->box, &f->s, &r) : list.id[rng_below(&r, (uint32_t)list.n)];
		f->told = (struct events){ 0 };
		f->g->apply(f->box, &f->s, move, &f->told);
		watch(&before, f);
	}
}
