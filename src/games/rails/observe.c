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
static void list_classes(const struct box *b, const struct rails *g, int seat, unsigned classes[RAILS_SIDES])
{
	for (uint32_t left = rails_cards(g, COLLECTED, COLLECTED + RAILS_SIDES); left; left &= left - 1) {
		int card = rails_lowest(left);
		classes[tensor_seat(g->where[card] - COLLECTED, seat, g->sides)] |= 1u << b->rails.card[card].class;
	}
}

static void show_cards(const struct state *s, int seat, struct tensor *restrict o)
{
	const struct rails *g = &s->rails;
	uint8_t sight[CARD_PLACES];
	int unseen = 0;

	_Static_assert(UNKNOWN == 0 && TRAIN_CARDS % 4 == 0, "four cards at a time, and those that are not unknown are counted");
	sights(sight, seat, g->sides);
	for (int card = 0; card < TRAIN_CARDS; card += 4)
		for (int k = card; k < card + 4; k++) {
			int seen = sight[g->where[k]];
			o->card[k][seen] = 1;
			unseen += !seen;
		}
	for (int i = 0; i < s->players; i++)
		unseen -= g->side[i].dealt & -(i != seat);
	o->deck = tensor_byte(unseen);
}

/* Adds to `gains` what each company gains from achievements, and what the looker's contract would bring it now; the last: nobody. */
static void show_goals(const struct box *b, const struct rails *g, int seat, unsigned classes, int gains[RAILS_SIDES + 1], struct tensor *restrict o)
{
	const struct rails_side *me = &g->side[seat];
	struct standing standing;

	rails_standing(g, me, classes, &standing);      /* loans that would have to be repaid are not looked at */
	for (int i = 0; i < GOALS_OPEN; i++) {
		struct goal *its = &o->goal[i];
		if (g->goal[i] == NO_GOAL)
			continue;
		const struct rails_goal *goal = &b->rails.goal[g->goal[i]];
		const bool open = g->claimed[i] == NO_SIDE;
		its->id[g->goal[i]] = 1;
		its->prestige = goal->prestige;
		its->open = open;
		its->lacks = tensor_byte((goal->when.n - rails_progress_of(&standing, &goal->when)) & -open);
		gains[open ? RAILS_SIDES : g->claimed[i]] += goal->prestige;
		its->claimed[tensor_seat(g->claimed[i], seat, g->sides) & -!open] = !open;
	}
	if (g->contract[seat] != NO_CONTRACT) {
		const struct rails_goal *contract = &b->rails.contract[g->contract[seat]];
		o->contract[g->contract[seat]] = 1;
		o->contract_prestige = contract->prestige;
		o->contract_lacks = tensor_byte(contract->when.n - rails_progress_of(&standing, &contract->when));
		gains[seat] += contract->prestige & -((o->contract_lacks == 0) & ((contract->when.test != TEST_NO_LOAN) | (me->loans == 0)));
	}
}

/* The map ------------------------------------------------------------------------------- */

/* Hexes as they lie on the table: a word for each row of axial r, a bit for each q. Every tile touches another one, so that their centres are at most
 * 3 * 5 apart in q and in r. A tile reaches 2 hexes around its centre; there is a margin of one, so that neighbours of every hex are inside. A place is
 * WIDE * row + column. */
enum { WIDE = 32, REACH = 2, MARGIN = REACH + 1, APART = 3 * 5, GRID_ROWS = 24 };
_Static_assert(APART + 2 * MARGIN < WIDE && GRID_ROWS >= APART + 2 * MARGIN + 3, "the rows in use, and two more that are written with them");
struct grid { uint32_t row[GRID_ROWS]; };

/* The place of each hex of a tile from its first row and column, turned by so many sixths: rails_hex_at[rails_spin[][]] in one. */
static const uint8_t lies[RAILS_SIXTHS][RAILS_HEXES] = {
	{ 2, 3, 4, 33, 34, 35, 36, 64, 65, 66, 67, 68, 96, 97, 98, 99, 128, 129, 130 },
	{ 4, 36, 68, 3, 35, 67, 99, 2, 34, 66, 98, 130, 33, 65, 97, 129, 64, 96, 128 },
	{ 68, 99, 130, 36, 67, 98, 129, 4, 35, 66, 97, 128, 3, 34, 65, 96, 2, 33, 64 },
	{ 130, 129, 128, 99, 98, 97, 96, 68, 67, 66, 65, 64, 36, 35, 34, 33, 4, 3, 2 },
	{ 128, 96, 64, 129, 97, 65, 33, 130, 98, 66, 34, 2, 99, 67, 35, 3, 68, 36, 4 },
	{ 64, 33, 2, 96, 65, 34, 3, 128, 97, 66, 35, 4, 129, 98, 67, 36, 130, 99, 68 },
};

