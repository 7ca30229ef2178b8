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

/* Which seat of the row each company is; NOT_CLAIMED stands for nobody, whose seat means nothing. */
enum { NOT_CLAIMED = NO_SIDE % 8 };
struct seats { uint8_t of[8]; };
_Static_assert((int)RAILS_SIDES <= (int)NOT_CLAIMED, "nobody is none of them");

static inline struct seats list_seats(int seat, int sides)
{
	struct seats seats = { { 0 } };

	for (int i = 0; i < RAILS_SIDES && i < sides; i++)
		seats.of[i] = (uint8_t)tensor_seat(i, seat, sides);
	return seats;
}

/* What each place of a card is to each looker, by the number of companies and by seat. A view says UNSEEN_CARD where the state says which: both come out alike. */
#define ROW_SEAT(SIDE, ME, SIDES) (((SIDE) + (SIDES) - (ME)) % (SIDES))
#define COLLECTION_OF(SIDE, ME, SIDES) IN_COLLECTION + ROW_SEAT(SIDE, ME, SIDES)
#define DEALT_TO(SIDE, ME, SIDES) ((SIDE) == (ME) ? (int)OWN_HAND : (int)UNKNOWN)
#define BOUGHT_BY(SIDE, ME, SIDES) ((SIDE) == (ME) ? (int)OWN_HAND : OTHER_HAND - 1 + ROW_SEAT(SIDE, ME, SIDES))
#define EACH(OF, ME, SIDES) OF(0, ME, SIDES), OF(1, ME, SIDES), OF(2, ME, SIDES), OF(3, ME, SIDES)
#define LOOKER(ME, SIDES) { UNKNOWN, GONE, ON_OFFER, ON_OFFER + 1, ON_OFFER + 2, \
	EACH(COLLECTION_OF, ME, SIDES), EACH(DEALT_TO, ME, SIDES), EACH(BOUGHT_BY, ME, SIDES), UNKNOWN }
#define LOOKERS(SIDES) { LOOKER(0, SIDES), LOOKER(1, SIDES), LOOKER(2, SIDES), LOOKER(3, SIDES) }

static const uint8_t sights[RAILS_SIDES + 1][RAILS_SIDES][CARD_PLACES] = { [2] = LOOKERS(2), LOOKERS(3), LOOKERS(4) };
_Static_assert(IN_MARKET == 2 && RAILS_MARKET == 3 && RAILS_SIDES == 4, "the rows are as long as that");

/* Cards in the deck: those that are there, were dealt to somebody or are unseen, which may be either, less all that were dealt. Eight at a time: places are below
 * 128, so that in each byte a sum with 128 - n has its top bit where it is n or more. */
static inline uint8_t deck(const struct state *s)
{
	const uint64_t ones = 0x0101010101010101u;
	const struct rails *g = &s->rails;
	uint64_t sum = 0;
	int dealt = 0;

	_Static_assert(IN_DECK == 0 && UNSEEN_CARD + 1 == CARD_PLACES && CARD_PLACES <= 128, "the lowest place and the highest");
	for (int card = 0; card < TRAIN_CARDS; card += 8) {
		uint64_t eight;
		memcpy(&eight, &g->where[card], sizeof eight);
		sum += (((eight + ones * (128 - DEALT)) & ~(eight + ones * (128 - BOUGHT))) | ~(eight + ones * 127) | (eight + ones * (128 - UNSEEN_CARD))) >> 7 & ones;
	}
	for (int i = 0; i < s->players; i++)
		dealt += g->side[i].dealt;
	return tensor_byte((int)(sum * ones >> 56) - dealt);
}

/* The classes of the cards in each collection, a bit each: TRAIN_CLASSES bits for each seat of the row. */
static const uint16_t collected[SIGHTS] = { [IN_COLLECTION] = 1, 1 << TRAIN_CLASSES, 1 << 2 * TRAIN_CLASSES, 1 << 3 * TRAIN_CLASSES };
_Static_assert(RAILS_SIDES * TRAIN_CLASSES <= 16, "bits of a seat");

