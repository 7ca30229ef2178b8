/* Achievements (R64-R68, R109), train cards and the market (R69-R73, R113), abilities (R74-R80), and the order of the steps (R108). */
#include <stdio.h>
#include <string.h>

#include "games/rails/rails.h"
#include "../rule_runner.h"
#include "fixture.h"

/* Achievements */

/* What each asks for: `short_of` has one too few of it, `enough` just enough. Tracks, cities with a train, or cards collected. */
enum { TRACKS, TRAINS, CARDS };
static const struct { const char *goal; int of; const char *short_of, *enough; int prestige; } goals[] = {
	{ "A1",  TRACKS, "A6 A18 A9 A10 A3 A4",      "A6 A18 B7",                3 },   /* mountains */
	{ "A2",  TRAINS, "A2 A19 B3",                "A2 A19 B3 B8",             4 },   /* deliveries */
	{ "A3",  TRACKS, "A10 A13 A6 A9 A5",         "A10 A13 B9",               3 },   /* water */
	{ "A4",  TRACKS, "A3 A5 A15 A9 A6 A10",      "A3 A5 A15 B1",             2 },   /* forests */
	{ "A5",  TRACKS, "A9 A11 A6 A18 A3",         "A9 A11 B6",                2 },   /* hills */
	{ "A7",  TRAINS, "A2 A19 B3",                "A2 A19 B8",                3 },   /* iron, coal, coal; iron, coal, grain */
	{ "A8",  TRAINS, "A2 A19 B8",                "A19 B3",                   2 },   /* iron, coal, grain; coal twice */
	{ "A9",  CARDS,  "F1 F2 M1 M3",              "F1 M1 L1",                 3 },   /* classes */
	{ "A10", TRACKS, "A6 A13 A1 A4",             "A6 A13 A18",               3 },   /* stars */
	{ "A11", TRACKS, "A1 A4 B2 B5",              "A1 B2 C3",                 3 },   /* tiles in play */
};

/* Seat 0 of `players` is before its delivery step, and the goal is face up with four that nobody meets yet. */
static struct fix facing(int players, const char *goal)
{
	static const char *const others[] = { "A12", "A6", "A11", "A3", "A2" };
	struct fix f = fix_map(players, "freight=off");
	char row[MAX_TEXT];
	int n = snprintf(row, sizeof row, "%s", goal);
	for (int i = 0, k = 0; k < GOALS_OPEN - 1; i++)
		if (strcmp(others[i], goal) != 0)
			n += snprintf(row + n, sizeof row - (size_t)n, " %s", others[i]), k++;
	fix_goals(&f, row);
	return f;
}

static void give(struct fix *f, int side, int of, const char *words)
{
	if (of == TRACKS)
		fix_tracks(f, side, words);
	else if (of == TRAINS)
		fix_trains(f, side, words);
	else {
		fix_trains(f, side, strlen(words) < 11 ? "A2 A19 B3" : "A2 A19 B3 B8"); /* as many as the cards */
		fix_collected(f, side, words);
	}
}

static void claim_step(struct fix *f)
{
	fix_phase(f, RAILS_DELIVER);
	play(f, "pass");
}

/* Told once, with its prestige, which comes at the end and not on the track. */
static void has_claimed(const struct fix *f, const char *goal, int seat, int prestige)
{
	const struct event *e = NULL;
	claimed_is(f, goal, seat);
	for (int i = 0; i < f->told.n; i++)
		if (strcmp(f->g->events[f->told.of[i].what], "claimed") == 0 && strcmp(f->box->rails.goal[f->told.of[i].thing].name, goal) == 0)
			e = &f->told.of[i];
	assert_non_null(e);
	assert_int_equal(e->seat, seat);
	assert_int_equal(e->n, prestige);
	prestige_is(f, seat, 0);
}

RULE_TEST(each_condition, "R64 R66: each achievement by its condition and worth")
{
	for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
		struct fix f = facing(2, goals[i].goal), too_few = f;
		give(&too_few, 0, goals[i].of, goals[i].short_of);
		claim_step(&too_few);
		claimed_is(&too_few, goals[i].goal, NO_SIDE);
		give(&f, 0, goals[i].of, goals[i].enough);
		claim_step(&f);
		has_claimed(&f, goals[i].goal, 0, goals[i].prestige);
	}
}

