/* Freight on Board by itself, without a host: ships, deliveries, and what each of them pays to whom. The ids are those of docs/rules/rails.md;
 * E and T are its worked examples. Goods go by the names they have there; four owners stand for the players. */
#include <stdio.h>
#include <string.h>

#include "core/game.h"
#include "games/freight/ships.h"
#include "rule_runner.h"

enum { PURPLE, RED, YELLOW, GREEN, OWNERS };
enum { ALL_SHIPS = 0xFF };

/* A quay with what its owners have been paid there. */
struct quay {
	struct freight_box box;
	struct freight f;
	struct freight_log log;         /* of the last delivery */
	bool any_order;
	int prestige[OWNERS], money[OWNERS];
};

static const struct freight_box fleet = FREIGHT_FLEET(COAL, IRON, TIMBER, GRAIN, LIVESTOCK, FREIGHT_WILD);

/* For tests only: ships of three, five and six slots. */
static const struct freight_ship stress[] = {
	{ "X3", 3, { { COAL, { 0, 0 } }, { FREIGHT_WILD, { 0, 1 } }, { GRAIN, { 1, 0 } } }, { 1, 1 }, { 0, 1 }, "made up" },
	{ "X5", 5, { { COAL, { 0, 0 } }, { COAL, { 0, 0 } }, { COAL, { 0, 0 } }, { COAL, { 0, 0 } }, { COAL, { 0, 0 } } }, { 1, 1 }, { 0, 1 }, "made up" },
	{ "X6", 6, { { FREIGHT_WILD, { 0, 1 } }, { FREIGHT_WILD, { 0, 1 } }, { FREIGHT_WILD, { 0, 1 } }, { FREIGHT_WILD, { 0, 1 } },
		{ FREIGHT_WILD, { 0, 1 } }, { FREIGHT_WILD, { 0, 1 } } }, { 1, 1 }, { 0, 1 }, "made up" },
};

static int ship_of(const struct quay *q, const char *name)
{
	for (int i = 0; i < q->box.ships; i++)
		if (strcmp(q->box.ship[i].name, name) == 0)
			return i;
	fail_msg("no ship %s", name);
	return -1;
}

static void sound(const struct quay *q)
{
	char words[MAX_TEXT] = "";

	if (!freight_check(&q->box, &q->f, OWNERS, q->any_order, words))
		fail_msg("unsound: %s", words);
}

static void unsound(const struct quay *q, const char *field)
{
	char words[MAX_TEXT] = "";

	assert_false(freight_check(&q->box, &q->f, OWNERS, q->any_order, words));
	if (strncmp(words, field, strlen(field)) != 0)
		fail_msg("'%s' does not begin with %s", words, field);
}

/* A ship of the eight, or one of the stress ships in the place of the first. */
static struct quay quay_of(const char *ship)
{
	struct quay q = { .box = fleet };

	for (size_t i = 0; i < sizeof stress / sizeof stress[0]; i++)
		if (strcmp(stress[i].name, ship) == 0)
			q.box.ship[0] = stress[i];
	freight_reveal(&q.f, ship_of(&q, ship));
	sound(&q);
	return q;
}

static void load_at(struct quay *q, int owner, int good, int slot)
{
	assert_true(freight_choices(&q->box, &q->f, owner, q->any_order) >> slot & 1);
	freight_deliver(&q->box, &q->f, (struct freight_load){ OWNERS, owner, good, slot }, &q->log);
	for (int i = 0; i < q->log.n; i++)
		if (q->log.of[i].owner != NOBODY) {
			q->prestige[q->log.of[i].owner] += q->log.of[i].bonus.prestige;
			q->money[q->log.of[i].owner] += q->log.of[i].bonus.money;
		}
	sound(q);
}

/* On the one slot that there is for it. */
static void deliver_as(struct quay *q, int owner, int good)
{
	unsigned choices = freight_choices(&q->box, &q->f, owner, false);
	int slot = 0;

	assert_int_not_equal(choices, 0);
	assert_int_equal(choices & (choices - 1), 0);
	while (!(choices >> slot & 1))
		slot++;
	load_at(q, owner, good, slot);
}

