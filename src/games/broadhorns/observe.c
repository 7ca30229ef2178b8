/* What a net is given of Broadhorns: the table, the looker's cards, each town as the looker can use it, and every player. Hidden are only the
 * cards in other hands and those in the pile, and which of the two a card is in (B175): `sights` below is where that is kept apart. */
#include "broadhorns.h"

#include "games/freight/observe.h"

/* Where a card is as the looker knows it. */
enum sight { UNKNOWN, CARD_HELD, OWN_HAND, OWN_BOAT, OTHER_BOAT, IN_TOWN, DISCARDED, SIGHTS, ASIDE = SIGHTS };        /* ASIDE: spoil cards alone */
enum { KINDS = 3 };                     /* of cards that are alike: ice, peddlers, currents */

struct town {
	uint8_t open[BROAD_CARGOES], value[BROAD_CARGOES], sells[BROAD_CARGOES];
	uint8_t wreaths, taken, seen[BROAD_TILES];
	uint8_t here, ahead, far, visited;
	uint8_t fare, waiting;
};
struct seat {
	uint8_t here, number[BROAD_PLAYERS], active, asked, iced;
	uint8_t gold, resale, tiles, wreaths;
	uint8_t boat[BROAD_BOATS + 1], space, cargo[BROAD_CARGOES][BROAD_LENGTH], barrels, boxes, speed, aboard, hand;
};

/* Those of version 1: nets are trained with as many inputs. What first_boat changes can be seen in the legal moves. */
enum { OPTIONS_SEEN = 8 };

struct tensor {
	uint8_t option[OPTIONS_SEEN], players[BROAD_PLAYERS - 1], phase[BROAD_PHASES];
	uint8_t season[BROAD_SEASONS], track_left, rounds_left, last_round;
	uint8_t market[BROAD_CARGOES], price[BROAD_CARGOES], bag[BROAD_CARGOES], track[BROAD_CARGOES];
	uint8_t actions, moves, bonus_move, currents, allowance;
	uint8_t port[BROAD_TOWNS], space_value[BROAD_SPACES], space_cargo[BROAD_SPACES][BROAD_CARGOES];
	uint8_t sold, sold_types[BROAD_CARGOES], claimed[BROAD_CARGOES], chilled, sells[BROAD_CARGOES];
	uint8_t loading[BROAD_CARGOES], spoiling[PERISHABLES], spoiled;
	uint8_t delivery[DELIVERIES][SIGHTS], traveler[TRAVELERS][SIGHTS], shifted[TRAVELERS];
	uint8_t own[KINDS], discarded[KINDS], unseen[KINDS], spoil_pile[PERISHABLES], pile;
	struct town town[BROAD_TOWNS];
	struct seat seat[BROAD_PLAYERS];
	struct freight_tensor quay;
};

#define TOWN(M, SCALE, MEANING) PLANE_IN(tensor, town, town, M, SCALE, MEANING)
#define SEAT(M, SCALE, MEANING) PLANE_IN(tensor, seat, seat, M, SCALE, MEANING)

