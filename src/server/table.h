/* A table: who sits there, the game so far, clocks, orders, consent. It knows no sockets, no storage, and no time but what it is told.
 *
 *     ask  --table_ask-->  rows  --stored-->  table_fold  -->  the table after them
 *
 * Asking changes nothing: it says which rows would follow. Only rows that are stored are folded in, here and in every other process
 * that serves this table; so all of them agree. */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include "driver/error.h"
#include "driver/session.h"
#include "server/row.h"

/* How long one may think. A seat has `move` for each decision; what it takes beyond comes out of its `bank`, which is for the whole game.
 * Both 0: as long as one likes. */
struct pace { int64_t move, bank; bool slow; };         /* ms; slow: days rather than minutes */
enum { GRACE_LIVE = 20 * 1000, GRACE_SLOW = 8 * 3600 * 1000 };         /* for a question out of turn, then its default answers */

/* What is settled when a table is made. */
struct head {
	char     id[ID_CHARS + 1];
	const struct game *game;
	const struct box  *box;         /* the game's own, or one that belongs to this head (own_box) */
	bool     own_box;
	uint16_t rules;
	uint8_t  players, option[MAX_OPTIONS];
	bool     listed;
	char     level[MAX_NAME];       /* of the bot that decides for who is away: "medium" */
	struct pace pace;
	int64_t  made;                  /* when */
	uint8_t  host[HASH_BYTES];      /* hash of the host's secret */
	uint8_t  key[HASH_BYTES];       /* of struct fair */
	char     from[ID_CHARS + 1];    /* the table that this is the rematch of; or empty */
};
void head_drop(struct head *h);     /* frees its box, if it is its own */

enum seat_kind { SEAT_FREE, SEAT_PERSON, SEAT_BOT };
enum { MAX_PROMPTS = 2, KEYS_KEPT = 4 };
enum { ORDER_ASK = -1 };

struct seat {
	uint8_t kind;
	char    name[MAX_NAME];         /* a bot has the name of its level */
	char    level[MAX_NAME];        /* of a bot */
	uint8_t secret[HASH_BYTES];     /* its hash */
	uint8_t commit[HASH_BYTES];     /* of the nonce */
	bool    committed;
	bool    away, returning;        /* a bot decides; and it hands back at the next decision */
	uint8_t resigned;               /* it was the n-th to resign; 0: it did not */
	int8_t  order[MAX_PROMPTS];     /* standing ones; ORDER_ASK: none */
	int8_t  once[MAX_PROMPTS];      /* for the question at hand */
	int64_t bank;                   /* left, when its clock last stopped */
	char   *tell;                   /* where to send word; NULL: nowhere */
	struct { uint64_t key; uint32_t seq; } kept[KEYS_KEPT];         /* its last messages, newest first: hash of the key, and the last row */
};

enum status { TABLE_OPEN, TABLE_RUNNING, TABLE_OVER, TABLE_CLOSED };
extern const char *const status_names[];        /* "open", "running", "over", "closed" */

struct table {
	struct head  head;
	struct seat  seat[MAX_PLAYERS];
	struct fair  fair;
	uint8_t      stream[HASH_BYTES];        /* from the start on */
	enum status  status;
	uint32_t     seq;                       /* of its last row */
	int64_t      changed;                   /* when its last row was made; before it, when the table was */
	uint32_t     place;                     /* of the last row that changed the game: what a move expects */
	struct state state;                     /* of the game, from the start on */
	struct made { uint32_t seq; uint16_t move; int8_t seat; uint8_t by; } *ply;     /* the moves that count, chance included */
	int          plies, room;
	int          quiet;                     /* from this ply on, all are silent moves of the seat to move, made by itself */
	/* The decision under way: it lasts until another seat must act, chance in between or not. */
	int8_t       mover, asked;              /* whose it is, -1: nobody's; and of a question out of turn: which prompt, else -1 */
	int          turn;                      /* of the game */
	int64_t      since, used;               /* when its clock began to run, and ms that it had run before */
	bool         paused;
	bool         starting;                  /* the hall waits for nonces before it starts: no row says so */
	int8_t       asker;                     /* who asks to go back; -1: nobody */
	uint8_t      agreed;                    /* a bit per seat */
	uint8_t      resigned;                  /* how many have */
	int8_t       author;                    /* seat of the last message with a key; -1: none */
	int          ask_to;
	int64_t      ask_at;                    /* when it was asked */
	char         next[ID_CHARS + 1];
};

void table_make(struct table *t, const struct head *h);         /* takes the head over; table_drop() it */
void table_drop(struct table *t);

