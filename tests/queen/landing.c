/* Finishing the race: Q125 to Q140, Q144, Q145, Q161 to Q164, and the option stragglers. */
#include "positions.h"

static const char step[] = "speed 1, ahead, end";

/* The introductory game on its last tile, A1-1, with the entries 16, 17 and 18. Ships 0, 1 and 2 lie one step before 17, 16 and 18;
 * the others are on the last tile too, further back. */
static struct fix finish(int players)
{
	static const int cell[] = { 12, 11, 13, 2, 9 };
	struct fix f = at_platform(players, "mode=intro", "A1-1", MIDDLE_CUSP);
	fix_removed(&f, 3);
	for (int i = 0; i < players; i++)
		fix_ship(&f, i, 3, cell[i], NORTH, 1, 6);
	return f;
}

/* The passenger game in the same place; the first ship has come there with two passengers from tiles 1 and 2. */
static struct fix finish_with_passengers(int cell, int speed)
{
	struct fix f = at_platform(3, "", "A1-1", MIDDLE_CUSP);
	fix_ship(&f, 0, 11, cell, NORTH, speed, 6);
	aboard(&f, 0, 1 << 1 | 1 << 2);
	return f;
}

/* A ship that has no legal move when its turn comes: on the edge of the last tile, too fast and without coal. */
static void stuck(struct fix *f, int seat, int cell, int heading)
{
	fix_ship(f, seat, 3, cell, heading, 4, 0);
}

/* Plays them, then that is the fate of the seat. */
static void plays_for(struct fix *f, const char *moves, int seat, int expected)
{
	play(f, moves);
	assert_int_equal(fate(f, seat), expected);
}

/* ---- Landing ---- */

RULE_TEST(intro_lands_at_any_speed, "Q125 A26: introductory game: a step onto an entry hex lands the ship at any speed")
{
	static const char *const set[] = { "speed 1", "speed 2", "speed 3", "speed 4", "speed 5", "speed 6" };
	for (int speed = 1; speed <= 6; speed++) {
		struct fix f = finish(3);
		fix_ship(&f, 0, 3, 12, NORTH, speed, 6);
		play(&f, set[speed - 1]);
		assert_int_equal(fate(&f, 0), QUEEN_RACING);
		plays_for(&f, "ahead", 0, QUEEN_LANDED);
		assert_int_equal(told(&f, "landed"), 1);
		assert_int_equal(told_seat(&f, "landed"), 0);
		to_move_is(&f, 1);
	}
}

RULE_TEST(points_left_lapse, "Q126: points that are left lapse")
{
	struct fix f = finish(3);
	fix_ships(&f, "3/7 N 5 6, 3/10 N 1 6");
	plays_for(&f, "speed 5, ahead", 0, QUEEN_RACING);
	plays_for(&f, "ahead", 0, QUEEN_LANDED);
	assert_int_equal(f.s.queen.points, 0);
	to_move_is(&f, 1);
	legal_is(&f, "speed 1, speed 2, speed 3, speed 4, speed 5, speed 6");
}

RULE_TEST(landed_ship_leaves_the_water, "Q80 A30: a landed ship leaves the water at once")
{
	struct fix f = finish(3);
	fix_ship(&f, 1, 3, 7, NORTH, 2, 6);
	play(&f, "speed 1, ahead");
	play(&f, "speed 2, ahead, ahead");      /* over the hex where the first one landed: nobody is there */
	assert_int_equal(told(&f, "bumped"), 0);
	assert_int_equal(fate(&f, 1), QUEEN_LANDED);
}

RULE_TEST(passengers_land_at_speed_1, "Q127 Q128 A27: passenger game: with speed 1 and two passengers the ship lands")
{
	struct fix f = finish_with_passengers(12, 1);
	plays_for(&f, "speed 1, ahead", 0, QUEEN_LANDED);
	assert_int_equal(told(&f, "landed"), 1);
	to_move_is(&f, 1);

	f = finish_with_passengers(12, 2);      /* slowed down in this turn */
	plays_for(&f, "speed 1, ahead", 0, QUEEN_LANDED);
}

