/* A table by itself: wishes become rows, rows become the table, and nothing else does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "desk.h"

/* Sitting down --------------------------------------------------------- */

static void sitting_takes_a_free_seat_and_gives_it_a_secret(void **state)
{
	struct desk d = desk_game("queen", 3, no_clock, 1);
	assert_null(desk_sit(&d, 1, "Bob"));
	assert_int_equal(d.t.seat[1].kind, SEAT_PERSON);
	assert_string_equal(d.t.seat[1].name, "Bob");
	assert_true(desk_secret(&d, 1, 2));
	assert_false(desk_secret(&d, 1, 3));
	assert_false(desk_secret(&d, 0, 0));
	assert_false(desk_secret(&d, -1, 2));
	assert_false(desk_secret(&d, 3, 2));
	assert_string_equal(desk_sit(&d, 1, "Eve"), "taken");
	assert_string_equal(desk_sit(&d, 3, "Eve"), "seat");
	assert_null(desk_sit(&d, -1, "Ann"));           /* any: the first that is free */
	assert_string_equal(d.t.seat[0].name, "Ann");
	assert_null(desk_sit(&d, -1, "Cy"));
	assert_string_equal(desk_sit(&d, -1, "Di"), "full");
	desk_drop(&d);
}

static void names_are_such_as_records_can_hold(void **state)
{
	static const char *const bad[] = { "", " Ann", "Ann ", "A,B", "A#B", "A\tB", "A\nB", "\xff", "0123456789012345678901234567890123" };
	struct desk d = desk_game("queen", 3, no_clock, 1);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_string_equal(desk_sit(&d, 0, bad[i]), "name");
	assert_null(desk_sit(&d, 0, "0123456789012345678901234567890"));
	assert_null(desk_sit(&d, 1, "Åse Bjørn"));
	desk_drop(&d);
}

static void who_sits_can_take_another_name_and_keeps_the_rest(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	assert_null(desk_say(&d, REQUEST_SIT, 1, "Bobby"));
	assert_string_equal(d.t.seat[1].name, "Bobby");
	assert_true(desk_secret(&d, 1, 2));
	assert_true(d.t.seat[1].committed);
	char commit[2 * HASH_BYTES + 1];
	fair_hex(d.t.seat[1].commit, HASH_BYTES, commit);
	assert_non_null(strstr(desk_last(&d, 0)->text, commit));
	desk_drop(&d);
}

static void the_host_fills_frees_and_starts(void **state)
{
	struct desk d = desk_game("queen", 3, no_clock, 1);
	assert_null(desk_sit(&d, 0, "Ann"));
	assert_string_equal(desk_host(&d, REQUEST_START, -1, ""), "free");
	assert_null(desk_host(&d, REQUEST_FILL, 1, "hard"));
	assert_string_equal(d.t.seat[1].level, "hard");
	assert_string_equal(d.t.seat[1].name, "hard");
	assert_null(desk_host(&d, REQUEST_FILL, 1, "easy"));
	assert_string_equal(desk_host(&d, REQUEST_FILL, 1, "brilliant"), "level");
	assert_string_equal(desk_host(&d, REQUEST_FILL, 1, "hard:99999999ms"), "level");
	assert_string_equal(desk_host(&d, REQUEST_FILL, 1, "expert:2001"), "level");
	assert_string_equal(desk_host(&d, REQUEST_FILL, 0, "easy"), "taken");
	assert_null(desk_host(&d, REQUEST_REMOVE, 0, ""));
	assert_int_equal(d.t.seat[0].kind, SEAT_FREE);
	assert_false(desk_secret(&d, 0, 1));
	assert_string_equal(desk_host(&d, REQUEST_REMOVE, 0, ""), "seat");
	assert_null(desk_host(&d, REQUEST_REMOVE, 1, ""));
	desk_start(&d, "pbp");
	assert_int_equal(d.t.status, TABLE_RUNNING);
	assert_string_equal(desk_host(&d, REQUEST_START, -1, ""), "started");
	assert_string_equal(desk_host(&d, REQUEST_FILL, 1, "easy"), "started");
	assert_string_equal(desk_sit(&d, -1, "Di"), "started");
	assert_string_equal(desk_sit(&d, 1, "Di"), "started");
	desk_drop(&d);
}