static int one_of(const char *const *name, const char *wanted)
{
	for (int i = 0; name[i]; i++)
		if (strcmp(name[i], wanted) == 0)
			return i;
	fail_msg("there is no %s", wanted);
	return -1;
}

/* "red coal, green grain": one after the other. */
static void deliver(struct quay *q, const char *what)
{
	static const char *const owner[] = { [PURPLE] = "purple", [RED] = "red", [YELLOW] = "yellow", [GREEN] = "green", NULL };
	static const char *const good[] = { [COAL] = "coal", [IRON] = "iron", [TIMBER] = "timber", [GRAIN] = "grain", [LIVESTOCK] = "livestock", NULL };
	char whose[16], goods[16];

	for (int n; sscanf(what, "%15s %15[a-z]%n", whose, goods, &n) == 2; what += n + (what[n] == ','))
		deliver_as(q, one_of(owner, whose), one_of(good, goods));
	assert_string_equal(what, "");
}

/* "PN.." from the left; "" without a ship. */
static void slots_are(const struct quay *q, const char *expected)
{
	const struct freight_ship *ship = freight_docked(&q->box, &q->f);
	char got[FREIGHT_SLOTS + 1] = "";

	for (int i = 0; ship && i < ship->slots; i++)
		got[i] = ".NPRYG"[q->f.slot[i]];
	assert_string_equal(got, expected);
}

static void paid(const struct quay *q, int owner, int prestige, int money)
{
	assert_int_equal(q->prestige[owner], prestige);
	assert_int_equal(q->money[owner], money);
}

static void told(const struct quay *q, const char *expected)
{
	static const char *const name[] = { "loaded", "neutral", "slot_bonus", "export", "tie", "sailed", "unfilled" };
	char got[MAX_TEXT] = "";

	for (int i = 0; i < q->log.n; i++) {
		strcat(got, i > 0 ? " " : "");
		strcat(got, name[q->log.of[i].what]);
	}
	assert_string_equal(got, expected);
}

/* And what the last of them is told as; and what lies on the ship after it. */
static void deliver_told(struct quay *q, const char *what, const char *events)
{
	deliver(q, what);
	told(q, events);
}

static void deliver_onto(struct quay *q, const char *what, const char *slots)
{
	deliver(q, what);
	slots_are(q, slots);
}

static void left_are(const struct quay *q, int purple, int red, int yellow, int green, int neutral)
{
	int expected[OWNERS] = { purple, red, yellow, green };

	for (int i = 0; i < OWNERS; i++)
		assert_int_equal(freight_left(&q->box, &q->f, i), expected[i]);
	assert_int_equal(freight_neutral(&q->box, &q->f), neutral);
}

/* Set-up ---------------------------------------------------------------- */

RULE_TEST(f2_every_ship_may_come_first, "F2 F3: every ship may be the first")
{
	struct quay q = { .box = fleet };

	assert_int_equal(freight_waiting(&q.box, &q.f, FREIGHT_STOP), ALL_SHIPS);
	assert_null(freight_docked(&q.box, &q.f));
	for (int i = 0; i < 8; i++) {
		struct freight f = q.f;
		freight_reveal(&f, i);
		assert_ptr_equal(freight_docked(&q.box, &f), &q.box.ship[i]);
	}
}

RULE_TEST(f4_seven_wait, "F4 F5 F6 F36: the others wait until there is none; four containers for each, and four neutral ones")
{
	struct quay q = quay_of("S3");

	left_are(&q, 4, 4, 4, 4, 4);
	slots_are(&q, "....");
	assert_int_equal(freight_waiting(&q.box, &q.f, FREIGHT_STOP), 0);       /* none is due while one is docked */
	assert_int_equal(q.f.gone, 0);
	for (int i = 0; i < 4; i++)
		deliver(&q, "purple coal");
	assert_int_equal(freight_waiting(&q.box, &q.f, FREIGHT_STOP), ALL_SHIPS & ~4);
}

/* Loading ----------------------------------------------------------------- */

RULE_TEST(f8_one_slot_for_a_delivery, "F8 F16 F20: one slot for a delivery")
{
	struct quay q = quay_of("S1");

	deliver_onto(&q, "purple coal", "P...");
	deliver_onto(&q, "red iron", "PN..");
	deliver_onto(&q, "yellow grain", "PNY.");
}

