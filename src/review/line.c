#include "review/line.h"

#include <string.h>

#include "bots/knowledge.h"
#include "core/hint.h"

/* A turn ends where the next begins. */
static bool begins_turn(const struct game *g, const struct event *e)
{
	return strcmp(g->events[e->what], "turn") == 0 || strcmp(g->events[e->what], "round") == 0;
}

/* False: these events are of the next turn. */
static bool add_events(const struct game *g, const struct events *told, struct review_line *out)
{
	for (int i = 0; i < told->n; i++) {
		if (begins_turn(g, &told->of[i]))
			return false;
		if (out->events < STORY_EVENTS)
			out->event[out->events++] = told->of[i];
	}
	return true;
}

/* What the turn has told before that ply: from the event that it began with, which the last ply of the turn before tells. */
static void begin(const struct session *s, int ply, struct review_line *out)
{
	const struct game *g = s->setup.game;
	const int turn = g->turn(session_at(s, ply));
	struct events told;
	int first = ply;

	memset(out, 0, sizeof *out);
	while (first > 0 && g->turn(session_at(s, first)) == turn)
		first--;
	for (int p = first; p < ply; p++) {
		session_told(s, p, &told);
		for (int i = 0; i < told.n; i++) {
			if (begins_turn(g, &told.of[i]))
				out->events = 0;
			if (out->events < STORY_EVENTS)
				out->event[out->events++] = told.of[i];
		}
	}
	out->first = out->events;
}

static void add_move(const struct state *s, int move, struct review_line *out)
{
	if (out->moves < REVIEW_LINE) {
		out->at[out->moves] = *s;
		out->move[out->moves++] = (uint16_t)move;
	}
}

void review_line_played(const struct session *s, int ply, struct review_line *out)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	const int mover = g->to_move(b, session_at(s, ply)), turn = g->turn(session_at(s, ply));
	struct events told;
	bool goes_on = true;

	begin(s, ply, out);
	for (int p = ply; goes_on && p < s->plies && g->turn(session_at(s, p)) == turn; p++) {
		if (g->to_move(b, session_at(s, p)) == mover)
			add_move(session_at(s, p), s->ply[p].move, out);
		session_told(s, p, &told);
		goes_on = add_events(g, &told, out);
	}
}

/* What is done without being told: chance by its odds, seats as the best policy would. */
static int policy_move(const struct game *g, const struct box *b, const struct state *s, struct rng *r)
{
	const struct simple *policy = bot_knowledge_of(g)->adept;
	struct moves may;

	if (g->to_move(b, s) == CHANCE)
		return game_chance(g, b, s, r);
	g->legal(b, s, &may);
	return policy ? simple_choose(policy, g, b, s) : may.id[rng_below(r, (uint32_t)may.n)];
}

void review_line_instead(const struct session *s, int ply, const uint16_t instead[], int n, struct review_line *out)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	struct state at = *session_at(s, ply);
	const int mover = g->to_move(b, &at), turn = g->turn(&at);
	struct rng r = rng_seed((uint64_t)ply);
	struct events told;
	int given = 0;

	begin(s, ply, out);
	for (bool goes_on = true; goes_on; ) {
		const bool own = g->to_move(b, &at) == mover;
		const int move = own && given < n ? instead[given++] : policy_move(g, b, &at, &r);
		if (own)
			add_move(&at, move, out);
		told.n = 0;
		g->apply(b, &at, move, &told);
		goes_on = add_events(g, &told, out) && g->turn(&at) == turn && g->to_move(b, &at) != OVER;
	}
}

void review_line_drawn(const struct session *s, int ply, struct review_line *out)
{
	struct events told;

	memset(out, 0, sizeof *out);
	session_told(s, ply, &told);
	add_events(s->setup.game, &told, out);
}

/* What is not worth a story is told by its last event. */
void review_line_tell(const struct session *s, const struct review_line *l, char out[MAX_STORY])
{
	const struct happening of = { .b = &s->setup.box, .s = &s->state, .e = l->event, .n = l->events };
	struct text t = text_on(out, MAX_STORY);

	out[0] = '\0';
	if (l->events > 0)
		story_turn(s->setup.game, &of, &t);
	must(text_fits(&t));
	if (l->events > 0 && t.n == 0)
		s->setup.game->say(of.b, of.s, &l->event[l->events - 1], ALL, out);
}

static void list_moves(const struct session *s, const struct review_line *l, struct text *out)
{
	char move[MAX_TEXT];

	for (int i = 0; i < l->moves && out->n < MAX_STORY - MAX_TEXT; i++) {
		s->setup.game->text(&s->setup.box, &l->at[i], l->move[i], ALL, move);
		text_form(out, i > 0 ? ", %s" : "%s", (const char *[]){ move }, NULL);
	}
}

void review_line_advise(const struct session *s, const struct review_line *l, char out[MAX_STORY])
{
	static _Thread_local struct hint_line best;
	static const struct hint_line none = { .n = 0 };
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	struct text t = text_on(out, MAX_STORY);

	out[0] = '\0';
	if (l->moves == 0)
		return;
	if (g->hint)
		hint_follow(g, b, &l->at[0], l->move, l->moves, &best);
	if (g->hint && best.n > 0)
		hint_act(g, &(struct hint_of){ b, &l->at[0], g->to_move(b, &l->at[0]), &best, &none }, &t);
	else
		list_moves(s, l, &t);
	must(text_fits(&t));
}
