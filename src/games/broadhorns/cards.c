/* Where the cards are, and what a seat knows of it (B175). Spoil cards never enter a hand, so everybody always knows which of them are
 * in the pile. Of the others, what is not in sight is in a hand or in the pile; which of the two is known for those that were in
 * sight when the pile was last made: see the ages in state.h. */
#include "broadhorns.h"

static bool is_in_hand(int where)
{
	return where >= IN_HAND && where < UNSEEN;
}

static int holder(int where)
{
	return (where - IN_HAND) / AGES;
}

static int age(int where)
{
	return (where - IN_HAND) % AGES;
}

/* One of n alike in that hand; -1: none. */
static int find(const struct broadhorns *g, int seat, int first, int n)
{
	for (int card = first; card < first + n; card++)
		if (broad_holds(g, seat, card))
			return card;
	return -1;
}

int broad_spoil_type(const struct box *b, int card)
{
	int type = 0;

	for (int left = card - FIRST_SPOIL; left >= b->broadhorns.spoil[type]; type++)
		left -= b->broadhorns.spoil[type];
	return type;
}

int broad_face(int card)
{
	if (card < FIRST_ICE)
		return card;
	return card < FIRST_PEDDLER ? FACE_ICE : card < FIRST_CURRENT ? FACE_PEDDLER : FACE_CURRENT;
}

int broad_card_of(const struct broadhorns *g, int seat, int face)
{
	switch (face) {
	case FACE_ICE:     return find(g, seat, FIRST_ICE, ICES);
	case FACE_PEDDLER: return find(g, seat, FIRST_PEDDLER, PEDDLERS);
	case FACE_CURRENT: return find(g, seat, FIRST_CURRENT, CURRENTS);
	default:           return find(g, seat, face, 1);
	}
}

/* Cards that are alike are kept in the order of their places: which of them is where means nothing, and nobody can tell. */
static void sort_kind(struct broadhorns *g, int first, int n)
{
	for (int card = first + 1; card < first + n; card++)
		for (uint8_t *at = &g->where[card]; at > &g->where[first] && at[-1] > at[0]; at--) {
			uint8_t place = at[0];
			at[0] = at[-1];
			at[-1] = place;
		}
}

static void sort_alike(struct broadhorns *g)
{
	sort_kind(g, FIRST_ICE, ICES);
	sort_kind(g, FIRST_PEDDLER, PEDDLERS);
	sort_kind(g, FIRST_CURRENT, CURRENTS);
}

static void place(struct broadhorns *g, int card, int where)
{
	if (is_in_hand(g->where[card]))
		g->player[holder(g->where[card])].held[age(g->where[card])]--;
	g->where[card] = (uint8_t)where;
	if (is_in_hand(where))
		g->player[holder(where)].held[age(where)]++;
}

void broad_put(struct broadhorns *g, int card, int where)
{
	place(g, card, where);
	if (card < FIRST_ICE || card >= FIRST_SPOIL)
		return;
	if (card < FIRST_PEDDLER)
		sort_kind(g, FIRST_ICE, ICES);
	else if (card < FIRST_CURRENT)
		sort_kind(g, FIRST_PEDDLER, PEDDLERS);
	else
		sort_kind(g, FIRST_CURRENT, CURRENTS);
}

/* A card of that face leaves the hand for the discard pile. Its age is the answer: since hands are counted by age, it is seen. */
int broad_play(struct broadhorns *g, int seat, int face)
{
	int card = broad_card_of(g, seat, face), old = age(g->where[card]);

	broad_put(g, card, IN_DISCARD);                         /* B113 */
	return old;
}

bool broad_is_sorted(const struct broadhorns *g)
{
	for (int card = FIRST_ICE; card + 1 < FIRST_SPOIL; card++)
		if (broad_face(card) == broad_face(card + 1) && g->where[card] > g->where[card + 1])
			return false;
	return true;
}

void broad_take(struct broadhorns *g, int seat, int card)
{
	broad_put(g, card, IN_HAND + AGES * seat);
}

int broad_count(const struct broadhorns *g, int where)
{
	int n = 0;

	for (int card = 0; card < BROAD_CARDS; card++)
		n += g->where[card] == where;
	return n;
}

int broad_aboard(const struct broadhorns *g, int seat)
{
	int n = 0;

	for (int card = FIRST_TRAVELER; card < FIRST_TRAVELER + TRAVELERS; card++)
		n += g->where[card] == ABOARD + seat;
	return n;
}

uint64_t broad_travelers_at(const struct broadhorns *g, int where)
{
	_Static_assert(TRAVELERS == 16, "two words of eight");
	return broad_are_at(g, FIRST_TRAVELER, (uint64_t)where) | broad_are_at(g, FIRST_TRAVELER + 8, (uint64_t)where) << 8;
}