RULE_TEST(faster_ships_stay_in_the_water, "Q127 Q129 A28: faster it stays in the water")
{
	struct fix f = finish_with_passengers(7, 2);
	play(&f, "speed 2, ahead, ahead");
	assert_int_equal(told(&f, "landed"), 0);
	to_move_is(&f, 0);
	legal_is(&f, "left, right, end");
	plays_to(&f, "end", 0, "11/17 N 2 6");
	assert_int_equal(fate(&f, 0), QUEEN_RACING);
	to_move_is(&f, 1);

	f = finish_with_passengers(12, 2);      /* over an entry hex and back: no landing on the way */
	plays_to(&f, "speed 3, ahead, right, right, ahead, right, ahead, end", 0, "11/13 S 3 4");
	assert_int_equal(fate(&f, 0), QUEEN_RACING);
}

RULE_TEST(ships_without_two_passengers_stay, "Q128 Q129 A28: without two passengers it stays in the water")
{
	for (unsigned boarded = 0; boarded < 4; boarded += 2) {
		struct fix f = finish_with_passengers(12, 1);
		fix_boarded(&f, 0, boarded);
		play(&f, "speed 1, ahead");
		assert_int_equal(told(&f, "landed"), 0);
		to_move_is(&f, 0);
		plays_to(&f, "end", 0, "11/17 N 1 6");
		assert_int_equal(fate(&f, 0), QUEEN_RACING);
		to_move_is(&f, 1);
	}
}

RULE_TEST(waiting_there_does_not_land, "Q129 A27: a ship that stands on an entry hex must step onto one to land")
{
	struct fix f = finish_with_passengers(17, 2);   /* came too fast: the ship must step onto an entry hex again */
	plays_for(&f, "speed 1", 0, QUEEN_RACING);
	refused(&f, "end", Q(29));
	plays_for(&f, "right, right", 0, QUEEN_RACING);
	plays_for(&f, "ahead", 0, QUEEN_LANDED);
}

RULE_TEST(pushed_to_an_entry_nobody_lands, "Q130 A23: a push onto an entry hex lands nobody")
{
	struct fix f = finish(3);
	fix_ship(&f, 0, 3, 10, NORTHEAST, 2, 6);
	play(&f, "speed 2, ahead, push N");
	assert_int_equal(told(&f, "landed"), 0);
	plays_to(&f, "face N, end", 1, "3/16 N 1 6");
	assert_int_equal(fate(&f, 1), QUEEN_RACING);
	to_move_is(&f, 1);

	f = at_platform(3, "", "A1-1", MIDDLE_CUSP);    /* not even with two passengers at speed 1 */
	fix_ships(&f, "11/7 NE 2 6, 11/13 N 1 6");
	aboard(&f, 1, 1 << 1 | 1 << 2);
	plays_to(&f, "speed 2, ahead, push N, face N, end", 1, "11/18 N 1 6");
	assert_int_equal(fate(&f, 1), QUEEN_RACING);
	to_move_is(&f, 1);
}

RULE_TEST(pusher_lands_after_the_push, "Q131 Q163: a pusher on an entry hex lands when the push is finished, facing included")
{
	struct fix f = finish(3);
	fix_ships(&f, "3/12 N 2 6, 3/17 N 1 6");
	plays_for(&f, "speed 2, ahead", 0, QUEEN_RACING);
	plays_for(&f, "push SE", 0, QUEEN_RACING);    /* the other owner faces first */
	to_move_is(&f, 1);
	legal_is(&f, "face N, face NE, face SE, face S, face SW, face NW");
	play(&f, "face SW");
	assert_true(told_at(&f, "faced") >= 0);
	assert_true(told_at(&f, "landed") > told_at(&f, "faced"));
	assert_int_equal(fate(&f, 0), QUEEN_LANDED);
	assert_int_equal(fate(&f, 1), QUEEN_RACING);
	ship_is(&f, 1, 3, 18, SOUTHWEST, 1, 6);
	to_move_is(&f, 1);
}

