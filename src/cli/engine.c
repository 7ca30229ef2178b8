/* bigmuddy engine: reads lines from stdin and writes answers to stdout. src/engine/engine.c answers them; the fuzzer calls that directly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "arena/player.h"
#include "engine/engine.h"

int cli_engine(int argc, char **argv)
{
	const char *box = NULL, *bot = NULL;
	const struct flag flags[] = {
		{ "box", "FILE", "play with these pieces", &box, NULL },
		{ "bot", "NAME", "the bot that `go` asks when the command names none (default simple)", &bot, NULL },
		{ .name = NULL }
	};
	const struct usage usage = { "bigmuddy engine [flags], then `new GAME key=value...`",
		"Reads commands from stdin, one a line, and answers each on stdout; the last line of an\n"
		"answer is `ok` or begins with `error`. The command `help` lists the others.", flags, NULL, 0, 0 };
	struct boxfile f;
	char why[MAX_ERROR];
	size_t n;

	int code = cli_flags(&usage, &argc, argv);
	if (code != EXIT_NONE)
		return code;
	if (box && !boxfile_load(&f, box, why))
		return cli_bad("%s", why);
	if (bot && (player_is_program(bot) || strchr(bot, '@')))
		return cli_bad("--bot takes a built-in bot, not a program and not a net");
	if (bot && !player_known(bot, why))
		return cli_bad("%s", why);

	struct engine e = { .box = box ? &f : NULL, .bot = bot, .budget = ENGINE_BUDGET };
	char *line = malloc(ENGINE_LINE);
	must(line != NULL);
	while (cli_line(line, ENGINE_LINE, &n) && engine_line(&e, line, n, stdout) && fflush(stdout) == 0)
		;
	free(line);
	engine_close(&e);
	return EXIT_FINE;
}
