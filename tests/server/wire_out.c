/* Messages to clients: what they tell, and to whom. */
#define _GNU_SOURCE                     /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/codec.h"
#include "wires.h"

/* Whoever comes late reads the same log as who was there all the time: undone moves and all. */
static void a_log_is_the_same_however_it_is_told(void **unused)
{
	int undone = 0;
	for (int g = 0; g < 3; g++)
		for (uint64_t seed = 1; seed <= 8; seed++) {
			struct play p;
			play_make(&p, games[g], 3, (struct pace){ .move = seed % 2 ? 60000 : 0 }, seed);
			begin(&p, "ppp");
			for (int n = 0; n < 250 && p.d.t.status == TABLE_RUNNING; n++) {
				one_step(&p);
				if (rng_below(&p.d.own, 4) > 0)         /* now and then several changes are told at once */
					tell_everybody(&p);
			}
			tell_everybody(&p);
			for (int i = 0; i < p.d.all.n; i++)
				undone += p.d.all.of[i].kind == ROW_UNDO;
			for (int i = 0; i <= 3; i++) {
				struct blob *b = hello_to(&p, eyes_of(&p, i), 0);
				char *whole = NULL;
				b = realloc(b, sizeof *b + b->n + 1);
				b->bytes[b->n] = '\0';
				keep_log(&whole, b);
				assert_string_equal(whole, p.log[i]);
				free(whole);
				blob_drop(b);
			}
			play_drop(&p);
		}
	print_message("%d times something was taken back\n", undone);
	assert_true(undone > 20);
}

/* Somebody else's server took back more than once, and all that is heard of at once: whatever can be told is told right. */
static void going_back_twice_is_told_at_once(void **unused)
{
	int whole = 0, parts = 0;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct play p;
		play_make(&p, "queen", 3, (struct pace){ 0 }, seed);
		begin(&p, "ppp");
		for (int n = 0; n < 60; n++)
			lively(&p);
		told_all(&p);
		for (int back = 0; back < 3; back++) {
			int to = p.d.t.plies - 1 - (int)rng_below(&p.d.own, 20);
			while (p.d.t.ply[to].seat < 0)
				to--;
			int asker = p.d.t.ply[to].seat;
			if (desk_undo(&p.d, asker, to))
				fail_msg("%d to %d of %d: %s", asker, to, p.d.t.plies, p.d.no.words);
			for (int i = 0; i < 3; i++)
				desk_simply(&p.d, REQUEST_AGREE, i);
			for (int n = 0; n < 4; n++)
				lively(&p);
		}
		struct blob *a = hello_to(&p, WATCHER, p.seq), *b = game_to(&p, WATCHER);
		json_t *v = parsed(a), *w = parsed(b), *row;
		size_t i;
		assert_int_equal(json_array_size(json_object_get(v, "log")), json_array_size(json_object_get(w, "log")));
		json_array_foreach(json_object_get(w, "log"), i, row) {
			json_t *full = json_array_get(json_object_get(v, "log"), i);
			bool known = text_of(row, "text") || !json_object_get(row, "ply");
			whole += known;
			parts += !known;
			assert_true(known ? json_equal(row, full) : json_equal(json_object_get(row, "ply"), json_object_get(full, "ply")));
		}
		json_decref(v);
		json_decref(w);
		blob_drop(a);
		blob_drop(b);
		play_drop(&p);
	}
	assert_true(whole > 300 && parts > 0);
}

/* A game of three persons that has gone on for so many steps. */
static void play_some(struct play *p, const char *game, int steps, void (*step)(struct play *p))
{
	play_make(p, game, 3, (struct pace){ 0 }, 5);
	begin(p, "ppp");
	for (int n = 0; n < steps; n++)
		step(p);
}

static void part_of_a_log_is_its_end(void **unused)
{
	struct play p;
	play_some(&p, "broadhorns", 100, one_step);
	struct blob *whole = hello_to(&p, 1, 0), *half = hello_to(&p, 1, p.d.t.seq / 2);
	json_t *v = parsed(whole), *w = parsed(half), *all = json_object_get(v, "log"), *some = json_object_get(w, "log"), *row;
	size_t i, skip = json_array_size(all) - json_array_size(some);
	assert_true(json_array_size(some) > 0 && skip > 0);
	json_array_foreach(some, i, row)
		assert_true(json_equal(row, json_array_get(all, skip + i)));
	json_array_foreach(all, i, row)
		assert_true((json_integer_value(json_object_get(row, "seq")) > p.d.t.seq / 2) == (i >= skip));
	json_decref(v);
	json_decref(w);
	blob_drop(whole);
	blob_drop(half);
	play_drop(&p);
}

