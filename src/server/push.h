/* Web Push without the web: a message that only the browser can read (RFC 8291, RFC 8188), and the token that says whose it is (RFC 8292). */
#ifndef SERVER_PUSH_H
#define SERVER_PUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
	PUSH_SCALAR = 32, PUSH_POINT = 65, PUSH_AUTH = 16, PUSH_SALT = 16,
	PUSH_PLAIN = 1024,                                      /* bytes of a message, at most: services take about 4000 */
	PUSH_HEAD = PUSH_SALT + 4 + 1 + PUSH_POINT,             /* salt, record size, length of the key, the key */
	PUSH_BODY = PUSH_HEAD + PUSH_PLAIN + 1 + 16,            /* a delimiter, and the tag of AES-GCM */
	PUSH_TOKEN = 2048,
};

/* A key pair on the curve P-256. */
struct push_key;
struct push_key *push_key_make(void);
struct push_key *push_key_of(const uint8_t scalar[PUSH_SCALAR], const uint8_t point[PUSH_POINT]);      /* NULL: these are none */
struct push_key *push_key_load(const char *path, char why[MAX_ERROR]);  /* makes the file if it is not there, for its owner alone */
void push_key_drop(struct push_key *k);
void push_key_point(const struct push_key *k, uint8_t out[PUSH_POINT]);

/* A message for the browser with that point and that secret. `once` and the salt are for this message alone. */
struct push_envelope { const struct push_key *once; const uint8_t *salt, *point, *auth; };      /* PUSH_SALT, PUSH_POINT, PUSH_AUTH bytes */
size_t push_seal(const struct push_envelope *e, const void *plain, size_t n, uint8_t out[PUSH_BODY]);   /* 0: the point is none of the curve's */

/* What follows "Authorization: ". `origin` is the service's, "https://push.example"; contact may be empty; until: s since 1970. */
bool push_token(const struct push_key *k, const char *origin, const char *contact, int64_t until, char out[PUSH_TOKEN]);

#endif
