/* What is done in games, counted from their events: how often each happens, with which numbers, and whether winners do it more. */
#ifndef ARENA_USES_H
#define ARENA_USES_H

#include "arena/arena.h"

enum { USES_EVENTS = 64, USES_VALUES = 256, USES_WAYS = 16 };

/* The three numbers of an event. What is below 0 counts as 0, what is above 255 as 255. */
enum uses_part { USES_THING, USES_PLACE, USES_N, USES_PARTS };

/* Plain data: it may lie in memory that processes share. */
struct uses {
	const struct game *game;
	const struct box *box;
	uint64_t games, seats, wins;            /* wins: seats that came first, alone or not */
	uint64_t happened[USES_EVENTS];         /* how often */
	uint64_t games_with[USES_EVENTS];       /* in how many games at all */
	uint64_t by_seats[USES_EVENTS], by_winners[USES_EVENTS];        /* how often to a seat, and to one that won */
	uint64_t value[USES_EVENTS][USES_PARTS][USES_VALUES];
	uint64_t decisions, choices, most;      /* moves to choose from, all told and at most */
	uint64_t ending[USES_WAYS], fate[USES_WAYS];
	uint32_t now[USES_EVENTS][MAX_PLAYERS + 1];     /* the game under way; the last is for nobody */
};

struct uses *uses_share(int n, const struct setup *u);          /* n of them, empty, shared with the processes that are begun later */
void uses_unshare(struct uses *all, int n);
struct watch uses_watch(struct uses *u);
void uses_add(struct uses *to, const struct uses *from);

/* What the numbers of a game's events mean: the rows of uses_names.c. */
struct uses_meaning {
	const char *game, *event;
	enum uses_part part;
	const char *title;
	const char *const *names;       /* of the values from 0 on, ends with NULL; or NULL: they are numbers */
};
extern const struct uses_meaning uses_meanings[];       /* ends with a nameless one */

#endif
