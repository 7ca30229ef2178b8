/* A review as a whole: all moments of a game, what they add up to, and how it is told in words and as a page. */
#ifndef REVIEW_REPORT_H
#define REVIEW_REPORT_H

#include <stdio.h>

#include "review/review.h"

enum { REVIEW_POINTS = 8, REVIEW_TOLD = 8192 };         /* turning points that are told; bytes of one in words */

struct review {
	const struct session *s;
	const struct review_level *level;
	struct review_moment *moment;           /* one for each ply */
	struct review_seat seat[MAX_PLAYERS];
	int points, point[REVIEW_POINTS];       /* turning points, the greatest first */
};

/* "turn 11: Blue keeps speed 4. That left Blue 12 in 100; 31 could be kept: Go at speed 2 to tile 3, bow to the east." */
void review_tell(const struct review *r, int ply, char *out, size_t cap);

void review_html(const struct review *r, FILE *out);    /* one file, plots as SVG, nothing from elsewhere */

#endif
