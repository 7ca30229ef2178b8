/* Word to somebody whose turn it is, or whose seat may be lost, and whose page is closed: by Web Push, by a web hook, or by a program of whoever runs the server, which
 * sends mail or whatever it likes. What is sent says at which table it is whose turn: nothing of the game, and nothing that another player
 * has written, for nobody has proved that an address is their own.
 *
 * Everything here is called on the loop's thread; what takes time happens on others. */
#ifndef SERVER_NOTIFY_H
#define SERVER_NOTIFY_H

#include "store/job.h"
#include "server/push.h"
#include "table/table.h"

/* For tests alone: no option of the program leads here. */
struct notify_trial {
	bool        anywhere, any_port; /* private addresses, and all ports */
	const char *authority;          /* file with certificates to trust */
	int         quiet_ms;           /* instead of a minute between two messages to a seat */
	int         patience_ms;        /* instead of the 30 s that a program has, and the 10 s of a web server */
};

/* Texts are copied. NULL or empty: there is none. */
struct notify_config {
	const char *base;               /* of the site, for links: "https://muddy.example" */
	const char *command;            /* a program and its arguments, spaces between them; no shell sees it */
	bool        hooks;              /* web hooks are allowed */
	bool        push;
	const char *key_file;           /* of Web Push: made when it is missing */
	const char *contact;            /* "mailto:..." or "https:...": whom a push service may write to */
	const struct notify_trial *trial;       /* NULL */
};

struct notifier;
/* NULL: a command that cannot be run, a key that cannot be read. */
struct notifier *notifier_make(const struct notify_config *c, struct mailbox *back, char why[MAX_ERROR]);
/* What is being sent is broken off. The mailbox has to be emptied afterwards, as after pool_stop. */
void notifier_stop(struct notifier *n);
/* A push service no longer knows what `tell` of that seat says: who still has it there should forget it (ROW_TELL). */
void notifier_gone(struct notifier *n, void (*gone)(void *arg, const char *id, int seat, const char *tell), void *arg);
const char *notifier_key(const struct notifier *n);     /* for browsers: the applicationServerKey; "" where there is no Web Push */

/* The seat has to act, or its holder to come back before it is vacant, and they are not there. 0: that is all; else it was told something less than a minute ago: call again after so many ms, if
 * the seat still has to act. */
int64_t notify_turn(struct notifier *n, const struct table *t, int seat);

struct notify_figures { uint64_t sent, failed, left_out; int waiting; };        /* left_out: too many were waiting */
struct notify_figures notify_figures(const struct notifier *n);

/* ---- Where to send it: what a client says by `tell`. */
enum tell_kind { TELL_PUSH, TELL_HOOK, TELL_MAIL };
struct tell {
	enum tell_kind kind;
	char    address[MAX_TELL + 1];                          /* the endpoint, the hook, or of mail */
	uint8_t point[PUSH_POINT], auth[PUSH_AUTH];             /* of push */
};
/* {"push":{"endpoint":URL,"p256dh":TEXT,"auth":TEXT}}, {"hook":URL} or {"mail":ADDRESS}: strict. */
bool notify_read(const char *json, size_t n, struct tell *out, char why[MAX_ERROR]);

#endif
