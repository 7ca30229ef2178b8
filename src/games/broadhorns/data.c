/* The data of Broadhorns by name, who sees it, and what must hold of it at every moment. */
#include "broadhorns.h"

#include <string.h>

const char *const broad_phase_name[BROAD_PHASES] = {
	[BROAD_SETUP_TILES] = "setup_tiles", [BROAD_SETUP_CARDS] = "setup_cards", [BROAD_REFRESH] = "refresh", [BROAD_SPOIL_STEP] = "spoil_step",
	[BROAD_ACTIONS] = "actions", [BROAD_BOAT] = "boat", [BROAD_MARKET] = "market", [BROAD_BLIND] = "blind", [BROAD_SELL] = "sell",
	[BROAD_LOAD] = "load", [BROAD_DOCK] = "dock",
	[BROAD_FULL] = "full", [BROAD_REVEAL] = "reveal", [BROAD_BUY] = "buy", [BROAD_TRAVELERS] = "travelers", [BROAD_RESALE] = "resale",
	[BROAD_DRAW] = "draw", [BROAD_SPOIL_CARD] = "spoil_card", [BROAD_DISCARD] = "discard", [BROAD_OVER] = "over",
};

/* "old 1": held since before the last time the discard pile was shuffled, and so on. */
#define HAND(seat) "hand " seat, "hand " seat " old 1", "hand " seat " old 2", "hand " seat " old 3", "hand " seat " old 4", "hand " seat " old 5"
static const char *const where_name[BROAD_WHERES] = {
	"pile", "discard", "aside",
	"at STG", "at CAP", "at NMD", "at MEM", "at HEL", "at GRV", "at VIC", "at NAT", "at BAT", "at NOR",
	"aboard 0", "aboard 1", "aboard 2", "aboard 3",
	HAND("0"), HAND("1"), HAND("2"), HAND("3"),
	"unseen", "unseen old 1", "unseen old 2", "unseen old 3", "unseen old 4", "unseen old 5",
};

enum { MOST_ROUNDS = 250, MOST_TURNS = MOST_ROUNDS * BROAD_PLAYERS, MOST_BARRELS = 150 };

static const struct field town_fields[] = {
	{ FIELD_NUMBER(broad_town, tile, "tile", 0, BARE_BOARD) },
	{ FIELD_NUMBER(broad_town, seen, "seen", 0, (1 << BROAD_TILES) - 1) },
	{ FIELD_NUMBER(broad_town, taken, "taken", 0, BROAD_STACK) },
	{ FIELD_NUMBER(broad_town, filled, "filled", 0, (1 << BROAD_SPACES) - 1) },
	FIELD_END
};

#define BARRELS(type, name) { FIELD_NUMBERS(broad_player, cargo[type], name, 0, BROAD_BOXES, FIELD_FIXED) }

static const struct field player_fields[] = {
	{ FIELD_NUMBER(broad_player, gold, "gold", 0, BROAD_GOLD) },
	{ FIELD_NUMBER(broad_player, boat, "boat", 0, BROAD_BOATS) },
	{ FIELD_NUMBER(broad_player, space, "space", 0, BROAD_RIVER) },
	{ FIELD_BITS(broad_player, visited, "visited", 0, SAILED) },
	BARRELS(FLOUR, "flour"), BARRELS(APPLES, "apples"), BARRELS(PORK, "pork"), BARRELS(FURS, "furs"), BARRELS(WHISKEY, "whiskey"),
	{ FIELD_NUMBER(broad_player, tiles, "tiles", 0, 3 * BROAD_TOWNS) },
	{ FIELD_NUMBER(broad_player, wreaths, "wreaths", 0, 15 * BROAD_TOWNS) },
	{ FIELD_NUMBERS(broad_player, held, "held", 0, BROAD_CARDS, FIELD_FIXED) },
	FIELD_END
};

#define PLAYERS offsetof(struct state, players)
#define SEASONS offsetof(struct state, broadhorns.seasons)
#define NUMBER(member, most) { FIELD_NUMBER(state, broadhorns.member, #member, 0, most) }

