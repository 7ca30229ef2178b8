/* What the cards do, and the hand limit: B109 to B119, B164 to B166. */
#include <stdio.h>

#include "../rule_runner.h"
#include "fixture.h"

enum { VIC = 27, NOR = 40 };

/* ---- Ice ---- */

RULE_TEST(ice_saves_its_owner, "B109 B164: ice saves the cargo of its owner from a spoil card")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, 5, "F@0 A@0");
	fix_boat(&f, 1, 20, 10, "F@4");
	fix_boat(&f, 2, 20, 15, "F@1");
	fix_hand(&f, 0, "VIC-A");
	fix_hand(&f, 1, "ice ice");
	fix_hand(&f, 2, "ice");
	play_into(&f, "stop, draw spoil-flour-1", BROAD_SPOIL_CARD);
	to_move_is(&f, 0);
	refused(&f, "ice", B(109));
	refused(&f, "stop", B(164));
	legal_is(&f, "no ice");
	play(&f, "no ice");
	to_move_is(&f, 1);
	legal_is(&f, "ice, no ice");
	cargo_is(&f, 0, "F@0 A@0");                     /* nothing moves before the last answer */
	play(&f, "ice");
	assert_int_equal(told(&f, "iced"), 1);
	assert_int_equal(told_event(&f, "iced")->seat, 1);
	cargo_is(&f, 0, "F@0 A@0");
	hand_is(&f, 1, "ice");
	to_move_is(&f, 2);
	play(&f, "no ice");
	cargo_is(&f, 0, "F@1 A@0");
	cargo_is(&f, 1, "F@4");
	cargo_is(&f, 2, "F@2");
	hand_is(&f, 2, "ice");
	card_is(&f, "ice", "discard");
	to_move_is(&f, CHANCE);
}

RULE_TEST(ice_covers_all_types_of_one_card, "B109 B106: of every type, but from one card only")
{
	struct fix f = fix_river(2, "");
	fix_seasons(&f, 10);
	fix_boat(&f, 1, 40, 10, "F@0 A@4 P@2 P@4");
	fix_hand(&f, 1, "ice ice");
	play(&f, "stop, draw spoil-flour-1, ice");
	cargo_is(&f, 1, "F@0 A@4 P@2 P@4");
	hand_is(&f, 1, "ice");
	play(&f, "draw VIC-A");
	phase_is(&f, BROAD_SPOIL_STEP);                 /* and not the step that follows */
	play(&f, "no ice");
	cargo_is(&f, 1, "F@1 P@3");
}

RULE_TEST(one_ice_for_each_card, "B109: another spoil card asks for another ice card")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, 20, 5, "W");
	fix_boat(&f, 1, 20, 10, "P@4");
	fix_hand(&f, 1, "ice ice ice");
	play(&f, "stop, draw spoil-pork-1, ice, draw VIC-A, ice, stop, draw spoil-pork-2");
	to_move_is(&f, 1);
	play(&f, "no ice");
	cargo_is(&f, 1, "");
}

RULE_TEST(everybody_concerned_is_asked, "B164 A34: everybody concerned is asked in turn from the drawer, with ice or without")
{
	struct fix f = fix_river(4, "");
	fix_turn(&f, 2);
	fix_boat(&f, 0, 20, 5, "A@1 U");
	for (int seat = 1; seat < 4; seat++)
		fix_boat(&f, seat, 20, 5, "A@1");
	fix_hand(&f, 0, "VIC-A");
	fix_hand(&f, 1, "ice");
	fix_hand(&f, 2, "TR8");
	fix_hand(&f, 3, "peddler");
	play(&f, "stop, draw spoil-apples-1");
	for (int i = 0; i < 4; i++) {                   /* in turn order from the drawer, holder of ice or not */
		to_move_is(&f, (2 + i) % 4);
		phase_is(&f, BROAD_SPOIL_CARD);
		play(&f, "no ice");
	}
	to_move_is(&f, CHANCE);
	cargo_is(&f, 0, "A@2 U@0");
	cargo_is(&f, 3, "A@2");
}