static void who_has_all_rows_sees_the_game(void **unused)
{
	struct play p;
	play_some(&p, "rails", 20, lively);
	struct rows r = last_rows(&p);
	struct blob *a = hello_to(&p, 1, p.d.t.seq), *b = wire_game(&p.d.t, 1, p.d.t.seq, &r, &p.from, p.d.now);
	json_t *v = parsed(a), *w = parsed(b);
	assert_true(json_equal(v, w));
	assert_int_equal(json_array_size(json_object_get(v, "log")), 0);
	json_decref(v);
	json_decref(w);
	blob_drop(a);
	blob_drop(b);
	play_drop(&p);
}

/* However long a message is, its buffer grows in time. */
static void messages_of_every_length(void **unused)
{
	struct play p;
	struct rows r = { .n = 0 };
	char text[MAX_CHAT + 1] = "";
	play_make(&p, "queen", 3, (struct pace){ 0 }, 5);
	memset(text, 'x', MAX_CHAT);
	for (uint32_t n = 1; n <= 150; n++)     /* the first grows byte by byte and moves all others along; where 16 KiB are full they are short */
		rows_add(&r, ROW_CHAT, BY_PLAYER, 0, 1, n <= 20 ? text : "x")->seq = n;
	for (int n = 1; n <= MAX_CHAT; n++) {
		struct table t = p.d.t;
		t.seq = (uint32_t)r.n;
		r.of[0].text[n] = '\0';
		struct blob *b = wire_game(&t, WATCHER, 0, &r, NULL, 1);
		json_t *v = parsed(b);
		assert_int_equal(json_array_size(json_object_get(v, "log")), r.n);
		assert_true(b->n > 16 * 1024);
		json_decref(v);
		blob_drop(b);
		r.of[0].text[n] = 'x';
	}
	rows_clear(&r);
	play_drop(&p);
}

/* Every member there is, and the view is the one that the rules give. */
static void a_message_says_where_the_game_stands(void **unused)
{
	static char json[MAX_JSON];
	struct play p;
	play_make(&p, "queen", 3, (struct pace){ .move = 60000, .bank = 600000 }, 3);
	struct blob *b = hello_to(&p, WATCHER, 0);
	json_t *v = parsed(b);
	assert_true(json_is_null(json_object_get(v, "view")) && json_is_null(json_object_get(v, "toMove")));
	assert_string_equal(text_of(v, "status"), "open");
	json_decref(v);
	blob_drop(b);
	begin(&p, "ppp");
	for (int n = 0; n < 40; n++) {
		lively(&p);
		for (int i = 0; i <= 3; i++) {
			int eyes = eyes_of(&p, i), mover = table_to_move(&p.d.t);
			struct state s;
			struct text t = text_on(json, sizeof json);
			struct moves m;
			b = game_to(&p, eyes);
			v = parsed(b);
			game_view(p.d.t.head.game, p.d.t.head.box, &p.d.t.state, eyes, &s);
			codec_json(p.d.t.head.game, &s, &t);
			json_t *view = json_loads(json, 0, NULL);
			assert_true(json_equal(view, json_object_get(v, "view")));
			json_decref(view);
			p.d.t.head.game->legal(p.d.t.head.box, &p.d.t.state, &m);
			assert_int_equal(json_array_size(json_object_get(v, "legal")), eyes == mover ? m.n : 0);
			assert_int_equal(json_integer_value(json_object_get(v, "toMove")), mover);
			assert_int_equal(json_integer_value(json_object_get(v, "place")), p.d.t.place);
			assert_int_equal(json_integer_value(json_object_get(v, "ply")), p.d.t.plies);
			assert_true(json_is_null(json_object_get(v, "undo")) == (eyes == WATCHER));
			assert_int_equal(json_array_size(json_object_get(json_object_get(v, "clock"), "move")), 3);
			assert_int_equal(json_integer_value(json_object_get(json_object_get(v, "clock"), "running")), mover);
			assert_null(json_object_get(v, "over"));
			json_decref(v);
			blob_drop(b);
		}
		tell_everybody(&p);
	}
	play_drop(&p);
}

