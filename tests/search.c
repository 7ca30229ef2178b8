/* What `search` promises: it sees its view only, keeps to its budget and its memory, can be repeated and stopped, and finds what is sure. */
#define _GNU_SOURCE                     /* CPU_SET */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "bots/knowledge.h"
#include "bots/walk.h"
#include "games/queen/queen.h"
#include "think.h"

static double ms_of(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static double clock_ms(void)
{
	return ms_of(CLOCK_MONOTONIC);
}

/* A game that bots of one name play, as far as the next decision of a seat among at least two moves. */
struct tour {
	const struct game *game;
	struct state s;
	struct rng dice;
	const char *bot;
};

static struct tour tour_of(const char *game, int players, const char *bot, uint64_t seed)
{
	struct tour t = { .game = game_find(game), .dice = rng_seed(seed), .bot = bot };
	uint8_t option[MAX_OPTIONS];

	game_presets(t.game, option);
	game_start(t.game, t.game->box, players, option, &t.s);
	return t;
}

static void step(struct tour *t, int move)
{
	t->game->apply(t->game->box, &t->s, move, NULL);
}

static struct state view_of(const struct tour *t)
{
	struct state view;

	game_view(t->game, t->game->box, &t->s, t->game->to_move(t->game->box, &t->s), &view);
	return view;
}

/* Draws what is due. False: the game is over. */
static bool settle(struct tour *t)
{
	while (t->game->to_move(t->game->box, &t->s) == CHANCE)
		step(t, game_chance(t->game, t->game->box, &t->s, &t->dice));
	return t->game->to_move(t->game->box, &t->s) != OVER;
}

/* Plays so many moves on. */
static bool play_on(struct tour *t, int moves)
{
	for (; settle(t) && moves > 0; moves--) {
		struct state view = view_of(t);
		step(t, bot_pick_once(t->bot, t->game, t->game->box, &view, &t->dice));
	}
	return settle(t);
}

/* The real game and others that look the same from that seat, shown whole by mistake: the choice is the same, and every chance to the last bit. */
static void hidden_facts_change_nothing(void **unused)
{
	static const char *const game[] = { "broadhorns", "rails" }, *const bot[] = { "search:40", "expert:40", "medium:40", "expert1:40" };
	int swaps[2][4] = { { 0 } };

	for (uint64_t seed = 1; seed <= 16; seed++) {
		const int k = seed % 2, n = seed / 2 % 4;
		struct tour t = tour_of(game[k], 3, "simple", seed);
		if (play_on(&t, 10 * (int)seed))
			think_of_swapped(bot[n], t.game, &t.s, NULL, &swaps[k][n]);
	}
	for (int k = 0; k < 2; k++)
		for (int n = 0; n < 4; n++)
			assert_true(swaps[k][n] > 2);
}

/* What is told are chances to win: of each line they add up to 1. */
static void chances_add_up(void **unused)
{
	static const char *const game[] = { "queen", "broadhorns", "rails" }, *const bot[] = { "hard:30", "expert:30", "medium:30", "hard1:30" };

	for (int k = 0; k < 3; k++)
		for (int i = 0; i < 4; i++) {
			struct tour t = tour_of(game[k], 3, "simple", 11);
			struct rng own = rng_seed(1);
			struct thought thought = { .lines = 0 };
			while (play_on(&t, 1) && thought.iterations == 0) {             /* the next decision that takes thought */
				struct state view = view_of(&t);
				struct mind *m = bot_open(bot[i], t.game, t.game->box);
				bot_pick(m, &view, (struct budget){ 0 }, &own, &thought);
				bot_close(m);
			}
			assert_true(thought.lines > 0 && thought.iterations > 0);
			for (int line = 0; line < thought.lines; line++) {
				const float *chance = thought.line[line].expected, sum = chance[0] + chance[1] + chance[2];
				assert_true(sum > 0.999F && sum < 1.001F);
			}
		}
}

/* The move of a mind is played; the rest of its plan comes without thinking. True: the seat has landed at the end of its turn. */
static bool finish_turn(struct tour *t, struct mind *m, int seat, struct rng *own)
{
	const int turn = t->game->turn(&t->s);

	while (t->game->turn(&t->s) == turn && t->s.queen.ship[seat].fate == QUEEN_RACING) {
		struct state view = view_of(t);
		int mover = t->game->to_move(t->game->box, &t->s);
		if (mover < 0)
			break;
		step(t, mover == seat ? bot_pick(m, &view, (struct budget){ 0 }, own, NULL) : bot_pick_once("simple", t->game, t->game->box, &view, own));
	}
	return t->s.queen.ship[seat].fate == QUEEN_LANDED;
}

/* Whoever can land first wins by it, whatever the others do. */
static void finds_a_sure_win(void **unused)
{
	static struct plan plan[MAX_PLANS];
	int found = 0;

	for (uint64_t seed = 1; seed <= 12; seed++) {
		struct tour t = tour_of("queen", 3, "simple", seed);
		bool done = false;
		while (!done && play_on(&t, 1)) {
			const struct queen *q = &t.s.queen;
			int seat = t.game->to_move(t.game->box, &t.s), n = q->phase == QUEEN_SPEED ? t.game->plans(t.game->box, &t.s, plan, MAX_PLANS) : 0;
			for (int i = 0; i < n && !done; i++)
				done = plan[i].queen.landed;
			for (int i = 0; i < 3; i++)
				if (q->ship[i].fate == QUEEN_LANDED)
					n = 0;
			if (!done || n == 0)
				continue;
			struct mind *m = bot_open("search:300", t.game, t.game->box);
			struct rng own = rng_seed(seed);
			struct state view = view_of(&t);
			struct thought thought;
			step(&t, bot_pick(m, &view, (struct budget){ 0 }, &own, &thought));
			assert_true(thought.lines >= 1 && thought.expected[seat] > 0.85F);
			assert_true(finish_turn(&t, m, seat, &own));
			bot_close(m);
			found++;
		}
	}
	assert_true(found >= 6);
}

/* With a third ship out of the race, whoever lands first ends the game: that is proved, and the search ends before its budget. */
static void a_proof_ends_the_search(void **unused)
{
	static struct plan plan[MAX_PLANS];
	int proved = 0;

	for (uint64_t seed = 1; seed <= 12; seed++) {
		struct tour t = tour_of("queen", 3, "simple", seed);
		bool landing = false;
		while (!landing && play_on(&t, 1)) {
			int n = t.s.queen.phase == QUEEN_SPEED ? t.game->plans(t.game->box, &t.s, plan, MAX_PLANS) : 0;
			for (int i = 0; i < n && !landing; i++)
				landing = plan[i].queen.landed;
		}
		if (!landing)
			continue;
		const int seat = t.game->to_move(t.game->box, &t.s), out = t.s.queen.order[2];
		struct queen_ship *ship = &t.s.queen.ship[out];
		char why[MAX_TEXT];
		ship->fate = QUEEN_AGROUND;
		ship->left = 1;
		if (out == seat || !t.game->check(t.game->box, &t.s, why))
			continue;
		struct mind *m = bot_open("search:5000", t.game, t.game->box);
		struct rng own = rng_seed(seed);
		struct state view = view_of(&t);
		struct thought thought;
		step(&t, bot_pick(m, &view, (struct budget){ 0 }, &own, &thought));
		assert_true(thought.solved && thought.iterations < 5000 && thought.expected[seat] >= 0.9F);
		assert_true(finish_turn(&t, m, seat, &own));
		assert_int_equal(t.game->to_move(t.game->box, &t.s), OVER);
		bot_close(m);
		proved++;
	}
	print_message("%d wins proved\n", proved);
	assert_true(proved > 0);
}

static void iterations_are_kept(void **unused)
{
	static const char *const game[] = { "queen", "broadhorns" };

	for (int k = 0; k < 2; k++) {
		struct tour t = tour_of(game[k], 3, "simple", 3);
		assert_true(play_on(&t, 30));
		struct state view = view_of(&t);
		struct mind *m = bot_open("search:400", t.game, t.game->box);
		struct thought one, two;
		struct rng own = rng_seed(5);
		int move = bot_pick(m, &view, (struct budget){ 0 }, &own, &one);
		assert_int_equal(one.iterations, 400);
		assert_true(one.visits >= 400 && one.nodes > 1 && one.depth > 1 && one.lines > 0);
		assert_int_equal(one.line[0].move[0], move);
		for (int i = 1; i < one.lines; i++)
			assert_true(one.line[i].visits <= one.line[0].visits);
		bot_close(m);
		m = bot_open("hard", t.game, t.game->box);              /* what is given replaces what it was called for */
		own = rng_seed(5);
		assert_int_equal(bot_pick(m, &view, (struct budget){ .iterations = 400 }, &own, &two), move);
		one.ms = two.ms = 0;
		assert_memory_equal(&one, &two, sizeof one);
		bot_close(m);
	}
}

/* A bot that slips uses all of its time: how often it looked at each move counts. */
static void time_is_kept(void **unused)
{
	struct tour t = tour_of("broadhorns", 3, "simple", 4);
	struct rng own = rng_seed(1);
	struct thought thought;
	double best = 1e9;

	assert_true(play_on(&t, 30));
	struct state view = view_of(&t);
	for (int i = 0; i < 5; i++) {                           /* the machine may be busy with others: once is enough */
		struct mind *m = bot_open("medium:40ms", t.game, t.game->box);
		double from = clock_ms();
		bot_pick(m, &view, (struct budget){ 0 }, &own, &thought);
		double took = clock_ms() - from;
		bot_close(m);
		assert_true(took >= 39);
		best = took < best ? took : best;
	}
	assert_true(best < 120);
}

static atomic_bool stop;

static atomic_int busy;

static void *spin(void *unused)
{
	while (busy)
		;
	return unused;
}

/* With somebody else on the same processor: by the clock on the wall half of the time would be lost. */
static void time_of_the_processor_is_kept(void **unused)
{
	struct tour t = tour_of("rails", 3, "simple", 4);
	struct mind *m = bot_open("medium:40ms", t.game, t.game->box);
	struct rng own = rng_seed(1);
	struct thought thought;
	cpu_set_t all, one;
	pthread_t other;

	assert_true(play_on(&t, 30));
	struct state view = view_of(&t);
	assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
	CPU_ZERO(&one);
	for (size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
		if (CPU_ISSET(i, &all))
			CPU_SET(i, &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
	busy = 1;
	assert_int_equal(pthread_create(&other, NULL, spin, NULL), 0);
	double from = ms_of(CLOCK_THREAD_CPUTIME_ID);
	bot_pick(m, &view, (struct budget){ .cpu = true }, &own, &thought);
	double took = ms_of(CLOCK_THREAD_CPUTIME_ID) - from;
	busy = 0;
	pthread_join(other, NULL);
	sched_setaffinity(0, sizeof all, &all);
	bot_close(m);
	assert_true(took >= 39 && took < 120);
	assert_true(thought.ms >= 39 && thought.ms < 120);
}

/* When the rest of the time cannot change the choice it is not spent. */
static void what_is_settled_takes_less(void **unused)
{
	struct tour t = tour_of("broadhorns", 3, "simple", 7);
	struct rng own = rng_seed(1);
	int early = 0;

	for (int i = 0; i < 8; i++) {
		struct thought thought;
		assert_true(play_on(&t, 9));
		struct state view = view_of(&t);
		struct mind *m = bot_open("search:100ms", t.game, t.game->box);
		bot_pick(m, &view, (struct budget){ .cpu = true }, &own, &thought);
		bot_close(m);
		if (thought.lines < 2 || thought.solved || thought.ms > 90)
			continue;
		early++;
		assert_true(thought.line[0].visits - thought.line[1].visits > thought.visits / 100);
	}
	assert_true(early > 0);
}

static void *stop_soon(void *unused)
{
	nanosleep(&(struct timespec){ .tv_nsec = 30000000 }, NULL);
	stop = true;
	return unused;
}

static void stops_when_told(void **unused)
{
	struct tour t = tour_of("queen", 4, "simple", 4);
	struct mind *m = bot_open("search:600000ms", t.game, t.game->box);
	struct rng own = rng_seed(1);
	pthread_t thread;

	assert_true(play_on(&t, 30));
	struct state view = view_of(&t);
	stop = false;
	assert_int_equal(pthread_create(&thread, NULL, stop_soon, NULL), 0);
	double from = clock_ms();
	int move = bot_pick(m, &view, (struct budget){ .stop = &stop }, &own, NULL);
	assert_true(clock_ms() - from < 30000);
	pthread_join(thread, NULL);
	assert_true(game_is_legal(t.game, t.game->box, &t.s, move));
	bot_close(m);
}

static void forced_moves_take_no_time(void **unused)
{
	struct tour t = tour_of("blank", 2, "random", 1);
	struct mind *m = bot_open("search:600000ms", t.game, t.game->box);
	struct rng own = rng_seed(1);
	struct thought thought;

	assert_true(settle(&t));
	struct state view = view_of(&t);
	bot_pick(m, &view, (struct budget){ 0 }, &own, &thought);
	assert_int_equal(thought.iterations, 0);
	assert_int_equal(thought.lines, 1);
	bot_close(m);
}

/* A plan is thought of once. */
static void plans_are_played_through(void **unused)
{
	struct tour t = tour_of("queen", 3, "simple", 9);
	struct mind *m = bot_open("search:100", t.game, t.game->box);
	struct rng own = rng_seed(1);
	struct thought thought;

	assert_true(settle(&t));
	const int seat = t.game->to_move(t.game->box, &t.s), turn = t.game->turn(&t.s);
	for (int i = 0; t.game->turn(&t.s) == turn && t.game->to_move(t.game->box, &t.s) == seat; i++) {
		struct state view = view_of(&t);
		step(&t, bot_pick(m, &view, (struct budget){ 0 }, &own, &thought));
		assert_int_equal(thought.iterations, i == 0 ? 100 : 0);
	}
	bot_close(m);
}

/* What was learnt with one move is of use with the next. */
static void the_tree_is_kept(void **unused)
{
	struct tour t = tour_of("broadhorns", 2, "simple", 2);
	struct mind *m = bot_open("search:50", t.game, t.game->box);
	struct rng own = rng_seed(1);
	struct thought thought;
	bool kept = false;

	for (int i = 0; i < 40 && settle(&t); i++) {
		struct state view = view_of(&t);
		if (t.game->to_move(t.game->box, &t.s) != 0) {
			step(&t, bot_pick_once("simple", t.game, t.game->box, &view, &own));
			continue;
		}
		step(&t, bot_pick(m, &view, (struct budget){ 0 }, &own, &thought));
		kept |= thought.iterations == 50 && thought.visits > 60;
	}
	assert_true(kept);
	bot_close(m);
}

static struct hunt hunt_of(const struct tour *t, const struct style *style)
{
	return (struct hunt){ .game = t->game, .box = t->game->box, .eval = eval_find(t->game), .simple = bot_knowledge_of(t->game)->simple, .style = style,
		.view = view_of(t) };
}

/* A tree of so many nodes at most, after so many iterations; `forgetful`: nothing that was judged is remembered. */
static void grow_by(struct hunt *h, size_t nodes, int iterations, bool forgetful)
{
	struct walker w;

	assert_true(tree_make(&h->tree, nodes * (sizeof(struct node) + 4 * sizeof(struct edge))));
	assert_true(walk_make(&w, h));
	if (forgetful) {
		free(w.judged);
		w.judged = NULL;
	}
	w.rng = rng_seed(3);
	struct state whole = h->view;
	game_guess(h->game, h->box, &whole, &w.rng);
	h->root = tree_node(&h->tree, h->view.eyes, 0);
	walk_root(&w, &whole);
	for (int i = 0; i < iterations; i++)
		walk(&w);
	walk_free(&w);
}

static void grow(struct hunt *h, size_t nodes, int iterations)
{
	grow_by(h, nodes, iterations, false);
}

/* Judgements that are remembered are those that would be made: the tree is the same, bit for bit. */
static void what_is_remembered_is_the_same(void **unused)
{
	const struct style style = { .taste = 0.02F, .chance = 0.05F };

	for (int played = 10; played <= 130; played += 40) {
		struct tour t = tour_of("queen", 4, "simple", 4);
		assert_true(play_on(&t, played));
		struct hunt h[2] = { hunt_of(&t, &style), hunt_of(&t, &style) };
		for (int k = 0; k < 2; k++) {
			h[k].eval = eval_best(t.game);
			grow_by(&h[k], 20000, 300, k > 0);
		}
		assert_int_equal(GET(h[0].tree.nodes), GET(h[1].tree.nodes));
		assert_int_equal(GET(h[0].tree.edges), GET(h[1].tree.edges));
		for (uint32_t i = 1; i < GET(h[0].tree.edges); i++) {
			const struct edge *a = &h[0].tree.edge[i], *b = &h[1].tree.edge[i];
			assert_int_equal(GET(a->visits), GET(b->visits));
			assert_memory_equal(&a->guess, &b->guess, sizeof a->guess);
			assert_memory_equal(a->sum, b->sum, sizeof a->sum);
			assert_memory_equal(a->win, b->win, sizeof a->win);
		}
		tree_free(&h[0].tree);
		tree_free(&h[1].tree);
	}
}

/* A net compares seats. Who plays alone is judged by hand: expert thinks as expert1 does. */
static void alone_it_judges_by_hand(void **unused)
{
	static const char *const bot[] = { "expert:20", "expert1:20" };

	for (int played = 5; played <= 45; played += 20) {
		struct tour t = tour_of("rails", 1, "simple", 4);
		struct thought thought[2];
		assert_true(play_on(&t, played));
		struct state view = view_of(&t);
		for (int k = 0; k < 2; k++) {
			struct mind *m = bot_open(bot[k], t.game, t.game->box);
			struct rng own = rng_seed(1);
			bot_pick(m, &view, (struct budget){ 0 }, &own, &thought[k]);
			bot_close(m);
		}
		assert_memory_equal(thought[0].expected, thought[1].expected, sizeof thought[0].expected);
		assert_memory_equal(&thought[0].line[0], &thought[1].line[0], sizeof thought[0].line[0]);
	}
}

/* In queen a search plays for the mean of the net's log chances and those by hand; the chances that are told are the net's alone. */
static void net_and_hand_share_the_judgement(void **unused)
{
	struct tour t = tour_of("queen", 4, "simple", 4);
	const struct eval *shipped = bot_knowledge_of(t.game)->net;
	struct eval only_net = *shipped, only_hand = *shipped;
	struct stand by[3];
	struct worth worth;
	float win[MAX_PLAYERS];

	only_net.by_hand = 0;
	only_hand.by_hand = 1;
	assert_true(play_on(&t, 60));
	eval_stand(&only_net, t.game, t.game->box, &t.s, &by[0]);
	eval_stand(&only_hand, t.game, t.game->box, &t.s, &by[1]);
	eval_stand(shipped, t.game, t.game->box, &t.s, &by[2]);
	eval_worth(shipped, t.game, t.game->box, &t.s, &worth);
	eval_win(shipped, t.game, t.game->box, &t.s, win);
	for (int seat = 0; seat < 4; seat++) {
		assert_float_equal(by[2].of[seat], (by[0].of[seat] + by[1].of[seat]) / 2, 1e-4);
		assert_float_equal(worth.win[seat], win[seat], 1e-3);
	}
	assert_float_not_equal(by[0].of[0] - by[0].of[1], by[1].of[0] - by[1].of[1], 1e-3);
}

/* A pool for a hundred nodes: the search goes on without new ones. */
static void memory_has_a_bound(void **unused)
{
	static const char *const game[] = { "queen", "broadhorns" };
	const struct style style = { .taste = 0.02F, .chance = 0.05F };

	for (int k = 0; k < 2; k++) {
		struct tour t = tour_of(game[k], 3, "simple", 4);
		assert_true(play_on(&t, 20));
		struct hunt h = hunt_of(&t, &style);
		grow(&h, 100, 3000);
		assert_true(GET(h.tree.nodes) <= h.tree.nodes_max && GET(h.tree.edges) <= h.tree.edges_max);
		assert_true(tree_is_low(&h.tree));
		assert_int_equal(GET(h.tree.node[h.root].visits), 3000);
		tree_free(&h.tree);
	}
	assert_true(TREE_POOL <= 64 << 20);
}

/* With a lead every node tries first what simple would do there, and then others too. */
static void simple_leads(void **unused)
{
	const struct style style = { .taste = 0.05F, .chance = 0.1F, .lead = 1, .doubt = 0.02F };
	struct tour t = tour_of("rails", 3, "simple", 4);
	int led = 0, strayed = 0;

	assert_true(play_on(&t, 40));
	struct hunt h = hunt_of(&t, &style);
	grow(&h, 1000, 400);
	for (uint32_t at = NO_NODE + 1; at < GET(h.tree.nodes); at++) {
		const struct node *node = &h.tree.node[at];
		for (uint32_t i = GET(node->first); i; i = h.tree.edge[i].next) {
			const struct edge *e = &h.tree.edge[i];
			if (e->prior <= 0)
				continue;
			assert_true(GET(e->visits) > 0);
			if (at == h.root)
				assert_int_equal(e->move, simple_choose(h.simple, h.game, h.box, &h.view));
			led++;
			strayed += GET(e->visits) < GET(node->visits);
		}
	}
	assert_true(led > 50 && strayed > 5);
	tree_free(&h.tree);
}

/* Decisions of others are in the tree, or they are not. */
static void others_can_be_left_alone(void **unused)
{
	struct style style = { .taste = 0.05F, .chance = 0.1F, .lead = 1, .doubt = 0.02F };
	struct tour t = tour_of("rails", 3, "simple", 4);
	int others[2] = { 0, 0 };

	assert_true(play_on(&t, 40));
	for (int k = 0; k < 2; k++) {
		style.alone = k > 0;
		struct hunt h = hunt_of(&t, &style);
		grow(&h, 1000, 400);
		for (uint32_t at = NO_NODE + 1; at < GET(h.tree.nodes); at++)
			others[k] += h.tree.node[at].mover != h.view.eyes;
		assert_true(GET(h.tree.nodes) > 100);
		tree_free(&h.tree);
	}
	assert_true(others[0] > 0 && others[1] == 0);
}

/* Two policies that play alike, and count what they are asked. */
static int asked[2][MAX_PLAYERS];

static int rails_answer(const struct box *b, const struct state *view, const struct moves *m)
{
	const struct simple *w = bot_knowledge_of(game_find("rails"))->simple;

	return w->answer(w, b, view, m);
}

static int answer_first(const struct simple *self, const struct box *b, const struct state *view, const struct moves *m)
{
	(void)self;
	asked[0][game_find("rails")->to_move(b, view)]++;
	return rails_answer(b, view, m);
}

static int answer_second(const struct simple *self, const struct box *b, const struct state *view, const struct moves *m)
{
	(void)self;
	asked[1][game_find("rails")->to_move(b, view)]++;
	return rails_answer(b, view, m);
}

/* With a second policy every one of the others follows now the one, now the other; we ourselves never the second. */
static void others_follow_two_policies(void **unused)
{
	static const struct simple first = { .answer = answer_first }, second = { .answer = answer_second };
	const struct style style = { .taste = 0.05F, .chance = 0.1F, .lead = 1, .doubt = 0.02F, .alone = true };
	struct tour t = tour_of("rails", 3, "simple", 4);

	assert_true(play_on(&t, 40));
	for (int k = 0; k < 2; k++) {
		struct hunt h = hunt_of(&t, &style);
		h.simple = &first;
		h.other = k > 0 ? &second : NULL;
		h.playout = 6;
		memset(asked, 0, sizeof asked);
		grow(&h, 1000, 200);
		for (int seat = 0; seat < 3; seat++) {
			const int all = asked[0][seat] + asked[1][seat];
			assert_true(all > 100);
			if (k == 0 || seat == h.view.eyes)
				assert_int_equal(asked[1][seat], 0);
			else
				assert_in_range(10 * asked[1][seat] / all, 3, 6);
		}
		tree_free(&h.tree);
	}
}

static void threads_share_the_work(void **unused)
{
	static const char *const game[] = { "queen", "broadhorns" };

	for (int k = 0; k < 2; k++) {
		struct tour t = tour_of(game[k], 3, "simple", 6);
		struct mind *m = bot_open("search:200:3", t.game, t.game->box);
		struct rng own = rng_seed(1);
		struct thought thought;
		assert_true(play_on(&t, 30));
		struct state view = view_of(&t);
		int move = bot_pick(m, &view, (struct budget){ 0 }, &own, &thought);
		assert_true(game_is_legal(t.game, t.game->box, &t.s, move));
		assert_int_equal(thought.iterations, 200);
		bot_close(m);
	}
}

/* The easy bot pushes nobody, unless there is no other way to finish the turn. */
static void easy_is_gentle(void **unused)
{
	static struct plan plan[MAX_PLANS];
	int turns = 0;

	for (uint64_t seed = 1; seed <= 4; seed++) {
		struct tour t = tour_of("queen", 5, "easy", seed);
		struct mind *m[5];
		struct rng own = rng_seed(seed);
		bool peaceful = true;
		for (int i = 0; i < 5; i++)
			m[i] = bot_open("easy", t.game, t.game->box);
		while (settle(&t)) {
			int seat = t.game->to_move(t.game->box, &t.s);
			struct state view = view_of(&t);
			if (t.s.queen.phase == QUEEN_SPEED) {
				int n = t.game->plans(t.game->box, &t.s, plan, MAX_PLANS);
				peaceful = false;
				for (int i = 0; i < n && !peaceful; i++) {
					peaceful = true;
					for (int k = 0; k < plan[i].n; k++)
						peaceful &= plan[i].move[k] < MOVE_PUSH || plan[i].move[k] >= MOVE_END;
				}
				turns++;
			}
			int move = bot_pick(m[seat], &view, (struct budget){ 0 }, &own, NULL);
			if (peaceful)
				assert_false(move >= MOVE_PUSH && move < MOVE_END);
			step(&t, move);
		}
		for (int i = 0; i < 5; i++)
			bot_close(m[i]);
	}
	assert_true(turns > 100);
}

/* Chances add up, the winner has won, and more gold is never worse. */
static void evaluations_make_sense(void **unused)
{
	static const char *const game[] = { "queen", "broadhorns" };

	for (int k = 0; k < 2; k++) {
		struct tour t = tour_of(game[k], 3, "simple", 8);
		const struct eval *e = eval_find(t.game);
		float u[MAX_PLAYERS];
		int place[MAX_PLAYERS];
		assert_non_null(e);
		for (int i = 0; i < e->n; i++)
			assert_non_null(e->names[i]);
		do {
			float sum = 0;
			eval_utility(e, t.game, t.game->box, &t.s, u);
			for (int seat = 0; seat < 3; seat++) {
				assert_true(u[seat] >= 0 && u[seat] <= 1);
				sum += u[seat];
			}
			assert_true(sum > 0.9F && sum < 1.2F);
		} while (play_on(&t, 1));
		t.game->place(t.game->box, &t.s, place);
		eval_utility(e, t.game, t.game->box, &t.s, u);
		for (int seat = 0; seat < 3; seat++)
			assert_true((place[seat] == 1) == (u[seat] > 0.4F));
	}
	assert_null(eval_find(game_find("blank")));
}

static int latest, in_time;

static float spy_left(const struct box *b, const struct state *s)
{
	const struct game *g = game_find("rails");
	int turn = g->turn(s);

	in_time += turn == latest;
	latest = turn > latest ? turn : latest;
	return eval_find(g)->left(b, s);
}

/* Games are judged at the turn after those that are played out, none later. */
static void playouts_end_in_time(void **unused)
{
	enum { ITERATIONS = 50, TURNS = 7 };
	struct tour t = tour_of("rails", 3, "simple", 4);
	struct eval spy = *eval_find(t.game);
	struct rng own = rng_seed(1);

	spy.left = spy_left;
	for (spy.playout = TURNS; spy.playout >= 0; spy.playout -= TURNS) {
		eval_instead(&spy);
		struct mind *m = bot_open("search:50", t.game, t.game->box);
		eval_instead(NULL);
		assert_true(play_on(&t, 20));
		struct state view = view_of(&t);
		latest = in_time = 0;
		bot_pick(m, &view, (struct budget){ 0 }, &own, NULL);
		if (spy.playout > 0)
			assert_true(latest == t.game->turn(&view) + TURNS + 1 && in_time >= ITERATIONS - 1);
		else
			assert_true(latest < t.game->turn(&view) + TURNS);
		bot_close(m);
	}
}

/* One that searches among two simple ones. */
static void search_beats_simple(void **unused)
{
	enum { EACH = 6 };
	static const struct { const char *game, *bot; } kind[] = { { "queen", "search:400" }, { "broadhorns", "search:8" }, { "rails", "search:20" } };

	for (int k = 0; k < 3; k++) {
		int places = 0;
		for (int i = 0; i < EACH; i++) {
			struct tour t = tour_of(kind[k].game, 3, "simple", 40 + (uint64_t)i);
			struct mind *m = bot_open(kind[k].bot, t.game, t.game->box);
			struct rng own = rng_seed((uint64_t)i);
			int place[MAX_PLAYERS];
			while (settle(&t)) {
				struct state view = view_of(&t);
				step(&t, t.game->to_move(t.game->box, &t.s) == i % 3 ? bot_pick(m, &view, (struct budget){ 0 }, &own, NULL)
					: bot_pick_once("simple", t.game, t.game->box, &view, &own));
			}
			t.game->place(t.game->box, &t.s, place);
			places += place[i % 3];
			bot_close(m);
		}
		print_message("%s among simple ones, %s: mean place %.2f of 3 in %d games\n", kind[k].bot, kind[k].game, (double)places / (double)EACH, EACH);
		assert_true(places <= 2 * EACH);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hidden_facts_change_nothing),
		cmocka_unit_test(chances_add_up),
		cmocka_unit_test(finds_a_sure_win),
		cmocka_unit_test(a_proof_ends_the_search),
		cmocka_unit_test(iterations_are_kept),
		cmocka_unit_test(time_is_kept),
		cmocka_unit_test(time_of_the_processor_is_kept),
		cmocka_unit_test(what_is_settled_takes_less),
		cmocka_unit_test(stops_when_told),
		cmocka_unit_test(forced_moves_take_no_time),
		cmocka_unit_test(plans_are_played_through),
		cmocka_unit_test(the_tree_is_kept),
		cmocka_unit_test(what_is_remembered_is_the_same),
		cmocka_unit_test(alone_it_judges_by_hand),
		cmocka_unit_test(net_and_hand_share_the_judgement),
		cmocka_unit_test(memory_has_a_bound),
		cmocka_unit_test(simple_leads),
		cmocka_unit_test(others_can_be_left_alone),
		cmocka_unit_test(others_follow_two_policies),
		cmocka_unit_test(threads_share_the_work),
		cmocka_unit_test(easy_is_gentle),
		cmocka_unit_test(evaluations_make_sense),
		cmocka_unit_test(playouts_end_in_time),
		cmocka_unit_test(search_beats_simple),
	};

	return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
