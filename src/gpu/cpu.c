/* The games of a playout job on the CPU: what the GPU is held to. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "gpu/gpu.h"

enum { BLOCK = 64, MOST_THREADS = 256 };        /* games that a thread takes at a time */

struct work {
	const struct game        *game;
	const struct playout_job *job;
	uint64_t first, games;
	_Atomic uint64_t next;
};
struct worker { struct work *work; pthread_t thread; struct playout_sums sums; };

static void play(const struct work *w, uint64_t index, struct playout_sums *sums)
{
	struct playout p;
	int mover;

	playout_begin(w->game, w->job, index, &p);
	while ((mover = w->game->to_move(&w->job->box, &p.s)) != OVER)
		playout_step(w->game, w->job, &p, mover, w->job->look != 0);
	sums->games++;
	sums->turns += (uint64_t)w->game->turn(&p.s);
	sums->moves += p.moves;
	sums->decisions += p.decisions;
	sums->hash += playout_end(&p);
}

static void *play_blocks(void *arg)
{
	struct worker *me = arg;
	struct work *w = me->work;
	uint64_t at;

	while ((at = atomic_fetch_add(&w->next, BLOCK)) < w->games)
		for (uint64_t i = at; i < at + BLOCK && i < w->games; i++)
			play(w, w->first + i, &me->sums);
	return NULL;
}

void cpu_play(const struct game *g, const struct playout_job *job, uint64_t first, uint64_t games, int threads, struct playout_sums *out)
{
	struct work w = { .game = g, .job = job, .first = first, .games = games };
	struct worker worker[MOST_THREADS] = { { .work = NULL } };

	threads = threads < 1 ? 1 : threads > MOST_THREADS ? MOST_THREADS : threads;
	for (int i = 0; i < threads; i++) {
		worker[i].work = &w;
		if (i > 0)
			must(pthread_create(&worker[i].thread, NULL, play_blocks, &worker[i]) == 0);
	}
	play_blocks(&worker[0]);
	*out = worker[0].sums;
	for (int i = 1; i < threads; i++) {
		pthread_join(worker[i].thread, NULL);
		out->games += worker[i].sums.games;
		out->turns += worker[i].sums.turns;
		out->moves += worker[i].sums.moves;
		out->decisions += worker[i].sums.decisions;
		out->hash += worker[i].sums.hash;
	}
}
