/* Small Railroad Empires in a handful of weights. A network is worth the deliveries that can be made from it: for every city that still
 * takes a train of ours the best factory for it, by what the route would pay, the less the more tracks are missing. Tracks are placed where
 * that grows most, two at a time; deliveries, cards and the rest are weighed by what they pay and by what they do for the
 * achievements and the own contract. What the others will do is not thought of. */
#include "bots/simple.h"

#include <limits.h>
#include <string.h>

#include "bots/rails_goals.h"

enum { VP = 100 };                      /* all worth is in hundredths of a prestige point */

static const struct {
	int dollar, late, reserve;
	int track, cost, reach;
	int card, hand, container, repay;
	int share[5];
	int ability[RAILS_ABILITIES];
} weight = {
	.dollar  = 40,                  /* a dollar, while there are ... */
	.late    = 4,                   /* ... that many rounds left; less and less after that */
	.reserve = 5,                   /* dollars that we like to keep for tracks */
	.track   = 10,                  /* work: of a track to be placed, and ... */
	.cost    = 3,                   /* ... of a dollar that it costs */
	.reach   = 12,                  /* so much work halves what a delivery is worth */
	.card    = 60,                  /* per cent of its reward that a train card is worth in the hand */
	.hand    = 100,                 /* a card more, while we have fewer than deliveries to make */
	.container = 50,                /* of ours on the ship */
	.repay   = 2,                   /* rounds before the end in which we begin to repay */
	.share   = { 100, 45, 20, 8, 0 },       /* per cent of a goal, by how much is missing */
	.ability = { 25, 10, 8, 20 },           /* for each round left */
};

enum { TARGETS = ALL_FACTORIES + ALL_CITIES, NEVER = 255, SIDES_OF_HEX = 6 };

struct table {
	const struct box *box;
	const struct state *view;
	const struct rails *g;
	const struct rails_side *me;
	int seat, dollar;
	int rounds;                             /* left after this one, as far as we can tell */
	int open;                               /* cities that take a train of ours */
	int16_t hex[TARGETS];                   /* of each factory and city of use to us; -1: of none */
	uint8_t beside[RAILS_MAP][SIDES_OF_HEX], besides[RAILS_MAP];
	uint8_t step[RAILS_MAP];                /* work of a track there; NEVER: there can be none */
	uint8_t work[TARGETS][RAILS_MAP];       /* to be done from a piece there until the target is reached */
	uint8_t length[ALL_FACTORIES][ALL_CITIES];      /* what a route has at least */
};

/* ----------------------------------------------------------------------------------------------------------- what there is */

static int min(int a, int b)
{
	return a < b ? a : b;
}

static int max(int a, int b)
{
	return a > b ? a : b;
}

static bool is_there(const struct table *t, int city)
{
	return rails_in_play(t->g, city / RAILS_CITIES) && rails_city_hex(t->box, city) >= 0;
}

static bool is_open(const struct table *t, int city)
{
	return is_there(t, city) && !(t->me->trains >> city & 1) && rails_trains_in(t->g, city) < 2;
}

/* The game ends when the tracks are placed or the cities full; two in three turns bring a delivery. */
static int rounds_left(const struct table *t)
{
	int tracks = 0, room = 0;

	if (t->g->last)
		return 0;
	for (int seat = 0; seat < t->view->players; seat++)
		tracks = max(tracks, t->g->side[seat].tracks);
	for (int city = 0; city < ALL_CITIES; city++)
		if (is_there(t, city))
			room += 2 - rails_trains_in(t->g, city);
	return min(tracks / 2, room * 3 / (2 * t->g->sides) + 1);
}

static struct table table_of(const struct box *b, const struct state *view)
{
	const int seat = rails_to_move(b, view);
	struct table t = { .box = b, .view = view, .g = &view->rails, .me = &view->rails.side[seat], .seat = seat };

