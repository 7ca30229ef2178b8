/* Laying out the river, and taking it up again: Q81 to Q100, Q152 to Q156. The joins themselves are in geometry.c. */
#include "positions.h"

static const char all_faces[] = "die left, die middle, die right";
static const char arrive[] = "speed 1, ahead, end";     /* of a ship that `before` has placed */

/* The first ship lies before the newest tile, which it will enter on cell 2; the others wait on the start tile. */
static struct fix before(int players, const char *options, const char *tiles)
{
	struct fix f = fix_river(players, options, tiles);
	const struct queen *q = &f.s.queen;
	int newest = q->laid - 1, bend = (q->heading[newest] - q->heading[newest - 1] + QUEEN_SIDES) % QUEEN_SIDES;
	fix_ship(&f, 0, newest - 1, bend == 0 ? 17 : bend == 1 ? 19 : 15, q->heading[newest], 1, 6);
	return f;
}

/* The same with three players: the two others lie on these cells of a tile, and all tiles before it have been removed. */
static struct fix before_on(const char *tiles, int tile, int cell, int other)
{
	struct fix f = before(3, "", tiles);
	fix_ship(&f, 1, tile, cell, NORTH, 1, 6);
	fix_ship(&f, 2, tile, other, NORTH, 1, 6);
	fix_removed(&f, tile);
	return f;
}

/* The last move vacated a tile: the first one is that now, and it is that seat's turn. */
static void tile_is_removed(const struct fix *f, int first, int next)
{
	assert_int_equal(told(f, "removed"), 1);
	assert_int_equal(f->s.queen.first, first);
	to_move_is(f, next);
}

static void weights_are_equal(const struct fix *f)
{
	struct moves list = { 0 };
	f->g->legal(f->box, &f->s, &list);
	int weight = f->g->weight(f->box, &f->s, list.id[0]);
	assert_true(weight > 0);
	for (int i = 1; i < list.n; i++)
		assert_int_equal(f->g->weight(f->box, &f->s, list.id[i]), weight);
}

/* ---- Laying a tile ---- */

RULE_TEST(reached_tile_brings_the_next, "Q81 Q152: a ship that reaches the newest tile brings the next one")
{
	struct fix f = before(3, "", "A0 A2-1");
	refused(&f, "die left, tile A1-1", Q(81));
	plays_to(&f, "speed 1, ahead", 0, "1/2 N 1 6");
	refused(&f, "die middle", Q(81));
	play(&f, "end");
	to_move_is(&f, CHANCE);
	legal_is(&f, all_faces);
	play(&f, "die middle");
	assert_int_equal(told(&f, "rolled"), 1);
	to_move_is(&f, CHANCE);
	legal_is(&f, "tile A1-1, tile A1-2, tile A1-3, tile A1-4, tile A2-2, tile A2-3, tile A2-4, tile A3-1, tile A3-2, tile A3-3");
	play(&f, "tile A3-1");
	assert_int_equal(told(&f, "laid"), 1);
	assert_int_equal(f.s.queen.laid, 3);
	assert_string_equal(f.box->queen.tile[f.s.queen.tile[2]].id, "A3-1");
	to_move_is(&f, 1);
}

RULE_TEST(tile_not_reached_brings_none, "Q81 Q152: no ship on the newest tile, no new tile")
{
	struct fix f = before(3, "", "A0 A2-1");
	fix_ship(&f, 0, 0, 12, NORTH, 1, 6);
	play(&f, arrive);
	ship_is(&f, 0, 0, 17, NORTH, 1, 6);
	to_move_is(&f, 1);
	assert_int_equal(f.s.queen.laid, 2);

	f = before(3, "", "A0 A2-1 A3-1");      /* a tile further on, but the one before the newest */
	fix_ship(&f, 0, 0, 17, NORTH, 1, 6);
	play(&f, arrive);
	ship_is(&f, 0, 1, 2, NORTH, 1, 6);
	to_move_is(&f, 1);
	assert_int_equal(f.s.queen.laid, 3);
}

