/* What the files of the live tables share.
 *
 *     live.c        connections, what they say, time
 *     live_table.c  tables in memory: found, opened, read on, put away
 *     live_greet.c  a client that connects gets the table as its seat may see it, and the log
 *     live_flow.c   a request becomes rows, rows are stored, what is stored is told to everybody
 *     live_bots.c   bots think on threads of their own; their moves are played here
 *     live_lease.c  several processes: who runs clocks and bots of a table
 *     live_aside.c  logs, records and long messages, on a thread of their own
 *     live_sweep.c  closes tables that nobody has come back to, and deletes old ones that are over */
#ifndef SERVER_LIVE_PARTS_H
#define SERVER_LIVE_PARTS_H

#include <stdatomic.h>

#include "server/ratelimit.h"
#include "server/live.h"

enum {
	SECOND = 1000, MINUTE = 60 * SECOND,
	QUEUE = 48, OWN_QUEUE = 8,      /* requests that may wait at a table; of one connection */
	TRIES = 6,                      /* how often a request may cross with another process */
	IDLE = 30 * SECOND,             /* a table without clients leaves memory after that */
	REVEALING = 5 * SECOND,         /* how long a start waits for nonces */
	SEATS_EVERY = 300,              /* ms between two messages about who is there */
	AGAIN = SECOND,                 /* until the next try when the store has failed */
	GONE_AGAIN = 100,               /* ms between two looks whether a table that was deleted can go */
	RELOAD = 20 * SECOND,           /* a page that comes back sooner was loaded again, not closed */
	LEASE = 7500, RENEW = 2500, RETRY = 1500,       /* whoever dies is replaced after at most LEASE + RETRY, within ten seconds */
	PAGE = 256,                     /* summaries that are asked for at once */
	TIMES = 1000,                   /* of the last messages that are kept */
	BUCKETS = 4096,
};
#define NEVER INT64_MAX
enum sweeps { SWEEP_CLOSE, SWEEP_ERASE, SWEEPS };       /* looks for tables that nobody comes back to; for tables that are over */

/* What a client said in its hello, until it is answered: the table, or its rows, may have to be read first. */
struct greet { int seat; uint32_t after; uint8_t secret[HASH_BYTES]; char key[MAX_KEY + 1]; };

struct client {
	struct client  *next;           /* at the same table */
	struct live_table *live_table;  /* NULL: at none */
	struct live    *live;
	struct ratelimit_entry *from;   /* its address */
	struct greet   *greet;          /* NULL: it has been welcomed, or has not said hello */
	void           *peer;
	struct bucket   hellos;
	int             requests;       /* that wait for an answer */
	int             seat;           /* WATCHER: it only looks on */
};
_Static_assert(sizeof(struct client) < 200, "thousands of them are idle");

/* A request of the HTTP API that waits for all rows of a table. */
struct reader { struct reader *next; void (*done)(void *arg, const struct live_answer *a, const struct rows *rows); void *arg; };

/* A request, until it is answered. */
struct pending {
	struct pending *next;
	struct client *client;          /* NULL: gone, or the HTTP API's, or our own */
	live_done     *done;            /* of the HTTP API */
	void          *arg;
	double         came;            /* when it came in, in ms of the monotonic clock */
	uint8_t        tries;           /* how often it has crossed with rows of another process */
	bool           look;            /* it only wants to see the table: `ask` is empty */
	bool           ready;           /* a start that has waited for nonces */
	bool           up_to_date;      /* the request was checked against the newest rows in the store */
	bool           checked;         /* the server's own: no secret has to be checked */
	bool           told;            /* the message to everybody was the answer: no `ok` follows */
	uint8_t        secret[HASH_BYTES];
	struct request ask;             /* the last member: pending_make() allocates only as much of it as the request needs */
};

/* Where a table in memory is in its life. */
enum live_state {
	LIVE_NOTE,              /* not read; kept in memory because it is known when there will be something to do (`wake`) */
	LIVE_NEW,               /* made, but not stored yet */
	LIVE_OPEN,
	LIVE_DAMAGED,           /* its rows do not fit: it cannot be opened */
	LIVE_GONE,              /* not in the store any more: it goes as soon as no thread has to do with it */
};

