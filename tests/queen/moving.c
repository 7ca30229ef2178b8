/* Moving (Q26-Q38), turning (Q39-Q48) and no way out (Q49-Q56, Q151, Q166). */
#include "core/codec.h"
#include "play/session.h"
#include "positions.h"

static const char *const river = "A0 A1-1 A2-1";

/* All twelve tiles in a line, A1-1 the last: its column 2, 7, 12, 17 is water, and so are 15, 16, 18 and 19. */
static const char *const whole_river = "A0 A3-1 A3-2 A3-3 A1-2 A1-3 A1-4 A2-1 A2-2 A2-3 A2-4 A1-1";

/* Seat 0 as told; the two others lie out of the way at the rear of the start tile. */
static struct fix alone_on(const char *tiles, int tile, int cell, int heading, int speed, int coal)
{
	struct fix f = fix_river(3, "", tiles);
	fix_ship(&f, 0, tile, cell, heading, speed, coal);
	fix_ship(&f, 1, 0, 3, NORTH, 1, 6);
	fix_ship(&f, 2, 0, 1, NORTH, 1, 6);
	return f;
}

static struct fix alone(int tile, int cell, int heading, int speed, int coal)
{
	return alone_on(river, tile, cell, heading, speed, coal);
}

/* Moving */

RULE_TEST(step_goes_where_the_bow_points, "Q26: a step goes to the hex before the bow")
{
	static const int ahead_of_7[] = { 12, 13, 8, 2, 6, 11 };
	for (int heading = 0; heading < 6; heading++) {
		struct fix f = alone(0, 7, heading, 1, 6);
		play(&f, "speed 1, ahead");
		ship_is(&f, 0, 0, ahead_of_7[heading], heading, 1, 6);
	}
}

/* On a tile that heads NE the same headings lead to other cells. */
RULE_TEST(headings_are_global, "Q26: headings are the same on a tile that is turned")
{
	static const int way[][2] = { { NORTH, 11 }, { NORTHEAST, 12 }, { SOUTHEAST, 13 }, { SOUTHWEST, 2 } };
	for (int i = 0; i < 4; i++) {
		struct fix f = alone_on("A0 A2-1 >A1-1 A2-3", 2, 7, way[i][0], 1, 6);
		play(&f, "speed 1, ahead");
		ship_is(&f, 0, 2, way[i][1], way[i][0], 1, 6);
	}
}

RULE_TEST(only_step_is_ahead, "Q27: no step astern or sideways")
{
	struct fix f = alone(0, 7, NORTH, 1, 6);
	leaves(&f, "speed 1", "left, right, ahead");
	plays_to(&f, "ahead", 0, "0/12 N 1 6");

	f = alone(1, 11, SOUTH, 1, 6);          /* land before the bow, water astern and on both sides */
	leaves(&f, "speed 1", "left, right");
}

RULE_TEST(points_equal_speed, "Q28: as many points as speed")
{
	static const char *const set[] = { "speed 1", "speed 2", "speed 3", "speed 4", "speed 5", "speed 6" };
	static const int tile[] = { 0, 0, 0, 1, 1, 1 }, cell[] = { 7, 12, 17, 2, 7, 12 }, coal[] = { 6, 6, 5, 4, 3, 2 };
	for (int v = 1; v <= 6; v++) {
		struct fix f = alone(0, 2, NORTH, 1, 6);
		play(&f, set[v - 1]);
		for (int i = 0; i < v; i++)
			play(&f, "ahead");
		ship_is(&f, 0, tile[v - 1], cell[v - 1], NORTH, v, coal[v - 1]);
		refused(&f, "ahead", Q(28));
		legal_is(&f, "left, right, end");
	}
}

RULE_TEST(all_points_are_used, "Q29 A11: all points must be used")
{
	struct fix f = alone(0, 7, NORTH, 1, 6);
	play(&f, "speed 2");
	refused(&f, "end", Q(29));
	play(&f, "ahead");
	refused(&f, "end", Q(29));
	play(&f, "left, right");
	refused(&f, "end", Q(29));
	play(&f, "ahead, end");
	to_move_is(&f, 1);
}

RULE_TEST(step_costs_a_point, "Q30: a step costs one point, a turn none")
{
	struct fix f = alone(0, 7, NORTH, 3, 6);
	play(&f, "speed 3");
	for (int points = 3; points > 0; points--) {
		assert_int_equal(f.s.queen.points, points);
		play(&f, "left, right");
		assert_int_equal(f.s.queen.points, points);
		play(&f, "ahead");
		assert_int_equal(f.s.queen.points, points - 1);
	}
}

