/* Selling (B41-B47, B156), delivery cards (B48-B54, B157), filling a town (B55-B62, B158, B159) and the town bonus (B63-B66). */
#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

/* Seat 0 of two lies at Vicksburg: tile VIC-1 asks for A4 P5 U4 W3 and sells flour at +2; the bonus is 2. */
static struct fix vicksburg(int feet, const char *cargo)
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, feet, 27, cargo);
	return f;
}

/* The same with the tiles of fix_tiles, those below the top collected by seat 1. */
static struct fix vicksburg_with(const char *tiles, int feet, const char *cargo)
{
	struct fix f = fix_river(2, "");
	fix_tiles(&f, tiles, 1);
	fix_boat(&f, 0, feet, 27, cargo);
	return f;
}

RULE_TEST(values_that_no_space_has, "B41: a sale for a value that no space has")
{
	struct fix f = vicksburg(40, "A A");
	char words[MAX_TEXT];

	assert_int_not_equal(game_why_no_move(f.g, f.box, &f.s, "sell apples@0 for 9", words), B(41));   /* nothing is sold outside a port */
	play(&f, "port");
	assert_int_equal(game_why_no_move(f.g, f.box, &f.s, "sell apples@0 for 9", words), B(41));
	assert_string_equal(words, "the town has no such empty space");
	assert_int_equal(game_why_no_move(f.g, f.box, &f.s, "sell pork@3 for 77", words), B(41));
	assert_string_equal(words, "you have no such barrel");
	assert_int_equal(game_why_no_move(f.g, f.box, &f.s, "sell apples@9 for 3", words), B(41));       /* no box is so long */
	assert_string_equal(words, "you have no such barrel");
	no_move_is(&f, "sell apples@6 for 4, sell furs@10 for 3, sell apples@99999999999 for 4", B(41));
	no_move_is(&f, "sell apples@0 for, sell apples@0 for 9 gold, sell rum@0 for 9, sell apples@ for 4, sell apples@x for 4, sell apples for 4", 0);
}

static const char fills[] = "port, sell apples@0 for 4, sell pork@0 for 5, sell furs@0 for 4, sell whiskey@0 for 3, done";

/* The spaces of every tile as they are printed, the board last. */
static const char *const printed[BROAD_TOWNS][BROAD_TILES + 1] = {
	{ "STG F2 P3 W2", "STG F3 F2 W2", "STG P3 P2 W3", "STG F2 P2 P2", "STG F3 F2 P2", "STG P3 W2 W2", "STG F2 P2 W2" },
	{ "CAP A3 U2 W2", "CAP A3 A2 W2", "CAP A3 U3 U2", "CAP A2 A2 U2", "CAP A3 W3 W2", "CAP A2 U2 W3", "CAP A2 U2 W2" },
	{ "NMD F3 A3 W3", "NMD F3 F2 A4", "NMD A4 A3 W3", "NMD F3 A3 A2", "NMD F4 W3 W2", "NMD F4 A3 W3", "NMD F2 A3 W2" },
	{ "MEM F3 A4 U3 W3", "MEM F4 A3 W3", "MEM A4 U3 U3 W3", "MEM F3 F3 U4", "MEM F4 A4 U3 W3", "MEM A4 U3 W3", "MEM F3 A3 U2" },
	{ "HEL F3 P4 U3 W3", "HEL P4 U4 W3", "HEL F4 F3 U3 W3", "HEL F3 P4 P4", "HEL F4 P4 U4 W3", "HEL F4 U4 W3", "HEL F3 P3 W3" },
	{ "GRV F4 A4 P4 U3", "GRV A4 P5 U4", "GRV F4 F3 P4 U3", "GRV F4 A4 A3", "GRV F4 A5 P4 U4", "GRV P5 U4 U3", "GRV F3 A3 P4" },
	{ "VIC A4 P5 U4 W3", "VIC A5 A4 U4 W4", "VIC P5 P4 U4 W3", "VIC A4 P4 W4 W3", "VIC A5 P5 U4 W4", "VIC A4 P5 U4 U3",
	  "VIC A3 P4 U4" },
	{ "NAT F4 A5 U5 W4", "NAT F5 F4 A5 W4", "NAT A6 A5 U5 W4", "NAT F4 A5 U4 W4", "NAT F5 A5 U5 U4", "NAT F5 A5 W4 W4",
	  "NAT F4 A4 W4" },
	{ "BAT F5 P6 U5 W4", "BAT F5 F4 P6 U5", "BAT P6 P5 U5 W5", "BAT F5 P5 W5 W4", "BAT F6 P6 U5 W5", "BAT F5 U5 U5 W5",
	  "BAT F4 P5 U4" },
	{ "NOR F6 A7 P7 U6 W5", "NOR F6 F5 P7 U6 W6", "NOR A7 A6 P7 U6 W5", "NOR F6 A6 U6 U5 W5", "NOR F7 A7 P7 U6 W6",
	  "NOR P7 P6 U7 W6 W6", "NOR F5 A5 P6 U5" },
};
static const int wreaths[BROAD_TOWNS][BROAD_TILES] = {
	{ 2, 2, 1, 3, 1, 2 }, { 2, 2, 1, 3, 1, 2 }, { 2, 2, 1, 3, 2, 1 }, { 2, 1, 3, 2, 2, 1 }, { 2, 1, 3, 2, 2, 1 },
	{ 2, 1, 3, 2, 2, 1 }, { 2, 1, 2, 3, 1, 2 }, { 2, 2, 1, 3, 1, 2 }, { 2, 2, 1, 3, 1, 2 }, { 2, 2, 2, 3, 1, 1 },
};
static const int bonus[BROAD_TOWNS] = { 1, 1, 1, 2, 2, 2, 2, 3, 3, 4 }, entrance[BROAD_TOWNS] = { 3, 6, 10, 15, 19, 23, 27, 31, 35, 40 };
static const char *const cargo_name[BROAD_CARGOES] = { "flour", "apples", "pork", "furs", "whiskey" };

