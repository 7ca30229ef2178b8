/* Travelers: B84 to B91 and B161. */
#include <stdio.h>

#include "../rule_runner.h"
#include "fixture.h"

/* What is printed on the cards, so that the box is not believed blindly: TR1 .. TR16. */
static const struct { const char *to; int gold; } traveler[TRAVELERS] = {
	{ "NMD", 3 }, { "MEM", 3 }, { "MEM", 3 }, { "HEL", 4 }, { "HEL", 3 }, { "GRV", 3 }, { "GRV", 3 }, { "VIC", 3 },
	{ "VIC", 3 }, { "NAT", 4 }, { "NAT", 3 }, { "BAT", 3 }, { "BAT", 3 }, { "NOR", 4 }, { "NOR", 4 }, { "NOR", 3 },
};
static const char *const code[BROAD_TOWNS] = { "STG", "CAP", "NMD", "MEM", "HEL", "GRV", "VIC", "NAT", "BAT", "NOR" };
static const int entrance[BROAD_TOWNS] = { 3, 6, 10, 15, 19, 23, 27, 31, 35, 40 };
enum { MEM = 15, HEL = 19, VIC = 27 };

/* The first seat has an empty boat there. */
static struct fix boat_at(int feet, int space)
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, feet, space, "");
	return f;
}

/* On with the port action under way, selling and buying nothing. */
static void until(struct fix *f, int phase)
{
	for (int i = 0; i < 3 && f->s.broadhorns.phase != phase; i++)
		play(f, "done");
	phase_is(f, phase);
}

static void land(struct fix *f)
{
	play(f, "port");
	until(f, BROAD_TRAVELERS);
}

RULE_TEST(board_from_hand, "B84: travelers board from the hand")
{
	struct fix f = boat_at(20, MEM);
	fix_hand(&f, 0, "TR12 VIC-A");
	land(&f);
	legal_is(&f, "board TR12, done");
	play(&f, "board TR12");
	card_is(&f, "TR12", "aboard 0");
	hand_is(&f, 0, "VIC-A");
	gold_is(&f, 0, 20);
	assert_int_equal(told(&f, "boarded"), 1);
	assert_int_equal(told_event(&f, "boarded")->seat, 0);
	play_into(&f, "done", BROAD_RESALE);
}

RULE_TEST(board_from_the_town, "B84: and from the town's card space")
{
	struct fix f = boat_at(20, MEM);
	fix_waiting(&f, "MEM", "TR14 MEM-A");
	land(&f);
	legal_is(&f, "board TR14, done");
	play(&f, "board TR14");
	card_is(&f, "TR14", "aboard 0");
	card_is(&f, "MEM-A", "at MEM");
	gold_is(&f, 0, 20);
}

RULE_TEST(boarding_is_a_choice, "B84: nobody has to board")
{
	struct fix f = boat_at(30, MEM);
	fix_hand(&f, 0, "TR12");
	fix_waiting(&f, "MEM", "TR14");
	land(&f);
	legal_is(&f, "board TR12, board TR14, done");
	play_into(&f, "done", BROAD_RESALE);
	card_is(&f, "TR12", "hand 0");
	card_is(&f, "TR14", "at MEM");
}

RULE_TEST(others_cards_do_not_board, "B84: cards that are elsewhere do not board")
{
	struct fix f = boat_at(30, MEM);
	fix_boat(&f, 1, 20, MEM, "");
	fix_boat(&f, 2, 20, MEM, "");
	fix_hand(&f, 0, "VIC-A");
	fix_hand(&f, 1, "TR8");
	fix_aboard(&f, 2, "TR9");
	fix_waiting(&f, "STG", "TR10");
	fix_discarded(&f, "TR12");
	land(&f);
	refused(&f, "board TR8", B(84));                /* in another hand */
	refused(&f, "board TR9", B(84));                /* aboard another boat */
	refused(&f, "board TR10", B(84));               /* waits elsewhere */
	refused(&f, "board TR12", B(84));               /* discarded */
	refused(&f, "board TR14", B(84));               /* in the pile */
	legal_is(&f, "done");
}

