/* Two games that a seat must not be able to tell apart, and what it sees of one. */
#ifndef TESTS_ALIKE_H
#define TESTS_ALIKE_H

#include "fixture.h"

enum { MAX_LOG = 8192 };

struct state view_of(const struct fix *f, int seat);
int  eyes(const struct fix *f, int i);                          /* the seats, then those who watch */
bool is_told(const struct event *e, int seat);
void log_of(const struct fix *f, int seat, char out[MAX_LOG]);  /* what it reads after the last move, and the bare numbers of what it is told */

void same_log(const struct fix *a, const struct fix *b, int seat);
void same_view(const struct fix *a, const struct fix *b, int seat);
void looks_the_same(const struct fix *a, const struct fix *b, int seat);        /* view, board, log, and how the moves are written for it */
void offers_the_same(const struct fix *a, const struct fix *b);                 /* and all that it is offered, or refused, when it is to move */

/* Who is asked next, and what, is the same in every game that looks the same, and after the same move; only the face of a drawn card may be another. */
void steps_alike(const struct fix *a, const struct fix *b, int move, int (*phase)(const struct state *s));

#endif