struct ground {
	uint16_t corner[RAILS_TILES];   /* place of the first row and column of each tile in play */
	int rows;                       /* in use */
	struct grid open, own;          /* where the looker may build; what it has built */
	struct grid on[2], next_to[2];  /* of each hex the number of rings that it is in, and of those that it is next to, in two bits */
};

static inline int place_of(const struct rails *g, const struct ground *v, int tile, int hex)
{
	return v->corner[tile] + lies[g->turned[tile]][hex];
}

/* Where the tiles lie: their hexagons are where the looker may build, until something is taken out of it. */
static void lay(const struct box *b, const struct rails *g, struct ground *v)
{
	static const uint32_t tile_row[] = { 7 << 2, 15 << 1, 31, 15, 7 };
	int top = 255, left = 255, bottom = 0;

	for (int tile = 0; tile < RAILS_TILES; tile++)
		if (rails_in_play(g, tile)) {
			const struct rails_centre *c = &b->rails.centre[g->place[tile]];
			top = c->r < top ? c->r : top;
			left = c->q < left ? c->q : left;
			bottom = c->r > bottom ? c->r : bottom;
		}
	for (int tile = 0; tile < RAILS_TILES; tile++)
		if (rails_in_play(g, tile)) {
			const struct rails_centre *c = &b->rails.centre[g->place[tile]];
			const int row = c->r - top + MARGIN - REACH, column = c->q - left + MARGIN - REACH;
			v->corner[tile] = (uint16_t)(WIDE * row + column);
			for (int i = 0; i < 2 * REACH + 1; i++)
				v->open.row[row + i] |= tile_row[i] << column;
		}
	v->rows = bottom - top + 2 * MARGIN;
}

/* Sets of hexes are gone through two tiles at a time, because the end of each set is a surprise: a hex is then 32 * tile + its number. */
static inline uint64_t two_tiles(const uint32_t of[RAILS_TILES], int tile)
{
	return of[tile] | (uint64_t)of[tile + 1] << 32;
}

/* What the looker has built, and the hexes where nothing can be built. */
static void survey(const struct rails *g, const uint32_t own[RAILS_TILES], const uint32_t full[RAILS_TILES], struct ground *v)
{
	for (int tile = 0; tile < RAILS_TILES; tile += 2) {
		for (uint64_t left = two_tiles(own, tile); left; left &= left - 1) {
			int hex = __builtin_ctzll(left), at = place_of(g, v, tile + hex / 32, hex % 32);
			v->own.row[at / WIDE] |= 1u << at % WIDE;
		}
		for (uint64_t left = two_tiles(full, tile); left; left &= left - 1) {
			int hex = __builtin_ctzll(left), at = place_of(g, v, tile + hex / 32, hex % 32);
			v->open.row[at / WIDE] &= ~(1u << at % WIDE);
		}
	}
}

/* Two rows of a grid in one word. Shifting it does not carry from one into the other: the outermost columns hold no hex of a tile. */
static inline uint64_t two_rows(const struct grid *of, int row)
{
	uint64_t two;

	memcpy(&two, &of->row[row], sizeof two);
	return two;
}

static inline void put_rows(struct grid *to, int row, uint64_t two)
{
	memcpy(&to->row[row], &two, sizeof two);
}

static inline uint64_t next_to_rows(const struct grid *of, int row)
{
	const uint64_t here = two_rows(of, row), above = two_rows(of, row - 1), below = two_rows(of, row + 1);

	return here << 1 | here >> 1 | above | above >> 1 | below | below << 1;
}

/* Three rings: what the looker has built, that and what one more track reaches, and two. Each lies within the next, so that a hex is in one ring at least
 * if it is in the third, in two if it is in the second, and in all three if it is in the first. */
static void grow(struct ground *v)
{
	struct grid second, third;

	_Static_assert(RINGS == 3, "as many as two bits hold");
	second.row[0] = third.row[0] = 0;
	for (int i = 1; i < v->rows; i += 2) {
		uint64_t beside = next_to_rows(&v->own, i);
		put_rows(&v->next_to[0], i, beside);
		put_rows(&second, i, two_rows(&v->own, i) | (beside & two_rows(&v->open, i)));
		put_rows(&second, i + 2, 0);
	}
	for (int i = 1; i < v->rows; i += 2) {
		uint64_t beside = next_to_rows(&second, i), both = two_rows(&second, i);
		put_rows(&v->next_to[0], i, two_rows(&v->next_to[0], i) ^ beside);
		put_rows(&v->next_to[1], i, beside);
		put_rows(&third, i, both | (beside & two_rows(&v->open, i)));
		put_rows(&third, i + 2, 0);
		put_rows(&v->on[1], i, both);
	}
	for (int i = 1; i < v->rows; i += 2) {
		put_rows(&v->next_to[0], i, two_rows(&v->next_to[0], i) ^ next_to_rows(&third, i));
		put_rows(&v->on[0], i, two_rows(&v->own, i) ^ two_rows(&second, i) ^ two_rows(&third, i));
	}
}

