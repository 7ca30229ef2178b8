/* What comes in from a client is taken or refused, and what goes out to one says what it may know and not a byte more. */
#define _GNU_SOURCE                     /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/codec.h"
#include "desk.h"
#include "lively.h"
#include "server/wire.h"

#define SECRET "abcdefghijklmnopqrstuv"
#define NONCE  "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

/* In ------------------------------------------------------------------------------------ */

static struct wire_in *reads(const char *text)
{
	static struct wire_in in;
	struct refusal no;

	if (!wire_read(text, strlen(text), &in, &no))
		fail_msg("%s is refused: %s", text, no.words);
	return &in;
}

static void refuses(const char *text, const char *words)
{
	static struct wire_in in;
	struct refusal no;

	if (wire_read(text, strlen(text), &in, &no))
		fail_msg("%s is taken", text);
	assert_string_equal(no.code, "bad_message");
	if (!strstr(no.words, words))
		fail_msg("%s is refused by '%s' and not '%s'", text, no.words, words);
}

static void a_hello_names_table_and_seat(void **unused)
{
	uint8_t hash[HASH_BYTES];
	(void)unused;
	struct wire_in *in = reads("{\"type\":\"hello\",\"table\":\"abcdefgh\",\"seat\":2,\"secret\":\"" SECRET "\",\"after\":17,\"key\":\"h-1\"}");
	fair_hash(SECRET, 22, hash);
	assert_int_equal(in->type, WIRE_HELLO);
	assert_string_equal(in->table, "abcdefgh");
	assert_int_equal(in->seat, 2);
	assert_int_equal(in->after, 17);
	assert_string_equal(in->key, "h-1");
	assert_memory_equal(in->secret, hash, HASH_BYTES);
	in = reads("{\"type\":\"hello\",\"table\":\"abcdefgh\"}");
	assert_int_equal(in->seat, -1);
	assert_int_equal(in->after, 0);
	refuses("{\"type\":\"hello\",\"table\":\"abcdefgh\",\"seat\":2}", "come together");
	refuses("{\"type\":\"hello\",\"table\":\"abcdefgh\",\"secret\":\"" SECRET "\"}", "come together");
	refuses("{\"type\":\"hello\",\"table\":\"abcdefgh\",\"seat\":5,\"secret\":\"" SECRET "\"}", "'seat'");
	refuses("{\"type\":\"hello\",\"table\":\"abcdefgh\",\"seat\":0,\"secret\":\"short\"}", "'secret'");
	refuses("{\"type\":\"hello\",\"table\":\"abcdefgh\",\"seat\":0,\"secret\":\"abcdefghijklmnopqrst+/\"}", "'secret'");
	refuses("{\"type\":\"hello\",\"table\":\"abcdefg\"}", "'table'");
	refuses("{\"type\":\"hello\",\"table\":\"abcdefgl\"}", "'table'");        /* an l can be mistaken */
	refuses("{\"type\":\"hello\",\"table\":\"../../..\"}", "'table'");
	refuses("{\"type\":\"hello\",\"table\":\"abcdefgh\",\"after\":-1}", "'after'");
	refuses("{\"type\":\"hello\",\"table\":\"abcdefgh\",\"after\":4294967296}", "'after'");
	refuses("{\"type\":\"hello\"}", "'table' is missing");
}

