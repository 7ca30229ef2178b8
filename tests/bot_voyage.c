/* A voyage of Broadhorns is thought through quickly: by tables, and without what cannot be the best. Here it is done turn by turn, space by space, with nothing
 * left out, and both must find the same worth and the same first stop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "games/broadhorns/bot_simple.h"
#include "games/broadhorns/bot_voyage.h"

static int barrels(const struct trip *trip, int cargo)
{
	int n = 0;

	for (int at = 0; at < BROAD_LENGTH; at++)
		n += (int)(trip->cargo[cargo] >> 8 * at & 255);
	return n;
}

static int all_barrels(const struct trip *trip)
{
	int n = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		n += barrels(trip, cargo);
	return n;
}

/* Sailing: a turn of two moves brings a third. */
static int sail(const struct outlook *t, struct trip *trip, int town)
{
	int far = t->stop[town].entrance - trip->space, turns = 0;

	while ((far > 0 || trip->actions == 0) && turns <= t->rounds) {
		const int speed = voyage_boat(t, trip)->speed + broad_season_speed(t->season) + trip->extra;
		if (trip->actions == 2 && far <= speed) {
			trip->actions = trip->moves = 1;
			break;
		}
		const int moves = trip->actions == 0 ? trip->bonus : trip->actions == 2 ? 3 : trip->moves > 0 ? 2 : 1;
		far = far > moves * speed ? far - moves * speed : 0;
		trip->actions = 2;
		trip->moves = trip->bonus = trip->extra = 0;
		turns++;
		if (t->season == WINTER)
			continue;
		if (trip->ice > 0)
			trip->ice--;
		else
			voyage_spoil(t, trip, ALL_PERISHABLES);
	}
	trip->aboard &= (uint16_t)~t->stop[town].before;
	trip->space = t->stop[town].entrance;
	return turns;
}

/* Per cent of the i-th open space that are lost to the barrels of rivals: each takes the dearest one. */
static int lost_to_rivals(const struct outlook *t, int town, int turns, int i)
{
	const struct stop *at = &t->stop[town];
	const int soon = turns < SOON ? turns : SOON;
	int come = 0;

	for (int k = 0; k < t->rivals; k++) {
		const struct rival *r = &t->rival[k];
		if (at->entrance >= r->space && at->entrance <= r->space + soon * r->reach && !(r->visited >> town & 1))
			come += r->n[at->cargo[i]] * t->weight[THREAT];
	}
	for (int k = 0; k < i; k++)
		if (at->cargo[k] == at->cargo[i])
			come -= come < 100 ? come : 100;
	return come < 100 ? come : 100;
}

static int sell(const struct outlook *t, struct trip *trip, int town, int turns, int i)
{
	const struct stop *at = &t->stop[town];
	const int cargo = at->cargo[i], gold = at->value[i] * GOLD;
	int age = BROAD_LENGTH - 1, lost;

	while ((trip->cargo[cargo] >> 8 * age & 255) == 0)
		age--;
	trip->cargo[cargo] -= 1ull << 8 * age;
	const int life = t->box->broadhorns.length - age;
	lost = turns > 0 ? lost_to_rivals(t, town, turns, i) : 0;
	if (turns > 0 && cargo < PERISHABLES && life <= 2)
		lost += t->weight[life == 1 ? SPOILING : SPOILING_TWICE] * turns * (t->season == SUMMER ? PERISHABLES : 1);
	return gold - gold * (lost < 100 ? lost : 100) / 100;
}

static int claim(const struct outlook *t, struct trip *trip, int town, unsigned types)
{
	const struct stop *at = &t->stop[town];
	int n = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		const uint32_t card = (trip->deliveries | at->cards) & at->card[cargo];
		if (!(types >> cargo & 1) || !card || (n > 0 && t->view->option[BROAD_DELIVERY] == DELIVERY_PORT))
			continue;
		trip->deliveries &= ~(card & -card);
		n++;
	}
	return n * t->box->broadhorns.delivery_bonus * GOLD;
}

static int board(const struct outlook *t, struct trip *trip, int town)
{
	const struct stop *at = &t->stop[town];
	int gold = 0;

	for (int k = 0; k < TRAVELERS; k++)
		if (trip->aboard & at->to & 1u << k)
			gold += t->fare[k] * GOLD;
	trip->aboard &= (uint16_t)~at->to;
	for (int k = 0; k < TRAVELERS; k++) {
		const unsigned bit = 1u << k;
		if (!((trip->waiting | at->here) & bit) || (trip->aboard | at->before | at->to) & bit || broad_bits(trip->aboard) >= voyage_boat(t, trip)->occupants)
			continue;
		trip->aboard |= (uint16_t)bit;
		trip->waiting &= (uint16_t)~bit;
	}
	return gold;
}

static int visit(const struct outlook *t, struct trip *trip, int town, int turns)
{
	const struct stop *at = &t->stop[town];
	int gold = 0, n = 0;
	unsigned types = 0;

	for (int i = 0; i < at->open; i++)
		if (barrels(trip, at->cargo[i]) > 0) {
			gold += sell(t, trip, town, turns, i);
			types |= 1u << at->cargo[i];
			n++;
		}
	gold += claim(t, trip, town, types);
	const bool full = n > 0 && n == at->open;
	if (full || n >= BROAD_SALES)
		gold += at->bonus * GOLD;
	if (full)
		gold += at->prize;
	return gold - gold * t->fade * turns / 100 + board(t, trip, town);
}

