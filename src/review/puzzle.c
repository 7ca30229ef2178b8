#include "review/puzzle.h"

#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/knowledge.h"
#include "play/follow.h"
#include "review/judge.h"

/* Whether it is worth a look at all, at a glance, then as closely as a puzzle is looked at, then with sixteen times as much of what is drawn, LONG_LOOKS times. */
static const struct review_level
	peek = { "peek", .guesses = 1, .ways = 1, .playouts = 1, .options = 3, .outcomes = 8 },
	glance = { "glance", .guesses = 2, .ways = 4, .playouts = 2, .options = 6, .outcomes = 8 },
	look = { "look", .guesses = 4, .ways = 16, .playouts = 6, .options = REVIEW_OPTIONS, .outcomes = 8, .salt = 1 },
	long_look = { "long look", .guesses = 16, .ways = 32, .playouts = 24, .options = REVIEW_OPTIONS, .outcomes = 8, .salt = 2 };

enum { CHOICES = 48, LONG_LOOKS = 3 };

static bool same_choice(const struct puzzle_choice *a, const struct puzzle_choice *b)
{
	return a->n == b->n && memcmp(a->move, b->move, (size_t)a->n * sizeof a->move[0]) == 0;
}

static bool is_clear(const struct puzzle_choice choice[], int n)
{
	return n > 1 && 100 * (choice[0].promise - choice[1].promise) >= PUZZLE_GAP;
}

/* Whether the seat has not decided anything in this turn yet. */
static bool begins_turn(const struct session *s, int ply)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	const int turn = g->turn(session_at(s, ply)), mover = g->to_move(b, session_at(s, ply));
	struct moves may;

	for (int p = ply - 1; p >= 0 && g->turn(session_at(s, p)) == turn; p--) {
		g->legal(b, session_at(s, p), &may);
		if (g->to_move(b, session_at(s, p)) == mover && may.n > 1)
			return false;
	}
	return true;
}

static struct puzzle_choice choice_of(const struct plan *p)
{
	struct puzzle_choice c = { .n = p->n };

	for (int i = 0; i < p->n; i++)
		c.move[i] = p->move[i];
	return c;
}

/* The state after a whole turn, the others' answers in between by the best policy. */
static void play_turn(const struct session *s, const struct puzzle_choice *c, struct state *at)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	const int mover = g->to_move(b, at);

	for (int i = 0; i < c->n; ) {
		const int now = g->to_move(b, at);
		if (now < 0)
			break;
		g->apply(b, at, now == mover ? c->move[i++] : simple_choose(bot_knowledge_of(g)->adept, g, b, at), NULL);
	}
}

static void sort_choices(struct puzzle_choice choice[], int n)
{
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && choice[k].promise > choice[k - 1].promise; k--) {
			const struct puzzle_choice swap = choice[k];
			choice[k] = choice[k - 1];
			choice[k - 1] = swap;
		}
}

/* Whole turns: those that look best to the policy, each judged by what comes out of it. */
static int weigh_turns(const struct session *s, const struct review_level *level, int ply, struct puzzle_choice out[CHOICES])
{
	static _Thread_local struct plan plan[CHOICES];
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	const struct judge j = judge_of(g, b, 1, level->playouts * level->guesses, 0);
	const struct state *at = session_at(s, ply);
	const int n = simple_plans(bot_knowledge_of(g)->adept, g, b, at, plan, CHOICES), mover = g->to_move(b, at);
	double chance[MAX_PLAYERS];

	for (int i = 0; i < n; i++) {
		struct state then = *at;
		out[i] = choice_of(&plan[i]);
		play_turn(s, &out[i], &then);
		judge_chances(&j, &then, g->turn(at), rng_mix((uint64_t)ply + (level->salt << 32)), chance);
		out[i].promise = chance[mover];
	}
	sort_choices(out, n);
	return n;
}

static int weigh_moves(const struct session *s, const struct review_level *level, int ply, struct puzzle_choice out[CHOICES])
{
	struct review_moment m;

	review_moment(s, level, ply, &m);
	for (int i = 0; i < m.options; i++)
		out[i] = (struct puzzle_choice){ .n = 1, .move = { m.option[i].move }, .promise = m.option[i].promise[m.mover] };
	return m.kind == REVIEW_DECISION ? m.options : 0;
}

