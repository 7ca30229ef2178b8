/* Tests that are named after the rules they hold, and the program that runs them: all of them, or those of some rules. */
#ifndef TESTS_RULE_RUNNER_H
#define TESTS_RULE_RUNNER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

struct rule_test {
	const char *name, *file;
	void (*run)(void);
	struct rule_test *next;
};

/* Defines a test: RULE_TEST(the_second_costs, "Q39 Q40: the second turn costs a coal") { ... }. Its name begins with the ids of the rules, then a colon.
 * It is listed before main() begins, so a program runs every test that is linked into it; those of a file in their order. */
#define RULE_TEST(function, words) \
	static void function(void); \
	__attribute__((constructor)) static void function##_listed(void) \
	{ \
		static struct rule_test test = { .name = words, .file = __FILE__, .run = function }; \
		rule_runner_add(&test); \
	} \
	static void function(void)

void rule_runner_add(struct rule_test *t);

/* rule_runner.c has the main() of such a program. No arguments: every test; ids (`queen Q31 Q32`): the tests that name one of them; --list: "file: name"
 * lines. It exits with 0 when all passed, 1 when some did not, 2 for an id that no test names. */

#endif
