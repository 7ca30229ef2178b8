/* Pushing: Q57-Q80 and Q146-Q150. */
#include "positions.h"

static const char *const river = "A0 A1-1 A2-1";

/* Seat 0 on cell 2 of the start tile and seat 1 on cell 7 before its bow, with open water all around; seat 2 lies apart on 10. */
static struct fix open_water(int speed)
{
	struct fix f = fix_river(3, "", river);
	fix_ship(&f, 0, 0, 2, NORTH, speed, 6);
	fix_ship(&f, 1, 0, 7, SOUTHEAST, 5, 3);
	fix_ship(&f, 2, 0, 10, NORTH, 1, 6);
	return f;
}

/* Seat 0 stands on seat 1's hex and is about to push. */
static struct fix bumped(int speed)
{
	struct fix f = open_water(speed);
	char set[] = "speed 0, ahead";
	set[6] = (char)('0' + speed);
	play(&f, set);
	return f;
}

/* The mover and the ships that it may meet, placed on a river of these tiles; up to five of { tile, cell, heading, speed }. */
static struct fix scene(const char *tiles, int n, const int place[][4])
{
	struct fix f = fix_river(n, "", tiles);
	for (int i = 0; i < n; i++)
		fix_ship(&f, i, place[i][0], place[i][1], place[i][2], place[i][3], 6);
	return f;
}

/* Entering and paying */

RULE_TEST(entering_needs_a_push, "Q57: entering an occupied hex requires a push")
{
	struct fix f = bumped(2);
	assert_int_equal(f.s.queen.phase, QUEEN_PUSH);
	to_move_is(&f, 0);
	legal_is(&f, "push N, push NE, push SE, push SW, push NW");
	assert_int_equal(told(&f, "bumped"), 1);

	f = open_water(2);                      /* and nobody is pushed where nobody is in the way */
	refused(&f, "push N", Q(57));
	fix_ship(&f, 1, 0, 9, NORTH, 1, 6);
	play(&f, "speed 2");
	refused(&f, "push N", Q(57));
	play(&f, "ahead");
	assert_int_equal(f.s.queen.phase, QUEEN_STEER);
	refused(&f, "push N", Q(57));
}

RULE_TEST(two_points_in_all, "Q58 A15: one point to enter and one to push")
{
	struct fix f = open_water(3);
	play(&f, "speed 3");
	assert_int_equal(f.s.queen.points, 3);
	play(&f, "ahead");
	assert_int_equal(f.s.queen.points, 2);
	play(&f, "push SE");
	assert_int_equal(f.s.queen.points, 1);
	play(&f, "face N");
	assert_int_equal(f.s.queen.points, 1);
	leaves(&f, "ahead", "left, right, end");
	ship_is(&f, 0, 0, 12, NORTH, 3, 6);
}

RULE_TEST(one_point_is_too_few, "Q59 A15: with one point left no occupied hex is entered")
{
	struct fix f = open_water(1);
	play(&f, "speed 1");
	refused(&f, "ahead", Q(59));
	legal_is(&f, "left, right");

	f = open_water(2);                      /* the last point of a longer move is one point too */
	fix_ship(&f, 1, 0, 12, NORTH, 1, 6);
	play(&f, "speed 2, ahead");
	refused(&f, "ahead", Q(59));
	legal_is(&f, "left, right");

	f = open_water(2);
	play(&f, "speed 2");
	assert_true(is_legal(&f, "ahead"));
}

/* Targets */

RULE_TEST(target_is_adjacent, "Q60: the target is adjacent to the hex of the pushed ship")
{
	static const char *const way[] = { "push N", "push NE", "push SE", "push SW", "push NW" };
	static const int cell[] = { 12, 13, 8, 6, 11 };
	for (int i = 0; i < 5; i++) {
		struct fix f = bumped(2);
		play(&f, way[i]);
		ship_is(&f, 1, 0, cell[i], SOUTHEAST, 5, 3);
		ship_is(&f, 0, 0, 7, NORTH, 2, 6);
	}
}

