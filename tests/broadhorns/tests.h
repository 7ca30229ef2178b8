/* The tests of Broadhorns' rules, a table for each file. */
#ifndef TESTS_BROADHORNS_TESTS_H
#define TESTS_BROADHORNS_TESTS_H

#include "../rule_runner.h"
#include "fixture.h"

extern const struct rule_test broadhorns_setup[];
extern const struct rule_test broadhorns_turn[];
extern const struct rule_test broadhorns_sell[];
extern const struct rule_test broadhorns_buy[];
extern const struct rule_test broadhorns_travelers[];
extern const struct rule_test broadhorns_drawing[];
extern const struct rule_test broadhorns_cards[];
extern const struct rule_test broadhorns_seasons[];
extern const struct rule_test broadhorns_ending[];
extern const struct rule_test broadhorns_secrets[];
extern const struct rule_test broadhorns_freight[];
extern const struct rule_test broadhorns_examples[];

#endif