static inline unsigned classes_of(unsigned classes, int row_seat)
{
	return classes >> TRAIN_CLASSES * row_seat & ((1u << TRAIN_CLASSES) - 1);
}

/* Returns those classes. */
static unsigned show_cards(const struct box *b, const struct state *s, int seat, struct tensor *restrict o)
{
	const struct rails *g = &s->rails;
	const uint8_t *sight = sights[g->sides][seat];
	unsigned classes = 0;

	o->deck = deck(s);
#pragma GCC unroll 32
	for (int card = 0; card < TRAIN_CARDS; card++) {
		const unsigned seen = sight[g->where[card]];
		o->card[card][seen] = 1;
		classes |= (unsigned)collected[seen] << b->rails.card[card].class;
	}
	return classes;
}

/* As rails_progress() says, without a branch: in each game other goals are open. A condition names terrains, or goods, or neither (check_condition), so that two of
 * these three are 0: the sum of the bytes of those terrains, the most of those goods, what the condition asks for besides. */
static inline int progress(const struct standing *p, const struct rails_condition *when)
{
	const uint64_t built = p->built & tensor_spread(when->terrains & 255) * 255, delivered = p->delivered & tensor_spread(when->goods & 255) * 255;
	int most = (int)(delivered & 255);

	_Static_assert(RAILS_GOODS == 5 && RAILS_TERRAINS <= 8, "five bytes of goods");
	for (int good = 1; good < RAILS_GOODS; good++)
		most = (int)(delivered >> 8 * good & 255) > most ? (int)(delivered >> 8 * good & 255) : most;
	return p->of[when->test] + (int)(built * 0x0101010101010101u >> 56) + most;
}

/* Who looks, and how it stands. */
struct looker { int seat; struct seats seats; struct standing standing; };

/* What each company gains from achievements, and what the looker's contract would bring it now; the last: what nobody has gained. */
struct gains { int of[NOT_CLAIMED + 1]; };

static void show_goals(const struct box *b, const struct rails *g, const struct looker *looks, struct gains *gains, struct tensor *restrict o)
{
	const struct standing *standing = &looks->standing;
	const int seat = looks->seat;

	for (int i = 0; i < GOALS_OPEN; i++) {
		struct goal *restrict its = &o->goal[i];
		if (g->goal[i] == NO_GOAL)
			continue;
		const struct rails_goal *goal = &b->rails.goal[g->goal[i]];
		const unsigned by = g->claimed[i] % 8u;
		const bool open = by == NOT_CLAIMED;
		its->id[g->goal[i]] = 1;
		its->prestige = goal->prestige;
		its->open = open;
		its->lacks = tensor_byte((goal->when.n - progress(standing, &goal->when)) * open);
		gains->of[by] += goal->prestige;
		its->claimed[looks->seats.of[by]] = !open;
	}
	if (g->contract[seat] != NO_CONTRACT) {
		const struct rails_goal *contract = &b->rails.contract[g->contract[seat]];
		const int lacks = contract->when.n - progress(standing, &contract->when);
		o->contract[g->contract[seat]] = 1;
		o->contract_prestige = contract->prestige;
		o->contract_lacks = tensor_byte(lacks);
		gains->of[seat] += contract->prestige & -((lacks <= 0) & ((contract->when.test != TEST_NO_LOAN) | (g->side[seat].loans == 0)));
	}
}

/* The map ------------------------------------------------------------------------------- */

/* Hexes as they lie on the table: a row for each axial r, a bit for each q. Every tile touches another one, so that their centres are at most 3 * 5 apart in q and
 * in r. A tile reaches 2 hexes around its centre; there is a margin of one, so that neighbours of every hex are inside. Two sets of hexes lie side by side, in
 * the halves of a word. A place is WIDE * row + column. */