/* In the strait of A1-1 both hexes abeam are land. */
RULE_TEST(target_is_not_land, "Q61: the target is not land")
{
	struct fix f = scene(river, 3, (const int[][4]){ { 1, 2, NORTH, 2 }, { 1, 7, NORTH, 1 }, { 0, 9, NORTH, 1 } });
	play(&f, "speed 2, ahead");
	refused(&f, "push SE, push SW", Q(61));
	legal_is(&f, "push N, push NE, push NW");
}

RULE_TEST(target_is_on_the_river, "Q62 A12: the target is not off the river")
{
	struct fix f = scene(river, 3, (const int[][4]){ { 0, 5, NORTH, 2 }, { 0, 10, NORTH, 1 }, { 0, 9, NORTH, 1 } });
	play(&f, "speed 2, ahead");
	refused(&f, "push SW, push NW", Q(62));
	legal_is(&f, "push N, push NE, push SE");

	/* beyond the newest tile: both go from the start tile onto A1-1, which has none after it */
	f = scene("A0 A1-1", 3, (const int[][4]){ { 0, 17, NORTH, 5 }, { 1, 17, NORTH, 1 }, { 0, 9, NORTH, 1 } });
	play(&f, "speed 5, ahead, ahead, ahead, ahead");
	refused(&f, "push N, push NE, push NW", Q(62));
	legal_is(&f, "push SE, push SW");

	/* onto a tile that is gone */
	f = scene(river, 3, (const int[][4]){ { 1, 7, SOUTH, 2 }, { 1, 2, NORTH, 1 }, { 1, 17, NORTH, 1 } });
	fix_removed(&f, 1);
	play(&f, "speed 2, ahead");
	refused(&f, "push S", Q(62));
	legal_is(&f, "push SE, push SW");
}

RULE_TEST(target_is_not_occupied, "Q63 A17: the target is not occupied")
{
	struct fix f = open_water(2);
	fix_ship(&f, 2, 0, 12, NORTH, 1, 6);
	play(&f, "speed 2, ahead");
	refused(&f, "push N", Q(63));
	legal_is(&f, "push NE, push SE, push SW, push NW");
}

RULE_TEST(target_is_not_where_the_pusher_came_from, "Q64: the target is not the hex that the pusher came from")
{
	struct fix f = bumped(2);
	refused(&f, "push S", Q(64));
	legal_is(&f, "push N, push NE, push SE, push SW, push NW");
}

/* From 7 by 12 onto 11: 12 was just left, 7 is where the turn began and touches 11 as well. */
RULE_TEST(target_is_not_in_the_trail, "Q65 A16: the target is no hex that the pusher used this turn")
{
	struct fix f = scene(river, 3, (const int[][4]){ { 0, 7, NORTH, 3 }, { 0, 11, NORTH, 1 }, { 0, 9, NORTH, 1 } });
	play(&f, "speed 3, ahead, left, left, ahead");
	refused(&f, "push SE", Q(65));
	refused(&f, "push NE", Q(64));
	legal_is(&f, "push N, push S, push SW, push NW");
}

/* Cell 1 of the start tile, entered from 6: of its neighbours only 2 and 5 are water. */
RULE_TEST(without_target_no_push, "Q66 A17: without a target the ship is not entered")
{
	static const int full[][4] = { { 0, 6, SOUTH, 2 }, { 0, 1, NORTH, 1 }, { 0, 5, NORTH, 1 }, { 0, 2, NORTH, 1 } };
	struct fix f = scene(river, 4, full), open = f;
	play(&f, "speed 2");
	refused(&f, "ahead", Q(66));
	fix_ship(&open, 3, 0, 9, NORTH, 1, 6);
	play(&open, "speed 2, ahead");
	legal_is(&open, "push NE");
}

