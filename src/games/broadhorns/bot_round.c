#include "games/broadhorns/bot_round.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "games/broadhorns/bot_river.h"

struct reckoning {
	const struct box *box;
	struct state then;              /* wreaths and the market as they will be; nothing else of it changes */
	struct hand  hand[BROAD_PLAYERS];
	struct river river[BROAD_PLAYERS];
	struct boat  boat[BROAD_PLAYERS];
	int round, seasons;
	bool over;
	struct broad_next next[BROAD_PLAYERS];
};

/* Whether a seat is in the middle of its turn. Before that what is aboard is to spoil, and it has all its actions. */
static bool has_begun(const struct broadhorns *g, int seat)
{
	return seat == g->active && g->phase > BROAD_SPOIL_STEP;
}

static void win_tile(struct reckoning *a, int seat, int town)
{
	const int wreaths = broad_tile(a->box, &a->then.broadhorns, town)->wreaths;

	a->then.broadhorns.player[seat].wreaths = (uint8_t)(a->then.broadhorns.player[seat].wreaths + wreaths);
	a->next[seat].wreaths += (float)wreaths;
	a->next[seat].towns++;
	a->seasons++;
}

static void set_seat(struct reckoning *a, const struct state *s, int seat)
{
	const struct broadhorns *g = &s->broadhorns;

	a->hand[seat] = river_hand(a->box, g, seat);
	a->boat[seat] = river_boat(a->box, g, seat, &a->hand[seat]);
	river_set(&a->river[seat], a->box, s, seat, &a->hand[seat]);
	if (seat >= g->active && !has_begun(g, seat))
		a->river[seat].rounds++;                /* the turn in this round is still to come */
}

/* Buying -------------------------------------------------------------------------------------- */

/* Whether whoever has the turn can buy now or later in the same port action. */
static bool is_buying(const struct broadhorns *g)
{
	return g->phase == BROAD_MARKET || g->phase == BROAD_BLIND || (g->phase >= BROAD_SELL && g->phase <= BROAD_BUY);
}

/* What a barrel costs now; INT_MAX: it cannot be had. */
static int price_of(const struct box *b, const struct broadhorns *g, int cargo)
{
	const int extra = g->phase >= BROAD_SELL ? b->broadhorns.town[g->port].tile[g->priced].increase[cargo] : 0;

	return g->market[cargo] == 0 || extra == NOT_SOLD ? INT_MAX : broad_price_of(g->market[cargo]) + extra;
}

static void load(struct river *r, struct boat *boat, int cargo, int n)
{
	boat->n[cargo] = (uint8_t)(boat->n[cargo] + n);
	for (int spoils = 0; spoils < r->box->broadhorns.length && cargo < PERISHABLES; spoils++)
		r->alive[cargo][spoils] = (uint8_t)(r->alive[cargo][spoils] + n);
}

/* What one more barrel of a type would add to the voyage. */
static float gain_of(struct river *r, const struct boat *boat, int cargo, float now)
{
	struct boat more = *boat;

	load(r, &more, cargo, 1);
	const float gain = river_ride(r, &more, 0, RIVER_STOPS, NULL) - now;
	load(r, &more, cargo, -1);
	return gain;
}

/* Barrel by barrel what promises most, as long as that is more than its price. What a type promised before is thought to be the most that it still does. */
static void shop(struct reckoning *a, int seat)
{
	struct broadhorns *g = &a->then.broadhorns;
	struct river *r = &a->river[seat];
	struct boat *boat = &a->boat[seat];
	float promise[BROAD_CARGOES], now = river_ride(r, boat, 0, RIVER_STOPS, NULL);
	int fresh[BROAD_CARGOES] = { 0 }, gold = g->player[seat].gold + (int)a->next[seat].gold;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		promise[cargo] = price_of(a->box, g, cargo) <= gold ? INFINITY : 0;
	for (int boxes = r->boat->boxes - river_barrels(boat), bought = 0; bought < boxes; ) {
		int best = NOWHERE;
		float most = 0;
		for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
			const int price = price_of(a->box, g, cargo);
			if (price <= gold && promise[cargo] - (float)price > most) {
				most = promise[cargo] - (float)price;
				best = cargo;
			}
		}
		if (best == NOWHERE)
			break;
		if (fresh[best] <= bought) {
			promise[best] = gain_of(r, boat, best, now);
			fresh[best] = bought + 1;
			continue;
		}
		const int price = price_of(a->box, g, best);
		load(r, boat, best, 1);
		now += promise[best];
		gold -= price;
		a->next[seat].gold -= (float)price;
		g->market[best]--;
		bought++;
	}
}

/* Selling ------------------------------------------------------------------------------------- */

/* The spaces for what was sold are filled, the dearest ones first. */
static void fill(struct stop *at, const uint8_t sold[BROAD_CARGOES])
{
	for (int cargo = 0; cargo < BROAD_CARGOES && !at->shut; cargo++) {
		const int k = sold[cargo] < at->open[cargo] ? sold[cargo] : at->open[cargo];
		if (k == 0)
			continue;
		at->open[cargo] = (uint8_t)(at->open[cargo] - k);
		at->spaces = (uint8_t)(at->spaces - k);
		const uint8_t less = at->pay[cargo][k];
		for (int i = 0; i <= at->open[cargo]; i++)
			at->pay[cargo][i] = (uint8_t)(at->pay[cargo][i + k] - less);
	}
	if (at->spaces == 0)
		at->shut = true;                        /* what is below its tile is not known */
}

