/* The tests of Broadhorns' rules, a table for each file. */
#ifndef TESTS_BROADHORNS_TESTS_H
#define TESTS_BROADHORNS_TESTS_H

#include "../rule_runner.h"
#include "fixture.h"

#define BROADHORNS_FILES(X) \
	X(broadhorns, setup) X(broadhorns, turn) X(broadhorns, sell) X(broadhorns, buy) X(broadhorns, travelers) \
	X(broadhorns, drawing) X(broadhorns, cards) X(broadhorns, seasons) X(broadhorns, ending) \
	X(broadhorns, losses) X(broadhorns, secrets) X(broadhorns, freight) X(broadhorns, examples)
BROADHORNS_FILES(RULE_TABLE_DECLARED)

#endif
