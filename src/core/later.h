/* A question that takes long may be left for later where many games are played side by side, on a GPU: gpu/play.c sets the game back, and asks again when
 * as many others have come to one. Everywhere else it is answered at once.
 *
 *     if (later())
 *         return false;           any answer: what comes of it is thrown away
 *
 * NOINLINE_ON_GPU: the function is large, called in several places, and not inlined there: a GPU's cache of instructions is small. */
#ifndef CORE_LATER_H
#define CORE_LATER_H

#include <stdbool.h>

#ifdef LATER                            /* set by tools/ptx.sh */
#define NOINLINE_ON_GPU __attribute__((noinline))
bool later(void);
bool was_left(void);                    /* has a question been left since it was allowed? */
#else
#define NOINLINE_ON_GPU
static inline bool later(void) { return false; }
static inline bool was_left(void) { return false; }
#endif

#endif
