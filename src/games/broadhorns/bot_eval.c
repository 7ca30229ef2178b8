/* What a seat of Broadhorns has, and what it may expect: gold, and the best voyage with what is aboard. bot_simple.c thinks of a
 * voyage in much the same way; here all that can be known beforehand is put into tables, so that one takes a microsecond. */
#include "bots/knowledge.h"
#include "bots/puct.h"

#include <string.h>

#include "games/broadhorns/bot_moves.h"
#include "games/broadhorns/bot_simple.h"
#include "games/broadhorns/broadhorns.h"

enum feature {
	GOLD, WREATHS, BONUS, VOYAGE, ABANDONED, ACTIONS, ICE, PEDDLER, CURRENT, DELIVERIES_HELD, FARES_HELD, ASHORE, FITTING, BOXES, FEATURES
};

static const char *const name[FEATURES] = {
	[GOLD] = "gold", [WREATHS] = "wreaths", [BONUS] = "wreath bonus, if it ended now", [VOYAGE] = "gold of the best voyage",
	[ABANDONED] = "a boat that is better given up", [ACTIONS] = "actions left", [ICE] = "ice", [PEDDLER] = "peddlers",
	[CURRENT] = "good current", [DELIVERIES_HELD] = "delivery cards", [FARES_HELD] = "fares in the hand", [ASHORE] = "without a boat",
	[FITTING] = "choosing a boat", [BOXES] = "boxes that could be filled now",
};

#include "games/broadhorns/bot_weights.h"
_Static_assert(sizeof weight / sizeof weight[0] == FEATURES, "a weight for each feature");

/* What a voyage is chosen by; the weights judge what was chosen. In gold; of a sale `fade` is lost for each turn and rival until then, and
 * of the barrels of a rival who can be there before us `threat` go to the same spaces. */
static const float action_cost = 1.6F, fade = 0.012F, threat = 0.3F, wreath_gold[BROAD_PLAYERS + 1] = { 0, 0, 0.8F, 1.0F, 1.2F };
static const float pace[BROAD_PLAYERS + 1] = { 0, 0, 2.5F, 1.9F, 1.6F };        /* rounds that it takes to fill a town */

static float rounds_left(const struct box *b, const struct state *s)
{
	const struct broadhorns *g = &s->broadhorns;
	float by_track = (float)(broad_track(b) - g->seasons) * pace[s->players], by_cap = (float)(s->option[BROAD_ROUNDS] - g->round);

	return g->final ? 0 : by_track < by_cap ? by_track : by_cap;
}

static float left(const struct box *b, const struct state *s)
{
	float rest = rounds_left(b, s) / ((float)broad_track(b) * pace[s->players]);

	return rest < 1 ? rest : 1;
}

/* Cards ---------------------------------------------------------------------------- */

struct hand { uint32_t deliveries; uint16_t waiting, aboard; float fares; int ice, peddlers, currents; };

static struct hand hand_of(const struct box *b, const struct broadhorns *g, int seat)
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

/* One seat's river. */
struct river {
	const struct box *box;
	const struct broad_boat *boat;
	float rounds, action, fading;           /* fading: of a sale, for each turn until then */
	int   speed, ice;
	bool  winter;
	uint8_t alive[PERISHABLES][BROAD_LENGTH + 1];   /* barrels of the type that outlive so many spoils */
	uint16_t waiting;
	int   rivals;                           /* with something to sell */
	struct rival { int space, speed; unsigned visited; uint8_t n[BROAD_CARGOES]; } rival[BROAD_PLAYERS - 1];
	struct stop {
		int8_t   entrance;
		bool     shut;                  /* it has been visited, or lies behind */
		uint8_t  open[BROAD_CARGOES], spaces;           /* spaces that want each type, and all of them */
		uint8_t  pay[BROAD_CARGOES][BROAD_SPACES + 1];  /* for so many barrels of it, the dearest spaces first */
		uint8_t  claims;                /* cargoes for which there is a delivery card */
		uint8_t  bonus;
		float    wreaths;
		uint16_t here, to;              /* travelers who wait there, and who want to go there */
	} stop[BROAD_TOWNS];
};

/* A boat on its way. Of each type the youngest barrels are left, since the oldest are sold first. */
struct boat { uint8_t n[BROAD_CARGOES], space, actions, moves, bonus, extra; uint16_t aboard; int turns; };

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

