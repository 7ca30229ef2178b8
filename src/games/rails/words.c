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

static const struct { uint16_t rule; const char *form; } reason[] = {
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
};

int rails_why(const struct box *b, const struct state *s, int move, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);
	int rule = rails_refusal(b, s, move);

	for (size_t i = 0; rule && i < sizeof reason / sizeof reason[0]; i++)
		if (reason[i].rule == rule) {
			text_put(&t, reason[i].form);
			return rule;
		}
	must(rule == 0);
	return 0;
}

/* What happened ---------------------------------------------------------------------- */

static void say_pay(struct text *t, int prestige, int money)
{
	if (prestige)
		text_form(t, "%d prestige", NULL, (int64_t[]){ prestige });
	if (prestige && money)
		text_put(t, " and ");
	if (money)
		text_form(t, "$%d", NULL, (int64_t[]){ money });
	if (!prestige && !money)
		text_put(t, "nothing");                         /* a bonus of money for the rival: F51 */
}

static void say_bonus(struct text *t, int prestige, int money)
{
	say_pay(t, prestige, money);
	text_char(t, '.');
}

/* "coal or iron" */
static void say_any(struct text *t, unsigned set, int n, const char *const name[])
{
	for (int i = 0, any = 0; i < n; i++)
		if (set >> i & 1)
			text_form(t, any++ ? " or %s" : "%s", &name[i], NULL);
}

/* What a route must have (R61, R107): "2 forests". */
static void say_condition(struct text *t, const struct rails_condition *when)
{
	const int64_t n[] = { when->n };

	if (when->test == TEST_LENGTH) {
		text_form(t, "length %d or more", NULL, n);
	} else if (when->test == TEST_SHARED) {
		text_form(t, when->n == 1 ? "a shared hex" : "%d shared hexes", NULL, n);
	} else if (when->test == TEST_GOODS) {
		say_any(t, when->goods, RAILS_GOODS, rails_good_name);
	} else {
		text_form(t, when->n == 1 ? "a " : "%d ", NULL, n);
		say_any(t, when->terrains, RAILS_TERRAINS, rails_track_name[when->n > 1]);
	}
}

/* What it shows, for who does not know it by its number: "express train card (2 forests: $2)". At most 105 bytes: 7 for the class, 63 for six
 * terrains, 19 for the pay and 16 between them; no sentence has more than 50 around it. */
static void say_card(const struct box *b, struct text *t, int card)
{
	const struct rails_card *c = &b->rails.card[card];

	text_form(t, "%s train card (", &rails_class_name[c->class], NULL);
	say_condition(t, &c->when);
	text_put(t, ": ");
	say_pay(t, c->prestige, c->money);
	text_char(t, ')');
}

static void say_hex(const struct box *b, struct text *t, int hex)
{
	const struct rails_hex *on = rails_hex(b, hex);

	rails_hex_name(b, hex, t);
	text_form(t, " (%s)", (const char *[]){ on->terrain == CITY ? on->name : rails_terrain_name[on->terrain] }, NULL);
}

static void say_rival(const struct event *e, struct text *t)
{
	static const char *const other[] = { "surveys the market", "expands", "goes for an achievement" };

	if (e->thing < RAILS_GOODS)
		text_form(t, "The rival wants to deliver %s.", &rails_good_name[e->thing], NULL);
	else
		text_form(t, "The rival %s.", &other[e->thing - RIVAL_SURVEY], NULL);
}

static void say_ship(const struct box *b, const struct event *e, const char *who, struct text *t)
{
	const char *ship = b->rails.freight.ship[e->thing].name, *words[] = { who, ship };
	const int64_t slot[] = { e->place + 1 };

	switch (e->what) {
	case RAILS_EVENT_DOCKED:     text_form(t, "Ship %s docks.", &ship, NULL); break;
	case RAILS_EVENT_LOADED:     text_form(t, "%s loads a container on ship %s, slot %d.", words, slot); break;
	case RAILS_EVENT_NEUTRAL:    text_form(t, "%s puts a neutral container on ship %s, slot %d.", words, slot); break;
	case RAILS_EVENT_SAILED:     text_form(t, "Ship %s is full and sails.", &ship, NULL); break;
	case RAILS_EVENT_UNFILLED:   text_form(t, "Ship %s is not full: it pays no export bonus.", &ship, NULL); break;
	default:
		text_form(t, e->what == RAILS_EVENT_SLOT_BONUS ? "%s gains from the slot: " : e->what == RAILS_EVENT_EXPORT
			? "%s leads on ship %s and exports: " : "%s ties for the lead on ship %s: ", words, NULL);
		say_bonus(t, e->place, e->n);
	}
}

