#include <stdio.h>

#include "review/line.h"
#include "review/review.h"

static void put_number(struct text *out, double x)
{
	char digits[32];

	snprintf(digits, sizeof digits, "%.9f", x);
	text_put(out, digits);
}

static void put_numbers(struct text *out, const char *name, const double x[], int n)
{
	text_form(out, ",\"%s\":[", (const char *[]){ name }, NULL);
	for (int i = 0; i < n; i++) {
		text_put(out, i > 0 ? "," : "");
		put_number(out, x[i]);
	}
	text_char(out, ']');
}

static void put_move(const struct session *s, const struct state *at, int move, struct text *out)
{
	char words[MAX_TEXT];

	s->setup.game->text(&s->setup.box, at, move, ALL, words);
	json_text(out, words);
}

/* What its moves tell, for a board to point at. */
static void put_events(const struct session *s, const struct review_line *l, struct text *out)
{
	enum { ENOUGH = 24 };

	text_put(out, ",\"events\":[");
	for (int i = l->first; i < l->events && i < l->first + ENOUGH; i++) {
		const struct event *e = &l->event[i];
		text_form(out, i > l->first ? ",{\"what\":\"%s\"," : "{\"what\":\"%s\",", (const char *[]){ s->setup.game->events[e->what] }, NULL);
		text_form(out, e->seat == NOBODY ? "\"seat\":null" : "\"seat\":%d", NULL, (int64_t[]){ e->seat });
		text_form(out, ",\"thing\":%d,\"place\":%d,\"n\":%d}", NULL, (int64_t[]){ e->thing, e->place, e->n });
	}
	text_char(out, ']');
}

static void put_advice(const struct session *s, const struct review_line *l, struct text *out)
{
	char words[MAX_STORY];

	review_line_advise(s, l, words);
	text_put(out, ",\"advice\":");
	json_text(out, words);
}

/* How the turn went on, or would have: its moves, and the turn in words. */
static void put_line(const struct session *s, const struct review_moment *m, const struct review_option *o, struct text *out)
{
	static _Thread_local struct review_line line;
	char words[MAX_STORY];

	if (o->played)
		review_line_played(s, m->ply, &line);
	else
		review_line_instead(s, m->ply, &o->move, 1, &line);
	text_put(out, ",\"line\":[");
	for (int i = 0; i < line.moves; i++) {
		text_put(out, i > 0 ? "," : "");
		put_move(s, &line.at[i], line.move[i], out);
	}
	review_line_tell(s, &line, words);
	text_put(out, "],\"story\":");
	json_text(out, words);
	put_advice(s, &line, out);
	put_events(s, &line, out);
}

/* The best of them and the one that was played are told as whole turns, and the next best in a sentence. */
static void put_options(const struct session *s, const struct review_moment *m, struct text *out)
{
	enum { ADVISED = 3 };
	static _Thread_local struct review_line line;

	text_put(out, ",\"options\":[");
	for (int i = 0; i < m->options; i++) {
		text_put(out, i > 0 ? ",{\"move\":" : "{\"move\":");
		put_move(s, session_at(s, m->ply), m->option[i].move, out);
		text_put(out, m->option[i].played ? ",\"played\":true" : ",\"played\":false");
		put_numbers(out, "promise", m->option[i].promise, s->setup.players);
		if (i == 0 || m->option[i].played)
			put_line(s, m, &m->option[i], out);
		else if (i < ADVISED) {
			review_line_instead(s, m->ply, &m->option[i].move, 1, &line);
			put_advice(s, &line, out);
		}
		text_char(out, '}');
	}
	text_char(out, ']');
}

static void put_draw(const struct session *s, int ply, struct text *out)
{
	static _Thread_local struct review_line line;
	char words[MAX_STORY];

	review_line_drawn(s, ply, &line);
	review_line_tell(s, &line, words);
	text_put(out, ",\"story\":");
	json_text(out, words);
}

static void put_weights(const struct review_moment *m, struct text *out)
{
	const struct { const char *name; double of; } list[] = { { "weight", m->weight }, { "gave", m->gave }, { "slip", m->slip } };

	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
		text_form(out, ",\"%s\":", (const char *[]){ list[i].name }, NULL);
		put_number(out, list[i].of);
	}
}

void review_json_moment(const struct session *s, const struct review_moment *m, struct text *out)
{
	static const char *const kinds[] = { [REVIEW_FORCED] = "forced", [REVIEW_DECISION] = "decision", [REVIEW_DRAW] = "draw" };
	const struct { const char *name; const double *of; } list[] = {
		{ "before", m->before }, { "after", m->after }, { "luck", m->luck }, { "decided", m->decided }, { "hidden", m->hidden }, { "drift", m->drift }, { "regained", m->regained }, { "error", m->error },
	};

	text_form(out, "{\"ply\":%d,\"turn\":%d,\"kind\":\"%s\",\"mover\":", (const char *[]){ kinds[m->kind] }, (int64_t[]){ m->ply, s->setup.game->turn(session_at(s, m->ply)) });
	if (m->mover >= 0)
		text_int(out, m->mover);
	else
		text_put(out, "\"chance\"");
	text_put(out, ",\"move\":");
	put_move(s, session_at(s, m->ply), s->ply[m->ply].move, out);
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
		put_numbers(out, list[i].name, list[i].of, s->setup.players);
	put_options(s, m, out);
	if (m->kind == REVIEW_DECISION)
		put_weights(m, out);
	if (m->kind == REVIEW_DRAW)
		put_draw(s, m->ply, out);
	text_char(out, '}');
}

void review_json_standards(const struct game *g, struct text *out)
{
	const struct review_standards *of = review_standards(g);

	text_form(out, "{\"judge\":\"%s\",\"like\":", (const char *[]){ review_judge }, NULL);
	for (int i = 0; of && i < REVIEW_STANDARDS; i++) {
		text_form(out, i == 0 ? "{\"levels\":[{\"level\":\"%s\",\"waste\":" : ",{\"level\":\"%s\",\"waste\":", (const char *[]){ of->of[i].level }, NULL);
		put_number(out, of->of[i].waste);
		text_put(out, ",\"slip\":");
		put_number(out, of->of[i].slip);
		text_char(out, '}');
	}
	for (int i = 0; of && i < 3; i++) {
		text_put(out, i == 0 ? "],\"spread\":[" : ",");
		put_number(out, of->spread[i]);
	}
	text_put(out, of ? "]}}" : "null}");
}

void review_json_seat(const struct session *s, int seat, const struct review_seat *sum, struct text *out)
{
	const struct { const char *name; double of; } list[] = {
		{ "start", sum->start }, { "luck", sum->luck }, { "own", sum->own }, { "others", sum->others }, { "hidden", sum->hidden }, { "drift", sum->drift }, { "end", sum->end }, { "waste", sum->waste },
		{ "slips", sum->slips },
	};

	char like[REVIEW_LIKE];

	text_form(out, "{\"seat\":%d,\"decisions\":%d,\"name\":", NULL, (int64_t[]){ seat, sum->decisions });
	json_text(out, s->setup.name[seat]);
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
		text_form(out, ",\"%s\":", (const char *[]){ list[i].name }, NULL);
		put_number(out, list[i].of);
	}
	text_put(out, ",\"like\":");
	if (review_like(s->setup.game, sum, like))
		json_text(out, like);
	else
		text_put(out, "null");
	text_char(out, '}');
}
