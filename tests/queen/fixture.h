/* Positions of Mississippi Queen by hand, played through the public interface of the game. What goes wrong here fails the running
 * test with a message. */
#ifndef TESTS_QUEEN_FIXTURE_H
#define TESTS_QUEEN_FIXTURE_H

#include "../fixture.h"

#define Q(n) RULE('Q', n)

/* A new game as game_start makes it, at its first chance move. options: "mode=intro rounds=3" or "". */
struct fix fix_new(int players, const char *options);

/* A position between turns on a river of these tiles, the n-th joined at the cusp its mark says: "A0 A1-1 <A2-3 >A3-1"
 * (< left, > right, none middle). All ships stand on their start spaces facing N with speed 1 and coal 6, seat 0 is to set
 * its speed in round 2, order = seats. Station tiles are stocked as when laid (passenger game). The platform is not laid. */
struct fix fix_river(int players, const char *options, const char *tiles);
void fix_platform(struct fix *f, int cusp);
void fix_removed(struct fix *f, int first);     /* tiles before `first` have been removed */
void fix_ship(struct fix *f, int seat, int tile, int cell, int heading, int speed, int coal);
/* All ships from seat 0 on, with commas between: "0/12 NE 5 6" is cell 12 of tile 0, heading NE, speed 5, coal 6. */
void fix_ships(struct fix *f, const char *ships);
void fix_boarded(struct fix *f, int seat, unsigned tiles);      /* bits of river tiles; they are not taken from `waiting` */

/* It is that seat's turn to set its speed. The order starts with it, the others follow by seat; the introductory game keeps to
 * the seats, so there the later ones follow. */
void fix_turn(struct fix *f, int seat);

void ship_is(const struct fix *f, int seat, int tile, int cell, int heading, int speed, int coal);
void plays_to(struct fix *f, const char *moves, int seat, const char *ship);     /* plays them, then that ship is as in fix_ships() */

#endif