RULE_TEST(only_those_concerned_are_asked, "B164 A34: without affected cargo or without a card nobody is asked")
{
	struct fix f = fix_river(4, "");
	fix_turn(&f, 2);
	fix_boat(&f, 0, 20, 5, "P@1 U");                /* another type */
	fix_boat(&f, 1, 20, 5, "A@1");                  /* no hand card */
	fix_boat(&f, 2, 20, 5, "");                     /* no cargo */
	fix_boat(&f, 3, 20, 5, "A@1");
	fix_hand(&f, 0, "ice");
	fix_hand(&f, 2, "ice");
	fix_hand(&f, 3, "peddler");
	play(&f, "stop, draw spoil-apples-1");
	to_move_is(&f, 3);
	play(&f, "no ice");
	to_move_is(&f, CHANCE);
	cargo_is(&f, 0, "P@1 U@0");
	cargo_is(&f, 1, "A@2");
	cargo_is(&f, 3, "A@2");

	f = fix_river(2, "");                           /* in summer pork is concerned too */
	fix_seasons(&f, 12);
	fix_boat(&f, 0, 20, 5, "P@1");
	fix_boat(&f, 1, 20, 5, "U W");
	fix_hand(&f, 0, "VIC-A");
	fix_hand(&f, 1, "ice");
	play(&f, "stop, draw spoil-apples-1");
	to_move_is(&f, 0);
	play(&f, "no ice");
	to_move_is(&f, CHANCE);
	cargo_is(&f, 0, "P@2");
}

RULE_TEST(spoil_step_asks_one, "B164 B29: step 2 asks the active player alone")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 1, 20, 10, "P@1");
	fix_boat(&f, 2, 20, 10, "P@1");
	fix_hand(&f, 1, "VIC-A");
	fix_hand(&f, 2, "ice");
	play_into(&f, "stop, draw VIC-P", BROAD_SPOIL_STEP);
	to_move_is(&f, 1);
	refused(&f, "ice", B(29));
	legal_is(&f, "no ice");
	play_into(&f, "no ice", BROAD_ACTIONS);
	cargo_is(&f, 1, "P@2");
	cargo_is(&f, 2, "P@1");
	play(&f, "stop, draw VIC-U");
	to_move_is(&f, 2);
	play(&f, "ice");
	cargo_is(&f, 2, "P@1");
	card_is(&f, "ice", "discard");

	f = fix_river(2, "");                           /* no hand card, or nothing that spoils: no question */
	fix_boat(&f, 1, 20, 10, "P@1");
	play_into(&f, "stop, draw VIC-P", BROAD_ACTIONS);
	cargo_is(&f, 1, "P@2");
	f = fix_river(2, "");
	fix_boat(&f, 1, 20, 10, "U");
	fix_hand(&f, 1, "ice");
	play_into(&f, "stop, draw VIC-P", BROAD_ACTIONS);
	f = fix_river(2, "");                           /* nor in winter */
	fix_seasons(&f, 4);
	fix_boat(&f, 1, 20, 10, "P@1");
	fix_hand(&f, 1, "ice");
	play_into(&f, "stop, draw VIC-P", BROAD_ACTIONS);
	cargo_is(&f, 1, "P@1");
}

RULE_TEST(ice_for_gold, "B110 B165: an ice card is worth a gold with a barrel that spoils")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "A@2 W");
	fix_hand(&f, 0, "ice ice");
	play(&f, "port");
	refused(&f, "ice", B(165));                     /* nothing sold yet */
	play(&f, "sell whiskey@0 for 3");
	refused(&f, "ice", B(165));                     /* nothing that spoils */
	play(&f, "sell apples@2 for 4");
	gold_is(&f, 0, 27);
	play(&f, "ice");
	gold_is(&f, 0, 28);
	assert_int_equal(told(&f, "chilled"), 1);
	hand_is(&f, 0, "ice");
	card_is(&f, "ice", "discard");
	refused(&f, "ice", B(165));

	f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "A@2 W");
	fix_hand(&f, 0, "peddler");
	fix_hand(&f, 1, "ice");
	play(&f, "port, sell apples@2 for 4");
	refused(&f, "ice", B(110));                     /* none in hand */
	play(&f, "done");
	refused(&f, "ice", B(38));
}

