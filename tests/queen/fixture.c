#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

struct fix fix_new(int players, const char *options)
{
	return fix_begin("queen", players, options, NULL);
}

static int box_tile(const struct box *b, const char *id)
{
	return named("tile", id, b->queen.tile, sizeof b->queen.tile[0], b->queen.tiles);
}

/* The printed id tells the colour (A1-x brown, A2-x red, the others have no station), so that the box is not believed blindly. */
static int passengers_on(const char *id, int players)
{
	static const int red[] = { 1, 1, 2 }, brown[] = { 1, 2, 2 };
	return id[1] == '1' ? brown[players - 3] : id[1] == '2' ? red[players - 3] : 0;
}

static void lay(struct fix *f, const char *word)
{
	struct queen *q = &f->s.queen;
	int bend = *word == '<' ? -1 : *word == '>' ? 1 : 0;
	const char *id = bend ? word + 1 : word;
	int k = q->laid++;
	q->tile[k] = (uint8_t)box_tile(f->box, id);
	q->heading[k] = k == 0 ? NORTH : (uint8_t)((q->heading[k - 1] + bend + QUEEN_SIDES) % QUEEN_SIDES);
	q->waiting[k] = f->s.option[QUEEN_MODE] == MODE_INTRO ? 0 : (uint8_t)passengers_on(id, f->s.players);
}

struct fix fix_river(int players, const char *options, const char *tiles)
{
	struct fix f = fix_new(players, options);
	struct queen *q = &f.s.queen;
	char word[MAX_TEXT];
	play(&f, "tile A3-1");          /* whatever set-up leaves behind is as the game leaves it */
	while (q->phase == QUEEN_START_FACING)
		play(&f, "face N");
	q->laid = 0;
	memset(q->tile, 0, sizeof q->tile);
	memset(q->heading, 0, sizeof q->heading);
	memset(q->waiting, 0, sizeof q->waiting);
	while (next_word(&tiles, " ", word))
		lay(&f, word);
	for (int i = 0; i < players; i++)
		fix_ship(&f, i, 0, (int[]){ 2, 9, 5, 3, 1 }[i], NORTH, 1, 6);
	q->round = 2;
	fix_turn(&f, 0);
	return f;
}

void fix_platform(struct fix *f, int cusp)
{
	f->s.queen.platform = (uint8_t)cusp;
}

void fix_removed(struct fix *f, int first)
{
	f->s.queen.first = (uint8_t)first;
	memset(f->s.queen.waiting, 0, (size_t)first);
}

void fix_ship(struct fix *f, int seat, int tile, int cell, int heading, int speed, int coal)
{
	struct queen_ship *ship = &f->s.queen.ship[seat];
	ship->tile = (uint8_t)tile;
	ship->cell = (uint8_t)cell;
	ship->heading = (uint8_t)heading;
	ship->speed = (uint8_t)speed;
	ship->coal = (uint8_t)coal;
}

/* Reads "0/12 NE 5 6" and what follows it up to the next ship. */
static const char *read_ship(const char *words, int at[5])
{
	static const char *const headings[] = { "N", "NE", "SE", "S", "SW", "NW" };
	char heading[3];
	int n = 0;

	assert_int_equal(sscanf(words, "%d/%d %2s %d %d%n", &at[0], &at[1], heading, &at[3], &at[4], &n), 5);
	for (at[2] = 0; strcmp(headings[at[2]], heading) != 0; at[2]++)
		assert_true(at[2] < 5);
	words += n;
	return words + strspn(words, ", ");
}

void fix_ships(struct fix *f, const char *ships)
{
	int at[5];

	for (int seat = 0; *ships; seat++) {
		ships = read_ship(ships, at);
		fix_ship(f, seat, at[0], at[1], at[2], at[3], at[4]);
	}
}

void fix_boarded(struct fix *f, int seat, unsigned tiles)
{
	f->s.queen.ship[seat].boarded = (uint16_t)tiles;
}

void fix_turn(struct fix *f, int seat)
{
	struct queen *q = &f->s.queen;
	bool by_seats = f->s.option[QUEEN_MODE] == MODE_INTRO;
	int n = 0;
	if (!by_seats)
		q->order[n++] = (uint8_t)seat;
	for (int i = 0; i < f->s.players; i++)
		if (by_seats || i != seat)
			q->order[n++] = (uint8_t)i;
	q->at = by_seats ? (uint8_t)seat : 0;
	q->turn = (uint16_t)(2 * q->round - 1);         /* as few turns as there can have been */
	q->phase = QUEEN_SPEED;
}

void ship_is(const struct fix *f, int seat, int tile, int cell, int heading, int speed, int coal)
{
	const struct queen_ship *ship = &f->s.queen.ship[seat];
	char got[MAX_TEXT], expected[MAX_TEXT];
	snprintf(got, sizeof got, "ship %d: tile %d cell %d heading %d speed %d coal %d",
		 seat, ship->tile, ship->cell, ship->heading, ship->speed, ship->coal);
	snprintf(expected, sizeof expected, "ship %d: tile %d cell %d heading %d speed %d coal %d", seat, tile, cell, heading, speed, coal);
	assert_string_equal(got, expected);
}

void plays_to(struct fix *f, const char *moves, int seat, const char *ship)
{
	int at[5];

	play(f, moves);
	read_ship(ship, at);
	ship_is(f, seat, at[0], at[1], at[2], at[3], at[4]);
}
