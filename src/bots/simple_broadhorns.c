/* Broadhorns in a handful of weights. An expedition is worth the gold that its best way down the river brings: at which towns to stop,
 * what their open spaces pay, who pays a fare there, where to sell the boat; less what the actions on the way would earn elsewhere.
 * Every decision is weighed by what it makes of that way. The rivals, the season and the market are taken to stay as they are.
 *
 * There are two tables of weights. That of `simple` is frozen, and most of what was added after it is switched off there. The other is tuned
 * by games (bench/drill); it is what `expert` takes others to play by. */
#include "bots/policy_broadhorns.h"

#include <limits.h>
#include <string.h>

enum { ABANDON = -1, HOLD = -2 };       /* instead of a town to stop at */
enum { STOPS = 3 };                     /* that a plan looks ahead */
enum { SOON = 4 };                      /* turns for which the rivals are thought of one by one: a boat is down the river by then */

/* Sets of travelers have the best fare in bit 0, so that the lowest bit is whom we want. */
struct table {
	const int *weight;
	const struct box *box;
	const struct state *view;
	const struct broadhorns *g;
	int seat, season;
	int rounds;                     /* left, as far as we can tell */
	int late;                       /* per cent of the season track that are filled */
	int action;                     /* what one is worth now */
	uint64_t box_mask;              /* the spaces that a cargo box has, as in a trip's cargo */
	uint64_t key;                   /* of all that a ride depends on but the trip and what an action is worth */
	int fade;                       /* per cent that a sale loses for each turn until then */
	bool wary;                      /* what comes before us is thought of at all */
	int rivals;                     /* with barrels aboard; none if they are not thought of */
	struct rival {
		uint16_t visited;
		uint8_t  space, reach, n[BROAD_CARGOES], unused;        /* reach: spaces in a turn; unused: no byte is undecided */
	} rival[BROAD_PLAYERS - 1];
	/* Of each open space the per cent that are lost to the barrels that rivals can bring within so many turns. */
	uint8_t lost[BROAD_TOWNS][SOON + 1][BROAD_SPACES];
	uint8_t rank[TRAVELERS], fare[TRAVELERS];       /* by traveler: the bit; by bit: the gold */
	struct stop {
		uint8_t  entrance, filled, all; /* filled, all: spaces of its tile */
		uint8_t  open, space[BROAD_SPACES], cargo[BROAD_SPACES];        /* those that are not filled, the dearest first */
		int      gold[BROAD_SPACES], bonus, prize;      /* prize: for filling it */
		uint16_t here, to, before;      /* travelers who wait there, who want to go there, and to towns above it */
		uint32_t cards, card[BROAD_CARGOES];    /* delivery cards that lie there, and all of each type */
	} stop[BROAD_TOWNS];
};

/* All of an expedition that changes while it is thought through. Of a cargo the lowest byte counts the barrels in the first space of its
 * box, and so on: what spoils is shifted. */
struct trip {
	uint8_t  boat, space, actions, moves, bonus, extra, ice;        /* extra: spaces of good current in this turn */
	uint16_t visited, aboard, waiting;      /* waiting: travelers in the hand */
	uint32_t deliveries;                    /* in the hand */
	uint64_t cargo[BROAD_CARGOES];
};
_Static_assert(BROAD_LENGTH <= 8, "a byte for each space of a cargo box");

/* ----------------------------------------------------------------------------------------------------------- what there is */

/* Of the wreaths on a tile. At the end their number decides less than who has more of them. */
static int prize_of(const struct table *t, int wreaths)
{
	const int own = t->g->player[t->seat].wreaths;
	int gold = wreaths * per_wreath[t->view->players] * (t->weight[WREATH] + t->weight[WREATH_LATE] * t->late / 100) / 100;

	for (int seat = 0; seat < t->view->players && t->weight[OVERTAKE] > 0; seat++) {
		const int other = t->g->player[seat].wreaths;
		if (seat != t->seat && own <= other && own + wreaths > other)
			gold += t->weight[OVERTAKE] * t->late / 100;
	}
	return gold;
}

