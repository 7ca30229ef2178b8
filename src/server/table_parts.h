/* What the files of a table share among themselves. Only for table*.c. */
#ifndef SERVER_TABLE_PARTS_H
#define SERVER_TABLE_PARTS_H

#include "server/table.h"

/* Always false, so that one can `return REFUSE(...)`. */
#define REFUSE(no, WHICH, ...) ((no)->code = (WHICH), (no)->rule = 0, error_say((no)->words, __VA_ARGS__))

/* table.c: whether a row of that kind, of that seat, can come now. Wishes and stored rows are held to the same. */
bool parts_fits(const struct table *t, int kind, int seat, struct refusal *no);
bool parts_number(const char *text, int most, int *n);
int  parts_prompt(const struct game *g, const char *name);                      /* -1: there is none */
int  parts_order(const struct prompt *p, const char *name);                     /* ORDER_ASK for "ask"; -2: there is none */
bool parts_nonce(const struct table *t, int seat, const char *hex, uint8_t out[HASH_BYTES], struct refusal *no);
bool parts_level(const char *name);                                             /* of a bot, with nothing behind it */

/* The legal move of that text; -1: none of them. */
int  parts_legal(const struct table *t, const struct state *s, const char *text);
void parts_apply(struct table *t, struct made m);                               /* on the state, and into the history */
void parts_begin(struct table *t);                                              /* the state before the first ply */
uint64_t parts_key(const char *key);

/* table_clock.c */
static inline bool parts_timed(const struct table *t)
{
	return t->head.pace.move > 0 || t->head.pace.bank > 0;
}
void clock_turn(struct table *t, int64_t at);                   /* the game has changed: who has to decide now? */
void clock_charge(struct table *t, int64_t at);                 /* what the decision took so far is paid for; it begins anew */
int64_t clock_elapsed(const struct table *t, int64_t now);      /* ms of the decision under way */

/* A move with the chance that follows; on *s, which is a copy of the table's. Rows are numbered by parts_seal(). */
void parts_move(const struct table *t, struct state *s, int by, int move, int64_t now, struct rows *out);
void parts_draws(const struct table *t, struct state *s, int64_t now, struct rows *out);
void parts_seal(const struct table *t, const char *key, struct rows *out);

/* table_undo.c */
bool undo_fits(const struct table *t, int seat, int to, struct refusal *no);    /* by that seat alone, or -1: by consent */
void undo_to(struct table *t, int to);
void undo_complete(const struct table *t, int but, unsigned agreed, int64_t now, struct rows *out);    /* once `but` is gone */

#endif
