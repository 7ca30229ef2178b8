#define _POSIX_C_SOURCE 200809L
#include "arena/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "core/codec.h"
#include "bots/eval.h"
#include "play/record.h"

/* Who plays ---------------------------------------------------------------- */

static int bot_number(struct arena *a, const char *spec)
{
	for (int i = 0; i < a->bots; i++)
		if (strcmp(a->bot[i], spec) == 0)
			return i;
	a->bot[a->bots] = spec;
	return a->bots++;
}

bool arena_set_bots(struct arena *a, char *list, char out[MAX_ERROR])
{
	a->entries = a->bots = 0;
	for (char *at = list, *end; at; at = end) {
		end = strchr(at, ',');
		if (end)
			*end++ = '\0';
		at += strspn(at, " ");
		for (size_t n = strlen(at); n > 0 && at[n - 1] == ' '; n--)
			at[n - 1] = '\0';
		if (a->entries == ARENA_BOTS)
			return error_say(out, "there are too many bots: at most %d", ARENA_BOTS);
		if (!player_known(at, out))
			return false;
		a->entry[a->entries++] = bot_number(a, at);
	}
	for (; a->entries < a->setup.players; a->entries++)
		a->entry[a->entries] = a->entry[a->entries - 1];
	return true;
}

/* Choices of k things out of n; n is at most ARENA_BOTS and k at most MAX_PLAYERS, so that 201376 are the most. */
static uint32_t choices(int n, int k)
{
	uint32_t c = 1;

	for (int i = 1; i <= k; i++)
		c = c * (uint32_t)(n - k + i) / (uint32_t)i;
	return k <= n ? c : 0;
}

static uint32_t common(uint32_t a, uint32_t b)
{
	return b ? common(b, a % b) : a;
}

/* Which of them, in the order of a dictionary, comes as the i-th at this deal. Steps of about the golden section spread the first few
 * over all bots, so that a run that ends early has seen them all. */
static uint32_t spread(uint32_t i, uint32_t all, uint64_t deal)
{
	uint32_t step = (uint32_t)((double)all * 0.6180339887) | 1;

	while (common(step, all) != 1)
		step += 2;
	return (uint32_t)(((uint64_t)i * step + deal % all) % all);
}

static void choose(uint32_t which, int n, int k, int out[MAX_PLAYERS])
{
	for (int thing = 0, have = 0; have < k; thing++) {
		uint32_t with = choices(n - thing - 1, k - have - 1);
		if (which < with)
			out[have++] = thing;
		else
			which -= with;
	}
}

static void mix(int of[], int n, struct rng *r)
{
	for (int i = n - 1; i > 0; i--) {
		int k = (int)rng_below(r, (uint32_t)i + 1), t = of[i];
		of[i] = of[k];
		of[k] = t;
	}
}

void arena_seat(const struct arena *a, uint32_t game, uint8_t bot[MAX_PLAYERS], uint64_t *deal)
{
	const int seats = a->setup.players;
	const uint32_t block = game / (uint32_t)a->rotations, turned = game % (uint32_t)a->rotations, all = choices(a->entries, seats);
	int chosen[MAX_PLAYERS];

	*deal = rng_mix(rng_mix(a->setup.seed) + block / all);
	choose(spread(block % all, all, *deal), a->entries, seats, chosen);
	struct rng r = rng_seed(rng_mix(a->setup.seed + 1) + block);    /* who sits beside whom differs from block to block */
	mix(chosen, seats, &r);
	for (int seat = 0; seat < seats; seat++)
		bot[seat] = (uint8_t)a->entry[chosen[((uint32_t)seat + turned) % (uint32_t)seats]];
}

void arena_crew_close(struct crew *c)
{
	for (int i = 0; i < ARENA_BOTS; i++)
		for (int k = 0; k < MAX_PLAYERS; k++)
			player_close(c->of[i][k]);
	*c = (struct crew){ .of = { { NULL } } };
}

static void take_seats(const struct arena *a, struct crew *c, const struct setup *u, const struct result *r, struct player *seat[MAX_PLAYERS])
{
	int taken[ARENA_BOTS] = { 0 };

	for (int i = 0; i < u->players; i++) {
		struct player **p = &c->of[r->bot[i]][taken[r->bot[i]]++];
		if (!*p)
			*p = player_open(a->bot[r->bot[i]], a->ms, a->cpu);
		seat[i] = *p;
		player_begin(seat[i], u, rng_mix(rng_mix(a->setup.seed + 2) + (uint64_t)r->game * MAX_PLAYERS + (uint64_t)i));
	}
}

/* One game ----------------------------------------------------------------- */

struct arena_game {
	const struct setup *u;
	struct state s;
	uint32_t drawn[ARENA_SOURCES];  /* so far, from each */
	struct player *seat[MAX_PLAYERS];
	struct result *r;
	uint8_t met;                    /* seats that have had a turn */
	uint16_t *made;                 /* moves of seats, where a record is wanted */
	int n, cap;
};

/* Draw k of a source is the same in every game of the block: the same deck, dice and river. */
static int draw(struct arena_game *t)
{
	int source = t->u->game->source(&t->u->box, &t->s);

	must(source >= 0 && source < ARENA_SOURCES);
	return game_draw(t->u->game, &t->u->box, &t->s, t->u->seed, source, t->drawn[source]++);
}

