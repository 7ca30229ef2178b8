/* What is hidden changes no byte of a message, and what is secret is in none. */
#define _GNU_SOURCE                     /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/codec.h"
#include "lively.h"
#include "wires.h"

/* A second table beside the first: the same rows, but chance has fallen differently wherever one pair of eyes is told the same. */
struct shadow {
	int eyes;
	struct table t;
	struct rows  all;
	bool lost;                      /* something hidden came to light, so that it cannot go on */
	struct wire_from from;
};

static bool hears(const struct event *e, int eyes)
{
	return e->to >> (eyes == WATCHER ? 7 : eyes) & 1;
}

static bool told_the_same(const struct events *a, const struct events *b, int eyes)
{
	int i = 0, k = 0;
	for (;;) {
		while (i < a->n && !hears(&a->of[i], eyes))
			i++;
		while (k < b->n && !hears(&b->of[k], eyes))
			k++;
		if (i == a->n || k == b->n)
			return i == a->n && k == b->n;
		const struct event *x = &a->of[i++], *y = &b->of[k++];
		if (x->what != y->what || x->seat != y->seat || x->thing != y->thing || x->place != y->place || x->n != y->n)
			return false;
	}
}

/* The move of the shadow that tells the eyes the same as `move` does in the real game; at chance any. -1: there is none. */
static int twin_move(const struct shadow *s, const struct state *real, int move, struct rng *r)
{
	const struct game *g = s->t.head.game;
	const struct box *b = s->t.head.box;
	struct events told = { 0 };
	struct state after = *real;
	struct moves m;
	g->apply(b, &after, move, &told);
	g->legal(b, &s->t.state, &m);
	bool chance = g->to_move(b, real) == CHANCE;
	if (g->to_move(b, &s->t.state) != g->to_move(b, real) || (!chance && !game_is_legal(g, b, &s->t.state, move)))
		return -1;
	if (!chance || (rng_below(r, 3) > 0 && game_is_legal(g, b, &s->t.state, move)))         /* the fewer differ, the longer it can follow */
		m = (struct moves){ .n = 1, .id = { (uint16_t)move } };
	for (; m.n > 0; m.n--) {
		int i = (int)rng_below(r, (uint32_t)m.n), id = m.id[i];
		struct events other = { 0 };
		after = s->t.state;
		g->apply(b, &after, id, &other);
		if (told_the_same(&told, &other, s->eyes))
			return id;
		m.id[i] = m.id[m.n - 1];
	}
	return -1;
}

/* The shadow follows by one row of the real table, which stood at `real` before it. */
static void follow(struct shadow *s, const struct row *row, const struct state *real, int real_move, struct rng *r)
{
	char words[MAX_TEXT], why[MAX_ERROR];
	const char *text = row->text;
	if (row->kind == ROW_MOVE || row->kind == ROW_DRAW) {
		int move = twin_move(s, real, real_move, r);
		if (move < 0) {
			s->lost = true;
			return;
		}
		s->t.head.game->text(s->t.head.box, &s->t.state, move, ALL, words);
		text = words;
	}
	struct row *own = rows_add(&s->all, row->kind, row->by, row->seat, row->at, text);
	own->seq = row->seq;
	strcpy(own->key, row->key);
	if (!table_fold(&s->t, own, why))
		s->lost = true;                 /* an order that can be carried out here and not there, say */
}

static void same_bytes(struct blob *a, struct blob *b, const char *what, int eyes)
{
	if (!a != !b || (a && (a->n != b->n || memcmp(a->bytes, b->bytes, a->n) != 0)))
		fail_msg("%d can tell two games apart by %s:\n%.*s\n%.*s", eyes, what, a ? (int)a->n : 0, a ? a->bytes : "", b ? (int)b->n : 0, b ? b->bytes : "");
	blob_drop(a);
	blob_drop(b);
}