static void a_player_is_no_host(void **state)
{
	static const enum request_kind hosts[] = { REQUEST_FILL, REQUEST_REMOVE, REQUEST_START, REQUEST_CLOSE };
	struct desk d = desk_game("queen", 3, no_clock, 1);
	assert_null(desk_sit(&d, 0, "Ann"));
	for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++)
		assert_string_equal(desk_simply(&d, hosts[i], 0), "host");
	desk_drop(&d);
}

static void nonces_count_if_they_were_revealed_before_the_start(void **state)
{
	uint8_t stream[2][HASH_BYTES];
	struct desk d;

	for (int with = 0; with < 2; with++) {
		d = desk_game("queen", 3, no_clock, 1);
		for (int i = 0; i < 3; i++)
			assert_null(desk_sit(&d, i, "Ann"));
		assert_string_equal(desk_reveal(&d, 1, 77), "nonce");
		assert_string_equal(desk_say(&d, REQUEST_REVEAL, 1, "abc"), "bad");
		if (with) {
			assert_null(desk_reveal(&d, 1, 51));
			assert_string_equal(desk_reveal(&d, 1, 51), "nonce");
		}
		assert_null(desk_host(&d, REQUEST_START, -1, ""));
		assert_true(d.t.fair.revealed[1] == with && !d.t.fair.revealed[0]);
		assert_string_equal(desk_reveal(&d, 2, 52), "started");
		memcpy(stream[with], d.t.stream, HASH_BYTES);
		desk_drop(&d);
	}
	assert_memory_not_equal(stream[0], stream[1], HASH_BYTES);
}

static void a_nonce_is_gone_with_its_seat(void **state)
{
	struct desk d = desk_game("queen", 3, no_clock, 1);
	assert_null(desk_sit(&d, 1, "Bob"));
	assert_null(desk_reveal(&d, 1, 51));
	assert_null(desk_simply(&d, REQUEST_LEAVE, 1));
	assert_false(d.t.fair.revealed[1]);
	assert_null(desk_host(&d, REQUEST_FILL, 1, "easy"));
	assert_string_equal(desk_reveal(&d, 1, 51), "seat");
	desk_drop(&d);
}

/* Playing ---------------------------------------------------------------- */

static void chance_moves_in_the_same_rows_as_what_it_follows(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	assert_int_equal(desk_last(&d, 1)->kind, ROW_START);
	assert_int_equal(desk_last(&d, 0)->kind, ROW_DRAW);
	assert_int_equal(d.t.plies, 1);
	assert_true(d.t.place == d.t.seq && d.t.ply[0].seq == d.t.seq && d.t.ply[0].seat == -1);
	desk_drop(&d);
}

/* A move that everybody can see to be the only one is an ordinary row of its seat, behind what it follows; who is there is told that the table made it,
 * and going back goes to before the choice that led to it. */
static void an_only_move_is_made_at_once_and_taken_back_with_what_it_follows(void **state)
{
	static const char *const games[] = { "queen", "broadhorns", "rails" };
	int made[3] = { 0 }, bots = 0, back = 0;

	for (uint64_t seed = 1; seed <= 12; seed++) {
		const int g = (int)(seed % 3);
		struct desk d = desk_game(games[g], 3, no_clock, seed);
		desk_start(&d, "ppb");
		for (int i = 0; i < 300 && d.t.status == TABLE_RUNNING; i++) {
			const struct head *h = &d.t.head;
			const int mover = table_to_move(&d.t), before = d.t.plies;
			assert_true(game_only(h->game, h->box, &d.t.state) < 0);
			const struct state was = d.t.state;
			const bool person = mover < 2;
			desk_random(&d);
			assert_int_equal(d.t.ply[before].by, person ? BY_PLAYER : BY_BOT);
			for (int p = before + 1; p < d.t.plies; p++) {
				struct state at;
				table_at(&d.t, p, &at);
				if (d.t.ply[p].seat < 0)
					continue;
				assert_int_equal(game_only(h->game, h->box, &at), d.t.ply[p].move);
				assert_int_equal(d.t.ply[p].by, d.t.ply[p].seat < 2 ? BY_SERVER : BY_BOT);
				made[g] += d.t.ply[p].seat < 2;
				bots += d.t.ply[p].seat == 2;
			}
			const int last = d.t.plies - 1;
			if (d.t.status != TABLE_RUNNING || !person || last == before || d.t.ply[last].by != BY_SERVER || d.t.ply[last].seat < 0)
				continue;
			assert_null(desk_undo(&d, mover, last));
			if (d.t.asker >= 0) {           /* the others have heard of it */
				assert_int_equal(d.t.ask_to, before);
				assert_null(desk_simply(&d, REQUEST_REFUSE, mover));
			} else {
				assert_true(game_same(&was, &d.t.state));
				back++;
			}
		}
		desk_drop(&d);
	}
	print_message("only moves of people: queen %d, broadhorns %d, rails %d; of bots %d; taken back %d\n", made[0], made[1], made[2], bots, back);
	assert_true(made[0] > 10 && made[1] > 10 && bots > 10 && back > 2);
}

