/* Set-up (Q1-Q13, Q141, Q142) and the frame of a turn (Q14-Q25, Q143). */
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

static const char *const every_tile =
	"tile A1-1, tile A1-2, tile A1-3, tile A1-4, tile A2-1, tile A2-2, tile A2-3, tile A2-4, tile A3-1, tile A3-2, tile A3-3";

/* A new game whose first tile has been drawn. */
static struct fix started(int players, const char *options)
{
	struct fix f = fix_new(players, options);
	play(&f, "tile A3-1");
	return f;
}

static void each_game(void (*check)(const struct fix *f))
{
	for (int players = 3; players <= 5; players++) {
		struct fix race = started(players, "mode=intro"), full = started(players, "mode=passengers");
		check(&race);
		check(&full);
	}
}

/* Seat 0 goes from the first tile onto the newest one and its turn is over. */
static struct fix newest_reached(const char *options, const char *river, int from)
{
	struct fix f = fix_river(3, options, river);
	for (int i = 0; i < 3; i++)
		fix_ship(&f, i, from, (int[]){ 17, 15, 19 }[i], NORTH, 1, 6);
	fix_removed(&f, from);
	play(&f, "speed 1, ahead, end");
	return f;
}

/* Set-up */

static void as_many_ships_as_players(const struct fix *f)
{
	int n = f->s.players;
	check_holds(f);
	for (int i = 0; i < n; i++) {
		assert_int_equal(f->s.queen.order[i], i);
		assert_int_equal(f->s.queen.ship[i].fate, QUEEN_RACING);
	}
}

RULE_TEST(three_to_five, "Q1 A40 A41: a game has three to five ships, as many as players")
{
	const struct game *g = game_find("queen");
	assert_int_equal(g->min_players, 3);
	assert_int_equal(g->max_players, 5);
	each_game(as_many_ships_as_players);
}

static void speed_one(const struct fix *f)
{
	for (int i = 0; i < f->s.players; i++)
		assert_int_equal(f->s.queen.ship[i].speed, 1);
}

static void coal_six(const struct fix *f)
{
	for (int i = 0; i < f->s.players; i++)
		assert_int_equal(f->s.queen.ship[i].coal, 6);
}

RULE_TEST(starts_at_speed_one, "Q2: ships start with speed 1") { each_game(speed_one); }
RULE_TEST(starts_with_six_coal, "Q3: ships start with coal 6") { each_game(coal_six); }

static void first_is_a0(const struct fix *f)
{
	const struct queen *q = &f->s.queen;
	assert_string_equal(f->box->queen.tile[q->tile[0]].id, "A0");
	assert_int_equal(q->heading[0], NORTH);
	assert_int_equal(q->first, 0);
}

RULE_TEST(starts_on_a0, "Q4: the start tile is A0")
{
	struct fix f = fix_new(3, "");
	each_game(first_is_a0);
	assert_false(is_legal(&f, "tile A0"));
}

/* After the last tile, so many are laid, and the die for the platform is next. */
static void platform_follows(const struct fix *f, int laid)
{
	assert_int_equal(f->s.queen.laid, laid);
	to_move_is(f, CHANCE);
	legal_is(f, "platform left, platform middle, platform right");
}

RULE_TEST(intro_has_three_more, "Q5: the introductory game has three further tiles")
{
	struct fix f = newest_reached("mode=intro", "A0 A1-1", 0);
	play(&f, "die middle, tile A2-1");
	to_move_is(&f, 1);

	f = newest_reached("mode=intro", "A0 A1-1 A2-1", 1);
	play(&f, "die middle, tile A3-1");
	platform_follows(&f, 4);
}

