/* Anything that can happen at a table, in any order: its rows make it again. And the records that come out of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "desk.h"
#include "play/audit.h"
#include "play/record.h"

/* Anything ----------------------------------------------------------------------------- */

static void random_text(struct desk *d, char *out)
{
	static const char *const texts[] = { "", "Hello", "Ann", "random", "easy", "nonsense", "bcdefghj", "a,b", "\x01" };

	strcpy(out, texts[rng_below(&d->own, sizeof texts / sizeof texts[0])]);
}

/* A wish of any kind, sensible or not. */
static void random_wish(struct desk *d)
{
	struct request a = desk_ask((enum request_kind)rng_below(&d->own, REQUEST_KINDS), (int)rng_below(&d->own, (uint32_t)d->t.head.players + 1) - 1);
	const struct prompt *p = d->t.head.game->prompts;
	static const uint8_t rare[REQUEST_KINDS] = { [REQUEST_CLOSE] = 200, [REQUEST_RESIGN] = 60, [REQUEST_REMOVE] = 40, [REQUEST_REPLACE] = 10, [REQUEST_LEAVE] = 4 };

	if (rare[a.kind] && rng_below(&d->own, rare[a.kind]) > 0)
		return;
	a.whom = (int)rng_below(&d->own, (uint32_t)d->t.head.players + 2) - 1;
	a.place = d->t.place - (rng_below(&d->own, 8) == 0);
	a.to = d->t.plies - 1 - (int)rng_below(&d->own, 6);
	a.moves = 1;
	if (a.kind == REQUEST_PLAY && d->t.status == TABLE_RUNNING)        /* moves and text share their place */
		desk_legal(d, (int)rng_below(&d->own, MAX_MOVES), a.move[0]);
	else
		random_text(d, a.text);
	memset(a.secret, 128 + (int)rng_below(&d->own, 128), HASH_BYTES);       /* none that desk_sit() gives: two seats never have the same */
	a.committed = rng_below(&d->own, 2);
	a.once = rng_below(&d->own, 2);
	if (p) {
		strcpy(a.prompt, p->name);
		strcpy(a.order, rng_below(&d->own, 3) ? p->orders[rng_below(&d->own, 2)] : "ask");
	}
	if (rng_below(&d->own, 2))
		sprintf(a.key, "k%u", rng_below(&d->own, 20));
	desk_want(d, &a);
}

/* What a running table promises between any two wishes. */
static void is_sound(const struct desk *d)
{
	const struct table *t = &d->t;
	char why[MAX_TEXT];
	int64_t bank;

	if (t->status != TABLE_RUNNING) {
		assert_true(table_wake(t) == INT64_MAX && t->mover == -1);
		return;
	}
	const char *level = NULL;
	int bot = table_bot(t, &level), mover = table_to_move(t);
	if (!t->head.game->check(t->head.box, &t->state, why))
		fail_msg("%s", why);
	assert_true(mover >= 0 && mover == t->mover && table_prompt(t) == t->asked);
	assert_true(t->quiet <= t->plies && t->plies <= t->cap);
	for (int p = t->quiet; p < t->plies; p++)
		assert_true(t->ply[p].seat == mover && (t->ply[p].by == BY_PLAYER || (t->ply[p].by == BY_SERVER && p > t->quiet)));
	assert_true(game_only(t->head.game, t->head.box, &t->state) < 0);       /* nobody is asked for what needs no answer */
	assert_true(bot == -1 || (bot == mover && level[0]));
	assert_true(t->asker < 0 || (table_here(t, t->asker) && table_asked(t) != 0));
	/* Somebody or something can always bring it on: a person here, a bot, a due time, or a pause to be ended. */
	assert_true(bot >= 0 || t->paused || table_here(t, mover) || table_wake(t) < INT64_MAX);
	for (int i = 0; i < t->head.players; i++) {
		table_left(t, i, d->now, &bank);
		assert_true(bank >= 0 && bank <= t->head.pace.bank);
	}
}