RULE_TEST(only_so_many_seats, "B85: a boat has one, two or three seats")
{
	static const int feet[] = { 20, 30, 40 };
	static const char *const who[] = { "TR9", "TR12", "TR14", "TR15" };
	for (int seats = 1; seats <= 3; seats++) {
		struct fix f = boat_at(feet[seats - 1], MEM);
		char move[MAX_TEXT];
		fix_hand(&f, 0, "TR9 TR12 TR14");
		fix_waiting(&f, "MEM", "TR15");
		land(&f);
		for (int i = 0; i < 4; i++) {
			snprintf(move, sizeof move, "board %s", who[i]);
			if (i < seats)
				play(&f, move);
			else
				refused(&f, move, B(85));
		}
	}
}

RULE_TEST(those_aboard_take_seats, "B85 A39: those aboard take seats, and who leaves frees one")
{
	struct fix f = boat_at(30, HEL);
	fix_aboard(&f, 0, "TR14 TR8");
	fix_hand(&f, 0, "TR15");
	land(&f);
	refused(&f, "board TR15", B(85));
	play(&f, "set down TR8");                       /* a seat that was left can be taken (A39) */
	play(&f, "board TR15");
	card_is(&f, "TR8", "at HEL");
	card_is(&f, "TR14", "aboard 0");
	card_is(&f, "TR15", "aboard 0");
}

RULE_TEST(aboard_is_no_hand_card, "B86: a traveler aboard is no hand card")
{
	struct fix f = boat_at(20, MEM);                /* hand limit 3 */
	fix_hand(&f, 0, "TR12 VIC-A VIC-P");
	land(&f);
	play(&f, "board TR12, done, sail on, stop, draw VIC-U");
	hand_is(&f, 0, "VIC-A VIC-P VIC-U");
	to_move_is(&f, 1);                              /* nothing to discard */

	f = boat_at(20, MEM);                           /* left in the hand, it counts */
	fix_hand(&f, 0, "TR12 VIC-A VIC-P");
	land(&f);
	play_into(&f, "done, sail on, stop, draw VIC-U", BROAD_DISCARD);
	refused(&f, "discard TR8", B(114));

	f = boat_at(20, MEM);                           /* and one aboard cannot be discarded */
	fix_aboard(&f, 0, "TR12");
	fix_hand(&f, 0, "TR8 VIC-A VIC-P");
	play(&f, "stop, draw VIC-U");
	legal_is(&f, "discard VIC-A, discard VIC-P, discard VIC-U, discard TR8");
	refused(&f, "discard TR12", B(114));
}

RULE_TEST(aboard_is_face_up, "B86: a traveler aboard lies face up")
{
	struct fix f = boat_at(20, MEM);
	struct state v;
	fix_aboard(&f, 0, "TR12");
	game_view(f.g, f.box, &f.s, 1, &v);
	assert_int_equal(v.broadhorns.where[card_of(&f, "TR12")], ABOARD + 0);
	game_view(f.g, f.box, &f.s, WATCHER, &v);
	assert_int_equal(v.broadhorns.where[card_of(&f, "TR12")], ABOARD + 0);
}

/* ---- Fares ---- */

RULE_TEST(every_fare_is_paid, "B87: each traveler pays what is printed on the card")
{
	for (int i = 0; i < TRAVELERS; i++) {
		char card[MAX_TEXT];
		struct fix f = boat_at(20, 0);
		int seat = i % 3;
		snprintf(card, sizeof card, "TR%d", i + 1);
		fix_turn(&f, seat);
		fix_boat(&f, seat, 20, entrance[town_of(&f, traveler[i].to)], "");
		fix_aboard(&f, seat, card);
		fix_gold(&f, seat, 0);                  /* so that nothing can be bought */
		play(&f, "port");
		gold_is(&f, seat, traveler[i].gold);
		card_is(&f, card, "discard");
		assert_int_equal(told(&f, "fare"), 1);
		assert_int_equal(told_event(&f, "fare")->seat, seat);
		until(&f, BROAD_RESALE);
		gold_is(&f, seat, traveler[i].gold);
	}
}

