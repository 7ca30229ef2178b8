/* Who may have a seat that somebody holds while the game runs. Nobody may read a hand by taking a seat: it goes to a bot only if all other
 * people at the table agree, and to another person only if its holder gives it away or has been away for as long as the table's rule says. */
#include "table/parts.h"

static bool plays(const struct table *t, int seat)
{
	return t->seat[seat].kind == SEAT_PERSON && !t->seat[seat].resigned;
}

unsigned seats_people(const struct table *t, int but)
{
	unsigned all = 0;

	for (int i = 0; i < t->head.players; i++)
		if (i != but && plays(t, i))
			all |= 1u << i;
	return all;
}

bool seats_agreed(const struct table *t, int seat, unsigned more)
{
	return !(seats_people(t, seat) & ~(t->seat[seat].unwanted | more));
}

/* At a public table where two people play, the person who takes over a seat could be a friend of the rival and tell them what is in the hand. */
bool seats_bots_only(const struct table *t)
{
	const unsigned people = seats_people(t, -1);

	return t->head.listed && t->status == TABLE_RUNNING && people && __builtin_popcount(people) == 2;
}

bool seats_vacant(const struct table *t, int seat, int64_t now)
{
	return t->status == TABLE_RUNNING && plays(t, seat) && t->seat[seat].vacant_from && now >= t->seat[seat].vacant_from;
}

void seats_forget(struct table *t, int seat)
{
	for (int i = 0; i < t->head.players; i++) {
		t->seat[i].unwanted &= (uint8_t)~(1u << seat);
		if (t->seat[i].vacant_from && t->seat[i].announced_by == seat)
			t->seat[i].vacant_from = 0;
	}
}
