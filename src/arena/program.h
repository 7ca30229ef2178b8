/* A program that plays: lines go in, answers come out, within a time. docs/protocol.md says what is said. */
#ifndef ARENA_PROGRAM_H
#define ARENA_PROGRAM_H

#include <sys/types.h>

#include "core/game.h"
#include "base/error.h"

enum { PROGRAM_ANSWER = 1 << 20, PROGRAM_LINE = 1 << 16 };      /* bytes of an answer, and of a line of it, at most */

struct program {
	pid_t pid;                      /* 0: it does not run */
	int   to, from;                 /* its stdin and its stdout, our ends */
	char  line[PROGRAM_LINE];       /* the beginning of a line whose end has not come yet */
	size_t have;
};

/* How asking went. After LATE, GONE and NOISE the program is no longer in step and has been ended. */
enum reply { REPLY_FINE, REPLY_ERROR, REPLY_LATE, REPLY_GONE, REPLY_NOISE };

/* What was answered: the move of a line `move TEXT`, if there was one, and the first line `error ...`. */
struct answer { char move[MAX_TEXT], error[MAX_ERROR]; };

bool program_pipes(int there[2], int back[2]);  /* two pipes that children of ours do not inherit; false: none, and errno says why */
bool program_start(struct program *p, const char *command, char out[MAX_ERROR]);       /* by the shell */

/* Says `words`, some lines, and waits for as many answers: each ends with a line `ok` or one that begins with `error`. */
enum reply program_ask(struct program *p, const char *words, int answers, int ms, struct answer *out);

/* It is told `quit`, or just reads the end of its input, and has so many milliseconds to leave. Its exit code; -1: it had to be killed. */
int program_stop(struct program *p, bool quit, int ms);

#endif