enum { WIDE = 64, REACH = 2, MARGIN = REACH + 1, APART = 3 * 5, SPAN = 2 * REACH + 1, FOUR = 4, MOST_ROWS = 24, FEW_ROWS = 12 };
_Static_assert(APART + 2 * MARGIN < WIDE / 2 && MOST_ROWS >= APART + SPAN && MOST_ROWS % FOUR == 0 && FEW_ROWS % FOUR == 0, "all rows, filled up to four");
struct grid { uint64_t row[MOST_ROWS]; };

/* The place of each hex of a tile from its first row and column, turned by so many sixths: rails_hex_at[rails_spin[][]] in one. */
#define TURNS(X) \
	X(2, 3, 4, 65, 66, 67, 68, 128, 129, 130, 131, 132, 192, 193, 194, 195, 256, 257, 258) \
	X(4, 68, 132, 3, 67, 131, 195, 2, 66, 130, 194, 258, 65, 129, 193, 257, 128, 192, 256) \
	X(132, 195, 258, 68, 131, 194, 257, 4, 67, 130, 193, 256, 3, 66, 129, 192, 2, 65, 128) \
	X(258, 257, 256, 195, 194, 193, 192, 132, 131, 130, 129, 128, 68, 67, 66, 65, 4, 3, 2) \
	X(256, 192, 128, 257, 193, 129, 65, 258, 194, 130, 66, 2, 195, 131, 67, 3, 132, 68, 4) \
	X(128, 65, 2, 192, 129, 66, 3, 256, 193, 130, 67, 4, 257, 194, 131, 68, 258, 195, 132)
#define PLACES(...) { __VA_ARGS__ },
static const uint16_t lies[RAILS_SIXTHS][RAILS_HEXES] = { TURNS(PLACES) };

/* Sets of hexes of a tile that is turned so: where its first seven hexes lie, by a bit for each, then the next six and the last six, in a word of five rows of five. */
#define IN(PLACE) (1u << (SPAN * ((PLACE) / WIDE) + (PLACE) % WIDE))
#define SETS_3(more, a, b, c) more, more | a, more | b, more | b | a, more | c, more | c | a, more | c | b, more | c | b | a
#define SETS_6(more, a, b, c, d, e, f) SETS_3(more, a, b, c), SETS_3(more | d, a, b, c), SETS_3(more | e, a, b, c), SETS_3(more | e | d, a, b, c), \
	SETS_3(more | f, a, b, c), SETS_3(more | f | d, a, b, c), SETS_3(more | f | e, a, b, c), SETS_3(more | f | e | d, a, b, c)
#define SETS(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s) { SETS_6(0, IN(a), IN(b), IN(c), IN(d), IN(e), IN(f)), SETS_6(IN(g), IN(a), IN(b), IN(c), IN(d), IN(e), IN(f)), \
	SETS_6(0, IN(h), IN(i), IN(j), IN(k), IN(l), IN(m)), SETS_6(0, IN(n), IN(o), IN(p), IN(q), IN(r), IN(s)) },
enum { NEXT_SIX = 128, LAST_SIX = 192, ALL_SETS = 256, HEXAGON = 7 << 2 | 15 << 6 | 31 << 10 | 15 << 15 | 7 << 20 };
static const uint32_t turns[RAILS_SIXTHS][ALL_SETS] = { TURNS(SETS) };

static inline uint32_t turned(uint32_t of, const uint32_t by[ALL_SETS])
{
	return by[of & 127] | by[NEXT_SIX + (of >> 7 & 63)] | by[LAST_SIX + (of >> 13 & 63)];
}

struct ground {
	uint16_t corner[RAILS_TILES];   /* place of the first row and column of each tile in play */
	int end;                        /* of the rows that hold a hex */
	struct grid built;              /* what the looker has built, and where it may build */
	struct grid on, next_to;        /* of each hex how many of the rings it is outside of, and how many it is not next to, in two bits: one on each side */
};

