#define _GNU_SOURCE                     /* nftw that can leave out a directory */
#include "server/static.h"

#include <ctype.h>
#include <errno.h>
#include <ftw.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "base/file.h"

enum { MAX_SITE = 256 << 20 };          /* bytes of all files: they are kept in memory */

struct site {
	struct asset *of;               /* by path */
	int    n, cap;
	size_t bytes, root;             /* root: length of the directory's name */
	char  *why;
};

static const char *const encoding_ends[ENCODINGS] = { "", ".gz", ".br" };

static const char *type_of(const char *path)
{
	static const char *const types[][2] = {
		{ ".html", "text/html; charset=utf-8" }, { ".js", "text/javascript; charset=utf-8" }, { ".mjs", "text/javascript; charset=utf-8" },
		{ ".css", "text/css; charset=utf-8" }, { ".json", "application/json" }, { ".webmanifest", "application/manifest+json" },
		{ ".wasm", "application/wasm" }, { ".svg", "image/svg+xml" }, { ".png", "image/png" }, { ".webp", "image/webp" }, { ".jpg", "image/jpeg" },
		{ ".ico", "image/x-icon" }, { ".woff2", "font/woff2" }, { ".txt", "text/plain; charset=utf-8" }, { ".md", "text/plain; charset=utf-8" },
		{ ".ogg", "audio/ogg" }, { ".mp3", "audio/mpeg" },
	};
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++)
		if (strcmp(dot, types[i][0]) == 0)
			return types[i][1];
	return "application/octet-stream";
}

/* "board.1f2e3d4c.js", "board-1f2e3d4c.js": eight hexadecimal digits or more before the end. */
static bool has_hash(const char *path)
{
	const char *dot = strrchr(path, '.'), *from = dot;

	while (from && from > path && (isdigit((unsigned char)from[-1]) || (from[-1] >= 'a' && from[-1] <= 'f')))
		from--;
	return from && from > path && (from[-1] == '.' || from[-1] == '-') && dot - from >= 8;
}

static void set_tag(struct asset *a)
{
	unsigned char hash[16];
	char hex[17];

	crypto_generichash(hash, sizeof hash, (const unsigned char *)a->as[PLAIN].bytes, a->as[PLAIN].n, NULL, 0);
	sodium_bin2hex(hex, sizeof hex, hash, 8);
	snprintf(a->tag, sizeof a->tag, "\"%s\"", hex);
}

static struct asset *add(struct site *s, const char *path)
{
	if (s->n == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 64;
		s->of = realloc(s->of, (size_t)s->cap * sizeof *s->of);
		must(s->of != NULL);
	}
	struct asset *a = &s->of[s->n++];
	memset(a, 0, sizeof *a);
	a->path = strdup(path);
	must(a->path != NULL);
	return a;
}

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct asset *)a)->path, ((const struct asset *)b)->path);
}

static struct asset *find(const struct site *s, const char *path)
{
	struct asset wanted = { .path = (char *)path };

	return s->n > 0 ? bsearch(&wanted, s->of, (size_t)s->n, sizeof *s->of, compare) : NULL;
}

/* From a directory ------------------------------------------------------- */

static struct site *walking;            /* nftw has no argument of its own; a site is made before there are threads */

/* A link could lead out of the directory, and what begins with a dot is nobody's business. */
static int visit(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	struct site *s = walking;
	char *bytes;
	size_t n;

	if (at->level > 0 && path[at->base] == '.')
		return kind == FTW_D ? FTW_SKIP_SUBTREE : FTW_CONTINUE;
	if (kind == FTW_DNR || kind == FTW_NS) {
		error_say(s->why, "cannot read '%s': %s", path, strerror(errno));
		return FTW_STOP;
	}
	if (kind != FTW_F || !S_ISREG(st->st_mode))
		return FTW_CONTINUE;
	if (!file_read(path, &bytes, &n, s->why))
		return FTW_STOP;
	struct asset *a = add(s, path + s->root);
	a->as[PLAIN] = (struct body){ bytes, n };
	s->bytes += n;
	if (s->bytes > MAX_SITE) {
		error_say(s->why, "the files of the browser client are too large: at most %d bytes", MAX_SITE);
		return FTW_STOP;
	}
	return FTW_CONTINUE;
}

/* "board.js.br" is "board.js" in another form; it stays in the list under its own name, too, which does no harm. */
static void pair_encodings(struct site *s)
{
	for (int i = 0; i < s->n; i++)
		for (int e = GZIP; e < ENCODINGS; e++) {
			char packed[4096];
			snprintf(packed, sizeof packed, "%s%s", s->of[i].path, encoding_ends[e]);
			const struct asset *other = find(s, packed);
			if (other)
				s->of[i].as[e] = other->as[PLAIN];
		}
}

