#define _POSIX_C_SOURCE 200809L
#include "base/slog.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/game.h"

const char *const slog_levels[SLOG_LEVELS] = { "error", "warn", "info", "debug" };

static atomic_int most = SLOG_INFO;

void slog_set(enum slog_level level)
{
	most = (int)level;
}

bool slog_on(enum slog_level level)
{
	return (int)level <= most;
}

static void put_time(char out[40])
{
	struct timespec now;
	struct tm parts;

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &parts);
	size_t n = strftime(out, 40, "%Y-%m-%dT%H:%M:%S", &parts);
	snprintf(out + n, 40 - n, ".%03dZ", (int)(now.tv_nsec / 1000000));
}

static json_t *pack(const char *members, va_list arguments)
{
	char form[200];

	snprintf(form, sizeof form, "{%s}", members);
	return json_vpack_ex(NULL, 0, form, arguments);
}

void slog(enum slog_level level, const char *event, const char *members, ...)
{
	char at[40];

	if (!slog_on(level))
		return;
	put_time(at);
	json_t *line = json_pack("{s:s, s:s, s:s}", "time", at, "level", slog_levels[level], "event", event);
	must(line != NULL);
	if (members) {
		va_list arguments;
		va_start(arguments, members);
		json_t *more = pack(members, arguments);
		va_end(arguments);
		if (more)               /* NULL: a text among them is not UTF-8; the event itself is worth a line all the same */
			json_object_update(line, more);
		json_decref(more);
	}
	char *text = json_dumps(line, JSON_COMPACT);
	json_decref(line);
	must(text != NULL);
	fprintf(stderr, "%s\n", text);
	free(text);
}
