/* What a search that is led promises (bots/puct.h), by a net of moves or by the net of the evaluation, which likes moves: it sees its view only, keeps to its budget and its memory, can be
 * repeated, looks where whoever leads it likes to, and takes a game that is over for what it is. The nets of moves are not trained: their weights are random, or say what
 * the test wants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "bots/knowledge.h"
#include "bots/puct.h"
#include "random_net.h"
#include "think.h"

enum { GAMES = 2, SEATS = 3 };
static const char *const games[GAMES] = { "broadhorns", "rails" };
/* Who leads: a net of moves, or the net of the evaluation. */
enum { LEADERS = 4 };
static const struct { const char *game; bool net; } leaders[LEADERS] = { { "broadhorns", true }, { "rails", true }, { "broadhorns", false }, { "rails", false } };

/* A game that `simple` plays, at a decision among at least two moves. */
struct tour {
	const struct game *game;
	struct state s, view;
	struct moves may;
	struct rng dice;
};

static struct tour tour_of(const char *game, uint64_t seed)
{
	struct tour t = { .game = game_find(game), .dice = rng_seed(seed) };
	uint8_t option[MAX_OPTIONS];

	game_presets(t.game, option);
	game_start(t.game, t.game->box, SEATS, option, &t.s);
	return t;
}

/* On to the next decision. False: the game is over. */
static bool next(struct tour *t)
{
	for (int mover; (mover = t->game->to_move(t->game->box, &t->s)) != OVER; ) {
		if (mover >= 0) {
			t->game->legal(t->game->box, &t->s, &t->may);
			game_view(t->game, t->game->box, &t->s, mover, &t->view);
			if (t->may.n > 1)
				return true;
		}
		t->game->apply(t->game->box, &t->s, mover == CHANCE ? game_chance(t->game, t->game->box, &t->s, &t->dice) : t->may.id[0], NULL);
	}
	return false;
}

static bool play_on(struct tour *t, int decisions)
{
	bool more = next(t);

	for (; more && decisions > 0; decisions--) {
		t->game->apply(t->game->box, &t->s, bot_pick_once("simple", t->game, t->game->box, &t->view, &t->dice), NULL);
		more = next(t);
	}
	return more;
}

static struct net *net_of(const struct game *g, void (*change)(const struct game *g, unsigned char *file, const void *arg), const void *arg)
{
	unsigned char *file = malloc(MOST);
	char why[NET_WHY];

	assert_non_null(file);
	const size_t n = random_net(g, file, 5);
	if (change)
		change(g, file, arg);
	struct net *net = net_read(g, file, n, why);
	assert_non_null(net);
	free(file);
	return net;
}

/* The budget is kept, chances add up, the best line comes first, and the same seed gives the same thoughts. */
static void thoughts_make_sense(void **unused)
{
	for (int k = 0; k < LEADERS; k++) {
		struct tour t = tour_of(leaders[k].game, 3);
		struct net *net = leaders[k].net ? net_of(t.game, NULL, NULL) : NULL;
		for (int i = 0; i < 5 && play_on(&t, 25); i++) {
			struct thought one, two;
			const int move = think("search:80", t.game, &t.view, net, &one);
			assert_true(moves_have(&t.may, move));
			assert_int_equal(one.iterations, 80);
			assert_int_equal(one.visits, 80);
			assert_int_equal(one.line[0].move[0], move);
			for (int line = 0; line < one.lines; line++) {
				const float *chance = one.line[line].expected, sum = chance[0] + chance[1] + chance[2];
				assert_true(sum > 0.999F && sum < 1.001F);
				assert_true(one.line[line].visits <= one.line[0].visits);
				assert_true(moves_have(&t.may, one.line[line].move[0]));
			}
			assert_int_equal(think("search:80", t.game, &t.view, net, &two), move);
			assert_memory_equal(&one, &two, sizeof one);
			think("search:80:3", t.game, &t.view, net, &two);
			assert_int_equal(two.iterations, 80);
		}
		net_free(net);
	}
}

/* The real game and others that look the same from that seat, shown whole by mistake: the choice is the same, and every chance to the last bit. */
static void hidden_facts_change_nothing(void **unused)
{
	int swaps[LEADERS] = { 0 };

	for (uint64_t seed = 1; seed <= 12; seed++) {
		struct tour t = tour_of(leaders[seed % LEADERS].game, seed);
		struct net *net = leaders[seed % LEADERS].net ? net_of(t.game, NULL, NULL) : NULL;
		if (play_on(&t, 10 * (int)seed))
			think_of_swapped("search:60", t.game, &t.s, net, &swaps[seed % LEADERS]);
		net_free(net);
	}
	for (int k = 0; k < LEADERS; k++)
		assert_true(swaps[k] > 6);
}

