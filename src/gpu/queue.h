/* In which queue of `play` a game waits: those of one queue go on by the same rules, and for about as long. Device code only: what it says is of GAME. */
#ifndef GPU_QUEUE_H
#define GPU_QUEUE_H

#include "core/game.h"
#include "games/broadhorns/broadhorns.h"

/* Queen -------------------------------------------------------------------------------------------------- */

/* Steering is most of the work, and how long it takes depends on the points and turns that are left. In queues before QUEEN_LEFT questions that take long
 * are left for later; games that have left one wait from there on, by phase, and by points where they steer. The end of a turn waits once more. */
enum {
	QUEEN_STEERS = QUEEN_PHASES, QUEEN_HAS_COAL = QUEEN_STEERS + 3 * (QUEEN_POINTS + 1), QUEEN_LEFT,
	QUEEN_LEFT_A_MOVE = QUEEN_LEFT + QUEEN_FIRST_TILE, QUEEN_ROLLS_AGAIN = QUEEN_LEFT + QUEEN_DIE, QUEEN_LEFT_POINTS = QUEEN_LEFT + QUEEN_OVER,
	QUEEN_ENDS = QUEEN_LEFT_POINTS + QUEEN_POINTS + 1, QUEEN_ENDS_ROUND, QUEEN_LEFT_END, QUEEN_QUEUES
};

static inline uint32_t queue_of_queen(const struct box *b, const struct queen *g)
{
	const struct queen_ship *ship = &g->ship[g->order[g->at]];
	int spare = b->queen.free_turns > g->turns ? ship->coal + b->queen.free_turns - g->turns : ship->coal;

	switch (g->phase) {
	case QUEEN_SPEED:
		return ship->coal > 0 ? QUEEN_HAS_COAL : QUEEN_SPEED;
	case QUEEN_STEER:
		return QUEEN_STEERS + 3u * g->points + (spare > 2 ? 2u : (uint32_t)spare);
	case QUEEN_DIE:         /* tiles that are so many apart can lie on one another */
		return g->laid - g->first >= 5 ? QUEEN_ROLLS_AGAIN : QUEEN_DIE;
	default:
		return g->phase;
	}
}

static inline uint32_t queue_of_queen_left(const struct queen *g)
{
	return g->phase == QUEEN_STEER ? QUEEN_LEFT_POINTS + (uint32_t)g->points : QUEEN_LEFT + (uint32_t)g->phase;
}

static inline uint32_t queue_of_queen_move(const struct queen *g, int players, int move)
{
	enum { END = QUEEN_POINTS + 3 + QUEEN_SIDES };          /* MOVE_END of queen.h, which has names in common with broadhorns.h */

	if (g->phase != QUEEN_STEER || move != END)
		return QUEEN_QUEUES;
	for (int i = g->at + 1; i < players; i++)
		if (g->ship[g->order[i]].fate == QUEEN_RACING)
			return QUEEN_ENDS;
	return QUEEN_ENDS_ROUND;
}

/* Broadhorns ------------------------------------------------------------------------------------------------- */

enum {
	BROAD_SAILS = BROAD_PHASES, BROAD_ST_LOUIS, BROAD_PORT, BROAD_SAILS_ON, BROAD_ABANDONS, BROAD_STOPS, BROAD_STOPS_WITHOUT_PILE, BROAD_FREIGHT_CARD,
	BROAD_HELP_CARD, BROAD_SPOILS_FIRST, BROAD_SPOILS_AGAIN, BROAD_LAST_CARD, BROAD_DISCARDS, BROAD_QUEUES
};

/* A spoil card is drawn: it may be the last one of the pile. */
static inline uint32_t queue_of_spoil_card(const struct broadhorns *g, int card)
{
	bool more = (broad_spoils_at(g, IN_PILE) & ~(UINT64_C(1) << (card - FIRST_SPOIL))) != 0;

	for (int at = FIRST_SPOIL - 8; at > 0 && !more; at -= 8)
		more = broad_zeros(broad_eight(g, at)) != 0;
	if (!more && !broad_zeros(broad_eight(g, 0)))
		return BROAD_LAST_CARD;
	return g->spoiled ? BROAD_SPOILS_AGAIN : BROAD_SPOILS_FIRST;
}