const struct field broad_fields[] = {
	{ FIELD_NUMBER(state, broadhorns.phase, "phase", 0, BROAD_PHASES - 1), .names = broad_phase_name },
	{ FIELD_NUMBER(state, broadhorns.ending, "ending", 0, BROAD_ENDINGS - 1), .names = broad_ending_name },
	NUMBER(round, MOST_ROUNDS), NUMBER(turn, MOST_TURNS), NUMBER(active, BROAD_TOWNS - 1), NUMBER(final, 1),
	{ FIELD_NUMBERS(state, broadhorns.market, "market", 0, MOST_BARRELS, FIELD_FIXED) },
	{ FIELD_NUMBERS(state, broadhorns.bag, "bag", 0, MOST_BARRELS, FIELD_FIXED) },
	NUMBER(seasons, BROAD_TRACK),
	{ FIELD_NUMBERS(state, broadhorns.track, "track", 0, BROAD_CARGOES - 1, SEASONS), .optional = true, .names = broad_cargo_name },
	{ FIELD_STRUCTS(state, broadhorns.town, "town", town_fields, FIELD_FIXED) },
	{ FIELD_STRUCTS(state, broadhorns.player, "player", player_fields, PLAYERS) },
	{ FIELD_NUMBERS(state, broadhorns.where, "where", 0, BROAD_WHERES - 1, FIELD_FIXED), .names = where_name, .sight = HIDDEN },
	{ FIELD_ROW(FIELD_GROUP, state, broadhorns.freight, "freight", sizeof(struct freight)), .of = freight_fields },
	NUMBER(actions, BROAD_TURN), NUMBER(moves, BROAD_TURN), NUMBER(bonus, 1), NUMBER(currents, CURRENTS),
	NUMBER(port, BROAD_TOWNS - 1), NUMBER(sold, BROAD_BOXES), NUMBER(sold_types, 31), NUMBER(claimed, 31), NUMBER(chilled, BROAD_BOXES),
	NUMBER(priced, BARE_BOARD), NUMBER(loading, BROAD_CARGOES),
	{ FIELD_BITS(state, broadhorns.shifted, "shifted", 0, TRAVELERS - 1) },
	NUMBER(spoiling, PERISHABLES), NUMBER(spoiled, 1), NUMBER(asked, BROAD_PLAYERS - 1), NUMBER(iced, 15),
	FIELD_END
};

/* Invariants: each function looks at one part and says what is wrong with it, beginning with the field. ---- */

static bool in_setup(const struct broadhorns *g)
{
	return g->phase == BROAD_SETUP_TILES || g->phase == BROAD_SETUP_CARDS || (g->phase == BROAD_DOCK && g->turn == 0);
}

/* In the middle of a port action at a town; of it in the sell, or at what follows a sale or the last of them. */
static bool in_port(const struct broadhorns *g)
{
	return g->phase >= BROAD_SELL && g->phase <= BROAD_RESALE && !in_setup(g);
}

static bool in_sale(const struct broadhorns *g)
{
	return in_port(g) && g->phase <= BROAD_FULL;
}

static bool check_course(const struct state *s, char out[MAX_TEXT])
{
	const struct broadhorns *g = &s->broadhorns;

	if (in_setup(g)) {
		return TEXT_FAULTS(out, 0,
			{ g->round, "round is 0 in the set-up" }, { g->turn, "turn is 0 in the set-up" },
			{ g->ending, "ending: nothing ends in the set-up" }, { g->final, "final: the set-up is not the last round" },
			{ g->phase == BROAD_SETUP_CARDS && g->active >= s->players, "active: every player has a card" },
			{ g->phase == BROAD_DOCK && g->active, "active is 0 when the first ship comes" });
	}
	if (!TEXT_FAULTS(out, 0,
	    { g->round < 1, "round is 0 in the set-up only" },
	    { g->round > s->option[BROAD_ROUNDS], "round is more than the option rounds" },
	    { g->active >= s->players, "active is not a seat of this game" }))
		return false;
	if (g->turn != (g->phase == BROAD_OVER ? g->round * s->players : (g->round - 1) * s->players + g->active + 1))
		return text_fault(out, "turn is not the one of that round and player", 0);
	return TEXT_FAULTS(out, 0,
		{ g->phase == BROAD_OVER && g->ending == BROAD_GOES_ON, "ending is missing: phase says that the game is over" },
		{ g->phase != BROAD_OVER && g->ending != BROAD_GOES_ON, "ending is set, although phase says that the game goes on" },
		{ g->ending == BROAD_BY_SEASONS && !g->final, "ending: final is not set, so the seasons have not ended the game" },
		{ g->ending == BROAD_BY_CAP && g->final, "ending: final is set, so the seasons ended the game" },
		{ g->ending == BROAD_BY_CAP && g->round != s->option[BROAD_ROUNDS], "ending: the round is not the last one of the option rounds" });
}