/* Hands and other players' things are not one's own. */
RULE_TEST(only_own_things, "R64: what others have is not one's own")
{
	for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
		struct fix f = facing(2, goals[i].goal);
		give(&f, 1, goals[i].of, goals[i].enough);
		claim_step(&f);
		claimed_is(&f, goals[i].goal, NO_SIDE);
	}
	struct fix f = facing(2, "A9");
	fix_hand(&f, 0, "M1 E1", "L1");
	fix_trains(&f, 0, "A2 A19");
	fix_collected(&f, 0, "F1 F2");
	claim_step(&f);
	claimed_is(&f, "A9", NO_SIDE);
}

RULE_TEST(long_haul, "R64: Long Haul from length 8 on")
{
	static const char *const tracks[] = { "A17 A14 A10 A6 A7 A12 A16", "A17 A14 A9 A5 A6 A7 A12 A16" };
	for (int i = 0; i <= 1; i++) {
		struct fix f = facing(2, "A6");
		fix_tracks(&f, 0, tracks[i]);
		fix_delivery(&f, "M7");
		play(&f, "deliver A17 to A19");
		play(&f, i ? "use M7 length 8" : "use M7 length 7");
		claimed_is(&f, "A6", i ? 0 : NO_SIDE);
		if (i)
			assert_int_equal(told_event(&f, "claimed")->n, 3);
	}
}

RULE_TEST(banker, "R64: Banker with $12")
{
	for (int money = 11; money <= 12; money++) {
		struct fix f = facing(2, "A12");
		fix_money(&f, 0, money);
		claim_step(&f);
		if (money == 12)
			has_claimed(&f, "A12", 0, 2);
		else
			claimed_is(&f, "A12", NO_SIDE);
	}
}

/* A star that another built on first was not gained. */
RULE_TEST(pathfinder_gained_them, "R64: Pathfinder counts stars gained")
{
	struct fix f = facing(2, "A10");
	fix_tracks(&f, 1, "A6");
	fix_tracks(&f, 0, "A6 A13 A18");
	claim_step(&f);
	claimed_is(&f, "A10", NO_SIDE);
	f = facing(2, "A10");
	fix_tracks(&f, 0, "A6 A13 A18");
	fix_tracks(&f, 1, "A6 A13 A18");        /* later ones change nothing */
	claim_step(&f);
	claimed_is(&f, "A10", 0);
}

RULE_TEST(surveyor_of_four_tiles, "R64: Surveyor counts the tiles in play")
{
	struct fix f = facing(3, "A11");
	fix_tracks(&f, 0, "A1 B2 C3");
	claim_step(&f);
	claimed_is(&f, "A11", NO_SIDE);
	f = facing(3, "A11");
	fix_tracks(&f, 0, "A1 B2 C3 D2");
	claim_step(&f);
	claimed_is(&f, "A11", 0);
}

RULE_TEST(all_that_hold, "R64: all that hold are claimed")
{
	struct fix f = fix_map(2, "freight=off");
	fix_goals(&f, "A12 A1 A2 A4 A10");
	fix_tracks(&f, 0, "A6 A18 B7");         /* three mountains, three stars */
	fix_money(&f, 0, 30);
	claim_step(&f);
	assert_int_equal(told(&f, "claimed"), 3);
	claimed_is(&f, "A12", 0);
	claimed_is(&f, "A1", 0);
	claimed_is(&f, "A10", 0);
	claimed_is(&f, "A2", NO_SIDE);
	claimed_is(&f, "A4", NO_SIDE);
}

RULE_TEST(only_the_first, "R65: only the first claims")
{
	struct fix f = facing(2, "A1");
	fix_tracks(&f, 1, "A6 A18 B7");
	fix_claimed(&f, "A1", 1);
	fix_tracks(&f, 0, "A6 A18 B13");
	claim_step(&f);
	claimed_is(&f, "A1", 1);
	assert_int_equal(told(&f, "claimed"), 0);
}

/* Both meet it; it is the turn of seat 1. Seat 0 has more of it, and meets another one besides. */
RULE_TEST(on_the_own_turn, "R65 R67: claims on the own turn")
{
	struct fix f = fix_map(2, "freight=off");
	fix_goals(&f, "A1 A12 A2 A3 A4");
	fix_tracks(&f, 0, "A6 A18 B7 C9");
	fix_money(&f, 0, 20);
	fix_tracks(&f, 1, "A6 A18 B7");
	fix_turn(&f, 1);
	claim_step(&f);
	claimed_is(&f, "A1", 1);
	claimed_is(&f, "A12", NO_SIDE);
	fix_turn(&f, 0);
	claim_step(&f);
	claimed_is(&f, "A1", 1);
	claimed_is(&f, "A12", 0);
}

