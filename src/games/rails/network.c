/* Networks and routes (R46, R54, R55, R104, R105). A player's pieces are the nodes of a graph of at most 31; the city that is delivered to is
 * one more, next to the own tracks around it.
 *
 * The longest route is found exactly, by depth-first search over routes without a repeated hex. Two things keep the search small. Before
 * each step it is worked out which pieces still lie on some simple way from the last piece to the city (their blocks, joined at cut pieces);
 * no other piece is entered, so that every step belongs to a whole route. And the pay tops out at 9: the first route of 9 that meets the
 * condition ends the search. Therefore, where the condition is about one hex, only routes of at most 8 hexes are looked at before the answer
 * is there: at most 6 * 5^6 of them. Where it is about several hexes, routes that
 * lack two or more of them are followed further. docs/rules/rails.md says what this takes; bench/routes measures it. */
#include "rails.h"

enum { GOAL = RAILS_PIECES };           /* the node of the city */

/* A search for the longest route over some of the nodes. */
struct search {
	const uint32_t *next;           /* nodes beside each */
	uint32_t wanted;                /* nodes that the condition counts */
	int      needed;                /* how many of them; 0: any route will do */
	int      best;                  /* length of the longest route so far, ROUTE_MOST at most */
	uint32_t over;                  /* nodes that it leads over; of a route of ROUTE_MOST or more those known to be on it */
};

/* Which nodes are on the way -------------------------------------------------- */

struct blocks {
	const uint32_t *next;
	uint32_t open;                  /* not reached yet */
	uint32_t stack;                 /* reached, not yet put into a block */
	uint32_t between;               /* in a block between start and goal */
	int      clock;
	int8_t   when[ROUTE_NODES];
};

/* Lowest time that can be reached from the part of the tree below `node`. A child from which nothing above is reached closes a block. */
static int below(struct blocks *k, int node, int parent)
{
	int low = k->when[node] = (int8_t)k->clock++;

	k->open &= ~(1u << node);
	for (uint32_t left = k->next[node]; left; left &= left - 1) {
		int to = rails_lowest(left);
		if (to == parent)
			continue;
		if (!(k->open >> to & 1)) {
			if (k->when[to] >= 0 && k->when[to] < low)
				low = k->when[to];
			continue;
		}
		uint32_t before = k->stack, open = k->open;
		k->stack |= 1u << to;
		int reached = below(k, to, node);
		if (reached < low)
			low = reached;
		if (reached >= k->when[node]) {
			uint32_t found = open & ~k->open;               /* all that hangs below here */
			if (found >> GOAL & 1)
				k->between |= (k->stack & ~before) | 1u << node;
			k->stack = before;
		}
	}
	return low;
}

/* Nodes on some simple way from `start` to the city through `free` ones. */
static uint32_t on_the_way(const struct search *n, int start, uint32_t free)
{
	struct blocks k = { .next = n->next, .open = free | 1u << start };

	for (int i = 0; i < ROUTE_NODES; i++)
		k.when[i] = -1;
	below(&k, start, -1);
	return k.between;
}

/* The longest route ------------------------------------------------------------- */

/* Steps to the farthest of `these` on the way. Each piece on the way is on some route, and that route is longer by as many steps at least:
 * one hex that is missing can be met, and a long way need not be walked to its end. */
static int farthest(const struct search *n, int node, uint32_t way, uint32_t these)
{
	uint32_t edge = 1u << node, left = way & ~(1u << GOAL);
	int steps = 0, most = 0;

	for (; edge; steps++) {
		uint32_t next = 0;
		if (edge & these)
			most = steps;
		for (; edge; edge &= edge - 1)
			next |= n->next[rails_lowest(edge)];
		edge = next & left;
		left &= ~edge;
	}
	return most;
}

static bool keep(struct search *n, int length, uint32_t over)
{
	n->best = length;
	n->over = over;
	return n->best == ROUTE_MOST;
}

