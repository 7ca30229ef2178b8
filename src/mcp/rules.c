#define _POSIX_C_SOURCE 200809L
#include "mcp/rules.h"

#include <ctype.h>
#include <string.h>

#include "rules_broadhorns.h"
#include "rules_queen.h"
#include "rules_rails.h"

#define BOOK(name) { #name, (const char *)rules_##name, sizeof rules_##name }
const struct rulebook rules_books[] = { BOOK(queen), BOOK(broadhorns), BOOK(rails), { .game = NULL } };

const struct rulebook *rules_of(const char *game, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN], all[MAX_TEXT];
	struct text t = text_on(all, sizeof all);

	for (const struct rulebook *r = rules_books; r->game; r++) {
		if (strcmp(r->game, game) == 0)
			return r;
		text_form(&t, r > rules_books ? ", %s" : "%s", &r->game, NULL);
	}
	error_say(why, "there is no game '%s'; there are: %s", error_quote(shown, game, strlen(game)), all);
	return NULL;
}

/* A line of the book, without its end; the one after it begins at *next. */
struct row { const char *at; size_t n; };

static struct row row_at(const struct rulebook *r, size_t *next)
{
	const char *at = r->text + *next, *end = memchr(at, '\n', r->n - *next);
	struct row row = { at, end ? (size_t)(end - at) : r->n - *next };

	*next += row.n + (end != NULL);
	return row;
}

/* The cell of that number of a row of a table, without the spaces around it; empty: there is none. */
static struct row cell_of(struct row row, int which)
{
	const char *at = row.at, *end = row.at + row.n;

	for (; at < end && which >= 0; which--) {
		at = memchr(at, '|', (size_t)(end - at));
		if (!at)
			return (struct row){ end, 0 };
		at++;
	}
	const char *stop = at < end ? memchr(at, '|', (size_t)(end - at)) : NULL;
	if (!stop)
		return (struct row){ end, 0 };
	while (at < stop && *at == ' ')
		at++;
	while (stop > at && stop[-1] == ' ')
		stop--;
	return (struct row){ at, (size_t)(stop - at) };
}

/* Words without what leads elsewhere: "[A5](#a5)" is "A5", "<a id=...></a>Q31" is "Q31". */
static void put_plain(struct row words, FILE *out)
{
	for (size_t i = 0; i < words.n; i++) {
		const char *at = words.at + i, *end;
		size_t left = words.n - i;

		if (left > 1 && memcmp(at, "](", 2) == 0 && (end = memchr(at, ')', left)))
			i += (size_t)(end - at);
		else if (*at == '<' && (end = memchr(at, '>', left)))
			i += (size_t)(end - at);
		else if (*at != '[' && *at != '`' && *at != '*')
			fputc(*at, out);
	}
}

static bool begins(struct row row, const char *words)
{
	return row.n >= strlen(words) && memcmp(row.at, words, strlen(words)) == 0;
}

/* The row, by the names that the head of its table gives to its cells; which tests there are says nothing about the game. */
static void put_row(struct row row, struct row head, FILE *out)
{
	put_plain(cell_of(row, 0), out);
	for (int i = 1; cell_of(head, i).n > 0; i++) {
		struct row name = cell_of(head, i), cell = cell_of(row, i);

		if (cell.n == 0 || begins(name, "tests"))
			continue;
		fprintf(out, i == 1 ? ": " : "\n%.*s: ", (int)name.n, name.at);
		put_plain(cell, out);
	}
	fputc('\n', out);
}

bool rules_put(const struct rulebook *r, const char *id, FILE *out, char why[MAX_ERROR])
{
	char mark[MAX_NAME], shown[MAX_SHOWN];
	struct row head = { r->text, 0 };
	int n = snprintf(mark, sizeof mark, "| <a id=\"%.8s\"></a>", id);

	for (int i = 0; i < n; i++)
		mark[i] = (char)tolower((unsigned char)mark[i]);
	for (size_t next = 0; next < r->n; ) {
		struct row row = row_at(r, &next);

		if (begins(row, "| id |"))
			head = row;
		if (strlen(id) <= 8 && begins(row, mark) && head.n > 0) {
			put_row(row, head, out);
			return true;
		}
	}
	return error_say(why, "there is no rule '%s' of %s; refused moves and explanations name rules, such as %s1", error_quote(shown, id, strlen(id)), r->game,
		strcmp(r->game, "queen") == 0 ? "Q" : strcmp(r->game, "rails") == 0 ? "R" : "B");
}
