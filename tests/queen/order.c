/* Who moves when: Q114 to Q124, Q160 and Q165, and the options facing, first_round and rounds. */
#include "positions.h"

/* The last ship of the round lies on tile 1 and makes a step there; what the others do to the order is then seen in the next. */
static const char tiles[] = "A0 A1-1 A2-1";
static const char step[] = "speed 1, ahead, end";

static struct fix last_on_tile_1(int players)
{
	struct fix f = fix_river(players, "", tiles);
	fix_ship(&f, players - 1, 1, 2, NORTH, 1, 6);
	last_turn(&f, players - 1);
	return f;
}

/* ---- Rounds ---- */

RULE_TEST(intro_goes_by_seats, "Q114: the introductory game goes by seats in every round")
{
	struct fix f = fix_river(3, "mode=intro", tiles);
	fix_ship(&f, 2, 1, 2, NORTH, 1, 6);     /* the last seat is a tile ahead */
	for (int turn = 0; turn < 6; turn++) {
		to_move_is(&f, turn % 3);
		play(&f, step);
	}
	to_move_is(&f, 0);
	order_is(&f, "0 1 2");
}

RULE_TEST(intro_skips_who_has_left, "Q114 Q124: and skips ships that are out or landed")
{
	struct fix f = at_platform(5, "mode=intro", "A1-1", MIDDLE_CUSP);
	fix_ships(&f, "2/9 N 1 6, 3/16 N 1 6");
	fix_ship(&f, 3, 2, 5, NORTH, 1, 6);
	fix_ship(&f, 4, 3, 17, NORTH, 1, 6);
	gone(&f, 1, QUEEN_LANDED, 1);
	gone(&f, 2, QUEEN_AGROUND, 1);
	gone(&f, 4, QUEEN_LANDED, 2);
	to_move_is(&f, 0);
	play(&f, step);
	to_move_is(&f, 3);
	play(&f, step);
	assert_int_equal(told(&f, "round"), 1);
	to_move_is(&f, 0);
	play(&f, step);
	to_move_is(&f, 3);
}

RULE_TEST(first_round_in_start_order, "Q115 Q116 A3: the passenger game begins in start order")
{
	struct fix f = fix_new(5, "");
	play(&f, "tile A3-1");
	order_is(&f, "0 1 2 3 4");
	for (int i = 0; i < 5; i++) {
		assert_int_equal(f.s.queen.round, 1);
		to_move_is(&f, i);
		play(&f, step);
	}
	assert_int_equal(f.s.queen.round, 2);
	assert_int_equal(told(&f, "round"), 1);
	order_is(&f, "1 0 2 3 4");      /* 14, 7 and 10 are level, then 8 and 6: from the right */
	to_move_is(&f, 1);
}

RULE_TEST(first_round_by_position, "Q115 A3: first_round=position takes the order rule at once, in the passenger game")
{
	struct fix f = fix_new(5, "first_round=position");
	play(&f, "tile A3-1");
	order_is(&f, "1 0 2 3 4");
	to_move_is(&f, 1);

	f = fix_new(5, "first_round=position mode=intro");
	play(&f, "tile A3-1");
	order_is(&f, "0 1 2 3 4");
	to_move_is(&f, 0);
}

RULE_TEST(facing_is_chosen_at_the_start, "Q10 A2: facing=free lets each owner choose, in order of the start spaces")
{
	struct fix f = fix_new(3, "facing=free");
	play(&f, "tile A3-1");
	for (int i = 0; i < 3; i++) {
		static const char *const choice[] = { "face SE", "face N", "face NW" };
		to_move_is(&f, i);
		legal_is(&f, "face N, face NE, face SE, face S, face SW, face NW");
		assert_int_equal(f.s.queen.round, 0);
		play(&f, choice[i]);
		assert_int_equal(told(&f, "faced"), 1);
		assert_int_equal(told_seat(&f, "faced"), i);
	}
	ship_is(&f, 0, 0, 2, SOUTHEAST, 1, 6);
	ship_is(&f, 1, 0, 9, NORTH, 1, 6);
	ship_is(&f, 2, 0, 5, NORTHWEST, 1, 6);
	assert_int_equal(f.s.queen.round, 1);
	to_move_is(&f, 0);

	f = fix_new(3, "facing=free first_round=position");     /* the facings still go by start spaces */
	play(&f, "tile A3-1");
	to_move_is(&f, 0);
	play(&f, "face N, face N, face N");
	to_move_is(&f, 1);

	f = fix_new(3, "facing=river");
	play(&f, "tile A3-1");
	assert_int_equal(f.s.queen.round, 1);
	assert_int_equal(f.s.queen.phase, QUEEN_SPEED);
}

RULE_TEST(later_rounds_by_position, "Q116: later rounds go by position")
{
	struct fix f = last_on_tile_1(3);
	fix_ships(&f, "0/2 N 1 6, 0/12 N 1 6");
	play(&f, step);
	assert_int_equal(f.s.queen.round, 3);
	order_is(&f, "2 1 0");
	to_move_is(&f, 2);
	play(&f, step);
	to_move_is(&f, 1);
	play(&f, step);
	to_move_is(&f, 0);
}