RULE_TEST(stays_claimed, "R68: a claim stays")
{
	struct fix f = facing(2, "A12");
	fix_tracks(&f, 0, "A1 A4");
	fix_money(&f, 0, 12);
	claim_step(&f);
	claimed_is(&f, "A12", 0);
	play(&f, "buy E1");
	money_is(&f, 0, 9);
	finish_turn(&f);
	to_move_is(&f, 1);
	claimed_is(&f, "A12", 0);
	fix_money(&f, 1, 20);
	claim_step(&f);
	claimed_is(&f, "A12", 0);
	f.s.rails.placed = 1;
	finish_turn(&f);
	to_move_is(&f, 0);
	fix_money(&f, 0, 0);
	claim_step(&f);
	claimed_is(&f, "A12", 0);
}

/* R109: nobody asks for it. Here there is no delivery to make, so that the step after building is the market. */
RULE_TEST(claims_without_delivery, "R109: claims without a delivery")
{
	struct fix f = facing(2, "A1");
	fix_tracks(&f, 0, "A6 A18 A12 B1 B2 A7 B6");
	fix_money(&f, 0, 6);
	fix_goals(&f, "A1 A12 A2 A3 A6");
	play(&f, "build B7");
	claimed_is(&f, "A1", NO_SIDE);          /* three mountains, but the step is to come */
	play_into(&f, "build B5", RAILS_BUY);
	claimed_is(&f, "A1", 0);
	assert_int_equal(told(&f, "claimed"), 1);
}

RULE_TEST(banker_before_buying, "R109: Banker counts the money before buying")
{
	struct fix f = facing(2, "A12");
	fix_tracks(&f, 0, "A12 B1 B2");
	fix_hand(&f, 0, "M7", "");
	fix_money(&f, 0, 12);
	play(&f, "build A11, build A16");       /* $2 */
	claimed_is(&f, "A12", NO_SIDE);         /* $12 at the start of the turn are nothing */
	money_is(&f, 0, 10);
	struct fix left = f;
	play(&left, "pass");
	claimed_is(&left, "A12", NO_SIDE);
	play(&f, "deliver A12 to B3, use M7 length 3");
	money_is(&f, 0, 13);
	claimed_is(&f, "A12", 0);
	f = left;
	play(&f, "loan");                       /* $14, but the claims of this turn are over */
	finish_turn(&f);
	claimed_is(&f, "A12", NO_SIDE);
}

/* With U4 there is one claim step, after the second delivery. */
RULE_TEST(claims_after_the_last_delivery, "R109: one claim step, after the last delivery")
{
	struct fix f = facing(2, "A12");
	fix_tracks(&f, 0, "A12 B1 B2 C17");
	fix_unlocked(&f, 0, "U4");
	fix_hand(&f, 0, "M7 F7", "");
	fix_money(&f, 0, 9);
	fix_loans(&f, 0, 2);
	fix_phase(&f, RAILS_DELIVER);
	play(&f, "deliver A12 to B3, use M7 length 4");
	money_is(&f, 0, 12);
	phase_is(&f, RAILS_DELIVER);
	claimed_is(&f, "A12", NO_SIDE);
	struct fix kept = f;
	play(&kept, "pass");
	claimed_is(&kept, "A12", 0);
	play(&f, "repay, pass");
	money_is(&f, 0, 7);
	claimed_is(&f, "A12", NO_SIDE);
}

/* The slot's bonus and the export's are in (T15 has them in full): S2 with two neutral ones, livestock fits and the last is coal. */
RULE_TEST(banker_with_the_ship, "R109: the ship comes before the claims")
{
	struct fix f = fix_map(2, "");
	fix_goals(&f, "A12 A1 A2 A3 A4");
	fix_tracks(&f, 0, "A4 A9 A14 A15");
	fix_hand(&f, 0, "M7", "");
	fix_money(&f, 0, 7);
	fix_ship(&f, "S2", "n n n");
	fix_phase(&f, RAILS_DELIVER);
	play(&f, "deliver A4 to A19, use M7 length 4");         /* $3, and $2 of the slot */
	phase_is(&f, RAILS_DOCK);
	claimed_is(&f, "A12", NO_SIDE);         /* the next ship comes first */
	play(&f, "ship S3");
	money_is(&f, 0, 12);
	claimed_is(&f, "A12", 0);
}

/* Train cards */

