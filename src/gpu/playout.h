/* Random games as CPU and GPU play them alike: the one loop that both share.
 *
 * Game `index` of a job depends on the job and the index alone. Seats choose uniformly among their legal moves, chance draws by its
 * weights. The hash of a game covers every move and the final state, so that equal hashes mean equal games. */
#ifndef GPU_PLAYOUT_H
#define GPU_PLAYOUT_H

#include "core/game.h"
#include "core/later.h"

/* What is played. It is copied to the device as it is: plain data, no pointers. */
struct playout_job {
	struct box box;
	uint64_t   seed;
	uint8_t    players, option[MAX_OPTIONS];
	uint8_t    look;        /* at every look-th decision the mover's view and a guess from it enter the hash; 0: never */
};

/* One game under way. */
struct playout {
	struct state s;
	uint32_t     moves, decisions;
	uint64_t     hash;
	struct rng   r;
};

/* What came out of all games of a job; each member is a sum, so the order in which games end does not matter. */
struct playout_sums { uint64_t games, turns, moves, decisions, hash; };

/* A state in a hash, word by word: states have no padding that is not zero (game_same compares them with memcmp). Zeros at the end do
 * not count, because a state has more of them on the CPU than on a GPU, where there is one game only. */
static inline uint64_t playout_hash(uint64_t hash, const struct state *s)
{
	_Static_assert(sizeof *s % sizeof hash == 0 && _Alignof(struct state) == sizeof hash, "a state is a number of words");
	typedef uint64_t __attribute__((may_alias)) word;
	const word *at = (const word *)(const void *)s;
	size_t n = sizeof *s / sizeof *at;

	while (n > 0 && at[n - 1] == 0)
		n--;
#pragma GCC unroll 1
	for (size_t i = 0; i < n; i++) {
		hash = (hash ^ at[i]) * 0x9E3779B97F4A7C15u;
		hash ^= hash >> 29;
	}
	return hash;
}

static inline void playout_begin(const struct game *g, const struct playout_job *job, uint64_t index, struct playout *p)
{
	game_start(g, &job->box, job->players, job->option, &p->s);
	p->moves = p->decisions = 0;
	p->hash = index;
	p->r = rng_seed(rng_mix(job->seed) + index);
}

static inline void playout_look(const struct game *g, const struct playout_job *job, struct playout *p, int mover)
{
	struct state view;

	game_view(g, &job->box, &p->s, mover, &view);
	p->hash = playout_hash(p->hash, &view);
	game_guess(g, &job->box, &view, &p->r);
	p->hash = playout_hash(p->hash, &view);
}

/* Chance by its weights: quickly where the game can, else as settle_draw (core/settle.h) draws, but without a list of weights, which would lie in
 * slow memory on a GPU. */
static inline int playout_chance(const struct game *g, const struct playout_job *job, struct playout *p)
{
	int move = g->chance ? g->chance(&job->box, &p->s, &p->r) : -1, i = 0;
	uint32_t weight, total = 0;
	struct moves m;

	if (move >= 0)
		return move;
	g->legal(&job->box, &p->s, &m);
	if (m.n == 1)
		return m.id[0];
	for (int k = 0; k < m.n; k++)
		total += (uint32_t)g->weight(&job->box, &p->s, m.id[k]);
	for (uint32_t drawn = rng_below(&p->r, total); drawn >= (weight = (uint32_t)g->weight(&job->box, &p->s, m.id[i])); i++)
		drawn -= weight;
	return m.id[i];
}

/* What the mover plays: uniformly any of its moves; LEFT: a question was left for later, and nothing has changed. `look`: job->look counts. */
enum { LEFT = -2 };

static inline __attribute__((always_inline)) int playout_choice(const struct game *g, const struct playout_job *job, struct playout *p, int mover, bool look)
{
	struct moves m;

	g->legal(&job->box, &p->s, &m);
	if (was_left())
		return LEFT;
	if (m.n == 1)
		return m.id[0];
	p->decisions++;
	if (look && p->decisions % job->look == 0)
		playout_look(g, job, p, mover);
	return m.id[rng_below(&p->r, (uint32_t)m.n)];
}

/* The next move. `mover` is what to_move has answered: a seat or CHANCE. */
static inline __attribute__((always_inline)) int playout_pick(const struct game *g, const struct playout_job *job, struct playout *p, int mover, bool look)
{
	return mover == CHANCE ? playout_chance(g, job, p) : playout_choice(g, job, p, mover, look);
}

/* Plays the move that was picked. */
static inline __attribute__((always_inline)) void playout_apply(const struct game *g, const struct playout_job *job, struct playout *p, int move)
{
	g->apply(&job->box, &p->s, move, NULL);
	p->moves++;
	p->hash = rng_mix(p->hash ^ (uint64_t)move);
}

/* Plays one move. */
static inline void playout_step(const struct game *g, const struct playout_job *job, struct playout *p, int mover, bool look)
{
	playout_apply(g, job, p, playout_pick(g, job, p, mover, look));
}

/* The hash of a game that is over. */
static inline uint64_t playout_end(const struct playout *p)
{
	return rng_mix(playout_hash(p->hash, &p->s));
}

#endif