/* The view in a message to these eyes has the bytes that codec_json writes of it, whatever was written before. */
static void view_is_as_written_alone(struct play *p, int eyes)
{
	static char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);
	struct state s;

	game_view(p->d.t.head.game, p->d.t.head.box, &p->d.t.state, eyes, &s);
	codec_json(p->d.t.head.game, &s, &t);
	struct blob *b = game_to(p, eyes);
	char *message = strndup(b->bytes, b->n), *view = strstr(message, ",\"view\":");
	assert_non_null(view);
	assert_memory_equal(view + strlen(",\"view\":"), json, (size_t)t.n);
	free(message);
	blob_drop(b);
}

/* Most of a view is copied from the view before it, which may be another seat's or another table's. Whole games of two tables in turn. */
static void views_are_the_same_whoever_was_told_before(void **unused)
{
	for (int g = 0; g < 3; g++) {
		struct play p[2];
		bool goes_on = true;
		for (int i = 0; i < 2; i++) {
			play_make(&p[i], games[g], 3 + i, (struct pace){ 0 }, 11);
			begin(&p[i], i ? "pppp" : "ppp");
		}
		while (goes_on) {
			goes_on = false;
			for (int i = 0; i < 2; i++) {
				for (int k = 0; k <= 3 + i; k++)
					view_is_as_written_alone(&p[i], eyes_of(&p[i], k));
				if (p[i].d.t.status != TABLE_RUNNING)
					continue;
				told_all(&p[i]);
				lively(&p[i]);
				goes_on = true;
			}
		}
		play_drop(&p[0]);
		play_drop(&p[1]);
	}
}

static void the_key_is_told_at_the_end(void **unused)
{
	for (int g = 0; g < 3; g++)
		for (int closed = 0; closed < 2; closed++) {
			struct play p;
			char key[2 * HASH_BYTES + 1];
			play_make(&p, games[g], 3, (struct pace){ 0 }, 7);
			begin(&p, "ppp");
			while (p.d.t.status == TABLE_RUNNING && !(closed && p.d.t.plies > 30))
				lively(&p);
			if (closed)
				assert_null(desk_host(&p.d, REQUEST_CLOSE, -1, "enough"));
			struct blob *b = game_to(&p, 0), *m = wire_match(&p.d.t, 1, 4);
			json_t *v = parsed(b), *over = json_object_get(v, "over"), *match = parsed(m);
			fair_hex(p.d.t.fair.key, HASH_BYTES, key);
			assert_string_equal(text_of(over, "key"), key);
			assert_int_equal(json_array_size(json_object_get(over, "nonces")), 3);
			assert_int_equal(json_array_size(json_object_get(over, "places")), closed ? 0 : 3);
			assert_int_equal(json_array_size(json_object_get(over, "tally")), closed ? 0 : 3);
			assert_int_equal(json_is_object(json_object_get(match, "gameover")), !closed);
			assert_string_equal(text_of(match, "status"), closed ? "closed" : "over");
			json_decref(v);
			json_decref(match);
			blob_drop(b);
			blob_drop(m);
			play_drop(&p);
		}
}

/* Who plays alone is told what the rival has, line by line, and may be second to it; among players there is none. */
static void a_game_for_one_tells_the_count_of_the_rival(void **unused)
{
	int behind = 0;
	for (uint64_t seed = 1; seed <= 9; seed++) {
		struct play p;
		int players = seed % 3 ? 1 : 2, place[MAX_PLAYERS];
		play_make(&p, "rails", players, (struct pace){ 0 }, seed);
		begin(&p, players == 1 ? "p" : "pp");
		while (p.d.t.status == TABLE_RUNNING)
			if (seed % 2)
				lively(&p);
			else
				desk_random(&p.d);                      /* and so behind the rival */
		struct blob *b = game_to(&p, 0);
		json_t *v = parsed(b), *over = json_object_get(v, "over"), *rival = json_object_get(over, "rival"), *line;
		json_int_t sum = 0, own = json_integer_value(json_array_get(json_object_get(over, "places"), 0));
		size_t i;
		p.d.t.head.game->place(p.d.t.head.box, &p.d.t.state, place);
		assert_int_equal(own, place[0]);
		assert_int_equal(rival != NULL, players == 1);
		json_array_foreach(json_object_get(rival, "tally"), i, line)
			sum += json_integer_value(json_object_get(line, "n"));
		if (rival) {
			assert_int_equal(json_array_size(json_object_get(rival, "tally")), 5);
			assert_int_equal(json_integer_value(json_object_get(rival, "score")), sum);
			assert_int_equal(sum, p.d.t.state.rails.side[1].prestige);
			assert_int_equal(json_integer_value(json_object_get(rival, "place")), 3 - own);
			behind += own == 2;
		}
		json_decref(v);
		blob_drop(b);
		play_drop(&p);
	}
	assert_true(behind > 0);
}