/* What can be done there, the best first. 0: it is not asked there. */
static int weigh(const struct session *s, const struct review_level *level, int ply, struct puzzle_choice out[CHOICES])
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	struct moves may;

	if (s->setup.players < 2 || g->turn(session_at(s, ply)) < 1 || g->to_move(b, session_at(s, ply)) < 0)
		return 0;
	g->legal(b, session_at(s, ply), &may);
	if (may.n < 2 || (g->plans && !begins_turn(s, ply)))
		return 0;
	return g->plans ? weigh_turns(s, level, ply, out) : weigh_moves(s, level, ply, out);
}

static struct puzzle_choice simple_choice(const struct session *s, int ply)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	const struct simple *simple = bot_knowledge_of(g)->simple;
	struct state view;
	struct plan plan;

	game_view(g, b, session_at(s, ply), g->to_move(b, session_at(s, ply)), &view);
	if (g->plans && simple_plans(simple, g, b, &view, &plan, 1) > 0)
		return choice_of(&plan);
	return (struct puzzle_choice){ .n = 1, .move = { (uint16_t)simple_choose(simple, g, b, &view) } };
}

/* Themes ------------------------------------------------------------------------------ */

/* What a turn is about: the first of these events that the mover's best turn has and the next best has not; with a `+` only if its number is more than 0. */
static const struct { const char *game, *event, *theme; } themes[] = {
	{ "queen", "landed", "the landing" }, { "queen", "pushed", "push" }, { "queen", "boarded", "the dock" }, { "queen", "turned+", "coal" },
	{ "queen", "speed", "the right speed" }, { "queen", "turned", "which way to face" }, { "queen", "ahead", "the channel" },
	{ "broadhorns", "sailed", "the last slot of the ship" }, { "broadhorns", "slot_bonus", "the last slot of the ship" }, { "broadhorns", "filled", "fill the town" },
	{ "broadhorns", "tile", "fill the town" }, { "broadhorns", "claimed", "a delivery in hand" }, { "broadhorns", "fare", "travelers" },
	{ "broadhorns", "resold", "sell the boat" }, { "broadhorns", "iced", "ice" }, { "broadhorns", "chilled", "ice" }, { "broadhorns", "sold", "sell before it spoils" },
	{ "broadhorns", "dumped", "sell before it spoils" }, { "broadhorns", "loaded", "the last slot of the ship" }, { "broadhorns", "boat", "the right boat" },
	{ "broadhorns", "boarded", "travelers" }, { "broadhorns", "bought", "the market" }, { "broadhorns", "blind", "the market" }, { "broadhorns", "peddled", "the market" },
	{ "broadhorns", "port", "which port" }, { "broadhorns", "current", "which port" }, { "broadhorns", "moved", "which port" }, { "broadhorns", "drew", "cards" },
	{ "rails", "sailed", "the last slot of the ship" }, { "rails", "export", "the last slot of the ship" }, { "rails", "achieved", "an achievement" },
	{ "rails", "claimed", "an achievement" }, { "rails", "card", "a train card that pays" }, { "rails", "delivered", "longest route" }, { "rails", "slot_bonus", "the last slot of the ship" },
	{ "rails", "loaded", "the last slot of the ship" }, { "rails", "star", "first on the star" }, { "rails", "unlocked", "a better company" }, { "rails", "bought", "the train market" },
	{ "rails", "borrowed", "borrow in time" }, { "rails", "repaid", "pay it back" }, { "rails", "built", "the last space" }, { "rails", "started", "where to begin" },
};
enum { THEMES = sizeof themes / sizeof themes[0] };

/* Events of one kind are the same if they are about the same thing and bring as much. */
static bool has_event(const struct review_line *l, const struct event *e)
{
	for (int i = 0; i < l->events; i++)
		if (l->event[i].what == e->what && l->event[i].seat == e->seat && l->event[i].thing == e->thing && l->event[i].place == e->place && l->event[i].n == e->n)
			return true;
	return false;
}

static bool is_of_theme(const struct game *g, const struct event *e, int theme)
{
	const char *name = themes[theme].event;
	const size_t n = strcspn(name, "+");

	return strcmp(themes[theme].game, g->name) == 0 && strncmp(g->events[e->what], name, n) == 0 && !g->events[e->what][n] && (!name[n] || e->n > 0);
}

