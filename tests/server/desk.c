#include "desk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct head desk_head(const char *game, int players, struct pace pace)
{
	const struct game *g = game_find(game);
	struct head h = {
		.id = "abcdefgh", .game = g, .box = g->box, .rules = g->rules, .players = (uint8_t)players, .level = "random", .pace = pace, .made = 1,
	};

	game_presets(g, h.option);
	memset(h.host, 7, HASH_BYTES);
	memset(h.key, 9, HASH_BYTES);
	return h;
}

void desk_make(struct desk *d, const struct head *h, uint64_t seed)
{
	struct head own = *h;

	*d = (struct desk){ .now = 1000000, .own = rng_seed(seed) };
	memcpy(own.key, &seed, sizeof seed);
	table_make(&d->t, &own);
}

struct desk desk_game(const char *game, int players, struct pace pace, uint64_t seed)
{
	struct head h = desk_head(game, players, pace);
	struct desk d;

	desk_make(&d, &h, seed);
	return d;
}

struct desk desk_race(const char *seats, struct pace pace)
{
	struct desk d = desk_game("queen", 3, pace, 1);

	desk_start(&d, seats);
	assert_int_equal(table_to_move(&d.t), 0);
	return d;
}

static void same_seats(const struct table *a, const struct table *b)
{
	for (int i = 0; i < MAX_PLAYERS; i++) {
		const struct seat *s = &a->seat[i], *t = &b->seat[i];
		assert_int_equal(s->kind, t->kind);
		assert_string_equal(s->name, t->name);
		assert_string_equal(s->level, t->level);
		assert_memory_equal(s->secret, t->secret, HASH_BYTES);
		assert_memory_equal(s->commit, t->commit, HASH_BYTES);
		assert_true(s->unwanted == t->unwanted && s->vacant_from == t->vacant_from);
		assert_true(s->committed == t->committed && s->away == t->away && s->returning == t->returning && s->resigned == t->resigned);
		assert_memory_equal(s->order, t->order, sizeof s->order);
		assert_memory_equal(s->once, t->once, sizeof s->once);
		assert_true(s->bank == t->bank && !s->tell == !t->tell);
		if (s->tell)
			assert_string_equal(s->tell, t->tell);
		for (int k = 0; k < KEYS_KEPT; k++)
			assert_true(s->kept[k].key == t->kept[k].key && s->kept[k].seq == t->kept[k].seq);
		assert_memory_equal(a->fair.nonce[i], b->fair.nonce[i], HASH_BYTES);
		assert_true(a->fair.revealed[i] == b->fair.revealed[i]);
	}
}

bool desk_secret(const struct desk *d, int seat, int byte)
{
	uint8_t hash[HASH_BYTES];

	memset(hash, byte, HASH_BYTES);
	return table_secret(&d->t, seat, hash);
}

void desk_same(const struct table *a, const struct table *b)
{
	same_seats(a, b);
	assert_memory_equal(a->stream, b->stream, HASH_BYTES);
	assert_true(a->fair.way == b->fair.way);
	assert_memory_equal(a->drawn, b->drawn, sizeof a->drawn);
	assert_true(a->status == b->status && a->seq == b->seq && a->place == b->place && a->plies == b->plies && a->quiet == b->quiet);
	assert_true(game_same(&a->state, &b->state));
	if (a->plies > 0)
		assert_memory_equal(a->ply, b->ply, (size_t)a->plies * sizeof *a->ply);
	assert_true(a->mover == b->mover && a->asked == b->asked && a->turn == b->turn && a->since == b->since && a->used == b->used);
	assert_true(a->paused == b->paused && a->asker == b->asker && a->agreed == b->agreed && a->resigned == b->resigned && a->author == b->author);
	assert_true(a->ask_to == b->ask_to && a->ask_at == b->ask_at);
	assert_string_equal(a->next, b->next);
}

void desk_drop(struct desk *d)
{
	struct table again;
	struct head h = d->t.head;
	char why[MAX_ERROR];

	table_make(&again, &h);
	for (int i = 0; i < d->all.n; i++)
		if (!table_fold(&again, &d->all.of[i], why))
			fail_msg("%s", why);
	desk_same(&again, &d->t);
	again.head.own_box = false;
	table_drop(&again);
	table_drop(&d->t);
	rows_clear(&d->all);
}

/* Rows of a wish have their numbers, and change the table only now. */
void desk_fold(struct desk *d, struct rows *r)
{
	char why[MAX_ERROR];

	for (int i = 0; i < r->n; i++) {
		const struct row *from = &r->of[i];
		struct row *to = rows_copy(&d->all, from);
		if (!table_fold(&d->t, from, why))
			fail_msg("%s", why);
		if (from->seq % 3) {                            /* a row may have its outcome, or have to be worked out again: it is all the same */
			to->outcome = r->of[i].outcome;
			r->of[i].outcome = NULL;
		}
	}
	rows_clear(r);
}

struct request desk_ask(enum request_kind kind, int seat)
{
	return (struct request){ .kind = kind, .seat = seat, .whom = -1 };
}

const char *desk_want(struct desk *d, const struct request *a)
{
	struct rows r = { .n = 0 };
	uint32_t seq = 0, before = d->t.seq;
	enum answer answer = table_request(&d->t, a, d->now, &r, &seq, &d->no);

	assert_true(d->t.seq == before);
	if (answer == ASK_REFUSED) {
		assert_true(d->no.code && d->no.words[0] && r.n == 0);
		return d->no.code;
	}
	if (answer == ASK_REPEATED) {
		assert_true(r.n == 0 && seq > 0 && seq <= d->t.seq);
		return "repeated";
	}
	assert_true(r.n > 0 && seq == before + (uint32_t)r.n);
	desk_fold(d, &r);
	assert_true(d->t.seq == seq);
	return NULL;
}