/* Whatever people want in whatever order: the rows alone make the same table again (desk_drop), and it never stands still. */
static void any_wishes_at_any_game_leave_a_table_that_its_rows_make_again(void **state)
{
	static const struct pace paces[] = { { 0, 0, false }, { 10000, 30000, false }, { 0, 60000, false }, { 2 * 24 * 3600 * 1000ll, 0, true } };
	static const char *const games[] = { "queen", "broadhorns", "rails" };
	int seen[ROW_KINDS] = { 0 };

	for (uint64_t seed = 0; seed < 240; seed++) {
		struct desk d;
		const struct game *g = game_find(games[seed % 3]);
		struct head h = desk_head(g->name, g->min_players + (int)(seed / 3 % (uint64_t)(g->max_players - g->min_players + 1)), paces[seed / 7 % 4]);
		desk_make(&d, &h, seed);
		for (int i = 0; i < 60; i++)
			random_wish(&d);
		for (int i = 0; i < h.players && d.t.status == TABLE_OPEN; i++)
			if (d.t.seat[i].kind == SEAT_FREE)
				assert_null(rng_below(&d.own, 3) ? desk_sit(&d, i, "Zoe") : desk_host(&d, REQUEST_FILL, i, "random"));
		if (d.t.status == TABLE_OPEN)
			assert_null(desk_host(&d, REQUEST_START, -1, ""));
		for (int i = 0; i < 1500 && d.t.status == TABLE_RUNNING; i++) {
			is_sound(&d);
			d.now += rng_below(&d.own, 4) ? rng_below(&d.own, 3000) : rng_below(&d.own, 60000);
			if (rng_below(&d.own, 2))
				random_wish(&d);
			else if (d.t.paused)
				desk_host(&d, REQUEST_RESUME, -1, "");
			else if (d.t.asker < 0 || table_wake(&d.t) <= d.now || table_here(&d.t, d.t.mover))
				desk_random(&d);
		}
		is_sound(&d);
		for (int i = 0; i < 20; i++)
			random_wish(&d);
		for (int i = 0; i < d.all.n; i++)
			seen[d.all.of[i].kind]++;
		desk_drop(&d);
	}
	for (int i = 0; i < ROW_KINDS; i++)
		if (i != ROW_REVEAL && i != ROW_RULE && seen[i] == 0)           /* these have tests of their own */
			fail_msg("there was no row '%s'", row_kinds[i]);
}

static void every_game_is_played_to_its_end(void **state)
{
	for (int i = 0; game_list[i]; i++) {
		const struct game *g = game_list[i];
		for (int players = g->min_players; players <= g->max_players; players++) {
			struct desk d = desk_game(g->name, players, quick, (uint64_t)players);
			desk_start(&d, &"pbppb"[MAX_PLAYERS - players]);
			while (d.t.status == TABLE_RUNNING)
				desk_random(&d);
			assert_int_equal(d.t.status, TABLE_OVER);
			assert_int_equal(g->to_move(d.t.head.box, &d.t.state), OVER);
			desk_drop(&d);
		}
	}
}

static void an_idle_table_is_small(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	while (d.t.plies < 100 && d.t.status == TABLE_RUNNING)
		desk_random(&d);
	assert_true(sizeof(struct table) + (size_t)d.t.cap * sizeof *d.t.ply <= 4096);
	desk_drop(&d);
}

/* Records --------------------------------------------------------------------------------- */

/* Written and read again in both forms it is the same, proof included. */
static void comes_back(const struct session *s)
{
	for (int form = RECORD_TEXT; form <= RECORD_JSON; form++) {
		struct session again;
		char why[MAX_ERROR], *bytes, *other;
		size_t n, m;

		bytes = record_print(s, (enum record_form)form, &n);
		if (!record_read(&again, bytes, n, why))
			fail_msg("%s in %s", why, bytes);
		other = record_print(&again, (enum record_form)form, &m);
		assert_string_equal(bytes, other);
		assert_true(!s->proof == !again.proof);
		free(bytes);
		free(other);
		session_close(&again);
	}
}

static struct audit audit(const struct session *s)
{
	return audit_of(s, &(struct audit_noted){ NULL, NULL });
}

static bool is_honest(const struct session *s)
{
	struct audit a = audit(s);

	return audit_holds(&a) && a.draws == s->proof->numbers && a.draws > 0;
}

/* With an undo in it, resignations, and some nonces. */
static void finished(struct desk *d, const char *game, int players)
{
	*d = desk_game(game, players, no_clock, 7);
	for (int i = 0; i < players; i++)
		assert_null(desk_sit(d, i, "Zoe"));
	assert_null(desk_reveal(d, 1, 51));
	assert_null(desk_host(d, REQUEST_START, -1, ""));
	for (int i = 0; i < 20; i++)
		desk_random(d);
	int to = d->t.plies - 1;
	while (d->t.ply[to].seat < 0)
		to--;
	assert_null(desk_simply(d, REQUEST_RESIGN, 1));
	for (int i = 2; i < players; i++)
		assert_null(desk_simply(d, REQUEST_LEAVE, i));
	assert_null(desk_undo(d, 0, to));
	while (d->t.status == TABLE_RUNNING)
		desk_random(d);
}

