/* bigmuddy perft: the number of ways a game can begin. */
#include "play/perft.h"

#include <stdio.h>

#include "cli.h"

enum { BUDGET = 2000000000 };           /* positions: some minutes */

int cli_perft(int argc, char **argv)
{
	const char *box = NULL;
	bool drawn = false;
	const struct flag flags[] = {
		{ "box", "FILE", "play with these pieces", &box, NULL },
		{ "drawn", NULL, "let the seed draw the set-up, and begin with the first decision", NULL, &drawn },
		{ .name = NULL }
	};
	const struct usage usage = { "bigmuddy perft GAME N [key=value...] [flags]",
		"Counts the sequences of 1, 2, ... N moves from the start of a game, one line for each\n"
		"length; every outcome of chance is a move like any other.", flags, "GAME and N", 2, ANY_NUMBER };
	uint64_t budget = BUDGET, count;
	struct setup u;
	struct state s;
	int depth;

	int code = cli_flags(&usage, &argc, argv);
	if (code != EXIT_NONE)
		return code;
	if (!cli_number("N", argv[2], 1, PERFT_DEPTH, &depth))
		return EXIT_BAD;
	argv[2] = argv[1];
	if (!cli_setup(&u, box, argc - 2, argv + 2))
		return EXIT_BAD;

	setup_start(&u, &s);
	if (drawn) {
		struct session begun;
		u.manual = false;
		session_start(&begun, &u);
		s = begun.state;
		session_close(&begun);
	}
	for (int d = 1; d <= depth; d++) {
		if (!perft_count(u.game, &u.box, &s, d, &budget, &count))
			return cli_no("depth %d needs more than %d positions", d, BUDGET);
		printf("%d %ju\n", d, (uintmax_t)count);
		fflush(stdout);
	}
	return EXIT_FINE;
}