/* B152: barrels of a type in market, bag, boats, towns and on the season track. */
static bool check_barrels(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct broadhorns *g = &s->broadhorns;
	int n[BROAD_CARGOES], market = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		market += g->market[cargo];
		n[cargo] = g->market[cargo] + g->bag[cargo];
		for (int i = 0; i < s->players; i++)
			n[cargo] += broad_cargo_of(g, i, cargo);
	}
	for (int t = 0; t < BROAD_TOWNS; t++)
		for (int space = 0; space < BROAD_SPACES; space++)
			if (g->town[t].filled >> space & 1)
				n[broad_tile(b, g, t)->space[space].cargo]++;
	for (int i = 0; i < g->seasons; i++)
		if (g->track[i] != NO_CARGO)
			n[g->track[i]]++;
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		if (n[cargo] != b->broadhorns.barrels)
			return text_fault(out, "market, bag, boats, towns and track: barrels of type %d are lost or too many", cargo);
	return market <= b->broadhorns.market - (g->phase == BROAD_REFRESH) ? true : text_fault(out, "market holds more than %d barrels", b->broadhorns.market);
}

/* B174: tiles on the towns and tiles collected. */
static bool check_towns(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct broadhorns *g = &s->broadhorns;
	int taken = 0, wreaths = 0;

	for (int t = 0; t < BROAD_TOWNS; t++) {
		const struct broad_town *town = &g->town[t];
		bool laid = g->phase != BROAD_SETUP_TILES || t < g->active, revealing = g->phase == BROAD_REVEAL && g->port == t;
		bool on_top = laid && town->tile != BARE_BOARD && !revealing;

		if (broad_bits(town->seen) != town->taken + on_top || (town->tile == BARE_BOARD) != (town->taken == BROAD_STACK) ||
		    (laid && town->tile != BARE_BOARD && !(town->seen >> town->tile & 1)) || (!laid && (town->tile || town->filled)))
			return text_fault(out, "town[%d]: tile, seen and taken do not agree", t);
		if (town->filled >> broad_tile(b, g, t)->spaces || (revealing && town->filled))
			return text_fault(out, "town[%d].filled has a space that the tile does not", t);
		if (broad_is_full(b, g, t) && !(g->port == t && in_sale(g)))
			return text_fault(out, "town[%d].filled: it is full and should have been reset", t);
		taken += town->taken;
		for (int i = 0; i < BROAD_TILES; i++)
			if (town->seen >> i & 1 && !(on_top && i == town->tile))
				wreaths += b->broadhorns.town[t].tile[i].wreaths;
	}
	for (int i = 0; i < s->players; i++) {
		taken -= g->player[i].tiles;
		wreaths -= g->player[i].wreaths;
	}
	return TEXT_FAULTS(out, 0,
		{ taken != 0, "player[].tiles are not those taken from the towns" },
		{ wreaths != 0, "player[].wreaths are not those on the tiles taken from the towns" });
}

static bool check_player(const struct box *b, const struct state *s, int i, char out[MAX_TEXT])
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[i];
	const struct broad_boat *boat = broad_boat(b, g, i);
	const unsigned ports = p->visited & ~(1u << SAILED);
	const bool first_20ft = s->option[BROAD_FIRST_BOAT] == FIRST_BOAT_20FT, sailed = p->visited >> SAILED & 1;

	if (p->space > b->broadhorns.last_space)
		return text_fault(out, "player[%d].space is beyond the last space", i);
	if (first_20ft ? boat && !sailed : sailed)
		return text_fault(out, "player[%d].visited: whether there was a boat is told with first_boat=20ft, and with a boat there was one", i);
	if (!boat && !TEXT_FAULTS(out, i,
	    { broad_cargo(g, i), "player[%d].cargo: there is no boat" },
	    { broad_aboard(g, i), "where: a traveler is aboard with player %d, who has no boat" },
	    { ports && !(i == g->active && g->phase == BROAD_BOAT), "player[%d].visited: there is no boat" },
	    { p->space && !g->final, "player[%d].space: there is no boat" }))
		return false;
	if (boat && broad_cargo(g, i) > boat->boxes)
		return text_fault(out, "player[%d].cargo is more than the boat takes", i);
	if (boat && broad_aboard(g, i) > boat->occupants)
		return text_fault(out, "where: more travelers are aboard with player %d than the boat takes", i);
	if (boat && !(p->visited >> ST_LOUIS & 1))
		return text_fault(out, "player[%d].visited: the boat comes from St. Louis", i);
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		for (int at = 0; at < BROAD_LENGTH; at++)
			if (p->cargo[cargo][at] && (at >= b->broadhorns.length || (at > 0 && cargo >= PERISHABLES)))
				return text_fault(out, "player[%d] has a barrel on a spoil position where it cannot be", i);
	for (int t = 0; t < BROAD_TOWNS; t++)
		if (p->visited >> t & 1 && b->broadhorns.town[t].entrance > p->space)
			return text_fault(out, "player[%d].visited names a town below the boat", i);
	return true;
}

