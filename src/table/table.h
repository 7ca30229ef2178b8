/* A table: who sits there, the game so far, clocks, orders, consent. It knows no sockets, no storage, and no time but what it is told.
 *
 *     request  --table_request-->  rows, each move with its outcome  --table_after-->  the table as it will be  --stored-->  it takes the place of the old one
 *
 * table_request changes nothing: it says which rows would follow. A move is applied there, once; folding and telling take its outcome from the row.
 * Other processes that serve this table, and this one when it opens it again, have the text of the rows and work the same out from that
 * (table_fold), so all of them agree. */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "base/error.h"
#include "play/session.h"
#include "table/row.h"

/* Time to think. A seat has `move` for each decision; time beyond that is taken from its `bank`, which is for the whole game. Both 0: there is no limit. */
struct pace { int64_t move, bank; bool slow; };         /* ms; slow: days rather than minutes */
enum { GRACE_LIVE = 20 * 1000, GRACE_SLOW = 8 * 3600 * 1000 };         /* ms for a question out of turn; after that its default answer is given */

enum { DEAL_CHARS = 19 };               /* characters of the name of a deal, at most */

/* What is settled when a table is made. */
struct head {
	char     id[ID_CHARS + 1];
	const struct game *game;
	const struct box  *box;         /* the game's own, or one that belongs to this head (own_box) */
	bool     own_box;
	uint16_t rules;
	uint8_t  players, option[MAX_OPTIONS];
	bool     listed;
	char     level[MAX_NAME];       /* of the bot that decides for a seat whose holder is away: "medium" */
	struct pace pace;
	int64_t  made;                  /* ms since 1970 */
	uint8_t  host[HASH_BYTES];      /* hash of the host's secret */
	uint8_t  key[HASH_BYTES];       /* of struct fair */
	char     from[ID_CHARS + 1];    /* the table that this is the rematch of; or empty */
	char     deal[DEAL_CHARS + 1];  /* the deal that is played here (deal.h); or empty */
};
void head_own_box(struct head *h, const struct box *b);         /* copies the box and makes the copy the head's own */
void head_drop(struct head *h);     /* frees its box, if it is its own */

/* How many days a holder must have been away, announced to everybody, before another person may take the seat. */
enum { AWAY_DAYS = 3, AWAY_DAYS_MOST = 30, AWAY_NEVER = 0 };

#define SEAT_HOLDER(NAME, ...) SEAT_##NAME,
enum seat_kind { HOLDER_LIST(SEAT_HOLDER) SEAT_KINDS };
extern const char *const table_holders[SEAT_KINDS];       /* "free", "person", "bot" */
enum { MAX_PROMPTS = 2, KEYS_KEPT = 4 };
enum { ORDER_ASK = -1 };

struct seat {
	uint8_t kind;
	char    name[MAX_NAME];         /* a bot has the name of its level */
	char    level[MAX_NAME];        /* of a bot */
	uint32_t sat;                   /* the row with which a person sat down */
	uint8_t secret[HASH_BYTES];     /* its hash */
	uint8_t commit[HASH_BYTES];     /* of the nonce */
	bool    committed;
	bool    away, returning;        /* away: a bot decides for the holder; returning: the holder is back, and decides from the next decision on */
	uint8_t unwanted;               /* the seats that want a bot in this one's place: a bit per seat */
	int8_t  announced_by;           /* the seat that announced vacant_from */
	int64_t vacant_from;            /* ms since 1970 from when on another person may sit here; 0: nobody announced it, or the holder came back */
	uint8_t resigned;               /* it was the n-th to resign; 0: it did not */
	int8_t  order[MAX_PROMPTS];     /* standing orders, one for each prompt; ORDER_ASK: none */
	int8_t  once[MAX_PROMPTS];      /* orders that hold for the open question only */
	int64_t bank;                   /* ms that were left when its clock last stopped */
	char   *tell;                   /* address for notifications; NULL: none */
	struct { uint64_t key; uint32_t seq; } kept[KEYS_KEPT];         /* its last messages, newest first: hash of the key, and the last row */
};