static bool read_dir(struct site *s, const char *dir, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN];

	s->why = why;
	s->root = strlen(dir);
	while (s->root > 1 && dir[s->root - 1] == '/')
		s->root--;
	char *name = strndup(dir, s->root);
	must(name != NULL);
	walking = s;
	int ended = nftw(name, visit, 16, FTW_PHYS | FTW_ACTIONRETVAL);
	free(name);
	error_quote(shown, dir, strlen(dir));
	if (ended == -1)
		return error_say(why, "cannot read the directory '%s': %s", shown, strerror(errno));
	if (ended != FTW_CONTINUE)
		return false;
	if (s->n > 0)
		qsort(s->of, (size_t)s->n, sizeof *s->of, compare);
	if (!find(s, "/index.html"))
		return error_say(why, "there is no index.html in '%s'", shown);
	return true;
}

/* Built in --------------------------------------------------------------- */

static const char builtin_page[] =
	"<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
	"<title>Big Muddy</title>\n<link rel=\"stylesheet\" href=\"/bigmuddy.css\">\n</head>\n<body>\n<main>\n<h1>Big Muddy</h1>\n"
	"<p>This is a server for Mississippi Queen, Broadhorns and Small Railroad Empires. It is running.</p>\n"
	"<p>It was started without the browser client: <code>bigmuddy serve --www DIR</code> serves one. Programs can play as they are:</p>\n"
	"<ul>\n<li><a href=\"/games\">/games</a>: the games</li>\n<li><a href=\"/openapi.json\">/openapi.json</a>: how tables are made and joined</li>\n"
	"<li><a href=\"/healthz\">/healthz</a>: whether the server runs</li>\n"
	"<li><a href=\"/readyz\">/readyz</a>: whether it can store</li>\n</ul>\n"
	"<p>An unofficial implementation.</p>\n</main>\n</body>\n</html>\n";
static const char builtin_style[] =
	":root { color-scheme: light dark; }\nbody { font: 1.1rem/1.5 system-ui, sans-serif; margin: 0; }\n"
	"main { max-width: 38rem; margin: 10vh auto; padding: 0 1.5rem; }\nh1 { font-weight: 600; letter-spacing: -0.02em; }\n";

static void build_in(struct site *s, const char *path, const char *text)
{
	struct asset *a = add(s, path);
	char *copy = strdup(text);

	must(copy != NULL);
	a->as[PLAIN] = (struct body){ copy, strlen(text) };
}

/* The whole -------------------------------------------------------------- */

struct site *site_make(const char *dir, char why[MAX_ERROR])
{
	struct site *s = calloc(1, sizeof *s);

	must(s != NULL && sodium_init() >= 0);
	if (!dir[0]) {
		build_in(s, "/bigmuddy.css", builtin_style);
		build_in(s, "/index.html", builtin_page);
	} else if (!read_dir(s, dir, why)) {
		site_drop(s);
		return NULL;
	}
	for (int i = 0; i < s->n; i++) {
		s->of[i].type = type_of(s->of[i].path);
		s->of[i].lasting = has_hash(s->of[i].path);
		set_tag(&s->of[i]);
	}
	pair_encodings(s);
	return s;
}

void site_drop(struct site *s)
{
	for (int i = 0; s && i < s->n; i++) {
		free(s->of[i].path);
		free((char *)s->of[i].as[PLAIN].bytes);
	}
	if (s)
		free(s->of);
	free(s);
}

int site_count(const struct site *s)
{
	return s->n;
}

const struct asset *site_find(const struct site *s, const char *path)
{
	static const char *const pages[] = { "/t/", "/learn/", "/rules/" };
	const struct asset *a = find(s, path);
	bool page = strcmp(path, "/") == 0;

	for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
		size_t n = strlen(pages[i]);
		page = page || strncmp(path, pages[i], n) == 0 || (strlen(path) == n - 1 && strncmp(path, pages[i], n - 1) == 0);
	}
	return a || !page ? a : find(s, "/index.html");
}

/* Whether a list like "gzip, br;q=0.5, zstd" has the word, and not with q=0. */
static bool accepts(const char *list, const char *word)
{
	size_t n = strlen(word);

	while (*(list += strspn(list, " \t,"))) {
		size_t item = strcspn(list, ","), name = strcspn(list, ",; \t");
		if (name == n && memcmp(list, word, n) == 0) {
			const char *q = strstr(list, "q=");
			return !q || q > list + item || strtod(q + 2, NULL) > 0;
		}
		list += item;
	}
	return false;
}

enum encoding asset_choose(const struct asset *a, const char *accept)
{
	if (a->as[BROTLI].bytes && accepts(accept, "br"))
		return BROTLI;
	return a->as[GZIP].bytes && accepts(accept, "gzip") ? GZIP : PLAIN;
}