	t.rounds = rounds_left(&t);
	t.dollar = weight.dollar * min(t.rounds, weight.late) / weight.late;
	for (int city = 0; city < ALL_CITIES; city++)
		t.open += is_open(&t, city);
	return t;
}

static bool may(const struct moves *m, int move)
{
	for (int i = 0; i < m->n; i++)
		if (m->id[i] == move)
			return true;
	return false;
}

/* --------------------------------------------------------------------------------------------------------- goals and cards */

static int share(const struct table *t, const struct rails_side *p, unsigned classes, const struct rails_goal *goal)
{
	return goal->prestige * VP * weight.share[min(4, goal_lacks(t->box, t->g, p, classes, &goal->when))] / 100;
}

/* What the goals are worth that nobody has reached, and the contract. */
static int hope(const struct table *t, const struct rails_side *p, unsigned classes)
{
	int worth = share(t, p, classes, &t->box->rails.contract[t->g->contract[t->seat]]);

	for (int i = 0; i < GOALS_OPEN; i++)
		if (t->g->claimed[i] == NO_SIDE)
			worth += share(t, p, classes, &t->box->rails.goal[t->g->goal[i]]);
	return worth;
}

static int pay(const struct table *t, int prestige, int money)
{
	return prestige * VP + money * t->dollar;
}

static int route_pay(const struct table *t, int length)
{
	return pay(t, t->box->rails.prestige[length - 1], t->box->rails.income[length - 1]);
}

static int card_worth(const struct table *t, int card)
{
	const struct rails_card *c = &t->box->rails.card[card];

	return t->rounds == 0 ? 0 : pay(t, c->prestige, c->money) * weight.card / 100;
}

/* ---------------------------------------------------------------------------------------------------------------- the map */

static void look_round(struct table *t)
{
	for (int hex = 0; hex < RAILS_MAP; hex++) {
		if (!rails_in_play(t->g, hex / RAILS_HEXES)) {
			t->step[hex] = NEVER;
			continue;
		}
		struct hexes next = rails_neighbours(t->box, t->g, hex);
		for (int tile = 0; tile < RAILS_TILES; tile++)
			for (uint32_t left = next.of[tile]; left; left &= left - 1)
				t->beside[hex][t->besides[hex]++] = (uint8_t)(tile * RAILS_HEXES + rails_lowest(left));
		bool city = rails_hex(t->box, hex)->terrain == CITY;
		bool own = city ? t->me->trains >> rails_city_on(t->box, hex) & 1 : rails_has(t->me->track, hex);
		if (own)
			t->step[hex] = 0;
		else if (city || rails_colours(t->g, hex) >= 2)
			t->step[hex] = NEVER;
		else
			t->step[hex] = (uint8_t)min(NEVER - 1, weight.track + weight.cost * rails_cost(t->box, t->view, hex));
	}
}

/* From the target outwards: a piece on a hex has those steps before it that come after it on the way. */
static void spread(const struct table *t, uint8_t work[RAILS_MAP], uint8_t queue[RAILS_MAP], int n)
{
	bool waits[RAILS_MAP] = { false };
	int first = 0;

	for (; n > 0; n--) {
		int hex = queue[first];
		first = (first + 1) % RAILS_MAP;
		waits[hex] = false;
		if (t->step[hex] == NEVER)
			continue;
		int here = work[hex] + t->step[hex];
		for (int i = 0; i < t->besides[hex]; i++) {
			int to = t->beside[hex][i];
			if (here >= work[to] || here >= NEVER)
				continue;
			work[to] = (uint8_t)here;
			if (!waits[to]) {
				queue[(first + n - 1) % RAILS_MAP] = (uint8_t)to;
				n++;
				waits[to] = true;
			}
		}
	}
}

