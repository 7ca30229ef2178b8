/* Collecting passengers: Q101 to Q113, Q158 and Q159. */
#include "positions.h"

/* Tile 1 is A1-1: a brown station on cell 6, its boarding platform on cell 11; tiles 2 and 3 have red stations. */
static const char tiles[] = "A0 A1-1 A2-1 A2-2 A3-1";
enum { HERE = 1 << 1, NEXT = 1 << 2, AFTER = 1 << 3 };

/* The first ship lies on tile 1, the others on the start tile. */
static struct fix station(int players, int cell, int heading, int speed)
{
	struct fix f = fix_river(players, "", tiles);
	fix_ship(&f, 0, 1, cell, heading, speed, 6);
	return f;
}

/* The first ship can push the second from cell 7 to the boarding platform, which is NW of it. */
static struct fix push_to_dock(int players, int speed_of_pushed)
{
	struct fix f = station(players, 2, NORTH, 2);
	fix_ship(&f, 1, 1, 7, SOUTH, speed_of_pushed, 6);
	return f;
}

static void boarded_is(const struct fix *f, int seat, unsigned boarded, int waiting)
{
	assert_int_equal(f->s.queen.ship[seat].boarded, boarded);
	assert_int_equal(f->s.queen.waiting[1], waiting);
}

RULE_TEST(stop_at_speed_1_takes_one, "Q101: a ship that moves onto a boarding platform with speed 1 takes one")
{
	struct fix f = station(3, 10, NORTHEAST, 1);
	play(&f, "speed 1");
	boarded_is(&f, 0, 0, 1);
	plays_to(&f, "ahead", 0, "1/11 NE 1 6");
	boarded_is(&f, 0, HERE, 0);
	assert_int_equal(told(&f, "boarded"), 1);
	assert_int_equal(told_seat(&f, "boarded"), 0);
	play(&f, "end");
	boarded_is(&f, 0, HERE, 0);
	assert_int_equal(told(&f, "boarded"), 0);
}

RULE_TEST(braking_to_speed_1_counts, "Q101: so does one that has slowed down to 1 in this turn")
{
	struct fix f = station(3, 10, NORTHEAST, 3);
	plays_to(&f, "speed 1, ahead", 0, "1/11 NE 1 5");
	boarded_is(&f, 0, HERE, 0);
}

RULE_TEST(no_station_no_passenger, "Q101: other water gives none")
{
	struct fix f = station(3, 7, NORTHEAST, 1);
	plays_to(&f, "speed 1, ahead, end", 0, "1/13 NE 1 6");
	boarded_is(&f, 0, 0, 1);
}

RULE_TEST(speed_2_takes_none, "Q102: a ship with speed 2 takes none")
{
	struct fix f = station(3, 18, SOUTHWEST, 2);
	plays_to(&f, "speed 2, ahead, ahead", 0, "1/11 SW 2 6");
	boarded_is(&f, 0, 0, 1);
	play(&f, "end");
	boarded_is(&f, 0, 0, 1);
}

/* Whoever stops too fast where somebody waits is told so; who cannot take one anyway, or only passes, is not. */
RULE_TEST(too_fast_is_told_at_the_end, "Q102: who stops too fast at a pier is told so")
{
	struct fix f = station(3, 18, SOUTHWEST, 2);
	play(&f, "speed 2, ahead, ahead");
	assert_int_equal(told(&f, "too_fast"), 0);
	play(&f, "end");
	assert_int_equal(told(&f, "too_fast"), 1);
	assert_int_equal(told_seat(&f, "too_fast"), 0);
	f = station(3, 18, SOUTHWEST, 2);
	fix_boarded(&f, 0, NEXT | AFTER);
	f.s.queen.waiting[2]--;
	f.s.queen.waiting[3]--;
	play(&f, "speed 2, ahead, ahead, end");
	assert_int_equal(told(&f, "too_fast"), 0);
	f = station(3, 10, NORTHEAST, 1);
	play(&f, "speed 1, ahead, end");
	assert_int_equal(told(&f, "too_fast"), 0);
}