RULE_TEST(round_is_one_pass, "Q165 Q139: a round is one pass, and the cap counts complete ones")
{
	struct fix f = fix_river(3, "rounds=3", tiles);
	for (int turn = 0; turn < 6; turn++) {
		assert_int_equal(f.s.queen.round, 2 + turn / 3);
		assert_int_equal(f.g->to_move(f.box, &f.s), f.s.queen.order[turn % 3]);
		play(&f, step);
		assert_int_equal(told(&f, "round"), turn == 2);
	}
	to_move_is(&f, OVER);           /* the third round is complete */
	assert_int_equal(ending(&f), QUEEN_BY_CAP);
}

RULE_TEST(one_round_and_no_more, "Q165: rounds=1 is one pass")
{
	struct fix f = fix_new(3, "rounds=1");
	play(&f, "tile A3-1");
	play(&f, step);
	play(&f, step);
	to_move_is(&f, 2);
	play(&f, step);
	to_move_is(&f, OVER);

	f = fix_new(3, "rounds=2");
	play(&f, "tile A3-1");
	for (int turn = 0; turn < 3; turn++)
		play(&f, step);
	assert_int_equal(f.s.queen.round, 2);
	to_move_is(&f, 1);
}

RULE_TEST(rounds_end_at_a_hundred, "Q165 A33: the cap is 100 unless chosen, 1 to 250")
{
	char wrong[MAX_TEXT];
	struct fix f = fix_river(3, "", tiles);
	uint8_t o[MAX_OPTIONS];
	f.s.queen.round = 99;
	f.s.queen.turn = 99 * 3;
	last_turn(&f, 2);
	play(&f, step);
	assert_int_equal(f.s.queen.round, 100);
	last_turn(&f, 2);
	play(&f, step);
	to_move_is(&f, OVER);

	game_presets(f.g, o);
	assert_int_equal(o[QUEEN_ROUNDS], 100);
	assert_true(game_set_option(f.g, o, "rounds", "250", wrong));
	assert_false(game_set_option(f.g, o, "rounds", "251", wrong));
	assert_false(game_set_option(f.g, o, "rounds", "0", wrong));
	assert_int_equal(o[QUEEN_ROUNDS], 250);
}

/* ---- The order rule ---- */

RULE_TEST(later_tile_first, "Q117: the later tile goes first")
{
	struct fix f = last_on_tile_1(3);       /* the ear of tile 1 against the foremost cell of tile 0 */
	fix_ships(&f, "0/17 N 6 6, 1/4 N 1 0");
	play(&f, step);
	order_is(&f, "2 1 0");
}

/* All pairs of cells of the start tile, against -(q + 2r) and q. */
RULE_TEST(further_down_the_tile_first, "Q118 Q121 A5: on one tile whoever is further down, then further right")
{
	for (int a = 0; a < QUEEN_CELLS; a++)
		for (int b = 0; b < QUEEN_CELLS; b++) {
			if (a == b || a == 0 || a == 4 || b == 0 || b == 4)
				continue;
			struct fix f = last_on_tile_1(3);
			int pa = -(cell_q(a) + 2 * cell_r(a)), pb = -(cell_q(b) + 2 * cell_r(b));
			bool a_leads = pa > pb || (pa == pb && cell_q(a) > cell_q(b));
			fix_ship(&f, 0, 0, a, NORTH, 2, 5);
			fix_ship(&f, 1, 0, b, NORTH, 2, 5);
			play(&f, step);
			order_is(&f, a_leads ? "2 0 1" : "2 1 0");
		}
}

/* Ships 0 and 1 on the start tile. */
static void pair_is_ordered(int cell_0, int speed_0, int coal_0, int cell_1, int speed_1, int coal_1, const char *order)
{
	struct fix f = last_on_tile_1(3);
	fix_ship(&f, 0, 0, cell_0, NORTH, speed_0, coal_0);
	fix_ship(&f, 1, 0, cell_1, NORTH, speed_1, coal_1);
	play(&f, step);
	order_is(&f, order);
}

RULE_TEST(position_outweighs_the_rest, "Q118: position outweighs speed and coal")
{
	pair_is_ordered(11, 1, 0, 7, 6, 6, "2 0 1");
	pair_is_ordered(7, 6, 6, 11, 1, 0, "2 1 0");
}

RULE_TEST(higher_speed_first, "Q119 A6: level ships: the faster first")
{
	pair_is_ordered(10, 3, 0, 14, 2, 6, "2 0 1");   /* level; slower, but with coal and on the right */
	pair_is_ordered(10, 2, 6, 14, 3, 0, "2 1 0");
	pair_is_ordered(14, 2, 6, 10, 3, 0, "2 1 0");
}

RULE_TEST(higher_coal_first, "Q120 A6: as fast: more coal first")
{
	pair_is_ordered(10, 2, 5, 14, 2, 4, "2 0 1");
	pair_is_ordered(14, 2, 4, 10, 2, 5, "2 1 0");
	pair_is_ordered(10, 2, 4, 14, 2, 5, "2 1 0");
}

