#include "games/rails/bot_moves.h"

#include <string.h>

#include "games/rails/bot_simple.h"

enum { VP = 100, FAR = 20 };            /* worth is in hundredths of a prestige point; more than FAR points are all the same */

static float points(int worth)
{
	const float of = (float)worth / VP;

	return of > FAR ? FAR : of;
}

/* What the policy thinks. Of equals the first stands for its choice: what it would do there is as good. */
static void by_policy(const struct box *b, const struct state *s, const struct moves *m, float out[][POLICY_MOST])
{
	int worth[MAX_MOVES], best = 0, next = -1;

	rails_adept.weigh_moves(&rails_adept, b, s, m, worth);
	for (int i = 1; i < m->n; i++)
		if (worth[i] > worth[best])
			best = i;
	for (int i = 0; i < m->n; i++)
		if (i != best && worth[i] != SIMPLE_NEVER && (next < 0 || worth[i] > worth[next]))
			next = i;
	for (int i = 0; i < m->n; i++) {
		out[i][MOVE_NEVER] = worth[i] == SIMPLE_NEVER;
		out[i][MOVE_BEHIND] = worth[i] == SIMPLE_NEVER ? 0 : points(worth[best] - worth[i]);
	}
	out[best][MOVE_BEST] = 1;
	out[best][MOVE_AHEAD] = next >= 0 ? points(worth[best] - worth[next]) : FAR;
}

static void of_build(const struct box *b, const struct state *s, int hex, float out[])
{
	const struct rails_hex *on = rails_hex(b, hex);
	const int others = rails_colours(&s->rails, hex);

	out[MOVE_COST] = (float)rails_cost(b, s, hex);
	out[MOVE_STAR] = on->star && others == 0;
	out[MOVE_OTHERS] = (float)others;
	out[MOVE_SECOND] = s->rails.building > 0;
	out[MOVE_TERRAIN + on->terrain] = 1;
}

static void of_card(const struct box *b, int card, float out[])
{
	out[MOVE_PRESTIGE] = b->rails.card[card].prestige;
	out[MOVE_MONEY] = b->rails.card[card].money;
}

static void of_use(const struct box *b, const struct rails *g, int use, float out[])
{
	const int card = use / ROUTE_MOST, length = use % ROUTE_MOST + 1;

	of_card(b, card, out);
	out[MOVE_LENGTH] = (float)length;
	out[MOVE_MET] = rails_card_pays(b, g, card, length);
}

static void of_move(const struct box *b, const struct state *s, int move, float out[])
{
	static const int first[] = {
		RAILS_MOVE_BUILD, RAILS_MOVE_DELIVER, RAILS_MOVE_USE, RAILS_MOVE_LOAD, RAILS_MOVE_BUY, RAILS_MOVE_UNLOCK, RAILS_MOVE_LOAN, RAILS_MOVE_REPAY, RAILS_MOVE_PASS
	};
	const struct rails *g = &s->rails;
	int kind = 0;

	_Static_assert(sizeof first / sizeof first[0] == MOVE_COST - MOVE_KIND, "a number for each kind");
	while (kind + 1 < MOVE_COST - MOVE_KIND && move >= first[kind + 1])
		kind++;
	out[MOVE_KIND + kind] = 1;
	move -= first[kind];
	switch (first[kind]) {
	case RAILS_MOVE_BUILD:
		of_build(b, s, move, out);
		break;
	case RAILS_MOVE_DELIVER:
		out[MOVE_LAST_ROOM] = rails_trains_in(g, move % ALL_CITIES) > 0;
		out[MOVE_LAST_CUBE] = g->cubes[move / ALL_CITIES] == 1;
		break;
	case RAILS_MOVE_USE:
		of_use(b, g, move, out);
		break;
	case RAILS_MOVE_BUY:
		out[MOVE_COST] = b->rails.market[g->where[move] - IN_MARKET];
		of_card(b, move, out);
		break;
	case RAILS_MOVE_UNLOCK:
		out[MOVE_COST] = b->rails.ability[move].price;
		out[MOVE_ABILITY + move] = 1;
		break;
	default:
		break;
	}
}

void rails_of_moves(const struct box *b, const struct state *s, const struct moves *m, float out[][POLICY_MOST])
{
	memset(out, 0, (size_t)m->n * sizeof out[0]);
	by_policy(b, s, m, out);
	for (int i = 0; i < m->n; i++)
		of_move(b, s, m->id[i], out[i]);
}
