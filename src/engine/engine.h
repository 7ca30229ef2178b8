/* The scripting door: one command a line, one answer each, that ends with `ok` or `error ...`. docs/protocol.md lists them all. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdio.h>

#include "play/session.h"

enum {
	ENGINE_LINE   = 1 << 17,        /* bytes of a command: a position takes a few thousand */
	ENGINE_BUDGET = 20000000,       /* positions that one perft may reach */
};

struct engine {
	bool on;                        /* there is a game */
	struct session s;
	const struct boxfile *box;      /* to play with, or NULL; the caller's */
	const char *bot;                /* whom `go` asks if nobody is named, or NULL */
	uint64_t budget;
	uint32_t thinking;              /* iterations for a bot, whatever it is called for; 0: as it is called */
};

/* One line without its end; of one longer than ENGINE_LINE nothing but the length is looked at. The answer goes to `out`; an empty
 * line or a comment gets none. False: it was `quit`. */
bool engine_line(struct engine *e, const char *line, size_t n, FILE *out);
void engine_close(struct engine *e);

/* The commands `story` and `review`; of engine.c's table. */
bool engine_story(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR]);
bool engine_review(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR]);

/* A line of a thought in words, as JSON. `view` is what the bot saw. */
struct thought;
void engine_hint(const struct engine *e, const struct state *view, const struct thought *t, int which, FILE *out);

#endif
