/* The course of the game: set-up, the steps of a turn, rounds, the end. */
#include "rails.h"

static void begin_turn(const struct box *b, struct state *s, struct events *told);
static void end_round(const struct box *b, struct state *s, struct events *told);
static void end_card(const struct box *b, struct state *s, struct events *told);

/* Set-up (R97) ------------------------------------------------------------------ */

void rails_start(const struct box *b, struct state *s)
{
	struct rails *g = &s->rails;

	g->phase = RAILS_LAY;
	g->sides = (uint8_t)(s->players == 1 ? 2 : s->players);
	for (int tile = 0; tile < RAILS_TILES; tile++)
		g->place[tile] = NO_PLACE;
	for (int i = 0; i < GOALS_OPEN; i++)
		g->goal[i] = NO_GOAL, g->claimed[i] = NO_SIDE;
	for (int i = 0; i < g->sides; i++)
		g->contract[i] = NO_CONTRACT;
	for (int i = 0; i < s->players; i++) {
		g->side[i].money = b->rails.money;                              /* R9 */
		g->side[i].tracks = (uint8_t)(b->rails.tracks - RAILS_ABILITIES);       /* R7, R8 */
		g->side[i].wagons = b->rails.wagons;
	}
	for (int kind = 0; s->players == 1 && kind < RIVAL_KINDS; kind++)
		g->rival[kind] = b->rails.rival[kind];
}

/* R98; R6: the cubes of its factories with it. */
static void lay(const struct box *b, struct state *s, int tile, int sixths, struct events *told)
{
	struct rails *g = &s->rails;

	if (g->active == 0 && b->rails.notice[0] != '\0')
		TELL(told, NOTICE, NOBODY, R(97), .n = 0);
	g->place[tile] = g->active;
	g->turned[tile] = (uint8_t)sixths;
	for (int i = 0; i < RAILS_FACTORIES; i++) {
		int hex = rails_factory_hex(b, tile * RAILS_FACTORIES + i);
		g->cubes[tile * RAILS_FACTORIES + i] = hex < 0 ? 0 : rails_hex(b, hex)->cubes;
	}
	TELL(told, LAID, NOBODY, R(3), .thing = (uint8_t)tile, .place = g->active, .n = (int16_t)sixths, .tells = true);
	if (++g->active < rails_tiles(b, s))
		return;
	g->active = 0;
	g->phase = RAILS_DRAW_GOALS;
}

static void draw_goal(struct rails *g, int goal, struct events *told)
{
	g->goal[g->active] = (uint8_t)goal;
	TELL(told, GOAL, NOBODY, R(11), .thing = (uint8_t)goal, .place = g->active, .tells = true);
	if (++g->active < GOALS_OPEN)
		return;
	g->active = 0;
	g->phase = RAILS_DRAW_CONTRACTS;
}

/* What only its owner sees: the others are told that there is something. */
static void tell_secret(struct events *told, int what, int seat, int thing, uint16_t rule)
{
	uint8_t owner = (uint8_t)(1u << seat);

	if (!told)
		return;
	event_add(told, (struct event){ .what = (uint8_t)what, .seat = (uint8_t)seat, .rule = rule, .thing = (uint8_t)(thing + 1), .to = owner, .tells = true });
	event_add(told, (struct event){ .what = (uint8_t)what, .seat = (uint8_t)seat, .rule = rule, .to = (uint8_t)~owner });
}

static void draw_contract(struct state *s, int contract, struct events *told)
{
	struct rails *g = &s->rails;

	g->contract[g->active] = (uint8_t)contract;
	tell_secret(told, RAILS_EVENT_CONTRACT, g->active, contract, R(12));
	if (++g->active < s->players)
		return;
	g->active = 0;
	g->phase = RAILS_DRAW_HANDS;
}

static void deal(const struct box *b, struct state *s, int card, struct events *told)
{
	struct rails *g = &s->rails;

	g->where[card] = (uint8_t)(DEALT + g->active);
	g->side[g->active].dealt++;
	tell_secret(told, RAILS_EVENT_DREW, g->active, card, R(13));
	if (g->side[g->active].dealt < b->rails.hand || ++g->active < s->players)
		return;
	g->active = 0;
	g->phase = RAILS_FILL_MARKET;
}