/* Where the tiles lie, what the looker has built on them, and where it may build: on hexes that are not full. */
static void lay(const struct box *b, const struct rails *g, const uint32_t own[RAILS_TILES], const uint32_t full[RAILS_TILES], struct ground *v)
{
	int top = 255, left = 255, bottom = 0;

	for (int tile = 0; tile < RAILS_TILES; tile++)
		if (rails_in_play(g, tile)) {
			const struct rails_centre *c = &b->rails.centre[g->place[tile]];
			top = c->r < top ? c->r : top;
			left = c->q < left ? c->q : left;
			bottom = c->r > bottom ? c->r : bottom;
		}
	v->end = bottom - top + SPAN;
	for (int i = 0; i < MOST_ROWS; i++)
		v->built.row[i] = 0;
	for (int tile = 0; tile < RAILS_TILES; tile++)
		if (rails_in_play(g, tile)) {
			const struct rails_centre *c = &b->rails.centre[g->place[tile]];
			const int row = c->r - top, column = c->q - left + MARGIN - REACH;
			const uint32_t *by = turns[g->turned[tile]];
			const uint64_t both = turned(own[tile], by) | (uint64_t)(HEXAGON & ~turned(full[tile], by)) << WIDE / 2, five = 31 | 31ull << WIDE / 2;
			v->corner[tile] = (uint16_t)(WIDE * row + column);
			for (int i = 0; i < SPAN; i++)
				v->built.row[row + i] |= (both >> SPAN * i & five) << column;
		}
}

/* Four rows of one set, and of two sets of a grid. */
typedef uint32_t rows __attribute__((vector_size(4 * FOUR)));
struct two_sets { rows of[2]; };

static inline struct two_sets load_rows(const struct grid *from, int row)
{
	rows two[2];

	memcpy(two, &from->row[row], sizeof two);
	return (struct two_sets){ { __builtin_shufflevector(two[0], two[1], 0, 2, 4, 6), __builtin_shufflevector(two[0], two[1], 1, 3, 5, 7) } };
}

static inline void put_rows(struct grid *to, int row, rows one, rows other)
{
	const rows two[2] = { __builtin_shufflevector(one, other, 0, 4, 1, 5), __builtin_shufflevector(one, other, 2, 6, 3, 7) };

	memcpy(&to->row[row], two, sizeof two);
}

/* A set in blocks of four rows, which stays in registers: a load of the row above and the row below would have to wait for their stores. */
struct blocks { rows of[MOST_ROWS / FOUR]; };

/* Hexes next to those of a set, without what lies outside of the blocks. */
static inline struct blocks next_to_blocks(const struct blocks *set, int n)
{
	const rows none = { 0 };
	struct blocks out;

#pragma GCC unroll 6
	for (int i = 0; i < n; i++) {
		const rows here = set->of[i], above = __builtin_shufflevector(i > 0 ? set->of[i - 1] : none, here, 3, 4, 5, 6);
		const rows below = __builtin_shufflevector(here, i + 1 < n ? set->of[i + 1] : none, 1, 2, 3, 4);
		out.of[i] = here << 1 | here >> 1 | above | above >> 1 | below | below << 1;
	}
	return out;
}

/* Three rings: what the looker has built, that and what one more track reaches, and two. Each lies within the next, so that a hex is in one ring at least
 * if it is in the third, in two if it is in the second, and in all three if it is in the first. */
