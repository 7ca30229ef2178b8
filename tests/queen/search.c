/* Which moves leave a turn that can be completed (Q166): the list of legal moves against a search that tries everything, one small move after
 * the other, over random positions. */
#include <string.h>

#include "core/rng.h"
#include "games/queen/window.h"
#include "../rule_runner.h"
#include "fixture.h"

struct turn {
	const struct box *b;
	struct state s;                 /* rivals move as they are pushed; the mover's own ship stays as it was */
	int trailed;
	uint8_t trail[QUEEN_TRAIL];
};

static bool can_finish(struct turn *t, int hex, int heading, int points, int spare);

static bool in_trail(const struct turn *t, int hex)
{
	return memchr(t->trail, hex, (size_t)t->trailed) != NULL;
}

static int rival_on(const struct turn *t, int hex)
{
	return queen_ship_at(&t->s, hex, queen_mover(&t->s.queen));
}

static bool is_water(const struct turn *t, int hex)
{
	return hex >= 0 && !queen_is_land(t->b, &t->s.queen, hex);
}

/* The mover has this hex to itself. */
static bool goes_on(struct turn *t, int hex, int heading, int points, int spare)
{
	return (t->s.option[QUEEN_MODE] == MODE_INTRO && queen_is_entry(t->b, &t->s.queen, hex)) || can_finish(t, hex, heading, points, spare);
}

static bool can_push(struct turn *t, int hex, int side, int heading, int points, int spare)
{
	int to = queen_next(&t->s.queen, hex, side), rival = rival_on(t, hex);
	struct queen_ship *ship = &t->s.queen.ship[rival], before = *ship;

	if (!is_water(t, to) || rival_on(t, to) >= 0 || in_trail(t, to))
		return false;
	ship->tile = (uint8_t)(to / QUEEN_CELLS);
	ship->cell = (uint8_t)(to % QUEEN_CELLS);
	bool can = goes_on(t, hex, heading, points - 1, spare);
	*ship = before;
	return can;
}

static bool can_step(struct turn *t, int hex, int heading, int points, int spare)
{
	int to = queen_next(&t->s.queen, hex, heading);
	bool can = false;

	if (points == 0 || !is_water(t, to))
		return false;
	t->trail[t->trailed++] = (uint8_t)to;
	if (rival_on(t, to) < 0)
		can = goes_on(t, to, heading, points - 1, spare);
	else
		for (int side = 0; side < QUEEN_SIDES && points > 1 && !can; side++)
			can = can_push(t, to, side, heading, points - 1, spare);
	t->trailed--;
	return can;
}

static bool can_finish(struct turn *t, int hex, int heading, int points, int spare)
{
	if (points == 0 || can_step(t, hex, heading, points, spare))
		return true;
	for (int turns = 1; turns <= spare && turns <= QUEEN_SIDES / 2; turns++)
		if (can_step(t, hex, (heading + turns) % QUEEN_SIDES, points, spare - turns) ||
		    can_step(t, hex, (heading + QUEEN_SIDES - turns) % QUEEN_SIDES, points, spare - turns))
			return true;
	return false;
}

static bool is_allowed(struct turn *t, int move)
{
	const struct queen *q = &t->s.queen;
	const struct queen_ship *ship = &q->ship[queen_mover(q)];
	int hex = queen_ship_hex(ship), left = t->b->queen.free_turns - q->turns, spare = ship->coal + (left > 0 ? left : 0);

	if (move < MOVE_LEFT) {
		int speed = move - MOVE_SPEED + 1, cost = queen_speed_cost(t->b, ship->speed, speed);
		return q->phase == QUEEN_SPEED && speed <= t->b->queen.speed_max && cost <= ship->coal && can_finish(t, hex, ship->heading, speed, spare - cost);
	}
	if (move >= MOVE_PUSH && move < MOVE_END)
		return q->phase == QUEEN_PUSH && can_push(t, hex, move - MOVE_PUSH, ship->heading, q->points, spare);
	if (q->phase != QUEEN_STEER)
		return false;
	switch (move) {
	case MOVE_LEFT:
	case MOVE_RIGHT: return spare > 0 && can_finish(t, hex, (ship->heading + (move == MOVE_LEFT ? 5 : 1)) % QUEEN_SIDES, q->points, spare - 1);
	case MOVE_AHEAD: return can_step(t, hex, ship->heading, q->points, spare);
	default:         return move == MOVE_END && q->points == 0;
	}
}

/* The list of a position of the mover's own phases. */
static void check_list(const struct box *b, const struct state *s)
{
	struct moves listed;
	struct turn t = { .b = b, .s = *s, .trailed = s->queen.trailed };
	int n = 0;

	memcpy(t.trail, s->queen.trail, sizeof t.trail);
	if (t.trailed == 0)
		t.trail[t.trailed++] = (uint8_t)queen_ship_hex(&s->queen.ship[queen_mover(&s->queen)]);
	queen_legal(b, s, &listed);
	for (int move = 0; move < MOVE_TILE; move++) {
		bool is_listed = n < listed.n && listed.id[n] == move;
		n += is_listed;
		if (is_allowed(&t, move) != is_listed)
			fail_msg("move %d is %s", move, is_listed ? "listed, but no complete move follows" : "not listed, but a complete move follows");
	}
	assert_int_equal(n, listed.n);
}

