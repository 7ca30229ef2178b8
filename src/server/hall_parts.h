/* What the files of the hall share.
 *
 *     hall.c        connections, what they say, time
 *     hall_rooms.c  tables in memory: found, opened, read on, put away
 *     hall_greet.c  who comes is told what there is
 *     hall_flow.c   a wish becomes rows, rows are stored, what is stored is told to everybody
 *     hall_bots.c   bots think elsewhere, and what they thought is played here
 *     hall_lease.c  several processes: who runs clocks and bots of a table
 *     hall_sweep.c  tables that nobody comes back to */
#ifndef SERVER_HALL_PARTS_H
#define SERVER_HALL_PARTS_H

#include "server/guests.h"
#include "server/hall.h"

enum {
	SECOND = 1000, MINUTE = 60 * SECOND,
	QUEUE = 48, OWN_QUEUE = 8,      /* wishes that may wait at a table; of one connection */
	TRIES = 6,                      /* how often a wish may cross with another process */
	IDLE = 30 * SECOND,             /* a table where nobody is is put away after that */
	REVEALING = 5 * SECOND,         /* how long a start waits for nonces */
	SEATS_EVERY = 300,              /* ms between two messages about who is there */
	AGAIN = SECOND,                 /* after the store has failed */
	RELOAD = 20 * SECOND,           /* a page that is gone for so long was closed */
	LEASE = 7500, RENEW = 2500, RETRY = 1500,       /* whoever dies is replaced after at most LEASE + RETRY, within ten seconds */
	PAGE = 256,                     /* summaries that are asked for at once */
	TIMES = 1000,                   /* of the last messages that are kept */
	BUCKETS = 4096,
};
#define NEVER INT64_MAX

/* Somebody who has said hello, and waits for the table or for its rows. */
struct greet { int seat; uint32_t after; uint8_t secret[HASH_BYTES]; char key[MAX_KEY + 1]; };

struct client {
	struct client  *next;           /* at the same table */
	struct room    *room;           /* NULL: at none */
	struct hall    *hall;
	struct guest   *from;
	struct greet   *greet;          /* NULL: it has been welcomed, or has not said hello */
	void           *peer;
	struct bucket   hellos;
	int             wishes;         /* that wait */
	int             seat;           /* WATCHER: it only looks on */
};
_Static_assert(sizeof(struct client) < 200, "thousands of them are idle");

/* The lobby wants all rows of a table. */
struct reader { struct reader *next; void (*done)(void *arg, const struct hall_answer *a, const struct rows *rows); void *arg; };

/* What somebody wants, until it is answered. */
struct wish {
	struct wish   *next;
	struct client *client;          /* NULL: gone, or the lobby's, or our own */
	hall_done     *done;            /* of the lobby */
	void          *arg;
	double         came;            /* ms of a clock that nobody sets */
	uint8_t        tries;
	bool           look;            /* it only wants to see the table: there is no ask */
	bool           ready;           /* a start that has waited for nonces */
	bool           sure;            /* it was asked with all rows that there are */
	bool           checked;         /* nobody has to prove anything */
	bool           told;            /* the broadcast was the answer */
	uint8_t        secret[HASH_BYTES];
	struct ask     ask;             /* as much of it as wish_make() has found */
};

/* A table in memory, and everybody at it. Without `table` it is only a note of when to open it. */
struct room {
	struct room   *next;            /* in its bucket */
	struct hall   *hall;
	char           id[ID_CHARS + 1];
	bool           fresh;           /* it has not been stored yet */
	bool           damaged;         /* nobody can open it */
	bool           pumping, seats_changed, leasing;
	struct table  *table;
	struct table  *after;           /* as it will be when what is being stored is stored */
	struct saving *saving;
	struct wish   *storing;         /* whose rows those are; NULL: a bot's, or time's */
	struct wish   *first, **last;   /* that wait */
	int            waiting;
	struct wish   *start;           /* waits for nonces until start_by */
	int64_t        start_by;
	struct reading *reading;
	struct telling *telling;        /* a long log is being written for whoever has come */
	struct reader *readers;
	uint32_t       heard;           /* there are rows up to this one */
	struct rows    tail;            /* rows that came in while others were being read, or written */
	struct client *clients;
	int            watchers;
	unsigned       present;
	struct thinking *bot;           /* a bot thinks */
	struct thinking *plan;          /* and what one thought */
	uint64_t       thought;         /* the share of the bots' time that it has had: pool_give() */
	int64_t        wake;            /* of a note: when to open it */
	int64_t        opened, touched, moved, due, bot_at, hold, read_at, seats_at;
	int64_t        lease, lease_asked, lease_at, gained;
	bool           untold;          /* it is somebody's turn, and they may have to be told */
	int64_t        tell_at;         /* when to try again */
	int64_t        hush;            /* not before */
	uint32_t       told;            /* the place at which they were */
	struct bucket  chat[MAX_PLAYERS], asks[MAX_PLAYERS];
	int64_t        when;            /* the next thing to do here */
	int            heap;            /* its place among all; -1: never */
};

