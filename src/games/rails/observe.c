/* What a net is given of Small Railroad Empires: the table, the cards, the map hex by hex in the order of the moves that build there, and every
 * company. Hidden are the others' contracts, the cards that were dealt to them, and the deck (R112): `sights` and `points` keep them apart. */
#include "rails.h"

#include "games/freight/observe.h"

/* Where a card is as the looker knows it; companies are counted from the looker on. */
enum sight { UNKNOWN, GONE, ON_OFFER, OWN_HAND = ON_OFFER + RAILS_MARKET, IN_COLLECTION, OTHER_HAND = IN_COLLECTION + RAILS_SIDES,
	SIGHTS = OTHER_HAND + RAILS_SIDES - 1 };
enum { RINGS = 3 };                     /* of hexes around the looker's tracks; what lies outside them is far */

struct goal { uint8_t id[RAILS_GOALS], prestige, open, claimed[RAILS_SIDES], lacks; };
struct tile { uint8_t here, place[RAILS_TILES], turned[6]; };
struct side {
	uint8_t here, rival, number[RAILS_SIDES], order[RAILS_SIDES], active, first;
	uint8_t money, prestige, points, loans, tracks, wagons, stars, longest, dealt, bought;
	uint8_t unlocked[RAILS_ABILITIES], delivered[RAILS_GOODS], built[RAILS_TERRAINS], classes[TRAIN_CLASSES];
	uint8_t train[ALL_CITIES];
};
struct tensor {
	uint8_t option[MAX_OPTIONS], players[RAILS_SIDES], phase[RAILS_PHASES];
	uint8_t last_round, round, placed, deck, rival_deck[RIVAL_KINDS];
	uint8_t building, deliveries, dealing[REPAID + 1], from[ALL_FACTORIES], to[ALL_CITIES], good[RAILS_GOODS];
	uint8_t contract[RAILS_CONTRACTS], contract_prestige, contract_lacks;
	uint8_t card[TRAIN_CARDS][SIGHTS];
	struct goal goal[GOALS_OPEN];
	struct tile tile[RAILS_TILES];
	uint8_t track[RAILS_SIDES][RAILS_MAP], near[RAILS_MAP], site[RAILS_MAP], star[RAILS_MAP];
	uint8_t cubes[ALL_FACTORIES], room[ALL_CITIES], far[ALL_FACTORIES + ALL_CITIES];
	struct side seat[RAILS_SIDES];
	struct freight_tensor quay;
};

#define GOAL(M, SCALE, MEANING) PLANE_IN(tensor, goal, goal, M, SCALE, MEANING)
#define TILE(M, SCALE, MEANING) PLANE_IN(tensor, tile, tile, M, SCALE, MEANING)
#define SEAT(M, SCALE, MEANING) PLANE_IN(tensor, seat, side, M, SCALE, MEANING)