RULE_TEST(tile_waits_for_the_whole_move, "Q82: the tile waits until the whole move is made, and then nothing else can be done")
{
	struct fix f = before(3, "", "A0 A2-1");
	fix_ship(&f, 0, 0, 17, NORTH, 3, 6);
	plays_to(&f, "speed 3, ahead", 0, "1/2 N 3 6");
	to_move_is(&f, 0);
	play(&f, "ahead, ahead");
	to_move_is(&f, 0);
	play(&f, "left");
	to_move_is(&f, 0);
	assert_int_equal(f.s.queen.laid, 2);
	play(&f, "end");
	to_move_is(&f, CHANCE);
	refused(&f, "end, speed 1, face N", Q(82));
	play(&f, "die right");
	refused(&f, "ahead, speed 1", Q(82));
}

RULE_TEST(faces_are_equally_likely, "Q83: left, middle and right are equally likely")
{
	struct fix f = before(3, "", "A0 A2-1");
	leaves(&f, arrive, all_faces);
	weights_are_equal(&f);
}

RULE_TEST(tile_joins_at_the_rolled_cusp, "Q84 Q85 Q86: the tile joins at the rolled cusp, turned to its side")
{
	static const struct { const char *roll; int heading, cusp; } face[] = {
		{ "die left", NORTHWEST, 15 }, { "die middle", NORTH, 17 }, { "die right", NORTHEAST, 19 },
	};
	for (int i = 0; i < 3; i++) {
		struct fix f = before(3, "", "A0 A2-1");
		play(&f, arrive);
		play(&f, face[i].roll);
		play(&f, "tile A3-1");
		assert_int_equal(f.s.queen.heading[2], face[i].heading);
		assert_int_equal(f.s.queen.cusp, 0);
		for (int other = 0; other < 3; other++) {       /* straight over a cusp one comes to cell 2, if the tile is there */
			struct fix way = f;
			fix_ship(&way, 0, 1, face[other].cusp, face[other].heading, 1, 6);
			fix_turn(&way, 0);
			play(&way, "speed 1");
			if (other != i) {
				refused(&way, "ahead", Q(32));
				continue;
			}
			play(&way, "ahead");
			ship_is(&way, 0, 2, 2, face[i].heading, 1, 6);
		}
	}
}

RULE_TEST(headings_turn_with_the_river, "Q85: the heading turns from that of the reached tile")
{
	struct fix f = before(3, "", "A0 A1-1 <A1-2 <A2-1");
	assert_int_equal(f.s.queen.heading[3], SOUTHWEST);
	play(&f, arrive);
	ship_is(&f, 0, 3, 2, SOUTHWEST, 1, 6);
	struct fix left = f, right = f;
	play(&f, "die middle, tile A3-1");
	assert_int_equal(f.s.queen.heading[4], SOUTHWEST);
	play(&left, "die left, tile A3-1");
	assert_int_equal(left.s.queen.heading[4], SOUTH);
	play(&right, "die right, tile A3-1");
	assert_int_equal(right.s.queen.heading[4], NORTHWEST);
}

RULE_TEST(later_ships_bring_nothing, "Q87: later ships on a reached tile bring nothing")
{
	struct fix f = before(3, "", "A0 A2-1");
	fix_ship(&f, 1, 0, 16, NORTH, 1, 6);
	play(&f, arrive);
	play(&f, "die middle, tile A3-1");
	to_move_is(&f, 1);
	play(&f, arrive);
	ship_is(&f, 1, 1, 1, NORTH, 1, 6);
	to_move_is(&f, 2);
	assert_int_equal(f.s.queen.laid, 3);
	assert_int_equal(told(&f, "rolled"), 0);
}

