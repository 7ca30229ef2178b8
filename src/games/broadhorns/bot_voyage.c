#include "games/broadhorns/bot_voyage.h"

#include <limits.h>
#include <string.h>

#include "bots/hash.h"

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
	const unsigned filled = t->g->town[town].filled;
	struct stop *at = &t->stop[town];

	at->entrance = t->box->broadhorns.town[town].entrance;
	at->bonus = t->box->broadhorns.town[town].bonus;
	at->prize = prize_of(t, tile->wreaths);
	for (int i = 0; i < tile->spaces; i++) {
		const struct broad_space space = tile->space[i];
		int k = at->open;
		if (filled >> i & 1)
			continue;
		for (; k > 0 && at->value[k - 1] < space.value; k--) {
			at->value[k] = at->value[k - 1];
			at->cargo[k] = at->cargo[k - 1];
		}
		at->value[k] = space.value;
		at->cargo[k] = space.cargo;
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
	uint8_t boat[BROAD_BOATS][3];

	for (int i = 0; i < BROAD_BOATS; i++) {
		boat[i][0] = box->boat[i].speed;
		boat[i][1] = box->boat[i].occupants;
		boat[i][2] = box->boat[i].resale;
	}
	uint64_t key = hash_on(hash_on(hash_on(0, t->stop, sizeof t->stop), t->fare, sizeof t->fare), boat, sizeof boat);
	key = hash_on(hash_on(key, t->weight, RIDE_WEIGHTS * sizeof t->weight[0]), all, sizeof all);
	return hash_on(key, t->rival, (size_t)t->rivals * sizeof t->rival[0]);
}

/* What is so in all ways down the river. */
void voyage_survey(struct outlook *t)
{
	memset(t->stop, 0, sizeof t->stop);
	t->box_mask = ~0ull >> (64 - 8 * t->box->broadhorns.length);
	t->old = t->weight[SPOILING] || t->weight[SPOILING_TWICE] ? t->box_mask & ~(t->box_mask >> 16) : 0;
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
	t->key = key_of(t);
}

/* What follows from an outlook for each town and cargo, made when a ride first asks for it: open spaces; per cent of each, the dearest first, that are lost to the
 * barrels that rivals can bring within so many turns; and what so many barrels are thought to be paid then. Where no rivals are thought of there is turn 0 alone.
 * `ahead` has the most that can be had at a town or below it: for a barrel, and for a visit with so many barrels aboard beside what they and travelers pay. */
enum { BARRELS = BROAD_BOXES };
struct prospects {
	uint64_t key;
	int      soon;                  /* turns that are told apart */
	uint8_t  wants[BROAD_TOWNS][BROAD_CARGOES];
	uint8_t  lost[BROAD_TOWNS][SOON + 1][BROAD_CARGOES][BROAD_SPACES];
	int16_t  pay[BROAD_TOWNS][SOON + 1][BROAD_CARGOES][BROAD_SPACES + 1];
	struct ahead { int barrel[BROAD_CARGOES], visit[BARRELS + 1]; uint16_t here; } ahead[BROAD_TOWNS + 1];
};

/* Barrels of each cargo that rivals can bring within so many turns, each counted as so many per cent of one. */
static void set_coming(const struct outlook *t, int town, int turns, int come[BROAD_CARGOES])
{
	const int entrance = t->stop[town].entrance;

	for (int i = 0; i < t->rivals && turns > 0; i++) {
		const struct rival *r = &t->rival[i];
		if (entrance < r->space || entrance > r->space + turns * r->reach || r->visited >> town & 1)
			continue;
		for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
			come[cargo] += r->n[cargo] * t->weight[THREAT];
	}
}

/* A barrel that a rival can bring before us takes the dearest space for it, in so many cases of a hundred. */
static void set_pay(struct prospects *p, const struct outlook *t, int town)
{
	const struct stop *at = &t->stop[town];

	memset(p->pay[town], 0, sizeof p->pay[town]);
	for (int turns = 0; turns <= p->soon; turns++) {
		int come[BROAD_CARGOES] = { 0 };
		uint8_t n[BROAD_CARGOES] = { 0 };
		set_coming(t, town, turns, come);
		for (int i = 0; i < at->open; i++) {
			const int cargo = at->cargo[i], k = n[cargo]++, lost = come[cargo] < 100 ? come[cargo] : 100, gold = at->value[i] * GOLD;
			int16_t *pay = p->pay[town][turns][cargo];
			come[cargo] -= lost;
			p->lost[town][turns][cargo][k] = (uint8_t)lost;
			pay[k + 1] = (int16_t)(pay[k] + gold - gold * lost / 100);
		}
		memcpy(p->wants[town], n, sizeof n);
	}
}

