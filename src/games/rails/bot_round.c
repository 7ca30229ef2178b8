#include "games/rails/bot_round.h"

#include <math.h>
#include <string.h>

#include "games/rails/bot_ground.h"

enum { GOAL_NODE = RAILS_PIECES, WAY_MOST = 2 };

/* What deliveries and tracks are chosen by, in prestige. */
static const float
	dollar  = 0.4F,                 /* for each, while there are ... */
	late    = 4,                    /* ... that many rounds left; less and less after that */
	reach   = 6,                    /* so much work halves what a delivery is worth */
	windings = 0.8F,                /* part of all pieces that a route can lead over */
	credit  = 1.5F,                 /* what a loan costs */
	container = 0.4F,               /* on a ship */
	nearer  = 0.25F;                /* part of a goal for a step towards it, by how many are missing */
enum { CARDS_WANTED = 2 };              /* whoever has as many buys none */

/* One company as it will be. */
struct company {
	struct rails_set own, near;     /* tracks; hexes beside pieces */
	uint8_t  away[RAILS_LANES];     /* work until each target is reached */
	struct routes net;              /* its pieces as nodes */
	int      nodes;
	uint8_t  node_on[RAILS_MAP];    /* where there is a piece */
	uint32_t on[RAILS_TERRAINS];    /* nodes on each terrain */
	uint32_t held;                  /* cards that are known */
	int      hand;
	float    earned, length;
	int      deliveries;
	/* What goals add: to a delivery of a good, to one on a tile, to any; to a track on each terrain; to a star. */
	float    good[RAILS_GOODS], tile[RAILS_TILES], every, ground[RAILS_TERRAINS], star;
	float    far;                   /* to a route of `far_from` or more */
	int      far_from;
};

struct reckoning {
	const struct box *box;
	const struct rails_map *map;
	struct state then;
	struct rails *g;                /* in it */
	struct company company[RAILS_SIDES];
	struct rails_set once, twice;   /* where there are tracks of a company, of two */
	float rounds;                   /* left */
	float dollar;                   /* what one is worth now */
	int   deck, room;
	bool  over;
	const struct rails_pair *under_way;     /* the delivery that has been chosen already; NULL: none */
};

/* How a target is reached with the next tracks. */
struct way { uint8_t tracks, cost, hex[WAY_MOST]; };

/* A delivery that can be made in this turn. */
struct chance { const struct rails_pair *pair; struct way way; uint8_t length, card; bool meets; float worth; };
enum { NO_CARD = 255, TOO_FAR = 100 };

/* Pieces ---------------------------------------------------------------------------------------- */

static void add_node(const struct reckoning *a, struct company *c, int hex)
{
	const int node = c->nodes++;
	const int terrain = rails_hex(a->box, hex)->terrain;

	c->net.next[node] = 0;
	c->net.hex[node] = (int8_t)hex;
	c->on[terrain] |= 1u << node;
	c->node_on[hex] = (uint8_t)node;
	for (struct rails_set left = a->map->beside[hex]; rails_any(left); ) {
		const int other = c->node_on[rails_take_hex(&left)];
		if (other == RAILS_NEVER)
			continue;
		c->net.next[node] |= 1u << other;
		c->net.next[other] |= 1u << node;
	}
}

static void drop_node(const struct reckoning *a, struct company *c)
{
	const int node = --c->nodes, hex = c->net.hex[node];

	for (uint32_t left = c->net.next[node]; left; left &= left - 1)
		c->net.next[rails_lowest(left)] &= ~(1u << node);
	c->on[rails_hex(a->box, hex)->terrain] &= ~(1u << node);
	c->node_on[hex] = RAILS_NEVER;
}

static void come_near(const struct reckoning *a, struct company *c, int hex)
{
	for (int i = 0; i < RAILS_LANES; i++)
		c->away[i] = a->map->away[hex][i] < c->away[i] ? a->map->away[hex][i] : c->away[i];
}

