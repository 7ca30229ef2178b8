#include "freight.h"

#include <string.h>

#include "core/game.h"

/* Ships ------------------------------------------------------------------------ */

const struct freight_ship *freight_docked(const struct freight_box *b, const struct freight *f)
{
	return f->docked == NO_SHIP ? NULL : &b->ship[f->docked - 1];
}

/* F36: the next one, if any; F39: when all are gone loading stops, or F49: they are all shuffled again. */
unsigned freight_waiting(const struct freight_box *b, const struct freight *f, int on_empty)
{
	unsigned all = (1u << b->ships) - 1;

	if (f->docked != NO_SHIP)
		return 0;
	return f->gone == all && on_empty == FREIGHT_RESHUFFLE ? all : all & ~f->gone;
}

void freight_reveal(struct freight *f, int ship)
{
	if (f->gone >> ship & 1)
		f->gone = 0;                                    /* F49: a ship that was gone can come only by a reshuffle */
	f->docked = (uint8_t)(ship + 1);
}

/* Containers --------------------------------------------------------------------- */

static int lying(const struct freight *f, int container)
{
	int n = 0;

	for (int i = 0; i < FREIGHT_SLOTS; i++)
		n += f->slot[i] == container;
	return n;
}

int freight_left(const struct freight_box *b, const struct freight *f, int owner)
{
	return b->containers - lying(f, SLOT_OWNER + owner);
}

int freight_neutral(const struct freight_box *b, const struct freight *f)
{
	int left = b->neutral - lying(f, SLOT_NEUTRAL);

	return left > 0 ? left : 0;
}

/* F9: the leftmost uncovered slot; F48: with any_order also every wild one, for who has a container left to put there. */
unsigned freight_choices(const struct freight_box *b, const struct freight *f, int owner, bool any_order)
{
	const struct freight_ship *ship = freight_docked(b, f);
	unsigned choices = 0;

	for (int i = 0; ship && i < ship->slots; i++)
		if (f->slot[i] == SLOT_EMPTY && (choices == 0 || (any_order && ship->slot[i].good == FREIGHT_WILD && freight_left(b, f, owner) > 0)))
			choices |= 1u << i;
	return choices;
}

/* Loading --------------------------------------------------------------------------- */

static void tell(struct freight_log *out, struct freight_event e)
{
	must(out->n < FREIGHT_EVENTS);
	out->of[out->n++] = e;
}

static void tell_bonus(struct freight_log *out, enum freight_what what, int owner, int ship, struct freight_bonus bonus, int rule)
{
	tell(out, (struct freight_event){ .what = (uint8_t)what, .owner = (uint8_t)owner, .ship = (uint8_t)ship, .bonus = bonus, .rule = (uint8_t)rule });
}

/* F10, F14: a container of the deliverer on a match, a neutral one else; A6: also on a match without a container left. */
static void cover(const struct freight_box *b, struct freight *f, int owner, int good, int slot, struct freight_log *out)
{
	const struct freight_slot *at = &b->ship[f->docked - 1].slot[slot];
	bool matches = at->good == FREIGHT_WILD || at->good == good;
	bool own = matches && freight_left(b, f, owner) > 0;

	tell(out, (struct freight_event){ .what = own ? FREIGHT_LOADED : FREIGHT_NEUTRAL, .owner = (uint8_t)owner, .ship = (uint8_t)(f->docked - 1),
		.slot = (uint8_t)slot, .rule = (uint8_t)(own ? (at->good == FREIGHT_WILD ? 11 : 10) : matches ? 50 : 14) });
	f->slot[slot] = (uint8_t)(own ? SLOT_OWNER + owner : SLOT_NEUTRAL);
	if (own && (at->bonus.prestige || at->bonus.money))             /* F12, F13, F15 */
		tell_bonus(out, FREIGHT_SLOT_BONUS, owner, f->docked - 1, at->bonus, 12);
}

/* F27 to F34: the owners who lead get the 1st bonus if there is one of them, the 2nd if there are several. */
static void export(const struct freight_box *b, const struct freight *f, int owners, struct freight_log *out)
{
	const struct freight_ship *ship = freight_docked(b, f);
	int most = 1, leaders = 0;                              /* F34: none leads with nothing */

	for (int i = 0; i < owners; i++)
		if (lying(f, SLOT_OWNER + i) > most)
			most = lying(f, SLOT_OWNER + i);
	for (int i = 0; i < owners; i++)
		leaders += lying(f, SLOT_OWNER + i) == most;
	for (int i = 0; i < owners; i++)
		if (lying(f, SLOT_OWNER + i) == most)
			tell_bonus(out, leaders == 1 ? FREIGHT_EXPORT : FREIGHT_TIE, i, f->docked - 1, leaders == 1 ? ship->first : ship->tie, leaders == 1 ? 29 : 30);
}

