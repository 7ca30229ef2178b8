#include "story.h"

int story_count(const struct happening *of, int what, int seat)
{
	int n = 0;

	for (int i = 0; i < of->n; i++)
		n += of->e[i].what == what && of->e[i].seat == seat;
	return n;
}

int story_sum(const struct happening *of, int what, int seat)
{
	int n = 0;

	for (int i = 0; i < of->n; i++)
		if (of->e[i].what == what && of->e[i].seat == seat)
			n += of->e[i].n;
	return n;
}

const struct event *story_first(const struct happening *of, int what)
{
	for (int i = 0; i < of->n; i++)
		if (of->e[i].what == what)
			return &of->e[i];
	return NULL;
}

const struct event *story_last(const struct happening *of, int what)
{
	for (int i = of->n - 1; i >= 0; i--)
		if (of->e[i].what == what)
			return &of->e[i];
	return NULL;
}

int story_seat(const struct happening *of, int turn)
{
	const struct event *e = story_first(of, turn);

	return e ? e->seat : NOBODY;
}

bool story_fits(const struct game *g, const struct box *b, const struct state *s, const struct event *e)
{
	return g->story && (e->seat == NOBODY || e->seat < MAX_PLAYERS) && g->story->fits(b, s, e);
}

static void tell(const struct game *g, const struct happening *of, const struct event *e, struct text *out)
{
	const struct catalogue *c = g->story->notables;
	char words[MAX_TEXT];

	text_put(out, out->n > 0 ? " " : "");
	if (c && e->what < c->events && c->event[e->what].of[0]) {
		sentence_tell(c, &(struct telling){ of->b, of->s, e, of->you }, out);
	} else {
		g->say(of->b, of->s, e, of->s->eyes, words);
		text_put(out, words);
	}
}

static int rank_of(const struct story *s, const struct event *e)
{
	return e->what < s->ranks && !(s->is_idle && s->is_idle(e)) ? s->rank[e->what] : 0;
}

/* The event of the highest rank; of equals the last, for it leads on to what comes next. NULL: none deserves a sentence. */
static const struct event *best_of(const struct game *g, const struct happening *of)
{
	const struct event *best = NULL;
	int rank = 1;

	for (int i = 0; i < of->n; i++) {
		int r = rank_of(g->story, &of->e[i]);
		if (r >= rank)
			best = &of->e[i], rank = r;
	}
	return best;
}

static void opening(const struct game *g, const struct happening *of, struct text *out)
{
	struct event e = { .seat = NOBODY };
	int which = g->story->opening(of, &e);

	if (which < 0)
		return;
	e.what = (uint8_t)which;
	sentence_tell(g->story->openings, &(struct telling){ of->b, of->s, &e, of->you }, out);
}

/* Of a game without stories the last event is told. */
static bool is_told_plainly(const struct game *g, const struct happening *of, struct text *out)
{
	char words[MAX_TEXT];

	if (g->story)
		return false;
	if (of->n > 0) {
		g->say(of->b, of->s, &of->e[of->n - 1], of->s->eyes, words);
		text_put(out, words);
	}
	return true;
}

void story_turn(const struct game *g, const struct happening *of, struct text *out)
{
	if (is_told_plainly(g, of, out))
		return;
	opening(g, of, out);
	const struct event *best = best_of(g, of);
	if (best)
		tell(g, of, best, out);
}

void story_round(const struct game *g, const struct happening *of, struct text *out)
{
	if (is_told_plainly(g, of, out))
		return;
	const struct event *best = best_of(g, of);
	if (best)
		tell(g, of, best, out);
	else
		text_put(out, g->story->quiet);
}

void story_mark(const char *thing, int n, struct text *out)
{
	if (n)
		text_form(out, out->at[out->n - 1] == '[' ? "{\"thing\":\"%s\",\"n\":%d}" : ",{\"thing\":\"%s\",\"n\":%d}", &thing, (int64_t[]){ n });
}

void story_marks(const struct game *g, const struct happening *of, struct text *out)
{
	text_char(out, '[');
	if (g->story && g->story->marks)
		g->story->marks(of, out);
	text_char(out, ']');
}