/* A table in memory, and everybody at it. All times are ms since 1970; NEVER, or 0: there is none. */
struct live_table {
	struct live_table *next;        /* in its bucket */
	struct live   *live;
	char           id[ID_CHARS + 1];
	enum live_state state;
	bool           pumping;         /* live_table_pump() is at work: what comes in meanwhile waits for its next turn */
	struct table  *table;           /* NULL: it is not open */
	struct { struct pending *first, **last; int n; } queue;                         /* requests that wait */
	struct { struct saving *job; struct pending *of; struct table *after; } save;   /* what is being stored, whose it is (NULL: a bot's, or time's), and the table after it */
	struct { struct pending *request; int64_t by; } start;                          /* a start that waits for nonces until then */
	struct reading *reading;
	struct telling *telling;        /* a long log is being written for whoever has come */
	struct reader *readers;
	int            writing;         /* texts about it that live_aside.c is writing */
	uint64_t       written;         /* the share of that thread that its logs have had: pool_give() */
	uint32_t       heard;           /* the store has rows up to this number, as another process has told */
	struct rows    tail;            /* rows that came in while others were being read, or written */
	struct client *clients;
	int            watchers;
	unsigned       present;         /* seats that are connected, a bit each */
	struct { bool changed; int64_t at; } seats;     /* who is there has changed since it was told; not to be told before */
	struct {
		struct thinking *thinking, *plan;       /* a bot thinks, and what one thought */
		uint64_t share;                         /* of the bots' time that it has had: pool_give() */
		int64_t  at;                            /* when to look again */
	} bot;
	struct { int64_t until, asked, at, gained; bool asking; } lease;        /* ours until then; when it was asked for, when to ask, since when */
	struct {
		bool     due;                           /* it is somebody's turn, and they may have to be told */
		int64_t  at, not_before;                /* when to try again; no push notification earlier than this */
		uint32_t told;                          /* the place at which they were told */
	} notify;
	int64_t        wake;            /* of a note: when to open it */
	int64_t        opened, touched, moved;  /* when it was read; when somebody last asked for something; when the last move was made */
	int64_t        due, hold, read_at;      /* no look at its clocks, nothing stored by itself, no reading before these */
	struct bucket  chat[MAX_PLAYERS], asks[MAX_PLAYERS];
	int64_t        when;            /* the next thing to do here */
	int            heap;            /* its index in live.heap; -1: it is not there */
};

/* It is open, and in the store. */
static inline bool live_table_stored(const struct live_table *r)
{
	return r->table && r->state != LIVE_NEW;
}

struct live {
	struct store_queue *queue;
	struct mailbox  *back;                  /* answers of other threads come through it */
	struct notifier *notifier;
	struct live_transport ways;
	struct live_limits limits;
	struct pool     *bots, *openers, *writers;      /* threads: openers replay long games, writers write long logs, so that nobody else waits for that */
	bool             shared;                /* other processes may use the same store */
	atomic_bool      stopping;              /* the threads of the bots read it as well */
	char             owner[2 * 8 + 1];
	int64_t          made;
	struct live_table *bucket[BUCKETS];     /* by hash of their ids */
	struct ratelimit *ratelimit;
	bool             own_ratelimit;         /* to be dropped with it */
	int64_t          sweep_at, complained;
	struct live_table **heap;               /* by `when`, the first at the top */
	int              in_heap, heap_cap;
	int              clients, tables;
	int64_t          list_at;               /* when to look for tables that nobody runs */
	char             listed[ID_CHARS + 1];  /* up to where we have looked */
	bool             listing;
	struct sweep {                          /* looking for old tables, some at a time */
		int64_t at;                     /* when, */
		char    from[ID_CHARS + 1];     /* from where on, */
		bool    second;                 /* among those of the second status */
		bool    looking;
	} sweep[SWEEPS];
	uint64_t         messages, refused, moves, drawn, bot_moves, new_tables, erased, alarms;
	double           time[TIMES];           /* ms from a message to its broadcast, of the last ones */
	uint64_t         times;
	struct wire_in   in;                    /* too large for the stack of every message */
};

int64_t live_now(const struct live *h);
void    live_alarm(struct live *h, const char *id, const char *what, const char *words);
void    live_complain(struct live *h, const char *id, const char *what, const char *words);     /* of the store: one line in ten seconds will do */
__attribute__((format(printf, 3, 4)))
void    live_no(struct refusal *no, enum refused which, const char *form, ...);