static int market_size(const struct rails *g)
{
	return rails_bits(rails_cards(g, IN_MARKET, IN_MARKET + RAILS_MARKET));
}

static void first_player(struct state *s, int seat, struct events *told)
{
	struct rails *g = &s->rails;

	g->first = (uint8_t)seat;
	g->active = (uint8_t)rails_starter_at(s, 0);
	g->phase = RAILS_START_TRACK;
	TELL(told, FIRST, seat, R(16), .tells = true);
}

static void begin_game(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	g->round = 1;
	TELL(told, ROUND, NOBODY, R(16), .n = 1);
	begin_turn(b, s, told);
}

/* How many start tracks come before that of this seat. */
static int starts_before(const struct state *s, int seat)
{
	int k = 0;

	while (rails_starter_at(s, k) != seat)
		k++;
	return k;
}

/* R17, R18. F45: the first ship comes after the last of them. */
static void start_track(const struct box *b, struct state *s, int hex, struct events *told)
{
	struct rails *g = &s->rails;

	g->side[g->active].tracks--;
	TELL(told, STARTED, g->active, R(17), .place = (uint8_t)hex);
	rails_put_track(b, s, g->active, hex, told);
	int next = starts_before(s, g->active) + 1;
	g->active = next < s->players ? (uint8_t)rails_starter_at(s, next) : g->first;
	if (next < s->players)
		return;
	if (s->option[RAILS_FREIGHT])
		g->phase = RAILS_DOCK;
	else
		begin_game(b, s, told);
}

/* The steps of a turn (R108) -------------------------------------------------------- */

static void end_turn(const struct box *b, struct state *s, struct events *told);

static bool may_unlock(const struct box *b, const struct rails *g, int ability, int money)
{
	return !(g->side[g->active].unlocked >> ability & 1) && b->rails.ability[ability].price <= money;
}

/* The last step is asked also for loans, so that R81 and R83 hold in every turn. */
static void unlock_step(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	g->phase = RAILS_UNLOCK;
	if (rails_loan_refusal(b, s) == 0 || rails_repay_refusal(b, s) == 0)
		return;
	for (int i = 0, credit = rails_credit(b, s); i < RAILS_ABILITIES; i++)
		if (may_unlock(b, g, i, credit))
			return;
	end_turn(b, s, told);
}

/* R69, R72: a card that is in the market and not too dear; what it costs, or -1. */
static int price_of(const struct box *b, const struct rails *g, int card)
{
	int place = g->where[card] - IN_MARKET;

	return place < 0 || place >= RAILS_MARKET ? -1 : b->rails.market[place];        /* R70 */
}

static void buy_step(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;
	int credit = rails_credit(b, s);

	g->phase = RAILS_BUY;
	if (rails_hand(g, g->active) < b->rails.hand_limit)
		for (uint32_t left = rails_cards(g, IN_MARKET, IN_MARKET + RAILS_MARKET); left; left &= left - 1)
			if (price_of(b, g, rails_lowest(left)) <= credit)
				return;
	unlock_step(b, s, told);
}

/* R109: claims come after the last delivery, or where there is none. */
static void deliver_step(const struct box *b, struct state *s, struct events *told)
{
	s->rails.phase = RAILS_DELIVER;
	if (rails_may_deliver(b, s))
		return;
	rails_claim(b, s, told);
	buy_step(b, s, told);
}

/* R100: two tracks while there is a site that money and loans pay for; R102: then a third may follow. */
static void build_step(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;
	const struct rails_side *p = &g->side[g->active];

	g->phase = g->building < 2 ? RAILS_BUILD : RAILS_THIRD;
	bool may = p->tracks > 0 && (g->building < 2 || (g->building == 2 && p->unlocked >> NIGHT_SHIFT & 1));
	if (!may || !rails_can_build(b, s, rails_credit(b, s)))
		deliver_step(b, s, told);
}

static void begin_turn(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	g->turn++;
	g->building = g->deliveries = g->dealing = 0;
	TELL(told, TURN, g->active, R(16), .n = g->round);
	build_step(b, s, told);
}

/* F36: the next ship, if one is due, before anything else (F47). */
static void after_loading(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	if (freight_waiting(&b->rails.freight, &g->freight, s->option[RAILS_ON_EMPTY]) && s->option[RAILS_FREIGHT]) {
		g->phase = RAILS_DOCK;
		return;
	}
	g->from = g->to = 0;
	if (g->rival_acts)
		end_card(b, s, told);
	else
		deliver_step(b, s, told);
}