RULE_TEST(pusher_with_passengers_does_not, "Q131 Q127: a pusher of the passenger game is too fast to land")
{
	struct fix f = finish_with_passengers(12, 2);
	fix_ship(&f, 1, 11, 17, NORTH, 1, 6);
	plays_for(&f, "speed 2, ahead, push SE, face N", 0, QUEEN_RACING);
	to_move_is(&f, 0);
	plays_to(&f, "end", 0, "11/17 N 2 6");
}

RULE_TEST(nobody_lands_before_the_platform, "Q138: before the last tile is laid nobody can land, and later only on it")
{
	struct fix f = fix_river(3, "mode=intro", "A0 A1-1 A2-1");
	for (int cell = 10; cell < 15; cell++) {
		struct fix g = f;
		fix_ship(&g, 0, 1, cell, NORTH, 1, 6);
		play(&g, step);
		ship_is(&g, 0, 1, cell + 5, NORTH, 1, 6);
		assert_int_equal(fate(&g, 0), QUEEN_RACING);
		to_move_is(&g, 1);
	}
	fix_ship(&f, 0, 1, 12, NORTH, 5, 6);    /* nor on the newest tile, which waits for another */
	plays_to(&f, "speed 5, ahead, ahead, ahead, ahead, ahead", 0, "2/17 N 5 6");
	assert_int_equal(fate(&f, 0), QUEEN_RACING);
	play(&f, "end");
	to_move_is(&f, CHANCE);
	f = at_platform(3, "mode=intro", "A1-1", MIDDLE_CUSP);  /* with the platform: on the last tile alone */
	fix_ships(&f, "2/12 N 1 6, 2/9 N 1 6");
	play(&f, step);
	ship_is(&f, 0, 2, 17, NORTH, 1, 6);
	assert_int_equal(fate(&f, 0), QUEEN_RACING);
}

RULE_TEST(landing_completes_a_move, "Q162: a landing completes the move although points remain")
{
	struct fix f = finish(3);
	fix_ship(&f, 1, 3, 11, NORTH, 6, 0);    /* five points, room for one step: onto an entry hex */
	play(&f, "speed 1, ahead");
	to_move_is(&f, 1);
	legal_is(&f, "speed 5, speed 6");
	plays_for(&f, "speed 6, ahead", 1, QUEEN_LANDED);

	f = finish(3);                          /* the same ship beside the entries has no move */
	stuck(&f, 1, 15, NORTHWEST);
	plays_for(&f, "speed 1, ahead", 1, QUEEN_AGROUND);
}

/* ---- Places and the end ---- */

RULE_TEST(places_by_order_of_landing, "Q132 Q134 Q136 A29 A31: places are given in order of landing, and the others go on")
{
	struct fix f = finish(4);
	play(&f, "speed 1, ahead");
	to_move_is(&f, 1);              /* the others go on */
	assert_int_equal(ending(&f), QUEEN_GOES_ON);
	play(&f, "speed 1, ahead");
	to_move_is(&f, 2);
	play(&f, "speed 1, ahead");
	to_move_is(&f, OVER);
	assert_int_equal(told(&f, "last_afloat"), 1);
	places_are(&f, "0 1 2 3");
	for (int i = 0; i < 4; i++)
		assert_int_equal(fate(&f, i), i < 3 ? QUEEN_LANDED : QUEEN_LAST_AFLOAT);
	assert_int_equal(ending(&f), QUEEN_BY_LANDING);
}

RULE_TEST(first_to_land_wins, "Q133 Q132: the first to land wins, wherever it sits")
{
	struct fix f = finish(3);               /* the first ship passes, the third lands first, then the second */
	fix_ships(&f, "3/2 N 1 6, 3/9 N 1 6");
	play(&f, step);
	play(&f, step);
	plays_for(&f, "speed 1, ahead", 2, QUEEN_LANDED);
	play(&f, step);
	to_move_is(&f, 1);
	plays_for(&f, "speed 2, left, ahead, right, ahead", 1, QUEEN_LANDED);
	to_move_is(&f, OVER);
	places_are(&f, "2 1 0");
}