/* The trail alone can take the last target away: from 1 by 2 and 7 back onto 6, with rivals on 5, 10, 11. */
RULE_TEST(without_target_because_of_the_trail, "Q66 Q149 A16: hexes of the trail are no targets")
{
	static const int place[][4] = { { 0, 1, NORTHEAST, 4 }, { 0, 6, NORTH, 1 }, { 0, 5, NORTH, 1 }, { 0, 10, NORTH, 1 }, { 0, 11, NORTH, 1 } };
	struct fix f = scene(river, 5, place);
	plays_to(&f, "speed 4, ahead, left, ahead, left, left", 0, "0/7 SW 4 4");
	refused(&f, "ahead", Q(66));
}

RULE_TEST(pusher_chooses, "Q67: the pusher chooses the target")
{
	struct fix f = bumped(2), other = f;
	to_move_is(&f, 0);
	legal_is(&f, "push N, push NE, push SE, push SW, push NW");
	plays_to(&f, "push NW", 1, "0/11 SE 5 3");
	plays_to(&other, "push NE", 1, "0/13 SE 5 3");
}

RULE_TEST(pusher_keeps_its_heading, "Q68: the pusher keeps its heading")
{
	static const char *const way[] = { "push N", "push NE", "push SE", "push SW", "push NW" };
	for (int i = 0; i < 5; i++) {
		struct fix f = bumped(2);
		play(&f, way[i]);
		plays_to(&f, "face S", 0, "0/7 N 2 6");
	}
}

/* The pushed ship */

RULE_TEST(owner_chooses_the_facing, "Q69: the owner chooses any of six facings")
{
	static const char *const face[] = { "face N", "face NE", "face SE", "face S", "face SW", "face NW" };
	for (int heading = 0; heading < 6; heading++) {
		struct fix f = bumped(2);
		play(&f, "push NE");
		to_move_is(&f, 1);
		legal_is(&f, "face N, face NE, face SE, face S, face SW, face NW");
		play(&f, face[heading]);
		ship_is(&f, 1, 0, 13, heading, 5, 3);
	}
	struct fix f = bumped(3);               /* nobody else is turned, and nobody at any other time */
	refused(&f, "face N", Q(146));
	play(&f, "push NE, face N");
	refused(&f, "face N", Q(69));
	play(&f, "ahead, end");
	refused(&f, "face N", Q(69));
	ship_is(&f, 2, 0, 10, NORTH, 1, 6);
}

RULE_TEST(facing_is_free, "Q70: the facing is free of coal")
{
	struct fix f = open_water(2);
	fix_ship(&f, 1, 0, 7, NORTH, 1, 0);
	leaves(&f, "speed 2, ahead, push NE", "face N, face NE, face SE, face S, face SW, face NW");
	plays_to(&f, "face S", 1, "0/13 S 1 0");
	ship_is(&f, 0, 0, 7, NORTH, 2, 6);

	f = bumped(2);
	plays_to(&f, "push NE, face NW", 1, "0/13 NW 5 3");
}

RULE_TEST(facing_comes_at_once, "Q71 A20: the facing comes before the pusher goes on")
{
	static const char *const other[] = { "speed 1", "left", "right", "ahead", "push N", "end" };
	struct fix f = bumped(3);
	play(&f, "push NE");
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		refused(&f, other[i], Q(71));
	to_move_is(&f, 1);
	play(&f, "face N");
	to_move_is(&f, 0);
	legal_is(&f, "left, right, ahead");
}

/* Pushed onto the newest tile: its owner turns it before the pusher's turn is over, and only then the die is rolled. */
RULE_TEST(facing_before_the_die, "Q71 A20: the facing comes before the die")
{
	struct fix f = scene("A0 A1-1", 3, (const int[][4]){ { 0, 12, NORTH, 2 }, { 0, 17, NORTH, 1 }, { 0, 9, NORTH, 1 } });
	play(&f, "speed 2, ahead, push N");
	to_move_is(&f, 1);
	refused(&f, "die left", Q(81));
	legal_is(&f, "face N, face NE, face SE, face S, face SW, face NW");
	play(&f, "face S");
	to_move_is(&f, 0);
	legal_is(&f, "left, right, end");
	play(&f, "end");
	to_move_is(&f, CHANCE);
	legal_is(&f, "die left, die middle, die right");
}

