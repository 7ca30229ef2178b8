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

/* Many bytes of a row are made in words, the first byte in the lowest. A word may reach over the bytes after its own ones: what is there is written later. */

static inline uint64_t load(const void *from, size_t at)
{
	uint64_t word;

	_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first byte is the lowest");
	memcpy(&word, (const uint8_t *)from + at, sizeof word);
	return word;
}

/* The sum of all bytes of a word, if it is below 256. */
static inline int sum_of(uint64_t word)
{
	return (int)(word * 0x0101010101010101u >> 56);
}

/* Cards ------------------------------------------------------------------------------------- */

/* What each place of a card is to each seat: the bytes of a card in a word. A card of the youngest age may be in a hand or in the pile, an older one is in a
 * hand. A view says UNSEEN where the state says IN_PILE or which hand: both come out alike. */
#define AS(SIGHT) (1ull << 8 * (SIGHT))
#define TOWNS(OF) OF(0), OF(1), OF(2), OF(3), OF(4), OF(5), OF(6), OF(7), OF(8), OF(9)
#define ANY(TOWN) AS(IN_TOWN)
#define BOAT_OF(SEAT, ME) ((SEAT) == (ME) ? AS(OWN_BOAT) : AS(OTHER_BOAT))
#define HAND(YOUNGEST, OLDER) AS(YOUNGEST), AS(OLDER), AS(OLDER), AS(OLDER), AS(OLDER), AS(OLDER)
#define HAND_OF(SEAT, ME) HAND((SEAT) == (ME) ? OWN_HAND : UNKNOWN, (SEAT) == (ME) ? OWN_HAND : CARD_HELD)
#define LOOKER(ME) { AS(UNKNOWN), AS(DISCARDED), 0, TOWNS(ANY), BOAT_OF(0, ME), BOAT_OF(1, ME), BOAT_OF(2, ME), BOAT_OF(3, ME), \
	HAND_OF(0, ME), HAND_OF(1, ME), HAND_OF(2, ME), HAND_OF(3, ME), HAND(UNKNOWN, CARD_HELD) }

static const uint64_t sights[BROAD_PLAYERS][BROAD_WHERES] = { LOOKER(0), LOOKER(1), LOOKER(2), LOOKER(3) };
_Static_assert(SIGHTS <= 8 && AT_TOWN == 3 && BROAD_TOWNS == 10 && BROAD_PLAYERS == 4 && AGES == 6, "the rows are as long as that");

/* The sum of the words of many cards has in each byte how many of them are seen so. */
static inline unsigned seen_as(uint64_t sum, int sight)
{
	return sum >> 8 * sight & 255;
}

static inline unsigned hidden(uint64_t sum)
{
	return seen_as(sum, UNKNOWN) + seen_as(sum, CARD_HELD);
}

/* Cards that are alike, n of them from `first` on. Returns how many are hidden. */
static inline unsigned count_kind(const struct broadhorns *g, const uint64_t sight[BROAD_WHERES], int first, int n, int kind, struct tensor *restrict o)
{
	uint64_t sum = 0;

	for (int card = first; card < first + n; card++)
		sum += sight[g->where[card]];
	o->own[kind] = (uint8_t)seen_as(sum, OWN_HAND);
	o->discarded[kind] = (uint8_t)seen_as(sum, DISCARDED);
	return o->unseen[kind] = (uint8_t)hidden(sum);
}

/* Spoil cards in the pile, which everybody knows: they enter no hand. Returns how many there are. */
static unsigned count_spoils(const struct box *b, const struct broadhorns *g, struct tensor *restrict o)
{
	const uint64_t ones = 0x0101010101010101u;
	uint8_t before[SPOILS + 1];             /* of the cards before each: how many are there */
	int at = 0;

	_Static_assert(IN_PILE == 0 && SPOILS == 12, "a place that is zero; eight cards and four");
	const uint64_t eight = (broad_zeros(broad_eight(g, FIRST_SPOIL)) >> 7) * ones;
	const uint64_t four = (broad_zeros(broad_eight(g, FIRST_SPOIL + 4)) >> 39) * ones + (eight >> 56) * ones;
	before[0] = 0;
	tensor_bytes(before + 1, eight, 8);
	tensor_bytes(before + 9, four, 4);
	for (int type = 0; type < PERISHABLES; type++) {
		const int end = at + b->broadhorns.spoil[type];
		o->spoil_pile[type] = (uint8_t)(before[end] - before[at]);
		at = end;
	}
	return before[SPOILS];
}

