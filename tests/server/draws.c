/* Chance at a table: what moves it and what does not, and what its record proves to somebody who noted something. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "desk.h"
#include "play/audit.h"
#include "play/record.h"

static const struct pace no_clock;
static char why[MAX_ERROR];

/* Draws of a table -------------------------------------------------------------------- */

/* The moves of a game at which the same seats make the same moves, with or without noise between them. */
static int played(const char *game, int players, bool noise, uint16_t out[2048])
{
	struct desk d;
	int n;

	d = desk_game(game, players, no_clock, 5);
	desk_start(&d, &"ppppp"[MAX_PLAYERS - players]);
	while (d.t.status == TABLE_RUNNING) {
		char move[MAX_TEXT];

		if (noise) {
			int who = (d.t.plies + 1) % players;
			assert_null(desk_say(&d, REQUEST_CHAT, who, "hello"));
			assert_null(desk_say(&d, REQUEST_TELL, who, ""));
			if (d.t.head.game->prompts && d.t.plies % 3 == 0)
				assert_null(desk_order(&d, who, d.t.head.game->prompts[0].name, "ask", false));
		}
		desk_legal(&d, 7 * d.t.plies + 3, move);
		assert_null(desk_play(&d, table_to_move(&d.t), move));
	}
	n = d.t.plies;
	for (int i = 0; i < n; i++)
		out[i] = d.t.ply[i].move;
	desk_drop(&d);
	return n;
}

static void nothing_that_is_said_shifts_a_draw(void **state)
{
	static const struct { const char *game; int players; } games[] = { { "queen", 3 }, { "broadhorns", 2 }, { "rails", 3 } };
	static uint16_t quiet[2048], loud[2048];

	for (int i = 0; i < 3; i++) {
		int n = played(games[i].game, games[i].players, false, quiet);
		assert_int_equal(played(games[i].game, games[i].players, true, loud), n);
		assert_memory_equal(quiet, loud, (size_t)n * sizeof *quiet);
	}
}

static int last_draw(const struct desk *d)
{
	int ply = d->t.plies - 1;

	while (d->t.ply[ply].seat >= 0)
		ply--;
	return ply;
}

/* Until there is another draw after the first: seat 0 has not gone back to before it. */
static void until_drawn(struct desk *d)
{
	for (int first = last_draw(d); last_draw(d) == first;)
		desk_random(d);
}

static void a_draw_that_is_taken_back_counts(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	until_drawn(&d);
	const struct made before = d.t.ply[last_draw(&d)];
	int to = last_draw(&d);
	uint32_t drawn[MAX_SOURCES];
	while (d.t.ply[to].seat < 0)
		to--;
	assert_null(desk_simply(&d, REQUEST_LEAVE, 1));
	assert_null(desk_simply(&d, REQUEST_LEAVE, 2));
	memcpy(drawn, d.t.drawn, sizeof drawn);
	assert_null(desk_undo(&d, 0, to));
	assert_memory_equal(drawn, d.t.drawn, sizeof drawn);
	until_drawn(&d);
	const struct made *after = &d.t.ply[last_draw(&d)];
	assert_true(after->number == before.number + 1);
	desk_drop(&d);
}

/* Tables that started before draws were counted by source: their first row of the game says nothing, and they go on as they began. */
static void an_old_table_goes_on_in_the_old_way(void **state)
{
	struct desk d;
	struct session s;

	d = desk_game("queen", 3, no_clock, 3);
	for (int i = 0; i < 3; i++)
		assert_null(desk_sit(&d, i, "Zoe"));
	struct rows r = { .n = 0 };
	rows_add(&r, ROW_START, BY_HOST, -1, d.now, "")->seq = d.t.seq + 1;
	desk_fold(&d, &r);
	assert_int_equal(d.t.fair.way, FAIR_BY_ROW);
	char move[MAX_TEXT];
	d.t.head.game->text(d.t.head.box, &d.t.state, fair_draw(FAIR_BY_ROW, d.t.stream, d.t.seq + 1, d.t.head.game, d.t.head.box, &d.t.state), ALL, move);
	rows_add(&r, ROW_DRAW, BY_SERVER, -1, d.now, move)->seq = d.t.seq + 1;
	desk_fold(&d, &r);
	while (d.t.status == TABLE_RUNNING)
		desk_random(&d);
	assert_true(table_session(&d.t, INT64_MAX, &s, why));
	struct audit a = audit_of(&s, &(struct audit_noted){ NULL, NULL });
	assert_true(audit_holds(&a) && a.by_row && a.draws > 1 && !audit_proves(&a));
	assert_int_equal(s.proof->number[a.draws - 1], d.t.ply[last_draw(&d)].seq);
	session_close(&s);
	desk_drop(&d);
}

