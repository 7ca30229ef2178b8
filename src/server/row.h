/* What happened at a table, in the order in which it was stored. The rows are the table: everything else is made from them, so what was
 * acknowledged is what is stored, and a process that dies loses nothing.
 *
 * A row is never changed and never deleted. What is taken back stays as a closed branch. */
#ifndef SERVER_ROW_H
#define SERVER_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/fair.h"

enum {
	MAX_KEY = 32,                   /* bytes of the name that a client gives its message */
	MAX_ROW = 4000,                 /* bytes of a row's text */
	MAX_CHAT = 500,
};

enum row_kind {
	/*              seat            text */
	ROW_SIT,     /* who sits down   HASH COMMIT NAME: of the secret, of the nonce (or -), all three with a space between */
	ROW_BOT,     /* a bot's now     its level */
	ROW_FREE,    /* nobody's now    why: "left", "removed" */
	ROW_LINK,    /* whose link      HASH of a new secret; the old one is worth nothing from now on */
	ROW_REVEAL,  /* whose nonce     the nonce in hexadecimal */
	ROW_START,   /* -1              */
	ROW_MOVE,    /* who moves       the move as in a record */
	ROW_DRAW,    /* -1              what chance did, likewise */
	ROW_ASK,     /* who asks        PLY: may we go back to before it? */
	ROW_AGREE,   /* who agrees      */
	ROW_REFUSE,  /* who does not, or who takes the question back */
	ROW_UNDO,    /* by whom; -1: by consent         PLY: the moves from there on are a closed branch */
	ROW_ORDER,   /* whose, private  PROMPT ORDER, and " once" if it is for the question at hand */
	ROW_AWAY,    /* who is away     why: "time", "left"; a bot decides for the seat */
	ROW_BACK,    /* who is back     the seat decides for itself from its next decision on */
	ROW_RESIGN,  /* who resigns     */
	ROW_PAUSE,   /* who asked       the clocks stand, and bots too */
	ROW_RESUME,  /* who goes on     */
	ROW_CHAT,    /* who speaks      what */
	ROW_TELL,    /* whom, private   where to send word when it is their turn; empty: nowhere */
	ROW_NEXT,    /* -1              id of the table of the rematch */
	ROW_CLOSE,   /* -1              why */
	ROW_KINDS
};

/* Who caused it. */
enum row_by { BY_PLAYER, BY_HOST, BY_BOT, BY_ORDER, BY_DEFAULT, BY_SERVER, ROW_BYS };

extern const char *const row_kinds[ROW_KINDS];  /* "sit", "bot", ... as they are stored */
extern const char *const row_bys[ROW_BYS];      /* "player", "host", "bot", "order", "default", "server" */

struct row {
	uint32_t seq;                   /* from 1 on in every table, without gaps */
	uint8_t  kind, by;
	int8_t   seat;                  /* -1: nobody's */
	int64_t  at;                    /* ms since 1970 */
	char     key[MAX_KEY + 1];      /* of the message that made it, empty if none did; rows of one message have the same */
	char    *text;                  /* never NULL */
};

/* Rows that belong together: stored all or none. */
struct rows { struct row *of; int n, room; };

struct row *rows_add(struct rows *r, int kind, int by, int seat, int64_t at, const char *text);  /* copies the text; seq and key are for the caller */
void rows_clear(struct rows *r);        /* frees all; may be called twice */

#endif