RULE_TEST(as_many_ice_cards_as_perishables, "B165 A27: one for each such barrel sold so far in this port action")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 40, VIC, "F@1 F@3 A@2 P@4 U");
	fix_hand(&f, 0, "ice ice ice ice");
	play(&f, "port, sell flour@1 for 1");           /* at any price */
	play(&f, "ice");
	gold_is(&f, 0, 22);
	refused(&f, "ice", B(165));
	play(&f, "sell pork@4 for 5, sell apples@2 for 4");
	play(&f, "sell furs@0 for 4, ice, ice");
	gold_is(&f, 0, 37);
	refused(&f, "ice", B(165));
	play(&f, "sell flour@3 for 1, ice");
	gold_is(&f, 0, 39);
	hand_is(&f, 0, "");

	f = fix_river(3, "");                           /* what was sold elsewhere does not count */
	fix_boat(&f, 0, 30, 23, "F@1 A@2");
	fix_hand(&f, 0, "ice");
	play(&f, "port, sell flour@1 for 4");
	port_over(&f, "sail on");
	play(&f, "move 4, stop, draw VIC-A, stop, draw VIC-P, stop, draw VIC-U");
	to_move_is(&f, 0);
	play(&f, "no ice, port");
	refused(&f, "ice", B(165));
}

/* ---- Peddlers ---- */

RULE_TEST(peddler_sells_anything, "B111: a peddler sells any type for its market price and 1")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "");
	fix_hand(&f, 0, "peddler peddler peddler");
	play_into(&f, "port", BROAD_BUY);
	refused(&f, "buy furs", B(78));
	legal_is(&f, "buy flour, peddle flour, peddle apples, peddle pork, peddle furs, peddle whiskey, done");
	play(&f, "peddle furs");
	gold_is(&f, 0, 17);
	cargo_is(&f, 0, "U@0");
	market_is(&f, "F2 A2 P2 U1 W2");
	bag_is(&f, "F10 A10 P10 U10 W10");
	hand_is(&f, 0, "peddler peddler");
	card_is(&f, "peddler", "discard");
	assert_int_equal(told(&f, "peddled"), 1);
	play(&f, "peddle furs");                        /* the last one stands on 3 */
	gold_is(&f, 0, 13);
	play(&f, "peddle flour");                       /* cheaper than the town's own +2 */
	gold_is(&f, 0, 10);
	cargo_is(&f, 0, "F@0 U@0 U@0");
	hand_is(&f, 0, "");
}

RULE_TEST(cheapest_price_and_one, "B111 A29: in New Orleans too, at the lowest price")
{
	struct fix f = fix_river(3, "");
	fix_market(&f, "W6 F4");
	fix_boat(&f, 0, 20, NOR, "");                   /* nothing is sold here but by peddlers */
	fix_hand(&f, 0, "peddler");
	play(&f, "port");
	legal_is(&f, "peddle flour, peddle whiskey, done");
	play(&f, "peddle whiskey");
	gold_is(&f, 0, 18);
	market_is(&f, "F4 A0 P0 U0 W5");
}

RULE_TEST(peddler_needs_the_card, "B111: who has no peddler card buys nothing from one")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "A@0");
	fix_hand(&f, 0, "ice current");
	fix_hand(&f, 1, "peddler");
	refused(&f, "peddle furs", B(38));
	play(&f, "port");
	refused(&f, "peddle furs", B(38));              /* not while selling */
	play(&f, "done");
	refused(&f, "peddle furs", B(111));
	play(&f, "done");
	refused(&f, "peddle furs", B(38));

	f = fix_river(3, "");                           /* nor in St. Louis */
	fix_hand(&f, 0, "peddler");
	play(&f, "port, boat 20");
	refused(&f, "peddle furs", B(67));
}

RULE_TEST(peddler_needs_box_gold_and_barrel, "B166 A29: a free box, the gold and a barrel are needed")
{
	struct fix f = fix_river(3, "");
	fix_market(&f, "F4 A2 P1");
	fix_boat(&f, 0, 20, VIC, "U U");
	fix_hand(&f, 0, "peddler peddler");
	fix_gold(&f, 0, 3);
	play(&f, "port, done");
	refused(&f, "peddle whiskey", B(166));          /* none in the market */
	refused(&f, "peddle pork", B(166));             /* 3 + 1 */
	play(&f, "peddle apples");                      /* 2 + 1 */
	gold_is(&f, 0, 0);

	f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "U U");
	fix_hand(&f, 0, "peddler peddler");
	play(&f, "port, done, peddle apples");
	refused(&f, "peddle apples", B(166));           /* no box */
	hand_is(&f, 0, "peddler");
}

