/* A deal that several people play, each at a table of their own against the same bots: the river of the day, and duplicates among friends.
 *
 * The name of a deal is a date, "2026-11-17", for the river of that day, or a date and a word, "2026-11-17-k3fmx9aq", for a duplicate. From its name,
 * its game and a secret follow the key of all draws, the seat of the person and what the bots draw while they think. The secret is a server's
 * own: nobody knows its deals beforehand, and the hash of the key, which every table of the deal shows, commits the server to it. A page without a
 * server has no secret: there a deal follows from its name alone.
 *
 * A table of a deal (head.deal) differs from others in this: nobody has a nonce, draws do not depend on its id, nobody goes back behind what they have
 * seen or lets a bot play for them, and the key stays secret until the deal is over for everybody. */
#ifndef TABLE_DEAL_H
#define TABLE_DEAL_H

#include "bots/eval.h"
#include "table/new.h"

enum { DEAL_DATE = 10, DEAL_WORD = 8 };         /* characters of its date, and of the word of a duplicate */

struct deal {
	const struct game *game;
	char        name[DEAL_CHARS + 1];
	uint8_t     key[HASH_BYTES];
	uint8_t     players, seat;              /* seat: the person's */
	const char *bots, *expert;              /* levels with iterations, so that every machine plays alike: "hard:240" */
	char        net[EVAL_NET_NAME + 1];     /* that both judge positions by: a program with another one plays other bots */
};

/* Name of the river of the day at that time, in ms since 1970; a day begins at midnight UTC. */
void deal_today(int64_t now, char out[DEAL_DATE + 1]);
/* Whether it is the name of a deal; then from when until when it can be played. Either may be NULL. */
bool deal_times(const char *name, int64_t *from, int64_t *until);
bool deal_is_day(const char *name);

/* False: it is not the name of a deal, or nobody deals this game. secret: HASH_BYTES, or NULL for a page without a server. */
bool deal_make(struct deal *d, const struct game *g, const char *name, const uint8_t *secret);
/* The table of whoever has this token (22 characters that nobody else knows): the same for each time that they ask. The game has begun. */
void deal_table(const struct deal *d, const char *token, const char *person, int64_t now, struct table_new *out);
void deal_table_id(const struct deal *d, const char *token, char out[ID_CHARS + 1]);
/* Secret of the seat at that table. */
struct secret deal_seat_secret(const struct deal *d, const char *token);
/* The table at which a bot of strength `expert` has the person's seat. */
void deal_expert_table(const struct deal *d, int64_t now, struct table_new *out);

/* What draws are made from in the place of a table's id. */
void deal_draws_id(const struct head *h, char out[ID_CHARS + 1]);
/* For bots at a table of a deal: what they draw when they see this. Below 2^48, so that JavaScript can write it. */
uint64_t deal_seed(const struct head *h);
/* The key may not be known yet: others may still play this deal. Never at a table of no deal. */
bool deal_sealed(const struct head *h, int64_t now);

#endif
