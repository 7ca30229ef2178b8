/* Broadhorns in words: cards, moves, reasons, and what happened. */
#include "broadhorns.h"

const char *const broad_cargo_name[BROAD_CARGOES + 1] = { "flour", "apples", "pork", "furs", "whiskey", "wild" };
const char *const broad_season_name[BROAD_SEASONS] = { "autumn", "winter", "spring", "summer", "final autumn" };
const char *const broad_player_name[BROAD_PLAYERS] = { "Red", "Green", "Yellow", "Purple" };

#define EVENT_NAME(id, name) name,
const char *const broad_event_name[] = { BROAD_EVENTS(EVENT_NAME) NULL };

const char broad_cargo_letter[] = "FAPUW";

static void numbered(struct text *out, const char *kind, int n)
{
	text_form(out, "%s-%d", &kind, (int64_t[]){ n + 1 });
}

/* Of five that are alike there is one name; the others are never drawn, and have theirs only so that every move has a text. */
static void alike(struct text *out, int card)
{
	static const struct { const char *name; uint8_t first; } kind[] = { { "ice", FIRST_ICE }, { "peddler", FIRST_PEDDLER }, { "current", FIRST_CURRENT } };
	int k = broad_face(card) - FACE_ICE;

	if (card == kind[k].first)
		text_put(out, kind[k].name);
	else
		numbered(out, kind[k].name, card - kind[k].first);
}

void broad_card_name(const struct box *b, int card, struct text *out)
{
	if (card < FIRST_TRAVELER) {
		const struct broad_delivery *d = &b->broadhorns.delivery[card];
		text_put(out, b->broadhorns.town[d->town].code);
		text_char(out, '-');
		text_char(out, broad_cargo_letter[d->cargo]);
	} else if (card < FIRST_ICE) {
		text_form(out, "TR%d", NULL, (int64_t[]){ card - FIRST_TRAVELER + 1 });
	} else if (card < FIRST_SPOIL) {
		alike(out, card);
	} else {
		int type = broad_spoil_type(b, card), first = FIRST_SPOIL;
		for (int i = 0; i < type; i++)
			first += b->broadhorns.spoil[i];
		text_put(out, "spoil-");
		numbered(out, broad_cargo_name[type], card - first);
	}
}

/* Moves ------------------------------------------------------------------------ */

/* A sale names the barrel, by its spoil position, and what the space pays. Where there is no such space the number of it has to do. */
static void sale_text(const struct box *b, const struct broadhorns *g, int sale, struct text *out)
{
	int barrel = sale / SALES, space = sale % SALES, cargo = barrel / BROAD_LENGTH;
	int town = g->phase == BROAD_SETUP_TILES ? -1 : broad_town_on(b, g->player[g->active].space);
	const struct broad_tile *tile = town < 0 ? NULL : broad_tile(b, g, town);

	text_form(out, "sell %s@%d ", &broad_cargo_name[cargo], (int64_t[]){ barrel % BROAD_LENGTH });
	if (space == NO_SPACE)
		text_form(out, "for %d", NULL, (int64_t[]){ b->broadhorns.overflow });
	else if (tile && space < tile->spaces && tile->space[space].cargo == cargo)
		text_form(out, "for %d", NULL, (int64_t[]){ tile->space[space].value });
	else
		text_form(out, "on space %d", NULL, (int64_t[]){ space });
}

static void face_text(const struct box *b, int face, struct text *out)
{
	static const uint8_t first[] = { FIRST_ICE, FIRST_PEDDLER, FIRST_CURRENT };

	broad_card_name(b, face < FACE_ICE ? face : first[face - FACE_ICE], out);
}

static void chance_text(const struct box *b, const struct broadhorns *g, int move, int seat, struct text *out)
{
	const struct freight_box *ships = &b->broadhorns.freight;

	if (move < MOVE_TILE) {
		if (move - MOVE_SHIP < ships->ships)
			text_form(out, "ship %s", (const char *[]){ ships->ship[move - MOVE_SHIP].name }, NULL);
		else
			text_form(out, "ship no %d", NULL, (int64_t[]){ move - MOVE_SHIP });    /* not in this box */
	} else if (move < MOVE_BARREL) {
		const char *town = b->broadhorns.town[g->phase == BROAD_REVEAL ? g->port : g->active].code;
		text_form(out, "tile %s-%d", &town, (int64_t[]){ move - MOVE_TILE + 1 });
	} else if (move < MOVE_DRAW) {
		text_form(out, "barrel %s", &broad_cargo_name[move - MOVE_BARREL], NULL);
	} else {
		text_put(out, "draw ");
		if (move - MOVE_DRAW >= FIRST_SPOIL || seat == ALL || seat == g->active)
			broad_card_name(b, move - MOVE_DRAW, out);
		else
			text_char(out, '?');                    /* B175 */
	}
}

