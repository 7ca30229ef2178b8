/* The rules of Broadhorns in the order of the rulebook: set-up, the four steps of a turn, the end. Port actions are in port.c. */
#include "broadhorns.h"

static void begin_turn(const struct box *b, struct state *s, struct events *told);
static void draw_step(const struct box *b, struct state *s, struct events *told);

/* Set-up ------------------------------------------------------------------------ */

void broad_start(const struct box *b, struct state *s)
{
	struct broadhorns *g = &s->broadhorns;

	g->phase = BROAD_SETUP_TILES;
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		g->market[cargo] = b->broadhorns.market_start;          /* B5 */
		g->bag[cargo] = (uint8_t)(b->broadhorns.barrels - b->broadhorns.market_start);  /* B6 */
	}
	for (int i = 0; i < s->players; i++)
		g->player[i].gold = b->broadhorns.start_gold[i];        /* B10 */
}

/* B2: the stacks are not kept in order; a tile is drawn when it comes to light. */
static void lay_tile(struct state *s, int tile, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	g->town[g->active].tile = (uint8_t)tile;
	g->town[g->active].seen = (uint8_t)(1u << tile);
	TELL(told, REVEALED, NOBODY, B(2), .thing = (uint8_t)tile, .place = g->active, .tells = true);
	if (++g->active < BROAD_TOWNS)
		return;
	g->active = 0;
	g->phase = BROAD_SETUP_CARDS;
}

/* A card that only its owner sees: the others are told that there is one. */
static void tell_draw(struct events *told, int seat, int card, uint16_t rule)
{
	uint8_t owner = (uint8_t)(1u << seat);

	TELL(told, DREW, seat, rule, .thing = (uint8_t)(card + 1), .to = owner, .tells = true);
	TELL(told, DREW, seat, rule, .thing = 0, .to = (uint8_t)~owner);
}

static void begin_round(const struct box *b, struct state *s, struct events *told)
{
	s->broadhorns.round++;
	TELL(told, ROUND, NOBODY, B(17), .n = s->broadhorns.round);
	begin_turn(b, s, told);
}

/* B11: a spoil card is laid aside and another one drawn; B12: those laid aside are shuffled back at the end. */
static void deal(const struct box *b, struct state *s, int card, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	if (card >= FIRST_SPOIL) {
		broad_put(g, card, SET_ASIDE);
		TELL(told, SPOIL_CARD, g->active, B(11), .thing = (uint8_t)card, .n = 0, .tells = true);
		return;
	}
	broad_take(g, g->active, card);
	tell_draw(told, g->active, card, B(11));
	if (++g->active < s->players)
		return;
	for (int i = FIRST_SPOIL; i < BROAD_CARDS; i++)
		if (g->where[i] == SET_ASIDE)
			broad_put(g, i, IN_PILE);
	g->active = 0;
	if (s->option[BROAD_FREIGHT])
		g->phase = BROAD_DOCK;                          /* F45: after all else */
	else
		begin_round(b, s, told);
}

/* F3, F7, F36, F45: the first ship ends the set-up, any other comes in the middle of a sale, which then goes on. */
static void dock(const struct box *b, struct state *s, int ship, struct events *told)
{
	broad_dock(s, ship, told);
	if (s->broadhorns.round == 0)
		begin_round(b, s, told);
	else
		s->broadhorns.phase = BROAD_SELL;
}

/* Step 1: refresh the market ------------------------------------------------------- */

static int total(const uint8_t of[BROAD_CARGOES])
{
	int n = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		n += of[cargo];
	return n;
}

static void begin_actions(struct state *s)
{
	s->broadhorns.phase = BROAD_ACTIONS;
	s->broadhorns.actions = BROAD_TURN;                    /* B30 */
}

/* Step 2: B28: not in winter. B164: asked are those who have cargo that spoils and any card, whether or not it is ice. */
static void spoil_step(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	if (broad_season(b, g) != WINTER && broad_spoils(g, g->active, ALL_PERISHABLES)) {
		if (broad_hand(g, g->active) > 0) {
			g->phase = BROAD_SPOIL_STEP;
			return;
		}
		broad_spoil(b, s, g->active, ALL_PERISHABLES, B(25), told);
	}
	begin_actions(s);
}