uint64_t broad_spoils_at(const struct broadhorns *g, int where)
{
	_Static_assert(SPOILS > 8 && SPOILS <= 16, "two words of eight");
	return broad_are_at(g, FIRST_SPOIL, (uint64_t)where) | broad_are_at(g, BROAD_CARDS - 8, (uint64_t)where) << (SPOILS - 8);
}

/* From the end: spoil cards are in no hand, so that they are the likeliest in the pile. */
bool broad_has_pile(const struct broadhorns *g)
{
	_Static_assert(IN_PILE == 0, "broad_zeros finds the cards in the pile");
	for (int card = BROAD_CARDS - 8; card > 0; card -= 8)
		if (broad_zeros(broad_eight(g, card)))
			return true;
	return broad_zeros(broad_eight(g, 0)) != 0;
}

bool broad_can_draw(const struct broadhorns *g)
{
	const uint64_t either = 0x0101010101010101u;            /* IN_PILE and IN_DISCARD are the two that differ in the lowest bit alone */

	_Static_assert((IN_PILE | IN_DISCARD) == 1, "both are zero without their lowest bit");
	for (int card = FIRST_SPOIL - 8; card > 0; card -= 8)
		if (broad_zeros(broad_eight(g, card) & ~either))
			return true;
	return broad_zeros(broad_eight(g, 0) & ~either) != 0;
}

/* B101: the discard pile becomes the pile, and every card in a hand is now older than it. Nothing overtakes anything in this, so cards that
 * are alike stay sorted. */
void broad_reshuffle(struct broadhorns *g)
{
#define TOWNS(n)   AT_TOWN + n, AT_TOWN + n + 1, AT_TOWN + n + 2, AT_TOWN + n + 3, AT_TOWN + n + 4
#define HAND(seat) YOUNGER(IN_HAND + AGES * seat + 1), IN_HAND + AGES * seat + AGES - 1
#define YOUNGER(n) n, n + 1, n + 2, n + 3, n + 4
	static const uint8_t after[] = {                        /* by place before */
		IN_PILE, IN_PILE, SET_ASIDE, TOWNS(0), TOWNS(5), ABOARD, ABOARD + 1, ABOARD + 2, ABOARD + 3, HAND(0), HAND(1), HAND(2), HAND(3),
		/* In views, where `facts` tries moves out: the youngest may lie in the pile. */
		UNSEEN, UNSEEN + 2, UNSEEN + 3, UNSEEN + 4, UNSEEN + 5, UNSEEN + 5
	};

	_Static_assert(sizeof after == BROAD_WHERES && AGES == 6, "every place has one that comes after it");
	_Static_assert(IN_PILE == 0 && IN_DISCARD == 1 && BROAD_CARDS % 8 == 1 && BROAD_WHERES <= 128, "eight cards are shuffled together");
	for (int first = 0; first < BROAD_CARDS - 1; first += 8) {      /* most lie in the discard pile; those in hands are few */
		uint64_t eight = broad_eight(g, first), hands = (eight + (128 - IN_HAND) * 0x0101010101010101u) & 0x8080808080808080u;
		eight ^= broad_zeros(eight ^ IN_DISCARD * 0x0101010101010101u) >> 7;
		memcpy(g->where + first, &eight, sizeof eight);
		for (; hands; hands &= hands - 1) {
			uint8_t *where = &g->where[first + __builtin_ctzll(hands) / 8];
			*where = after[*where];
		}
	}
	g->where[BROAD_CARDS - 1] = after[g->where[BROAD_CARDS - 1]];
	for (int seat = 0; seat < BROAD_PLAYERS; seat++) {
		uint8_t *held = g->player[seat].held;
		held[AGES - 1] = (uint8_t)(held[AGES - 1] + held[AGES - 2]);
		memmove(held + 1, held, AGES - 2);
		held[0] = 0;
	}
}

/* What a seat may know ------------------------------------------------------ */

void broad_view(const struct box *b, const struct state *s, int seat, struct state *out)
{
	const struct broadhorns *g = &s->broadhorns;

	(void)b;
	for (int card = 0; card < BROAD_CARDS; card++) {
		int where = g->where[card];
		if (is_in_hand(where) && holder(where) != seat)
			where = UNSEEN + age(where);
		else if (where == IN_PILE && card < FIRST_SPOIL)
			where = UNSEEN;
		out->broadhorns.where[card] = (uint8_t)where;
	}
	sort_alike(&out->broadhorns);
}

/* How many cards there are like this one in the pile, this one being the first of them; 0: it is not in the pile, or not the first. */
int broad_drawable(const struct broadhorns *g, int card)
{
	int n = 1;

	if (g->where[card] != IN_PILE)
		return 0;
	if (card < FIRST_ICE || card >= FIRST_SPOIL)
		return 1;
	if (card > FIRST_ICE && broad_face(card - 1) == broad_face(card))
		return 0;                                       /* sorted: the first is in the pile, too */
	while (card + n < FIRST_SPOIL && broad_face(card + n) == broad_face(card) && g->where[card + n] == IN_PILE)
		n++;
	return n;
}

