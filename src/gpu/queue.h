/* In which queue of `play` a game waits: those of one queue go on by the same rules, and for about as long. */
#ifndef GPU_QUEUE_H
#define GPU_QUEUE_H

#include "core/game.h"
#include "games/broadhorns/broadhorns.h"

enum { QUEUES = 32, PLAYED_AT_ONCE = QUEUES };

/* Steering is most of the work, and how long a complete move is looked for depends on the points that are left. */
#define QUEUE_OF_queen(s) ((s)->queen.phase == QUEEN_STEER ? QUEEN_PHASES + (s)->queen.points : (s)->queen.phase)
#define QUEUE_OF_broadhorns(s) ((s)->broadhorns.phase)
#define QUEUE_OF_rails(s) ((s)->rails.phase)

/* Where the moves of a phase lead to different rules, a game waits once more when its move has been picked, in a queue behind those of the phases: from
 * QUEUE_PICKED on, of which a game without such phases has none. */
enum { QUEUE_PICKED_queen = QUEUES, QUEUE_PICKED_broadhorns = BROAD_PHASES, QUEUE_PICKED_rails = QUEUES };
#define QUEUE_OF_MOVE_queen(s, move) PLAYED_AT_ONCE
#define QUEUE_OF_MOVE_broadhorns(s, move) queue_of_broad_move(&(s)->broadhorns, move)
#define QUEUE_OF_MOVE_rails(s, move) PLAYED_AT_ONCE

static inline uint32_t queue_of_broad_move(const struct broadhorns *g, int move)
{
	enum { SAIL = BROAD_PHASES, ST_LOUIS, PORT, CURRENT, ABANDON, STOP, STOP_WITHOUT_PILE, FREIGHT_CARD, HELP_CARD, SPOIL_CARD, DISCARD, BROAD_QUEUES };
	_Static_assert((int)BROAD_QUEUES <= (int)QUEUES, "there is a queue for each");

	switch (g->phase) {
	case BROAD_ACTIONS:
		if (move == MOVE_PORT)
			return g->player[g->active].space == 0 ? ST_LOUIS : PORT;
		if (move == MOVE_CURRENT || move == MOVE_ABANDON)
			return move == MOVE_CURRENT ? CURRENT : ABANDON;
		if (move < MOVE_PORT)
			return SAIL;
		return broad_has_pile(g) ? STOP : STOP_WITHOUT_PILE;
	case BROAD_DRAW:
		return move < MOVE_DRAW + FIRST_ICE ? FREIGHT_CARD : move < MOVE_DRAW + FIRST_SPOIL ? HELP_CARD : SPOIL_CARD;
	case BROAD_DISCARD:
		return DISCARD;
	default:
		return PLAYED_AT_ONCE;
	}
}

#define QUEUE_PASTE(name, game) name##game
#define QUEUE_NAME(name, game) QUEUE_PASTE(name, game)
#define QUEUE_OF(s) QUEUE_NAME(QUEUE_OF_, GAME)(s)
#define QUEUE_PICKED QUEUE_NAME(QUEUE_PICKED_, GAME)
#define QUEUE_OF_MOVE(s, move) QUEUE_NAME(QUEUE_OF_MOVE_, GAME)(s, move)

#endif