/* A stored row becomes part of the table. False: it does not fit what came before (a damaged store): nothing has changed. */
bool table_fold(struct table *t, const struct row *r, char out[MAX_ERROR]);

/* ---- What somebody wants. */
enum want {
	WANT_SIT, WANT_FILL, WANT_REMOVE, WANT_LINK, WANT_REVEAL, WANT_START, WANT_PLAY, WANT_UNDO, WANT_AGREE, WANT_REFUSE, WANT_ORDER, WANT_LEAVE,
	WANT_BACK, WANT_RESIGN, WANT_PAUSE, WANT_RESUME, WANT_CHAT, WANT_TELL, WANT_NEXT, WANT_CLOSE, WANTS
};
enum { MAX_BATCH = 64 };                        /* moves in one message */

struct ask {
	enum want want;
	int       seat;                         /* who asks: hall.c has checked the secret; -1: the host, or the server */
	bool      ours;                         /* the server itself asks */
	int       whom;                         /* of the host's wishes, and of WANT_SIT: which seat */
	char      key[MAX_KEY + 1];
	uint32_t  place;                        /* PLAY, UNDO: what the sender thinks t->place is */
	int       moves;
	int       to;                           /* UNDO: before which ply */
	char      prompt[MAX_NAME], order[MAX_NAME];    /* ORDER; "ask" cancels */
	bool      once;
	uint8_t   secret[HASH_BYTES], commit[HASH_BYTES];       /* SIT, LINK: hashes */
	bool      committed;
	union {                                 /* last, and large: ask_size() says how much of it there is to keep */
		char move[MAX_BATCH][MAX_TEXT]; /* PLAY */
		char text[MAX_ROW + 1];         /* SIT: name; FILL: level; REVEAL: nonce; CHAT, TELL, NEXT, CLOSE: what is said */
	};
};
size_t ask_size(const struct ask *a);

/* Why not. Codes are words that a client can act on (docs/protocol.md): not_started, started, over, closed, paused; seat, taken, free, full,
 * host, name, level, nonce; crossed, turn, illegal, no_move, batch, away, here, resigned, not_paused; ply, asked, not_asked, order; next, bad. */
struct refusal { const char *code; uint16_t rule; char words[MAX_ERROR]; };

enum answer {
	ASK_ROWS,       /* these rows have to be stored */
	ASK_REPEATED,   /* this message was stored before: *seq is its last row */
	ASK_REFUSED,
};
/* Rows get seq, key and everything. PLAY: all of the moves or none, and with them the chance that follows. */
enum answer table_ask(const struct table *t, const struct ask *a, int64_t now, struct rows *out, uint32_t *seq, struct refusal *no);

/* ---- What time, orders and bots do. */
/* Look at these after every fold: one row can make the next one due. Who times out is away even if connected: the hall says WANT_BACK then. */
int64_t table_wake(const struct table *t);                      /* when table_due() has something; INT64_MAX: never; a bot is no matter of time */
bool table_due(const struct table *t, int64_t now, struct rows *out);   /* orders at once, defaults and time-outs when it is time; false: nothing */
int  table_bot(const struct table *t, const char **level);      /* the seat for which a bot has to decide now; -1: none, or a question is open */
bool table_bot_moves(const struct table *t, int seat, uint32_t place, int move, int64_t now, struct rows *out); /* false: too late */

/* ---- Looking. */
int  table_to_move(const struct table *t);                      /* a seat, or OVER; a table that has not started: OVER; CHANCE only between rows */
int  table_prompt(const struct table *t);                       /* the question out of turn that is open: index of game->prompts; -1: none */
void table_at(const struct table *t, int ply, struct state *out);       /* before that ply; t->plies: now */
int  table_silent_from(const struct table *t, int seat);        /* the ply to which this seat can go back without asking */
void table_places(const struct table *t, int out[MAX_PLAYERS]); /* who resigned is last */
int  table_rival(const struct table *t, struct line out[MAX_LINES]);    /* what the rival of a game for one has; 0: there is none */
bool table_here(const struct table *t, int seat);               /* a person who decides: neither away nor resigned */
unsigned table_asked(const struct table *t);                    /* who still has to agree to going back: a bit per seat */
int64_t table_left(const struct table *t, int seat, int64_t now, int64_t *bank);       /* ms of this decision, and of the bank; -1: no clock */
bool table_secret(const struct table *t, int seat, const uint8_t hash[HASH_BYTES]);     /* constant time */
bool table_host(const struct table *t, const uint8_t hash[HASH_BYTES]);

/* The game as a session, to write its record: with key, nonces and the rows of the draws if it is over or closed. session_close() it. */
bool table_session(const struct table *t, struct session *out, char why[MAX_ERROR]);

#endif