/* What a seat wants is granted in both games, or refused for the same reason. */
static void refused_the_same(const struct play *p, const struct shadow *s, const struct request *a)
{
	struct rows r = { .n = 0 }, q = { .n = 0 };
	struct refusal no = { .code = "" }, nay = { .code = "" };
	uint32_t seq;
	assert_int_equal(table_request(&p->d.t, a, p->d.now, &r, &seq, &no), table_request(&s->t, a, p->d.now, &q, &seq, &nay));
	same_bytes(wire_error("k", &no), wire_error("k", &nay), "a refusal", s->eyes);
	rows_clear(&r);
	rows_clear(&q);
}

static void wishes_are_refused_the_same(const struct play *p, const struct shadow *s)
{
	const struct table *t = &p->d.t;
	struct request a = desk_ask(REQUEST_PLAY, s->eyes);
	a.place = t->place;
	a.moves = 1;
	for (int id = t->plies / 16 % 8; id < t->head.game->num_moves; id += 8) {
		t->head.game->text(t->head.box, &t->state, id, s->eyes, a.move[0]);
		refused_the_same(p, s, &a);
	}
	a.kind = REQUEST_UNDO;
	for (a.to = t->plies > 8 ? t->plies - 8 : 0; a.to < t->plies; a.to++)
		refused_the_same(p, s, &a);
}

/* Every message that these eyes could be sent now. */
static void looks_the_same(const struct play *p, const struct shadow *s, int begun)
{
	const struct table *t = &p->d.t, *u = &s->t;
	int eyes = s->eyes;
	int64_t now = p->d.now;
	struct rows real = last_rows(p), other = { .of = s->all.of + begun, .n = s->all.n - begun };
	char words[MAX_TEXT];
	same_bytes(wire_game(t, eyes, p->seq, &real, &p->from, now), wire_game(u, eyes, p->seq, &other, &s->from, now), "news", eyes);
	same_bytes(wire_welcome(t, eyes, 3, 1, true, now), wire_welcome(u, eyes, 3, 1, true, now), "the welcome", eyes);
	same_bytes(wire_seats(t, 3, 1, now), wire_seats(u, 3, 1, now), "the seats", eyes);
	same_bytes(wire_match(t, 3, 1), wire_match(u, 3, 1), "the match", eyes);
	same_bytes(wire_shown(t, eyes, t->plies / 2, "k"), wire_shown(u, eyes, t->plies / 2, "k"), "the past", eyes);
	if (t->plies % 16 == 0) {
		same_bytes(wire_game(t, eyes, 0, &p->d.all, NULL, now), wire_game(u, eyes, 0, &s->all, NULL, now), "a hello", eyes);
		same_bytes(wire_log(t, eyes, &p->d.all), wire_log(u, eyes, &s->all), "the log", eyes);
		for (int id = t->plies / 16 % 8; id < t->head.game->num_moves; id += 8) {
			t->head.game->text(t->head.box, &t->state, id, eyes, words);
			same_bytes(wire_why(t, eyes, words, "k"), wire_why(u, eyes, words, "k"), "reasons", eyes);
		}
		if (eyes >= 0)
			wishes_are_refused_the_same(p, s);
	}
}

/* One game with a shadow for these eyes: at how many moments the two differed, and were compared. */
static int compare_shadow(const char *game, const char *freight, int eyes, uint64_t seed)
{
	struct play p;
	struct shadow s = { .eyes = eyes };
	struct rng own = rng_seed(seed + 1000);
	int differed = 0;
	char why[MAX_TEXT];
	struct head h = desk_head(game, 3, (struct pace){ .move = 60000, .bank = 60000 });
	if (freight)
		assert_true(game_set_option(h.game, h.option, "freight", freight, why));
	memset(&p, 0, sizeof p);
	desk_make(&p.d, &h, seed);
	table_make(&s.t, &h);
	s.t.fair = p.d.t.fair;
	desk_start(&p.d, "ppp");
	struct table real;
	table_make(&real, &h);
	real.fair = p.d.t.fair;
	for (int row = 0; !s.lost;) {
		int begun = s.all.n;
		s.from = wire_from(&s.t);
		p.from = wire_from(&real);
		p.seq = real.seq;
		p.rows = row;
		for (; row < p.d.all.n && !s.lost; row++) {
			struct state before = real.state;
			char wrong[MAX_ERROR];
			assert_true(table_fold(&real, &p.d.all.of[row], wrong));
			follow(&s, &p.d.all.of[row], &before, real.plies > 0 ? real.ply[real.plies - 1].move : 0, &own);
		}
		if (s.lost)
			break;
		looks_the_same(&p, &s, begun);
		differed += !game_same(&p.d.t.state, &s.t.state);
		if (p.d.t.status != TABLE_RUNNING)
			break;
		one_step(&p);
	}
	table_drop(&real);
	table_drop(&s.t);
	rows_clear(&s.all);
	rows_clear(&p.d.all);
	table_drop(&p.d.t);
	return differed;
}

