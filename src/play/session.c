#define _POSIX_C_SOURCE 200809L
#include "play/session.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "play/names.h"

/* Beginning and end --------------------------------------------------- */

static void forget_proof(struct session *s)
{
	if (s->proof)
		free(s->proof->number);
	free(s->proof);
	s->proof = NULL;
}

static void forget(struct session *s)
{
	forget_proof(s);
	for (int i = 0; i < s->remarks; i++)
		free(s->remark[i].words);
	free(s->remark);
	free(s->ply);
	s->remark = NULL;
	s->ply = NULL;
	s->plies = s->cap = s->remarks = 0;
}

void session_open(struct session *s, const struct setup *u)
{
	*s = (struct session){ .setup = *u };
	setup_start(&s->setup, &s->state);
}

void session_start(struct session *s, const struct setup *u)
{
	session_open(s, u);
	session_settle(s);
}

void session_place(struct session *s, const struct state *at)
{
	struct state fresh = *at;

	forget(s);
	for (int i = s->setup.players; i < fresh.players; i++)
		snprintf(s->setup.name[i], MAX_NAME, "%s", s->setup.game->seats[i]);
	s->setup.players = fresh.players;
	s->setup.rules = fresh.rules;
	memcpy(s->setup.option, fresh.option, MAX_OPTIONS);
	s->state = fresh;
	s->placed = true;
}

void session_close(struct session *s)
{
	forget(s);
}

/* Looking ------------------------------------------------------------- */

int session_to_move(const struct session *s)
{
	return s->setup.game->to_move(&s->setup.box, &s->state);
}

const struct state *session_at(const struct session *s, int ply)
{
	must(ply >= 0 && ply <= s->plies);
	return ply < s->plies ? &s->ply[ply].before : &s->state;
}

int session_last(const struct session *s)
{
	int ply = s->plies - 1;

	while (ply >= 0 && s->ply[ply].drawn)
		ply--;
	return ply;
}

void session_told(const struct session *s, int ply, struct events *out)
{
	must(ply >= 0 && ply < s->plies);
	struct state again = s->ply[ply].before;

	out->n = 0;
	s->setup.game->apply(&s->setup.box, &again, s->ply[ply].move, out);
}

void session_board(const struct session *s, int ply, int seat, int look, FILE *out)
{
	struct state at = *session_at(s, ply);
	char board[MAX_JSON], with_names[MAX_JSON];
	struct text t = text_on(board, sizeof board);

	if (at.eyes == ALL && seat != ALL)
		game_view(s->setup.game, &s->setup.box, session_at(s, ply), seat, &at);
	s->setup.game->draw(&s->setup.box, &at, seat, look, &t);
	must(text_fits(&t));
	struct text named = text_on(with_names, sizeof with_names);
	names_put(&s->setup, board, look, &named);
	must(text_fits(&named));
	fputs(with_names, out);
}

void session_say(const struct session *s, int ply, const struct event *e, int seat, int look, char out[MAX_ERROR])
{
	char words[MAX_TEXT];
	struct text t = text_on(out, MAX_ERROR);

	s->setup.game->say(&s->setup.box, session_at(s, ply + 1), e, seat, words);
	names_put(&s->setup, words, look, &t);
}

/* Others answer in between, which changes nothing of what the plan's own moves are called. */
void session_plan(const struct session *s, const struct plan *p, char words[MAX_PLAN][MAX_TEXT])
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	const int mover = session_to_move(s);
	struct state at = s->state;

	for (int i = 0; i < p->n; i++) {
		struct moves m;
		while (g->to_move(b, &at) != mover) {
			g->legal(b, &at, &m);
			g->apply(b, &at, m.id[0], NULL);
		}
		g->text(b, &at, p->move[i], s->state.eyes, words[i]);
		g->apply(b, &at, p->move[i], NULL);
	}
}

/* Moves --------------------------------------------------------------- */

void session_move(struct session *s, int move)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	bool chance = session_to_move(s) == CHANCE;

	must(game_is_legal(g, b, &s->state, move));
	must(s->plies < (int)g->max_length);
	if (s->plies == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 64;
		s->ply = realloc(s->ply, (size_t)s->cap * sizeof *s->ply);
		must(s->ply != NULL);
	}
	forget_proof(s);
	s->ply[s->plies++] = (struct ply){
		.before = s->state, .move = (uint16_t)move, .source = (int16_t)(chance ? g->source(b, &s->state) : -1),
	};
	g->apply(b, &s->state, move, NULL);
}

