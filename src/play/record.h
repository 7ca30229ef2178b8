/* A game as a text that people read and edit, and the same as JSON. docs/notation.md describes both. */
#ifndef PLAY_RECORD_H
#define PLAY_RECORD_H

#include <stdio.h>

#include "play/session.h"

enum { RECORD_VERSION = 1 };

enum record_form { RECORD_TEXT, RECORD_JSON };

void record_write(const struct session *s, enum record_form form, FILE *out);
char *record_print(const struct session *s, enum record_form form, size_t *n);  /* the same in memory, ends in a NUL; free() it */
bool record_save(const struct session *s, enum record_form form, const char *path, char out[MAX_ERROR]);

/* Either form. Every move is checked and played: on success `s` is the game after the last of them, to be closed by the caller; on
 * failure it is untouched and `out` names the line. Chance that is due after the last move has not moved yet. */
bool record_read(struct session *s, const char *bytes, size_t n, char out[MAX_ERROR]);
bool record_load(struct session *s, const char *path, char out[MAX_ERROR]);

#endif