/* One step from every hex of a tile in every direction: onto water it goes, onto land it does not. */
static void shores_of(const char *id, const int *land)
{
	bool start = strcmp(id, "A0") == 0, is_land[20] = { false };
	char tiles[64];
	struct fix f, at;
	for (; *land >= 0; land++)
		is_land[*land] = true;
	snprintf(tiles, sizeof tiles, "A0 %s %s", start ? "A1-1" : id, strcmp(id, "A3-3") == 0 ? "A3-2" : "A3-3");
	f = fix_river(3, "", tiles);
	if (start)
		for (int i = 1; i < 3; i++)
			fix_ship(&f, i, 1, i, NORTH, 1, 6);
	for (int cell = 0; cell < 20; cell++)
		for (int way = 0; way < 6; way++) {
			int to = beside(cell, way);
			if (is_land[cell] || to < 0)
				continue;
			at = f;
			fix_ship(&at, 0, start ? 0 : 1, cell, way, 1, 6);
			play(&at, "speed 1");
			if (is_land[to]) {
				refused(&at, "ahead", Q(31));
			} else {
				play(&at, "ahead");
				ship_is(&at, 0, start ? 0 : 1, to, way, 1, 6);
			}
		}
}

RULE_TEST(no_step_onto_land, "Q31: a step onto land is refused, on every tile")
{
	shores_of("A0",   (int[]){ 0, 4, -1 });
	shores_of("A1-1", (int[]){ 5, 6, 8, -1 });
	shores_of("A1-2", (int[]){ 0, 4, 11, 12, 13, -1 });
	shores_of("A1-3", (int[]){ 4, 7, 11, 12, -1 });
	shores_of("A1-4", (int[]){ 0, 4, 7, 8, 12, -1 });
	shores_of("A2-1", (int[]){ 0, 4, 8, 11, -1 });
	shores_of("A2-2", (int[]){ 0, 8, 12, -1 });
	shores_of("A2-3", (int[]){ 0, 4, 7, 8, -1 });
	shores_of("A2-4", (int[]){ 0, 8, 11, 12, -1 });
	shores_of("A3-1", (int[]){ 4, 5, 7, 9, 10, -1 });
	shores_of("A3-2", (int[]){ 1, 2, 3, 13, -1 });
	shores_of("A3-3", (int[]){ 4, 6, 8, 11, 18, -1 });
}

RULE_TEST(no_step_off_the_river, "Q32 A12: a step off the river is refused")
{
	static const int edge[][3] = {  /* tile, cell, heading */
		{ 0, 10, SOUTHWEST }, { 0, 10, NORTHWEST }, { 0, 15, NORTHWEST }, { 0, 14, NORTHEAST }, { 0, 14, SOUTHEAST }, { 0, 19, NORTHEAST },
		{ 0, 2, SOUTH }, { 0, 1, SOUTH }, { 0, 3, SOUTH }, { 0, 1, SOUTHEAST },
		{ 1, 0, SOUTHWEST }, { 1, 4, SOUTHEAST }, { 1, 10, NORTHWEST }, { 1, 14, SOUTHEAST },
	};
	for (size_t i = 0; i < sizeof edge / sizeof *edge; i++) {
		struct fix f = fix_river(3, "", river);
		fix_ship(&f, 0, edge[i][0], edge[i][1], edge[i][2], 1, 6);
		fix_ship(&f, 1, 0, 7, NORTH, 1, 6);
		fix_ship(&f, 2, 0, 12, NORTH, 1, 6);
		play(&f, "speed 1");
		refused(&f, "ahead", Q(32));
	}
}

RULE_TEST(no_step_onto_a_removed_tile, "Q33 A13: a step onto a removed tile is refused")
{
	struct fix f = fix_river(3, "", river);
	for (int i = 0; i < 3; i++)
		fix_ship(&f, i, 1, (int[]){ 2, 12, 17 }[i], SOUTH, 1, 6);
	struct fix gone = f;
	plays_to(&f, "speed 1, ahead", 0, "0/17 S 1 6");
	fix_removed(&gone, 1);
	play(&gone, "speed 1");
	refused(&gone, "ahead", Q(33));
}

/* The river A0 A1-1 with a full pile: a tile joined straight ahead later would hold the hex before the bow. */
RULE_TEST(no_step_beyond_the_newest_tile, "Q34 A12: a step beyond the newest tile is refused")
{
	struct fix f = alone_on("A0 A1-1", 0, 17, NORTH, 4, 6);
	plays_to(&f, "speed 5, ahead, ahead, ahead, ahead", 0, "1/17 N 5 6");
	refused(&f, "ahead", Q(34));
	legal_is(&f, "left, right");

	f = alone(1, 17, NORTH, 1, 6);          /* with the next tile laid the same step is allowed */
	plays_to(&f, "speed 1, ahead", 0, "2/2 N 1 6");
}

