/* What the numbers of events mean, game by game: docs/rules/GAME.md has the whole list; here is what is worth counting. An event without
 * a row here is counted, and no more. */
#include "arena/uses.h"

static const char *const heading[] = { "N", "NE", "SE", "S", "SW", "NW", NULL };
static const char *const cusp[] = { "left", "middle", "right", NULL };

static const char *const cargo[] = { "flour", "apples", "pork", "furs", "whiskey", NULL };
static const char *const boat[] = { "20 ft", "30 ft", "40 ft", NULL };
static const char *const season[] = { "autumn", "winter", "spring", "summer", "final autumn", NULL };
static const char *const town[] = {
	"Ste. Genevieve", "Cape Girardeau", "New Madrid", "Memphis", "Helena", "Greenville", "Vicksburg", "Natchez", "Baton Rouge", "New Orleans",
	"St. Louis", NULL
};
static const char *const traveler[] = {
	"TR1", "TR2", "TR3", "TR4", "TR5", "TR6", "TR7", "TR8", "TR9", "TR10", "TR11", "TR12", "TR13", "TR14", "TR15", "TR16", NULL
};

static const char *const good[] = { "coal", "iron", "timber", "grain", "livestock", NULL };
static const char *const city[] = {
	"Ashby", "Alderton", "Birchfield", "Brackwater", "Cedar Bluff", "Copperhill", "Dunmore", "Deer Creek", NULL
};
static const char *const achievement[] = {
	"Tunnel Master", "Busy Line", "Bridge Builder", "Forester", "Hill Climber", "Long Haul", "General Store", "Specialist", "Collector",
	"Pathfinder", "Surveyor", "Banker", NULL
};
static const char *const ability[] = { "Night shift", "Tunnel crew", "Bridge crew", "Dispatcher", NULL };
static const char *const ship[] = { "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", NULL };
static const char *const slot[] = { "1", "2", "3", "4", "5", "6", NULL };
static const char *const met[] = { "not met", "met", NULL };
static const char *const rival[] = { "coal", "iron", "timber", "grain", "livestock", "survey", "expand", "achieve", NULL };

const struct uses_meaning uses_meanings[] = {
	{ "queen", "speed",   USES_N,     "speed of a turn", NULL },
	{ "queen", "speed",   USES_THING, "coal burnt to change speed", NULL },
	{ "queen", "turned",  USES_N,     "coal burnt for a turn of 60 degrees", NULL },
	{ "queen", "turned",  USES_THING, "heading after a turn", heading },
	{ "queen", "pushed",  USES_N,     "heading of a push", heading },
	{ "queen", "boarded", USES_PLACE, "tile where a passenger boards", NULL },
	{ "queen", "boarded", USES_N,     "passengers aboard after boarding", NULL },
	{ "queen", "landed",  USES_N,     "ships that land, by their order", NULL },
	{ "queen", "rolled",  USES_THING, "where the river turns", cusp },
	{ "queen", "removed", USES_N,     "passengers lost with a tile", NULL },

	{ "broadhorns", "boat",    USES_THING, "boats bought", boat },
	{ "broadhorns", "bought",  USES_THING, "cargo bought", cargo },
	{ "broadhorns", "bought",  USES_N,     "price of a barrel", NULL },
	{ "broadhorns", "blind",   USES_THING, "cargo drawn blindly", cargo },
	{ "broadhorns", "sold",    USES_THING, "cargo sold", cargo },
	{ "broadhorns", "sold",    USES_PLACE, "towns sold to", town },
	{ "broadhorns", "sold",    USES_N,     "gold for a barrel", NULL },
	{ "broadhorns", "dumped",  USES_THING, "cargo sold without a space", cargo },
	{ "broadhorns", "lost",    USES_THING, "cargo that spoils", cargo },
	{ "broadhorns", "port",    USES_PLACE, "ports called at", town },
	{ "broadhorns", "moved",   USES_N,     "spaces of a move", NULL },
	{ "broadhorns", "claimed", USES_PLACE, "towns of delivery cards", town },
	{ "broadhorns", "filled",  USES_PLACE, "towns that fill up", town },
	{ "broadhorns", "tile",    USES_N,     "wreaths of a tile taken", NULL },
	{ "broadhorns", "season",  USES_THING, "cargo on the season track", cargo },
	{ "broadhorns", "season",  USES_N,     "barrels laid in each season", season },
	{ "broadhorns", "fare",    USES_THING, "travelers who arrive", traveler },
	{ "broadhorns", "fare",    USES_PLACE, "destinations of travelers", town },
	{ "broadhorns", "resold",  USES_PLACE, "where expeditions end", town },

	{ "rails", "built",     USES_N,     "dollars for a track", NULL },
	{ "rails", "delivered", USES_THING, "goods delivered", good },
	{ "rails", "delivered", USES_PLACE, "cities delivered to", city },
	{ "rails", "delivered", USES_N,     "length of a route, 9 and more as 9", NULL },
	{ "rails", "card",      USES_N,     "conditions of train cards used", met },
	{ "rails", "claimed",   USES_THING, "achievements claimed", achievement },
	{ "rails", "bought",    USES_N,     "price of a train card", NULL },
	{ "rails", "unlocked",  USES_THING, "abilities unlocked", ability },
	{ "rails", "docked",    USES_THING, "ships that dock", ship },
	{ "rails", "loaded",    USES_PLACE, "slots with a container of a player", slot },
	{ "rails", "neutral",   USES_PLACE, "slots with a neutral container", slot },
	{ "rails", "export",    USES_THING, "ships that pay a single leader", ship },
	{ "rails", "rival",     USES_THING, "cards of the rival", rival },

	{ .game = NULL }
};