/* What is told of travelers elsewhere: how many wait in each town, TOWN_BITS each, and how many are aboard of each seat, a byte each. */
struct travelers { uint64_t waiting, aboard; };
enum { TOWN_BITS = 6 };
#define WAITS(TOWN) [AT_TOWN + (TOWN)] = 1ull << TOWN_BITS * (TOWN)
static const uint64_t waits[BROAD_WHERES] = { TOWNS(WAITS) }, boards[BROAD_WHERES] = { [ABOARD] = AS(0), AS(1), AS(2), AS(3) };

/* Returns how many cards are in the pile or in others' hands. */
static unsigned show_cards(const struct box *b, const struct broadhorns *g, int seat, struct travelers *travels, struct tensor *restrict o)
{
	const uint64_t *sight = sights[seat];
	uint8_t *to = (uint8_t *)o + offsetof(struct tensor, delivery);
	uint64_t sum = 0, waiting = 0, aboard = 0;

	_Static_assert(FIRST_DELIVERY == 0 && FIRST_TRAVELER == DELIVERIES && offsetof(struct tensor, traveler) == offsetof(struct tensor, delivery) + DELIVERIES * SIGHTS,
		"travelers follow deliveries, among the cards and in the row");
#pragma GCC unroll 46
	for (int card = 0; card < DELIVERIES + TRAVELERS; card++) {
		const uint64_t seen = sight[g->where[card]];
		tensor_one(to + card * SIGHTS, seen);
		sum += seen;
		if (card >= FIRST_TRAVELER) {
			waiting += waits[g->where[card]];
			aboard += boards[g->where[card]];
		}
	}
	*travels = (struct travelers){ waiting, aboard };
	tensor_bits(o->shifted, g->shifted, TRAVELERS);
	return hidden(sum) + count_kind(g, sight, FIRST_ICE, ICES, 0, o) + count_kind(g, sight, FIRST_PEDDLER, PEDDLERS, 1, o) +
		count_kind(g, sight, FIRST_CURRENT, CURRENTS, 2, o) + count_spoils(b, g, o);
}

/* Of those aboard the looker's boat. */
static void show_fares(const struct box *b, const struct broadhorns *g, int seat, struct tensor *restrict o)
{
	for (uint64_t left = broad_travelers_at(g, ABOARD + seat); left; left &= left - 1) {
		const struct broad_traveler *t = &b->broadhorns.traveler[__builtin_ctzll(left)];
		o->town[t->to].fare = (uint8_t)(o->town[t->to].fare + t->gold);
	}
}

/* Towns ------------------------------------------------------------------------------------- */

/* Six bits as bytes of 0 and 1, after a byte that is 0. */
#define BYTES(BITS) ((BITS & 1) * AS(1) | (BITS >> 1 & 1) * AS(2) | (BITS >> 2 & 1) * AS(3) | (BITS >> 3 & 1) * AS(4) | (BITS >> 4 & 1) * AS(5) | (BITS >> 5 & 1) * AS(6))
#define EIGHT_BYTES(BITS) BYTES((BITS)), BYTES((BITS + 1)), BYTES((BITS + 2)), BYTES((BITS + 3)), BYTES((BITS + 4)), BYTES((BITS + 5)), BYTES((BITS + 6)), BYTES((BITS + 7))
static const uint64_t spread[1 << BROAD_TILES] = { EIGHT_BYTES(0), EIGHT_BYTES(8), EIGHT_BYTES(16), EIGHT_BYTES(24), EIGHT_BYTES(32), EIGHT_BYTES(40), EIGHT_BYTES(48), EIGHT_BYTES(56) };

static inline void show_town(const struct box *b, const struct broadhorns *g, int i, uint64_t rest, struct town *restrict o)
{
	const struct broad_town *town = &g->town[i];
	const struct broad_tile *tile = &b->broadhorns.town[i].tile[town->tile];

	_Static_assert(offsetof(struct town, value) == 5 && offsetof(struct town, sells) == 10 && offsetof(struct town, wreaths) == 15 && offsetof(struct town, taken) == 16 &&
		offsetof(struct town, seen) == 17 && offsetof(struct town, here) == 23, "the bytes of a town are in this order");
	tensor_bytes((uint8_t *)o, tile->shown[0], 8);
	tensor_bytes((uint8_t *)o + 8, tile->shown[1], 8);
	tensor_bytes((uint8_t *)o + 16, town->taken | spread[town->seen], 8);
	tensor_bytes((uint8_t *)o + 23, rest, 8);
	for (unsigned left = town->filled; left; left &= left - 1) {
		const struct broad_space *is = &tile->space[__builtin_ctz(left)];
		o->open[is->cargo]--;
		o->value[is->cargo] = (uint8_t)(o->value[is->cargo] - is->value);
	}
}