static inline uint32_t queue_of_broad_move(const struct broadhorns *g, int move)
{
	switch (g->phase) {
	case BROAD_ACTIONS:
		if (move == MOVE_PORT)
			return g->player[g->active].space == 0 ? BROAD_ST_LOUIS : BROAD_PORT;
		if (move == MOVE_CURRENT || move == MOVE_ABANDON)
			return move == MOVE_CURRENT ? BROAD_SAILS_ON : BROAD_ABANDONS;
		if (move < MOVE_PORT)
			return BROAD_SAILS;
		return broad_has_pile(g) ? BROAD_STOPS : BROAD_STOPS_WITHOUT_PILE;
	case BROAD_DRAW:
		if (move >= MOVE_DRAW + FIRST_SPOIL)
			return queue_of_spoil_card(g, move - MOVE_DRAW);
		return move < MOVE_DRAW + FIRST_ICE ? BROAD_FREIGHT_CARD : BROAD_HELP_CARD;
	case BROAD_DISCARD:
		return BROAD_DISCARDS;
	default:
		return BROAD_QUEUES;
	}
}

/* Of each game ------------------------------------------------------------------------------------------------- */

/* QUEUES: how many there are. PLAYED_AT_ONCE: no queue, the move that was picked is played at once.
 * QUEUE_PICKED: from this one on games wait whose move has been picked. It is as large as QUEUES in a game without them.
 * QUEUE_COPIED: a warp plays on copies in shared memory, so that a move that left a question can be thrown away.
 * QUEUE_OF: by state. QUEUE_OF_MOVE: when a move has been picked. QUEUE_MAY_LEAVE: whether games of it may leave a question for later.
 * QUEUE_OF_LEFT: when that was one about legal moves. QUEUE_OF_LEFT_MOVE: when a move raised it. */
enum {
	QUEUES_queen = QUEEN_QUEUES, QUEUE_PICKED_queen = QUEEN_ENDS, QUEUE_COPIED_queen = 1,
	QUEUES_broadhorns = BROAD_QUEUES, QUEUE_PICKED_broadhorns = BROAD_PHASES, QUEUE_COPIED_broadhorns = 0,
	QUEUES_rails = RAILS_PHASES, QUEUE_PICKED_rails = RAILS_PHASES, QUEUE_COPIED_rails = 0,
};

#define QUEUE_OF_queen(b, s) queue_of_queen(b, &(s)->queen)
#define QUEUE_OF_MOVE_queen(s, move) queue_of_queen_move(&(s)->queen, (s)->players, move)
#define QUEUE_MAY_LEAVE_queen(from) ((from) < QUEEN_LEFT || (from) == QUEEN_ENDS || (from) == QUEEN_ENDS_ROUND)
#define QUEUE_OF_LEFT_queen(s) queue_of_queen_left(&(s)->queen)
#define QUEUE_OF_LEFT_MOVE_queen(from) ((from) < QUEEN_LEFT ? QUEEN_LEFT_A_MOVE : QUEEN_LEFT_END)

#define QUEUE_OF_broadhorns(b, s) ((s)->broadhorns.phase)
#define QUEUE_OF_MOVE_broadhorns(s, move) queue_of_broad_move(&(s)->broadhorns, move)
#define QUEUE_MAY_LEAVE_broadhorns(from) false
#define QUEUE_OF_LEFT_broadhorns(s) 0
#define QUEUE_OF_LEFT_MOVE_broadhorns(from) 0

#define QUEUE_OF_rails(b, s) ((s)->rails.phase)
#define QUEUE_OF_MOVE_rails(s, move) PLAYED_AT_ONCE
#define QUEUE_MAY_LEAVE_rails(from) false
#define QUEUE_OF_LEFT_rails(s) 0
#define QUEUE_OF_LEFT_MOVE_rails(from) 0

#define QUEUE_PASTE(name, game) name##game
#define QUEUE_NAME(name, game) QUEUE_PASTE(name, game)
enum { QUEUES = QUEUE_NAME(QUEUES_, GAME), PLAYED_AT_ONCE = QUEUES };
#define QUEUE_PICKED QUEUE_NAME(QUEUE_PICKED_, GAME)
#define QUEUE_COPIED QUEUE_NAME(QUEUE_COPIED_, GAME)
#define QUEUE_OF(b, s) QUEUE_NAME(QUEUE_OF_, GAME)(b, s)
#define QUEUE_OF_MOVE(s, move) QUEUE_NAME(QUEUE_OF_MOVE_, GAME)(s, move)
#define QUEUE_MAY_LEAVE(from) QUEUE_NAME(QUEUE_MAY_LEAVE_, GAME)(from)
#define QUEUE_OF_LEFT(s) QUEUE_NAME(QUEUE_OF_LEFT_, GAME)(s)
#define QUEUE_OF_LEFT_MOVE(from) QUEUE_NAME(QUEUE_OF_LEFT_MOVE_, GAME)(from)

#endif
