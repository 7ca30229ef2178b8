/* A company's affairs: train cards and market, loans, achievements, contracts. */
#include "rails.h"

#include "core/tensor.h"

/* Cards -------------------------------------------------------------------- */

int rails_market(const struct rails *g, int place)
{
	uint32_t card = rails_cards(g, IN_MARKET + place, IN_MARKET + place + 1);

	return card ? rails_lowest(card) : -1;
}

/* R71, R113: also when the deck is empty. */
void rails_slide(struct rails *g, int place, int to)
{
	for (uint32_t left = rails_cards(g, IN_MARKET + place, IN_MARKET + RAILS_MARKET); left; left &= left - 1) {
		uint8_t *where = &g->where[rails_lowest(left)];
		*where = (uint8_t)(*where == IN_MARKET + place ? to : *where - 1);
	}
}

/* Money and prestige -------------------------------------------------------- */

/* R99: no limit of the rules; the cap keeps it within what an event can tell, and no game comes near it. */
void rails_pay(struct rails *g, int side, int money)
{
	int now = g->side[side].money + money;

	must(now >= 0);
	g->side[side].money = (uint16_t)(now < RAILS_MONEY ? now : RAILS_MONEY);
}

void rails_gain(struct rails *g, int side, int prestige)
{
	int now = g->side[side].prestige + prestige;

	g->side[side].prestige = (uint16_t)(now < RAILS_MONEY ? now : RAILS_MONEY);
}

/* R82; R111: not in a turn in which one was repaid. */
int rails_loan_refusal(const struct box *b, const struct state *s)
{
	const struct rails *g = &s->rails;

	if (g->side[g->active].loans >= b->rails.loans)
		return R(82);
	return g->dealing == REPAID ? R(111) : 0;
}

/* R83; R111: after the build step, and not in a turn in which one was taken. */
int rails_repay_refusal(const struct box *b, const struct state *s)
{
	const struct rails *g = &s->rails;
	const struct rails_side *p = &g->side[g->active];

	if (g->phase == RAILS_BUILD || g->phase == RAILS_THIRD || g->dealing == BORROWED)
		return R(111);
	return p->loans == 0 || p->money < b->rails.repay ? R(83) : 0;
}

int rails_credit(const struct box *b, const struct state *s)
{
	const struct rails_side *p = &s->rails.side[s->rails.active];
	int loans = rails_loan_refusal(b, s) ? 0 : b->rails.loans - p->loans;

	return p->money + loans * b->rails.loan;
}

/* Achievements and contracts --------------------------------------------------- */

unsigned rails_classes(const struct box *b, const struct rails *g, int side)
{
	unsigned seen = 0;

	for (uint32_t left = rails_cards(g, COLLECTED + side, COLLECTED + side + 1); left; left &= left - 1)
		seen |= 1u << b->rails.card[rails_lowest(left)].class;
	return seen;
}

/* What a side has delivered and built, the first good and the first terrain in the lowest byte of a word. */
static inline uint64_t bytes_from(const struct rails_side *p, size_t first, int n)
{
	uint64_t word;

	_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first goes to the lowest byte");
	memcpy(&word, (const uint8_t *)p + first, sizeof word);
	return word << 8 * (8 - n) >> 8 * (8 - n);
}

static inline uint64_t delivered(const struct rails_side *p)
{
	return bytes_from(p, offsetof(struct rails_side, delivered), RAILS_GOODS);
}

static inline uint64_t built(const struct rails_side *p)
{
	return bytes_from(p, offsetof(struct rails_side, built), RAILS_TERRAINS);
}

/* Those bytes of a word whose bits are set. */
static inline uint64_t chosen(uint64_t of, unsigned bits)
{
	_Static_assert(RAILS_GOODS <= 8 && RAILS_TERRAINS <= 8, "tensor_spread");
	return of & tensor_spread(bits & 255) * 255;
}

static inline int most_of_one(uint64_t of, unsigned goods)
{
	uint64_t left = chosen(of, goods);
	unsigned most = 0;

	for (int good = 0; good < RAILS_GOODS; good++, left >>= 8)
		most = (left & 255) > most ? left & 255 : most;
	return (int)most;
}

static int kinds(const struct rails_side *p)
{
	int n = 0;

	for (int good = 0; good < RAILS_GOODS; good++)
		n += p->delivered[good] > 0;
	return n;
}

/* The product has the sum of all bytes in its top one: nobody has more pieces than RAILS_PIECES. */
static inline int built_on(uint64_t of, unsigned terrains)
{
	return (int)(chosen(of, terrains) * 0x0101010101010101u >> 56);
}

static int bare_tiles(const struct rails *g, const struct rails_side *p)
{
	int n = 0;

	for (int tile = 0; tile < RAILS_TILES; tile++)
		n += rails_in_play(g, tile) && !p->track[tile];
	return n;
}

static int train_tiles(const struct rails_side *p)
{
	int n = 0;

	for (int tile = 0; tile < RAILS_TILES; tile++)
		n += (p->trains >> tile * RAILS_CITIES & ((1u << RAILS_CITIES) - 1)) != 0;
	return n;
}

int rails_progress(const struct rails *g, const struct rails_side *p, unsigned classes, const struct rails_condition *when)
{
	switch (when->test) {
	case TEST_LENGTH:      return p->longest;
	case TEST_TERRAIN:     return built_on(built(p), when->terrains);
	case TEST_GOODS:       return most_of_one(delivered(p), when->goods);
	case TEST_KINDS:       return kinds(p);
	case TEST_DELIVERIES:  return rails_bits(p->trains);    /* R118 */
	case TEST_CLASSES:     return rails_bits(classes);
	case TEST_STARS:       return p->stars;
	case TEST_TILES:       return -bare_tiles(g, p);
	case TEST_MONEY:
	case TEST_NO_LOAN:     return p->money;
	case TEST_TRAIN_TILES: return train_tiles(p);
	}
	panic("a condition that is not one of a company");
}

void rails_standing(const struct rails *g, const struct rails_side *p, unsigned classes, struct standing *out)
{
	*out = (struct standing){ .of = { [TEST_LENGTH] = p->longest, [TEST_KINDS] = kinds(p), [TEST_DELIVERIES] = rails_bits(p->trains),
		[TEST_CLASSES] = rails_bits(classes), [TEST_STARS] = p->stars, [TEST_TILES] = -bare_tiles(g, p), [TEST_MONEY] = p->money,
		[TEST_TRAIN_TILES] = train_tiles(p), [TEST_NO_LOAN] = p->money }, .delivered = delivered(p), .built = built(p) };
}

bool rails_holds_true(const struct box *b, const struct rails *g, int side, const struct rails_condition *when)
{
	const struct rails_side *p = &g->side[side];
	unsigned classes = when->test == TEST_CLASSES ? rails_classes(b, g, side) : 0;

	return rails_progress(g, p, classes, when) >= when->n && (when->test != TEST_NO_LOAN || p->loans == 0);
}

/* R64, R65, R109: all that hold now and are nobody's. */
void rails_claim(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	for (int i = 0; i < GOALS_OPEN; i++) {
		const struct rails_goal *goal = &b->rails.goal[g->goal[i]];
		if (g->claimed[i] != NO_SIDE || !rails_holds_true(b, g, g->active, &goal->when))
			continue;
		g->claimed[i] = g->active;                      /* R66 */
		TELL(told, CLAIMED, g->active, R(64), .thing = g->goal[i], .n = goal->prestige);
	}
}