/* B164, A57: without ice there is one answer, but that is nobody else's to know. */
static void who_has_no_ice_is_asked_for_it_all_the_same(void **state)
{
	struct moves m;
	struct desk d;
	int asked = 0;

	for (uint64_t seed = 1; asked == 0; seed++) {
		assert_true(seed < 20);
		d = desk_game("broadhorns", 3, no_clock, seed);
		desk_start(&d, "ppp");
		while (d.t.status == TABLE_RUNNING) {
			d.t.head.game->legal(d.t.head.box, &d.t.state, &m);
			asked += d.t.asked >= 0 && m.n == 1;
			desk_random(&d);
		}
		desk_drop(&d);
	}
}

/* A57: with bots alone there is nobody to whom a question that is left out could tell anything, so none is asked that has one answer. */
static void who_plays_with_bots_alone_is_asked_only_where_there_is_a_choice(void **state)
{
	struct moves m;
	struct desk d;
	int hidden = 0;

	for (uint64_t seed = 1; seed <= 6; seed++) {
		d = desk_game(seed % 2 ? "broadhorns" : "rails", 3, no_clock, seed);
		desk_start(&d, "pbb");
		while (d.t.status == TABLE_RUNNING) {
			const struct head *h = &d.t.head;
			const int before = d.t.plies;
			h->game->legal(h->box, &d.t.state, &m);
			assert_true(table_to_move(&d.t) != 0 || m.n > 1);
			desk_random(&d);
			for (int p = before; p < d.t.plies; p++) {
				struct state at;
				table_at(&d.t, p, &at);
				hidden += d.t.ply[p].by == BY_SERVER && d.t.ply[p].seat == 0 && game_only(h->game, h->box, &at) < 0;
			}
		}
		desk_drop(&d);
	}
	print_message("questions that only the hand answers, left out: %d\n", hidden);
	assert_true(hidden > 10);
}

/* Two silent moves and one that is not, as a client sends them. */
static struct request whole_turn(const struct desk *d, int seat)
{
	struct request a = desk_ask(REQUEST_PLAY, seat);

	a.place = d->t.place;
	a.moves = 3;
	strcpy(a.move[0], "speed 1");
	strcpy(a.move[1], "ahead");
	strcpy(a.move[2], "end");
	strcpy(a.key, "k1");
	return a;
}

static void moves_of_a_message_are_played_all_or_none(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	uint32_t before = d.t.seq;
	struct request a = whole_turn(&d, 0);
	strcpy(a.move[2], "ahead");
	assert_string_equal(desk_want(&d, &a), "illegal");
	assert_true(d.no.rule != 0 && d.t.seq == before && d.t.plies == 1);
	strcpy(a.move[2], "fly");
	assert_string_equal(desk_want(&d, &a), "no_move");
	a.moves = 0;
	assert_string_equal(desk_want(&d, &a), "bad");
	a = whole_turn(&d, 0);
	assert_null(desk_want(&d, &a));
	assert_int_equal(d.t.plies, 4);
	assert_int_equal(table_to_move(&d.t), 1);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(desk_last(&d, i)->kind, ROW_MOVE);
		assert_string_equal(desk_last(&d, i)->key, "k1");
	}
	desk_drop(&d);
}

