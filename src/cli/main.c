/* bigmuddy: one program, a subcommand for each thing it does. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

static const struct command {
	const char *name, *help;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "play",   "play in the terminal, with others or against bots",    cli_play },
	{ "engine", "play by script: commands on stdin, answers on stdout", cli_engine },
	{ "mcp",    "a seat for a language model: the Model Context Protocol", cli_mcp },
	{ "replay", "show a recorded game, or turn it into text or JSON",   cli_replay },
	{ "verify", "replay records with every check on",                   cli_verify },
	{ "review", "say what was luck in a recorded game, and what decisions cost", cli_review },
	{ "puzzles", "find positions with one clearly best move in games of bots", cli_puzzles },
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
	signal(SIGPIPE, SIG_IGN);               /* so that writing to a closed pipe fails with an error instead of ending the program */
	return cli_end(run(argc, argv));
}