RULE_TEST(pushed_ship_brings_a_tile, "Q88 A24: a ship pushed onto the newest tile brings the next one and is named as roller")
{
	struct fix f = fix_river(3, "", "A0 A2-1");
	fix_ships(&f, "0/12 N 2 6, 0/17 N 1 6");
	play(&f, "speed 2, ahead, push N");
	to_move_is(&f, 1);              /* it is faced before any die (Q71) */
	play(&f, "face S");
	to_move_is(&f, 0);
	plays_to(&f, "end", 0, "0/17 N 2 6");
	ship_is(&f, 1, 1, 2, SOUTH, 1, 6);
	to_move_is(&f, CHANCE);
	play(&f, "die left");
	assert_int_equal(told_seat(&f, "rolled"), 1);
	play(&f, "tile A3-1");
	assert_int_equal(f.s.queen.laid, 3);
	to_move_is(&f, 1);
}

/* The first ship pushes the third, then the second onto the newest tile. */
static struct fix two_pushed_on(void)
{
	struct fix f = fix_river(3, "", "A0 A2-1");
	fix_ships(&f, "0/12 N 4 6, 0/18 N 1 6, 0/17 N 1 6");
	plays_to(&f, "speed 4, ahead, push N, face N, right, right, ahead, push N, face N, end", 0, "0/18 SE 4 5");
	ship_is(&f, 1, 1, 3, NORTH, 1, 6);
	ship_is(&f, 2, 1, 2, NORTH, 1, 6);
	return f;
}

RULE_TEST(one_tile_for_several_ships, "Q89 A24: two ships that reach it in one turn bring one tile")
{
	struct fix f = two_pushed_on();
	play(&f, "die middle, tile A3-1");
	assert_int_equal(f.s.queen.laid, 3);
	to_move_is(&f, 1);
	refused(&f, "die left", Q(81));
}

RULE_TEST(first_to_enter_is_the_roller, "A25: of several the one that entered first is named as roller")
{
	struct fix f = two_pushed_on();
	play(&f, "die middle");
	assert_int_equal(told_seat(&f, "rolled"), 2);

	f = fix_river(3, "", "A0 A2-1");        /* the pushed ship enters before the mover follows it */
	fix_ships(&f, "0/12 N 3 6, 0/17 N 1 6");
	plays_to(&f, "speed 3, ahead, push NE, face N, ahead, end", 0, "1/2 N 3 6");
	ship_is(&f, 1, 1, 3, NORTH, 1, 6);
	play(&f, "die middle");
	assert_int_equal(told_seat(&f, "rolled"), 1);

	f = before(3, "", "A0 A2-1");           /* nobody else: the mover */
	play(&f, arrive);
	play(&f, "die middle");
	assert_int_equal(told_seat(&f, "rolled"), 0);
}

RULE_TEST(overlap_is_rolled_again, "Q90 Q91 Q86 A34: a face that would overlap a tile on the table does not count")
{
	struct fix f = before(3, "", "A0 A1-1 <A1-2 <A1-3 <A1-4");
	leaves(&f, arrive, "die middle, die right");
	refused(&f, "die left", Q(90));
	weights_are_equal(&f);

	f = before(3, "", "A0 A1-1 >A1-2 >A1-3 >A1-4");
	leaves(&f, arrive, "die left, die middle");
	refused(&f, "die right", Q(90));

	f = before(3, "", "A0 A1-1 <A1-2 <A1-3 A1-4");  /* one bend less and everything is free */
	leaves(&f, arrive, all_faces);
}

RULE_TEST(pocket_takes_any_face, "Q91 A34: where all three overlap, all three are possible")
{
	struct fix f = before(3, "", "A0 A1-1 <A1-2 A1-3 <A1-4 A2-1 <A2-2 <A2-3 <A2-4");
	leaves(&f, arrive, all_faces);
	weights_are_equal(&f);
	play(&f, "die left, tile A3-1");
	assert_int_equal(f.s.queen.laid, 10);
	to_move_is(&f, 1);

	f = before(3, "", "A0 A1-1 <A1-2 A1-3 <A1-4 A2-1 <A2-2 <A2-3 A2-4");    /* beside it one face overlaps, and is refused */
	leaves(&f, arrive, "die middle, die right");
	refused(&f, "die left", Q(90));
}

