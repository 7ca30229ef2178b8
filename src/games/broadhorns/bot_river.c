#include "games/broadhorns/bot_river.h"

#include <string.h>

/* What a voyage is chosen by; the weights judge what was chosen. In gold; of a sale `fade` is lost for each turn and rival until then, and
 * of the barrels of a rival who can be there before us `threat` go to the same spaces. */
static const float action_cost = 1.6F, fade = 0.012F, threat = 0.3F, wreath_gold[BROAD_PLAYERS + 1] = { 0, 0, 0.8F, 1.0F, 1.2F };
static const float pace[BROAD_PLAYERS + 1] = { 0, 0, 2.5F, 1.9F, 1.6F };        /* rounds that it takes to fill a town */

float river_rounds(const struct box *b, const struct state *s)
{
	const struct broadhorns *g = &s->broadhorns;
	float by_track = (float)(broad_track(b) - g->seasons) * pace[s->players], by_cap = (float)(s->option[BROAD_ROUNDS] - g->round);

	return g->final ? 0 : by_track < by_cap ? by_track : by_cap;
}

float river_left(const struct box *b, const struct state *s)
{
	float rest = river_rounds(b, s) / ((float)broad_track(b) * pace[s->players]);

	return rest < 1 ? rest : 1;
}

/* Cards ---------------------------------------------------------------------------- */

struct hand river_hand(const struct box *b, const struct broadhorns *g, int seat)
{
	const unsigned first = (unsigned)(IN_HAND + AGES * seat);
	struct hand h = { 0 };

	for (int i = 0; i < DELIVERIES; i++)
		h.deliveries |= (uint32_t)(g->where[FIRST_DELIVERY + i] - first < AGES) << i;
	for (int i = 0; i < TRAVELERS; i++) {
		h.aboard |= (uint16_t)((g->where[FIRST_TRAVELER + i] == ABOARD + seat) << i);
		if (g->where[FIRST_TRAVELER + i] - first < AGES) {
			h.waiting |= (uint16_t)(1u << i);
			h.fares += (float)b->broadhorns.traveler[i].gold;
		}
	}
	for (int i = 0; i < ICES; i++)
		h.ice += g->where[FIRST_ICE + i] - first < AGES;
	for (int i = 0; i < PEDDLERS; i++)
		h.peddlers += g->where[FIRST_PEDDLER + i] - first < AGES;
	for (int i = 0; i < CURRENTS; i++)
		h.currents += g->where[FIRST_CURRENT + i] - first < AGES;
	return h;
}

/* Voyages ------------------------------------------------------------------------------ */

static void set_stop(struct stop *at, const struct box *b, const struct state *s, int town, bool shut)
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_tile *tile = broad_tile(b, g, town);

	at->entrance = (int8_t)b->broadhorns.town[town].entrance;
	at->shut = shut;
	at->bonus = b->broadhorns.town[town].bonus;
	at->wreaths = (float)tile->wreaths * wreath_gold[s->players];
	at->spaces = at->claims = 0;
	at->here = at->to = 0;
	memset(at->open, 0, sizeof at->open);
	if (shut)
		return;
	uint8_t value[BROAD_CARGOES][BROAD_SPACES];
	for (int i = 0; i < tile->spaces; i++) {
		if (g->town[town].filled >> i & 1)
			continue;
		int cargo = tile->space[i].cargo, k = at->open[cargo]++;
		for (; k > 0 && value[cargo][k - 1] < tile->space[i].value; k--)
			value[cargo][k] = value[cargo][k - 1];
		value[cargo][k] = tile->space[i].value;
		at->spaces++;
	}
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		at->pay[cargo][0] = 0;
		for (int k = 0; k < at->open[cargo]; k++)
			at->pay[cargo][k + 1] = (uint8_t)(at->pay[cargo][k] + value[cargo][k]);
	}
}