const struct plane rails_planes[] = {
	PLANE(tensor, option, 1, "options by their place in the list of values"),
	PLANE(tensor, players, 1, "1, 2, 3 or 4 players: one of them is 1"),
	PLANE(tensor, phase, 1, "what is asked now: one of them is 1"),
	PLANE(tensor, last_round, 1, "this round is the last one"),
	PLANE(tensor, round, 20, "rounds begun"),
	PLANE(tensor, placed, 1, "somebody placed a track or a train in this round"),
	PLANE(tensor, deck, 32, "cards in the deck"),
	PLANE(tensor, rival_deck, 4, "cards left in the rival's deck, by kind"),
	PLANE(tensor, building, 3, "tracks placed in this turn"),
	PLANE(tensor, deliveries, 2, "deliveries made in this turn"),
	PLANE(tensor, dealing, 1, "in this turn: neither, borrowed, repaid"),
	PLANE(tensor, from, 1, "factory of the delivery under way"),
	PLANE(tensor, to, 1, "its city"),
	PLANE(tensor, good, 1, "its good"),
	PLANE(tensor, contract, 1, "the looker's contract"),
	PLANE(tensor, contract_prestige, 5, "what it brings"),
	PLANE(tensor, contract_lacks, 5, "how much is missing to it"),
	PLANE2(tensor, card, 1, "where each train card is: unknown, trashed, market 1 to 3, own hand, collected by each company, bought by each other one"),
	GOAL(id, 1, "which achievement lies there"),
	GOAL(prestige, 5, "what it brings"),
	GOAL(open, 1, "nobody has claimed it"),
	GOAL(claimed, 1, "who has"),
	GOAL(lacks, 5, "how much the looker lacks to it"),
	TILE(here, 1, "the tile is in play"),
	TILE(place, 1, "the centre on which it lies"),
	TILE(turned, 1, "by how many sixths it is turned"),
	PLANE2(tensor, track, 1, "tracks of each company by hex of the map"),
	PLANE(tensor, near, 1, "hexes next to a piece of the looker"),
	PLANE(tensor, site, 8, "where the looker may build next: 1 and the cost; 0: it may not"),
	PLANE(tensor, star, 1, "those of them with a star that nobody has gained yet"),
	PLANE(tensor, cubes, 3, "cubes in each factory"),
	PLANE(tensor, room, 2, "trains that still fit into each city"),
	PLANE(tensor, far, 3, "tracks that the looker has to build until one is on each factory, then until one is next to each city; 3: more than two, or none can be"),
	SEAT(here, 1, "there is such a company"),
	SEAT(rival, 1, "it is the rival of a game for one"),
	SEAT(number, 1, "which seat of the game it is"),
	SEAT(active, 1, "it is its turn"),
	SEAT(order, 1, "as which player it moves in this round"),
	SEAT(first, 1, "it was the first player of round 1"),
	SEAT(money, 20, "money"),
	SEAT(prestige, 50, "prestige on the track"),
	SEAT(points, 50, "points if the game ended now, without a contract that the looker cannot see"),
	SEAT(loans, 5, "loans"),
	SEAT(tracks, 20, "tracks in supply"),
	SEAT(wagons, 8, "trains in supply"),
	SEAT(stars, 4, "stars gained"),
	SEAT(longest, 9, "its longest route"),
	SEAT(dealt, 4, "cards in hand that were dealt"),
	SEAT(bought, 4, "cards in hand that were bought"),
	SEAT(unlocked, 1, "abilities: night shift, tunnel crew, bridge crew, dispatcher"),
	SEAT(delivered, 4, "goods delivered: coal, iron, timber, grain, livestock"),
	SEAT(built, 6, "tracks on each terrain"),
	SEAT(classes, 1, "classes of train cards in its collection"),
	SEAT(train, 1, "cities with a train of it"),
	FREIGHT_PLANES(tensor),
	PLANE_END(tensor)
};

/* Cards -------------------------------------------------------------------------------- */

/* What each place of a card is to that seat. A view says UNSEEN_CARD where the state says which: both come out alike. */
static void sights(uint8_t of[CARD_PLACES], int seat, int sides)
{
	memset(of, UNKNOWN, CARD_PLACES);
	of[TRASHED] = GONE;
	for (int i = 0; i < RAILS_MARKET; i++)
		of[IN_MARKET + i] = (uint8_t)(ON_OFFER + i);
	for (int i = 0; i < RAILS_SIDES && i < sides; i++) {
		int from_me = tensor_seat(i, seat, sides);
		of[COLLECTED + i] = (uint8_t)(IN_COLLECTION + from_me);
		of[BOUGHT + i] = (uint8_t)(OTHER_HAND + from_me - 1);
	}
	of[DEALT + seat] = of[BOUGHT + seat] = OWN_HAND;
}

/* Fills in the classes of every collection, a bit each, which goals ask for. */
static void show_cards(const struct box *b, const struct state *s, int seat, unsigned classes[RAILS_SIDES], struct tensor *o)
{
	const struct rails *g = &s->rails;
	uint8_t sight[CARD_PLACES];
	int unseen = 0;

	sights(sight, seat, g->sides);
	for (int card = 0; card < TRAIN_CARDS; card++) {
		int seen = sight[g->where[card]];
		o->card[card][seen] = 1;
		unseen += seen == UNKNOWN;
		if (seen >= IN_COLLECTION && seen < OTHER_HAND)
			classes[seen - IN_COLLECTION] |= 1u << b->rails.card[card].class;
	}
	for (int i = 0; i < s->players; i++)
		unseen -= i == seat ? 0 : g->side[i].dealt;
	o->deck = tensor_byte(unseen);
}