RULE_TEST(f9_the_leftmost_is_looked_at, "F9: only the leftmost uncovered slot is looked at")
{
	struct quay q = quay_of("S3");

	assert_int_equal(freight_choices(&q.box, &q.f, RED, false), 1);
	deliver(&q, "red grain");                               /* slot 2 wants grain, slot 1 timber */
	slots_are(&q, "N...");
	assert_int_equal(freight_choices(&q.box, &q.f, RED, false), 2);
	deliver_onto(&q, "red grain", "NR..");
}

RULE_TEST(f10_own_container_on_a_match, "F10: a match gets a container of the deliverer")
{
	struct quay q = quay_of("S2");

	deliver_onto(&q, "green iron", "G...");
	left_are(&q, 4, 4, 4, 3, 4);
	assert_int_equal(q.log.of[0].owner, GREEN);
	assert_int_equal(q.log.of[0].ship, 1);
	assert_int_equal(q.log.of[0].slot, 0);
	assert_int_equal(q.log.of[0].rule, 10);
}

RULE_TEST(f11_wild_takes_every_good, "F11: wild takes every good")
{
	for (int good = 0; good < FREIGHT_GOODS; good++) {
		struct quay q = quay_of("S5");
		deliver_as(&q, YELLOW, good);
		slots_are(&q, "Y...");
		paid(&q, YELLOW, 0, 1);
		assert_int_equal(q.log.of[0].rule, 11);
	}
}

RULE_TEST(f12_the_bonus_at_once, "F12 F13: a match pays the bonus of the slot, if it has one")
{
	struct quay q = quay_of("S2");

	deliver_told(&q, "red iron", "loaded slot_bonus");
	paid(&q, RED, 0, 1);
	assert_int_equal(q.log.of[1].rule, 12);
	deliver_told(&q, "red iron", "loaded");
	paid(&q, RED, 0, 1);
	slots_are(&q, "RR..");
}

RULE_TEST(f14_neutral_on_a_mismatch, "F14 F15 A2: a mismatch gets a neutral container, and nobody a bonus")
{
	struct quay q = quay_of("S2");

	deliver_onto(&q, "red coal", "N...");
	told(&q, "neutral");
	left_are(&q, 4, 4, 4, 4, 3);
	for (int i = 0; i < OWNERS; i++)
		paid(&q, i, 0, 0);
	assert_int_equal(q.log.of[0].rule, 14);
}

/* A covered slot is on no list any more, whatever lies there. */
RULE_TEST(f17_left_to_right_and_once, "F17 F18 A4: from the left to the right, each slot once")
{
	struct quay q = quay_of("S7");
	unsigned covered = 0;

	for (int i = 0; i < 3; i++) {
		unsigned choices = freight_choices(&q.box, &q.f, i, false);
		assert_int_equal(choices, 1u << i);
		assert_int_equal(choices & covered, 0);
		covered |= choices;
		deliver_as(&q, i, LIVESTOCK);
	}
	slots_are(&q, "NNY.");
}

RULE_TEST(f19_nobody_can_decline, "F19 A3: nobody can decline")
{
	for (int ship = 0; ship < 8; ship++)
		for (int good = 0; good < FREIGHT_GOODS; good++) {
			struct quay q = quay_of(fleet.ship[ship].name);
			assert_int_not_equal(freight_choices(&q.box, &q.f, PURPLE, false), 0);
			deliver_as(&q, PURPLE, good);
			assert_int_not_equal(q.f.slot[0], SLOT_EMPTY);
		}
}

RULE_TEST(f22_prestige_and_money_apart, "F22 F24 A17 A19: prestige and money are told apart")
{
	struct quay q = quay_of("S8");

	deliver(&q, "purple coal, purple grain");
	paid(&q, PURPLE, 0, 1);
	deliver(&q, "purple timber");
	paid(&q, PURPLE, 1, 1);
	deliver(&q, "purple livestock");
	paid(&q, PURPLE, 1 + 2, 1 + 2 + 2);                     /* and the export of 2 VP + $2 */
}

