/* Deliveries (R42 to R63, R104 to R107) and the ships they load. */
#include "rails.h"

static int good_of(const struct box *b, int factory)
{
	return rails_hex(b, rails_factory_hex(b, factory))->good;
}

static bool may_load_at(const struct box *b, const struct rails *g, int factory)
{
	int tile = factory / RAILS_FACTORIES, here = b->rails.tile[tile].factory[factory % RAILS_FACTORIES];

	return g->cubes[factory] > 0 && here != NO_HEX && g->side[g->active].track[tile] >> here & 1;   /* R44 */
}

/* R44: factories where the active player can load, a bit each. */
static unsigned loading(const struct box *b, const struct rails *g)
{
	unsigned out = 0;

	for (int tile = 0; tile < RAILS_TILES; tile++)
		for (int i = 0; g->side[g->active].track[tile] && i < RAILS_FACTORIES; i++)
			out |= (unsigned)may_load_at(b, g, tile * RAILS_FACTORIES + i) << (tile * RAILS_FACTORIES + i);
	return out;
}

/* R48, R49: cities that take a train of the active player, a bit each. */
static unsigned open_cities(const struct box *b, const struct rails *g)
{
	const struct rails_side *p = &g->side[g->active];
	unsigned one = 0, two = 0, near = 0;

	for (int i = 0; i < RAILS_SIDES; i++) {                 /* a side that does not play has none */
		two |= one & g->side[i].trains;
		one |= g->side[i].trains;
	}
	for (int tile = 0; tile < RAILS_TILES; tile++)
		for (int i = 0; p->near[tile] && i < RAILS_CITIES; i++) {
			int here = b->rails.tile[tile].city[i];
			near |= (unsigned)(here != NO_HEX && p->near[tile] >> here & 1) << (tile * RAILS_CITIES + i);
		}
	return near & ~p->trains & ~two;
}

/* R45: of those cities, the ones that want a good. */
static unsigned wanting(const struct box *b, unsigned cities, int good)
{
	unsigned out = 0;

	for (; cities; cities &= cities - 1) {
		int city = rails_lowest(cities), tile = city / RAILS_CITIES;
		if (b->rails.tile[tile].hex[b->rails.tile[tile].city[city % RAILS_CITIES]].wants >> good & 1)
			out |= cities & -cities;
	}
	return out;
}

/* R45, R46: of the cities asked about, those that a cube of a factory, where the active player can load, can be delivered to. */
static unsigned destinations(const struct box *b, const struct rails *g, int factory, struct reach *k)
{
	unsigned cities = wanting(b, k->asked, good_of(b, factory));

	return cities ? cities & rails_reaches(b, g, g->active, factory, k) : 0;
}

/* R43, R80: one delivery, with the dispatcher two; R50, R51: a train and a card are needed. */
static bool has_means(const struct rails *g)
{
	const struct rails_side *p = &g->side[g->active];

	return g->deliveries < 1 + (p->unlocked >> DISPATCHER & 1) && p->wagons > 0 && rails_hand(g, g->active) > 0;
}

bool rails_may_deliver(const struct box *b, const struct state *s)
{
	const struct rails *g = &s->rails;

	if (!has_means(g))
		return false;
	struct reach k = { .asked = open_cities(b, g) };
	for (unsigned from = k.asked ? loading(b, g) : 0; from; from &= from - 1)
		if (destinations(b, g, rails_lowest(from), &k))
			return true;
	return false;
}

void rails_deliver_legal(const struct box *b, const struct state *s, struct moves *out)
{
	const struct rails *g = &s->rails;
	struct reach k = { .asked = open_cities(b, g) };

	for (unsigned from = k.asked ? loading(b, g) : 0; from; from &= from - 1)
		for (unsigned to = destinations(b, g, rails_lowest(from), &k); to; to &= to - 1)
			out->id[out->n++] = (uint16_t)(RAILS_MOVE_DELIVER + rails_lowest(from) * ALL_CITIES + rails_lowest(to));
}

int rails_deliver_refusal(const struct box *b, const struct state *s, int factory, int city)
{
	const struct rails *g = &s->rails;
	struct reach k = { .asked = 1u << city };

	if (!may_load_at(b, g, factory))
		return R(44);
	if (!rails_in_play(g, city / RAILS_CITIES) || rails_city_hex(b, city) < 0)
		return R(98);
	if (!(rails_hex(b, rails_city_hex(b, city))->wants >> good_of(b, factory) & 1))
		return R(45);
	if (g->side[g->active].trains >> city & 1)
		return R(49);
	if (rails_trains_in(g, city) >= 2)
		return R(48);
	return rails_reaches(b, g, g->active, factory, &k) >> city & 1 ? 0 : R(46);
}

/* The card and the route ------------------------------------------------------- */

static struct routes under_way(const struct box *b, const struct rails *g)
{
	struct routes r;

	rails_open_routes(b, g, g->active, g->from, g->to, &r);
	return r;
}

