/* Messages between a table and a browser: the only files (wire_*.c) that know how they look. docs/protocol.md describes
 * them. Whatever is written for a seat has passed through game_view, text(..., seat) or an event addressed to that seat. */
#ifndef TABLE_WIRE_H
#define TABLE_WIRE_H

#include "table/table.h"

enum { WIRE_BYTES = 16 * 1024 };                /* of a message from a client */

/* Bytes that several connections may be waiting to send. Not for more than one thread. */
struct blob { int held; size_t n; char bytes[]; };
struct blob *blob_of(const char *bytes, size_t n);
void blob_hold(struct blob *b);
void blob_drop(struct blob *b);                 /* the last one frees it */

/* ---- In. */
#define WIRE_TYPE(NAME, ...) WIRE_##NAME,
enum wire_type { WIRE_ASK, READ_LIST(WIRE_TYPE) };           /* WIRE_ASK: any request of REQUEST_LIST */
struct wire_in {
	enum wire_type type;
	char key[MAX_KEY + 1];                  /* of any message: echoed in its answer; also of one that was refused, if it could be read */
	/* hello */
	char     table[ID_CHARS + 1];
	int      seat;                          /* -1: a watcher */
	bool     proved;                        /* a secret was given; a seat without one is for a table to which only one page can speak */
	uint8_t  secret[HASH_BYTES];            /* its hash */
	uint32_t after;                         /* log rows that the client has already */
	/* show, why */
	int  ply;
	char move[MAX_TEXT];
	/* all others: a request of the seat; the caller fills in its `seat`. The text of REQUEST_TELL is empty (nowhere), or what
	 * notify_read() of notify.h takes. */
	struct request ask;
};
/* Strict: one object, known type, no key too many or twice, everything within its limit. */
bool wire_read(const char *text, size_t n, struct wire_in *out, struct refusal *no);

/* ---- Out. eyes: a seat, or WATCHER. `present` has a bit for each seat that is connected. */

/* Where the game stood before rows were folded in: a copy that is taken then, so that they can be told without playing the whole game again. */
struct wire_from { bool started; int plies; struct state state; };
struct wire_from wire_from(const struct table *t);

struct blob *wire_welcome(const struct table *t, int eyes, unsigned present, int watchers, bool reachable, int64_t now);
struct blob *wire_seats(const struct table *t, unsigned present, int watchers, int64_t now); /* the same lists when they change */
/* Where the game stands, and what is new since row `after`. All of `rows` are folded in already; what is not above `after` is only
 * replayed. from: how it stood before the first of them; NULL: they are all of the table's, from row 1 on (a hello).
 * NULL: all of them are private to others, so there is nothing to send (never at a hello, which has no `from`). */
struct blob *wire_game(const struct table *t, int eyes, uint32_t after, const struct rows *rows, const struct wire_from *from, int64_t now);
/* The same for everybody at a table: rows that were just folded in, told to one pair of eyes after the other. What reads alike for all of them is
 * written once. NULL: nothing of it is for these eyes. */
struct wire_news { const struct table *t; const struct rows *rows; const struct wire_from *from; int64_t now; struct blob *log; };
struct blob *wire_news_to(struct wire_news *n, int eyes);
void wire_news_end(struct wire_news *n);
struct blob *wire_answering(const struct blob *game, const char *key);         /* the same for whose message has come to this */
void wire_rest(void);                           /* this thread writes no more for now: what it keeps to write into goes */
struct blob *wire_shown(const struct table *t, int eyes, int ply, const char *key);    /* eyes may be ALL, for a game that hides nothing any more */
struct blob *wire_why(const struct table *t, int eyes, const char *move, const char *key);
struct blob *wire_ok(const char *key, uint32_t seq);
struct blob *wire_error(const char *key, const struct refusal *no);

/* For the HTTP API: the table as everybody may see it, and the log of those eyes as lines of text. */
struct blob *wire_match(const struct table *t, unsigned present, int watchers);
struct blob *wire_log(const struct table *t, int eyes, const struct rows *rows);

#endif
