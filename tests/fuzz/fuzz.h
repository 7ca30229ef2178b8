/* What the fuzz targets share: bytes that are used up one by one, and what must hold of whatever a reader has accepted. A target is one
 * file, so these are functions of a header. A broken promise ends in abort(), which libFuzzer reports together with the input. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "core/codec.h"
#include "base/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HOLDS(what, ...) ((what) ? (void)0 : (fprintf(stderr, "%s:%d: ", __FILE__, __LINE__), fprintf(stderr, __VA_ARGS__), \
	fputc('\n', stderr), abort()))

/* Input --------------------------------------------------------------------- */

struct bytes { const uint8_t *at; size_t n; };

static inline int fuzz_byte(struct bytes *in)          /* 0 when they are used up */
{
	if (in->n == 0)
		return 0;
	in->n--;
	return *in->at++;
}

static inline int games_here(void)
{
	int n = 0;

	while (game_list[n])
		n++;
	return n;
}

/* Any number of players with any options; numbers are mostly small, where the edges are and games are short. */
static inline void fuzz_setup(const struct game *g, struct rng *r, int *players, uint8_t option[MAX_OPTIONS])
{
	game_presets(g, option);
	*players = g->min_players + (int)rng_below(r, (uint32_t)(g->max_players - g->min_players) + 1);
	for (int i = 0; g->options[i].name; i++) {
		const struct option *o = &g->options[i];
		uint32_t values = o->values ? 0 : (uint32_t)(o->max - o->min) + 1;
		while (o->values && o->values[values])
			values++;
		option[i] = (uint8_t)((o->values ? 0 : o->min) + (rng_below(r, values) >> (o->values ? 0 : rng_below(r, 8))));
	}
}

/* States ---------------------------------------------------------------------- */

/* Out and in again is the same, as bytes and as JSON. */
static inline void fuzz_returns(const struct game *g, const struct box *b, const struct state *s)
{
	static char json[MAX_JSON], again[MAX_JSON];
	struct text t = text_on(json, sizeof json), u = text_on(again, sizeof again);
	uint8_t code[MAX_CODE];
	struct state back;
	struct json j;
	char why[MAX_ERROR] = "";
	int n = codec_encode(g, s, code);

	HOLDS(codec_decode(g, b, &back, code, n, why), "its own bytes are refused: %s", why);
	HOLDS(game_same(&back, s), "its own bytes are another state");
	codec_json(g, s, &t);
	HOLDS(text_fits(&t) && json_read(&j, json, (size_t)t.n, why), "its own JSON is none: %s", why);
	HOLDS(codec_read(g, b, &back, &j.flats, why), "its own JSON is refused: %s\n%s", why, json);
	json_drop(&j);
	HOLDS(game_same(&back, s), "its own JSON is another state:\n%s", json);
	codec_json(g, &back, &u);
	HOLDS(strcmp(json, again) == 0, "its JSON is written differently again:\n%s\n%s", json, again);
}

/* The legal list: ascending, and empty only when the game is over. */
static inline void fuzz_legal(const struct game *g, const struct box *b, const struct state *s, struct moves *m)
{
	int mover = g->to_move(b, s);

	HOLDS(mover == OVER || mover == CHANCE || (mover >= 0 && mover < s->players), "%d is to move", mover);
	g->legal(b, s, m);
	HOLDS((m->n == 0) == (mover == OVER), "%d legal moves while %d is to move", m->n, mover);
	for (int i = 0; i < m->n; i++)
		HOLDS(m->id[i] < g->num_moves && (i == 0 || m->id[i - 1] < m->id[i]), "the legal list is out of order");
}

static inline void fuzz_check(const struct game *g, const struct box *b, const struct state *s, const char *when)
{
	static char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);
	char why[MAX_TEXT] = "";

	if (g->check(b, s, why))
		return;
	codec_json(g, s, &t);
	HOLDS(false, "%s check() says: %s\n%s", when, why, json);
}

/* Plays a move; what it tells can be said. */
static inline void fuzz_apply(const struct game *g, const struct box *b, struct state *s, int move)
{
	struct events told = { .n = 0 };
	char words[MAX_TEXT];

	g->apply(b, s, move, &told);
	for (int i = 0; i < told.n; i++) {
		words[0] = '\0';
		g->say(b, s, &told.of[i], ALL, words);
		HOLDS(words[0] != '\0', "nothing is said of event %d", told.of[i].what);
	}
}

