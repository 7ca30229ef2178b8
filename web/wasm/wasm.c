/* All that JavaScript may call. The page speaks to the rules as a script does, in lines of the engine protocol (docs/protocol.md), and
 * to a table of its own in those of house.c; what a file is to a script, a text in memory is to the page. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/engine.h"
#include "driver/record.h"
#include "house.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* Where the page writes what it says next, and where it gives that back. */
EXPORT("room") void *page_room(size_t n);
EXPORT("drop") void page_drop(void *at);

/* One line. The answer ends with a NUL, and is there until the next. */
EXPORT("line") const char *page_line(const char *words, size_t n);
EXPORT("house") const char *page_house(const char *words, size_t n);
EXPORT("load") const char *page_load(const char *record, size_t n);      /* the engine's `load`, of a text */

static struct engine engine = { .budget = ENGINE_BUDGET };

void *page_room(size_t n)
{
	void *at = malloc(n);

	must(at != NULL);
	return at;
}

void page_drop(void *at)
{
	free(at);
}

static const char *answer(void (*give)(const char *words, size_t n, FILE *out), const char *words, size_t n)
{
	static char *last;
	size_t size;

	free(last);
	FILE *out = open_memstream(&last, &size);
	must(out != NULL);
	give(words, n, out);
	must(fclose(out) == 0);
	return last;
}

static void give_line(const char *words, size_t n, FILE *out)
{
	engine_line(&engine, words, n, out);
}

static void give_load(const char *record, size_t n, FILE *out)
{
	struct session fresh;
	char why[MAX_ERROR];

	if (!record_read(&fresh, record, n, why)) {
		fprintf(out, "error %s\n", why);
		return;
	}
	engine_close(&engine);
	engine.s = fresh;
	engine.on = true;
	fputs("ok\n", out);
}

const char *page_line(const char *words, size_t n)
{
	return answer(give_line, words, n);
}

const char *page_house(const char *words, size_t n)
{
	return answer(house_line, words, n);
}

const char *page_load(const char *record, size_t n)
{
	return answer(give_load, record, n);
}
