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

/* Which nodes are on the way -------------------------------------------------- */

/* The least depth at which one of those nodes was met, if it is less than `least`. */
static int least_depth(const uint8_t depth[ROUTE_NODES], uint32_t of, int least)
{
	for (; of; of &= of - 1)
		if (depth[rails_lowest(of)] < least)
			least = depth[rails_lowest(of)];
	return least;
}

/* Nodes on some simple way from `start` to the city through `free` ones, both ends included; 0: there is no way.
 *
 * They are the block that holds start and city when these two are taken for neighbours. A depth-first walk from the start finds it: a node whose
 * descendants reach nothing above it, the city reaching the start, cuts them off. */
static uint32_t on_the_way(const uint32_t next[ROUTE_NODES], int start, uint32_t free)
{
	uint8_t  node[ROUTE_NODES], low[ROUTE_NODES];           /* of the walk, by depth: where it stands, and the least depth reached from below */
	uint8_t  depth[ROUTE_NODES];                            /* by node */
	uint32_t before[ROUTE_NODES];                           /* by depth: what the block had when the walk came there */
	uint32_t met = 1u << start, open = free & ~met, block = 0;
	int d = 0;

	node[0] = (uint8_t)start;
	depth[start] = low[0] = 0;
	for (;;) {
		int here = node[d];
		uint32_t to = next[here] & open;
		if (to) {
			int there = rails_lowest(to);
			to &= -to;
			open ^= to;
			before[++d] = block;
			block |= to;
			node[d] = (uint8_t)there;
			depth[there] = (uint8_t)d;
			low[d] = (uint8_t)(there == GOAL ? 0 : least_depth(depth, next[there] & met & ~(1u << here), d));
			met |= to;
		} else if (d > 1) {
			int reached = low[d--];
			if (reached >= d)
				block = before[d + 1];
			else if (reached < low[d])
				low[d] = (uint8_t)reached;
		} else if (!(open >> GOAL & 1)) {
			return block | 1u << start;
		} else if (d == 0) {
			return 0;
		} else {
			block = 0;                                      /* the city is not on this side of the start */
			d = 0;
		}
	}
}

/* The longest route ------------------------------------------------------------- */

/* A search for the longest route over some of the nodes. */
struct search {
	const uint32_t *next;           /* nodes beside each */
	uint32_t wanted;                /* nodes that the condition counts */
	int      needed;                /* how many of them; 0: any route will do */
	int      best;                  /* length of the longest route so far, ROUTE_MOST at most */
	uint32_t over;                  /* nodes that it leads over; of a route of ROUTE_MOST or more those known to be on it */
};

/* A route so far: the nodes it leads over, those on its way on, and those of them that can be the next and were not tried yet. */
struct fork {
	uint32_t over, way, to;
	int8_t   length, missing;       /* missing: how many wanted nodes have to follow */
};

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

/* The most hexes that a route can come to. */
static int bound(const struct fork *f)
{
	return f->length + rails_bits(f->way) - 1;
}

/* Follows a route that ends at `node` to where it forks. True: no longer one is needed. */
static bool follow(struct search *n, int node, struct fork *f)
{
	uint32_t to;

	for (to = n->next[node] & f->way; (to & (to - 1)) == 0 && !(to >> GOAL & 1); to = n->next[node] & f->way) {
		node = rails_lowest(to);                        /* the only way on: what lies on it does not change */
		f->way &= ~to;
		f->over |= to;
		f->missing = (int8_t)(f->missing - ((n->wanted & to) != 0));
		f->length++;
	}
	f->to = to & ~(1u << GOAL);
	if (f->missing <= 1 && bound(f) >= ROUTE_MOST && f->length + farthest(n, node, f->way, f->missing == 1 ? n->wanted : f->way) >= ROUTE_MOST)
		return keep(n, ROUTE_MOST, f->over);
	return to >> GOAL & 1 && f->missing <= 0 && f->length > n->best && keep(n, f->length, f->over);
}

