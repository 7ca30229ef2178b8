/* Messages between a table and a browser: the only files (wire_*.c) that know how they look. docs/protocol.md describes
 * them. Whatever is written for a seat has passed through game_view, text(..., seat) or an event addressed to that seat. */
#ifndef TABLE_WIRE_H
#define TABLE_WIRE_H

#include "table/table.h"

enum { WIRE_BYTES = 16 * 1024 };                /* of a message from a client */

/* Bytes with a count of references: several connections may be waiting to send the same. Only for one thread. */
struct blob { int held; size_t n; char bytes[]; };
struct blob *blob_of(const char *bytes, size_t n);
void blob_hold(struct blob *b);
void blob_drop(struct blob *b);                 /* gives one reference back; the last one frees the bytes */

/* ---- In. */
#define WIRE_TYPE(NAME, ...) WIRE_##NAME,
enum wire_type { WIRE_ASK, READ_LIST(WIRE_TYPE) };           /* WIRE_ASK: any request of REQUEST_LIST */
struct wire_in {
	enum wire_type type;
	char key[MAX_KEY + 1];                  /* the key of any message, which its answer repeats; also of a message that is refused, if the key could be read */
	/* hello */
	char     table[ID_CHARS + 1];
	int      seat;                          /* -1: a watcher */
	bool     proved;                        /* whether a secret was given; a seat without one exists only at a table inside a page */
	uint8_t  secret[HASH_BYTES];            /* its hash */
	uint32_t after;                         /* number of the last log row that the client has already */
	/* show, why */
	int  ply;
	char move[MAX_TEXT];
	/* WIRE_ASK: a request, in which the caller fills in `seat`. The text of REQUEST_TELL is empty (no notifications), or what
	 * notify_read() of notify.h takes. */
	struct request ask;
};
/* Reads a message. It must be one object of a known type, without unknown or repeated members, and with every member within its limits; else false and
 * the refusal. */
bool wire_read(const char *text, size_t n, struct wire_in *out, struct refusal *no);

/* ---- Out. eyes: a seat, or WATCHER. `present` has a bit for each seat that is connected. */

/* The game as it was before rows were folded in: a copy taken at that time, from which the rows can be told without playing the whole game again. */
struct wire_from { bool started; int plies; struct state state; };
struct wire_from wire_from(const struct table *t);

struct blob *wire_welcome(const struct table *t, int eyes, unsigned present, int watchers, bool reachable, int64_t now);
struct blob *wire_seats(const struct table *t, unsigned present, int watchers, int64_t now); /* the message `seats`: the lists of who has which seat, sent when they change */
/* The message `game`: the position and the log since row `after`. All of `rows` are folded in already; those up to `after` are replayed but
 * not told. from: the game before the first of `rows`; NULL: `rows` are all rows of the table (a hello). Returns NULL if these eyes may read none
 * of the rows, so that there is nothing to send; never without `from`. */
struct blob *wire_game(const struct table *t, int eyes, uint32_t after, const struct rows *rows, const struct wire_from *from, int64_t now);
/* The same for all clients of a table: rows that were just folded in, told to one pair of eyes after the other. Text that is the same for all is written
 * once. NULL: these eyes may read none of it. */
struct wire_news { const struct table *t; const struct rows *rows; const struct wire_from *from; int64_t now; struct blob *log; };
struct blob *wire_news_to(struct wire_news *n, int eyes);
void wire_news_end(struct wire_news *n);
struct blob *wire_answering(const struct blob *game, const char *key);         /* the same for the client whose message led to these rows, with the key of that message */
void wire_rest(void);                           /* frees the memory that this thread keeps for writing messages */
struct blob *wire_shown(const struct table *t, int eyes, int ply, const char *key);    /* eyes may be ALL, for a game that hides nothing any more */
struct blob *wire_why(const struct table *t, int eyes, const char *move, const char *key);
struct blob *wire_ok(const char *key, uint32_t seq);
struct blob *wire_error(const char *key, const struct refusal *no);

/* For the HTTP API: the table as everybody may see it, and the log of those eyes as lines of text. */
struct blob *wire_match(const struct table *t, unsigned present, int watchers);
struct blob *wire_log(const struct table *t, int eyes, const struct rows *rows);

#endif