static void set_company(struct reckoning *a, int seat)
{
	struct company *c = &a->company[seat];
	const struct rails_side *p = &a->g->side[seat];

	c->own = rails_set_of(p->track);
	c->near = rails_set_of(p->near);
	c->nodes = 0;
	c->earned = c->length = 0;
	c->deliveries = 0;
	c->held = rails_hand_of(a->g, seat);
	c->hand = rails_hand(a->g, seat);
	memset(c->away, RAILS_NEVER, sizeof c->away);
	memset(c->node_on, RAILS_NEVER, sizeof c->node_on);
	memset(c->on, 0, sizeof c->on);
	for (struct rails_set left = c->own; rails_any(left); ) {
		const int hex = rails_take_hex(&left);
		add_node(a, c, hex);
		come_near(a, c, hex);
	}
	for (uint32_t left = p->trains; left; left &= left - 1) {
		const int hex = a->map->city[rails_lowest(left)];
		add_node(a, c, hex);
		come_near(a, c, hex);
	}
}

static int cost_of(const struct reckoning *a, int seat, int hex)
{
	return rails_terrain_cost(a->box, &a->g->side[seat], rails_hex(a->box, hex)->terrain) + (rails_in_set(a->once, hex) ? a->box->rails.fee : 0);
}

/* Where it may build now. */
static struct rails_set sites_of(const struct reckoning *a, const struct company *c)
{
	return rails_without(rails_without(rails_without(c->near, c->own), a->twice), a->map->land[CITY]);
}

/* With loans where the money does not do. */
static void pay(struct reckoning *a, int seat, int money)
{
	struct rails_side *p = &a->g->side[seat];

	while (p->money < money && p->loans < a->box->rails.loans) {
		p->loans++;
		p->money = (uint16_t)(p->money + a->box->rails.loan);
	}
	p->money = (uint16_t)(p->money > money ? p->money - money : 0);
}

static void gain(struct reckoning *a, int seat, int prestige, int money)
{
	a->g->side[seat].prestige = (uint16_t)(a->g->side[seat].prestige + prestige);
	a->g->side[seat].money = (uint16_t)(a->g->side[seat].money + money);
	a->company[seat].earned += (float)prestige;
}

static void lay(struct reckoning *a, int seat, int hex)
{
	struct company *c = &a->company[seat];
	struct rails_side *p = &a->g->side[seat];
	const struct rails_set one = rails_one_hex(hex);
	const struct rails_hex *on = rails_hex(a->box, hex);
	const bool shared = rails_in_set(a->once, hex);

	pay(a, seat, cost_of(a, seat, hex));
	for (int other = 0; other < a->then.players && shared; other++)
		if (rails_in_set(a->company[other].own, hex))
			gain(a, other, 0, a->box->rails.fee);
	if (on->star && !shared) {
		p->stars++;
		gain(a, seat, a->box->rails.star, 0);
	}
	p->tracks--;
	p->built[on->terrain]++;
	p->track[hex / RAILS_HEXES] |= 1u << hex % RAILS_HEXES;
	a->twice = rails_both(a->twice, rails_common(a->once, one));
	a->once = rails_both(a->once, one);
	c->own = rails_both(c->own, one);
	c->near = rails_both(c->near, a->map->beside[hex]);
	add_node(a, c, hex);
	come_near(a, c, hex);
}

/* Goals ------------------------------------------------------------------------------------------- */

static void look_at(struct company *c, const struct rails_side *p, const struct rails_goal *goal, int lacks)
{
	const float more = (float)goal->prestige * (lacks == 1 ? 1 : nearer / (float)(lacks - 1));

	switch (goal->when.test) {
	case TEST_GOODS:
		for (int good = 0; good < RAILS_GOODS; good++)
			if (goal->when.goods >> good & 1 && p->delivered[good] + lacks == goal->when.n)
				c->good[good] += more;
		break;
	case TEST_KINDS:
		for (int good = 0; good < RAILS_GOODS; good++)
			c->good[good] += p->delivered[good] == 0 ? more : 0;
		break;
	case TEST_TRAIN_TILES:
		for (int tile = 0; tile < RAILS_TILES; tile++)
			c->tile[tile] += p->trains >> tile * RAILS_CITIES & ((1u << RAILS_CITIES) - 1) ? 0 : more;
		break;
	case TEST_DELIVERIES:
		c->every += more;
		break;
	case TEST_TERRAIN:
		for (int terrain = 0; terrain < CITY; terrain++)
			c->ground[terrain] += goal->when.terrains >> terrain & 1 ? more : 0;
		break;
	case TEST_STARS:
		c->star += more;
		break;
	case TEST_LENGTH:
		c->far += (float)goal->prestige;
		c->far_from = goal->when.n;
		break;
	}
}