static void set_stop(struct table *t, int town)
{
	const struct broad_tile *tile = broad_tile(t->box, t->g, town);
	struct stop *at = &t->stop[town];

	at->entrance = t->box->broadhorns.town[town].entrance;
	at->bonus = t->box->broadhorns.town[town].bonus * GOLD;
	at->prize = prize_of(t, tile->wreaths);
	at->filled = t->g->town[town].filled;
	at->all = (uint8_t)((1u << tile->spaces) - 1);
	for (int i = 0; i < tile->spaces; i++) {
		int k = at->open, gold = tile->space[i].value * GOLD;
		if (at->filled >> i & 1)
			continue;
		for (; k > 0 && at->gold[k - 1] < gold; k--) {
			at->gold[k] = at->gold[k - 1];
			at->space[k] = at->space[k - 1];
			at->cargo[k] = at->cargo[k - 1];
		}
		at->gold[k] = gold;
		at->space[k] = (uint8_t)i;
		at->cargo[k] = tile->space[i].cargo;
		at->open++;
	}
}

static void set_travelers(struct table *t)
{
	const struct broad_traveler *who = t->box->broadhorns.traveler;
	uint8_t by[TRAVELERS];

	for (int i = 0; i < TRAVELERS; i++) {
		int k = i;
		for (; k > 0 && who[by[k - 1]].gold < who[i].gold; k--)
			by[k] = by[k - 1];
		by[k] = (uint8_t)i;
	}
	for (int k = 0; k < TRAVELERS; k++) {
		const unsigned bit = 1u << k, at = (unsigned)(t->g->where[FIRST_TRAVELER + by[k]] - AT_TOWN);
		t->rank[by[k]] = (uint8_t)k;
		t->fare[k] = who[by[k]].gold;
		if (at < BROAD_TOWNS)
			t->stop[at].here |= (uint16_t)bit;
		t->stop[who[by[k]].to].to |= (uint16_t)bit;
	}
	for (int town = 1; town < BROAD_TOWNS; town++)
		t->stop[town].before = t->stop[town - 1].before | t->stop[town - 1].to;
}

static void set_rivals(struct table *t)
{
	for (int seat = 0; seat < t->view->players; seat++) {
		const struct broad_player *p = &t->g->player[seat];
		struct rival *r = &t->rival[t->rivals];
		if (seat == t->seat || !p->boat || broad_cargo(t->g, seat) == 0)
			continue;
		r->space = p->space;
		r->visited = p->visited;
		r->reach = (uint8_t)(3 * (t->box->broadhorns.boat[p->boat - 1].speed + broad_season_speed(t->season)));
		for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
			r->n[cargo] = (uint8_t)broad_cargo_of(t->g, seat, cargo);
		t->rivals++;
	}
}

/* A barrel that a rival can bring before us takes the dearest space for it, in so many cases of a hundred. */
static void set_lost(struct table *t, int town)
{
	const struct stop *at = &t->stop[town];

	for (int turns = 1; turns <= SOON; turns++) {
		int come[BROAD_CARGOES] = { 0 };
		for (int i = 0; i < t->rivals; i++) {
			const struct rival *r = &t->rival[i];
			if (at->entrance < r->space || at->entrance > r->space + turns * r->reach || r->visited >> town & 1)
				continue;
			for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
				come[cargo] += r->n[cargo] * t->weight[THREAT];
		}
		for (int i = 0; i < at->open; i++) {
			int lost = come[at->cargo[i]];
			lost = lost > 100 ? 100 : lost;
			come[at->cargo[i]] -= lost;
			t->lost[town][turns][i] = (uint8_t)lost;
		}
	}
}

static uint64_t hash(uint64_t key, const void *bytes, size_t n)
{
	uint64_t word;

	for (size_t i = 0; i < n; i += sizeof word) {
		word = 0;
		memcpy(&word, (const char *)bytes + i, n - i < sizeof word ? n - i : sizeof word);
		key = (key ^ word) * 0x9e3779b97f4a7c15U;
		key ^= key >> 29;
	}
	return key;
}

/* Neither the stops nor the rivals have a byte that is undecided. */
static uint64_t key_of(const struct table *t)
{
	const struct broadhorns_box *box = &t->box->broadhorns;
	const struct broadhorns *g = t->g;
	const bool under_way = g->phase >= BROAD_SELL && g->phase <= BROAD_RESALE;
	const int all[] = {
		t->season, t->rounds, t->view->players, t->view->option[BROAD_DELIVERY], box->length, box->delivery_bonus, box->overflow, box->aboard,
		under_way, under_way && g->phase == BROAD_SELL, under_way ? g->port : 0, under_way ? g->sold : 0,
		under_way ? g->sold_types : 0, under_way ? g->claimed : 0,
	};

	uint64_t key = hash(hash(hash(0, t->stop, sizeof t->stop), t->fare, sizeof t->fare), box->boat, sizeof box->boat);
	key = hash(hash(key, t->weight, RIDE_WEIGHTS * sizeof t->weight[0]), all, sizeof all);
	return hash(key, t->rival, (size_t)t->rivals * sizeof t->rival[0]);
}

