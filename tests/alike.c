#include "alike.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_BOARD = 65536 };

struct state view_of(const struct fix *f, int seat)
{
	struct state v;
	memset(&v, 0x5A, sizeof v);
	game_view(f->g, f->box, &f->s, seat, &v);
	return v;
}

int eyes(const struct fix *f, int i)
{
	return i < f->s.players ? i : WATCHER;
}

bool is_told(const struct event *e, int seat)
{
	return e->to >> (seat == WATCHER ? 7 : seat) & 1;
}

void log_of(const struct fix *f, int seat, char out[MAX_LOG])
{
	struct text t = text_on(out, MAX_LOG);
	struct state v = view_of(f, seat);
	char words[MAX_TEXT], numbers[MAX_TEXT];
	for (int i = 0; i < f->told.n; i++) {
		const struct event *e = &f->told.of[i];
		if (!is_told(e, seat))
			continue;
		f->g->say(f->box, &v, e, seat, words);
		snprintf(numbers, sizeof numbers, " [%d %d %d %d %d %d]\n", e->what, e->seat, e->thing, e->place, e->n, e->rule);
		text_put(&t, words);
		text_put(&t, numbers);
	}
	assert_true(text_fits(&t));
}

void same_log(const struct fix *a, const struct fix *b, int seat)
{
	static char first[MAX_LOG], second[MAX_LOG];
	log_of(a, seat, first);
	log_of(b, seat, second);
	assert_string_equal(first, second);
}

void same_view(const struct fix *a, const struct fix *b, int seat)
{
	struct state v = view_of(a, seat), w = view_of(b, seat);
	if (!game_same(&v, &w))
		fail_msg("seat %d can tell the two games apart", seat);
}

void looks_the_same(const struct fix *a, const struct fix *b, int seat)
{
	static char first[MAX_BOARD], second[MAX_BOARD];
	char words[MAX_TEXT], others[MAX_TEXT];
	same_view(a, b, seat);
	same_log(a, b, seat);
	struct text t = text_on(first, sizeof first), u = text_on(second, sizeof second);
	a->g->draw(a->box, &a->s, seat, LOOK_ASCII, &t);
	b->g->draw(b->box, &b->s, seat, LOOK_ASCII, &u);
	assert_string_equal(first, second);
	for (int id = 0; id < a->g->num_moves; id++) {
		a->g->text(a->box, &a->s, id, seat, words);
		b->g->text(b->box, &b->s, id, seat, others);
		assert_string_equal(words, others);
	}
}

void offers_the_same(const struct fix *a, const struct fix *b)
{
	struct moves m = { 0 }, n = { 0 };
	char words[MAX_TEXT], others[MAX_TEXT];
	a->g->legal(a->box, &a->s, &m);
	b->g->legal(b->box, &b->s, &n);
	assert_memory_equal(&m, &n, sizeof m);
	for (int id = 0; id < a->g->num_moves; id++) {
		memset(words, 0, sizeof words);
		memset(others, 0, sizeof others);
		assert_int_equal(a->g->why(a->box, &a->s, id, words), b->g->why(b->box, &b->s, id, others));
		assert_string_equal(words, others);
	}
}

void steps_alike(const struct fix *a, const struct fix *b, int move, int (*phase)(const struct state *s))
{
	const struct game *g = a->g;
	struct state one = a->s, other = b->s;

	assert_int_equal(g->to_move(b->box, &other), g->to_move(a->box, &one));
	if (!game_is_legal(g, b->box, &other, move))
		return;
	g->apply(a->box, &one, move, NULL);
	g->apply(b->box, &other, move, NULL);
	assert_int_equal(phase(&other), phase(&one));
	assert_int_equal(g->to_move(b->box, &other), g->to_move(a->box, &one));
	assert_int_equal(g->turn(&other), g->turn(&one));
}
