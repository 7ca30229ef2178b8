#define _POSIX_C_SOURCE 200809L
#include "server/push.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/game.h"
#include "base/file.h"

enum { MIXED = 32, CEK = 16, NONCE = 12, TAG = 16, RECORD = 4096, SIGNED = 64 };

struct push_key { EVP_PKEY *pair; };

/* Keys -------------------------------------------------------------------- */

static struct push_key *own(EVP_PKEY *pair)
{
	if (!pair)
		return NULL;
	struct push_key *k = malloc(sizeof *k);
	must(k != NULL);
	k->pair = pair;
	return k;
}

struct push_key *push_key_make(void)
{
	return own(EVP_EC_gen("P-256"));
}

/* A point alone, or with its scalar: the curve is checked. */
static EVP_PKEY *pair_of(const uint8_t *scalar, const uint8_t point[PUSH_POINT])
{
	OSSL_PARAM_BLD *b = OSSL_PARAM_BLD_new();
	BIGNUM *number = scalar ? BN_bin2bn(scalar, PUSH_SCALAR, NULL) : NULL;
	EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	EVP_PKEY *pair = NULL;

	must(b && c && (number || !scalar));
	must(OSSL_PARAM_BLD_push_utf8_string(b, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0));
	must(OSSL_PARAM_BLD_push_octet_string(b, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT));
	must(!number || OSSL_PARAM_BLD_push_BN(b, OSSL_PKEY_PARAM_PRIV_KEY, number));
	OSSL_PARAM *p = OSSL_PARAM_BLD_to_param(b);
	must(p && EVP_PKEY_fromdata_init(c) == 1);
	if (EVP_PKEY_fromdata(c, &pair, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, p) != 1)
		pair = NULL;
	OSSL_PARAM_free(p);
	OSSL_PARAM_BLD_free(b);
	BN_clear_free(number);
	EVP_PKEY_CTX_free(c);
	return pair;
}

struct push_key *push_key_of(const uint8_t scalar[PUSH_SCALAR], const uint8_t point[PUSH_POINT])
{
	return own(pair_of(scalar, point));
}

void push_key_drop(struct push_key *k)
{
	if (k)
		EVP_PKEY_free(k->pair);
	free(k);
}

void push_key_point(const struct push_key *k, uint8_t out[PUSH_POINT])
{
	size_t n = 0;

	must(EVP_PKEY_get_octet_string_param(k->pair, OSSL_PKEY_PARAM_PUB_KEY, out, PUSH_POINT, &n) == 1 && n == PUSH_POINT);
}

/* Files of keys ----------------------------------------------------------- */

static bool write_pem(int fd, const struct push_key *k)
{
	FILE *to = fdopen(fd, "w");

	if (!to) {
		close(fd);
		return false;
	}
	bool fine = PEM_write_PrivateKey(to, k->pair, NULL, NULL, 0, NULL, NULL) == 1 && fflush(to) == 0 && fsync(fileno(to)) == 0;
	return fclose(to) == 0 && fine;
}

/* Complete or not at all, and never in the place of another: two servers that begin at once get the same key. */
static bool make_file(const char *path, char why[MAX_ERROR])
{
	char part[4096], shown[MAX_SHOWN];

	error_quote(shown, path, strlen(path));
	if (snprintf(part, sizeof part, "%s.XXXXXX", path) >= (int)sizeof part)
		return error_say(why, "the name '%s' is too long", shown);
	int fd = mkstemp(part);         /* 0600 */
	if (fd < 0)
		return error_say(why, "cannot make the key of Web Push '%s': %s", shown, strerror(errno));
	struct push_key *k = push_key_make();
	must(k != NULL);
	bool fine = write_pem(fd, k) && (link(part, path) == 0 || errno == EEXIST);
	int cause = errno;
	push_key_drop(k);
	unlink(part);
	return fine ? true : error_say(why, "cannot write the key of Web Push '%s': %s", shown, strerror(cause));
}

static EVP_PKEY *read_pem(const char *bytes, size_t n)
{
	char group[32] = "";
	BIO *b = BIO_new_mem_buf(bytes, (int)n);        /* at most FILE_LIMIT */
	EVP_PKEY *pair = b ? PEM_read_bio_PrivateKey(b, NULL, NULL, (void *)"") : NULL;

	BIO_free(b);
	if (pair && (!EVP_PKEY_is_a(pair, "EC") || EVP_PKEY_get_group_name(pair, group, sizeof group, NULL) != 1 || strcmp(group, "prime256v1") != 0)) {
		EVP_PKEY_free(pair);
		pair = NULL;
	}
	return pair;
}

