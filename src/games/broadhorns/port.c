/* Port actions: in St. Louis a boat and cargo, in a town selling, buying and travelers, in that order (B38). A part of it is passed over
 * only where everybody can see that there is nothing to choose (B176). */
#include "broadhorns.h"

static void reset_town(const struct box *b, struct state *s, struct events *told);
static void open_buying(const struct box *b, struct state *s, struct events *told);
static void open_travelers(const struct box *b, struct state *s, struct events *told);

/* No game comes near the cap; it keeps custom boxes within what an event can tell. */
void broad_pay(struct broadhorns *g, int seat, int gold)
{
	int now = g->player[seat].gold + gold;

	g->player[seat].gold = (uint16_t)(now < BROAD_GOLD ? now : BROAD_GOLD);
}

/* St. Louis ------------------------------------------------------------------ */

void broad_open_market(struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	g->actions--;
	g->player[g->active].visited |= 1u << ST_LOUIS;
	g->phase = BROAD_BOAT;
	TELL(told, PORT, g->active, B(67), .place = ST_LOUIS);
}

static void choose_boat(const struct box *b, struct state *s, int boat, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	if (s->option[BROAD_FIRST_BOAT] == FIRST_BOAT_20FT)
		g->player[g->active].visited |= 1u << SAILED;

	broad_pay(g, g->active, -b->broadhorns.boat[boat].cost);      /* B69 */
	g->player[g->active].boat = (uint8_t)(boat + 1);
	g->phase = BROAD_MARKET;
	TELL(told, BOAT, g->active, B(69), .thing = (uint8_t)boat, .n = b->broadhorns.boat[boat].cost);
}

/* B76: onto the initial space of an empty box. */
static void load(struct broadhorns *g, int cargo, int cost)
{
	broad_pay(g, g->active, -cost);
	g->player[g->active].cargo[cargo][0]++;
}

static void buy(struct broadhorns *g, int cargo, int increase, struct events *told)
{
	int cost = broad_price(g, cargo) + increase;            /* B23, B79 */

	load(g, cargo, cost);
	g->market[cargo]--;                                     /* B80 */
	TELL(told, BOUGHT, g->active, g->phase == BROAD_MARKET ? B(74) : B(79), .thing = (uint8_t)cargo, .n = (int16_t)cost);
}

static void draw_blind(const struct box *b, struct state *s, int cargo, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	g->bag[cargo]--;
	load(g, cargo, b->broadhorns.blind);
	g->phase = BROAD_MARKET;
	TELL(told, BLIND, g->active, B(75), .thing = (uint8_t)cargo, .n = b->broadhorns.blind, .tells = true);
}

/* Selling ---------------------------------------------------------------------- */

void broad_open_port(const struct box *b, struct state *s, int town, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	g->actions--;
	g->player[g->active].visited |= (uint16_t)(1u << town);
	g->port = (uint8_t)town;
	g->priced = g->town[town].tile;
	TELL(told, PORT, g->active, B(34), .place = (uint8_t)town);
	if (broad_cargo(g, g->active) > 0)
		g->phase = BROAD_SELL;
	else
		open_buying(b, s, told);
}

/* An empty space for that cargo. B156: the seller chooses among several, but not between two of the same value. */
static bool is_offered(const struct box *b, const struct broadhorns *g, int cargo, int space)
{
	const struct broad_tile *tile = broad_tile(b, g, g->port);

	if (space >= tile->spaces || tile->space[space].cargo != cargo || g->town[g->port].filled >> space & 1)
		return false;
	for (int i = 0; i < space; i++)
		if (tile->space[i].cargo == cargo && tile->space[i].value == tile->space[space].value && !(g->town[g->port].filled >> i & 1))
			return false;
	return true;
}

static bool has_space(const struct box *b, const struct broadhorns *g, int cargo)
{
	for (int space = 0; space < BROAD_SPACES; space++)
		if (is_offered(b, g, cargo, space))
			return true;
	return false;
}