RULE_TEST(removed_tiles_overlap_nothing, "Q90 Q155 A34 A46: removed tiles overlap nothing")
{
	struct fix f = before_on("A0 A1-1 <A1-2 <A1-3 <A1-4", 1, 2, 3);
	leaves(&f, arrive, all_faces);
}

RULE_TEST(laying_has_its_order, "Q153: die, tile, station, and after the last tile the platform")
{
	struct fix f = before(4, "", "A0 A2-1 A3-1");
	leaves(&f, arrive, all_faces);
	play(&f, "die middle");
	assert_int_equal(f.s.queen.laid, 3);    /* rolled, not yet drawn */
	refused(&f, "platform left", Q(97));
	play(&f, "tile A1-1");
	assert_true(told_at(&f, "laid") >= 0);
	assert_true(told_at(&f, "stocked") > told_at(&f, "laid"));
	assert_int_equal(f.s.queen.waiting[3], 2);
	assert_int_equal(told(&f, "platform"), 0);
	to_move_is(&f, 1);

	f = before(3, "", "A0 A1-1 A1-2 A1-3 A1-4 A2-2 A2-3 A2-4 A3-1 A3-2 A3-3");
	play(&f, arrive);
	leaves(&f, "die left", "tile A2-1");
	play(&f, "tile A2-1");
	assert_int_equal(f.s.queen.waiting[11], 1);     /* stocked before the platform is rolled for */
	legal_is(&f, "platform left, platform middle, platform right");
}

RULE_TEST(only_where_a_ship_stands_counts, "Q152 A45: touching the newest tile during the turn is not enough")
{
	struct fix f = fix_river(3, "", "A0 A1-1");
	fix_ship(&f, 0, 0, 17, NORTH, 3, 6);
	plays_to(&f, "speed 3, ahead, right, right, ahead", 0, "1/3 SE 3 5");
	play(&f, "right, ahead, end");          /* it has touched the newest tile and left it */
	ship_is(&f, 0, 0, 18, SOUTH, 3, 4);
	to_move_is(&f, 1);
	assert_int_equal(f.s.queen.laid, 2);

	f = fix_river(3, "", "A0 A1-1");
	fix_ship(&f, 0, 0, 17, NORTH, 3, 6);
	play(&f, "speed 3, ahead, right, right, ahead, left, ahead, end");      /* the same way, but it stays */
	ship_is(&f, 0, 1, 9, NORTHEAST, 3, 4);
	to_move_is(&f, CHANCE);
}

RULE_TEST(pushed_on_and_off_is_not_reached, "Q152 A45: nor is being pushed onto it and off again")
{
	struct fix f = fix_river(3, "", "A0 A2-1");
	fix_ships(&f, "0/12 N 5 6, 0/17 N 1 6");
	plays_to(&f, "speed 5, ahead, push NE, face N", 1, "1/3 N 1 6");
	plays_to(&f, "right, ahead, push S, face N", 1, "0/18 N 1 6");
	plays_to(&f, "right, right, right, ahead, end", 0, "0/17 SW 5 3");
	to_move_is(&f, 1);
	assert_int_equal(f.s.queen.laid, 2);
}

RULE_TEST(everybody_sees_everything, "A44: nothing that lies on the table is hidden from anybody")
{
	static const int eyes[] = { 0, 1, 2, WATCHER };
	struct fix f = before(3, "", "A0 A2-1");
	play(&f, "speed 1, ahead");
	for (int i = 0; i < 4; i++) {
		struct state seen;
		game_view(f.g, f.box, &f.s, eyes[i], &seen);
		assert_memory_equal(&seen.queen, &f.s.queen, sizeof seen.queen);
	}
}

