/* CMA-ES with a diagonal covariance (Ros and Hansen 2008): looks for the numbers with the least loss. */
#ifndef BENCH_EVOLVE_H
#define BENCH_EVOLVE_H

#include <stdint.h>

enum { MAX_TERMS = 64 };

struct evolution {
	int terms, generations;
	uint64_t seed;
	int every;                      /* generations between two lines that say how it goes */
	/* Of one child; all of one generation are told which it is. */
	double (*loss)(const void *of, int generation, const double x[]);
	const void *of;
};

/* From x on, whose terms are of the order of 1; leaves the mean of the last generation there. */
void evolve(const struct evolution *e, double x[]);

#endif
