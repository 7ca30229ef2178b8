#include "review/judge.h"

#include <limits.h>
#include <string.h>

#include "bots/knowledge.h"

enum { MOST_WAYS = 64 };

struct judge judge_of(const struct game *g, const struct box *b, int ways, int playouts, int turns)
{
	const struct bot_knowledge *knows = bot_knowledge_of(g);

	must(ways >= 1 && ways <= MOST_WAYS && playouts >= 1);
	return (struct judge){ .game = g, .box = b, .eval = eval_best(g), .policy = knows->adept, .other = knows->simple, .ways = ways, .playouts = playouts, .turns = turns };
}

/* A plan under way: where there are plans, a turn is thought of once. */
struct course { int seat, next; struct plan plan; };

static int policy_move(const struct judge *j, const struct simple *policy, const struct state *s, int mover, struct course *c, struct rng *r)
{
	struct moves may;

	if (c->seat == mover && c->next < c->plan.n)
		return c->plan.move[c->next++];
	j->game->legal(j->box, s, &may);
	if (may.n == 1)
		return may.id[0];
	if (!policy)
		return may.id[rng_below(r, (uint32_t)may.n)];
	*c = (struct course){ .seat = mover, .next = 1 };
	return simple_plans(policy, j->game, j->box, s, &c->plan, 1) > 0 ? c->plan.move[0] : policy->answer(policy, j->box, s, &may);
}

/* How the turn that is under way may be finished: by one of the plans that look best, or where there are no plans by one of the policies. */
struct ways { int mover, turn, last_turn, n; struct plan plan[MOST_WAYS]; };

static void find_ways(const struct judge *j, const struct state *s, int turn, struct ways *out)
{
	out->mover = j->game->to_move(j->box, s);
	out->turn = j->game->turn(s);
	/* The evaluation compares seats with each other; of a seat that is alone only the end tells whether it has won. */
	out->last_turn = s->players == 1 ? INT_MAX : turn + j->turns;
	out->n = 1;
	if (j->ways == 1 || out->mover < 0 || out->turn != turn || !j->policy)
		return;
	if (!j->game->plans)
		out->n = j->other && j->other != j->policy ? 2 : 1;
	else
		out->n = simple_plans(j->policy, j->game, j->box, s, out->plan, j->ways);
	out->n = out->n > 0 ? out->n : 1;
}

/* Plays on until that turn is over, the turn under way in that way. True: something was drawn. */
static bool play_on(const struct judge *j, struct state *s, const struct ways *ways, int way, uint64_t seed)
{
	const struct game *g = j->game;
	struct course course = { .seat = CHANCE };
	struct rng r = rng_seed(rng_mix(seed));
	bool drawn = !j->policy;

	if (ways->n > 1 && g->plans)
		course = (struct course){ .seat = ways->mover, .plan = ways->plan[way] };
	for (int mover; (mover = g->to_move(j->box, s)) != OVER; ) {
		if (mover == CHANCE) {
			drawn = true;
			r = rng_seed(rng_mix(seed));
			seed += JUDGE_NEXT_DRAW;
			g->apply(j->box, s, game_chance(g, j->box, s, &r), NULL);
		} else if (g->turn(s) <= ways->last_turn) {
			const bool other = way > 0 && !g->plans && mover == ways->mover && g->turn(s) == ways->turn;
			g->apply(j->box, s, policy_move(j, other ? j->other : j->policy, s, mover, &course, &r), NULL);
		} else {
			break;
		}
	}
	return drawn;
}

/* Adds the chances when a position is played on in that way. True: something was drawn. */
static bool add_chances(const struct judge *j, const struct state *s, const struct ways *ways, int way, uint64_t seed, double out[MAX_PLAYERS])
{
	static const float part = 0.25F;                /* by hand, of a steady judgement */
	float chance[MAX_PLAYERS], by_hand[MAX_PLAYERS];
	struct state then = *s;
	const bool drawn = play_on(j, &then, ways, way, seed);

	eval_win(j->eval, j->game, j->box, &then, chance);
	if (j->steady) {
		eval_win(eval_find(j->game), j->game, j->box, &then, by_hand);
		for (int seat = 0; seat < s->players; seat++)
			chance[seat] += part * (by_hand[seat] - chance[seat]);
	}
	for (int seat = 0; seat < s->players; seat++)
		out[seat] += (double)chance[seat];
	return drawn;
}

static void chances_by(const struct judge *j, const struct state *s, const struct ways *ways, int way, uint64_t seed, double out[MAX_PLAYERS])
{
	const struct ways at_once = { .last_turn = INT_MIN, .n = 1 };
	int n = 0;

	memset(out, 0, MAX_PLAYERS * sizeof out[0]);
	for (bool drawn = true; drawn && n < j->playouts; n++) {
		drawn = add_chances(j, s, ways, way, seed + (uint64_t)n, out);
		if (j->steady)
			drawn |= add_chances(j, s, &at_once, 0, seed + (uint64_t)n, out);
	}
	for (int seat = 0; seat < s->players; seat++)
		out[seat] /= j->steady ? 2 * n : n;
}

void judge_chances(const struct judge *j, const struct state *s, int turn, uint64_t seed, double out[MAX_PLAYERS])
{
	static _Thread_local struct ways ways;
	double chance[MAX_PLAYERS];

	find_ways(j, s, turn, &ways);
	for (int way = 0; way < ways.n; way++) {
		chances_by(j, s, &ways, way, seed, chance);
		if (way == 0 || chance[ways.mover] > out[ways.mover])
			memcpy(out, chance, sizeof chance);
	}
}
