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

static void purchase_text(int move, struct text *out)
{
	if (move == MOVE_BLIND)
		text_put(out, "blind");
	else
		text_form(out, move < MOVE_BLIND ? "buy %s" : "peddle %s", &broad_cargo_name[move - (move < MOVE_BLIND ? MOVE_BUY : MOVE_PEDDLE)], NULL);
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
	else if (move < MOVE_DONE)
		purchase_text(move, &t);
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
	{ 34,  "that is done only in a port, and you are not on the port entrance of a town" },
	{ 35,  "you have been in this port on this expedition" },
	{ 38,  "a port action has its order: first port, then sell, then buy, then travelers, then resell or sail on" },
	{ 45,  "there is an empty space for it: it cannot be sold for less" },
	{ 48,  "a delivery card pays for its own cargo, sold to a space of its own town in this visit" },
	{ 49,  "that card is neither in your hand nor at this town" },
	{ 50,  "you have claimed your delivery card for this visit" },
	{ 57,  "when a town is full, a perishable barrel that lies there is chosen for the season track" },
	{ 60,  "a tile is revealed when the one above it is taken" },
	{ 67,  "in St. Louis you can only buy; say done when you are" },
	{ 68,  "first choose your boat" },
	{ 69,  "that boat costs more gold than you have" },
	{ 177, "in this game your first boat is the 20 ft one" },
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
	{ 93,  "a move is one space at least" },
	{ 97,  "boats go downstream only" },
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

static const struct reason freight_reason[] = {
	{ FOB(3),  "first a ship comes to the quay" },
	{ FOB(36), "a ship of those left comes to the quay when there is none" },
	{ FOB(47), "a slot of the ship is loaded right after a sale, if there are several to choose from, and before anything else" },
	{ FOB(48), "the leftmost empty slot of the ship can be loaded, or an empty wild one" },
	{ 0, NULL }
};

static int give_reason(const struct box *b, const struct state *s, int rule, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	for (size_t i = 0; rule && i < sizeof reason / sizeof reason[0]; i++)
		if (B(reason[i].rule) == rule) {
			text_form(&t, reason[i].form, NULL, (int64_t[]){ rule == B(92) ? broad_allowance(b, s) : 0 });
			return rule;
		}
	return game_reason(freight_reason, rule, out);
}

static int refuse(int rule, const char *words, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	text_put(&t, words);
	return rule;
}

int broad_why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT])
{
	const struct broadhorns *g = &s->broadhorns;
	const int rule = broad_refusal(b, s, move), barrel = (move - MOVE_SELL) / SALES;

	if (rule != B(41))
		return give_reason(b, s, rule, out);
	return refuse(rule, g->player[g->active].cargo[barrel / BROAD_LENGTH][barrel % BROAD_LENGTH] ? "the town has no such empty space" : "you have no such barrel", out);
}

/* "move 0", "move -3" and "move 99": if a boat could be moved now, they are against what moves are. */
static int why_no_way(const struct box *b, const struct state *s, const char *spaces, char out[MAX_TEXT])
{
	const bool back = *spaces == '-';
	int rule = broad_refusal(b, s, MOVE_MOVE);

	if (!text_is_digits(spaces + back))
		return 0;
	if (rule == 0)
		rule = back ? B(97) : *spaces == '0' ? B(93) : broad_refusal(b, s, MOVE_MOVE + BROAD_RIVER - 1);
	return give_reason(b, s, rule, out);
}

/* The end of the digits at the beginning of `words`, if there are some and then `tail`; else NULL. */
static const char *after_number(const char *words, const char *tail)
{
	const char *end = words;

	while (*end >= '0' && *end <= '9')
		end++;
	return end > words ? text_after(end, tail) : NULL;
}

/* "sell apples@4 for 9", a sale to a space that no town has, and "sell apples@9 for 3", a barrel where no box has a place: refused for what forbids
 * selling that barrel, or one of that cargo, to a space that is not on offer. */