/* Hex left, side of it, hex entered: both tiles as if the first headed north. */
static const int crossing[3][9][3] = {
	[LEFT_CUSP] = {
		{ 5, NORTHWEST, 0 }, { 10, SOUTHWEST, 0 }, { 10, NORTHWEST, 1 }, { 15, SOUTHWEST, 1 }, { 15, NORTHWEST, 2 },
		{ 15, NORTH, 3 }, { 16, NORTHWEST, 3 }, { 16, NORTH, 4 }, { 17, NORTHWEST, 4 },
	},
	[MIDDLE_CUSP] = {
		{ 15, NORTH, 0 }, { 16, NORTHWEST, 0 }, { 16, NORTH, 1 }, { 17, NORTHWEST, 1 }, { 17, NORTH, 2 },
		{ 17, NORTHEAST, 3 }, { 18, NORTH, 3 }, { 18, NORTHEAST, 4 }, { 19, NORTH, 4 },
	},
	[RIGHT_CUSP] = {
		{ 17, NORTHEAST, 0 }, { 18, NORTH, 0 }, { 18, NORTHEAST, 1 }, { 19, NORTH, 1 }, { 19, NORTHEAST, 2 },
		{ 19, SOUTHEAST, 3 }, { 14, NORTHEAST, 3 }, { 14, SOUTHEAST, 4 }, { 9, NORTHEAST, 4 },
	},
};

/* Where one step leads, as 20 * tile + cell; -1: nowhere. */
static int step_from(const struct fix *river_of, int tile, int cell, int heading)
{
	struct fix f = *river_of;
	fix_ship(&f, 0, tile, cell, heading, 1, 6);
	play(&f, "speed 1");
	if (!is_legal(&f, "ahead"))
		return -1;
	play(&f, "ahead");
	return 20 * f.s.queen.ship[0].tile + f.s.queen.ship[0].cell;
}

RULE_TEST(nine_edges_between_tiles, "Q35 A13: nine edges between a tile and the next, both ways")
{
	static const char *const tiles[] = { "A0 A2-1 <A1-1 A2-3", "A0 A2-1 A1-1 A2-3", "A0 A2-1 >A1-1 A2-3" };
	static const int water[] = { 1, 2, 3, 5, 6, 7, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19 };       /* of A2-1 */
	for (int cusp = 0; cusp < 3; cusp++) {
		struct fix f = alone_on(tiles[cusp], 0, 7, NORTH, 1, 6);
		int edges = 0;
		for (size_t i = 0; i < sizeof water / sizeof *water; i++)
			for (int way = 0; way < 6; way++)
				edges += step_from(&f, 1, water[i], way) / 20 == 2;
		assert_int_equal(edges, 9);
		for (int i = 0; i < 9; i++) {
			const int *c = crossing[cusp][i];
			assert_int_equal(step_from(&f, 1, c[0], c[1]), 20 * 2 + c[2]);
			assert_int_equal(step_from(&f, 2, c[2], (c[1] + 3) % 6), 20 * 1 + c[0]);
		}
	}
}

/* 11 is the dock of A1-1, where a passenger waits. */
RULE_TEST(docks_are_water, "Q36 A14: docks are water")
{
	struct fix f = alone(1, 7, NORTHWEST, 2, 6);
	plays_to(&f, "speed 2, ahead", 0, "1/11 NW 2 6");
	assert_int_equal(f.s.queen.points, 1);
	plays_to(&f, "ahead, end", 0, "1/15 NW 2 6");

	f = alone(1, 12, NORTH, 2, 6);          /* and a ship may end there at any speed */
	plays_to(&f, "speed 2, left, left, ahead, right, ahead, end", 0, "1/15 NW 2 4");
	f = alone(1, 17, SOUTHWEST, 2, 6);
	plays_to(&f, "speed 2, ahead, left, ahead, end", 0, "1/11 S 2 6");
}

/* The passenger game with the platform laid, all ships near the end of the river and without passengers. */
static struct fix before_the_platform(int speed)
{
	struct fix f = fix_river(3, "", whole_river);
	fix_removed(&f, 10);
	fix_platform(&f, MIDDLE_CUSP);
	fix_ship(&f, 0, 11, 12, NORTH, speed, 6);
	fix_ship(&f, 1, 10, 15, NORTH, 1, 6);
	fix_ship(&f, 2, 10, 19, NORTH, 1, 6);
	return f;
}

