#include "hauls.h"

#include <stdio.h>
#include <string.h>

void lay(struct fix *f, int seat, const char *hexes)
{
	char hex[MAX_TEXT];
	while (next_word(&hexes, " ", hex))
		if (!(f->s.rails.side[seat].track[hex_of(f, hex) / RAILS_HEXES] >> hex_of(f, hex) % RAILS_HEXES & 1))
			fix_tracks(f, seat, hex);
}

const struct haul haul[RAILS_GOODS] = {
	[COAL]      = { "A4 A9 A14 A18",   "deliver A4 to A19",  4, 3, 2 },
	[IRON]      = { "B5 B2",           "deliver B5 to C19",  2, 2, 1 },
	[TIMBER]    = { "A12 C17",         "deliver A12 to C13", 2, 2, 1 },
	[GRAIN]     = { "B16 B15 B14 B9",  "deliver B16 to B8",  4, 3, 2 },
	[LIVESTOCK] = { "C17 C18",         "deliver C17 to C19", 2, 2, 1 },
};

/* Cards that want five or seven pieces. */
static const char *dud(const struct fix *f)
{
	static const char *const card[] = { "F2", "M2", "E2", "L2", "F3", "M3", "E3", "L3" };
	for (size_t i = 0; i < sizeof card / sizeof card[0]; i++)
		if (f->s.rails.where[card_of(f, card[i])] == IN_DECK)
			return card[i];
	fail_msg("the test delivers too often");
	return NULL;
}

struct purses purses(const struct fix *f)
{
	struct purses p;
	for (int i = 0; i < RAILS_SIDES; i++) {
		p.money[i] = f->s.rails.side[i].money;
		p.prestige[i] = f->s.rails.side[i].prestige;
	}
	return p;
}

void paid(const struct fix *f, const struct purses *before, int side, int prestige, int money)
{
	struct purses now = purses(f);
	assert_int_equal(now.prestige[side] - before->prestige[side], prestige);
	assert_int_equal(now.money[side] - before->money[side], money);
}

void paid_each(const struct fix *f, const struct purses *before, const char *each)
{
	int prestige, money, n = 0;

	for (int side = 0; sscanf(each, "%d/%d %n", &prestige, &money, &n) == 2; side++, each += n)
		paid(f, before, side, prestige, money);
	assert_string_equal(each, "");
}

void paid_nobody(const struct fix *f, const struct purses *before)
{
	for (int i = 0; i < RAILS_SIDES; i++)
		paid(f, before, i, 0, 0);
}

const char *ready(struct fix *f, int seat, int good)
{
	const char *card = dud(f);
	lay(f, seat, haul[good].tracks);
	fix_hand(f, seat, "", card);
	fix_turn(f, seat);
	fix_phase(f, RAILS_DELIVER);
	return card;
}

struct purses haul_it(struct fix *f, int seat, int good, const char *card)
{
	struct purses p = purses(f);
	char move[MAX_TEXT];
	p.money[seat] += haul[good].money;
	p.prestige[seat] += haul[good].prestige;
	play(f, haul[good].move);
	snprintf(move, sizeof move, "use %s length %d", card, haul[good].length);
	play(f, move);
	return p;
}

struct purses deliver(struct fix *f, int seat, int good)
{
	return haul_it(f, seat, good, ready(f, seat, good));
}

/* Ships */

void left_is(const struct fix *f, int side, int containers)
{
	assert_int_equal(freight_left(&f->box->rails.freight, &f->s.rails.freight, side), containers);
}

void neutral_is(const struct fix *f, int containers)
{
	assert_int_equal(freight_neutral(&f->box->rails.freight, &f->s.rails.freight), containers);
}

bool has_sailed(const struct fix *f, int ship)
{
	return f->s.rails.freight.gone >> (ship - 1) & 1;
}

const struct box *stress(struct freight_ship ship, int containers, int neutral)
{
	static struct box box;
	const struct game *g = game_find("rails");
	struct freight_box *b = &box.rails.freight;
	char wrong[MAX_TEXT] = "";
	assert_non_null(g);
	box = *g->box;
	b->ships = 2;
	b->ship[0] = ship;
	b->containers = (uint8_t)containers;
	b->neutral = (uint8_t)neutral;
	memset(&b->ship[2], 0, (FREIGHT_SHIPS - 2) * sizeof b->ship[2]);
	if (!g->check_box(&box, wrong))
		fail_msg("%s", wrong);
	return &box;
}

struct freight_ship stress_x3(void)
{
	return (struct freight_ship){ "X3", 3, { { COAL, { 0, 0 } }, { FREIGHT_WILD, { 0, 1 } }, { GRAIN, { 1, 0 } } }, { 1, 1 }, { 0, 1 }, "test" };
}

static struct freight_ship alike(const char *name, int slots, int good, int money)
{
	struct freight_ship x = { .slots = (uint8_t)slots, .first = { 1, 1 }, .tie = { 0, 1 }, .source = "test" };
	memcpy(x.name, name, 3);
	for (int i = 0; i < slots; i++)
		x.slot[i] = (struct freight_slot){ (uint8_t)good, { 0, (uint8_t)money } };
	return x;
}

struct freight_ship stress_x5(void)
{
	return alike("X5", 5, COAL, 0);
}

struct freight_ship stress_x6(int money)
{
	return alike("X6", 6, FREIGHT_WILD, money);
}
