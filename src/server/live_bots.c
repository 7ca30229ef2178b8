/* Bots think on threads of their own, at low priority, one at a time for each table. Every table has the same share of that time: one with
 * deep thinkers does not keep the others waiting. What they get is a view and never the state; what they answer is played here like
 * anybody's move, if the table still is what they have seen. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "base/clock.h"
#include "server/live_parts.h"
#include "table/deal.h"

struct thinking {
	struct job   job;
	struct live_table *live_table;
	const struct game *game;
	const struct box  *box;         /* the table's: it stays as long as somebody thinks about it */
	const atomic_bool *stop;
	char         level[MAX_NAME];
	uint64_t     seed;
	int          seat;
	struct state view;
	/* out: the move, and those that follow on it as long as everything goes as expected */
	int          n, next;
	uint16_t     move[MAX_PLAN];
	uint64_t     seen[MAX_PLAN];    /* what the seat sees when it is time for it */
	uint64_t     took;              /* us */
};

static uint64_t look_of(const struct game *g, const struct state *view)
{
	uint8_t code[MAX_CODE];

	return codec_hash(code, codec_encode(g, view, code));
}

/* The view after the seat's own move, as far as it can know. False: somebody else is to move then, or chance. */
static bool expect(const struct thinking *k, struct state *view, int move, struct rng *rng)
{
	struct state s = *view;

	game_guess(k->game, k->box, &s, rng);
	k->game->apply(k->box, &s, move, NULL);
	if (k->game->to_move(k->box, &s) != k->seat)
		return false;
	game_view(k->game, k->box, &s, k->seat, view);
	return true;
}

/* A whole plan where the game has plans: then a turn is thought through once. */
static void think(struct job *job)
{
	struct thinking *k = (struct thinking *)job;
	struct rng rng = rng_seed(k->seed);
	struct state view = k->view;
	struct mind *m = bot_open(bot_find(k->level) ? k->level : "simple", k->game, k->box);
	const struct budget budget = { .stop = k->stop };
	const int64_t begun = clock_us();

	do {
		k->seen[k->n] = look_of(k->game, &view);
		k->move[k->n] = (uint16_t)bot_pick(m, &view, budget, &rng, NULL);
	} while (expect(k, &view, k->move[k->n++], &rng) && k->game->plans && k->n < MAX_PLAN);
	bot_close(m);
	k->took = (uint64_t)(clock_us() - begun);
}

static void thought(struct job *job)
{
	struct thinking *k = (struct thinking *)job;
	struct live_table *r = k->live_table;

	r->bot.thinking = NULL;
	r->bot.plan = k;
	r->bot.share = k->job.due + k->took;
	if (k->n == 0)                  /* nobody has begun to think: it is all being stopped */
		bots_forget(r);
	live_table_pump(r);
}

void bots_forget(struct live_table *r)
{
	free(r->bot.plan);
	r->bot.plan = NULL;
}

static void begin(struct live_table *r, int seat, const char *level, const struct state *view)
{
	struct thinking *k = calloc(1, sizeof *k);

	must(k != NULL && strlen(level) < sizeof k->level);
	k->job = (struct job){ .work = think, .done = thought, .due = r->bot.share };
	k->live_table = r;
	k->game = r->table->head.game;
	k->box = r->table->head.box;
	k->stop = &r->live->stopping;
	memcpy(k->level, level, strlen(level));
	if (r->table->head.deal[0])             /* whoever sees the same in the same deal meets the same answer */
		k->seed = rng_mix(deal_seed(&r->table->head)) + look_of(k->game, view);
	else
		randombytes_buf(&k->seed, sizeof k->seed);
	k->seat = seat;
	k->view = *view;
	if (pool_give(r->live->bots, &k->job)) {
		r->bot.thinking = k;
		return;
	}
	r->bot.at = live_now(r->live) + AGAIN;
	free(k);
}

/* The next move of the plan, if this is where it comes in. */
static bool play(struct live_table *r, int seat, const struct state *view)
{
	struct thinking *k = r->bot.plan;
	struct rows rows = { 0 };

	if (k->seat != seat || k->next == k->n || k->seen[k->next] != look_of(k->game, view))
		return false;
	if (!table_bot_moves(r->table, seat, r->table->place, k->move[k->next], live_now(r->live), &rows))
		return false;
	k->next++;
	return live_table_put(r, &rows, NULL);
}

bool bots_go(struct live_table *r)
{
	const struct table *t = r->table;
	const char *level = NULL;
	const int seat = table_bot(t, &level);
	struct state view;

	r->bot.at = 0;
	if (seat < 0)
		bots_forget(r);
	if (seat < 0 || r->bot.thinking)
		return false;
	game_view(t->head.game, t->head.box, &t->state, seat, &view);
	if (r->bot.plan) {
		if (r->clients && r->moved + r->live->limits.bot_delay > live_now(r->live)) {
			r->bot.at = r->moved + r->live->limits.bot_delay;       /* so that people can follow */
			return false;
		}
		if (play(r, seat, &view))
			return true;
		bots_forget(r);
	}
	begin(r, seat, level, &view);
	return false;
}