/* A factory needs a track on it, a city one next to it. */
static void measure(struct table *t, int target, int hex)
{
	uint8_t queue[RAILS_MAP];
	int n = 0;

	t->hex[target] = (int16_t)hex;
	memset(t->work[target], NEVER, sizeof t->work[target]);
	if (target < ALL_FACTORIES) {
		t->work[target][hex] = 0;
		queue[n++] = (uint8_t)hex;
	} else {
		for (int i = 0; i < t->besides[hex]; i++) {
			int next = t->beside[hex][i];
			if (t->step[next] == NEVER || rails_hex(t->box, next)->terrain == CITY)
				continue;
			t->work[target][next] = 0;
			queue[n++] = (uint8_t)next;
		}
	}
	spread(t, t->work[target], queue, n);
}

static int distance(const struct table *t, int one, int other)
{
	const struct rails *g = t->g;
	int a[2], b[2];

	rails_place_at(t->box, g->place[one / RAILS_HEXES], g->turned[one / RAILS_HEXES], one % RAILS_HEXES, a);
	rails_place_at(t->box, g->place[other / RAILS_HEXES], g->turned[other / RAILS_HEXES], other % RAILS_HEXES, b);
	int q = a[0] - b[0], r = a[1] - b[1], s = -q - r;
	return max(max(max(q, -q), max(r, -r)), max(s, -s));
}

static void survey(struct table *t)
{
	look_round(t);
	for (int target = 0; target < TARGETS; target++) {
		int city = target - ALL_FACTORIES, hex = -1;
		if (city < 0 && rails_in_play(t->g, target / RAILS_FACTORIES) && t->g->cubes[target] > 0)
			hex = rails_factory_hex(t->box, target);
		else if (city >= 0 && is_open(t, city))
			hex = rails_city_hex(t->box, city);
		t->hex[target] = (int16_t)hex;
		if (hex >= 0)
			measure(t, target, hex);
	}
	for (int f = 0; f < ALL_FACTORIES; f++)
		for (int c = 0; c < ALL_CITIES; c++)
			if (t->hex[f] >= 0 && t->hex[ALL_FACTORIES + c] >= 0)
				t->length[f][c] = (uint8_t)min(ROUTE_MOST, distance(t, t->hex[f], t->hex[ALL_FACTORIES + c]));
}

/* ---------------------------------------------------------------------------------------------------------------- building */

/* A network: what is to be done for each target. */
struct network { uint8_t need[TARGETS]; };

static struct network network_of(const struct table *t)
{
	struct network n;

	memset(&n, NEVER, sizeof n);
	for (int hex = 0; hex < RAILS_MAP; hex++)
		for (int i = 0; t->step[hex] == 0 && i < TARGETS; i++)
			if (t->hex[i] >= 0)
				n.need[i] = (uint8_t)min(n.need[i], t->work[i][hex]);
	return n;
}

static struct network grown(const struct table *t, struct network n, int hex)
{
	for (int i = 0; i < TARGETS; i++)
		if (t->hex[i] >= 0)
			n.need[i] = (uint8_t)min(n.need[i], t->work[i][hex]);
	return n;
}

static int potential(const struct table *t, const struct network *n)
{
	int total = 0;

	for (int c = 0; c < ALL_CITIES; c++) {
		int best = 0, city = ALL_FACTORIES + c;
		if (t->hex[city] < 0 || n->need[city] == NEVER)
			continue;
		for (int f = 0; f < ALL_FACTORIES; f++) {
			if (t->hex[f] < 0 || n->need[f] == NEVER || !(rails_hex(t->box, t->hex[city])->wants >> rails_hex(t->box, t->hex[f])->good & 1))
				continue;
			best = max(best, route_pay(t, t->length[f][c]) * weight.reach / (weight.reach + n->need[f] + n->need[city]));
		}
		total += best;
	}
	return total;
}

