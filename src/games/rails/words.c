/* Small Railroad Empires in words: pieces, moves, reasons, and what happened. */
#include "rails.h"

const char *const rails_good_name[RAILS_GOODS + 1] = { "coal", "iron", "timber", "grain", "livestock", "wild" };
const char *const rails_terrain_name[RAILS_TERRAINS] = { "plains", "forest", "hills", "water", "mountain", "factory", "city" };
const char *const rails_track_name[2][RAILS_TERRAINS] = {
	{ "plains", "forest", "hill", "bridge", "tunnel", "factory", "city" },
	{ "plains", "forests", "hills", "bridges", "tunnels", "factories", "cities" },
};
const char *const rails_class_name[TRAIN_CLASSES] = { "freight", "mail", "express", "local" };
const char *const rails_player_name[RAILS_SIDES] = { "Purple", "Red", "Yellow", "Green" };
const char *const rails_rival_name[RIVAL_KINDS] = { "coal", "iron", "timber", "grain", "livestock", "survey", "expand", "achieve" };

#define EVENT_NAME(id, name) name,
const char *const rails_event_name[] = { RAILS_EVENTS(EVENT_NAME) NULL };

void rails_hex_name(const struct box *b, int hex, struct text *out)
{
	text_put(out, b->rails.tile[hex / RAILS_HEXES].name);
	text_int(out, hex % RAILS_HEXES + 1);
}

/* Moves ------------------------------------------------------------------------ */

/* A tile of a custom box may have fewer factories or cities: then the number of the missing one has to do. */
static void spot_name(const struct box *b, int hex, const char *kind, int n, struct text *out)
{
	if (hex >= 0)
		rails_hex_name(b, hex, out);
	else
		text_form(out, "%s-%d", &kind, (int64_t[]){ n });
}

static void deliver_text(const struct box *b, int pair, struct text *out)
{
	int factory = pair / ALL_CITIES, city = pair % ALL_CITIES;

	text_put(out, "deliver ");
	spot_name(b, rails_factory_hex(b, factory), "factory", factory, out);
	text_put(out, " to ");
	spot_name(b, rails_city_hex(b, city), "city", city, out);
}

static void named(struct text *out, const char *verb, const char *name)
{
	text_form(out, "%s %s", (const char *[]){ verb, name }, NULL);
}

static void chance_text(const struct box *b, const struct rails *g, int move, int seat, struct text *out)
{
	bool secret = seat != ALL && seat != g->active;

	if (move < RAILS_MOVE_GOAL) {
		const char *tile = b->rails.tile[(move - RAILS_MOVE_LAY) / 6].name;
		text_form(out, "lay %s turned %d", &tile, (int64_t[]){ (move - RAILS_MOVE_LAY) % 6 });
	} else if (move < RAILS_MOVE_CONTRACT) {
		named(out, "goal", b->rails.goal[move - RAILS_MOVE_GOAL].name);
	} else if (move < RAILS_MOVE_DRAW) {
		named(out, "contract", secret ? "?" : b->rails.contract[move - RAILS_MOVE_CONTRACT].name);
	} else if (move < RAILS_MOVE_FIRST) {
		named(out, "draw", secret && g->phase == RAILS_DRAW_HANDS ? "?" : b->rails.card[move - RAILS_MOVE_DRAW].name);
	} else if (move < RAILS_MOVE_SHIP) {
		text_form(out, "first %d", NULL, (int64_t[]){ move - RAILS_MOVE_FIRST });
	} else if (move < RAILS_MOVE_RIVAL) {
		int ship = move - RAILS_MOVE_SHIP;
		if (ship < b->rails.freight.ships)
			named(out, "ship", b->rails.freight.ship[ship].name);
		else
			text_form(out, "ship number %d", NULL, (int64_t[]){ ship + 1 });
	} else {
		named(out, "rival", rails_rival_name[move - RAILS_MOVE_RIVAL]);
	}
}