static void set_river(struct river *r, const struct box *b, const struct state *s, int seat, const struct hand *h)
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[seat];
	const int season = broad_season(b, g), port = g->phase == BROAD_SELL && seat == g->active ? g->port : -1;

	r->box = b;
	r->boat = &b->broadhorns.boat[p->boat - 1];
	r->rounds = rounds_left(b, s);
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
static void sail(const struct river *r, struct boat *boat, int entrance)
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

static void spoil(const struct river *r, struct boat *boat)
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

static float fares_of(const struct box *b, unsigned who)
{
	float gold = 0;

	for (; who; who &= who - 1)
		gold += b->broadhorns.traveler[__builtin_ctz(who)].gold;
	return gold;
}

/* Who has arrived pays; the best fares among those who wait take the free seats. */
static float board(const struct river *r, struct boat *boat, int town)
{
	const struct stop *at = &r->stop[town];
	float gold = fares_of(r->box, boat->aboard & at->to);
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
static float trade(const struct river *r, struct boat *boat, int town, int sold)
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

static int barrels(const struct boat *boat)
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

static float ride(const struct river *r, const struct boat *boat, int first, int stops);

/* What a stop in that town and the rest of the way bring. */
static float call(const struct river *r, const struct boat *from, int town, int stops)
{
	struct boat boat = *from;

	sail(r, &boat, r->stop[town].entrance);
	if ((float)boat.turns > r->rounds)
		return -1000;
	spoil(r, &boat);
	boat.actions--;
	float gold = trade(r, &boat, town, 0) - r->action * (float)(2 * (boat.turns - from->turns) + from->actions - boat.actions);
	gold += board(r, &boat, town);
	float end = (float)(r->boat->resale + barrels(&boat) * r->box->broadhorns.overflow);
	float on = stops > 1 && (barrels(&boat) > 0 || boat.aboard) ? ride(r, &boat, town + 1, stops - 1) : 0;
	return gold + (on > end ? on : end);
}

static float ride(const struct river *r, const struct boat *boat, int first, int stops)
{
	float best = (float)boat->turns >= r->rounds - 0.5F ? (float)(barrels(boat) * r->box->broadhorns.aboard + r->boat->resale) : 0;

	for (int town = first; town < BROAD_TOWNS; town++) {
		if (r->stop[town].shut || !is_wanted(r, boat, town))
			continue;
		float gold = call(r, boat, town, stops);
		if (gold < -900)
			break;                          /* too far, and so is all beyond */
		best = gold > best ? gold : best;
	}
	return best;
}

/* The boat of a seat as it lies now. */
static struct boat boat_of(const struct box *b, const struct broadhorns *g, int seat, const struct hand *h)
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

enum { STOPS = 3 };                     /* that a voyage looks ahead */

/* What is left of a port action, and of the voyage after it. */
static float leave_port(struct river *r, const struct broadhorns *g, struct boat *boat, const struct hand *h)
{
	const bool selling = g->phase == BROAD_SELL || g->phase == BROAD_FULL || g->phase == BROAD_REVEAL;
	float gold = 0, end = r->boat->resale;

	if (g->phase == BROAD_SELL) {
		r->stop[g->port].claims = g->claimed ? 0 : r->stop[g->port].claims;
		gold = trade(r, boat, g->port, g->sold) + (has_claim(r->box, g, h) ? (float)r->box->broadhorns.delivery_bonus : 0);
		end += (float)(barrels(boat) * r->box->broadhorns.overflow);
	}
	if (selling || g->phase == BROAD_BUY)
		gold += board(r, boat, g->port);
	const float on = ride(r, boat, g->port + 1, STOPS);
	return gold + (on > end ? on : end);
}

static bool is_in_port(const struct broadhorns *g, int seat)
{
	return seat == g->active && g->phase >= BROAD_SELL && g->phase <= BROAD_RESALE;
}

/* The gold that the best voyage brings from here, with what is aboard. The river is no longer as it was after that. */
static float voyage(struct river *r, const struct broadhorns *g, int seat, const struct hand *h)
{
	struct boat boat = boat_of(r->box, g, seat, h);

	return is_in_port(g, seat) ? leave_port(r, g, &boat, h) : ride(r, &boat, 0, STOPS);
}

/* Features ----------------------------------------------------------------------------------- */

/* r: the river of that seat, if it has a boat. */
static void features_on(struct river *r, const struct box *b, const struct state *s, int seat, const struct hand *h, float out[])
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[seat];
	const bool active = seat == g->active;

	memset(out, 0, FEATURES * sizeof out[0]);
	out[GOLD] = p->gold;
	out[WREATHS] = g->final ? 0 : p->wreaths;
	out[BONUS] = (float)broad_wreath_bonus(b, s, seat);
	if (p->boat) {
		out[VOYAGE] = voyage(r, g, seat, h);
		out[ABANDONED] = out[VOYAGE] <= 0;
	} else {
		out[ASHORE] = 1;
	}
	if (active && (g->phase == BROAD_MARKET || g->phase == BROAD_BLIND)) {
		int boxes = broad_free_boxes(b, g, seat), afford = p->gold / 2;
		out[BOXES] = (float)(boxes < afford ? boxes : afford);
		if (p->boat && out[VOYAGE] < b->broadhorns.boat[p->boat - 1].resale)
			out[VOYAGE] = b->broadhorns.boat[p->boat - 1].resale;
	}
	if (g->final)
		return;
	out[FITTING] = active && g->phase == BROAD_BOAT;
	out[ACTIONS] = active ? g->actions + (g->bonus ? 0.6F : 0) : 0;
	out[ICE] = (float)h->ice;
	out[PEDDLER] = (float)h->peddlers;
	out[CURRENT] = (float)h->currents;
	out[DELIVERIES_HELD] = (float)broad_bits(h->deliveries);
	out[FARES_HELD] = h->fares;
}