RULE_TEST(entries_are_water, "Q37 A14: entry hexes are water for ships that may not land")
{
	struct fix f = before_the_platform(3);
	play(&f, "speed 3, ahead");
	to_move_is(&f, 0);
	assert_int_equal(f.s.queen.points, 2);
	play(&f, "left, left, ahead, ahead, end");      /* 17 and 16 are entry hexes */
	ship_is(&f, 0, 11, 15, SOUTHWEST, 3, 5);
	assert_int_equal(f.s.queen.ship[0].fate, QUEEN_RACING);

	f = before_the_platform(1);
	play(&f, "speed 1, ahead");
	to_move_is(&f, 0);
	plays_to(&f, "end", 0, "11/17 N 1 6");
	assert_int_equal(f.s.queen.ship[0].fate, QUEEN_RACING);
}

/* Two ships share a hex only while one of them is about to be pushed off it. */
static void hexes_are_not_shared(const struct fix *before, const struct fix *after)
{
	const struct queen *q = &after->s.queen;
	(void)before;
	for (int i = 0; i < after->s.players; i++)
		for (int k = 0; k < i; k++) {
			const struct queen_ship *a = &q->ship[i], *b = &q->ship[k];
			if (a->fate != QUEEN_RACING || b->fate != QUEEN_RACING || a->tile != b->tile || a->cell != b->cell)
				continue;
			assert_int_equal(q->phase, QUEEN_PUSH);
			assert_true(q->pushed == i || q->pushed == k);
		}
}

RULE_TEST(no_end_on_an_occupied_hex, "Q38: no ship ends on an occupied hex")
{
	for (int i = 0; i < 20; i++) {
		struct fix f = fix_new(3 + i % 3, i % 2 ? "mode=intro" : "");
		play_random(&f, (uint64_t)i, hexes_are_not_shared);
	}
	struct fix f = alone(0, 7, NORTH, 2, 6);
	fix_ship(&f, 1, 0, 17, NORTH, 1, 6);
	play(&f, "speed 2, ahead");
	refused(&f, "ahead", Q(59));            /* the last point would end on it */
	f = alone(0, 7, NORTH, 2, 6);
	fix_ship(&f, 1, 0, 12, NORTH, 1, 6);
	play(&f, "speed 2, ahead");
	refused(&f, "end", Q(146));
}

/* Turning */

RULE_TEST(first_turn_is_free, "Q39: the first turn is free")
{
	struct fix f = alone(0, 7, NORTH, 1, 6), g = f;
	plays_to(&f, "speed 1, left", 0, "0/7 NW 1 6");
	plays_to(&g, "speed 1, right", 0, "0/7 NE 1 6");
}

RULE_TEST(further_turns_cost_coal, "Q40: every further turn costs one coal")
{
	struct fix f = alone(0, 7, NORTH, 1, 6);
	play(&f, "speed 1, ahead");
	for (int i = 1; i <= 7; i++) {
		play(&f, "right");
		ship_is(&f, 0, 0, 12, i % 6, 1, 7 - i);
	}
	refused(&f, "right", Q(46));
}

RULE_TEST(left_and_right_both_count, "Q41 A43: left and right both count")
{
	static const char *const two[] = { "left, left", "left, right", "right, left", "right, right" };
	static const int heading[] = { SOUTHWEST, NORTH, NORTH, SOUTHEAST };
	for (int i = 0; i < 4; i++) {
		struct fix f = alone(0, 7, NORTH, 1, 6);
		play(&f, "speed 1");
		play(&f, two[i]);
		ship_is(&f, 0, 0, 7, heading[i], 1, 5);
	}
}

RULE_TEST(turn_before_the_first_step, "Q42: turns may come before the first step")
{
	struct fix f = alone(0, 7, NORTH, 2, 6);
	plays_to(&f, "speed 2, left, ahead, ahead, end", 0, "0/15 NW 2 6");
}

RULE_TEST(turn_between_steps, "Q43: turns may come between steps")
{
	struct fix f = alone(0, 7, NORTH, 2, 6);
	plays_to(&f, "speed 2, ahead, left, ahead, end", 0, "0/16 NW 2 6");
}

RULE_TEST(turn_after_the_last_step, "Q44 A43: turns may come after the last step")
{
	struct fix f = alone(0, 7, NORTH, 2, 6);
	leaves(&f, "speed 2, ahead, ahead", "left, right, end");
	plays_to(&f, "left, end", 0, "0/17 NW 2 6");
}

RULE_TEST(about_turn_costs_two, "Q45 A43: to go about costs two coal")
{
	struct fix f = alone(0, 7, NORTH, 1, 6), g = f;
	plays_to(&f, "speed 1, left, left, left, ahead, end", 0, "0/2 S 1 4");
	plays_to(&g, "speed 1, right, right, right, ahead, end", 0, "0/2 S 1 4");
}

