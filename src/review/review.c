#include "review/review.h"

#include <math.h>
#include <string.h>

#include "core/codec.h"
#include "review/judge.h"
#include "review/slip.h"

const struct review_level review_levels[] = {
	{ "quick",  .guesses = 2,  .ways = 4,  .playouts = 2,  .options = 6,  .outcomes = 8,  .steady = true },
	{ "normal", .guesses = 4,  .ways = 16, .playouts = 6,  .options = 12, .outcomes = 32, .steady = true },
	{ "deep",   .guesses = 12, .ways = 48, .playouts = 16, .options = 12, .outcomes = MAX_MOVES, .steady = true },
	{ "puzzle", .guesses = 4,  .ways = 16, .playouts = 6,  .options = 12, .outcomes = 8 },
	{ .name = NULL },
};

const struct review_level *review_level_find(const char *name)
{
	for (const struct review_level *l = review_levels; l->name; l++)
		if (strcmp(l->name, name) == 0)
			return l;
	return NULL;
}

/* Draws of different moments, and of different games, have nothing to do with each other; those of one moment are the same for all that is
 * compared there. They must not depend on what was played or drawn, or luck would not be fair. */
static uint64_t seed_of_moment(const struct game *g, const struct state *before, int ply, uint64_t salt)
{
	uint8_t code[MAX_CODE];
	const int n = codec_encode(g, before, code);
	uint64_t seed = rng_mix((uint64_t)ply + (salt << 32));

	for (int i = 0; i < n; i++)
		seed = rng_mix(seed ^ code[i]);
	return seed;
}

static uint64_t seed_of_guess(uint64_t moment, int guess)
{
	enum { APART = 1 << 10 };

	return moment + (uint64_t)guess * APART;
}

static void chances_after(const struct judge *j, const struct state *s, int move, uint64_t seed, double out[MAX_PLAYERS])
{
	struct state then = *s;

	j->game->apply(j->box, &then, move, NULL);
	judge_chances(j, &then, j->game->turn(s), seed, out);
}

/* Draws ------------------------------------------------------------------------------- */

/* Draws that follow on each other, as those of the set-up do, have the seed of the first of them, each a draw further on: so the judgement after one of them
 * and before the next differ by that draw alone, and not by all that are still to come. What was drawn in between must not show in it. All games of a kind begin
 * alike: with the game's own seed in it, if the record has one, outcomes that are sampled there are not the same ones in each of them, which would favour
 * a seat in all. */
static uint64_t seed_of_draw(const struct session *s, int ply, uint64_t salt)
{
	const uint64_t own = s->setup.manual ? 0 : s->setup.seed;
	int first = ply;

	while (first > 0 && s->setup.game->to_move(&s->setup.box, session_at(s, first - 1)) == CHANCE)
		first--;
	return rng_mix(seed_of_moment(s->setup.game, session_at(s, first), first, salt) + own) + (uint64_t)(ply - first) * JUDGE_NEXT_DRAW;
}

static void exact_mean(const struct judge *j, const struct state *s, const struct moves *may, uint64_t seed, double mean[MAX_PLAYERS])
{
	double w[MAX_PLAYERS], total = 0;

	for (int i = 0; i < may->n; i++) {
		const double weight = j->game->weight(j->box, s, may->id[i]);
		chances_after(j, s, may->id[i], seed + JUDGE_NEXT_DRAW, w);
		total += weight;
		for (int seat = 0; seat < s->players; seat++)
			mean[seat] += weight * w[seat];
	}
	for (int seat = 0; seat < s->players; seat++)
		mean[seat] /= total;
}

static void sampled_mean(const struct judge *j, const struct state *s, int samples, uint64_t seed, double mean[MAX_PLAYERS], double error[MAX_PLAYERS])
{
	struct rng r = rng_seed(seed);
	double w[MAX_PLAYERS], squares[MAX_PLAYERS] = { 0 };

	for (int i = 0; i < samples; i++) {
		chances_after(j, s, game_chance(j->game, j->box, s, &r), seed + JUDGE_NEXT_DRAW, w);
		for (int seat = 0; seat < s->players; seat++) {
			mean[seat] += w[seat] / samples;
			squares[seat] += w[seat] * w[seat] / samples;
		}
	}
	for (int seat = 0; seat < s->players; seat++)
		error[seat] = sqrt(fmax(0, squares[seat] - mean[seat] * mean[seat]) / (samples > 1 ? samples - 1 : 1));
}

static void judge_draw(const struct judge *j, const struct review_level *level, const struct state *s, int drawn, uint64_t seed, struct review_moment *out)
{
	struct moves may;

	j->game->legal(j->box, s, &may);
	if (may.n <= level->outcomes)
		exact_mean(j, s, &may, seed, out->before);
	else
		sampled_mean(j, s, level->outcomes, seed, out->before, out->error);
	chances_after(j, s, drawn, seed + JUDGE_NEXT_DRAW, out->after);
	for (int seat = 0; seat < s->players; seat++)
		out->luck[seat] = out->after[seat] - out->before[seat];
}

/* Decisions ---------------------------------------------------------------------------- */

