#include "evolve.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/rng.h"

enum { LARGEST = 64 };          /* offspring at most */

static double normal(struct rng *r)
{
	double u = ((double)(rng_next(r) >> 11) + 1) / 9007199254740993.0, v = (double)(rng_next(r) >> 11) / 9007199254740992.0;

	return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

struct child { double z[MAX_TERMS], x[MAX_TERMS], loss; };

static int by_loss(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	return (x->loss > y->loss) - (x->loss < y->loss);
}

void evolve(const struct evolution *e, double x[])
{
	static struct child child[LARGEST];
	const int n = e->terms, born = 4 + (int)(3 * log(n)), parents = born / 2;
	struct rng r = rng_seed(e->seed);
	double share[LARGEST], total = 0, squares = 0, sigma = 0.3, var[MAX_TERMS], path[MAX_TERMS] = { 0 }, steps[MAX_TERMS] = { 0 };

	for (int i = 0; i < parents; i++)
		total += share[i] = log(parents + 0.5) - log(i + 1);
	for (int i = 0; i < parents; i++) {
		share[i] /= total;
		squares += share[i] * share[i];
	}
	const double mu = 1 / squares, cs = (mu + 2) / (n + mu + 5), ds = 1 + cs + 2 * fmax(0, sqrt((mu - 1) / (n + 1)) - 1);
	const double cc = (4 + mu / n) / (n + 4 + 2 * mu / n), faster = (n + 2) / 3.0, long_step = sqrt(n) * (1 - 1 / (4.0 * n) + 1 / (21.0 * n * n));
	const double c1 = fmin(0.5, faster * 2 / ((n + 1.3) * (n + 1.3) + mu)), cm = fmin(1 - c1, faster * 2 * (mu - 2 + 1 / mu) / ((n + 2) * (n + 2) + mu));

	for (int k = 0; k < n; k++)
		var[k] = 1;
	for (int g = 0; g < e->generations; g++) {
		for (int i = 0; i < born; i++) {
			for (int k = 0; k < n; k++)
				child[i].x[k] = x[k] + sigma * sqrt(var[k]) * (child[i].z[k] = normal(&r));
			child[i].loss = e->loss(e->of, g, child[i].x);
		}
		qsort(child, (size_t)born, sizeof child[0], by_loss);
		double length = 0, step[MAX_TERMS] = { 0 };
		for (int k = 0; k < n; k++) {
			for (int i = 0; i < parents; i++)
				step[k] += share[i] * child[i].z[k];
			x[k] += sigma * sqrt(var[k]) * step[k];
			path[k] = (1 - cs) * path[k] + sqrt(cs * (2 - cs) * mu) * step[k];
			length += path[k] * path[k];
		}
		length = sqrt(length);
		const bool fast = length / sqrt(1 - pow(1 - cs, 2.0 * (g + 1))) > (1.4 + 2.0 / (n + 1)) * long_step;
		for (int k = 0; k < n; k++) {
			double spread = 0, sd = sqrt(var[k]);
			steps[k] = (1 - cc) * steps[k] + (fast ? 0 : sqrt(cc * (2 - cc) * mu) * sd * step[k]);
			for (int i = 0; i < parents; i++)
				spread += share[i] * var[k] * child[i].z[k] * child[i].z[k];
			var[k] = (1 - c1 - cm) * var[k] + c1 * (steps[k] * steps[k] + (fast ? cc * (2 - cc) * var[k] : 0)) + cm * spread;
		}
		sigma *= exp(cs / ds * (length / long_step - 1));
		if (g % e->every == e->every - 1)
			fprintf(stderr, "generation %d of %d: %.5f\n", g + 1, e->generations, child[0].loss);
	}
}
