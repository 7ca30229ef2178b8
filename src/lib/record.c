/* Records and bots: what is kept from one call to the next lies in objects of their own. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "play/record.h"

struct bm_record { bm_game game; struct session session; };
struct bm_bot { bm_game game; struct mind *mind; struct rng own; };

static void *fail_null(int code, const char *words)
{
	lib_fail(code, "%s", words);
	return NULL;
}

/* Records ------------------------------------------------------------------ */

bm_record *bm_record_open(const bm_game *g)
{
	LIB_GUARD(NULL);
	if (!g)
		return LIB_LEAVE(fail_null(BM_ARGUMENT, "the game is NULL"));
	bm_record *r = malloc(sizeof *r);
	if (!r)
		return LIB_LEAVE(fail_null(BM_MEMORY, "there is no memory for a record"));
	r->game = *g;
	session_open(&r->session, &g->setup);
	return LIB_LEAVE(r);
}

bm_record *bm_record_read(const char *bytes, size_t n)
{
	char why[MAX_ERROR] = "";

	LIB_GUARD(NULL);
	if (!bytes)
		return LIB_LEAVE(fail_null(BM_ARGUMENT, "the record is NULL"));
	bm_record *r = calloc(1, sizeof *r);
	if (!r)
		return LIB_LEAVE(fail_null(BM_MEMORY, "there is no memory for a record"));
	if (!record_read(&r->session, bytes, n, why)) {
		free(r);
		return LIB_LEAVE(fail_null(BM_TEXT, why));
	}
	r->session.setup.manual = true;
	r->game.setup = r->session.setup;
	while (game_list[r->game.index] != r->game.setup.game)
		r->game.index++;
	return LIB_LEAVE(r);
}

void bm_record_close(bm_record *r)
{
	if (r)
		session_close(&r->session);
	free(r);
}

const bm_game *bm_record_game(const bm_record *r)
{
	return r ? &r->game : fail_null(BM_ARGUMENT, "the record is NULL");
}

int bm_record_moves(const bm_record *r)
{
	return r ? r->session.plies : lib_fail(BM_ARGUMENT, "the record is NULL");
}

int bm_record_move(const bm_record *r, int i)
{
	if (!r || i < 0 || i >= r->session.plies)
		return lib_fail(BM_ARGUMENT, "there is no such record, or no move %d in it", i);
	return r->session.ply[i].move;
}

int bm_record_state(const bm_record *r, int i, void *state)
{
	if (!r || !state || i < 0 || i > r->session.plies)
		return lib_fail(BM_ARGUMENT, "there is no such record, no state to write to, or no move %d in it", i);
	memset(state, 0, sizeof(struct lib_state));
	lib_put(&r->game, state, session_at(&r->session, i));
	return BM_FINE;
}

int bm_record_play(bm_record *r, int move)
{
	LIB_GUARD(BM_INTERNAL);
	if (!r)
		return LIB_LEAVE(lib_fail(BM_ARGUMENT, "the record is NULL"));
	struct lib_state now;
	int code = bm_record_state(r, r->session.plies, &now);
	if (code == BM_FINE)
		code = bm_apply(&r->game, &now, move);          /* says what is wrong with it */
	if (code == BM_FINE)
		session_move(&r->session, move);
	return LIB_LEAVE(code);
}

int bm_record_print(const bm_record *r, int form, char *out, size_t cap)
{
	size_t n;

	LIB_GUARD(BM_INTERNAL);
	if (!r || (!out && cap > 0) || (form != BM_RECORD_TEXT && form != BM_RECORD_JSON))
		return LIB_LEAVE(lib_fail(BM_ARGUMENT, "bm_record_print takes a record, BM_RECORD_TEXT or BM_RECORD_JSON, and a buffer"));
	char *words = record_print(&r->session, form == BM_RECORD_TEXT ? RECORD_TEXT : RECORD_JSON, &n);
	if (cap > 0) {
		size_t fit = n < cap ? n : cap - 1;
		memcpy(out, words, fit);
		out[fit] = '\0';
	}
	free(words);
	return LIB_LEAVE((int)n);
}

/* Bots ------------------------------------------------------------------------ */

bm_bot *bm_bot_open(const bm_game *g, const char *name, uint64_t seed)
{
	char shown[MAX_SHOWN];

	LIB_GUARD(NULL);
	if (!g || !name)
		return LIB_LEAVE(fail_null(BM_ARGUMENT, "bm_bot_open takes a game and a name"));
	if (!bot_find(name)) {
		lib_fail(BM_ARGUMENT, "there is no bot '%s'", error_quote(shown, name, strlen(name)));
		return LIB_LEAVE(NULL);
	}
	bm_bot *bot = malloc(sizeof *bot);
	if (!bot)
		return LIB_LEAVE(fail_null(BM_MEMORY, "there is no memory for a bot"));
	bot->game = *g;
	bot->own = rng_seed(seed);
	bot->mind = bot_open(name, bot->game.setup.game, &bot->game.setup.box);
	return LIB_LEAVE(bot);
}

void bm_bot_close(bm_bot *b)
{
	if (b)
		bot_close(b->mind);
	free(b);
}

int bm_bot_pick(bm_bot *b, const void *state)
{
	struct state view;

	LIB_GUARD(BM_INTERNAL);
	if (!b || !state)
		return LIB_LEAVE(lib_fail(BM_ARGUMENT, "bm_bot_pick takes a bot and a state"));
	const bm_game *g = &b->game;
	const struct state *s = lib_state(g, state);
	if (!s)
		return LIB_LEAVE(BM_STATE);
	int seat = g->setup.game->to_move(&g->setup.box, s);
	if (seat < 0 || (s->eyes != ALL && s->eyes != seat))
		return LIB_LEAVE(lib_fail(BM_STATE, "no seat is to move, or this is the view of another one"));
	if (s->eyes == ALL)
		game_view(g->setup.game, &g->setup.box, s, seat, &view);
	else
		view = *s;
	return LIB_LEAVE(bot_pick(b->mind, &view, (struct budget){ 0 }, &b->own, NULL));
}
