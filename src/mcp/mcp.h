/* The door for language models: a server of the Model Context Protocol, one JSON-RPC message a line. docs/mcp.md explains it. */
#ifndef MCP_MCP_H
#define MCP_MCP_H

#include "mcp/tools.h"

enum { MCP_LINE = 1 << 16 };            /* bytes of a message */

struct mcp {
	const char *version;            /* of the program */
	bool greeted;                   /* the client has sent `initialize`, as revisions before 2026-07-28 ask for */
	struct tables tables;
};

/* One line without its end; of one longer than MCP_LINE nothing but the length is looked at. The answer, if there is one, is a line of `out`. */
void mcp_line(struct mcp *m, const char *line, size_t n, FILE *out);
void mcp_close(struct mcp *m);

#endif
