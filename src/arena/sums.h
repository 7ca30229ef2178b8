/* What the results of an arena say, and how sure that is. The unit of all intervals is the block. */
#ifndef ARENA_SUMS_H
#define ARENA_SUMS_H

#include "arena/arena.h"

/* A mean over n blocks with its 95 % interval. */
struct mean { double mean, low, high; int n; };

double sums_t(int freedom);                                     /* 97.5 % point of Student's t */
struct mean sums_mean(const double *x, int n);                  /* Student's interval; of one block it is as wide as can be */

/* The same for shares from 0 to 1. If all blocks are alike they have no spread to judge by: then Wilson's interval, a block a try. */
struct mean sums_share(const double *x, int n);

/* The likelihood of these block means if the true mean is `one`, against `zero`: the logarithm of their ratio. They are taken as normal, with
 * the variance they show together with SUMS_PRIOR more blocks of `games` games that know nothing of each other: few blocks show too little. */
enum { SUMS_PRIOR = 4 };
double sums_llr(const double *x, int n, double zero, double one, int games);

/* Bradley and Terry: ratings from wins[i][k], the part of their meetings that i won of k; on the scale of Elo, with mean 0. Half a win each
 * way is added between all of them, so that somebody who has won everything is still somewhere. */
void sums_elo(int n, double wins[ARENA_BOTS][ARENA_BOTS], double elo[ARENA_BOTS]);

/* A test that can stop early: is the share of the first bot nearer to `zero` or to `one` times its fair share? */
struct sprt { double zero, one, alpha, beta; };
enum verdict { UNDECIDED, HOLDS_ONE, HOLDS_ZERO };

struct standing {
	int    seats;                   /* games, each seat of the bot counted */
	double fair;                    /* the share it would win if all were alike: 1 / players */
	struct mean share, place, score, elo;
	uint64_t asked, us, cpu, iterations;
	uint32_t longest;
	uint64_t fault[FAULTS];
};

struct report {
	int blocks, games;
	struct standing of[ARENA_BOTS]; /* by bot */
	struct mean seat[MAX_PLAYERS];  /* share of the wins by seat */
	struct mean turn[MAX_PLAYERS];  /* and of who has the first, the second, ... turn of a game, which in some is drawn */
	double plies, turns, decisions; /* of a game, in the mean */
};

/* The first so many blocks, all of whose games must be there. */
void sums_report(const struct arena *a, const struct result *r, int blocks, struct report *out);

/* What the first blocks say to the test; *llr may be NULL. No answer before SPRT_BLOCKS. */
enum { SPRT_BLOCKS = 16 };
enum verdict sums_sprt(const struct arena *a, const struct result *r, int blocks, const struct sprt *t, double *llr);

double sums_won(const struct result *r, int players, int seat);         /* 1, or a part of it where the first place is shared */

#endif