static int good_under_way(const struct box *b, const struct rails *g)
{
	return rails_hex(b, rails_factory_hex(b, g->from))->good;
}

static void use(const struct box *b, struct state *s, int card, int length, struct events *told)
{
	struct rails *g = &s->rails;
	unsigned slots;

	rails_use(b, s, card, length, told);
	if (rails_asks_slot(b, s)) {
		g->phase = RAILS_LOAD;
		return;
	}
	slots = freight_choices(&b->rails.freight, &g->freight, g->active, false);
	if (slots)                                              /* F8, F39 */
		rails_load(b, s, g->active, good_under_way(b, g), rails_lowest(slots), told);
	after_loading(b, s, told);
}

/* F3, F36; F49: when none is left all that were discarded come again. */
static void dock(const struct box *b, struct state *s, int ship, struct events *told)
{
	struct rails *g = &s->rails;
	bool first = g->round == 0, again = g->freight.gone >> ship & 1;

	if (again)
		TELL(told, RESHUFFLED, NOBODY, F(49), .n = b->rails.freight.ships);
	freight_reveal(&g->freight, ship);
	TELL(told, DOCKED, NOBODY, first ? F(3) : F(36), .thing = (uint8_t)ship, .tells = true);
	if (first)
		begin_game(b, s, told);
	else
		after_loading(b, s, told);
}

/* R71. R73: an empty deck refills nothing. */
static void buy(const struct box *b, struct state *s, int card, struct events *told)
{
	struct rails *g = &s->rails;
	int price = price_of(b, g, card);

	rails_pay(g, g->active, -price);
	rails_slide(g, g->where[card] - IN_MARKET, BOUGHT + g->active);
	g->side[g->active].bought++;
	TELL(told, BOUGHT, g->active, R(69), .thing = (uint8_t)card, .n = (int16_t)price);
	if (rails_has_deck(g))
		g->phase = RAILS_FILL_MARKET;
	else
		unlock_step(b, s, told);
}

/* R14 in the set-up, R71 after a purchase, R122 after a survey. */
static void fill_market(const struct box *b, struct state *s, int card, struct events *told)
{
	struct rails *g = &s->rails;
	int place = market_size(g);

	g->where[card] = (uint8_t)(IN_MARKET + place);
	TELL(told, OFFERED, NOBODY, g->round == 0 ? R(14) : R(71), .thing = (uint8_t)card, .place = (uint8_t)place, .tells = true);
	if (g->round > 0 && g->rival_acts)
		end_card(b, s, told);
	else if (g->round > 0)
		unlock_step(b, s, told);
	else if (place == RAILS_MARKET - 1 && s->players > 1)
		g->phase = RAILS_FIRST;
	else if (place == RAILS_MARKET - 1)
		g->phase = RAILS_START_TRACK;
}

/* R74, R75. */
static void unlock(const struct box *b, struct state *s, int ability, struct events *told)
{
	struct rails *g = &s->rails;
	struct rails_side *p = &g->side[g->active];

	rails_pay(g, g->active, -b->rails.ability[ability].price);
	p->unlocked |= (uint8_t)(1u << ability);
	p->tracks++;
	TELL(told, UNLOCKED, g->active, R(74), .thing = (uint8_t)ability, .n = b->rails.ability[ability].price);
	end_turn(b, s, told);
}

/* After a loan or a repayment: the step goes on unless nothing of it can be chosen any more. */
static void ask_again(const struct box *b, struct state *s, struct events *told)
{
	if (s->rails.phase == RAILS_BUY)
		buy_step(b, s, told);
	else if (s->rails.phase == RAILS_UNLOCK)
		unlock_step(b, s, told);
}

static void lend(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	rails_pay(g, g->active, b->rails.loan);                 /* R81 */
	g->dealing = BORROWED;
	g->side[g->active].loans++;
	TELL(told, BORROWED, g->active, R(81), .n = g->side[g->active].loans);
	ask_again(b, s, told);
}

static void repay(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	rails_pay(g, g->active, -b->rails.repay);               /* R83 */
	g->dealing = REPAID;
	g->side[g->active].loans--;
	TELL(told, REPAID, g->active, R(83), .n = g->side[g->active].loans);
	ask_again(b, s, told);
}

