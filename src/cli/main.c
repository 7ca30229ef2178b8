/* bigmuddy: one program, a subcommand for each thing it does. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static const struct command {
	const char *name, *help;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "play",   "play in the terminal, with others or against bots",    cli_play },
	{ "engine", "play by script: commands on stdin, answers on stdout", cli_engine },
	{ "replay", "show a recorded game, or turn it into text or JSON",   cli_replay },
	{ "verify", "replay records with every check on",                   cli_verify },
	{ "perft",  "count the ways a game can begin",                      cli_perft },
	{ "bench",  "measure how fast the rules are",                       cli_bench },
	{ "arena",  "let bots play against each other, and measure them",   cli_arena },
	{ "comply", "test whether a program can play in the arena",         cli_comply },
	{ "stats",  "what self-play says about a game",                     cli_stats },
	{ "box",    "write, check or show the pieces of a game",            cli_box },
	{ "serve",  "tables for the browser: play with friends by a link",  cli_serve },
	{ "admin",  "look after the tables of a server",                    cli_admin },
	{ "backup", "copy the tables of a server while it runs",            cli_backup },
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* What all subcommands use ----------------------------------------------- */

static void complain(const char *form, va_list arguments)
{
	fflush(stdout);
	fputs("bigmuddy: ", stderr);
	vfprintf(stderr, form, arguments);
	fputc('\n', stderr);
}

int cli_bad(const char *form, ...)
{
	va_list arguments;

	va_start(arguments, form);
	complain(form, arguments);
	va_end(arguments);
	return EXIT_BAD;
}

int cli_no(const char *form, ...)
{
	va_list arguments;

	va_start(arguments, form);
	complain(form, arguments);
	va_end(arguments);
	return EXIT_NO;
}

static void put_settings(const struct game *g)
{
	char value[MAX_TEXT];
	uint8_t preset[MAX_OPTIONS];

	printf("\n%s (%s): players=%d..%d (%d)", g->name, g->title, g->min_players, g->max_players, g->min_players);
	puts(" seed=N chance=auto|manual names=A,B,...");
	game_presets(g, preset);
	for (int i = 0; g->options[i].name; i++) {
		const struct option *o = &g->options[i];
		printf("  %s=", o->name);
		for (int v = 0; o->values && o->values[v]; v++)
			printf("%s%s", v > 0 ? "|" : "", o->values[v]);
		if (!o->values)
			printf("%d..%d", o->min, o->max);
		game_option_text(g, preset, i, value);
		printf(" (%s)  %s%s%s\n", value, o->help, o->ruling && o->ruling[0] ? "; ruling " : "", o->ruling ? o->ruling : "");
	}
}

static void put_usage(const struct usage *u)
{
	int width = 14;

	printf("usage: %s\n\n%s\n\n", u->line, u->about);
	for (const struct flag *f = u->flags; f && f->name; f++) {
		int n = (int)(strlen("-- ") + strlen(f->name) + (f->value ? strlen(f->value) : 0));
		width = n > width ? n : width;
	}
	for (const struct flag *f = u->flags; f && f->name; f++) {
		char left[40];
		snprintf(left, sizeof left, "--%s%s%s", f->name, f->value ? " " : "", f->value ? f->value : "");
		printf("  %-*s %s\n", width, left, f->help);
	}
	printf("  %-*s %s\n", width, "--help", "this text");
	bool settings = strstr(u->line, "key=value") != NULL;
	for (int i = 0; settings && game_list[i]; i++)
		put_settings(game_list[i]);
}

static int no_such_flag(const struct usage *u, const char *word)
{
	char shown[MAX_SHOWN], all[MAX_TEXT];
	struct text t = text_on(all, sizeof all);

	for (const struct flag *f = u->flags; f && f->name; f++)
		text_form(&t, "--%s, ", &f->name, NULL);
	return cli_bad("there is no flag '%s'; there are: %s--help", error_quote(shown, word, strlen(word)), all);
}

/* The flag that word names, with what follows its = in *value. */
static const struct flag *find_flag(const struct usage *u, const char *word, const char **value)
{
	size_t n = strcspn(word, "=");

	*value = word[n] == '=' ? word + n + 1 : NULL;
	for (const struct flag *f = u->flags; f && f->name; f++)
		if (strlen(f->name) == n && memcmp(f->name, word, n) == 0)
			return f;
	return NULL;
}