RULE_TEST(passengers_has_eleven_more, "Q6: the passenger game has all eleven further tiles")
{
	struct fix f = newest_reached("", "A0 A3-1 A3-2 A1-1 A1-2 A1-3 A1-4 A2-1 A2-2 A2-3", 8);
	play(&f, "die middle, tile A2-4");
	to_move_is(&f, 1);

	f = newest_reached("", "A0 A3-1 A3-2 A1-1 A1-2 A1-3 A1-4 A2-1 A2-2 A2-3 A2-4", 9);
	leaves(&f, "die middle", "tile A3-3");
	play(&f, "tile A3-3");
	platform_follows(&f, 12);
}

/* Nothing in the state says which tile comes: any of those in the pile still may. */
RULE_TEST(pile_is_face_down, "Q7: any tile of the pile can come next")
{
	struct fix f = newest_reached("", "A0 A2-1", 0);
	leaves(&f, "die left", "tile A1-1, tile A1-2, tile A1-3, tile A1-4, tile A2-2, tile A2-3, tile A2-4, tile A3-1, tile A3-2, tile A3-3");
	struct fix other = f;
	play(&f, "tile A1-1");
	play(&other, "tile A3-3");
	assert_string_equal(f.box->queen.tile[f.s.queen.tile[2]].id, "A1-1");
	assert_string_equal(other.box->queen.tile[other.s.queen.tile[2]].id, "A3-3");
}

static void first_tile_joins_straight(const char *options)
{
	struct fix f = fix_new(4, options);
	to_move_is(&f, CHANCE);
	assert_int_equal(f.s.queen.laid, 1);
	assert_false(is_legal(&f, "die middle"));
	play(&f, "tile A1-1");
	to_move_is(&f, 0);
	assert_int_equal(f.s.queen.phase, QUEEN_SPEED);
	assert_int_equal(f.s.queen.laid, 2);
	assert_int_equal(f.s.queen.heading[1], NORTH);
	fix_ship(&f, 0, 0, 17, NORTH, 1, 6);
	plays_to(&f, "speed 1, ahead", 0, "1/2 N 1 6");
}

RULE_TEST(first_tile_without_die, "Q8: the first tile joins straight ahead, without the die")
{
	first_tile_joins_straight("mode=intro");
	first_tile_joins_straight("mode=passengers");
}

static void on_start_spaces(const struct fix *f)
{
	static const int space[] = { 2, 9, 5, 3, 1 };
	for (int i = 0; i < f->s.players; i++) {
		assert_int_equal(f->s.queen.ship[i].tile, 0);
		assert_int_equal(f->s.queen.ship[i].cell, space[i]);
	}
}

static void facing_north(const struct fix *f)
{
	for (int i = 0; i < f->s.players; i++)
		assert_int_equal(f->s.queen.ship[i].heading, NORTH);
}

RULE_TEST(ship_n_on_space_n, "Q9 A1: ship n stands on start space n") { each_game(on_start_spaces); }
RULE_TEST(bows_downstream, "Q10 A2: the ships face downstream") { each_game(facing_north); }

/* The option facing=free: each owner once, in order of the start spaces, before the first turn. */
RULE_TEST(bows_as_chosen, "Q10 A2: with facing=free each owner chooses in turn")
{
	struct fix f = started(3, "facing=free");
	for (int i = 0; i < 3; i++) {
		to_move_is(&f, i);
		legal_is(&f, "face N, face NE, face SE, face S, face SW, face NW");
		refused(&f, "speed 1", Q(10));
		play(&f, (const char *[]){ "face SE", "face N", "face NW" }[i]);
	}
	ship_is(&f, 0, 0, 2, SOUTHEAST, 1, 6);
	ship_is(&f, 1, 0, 9, NORTH, 1, 6);
	ship_is(&f, 2, 0, 5, NORTHWEST, 1, 6);
	to_move_is(&f, 0);
	assert_int_equal(f.s.queen.phase, QUEEN_SPEED);
}

/* The tile the first chance move names is stocked before anybody moves. */
static int stocked_first(int players, const char *options, const char *tile)
{
	struct fix f = fix_new(players, options);
	play(&f, tile);
	to_move_is(&f, 0);
	assert_int_equal(f.s.queen.phase, QUEEN_SPEED);
	assert_int_equal(f.s.queen.waiting[0], 0);
	return f.s.queen.waiting[1];
}