static void wishes_become_asks(void **unused)
{
	(void)unused;
	const struct ask *a = &reads("{\"type\":\"play\",\"moves\":[\"speed 4\",\"ahead\"],\"place\":12,\"key\":\"k_1\"}")->ask;
	assert_int_equal(a->want, WANT_PLAY);
	assert_int_equal(a->moves, 2);
	assert_string_equal(a->move[0], "speed 4");
	assert_string_equal(a->move[1], "ahead");
	assert_int_equal(a->place, 12);
	assert_string_equal(a->key, "k_1");
	a = &reads("{\"type\":\"undo\",\"to\":7,\"place\":12}")->ask;
	assert_true(a->want == WANT_UNDO && a->to == 7 && a->place == 12 && a->key[0] == '\0');
	a = &reads("{\"type\":\"order\",\"prompt\":\"ice\",\"order\":\"never\",\"once\":true}")->ask;
	assert_true(a->want == WANT_ORDER && a->once && strcmp(a->prompt, "ice") == 0 && strcmp(a->order, "never") == 0);
	assert_false(reads("{\"type\":\"order\",\"prompt\":\"ice\",\"order\":\"never\"}")->ask.once);
	a = &reads("{\"type\":\"chat\",\"text\":\"h\xc3\xb6 \\\"there\\\"\"}")->ask;
	assert_true(a->want == WANT_CHAT && strcmp(a->text, "h\xc3\xb6 \"there\"") == 0);
	a = &reads("{\"type\":\"reveal\",\"nonce\":\"" NONCE "\"}")->ask;
	assert_true(a->want == WANT_REVEAL && strcmp(a->text, NONCE) == 0);
	a = &reads("{\"type\":\"tell\",\"mail\":\"ann@example.org\"}")->ask;
	assert_true(a->want == WANT_TELL && strcmp(a->text, "{\"mail\":\"ann@example.org\"}") == 0);
	a = &reads("{\"type\":\"tell\",\"key\":\"x\"}")->ask;
	assert_true(a->want == WANT_TELL && a->text[0] == '\0');
	static const struct { const char *type; enum want want; } plain[] = {
		{ "agree", WANT_AGREE }, { "refuse", WANT_REFUSE }, { "leave", WANT_LEAVE }, { "back", WANT_BACK }, { "resign", WANT_RESIGN },
		{ "pause", WANT_PAUSE }, { "resume", WANT_RESUME },
	};
	for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
		char text[64];
		snprintf(text, sizeof text, "{\"type\":\"%s\"}", plain[i].type);
		struct wire_in *in = reads(text);
		assert_true(in->type == WIRE_ASK && in->ask.want == plain[i].want && in->ask.seat == -1);
		snprintf(text, sizeof text, "{\"type\":\"%s\",\"seat\":1}", plain[i].type);
		refuses(text, "'seat' is unknown here");
	}
	assert_int_equal(reads("{\"type\":\"show\",\"ply\":3}")->ply, 3);
	assert_string_equal(reads("{\"type\":\"why\",\"move\":\"ahead\"}")->move, "ahead");
}

static void what_is_odd_is_refused(void **unused)
{
	static const struct { const char *text, *words; } odd[] = {
		{ "", "bad JSON" }, { "[]", "not an object" }, { "{", "bad JSON" }, { "{} {}", "bad JSON" }, { "{}", "'type'" }, { "{\"type\":1}", "'type'" },
		{ "{\"type\":\"fly\"}", "no message of type 'fly'" }, { "{\"type\":\"agree\",\"type\":\"agree\"}", "duplicate" },
		{ "{\"type\":\"agree\",\"key\":\"\"}", "'key'" }, { "{\"type\":\"agree\",\"key\":\"a b\"}", "'key'" }, { "{\"type\":\"agree\",\"key\":1}", "'key'" },
		{ "{\"type\":\"agree\",\"key\":\"abcdefghijklmnopqrstuvwxyz0123456\"}", "'key'" },
		{ "{\"type\":\"play\",\"place\":1}", "'moves'" }, { "{\"type\":\"play\",\"moves\":[],\"place\":1}", "'moves'" },
		{ "{\"type\":\"play\",\"moves\":\"ahead\",\"place\":1}", "'moves'" }, { "{\"type\":\"play\",\"moves\":[1],\"place\":1}", "a move is a text" },
		{ "{\"type\":\"play\",\"moves\":[\"\"],\"place\":1}", "a move is a text" }, { "{\"type\":\"play\",\"moves\":[\"ahead\"]}", "'place' is missing" },
		{ "{\"type\":\"play\",\"moves\":[\"a\\nb\"],\"place\":1}", "a move is a text" }, { "{\"type\":\"play\",\"moves\":[\"ahead\"],\"place\":1.0}", "'place'" },
		{ "{\"type\":\"play\",\"moves\":[\"a\\u0000b\"],\"place\":1}", "bad JSON" }, { "{\"type\":\"play\",\"moves\":[\"\xff\"],\"place\":1}", "bad JSON" },
		{ "{\"type\":\"undo\",\"to\":-1,\"place\":1}", "'to'" }, { "{\"type\":\"undo\",\"to\":99999999999999999999,\"place\":1}", "bad JSON" },
		{ "{\"type\":\"order\",\"prompt\":\"ice\"}", "'order' is missing" }, { "{\"type\":\"order\",\"prompt\":\"\",\"order\":\"x\"}", "'prompt'" },
		{ "{\"type\":\"order\",\"prompt\":\"ice\",\"order\":\"never\",\"once\":1}", "'once'" },
		{ "{\"type\":\"chat\",\"text\":\"\"}", "'text'" }, { "{\"type\":\"chat\",\"text\":\"  \"}", "says nothing" },
		{ "{\"type\":\"chat\",\"text\":\"a\\u0007\"}", "control character" }, { "{\"type\":\"chat\",\"text\":\"\\u202e\",\"to\":1}", "'to' is unknown" },
		{ "{\"type\":\"reveal\",\"nonce\":\"00\"}", "'nonce'" }, { "{\"type\":\"tell\",\"smoke\":\"signal\"}", "'smoke' is unknown" },
		{ "{\"type\":\"tell\",\"mail\":\"\"}", "" }, { "{\"type\":\"tell\",\"push\":{}}", "" }, { "{\"type\":\"tell\",\"hook\":\"x\",\"mail\":\"y\"}", "" },
		{ "{\"type\":\"show\"}", "'ply' is missing" }, { "{\"type\":\"show\",\"ply\":\"1\"}", "'ply'" }, { "{\"type\":\"why\"}", "a move is a text" },
	};
	(void)unused;
	for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
		refuses(odd[i].text, odd[i].words);
}