static void features(const struct box *b, const struct state *s, int seat, float out[])
{
	const struct hand h = hand_of(b, &s->broadhorns, seat);
	struct river r;

	if (s->broadhorns.player[seat].boat)
		set_river(&r, b, s, seat, &h);
	features_on(&r, b, s, seat, &h, out);
}

/* What a net is told of a seat beside the features. */
enum {
	BOAT = FEATURES,                /* which, one of three */
	SPACE = BOAT + BROAD_BOATS,     /* of the river */
	BARRELS, SPOILING,              /* aboard, and those that the next two spoil cards would take */
	PEOPLE, FARES,                  /* aboard */
	HAND, PORTS, TILES_WON,         /* cards; ports visited; tiles collected */
	BEFORE, LAST_TURN,              /* seats that have their turn before; another turn in the last round */
	CONTAINERS,                     /* on the ship, with freight */
	CARGO,                          /* barrels of each type */
	SPOILING_NEXT = CARGO + BROAD_CARGOES,          /* those that the next spoil card would take */
	NEXT_STOP,                      /* gold of the best voyage that ends at its first stop */
	SALE,                           /* what each town would pay now for what is aboard */
	SEAT_SENSES = SALE + BROAD_TOWNS
};

/* What can be sold where: tells more of a boat than the one voyage that is thought best. */
static void sales(const struct river *r, const struct broadhorns *g, int seat, const struct hand *h, float out[])
{
	const struct boat boat = boat_of(r->box, g, seat, h);

	if (!is_in_port(g, seat))
		out[NEXT_STOP] = ride(r, &boat, 0, 1);
	for (int town = 0; town < BROAD_TOWNS; town++) {
		struct boat there = boat;
		if (!r->stop[town].shut)
			out[SALE + town] = trade(r, &there, town, 0);
	}
}

static void of_seat(const struct box *b, const struct state *s, int seat, float out[])
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[seat];
	const struct hand h = hand_of(b, g, seat);
	struct river r;

	memset(out, 0, SEAT_SENSES * sizeof out[0]);
	if (p->boat) {
		set_river(&r, b, s, seat, &h);
		sales(&r, g, seat, &h, out);
	}
	features_on(&r, b, s, seat, &h, out);
	if (p->boat)
		out[BOAT + p->boat - 1] = 1;
	out[SPACE] = p->space;
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		out[CARGO + cargo] = (float)broad_cargo_of(g, seat, cargo);
		out[BARRELS] += out[CARGO + cargo];
	}
	for (int cargo = 0; cargo < PERISHABLES; cargo++) {
		out[SPOILING_NEXT] += p->cargo[cargo][b->broadhorns.length - 1];
		out[SPOILING] += (float)(p->cargo[cargo][b->broadhorns.length - 1] + p->cargo[cargo][b->broadhorns.length - 2]);
	}
	out[PEOPLE] = (float)broad_bits(h.aboard);
	out[FARES] = fares_of(b, h.aboard);
	out[HAND] = (float)broad_hand(g, seat);
	out[PORTS] = (float)broad_bits(p->visited);
	out[TILES_WON] = p->tiles;
	out[BEFORE] = (float)((seat + s->players - g->active) % s->players);
	out[LAST_TURN] = g->final && seat >= g->active;
	for (int i = 0; i < FREIGHT_SLOTS && s->option[BROAD_FREIGHT]; i++)
		out[CONTAINERS] += g->freight.slot[i] == SLOT_OWNER + seat;
}