void broad_text(const struct box *b, const struct state *s, int move, int seat, char out[MAX_TEXT])
{
	static const char *const action[] = { "port", "current", "abandon", "stop", "ice", "no ice" };
	const struct broadhorns *g = &s->broadhorns;
	struct text t = text_on(out, MAX_TEXT);

	if (move < MOVE_PORT)
		text_form(&t, "move %d", NULL, (int64_t[]){ move - MOVE_MOVE + 1 });
	else if (move < MOVE_BOAT)
		text_put(&t, action[move - MOVE_PORT]);
	else if (move < MOVE_BUY)
		text_form(&t, "boat %s", (const char *[]){ b->broadhorns.boat[move - MOVE_BOAT].name }, NULL);
	else if (move < MOVE_BLIND)
		text_form(&t, "buy %s", &broad_cargo_name[move - MOVE_BUY], NULL);
	else if (move == MOVE_BLIND)
		text_put(&t, "blind");
	else if (move < MOVE_DONE)
		text_form(&t, "peddle %s", &broad_cargo_name[move - MOVE_PEDDLE], NULL);
	else if (move == MOVE_DONE)
		text_put(&t, "done");
	else if (move < MOVE_CLAIM)
		sale_text(b, g, move - MOVE_SELL, &t);
	else if (move < MOVE_SEASON) {
		text_put(&t, "claim ");
		broad_card_name(b, move - MOVE_CLAIM, &t);
	} else if (move < MOVE_BOARD)
		text_form(&t, "season %s", &broad_cargo_name[move - MOVE_SEASON], NULL);
	else if (move < MOVE_RESELL) {
		int who = (move - MOVE_BOARD) % TRAVELERS;
		text_put(&t, move < MOVE_SET_DOWN ? "board " : "set down ");
		broad_card_name(b, FIRST_TRAVELER + who, &t);
	} else if (move < MOVE_DISCARD)
		text_put(&t, move == MOVE_RESELL ? "resell" : "sail on");
	else if (move < MOVE_LOAD) {
		text_put(&t, "discard ");
		face_text(b, move - MOVE_DISCARD, &t);
	} else if (move < MOVE_SHIP)
		text_form(&t, "load %d", NULL, (int64_t[]){ move - MOVE_LOAD + 1 });
	else
		chance_text(b, g, move, seat, &t);
}

/* Reasons ------------------------------------------------------------------------- */

static const struct { uint8_t rule; const char *form; } reason[] = {
	{ 2,   "first the tiles of the towns are drawn, each once" },
	{ 4,   "that card is not in the draw pile" },
	{ 11,  "first everybody is dealt a card" },
	{ 20,  "barrels come from the bag to refresh the market, or when one is bought blind" },
	{ 25,  "first step 2: will you play ice to keep your cargo from spoiling? ice, or no ice" },
	{ 29,  "ice is played when your cargo is about to spoil, by who has the card" },
	{ 30,  "you have no action left" },
	{ 34,  "you are not on the port entrance of a town" },
	{ 35,  "you have been in this port on this expedition" },
	{ 38,  "that is not the part of a port action you are in: sell, then buy, then travelers" },
	{ 41,  "you have no such barrel, or there is no such empty space" },
	{ 45,  "there is an empty space for it: it cannot be sold for less" },
	{ 48,  "a delivery card pays for its own cargo, sold to a space of its own town in this visit" },
	{ 49,  "that card is neither in your hand nor at this town" },
	{ 50,  "you have claimed your delivery card for this visit" },
	{ 57,  "when a town is full, a perishable barrel that lies there is chosen for the season track" },
	{ 60,  "a tile is revealed when the one above it is taken" },
	{ 67,  "in St. Louis you can only buy; say done when you are" },
	{ 68,  "first choose your boat" },
	{ 69,  "that boat costs more gold than you have" },
	{ 74,  "there is no barrel of that kind in the market" },
	{ 75,  "the bag is empty" },
	{ 76,  "all your cargo boxes are taken" },
	{ 78,  "that is not sold here" },
	{ 80,  "there is no barrel of that kind in the market" },
	{ 83,  "barrels are bought blind in St. Louis only" },
	{ 84,  "that traveler is neither in your hand nor waiting here" },
	{ 85,  "there is no room for another traveler" },
	{ 88,  "that traveler is not aboard" },
	{ 91,  "a traveler boards only above the own destination" },
	{ 92,  "that is further than your boat goes now: %d spaces" },
	{ 98,  "the river ends before that" },
	{ 99,  "without a boat you cannot move" },
	{ 100, "a card is drawn at the end of a turn" },
	{ 109, "you have no ice" },
	{ 110, "you have no ice" },
	{ 111, "you have no peddler" },
	{ 112, "good current is played before a move, by who has the card" },
	{ 114, "after drawing, cards of the own hand are discarded while they are more than the boat allows" },
	{ 123, "end the expedition here and sell the boat (resell), or go on (sail on)?" },
	{ 139, "the game is over" },
	{ 151, "you cannot pay for that" },
	{ 160, "a boat is taken in a port action in St. Louis by who has none" },
	{ 161, "that traveler has come aboard or been set down in this visit already" },
	{ 164, "first everybody whom the spoil card concerns says: ice, or no ice" },
	{ 165, "there is one ice for each perishable barrel sold in this visit" },
	{ 166, "a peddler sells one barrel of the market into an empty box of who can pay for it" },
	{ 167, "you are not on an expedition" },
};

