/* The rules of Broadhorns, each held by tests that name it: `broadhorns`, `broadhorns B31 B32`, `broadhorns --list`. */
#include "tests.h"

int main(int argc, char **argv)
{
	static const struct rule_table tables[] = { BROADHORNS_FILES(RULE_TABLE_LISTED) { NULL, NULL } };

	return rule_runner_main(argc, argv, tables);
}