static void pass(const struct box *b, struct state *s, struct events *told)
{
	switch (s->rails.phase) {
	case RAILS_THIRD:
		deliver_step(b, s, told);
		break;
	case RAILS_DELIVER:
		rails_claim(b, s, told);
		buy_step(b, s, told);
		break;
	case RAILS_BUY:
		unlock_step(b, s, told);
		break;
	default:
		end_turn(b, s, told);
	}
}

/* The end ------------------------------------------------------------------------------ */

static void finish(const struct box *b, struct state *s, int ending, struct events *told)
{
	struct rails *g = &s->rails;
	struct freight_log log;

	g->phase = RAILS_OVER;
	g->ending = (uint8_t)ending;
	g->building = g->deliveries = g->dealing = g->rival_acts = 0;
	freight_end(&b->rails.freight, &g->freight, &log);
	for (int i = 0; i < log.n; i++)
		rails_tell_freight(&log.of[i], 0, told);
	for (int i = 0; i < s->players; i++) {
		const struct rails_goal *contract = &b->rails.contract[g->contract[i]];
		bool met = rails_holds_true(b, g, i, &contract->when);
		TELL(told, CONTRACT_SHOWN, i, R(112), .thing = g->contract[i], .n = met ? contract->prestige : 0, .tells = true);
	}
	for (int i = 0; i < g->sides; i++)
		TELL(told, SCORED, i, R(117), .n = (int16_t)rails_total(b, s, i));
}

static bool cities_are_full(const struct box *b, const struct rails *g)
{
	for (int city = 0; city < ALL_CITIES; city++)
		if (rails_in_play(g, city / RAILS_CITIES) && rails_city_hex(b, city) >= 0 && rails_trains_in(g, city) < 2)
			return false;
	return true;
}

static bool tracks_are_used_up(const struct state *s)
{
	for (int i = 0; i < s->players; i++)                    /* R126 */
		if (s->rails.side[i].tracks > 0)
			return false;
	return true;
}

/* R86, R87, R115: this round is the last one. */
static void test_for_last_round(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	if (g->last)
		return;
	g->last = !rails_has_deck(g) ? RAILS_BY_DECK : cities_are_full(b, g) ? RAILS_BY_CITIES : 0;
	if (g->last)
		TELL(told, LAST_ROUND, NOBODY, g->last == RAILS_BY_DECK ? R(86) : R(87), .n = g->last);
}

static void end_turn(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	if (tracks_are_used_up(s)) {                            /* R85, R88 */
		finish(b, s, RAILS_BY_TRACKS, told);
		return;
	}
	test_for_last_round(b, s, told);                        /* R114 */
	g->building = g->deliveries = g->dealing = 0;
	int next = rails_place_in_round(s) + 1, cards = rails_rival_cards(g), most = rails_level_of(b, s).cards;
	if (next < s->players) {                                /* R115 */
		g->active = (uint8_t)rails_seat_at(s, g->round, next);
		begin_turn(b, s, told);
	} else if (cards > 0) {                                 /* R93, R119, R129 */
		g->phase = RAILS_RIVAL;
		g->rival_acts = (uint8_t)(cards < most ? cards : most);
	} else {
		end_round(b, s, told);
	}
}

static void rival_card(const struct box *b, struct state *s, int kind, struct events *told)
{
	struct rails *g = &s->rails;

	rails_rival(b, s, kind, told);
	if (market_size(g) < RAILS_MARKET && rails_has_deck(g))
		g->phase = RAILS_FILL_MARKET;                   /* R122 */
	else
		after_loading(b, s, told);
}

/* R129: the next card of the rival, if it resolves another one now. */
static void end_card(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	if (--g->rival_acts > 0)
		g->phase = RAILS_RIVAL;
	else
		end_round(b, s, told);
}

static void end_round(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	if (s->players == 1)
		test_for_last_round(b, s, told);
	if (g->last || !g->placed) {                            /* R88, R89, R116 */
		finish(b, s, g->last ? g->last : RAILS_BY_STALL, told);
		return;
	}
	g->round++;
	g->placed = 0;
	g->active = (uint8_t)rails_seat_at(s, g->round, 0);     /* R16, R128 */
	TELL(told, ROUND, NOBODY, R(16), .n = g->round);
	begin_turn(b, s, told);
}