static inline void grow_blocks(struct ground *v, int n)
{
	struct blocks own, open, second, third;

	_Static_assert(RINGS == 3, "as many as two bits hold");
#pragma GCC unroll 6
	for (int i = 0; i < n; i++) {
		const struct two_sets built = load_rows(&v->built, FOUR * i);
		own.of[i] = built.of[0];
		open.of[i] = built.of[1];
	}
	const struct blocks by_own = next_to_blocks(&own, n);
#pragma GCC unroll 6
	for (int i = 0; i < n; i++)
		second.of[i] = own.of[i] | (by_own.of[i] & open.of[i]);
	const struct blocks by_second = next_to_blocks(&second, n);
#pragma GCC unroll 6
	for (int i = 0; i < n; i++)
		third.of[i] = second.of[i] | (by_second.of[i] & open.of[i]);
	const struct blocks by_third = next_to_blocks(&third, n);
#pragma GCC unroll 6
	for (int i = 0; i < n; i++) {
		put_rows(&v->on, FOUR * i, ~(own.of[i] ^ second.of[i] ^ third.of[i]), ~second.of[i]);
		put_rows(&v->next_to, FOUR * i, ~(by_own.of[i] ^ by_second.of[i] ^ by_third.of[i]), ~by_second.of[i]);
	}
}

/* Few rows are enough for the tiles of the built-in box. */
static void grow(struct ground *v)
{
	if (v->end <= FEW_ROWS)
		grow_blocks(v, FEW_ROWS / FOUR);
	else
		grow_blocks(v, MOST_ROWS / FOUR);
}

static inline uint8_t distance(const struct grid *outside, unsigned at)
{
	const uint64_t both = outside->row[at / WIDE] >> at % WIDE;

	return (uint8_t)((both & 1) | (both >> (WIDE / 2 - 1) & 2));
}

/* A factory is reached when a track is on it, a city when one is next to it. */
static void list_distances(const struct box *b, const struct rails *g, struct ground *v, uint8_t far[ALL_FACTORIES + ALL_CITIES])
{
	grow(v);
	memset(far, 0, ALL_FACTORIES + ALL_CITIES);
	for (int tile = 0; tile < RAILS_TILES; tile++) {
		const struct rails_tile *is = &b->rails.tile[tile];
		if (!rails_in_play(g, tile))
			continue;
		const uint16_t *lie = lies[g->turned[tile]];
		const unsigned corner = v->corner[tile];
		for (int i = 0; i < RAILS_FACTORIES; i++)
			if (is->factory[i] != NO_HEX)
				far[tile * RAILS_FACTORIES + i] = distance(&v->on, corner + lie[is->factory[i]]);
		for (int i = 0; i < RAILS_CITIES; i++)
			if (is->city[i] != NO_HEX)
				far[ALL_FACTORIES + tile * RAILS_CITIES + i] = distance(&v->next_to, corner + lie[is->city[i]]);
	}
}

/* Distances from the last look, and all that they follow from: what the looker had built, where it could not build, how the tiles lie. In about half of all looks
 * nothing of that has changed. */
enum { MEMORY_WORDS = 5 };
struct memory { uint64_t from[MEMORY_WORDS]; uint8_t far[ALL_FACTORIES + ALL_CITIES]; };
_Static_assert(sizeof(struct memory) <= OBSERVE_MEMORY && offsetof(struct rails, turned) == offsetof(struct rails, place) + RAILS_TILES, "it fits, and the places are followed by the turns");

/* Whether they still hold. If not, it is written down what they are to follow from. Some hex is full in every game, so that a memory of zeros never holds. */
static inline bool recall(const struct rails *g, const uint32_t own[RAILS_TILES], const uint32_t full[RAILS_TILES], struct memory *m)
{
	uint64_t now[MEMORY_WORDS], differs = 0;

	memcpy(now, own, 2 * sizeof now[0]);
	memcpy(now + 2, full, 2 * sizeof now[0]);
	memcpy(now + 4, (const uint8_t *)g + offsetof(struct rails, place), sizeof now[0]);
	for (int i = 0; i < MEMORY_WORDS; i++)
		differs |= now[i] ^ m->from[i];
	memcpy(m->from, now, sizeof now);
	return !differs;
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
	cost = (cost | tops) - tensor_spread(crews) * b->rails.crew;
	cost = (cost & (cost >> 7 & ones) * 127) + ones * (uint64_t)more;
	tensor_bytes(out->of[0], cost, sizeof out->of[0]);
	tensor_bytes(out->of[1], cost + ones * b->rails.fee, sizeof out->of[1]);
}

