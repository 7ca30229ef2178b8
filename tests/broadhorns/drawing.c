/* Drawing cards, and spoil cards: B100 to B108 and B163. */
#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

enum { SPOIL_TYPES = 3 };
static const char *const perishable[SPOIL_TYPES] = { "flour", "apples", "pork" };
static const int season_at[] = { 0, 3, 4, 6, 7, 9, 10, 12, 13 };        /* barrels on the track: the edges of each season */

static bool is_summer(int filled)
{
	return filled >= 10 && filled <= 12;
}

/* The first seat has nothing more to do than to draw. */
static struct fix drawing(int players)
{
	struct fix f = fix_river(players, "");
	play(&f, "stop");
	return f;
}

/* ---- Draw ---- */

RULE_TEST(one_card_each_turn, "B100: at the end of a turn the active player draws one card")
{
	struct fix f = fix_river(3, "");
	phase_is(&f, BROAD_ACTIONS);
	hand_is(&f, 0, "");
	play_into(&f, "stop", BROAD_DRAW);
	to_move_is(&f, CHANCE);
	refused(&f, "stop, port", B(100));
	play(&f, "draw VIC-A");
	hand_is(&f, 0, "VIC-A");
	hand_is(&f, 1, "");
	hand_is(&f, 2, "");
	assert_int_equal(told_event(&f, "drew")->seat, 0);
	turn_is(&f, 1, BROAD_ACTIONS);
	refused(&f, "draw VIC-P", B(100));
	play(&f, "stop, draw VIC-P");
	assert_int_equal(told_event(&f, "drew")->seat, 1);
	hand_is(&f, 0, "VIC-A");
	hand_is(&f, 1, "VIC-P");
	to_move_is(&f, 2);
}

/* How likely a card of these is, out of 73 * 60 so that it does not matter whether cards that are alike are listed once or each. */
static int odds(const struct fix *f, int first, int n)
{
	struct moves list = { 0 };
	int sum = 0, all = 0;
	char words[MAX_TEXT];
	f->g->legal(f->box, &f->s, &list);
	for (int i = 0; i < list.n; i++) {
		int weight = f->g->weight(f->box, &f->s, list.id[i]);
		f->g->text(f->box, &f->s, list.id[i], ALL, words);
		assert_memory_equal(words, "draw ", 5);
		int card = card_of(f, words + 5);
		all += weight;
		sum += card >= first && card < first + n ? weight : 0;
	}
	assert_true(all > 0 && sum * 4380 % all == 0);
	return sum * 4380 / all;
}

RULE_TEST(every_card_of_the_pile_is_as_likely, "B100 B4: every card of the pile is as likely")
{
	struct fix f = drawing(3);
	for (int card = 0; card < FIRST_ICE; card++)
		assert_int_equal(odds(&f, card, 1), 60);
	assert_int_equal(odds(&f, FIRST_ICE, ICES), 300);
	assert_int_equal(odds(&f, FIRST_PEDDLER, PEDDLERS), 300);
	assert_int_equal(odds(&f, FIRST_CURRENT, CURRENTS), 300);
	for (int type = 0; type < SPOIL_TYPES; type++)
		assert_int_equal(odds(&f, FIRST_SPOIL + 4 * type, 4), 240);

	f = fix_river(3, "");
	fix_hand(&f, 1, "ice ice TR3");
	fix_pile(&f, "ice VIC-A spoil-pork spoil-pork");
	play(&f, "stop");
	assert_int_equal(odds(&f, FIRST_ICE, ICES), 1095);
	assert_int_equal(odds(&f, card_of(&f, "VIC-A"), 1), 1095);
	assert_int_equal(odds(&f, FIRST_SPOIL + 8, 4), 2190);
	refused(&f, "draw TR3", B(4));                  /* in a hand */
	refused(&f, "draw VIC-P", B(4));                /* discarded */
}