/* What the mover thinks possible: the state itself where nothing is ever hidden. Returns how many. */
static int guess_states(const struct judge *j, const struct review_level *level, const struct state *view, uint64_t seed, struct state guess[])
{
	const int n = j->game->guess ? level->guesses : 1;

	for (int i = 0; i < n; i++) {
		struct rng r = rng_seed(rng_mix(seed_of_guess(seed, i)));
		guess[i] = *view;
		game_guess(j->game, j->box, &guess[i], &r);
	}
	return n;
}

/* Where there are more legal moves than are compared: those that look best at a glance, by the judgement of one guess. What was played is
 * always among them. */
static int choose_options(const struct judge *j, const struct review_level *level, const struct state *guess, int played, uint64_t seed, uint16_t out[])
{
	const struct judge glance = { .game = j->game, .box = j->box, .eval = j->eval, .policy = j->policy, .ways = 1, .playouts = 1, .turns = 0 };
	const int mover = j->game->to_move(j->box, guess);
	double best[REVIEW_OPTIONS] = { 0 }, w[MAX_PLAYERS];
	struct moves may;
	int n = 0;

	j->game->legal(j->box, guess, &may);
	for (int i = 0; i < may.n; i++) {
		w[mover] = 2;                           /* first of all */
		if (may.id[i] != played && may.n > level->options)
			chances_after(&glance, guess, may.id[i], seed, w);
		else if (may.id[i] != played)
			w[mover] = 1;
		int at = n < level->options ? n++ : n;
		for (; at > 0 && w[mover] > best[at - 1]; at--)
			if (at < level->options) {
				best[at] = best[at - 1];
				out[at] = out[at - 1];
			}
		if (at < level->options) {
			best[at] = w[mover];
			out[at] = may.id[i];
		}
	}
	return n;
}

/* The best first; the move that was played comes before its equals, for it cost nothing. */
static void sort_options(struct review_moment *m)
{
	for (int i = 1; i < m->options; i++)
		for (int k = i; k > 0; k--) {
			struct review_option *a = &m->option[k - 1], *b = &m->option[k], swap;
			if (a->promise[m->mover] > b->promise[m->mover] || (a->promise[m->mover] == b->promise[m->mover] && !b->played))
				break;
			swap = *a;
			*a = *b;
			*b = swap;
		}
}

static const struct review_option *played_option(const struct review_moment *m)
{
	for (int i = 0; i < m->options; i++)
		if (m->option[i].played)
			return &m->option[i];
	panic("the move that was played is among the options");
}

/* The odds of a chance, as a logarithm: a step from 2 to 1 in 100 counts as much as one from 50 to 33. */
static double log_odds(double chance)
{
	static const double least = 0.0001;
	const double x = fmin(1 - least, fmax(least, chance));

	return log(x / (1 - x));
}

static void weigh_decision(struct review_moment *m)
{
	static const double something = 0.1, much = 0.3;
	const double best = log_odds(m->option[0].promise[m->mover]), stake = best - log_odds(m->option[m->options - 1].promise[m->mover]);

	if (stake < something)
		return;
	m->weight = fmin(stake, much);
	m->gave = (best - log_odds(played_option(m)->promise[m->mover])) / stake;
}

static void judge_decision(const struct judge *j, const struct review_level *level, const struct state *s, int played, struct review_moment *out)
{
	enum { MOST_GUESSES = 16 };
	struct state view, guess[MOST_GUESSES];
	uint16_t move[REVIEW_OPTIONS];
	double w[MAX_PLAYERS];

	game_view(j->game, j->box, s, out->mover, &view);
	const uint64_t seed = seed_of_moment(j->game, &view, out->ply, level->salt);         /* of the view: what is hidden must not show in the draws */
	const int guesses = guess_states(j, level, &view, seed, guess);
	out->options = choose_options(j, level, &guess[0], played, seed, move);
	for (int i = 0; i < out->options; i++) {
		struct review_option *o = &out->option[i];
		*o = (struct review_option){ .move = move[i], .played = move[i] == played };
		for (int k = 0; k < guesses; k++) {
			chances_after(j, &guess[k], move[i], seed_of_guess(seed, k), w);
			for (int seat = 0; seat < s->players; seat++)
				o->promise[seat] += w[seat] / guesses;
		}
	}
	sort_options(out);
	const struct review_option *mine = played_option(out);
	chances_after(j, s, out->option[0].move, seed, out->before);
	chances_after(j, s, played, seed, out->after);
	for (int seat = 0; seat < s->players; seat++) {
		out->decided[seat] = mine->promise[seat] - out->option[0].promise[seat];
		out->hidden[seat] = out->after[seat] - out->before[seat] - out->decided[seat];
	}
	weigh_decision(out);
	out->slip = slip_of(j, &guess[0], played, seed);
}