/* ---- Taking tiles up ---- */

RULE_TEST(vacated_tile_is_removed, "Q92 A36: a tile behind all racing ships is removed after the move")
{
	struct fix f = fix_river(3, "", "A0 A1-1 A2-1");
	fix_ships(&f, "0/17 N 1 6, 1/9 N 1 6, 1/14 N 1 6");
	play(&f, "speed 1, ahead");
	assert_int_equal(f.s.queen.first, 0);   /* after the move, not in it */
	play(&f, "end");
	assert_int_equal(f.s.queen.first, 1);
	assert_int_equal(told(&f, "removed"), 1);
	to_move_is(&f, 1);
}

RULE_TEST(tile_with_a_ship_stays, "Q94: a tile with a ship on it stays")
{
	struct fix f = fix_river(3, "", "A0 A1-1 A2-1");
	fix_ships(&f, "0/17 N 1 6, 1/9 N 1 6");
	play(&f, arrive);
	assert_int_equal(f.s.queen.ship[0].tile, 1);
	assert_int_equal(f.s.queen.first, 0);
	assert_int_equal(told(&f, "removed"), 0);
}

RULE_TEST(tile_between_ships_stays, "Q95 Q92: an empty tile between ships stays, and goes when it is behind all")
{
	struct fix f = fix_river(3, "", "A0 A1-1 A2-1 A2-2");
	fix_ships(&f, "1/17 N 1 6, 2/9 N 1 6");
	play(&f, arrive);
	ship_is(&f, 0, 2, 2, NORTH, 1, 6);
	assert_int_equal(f.s.queen.first, 0);   /* tile 1 is empty now, the third ship still behind it */
	assert_int_equal(f.s.queen.waiting[1], 1);
	assert_int_equal(told(&f, "removed"), 0);

	f = fix_river(3, "", "A0 A1-1 A2-1 A2-2");
	fix_ship(&f, 0, 0, 17, NORTH, 5, 6);    /* the last ship comes from tile 0 over the empty tile 1: both go at once */
	fix_ship(&f, 1, 2, 9, NORTH, 1, 6);
	fix_ship(&f, 2, 2, 14, NORTH, 1, 6);
	plays_to(&f, "speed 5, ahead, ahead, ahead, ahead, ahead, end", 0, "2/2 N 5 6");
	assert_int_equal(f.s.queen.first, 2);
	assert_int_equal(told(&f, "removed"), 2);
}

RULE_TEST(passengers_go_with_their_tile, "Q93 Q113: a tile is removed with its passengers")
{
	struct fix f = fix_river(4, "", "A0 A1-1 A2-1 A2-2");
	fix_ship(&f, 0, 1, 17, NORTH, 1, 6);
	for (int i = 1; i < 4; i++)
		fix_ship(&f, i, 2, (int[]){ 0, 9, 14, 19 }[i], NORTH, 1, 6);
	fix_removed(&f, 1);
	assert_int_equal(f.s.queen.waiting[1], 2);
	play(&f, arrive);
	assert_int_equal(f.s.queen.first, 2);
	assert_int_equal(f.s.queen.waiting[1], 0);
	assert_int_equal(f.s.queen.waiting[2], 1);      /* those ahead wait on */
	assert_int_equal(f.s.queen.waiting[3], 1);
}

RULE_TEST(tiles_never_return, "Q96: a tile that has been laid is never drawn again")
{
	struct fix f = before_on("A0 A1-1 A1-2 A2-1", 2, 2, 3);
	play(&f, arrive);
	play(&f, "die middle");
	refused(&f, "tile A0", Q(96));
	refused(&f, "tile A1-1", Q(96));        /* removed */
	refused(&f, "tile A1-2", Q(96));        /* still in the river */
	legal_is(&f, "tile A1-3, tile A1-4, tile A2-2, tile A2-3, tile A2-4, tile A3-1, tile A3-2, tile A3-3");
}

