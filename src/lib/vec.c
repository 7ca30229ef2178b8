/* Many games in one block of memory, stepped together by a few threads. A game is touched by one thread in a step, and draws from a stream of its
 * own, so that nothing depends on which thread that is. */
#define _POSIX_C_SOURCE 200809L
#include "lib.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "bots/bot.h"
#include "core/settle.h"

enum { MOST_GAMES = 1 << 24, MOST_THREADS = 256, LINE = 64, TOGETHER = 256 };

/* One game: the state at which its mover decides, and what may be done there. */
struct slot {
	_Alignas(LINE) struct state s;
	struct rng r;
	uint32_t steps;
	int mover;
	struct moves legal;
	struct mind *bot;                       /* plays all seats but `seat`; NULL: the caller plays all */
	int seat;
	_Alignas(LINE) uint8_t memory[MAX_PLAYERS][OBSERVE_MEMORY];     /* of what each seat was shown (observe_again) */
};

/* Games that are worked on together, all of one thread. */
struct range { int first, end; };

struct worker { struct bm_vec *v; pthread_t thread; int first, end; int code; char why[MAX_ERROR]; };

struct bm_vec {
	bm_game game;
	struct bm_vec_config config;
	struct slot *slot;
	int tensor;                             /* bytes of a row */
	char *bot;                              /* who plays the seats that the caller does not; NULL: there are none */

	/* Threads wait for `round` to change, do their share of `work`, and count themselves out of `busy`. */
	struct worker worker[MOST_THREADS];     /* [0] is the caller */
	pthread_mutex_t lock;
	pthread_cond_t begin, done;
	unsigned round;
	int busy, started;
	bool leave;
	void (*work)(const struct bm_vec *v, struct range of);
	const struct bm_vec_io *io;
};

/* One game ------------------------------------------------------------------------ */

/* Lists of moves are gone through in blocks, because how long one is comes as a surprise. The last block is filled up with moves that are in the list. */
enum { BLOCK = 8 };
typedef uint16_t block __attribute__((vector_size(2 * BLOCK)));
_Static_assert(MAX_MOVES % BLOCK == 0, "the last block is within the list");

static inline void fill_up(struct moves *m)
{
	const uint16_t last = m->id[m->n - (m->n > 0)];
	const block fill = { last, last, last, last, last, last, last, last };

	if (m->n <= MAX_MOVES - BLOCK)
		memcpy(m->id + m->n, &fill, sizeof fill);
	else
		for (int i = m->n; i < MAX_MOVES; i++)
			m->id[i] = last;
}

static int ask_bot(const struct bm_vec *v, struct slot *at)
{
	const struct setup *u = &v->game.setup;
	struct state view;

	game_view(u->game, &u->box, &at->s, at->mover, &view);
	return bot_pick(at->bot, &view, (struct budget){ 0 }, &at->r, NULL);
}

/* Plays on to the next decision of a seat that the caller plays, or to the end. */
static void play_on(const struct bm_vec *v, struct slot *at)
{
	const struct setup *u = &v->game.setup;

	for (;;) {
		at->mover = settle(u->game, &u->box, &at->s, &at->legal, &at->r, v->config.flags & BM_VEC_FORCED);
		if (!at->bot || at->mover == OVER || at->mover == at->seat)
			break;
		u->game->apply(&u->box, &at->s, at->legal.n > 1 ? ask_bot(v, at) : at->legal.id[0], NULL);
	}
	fill_up(&at->legal);
}

/* A game may end before anybody decides, when all moves are chance's or forced: then it is begun again, but not for ever. After that it stays over,
 * and no action is legal in it. */
static void begin(const struct bm_vec *v, struct slot *at)
{
	enum { TRIES = 1000 };
	const struct setup *u = &v->game.setup;

	bot_close(at->bot);
	at->bot = NULL;
	if (v->bot)
		at->bot = bot_open(v->bot, u->game, &u->box);   /* its mind remembers one game */
	at->steps = 0;
	for (int i = 0; i < TRIES; i++) {
		setup_start(u, &at->s);
		play_on(v, at);
		if (at->mover != OVER)
			return;
	}
}

/* Rows of zeros for a block: what a game that goes on pays and says. */
static void clear(const struct bm_vec *v, struct range of)
{
	const struct bm_vec_io *io = v->io;
	const size_t first = (size_t)of.first, n = (size_t)(of.end - of.first), players = (size_t)v->game.setup.players;

	if (io->rewards)
		memset(io->rewards + first * players, 0, n * players * sizeof *io->rewards);
	if (io->ended)
		memset(io->ended + first, 0, n);
	if (io->truncated)
		memset(io->truncated + first, 0, n);
}