/* Deliveries of livestock from A17 to A19: `fails` and `meets` differ in what the card looks at. `with`: another's track. */
static const struct { int number; const char *fails, *meets, *with; int prestige, money; } cards[] = {
	{ 1, "A17 A18",                  "A17 A14 A15",                NULL,  1, 0 },
	{ 2, "A17 A18 A15 A16",          "A17 A14 A10 A11 A16",        NULL,  2, 0 },
	{ 3, "A17 A13 A9 A10 A11 A16",   "A17 A14 A10 A6 A7 A12 A16",  NULL,  3, 0 },
	{ 4, "A17 A14 A10 A11 A16",      "A17 A18",                    NULL,  1, 1 },
	{ 5, "A17 A18",                  "A17 A14 A10 A11 A16",        NULL,  1, 1 },
	{ 6, "A17 A14 A15",              "A17 A14 A9 A5 A10 A15",      NULL,  0, 2 },
	{ 8, "A17 A14 A15",              "A17 A14 A15",                "A14", 1, 0 },
};

/* What the card paid for that delivery, as 10 * prestige + money, and whether it was told to be met. */
static int paid(const char *from, const char *to, const char *tracks, const char *with, const char *card, bool *met)
{
	static const int money[] = { 2, 2, 3, 3, 4, 4, 5, 5, 6 }, prestige[] = { 1, 1, 2, 2, 3, 3, 4, 4, 5 };
	struct fix f = fix_map(2, "freight=off");
	const struct rails_side *p = &f.s.rails.side[0];
	struct moves list = { 0 };
	char words[MAX_TEXT];
	fix_tracks(&f, 0, tracks);
	if (with)
		fix_tracks(&f, 1, with);
	fix_hand(&f, 0, card, "");
	fix_phase(&f, RAILS_DELIVER);
	snprintf(words, sizeof words, "deliver %s to %s", from, to);
	play(&f, words);
	f.g->legal(f.box, &f.s, &list);
	assert_int_equal(list.n, 1);
	f.g->text(f.box, &f.s, list.id[0], ALL, words);
	play(&f, words);
	int length = told_event(&f, "delivered")->n;
	*met = told_event(&f, "card")->n;
	assert_int_equal(f.s.rails.where[card_of(&f, card)], COLLECTED);
	return 10 * (p->prestige - prestige[length - 1]) + p->money - 5 - money[length - 1];
}

RULE_TEST(each_card, "R61 R107: train cards 1 to 6 and 8 of all classes")
{
	for (size_t i = 0; i < sizeof cards / sizeof *cards; i++)
		for (const char *class = "FMEL"; *class; class++) {
			char card[8];
			bool met;
			snprintf(card, sizeof card, "%c%d", *class, cards[i].number);
			assert_int_equal(paid("A17", "A19", cards[i].fails, NULL, card, &met), 0);
			assert_false(met);
			assert_int_equal(paid("A17", "A19", cards[i].meets, cards[i].with, card, &met), 10 * cards[i].prestige + cards[i].money);
			assert_true(met);
		}
}

RULE_TEST(cards_for_a_good, "R61 R107: train cards 7 of all classes")
{
	static const struct { const char *card, *goods; } sevens[] = { { "F7", "CI" }, { "M7", "G" }, { "E7", "L" }, { "L7", "T" } };
	static const struct { char good; const char *from, *to, *tracks; } goods[] = {
		{ 'C', "A4",  "A19", "A4 A9 A14 A15" },
		{ 'I', "B5",  "C19", "B5 B2" },
		{ 'T', "A12", "B3",  "A12 B1 B2" },
		{ 'G', "B16", "B8",  "B16 B15 B14 B13" },
		{ 'L', "A17", "A19", "A17 A14 A15" },
	};
	for (size_t i = 0; i < sizeof sevens / sizeof *sevens; i++)
		for (size_t j = 0; j < sizeof goods / sizeof *goods; j++) {
			bool met, fits = strchr(sevens[i].goods, goods[j].good);
			int got = paid(goods[j].from, goods[j].to, goods[j].tracks, NULL, sevens[i].card, &met);
			assert_int_equal(got, fits ? 3 : 0);
			assert_true(met == fits);
		}
}

/* The market */

static struct fix at_market(const char *dealt, const char *bought)
{
	struct fix f = fix_map(2, "freight=off");
	fix_hand(&f, 0, dealt, bought);
	fix_market(&f, "F1 M1 E1");
	fix_phase(&f, RAILS_BUY);
	return f;
}

/* No number of a card is told, but what it shows. */
RULE_TEST(told_in_words, "R61 R69: what a card shows is told in words")
{
	static const struct { const char *card, *words; } of[] = {
		{ "F2", "Purple buys the freight train card (length 5 or more: 2 prestige) for $1." },
		{ "M4", "Purple buys the mail train card (a tunnel: 1 prestige and $1) for $1." },
		{ "E6", "Purple buys the express train card (2 forests: $2) for $1." },
		{ "F7", "Purple buys the freight train card (coal or iron: $3) for $1." },
		{ "L8", "Purple buys the local train card (a shared hex: 1 prestige) for $1." },
	};
	for (int i = 0; i < 5; i++) {
		struct fix f = at_market("L3", "");
		char move[MAX_TEXT], words[MAX_TEXT];
		snprintf(move, sizeof move, "%s M1 E1", of[i].card);
		fix_market(&f, move);
		snprintf(move, sizeof move, "buy %s", of[i].card);
		play(&f, move);
		f.g->say(f.box, &f.s, told_event(&f, "bought"), ALL, words);
		assert_string_equal(words, of[i].words);
	}
}