static void begin_turn(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	g->turn++;
	TELL(told, TURN, g->active, B(17), .n = g->round);
	if (total(g->market) < b->broadhorns.market && total(g->bag) > 0)       /* B19, B24 */
		g->phase = BROAD_REFRESH;
	else
		spoil_step(b, s, told);
}

static void refresh(const struct box *b, struct state *s, int cargo, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	g->bag[cargo]--;
	g->market[cargo]++;                                     /* B21 is in the price: broad_price() */
	TELL(told, REFRESHED, NOBODY, B(20), .thing = (uint8_t)cargo, .n = (int16_t)broad_price(g, cargo), .tells = true);
	if (total(g->market) == b->broadhorns.market || total(g->bag) == 0)
		spoil_step(b, s, told);
}

static void use_ice(struct state *s, int seat, uint16_t rule, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	int old = broad_play(g, seat, FACE_ICE);

	TELL(told, ICED, seat, rule, .place = (uint8_t)old, .tells = true);
}

static void answer_step(const struct box *b, struct state *s, bool ice, struct events *told)
{
	if (ice)
		use_ice(s, s->broadhorns.active, B(29), told);
	else
		broad_spoil(b, s, s->broadhorns.active, ALL_PERISHABLES, B(25), told);
	begin_actions(s);
}

/* Step 3: two actions ------------------------------------------------------------------ */

/* B92: base speed and season; B112: good current adds to every move, the bonus move too unless the option says otherwise. */
int broad_allowance(const struct box *b, const struct state *s)
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_boat *boat = broad_boat(b, g, g->active);
	int season = broad_season(b, g), spaces;

	if (!boat)
		return 0;                                       /* B99 */
	spaces = boat->speed + broad_season_speed(season);                      /* B134, B135 */
	if (!g->bonus || s->option[BROAD_CURRENT] == CURRENT_BONUS_TOO)
		spaces += g->currents * b->broadhorns.current;
	return spaces;
}

static bool may_move(const struct box *b, const struct broadhorns *g)
{
	const struct broad_player *p = &g->player[g->active];

	return p->boat != NO_BOAT && (g->actions > 0 || g->bonus) && p->space < b->broadhorns.last_space;
}

/* B89: who is carried beyond the own destination is lost. */
static void pass_by(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	for (uint64_t aboard = broad_travelers_at(g, ABOARD + g->active); aboard; aboard &= aboard - 1) {
		int who = __builtin_ctzll(aboard), to = b->broadhorns.traveler[who].to;
		if (b->broadhorns.town[to].entrance >= g->player[g->active].space)
			continue;
		broad_put(g, FIRST_TRAVELER + who, IN_DISCARD);
		TELL(told, PASSED, g->active, B(89), .thing = (uint8_t)who, .place = (uint8_t)to);
	}
}

static void move_boat(const struct box *b, struct state *s, int spaces, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	struct broad_player *p = &g->player[g->active];

	p->space = (uint8_t)(p->space + spaces);                /* B97 */
	TELL(told, MOVED, g->active, g->bonus ? B(95) : B(92), .place = p->space, .n = (int16_t)spaces);
	pass_by(b, s, told);
	if (g->bonus) {
		g->bonus = 0;
	} else {
		g->actions--;
		g->bonus = ++g->moves == 2 && p->space < b->broadhorns.last_space;      /* B95, B96 */
	}
	broad_after_action(b, s, told);
}

static void play_current(struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	int old = broad_play(g, g->active, FACE_CURRENT);

	g->currents++;
	TELL(told, CURRENT, g->active, B(112), .place = (uint8_t)old, .n = g->currents, .tells = true);
}

