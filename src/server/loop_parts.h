/* What the files of the loop share: loop.c has the sockets and the whole, loop_http.c requests, loop_ws.c connections that stay. */
#ifndef SERVER_LOOP_PARTS_H
#define SERVER_LOOP_PARTS_H

#include <ev.h>
#include <jansson.h>
#include <libwebsockets.h>
#include <signal.h>

#include "server/guests.h"
#include "server/hosts.h"
#include "server/lobby.h"
#include "server/loop.h"
#include "server/metrics.h"
#include "server/static.h"

enum {
	PIECE = 16 * 1024,              /* bytes that are handed to a socket at a time */
	PATIENCE = 30,                  /* seconds for a request: to come in, to be answered, to be taken */
};

struct conn;
struct request;

struct loop {
	const struct config *config;
	struct ev_loop     *events;
	struct lws_context *context;
	struct lws_vhost   *vhost;
	struct lws         *listener;
	char                url[300];
	int                 port, spare;        /* spare: a descriptor kept for the day there are no more */
	bool                neighbours;         /* nobody else is let in */
	struct mailbox     *mail;
	struct clerk       *clerk;
	struct notifier    *notifier;
	struct hall        *hall;
	struct lobby_site   lobby;
	struct site        *site;
	struct hosts        hosts;
	struct guests      *guests;
	struct conn        *conns;              /* all of them */
	struct conn        *adopting;           /* the one that is being handed to libwebsockets */
	struct request     *requests;           /* that are not answered yet */
	struct loop_figures figures;
	struct ev_timer     timer;
	int64_t             tick, ticked, swept;
	int64_t             probe;              /* since when the store has been asked whether it is there; 0: it has answered */
	volatile sig_atomic_t ending;
	unsigned char       buffer[LWS_PRE + PIECE];
};

/* A connection of TCP, from first to last. */
struct conn {
	struct conn *next, *prev;
	struct loop *loop;
	struct lws  *wsi;
	struct guest *peer;                     /* who is at the other end: perhaps a proxy */
	bool         proxy;                     /* it comes for many */
	struct guest *guest;                    /* and for whom; of a WebSocket alone */
	struct request *request;                /* the one under way */
	/* of a WebSocket: */
	struct client *client;
	struct note { struct note *next; struct blob *blob; } *first, *last;    /* what is to be sent */
	size_t  unsent, sent;                   /* sent: bytes of the first one */
	char   *in;                             /* the beginning of a message that comes in parts */
	size_t  n_in;
	struct bucket messages;
	int     too_fast;
	int64_t since, heard;                   /* when it began, and when there was last a sign of life */
	bool    ask, asked;                     /* whether it is still there: to be asked, and asked */
	int     close;                          /* the code to close with, once everything is sent; 0: stay */
	char    why[64];
};

struct conn *loop_conn(struct lws *wsi);        /* NULL: none of ours */

void loop_kill(struct loop *l, struct lws *wsi);        /* closes it in a moment, not at once: whoever calls may still use it */

/* What a header says, "" if it is missing. False: it is too long. */
bool loop_header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t cap);

/* ---- loop_http.c */
int  http_begin(struct conn *c, const char *path);              /* all of these: nonzero: close it */
int  http_body(struct conn *c, const char *bytes, size_t n);
int  http_whole(struct conn *c);
int  http_writable(struct conn *c);
void http_left(struct conn *c);
bool http_busy(const struct loop *l);                            /* a request is being answered */
void http_sweep(struct loop *l, int64_t now);                   /* those whom the store keeps waiting */
void http_drop_all(struct loop *l);                             /* what nobody is going to answer any more */
/* A WebSocket is wanted: 0: so be it; else an answer was sent. */
int  http_upgrade(struct conn *c);

/* ---- loop_ws.c */
extern const struct hall_ways ws_ways;
int  ws_begin(struct conn *c);
void ws_alive(struct conn *c);                                  /* a sign of life */
int  ws_heard(struct conn *c, const char *bytes, size_t n);
int  ws_writable(struct conn *c);
void ws_left(struct conn *c);
void ws_close(struct conn *c, int code, const char *why);       /* after what is queued */
void ws_sweep(struct loop *l, int64_t now);                     /* those who do not say hello, or nothing at all */

#endif