/* The first ship pushes both others over the edge and follows them: nobody is left on the start tile. */
RULE_TEST(removal_comes_before_laying, "Q155 Q144 A46: removal comes before laying")
{
	struct fix f = fix_river(3, "", "A0 A1-1");
	fix_ships(&f, "0/12 N 5 6, 0/17 N 1 6, 0/18 N 1 6");
	plays_to(&f, "speed 5, ahead, push N, face N, right, right, ahead, push N, face N, left, ahead", 0, "1/4 NE 5 4");
	ship_is(&f, 1, 1, 2, NORTH, 1, 6);
	ship_is(&f, 2, 1, 3, NORTH, 1, 6);
	assert_int_equal(f.s.queen.first, 0);
	play(&f, "end");
	assert_int_equal(told(&f, "removed"), 1);
	assert_int_equal(f.s.queen.first, 1);   /* before the die is rolled */
	to_move_is(&f, CHANCE);
	play(&f, "die left");
	assert_int_equal(told(&f, "removed"), 0);
}

RULE_TEST(removal_follows_a_landing, "Q156 A36: removal follows a landing")
{
	struct fix f = at_platform(3, "mode=intro", "A1-1", MIDDLE_CUSP);
	fix_ships(&f, "2/17 N 4 6, 3/9 N 1 6, 3/14 N 1 6");
	play(&f, "speed 4, ahead, ahead, ahead");
	assert_int_equal(f.s.queen.first, 2);
	play(&f, "ahead");
	assert_int_equal(fate(&f, 0), QUEEN_LANDED);
	tile_is_removed(&f, 3, 1);
}

RULE_TEST(removal_follows_an_out, "Q156 Q144 A36: removal follows a ship that is out")
{
	struct fix f = fix_river(3, "", "A0 A1-1 A2-1 A2-2");
	fix_ship(&f, 0, 1, 2, NORTH, 1, 6);
	fix_ship(&f, 1, 0, 2, SOUTH, 4, 0);     /* three points at least, and room for one */
	fix_ship(&f, 2, 1, 9, NORTH, 1, 6);
	play(&f, arrive);
	assert_int_equal(told(&f, "aground"), 1);
	assert_int_equal(fate(&f, 1), QUEEN_AGROUND);
	tile_is_removed(&f, 1, 2);
}

/* ---- The platform and the stations ---- */

RULE_TEST(last_tile_brings_the_platform, "Q97 Q154: the last tile brings the roll for the platform")
{
	struct fix f = before(3, "mode=intro", "A0 A1-1 A2-1");
	play(&f, arrive);
	play(&f, "die middle");
	refused(&f, "platform left", Q(97));
	play(&f, "tile A1-3");
	to_move_is(&f, CHANCE);
	legal_is(&f, "platform left, platform middle, platform right");
	weights_are_equal(&f);
	refused(&f, "speed 1, end", Q(97));
	play(&f, "platform right");
	assert_int_equal(told(&f, "platform"), 1);
	assert_int_equal(f.s.queen.platform, RIGHT_CUSP);
	to_move_is(&f, 1);
	refused(&f, "platform left", Q(97));

	f = before(3, "", "A0 A1-1 A1-2 A1-3 A1-4 A2-1 A2-2 A2-3 A2-4 A3-2 A3-1");
	play(&f, arrive);
	leaves(&f, "die left", "tile A3-3");
	leaves(&f, "tile A3-3", "platform left, platform middle, platform right");
	play(&f, "platform left");
	assert_int_equal(f.s.queen.platform, LEFT_CUSP);
	to_move_is(&f, 1);
}

