/* States: every door checks what it is given before the rules see it. */
#include "lib.h"

#include <stdio.h>
#include <string.h>

#include "core/codec.h"

enum { TAG = 0x424D5300 };              /* "BMS", and the game */

size_t bm_state_size(void)
{
	return sizeof(struct lib_state);
}

void lib_put(const bm_game *g, void *to, const struct state *s)
{
	struct lib_state *out = to;

	memmove(&out->s, s, sizeof *s);
	out->tag = TAG + (uint32_t)g->index;
}

const struct state *lib_state(const bm_game *g, const void *state)
{
	const struct lib_state *in = state;

	if (!g || !state)
		lib_fail(BM_ARGUMENT, g ? "the state is NULL" : "the game is NULL");
	else if (in->tag != TAG + (uint32_t)g->index)
		lib_fail(BM_STATE, "these bytes are no state of %s", g->setup.game->name);
	else if (in->s.players != g->setup.players || in->s.rules != g->setup.rules || memcmp(in->s.option, g->setup.option, MAX_OPTIONS) != 0)
		lib_fail(BM_STATE, "the state has other players, options or another version of the rules than the game");
	else
		return &in->s;
	return NULL;
}

const struct state *lib_whole(const bm_game *g, const void *state)
{
	const struct state *s = lib_state(g, state);

	if (s && s->eyes != ALL) {
		lib_fail(BM_STATE, "this is a view: it takes the whole state, or a guess");
		return NULL;
	}
	return s;
}

/* A state whose legal moves can be asked for: a whole one, or the view of the seat to move. */
static const struct state *with_moves(const bm_game *g, const void *state)
{
	const struct state *s = lib_state(g, state);

	if (s && s->eyes != ALL && s->eyes != g->setup.game->to_move(&g->setup.box, s)) {
		lib_fail(BM_STATE, "this is the view of somebody who is not to move");
		return NULL;
	}
	return s;
}

static int code_of(const bm_game *g, const void *state)         /* of what lib_state refused */
{
	return g && state ? BM_STATE : BM_ARGUMENT;
}

/* Answers are `ANSWER` with `s` the state, `u` the game and `b` its box. */
#define WITH_STATE(FIND) \
	const struct state *s; \
	LIB_GUARD(BM_INTERNAL); \
	if (!(s = FIND(g, state))) \
		return LIB_LEAVE(code_of(g, state)); \
	const struct game *const u = g->setup.game; \
	const struct box *const b = &g->setup.box; \
	(void)u, (void)b

static bool is_move(const struct game *u, int move)
{
	return move >= 0 && move < u->num_moves;
}

static int bad_move(const struct game *u, int move)
{
	return lib_fail(BM_ARGUMENT, "there is no move %d: %s has 0 to %d", move, u->name, u->num_moves - 1);
}

static int no_buffer(void)
{
	return lib_fail(BM_ARGUMENT, "there is no buffer to write to");
}

/* Copies a text as far as it fits; its length. */
static int give(const char *words, int n, char *out, size_t cap)
{
	if (cap > 0) {
		size_t fit = (size_t)n < cap ? (size_t)n : cap - 1;
		memcpy(out, words, fit);
		out[fit] = '\0';
	}
	return n;
}

/* Playing ---------------------------------------------------------------------- */

int bm_start(const bm_game *g, void *state)
{
	struct state s;

	LIB_GUARD(BM_INTERNAL);
	if (!g || !state)
		return LIB_LEAVE(lib_fail(BM_ARGUMENT, "bm_start takes a game and a state"));
	setup_start(&g->setup, &s);
	memset(state, 0, sizeof(struct lib_state));
	lib_put(g, state, &s);
	return LIB_LEAVE(BM_FINE);
}

int bm_to_move(const bm_game *g, const void *state)
{
	WITH_STATE(lib_state);
	return LIB_LEAVE(u->to_move(b, s));
}

int bm_turn(const bm_game *g, const void *state)
{
	WITH_STATE(lib_state);
	return LIB_LEAVE(u->turn(s));
}

int bm_legal(const bm_game *g, const void *state, uint16_t *moves, int cap)
{
	struct moves m;

	WITH_STATE(with_moves);
	u->legal(b, s, &m);
	if (!moves || cap < m.n)
		return LIB_LEAVE(lib_fail(BM_CAP, "there are %d legal moves; the list has room for %d", m.n, moves ? cap : 0));
	memcpy(moves, m.id, (size_t)m.n * sizeof m.id[0]);
	return LIB_LEAVE(m.n);
}

