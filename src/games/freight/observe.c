#include "observe.h"

static void show_slot(const struct freight_slot *slot, int lies, int me, int owners, struct freight_slot_tensor *restrict o)
{
	o->good[slot->good] = 1;
	o->prestige = slot->bonus.prestige;
	o->money = slot->bonus.money;
	o->empty = lies == SLOT_EMPTY;
	o->neutral = lies == SLOT_NEUTRAL;
	if (lies >= SLOT_OWNER)
		o->owner[tensor_seat(lies - SLOT_OWNER, me, owners)] = 1;
}

void freight_observe(const struct freight_box *b, const struct freight *f, int me, int owners, struct freight_tensor *restrict o)
{
	const struct freight_ship *ship = freight_docked(b, f);

	if (f->gone)
		tensor_bits(o->gone, f->gone, FREIGHT_SHIPS);
	if (!ship)
		return;
	o->docked[f->docked - 1] = 1;
	o->bonus[0] = ship->first.prestige;
	o->bonus[1] = ship->first.money;
	o->bonus[2] = ship->tie.prestige;
	o->bonus[3] = ship->tie.money;
	for (int i = 0; i < ship->slots; i++)
		show_slot(&ship->slot[i], f->slot[i], me, owners, &o->slot[i]);
}