/* What is legal ---------------------------------------------------------------------------- */

static bool is_chance(int phase)
{
	return phase <= RAILS_FIRST || phase == RAILS_DOCK || phase == RAILS_RIVAL;
}

int rails_to_move(const struct box *b, const struct state *s)
{
	(void)b;
	if (s->rails.phase == RAILS_OVER)
		return OVER;
	return is_chance(s->rails.phase) ? CHANCE : s->rails.active;
}

int rails_turn(const struct state *s)
{
	return s->rails.turn;
}

static bool has_goal(const struct rails *g, int goal)
{
	for (int i = 0; i < GOALS_OPEN; i++)
		if (g->goal[i] == goal)
			return true;
	return false;
}

static bool has_contract(const struct rails *g, int contract)
{
	for (int i = 0; i < g->sides; i++)
		if (g->contract[i] == contract)
			return true;
	return false;
}

static int chance_refusal(const struct box *b, const struct state *s, int move)
{
	const struct rails *g = &s->rails;

	if (move < RAILS_MOVE_GOAL)
		return g->phase != RAILS_LAY || rails_in_play(g, (move - RAILS_MOVE_LAY) / 6) ? R(3) : 0;
	if (move < RAILS_MOVE_CONTRACT)
		return g->phase != RAILS_DRAW_GOALS || has_goal(g, move - RAILS_MOVE_GOAL) ? R(11) : 0;
	if (move < RAILS_MOVE_DRAW)
		return g->phase != RAILS_DRAW_CONTRACTS || has_contract(g, move - RAILS_MOVE_CONTRACT) ? R(12) : 0;
	if (move < RAILS_MOVE_FIRST)
		return (g->phase != RAILS_DRAW_HANDS && g->phase != RAILS_FILL_MARKET) || g->where[move - RAILS_MOVE_DRAW] != IN_DECK ? R(14) : 0;
	if (move < RAILS_MOVE_SHIP)
		return g->phase != RAILS_FIRST || move - RAILS_MOVE_FIRST >= s->players ? R(16) : 0;
	if (move < RAILS_MOVE_RIVAL)
		return g->phase == RAILS_DOCK && freight_waiting(&b->rails.freight, &g->freight, s->option[RAILS_ON_EMPTY]) >> (move - RAILS_MOVE_SHIP) & 1 ? 0 : F(36);
	if (g->phase != RAILS_RIVAL)
		return R(93);
	return g->rival[move - RAILS_MOVE_RIVAL] == 0 ? R(119) : 0;
}

/* A player's move while a card, a tile or a ship has to come first. */
static int wait_refusal(const struct rails *g)
{
	switch (g->phase) {
	case RAILS_LAY:            return R(3);
	case RAILS_DRAW_GOALS:     return R(11);
	case RAILS_DRAW_CONTRACTS: return R(12);
	case RAILS_DRAW_HANDS:     return R(13);
	case RAILS_FILL_MARKET:    return g->round == 0 ? R(14) : R(71);
	case RAILS_FIRST:          return R(16);
	case RAILS_DOCK:           return g->round == 0 ? F(3) : F(36);
	default:                   return R(93);
	}
}

static bool is_between(int move, int first, int end)
{
	return move >= first && move < end;
}

static int start_refusal(const struct box *b, const struct rails *g, int move)
{
	if (move >= RAILS_MOVE_DELIVER || !rails_in_play(g, move / RAILS_HEXES) || rails_hex(b, move)->terrain != FACTORY)
		return R(17);
	return rails_colours(g, move) ? R(17) : 0;
}

static int buy_refusal(const struct box *b, const struct rails *g, int card)
{
	int price = price_of(b, g, card);

	if (price < 0)
		return R(69);
	return price > g->side[g->active].money ? R(70) : 0;
}