/* The k-th draw of a source is the same whatever was drawn from the others, and after an undo it is the same again. */
int session_draw(const struct session *s)
{
	const struct game *g = s->setup.game;
	int source = g->source(&s->setup.box, &s->state);
	uint32_t k = 0;

	for (int i = 0; i < s->plies; i++)
		k += s->ply[i].source == source;
	return game_draw(g, &s->setup.box, &s->state, s->setup.seed, source, k);
}

void session_settle(struct session *s)
{
	while (!s->setup.manual && session_to_move(s) == CHANCE) {
		session_move(s, session_draw(s));
		s->ply[s->plies - 1].drawn = true;
	}
}

/* The mover in front of a move, as in records: its length, 0 if there is none. */
static size_t mover_in(const char *typed, int *mover)
{
	size_t n = strspn(typed, "0123456789");

	if (n > 0 && n < 4 && typed[n] == ' ') {
		*mover = atoi(typed);
		return n + 1;
	}
	*mover = CHANCE;
	return typed[0] == '-' && typed[1] == ' ' ? 2 : 0;
}

static void mover_text(int mover, char out[MAX_NAME])
{
	if (mover >= 0)
		snprintf(out, MAX_NAME, "seat %d", mover);
	else
		snprintf(out, MAX_NAME, "chance");
}

/* The rule by which turns are taken: the one that the game's event `turn` cites, or, without one, its first event. A game from the
 * start tells it soon. */
uint16_t session_turn_rule(const struct game *g, const struct box *b, int players, const uint8_t option[MAX_OPTIONS])
{
	struct state s;
	struct moves m;
	int turn = 0;

	while (g->events[turn] && strcmp(g->events[turn], "turn") != 0)
		turn++;
	game_start(g, b, players, option, &s);
	for (;;) {
		struct events told = { .n = 0 };
		g->legal(b, &s, &m);
		must(m.n > 0);
		g->apply(b, &s, m.id[0], &told);
		for (int i = 0; i < told.n; i++)
			if (told.of[i].what == turn || !g->events[turn])
				return told.of[i].rule;
	}
}

/* What that move is refused for, whoever makes it; else that it is not their turn. */
static bool out_of_turn(const struct session *s, int by, int move, char out[MAX_ERROR])
{
	char expected[MAX_NAME], named[MAX_NAME], reason[MAX_TEXT], rule[8];
	int why = move >= 0 ? s->setup.game->why(&s->setup.box, &s->state, move, reason) : 0;

	mover_text(session_to_move(s), expected);
	mover_text(by, named);
	const struct setup *u = &s->setup;
	game_rule_name(why ? (uint16_t)why : session_turn_rule(u->game, &u->box, u->players, u->option), rule);
	if (why)
		return error_say(out, "%s %s (it is the turn of %s, not of %s)", rule, reason, expected, named);
	return error_say(out, "%s it is the turn of %s, not of %s", rule, expected, named);
}

static bool no_such_move(const struct session *s, const char *typed, char out[MAX_ERROR])
{
	struct moves m;
	char words[MAX_TEXT], shown[MAX_SHOWN], all[MAX_ERROR] = "", rule[8];
	struct text t = text_on(all, sizeof all);
	int why = game_why_no_move(s->setup.game, &s->setup.box, &s->state, typed, words);

	if (why) {
		game_rule_name((uint16_t)why, rule);
		return error_say(out, "%s %s", rule, words);
	}
	s->setup.game->legal(&s->setup.box, &s->state, &m);
	for (int i = 0; i < m.n; i++) {
		s->setup.game->text(&s->setup.box, &s->state, m.id[i], s->state.eyes, words);
		text_put(&t, i > 0 ? ", " : "");
		text_put(&t, words);
	}
	return error_say(out, "there is no move '%s'; legal now: %s", error_quote(shown, typed, strlen(typed)), all);
}

