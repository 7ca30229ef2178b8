/* What the subcommands of bigmuddy share. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>

#include "play/session.h"

/* Exit codes: all is well; it ran and the answer is no, or the work could not be done; the input makes no sense. */
enum { EXIT_FINE = 0, EXIT_NO = 1, EXIT_BAD = 2, EXIT_NONE = -1 };

/* A subcommand: argv[0] is its name. */
int cli_play(int argc, char **argv);
int cli_engine(int argc, char **argv);
int cli_mcp(int argc, char **argv);
int cli_replay(int argc, char **argv);
int cli_review(int argc, char **argv);
int cli_puzzles(int argc, char **argv);
int cli_verify(int argc, char **argv);
int cli_perft(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_box(int argc, char **argv);
int cli_arena(int argc, char **argv);
int cli_comply(int argc, char **argv);
int cli_stats(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_admin(int argc, char **argv);
int cli_backup(int argc, char **argv);

/* A flag of a subcommand: `--ply N` into *text, or `--board` into *on. The table ends with a nameless one. */
struct flag {
	const char *name;               /* "ply" */
	const char *value;              /* "N", where it takes one */
	const char *help;
	const char **text;
	bool *on;
};

/* What `bigmuddy NAME --help` prints. */
struct usage {
	const char *line;               /* "bigmuddy replay FILE [flags]"; where it says key=value, the games and their settings follow */
	const char *about;              /* some lines */
	const struct flag *flags;       /* NULL: none */
	const char *takes;              /* its words besides the flags: "the file of one record"; NULL: it takes none */
	int least, most;                /* so many of them */
};
enum { ANY_NUMBER = 1 << 20 };

/* Takes the flags out of argv: argv[0] and the words stay, as many as the usage says, and *argc is adjusted. EXIT_NONE: go on; else leave with that code. */
int cli_flags(const struct usage *u, int *argc, char **argv);

/* "bigmuddy: ..." on stderr; returns EXIT_BAD or EXIT_NO. */
#define cli_bad(...) cli_fail(EXIT_BAD, __VA_ARGS__)
#define cli_no(...) cli_fail(EXIT_NO, __VA_ARGS__)
__attribute__((format(printf, 2, 3))) int cli_fail(int code, const char *form, ...);

/* The end of the program: what was printed is written, and the exit code says if it could not be. */
int cli_end(int code);

/* The usual beginning: GAME key=value... with the box of `--box`, which may be NULL. */
bool cli_setup(struct setup *u, const char *box, int n, char **word);

/* A number of at most `max`, or a message. */
bool cli_number(const char *what, const char *text, int min, int max, int *out);

/* A line of stdin without its end, whatever its length: *n may be more than `cap`, and of what does not fit nothing is kept.
 * False: there is no more. */
bool cli_line(char *line, size_t cap, size_t *n);

/* How to draw on stdout: LOOK_ASCII if that is asked for, LOOK_COLOUR if it is a terminal that has the colours and they are welcome. */
int cli_look(bool ascii);

#endif