RULE_TEST(no_turn_without_coal, "Q46: no second turn without coal")
{
	struct fix f = alone(0, 7, NORTH, 1, 0);
	play(&f, "speed 1, left");
	refused(&f, "left, right", Q(46));
	play(&f, "ahead");
	refused(&f, "left, right", Q(46));
	legal_is(&f, "end");

	f = alone(0, 7, NORTH, 1, 1);
	plays_to(&f, "speed 1, left, left", 0, "0/7 SW 1 0");
	refused(&f, "left", Q(46));
}

RULE_TEST(one_stock_of_coal, "Q47: speed and turns use the same coal")
{
	struct fix f = alone(0, 7, NORTH, 1, 2);
	plays_to(&f, "speed 3, ahead, ahead, ahead", 0, "1/2 N 3 1");
	plays_to(&f, "left, left", 0, "1/2 SW 3 0");
	refused(&f, "left", Q(46));

	f = alone(0, 7, NORTH, 1, 1);
	play(&f, "speed 3, ahead, ahead, ahead, left");
	refused(&f, "left", Q(46));
	f = alone(0, 7, NORTH, 1, 1);
	plays_to(&f, "speed 2, ahead, ahead, left, left", 0, "0/17 SW 2 0");

	f = alone(0, 1, SOUTH, 1, 1);           /* two turns are needed here: the coal for the second must not go into speed */
	fix_ship(&f, 2, 0, 10, NORTH, 1, 6);
	refused(&f, "speed 3", Q(166));
	fix_ship(&f, 0, 0, 1, SOUTH, 1, 2);
	assert_true(is_legal(&f, "speed 3"));
}

RULE_TEST(free_turn_is_not_saved, "Q48: free turns do not carry over")
{
	struct fix f = alone(0, 7, NORTH, 1, 0);
	play(&f, "speed 1, ahead, end, speed 1, ahead, end, speed 1, ahead, end");
	to_move_is(&f, 0);
	play(&f, "speed 1, left");
	refused(&f, "left, right", Q(46));

	f = alone(0, 7, NORTH, 1, 6);           /* nor does a turn that was made count against the next one */
	play(&f, "speed 1, ahead, left, left, end, speed 1, ahead, end, speed 1, ahead, end");
	to_move_is(&f, 0);
	ship_is(&f, 0, 0, 12, SOUTHWEST, 1, 5);
	plays_to(&f, "speed 1, right", 0, "0/12 NW 1 5");
}

/* No way out. A ship on cell 1 of the start tile that heads south has the river's edge before its bow and on its left, land on its
 * right: it needs two turns to find water. */

/* Seat 0 is to make its turn, seat 1 lies in that corner, seat 2 above it. */
static struct fix cornered(int coal)
{
	struct fix f = fix_river(3, "", river);
	fix_ship(&f, 0, 0, 7, NORTH, 1, 6);
	fix_ship(&f, 1, 0, 1, SOUTH, 1, coal);
	fix_ship(&f, 2, 0, 6, SOUTH, 1, 6);
	return f;
}

RULE_TEST(must_make_a_legal_move, "Q49 A10: a ship that can move must move")
{
	struct fix f = cornered(1);
	play(&f, "speed 1, ahead, end");
	to_move_is(&f, 1);
	legal_is(&f, "speed 1, speed 2");
	leaves(&f, "speed 1", "left, right");
	leaves(&f, "left", "left");
	leaves(&f, "left", "ahead");
	leaves(&f, "ahead", "end");
	plays_to(&f, "end", 1, "0/2 NE 1 0");
	assert_int_equal(f.s.queen.ship[1].fate, QUEEN_RACING);
}

/* Whatever the phase: asking why leaves the state as it was, and so does whoever plays what is refused (driver/session.h). */
RULE_TEST(refusals_change_nothing, "Q50: what is refused changes nothing")
{
	static const char *const stage[] = { "speed 3", "left", "right", "ahead", "push NE", "face S", "ahead", "end" };
	struct fix f = alone(0, 7, NORTH, 2, 6);
	struct setup u;
	struct session game;
	fix_ship(&f, 1, 0, 12, NORTH, 1, 6);
	setup_preset(&u, f.g);
	session_open(&game, &u);
	for (size_t i = 0; i < sizeof stage / sizeof *stage; i++) {
		struct state before = f.s;
		int refusals = 0;
		session_place(&game, &f.s);
		for (int move = 0; move < f.g->num_moves; move++) {
			char reason[MAX_TEXT], words[MAX_TEXT], error[MAX_ERROR];
			if (f.g->why(f.box, &f.s, move, reason) == 0)
				continue;
			refusals++;
			f.g->text(f.box, &f.s, move, ALL, words);
			assert_false(session_play(&game, words, error));
			assert_int_equal(game.plies, 0);
		}
		assert_true(refusals > 0);
		assert_true(game_same(&before, &f.s));
		assert_true(game_same(&before, &game.state));
		play(&f, stage[i]);
	}
	session_close(&game);
}