/* How much a company lacks to a condition; loans that would have to be repaid are not looked at. */
static uint8_t lacks(const struct rails *g, int side, unsigned classes, const struct rails_condition *when)
{
	return tensor_byte(when->n - rails_progress(g, &g->side[side], classes, when));
}

static void show_goals(const struct box *b, const struct rails *g, int seat, const unsigned classes[RAILS_SIDES], struct tensor *o)
{
	for (int i = 0; i < GOALS_OPEN; i++) {
		struct goal *its = &o->goal[i];
		if (g->goal[i] == NO_GOAL)
			continue;
		const struct rails_goal *goal = &b->rails.goal[g->goal[i]];
		its->id[g->goal[i]] = 1;
		its->prestige = goal->prestige;
		its->open = g->claimed[i] == NO_SIDE;
		if (its->open)
			its->lacks = lacks(g, seat, classes[0], &goal->when);
		else
			its->claimed[tensor_seat(g->claimed[i], seat, g->sides)] = 1;
	}
	if (g->contract[seat] != NO_CONTRACT) {
		const struct rails_goal *contract = &b->rails.contract[g->contract[seat]];
		o->contract[g->contract[seat]] = 1;
		o->contract_prestige = contract->prestige;
		o->contract_lacks = lacks(g, seat, classes[0], &contract->when);
	}
}

/* The map ------------------------------------------------------------------------------- */

/* Hexes as they lie on the table: a word for each row of axial r, a bit for each q. A tile reaches 2 hexes around its centre, whose
 * coordinates are at most 30; there is a margin of one, so that neighbours of every hex are inside. */
enum { FARTHEST = 30, MARGIN = 3, GRID_ROWS = FARTHEST + 2 * MARGIN + 1 };
struct grid { uint64_t row[GRID_ROWS]; };
struct spot { uint8_t row, column; };

static struct spot spot_of(const struct box *b, const struct rails *g, int tile, int hex)
{
	int at[2];

	rails_place_at(b, g->place[tile], g->turned[tile], hex, at);
	return (struct spot){ (uint8_t)(at[1] + MARGIN), (uint8_t)(at[0] + MARGIN) };
}

static bool is_on(const struct grid *of, struct spot at)
{
	return of->row[at.row] >> at.column & 1;
}

/* The factories and cities, factories first: tile and hex of the tile. NO_HEX: there is none. */
enum { TARGETS = ALL_FACTORIES + ALL_CITIES };
struct target { uint8_t tile, hex; };

static void list_targets(const struct box *b, const struct rails *g, struct target out[TARGETS])
{
	for (int tile = 0; tile < RAILS_TILES; tile++) {
		const struct rails_tile *t = &b->rails.tile[tile];
		for (int i = 0; i < RAILS_FACTORIES; i++)
			out[tile * RAILS_FACTORIES + i] = (struct target){ (uint8_t)tile, rails_in_play(g, tile) ? t->factory[i] : NO_HEX };
		for (int i = 0; i < RAILS_CITIES; i++)
			out[ALL_FACTORIES + tile * RAILS_CITIES + i] = (struct target){ (uint8_t)tile, rails_in_play(g, tile) ? t->city[i] : NO_HEX };
	}
}

/* Where the looker has built and where it may build; top and bottom are the rows in use. */
struct ground { int top, bottom; struct grid own, open; };

static void put(struct grid *on, struct spot at)
{
	on->row[at.row] |= 1ULL << at.column;
}

/* `full` are the hexes where the looker cannot build: cities, and what others have filled. */
static void survey(const struct box *b, const struct rails *g, int seat, const uint32_t full[RAILS_TILES], struct ground *v)
{
	static const uint64_t tile_row[] = { 7 << 2, 15 << 1, 31, 15, 7 };      /* a hexagon of radius 2, its leftmost hex at bit 0 */

	for (int tile = 0; tile < RAILS_TILES; tile++) {
		if (!rails_in_play(g, tile))
			continue;
		const struct rails_centre *c = &b->rails.centre[g->place[tile]];
		for (int i = 0; i < 5; i++)
			v->open.row[c->r + MARGIN - 2 + i] |= tile_row[i] << (c->q + MARGIN - 2);
		v->top = c->r < v->top ? c->r : v->top;
		v->bottom = c->r + 2 * MARGIN > v->bottom ? c->r + 2 * MARGIN : v->bottom;
	}
	for (int tile = 0; tile < RAILS_TILES; tile++) {
		for (uint32_t left = full[tile]; left; left &= left - 1) {
			struct spot at = spot_of(b, g, tile, rails_lowest(left));
			v->open.row[at.row] &= ~(1ULL << at.column);
		}
		for (uint32_t left = g->side[seat].track[tile]; left; left &= left - 1)
			put(&v->own, spot_of(b, g, tile, rails_lowest(left)));
	}
}

