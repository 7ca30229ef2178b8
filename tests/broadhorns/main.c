/* The rules of Broadhorns, each held by tests that name it: `broadhorns`, `broadhorns B31 B32`, `broadhorns --list`. */
#include "tests.h"

static const struct rule_table tables[] = {
	{ "setup.c",     broadhorns_setup },
	{ "turn.c",      broadhorns_turn },
	{ "sell.c",      broadhorns_sell },
	{ "buy.c",       broadhorns_buy },
	{ "travelers.c", broadhorns_travelers },
	{ "drawing.c",   broadhorns_drawing },
	{ "cards.c",     broadhorns_cards },
	{ "seasons.c",   broadhorns_seasons },
	{ "ending.c",    broadhorns_ending },
	{ "secrets.c",   broadhorns_secrets },
	{ "freight.c",   broadhorns_freight },
	{ "examples.c",  broadhorns_examples },
	{ NULL, NULL }
};

int main(int argc, char **argv)
{
	return rule_runner_main(argc, argv, tables);
}