static void look_at_goals(struct reckoning *a, int seat)
{
	struct company *c = &a->company[seat];
	const struct rails_side *p = &a->g->side[seat];

	memset(c->good, 0, sizeof c->good);
	memset(c->tile, 0, sizeof c->tile);
	memset(c->ground, 0, sizeof c->ground);
	c->every = c->star = c->far = 0;
	for (int i = 0; i <= GOALS_OPEN; i++) {
		if (i < GOALS_OPEN ? a->g->claimed[i] != NO_SIDE : a->g->contract[seat] == NO_CONTRACT)
			continue;
		const struct rails_goal *goal = i < GOALS_OPEN ? &a->box->rails.goal[a->g->goal[i]] : &a->box->rails.contract[a->g->contract[seat]];
		if (goal->when.test == TEST_CLASSES)
			continue;
		const int lacks = goal->when.n - rails_progress(a->g, p, 0, &goal->when);
		if (lacks > 0 && (lacks <= 3 || goal->when.test == TEST_LENGTH))
			look_at(c, p, goal, lacks);
	}
}

/* Deliveries ------------------------------------------------------------------------------------------ */

/* The cheapest of these sites; -1: there is none. */
static int cheapest(const struct reckoning *a, int seat, struct rails_set of)
{
	int best = -1, least = TOO_FAR;

	while (rails_any(of)) {
		const int hex = rails_take_hex(&of), cost = cost_of(a, seat, hex);
		if (cost < least) {
			least = cost;
			best = hex;
		}
	}
	return best;
}

/* With one track or two to one of these hexes. */
static struct way way_to(const struct reckoning *a, int seat, struct rails_set of)
{
	const struct company *c = &a->company[seat];
	const struct rails_set sites = sites_of(a, c), free = rails_without(of, a->twice);
	const int next = cheapest(a, seat, rails_common(free, sites));
	struct way best = { .tracks = TOO_FAR };

	if (next >= 0)
		return (struct way){ 1, (uint8_t)cost_of(a, seat, next), { (uint8_t)next } };
	for (struct rails_set left = free; rails_any(left); ) {
		const int hex = rails_take_hex(&left), before = cheapest(a, seat, rails_common(a->map->beside[hex], sites));
		if (before < 0)
			continue;
		const int cost = cost_of(a, seat, hex) + cost_of(a, seat, before);
		if (best.tracks == TOO_FAR || cost < best.cost)
			best = (struct way){ 2, (uint8_t)cost, { (uint8_t)before, (uint8_t)hex } };
	}
	return best;
}

/* What one turn can reach, target by target. */
static void set_ways(const struct reckoning *a, int seat, int tracks, struct way way[RAILS_TARGETS])
{
	const struct company *c = &a->company[seat];
	enum { NEAR_WORK = WAY_MOST * (RAILS_TRACK_WORK + 4) };

	for (int i = 0; i < RAILS_TARGETS; i++) {
		const int city = i - ALL_FACTORIES;
		way[i] = (struct way){ .tracks = c->away[i] == 0 ? 0 : TOO_FAR };
		if (way[i].tracks == 0 || c->away[i] > NEAR_WORK || tracks == 0)
			continue;
		if (i < ALL_FACTORIES ? a->g->cubes[i] > 0 : rails_room_in(a->g, city) > 0 && !(a->g->side[seat].trains >> city & 1))
			way[i] = way_to(a, seat, i < ALL_FACTORIES ? rails_one_hex(a->map->factory[i]) : a->map->around[city]);
	}
}

static struct way join(const struct reckoning *a, const struct rails_pair *pair, const struct way way[RAILS_TARGETS])
{
	struct way all = way[pair->factory];
	const struct way *city = &way[ALL_FACTORIES + pair->city];

	for (int i = 0; i < all.tracks && all.tracks <= WAY_MOST; i++)
		if (rails_in_set(a->map->around[pair->city], all.hex[i]))
			return all;
	for (int i = 0; i < city->tracks && city->tracks <= WAY_MOST; i++)
		if (city->hex[i] == a->map->factory[pair->factory])
			return *city;
	if (all.tracks + city->tracks > WAY_MOST)
		return (struct way){ .tracks = TOO_FAR };
	for (int i = 0; i < city->tracks; i++)
		all.hex[all.tracks++] = city->hex[i];
	all.cost = (uint8_t)(all.cost + city->cost);
	return all;
}

