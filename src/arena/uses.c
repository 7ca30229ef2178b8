#define _GNU_SOURCE
#include "arena/uses.h"

#include <string.h>
#include <sys/mman.h>

struct uses *uses_share(int n, const struct setup *u)
{
	struct uses *all = mmap(NULL, (size_t)n * sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	must(all != MAP_FAILED);
	for (int i = 0; i < n; i++) {
		all[i].game = u->game;
		all[i].box = &u->box;
	}
	return all;
}

void uses_unshare(struct uses *all, int n)
{
	munmap(all, (size_t)n * sizeof *all);
}

static void count(uint64_t of[USES_VALUES], int value)
{
	of[value < 0 ? 0 : value < USES_VALUES ? value : USES_VALUES - 1]++;
}

static void saw(void *with, const struct state *before, int mover, const struct moves *m, int move, const struct events *told)
{
	struct uses *u = with;

	(void)move;
	if (mover >= 0 && m->n > 1) {
		u->decisions++;
		u->choices += (uint64_t)m->n;
		u->most = (uint64_t)m->n > u->most ? (uint64_t)m->n : u->most;
	}
	for (int i = 0; i < told->n; i++) {
		const struct event *e = &told->of[i];
		must(e->what < USES_EVENTS);
		if (e->seat < before->players && !(e->to >> e->seat & 1))
			continue;               /* what the others are told of it: it happened once */
		u->now[e->what][e->seat < before->players ? e->seat : MAX_PLAYERS]++;
		count(u->value[e->what][USES_THING], e->thing);
		count(u->value[e->what][USES_PLACE], e->place);
		count(u->value[e->what][USES_N], e->n);
	}
}

static void over(void *with, const struct state *end, const struct result *r)
{
	struct uses *u = with;

	u->games++;
	u->ending[u->game->ending(u->box, end) % USES_WAYS]++;
	for (int seat = 0; seat < end->players; seat++) {
		u->seats++;
		u->wins += r->place[seat] == 1;
		u->fate[u->game->fate(u->box, end, seat) % USES_WAYS]++;
	}
	for (int e = 0; e < USES_EVENTS; e++) {
		uint64_t all = u->now[e][MAX_PLAYERS];
		for (int seat = 0; seat < end->players; seat++) {
			all += u->now[e][seat];
			u->by_seats[e] += u->now[e][seat];
			u->by_winners[e] += r->place[seat] == 1 ? u->now[e][seat] : 0;
		}
		u->happened[e] += all;
		u->games_with[e] += all > 0;
	}
	memset(u->now, 0, sizeof u->now);
}

struct watch uses_watch(struct uses *u)
{
	return (struct watch){ .with = u, .saw = saw, .over = over };
}

void uses_add(struct uses *to, const struct uses *from)
{
	to->games += from->games;
	to->seats += from->seats;
	to->wins += from->wins;
	to->decisions += from->decisions;
	to->choices += from->choices;
	to->most = from->most > to->most ? from->most : to->most;
	for (int i = 0; i < USES_WAYS; i++) {
		to->ending[i] += from->ending[i];
		to->fate[i] += from->fate[i];
	}
	for (int e = 0; e < USES_EVENTS; e++) {
		to->happened[e] += from->happened[e];
		to->games_with[e] += from->games_with[e];
		to->by_seats[e] += from->by_seats[e];
		to->by_winners[e] += from->by_winners[e];
		for (int p = 0; p < USES_PARTS; p++)
			for (int v = 0; v < USES_VALUES; v++)
				to->value[e][p][v] += from->value[e][p][v];
	}
}
