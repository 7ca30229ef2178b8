/* Positions of Broadhorns by hand, played through the public interface of the game. What goes wrong here fails the running test
 * with a message. The bag always holds what lies nowhere else, and the pile the cards that are nowhere else.
 *
 * Cargo letters: F flour, A apples, P pork, U furs, W whiskey. Towns by code ("VIC"), tiles by number ("VIC-1" .. "VIC-6", "VIC-B"
 * the board). Cards: "VIC-A", "TR8", "spoil-pork-1", and "ice", "peddler" and "current", which are alike and have no numbers;
 * "spoil-pork" is any of its four that is in the pile. */
#ifndef TESTS_BROADHORNS_FIXTURE_H
#define TESTS_BROADHORNS_FIXTURE_H

#include "../fixture.h"

#define B(n) RULE('B', n)

/* A new game as game_start makes it, at its first chance move. options: "delivery=type rounds=3" or "". */
struct fix fix_new(int players, const char *options);
struct fix fix_new_box(int players, const char *options, const struct box *box);        /* the box outlives the position */

/* Seat 0 is in step 3 of its turn in round 2, two actions left. Every town shows its tile 1 with all spaces empty, nobody has a
 * boat, everybody has 20 gold, two barrels of each type are in the market, all cards are in the pile, the season track is empty. */
struct fix fix_river(int players, const char *options);
struct fix fix_river_box(int players, const char *options, const struct box *box);
struct fix fix_river_barrels(int n);            /* of two, with a box of so many barrels of each cargo; one at a time */

void fix_turn(struct fix *f, int seat);                 /* that seat is in step 3 with two actions, nothing done yet */
void fix_round(struct fix *f, int round);
void fix_gold(struct fix *f, int seat, int gold);
void fix_boat(struct fix *f, int seat, int feet, int space, const char *cargo);         /* feet 20, 30, 40; "A@4 P@0 W"; only St. Louis used */
void fix_visited(struct fix *f, int seat, const char *towns);                           /* "STG VIC": used in this expedition too */
void fix_market(struct fix *f, const char *barrels);    /* "F4 A2 P1 U2 W1"; a type not named has none */

/* Tiles of one town in the order they came to light, the last one on top with empty spaces; that seat collected the others:
 * "VIC-4", "VIC-1 VIC-2", "VIC-1 VIC-2 VIC-3 VIC-B". Once for each town. */
void fix_tiles(struct fix *f, const char *tiles, int seat);
void fix_filled(struct fix *f, const char *town, const char *spaces);                   /* "A U W3": the first such empty space each */

/* So many spaces of the season track are filled, by flour, apples and pork in turn; from the 13th on the harvest has been, with the
 * 15th it is the last round. Of the filled towns' tiles none is given to anybody. */
void fix_seasons(struct fix *f, int filled);

void fix_hand(struct fix *f, int seat, const char *cards);              /* these are added to it */
void fix_aboard(struct fix *f, int seat, const char *travelers);
void fix_waiting(struct fix *f, const char *town, const char *cards);   /* face up at that town */
void fix_discarded(struct fix *f, const char *cards);
void fix_pile(struct fix *f, const char *cards);        /* of the pile only these are left, the rest of it is discarded */

void port_over(struct fix *f, const char *answer);      /* "done" through the stages that are left, then "resell" or "sail on" */
void next_turn(struct fix *f);                  /* "stop" in step 3 and a delivery card is drawn: the next turn begins */

void gold_is(const struct fix *f, int seat, int gold);
void sails_to(struct fix *f, const char *moves, int seat, int feet, int space);           /* play(), then boat_is() */
void boat_is(const struct fix *f, int seat, int feet, int space);       /* feet 0: no boat */
void cargo_is(const struct fix *f, int seat, const char *cargo);        /* "F@0 F@0 A@4": by type, then by position; "" none */
void market_is(const struct fix *f, const char *barrels);       /* "F4 A2 P1 U2 W1", all five */
void bag_is(const struct fix *f, const char *barrels);
void town_is(const struct fix *f, const char *tile, const char *filled);        /* "VIC-2", "A4 W4": filled spaces in the tile's order */
void track_is(const struct fix *f, const char *barrels);        /* "FAP": a letter for each filled space, '.' went back */
void tiles_are(const struct fix *f, int seat, int tiles, int wreaths);
void card_is(const struct fix *f, const char *card, const char *where); /* "pile" "discard" "aside" "at VIC" "aboard 0" "hand 1"; of alike
									 * cards one is there */
void hand_is(const struct fix *f, int seat, const char *cards); /* "VIC-A TR8 ice": in the order deliveries .. currents; "" none */


int  card_of(const struct fix *f, const char *card);            /* 0 .. 72 by its full name */
int  town_of(const struct fix *f, const char *code);
int  gold(const struct fix *f, int seat);
int  reach(const struct fix *f);                 /* spaces of the longest move that is legal now */
void reaches(struct fix *f, const char *moves, int spaces);      /* play(), and then that is reach() */

#endif