/* For those of the targets that are in play: how many of the rings around what the looker has built they lie outside of, each ring a track
 * further. A factory is reached when a track is on it, a city when one is beside it. */
static void show_distances(const struct box *b, const struct rails *g, struct ground *v, const struct target of[TARGETS], struct tensor *o)
{
	struct spot at[TARGETS];
	struct grid beside;
	uint8_t far[TARGETS] = { 0 };

	for (int i = 0; i < TARGETS; i++)
		at[i] = of[i].hex == NO_HEX ? (struct spot){ (uint8_t)(v->top + 1), 0 } : spot_of(b, g, of[i].tile, of[i].hex);
	for (int ring = 0; ring < RINGS; ring++) {
		uint64_t *own = v->own.row;
		for (int i = v->top + 1; i < v->bottom; i++)
			beside.row[i] = own[i] << 1 | own[i] >> 1 | own[i - 1] | own[i - 1] >> 1 | own[i + 1] | own[i + 1] << 1;
		for (int i = 0; i < ALL_FACTORIES; i++)
			far[i] = (uint8_t)(far[i] + !is_on(&v->own, at[i]));
		for (int i = ALL_FACTORIES; i < TARGETS; i++)
			far[i] = (uint8_t)(far[i] + !is_on(&beside, at[i]));
		for (int i = v->top + 1; i < v->bottom; i++)
			own[i] |= beside.row[i] & v->open.row[i];
	}
	for (int i = 0; i < TARGETS; i++)
		if (of[i].hex != NO_HEX)
			o->far[i] = far[i];
}

/* Cost of a track of the looker there: terrain less what its crews save, the surcharge of a third track, and the fee. */
static int cost_of(const struct box *b, const struct rails *g, int seat, int hex, bool shared)
{
	const unsigned unlocked = g->side[seat].unlocked;
	const int terrain = rails_hex(b, hex)->terrain;
	const bool crew = terrain == WATER ? unlocked >> BRIDGE_CREW & 1 : (terrain == HILLS || terrain == MOUNTAIN) && unlocked >> TUNNEL_CREW & 1;
	int cost = b->rails.cost[terrain] - (crew ? b->rails.crew : 0);

	return (cost > 0 ? cost : 0) + (shared ? b->rails.fee : 0) + (seat == g->active && g->building >= 2 ? b->rails.third_track : 0);
}

static void show_map(const struct box *b, const struct rails *g, int seat, const struct target of[TARGETS], struct tensor *o)
{
	const struct rails_side *me = &g->side[seat];
	struct ground v = { .top = FARTHEST };
	uint32_t full[RAILS_TILES];

	for (int tile = 0; tile < RAILS_TILES; tile++) {
		const struct rails_tile *is = &b->rails.tile[tile];
		const int first = tile * RAILS_HEXES;
		uint32_t one = 0, two = 0, cities = 0;
		full[tile] = 0;
		if (!rails_in_play(g, tile))
			continue;
		o->tile[tile].here = o->tile[tile].place[g->place[tile]] = o->tile[tile].turned[g->turned[tile]] = 1;
		for (int i = 0; i < RAILS_CITIES; i++)
			cities |= is->city[i] == NO_HEX ? 0 : 1u << is->city[i];
		for (int i = 0; i < g->sides; i++) {
			two |= one & g->side[i].track[tile];
			one |= g->side[i].track[tile];
			if (g->side[i].track[tile])
				tensor_bits(&o->track[tensor_seat(i, seat, g->sides)][first], g->side[i].track[tile], RAILS_HEXES);
		}
		full[tile] = cities | (two & ~me->track[tile]);
		if (me->near[tile])
			tensor_bits(&o->near[first], me->near[tile], RAILS_HEXES);
		for (uint32_t left = me->near[tile] & ~me->track[tile] & ~full[tile]; left; left &= left - 1) {
			int hex = first + rails_lowest(left);
			bool shared = one >> rails_lowest(left) & 1;
			o->site[hex] = tensor_byte(1 + cost_of(b, g, seat, hex, shared));
			o->star[hex] = rails_hex(b, hex)->star && !shared;
		}
	}
	for (int c = 0; c < ALL_CITIES; c++)
		if (of[ALL_FACTORIES + c].hex != NO_HEX)
			o->room[c] = (uint8_t)(2 - rails_trains_in(g, c));
	survey(b, g, seat, full, &v);
	show_distances(b, g, &v, of, o);
}

