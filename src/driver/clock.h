/* What time it is. The rules know none, and a table is told. */
#ifndef DRIVER_CLOCK_H
#define DRIVER_CLOCK_H

#include <stdint.h>

int64_t clock_today(void);      /* ms since 1970 */
int64_t clock_us(void);         /* of a clock that nobody sets: for how long something takes */

static inline int64_t clock_ms(void)
{
	return clock_us() / 1000;
}

#endif