static int why_no_sale(const struct box *b, const struct state *s, const char *typed, char out[MAX_TEXT])
{
	const char *what = text_after(typed, "sell ");

	for (int cargo = 0; what && cargo < BROAD_CARGOES; cargo++) {
		const char *at = text_after(what, broad_cargo_name[cargo]), *place = at ? text_after(at, "@") : NULL;
		const char *gold = place ? after_number(place, " for ") : NULL;
		if (!gold || !text_is_digits(gold))
			continue;
		const bool in_box = place[1] == ' ' && *place < '0' + BROAD_LENGTH;
		const int barrel = cargo * BROAD_LENGTH + (in_box ? *place - '0' : BROAD_LENGTH - 1);
		for (int space = 0; space < SALES; space++) {
			int rule = broad_why(b, s, MOVE_SELL + barrel * SALES + space, out);
			if (rule)
				return in_box || rule != B(41) ? rule : refuse(rule, "you have no such barrel", out);
		}
	}
	return 0;
}

/* "port Memphis": a call at a town that the boat does not lie at. */
static int why_no_call(const struct box *b, const struct state *s, const char *typed, char out[MAX_TEXT])
{
	const char *name = text_after(typed, "port ");

	if (s->broadhorns.round == 0)           /* before the first round no seat is active */
		return 0;
	const struct broad_player *p = &s->broadhorns.player[s->broadhorns.active];
	for (int town = 0; name && town < BROAD_TOWNS; town++) {
		const char *more = text_after(name, b->broadhorns.town[town].name);
		if (!more || *more)
			continue;
		if (!p->boat)
			return refuse(B(99), "you have no boat to call there with: fit one out in St. Louis first", out);
		if (b->broadhorns.town[town].entrance == p->space)
			return broad_why(b, s, MOVE_PORT, out);
		return refuse(B(34), "to call at a town the boat must be on that town's port entrance", out);
	}
	return 0;
}

int broad_why_no_move(const struct box *b, const struct state *s, const char *typed, char out[MAX_TEXT])
{
	const char *spaces = text_after(typed, "move ");
	int rule = spaces ? why_no_way(b, s, spaces, out) : why_no_sale(b, s, typed, out);

	return rule ? rule : why_no_call(b, s, typed, out);
}

/* What happened ---------------------------------------------------------------------- */

static void put_who(const struct telling *of, struct text *t)
{
	text_put(t, broad_player_name[of->e->seat]);
}

static void put_space(const struct telling *of, struct text *t)
{
	text_int(t, of->e->place);
}

static void put_slot(const struct telling *of, struct text *t)  /* as people count */
{
	text_int(t, of->e->place + 1);
}

static void put_tile(const struct telling *of, struct text *t)
{
	text_int(t, of->e->thing + 1);
}

static void put_town(const struct telling *of, struct text *t)
{
	text_put(t, of->e->place < BROAD_TOWNS ? of->b->broadhorns.town[of->e->place].name : "St. Louis");
}

static void put_cargo(const struct telling *of, struct text *t)
{
	text_put(t, broad_cargo_name[of->e->thing]);
}

/* "pork, flour" */
static void put_cargoes(const struct telling *of, struct text *t)
{
	for (int cargo = 0, any = 0; cargo < PERISHABLES; cargo++)
		if (of->e->n >> cargo & 1)
			text_form(t, any++ ? ", %s" : "%s", &broad_cargo_name[cargo], NULL);
}

static void put_spoil_type(const struct telling *of, struct text *t)
{
	text_put(t, broad_cargo_name[broad_spoil_type(of->b, of->e->thing)]);
}

static void put_season(const struct telling *of, struct text *t)
{
	text_put(t, broad_season_name[of->e->n]);
}

static void put_boat(const struct telling *of, struct text *t)
{
	text_put(t, of->b->broadhorns.boat[of->e->thing].name);
}

static void put_ship(const struct telling *of, struct text *t)
{
	text_put(t, of->b->broadhorns.freight.ship[of->e->thing].name);
}

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

static void put_drawn(const struct telling *of, struct text *t)         /* 0 is a card that one may not know */
{
	card_words(of->b, of->e->thing - 1, t);
}

static void put_delivery(const struct telling *of, struct text *t)
{
	card_words(of->b, FIRST_DELIVERY + of->e->thing, t);
}

static void put_traveler(const struct telling *of, struct text *t)
{
	card_words(of->b, FIRST_TRAVELER + of->e->thing, t);
}

static void put_face(const struct telling *of, struct text *t)
{
	if (of->e->thing < FACE_ICE)
		card_words(of->b, of->e->thing, t);
	else
		face_text(of->b, of->e->thing, t);
}