RULE_TEST(earlier_tiles_bring_none, "Q97: earlier tiles do not")
{
	struct fix f = before(3, "mode=intro", "A0 A1-1");
	play(&f, arrive);
	play(&f, "die middle, tile A1-3");
	assert_int_equal(f.s.queen.platform, NO_CUSP);
	to_move_is(&f, 1);

	f = before(3, "", "A0 A1-1 A2-1");      /* the passenger game goes on after the third tile */
	play(&f, arrive);
	play(&f, "die middle, tile A1-3");
	assert_int_equal(f.s.queen.platform, NO_CUSP);
	to_move_is(&f, 1);
}

RULE_TEST(platform_is_never_rolled_again, "A35: the platform is never rolled for again")
{
	/* Where a tile to the left would overlap tile 7, the platform may lie: it has no hexes. */
	struct fix f = before_on("A0 A1-1 A1-2 A1-3 A1-4 A2-1 A2-2 A2-3 A2-4 <A3-3 <A3-1", 7, 11, 12);
	play(&f, arrive);
	leaves(&f, "die left, tile A3-2", "platform left, platform middle, platform right");
	weights_are_equal(&f);
}

RULE_TEST(empty_pile_brings_nothing, "Q154 Q152: with the pile empty a reached tile brings nothing")
{
	struct fix f = at_platform(3, "mode=intro", "A1-1", MIDDLE_CUSP);
	fix_ship(&f, 0, 2, 17, NORTH, 1, 6);
	play(&f, arrive);
	ship_is(&f, 0, 3, 2, NORTH, 1, 6);
	assert_int_equal(told(&f, "rolled"), 0);
	assert_int_equal(f.s.queen.laid, 4);
	assert_int_equal(f.s.queen.platform, MIDDLE_CUSP);
	to_move_is(&f, 1);
}

RULE_TEST(platform_has_three_entries, "Q98: the platform has three entry hexes by its side")
{
	for (int bend = -1; bend <= 1; bend++) {
		entries_are("A1-1", LEFT_CUSP, bend, cells(10, 15, 16));
		entries_are("A1-1", MIDDLE_CUSP, bend, cells(16, 17, 18));
		entries_are("A1-1", RIGHT_CUSP, bend, cells(14, 18, 19));
	}
}

RULE_TEST(land_is_no_entry, "Q99: land among them does not count")
{
	entries_are("A3-1", LEFT_CUSP, 0, cells(15, 16, 16));
	entries_are("A3-1", RIGHT_CUSP, 0, cells(14, 18, 19));
	entries_are("A3-3", MIDDLE_CUSP, 0, cells(16, 17, 17));
	entries_are("A3-3", RIGHT_CUSP, 0, cells(14, 19, 19));
	entries_are("A3-3", LEFT_CUSP, 0, cells(10, 15, 16));
}

static void laid_station_is_stocked(int players, const char *options, const char *tile, int passengers_there)
{
	struct fix f = before(players, options, "A0 A3-1");
	play(&f, arrive);
	play(&f, "die middle");
	play(&f, tile);
	assert_int_equal(f.s.queen.waiting[2], passengers_there);
	assert_int_equal(told(&f, "stocked"), passengers_there > 0);
}

RULE_TEST(stations_are_stocked_by_the_table, "Q100: a laid station is stocked by colour and number of players")
{
	static const int red[] = { 1, 1, 2 }, brown[] = { 1, 2, 2 };
	static const char *const red_tiles[] = { "tile A2-1", "tile A2-2", "tile A2-3", "tile A2-4" };
	static const char *const brown_tiles[] = { "tile A1-1", "tile A1-2", "tile A1-3", "tile A1-4" };
	for (int players = 3; players <= 5; players++) {
		for (int i = 0; i < 4; i++) {
			laid_station_is_stocked(players, "", red_tiles[i], red[players - 3]);
			laid_station_is_stocked(players, "", brown_tiles[i], brown[players - 3]);
			laid_station_is_stocked(players, "mode=intro", brown_tiles[i], 0);
		}
		laid_station_is_stocked(players, "", "tile A3-2", 0);
		laid_station_is_stocked(players, "", "tile A3-3", 0);
	}
}
