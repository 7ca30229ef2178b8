/* Kernel `step`: one decision of every game, a thread for each. GAME is the name of the game, set by the build. */
#include <string.h>

#include "gpu/device.h"
#include "gpu/leave.h"
#include "gpu/step.h"

extern const struct game GAME;

typedef uint32_t words __attribute__((vector_size(16)));

/* All threads of the block together: masks and rows of its games lie side by side, and whole lines of memory are written at once. */
static void clear(uint8_t *at, uint32_t bytes)
{
	for (uint32_t i = thread_in_block(); i < bytes / sizeof(words); i += threads_of_block())
		((words *)(void *)at)[i] = (words){ 0 };
	for (uint32_t i = bytes / sizeof(words) * sizeof(words) + thread_in_block(); i < bytes; i += threads_of_block())
		at[i] = 0;
}

KERNEL void step(const struct step_args *a);
KERNEL void step(const struct step_args *a)
{
	const uint32_t i = (uint32_t)thread_in_grid(), first = i - thread_in_block(), row = step_row(GAME.planes);
	const uint32_t n = a->n - first < threads_of_block() ? a->n - first : threads_of_block();
	struct moves m;
	int mover = 0;

	let_leave(false);
	if (i < a->n)
		mover = step_play(&GAME, a, i, &m);
	wait_for_block();               /* the masks have been read */
	clear(a->out.mask + (size_t)first * GAME.num_actions, n * GAME.num_actions);
	clear(a->out.row + (size_t)first * row, n * row);
	wait_for_block();
	if (i < a->n)
		step_write(&GAME, a, i, mover, &m);
}