static void put_fare(const struct telling *of, struct text *t)
{
	text_int(t, of->b->broadhorns.traveler[of->e->thing].gold);
}

static void put_number(const struct telling *of, struct text *t)
{
	text_int(t, of->e->thing);
}

static void put_waits(const struct telling *of, struct text *t)        /* where a traveler waits whose card is given up */
{
	text_put(t, of->b->broadhorns.town[broad_waits(of->b, of->s, of->e->thing - FIRST_TRAVELER)].name);
}

static void put_resale(const struct telling *of, struct text *t)
{
	text_int(t, of->b->broadhorns.boat[of->e->thing].resale);
}

const struct sentence_place broad_places[] = {
	{ "who", put_who },             /* whom it happened to */
	{ "n", sentence_put_n },                 /* gold, barrels, cards: what the event counts */
	{ "space", put_space }, { "town", put_town }, { "tile", put_tile },
	{ "cargo", put_cargo }, { "cargoes", put_cargoes }, { "spoil type", put_spoil_type }, { "season", put_season },
	{ "boat", put_boat }, { "ship", put_ship }, { "slot", put_slot },
	{ "drawn card", put_drawn }, { "delivery", put_delivery }, { "traveler", put_traveler },
	{ "face", put_face },           /* a card that is given up, or its kind */
	{ "number", put_number },       /* of barrels, in the story of a turn */
	{ "waits", put_waits }, { "fare", put_fare }, { "resale", put_resale },
	{ NULL, NULL },
};

static int by_face(const struct event *e)
{
	return e->thing < FIRST_TRAVELER ? 0 : e->thing < FACE_ICE ? 1 : 2;
}

static int by_pile(const struct event *e)
{
	return 2 * e->thing + sentence_by_one(e);
}

#define SAY(id, words) [EVENT_##id] = { .of = { words } }
#define SAY_BY(id, by, ...) [EVENT_##id] = { .way = by, .of = { __VA_ARGS__ } }
static const struct sentence sentences[] = {
	SAY(ROUND, "Round {n}."),
	SAY(TURN, "It is the turn of {who}."),
	SAY(REVEALED, "{town} shows tile {tile}."),
	SAY(REFRESHED, "A barrel of {cargo} comes to the market at {n}."),
	SAY(SPOILED, "The cargo of {who} spoils by a step: {cargoes}."),
	SAY_BY(LOST, sentence_by_one, "{who} loses a barrel of {cargo}.", "{who} loses {n} barrels of {cargo}."),
	SAY(ICED, "{who} plays ice and keeps the cargo fresh."),
	SAY(MOVED, "{who} moves by {n} to space {space}."),
	SAY(CURRENT, "{who} finds a good current."),
	SAY(PORT, "{who} calls at {town}."),
	SAY(BOAT, "{who} takes the boat of {boat} feet for {n} gold."),
	SAY(BOUGHT, "{who} buys {cargo} for {n} gold."),
	SAY(BLIND, "{who} buys a barrel blind for {n} gold: {cargo}."),
	SAY(SOLD, "{who} sells {cargo} at {town} for {n} gold."),
	SAY(DUMPED, "{who} sells {cargo} at {town}, where nobody wants it, for {n} gold."),
	SAY(CLAIMED, "{who} claims {delivery} for {n} gold."),
	SAY(CHILLED, "{who} plays ice with a sale for {n} gold."),
	SAY(BONUS, "{who} gets the bonus of {town}: {n} gold."),
	SAY(FILLED, "{who} has filled {town}."),
	SAY(SEASON, "{who} puts a barrel of {cargo} on the season track: {season}."),
	SAY_BY(HARVEST, sentence_by_one, "Harvest: 1 barrel goes from the season track back to the bag.",
		"Harvest: {n} barrels go from the season track back to the bag."),
	SAY(TILE, "{who} takes the tile of {town}: wreaths {n}."),
	SAY(PEDDLED, "{who} plays a peddler."),
	SAY(FARE, "{who} delivers {traveler} for {n} gold."),
	SAY(BOARDED, "{who} takes aboard {traveler}."),
	SAY(SET_DOWN, "{who} sets down {traveler}."),
	SAY(PASSED, "{who} passes the destination of {traveler}, who is lost."),
	SAY(RESOLD, "{who} sells the boat at {town} for {n} gold."),
	SAY(ABANDONED, "{who} abandons the expedition, and the boat of {boat} feet goes for nothing."),
	SAY_BY(DREW, sentence_by_thing, "{who} draws a card.", "{who} draws {drawn card}."),
	SAY_BY(SPOIL_CARD, sentence_by_n, "{who} draws a spoil card without effect: {spoil type}.", "{who} draws a spoil card: {spoil type}."),
	SAY_BY(RESHUFFLED, by_pile, "The discard pile is shuffled: 1 card.", "The discard pile is shuffled: {n} cards.",
		"All ships have sailed, and 1 comes again.", "All ships have sailed, and {n} come again."),
	SAY_BY(DISCARDED, by_face, "{who} gives up {face}, which lies open there now.", "{who} gives up {face}, who now waits at {waits}.", "{who} discards {face}."),
	SAY(FINAL, "The season track is complete: this is the last round."),
	SAY(SCORED, "{who} ends with {n} gold."),
	SAY(DOCKED, "Ship {ship} comes to the quay."),
	SAY(LOADED, "{who} loads slot {slot} of ship {ship}."),
	SAY(NEUTRAL, "A neutral container covers slot {slot} of ship {ship}."),
	SAY(SLOT_BONUS, "{who} gets the bonus of the slot: {n} gold."),
	SAY(EXPORT, "{who} has the most containers on ship {ship}: {n} gold."),
	SAY(EXPORT_TIE, "{who} ties for the most containers on ship {ship}: {n} gold."),
	SAY(SAILED, "Ship {ship} is full and sails."),
	SAY(UNFILLED, "Ship {ship} is not full: it pays nobody."),
	SAY(LEFT, "{who} leaves behind {traveler} at {town}."),
	SAY(STRANDED, "{who} loses {traveler} with the expedition."),
	SAY_BY(UNLOADED, sentence_by_one, "{who} loses a barrel of {cargo}, which goes into the bag.", "{who} loses {n} barrels of {cargo}, which go into the bag."),
};