/* Seat 0 is at the town, with that tile on top and as many barrels of each type as it asks for. The others went to seat 1. */
static struct fix at_tile(int town, int tile)
{
	struct fix f = fix_river(2, "");
	char words[MAX_TEXT], cargo[MAX_TEXT] = "";
	if (tile == BARE_BOARD)
		snprintf(words, sizeof words, "%.3s-1 %.3s-2 %.3s-3 %.3s-B", printed[town][0], printed[town][0], printed[town][0], printed[town][0]);
	else
		snprintf(words, sizeof words, "%.3s-%d", printed[town][0], tile + 1);
	fix_tiles(&f, words, 1);
	for (const char *at = printed[town][tile] + 4; *at; at += at[2] ? 3 : 2)
		snprintf(cargo + strlen(cargo), sizeof cargo - strlen(cargo), "%c@0 ", at[0]);
	fix_boat(&f, 0, 40, entrance[town], cargo);
	return f;
}

/* Sells to the spaces in the order they are printed, as many as told. What it got for them. */
static int sell_printed(struct fix *f, int town, int tile, int n)
{
	char words[MAX_TEXT];
	int sum = 0;
	for (const char *at = printed[town][tile] + 4; *at && n > 0; at += at[2] ? 3 : 2, n--) {
		snprintf(words, sizeof words, "sell %s@0 for %c", cargo_name[strchr("FAPUW", at[0]) - "FAPUW"], at[1]);
		play(f, words);
		assert_int_equal(told(f, "sold"), 1);
		assert_int_equal(told_event(f, "sold")->n, at[1] - '0');
		sum += at[1] - '0';
	}
	return sum;
}

/* Selling */

RULE_TEST(a_barrel_to_each_space, "B41: one barrel to each empty space of its type, for its value")
{
	struct fix f = vicksburg(40, "A@0 A@3 P@1 U W F@2");
	play(&f, "port");
	legal_is(&f, "sell flour@2 for 1, sell apples@0 for 4, sell apples@3 for 4, sell pork@1 for 5, sell furs@0 for 4, "
		"sell whiskey@0 for 3, done");
	play(&f, "sell apples@0 for 4");
	gold_is(&f, 0, 24);
	town_is(&f, "VIC-1", "A4");
	cargo_is(&f, 0, "F@2 A@3 P@1 U@0 W@0");
	refused(&f, "sell apples@3 for 4", B(41));      /* the space is taken */
	refused(&f, "sell apples@0 for 1", B(41));      /* no such barrel any more */
	refused(&f, "sell pork@0 for 5, sell flour@0 for 1", B(41));
	legal_is(&f, "sell flour@2 for 1, sell apples@3 for 1, sell pork@1 for 5, sell furs@0 for 4, sell whiskey@0 for 3, done");
	play(&f, "sell pork@1 for 5, sell furs@0 for 4, sell whiskey@0 for 3");
	gold_is(&f, 0, 36);
	town_is(&f, "VIC-1", "A4 P5 U4 W3");
}

RULE_TEST(every_tile_as_printed, "B41 B55: every tile and the board as printed")
{
	for (int town = 0; town < BROAD_TOWNS; town++)
		for (int tile = 0; tile <= BARE_BOARD; tile++) {
			struct fix f = at_tile(town, tile);
			play(&f, "port");
			int sum = sell_printed(&f, town, tile, BROAD_SPACES);
			gold_is(&f, 0, 20 + sum);
			cargo_is(&f, 0, "");
			legal_is(&f, "done");
			play(&f, "done");
			phase_is(&f, BROAD_FULL);       /* there is no further space */
			gold_is(&f, 0, 20 + sum + bonus[town]);
		}
}

RULE_TEST(sold_barrels_stay, "B42: a sold barrel stays on its space")
{
	struct fix f = vicksburg(20, "A P");
	fix_boat(&f, 1, 20, 27, "A@1 P@0 U");
	play(&f, "port, sell apples@0 for 4");
	town_is(&f, "VIC-1", "A4");
	bag_is(&f, "F10 A8 P8 U9 W10");
	port_over(&f, "sail on");
	next_turn(&f);
	town_is(&f, "VIC-1", "A4");
	play(&f, "port");
	cargo_is(&f, 1, "A@2 P@1 U@0");
	legal_is(&f, "sell apples@2 for 1, sell pork@1 for 5, sell furs@0 for 4, done");
	bag_is(&f, "F10 A8 P8 U9 W10");
}