/* What is so in all ways down the river. */
static void survey(struct table *t)
{
	memset(t->stop, 0, sizeof t->stop);
	t->box_mask = ~0ull >> (64 - 8 * t->box->broadhorns.length);
	for (int town = 0; town < BROAD_TOWNS; town++)
		set_stop(t, town);
	set_travelers(t);
	for (int card = 0; card < DELIVERIES; card++) {
		const struct broad_delivery *d = &t->box->broadhorns.delivery[card];
		struct stop *at = &t->stop[d->town];
		at->card[d->cargo] |= 1u << card;
		at->cards |= (uint32_t)(t->g->where[FIRST_DELIVERY + card] == AT_TOWN + d->town) << card;
	}
	t->rivals = 0;
	if (t->weight[THREAT] > 0)
		set_rivals(t);
	for (int town = 0; town < BROAD_TOWNS && t->rivals > 0; town++)
		set_lost(t, town);
	t->key = key_of(t);
}

static struct table table_of(const int *weight, const struct box *b, const struct state *view)
{
	const struct broadhorns *g = &view->broadhorns;
	const int cap = view->option[BROAD_ROUNDS] - g->round;
	struct table t = {
		.weight = weight, .box = b, .view = view, .g = g, .seat = broad_to_move(b, view), .season = broad_season(b, g),
		.late = g->seasons * 100 / broad_track(b), .fade = weight[FADE] * (view->players - 1), .wary = weight[THREAT] || weight[SPOILING] || weight[SPOILING_TWICE],
		.rounds = (broad_track(b) - g->seasons) * per_town[view->players] * weight[PACE] / 10000,
	};

	if (t.rounds > cap)
		t.rounds = cap;
	if (g->final)
		t.rounds = 0;
	t.action = g->final ? 0 : weight[ACTION] + weight[ACTION_LATE] * t.late / 100;
	survey(&t);
	return t;
}

static const struct broad_boat *boat_of(const struct table *t, const struct trip *trip)
{
	return &t->box->broadhorns.boat[trip->boat - 1];
}

static const struct broad_place *place(const struct table *t, int town)
{
	return &t->box->broadhorns.town[town];
}

static const struct broad_traveler *traveler(const struct table *t, int who)
{
	return &t->box->broadhorns.traveler[who];
}

static struct trip trip_of(const struct table *t)
{
	const struct broadhorns *g = t->g;
	const struct broad_player *p = &g->player[t->seat];
	const bool own = t->seat == g->active;
	struct trip trip = { .boat = p->boat, .space = p->space, .visited = p->visited };

	if (own) {
		trip.actions = g->actions;
		trip.moves = g->moves;
		trip.bonus = g->bonus;
		trip.extra = (uint8_t)(g->currents * t->box->broadhorns.current);
	}
	for (int card = 0; card < DELIVERIES; card++)
		trip.deliveries |= (uint32_t)broad_holds(g, t->seat, FIRST_DELIVERY + card) << card;
	for (int who = 0; who < TRAVELERS; who++) {
		trip.waiting |= (uint16_t)(broad_holds(g, t->seat, FIRST_TRAVELER + who) << t->rank[who]);
		trip.aboard |= (uint16_t)((g->where[FIRST_TRAVELER + who] == ABOARD + t->seat) << t->rank[who]);
	}
	for (int card = FIRST_ICE; card < FIRST_ICE + ICES; card++)
		trip.ice = (uint8_t)(trip.ice + broad_holds(g, t->seat, card));
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		for (int at = 0; at < BROAD_LENGTH; at++)
			trip.cargo[cargo] |= (uint64_t)p->cargo[cargo][at] << 8 * at;
	return trip;
}

static int barrels(const struct trip *trip)
{
	uint64_t n = 0;                                         /* a boat has fewer than 256 boxes: no byte overflows */

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		n += trip->cargo[cargo];
	return (int)(n * 0x0101010101010101u >> 56);
}

/* ------------------------------------------------------------------------------------------------------------- on the way */

static void spoil(const struct table *t, struct trip *trip, unsigned types)
{
	for (int cargo = 0; cargo < PERISHABLES; cargo++)
		if (types >> cargo & 1)
			trip->cargo[cargo] = trip->cargo[cargo] << 8 & t->box_mask;
}

static void next_turn(const struct table *t, struct trip *trip)
{
	trip->actions = 2;
	trip->moves = trip->bonus = trip->extra = 0;
	if (t->season == WINTER)
		return;
	if (trip->ice > 0)
		trip->ice--;
	else
		spoil(t, trip, (1u << PERISHABLES) - 1);
}

