/* Worked examples of docs/rules/queen.md about the river, passengers, order and landing; examples_a.c has the others. */
#include "positions.h"

enum { RED, BEIGE, GREEN, BROWN, GREY };

/* From the cusp of the reached tile two steps in the new heading lead to the centre of the new one, so it lies four hexes away. */
static void bend_to_the_left(const char *tiles, int cusp, int heading)
{
	struct fix f = fix_river(3, "", tiles);
	int newest = f.s.queen.laid - 1;
	fix_ship(&f, RED, newest - 1, cusp, heading, 1, 6);
	play(&f, "speed 1, ahead, end");
	ship_is(&f, RED, newest, 2, heading, 1, 6);
	play(&f, "die left, tile A1-1");
	int bent = (heading + 5) % QUEEN_SIDES;
	assert_int_equal(f.s.queen.heading[newest + 1], bent);
	fix_ship(&f, RED, newest, 15, bent, 2, 6);
	fix_turn(&f, RED);
	play(&f, "speed 2, ahead");
	ship_is(&f, RED, newest + 1, 2, bent, 2, 6);    /* behind cell 2 is the rear corner, so that is cell 15 */
	play(&f, "ahead");
	ship_is(&f, RED, newest + 1, 7, bent, 2, 6);
}

RULE_TEST(e4_river_bends_left, "E4 Q84 Q85 Q86: the river bends to the left")
{
	bend_to_the_left("A0 A2-1", 17, NORTH);
	bend_to_the_left("A0 A1-2 >A2-1", 19, NORTHEAST);
	bend_to_the_left("A0 A1-2 <A2-1", 15, NORTHWEST);
	bend_to_the_left("A0 A1-2 >A1-3 >A1-4 A2-1", 17, SOUTHEAST);
}

RULE_TEST(e6_entries, "E6 Q98 Q99: entry hexes of three last tiles")
{
	entries_are("A1-1", MIDDLE_CUSP, 0, cells(16, 17, 18));
	entries_are("A3-3", MIDDLE_CUSP, 0, cells(16, 17, 17));
	entries_are("A3-1", LEFT_CUSP, 0, cells(15, 16, 16));
}

RULE_TEST(e7_slowing_down_for_a_passenger, "E7 Q101: slowing down for a passenger")
{
	struct fix f = fix_river(3, "", "A0 A2-1");
	fix_ship(&f, RED, 0, 12, NORTH, 3, 6);
	plays_to(&f, "speed 2, ahead, ahead, end", RED, "1/2 N 2 6");
	assert_int_equal(f.s.queen.waiting[1], 1);
	play(&f, "die middle, tile A3-1");
	play(&f, "speed 1, ahead, end");
	play(&f, "speed 1, ahead, end");
	to_move_is(&f, RED);
	plays_to(&f, "speed 1, ahead, end", RED, "1/7 N 1 6");
	assert_int_equal(passengers(&f, RED), 1);
	assert_int_equal(f.s.queen.waiting[1], 0);
}

/* Brown makes the last step of the round, to cell 2. */
static struct fix five_on_one_tile(int red_speed, int red_coal)
{
	struct fix f = fix_river(5, "", "A0 A1-1");
	fix_ship(&f, RED, 0, 15, SOUTH, red_speed, red_coal);
	fix_ship(&f, BEIGE, 0, 19, NORTH, 2, 4);
	fix_ship(&f, GREEN, 0, 7, NORTH, 6, 6);
	fix_ship(&f, BROWN, 0, 1, NORTHEAST, 1, 6);
	fix_ship(&f, GREY, 0, 17, NORTHWEST, 1, 0);
	last_turn(&f, BROWN);
	plays_to(&f, "speed 1, ahead, end", BROWN, "0/2 NE 1 6");
	return f;
}

RULE_TEST(e8_order, "E8 Q118 Q121: grey, beige on the right of red, green, brown")
{
	struct fix f = five_on_one_tile(2, 4);
	order_is(&f, "4 1 0 2 3");
}

RULE_TEST(e8b_order_by_speed, "E8b Q119: red one faster")
{
	struct fix f = five_on_one_tile(3, 4);
	order_is(&f, "4 0 1 2 3");
}

RULE_TEST(e8c_order_by_coal, "E8c Q120: red with more coal")
{
	struct fix f = five_on_one_tile(2, 5);
	order_is(&f, "4 0 1 2 3");
}

