/* The tests of the rules of Small Railroad Empires and of Freight on Board in it, a table for each file. */
#ifndef TESTS_RAILS_TESTS_H
#define TESTS_RAILS_TESTS_H

#include "../rule_runner.h"
#include "fixture.h"

extern const struct rule_test rails_setup[];
extern const struct rule_test rails_box[];
extern const struct rule_test rails_building[];
extern const struct rule_test rails_routes[];
extern const struct rule_test rails_company[];
extern const struct rule_test rails_loans[];
extern const struct rule_test rails_ending[];
extern const struct rule_test rails_solo[];
extern const struct rule_test rails_ships[];
extern const struct rule_test rails_exports[];
extern const struct rule_test rails_secrets[];
extern const struct rule_test rails_routes_exact[];

#endif