static void set_rivals(struct river *r, const struct box *b, const struct state *s, int seat, int season)
{
	const struct broadhorns *g = &s->broadhorns;

	r->rivals = 0;
	for (int i = 0; i < s->players; i++) {
		const struct broad_player *other = &g->player[i];
		struct rival *rival = &r->rival[r->rivals];
		int any = 0;

		if (i == seat || !other->boat)
			continue;
		for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
			any += rival->n[cargo] = (uint8_t)broad_cargo_of(g, i, cargo);
		rival->space = other->space;
		rival->visited = other->visited;
		rival->speed = 3 * (b->broadhorns.boat[other->boat - 1].speed + broad_season_speed(season));
		r->rivals += any > 0;
	}
}

void river_set(struct river *r, const struct box *b, const struct state *s, int seat, const struct hand *h)
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[seat];
	const int season = broad_season(b, g), port = g->phase == BROAD_SELL && seat == g->active ? g->port : -1;

	r->box = b;
	r->boat = &b->broadhorns.boat[p->boat - 1];
	r->rounds = river_rounds(b, s);
	r->action = g->final ? 0 : action_cost;
	r->fading = fade * (float)(s->players - 1);
	r->speed = r->boat->speed + broad_season_speed(season);
	r->winter = season == WINTER;
	r->ice = h->ice;
	r->waiting = h->waiting;
	for (int town = 0; town < BROAD_TOWNS; town++)
		set_stop(&r->stop[town], b, s, town,
			b->broadhorns.town[town].entrance < p->space || (p->visited >> town & 1 && town != port));
	for (int i = 0; i < DELIVERIES; i++) {
		const struct broad_delivery *d = &b->broadhorns.delivery[i];
		if (h->deliveries >> i & 1 || g->where[FIRST_DELIVERY + i] == AT_TOWN + d->town)
			r->stop[d->town].claims |= (uint8_t)(1u << d->cargo);
	}
	for (int i = 0; i < TRAVELERS; i++) {
		unsigned town = (unsigned)(g->where[FIRST_TRAVELER + i] - AT_TOWN);
		if (town < BROAD_TOWNS)
			r->stop[town].here |= (uint16_t)(1u << i);
		r->stop[b->broadhorns.traveler[i].to].to |= (uint16_t)(1u << i);
	}
	set_rivals(r, b, s, seat, season);
	for (int cargo = 0; cargo < PERISHABLES; cargo++)
		for (int spoils = 0; spoils <= BROAD_LENGTH; spoils++) {
			int n = 0;
			for (int at = 0; at < b->broadhorns.length - spoils; at++)
				n += p->cargo[cargo][at];
			r->alive[cargo][spoils] = (uint8_t)n;
		}
}

static void next_turn(struct boat *boat)
{
	boat->actions = 2;
	boat->moves = boat->bonus = boat->extra = 0;
	boat->turns++;
}

/* As soon as can be to that entrance, with an action left for its port. */
void river_sail(const struct river *r, struct boat *boat, int entrance)
{
	int far = entrance - boat->space;

	boat->space = (uint8_t)entrance;
	while (far > 0 || boat->actions == 0) {
		int speed = r->speed + boat->extra, moves = boat->bonus;
		if (speed < 1)
			speed = 1;
		if (boat->actions == 2 && far <= speed) {
			boat->actions = boat->moves = 1;
			return;
		}
		if (boat->actions > 0)                          /* two moves bring a third */
			moves = boat->actions == 2 ? 3 : boat->moves > 0 ? 2 : 1;
		far = far > moves * speed ? far - moves * speed : 0;
		next_turn(boat);
		if ((float)boat->turns > r->rounds)
			return;
	}
}

void river_spoil(const struct river *r, struct boat *boat)
{
	int spoils = r->winter ? 0 : boat->turns - r->ice;

	if (spoils <= 0)
		return;
	if (spoils > BROAD_LENGTH)
		spoils = BROAD_LENGTH;
	for (int cargo = 0; cargo < PERISHABLES; cargo++)
		if (r->alive[cargo][spoils] < boat->n[cargo])
			boat->n[cargo] = r->alive[cargo][spoils];
}

float river_fares(const struct box *b, unsigned who)
{
	float gold = 0;

	for (; who; who &= who - 1)
		gold += b->broadhorns.traveler[__builtin_ctz(who)].gold;
	return gold;
}

