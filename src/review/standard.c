/* What bots of each level do in a review at level quick: bench/standards makes these lines, and says how often they name the level of a seat right. The judgement
 * does not tell `expert` from `hard`. To be made anew when it changes, and then it gets another name. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "review/review.h"

const char review_judge[] = "net 4";

static const struct review_standards standards[] = {
	{ "queen",      { { "easy", -1.218, -0.0761 }, { "medium", -1.299, -0.0714 }, { "hard", -1.773, -0.0846 } }, { 0.1184, 0.002962, 0.0002436 } },
	{ "broadhorns", { { "easy", -1.440, -0.0759 }, { "medium", -1.654, -0.0886 }, { "hard", -2.072, -0.0930 } }, { 0.0518, 0.000725, 0.0000556 } },
	{ "rails",      { { "easy", -0.800, -0.0749 }, { "medium", -0.922, -0.0930 }, { "hard", -1.266, -0.0877 } }, { 0.0445, 0.001489, 0.0002707 } },
};

const struct review_standards *review_standards(const struct game *g)
{
	for (size_t i = 0; i < sizeof standards / sizeof standards[0]; i++)
		if (strcmp(standards[i].game, g->name) == 0)
			return &standards[i];
	return NULL;
}

/* How likely each level is, if all of them play as often: by two normal distributions with a common spread. The floor is for a seat that gave away nothing. */
static void chances(const struct review_standards *of, const struct review_seat *seat, double out[REVIEW_STANDARDS])
{
	static const double floor = 0.005;
	const double *v = of->spread, determinant = v[0] * v[2] - v[1] * v[1];
	double far[REVIEW_STANDARDS], nearest = INFINITY, total = 0;

	for (int i = 0; i < REVIEW_STANDARDS; i++) {
		const double x = log(seat->waste + floor) - of->of[i].waste, y = seat->slips / seat->decisions - of->of[i].slip;
		far[i] = (v[2] * x * x - 2 * v[1] * x * y + v[0] * y * y) / determinant / 2;
		nearest = fmin(nearest, far[i]);
	}
	for (int i = 0; i < REVIEW_STANDARDS; i++)
		total += out[i] = exp(nearest - far[i]);
	for (int i = 0; i < REVIEW_STANDARDS; i++)
		out[i] /= total;
}

bool review_like(const struct game *g, const struct review_seat *seat, char out[REVIEW_LIKE])
{
	enum { FEW = 8 };
	static const double sure = 2.0 / 3;
	const struct review_standards *of = review_standards(g);
	double chance[REVIEW_STANDARDS];
	int first = 0, second = -1;
	struct text t = text_on(out, REVIEW_LIKE);

	if (!of || seat->decisions < FEW)
		return false;
	chances(of, seat, chance);
	for (int i = 1; i < REVIEW_STANDARDS; i++)
		first = chance[i] > chance[first] ? i : first;
	for (int i = 0; i < REVIEW_STANDARDS; i++)
		second = i != first && (second < 0 || chance[i] > chance[second]) ? i : second;
	if (chance[first] >= sure)
		text_put(&t, of->of[first].level);
	else if (abs(first - second) == 1)
		text_form(&t, "%s or %s", (const char *[]){ of->of[first < second ? first : second].level, of->of[first < second ? second : first].level }, NULL);
	else
		return false;
	return true;
}