/* F35, F38: containers back, the ship is gone. */
static void clear_quay(struct freight *f)
{
	f->gone |= (uint16_t)(1u << (f->docked - 1));
	f->docked = NO_SHIP;
	memset(f->slot, SLOT_EMPTY, sizeof f->slot);
}

void freight_deliver(const struct freight_box *b, struct freight *f, struct freight_load l, struct freight_log *out)
{
	out->n = 0;
	cover(b, f, l.owner, l.good, l.slot, out);
	if (freight_choices(b, f, l.owner, false))
		return;                                         /* F25: not full */
	export(b, f, l.owners, out);
	tell(out, (struct freight_event){ .what = FREIGHT_SAILED, .owner = NOBODY, .ship = (uint8_t)(f->docked - 1), .rule = 35 });
	clear_quay(f);
}

void freight_end(const struct freight_box *b, struct freight *f, struct freight_log *out)
{
	out->n = 0;
	if (freight_docked(b, f) == NULL)
		return;
	tell(out, (struct freight_event){ .what = FREIGHT_UNFILLED, .owner = NOBODY, .ship = (uint8_t)(f->docked - 1), .rule = 41 });
}

/* Soundness ---------------------------------------------------------------------------- */

const struct field freight_fields[] = {
	{ FIELD_NUMBER(freight, docked, "docked", 0, FREIGHT_SHIPS) },
	{ FIELD_NUMBERS(freight, slot, "slot", 0, SLOT_OWNER + FREIGHT_OWNERS - 1, FIELD_FIXED) },
	{ FIELD_BITS(freight, gone, "gone", 0, FREIGHT_SHIPS - 1) },
	FIELD_END
};

/* F18: from the left, but for the wild slots of F48. */
bool freight_check(const struct freight_box *b, const struct freight *f, int owners, bool any_order, char out[MAX_TEXT])
{
	const struct freight_ship *ship = freight_docked(b, f);
	int covered = 0;

	if (f->docked > b->ships || f->gone >> b->ships)
		return text_fault(out, "freight.docked or gone names a ship that is not in the box", 0);
	if (ship && f->gone >> (f->docked - 1) & 1)
		return text_fault(out, "freight.gone holds the ship that is docked", 0);
	for (int i = 0; i < FREIGHT_SLOTS; i++) {
		if (f->slot[i] != SLOT_EMPTY && (!ship || i >= ship->slots))
			return text_fault(out, "freight.slot[%d] is not on a docked ship", i);
		if (f->slot[i] >= SLOT_OWNER + owners)
			return text_fault(out, "freight.slot[%d] holds a container of nobody", i);
		if (f->slot[i] == SLOT_EMPTY)
			continue;
		if (covered < i && !(any_order && ship->slot[i].good == FREIGHT_WILD && f->slot[i] >= SLOT_OWNER))
			return text_fault(out, "freight.slot[%d] is covered before the one on its left", i);
		covered++;
	}
	if (ship && covered == ship->slots)
		return text_fault(out, "freight.docked is full and should have sailed", 0);
	for (int i = 0; i < owners; i++)
		if (freight_left(b, f, i) < 0)
			return text_fault(out, "freight.slot has more containers of owner %d than there are", i);
	return true;
}

static bool check_ship(const struct freight_box *b, int i, char out[MAX_TEXT])
{
	const struct freight_ship *ship = &b->ship[i];

	if (!text_is_word(ship->name))
		return text_fault(out, "freight.ship[%d].name must be letters and digits", i);
	for (int j = 0; j < i; j++)
		if (strcmp(b->ship[j].name, ship->name) == 0)
			return text_fault(out, "freight.ship[%d].name is that of another ship", i);
	return ship->slots > 0 ? true : text_fault(out, "freight.ship[%d].slots must be at least 1", i);
}

bool freight_check_box(const struct freight_box *b, char out[MAX_TEXT])
{
	for (int i = 0; i < b->ships; i++)
		if (!check_ship(b, i, out))
			return false;
	return true;
}