static void set_ahead(struct prospects *p, const struct outlook *t)
{
	const struct broadhorns_box *box = &t->box->broadhorns;
	const int left = (box->overflow > box->aboard ? box->overflow : box->aboard) * GOLD;
	const int claims = (t->view->option[BROAD_DELIVERY] == DELIVERY_PORT ? 1 : BROAD_CARGOES) * box->delivery_bonus * GOLD;

	p->ahead[BROAD_TOWNS] = (struct ahead){ .barrel = { left, left, left, left, left } };
	for (int town = BROAD_TOWNS - 1; town >= 0; town--) {
		const struct stop *at = &t->stop[town];
		struct ahead *a = &p->ahead[town];
		*a = p->ahead[town + 1];
		a->here |= at->here;
		for (int i = 0; i < at->open; i++)
			if (a->barrel[at->cargo[i]] < at->value[i] * GOLD)
				a->barrel[at->cargo[i]] = at->value[i] * GOLD;
		for (int n = 1; n <= BARRELS; n++) {
			const bool full = n >= at->open;
			const int visit = claims + (full || n >= 2 ? at->bonus * GOLD : 0) + (full && at->prize > 0 ? at->prize : 0);
			if (a->visit[n] < visit)
				a->visit[n] = visit;
		}
	}
}

/* They are kept, each thread its own: one game that is played on asks for those of another. */
static const struct prospects *prospects_of(const struct outlook *t)
{
	enum { KEPT = 1 << 6 };
	static _Thread_local struct prospects kept[KEPT];
	struct prospects *p = &kept[rng_mix(t->key) % KEPT];

	if (p->key == t->key)
		return p;
	p->key = t->key;
	p->soon = t->rivals > 0 ? SOON : 0;
	for (int town = 0; town < BROAD_TOWNS; town++)
		set_pay(p, t, town);
	set_ahead(p, t);
	return p;
}

struct outlook voyage_table(const int *weight, const struct box *b, const struct state *view)
{
	const struct broadhorns *g = &view->broadhorns;
	const int cap = view->option[BROAD_ROUNDS] - g->round;
	struct outlook t = {
		.weight = weight, .box = b, .view = view, .g = g, .seat = broad_to_move(b, view), .season = broad_season(b, g),
		.late = g->seasons * 100 / broad_track(b), .fade = weight[FADE] * (view->players - 1),
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

static int count(uint64_t cargo)                        /* barrels; a boat has fewer than 256 boxes, so no byte overflows */
{
	return (int)(cargo * 0x0101010101010101u >> 56);
}

static int barrels(const struct trip *trip)
{
	uint64_t n = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		n += trip->cargo[cargo];
	return count(n);
}

/* ------------------------------------------------------------------------------------------------------------- on the way */

static uint64_t spoilt(const struct outlook *t, uint64_t cargo, int times)
{
	return times < 8 ? cargo << 8 * times & t->box_mask : 0;
}

void voyage_spoil(const struct outlook *t, struct trip *trip, unsigned types)
{
	for (int cargo = 0; cargo < PERISHABLES; cargo++)
		if (types >> cargo & 1)
			trip->cargo[cargo] = spoilt(t, trip->cargo[cargo], 1);
}

/* The way to a town, as soon as can be with an action left for its port: turns, or more than are left, and what is left of the last one. */
struct leg { int town, turns, actions, moves; };

/* A turn of two moves brings a third; who arrives with the first move has an action left in the same turn. */
static struct leg leg_to(const struct outlook *t, const struct trip *trip, int town, int base)
{
	const int speed = base + trip->extra;
	int far = t->stop[town].entrance - trip->space, turns = 1;

