/* The seasons, the last round and its final turns: B130 to B140, B169 to B171. */
#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

enum { HEL = 19, VIC = 27, LAST_BEFORE_HARVEST = 12, TRACK = 15 };

/* ---- Seasons ---- */

/* Vicksburg lacks only pork, and the first seat is there with it: one sale fills the town. */
static struct fix almost_full(int players, int filled)
{
	struct fix f = fix_river(players, "");
	fix_seasons(&f, filled);
	fix_filled(&f, "VIC", "A U W");
	fix_boat(&f, 0, 20, VIC, "P@1 W W");
	return f;
}

static void fill(struct fix *f, const char *cargo)
{
	char words[MAX_TEXT];
	snprintf(words, sizeof words, "port, sell pork@1 for 5, done, season %s", cargo);
	play(f, words);
}

RULE_TEST(five_seasons_in_order, "B130 B131: autumn, winter, spring, summer, final autumn")
{
	static const int speed[] = { 5, 4, 6, 5, 5 };
	for (int filled = 0; filled <= TRACK; filled++) {
		struct fix f = fix_river(2, "");
		int season = filled == 0 ? 0 : (filled - 1) / 3;
		fix_seasons(&f, filled);
		fix_boat(&f, 0, 20, 5, "");
		fix_boat(&f, 1, 20, 5, "F@1 A@1");
		assert_int_equal(reach(&f), speed[season]);
		play(&f, "stop, draw spoil-flour-1");
		cargo_is(&f, 1, season == 3 ? "F@2 A@2" : "F@2 A@1");
		play(&f, "draw VIC-A");
		cargo_is(&f, 1, season == 1 ? "F@2 A@1" : season == 3 ? "F@3 A@3" : "F@3 A@2");
	}
}

RULE_TEST(newest_barrel_counts, "B131 B137 A15: the newest barrel makes the season, at once")
{
	for (int filled = 0; filled < TRACK; filled++) {
		struct fix f = almost_full(2, filled);
		static const int speed[] = { 5, 5, 5, 4, 4, 4, 6, 6, 6, 5, 5, 5, 5, 5, 5 };
		fill(&f, "pork");
		assert_int_equal(told(&f, "season"), 1);
		play(&f, "tile VIC-2");
		port_over(&f, "sail on");
		assert_int_equal(f.s.broadhorns.seasons, filled + 1);
		assert_int_equal(reach(&f), speed[filled]);     /* at once: B137 */
	}
}

RULE_TEST(one_barrel_for_each_town, "B132: a filled town adds one barrel")
{
	struct fix f = almost_full(2, 2);
	play(&f, "port, sell pork@1 for 5");
	track_is(&f, "FA");                             /* at the end of the sell */
	play(&f, "done");
	track_is(&f, "FA");
	phase_is(&f, BROAD_FULL);
	legal_is(&f, "season apples, season pork");
	play(&f, "season apples");
	track_is(&f, "FAA");
	bag_is(&f, "F9 A8 P10 U10 W8");
	town_is(&f, "VIC-1", "");
	play(&f, "tile VIC-3");
	town_is(&f, "VIC-3", "");
	track_is(&f, "FAA");
}

RULE_TEST(full_track_takes_no_more, "B132 A26: none when the track is complete")
{
	struct fix f = almost_full(2, TRACK);
	track_is(&f, "............FAP");
	play(&f, "port, sell pork@1 for 5, done");
	assert_int_equal(told(&f, "season"), 0);
	phase_is(&f, BROAD_REVEAL);
	track_is(&f, "............FAP");
	assert_int_equal(f.s.broadhorns.seasons, TRACK);
	bag_is(&f, "F9 A9 P9 U10 W8");
	tiles_are(&f, 0, 1, 2);
	gold_is(&f, 0, 27);
}

RULE_TEST(autumn_is_plain, "B133: autumn has no effect")
{
	for (int filled = 0; filled <= TRACK; filled += filled == 3 ? 10 : 1) {
		struct fix f = fix_river(2, "");
		static const int feet[] = { 20, 30, 40 }, speed[] = { 5, 4, 4 };
		fix_seasons(&f, filled);
		for (int i = 0; i < 3; i++) {
			fix_boat(&f, 0, feet[i], 5, "F@1 P@2");
			assert_int_equal(reach(&f), speed[i]);
		}
		play(&f, "stop, draw spoil-pork-1");
		cargo_is(&f, 0, "F@1 P@3");
	}
}

RULE_TEST(winter_and_spring, "B134 B135: winter takes a space of speed, spring adds one")
{
	static const int feet[] = { 20, 30, 40 }, winter[] = { 4, 3, 3 }, spring[] = { 6, 5, 5 };
	for (int i = 0; i < 3; i++)
		for (int filled = 4; filled <= 9; filled++) {
			const int *speed = filled <= 6 ? winter : spring;
			struct fix f = fix_river(2, "");
			char words[MAX_TEXT];
			fix_seasons(&f, filled);
			fix_boat(&f, 0, feet[i], 1, "");
			for (int k = 0; k < 3; k++) {           /* two actions and the bonus move */
				assert_int_equal(reach(&f), speed[i]);
				snprintf(words, sizeof words, "move %d", speed[i] + 1);
				refused(&f, words, B(92));
				snprintf(words, sizeof words, "move %d", speed[i]);
				play(&f, words);
			}
			boat_is(&f, 0, feet[i], 1 + 3 * speed[i]);
		}
}