/* A move of a step in that step; R108: of another step. */
static int step_refusal(const struct box *b, const struct state *s, int move)
{
	const struct rails *g = &s->rails;
	int phase = g->phase;

	if (is_between(move, RAILS_MOVE_BUILD, RAILS_MOVE_DELIVER))
		return phase == RAILS_BUILD || phase == RAILS_THIRD ? rails_build_refusal(b, s, move - RAILS_MOVE_BUILD) : R(108);
	if (is_between(move, RAILS_MOVE_DELIVER, RAILS_MOVE_USE)) {
		int pair = move - RAILS_MOVE_DELIVER;
		return phase == RAILS_DELIVER ? rails_deliver_refusal(b, s, pair / ALL_CITIES, pair % ALL_CITIES) : R(108);
	}
	if (is_between(move, RAILS_MOVE_USE, RAILS_MOVE_LOAD))
		return R(60);
	if (is_between(move, RAILS_MOVE_LOAD, RAILS_MOVE_BUY))
		return F(47);
	if (is_between(move, RAILS_MOVE_BUY, RAILS_MOVE_UNLOCK))
		return phase == RAILS_BUY ? buy_refusal(b, g, move - RAILS_MOVE_BUY) : R(108);
	if (is_between(move, RAILS_MOVE_UNLOCK, RAILS_MOVE_LOAN)) {
		bool may = may_unlock(b, g, move - RAILS_MOVE_UNLOCK, g->side[g->active].money);
		return phase != RAILS_UNLOCK ? R(108) : may ? 0 : R(74);
	}
	if (move == RAILS_MOVE_LOAN)
		return rails_loan_refusal(b, s);
	if (move == RAILS_MOVE_REPAY)
		return rails_repay_refusal(b, s);
	return phase == RAILS_BUILD ? R(19) : 0;                /* pass */
}

int rails_refusal(const struct box *b, const struct state *s, int move)
{
	const struct rails *g = &s->rails;

	if (g->phase == RAILS_OVER)
		return R(114);
	if (move >= RAILS_MOVE_LAY)
		return chance_refusal(b, s, move);
	if (is_chance(g->phase))
		return wait_refusal(g);
	switch (g->phase) {
	case RAILS_START_TRACK:
		return start_refusal(b, g, move);
	case RAILS_ROUTE:
		if (!is_between(move, RAILS_MOVE_USE, RAILS_MOVE_LOAD))
			return R(106);
		return rails_use_refusal(b, s, (move - RAILS_MOVE_USE) / ROUTE_MOST, (move - RAILS_MOVE_USE) % ROUTE_MOST + 1);
	case RAILS_LOAD:
		if (!is_between(move, RAILS_MOVE_LOAD, RAILS_MOVE_BUY))
			return F(47);
		return freight_choices(&b->rails.freight, &g->freight, g->active, true) >> (move - RAILS_MOVE_LOAD) & 1 ? 0 : F(48);
	default:
		return step_refusal(b, s, move);
	}
}

/* Lists of what is not refused, by the same conditions --------------------------------------- */

static void lay_legal(const struct rails *g, struct moves *out)
{
	for (int tile = 0; tile < RAILS_TILES; tile++)
		if (!rails_in_play(g, tile))
			moves_add_set(out, RAILS_MOVE_LAY + tile * RAILS_SIXTHS, (1u << RAILS_SIXTHS) - 1);
}

/* Goals or contracts of n that are not among those. */
static void undrawn_legal(const uint8_t *drawn, int many, int n, int first, struct moves *out)
{
	for (int i = 0; i < n; i++) {
		int at = 0;
		while (at < many && drawn[at] != i)
			at++;
		if (at == many)
			moves_add(out, first + i);
	}
}

static void rival_legal(const struct rails *g, struct moves *out)
{
	for (int kind = 0; kind < RIVAL_KINDS; kind++)
		if (g->rival[kind] > 0)
			moves_add(out, RAILS_MOVE_RIVAL + kind);
}

static void start_legal(const struct box *b, const struct rails *g, struct moves *out)
{
	for (int factory = 0; factory < ALL_FACTORIES; factory++) {
		int hex = rails_factory_hex(b, factory);
		if (hex >= 0 && start_refusal(b, g, RAILS_MOVE_BUILD + hex) == 0)
			moves_add(out, RAILS_MOVE_BUILD + hex);
	}
}

static void buy_legal(const struct box *b, const struct rails *g, struct moves *out)
{
	for (uint32_t left = rails_cards(g, IN_MARKET, IN_MARKET + RAILS_MARKET); left; left &= left - 1)
		if (buy_refusal(b, g, rails_lowest(left)) == 0)
			moves_add(out, RAILS_MOVE_BUY + rails_lowest(left));
}

