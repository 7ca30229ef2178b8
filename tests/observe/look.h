/* A moment as a seat is given it: the row that `observe` wrote, looked up by the names of its planes. */
#ifndef TESTS_OBSERVE_LOOK_H
#define TESTS_OBSERVE_LOOK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/game.h"

enum { LOOK_MOST = 8192 };

struct look {
	const struct game *g;
	const struct box *b;
	const struct state *s;
	int seat;
	uint8_t row[LOOK_MOST];
};

int value(const struct look *l, const char *name, int i, int j);
int one_of(const struct look *l, const char *name, int i);      /* which of a row of bits is set; -1: none, -2: several */
int from_me(const struct look *l, int seat, int seats);

/* Each holds of every moment of a game of its name. */
void check_queen(const struct look *l);
void check_broadhorns(const struct look *l);
void check_rails(const struct look *l);

#endif
