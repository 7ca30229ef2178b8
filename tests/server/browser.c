#include "browser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <sodium.h>
#include <string.h>

size_t from64(const char *text, size_t length, uint8_t *out, size_t cap)
{
	size_t n;

	assert_int_equal(sodium_base642bin(out, cap, text, length, NULL, &n, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING), 0);
	return n;
}

static void hkdf(const uint8_t *salt, size_t salts, const uint8_t *key, size_t keys, const char *info, size_t infos, uint8_t *out, size_t n)
{
	EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
	EVP_KDF_CTX *c = EVP_KDF_CTX_new(kdf);
	const OSSL_PARAM with[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)(uintptr_t)"SHA256", 0),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)salt, salts),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)(uintptr_t)key, keys),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)(uintptr_t)info, infos),
		OSSL_PARAM_END,
	};

	assert_int_equal(EVP_KDF_derive(c, out, n, with), 1);
	EVP_KDF_CTX_free(c);
	EVP_KDF_free(kdf);
}

static EC_POINT *point_of(const EC_GROUP *g, const uint8_t bytes[PUSH_POINT])
{
	EC_POINT *p = EC_POINT_new(g);

	assert_int_equal(EC_POINT_oct2point(g, p, bytes, PUSH_POINT, NULL), 1);
	return p;
}

bool open_sealed(const uint8_t *body, size_t n, char out[PUSH_PLAIN + 1])
{
	uint8_t scalar[PUSH_SCALAR], mine[PUSH_POINT], auth[PUSH_AUTH], shared[32], mixed[32], key[16], nonce[12];
	char info[14 + 2 * PUSH_POINT] = "WebPush: info";
	const uint8_t *theirs = body + 21;
	EC_GROUP *g = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
	int got, end;

	from64(UA_SCALAR, strlen(UA_SCALAR), scalar, sizeof scalar);
	from64(UA_POINT, strlen(UA_POINT), mine, sizeof mine);
	from64(UA_AUTH, strlen(UA_AUTH), auth, sizeof auth);
	assert_true(n > PUSH_HEAD + 16 && body[20] == PUSH_POINT);

	EC_POINT *p = point_of(g, theirs), *product = EC_POINT_new(g);
	BIGNUM *k = BN_bin2bn(scalar, sizeof scalar, NULL), *x = BN_new();
	assert_int_equal(EC_POINT_mul(g, product, NULL, p, k, NULL), 1);
	assert_int_equal(EC_POINT_get_affine_coordinates(g, product, x, NULL, NULL), 1);
	BN_bn2binpad(x, shared, 32);
	BN_free(k);
	BN_free(x);
	EC_POINT_free(p);
	EC_POINT_free(product);
	EC_GROUP_free(g);

	memcpy(info + 14, mine, PUSH_POINT);
	memcpy(info + 14 + PUSH_POINT, theirs, PUSH_POINT);
	hkdf(auth, sizeof auth, shared, sizeof shared, info, sizeof info, mixed, 32);
	hkdf(body, 16, mixed, 32, "Content-Encoding: aes128gcm", 28, key, 16);
	hkdf(body, 16, mixed, 32, "Content-Encoding: nonce", 24, nonce, 12);

	EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
	int length = (int)(n - PUSH_HEAD - 16);
	assert_true(length <= PUSH_PLAIN + 1);
	EVP_DecryptInit_ex(c, EVP_aes_128_gcm(), NULL, key, nonce);
	EVP_DecryptUpdate(c, (uint8_t *)out, &got, body + PUSH_HEAD, length);
	EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_SET_TAG, 16, (void *)(uintptr_t)(body + n - 16));
	bool whole = EVP_DecryptFinal_ex(c, (uint8_t *)out + got, &end) == 1;
	EVP_CIPHER_CTX_free(c);
	if (!whole || out[length - 1] != 2)
		return false;
	out[length - 1] = '\0';
	return true;
}

/* Whether r and s sign the text, checked with the point alone. */
static bool signs(const uint8_t point[PUSH_POINT], const char *text, size_t n, const uint8_t signature[64])
{
	char group[] = "prime256v1";
	OSSL_PARAM with[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
		OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)(uintptr_t)point, PUSH_POINT),
		OSSL_PARAM_END,
	};
	EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	EVP_PKEY *key = NULL;
	ECDSA_SIG *s = ECDSA_SIG_new();
	uint8_t *der = NULL;

	assert_true(EVP_PKEY_fromdata_init(c) == 1 && EVP_PKEY_fromdata(c, &key, EVP_PKEY_PUBLIC_KEY, with) == 1);
	ECDSA_SIG_set0(s, BN_bin2bn(signature, 32, NULL), BN_bin2bn(signature + 32, 32, NULL));
	int ders = i2d_ECDSA_SIG(s, &der);
	EVP_MD_CTX *m = EVP_MD_CTX_new();
	EVP_DigestVerifyInit(m, NULL, EVP_sha256(), NULL, key);
	bool fine = EVP_DigestVerify(m, der, (size_t)ders, (const uint8_t *)text, n) == 1;
	OPENSSL_free(der);
	EVP_MD_CTX_free(m);
	ECDSA_SIG_free(s);
	EVP_PKEY_free(key);
	EVP_PKEY_CTX_free(c);
	return fine;
}

json_t *claims_of(const char *token, const struct push_key *k)
{
	uint8_t head[100], said[1024], signature[64], point[PUSH_POINT], own[PUSH_POINT];

	assert_int_equal(strncmp(token, "vapid t=", 8), 0);
	const char *a = token + 8, *b = strchr(a, '.') + 1, *c = strchr(b, '.') + 1, *d = strstr(c, ", k=");
	assert_non_null(d);
	size_t heads = from64(a, (size_t)(b - 1 - a), head, sizeof head), n = from64(b, (size_t)(c - 1 - b), said, sizeof said);
	assert_int_equal(from64(c, (size_t)(d - c), signature, sizeof signature), 64);
	assert_int_equal(from64(d + 4, strlen(d + 4), point, sizeof point), PUSH_POINT);
	push_key_point(k, own);
	assert_memory_equal(point, own, PUSH_POINT);
	assert_true(signs(point, a, (size_t)(c - 1 - a), signature));
	assert_false(signs(point, a, (size_t)(c - 2 - a), signature));
	json_t *h = json_loadb((char *)head, heads, 0, NULL);
	assert_string_equal(json_string_value(json_object_get(h, "alg")), "ES256");
	json_decref(h);
	json_t *o = json_loadb((char *)said, n, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(o);
	return o;
}