/* The longest route between a pair whose tracks are there; the nodes that routes lead over are in c->net.nodes. */
static int length_of(const struct reckoning *a, struct company *c, const struct rails_pair *pair)
{
	struct routes *r = &c->net;

	r->start = (int8_t)c->node_on[a->map->factory[pair->factory]];
	r->next[GOAL_NODE] = 0;
	for (struct rails_set left = a->map->around[pair->city]; rails_any(left); ) {
		const int node = c->node_on[rails_take_hex(&left)];
		if (node == RAILS_NEVER)
			continue;
		r->next[GOAL_NODE] |= 1u << node;
		r->next[node] |= 1u << GOAL_NODE;
	}
	const int length = rails_longest(r, (1u << c->nodes) - 1);
	for (uint32_t left = r->next[GOAL_NODE]; left; left &= left - 1)
		r->next[rails_lowest(left)] &= ~(1u << GOAL_NODE);
	return length;
}

/* Whether some route meets the condition of a card; not all of them are as long as the longest. */
static bool is_met(const struct reckoning *a, const struct company *c, const struct rails_condition *when, const struct chance *of)
{
	uint32_t wanted = 0;

	switch (when->test) {
	case TEST_LENGTH:
		return of->length >= when->n;
	case TEST_GOODS:
		return when->goods >> of->pair->good & 1;
	case TEST_TERRAIN:
		for (int terrain = 0; terrain < CITY; terrain++)
			wanted |= when->terrains >> terrain & 1 ? c->on[terrain] : 0;
		break;
	default:
		for (uint32_t left = c->net.nodes & ((1u << c->nodes) - 1); left; left &= left - 1)
			if (rails_in_set(a->twice, c->net.hex[rails_lowest(left)]))
				wanted |= left & -left;
	}
	return rails_bits(wanted & c->net.nodes) >= when->n;
}

static float in_prestige(const struct reckoning *a, int prestige, int money)
{
	return (float)prestige + (float)money * a->dollar;
}

/* The card that pays most, or if none does, the one that would pay least. */
static float pick_card(const struct reckoning *a, const struct company *c, struct chance *of)
{
	float best = -INFINITY;

	of->card = NO_CARD;
	of->meets = false;
	for (uint32_t left = c->held; left; left &= left - 1) {
		const struct rails_card *card = &a->box->rails.card[rails_lowest(left)];
		const float worth = in_prestige(a, card->prestige, card->money);
		const bool meets = is_met(a, c, &card->when, of);
		const float gains = meets ? worth : -worth * 0.5F;
		if (gains > best) {
			best = gains;
			of->card = (uint8_t)rails_lowest(left);
			of->meets = meets;
		}
	}
	return best > 0 ? best : 0;
}

static int first_slot(const struct reckoning *a)
{
	const struct freight_ship *ship = a->then.option[RAILS_FREIGHT] ? freight_docked(&a->box->rails.freight, &a->g->freight) : NULL;

	for (int i = 0; ship && i < ship->slots; i++)
		if (a->g->freight.slot[i] == SLOT_EMPTY)
			return i;
	return -1;
}

static float ship_worth(const struct reckoning *a, int good)
{
	const int slot = first_slot(a);

	if (slot < 0)
		return 0;
	const struct freight_slot *of = &freight_docked(&a->box->rails.freight, &a->g->freight)->slot[slot];
	return of->good == good || of->good == FREIGHT_WILD ? in_prestige(a, of->bonus.prestige, of->bonus.money) + container : 0;
}

static bool takes_train(const struct reckoning *a, int seat, int city)
{
	return !(a->g->side[seat].trains >> city & 1) && rails_room_in(a->g, city) > 0;
}

static void weigh(struct reckoning *a, int seat, struct chance *of)
{
	struct company *c = &a->company[seat];
	const struct rails_side *p = &a->g->side[seat];
	const int lacks = of->way.cost - p->money, loans = lacks > 0 ? (lacks + a->box->rails.loan - 1) / a->box->rails.loan : 0;

	of->worth = 0;
	if (loans > a->box->rails.loans - p->loans || c->nodes + of->way.tracks > RAILS_PIECES)
		return;
	for (int i = 0; i < of->way.tracks; i++)
		add_node(a, c, of->way.hex[i]);
	of->length = (uint8_t)length_of(a, c, of->pair);
	if (of->length > 0)
		of->worth = in_prestige(a, a->box->rails.prestige[of->length - 1], a->box->rails.income[of->length - 1] - of->way.cost) - (float)loans * credit +
			c->good[of->pair->good] + c->tile[of->pair->city / RAILS_CITIES] + c->every + (of->length >= c->far_from ? c->far : 0) +
			pick_card(a, c, of) + ship_worth(a, of->pair->good);
	for (int i = 0; i < of->way.tracks; i++)
		drop_node(a, c);
}