/* What was sold in a town is told to all; so many barrels of each type were aboard before. */
static void tell_sale(struct reckoning *a, int seat, int town, const uint8_t before[BROAD_CARGOES])
{
	struct stop *at = &a->river[seat].stop[town];
	uint8_t sold[BROAD_CARGOES];
	int n = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		n += sold[cargo] = (uint8_t)(before[cargo] - a->boat[seat].n[cargo]);
	if (n > 0 && n == at->spaces) {
		a->next[seat].gold -= at->wreaths;      /* it was counted as gold */
		win_tile(a, seat, town);
	}
	for (int other = 0; other < a->then.players; other++)
		if (other != seat && a->then.broadhorns.player[other].boat)
			fill(&a->river[other].stop[town], sold);
	at->shut = true;
}

/* A stop in the turn at hand: nobody comes before, and nothing fades. */
static void call_at(struct reckoning *a, int seat, int town)
{
	struct river *r = &a->river[seat];
	struct boat *boat = &a->boat[seat];
	const int rivals = r->rivals;
	const float fading = r->fading;
	uint8_t before[BROAD_CARGOES];

	memcpy(before, boat->n, sizeof before);
	r->rivals = 0;
	r->fading = 0;
	a->next[seat].gold += river_trade(r, boat, town, 0) + river_board(r, boat, town);
	r->rivals = rivals;
	r->fading = fading;
	boat->actions--;
	tell_sale(a, seat, town, before);
}

/* The port action that is under way. */
static void finish_port(struct reckoning *a, int seat)
{
	const struct broadhorns *g = &a->then.broadhorns;
	uint8_t before[BROAD_CARGOES];
	float end;

	memcpy(before, a->boat[seat].n, sizeof before);
	a->next[seat].gold += river_finish(&a->river[seat], g, &a->boat[seat], &a->hand[seat], &end);
	tell_sale(a, seat, g->port, before);
}

/* As far as it comes in what is left of the turn. */
static void drift(const struct river *r, struct boat *boat)
{
	const int speed = r->speed + boat->extra, moves = boat->actions == 2 ? 3 : boat->actions == 1 ? (boat->moves > 0 ? 2 : 1) : boat->bonus;

	boat->space = (uint8_t)(boat->space + moves * (speed > 0 ? speed : 1));
	boat->actions = boat->moves = boat->bonus = boat->extra = 0;
}

static void take_turn(struct reckoning *a, int seat, bool begun)
{
	struct river *r = &a->river[seat];
	struct boat *boat = &a->boat[seat];
	int town;

	if (!begun) {
		boat->actions = 2;
		boat->moves = boat->bonus = boat->extra = 0;
		boat->turns++;
	}
	const int last = boat->turns;
	if (begun && river_in_port(&a->then.broadhorns, seat))
		finish_port(a, seat);
	if (begun && is_buying(&a->then.broadhorns))
		shop(a, seat);
	while (river_ride(r, boat, 0, RIVER_STOPS, &town), town != NOWHERE) {
		struct boat there = *boat;
		river_sail(r, &there, r->stop[town].entrance);
		if (there.turns > last) {
			drift(r, boat);
			if (boat->space > r->stop[town].entrance)
				boat->space = (uint8_t)r->stop[town].entrance;
			break;
		}
		river_spoil(r, &there);
		*boat = there;
		call_at(a, seat, town);
	}
	river_spoil(r, boat);
	boat->actions = 0;
}

/* Whether the game ends with this round. */
static bool is_last(const struct reckoning *a)
{
	return a->then.broadhorns.final || a->round >= a->then.option[BROAD_ROUNDS] || a->seasons >= broad_track(a->box);
}

static float score_of(const struct reckoning *a, int seat)
{
	const struct broad_player *p = &a->then.broadhorns.player[seat];
	const struct broadhorns_box *box = &a->box->broadhorns;

	return (float)p->gold + a->next[seat].gold + a->next[seat].barrels * (float)box->aboard + (float)(p->boat ? box->boat[p->boat - 1].resale : 0) +
		(float)broad_wreath_bonus(a->box, &a->then, seat);
}

static void note(struct reckoning *a, struct broad_round *out)
{
	const int players = a->then.players;

	for (int seat = 0; seat < players; seat++) {
		if (a->then.broadhorns.player[seat].boat) {
			a->next[seat].barrels = (float)river_barrels(&a->boat[seat]);
			a->next[seat].voyage = a->over ? 0 : river_ride(&a->river[seat], &a->boat[seat], 0, RIVER_STOPS, NULL);
		}
		a->next[seat].score = score_of(a, seat);
	}
	for (int seat = 0; seat < players; seat++) {
		float best = -INFINITY;
		for (int other = 0; other < players; other++)
			best = other != seat && a->next[other].score > best ? a->next[other].score : best;
		a->next[seat].lead = players > 1 ? a->next[seat].score - best : 0;
	}
	memcpy(out->seat, a->next, sizeof out->seat);
	out->over = a->over;
}

void broad_reckon(const struct box *b, const struct state *s, struct broad_round out[BROAD_AHEAD])
{
	const struct broadhorns *g = &s->broadhorns;
	struct reckoning a = { .box = b, .then = *s, .round = g->round, .seasons = g->seasons };

	for (int seat = 0; seat < s->players; seat++)
		if (g->player[seat].boat)
			set_seat(&a, s, seat);
	for (int k = 0; k < BROAD_AHEAD * s->players; k++) {
		const int seat = (g->active + k) % s->players;
		if (g->player[seat].boat && !a.over)
			take_turn(&a, seat, k == 0 && has_begun(g, seat));
		if (seat == s->players - 1) {
			a.over |= is_last(&a);
			a.round++;
		}
		if (k % s->players == s->players - 1)
			note(&a, &out[k / s->players]);
	}
}