static const struct { uint16_t rule; const char *form; } freight_reason[] = {
	{ FOB(3),  "first a ship comes to the quay" },
	{ FOB(36), "a ship of those left comes to the quay when there is none" },
	{ FOB(47), "a slot of the ship is loaded right after a sale, if there are several to choose from, and before anything else" },
	{ FOB(48), "the leftmost empty slot of the ship can be loaded, or an empty wild one" },
};

int broad_why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);
	int rule = broad_refusal(b, s, move);

	for (size_t i = 0; rule && i < sizeof reason / sizeof reason[0]; i++)
		if (B(reason[i].rule) == rule) {
			text_form(&t, reason[i].form, NULL, (int64_t[]){ rule == B(92) ? broad_allowance(b, s) : 0 });
			return rule;
		}
	for (size_t i = 0; rule && i < sizeof freight_reason / sizeof freight_reason[0]; i++)
		if (freight_reason[i].rule == rule) {
			text_put(&t, freight_reason[i].form);
			return rule;
		}
	must(rule == 0);
	return 0;
}

/* What happened ---------------------------------------------------------------------- */

/* What a card is to people, and its name in moves where that is another one. */
static void card_words(const struct box *b, int card, struct text *t)
{
	if (card >= FIRST_ICE) {
		broad_card_name(b, card, t);
		return;
	}
	if (card < FIRST_TRAVELER) {
		const struct broad_delivery *d = &b->broadhorns.delivery[card];
		text_form(t, "the delivery of %s to %s (", (const char *[]){ broad_cargo_name[d->cargo], b->broadhorns.town[d->town].name }, NULL);
	} else {
		text_form(t, "the traveler to %s (", (const char *[]){ b->broadhorns.town[b->broadhorns.traveler[card - FIRST_TRAVELER].to].name }, NULL);
	}
	broad_card_name(b, card, t);
	text_char(t, ')');
}

static void say_card(const struct box *b, const struct event *e, const char *who, struct text *t)
{
	if (e->thing == 0) {
		text_form(t, "%s draws a card.", &who, NULL);
		return;
	}
	text_form(t, "%s draws ", &who, NULL);
	card_words(b, e->thing - 1, t);
	text_char(t, '.');
}

static void say_spoiled(const struct event *e, const char *who, struct text *t)
{
	const char *and = "";

	text_form(t, "The cargo of %s spoils by a step:", &who, NULL);
	for (int cargo = 0; cargo < PERISHABLES; cargo++)
		if (e->n >> cargo & 1) {
			text_form(t, "%s %s", (const char *[]){ and, broad_cargo_name[cargo] }, NULL);
			and = ",";
		}
	text_char(t, '.');
}

