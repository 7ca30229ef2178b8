/* The server as a whole: sockets, HTTP and WebSocket on one thread, and behind them the live with its store, bots and notes. */
#ifndef SERVER_LOOP_H
#define SERVER_LOOP_H

#include "server/config.h"

struct loop;

/* Opens the store and listens; `c` has to stay. NULL: why; *theirs: what was asked for makes no sense, else it could not be done. */
struct loop *loop_make(const struct config *c, bool *theirs, char why[MAX_ERROR]);
int  loop_port(const struct loop *l);           /* the one it listens on */
const char *loop_url(const struct loop *l);     /* "http://127.0.0.1:8080": how others reach it, as far as is known */
void loop_run(struct loop *l);                  /* until loop_end(), and then until what was begun is done */
void loop_end(struct loop *l);                  /* from a signal handler, too */
void loop_renew(struct loop *l);                /* takes up a new certificate; from a signal handler, too */
void loop_drop(struct loop *l);

#endif