RULE_TEST(one_gold_without_a_space, "B43 B44: without a space 1 gold, and back to the bag at once")
{
	struct fix f = vicksburg(40, "F@1 F@2 A@0 A@4");
	fix_filled(&f, "VIC", "A");
	bag_is(&f, "F8 A7 P10 U10 W10");
	play(&f, "port, sell flour@1 for 1");
	gold_is(&f, 0, 21);
	bag_is(&f, "F9 A7 P10 U10 W10");        /* at once */
	cargo_is(&f, 0, "F@2 A@0 A@4");
	assert_int_equal(told(&f, "dumped"), 1);
	assert_int_equal(told(&f, "sold"), 0);
	play(&f, "sell apples@4 for 1");
	gold_is(&f, 0, 22);
	bag_is(&f, "F9 A8 P10 U10 W10");
	play(&f, "sell apples@0 for 1, sell flour@2 for 1");
	gold_is(&f, 0, 24);
	bag_is(&f, "F10 A9 P10 U10 W10");
	town_is(&f, "VIC-1", "A4");
}

RULE_TEST(not_for_one_with_a_space, "B45 A16: not for 1 gold while a space is empty")
{
	struct fix f = vicksburg_with("VIC-2", 40, "A@0 A@1 A@2 U");    /* A5 A4 U4 W4 */
	play(&f, "port");
	refused(&f, "sell apples@0 for 1, sell furs@0 for 1", B(45));
	play(&f, "sell apples@0 for 5");
	refused(&f, "sell apples@1 for 1", B(45));      /* there is still the other one */
	play(&f, "sell apples@1 for 4");
	legal_is(&f, "sell apples@2 for 1, sell furs@0 for 4, done");
	play(&f, "sell apples@2 for 1");
	gold_is(&f, 0, 30);
}

RULE_TEST(selling_is_optional, "B46: selling is optional, barrel by barrel")
{
	struct fix f = vicksburg(40, "A@0 P@1 U W F");
	play(&f, "port, done");
	cargo_is(&f, 0, "F@0 A@0 P@1 U@0 W@0");
	gold_is(&f, 0, 20);
	f = vicksburg(40, "A@0 P@1 U W F");
	play(&f, "port, sell pork@1 for 5, done");
	cargo_is(&f, 0, "F@0 A@0 U@0 W@0");
	gold_is(&f, 0, 25);
	phase_is(&f, BROAD_BUY);
}

RULE_TEST(no_selling_in_st_louis, "B47: no selling in St. Louis")
{
	struct fix f = fix_river(2, "");
	play(&f, "port");
	refused(&f, "sell flour@0 for 1", B(68));
	play(&f, "boat 20, buy flour");
	refused(&f, "sell flour@0 for 1", B(67));
	legal_is(&f, "buy flour, buy apples, buy pork, buy furs, buy whiskey, blind, done");
	play(&f, "done");
	refused(&f, "sell flour@0 for 1", B(38));
	cargo_is(&f, 0, "F@0");
}

RULE_TEST(which_barrel_which_space, "B156 A16: the seller chooses barrel and space")
{
	struct fix f = vicksburg_with("VIC-3", 40, "P@0 P@3 P@3");      /* P5 P4 U4 W3 */
	play(&f, "port");
	legal_is(&f, "sell pork@0 for 5, sell pork@0 for 4, sell pork@3 for 5, sell pork@3 for 4, done");
	play(&f, "sell pork@3 for 4");          /* one at a time, the dearer space need not come first */
	cargo_is(&f, 0, "P@0 P@3");
	town_is(&f, "VIC-3", "P4");
	gold_is(&f, 0, 24);
	legal_is(&f, "sell pork@0 for 5, sell pork@3 for 5, done");
	play(&f, "sell pork@0 for 5");
	cargo_is(&f, 0, "P@3");
	legal_is(&f, "sell pork@3 for 1, done");

	f = fix_river(2, "");                   /* two spaces of one value are two spaces, but one choice */
	fix_tiles(&f, "HEL-4", 0);              /* F3 P4 P4 */
	fix_boat(&f, 0, 40, 19, "P@0 P@0 P@0");
	play(&f, "port");
	legal_is(&f, "sell pork@0 for 4, done");
	play(&f, "sell pork@0 for 4, sell pork@0 for 4");
	town_is(&f, "HEL-4", "P4 P4");
	gold_is(&f, 0, 28);
	legal_is(&f, "sell pork@0 for 1, done");
}

/* Delivery cards */