RULE_TEST(one_racer_ends_the_game, "Q135 Q161: the game is over when one ship races, and nothing can be done")
{
	struct fix f = finish(3);
	play(&f, "speed 1, ahead");
	assert_int_equal(ending(&f), QUEEN_GOES_ON);    /* two race on */
	play(&f, "speed 1, ahead");
	to_move_is(&f, OVER);
	struct moves list = { 0 };
	f.g->legal(f.box, &f.s, &list);
	assert_int_equal(list.n, 0);
	refused(&f, "speed 1, ahead, end, face N, die left, tile A1-1, platform left", Q(135));
}

RULE_TEST(last_racer_without_a_winner_is_first, "Q136 A31 A50: the last racer is first where nobody landed")
{
	struct fix f = finish(3);
	fix_ship(&f, 0, 3, 2, NORTH, 1, 6);
	stuck(&f, 1, 15, NORTHWEST);
	stuck(&f, 2, 19, NORTHEAST);
	play(&f, step);
	to_move_is(&f, OVER);
	places_are(&f, "0 2 1");
	assert_int_equal(fate(&f, 0), QUEEN_LAST_AFLOAT);
	assert_int_equal(fate(&f, 1), QUEEN_AGROUND);
	assert_int_equal(fate(&f, 2), QUEEN_AGROUND);
	assert_int_equal(ending(&f), QUEEN_BY_AGROUND);
}

RULE_TEST(ships_out_rank_last, "Q137 Q164 Q136 A32: ships that are out rank last, the latest first")
{
	struct fix f = finish(5);
	stuck(&f, 1, 19, NORTHEAST);
	stuck(&f, 2, 15, NORTHWEST);
	fix_ship(&f, 0, 3, 11, NORTH, 1, 6);
	fix_ship(&f, 3, 3, 12, NORTH, 1, 6);
	play(&f, "speed 1, ahead");
	assert_int_equal(told(&f, "landed"), 1);
	assert_int_equal(told(&f, "aground"), 2);
	to_move_is(&f, 3);
	play(&f, "speed 1, ahead");
	to_move_is(&f, OVER);
	places_are(&f, "0 3 4 2 1");    /* landed, landed, last afloat, out later, out first */
	assert_int_equal(fate(&f, 4), QUEEN_LAST_AFLOAT);
	assert_int_equal(ending(&f), QUEEN_BY_LANDING);
}

RULE_TEST(cap_ranks_by_the_order_rule, "Q139 Q164 A33 A50: at the cap racers rank by the order rule")
{
	struct fix f = at_platform(5, "rounds=2", "A1-1", MIDDLE_CUSP);
	fix_ship(&f, 0, 11, 17, NORTH, 1, 3);
	fix_boarded(&f, 0, 1 << 1 | 1 << 2);
	gone(&f, 0, QUEEN_LANDED, 1);
	fix_ship(&f, 1, 10, 7, NORTH, 1, 0);
	gone(&f, 1, QUEEN_AGROUND, 1);
	fix_ship(&f, 2, 10, 10, NORTH, 1, 6);
	fix_ship(&f, 3, 10, 14, NORTH, 1, 5);
	fix_ship(&f, 4, 10, 12, NORTH, 1, 6);
	last_turn(&f, 4);
	play(&f, step);
	to_move_is(&f, OVER);
	assert_true(told(&f, "capped") > 0);
	places_are(&f, "0 4 2 3 1");    /* landed; furthest; level with more coal; less coal; out */
	assert_int_equal(fate(&f, 2), QUEEN_CAPPED);
	assert_int_equal(fate(&f, 3), QUEEN_CAPPED);
	assert_int_equal(fate(&f, 4), QUEEN_CAPPED);
	assert_int_equal(fate(&f, 0), QUEEN_LANDED);
	assert_int_equal(fate(&f, 1), QUEEN_AGROUND);
	assert_int_equal(ending(&f), QUEEN_BY_CAP);
	refused(&f, "speed 1", Q(135));
}