RULE_TEST(pushed_ship_keeps_speed_and_coal, "Q72: the pushed ship keeps speed and coal")
{
	struct fix f = bumped(4);
	struct queen_ship before = f.s.queen.ship[1];
	play(&f, "push SE, face SE, ahead, ahead, end");
	assert_int_equal(f.s.queen.ship[1].speed, before.speed);
	assert_int_equal(f.s.queen.ship[1].coal, before.coal);
	ship_is(&f, 1, 0, 8, SOUTHEAST, 5, 3);
	assert_int_equal(f.s.queen.ship[1].boarded, before.boarded);
}

/* Several pushes */

RULE_TEST(two_ships_in_one_move, "Q73 A18: two ships in one move, two points each")
{
	struct fix f = open_water(4);
	fix_ship(&f, 2, 0, 12, NORTH, 2, 5);
	play(&f, "speed 4, ahead, push SE, face N");
	assert_int_equal(f.s.queen.points, 2);
	play(&f, "ahead");
	assert_int_equal(f.s.queen.points, 1);
	play(&f, "push NW");
	to_move_is(&f, 2);
	play(&f, "face S");
	assert_int_equal(f.s.queen.points, 0);
	to_move_is(&f, 0);
	legal_is(&f, "left, right, end");
	ship_is(&f, 0, 0, 12, NORTH, 4, 6);
	ship_is(&f, 1, 0, 8, NORTH, 5, 3);
	ship_is(&f, 2, 0, 16, SOUTH, 2, 5);

	f = open_water(3);                      /* three points are not enough for two */
	fix_ship(&f, 2, 0, 12, NORTH, 2, 5);
	play(&f, "speed 3, ahead, push SE, face N");
	refused(&f, "ahead", Q(59));
}

RULE_TEST(same_ship_twice, "Q74 A18: the same ship may be pushed again")
{
	struct fix f = open_water(4);
	plays_to(&f, "speed 4, ahead, push N, face S, ahead, push N, face NE, end", 0, "0/12 N 4 6");
	ship_is(&f, 1, 0, 17, NORTHEAST, 5, 3);
}

RULE_TEST(pusher_goes_on, "Q75: the pusher may turn and go on")
{
	struct fix f = bumped(4);
	leaves(&f, "push N, face N", "left, right, ahead");
	plays_to(&f, "right, ahead, left, ahead, end", 0, "0/18 N 4 5");

	f = bumped(2);                          /* without points it may still turn */
	leaves(&f, "push N, face N", "left, right, end");
	plays_to(&f, "left, end", 0, "0/7 NW 2 6");
}

RULE_TEST(speed_one_never_pushes, "Q76: speed 1 never pushes")
{
	for (int heading = 0; heading < 6; heading++) {
		struct fix f = fix_river(3, "", river);
		int cell = beside(7, (heading + 3) % 6);
		fix_ship(&f, 0, 0, cell, heading, 1, 6);
		fix_ship(&f, 1, 0, 7, NORTH, 1, 6);
		fix_ship(&f, 2, 0, 10, NORTH, 1, 6);
		struct fix faster = f;
		play(&f, "speed 1");
		refused(&f, "ahead", Q(59));
		play(&faster, "speed 2, ahead");
		assert_int_equal(faster.s.queen.phase, QUEEN_PUSH);
	}
}

RULE_TEST(target_on_the_next_tile, "Q77: a target on the next tile")
{
	struct fix f = scene(river, 3, (const int[][4]){ { 0, 12, NORTH, 2 }, { 0, 17, NORTH, 1 }, { 0, 9, NORTH, 1 } }), other = f;
	leaves(&f, "speed 2, ahead", "push N, push NE, push SE, push SW, push NW");
	plays_to(&f, "push N", 1, "1/2 N 1 6");
	plays_to(&other, "speed 2, ahead, push NE", 1, "1/3 N 1 6");
}