/* Else a refusal would tell what the move would have found out. */
static void nothing_can_follow_a_move_that_cannot_be_taken_back(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	struct request a = whole_turn(&d, 0);
	a.moves = 4;
	strcpy(a.move[3], "nonsense");
	assert_string_equal(desk_want(&d, &a), "batch");
	assert_int_equal(d.t.plies, 1);
	desk_drop(&d);
}

static void a_move_from_another_place_has_crossed(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	struct request a = whole_turn(&d, 0);
	a.place--;
	assert_string_equal(desk_want(&d, &a), "crossed");
	assert_null(desk_say(&d, REQUEST_CHAT, 1, "Hello"));    /* changes the rows, but not the game */
	a.place++;
	assert_null(desk_want(&d, &a));
	a = desk_ask(REQUEST_UNDO, 0);
	a.place = d.t.place - 1;
	assert_string_equal(desk_want(&d, &a), "crossed");
	desk_drop(&d);
}

static void a_repeated_message_gets_the_first_answer(void **state)
{
	struct rows r = { .n = 0 };
	uint32_t first, seq;
	struct desk d = desk_race("ppp", no_clock);
	struct request a = whole_turn(&d, 0), other = whole_turn(&d, 1);
	assert_null(desk_want(&d, &a));
	first = d.t.seq;
	assert_string_equal(desk_want(&d, &a), "repeated");
	assert_string_equal(desk_want(&d, &other), "crossed");         /* another seat's key of the same name is another key */
	assert_null(desk_say(&d, REQUEST_CHAT, 1, "Nice"));
	assert_int_equal(table_request(&d.t, &a, d.now, &r, &seq, &d.no), ASK_REPEATED);
	assert_true(seq == first);
	for (int i = 0; i < KEYS_KEPT; i++) {
		struct request chat = desk_ask(REQUEST_CHAT, 0);
		sprintf(chat.key, "chat%d", i);
		strcpy(chat.text, "Hm");
		assert_null(desk_want(&d, &chat));
		assert_string_equal(desk_want(&d, &chat), "repeated");
	}
	assert_string_equal(desk_want(&d, &a), "crossed");              /* so long ago that it is forgotten: still harmless */
	desk_drop(&d);
}

static void who_gets_up_takes_the_key_along(void **state)
{
	struct request leave = desk_ask(REQUEST_LEAVE, 0), chat = desk_ask(REQUEST_CHAT, 0);
	struct desk d = desk_game("queen", 3, no_clock, 1);
	assert_null(desk_sit(&d, 0, "Ann"));
	strcpy(leave.key, "k1");
	strcpy(chat.key, "k1");
	strcpy(chat.text, "Hello");
	assert_null(desk_want(&d, &leave));
	assert_null(desk_sit(&d, 0, "Bob"));
	assert_null(desk_want(&d, &chat));
	assert_string_equal(desk_want(&d, &chat), "repeated");
	desk_drop(&d);
}

static void a_table_has_changed_when_its_last_row_was_made(void **state)
{
	struct desk d = desk_game("queen", 3, no_clock, 1);
	assert_true(d.t.changed == d.t.head.made);
	d.now += 1234;
	assert_null(desk_sit(&d, 0, "Ann"));
	assert_true(d.t.changed == d.now);
	desk_drop(&d);
}

static void a_key_of_the_host_is_nobodys_else(void **state)
{
	struct request host = desk_ask(REQUEST_REMOVE, -1), chat = desk_ask(REQUEST_CHAT, 1);
	struct desk d = desk_game("queen", 3, no_clock, 1);
	assert_null(desk_sit(&d, 0, "Ann"));
	assert_null(desk_sit(&d, 1, "Bob"));
	host.whom = 0;
	strcpy(host.key, "k1");
	strcpy(chat.key, "k1");
	strcpy(chat.text, "Hello");
	assert_null(desk_want(&d, &host));
	assert_null(desk_want(&d, &chat));
	desk_drop(&d);
}