static int decide(struct arena_game *t, int seat, const struct moves *m)
{
	struct state view;
	enum fault fault;
	struct effort effort;

	t->r->decisions++;
	t->r->asked[seat]++;
	if (t->r->turn[seat] == 0 && t->u->game->turn(&t->s) > 0)
		t->r->turn[seat] = ++t->met;
	game_view(t->u->game, &t->u->box, &t->s, seat, &view);
	uint64_t from = (uint64_t)clock_us();
	int move = player_pick(t->seat[seat], &view, m, &fault, &effort);
	uint64_t took = (uint64_t)clock_us() - from;
	t->r->us[seat] += took;
	t->r->cpu[seat] += effort.cpu;
	t->r->iterations[seat] += effort.iterations;
	if (took > t->r->longest[seat])
		t->r->longest[seat] = took < UINT32_MAX ? (uint32_t)took : UINT32_MAX;
	if (fault != NO_FAULT)
		t->r->fault[seat][fault]++;
	must(game_is_legal(t->u->game, &t->u->box, &t->s, move));
	return move;
}

static void keep(struct arena_game *t, int move)
{
	if (t->n == t->cap) {
		t->cap *= 2;
		t->made = realloc(t->made, (size_t)t->cap * sizeof *t->made);
		must(t->made != NULL);
	}
	t->made[t->n++] = (uint16_t)move;
}

static void play(struct arena_game *t, const struct watch *w)
{
	const struct game *g = t->u->game;
	const struct box *b = &t->u->box;
	struct events told;
	struct state before;
	struct moves m;

	for (int mover; (mover = g->to_move(b, &t->s)) != OVER; t->r->plies++) {
		g->legal(b, &t->s, &m);
		int move = mover == CHANCE ? draw(t) : m.n > 1 ? decide(t, mover, &m) : m.id[0];
		if (mover != CHANCE && t->made)
			keep(t, move);
		if (w)
			before = t->s;
		told.n = 0;
		g->apply(b, &t->s, move, w ? &told : NULL);
		if (w)
			w->saw(w->with, &before, mover, &m, move, &told);
	}
}

static void settle(const struct arena_game *t, struct result *r)
{
	const struct game *g = t->u->game;
	const struct box *b = &t->u->box;
	int place[MAX_PLAYERS], score[MAX_PLAYERS];
	uint8_t code[MAX_CODE];

	g->place(b, &t->s, place);
	g->score(b, &t->s, score);
	for (int seat = 0; seat < t->u->players; seat++) {
		r->place[seat] = (uint8_t)place[seat];
		r->score[seat] = score[seat];
	}
	if (t->u->players == 1 && strcmp(g->fates[g->fate(b, &t->s, 0)], "lost") == 0)
		r->place[0] = 2;
	r->turns = (uint32_t)g->turn(&t->s);
	r->hash = codec_hash(code, codec_encode(g, &t->s, code));
}

/* A net changes what bots do, so the record of their game names it. */
static bool remark_net(const struct game *g, struct session *s, char why[MAX_ERROR])
{
	char words[64], name[EVAL_NET_NAME + 1];

	eval_net_name(g, name);
	if (!name[0])
		return true;
	const int n = snprintf(words, sizeof words, "net %s %s", g->name, name);
	return session_remark(s, 0, false, words, (size_t)n, why);
}

/* The moves of the seats once more; chance draws from the seed what it drew before. */
static bool write_record(const struct arena *a, const struct arena_game *t, char why[MAX_ERROR])
{
	struct session s;
	char path[4096];

	if (snprintf(path, sizeof path, "%s/%06u.txt", a->records, t->r->game) >= (int)sizeof path)
		return error_say(why, "the name of the folder for records is too long");
	session_start(&s, t->u);
	for (int i = 0; i < t->n; i++) {
		session_move(&s, t->made[i]);
		session_settle(&s);
	}
	must(game_same(&s.state, &t->s));
	bool fine = remark_net(t->u->game, &s, why) && record_save(&s, RECORD_TEXT, path, why);
	session_close(&s);
	return fine;
}

/* "search:100ms", cut to what can be a name. */
static void name_seats(const struct arena *a, struct setup *u, const struct result *r)
{
	for (int seat = 0; seat < u->players; seat++) {
		char *name = u->name[seat];
		snprintf(name, MAX_NAME, "%.*s", MAX_NAME - 1, a->bot[r->bot[seat]]);
		for (int i = 0; name[i]; i++)
			if (name[i] == '#' || name[i] == ',' || name[i] < ' ' || name[i] > '~')
				name[i] = '_';
	}
}

bool arena_play(const struct arena *a, uint32_t game, struct crew *c, const struct watch *w, struct result *out, char why[MAX_ERROR])
{
	struct setup u = a->setup;
	struct arena_game t = { .u = &u, .r = out };
	bool fine = true;

	*out = (struct result){ .game = game };
	arena_seat(a, game, out->bot, &u.seed);
	name_seats(a, &u, out);
	take_seats(a, c, &u, out, t.seat);
	setup_start(&u, &t.s);
	if (a->records) {
		t.cap = 256;
		t.made = malloc((size_t)t.cap * sizeof *t.made);
		must(t.made != NULL);
	}
	play(&t, w);
	for (int seat = 0; seat < u.players; seat++)
		player_end(t.seat[seat]);
	settle(&t, out);
	if (w)
		w->over(w->with, &t.s, out);
	if (a->records)
		fine = write_record(a, &t, why);
	free(t.made);
	return fine;
}