RULE_TEST(target_on_the_previous_tile, "Q78 A19: a target on the previous tile")
{
	struct fix f = scene(river, 3, (const int[][4]){ { 1, 7, SOUTH, 2 }, { 1, 2, NORTH, 1 }, { 0, 9, NORTH, 1 } });
	leaves(&f, "speed 2, ahead", "push SE, push S, push SW");       /* abeam of the strait 6 and 8 are land */
	plays_to(&f, "push S", 1, "0/17 N 1 6");
}

RULE_TEST(push_costs_no_coal, "Q79: a push costs no coal")
{
	struct fix f = bumped(2);
	plays_to(&f, "push NE, face NE, end", 0, "0/7 N 2 6");

	f = open_water(2);                      /* and needs none */
	fix_ship(&f, 0, 0, 2, NORTH, 2, 0);
	plays_to(&f, "speed 2, ahead, push NE, face NE, end", 0, "0/7 N 2 0");
}

/* Whoever has left the race leaves its hex as plain water: one point enters it. */
RULE_TEST(who_left_is_not_pushed, "Q80: who has landed or is out is not pushed")
{
	struct fix f = open_water(1);
	gone(&f, 1, QUEEN_AGROUND, 1);
	plays_to(&f, "speed 1, ahead", 0, "0/7 N 1 6");
	assert_int_equal(f.s.queen.phase, QUEEN_STEER);
	legal_is(&f, "left, right, end");

	f = at_platform(4, "mode=intro", "A1-1", MIDDLE_CUSP);
	fix_ship(&f, 0, 3, 17, NORTH, 1, 6);
	gone(&f, 0, QUEEN_LANDED, 1);
	fix_ship(&f, 1, 3, 12, NORTH, 1, 6);
	fix_turn(&f, 1);
	play(&f, "speed 1, ahead");
	assert_int_equal(told(&f, "bumped"), 0);
	assert_int_equal(fate(&f, 1), QUEEN_LANDED);

	f = open_water(2);                      /* nor is its hex occupied for a target */
	fix_ship(&f, 2, 0, 12, NORTH, 1, 6);
	gone(&f, 2, QUEEN_AGROUND, 1);
	plays_to(&f, "speed 2, ahead, push N", 1, "0/12 SE 5 3");
}

/* One after the other */

RULE_TEST(push_follows_the_step, "Q146: the push follows the entering step at once")
{
	static const char *const other[] = { "speed 2", "left", "right", "ahead", "end", "face N" };
	struct fix f = bumped(4);
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		refused(&f, other[i], Q(146));
	to_move_is(&f, 0);
	legal_is(&f, "push N, push NE, push SE, push SW, push NW");
}

/* 11 is the dock of A1-1, where one passenger waits. */
static struct fix beside_the_dock(int speed)
{
	struct fix f = scene(river, 3, (const int[][4]){ { 1, 2, NORTH, 4 }, { 1, 7, NORTH, 1 }, { 0, 9, NORTH, 1 } });
	f.s.queen.ship[0].speed = (uint8_t)speed;
	return f;
}

RULE_TEST(push_is_finished_first, "Q147: placed, picked up, faced, then the pusher goes on")
{
	struct fix f = beside_the_dock(4);
	plays_to(&f, "speed 4, ahead, push NW", 1, "1/11 N 1 6");             /* placed, not yet faced, and the passenger is aboard */
	assert_int_equal(passengers(&f, 1), 1);
	assert_int_equal(f.s.queen.waiting[1], 0);
	assert_true(told_at(&f, "pushed") < told_at(&f, "boarded"));
	to_move_is(&f, 1);
	plays_to(&f, "face SW", 1, "1/11 SW 1 6");
	to_move_is(&f, 0);
	legal_is(&f, "left, right, ahead");
}

RULE_TEST(every_push_does_it_all, "Q148 A49: a further push of the same ship does it all again")
{
	struct fix f = beside_the_dock(4);
	plays_to(&f, "speed 4, ahead, push NW, face S, left, ahead, push NW", 1, "1/15 S 1 6");
	assert_int_equal(told(&f, "boarded"), 0);
	to_move_is(&f, 1);
	legal_is(&f, "face N, face NE, face SE, face S, face SW, face NW");
	plays_to(&f, "face NE, end", 1, "1/15 NE 1 6");
	assert_int_equal(passengers(&f, 1), 1);
	assert_int_equal(f.s.queen.ship[1].boarded, 1 << 1);

	f = beside_the_dock(4);                         /* pushed past 12 first: the pick-up comes with the second push */
	play(&f, "speed 4, ahead, push N, face N");
	assert_int_equal(passengers(&f, 1), 0);
	plays_to(&f, "ahead, push SW", 1, "1/11 N 1 6");
	assert_int_equal(passengers(&f, 1), 1);
}