RULE_TEST(one_card_in_a_turn, "R69: one card of the market in a turn")
{
	struct fix f = at_market("L3", "");
	legal_is(&f, "buy F1, buy M1, buy E1, loan, pass");
	refused(&f, "buy F2", R(69));           /* in the deck */
	refused(&f, "buy L3", R(69));           /* in hand */
	play(&f, "buy M1");
	assert_int_equal(told_event(&f, "bought")->n, 2);
	hand_is(&f, 0, "M1 L3");
	assert_int_equal(f.s.rails.where[card_of(&f, "M1")], BOUGHT);
	play_into(&f, "draw F5", RAILS_UNLOCK);
	refused(&f, "buy F1", R(108));
	f = at_market("L3", "");
	play_into(&f, "pass", RAILS_UNLOCK);
	market_is(&f, "F1 M1 E1");
	money_is(&f, 0, 5);
}

RULE_TEST(prices_by_place, "R70: prices by place")
{
	static const char *const buy[] = { "buy F1", "buy M1", "buy E1" };
	for (int place = 0; place < RAILS_MARKET; place++) {
		struct fix f = at_market("", "");
		fix_money(&f, 0, place + 1);
		struct fix poor = f;
		fix_money(&poor, 0, place);
		refused(&poor, buy[place], R(70));
		play(&f, buy[place]);
		money_is(&f, 0, 0);
	}
	struct fix f = at_market("", "");
	fix_money(&f, 0, 0);
	legal_is(&f, "loan, pass");
	play(&f, "loan, buy E1");
	money_is(&f, 0, 1);
}

RULE_TEST(slides_and_refills, "R71: the market slides and is refilled at once")
{
	static const char *const buy[] = { "buy F1", "buy M1", "buy E1" }, *const left[] = { "M1 E1", "F1 E1", "F1 M1" };
	static const char *const after[] = { "M1 E1 L8", "F1 E1 L8", "F1 M1 L8" };
	for (int place = 0; place < RAILS_MARKET; place++) {
		struct fix f = at_market("M2", "");
		fix_hand(&f, 1, "E2", "");
		play(&f, buy[place]);
		phase_is(&f, RAILS_FILL_MARKET);
		to_move_is(&f, CHANCE);
		market_is(&f, left[place]);
		refused(&f, "pass", R(71));
		refused(&f, "draw M2, draw E2", R(14));
		refused(&f, place ? "draw F1" : "draw M1", R(14));
		assert_int_equal(weight_of(&f, "draw L8"), weight_of(&f, "draw F2"));
		play(&f, "draw L8");
		assert_int_equal(told_event(&f, "offered")->place, 2);
		market_is(&f, after[place]);
		to_move_is(&f, 0);
	}
}

RULE_TEST(five_cards_in_hand, "R72: no sixth card")
{
	struct fix f = at_market("F2 F3 F4", "F5");
	fix_phase(&f, RAILS_DELIVER);
	play_into(&f, "pass", RAILS_BUY);
	play(&f, "buy F1, draw L8");
	hand_is(&f, 0, "F1 F2 F3 F4 F5");
	f = at_market("F2 F3 F4", "F5 F6");
	fix_phase(&f, RAILS_DELIVER);
	play_into(&f, "pass", RAILS_UNLOCK);
}

/* Seat 0 of four is past its deliveries. But for F5, if it has not bought that, all cards are there, in hands and in collections. */
static struct fix no_deck(const char *market, const char *bought, const char *trains)
{
	struct fix f = fix_map(4, "freight=off");
	fix_market(&f, "");
	fix_hand(&f, 0, "F2 F3 F4", bought);
	fix_hand(&f, 1, "F6 F7 F8", "M2");
	fix_hand(&f, 2, "M4 M5 M6", "M7 M8");
	fix_hand(&f, 3, "E2 E3 E4", "E5 E6");
	fix_market(&f, market);
	fix_trains(&f, 0, trains);
	fix_trains(&f, 1, "A2 A19 B3");
	fix_trains(&f, 2, "A2 A19 B3 C13");
	fix_trains(&f, 3, "B8 C13 C19 D1");
	for (int card = 0; card < TRAIN_CARDS; card++)
		assert_true(f.s.rails.where[card] != IN_DECK || card == card_of(&f, "F5"));
	fix_phase(&f, RAILS_DELIVER);
	play(&f, "pass");
	return f;
}