/* The limits themselves are taken, and one more is not. */
static void limits_are_exact(void **unused)
{
	static char text[3 * WIRE_BYTES], filler[2 * WIRE_BYTES];
	(void)unused;
	for (int n = MAX_BATCH; n <= MAX_BATCH + 1; n++) {
		int at = sprintf(text, "{\"type\":\"play\",\"place\":0,\"moves\":[");
		for (int i = 0; i < n; i++)
			at += sprintf(text + at, i > 0 ? ",\"ahead\"" : "\"ahead\"");
		strcpy(text + at, "]}");
		if (n == MAX_BATCH)
			assert_int_equal(reads(text)->ask.moves, MAX_BATCH);
		else
			refuses(text, "'moves'");
	}
	for (int n = MAX_CHAT; n <= MAX_CHAT + 1; n++) {
		memset(filler, 'x', sizeof filler);
		sprintf(text, "{\"type\":\"chat\",\"text\":\"%.*s\"}", n, filler);
		if (n == MAX_CHAT)
			assert_int_equal(strlen(reads(text)->ask.text), MAX_CHAT);
		else
			refuses(text, "'text'");
	}
	for (int n = MAX_TEXT - 1; n <= MAX_TEXT; n++) {
		sprintf(text, "{\"type\":\"why\",\"move\":\"%.*s\"}", n, filler);
		if (n < MAX_TEXT)
			assert_int_equal(strlen(reads(text)->move), n);
		else
			refuses(text, "a move is a text");
	}
	memset(filler, ' ', sizeof filler);
	for (int n = WIRE_BYTES; n <= WIRE_BYTES + 1; n++) {
		sprintf(text, "{\"type\":\"agree\"%.*s}", n - (int)strlen("{\"type\":\"agree\"}"), filler);
		assert_int_equal(strlen(text), n);
		if (n == WIRE_BYTES)
			reads(text);
		else
			refuses(text, "at most 16384");
	}
	memset(filler, '[', sizeof filler);
	sprintf(text, "{\"type\":\"play\",\"moves\":%.*s", WIRE_BYTES - 100, filler);
	refuses(text, "bad JSON");
}

static void a_refused_message_still_has_its_key(void **unused)
{
	struct wire_in in;
	struct refusal no;
	static const char text[] = "{\"type\":\"fly\",\"key\":\"k7\"}";
	(void)unused;
	assert_false(wire_read(text, strlen(text), &in, &no));
	assert_string_equal(in.key, "k7");
}

/* Out ----------------------------------------------------------------------------------- */

/* A table that is written for everybody at every change. */
struct play {
	struct desk d;
	struct wire_from from;
	uint32_t seq;                   /* what everybody has been told */
	int      rows;
	char    *log[MAX_PLAYERS + 1];  /* of each pair of eyes, as it was told bit by bit */
};

static int eyes_of(const struct play *p, int i)
{
	return i < p->d.t.head.players ? i : WATCHER;
}

static json_t *parsed(const struct blob *b)
{
	json_error_t wrong;
	json_t *v = json_loadb(b->bytes, b->n, JSON_REJECT_DUPLICATES, &wrong);
	if (!v)
		fail_msg("%s in %.*s", wrong.text, (int)b->n, b->bytes);
	return v;
}