/* Companies ------------------------------------------------------------------------------- */

/* As score.c counts, but for contracts that the looker does not see. */
static int points(const struct box *b, const struct state *s, int side, int seat)
{
	const struct rails *g = &s->rails;
	int n = g->side[side].prestige;

	if (side >= s->players || side == seat || g->phase == RAILS_OVER)
		return rails_total(b, s, side);
	for (int i = 0; i < GOALS_OPEN; i++)
		n += g->claimed[i] == side ? b->rails.goal[g->goal[i]].prestige : 0;
	return n - b->rails.loan_prestige * g->side[side].loans;
}

static void show_side(const struct box *b, const struct state *s, int side, int seat, struct side *o)
{
	const struct rails *g = &s->rails;
	const struct rails_side *p = &g->side[side];

	o->here = 1;
	o->rival = side >= s->players;
	o->number[side] = 1;
	o->active = side == g->active && g->round > 0;
	o->first = side == g->first;
	o->money = tensor_byte(p->money);
	o->prestige = tensor_byte(p->prestige);
	o->points = tensor_byte(points(b, s, side, seat));
	o->loans = p->loans;
	o->tracks = p->tracks;
	o->wagons = p->wagons;
	o->stars = p->stars;
	o->longest = p->longest;
	o->dealt = p->dealt;
	o->bought = p->bought;
	tensor_bits(o->unlocked, p->unlocked, RAILS_ABILITIES);
	memcpy(o->delivered, p->delivered, sizeof o->delivered);
	memcpy(o->built, p->built, sizeof o->built);
	tensor_bits(o->train, p->trains, ALL_CITIES);
}

static void show_table(const struct box *b, const struct state *s, struct tensor *o)
{
	const struct rails *g = &s->rails;

	memcpy(o->option, s->option, sizeof o->option);
	o->players[s->players - 1] = 1;
	o->phase[g->phase] = 1;
	o->last_round = g->last != 0;
	o->round = g->round;
	o->placed = g->placed;
	memcpy(o->rival_deck, g->rival, sizeof o->rival_deck);
	memcpy(o->cubes, g->cubes, sizeof o->cubes);
	o->building = g->building;
	o->deliveries = g->deliveries;
	o->dealing[g->dealing] = 1;
	if (g->phase == RAILS_ROUTE || g->phase == RAILS_LOAD) {
		o->from[g->from] = o->to[g->to] = 1;
		o->good[rails_hex(b, rails_factory_hex(b, g->from))->good] = 1;
	}
}

void rails_observe(const struct box *b, const struct state *s, int seat, uint8_t *out)
{
	const struct rails *g = &s->rails;
	struct tensor *o = (struct tensor *)out;
	struct target of[TARGETS];
	unsigned classes[RAILS_SIDES] = { 0 };

	tensor_clear(o, sizeof *o);
	show_table(b, s, o);
	show_cards(b, s, seat, classes, o);
	show_goals(b, g, seat, classes, o);
	list_targets(b, g, of);
	show_map(b, g, seat, of, o);
	for (int k = 0; k < s->players && g->round > 0; k++)
		o->seat[tensor_seat(rails_seat_at(s, g->round, k), seat, g->sides)].order[k] = 1;
	for (int i = 0; i < g->sides; i++) {
		struct side *its = &o->seat[tensor_seat(i, seat, g->sides)];
		show_side(b, s, i, seat, its);
		tensor_bits(its->classes, classes[tensor_seat(i, seat, g->sides)], TRAIN_CLASSES);
	}
	if (s->option[RAILS_FREIGHT])
		freight_observe(&b->rails.freight, &g->freight, seat, g->sides, &o->quay);
}
