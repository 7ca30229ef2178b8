#include "review/slip.h"

#include <math.h>

#include "bots/knowledge.h"

enum { WAYS = 4, BY_HAND = 2 };         /* ways of looking; the first of them judge by hand */
struct looks { struct moves may; double worth[MAX_MOVES][WAYS]; };

static void look(const struct judge *j, const struct state *s, uint64_t seed, struct looks *out)
{
	const struct bot_knowledge *knows = bot_knowledge_of(j->game);
	const int mover = j->game->to_move(j->box, s), turn = j->game->turn(s);
	struct judge way = { .game = j->game, .box = j->box, .ways = 1, .playouts = 1, .steady = j->steady };
	double chance[MAX_PLAYERS];

	j->game->legal(j->box, s, &out->may);
	for (int i = 0; i < out->may.n; i++) {
		struct state then = *s;
		j->game->apply(j->box, &then, out->may.id[i], NULL);
		for (int w = 0; w < WAYS; w++) {
			way.eval = w < BY_HAND ? knows->eval : j->eval;
			way.policy = w < BY_HAND ? knows->simple : j->policy;
			way.turns = w % 2 == 0 ? JUDGE_HERE : 0;
			judge_chances(&way, &then, turn, seed, chance);
			out->worth[i][w] = chance[mover];
		}
	}
}

/* How likely one way of looking takes a move: the fewer moves come before it the likelier, and by hand rather the move of `simple` than any other. */
static double chance_by(const struct looks *l, int way, int played, int simple)
{
	static const double same = 1e-6, favour = 7;
	double all = 0, mine = 0;

	for (int i = 0; i < l->may.n; i++) {
		int place = 1;
		for (int k = 0; k < l->may.n; k++)
			place += l->worth[k][way] > l->worth[i][way] + same;
		const double weight = (way < BY_HAND && l->may.id[i] == simple ? favour : 1) / (place * sqrt(place));
		all += weight;
		mine += l->may.id[i] == played ? weight : 0;
	}
	return mine / all;
}

double slip_of(const struct judge *j, const struct state *guess, int played, uint64_t seed)
{
	static const double at_random = 0.2, unseen = 0.1;       /* unseen: the share of moves for reasons that none of them sees */
	const struct simple *policy = bot_knowledge_of(j->game)->simple;
	struct looks l;

	if (guess->players == 1)
		return 0;
	look(j, guess, seed, &l);
	const int simple = policy ? simple_choose(policy, j->game, j->box, guess) : played;
	double chosen = unseen / l.may.n;
	for (int w = 0; w < WAYS; w++)
		chosen += (1 - unseen) / WAYS * chance_by(&l, w, played, simple);
	return log(1 - at_random + at_random / l.may.n / chosen);
}
