/* What the files of a table share among themselves. Only for the files of this folder and for web/wasm/local_table.c. */
#ifndef TABLE_PARTS_H
#define TABLE_PARTS_H

#include "table/table.h"

/* REFUSE(no, SEAT, "this needs a seat") fills the refusal in. Always false, so that one can `return REFUSE(...)`. */
#define REFUSE(no, WHICH, ...) REFUSE_BY(no, REFUSED_##WHICH, __VA_ARGS__)
#define REFUSE_BY(no, which, ...) ((no)->code = table_refusal_codes[which], (no)->rule = 0, error_say((no)->words, __VA_ARGS__))

/* table.c: whether a row of that kind, of that seat, can come now. Requests and stored rows are held to the same. */
bool parts_fits(const struct table *t, int kind, int seat, struct refusal *no);
bool parts_number(const char *text, int most, int *n);
int  parts_prompt(const struct game *g, const char *name);                      /* -1: there is none */
int  parts_order(const struct prompt *p, const char *name);                     /* ORDER_ASK for "ask"; -2: there is none */
bool parts_nonce(const struct table *t, int seat, const char *hex, uint8_t out[HASH_BYTES], struct refusal *no);
bool parts_level(const char *name);                                             /* of a bot: with nothing behind it, or a few iterations */
void parts_draws_id(const struct table *t, char out[ID_CHARS + 1]);             /* what its draws are made from besides the key: its id, or its deal's */

/* The legal move of that text; -1: none of them. */
int  parts_legal(const struct table *t, const struct state *s, const char *text);
void parts_apply(struct table *t, struct made m, const struct outcome *of);     /* on the state, and into the history; of: NULL if it must be worked out */
void parts_begin(struct table *t);                                              /* the state before the first ply */
uint64_t parts_key(const char *key);

/* clock.c */
static inline bool parts_timed(const struct table *t)
{
	return t->head.pace.move > 0 || t->head.pace.bank > 0;
}
void clock_turn(struct table *t, int64_t at);                   /* the game has changed: who has to decide now? */
void clock_charge(struct table *t, int64_t at);                 /* what the decision took so far is paid for; it begins anew */
int64_t clock_elapsed(const struct table *t, int64_t now);      /* ms of the decision under way */

/* The only move of the seat to move, if it is made without asking: everybody can see that it is, or nobody else here is a person; -1: none. */
int  parts_only(const struct table *t, const struct state *s);

/* Rows of moves that lead on from *s, which is a copy of the table's state: here a move is applied, and nowhere else. Rows are numbered by
 * parts_seal(). parts_play adds the row of one move of whoever is to move, and returns what it did, which belongs to the row; parts_follow adds what
 * follows by itself: chance, and those only moves. */
struct outcome *parts_play(const struct table *t, struct state *s, int by, int move, int64_t now, struct rows *out);
void parts_follow(const struct table *t, struct state *s, int64_t now, struct rows *out);
void parts_seal(const struct table *t, const char *key, struct rows *out);

/* seats.c */
unsigned seats_people(const struct table *t, int but);                          /* who holds a seat and has not resigned: a bit per seat */
bool seats_agreed(const struct table *t, int seat, unsigned more);              /* all others want a bot there, if these want it too */
bool seats_bots_only(const struct table *t);                                    /* no other person may have a seat here */
bool seats_vacant(const struct table *t, int seat, int64_t now);                /* another person may take it */
void seats_forget(struct table *t, int seat);                                   /* what that seat asked about others goes with its holder */

/* undo.c */
bool undo_fits(const struct table *t, int seat, int to, struct refusal *no);    /* by that seat alone, or -1: by consent */
void undo_to(struct table *t, int to);
void undo_complete(const struct table *t, int but, unsigned agreed, int64_t now, struct rows *out);    /* once `but` is gone */

#endif