/* Who has arrived pays; the best fares among those who wait take the free seats. */
float river_board(const struct river *r, struct boat *boat, int town)
{
	const struct stop *at = &r->stop[town];
	float gold = river_fares(r->box, boat->aboard & at->to);
	unsigned wait = (r->waiting | at->here) & ~(unsigned)boat->aboard;

	boat->aboard &= (uint16_t)~at->to;
	for (int seats = r->boat->occupants - broad_bits(boat->aboard); wait && seats > 0; ) {
		int best = -1, most = 0;
		for (unsigned left_over = wait; left_over; left_over &= left_over - 1) {
			int who = __builtin_ctz(left_over);
			if (r->box->broadhorns.traveler[who].to > town && r->box->broadhorns.traveler[who].gold > most) {
				most = r->box->broadhorns.traveler[who].gold;
				best = who;
			}
		}
		if (best < 0)
			break;
		boat->aboard |= (uint16_t)(1u << best);
		wait &= ~(1u << best);
		seats--;
	}
	return gold;
}

/* Barrels of rivals that may have come to that town before us. */
static float barrels_before(const struct river *r, const struct boat *boat, int town, int cargo)
{
	float n = 0;

	for (int i = 0; i < r->rivals && boat->turns > 0; i++) {
		const struct rival *rival = &r->rival[i];
		int far = r->stop[town].entrance - rival->space;
		if (far >= 0 && far <= rival->speed * boat->turns && !(rival->visited >> town & 1))
			n += threat * (float)rival->n[cargo];
	}
	return n;
}

/* What the dearest spaces pay for so many barrels, parts of a barrel included. */
static float pay_up_to(const struct stop *at, int cargo, float n)
{
	int whole = (int)n;

	if (whole >= at->open[cargo])
		return at->pay[cargo][at->open[cargo]];
	return (float)at->pay[cargo][whole] + (n - (float)whole) * (float)(at->pay[cargo][whole + 1] - at->pay[cargo][whole]);
}

/* For k barrels, if others have taken the dearest spaces; what finds none goes for a gold. */
static float pay_for(const struct stop *at, int cargo, int k, float taken)
{
	if (taken <= 0)
		return at->pay[cargo][k];
	float over = taken + (float)k - at->open[cargo], none = over > (float)k ? (float)k : over > 0 ? over : 0;
	return pay_up_to(at, cargo, taken + (float)k) - pay_up_to(at, cargo, taken) + none;
}

/* All that finds a space is sold. `sold` so far counts towards the town bonus. */
float river_trade(const struct river *r, struct boat *boat, int town, int sold)
{
	const struct stop *at = &r->stop[town];
	int n = 0;
	unsigned types = 0;
	float gold = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		int k = boat->n[cargo] < at->open[cargo] ? boat->n[cargo] : at->open[cargo];
		if (k == 0)
			continue;
		gold += pay_for(at, cargo, k, barrels_before(r, boat, town, cargo));
		boat->n[cargo] = (uint8_t)(boat->n[cargo] - k);
		types |= 1u << cargo;
		n += k;
	}
	float worth = gold;
	if (types & at->claims)
		worth += r->box->broadhorns.delivery_bonus;
	const bool full = n + sold > 0 && n == at->spaces;
	if (full || n + sold >= 2)
		worth += at->bonus;
	if (full)
		worth += at->wreaths;
	return worth - worth * r->fading * (float)boat->turns;
}

int river_barrels(const struct boat *boat)
{
	return boat->n[0] + boat->n[1] + boat->n[2] + boat->n[3] + boat->n[4];
}

/* Whether anything could be sold or anybody paid there. */
static bool is_wanted(const struct river *r, const struct boat *boat, int town)
{
	const struct stop *at = &r->stop[town];
	unsigned any = boat->aboard & at->to;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		any |= (unsigned)(boat->n[cargo] * at->open[cargo]);
	return any != 0;
}