RULE_TEST(harvest_clears_the_track, "B136: with the first barrel of the final autumn all earlier ones go back")
{
	struct fix f = almost_full(2, LAST_BEFORE_HARVEST);
	track_is(&f, "FAPFAPFAPFAP");
	bag_is(&f, "F6 A5 P5 U9 W7");
	fill(&f, "pork");
	assert_int_equal(told(&f, "harvest"), 1);
	track_is(&f, "............P");
	assert_int_equal(f.s.broadhorns.seasons, LAST_BEFORE_HARVEST + 1);
	bag_is(&f, "F10 A10 P9 U10 W8");
	assert_int_equal(f.s.broadhorns.final, 0);

	f = almost_full(2, LAST_BEFORE_HARVEST + 1);    /* only once: the spaces before are not filled again */
	track_is(&f, "............F");
	fill(&f, "apples");
	assert_int_equal(told(&f, "harvest"), 0);
	track_is(&f, "............FA");

	f = almost_full(2, LAST_BEFORE_HARVEST - 1);    /* and not before */
	fill(&f, "pork");
	assert_int_equal(told(&f, "harvest"), 0);
	track_is(&f, "FAPFAPFAPFAP");
}

RULE_TEST(winter_comes_between_two_actions, "B137 B134: winter may come between two actions, summer before the card")
{
	struct fix f = almost_full(2, 3);
	assert_int_equal(reach(&f), 5);
	fill(&f, "pork");
	play(&f, "tile VIC-2");
	port_over(&f, "sail on");
	assert_int_equal(reach(&f), 4);
	refused(&f, "move 5", B(92));
	fix_boat(&f, 1, 20, 5, "F@1");
	play(&f, "stop, draw VIC-A");
	to_move_is(&f, 1);
	cargo_is(&f, 1, "F@1");                         /* the next player's step 2 is skipped already */

	f = almost_full(2, 9);                          /* summer comes before the card is drawn */
	fix_boat(&f, 1, 20, 5, "F@1 A@1");
	fill(&f, "pork");
	play(&f, "tile VIC-2");
	port_over(&f, "sail on");
	play(&f, "stop, draw spoil-flour-1");
	cargo_is(&f, 1, "F@2 A@2");
}

/* ---- The last round ---- */

RULE_TEST(last_space_is_the_trigger, "B138: the last space of the track is the trigger, and no other")
{
	struct fix f = almost_full(3, TRACK - 1);
	assert_int_equal(f.s.broadhorns.final, 0);
	fill(&f, "pork");
	assert_int_equal(told(&f, "final"), 1);
	assert_int_equal(f.s.broadhorns.final, 1);
	track_is(&f, "............FAP");

	f = almost_full(3, TRACK - 2);
	fill(&f, "pork");
	assert_int_equal(told(&f, "final"), 0);
	assert_int_equal(f.s.broadhorns.final, 0);
	play(&f, "tile VIC-2");
	port_over(&f, "sail on");
	for (int i = 0; i < 3; i++)
		next_turn(&f);
	to_move_is(&f, 0);
}

RULE_TEST(everybody_has_as_many_turns, "B139 A48: the round is completed, and no turn more")
{
	for (int players = 2; players <= 4; players++)
		for (int seat = 0; seat < players; seat++) {
			struct fix f = fix_river(players, "");
			fix_seasons(&f, TRACK - 1);
			fix_filled(&f, "VIC", "A U W");
			fix_boat(&f, seat, 20, VIC, "P@1 W W");
			fix_turn(&f, seat);
			fill(&f, "pork");
			play(&f, "tile VIC-2");
			port_over(&f, "sail on");
			for (int i = seat; i < players; i++) {
				to_move_is(&f, i);
				assert_int_equal(f.s.broadhorns.ending, BROAD_GOES_ON);
				next_turn(&f);
			}
			turn_is(&f, OVER, BROAD_OVER);
			assert_int_equal(f.g->ending(f.box, &f.s), BROAD_BY_SEASONS);
			assert_int_equal(told(&f, "scored"), players);
			refused(&f, "stop, draw VIC-A", B(139));
		}
}