/* B126, B128: back to St. Louis for a new expedition; B140: not in a final turn, which then has no more actions. */
void broad_end_expedition(struct state *s, uint16_t rule, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	struct broad_player *p = &g->player[g->active];

	for (int cargo = 0; told && cargo < BROAD_CARGOES; cargo++)
		if (broad_cargo_of(g, g->active, cargo) > 0)
			TELL(told, UNLOADED, g->active, rule, .thing = (uint8_t)cargo, .n = (int16_t)broad_cargo_of(g, g->active, cargo));
	broad_unload(g, g->active);
	p->boat = NO_BOAT;
	p->visited &= 1u << SAILED;
	g->bonus = 0;                                           /* A11 */
	if (g->final)
		g->actions = 0;
	else
		p->space = 0;
}

/* B122: without resale; travelers aboard are lost. */
static void abandon(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	TELL(told, ABANDONED, g->active, B(122), .thing = (uint8_t)(g->player[g->active].boat - 1), .place = g->player[g->active].space,
		.n = (int16_t)broad_cargo(g, g->active));
	for (uint64_t aboard = broad_travelers_at(g, ABOARD + g->active); aboard; aboard &= aboard - 1) {
		broad_put(g, FIRST_TRAVELER + __builtin_ctzll(aboard), IN_DISCARD);
		TELL(told, STRANDED, g->active, B(122), .thing = (uint8_t)__builtin_ctzll(aboard));
	}
	broad_end_expedition(s, B(122), told);
	broad_after_action(b, s, told);
}

/* Step 3 goes on as long as there is anything that could be chosen; `stop` ends it before (B33). */
void broad_after_action(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	g->phase = BROAD_ACTIONS;
	if (g->actions == 0 && !g->bonus && g->player[g->active].boat == NO_BOAT)
		draw_step(b, s, told);
}

/* Before a move that gains from it: with current=actions the bonus move does not. */
static bool may_use_current(const struct box *b, const struct state *s)
{
	const struct broadhorns *g = &s->broadhorns;

	return may_move(b, g) && (!g->bonus || s->option[BROAD_CURRENT] == CURRENT_BONUS_TOO);
}

static int move_refusal(const struct box *b, const struct state *s, int spaces)
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[g->active];

	if (p->boat == NO_BOAT)
		return B(99);
	if (g->actions == 0 && !g->bonus)
		return B(30);
	if (p->space + spaces > b->broadhorns.last_space)
		return B(98);
	return spaces > broad_allowance(b, s) ? B(92) : 0;
}

static int port_refusal(const struct box *b, const struct broadhorns *g)
{
	const struct broad_player *p = &g->player[g->active];
	int town;

	if (g->actions == 0)
		return B(30);
	if (p->space == 0)
		return p->boat == NO_BOAT ? 0 : B(160);         /* B32: then this expedition has not been here */
	town = broad_town_on(b, p->space);
	if (town < 0)
		return B(34);
	return p->visited >> town & 1 ? B(35) : 0;
}

/* What is done in a port, outside of a visit. On the open river there is no port to do it in, whether or not an action is left. */
static int trade_refusal(const struct box *b, const struct broadhorns *g)
{
	const struct broad_player *p = &g->player[g->active];

	if (p->space > 0 && broad_town_on(b, p->space) < 0)
		return B(34);
	return g->actions == 0 ? B(30) : B(38);
}

static int current_refusal(const struct box *b, const struct state *s)
{
	return may_use_current(b, s) && broad_card_of(&s->broadhorns, s->broadhorns.active, FACE_CURRENT) >= 0 ? 0 : B(112);
}

static int abandon_refusal(const struct broadhorns *g)
{
	return g->player[g->active].boat == NO_BOAT ? B(167) : 0;
}

static int action_refusal(const struct box *b, const struct state *s, int move)
{
	const struct broadhorns *g = &s->broadhorns;

	if (move < MOVE_PORT)
		return move_refusal(b, s, move - MOVE_MOVE + 1);
	switch (move) {
	case MOVE_PORT:    return port_refusal(b, g);
	case MOVE_CURRENT: return current_refusal(b, s);
	case MOVE_ABANDON: return abandon_refusal(g);
	case MOVE_STOP:    return 0;
	case MOVE_ICE:
	case MOVE_NO_ICE:  return B(29);
	}
	if (move >= MOVE_DISCARD)
		return B(114);
	if (move < MOVE_BUY)
		return B(160);
	if (move >= MOVE_SEASON && move < MOVE_BOARD)
		return B(57);
	return trade_refusal(b, g);
}