RULE_TEST(f47_the_order_of_a_loading, "F47 A13: slot, bonus, export, discard")
{
	struct quay q = quay_of("S1");

	deliver_told(&q, "purple coal, purple coal, red grain, yellow timber", "loaded slot_bonus export sailed");
	slots_are(&q, "");
	assert_int_equal(q.log.of[3].ship, 0);
	assert_int_equal(q.log.of[3].owner, NOBODY);
	assert_int_equal(q.log.of[3].rule, 35);
}

RULE_TEST(f48_any_wild_slot, "F48: any wild slot, with the option")
{
	struct quay q = quay_of("S4");

	q.any_order = true;
	assert_int_equal(freight_choices(&q.box, &q.f, RED, true), 1 | 8);
	load_at(&q, RED, COAL, 3);
	slots_are(&q, "...R");
	paid(&q, RED, 1, 0);
	assert_int_equal(freight_choices(&q.box, &q.f, RED, true), 1);          /* no other wild slot: nothing to choose */
	load_at(&q, RED, COAL, 0);
	slots_are(&q, "N..R");
	assert_int_equal(freight_choices(&q.box, &q.f, RED, true), 2);          /* the leftmost that is still uncovered */
	load_at(&q, PURPLE, LIVESTOCK, 1);
	load_at(&q, PURPLE, IRON, 2);
	told(&q, "neutral tie tie sailed");
}

RULE_TEST(f48_without_a_container, "F48: nothing to choose where the wild slot is the leftmost, or without a container")
{
	struct quay q = quay_of("S1");

	assert_int_equal(freight_choices(&q.box, &q.f, RED, true), 1);
	q = quay_of("S4");
	q.box.containers = 0;
	assert_int_equal(freight_choices(&q.box, &q.f, RED, true), 1);
}

/* Full ships ---------------------------------------------------------------- */

RULE_TEST(f25_full_by_any_containers, "F25: full is full of any containers")
{
	struct quay q = quay_of("X3");

	deliver_onto(&q, "red iron, yellow iron", "NY.");
	deliver_told(&q, "red iron", "neutral export sailed");
	slots_are(&q, "");
	paid(&q, YELLOW, 1, 2);
}

/* The last container counts as well: with it Purple leads. */
RULE_TEST(f26_the_last_slot_first, "F26 F27: the last slot counts")
{
	struct quay q = quay_of("S1");

	deliver_told(&q, "red coal, purple coal, yellow coal, purple timber", "loaded slot_bonus export sailed");
	paid(&q, PURPLE, 1 + 1, 1 + 1);
	paid(&q, RED, 0, 0);
}

RULE_TEST(f28_neutral_counts_for_nobody, "F28 A23: neutral containers count for nobody")
{
	struct quay q = quay_of("S7");

	deliver_told(&q, "red iron, red iron, green iron, red coal", "neutral export sailed");                      /* three neutral ones, one of Green */
	paid(&q, GREEN, 1, 1);
	paid(&q, RED, 0, 0);
}

RULE_TEST(f30_all_who_tie, "F30 F31 A9: all who tie get the second bonus, nobody the first")
{
	struct quay q = quay_of("S8");

	deliver_told(&q, "red coal, green grain, green timber, red livestock", "loaded slot_bonus tie tie sailed");
	paid(&q, RED, 0 + 1, 2 + 1);
	paid(&q, GREEN, 1 + 1, 1 + 1);
	assert_int_equal(q.log.of[2].owner, RED);               /* in the order of the seats */
	assert_int_equal(q.log.of[3].owner, GREEN);
	assert_int_equal(q.log.of[2].rule, 30);
}

RULE_TEST(f33_paid_out_of_turn, "F29 F33 A11: the leader is paid in the turn of another")
{
	struct quay q = quay_of("S2");

	deliver_told(&q, "purple iron, purple iron, red iron, red iron", "neutral export sailed");
	assert_int_equal(q.log.of[1].owner, PURPLE);
	assert_int_equal(q.log.of[1].rule, 29);
	paid(&q, PURPLE, 2, 1);
}

RULE_TEST(f34_neutral_alone, "F34 A10: a ship of neutral containers pays nobody")
{
	struct quay q = quay_of("X5");

	for (int i = 0; i < 5; i++)
		deliver_as(&q, i % OWNERS, IRON);
	told(&q, "neutral sailed");
	for (int i = 0; i < OWNERS; i++)
		paid(&q, i, 0, 0);
}