/* How many of the rings a place is outside of. */
static inline uint8_t distance(const struct grid rings[2], int at)
{
	return (uint8_t)(RINGS - (rings[0].row[at / WIDE] >> at % WIDE & 1) - 2 * (rings[1].row[at / WIDE] >> at % WIDE & 1));
}

/* A factory is reached when a track is on it, a city when one is next to it. */
static void show_distances(const struct box *b, const struct rails *g, const uint32_t own[RAILS_TILES], const uint32_t full[RAILS_TILES], struct tensor *restrict o)
{
	struct ground v;

	v.open = v.own = (struct grid){ { 0 } };
	lay(b, g, &v);
	survey(g, own, full, &v);
	grow(&v);
	for (int tile = 0; tile < RAILS_TILES; tile++) {
		const struct rails_tile *is = &b->rails.tile[tile];
		if (!rails_in_play(g, tile))
			continue;
		for (int i = 0; i < RAILS_FACTORIES; i++)
			if (is->factory[i] != NO_HEX)
				o->far[tile * RAILS_FACTORIES + i] = distance(v.on, place_of(g, &v, tile, is->factory[i]));
		for (int i = 0; i < RAILS_CITIES; i++)
			if (is->city[i] != NO_HEX)
				o->far[ALL_FACTORIES + tile * RAILS_CITIES + i] = distance(v.next_to, place_of(g, &v, tile, is->city[i]));
	}
}

/* What the looker's next track costs on each terrain, and 1: terrain less what its crews save, and the surcharge of a third track; [1]: with the fee for a
 * hex where there is one of somebody else. */
struct prices { uint8_t of[2][8]; };

static void list_prices(const struct box *b, const struct rails *g, int seat, struct prices *out)
{
	const unsigned unlocked = g->side[seat].unlocked;
	const unsigned crews = (unlocked >> BRIDGE_CREW & 1) << WATER | (unlocked >> TUNNEL_CREW & 1) * (1u << HILLS | 1u << MOUNTAIN);
	const int more = 1 + (b->rails.third_track & -((seat == g->active) & (g->building >= 2)));

	/* A byte for each terrain; no price is above 20. The highest bit of a byte stays where the crew does not save more than there is. */
	const uint64_t ones = 0x0001010101010101u, tops = ones << 7;
	uint64_t cost;
	memcpy(&cost, (const uint8_t *)&b->rails + offsetof(struct rails_box, cost), sizeof cost);
	cost = (cost | tops) - tensor_spread7(crews) * b->rails.crew;
	cost = (cost & (cost >> 7 & ones) * 127) + ones * (uint64_t)more;
	tensor_bytes(out->of[0], cost, sizeof out->of[0]);
	tensor_bytes(out->of[1], cost + ones * b->rails.fee, sizeof out->of[1]);
}

/* All hexes of the map in a row, a byte each. */
static void show_hexes(const uint32_t of[RAILS_TILES], uint8_t out[RAILS_MAP])
{
	const uint64_t last = of[3];

	_Static_assert(RAILS_TILES == 4 && RAILS_MAP > 64, "a whole word, and the rest of the last tile");
	tensor_bits(out, of[0] | (uint64_t)of[1] << RAILS_HEXES | (uint64_t)of[2] << 2 * RAILS_HEXES | last << 3 * RAILS_HEXES, 64);
	tensor_bits(out + 64, last >> (64 - 3 * RAILS_HEXES), RAILS_MAP - 64);
}

/* Where the looker may build. `one` has a track of somebody. */
static void show_sites(const struct box *b, const uint32_t sites[RAILS_TILES], const uint32_t one[RAILS_TILES], const struct prices *price, struct tensor *restrict o)
{
	for (int first = 0; first < RAILS_TILES; first += 2)
		for (uint64_t left = two_tiles(sites, first); left; left &= left - 1) {
			const int at = __builtin_ctzll(left), tile = first + at / 32, hex = tile * RAILS_HEXES + at % 32;
			const struct rails_hex *is = &b->rails.tile[tile].hex[at % 32];
			const unsigned shared = one[tile] >> at % 32 & 1;
			o->site[hex] = price->of[shared][is->terrain];
			o->star[hex] = (is->star != 0) & !shared;
		}
}