static void show_masks(const struct slot *slot, struct range of, size_t actions, uint8_t *masks)
{
	for (int i = of.first; i < of.end; i++) {
		const struct moves *legal = &slot[i].legal;
		uint8_t *mask = masks + (size_t)i * actions;
		memset(mask, 0, actions);
		for (int k = 0; k < legal->n; k += BLOCK)
			for (int j = k; j < k + BLOCK; j++)
				mask[legal->id[j]] = 1;
	}
}

static inline void show_row(const struct bm_vec *v, struct slot *at, uint8_t *row)
{
	const struct game *g = v->game.setup.game;

	if (g->observe_again)
		g->observe_again(&v->game.setup.box, &at->s, at->mover, at->memory[at->mover], row);
	else
		g->observe(&v->game.setup.box, &at->s, at->mover, row);
}

static void show(const struct bm_vec *v, struct range of)
{
	const struct slot *slot = v->slot;
	const struct bm_vec_io io = *v->io;
	const struct game *g = v->game.setup.game;

	for (int i = of.first; i < of.end && io.movers; i++)
		io.movers[i] = slot[i].mover;
	if (io.masks)
		show_masks(slot, of, g->num_actions, io.masks);
	for (int i = of.first; i < of.end && io.observations && v->tensor > 0; i++)
		if (slot[i].mover >= 0)
			show_row(v, &v->slot[i], io.observations + (size_t)i * (size_t)v->tensor);
}

static void reset(const struct bm_vec *v, struct range of)
{
	for (int i = of.first; i < of.end; i++) {
		v->slot[i].r = rng_seed(rng_mix(v->config.seed) + (uint64_t)i);
		begin(v, &v->slot[i]);
	}
}

/* A game that is over, or has lasted too long, says so and begins anew. */
static __attribute__((noinline)) void end_one(const struct bm_vec *v, int i, bool over)
{
	const struct setup *u = &v->game.setup;
	const struct bm_vec_io *io = v->io;

	if (io->rewards && over)
		lib_returns(u->game, &u->box, &v->slot[i].s, io->rewards + (size_t)i * (size_t)u->players);
	if (io->ended)
		io->ended[i] = over;
	if (io->truncated)
		io->truncated[i] = !over;
	begin(v, &v->slot[i]);
}

/* The next game is on its way from memory while one is stepped: many of them do not stay in the caches near the core. */
static inline void fetch(const struct slot *at)
{
#pragma GCC unroll 16
	for (size_t i = 0; i < offsetof(struct slot, legal) + 2 * LINE; i += LINE)
		__builtin_prefetch((const char *)at + i, 1);
}

static void step(const struct bm_vec *v, struct range of)
{
	const struct setup *u = &v->game.setup;
	const uint32_t most = v->config.max_steps > 0 ? v->config.max_steps : UINT32_MAX;
	const int32_t *actions = v->io->actions;

	for (int i = of.first; i < of.end; i++) {
		struct slot *at = &v->slot[i];
		if (i + 1 < of.end)
			fetch(at + 1);
		u->game->apply(&u->box, &at->s, actions[i], NULL);
		play_on(v, at);
		if (++at->steps >= most || at->mover == OVER)
			end_one(v, i, at->mover == OVER);
	}
}

/* Threads ---------------------------------------------------------------------------- */

/* Does a worker's share, many games at a time: all of them are stepped, then all are shown, so that the processor does one thing for a while. */
static __attribute__((noinline)) void do_games(const struct worker *w)
{
	for (int from = w->first; from < w->end; from += TOGETHER) {
		const struct range of = { from, w->end - from > TOGETHER ? from + TOGETHER : w->end };
		clear(w->v, of);
		w->v->work(w->v, of);
		show(w->v, of);
	}
}

/* The same, and a mistake of ours in it is kept for the caller. Nothing else is done in here: in a function that calls setjmp no variable stays in a register. */
static int do_share(struct worker *w)
{
	LIB_GUARD(BM_INTERNAL);
	do_games(w);
	return LIB_LEAVE(BM_FINE);
}

