/* Many games stepped together, one decision at a time: what CPU and GPU do with one of them, and what host and kernel say to each other.
 *
 * A game always waits at a decision of a seat among at least two moves. Chance and forced moves are played in between, and a game that is over is
 * begun anew. Game i of N plays the games i, i + N, i + 2N ... of the job, so results do not depend on threads. */
#ifndef GPU_STEP_H
#define GPU_STEP_H

#include "core/settle.h"
#include "core/tensor.h"
#include "gpu/playout.h"

/* Device memory, a row for each game. Rows of `row` are tensor_size() bytes rounded up to STEP_ALIGN. */
struct step_out {
	int8_t  *mover;                 /* whose decision it is */
	uint8_t *over;                  /* 1: the step before ended a game; share and score are of that game */
	uint8_t *mask;                  /* num_actions bytes of 0 and 1; the next step reads them again, so nobody else writes there */
	uint8_t *row;                   /* what the mover may know: core/tensor.h */
	float   *share;                 /* MAX_PLAYERS each: the seat's share of the win: 1 for the only winner */
	int16_t *score;                 /* MAX_PLAYERS each */
};
enum { STEP_ALIGN = 16 };

struct step_game { struct playout p; uint64_t index; };

struct step_args {
	const struct playout_job *job;
	struct step_game *game;
	const int32_t    *action;       /* one for each game; below 0: any legal move, uniformly. NULL: that for all */
	struct step_out   out;
	uint64_t         *wrong;        /* counts actions that were not legal; a uniformly random one is played instead */
	uint32_t n, begin;              /* begin: 1: start the games instead of stepping them */
};

static inline uint32_t step_row(const struct plane *planes)
{
	return ((uint32_t)tensor_size(planes) + STEP_ALIGN - 1) / STEP_ALIGN * STEP_ALIGN;
}

/* What came out of a game that is over. A game for one has a rival: its place says whether it was beaten. */
static inline void step_end(const struct game *g, const struct step_args *a, uint32_t i)
{
	const struct playout *p = &a->game[i].p;
	int place[MAX_PLAYERS] = { 0 }, score[MAX_PLAYERS] = { 0 }, first = 0;

	g->place(&a->job->box, &p->s, place);
	g->score(&a->job->box, &p->s, score);
	for (int seat = 0; seat < a->job->players; seat++)
		first += place[seat] == 1;
	for (int seat = 0; seat < MAX_PLAYERS; seat++) {
		a->out.share[i * MAX_PLAYERS + (uint32_t)seat] = seat < a->job->players && place[seat] == 1 ? 1.0f / (float)first : 0;
		a->out.score[i * MAX_PLAYERS + (uint32_t)seat] = (int16_t)(seat < a->job->players ? score[seat] : 0);
	}
	a->out.over[i] = 1;
}

static inline void step_begin(const struct game *g, const struct step_args *a, uint32_t i)
{
	playout_begin(g, a->job, a->game[i].index, &a->game[i].p);
	a->game[i].index += a->n;
}

/* Plays on to the next decision, and lists its moves. A game that is over is begun anew. */
static inline int step_settle(const struct game *g, const struct step_args *a, uint32_t i, struct moves *m)
{
	struct playout *p = &a->game[i].p;
	int mover;

	while ((mover = settle(g, &a->job->box, &p->s, m, &p->r, false)) == OVER) {
		step_end(g, a, i);
		step_begin(g, a, i);
	}
	return mover;
}

/* The action, if it is legal: the mask of the step before says so, and no list is made. */
static inline int step_choice(const struct game *g, const struct step_args *a, uint32_t i, struct moves *m)
{
	struct playout *p = &a->game[i].p;
	int action = a->action ? a->action[i] : -1;

	if (action >= 0 && action < g->num_actions && a->out.mask[(size_t)i * g->num_actions + (size_t)action])
		return action;
	if (action >= 0)
		__atomic_fetch_add(a->wrong, 1, __ATOMIC_RELAXED);
	g->legal(&a->job->box, &p->s, m);
	return m->id[rng_below(&p->r, (uint32_t)m->n)];
}

/* Plays one decision of game i and on to the next one, whose mover it returns and whose moves it lists. */
static inline int step_play(const struct game *g, const struct step_args *a, uint32_t i, struct moves *m)
{
	a->out.over[i] = 0;
	if (a->begin) {
		a->game[i].index = i;
		step_begin(g, a, i);
	} else {
		int move = step_choice(g, a, i, m);
		g->apply(&a->job->box, &a->game[i].p.s, move, NULL);
	}
	return step_settle(g, a, i, m);
}

/* Writes what is to be known of that decision. The mask of game i is all zero before. */
static inline void step_write(const struct game *g, const struct step_args *a, uint32_t i, int mover, const struct moves *m)
{
	uint8_t *mask = a->out.mask + (size_t)i * g->num_actions;

	a->out.mover[i] = (int8_t)mover;
	for (int k = 0; k < m->n; k++)
		mask[m->id[k]] = 1;
	g->observe(&a->job->box, &a->game[i].p.s, mover, a->out.row + (size_t)i * step_row(g->planes));
}

#endif