	if (far == 0 && trip->actions > 0)
		return (struct leg){ town, 0, trip->actions, trip->moves };
	if (trip->actions == 2 && far <= speed)
		return (struct leg){ town, 0, 1, 1 };
	far -= (trip->actions == 0 ? trip->bonus : trip->actions == 2 ? 3 : trip->moves > 0 ? 2 : 1) * speed;
	for (; far > base; far -= 3 * base)
		if (turns++ > t->rounds)
			break;
	return far > 0 ? (struct leg){ town, turns, 1, 1 } : (struct leg){ town, turns, 2, 0 };
}

/* How often what is aboard spoils in so many turns. */
static int spoils_in(const struct outlook *t, const struct trip *trip, int turns)
{
	return t->season == WINTER || turns <= trip->ice ? 0 : turns - trip->ice;
}

static void sail(const struct outlook *t, struct trip *trip, struct leg leg)
{
	const int spoils = spoils_in(t, trip, leg.turns);

	trip->aboard &= (uint16_t)~t->stop[leg.town].before;
	trip->space = t->stop[leg.town].entrance;
	trip->actions = (uint8_t)leg.actions;
	trip->moves = (uint8_t)leg.moves;
	if (leg.turns == 0)
		return;
	trip->bonus = trip->extra = 0;
	if (t->season != WINTER)
		trip->ice = (uint8_t)(trip->ice - (leg.turns - spoils));
	for (int cargo = 0; cargo < PERISHABLES && spoils > 0; cargo++)
		trip->cargo[cargo] = spoilt(t, trip->cargo[cargo], spoils);
}

/* ---------------------------------------------------------------------------------------------------------------- in port */

/* The oldest ones, of which there are enough. */
static uint64_t unload(uint64_t cargo, int n)
{
	while (n > 0) {
		const int bit = (63 - __builtin_clzll(cargo)) & ~7, here = (int)(cargo >> bit), out = here < n ? here : n;
		cargo -= (uint64_t)out << bit;
		n -= out;
	}
	return cargo;
}

/* A visit to a town, so many turns from now. */
struct call { const struct outlook *t; const struct prospects *p; int town, turns; };

static int soon(const struct call *at)
{
	return at->turns < at->p->soon ? at->turns : at->p->soon;
}

/* What barrels that a spoil card or two would take must be thought to be paid less than others in so many turns; in summer a card strikes all that spoils. */
static __attribute__((noinline)) int risk(const struct call *at, int cargo, uint64_t boxes, int n)
{
	const struct outlook *t = at->t;
	const int length = t->box->broadhorns.length, cards = t->season == SUMMER ? PERISHABLES : 1;
	const int16_t *pay = at->p->pay[at->town][0][cargo];
	int less = 0, k = 0;

	for (int life = 1; life <= 2 && life <= length; life++)         /* with so many spoils more it is lost */
		for (int here = boxes >> 8 * (length - life) & 255; here > 0 && k < n; here--, k++) {
			const int lost = at->p->lost[at->town][soon(at)][cargo][k], all = lost + t->weight[life == 1 ? SPOILING : SPOILING_TWICE] * at->turns * cards;
			const int gold = pay[k + 1] - pay[k];
			less += gold * (all < 100 ? all : 100) / 100 - gold * lost / 100;
		}
	return less;
}

/* Barrels sold, their cargoes, a bit each, and the gold for them. */
struct sales { int n; unsigned types; int gold; };

/* So many barrels of a type, the oldest ones for the dearest spaces. */
static inline void sell(const struct call *at, int cargo, uint64_t boxes, int n, struct sales *sold)
{
	sold->n += n;
	sold->types |= 1u << cargo;
	sold->gold += at->p->pay[at->town][soon(at)][cargo][n];
	if (at->turns > 0 && cargo < PERISHABLES && boxes & at->t->old)
		sold->gold -= risk(at, cargo, boxes, n);
}

/* All that the open spaces take. */
static void sell_all(const struct call *at, struct trip *trip, struct sales *sold)
{
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		const int open = at->p->wants[at->town][cargo];
		if (open == 0 || trip->cargo[cargo] == 0)
			continue;
		const int aboard = count(trip->cargo[cargo]), n = aboard < open ? aboard : open;
		sell(at, cargo, trip->cargo[cargo], n, sold);
		trip->cargo[cargo] = n < aboard ? unload(trip->cargo[cargo], n) : 0;
	}
}

/* Delivery cards that can be claimed for what was sold, and the gold for them. */
static uint32_t claimable(const struct outlook *t, const struct trip *trip, int town, unsigned types, unsigned claimed)
{
	const struct stop *at = &t->stop[town];
	const bool one = t->view->option[BROAD_DELIVERY] == DELIVERY_PORT;
	const uint32_t held = trip->deliveries | at->cards;
	uint32_t cards = 0;

	if (one && claimed)
		return 0;
	for (types &= ~claimed; types; types &= types - 1) {
		const uint32_t card = held & at->card[__builtin_ctz(types)];
		cards |= card & -card;
	}
	return one ? cards & -cards : cards;
}

static int bonus_of(const struct outlook *t, uint32_t cards)
{
	return broad_bits(cards) * t->box->broadhorns.delivery_bonus * GOLD;
}

static int claim(const struct outlook *t, struct trip *trip, int town, unsigned types, unsigned claimed)
{
	const uint32_t cards = claimable(t, trip, town, types, claimed);

	trip->deliveries &= ~cards;
	return bonus_of(t, cards);
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

/* What a town pays for a visit in which this was sold, beside the fares; `before`: so many of the barrels were sold before. */
static int paid_for(const struct call *at, const struct sales *sold, int before, int claims)
{
	const struct stop *stop = &at->t->stop[at->town];
	const bool full = sold->n > 0 && sold->n - before == stop->open;
	int gold = sold->gold + claims;

	if (full || sold->n >= BROAD_SALES)
		gold += stop->bonus * GOLD;
	if (full)
		gold += stop->prize;
	return at->turns > 0 && at->t->fade > 0 ? gold - gold * at->t->fade * at->turns / 100 : gold;
}

/* A whole port action in a town that is not the one where a port action is under way. */
static int visit(const struct call *at, struct trip *trip)
{
	struct sales sold = { 0 };

	sell_all(at, trip, &sold);
	const int claims = claim(at->t, trip, at->town, sold.types, 0);
	return paid_for(at, &sold, 0, claims) + board(at->t, trip, at->town);
}

/* A whole port action, with or without a sale. What was sold before in it is in the state. */
int voyage_visit(const struct outlook *t, struct trip *trip, int town, int turns, bool selling)
{
	const struct broadhorns *g = t->g;
	const struct call at = { t, selling ? prospects_of(t) : NULL, town, turns };
	const bool under_way = g->phase >= BROAD_SELL && g->phase <= BROAD_RESALE && turns == 0 && g->port == town;
	const int before = under_way ? g->sold : 0;
	struct sales sold = { before, under_way ? g->sold_types : 0, 0 };
	int claims = 0;

	if (selling) {
		sell_all(&at, trip, &sold);
		claims = claim(t, trip, town, sold.types, under_way ? g->claimed : 0);
	}
	const bool bonus = g->phase == BROAD_SELL || !under_way;        /* else it was paid before; nothing is faded, the visit is now */
	return (bonus ? paid_for(&at, &sold, before, claims) : sold.gold + claims) + board(t, trip, town);
}

/* Selling the boat where it is; what is left aboard goes for a gold each, while there is a sale. */
int voyage_resell(const struct outlook *t, const struct trip *trip, bool selling)
{
	return voyage_boat(t, trip)->resale * GOLD + (selling ? barrels(trip) * t->box->broadhorns.overflow * GOLD : 0);
}

/* ---------------------------------------------------------------------------------------------------------- the way down */

/* A ride that is thought through. What is worth no more than what was found elsewhere may be told to be worth less: most of it is not looked at. In rare
 * cases that could change what is found; then there is a doubt, and all of it must be looked at. */
struct ride {
	const struct outlook *t;
	const struct prospects *p;
	const struct broad_boat *boat;
	int  speed;
	int  first;                     /* where it stops first */
	bool all, doubt;
};

/* More than this no way on can bring that first stops at that town or below it. */
static int most(const struct ride *r, const struct trip *trip, int town, int stops)
{
	const struct outlook *t = r->t;
	const struct ahead *a = &r->p->ahead[town];
	int gold = r->boat->resale * GOLD - t->action, n = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		const int k = count(trip->cargo[cargo]);
		n += k;
		gold += k * a->barrel[cargo];
	}
	gold += (n < stops ? n : stops) * a->visit[n < BARRELS ? n : BARRELS];
	for (unsigned out = trip->aboard; out; out &= out - 1)
		gold += t->fare[__builtin_ctz(out)] * GOLD;
	const unsigned wait = stops > 1 ? (trip->waiting | a->here) & ~(unsigned)(t->stop[town].before | trip->aboard) : 0;
	return wait ? gold + (stops - 1) * r->boat->occupants * t->fare[__builtin_ctz(wait)] * GOLD : gold;
}

/* At the end of the game barrels and boat are paid for. */
static int hold(const struct ride *r, int left)
{
	return (left * r->t->box->broadhorns.aboard + r->boat->resale) * GOLD;
}

/* What the last stop of a way brings, and the boat after it. Nothing changes: nobody asks for what is left then. */
static int last_stop(const struct ride *r, const struct trip *trip, struct leg leg, int later)
{
	const struct outlook *t = r->t;
	const struct call at = { t, r->p, leg.town, later };
	const struct stop *stop = &t->stop[leg.town];
	const int spoils = spoils_in(t, trip, leg.turns);
	struct sales sold = { 0 };
	int left = 0, fares = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		const uint64_t boxes = cargo < PERISHABLES && spoils > 0 ? spoilt(t, trip->cargo[cargo], spoils) : trip->cargo[cargo];
		if (boxes == 0)
			continue;
		const int aboard = count(boxes), open = r->p->wants[leg.town][cargo], n = aboard < open ? aboard : open;
		left += aboard - n;
		if (n > 0)
			sell(&at, cargo, boxes, n, &sold);
	}
	for (unsigned out = trip->aboard & stop->to & ~(unsigned)stop->before; out; out &= out - 1)
		fares += t->fare[__builtin_ctz(out)] * GOLD;
	const int end = (r->boat->resale + left * t->box->broadhorns.overflow) * GOLD, over = later >= t->rounds ? hold(r, left) : 0;
	const int claims = sold.types ? bonus_of(t, claimable(t, trip, leg.town, sold.types, 0)) : 0;
	return paid_for(&at, &sold, 0, claims) + fares + (over > end ? over : end);
}

