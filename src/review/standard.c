/* What bots give away of what is at stake in their decisions, at level quick: `bench/review --equal BOT quick GAMES GAME` prints it as "waste". The judgement
 * does not tell `expert` from `hard`. To be measured anew when it changes, and then it gets another name. */
#include <math.h>
#include <string.h>

#include "review/review.h"

const char review_judge[] = "net 2";

static const struct { const char *game; struct review_standard of[4]; } standards[] = {
	{ "queen",      { { "easy", 0.297 }, { "medium", 0.230 }, { "hard", 0.193 }, { NULL, 0 } } },
	{ "broadhorns", { { "easy", 0.270 }, { "medium", 0.238 }, { "hard", 0.228 }, { NULL, 0 } } },
	{ "rails",      { { "easy", 0.529 }, { "medium", 0.462 }, { "hard", 0.407 }, { NULL, 0 } } },
};

const struct review_standard *review_standards(const struct game *g)
{
	for (size_t i = 0; i < sizeof standards / sizeof standards[0]; i++)
		if (strcmp(standards[i].game, g->name) == 0)
			return standards[i].of;
	return NULL;
}

/* Shares are compared as ratios, and one of nothing at all has to be near something. */
const char *review_like(const struct game *g, const struct review_seat *seat)
{
	enum { FEW = 8 };
	static const double floor = 0.005;
	const struct review_standard *all = review_standards(g), *nearest = all;

	if (!all || seat->decisions < FEW)
		return NULL;
	for (const struct review_standard *s = all; s->level; s++)
		if (fabs(log((s->waste + floor) / (seat->waste + floor))) < fabs(log((nearest->waste + floor) / (seat->waste + floor))))
			nearest = s;
	return nearest->level;
}