RULE_TEST(intro_cap_ranks_by_the_order_rule, "Q139: in the introductory game too")
{
	struct fix f = fix_river(3, "mode=intro rounds=2", "A0 A1-1 A2-1");
	last_turn(&f, 2);
	play(&f, step);
	to_move_is(&f, OVER);
	places_are(&f, "2 1 0");        /* 10 is further than 9 and 2, and 9 is on the right */
}

/* A whole game, players and chance by one generator; the last state is returned. */
static struct state random_game(uint64_t seed, int *moves)
{
	struct fix f = fix_new(3, "mode=intro");
	struct rng r = rng_seed(seed);
	*moves = 0;
	while (f.g->to_move(f.box, &f.s) != OVER) {
		struct moves list = { 0 };
		f.g->legal(f.box, &f.s, &list);
		bool chance = f.g->to_move(f.box, &f.s) == CHANCE;
		int move = chance ? game_chance(f.g, f.box, &f.s, &r) : list.id[rng_below(&r, (uint32_t)list.n)];
		f.g->apply(f.box, &f.s, move, NULL);
		++*moves;
	}
	return f.s;
}

RULE_TEST(same_seed_same_game, "Q140: the same seed and the same commands give the same game")
{
	int differ = 0;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		int moves, again, other;
		struct state a = random_game(seed, &moves), b = random_game(seed, &again), c = random_game(seed + 100, &other);
		assert_int_equal(moves, again);
		assert_true(game_same(&a, &b));
		differ += !game_same(&a, &c);
	}
	assert_true(differ > 15);
}

/* The k-th throw of a die is the same in two different games with one seed. */
RULE_TEST(draws_depend_on_the_seed_alone, "Q140: the throws depend on the seed alone")
{
	struct fix f = fix_river(3, "", "A0 A2-1"), other = fix_river(4, "mode=intro", "A0 A3-1");
	int thrown[CUSPS] = { 0 }, source, differ = 0;
	struct moves faces = { 0 };
	fix_ship(&f, 0, 0, 17, NORTH, 1, 6);
	fix_ship(&other, 0, 0, 17, NORTH, 1, 6);
	play(&f, step);
	play(&other, step);
	f.g->legal(f.box, &f.s, &faces);
	source = f.g->source(f.box, &f.s);
	for (uint32_t k = 0; k < 60; k++) {
		int face = game_draw(f.g, f.box, &f.s, 7, source, k);
		assert_int_equal(game_draw(f.g, f.box, &other.s, 7, source, k), face);
		differ += game_draw(f.g, f.box, &f.s, 8, source, k) != face;
		thrown[face - faces.id[0]]++;
	}
	assert_true(differ > 15);       /* with another seed: about 40 of 60 */
	for (int i = 0; i < CUSPS; i++)
		assert_true(thrown[i] > 0);
}

/* ---- The close of a turn and of a round ---- */

RULE_TEST(close_has_its_order, "Q144: the close: removal, laying, next ship")
{
	/* One turn that vacates the start tile and brings everybody to the newest: removal, die, tile, next ship. */
	struct fix f = fix_river(3, "", "A0 A1-1");
	fix_ships(&f, "0/12 N 5 6, 0/17 N 1 6, 0/18 N 1 6");
	play(&f, "speed 5, ahead, push N, face N, right, right, ahead, push N, face N, left, ahead, end");
	assert_int_equal(told(&f, "removed"), 1);
	assert_int_equal(told(&f, "turn"), 0);
	to_move_is(&f, CHANCE);
	play(&f, "die middle");
	assert_int_equal(told(&f, "turn"), 0);
	play(&f, "tile A2-1");
	assert_true(told_at(&f, "turn") > told_at(&f, "laid"));
	assert_int_equal(told_seat(&f, "turn"), 1);
	to_move_is(&f, 1);
}