/* Step 4: draw a card ---------------------------------------------------------------------- */

static void end_turn(const struct box *b, struct state *s, struct events *told);

/* B114: down to the hand limit of the boat; B118: without a boat there is none. */
static void hand_limit(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	const struct broad_boat *boat = broad_boat(b, g, g->active);

	if (boat && broad_hand(g, g->active) > boat->hand)
		g->phase = BROAD_DISCARD;
	else
		end_turn(b, s, told);
}

/* B101: the discard pile is shuffled when a card must be drawn and there is none. */
static void draw_next(struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	g->phase = BROAD_DRAW;
	if (broad_has_pile(g))
		return;
	TELL(told, RESHUFFLED, NOBODY, B(101), .n = (int16_t)broad_count(g, IN_DISCARD));
	broad_reshuffle(g);
}

static void draw_step(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	(void)b;
	g->actions = g->moves = g->bonus = g->currents = 0;
	draw_next(s, told);
}

static unsigned spoil_types(const struct box *b, const struct broadhorns *g)
{
	if (broad_season(b, g) == SUMMER)                       /* B106 */
		return ALL_PERISHABLES;
	return 1u << (g->spoiling - 1);
}

/* B107: on with the next card, unless there is none that could be kept (B163). */
static void draw_on(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	for (uint64_t aside = broad_spoils_at(g, SET_ASIDE); aside; aside &= aside - 1)
		broad_put_spoil(g, FIRST_SPOIL + __builtin_ctzll(aside), IN_DISCARD);
	if (broad_can_draw(g)) {
		draw_next(s, told);
		return;
	}
	g->spoiled = 0;
	hand_limit(b, s, told);
}

/* All have answered: whatever is not protected moves, the card is discarded, drawing goes on (A34). */
static void resolve_spoil(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	unsigned types = spoil_types(b, g);

	for (int i = 0; i < s->players; i++)
		if (!(g->iced >> i & 1))
			broad_spoil(b, s, i, types, B(104), told);
	g->spoiling = g->iced = g->asked = 0;
	g->spoiled = 1;
	draw_on(b, s, told);
}

/* B164: everybody concerned is asked, in turn order from the drawer; `after` is how many of that order have been passed. */
static void ask(const struct box *b, struct state *s, int after, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	unsigned types = spoil_types(b, g);

	for (; after < s->players; after++) {
		int seat = (g->active + after) % s->players;
		if (broad_spoils(g, seat, types) && broad_hand(g, seat) > 0) {
			g->asked = (uint8_t)seat;
			g->phase = BROAD_SPOIL_CARD;
			return;
		}
	}
	resolve_spoil(b, s, told);
}

static void answer_card(const struct box *b, struct state *s, bool ice, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	if (ice) {
		use_ice(s, g->asked, B(109), told);
		g->iced |= (uint8_t)(1u << g->asked);
	}
	ask(b, s, (g->asked - g->active + s->players) % s->players + 1, told);
}

static void draw_card(const struct box *b, struct state *s, int card, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	if (card < FIRST_SPOIL) {                               /* B102 */
		broad_take(g, g->active, card);
		tell_draw(told, g->active, card, B(102));
		g->spoiled = 0;
		hand_limit(b, s, told);
		return;
	}
	broad_put_spoil(g, card, SET_ASIDE);
	TELL(told, SPOIL_CARD, g->active, g->spoiled ? B(107) : B(103), .thing = (uint8_t)card, .n = !g->spoiled, .tells = true);
	if (g->spoiled) {
		draw_on(b, s, told);
		return;
	}
	g->spoiling = (uint8_t)(1 + broad_spoil_type(b, card));
	ask(b, s, 0, told);
}

int broad_waits(const struct box *b, const struct state *s, int who)
{
	const struct broad_traveler *t = &b->broadhorns.traveler[who];

	return s->option[BROAD_WAITS] == WAITS_PRINTED ? t->waits : t->to;
}