/* live.c */
void client_send(struct client *c, struct blob *b);             /* takes the blob over */
void client_error(struct client *c, const char *key, const struct refusal *no);
void client_detach(struct client *c);                           /* from its table: it is at none then */
struct pending *pending_make(const struct request *a);

/* live_table.c */
struct live_table *live_table_find(struct live *h, const char *id);
struct live_table *live_table_make(struct live *h, const char *id);
struct live_table *live_table_open(struct live *h, const char *id, struct refusal *no);     /* finds it, or begins to read it; NULL: refused */
void live_table_free(struct live_table *r);
void live_table_load(struct live_table *r);                                 /* begins to read it from the store */
void live_table_keep(struct live_table *r, const struct rows *rows);        /* copies rows that were stored while others are being read or written */
void live_table_fail(struct live_table *r, const struct refusal *no);       /* refuses everybody who waits, and frees it */
void live_table_gone(struct live_table *r);                                 /* it was deleted: disconnects everybody, and frees it when no thread has it */
void live_table_read(struct live_table *r);                                 /* begins to read rows, if somebody waits for them or there are new ones */
void live_table_plan(struct live_table *r);                                 /* works out r->when, and puts it in its place in the heap */
void live_table_tick(struct live_table *r, int64_t now);
void live_table_note(struct live *h, const struct summary *s);              /* keeps a LIVE_NOTE of a table that is not open */

/* live_greet.c */
void greet_one(struct client *c, const struct rows *rows);      /* rows: all of the table's; NULL: the client has them all */
void greet_all(struct live_table *r, struct rows *rows);        /* every client that waits for rows; may take them over */

/* live_flow.c */
void live_table_request(struct live_table *r, struct pending *w);                 /* takes it over */
void live_table_refuse_all(struct live_table *r);                           /* whoever waits: the server is being stopped */
void live_table_own_request(struct live_table *r, enum request_kind kind, int seat, const char *text); /* of the server itself: nobody waits for an answer */
void live_table_pump(struct live_table *r);                                 /* answers requests and stores rows until it has to wait for the store */
bool live_table_put(struct live_table *r, struct rows *rows, struct pending *w);       /* begins to store them; takes both over; w: NULL if nobody asked */
/* These rows are stored: `after` takes the place of the table, and everybody is sent the news. Takes over table and rows. of: the request that they
 * answer; NULL: they are a bot's, a clock's or another process's. */
void live_table_advance(struct live_table *r, struct table *after, struct rows *rows, struct pending *of);
void live_table_start_if_revealed(struct live_table *r);                    /* a start that waits for nonces, if they are there or it has waited long */
void live_table_back(struct live_table *r, int seat);                       /* the seat is connected: a bot no longer plays for it */
bool live_table_to_tell(const struct live_table *r);                        /* somebody may have to be notified that it is their turn */
void live_table_tell(struct live_table *r);                                 /* notifies them, if they are not connected and it is time */
void live_table_present(struct live_table *r);                              /* counts again who is connected */
void live_table_seats(struct live_table *r);                                /* sends everybody who is connected */
int64_t live_table_floor(const struct live_table *r);                       /* no clock runs out before this time */
void pending_answer(struct live_table *r, struct pending *w, const struct refusal *no, uint32_t seq);     /* no: NULL if it was granted; frees the request */
void live_table_answer(const struct live_table *r, const struct refusal *no, struct live_answer *out);      /* r may be NULL */

/* live_bots.c */
bool bots_go(struct live_table *r);                             /* plays the move that a bot has found (true), or lets one begin to think */
void bots_forget(struct live_table *r);                         /* drops what bots have found for it */

/* live_lease.c */
/* Reading the list of tables in the background, a page at a time. `done` gets the page as its job, on the loop's thread, and drops it. */
struct live_page { struct list_job list; struct live *live; int which; };
void live_page_read(struct live *h, const struct filter *f, int which, void (*done)(struct job *job));
void live_page_drop(struct live_page *l);
bool lease_runs(const struct live_table *r);                    /* this process runs the table's clocks, bots and notifications */
void lease_tick(struct live_table *r, int64_t now);
int64_t lease_next(const struct live_table *r);
void lease_heard(void *live, const char *id, uint32_t seq);
int64_t lease_look(struct live *h, int64_t now);                /* for tables that nobody runs; when to look next */

/* live_sweep.c */
int64_t sweep_look(struct live *h, int64_t now);                /* for such tables; when to look next */
bool sweep_wants(const struct live_table *r);                   /* it is such a table */

#endif
