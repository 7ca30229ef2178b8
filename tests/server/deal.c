/* Deals that several people play: dates, what follows from a name, and what is different at their tables. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "desk.h"
#include "play/audit.h"
#include "table/deal.h"
#include "table/wire.h"

#define TOKEN_A "AAAAAAAAAAAAAAAAAAAAAA"
#define TOKEN_B "BBBBBBBBBBBBBBBBBBBBBB"
static const uint8_t secret[HASH_BYTES] = "a server's own";
static const int64_t noon = 1794916800000;      /* 2026-11-17, 12:00 UTC */
enum { DAY = 24 * 3600 * 1000 };

static void a_deal_has_a_date_and_perhaps_a_word(void **state)
{
	static const char *const names[] = { "2026-11-17", "2024-02-29", "1970-01-01", "2026-11-17-k3fmx9aq" };
	static const char *const none[] = { "", "2026-11-1", "2026-02-29", "2026-13-01", "2026-00-10", "2026-11-31", "2026-1-017", "20261117--",
		"2026-11-17-", "2026-11-17-k3fmx9a", "2026-11-17-k3fmx9aqq", "2026-11-17-k3fmx9a1", "2026-11-17 k3fmx9aq", "1969-12-31" };
	char date[DEAL_DATE + 1];
	int64_t from, until;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		assert_true(deal_times(names[i], &from, &until));
		deal_today(from, date);
		assert_memory_equal(date, names[i], DEAL_DATE);
		deal_today(from + DAY - 1, date);
		assert_memory_equal(date, names[i], DEAL_DATE);
		assert_int_equal(until - from, (int64_t)DAY * (deal_is_day(names[i]) ? 1 : 7));
	}
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		assert_false(deal_times(none[i], NULL, NULL));
	deal_today(noon, date);
	assert_string_equal(date, "2026-11-17");
}

static void another_day_another_game_or_another_secret_is_another_deal(void **state)
{
	struct deal d[4];
	const struct game *queen = game_find("queen"), *rails = game_find("rails");

	assert_true(deal_make(&d[0], queen, "2026-11-17", secret) && deal_make(&d[1], queen, "2026-11-18", secret));
	assert_true(deal_make(&d[2], rails, "2026-11-17", secret) && deal_make(&d[3], queen, "2026-11-17", NULL));
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < i; k++)
			assert_memory_not_equal(d[i].key, d[k].key, HASH_BYTES);
	assert_true(deal_make(&d[1], queen, "2026-11-17", secret));
	assert_memory_equal(d[0].key, d[1].key, HASH_BYTES);
	assert_int_equal(d[0].seat, d[1].seat);
	assert_false(deal_make(&d[1], queen, "2026-11-31", secret));
	assert_false(deal_make(&d[1], game_find("blank"), "2026-11-17", secret));
}

/* Level, iterations and net: whoever has the same three meets the same opponents. */
static void the_bots_of_a_deal_have_iterations_and_a_net(void **state)
{
	static const char *const names[] = { "queen", "broadhorns", "rails" };
	char net[3][EVAL_NET_NAME + 1];

	for (int i = 0; i < 3; i++) {
		const struct game *g = game_find(names[i]);
		struct deal d;
		assert_true(deal_make(&d, g, "2026-11-17", NULL));
		assert_non_null(strchr(d.bots, ':'));
		assert_non_null(strchr(d.expert, ':'));
		eval_net_name(g, net[i]);
		assert_string_equal(d.net, net[i]);
		assert_int_equal(strspn(d.net, "0123456789abcdef"), EVAL_NET_NAME);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(net[i], net[k]);
	}
}

/* The table of that token, as a desk. */
static void sit(struct desk *d, const char *game, const char *name, const char *token)
{
	struct table_new f;
	struct deal of;

	assert_true(deal_make(&of, game_find(game), name, secret));
	deal_table(&of, token, "Ann", noon, &f);
	*d = (struct desk){ .now = noon, .own = rng_seed(7) };
	table_make(&d->t, &f.head);
	desk_fold(d, &f.rows);
	assert_int_equal(d->t.status, TABLE_RUNNING);
	assert_int_equal(d->t.seat[of.seat].kind, SEAT_PERSON);
}

/* Plays to the end by the first legal move of everybody, so that two who do so play the same game. */
static void finish(struct desk *d)
{
	while (d->t.status == TABLE_RUNNING) {
		const char *level;
		struct rows rows = { .n = 0 };
		struct moves m;
		char move[MAX_TEXT];
		const int bot = table_bot(&d->t, &level);

		if (desk_due(d))
			continue;
		if (bot < 0) {
			desk_legal(d, 3 * d->t.plies, move);
			assert_null(desk_play(d, table_to_move(&d->t), move));
			continue;
		}
		d->t.head.game->legal(d->t.head.box, &d->t.state, &m);
		assert_true(table_bot_moves(&d->t, bot, d->t.place, m.id[3 * d->t.plies % m.n], d->now, &rows));
		desk_fold(d, &rows);
	}
}