#define TABLE_STATUS(NAME, ...) TABLE_##NAME,
enum status { STATUS_LIST(TABLE_STATUS) TABLE_STATUSES, TABLE_KEPT_STATUSES = TABLE_STARTING };
extern const char *const table_status_names[TABLE_STATUSES];  /* "open", "running", "over", "closed", "starting" */

struct table {
	struct head  head;
	struct seat  seat[MAX_PLAYERS];
	struct fair  fair;
	uint8_t      stream[HASH_BYTES];        /* from the start on */
	uint8_t      away_days;                 /* 1 to AWAY_DAYS_MOST, or AWAY_NEVER */
	enum status  status;
	uint32_t     seq;                       /* number of its last row */
	int64_t      changed;                   /* when its last row was made, or the table if it has no row; ms since 1970 */
	uint32_t     place;                     /* number of the last row that changed the game. A move names the place it was made for, and is refused if that is old */
	struct state state;                     /* of the game; undefined before the start */
	struct made { uint32_t seq, number; uint16_t move; int8_t seat; uint8_t by; } *ply;     /* the moves of the game so far, without those taken back; number: that of a draw, see fair.h */
	uint32_t     drawn[MAX_SOURCES];        /* draws of each source that were stored, those that were taken back included */
	int          plies, cap;
	int          quiet;                     /* from this ply on, all moves are of the seat to move and can be taken back without asking */
	/* The decision under way: it lasts until another seat must act, chance in between or not. */
	int8_t       mover, asked;              /* mover: the seat that decides, -1: none. asked: the prompt, if it is a question out of turn, else -1 */
	int          turn;                      /* number of the game's turn */
	int64_t      since, used;               /* when its clock began to run, and ms that it had run before */
	bool         paused;
	bool         starting;                  /* the live table waits for nonces before it starts; no row says so */
	int8_t       asker;                     /* the seat that asks to go back; -1: none */
	uint8_t      agreed;                    /* seats that agree to go back: a bit per seat */
	uint8_t      resigned;                  /* how many seats have resigned */
	int8_t       author;                    /* seat of the last message with a key; -1: none */
	int          ask_to;
	int64_t      ask_at;                    /* when it was asked */
	char         next[ID_CHARS + 1];
};

void table_make(struct table *t, const struct head *h);         /* takes over the head and what it owns; to be freed by table_drop() */
void table_drop(struct table *t);
struct table *table_twin(const struct table *t);                /* an independent copy, to be freed by table_end(); it uses the box of the first, which must outlive it */
void table_end(struct table *t);                                /* drops and frees it; may be NULL */

/* Makes a stored row part of the table. False: it does not fit the rows before it (the store is damaged), and nothing has changed. */
bool table_fold(struct table *t, const struct row *r, char out[MAX_ERROR]);
struct table *table_after(const struct table *t, const struct rows *rows, char why[MAX_ERROR]);     /* a twin of the table with these rows folded in; NULL: one of them does not fit */

/* ---- Requests. */
#define REQUEST_KIND(NAME, ...) REQUEST_##NAME,
enum request_kind { REQUEST_LIST(REQUEST_KIND) REQUEST_KINDS };
enum { MAX_BATCH = 64 };                        /* moves in one message */

struct request {
	enum request_kind kind;
	int       seat;                         /* the seat that asks, whose secret live.c has checked; -1: the host, or the server */
	bool      ours;                         /* the server itself makes the request */
	int       whom;                         /* of the host's requests, and of REQUEST_SIT: which seat */
	char      key[MAX_KEY + 1];
	uint32_t  place;                        /* PLAY, UNDO: what the sender thinks t->place is */
	int       moves;
	int       to;                           /* UNDO: go back to before this ply */
	char      prompt[MAX_NAME], order[MAX_NAME];    /* ORDER; the order "ask" cancels an earlier one */
	bool      once;
	uint8_t   secret[HASH_BYTES], commit[HASH_BYTES];       /* SIT, LINK: hashes */
	bool      committed;
	union {                                 /* last, and large: request_size() says how much of it there is to keep */
		char move[MAX_BATCH][MAX_TEXT]; /* PLAY */
		char text[MAX_ROW + 1];         /* SIT: name; FILL: level; REVEAL: nonce; CHAT, TELL, NEXT, CLOSE: the text of the row */
	};
};
size_t request_size(const struct request *a);