/* A set of hexes by their numbers on the map: a whole word, and the rest of the last tile. */
enum { MAP_WORDS = 2 };
_Static_assert(RAILS_TILES == 4 && RAILS_MAP > 64 && 3 * RAILS_HEXES < 64, "as many tiles as that");
struct map_set { uint64_t word[MAP_WORDS]; };

static inline struct map_set on_map(const uint32_t of[RAILS_TILES])
{
	const uint64_t last = of[3];

	return (struct map_set){ { of[0] | (uint64_t)of[1] << RAILS_HEXES | (uint64_t)of[2] << 2 * RAILS_HEXES | last << 3 * RAILS_HEXES, last >> (64 - 3 * RAILS_HEXES) } };
}

/* All hexes of the map in a row, a byte each. */
static inline void show_hexes(const uint32_t of[RAILS_TILES], uint8_t out[RAILS_MAP])
{
	const struct map_set set = on_map(of);

	tensor_bits(out, set.word[0], 64);
	tensor_bits(out + 64, set.word[1], RAILS_MAP - 64);
}

/* Where each hex of the map is in the box: a table, because sites are many and the way there is long. */
#define IN_BOX(TILE, HEX) offsetof(struct rails_box, tile[TILE].hex[HEX])
#define TILE_IN_BOX(T) IN_BOX(T, 0), IN_BOX(T, 1), IN_BOX(T, 2), IN_BOX(T, 3), IN_BOX(T, 4), IN_BOX(T, 5), IN_BOX(T, 6), IN_BOX(T, 7), IN_BOX(T, 8), IN_BOX(T, 9), \
	IN_BOX(T, 10), IN_BOX(T, 11), IN_BOX(T, 12), IN_BOX(T, 13), IN_BOX(T, 14), IN_BOX(T, 15), IN_BOX(T, 16), IN_BOX(T, 17), IN_BOX(T, 18)
static const uint16_t in_box[RAILS_MAP] = { TILE_IN_BOX(0), TILE_IN_BOX(1), TILE_IN_BOX(2), TILE_IN_BOX(3) };

/* Where the looker may build. `one` has a track of somebody. */
static void show_sites(const struct box *b, const uint32_t sites[RAILS_TILES], const uint32_t one[RAILS_TILES], const struct prices *price, struct tensor *restrict o)
{
	const struct map_set all = on_map(sites), shared = on_map(one);

	for (int i = 0; i < MAP_WORDS; i++)
		for (uint64_t left = all.word[i]; left; left &= left - 1) {
			const int at = __builtin_ctzll(left), hex = 64 * i + at;
			const struct rails_hex *is = (const struct rails_hex *)((const char *)&b->rails + in_box[hex]);
			const unsigned fee = shared.word[i] >> at & 1;
			o->site[hex] = price->of[fee][is->terrain];
			o->star[hex] = is->star & !fee;
		}
}