void rails_text(const struct box *b, const struct state *s, int move, int seat, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);

	if (move < RAILS_MOVE_DELIVER) {
		text_put(&t, "build ");
		rails_hex_name(b, move - RAILS_MOVE_BUILD, &t);
	} else if (move < RAILS_MOVE_USE) {
		deliver_text(b, move - RAILS_MOVE_DELIVER, &t);
	} else if (move < RAILS_MOVE_LOAD) {
		int use = move - RAILS_MOVE_USE;
		text_form(&t, "use %s length %d", (const char *[]){ b->rails.card[use / ROUTE_MOST].name }, (int64_t[]){ use % ROUTE_MOST + 1 });
	} else if (move < RAILS_MOVE_BUY) {
		text_form(&t, "load %d", NULL, (int64_t[]){ move - RAILS_MOVE_LOAD + 1 });
	} else if (move < RAILS_MOVE_UNLOCK) {
		named(&t, "buy", b->rails.card[move - RAILS_MOVE_BUY].name);
	} else if (move < RAILS_MOVE_LOAN) {
		named(&t, "unlock", b->rails.ability[move - RAILS_MOVE_UNLOCK].name);
	} else if (move < RAILS_MOVE_LAY) {
		text_put(&t, move == RAILS_MOVE_LOAN ? "loan" : move == RAILS_MOVE_REPAY ? "repay" : "pass");
	} else {
		chance_text(b, &s->rails, move, seat, &t);
	}
}

/* Reasons ------------------------------------------------------------------------- */

static const struct reason reason[] = {
	{ R(3),   "the tiles of the map are drawn first, each once" },
	{ R(11),  "five different achievements are turned up before the game" },
	{ R(12),  "everybody is dealt a contract of the own before the game" },
	{ R(13),  "first everybody is dealt train cards" },
	{ R(14),  "train cards are drawn for the hands and for the market, from the deck" },
	{ R(16),  "the first player is drawn once, after the market" },
	{ R(17),  "the start track goes on a factory in play where nobody else has started" },
	{ R(19),  "a track must be built" },
	{ R(20),  "a track goes next to an own track or train" },
	{ R(22),  "a city takes no track" },
	{ R(24),  "you have a track there" },
	{ R(25),  "there are tracks of two colours already" },
	{ R(37),  "you cannot pay for that" },
	{ R(44),  "there is no own track or no cube left at that factory" },
	{ R(45),  "that city does not want this good" },
	{ R(46),  "no chain of your own tracks and trains leads there" },
	{ R(48),  "there are two trains in that city already" },
	{ R(49),  "you have a train in that city already" },
	{ R(60),  "a train card of the own hand is used for a delivery, once it is chosen" },
	{ R(69),  "that card is not in the market" },
	{ R(70),  "that card costs more than you have" },
	{ R(71),  "first the market is refilled" },
	{ R(74),  "that space is open already, or costs more than you have" },
	{ R(82),  "you have as many loans as anybody may" },
	{ R(83),  "you have no loan, or not the money to repay one" },
	{ R(93),  "the rival's card comes after your turn, in a game for one" },
	{ R(98),  "that hex is not on the map of this game" },
	{ R(105), "your longest routes for that card have other lengths" },
	{ R(106), "first the delivery: which train card, and which route?" },
	{ R(108), "the steps of a turn come in order: build, deliver, buy a card, unlock a space" },
	{ R(111), "loans are repaid after the build step, and not in a turn in which one is taken, nor the other way round" },
	{ R(114), "the game is over" },
	{ R(119), "no card of that kind is left in the rival's deck" },
	{ F(3),   "first a ship is revealed" },
	{ F(36),  "the next ship is revealed when the one before it is full and gone" },
	{ F(47),  "a slot is chosen only while a delivery is being loaded" },
	{ F(48),  "only the leftmost open slot or an open wild one takes a container" },
	{ 0, NULL }
};

int rails_why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT])
{
	return game_reason(reason, rails_refusal(b, s, move), out);
}

/* What happened ---------------------------------------------------------------------- */

static void put_who(const struct telling *of, struct text *t)
{
	text_put(t, of->e->seat < of->s->players ? rails_player_name[of->e->seat] : "The rival");
}

static void put_payee(const struct telling *of, struct text *t)
{
	text_put(t, of->e->thing < RAILS_SIDES ? rails_player_name[of->e->thing] : "the bank");
}

static void put_number(const struct telling *of, struct text *t)        /* of a place, as people count */
{
	text_int(t, of->e->place + 1);
}

static void put_pay(struct text *t, int prestige, int money)
{
	const int64_t n[] = { prestige, money };

	if (prestige && money)
		text_form(t, "%d prestige and $%d", NULL, n);
	else if (prestige)
		text_form(t, "%d prestige", NULL, n);
	else if (money)
		text_form(t, "$%d", NULL, n + 1);
	else
		text_put(t, "nothing");                         /* a bonus of money for the rival: F51 */
}

static void put_gain(const struct telling *of, struct text *t)
{
	put_pay(t, of->e->place, of->e->n);
}

/* "coal or iron" */
static void put_any(struct text *t, unsigned set, int n, const char *const name[])
{
	for (int i = 0, any = 0; i < n; i++)
		if (set >> i & 1)
			text_form(t, any++ ? " or %s" : "%s", &name[i], NULL);
}