static void unlock_legal(const struct box *b, const struct rails *g, struct moves *out)
{
	for (int ability = 0; ability < RAILS_ABILITIES; ability++)
		if (may_unlock(b, g, ability, g->side[g->active].money))
			moves_add(out, RAILS_MOVE_UNLOCK + ability);
}

void rails_legal(const struct box *b, const struct state *s, struct moves *out)
{
	const struct rails *g = &s->rails;

	out->n = 0;
	switch (g->phase) {
	case RAILS_OVER:           return;
	case RAILS_LAY:            lay_legal(g, out); return;
	case RAILS_DRAW_GOALS:     undrawn_legal(g->goal, GOALS_OPEN, RAILS_GOALS, RAILS_MOVE_GOAL, out); return;
	case RAILS_DRAW_CONTRACTS: undrawn_legal(g->contract, g->sides, RAILS_CONTRACTS, RAILS_MOVE_CONTRACT, out); return;
	case RAILS_DRAW_HANDS:
	case RAILS_FILL_MARKET:    moves_add_set(out, RAILS_MOVE_DRAW, rails_cards(g, IN_DECK, IN_DECK + 1)); return;
	case RAILS_FIRST:          moves_add_set(out, RAILS_MOVE_FIRST, (1u << s->players) - 1); return;
	case RAILS_DOCK:           moves_add_set(out, RAILS_MOVE_SHIP, freight_waiting(&b->rails.freight, &g->freight, s->option[RAILS_ON_EMPTY])); return;
	case RAILS_RIVAL:          rival_legal(g, out); return;
	case RAILS_START_TRACK:    start_legal(b, g, out); return;
	case RAILS_ROUTE:          rails_use_legal(b, s, out); return;
	case RAILS_LOAD:           moves_add_set(out, RAILS_MOVE_LOAD, freight_choices(&b->rails.freight, &g->freight, g->active, true)); return;
	case RAILS_BUILD:
	case RAILS_THIRD:          rails_build_legal(b, s, out); break;
	case RAILS_DELIVER:        rails_deliver_legal(b, s, out); break;
	case RAILS_BUY:            buy_legal(b, g, out); break;
	case RAILS_UNLOCK:         unlock_legal(b, g, out); break;
	}
	if (rails_loan_refusal(b, s) == 0)
		moves_add(out, RAILS_MOVE_LOAN);
	if (rails_repay_refusal(b, s) == 0)
		moves_add(out, RAILS_MOVE_REPAY);
	if (g->phase != RAILS_BUILD)
		moves_add(out, RAILS_MOVE_PASS);
}

int rails_weight(const struct box *b, const struct state *s, int move)
{
	(void)b;
	return s->rails.phase == RAILS_RIVAL ? s->rails.rival[move - RAILS_MOVE_RIVAL] : 1;
}

/* Goals or contracts of n that are not among those, a bit each. */
static uint32_t undrawn(const uint8_t *drawn, int many, int n)
{
	uint64_t left = (UINT64_C(1) << n) - 1;

	for (int i = 0; i < many; i++)
		left &= ~(UINT64_C(1) << drawn[i] % 64);        /* none drawn yet is the last of them, which stands for nothing */
	return (uint32_t)left;
}

/* The k-th bit of a set, from 0: half by half, then one by one. */
static int kth(uint32_t set, int k)
{
	int at = 0;

	for (int half = 16; half >= 8; half /= 2) {
		const int low = rails_bits(set & ((1u << half) - 1)), above = -(k >= low);
		k -= low & above;
		at += half & above;
		set >>= half & above;
	}
	for (; k > 0; k--)
		set &= set - 1;
	return at + rails_lowest(set);
}

/* What rails_legal() lists, as a set; all of it is equally likely. */
int rails_chance(const struct box *b, const struct state *s, struct rng *r)
{
	const struct rails *g = &s->rails;
	uint32_t set = 0;
	int first = 0;

	switch (g->phase) {
	case RAILS_LAY:
		for (int tile = 0; tile < RAILS_TILES; tile++)
			if (!rails_in_play(g, tile))
				set |= ((1u << RAILS_SIXTHS) - 1) << tile * RAILS_SIXTHS;
		first = RAILS_MOVE_LAY;
		break;
	case RAILS_DRAW_GOALS:     set = undrawn(g->goal, GOALS_OPEN, RAILS_GOALS), first = RAILS_MOVE_GOAL; break;
	case RAILS_DRAW_CONTRACTS: set = undrawn(g->contract, g->sides, RAILS_CONTRACTS), first = RAILS_MOVE_CONTRACT; break;
	case RAILS_DRAW_HANDS:
	case RAILS_FILL_MARKET:    set = rails_cards(g, IN_DECK, IN_DECK + 1), first = RAILS_MOVE_DRAW; break;
	case RAILS_DOCK:           set = freight_waiting(&b->rails.freight, &g->freight, s->option[RAILS_ON_EMPTY]), first = RAILS_MOVE_SHIP; break;
	}
	return set & (set - 1) ? first + kth(set, (int)rng_below(r, (uint32_t)rails_bits(set))) : -1;
}