const char *desk_simply(struct desk *d, enum request_kind kind, int seat)
{
	struct request a = desk_ask(kind, seat);

	return desk_want(d, &a);
}

const char *desk_host(struct desk *d, enum request_kind kind, int whom, const char *text)
{
	struct request a = desk_ask(kind, -1);

	a.whom = whom;
	strcpy(a.text, text);
	memset(a.secret, 100 + whom, HASH_BYTES);
	return desk_want(d, &a);
}

const char *desk_about(struct desk *d, enum request_kind kind, int seat, int whom)
{
	struct request a = desk_ask(kind, seat);

	a.whom = whom;
	return desk_want(d, &a);
}

/* The nonce of a seat is 32 times its number plus 50, its secret hashes to 32 times its number plus 1. */
const char *desk_sit(struct desk *d, int seat, const char *name)
{
	struct request a = desk_ask(REQUEST_SIT, -1);
	uint8_t nonce[HASH_BYTES];

	a.whom = seat;
	strcpy(a.text, name);
	memset(a.secret, seat + 1, HASH_BYTES);
	memset(nonce, seat + 50, HASH_BYTES);
	fair_hash(nonce, HASH_BYTES, a.commit);
	a.committed = true;
	return desk_want(d, &a);
}

const char *desk_say(struct desk *d, enum request_kind kind, int seat, const char *text)
{
	struct request a = desk_ask(kind, seat);

	strcpy(a.text, text);
	return desk_want(d, &a);
}

const char *desk_reveal(struct desk *d, int seat, int byte)
{
	uint8_t nonce[HASH_BYTES];
	char hex[2 * HASH_BYTES + 1];

	memset(nonce, byte, HASH_BYTES);
	fair_hex(nonce, HASH_BYTES, hex);
	return desk_say(d, REQUEST_REVEAL, seat, hex);
}

const char *desk_play(struct desk *d, int seat, const char *move)
{
	struct request a = desk_ask(REQUEST_PLAY, seat);

	a.place = d->t.place;
	a.moves = 1;
	strcpy(a.move[0], move);
	return desk_want(d, &a);
}

const char *desk_undo(struct desk *d, int seat, int to)
{
	struct request a = desk_ask(REQUEST_UNDO, seat);

	a.place = d->t.place;
	a.to = to;
	return desk_want(d, &a);
}

const char *desk_order(struct desk *d, int seat, const char *prompt, const char *order, bool once)
{
	struct request a = desk_ask(REQUEST_ORDER, seat);

	strcpy(a.prompt, prompt);
	strcpy(a.order, order);
	a.once = once;
	return desk_want(d, &a);
}

void desk_start(struct desk *d, const char *seats)
{
	static const char *const names[] = { "Ann", "Bob", "Cy", "Di", "Ed" };

	for (int i = 0; seats[i]; i++)
		assert_null(seats[i] == 'p' ? desk_sit(d, i, names[i]) : desk_host(d, REQUEST_FILL, i, "random"));
	assert_null(desk_host(d, REQUEST_START, -1, ""));
}

bool desk_due(struct desk *d)
{
	struct rows r = { .n = 0 };

	if (!table_due(&d->t, d->now, &r)) {
		assert_int_equal(r.n, 0);
		return false;
	}
	assert_true(r.n > 0);
	desk_fold(d, &r);
	return true;
}

void desk_legal(const struct desk *d, int which, char out[MAX_TEXT])
{
	const struct game *g = d->t.head.game;
	struct moves m;

	g->legal(d->t.head.box, &d->t.state, &m);
	assert_true(m.n > 0);
	g->text(d->t.head.box, &d->t.state, m.id[which % m.n], ALL, out);
}

void desk_random(struct desk *d)
{
	const struct game *g = d->t.head.game;
	struct rows r = { .n = 0 };
	const char *level;
	char move[MAX_TEXT];
	struct moves m;

	d->now += 10;
	if (desk_due(d))
		return;
	int bot = table_bot(&d->t, &level), which = (int)rng_below(&d->own, MAX_MOVES);
	if (bot >= 0) {
		g->legal(d->t.head.box, &d->t.state, &m);
		assert_true(table_bot_moves(&d->t, bot, d->t.place, m.id[which % m.n], d->now, &r));
		desk_fold(d, &r);
		return;
	}
	desk_legal(d, which, move);
	const char *code = desk_play(d, table_to_move(&d->t), move);
	if (code)
		fail_msg("'%s' was refused: %s, %s", move, code, d->no.words);
}

void desk_end_turn(struct desk *d)
{
	int turn = d->t.head.game->turn(&d->t.state);

	while (table_to_move(&d->t) != OVER && d->t.head.game->turn(&d->t.state) == turn)
		desk_random(d);
}

bool desk_until_asked(struct desk *d)
{
	while (table_to_move(&d->t) != OVER && table_prompt(&d->t) < 0)
		desk_random(d);
	return table_to_move(&d->t) != OVER;
}

struct desk desk_asked(const char *game, int players, const char *seats, struct pace pace)
{
	for (uint64_t seed = 1;; seed++) {
		assert_true(seed < 100);
		struct desk d = desk_game(game, players, pace, seed);
		desk_start(&d, seats);
		if (desk_until_asked(&d))
			return d;
		desk_drop(&d);
	}
}

const struct row *desk_last(const struct desk *d, int back)
{
	assert_true(back < d->all.n);
	return &d->all.of[d->all.n - 1 - back];
}
