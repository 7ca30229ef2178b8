/* Runs tests that are named after the rules they hold, all of them or those of some rules. */
#ifndef TESTS_RULE_RUNNER_H
#define TESTS_RULE_RUNNER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* The name begins with the ids, then a colon: "Q39 Q40: the second turn costs a coal". A table ends with a nameless test. */
struct rule_test { const char *name; void (*run)(void); };
#define RULE_TESTS_END { NULL, NULL }

/* A list of tables ends with a nameless one. */
struct rule_table { const char *file; const struct rule_test *tests; };

/* A game's tests.h lists its files once: `#define QUEEN_FILES(X) X(queen, setup) X(queen, moving)`. These make of it the declarations of their tables and
 * the list of tables that main() runs. */
#define RULE_TABLE_DECLARED(game, file) extern const struct rule_test game##_tests_##file[];
#define RULE_TABLE_LISTED(game, file)   { #file ".c", game##_tests_##file },

/* The whole main() of a test program. No arguments: every test; ids: the tests that name one of them; --list: "file: name" lines.
 * 0: all passed, 1: some did not, 2: an id that no test names. */
int rule_runner_main(int argc, char **argv, const struct rule_table *tables);

#endif
