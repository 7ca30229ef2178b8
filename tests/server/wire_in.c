/* Messages from clients: what they can say, and what is refused. */
#define _GNU_SOURCE                     /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table/wire.h"

#define SECRET "abcdefghijklmnopqrstuv"
#define NONCE  "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

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
	struct wire_in *in = reads("{\"type\":\"hello\",\"table\":\"abcdefgh\",\"seat\":2,\"secret\":\"" SECRET "\",\"after\":17,\"key\":\"h-1\"}");
	fair_hash(SECRET, 22, hash);
	assert_int_equal(in->type, WIRE_HELLO);
	assert_string_equal(in->table, "abcdefgh");
	assert_int_equal(in->seat, 2);
	assert_int_equal(in->after, 17);
	assert_string_equal(in->key, "h-1");
	assert_true(in->proved);
	assert_memory_equal(in->secret, hash, HASH_BYTES);
	in = reads("{\"type\":\"hello\",\"table\":\"abcdefgh\"}");
	assert_int_equal(in->seat, -1);
	assert_int_equal(in->after, 0);
	assert_false(in->proved);
	in = reads("{\"type\":\"hello\",\"table\":\"abcdefgh\",\"seat\":2}");     /* a server refuses it: tests/server/live.c */
	assert_true(in->seat == 2 && !in->proved);
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
	const struct request *a = &reads("{\"type\":\"play\",\"moves\":[\"speed 4\",\"ahead\"],\"place\":12,\"key\":\"k_1\"}")->ask;
	assert_int_equal(a->kind, REQUEST_PLAY);
	assert_int_equal(a->moves, 2);
	assert_string_equal(a->move[0], "speed 4");
	assert_string_equal(a->move[1], "ahead");
	assert_int_equal(a->place, 12);
	assert_string_equal(a->key, "k_1");
	a = &reads("{\"type\":\"undo\",\"to\":7,\"place\":12}")->ask;
	assert_true(a->kind == REQUEST_UNDO && a->to == 7 && a->place == 12 && a->key[0] == '\0');
	a = &reads("{\"type\":\"order\",\"prompt\":\"ice\",\"order\":\"never\",\"once\":true}")->ask;
	assert_true(a->kind == REQUEST_ORDER && a->once && strcmp(a->prompt, "ice") == 0 && strcmp(a->order, "never") == 0);
	assert_false(reads("{\"type\":\"order\",\"prompt\":\"ice\",\"order\":\"never\"}")->ask.once);
	a = &reads("{\"type\":\"chat\",\"text\":\"h\xc3\xb6 \\\"there\\\"\"}")->ask;
	assert_true(a->kind == REQUEST_CHAT && strcmp(a->text, "h\xc3\xb6 \"there\"") == 0);
	a = &reads("{\"type\":\"replace\",\"seat\":3}")->ask;
	assert_true(a->kind == REQUEST_REPLACE && a->whom == 3);
	a = &reads("{\"type\":\"vacate\",\"seat\":0}")->ask;
	assert_true(a->kind == REQUEST_VACATE && a->whom == 0);
	a = &reads("{\"type\":\"keep\",\"seat\":4}")->ask;
	assert_true(a->kind == REQUEST_KEEP && a->whom == 4);
	a = &reads("{\"type\":\"reveal\",\"nonce\":\"" NONCE "\"}")->ask;
	assert_true(a->kind == REQUEST_REVEAL && strcmp(a->text, NONCE) == 0);
	a = &reads("{\"type\":\"tell\",\"mail\":\"ann@example.org\"}")->ask;
	assert_true(a->kind == REQUEST_TELL && strcmp(a->text, "{\"mail\":\"ann@example.org\"}") == 0);
	a = &reads("{\"type\":\"tell\",\"key\":\"x\"}")->ask;
	assert_true(a->kind == REQUEST_TELL && a->text[0] == '\0');
	static const struct { const char *type; enum request_kind kind; } plain[] = {
		{ "agree", REQUEST_AGREE }, { "refuse", REQUEST_REFUSE }, { "leave", REQUEST_LEAVE }, { "back", REQUEST_BACK }, { "resign", REQUEST_RESIGN },
		{ "pause", REQUEST_PAUSE }, { "resume", REQUEST_RESUME },
	};
	for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
		char text[64];
		snprintf(text, sizeof text, "{\"type\":\"%s\"}", plain[i].type);
		struct wire_in *in = reads(text);
		assert_true(in->type == WIRE_ASK && in->ask.kind == plain[i].kind && in->ask.seat == -1);
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
		{ "{\"type\":\"chat\",\"text\":\"\"}", "'text'" }, { "{\"type\":\"chat\",\"text\":\"  \"}", "is empty" },
		{ "{\"type\":\"chat\",\"text\":\"a\\u0007\"}", "control character" }, { "{\"type\":\"chat\",\"text\":\"\\u202e\",\"to\":1}", "'to' is unknown" },
		{ "{\"type\":\"replace\"}", "'seat'" }, { "{\"type\":\"vacate\",\"seat\":5}", "'seat'" },
		{ "{\"type\":\"reveal\",\"nonce\":\"00\"}", "'nonce'" }, { "{\"type\":\"tell\",\"smoke\":\"signal\"}", "'smoke' is unknown" },
		{ "{\"type\":\"tell\",\"hook\":\"x\",\"mail\":\"y\"}", "one of push, hook and mail" },
		{ "{\"type\":\"show\"}", "'ply' is missing" }, { "{\"type\":\"show\",\"ply\":\"1\"}", "'ply'" }, { "{\"type\":\"why\"}", "a move is a text" },
	};
	for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
		refuses(odd[i].text, odd[i].words);
}

/* The limits themselves are taken, and one more is not. */
static void limits_are_exact(void **unused)
{
	static char text[3 * WIRE_BYTES], filler[2 * WIRE_BYTES];
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
	assert_false(wire_read(text, strlen(text), &in, &no));
	assert_string_equal(in.key, "k7");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hello_names_table_and_seat),
		cmocka_unit_test(wishes_become_asks),
		cmocka_unit_test(what_is_odd_is_refused),
		cmocka_unit_test(limits_are_exact),
		cmocka_unit_test(a_refused_message_still_has_its_key),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