static const char *const brown[] = { "tile A1-1", "tile A1-2", "tile A1-3", "tile A1-4" };
static const char *const red[] = { "tile A2-1", "tile A2-2", "tile A2-3", "tile A2-4" };
static const char *const bare[] = { "tile A3-1", "tile A3-2", "tile A3-3" };

RULE_TEST(stock_in_play, "Q11: 8, 12 or 16 passengers are in play")
{
	static const int stock[] = { 8, 12, 16 };
	for (int players = 3; players <= 5; players++) {
		int sum = 0;
		for (int i = 0; i < 4; i++)
			sum += stocked_first(players, "", brown[i]) + stocked_first(players, "", red[i]);
		assert_int_equal(sum, stock[players - 3]);
		assert_int_equal(game_find("queen")->box->queen.stock[players - 3], stock[players - 3]);
	}
}

RULE_TEST(first_station_stocked, "Q12: the first tile is stocked before the first move")
{
	for (int i = 0; i < 4; i++)
		for (int players = 3; players <= 5; players++) {
			assert_int_equal(stocked_first(players, "", brown[i]), players == 3 ? 1 : 2);
			assert_int_equal(stocked_first(players, "", red[i]), players == 5 ? 2 : 1);
		}
	for (int i = 0; i < 3; i++)
		assert_int_equal(stocked_first(5, "", bare[i]), 0);
}

RULE_TEST(intro_without_passengers, "Q13 A42: no passengers in the introductory game")
{
	for (int i = 0; i < 4; i++) {
		assert_int_equal(stocked_first(5, "mode=intro", brown[i]), 0);
		assert_int_equal(stocked_first(5, "mode=intro", red[i]), 0);
	}
	struct fix f = newest_reached("mode=intro", "A0 A1-1", 0);
	play(&f, "die middle, tile A2-1");
	assert_int_equal(f.s.queen.waiting[2], 0);

	f = fix_river(3, "mode=intro", "A0 A1-1 A2-1");
	fix_ship(&f, 0, 1, 7, NORTHWEST, 1, 6);
	play(&f, "speed 1, ahead");     /* the dock of A1-1 */
	ship_is(&f, 0, 1, 11, NORTHWEST, 1, 6);
	assert_int_equal(told(&f, "boarded"), 0);
	assert_int_equal(f.s.queen.ship[0].boarded, 0);
}

static void seats_own_ships(const char *options)
{
	static const int ahead[] = { 7, 14, 10, 8, 6 };
	struct fix f = started(5, options);
	for (int i = 0; i < 5; i++) {
		to_move_is(&f, i);
		struct queen_ship before[5];
		memcpy(before, f.s.queen.ship, sizeof before);
		play(&f, "speed 1, ahead, end");
		ship_is(&f, i, 0, ahead[i], NORTH, 1, 6);
		for (int k = 0; k < 5; k++)
			if (k != i)
				assert_memory_equal(&before[k], &f.s.queen.ship[k], sizeof before[k]);
	}
}

RULE_TEST(seat_n_owns_ship_n, "Q141 A1: the n-th seat owns ship n")
{
	seats_own_ships("mode=intro");
	seats_own_ships("mode=passengers");
}

static void equal_weights(const struct fix *f)
{
	struct moves list = { 0 };
	to_move_is(f, CHANCE);
	f->g->legal(f->box, &f->s, &list);
	for (int i = 0; i < list.n; i++)
		assert_int_equal(f->g->weight(f->box, &f->s, list.id[i]), f->g->weight(f->box, &f->s, list.id[0]));
}

