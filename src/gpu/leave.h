/* Whether a thread may leave questions of the rules for later (core/later.h). Device code only. */
#ifndef GPU_LEAVE_H
#define GPU_LEAVE_H

#include <stdbool.h>

#include "gpu/device.h"

enum { ANSWER_ALL, MAY_LEAVE, HAS_LEFT };
extern SHARED uint8_t leaving[1024];            /* by thread of the block; in play.c */

static inline void let_leave(bool may) { leaving[thread_in_block()] = may ? MAY_LEAVE : ANSWER_ALL; }

#endif
