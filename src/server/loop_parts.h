/* What the files of the loop share: loop.c has the sockets and the whole, loop_tls.c certificates, loop_http.c requests,
 * loop_ws.c connections that stay. */
#ifndef SERVER_LOOP_PARTS_H
#define SERVER_LOOP_PARTS_H

#include <ev.h>
#include <jansson.h>
#include <libwebsockets.h>
#include <stdatomic.h>

#include "server/ratelimit.h"
#include "server/frames.h"
#include "server/origin.h"
#include "server/api/api.h"
#include "server/loop.h"
#include "server/metrics.h"
#include "server/static.h"

enum {
	PIECE = 16 * 1024,              /* bytes that are handed to a socket at a time */
	PATIENCE = 30,                  /* seconds for a request: to come in, to be answered, to be taken */
	ANSWERED_BY = 300,              /* seconds for all of that together */
};
#define WS_PROTOCOL "bigmuddy"          /* the only Sec-WebSocket-Protocol here */

struct conn;
struct http_request;

struct loop {
	const struct config *config;
	struct ev_loop     *events;
	struct lws_context *context;
	struct lws_vhost   *vhost;
	struct ev_io        listener;           /* without data: there is none */
	char                url[300];
	int                 port, spare;        /* spare: a descriptor kept for the day there are no more */
	bool                neighbours;         /* nobody else is let in */
	struct mailbox     *mail;
	struct store_queue       *queue;
	struct notifier    *notifier;
	struct live        *live;
	struct api_site   api;
	struct site        *site;
	struct origins        origins;
	struct ratelimit      *ratelimit;
	struct conn        *conns;              /* all of them */
	struct conn        *adopting;           /* the one that is being handed to libwebsockets */
	struct http_request     *requests;           /* that are not answered yet */
	struct loop_figures figures;
	struct ev_timer     timer;
	int64_t             tick, ticked, swept;
	int64_t             probe;              /* since when (clock_ms) the store has been asked whether it can write; 0: it has answered */
	struct ssl_ctx_st  *renewed;            /* the certificate that was taken up since the start; NULL: none */
	atomic_bool         ending, renewing;                   /* set by signal handlers, which any thread may run */
	unsigned char       buffer[LWS_PRE + PIECE];            /* what is being sent */
	char                received[PIECE];                    /* what a WebSocket has just sent; a record of TLS is not longer */
};

/* A connection of TCP, from first to last. */
struct conn {
	struct conn *next, *prev;
	struct loop *loop;
	struct lws  *wsi;
	struct ratelimit_entry *owner;          /* the address whose socket this is: the peer's, or once a proxy has said so, that of its client */
	bool         proxy;                     /* the peer is a proxy */
	int64_t      accepted;                  /* of clock_ms() */
	bool         paid;                      /* its owner has paid for a request when it was accepted */
	struct ratelimit_entry *client_address;                    /* and for whom; of a WebSocket alone */
	struct http_request *request;                /* the one under way */
	/* of a WebSocket: */
	struct client *client;
	struct note { struct note *next; struct blob *blob; } *first, *last;    /* what is to be sent */
	size_t  unsent, sent;                   /* sent: bytes of the first one */
	struct ev_io readable;                  /* its frames are read by us: loop_ws.c */
	struct frames frames;
	bool    reads, broken;                  /* libwebsockets does not read any more; nor do we, for what came makes no sense */
	char   *in;                             /* the beginning of a message that comes in parts */
	size_t  n_in;
	struct control { size_t n; char bytes[FRAMES_CONTROL]; } *control, *pong;       /* the beginning of a control frame; a pong to be sent */
	struct bucket messages;
	int     too_fast;                       /* messages in a row */
	int64_t since, heard;                   /* of clock_ms(): when it began, or began to close, and when there was last a sign of life */
	bool    ask, asked;                     /* whether it is still there: to be asked, and asked */
	int     close;                          /* the code to close with, once everything is sent; 0: stay */
	bool    said_close, peer_closed;        /* our close frame is sent; theirs has come */
	char    why[64];
};

struct conn *loop_conn(struct lws *wsi);        /* NULL: none of ours */

/* Requests that an address may still make; below zero: it has to wait. */
double loop_requests_left(const struct loop *l, struct ratelimit_entry *from);
double loop_most_debt(const struct loop *l);    /* so far below zero an address is told to wait; beyond it its sockets are closed unread */

/* From now on the connection counts for that address. False: that one has too many, and nothing has changed. */
bool loop_belongs(struct conn *c, struct ratelimit_entry *to);

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
void http_sweep(struct loop *l);                   /* those whom the store keeps waiting */
void http_drop_all(struct loop *l);                             /* what nobody is going to answer any more */
/* A WebSocket is wanted: 0: so be it; else it was refused, and the connection is to be closed. */
int  http_upgrade(struct conn *c);

/* ---- loop_tls.c */
bool tls_add(struct lws_context_creation_info *i, const struct config *f, char why[MAX_ERROR]);
void tls_begin(struct loop *l, struct ssl_ctx_st *serving);     /* what connections begin with */
void tls_renew(struct loop *l);                                 /* reads certificate and key again, for the connections to come */
void tls_drop(struct loop *l);

/* ---- loop_ws.c */
extern const struct live_transport ws_ways;
void ws_begin(struct conn *c);
void ws_early(struct conn *c);                                  /* bytes came behind the request for it, before the answer: too early for a WebSocket */
int  ws_writable(struct conn *c);
void ws_left(struct conn *c);
void ws_close(struct conn *c, int code, const char *why);       /* after what is queued */
void ws_sweep(struct loop *l);                     /* those who do not say hello, or nothing at all */

#endif