static void show_map(const struct box *b, const struct rails *g, int seat, const struct seats *seats, struct memory *memory, struct tensor *restrict o)
{
	const struct rails_side *me = &g->side[seat];
	uint32_t one[RAILS_TILES] = { 0 }, two[RAILS_TILES] = { 0 }, full[RAILS_TILES], site[RAILS_TILES] = { 0 };
	uint64_t trains = 0, cities = 0;        /* trains in each city, and a 1 for each city that there is, a byte each */
	struct prices price;
	struct ground ground;

	for (int i = 0; i < g->sides; i++) {
		const uint32_t *track = g->side[i].track;
		for (int tile = 0; tile < RAILS_TILES; tile++) {
			two[tile] |= one[tile] & track[tile];
			one[tile] |= track[tile];
		}
		trains += tensor_spread(g->side[i].trains);
		show_hexes(track, o->track[seats->of[i]]);
	}
	show_hexes(me->near, o->near);
	for (int tile = 0; tile < RAILS_TILES; tile++) {
		const struct rails_tile *is = &b->rails.tile[tile];
		full[tile] = two[tile] & ~me->track[tile];
		if (!rails_in_play(g, tile))
			continue;
		o->tile[tile].here = o->tile[tile].place[g->place[tile]] = o->tile[tile].turned[g->turned[tile]] = 1;
		_Static_assert(RAILS_CITIES == 2 && NO_HEX >> 7 == 1 && NO_HEX % 32 >= RAILS_HEXES, "the top bit says that there is none; its place in a set is no hex");
		full[tile] |= 1u << is->city[0] % 32 | 1u << is->city[1] % 32;
		cities |= (uint64_t)((is->city[0] >> 7 | is->city[1] >> 7 << 8) ^ 0x0101) << 16 * tile;
		site[tile] = me->near[tile] & ~(me->track[tile] | full[tile]);
	}
	const bool known = recall(g, me->track, full, memory);
	if (!known)
		lay(b, g, me->track, full, &ground);    /* before the sites: what was stored row by row can then be loaded four rows at a time */
	tensor_bytes(o->room, CITY_TRAINS * cities - trains, ALL_CITIES);
	list_prices(b, g, seat, &price);
	show_sites(b, site, one, &price, o);
	if (!known)
		list_distances(b, g, &ground, memory->far);
	memcpy(o->far, memory->far, sizeof o->far);
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

	_Static_assert(offsetof(struct side, number) == 2, "the bytes of a company are in this order");
	tensor_bytes(&o->here, 1 | (uint64_t)(side >= s->players) << 8 | 0x10000ull << 8 * side, 6);
	o->active = (side == g->active) & (g->round > 0);
	o->first = side == g->first;
	o->money = tensor_byte(p->money);
	o->prestige = tensor_byte(p->prestige);
	memcpy((uint8_t *)o + offsetof(struct side, loans), (const uint8_t *)p + offsetof(struct rails_side, loans), 8);
	_Static_assert(offsetof(struct side, unlocked) == offsetof(struct side, loans) + 7 && offsetof(struct rails_side, unlocked) == offsetof(struct rails_side, loans) + 7,
		"loans, tracks, wagons, stars, longest, dealt, bought in both; the byte after them is written now");
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

void rails_observe_again(const struct box *b, const struct state *s, int seat, void *memory, uint8_t *out)
{
	const struct rails *g = &s->rails;
	struct looker looks = { .seat = seat, .seats = list_seats(seat, g->sides) };
	const struct seats *seats = &looks.seats;
	struct tensor *restrict o = (struct tensor *)out;
	struct gains gains = { { 0 } };

	tensor_clear(o, sizeof *o);
	show_table(b, s, o);
	const unsigned classes = show_cards(b, s, seat, o);
	rails_standing(g, &g->side[seat], classes_of(classes, 0), &looks.standing);       /* loans that would have to be repaid are not looked at */
	show_goals(b, g, &looks, &gains, o);
	show_map(b, g, seat, seats, memory, o);
	for (int k = 0; k < s->players && g->round > 0; k++)
		o->seat[seats->of[rails_seat_at(s, g->round, k)]].order[k] = 1;
	for (int i = 0; i < g->sides; i++) {
		struct side *its = &o->seat[seats->of[i]];
		show_side(s, i, its);
		its->points = tensor_byte(points(b, s, i, gains.of[i]));
		tensor_bits(its->classes, classes_of(classes, seats->of[i]), TRAIN_CLASSES);
	}
	if (s->option[RAILS_FREIGHT])
		freight_observe(&b->rails.freight, &g->freight, seat, g->sides, &o->quay);
}

void rails_observe(const struct box *b, const struct state *s, int seat, uint8_t *out)
{
	struct memory none = { { 0 }, { 0 } };

	rails_observe_again(b, s, seat, &none, out);
}