/* The draws after a move belong to its message: its last row is the last of them. */
static void the_answer_counts_the_chance_that_follows(void **state)
{
	struct desk d;
	uint32_t seq = 0;

	d = desk_game("rails", 2, no_clock, 3);
	desk_start(&d, "pp");
	for (int tries = 0; tries < 200; tries++) {
		struct request a = desk_ask(REQUEST_PLAY, table_to_move(&d.t));
		struct rows r = { .n = 0 };
		a.place = d.t.place;
		a.moves = 1;
		desk_legal(&d, (int)rng_below(&d.own, MAX_MOVES), a.move[0]);
		sprintf(a.key, "m%d", tries);
		assert_null(desk_want(&d, &a));
		assert_int_equal(table_request(&d.t, &a, d.now, &r, &seq, &d.no), ASK_REPEATED);
		assert_true(seq == d.t.seq);
		if (desk_last(&d, 0)->kind == ROW_DRAW)
			break;
	}
	assert_int_equal(desk_last(&d, 0)->kind, ROW_DRAW);
	desk_drop(&d);
}

static void out_of_turn_is_refused_with_the_rule_of_turns(void **state)
{
	static const struct { const char *game; int players; char letter; } games[] = { { "queen", 3, 'Q' }, { "broadhorns", 2, 'B' }, { "rails", 2, 'R' } };
	struct desk d;

	for (int i = 0; i < 3; i++) {
		char move[MAX_TEXT];
		d = desk_game(games[i].game, games[i].players, no_clock, 1);
		desk_start(&d, &"ppp"[3 - games[i].players]);
		desk_legal(&d, 0, move);
		assert_string_equal(desk_play(&d, (table_to_move(&d.t) + 1) % games[i].players, move), "turn");
		assert_int_equal(d.no.rule >> 8, games[i].letter);
		desk_drop(&d);
	}
}

static void nobody_plays_before_the_start_or_after_the_end(void **state)
{
	struct desk d = desk_game("queen", 3, no_clock, 1);
	assert_null(desk_sit(&d, 0, "Ann"));
	assert_string_equal(desk_play(&d, 0, "speed 1"), "not_started");
	assert_int_equal(table_to_move(&d.t), OVER);
	desk_drop(&d);
	d = desk_race("ppp", no_clock);
	while (d.t.status == TABLE_RUNNING)
		desk_random(&d);
	assert_int_equal(d.t.status, TABLE_OVER);
	assert_string_equal(desk_play(&d, 0, "speed 1"), "over");
	assert_string_equal(desk_undo(&d, 0, 1), "over");
	assert_string_equal(desk_simply(&d, REQUEST_RESIGN, 0), "over");
	assert_string_equal(desk_simply(&d, REQUEST_LEAVE, 0), "over");
	assert_string_equal(desk_host(&d, REQUEST_CLOSE, -1, ""), "over");
	assert_null(desk_say(&d, REQUEST_CHAT, 0, "Well played"));
	assert_true(table_wake(&d.t) == INT64_MAX);
	desk_drop(&d);
}

static void earlier_states_can_be_seen_again(void **state)
{
	struct state then[40], again;
	struct desk d = desk_race("ppp", no_clock);
	while (d.t.plies < 40 && d.t.status == TABLE_RUNNING) {
		then[d.t.plies - 1] = d.t.state;
		int before = d.t.plies;
		desk_random(&d);
		for (int p = before; p < d.t.plies && p < 40; p++)
			table_at(&d.t, p + 1, &then[p]);
	}
	assert_true(d.t.plies > 20);
	for (int p = 1; p < 40 && p < d.t.plies; p++) {
		table_at(&d.t, p, &again);
		assert_true(game_same(&again, &then[p - 1]));
	}
	table_at(&d.t, d.t.plies, &again);
	assert_true(game_same(&again, &d.t.state));
	desk_drop(&d);
}

/* Around the game ------------------------------------------------------------------- */

static void chat_is_plain_text_of_some_length(void **state)
{
	char longest[MAX_CHAT + 2];
	struct desk d = desk_race("ppb", no_clock);
	memset(longest, 'x', sizeof longest);
	longest[MAX_CHAT + 1] = '\0';
	assert_string_equal(desk_say(&d, REQUEST_CHAT, 0, longest), "bad");
	assert_null(desk_say(&d, REQUEST_CHAT, 0, longest + 1));
	assert_string_equal(desk_say(&d, REQUEST_CHAT, 0, ""), "bad");
	assert_string_equal(desk_say(&d, REQUEST_CHAT, 0, "a\nb"), "bad");
	assert_string_equal(desk_say(&d, REQUEST_CHAT, 0, "\xc3"), "bad");
	assert_string_equal(desk_say(&d, REQUEST_CHAT, 2, "beep"), "seat");
	assert_string_equal(desk_say(&d, REQUEST_CHAT, -1, "psst"), "seat");
	desk_drop(&d);
}