/* A plan says so before it is sailed: all those that stop at the pier at more than speed 1, and no other. */
RULE_TEST(too_fast_is_seen_in_plans, "Q102: a plan that stops too fast at a pier says so")
{
	static struct plan all[MAX_PLANS];
	struct fix f = station(3, 18, SOUTHWEST, 2);
	int n = f.g->plans(f.box, &f.s, all, MAX_PLANS), missed = 0;

	assert_in_range(n, 1, MAX_PLANS);
	for (int i = 0; i < n; i++) {
		const struct queen_outcome *o = &all[i].queen;
		const bool pier = !o->landed && f.box->queen.tile[f.s.queen.tile[o->tile]].dock == o->cell && f.s.queen.waiting[o->tile] > 0;
		assert_int_equal(o->missed, pier && o->speed > 1);
		missed += o->missed;
	}
	assert_true(missed > 0);
}

RULE_TEST(one_step_of_two_points_takes_none, "Q102: not even if a push left it only one step")
{
	struct fix f = station(3, 10, NORTHEAST, 2);
	fix_ship(&f, 1, 1, 11, NORTH, 2, 6);
	plays_to(&f, "speed 2, ahead, push N, face N, end", 0, "1/11 NE 2 6");
	ship_is(&f, 1, 1, 16, NORTH, 2, 6);
	boarded_is(&f, 0, 0, 1);
	boarded_is(&f, 1, 0, 1);
}

RULE_TEST(one_per_stop, "Q103: one per stop, although two wait")
{
	for (int players = 4; players <= 5; players++) {
		struct fix f = station(players, 10, NORTHEAST, 1);
		boarded_is(&f, 0, 0, 2);
		play(&f, "speed 1, ahead, end");
		boarded_is(&f, 0, HERE, 1);
		assert_int_equal(passengers(&f, 0), 1);
	}
}

RULE_TEST(never_a_third, "Q104: never a third")
{
	struct fix f = station(3, 10, NORTHEAST, 1);
	aboard(&f, 0, NEXT | AFTER);
	play(&f, "speed 1, ahead, end");
	boarded_is(&f, 0, NEXT | AFTER, 1);

	f = station(3, 10, NORTHEAST, 1);       /* with one aboard there is room */
	aboard(&f, 0, NEXT);
	play(&f, "speed 1, ahead, end");
	boarded_is(&f, 0, HERE | NEXT, 0);
}

RULE_TEST(never_twice_from_one_island, "Q105 A39: never twice from one island")
{
	struct fix f = station(4, 10, NORTHEAST, 1);
	aboard(&f, 0, HERE);
	boarded_is(&f, 0, HERE, 1);
	play(&f, "speed 1, ahead, end");
	boarded_is(&f, 0, HERE, 1);

	f = station(4, 10, NORTHEAST, 1);       /* what another ship took there does not matter */
	aboard(&f, 1, HERE);
	play(&f, "speed 1, ahead, end");
	boarded_is(&f, 0, HERE, 0);
}

RULE_TEST(empty_station_gives_none, "Q106: an empty station gives none")
{
	struct fix f = station(3, 10, NORTHEAST, 1);
	aboard(&f, 1, HERE);
	boarded_is(&f, 0, 0, 0);
	play(&f, "speed 1, ahead, end");
	boarded_is(&f, 0, 0, 0);
}

RULE_TEST(station_count_drops_by_one, "Q107: the station has one less, and no other station has")
{
	struct fix f = station(5, 10, NORTHEAST, 1);
	uint8_t before[QUEEN_TILES];
	memcpy(before, f.s.queen.waiting, sizeof before);
	play(&f, "speed 1, ahead");
	before[1]--;
	assert_memory_equal(f.s.queen.waiting, before, sizeof before);
}