static void a_start_that_draws_in_an_unknown_way_is_refused(void **state)
{
	struct desk d;
	struct rows r = { .n = 0 };

	d = desk_game("queen", 3, no_clock, 3);
	for (int i = 0; i < 3; i++)
		assert_null(desk_sit(&d, i, "Zoe"));
	rows_add(&r, ROW_START, BY_HOST, -1, d.now, "draws by moonlight")->seq = d.t.seq + 1;
	assert_false(table_fold(&d.t, &r.of[0], why));
	rows_clear(&r);
	desk_drop(&d);
}

/* Records ------------------------------------------------------------------------------ */

static struct session over(struct desk *d, int nonces)
{
	struct session s;

	*d = desk_game("queen", 3, no_clock, 11);
	for (int i = 0; i < 3; i++)
		assert_null(desk_sit(d, i, "Zoe"));
	for (int i = 0; i < nonces; i++)
		assert_null(desk_reveal(d, i, 50 + i));
	assert_null(desk_host(d, REQUEST_START, -1, ""));
	while (d->t.status == TABLE_RUNNING)
		desk_random(d);
	assert_true(table_session(&d->t, INT64_MAX, &s, why));
	return s;
}

static bool finds(const struct audit *a, enum audit_verdict verdict, const char *words)
{
	struct audit_finding found[AUDIT_FINDINGS];
	int n = audit_findings(a, found);

	for (int i = 0; i < n; i++)
		if (found[i].verdict == verdict && strstr(found[i].words, words))
			return true;
	return false;
}

static void whoever_noted_commit_and_nonce_is_given_the_proof(void **state)
{
	struct desk d;
	struct session s = over(&d, 2);
	uint8_t nonce[HASH_BYTES], commit[HASH_BYTES];

	memset(nonce, 50, HASH_BYTES);
	fair_hash(d.t.head.key, HASH_BYTES, commit);
	struct audit a = audit_of(&s, &(struct audit_noted){ commit, nonce });
	assert_true(audit_holds(&a) && audit_proves(&a));
	assert_true(finds(&a, AUDIT_PROVED, "all ") && finds(&a, AUDIT_PROVED, "no draw is left out") && finds(&a, AUDIT_PROVED, "your nonce went in"));
	assert_true(finds(&a, AUDIT_OPEN, "seat 2 gave no nonce") && finds(&a, AUDIT_OPEN, "did not look"));
	a = audit_of(&s, &(struct audit_noted){ NULL, NULL });
	assert_true(audit_holds(&a) && !audit_proves(&a));
	assert_true(finds(&a, AUDIT_OPEN, "commit was told before the start") && finds(&a, AUDIT_OPEN, "nonces are the players' own"));
	session_close(&s);
	desk_drop(&d);
}

static void what_was_noted_otherwise_is_found_wrong(void **state)
{
	struct desk d;
	struct session s = over(&d, 2);
	uint8_t nonce[HASH_BYTES], commit[HASH_BYTES];

	memset(nonce, 52, HASH_BYTES);                  /* of seat 2, which the server left out */
	fair_hash(d.t.head.key, HASH_BYTES, commit);
	struct audit a = audit_of(&s, &(struct audit_noted){ commit, nonce });
	assert_true(!audit_holds(&a) && finds(&a, AUDIT_WRONG, "your nonce did not go into the draws"));
	nonce[0] = 50;
	memset(nonce, 50, HASH_BYTES);
	commit[3] ^= 1;
	a = audit_of(&s, &(struct audit_noted){ commit, nonce });
	assert_true(!audit_holds(&a) && finds(&a, AUDIT_WRONG, "not the one that you noted"));
	s.proof->fair.key[0] ^= 1;
	a = audit_of(&s, &(struct audit_noted){ NULL, NULL });
	assert_true(!audit_holds(&a) && finds(&a, AUDIT_WRONG, "does not have the hash") && finds(&a, AUDIT_WRONG, "do not follow"));
	session_close(&s);
	desk_drop(&d);
}