RULE_TEST(no_move_is_out, "Q51 A9: a ship without a complete move is out")
{
	struct fix f = cornered(0);
	play(&f, "speed 1, ahead, end");
	assert_int_equal(told(&f, "aground"), 1);
	assert_int_equal(f.s.queen.ship[1].fate, QUEEN_AGROUND);
	assert_int_equal(f.g->fate(f.box, &f.s, 1), QUEEN_AGROUND);
	to_move_is(&f, 2);

	f = cornered(1);
	play(&f, "speed 1, ahead, end");
	assert_int_equal(told(&f, "aground"), 0);
	assert_int_equal(f.s.queen.ship[1].fate, QUEEN_RACING);
	to_move_is(&f, 1);
}

/* Between turns of others a position can be set up by hand; one where the mover has no complete move is settled by the rule. */
RULE_TEST(set_up_without_a_move, "Q51: a position where the mover has no complete move can be set up")
{
	char wrong[MAX_TEXT];

	for (int coal = 0; coal < 2; coal++) {
		struct fix f = cornered(coal);
		play(&f, "speed 1, ahead");
		struct state s = f.s;
		s.queen.at++, s.queen.turn++;
		s.queen.phase = QUEEN_SPEED;
		s.queen.points = s.queen.turns = s.queen.trailed = 0;
		memset(s.queen.trail, 0, sizeof s.queen.trail);
		assert_int_equal(f.g->check(f.box, &s, wrong), coal > 0);
		f.g->settle(f.box, &s);
		assert_true(f.g->check(f.box, &s, wrong));
		play(&f, "end");
		assert_int_equal(s.queen.ship[1].fate, coal ? QUEEN_RACING : QUEEN_AGROUND);
		assert_int_equal(f.g->to_move(f.box, &s), coal ? 1 : 2);
		assert_true(game_same(&s, &f.s));
	}
}

RULE_TEST(speeds_on_no_dial, "Q18 Q19: speeds that are on no dial are refused by their rules")
{
	struct fix f = fix_river(3, "", "A0 A1-1");
	char words[MAX_TEXT];

	assert_int_equal(game_why_no_move(f.g, f.box, &f.s, "speed 7", words), Q(18));
	assert_string_equal(words, "no ship goes faster than 6");
	assert_int_equal(game_why_no_move(f.g, f.box, &f.s, "speed 123456789012345678901234567890", words), Q(18));
	assert_int_equal(game_why_no_move(f.g, f.box, &f.s, "speed 0", words), Q(19));
	assert_string_equal(words, "no ship goes slower than 1");
	no_move_is(&f, "speed -1", Q(19));
	no_move_is(&f, "speed, speed 7x, sped 7", 0);
	play(&f, "speed 1");
	assert_int_equal(game_why_no_move(f.g, f.box, &f.s, "speed 7", words), Q(21));
}

RULE_TEST(out_ship_frees_its_hex, "Q52: a ship that is out frees its hex at once")
{
	struct fix f = cornered(0);
	play(&f, "speed 1, ahead, end");
	to_move_is(&f, 2);
	plays_to(&f, "speed 1, ahead", 2, "0/1 S 1 6");
	assert_int_equal(f.s.queen.phase, QUEEN_STEER);
	legal_is(&f, "left, right, end");
}

RULE_TEST(coal_zero_stays_in, "Q53 A8 A9: coal 0 alone puts nobody out")
{
	struct fix f = fix_river(3, "", river);
	fix_ship(&f, 1, 0, 9, NORTH, 1, 0);
	play(&f, "speed 1, ahead, end");
	assert_int_equal(f.s.queen.ship[1].fate, QUEEN_RACING);
	to_move_is(&f, 1);
	legal_is(&f, "speed 1, speed 2");
}

/* Seat 1 has land, rivals and the river's edge around it; to push the one on 5 north is its only way. */
static struct fix hemmed_in(int behind)
{
	struct fix f = fix_river(4, "", river);
	fix_ships(&f, "0/8 N 1 6, 0/1 SW 1 0, 0/5 N 1 6");
	fix_ship(&f, 3, 0, behind, NORTH, 1, 6);
	return f;
}