/* All heads are silent but for the moves: the second of them is liked e times as much as the others. All seats have the same chance. */
static void like_second(const struct game *g, unsigned char *file, const void *arg)
{
	const struct moves *may = arg;
	unsigned char *heads = file + HEAD + tensor_size(g->planes) * NET_FIRST + 4 * NET_FIRST + NET_SECOND * NET_FIRST + 4 * NET_SECOND;

	memset(heads, 0, (size_t)(2 * MAX_PLAYERS + g->num_actions) * (NET_SECOND + 4));
	unsigned char *bias = heads + 2 * MAX_PLAYERS * (NET_SECOND + 4) + g->num_actions * NET_SECOND + 4 * may->id[1];
	put(&bias, 127 * 64);
}

/* Whatever comes out is the same, so each move is looked at as often as it is liked. */
static void the_liking_leads(void **unused)
{
	for (int k = 0; k < GAMES; k++) {
		struct tour t = tour_of(games[k], 4);
		assert_true(play_on(&t, 8));
		for (; t.may.n < 3; )
			assert_true(play_on(&t, 1));
		struct net *net = net_of(t.game, like_second, &t.may);
		struct thought thought;
		assert_int_equal(think("search:600", t.game, &t.view, net, &thought), t.may.id[1]);
		const float fair = 600 / ((float)t.may.n - 1 + 2.71828F);
		assert_true(thought.lines == (t.may.n < THOUGHT_LINES ? t.may.n : THOUGHT_LINES));
		for (int i = 0; i < thought.lines; i++) {
			const float visits = (float)thought.line[i].visits, expected = i == 0 ? 2.71828F * fair : fair;
			assert_true(visits > 0.7F * expected - 3 && visits < 1.4F * expected + 3);
		}
		net_free(net);
	}
}

/* The move that the net of the evaluation likes best, if hidden cards lie as in that guess. */
static int liked_best(const struct tour *t)
{
	const struct eval *e = eval_best(t->game);
	struct state whole = t->view;
	struct rng r = rng_seed(2);
	float told[MAX_MOVES][POLICY_MOST];
	int32_t logit[MAX_MOVES];
	struct seats_look look;
	int best = 0;

	game_guess(t->game, t->game->box, &whole, &r);
	eval_look(e, t->game->box, &whole, &look);
	e->senses->of_moves(t->game->box, &whole, &t->may, told);
	seats_moves(eval_net(e, t->game), &look, t->view.eyes, t->may.n, told, logit);
	for (int i = 1; i < t->may.n; i++)
		best = logit[i] > logit[best] ? i : best;
	return t->may.id[best];
}

/* What the net likes best is looked at first, so with one iteration it is what is done; with more, other moves are tried too. */
static void the_net_leads(void **unused)
{
	for (int k = 0; k < GAMES; k++) {
		struct tour t = tour_of(games[k], 6);
		int asked = 0, same = 0, tried = 0;
		for (; asked < 40 && play_on(&t, 7); asked++) {
			struct thought one, more;
			same += think("search:1", t.game, &t.view, NULL, &one) == liked_best(&t);
			think("search:100", t.game, &t.view, NULL, &more);
			tried += more.lines > 1;
			assert_int_equal(one.lines, 1);
		}
		print_message("%s: asked %d, as the net likes best %d, others tried %d\n", games[k], asked, same, tried);
		assert_true(asked > 10 && tried > asked / 3);
		assert_true(same > asked * 9 / 10);     /* in another guess the net may like another move */
	}
}

/* Where an edge is a whole turn the net likes plans: with one iteration the one that it likes best is what is done, and that is not always what simple likes best. */
static void the_net_leads_plans(void **unused)
{
	struct tour t = tour_of("queen", 6);
	const struct eval *e = eval_best(t.game);
	static struct plan plan[EVAL_PLANS];
	struct liked liked[EVAL_PLANS];
	int worth[EVAL_PLANS], asked = 0, other = 0;

	assert_true(eval_likes_plans(e, t.game));
	while (asked < 40 && play_on(&t, 3)) {
		const struct simple *simple = bot_knowledge_of(t.game)->simple;
		const int n = simple_plans(simple, t.game, t.game->box, &t.view, plan, EVAL_PLANS);
		struct thought one;
		int best = 0;
		if (n < 2)
			continue;
		simple->weigh(t.game->box, &t.view, plan, n, worth);
		for (int i = 0; i < n; i++)
			liked[i] = (struct liked){ .plan = &plan[i], .worth = worth[i] };
		eval_like_plans(e, t.game, t.game->box, &t.view, liked, n);
		for (int i = 1; i < n; i++)
			best = liked[i].logit > liked[best].logit ? i : best;
		think("search:1", t.game, &t.view, NULL, &one);
		for (int i = 0; i < plan[best].n; i++)
			assert_int_equal(one.line[0].move[i], plan[best].move[i]);
		other += best > 0;
		asked++;
	}
	print_message("queen: asked %d, another plan than simple likes best %d\n", asked, other);
	assert_true(asked > 20 && other > 2);
}

