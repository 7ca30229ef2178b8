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

/* The buffer into which messages are written, one after the other; each is then copied into a blob of its size. */
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
	spare.at = NULL;                        /* a text that is begun while this one is being written gets a buffer of its own */
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

/* The view that was written last, from its options on, which end at end[0]; field i of the game ends at end[i + 1]. The next view is nearly always the
 * same position as another seat sees it, so that most of its fields have been written already. */
enum { MAX_FIELDS = 64 };
static _Thread_local struct { const struct game *game; struct state view; struct blob *text; int end[MAX_FIELDS + 1]; } last;

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

static bool same_options(const struct state *a, const struct state *b)
{
	return a->rules == b->rules && a->players == b->players && memcmp(a->option, b->option, sizeof a->option) == 0;
}

/* The options and fields of a view, and where each of them ends, from here. What is the same in the last view is copied from its text. */
static void out_fields(struct text *t, const struct game *g, const struct state *s, int end[MAX_FIELDS + 1])
{
	const bool any = last.text && last.game == g;
	const int from = t->n;

	if (any && same_options(s, &last.view))
		text_bytes(t, last.text->bytes, last.end[0]);
	else
		codec_json_options(g, s, t);
	end[0] = t->n - from;
	for (int i = 0; g->fields[i].name; i++) {
		must(i < MAX_FIELDS);
		if (any && fields_same(&g->fields[i], s, &last.view))
			text_bytes(t, last.text->bytes + last.end[i], last.end[i + 1] - last.end[i]);
		else
			fields_json_one(&g->fields[i], s, false, t);
		end[i + 1] = t->n - from;
	}
	text_char(t, '}');
}

/* A state has no byte that is undecided: two that are the same in memory are the same to read. */
void out_view(struct text *t, const struct game *g, const struct state *s)
{
	struct state view = *s;
	int end[MAX_FIELDS + 1];

	view.eyes = ALL;
	out_reserve(t, MAX_JSON);
	codec_json_head(g, s, t);
	if (last.text && last.game == g && memcmp(&last.view, &view, sizeof view) == 0) {
		text_bytes(t, last.text->bytes, (int)last.text->n);
		return;
	}
	const int from = t->n;
	out_fields(t, g, s, end);
	blob_drop(last.text);
	last.text = blob_of(t->at + from, (size_t)(t->n - from));
	last.game = g;
	last.view = view;
	memcpy(last.end, end, sizeof end);
}
