/* Frames of a WebSocket, byte by byte: RFC 6455, 5.2 to 5.5. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "server/frames.h"

#define MASK "\1\2\3\4"
enum { MOST = 70000 };

/* Reads a stream in packets of that size. What was heard: of each frame its opcode as a digit, its payload, and '.' if it was final, else '-'.
 * The last of it is what was wrong, if something was. */
static const char *heard(const char *stream, size_t n, size_t packet)
{
	static char out[2 * MOST];
	struct frames f = { .has = 0 };
	struct frames_piece p;
	char block[MOST], *end = out;
	bool begun = false;

	*end = '\0';
	for (size_t at = 0; at < n; at += packet) {
		char *bytes = memcpy(block, stream + at, n - at < packet ? n - at : packet);
		size_t left = n - at < packet ? n - at : packet;
		while (frames_next(&f, &bytes, &left, &p)) {
			if (p.broken)
				return strcpy(end, p.broken), out;
			if (!begun)
				*end++ = "0123456789ABCDEF"[p.opcode];
			end = (char *)memcpy(end, p.bytes, p.n) + p.n;
			begun = p.left > 0;
			if (!begun)
				*end++ = p.final ? '.' : '-';
			*end = '\0';
		}
		assert_int_equal(left, 0);
	}
	return out;
}

static void hears(const char *stream, size_t n, const char *what)
{
	for (size_t packet = 1; packet <= n; packet++)
		assert_string_equal(heard(stream, n, packet), what);
}
#define HEARS(stream, what) hears(stream, sizeof stream - 1, what)

static void frames_are_unmasked(void **state)
{
	HEARS("\x81\x85" MASK "igohn", "1hello.");
	HEARS("\x81\x80" MASK, "1.");
	HEARS("\x01\x82" MASK "ig" "\x89\x81" MASK "\x3e" "\x80\x83" MASK "mnl", "1he-9?.0llo.");
	HEARS("\x88\x82" MASK "\2\352", "8\3\350.");
	HEARS("\x81\x81" MASK "\x60" "\x82\x81" MASK "\x63", "1a.2b.");
}

/* The first frame, and any later one; in the middle of a message, and between two. */
static void frames_must_be_masked(void **state)
{
	HEARS("\x81\x05hello", "frames must be masked");
	HEARS("\x81\x81" MASK "\x60" "\x81\x01""b", "1a.frames must be masked");
	HEARS("\x01\x81" MASK "\x60" "\x80\x01""b", "1a-frames must be masked");
	HEARS("\x81\x81" MASK "\x60" "\x89\x00", "1a.frames must be masked");
}

static void what_makes_no_sense_is_refused(void **state)
{
	HEARS("\xc1\x80" MASK, "reserved bits are set");
	HEARS("\x83\x80" MASK, "unknown opcode");
	HEARS("\x8b\x80" MASK, "unknown opcode");
	HEARS("\x80\x80" MASK, "a part of no message");
	HEARS("\x01\x80" MASK "\x81\x80" MASK, "1-a message within a message");
	HEARS("\x09\x80" MASK, "a control frame in parts, or too long");
	HEARS("\x89\xfe\x00\x7e" MASK, "a control frame in parts, or too long");
	HEARS("\x81\xfe\x00\x7d" MASK, "a length that cannot be");
	HEARS("\x81\xff\0\0\0\0\0\0\xff\xff" MASK, "a length that cannot be");
	HEARS("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff" MASK, "a length that cannot be");
}

/* In each of the three forms of a length, at both ends of it. */
static void lengths_are_read(void **state)
{
	static const struct { size_t n; const char *head; size_t bytes; } all[] = {
		{ 125, "\x81\xfd", 2 }, { 126, "\x81\xfe\x00\x7e", 4 }, { 65535, "\x81\xfe\xff\xff", 4 }, { 65536, "\x81\xff\0\0\0\0\0\1\0\0", 10 },
	};
	static char stream[MOST];

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		memcpy(stream, all[i].head, all[i].bytes);
		memcpy(stream + all[i].bytes, "\0\0\0\0", 4);
		memset(stream + all[i].bytes + 4, 'x', all[i].n);
		const char *got = heard(stream, all[i].bytes + 4 + all[i].n, 1000);
		assert_int_equal(strlen(got), 1 + all[i].n + 1);
		assert_int_equal(strspn(got + 1, "x"), all[i].n);
	}
}

static void close_codes(void **state)
{
	assert_int_equal(frames_close_code("", 0), 1000);
	assert_int_equal(frames_close_code("\x03", 1), 1002);
	assert_int_equal(frames_close_code("\x03\xe9", 2), 1001);
	assert_int_equal(frames_close_code("\x0b\xb8 bye", 6), 3000);
	for (int code = 1004; code <= 1006; code++)
		assert_int_equal(frames_close_code((char[]){ 3, (char)(code & 0xFF) }, 2), 1002);
	assert_int_equal(frames_close_code("\0\0", 2), 1002);
	assert_int_equal(frames_close_code("\xff\xff", 2), 1002);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_are_unmasked), cmocka_unit_test(frames_must_be_masked), cmocka_unit_test(what_makes_no_sense_is_refused),
		cmocka_unit_test(lengths_are_read), cmocka_unit_test(close_codes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