RULE_TEST(two_gold_for_a_delivery, "B48 A18: a delivery card pays 2 gold after a sale to a space")
{
	struct fix f = vicksburg(40, "A F");
	fix_hand(&f, 0, "VIC-A VIC-P MEM-A NAT-F");
	play(&f, "port");
	refused(&f, "claim VIC-A", B(48));      /* nothing sold yet */
	play(&f, "sell apples@0 for 4");
	legal_is(&f, "sell flour@0 for 1, claim VIC-A, done");
	refused(&f, "claim VIC-P", B(48));      /* no pork sold */
	refused(&f, "claim MEM-A", B(48));      /* another town */
	play(&f, "claim VIC-A");
	gold_is(&f, 0, 26);
	assert_int_equal(told(&f, "claimed"), 1);
	assert_int_equal(told_event(&f, "claimed")->n, 2);

	f = vicksburg(40, "A@1 A@0");           /* a sale for 1 gold is no delivery */
	fix_filled(&f, "VIC", "A");
	fix_hand(&f, 0, "VIC-A");
	play(&f, "port, sell apples@1 for 1");
	legal_is(&f, "sell apples@0 for 1, done");
	refused(&f, "claim VIC-A", B(48));
}

/* Every card as printed, and no others: at its town, sold to the first tile that asks for its cargo, it pays 2. */
RULE_TEST(every_delivery_card, "B48: every delivery card as printed")
{
	static const char *const cards[BROAD_TOWNS] = { "FP", "AU", "FAW", "AUW", "FPW", "FAP", "APUW", "FAU", "PUW", "FPUW" };
	int n = 0;
	for (int town = 0; town < BROAD_TOWNS; town++)
		for (const char *c = cards[town]; *c; c++, n++) {
			int tile = 0;
			while (!strchr(printed[town][tile] + 4, *c))
				tile++;
			struct fix f = at_tile(town, tile);
			char words[MAX_TEXT];
			const char *name = cargo_name[strchr("FAPUW", *c) - "FAPUW"];
			snprintf(words, sizeof words, "%.3s-%c", printed[town][0], *c);
			fix_hand(&f, 0, words);
			snprintf(words, sizeof words, "port, sell %s@0 for %c", name, strchr(printed[town][tile] + 4, *c)[1]);
			play(&f, words);
			int before = gold(&f, 0);
			snprintf(words, sizeof words, "claim %.3s-%c", printed[town][0], *c);
			play(&f, words);
			gold_is(&f, 0, before + 2);
		}
	assert_int_equal(n, DELIVERIES);
}

RULE_TEST(from_hand_or_town, "B49: it comes from the hand or from the town")
{
	struct fix f = vicksburg(40, "A P U W");
	fix_hand(&f, 0, "VIC-A");
	fix_hand(&f, 1, "VIC-W");
	fix_waiting(&f, "VIC", "VIC-P");
	play(&f, "port, sell apples@0 for 4, sell pork@0 for 5, sell furs@0 for 4, sell whiskey@0 for 3");
	legal_is(&f, "claim VIC-A, claim VIC-P, done");
	refused(&f, "claim VIC-U", B(49));      /* in the pile */
	refused(&f, "claim VIC-W", B(49));      /* in another's hand */
	struct fix g = f;
	play(&g, "claim VIC-P");
	gold_is(&g, 0, 38);
	card_is(&g, "VIC-P", "discard");
	hand_is(&g, 0, "VIC-A");
	play(&f, "claim VIC-A");
	gold_is(&f, 0, 38);
	hand_is(&f, 0, "");
	card_is(&f, "VIC-P", "at VIC");
}

static struct fix three_claims(const char *options)
{
	struct fix f = fix_river(2, options);
	fix_boat(&f, 0, 40, 27, "A P U W");
	fix_hand(&f, 0, "VIC-A VIC-P");
	fix_waiting(&f, "VIC", "VIC-W");
	play(&f, "port, sell apples@0 for 4, sell pork@0 for 5, sell whiskey@0 for 3, claim VIC-P");
	gold_is(&f, 0, 34);
	return f;
}

RULE_TEST(one_card_per_port_action, "B50 B157 A17: one card per port action")
{
	struct fix f = three_claims("");
	legal_is(&f, "sell furs@0 for 4, done");
	refused(&f, "claim VIC-A, claim VIC-W", B(50));
	play(&f, "sell furs@0 for 4");
	legal_is(&f, "done");
	f = three_claims("delivery=port");
	refused(&f, "claim VIC-A", B(50));

	f = fix_river(2, "");                   /* in the next port action another one */
	fix_boat(&f, 0, 40, 27, "A A");
	fix_hand(&f, 0, "VIC-A NAT-A");
	play(&f, "port, sell apples@0 for 4, claim VIC-A");
	port_over(&f, "sail on");
	play(&f, "move 4, stop, draw TR1, stop, draw TR2, no ice, port");
	refused(&f, "claim NAT-A", B(48));      /* for a sale of its own */
	play(&f, "sell apples@1 for 5, claim NAT-A");
	gold_is(&f, 0, 20 + 6 + 7);
}

RULE_TEST(one_card_per_type, "B50 A17: with delivery=type one card for each type")
{
	struct fix f = three_claims("delivery=type");
	legal_is(&f, "sell furs@0 for 4, claim VIC-A, claim VIC-W, done");
	play(&f, "claim VIC-W, claim VIC-A");
	gold_is(&f, 0, 38);
	card_is(&f, "VIC-W", "discard");
	card_is(&f, "VIC-A", "discard");
	legal_is(&f, "sell furs@0 for 4, done");
	refused(&f, "claim VIC-U", B(48));
	refused(&f, "claim VIC-P", B(50));
}