RULE_TEST(without_a_deck, "R73 R113: an empty deck refills nothing, cards get cheaper")
{
	struct fix f = no_deck("F1 M1 E1", "F5", "");
	phase_is(&f, RAILS_BUY);
	legal_is(&f, "buy F1, buy M1, buy E1, loan, pass");
	play(&f, "buy F1");
	phase_is(&f, RAILS_UNLOCK);             /* nothing is drawn */
	market_is(&f, "M1 E1");
	play(&f, "pass");
	to_move_is(&f, 1);
	fix_phase(&f, RAILS_DELIVER);
	play(&f, "pass");
	refused(&f, "buy F1", R(69));
	struct fix second = f;
	play(&f, "buy M1");
	money_is(&f, 1, 4);                     /* it moved from the second place to the first */
	market_is(&f, "E1");
	play(&second, "buy E1");
	money_is(&second, 1, 3);                /* and this one from the third to the second */
	market_is(&second, "M1");
}

RULE_TEST(the_last_cards, "R71 R73: the last card of the deck, the last of the market")
{
	struct fix f = no_deck("F1 M1 E1", "", "");
	play(&f, "buy F1");
	legal_is(&f, "draw F5");
	play(&f, "draw F5");
	market_is(&f, "M1 E1 F5");
	f = no_deck("E1", "F5", "C19 D16");
	play(&f, "buy E1");
	money_is(&f, 0, 4);
	market_is(&f, "");
	play(&f, "pass");
	to_move_is(&f, 1);
	fix_phase(&f, RAILS_DELIVER);
	play(&f, "pass");
	phase_is(&f, RAILS_UNLOCK);             /* an empty market is passed over */
}

/* Abilities */

static struct fix at_unlock(int money)
{
	struct fix f = fix_map(2, "freight=off");
	fix_tracks(&f, 0, "A12 B1");
	fix_money(&f, 0, money);
	fix_phase(&f, RAILS_UNLOCK);
	return f;
}

RULE_TEST(one_space_at_its_price, "R74 R75: one space in a turn, its track to the supply")
{
	static const struct { const char *move; int price; } spaces[RAILS_ABILITIES] = {
		{ "unlock night-shift", 2 }, { "unlock tunnel-crew", 3 }, { "unlock bridge-crew", 3 }, { "unlock dispatcher", 4 },
	};
	struct fix f = at_unlock(4);
	legal_is(&f, "unlock night-shift, unlock tunnel-crew, unlock bridge-crew, unlock dispatcher, loan, pass");
	for (int i = 0; i < RAILS_ABILITIES; i++) {
		struct fix poor = at_unlock(spaces[i].price - 1), rich = at_unlock(spaces[i].price);
		int supply = rich.s.rails.side[0].tracks;
		refused(&poor, spaces[i].move, R(74));
		play(&rich, spaces[i].move);
		money_is(&rich, 0, 0);
		assert_int_equal(told_event(&rich, "unlocked")->n, spaces[i].price);
		assert_int_equal(told_event(&rich, "unlocked")->thing, i);
		assert_int_equal(rich.s.rails.side[0].unlocked, 1 << i);
		assert_int_equal(rich.s.rails.side[1].unlocked, 0);
		supply_is(&rich, 0, supply + 1);
		to_move_is(&rich, 1);           /* one in a turn */
		fix_turn(&rich, 0);
		fix_phase(&rich, RAILS_UNLOCK);
		fix_money(&rich, 0, 9);
		refused(&rich, spaces[i].move, R(74));
	}
	supply_is(&f, 0, 17);
	play(&f, "pass");
	money_is(&f, 0, 4);
	supply_is(&f, 0, 17);
	to_move_is(&f, 1);
}

/* The ability is of no use in the turn it is unlocked in, and works in the next one of its owner, of nobody else. */
RULE_TEST(from_the_next_turn_on, "R76: an ability works from the next turn on")
{
	struct fix f = at_unlock(8);
	fix_tracks(&f, 1, "C3 C2");             /* C6 are hills next to them */
	f.s.rails.placed = 1;
	play(&f, "unlock tunnel-crew");
	to_move_is(&f, 1);
	play(&f, "build C6");
	money_is(&f, 1, 3);
	play(&f, "build C1");
	finish_turn(&f);
	to_move_is(&f, 0);
	play(&f, "build A11");
	money_is(&f, 0, 4);
}