static void *run(void *of)
{
	struct worker *w = of;
	struct bm_vec *v = w->v;
	unsigned seen = 0;

	pthread_mutex_lock(&v->lock);
	for (;;) {
		while (v->round == seen && !v->leave)
			pthread_cond_wait(&v->begin, &v->lock);
		if (v->leave)
			break;
		seen = v->round;
		pthread_mutex_unlock(&v->lock);
		w->code = do_share(w);
		if (w->code != BM_FINE)
			memcpy(w->why, bm_error(), sizeof w->why);
		pthread_mutex_lock(&v->lock);
		if (--v->busy == 0)
			pthread_cond_signal(&v->done);
	}
	pthread_mutex_unlock(&v->lock);
	return NULL;
}

static int do_all(struct bm_vec *v, const struct bm_vec_io *io, void (*work)(const struct bm_vec *v, struct range of))
{
	const int others = v->config.threads - 1;

	v->io = io;
	v->work = work;
	if (others > 0) {
		pthread_mutex_lock(&v->lock);
		v->busy = others;
		v->round++;
		pthread_cond_broadcast(&v->begin);
		pthread_mutex_unlock(&v->lock);
	}
	int code = do_share(&v->worker[0]);
	if (others > 0) {
		pthread_mutex_lock(&v->lock);
		while (v->busy > 0)
			pthread_cond_wait(&v->done, &v->lock);
		pthread_mutex_unlock(&v->lock);
	}
	for (int i = 1; i <= others && code == BM_FINE; i++)
		if ((code = v->worker[i].code) != BM_FINE)
			lib_fail(code, "%s", v->worker[i].why);
	return code;
}

/* The public side ------------------------------------------------------------------------ */

static bool start_threads(struct bm_vec *v)
{
	const int64_t games = v->config.games;
	const int threads = v->config.threads;

	for (int i = 0; i < threads; i++) {
		v->worker[i] = (struct worker){ .v = v, .first = (int)(games * i / threads), .end = (int)(games * (i + 1) / threads) };
		if (i > 0 && pthread_create(&v->worker[i].thread, NULL, run, &v->worker[i]) != 0)
			return false;
		v->started = i + 1;
	}
	return true;
}

static bool is_sound(const bm_game *g, const struct bm_vec_config *c)
{
	if (!g || !c)
		lib_fail(BM_ARGUMENT, "bm_vec_open takes a game and a configuration");
	else if (c->games < 1 || c->games > MOST_GAMES)
		lib_fail(BM_ARGUMENT, "games is %d; allowed: 1 to %d", c->games, MOST_GAMES);
	else if (c->threads < 1 || c->threads > MOST_THREADS)
		lib_fail(BM_ARGUMENT, "threads is %d; allowed: 1 to %d", c->threads, MOST_THREADS);
	else if (c->flags & ~(uint32_t)BM_VEC_FORCED)
		lib_fail(BM_ARGUMENT, "flags has bits that mean nothing");
	else
		return true;
	return false;
}

bm_vec *bm_vec_open(const bm_game *g, const struct bm_vec_config *c)
{
	if (!is_sound(g, c))
		return NULL;
	struct bm_vec *v = calloc(1, sizeof *v);
	struct slot *slot = aligned_alloc(LINE, (size_t)c->games * sizeof *slot);
	if (!v || !slot) {
		free(v);
		free(slot);
		lib_fail(BM_MEMORY, "there is no memory for %d games", c->games);
		return NULL;
	}
	v->game = *g;
	v->config = *c;
	v->slot = slot;
	for (int i = 0; i < c->games; i++) {
		slot[i].bot = NULL;
		memset(slot[i].memory, 0, sizeof slot[i].memory);
	}
	v->tensor = bm_tensor_size(g);
	pthread_mutex_init(&v->lock, NULL);
	pthread_cond_init(&v->begin, NULL);
	pthread_cond_init(&v->done, NULL);
	if (!start_threads(v))
		lib_fail(BM_MEMORY, "no more threads can be started");
	else if (bm_vec_reset(v, &(struct bm_vec_io){ 0 }) == BM_FINE) {
		if (v->slot[0].mover != OVER)
			return v;
		lib_fail(BM_ARGUMENT, "in %s nobody ever has a choice: BM_VEC_FORCED asks for forced moves too", g->setup.game->name);
	}
	bm_vec_close(v);
	return NULL;
}

void bm_vec_close(bm_vec *v)
{
	if (!v)
		return;
	pthread_mutex_lock(&v->lock);
	v->leave = true;
	pthread_cond_broadcast(&v->begin);
	pthread_mutex_unlock(&v->lock);
	for (int i = 1; i < v->started; i++)
		pthread_join(v->worker[i].thread, NULL);
	pthread_cond_destroy(&v->begin);
	pthread_cond_destroy(&v->done);
	pthread_mutex_destroy(&v->lock);
	for (int i = 0; i < v->config.games; i++)
		bot_close(v->slot[i].bot);
	free(v->bot);
	free(v->slot);
	free(v);
}

