/* A text that is being written into somebody else's buffer. It never runs over: what does not fit is counted and dropped. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "limits.h"

struct text {
	char *at;               /* always ends in a NUL while cap > 0 */
	int   cap;              /* bytes at `at`, the NUL included */
	int   n;                /* length the whole text has; n < cap: it fits */
};

struct text text_on(char *at, int cap);
void text_int(struct text *t, int64_t n);

static inline bool text_fits(const struct text *t)
{
	return t->n < t->cap;
}

/* In here, for most of what is written is short, and its length known when it is compiled. */
static inline void text_bytes(struct text *t, const char *bytes, int n)
{
	int left = t->cap - 1 - t->n, fit = n < left ? n : left;

	if (fit > 0) {
		memcpy(t->at + t->n, bytes, (size_t)fit);
		t->at[t->n + fit] = '\0';
	}
	t->n += n;
}

static inline void text_put(struct text *t, const char *words)
{
	text_bytes(t, words, (int)strlen(words));
}

static inline void text_char(struct text *t, char c)
{
	text_bytes(t, &c, 1);
}

/* Words and numbers in one call: "%s" takes the next word of `words`, "%d" the next number of `n`. Nothing else is special. */
void text_form(struct text *t, const char *form, const char *const words[], const int64_t n[]);

/* Letters, digits, '-' and '_', at least one: fit to be part of a move's text. */
bool text_is_word(const char *words);

/* What follows `head` at the beginning of `words`; NULL: they begin otherwise. */
const char *text_after(const char *words, const char *head);
bool text_is_digits(const char *words);         /* digits and nothing else, at least one */

/* What a check found, in a message that begins with the field: "tile[%d] is on land", with its number. Always false, so that it can be
 * returned. */
bool text_fault(char out[MAX_TEXT], const char *form, int i);

/* Several conditions in a row, each with its own message. The first that is broken is told, as by text_fault(); true: all hold. All of them
 * are evaluated, so none may rely on the ones before it. */
struct condition { bool broken; const char *form; };
bool text_first_fault(char out[MAX_TEXT], int i, const struct condition *of);
#define TEXT_FAULTS(out, i, ...) text_first_fault(out, i, (const struct condition[]){ __VA_ARGS__, { false, NULL } })

#endif
