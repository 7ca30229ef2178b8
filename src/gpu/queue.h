/* In which queue of `play` a game waits: those of one queue go on by the same rules, and for about as long. */
#ifndef GPU_QUEUE_H
#define GPU_QUEUE_H

#include "core/game.h"

enum { QUEUES = 32 };

/* Steering is most of the work, and how long a complete move is looked for depends on the points that are left. */
#define QUEUE_OF_queen(s) ((s)->queen.phase == QUEEN_STEER ? QUEEN_PHASES + (s)->queen.points : (s)->queen.phase)
#define QUEUE_OF_broadhorns(s) ((s)->broadhorns.phase)
#define QUEUE_OF_rails(s) ((s)->rails.phase)

#define QUEUE_PASTE(game) QUEUE_OF_##game
#define QUEUE_OF(game) QUEUE_PASTE(game)

#endif
