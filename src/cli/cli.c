#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int cli_fail(int code, const char *form, ...)
{
	va_list arguments;

	fflush(stdout);
	fputs("bigmuddy: ", stderr);
	va_start(arguments, form);
	vfprintf(stderr, form, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	return code;
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

/* Whether a subcommand takes this number of words; if not, prints what it takes. */
static bool right_number(const struct usage *u, int n, char **argv)
{
	char shown[MAX_SHOWN];

	if (n >= u->least && n <= u->most)
		return true;
	if (u->takes)
		cli_bad("%s takes %s", argv[0], u->takes);
	else
		cli_bad("%s takes only flags, not '%s'", argv[0], error_quote(shown, argv[1], strlen(argv[1])));
	return false;
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
	return right_number(u, kept - 1, argv) ? EXIT_NONE : EXIT_BAD;
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

/* Boards are drawn with 256 colours. Most terminals that have them say so in their name. */
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

int cli_end(int code)
{
	bool lost = fflush(stdout) != 0 || ferror(stdout);

	if (lost && errno != EPIPE)
		cli_no("cannot write: %s", strerror(errno));
	return lost && code == EXIT_FINE ? EXIT_NO : code;
}