const struct plane broad_planes[] = {
	PLANE(tensor, option, 1, "options by their place in the list of values; those that are numbers are left 0"),
	PLANE(tensor, players, 1, "2, 3 or 4 players: one of them is 1"),
	PLANE(tensor, phase, 1, "what is asked now: one of them is 1"),
	PLANE(tensor, season, 1, "autumn, winter, spring, summer, final autumn"),
	PLANE(tensor, track_left, 20, "spaces of the season track not filled yet"),
	PLANE(tensor, rounds_left, 100, "rounds until the cap"),
	PLANE(tensor, last_round, 1, "the season track is complete"),
	PLANE(tensor, market, 4, "barrels in the market: flour, apples, pork, furs, whiskey"),
	PLANE(tensor, price, 3, "gold for the next barrel of each; 0: there is none"),
	PLANE(tensor, bag, 10, "barrels in the bag"),
	PLANE(tensor, track, 10, "barrels on the season track"),
	PLANE(tensor, actions, 2, "actions left in this turn"),
	PLANE(tensor, moves, 2, "move actions made in this turn"),
	PLANE(tensor, bonus_move, 1, "the bonus move may be made now"),
	PLANE(tensor, currents, 2, "good current cards played in this turn"),
	PLANE(tensor, allowance, 10, "spaces that the active boat makes in its next move"),
	PLANE(tensor, port, 1, "town of the port action under way"),
	PLANE(tensor, space_value, 6, "there: gold for a barrel on each free space"),
	PLANE2(tensor, space_cargo, 1, "there: cargo that each free space takes"),
	PLANE(tensor, sold, 4, "barrels sold in it"),
	PLANE(tensor, sold_types, 1, "cargo types among them"),
	PLANE(tensor, claimed, 1, "cargo types for which a delivery card was claimed in it"),
	PLANE(tensor, chilled, 2, "perishable barrels sold in it less ice cards used for gold"),
	PLANE(tensor, sells, 4, "1 and what a barrel costs more in it; 0: it does not sell it"),
	PLANE(tensor, loading, 1, "cargo of the barrel that is being loaded on a ship"),
	PLANE(tensor, spoiling, 1, "cargo type of the spoil card under resolution"),
	PLANE(tensor, spoiled, 1, "a spoil card has been resolved in this turn"),
	PLANE2(tensor, delivery, 1, "where each delivery card is: unknown, in some other hand, own hand, own boat, another boat, a town, discarded"),
	PLANE2(tensor, traveler, 1, "the same for each traveler"),
	PLANE(tensor, shifted, 1, "travelers that boarded or were set down in this port action"),
	PLANE(tensor, own, 2, "own cards of ice, peddler, good current"),
	PLANE(tensor, discarded, 5, "those in the discard pile"),
	PLANE(tensor, unseen, 5, "those that are in the pile or in other hands"),
	PLANE(tensor, spoil_pile, 5, "spoil cards in the pile, by cargo type"),
	PLANE(tensor, pile, 40, "cards in the pile"),
	TOWN(open, 3, "free spaces for each cargo"),
	TOWN(value, 12, "gold that they pay together"),
	TOWN(sells, 4, "1 and what a barrel costs more there; 0: the town does not sell it"),
	TOWN(wreaths, 3, "wreaths on its tile"),
	TOWN(taken, 3, "tiles collected there"),
	TOWN(seen, 1, "tiles of it that have come to light"),
	TOWN(here, 1, "the looker's boat is at its entrance"),
	TOWN(ahead, 1, "it lies ahead of the looker's boat"),
	TOWN(far, 20, "spaces to its entrance; 0: it does not lie ahead"),
	TOWN(visited, 1, "the looker has used its port in this expedition"),
	TOWN(fare, 10, "gold from travelers aboard the looker's boat who want to go there"),
	TOWN(waiting, 3, "travelers who wait there"),
	SEAT(here, 1, "there is such a seat"),
	SEAT(number, 1, "which seat of the game it is"),
	SEAT(active, 1, "it is its turn"),
	SEAT(asked, 1, "it is asked whether it plays ice against a spoil card"),
	SEAT(iced, 1, "it has played ice against it"),
	SEAT(gold, 60, "gold"),
	SEAT(resale, 10, "what its boat would bring"),
	SEAT(tiles, 5, "tiles collected"),
	SEAT(wreaths, 10, "wreaths collected"),
	SEAT(boat, 1, "no boat, or which"),
	SEAT(space, 40, "space of the river"),
	PLANE_IN2(tensor, seat, seat, cargo, 3, "barrels aboard by cargo and spoil position"),
	SEAT(barrels, 9, "barrels aboard"),
	SEAT(boxes, 9, "free cargo boxes"),
	SEAT(speed, 5, "spaces that its boat makes, with the season"),
	SEAT(aboard, 3, "travelers aboard"),
	SEAT(hand, 5, "cards in hand"),
	FREIGHT_PLANES(tensor),
	PLANE_END(tensor)
};

/* What each place of a card is to that seat: a card of the youngest age may be in a hand or in the pile, an older one is in a hand. A view says UNSEEN where the state says IN_PILE or which hand: both come out alike. */
static void sights(uint8_t of[BROAD_WHERES], int seat)
{
	of[IN_PILE] = UNKNOWN;
	of[IN_DISCARD] = DISCARDED;
	of[SET_ASIDE] = ASIDE;
	memset(of + AT_TOWN, IN_TOWN, BROAD_TOWNS);
	memset(of + ABOARD, OTHER_BOAT, BROAD_PLAYERS);
	memset(of + IN_HAND, CARD_HELD, BROAD_WHERES - IN_HAND);
	for (int youngest = IN_HAND; youngest <= UNSEEN; youngest += AGES)
		of[youngest] = UNKNOWN;
	of[ABOARD + seat] = OWN_BOAT;
	memset(of + IN_HAND + AGES * seat, OWN_HAND, AGES);
}