int cli_flags(const struct usage *u, int *argc, char **argv)
{
	int kept = 1, i = 1;

	for (; i < *argc && strcmp(argv[i], "--") != 0; i++) {
		const char *value;
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
			put_usage(u);
			return EXIT_FINE;
		}
		if (argv[i][0] != '-' || argv[i][1] == '\0') {
			argv[kept++] = argv[i];
			continue;
		}
		const struct flag *f = argv[i][1] == '-' ? find_flag(u, argv[i] + 2, &value) : NULL;
		if (!f)
			return no_such_flag(u, argv[i]);
		if (f->value && !value && i + 1 < *argc)
			value = argv[++i];
		if (!f->value != !value)
			return cli_bad(f->value ? "--%s takes %s" : "--%s takes nothing", f->name, f->value);
		if (f->value)
			*f->text = value;
		else
			*f->on = true;
	}
	for (i++; i < *argc; i++)
		argv[kept++] = argv[i];
	*argc = kept;
	argv[kept] = NULL;
	return EXIT_NONE;
}

bool cli_setup(struct setup *u, const char *box, int n, char **word)
{
	struct boxfile f;
	char why[MAX_ERROR];

	if ((!box || boxfile_load(&f, box, why)) && setup_read(u, box ? &f : NULL, n, (const char *const *)word, why))
		return true;
	cli_bad("%s", why);
	return false;
}

bool cli_number(const char *what, const char *text, int min, int max, int *out)
{
	char shown[MAX_SHOWN];
	uint64_t n;

	if (setup_number(text, &n) && n <= (uint64_t)max && (int)n >= min) {
		*out = (int)n;
		return true;
	}
	cli_bad("%s is '%s'; allowed: a number from %d to %d", what, error_quote(shown, text, strlen(text)), min, max);
	return false;
}

bool cli_line(char *line, size_t cap, size_t *n)
{
	int c = getchar();

	if (c == EOF)
		return false;
	for (*n = 0; c != EOF && c != '\n'; c = getchar(), ++*n)
		if (*n < cap)
			line[*n] = (char)c;
	return true;
}

/* Boards are drawn in colours of 256. Most terminals that have them say so in their name. */
static bool has_colours(const char *term)
{
	static const char *const also[] = { "alacritty", "foot", "wezterm", "xterm-ghostty", "xterm-kitty" };

	for (size_t i = 0; i < sizeof also / sizeof also[0]; i++)
		if (strcmp(term, also[i]) == 0)
			return true;
	return strstr(term, "256color") || getenv("COLORTERM");
}

int cli_look(bool ascii)
{
	const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
	bool dumb = !term || !term[0] || strcmp(term, "dumb") == 0;
	bool colour = isatty(STDOUT_FILENO) && !(none && none[0]) && !dumb && has_colours(term);

	return (ascii ? LOOK_ASCII : 0) | (colour ? LOOK_COLOUR : 0);
}

/* The program ------------------------------------------------------------ */

static void put_help(FILE *out)
{
	fputs("usage: bigmuddy COMMAND ...\n\nMississippi Queen, Broadhorns and Small Railroad Empires with Freight on Board. An unofficial implementation.\n\n", out);
	for (int i = 0; i < COMMANDS; i++)
		fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].help);
	fputs("\n`bigmuddy COMMAND --help` explains each; `bigmuddy --version` says which program this is.\n"
		"Exit codes: 0 all is well, 1 the answer is no or the work could not be done, 2 the input makes no sense.\n", out);
}

static int run(int argc, char **argv)
{
	char shown[MAX_SHOWN];

	if (argc < 2) {
		put_help(stderr);
		return EXIT_BAD;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
		put_help(stdout);
		return EXIT_FINE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("bigmuddy %s\n", VERSION);
		return EXIT_FINE;
	}
	for (int i = 0; i < COMMANDS; i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return commands[i].run(argc - 1, argv + 1);
	return cli_bad("there is no command '%s'; `bigmuddy --help` lists them", error_quote(shown, argv[1], strlen(argv[1])));
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);               /* a reader that leaves early is seen when writing fails */
	int code = run(argc, argv);
	bool lost = fflush(stdout) != 0 || ferror(stdout);

	if (lost && errno != EPIPE)
		cli_no("cannot write: %s", strerror(errno));
	return lost && code == EXIT_FINE ? EXIT_NO : code;
}
