/* Somebody else's mistake, told in one line: what was wrong, and what is allowed. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

enum { MAX_ERROR = 480, MAX_SHOWN = 64 };

/* Always false, so that a reader can `return error_say(...)`. Control characters of the arguments become '?'. */
__attribute__((format(printf, 2, 3)))
bool error_say(char out[MAX_ERROR], const char *form, ...);

/* A piece of somebody's input, fit to be shown in a message: cut when long, on one line. */
const char *error_quote(char out[MAX_SHOWN], const char *text, size_t n);

/* Input that is meant to be read by people: UTF-8 without control characters, tabs apart. False: at which byte it stops being that. */
bool error_clean(const char *text, size_t n, size_t *at);

/* Bytes of the UTF-8 character that begins here; 0: it is broken, cut off, longer than it has to be, or half of a pair. left is at least 1. */
size_t error_utf8(const char *at, size_t left);

#endif