RULE_TEST(only_those_who_arrive_pay, "B87: only those who have arrived pay")
{
	struct fix f = boat_at(40, VIC);
	fix_aboard(&f, 0, "TR8 TR9 TR10");
	fix_gold(&f, 0, 0);
	play_into(&f, "port", BROAD_TRAVELERS);
	assert_int_equal(told(&f, "fare"), 2);
	gold_is(&f, 0, 6);
	gold_is(&f, 1, 20);
	card_is(&f, "TR8", "discard");
	card_is(&f, "TR9", "discard");
	card_is(&f, "TR10", "aboard 0");
	refused(&f, "set down TR8", B(88));             /* gone already */
	refused(&f, "board TR8", B(84));
}

RULE_TEST(others_aboard_do_not_pay, "B87: and only on the boat that made the port action")
{
	struct fix f = boat_at(20, VIC);
	fix_boat(&f, 1, 20, VIC, "");
	fix_aboard(&f, 1, "TR8");
	fix_gold(&f, 0, 0);
	play(&f, "port");
	gold_is(&f, 0, 0);
	gold_is(&f, 1, 20);
	card_is(&f, "TR8", "aboard 1");
}

RULE_TEST(fare_comes_after_buying, "B87 A38: the fare comes after buying and cannot pay for it")
{
	struct fix f = boat_at(20, VIC);                /* flour costs 2 + 2 here */
	fix_aboard(&f, 0, "TR8");
	fix_gold(&f, 0, 4);
	play_into(&f, "port", BROAD_BUY);
	gold_is(&f, 0, 4);
	card_is(&f, "TR8", "aboard 0");
	play(&f, "buy flour");
	gold_is(&f, 0, 0);
	until(&f, BROAD_RESALE);
	gold_is(&f, 0, 3);

	f = boat_at(20, VIC);                           /* 3 and the fare would be enough, but it comes too late */
	fix_aboard(&f, 0, "TR8");
	fix_gold(&f, 0, 3);
	play(&f, "port");
	gold_is(&f, 0, 6);
	refused(&f, "buy flour", B(123));
	cargo_is(&f, 0, "");
}

RULE_TEST(fare_comes_after_selling, "B87 A38: and after selling")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "A@0 A@1 A@2");        /* no box free: no buying */
	fix_aboard(&f, 0, "TR8");
	play_into(&f, "port", BROAD_SELL);
	gold_is(&f, 0, 20);
	play(&f, "sell apples@0 for 4, done");
	until(&f, BROAD_RESALE);
	gold_is(&f, 0, 27);
}

RULE_TEST(fare_frees_the_seat, "B87 A38: the seat is free for somebody else")
{
	struct fix f = boat_at(20, VIC);
	fix_aboard(&f, 0, "TR8");
	fix_hand(&f, 0, "TR13");
	land(&f);
	card_is(&f, "TR8", "discard");
	play(&f, "board TR13");
	card_is(&f, "TR13", "aboard 0");
}

RULE_TEST(no_port_action_no_fare, "B87: no port action, no fare")
{
	struct fix f = boat_at(20, VIC - 2);
	fix_aboard(&f, 0, "TR8");
	play(&f, "move 2");
	gold_is(&f, 0, 20);
	card_is(&f, "TR8", "aboard 0");
	play(&f, "stop, draw VIC-A");
	gold_is(&f, 0, 20);
	card_is(&f, "TR8", "aboard 0");
}

/* ---- Setting down ---- */

RULE_TEST(set_down_before, "B88: a traveler is set down before the destination, for nothing")
{
	struct fix f = boat_at(30, HEL);
	fix_aboard(&f, 0, "TR12 TR8");
	land(&f);
	legal_is(&f, "set down TR8, set down TR12, done");
	play(&f, "set down TR12");
	card_is(&f, "TR12", "at HEL");
	card_is(&f, "TR8", "aboard 0");
	gold_is(&f, 0, 20);
	assert_int_equal(told(&f, "set_down"), 1);
	play(&f, "set down TR8");
	card_is(&f, "TR8", "at HEL");
	gold_is(&f, 0, 20);
}

RULE_TEST(set_down_what_is_aboard, "B88: only one who is aboard")
{
	struct fix f = boat_at(30, HEL);
	fix_boat(&f, 1, 20, HEL, "");
	fix_aboard(&f, 0, "TR12");
	fix_aboard(&f, 1, "TR8");
	fix_hand(&f, 0, "TR9");
	fix_waiting(&f, "HEL", "TR11");
	land(&f);
	refused(&f, "set down TR8, set down TR9, set down TR11, set down TR14", B(88));
	assert_true(is_legal(&f, "set down TR12"));
}