RULE_TEST(push_as_last_way_out, "Q54: a move that needs a push keeps the ship in")
{
	struct fix f = hemmed_in(6);
	play(&f, "speed 1, ahead, end");
	to_move_is(&f, 1);
	legal_is(&f, "speed 2");
	leaves(&f, "speed 2", "right");
	leaves(&f, "right", "ahead");
	leaves(&f, "ahead", "push N");
	plays_to(&f, "push N, face N, end", 1, "0/5 NW 2 0");
	ship_is(&f, 2, 0, 10, NORTH, 1, 6);
}

static void never_seat_one(const struct fix *before, const struct fix *after)
{
	assert_int_not_equal(after->g->to_move(after->box, &after->s), 1);
	assert_memory_equal(&before->s.queen.ship[1], &after->s.queen.ship[1], sizeof before->s.queen.ship[1]);
}

RULE_TEST(out_ship_has_no_turns, "Q55: a ship that is out has no further turn")
{
	static const char *const options[] = { "", "mode=intro" };
	for (int i = 0; i < 2; i++) {
		struct fix f = fix_river(3, options[i], river);
		fix_ship(&f, 1, 0, 1, SOUTH, 1, 0);
		play(&f, "speed 1, ahead, end, speed 1, ahead, end");
		assert_int_equal(f.s.queen.round, 3);
		to_move_is(&f, 0);
		play(&f, "speed 1, ahead, end");
		to_move_is(&f, 2);
		play_random(&f, 1, never_seat_one);
	}
}

/* Its passenger came from tile 1, where nobody else can take one now. */
RULE_TEST(passengers_of_an_out_ship, "Q56: passengers of a ship that is out leave play")
{
	struct fix f = cornered(0);
	uint8_t waiting[QUEEN_TILES];
	aboard(&f, 1, 1u << 1);
	memcpy(waiting, f.s.queen.waiting, sizeof waiting);
	assert_int_equal(waiting[1], 0);
	play(&f, "speed 1, ahead, end");
	assert_int_equal(f.s.queen.ship[1].fate, QUEEN_AGROUND);
	assert_memory_equal(f.s.queen.waiting, waiting, sizeof waiting);
	assert_int_equal(passengers(&f, 0) + passengers(&f, 2), 0);
}

/* Seat 1 has no move while 10 is taken. If seat 0 leaves it, seat 1 is in; if seat 0 is elsewhere and another stays there, it is out. */
RULE_TEST(out_check_at_turn_begin, "Q151: the out check is made when the own turn begins")
{
	struct fix f = hemmed_in(6);
	fix_ship(&f, 0, 0, 10, NORTH, 1, 6);
	play(&f, "speed 1, ahead, end");
	to_move_is(&f, 1);
	legal_is(&f, "speed 2");

	f = fix_river(5, "", river);
	fix_ships(&f, "0/7 N 1 6, 0/1 SW 1 0, 0/5 N 1 6, 0/6 N 1 6, 0/10 N 1 6");
	play(&f, "speed 1, ahead");
	assert_int_equal(f.s.queen.ship[1].fate, QUEEN_RACING);
	play(&f, "end");
	assert_int_equal(f.s.queen.ship[1].fate, QUEEN_AGROUND);
	to_move_is(&f, 2);
}

/* Order 2, 0, 1: the turns of others come and go before a ship without a move is out. */
RULE_TEST(out_only_at_the_own_turn, "Q151: others' turns put nobody out")
{
	struct fix f = cornered(0);
	fix_turn(&f, 2);
	play(&f, "speed 1, left, ahead, end");
	assert_int_equal(f.s.queen.ship[1].fate, QUEEN_RACING);
	to_move_is(&f, 0);
	play(&f, "speed 1, ahead, end");
	assert_int_equal(f.s.queen.ship[1].fate, QUEEN_AGROUND);
	assert_int_equal(f.s.queen.round, 3);
}

/* The out ship was the last on the start tile: its tile goes before the next ship moves. */
RULE_TEST(close_follows_the_out, "Q151: the close follows it")
{
	struct fix f = cornered(0);
	fix_ship(&f, 0, 1, 2, NORTH, 1, 6);
	fix_ship(&f, 2, 1, 3, NORTHWEST, 1, 6);
	play(&f, "speed 1, ahead, end");
	assert_int_equal(f.s.queen.ship[1].fate, QUEEN_AGROUND);
	assert_int_equal(told(&f, "removed"), 1);
	assert_int_equal(f.s.queen.first, 1);
	to_move_is(&f, 2);
}

RULE_TEST(no_speed_into_a_dead_end, "Q166: no speed that leaves no complete move")
{
	struct fix f = hemmed_in(6);
	fix_turn(&f, 1);
	refused(&f, "speed 1", Q(166));
	legal_is(&f, "speed 2");

	f = alone(0, 1, SOUTH, 6, 2);           /* to brake costs the coal for the third turn, which the way by 2, 8 and 14 takes */
	fix_ship(&f, 2, 1, 17, NORTH, 1, 6);
	refused(&f, "speed 3, speed 4", Q(166));
	legal_is(&f, "speed 5, speed 6");
}

