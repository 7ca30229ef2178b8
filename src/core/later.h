/* A question that takes long may be left for later where many games are played side by side, on a GPU: gpu/play.c sets the game back, and asks again when
 * as many others have come to one. Everywhere else it is answered at once.
 *
 *     if (later())
 *         return false;           any answer: what comes of it is thrown away
 */
#ifndef CORE_LATER_H
#define CORE_LATER_H

#include <stdbool.h>

#ifdef LATER                            /* set by tools/ptx.sh */
bool later(void);
bool was_left(void);                    /* has a question been left since it was allowed? */
#else
static inline bool later(void) { return false; }
static inline bool was_left(void) { return false; }
#endif

#endif
