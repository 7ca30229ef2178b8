/* A text that grows while it is written through a FILE. */
#ifndef MCP_SHEET_H
#define MCP_SHEET_H

#include <stdio.h>
#include <stdlib.h>

#include "core/game.h"

struct sheet {
	FILE *to;
	char *at;                       /* whole after sheet_end() */
	size_t n;
};

/* In place: the stream keeps the addresses of `at` and `n`. */
static inline void sheet_begin(struct sheet *s)
{
	s->to = open_memstream(&s->at, &s->n);
	must(s->to != NULL);
}

static inline const char *sheet_end(struct sheet *s)
{
	must(fclose(s->to) == 0);
	return s->at;
}

static inline void sheet_drop(struct sheet *s)
{
	free(s->at);
}

#endif