/* As soon as can be to that town with an action left for its port; returns the turns that it takes, or more than are left. */
static int sail(const struct table *t, struct trip *trip, int town)
{
	const int entrance = t->stop[town].entrance;
	int far = entrance - trip->space, turns = 0;

	while ((far > 0 || trip->actions == 0) && turns <= t->rounds) {
		int speed = boat_of(t, trip)->speed + (t->season == SPRING) - (t->season == WINTER) + trip->extra, moves = trip->bonus;
		if (trip->actions == 2 && far <= speed) {
			trip->actions = trip->moves = 1;
			break;
		}
		if (trip->actions > 0)                          /* two moves bring a third */
			moves = trip->actions == 2 ? 3 : trip->moves > 0 ? 2 : 1;
		far = far > moves * speed ? far - moves * speed : 0;
		next_turn(t, trip);
		turns++;
	}
	trip->aboard &= (uint16_t)~t->stop[town].before;
	trip->space = (uint8_t)entrance;
	return turns;
}

/* ---------------------------------------------------------------------------------------------------------------- in port */

/* The oldest barrel of a type, of which there is one. Returns how many spaces it has come along its box. */
static int unload(struct trip *trip, int cargo)
{
	int bit = (63 - __builtin_clzll(trip->cargo[cargo])) & ~7;

	trip->cargo[cargo] -= 1ull << bit;
	return bit >> 3;
}

/* What a sale in so many turns must be thought to pay less than it does now: a rival may come first, or a spoil card, which in summer strikes all
 * that spoils. Apart from the loop that calls it, which does not pay for it where nobody is wary. */
static __attribute__((noinline)) int risk(const struct table *t, int town, int i, int turns, int age)
{
	const struct stop *at = &t->stop[town];
	const int life = t->box->broadhorns.length - age;               /* with so many spoils more it is lost */
	int lost = t->rivals > 0 ? t->lost[town][turns < SOON ? turns : SOON][i] : 0;

	if (at->cargo[i] < PERISHABLES && life <= 2)
		lost += t->weight[life == 1 ? SPOILING : SPOILING_TWICE] * turns * (t->season == SUMMER ? PERISHABLES : 1);
	return at->gold[i] * (lost < 100 ? lost : 100) / 100;
}

/* Sells what the open spaces take, the dearest first. Returns the gold and says what was sold. */
static int sell(const struct table *t, struct trip *trip, int town, int turns, unsigned *filled, unsigned *types, int *sold)
{
	const struct stop *at = &t->stop[town];
	const bool wary = t->wary && turns > 0;
	int gold = 0;

	for (int i = 0; i < at->open; i++) {
		const int cargo = at->cargo[i];
		if (trip->cargo[cargo] == 0)
			continue;
		int age = unload(trip, cargo);
		*filled |= 1u << at->space[i];
		*types |= 1u << cargo;
		gold += at->gold[i] - (wary ? risk(t, town, i, turns, age) : 0);
		++*sold;
	}
	return gold;
}

/* Delivery cards that can be claimed for what was sold. */
static int claim(const struct table *t, struct trip *trip, int town, unsigned types, unsigned claimed)
{
	const struct stop *at = &t->stop[town];
	const bool one = t->view->option[BROAD_DELIVERY] == DELIVERY_PORT;
	uint32_t held = trip->deliveries | at->cards, used = 0;
	int n = 0;

	if (one && claimed)
		return 0;
	for (types &= ~claimed; types; types &= types - 1) {
		uint32_t card = held & at->card[__builtin_ctz(types)];
		used |= card & -card;
		n += card != 0;
	}
	if (one && n > 1) {
		used &= -used;
		n = 1;
	}
	trip->deliveries &= ~used;
	return n * t->box->broadhorns.delivery_bonus * GOLD;
}

/* Who has arrived pays; the best fares among those who wait take the free seats. */
static int board(const struct table *t, struct trip *trip, int town)
{
	const struct stop *at = &t->stop[town];
	int gold = 0;

	for (unsigned out = trip->aboard & at->to; out; out &= out - 1)
		gold += t->fare[__builtin_ctz(out)] * GOLD;
	trip->aboard &= (uint16_t)~at->to;
	unsigned wait = (trip->waiting | at->here) & ~(unsigned)(trip->aboard | at->before | at->to);
	for (int seats = wait ? boat_of(t, trip)->occupants - broad_bits(trip->aboard) : 0; wait && seats > 0; seats--) {
		trip->aboard |= (uint16_t)(wait & -wait);
		trip->waiting &= (uint16_t)~(wait & -wait);
		wait &= wait - 1;
	}
	return gold;
}