/* The bytes `here`, `ahead` and `far` of a town that lies so many spaces after the looker's boat; what lies behind it is zero. A table, as nobody can guess
 * from one game to the next which town is the first ahead. */
#define WAY(FAR) [BROAD_RIVER + (FAR)] = 256u | (FAR) << 16
#define TEN_WAYS(FAR) WAY(FAR), WAY(FAR + 1), WAY(FAR + 2), WAY(FAR + 3), WAY(FAR + 4), WAY(FAR + 5), WAY(FAR + 6), WAY(FAR + 7), WAY(FAR + 8), WAY(FAR + 9)
static const uint32_t ways[2 * BROAD_RIVER + 1] = { [BROAD_RIVER] = 1, TEN_WAYS(1), TEN_WAYS(11), TEN_WAYS(21), TEN_WAYS(31), TEN_WAYS(41), TEN_WAYS(51) };
_Static_assert(BROAD_RIVER == 60, "six times ten");

/* `waiting` has TOWN_BITS for each town. */
static void show_towns(const struct box *b, const struct broadhorns *g, const struct broad_player *me, uint64_t waiting, struct tensor *restrict o)
{
	const uint32_t *way = ways + BROAD_RIVER - me->space;
	const uint64_t visited = me->visited;

#pragma GCC unroll 10
	for (int i = 0; i < BROAD_TOWNS; i++)
		show_town(b, g, i, way[b->broadhorns.town[i].entrance] | (visited >> i & 1) << 24 | (waiting >> TOWN_BITS * i & ((1 << TOWN_BITS) - 1)) << 40, &o->town[i]);
}

/* Players ----------------------------------------------------------------------------------- */

static inline unsigned hand_of(const struct broad_player *p)
{
	_Static_assert(AGES == 6 && offsetof(struct broad_player, held) + AGES == sizeof *p, "the last bytes of a player");
	return (unsigned)sum_of(load(p, sizeof *p - 8) >> 16);
}

static inline int barrels_of(const struct broad_player *p)
{
	const size_t at = offsetof(struct broad_player, cargo);

	_Static_assert(sizeof p->cargo == 30, "three words and six bytes");
	return sum_of(load(p, at) + load(p, at + 8) + load(p, at + 16) + (load(p, at + 22) >> 16));
}

/* What of the table is shown at the seats: who is active, who is asked and who has played ice, a byte each with a bit for each seat; what the season adds to the
 * speed of boats; travelers aboard, a byte for each seat. */
struct turn_facts { uint32_t turn; int speed; uint64_t aboard; };

/* Without a boat there is no cargo; a boat's speed is 1 at least, and 20 at most. */
static inline void show_player(const struct box *b, const struct broadhorns *g, int seat, const struct turn_facts *t, struct seat *restrict o)
{
	const struct broad_player *p = &g->player[seat];
	const struct broad_boat *boat = &b->broadhorns.boat[p->boat - (p->boat != NO_BOAT)];
	const unsigned sails = 0u - (p->boat != NO_BOAT), barrels = (unsigned)barrels_of(p);
	const uint64_t turn = t->turn >> seat & 0x010101;
	const unsigned boxes = (boat->boxes - barrels) & sails, speed = (unsigned)(boat->speed + t->speed) & sails;

	_Static_assert(offsetof(struct seat, gold) == 8 && offsetof(struct seat, boat) == 12 && offsetof(struct seat, space) == 16 && offsetof(struct seat, cargo) == 17 &&
		offsetof(struct seat, barrels) == 47, "the bytes of a seat are in this order");
	tensor_bytes(&o->here, 1 | 256ull << 8 * seat | turn << 40, 8);
	tensor_bytes(&o->gold, tensor_byte(p->gold) | (boat->resale & sails) << 8 | (unsigned)p->tiles << 16 | (unsigned)p->wreaths << 24 | 1ull << (32 + 8 * p->boat), 8);
	o->space = p->space;
	memcpy(o->cargo, p->cargo, sizeof o->cargo);
	tensor_bytes(&o->barrels, barrels | boxes << 8 | speed << 16 | (unsigned)(t->aboard >> 8 * seat & 255) << 24, 4);
	o->hand = (uint8_t)hand_of(p);
}