static void sell(const struct box *b, struct state *s, int cargo, int at, int space, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	const struct broad_tile *tile = broad_tile(b, g, g->port);

	g->player[g->active].cargo[cargo][at]--;
	g->chilled = (uint8_t)(g->chilled + (cargo < PERISHABLES));             /* B165 */
	if (space == NO_SPACE) {                                /* B43, B44 */
		broad_pay(g, g->active, b->broadhorns.overflow);
		g->bag[cargo]++;
		TELL(told, DUMPED, g->active, B(43), .thing = (uint8_t)cargo, .place = g->port, .n = b->broadhorns.overflow);
		return;
	}
	broad_pay(g, g->active, tile->space[space].value);            /* B41 */
	g->town[g->port].filled |= (uint8_t)(1u << space);
	g->sold++;
	g->sold_types |= (uint8_t)(1u << cargo);
	TELL(told, SOLD, g->active, B(41), .thing = (uint8_t)cargo, .place = g->port, .n = tile->space[space].value);
	if (s->option[BROAD_FREIGHT])
		broad_deliver(b, s, cargo, told);               /* F8 */
}

static void claim(const struct box *b, struct state *s, int card, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	broad_pay(g, g->active, b->broadhorns.delivery_bonus);        /* B48, B51 */
	g->claimed |= (uint8_t)(1u << b->broadhorns.delivery[card].cargo);
	TELL(told, CLAIMED, g->active, B(48), .thing = (uint8_t)card, .place = g->port, .n = b->broadhorns.delivery_bonus,
		.tells = broad_holds(g, g->active, card));
	broad_put(g, FIRST_DELIVERY + card, IN_DISCARD);        /* B52 */
}

static void chill(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	int old = broad_play(g, g->active, FACE_ICE);

	broad_pay(g, g->active, b->broadhorns.ice_bonus);             /* B110 */
	g->chilled--;
	TELL(told, CHILLED, g->active, B(110), .place = (uint8_t)old, .n = b->broadhorns.ice_bonus, .tells = true);
}

/* The end of the sell: town bonus (B63..B65), and a full town resets (B56). */
static void close_selling(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	bool full = broad_is_full(b, g, g->port);

	if (full || g->sold >= BROAD_SALES) {
		broad_pay(g, g->active, b->broadhorns.town[g->port].bonus);
		TELL(told, BONUS, g->active, g->sold >= BROAD_SALES ? B(63) : B(64), .place = g->port, .n = b->broadhorns.town[g->port].bonus);
	}
	if (!full) {
		open_buying(b, s, told);
		return;
	}
	TELL(told, FILLED, g->active, B(55), .place = g->port);
	if (g->seasons < broad_track(b))
		g->phase = BROAD_FULL;
	else
		reset_town(b, s, told);                         /* B159: no barrel to choose */
}

/* Filling a town ------------------------------------------------------------------ */

static bool lies_there(const struct box *b, const struct broadhorns *g, int cargo)
{
	const struct broad_tile *tile = broad_tile(b, g, g->port);

	for (int space = 0; space < tile->spaces; space++)
		if (tile->space[space].cargo == cargo)
			return true;
	return false;
}

/* B57: a perishable one; a custom tile that asks for none gives any of its barrels (A24). */
static bool may_mark_season(const struct box *b, const struct broadhorns *g, int cargo)
{
	bool perishable = false;

	for (int i = 0; i < PERISHABLES; i++)
		perishable |= lies_there(b, g, i);
	return lies_there(b, g, cargo) && (cargo < PERISHABLES || !perishable);
}

/* B136: with the first barrel of the final autumn all earlier ones go back. */
static void harvest(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	int first = broad_track(b) - b->broadhorns.season[FINAL_AUTUMN];

	if (g->seasons != first + 1)
		return;
	for (int i = 0; i < first; i++) {
		g->bag[g->track[i]]++;
		g->track[i] = NO_CARGO;
	}
	TELL(told, HARVEST, NOBODY, B(136), .n = (int16_t)first);
}

/* B56: the barrels go to the bag (B58), the tile to the player (B59). */
static void reset_town(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	struct broad_town *town = &g->town[g->port];
	const struct broad_tile *tile = broad_tile(b, g, g->port);

	for (int space = 0; space < tile->spaces; space++)
		g->bag[tile->space[space].cargo]++;
	town->filled = 0;
	if (town->tile == BARE_BOARD) {                         /* B158 */
		open_buying(b, s, told);
		return;
	}
	g->player[g->active].tiles++;
	g->player[g->active].wreaths = (uint8_t)(g->player[g->active].wreaths + tile->wreaths);
	TELL(told, TILE, g->active, B(59), .thing = town->tile, .place = g->port, .n = tile->wreaths);
	if (++town->taken < BROAD_STACK) {
		g->phase = BROAD_REVEAL;                        /* B60 */
		return;
	}
	town->tile = BARE_BOARD;                                /* B61 */
	open_buying(b, s, told);
}