static struct fix with(const char *abilities, const char *tracks, int money)
{
	struct fix f = fix_map(2, "freight=off");
	fix_tracks(&f, 0, tracks);
	fix_unlocked(&f, 0, abilities);
	fix_money(&f, 0, money);
	return f;
}

RULE_TEST(a_third_track, "R77: a third track for $2 more")
{
	static const struct { const char *move, *others; int cost; } thirds[] = {
		{ "build A7", NULL, 2 }, { "build B5", NULL, 2 }, { "build A15", NULL, 3 }, { "build A11", NULL, 4 }, { "build A10", NULL, 4 },
		{ "build A18", NULL, 5 }, { "build A7", "A7", 3 },
	};
	for (size_t i = 0; i < sizeof thirds / sizeof *thirds; i++) {
		struct fix f = with("U1", "A12 B1 A14", thirds[i].cost);
		if (thirds[i].others)
			fix_tracks(&f, 1, thirds[i].others);
		play(&f, "build B4, build A16");
		money_is(&f, 0, thirds[i].cost);
		phase_is(&f, RAILS_THIRD);
		struct fix poor = f;
		fix_money(&poor, 0, thirds[i].cost - 1);
		refused(&poor, thirds[i].move, R(37));
		play(&f, thirds[i].move);
		money_is(&f, 0, 0);
		money_is(&f, 1, thirds[i].others ? 6 : 5);
		phase_is(&f, RAILS_BUY);        /* no fourth one */
	}
	struct fix f = with("U1 U2", "A12 B1", 3);
	play(&f, "build B4, build A16, build A11");
	money_is(&f, 0, 0);                     /* less discount */
	f = with("U2 U3 U4", "A12 B1", 9);
	play(&f, "build B4, build A16");
	phase_is(&f, RAILS_BUY);                /* none without the night shift */
	f = with("U1", "A12 B1", 9);
	play(&f, "build B4, build A16, pass");
	money_is(&f, 0, 9);
	phase_is(&f, RAILS_BUY);
}

/* What a track on that hex costs seat 0 as its first one. */
static int cost_with(const char *abilities, const char *hex)
{
	struct fix f = with(abilities, "A14 A10 A5", 9);
	char move[MAX_TEXT];
	snprintf(move, sizeof move, "build %s", hex);
	play(&f, move);
	return 9 - f.s.rails.side[0].money;
}

RULE_TEST(crews_save, "R78 R79: what the crews save")
{
	static const struct { const char *hex; int alone, tunnel, bridge; } sites[] = {
		{ "A4", 0, 0, 0 }, { "A1", 0, 0, 0 }, { "A15", 1, 1, 1 }, { "A9", 2, 1, 2 }, { "A11", 2, 1, 2 },
		{ "A6", 3, 2, 3 }, { "A18", 3, 2, 3 }, { "A13", 2, 2, 1 },
	};
	for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
		assert_int_equal(cost_with("U1 U4", sites[i].hex), sites[i].alone);
		assert_int_equal(cost_with("U2", sites[i].hex), sites[i].tunnel);
		assert_int_equal(cost_with("U3", sites[i].hex), sites[i].bridge);
	}
}

RULE_TEST(a_second_delivery, "R80: a second delivery after the first")
{
	struct fix f = fix_map(2, "");
	fix_tracks(&f, 0, "A12 B1 B2 C17");
	fix_unlocked(&f, 0, "U4");
	fix_delivery(&f, "M7 F7 M6");
	play(&f, "deliver A12 to B3, use M7 length 4");
	assert_int_equal(told(&f, "loaded"), 1);        /* the first is over before the second */
	phase_is(&f, RAILS_DELIVER);
	cubes_are(&f, "A12", 1);
	refused(&f, "deliver A12 to B3", R(49));
	legal_is(&f, "deliver A12 to C13, deliver C17 to C19, loan, pass");
	struct fix one = f;
	play(&f, "deliver C17 to C19");
	refused(&f, "use M7 length 4", R(60));          /* spent */
	play(&f, "use F7 length 4");
	trains_are(&f, 0, "B3 C19");
	hand_is(&f, 0, "M6");
	money_is(&f, 0, 5 + 3 + 3);
	ship_is(&f, "S1", "0 n . .");
	phase_is(&f, RAILS_BUY);                        /* no third one */
	refused(&f, "deliver A12 to C13", R(108));
	play_into(&one, "pass", RAILS_BUY);
}