/* Why a request is refused. The code is a word that a client can act on, one of table_refusal_codes; NULL: nothing was refused. */
#define REFUSAL_CODE(NAME, ...) REFUSED_##NAME,
enum refused { REFUSAL_LIST(REFUSAL_CODE) REFUSALS };
extern const char *const table_refusal_codes[REFUSALS];               /* "bad_message", ... */
struct refusal { const char *code; uint16_t rule; char words[MAX_ERROR]; };

enum answer {
	ASK_ROWS,       /* these rows have to be stored */
	ASK_REPEATED,   /* this message was stored before, and *seq is its last row */
	ASK_REFUSED,
};
/* Checks a request and writes the rows that follow from it to `out`, complete with number and key. PLAY: either all of the moves are in the rows, with the
 * draws that follow them, or none. */
enum answer table_request(const struct table *t, const struct request *a, int64_t now, struct rows *out, uint32_t *seq, struct refusal *no);

/* ---- What time, orders and bots do. */
/* To be asked again after every fold, as one row can make the next one due. A seat that times out counts as away even if it is connected; the live table
 * then sends REQUEST_BACK when its client speaks again. */
int64_t table_wake(const struct table *t);                      /* when table_due() has something, in ms since 1970; INT64_MAX: never. Bots are not waited for here */
bool table_due(const struct table *t, int64_t now, struct rows *out);   /* adds the rows that are due at `now`: of orders at once, of defaults and time-outs when their time has come; false: none is due */
int  table_bot(const struct table *t, const char **level);      /* the seat for which a bot has to decide now; -1: none, or a question is open */
bool table_bot_moves(const struct table *t, int seat, uint32_t place, int move, int64_t now, struct rows *out); /* the move of a bot as rows; false: it comes too late, the game has gone on */

/* ---- Looking. */
int  table_to_move(const struct table *t);                      /* a seat, or OVER, which is also the answer before the start; CHANCE only between rows */
int  table_question(const struct table *t);                     /* the prompt that is open, whose order would answer: index of game->prompts; -1: none */
int  table_prompt(const struct table *t);                       /* the same, if it is asked out of turn */
void table_at(const struct table *t, int ply, struct state *out);       /* the state before that ply; t->plies: now */
int  table_silent_from(const struct table *t, int seat);        /* the ply to which this seat can go back without asking */
void table_places(const struct table *t, int out[MAX_PLAYERS]); /* with seats that resigned last */
int  table_rival(const struct table *t, struct line out[MAX_LINES]);    /* the score of the rival of a solo game; 0: there is none */
bool table_here(const struct table *t, int seat);               /* a person who decides: neither away nor resigned */
unsigned table_asked(const struct table *t);                    /* the seats that still have to agree to going back: a bit per seat */
int64_t table_left(const struct table *t, int seat, int64_t now, int64_t *bank);       /* ms left of this decision, and of the bank; -1: there is no clock */
bool table_secret(const struct table *t, int seat, const uint8_t hash[HASH_BYTES]);     /* compares in constant time */
bool table_host(const struct table *t, const uint8_t hash[HASH_BYTES]);

/* The game as a session, to write its record: with key, nonces and the rows of the draws if it is over or closed and its deal, if it is one, is over at `now`,
 * too. session_close() it. */
bool table_session(const struct table *t, int64_t now, struct session *out, char why[MAX_ERROR]);

#endif