/* ---- Good current ---- */

static struct fix current(const char *options, const char *cards)
{
	struct fix f = fix_river(3, options);
	fix_boat(&f, 0, 20, 1, "");
	fix_hand(&f, 0, cards);
	return f;
}

RULE_TEST(current_adds_two, "B112: a good current adds up to two spaces to each move, the bonus move too")
{
	struct fix f = current("", "current VIC-A");
	assert_int_equal(reach(&f), 5);
	refused(&f, "move 6", B(92));
	play(&f, "current");
	assert_int_equal(told(&f, "current"), 1);
	assert_int_equal(f.s.broadhorns.actions, 2);    /* it is no action */
	boat_is(&f, 0, 20, 1);
	card_is(&f, "current", "discard");
	hand_is(&f, 0, "VIC-A");
	assert_int_equal(reach(&f), 7);
	assert_true(is_legal(&f, "move 1"));            /* up to */
	refused(&f, "move 8", B(92));
	reaches(&f, "move 7", 7);
	sails_to(&f, "move 7", 0, 20, 15);
	assert_int_equal(reach(&f), 7);                 /* the bonus move too */
	sails_to(&f, "move 7", 0, 20, 22);
}

RULE_TEST(current_may_come_later, "B112: to the moves that come after it")
{
	struct fix f = current("", "current");
	reaches(&f, "move 5, current", 7);
	reaches(&f, "move 7", 7);

	f = current("", "current");
	reaches(&f, "move 5, move 5, current", 7);            /* before the bonus move */
	sails_to(&f, "move 7", 0, 20, 18);
}

RULE_TEST(two_currents_add_four, "B112 A12: two add four")
{
	struct fix f = current("", "current current");
	reaches(&f, "current, current", 9);
	reaches(&f, "move 9", 9);

	f = current("", "current current");
	reaches(&f, "current, move 7, current", 9);
}

RULE_TEST(current_is_of_one_turn, "B112: in that turn only")
{
	struct fix f = current("", "current");
	play(&f, "current, move 1, stop, draw VIC-A, stop, draw VIC-P, stop, draw VIC-U");
	to_move_is(&f, 0);
	assert_int_equal(reach(&f), 5);
	assert_int_equal(f.s.broadhorns.currents, 0);
}

RULE_TEST(current_and_season, "B112 B134 B135: on top of what the season does")
{
	static const int far[] = { 7, 6, 8, 7, 7 };     /* barrels on the track: 1, 4, 7, 10, 13 */
	for (int season = 0; season < BROAD_SEASONS; season++) {
		struct fix f = current("", "current");
		fix_seasons(&f, 1 + 3 * season);
		play(&f, "current");
		assert_int_equal(reach(&f), far[season]);
	}
}

RULE_TEST(current_for_actions_only, "B112 A12: or to move actions only, by the option")
{
	struct fix f = current("current=actions", "current");
	reaches(&f, "current, move 7", 7);
	reaches(&f, "move 7", 5);                 /* A12: not the bonus move */
	refused(&f, "move 6", B(92));

	f = current("current=actions", "current");
	play(&f, "move 1, move 1");
	refused(&f, "current", B(112));                 /* it would do nothing */
	f = current("", "current");
	reaches(&f, "move 1, move 1, current", 7);
}

RULE_TEST(current_before_a_move_only, "B112: it is played where a move can follow")
{
	struct fix f = current("", "ice");
	fix_hand(&f, 1, "current");
	refused(&f, "current", B(112));                 /* none in hand */

	f = current("", "current");                     /* no move can follow: no action left */
	fix_boat(&f, 0, 20, 22, "");
	play(&f, "move 1, port");
	refused(&f, "current", B(38));
	port_over(&f, "sail on");
	phase_is(&f, BROAD_ACTIONS);
	refused(&f, "current", B(112));

	f = current("", "current");                     /* the bonus move is made */
	play(&f, "move 1, move 1, move 1");
	refused(&f, "current", B(112));

	f = current("", "current");                     /* the river ends */
	fix_boat(&f, 0, 20, NOR, "");
	refused(&f, "current", B(112));

	f = fix_river(3, "");                           /* no boat */
	fix_hand(&f, 0, "current");
	refused(&f, "current", B(112));
	play(&f, "port, boat 20");
	refused(&f, "current", B(67));
	reaches(&f, "done, current", 7);
}