/* A whole port action, with or without a sale. What was sold before in it is in the state. */
static int visit(const struct table *t, struct trip *trip, int town, int turns, bool selling)
{
	const struct broadhorns *g = t->g;
	const struct stop *at = &t->stop[town];
	const bool under_way = g->phase >= BROAD_SELL && g->phase <= BROAD_RESALE && turns == 0 && g->port == town;
	unsigned filled = at->filled, types = under_way ? g->sold_types : 0;
	int gold = 0, sold = under_way ? g->sold : 0;

	if (selling) {
		gold += sell(t, trip, town, turns, &filled, &types, &sold);
		gold += claim(t, trip, town, types, under_way ? g->claimed : 0);
	}
	if (g->phase == BROAD_SELL || !under_way) {
		bool full = sold > 0 && filled == at->all;
		if (full || sold >= 2)
			gold += at->bonus;
		if (full)
			gold += at->prize;
	}
	if (turns > 0)
		gold -= gold * t->fade * turns / 100;
	return gold + board(t, trip, town);
}

/* Selling the boat where it is; what is left aboard goes for a gold each, while there is a sale. */
static int resell(const struct table *t, const struct trip *trip, bool selling)
{
	return boat_of(t, trip)->resale * GOLD + (selling ? barrels(trip) * t->box->broadhorns.overflow * GOLD : 0);
}

/* ---------------------------------------------------------------------------------------------------------- the way down */

/* What the rest of the expedition is worth, and where it stops first. */
static int ride_on(const struct table *t, const struct trip *trip, int turns, int stops, int *first)
{
	int best = 0, to = ABANDON;

	if (turns >= t->rounds) {                               /* at the end of the game barrels and boat are paid for */
		best = barrels(trip) * t->box->broadhorns.aboard * GOLD + boat_of(t, trip)->resale * GOLD;
		to = HOLD;
	}
	for (int town = 0; town < BROAD_TOWNS && stops > 0; town++) {
		if (t->stop[town].entrance < trip->space || trip->visited >> town & 1)
			continue;

		struct trip there = *trip;
		int later = turns + sail(t, &there, town), onward, end;
		if (later > t->rounds)
			break;
		there.actions--;
		there.visited |= (uint16_t)(1u << town);
		int gold = visit(t, &there, town, later, true) - t->action * (2 * (later - turns) + trip->actions - there.actions);
		end = resell(t, &there, true);
		onward = gold + end > best || barrels(&there) > 0 || there.aboard ? ride_on(t, &there, later, stops - 1, NULL) : 0;
		gold += onward > end ? onward : end;
		if (gold > best) {
			best = gold;
			to = town;
		}
	}
	if (first)
		*first = to;
	return best;
}

enum { KNOWN = 1 << 15 };

static uint64_t trip_key(const struct table *t, const struct trip *trip)
{
	const uint64_t all[] = {
		trip->boat | (uint64_t)trip->space << 8 | (uint64_t)trip->actions << 16 | (uint64_t)trip->moves << 24 |
			(uint64_t)trip->bonus << 32 | (uint64_t)trip->extra << 40 | (uint64_t)trip->ice << 48,
		trip->visited | (uint64_t)trip->aboard << 16 | (uint64_t)trip->waiting << 32, trip->deliveries, (uint64_t)t->action,
	};

	return rng_mix(hash(hash(t->key, all, sizeof all), trip->cargo, sizeof trip->cargo));
}

/* From here. Shopping asks for the same rides again with every barrel, and one game that is played on for those of another; so they are kept,
 * each thread its own. That two of them have one key is as good as impossible. */
static int ride(const struct table *t, const struct trip *trip, int *first)
{
	static _Thread_local struct { uint64_t key; int worth, first; } known[KNOWN];
	const uint64_t key = trip_key(t, trip), at = key % KNOWN;

	if (known[at].key != key) {
		known[at].worth = ride_on(t, trip, 0, STOPS, &known[at].first);
		known[at].key = key;
	}
	if (first)
		*first = known[at].first;
	return known[at].worth;
}

/* The same for a boat that is in the middle of a port action, or in St. Louis. */
static int outlook(const struct table *t, const struct trip *trip)
{
	struct trip on = *trip;
	int gold = 0, end = 0;

	if (t->g->phase >= BROAD_SELL && t->g->phase <= BROAD_RESALE) {
		gold = t->g->phase == BROAD_RESALE || t->g->phase == BROAD_TRAVELERS ? 0 : visit(t, &on, t->g->port, 0, false);
		end = resell(t, &on, false);
	}
	int onward = ride(t, &on, NULL);
	return gold + (onward > end ? onward : end);
}