static int below(struct rng *r, int n)
{
	return (int)rng_below(r, (uint32_t)n);
}

static bool is_taken(const struct state *s, int seat)          /* by a ship that was placed before */
{
	for (int i = 0; i < seat; i++)
		if (queen_ship_hex(&s->queen.ship[i]) == queen_ship_hex(&s->queen.ship[seat]))
			return true;
	return false;
}

/* A river that winds as it likes, over itself too, with ships that lie close together. */
static void set_up(struct rng *r, const struct box *b, struct state *s)
{
	struct queen *q = &s->queen;
	int at;

	q->laid = (uint8_t)(2 + below(r, QUEEN_TILES - 1));
	q->first = (uint8_t)below(r, q->laid);
	for (int k = 0; k < QUEEN_TILES; k++)
		q->tile[k] = (uint8_t)k;
	int bend = below(r, 3) - 1;
	for (int k = 1; k < q->laid; k++) {
		int other = 1 + below(r, QUEEN_TILES - 1);
		uint8_t tile = q->tile[k];
		q->tile[k] = q->tile[other];
		q->tile[other] = tile;
		q->heading[k] = (uint8_t)queen_turned(q->heading[k - 1], k == 1 ? 0 : below(r, 3) ? bend : below(r, 3) - 1);
	}
	q->platform = below(r, 2) ? (uint8_t)below(r, CUSPS) : NO_CUSP;
	at = q->first + below(r, q->laid - q->first);
	for (int i = 0; i < s->players; i++) {
		struct queen_ship *ship = &q->ship[i];
		do {
			int tile = at + below(r, 3) - 1;
			ship->tile = (uint8_t)(tile < q->first || tile >= q->laid ? at : tile);
			ship->cell = (uint8_t)below(r, QUEEN_CELLS);
		} while (queen_is_land(b, q, queen_ship_hex(ship)) || is_taken(s, i));
		ship->heading = (uint8_t)below(r, QUEEN_SIDES);
		ship->speed = (uint8_t)(1 + below(r, b->queen.speed_max));
		ship->coal = (uint8_t)(below(r, 2) ? 0 : below(r, 4));
		ship->fate = i > 0 && below(r, 8) == 0 ? QUEEN_AGROUND : QUEEN_RACING;
	}
	q->round = 1;
	q->at = 0;
	for (int i = 0; i < s->players; i++)
		q->order[i] = (uint8_t)i;
	q->phase = QUEEN_SPEED;
}

/* The built-in tiles, or as many islands as chance will have. */
static struct box some_box(struct rng *r)
{
	struct box b = queen_built_in;

	b.queen.free_turns = (uint8_t)below(r, QUEEN_FREE_TURNS + 1);
	if (below(r, 2))
		for (int i = 1; i < QUEEN_TILES; i++)
			b.queen.tile[i].land = (uint32_t)(rng_next(r) & rng_next(r) & rng_next(r)) & ((1u << QUEEN_CELLS) - 1);
	queen_finish_box(&b);
	return b;
}

/* Plays the turn of the ship that is to set its speed by random moves. */
static void check_turn(struct rng *r, const struct box *b, struct state *s)
{
	struct moves m = { .n = 1 };

	for (int turn = s->queen.turn; s->queen.turn == turn && m.n > 0; ) {
		if (s->queen.phase == QUEEN_SPEED || s->queen.phase == QUEEN_STEER || s->queen.phase == QUEEN_PUSH)
			check_list(b, s);
		else if (s->queen.phase != QUEEN_FACE)
			return;
		queen_legal(b, s, &m);
		if (m.n > 0)
			queen_apply(b, s, m.id[below(r, m.n)], NULL);
	}
}

RULE_TEST(lists_are_exact, "Q166: all moves that a complete move can follow are legal, and no others")
{
	struct rng r = rng_seed(11);

	for (int k = 0; k < 40000; k++) {
		struct box b = some_box(&r);
		struct fix f = fix_new(3 + below(&r, 3), below(&r, 4) ? "" : "mode=intro");
		set_up(&r, &b, &f.s);
		check_turn(&r, &b, &f.s);
	}
}

/* The built-in box has been given what one that is read is given. */
RULE_TEST(sight_follows_from_the_land, "Q31: what a ship sees of a tile follows from its land")
{
	struct box b = queen_built_in;

	memset(b.queen.tile[0].water, 0, sizeof b.queen.tile[0].water);
	queen_finish_box(&b);
	assert_memory_equal(&b, &queen_built_in, sizeof b);
}