/* ---- Where they go ---- */

RULE_TEST(used_cards_are_discarded, "B113: used ice, peddler and good current cards are discarded")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, 20, VIC - 1, "A@1 U");
	fix_hand(&f, 0, "ice peddler current");
	play(&f, "current, move 1, port, sell apples@1 for 4, ice, done, peddle pork");
	card_is(&f, "current", "discard");
	card_is(&f, "ice", "discard");
	card_is(&f, "peddler", "discard");
	hand_is(&f, 0, "");

	f = fix_river(2, "");                           /* ice against spoil, in both ways */
	fix_boat(&f, 1, 20, VIC, "A@1");
	fix_hand(&f, 1, "ice ice");
	play(&f, "stop, draw spoil-apples-1, ice, draw VIC-A, ice");
	card_is(&f, "ice", "discard");
	card_is(&f, "ice", "discard");
	hand_is(&f, 1, "");
}

/* ---- Hand limit ---- */

RULE_TEST(limit_of_each_boat, "B114: more than three, four or five cards are too many")
{
	static const int feet[] = { 20, 30, 40 };
	static const char *const card[] = { "VIC-A", "VIC-P", "VIC-U", "VIC-W", "NAT-F", "NAT-A", "NAT-U" };
	for (int boat = 0; boat < 3; boat++)
		for (int held = 0; held < 7; held++) {
			struct fix f = fix_river(3, "");
			int limit = 3 + boat;
			char words[MAX_TEXT];
			fix_boat(&f, 0, feet[boat], 5, "");
			for (int i = 0; i < held; i++)
				fix_hand(&f, 0, card[i]);
			play(&f, "stop, draw TR8");
			for (int over = held + 1 - limit, i = 0; over > 0; over--, i++) {
				phase_is(&f, BROAD_DISCARD);
				to_move_is(&f, 0);
				snprintf(words, sizeof words, "discard %s", card[i]);
				play(&f, words);
			}
			turn_is(&f, 1, BROAD_ACTIONS);
		}
}

RULE_TEST(only_from_the_hand, "B114: only cards of the own hand are discarded, and only then")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, 5, "");
	fix_hand(&f, 0, "ice ice peddler");
	fix_hand(&f, 1, "current VIC-A");
	refused(&f, "discard ice", B(114));             /* nobody discards otherwise */
	play(&f, "stop, draw TR8");
	legal_is(&f, "discard TR8, discard ice, discard peddler");
	refused(&f, "discard current, discard VIC-A, discard TR9, stop, done", B(114));
	play(&f, "discard ice");
	assert_int_equal(told(&f, "discarded"), 1);
	to_move_is(&f, 1);
}

RULE_TEST(deliveries_go_to_their_towns, "B115: deliveries are placed at their towns")
{
	struct fix f = fix_river(2, "");
	for (int card = FIRST_DELIVERY; card < FIRST_DELIVERY + DELIVERIES; card++) {
		struct fix t = f;
		char words[MAX_TEXT], where[MAX_TEXT], name[MAX_TEXT];
		const struct broad_delivery *d = &f.box->broadhorns.delivery[card];
		snprintf(name, sizeof name, "%s-%c", f.box->broadhorns.town[d->town].code, "FAPUW"[d->cargo]);
		fix_boat(&t, 0, 20, 5, "");
		fix_hand(&t, 0, "ice peddler current");
		snprintf(words, sizeof words, "stop, draw %.20s, discard %.20s", name, name);
		play(&t, words);
		snprintf(where, sizeof where, "at %.3s", name);
		card_is(&t, name, where);
		hand_is(&t, 0, "ice peddler current");
		to_move_is(&t, 1);
	}
}