/* B115: a delivery to its town; B116: a traveler to where it waits; B117: the others to the discard pile. */
static void discard(const struct box *b, struct state *s, int face, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	int old = broad_play(g, g->active, face);

	if (face < FIRST_TRAVELER) {
		broad_put(g, face, AT_TOWN + b->broadhorns.delivery[face].town);
	} else if (face < FACE_ICE) {
		broad_put(g, face, AT_TOWN + broad_waits(b, s, face - FIRST_TRAVELER));
	}
	TELL(told, DISCARDED, g->active, B(114), .thing = (uint8_t)face, .place = (uint8_t)old, .tells = true);
	hand_limit(b, s, told);
}

/* The end of a turn and of the game ------------------------------------------------------------ */

static void finish(const struct box *b, struct state *s, enum broad_ending ending, struct events *told)
{
	int score[MAX_PLAYERS];

	s->broadhorns.phase = BROAD_OVER;
	s->broadhorns.ending = (uint8_t)ending;
	broad_leave_quay(b, s, told);
	broad_score(b, s, score);
	for (int i = 0; i < s->players; i++)
		TELL(told, SCORED, i, B(149), .n = (int16_t)score[i]);
}

static void end_turn(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	if (++g->active < s->players) {                         /* B17 */
		begin_turn(b, s, told);
		return;
	}
	g->active = 0;
	if (g->final) {                                         /* B139 */
		finish(b, s, BROAD_BY_SEASONS, told);
	} else if (g->round == s->option[BROAD_ROUNDS]) {       /* B172 */
		finish(b, s, BROAD_BY_CAP, told);
	} else {
		begin_round(b, s, told);
	}
}

/* What is legal ------------------------------------------------------------------------------------ */

static int chance_refusal(const struct box *b, const struct state *s, int move)
{
	const struct broadhorns *g = &s->broadhorns;

	if (move >= MOVE_DRAW) {
		if (g->phase != BROAD_SETUP_CARDS && g->phase != BROAD_DRAW)
			return B(100);
		return broad_drawable(g, move - MOVE_DRAW) ? 0 : B(4);
	}
	if (move >= MOVE_BARREL)
		return (g->phase == BROAD_REFRESH || g->phase == BROAD_BLIND) && g->bag[move - MOVE_BARREL] > 0 ? 0 : B(20);
	if (move < MOVE_TILE)
		return broad_ships(b, s) >> (move - MOVE_SHIP) & 1 ? 0 : FOB(36);
	if (g->phase != BROAD_SETUP_TILES && g->phase != BROAD_REVEAL)
		return B(60);
	int town = g->phase == BROAD_REVEAL ? g->port : g->active;
	return g->town[town].seen >> (move - MOVE_TILE) & 1 ? B(2) : 0;
}

/* What has to come first, while chance is due: the rule that forbids everything else. */
static int wait_refusal(const struct broadhorns *g)
{
	static const uint16_t first[BROAD_PHASES] = { [BROAD_SETUP_TILES] = B(2), [BROAD_SETUP_CARDS] = B(11), [BROAD_REFRESH] = B(20), [BROAD_BLIND] = B(75),
		[BROAD_REVEAL] = B(60) };

	if (g->phase == BROAD_DOCK)
		return g->round == 0 ? FOB(3) : FOB(36);
	return first[g->phase] ? first[g->phase] : B(100);
}

static int ice_refusal(const struct broadhorns *g, int seat, int move, uint16_t without, uint16_t other)
{
	if (move == MOVE_NO_ICE)
		return 0;
	if (move != MOVE_ICE)
		return other;
	return broad_card_of(g, seat, FACE_ICE) >= 0 ? 0 : without;
}