RULE_TEST(pushed_to_dock_takes_one, "Q108 A21 A22: a ship pushed to a boarding platform at speed 1 takes one at once")
{
	struct fix f = push_to_dock(3, 1);
	play(&f, "speed 2, ahead");
	boarded_is(&f, 1, 0, 1);
	play(&f, "push NW");
	assert_int_equal(told(&f, "boarded"), 1);
	assert_int_equal(told_seat(&f, "boarded"), 1);
	boarded_is(&f, 1, HERE, 0);     /* before it is faced */
	boarded_is(&f, 0, 0, 0);
	play(&f, "face N, end");
	boarded_is(&f, 1, HERE, 0);
}

RULE_TEST(pushed_elsewhere_takes_none, "Q108: one pushed elsewhere takes none")
{
	struct fix f = push_to_dock(3, 1);
	play(&f, "speed 2, ahead, push N");
	assert_int_equal(told(&f, "boarded"), 0);
	boarded_is(&f, 1, 0, 1);
}

RULE_TEST(pushed_has_the_same_limits, "Q108 Q103 Q104 Q105 Q106: and it has the same limits")
{
	struct fix f = push_to_dock(3, 1);      /* two aboard */
	aboard(&f, 1, NEXT | AFTER);
	play(&f, "speed 2, ahead, push NW");
	boarded_is(&f, 1, NEXT | AFTER, 1);

	f = push_to_dock(4, 1);                 /* one from here */
	aboard(&f, 1, HERE);
	play(&f, "speed 2, ahead, push NW");
	boarded_is(&f, 1, HERE, 1);

	f = push_to_dock(3, 1);                 /* nobody left */
	aboard(&f, 2, HERE);
	play(&f, "speed 2, ahead, push NW");
	boarded_is(&f, 1, 0, 0);

	f = push_to_dock(4, 1);                 /* one of two */
	play(&f, "speed 2, ahead, push NW");
	boarded_is(&f, 1, HERE, 1);
}

RULE_TEST(pushed_at_other_speeds_takes_none, "Q109: a ship pushed there at another speed takes none")
{
	for (int speed = 2; speed <= 6; speed++) {
		struct fix f = push_to_dock(3, speed);
		play(&f, "speed 2, ahead, push NW");
		ship_is(&f, 1, 1, 11, SOUTH, speed, 6);
		assert_int_equal(told(&f, "boarded"), 0);
		boarded_is(&f, 1, 0, 1);
		play(&f, "face N, end");
		boarded_is(&f, 1, 0, 1);
	}
}

RULE_TEST(pushed_twice_keeps_what_it_took, "Q108 A48: a ship pushed on from there keeps what it took")
{
	struct fix f = station(3, 2, NORTH, 4);
	fix_ship(&f, 1, 1, 7, SOUTH, 1, 6);
	play(&f, "speed 4, ahead, push NW, face N");
	boarded_is(&f, 1, HERE, 0);
	plays_to(&f, "left, ahead, push N, face S, end", 1, "1/16 S 1 6");
	boarded_is(&f, 1, HERE, 0);
}

RULE_TEST(passing_over_takes_none, "Q110: passing over takes none")
{
	struct fix f = station(3, 10, NORTHEAST, 2);
	plays_to(&f, "speed 2, ahead", 0, "1/11 NE 2 6");
	boarded_is(&f, 0, 0, 1);
	plays_to(&f, "ahead, end", 0, "1/12 NE 2 6");
	boarded_is(&f, 0, 0, 1);
}

RULE_TEST(standing_there_gives_nothing, "Q111: standing there gives nothing in the next turn")
{
	struct fix f = station(3, 11, NORTH, 2);
	play(&f, "speed 1");
	boarded_is(&f, 0, 0, 1);
	refused(&f, "end", Q(29));      /* the ship must move */
	play(&f, "left");
	boarded_is(&f, 0, 0, 1);
	plays_to(&f, "ahead, end", 0, "1/15 NW 1 6");
	boarded_is(&f, 0, 0, 1);
}