int bm_mask(const bm_game *g, const void *state, uint8_t *mask)
{
	struct moves m = { 0 };

	WITH_STATE(with_moves);
	if (!mask)
		return LIB_LEAVE(no_buffer());
	if (u->to_move(b, s) >= 0)
		u->legal(b, s, &m);
	memset(mask, 0, u->num_actions);
	for (int i = 0; i < m.n; i++)
		mask[m.id[i]] = 1;
	return LIB_LEAVE(m.n);
}

/* "Q31 there is land ahead" */
static int explain(const struct game *u, const struct box *b, const struct state *s, int move, char out[MAX_TEXT + 8])
{
	char rule[8], words[MAX_TEXT];
	int which = u->why(b, s, move, words);

	out[0] = '\0';
	if (which == 0)
		return 0;
	game_rule_name((uint16_t)which, rule);
	return snprintf(out, MAX_TEXT + 8, "%s %s", rule, words);
}

int bm_apply(const bm_game *g, void *state, int move)
{
	char words[MAX_TEXT + 8];
	struct state after;

	WITH_STATE(lib_whole);
	if (!is_move(u, move))
		return LIB_LEAVE(bad_move(u, move));
	if (!game_is_legal(u, b, s, move)) {
		explain(u, b, s, move, words);
		return LIB_LEAVE(lib_fail(BM_ILLEGAL, "%s", words));
	}
	after = *s;
	u->apply(b, &after, move, NULL);
	lib_put(g, state, &after);
	return LIB_LEAVE(BM_FINE);
}

int bm_why(const bm_game *g, const void *state, int move, char *out, size_t cap)
{
	char words[MAX_TEXT + 8];

	WITH_STATE(with_moves);
	if (!is_move(u, move))
		return LIB_LEAVE(bad_move(u, move));
	if (!out && cap > 0)
		return LIB_LEAVE(no_buffer());
	return LIB_LEAVE(give(words, explain(u, b, s, move, words), out, cap));
}

/* Of a view its own seat reads; of a whole state any seat, a watcher, or somebody who sees all. */
static bool may_look(const bm_game *g, const struct state *s, int seat)
{
	return s->eyes == ALL ? seat == ALL || seat == WATCHER || (seat >= 0 && seat < g->setup.players) : seat == s->eyes;
}

static int bad_seat(int seat)
{
	return lib_fail(BM_ARGUMENT, "%d is no seat of this game, or not the one whose view this is", seat);
}

int bm_text(const bm_game *g, const void *state, int move, int seat, char *out, size_t cap)
{
	char words[MAX_TEXT];

	WITH_STATE(lib_state);
	if (!is_move(u, move))
		return LIB_LEAVE(bad_move(u, move));
	if (!may_look(g, s, seat))
		return LIB_LEAVE(bad_seat(seat));
	if (!out && cap > 0)
		return LIB_LEAVE(no_buffer());
	u->text(b, s, move, seat, words);
	return LIB_LEAVE(give(words, (int)strlen(words), out, cap));
}

int bm_parse(const bm_game *g, const void *state, const char *text)
{
	char shown[MAX_SHOWN];

	WITH_STATE(with_moves);
	if (!text)
		return LIB_LEAVE(lib_fail(BM_ARGUMENT, "the text is NULL"));
	int move = game_parse(u, b, s, text, s->eyes);
	if (move < 0)
		return LIB_LEAVE(lib_fail(BM_TEXT, "there is no move '%s'", error_quote(shown, text, strlen(text))));
	return LIB_LEAVE(move);
}

/* Standing ------------------------------------------------------------------------ */

static int give_numbers(const bm_game *g, const int from[MAX_PLAYERS], int32_t *out)
{
	if (!out)
		return no_buffer();
	for (int i = 0; i < g->setup.players; i++)
		out[i] = from[i];
	return BM_FINE;
}

int bm_score(const bm_game *g, const void *state, int32_t *out)
{
	int n[MAX_PLAYERS];

	WITH_STATE(lib_state);
	u->score(b, s, n);
	return LIB_LEAVE(give_numbers(g, n, out));
}

int bm_places(const bm_game *g, const void *state, int32_t *out)
{
	int n[MAX_PLAYERS];

	WITH_STATE(lib_state);
	u->place(b, s, n);
	return LIB_LEAVE(give_numbers(g, n, out));
}

