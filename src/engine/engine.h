/* The engine protocol, for scripts: one command on a line, and an answer that ends with `ok` or `error ...`. docs/protocol.md lists the commands. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdio.h>

#include "play/session.h"

enum {
	ENGINE_LINE   = 1 << 17,        /* bytes of a command, at most; a position takes a few thousand */
	ENGINE_BUDGET = 20000000,       /* positions that one `perft` may reach, at most */
};

struct engine {
	bool on;                        /* there is a game */
	struct session s;
	const struct boxfile *box;      /* the box to play with, or NULL; it belongs to the caller */
	const char *bot;                /* the bot that `go` asks if the command names none, or NULL */
	uint64_t budget;
	uint32_t thinking;              /* iterations that every bot gets, whatever its name says; 0: as its name says */
};

/* Answers one line, which is given without its end. Of a line longer than ENGINE_LINE only the length is looked at. The answer goes to `out`; an empty
 * line or a comment gets none. False: the command was `quit`. */
bool engine_line(struct engine *e, const char *line, size_t n, FILE *out);
void engine_close(struct engine *e);

/* Whether the net that judges the game under way is there, if there is one. Else `why` says so: whoever has no nets in it, as the page, brings it and asks again. */
bool engine_has_net(const struct engine *e, char why[MAX_ERROR]);

/* The commands `story` and `review`; of engine.c's table. */
bool engine_story(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR]);
bool engine_review(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR]);

/* Writes a line of thought in words, as JSON. `view` is what the bot saw. */
struct thought;
void engine_hint(const struct engine *e, const struct state *view, const struct thought *t, int which, FILE *out);

#endif
