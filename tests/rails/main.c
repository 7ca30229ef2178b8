/* The rules of Small Railroad Empires, each held by tests that name it: `rails`, `rails R31 F12`, `rails --list`. */
#include "tests.h"

static const struct rule_table tables[] = {
	{ "setup.c",        rails_setup },
	{ "box.c",          rails_box },
	{ "building.c",     rails_building },
	{ "routes.c",       rails_routes },
	{ "company.c",      rails_company },
	{ "loans.c",        rails_loans },
	{ "ending.c",       rails_ending },
	{ "solo.c",         rails_solo },
	{ "ships.c",        rails_ships },
	{ "exports.c",      rails_exports },
	{ "secrets.c",      rails_secrets },
	{ "routes_exact.c", rails_routes_exact },
	{ NULL, NULL }
};

int main(int argc, char **argv)
{
	return rule_runner_main(argc, argv, tables);
}