RULE_TEST(end_stops_everything, "Q161 Q144: at the end of the game nothing is removed and nobody moves")
{
	struct fix f = finish(3);               /* the second to land comes from tile 2, which would now be vacated */
	gone(&f, 1, QUEEN_LANDED, 1);
	fix_ship(&f, 1, 3, 16, NORTH, 1, 6);
	fix_ship(&f, 0, 2, 17, NORTH, 4, 6);
	fix_removed(&f, 2);
	play(&f, "speed 4, ahead, ahead, ahead, ahead");
	to_move_is(&f, OVER);
	assert_int_equal(told(&f, "removed"), 0);
	assert_int_equal(f.s.queen.first, 2);
	assert_int_equal(told(&f, "turn"), 0);
	places_are(&f, "1 0 2");

	f = fix_river(3, "", "A0 A1-1 A2-1");   /* an out ends it, and the tile it was on stays on the table */
	fix_ships(&f, "1/2 N 1 6, 0/2 S 4 0, 1/9 N 1 6");
	gone(&f, 2, QUEEN_AGROUND, 1);
	play(&f, step);
	to_move_is(&f, OVER);
	assert_int_equal(told(&f, "removed"), 0);
	assert_int_equal(f.s.queen.first, 0);
	assert_int_equal(ending(&f), QUEEN_BY_AGROUND);
	places_are(&f, "0 1 2");
}

RULE_TEST(out_when_its_turn_begins, "Q161 Q144: the end is tested at every out, when its turn begins")
{
	/* The first ship brings a new tile; then the second is aground, and that is the end. */
	struct fix f = fix_river(3, "", "A0 A2-1");
	fix_ships(&f, "0/17 N 1 6, 0/2 S 4 0");
	gone(&f, 2, QUEEN_AGROUND, 1);
	play(&f, step);
	to_move_is(&f, CHANCE);         /* the second ship is out when its own turn begins, not before */
	assert_int_equal(fate(&f, 1), QUEEN_RACING);
	play(&f, "die middle, tile A3-1");
	assert_int_equal(told(&f, "aground"), 1);
	to_move_is(&f, OVER);
	assert_int_equal(f.s.queen.laid, 3);
}

/* Ship 0 is the last to move and stays on tile 4; the others are spread behind it. */
static struct fix spread(int players, const char *options, const int tile[], const int cell[])
{
	struct fix f = fix_river(players, options, "A0 A1-1 A1-2 A1-3 A1-4 A2-1");
	fix_ship(&f, 0, 4, 11, NORTH, 1, 6);
	for (int i = 1; i < players; i++)
		fix_ship(&f, i, tile[i], cell[i], NORTH, 1, 6);
	last_turn(&f, 0);
	return f;
}

RULE_TEST(stragglers_are_out, "Q145 A37: stragglers=out: who is more than three tiles behind at the close of a round is out")
{
	static const int tile[] = { 4, 1, 0 }, cell[] = { 11, 2, 2 };
	struct fix f = spread(3, "stragglers=out", tile, cell);
	aboard(&f, 2, 1 << 1);
	plays_for(&f, "speed 1, ahead", 2, QUEEN_RACING);
	play(&f, "end");
	assert_int_equal(told(&f, "straggler"), 1);
	assert_int_equal(told_seat(&f, "straggler"), 2);
	assert_int_equal(fate(&f, 2), QUEEN_STRAGGLER);
	assert_int_equal(f.s.queen.waiting[1], 0);      /* its passenger does not go back (Q56) */
	assert_int_equal(fate(&f, 1), QUEEN_RACING);    /* three tiles behind is near enough */
	assert_int_equal(f.s.queen.first, 1);
	order_is(&f, "0 1");
	to_move_is(&f, 0);
}

