/* The rules of Mississippi Queen, each held by tests that name it: `queen`, `queen Q31 Q32`, `queen --list`. */
#include "tests.h"

static const struct rule_table tables[] = {
	{ "geometry.c",   queen_geometry },
	{ "setup.c",      queen_setup },
	{ "moving.c",     queen_moving },
	{ "pushing.c",    queen_pushing },
	{ "river.c",      queen_river },
	{ "passengers.c", queen_boarding },
	{ "order.c",      queen_ordering },
	{ "landing.c",    queen_landing },
	{ "examples_a.c", queen_examples_a },
	{ "examples_b.c", queen_examples_b },
	{ NULL, NULL }
};

int main(int argc, char **argv)
{
	return rule_runner_main(argc, argv, tables);
}