void rails_say(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT])
{
	struct text t = text_on(out, MAX_TEXT);
	bool rival = e->seat < RAILS_SIDES && e->seat >= s->players;
	const char *who = rival ? "The rival" : e->seat < RAILS_SIDES ? rails_player_name[e->seat] : "";
	const char *good = rails_good_name[e->thing < RAILS_GOODS ? e->thing : 0];
	char card_words[MAX_TEXT];
	struct text shown = text_on(card_words, MAX_TEXT);
	const char *card = card_words, *of_card[] = { who, card };
	const struct rails_goal *goal = &b->rails.goal[e->thing % RAILS_GOALS];
	const int64_t n[] = { e->n, e->place + 1 };

	(void)seat;
	say_card(b, &shown, (e->what == RAILS_EVENT_DREW && e->thing ? e->thing - 1 : e->thing) % TRAIN_CARDS);
	switch (e->what) {
	case RAILS_EVENT_NOTICE:     text_put(&t, b->rails.notice); break;
	case RAILS_EVENT_LAID:
		text_form(&t, "Tile %s lies on place %d, turn %d.", (const char *[]){ b->rails.tile[e->thing].name }, (int64_t[]){ e->place + 1, e->n });
		break;
	case RAILS_EVENT_GOAL:       text_form(&t, "An achievement is open: %s.", (const char *[]){ goal->title }, NULL); break;
	case RAILS_EVENT_CONTRACT:
		text_form(&t, e->thing ? "%s is dealt the contract %s." : "%s is dealt a contract.",
			(const char *[]){ who, e->thing ? b->rails.contract[e->thing - 1].title : "" }, NULL);
		break;
	case RAILS_EVENT_DREW:
		text_form(&t, e->thing ? "%s is dealt the %s." : "%s is dealt a train card.", of_card, NULL);
		break;
	case RAILS_EVENT_OFFERED:    text_form(&t, "The %s comes to the market, place %d.", &card, n + 1); break;
	case RAILS_EVENT_FIRST:      text_form(&t, "%s is the first player.", &who, NULL); break;
	case RAILS_EVENT_ROUND:      text_form(&t, "Round %d.", NULL, n); break;
	case RAILS_EVENT_TURN:       text_form(&t, "It is the turn of %s.", &who, NULL); break;
	case RAILS_EVENT_STARTED:
	case RAILS_EVENT_BUILT:
	case RAILS_EVENT_EXPANDED:
		text_form(&t, e->what == RAILS_EVENT_STARTED ? "%s starts on " : "%s builds on ", &who, NULL);
		say_hex(b, &t, e->place);
		if (e->what == RAILS_EVENT_BUILT && e->n)
			text_form(&t, " for $%d", NULL, n);
		text_char(&t, '.');
		break;
	case RAILS_EVENT_FEE:
		text_form(&t, "%s pays a fee of $%d to %s.", (const char *[]){ who, e->thing < RAILS_SIDES ? rails_player_name[e->thing] : "the bank" }, n);
		break;
	case RAILS_EVENT_STAR:       text_form(&t, "%s is the first on a star: %d prestige.", &who, n); break;
	case RAILS_EVENT_DELIVERED:
	case RAILS_EVENT_RIVAL_DELIVERED:
		text_form(&t, "%s delivers %s to ", (const char *[]){ who, good }, NULL);
		say_hex(b, &t, rails_city_hex(b, e->place));
		if (e->n)
			text_form(&t, e->n == ROUTE_MOST ? " over a route of %d or more" : " over a route of %d", NULL, n);
		text_char(&t, '.');
		break;
	case RAILS_EVENT_CARD:
		text_form(&t, e->n ? "%s uses the %s and meets its condition." : "%s uses the %s without meeting its condition.", of_card, NULL);
		break;
	case RAILS_EVENT_GAINED:
		text_form(&t, "%s gains ", &who, NULL);
		say_bonus(&t, e->place, e->n);
		break;
	case RAILS_EVENT_CLAIMED:
	case RAILS_EVENT_ACHIEVED:
		text_form(&t, "%s is the first to achieve %s: %d prestige.", (const char *[]){ who, goal->title }, n);
		break;
	case RAILS_EVENT_BOUGHT:     text_form(&t, "%s buys the %s for $%d.", of_card, n); break;
	case RAILS_EVENT_UNLOCKED:
		text_form(&t, "%s unlocks %s for $%d.", (const char *[]){ who, b->rails.ability[e->thing % RAILS_ABILITIES].title }, n);
		break;
	case RAILS_EVENT_BORROWED:   text_form(&t, "%s takes a loan and now has %d.", &who, n); break;
	case RAILS_EVENT_REPAID:     text_form(&t, "%s repays a loan and now has %d.", &who, n); break;
	case RAILS_EVENT_DOCKED:
	case RAILS_EVENT_LOADED:
	case RAILS_EVENT_NEUTRAL:
	case RAILS_EVENT_SLOT_BONUS:
	case RAILS_EVENT_EXPORT:
	case RAILS_EVENT_TIE:
	case RAILS_EVENT_SAILED:
	case RAILS_EVENT_UNFILLED:   say_ship(b, e, who, &t); break;
	case RAILS_EVENT_RESHUFFLED: text_form(&t, "The ships that have sailed are shuffled again: %d of them.", NULL, n); break;
	case RAILS_EVENT_RIVAL:      say_rival(e, &t); break;
	case RAILS_EVENT_SURVEYED:   text_form(&t, "The %s leaves the market for good.", &card, NULL); break;
	case RAILS_EVENT_LAST_ROUND:
		text_put(&t, e->n == RAILS_BY_DECK ? "The train deck is empty: this is the last round." : "All cities are full: this is the last round.");
		break;
	case RAILS_EVENT_CONTRACT_SHOWN:
		text_form(&t, e->n ? "%s shows the contract %s: met, %d prestige." : "%s shows the contract %s: not met.",
			(const char *[]){ who, b->rails.contract[e->thing % RAILS_CONTRACTS].title }, n);
		break;
	case RAILS_EVENT_SCORED:     text_form(&t, "%s ends with %d prestige.", &who, n); break;
	default:                     panic("an event without a sentence");
	}
}