/* What a way must bring more than to be of use, before the actions for its first leg are paid: what was found, and the most of that and of what is asked for. */
struct bar { int found, least; };

static int stop_at(struct ride *r, const struct trip *trip, struct leg leg, int later, int stops, struct bar bar);

/* What the rest of the expedition is worth, if that is more than `least`; it stops first at the town `from` or below it. */
static int ride_on(struct ride *r, const struct trip *trip, int from, int turns, int stops, int least)
{
	const struct outlook *t = r->t;
	int best = 0, to = ABANDON;

	if (turns >= t->rounds) {
		best = hold(r, barrels(trip));
		to = HOLD;
	}
	for (int town = from; town < BROAD_TOWNS; town++) {
		if (trip->visited >> town & 1)
			continue;
		if (!r->all && (town == from || stops == STOPS) && most(r, trip, town, stops) <= (best > least ? best : least))
			break;
		const struct leg leg = leg_to(t, trip, town, r->speed);
		const int later = turns + leg.turns, cost = t->action * (2 * leg.turns + trip->actions - leg.actions + 1);
		if (later > t->rounds)
			break;
		const struct bar bar = { best + cost, best > least || r->all ? best + cost : least + cost };
		const int gold = (stops == 1 ? last_stop(r, trip, leg, later) : stop_at(r, trip, leg, later, stops, bar)) - cost;
		if (gold > best) {
			best = gold;
			to = town;
		}
	}
	if (stops == STOPS)
		r->first = to;
	return best;
}

