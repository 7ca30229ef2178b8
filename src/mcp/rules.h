/* The rules of the games as docs/rules has them, which are part of the program: whole, and one by one. */
#ifndef MCP_RULES_H
#define MCP_RULES_H

#include <stdio.h>

#include "core/game.h"
#include "base/error.h"

struct rulebook {
	const char *game;
	const char *text;               /* Markdown; not ended by a NUL */
	size_t n;
};
extern const struct rulebook rules_books[];       /* ends with a nameless one */
const struct rulebook *rules_of(const char *game, char why[MAX_ERROR]);         /* NULL: there are none */

/* "Q31", in any case: the rule or ruling with that id, in plain words. */
bool rules_put(const struct rulebook *r, const char *id, FILE *out, char why[MAX_ERROR]);

#endif