/* The best delivery with so many tracks; false: there is none. */
static bool best_delivery(struct reckoning *a, int seat, int tracks, struct chance *best)
{
	struct way way[RAILS_TARGETS];

	best->worth = 0;
	if (a->company[seat].hand == 0 || a->g->side[seat].wagons == 0)
		return false;
	set_ways(a, seat, tracks, way);
	for (int i = 0; i < a->map->pairs; i++) {
		struct chance one = { .pair = &a->map->pair[i] };
		if (a->g->cubes[one.pair->factory] == 0 || !takes_train(a, seat, one.pair->city) || (a->under_way && one.pair != a->under_way))
			continue;
		one.way = join(a, one.pair, way);
		if (one.way.tracks > tracks)
			continue;
		weigh(a, seat, &one);
		if (one.worth > best->worth)
			*best = one;
	}
	return best->worth > 0;
}

static void load(struct reckoning *a, int seat, int good)
{
	const int slot = first_slot(a);
	struct freight_log log;

	if (slot < 0)
		return;
	freight_deliver(&a->box->rails.freight, &a->g->freight, (struct freight_load){ a->g->sides, seat, good, slot }, &log);
	for (int i = 0; i < log.n; i++)
		if (log.of[i].owner < a->then.players)
			gain(a, log.of[i].owner, log.of[i].bonus.prestige, log.of[i].bonus.money);
}

static void use_card(struct reckoning *a, int seat, const struct chance *of)
{
	struct company *c = &a->company[seat];

	c->hand--;
	if (of->card == NO_CARD)
		return;
	const struct rails_card *card = &a->box->rails.card[of->card];
	c->held &= ~(1u << of->card);
	a->g->where[of->card] = (uint8_t)(COLLECTED + seat);
	if (of->meets)
		gain(a, seat, card->prestige, card->money);
}

static void deliver(struct reckoning *a, int seat, const struct chance *of)
{
	struct company *c = &a->company[seat];
	struct rails_side *p = &a->g->side[seat];
	const int city = of->pair->city, hex = a->map->city[city];

	for (int i = 0; i < of->way.tracks; i++)
		lay(a, seat, of->way.hex[i]);
	a->g->cubes[of->pair->factory]--;
	p->wagons--;
	p->trains |= (uint16_t)(1u << city);
	p->delivered[of->pair->good]++;
	p->longest = of->length > p->longest ? of->length : p->longest;
	a->room--;
	if (c->nodes < RAILS_PIECES)
		add_node(a, c, hex);
	come_near(a, c, hex);
	c->near = rails_both(c->near, a->map->beside[hex]);
	c->deliveries++;
	c->length += of->length;
	gain(a, seat, a->box->rails.prestige[of->length - 1], a->box->rails.income[of->length - 1]);
	use_card(a, seat, of);
	load(a, seat, of->pair->good);
}

/* Tracks for later ------------------------------------------------------------------------------------ */

/* What a delivery would be worth that takes more turns. */
static float hope_of(const struct reckoning *a, const struct company *c, const struct rails_pair *pair, int work)
{
	float length = windings * ((float)c->nodes + (float)work / 4);

	length = length > pair->apart ? length : pair->apart;
	const int whole = length < ROUTE_MOST ? (int)length : ROUTE_MOST;
	const float worth = in_prestige(a, a->box->rails.prestige[whole - 1], a->box->rails.income[whole - 1]) +
		c->good[pair->good] + c->tile[pair->city / RAILS_CITIES] + c->every;
	return worth * reach / (reach + (float)work);
}

static const struct rails_pair *best_hope(const struct reckoning *a, int seat, float *worth)
{
	const struct company *c = &a->company[seat];
	const struct rails_pair *best = NULL;
	unsigned open = 0;

	*worth = 0;
	for (int city = 0; city < ALL_CITIES; city++)
		open |= (unsigned)(a->map->city[city] >= 0 && takes_train(a, seat, city)) << city;
	for (int i = 0; i < a->map->pairs; i++) {
		const struct rails_pair *pair = &a->map->pair[i];
		const int work = c->away[pair->factory] + c->away[ALL_FACTORIES + pair->city];
		if (!(open >> pair->city & 1) || a->g->cubes[pair->factory] == 0 || work >= RAILS_NEVER)
			continue;
		const float one = hope_of(a, c, pair, work);
		if (one > *worth) {
			*worth = one;
			best = pair;
		}
	}
	return best;
}

