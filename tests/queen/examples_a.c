/* Worked examples of the rules: speed, turning and pushing. Red is seat 0, beige seat 1. */
#include "positions.h"

RULE_TEST(slow_down_from_six_to_three, "E1: from speed 6 to 3 costs two coal")
{
	struct fix f = fix_river(3, "", "A0 A1-1 A2-1");
	fix_ship(&f, 0, 0, 2, NORTH, 6, 4);
	plays_to(&f, "speed 3", 0, "0/2 N 3 2");
}

RULE_TEST(speed_up_from_two_to_four, "E2: from speed 2 to 4 costs one coal")
{
	struct fix f = fix_river(3, "", "A0 A1-1 A2-1");
	fix_ship(&f, 0, 0, 2, NORTH, 2, 6);
	plays_to(&f, "speed 4", 0, "0/2 N 4 5");
}

/* Of all ways to sail on, the cheapest is the only one that leaves four coal. */
static int ways_with(const struct fix *f, int coal, int points)
{
	static const char *const move[] = { "left", "right", "ahead" };
	int n = points == 0 && f->s.queen.ship[0].coal >= coal;
	for (int i = 0; i < 3 && points > 0; i++) {
		struct fix next = *f;
		if (!is_legal(f, move[i]))
			continue;
		play(&next, move[i]);
		if (next.s.queen.ship[0].coal >= coal)
			n += ways_with(&next, coal, next.s.queen.points);
	}
	return n;
}

RULE_TEST(island_ahead_costs_two_coal, "E3: round the island with three points and two coal")
{
	struct fix f = fix_river(3, "", "A0 A1-4");
	fix_ship(&f, 0, 1, 13, NORTHWEST, 3, 6);
	play(&f, "speed 3");
	refused(&f, "ahead", Q(31));
	assert_int_equal(ways_with(&f, 5, 3), 0);
	assert_int_equal(ways_with(&f, 4, 3), 1);
	plays_to(&f, "right, ahead", 0, "1/18 N 3 6");
	plays_to(&f, "left, ahead", 0, "1/17 NW 3 5");
	plays_to(&f, "left, ahead, end", 0, "1/16 SW 3 4");
}

/* In the strait of A1-1: red on 2, beige before it on 7. */
static struct fix strait(int speed)
{
	struct fix f = fix_river(3, "", "A0 A1-1 A2-3");
	fix_ship(&f, 0, 1, 2, NORTH, speed, 6);
	fix_ship(&f, 1, 1, 7, NORTH, 1, 6);
	return f;
}

RULE_TEST(red_pushes_beige_aside, "E5: red bumps beige, pushes it aside and goes on")
{
	struct fix f = strait(4);
	play(&f, "speed 4, ahead");
	assert_int_equal(f.s.queen.points, 3);
	legal_is(&f, "push N, push NE, push NW");       /* 12, 13, 11 */
	play(&f, "push NE");
	assert_int_equal(f.s.queen.points, 2);
	to_move_is(&f, 1);
	legal_is(&f, "face N, face NE, face SE, face S, face SW, face NW");
	plays_to(&f, "face SW", 1, "1/13 SW 1 6");
	plays_to(&f, "ahead", 0, "1/12 N 4 6");
	plays_to(&f, "ahead, end", 0, "1/17 N 4 6");
}

RULE_TEST(red_has_two_points, "E5b: with two points red stays where beige was")
{
	struct fix f = strait(2);
	leaves(&f, "speed 2, ahead, push NE, face N", "left, right, end");
	plays_to(&f, "end", 0, "1/7 N 2 6");
	ship_is(&f, 1, 1, 13, NORTH, 1, 6);
}

RULE_TEST(red_has_one_point, "E5c: with one point red must turn away")
{
	struct fix f = strait(1);
	play(&f, "speed 1");
	refused(&f, "ahead", Q(59));
	legal_is(&f, "left, right");
}

RULE_TEST(beige_is_pushed_onto_the_dock, "E5d: beige is pushed onto the dock and takes a passenger")
{
	struct fix f = strait(4);
	assert_int_equal(f.s.queen.waiting[1], 1);
	plays_to(&f, "speed 4, ahead, push NW", 1, "1/11 N 1 6");
	assert_int_equal(told(&f, "boarded"), 1);
	assert_int_equal(passengers(&f, 1), 1);
	assert_int_equal(f.s.queen.waiting[1], 0);
}

RULE_TEST(beige_is_pushed_twice, "E10: beige is pushed onto the dock and pushed again")
{
	struct fix f = strait(4);
	play(&f, "speed 4, ahead, push NW");
	assert_int_equal(passengers(&f, 1), 1);
	leaves(&f, "face SE, left, ahead", "push N, push NE, push SW, push NW");      /* 16, 12, 10, 15 */
	refused(&f, "push SE", Q(64));                          /* 7, where red came from */
	refused(&f, "push S", Q(61));                           /* 6 */
	play(&f, "push SW");
	assert_int_equal(passengers(&f, 1), 1);
	to_move_is(&f, 1);
	plays_to(&f, "face N, end", 1, "1/10 N 1 6");
	ship_is(&f, 0, 1, 11, NORTHWEST, 4, 6);
}

RULE_TEST(start_hex_is_taboo, "E11: the hex where the turn began is no target")
{
	struct fix f = fix_river(3, "", "A0 A1-1");
	fix_ships(&f, "0/7 N 3 6, 0/11 N 1 6, 0/9 N 1 6");
	plays_to(&f, "speed 3, ahead, left, left, ahead", 0, "0/11 SW 3 5");
	legal_is(&f, "push N, push S, push SW, push NW");       /* 16, 6, 10, 15 */
	refused(&f, "push NE", Q(64));
	refused(&f, "push SE", Q(65));
}

RULE_TEST(newest_tile_touched_and_left, "E13: the newest tile touched and left again")
{
	struct fix f = fix_river(3, "", "A0 A1-1");
	fix_ship(&f, 0, 0, 17, NORTH, 3, 6);
	plays_to(&f, "speed 3, ahead", 0, "1/2 N 3 6");
	plays_to(&f, "right, right, ahead", 0, "1/3 SE 3 5");
	plays_to(&f, "right, ahead, end", 0, "0/18 S 3 4");
	to_move_is(&f, 1);
	assert_int_equal(f.s.queen.laid, 2);
}
