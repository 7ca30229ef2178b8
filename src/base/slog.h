/* The log: one JSON object a line on stderr, with time, level and event, for whoever runs the server. Never a secret, a name or what is
 * said at a table; addresses at level debug alone. May be called from any thread. */
#ifndef BASE_SLOG_H
#define BASE_SLOG_H

#include <stdbool.h>

enum slog_level { SLOG_ERROR, SLOG_WARN, SLOG_INFO, SLOG_DEBUG, SLOG_LEVELS };

extern const char *const slog_levels[SLOG_LEVELS];      /* "error", "warn", "info", "debug" */

void slog_set(enum slog_level most);    /* what is less grave is left out; at first: info */
bool slog_on(enum slog_level level);

/* slog(SLOG_INFO, "listening", "s:s, s:i", "address", address, "port", port): the members as json_pack() takes them; NULL: none. */
void slog(enum slog_level level, const char *event, const char *members, ...);

#endif