RULE_TEST(pile_is_made_anew_when_needed, "B101 A46: the discard pile is shuffled when a card must be drawn and none is there")
{
	struct fix f = fix_river(3, "");
	fix_hand(&f, 0, "VIC-P");
	fix_hand(&f, 1, "VIC-U");
	fix_waiting(&f, "STG", "STG-F");
	fix_boat(&f, 2, 20, 5, "");
	fix_aboard(&f, 2, "TR14");
	fix_pile(&f, "VIC-A");
	play(&f, "stop");
	assert_int_equal(told(&f, "reshuffled"), 0);
	legal_is(&f, "draw VIC-A");
	play(&f, "draw VIC-A");
	assert_int_equal(told(&f, "reshuffled"), 0);    /* the pile is empty now, but no card must be drawn */
	card_is(&f, "TR8", "discard");
	card_is(&f, "spoil-pork-1", "discard");
	play(&f, "stop");
	assert_int_equal(told(&f, "reshuffled"), 1);
	assert_int_equal(told_event(&f, "reshuffled")->n, 73 - 5);      /* three in hands, one at a town, one aboard */
	card_is(&f, "TR8", "pile");
	card_is(&f, "spoil-pork-1", "pile");
	card_is(&f, "ice", "pile");
	hand_is(&f, 0, "VIC-A VIC-P");                  /* hands, towns and boats keep their cards */
	hand_is(&f, 1, "VIC-U");
	card_is(&f, "STG-F", "at STG");
	card_is(&f, "TR14", "aboard 2");
	refused(&f, "draw VIC-A", B(4));
	play(&f, "draw TR8");
	hand_is(&f, 1, "VIC-U TR8");
}

RULE_TEST(pile_is_made_anew_within_a_draw, "B101 A46: in the middle of a draw too, with what has just been used")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, 5, "F");
	fix_hand(&f, 0, "ice");
	fix_pile(&f, "spoil-flour-1");
	play(&f, "stop, draw spoil-flour-1, ice");
	assert_int_equal(told(&f, "reshuffled"), 1);
	to_move_is(&f, CHANCE);
	card_is(&f, "spoil-flour-1", "pile");           /* the card just resolved and the ice just used are in it (A46) */
	card_is(&f, "ice", "pile");
	play(&f, "draw ice");
	hand_is(&f, 0, "ice");
	to_move_is(&f, 1);
}

RULE_TEST(to_the_hand, "B102: every card but the spoil cards goes to the hand")
{
	struct fix f = drawing(3);
	struct moves list = { 0 };
	int seen = 0;
	char words[MAX_TEXT];
	f.g->legal(f.box, &f.s, &list);
	for (int i = 0; i < list.n; i++) {
		struct fix t = f;
		f.g->text(f.box, &f.s, list.id[i], ALL, words);
		int card = card_of(&f, words + 5);
		if (card >= FIRST_SPOIL)
			continue;
		play(&t, words);
		hand_is(&t, 0, words + 5);
		to_move_is(&t, 1);
		assert_int_equal(t.s.broadhorns.player[0].held[0], 1);
		seen++;
	}
	assert_true(seen >= DELIVERIES + TRAVELERS + 3);
}

/* ---- Spoil cards ---- */

/* Three boats full of everything, and hands without cards: nobody is asked. */
static struct fix laden(int filled)
{
	struct fix f = fix_river(3, "");
	fix_seasons(&f, filled);
	fix_boat(&f, 0, 40, 5, "F@0 A@1 P@2 U W");
	fix_boat(&f, 1, 40, 10, "F@2 A@2 P@4 U W");
	fix_boat(&f, 2, 40, 0, "F@3 F@4 A@3 P@0 P@0");
	play(&f, "stop");
	return f;
}

