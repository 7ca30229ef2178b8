#define _POSIX_C_SOURCE 200809L
#include "arena/run.h"

#include <stdlib.h>
#include <string.h>

#include "arena/ranks.h"
#include "base/clock.h"

/* What a worker sends: the result, or why there is none. */
struct parcel { struct result result; char why[MAX_ERROR]; };
_Static_assert(sizeof(struct parcel) <= POOL_ANSWER, "an answer fits");

struct under_way {
	struct run *run;
	struct arena_log log;
	int  next;                      /* game to be handed out */
	bool logs, broken;
	char *why;
	int64_t from;                   /* clock_us() */
};

struct run_worker { const struct arena *arena; struct crew crew; const struct watch *watch; };

/* In a worker ----------------------------------------------------------------- */

static void *worker_open(void *with, int worker)
{
	struct under_way *w = with;
	struct run_worker *d = calloc(1, sizeof *d);

	must(d != NULL);
	d->arena = w->run->arena;
	d->watch = w->run->watch ? &w->run->watch[worker] : NULL;
	return d;
}

static void worker_play(void *mine, uint32_t game, void *answer)
{
	struct run_worker *d = mine;
	struct parcel *p = answer;

	arena_play(d->arena, game, &d->crew, d->watch, &p->result, p->why);
}

static void worker_close(void *mine)
{
	struct run_worker *d = mine;

	arena_crew_close(&d->crew);
	free(d);
}

/* In the one that counts --------------------------------------------------------- */

static bool next(void *with, uint32_t *game)
{
	struct under_way *w = with;

	while (w->next < w->run->games && w->run->have[w->next])
		w->next++;
	*game = (uint32_t)w->next++;
	return *game < (uint32_t)w->run->games;
}

/* The test looks at whole blocks in their order, whoever was quicker: so its verdict does not depend on the number of jobs. Beyond a
 * thousand it looks now and then only. */
static void advance(struct run *r)
{
	const int of = r->arena->rotations;

	while (r->verdict == UNDECIDED && (r->blocks + 1) * of <= r->games) {
		for (int i = 0; i < of; i++)
			if (!r->have[r->blocks * of + i])
				return;
		r->blocks++;
		if (r->sprt && (r->blocks <= 1000 || r->blocks % 32 == 0 || r->blocks * of == r->games))
			r->verdict = sums_sprt(r->arena, r->result, r->blocks, r->sprt, &r->llr);
	}
}

static void take(void *with, const struct result *result)
{
	struct run *r = with;

	if ((int)result->game < r->games && !r->have[result->game]) {
		r->result[result->game] = *result;
		r->have[result->game] = true;
		r->kept++;
	}
}

static bool done(void *with, const void *answer)
{
	struct under_way *w = with;
	const struct parcel *p = answer;
	const struct result *got = &p->result;

	if (w->broken)
		return false;
	if (p->why[0])
		w->broken = !error_say(w->why, "%s", p->why);
	else if (w->logs)
		w->broken = !log_add(&w->log, got, w->why);
	if (w->broken)
		return false;
	w->run->result[got->game] = *got;
	w->run->have[got->game] = true;
	w->run->played++;
	advance(w->run);
	return w->run->verdict == UNDECIDED;
}

static void tick(void *with)
{
	struct under_way *w = with;

	w->run->seconds = 1e-6 * (double)(clock_us() - w->from);
	if (w->run->tick)
		w->run->tick(w->run);
}

static struct pool pool_of(struct under_way *w)
{
	return (struct pool){ .jobs = w->run->jobs, .size = sizeof(struct parcel), .with = w, .open = worker_open, .work = worker_play,
		.close = worker_close, .next = next, .done = done, .tick = tick };
}

/* Games that are not there yet, by workers on this machine or by the processes that this one leads. */
static bool play(struct under_way *w, char out[MAX_ERROR])
{
	const struct pool pool = pool_of(w);

	if (w->run->ranks <= 1)
		return pool_run(&pool, out) && !w->broken;
	ranks_run(&pool);
	return !w->broken;
}

void run_led(struct run *r)
{
	struct under_way w = { .run = r };
	const struct pool pool = pool_of(&w);

	ranks_run(&pool);
}

bool run_all(struct run *r, char out[MAX_ERROR])
{
	struct under_way w = { .run = r, .why = out, .logs = r->log != NULL };

	r->result = calloc((size_t)r->games, sizeof *r->result);
	r->have = calloc((size_t)r->games, sizeof *r->have);
	must(r->result != NULL && r->have != NULL);
	r->blocks = r->kept = r->played = 0;
	r->verdict = UNDECIDED;
	r->llr = 0;
	if (w.logs && !log_open(&w.log, r->arena, r->log, take, r, out))
		return false;
	advance(r);
	w.from = clock_us();
	bool fine = r->verdict != UNDECIDED || play(&w, out);
	tick(&w);
	if (w.logs)
		log_close(&w.log);
	return fine;
}

void run_drop(struct run *r)
{
	free(r->result);
	free(r->have);
	r->result = NULL;
	r->have = NULL;
}
