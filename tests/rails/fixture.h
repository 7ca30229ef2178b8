/* Positions of Small Railroad Empires by hand, played through the public interface of the game. What goes wrong here fails the running
 * test with a message.
 *
 * Hexes are named as in the moves: "A7" is hex 7 of tile A, counted row by row as printed. Tiles with their turn: "A0 B0 C3" lays A, B and
 * C on the first three centres, C turned by three sixths. Cards: "F6". Owners of containers on a ship: "0 n 1" is seat 0, neutral, seat 1. */
#ifndef TESTS_RAILS_FIXTURE_H
#define TESTS_RAILS_FIXTURE_H

#include "../fixture.h"

#define R(n) RULE('R', n)
#define F(n) RULE('F', n)

/* A new game as game_start makes it, at its first chance move. options: "freight=off" or "". The order is fixed and the rival gentle, unless
 * the options say otherwise: a position is told most easily so, and the tests of R16, R17, R128 and R129 name what they are about. The box outlives the position; NULL: built in. */
struct fix fix_new(int players, const char *options, const struct box *box);

/* Seat 0 is first, in the build step of its turn in round 2, nothing placed yet. Tiles A, B, C (and D with 3 or 4 players) lie unturned on
 * the centres in this order. Nobody has a train on the map; everybody has one track, out of the way on the plains of C
 * (C5 C12 C8 C3 by seat), which goes when fix_tracks gives others. All cubes are there, everybody has $5, no loan, no contract but K1, K2 ...
 * by seat, no cards in hand; the market is F1 M1 E1, the other cards are in the deck; the achievements face up are A1 A2 A3 A4 A5 in this
 * order; ship S1 is docked and empty (unless freight=off). Solo: the rival has nothing. */
struct fix fix_map(int players, const char *options);
struct fix fix_map_box(int players, const char *options, const struct box *box);

void fix_tiles(struct fix *f, const char *tiles);               /* "A0 B0 C3": before anything is placed */
void fix_turn(struct fix *f, int seat);                         /* that seat is in its build step, nothing placed yet */
void fix_phase(struct fix *f, int phase);                       /* RAILS_DELIVER, RAILS_BUY, ... of the turn */
void fix_delivery(struct fix *f, const char *cards);             /* seat 0 has these train cards, and may deliver */
void fix_round(struct fix *f, int round);
void fix_first(struct fix *f, int seat);                        /* the first player of the game */
void fix_money(struct fix *f, int side, int money);
void fix_loans(struct fix *f, int side, int loans);
void fix_purse(struct fix *f, int side, int money, int loans);  /* both */
void fix_prestige(struct fix *f, int side, int prestige);
void fix_tracks(struct fix *f, int side, const char *hexes);    /* "A4 A5 B7": laid by it, from its supply; stars go to the first */
void fix_supply(struct fix *f, int side, int tracks);           /* the others are far away, where no other track of the test is near */
void fix_trains(struct fix *f, int side, const char *cities);   /* "A2 B8": by hex; counted as deliveries of a good each city wants;
								 * cubes go with them, the last cards of the deck are collected */
void fix_hand(struct fix *f, int side, const char *dealt, const char *bought);  /* cards out of the deck or the market */
void fix_market(struct fix *f, const char *cards);              /* from the left: at most three */
void fix_deck(struct fix *f, const char *cards);                /* only these are left in it, the others are trashed */
void fix_collected(struct fix *f, int side, const char *cards);  /* these before others; a card for each train is needed */
void fix_goals(struct fix *f, const char *goals);               /* "A1 A2 A12 A6 A7": face up from the left */
void fix_claimed(struct fix *f, const char *goal, int side);
void fix_contract(struct fix *f, int seat, const char *contract);
void fix_unlocked(struct fix *f, int side, const char *abilities);      /* "U1 U4" */
void fix_cubes(struct fix *f, const char *factory, int cubes);  /* by hex; the others are delivered by the last side, where it can have been */
void fix_ship(struct fix *f, const char *ship, const char *containers); /* "S1", "0 n 1": from the left, "." leaves a slot empty */
void fix_gone(struct fix *f, const char *ships);                /* discarded */
void fix_rival_deck(struct fix *f, const char *cards);          /* what is left: "coal2 survey1" */

void money_is(const struct fix *f, int side, int money);
void loans_are(const struct fix *f, int side, int loans);
void purse_is(const struct fix *f, int side, int money, int loans);       /* both */
void prestige_is(const struct fix *f, int side, int prestige);  /* on the track */
void supply_is(const struct fix *f, int side, int tracks);
void tracks_are(const struct fix *f, int side, const char *hexes);      /* in the order of the map; "" none */
void trains_are(const struct fix *f, int side, const char *cities);
void hand_is(const struct fix *f, int side, const char *cards); /* in the order of the box */
void market_is(const struct fix *f, const char *cards);
void ship_is(const struct fix *f, const char *ship, const char *containers);    /* "" no ship; containers with "." for empty slots: "0 n . ." */
void cubes_are(const struct fix *f, const char *factory, int cubes);
void claimed_is(const struct fix *f, const char *goal, int side);       /* NO_SIDE: nobody */

int  hex_of(const struct fix *f, const char *hex);              /* 0 .. 75 */
bool are_adjacent(const struct fix *f, const char *one, const char *other);     /* hexes of tiles in play, by the numbers of 2.4 */
int  card_of(const struct fix *f, const char *card);
void play_lowest(struct fix *f);                                 /* the legal move with the lowest id */
void finish_turn(struct fix *f);                                /* passes what may be passed, else the lowest move, up to the next turn */

#endif