static float site_worth(const struct reckoning *a, int seat, const struct rails_pair *to, int hex)
{
	const struct company *c = &a->company[seat];
	const int cost = cost_of(a, seat, hex), money = a->g->side[seat].money;
	const struct rails_hex *on = rails_hex(a->box, hex);
	const bool star = on->star && !rails_in_set(a->once, hex);
	float worth = c->ground[on->terrain] - (float)cost * a->dollar - (cost > money ? credit : 0) - 0.01F * (float)cost;

	if (star)
		worth += (float)a->box->rails.star + c->star;
	if (to && a->rounds > 0) {
		const int f = to->factory, city = ALL_FACTORIES + to->city;
		const int from_factory = c->away[f] - a->map->away[hex][f], from_city = c->away[city] - a->map->away[hex][city];
		worth += 0.25F * (float)((from_factory > 0 ? from_factory : 0) + (from_city > 0 ? from_city : 0));
	}
	return worth;
}

/* A track that no delivery of this turn needs. False: there is no place for one. */
static bool build_on(struct reckoning *a, int seat, bool must_build)
{
	const struct rails_side *p = &a->g->side[seat];
	float hope, most = must_build ? -INFINITY : 0;
	const struct rails_pair *to = best_hope(a, seat, &hope);
	int best = -1;

	for (struct rails_set left = sites_of(a, &a->company[seat]); rails_any(left); ) {
		const int hex = rails_take_hex(&left);
		if (cost_of(a, seat, hex) > p->money + a->box->rails.loan * (a->box->rails.loans - p->loans))
			continue;
		const float worth = site_worth(a, seat, to, hex);
		if (worth > most) {
			most = worth;
			best = hex;
		}
	}
	if (best < 0 || a->company[seat].nodes >= RAILS_PIECES)
		return false;
	lay(a, seat, best);
	return true;
}

/* Turns -------------------------------------------------------------------------------------------------- */

/* What is left of a turn. */
struct rest { int tracks, deliveries; bool claims, buys; };

static struct rest rest_of(const struct rails *g, int seat, bool begun)
{
	const int most = 1 + (g->side[seat].unlocked >> DISPATCHER & 1);

	if (!begun)
		return (struct rest){ 2, most, true, true };
	switch (g->phase) {
	case RAILS_BUILD:
		return (struct rest){ 2 - g->building, most, true, true };
	case RAILS_THIRD:
	case RAILS_DELIVER:
	case RAILS_ROUTE:
	case RAILS_LOAD:
	case RAILS_DOCK:
		return (struct rest){ 0, most - g->deliveries, true, true };
	case RAILS_BUY:
		return (struct rest){ .buys = true };
	default:
		return (struct rest){ 0 };
	}
}

static void buy_card(struct reckoning *a, int seat)
{
	struct company *c = &a->company[seat];
	int best = -1;
	float most = -INFINITY;

	if (c->hand >= CARDS_WANTED || (float)c->hand >= a->rounds)
		return;
	for (uint32_t left = rails_cards(a->g, IN_MARKET, IN_MARKET + RAILS_MARKET); left; left &= left - 1) {
		const int card = rails_lowest(left), price = a->box->rails.market[a->g->where[card] - IN_MARKET];
		const float worth = in_prestige(a, a->box->rails.card[card].prestige, a->box->rails.card[card].money) / 2 - (float)price * dollar;
		if (price <= a->g->side[seat].money && worth > most) {
			most = worth;
			best = card;
		}
	}
	if (best < 0)
		return;
	pay(a, seat, a->box->rails.market[a->g->where[best] - IN_MARKET]);
	rails_slide(a->g, a->g->where[best] - IN_MARKET, BOUGHT + seat);
	c->held |= 1u << best;
	c->hand++;
	a->deck -= a->deck > 0;
}

static void claim(struct reckoning *a, int seat)
{
	uint8_t before[GOALS_OPEN];

	memcpy(before, a->g->claimed, sizeof before);
	a->g->active = (uint8_t)seat;
	rails_claim(a->box, &a->then, NULL);
	for (int i = 0; i < GOALS_OPEN; i++)
		if (before[i] != a->g->claimed[i])
			a->company[seat].earned += (float)a->box->rails.goal[a->g->goal[i]].prestige;
}

