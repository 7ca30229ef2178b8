/* Games whose moves are chosen by bytes: the first say which game, how many players and which options, then each is a move.
 *
 * There is nothing to accept here. Damaged would be: a state on the way that check() refuses, has no way on, or is another one after it was
 * written and read; a view that shows more than it may, or from which the mover lists other moves; a plan that cannot be played or does
 * not come to what it says, or a turn that comes to something no plan listed; a move that undo does not take back. */
#include "../lively.c"                  /* how plans are judged from outside */
#include "play/session.h"
#include "fuzz.h"

enum { SEED = 1, UNDO = 31, CHOSEN = 32 };      /* bytes from CHOSEN on name a move, those below follow a plan where there is one */

static struct plan plans[MAX_PLANS], later[MAX_PLANS];

/* The turn under way, and its plans at its beginning: the first n of plans[]. */
struct turn {
	int number, mover, n;
	struct state began;
	struct plan way;                /* that is followed */
	int gone;                       /* moves of it that were made; -1: it was left */
};

static void open_game(struct bytes *in, struct session *s)
{
	struct setup u;
	struct rng r;
	const struct game *g = game_list[fuzz_byte(in) % games_here()];

	setup_preset(&u, g);
	u.seed = SEED;
	u.manual = fuzz_byte(in) & 1;
	r = rng_seed((uint64_t)fuzz_byte(in));
	fuzz_setup(g, &r, &u.players, u.option);
	session_start(s, &u);
}

/* Whoever looks on sees a game that could be, and the mover its moves. */
static void look(const struct session *s, int eyes, struct rng *r)
{
	const struct game *g = s->setup.game;
	struct state view, again;

	game_view(g, &s->setup.box, &s->state, eyes, &view);
	fuzz_guess(g, &s->setup.box, &view, r);
	game_view(g, &s->setup.box, &view, eyes, &again);
	HOLDS(game_same(&view, &again), "a view seen once more is another one");
	HOLDS(g->to_move(&s->setup.box, &view) == session_to_move(s), "in a view another is to move");
	fuzz_knows(g, &s->setup.box, &s->state, &view);
}

/* Plans ------------------------------------------------------------------------- */

static bool is_done(const struct session *s, const struct turn *t, const struct state *now)
{
	int mover = s->setup.game->to_move(&s->setup.box, now);

	return mover == OVER || mover == CHANCE || s->setup.game->turn(now) != s->setup.game->turn(&t->began);
}

/* Plays one of the plans; the others answer anything. It must come to what it says. */
static void replay(const struct session *s, const struct turn *t, const struct plan *p, struct rng *r)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	struct state now = t->began, last = now;
	struct plan real;
	struct moves m;

	for (int i = 0; i < p->n; i++) {
		HOLDS(!is_done(s, t, &now) && game_is_legal(g, b, &now, p->move[i]), "move %d of a plan is not legal", i);
		last = now;
		g->apply(b, &now, p->move[i], NULL);
		while (!is_done(s, t, &now) && g->to_move(b, &now) != t->mover) {
			g->legal(b, &now, &m);
			g->apply(b, &now, m.id[rng_below(r, (uint32_t)m.n)], NULL);
		}
	}
	HOLDS(is_done(s, t, &now), "the turn is not over after a plan");
	memset(&real, 0, sizeof real);
	lively_plans_of(g)->outcome(b, &last, &now, t->mover, &real);
	HOLDS(memcmp(&real.queen, &p->queen, sizeof p->queen) == 0, "a plan does not come to what it says");
}

/* Of some plans the one with most to spare: a game of those goes on for long. */
static const struct plan *thrifty(const struct session *s, const struct turn *t, struct rng *r)
{
	const struct plan *best = NULL;
	int most = -1;

	for (int tries = 0; tries < 8; tries++) {
		const struct plan *p = &plans[rng_below(r, (uint32_t)t->n)];
		struct plan rest = *p;
		int spare = lively_plans_of(s->setup.game)->spare(&rest);
		if (spare > most) {
			best = p;
			most = spare;
		}
	}
	return best;
}

/* At the beginning of a turn: remember its plans, and try one of them. */
static void plan(const struct session *s, struct turn *t, struct rng *r)
{
	const struct game *g = s->setup.game;

	if (!g->plans || t->mover < 0 || !lively_plans_of(g) || !lively_plans_of(g)->due(&s->state))
		return;
	t->n = g->plans(&s->setup.box, &s->state, plans, MAX_PLANS);
	HOLDS(t->n > 0 && t->n <= MAX_PLANS, "%d plans at the beginning of a turn", t->n);
	t->way = *thrifty(s, t, r);
	t->gone = 0;
	replay(s, t, &t->way, r);
}