int rails_use_refusal(const struct box *b, const struct state *s, int card, int length)
{
	const struct rails *g = &s->rails;
	struct routes r = under_way(b, g);
	struct outcome of[2];

	if (!rails_holds(g, g->active, card))
		return R(60);
	for (int n = rails_outcomes(b, g, &r, card, of); n > 0; n--)
		if (of[n - 1].length == length)
			return 0;
	return R(105);
}

void rails_use_legal(const struct box *b, const struct state *s, struct moves *out)
{
	const struct rails *g = &s->rails;
	struct routes r = under_way(b, g);
	struct outcome of[2];

	for (uint32_t left = rails_hand_of(g, g->active); left; left &= left - 1)
		for (int card = rails_lowest(left), i = 0, n = rails_outcomes(b, g, &r, card, of); i < n; i++)
			out->id[out->n++] = (uint16_t)(RAILS_MOVE_USE + card * ROUTE_MOST + of[i].length - 1);
}

/* R52; R63: from then on it may be built from there. */
void rails_put_train(const struct box *b, struct rails *g, int side, int city)
{
	struct rails_side *p = &g->side[side];
	struct hexes near = rails_neighbours(b, g, rails_city_hex(b, city));

	p->trains |= (uint16_t)(1u << city);
	for (int tile = 0; tile < RAILS_TILES; tile++)
		p->near[tile] |= near.of[tile];
}

static void reward(struct rails *g, int side, int prestige, int money, uint16_t rule, struct events *told)
{
	if (prestige == 0 && money == 0)
		return;
	rails_gain(g, side, prestige);
	rails_pay(g, side, money);
	TELL(told, GAINED, side, rule, .place = (uint8_t)prestige, .n = (int16_t)money);
}

/* R106: cube, train, money and prestige by length, the card's reward, the card. */
void rails_use(const struct box *b, struct state *s, int card, int length, struct events *told)
{
	struct rails *g = &s->rails;
	struct rails_side *p = &g->side[g->active];
	const struct rails_card *of = &b->rails.card[card];
	bool met = rails_card_pays(b, g, card, length);
	int good = good_of(b, g->from);

	g->cubes[g->from]--;                                    /* R53 */
	p->wagons--;
	rails_put_train(b, g, g->active, g->to);
	g->placed = 1;
	g->deliveries++;
	p->delivered[good]++;
	p->longest = (uint8_t)(length > p->longest ? length : p->longest);
	TELL(told, DELIVERED, g->active, R(52), .thing = (uint8_t)good, .place = g->to, .n = (int16_t)length);
	reward(g, g->active, b->rails.prestige[length - 1], b->rails.income[length - 1], R(57), told);
	TELL(told, CARD, g->active, met ? R(61) : R(62), .thing = (uint8_t)card, .n = met, .tells = g->where[card] == DEALT + g->active);
	if (met)
		reward(g, g->active, of->prestige, of->money, R(61), told);
	if (g->where[card] == DEALT + g->active)
		p->dealt--;
	else
		p->bought--;
	g->where[card] = (uint8_t)(COLLECTED + g->active);      /* R62 */
}

/* Ships ------------------------------------------------------------------------- */

bool rails_asks_slot(const struct box *b, const struct state *s)
{
	const struct rails *g = &s->rails;
	unsigned choices = freight_choices(&b->rails.freight, &g->freight, g->active, s->option[RAILS_ANY_ORDER]);

	return (choices & (choices - 1)) != 0;
}

/* F22: prestige and money; F51: of the rival's bonuses the money is lost. */
void rails_load(const struct box *b, struct state *s, int side, int good, int slot, struct events *told)
{
	struct rails *g = &s->rails;
	struct freight_log log;

	freight_deliver(&b->rails.freight, &g->freight, (struct freight_load){ g->sides, side, good, slot }, &log);
	for (int i = 0; i < log.n; i++) {
		const struct freight_event *e = &log.of[i];
		int money = e->owner < s->players ? e->bonus.money : 0;
		if (e->bonus.prestige)
			rails_gain(g, e->owner, e->bonus.prestige);
		if (money)
			rails_pay(g, e->owner, money);
		rails_tell_freight(e, money, told);
	}
}

/* What the module tells, as events of this game. */
void rails_tell_freight(const struct freight_event *e, int money, struct events *told)
{
	static const uint8_t what[] = {
		[FREIGHT_LOADED] = RAILS_EVENT_LOADED, [FREIGHT_NEUTRAL] = RAILS_EVENT_NEUTRAL, [FREIGHT_SLOT_BONUS] = RAILS_EVENT_SLOT_BONUS,
		[FREIGHT_EXPORT] = RAILS_EVENT_EXPORT, [FREIGHT_TIE] = RAILS_EVENT_TIE, [FREIGHT_SAILED] = RAILS_EVENT_SAILED,
		[FREIGHT_UNFILLED] = RAILS_EVENT_UNFILLED,
	};
	bool loads = e->what == FREIGHT_LOADED || e->what == FREIGHT_NEUTRAL;

	event_add(told, (struct event){ .what = what[e->what], .seat = e->owner, .thing = e->ship, .place = loads ? e->slot : e->bonus.prestige,
		.n = (int16_t)money, .rule = F(e->rule) });
}