/* From `node`, the last of those in `over`; `free` are those that may follow. True: no longer one is needed. */
static bool extend(struct search *n, int node, uint32_t free, uint32_t over)
{
	uint32_t way = on_the_way(n, node, free) & ~(1u << node), to;
	int length = rails_bits(over), missing = n->needed - rails_bits(over & n->wanted);

	if (way == 0 || length + rails_bits(way) - 1 <= n->best || rails_bits(way & n->wanted) < missing)
		return false;
	for (to = n->next[node] & way; (to & (to - 1)) == 0 && !(to >> GOAL & 1); to = n->next[node] & way) {
		node = rails_lowest(to);                        /* the only way on: what lies on it does not change */
		way &= ~to;
		over |= to;
		missing -= (n->wanted & to) != 0;
		length++;
	}
	if (missing <= 1 && length + farthest(n, node, way, missing == 1 ? n->wanted : way) >= ROUTE_MOST)
		return keep(n, ROUTE_MOST, over);
	for (to &= ~(1u << GOAL); to; to &= to - 1)
		if (extend(n, rails_lowest(to), way & ~(to & -to), over | (to & -to)))
			return true;
	if (n->next[node] >> GOAL & 1 && missing <= 0 && length > n->best)
		return keep(n, length, over);
	return false;
}

static struct search longest(const struct routes *r, uint32_t wanted, int needed)
{
	struct search n = { .next = r->next, .wanted = wanted, .needed = needed };

	extend(&n, r->start, r->nodes & ~(1u << r->start), 1u << r->start);
	return n;
}

/* Pieces ---------------------------------------------------------------------------- */

/* All hexes with a piece of that side: tracks, and trains in cities. */
static struct hexes pieces_of(const struct box *b, const struct rails_side *of)
{
	struct hexes out;

	for (int tile = 0; tile < RAILS_TILES; tile++)
		out.of[tile] = of->track[tile];
	for (uint32_t left = of->trains; left; left &= left - 1) {
		int hex = rails_city_hex(b, rails_lowest(left));
		out.of[hex / RAILS_HEXES] |= 1u << hex % RAILS_HEXES;
	}
	return out;
}

/* R46, R104: cities next to one of the tracks that hang together with the one on the factory. */
unsigned rails_reaches(const struct box *b, const struct rails *g, int side, int factory, struct reach *k)
{
	const struct rails_side *of = &g->side[side];
	struct hexes pieces;

	if (rails_has(k->pieces.of, rails_factory_hex(b, factory)))
		return k->cities;
	pieces = pieces_of(b, of);
	k->pieces = rails_component(b, g, &pieces, rails_factory_hex(b, factory));
	k->cities = 0;
	for (int city = 0; city < ALL_CITIES; city++) {
		int hex = rails_in_play(g, city / RAILS_CITIES) ? rails_city_hex(b, city) : -1;
		if (hex < 0 || !rails_has(of->near, hex))
			continue;
		struct hexes around = rails_neighbours(b, g, hex);
		for (int tile = 0; tile < RAILS_TILES; tile++)
			if (around.of[tile] & k->pieces.of[tile] & of->track[tile])
				k->cities |= 1u << city;
	}
	return k->cities;
}

/* R107: the hexes of a route that a condition counts. */
static bool counts(const struct box *b, const struct rails *g, int side, int hex, const struct rails_condition *when)
{
	bool city = rails_hex(b, hex)->terrain == CITY;

	if (when->test == TEST_TERRAIN)
		return when->terrains >> rails_hex(b, hex)->terrain & 1;
	if (when->test != TEST_SHARED)
		return false;
	for (int i = 0; i < g->sides; i++)
		if (i != side && (city ? g->side[i].trains >> rails_city_on(b, hex) & 1 : rails_has(g->side[i].track, hex)))
			return true;
	return false;
}