RULE_TEST(spoil_card_is_shown, "B103: a spoil card is shown to all and discarded")
{
	struct fix f = laden(0);
	play(&f, "draw spoil-pork-2");
	assert_int_equal(told(&f, "spoil_card"), 1);
	assert_int_equal(told_event(&f, "spoil_card")->to, EVERYBODY);
	card_is(&f, "spoil-pork-2", "discard");
	hand_is(&f, 0, "");
	turn_is(&f, CHANCE, BROAD_DRAW);
}

RULE_TEST(spoil_card_waits_for_the_answers, "B103: it lies aside until everybody has answered")
{
	struct fix f = fix_river(3, "");
	struct state v;
	fix_boat(&f, 1, 20, 10, "P@2");
	fix_hand(&f, 1, "ice");
	play(&f, "stop, draw spoil-pork-2");
	card_is(&f, "spoil-pork-2", "aside");
	game_view(f.g, f.box, &f.s, 2, &v);
	assert_int_equal(v.broadhorns.where[card_of(&f, "spoil-pork-2")], SET_ASIDE);
	to_move_is(&f, 1);
	play(&f, "no ice");
	card_is(&f, "spoil-pork-2", "discard");
	cargo_is(&f, 1, "P@3");
}

RULE_TEST(moves_its_type_everywhere, "B103 B104 A35: it moves every barrel of its type on all boats, and no other")
{
	struct fix f = laden(0);
	play(&f, "draw spoil-flour-1");
	cargo_is(&f, 0, "F@1 A@1 P@2 U@0 W@0");
	cargo_is(&f, 1, "F@3 A@2 P@4 U@0 W@0");
	cargo_is(&f, 2, "F@4 A@3 P@0 P@0");             /* one of its two is lost: B105 */

	f = laden(0);
	play(&f, "draw spoil-apples-4");
	cargo_is(&f, 0, "F@0 A@2 P@2 U@0 W@0");
	cargo_is(&f, 1, "F@2 A@3 P@4 U@0 W@0");
	cargo_is(&f, 2, "F@3 F@4 A@4 P@0 P@0");

	f = laden(0);
	play(&f, "draw spoil-pork-3");
	cargo_is(&f, 0, "F@0 A@1 P@3 U@0 W@0");
	cargo_is(&f, 1, "F@2 A@2 U@0 W@0");
	cargo_is(&f, 2, "F@3 F@4 A@3 P@1 P@1");
}

RULE_TEST(four_cards_of_each_type, "B104: four cards of each type")
{
	for (int type = 0; type < SPOIL_TYPES; type++)
		for (int i = 1; i <= 4; i++) {
			struct fix f = fix_river(2, "");
			char words[MAX_TEXT];
			fix_boat(&f, 1, 20, 10, "F@1 A@1 P@1");
			snprintf(words, sizeof words, "stop, draw spoil-%s-%d", perishable[type], i);
			play(&f, words);
			for (int cargo = 0; cargo < SPOIL_TYPES; cargo++)
				assert_int_equal(f.s.broadhorns.player[1].cargo[cargo][2], cargo == type);
		}
}

RULE_TEST(final_space_is_the_end, "B105 A33: from the final space barrels are lost to the bag")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, 30, 5, "P@4 P@3 P@4 A@4");
	fix_boat(&f, 1, 20, 5, "P@4");
	bag_is(&f, "F10 A9 P6 U10 W10");
	play(&f, "stop, draw spoil-pork-1");
	cargo_is(&f, 0, "A@4 P@4");
	cargo_is(&f, 1, "");
	bag_is(&f, "F10 A9 P9 U10 W10");
	assert_int_equal(told(&f, "lost"), 2);
	assert_int_equal(told_event(&f, "lost")->n, 2);
}

