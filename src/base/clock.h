/* What time it is. The rules know none, and a table is told. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Milliseconds since 1970, as the wall clock said when this was first asked, and from then on by a clock that nobody sets: if the wall clock is
 * set back or forth, what waits for a time goes on as if nothing had happened. */
int64_t clock_today(void);
int64_t clock_us(void);         /* of a clock that nobody sets: for how long something takes */

static inline int64_t clock_ms(void)
{
	return clock_us() / 1000;
}

#endif