/* Plays at most that many moves, or to the end; every state on the way is sound. The last of them. */
static inline struct state fuzz_play(const struct game *g, const struct box *b, const struct state *from, int moves, struct rng *r)
{
	struct state s = *from;
	struct moves m;

	fuzz_legal(g, b, &s, &m);
	for (int n = 0; n < moves && m.n > 0; n++) {
		int move = g->to_move(b, &s) == CHANCE ? game_chance(g, b, &s, r) : m.id[rng_below(r, (uint32_t)m.n)];
		fuzz_apply(g, b, &s, move);
		fuzz_check(g, b, &s, "while it was played on,");
		fuzz_legal(g, b, &s, &m);
	}
	fuzz_returns(g, b, &s);
	return s;
}

/* Everything that can be asked about a state is answered, and what the bots say is legal. */
static inline void fuzz_ask(const struct game *g, const struct box *b, const struct state *s, struct rng *r)
{
	static char board[MAX_JSON];
	static struct plan plans[512];
	struct text t = text_on(board, sizeof board);
	int n[MAX_PLAYERS], mover = g->to_move(b, s);
	struct line line[MAX_LINES];
	char words[MAX_TEXT];
	struct moves m;

	g->draw(b, s, ALL, 0, &t);
	HOLDS(text_fits(&t), "the board takes %d bytes", t.n);
	g->score(b, s, n);
	g->place(b, s, n);
	for (int seat = 0; seat < s->players; seat++)
		g->tally(b, s, seat, line);
	g->legal(b, s, &m);
	for (int id = 0, at = 0; id < g->num_moves; id++) {
		bool listed = at < m.n && m.id[at] == id;
		at += listed;
		g->text(b, s, id, ALL, words);
		HOLDS(listed == (g->why(b, s, id, words) == 0), "legal() and why() disagree about move %d", id);
	}
	if (mover < 0)
		return;
	if (g->plans)
		HOLDS(g->plans(b, s, plans, sizeof plans / sizeof plans[0]) >= 0, "a negative number of plans");
	static const char *const bot[] = { "simple", "random", NULL };
	for (int i = 0; bot[i]; i++) {
		struct state view;
		game_view(g, b, s, mover, &view);
		HOLDS(game_is_legal(g, b, s, bot_pick_once(bot[i], g, b, &view, r)), "the bot %s breaks the rules", bot[i]);
	}
}

/* The mover can tell its moves from what it sees. */
static inline void fuzz_knows(const struct game *g, const struct box *b, const struct state *whole, const struct state *view)
{
	struct moves real, seen;

	if (g->to_move(b, view) != view->eyes)
		return;
	memset(&real, 0, sizeof real);
	memset(&seen, 0, sizeof seen);
	g->legal(b, whole, &real);
	g->legal(b, view, &seen);
	HOLDS(memcmp(&real, &seen, sizeof real) == 0, "the mover's view lists other moves");
}

/* What must hold of a view: from what it does not say a whole game can be made up that is sound, and looks so from there. */
static inline struct state fuzz_guess(const struct game *g, const struct box *b, const struct state *view, struct rng *r)
{
	struct state whole = *view, again;

	game_guess(g, b, &whole, r);
	fuzz_check(g, b, &whole, "of the guess from a view");
	game_view(g, b, &whole, view->eyes, &again);
	HOLDS(game_same(&again, view), "the guess from a view looks different from there");
	fuzz_knows(g, b, &whole, view);
	return whole;
}

/* All of it for a state or a view that a reader has accepted. */
static inline void fuzz_accepted(const struct game *g, const struct box *b, const struct state *s, struct rng *r)
{
	enum { PLAY_ON = 200 };
	struct state whole = *s;

	fuzz_returns(g, b, s);
	if (s->eyes != ALL)
		whole = fuzz_guess(g, b, s, r);
	fuzz_check(g, b, &whole, "although it was accepted,");
	fuzz_ask(g, b, &whole, r);
	fuzz_play(g, b, &whole, PLAY_ON, r);
}

#endif
