#include "bots/eval.h"

#include <math.h>
#include <string.h>

static const struct eval *const list[] = { &eval_broadhorns, &eval_queen, &eval_rails };

enum { HUNDRED = 100 };
static const float for_win = 0.90F, for_place = 0.08F, for_lead = 0.02F;        /* together 1 */

static const struct eval *instead;

void eval_instead(const struct eval *e)
{
	instead = e;
}

const struct eval *eval_find(const struct game *g)
{
	if (instead)
		return instead;
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
		if (strcmp(list[i]->game, g->name) == 0)
			return list[i];
	return NULL;
}

/* A lead over the mean of the others, as a number from 0 to 1. */
static float lead(const float standing[], int players, int seat, float big)
{
	float others = 0;

	for (int i = 0; i < players; i++)
		others += i == seat ? 0 : standing[i];
	float by = (standing[seat] - others / (float)(players > 1 ? players - 1 : 1)) / big;
	return 0.5F + 0.5F * by / (1 + fabsf(by));
}

/* Who shares the first place shares the win. */
static void by_place(const struct game *g, const struct box *b, const struct state *s, float big, float out[MAX_PLAYERS])
{
	int place[MAX_PLAYERS], score[MAX_PLAYERS], first = 0;
	float standing[MAX_PLAYERS];

	g->place(b, s, place);
	g->score(b, s, score);
	for (int i = 0; i < s->players; i++) {
		first += place[i] == 1;
		standing[i] = (float)score[i];
	}
	for (int i = 0; i < s->players; i++) {
		out[i] = for_win * (place[i] == 1 ? 1 / (float)first : 0) + for_lead * lead(standing, s->players, i, big);
		if (s->players > 1)
			out[i] += for_place * (float)(s->players - place[i]) / (float)(s->players - 1);
	}
}

/* The odds of any two seats are those of their standings; the chances of all add up to 1. */
static void by_standing(const float standing[], int players, float spread, float big, float out[MAX_PLAYERS])
{
	float odds[MAX_PLAYERS], top = standing[0], sum = 0;

	for (int i = 1; i < players; i++)
		top = standing[i] > top ? standing[i] : top;
	for (int i = 0; i < players; i++)
		sum += odds[i] = expf((standing[i] - top) / spread) + 1e-6F;
	for (int i = 0; i < players; i++) {
		float ahead = 0;
		for (int j = 0; j < players; j++)
			ahead += i == j ? 0 : odds[i] / (odds[i] + odds[j]);
		out[i] = for_win * odds[i] / sum + for_place * ahead / (float)(players > 1 ? players - 1 : 1) +
			for_lead * lead(standing, players, i, big);
	}
}

float eval_standing(const struct eval *e, const struct box *b, const struct state *s, int seat)
{
	float feature[MAX_FEATURES], sum = 0;

	e->features(b, s, seat, feature);
	for (int i = 0; i < e->n; i++)
		sum += e->weights[i] * feature[i];
	return sum;
}

float eval_spread(const struct eval *e, const struct box *b, const struct state *s)
{
	return e->near + (e->far - e->near) * e->left(b, s);
}

void eval_chances(const struct eval *e, const float standing[], int players, float spread, float out[MAX_PLAYERS])
{
	by_standing(standing, players, spread, e->margin, out);
}

void eval_utility(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, float out[MAX_PLAYERS])
{
	float standing[MAX_PLAYERS];

	if (!e || g->to_move(b, s) == OVER) {
		by_place(g, b, s, e ? e->margin : HUNDRED, out);
		return;
	}
	for (int seat = 0; seat < s->players; seat++)
		standing[seat] = eval_standing(e, b, s, seat);
	eval_chances(e, standing, s->players, eval_spread(e, b, s), out);
}
