/* What the files of a table share among themselves. Only for the files of this folder and for web/wasm/local_table.c. */
#ifndef TABLE_PARTS_H
#define TABLE_PARTS_H

#include "table/table.h"

/* REFUSE(no, SEAT, "this needs a seat") fills the refusal in. Always false, so that one can `return REFUSE(...)`. */
#define REFUSE(no, WHICH, ...) REFUSE_BY(no, REFUSED_##WHICH, __VA_ARGS__)
#define REFUSE_BY(no, which, ...) ((no)->code = table_refusal_codes[which], (no)->rule = 0, error_say((no)->words, __VA_ARGS__))

/* table.c: whether a row of that kind, of that seat, can come now. The same check holds for requests and for stored rows. */
bool parts_fits(const struct table *t, int kind, int seat, struct refusal *no);
bool parts_number(const char *text, int most, int *n);
int  parts_prompt(const struct game *g, const char *name);                      /* -1: there is none */
int  parts_order(const struct prompt *p, const char *name);                     /* ORDER_ASK for "ask"; -2: there is none */
bool parts_nonce(const struct table *t, int seat, const char *hex, uint8_t out[HASH_BYTES], struct refusal *no);
bool parts_level(const char *name);                                             /* whether it is a level of a bot that a client may name: plain, or with a small number of iterations */
void parts_draws_id(const struct table *t, char out[ID_CHARS + 1]);             /* the text from which the table's draws are made besides the key: its id, or that of its deal */

/* The legal move of that text; -1: none of them. */
int  parts_legal(const struct table *t, const struct state *s, const char *text);
void parts_apply(struct table *t, struct made m, const struct outcome *of);     /* applies the move to the state and appends it to the history; of: its outcome, NULL: apply the rules */
void parts_begin(struct table *t);                                              /* sets the state to that before the first ply */
uint64_t parts_key(const char *key);

/* clock.c */
static inline bool parts_timed(const struct table *t)
{
	return t->head.pace.move > 0 || t->head.pace.bank > 0;
}
void clock_turn(struct table *t, int64_t at);                   /* to be called after each change of the game: notes who has to decide now, and starts their clock */
void clock_charge(struct table *t, int64_t at);                 /* charges the time of the decision under way to its seat and starts its clock again */
int64_t clock_elapsed(const struct table *t, int64_t now);      /* ms that the decision under way has taken */

/* The only legal move of the seat to move, if it is made without asking; -1: there is none. It is made without asking where everybody can see that it is
 * the only one, or where nobody else at the table is a person. */
int  parts_only(const struct table *t, const struct state *s);

/* Rows of moves that lead on from *s, which is a copy of the table's state: here a move is applied, and nowhere else. Rows are numbered by
 * parts_seal(). parts_play adds the row of one move of whoever is to move, and returns what it did, which belongs to the row; parts_follow adds what
 * follows by itself: chance, and those only moves. */
struct outcome *parts_play(const struct table *t, struct state *s, int by, int move, int64_t now, struct rows *out);
void parts_follow(const struct table *t, struct state *s, int64_t now, struct rows *out);
void parts_seal(const struct table *t, const char *key, struct rows *out);

/* seats.c */
unsigned seats_people(const struct table *t, int but);                          /* persons, except `but`, who have not resigned: a bit per seat */
bool seats_agreed(const struct table *t, int seat, unsigned more);              /* whether all other people want a bot on that seat, counting the seats `more` as wanting it */
bool seats_bots_only(const struct table *t);                                    /* whether a seat whose holder is away can go to a bot only, not to another person */
bool seats_vacant(const struct table *t, int seat, int64_t now);                /* whether another person may take that seat now */
void seats_forget(struct table *t, int seat);                                   /* withdraws what the holder of that seat has asked about other seats */

/* undo.c */
bool undo_fits(const struct table *t, int seat, int to, struct refusal *no);    /* whether that seat alone can go back so far; seat -1: whether it is possible by consent */
void undo_to(struct table *t, int to);
void undo_complete(const struct table *t, int but, unsigned agreed, int64_t now, struct rows *out);    /* if all but the seat `but` have agreed: adds the row that goes back */

#endif