int bm_vec_games(const bm_vec *v)
{
	return v ? v->config.games : lib_fail(BM_ARGUMENT, "the games are NULL");
}

int bm_vec_reset(bm_vec *v, const struct bm_vec_io *io)
{
	if (!v || !io)
		return lib_fail(BM_ARGUMENT, "bm_vec_reset takes games and where to write");
	return do_all(v, io, reset);
}

int bm_vec_bots(bm_vec *v, const char *bot, const int32_t *seats)
{
	char shown[MAX_SHOWN], *name = NULL;

	if (!v || (bot && !seats))
		return lib_fail(BM_ARGUMENT, "bm_vec_bots takes games, the name of a bot and a seat for each game");
	if (bot && !bot_find(bot))
		return lib_fail(BM_ARGUMENT, "there is no bot '%s'", error_quote(shown, bot, strlen(bot)));
	for (int i = 0; bot && i < v->config.games; i++)
		if (seats[i] < 0 || seats[i] >= v->game.setup.players)
			return lib_fail(BM_ARGUMENT, "game %d: there is no seat %d", i, (int)seats[i]);
	if (bot && !(name = strdup(bot)))
		return lib_fail(BM_MEMORY, "there is no memory for a name");
	free(v->bot);
	v->bot = name;
	for (int i = 0; i < v->config.games; i++)
		v->slot[i].seat = bot ? seats[i] : 0;
	return bm_vec_reset(v, &(struct bm_vec_io){ 0 });
}

/* The same as moves_have, a block at a time: where in the list an action is, nobody can guess. */
static inline bool is_legal(const struct moves *m, int action)
{
	block found = { 0 };
	uint64_t half[2];

	for (int k = 0; k < m->n; k += BLOCK) {
		block moves;
		memcpy(&moves, m->id + k, sizeof moves);
		found |= (block)(moves == (uint16_t)action);
	}
	memcpy(half, &found, sizeof half);
	return ((half[0] | half[1]) != 0) & (action == (uint16_t)action);
}

int bm_vec_step(bm_vec *v, const struct bm_vec_io *io)
{
	if (!v || !io || !io->actions)
		return lib_fail(BM_ARGUMENT, "bm_vec_step takes games, actions and where to write");
	for (int i = 0; i < v->config.games; i++)
		if (!is_legal(&v->slot[i].legal, io->actions[i]))
			return lib_fail(BM_ILLEGAL, "game %d: action %d is not legal there", i, (int)io->actions[i]);
	return do_all(v, io, step);
}

int bm_vec_sample(bm_vec *v, bm_rng *r, int32_t *actions)
{
	struct rng own;

	if (!v || !r || !actions)
		return lib_fail(BM_ARGUMENT, "bm_vec_sample takes games, a stream of random numbers and where to write");
	memcpy(&own, r, sizeof own);
	for (int i = 0; i < v->config.games; i++) {
		const struct moves *m = &v->slot[i].legal;
		actions[i] = m->id[rng_below(&own, (uint32_t)m->n)];
	}
	memcpy(r, &own, sizeof own);
	return BM_FINE;
}

int bm_vec_get(const bm_vec *v, int game, void *state)
{
	if (!v || !state || game < 0 || game >= v->config.games)
		return lib_fail(BM_ARGUMENT, "there is no game %d, or nothing to write to", game);
	memset(state, 0, sizeof(struct lib_state));
	lib_put(&v->game, state, &v->slot[game].s);
	return BM_FINE;
}

int bm_vec_set(bm_vec *v, int game, const void *state)
{
	struct slot fresh;

	LIB_GUARD(BM_INTERNAL);
	if (!v || game < 0 || game >= v->config.games)
		return LIB_LEAVE(lib_fail(BM_ARGUMENT, "there is no game %d", game));
	const struct state *s = lib_whole(&v->game, state);
	if (!s || bm_check(&v->game, state) != BM_FINE)
		return LIB_LEAVE(state ? BM_STATE : BM_ARGUMENT);
	fresh = v->slot[game];
	fresh.s = *s;
	fresh.steps = 0;
	play_on(v, &fresh);
	if (fresh.mover == OVER)
		return LIB_LEAVE(lib_fail(BM_STATE, "from there on nobody decides any more"));
	v->slot[game] = fresh;
	return LIB_LEAVE(BM_FINE);
}