/* What happens at the quay. */
static void say_freight(const struct box *b, const struct event *e, const char *who, struct text *t)
{
	const char *ship = b->broadhorns.freight.ship[e->thing].name;
	const char *words[] = { who, ship };

	switch (e->what) {
	case EVENT_DOCKED:     text_form(t, "Ship %s comes to the quay.", &ship, NULL); break;
	case EVENT_LOADED:     text_form(t, "%s loads slot %d of ship %s.", words, (int64_t[]){ e->place + 1 }); break;
	case EVENT_NEUTRAL:    text_form(t, "A neutral container covers slot %d of ship %s.", &ship, (int64_t[]){ e->place + 1 }); break;
	case EVENT_SLOT_BONUS: text_form(t, "%s gets the bonus of the slot: %d gold.", &who, (int64_t[]){ e->n }); break;
	case EVENT_EXPORT:     text_form(t, "%s has the most containers on ship %s: %d gold.", words, (int64_t[]){ e->n }); break;
	case EVENT_EXPORT_TIE: text_form(t, "%s ties for the most containers on ship %s: %d gold.", words, (int64_t[]){ e->n }); break;
	case EVENT_SAILED:     text_form(t, "Ship %s is full and sails.", &ship, NULL); break;
	default:               text_form(t, "Ship %s is not full: it pays nobody.", &ship, NULL);
	}
}

void broad_say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);
	const char *who = e->seat < BROAD_PLAYERS ? broad_player_name[e->seat] : "";
	const char *town = e->place < BROAD_TOWNS ? b->broadhorns.town[e->place].name : "St. Louis";
	const char *cargo = broad_cargo_name[e->thing < BROAD_CARGOES ? e->thing : 0];
	const char *words[] = { who, cargo, town };
	const int64_t n[] = { e->n, e->thing + 1, e->n };

	(void)s, (void)seat;
	switch (e->what) {
	case EVENT_ROUND:     text_form(&t, "Round %d.", NULL, n); break;
	case EVENT_TURN:      text_form(&t, "It is the turn of %s.", &who, NULL); break;
	case EVENT_REVEALED:  text_form(&t, "%s shows tile %d.", &town, n + 1); break;
	case EVENT_REFRESHED: text_form(&t, "A barrel of %s comes to the market at %d.", &cargo, n); break;
	case EVENT_SPOILED:   say_spoiled(e, who, &t); break;
	case EVENT_LOST:      text_form(&t, "%s loses %s: %d.", words, n); break;
	case EVENT_ICED:      text_form(&t, "%s plays ice and keeps the cargo fresh.", &who, NULL); break;
	case EVENT_MOVED:     text_form(&t, "%s moves by %d to space %d.", &who, (int64_t[]){ e->n, e->place }); break;
	case EVENT_CURRENT:   text_form(&t, "%s finds a good current.", &who, NULL); break;
	case EVENT_PORT:      text_form(&t, "%s calls at %s.", (const char *[]){ who, town }, NULL); break;
	case EVENT_BOAT:
		text_form(&t, "%s takes the boat of %s feet for %d gold.", (const char *[]){ who, b->broadhorns.boat[e->thing].name }, n);
		break;
	case EVENT_BOUGHT:    text_form(&t, "%s buys %s for %d gold.", words, n); break;
	case EVENT_BLIND:     text_form(&t, "%s buys a barrel blind for %d gold: %s.", words, n); break;
	case EVENT_SOLD:      text_form(&t, "%s sells %s at %s for %d gold.", words, n); break;
	case EVENT_DUMPED:    text_form(&t, "%s sells %s at %s, where nobody wants it, for %d gold.", words, n); break;
	case EVENT_CLAIMED:
		text_form(&t, "%s claims ", &who, NULL);
		card_words(b, FIRST_DELIVERY + e->thing, &t);
		text_form(&t, " for %d gold.", NULL, n);
		break;
	case EVENT_CHILLED:   text_form(&t, "%s plays ice with a sale for %d gold.", &who, n); break;
	case EVENT_BONUS:     text_form(&t, "%s gets the bonus of %s: %d gold.", (const char *[]){ who, town }, n); break;
	case EVENT_FILLED:    text_form(&t, "%s has filled %s.", (const char *[]){ who, town }, NULL); break;
	case EVENT_SEASON:
		text_form(&t, "%s puts a barrel of %s on the season track: %s.", (const char *[]){ who, cargo, broad_season_name[e->n] }, NULL);
		break;
	case EVENT_HARVEST:   text_form(&t, "Harvest: %d barrels go from the season track back to the bag.", NULL, n); break;
	case EVENT_TILE:      text_form(&t, "%s takes the tile of %s: wreaths %d.", (const char *[]){ who, town }, n); break;
	case EVENT_PEDDLED:   text_form(&t, "%s plays a peddler.", &who, NULL); break;
	case EVENT_FARE:
	case EVENT_BOARDED:
	case EVENT_SET_DOWN:
	case EVENT_PASSED:
		text_put(&t, who);
		text_put(&t, e->what == EVENT_FARE ? " delivers " : e->what == EVENT_BOARDED ? " takes aboard " : e->what == EVENT_SET_DOWN ? " sets down " : " passes the destination of ");
		card_words(b, FIRST_TRAVELER + e->thing, &t);
		if (e->what == EVENT_FARE)
			text_form(&t, " for %d gold", NULL, n);
		text_char(&t, '.');
		break;
	case EVENT_RESOLD:    text_form(&t, "%s sells the boat at %s for %d gold.", (const char *[]){ who, town }, n); break;
	case EVENT_ABANDONED: text_form(&t, "%s gives the expedition up, %d barrels with it.", &who, n); break;
	case EVENT_DREW:      say_card(b, e, who, &t); break;
	case EVENT_SPOIL_CARD:
		text_form(&t, e->n ? "%s draws a spoil card: %s." : "%s draws a spoil card without effect: %s.",
			(const char *[]){ who, broad_cargo_name[broad_spoil_type(b, e->thing)] }, NULL);
		break;
	case EVENT_RESHUFFLED: text_form(&t, e->thing ? "All ships have sailed and come again: %d." : "The discard pile is shuffled: %d cards.", NULL, n); break;
	case EVENT_DISCARDED:
		text_form(&t, "%s discards ", &who, NULL);
		if (e->thing < FACE_ICE)
			card_words(b, e->thing, &t);
		else
			face_text(b, e->thing, &t);
		text_char(&t, '.');
		break;
	case EVENT_FINAL:     text_put(&t, "The season track is complete: this is the last round."); break;
	case EVENT_SCORED:    text_form(&t, "%s ends with %d gold.", &who, n); break;
	case EVENT_DOCKED:
	case EVENT_LOADED:
	case EVENT_NEUTRAL:
	case EVENT_SLOT_BONUS:
	case EVENT_EXPORT:
	case EVENT_EXPORT_TIE:
	case EVENT_SAILED:
	case EVENT_UNFILLED:  say_freight(b, e, who, &t); break;
	default:              panic("an event without a sentence");
	}
}

