#include "hint.h"

struct happening hint_told(const struct hint_of *of, const struct hint_line *line)
{
	return (struct happening){ .b = of->b, .s = of->s, .e = line->event, .n = line->events };
}

struct event hint_say(int what, int seat, int thing, int place, int n)
{
	return (struct event){ .what = (uint8_t)what, .seat = (uint8_t)seat, .thing = (uint8_t)thing, .place = (uint8_t)place, .n = (int16_t)n };
}

void hint_add(struct hint_reasons *r, struct event e)
{
	if (r->n < HINT_REASONS)
		r->of[r->n++] = e;
}

static void remember(struct hint_line *line, const struct events *told)
{
	for (int i = 0; i < told->n && line->events < STORY_EVENTS; i++)
		line->event[line->events++] = told->of[i];
}

void hint_follow(const struct game *g, const struct box *b, const struct state *s, const uint16_t move[], int n, struct hint_line *out)
{
	const int seat = g->to_move(b, s), turn = g->turn(s);

	out->n = out->events = 0;
	out->after = *s;
	out->whole = false;
	for (int i = 0; i < n && i < HINT_MOVES; i++) {
		struct events told = { .n = 0 };
		if (out->whole || !game_is_legal(g, b, &out->after, move[i]))
			return;
		out->move[out->n++] = move[i];
		g->apply(b, &out->after, move[i], &told);
		remember(out, &told);
		out->whole = g->to_move(b, &out->after) != seat || g->turn(&out->after) != turn;
	}
}

static void tell(const struct game *g, const struct hint_of *of, const struct event *e, struct text *out)
{
	sentence_tell(g->hint->words, &(struct telling){ .b = of->b, .s = of->s, .e = e }, out);
}

void hint_act(const struct game *g, const struct hint_of *of, struct text *out)
{
	struct event e;

	must(of->best->n > 0);
	g->hint->act(of, &e);
	tell(g, of, &e, out);
}

void hint_why(const struct game *g, const struct hint_of *of, struct text *out)
{
	struct hint_reasons r = { .n = 0 };

	g->hint->reasons(of, &r);
	for (int i = 0; i < r.n; i++) {
		text_put(out, i > 0 ? " " : "");
		tell(g, of, &r.of[i], out);
	}
}