RULE_TEST(anybody_takes_who_was_set_down, "B88 B54: whoever comes may take one that was set down")
{
	struct fix f = boat_at(20, HEL);
	fix_boat(&f, 1, 20, HEL, "");
	fix_aboard(&f, 0, "TR12");
	land(&f);
	play(&f, "set down TR12, done, sail on, stop, draw VIC-A");
	to_move_is(&f, 1);
	land(&f);
	play(&f, "board TR12");
	card_is(&f, "TR12", "aboard 1");
}

RULE_TEST(only_in_a_port_action, "B84 B88 B38: all this is the last part of a port action")
{
	struct fix f = boat_at(20, HEL);
	fix_aboard(&f, 0, "TR12");
	fix_hand(&f, 0, "TR8");
	refused(&f, "set down TR12, board TR8", B(38));
	fix_boat(&f, 0, 20, HEL, "F");
	play_into(&f, "port", BROAD_SELL);
	refused(&f, "set down TR12", B(38));            /* selling and buying come first */
	refused(&f, "board TR8", B(38));
	play_into(&f, "done", BROAD_BUY);
	refused(&f, "set down TR12, board TR8", B(38));
	play_into(&f, "done, set down TR12, done", BROAD_RESALE);
	refused(&f, "board TR8", B(123));
}

/* ---- Passing ---- */

RULE_TEST(passing_loses, "B89: a traveler whose destination is passed is discarded")
{
	for (int from = VIC - 4; from <= VIC; from++) {
		struct fix f = boat_at(20, from);
		fix_boat(&f, 1, 20, from, "");
		fix_aboard(&f, 0, "TR8");
		fix_aboard(&f, 1, "TR9");
		play(&f, "move 5");
		card_is(&f, "TR8", "discard");
		card_is(&f, "TR9", "aboard 1");
		gold_is(&f, 0, 20);
		assert_int_equal(told(&f, "passed"), 1);
		assert_int_equal(told_event(&f, "passed")->seat, 0);
	}
	struct fix f = boat_at(20, 5);                  /* whoever it is, and wherever the others are */
	fix_turn(&f, 1);
	fix_boat(&f, 1, 20, VIC - 1, "");
	fix_aboard(&f, 0, "TR8");
	fix_aboard(&f, 1, "TR9");
	play(&f, "move 2");
	card_is(&f, "TR8", "aboard 0");
	card_is(&f, "TR9", "discard");
}

RULE_TEST(reaching_does_not_lose, "B89 A41: one whose destination is reached is not, until the boat goes on")
{
	struct fix f = boat_at(40, VIC - 4);
	fix_aboard(&f, 0, "TR8 TR10 TR14");
	play(&f, "move 4");
	card_is(&f, "TR8", "aboard 0");
	assert_int_equal(told(&f, "passed"), 0);
	play(&f, "move 1");
	card_is(&f, "TR8", "discard");
	card_is(&f, "TR10", "aboard 0");
	card_is(&f, "TR14", "aboard 0");
	play(&f, "move 4");                             /* the bonus move counts too: beyond Natchez */
	card_is(&f, "TR10", "discard");
	card_is(&f, "TR14", "aboard 0");
	gold_is(&f, 0, 20);
}

RULE_TEST(several_are_passed_at_once, "B89: several may be passed in one move")
{
	struct fix f = boat_at(40, VIC - 1);
	fix_aboard(&f, 0, "TR8 TR9 TR10");
	play(&f, "move 4");
	assert_int_equal(told(&f, "passed"), 2);
	card_is(&f, "TR8", "discard");
	card_is(&f, "TR9", "discard");
	card_is(&f, "TR10", "aboard 0");
}

/* ---- Where nobody boards ---- */

RULE_TEST(not_in_st_louis, "B90 A2: nobody boards in St. Louis")
{
	struct fix f = fix_river(3, "");
	fix_hand(&f, 0, "TR8 TR14");
	play(&f, "port");
	refused(&f, "board TR8", B(68));
	play_into(&f, "boat 20", BROAD_MARKET);
	refused(&f, "board TR8", B(67));
	play(&f, "done");
	phase_is(&f, BROAD_ACTIONS);                    /* no traveler step either */
	hand_is(&f, 0, "TR8 TR14");
	refused(&f, "board TR8", B(38));
}