static void mark_season(const struct box *b, struct state *s, int cargo, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	g->bag[cargo]--;                                        /* lent until the town is emptied: B58 leaves this one out */
	g->track[g->seasons++] = (uint8_t)cargo;
	TELL(told, SEASON, g->active, B(57), .thing = (uint8_t)cargo, .place = g->port, .n = (int16_t)broad_season(b, g));
	harvest(b, s, told);
	if (g->seasons == broad_track(b)) {                     /* B138, B169 */
		g->final = 1;
		TELL(told, FINAL, g->active, B(138), .n = g->round);
	}
	reset_town(b, s, told);
}

void broad_reveal(const struct box *b, struct state *s, int tile, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	struct broad_town *town = &g->town[g->port];

	town->tile = (uint8_t)tile;
	town->seen |= (uint8_t)(1u << tile);
	TELL(told, REVEALED, NOBODY, B(60), .thing = (uint8_t)tile, .place = g->port, .tells = true);
	open_buying(b, s, told);
}

/* Buying in a town ---------------------------------------------------------------------- */

/* What the banner adds to the price: of the tile that was on top when the port action began (B78, B79, B81). */
static int increase_of(const struct box *b, const struct broadhorns *g, int cargo)
{
	return b->broadhorns.town[g->port].tile[g->priced].increase[cargo];
}

/* Whether anything could be bought, for all that others can see: a peddler may be in any hand that is not empty. */
static bool could_buy(const struct box *b, const struct broadhorns *g)
{
	const struct broad_player *p = &g->player[g->active];

	if (broad_free_boxes(b, g, g->active) == 0)
		return false;
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		int price = broad_price(g, cargo), increase = increase_of(b, g, cargo);
		if (price > 0 && increase != NOT_SOLD && price + increase <= p->gold)
			return true;
		if (price > 0 && broad_hand(g, g->active) > 0 && price + b->broadhorns.peddler <= p->gold)
			return true;
	}
	return false;
}

static void open_buying(const struct box *b, struct state *s, struct events *told)
{
	if (could_buy(b, &s->broadhorns))
		s->broadhorns.phase = BROAD_BUY;
	else
		open_travelers(b, s, told);
}

static void peddle(const struct box *b, struct state *s, int cargo, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	int old = broad_play(g, g->active, FACE_PEDDLER);

	TELL(told, PEDDLED, g->active, B(111), .thing = (uint8_t)cargo, .place = (uint8_t)old, .tells = true);
	buy(g, cargo, b->broadhorns.peddler, told);
}

/* Travelers ------------------------------------------------------------------------------- */

static const struct broad_traveler *traveler(const struct box *b, int card)
{
	return &b->broadhorns.traveler[card - FIRST_TRAVELER];
}

/* B87: who has arrived pays and is gone before anybody boards. */
static void open_travelers(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	bool waiting = false;

	for (int card = FIRST_TRAVELER; card < FIRST_TRAVELER + TRAVELERS; card++) {
		if (g->where[card] == ABOARD + g->active && traveler(b, card)->to == g->port) {
			broad_pay(g, g->active, traveler(b, card)->gold);
			broad_put(g, card, IN_DISCARD);
			TELL(told, FARE, g->active, B(87), .thing = (uint8_t)(card - FIRST_TRAVELER), .place = g->port, .n = traveler(b, card)->gold);
		}
		waiting |= g->where[card] == AT_TOWN + g->port;
	}
	g->phase = waiting || broad_aboard(g, g->active) > 0 || broad_hand(g, g->active) > 0 ? BROAD_TRAVELERS : BROAD_RESALE;
}

static void board(struct state *s, int who, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	bool hidden = broad_holds(g, g->active, FIRST_TRAVELER + who);

	broad_put(g, FIRST_TRAVELER + who, ABOARD + g->active);         /* B86 */
	g->shifted |= 1u << who;
	TELL(told, BOARDED, g->active, B(84), .thing = (uint8_t)who, .place = g->port, .tells = hidden);
}

