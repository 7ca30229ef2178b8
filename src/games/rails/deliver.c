/* Deliveries (R42 to R63, R104 to R107) and the ships they load. */
#include "rails.h"

static int good_of(const struct box *b, int factory)
{
	return rails_hex(b, rails_factory_hex(b, factory))->good;
}

static bool may_load_at(const struct box *b, const struct rails *g, int factory)
{
	int hex = rails_in_play(g, factory / RAILS_FACTORIES) ? rails_factory_hex(b, factory) : -1;

	return hex >= 0 && g->cubes[factory] > 0 && rails_has(g->side[g->active].track, hex);    /* R44 */
}

/* R48, R49: cities that take a train of the active player, a bit each. */
static unsigned open_cities(const struct box *b, const struct rails *g)
{
	unsigned open = 0;

	for (int city = 0; city < ALL_CITIES; city++) {
		int hex = rails_in_play(g, city / RAILS_CITIES) ? rails_city_hex(b, city) : -1;
		if (hex >= 0 && rails_has(g->side[g->active].near, hex) && !(g->side[g->active].trains >> city & 1) && rails_trains_in(g, city) < 2)
			open |= 1u << city;
	}
	return open;
}

/* R45, R46: of those, the cities that a cube of the factory can be delivered to. */
static unsigned destinations(const struct box *b, const struct rails *g, int factory, unsigned open, struct reach *k)
{
	unsigned wanting = 0;

	if (open == 0 || !may_load_at(b, g, factory))
		return 0;
	for (unsigned left = open; left; left &= left - 1) {
		int city = rails_lowest(left);
		if (rails_hex(b, rails_city_hex(b, city))->wants >> good_of(b, factory) & 1)
			wanting |= 1u << city;
	}
	return wanting ? wanting & rails_reaches(b, g, g->active, factory, k) : 0;
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
	unsigned open = open_cities(b, g);
	struct reach k = { .cities = 0 };
	for (int factory = 0; factory < ALL_FACTORIES; factory++)
		if (destinations(b, g, factory, open, &k))
			return true;
	return false;
}

void rails_deliver_legal(const struct box *b, const struct state *s, struct moves *out)
{
	unsigned open = open_cities(b, &s->rails);
	struct reach k = { .cities = 0 };

	for (int factory = 0; factory < ALL_FACTORIES; factory++)
		for (unsigned left = destinations(b, &s->rails, factory, open, &k); left; left &= left - 1)
			out->id[out->n++] = (uint16_t)(RAILS_MOVE_DELIVER + factory * ALL_CITIES + rails_lowest(left));
}

int rails_deliver_refusal(const struct box *b, const struct state *s, int factory, int city)
{
	const struct rails *g = &s->rails;
	struct reach k = { .cities = 0 };

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

	for (int card = 0; card < TRAIN_CARDS; card++)
		if (rails_holds(g, g->active, card))
			for (int i = 0, n = rails_outcomes(b, g, &r, card, of); i < n; i++)
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
	struct routes r = under_way(b, g);
	bool met = rails_meets(b, g, &r, card, length);
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

	freight_deliver(&b->rails.freight, &g->freight, g->sides, side, good, slot, &log);
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