void review_moment(const struct session *s, const struct review_level *level, int ply, struct review_moment *out)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	struct judge j = judge_of(g, b, level->ways, level->playouts, 0);
	const struct state *at = session_at(s, ply);
	const int played = s->ply[ply].move;
	const uint64_t seed = seed_of_moment(g, at, ply, level->salt);
	struct moves may;

	j.steady = level->steady && !g->plans && s->setup.players > 1;
	memset(out, 0, sizeof *out);
	out->ply = ply;
	out->mover = g->to_move(b, at);
	if (out->mover == CHANCE) {
		out->kind = REVIEW_DRAW;
		judge_draw(&j, level, at, played, seed_of_draw(s, ply, level->salt), out);
		return;
	}
	g->legal(b, at, &may);
	if (may.n > 1) {
		out->kind = REVIEW_DECISION;
		out->legal = may.n;
		judge_decision(&j, level, at, played, out);
		return;
	}
	chances_after(&j, at, played, seed, out->after);
	memcpy(out->before, out->after, sizeof out->before);
}

/* The account ---------------------------------------------------------------------------- */

/* Decisions that a seat takes one after the other in its turn cost as much as the turn does: what the judgement thinks better of meanwhile makes up for what
 * single ones seemed to cost, before or after, and no more than that. */
static void regain(struct review_moment turn[], int n, int players)
{
	const int mover = turn[0].mover;
	double spent = -turn[0].decided[mover], better = 0;

	for (int p = 1; p < n; p++) {
		spent -= turn[p].decided[mover];
		better += turn[p].drift[mover];
	}
	for (int p = 1; p < n && better > 0; p++)
		for (int i = 0; i < players; i++) {
			turn[p].regained[i] = fmin(1, spent / better) * turn[p].drift[i];
			turn[p].drift[i] -= turn[p].regained[i];
		}
}

static void find_drift(const struct session *s, struct review_moment moment[])
{
	const struct game *g = s->setup.game;

	for (int p = 0; p < s->plies; p++)
		for (int i = 0; i < s->setup.players; i++) {
			moment[p].drift[i] = p > 0 ? moment[p].before[i] - moment[p - 1].after[i] : 0;
			moment[p].regained[i] = 0;
		}
	for (int from = 0, to; from < s->plies; from = to) {
		for (to = from + 1; to < s->plies && moment[to].mover == moment[from].mover && g->turn(session_at(s, to)) == g->turn(session_at(s, from)); )
			to++;
		if (moment[from].mover >= 0)
			regain(&moment[from], to - from, s->setup.players);
	}
}

void review_sum(const struct session *s, struct review_moment moment[], struct review_seat seat[MAX_PLAYERS])
{
	memset(seat, 0, MAX_PLAYERS * sizeof seat[0]);
	find_drift(s, moment);
	for (int i = 0; i < s->setup.players && s->plies > 0; i++) {
		double weights = 0;
		seat[i].start = moment[0].before[i];
		seat[i].end = moment[s->plies - 1].after[i];
		for (int p = 0; p < s->plies; p++) {
			const struct review_moment *m = &moment[p];
			seat[i].luck += m->luck[i];
			*(m->mover == i ? &seat[i].own : &seat[i].others) += m->decided[i] + m->regained[i];
			seat[i].hidden += m->hidden[i] + m->drift[i];
			seat[i].drift += m->drift[i];
			if (m->kind != REVIEW_DECISION || m->mover != i)
				continue;
			seat[i].decisions++;
			seat[i].slips += m->slip;
			seat[i].waste += m->weight * m->gave * m->gave;
			weights += m->weight;
		}
		seat[i].waste = weights > 0 ? sqrt(seat[i].waste / weights) : 0;
	}
}

/* How much a moment is worth telling: what a decision cost whoever took it, or what a draw changed for whoever it changed most for. */
static double swing(const struct session *s, const struct review_moment *m)
{
	double most = m->kind == REVIEW_DECISION ? fabs(m->decided[m->mover]) : 0;

	for (int seat = 0; seat < s->setup.players; seat++)
		most = fmax(most, fabs(m->luck[seat]));
	return most;
}

/* The small decisions of one turn are one story. */
static bool same_turn(const struct session *s, const struct review_moment *a, const struct review_moment *b)
{
	const struct game *g = s->setup.game;

	return a->kind == REVIEW_DECISION && b->kind == REVIEW_DECISION && a->mover == b->mover && g->turn(session_at(s, a->ply)) == g->turn(session_at(s, b->ply));
}

int review_turning_points(const struct session *s, const struct review_moment moment[], int point[], int cap)
{
	static const double least = 0.01;
	int n = 0;

	for (int p = 0; p < s->plies; p++) {
		const double by = swing(s, &moment[p]);
		int told = 0;
		while (told < n && !same_turn(s, &moment[p], &moment[point[told]]))
			told++;
		if (told < n && by <= swing(s, &moment[point[told]]))
			continue;
		if (told < n)
			memmove(&point[told], &point[told + 1], (size_t)(--n - told) * sizeof point[0]);
		int at = n;
		while (at > 0 && by > swing(s, &moment[point[at - 1]]))
			at--;
		if (by < least || at >= cap)
			continue;
		n += n < cap;
		memmove(&point[at + 1], &point[at], (size_t)(n - 1 - at) * sizeof point[0]);
		point[at] = p;
	}
	return n;
}
