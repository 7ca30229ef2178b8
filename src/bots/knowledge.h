/* What bots know of one game: the second of the two tables that a game's folder gives away (the first is its struct game).
 *
 * Search and levels know no game. They ask bot_knowledge_of() and work with what they get: without a policy they move at random, without
 * an evaluation they judge a position by places and points as they stand. The tables are listed in src/games/bot_list.c. */
#ifndef BOTS_KNOWLEDGE_H
#define BOTS_KNOWLEDGE_H

#include "bots/eval.h"
#include "bots/simple.h"

struct bot_knowledge {
	const char *game;               /* the name in its struct game */
	const struct simple *simple;    /* the policy of the bot `simple`: frozen, because other bots are measured by it */
	const struct simple *adept;     /* the best policy there is, tuned by games; the same as `simple` where there is no better one */
	const struct eval *eval;        /* what a position is worth, for search */
	const struct eval *net;         /* the same by a trained net; NULL: there is none for this game */
	const struct puct *led;         /* how the net leads a search, if it likes moves (puct.h); NULL: it does not */
};

extern const struct bot_knowledge *const bot_knowledge_list[];          /* ends with NULL */

const struct bot_knowledge *bot_knowledge_of(const struct game *g);     /* never NULL; a table of NULLs for a game that bots know nothing of */

#endif