static const struct catalogue catalogue = { sentences, sizeof sentences / sizeof sentences[0], broad_places };

void broad_say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT])
{
	(void)seat;
	sentence_say(&catalogue, b, s, e, out);
}

/* What of an event is lost to whom it happens, for who is asked before it does. */
static const struct sentence losses[] = {
	SAY(PASSED, "Lost: {traveler}, carried past the destination, with a fare of {fare} gold."),
	SAY(ABANDONED, "Lost: the boat of {boat} feet, which brings {resale} gold in a town."),
	SAY(LEFT, "Left behind at {town}: {traveler}, with a fare of {fare} gold. Anybody may take the card."),
	SAY(STRANDED, "Lost: {traveler}, with a fare of {fare} gold."),
	SAY_BY(UNLOADED, sentence_by_one, "Lost: a barrel of {cargo}.", "Lost: {n} barrels of {cargo}."),
};
static const struct catalogue loss_catalogue = { losses, sizeof losses / sizeof losses[0], broad_places };

bool broad_loss(const struct box *b, const struct state *s, const struct event *e, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	if (e->what >= loss_catalogue.events || !losses[e->what].of[0])
		return false;
	sentence_tell(&loss_catalogue, &(struct telling){ .b = b, .s = s, .e = e }, &t);
	return true;
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

/* `season_of`: which it is with so many barrels on the track (B131). `price`: where the first barrel of a cargo stands in the market, the second
 * and so on; all others stand where the last of these does (B21). */
void broad_names(const struct box *b, struct text *out)
{
	struct broadhorns g = { .seasons = 0 };
	int n = 1;

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
	text_form(out, "],\"price\":[%d", NULL, (const int64_t[]){ broad_price_of(n) });
	for (; broad_price_of(n + 1) != broad_price_of(n); n++)
		text_form(out, ",%d", NULL, (const int64_t[]){ broad_price_of(n + 1) });
	text_form(out, "],\"actions\":%d,\"sales\":%d,\"stack\":%d,\"ices\":%d,\"peddlers\":%d,\"currents\":%d", NULL,
		(const int64_t[]){ BROAD_TURN, BROAD_SALES, BROAD_STACK, ICES, PEDDLERS, CURRENTS });
}