static void set_down(struct state *s, int who, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	broad_put(g, FIRST_TRAVELER + who, AT_TOWN + g->port);          /* B88 */
	g->shifted |= 1u << who;
	TELL(told, SET_DOWN, g->active, B(88), .thing = (uint8_t)who, .place = g->port);
}

/* The end ------------------------------------------------------------------------------------ */

static void close_port(struct broadhorns *g)
{
	g->port = g->sold = g->sold_types = g->claimed = g->chilled = g->priced = 0;
	g->shifted = 0;
}

/* B123: the boat is sold; B125: who is still aboard stays here; B168: cargo goes to the bag. */
static void resell(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	int resale = broad_boat(b, g, g->active)->resale;

	broad_pay(g, g->active, resale);
	TELL(told, RESOLD, g->active, B(123), .place = g->port, .n = (int16_t)resale);
	for (int card = FIRST_TRAVELER; card < FIRST_TRAVELER + TRAVELERS; card++)
		if (g->where[card] == ABOARD + g->active) {
			broad_put(g, card, AT_TOWN + g->port);
			TELL(told, LEFT, g->active, B(125), .thing = (uint8_t)(card - FIRST_TRAVELER), .place = g->port);
		}
	broad_end_expedition(s, B(168), told);
}

/* What is refused, and by which rule ------------------------------------------------------------- */

static int purchase_refusal(const struct box *b, const struct broadhorns *g, int cargo, int increase, uint16_t none)
{
	int price = broad_price(g, cargo);

	if (price == 0)
		return none;
	if (price + increase > g->player[g->active].gold)
		return B(151);
	return broad_free_boxes(b, g, g->active) == 0 ? B(76) : 0;
}

/* B177: the first boat may have to be the first in the box, the 20 ft one. */
static int boat_refusal(const struct box *b, const struct state *s, int boat)
{
	const struct broad_player *p = &s->broadhorns.player[s->broadhorns.active];

	if (boat > 0 && s->option[BROAD_FIRST_BOAT] == FIRST_BOAT_20FT && !(p->visited >> SAILED & 1))
		return B(177);
	return b->broadhorns.boat[boat].cost > p->gold ? B(69) : 0;
}

static int market_refusal(const struct box *b, const struct state *s, int move)
{
	const struct broadhorns *g = &s->broadhorns;

	if (move >= MOVE_BUY && move < MOVE_BLIND)
		return purchase_refusal(b, g, move - MOVE_BUY, 0, B(74));
	if (move == MOVE_BLIND) {
		int left = 0;
		for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
			left += g->bag[cargo];
		if (left == 0)
			return B(75);
		if (b->broadhorns.blind > g->player[g->active].gold)
			return B(151);
		return broad_free_boxes(b, g, g->active) == 0 ? B(76) : 0;
	}
	return move == MOVE_DONE ? 0 : B(67);
}

static int claim_refusal(const struct box *b, const struct state *s, int card)
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_delivery *d = &b->broadhorns.delivery[card];
	unsigned mine = 1u << d->cargo;

	if (d->town != g->port || !(g->sold_types & mine))      /* B157 */
		return B(48);
	if (s->option[BROAD_DELIVERY] == DELIVERY_PORT ? g->claimed : g->claimed & mine)
		return B(50);
	if (g->where[card] != AT_TOWN + g->port && !broad_holds(g, g->active, card))
		return B(49);
	return 0;
}

static int sell_refusal(const struct box *b, const struct state *s, int move)
{
	const struct broadhorns *g = &s->broadhorns;

	if (move >= MOVE_SELL && move < MOVE_CLAIM) {
		int barrel = (move - MOVE_SELL) / SALES, space = (move - MOVE_SELL) % SALES, cargo = barrel / BROAD_LENGTH;
		if (g->player[g->active].cargo[cargo][barrel % BROAD_LENGTH] == 0)
			return B(41);
		if (space == NO_SPACE)
			return has_space(b, g, cargo) ? B(45) : 0;
		return is_offered(b, g, cargo, space) ? 0 : B(41);
	}
	if (move >= MOVE_CLAIM && move < MOVE_SEASON)
		return claim_refusal(b, s, move - MOVE_CLAIM);
	if (move == MOVE_ICE)
		return broad_card_of(g, g->active, FACE_ICE) < 0 ? B(110) : g->chilled == 0 ? B(165) : 0;
	return move == MOVE_DONE ? 0 : B(38);
}