static const char *theme_of(const struct session *s, const struct puzzle *p)
{
	const struct game *g = s->setup.game;

	for (int t = 0; t < THEMES; t++)
		for (int i = 0; i < p->best.line.events; i++) {
			const struct event *e = &p->best.line.event[i];
			if ((e->seat == p->seat || strcmp(themes[t].event, "pushed") == 0) && is_of_theme(g, e, t) && !has_event(&p->next.line, e))
				return themes[t].theme;
		}
	return "timing";
}

/* Reasons ------------------------------------------------------------------------------ */

static int rank_of(const struct game *g, const struct event *e)
{
	for (int t = 0; t < THEMES; t++)
		if (is_of_theme(g, e, t))
			return THEMES - t;
	return 0;
}

/* The events that only the best turn has, those that matter most, in the order in which they happen. */
static void find_reasons(const struct session *s, struct puzzle *p)
{
	const struct game *g = s->setup.game;
	int chosen[PUZZLE_REASONS];

	p->reasons = 0;
	for (int i = 0; i < p->best.line.events; i++) {
		const struct event *e = &p->best.line.event[i];
		if (rank_of(g, e) == 0 || has_event(&p->next.line, e))
			continue;
		if (p->reasons == PUZZLE_REASONS) {
			int least = 0;
			for (int k = 1; k < PUZZLE_REASONS; k++)
				if (rank_of(g, &p->best.line.event[chosen[k]]) < rank_of(g, &p->best.line.event[chosen[least]]))
					least = k;
			if (rank_of(g, e) <= rank_of(g, &p->best.line.event[chosen[least]]))
				continue;
			memmove(&chosen[least], &chosen[least + 1], (size_t)(PUZZLE_REASONS - 1 - least) * sizeof chosen[0]);
			p->reasons--;
		}
		chosen[p->reasons++] = i;
	}
	for (int k = 0; k < p->reasons; k++)
		g->say(&s->setup.box, session_at(s, p->ply), &p->best.line.event[chosen[k]], ALL, p->reason[k]);
}

/* Bots ------------------------------------------------------------------------------------ */

/* Of a whole turn all moves count. */
static bool finds(const struct session *s, int ply, const struct puzzle_choice *best, const char *bot, uint64_t seed)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	struct rng r = rng_seed(seed);
	struct mind *mind = bot_open(bot, g, b);
	struct thought *thought = calloc(1, sizeof *thought);
	struct state view;

	must(mind != NULL && thought != NULL);
	game_view(g, b, session_at(s, ply), g->to_move(b, session_at(s, ply)), &view);
	const int move = bot_pick(mind, &view, (struct budget){ 0 }, &r, thought);
	bool same = move == best->move[0] && (best->n == 1 || thought->lines > 0);
	for (int i = 1; i < best->n && same; i++)
		same = i < thought->line[0].n && thought->line[0].move[i] == best->move[i];
	bot_close(mind);
	free(thought);
	return same;
}

/* The fewer bots find it, the more it counts. */
static int rating_of(const struct session *s, const struct puzzle *p)
{
	static const char *const bots[] = { "easy", "easy", "medium", "medium", "search:120" };
	enum { BOTS = sizeof bots / sizeof bots[0], MOST = 1800, EACH = 120 };
	int found = 0;

	for (int i = 0; i < BOTS; i++)
		found += finds(s, p->ply, &p->best.choice, bots[i], (uint64_t)i);
	return MOST - EACH * found;
}

/* The whole --------------------------------------------------------------------------------- */

static double promise_of(const struct puzzle_choice choice[], int n, const struct puzzle_choice *of)
{
	for (int i = 0; i < n; i++)
		if (same_choice(&choice[i], of))
			return choice[i].promise;
	return choice[n - 1].promise;           /* not even compared */
}

static void set_way(const struct session *s, int ply, const struct puzzle_choice *c, struct puzzle_way *out)
{
	out->choice = *c;
	review_line_instead(s, ply, c->move, c->n, &out->line);
}