/* ---------------------------------------------------------------------------------------------------------------- buying */

struct shop {
	uint8_t stock[BROAD_CARGOES], extra[BROAD_CARGOES];     /* extra: on the price, or NOT_SOLD */
	int gold, boxes;
};

static int price(const struct shop *shop, int cargo)
{
	int n = shop->stock[cargo];

	if (n == 0 || shop->extra[cargo] == NOT_SOLD)
		return INT_MAX;
	return (n == 1 ? 3 : n == 2 ? 2 : 1) + shop->extra[cargo];
}

static struct shop shop_of(const struct table *t, int gold, int boxes)
{
	struct shop shop = { .gold = gold, .boxes = boxes };

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		shop.stock[cargo] = t->g->market[cargo];
		shop.extra[cargo] = t->g->phase == BROAD_BUY ? place(t, t->g->port)->tile[t->g->priced].increase[cargo] : 0;
	}
	return shop;
}

/* Barrel by barrel the one that adds most, to the last box; as many of them are bought as come out best. Returns what the trip is worth
 * then, less its price, and the first of them, or -1. */
static int shop_best(const struct table *t, struct trip trip, struct shop shop, int *first)
{
	int best = outlook(t, &trip), spent = 0, begun = -1;

	for (*first = -1; shop.boxes > 0; shop.boxes--) {
		int pick = -1, most = INT_MIN;
		for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
			if (price(&shop, cargo) > shop.gold)
				continue;
			trip.cargo[cargo]++;
			int worth = outlook(t, &trip) - price(&shop, cargo) * GOLD;
			trip.cargo[cargo]--;
			if (worth > most) {
				most = worth;
				pick = cargo;
			}
		}
		if (pick < 0)
			break;
		most += price(&shop, pick) * GOLD;
		if (begun < 0)
			begun = pick;
		spent += price(&shop, pick) * GOLD - (t->g->final ? 0 : t->weight[BARREL]);
		shop.gold -= price(&shop, pick);
		shop.stock[pick]--;
		trip.cargo[pick]++;
		if (most - spent > best) {
			best = most - spent;
			*first = begun;
		}
	}
	return best;
}

/* What a barrel from the bag can be expected to add. */
static int blind_gain(const struct table *t, struct trip trip)
{
	int total = 0, n = 0, now = outlook(t, &trip);

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		trip.cargo[cargo]++;
		total += t->g->bag[cargo] * (outlook(t, &trip) - now);
		n += t->g->bag[cargo];
		trip.cargo[cargo]--;
	}
	return n ? total / n - t->box->broadhorns.blind * GOLD : 0;
}

/* Whether no expedition that could be fitted out now is worth its actions: the market is full of what nobody wants, or we are poor. Then
 * actions are worth nothing and anything that brings gold is good; else all would wait for ever. */
static bool is_clogged(const struct table *t)
{
	struct trip anew = { .boat = 1, .actions = 1 };
	int first;

	shop_best(t, anew, shop_of(t, t->g->player[t->seat].gold, boat_of(t, &anew)->boxes), &first);
	return first < 0;
}

static struct table patient(const struct table *t)
{
	struct table calm = *t;

	calm.action = 0;
	return calm;
}

/* ------------------------------------------------------------------------------------------------------------- decisions */

static bool may(const struct moves *m, int move)
{
	for (int i = 0; i < m->n; i++)
		if (m->id[i] == move)
			return true;
	return false;
}

static int act(const struct table *t, const struct moves *m)
{
	struct trip trip = trip_of(t);
	int first;

	if (trip.boat == NO_BOAT)
		return may(m, MOVE_PORT) ? MOVE_PORT : MOVE_STOP;
	int worth = ride(t, &trip, &first);
	if (may(m, MOVE_CURRENT)) {
		struct trip faster = trip;
		faster.extra = (uint8_t)(faster.extra + t->box->broadhorns.current);
		if (ride(t, &faster, NULL) > worth + t->weight[CURRENT])
			return MOVE_CURRENT;
	}
	if (first == ABANDON && is_clogged(t)) {
		const struct table calm = patient(t);
		ride(&calm, &trip, &first);
	}
	if (first == HOLD || (first == ABANDON && t->g->final))
		return MOVE_STOP;
	if (first == ABANDON)
		return MOVE_ABANDON;

	int far = place(t, first)->entrance - trip.space, reach = broad_allowance(t->box, t->view);
	if (far == 0)
		return may(m, MOVE_PORT) ? MOVE_PORT : MOVE_STOP;
	int move = MOVE_MOVE + (far < reach ? far : reach) - 1;
	return may(m, move) ? move : MOVE_STOP;
}