static void tables_of_a_deal_draw_alike_and_belong_to_their_tokens(void **state)
{
	static const char *const games[] = { "queen", "broadhorns", "rails" };

	for (int g = 0; g < 3; g++) {
		struct desk a, b, again, next;
		sit(&a, games[g], "2026-11-17", TOKEN_A);
		sit(&b, games[g], "2026-11-17", TOKEN_B);
		sit(&again, games[g], "2026-11-17", TOKEN_A);
		sit(&next, games[g], "2026-11-18", TOKEN_A);
		assert_string_not_equal(a.t.head.id, b.t.head.id);
		assert_string_not_equal(a.t.head.id, next.t.head.id);
		assert_string_equal(a.t.head.id, again.t.head.id);
		assert_int_equal(deal_seed(&a.t.head), deal_seed(&b.t.head));
		assert_true(deal_seed(&a.t.head) != deal_seed(&next.t.head) && deal_seed(&a.t.head) < (uint64_t)1 << 48);
		finish(&a);
		finish(&b);
		assert_int_equal(a.t.plies, b.t.plies);
		for (int i = 0; i < a.t.plies; i++)
			assert_int_equal(a.t.ply[i].move, b.t.ply[i].move);
		desk_drop(&a);
		desk_drop(&b);
		desk_drop(&again);
		desk_drop(&next);
	}
}

static void nobody_goes_back_behind_what_was_seen_or_lets_a_bot_play(void **state)
{
	struct desk d;
	char move[MAX_TEXT];

	sit(&d, "queen", "2026-11-17", TOKEN_A);
	for (int turns = 0; turns < 2 && d.t.status == TABLE_RUNNING;) {
		const char *level;
		if (table_bot(&d.t, &level) >= 0) {
			desk_random(&d);
			continue;
		}
		desk_legal(&d, 0, move);
		assert_null(desk_play(&d, table_to_move(&d.t), move));
		turns += table_bot(&d.t, &level) >= 0;
	}
	while (table_to_move(&d.t) < 0 || d.t.seat[table_to_move(&d.t)].kind != SEAT_PERSON)
		desk_random(&d);
	const int me = table_to_move(&d.t);
	int first = 0;
	while (d.t.ply[first].seat != me)
		first++;
	assert_string_equal(desk_undo(&d, me, first), "ply");
	assert_string_equal(desk_simply(&d, REQUEST_LEAVE, me), "here");
	desk_drop(&d);
}

/* Whether what its player is told at the end has the key. */
static bool told_key(struct desk *d, int64_t now)
{
	struct blob *b = wire_game(&d->t, WATCHER, 0, &d->all, NULL, now);
	const bool there = memmem(b->bytes, b->n, "\"over\":", 7) && memmem(b->bytes, b->n, "\"key\":\"", 7);

	blob_drop(b);
	return there;
}

static void the_key_is_known_when_the_day_is_over(void **state)
{
	static const char *const names[] = { "2026-11-17", "2026-11-17-k3fmx9aq" };
	char why[MAX_ERROR];

	for (int i = 0; i < 2; i++) {
		const int64_t end = noon + DAY / 2 + (i ? 6 * (int64_t)DAY : 0);
		struct session s;
		struct desk d;

		sit(&d, "queen", names[i], TOKEN_A);
		finish(&d);
		assert_false(told_key(&d, noon));
		assert_false(told_key(&d, end - 1));
		assert_true(told_key(&d, end));
		assert_true(table_session(&d.t, end - 1, &s, why));
		assert_null(s.proof);
		session_close(&s);
		assert_true(table_session(&d.t, end, &s, why));
		struct audit a = audit_of(&s, &(struct audit_noted){ NULL, NULL });
		assert_true(audit_holds(&a) && a.draws > 1);
		session_close(&s);
		desk_drop(&d);
	}
}

static void expert_has_the_same_seat(void **state)
{
	struct table_new f, own;
	struct deal d;
	struct desk e;

	assert_true(deal_make(&d, game_find("rails"), "2026-11-17", secret));
	deal_expert_table(&d, noon, &f);
	deal_table(&d, TOKEN_A, "Ann", noon, &own);
	e = (struct desk){ .now = noon, .own = rng_seed(7) };
	table_make(&e.t, &f.head);
	assert_int_equal(f.rows.n, own.rows.n);
	for (int i = d.players; i < f.rows.n; i++)
		assert_string_equal(f.rows.of[i].text, own.rows.of[i].text);
	desk_fold(&e, &f.rows);
	assert_string_equal(e.t.seat[d.seat].level, d.expert);
	assert_string_equal(e.t.seat[d.seat].name, "expert");
	assert_string_equal(e.t.seat[(d.seat + 1) % d.players].level, d.bots);
	assert_int_equal(e.t.status, TABLE_RUNNING);
	table_new_drop(&own);
	desk_drop(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_deal_has_a_date_and_perhaps_a_word),
		cmocka_unit_test(another_day_another_game_or_another_secret_is_another_deal),
		cmocka_unit_test(the_bots_of_a_deal_have_iterations_and_a_net),
		cmocka_unit_test(tables_of_a_deal_draw_alike_and_belong_to_their_tokens),
		cmocka_unit_test(nobody_goes_back_behind_what_was_seen_or_lets_a_bot_play),
		cmocka_unit_test(the_key_is_known_when_the_day_is_over),
		cmocka_unit_test(expert_has_the_same_seat),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