int broad_refusal(const struct box *b, const struct state *s, int move)
{
	const struct broadhorns *g = &s->broadhorns;

	if (g->phase == BROAD_OVER)
		return B(139);
	if (move >= MOVE_LOAD)
		return move >= MOVE_SHIP ? chance_refusal(b, s, move) : broad_load_refusal(b, s, move);
	switch (g->phase) {
	case BROAD_SPOIL_STEP: return ice_refusal(g, g->active, move, B(29), B(25));
	case BROAD_SPOIL_CARD: return ice_refusal(g, g->asked, move, B(109), B(164));
	case BROAD_ACTIONS:    return action_refusal(b, s, move);
	case BROAD_LOAD:       return broad_load_refusal(b, s, move);
	case BROAD_DISCARD:    return move >= MOVE_DISCARD && broad_card_of(g, g->active, move - MOVE_DISCARD) >= 0 ? 0 : B(114);
	case BROAD_BOAT:
	case BROAD_MARKET:
	case BROAD_SELL:
	case BROAD_FULL:
	case BROAD_BUY:
	case BROAD_TRAVELERS:
	case BROAD_RESALE:     return broad_port_refusal(b, s, move);
	default:               return wait_refusal(g);
	}
}

/* The legal ones of a range. Each phase asks its own refusal, without the detour over broad_refusal(). */
static void try_chance(const struct box *b, const struct state *s, int from, int to, struct moves *out)
{
	for (int move = from; move < to; move++)
		if (chance_refusal(b, s, move) == 0)
			out->id[out->n++] = (uint16_t)move;
}

static void legal_ice(const struct broadhorns *g, int seat, struct moves *out)
{
	for (int move = MOVE_ICE; move <= MOVE_NO_ICE; move++)
		if (ice_refusal(g, seat, move, B(29), B(29)) == 0)
			out->id[out->n++] = (uint16_t)move;
}

static void legal_loads(const struct box *b, const struct state *s, struct moves *out)
{
	for (int move = MOVE_LOAD; move < MOVE_SHIP; move++)
		if (broad_load_refusal(b, s, move) == 0)
			out->id[out->n++] = (uint16_t)move;
}

static void legal_actions(const struct box *b, const struct state *s, struct moves *out)
{
	const struct broadhorns *g = &s->broadhorns;
	int most = 0, left = b->broadhorns.last_space - g->player[g->active].space;

	if (may_move(b, g))
		most = broad_allowance(b, s);
	for (int spaces = 1; spaces <= most && spaces <= left; spaces++)
		out->id[out->n++] = (uint16_t)(MOVE_MOVE + spaces - 1);
	if (port_refusal(b, g) == 0)
		out->id[out->n++] = MOVE_PORT;
	if (current_refusal(b, s) == 0)
		out->id[out->n++] = MOVE_CURRENT;
	if (abandon_refusal(g) == 0)
		out->id[out->n++] = MOVE_ABANDON;
	out->id[out->n++] = MOVE_STOP;
}

static void legal_discards(const struct broadhorns *g, struct moves *out)
{
	int seat = g->active, n = 0;

	for (int card = 0; card < FACE_ICE; card++)
		if (broad_holds(g, seat, card))
			out->id[n++] = (uint16_t)(MOVE_DISCARD + card);
	for (int face = FACE_ICE; face < FACES; face++)
		if (broad_card_of(g, seat, face) >= 0)
			out->id[n++] = (uint16_t)(MOVE_DISCARD + face);
	out->n = n;
}

void broad_legal(const struct box *b, const struct state *s, struct moves *out)
{
	out->n = 0;
	switch (s->broadhorns.phase) {
	case BROAD_SETUP_TILES:
	case BROAD_REVEAL:     try_chance(b, s, MOVE_TILE, MOVE_BARREL, out); break;
	case BROAD_REFRESH:
	case BROAD_BLIND:      try_chance(b, s, MOVE_BARREL, MOVE_DRAW, out); break;
	case BROAD_SETUP_CARDS:
	case BROAD_DRAW:       broad_draws(&s->broadhorns, out); break;
	case BROAD_SPOIL_STEP: legal_ice(&s->broadhorns, s->broadhorns.active, out); break;
	case BROAD_SPOIL_CARD: legal_ice(&s->broadhorns, s->broadhorns.asked, out); break;
	case BROAD_ACTIONS:    legal_actions(b, s, out); break;
	case BROAD_DISCARD:    legal_discards(&s->broadhorns, out); break;
	case BROAD_LOAD:       legal_loads(b, s, out); break;
	case BROAD_DOCK:       try_chance(b, s, MOVE_SHIP, MOVE_TILE, out); break;
	case BROAD_OVER:       break;
	default:               broad_port_legal(b, s, out);
	}
}

