/* Deliveries for the tests of what comes of them: over short routes that never get longer, with cards that pay nothing. */
#ifndef TESTS_RAILS_HAULS_H
#define TESTS_RAILS_HAULS_H

#include "../rule_runner.h"
#include "fixture.h"

/* One delivery of each good: over these tracks, of this length, whatever else of them the side has. */
struct haul { const char *tracks, *move; int length, money, prestige; };
extern const struct haul haul[RAILS_GOODS];

/* What everybody has. */
struct purses { int money[RAILS_SIDES], prestige[RAILS_SIDES]; };
struct purses purses(const struct fix *f);

const char *ready(struct fix *f, int seat, int good);   /* it is that seat's turn and it may deliver: tracks and a card, which is returned */

/* That seat delivers that good, with its tracks and card there or not. Returns what everybody had, the pay for the route included: whatever
 * is beyond it came from the ship. */
struct purses haul_it(struct fix *f, int seat, int good, const char *card);
struct purses deliver(struct fix *f, int seat, int good);
void paid(const struct fix *f, const struct purses *before, int side, int prestige, int money);
void paid_each(const struct fix *f, const struct purses *before, const char *each);        /* "0/1 2/0": prestige and money of side 0, of side 1 */
void paid_nobody(const struct fix *f, const struct purses *before);

void lay(struct fix *f, int seat, const char *hexes);   /* tracks, but for those that are there */

/* Containers that do not lie on the ship. */
void left_is(const struct fix *f, int side, int containers);
void neutral_is(const struct fix *f, int containers);
bool has_sailed(const struct fix *f, int ship);         /* from 1 */

/* A box whose ships are this one and S2. It is good until the next one is made. */
const struct box *stress(struct freight_ship ship, int containers, int neutral);
struct freight_ship stress_x3(void);                    /* coal, wild with $1, grain with 1 VP */
struct freight_ship stress_x5(void);                    /* five of coal */
struct freight_ship stress_x6(int money);               /* six wild ones */

#endif
