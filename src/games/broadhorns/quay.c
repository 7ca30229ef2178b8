/* Freight on Board over Broadhorns: a barrel that is sold to a space of a town is a delivery of its cargo, and what a ship gives as prestige
 * or money is gold. All of it is asked for by freight=on only. */
#include "broadhorns.h"

_Static_assert((int)FREIGHT_GOODS == (int)BROAD_CARGOES && (int)FREIGHT_OWNERS >= (int)BROAD_PLAYERS, "a good for each cargo, containers for each player");

/* Told in the order of enum freight_what. */
_Static_assert(EVENT_UNFILLED - EVENT_LOADED == FREIGHT_UNFILLED - FREIGHT_LOADED, "an event for each thing that a ship tells");

unsigned broad_slots(const struct box *b, const struct state *s)
{
	return freight_choices(&b->broadhorns.freight, &s->broadhorns.freight, s->broadhorns.active, s->option[BROAD_ANY_ORDER]);
}

unsigned broad_ships(const struct box *b, const struct state *s)
{
	if (s->broadhorns.phase != BROAD_DOCK)
		return 0;
	return freight_waiting(&b->broadhorns.freight, &s->broadhorns.freight, s->option[BROAD_ON_EMPTY]);
}

/* F22, F33, F52: gold at once, for whoever it is. */
static void pay_out(struct broadhorns *g, const struct freight_log *log, struct events *told)
{
	for (int i = 0; i < log->n; i++) {
		const struct freight_event *e = &log->of[i];
		int gold = e->bonus.prestige + e->bonus.money;

		if (e->owner != NOBODY)
			broad_pay(g, e->owner, gold);
		event_add(told, (struct event){ .what = (uint8_t)(EVENT_LOADED + e->what), .seat = e->owner, .thing = e->ship, .place = e->slot,
			.n = (int16_t)gold, .rule = FOB(e->rule) });
	}
}

/* F36: chance brings another before the sale goes on; F39: or there is none left; F49: or all come again. */
static void next_ship(const struct box *b, struct state *s, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	g->phase = BROAD_DOCK;
	unsigned waiting = broad_ships(b, s);
	if (waiting == 0)
		g->phase = BROAD_SELL;
	else if (waiting & g->freight.gone)
		TELL(told, RESHUFFLED, NOBODY, FOB(49), .thing = 1, .n = b->broadhorns.freight.ships);
}

void broad_load(const struct box *b, struct state *s, int slot, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;
	struct freight_log log;

	freight_deliver(&b->broadhorns.freight, &g->freight, (struct freight_load){ s->players, g->active, g->loading - 1, slot }, &log);
	g->loading = 0;
	g->phase = BROAD_SELL;
	pay_out(g, &log, told);
	if (g->freight.docked == NO_SHIP)
		next_ship(b, s, told);
}

/* F48: asked is only who has several slots to choose from; F39: without a ship nothing happens. */
void broad_deliver(const struct box *b, struct state *s, int cargo, struct events *told)
{
	unsigned slots = broad_slots(b, s);
	int slot = 0;

	if (slots == 0)
		return;
	s->broadhorns.loading = (uint8_t)(1 + cargo);
	if (slots & (slots - 1)) {
		s->broadhorns.phase = BROAD_LOAD;
		return;
	}
	while (!(slots >> slot & 1))
		slot++;
	broad_load(b, s, slot, told);
}

void broad_dock(struct state *s, int ship, struct events *told)
{
	struct broadhorns *g = &s->broadhorns;

	freight_reveal(&g->freight, ship);
	TELL(told, DOCKED, NOBODY, g->round == 0 ? FOB(3) : FOB(36), .thing = (uint8_t)ship, .tells = true);
}

void broad_leave_quay(const struct box *b, struct state *s, struct events *told)
{
	struct freight_log log;

	freight_end(&b->broadhorns.freight, &s->broadhorns.freight, &log);
	pay_out(&s->broadhorns, &log, told);
}

int broad_load_refusal(const struct box *b, const struct state *s, int move)
{
	if (s->broadhorns.phase != BROAD_LOAD || move < MOVE_LOAD)
		return FOB(47);
	return broad_slots(b, s) >> (move - MOVE_LOAD) & 1 ? 0 : FOB(48);
}