/* Cards that are alike, n of them from `first` on. */
static void count_kind(const struct broadhorns *g, const uint8_t sight[BROAD_WHERES], int first, int n, int kind, struct tensor *o)
{
	uint8_t count[SIGHTS + 1] = { 0 };

	for (int card = first; card < first + n; card++)
		count[sight[g->where[card]]]++;
	o->own[kind] = count[OWN_HAND];
	o->discarded[kind] = count[DISCARDED];
	o->unseen[kind] = (uint8_t)(count[UNKNOWN] + count[CARD_HELD]);
}

/* Most of what is counted here is nowhere in particular, and what is comes unexpected: so there are no branches. */
static void show_cards(const struct box *b, const struct state *s, int seat, struct tensor *o)
{
	const struct broadhorns *g = &s->broadhorns;
	uint8_t sight[BROAD_WHERES], count[BROAD_WHERES] = { 0 };
	int unseen = 0;

	sights(sight, seat);
	for (int i = 0; i < DELIVERIES; i++) {
		int seen = sight[g->where[FIRST_DELIVERY + i]];
		o->delivery[i][seen] = 1;
		unseen += seen <= CARD_HELD;
	}
	for (int i = 0; i < TRAVELERS; i++) {
		const struct broad_traveler *t = &b->broadhorns.traveler[i];
		int where = g->where[FIRST_TRAVELER + i], seen = sight[where];
		o->traveler[i][seen] = 1;
		unseen += seen <= CARD_HELD;
		count[where]++;
		o->town[t->to].fare = (uint8_t)(o->town[t->to].fare + (where == ABOARD + seat ? t->gold : 0));
	}
	for (int town = 0; town < BROAD_TOWNS; town++)
		o->town[town].waiting = count[AT_TOWN + town];
	for (int i = 0; i < s->players; i++)
		o->seat[tensor_seat(i, seat, s->players)].aboard = count[ABOARD + i];
	if (g->shifted)
		tensor_bits(o->shifted, g->shifted, TRAVELERS);
	count_kind(g, sight, FIRST_ICE, ICES, 0, o);
	count_kind(g, sight, FIRST_PEDDLER, PEDDLERS, 1, o);
	count_kind(g, sight, FIRST_CURRENT, CURRENTS, 2, o);
	for (int card = FIRST_SPOIL, type = 0, n = 0; type < PERISHABLES; type++, n = 0) {
		for (int left = b->broadhorns.spoil[type]; left > 0; left--, card++)
			n += g->where[card] == IN_PILE;         /* everybody knows: spoil cards enter no hand */
		o->spoil_pile[type] = (uint8_t)n;
		unseen += n;
	}
	for (int kind = 0; kind < KINDS; kind++)
		unseen += o->unseen[kind];
	for (int i = 0; i < s->players; i++)
		unseen -= i == seat ? 0 : broad_hand(g, i);
	o->pile = (uint8_t)unseen;
}

/* NOT_SOLD is the highest byte there is: one more is 0. */
static void show_sales(const struct broad_tile *tile, uint8_t out[BROAD_CARGOES])
{
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		out[cargo] = (uint8_t)(tile->increase[cargo] + 1);
}

static void show_town(const struct box *b, const struct broadhorns *g, const struct broad_player *me, int i, struct town *o)
{
	const struct broad_place *place = &b->broadhorns.town[i];
	const struct broad_town *town = &g->town[i];
	const struct broad_tile *tile = &place->tile[town->tile];

	/* A byte of a word for each cargo, so that nothing is added up in memory: the sums are at most 6 spaces of 20 gold. */
	const unsigned free = ~(unsigned)town->filled & ((1u << tile->spaces) - 1);
	uint64_t open = 0, value = 0;
	for (int k = 0; k < BROAD_SPACES; k++) {
		const uint64_t one = (uint64_t)(free >> k & 1) << 8 * tile->space[k].cargo;
		open += one;
		value += one * tile->space[k].value;
	}
	tensor_bytes(o->open, open, sizeof o->open);
	tensor_bytes(o->value, value, sizeof o->value);
	show_sales(tile, o->sells);
	o->wreaths = tile->wreaths;
	o->taken = town->taken;
	tensor_bits(o->seen, town->seen, BROAD_TILES);
	o->here = me->space == place->entrance;
	o->ahead = me->space < place->entrance;
	o->far = o->ahead ? (uint8_t)(place->entrance - me->space) : 0;
	o->visited = me->visited >> i & 1;
}

