/* The tests of Mississippi Queen's rules, a table for each file. */
#ifndef TESTS_QUEEN_TESTS_H
#define TESTS_QUEEN_TESTS_H

#include "../rule_runner.h"
#include "fixture.h"

extern const struct rule_test queen_geometry[];
extern const struct rule_test queen_setup[];
extern const struct rule_test queen_moving[];
extern const struct rule_test queen_pushing[];
extern const struct rule_test queen_river[];
extern const struct rule_test queen_boarding[];
extern const struct rule_test queen_ordering[];
extern const struct rule_test queen_landing[];
extern const struct rule_test queen_examples_a[];
extern const struct rule_test queen_examples_b[];

#endif