RULE_TEST(e9_stations_are_stocked, "E9 Q100: stations for 3, 4 and 5 players")
{
	static const struct { int players, red, brown; } table[] = { { 3, 1, 1 }, { 4, 1, 2 }, { 5, 2, 2 } };
	for (int i = 0; i < 3; i++) {
		struct fix red = fix_new(table[i].players, ""), brown = red;
		play(&red, "tile A2-3");
		assert_int_equal(red.s.queen.waiting[1], table[i].red);
		play(&brown, "tile A1-2");
		assert_int_equal(brown.s.queen.waiting[1], table[i].brown);
	}
}

RULE_TEST(e12_pushed_onto_the_newest_tile, "E12 Q88 Q94 A24: beige is pushed onto the newest tile and rolls")
{
	struct fix f = fix_river(3, "", "A0 A1-1");
	fix_ship(&f, RED, 0, 12, NORTH, 2, 6);
	fix_ship(&f, BEIGE, 0, 17, NORTH, 1, 6);
	plays_to(&f, "speed 2, ahead, push N, face SE, end", RED, "0/17 N 2 6");
	ship_is(&f, BEIGE, 1, 2, SOUTHEAST, 1, 6);
	assert_int_equal(f.s.queen.first, 0);
	to_move_is(&f, CHANCE);
	play(&f, "die right");
	assert_int_equal(told_seat(&f, "rolled"), BEIGE);
	play(&f, "tile A3-2");
	assert_int_equal(f.s.queen.laid, 3);
	assert_int_equal(f.s.queen.heading[2], NORTHEAST);
	assert_int_equal(f.s.queen.first, 0);
	to_move_is(&f, BEIGE);
}

RULE_TEST(e13_touched_and_left, "E13 Q152 A45: the newest tile is touched and left")
{
	struct fix f = fix_river(3, "", "A0 A1-1");
	fix_ship(&f, RED, 0, 17, NORTH, 3, 6);
	plays_to(&f, "speed 3, ahead", RED, "1/2 N 3 6");
	plays_to(&f, "right, right, ahead", RED, "1/3 SE 3 5");
	plays_to(&f, "right, ahead, end", RED, "0/18 S 3 4");
	assert_int_equal(f.s.queen.laid, 2);
	to_move_is(&f, BEIGE);
}

RULE_TEST(e14_pushing_at_the_landing, "E14 Q130 Q131 Q163 Q126: a push on an entry hex")
{
	struct fix f = at_platform(3, "mode=intro", "A1-1", MIDDLE_CUSP);
	fix_ship(&f, RED, 3, 12, NORTH, 3, 6);
	fix_ship(&f, BEIGE, 3, 17, NORTH, 1, 6);
	struct fix slow = f;
	play(&f, "speed 3, ahead");
	legal_is(&f, "push SE, push SW");
	play(&f, "push SW");
	to_move_is(&f, BEIGE);
	plays_to(&f, "face NE", BEIGE, "3/16 NE 1 6");
	assert_int_equal(fate(&f, BEIGE), QUEEN_RACING);
	assert_int_equal(fate(&f, RED), QUEEN_LANDED);
	assert_int_equal(f.s.queen.points, 0);
	to_move_is(&f, BEIGE);

	play(&slow, "speed 1");
	refused(&slow, "ahead", Q(59));
}

/* Red steps onto cell 10, which is both a boarding platform and an entry hex. */
static struct fix onto_the_pier(unsigned boarded)
{
	struct fix f = at_platform(3, "", "A1-3", LEFT_CUSP);
	fix_ship(&f, RED, 11, 5, NORTH, 1, 6);
	aboard(&f, RED, boarded);
	play(&f, "speed 1, ahead");
	return f;
}

RULE_TEST(e15_boarding_at_the_landing, "E15 Q159 A47: a boarding platform that is an entry hex")
{
	struct fix f = onto_the_pier(1 << 2);
	assert_int_equal(passengers(&f, RED), 2);
	assert_int_equal(f.s.queen.waiting[11], 0);
	assert_int_equal(fate(&f, RED), QUEEN_LANDED);

	f = onto_the_pier(0);
	assert_int_equal(passengers(&f, RED), 1);
	assert_int_equal(f.s.queen.waiting[11], 0);
	ship_is(&f, RED, 11, 10, NORTH, 1, 6);
	assert_int_equal(fate(&f, RED), QUEEN_RACING);
	to_move_is(&f, RED);

	f = onto_the_pier(1 << 2 | 1 << 3);
	assert_int_equal(f.s.queen.ship[RED].boarded, 1 << 2 | 1 << 3);
	assert_int_equal(f.s.queen.waiting[11], 1);
	assert_int_equal(fate(&f, RED), QUEEN_LANDED);
}
