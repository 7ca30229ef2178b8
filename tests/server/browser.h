/* A browser that waits for messages, with the keys of RFC 8291: for tests of Web Push. */
#ifndef TESTS_SERVER_BROWSER_H
#define TESTS_SERVER_BROWSER_H

#include <jansson.h>

#include "server/push.h"

/* The example of RFC 8291, appendix A, in base64url: the browser's keys. */
#define UA_SCALAR "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
#define UA_POINT  "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
#define UA_AUTH   "BTBZMqHH6r4Tts7J_aSIgg"

size_t from64(const char *text, size_t length, uint8_t *out, size_t cap);       /* base64url without padding */

/* Opens what came, by other means than those that sealed it: points are multiplied by hand, HKDF is OpenSSL's. */
bool open_sealed(const uint8_t *body, size_t n, char out[PUSH_PLAIN + 1]);

/* Takes "vapid t=A.B.C, k=D" apart, checks that D is the key and the signature its own, and gives the claims. */
json_t *claims_of(const char *token, const struct push_key *k);

#endif