RULE_TEST(not_there_nor_below, "B91 A37: nobody boards at the destination or below it")
{
	for (int town = 0; town < BROAD_TOWNS; town++) {
		struct fix f = boat_at(20, entrance[town]);
		char move[MAX_TEXT];
		for (int i = 0; i < TRAVELERS; i++) {
			snprintf(move, sizeof move, "TR%d", i + 1);
			fix_hand(&f, 0, move);
		}
		land(&f);
		for (int i = 0; i < TRAVELERS; i++) {
			snprintf(move, sizeof move, "board TR%d", i + 1);
			if (town < town_of(&f, traveler[i].to))
				assert_true(is_legal(&f, move));
			else
				refused(&f, move, B(91));
		}
	}
}

RULE_TEST(not_from_the_space_of_the_destination, "B91 A40: not from the destination's card space either")
{
	struct fix f = fix_river(3, "traveler_waits=destination");
	fix_boat(&f, 0, 20, VIC, "");
	fix_waiting(&f, "VIC", "TR8");
	land(&f);
	refused(&f, "board TR8", B(91));
	legal_is(&f, "done");
}

/* ---- One move for each card in a port action ---- */

RULE_TEST(set_down_stays_down, "B161 A39: who was set down does not board again in this port action")
{
	struct fix f = boat_at(20, HEL);
	fix_aboard(&f, 0, "TR12");
	land(&f);
	play(&f, "set down TR12");
	refused(&f, "board TR12", B(161));
	legal_is(&f, "done");
}

RULE_TEST(boarded_stays_aboard, "B161 A39: who has boarded is not set down in it")
{
	struct fix f = boat_at(30, HEL);
	fix_hand(&f, 0, "TR12");
	fix_waiting(&f, "HEL", "TR11");
	land(&f);
	play(&f, "board TR12");
	refused(&f, "set down TR12", B(161));
	play(&f, "board TR11");
	refused(&f, "set down TR11", B(161));
	legal_is(&f, "done");
}

RULE_TEST(elsewhere_they_move_again, "B161: in the next port action they may")
{
	struct fix f = boat_at(30, HEL);
	fix_hand(&f, 0, "TR12");
	land(&f);
	play(&f, "board TR12, done, sail on, move 4");
	for (int i = 0; i < 3; i++)
		next_turn(&f);
	land(&f);                                       /* Greenville */
	assert_true(is_legal(&f, "set down TR12"));
	play(&f, "set down TR12");
	card_is(&f, "TR12", "at GRV");
	refused(&f, "board TR12", B(161));
}

RULE_TEST(another_player_may_at_once, "B161: and another player may at once")
{
	struct fix f = fix_river(2, "");
	fix_boat(&f, 0, 20, HEL, "");
	fix_boat(&f, 1, 20, HEL, "");
	fix_aboard(&f, 0, "TR12");
	land(&f);
	play(&f, "set down TR12, done, sail on, stop, draw VIC-A");
	land(&f);
	play(&f, "board TR12, done, sail on, stop, draw VIC-P");
	to_move_is(&f, 0);
	card_is(&f, "TR12", "aboard 1");
}

/* A town where somebody can be set down: any above the destination. */
RULE_TEST(every_town_above_will_do, "B88: every town above the destination will do")
{
	for (int town = 0; town < BROAD_TOWNS; town++) {
		struct fix f = boat_at(20, 0);
		char where[MAX_TEXT];
		fix_turn(&f, town % 3);
		fix_boat(&f, town % 3, 20, entrance[town], "");
		fix_aboard(&f, town % 3, "TR14");
		play(&f, "port");
		until(&f, town < 9 ? BROAD_TRAVELERS : BROAD_RESALE);
		if (town == 9) {
			card_is(&f, "TR14", "discard");
			continue;
		}
		play(&f, "set down TR14");
		snprintf(where, sizeof where, "at %s", code[town]);
		card_is(&f, "TR14", where);
	}
}