/* By hand nothing is liked but by the weights of simple: hard1 and expert1 are measures and stay as they were. */
static void plans_by_hand_are_not_liked(void **unused)
{
	assert_false(eval_likes_plans(eval_find(game_find("queen")), game_find("queen")));
	assert_false(eval_likes_plans(eval_best(game_find("rails")), game_find("rails")));
	assert_false(eval_likes_plans(NULL, game_find("queen")));
}

static struct hunt hunt_of(const struct tour *t, const struct net *net, const struct puct *puct)
{
	return (struct hunt){ .game = t->game, .box = t->game->box, .eval = eval_find(t->game), .net = net, .puct = puct, .view = t->view };
}

static void grow(struct hunt *h, size_t nodes, int iterations)
{
	struct walker w;
	struct state whole = h->view;

	assert_true(tree_make(&h->tree, nodes * (sizeof(struct node) + 4 * sizeof(struct edge))));
	assert_true(walk_make(&w, h));
	w.rng = rng_seed(3);
	game_guess(h->game, h->box, &whole, &w.rng);
	h->root = tree_node(&h->tree, h->view.eyes, 0);
	puct_root(&w, &whole);
	for (int i = 0; i < iterations; i++)
		puct_walk(&w);
	walk_free(&w);
}

static const struct puct plain = { .explore = 1, .heat = 1, .doubt = 0.1F };

/* A move that ends the game is worth what the rules say, whatever the net thinks. */
static void the_end_is_the_end(void **unused)
{
	int ends = 0;

	for (uint64_t seed = 1; seed <= 3; seed++)
		for (struct tour t = tour_of("rails", seed); play_on(&t, 1); ) {
			struct net *net = NULL;
			for (int i = 0; i < t.may.n; i++) {
				struct state then = t.s;
				struct worth worth;
				t.game->apply(t.game->box, &then, t.may.id[i], NULL);
				if (t.game->to_move(t.game->box, &then) != OVER)
					continue;
				net = net ? net : net_of(t.game, NULL, NULL);
				struct hunt h = hunt_of(&t, net, &plain);
				eval_worth(h.eval, t.game, t.game->box, &then, &worth);
				grow(&h, 1000, 200);
				for (uint32_t at = GET(h.tree.node[h.root].first); at; at = h.tree.edge[at].next) {
					const struct edge *e = &h.tree.edge[at];
					for (int seat = 0; seat < SEATS && e->move == t.may.id[i] && GET(e->visits) > 0; seat++, ends++) {
						const float off = GET(e->sum[seat]) / (float)GET(e->visits) - worth.utility[seat];
						assert_true(off > -0.02F && off < 0.02F);       /* hidden cards make a lead larger or smaller */
					}
				}
				tree_free(&h.tree);
			}
			net_free(net);
		}
	assert_true(ends > 0);
}

/* A pool for few nodes: the search goes on without new ones. */
static void memory_has_a_bound(void **unused)
{
	for (int k = 0; k < GAMES; k++) {
		struct tour t = tour_of(games[k], 5);
		struct net *net = net_of(t.game, NULL, NULL);
		assert_true(play_on(&t, 10));
		struct hunt h = hunt_of(&t, net, &plain);
		grow(&h, 60, 1000);
		assert_true(GET(h.tree.nodes) <= 60 && GET(h.tree.edges) <= h.tree.edges_max);
		assert_int_equal(GET(h.tree.node[h.root].visits), 1000);
		tree_free(&h.tree);
		net_free(net);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(thoughts_make_sense),
		cmocka_unit_test(hidden_facts_change_nothing),
		cmocka_unit_test(the_liking_leads),
		cmocka_unit_test(the_net_leads),
		cmocka_unit_test(the_net_leads_plans),
		cmocka_unit_test(plans_by_hand_are_not_liked),
		cmocka_unit_test(the_end_is_the_end),
		cmocka_unit_test(memory_has_a_bound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
