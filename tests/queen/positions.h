/* Positions and questions that several chapters of the rules share. */
#ifndef TESTS_QUEEN_POSITIONS_H
#define TESTS_QUEEN_POSITIONS_H

#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

/* The ship has a passenger from each of these river tiles, and no longer do they wait there. */
static inline void aboard(struct fix *f, int seat, unsigned tiles)
{
	fix_boarded(f, seat, tiles);
	for (int k = 0; k < QUEEN_TILES; k++)
		if (tiles >> k & 1 && f->s.queen.waiting[k] > 0)
			f->s.queen.waiting[k]--;
}

/* The ship left the race in an earlier round, as the nth that landed or the nth that dropped out. */
static inline void gone(struct fix *f, int seat, int fate, int nth)
{
	f->s.queen.ship[seat].fate = (uint8_t)fate;
	f->s.queen.ship[seat].left = (uint8_t)nth;
}

/* It is that seat's turn, the last one of the round; the others have had theirs by seat. */
static inline void last_turn(struct fix *f, int seat)
{
	struct queen *q = &f->s.queen;
	int n = 0;
	for (int i = 0; i < f->s.players; i++)
		if (i != seat)
			q->order[n++] = (uint8_t)i;
	q->order[n] = (uint8_t)seat;
	q->at = (uint8_t)n;
	q->phase = QUEEN_SPEED;
}

/* All tiles are laid, straight on, the platform too. Every ship waits on the last tile but one, which is now the first: on its
 * cells 7, 12, 16, 17 and 14, facing N, speed 1, coal 6. The last tile of the introductory game is tile 3, else tile 11. */
static inline struct fix at_platform(int players, const char *options, const char *last, int cusp)
{
	static const char *const box[] = { "A1-1", "A1-2", "A1-3", "A1-4", "A2-1", "A2-2", "A2-3", "A2-4", "A3-1", "A3-2", "A3-3" };
	static const int cell[] = { 7, 12, 16, 17, 14 };
	char river[MAX_TEXT] = "A0";
	bool intro = strstr(options, "mode=intro") != NULL;
	int end = intro ? 3 : 11, laid = 1;
	for (int i = intro ? 8 : 0; laid < end; i++)
		if (strcmp(box[i], last) != 0) {
			strcat(strcat(river, " "), box[i]);
			laid++;
		}
	strcat(strcat(river, " "), last);
	struct fix f = fix_river(players, options, river);
	fix_platform(&f, cusp);
	fix_removed(&f, end - 1);
	for (int i = 0; i < players; i++)
		fix_ship(&f, i, end - 1, cell[i], NORTH, 1, 6);
	return f;
}

static inline int passengers(const struct fix *f, int seat)
{
	int n = 0;
	for (unsigned bits = f->s.queen.ship[seat].boarded; bits; bits &= bits - 1)
		n++;
	return n;
}

static inline int fate(const struct fix *f, int seat)
{
	return f->g->fate(f->box, &f->s, seat);
}

static inline int ending(const struct fix *f)
{
	return f->g->ending(f->box, &f->s);
}

/* The seats in the order of their places, from the first on, every place taken once: "0 2 1". */
static inline void places_are(const struct fix *f, const char *seats)
{
	int place[MAX_PLAYERS];
	char got[MAX_TEXT] = "";
	f->g->place(f->box, &f->s, place);
	for (int p = 1; p <= f->s.players; p++)
		for (int i = 0; i < f->s.players; i++)
			if (place[i] == p)
				snprintf(got + strlen(got), sizeof got - strlen(got), "%s%d", *got ? " " : "", i);
	assert_string_equal(got, seats);
}

/* The order of this round as far as `seats` goes: "1 0 2". */
static inline void order_is(const struct fix *f, const char *seats)
{
	char got[MAX_TEXT] = "";
	for (size_t i = 0; i < (strlen(seats) + 1) / 2; i++)
		snprintf(got + strlen(got), sizeof got - strlen(got), "%s%d", *got ? " " : "", f->s.queen.order[i]);
	assert_string_equal(got, seats);
}

/* Whom the first event of that name was about. */
static inline int told_seat(const struct fix *f, const char *event)
{
	return told_event(f, event)->seat;
}

/* Axial place of a cell on a tile that heads N, and of a step (section "Geometry"). */
static inline int cell_q(int cell)
{
	return cell % 5 - 2;
}

static inline int cell_r(int cell)
{
	static const int r[QUEEN_CELLS] = { 3, 2, 1, 1, 1,  2, 1, 0, 0, 0,  1, 0, -1, -1, -1,  0, -1, -2, -2, -2 };
	return r[cell];
}

static inline int step_q(int heading)
{
	static const int q[QUEEN_SIDES] = { 0, 1, 1, 0, -1, -1 };
	return q[heading];
}

static inline int step_r(int heading)
{
	static const int r[QUEEN_SIDES] = { -1, -1, 0, 1, 1, 0 };
	return r[heading];
}

/* The cell beside a cell of the same tile, or -1. */
static inline int beside(int cell, int heading)
{
	for (int c = 0; c < QUEEN_CELLS; c++)
		if (cell_q(c) == cell_q(cell) + step_q(heading) && cell_r(c) == cell_r(cell) + step_r(heading))
			return c;
	return -1;
}

static inline unsigned cells(int a, int b, int c)
{
	return 1u << a | 1u << b | 1u << c;
}

/* A ship is put beside every water cell of the last tile and steps onto it: it lands on these cells and on no others. */
static inline void entries_are(const char *last, int cusp, int bend, unsigned entries)
{
	struct fix f = at_platform(3, "mode=intro", last, cusp);
	struct queen *q = &f.s.queen;
	uint32_t land = f.box->queen.tile[q->tile[3]].land;
	q->heading[3] = (uint8_t)((q->heading[2] + bend + QUEEN_SIDES) % QUEEN_SIDES);
	for (int cell = 0; cell < QUEEN_CELLS; cell++)
		for (int way = 0; way < QUEEN_SIDES; way++) {
			int from = beside(cell, (way + 3) % QUEEN_SIDES), heading = (way + q->heading[3]) % QUEEN_SIDES;
			struct fix g = f;
			if (from < 0 || land >> from & 1)
				continue;
			fix_ship(&g, 0, 3, from, heading, 1, 6);
			play(&g, "speed 1");
			if (land >> cell & 1) {
				refused(&g, "ahead", Q(31));
				continue;
			}
			play(&g, "ahead");
			assert_int_equal(fate(&g, 0), entries >> cell & 1 ? QUEEN_LANDED : QUEEN_RACING);
			assert_int_equal(told(&g, "landed"), entries >> cell & 1);
		}
}

#endif