RULE_TEST(paid_once_for_many, "B51: paid once for any number of barrels")
{
	static const char *const options[] = { "delivery=port", "delivery=type" };
	for (int i = 0; i < 2; i++) {
		struct fix f = fix_river(2, options[i]);
		fix_tiles(&f, "VIC-2", 0);
		fix_boat(&f, 0, 40, 27, "A A A");
		fix_hand(&f, 0, "VIC-A");
		play(&f, "port, sell apples@0 for 5, claim VIC-A");
		gold_is(&f, 0, 27);
		play(&f, "sell apples@0 for 4");
		gold_is(&f, 0, 31);
		legal_is(&f, "sell apples@0 for 1, done");
		refused(&f, "claim VIC-A", B(50));

		f = fix_river(2, options[i]);           /* claimed after both */
		fix_tiles(&f, "VIC-2", 0);
		fix_boat(&f, 0, 40, 27, "A A A");
		fix_hand(&f, 0, "VIC-A");
		play(&f, "port, sell apples@0 for 5, sell apples@0 for 4, claim VIC-A");
		gold_is(&f, 0, 31);
	}
}

RULE_TEST(claimed_cards_are_discarded, "B52: a claimed card is discarded")
{
	struct fix f = vicksburg(40, "A P");
	fix_hand(&f, 0, "VIC-A TR1");
	play(&f, "port, sell apples@0 for 4, claim VIC-A");
	card_is(&f, "VIC-A", "discard");
	hand_is(&f, 0, "TR1");
	f = vicksburg(40, "A P");
	fix_waiting(&f, "VIC", "VIC-A");
	play(&f, "port, sell apples@0 for 4, claim VIC-A");
	card_is(&f, "VIC-A", "discard");
}

RULE_TEST(claiming_is_optional, "B53: claiming is optional")
{
	struct fix f = vicksburg(40, "A P");
	fix_hand(&f, 0, "VIC-A");
	fix_waiting(&f, "VIC", "VIC-P");
	play(&f, "port, sell apples@0 for 4, sell pork@0 for 5, done");
	gold_is(&f, 0, 20 + 9 + 2);             /* with the town bonus only */
	hand_is(&f, 0, "VIC-A");
	card_is(&f, "VIC-P", "at VIC");
}

RULE_TEST(anybody_uses_what_lies_there, "B54 A19: cards at a town are anybody's until used")
{
	struct fix f = fix_river(3, "");
	fix_waiting(&f, "VIC", "VIC-P TR13");
	for (int i = 0; i < 3; i++)
		fix_boat(&f, i, 30, 27, i == 0 ? "A U W P@1" : "P@0");
	play(&f, "port, sell apples@0 for 4, sell pork@1 for 5, sell furs@0 for 4, sell whiskey@0 for 3, done, season pork, tile VIC-3");
	port_over(&f, "sail on");               /* seat 0 leaves them, they stay under the new tile */
	next_turn(&f);
	card_is(&f, "VIC-P", "at VIC");
	card_is(&f, "TR13", "at VIC");
	play(&f, "port, sell pork@1 for 5, claim VIC-P");
	gold_is(&f, 1, 27);
	card_is(&f, "VIC-P", "discard");
	play(&f, "done, done, board TR13, done, sail on");
	card_is(&f, "TR13", "aboard 1");
	next_turn(&f);
	play(&f, "port, sell pork@1 for 4");    /* and are used once */
	legal_is(&f, "done");
	play_into(&f, "done, done", BROAD_RESALE);

	f = fix_river(2, "");                   /* only in that town */
	fix_waiting(&f, "NAT", "NAT-A");
	fix_waiting(&f, "VIC", "VIC-U TR13");
	fix_boat(&f, 0, 30, 31, "A U");
	play(&f, "port, sell apples@0 for 5, sell furs@0 for 5");
	legal_is(&f, "claim NAT-A, done");
	refused(&f, "claim VIC-U", B(48));
	play_into(&f, "done, done", BROAD_RESALE);
}

RULE_TEST(claimed_at_any_point, "B157 A17: claimed at any point after the sale")
{
	struct fix f = vicksburg(40, "A P U F");
	fix_hand(&f, 0, "VIC-A");
	play(&f, "port, sell pork@0 for 5");
	refused(&f, "claim VIC-A", B(48));
	play(&f, "sell flour@0 for 1, sell apples@0 for 4, sell furs@0 for 4");
	cargo_is(&f, 0, "");                    /* nothing left to sell */
	legal_is(&f, "claim VIC-A, done");
	struct fix early = vicksburg(40, "A P U F");
	fix_hand(&early, 0, "VIC-A");
	play(&early, "port, sell apples@0 for 4, claim VIC-A, sell pork@0 for 5, sell furs@0 for 4, sell flour@0 for 1");
	play(&f, "claim VIC-A");
	gold_is(&f, 0, gold(&early, 0));
	gold_is(&f, 0, 36);

	f = vicksburg(40, "A U");               /* what another sold there before is not this sale */
	fix_filled(&f, "VIC", "A");
	fix_hand(&f, 0, "VIC-A VIC-U");
	play(&f, "port, sell furs@0 for 4");
	legal_is(&f, "sell apples@0 for 1, claim VIC-U, done");
	refused(&f, "claim VIC-A", B(48));
}