void lib_returns(const struct game *g, const struct box *b, const struct state *s, float *out)
{
	int place[MAX_PLAYERS], first = 0;

	g->place(b, s, place);
	for (int i = 0; i < s->players; i++)
		first += place[i] == 1;
	for (int i = 0; i < s->players; i++) {
		float share = place[i] == 1 ? 1 / (float)first : 0, n = s->players;
		out[i] = s->players == 1 ? 2 * share - 1 : (share * n - 1) / (n - 1);
	}
}

int bm_returns(const bm_game *g, const void *state, float *out)
{
	WITH_STATE(lib_state);
	if (!out)
		return LIB_LEAVE(no_buffer());
	memset(out, 0, s->players * sizeof *out);
	if (u->to_move(b, s) == OVER)
		lib_returns(u, b, s, out);
	return LIB_LEAVE(BM_FINE);
}

/* Chance ---------------------------------------------------------------------------- */

static uint32_t list_odds(const struct game *u, const struct box *b, const struct state *s, const struct moves *m, uint16_t *moves, uint32_t *weights)
{
	uint32_t sum = 0;

	for (int i = 0; i < m->n; i++) {
		moves[i] = m->id[i];
		sum += weights[i] = (uint32_t)u->weight(b, s, m->id[i]);
	}
	return sum;
}

int bm_chance(const bm_game *g, const void *state, uint16_t *moves, uint32_t *weights, int cap, uint32_t *total)
{
	struct moves m;

	WITH_STATE(lib_whole);
	if (u->to_move(b, s) != CHANCE)
		return LIB_LEAVE(lib_fail(BM_STATE, "chance is not to move"));
	u->legal(b, s, &m);
	if (!moves || !weights || !total || cap < m.n)
		return LIB_LEAVE(lib_fail(BM_CAP, "chance has %d moves: there is no room for them, their odds and the sum", m.n));
	*total = list_odds(u, b, s, &m, moves, weights);
	return LIB_LEAVE(m.n);
}

void bm_seed(bm_rng *r, uint64_t seed)
{
	struct rng fresh = rng_seed(seed);

	if (r)
		memcpy(r, &fresh, sizeof *r);
}

int bm_draw(const bm_game *g, const void *state, bm_rng *r)
{
	struct rng own;

	WITH_STATE(lib_whole);
	if (!r || u->to_move(b, s) != CHANCE)
		return LIB_LEAVE(lib_fail(r ? BM_STATE : BM_ARGUMENT, r ? "chance is not to move" : "the stream of random numbers is NULL"));
	memcpy(&own, r, sizeof own);
	int move = game_chance(u, b, s, &own);
	memcpy(r, &own, sizeof own);
	return LIB_LEAVE(move);
}

/* Views ------------------------------------------------------------------------------ */

int bm_view(const bm_game *g, const void *state, int seat, void *out)
{
	struct state view;

	WITH_STATE(lib_whole);
	if (!out)
		return LIB_LEAVE(no_buffer());
	if (seat == ALL || !may_look(g, s, seat))
		return LIB_LEAVE(bad_seat(seat));
	game_view(u, b, s, seat, &view);
	memset(out, 0, sizeof(struct lib_state));
	lib_put(g, out, &view);
	return LIB_LEAVE(BM_FINE);
}

int bm_guess(const bm_game *g, const void *state, bm_rng *r, void *out)
{
	struct state whole;
	struct rng own;

	WITH_STATE(lib_state);
	if (!r || !out)
		return LIB_LEAVE(lib_fail(BM_ARGUMENT, "bm_guess takes a view, a stream of random numbers and where to write"));
	whole = *s;
	memcpy(&own, r, sizeof own);
	game_guess(u, b, &whole, &own);
	memcpy(r, &own, sizeof own);
	memset(out, 0, sizeof(struct lib_state));
	lib_put(g, out, &whole);
	return LIB_LEAVE(BM_FINE);
}

int bm_viewer(const bm_game *g, const void *state)
{
	WITH_STATE(lib_state);
	return LIB_LEAVE(s->eyes);
}

int bm_observe(const bm_game *g, const void *state, int seat, uint8_t *row)
{
	WITH_STATE(lib_state);
	if (!row)
		return LIB_LEAVE(no_buffer());
	if (seat < 0 || !may_look(g, s, seat))
		return LIB_LEAVE(bad_seat(seat));
	if (!u->observe)
		return LIB_LEAVE(lib_fail(BM_ARGUMENT, "%s has no planes", u->name));
	u->observe(b, s, seat, row);
	return LIB_LEAVE(BM_FINE);
}