/* Routes from `start` that are longer than n->best, over the nodes of `way`, which are all on the way. */
static void extend(struct search *n, int start, uint32_t way)
{
	struct fork fork[RAILS_PIECES];                         /* each leads over one node more than the one before it */
	int node = start, top = 0;

	fork[0] = (struct fork){ .over = 1u << start, .way = way & ~(1u << start), .length = 1, .missing = (int8_t)(n->needed - (int)(n->wanted >> start & 1)) };
	for (;;) {
		struct fork *f = &fork[top];
		bool fits = f->way && bound(f) > n->best && (f->missing <= 0 || rails_bits(f->way & n->wanted) >= f->missing);
		if (fits && follow(n, node, f))
			return;
		for (top -= !fits; top >= 0 && (fork[top].to == 0 || bound(&fork[top]) <= n->best); top--)
			;
		if (top < 0)
			return;
		f = &fork[top++];
		uint32_t inland = f->to & ~n->next[GOAL];               /* first: routes that go on are the longer ones */
		node = rails_lowest(inland ? inland : f->to);
		uint32_t one = 1u << node;
		f->to &= ~one;
		fork[top] = (struct fork){ .over = f->over | one, .way = on_the_way(n->next, node, f->way & ~one) & ~one,
			.length = (int8_t)(f->length + 1), .missing = (int8_t)(f->missing - ((n->wanted & one) != 0)) };
	}
}

/* The longest route over so many of the wanted nodes, if it is longer than `least`. */
static struct search longest(const struct routes *r, uint32_t wanted, int needed, int least)
{
	struct search n = { .next = r->next, .wanted = wanted, .needed = needed, .best = least };