int rails_source(const struct box *b, const struct state *s)
{
	static const uint8_t source[RAILS_PHASES] = {
		[RAILS_LAY] = SOURCE_MAP, [RAILS_DRAW_GOALS] = SOURCE_GOALS, [RAILS_DRAW_CONTRACTS] = SOURCE_CONTRACTS, [RAILS_DRAW_HANDS] = SOURCE_TRAINS,
		[RAILS_FILL_MARKET] = SOURCE_TRAINS, [RAILS_FIRST] = SOURCE_FIRST, [RAILS_DOCK] = SOURCE_SHIPS, [RAILS_RIVAL] = SOURCE_RIVAL,
	};

	(void)b;
	return source[s->rails.phase];
}

static void apply_chance(const struct box *b, struct state *s, int move, struct events *told)
{
	struct rails *g = &s->rails;

	if (move < RAILS_MOVE_GOAL)
		lay(b, s, (move - RAILS_MOVE_LAY) / 6, (move - RAILS_MOVE_LAY) % 6, told);
	else if (move < RAILS_MOVE_CONTRACT)
		draw_goal(g, move - RAILS_MOVE_GOAL, told);
	else if (move < RAILS_MOVE_DRAW)
		draw_contract(s, move - RAILS_MOVE_CONTRACT, told);
	else if (move < RAILS_MOVE_FIRST && g->phase == RAILS_DRAW_HANDS)
		deal(b, s, move - RAILS_MOVE_DRAW, told);
	else if (move < RAILS_MOVE_FIRST)
		fill_market(b, s, move - RAILS_MOVE_DRAW, told);
	else if (move < RAILS_MOVE_SHIP)
		first_player(s, move - RAILS_MOVE_FIRST, told);
	else if (move < RAILS_MOVE_RIVAL)
		dock(b, s, move - RAILS_MOVE_SHIP, told);
	else
		rival_card(b, s, move - RAILS_MOVE_RIVAL, told);
}

void rails_apply(const struct box *b, struct state *s, int move, struct events *told)
{
	struct rails *g = &s->rails;

	if (move >= RAILS_MOVE_LAY)
		apply_chance(b, s, move, told);
	else if (move == RAILS_MOVE_PASS)
		pass(b, s, told);
	else if (move == RAILS_MOVE_REPAY)
		repay(b, s, told);
	else if (move == RAILS_MOVE_LOAN)
		lend(b, s, told);
	else if (move >= RAILS_MOVE_UNLOCK)
		unlock(b, s, move - RAILS_MOVE_UNLOCK, told);
	else if (move >= RAILS_MOVE_BUY)
		buy(b, s, move - RAILS_MOVE_BUY, told);
	else if (move >= RAILS_MOVE_LOAD) {
		rails_load(b, s, g->active, good_under_way(b, g), move - RAILS_MOVE_LOAD, told);
		after_loading(b, s, told);
	} else if (move >= RAILS_MOVE_USE)
		use(b, s, (move - RAILS_MOVE_USE) / ROUTE_MOST, (move - RAILS_MOVE_USE) % ROUTE_MOST + 1, told);
	else if (move >= RAILS_MOVE_DELIVER) {
		g->from = (uint8_t)((move - RAILS_MOVE_DELIVER) / ALL_CITIES);
		g->to = (uint8_t)((move - RAILS_MOVE_DELIVER) % ALL_CITIES);
		g->phase = RAILS_ROUTE;
	} else if (g->phase == RAILS_START_TRACK)
		start_track(b, s, move, told);
	else {
		rails_build(b, s, move, told);
		build_step(b, s, told);
	}
}
