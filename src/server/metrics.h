/* What /metrics says, in the text form that Prometheus reads. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include <stddef.h>

#include "server/live.h"
#include "server/notify.h"

/* Of the sockets. */
struct loop_figures {
	int      sockets, clients, addresses;
	uint64_t accepted, turned_away;         /* connections; turned away: too many, or not from the local network */
	uint64_t answers[6];                    /* to requests, by the first digit of the status */
	uint64_t forbidden;                     /* host or origin */
	uint64_t limited;                       /* requests and messages that came too fast */
	uint64_t slow;                          /* dropped because they did not read */
	uint64_t silent;                        /* dropped because they did not say hello */
	int64_t  begun;                         /* ms since 1970 */
};

struct figures { struct loop_figures loop; struct live_figures live; struct store_queue_figures queue; struct notify_figures notify; };

char *metrics_text(const struct figures *f, size_t *n);         /* free() it */

#endif
