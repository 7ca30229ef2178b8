#define _POSIX_C_SOURCE 200809L
#include "table/row.h"

#include <stdlib.h>
#include <string.h>

const char *const row_kinds[ROW_KINDS] = { ROW_LIST(WORDS_NAME) };
const char *const row_bys[ROW_BYS] = { BY_LIST(WORDS_PLAIN) };

struct row *rows_add(struct rows *r, int kind, int by, int seat, int64_t at, const char *text)
{
	if (r->n == r->cap) {
		r->cap = r->cap ? 2 * r->cap : 4;
		r->of = realloc(r->of, (size_t)r->cap * sizeof *r->of);
		must(r->of != NULL);
	}
	struct row *fresh = &r->of[r->n++];
	*fresh = (struct row){ .kind = (uint8_t)kind, .by = (uint8_t)by, .seat = (int8_t)seat, .at = at, .text = strdup(text) };
	must(fresh->text != NULL);
	return fresh;
}

struct row *rows_copy(struct rows *to, const struct row *from)
{
	struct row *copy = rows_add(to, from->kind, from->by, from->seat, from->at, from->text);

	copy->seq = from->seq;
	memcpy(copy->key, from->key, sizeof copy->key);
	return copy;
}

bool row_about_seats(const struct row *r)
{
	switch (r->kind) {
	case ROW_SIT: case ROW_BOT: case ROW_FREE: case ROW_LINK: case ROW_REVEAL: case ROW_START: case ROW_AWAY: case ROW_BACK: case ROW_RESIGN:
	case ROW_REPLACE: case ROW_VACATE: case ROW_KEEP: case ROW_RULE: case ROW_FORGET: case ROW_NEXT: case ROW_CLOSE:
		return true;
	default:
		return false;
	}
}

void row_forget(struct row *r)
{
	if (r->kind == ROW_TELL) {
		r->text[0] = '\0';
		return;
	}
	const char *commit = r->kind == ROW_SIT ? strchr(r->text, ' ') : NULL, *name = commit ? strchr(commit + 1, ' ') : NULL;
	if (!name)
		return;
	size_t kept = (size_t)(name + 1 - r->text);
	r->text = realloc(r->text, kept + sizeof ROW_NOBODY);
	must(r->text != NULL);
	strcpy(r->text + kept, ROW_NOBODY);
}

void row_free(struct row *r)
{
	free(r->text);
	free(r->outcome);
}

void rows_clear(struct rows *r)
{
	for (int i = 0; i < r->n; i++)
		row_free(&r->of[i]);
	free(r->of);
	*r = (struct rows){ .n = 0 };
}
