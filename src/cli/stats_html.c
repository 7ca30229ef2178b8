/* The page of `bigmuddy stats --html`: stats_page.html with the figures of --json inside. One file, nothing from elsewhere; it draws its charts itself. */
#define _GNU_SOURCE            /* memmem */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "stats.h"
#include "stats_page.h"                 /* made of stats_page.html */

static const char hole[] = ">STATS<";

/* JSON inside a <script>: no "<", which could end it. */
static void put_json(FILE *out, const json_t *root)
{
	char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(9));

	must(text != NULL);
	for (const char *c = text; *c; c++)
		if (*c == '<')
			fputs("\\u003c", out);
		else
			fputc(*c, out);
	free(text);
}

static void put_page(FILE *out, const void *root)
{
	const char *page = (const char *)stats_page, *at = memmem(page, sizeof stats_page, hole, strlen(hole));

	must(at != NULL);
	const size_t before = (size_t)(at + 1 - page), after = before + strlen(hole) - 2;
	fwrite(page, 1, before, out);
	put_json(out, root);
	fwrite(page + after, 1, sizeof stats_page - after, out);
}

bool stats_write_html(json_t *root, const char *path, char out[MAX_ERROR])
{
	size_t n;
	char *page = file_text(put_page, root, &n);

	json_decref(root);
	bool fine = file_write(path, page, n, out);
	free(page);
	return fine;
}