/* Bytes and JSON ------------------------------------------------------------------------ */

int bm_encode(const bm_game *g, const void *state, uint8_t *out, size_t cap)
{
	uint8_t code[MAX_CODE];

	WITH_STATE(lib_state);
	int n = codec_encode(u, s, code);
	if (!out || cap < (size_t)n)
		return LIB_LEAVE(lib_fail(BM_CAP, "the state takes %d bytes", n));
	memcpy(out, code, (size_t)n);
	return LIB_LEAVE(n);
}

/* What was read must be a state of this very game before it goes out. */
static int take(const bm_game *g, const struct state *s, void *out)
{
	struct lib_state fresh;

	memset(&fresh, 0, sizeof fresh);
	lib_put(g, &fresh, s);
	if (!lib_state(g, &fresh))
		return BM_STATE;
	memcpy(out, &fresh, sizeof fresh);
	return BM_FINE;
}

int bm_decode(const bm_game *g, const uint8_t *in, size_t n, void *state)
{
	char why[MAX_TEXT] = "";
	struct state s;

	LIB_GUARD(BM_INTERNAL);
	if (!g || !in || !state)
		return LIB_LEAVE(lib_fail(BM_ARGUMENT, "bm_decode takes a game, bytes and a state"));
	if (n > MAX_CODE || !codec_decode(g->setup.game, &g->setup.box, &s, in, (int)n, why))
		return LIB_LEAVE(lib_fail(BM_TEXT, "%s", n > MAX_CODE ? "these are too many bytes" : why));
	return LIB_LEAVE(take(g, &s, state));
}

int bm_json(const bm_game *g, const void *state, char *out, size_t cap)
{
	char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);

	WITH_STATE(lib_state);
	if (!out && cap > 0)
		return LIB_LEAVE(no_buffer());
	codec_json(u, s, &t);
	must(text_fits(&t));
	return LIB_LEAVE(give(json, t.n, out, cap));
}

int bm_from_json(const bm_game *g, const char *json, size_t n, void *state)
{
	char why[MAX_ERROR] = "";
	struct json j;
	struct state s;

	LIB_GUARD(BM_INTERNAL);
	if (!g || !json || !state)
		return LIB_LEAVE(lib_fail(BM_ARGUMENT, "bm_from_json takes a game, a text and a state"));
	if (!json_read(&j, json, n, why))
		return LIB_LEAVE(lib_fail(BM_TEXT, "%s", why));
	bool fine = codec_read(g->setup.game, &g->setup.box, &s, &j.flats, why);
	json_drop(&j);
	return LIB_LEAVE(fine ? take(g, &s, state) : lib_fail(BM_TEXT, "%s", why));
}

/* The bytes of a sound state come back from their code; that is all there is to check. */
int bm_check(const bm_game *g, const void *state)
{
	uint8_t code[MAX_CODE];
	char why[MAX_TEXT] = "";
	struct state again;

	WITH_STATE(lib_state);
	if (!codec_decode(u, b, &again, code, codec_encode(u, s, code), why))
		return LIB_LEAVE(lib_fail(BM_STATE, "%s", why));
	return LIB_LEAVE(game_same(&again, s) ? BM_FINE : lib_fail(BM_STATE, "some of these bytes belong to no field"));
}

int bm_box_json(const bm_game *g, char *out, size_t cap)
{
	char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);

	LIB_GUARD(BM_INTERNAL);
	if (!g || (!out && cap > 0))
		return LIB_LEAVE(lib_fail(BM_ARGUMENT, "bm_box_json takes a game and a buffer"));
	codec_box_json(g->setup.game, &g->setup.box, &t);
	must(text_fits(&t));
	return LIB_LEAVE(give(json, t.n, out, cap));
}

int bm_board(const bm_game *g, const void *state, int seat, char *out, size_t cap)
{
	char board[MAX_JSON];
	struct text t = text_on(board, sizeof board);
	struct state view;

	WITH_STATE(lib_state);
	if (!out && cap > 0)
		return LIB_LEAVE(no_buffer());
	if (!may_look(g, s, seat))
		return LIB_LEAVE(bad_seat(seat));
	view = *s;
	if (s->eyes == ALL && seat != ALL)
		game_view(u, b, s, seat, &view);
	u->draw(b, &view, seat, LOOK_ASCII, &t);
	must(text_fits(&t));
	return LIB_LEAVE(give(board, t.n, out, cap));
}
