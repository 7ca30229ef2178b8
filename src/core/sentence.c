#include "sentence.h"

static bool is_name(const char *name, const char *words, int n)
{
	for (int i = 0; i < n; i++)
		if (name[i] != words[i])
			return false;
	return name[n] == '\0';
}

static const struct sentence_place *place_of(const struct catalogue *c, const char *name, int n)
{
	for (const struct sentence_place *p = c->place; p->name; p++)
		if (is_name(p->name, name, n))
			return p;
	panic("a sentence with a place that its catalogue does not have");
}

static int until(const char *words, char mark)
{
	int n = 0;

	while (words[n] && words[n] != mark)
		n++;
	return n;
}

/* Writes the place whose name begins here, and returns what follows it. */
static const char *put_place(const struct catalogue *c, const char *words, const struct telling *of, struct text *out)
{
	int n = until(words, '}');

	place_of(c, words, n)->put(of, out);
	return words + n + (words[n] == '}');
}

/* Whether the seat that these words name first is the reader's own. */
static bool is_reader(const struct catalogue *c, const char *words, const struct telling *of)
{
	char name[MAX_TEXT];
	struct text t = text_on(name, sizeof name);

	if (!of->you)
		return false;
	words += until(words, '{');
	must(*words == '{');
	put_place(c, words + 1, of, &t);
	return is_name(name, of->you, until(of->you, '\0'));
}

/* "[You buy|{who} buys]", from behind the bracket on: where to read on, and in `end` where to stop. */
static const char *either(const struct catalogue *c, const char *words, const struct telling *of, const char **end)
{
	const char *other = words + until(words, '|') + 1;

	if (is_reader(c, other, of)) {
		*end = other - 1;
		return words;
	}
	*end = other + until(other, ']');
	return other;
}

static void fill(const struct catalogue *c, const char *words, const char *end, const struct telling *of, struct text *out)
{
	for (;;) {
		int plain = 0;
		while (words + plain < end && words[plain] != '{' && words[plain] != '[')
			plain++;
		text_bytes(out, words, plain);
		words += plain;
		if (words == end)
			return;
		if (*words == '{') {
			words = put_place(c, words + 1, of, out);
		} else {
			const char *stop, *part = either(c, words + 1, of, &stop);
			fill(c, part, stop, of, out);
			words += until(words, ']') + 1;
		}
	}
}

void sentence_fill(const struct catalogue *c, const char *words, const struct telling *of, struct text *out)
{
	fill(c, words, words + until(words, '\0'), of, out);
}

void sentence_tell(const struct catalogue *c, const struct telling *of, struct text *out)
{
	must(of->e->what < c->events);
	const struct sentence *sentence = &c->event[of->e->what];
	const char *words = sentence->of[sentence->way ? sentence->way(of->e) : 0];

	must(words != NULL);
	sentence_fill(c, words, of, out);
}

int sentence_by_n(const struct event *e)
{
	return e->n != 0;
}

void sentence_put_n(const struct telling *of, struct text *t)
{
	text_int(t, of->e->n);
}

int sentence_by_thing(const struct event *e)
{
	return e->thing != 0;
}

int sentence_by_one(const struct event *e)
{
	return e->n != 1;
}

int sentence_by_one_thing(const struct event *e)
{
	return e->thing != 1;
}

void sentence_say(const struct catalogue *c, const struct box *b, const struct state *s, const struct event *e, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	sentence_tell(c, &(struct telling){ .b = b, .s = s, .e = e }, &t);
}