/* Filling a town */

RULE_TEST(full_with_the_last_space, "B55: the last space makes a town full")
{
	struct fix f = vicksburg(40, "A P U W");
	play(&f, "port, sell apples@0 for 4, sell pork@0 for 5, sell furs@0 for 4, done");
	assert_int_equal(told(&f, "filled"), 0);        /* three of four */
	phase_is(&f, BROAD_BUY);
	town_is(&f, "VIC-1", "A4 P5 U4");
	tiles_are(&f, 0, 0, 0);

	f = vicksburg(40, "W");                 /* whoever sold the others */
	fix_filled(&f, "VIC", "A P U");
	play(&f, "port, sell whiskey@0 for 3, done");
	assert_int_equal(told(&f, "filled"), 1);
	assert_int_equal(told_event(&f, "filled")->seat, 0);
	phase_is(&f, BROAD_FULL);
	to_move_is(&f, 0);
	tiles_are(&f, 0, 0, 0);
}

RULE_TEST(resets_at_the_end_of_the_sell, "B56 A22: it resets at the end of the sell")
{
	struct fix f = vicksburg(40, "A P@1 U W P@2 F");
	fix_hand(&f, 0, "VIC-P");
	play(&f, "port, sell apples@0 for 4, sell pork@1 for 5, sell furs@0 for 4, sell whiskey@0 for 3");
	town_is(&f, "VIC-1", "A4 P5 U4 W3");
	phase_is(&f, BROAD_SELL);               /* the sell goes on: for 1 gold, and cards */
	legal_is(&f, "sell flour@0 for 1, sell pork@2 for 1, claim VIC-P, done");
	play(&f, "sell pork@2 for 1, claim VIC-P, done, season pork, tile VIC-2");
	town_is(&f, "VIC-2", "");
	gold_is(&f, 0, 20 + 16 + 1 + 2 + 2);
}

RULE_TEST(a_perishable_for_the_track, "B57: one perishable barrel goes on the season track")
{
	struct fix f = vicksburg(40, "A P U W");
	play(&f, fills);
	legal_is(&f, "season apples, season pork");
	refused(&f, "season furs, season whiskey", B(57));
	refused(&f, "season flour", B(57));     /* none lies there */
	refused(&f, "done", B(57));
	struct fix g = f;
	play(&f, "season pork");
	track_is(&f, "P");
	play(&g, "season apples");
	track_is(&g, "A");
	refused(&g, "season pork", B(60));      /* the tile is due */

	f = vicksburg(40, "A P U W");           /* on the next space */
	fix_seasons(&f, 4);
	play(&f, fills);
	play(&f, "season pork");
	track_is(&f, "FAPFP");
	assert_int_equal(told_event(&f, "season")->thing, PORK);

	f = fix_river(2, "");                   /* one perishable type: F4 F3 U3 W3 */
	fix_tiles(&f, "HEL-3", 0);
	fix_filled(&f, "HEL", "F4 F3 U");
	fix_boat(&f, 0, 20, 19, "W P");
	play(&f, "port, sell whiskey@0 for 3, done");
	legal_is(&f, "season flour");           /* what is aboard does not count */
	refused(&f, "season pork, season furs", B(57));
	play(&f, "season flour");
	track_is(&f, "F");

	f = vicksburg(40, "A");                 /* out of turn */
	refused(&f, "season flour", B(57));
	play(&f, "port");
	refused(&f, "season flour, season apples", B(38));
}

/* A tile that asks for nothing perishable: any of its barrels will do. */
RULE_TEST(any_barrel_without_a_perishable, "B57 A24: any barrel where none is perishable")
{
	struct box b = *game_find("broadhorns")->box;
	b.broadhorns.town[6].tile[0].space[0].cargo = FURS;
	b.broadhorns.town[6].tile[0].space[1].cargo = WHISKEY;
	struct fix f = fix_river_box(2, "", &b);
	fix_filled(&f, "VIC", "U U W");
	fix_boat(&f, 0, 20, 27, "W");
	play(&f, "port, sell whiskey@0 for 3, done");
	legal_is(&f, "season furs, season whiskey");
	play(&f, "season furs");
	track_is(&f, "U");
}

RULE_TEST(the_others_go_to_the_bag, "B58: the other barrels go to the bag")
{
	struct fix f = vicksburg(40, "A P U W");
	bag_is(&f, "F10 A9 P9 U9 W9");
	play(&f, fills);
	bag_is(&f, "F10 A9 P9 U9 W9");
	play(&f, "season pork");
	bag_is(&f, "F10 A10 P9 U10 W10");

	f = fix_river(2, "");                   /* the second flour too */
	fix_tiles(&f, "HEL-3", 0);
	fix_filled(&f, "HEL", "F4 F3 U");
	fix_boat(&f, 0, 20, 19, "W P");
	bag_is(&f, "F8 A10 P9 U9 W9");
	play(&f, "port, sell whiskey@0 for 3, done, season flour");
	bag_is(&f, "F9 A10 P9 U10 W10");
}

