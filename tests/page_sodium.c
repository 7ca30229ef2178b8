/* What the page has instead of libsodium gives what libsodium gives: draws that a page makes can be proved everywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <sodium.h>

#include "page_sodium.h"

enum { LONGEST = 400 };
static uint8_t bytes[LONGEST], key[64], nonce[12];

static int prepare(void **unused)
{
	for (int i = 0; i < LONGEST; i++)
		bytes[i] = (uint8_t)(i * 7 + 3);
	for (int i = 0; i < 64; i++)
		key[i] = (uint8_t)(i * 11 + 5);
	for (int i = 0; i < 12; i++)
		nonce[i] = (uint8_t)(i * 13 + 9);
	return sodium_init() < 0;
}

static void hashes_are_libsodiums(void **unused)
{
	static const size_t sizes[] = { 16, 32, 64 }, keys[] = { 0, 16, 32, 64 };
	uint8_t page[64], theirs[64];

	for (size_t n = 0; n <= LONGEST; n++)
		for (int i = 0; i < 3; i++)
			for (int k = 0; k < 4; k++) {
				crypto_generichash(theirs, sizes[i], bytes, n, keys[k] ? key : NULL, keys[k]);
				page_hash(page, sizes[i], bytes, n, keys[k] ? key : NULL, keys[k]);
				assert_memory_equal(page, theirs, sizes[i]);
				page_hash_cut(page, sizes[i], bytes, n, n / 3, keys[k] ? key : NULL, keys[k]);
				assert_memory_equal(page, theirs, sizes[i]);
			}
}

static void streams_are_libsodiums(void **unused)
{
	static const uint32_t counters[] = { 0, 1, 7, 0x7fffffff };
	static const uint8_t zeros[LONGEST];
	uint8_t page[LONGEST], theirs[LONGEST];

	for (size_t n = 1; n <= LONGEST; n++)
		for (int i = 0; i < 4; i++) {
			crypto_stream_chacha20_ietf_xor_ic(theirs, zeros, n, nonce, counters[i], key);
			page_stream(page, zeros, n, nonce, counters[i], key);
			assert_memory_equal(page, theirs, n);
			crypto_stream_chacha20_ietf_xor_ic(theirs, bytes, n, nonce, counters[i], key);
			page_stream(page, bytes, n, nonce, counters[i], key);
			assert_memory_equal(page, theirs, n);
		}
}

static void letters_are_libsodiums(void **unused)
{
	char page[2 * 64 + 1], theirs[2 * 64 + 1];
	uint8_t back[64];

	for (size_t n = 0; n <= 64; n++) {
		sodium_bin2hex(theirs, sizeof theirs, bytes, n);
		page_hex(page, bytes, n);
		assert_string_equal(page, theirs);
		assert_int_equal(page_unhex(back, n, page, 2 * n), 0);
		assert_memory_equal(back, bytes, n);
		sodium_bin2base64(theirs, sizeof theirs, bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
		page_base64(page, sizeof page, bytes, n);
		assert_string_equal(page, theirs);
	}
	assert_int_equal(page_unhex(back, 64, "0g", 2), -1);
	assert_int_equal(page_unhex(back, 1, "0011", 4), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hashes_are_libsodiums),
		cmocka_unit_test(streams_are_libsodiums),
		cmocka_unit_test(letters_are_libsodiums),
	};

	return cmocka_run_group_tests_name("what the page has instead of libsodium", tests, prepare, NULL);
}
