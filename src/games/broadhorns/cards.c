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

int broad_hand(const struct broadhorns *g, int seat)
{
	int n = 0;

	for (int i = 0; i < AGES; i++)
		n += g->player[seat].held[i];
	return n;
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
static void sort_alike(struct broadhorns *g)
{
	static const uint8_t kind[] = { FIRST_ICE, FIRST_PEDDLER, FIRST_CURRENT, FIRST_SPOIL };

	for (int i = 0; i < 3; i++)
		for (int card = kind[i] + 1; card < kind[i + 1]; card++)
			for (uint8_t *at = &g->where[card]; at > &g->where[kind[i]] && at[-1] > at[0]; at--) {
				uint8_t place = at[0];
				at[0] = at[-1];
				at[-1] = place;
			}
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
	if (card >= FIRST_ICE && card < FIRST_SPOIL)
		sort_alike(g);
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

/* From the end: spoil cards are in no hand, so that they are the likeliest in the piles. */
bool broad_has(const struct broadhorns *g, int where)
{
	int card = BROAD_CARDS;

	while (card > 0 && g->where[card - 1] != where)
		card--;
	return card > 0;
}

int broad_aboard(const struct broadhorns *g, int seat)
{
	int n = 0;

	for (int card = FIRST_TRAVELER; card < FIRST_TRAVELER + TRAVELERS; card++)
		n += g->where[card] == ABOARD + seat;
	return n;
}

bool broad_can_draw(const struct broadhorns *g)
{
	for (int card = 0; card < FIRST_SPOIL; card++)
		if (g->where[card] == IN_PILE || g->where[card] == IN_DISCARD)
			return true;
	return false;
}

/* B101: the discard pile becomes the pile, and every card in a hand is now older than it. */
void broad_reshuffle(struct broadhorns *g)
{
	for (int card = 0; card < BROAD_CARDS; card++) {
		int where = g->where[card];
		if (where == IN_DISCARD)
			place(g, card, IN_PILE);
		else if (is_in_hand(where) && age(where) < AGES - 1)
			place(g, card, where + 1);
	}
	sort_alike(g);
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