RULE_TEST(further_right_first, "Q121 A6: all equal: further right first")
{
	pair_is_ordered(10, 2, 5, 14, 2, 5, "2 1 0");
	pair_is_ordered(14, 2, 5, 10, 2, 5, "2 0 1");
	pair_is_ordered(7, 2, 5, 14, 2, 5, "2 1 0");
	pair_is_ordered(7, 2, 5, 10, 2, 5, "2 0 1");
}

/* On tile 4, which heads S, downstream is S and right is W. */
RULE_TEST(right_is_that_of_the_tile, "Q121 Q118: down and right are those of the tile")
{
	struct fix f = fix_river(4, "", "A0 A1-1 >A1-2 >A2-1 >A2-2 A2-3");
	assert_int_equal(f.s.queen.heading[4], SOUTH);
	fix_ships(&f, "4/15 N 1 6, 4/19 N 1 6, 4/16 N 1 6, 3/2 SE 1 6");
	fix_removed(&f, 3);
	last_turn(&f, 3);
	play(&f, step);
	ship_is(&f, 3, 3, 7, SOUTHEAST, 1, 6);
	order_is(&f, "2 1 0 3");
}

RULE_TEST(facing_is_irrelevant, "Q122: facing is irrelevant")
{
	for (int heading = 0; heading < QUEEN_SIDES; heading++)
		for (int other = 0; other < QUEEN_SIDES; other++) {
			struct fix f = last_on_tile_1(3);
			fix_ship(&f, 0, 0, 10, heading, 2, 5);
			fix_ship(&f, 1, 0, 14, other, 2, 5);
			play(&f, step);
			order_is(&f, "2 1 0");
		}
}

RULE_TEST(order_is_frozen, "Q123 A4: overtaking does not change the order of the round")
{
	struct fix f = fix_river(3, "", tiles);
	fix_ships(&f, "0/7 N 4 6, 0/1 N 1 6, 0/14 N 1 6");
	plays_to(&f, "speed 4, ahead, ahead, ahead, ahead, end", 0, "1/7 N 4 6");
	to_move_is(&f, 1);              /* the last of all, and still before ship 2 */
	play(&f, step);
	to_move_is(&f, 2);
	play(&f, step);
	order_is(&f, "0 2 1");
}

RULE_TEST(pushes_do_not_change_it, "Q123 A4: nor do pushes")
{
	struct fix f = fix_river(3, "", "A0 A1-1 A2-1");
	fix_ship(&f, 0, 0, 12, NORTH, 2, 6);
	fix_ship(&f, 2, 0, 17, NORTH, 1, 6);
	plays_to(&f, "speed 2, ahead, push N, face N, end", 2, "1/2 N 1 6");
	to_move_is(&f, 1);
	order_is(&f, "0 1 2");
}

RULE_TEST(ship_that_has_left_is_skipped, "Q124: a ship that has left the race is skipped")
{
	static const int fates[] = { QUEEN_LANDED, QUEEN_AGROUND, QUEEN_STRAGGLER };
	for (int i = 0; i < 3; i++) {
		struct fix f = at_platform(4, "stragglers=out", "A1-1", MIDDLE_CUSP);
		fix_ships(&f, "10/9 N 1 6, 11/17 N 1 6");
		fix_ship(&f, 3, 10, 5, NORTH, 1, 6);
		gone(&f, 1, fates[i], 1);
		if (fates[i] == QUEEN_LANDED)
			fix_boarded(&f, 1, 1 << 1 | 1 << 2);
		play(&f, step);
		to_move_is(&f, 2);
		play(&f, step);
		to_move_is(&f, 3);
		play(&f, step);
		assert_int_equal(told(&f, "round"), 1);
		for (int turn = 0; turn < 3; turn++)
			assert_int_not_equal(f.s.queen.order[turn], 1);
	}
}

RULE_TEST(order_uses_what_the_round_left, "Q160: the order uses places, speeds and coal after the last move of the round")
{
	struct fix f = fix_river(3, "", tiles);         /* the last ship overtakes with the last move of the round */
	fix_ships(&f, "0/8 N 1 6, 0/10 N 1 6, 0/7 N 2 6");
	last_turn(&f, 2);
	play(&f, "speed 2, ahead, ahead, end");
	order_is(&f, "2 1 0");

	f = fix_river(3, "", tiles);                    /* it ends level, and the coal it has just burnt is gone */
	fix_ships(&f, "0/8 N 1 6, 0/10 N 1 6, 0/9 N 3 6");
	last_turn(&f, 2);
	play(&f, step);
	ship_is(&f, 2, 0, 14, NORTH, 1, 5);
	order_is(&f, "1 2 0");

	f = fix_river(3, "", tiles);                    /* the speed it has just set counts */
	fix_ships(&f, "0/8 N 1 6, 0/14 N 1 6, 0/5 NE 1 6");
	last_turn(&f, 2);
	plays_to(&f, "speed 2, ahead, ahead, end", 2, "0/7 NE 2 6");
	order_is(&f, "2 1 0");
}