struct push_key *push_key_load(const char *path, char why[MAX_ERROR])
{
	char *bytes, shown[MAX_SHOWN];
	size_t n;

	if (access(path, F_OK) != 0 && errno == ENOENT && !make_file(path, why))
		return NULL;
	if (!file_read(path, &bytes, &n, why))
		return NULL;
	struct push_key *k = own(read_pem(bytes, n));
	sodium_memzero(bytes, n);
	free(bytes);
	if (!k)
		error_say(why, "'%s' holds no key of Web Push: it must be a private key on the curve P-256, as PEM", error_quote(shown, path, strlen(path)));
	return k;
}

/* Messages ---------------------------------------------------------------- */

static bool agree(EVP_PKEY *mine, EVP_PKEY *theirs, uint8_t out[PUSH_SCALAR])
{
	size_t n = PUSH_SCALAR;
	EVP_PKEY_CTX *c = EVP_PKEY_CTX_new(mine, NULL);
	bool fine = c && EVP_PKEY_derive_init(c) == 1 && EVP_PKEY_derive_set_peer(c, theirs) == 1 && EVP_PKEY_derive(c, out, &n) == 1 && n == PUSH_SCALAR;

	EVP_PKEY_CTX_free(c);
	return fine;
}

struct hkdf { const void *salt; size_t salts; const void *secret; size_t secrets; const void *info; size_t infos; };

/* HKDF with SHA-256 (RFC 5869): n bytes into out. */
static void derive(const struct hkdf *from, uint8_t *out, size_t n)
{
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)from->salt, from->salts),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)from->secret, from->secrets),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)from->info, from->infos),
		OSSL_PARAM_construct_end(),
	};
	EVP_KDF *hkdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
	EVP_KDF_CTX *c = EVP_KDF_CTX_new(hkdf);

	must(c && EVP_KDF_derive(c, out, n, params) == 1);
	EVP_KDF_CTX_free(c);
	EVP_KDF_free(hkdf);
}

/* RFC 8291, 3.4: both secrets and both keys go into it. */
static void mix(const uint8_t shared[PUSH_SCALAR], const uint8_t auth[PUSH_AUTH], const uint8_t theirs[PUSH_POINT], const uint8_t mine[PUSH_POINT],
	uint8_t out[MIXED])
{
	static const char label[] = "WebPush: info";    /* with its NUL */
	uint8_t info[sizeof label + 2 * PUSH_POINT];

	memcpy(info, label, sizeof label);
	memcpy(info + sizeof label, theirs, PUSH_POINT);
	memcpy(info + sizeof label + PUSH_POINT, mine, PUSH_POINT);
	derive(&(struct hkdf){ auth, PUSH_AUTH, shared, PUSH_SCALAR, info, sizeof info }, out, MIXED);
}

static void encrypt(const uint8_t key[CEK], const uint8_t nonce[NONCE], const void *plain, size_t n, uint8_t *out)
{
	static const uint8_t last[] = { 2 };            /* RFC 8188: the delimiter of the last record, which is the only one */
	EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
	int a, b, end;

	must(c && EVP_EncryptInit_ex(c, EVP_aes_128_gcm(), NULL, key, nonce) == 1);
	must(EVP_EncryptUpdate(c, out, &a, plain, (int)n) == 1);
	must(EVP_EncryptUpdate(c, out + a, &b, last, 1) == 1);
	must(EVP_EncryptFinal_ex(c, out + a + b, &end) == 1 && (size_t)(a + b + end) == n + 1);
	must(EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, TAG, out + n + 1) == 1);
	EVP_CIPHER_CTX_free(c);
}

