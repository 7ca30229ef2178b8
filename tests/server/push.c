/* Web Push: messages that only the browser can read, and the server's signature on them. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "browser.h"
#include "base/file.h"

/* The example of RFC 8291, section 5 and appendix A. */
static const char AS_SCALAR[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char AS_POINT[] = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char SALT[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char PLAIN[] = "When I grow up, I want to be a watermelon";
static const char BODY[] = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
	"yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

static char dir[] = "/tmp/push.XXXXXX";

/* Messages that only the browser can read --------------------------------- */

static void the_example_of_rfc_8291_comes_out_byte_for_byte(void **state)
{
	uint8_t scalar[PUSH_SCALAR], mine[PUSH_POINT], point[PUSH_POINT], auth[PUSH_AUTH], salt[PUSH_SALT], want[256], body[PUSH_BODY];

	from64(AS_SCALAR, strlen(AS_SCALAR), scalar, sizeof scalar);
	from64(AS_POINT, strlen(AS_POINT), mine, sizeof mine);
	from64(UA_POINT, strlen(UA_POINT), point, sizeof point);
	from64(UA_AUTH, strlen(UA_AUTH), auth, sizeof auth);
	from64(SALT, strlen(SALT), salt, sizeof salt);
	size_t wanted = from64(BODY, strlen(BODY), want, sizeof want);
	struct push_key *k = push_key_of(scalar, mine);
	assert_non_null(k);
	assert_int_equal(push_seal(&(struct push_envelope){ k, salt, point, auth }, PLAIN, strlen(PLAIN), body), wanted);
	assert_memory_equal(body, want, wanted);
	push_key_drop(k);
}

static void a_sealed_message_opens_with_the_browsers_key_and_with_no_change(void **state)
{
	uint8_t point[PUSH_POINT], auth[PUSH_AUTH], salt[PUSH_SALT] = { 7 }, body[PUSH_BODY];
	char plain[PUSH_PLAIN], out[PUSH_PLAIN + 1];

	from64(UA_POINT, strlen(UA_POINT), point, sizeof point);
	from64(UA_AUTH, strlen(UA_AUTH), auth, sizeof auth);
	memset(plain, 'x', sizeof plain);
	for (size_t n = 0; n <= PUSH_PLAIN; n += 128) {
		struct push_key *once = push_key_make();
		size_t sealed = push_seal(&(struct push_envelope){ once, salt, point, auth }, plain, n, body);
		assert_true(sealed == PUSH_HEAD + n + 17 && sealed <= PUSH_BODY);
		assert_true(open_sealed(body, sealed, out));
		assert_int_equal(strlen(out), n);
		assert_memory_equal(out, plain, n);
		body[PUSH_HEAD + n / 2] ^= 1;
		assert_false(open_sealed(body, sealed, out));
		push_key_drop(once);
	}
}

static void a_point_beside_the_curve_is_refused(void **state)
{
	uint8_t point[PUSH_POINT], auth[PUSH_AUTH] = { 0 }, salt[PUSH_SALT] = { 0 }, body[PUSH_BODY];
	struct push_key *once = push_key_make();

	from64(UA_POINT, strlen(UA_POINT), point, sizeof point);
	point[64] ^= 1;
	assert_int_equal(push_seal(&(struct push_envelope){ once, salt, point, auth }, "x", 1, body), 0);
	memset(point, 0, sizeof point);
	assert_int_equal(push_seal(&(struct push_envelope){ once, salt, point, auth }, "x", 1, body), 0);
	push_key_drop(once);
}

/* Tokens and keys --------------------------------------------------------- */

static void a_token_names_audience_time_and_contact_and_its_signature_holds(void **state)
{
	char token[PUSH_TOKEN];
	struct push_key *k = push_key_make();

	for (int i = 0; i < 1200; i++) {        /* one number in 256 begins with a zero, and keeps its 32 bytes */
		assert_true(push_token(k, "https://push.example", "mailto:ann@example.org", 1700000000 + i, token));
		json_t *o = claims_of(token, k);
		assert_string_equal(json_string_value(json_object_get(o, "aud")), "https://push.example");
		assert_string_equal(json_string_value(json_object_get(o, "sub")), "mailto:ann@example.org");
		assert_int_equal(json_integer_value(json_object_get(o, "exp")), 1700000000 + i);
		json_decref(o);
	}
	assert_true(push_token(k, "https://push.example", "", 1, token));
	json_t *o = claims_of(token, k);
	assert_null(json_object_get(o, "sub"));
	json_decref(o);
	char contact[4000];
	memset(contact, 'x', sizeof contact - 1);
	contact[sizeof contact - 1] = '\0';
	assert_false(push_token(k, "https://push.example", contact, 1, token));
	push_key_drop(k);
}

static void the_key_is_made_once_for_its_owner_alone(void **state)
{
	char why[MAX_ERROR];
	uint8_t a[PUSH_POINT], b[PUSH_POINT];
	struct stat s;

	struct push_key *k = push_key_load("push.key", why), *again = push_key_load("push.key", why);
	assert_true(k && again);
	push_key_point(k, a);
	push_key_point(again, b);
	assert_memory_equal(a, b, PUSH_POINT);
	assert_int_equal(stat("push.key", &s), 0);
	assert_int_equal(s.st_mode & 0777, 0600);
	push_key_drop(k);
	push_key_drop(again);
}

static void a_file_that_holds_no_key_is_named_and_left_alone(void **state)
{
	char why[MAX_ERROR], *text;
	size_t n;
	EVP_PKEY *other = EVP_EC_gen("P-384");

	assert_true(file_write("no.key", "not a key\n", 10, why));
	assert_null(push_key_load("no.key", why));
	assert_non_null(strstr(why, "no.key"));
	assert_true(file_read("no.key", &text, &n, why));
	assert_string_equal(text, "not a key\n");
	free(text);
	FILE *f = fopen("other.key", "w");
	PEM_write_PrivateKey(f, other, NULL, NULL, 0, NULL, NULL);
	fclose(f);
	EVP_PKEY_free(other);
	assert_null(push_key_load("other.key", why));
	assert_non_null(strstr(why, "P-256"));
	assert_null(push_key_load("/no/such/place/push.key", why));
	assert_non_null(strstr(why, "No such file"));
}

static int set_up(void **state)
{
	assert_true(sodium_init() >= 0);
	return mkdtemp(dir) ? chdir(dir) : -1;
}

static int tear_down(void **state)
{
	unlink("push.key");
	unlink("no.key");
	unlink("other.key");
	return rmdir(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_example_of_rfc_8291_comes_out_byte_for_byte),
		cmocka_unit_test(a_sealed_message_opens_with_the_browsers_key_and_with_no_change),
		cmocka_unit_test(a_point_beside_the_curve_is_refused),
		cmocka_unit_test(a_token_names_audience_time_and_contact_and_its_signature_holds),
		cmocka_unit_test(the_key_is_made_once_for_its_owner_alone),
		cmocka_unit_test(a_file_that_holds_no_key_is_named_and_left_alone),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
