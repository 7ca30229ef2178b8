/* Statistics of self-play, gathered once and written in three ways: as a table, as JSON, as a page. */
#ifndef CLI_STATS_H
#define CLI_STATS_H

#include <jansson.h>

#include "contest.h"
#include "arena/uses.h"

/* A number that every game, or every seat of a game, has. */
struct spread {
	const char *name;
	double *of;                     /* all values, ascending */
	int     n;
	double  mean, deviation;
};
enum { SPREAD_TURNS, SPREAD_DECISIONS, SPREAD_PLIES, SPREAD_SCORE, SPREAD_WINNING, SPREAD_MARGIN, SPREADS };

/* Shares of something: labels with a bar each. */
struct bar { char label[64]; double share, low, high; uint64_t n; };
struct bars {
	char title[96];
	bool sure;                      /* whether confidence intervals are meaningful */
	int  n;
	struct bar bar[USES_VALUES];
};
enum { FIRST_BARS = 4, MOST_BARS = 96 };        /* first: seats, turns, endings, fates */

struct stats {
	const struct arena *arena;
	const struct run *run;
	const struct uses *uses;
	struct report report;
	struct spread spread[SPREADS];
	int bars;
	struct bars of[MOST_BARS];      /* the first ones, then one for each use that has a meaning */
};

double stats_spread_at(const struct spread *s, double part);          /* 0 the least, 0.5 the median, 1 the most */

/* Writes the page with these figures, which it takes over. */
bool stats_write_html(json_t *root, const char *path, char out[MAX_ERROR]);

#endif