/* As broad_allowance() says, from what is shown of the active player: the speed, which is 0 without a boat (B99), and to that of a boat what good current
 * adds (B112). */
static inline uint8_t allowance(const struct box *b, const struct state *s, const struct seat *active)
{
	const struct broadhorns *g = &s->broadhorns;
	const int adds = (active->boat[NO_BOAT] == 0) & ((g->bonus == 0) | (s->option[BROAD_CURRENT] == CURRENT_BONUS_TOO));

	return tensor_byte(active->speed + (g->currents * b->broadhorns.current & -adds));
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
	tensor_bytes(o->sells, priced->shown[1] >> 16, BROAD_CARGOES);
	if (g->loading)
		o->loading[g->loading - 1] = 1;
}

/* 3 for the last barrel of a type, 2 for the last but one, else 1; 0: there is none (broad_price). There are fewer than 128 in the market. */
static inline uint64_t prices(uint64_t market)
{
	const uint64_t ones = 0x0101010101010101u, any = (market + 127 * ones) >> 7 & ones, two = (market + 126 * ones) >> 7 & ones, three = (market + 125 * ones) >> 7 & ones;

	return 3 * any - two - three;
}

/* Barrels on the season track by cargo; what lies behind the last of them is zero, and NO_CARGO comes out in the highest byte. */
static inline uint64_t on_track(const struct broadhorns *g)
{
	uint64_t sum = 0;
	int i = 0;

	_Static_assert(BROAD_TRACK % 4 == 0 && FLOUR == 0 && NO_CARGO % 8 == 7, "four at a time");
	for (; i < g->seasons; i += 4)
		for (int k = i; k < i + 4; k++)
			sum += 1ull << 8 * (g->track[k] % 8);
	return sum - (uint64_t)(i - g->seasons);
}

static void show_table(const struct box *b, const struct state *s, int season, struct tensor *restrict o)
{
	const struct broadhorns *g = &s->broadhorns;
	const uint64_t market = load(g->market, 0) & 0xFFFFFFFFFFu;

	_Static_assert(OPTIONS_SEEN == 8 && BROAD_ROUNDS == 4, "a word of options");
	tensor_bytes(o->option, load(s->option, 0) & ~(255ull << 8 * BROAD_ROUNDS), 8);
	o->players[s->players - 2] = 1;
	o->phase[g->phase] = 1;
	o->season[season] = 1;
	o->track_left = (uint8_t)(broad_track(b) - g->seasons);
	o->rounds_left = tensor_byte(s->option[BROAD_ROUNDS] - g->round);
	o->last_round = g->final;
	tensor_bytes(o->market, market, BROAD_CARGOES);
	tensor_bytes(o->price, prices(market), BROAD_CARGOES);
	memcpy(o->bag, g->bag, BROAD_CARGOES);
	tensor_bytes(o->track, on_track(g), BROAD_CARGOES);
	o->actions = g->actions;
	o->moves = g->moves;
	o->bonus_move = g->bonus;
	o->currents = g->currents;
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
	struct tensor *restrict o = (struct tensor *)out;
	struct travelers on_way;

	/* All cards, towns and players are written from end to end. */
	tensor_clear(o, offsetof(struct tensor, delivery));
	tensor_clear(&o->seat[s->players], sizeof *o - offsetof(struct tensor, seat[s->players]));
	show_table(b, s, season, o);
	unsigned pile = show_cards(b, g, seat, &on_way, o);
	show_towns(b, g, &g->player[seat], on_way.waiting, o);
	const struct turn_facts table = { .turn = (uint32_t)(g->round > 0) << g->active | (256u & -(unsigned)(g->phase == BROAD_SPOIL_CARD)) << g->asked | (uint32_t)g->iced << 16,
		.speed = broad_season_speed(season), .aboard = on_way.aboard };
	for (int k = 0, i = seat; k < s->players; k++, i = i + 1 < s->players ? i + 1 : 0) {
		show_player(b, g, i, &table, &o->seat[k]);
		pile -= o->seat[k].hand;
	}
	o->pile = (uint8_t)(pile + o->seat[0].hand);
	if (g->round > 0)
		o->allowance = allowance(b, s, &o->seat[tensor_seat(g->active, seat, s->players)]);
	if (on_way.aboard >> 8 * seat & 255)
		show_fares(b, g, seat, o);
	if (s->option[BROAD_FREIGHT])
		freight_observe(&b->broadhorns.freight, &g->freight, seat, s->players, &o->quay);
}