static int choose_boat(const struct table *t, const struct moves *m)
{
	int best = m->id[0], most = INT_MIN;

	for (int i = 0; i < m->n; i++) {
		struct trip trip = trip_of(t);
		const struct broad_boat *boat = &t->box->broadhorns.boat[m->id[i] - MOVE_BOAT];
		int first;

		trip.boat = (uint8_t)(m->id[i] - MOVE_BOAT + 1);
		struct shop shop = shop_of(t, t->g->player[t->seat].gold - boat->cost, boat->boxes);
		int worth = shop_best(t, trip, shop, &first) - boat->cost * GOLD + (trip.boat > 1 ? t->weight[BOAT_30 + trip.boat - 2] : 0);
		if (worth > most) {
			most = worth;
			best = m->id[i];
		}
	}
	return best;
}

/* In St. Louis and on the river. */
static int buy(const struct table *t, const struct moves *m)
{
	const struct table calm = patient(t);
	const struct shop shop = shop_of(t, t->g->player[t->seat].gold, broad_free_boxes(t->box, t->g, t->seat));
	struct trip trip = trip_of(t);
	int first;

	shop_best(t, trip, shop, &first);
	if (first >= 0)
		return MOVE_BUY + first;
	if (t->g->phase == BROAD_MARKET && is_clogged(t)) {
		if (may(m, MOVE_BLIND) && blind_gain(&calm, trip) > 0)
			return MOVE_BLIND;
		shop_best(&calm, trip, shop, &first);
		return first >= 0 ? MOVE_BUY + first : MOVE_DONE;
	}
	if (may(m, MOVE_BLIND) && blind_gain(t, trip) > t->weight[BLIND])
		return MOVE_BLIND;

	int best = MOVE_DONE, most = outlook(t, &trip) + t->weight[PEDDLER];
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		if (may(m, MOVE_PEDDLE + cargo)) {
			trip.cargo[cargo]++;
			int worth = outlook(t, &trip) - (broad_price(t->g, cargo) + t->box->broadhorns.peddler) * GOLD;
			trip.cargo[cargo]--;
			if (worth > most) {
				most = worth;
				best = MOVE_PEDDLE + cargo;
			}
		}
	return best;
}

/* What the seat stands at in the middle of a sale: its gold, and the better of selling all that finds a space and of selling no more. */
static int sale_worth(const struct table *t, bool done)
{
	struct trip trip = trip_of(t), all = trip;
	int gold = t->g->player[t->seat].gold * GOLD + (t->g->final ? 0 : trip.ice * t->weight[ICE]), none = outlook(t, &trip);

	if (done)
		return gold + none + 1;
	int more = visit(t, &all, t->g->port, 0, true), onward = ride(t, &all, NULL), end = resell(t, &all, true);
	more += onward > end ? onward : end;
	return gold + (more > none ? more : none);
}

/* Nothing is hidden before the sale is done, and nothing drawn but ships, so every move of it can be tried. Of equals the last one is the oldest
 * barrel. */
static int trade(const struct table *t, const struct moves *m)
{
	int best = MOVE_DONE, most = INT_MIN;

	for (int i = 0; i < m->n; i++) {
		struct state after = *t->view;
		struct table then = *t;

		if (m->id[i] != MOVE_DONE)
			broad_apply(t->box, &after, m->id[i], NULL);
		after.broadhorns.phase = BROAD_SELL;            /* whatever a ship asks for before the sale goes on */
		then.view = &after;
		then.g = &after.broadhorns;
		survey(&then);
		int worth = sale_worth(&then, m->id[i] == MOVE_DONE);
		if (worth >= most) {
			most = worth;
			best = m->id[i];
		}
	}
	return best;
}

/* The slot that pays us most now; of equals the leftmost. */
static int load(const struct table *t, const struct moves *m)
{
	int best = m->id[0], most = -1;

	for (int i = 0; i < m->n; i++) {
		struct state after = *t->view;
		broad_apply(t->box, &after, m->id[i], NULL);
		if (after.broadhorns.player[t->seat].gold > most) {
			most = after.broadhorns.player[t->seat].gold;
			best = m->id[i];
		}
	}
	return best;
}