size_t push_seal(const struct push_envelope *e, const void *plain, size_t n, uint8_t out[PUSH_BODY])
{
	static const char key_label[] = "Content-Encoding: aes128gcm", nonce_label[] = "Content-Encoding: nonce";
	static const uint8_t sizes[] = { 0, 0, RECORD >> 8, RECORD & 255, PUSH_POINT };
	uint8_t shared[PUSH_SCALAR], mixed[MIXED], key[CEK], nonce[NONCE], *mine = out + PUSH_SALT + sizeof sizes;
	EVP_PKEY *theirs = pair_of(NULL, e->point);
	bool fine = theirs && agree(e->once->pair, theirs, shared);

	must(n <= PUSH_PLAIN);
	EVP_PKEY_free(theirs);
	if (!fine)
		return 0;
	memcpy(out, e->salt, PUSH_SALT);
	memcpy(out + PUSH_SALT, sizes, sizeof sizes);
	push_key_point(e->once, mine);
	mix(shared, e->auth, e->point, mine, mixed);
	derive(&(struct hkdf){ e->salt, PUSH_SALT, mixed, sizeof mixed, key_label, sizeof key_label }, key, sizeof key);
	derive(&(struct hkdf){ e->salt, PUSH_SALT, mixed, sizeof mixed, nonce_label, sizeof nonce_label }, nonce, sizeof nonce);
	encrypt(key, nonce, plain, n, out + PUSH_HEAD);
	sodium_memzero(shared, sizeof shared);
	sodium_memzero(mixed, sizeof mixed);
	sodium_memzero(key, sizeof key);
	return PUSH_HEAD + n + 1 + TAG;
}

/* Tokens ------------------------------------------------------------------ */

/* OpenSSL writes signatures as DER; here they are two numbers of 32 bytes (RFC 7518). */
static bool plain_signature(const uint8_t *der, size_t n, uint8_t out[SIGNED])
{
	ECDSA_SIG *s = d2i_ECDSA_SIG(NULL, &der, (long)n);
	bool fine = s && BN_bn2binpad(ECDSA_SIG_get0_r(s), out, SIGNED / 2) > 0 && BN_bn2binpad(ECDSA_SIG_get0_s(s), out + SIGNED / 2, SIGNED / 2) > 0;

	ECDSA_SIG_free(s);
	return fine;
}

static bool sign(const struct push_key *k, const char *text, uint8_t out[SIGNED])
{
	uint8_t der[80];                /* two numbers of 33 bytes at most, each with 2 of head, and 2 around them */
	size_t n = sizeof der;
	EVP_MD_CTX *c = EVP_MD_CTX_new();
	bool fine = c && EVP_DigestSignInit(c, NULL, EVP_sha256(), NULL, k->pair) == 1
		&& EVP_DigestSign(c, der, &n, (const uint8_t *)text, strlen(text)) == 1;

	EVP_MD_CTX_free(c);
	return fine && plain_signature(der, n, out);
}

/* Base64 for addresses. False: it does not fit. */
static bool write64(char *out, size_t cap, const void *bytes, size_t n)
{
	if (sodium_base64_ENCODED_LEN(n, sodium_base64_VARIANT_URLSAFE_NO_PADDING) > cap)
		return false;
	sodium_bin2base64(out, cap, bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	return true;
}

static char *claims(const char *origin, const char *contact, int64_t until)
{
	json_t *c = json_pack("{s:s, s:I}", "aud", origin, "exp", (json_int_t)until);

	must(c != NULL);
	if (contact[0])
		must(json_object_set_new(c, "sub", json_string(contact)) == 0);
	char *text = json_dumps(c, JSON_COMPACT);
	must(text != NULL);
	json_decref(c);
	return text;
}

bool push_token(const struct push_key *k, const char *origin, const char *contact, int64_t until, char out[PUSH_TOKEN])
{
	static const char head[] = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.";        /* {"typ":"JWT","alg":"ES256"} */
	uint8_t signature[SIGNED] = { 0 }, point[PUSH_POINT];
	char text[PUSH_TOKEN - 200], signature64[88], point64[88];              /* 64 and 65 bytes are 86 and 87 characters */
	char *said = claims(origin, contact, until);

	strcpy(text, head);
	bool fine = write64(text + strlen(head), sizeof text - strlen(head), said, strlen(said)) && sign(k, text, signature);
	free(said);
	push_key_point(k, point);
	must(write64(signature64, sizeof signature64, signature, sizeof signature) && write64(point64, sizeof point64, point, sizeof point));
	if (fine)
		snprintf(out, PUSH_TOKEN, "vapid t=%s.%s, k=%s", text, signature64, point64);   /* 8 + 1847 + 1 + 86 + 4 + 87 and a NUL */
	return fine;
}