static int buy_refusal(const struct box *b, const struct state *s, int move)
{
	const struct broadhorns *g = &s->broadhorns;

	if (move >= MOVE_BUY && move < MOVE_BLIND) {
		int increase = increase_of(b, g, move - MOVE_BUY);
		return increase == NOT_SOLD ? B(78) : purchase_refusal(b, g, move - MOVE_BUY, increase, B(80));
	}
	if (move >= MOVE_PEDDLE && move < MOVE_DONE) {
		if (broad_card_of(g, g->active, FACE_PEDDLER) < 0)
			return B(111);
		return purchase_refusal(b, g, move - MOVE_PEDDLE, b->broadhorns.peddler, B(166)) ? B(166) : 0;
	}
	return move == MOVE_DONE ? 0 : move == MOVE_BLIND ? B(83) : B(38);
}

static int travelers_refusal(const struct box *b, const struct state *s, int move)
{
	const struct broadhorns *g = &s->broadhorns;

	if (move >= MOVE_BOARD && move < MOVE_SET_DOWN) {
		int who = move - MOVE_BOARD, card = FIRST_TRAVELER + who;
		if (g->where[card] != AT_TOWN + g->port && !broad_holds(g, g->active, card))
			return B(84);
		if (g->shifted >> who & 1)
			return B(161);
		if (traveler(b, card)->to <= g->port)
			return B(91);
		return broad_aboard(g, g->active) >= broad_boat(b, g, g->active)->occupants ? B(85) : 0;
	}
	if (move >= MOVE_SET_DOWN && move < MOVE_RESELL) {
		int who = move - MOVE_SET_DOWN;
		if (g->where[FIRST_TRAVELER + who] != ABOARD + g->active)
			return B(88);
		return g->shifted >> who & 1 ? B(161) : 0;
	}
	return move == MOVE_DONE ? 0 : B(38);
}

int broad_port_refusal(const struct box *b, const struct state *s, int move)
{
	const struct broadhorns *g = &s->broadhorns;

	switch (g->phase) {
	case BROAD_BOAT:
		if (move < MOVE_BOAT || move >= MOVE_BUY)
			return B(68);
		return boat_refusal(b, s, move - MOVE_BOAT);
	case BROAD_MARKET:
		return market_refusal(b, s, move);
	case BROAD_SELL:
		return sell_refusal(b, s, move);
	case BROAD_FULL:
		return move >= MOVE_SEASON && move < MOVE_BOARD && may_mark_season(b, g, move - MOVE_SEASON) ? 0 : B(57);
	case BROAD_BUY:
		return buy_refusal(b, s, move);
	case BROAD_TRAVELERS:
		return travelers_refusal(b, s, move);
	default:
		return move == MOVE_RESELL || move == MOVE_SAIL_ON ? 0 : B(123);
	}
}

/* Only what can be legal at all is looked at, in ascending order, and each phase asks its own refusal. */
typedef int refusal(const struct box *b, const struct state *s, int move);

static inline void try_range(const struct box *b, const struct state *s, refusal *refused, int from, int to, struct moves *out)
{
	for (int move = from; move < to; move++)
		if (refused(b, s, move) == 0)
			out->id[out->n++] = (uint16_t)move;
}

static void sales(const struct box *b, const struct state *s, struct moves *out)
{
	const struct broad_player *p = &s->broadhorns.player[s->broadhorns.active];

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		for (int at = 0; at < BROAD_LENGTH; at++)
			if (p->cargo[cargo][at] > 0) {
				int first = MOVE_SELL + (cargo * BROAD_LENGTH + at) * SALES;
				try_range(b, s, sell_refusal, first, first + SALES, out);
			}
	if (s->broadhorns.sold > 0)
		try_range(b, s, sell_refusal, MOVE_CLAIM, MOVE_SEASON, out);
}

