/* All tables and everybody at them. It runs on one thread, the event loop's, and waits for nobody: storage, bots and messages to the
 * world outside are jobs. No sockets here: the loop tells what came in, and is told what has to go out. */
#ifndef SERVER_LIVE_H
#define SERVER_LIVE_H

#include "store/queue.h"
#include "table/wire.h"

struct live;
struct client;

/* How the live tables reaches a connection. */
struct live_transport {
	void (*send)(void *peer, struct blob *b);       /* takes over one hold of the blob; never calls the live tables */
	void (*drop)(void *peer, const char *why);      /* say goodbye and close: live_left() follows, at once or later */
};

struct live_limits {
	int  tables_per_address;                        /* made in an hour; 0: as many as one likes, as with the others */
	int  tables;                                    /* open in memory */
	int  clients_per_address;
	int  bots_threads;
	bool reachable;
	int  bot_delay;                                 /* ms between two moves of bots while somebody is looking */
	int  abandoned;                                 /* days without anything after which a table is closed; 0: never */
	int  purge;                                     /* days after which a table that is over or closed is deleted; 0: never */
	struct ratelimit *ratelimit;                          /* that the loop knows, too; NULL: they are the live tables's own */
	int64_t (*clock)(void);                         /* NULL: the time of day, in ms since 1970 */
};
struct notifier;                                /* notify.h */

struct live *live_make(struct store_queue *c, struct mailbox *back, struct notifier *n, const struct live_transport *ways, struct live_limits l);
/* The end: live_stop(), store_queue_stop(), then mailbox_empty() so that everybody is told what was still stored, live_drop(). */
void live_stop(struct live *h);                 /* no new messages, and bots stop thinking; may be called twice */
void live_drop(struct live *h);                 /* everybody has left */

/* ---- Connections. */
struct client *live_enter(struct live *h, void *peer, const char *address);    /* NULL: too many from there */
void live_said(struct live *h, struct client *c, const char *text, size_t n);
void live_too_fast(struct live *h, struct client *c, const char *text, size_t n);       /* answers the message with that error, and does no more with it */
void live_left(struct live *h, struct client *c);
bool live_greeted(const struct client *c);      /* it has said hello, and there is such a table */

/* Everything that is due: returns when to come back, in ms since 1970. What has come in meanwhile may want it sooner: a tenth of a second
 * is soon enough. */
int64_t live_tick(struct live *h, int64_t now);

/* ---- For the HTTP API (api/): all answer through `done`, at once or later, on the loop's thread. */
struct live_answer {
	/* NULL: fine. Of the table's, or "no_such_table", "forbidden", "busy" (too much waits), "limit" (too many tables), "no_person",
	 * "starting" (already), "not_stored" and "not_read" (storage fails), "damaged", "closing" (the server stops). */
	const char *code;
	char        words[MAX_ERROR];
	const struct table *table;      /* valid during the call; NULL if there is none */
	unsigned    present;            /* seats that are connected */
	int         watchers;
};
typedef void live_done(void *arg, const struct live_answer *a);

void live_create(struct live *h, const struct head *head, const struct rows *first, const char *address, live_done *done, void *arg); /* takes over head and rows */
void live_look(struct live *h, const char *id, live_done *done, void *arg);
/* The same with all of its rows, which are valid during the call; NULL if there is no table. */
void live_read(struct live *h, const char *id, void (*done)(void *arg, const struct live_answer *a, const struct rows *rows), void *arg);
/* secret: the hash of the host's if a->seat is -1, else of the seat's; NULL for REQUEST_SIT. */
void live_request(struct live *h, const char *id, const struct request *a, const uint8_t *secret, live_done *done, void *arg);
/* Deletes a table that still ends with that row; whoever is there is sent away. Who may ask for that is the caller's matter. */
void live_erase(struct live *h, const char *id, uint32_t seq, live_done *done, void *arg);
void live_list(struct live *h, const struct filter *f, void (*done)(void *arg, const struct summary *of, int n, const char *why), void *arg);

/* ---- Work that takes long, on another thread; `done` is called on the loop's, with worked false if the server was stopped first. All of
 * these: false if too much of that address waits, and nothing is called. */
struct live_work { void (*work)(void *arg); void (*done)(void *arg, bool worked); };
bool live_aside(struct live *h, const char *address, uint64_t cost, const struct live_work *w, void *arg);      /* cost: as for so many rows of a log */
/* A text about a table: `write` has a copy of it and of the rows (NULL: none), and makes a blob that belongs to `done`. */
struct live_text {
	struct blob *(*write)(const struct table *t, const struct rows *rows, void *arg);
	void (*done)(void *arg, bool worked, struct blob *b);
};
bool live_write(struct live *h, const struct table *t, const struct rows *rows, const char *address, const struct live_text *text, void *arg);
void live_charge(struct live *h, const char *address, double requests);        /* that address has asked for as much as so many requests */

/* ---- Figures for /metrics. */
struct live_figures {
	int      clients, tables;               /* open in memory */
	uint64_t messages, refused, moves, drawn, bots, made, erased;
	double   stored_ms[3];                  /* of message to broadcast: median, 99 %, longest of the last thousand */
	size_t   bots_waiting;
	uint64_t alarms;                        /* what must not happen: see the log */
};
struct live_figures live_figures(const struct live *h);
const uint8_t *live_secret(const struct live *h);       /* HASH_BYTES from which the deals of this server are made (table/deal.h) */

#endif