static void show_map(const struct box *b, const struct rails *g, int seat, struct tensor *restrict o)
{
	const struct rails_side *me = &g->side[seat];
	uint32_t one[RAILS_TILES] = { 0 }, two[RAILS_TILES] = { 0 }, full[RAILS_TILES], site[RAILS_TILES] = { 0 };
	uint64_t trains = 0;            /* in each city, a byte each */
	struct prices price;

	for (int i = 0; i < g->sides; i++) {
		const uint32_t *track = g->side[i].track;
		for (int tile = 0; tile < RAILS_TILES; tile++) {
			two[tile] |= one[tile] & track[tile];
			one[tile] |= track[tile];
		}
		trains += tensor_spread(g->side[i].trains);
		show_hexes(track, o->track[tensor_seat(i, seat, g->sides)]);
	}
	show_hexes(me->near, o->near);
	for (int tile = 0; tile < RAILS_TILES; tile++) {
		const struct rails_tile *is = &b->rails.tile[tile];
		full[tile] = two[tile] & ~me->track[tile];
		if (!rails_in_play(g, tile))
			continue;
		o->tile[tile].here = o->tile[tile].place[g->place[tile]] = o->tile[tile].turned[g->turned[tile]] = 1;
		for (int i = 0; i < RAILS_CITIES; i++)
			if (is->city[i] != NO_HEX) {
				full[tile] |= 1u << is->city[i];
				o->room[tile * RAILS_CITIES + i] = (uint8_t)(2 - (trains >> 8 * (tile * RAILS_CITIES + i) & 255));
			}
		site[tile] = me->near[tile] & ~(me->track[tile] | full[tile]);
	}
	list_prices(b, g, seat, &price);
	show_sites(b, site, one, &price, o);
	show_distances(b, g, me->track, full, o);
}

/* Companies ------------------------------------------------------------------------------- */

/* As score.c counts, but for contracts that the looker does not see. `gains` is what the side has of achievements, and the looker of the contract. */
static int points(const struct box *b, const struct state *s, int side, int gains)
{
	const struct rails_side *p = &s->rails.side[side];

	if (side >= s->players || s->rails.phase == RAILS_OVER)
		return rails_total(b, s, side);
	return p->prestige + gains - b->rails.loan_prestige * p->loans;
}

static void show_side(const struct state *s, int side, struct side *restrict o)
{
	const struct rails *g = &s->rails;
	const struct rails_side *p = &g->side[side];

	o->here = 1;
	o->rival = side >= s->players;
	o->number[side] = 1;
	o->active = (side == g->active) & (g->round > 0);
	o->first = side == g->first;
	o->money = tensor_byte(p->money);
	o->prestige = tensor_byte(p->prestige);
	o->loans = p->loans;
	o->tracks = p->tracks;
	o->wagons = p->wagons;
	o->stars = p->stars;
	o->longest = p->longest;
	o->dealt = p->dealt;
	o->bought = p->bought;
	tensor_bits(o->unlocked, p->unlocked, RAILS_ABILITIES);
	_Static_assert(offsetof(struct side, built) == offsetof(struct side, delivered) + RAILS_GOODS &&
		offsetof(struct rails_side, built) == offsetof(struct rails_side, delivered) + RAILS_GOODS, "one after the other, in both");
	memcpy((uint8_t *)o + offsetof(struct side, delivered), (const uint8_t *)p + offsetof(struct rails_side, delivered), RAILS_GOODS + RAILS_TERRAINS);
	tensor_bits(o->train, p->trains, ALL_CITIES);
}

static void show_table(const struct box *b, const struct state *s, struct tensor *restrict o)
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
	struct tensor *restrict o = (struct tensor *)out;
	unsigned classes[RAILS_SIDES] = { 0 };
	int gains[RAILS_SIDES + 1] = { 0 };

	tensor_clear(o, sizeof *o);
	show_table(b, s, o);
	show_cards(s, seat, o);
	list_classes(b, g, seat, classes);
	show_goals(b, g, seat, classes[0], gains, o);
	show_map(b, g, seat, o);
	for (int k = 0; k < s->players && g->round > 0; k++)
		o->seat[tensor_seat(rails_seat_at(s, g->round, k), seat, g->sides)].order[k] = 1;
	for (int i = 0; i < g->sides; i++) {
		struct side *its = &o->seat[tensor_seat(i, seat, g->sides)];
		show_side(s, i, its);
		its->points = tensor_byte(points(b, s, i, gains[i]));
		tensor_bits(its->classes, classes[tensor_seat(i, seat, g->sides)], TRAIN_CLASSES);
	}
	if (s->option[RAILS_FREIGHT])
		freight_observe(&b->rails.freight, &g->freight, seat, g->sides, &o->quay);
}