static void show_player(const struct box *b, const struct state *s, int seat, int speed, struct seat *o)
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[seat];
	const struct broad_boat *boat = broad_boat(b, g, seat);

	o->here = 1;
	o->number[seat] = 1;
	o->active = seat == g->active && g->round > 0;
	o->asked = g->phase == BROAD_SPOIL_CARD && seat == g->asked;
	o->iced = g->iced >> seat & 1;
	o->gold = tensor_byte(p->gold);
	o->tiles = p->tiles;
	o->wreaths = p->wreaths;
	o->boat[p->boat] = 1;
	o->space = p->space;
	o->hand = (uint8_t)broad_hand(g, seat);
	if (!boat)
		return;
	memcpy(o->cargo, p->cargo, sizeof o->cargo);
	o->barrels = (uint8_t)broad_cargo(g, seat);
	o->boxes = (uint8_t)(boat->boxes - o->barrels);
	o->resale = boat->resale;
	o->speed = tensor_byte(boat->speed + speed);
}

/* The port action under way. */
static void show_port(const struct box *b, const struct broadhorns *g, struct tensor *o)
{
	const struct broad_tile *tile = broad_tile(b, g, g->port), *priced = &b->broadhorns.town[g->port].tile[g->priced];

	o->port[g->port] = 1;
	for (int k = 0; k < BROAD_SPACES; k++)
		if (k < tile->spaces && !(g->town[g->port].filled >> k & 1)) {
			o->space_value[k] = tile->space[k].value;
			o->space_cargo[k][tile->space[k].cargo] = 1;
		}
	o->sold = g->sold;
	tensor_bits(o->sold_types, g->sold_types, BROAD_CARGOES);
	tensor_bits(o->claimed, g->claimed, BROAD_CARGOES);
	o->chilled = g->chilled;
	show_sales(priced, o->sells);
	if (g->loading)
		o->loading[g->loading - 1] = 1;
}

static void show_table(const struct box *b, const struct state *s, int season, struct tensor *o)
{
	const struct broadhorns *g = &s->broadhorns;

	for (int i = 0; i < OPTIONS_SEEN; i++)
		o->option[i] = i == BROAD_ROUNDS ? 0 : s->option[i];
	o->players[s->players - 2] = 1;
	o->phase[g->phase] = 1;
	o->season[season] = 1;
	o->track_left = (uint8_t)(broad_track(b) - g->seasons);
	o->rounds_left = tensor_byte(s->option[BROAD_ROUNDS] - g->round);
	o->last_round = g->final;
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		o->market[cargo] = g->market[cargo];
		o->price[cargo] = (uint8_t)broad_price(g, cargo);
		o->bag[cargo] = g->bag[cargo];
	}
	for (int i = 0; i < g->seasons; i++)
		if (g->track[i] != NO_CARGO)
			o->track[g->track[i]]++;
	o->actions = g->actions;
	o->moves = g->moves;
	o->bonus_move = g->bonus;
	o->currents = g->currents;
	if (g->round > 0)
		o->allowance = tensor_byte(broad_allowance(b, s));
	if (g->spoiling)
		o->spoiling[g->spoiling - 1] = 1;
	o->spoiled = g->spoiled;
	if (g->phase >= BROAD_SELL && g->phase <= BROAD_RESALE)
		show_port(b, g, o);
}

void broad_observe(const struct box *b, const struct state *s, int seat, uint8_t *out)
{
	const struct broadhorns *g = &s->broadhorns;
	const int season = broad_season(b, g);
	struct tensor *o = (struct tensor *)out;

	tensor_clear(o, sizeof *o);
	show_table(b, s, season, o);
	show_cards(b, s, seat, o);
	for (int i = 0; i < BROAD_TOWNS; i++)
		show_town(b, g, &g->player[seat], i, &o->town[i]);
	for (int i = 0; i < s->players; i++)
		show_player(b, s, i, broad_season_speed(season), &o->seat[tensor_seat(i, seat, s->players)]);
	if (s->option[BROAD_FREIGHT])
		freight_observe(&b->broadhorns.freight, &g->freight, seat, s->players, &o->quay);
}
