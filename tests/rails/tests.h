/* The tests of the rules of Small Railroad Empires and of Freight on Board in it, a table for each file. */
#ifndef TESTS_RAILS_TESTS_H
#define TESTS_RAILS_TESTS_H

#include "../rule_runner.h"
#include "fixture.h"

#define RAILS_FILES(X) \
	X(rails, setup) X(rails, order) X(rails, box) X(rails, building) X(rails, routes) X(rails, company) \
	X(rails, loans) X(rails, ending) X(rails, solo) X(rails, ships) X(rails, exports) X(rails, secrets) \
	X(rails, routes_exact)
RAILS_FILES(RULE_TABLE_DECLARED)

#endif