RULE_TEST(facing_is_irrelevant, "Q112: which way the ship faces is irrelevant")
{
	static const struct { int cell, heading; } from[] = {
		{ 16, SOUTH }, { 12, SOUTHWEST }, { 7, NORTHWEST }, { 10, NORTHEAST }, { 15, SOUTHEAST },
	};
	for (int i = 0; i < 5; i++) {
		struct fix f = station(3, from[i].cell, from[i].heading, 1);
		play(&f, "speed 1, ahead");
		ship_is(&f, 0, 1, 11, from[i].heading, 1, 6);
		boarded_is(&f, 0, HERE, 0);
	}
	for (int heading = 0; heading < QUEEN_SIDES; heading++) {
		struct fix f = push_to_dock(3, 1);
		fix_ship(&f, 1, 1, 7, heading, 1, 6);
		play(&f, "speed 2, ahead, push NW");
		boarded_is(&f, 1, HERE, 0);
	}
}

RULE_TEST(lost_with_the_tile, "Q113 A38: passengers of a removed tile are lost")
{
	struct fix f = station(3, 17, NORTH, 1);
	fix_ship(&f, 1, 2, 9, NORTH, 1, 6);
	fix_ship(&f, 2, 2, 14, NORTH, 1, 6);
	fix_removed(&f, 1);
	boarded_is(&f, 0, 0, 1);
	play(&f, "speed 1, ahead, end");
	assert_int_equal(f.s.queen.first, 2);
	boarded_is(&f, 0, 0, 0);                /* out of play, not aboard */
	boarded_is(&f, 1, 0, 0);
	boarded_is(&f, 2, 0, 0);
}

RULE_TEST(ship_may_turn_after_boarding, "Q158: a ship boards with its step and may still turn")
{
	struct fix f = station(3, 10, NORTHEAST, 1);
	play(&f, "speed 1, ahead");
	boarded_is(&f, 0, HERE, 0);
	legal_is(&f, "left, right, end");
	plays_to(&f, "left, end", 0, "1/11 N 1 6");
	boarded_is(&f, 0, HERE, 0);
	to_move_is(&f, 1);
}

/* ---- A boarding platform that is an entry hex (A47): A1-3 cell 10 with the platform left, A2-2 cell 14 with it right ---- */

static void boards_then_lands(const char *last, int cusp, int from, int dock)
{
	for (int had = 0; had <= 2; had++) {
		struct fix f = at_platform(3, "", last, cusp);
		fix_ship(&f, 0, 11, from, NORTH, 1, 6);
		aboard(&f, 0, had == 2 ? NEXT | AFTER : had == 1 ? NEXT : 0);
		play(&f, "speed 1, ahead");
		assert_int_equal(told(&f, "boarded"), had < 2);
		assert_int_equal(told(&f, "landed"), had > 0);
		assert_int_equal(f.s.queen.waiting[11], had == 2);
		if (had == 0) {
			ship_is(&f, 0, 11, dock, NORTH, 1, 6);
			assert_int_equal(fate(&f, 0), QUEEN_RACING);
			play(&f, "end");
		}
		if (had == 1)
			assert_true(told_at(&f, "boarded") < told_at(&f, "landed"));
		assert_int_equal(fate(&f, 0), had > 0 ? QUEEN_LANDED : QUEEN_RACING);
		to_move_is(&f, 1);
	}
}

RULE_TEST(second_passenger_lands_the_ship, "Q159 A47: on an entry hex the second passenger lands the ship")
{
	boards_then_lands("A1-3", LEFT_CUSP, 5, 10);
	boards_then_lands("A2-2", RIGHT_CUSP, 9, 14);
}

RULE_TEST(pushed_there_only_boards, "Q159 Q130 A47: a ship pushed there only boards")
{
	struct fix f = at_platform(3, "", "A1-3", LEFT_CUSP);
	fix_ships(&f, "11/0 N 2 6, 11/5 N 1 6");
	aboard(&f, 1, NEXT);
	play(&f, "speed 2, ahead, push N");
	assert_int_equal(told(&f, "boarded"), 1);
	assert_int_equal(told(&f, "landed"), 0);
	assert_int_equal(passengers(&f, 1), 2);
	plays_to(&f, "face N, end", 1, "11/10 N 1 6");
	assert_int_equal(fate(&f, 1), QUEEN_RACING);
	to_move_is(&f, 1);
}
