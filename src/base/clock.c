#define _GNU_SOURCE                     /* CLOCK_BOOTTIME */
#include "base/clock.h"

#include <stdatomic.h>
#include <time.h>

/* A clock that nobody sets and that runs on while the machine is asleep. Where there is none, as in the page, it is the wall clock. */
#ifdef CLOCK_BOOTTIME
#define STEADY CLOCK_BOOTTIME
#else
#define STEADY CLOCK_REALTIME
#endif

static int64_t ms_of(clockid_t which)
{
	struct timespec t;

	clock_gettime(which, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_today(void)
{
	static _Atomic int64_t begun;           /* the time of day when STEADY was 0; 0: not looked at yet */
	int64_t at = atomic_load(&begun), first = at;

	if (at == 0) {
		at = ms_of(CLOCK_REALTIME) - ms_of(STEADY);
		if (!atomic_compare_exchange_strong(&begun, &first, at))
			at = first;             /* another thread was faster */
	}
	return at + ms_of(STEADY);
}

int64_t clock_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}