static void where_to_send_word_is_kept_until_it_changes(void **state)
{
	struct desk d = desk_race("ppb", no_clock);
	assert_null(desk_say(&d, REQUEST_TELL, 0, "mail ann@example.org"));
	assert_string_equal(d.t.seat[0].tell, "mail ann@example.org");
	assert_null(desk_say(&d, REQUEST_TELL, 0, ""));
	assert_null(d.t.seat[0].tell);
	desk_drop(&d);
}

static void a_rematch_is_named_once_after_the_end(void **state)
{
	struct desk d = desk_race("ppb", no_clock);
	assert_string_equal(desk_say(&d, REQUEST_NEXT, 0, "bcdefghj"), "started");
	assert_null(desk_host(&d, REQUEST_CLOSE, -1, "enough"));
	assert_string_equal(desk_say(&d, REQUEST_NEXT, 0, "bcdefgh"), "bad");
	assert_null(desk_say(&d, REQUEST_NEXT, 0, "bcdefghj"));
	assert_string_equal(d.t.next, "bcdefghj");
	assert_string_equal(desk_say(&d, REQUEST_NEXT, 1, "zzzzzzzz"), "next");
	desk_drop(&d);
}

static void a_closed_table_takes_no_more(void **state)
{
	const char *level;
	struct desk d = desk_race("bpp", quick);
	assert_null(desk_host(&d, REQUEST_CLOSE, -1, "enough"));
	assert_int_equal(d.t.status, TABLE_CLOSED);
	assert_string_equal(desk_say(&d, REQUEST_CHAT, 1, "Hey"), "closed");
	assert_string_equal(desk_play(&d, 1, "speed 1"), "closed");
	assert_string_equal(desk_host(&d, REQUEST_CLOSE, -1, ""), "closed");
	assert_int_equal(table_bot(&d.t, &level), -1);
	assert_true(table_wake(&d.t) == INT64_MAX);
	desk_drop(&d);
}

static void a_table_that_has_seen_too_much_takes_only_what_brings_it_on(void **state)
{
	struct desk d = desk_race("ppp", no_clock);
	d.t.seq = 200000;
	assert_string_equal(desk_say(&d, REQUEST_CHAT, 0, "Hm"), "full");
	assert_string_equal(desk_undo(&d, 0, 1), "full");
	assert_null(desk_play(&d, 0, "speed 1"));
	rows_clear(&d.all);
	table_drop(&d.t);
}

/* Rows -------------------------------------------------------------------------------- */

static bool fits(struct desk *d, uint32_t seq, int kind, int by, int seat, const char *text)
{
	struct table before = d->t;
	struct row r = { .seq = seq, .kind = (uint8_t)kind, .by = (uint8_t)by, .seat = (int8_t)seat, .at = d->now, .text = (char *)text };
	char why[MAX_ERROR] = "";
	bool fine = table_fold(&d->t, &r, why);

	if (!fine) {
		assert_true(why[0] != '\0');
		desk_same(&before, &d->t);
	}
	return fine;
}