/* Adds a draw for each card whose bit is set, the lowest being that of the card `first`. */
static inline int add_draws(uint64_t cards, int first, struct moves *out, int n)
{
	for (; cards; cards &= cards - 1)
		out->id[n++] = (uint16_t)(MOVE_DRAW + first + __builtin_ctzll(cards));
	return n;
}

/* Those in the pile that are no spoil cards: a bit for each. */
static inline uint64_t in_pile(const struct broadhorns *g)
{
	const uint64_t no_spoils = ((uint64_t)1 << FIRST_SPOIL) - 1;
	uint64_t pile = 0;

	for (int card = 0; card < FIRST_SPOIL; card += 8)
		pile |= broad_are_at(g, card, IN_PILE) << card;
	return pile & no_spoils;
}

/* Of cards that are alike the first speaks for all. */
static const uint64_t speakers = (((uint64_t)1 << FIRST_ICE) - 1) | (uint64_t)1 << FIRST_ICE | (uint64_t)1 << FIRST_PEDDLER | (uint64_t)1 << FIRST_CURRENT;

/* Half of all moves are draws from a pile of dozens. */
void broad_draws(const struct broadhorns *g, struct moves *out)
{
	int n = add_draws(in_pile(g) & speakers, 0, out, 0);

	out->n = add_draws(broad_spoils_at(g, IN_PILE), FIRST_SPOIL, out, n);
}

/* How many bits of each byte of a word are set. */
static inline uint64_t bits_by_byte(uint64_t of)
{
	of -= of >> 1 & 0x5555555555555555u;
	of = (of & 0x3333333333333333u) + (of >> 2 & 0x3333333333333333u);
	return (of + (of >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
}

/* The place of the k-th bit of a word, from 0; `up_to` has in each byte how many there are in it and in those below. */
static inline int bit_at(uint64_t of, uint64_t up_to, unsigned k)
{
	const uint64_t ones = 0x0101010101010101u, tops = ones << 7;
	const uint64_t passed = ((ones * k | tops) - up_to) & tops;     /* bytes after which there are k or fewer */
	const int first = (int)((passed >> 7) * ones >> 56) * 8;

	of >>= first;
	for (k -= (unsigned)(up_to << 8 >> first & 255); k > 0; k--)
		of &= of - 1;
	return first + __builtin_ctzll(of);
}

/* Alike are sorted, and IN_PILE is the first place: so those in the pile are the first of their kind, and the order of cards is that of the weights. */
int broad_drawn(const struct broadhorns *g, struct rng *r)
{
	const uint64_t ones = 0x0101010101010101u, pile = in_pile(g), spoils = broad_spoils_at(g, IN_PILE);
	const uint64_t up_to = bits_by_byte(pile) * ones, spoils_up_to = bits_by_byte(spoils) * ones;
	const unsigned others = (unsigned)(up_to >> 56), all = others + (unsigned)(spoils_up_to >> 56);

	const uint64_t faces = pile & speakers;

	if (spoils ? !faces && !(spoils & (spoils - 1)) : !(faces & (faces - 1)))
		return -1;                                      /* one move alone, or none: there is nothing to draw */
	unsigned drawn = rng_below(r, all);
	if (drawn >= others)
		return MOVE_DRAW + FIRST_SPOIL + bit_at(spoils, spoils_up_to, drawn - others);
	int card = bit_at(pile, up_to, drawn);
	return MOVE_DRAW + (card < FIRST_ICE ? card : card < FIRST_PEDDLER ? FIRST_ICE : card < FIRST_CURRENT ? FIRST_PEDDLER : FIRST_CURRENT);
}

/* Every way to deal the unseen cards of an age to the hands that hold some of it is equally likely; what is left of age 0 is the pile. */
void broad_guess(const struct box *b, struct state *view, int seat, struct rng *r)
{
	struct broadhorns *g = &view->broadhorns;
	uint8_t unseen[AGES][BROAD_CARDS];
	int n[AGES] = { 0 };

	(void)b;
	for (int card = 0; card < BROAD_CARDS; card++)
		if (g->where[card] >= UNSEEN && g->where[card] < BROAD_WHERES) {
			int old = g->where[card] - UNSEEN;
			unseen[old][n[old]++] = (uint8_t)card;
			g->where[card] = IN_PILE;
		}
	for (int i = 0; i < view->players; i++)
		for (int old = 0; i != seat && old < AGES; old++)
			for (int k = 0; k < g->player[i].held[old] && n[old] > 0; k++) {
				uint32_t pick = rng_below(r, (uint32_t)n[old]);
				g->where[unseen[old][pick]] = (uint8_t)(IN_HAND + AGES * i + old);
				unseen[old][pick] = unseen[old][--n[old]];
			}
	sort_alike(g);
}