/* What a route must have (R61, R107): "2 forests". */
static void put_condition(struct text *t, const struct rails_condition *when)
{
	const int64_t n[] = { when->n };

	if (when->test == TEST_LENGTH) {
		text_form(t, "length %d or more", NULL, n);
	} else if (when->test == TEST_SHARED) {
		text_form(t, when->n == 1 ? "a shared hex" : "%d shared hexes", NULL, n);
	} else if (when->test == TEST_GOODS) {
		put_any(t, when->goods, RAILS_GOODS, rails_good_name);
	} else {
		text_form(t, when->n == 1 ? "a " : "%d ", NULL, n);
		put_any(t, when->terrains, RAILS_TERRAINS, rails_track_name[when->n > 1]);
	}
}

/* What a card shows, because nobody knows it by its number: "express train card (2 forests: $2)". At most 105 bytes: 7 for the class, 63 for
 * six terrains, 19 for the pay and 16 between them; no sentence has more than 50 around it. */
static void put_train_card(const struct box *b, struct text *t, int card)
{
	const struct rails_card *c = &b->rails.card[card];

	text_form(t, "%s train card (", &rails_class_name[c->class], NULL);
	put_condition(t, &c->when);
	text_put(t, ": ");
	put_pay(t, c->prestige, c->money);
	text_char(t, ')');
}

static void put_card(const struct telling *of, struct text *t)
{
	put_train_card(of->b, t, of->e->thing);
}

static void put_dealt_card(const struct telling *of, struct text *t)    /* 0 is a card that one may not know */
{
	put_train_card(of->b, t, of->e->thing - 1);
}

static void put_hex_on(const struct box *b, struct text *t, int hex)
{
	const struct rails_hex *on = rails_hex(b, hex);

	rails_hex_name(b, hex, t);
	text_form(t, " (%s)", (const char *[]){ on->terrain == CITY ? on->name : rails_terrain_name[on->terrain] }, NULL);
}

static void put_hex(const struct telling *of, struct text *t)
{
	put_hex_on(of->b, t, of->e->place);
}

static void put_city(const struct telling *of, struct text *t)
{
	put_hex_on(of->b, t, rails_city_hex(of->b, of->e->place));
}

static void put_city_name(const struct telling *of, struct text *t)
{
	text_put(t, rails_hex(of->b, rails_city_hex(of->b, of->e->place))->name);
}

static void put_good(const struct telling *of, struct text *t)
{
	text_put(t, rails_good_name[of->e->thing]);
}

static void put_goal(const struct telling *of, struct text *t)
{
	text_put(t, of->b->rails.goal[of->e->thing].title);
}

static void put_contract(const struct telling *of, struct text *t)
{
	text_put(t, of->b->rails.contract[of->e->thing].title);
}

static void put_dealt_contract(const struct telling *of, struct text *t)
{
	text_put(t, of->b->rails.contract[of->e->thing - 1].title);
}

static void put_tile(const struct telling *of, struct text *t)
{
	text_put(t, of->b->rails.tile[of->e->thing].name);
}

static void put_ability(const struct telling *of, struct text *t)
{
	text_put(t, of->b->rails.ability[of->e->thing].title);
}

static void put_ship(const struct telling *of, struct text *t)
{
	text_put(t, of->b->rails.freight.ship[of->e->thing].name);
}

/* "Yellow, Red, Purple": R16, R128. */
static void put_order(const struct telling *of, struct text *t)
{
	for (int k = 0; k < of->s->players; k++)
		text_form(t, k > 0 ? ", %s" : "%s", &rails_player_name[rails_seat_at(of->s, of->e->n, k)], NULL);
	text_put(t, of->s->players == 1 ? ", the rival" : "");
}

static void put_notice(const struct telling *of, struct text *t)
{
	text_put(t, of->b->rails.notice);
}

const struct sentence_place rails_places[] = {
	{ "who", put_who },             /* whom it happened to */
	{ "payee", put_payee },         /* who gets a fee */
	{ "n", sentence_put_n },
	{ "order", put_order },         /* of the turns of round n */
	{ "number", put_number },       /* of a place of the map or the market, or of a slot */
	{ "gain", put_gain },           /* "2 prestige and $3" */
	{ "card", put_card }, { "dealt card", put_dealt_card },
	{ "contract", put_contract }, { "dealt contract", put_dealt_contract },
	{ "hex", put_hex }, { "city", put_city }, { "city name", put_city_name }, { "tile", put_tile },
	{ "good", put_good }, { "goal", put_goal }, { "ability", put_ability }, { "ship", put_ship }, { "notice", put_notice },
	{ NULL, NULL },
};

