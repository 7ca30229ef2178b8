/* Kernel `step`: one decision of every game, a thread for each. GAME is the name of the game, set by the build. */
#include <string.h>

#include "gpu/device.h"
#include "gpu/step.h"

extern const struct game GAME;

KERNEL void step(const struct step_args *given);
KERNEL void step(const struct step_args *given)
{
	const struct step_args a = *given;

	for (uint64_t i = thread_in_grid(); i < a.n; i += threads_of_grid())
		step_one(&GAME, &a, (uint32_t)i);
}
