#include "games/broadhorns/bot_voyage.h"

#include <string.h>

#include "bots/hash.h"

enum { STOPS = 3 };                     /* that a plan looks ahead */

/* ----------------------------------------------------------------------------------------------------------- what there is */

/* Of the wreaths on a tile. At the end their number decides less than who has more of them. */
static int prize_of(const struct outlook *t, int wreaths)
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

static void set_stop(struct outlook *t, int town)
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

static void set_travelers(struct outlook *t)
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

static void set_rivals(struct outlook *t)
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
static void set_lost(struct outlook *t, int town)
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

/* Neither the stops nor the rivals have a byte that is undecided. */
static uint64_t key_of(const struct outlook *t)
{
	const struct broadhorns_box *box = &t->box->broadhorns;
	const struct broadhorns *g = t->g;
	const bool under_way = g->phase >= BROAD_SELL && g->phase <= BROAD_RESALE;
	const int all[] = {
		t->season, t->rounds, t->view->players, t->view->option[BROAD_DELIVERY], box->length, box->delivery_bonus, box->overflow, box->aboard,
		under_way, under_way && g->phase == BROAD_SELL, under_way ? g->port : 0, under_way ? g->sold : 0,
		under_way ? g->sold_types : 0, under_way ? g->claimed : 0,
	};

	uint64_t key = hash_on(hash_on(hash_on(0, t->stop, sizeof t->stop), t->fare, sizeof t->fare), box->boat, sizeof box->boat);
	key = hash_on(hash_on(key, t->weight, RIDE_WEIGHTS * sizeof t->weight[0]), all, sizeof all);
	return hash_on(key, t->rival, (size_t)t->rivals * sizeof t->rival[0]);
}

/* What is so in all ways down the river. */
void voyage_survey(struct outlook *t)
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

struct outlook voyage_table(const int *weight, const struct box *b, const struct state *view)
{
	const struct broadhorns *g = &view->broadhorns;
	const int cap = view->option[BROAD_ROUNDS] - g->round;
	struct outlook t = {
		.weight = weight, .box = b, .view = view, .g = g, .seat = broad_to_move(b, view), .season = broad_season(b, g),
		.late = g->seasons * 100 / broad_track(b), .fade = weight[FADE] * (view->players - 1), .wary = weight[THREAT] || weight[SPOILING] || weight[SPOILING_TWICE],
		.rounds = (broad_track(b) - g->seasons) * per_town[view->players] * weight[PACE] / 10000,
	};

	if (t.rounds > cap)
		t.rounds = cap;
	if (g->final)
		t.rounds = 0;
	t.action = g->final ? 0 : weight[ACTION] + weight[ACTION_LATE] * t.late / 100;
	voyage_survey(&t);
	return t;
}

struct trip voyage_trip(const struct outlook *t)
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

void voyage_spoil(const struct outlook *t, struct trip *trip, unsigned types)
{
	for (int cargo = 0; cargo < PERISHABLES; cargo++)
		if (types >> cargo & 1)
			trip->cargo[cargo] = trip->cargo[cargo] << 8 & t->box_mask;
}

static void next_turn(const struct outlook *t, struct trip *trip)
{
	trip->actions = 2;
	trip->moves = trip->bonus = trip->extra = 0;
	if (t->season == WINTER)
		return;
	if (trip->ice > 0)
		trip->ice--;
	else
		voyage_spoil(t, trip, (1u << PERISHABLES) - 1);
}