static void a_watcher_gets_what_everybody_sees(void **unused)
{
	struct play p;
	play_make(&p, "rails", 2, (struct pace){ .move = 1, .slow = true }, 7);
	begin(&p, "pb");
	struct blob *b = wire_welcome(&p.d.t, WATCHER, 0, 3, false, 99), *s = wire_seats(&p.d.t, 1, 3, 99);
	json_t *v = parsed(b), *table = json_object_get(v, "table"), *w = parsed(s), *ann = json_array_get(json_object_get(w, "players"), 0);
	assert_string_equal(text_of(v, "type"), "welcome");
	assert_true(json_is_null(json_object_get(v, "you")) && json_is_false(json_object_get(v, "reachable")));
	assert_string_equal(text_of(table, "matchID"), "abcdefgh");
	assert_string_equal(text_of(table, "gameName"), "rails");
	assert_string_equal(text_of(json_array_get(json_object_get(table, "players"), 1), "kind"), "bot");
	assert_string_equal(text_of(ann, "name"), "Ann");
	assert_true(json_is_true(json_object_get(ann, "isConnected")));
	json_decref(v);
	json_decref(w);
	blob_drop(b);
	blob_drop(s);
	play_drop(&p);
}

/* Who is told nothing new gets no message, and reads nothing of it later. */
static void private_rows_are_private(void **unused)
{
	struct play p;
	struct request a = desk_ask(REQUEST_TELL, 1);
	play_make(&p, "broadhorns", 3, (struct pace){ 0 }, 4);
	begin(&p, "ppp");
	assert_null(desk_order(&p.d, 1, "ice", "always", false));
	for (int i = 0; i <= 3; i++) {
		struct blob *b = game_to(&p, eyes_of(&p, i));
		assert_int_equal(b != NULL, eyes_of(&p, i) == 1);
		assert_true(!b || memmem(b->bytes, b->n, "\"orders\":{\"ice\":\"always\"}", 25));
		blob_drop(b);
	}
	told_all(&p);
	strcpy(a.text, "{\"mail\":\"b@example.org\"}");
	assert_null(desk_want(&p.d, &a));
	for (int i = 0; i <= 3; i++)
		assert_null(game_to(&p, eyes_of(&p, i)));
	for (int i = 0; i <= 3; i++) {
		struct blob *b = hello_to(&p, eyes_of(&p, i), 0);
		assert_int_equal(memmem(b->bytes, b->n, "always", 6) != NULL, eyes_of(&p, i) == 1);
		assert_null(memmem(b->bytes, b->n, "example.org", 11));
		blob_drop(b);
	}
	play_drop(&p);
}

/* That it was an order that answered is for its owner alone. */
static void an_order_answers_like_a_player(void **unused)
{
	int seen = 0;
	for (uint64_t seed = 1; seed < 40 && seen == 0; seed++) {
		struct play p;
		play_make(&p, "broadhorns", 3, (struct pace){ 0 }, seed);
		begin(&p, "ppp");
		for (int i = 0; i < 3; i++)
			assert_null(desk_order(&p.d, i, "ice", "never", false));
		while (p.d.t.status == TABLE_RUNNING && seen == 0) {
			told_all(&p);
			lively(&p);
			const struct row *last = desk_last(&p.d, 0);
			for (int i = p.rows; i < p.d.all.n; i++)
				if (p.d.all.of[i].by == BY_ORDER)
					last = &p.d.all.of[i], seen++;
			for (int i = 0; i <= 3 && seen; i++) {
				struct blob *b = game_to(&p, eyes_of(&p, i));
				assert_int_equal(memmem(b->bytes, b->n, "\"by\":\"order\"", 12) != NULL, eyes_of(&p, i) == last->seat);
				blob_drop(b);
			}
		}
		play_drop(&p);
	}
	assert_true(seen > 0);
}