bool puzzle_at(const struct session *s, int ply, struct puzzle *out)
{
	static const double least = 0.2;        /* what the best must promise: a lost game is no puzzle */
	static const double some = 0.05;        /* a gap that is worth a closer look */
	static _Thread_local struct puzzle_choice choice[CHOICES];
	int n = weigh(s, &peek, ply, choice);

	if (n < 2 || choice[0].promise - choice[1].promise < some || choice[0].promise < least / 2)
		return false;
	struct puzzle_choice simple = simple_choice(s, ply);
	if (same_choice(&simple, &choice[0]))
		return false;
	n = weigh(s, &glance, ply, choice);
	if (!is_clear(choice, n) || choice[0].promise < least || same_choice(&simple, &choice[0]))
		return false;
	const struct puzzle_choice best = choice[0];
	n = weigh(s, &look, ply, choice);
	if (!is_clear(choice, n) || !same_choice(&choice[0], &best) || !finds(s, ply, &best, "search:400", 1))
		return false;
	for (uint64_t salt = long_look.salt; salt < long_look.salt + LONG_LOOKS; salt++) {
		struct review_level again = long_look;
		again.salt = salt;
		n = weigh(s, &again, ply, choice);
		if (!is_clear(choice, n) || !same_choice(&choice[0], &best))
			return false;
	}
	simple.promise = promise_of(choice, n, &simple);
	out->ply = ply;
	out->seat = s->setup.game->to_move(&s->setup.box, session_at(s, ply));
	set_way(s, ply, &choice[0], &out->best);
	set_way(s, ply, &choice[1], &out->next);
	set_way(s, ply, &simple, &out->simple);
	out->theme = theme_of(s, out);
	find_reasons(s, out);
	out->rating = rating_of(s, out);
	return out->reasons > 0;
}

bool puzzle_holds(const struct session *s, int ply, int move, uint64_t salt, char why[MAX_ERROR])
{
	static _Thread_local struct puzzle_choice choice[CHOICES];
	struct review_level level = long_look;

	level.salt = salt;
	const int n = weigh(s, &level, ply, choice);
	if (n == 0 || choice[0].move[0] != move)
		return error_say(why, "something else is best");
	if (!is_clear(choice, n))
		return error_say(why, "it is better by %.0f hundredths only", 100 * (choice[0].promise - choice[1].promise));
	const struct puzzle_choice simple = simple_choice(s, ply);
	return same_choice(&simple, &choice[0]) ? error_say(why, "`simple` finds it") : true;
}

/* As JSON ------------------------------------------------------------------------------------- */

static void put_way(const struct session *s, const char *name, const struct puzzle_way *w, struct text *out)
{
	char words[MAX_STORY];

	text_form(out, ",\"%s\":{\"chance\":%d,\"line\":[", (const char *[]){ name }, (int64_t[]){ (int64_t)(1000 * w->choice.promise + 0.5) });
	for (int i = 0; i < w->line.moves; i++) {
		s->setup.game->text(&s->setup.box, &w->line.at[i], w->line.move[i], ALL, words);
		text_put(out, i > 0 ? "," : "");
		json_text(out, words);
	}
	review_line_tell(s, &w->line, words);
	text_put(out, "],\"story\":");
	json_text(out, words);
	text_char(out, '}');
}

void puzzle_json(const struct session *s, const struct puzzle *p, struct text *out)
{
	const struct game *g = s->setup.game;
	char value[MAX_TEXT];

	text_form(out, "{\"setup\":\"players=%d seed=%d", NULL, (int64_t[]){ s->setup.players, (int64_t)s->setup.seed });
	for (int i = 0; g->options[i].name; i++) {
		game_option_text(g, s->setup.option, i, value);
		if (option_is_in(&g->options[i], s->setup.rules))
			text_form(out, " %s=%s", (const char *[]){ g->options[i].name, value }, NULL);
	}
	text_form(out, " rules=%d\",\"code\":\"", NULL, (int64_t[]){ s->setup.rules });
	follow_write(s, p->ply, out);
	text_form(out, "\",\"ply\":%d,\"turn\":%d,\"seat\":%d,\"rating\":%d,\"theme\":\"%s\"", (const char *[]){ p->theme },
		(int64_t[]){ p->ply, g->turn(session_at(s, p->ply)), p->seat, p->rating });
	put_way(s, "best", &p->best, out);
	put_way(s, "next", &p->next, out);
	put_way(s, "simple", &p->simple, out);
	text_put(out, ",\"reasons\":[");
	for (int i = 0; i < p->reasons; i++) {
		text_put(out, i > 0 ? "," : "");
		json_text(out, p->reason[i]);
	}
	text_put(out, "]}");
}