static void hidden_facts_change_no_byte(void **unused)
{
	static const struct { const char *game, *freight; int least; } of[] = {
		{ "queen", NULL, 0 }, { "broadhorns", "off", 300 }, { "broadhorns", "on", 300 }, { "rails", "off", 300 }, { "rails", "on", 300 },
	};
	for (size_t g = 0; g < sizeof of / sizeof of[0]; g++) {
		int differed = 0;
		for (uint64_t seed = 1; seed <= 10; seed++)
			for (int i = 0; i <= 3; i++)
				differed += compare_shadow(of[g].game, of[g].freight, i < 3 ? i : WATCHER, seed);
		print_message("%s: compared at %d moments at which the games differed\n", of[g].game, differed);
		assert_true(differed >= of[g].least);
	}
}

/* Nothing of a running game that is nobody's to know is in any message. */
static void is_not_in(struct blob *b, const char *secret, const char *what)
{
	if (b && memmem(b->bytes, b->n, secret, strlen(secret)))
		fail_msg("%s is in %.*s", what, (int)b->n, b->bytes);
	blob_drop(b);
}

static void nothing_secret_is_in_any(const struct play *p, const char *secret, const char *what)
{
	const struct table *t = &p->d.t;
	for (int i = 0; i <= t->head.players; i++) {
		int eyes = eyes_of(p, i);
		is_not_in(hello_to(p, eyes, 0), secret, what);
		is_not_in(wire_welcome(t, eyes, 7, 1, true, 1), secret, what);
		is_not_in(wire_seats(t, 7, 1, 1), secret, what);
		is_not_in(wire_shown(t, eyes, t->plies, "k"), secret, what);
		is_not_in(wire_log(t, eyes, &p->d.all), secret, what);
	}
	is_not_in(wire_match(t, 7, 1), secret, what);
}

static void secrets_stay_here(void **unused)
{
	for (int g = 0; g < 3; g++) {
		struct play p;
		char hex[2 * HASH_BYTES + 1];
		play_make(&p, games[g], 3, (struct pace){ 0 }, 8);
		begin(&p, "ppp");
		for (int n = 0; n < 120 && p.d.t.status == TABLE_RUNNING; n++)
			one_step(&p);
		assert_int_equal(p.d.t.status, TABLE_RUNNING);
		fair_hex(p.d.t.fair.key, HASH_BYTES, hex);
		nothing_secret_is_in_any(&p, hex, "the key");
		fair_hex(p.d.t.stream, HASH_BYTES, hex);
		nothing_secret_is_in_any(&p, hex, "the stream");
		fair_hex(p.d.t.head.host, HASH_BYTES, hex);
		nothing_secret_is_in_any(&p, hex, "the host's hash");
		for (int i = 0; i < 3; i++) {
			fair_hex(p.d.t.seat[i].secret, HASH_BYTES, hex);
			nothing_secret_is_in_any(&p, hex, "a seat's hash");
		}
		nothing_secret_is_in_any(&p, "whereisann", "where somebody wants to be told");
		play_drop(&p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hidden_facts_change_no_byte),
		cmocka_unit_test(secrets_stay_here),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
