/* Moves per second at the door of the store: through the clerk with many tables at once, and one commit after the other. bench/store runs
 * it. */
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/queue.h"

enum { TABLES = 3000, ROWS = 2, SNAPSHOT = 200 };       /* a move and what chance makes of it; a snapshot of a usual length */

static const char move[] = "passenger 3 from 17", draw[] = "tile 12 facing 4 passengers 0";

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct head head_of(const char *id)
{
	const struct game *g = game_find("queen");
	struct head h = { .game = g, .box = g->box, .rules = g->rules, .players = 3, .level = "medium", .made = 1700000000000 };

	snprintf(h.id, sizeof h.id, "%s", id);
	game_presets(g, h.option);
	return h;
}

/* The rows that follow those it had. */
static void refill(struct save *s)
{
	rows_clear(&s->rows);
	for (uint32_t i = 0; i < ROWS; i++) {
		struct row *r = rows_add(&s->rows, i ? ROW_DRAW : ROW_MOVE, BY_PLAYER, i ? -1 : 1, 1700000000000, i ? draw : move);
		r->seq = s->now.seq + 1 + i;
		strcpy(r->key, "0123456789abcdef");
	}
	s->now.seq += ROWS;
	s->now.changed++;
	s->now.wake = s->now.changed + 60000;
	s->snapshot_seq = s->now.seq;
	s->snapshot_n = SNAPSHOT;
}

/* One commit after the other ------------------------------------------ */

static double single(const char *url, const char *prefix, double span)
{
	char why[MAX_ERROR], id[ID_CHARS + 1];
	const char *where;
	const struct store_kind *kind = store_find(url, &where, why);
	void *self = kind ? kind->open(where, why) : NULL;
	struct save *s = calloc(1, sizeof *s);
	int n = 0;

	if (!self || !s) {
		fprintf(stderr, "store: %s\n", why);
		exit(1);
	}
	snprintf(id, sizeof id, "%s-single", prefix);
	struct head h = head_of(id);
	s->id = id;
	s->head = &h;
	double begun = seconds();
	for (; seconds() - begun < span; n++) {
		refill(s);
		kind->save(self, &s, 1, why);
		must(s->outcome == STORED);
		s->head = NULL;
	}
	double rate = n / (seconds() - begun);
	rows_clear(&s->rows);
	free(s);
	kind->close(self);
	return rate;
}

/* Through the clerk --------------------------------------------------- */

struct player {
	struct save_job job;            /* first: it is found by it */
	char            id[ID_CHARS + 1];
	struct head     head;
	double          asked;
};

static struct store_queue *clerk;
static sem_t mail;
static bool over;
static int under_way;
static double *waits;
static int moves, cap;

static void wake(void *arg)
{
	(void)arg;
	sem_post(&mail);
}

static void ask(struct player *p)
{
	refill(&p->job.save);
	p->asked = seconds();
	under_way++;
	store_queue_save(clerk, &p->job);
}

static void stored(struct job *j)
{
	struct player *p = (struct player *)j;

	must(p->job.save.outcome == STORED);
	under_way--;
	if (!p->job.save.head) {
		if (moves == cap) {
			cap = cap ? 2 * cap : 1 << 16;
			waits = realloc(waits, (size_t)cap * sizeof *waits);
			must(waits != NULL);
		}
		waits[moves++] = seconds() - p->asked;
	}
	p->job.save.head = NULL;
	if (!over)
		ask(p);
}

static void work(struct mailbox *box, double span)
{
	struct timespec until;

	for (double end = seconds() + span; seconds() < end; ) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_sec++;
		while (sem_timedwait(&mail, &until) != 0 && errno == EINTR)
			;
		mailbox_empty(box);
	}
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double grouped(const char *url, const char *prefix, int tables, double span)
{
	struct player *all = calloc((size_t)tables, sizeof *all);
	struct mailbox *box = mailbox_make(wake, NULL);
	char why[MAX_ERROR];

	must(all != NULL && sem_init(&mail, 0, 0) == 0);
	clerk = store_queue_make(url, box, why);
	if (!clerk) {
		fprintf(stderr, "store: %s\n", why);
		exit(1);
	}
	over = true;
	for (int i = 0; i < tables; i++) {
		struct player *p = &all[i];
		/* Not one after the other: names are random. */
		snprintf(p->id, sizeof p->id, "%s%05x", prefix, (unsigned)i * 2654435761u >> 12);
		p->head = head_of(p->id);
		p->job.job.done = stored;
		p->job.save.id = p->id;
		p->job.save.head = &p->head;
		ask(p);
	}
	while (under_way > 0)
		work(box, 0.01);
	over = false;
	struct store_queue_figures before = store_queue_figures(clerk);
	for (int i = 0; i < tables; i++)
		ask(&all[i]);
	double begun = seconds();
	work(box, span);
	over = true;
	double rate = moves / (seconds() - begun);
	struct store_queue_figures after = store_queue_figures(clerk);
	store_queue_stop(clerk);
	mailbox_drop(box);

	qsort(waits, (size_t)moves, sizeof *waits, by_size);
	printf("  %d tables at once: %.0f moves/s, %.1f moves a commit; of asking to stored: median %.1f ms, 99 %% %.1f ms\n", tables, rate,
		(double)(after.saves - before.saves) / (double)(after.commits - before.commits), 1000 * waits[moves / 2],
		1000 * waits[(long)moves * 99 / 100]);
	for (int i = 0; i < tables; i++)
		rows_clear(&all[i].job.save.rows);
	free(all);
	free(waits);
	waits = NULL;
	moves = cap = 0;
	return rate;
}

int main(int argc, char **argv)
{
	static const int crowds[] = { 1, 30, 300, TABLES };
	double span = argc > 2 ? atof(argv[2]) : 3;

	if (argc < 2 || span <= 0) {
		fprintf(stderr, "usage: store URL [SECONDS]\n");
		return 2;
	}
	double one = single(argv[1], "a", span), most = 0;
	printf("  one commit after the other: %.0f moves/s\n", one);
	for (int i = 0; i < (int)(sizeof crowds / sizeof *crowds); i++) {
		double rate = grouped(argv[1], (const char *[]){ "b--", "c--", "d--", "e--" }[i], crowds[i], span);
		most = rate > most ? rate : most;
	}
	printf("  most at once, to one after the other: %.1f\n", most / one);
	return 0;
}