/* The barrel of which most are left. */
static int mark_season(const struct table *t, const struct moves *m)
{
	int best = m->id[0], most = -1;

	for (int i = 0; i < m->n; i++) {
		int cargo = m->id[i] - MOVE_SEASON, n = t->g->bag[cargo] + t->g->market[cargo];
		if (n > most) {
			most = n;
			best = m->id[i];
		}
	}
	return best;
}

/* A seat is for whoever pays on our way; and, if we go on at all, rather for somebody whom we may yet take there than for nobody. */
static int take_travelers(const struct table *t, const struct moves *m)
{
	const struct trip now = trip_of(t);
	const int least = outlook(t, &now), hope = t->g->final ? 0 : t->weight[FARE];
	int best = MOVE_DONE, most = least;

	for (int i = 0; i < m->n; i++) {
		int who = m->id[i] - MOVE_BOARD;
		if (who < 0 || who >= TRAVELERS)
			continue;
		struct trip trip = now;
		trip.aboard |= (uint16_t)(1u << t->rank[who]);
		int onward = ride(t, &trip, NULL), worth = onward + traveler(t, who)->gold * hope;
		if (onward >= least && worth > most) {
			most = worth;
			best = m->id[i];
		}
	}
	return best;
}

static int end_or_go_on(const struct table *t)
{
	struct trip trip = trip_of(t);

	return ride(t, &trip, NULL) > resell(t, &trip, false) + t->weight[HOME] || t->g->final ? MOVE_SAIL_ON : MOVE_RESELL;
}

/* Whether the cargo is worth a card. In the step it is our own turn that begins, else the next one is still to come. */
static int answer_spoil(const struct table *t, const struct moves *m)
{
	const bool step = t->g->phase == BROAD_SPOIL_STEP;
	const bool all = step || t->season == SUMMER;
	struct trip spoilt = trip_of(t), iced = spoilt;

	if (!may(m, MOVE_ICE))
		return MOVE_NO_ICE;
	spoilt.actions = iced.actions = step ? 2 : 0;
	spoil(t, &spoilt, all ? (1u << PERISHABLES) - 1 : 1u << (t->g->spoiling - 1));
	iced.ice--;
	return ride(t, &iced, NULL) > ride(t, &spoilt, NULL) + t->weight[ICE] ? MOVE_ICE : MOVE_NO_ICE;
}

static int card_worth(const struct table *t, int face)
{
	const struct broad_player *p = &t->g->player[t->seat];

	if (face == FACE_ICE || face == FACE_PEDDLER || face == FACE_CURRENT)
		return face == FACE_ICE ? t->weight[ICE] : face == FACE_PEDDLER ? t->weight[PEDDLER] : t->weight[CURRENT];
	if (face >= DELIVERIES) {
		const struct broad_traveler *who = traveler(t, face - DELIVERIES);
		return who->gold * t->weight[FARE] * (place(t, who->to)->entrance > p->space ? 2 : 1);
	}
	const struct broad_delivery *d = &t->box->broadhorns.delivery[face];
	bool wanted = place(t, d->town)->entrance >= p->space && broad_cargo_of(t->g, t->seat, d->cargo) > 0;
	return wanted ? t->weight[WANTED] : t->weight[DELIVERY];
}

static int discard(const struct table *t, const struct moves *m)
{
	int best = m->id[0];

	for (int i = 1; i < m->n; i++)
		if (card_worth(t, m->id[i] - MOVE_DISCARD) < card_worth(t, best - MOVE_DISCARD))
			best = m->id[i];
	return best;
}

static int answer(const struct simple *self, const struct box *b, const struct state *view, const struct moves *m)
{
	const struct table t = table_of(self->weights, b, view);

	switch (view->broadhorns.phase) {
	case BROAD_ACTIONS:
		return act(&t, m);
	case BROAD_BOAT:
		return choose_boat(&t, m);
	case BROAD_MARKET:
	case BROAD_BUY:
		return buy(&t, m);
	case BROAD_SELL:
		return trade(&t, m);
	case BROAD_LOAD:
		return load(&t, m);
	case BROAD_FULL:
		return mark_season(&t, m);
	case BROAD_TRAVELERS:
		return take_travelers(&t, m);
	case BROAD_RESALE:
		return end_or_go_on(&t);
	case BROAD_DISCARD:
		return discard(&t, m);
	default:
		return answer_spoil(&t, m);
	}
}

#define TABLE .game = "broadhorns", .answer = answer, .n = WEIGHTS, .info = info

const struct simple
	simple_broadhorns = { TABLE, .weights = frozen },
	adept_broadhorns  = { TABLE, .weights = tuned };