int rails_by_route(const struct event *e)
{
	return e->n == 0 ? 0 : e->n < ROUTE_MOST ? 1 : 2;
}

static int by_ending(const struct event *e)
{
	return e->n == RAILS_BY_DECK;
}

static int by_rival_card(const struct event *e)
{
	return e->thing < RAILS_GOODS ? 0 : 1 + e->thing - RIVAL_SURVEY;
}

#define SAY(id, words) [RAILS_EVENT_##id] = { .of = { words } }
#define SAY_BY(id, by, ...) [RAILS_EVENT_##id] = { .way = by, .of = { __VA_ARGS__ } }
static const struct sentence sentences[] = {
	SAY(NOTICE, "{notice}"),
	SAY(LAID, "Tile {tile} lies on place {number}, turn {n}."),
	SAY(GOAL, "An achievement is open: {goal}."),
	SAY_BY(CONTRACT, sentence_by_thing, "{who} is dealt a contract.", "{who} is dealt the contract {dealt contract}."),
	SAY_BY(DREW, sentence_by_thing, "{who} is dealt a train card.", "{who} is dealt the {dealt card}."),
	SAY(OFFERED, "The {card} comes to the market, place {number}."),
	SAY(FIRST, "{who} is the first player."),
	SAY(ROUND, "Round {n}: {order}."),
	SAY(TURN, "It is the turn of {who}."),
	SAY(STARTED, "{who} starts on {hex}."),
	SAY_BY(BUILT, sentence_by_n, "{who} builds on {hex}.", "{who} builds on {hex} for ${n}."),
	SAY(EXPANDED, "{who} builds on {hex}."),
	SAY(FEE, "{who} pays a fee of ${n} to {payee}."),
	SAY(STAR, "{who} is the first on a star: {n} prestige."),
	SAY_BY(DELIVERED, rails_by_route, "{who} delivers {good} to {city}.", "{who} delivers {good} to {city} over a route of {n}.",
		"{who} delivers {good} to {city} over a route of {n} or more."),
	SAY_BY(RIVAL_DELIVERED, rails_by_route, "{who} delivers {good} to {city}.", "{who} delivers {good} to {city} over a route of {n}.",
		"{who} delivers {good} to {city} over a route of {n} or more."),
	SAY_BY(CARD, sentence_by_n, "{who} uses the {card} without meeting its condition.", "{who} uses the {card} and meets its condition."),
	SAY(GAINED, "{who} gains {gain}."),
	SAY(CLAIMED, "{who} is the first to achieve {goal}: {n} prestige."),
	SAY(ACHIEVED, "{who} is the first to achieve {goal}: {n} prestige."),
	SAY(BOUGHT, "{who} buys the {card} for ${n}."),
	SAY(UNLOCKED, "{who} unlocks {ability} for ${n}."),
	SAY(BORROWED, "{who} takes a loan and now has {n}."),
	SAY(REPAID, "{who} repays a loan and now has {n}."),
	SAY(DOCKED, "Ship {ship} docks."),
	SAY(LOADED, "{who} loads a container on ship {ship}, slot {number}."),
	SAY(NEUTRAL, "{who} puts a neutral container on ship {ship}, slot {number}."),
	SAY(SLOT_BONUS, "{who} gains from the slot: {gain}."),
	SAY(EXPORT, "{who} leads on ship {ship} and exports: {gain}."),
	SAY(TIE, "{who} ties for the lead on ship {ship}: {gain}."),
	SAY(SAILED, "Ship {ship} is full and sails."),
	SAY(UNFILLED, "Ship {ship} is not full: it pays no export bonus."),
	SAY(RESHUFFLED, "The ships that have sailed are shuffled again: {n} of them."),
	SAY_BY(RIVAL, by_rival_card, "The rival wants to deliver {good}.", "The rival surveys the market.", "The rival expands.",
		"The rival goes for an achievement."),
	SAY(SURVEYED, "The {card} leaves the market for good."),
	SAY_BY(LAST_ROUND, by_ending, "All cities are full: this is the last round.", "The train deck is empty: this is the last round."),
	SAY_BY(CONTRACT_SHOWN, sentence_by_n, "{who} shows the contract {contract}: not met.", "{who} shows the contract {contract}: met, {n} prestige."),
	SAY(SCORED, "{who} ends with {n} prestige."),
};

static const struct catalogue catalogue = { sentences, sizeof sentences / sizeof sentences[0], rails_places };

void rails_say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT])
{
	(void)seat;
	sentence_say(&catalogue, b, s, e, out);
}