static void rows_that_do_not_fit_are_refused_and_change_nothing(void **state)
{
	char hash[2 * HASH_BYTES + 1];
	struct desk d = desk_race("ppb", quick);
	uint32_t next = d.t.seq + 1;
	memset(hash, 'a', sizeof hash - 1);
	hash[sizeof hash - 1] = '\0';
	assert_false(fits(&d, next + 1, ROW_CHAT, BY_PLAYER, 0, "hm"));
	assert_false(fits(&d, next - 1, ROW_CHAT, BY_PLAYER, 0, "hm"));
	const struct { int kind, by, seat; const char *text; } misfits[] = {
		{ ROW_KINDS, BY_PLAYER, 0, "hm" }, { ROW_CHAT, ROW_BYS, 0, "hm" }, { ROW_CHAT, BY_PLAYER, 3, "hm" },
		{ ROW_CHAT, BY_PLAYER, -2, "hm" }, { ROW_CHAT, BY_PLAYER, 2, "hm" }, { ROW_MOVE, BY_PLAYER, 1, "speed 1" },
		{ ROW_MOVE, BY_PLAYER, 0, "speed 7" }, { ROW_MOVE, BY_PLAYER, -1, "speed 1" }, { ROW_DRAW, BY_SERVER, -1, "tile B" },
		{ ROW_START, BY_HOST, -1, "" }, { ROW_FREE, BY_HOST, 0, "removed" }, { ROW_UNDO, BY_PLAYER, 0, "1" },
		{ ROW_UNDO, BY_PLAYER, 0, "x" }, { ROW_UNDO, BY_SERVER, -1, "0" }, { ROW_ASK, BY_PLAYER, 0, "0" },
		{ ROW_ASK, BY_PLAYER, 0, "99999999999999999999" }, { ROW_AGREE, BY_PLAYER, 0, "" }, { ROW_REFUSE, BY_PLAYER, 0, "" },
		{ ROW_ORDER, BY_PLAYER, 0, "facing" }, { ROW_ORDER, BY_PLAYER, 0, "facing up" },
		{ ROW_ORDER, BY_PLAYER, 0, "facing N once" }, { ROW_ORDER, BY_PLAYER, 0, "facing N twice" },
		{ ROW_ORDER, BY_PLAYER, 0, "facing N once more" }, { ROW_BACK, BY_PLAYER, 0, "" }, { ROW_RESUME, BY_PLAYER, 0, "" },
		{ ROW_LINK, BY_HOST, 0, "ab" }, { ROW_LINK, BY_HOST, 2, hash }, { ROW_BOT, BY_HOST, 0, "brilliant" },
		{ ROW_BOT, BY_HOST, 2, "easy" }, { ROW_REVEAL, BY_PLAYER, 0, hash }, { ROW_NEXT, BY_PLAYER, -1, "abcdefgh" },
	};
	for (size_t i = 0; i < sizeof misfits / sizeof misfits[0]; i++)
		assert_false(fits(&d, next, misfits[i].kind, misfits[i].by, misfits[i].seat, misfits[i].text));
	assert_true(fits(&d, next, ROW_PAUSE, BY_PLAYER, 0, ""));
	assert_false(fits(&d, next + 1, ROW_PAUSE, BY_PLAYER, 0, ""));
	assert_false(fits(&d, next + 1, ROW_MOVE, BY_PLAYER, 0, "speed 1"));
	assert_true(fits(&d, next + 1, ROW_RESUME, BY_PLAYER, 0, ""));
	assert_true(fits(&d, next + 2, ROW_MOVE, BY_PLAYER, 0, "speed 1"));
	assert_true(fits(&d, next + 3, ROW_ASK, BY_PLAYER, 0, "1"));
	assert_false(fits(&d, next + 4, ROW_UNDO, BY_SERVER, -1, "1"));        /* seat 1 has not agreed */
	assert_false(fits(&d, next + 4, ROW_ASK, BY_PLAYER, 1, "1"));
	assert_true(fits(&d, next + 4, ROW_AGREE, BY_PLAYER, 1, ""));
	assert_false(fits(&d, next + 5, ROW_UNDO, BY_SERVER, -1, "2"));
	assert_true(fits(&d, next + 5, ROW_UNDO, BY_SERVER, -1, "1"));
	table_drop(&d.t);
	rows_clear(&d.all);
}

static void who_sits_down_is_told_in_three_words(void **state)
{
	static const char *const bad[] = {
		"%s- x Eve", "%s  - Eve", " %s - Eve", "%s - ", "%s", "%s -", "", "%s x Eve", "%.20s - Eve", "%s %.20s Eve", "%s - E,e", "- - Eve",
	};
	char hash[2 * HASH_BYTES + 1] = "", words[300];
	struct desk d = desk_game("queen", 3, no_clock, 1);
	memset(hash, 'a', sizeof hash - 1);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		snprintf(words, sizeof words, bad[i], hash, hash);
		assert_false(fits(&d, 1, ROW_SIT, BY_PLAYER, 0, words));
	}
	snprintf(words, sizeof words, "%s %s Eve Two", hash, hash);
	assert_true(fits(&d, 1, ROW_SIT, BY_PLAYER, 0, words));
	assert_string_equal(d.t.seat[0].name, "Eve Two");
	assert_true(d.t.seat[0].committed);
	hash[0] = 'b';
	snprintf(words, sizeof words, "%s - Eve", hash);
	assert_false(fits(&d, 2, ROW_SIT, BY_PLAYER, 0, words));        /* it is taken */
	assert_true(fits(&d, 2, ROW_SIT, BY_PLAYER, 1, words));
	assert_false(d.t.seat[1].committed);
	table_drop(&d.t);
}