RULE_TEST(f35_gone_and_the_next_one, "F35 F36 F37: the full ship goes, the next is loaded")
{
	struct quay q = quay_of("S6");

	for (int i = 0; i < 4; i++)
		deliver(&q, "red coal");
	assert_null(freight_docked(&q.box, &q.f));
	assert_int_equal(q.f.gone, 1 << 5);
	freight_reveal(&q.f, 0);
	assert_ptr_equal(freight_docked(&q.box, &q.f), &q.box.ship[0]);
	assert_int_equal(q.f.gone, 1 << 5);
	deliver_onto(&q, "red coal", "R...");
}

static void sail_all(struct quay *q)
{
	for (int ship = 0; ship < 8; ship++) {
		if (ship > 0)
			freight_reveal(&q->f, ship);
		for (int i = 0; i < 4; i++)
			deliver_as(q, RED, COAL);
	}
}

RULE_TEST(f39_no_ship_no_loading, "F39 T8 A8: without a ship nothing is loaded, as after the eighth")
{
	struct quay q = quay_of("S1");

	sail_all(&q);
	assert_int_equal(freight_waiting(&q.box, &q.f, FREIGHT_STOP), 0);
	assert_int_equal(freight_choices(&q.box, &q.f, RED, false), 0);
	assert_int_equal(freight_choices(&q.box, &q.f, RED, true), 0);
	freight_end(&q.box, &q.f, &q.log);
	assert_int_equal(q.log.n, 0);
}

RULE_TEST(f49_all_come_again, "F49 A8: all ships come again")
{
	struct quay q = quay_of("S1");

	sail_all(&q);
	assert_int_equal(freight_waiting(&q.box, &q.f, FREIGHT_RESHUFFLE), ALL_SHIPS);
	freight_reveal(&q.f, 7);                                /* the one just finished included */
	assert_int_equal(q.f.gone, 0);
	sound(&q);
	for (int i = 0; i < 4; i++)
		deliver(&q, "red coal");
	assert_int_equal(freight_waiting(&q.box, &q.f, FREIGHT_RESHUFFLE), ALL_SHIPS & ~(1 << 7));
}

RULE_TEST(f50_numbers_are_data, "F50 A6: a match without a container left")
{
	struct quay q = quay_of("S8");

	q.box.containers = 1;
	q.box.neutral = 9;
	deliver(&q, "purple coal");
	left_are(&q, 0, 1, 1, 1, 9);
	deliver_onto(&q, "purple grain", "PN..");
	told(&q, "neutral");
	paid(&q, PURPLE, 0, 0);
	assert_int_equal(q.log.of[0].rule, 50);
	left_are(&q, 0, 1, 1, 1, 8);
}

/* The end -------------------------------------------------------------------- */

RULE_TEST(f41_not_full_at_the_end, "F41 F42 F44 T7 A18: not full at the end, with three slots covered")
{
	struct quay q = quay_of("S2");

	deliver(&q, "red iron, red iron, red livestock");
	paid(&q, RED, 1, 1);
	freight_end(&q.box, &q.f, &q.log);
	told(&q, "unfilled");
	assert_int_equal(q.log.of[0].owner, NOBODY);
	assert_int_equal(q.log.of[0].ship, 1);
	assert_int_equal(q.log.of[0].rule, 41);
	slots_are(&q, "RRR.");                                  /* F42: and what it has paid is not taken back */
}

RULE_TEST(f43_the_last_delivery_fills_it, "F43 F44: full with the last delivery")
{
	struct quay q = quay_of("X3");

	for (int i = 0; i < 3; i++)
		deliver(&q, "red coal");
	paid(&q, RED, 1, 2);
	freight_end(&q.box, &q.f, &q.log);
	assert_int_equal(q.log.n, 0);
	paid(&q, RED, 1, 2);
}

/* Soundness --------------------------------------------------------------------- */