/* What a track brings by itself: prestige, goals, and its price. */
static int site_worth(const struct table *t, struct rails_side *p, int hex)
{
	const struct rails_hex *on = rails_hex(t->box, hex);
	const bool star = on->star && rails_colours(t->g, hex) == 0;
	const int cost = rails_cost(t->box, t->view, hex), before = hope(t, p, 0);

	p->built[on->terrain]++;
	p->stars = (uint8_t)(p->stars + star);
	p->track[hex / RAILS_HEXES] |= 1u << hex % RAILS_HEXES;
	p->money = (uint16_t)max(0, p->money - cost);
	return (star ? t->box->rails.star * VP : 0) - cost * t->dollar + hope(t, p, 0) - before;
}

static bool is_site(const struct table *t, int hex, int money)
{
	return t->step[hex] != 0 && t->step[hex] != NEVER && rails_cost(t->box, t->view, hex) <= money;
}

/* The best second track after that one. */
static int second(const struct table *t, const struct moves *m, int first, const struct network *n, const struct rails_side *p)
{
	int best = potential(t, n);

	for (int i = 0; i < m->n + t->besides[first]; i++) {
		int hex = i < m->n ? m->id[i] - RAILS_MOVE_BUILD : t->beside[first][i - m->n];
		if (hex >= RAILS_MAP || hex == first || !is_site(t, hex, p->money))
			continue;
		struct rails_side after = *p;
		struct network then = grown(t, *n, hex);
		best = max(best, site_worth(t, &after, hex) + potential(t, &then));
	}
	return best;
}

static int build(struct table *t, const struct moves *m)
{
	const bool two = t->g->phase == RAILS_BUILD && t->g->building == 0 && t->me->tracks > 1;
	struct network now;
	int best = m->id[0], most = INT_MIN;

	survey(t);
	now = network_of(t);
	if (may(m, RAILS_MOVE_PASS)) {
		best = RAILS_MOVE_PASS;
		most = potential(t, &now);
	}
	for (int i = 0; i < m->n; i++) {
		int hex = m->id[i] - RAILS_MOVE_BUILD;
		if (hex >= RAILS_MAP)
			continue;
		struct rails_side after = *t->me;
		struct network then = grown(t, now, hex);
		int worth = site_worth(t, &after, hex) + (two ? second(t, m, hex, &then, &after) : potential(t, &then));
		if (worth > most) {
			most = worth;
			best = m->id[i];
		}
	}
	return best;
}

/* ------------------------------------------------------------------------------------------------------------- deliveries */

/* What a cube of that good on that slot of the ship brings us. */
static int slot_worth(const struct table *t, int good, int slot)
{
	struct freight then = t->g->freight;
	struct freight_log log;
	int worth = 0;

	freight_deliver(&t->box->rails.freight, &then, t->g->sides, t->seat, good, slot, &log);
	for (int i = 0; i < log.n; i++)
		if (log.of[i].owner == t->seat)
			worth += pay(t, log.of[i].bonus.prestige, log.of[i].bonus.money) + (log.of[i].what == FREIGHT_LOADED ? weight.container : 0);
	return worth;
}

static int ship_worth(const struct table *t, int good)
{
	unsigned slots = freight_choices(&t->box->rails.freight, &t->g->freight, t->seat, t->view->option[RAILS_ANY_ORDER]);
	int best = 0;

	for (; slots; slots &= slots - 1)
		best = max(best, slot_worth(t, good, rails_lowest(slots)));
	return best;
}

/* The best card and route for a delivery, and what we stand at after it. */
static int best_use(const struct table *t, int factory, int city, int *move)
{
	const unsigned classes = rails_classes(t->box, t->g, t->seat);
	struct rails_side after = *t->me;
	struct routes r;
	int most = INT_MIN;

	rails_open_routes(t->box, t->g, t->seat, factory, city, &r);
	after.delivered[r.good]++;
	after.trains |= (uint8_t)(1u << city);
	for (int card = 0; card < TRAIN_CARDS; card++) {
		const struct rails_card *c = &t->box->rails.card[card];
		struct outcome o[2];
		if (!rails_holds(t->g, t->seat, card))
			continue;
		for (int i = 0, n = rails_outcomes(t->box, t->g, &r, card, o); i < n; i++) {
			after.longest = (uint8_t)max(t->me->longest, o[i].length);
			int worth = route_pay(t, o[i].length) + (o[i].meets ? pay(t, c->prestige, c->money) : 0) - card_worth(t, card)
				+ hope(t, &after, classes | 1u << c->class);
			if (worth > most) {
				most = worth;
				*move = RAILS_MOVE_USE + card * ROUTE_MOST + o[i].length - 1;
			}
		}
	}
	return most;
}