static const char *text_of(json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

/* The rows of the last change, as the hall has them. */
static struct rows last_rows(const struct play *p)
{
	return (struct rows){ .of = p->d.all.of + p->rows, .n = p->d.all.n - p->rows };
}

static struct blob *game_to(const struct play *p, int eyes)
{
	struct rows r = last_rows(p);
	return wire_game(&p->d.t, eyes, p->seq, &r, &p->from, p->d.now);
}

static struct blob *hello_to(const struct play *p, int eyes, uint32_t after)
{
	return wire_game(&p->d.t, eyes, after, &p->d.all, NULL, p->d.now);
}

/* Everything up to here has been told. */
static void told_all(struct play *p)
{
	p->from = wire_from(&p->d.t);
	p->seq = p->d.t.seq;
	p->rows = p->d.all.n;
}

static void keep_log(char **log, struct blob *b)
{
	const char *from = strstr(b->bytes, ",\"log\":["), *to;
	assert_non_null(from);
	from += strlen(",\"log\":[");
	json_t *v = parsed(b), *last = json_object_get(v, "log");
	size_t had = *log ? strlen(*log) : 0;
	if (json_array_size(last) > 0) {
		to = memmem(b->bytes, b->n, "],\"toMove\":", 11);
		*log = realloc(*log, had + (size_t)(to - from) + 2);
		sprintf(*log + had, "%s%.*s", had ? "," : "", (int)(to - from), from);
	}
	json_decref(v);
}

static void tell_everybody(struct play *p)
{
	for (int i = 0; i <= p->d.t.head.players; i++) {
		struct blob *b = game_to(p, eyes_of(p, i));
		if (!b)
			continue;
		b = realloc(b, sizeof *b + b->n + 1);
		b->bytes[b->n] = '\0';
		keep_log(&p->log[i], b);
		blob_drop(b);
	}
	told_all(p);
}

static void play_make(struct play *p, const char *game, int players, struct pace pace, uint64_t seed)
{
	struct head h = desk_head(game, players, pace);
	memset(p, 0, sizeof *p);
	desk_make(&p->d, &h, seed);
	told_all(p);
}

static void play_drop(struct play *p)
{
	for (int i = 0; i <= MAX_PLAYERS; i++)
		free(p->log[i]);
	desk_drop(&p->d);
}

static void begin(struct play *p, const char *seats)
{
	desk_start(&p->d, seats);
	tell_everybody(p);
}

/* A move with some sense, by whoever is to move. */
static void lively(struct play *p)
{
	struct desk *d = &p->d;
	const struct table *t = &d->t;
	struct moves m;
	char words[MAX_TEXT];
	int mover = table_to_move(t);
	d->now += 10;
	if (desk_due(d))
		return;
	if (t->paused)
		desk_simply(d, WANT_RESUME, 0);
	if (t->asker >= 0 && t->seat[mover].away) {     /* the bot waits for the answer */
		desk_simply(d, WANT_REFUSE, t->asker);
		return;
	}
	if (mover < 0 || t->seat[mover].away || t->seat[mover].resigned || t->seat[mover].kind == SEAT_BOT) {
		desk_random(d);
		return;
	}
	t->head.game->legal(t->head.box, &t->state, &m);
	t->head.game->text(t->head.box, &t->state, lively_move(t->head.game, t->head.box, &t->state, &m, &d->own), mover, words);
	const char *code = desk_play(d, mover, words);
	if (code)
		fail_msg("'%s': %s", words, d->no.words);
}

/* Something else than a move, by somebody; may be refused. */
static void aside(struct play *p)
{
	struct desk *d = &p->d;
	int seat = (int)rng_below(&d->own, d->t.head.players), kind = (int)rng_below(&d->own, 14);
	static const enum want want[] = { WANT_AGREE, WANT_REFUSE, WANT_LEAVE, WANT_BACK, WANT_PAUSE, WANT_RESUME, WANT_BACK, WANT_RESUME };
	struct ask a = desk_ask(WANT_CHAT, seat);
	const struct prompt *q = d->t.head.game->prompts;
	for (int i = 0; i < d->t.head.players && d->t.asker >= 0 && kind < 12; i++)     /* often they all agree */
		desk_simply(d, WANT_AGREE, i);
	if (kind < 8)
		desk_simply(d, want[kind], seat);
	else if (kind < 10 && d->t.plies > 0) {
		int to = d->t.plies - 1 - (int)rng_below(&d->own, d->t.plies < 12 ? (uint32_t)d->t.plies : 12);
		while (to > 0 && d->t.ply[to].seat < 0)
			to--;
		desk_undo(d, d->t.ply[to].seat >= 0 ? d->t.ply[to].seat : seat, to);
	}
	else if (kind < 11)
		desk_host(d, WANT_LINK, seat, "");
	else if (kind < 12 && q)
		desk_order(d, seat, q->name, q->orders[rng_below(&d->own, 2)], rng_below(&d->own, 2) == 0);
	else {
		a.want = kind == 12 ? WANT_TELL : WANT_CHAT;
		strcpy(a.text, kind == 12 ? "{\"mail\":\"whereisann@example.org\"}" : "a \"word\"\\ \xe2\x82\xac");
		desk_want(d, &a);
	}
}

static void one_step(struct play *p)
{
	if (rng_below(&p->d.own, 6) == 0)
		aside(p);
	else
		lively(p);
}

static const char *const games[] = { "queen", "broadhorns", "rails" };

/* Whoever comes late reads the same log as who was there all the time: undone moves and all. */
static void a_log_is_the_same_however_it_is_told(void **unused)
{
	(void)unused;
	int undone = 0;
	for (int g = 0; g < 3; g++)
		for (uint64_t seed = 1; seed <= 6; seed++) {
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
	(void)unused;
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
				desk_simply(&p.d, WANT_AGREE, i);
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

static void part_of_a_log_is_its_end(void **unused)
{
	struct play p;
	(void)unused;
	play_make(&p, "broadhorns", 3, (struct pace){ 0 }, 5);
	begin(&p, "ppp");
	for (int n = 0; n < 100; n++)
		one_step(&p);
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
	(void)unused;
	play_make(&p, "rails", 3, (struct pace){ 0 }, 5);
	begin(&p, "ppp");
	for (int n = 0; n < 20; n++)
		lively(&p);
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
	(void)unused;
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
	(void)unused;
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

static void the_key_is_told_at_the_end(void **unused)
{
	(void)unused;
	for (int g = 0; g < 3; g++)
		for (int closed = 0; closed < 2; closed++) {
			struct play p;
			char key[2 * HASH_BYTES + 1];
			play_make(&p, games[g], 3, (struct pace){ 0 }, 7);
			begin(&p, "ppp");
			while (p.d.t.status == TABLE_RUNNING && !(closed && p.d.t.plies > 30))
				lively(&p);
			if (closed)
				assert_null(desk_host(&p.d, WANT_CLOSE, -1, "enough"));
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

static void a_watcher_gets_what_everybody_sees(void **unused)
{
	struct play p;
	(void)unused;
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
	struct ask a = desk_ask(WANT_TELL, 1);
	(void)unused;
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
	(void)unused;
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
	(void)unused;
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
	(void)unused;
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

/* Two games that look the same ------------------------------------------------------------- */

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
static void refused_the_same(const struct play *p, const struct shadow *s, const struct ask *a)
{
	struct rows r = { .n = 0 }, q = { .n = 0 };
	struct refusal no = { .code = "" }, nay = { .code = "" };
	uint32_t seq;
	assert_int_equal(table_ask(&p->d.t, a, p->d.now, &r, &seq, &no), table_ask(&s->t, a, p->d.now, &q, &seq, &nay));
	same_bytes(wire_error("k", &no), wire_error("k", &nay), "a refusal", s->eyes);
	rows_clear(&r);
	rows_clear(&q);
}

static void wishes_are_refused_the_same(const struct play *p, const struct shadow *s)
{
	const struct table *t = &p->d.t;
	struct ask a = desk_ask(WANT_PLAY, s->eyes);
	a.place = t->place;
	a.moves = 1;
	for (int id = t->plies / 16 % 8; id < t->head.game->num_moves; id += 8) {
		t->head.game->text(t->head.box, &t->state, id, s->eyes, a.move[0]);
		refused_the_same(p, s, &a);
	}
	a.want = WANT_UNDO;
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
	(void)unused;
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
	(void)unused;
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
		cmocka_unit_test(a_hello_names_table_and_seat), cmocka_unit_test(wishes_become_asks), cmocka_unit_test(what_is_odd_is_refused),
		cmocka_unit_test(limits_are_exact), cmocka_unit_test(a_refused_message_still_has_its_key),
		cmocka_unit_test(a_log_is_the_same_however_it_is_told), cmocka_unit_test(part_of_a_log_is_its_end),
		cmocka_unit_test(going_back_twice_is_told_at_once), cmocka_unit_test(who_has_all_rows_sees_the_game),
		cmocka_unit_test(messages_of_every_length),
		cmocka_unit_test(a_message_says_where_the_game_stands), cmocka_unit_test(the_key_is_told_at_the_end),
		cmocka_unit_test(a_watcher_gets_what_everybody_sees), cmocka_unit_test(private_rows_are_private),
		cmocka_unit_test(an_order_answers_like_a_player), cmocka_unit_test(answers_carry_their_key),
		cmocka_unit_test(reasons_are_given_to_the_mover), cmocka_unit_test(hidden_facts_change_no_byte), cmocka_unit_test(secrets_stay_here),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
