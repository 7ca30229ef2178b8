/* The rules of Mississippi Queen, each held by tests that name it: `queen`, `queen Q31 Q32`, `queen --list`. */
#include "tests.h"

int main(int argc, char **argv)
{
	static const struct rule_table tables[] = { QUEEN_FILES(RULE_TABLE_LISTED) { NULL, NULL } };

	return rule_runner_main(argc, argv, tables);
}