/* Where a card of that kind can be at all. */
static bool may_be(const struct box *b, int card, int where)
{
	if (where >= UNSEEN)
		return false;
	if (where == SET_ASIDE || card >= FIRST_SPOIL)
		return card >= FIRST_SPOIL && where <= SET_ASIDE;
	if (where >= AT_TOWN && where < ABOARD)
		return card < FIRST_TRAVELER ? b->broadhorns.delivery[card].town == where - AT_TOWN : card < FIRST_ICE;
	if (where >= ABOARD && where < IN_HAND)
		return card >= FIRST_TRAVELER && card < FIRST_ICE;
	return true;
}

/* B153: every card is somewhere; here: where it can be, and hands as large as everybody can count. */
static bool check_cards(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct broadhorns *g = &s->broadhorns;
	uint8_t held[BROAD_PLAYERS][AGES] = { { 0 } };
	int aside = 0;

	for (int card = 0; card < BROAD_CARDS; card++) {
		int where = g->where[card];
		if (!may_be(b, card, where))
			return text_fault(out, "where[%d] is not a place for that card", card);
		aside += where == SET_ASIDE;
		if (where >= IN_HAND)
			held[(where - IN_HAND) / AGES][(where - IN_HAND) % AGES]++;
		if ((where >= ABOARD && where < IN_HAND && where - ABOARD >= s->players) || (where >= IN_HAND && (where - IN_HAND) / AGES >= s->players))
			return text_fault(out, "where[%d] names a player who is not there", card);
		if (where == SET_ASIDE && g->phase == BROAD_SPOIL_CARD && broad_spoil_type(b, card) != g->spoiling - 1)
			return text_fault(out, "where[%d] is set aside, but another card is being resolved", card);
	}
	if (!broad_is_sorted(g))
		return text_fault(out, "where: cards that are alike must be listed in the order of their places", 0);
	for (int i = 0; i < s->players; i++)
		if (memcmp(held[i], g->player[i].held, AGES) != 0)
			return text_fault(out, "player[%d].held does not count the cards of that hand", i);
	if (g->phase == BROAD_SPOIL_CARD ? aside != 1 : aside && g->phase != BROAD_SETUP_CARDS)
		return text_fault(out, "where: a card is set aside without reason", 0);
	for (int i = 0; in_setup(g) && i < s->players; i++)
		if (broad_hand(g, i) != (g->phase == BROAD_DOCK || (g->phase == BROAD_SETUP_CARDS && i < g->active)))
			return text_fault(out, "player[%d].held does not fit the set-up", i);
	return true;
}

static bool check_seasons(const struct box *b, const struct broadhorns *g, char out[MAX_TEXT])
{
	int track = broad_track(b), first = track - b->broadhorns.season[FINAL_AUTUMN];

	if (!TEXT_FAULTS(out, track,
	    { g->seasons > track, "seasons are more than the %d spaces of the track" },
	    { g->final && g->seasons < track, "final is set before all %d spaces of seasons are filled" },
	    { !g->final && g->seasons == track, "final is missing: all %d spaces of seasons are filled" }))
		return false;
	for (int i = 0; i < g->seasons; i++)
		if ((g->track[i] == NO_CARGO) != (g->seasons > first && i < first))
			return text_fault(out, "track[%d]: only the harvest takes barrels off", i);
	return true;
}