RULE_TEST(no_turn_into_a_dead_end, "Q166: no turn that leaves no complete move")
{
	struct fix f = alone(0, 10, NORTH, 1, 0);
	play(&f, "speed 1");
	refused(&f, "left", Q(166));            /* NW is off the river, and there is no coal to turn back */
	legal_is(&f, "right, ahead");
	f = alone(0, 10, NORTH, 1, 1);
	play(&f, "speed 1, left");
	refused(&f, "left", Q(166));            /* SW is off the river as well */
	legal_is(&f, "right");
	f = alone(0, 10, NORTH, 1, 2);
	leaves(&f, "speed 1, left", "left, right");
}

RULE_TEST(no_step_into_a_dead_end, "Q166: no step that leaves no complete move")
{
	struct fix f = alone(0, 6, SOUTH, 1, 0);
	fix_ship(&f, 1, 0, 9, NORTH, 1, 6);
	fix_ship(&f, 2, 0, 10, NORTH, 1, 6);
	struct fix slow = f;
	play(&f, "speed 2");
	refused(&f, "ahead", Q(166));           /* onto 1, where the second point finds no way */
	refused(&f, "right", Q(166));
	legal_is(&f, "left");
	play(&slow, "speed 1");
	legal_is(&slow, "left, right, ahead");
}

/* Seat 0 goes north into the strait of A1-1, its free turn used: a rival pushed ahead would lie in its way. */
RULE_TEST(no_push_into_a_dead_end, "Q166: no push that leaves no complete move")
{
	struct fix f = alone(1, 2, NORTHEAST, 3, 0);
	fix_ship(&f, 1, 1, 7, NORTH, 1, 6);
	play(&f, "speed 3, left, ahead");
	refused(&f, "push N", Q(166));
	legal_is(&f, "push NE, push NW");
}

/* The only hex for the rival on 7 is 12; then 11, 12 and 13 are all taken and the last point finds no way. */
RULE_TEST(no_bump_into_a_dead_end, "Q166: no step onto a rival whose every push leaves no complete move")
{
	struct fix f = fix_river(5, "", river);
	fix_ships(&f, "1/2 N 3 1, 1/7 N 1 6, 1/13 N 1 6, 1/11 N 1 6, 1/3 N 1 6");
	struct fix open = f;
	play(&f, "speed 3");
	refused(&f, "ahead, left", Q(166));
	legal_is(&f, "right");
	fix_ship(&open, 3, 0, 9, NORTH, 1, 6);
	play(&open, "speed 3");
	legal_is(&open, "left, right, ahead");
}

/* The rule that the facts of a position give for a hex; "": none. */
static const char *straight_to(const struct fix *f, int hex)
{
	static char json[MAX_JSON], rule[8];
	struct text t = text_on(json, sizeof json);
	char head[40];

	f->g->facts(f->box, &f->s, -1, &t);
	snprintf(head, sizeof head, "{\"hex\":%d,\"rule\":\"", hex);
	const char *at = strstr(json, head);
	snprintf(rule, sizeof rule, "%.*s", at ? (int)strcspn(at + strlen(head), "\"") : 0, at ? at + strlen(head) : "");
	return rule;
}

RULE_TEST(facts_say_why_not_there, "Q20 Q28 Q29 Q59: facts say why a turn cannot end on a hex")
{
	struct fix f = alone(1, 7, NORTH, 1, 1);
	assert_string_equal(straight_to(&f, QUEEN_CELLS + 12), "");
	assert_string_equal(straight_to(&f, QUEEN_CELLS + 7), "Q29");           /* where it lies: no point is used */
	assert_string_equal(straight_to(&f, 2 * QUEEN_CELLS + 7), "Q20");           /* four hexes on: speed 4 costs more coal than there is */
	fix_ship(&f, 1, 1, 12, NORTH, 1, 6);
	assert_string_equal(straight_to(&f, QUEEN_CELLS + 12), "Q59");          /* a ship lies there, and one point is not enough to push it */
	int land = 0;
	for (int cell = 0; cell < QUEEN_CELLS; cell++)
		if (f.box->queen.tile[f.s.queen.tile[1]].land >> cell & 1) {
			assert_string_not_equal(straight_to(&f, QUEEN_CELLS + cell), "");
			land++;
		}
	assert_true(land > 0);
	play(&f, "speed 1, left, ahead");
	assert_string_equal(straight_to(&f, QUEEN_CELLS + 16), "Q28");          /* no point is left to go on */
}