/* What a board shows ------------------------------------------------------------ */

/* What a season does, as short as it can be said, and the rules behind it. */
static void season_json(int season, struct text *out)
{
	static const struct { const char *does; uint16_t rule[2]; } of[BROAD_SEASONS] = {
		[WINTER] = { "speed \xe2\x88\x92", { B(28), B(134) } }, [SPRING] = { "speed +", { B(135) } }, [SUMMER] = { "rot hits all", { B(106) } },
		[FINAL_AUTUMN] = { "the end", { B(138) } },
	};
	const int speed = broad_season_speed(season);
	char name[8];

	text_put(out, "{\"name\":");
	json_text(out, broad_season_name[season]);
	text_form(out, ",\"does\":\"%s", (const char *[]){ of[season].does ? of[season].does : "" }, NULL);
	if (speed)
		text_int(out, speed < 0 ? -speed : speed);
	text_form(out, "\",\"speed\":%d,\"spoils\":%s,\"all\":%s,\"rules\":[",
		(const char *[]){ season == WINTER ? "false" : "true", season == SUMMER ? "true" : "false" }, (int64_t[]){ speed });
	for (int i = 0; i < 2 && of[season].rule[i]; i++) {
		game_rule_name(of[season].rule[i], name);
		text_put(out, i > 0 ? "," : "");
		json_text(out, name);
	}
	text_put(out, "]}");
}

/* `season_of`: which it is with so many barrels on the track (B131). */
void broad_names(const struct box *b, struct text *out)
{
	struct broadhorns g = { .seasons = 0 };

	text_put(out, "\"season\":[");
	for (int season = 0; season < BROAD_SEASONS; season++) {
		text_put(out, season > 0 ? "," : "");
		season_json(season, out);
	}
	text_put(out, "],\"season_of\":[");
	for (; g.seasons <= broad_track(b); g.seasons++) {
		text_put(out, g.seasons > 0 ? "," : "");
		text_int(out, broad_season(b, &g));
	}
	text_char(out, ']');
}
