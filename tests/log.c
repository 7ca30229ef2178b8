#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lively.h"

/* Half the time what is preset, else any value; numbers are mostly small, where the edges are. An option that came with a later version of
 * the rules has a stream of its own, so that the draws for the others stay as they were. */
static void choose_options(const struct game *g, uint64_t seed, struct rng *common, uint8_t out[MAX_OPTIONS])
{
	game_presets(g, out);
	for (int i = 0; g->options[i].name; i++) {
		const struct option *o = &g->options[i];
		struct rng own = rng_seed(rng_mix(seed << 6 | (uint64_t)i)), *r = o->since ? &own : common;
		uint32_t values = 0;

		if (rng_below(r, 2) == 0)
			continue;
		if (o->values) {
			while (o->values[values])
				values++;
			out[i] = (uint8_t)rng_below(r, values);
		} else {
			values = (uint32_t)(o->max - o->min) + 1;
			for (uint32_t halvings = rng_below(r, 6); halvings > 0 && values > 1; halvings--)
				values = (values + 1) / 2;
			out[i] = (uint8_t)(o->min + rng_below(r, values));
		}
	}
}

static int choose_move(const struct game *g, bool lively, const struct state *s, const struct moves *legal, struct rng *r)
{
	if (g->to_move(g->box, s) == CHANCE)
		return game_chance(g, g->box, s, r);
	return lively ? lively_move(g, g->box, s, legal, r) : legal->id[rng_below(r, (uint32_t)legal->n)];
}

static void add(struct log *log, uint32_t *room, int move)
{
	if (log->n == *room) {
		*room = *room ? *room * 2 : 256;
		log->move = realloc(log->move, *room * sizeof log->move[0]);
		must(log->move);
	}
	log->move[log->n++] = (uint16_t)move;
}

const char *log_play(const struct game *g, uint64_t seed, struct log *out, struct state *end)
{
	struct rng r = rng_seed(seed);
	struct moves legal;
	uint32_t room = 0;

	*out = (struct log){ .seed = seed, .lively = seed % 2 == 1 };
	out->players = g->min_players + (int)rng_below(&r, (uint32_t)(g->max_players - g->min_players) + 1);
	choose_options(g, seed, &r, out->option);
	memset(end, (int)(seed & 0xFF), sizeof *end);           /* rubbish: a start that forgets a byte shows */
	game_start(g, g->box, out->players, out->option, end);
	while (g->to_move(g->box, end) != OVER) {
		g->legal(g->box, end, &legal);
		if (legal.n == 0)
			return "there is no legal move although the game is not over";
		if (out->n == g->max_length)
			return "the game is longer than max_length";
		add(out, &room, choose_move(g, out->lively, end, &legal, &r));
		g->apply(g->box, end, out->move[out->n - 1], NULL);
	}
	return NULL;
}

void log_drop(struct log *log)
{
	free(log->move);
	log->move = NULL;
}

void log_session(const struct game *g, const struct log *log, uint32_t moves, struct session *out)
{
	struct setup u;
	char players[16], words[MAX_ERROR];

	setup_preset(&u, g);
	snprintf(players, sizeof players, "%d", log->players);
	must(setup_set(&u, "players", players, words));
	memcpy(u.option, log->option, sizeof u.option);
	u.seed = log->seed;
	u.manual = true;                        /* the log has the moves of chance too */
	session_open(out, &u);
	for (uint32_t i = 0; i < moves; i++)
		session_move(out, log->move[i]);
}