RULE_TEST(no_way_back_in_a_final_turn, "B140 A48: who ends the expedition in a final turn stays there")
{
	struct fix f = almost_full(3, TRACK - 1);       /* sold, with an action left */
	fill(&f, "pork");
	play(&f, "tile VIC-2");
	int before = gold(&f, 0);
	port_over(&f, "resell");
	gold_is(&f, 0, before + 1);
	boat_is(&f, 0, 0, VIC);
	phase_is(&f, BROAD_DRAW);                       /* that was step 3 */
	cargo_is(&f, 0, "");
	sails_to(&f, "draw VIC-A", 0, 0, VIC);

	f = fix_river(3, "");                           /* abandoned, with both left */
	fix_seasons(&f, TRACK);
	fix_boat(&f, 0, 20, 12, "P@1");
	fix_aboard(&f, 0, "TR14");
	sails_to(&f, "abandon", 0, 0, 12);
	gold_is(&f, 0, 20);
	card_is(&f, "TR14", "discard");
	phase_is(&f, BROAD_DRAW);

	f = fix_river(3, "");                           /* also in St. Louis itself */
	fix_seasons(&f, TRACK);
	sails_to(&f, "port, boat 20, done, abandon", 0, 0, 0);
	phase_is(&f, BROAD_DRAW);
}

RULE_TEST(the_turn_under_way_is_final, "B169: final are the turn under way and those that follow")
{
	struct fix f = fix_river(3, "");                /* the second of three triggers it */
	fix_seasons(&f, TRACK - 1);
	fix_filled(&f, "VIC", "A U W");
	fix_boat(&f, 0, 20, HEL, "");
	fix_boat(&f, 1, 20, VIC, "P@0 W W");
	fix_boat(&f, 2, 30, HEL, "U");
	play(&f, "port");
	port_over(&f, "resell");                        /* before it: back to St. Louis */
	boat_is(&f, 0, 0, 0);
	next_turn(&f);
	fill(&f, "pork");
	play(&f, "tile VIC-2");
	port_over(&f, "resell");
	boat_is(&f, 1, 0, VIC);
	play(&f, "draw VIC-A");
	to_move_is(&f, 2);
	play(&f, "port");
	port_over(&f, "resell");
	boat_is(&f, 2, 0, HEL);
	play(&f, "draw VIC-P");
	to_move_is(&f, OVER);
}

RULE_TEST(no_boat_no_hindrance, "B170 A49: who has no boat may still take one")
{
	struct fix f = fix_river(2, "");
	fix_seasons(&f, TRACK);
	legal_is(&f, "port, stop");
	sails_to(&f, "port, boat 20, buy flour, done, move 5", 0, 20, 5);
}

RULE_TEST(last_turns_draw_as_ever, "B171 A50: a final turn has a draw and a hand limit")
{
	struct fix f = fix_river(2, "");
	fix_seasons(&f, TRACK);
	fix_boat(&f, 0, 20, 5, "F@4");
	fix_boat(&f, 1, 20, 5, "");
	fix_hand(&f, 1, "VIC-A VIC-P VIC-U");
	play(&f, "stop, draw spoil-flour-1");
	cargo_is(&f, 0, "");
	play_into(&f, "draw TR8, stop, draw TR9", BROAD_DISCARD);
	to_move_is(&f, 1);
	play(&f, "discard VIC-P");
	card_is(&f, "VIC-P", "at VIC");
	to_move_is(&f, OVER);
}

/* What the board in the browser says of them. */
RULE_TEST(seasons_in_words, "B131 B134 B135: the seasons in two words")
{
	struct fix f = fix_river(2, "");
	struct box own = *f.box;
	char json[2000];
	struct text t = text_on(json, sizeof json);
	f.g->names(f.box, &t);
	assert_true(text_fits(&t));
	assert_non_null(strstr(json, "{\"name\":\"autumn\",\"does\":\"\",\"speed\":0,\"spoils\":true,\"all\":false,\"rules\":[]}"));
	assert_non_null(strstr(json, "{\"name\":\"winter\",\"does\":\"speed \xe2\x88\x92" "1\",\"speed\":-1,\"spoils\":false,\"all\":false,\"rules\":[\"B28\",\"B134\"]}"));
	assert_non_null(strstr(json, "{\"name\":\"spring\",\"does\":\"speed +1\",\"speed\":1,\"spoils\":true,\"all\":false,\"rules\":[\"B135\"]}"));
	assert_non_null(strstr(json, "{\"name\":\"summer\",\"does\":\"rot hits all\",\"speed\":0,\"spoils\":true,\"all\":true,\"rules\":[\"B106\"]}"));
	assert_non_null(strstr(json, "\"season_of\":[0,0,0,0,1,1,1,2,2,2,3,3,3,4,4,4]"));
	own.broadhorns.season[1] = 1;                    /* of winter */
	t = text_on(json, sizeof json);
	f.g->names(&own, &t);
	assert_non_null(strstr(json, "\"season_of\":[0,0,0,0,1,2,2,2,3,3,3,4,4,4]"));
}

RULE_TEST(numbers_of_the_rules, "B21 B30 B61 B63: the numbers that the board in the browser shows are those of the rules")
{
	struct fix f = fix_river(2, "");
	char json[2000];
	struct text t = text_on(json, sizeof json);
	f.g->names(f.box, &t);
	assert_true(text_fits(&t));
	assert_non_null(strstr(json, ",\"price\":[3,2,1],\"actions\":2,\"sales\":2,\"stack\":3,\"ices\":5,\"peddlers\":5,\"currents\":5"));
}