/* Boats, and barrels for them, are bought there before they sail. */
static bool check_st_louis(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[g->active % BROAD_PLAYERS];

	if ((g->phase == BROAD_BOAT || g->phase == BROAD_MARKET || g->phase == BROAD_BLIND) && !TEXT_FAULTS(out, 0,
	    { g->phase == BROAD_BOAT && p->boat != NO_BOAT, "phase: the active player has a boat already" },
	    { g->phase != BROAD_BOAT && p->boat == NO_BOAT, "phase: the active player has no boat to load" },
	    { p->space, "phase: the boat of the active player is not in St. Louis" },
	    { (p->visited & ~(1u << SAILED)) != 1u << ST_LOUIS, "player[].visited of the active player, who is buying in St. Louis, is not St. Louis alone" },
	    { g->actions >= BROAD_TURN, "actions: buying in St. Louis has used one" }))
		return false;
	struct state buying = *s;
	buying.broadhorns.phase = BROAD_MARKET;
	if (g->phase == BROAD_BLIND && broad_refusal(b, &buying, MOVE_BLIND))
		return text_fault(out, "phase: the active player cannot buy blind", 0);
	return true;
}

/* What is remembered of a port action belongs to one, and its parts fit each other. */
static bool check_port_action(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct broadhorns *g = &s->broadhorns;

	if (!in_port(g) && !TEXT_FAULTS(out, 0,
	    { g->port, "port belongs to a port action" }, { g->sold, "sold belongs to a port action" },
	    { g->sold_types, "sold_types belongs to a port action" }, { g->claimed, "claimed belongs to a port action" },
	    { g->chilled, "chilled belongs to a port action" }, { g->priced, "priced belongs to a port action" },
	    { g->loading, "loading belongs to a port action" }, { g->shifted, "shifted belongs to a port action" }))
		return false;
	if (!TEXT_FAULTS(out, 0,
	    { g->sold && !g->sold_types, "sold_types is 0, although something was sold" },
	    { broad_bits(g->sold_types) > g->sold, "sold_types are more than sold" },
	    { g->claimed & ~g->sold_types, "claimed: a card was claimed for a type that is not among sold_types" }))
		return false;
	if (g->phase == BROAD_FULL && !broad_is_full(b, g, g->port))
		return text_fault(out, "phase: the town is not full", 0);
	/* Before the town can have been reset, what was sold lies there; whatever was sold came out of the boxes of one boat. */
	if (in_sale(g) && g->priced != g->town[g->port].tile)
		return text_fault(out, "priced is not the tile of the town", 0);
	if (in_sale(g) && g->sold > broad_bits(g->town[g->port].filled))
		return text_fault(out, "sold is more than lies in the town", 0);
	if (in_sale(g) && g->chilled + broad_cargo(g, g->active) > BROAD_BOXES && g->phase != BROAD_FULL)
		return text_fault(out, "chilled is more than can have been sold", 0);
	return true;
}

/* Step 3 and port actions: what they remember is there only while they last. */
static bool check_actions(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[g->active % BROAD_PLAYERS];
	bool step = g->phase >= BROAD_ACTIONS && g->phase <= BROAD_RESALE && !in_setup(g);

	if (!TEXT_FAULTS(out, 0,
	    { !step && g->actions, "actions belong to step 3" }, { !step && g->moves, "moves belong to step 3" },
	    { !step && g->bonus, "bonus belongs to step 3" }, { !step && g->currents, "currents belong to step 3" },
	    { g->actions + g->moves > BROAD_TURN, "moves: with the actions that are left they are more than a turn has" },
	    { g->bonus && g->moves != BROAD_TURN, "bonus: it comes when all actions were moves" },
	    { g->bonus && p->boat == NO_BOAT, "bonus: the active player has no boat" },
	    { g->bonus && p->space == b->broadhorns.last_space, "bonus: the boat is on the last space" },
	    { g->bonus && g->phase != BROAD_ACTIONS, "bonus: it is taken in the phase `actions`" }))
		return false;
	if (in_port(g) && !TEXT_FAULTS(out, g->port,
	    { p->boat == NO_BOAT, "port: the active player has no boat" },
	    { b->broadhorns.town[g->port].entrance != p->space, "port: the boat of the active player is not at town %d" },
	    { !(p->visited >> g->port & 1), "port: player[].visited of the active player does not have town %d" },
	    { g->actions > 1, "actions: the port action has used one" }))
		return false;
	return check_st_louis(b, s, out) && check_port_action(b, s, out);
}