/* In the middle of one: what can still come of it, some plan at its beginning came to, with no less to spare. */
static void plan_on(const struct session *s, const struct turn *t, struct rng *r)
{
	const struct lively_plans *judge_by = lively_plans_of(s->setup.game);
	struct turn now = { .began = s->state, .mover = t->mover };

	if (t->n == 0 || is_done(s, t, &s->state) || session_to_move(s) != t->mover)
		return;
	now.n = s->setup.game->plans(&s->setup.box, &s->state, later, MAX_PLANS);
	HOLDS(now.n > 0 && now.n <= MAX_PLANS, "%d plans within a turn", now.n);
	struct plan p = later[rng_below(r, (uint32_t)now.n)];
	replay(s, &now, &p, r);
	int spare = judge_by->spare(&p);
	for (int i = 0; i < t->n; i++) {
		struct plan first = plans[i];
		int most = judge_by->spare(&first);
		if (memcmp(&first.queen, &p.queen, sizeof p.queen) == 0) {
			HOLDS(most >= spare, "a turn leaves %d to spare, at its beginning %d was the most", spare, most);
			return;
		}
	}
	HOLDS(false, "a turn comes to something that was no plan at its beginning");
}

/* Moves ----------------------------------------------------------------------------- */

static int choose(const struct session *s, struct turn *t, const struct moves *m, int byte, struct rng *r)
{
	int mover = session_to_move(s);

	if (byte < CHOSEN && mover == CHANCE)
		return game_chance(s->setup.game, &s->setup.box, &s->state, r);
	if (byte < CHOSEN && mover == t->mover && t->gone >= 0 && t->gone < t->way.n)
		return t->way.move[t->gone++];
	if (mover == t->mover)
		t->gone = -1;
	return m->id[byte % m->n];
}

/* Taken back and played again, a move leads where it led; the draws after it fall as they fell. */
static void back_and_on(struct session *s)
{
	struct state now = s->state;
	int last = session_last(s), move = last < 0 ? 0 : s->ply[last].move;
	char why[MAX_ERROR];

	if (last < 0) {
		HOLDS(!session_undo(s, why) && game_same(&s->state, &now), "nothing was taken back");
		return;
	}
	struct state before = *session_at(s, last);
	HOLDS(session_undo(s, why) && game_same(&s->state, &before), "undo leads somewhere else");
	session_move(s, move);
	session_settle(s);
	HOLDS(game_same(&s->state, &now), "a move that was taken back leads somewhere else");
}

static void step(struct session *s, struct turn *t, int byte, struct rng *r)
{
	const struct game *g = s->setup.game;
	int onlooker = s->plies % (s->setup.players + 1);
	struct moves m;

	fuzz_legal(g, &s->setup.box, &s->state, &m);
	if (m.n == 0)
		return;
	if (byte == UNDO) {
		back_and_on(s);
		return;
	}
	if (g->turn(&s->state) != t->number) {
		*t = (struct turn){ .number = g->turn(&s->state), .mover = session_to_move(s), .began = s->state, .gone = -1 };
		if (byte < CHOSEN || rng_below(r, 8) == 0)
			plan(s, t, r);
	}
	struct state told = s->state;
	int move = choose(s, t, &m, byte, r);
	session_move(s, move);
	fuzz_apply(g, &s->setup.box, &told, move);
	HOLDS(game_same(&told, &s->state), "a move that is told of leads somewhere else");
	session_settle(s);
	fuzz_check(g, &s->setup.box, &s->state, "in play");
	look(s, onlooker < s->setup.players ? onlooker : WATCHER, r);
	if (rng_below(r, 8) == 0)
		plan_on(s, t, r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes in = { data, size };
	struct rng r = rng_seed(SEED);
	struct session s;
	struct turn t = { .number = -1 };

	open_game(&in, &s);
	fuzz_check(s.setup.game, &s.setup.box, &s.state, "at the start");
	while (in.n > 0)
		step(&s, &t, fuzz_byte(&in), &r);
	fuzz_returns(s.setup.game, &s.setup.box, &s.state);
	fuzz_ask(s.setup.game, &s.setup.box, &s.state, &r);
	session_close(&s);
	return 0;
}