RULE_TEST(stragglers_may_stay, "Q145 A37: stragglers=stay: nobody is")
{
	static const int tile[] = { 4, 1, 0 }, cell[] = { 11, 2, 2 };
	struct fix f = spread(3, "stragglers=stay", tile, cell);
	play(&f, step);
	assert_int_equal(told(&f, "straggler"), 0);
	assert_int_equal(fate(&f, 2), QUEEN_RACING);
	assert_int_equal(f.s.queen.first, 0);

	f = spread(3, "stragglers=out", tile, cell);    /* and nobody is out before the round closes */
	f.s.queen.at = 0;
	f.s.queen.order[0] = 0;
	f.s.queen.order[2] = 1;
	f.s.queen.order[1] = 2;
	play(&f, step);
	assert_int_equal(fate(&f, 2), QUEEN_RACING);
	to_move_is(&f, 2);
}

RULE_TEST(stragglers_look_at_racing_ships, "Q145 A37: only racing ships count as foremost")
{
	static const int tile[] = { 3, 3, 0, 0 }, cell[] = { 11, 2, 2, 12 };
	struct fix f = spread(4, "stragglers=out", tile, cell);
	fix_ship(&f, 1, 4, 16, NORTH, 1, 0);
	gone(&f, 1, QUEEN_AGROUND, 1);          /* the ship that was in front is out */
	fix_ship(&f, 0, 3, 1, NORTH, 1, 6);
	play(&f, step);
	assert_int_equal(told(&f, "straggler"), 0);
}

RULE_TEST(round_closes_in_order, "Q145 Q161: the close of a round: stragglers, end of the game, removal, cap, order")
{
	static const int tile[] = { 4, 1, 0, 0 }, cell[] = { 11, 2, 2, 12 };
	struct fix f = spread(4, "stragglers=out rounds=2", tile, cell);        /* stragglers, removal, then the cap */
	play(&f, step);
	assert_int_equal(told(&f, "straggler"), 2);
	assert_true(told_at(&f, "removed") > told_at(&f, "straggler"));
	assert_true(told_at(&f, "capped") > told_at(&f, "removed"));
	assert_int_equal(f.s.queen.first, 1);
	assert_int_equal(ending(&f), QUEEN_BY_CAP);
	places_are(&f, "0 1 3 2");

	f = spread(4, "stragglers=out rounds=3", tile, cell);   /* stragglers, removal, then the next round */
	play(&f, step);
	assert_true(told_at(&f, "removed") > told_at(&f, "straggler"));
	assert_true(told_at(&f, "round") > told_at(&f, "removed"));
	order_is(&f, "0 1");

	static const int far[] = { 4, 0, 0, 0 }, there[] = { 11, 9, 2, 12 };
	f = spread(4, "stragglers=out rounds=2", far, there);   /* the end of the game comes before removal and cap */
	play(&f, step);
	to_move_is(&f, OVER);
	assert_int_equal(ending(&f), QUEEN_BY_STRAGGLERS);
	assert_int_equal(fate(&f, 0), QUEEN_LAST_AFLOAT);
	assert_int_equal(told(&f, "removed"), 0);
	assert_int_equal(told(&f, "capped"), 0);
	assert_int_equal(f.s.queen.first, 0);
}

RULE_TEST(out_together_rank_by_the_order_rule, "Q164: ships out at the same moment rank by the order rule")
{
	static const int tile[] = { 4, 0, 0, 0 }, cell[] = { 11, 2, 12, 9 };
	struct fix f = spread(4, "stragglers=out", tile, cell);
	play(&f, step);
	places_are(&f, "0 2 3 1");      /* 12 is furthest; 9 is level with 2 and on the right */
	assert_int_equal(told(&f, "last_afloat"), 1);
}

RULE_TEST(every_place_is_taken_once, "Q164: every ship has a place of its own")
{
	for (uint64_t seed = 1; seed <= 30; seed++) {
		int moves, place[MAX_PLAYERS];
		unsigned taken = 0;
		struct fix f = fix_new(3, "");
		struct state s = random_game(seed, &moves);
		f.g->place(f.box, &s, place);
		for (int i = 0; i < 3; i++)
			taken |= 1u << place[i];
		assert_int_equal(taken, 1u << 1 | 1u << 2 | 1u << 3);
	}
}
