/* A bot sees what its seat sees, and nothing else. */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include "core/game.h"

struct bot {
	const char *name, *help;
	/* One of the legal moves of `view`, made for the seat that is to move. `own` is the bot's own stream. */
	int (*pick)(const struct game *g, const struct box *b, const struct state *view, struct rng *own);
};

extern const struct bot bot_random, bot_simple;

extern const struct bot *const bot_list[];      /* ends with NULL */
const struct bot *bot_find(const char *name);   /* NULL: there is none */
void bot_names(struct text *out);               /* "simple, random" */

#endif