RULE_TEST(every_tile_equally_likely, "Q142: every tile not yet laid is equally likely")
{
	static const char *const modes[] = { "mode=intro", "mode=passengers" };
	for (int m = 0; m < 2; m++) {
		struct fix f = fix_new(3, modes[m]);
		legal_is(&f, every_tile);
		equal_weights(&f);
		f = newest_reached(modes[m], "A0 A2-4 A1-3", 1);
		leaves(&f, "die right", "tile A1-1, tile A1-2, tile A1-4, tile A2-1, tile A2-2, tile A2-3, tile A3-1, tile A3-2, tile A3-3");
		equal_weights(&f);
	}
}

/* The frame of a turn. In this river a ship on the start space 1 has seven free hexes before its bow. */

static struct fix ready(int speed, int coal)
{
	struct fix f = fix_river(3, "", "A0 A1-1 A2-1");
	fix_ship(&f, 0, 0, 2, NORTH, speed, coal);
	return f;
}

/* Speed and coal of seat 0 after it has set its speed. */
static void speed_gives(int from, int coal, const char *move, int speed, int left)
{
	struct fix f = ready(from, coal);
	play(&f, move);
	ship_is(&f, 0, 0, 2, NORTH, speed, left);
	assert_int_equal(f.s.queen.points, speed);
}

RULE_TEST(speed_comes_first, "Q14: speed first, then the move")
{
	struct fix f = ready(1, 6);
	refused(&f, "left, right, ahead, end", Q(14));
	legal_is(&f, "speed 1, speed 2, speed 3, speed 4, speed 5, speed 6");
	play(&f, "speed 2");
	to_move_is(&f, 0);
	legal_is(&f, "left, right, ahead");
}

RULE_TEST(speed_may_stay, "Q15: the speed may stay")
{
	for (int v = 1; v <= 6; v++)
		speed_gives(v, 6, (const char *[]){ "speed 1", "speed 2", "speed 3", "speed 4", "speed 5", "speed 6" }[v - 1], v, 6);
	speed_gives(3, 0, "speed 3", 3, 0);
}

RULE_TEST(change_by_one_is_free, "Q16 A7: a change by one is free")
{
	speed_gives(3, 6, "speed 4", 4, 6);
	speed_gives(3, 6, "speed 2", 2, 6);
	speed_gives(1, 6, "speed 2", 2, 6);
	speed_gives(6, 6, "speed 5", 5, 6);
}

RULE_TEST(further_change_costs_coal, "Q17 A7: each further step of change costs one coal")
{
	speed_gives(1, 6, "speed 3", 3, 5);
	speed_gives(1, 6, "speed 4", 4, 4);
	speed_gives(1, 6, "speed 5", 5, 3);
	speed_gives(1, 6, "speed 6", 6, 2);
	speed_gives(6, 6, "speed 4", 4, 5);
	speed_gives(6, 6, "speed 1", 1, 2);
}

RULE_TEST(six_at_most, "Q18: the speed never exceeds six")
{
	struct fix f = ready(6, 6);
	legal_is(&f, "speed 1, speed 2, speed 3, speed 4, speed 5, speed 6");
	assert_int_equal(game_parse(f.g, f.box, &f.s, "speed 7", 0), -1);

	struct box slower = *f.box;     /* the limit is the box's, not the length of the list of moves */
	slower.queen.speed_max = 4;
	f = ready(3, 6);
	f.box = &slower;
	legal_is(&f, "speed 1, speed 2, speed 3, speed 4");
	refused(&f, "speed 5, speed 6", Q(18));
}

RULE_TEST(one_at_least, "Q19: the speed never falls below one")
{
	struct fix f = ready(1, 6);
	assert_int_equal(game_parse(f.g, f.box, &f.s, "speed 0", 0), -1);
	struct moves list = { 0 };
	char words[MAX_TEXT];
	f.g->legal(f.box, &f.s, &list);
	f.g->text(f.box, &f.s, list.id[0], ALL, words);
	assert_string_equal(words, "speed 1");
	plays_to(&f, "speed 1", 0, "0/2 N 1 6");
	assert_int_equal(f.s.queen.points, 1);
}