void rails_open_routes(const struct box *b, const struct rails *g, int side, int factory, int city, struct routes *r)
{
	int origin = rails_factory_hex(b, factory), nodes = 0;
	struct hexes pieces = pieces_of(b, &g->side[side]), left = pieces;
	struct hexes around = rails_neighbours(b, g, rails_city_hex(b, city));
	int8_t node_on[RAILS_MAP] = { 0 };

	for (int hex = rails_take(&left); hex >= 0; hex = rails_take(&left)) {
		node_on[hex] = (int8_t)nodes;
		r->hex[nodes++] = (int8_t)hex;
	}
	r->side = (uint8_t)side;
	r->good = rails_hex(b, origin)->good;
	r->start = node_on[origin];
	r->nodes = 1u << GOAL | ((1u << nodes) - 1);
	r->next[GOAL] = 0;
	for (int i = 0; i < nodes; i++) {
		struct hexes next = rails_neighbours(b, g, r->hex[i]);
		r->next[i] = 0;
		for (int tile = 0; tile < RAILS_TILES; tile++)
			for (uint32_t of = next.of[tile] & pieces.of[tile]; of; of &= of - 1)
				r->next[i] |= 1u << node_on[tile * RAILS_HEXES + rails_lowest(of)];
		if (rails_has(around.of, r->hex[i]) && rails_has(g->side[side].track, r->hex[i])) {     /* R104: not from a train */
			r->next[i] |= 1u << GOAL;
			r->next[GOAL] |= 1u << i;
		}
	}
	r->any = 0;
	r->over = 0;
}

/* Outcomes --------------------------------------------------------------------------- */

static bool tells_apart(const struct rails_condition *when, int a, int than)
{
	return when->test == TEST_LENGTH && a >= when->n && than < when->n;
}

/* R105: lengths that pay the same are one class, unless an achievement or a contract tells them apart (Long Haul). */
static bool is_higher(const struct box *b, int a, int than)
{
	bool higher = b->rails.income[a - 1] > b->rails.income[than - 1] || b->rails.prestige[a - 1] > b->rails.prestige[than - 1];

	for (int i = 0; i < RAILS_GOALS; i++)
		higher |= tells_apart(&b->rails.goal[i].when, a, than);
	for (int i = 0; i < RAILS_CONTRACTS; i++)
		higher |= tells_apart(&b->rails.contract[i].when, a, than);
	return higher;
}

/* The longest route over n hexes that the condition counts; 0: there is none. */
static int longest_meeting(const struct box *b, const struct rails *g, const struct routes *r, const struct rails_condition *when)
{
	uint32_t wanted = 0;

	for (uint32_t left = r->nodes & ~(1u << GOAL); left; left &= left - 1)
		if (counts(b, g, r->side, r->hex[rails_lowest(left)], when))
			wanted |= left & -left;
	if (rails_bits(r->over & wanted) >= when->n)            /* the longest of all is one of them */
		return r->any;
	return rails_bits(wanted) < when->n ? 0 : longest(r, wanted, when->n).best;
}

bool rails_meets(const struct box *b, const struct rails *g, const struct routes *r, int card, int length)
{
	const struct rails_condition *when = &b->rails.card[card].when;

	switch (when->test) {
	case TEST_LENGTH: return length >= when->n;
	case TEST_GOODS:  return when->goods >> r->good & 1;
	default:          return length == longest_meeting(b, g, r, when);
	}
}

/* R105: the longest route that meets the condition of the card, and the longest of all where that is worth more or none meets it. */
int rails_outcomes(const struct box *b, const struct rails *g, struct routes *r, int card, struct outcome out[2])
{
	const struct rails_condition *when = &b->rails.card[card].when;
	int met, k = 0;

	if (r->any == 0) {
		struct search all = longest(r, 0, 0);
		r->any = (uint8_t)all.best;
		r->over = all.over;
	}
	if (when->test == TEST_LENGTH || when->test == TEST_GOODS)
		met = rails_meets(b, g, r, card, r->any) ? r->any : 0;
	else
		met = longest_meeting(b, g, r, when);
	if (met > 0)
		out[k++] = (struct outcome){ (uint8_t)met, true };
	if (met == 0 || is_higher(b, r->any, met))
		out[k++] = (struct outcome){ r->any, false };
	return k;
}