RULE_TEST(season_and_spoil_cards, "B106: in summer it moves all that spoils, in other seasons its type")
{
	for (size_t i = 0; i < sizeof season_at / sizeof season_at[0]; i++) {
		struct fix f = laden(season_at[i]);
		play(&f, "draw spoil-apples-1");
		if (is_summer(season_at[i])) {
			cargo_is(&f, 0, "F@1 A@2 P@3 U@0 W@0");
			cargo_is(&f, 1, "F@3 A@3 U@0 W@0");
			cargo_is(&f, 2, "F@4 A@4 P@1 P@1");
		} else {
			cargo_is(&f, 0, "F@0 A@2 P@2 U@0 W@0");
			cargo_is(&f, 1, "F@2 A@3 P@4 U@0 W@0");
			cargo_is(&f, 2, "F@3 F@4 A@4 P@0 P@0");
		}
	}
}

RULE_TEST(only_the_first_spoils, "B107 A32: further spoil cards have no effect, and a card is drawn in the end")
{
	struct fix f = laden(0);
	fix_hand(&f, 1, "ice VIC-A");
	play(&f, "draw spoil-flour-1");
	to_move_is(&f, 1);
	play(&f, "no ice");
	cargo_is(&f, 0, "F@1 A@1 P@2 U@0 W@0");
	play(&f, "draw spoil-flour-2");                 /* nobody is asked, nothing moves */
	to_move_is(&f, CHANCE);
	assert_int_equal(told(&f, "spoiled"), 0);
	card_is(&f, "spoil-flour-2", "discard");
	play(&f, "draw spoil-pork-1");
	to_move_is(&f, CHANCE);
	cargo_is(&f, 0, "F@1 A@1 P@2 U@0 W@0");
	cargo_is(&f, 1, "F@3 A@2 P@4 U@0 W@0");
	cargo_is(&f, 2, "F@4 A@3 P@0 P@0");
	hand_is(&f, 0, "");
	play(&f, "draw TR8");
	hand_is(&f, 0, "TR8");
	turn_is(&f, 1, BROAD_SPOIL_STEP);
}

RULE_TEST(next_turn_spoils_again, "B107: in the next turn a spoil card counts again")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, 20, 5, "F@0");
	play(&f, "stop, draw spoil-flour-1, draw TR8");
	cargo_is(&f, 0, "F@1");
	play(&f, "stop, draw spoil-flour-2, no ice, draw VIC-A");
	to_move_is(&f, 0);
	cargo_is(&f, 0, "F@2");
}

RULE_TEST(winter_does_not_help, "B108 A31: in winter too")
{
	for (int filled = 4; filled <= 6; filled++) {
		struct fix f = laden(filled);
		play(&f, "draw spoil-flour-1");
		cargo_is(&f, 0, "F@1 A@1 P@2 U@0 W@0");
		cargo_is(&f, 1, "F@3 A@2 P@4 U@0 W@0");
		assert_int_equal(told(&f, "spoiled"), 3);
	}
}

/* ---- No card left but spoil cards ---- */

/* All but the spoil cards is out of the piles: deliveries at their towns, travelers where they wait, the rest in the second seat's hand. */
static struct fix drained(void)
{
	static const struct { const char *town, *cards; } at[] = {
		{ "STG", "STG-F STG-P TR1 TR2 TR8 TR14" }, { "CAP", "CAP-A CAP-U TR3 TR4 TR10" }, { "NMD", "NMD-F NMD-A NMD-W TR5 TR6" },
		{ "MEM", "MEM-A MEM-U MEM-W TR7 TR9 TR12" }, { "HEL", "HEL-F HEL-P HEL-W TR11" }, { "GRV", "GRV-F GRV-A GRV-P TR15" },
		{ "VIC", "VIC-A VIC-P VIC-U VIC-W TR13" }, { "NAT", "NAT-F NAT-A NAT-U TR16" }, { "BAT", "BAT-P BAT-U BAT-W" },
		{ "NOR", "NOR-F NOR-P NOR-U NOR-W" },
	};
	struct fix f = fix_river(3, "");
	for (int i = 0; i < BROAD_TOWNS; i++)
		fix_waiting(&f, at[i].town, at[i].cards);
	for (int i = 0; i < 5; i++)
		fix_hand(&f, 1, "ice peddler current");
	return f;
}

