/* What happened at a table, in the order in which it was stored. The rows are the table: everything else is made from them, so what was
 * acknowledged is what is stored, and a process that dies loses nothing.
 *
 * A row is never changed and never deleted. What is taken back stays as a closed branch. Two things are different because people ask for
 * them: a whole table can be deleted, and with a forget row the name of a person goes out of the rows before it (row_forget()). */
#ifndef TABLE_ROW_H
#define TABLE_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/game.h"
#include "play/fair.h"
#include "table/words.h"

enum {
	MAX_KEY = 32,                   /* bytes of the name that a client gives its message */
	MAX_ROW = 4000,                 /* bytes of a row's text */
	MAX_CHAT = 500,
	MAX_TELL = 2000,                /* bytes of the address for notifications */
};

/* The text of a start row: chance is drawn by FAIR_BY_SOURCE of fair.h. Tables that started before that say nothing. */
#define START_BY_SOURCE "draws by source"

#define ROW_NOBODY "Somebody"           /* the name that stands in the place of one that was taken out */

#define ROW_KIND(NAME, ...) ROW_##NAME,
enum row_kind { ROW_LIST(ROW_KIND) ROW_KINDS };

/* Who caused it. */
#define ROW_BY(NAME, ...) BY_##NAME,
enum row_by { BY_LIST(ROW_BY) ROW_BYS };

extern const char *const row_kinds[ROW_KINDS];  /* "sit", "bot", ... as they are stored */
extern const char *const row_bys[ROW_BYS];      /* "player", "host", "bot", "order", "default", "server" */

/* What a move did. It is worked out once, when the row is made; folding the row into a table and telling it to clients use it from here. */
struct outcome {
	struct state after;
	uint16_t     move;
	bool         silent;            /* it can be taken back without asking (game_silent) */
	int          n;                 /* events */
	struct event told[];
};

struct row {
	uint32_t seq;                   /* from 1 on in every table, without gaps */
	uint8_t  kind, by;
	int8_t   seat;                  /* -1: nobody's */
	int64_t  at;                    /* ms since 1970 */
	char     key[MAX_KEY + 1];      /* of the message that made it, empty if none did; rows of one message have the same */
	char    *text;                  /* never NULL */
	struct outcome *outcome;        /* of a move or draw that was made in this process; NULL: the row was read from a store */
};

/* Rows that belong together: stored all or none. */
struct rows { struct row *of; int n, cap; };

struct row *rows_add(struct rows *r, int kind, int by, int seat, int64_t at, const char *text);  /* copies the text; seq and key are for the caller */
struct row *rows_copy(struct rows *to, const struct row *from);   /* without its outcome */
bool row_about_seats(const struct row *r);      /* whether it changes who has a seat, or whether they are away: then a message `seats` is due */
void row_forget(struct row *r);                 /* takes the name out of a sit row and the address out of a tell row; others stay */
void row_free(struct row *r);           /* what it points to */
void rows_clear(struct rows *r);        /* frees all; may be called twice */

#endif