bool session_find(const struct session *s, const char *typed, int *move, char out[MAX_ERROR])
{
	char wanted[MAX_TEXT];
	int mover = session_to_move(s), by;

	typed += strspn(typed, " \t");
	size_t head = mover_in(typed, &by), n = strlen(typed);
	while (n > head && isspace((unsigned char)typed[n - 1]))
		n--;
	snprintf(wanted, sizeof wanted, "%.*s", (int)(n - head < MAX_TEXT ? n - head : MAX_TEXT), typed + head);
	*move = game_parse(s->setup.game, &s->setup.box, &s->state, wanted, s->state.eyes);
	if (head > 0 && by != mover && mover != OVER)
		return out_of_turn(s, by, *move, out);
	if (*move < 0 && mover == OVER)
		*move = 0;                      /* whatever it is called: every move is refused for the same reason now */
	return *move >= 0 ? true : no_such_move(s, wanted, out);
}

bool session_allows(const struct session *s, const char *typed, int *move, char out[MAX_ERROR])
{
	char reason[MAX_TEXT], rule[8];

	if (!session_find(s, typed, move, out))
		return false;
	int why = s->setup.game->why(&s->setup.box, &s->state, *move, reason);
	if (why == 0)
		return true;
	game_rule_name((uint16_t)why, rule);
	return error_say(out, "%s %s", rule, reason);
}

bool session_judge(const struct session *s, const char *typed, int *move, char out[MAX_ERROR])
{
	if (s->state.eyes != ALL)
		return error_say(out, "this is a view and not the whole game: `guess SEED` completes it");
	return session_allows(s, typed, move, out);
}

bool session_play(struct session *s, const char *typed, char out[MAX_ERROR])
{
	int move;

	if (!session_judge(s, typed, &move, out))
		return false;
	session_move(s, move);
	session_settle(s);
	return true;
}

/* Comments of what is taken back go with it; those above the next move stay. */
static void forget_remarks(struct session *s)
{
	int kept = 0;

	for (int i = 0; i < s->remarks; i++) {
		struct remark *r = &s->remark[i];
		if (r->place > PLACE_PLY(s->plies) || (r->beside && r->place >= PLACE_TURN(s->plies))) {
			free(r->words);
			continue;
		}
		if (r->place == PLACE_TURN(s->plies))
			r->place = PLACE_PLY(s->plies);         /* there is no such line now: it stands at the end */
		s->remark[kept++] = *r;
	}
	s->remarks = kept;
}

bool session_undo(struct session *s, char out[MAX_ERROR])
{
	int ply = session_last(s);

	if (ply < 0)
		return error_say(out, "there is no move to take back");
	forget_proof(s);
	s->state = s->ply[ply].before;
	s->plies = ply;
	forget_remarks(s);
	return true;
}

bool session_remark(struct session *s, int place, bool beside, const char *words, size_t n, char out[MAX_ERROR])
{
	int at = s->remarks;

	for (; n > 0 && isspace((unsigned char)words[0]); n--)
		words++;
	while (n > 0 && isspace((unsigned char)words[n - 1]))
		n--;
	if (n > MAX_REMARK)
		return error_say(out, "a comment has %zu bytes: at most %d are kept", n, MAX_REMARK);
	if (s->remarks == MAX_REMARKS)
		return error_say(out, "there are too many comments: at most %d are kept", MAX_REMARKS);
	while (at > 0 && s->remark[at - 1].place > place)
		at--;
	for (int i = at; beside && i > 0 && s->remark[i - 1].place == place; i--)
		if (s->remark[i - 1].beside)
			return error_say(out, "there is a comment beside it already");

	s->remark = realloc(s->remark, (size_t)(s->remarks + 1) * sizeof *s->remark);
	must(s->remark != NULL);
	memmove(s->remark + at + 1, s->remark + at, (size_t)(s->remarks++ - at) * sizeof *s->remark);
	s->remark[at] = (struct remark){ .place = place, .beside = beside, .words = strndup(words, n) };
	must(s->remark[at].words != NULL);
	return true;
}

/* Chance that a server drew ---------------------------------------------- */

void session_prove(struct session *s, const struct proof *p)
{
	forget_proof(s);
	s->proof = malloc(sizeof *s->proof);
	must(s->proof != NULL);
	*s->proof = *p;
}