/* The same of a way with that first leg. An empty boat goes on only where that may be better. */
static int stop_at(struct ride *r, const struct trip *trip, struct leg leg, int later, int stops, struct bar bar)
{
	const struct call at = { r->t, r->p, leg.town, later };
	const int below = leg.town + 1;
	struct trip there = *trip;

	sail(r->t, &there, leg);
	there.actions--;
	there.visited |= (uint16_t)(1u << leg.town);
	const int gold = visit(&at, &there), end = voyage_resell(r->t, &there, true);
	if (below == BROAD_TOWNS && later < r->t->rounds)
		return gold + end;
	if (!there.aboard && gold + end <= bar.least && barrels(&there) == 0) {
		if (gold + end <= bar.found || stops == 2 || gold + most(r, &there, below, stops - 1) <= bar.least)
			return gold + end;
		r->doubt = true;
	}
	const int wanted = r->all ? INT_MIN : bar.least - gold > end ? bar.least - gold : end, onward = ride_on(r, &there, below, later, stops - 1, wanted);
	return gold + (onward > end ? onward : end);
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
		struct ride r = { .t = t, .p = prospects_of(t), .boat = voyage_boat(t, trip), .all = t->action < 0 };
		int from = 0;
		while (from < BROAD_TOWNS && t->stop[from].entrance < trip->space)
			from++;
		r.speed = r.boat->speed + broad_season_speed(t->season);
		known[at].worth = ride_on(&r, trip, from, 0, STOPS, INT_MIN);
		if (r.doubt) {
			r.all = true;
			known[at].worth = ride_on(&r, trip, from, 0, STOPS, INT_MIN);
		}
		known[at].first = r.first;
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
	const int onward = voyage_ride(t, &on, NULL);
	return gold + (onward > end ? onward : end);
}
