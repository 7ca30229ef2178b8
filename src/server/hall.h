/* All tables and everybody at them. It runs on one thread, the event loop's, and waits for nobody: storage, bots and messages to the
 * world outside are jobs. No sockets here: the loop tells what came in, and is told what has to go out. */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include "server/clerk.h"
#include "server/wire.h"

struct hall;
struct client;

/* How the hall reaches a connection. */
struct hall_ways {
	void (*send)(void *peer, struct blob *b);       /* takes over one hold of the blob; never calls the hall */
	void (*drop)(void *peer, const char *why);      /* say goodbye and close: hall_left() follows, at once or later */
};

struct hall_limits {
	int  tables_per_address;                        /* made in an hour; 0: as many as one likes, as with the others */
	int  tables;                                    /* open in memory */
	int  clients_per_address;
	int  bots_threads;
	bool reachable;
	int  bot_delay;                                 /* ms between two moves of bots while somebody is looking */
	int  abandoned;                                 /* days without anything after which a table is closed; 0: never */
	struct guests *guests;                          /* that the loop knows, too; NULL: they are the hall's own */
	int64_t (*clock)(void);                         /* NULL: the time of day, in ms since 1970 */
};
struct notifier;                                /* notify.h */

struct hall *hall_make(struct clerk *c, struct mailbox *back, struct notifier *n, const struct hall_ways *ways, struct hall_limits l);
/* The end: hall_stop(), clerk_stop(), then mailbox_empty() so that everybody is told what was still stored, hall_drop(). */
void hall_stop(struct hall *h);                 /* no new messages, and bots stop thinking; may be called twice */
void hall_drop(struct hall *h);                 /* everybody has left */

/* ---- Connections. */
struct client *hall_enter(struct hall *h, void *peer, const char *address);    /* NULL: too many from there */
void hall_said(struct hall *h, struct client *c, const char *text, size_t n);
void hall_left(struct hall *h, struct client *c);
bool hall_greeted(const struct client *c);      /* it has said hello, and there is such a table */

/* Everything that is due: returns when to come back, in ms since 1970. What has come in meanwhile may want it sooner: a tenth of a second
 * is soon enough. */
int64_t hall_tick(struct hall *h, int64_t now);

/* ---- For the lobby (lobby.c): all answer through `done`, at once or later, on the loop's thread. */
struct hall_answer {
	/* NULL: fine. Of the table's, or "no_such_table", "forbidden", "busy" (too much waits), "limit" (too many tables), "no_person",
	 * "starting" (already), "not_stored" and "not_read" (storage fails), "damaged", "closing" (the server stops). */
	const char *code;
	char        words[MAX_ERROR];
	const struct table *table;      /* valid during the call; NULL if there is none */
	unsigned    present;            /* seats that are connected */
	int         watchers;
};
typedef void hall_done(void *arg, const struct hall_answer *a);

void hall_create(struct hall *h, const struct head *head, const struct rows *first, const char *address, hall_done *done, void *arg); /* takes over head and rows */
void hall_look(struct hall *h, const char *id, hall_done *done, void *arg);
/* The same with all of its rows, which are valid during the call; NULL if there is no table. */
void hall_read(struct hall *h, const char *id, void (*done)(void *arg, const struct hall_answer *a, const struct rows *rows), void *arg);
/* secret: the hash of the host's if a->seat is -1, else of the seat's; NULL for WANT_SIT. */
void hall_wish(struct hall *h, const char *id, const struct ask *a, const uint8_t *secret, hall_done *done, void *arg);
void hall_list(struct hall *h, const struct filter *f, void (*done)(void *arg, const struct summary *of, int n, const char *why), void *arg);

/* ---- Figures for /metrics. */
struct hall_figures {
	int      clients, tables;               /* open in memory */
	uint64_t messages, refused, moves, drawn, bots, made;
	double   stored_ms[3];                  /* of message to broadcast: median, 99 %, longest of the last thousand */
	size_t   bots_waiting;
	uint64_t alarms;                        /* what must not happen: see the log */
};
struct hall_figures hall_figures(const struct hall *h);

#endif