static void damaged_texts_of_real_rows_are_refused_or_harmless(void **state)
{
	struct desk d;
	char why[MAX_ERROR];

	d = desk_race("ppp", quick);
	for (int i = 0; i < 60 && d.t.status == TABLE_RUNNING; i++)
		desk_random(&d);
	for (int i = 0; i < d.all.n; i++)
		for (int tries = 0; tries < 20; tries++) {
			struct table t;
			struct row bad = d.all.of[i];
			char text[MAX_ROW + 1];
			table_make(&t, &d.t.head);
			for (int k = 0; k < i; k++)
				assert_true(table_fold(&t, &d.all.of[k], why));
			snprintf(text, sizeof text, "%s", bad.text);
			if (text[0])
				text[rng_below(&d.own, (uint32_t)strlen(text))] = (char)rng_below(&d.own, 256);
			bad.text = text;
			bad.kind = (uint8_t)(tries % 2 ? bad.kind : rng_below(&d.own, ROW_KINDS + 1));
			bad.seat = (int8_t)(tries % 3 ? bad.seat : (int)rng_below(&d.own, 5) - 1);
			table_fold(&t, &bad, why);
			table_drop(&t);
		}
	desk_drop(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sitting_takes_a_free_seat_and_gives_it_a_secret),
		cmocka_unit_test(names_are_such_as_records_can_hold),
		cmocka_unit_test(who_sits_can_take_another_name_and_keeps_the_rest),
		cmocka_unit_test(the_host_fills_frees_and_starts),
		cmocka_unit_test(a_player_is_no_host),
		cmocka_unit_test(nonces_count_if_they_were_revealed_before_the_start),
		cmocka_unit_test(a_nonce_is_gone_with_its_seat),
		cmocka_unit_test(chance_moves_in_the_same_rows_as_what_it_follows),
		cmocka_unit_test(an_only_move_is_made_at_once_and_taken_back_with_what_it_follows),
		cmocka_unit_test(who_plays_with_bots_alone_is_asked_only_where_there_is_a_choice),
		cmocka_unit_test(who_has_no_ice_is_asked_for_it_all_the_same),
		cmocka_unit_test(moves_of_a_message_are_played_all_or_none),
		cmocka_unit_test(nothing_can_follow_a_move_that_cannot_be_taken_back),
		cmocka_unit_test(a_move_from_another_place_has_crossed),
		cmocka_unit_test(a_repeated_message_gets_the_first_answer),
		cmocka_unit_test(who_gets_up_takes_the_key_along),
		cmocka_unit_test(a_table_has_changed_when_its_last_row_was_made),
		cmocka_unit_test(a_key_of_the_host_is_nobodys_else),
		cmocka_unit_test(the_answer_counts_the_chance_that_follows),
		cmocka_unit_test(out_of_turn_is_refused_with_the_rule_of_turns),
		cmocka_unit_test(nobody_plays_before_the_start_or_after_the_end),
		cmocka_unit_test(earlier_states_can_be_seen_again),
		cmocka_unit_test(chat_is_plain_text_of_some_length),
		cmocka_unit_test(where_to_send_word_is_kept_until_it_changes),
		cmocka_unit_test(a_rematch_is_named_once_after_the_end),
		cmocka_unit_test(a_closed_table_takes_no_more),
		cmocka_unit_test(a_table_that_has_seen_too_much_takes_only_what_brings_it_on),
		cmocka_unit_test(rows_that_do_not_fit_are_refused_and_change_nothing),
		cmocka_unit_test(who_sits_down_is_told_in_three_words),
		cmocka_unit_test(damaged_texts_of_real_rows_are_refused_or_harmless),
	};

	return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
