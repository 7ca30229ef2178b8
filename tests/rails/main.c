/* The rules of Small Railroad Empires, each held by tests that name it: `rails`, `rails R31 F12`, `rails --list`. */
#include "tests.h"

int main(int argc, char **argv)
{
	static const struct rule_table tables[] = { RAILS_FILES(RULE_TABLE_LISTED) { NULL, NULL } };

	return rule_runner_main(argc, argv, tables);
}
