#define _POSIX_C_SOURCE 200809L
#include "mcp/sitting.h"

#include <string.h>

#include "play/names.h"

static const struct game *game_of(const struct sitting *t)
{
	return t->session.setup.game;
}

static const struct box *box_of(const struct sitting *t)
{
	return &t->session.setup.box;
}

/* Going on ---------------------------------------------------------------- */

static void make(struct sitting *t, int move)
{
	session_move(&t->session, move);
	session_settle(&t->session);
}

/* Bots, and moves of the seat that everybody can see to be the only ones, until there is something to decide. */
static void run_on(struct sitting *t)
{
	struct session *s = &t->session;

	for (int mover, only; (mover = session_to_move(s)) >= 0; ) {
		struct state view;

		if (mover != t->seat) {
			game_view(game_of(t), box_of(t), &s->state, mover, &view);
			make(t, bot_pick(t->mind[mover], &view, (struct budget){ 0 }, &t->own[mover], NULL));
		} else if ((only = game_only(game_of(t), box_of(t), &s->state)) >= 0) {
			make(t, only);
		} else {
			return;
		}
	}
}

void sitting_begin(struct sitting *t, const struct setup *u, int seat, const char *bot)
{
	*t = (struct sitting){ .seat = seat, .bot = bot };
	session_start(&t->session, u);
	for (int i = 0; i < u->players; i++) {
		t->own[i] = rng_seed(rng_mix(u->seed) + (uint64_t)i + 1);
		t->mind[i] = i == seat ? NULL : bot_open(bot, u->game, box_of(t));
		must(i == seat || t->mind[i] != NULL);
	}
	run_on(t);
}

void sitting_close(struct sitting *t)
{
	for (int i = 0; i < MAX_PLAYERS; i++)
		bot_close(t->mind[i]);
	session_close(&t->session);
}

bool sitting_over(const struct sitting *t)
{
	return session_to_move(&t->session) == OVER;
}

/* What the seat sees ---------------------------------------------------- */

struct session sitting_view(const struct sitting *t)
{
	struct session seen = { .setup = t->session.setup };

	seen.setup.seed = 0;
	game_view(game_of(t), box_of(t), &t->session.state, t->seat, &seen.state);
	return seen;
}

bool sitting_judge(const struct sitting *t, const char *typed, int *move, char why[MAX_ERROR])
{
	const struct session seen = sitting_view(t);

	return session_allows(&seen, typed, move, why);
}

bool sitting_play(struct sitting *t, const char *typed, char why[MAX_ERROR])
{
	int move;
	const bool legal = sitting_judge(t, typed, &move, why);

	if (legal) {
		make(t, move);
		run_on(t);
	}
	return legal;
}

/* Where the story begins a new line: docs/game.md keeps these two names. */
static bool begins_line(const struct game *g, const struct event *e)
{
	return strcmp(g->events[e->what], "round") == 0 || strcmp(g->events[e->what], "turn") == 0;
}

void sitting_story(const struct sitting *t, int from, FILE *out)
{
	const char *gap = "";
	struct events told;
	char words[MAX_ERROR];

	for (int ply = from; ply < t->session.plies; ply++) {
		session_told(&t->session, ply, &told);
		for (int i = 0; i < told.n; i++) {
			if (!(told.of[i].to >> t->seat & 1))
				continue;
			session_say(&t->session, ply, &told.of[i], t->seat, 0, words);
			fprintf(out, "%s%s", *gap && begins_line(game_of(t), &told.of[i]) ? "\n" : gap, words);
			gap = " ";
		}
	}
	fputs(*gap ? "\n" : "", out);
}

void sitting_explain(const struct sitting *t, int move, FILE *out)
{
	const struct session seen = sitting_view(t);
	struct state after = seen.state;
	struct events told = { .n = 0 };
	struct rng r = rng_seed(0);
	const char *gap = "";

	game_guess(game_of(t), box_of(t), &after, &r);
	game_of(t)->apply(box_of(t), &after, move, &told);
	for (int i = 0; i < told.n; i++) {
		char words[MAX_TEXT], named[MAX_ERROR], rule[8];
		struct text text = text_on(named, sizeof named);

		if (told.of[i].tells || !(told.of[i].to >> t->seat & 1))
			continue;               /* it may be otherwise: this is a guess */
		game_of(t)->say(box_of(t), &after, &told.of[i], t->seat, words);
		names_put(&seen.setup, words, 0, &text);
		game_rule_name(told.of[i].rule, rule);
		fprintf(out, "%s%s (%s)", gap, named, rule);
		gap = " ";
	}
}

int sitting_hint(const struct sitting *t, double *chance)
{
	const struct session seen = sitting_view(t);
	struct mind *m = bot_open(SITTING_HINT, game_of(t), box_of(t));
	struct rng own = rng_seed((uint64_t)t->session.plies);
	struct thought thought = { .lines = 0 };

	must(m != NULL);
	int move = bot_pick(m, &seen.state, (struct budget){ 0 }, &own, &thought);
	bot_close(m);
	*chance = thought.lines > 0 ? (double)thought.expected[t->seat] : -1;
	return move;
}

/* The end --------------------------------------------------------------- */

static void put_lines(const struct line line[], int n, FILE *out)
{
	for (int i = 0; i < n; i++) {
		char rule[8];

		game_rule_name(line[i].rule, rule);
		fprintf(out, "  %d %s (%s)\n", line[i].n, line[i].words, rule);
	}
}

void sitting_result(const struct sitting *t, FILE *out)
{
	const struct session *s = &t->session;
	const struct game *g = game_of(t);
	struct line line[MAX_LINES];
	int place[MAX_PLAYERS], score[MAX_PLAYERS];

	g->place(box_of(t), &s->state, place);
	g->score(box_of(t), &s->state, score);
	fprintf(out, "The game is over: %s.\n", g->endings[g->ending(box_of(t), &s->state)]);
	for (int seat = 0; seat < s->setup.players; seat++) {
		fprintf(out, "%s%s: place %d with %d (%s)\n", s->setup.name[seat], seat == t->seat ? " (you)" : "", place[seat], score[seat],
			g->fates[g->fate(box_of(t), &s->state, seat)]);
		put_lines(line, g->tally(box_of(t), &s->state, seat, line), out);
	}
	int n = s->setup.players == 1 && g->rival ? g->rival(box_of(t), &s->state, line) : 0;
	fputs(n > 0 ? "The rival:\n" : "", out);
	put_lines(line, n, out);
}