static void trail_is_what_the_mover_used(const struct fix *f, int n, const int *cell)
{
	assert_int_equal(f->s.queen.trailed, n);
	for (int i = 0; i < n; i++)
		assert_int_equal(f->s.queen.trail[i], cell[i]);
}

/* From 2 by 7 and 12 to 11 on the start tile, the rival bumped on each. What was entered before the first push bars the third. */
RULE_TEST(trail_grows, "Q149: the trail is the hex at the beginning and every hex entered since")
{
	struct fix f = open_water(6);
	play(&f, "speed 6");
	trail_is_what_the_mover_used(&f, 1, (int[]){ 2 });
	play(&f, "ahead, push N, face N, ahead");
	trail_is_what_the_mover_used(&f, 3, (int[]){ 2, 7, 12 });
	refused(&f, "push S", Q(64));
	play(&f, "push SW, face N");                    /* onto 11, which touches 7 */
	ship_is(&f, 1, 0, 11, NORTH, 5, 3);
	play(&f, "left, left, ahead");                  /* after it: 11 lies between 12 and 7 */
	trail_is_what_the_mover_used(&f, 4, (int[]){ 2, 7, 12, 11 });
	refused(&f, "push NE", Q(64));
	refused(&f, "push SE", Q(65));
	refused(&f, "push SW", Q(63));
	legal_is(&f, "push N, push S, push NW");
}

/* From 6 onto 7 in one turn, from 7 onto 11 in the next: 6, which touches 11, was used last turn and not in this one. */
RULE_TEST(trail_ends_with_the_turn, "Q149: the trail ends with the turn")
{
	struct fix f = scene(river, 3, (const int[][4]){ { 0, 6, NORTHEAST, 1 }, { 0, 12, NORTH, 1 }, { 0, 9, NORTH, 1 } });
	play(&f, "speed 1, ahead, end");
	assert_int_equal(f.s.queen.trailed, 0);
	fix_ship(&f, 1, 0, 11, NORTH, 1, 6);
	fix_turn(&f, 0);
	play(&f, "speed 2, left, left, ahead");
	trail_is_what_the_mover_used(&f, 2, (int[]){ 7, 11 });
	refused(&f, "push SE", Q(64));
	plays_to(&f, "push S", 1, "0/6 N 1 6");
}

/* Round the triangle 7, 12, 13 and back to where the turn began. */
RULE_TEST(trail_does_not_bar_the_mover, "Q150: the trail does not bar the mover")
{
	struct fix f = fix_river(3, "", river);
	fix_ship(&f, 0, 0, 7, NORTH, 3, 6);
	plays_to(&f, "speed 3, ahead, right, right, ahead, right, right, ahead, end", 0, "0/7 SW 3 3");
}

/* Seat 1 has come from 13 to 7 in its own turn. The mover has entered 7 alone, so 13 is a target. */
RULE_TEST(hexes_of_others_are_no_trail, "Q150: hexes that only others left are no trail")
{
	struct fix f = scene(river, 3, (const int[][4]){ { 0, 2, NORTH, 4 }, { 0, 13, SOUTHWEST, 2 }, { 0, 8, NORTH, 1 } });
	fix_turn(&f, 1);
	play(&f, "speed 1, ahead, end");                        /* seat 1 leaves 13 for 7 */
	fix_turn(&f, 0);
	leaves(&f, "speed 4, ahead", "push N, push NE, push SW, push NW");      /* 8 is taken, 2 just left */
	plays_to(&f, "push NE", 1, "0/13 SW 1 6");
}