RULE_TEST(nothing_left_to_draw, "B163 A46: with nothing but spoil cards left the drawing stops")
{
	struct fix f = drained();
	fix_boat(&f, 2, 20, 5, "F@1");
	fix_pile(&f, "spoil-flour-1");
	play(&f, "stop");
	legal_is(&f, "draw spoil-flour-1");
	play(&f, "draw spoil-flour-1");
	cargo_is(&f, 2, "F@2");                         /* the first card is drawn and resolved as ever */
	hand_is(&f, 0, "");
	card_is(&f, "spoil-flour-1", "discard");
	assert_int_equal(told(&f, "reshuffled"), 0);
	to_move_is(&f, 1);

	f = drained();                                  /* spoil cards in the pile are left there */
	fix_pile(&f, "spoil-flour-1 spoil-pork-1 spoil-pork-2");
	play(&f, "stop, draw spoil-pork-1");
	to_move_is(&f, 1);
	card_is(&f, "spoil-flour-1", "pile");
	card_is(&f, "spoil-pork-1", "discard");

	f = drained();                                  /* an empty pile is made anew for the first card */
	fix_pile(&f, "");
	play(&f, "stop");
	assert_int_equal(told(&f, "reshuffled"), 1);
	play(&f, "draw spoil-apples-3");
	card_is(&f, "spoil-flour-1", "pile");
	to_move_is(&f, 1);

	f = drained();                                  /* the next one is carried out again, and the hand limit holds without a card */
	fix_boat(&f, 1, 20, 5, "");
	fix_boat(&f, 2, 20, 5, "F@1");
	fix_pile(&f, "spoil-flour-1 spoil-flour-2");
	play(&f, "stop, draw spoil-flour-1");
	cargo_is(&f, 2, "F@2");
	play(&f, "stop, draw spoil-flour-2");
	cargo_is(&f, 2, "F@3");
	phase_is(&f, BROAD_DISCARD);
	to_move_is(&f, 1);
}

RULE_TEST(one_left_is_drawn, "B163: with one other card left in either pile it goes on")
{
	struct fix f = drained();
	f.s.broadhorns.where[card_of(&f, "VIC-A")] = IN_DISCARD;
	fix_pile(&f, "spoil-flour-1");
	play(&f, "stop, draw spoil-flour-1");
	assert_int_equal(told(&f, "reshuffled"), 1);
	play(&f, "draw spoil-flour-1, draw spoil-pork-1, draw VIC-A");
	hand_is(&f, 0, "VIC-A");
	to_move_is(&f, 1);

	f = drained();
	f.s.broadhorns.where[card_of(&f, "VIC-A")] = IN_PILE;
	fix_pile(&f, "spoil-flour-1 spoil-flour-2 VIC-A");
	play(&f, "stop, draw spoil-flour-1");
	to_move_is(&f, CHANCE);
	play(&f, "draw VIC-A");
	hand_is(&f, 0, "VIC-A");
}

RULE_TEST(used_ice_can_be_drawn, "B163 A46: ice that was just used is such a card")
{
	struct fix f = drained();
	fix_boat(&f, 1, 20, 5, "F@1");
	fix_pile(&f, "spoil-flour-1");
	play(&f, "stop, draw spoil-flour-1");
	to_move_is(&f, 1);
	struct fix without = f;
	play(&without, "no ice");
	hand_is(&without, 0, "");
	to_move_is(&without, 1);
	phase_is(&without, BROAD_SPOIL_STEP);
	cargo_is(&without, 1, "F@2");
	play(&f, "ice");
	to_move_is(&f, CHANCE);
	assert_int_equal(told(&f, "reshuffled"), 1);
	play(&f, "draw ice");
	hand_is(&f, 0, "ice");
}
