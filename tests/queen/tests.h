/* The tests of Mississippi Queen's rules, a table for each file. */
#ifndef TESTS_QUEEN_TESTS_H
#define TESTS_QUEEN_TESTS_H

#include "../rule_runner.h"
#include "fixture.h"

#define QUEEN_FILES(X) \
	X(queen, geometry) X(queen, setup) X(queen, moving) X(queen, pushing) X(queen, river) X(queen, passengers) \
	X(queen, order) X(queen, landing) X(queen, examples_a) X(queen, examples_b)
QUEEN_FILES(RULE_TABLE_DECLARED)

#endif