enum {
	ROUNDS_LEFT, SEASONS_LEFT, ROUND, FINAL, FREIGHT, MARKET, SEASON,
	STEP = SEASON + BROAD_SEASONS,          /* which part of a turn is under way */
	STOCK = STEP + BROAD_DISCARD + 1,       /* barrels of each type in the market, and in the bag */
	BAG = STOCK + BROAD_CARGOES,
	WANTED = BAG + BROAD_CARGOES,           /* spaces for each type in all towns, and what the dearest four of them pay */
	DEAREST = WANTED + BROAD_CARGOES,
	TABLE_SENSES = DEAREST + BROAD_CARGOES
};
enum { DEAR = 4 };
_Static_assert((int)FEATURES == (int)BROAD_GAINS, "a move is told by all of them");

/* What the towns want of each type. */
static void demand(const struct box *b, const struct broadhorns *g, float out[])
{
	uint8_t value[BROAD_CARGOES][DEAR] = { 0 };

	for (int town = 0; town < BROAD_TOWNS; town++) {
		const struct broad_tile *tile = broad_tile(b, g, town);
		for (int i = 0; i < tile->spaces; i++) {
			const int cargo = tile->space[i].cargo;
			uint8_t pays = tile->space[i].value;
			if (g->town[town].filled >> i & 1)
				continue;
			out[WANTED + cargo]++;
			for (int k = 0; k < DEAR; k++)
				if (value[cargo][k] < pays) {
					const uint8_t less = value[cargo][k];
					value[cargo][k] = pays;
					pays = less;
				}
		}
	}
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		for (int k = 0; k < DEAR; k++)
			out[DEAREST + cargo] += value[cargo][k];
}

static void of_table(const struct box *b, const struct state *s, float out[])
{
	const struct broadhorns *g = &s->broadhorns;

	memset(out, 0, TABLE_SENSES * sizeof out[0]);
	out[ROUNDS_LEFT] = rounds_left(b, s);
	out[SEASONS_LEFT] = (float)(broad_track(b) - g->seasons);
	out[ROUND] = g->round;
	out[FINAL] = g->final;
	out[FREIGHT] = s->option[BROAD_FREIGHT];
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		out[MARKET] += g->market[cargo];
		out[STOCK + cargo] = g->market[cargo];
		out[BAG + cargo] = g->bag[cargo];
	}
	out[SEASON + broad_season(b, g)] = 1;
	if (g->phase <= BROAD_DISCARD)
		out[STEP + g->phase] = 1;
	demand(b, g, out);
}

static const struct eval eval = {
	.standing = eval_by_features, .n = FEATURES, .names = name, .features = features, .left = left, .weights = weight,
	.near = NEAR_LEAD, .far = FAR_LEAD, .margin = 30, .temperature = 0.8F, .horizon = 1, .playout = 8,
};

static void of_moves(const struct box *b, const struct state *s, const struct moves *m, float out[][POLICY_MOST])
{
	broad_of_moves(&eval, b, s, m, out);
}

static const struct senses senses = { .told = { SEAT_SENSES, TABLE_SENSES, MOVED_SENSES }, .of_seat = of_seat, .of_table = of_table, .of_moves = of_moves };

#include "broadhorns_net.h"

static _Atomic(struct seats_net *) net_read;
static const struct shipped shipped = { broadhorns_net, sizeof broadhorns_net, &net_read };

static const struct eval net = {
	.n = FEATURES, .names = name, .features = features, .left = left, .weights = weight, .near = NEAR_LEAD, .far = FAR_LEAD, .margin = 4,
	.horizon = 1, .playout = 4, .shipped = &shipped, .senses = &senses,
};

/* Found by matches (docs/strength.md): without playouts it is weaker. */
static const struct puct led = { .explore = 0.4F, .trust = 0.9F, .heat = 1, .doubt = 0.05F, .expert_rounds = 1, .rounds = 1 };

extern const struct bot_knowledge broadhorns_bots;
const struct bot_knowledge broadhorns_bots = {
	.game = "broadhorns", .simple = &broad_simple, .adept = &broad_adept, .quick_simple = &broad_quick_simple, .quick_adept = &broad_quick_adept,
	.eval = &eval, .net = &net, .led = &led
};
