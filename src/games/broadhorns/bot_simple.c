/* Broadhorns in a handful of weights. An expedition is worth the gold that its best way down the river brings (bot_voyage.c); every decision
 * is weighed by what it makes of that way.
 *
 * There are two tables of weights. That of `simple` is frozen, and most of what was added after it is switched off there. The other is tuned
 * by games (bench/drill); it is what `expert` takes others to play by. */
#include "games/broadhorns/bot_simple.h"

#include <limits.h>

#include "games/broadhorns/bot_voyage.h"

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
	return broad_price_of(n) + shop->extra[cargo];
}

static struct shop shop_of(const struct outlook *t, int gold, int boxes)
{
	struct shop shop = { .gold = gold, .boxes = boxes };

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		shop.stock[cargo] = t->g->market[cargo];
		shop.extra[cargo] = t->g->phase == BROAD_BUY ? voyage_place(t, t->g->port)->tile[t->g->priced].increase[cargo] : 0;
	}
	return shop;
}

/* Barrel by barrel the one that adds most, to the last box; as many of them are bought as come out best. Returns what the trip is worth
 * then, less its price, and the first of them, or -1. */
static int shop_best(const struct outlook *t, struct trip trip, struct shop shop, int *first)
{
	int best = voyage_outlook(t, &trip), spent = 0, begun = -1;

	for (*first = -1; shop.boxes > 0; shop.boxes--) {
		int pick = -1, most = INT_MIN;
		for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
			if (price(&shop, cargo) > shop.gold)
				continue;
			trip.cargo[cargo]++;
			int worth = voyage_outlook(t, &trip) - price(&shop, cargo) * GOLD;
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
static int blind_gain(const struct outlook *t, struct trip trip)
{
	int total = 0, n = 0, now = voyage_outlook(t, &trip);

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		trip.cargo[cargo]++;
		total += t->g->bag[cargo] * (voyage_outlook(t, &trip) - now);
		n += t->g->bag[cargo];
		trip.cargo[cargo]--;
	}
	return n ? total / n - t->box->broadhorns.blind * GOLD : 0;
}

/* Whether no expedition that could be fitted out now is worth its actions: the market is full of what nobody wants, or we are poor. Then
 * actions are worth nothing and anything that brings gold is good; else all would wait for ever. */
static bool is_clogged(const struct outlook *t)
{
	struct trip anew = { .boat = 1, .actions = 1 };
	int first;

	shop_best(t, anew, shop_of(t, t->g->player[t->seat].gold, voyage_boat(t, &anew)->boxes), &first);
	return first < 0;
}

static struct outlook patient(const struct outlook *t)
{
	struct outlook calm = *t;

	calm.action = 0;
	return calm;
}

/* ------------------------------------------------------------------------------------------------------------- decisions */

static int act(const struct outlook *t, const struct moves *m)
{
	struct trip trip = voyage_trip(t);
	int first;

	if (trip.boat == NO_BOAT)
		return moves_have(m, MOVE_PORT) ? MOVE_PORT : MOVE_STOP;
	int worth = voyage_ride(t, &trip, &first);
	if (moves_have(m, MOVE_CURRENT)) {
		struct trip faster = trip;
		faster.extra = (uint8_t)(faster.extra + t->box->broadhorns.current);
		if (voyage_ride(t, &faster, NULL) > worth + t->weight[CURRENT])
			return MOVE_CURRENT;
	}
	if (first == ABANDON && is_clogged(t)) {
		const struct outlook calm = patient(t);
		voyage_ride(&calm, &trip, &first);
	}
	if (first == HOLD || (first == ABANDON && t->g->final))
		return MOVE_STOP;
	if (first == ABANDON)
		return MOVE_ABANDON;

	int far = voyage_place(t, first)->entrance - trip.space, reach = broad_allowance(t->box, t->view);
	if (far == 0)
		return moves_have(m, MOVE_PORT) ? MOVE_PORT : MOVE_STOP;
	int move = MOVE_MOVE + (far < reach ? far : reach) - 1;
	return moves_have(m, move) ? move : MOVE_STOP;
}

static int choose_boat(const struct outlook *t, const struct moves *m)
{
	int best = m->id[0], most = INT_MIN;

	for (int i = 0; i < m->n; i++) {
		struct trip trip = voyage_trip(t);
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
static int buy(const struct outlook *t, const struct moves *m)
{
	const struct outlook calm = patient(t);
	const struct shop shop = shop_of(t, t->g->player[t->seat].gold, broad_free_boxes(t->box, t->g, t->seat));
	struct trip trip = voyage_trip(t);
	int first;

	shop_best(t, trip, shop, &first);
	if (first >= 0)
		return MOVE_BUY + first;
	if (t->g->phase == BROAD_MARKET && is_clogged(t)) {
		if (moves_have(m, MOVE_BLIND) && blind_gain(&calm, trip) > 0)
			return MOVE_BLIND;
		shop_best(&calm, trip, shop, &first);
		return first >= 0 ? MOVE_BUY + first : MOVE_DONE;
	}
	if (moves_have(m, MOVE_BLIND) && blind_gain(t, trip) > t->weight[BLIND])
		return MOVE_BLIND;

	int best = MOVE_DONE, most = voyage_outlook(t, &trip) + t->weight[PEDDLER];
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		if (moves_have(m, MOVE_PEDDLE + cargo)) {
			trip.cargo[cargo]++;
			int worth = voyage_outlook(t, &trip) - (broad_price(t->g, cargo) + t->box->broadhorns.peddler) * GOLD;
			trip.cargo[cargo]--;
			if (worth > most) {
				most = worth;
				best = MOVE_PEDDLE + cargo;
			}
		}
	return best;
}

/* What the seat stands at in the middle of a sale: its gold, and the better of selling all that finds a space and of selling no more. */
static int sale_worth(const struct outlook *t, bool done)
{
	struct trip trip = voyage_trip(t), all = trip;
	int gold = t->g->player[t->seat].gold * GOLD + (t->g->final ? 0 : trip.ice * t->weight[ICE]), none = voyage_outlook(t, &trip);

	if (done)
		return gold + none + 1;
	int more = voyage_visit(t, &all, t->g->port, 0, true), onward = voyage_ride(t, &all, NULL), end = voyage_resell(t, &all, true);
	more += onward > end ? onward : end;
	return gold + (more > none ? more : none);
}

/* Nothing is hidden before the sale is done, and nothing drawn but ships, so every move of it can be tried. Of equals the last one is the oldest
 * barrel. */
static int trade(const struct outlook *t, const struct moves *m)
{
	int best = MOVE_DONE, most = INT_MIN;

	for (int i = 0; i < m->n; i++) {
		struct state after = *t->view;
		struct outlook then = *t;

		if (m->id[i] != MOVE_DONE)
			broad_apply(t->box, &after, m->id[i], NULL);
		after.broadhorns.phase = BROAD_SELL;            /* whatever a ship asks for before the sale goes on */
		then.view = &after;
		then.g = &after.broadhorns;
		voyage_survey(&then);
		int worth = sale_worth(&then, m->id[i] == MOVE_DONE);
		if (worth >= most) {
			most = worth;
			best = m->id[i];
		}
	}
	return best;
}

/* The slot that pays us most now; of equals the leftmost. */
static int load(const struct outlook *t, const struct moves *m)
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
static int mark_season(const struct outlook *t, const struct moves *m)
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
static int take_travelers(const struct outlook *t, const struct moves *m)
{
	const struct trip now = voyage_trip(t);
	const int least = voyage_outlook(t, &now), hope = t->g->final ? 0 : t->weight[FARE];
	int best = MOVE_DONE, most = least;

	for (int i = 0; i < m->n; i++) {
		int who = m->id[i] - MOVE_BOARD;
		if (who < 0 || who >= TRAVELERS)
			continue;
		struct trip trip = now;
		trip.aboard |= (uint16_t)(1u << t->rank[who]);
		int onward = voyage_ride(t, &trip, NULL), worth = onward + voyage_traveler(t, who)->gold * hope;
		if (onward >= least && worth > most) {
			most = worth;
			best = m->id[i];
		}
	}
	return best;
}

static int end_or_go_on(const struct outlook *t)
{
	struct trip trip = voyage_trip(t);

	return voyage_ride(t, &trip, NULL) > voyage_resell(t, &trip, false) + t->weight[HOME] || t->g->final ? MOVE_SAIL_ON : MOVE_RESELL;
}

/* Whether the cargo is worth a card. In the step it is our own turn that begins, else the next one is still to come. */
static int answer_spoil(const struct outlook *t, const struct moves *m)
{
	const bool step = t->g->phase == BROAD_SPOIL_STEP;
	const bool all = step || t->season == SUMMER;
	struct trip spoilt = voyage_trip(t), iced = spoilt;

	if (!moves_have(m, MOVE_ICE))
		return MOVE_NO_ICE;
	spoilt.actions = iced.actions = step ? 2 : 0;
	voyage_spoil(t, &spoilt, all ? (1u << PERISHABLES) - 1 : 1u << (t->g->spoiling - 1));
	iced.ice--;
	return voyage_ride(t, &iced, NULL) > voyage_ride(t, &spoilt, NULL) + t->weight[ICE] ? MOVE_ICE : MOVE_NO_ICE;
}

static int card_worth(const struct outlook *t, int face)
{
	const struct broad_player *p = &t->g->player[t->seat];

	if (face == FACE_ICE || face == FACE_PEDDLER || face == FACE_CURRENT)
		return face == FACE_ICE ? t->weight[ICE] : face == FACE_PEDDLER ? t->weight[PEDDLER] : t->weight[CURRENT];
	if (face >= DELIVERIES) {
		const struct broad_traveler *who = voyage_traveler(t, face - DELIVERIES);
		return who->gold * t->weight[FARE] * (voyage_place(t, who->to)->entrance > p->space ? 2 : 1);
	}
	const struct broad_delivery *d = &t->box->broadhorns.delivery[face];
	bool wanted = voyage_place(t, d->town)->entrance >= p->space && broad_cargo_of(t->g, t->seat, d->cargo) > 0;
	return wanted ? t->weight[WANTED] : t->weight[DELIVERY];
}

static int discard(const struct outlook *t, const struct moves *m)
{
	int best = m->id[0];

	for (int i = 1; i < m->n; i++)
		if (card_worth(t, m->id[i] - MOVE_DISCARD) < card_worth(t, best - MOVE_DISCARD))
			best = m->id[i];
	return best;
}

static int decide(const struct outlook *t, const struct moves *m)
{
	switch (t->g->phase) {
	case BROAD_ACTIONS:
		return act(t, m);
	case BROAD_BOAT:
		return choose_boat(t, m);
	case BROAD_MARKET:
	case BROAD_BUY:
		return buy(t, m);
	case BROAD_SELL:
		return trade(t, m);
	case BROAD_LOAD:
		return load(t, m);
	case BROAD_FULL:
		return mark_season(t, m);
	case BROAD_TRAVELERS:
		return take_travelers(t, m);
	case BROAD_RESALE:
		return end_or_go_on(t);
	case BROAD_DISCARD:
		return discard(t, m);
	default:
		return answer_spoil(t, m);
	}
}

static int answer(const struct simple *self, const struct box *b, const struct state *view, const struct moves *m)
{
	const struct outlook t = voyage_table(self->weights, b, view);

	return decide(&t, m);
}

#define TABLE .n = WEIGHTS, .info = info

const struct simple
	broad_simple = { TABLE, .weights = frozen, .answer = answer },
	broad_adept  = { TABLE, .weights = tuned, .answer = answer };
