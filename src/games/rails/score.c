/* The count (R84, R90 to R92, R96, R117, R118). It can be made at every moment, as if the game ended then. */
#include "rails.h"

static int from_goals(const struct box *b, const struct rails *g, int side)
{
	int n = 0;

	for (int i = 0; i < GOALS_OPEN; i++)
		if (g->claimed[i] == side)
			n += b->rails.goal[g->goal[i]].prestige;
	return n;
}

static int from_contract(const struct box *b, const struct rails *g, int side)
{
	const struct rails_goal *contract = &b->rails.contract[g->contract[side] % RAILS_CONTRACTS];

	if (g->contract[side] == NO_CONTRACT)                   /* not dealt yet, or not to be seen from here */
		return 0;
	return rails_holds_true(b, g, side, &contract->when) ? contract->prestige : 0;
}

static int from_loans(const struct box *b, const struct rails *g, int side)
{
	return -b->rails.loan_prestige * g->side[side].loans;   /* R84 */
}

int rails_prestige(const struct box *b, const struct state *s, int side)
{
	return s->rails.side[side].prestige + (side < s->players ? from_goals(b, &s->rails, side) : 0);
}

/* R117; the rival has gained all its prestige at once (R120). */
int rails_total(const struct box *b, const struct state *s, int side)
{
	const struct rails *g = &s->rails;

	if (side >= s->players)
		return g->side[side].prestige;
	return g->side[side].prestige + from_goals(b, g, side) + from_contract(b, g, side) + from_loans(b, g, side);
}

void rails_score(const struct box *b, const struct state *s, int out[MAX_PLAYERS])
{
	for (int i = 0; i < s->players; i++)
		out[i] = rails_total(b, s, i);
}

/* R91, R92, R118: prestige, then money, then deliveries. R96: against the rival only more prestige wins. */
static bool is_ahead(const struct box *b, const struct state *s, int a, int of)
{
	const struct rails_side *p = &s->rails.side[a], *q = &s->rails.side[of];
	int more = rails_total(b, s, a) - rails_total(b, s, of);

	if (more == 0 && a >= s->players)
		return true;
	if (more == 0 && of < s->players)
		more = p->money != q->money ? p->money - q->money : rails_bits(p->trains) - rails_bits(q->trains);
	return more > 0;
}

void rails_ranking(const struct box *b, const struct state *s, int out[MAX_PLAYERS])
{
	for (int i = 0; i < s->players; i++) {
		out[i] = 1;
		for (int j = 0; j < s->rails.sides; j++)
			out[i] += j != i && is_ahead(b, s, j, i);
	}
}

int rails_fate(const struct box *b, const struct state *s, int seat)
{
	return s->rails.phase == RAILS_OVER ? game_fate_by_place(rails_ranking, b, s, seat) : RAILS_PLAYING;
}

static void line(struct line *out, int n, uint16_t rule, const char *words)
{
	struct text t = text_on(out->words, MAX_TEXT);

	text_put(&t, words);
	out->n = n;
	out->rule = rule;
}

/* R120: what the rival's cards have brought, as it stands on the prestige track. A card that found nothing to do brought its point (R121 to R124). */
int rails_rival_tally(const struct box *b, const struct state *s, struct line out[MAX_LINES])
{
	const struct rails *g = &s->rails;
	const int rival = s->players;
	int delivered = 0, claimed = 0, cards = 0, n = 4, sum = 0;

	if (g->sides == s->players)
		return 0;
	for (int good = 0; good < RAILS_GOODS; good++)
		delivered += g->side[rival].delivered[good];
	for (int i = 0; i < GOALS_OPEN; i++)
		claimed += g->claimed[i] == rival;
	for (int kind = 0; kind < RIVAL_KINDS; kind++)
		cards += b->rails.rival[kind] - g->rival[kind];
	line(&out[0], rails_level_of(b, s).delivery * delivered, R(121), "deliveries");
	line(&out[1], b->rails.star * g->side[rival].stars, R(123), "stars");
	line(&out[2], from_goals(b, g, rival), R(124), "achievements");
	line(&out[3], b->rails.rival_else * (cards - delivered - claimed - g->side[rival].stars), R(122), "other cards");
	for (int i = 0; i < n; i++)
		sum += out[i].n;
	if (s->option[RAILS_FREIGHT])
		line(&out[n++], g->side[rival].prestige - sum, F(51), "ships");
	return n;
}

int rails_tally(const struct box *b, const struct state *s, int seat, struct line out[MAX_LINES])
{
	const struct rails *g = &s->rails;

	line(&out[0], g->side[seat].prestige, R(58), "prestige track");
	line(&out[1], from_goals(b, g, seat), R(90), "achievements");
	line(&out[2], from_contract(b, g, seat), R(90), g->contract[seat] == NO_CONTRACT ? "contract, not shown" : "contract");
	line(&out[3], from_loans(b, g, seat), R(84), "loans");
	return 4;
}