static void without_any_nonce_keys_can_be_tried(void **state)
{
	struct desk d;
	struct session s = over(&d, 0);
	struct audit a = audit_of(&s, &(struct audit_noted){ NULL, NULL });

	assert_true(finds(&a, AUDIT_OPEN, "no seat has a nonce"));
	session_close(&s);
	desk_drop(&d);
}

/* Somebody who has the key writes a record of the race that they like: for each draw the number that brings what they want. */
static struct session forged(enum fair_way way)
{
	struct setup u;
	struct session s;
	struct rng r = rng_seed(4);
	struct proof p = { .fair = { .way = (uint8_t)way, .revealed = { true } }, .table = "abcdefgh", .number = calloc(64, sizeof *p.number) };
	uint8_t stream[HASH_BYTES];
	uint32_t next[MAX_SOURCES] = { 1, 1 }, *after;

	must(p.number);
	setup_preset(&u, game_find("queen"));
	u.players = 3;
	u.manual = true;
	fair_hash(p.fair.key, HASH_BYTES, p.commit);
	fair_stream(&p.fair, p.table, stream);
	session_open(&s, &u);
	while (session_to_move(&s) != OVER) {
		struct moves m;
		u.game->legal(&u.box, &s.state, &m);
		int move = m.id[rng_below(&r, (uint32_t)m.n)];
		if (session_to_move(&s) == CHANCE) {
			after = &next[way == FAIR_BY_ROW ? 0 : u.game->source(&u.box, &s.state)];
			while (fair_draw(way, stream, *after, u.game, &u.box, &s.state) != m.id[m.n - 1])
				++*after;
			move = m.id[m.n - 1];
			assert_true(p.numbers < 64);
			p.number[p.numbers++] = (*after)++;
		}
		session_move(&s, move);
	}
	session_prove(&s, &p);
	return s;
}

static void a_forged_record_does_not_pass_as_proved(void **state)
{
	uint8_t zeros[HASH_BYTES] = { 0 };

	for (enum fair_way way = FAIR_BY_ROW; way <= FAIR_BY_SOURCE; way++) {
		struct session s = forged(way), again;
		size_t n;
		char *text = record_print(&s, RECORD_TEXT, &n);
		assert_true(record_read(&again, text, n, why));
		struct audit a = audit_of(&again, &(struct audit_noted){ s.proof->commit, zeros });
		assert_true(a.wrong == 0 && a.bound && a.commit_fits && a.nonce_fits);          /* all is as it claims, and yet: */
		assert_false(audit_proves(&a));
		if (way == FAIR_BY_ROW)
			assert_true(finds(&a, AUDIT_OPEN, "counted in the old way"));
		else
			assert_true(a.skipped > 0 && finds(&a, AUDIT_OPEN, "draws are left out before others") && !finds(&a, AUDIT_PROVED, "no draw is left out"));
		free(text);
		session_close(&again);
		session_close(&s);
	}
}

/* One that goes back in a source would be the same draw twice. */
static void numbers_of_a_source_rise(void **state)
{
	struct desk d;
	struct session s = over(&d, 1), again;
	size_t n;

	s.proof->number[s.proof->numbers - 1] = 0;
	char *text = record_print(&s, RECORD_TEXT, &n);
	assert_false(record_read(&again, text, n, why));
	assert_non_null(strstr(why, "draws are numbers that ascend"));
	free(text);
	session_close(&s);
	desk_drop(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_that_is_said_shifts_a_draw),
		cmocka_unit_test(a_draw_that_is_taken_back_counts),
		cmocka_unit_test(an_old_table_goes_on_in_the_old_way),
		cmocka_unit_test(a_start_that_draws_in_an_unknown_way_is_refused),
		cmocka_unit_test(whoever_noted_commit_and_nonce_is_given_the_proof),
		cmocka_unit_test(what_was_noted_otherwise_is_found_wrong),
		cmocka_unit_test(without_any_nonce_keys_can_be_tried),
		cmocka_unit_test(a_forged_record_does_not_pass_as_proved),
		cmocka_unit_test(numbers_of_a_source_rise),
	};

	return cmocka_run_group_tests_name("draws", tests, NULL, NULL);
}