RULE_TEST(f16_unsound_slots, "F16 F18 F25: what cannot lie on a ship is unsound")
{
	struct quay q = quay_of("S1");

	q.f.slot[1] = SLOT_NEUTRAL;
	unsound(&q, "freight.slot[1]");
	q.f.slot[0] = SLOT_OWNER + OWNERS;
	unsound(&q, "freight.slot[0]");
	q = quay_of("X3");
	q.f.slot[3] = SLOT_NEUTRAL;
	unsound(&q, "freight.slot[3]");
	q = quay_of("S1");
	for (int i = 0; i < 4; i++)
		q.f.slot[i] = SLOT_NEUTRAL;
	unsound(&q, "freight.docked");
	q = quay_of("X6");
	for (int i = 0; i < 5; i++)
		q.f.slot[i] = SLOT_OWNER + RED;
	unsound(&q, "freight.slot");
}

RULE_TEST(f48_unsound_slots, "F48 F18: out of order lie own containers on wild slots, and nothing else")
{
	struct quay q = quay_of("S4");

	q.f.slot[3] = SLOT_OWNER + RED;
	unsound(&q, "freight.slot[3]");
	q.any_order = true;
	sound(&q);
	q.f.slot[3] = SLOT_NEUTRAL;
	unsound(&q, "freight.slot[3]");
	q.f.slot[3] = SLOT_EMPTY;
	q.f.slot[2] = SLOT_OWNER + RED;                         /* no wild one */
	unsound(&q, "freight.slot[2]");
}

RULE_TEST(f35_unsound_ships, "F35 F38: what cannot be of ships is unsound")
{
	struct quay q = quay_of("S1");

	q.f.gone = 1;
	unsound(&q, "freight.gone");
	q.f.gone = 0;
	q.box.ships = 7;
	sound(&q);
	q.f.docked = 8;
	unsound(&q, "freight.docked");
	q.f.docked = NO_SHIP;
	q.f.gone = 1 << 7;
	unsound(&q, "freight.docked or gone");
	q.f.gone = 0;
	q.f.slot[0] = SLOT_NEUTRAL;
	unsound(&q, "freight.slot[0]");
}

static void box_is_refused(const struct freight_box *box, const char *field)
{
	char words[MAX_TEXT] = "";

	assert_false(freight_check_box(box, words));
	if (strncmp(words, field, strlen(field)) != 0)
		fail_msg("'%s' does not begin with %s", words, field);
}

RULE_TEST(f2_boxes, "F2: a box needs ships with slots and names of their own")
{
	struct freight_box box = fleet;
	char words[MAX_TEXT];

	assert_true(freight_check_box(&box, words));
	box.ship[3].slots = 0;
	box_is_refused(&box, "freight.ship[3].slots");
	box.ships = 3;                                          /* it is none of them now */
	assert_true(freight_check_box(&box, words));
	strcpy(box.ship[2].name, "S1");
	box_is_refused(&box, "freight.ship[2].name");
	strcpy(box.ship[2].name, "a,b");
	box_is_refused(&box, "freight.ship[2].name");
	box.ship[2].name[0] = '\0';
	box_is_refused(&box, "freight.ship[2].name");
}

/* 5.1 of the rules: slots of each good, and a tie pays less than the single lead. */
RULE_TEST(f2_the_built_in_ships, "F2 F13 A1: the eight ships of the built-in boxes")
{
	static const int expected[] = { 5, 5, 5, 5, 4, 8 };
	int n[FREIGHT_GOODS + 1] = { 0 };

	assert_int_equal(fleet.ships, 8);
	for (int i = 0; i < 8; i++) {
		const struct freight_ship *ship = &fleet.ship[i];
		int wild = 0;
		assert_int_equal(ship->slots, 4);
		for (int k = 0; k < 4; k++) {
			n[ship->slot[k].good]++;
			wild += ship->slot[k].good == FREIGHT_WILD;
		}
		assert_int_equal(wild, 1);
		assert_true(ship->tie.prestige + ship->tie.money < ship->first.prestige + ship->first.money);
	}
	for (int good = 0; good <= FREIGHT_GOODS; good++)
		assert_int_equal(n[good], expected[good]);
}

/* Worked examples ------------------------------------------------------------------ */