static bool check_draw(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct broadhorns *g = &s->broadhorns;

	if (g->phase != BROAD_SPOIL_CARD && !TEXT_FAULTS(out, 0, { g->spoiling, "spoiling belongs to a spoil card" },
	    { g->asked, "asked belongs to a spoil card" }, { g->iced, "iced belongs to a spoil card" }))
		return false;
	unsigned types = broad_season(b, g) == SUMMER ? ALL_PERISHABLES : g->spoiling ? 1u << (g->spoiling - 1) : 0;
	for (int i = 0; i < s->players; i++)                    /* B164: who has been asked before */
		if (g->iced >> i & 1 && (i - g->active + s->players) % s->players >= (g->asked - g->active + s->players) % s->players)
			return text_fault(out, "iced: seat %d has not been asked yet", i);
	if (g->phase == BROAD_SPOIL_CARD && (!g->spoiling || g->asked >= s->players || broad_hand(g, g->asked) == 0 || !broad_spoils(g, g->asked, types) ||
	    g->iced >> s->players || g->iced >> g->asked & 1))
		return text_fault(out, "asked is nobody whom the spoil card concerns", 0);
	if (g->phase == BROAD_SPOIL_STEP && (broad_season(b, g) == WINTER || !broad_spoils(g, g->active, ALL_PERISHABLES) || broad_hand(g, g->active) == 0))
		return text_fault(out, "phase: nothing of the active player spoils that could be asked about", 0);
	if (g->spoiled && g->phase != BROAD_DRAW)
		return text_fault(out, "spoiled belongs to drawing", 0);
	if (g->phase == BROAD_DRAW && !broad_has_pile(g))
		return text_fault(out, "where: there is no card to draw", 0);
	const struct broad_boat *boat = g->phase == BROAD_DISCARD ? broad_boat(b, g, g->active) : NULL;
	if (g->phase == BROAD_DISCARD && (!boat || broad_hand(g, g->active) <= boat->hand))
		return text_fault(out, "phase: nobody has to discard", 0);
	return true;
}

/* F46: without the module there is nothing of it. With it a ship is docked once the set-up is over, unless one is about to come or none is
 * left. */
static bool check_freight(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct broadhorns *g = &s->broadhorns;
	const struct freight_box *ships = &b->broadhorns.freight;
	bool docking = g->phase == BROAD_DOCK, loading = g->phase == BROAD_LOAD;
	bool begun = s->option[BROAD_FREIGHT] && g->phase != BROAD_SETUP_TILES && g->phase != BROAD_SETUP_CARDS;

	if (!freight_check(ships, &g->freight, s->players, s->option[BROAD_ANY_ORDER], out))
		return false;
	if ((!begun || in_setup(g)) && (g->freight.docked || g->freight.gone))
		return text_fault(out, "freight: no ship has come yet", 0);
	if (!begun && (docking || loading))
		return text_fault(out, "phase belongs to Freight on Board", 0);
	if (begun && (freight_waiting(ships, &g->freight, s->option[BROAD_ON_EMPTY]) != 0) != docking)
		return text_fault(out, "freight.docked: a ship comes as soon as there is none", 0);
	if (loading != (g->loading > 0) || (loading && !(g->sold_types >> (g->loading - 1) & 1)) || (docking && in_port(g) && !g->sold))
		return text_fault(out, "loading is not a barrel that was just sold", 0);
	unsigned slots = broad_slots(b, s);
	return !loading || slots & (slots - 1) ? true : text_fault(out, "loading: there are no slots to choose from", 0);
}

static bool check_way_on(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	struct moves m;

	broad_legal(b, s, &m);
	return m.n > 0 || s->broadhorns.phase == BROAD_OVER ? true : text_fault(out, "phase: there is nothing to choose from", 0);
}

bool broad_check(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	if (!check_course(s, out) || !check_cards(b, s, out) || !check_seasons(b, &s->broadhorns, out) || !check_towns(b, s, out))
		return false;
	for (int i = 0; i < s->players; i++)
		if (!check_player(b, s, i, out))
			return false;
	return check_barrels(b, s, out) && check_actions(b, s, out) && check_draw(b, s, out) && check_freight(b, s, out) && check_way_on(b, s, out);
}
