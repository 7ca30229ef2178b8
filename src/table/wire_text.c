#include "table/wire_parts.h"

#include <stdlib.h>
#include <string.h>

#include "core/codec.h"

enum { FIRST_ROOM = 16 * 1024, KEPT_ROOM = 256 * 1024 };

struct blob *blob_of(const char *bytes, size_t n)
{
	struct blob *b = malloc(sizeof *b + n);

	must(b != NULL);
	b->held = 1;
	b->n = n;
	memcpy(b->bytes, bytes, n);
	return b;
}

void blob_hold(struct blob *b)
{
	b->held++;
}

void blob_drop(struct blob *b)
{
	if (b && --b->held == 0)
		free(b);
}

/* What messages are written into, one after the other: they go from here into blobs of their size. */
static _Thread_local struct { char *at; int cap; } spare;

struct text out_begin(void)
{
	struct text t;

	if (!spare.at) {
		spare.at = malloc(FIRST_ROOM);
		spare.cap = FIRST_ROOM;
	}
	must(spare.at != NULL);
	t = text_on(spare.at, spare.cap);
	spare.at = NULL;                        /* for who begins a text while this one is being written */
	return t;
}

struct blob *out_finish(struct text *t)
{
	must(text_fits(t));
	struct blob *b = blob_of(t->at, (size_t)t->n);
	if (spare.at || t->cap > KEPT_ROOM) {
		free(t->at);
		return b;
	}
	spare.at = t->at;
	spare.cap = t->cap;
	return b;
}

/* The view that was written last, behind its eyes: where nothing is hidden the next seat is told the same. */
static _Thread_local struct { const struct game *game; struct state view; struct blob *text; } last;

void wire_rest(void)
{
	free(spare.at);
	spare.at = NULL;
	blob_drop(last.text);
	last.text = NULL;
}

void out_grow(struct text *t, size_t more)
{
	while ((size_t)(t->cap - t->n) <= more) {
		must(t->cap < 1 << 29);
		t->cap *= 2;
	}
	t->at = realloc(t->at, (size_t)t->cap);
	must(t->at != NULL);
}

/* "%d" takes the next number: of two bytes it makes 20 at most. */
void out_form(struct text *t, const char *what, const int64_t n[])
{
	out_reserve(t, 10 * strlen(what));
	text_form(t, what, NULL, n);
}

/* ,"name":"words": of one byte six can become. */
void out_quoted(struct text *t, const char *name, const char *words)
{
	out_put(t, ",\"");
	out_put(t, name);
	out_put(t, "\":");
	if (!words) {
		out_put(t, "null");
		return;
	}
	out_reserve(t, 6 * strlen(words) + 2);
	json_text(t, words);
}

void out_hex(struct text *t, const char *name, const uint8_t *bytes)
{
	char digits[2 * HASH_BYTES + 1];

	if (bytes)
		fair_hex(bytes, HASH_BYTES, digits);
	out_quoted(t, name, bytes ? digits : NULL);
}

void out_truth(struct text *t, const char *name, bool is)
{
	out_put(t, ",\"");
	out_put(t, name);
	out_put(t, is ? "\":true" : "\":false");
}

void out_number(struct text *t, int64_t n, bool is)
{
	if (is)
		FORM(t, "%d", n);
	else
		out_put(t, "null");
}

void out_rule(struct text *t, uint16_t which)
{
	char name[8];

	if (which)
		game_rule_name(which, name);
	out_quoted(t, "rule", which ? name : NULL);
}

/* Written again if it was longer than what was left. */
static void out_state(struct text *t, const struct game *g, const struct state *s, void (*write)(const struct game *, const struct state *, struct text *))
{
	int at = t->n;

	write(g, s, t);
	if (text_fits(t))
		return;
	size_t length = (size_t)(t->n - at);
	t->n = at;
	out_reserve(t, length);
	write(g, s, t);
}

/* A state has no byte that is undecided: two that are the same in memory are the same to read. */
void out_view(struct text *t, const struct game *g, const struct state *s)
{
	struct state view = *s;

	view.eyes = ALL;
	out_state(t, g, s, codec_json_head);
	if (last.text && last.game == g && memcmp(&last.view, &view, sizeof view) == 0) {
		out_reserve(t, last.text->n);
		text_bytes(t, last.text->bytes, (int)last.text->n);
		return;
	}
	int from = t->n;
	out_state(t, g, s, codec_json_rest);
	blob_drop(last.text);
	last.text = blob_of(t->at + from, (size_t)(t->n - from));
	last.game = g;
	last.view = view;
}
