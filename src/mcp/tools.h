/* What a language model can do: each tool with its arguments, from which both its schema and its checks are made. */
#ifndef MCP_TOOLS_H
#define MCP_TOOLS_H

#include "base/json.h"
#include "mcp/sitting.h"

enum {
	MAX_TABLES = 8,                 /* games under way at a time */
	MAX_PLAYED = 64,                /* moves of one call of `play` */
};

struct tables {
	struct sitting *at[MAX_TABLES]; /* NULL: nobody sits there */
	unsigned begun;                 /* so far: ids are not used again */
};

struct tool;
const struct tool *tools_find(const char *name);        /* NULL: there is none */
void tools_list(FILE *out);             /* as a list in JSON, with their schemas */

/* What a tool has to say: `words` to be read, `data` the members of a JSON object. False: it is refused, `why` says what for and what would do. */
bool tools_call(const struct tool *t, struct tables *at, const struct json_value *arguments, FILE *words, FILE *data, char why[MAX_ERROR]);
void tools_close(struct tables *at);

#endif
