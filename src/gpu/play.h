/* What the host and the kernel `play` say to each other. */
#ifndef GPU_PLAY_H
#define GPU_PLAY_H

#include "gpu/playout.h"

enum { PLAY_MOST_GAMES = 16384 };        /* of one block at a time */

/* Written by the kernel; zero at the start. */
struct play_shared {
	uint64_t begun;
	struct playout_sums sums;
};

/* In device memory. */
struct play_args {
	const struct playout_job *job;
	struct play_shared *shared;
	uint64_t first, games;          /* the games first .. first + games - 1 of the job */
	uint64_t *pool;                 /* where games lie: for each block slots * (slot + PLAY_MOVE) bytes */
	uint32_t slots;                 /* games of a block at a time: a multiple of 32, at most PLAY_MOST_GAMES */
};

/* What the host asks of the program: bytes that a game takes, queues, and whether a thread has room for a game in shared memory. The shared memory of
 * a block is threads * slot bytes, if so, and slots / 8 for each queue. */
struct play_layout { uint32_t slot, queues, copied; };
enum { PLAY_MOVE = 2 };

#endif