RULE_TEST(the_filler_takes_the_tile, "B59: who fills it takes the tile")
{
	for (int town = 0; town < BROAD_TOWNS; town++)
		for (int tile = 0; tile < BROAD_TILES; tile++) {
			struct fix f = at_tile(town, tile);
			char words[MAX_TEXT];
			play(&f, "port");
			sell_printed(&f, town, tile, BROAD_SPACES);
			play(&f, "done");
			tiles_are(&f, 0, 0, 0);
			for (int c = 0; c < PERISHABLES && f.s.broadhorns.phase == BROAD_FULL; c++) {
				snprintf(words, sizeof words, "season %s", cargo_name[c]);
				if (is_legal(&f, words))
					play(&f, words);
			}
			tiles_are(&f, 0, 1, wreaths[town][tile]);
			tiles_are(&f, 1, 0, 0);
			assert_int_equal(told_event(&f, "tile")->n, wreaths[town][tile]);
			assert_int_equal(f.s.broadhorns.town[town].taken, 1);
		}
	struct fix f = fix_river(2, "");        /* whoever it is, added to what was collected before */
	fix_turn(&f, 1);
	fix_boat(&f, 1, 40, 27, "A P U W");
	fix_tiles(&f, "STG-4 STG-1", 0);
	fix_tiles(&f, "CAP-3 CAP-1", 1);
	play(&f, fills);
	play(&f, "season pork");
	tiles_are(&f, 0, 1, 3);
	tiles_are(&f, 1, 2, 3);
}

RULE_TEST(the_tile_below, "B60: then the tile below counts")
{
	struct fix f = vicksburg(40, "A P U W");
	fix_boat(&f, 1, 40, 27, "A P");
	play(&f, fills);
	play(&f, "season pork");
	to_move_is(&f, CHANCE);
	refused(&f, "done, buy flour", B(60));
	play(&f, "tile VIC-2");
	town_is(&f, "VIC-2", "");
	assert_int_equal(f.s.broadhorns.town[6].seen, 1 << 0 | 1 << 1);
	assert_true(told_event(&f, "revealed")->tells);
	to_move_is(&f, 0);
	refused(&f, "tile STG-3", B(60));       /* out of place */
	port_over(&f, "sail on");
	next_turn(&f);
	play(&f, "port");
	legal_is(&f, "sell apples@1 for 5, sell apples@1 for 4, sell pork@1 for 1, done");
}

RULE_TEST(the_board_after_the_third, "B61: after the third tile the board counts")
{
	struct fix f = vicksburg_with("VIC-5 VIC-4 VIC-1", 40, "A P U W");
	fix_boat(&f, 1, 40, 27, "A P U W F");
	play(&f, fills);
	play(&f, "season pork");
	town_is(&f, "VIC-B", "");
	to_move_is(&f, 0);                      /* nothing to draw */
	phase_is(&f, BROAD_BUY);
	tiles_are(&f, 0, 1, 2);
	assert_int_equal(f.s.broadhorns.town[6].taken, 3);
	port_over(&f, "sail on");
	next_turn(&f);
	play(&f, "port");                       /* A3 P4 U4 */
	legal_is(&f, "sell flour@1 for 1, sell apples@1 for 3, sell pork@1 for 4, sell furs@0 for 4, sell whiskey@0 for 1, done");
	play(&f, "sell apples@1 for 3, sell pork@1 for 4, sell furs@0 for 4, done, season apples");
	town_is(&f, "VIC-B", "");               /* and for the rest of the game */
}

RULE_TEST(not_to_the_new_tile, "B62 A23: no sale to the new tile in the same port action")
{
	struct fix f = vicksburg(40, "A A P U W U");
	play(&f, fills);
	play(&f, "season pork, tile VIC-2");    /* which asks for apples and furs */
	phase_is(&f, BROAD_BUY);
	refused(&f, "sell apples@0 for 1, sell furs@0 for 1", B(38));
	legal_is(&f, "buy flour, done");
	port_over(&f, "sail on");
	refused(&f, "port", B(35));
	cargo_is(&f, 0, "A@0 U@0");
}

RULE_TEST(filled_on_the_board, "B158 A25: the bare board gives bonus and season, no tile")
{
	struct fix f = vicksburg_with("VIC-5 VIC-4 VIC-1 VIC-B", 40, "A P U W");
	fix_seasons(&f, 5);
	play(&f, "port, sell apples@0 for 3, sell pork@0 for 4, sell furs@0 for 4, done");
	gold_is(&f, 0, 20 + 11 + 2);
	play(&f, "season apples");
	track_is(&f, "FAPFAA");
	town_is(&f, "VIC-B", "");
	tiles_are(&f, 0, 0, 0);
	assert_int_equal(told(&f, "tile"), 0);
	assert_int_equal(told(&f, "revealed"), 0);
	assert_int_equal(f.s.broadhorns.town[6].taken, 3);
	phase_is(&f, BROAD_BUY);
}