/* The train of the first delivery is a piece that the second may pass: B17 B13 B8 A16. */
RULE_TEST(over_the_new_train, "R80: over the train of the first")
{
	struct fix f = with("U4", "B16 B15 B14 B13 B17 A16", 5);
	fix_delivery(&f, "E1 F7");
	legal_is(&f, "deliver B16 to B8, deliver B17 to B8, loan, pass");
	play(&f, "deliver B16 to B8, use F7 length 5");         /* B16 B15 B14 B17 B13 */
	legal_is(&f, "deliver B17 to A19, loan, pass");
	play(&f, "deliver B17 to A19");
	legal_is(&f, "use E1 length 5");                        /* B17 B14 B13 B8 A16 */
}

/* The steps */

RULE_TEST(never_back, "R108: steps never go back")
{
	struct fix f = with("U1 U4", "A12 B1 B2 C17", 20);
	fix_hand(&f, 0, "M7 F7", "");
	fix_goals(&f, "A1 A2 A3 A6 A7");
	refused(&f, "deliver A12 to B3, buy F1, unlock dispatcher", R(108));
	refused(&f, "pass", R(19));
	play_into(&f, "build B4, build A16", RAILS_THIRD);
	refused(&f, "deliver A12 to B3, buy F1, unlock tunnel-crew", R(108));
	play_into(&f, "pass", RAILS_DELIVER);
	refused(&f, "build A7, buy F1, unlock tunnel-crew", R(108));
	play(&f, "deliver A12 to C13, use M7 length 5");        /* A12 A16 B4 B1 C17 */
	phase_is(&f, RAILS_DELIVER);
	refused(&f, "build A7", R(108));
	play_into(&f, "pass", RAILS_BUY);
	refused(&f, "build A7, deliver C17 to C19, unlock tunnel-crew", R(108));
	play_into(&f, "buy F1, draw L8", RAILS_UNLOCK);
	refused(&f, "build A7, deliver C17 to C19, buy M1", R(108));
	play(&f, "unlock tunnel-crew");
	to_move_is(&f, 1);
}

RULE_TEST(may_be_declined, "R108: each step but building may be declined")
{
	struct fix f = with("U1 U4", "A12 B1 B2", 5);
	fix_hand(&f, 0, "M7", "");
	play(&f, "build B4, build A16");
	static const int phases[] = { RAILS_THIRD, RAILS_DELIVER, RAILS_BUY, RAILS_UNLOCK };
	for (int i = 0; i < 4; i++) {
		phase_is(&f, phases[i]);
		to_move_is(&f, 0);
		play(&f, "pass");
	}
	to_move_is(&f, 1);
	money_is(&f, 0, 5);
	hand_is(&f, 0, "M7");
	market_is(&f, "F1 M1 E1");
	tracks_are(&f, 0, "A12 A16 B1 B2 B4");
	trains_are(&f, 0, "");
}

/* What a move gives up, as facts say it to a client; "": nothing. */
static const char *forgone(const struct fix *f, char json[MAX_JSON])
{
	struct text t = text_on(json, MAX_JSON);
	f->g->facts(f->box, &f->s, RAILS_MOVE_PASS, &t);
	assert_true(text_fits(&t));
	return json;
}

RULE_TEST(facts_say_what_is_forgone, "R108: facts say of a declined delivery, and of no other step, what it gives up")
{
	char json[MAX_JSON];
	struct fix f = with("U1 U4", "A12 B1 B2", 5);
	fix_hand(&f, 0, "M7", "");
	play(&f, "build B4, build A16");
	static const int phases[] = { RAILS_THIRD, RAILS_DELIVER, RAILS_BUY, RAILS_UNLOCK };
	for (int i = 0; i < 4; i++) {
		phase_is(&f, phases[i]);
		assert_int_equal(phases[i] == RAILS_DELIVER, strstr(forgone(&f, json), "\"forgoes\":[{\"words\":\"Lost: a delivery") != NULL);
		play(&f, "pass");
	}
}

/* Each place, and each row of places, on its own: with cards in it, before it and after it, in every one of the 32 bytes. */
RULE_TEST(cards_by_place, "R71: the cards in a row of places are found")
{
	struct rails g = { .phase = 0 };
	for (int shift = 0; shift < CARD_PLACES; shift++) {
		for (int card = 0; card < TRAIN_CARDS; card++)
			g.where[card] = (uint8_t)((card * 7 + shift) % CARD_PLACES);
		for (int from = 0; from < CARD_PLACES; from++)
			for (int end = from; end <= CARD_PLACES; end++) {
				uint32_t expected = 0;
				for (int card = 0; card < TRAIN_CARDS; card++)
					if (g.where[card] >= from && g.where[card] < end)
						expected |= 1u << card;
				assert_int_equal(rails_cards(&g, from, end), expected);
			}
	}
}
