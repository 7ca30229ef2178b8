#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "rule_runner.h"

enum { MAX_TESTS = 1024 };

static struct rule_test *first, **last = &first;

void rule_runner_add(struct rule_test *t)
{
	*last = t;
	last = &t->next;
}

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

static bool somebody_names(const char *id)
{
	for (const struct rule_test *t = first; t; t = t->next)
		if (names(t, id))
			return true;
	return false;
}

static void list(void)
{
	for (const struct rule_test *t = first; t; t = t->next)
		printf("%s: %s\n", strrchr(t->file, '/') + 1, t->name);
}

static void run_one(void **state)
{
	const struct rule_test *t = *state;
	t->run();
}

static int run(char **ids, int n)
{
	struct CMUnitTest tests[MAX_TESTS];
	size_t count = 0;
	for (struct rule_test *t = first; t; t = t->next) {
		if (!wanted(t, ids, n))
			continue;
		must(count < MAX_TESTS);
		tests[count++] = (struct CMUnitTest){ .name = t->name, .test_func = run_one, .initial_state = t };
	}
	return _cmocka_run_group_tests("rules", tests, count, NULL, NULL) == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--list") == 0) {
		list();
		return 0;
	}
	for (int i = 1; i < argc; i++)
		if (!somebody_names(argv[i])) {
			fprintf(stderr, "%s: no test names the rule \"%s\"; --list shows what is tested\n", argv[0], argv[i]);
			return 2;
		}
	return run(argv + 1, argc - 1);
}