static void take_turn(struct reckoning *a, int seat, struct rest rest)
{
	struct chance best;

	if (rest.tracks > a->g->side[seat].tracks)
		rest.tracks = a->g->side[seat].tracks;
	a->dollar = a->rounds < late ? dollar * a->rounds / late : dollar;
	look_at_goals(a, seat);
	for (int i = 0; i < rest.deliveries && best_delivery(a, seat, rest.tracks, &best); i++) {
		deliver(a, seat, &best);
		a->under_way = NULL;
		rest.tracks -= best.way.tracks;
		look_at_goals(a, seat);
	}
	while (rest.tracks > 0 && build_on(a, seat, true))
		rest.tracks--;
	if (rest.claims)
		claim(a, seat);
	if (rest.buys)
		buy_card(a, seat);
}

static bool tracks_are_used_up(const struct reckoning *a)
{
	for (int seat = 0; seat < a->then.players; seat++)
		if (a->g->side[seat].tracks > 0)
			return false;
	return true;
}

/* R84: loans are repaid before the end where the money is there. */
static float score_of(const struct reckoning *a, int seat)
{
	const struct rails_side *p = &a->g->side[seat];
	const int could = p->money / a->box->rails.repay, repaid = could < p->loans ? could : p->loans;

	return (float)(rails_total(a->box, &a->then, seat) + repaid * a->box->rails.loan_prestige);
}

static void note(struct reckoning *a, struct rails_round *out)
{
	const int players = a->then.players;

	for (int seat = 0; seat < players; seat++) {
		const struct company *c = &a->company[seat];
		struct rails_next *next = &out->seat[seat];
		*next = (struct rails_next){ .score = score_of(a, seat), .earned = c->earned, .money = a->g->side[seat].money, .deliveries = (float)c->deliveries,
			.length = c->length, .tracks = a->g->side[seat].tracks, .cards = (float)c->hand };
		if (!a->over)
			best_hope(a, seat, &next->hope);
	}
	for (int seat = 0; seat < players; seat++) {
		float best = -INFINITY;
		for (int other = 0; other < players; other++)
			best = other != seat && out->seat[other].score > best ? out->seat[other].score : best;
		out->seat[seat].lead = players > 1 ? out->seat[seat].score - best : 0;
	}
	out->room = (float)a->room;
	out->deck = (float)a->deck;
	out->over = a->over;
}

static void begin(struct reckoning *a)
{
	for (int seat = 0; seat < a->g->sides; seat++) {
		const struct rails_set tracks = rails_set_of(a->g->side[seat].track);
		a->twice = rails_both(a->twice, rails_common(a->once, tracks));
		a->once = rails_both(a->once, tracks);
	}
	for (int seat = 0; seat < a->then.players; seat++)
		set_company(a, seat);
	for (int city = 0; city < ALL_CITIES; city++)
		a->room += a->map->city[city] >= 0 ? rails_room_in(a->g, city) : 0;
	a->deck = rails_bits(rails_cards(a->g, IN_DECK, IN_DECK + 1));
	a->rounds = rails_rounds_left(a->map, &a->then);
	for (int i = 0; i < a->map->pairs && a->g->phase == RAILS_ROUTE; i++)
		if (a->map->pair[i].factory == a->g->from && a->map->pair[i].city == a->g->to)
			a->under_way = &a->map->pair[i];
}

void rails_reckon(const struct box *b, const struct state *s, struct rails_round out[RAILS_AHEAD])
{
	struct reckoning a = { .box = b, .map = rails_map_of(b, &s->rails), .then = *s };
	int place = rails_place_in_round(s);

	a.g = &a.then.rails;
	begin(&a);
	for (int ahead = 0; ahead < RAILS_AHEAD; ahead++, place = 0) {
		for (; place < s->players && !a.over; place++) {
			const int seat = rails_seat_at(s, s->rails.round + ahead, place);
			take_turn(&a, seat, rest_of(&s->rails, seat, ahead == 0 && seat == s->rails.active));
			a.over |= tracks_are_used_up(&a);
			if (a.deck == 0 || a.room == 0)
				a.g->last = 1;
		}
		a.over |= a.g->last != 0;
		note(&a, &out[ahead]);
		a.rounds = a.rounds > 1 ? a.rounds - 1 : 0;
	}
}
