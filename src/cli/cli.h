/* What the subcommands of bigmuddy share. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>

#include "play/session.h"

/* Exit codes. EXIT_NO: the command ran and its answer is no, or the work could not be done. EXIT_BAD: the command line or the input makes no sense. */
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
	const char *takes;              /* the words it takes besides the flags: "the file of one record"; NULL: none */
	int least, most;                /* how many words, at least and at most */
};
enum { ANY_NUMBER = 1 << 20 };

/* Reads the flags and takes them out of argv: argv[0] and the words stay, as many as the usage says, and *argc is adjusted. EXIT_NONE: the caller goes on;
 * else it exits with that code. */
int cli_flags(const struct usage *u, int *argc, char **argv);

/* Print "bigmuddy: ..." on stderr, and return EXIT_BAD or EXIT_NO. */
#define cli_bad(...) cli_fail(EXIT_BAD, __VA_ARGS__)
#define cli_no(...) cli_fail(EXIT_NO, __VA_ARGS__)
__attribute__((format(printf, 2, 3))) int cli_fail(int code, const char *form, ...);

/* To be called at the end of the program: writes what is still buffered, and returns the exit code, EXIT_NO if writing failed. */
int cli_end(int code);

/* Reads GAME key=value... into a setup, with the box of `--box`, which may be NULL. */
bool cli_setup(struct setup *u, const char *box, int n, char **word);

/* Reads a number of at most `max`; false: prints what is wrong. */
bool cli_number(const char *what, const char *text, int min, int max, int *out);

/* Reads a line of stdin without its end. *n is its length; if that is more than `cap`, the rest of the line is skipped. False: the input is over. */
bool cli_line(char *line, size_t cap, size_t *n);

/* How to draw on stdout: LOOK_ASCII if `ascii`, and LOOK_COLOUR if stdout is a terminal with 256 colours and NO_COLOR is not set. */
int cli_look(bool ascii);

#endif