struct hall {
	struct clerk    *clerk;
	struct mailbox  *back;
	struct notifier *notifier;
	struct hall_ways ways;
	struct hall_limits limits;
	struct pool     *bots, *openers;        /* openers: replaying a long game must not keep everybody waiting */
	bool             shared;
	volatile bool    stopping;              /* bots look at it, too */
	char             owner[2 * 8 + 1];
	int64_t          made;
	struct room     *bucket[BUCKETS];
	struct guests   *guests;
	bool             own_guests;
	int64_t          sweep_at, complained;
	struct room    **heap;                  /* by `when`, the first at the top */
	int              in_heap, heap_room;
	int              clients, tables;
	int64_t          list_at;               /* when to look for tables that nobody runs */
	char             listed[ID_CHARS + 1];  /* up to where we have looked */
	bool             listing;
	int64_t          abandoned_at;          /* when to look for tables that nobody comes back to, */
	char             swept[ID_CHARS + 1];   /* from where on, */
	int              sweep_status;          /* among which */
	bool             sweeping;
	uint64_t         messages, refused, moves, drawn, bot_moves, new_tables, alarms;
	double           time[TIMES];           /* from message to broadcast */
	uint64_t         times;
	struct wire_in   in;                    /* too large for the stack of every message */
};

int64_t hall_now(const struct hall *h);
void    hall_alarm(struct hall *h, const char *id, const char *what, const char *words);
void    hall_complain(struct hall *h, const char *id, const char *what, const char *words);     /* of the store: one line in ten seconds will do */
__attribute__((format(printf, 3, 4)))
void    hall_no(struct refusal *no, const char *code, const char *form, ...);

/* hall.c */
void client_send(struct client *c, struct blob *b);             /* takes the blob over */
void client_error(struct client *c, const char *key, const struct refusal *no);
void client_detach(struct client *c);                           /* from its table: it is at none then */
struct wish *wish_make(const struct ask *a);

/* hall_rooms.c */
struct room *room_find(struct hall *h, const char *id);
struct room *room_make(struct hall *h, const char *id);
struct room *room_open(struct hall *h, const char *id, struct refusal *no);     /* finds it, or begins to read it */
void room_free(struct room *r);
void room_load(struct room *r);                                 /* begins to */
void room_keep(struct room *r, const struct rows *rows);        /* for whoever is being read for */
void room_fail(struct room *r, const struct refusal *no);       /* everybody who waits is told, and it goes */
void room_read(struct room *r);                                 /* what greets and others' rows need, if they do */
void room_plan(struct room *r);                                 /* when to look at it next */
void room_tick(struct room *r, int64_t now);
void room_note(struct hall *h, const struct summary *s);        /* not open, but there will be something to do */

/* hall_greet.c */
void greet_one(struct client *c, const struct rows *rows);      /* rows: all of the table's; NULL: they have them all */
void greet_all(struct room *r, struct rows *rows);              /* everybody who waits for rows; may take them over */

/* hall_flow.c */
void room_wish(struct room *r, struct wish *w);                 /* takes it over */
void room_refuse_all(struct room *r);                           /* whoever waits: the server is being stopped */
void room_own_wish(struct room *r, enum want want, int seat, const char *text); /* of the hall itself: nobody waits for an answer */
void room_pump(struct room *r);                                 /* does what can be done now */
bool room_put(struct room *r, struct rows *rows, struct wish *w);       /* stores them; takes both over */
/* Stored: everybody is told; takes over table and rows. of: whose rows they are; NULL: a bot's, time's, another process's. */
void room_advance(struct room *r, struct table *after, struct rows *rows, struct wish *of);
void room_start_if_revealed(struct room *r);
void room_back(struct room *r, int seat);                       /* who is there and was away decides again */
bool room_to_tell(const struct room *r);                        /* somebody has to be told that it is their turn */
void room_tell(struct room *r);                                 /* whose turn it is, if they are not there */
void room_present(struct room *r);                              /* somebody came, went or changed seats */
void room_seats(struct room *r);                                /* who is there */
int64_t room_floor(const struct room *r);                       /* no clock runs out before */
void wish_answer(struct room *r, struct wish *w, const struct refusal *no, uint32_t seq);     /* no: NULL if it was granted; frees the wish */
struct table *table_twin(const struct table *t);                /* free it with table_end() */
void table_end(struct table *t);                                /* may be NULL */
void room_answer(const struct room *r, const struct refusal *no, struct hall_answer *out);      /* r may be NULL */

/* hall_bots.c */
bool bots_go(struct room *r);                                   /* plays what was thought (true), or begins to think */
void bots_forget(struct room *r);                               /* what was thought */

/* hall_lease.c */
bool lease_runs(const struct room *r);                          /* clocks, bots and messages of this table are ours */
void lease_tick(struct room *r, int64_t now);
int64_t lease_next(const struct room *r);
void lease_heard(void *hall, const char *id, uint32_t seq);
int64_t lease_look(struct hall *h, int64_t now);                /* for tables that nobody runs; when to look next */

/* hall_sweep.c */
int64_t sweep_look(struct hall *h, int64_t now);                /* for tables that nobody comes back to; when to look next */
bool sweep_wants(const struct room *r);                         /* it is such a table */

#endif