/* B176: who answers for a hand is asked whatever is in it; else it depends on whether any card could matter. */
bool broad_open(const struct box *b, const struct state *s)
{
	const struct broadhorns *g = &s->broadhorns;

	switch (g->phase) {
	case BROAD_SPOIL_STEP:
	case BROAD_SPOIL_CARD:
	case BROAD_DISCARD: return false;
	case BROAD_ACTIONS: return broad_hand(g, g->active) == 0 || !may_use_current(b, s);
	case BROAD_LOAD:    return true;
	default:            return broad_hand(g, g->active) == 0 || broad_port_open(b, s);
	}
}

int broad_weight(const struct box *b, const struct state *s, int move)
{
	const struct broadhorns *g = &s->broadhorns;

	(void)b;
	if (move >= MOVE_DRAW)
		return broad_drawable(g, move - MOVE_DRAW);
	return move >= MOVE_BARREL ? g->bag[move - MOVE_BARREL] : 1;
}

int broad_chance(const struct box *b, const struct state *s, struct rng *r)
{
	(void)b;
	return s->broadhorns.phase == BROAD_DRAW ? broad_drawn(&s->broadhorns, r) : -1;
}

int broad_to_move(const struct box *b, const struct state *s)
{
	const unsigned by_chance = 1u << BROAD_SETUP_TILES | 1u << BROAD_SETUP_CARDS | 1u << BROAD_REFRESH | 1u << BROAD_BLIND |
		1u << BROAD_REVEAL | 1u << BROAD_DOCK | 1u << BROAD_DRAW;
	const struct broadhorns *g = &s->broadhorns;

	(void)b;
	if (by_chance >> g->phase & 1)
		return CHANCE;
	if (g->phase == BROAD_SPOIL_CARD)
		return g->asked;
	return g->phase == BROAD_OVER ? OVER : g->active;
}

/* What a move does -------------------------------------------------------------------------------------- */

static void apply_chance(const struct box *b, struct state *s, int move, struct events *told)
{
	switch (s->broadhorns.phase) {
	case BROAD_SETUP_TILES: lay_tile(s, move - MOVE_TILE, told); break;
	case BROAD_SETUP_CARDS: deal(b, s, move - MOVE_DRAW, told); break;
	case BROAD_REFRESH:     refresh(b, s, move - MOVE_BARREL, told); break;
	case BROAD_BLIND:       broad_port_apply(b, s, move, told); break;
	case BROAD_REVEAL:      broad_reveal(b, s, move - MOVE_TILE, told); break;
	case BROAD_DOCK:        dock(b, s, move - MOVE_SHIP, told); break;
	default:                draw_card(b, s, move - MOVE_DRAW, told);
	}
}

static void apply_action(const struct box *b, struct state *s, int move, struct events *told)
{
	const struct broadhorns *g = &s->broadhorns;

	if (move < MOVE_PORT)
		move_boat(b, s, move - MOVE_MOVE + 1, told);
	else if (move == MOVE_CURRENT)
		play_current(s, told);
	else if (move == MOVE_ABANDON)
		abandon(b, s, told);
	else if (move == MOVE_STOP)
		draw_step(b, s, told);
	else if (g->player[g->active].space == 0)
		broad_open_market(s, told);
	else
		broad_open_port(b, s, broad_town_on(b, g->player[g->active].space), told);
}

void broad_apply(const struct box *b, struct state *s, int move, struct events *told)
{
	switch (s->broadhorns.phase) {
	case BROAD_SPOIL_STEP: answer_step(b, s, move == MOVE_ICE, told); break;
	case BROAD_SPOIL_CARD: answer_card(b, s, move == MOVE_ICE, told); break;
	case BROAD_ACTIONS:    apply_action(b, s, move, told); break;
	case BROAD_DISCARD:    discard(b, s, move - MOVE_DISCARD, told); break;
	case BROAD_LOAD:       broad_load(b, s, move - MOVE_LOAD, told); break;
	default:
		if (move >= MOVE_SHIP)
			apply_chance(b, s, move, told);
		else
			broad_port_apply(b, s, move, told);
	}
}
