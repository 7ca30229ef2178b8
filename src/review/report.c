#include "review/report.h"

#include <math.h>

#include "play/names.h"
#include "review/line.h"

/* The seat that a moment changed most for. */
static int most_changed(const struct review *r, const double by[])
{
	int seat = 0;

	for (int i = 1; i < r->s->setup.players; i++)
		if (fabs(by[i]) > fabs(by[seat]))
			seat = i;
	return seat;
}

/* A turn in words, with the names of the players. */
static void put_story(const struct review *r, const struct review_line *line, struct text *out)
{
	char words[MAX_STORY];

	review_line_tell(r->s, line, words);
	names_put(&r->s->setup, words, 0, out);
}

void review_tell(const struct review *r, int ply, char *out, size_t cap)
{
	static struct review_line line;
	const struct review_moment *m = &r->moment[ply];
	struct text t = text_on(out, (int)cap);
	char more[MAX_ERROR], words[MAX_STORY];

	text_form(&t, "turn %d: ", NULL, (int64_t[]){ r->s->setup.game->turn(session_at(r->s, ply)) });
	if (m->kind == REVIEW_DRAW) {
		const int seat = most_changed(r, m->luck);
		review_line_drawn(r->s, ply, &line);
		put_story(r, &line, &t);
		snprintf(more, sizeof more, " %s: %.0f in 100 before it, %.0f after", r->s->setup.game->seats[seat], 100 * m->before[seat], 100 * m->after[seat]);
		names_put(&r->s->setup, more, 0, &t);
		return;
	}
	const struct review_option *mine = m->option;
	while (mine < m->option + m->options && !mine->played)
		mine++;
	review_line_played(r->s, ply, &line);
	put_story(r, &line, &t);
	snprintf(more, sizeof more, " That left %s %.0f in 100; %.0f could be kept: ", r->s->setup.game->seats[m->mover], 100 * mine->promise[m->mover], 100 * m->option[0].promise[m->mover]);
	names_put(&r->s->setup, more, 0, &t);
	review_line_instead(r->s, ply, &m->option[0].move, 1, &line);
	review_line_advise(r->s, &line, words);
	names_put(&r->s->setup, words, 0, &t);
}