	extend(&n, r->start, r->nodes);
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

/* Those of a set of hexes of one tile that lie next to a hex. */
static uint32_t of_beside(const struct box *b, const struct rails *g, uint32_t of, int tile, int hex)
{
	int from = hex / RAILS_HEXES, here = hex % RAILS_HEXES;

	return of == 0 ? 0 : of & (from == tile ? rails_around[here] : rails_across(b, g, from, 1u << here, tile));
}

/* R46, R104: of the cities that are asked about, those next to one of the tracks that hang together with the one on the factory. */
unsigned rails_reaches(const struct box *b, const struct rails *g, int side, int factory, struct reach *k)
{
	const struct rails_side *of = &g->side[side];
	struct hexes pieces;

	if (rails_has(k->pieces.of, rails_factory_hex(b, factory)))
		return k->cities;
	pieces = pieces_of(b, of);
	k->pieces = rails_component(b, g, &pieces, rails_factory_hex(b, factory));
	k->cities = 0;
	for (unsigned left = k->asked; left; left &= left - 1)
		for (int tile = 0, hex = rails_city_hex(b, rails_lowest(left)); tile < RAILS_TILES; tile++)
			if (of_beside(b, g, k->pieces.of[tile] & of->track[tile], tile, hex))
				k->cities |= left & -left;
	return k->cities;
}

static void join(struct routes *r, int node, int other)
{
	r->next[node] |= 1u << other;
	r->next[other] |= 1u << node;
}

/* With the pieces of a set on one tile. */
static void join_all(struct routes *r, int node, const int8_t node_on[RAILS_HEXES], uint32_t of)
{
	for (; of; of &= of - 1)
		join(r, node, node_on[rails_lowest(of)]);
}

void rails_open_routes(const struct box *b, const struct rails *g, int side, int factory, int city, struct routes *r)
{
	int origin = rails_factory_hex(b, factory), goal = rails_city_hex(b, city), nodes = 0;
	struct hexes pieces = pieces_of(b, &g->side[side]);
	int8_t node_on[RAILS_TILES][RAILS_HEXES];

	r->next[GOAL] = 0;
	for (int tile = 0; tile < RAILS_TILES; tile++) {
		for (uint32_t left = pieces.of[tile]; left; left &= left - 1, nodes++) {
			int here = rails_lowest(left);
			node_on[tile][here] = (int8_t)nodes;
			r->hex[nodes] = (int8_t)(tile * RAILS_HEXES + here);
			r->next[nodes] = 0;
			join_all(r, nodes, node_on[tile], pieces.of[tile] & rails_around[here] & ((1u << here) - 1));
		}
		for (int other = 0; other < tile; other++)
			if (pieces.of[tile] && pieces.of[other])
				for (uint32_t left = pieces.of[tile] & rails_across(b, g, other, pieces.of[other], tile); left; left &= left - 1)
					join_all(r, node_on[tile][rails_lowest(left)], node_on[other],
						pieces.of[other] & rails_across(b, g, tile, left & -left, other));
	}
	for (int tile = 0; tile < RAILS_TILES; tile++)          /* R104: not from a train */
		join_all(r, GOAL, node_on[tile], of_beside(b, g, g->side[side].track[tile], tile, goal));
	r->side = (uint8_t)side;
	r->good = rails_hex(b, origin)->good;
	r->start = node_on[origin / RAILS_HEXES][origin % RAILS_HEXES];
	r->nodes = on_the_way(r->next, r->start, 1u << GOAL | ((1u << nodes) - 1));
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

/* R107: the hexes with pieces of other sides, trains in cities included. */
static struct hexes pieces_of_others(const struct box *b, const struct rails *g, int side)
{
	struct hexes out = { { 0 } };

	for (int i = 0; i < g->sides; i++) {
		if (i == side)
			continue;
		struct hexes of = pieces_of(b, &g->side[i]);
		for (int tile = 0; tile < RAILS_TILES; tile++)
			out.of[tile] |= of.of[tile];
	}
	return out;
}

/* R107: the nodes of routes that a condition about hexes counts. */
static uint32_t counted(const struct box *b, const struct rails *g, const struct routes *r, const struct rails_condition *when)
{
	bool by_terrain = when->test == TEST_TERRAIN;
	struct hexes others = { { 0 } };
	uint32_t wanted = 0;

	if (!by_terrain)
		others = pieces_of_others(b, g, r->side);
	for (uint32_t left = r->nodes & ~(1u << GOAL); left; left &= left - 1) {
		int hex = r->hex[rails_lowest(left)];
		if (by_terrain ? when->terrains >> rails_hex(b, hex)->terrain & 1 : rails_has(others.of, hex))
			wanted |= left & -left;
	}
	return wanted;
}

/* The longest route over n hexes that the condition counts, if it is longer than `least`; else that. */
static int longest_meeting(const struct box *b, const struct rails *g, const struct routes *r, const struct rails_condition *when, int least)
{
	uint32_t wanted = counted(b, g, r, when);

	if (rails_bits(r->over & wanted) >= when->n)            /* the longest of all is one of them */
		return r->any;
	return rails_bits(wanted) < when->n ? least : longest(r, wanted, when->n, least).best;
}

bool rails_meets(const struct box *b, const struct rails *g, const struct routes *r, int card, int length)
{
	const struct rails_condition *when = &b->rails.card[card].when;

	switch (when->test) {
	case TEST_LENGTH: return length >= when->n;
	case TEST_GOODS:  return when->goods >> r->good & 1;
	default:          return length == longest_meeting(b, g, r, when, length - 1);
	}
}

/* The tracks of a side that a condition about terrain counts. */
static int built_on(const struct rails_side *p, unsigned terrains)
{
	int n = 0;

	for (; terrains; terrains &= terrains - 1)
		n += p->built[rails_lowest(terrains)];
	return n;
}

bool rails_card_pays(const struct box *b, const struct rails *g, int card, int length)
{
	const struct rails_condition *when = &b->rails.card[card].when;
	struct routes r;

	r.good = rails_hex(b, rails_factory_hex(b, g->from))->good;
	if (when->test == TEST_TERRAIN && built_on(&g->side[g->active], when->terrains) < when->n)
		return false;
	if (when->test != TEST_LENGTH && when->test != TEST_GOODS)
		rails_open_routes(b, g, g->active, g->from, g->to, &r);
	return rails_meets(b, g, &r, card, length);
}

/* R105: the longest route that meets the condition of the card, and the longest of all where that is worth more or none meets it. */
int rails_outcomes(const struct box *b, const struct rails *g, struct routes *r, int card, struct outcome out[2])
{
	const struct rails_condition *when = &b->rails.card[card].when;
	int met, k = 0;

	if (r->any == 0) {
		struct search all = longest(r, 0, 0, 0);
		r->any = (uint8_t)all.best;
		r->over = all.over;
	}
	if (when->test == TEST_LENGTH || when->test == TEST_GOODS)
		met = rails_meets(b, g, r, card, r->any) ? r->any : 0;
	else
		met = longest_meeting(b, g, r, when, 0);
	if (met > 0)
		out[k++] = (struct outcome){ (uint8_t)met, true };
	if (met == 0 || (met < r->any && is_higher(b, r->any, met)))
		out[k++] = (struct outcome){ r->any, false };
	return k;
}

/* R54, R104: for a graph that somebody else has put together. */
int rails_longest(struct routes *r, uint32_t nodes)
{
	r->nodes = on_the_way(r->next, r->start, nodes | 1u << GOAL);
	r->any = (uint8_t)(r->nodes ? longest(r, 0, 0, 0).best : 0);
	return r->any;
}

/* One route to show ------------------------------------------------------------------ */

/* A search for a route of at least `least` and at most `most` hexes. */
struct trace {
	struct search of;
	int    least, most;
	int8_t node[RAILS_PIECES];      /* the route so far */
};

/* Routes from `start` over nodes on the way, in order, until one will do. Returns its length; 0: there is none. */
static int trace(struct trace *t, int start, uint32_t nodes)
{
	uint32_t way[RAILS_PIECES], to[RAILS_PIECES];           /* of each piece of the route: what is on the way from there, and what was not tried yet */
	uint32_t over = 1u << start, free = nodes & ~over;
	int n = 1, node = start;

	for (;;) {
		int missing = t->of.needed - rails_bits(over & t->of.wanted);
		t->node[n - 1] = (int8_t)node;
		if (n >= t->least && missing <= 0 && t->of.next[node] >> GOAL & 1)
			return n;
		way[n - 1] = n < t->most ? on_the_way(t->of.next, node, free) & ~(1u << node) : 0;
		bool fits = n + rails_bits(way[n - 1]) - 1 >= t->least && rails_bits(way[n - 1] & t->of.wanted) >= missing;
		to[n - 1] = fits ? t->of.next[node] & way[n - 1] & ~(1u << GOAL) : 0;
		for (; to[n - 1] == 0; n--) {
			if (n == 1)
				return 0;
			over &= ~(1u << t->node[n - 1]);
		}
		node = rails_lowest(to[n - 1]);
		to[n - 1] &= to[n - 1] - 1;
		free = way[n - 1] & ~(1u << node);
		over |= 1u << node;
		n++;
	}
}

int rails_route(const struct box *b, const struct rails *g, const struct routes *r, int card, int length, int8_t hexes[RAILS_PIECES])
{
	const struct rails_condition *when = &b->rails.card[card].when;
	bool over_hexes = when->test == TEST_TERRAIN || when->test == TEST_SHARED;
	struct trace t = { .of = { .next = r->next }, .least = length };
	int n;

	if (over_hexes && rails_meets(b, g, r, card, length)) {
		t.of.wanted = counted(b, g, r, when);
		t.of.needed = when->n;
	}
	t.most = length;
	n = trace(&t, r->start, r->nodes);
	if (n == 0 && length == ROUTE_MOST) {                   /* R105: it is that or more */
		t.most = RAILS_PIECES;
		n = trace(&t, r->start, r->nodes);
	}
	for (int i = 0; i < n; i++)
		hexes[i] = r->hex[t.node[i]];
	return n;
}