static int ride(const struct outlook *t, const struct trip *trip, int turns, int stops, int *first)
{
	const struct broadhorns_box *box = &t->box->broadhorns;
	int best = 0;

	*first = ABANDON;
	if (turns >= t->rounds) {
		best = (all_barrels(trip) * box->aboard + voyage_boat(t, trip)->resale) * GOLD;
		*first = HOLD;
	}
	for (int town = 0; town < BROAD_TOWNS && stops > 0; town++) {
		struct trip there = *trip;
		int onward = 0, next;
		if (t->stop[town].entrance < trip->space || trip->visited >> town & 1)
			continue;
		const int later = turns + sail(t, &there, town);
		if (later > t->rounds)
			break;
		there.actions--;
		there.visited |= (uint16_t)(1u << town);
		int gold = visit(t, &there, town, later) - t->action * (2 * (later - turns) + trip->actions - there.actions);
		const int end = (voyage_boat(t, &there)->resale + all_barrels(&there) * box->overflow) * GOLD;
		if (gold + end > best || all_barrels(&there) > 0 || there.aboard)       /* an empty boat goes on only if stopping here is the best so far */
			onward = ride(t, &there, later, stops - 1, &next);
		gold += onward > end ? onward : end;
		if (gold > best) {
			best = gold;
			*first = town;
		}
	}
	return best;
}

/* Other boats, ages, cards and numbers of barrels than those that occur. */
static void vary(const struct outlook *t, struct trip *trip, struct rng *r)
{
	trip->boat = (uint8_t)(1 + rng_below(r, BROAD_BOATS));
	trip->actions = (uint8_t)rng_below(r, 3);
	trip->moves = trip->actions == 1 ? (uint8_t)rng_below(r, 2) : 0;
	trip->bonus = trip->actions == 0 ? (uint8_t)rng_below(r, 2) : 0;
	trip->extra = (uint8_t)(rng_below(r, 2) * t->box->broadhorns.current);
	trip->ice = (uint8_t)rng_below(r, 3);
	trip->deliveries = (uint32_t)rng_next(r) & (uint32_t)rng_next(r);
	trip->aboard = trip->waiting = 0;
	for (int who = 0; who < voyage_boat(t, trip)->occupants; who++)
		trip->aboard |= (uint16_t)(rng_below(r, 2) << rng_below(r, TRAVELERS));
	trip->waiting = (uint16_t)(1u << rng_below(r, TRAVELERS)) & (uint16_t)~trip->aboard;
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		trip->cargo[cargo] = 0;
	for (int n = (int)rng_below(r, voyage_boat(t, trip)->boxes + 1u); n > 0; n--) {
		const int cargo = (int)rng_below(r, BROAD_CARGOES), age = cargo < PERISHABLES ? (int)rng_below(r, t->box->broadhorns.length) : 0;
		trip->cargo[cargo] += 1ull << 8 * age;
	}
}

static int compare(const struct outlook *t, const struct trip *trip)
{
	int first, slow_first;
	const int worth = voyage_ride(t, trip, &first), slow = ride(t, trip, 0, STOPS, &slow_first);

	assert_int_equal(worth, slow);
	assert_int_equal(first, slow_first);
	return worth > 0;
}

/* At every decision of games of `adept`, as it stands and with other boats. */
static int compare_all(const struct simple *policy, int players, int delivery, uint64_t seed)
{
	const struct game *g = game_find("broadhorns");
	struct rng r = rng_seed(seed);
	uint8_t option[MAX_OPTIONS];
	struct state s;
	int rides = 0;

	game_presets(g, option);
	option[BROAD_DELIVERY] = (uint8_t)delivery;
	game_start(g, g->box, players, option, &s);
	for (int mover; (mover = g->to_move(g->box, &s)) != OVER; ) {
		if (mover >= 0) {
			struct outlook t = voyage_table(policy->weights, g->box, &s);
			struct trip trip = voyage_trip(&t);
			if (trip.boat)
				rides += compare(&t, &trip);
			for (int k = 0; k < 4; k++) {
				vary(&t, &trip, &r);
				t.action = k == 3 ? 0 : t.action;
				rides += compare(&t, &trip);
			}
		}
		g->apply(g->box, &s, mover == CHANCE ? game_chance(g, g->box, &s, &r) : simple_choose(&broad_adept, g, g->box, &s), NULL);
	}
	return rides;
}

static void a_quick_ride_is_the_whole_ride(void **unused)
{
	(void)unused;
	for (int players = 2; players <= 4; players++) {
		assert_true(compare_all(&broad_adept, players, players == 3 ? DELIVERY_TYPE : DELIVERY_PORT, 10 + (uint64_t)players) > 1000);
		assert_true(compare_all(&broad_simple, players, players == 2 ? DELIVERY_TYPE : DELIVERY_PORT, 20 + (uint64_t)players) > 1000);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(a_quick_ride_is_the_whole_ride) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