void broad_port_legal(const struct box *b, const struct state *s, struct moves *out)
{
	switch (s->broadhorns.phase) {
	case BROAD_BOAT:
		try_range(b, s, broad_port_refusal, MOVE_BOAT, MOVE_BUY, out);
		break;
	case BROAD_SELL:
		try_range(b, s, sell_refusal, MOVE_ICE, MOVE_ICE + 1, out);
		try_range(b, s, sell_refusal, MOVE_DONE, MOVE_DONE + 1, out);
		sales(b, s, out);
		break;
	case BROAD_FULL:
		try_range(b, s, broad_port_refusal, MOVE_SEASON, MOVE_BOARD, out);
		break;
	case BROAD_TRAVELERS:
		try_range(b, s, travelers_refusal, MOVE_DONE, MOVE_DONE + 1, out);
		try_range(b, s, travelers_refusal, MOVE_BOARD, MOVE_RESELL, out);
		break;
	case BROAD_RESALE:
		try_range(b, s, broad_port_refusal, MOVE_RESELL, MOVE_SAIL_ON + 1, out);
		break;
	case BROAD_MARKET:
		try_range(b, s, market_refusal, MOVE_BUY, MOVE_DONE + 1, out);
		break;
	default:
		try_range(b, s, buy_refusal, MOVE_BUY, MOVE_DONE + 1, out);
	}
}

/* Which of these cards somebody has is hidden, so it must not matter (B176): a delivery or ice in the sell, a peddler, a traveler. */
bool broad_port_open(const struct box *b, const struct state *s)
{
	const struct broadhorns *g = &s->broadhorns;
	bool peddler = false;

	switch (g->phase) {
	case BROAD_SELL:
		return g->chilled == 0 && ((s->option[BROAD_DELIVERY] == DELIVERY_PORT && g->claimed) || !(g->sold_types & ~g->claimed));
	case BROAD_BUY:
		for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
			peddler |= purchase_refusal(b, g, cargo, b->broadhorns.peddler, B(166)) == 0;
		return !peddler;
	case BROAD_TRAVELERS:
		return broad_aboard(g, g->active) >= broad_boat(b, g, g->active)->occupants || g->port == BROAD_TOWNS - 1;
	default:
		return true;
	}
}

static void done(const struct box *b, struct state *s, struct events *told)
{
	switch (s->broadhorns.phase) {
	case BROAD_MARKET:
		broad_after_action(b, s, told);
		break;
	case BROAD_SELL:
		close_selling(b, s, told);
		break;
	case BROAD_BUY:
		open_travelers(b, s, told);
		break;
	default:
		s->broadhorns.phase = BROAD_RESALE;
	}
}

void broad_port_apply(const struct box *b, struct state *s, int move, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	if (move >= MOVE_BARREL)
		draw_blind(b, s, move - MOVE_BARREL, told);
	else if (move == MOVE_RESELL || move == MOVE_SAIL_ON) {
		if (move == MOVE_RESELL)
			resell(b, s, told);
		close_port(g);
		broad_after_action(b, s, told);
	} else if (move >= MOVE_SET_DOWN)
		set_down(s, move - MOVE_SET_DOWN, told);
	else if (move >= MOVE_BOARD)
		board(s, move - MOVE_BOARD, told);
	else if (move >= MOVE_SEASON)
		mark_season(b, s, move - MOVE_SEASON, told);
	else if (move >= MOVE_CLAIM)
		claim(b, s, move - MOVE_CLAIM, told);
	else if (move >= MOVE_SELL) {
		int barrel = (move - MOVE_SELL) / SALES;
		sell(b, s, barrel / BROAD_LENGTH, barrel % BROAD_LENGTH, (move - MOVE_SELL) % SALES, told);
	} else if (move == MOVE_DONE)
		done(b, s, told);
	else if (move >= MOVE_PEDDLE)
		peddle(b, s, move - MOVE_PEDDLE, told);
	else if (move == MOVE_BLIND)
		g->phase = BROAD_BLIND;
	else if (move >= MOVE_BUY)
		buy(g, move - MOVE_BUY, g->phase == BROAD_MARKET ? 0 : increase_of(b, g, move - MOVE_BUY), told);
	else if (move >= MOVE_BOAT)
		choose_boat(b, s, move - MOVE_BOAT, told);
	else
		chill(b, s, told);
}
