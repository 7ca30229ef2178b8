/* bigmuddy mcp: a seat for a language model, over stdin and stdout. What messages mean is in src/mcp. */
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "mcp/mcp.h"

int cli_mcp(int argc, char **argv)
{
	const struct usage usage = { "bigmuddy mcp",
		"A server of the Model Context Protocol: a language model plays the games from a seat of its\n"
		"own, against bots. A client starts it and speaks to it over stdin and stdout, one message of\n"
		"JSON-RPC a line; docs/mcp.md says how to add it to one. Games last as long as the program.", NULL, NULL, 0, 0 };
	struct mcp m = { .version = VERSION };
	char *line;
	size_t n;

	int code = cli_flags(&usage, &argc, argv);
	if (code != EXIT_NONE)
		return code;
	line = malloc(MCP_LINE);
	must(line != NULL);
	while (cli_line(line, MCP_LINE, &n)) {
		mcp_line(&m, line, n, stdout);
		if (fflush(stdout) != 0)
			break;
	}
	free(line);
	mcp_close(&m);
	return EXIT_FINE;
}