static void answers_carry_their_key(void **unused)
{
	struct refusal no = { .code = "illegal", .rule = RULE('Q', 31), .words = "land \"ahead\"" };
	struct blob *b = wire_ok("k1", 17);
	assert_memory_equal(b->bytes, "{\"type\":\"ok\",\"key\":\"k1\",\"seq\":17}", b->n);
	blob_drop(b);
	b = wire_ok("", 17);
	assert_memory_equal(b->bytes, "{\"type\":\"ok\",\"seq\":17}", b->n);
	blob_drop(b);
	struct blob *game = blob_of("{\"type\":\"game\",\"now\":1}", 23);
	b = wire_answering(game, "k1");
	assert_memory_equal(b->bytes, "{\"type\":\"game\",\"key\":\"k1\",\"now\":1}", b->n);
	assert_int_equal(b->n, 34);
	blob_drop(b);
	blob_drop(game);
	b = wire_error("k2", &no);
	assert_memory_equal(b->bytes, "{\"type\":\"error\",\"key\":\"k2\",\"code\":\"illegal\",\"rule\":\"Q31\",\"words\":\"land \\\"ahead\\\"\"}", b->n);
	blob_hold(b);
	blob_drop(b);
	assert_int_equal(b->held, 1);
	blob_drop(b);
}

static void says(struct blob *b, const char *key, const char *value)
{
	json_t *v = parsed(b);
	if (value)
		assert_string_equal(text_of(v, key), value);
	else
		assert_true(json_is_null(json_object_get(v, key)));
	json_decref(v);
	blob_drop(b);
}

static void reasons_are_given_to_the_mover(void **unused)
{
	struct play p;
	play_make(&p, "queen", 3, (struct pace){ 0 }, 3);
	says(wire_why(&p.d.t, 0, "speed 2", "k"), "words", "the game is not under way");
	says(wire_shown(&p.d.t, 0, 0, "k"), "code", "no_such_ply");
	begin(&p, "ppp");
	assert_int_equal(table_to_move(&p.d.t), 0);
	says(wire_why(&p.d.t, 0, "speed 2", "k"), "words", "legal");
	says(wire_why(&p.d.t, 0, "speed 2", "k"), "rule", NULL);
	says(wire_why(&p.d.t, 0, "push N", "k"), "rule", "Q57");
	says(wire_why(&p.d.t, 0, "fly", "k"), "words", "there is no move 'fly' here");
	says(wire_why(&p.d.t, 1, "speed 2", "k"), "words", "it is not your turn");
	says(wire_why(&p.d.t, WATCHER, "speed 2", "k"), "words", "it is not your turn");
	says(wire_shown(&p.d.t, 0, p.d.t.plies + 1, "k"), "code", "no_such_ply");
	says(wire_shown(&p.d.t, 0, -1, "k"), "code", "no_such_ply");
	says(wire_shown(&p.d.t, 0, 0, "k7"), "key", "k7");
	play_drop(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_log_is_the_same_however_it_is_told),
		cmocka_unit_test(part_of_a_log_is_its_end),
		cmocka_unit_test(going_back_twice_is_told_at_once),
		cmocka_unit_test(who_has_all_rows_sees_the_game),
		cmocka_unit_test(messages_of_every_length),
		cmocka_unit_test(a_message_says_where_the_game_stands),
		cmocka_unit_test(views_are_the_same_whoever_was_told_before),
		cmocka_unit_test(the_key_is_told_at_the_end),
		cmocka_unit_test(a_game_for_one_tells_the_count_of_the_rival),
		cmocka_unit_test(a_watcher_gets_what_everybody_sees),
		cmocka_unit_test(private_rows_are_private),
		cmocka_unit_test(an_order_answers_like_a_player),
		cmocka_unit_test(answers_carry_their_key),
		cmocka_unit_test(reasons_are_given_to_the_mover),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
