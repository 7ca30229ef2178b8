/* All that JavaScript may call. The page speaks to the rules as a script does, in lines of the engine protocol (docs/protocol.md); what a
 * file is to a script, a text in memory is to the page. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/engine.h"
#include "driver/record.h"
#include "house.h"

#define EXPORT(name) __attribute__((export_name(name)))

static struct engine engine = { .budget = ENGINE_BUDGET };
static char *answer;

/* Where the page writes what it says next, and where it frees it. */
EXPORT("room")
void *room(size_t n)
{
	void *at = malloc(n);

	must(at != NULL);
	return at;
}

EXPORT("drop")
void drop(void *at)
{
	free(at);
}

/* One line; the answer ends with a NUL, and is there until the next. */
EXPORT("line")
const char *line(const char *words, size_t n)
{
	size_t size;

	free(answer);
	FILE *out = open_memstream(&answer, &size);
	must(out != NULL);
	engine_line(&engine, words, n, out);
	must(fclose(out) == 0);
	return answer;
}

/* The same for the table that is in the page. */
EXPORT("house")
const char *house(const char *words, size_t n)
{
	size_t size;

	free(answer);
	FILE *out = open_memstream(&answer, &size);
	must(out != NULL);
	house_line(words, n, out);
	must(fclose(out) == 0);
	return answer;
}

/* A record, for the engine to go on with: `load` of a text. The answer is as that of a line. */
EXPORT("load")
const char *load(const char *record, size_t n)
{
	struct session fresh;
	char why[MAX_ERROR];

	free(answer);
	if (record_read(&fresh, record, n, why)) {
		engine_close(&engine);
		engine.s = fresh;
		engine.on = true;
		answer = strdup("ok\n");
	} else {
		answer = malloc(sizeof why + sizeof "error \n");
		must(answer != NULL);
		sprintf(answer, "error %s\n", why);
	}
	must(answer != NULL);
	return answer;
}