/* What a stop in that town and the rest of the way bring. */
static float call(const struct river *r, const struct boat *from, int town, int stops)
{
	struct boat boat = *from;

	river_sail(r, &boat, r->stop[town].entrance);
	if ((float)boat.turns > r->rounds)
		return -1000;
	river_spoil(r, &boat);
	boat.actions--;
	float gold = river_trade(r, &boat, town, 0) - r->action * (float)(2 * (boat.turns - from->turns) + from->actions - boat.actions);
	gold += river_board(r, &boat, town);
	float end = (float)(r->boat->resale + river_barrels(&boat) * r->box->broadhorns.overflow);
	float on = stops > 1 && (river_barrels(&boat) > 0 || boat.aboard) ? river_ride(r, &boat, town + 1, stops - 1, NULL) : 0;
	return gold + (on > end ? on : end);
}

float river_ride(const struct river *r, const struct boat *boat, int first, int stops, int *to)
{
	float best = (float)boat->turns >= r->rounds - 0.5F ? (float)(river_barrels(boat) * r->box->broadhorns.aboard + r->boat->resale) : 0;
	int stop = NOWHERE;

	for (int town = first; town < BROAD_TOWNS; town++) {
		if (r->stop[town].shut || !is_wanted(r, boat, town))
			continue;
		float gold = call(r, boat, town, stops);
		if (gold < -900)
			break;                          /* too far, and so is all beyond */
		if (gold > best) {
			best = gold;
			stop = town;
		}
	}
	if (to)
		*to = stop;
	return best;
}

/* The boat of a seat as it lies now. */
struct boat river_boat(const struct box *b, const struct broadhorns *g, int seat, const struct hand *h)
{
	const struct broad_player *p = &g->player[seat];
	struct boat boat = { .space = p->space, .aboard = h->aboard };

	if (seat == g->active) {
		boat.actions = g->actions;
		boat.moves = g->moves;
		boat.bonus = g->bonus;
		boat.extra = (uint8_t)(g->currents * b->broadhorns.current);
	}
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		boat.n[cargo] = (uint8_t)broad_cargo_of(g, seat, cargo);
	return boat;
}

/* Whether a delivery card can still be claimed for what was sold before in this visit. */
static bool has_claim(const struct box *b, const struct broadhorns *g, const struct hand *h)
{
	for (int i = 0; i < DELIVERIES && g->sold > 0 && !g->claimed; i++) {
		const struct broad_delivery *d = &b->broadhorns.delivery[i];
		if (d->town == g->port && g->sold_types >> d->cargo & 1 && (h->deliveries >> i & 1 || g->where[FIRST_DELIVERY + i] == AT_TOWN + g->port))
			return true;
	}
	return false;
}

float river_finish(struct river *r, const struct broadhorns *g, struct boat *boat, const struct hand *h, float *end)
{
	const bool selling = g->phase == BROAD_SELL || g->phase == BROAD_FULL || g->phase == BROAD_REVEAL;
	float gold = 0;

	*end = r->boat->resale;
	if (g->phase == BROAD_SELL) {
		r->stop[g->port].claims = g->claimed ? 0 : r->stop[g->port].claims;
		gold = river_trade(r, boat, g->port, g->sold) + (has_claim(r->box, g, h) ? (float)r->box->broadhorns.delivery_bonus : 0);
		*end += (float)(river_barrels(boat) * r->box->broadhorns.overflow);
	}
	if (selling || g->phase == BROAD_BUY)
		gold += river_board(r, boat, g->port);
	return gold;
}

bool river_in_port(const struct broadhorns *g, int seat)
{
	return seat == g->active && g->phase >= BROAD_SELL && g->phase <= BROAD_RESALE;
}

float river_voyage(struct river *r, const struct broadhorns *g, int seat, const struct hand *h)
{
	struct boat boat = river_boat(r->box, g, seat, h);
	float end;

	if (!river_in_port(g, seat))
		return river_ride(r, &boat, 0, RIVER_STOPS, NULL);
	const float gold = river_finish(r, g, &boat, h, &end), on = river_ride(r, &boat, g->port + 1, RIVER_STOPS, NULL);
	return gold + (on > end ? on : end);
}
