#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "rule_runner.h"

enum { MAX_TESTS = 1024 };

/* A mistake of the rules fails the test that met it, not the whole program. */
_Noreturn void panic(const char *what)
{
	fail_msg("the rules broke their own promise: %s", what);
	abort();        /* cmocka has jumped away before this */
}

/* The ids are the words before the colon, and only whole words count: Q1 is not in "Q12 Q31: ...". */
static bool names(const struct rule_test *t, const char *id)
{
	size_t n = strlen(id);
	for (const char *at = t->name; *at && *at != ':'; ) {
		size_t word = strcspn(at, " :");
		if (word == n && memcmp(at, id, n) == 0)
			return true;
		at += word;
		at += strspn(at, " ");
	}
	return false;
}

static bool wanted(const struct rule_test *t, char **ids, int n)
{
	for (int i = 0; i < n; i++)
		if (names(t, ids[i]))
			return true;
	return n == 0;
}

static bool somebody_names(const struct rule_table *tables, const char *id)
{
	for (; tables->file; tables++)
		for (const struct rule_test *t = tables->tests; t->name; t++)
			if (names(t, id))
				return true;
	return false;
}

static void list(const struct rule_table *tables)
{
	for (; tables->file; tables++)
		for (const struct rule_test *t = tables->tests; t->name; t++)
			printf("%s: %s\n", tables->file, t->name);
}

static void run_one(void **state)
{
	const struct rule_test *t = *state;
	t->run();
}

static int run(const struct rule_table *tables, char **ids, int n)
{
	struct CMUnitTest tests[MAX_TESTS];
	size_t count = 0;
	for (; tables->file; tables++)
		for (const struct rule_test *t = tables->tests; t->name; t++) {
			if (!wanted(t, ids, n))
				continue;
			must(count < MAX_TESTS);
			tests[count++] = (struct CMUnitTest){ .name = t->name, .test_func = run_one, .initial_state = (void *)t };
		}
	return _cmocka_run_group_tests("rules", tests, count, NULL, NULL) == 0 ? 0 : 1;
}

int rule_runner_main(int argc, char **argv, const struct rule_table *tables)
{
	if (argc == 2 && strcmp(argv[1], "--list") == 0) {
		list(tables);
		return 0;
	}
	for (int i = 1; i < argc; i++)
		if (!somebody_names(tables, argv[i])) {
			fprintf(stderr, "%s: no test names the rule \"%s\"; --list shows what is tested\n", argv[0], argv[i]);
			return 2;
		}
	return run(tables, argv + 1, argc - 1);
}