RULE_TEST(change_beyond_the_coal, "Q20: a change that costs more coal than there is, is refused")
{
	struct fix f = ready(1, 1);
	legal_is(&f, "speed 1, speed 2, speed 3");
	refused(&f, "speed 4, speed 6", Q(20));
	f = ready(6, 3);
	legal_is(&f, "speed 2, speed 3, speed 4, speed 5, speed 6");
	refused(&f, "speed 1", Q(20));
}

RULE_TEST(speed_is_set_once, "Q21: the speed is set once, before the first turn or step")
{
	struct fix f = ready(2, 6);
	play(&f, "speed 2");
	refused(&f, "speed 2, speed 3", Q(21));
	play(&f, "left");
	refused(&f, "speed 3", Q(21));
	play(&f, "right, ahead");
	refused(&f, "speed 3", Q(21));
	play(&f, "ahead");
	refused(&f, "speed 3", Q(21));
}

RULE_TEST(speed_persists, "Q22: the speed persists to the next turn")
{
	struct fix f = ready(2, 0);
	play(&f, "speed 3, ahead, ahead, ahead, end, speed 1, ahead, end, speed 1, ahead, end");
	assert_int_equal(f.s.queen.round, 3);
	to_move_is(&f, 0);
	ship_is(&f, 0, 0, 17, NORTH, 3, 0);
	legal_is(&f, "speed 2, speed 3, speed 4");
}

static void no_coal_gained(const struct fix *before, const struct fix *after)
{
	for (int i = 0; i < before->s.players; i++)
		assert_true(after->s.queen.ship[i].coal <= before->s.queen.ship[i].coal);
}

RULE_TEST(coal_never_rises, "Q23: coal never rises")
{
	for (int i = 0; i < 20; i++) {
		struct fix f = fix_new(3 + i % 3, i % 2 ? "mode=intro" : "");
		play_random(&f, (uint64_t)i, no_coal_gained);
	}
}

RULE_TEST(free_change_without_coal, "Q24 A8: without coal the change by one stays free")
{
	struct fix f = ready(3, 0);
	legal_is(&f, "speed 2, speed 3, speed 4");
	refused(&f, "speed 1, speed 5", Q(20));
	speed_gives(3, 0, "speed 2", 2, 0);
	speed_gives(3, 0, "speed 4", 4, 0);
}

RULE_TEST(free_turn_without_coal, "Q25 A8: without coal the first turn stays free")
{
	struct fix f = ready(1, 0);
	leaves(&f, "speed 1", "left, right, ahead");
	leaves(&f, "left", "ahead");
	plays_to(&f, "ahead, end", 0, "0/6 NW 1 0");
}

RULE_TEST(parts_of_a_turn, "Q143: speed, then turns and steps in any order, then the end")
{
	struct fix f = ready(1, 6);
	legal_is(&f, "speed 1, speed 2, speed 3, speed 4, speed 5, speed 6");
	leaves(&f, "speed 2", "left, right, ahead");
	leaves(&f, "right, left, ahead", "left, right, ahead");
	leaves(&f, "ahead", "left, right, end");
	leaves(&f, "right", "left, right, end");
	to_move_is(&f, 0);
	play(&f, "end");
	to_move_is(&f, 1);
	legal_is(&f, "speed 1, speed 2, speed 3, speed 4, speed 5, speed 6");
}

RULE_TEST(landing_ends_the_turn, "Q143: a landing ends the turn by itself")
{
	struct fix f = fix_river(3, "mode=intro", "A0 A1-2 A1-3 A1-1");
	fix_platform(&f, MIDDLE_CUSP);
	fix_ship(&f, 0, 3, 12, NORTH, 3, 6);
	play(&f, "speed 3, ahead");
	assert_int_equal(f.s.queen.ship[0].fate, QUEEN_LANDED);
	to_move_is(&f, 1);
	assert_int_equal(f.s.queen.phase, QUEEN_SPEED);
}