/* As soon as can be to that town with an action left for its port; returns the turns that it takes, or more than are left. */
static int sail(const struct outlook *t, struct trip *trip, int town)
{
	const int entrance = t->stop[town].entrance;
	int far = entrance - trip->space, turns = 0;

	while ((far > 0 || trip->actions == 0) && turns <= t->rounds) {
		int speed = voyage_boat(t, trip)->speed + broad_season_speed(t->season) + trip->extra, moves = trip->bonus;
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
static __attribute__((noinline)) int risk(const struct outlook *t, int town, int i, int turns, int age)
{
	const struct stop *at = &t->stop[town];
	const int life = t->box->broadhorns.length - age;               /* with so many spoils more it is lost */
	int lost = t->rivals > 0 ? t->lost[town][turns < SOON ? turns : SOON][i] : 0;

	if (at->cargo[i] < PERISHABLES && life <= 2)
		lost += t->weight[life == 1 ? SPOILING : SPOILING_TWICE] * turns * (t->season == SUMMER ? PERISHABLES : 1);
	return at->gold[i] * (lost < 100 ? lost : 100) / 100;
}

/* Sells what the open spaces take, the dearest first. Returns the gold and adds to what was sold. */
struct sales { unsigned filled, types; int n; };        /* spaces and cargoes, a bit each; barrels */
static int sell(const struct outlook *t, struct trip *trip, int town, int turns, struct sales *sold)
{
	const struct stop *at = &t->stop[town];
	const bool wary = t->wary && turns > 0;
	int gold = 0;

	for (int i = 0; i < at->open; i++) {
		const int cargo = at->cargo[i];
		if (trip->cargo[cargo] == 0)
			continue;
		int age = unload(trip, cargo);
		sold->filled |= 1u << at->space[i];
		sold->types |= 1u << cargo;
		gold += at->gold[i] - (wary ? risk(t, town, i, turns, age) : 0);
		sold->n++;
	}
	return gold;
}

/* Delivery cards that can be claimed for what was sold. */
static int claim(const struct outlook *t, struct trip *trip, int town, unsigned types, unsigned claimed)
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
static int board(const struct outlook *t, struct trip *trip, int town)
{
	const struct stop *at = &t->stop[town];
	int gold = 0;

	for (unsigned out = trip->aboard & at->to; out; out &= out - 1)
		gold += t->fare[__builtin_ctz(out)] * GOLD;
	trip->aboard &= (uint16_t)~at->to;
	unsigned wait = (trip->waiting | at->here) & ~(unsigned)(trip->aboard | at->before | at->to);
	for (int seats = wait ? voyage_boat(t, trip)->occupants - broad_bits(trip->aboard) : 0; wait && seats > 0; seats--) {
		trip->aboard |= (uint16_t)(wait & -wait);
		trip->waiting &= (uint16_t)~(wait & -wait);
		wait &= wait - 1;
	}
	return gold;
}

/* A whole port action, with or without a sale. What was sold before in it is in the state. */
int voyage_visit(const struct outlook *t, struct trip *trip, int town, int turns, bool selling)
{
	const struct broadhorns *g = t->g;
	const struct stop *at = &t->stop[town];
	const bool under_way = g->phase >= BROAD_SELL && g->phase <= BROAD_RESALE && turns == 0 && g->port == town;
	struct sales sold = { at->filled, under_way ? g->sold_types : 0, under_way ? g->sold : 0 };
	int gold = 0;

	if (selling) {
		gold += sell(t, trip, town, turns, &sold);
		gold += claim(t, trip, town, sold.types, under_way ? g->claimed : 0);
	}
	if (g->phase == BROAD_SELL || !under_way) {
		bool full = sold.n > 0 && sold.filled == at->all;
		if (full || sold.n >= 2)
			gold += at->bonus;
		if (full)
			gold += at->prize;
	}
	if (turns > 0)
		gold -= gold * t->fade * turns / 100;
	return gold + board(t, trip, town);
}

/* Selling the boat where it is; what is left aboard goes for a gold each, while there is a sale. */
int voyage_resell(const struct outlook *t, const struct trip *trip, bool selling)
{
	return voyage_boat(t, trip)->resale * GOLD + (selling ? barrels(trip) * t->box->broadhorns.overflow * GOLD : 0);
}

/* ---------------------------------------------------------------------------------------------------------- the way down */

/* What the rest of the expedition is worth, and where it stops first. */
static int ride_on(const struct outlook *t, const struct trip *trip, int turns, int stops, int *first)
{
	int best = 0, to = ABANDON;

	if (turns >= t->rounds) {                               /* at the end of the game barrels and boat are paid for */
		best = barrels(trip) * t->box->broadhorns.aboard * GOLD + voyage_boat(t, trip)->resale * GOLD;
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
		int gold = voyage_visit(t, &there, town, later, true) - t->action * (2 * (later - turns) + trip->actions - there.actions);
		end = voyage_resell(t, &there, true);
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

static uint64_t trip_key(const struct outlook *t, const struct trip *trip)
{
	const uint64_t all[] = {
		trip->boat | (uint64_t)trip->space << 8 | (uint64_t)trip->actions << 16 | (uint64_t)trip->moves << 24 |
			(uint64_t)trip->bonus << 32 | (uint64_t)trip->extra << 40 | (uint64_t)trip->ice << 48,
		trip->visited | (uint64_t)trip->aboard << 16 | (uint64_t)trip->waiting << 32, trip->deliveries, (uint64_t)t->action,
	};

	return rng_mix(hash_on(hash_on(t->key, all, sizeof all), trip->cargo, sizeof trip->cargo));
}

/* From here. Shopping asks for the same rides again with every barrel, and one game that is played on for those of another; so they are kept,
 * each thread its own. That two of them have one key is as good as impossible. */
int voyage_ride(const struct outlook *t, const struct trip *trip, int *first)
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
int voyage_outlook(const struct outlook *t, const struct trip *trip)
{
	struct trip on = *trip;
	int gold = 0, end = 0;

	if (t->g->phase >= BROAD_SELL && t->g->phase <= BROAD_RESALE) {
		gold = t->g->phase == BROAD_RESALE || t->g->phase == BROAD_TRAVELERS ? 0 : voyage_visit(t, &on, t->g->port, 0, false);
		end = voyage_resell(t, &on, false);
	}
	int onward = voyage_ride(t, &on, NULL);
	return gold + (onward > end ? onward : end);
}