RULE_TEST(e1_to_e3, "E1 E2 E3 F7 F26 F33 F35 F38 T11: the examples of the rulebook, on one ship")
{
	struct quay q = quay_of("S1");

	deliver_onto(&q, "purple livestock", "P...");
	paid(&q, PURPLE, 0, 0);
	left_are(&q, 3, 4, 4, 4, 4);

	deliver_onto(&q, "red grain", "PN..");
	paid(&q, RED, 0, 0);
	left_are(&q, 3, 4, 4, 4, 3);

	deliver_onto(&q, "purple grain", "PNP.");
	paid(&q, PURPLE, 0, 0);

	deliver_told(&q, "yellow timber", "loaded slot_bonus export sailed");
	paid(&q, YELLOW, 1, 0);
	paid(&q, PURPLE, 1, 1);
	assert_int_equal(q.f.gone, 1);
	freight_reveal(&q.f, 1);
	slots_are(&q, "....");
	left_are(&q, 4, 4, 4, 4, 4);                            /* T11 */
}

RULE_TEST(t1_tie, "T1 F30 F31: two who tie")
{
	struct quay q = quay_of("S1");

	deliver_onto(&q, "red coal, green grain, purple grain", "RNP.");
	deliver_told(&q, "green coal", "neutral tie tie sailed");
	paid(&q, RED, 0, 1);
	paid(&q, PURPLE, 0, 1);
	paid(&q, GREEN, 0, 0);
}

RULE_TEST(t2_three_way, "T2 F30 F26: three who tie")
{
	struct quay q = quay_of("S1");

	deliver_onto(&q, "purple livestock, red coal, green coal", "PRN.");
	paid(&q, RED, 0, 1);
	deliver_told(&q, "yellow timber", "loaded slot_bonus tie tie tie sailed");
	paid(&q, YELLOW, 1, 1);
	paid(&q, PURPLE, 0, 1);
	paid(&q, RED, 0, 2);
	paid(&q, GREEN, 0, 0);
}

/* Each ship has a wild slot, and there a neutral container never lies. */
RULE_TEST(t3_no_ship_is_all_neutral, "T3 F11: no ship of the eight can be all neutral")
{
	for (int ship = 0; ship < 8; ship++) {
		struct quay q = quay_of(fleet.ship[ship].name);
		int own = 0;
		for (int i = 0; i < 4; i++) {
			int good = 0;
			while (good == fleet.ship[ship].slot[i].good)
				good++;
			deliver_as(&q, YELLOW, good);
			own += q.log.of[0].what == FREIGHT_LOADED;
		}
		assert_int_equal(own, 1);
	}
}

RULE_TEST(t4_neutrals_never_run_out, "T4 F14 F34 F50 A7: neutral containers never run out")
{
	struct quay q = quay_of("X5");

	for (int i = 0; i < 4; i++)
		deliver(&q, "red iron");
	left_are(&q, 4, 4, 4, 4, 0);
	deliver_told(&q, "red iron", "neutral sailed");
	paid(&q, RED, 0, 0);
	q = quay_of("X6");
	q.box.containers = 0;
	for (int i = 0; i < 5; i++)
		deliver(&q, "red iron");
	left_are(&q, 0, 0, 0, 0, 0);                            /* five of four lie there */
}

RULE_TEST(t5_no_container_left, "T5 F50 A6: six wild slots, four containers")
{
	struct quay q = quay_of("X6");

	for (int i = 0; i < 4; i++)
		deliver(&q, "red grain");
	paid(&q, RED, 0, 4);
	left_are(&q, 4, 0, 4, 4, 4);
	deliver_told(&q, "red grain", "neutral");
	slots_are(&q, "RRRRN.");
	deliver_told(&q, "red grain", "neutral export sailed");
	paid(&q, RED, 1, 5);
}

RULE_TEST(t6_two_deliveries, "T6 F37 F40 A12: a delivery fills the ship, the next loads the next")
{
	struct quay q = quay_of("S1");

	for (int i = 0; i < 4; i++)
		deliver(&q, "red coal");
	freight_reveal(&q.f, ship_of(&q, "S8"));
	deliver_onto(&q, "red coal", "R...");
}

RULE_TEST(t9_second_place, "T9 F32 A21: second place gets nothing")
{
	struct quay q = quay_of("S1");

	deliver_told(&q, "purple livestock, red coal, purple grain, yellow coal", "neutral export sailed");
	paid(&q, PURPLE, 1, 1);
	paid(&q, RED, 0, 1);                                    /* its slot, and no more */
	paid(&q, YELLOW, 0, 0);
}