RULE_TEST(discarded_delivery_is_anybodys, "B115 B54: where anybody may claim them")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, 20, 5, "");
	fix_boat(&f, 1, 20, VIC, "A@0 A@0 A@0");
	fix_hand(&f, 0, "VIC-A ice peddler");
	play(&f, "stop, draw TR8, discard VIC-A, port, sell apples@1 for 4, claim VIC-A");
	gold_is(&f, 1, 26);
}

RULE_TEST(travelers_go_where_they_wait, "B116 A40: travelers are placed where they wait, or by the option at their destination")
{
	static const char *const waits[TRAVELERS] = {
		"STG", "STG", "CAP", "CAP", "NMD", "NMD", "MEM", "STG", "MEM", "CAP", "HEL", "MEM", "VIC", "STG", "GRV", "NAT",
	}, *const to[TRAVELERS] = {
		"NMD", "MEM", "MEM", "HEL", "HEL", "GRV", "GRV", "VIC", "VIC", "NAT", "NAT", "BAT", "BAT", "NOR", "NOR", "NOR",
	};
	for (int option = 0; option < 2; option++)
		for (int i = 0; i < TRAVELERS; i++) {
			struct fix f = fix_river(2, option == 0 ? "" : "traveler_waits=destination");
			char words[MAX_TEXT], where[MAX_TEXT], name[16];
			fix_boat(&f, 0, 20, 5, "");
			fix_hand(&f, 0, "ice peddler current");
			snprintf(name, sizeof name, "TR%d", i + 1);
			snprintf(words, sizeof words, "stop, draw %s, discard %s", name, name);
			play(&f, words);
			snprintf(where, sizeof where, "at %s", option == 0 ? waits[i] : to[i]);
			card_is(&f, name, where);
		}
}

RULE_TEST(the_others_go_to_the_discard_pile, "B117: the others go to the discard pile")
{
	static const char *const kind[] = { "ice", "peddler", "current" };
	for (int i = 0; i < 3; i++) {
		struct fix f = fix_river(2, "");
		char words[MAX_TEXT], name[MAX_TEXT];
		fix_boat(&f, 0, 20, 5, "");
		fix_hand(&f, 0, "VIC-A TR8");
		fix_hand(&f, 0, kind[i]);
		snprintf(words, sizeof words, "stop, draw VIC-P, discard %s", kind[i]);
		play(&f, words);
		snprintf(name, sizeof name, "%s", kind[i]);
		card_is(&f, name, "discard");
		hand_is(&f, 0, "VIC-A VIC-P TR8");
	}
}

RULE_TEST(no_boat_no_limit, "B118: no boat, no limit")
{
	struct fix f = fix_river(2, "");
	fix_hand(&f, 0, "VIC-A VIC-P VIC-U VIC-W NAT-F NAT-A NAT-U TR8 ice peddler");
	play(&f, "stop, draw current");
	to_move_is(&f, 1);
	hand_is(&f, 0, "VIC-A VIC-P VIC-U VIC-W NAT-F NAT-A NAT-U TR8 ice peddler current");

	f = fix_river(2, "");                           /* nor for one who has just given it up (A45) */
	fix_boat(&f, 0, 20, 5, "");
	fix_hand(&f, 0, "VIC-A VIC-P VIC-U VIC-W");
	play(&f, "abandon, stop, draw current");
	to_move_is(&f, 1);
}

RULE_TEST(new_boat_limits_at_the_end, "B119 A45: a new boat limits the hand at the end of the turn")
{
	struct fix f = fix_river(2, "");
	fix_hand(&f, 0, "VIC-A VIC-P VIC-U VIC-W NAT-F");
	play(&f, "port, boat 20");
	phase_is(&f, BROAD_MARKET);                     /* not yet */
	play_into(&f, "done", BROAD_ACTIONS);
	play_into(&f, "move 2, stop", BROAD_DRAW);
	play_into(&f, "draw TR8", BROAD_DISCARD);
	play_into(&f, "discard VIC-A, discard TR8", BROAD_DISCARD);
	play(&f, "discard NAT-F");
	to_move_is(&f, 1);
	hand_is(&f, 0, "VIC-P VIC-U VIC-W");

	f = fix_river(2, "");                           /* in St. Louis it is a boat as well */
	fix_hand(&f, 0, "VIC-A VIC-P VIC-U");
	play_into(&f, "port, boat 20, done, stop, draw TR8", BROAD_DISCARD);
}