/* With the season track complete there is nothing to choose. */
RULE_TEST(filled_after_the_last_season, "B159: with the track complete all barrels go to the bag")
{
	struct fix f = vicksburg(40, "A P U W");
	fix_seasons(&f, 15);
	bag_is(&f, "F9 A8 P8 U9 W9");
	play(&f, fills);
	gold_is(&f, 0, 20 + 16 + 2);
	track_is(&f, "............FAP");
	bag_is(&f, "F9 A9 P9 U10 W10");
	tiles_are(&f, 0, 1, 2);
	assert_int_equal(told(&f, "season"), 0);
	phase_is(&f, BROAD_REVEAL);
	play(&f, "tile VIC-2");
	town_is(&f, "VIC-2", "");
	phase_is(&f, BROAD_BUY);
}

/* The town bonus */

RULE_TEST(two_barrels_pay_the_bonus, "B63: two barrels pay the town bonus")
{
	for (int town = 0; town < BROAD_TOWNS; town++) {
		struct fix f = at_tile(town, 0);
		play(&f, "port");
		int sum = sell_printed(&f, town, 0, 2);
		gold_is(&f, 0, 20 + sum);
		play(&f, "done");
		gold_is(&f, 0, 20 + sum + bonus[town]);
		assert_int_equal(told(&f, "bonus"), 1);
		assert_int_equal(told_event(&f, "bonus")->n, bonus[town]);
		assert_int_equal(told_event(&f, "bonus")->rule, B(63));
		assert_int_equal(told(&f, "filled"), 0);

		f = at_tile(town, 0);                   /* one is not enough */
		play(&f, "port");
		sum = sell_printed(&f, town, 0, 1);
		play(&f, "done");
		gold_is(&f, 0, 20 + sum);
		assert_int_equal(told(&f, "bonus"), 0);
	}
	struct fix f = vicksburg_with("VIC-2", 40, "A A");      /* two of one type do */
	play(&f, "port, sell apples@0 for 5, sell apples@0 for 4, done");
	gold_is(&f, 0, 31);

	f = fix_river(2, "");                   /* two in two port actions do not */
	fix_boat(&f, 0, 20, 23, "P A");
	play(&f, "port, sell pork@0 for 4");
	port_over(&f, "sail on");
	play(&f, "move 4");
	next_turn(&f);
	next_turn(&f);
	play(&f, "no ice, port, sell apples@1 for 4, done");
	gold_is(&f, 0, 28);
}

RULE_TEST(filling_pays_the_bonus, "B64: filling the town pays it too")
{
	struct fix f = vicksburg(40, "W");
	fix_filled(&f, "VIC", "A P U");
	play(&f, "port, sell whiskey@0 for 3, done");
	gold_is(&f, 0, 25);
	assert_int_equal(told(&f, "bonus"), 1);
	assert_int_equal(told_event(&f, "bonus")->rule, B(64));

	f = vicksburg(40, "W");                 /* the last but one does not */
	fix_filled(&f, "VIC", "A P");
	play(&f, "port, sell whiskey@0 for 3, done");
	gold_is(&f, 0, 23);
	assert_int_equal(told(&f, "bonus"), 0);
}

RULE_TEST(bonus_once_before_buying, "B65 A20: once, at the end of the sell, before buying")
{
	struct fix f = vicksburg(40, "A P U W");        /* both reasons, one bonus */
	fix_gold(&f, 0, 0);
	play(&f, "port, sell apples@0 for 4, sell pork@0 for 5, sell furs@0 for 4, sell whiskey@0 for 3");
	gold_is(&f, 0, 16);                     /* not before the end of the sell */
	assert_int_equal(told(&f, "bonus"), 0);
	play(&f, "done");
	gold_is(&f, 0, 18);
	assert_int_equal(told(&f, "bonus"), 1);
	play(&f, "season pork, tile VIC-2");
	port_over(&f, "sail on");
	gold_is(&f, 0, 18);

	f = vicksburg(40, "A U");               /* it pays for the purchase: 3 + 2 and then 3 + 2 */
	fix_gold(&f, 0, 0);
	fix_market(&f, "F1 A3 P3 U3 W0");
	play(&f, "port, sell apples@0 for 4, sell furs@0 for 4, done");
	gold_is(&f, 0, 10);
	play(&f, "buy flour");
	gold_is(&f, 0, 5);

	f = vicksburg(40, "W");                 /* 3 alone would not be enough for 3 + 2 */
	fix_gold(&f, 0, 0);
	fix_filled(&f, "VIC", "A P U");
	fix_market(&f, "F1 A3 P3 U3 W0");
	play(&f, "port, sell whiskey@0 for 3, done, season pork, tile VIC-2, buy flour");
	gold_is(&f, 0, 0);
}

RULE_TEST(one_gold_sales_do_not_count, "B66 A21: sales for 1 gold do not count")
{
	struct fix f = vicksburg(40, "F F F A");
	play(&f, "port, sell flour@0 for 1, sell flour@0 for 1, sell apples@0 for 4, sell flour@0 for 1, done");
	gold_is(&f, 0, 27);
	assert_int_equal(told(&f, "bonus"), 0);
	f = vicksburg(40, "F F F");
	play(&f, "port, sell flour@0 for 1, sell flour@0 for 1, sell flour@0 for 1, done");
	gold_is(&f, 0, 23);
	assert_int_equal(told(&f, "bonus"), 0);
}