static void a_finished_game_has_a_record_that_proves_its_draws(void **state)
{
	static const struct { const char *game; int players; } games[] = { { "queen", 3 }, { "broadhorns", 2 }, { "rails", 3 } };
	struct session s;
	struct desk d;
	char why[MAX_ERROR];

	for (int i = 0; i < 3; i++) {
		finished(&d, games[i].game, games[i].players);
		assert_true(table_session(&d.t, INT64_MAX, &s, why));
		assert_true(game_same(&s.state, &d.t.state) && s.plies == d.t.plies);
		assert_string_equal(s.setup.name[0], "Zoe");
		assert_non_null(s.proof);
		assert_true(is_honest(&s));
		assert_int_equal(s.remarks, 1);
		assert_non_null(strstr(s.remark[0].words, "seat 1, Zoe, resigned"));
		comes_back(&s);
		s.proof->number[s.proof->numbers / 2]++;        /* one wrong number, another nonce, another table */
		assert_true(audit(&s).wrong <= 1);
		s.proof->number[s.proof->numbers / 2]--;
		s.proof->fair.nonce[1][0] ^= 1;
		assert_false(is_honest(&s));
		s.proof->fair.nonce[1][0] ^= 1;
		s.proof->table[0] ^= 1;
		assert_false(is_honest(&s));
		session_close(&s);
		desk_drop(&d);
	}
}

static void a_running_game_never_shows_its_key(void **state)
{
	char why[MAX_ERROR], key[2 * HASH_BYTES + 1], *bytes;
	struct session s;
	struct desk d;
	size_t n;

	d = desk_race("ppp", no_clock);
	fair_hex(d.t.fair.key, HASH_BYTES, key);
	assert_true(table_session(&d.t, INT64_MAX, &s, why));
	assert_null(s.proof);
	bytes = record_print(&s, RECORD_TEXT, &n);
	assert_null(strstr(bytes, key));
	comes_back(&s);
	free(bytes);
	session_close(&s);
	assert_null(desk_host(&d, REQUEST_CLOSE, -1, ""));
	assert_true(table_session(&d.t, INT64_MAX, &s, why));
	assert_true(is_honest(&s));
	comes_back(&s);
	session_close(&s);
	desk_drop(&d);
}

/* The record of a table, with all that may be known of it; session_close() it. */
static struct session session_of(const struct desk *d)
{
	struct session s;
	char why[MAX_ERROR];

	assert_true(table_session(&d->t, INT64_MAX, &s, why));
	return s;
}

/* It has gone into the draws. */
static void the_nonce_of_who_is_removed_stays_in_the_record(void **state)
{
	struct desk d = desk_game("queen", 3, no_clock, 7);
	for (int i = 0; i < 3; i++)
		assert_null(desk_sit(&d, i, "Zoe"));
	assert_null(desk_reveal(&d, 1, 51));
	assert_null(desk_host(&d, REQUEST_START, -1, ""));
	assert_null(desk_about(&d, REQUEST_REPLACE, 0, 1));
	assert_null(desk_about(&d, REQUEST_REPLACE, 2, 1));
	while (d.t.status == TABLE_RUNNING)
		desk_random(&d);
	struct session s = session_of(&d);
	assert_true(is_honest(&s) && s.proof->fair.revealed[1]);
	session_close(&s);
	desk_drop(&d);
}

static void a_table_that_never_started_has_an_empty_record(void **state)
{
	struct desk d = desk_game("queen", 3, no_clock, 1);
	assert_null(desk_host(&d, REQUEST_CLOSE, -1, ""));
	struct session s = session_of(&d);
	assert_true(s.plies == 0 && !s.proof);
	comes_back(&s);
	session_close(&s);
	desk_drop(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_wishes_at_any_game_leave_a_table_that_its_rows_make_again),
		cmocka_unit_test(every_game_is_played_to_its_end),
		cmocka_unit_test(an_idle_table_is_small),
		cmocka_unit_test(a_finished_game_has_a_record_that_proves_its_draws),
		cmocka_unit_test(a_running_game_never_shows_its_key),
		cmocka_unit_test(the_nonce_of_who_is_removed_stays_in_the_record),
		cmocka_unit_test(a_table_that_never_started_has_an_empty_record),
	};

	return cmocka_run_group_tests_name("any", tests, NULL, NULL);
}