static int deliver(const struct table *t, const struct moves *m)
{
	int best = RAILS_MOVE_PASS, most = hope(t, t->me, rails_classes(t->box, t->g, t->seat)), use;

	for (int i = 0; i < m->n && m->id[i] < RAILS_MOVE_USE; i++) {
		int pair = m->id[i] - RAILS_MOVE_DELIVER, factory = pair / ALL_CITIES, city = pair % ALL_CITIES;
		int worth = best_use(t, factory, city, &use) + ship_worth(t, rails_hex(t->box, rails_factory_hex(t->box, factory))->good);
		if (worth > most) {
			most = worth;
			best = m->id[i];
		}
	}
	return best;
}

static int choose_card(const struct table *t)
{
	int use = 0;

	best_use(t, t->g->from, t->g->to, &use);
	return use;
}

static int load(const struct table *t, const struct moves *m)
{
	const int good = rails_hex(t->box, rails_factory_hex(t->box, t->g->from))->good;
	int best = m->id[0], most = INT_MIN;

	for (int i = 0; i < m->n; i++) {
		int worth = slot_worth(t, good, m->id[i] - RAILS_MOVE_LOAD);
		if (worth > most) {
			most = worth;
			best = m->id[i];
		}
	}
	return best;
}

/* -------------------------------------------------------------------------------------------------------- buying and loans */

static int buy(const struct table *t, const struct moves *m)
{
	const int hand = rails_hand(t->g, t->seat), wanted = min(t->rounds, t->open);
	int best = RAILS_MOVE_PASS, most = 0;

	for (int i = 0; i < m->n; i++) {
		int card = m->id[i] - RAILS_MOVE_BUY;
		if (card < 0 || card >= TRAIN_CARDS || hand >= wanted)
			continue;
		int worth = card_worth(t, card) + weight.hand - t->box->rails.market[t->g->where[card] - IN_MARKET] * t->dollar;
		if (worth > most) {
			most = worth;
			best = m->id[i];
		}
	}
	return best;
}

static int unlock(const struct table *t, const struct moves *m)
{
	int best = RAILS_MOVE_PASS, most = 0;

	if (may(m, RAILS_MOVE_REPAY) && (t->rounds <= weight.repay || t->me->money >= t->box->rails.repay + weight.reserve))
		return RAILS_MOVE_REPAY;
	for (int i = 0; i < m->n; i++) {
		int ability = m->id[i] - RAILS_MOVE_UNLOCK;
		if (ability < 0 || ability >= RAILS_ABILITIES)
			continue;
		int price = t->box->rails.ability[ability].price, left = t->me->money - price;
		int worth = weight.ability[ability] * t->rounds - price * t->dollar - max(0, weight.reserve - left) * t->dollar;
		if (worth > most) {
			most = worth;
			best = m->id[i];
		}
	}
	return best;
}

static int answer(const struct box *b, const struct state *view, const struct moves *m)
{
	struct table t = table_of(b, view);

	switch (t.g->phase) {
	case RAILS_START_TRACK:
	case RAILS_BUILD:
	case RAILS_THIRD:
		return build(&t, m);
	case RAILS_DELIVER:
		return deliver(&t, m);
	case RAILS_ROUTE:
		return choose_card(&t);
	case RAILS_LOAD:
		return load(&t, m);
	case RAILS_BUY:
		return buy(&t, m);
	default:
		return unlock(&t, m);
	}
}

const struct simple simple_rails = { .game = "rails", .answer = answer };
