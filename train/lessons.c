/* Games for a net to learn from: plays them, and turns them into rows of numbers.
 *
 *     lessons play GAME BOT GAMES SEED >games          every seat is played by the same bot
 *     lessons rows GAME EVERY FILE... >rows            what the net is told at one in EVERY of their decisions, and how the game ended
 *     lessons look NET GAME EVERY FILE...              what that net thinks there: the logit of each seat, in parts of 65536
 *     lessons picks GAME BOT GAMES SEED NET >picks     the same by a bot that searches and judges by that net: what the net is told of each choice, what the bot
 *                                                      looked at, and what the net liked
 *     lessons later GAME EVERY TURNS TIMES FILE...     how far the net's chances near such decisions are from those some turns later, when policies have
 *                                                      played on from there so many times
 *     lessons moves GAME EVERY FILE... >moves          what the mover saw at one in EVERY of their choices, what it could do, what it did, how the game ended
 *
 * A file of games holds, for each of them: players, options, the ply from which on the bot alone has decided, the number of plies, and the moves,
 * chance included; it is for the machine that wrote it. Half of the games begin with some random moves, so that unusual positions occur; rows are
 * made of what comes after them. Everything follows from the seed. train/value.py reads the rows, train/policy.py the picks, train/train.py the moves. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/knowledge.h"
#include "core/tensor.h"
#include "play/setup.h"

enum { MOST_PLIES = 1 << 16, RANDOM_ONE_IN = 8 };

/* Which games are played, with their shares in sixteenths: mostly those that strength is measured with. */
struct kind { int share; const char *words[4]; };
struct course { const char *game; int length; struct kind kind[8]; };   /* length: about as many plies as half a game has */
static const struct course courses[] = {
	{ "queen", 120, { { 8, { "players=4" } }, { 3, { "players=3" } }, { 3, { "players=5" } }, { 2, { "players=4", "mode=intro" } } } },
	{ "broadhorns", 300, { { 7, { "players=3" } }, { 3, { "players=2" } }, { 3, { "players=4" } }, { 2, { "players=3", "freight=on" } },
		{ 1, { "players=2", "freight=on" } } } },
	{ "rails", 150, { { 7, { "players=3" } }, { 3, { "players=2" } }, { 3, { "players=4" } }, { 2, { "players=3", "freight=off" } },
		{ 1, { "players=3", "order=fixed" } } } },
};

static const struct course *course_of(const char *game)
{
	for (size_t i = 0; i < sizeof courses / sizeof courses[0]; i++)
		if (strcmp(courses[i].game, game) == 0)
			return &courses[i];
	return NULL;
}

/* Playing ----------------------------------------------------------------------------------- */

struct lesson {
	uint8_t  players, option[MAX_OPTIONS];
	uint16_t from;                          /* the first ply that rows may be made of */
	uint16_t plies, move[MOST_PLIES];
};

static void draw_setup(const struct course *c, struct rng *r, struct setup *u)
{
	int left = (int)rng_below(r, 16);
	const struct kind *k = c->kind;
	const char *words[1 + 4] = { c->game };
	char why[MAX_ERROR];
	int n = 1;

	for (; left >= k->share; k++)
		left -= k->share;
	for (int i = 0; i < 4 && k->words[i]; i++)
		words[n++] = k->words[i];
	must(setup_read(u, NULL, n, words, why));
}

/* The moves of a choice, or the plans where the game has them, and what the net is told of each. */
enum { MOST_WAYS = MAX_MOVES };
_Static_assert((int)EVAL_PLANS <= (int)MOST_WAYS, "room for all");
struct ways { int n; struct plan way[MOST_WAYS]; float told[MOST_WAYS][POLICY_MOST]; };

static void find_plans(const struct setup *u, const struct state *whole, struct ways *out)
{
	const struct simple *policy = bot_knowledge_of(u->game)->adept;
	struct liked liked[EVAL_PLANS];
	int worth[EVAL_PLANS];

	out->n = simple_plans(policy, u->game, &u->box, whole, out->way, EVAL_PLANS);
	if (out->n <= 0)
		return;
	policy->weigh(&u->box, whole, out->way, out->n, worth);
	for (int i = 0; i < out->n; i++)
		liked[i] = (struct liked){ .plan = &out->way[i], .worth = worth[i] };
	bot_knowledge_of(u->game)->net->senses->of_plans(&u->box, whole, liked, out->n, out->told);
}

static void find_moves(const struct setup *u, const struct state *whole, struct ways *out)
{
	struct moves may;

	u->game->legal(&u->box, whole, &may);
	out->n = may.n;
	for (int i = 0; i < may.n; i++)
		out->way[i] = (struct plan){ .n = 0 };
	bot_knowledge_of(u->game)->net->senses->of_moves(&u->box, whole, &may, out->told);
}

/* The share of the looks that a plan had, or the i-th of the legal moves. */
static float share_of(const struct thought *t, const struct plan *p, int move)
{
	float all = 0, own = 0;

	for (int k = 0; k < t->lines; k++) {
		bool same = p->n > 0 ? p->n <= t->line[k].n : t->line[k].move[0] == move;
		for (int i = 0; i < p->n && same; i++)
			same = t->line[k].move[i] == p->move[i];
		all += (float)t->line[k].visits;
		own += same ? (float)t->line[k].visits : 0;
	}
	return all > 0 ? own / all : 0;
}

/* A choice of a bot that has searched, in floats: game, moves or plans, players, the numbers of the seat and of the table; then of each of them its numbers, the
 * share of the looks that it had, and the logit by which the net likes it, 0 if it likes none. */
static void write_pick(const struct setup *u, const struct state *view, const struct thought *t, const struct seats_net *net, int game)
{
	const struct game *g = u->game;
	const struct eval *e = bot_knowledge_of(g)->net;
	const struct told *told = &e->senses->told;
	const int mover = g->to_move(&u->box, view);
	static struct ways ways;
	struct state whole = *view;
	struct rng r = rng_seed((uint64_t)game);
	int32_t logit[MOST_WAYS] = { 0 };
	struct seats_look look = { 0 };
	struct moves may;

	if (t->visits == 0)                     /* it has not searched */
		return;
	game_guess(g, &u->box, &whole, &r);
	g->legal(&u->box, &whole, &may);
	(g->plans ? find_plans : find_moves)(u, &whole, &ways);
	if (ways.n < 2)
		return;
	eval_look(e, &u->box, &whole, &look);
	if (seats_likes(net))
		seats_moves(net, &look, mover, ways.n, ways.told, logit);
	const float head[3] = { (float)game, (float)ways.n, (float)u->players };
	fwrite(head, sizeof head, 1, stdout);
	fwrite(look.seat[mover], sizeof look.seat[0][0], (size_t)told->seat, stdout);
	fwrite(look.table, sizeof look.table[0], (size_t)told->table, stdout);
	for (int i = 0; i < ways.n; i++) {
		const float after[2] = { share_of(t, &ways.way[i], g->plans ? -1 : may.id[i]), (float)logit[i] / NET_ONE };
		fwrite(ways.told[i], sizeof ways.told[i][0], (size_t)told->move, stdout);
		fwrite(after, sizeof after, 1, stdout);
	}
}

/* With a net the bot judges by it, and its picks are written, with the number `game`. */
static void play(const struct setup *u, const char *bot, struct seats_net *net, int game, struct rng *r, struct lesson *out)
{
	const struct game *g = u->game;
	const uint32_t random_until = rng_below(r, 2) ? rng_below(r, (uint32_t)course_of(g->name)->length) : 0;
	struct mind *mind[MAX_PLAYERS];
	struct state s, view;
	struct moves may;

	setup_start(u, &s);
	out->players = (uint8_t)u->players;
	memcpy(out->option, u->option, sizeof out->option);
	out->from = out->plies = 0;
	for (int i = 0; i < u->players; i++) {
		mind[i] = bot_open(bot, g, &u->box);
		if (net)
			search_judge_by(mind[i], net);
	}
	for (int mover; (mover = g->to_move(&u->box, &s)) != OVER && out->plies < MOST_PLIES - 1; ) {
		int move;
		if (mover == CHANCE) {
			move = game_chance(g, &u->box, &s, r);
		} else if (out->plies < random_until && rng_below(r, RANDOM_ONE_IN) == 0) {
			g->legal(&u->box, &s, &may);
			move = may.id[rng_below(r, (uint32_t)may.n)];
			out->from = (uint16_t)(out->plies + 1);
		} else {
			struct thought t = { 0 };
			game_view(g, &u->box, &s, mover, &view);
			move = bot_pick(mind[mover], &view, (struct budget){ 0 }, r, &t);
			if (net)
				write_pick(u, &view, &t, net, game);
		}
		out->move[out->plies++] = (uint16_t)move;
		g->apply(&u->box, &s, move, NULL);
	}
	for (int i = 0; i < u->players; i++)
		bot_close(mind[i]);
}

static int play_all(const char *game, const char *bot, struct seats_net *net, int games, uint64_t seed)
{
	const struct course *c = course_of(game);
	static struct lesson lesson;

	if (!c || !bot_find(bot))
		return 2;
	for (int i = 0; i < games; i++) {
		struct rng r = rng_seed(rng_mix(seed) + (uint64_t)i);
		struct setup u;
		draw_setup(c, &r, &u);
		play(&u, bot, net, (int)((seed + (uint64_t)i) % 10), &r, &lesson);
		if (!net && (fwrite(&lesson, offsetof(struct lesson, move), 1, stdout) != 1 || fwrite(lesson.move, 2, lesson.plies, stdout) != lesson.plies))
			return 1;
		fflush(stdout);
	}
	return 0;
}

/* NULL: it cannot be read, and it was said why. */
static struct seats_net *read_net(const char *path, const struct game *g)
{
	static unsigned char bytes[1 << 20];
	char why[SEATS_WHY];
	FILE *in = fopen(path, "rb");

	if (!in)
		return perror(path), NULL;
	const size_t n = fread(bytes, 1, sizeof bytes, in);
	struct seats_net *net = seats_read(g, &bot_knowledge_of(g)->net->senses->told, bytes, n, why);
	fclose(in);
	if (!net)
		fprintf(stderr, "%s: %s\n", path, why);
	return net;
}

static int picks(const char *game, const char *bot, int games, uint64_t seed, const char *path)
{
	const struct game *g = course_of(game) ? game_find(game) : NULL;
	const struct told *told = g ? &bot_knowledge_of(g)->net->senses->told : NULL;

	if (!g || told->move == 0 || !bot_find(bot))
		return 2;
	struct seats_net *net = read_net(path, g);
	if (!net)
		return 1;
	printf("{\"game\": \"%s\", \"seat\": %d, \"table\": %d, \"move\": %d}\n", game, told->seat, told->table, told->move);
	const int ended = play_all(game, bot, net, games, seed);
	seats_free(net);
	return ended;
}

/* Rows ---------------------------------------------------------------------------------------- */

/* All of a game is read at once: players, options, from, plies. False: there is none, or it is cut off. */
static bool read_lesson(FILE *in, struct lesson *out)
{
	return fread(out, offsetof(struct lesson, move), 1, in) == 1 && fread(out->move, 2, out->plies, in) == out->plies;
}

/* The end of the game as the next numbers of a row. */
static void end_of(const struct setup *u, const struct lesson *l, float share[MAX_PLAYERS], float score[MAX_PLAYERS])
{
	const struct game *g = u->game;
	int points[MAX_PLAYERS];
	struct state s;

	setup_start(u, &s);
	for (int i = 0; i < l->plies; i++)
		g->apply(&u->box, &s, l->move[i], NULL);
	must(g->to_move(&u->box, &s) == OVER);
	eval_win(NULL, g, &u->box, &s, share);
	g->score(&u->box, &s, points);
	for (int i = 0; i < MAX_PLAYERS; i++)
		score[i] = i < u->players ? (float)points[i] : 0;
}

/* A row, in floats: game, players, the part of the game that is over, shares of the win, scores, log chances by hand, numbers of the seats, of the table. */
static void write_row(const struct eval *e, int game, float part, const float share[], const float score[], const struct seats_look *look)
{
	float row[3 + 3 * MAX_PLAYERS + MAX_PLAYERS * SEATS_MOST + SEATS_TABLE] = { (float)game, (float)look->players, part };
	size_t n = 3;

	for (int i = 0; i < look->players; i++) {
		row[n + (size_t)i] = share[i];
		row[n + MAX_PLAYERS + (size_t)i] = score[i];
		row[n + 2 * MAX_PLAYERS + (size_t)i] = look->base[i];
	}
	n += 3 * MAX_PLAYERS;
	for (int i = 0; i < MAX_PLAYERS; i++, n += (size_t)e->senses->told.seat)
		if (i < look->players)
			memcpy(row + n, look->seat[i], (size_t)e->senses->told.seat * sizeof row[0]);
	memcpy(row + n, look->table, (size_t)e->senses->told.table * sizeof row[0]);
	fwrite(row, sizeof row[0], n + (size_t)e->senses->told.table, stdout);
}

/* A choice, in bytes: the mover's observation, the legal moves as bits, the move (2 bytes), players, 0; then shares of the win and scores as floats, the
 * mover's first. */
static void write_choice(const struct setup *u, const struct state *s, const struct moves *may, int move, const float share[], const float score[])
{
	const struct game *g = u->game;
	const int mover = g->to_move(&u->box, s);
	const uint8_t tail[4] = { (uint8_t)move, (uint8_t)(move >> 8), (uint8_t)u->players, 0 };
	uint8_t row[1 << 12] = { 0 }, mask[1 << 9] = { 0 };
	float end[2 * MAX_PLAYERS] = { 0 };

	must(tensor_size(g->planes) <= (int)sizeof row && g->num_actions <= 8 * sizeof mask);
	g->observe(&u->box, s, mover, row);
	for (int i = 0; i < may->n; i++)
		mask[may->id[i] / 8] = (uint8_t)(mask[may->id[i] / 8] | 1 << may->id[i] % 8);
	for (int i = 0; i < u->players; i++) {
		end[i] = share[(mover + i) % u->players];
		end[MAX_PLAYERS + i] = score[(mover + i) % u->players];
	}
	fwrite(row, 1, (size_t)tensor_size(g->planes), stdout);
	fwrite(mask, 1, (g->num_actions + 7u) / 8, stdout);
	fwrite(tail, 1, sizeof tail, stdout);
	fwrite(end, 1, sizeof end, stdout);
}

/* How far the net's chances at a position are from those after some turns: squared differences, added up over the seats; the part of them that is chance; and the
 * same by fifths of a game. */
enum { FIFTHS = 5, STRAY = 8, STRAY_ONE_IN = 3 };
struct later { int turns, times, n[FIFTHS]; double distance[FIFTHS], chance[FIFTHS]; };

/* What is done with each position that is looked at: a choice or a row is written, a net is asked, or the game is played on. */
struct reading { const struct eval *eval; const struct seats_net *net; uint32_t every; bool choices; struct later *later; };

static void print_logits(const struct seats_net *net, const struct seats_look *look)
{
	int32_t logit[MAX_PLAYERS];

	seats_logits(net, look, logit, NULL);
	for (int i = 0; i < look->players; i++)
		printf("%s%d", i > 0 ? " " : "", (int)logit[i]);
	putchar('\n');
}

static void one_move(const struct setup *u, struct state *s, const struct simple *policy, struct rng *r)
{
	const struct game *g = u->game;

	g->apply(&u->box, s, g->to_move(&u->box, s) == CHANCE ? game_chance(g, &u->box, s, r) : simple_choose(policy, g, &u->box, s), NULL);
}

/* Some moves away from the game, as positions in a search are; true: somebody is to move there. */
static bool stray(const struct setup *u, struct state *s, struct rng *r)
{
	const struct game *g = u->game;
	struct moves may;

	for (int k = (int)rng_below(r, STRAY); k > 0 && g->to_move(&u->box, s) != OVER; k--) {
		const bool random = g->to_move(&u->box, s) != CHANCE && rng_below(r, STRAY_ONE_IN) == 0;
		if (random) {
			g->legal(&u->box, s, &may);
			g->apply(&u->box, s, may.id[rng_below(r, (uint32_t)may.n)], NULL);
		} else {
			one_move(u, s, bot_knowledge_of(g)->adept, r);
		}
	}
	while (g->to_move(&u->box, s) == CHANCE)
		one_move(u, s, NULL, r);
	return g->to_move(&u->box, s) != OVER;
}

/* As a search that is led plays out: the mover follows the best policy, each of the others that or simple. */
static void play_on(const struct setup *u, struct state *s, int until, struct rng *r)
{
	const struct bot_knowledge *knows = bot_knowledge_of(u->game);
	const int own = u->game->to_move(&u->box, s);
	const struct simple *policy[MAX_PLAYERS];

	for (int seat = 0; seat < u->players; seat++)
		policy[seat] = seat != own && rng_below(r, 2) ? knows->simple : knows->adept;
	for (int mover; (mover = u->game->to_move(&u->box, s)) != OVER && u->game->turn(s) <= until; )
		one_move(u, s, mover >= 0 ? policy[mover] : NULL, r);
}

static void look_later(const struct setup *u, const struct state *at, const struct eval *e, float part, struct rng *r, struct later *out)
{
	const int until = u->game->turn(at) + out->turns, fifth = part < 1 ? (int)(part * FIFTHS) : FIFTHS - 1;
	float now[MAX_PLAYERS], then[MAX_PLAYERS];
	double sum[MAX_PLAYERS] = { 0 }, squares[MAX_PLAYERS] = { 0 };
	struct state from = *at;

	if (!stray(u, &from, r))
		return;
	eval_win(e, u->game, &u->box, &from, now);
	for (int k = 0; k < out->times; k++) {
		struct state s = from;
		play_on(u, &s, until, r);
		eval_win(e, u->game, &u->box, &s, then);
		for (int seat = 0; seat < u->players; seat++) {
			sum[seat] += (double)then[seat];
			squares[seat] += (double)then[seat] * (double)then[seat];
		}
	}
	for (int seat = 0; seat < u->players; seat++) {
		const double mean = sum[seat] / out->times, by = mean - (double)now[seat];
		out->distance[fifth] += by * by;
		out->chance[fifth] += (squares[seat] / out->times - mean * mean) / (out->times - 1);    /* the variance of such a mean */
	}
	out->n[fifth]++;
}

static void rows_of(const struct setup *u, const struct lesson *l, const struct reading *how, int game)
{
	const struct game *g = u->game;
	struct rng r = rng_seed((uint64_t)game);
	float share[MAX_PLAYERS] = { 0 }, score[MAX_PLAYERS];
	struct seats_look look;
	struct moves may;
	struct state s;

	end_of(u, l, share, score);
	setup_start(u, &s);
	for (int i = 0; i < l->plies; i++) {
		if (i >= l->from && how->choices && g->to_move(&u->box, &s) != CHANCE) {
			g->legal(&u->box, &s, &may);
			if (may.n > 1 && rng_below(&r, how->every) == 0)
				write_choice(u, &s, &may, l->move[i], share, score);
		} else if (i >= l->from && g->to_move(&u->box, &s) != CHANCE && g->turn(&s) > 0 && rng_below(&r, how->every) == 0) {
			const float part = (float)i / (float)l->plies;
			eval_look(how->eval, &u->box, &s, &look);
			if (how->later)
				look_later(u, &s, how->eval, part, &r, how->later);
			else if (how->net)
				print_logits(how->net, &look);
			else
				write_row(how->eval, game, part, share, score, &look);
		}
		g->apply(&u->box, &s, l->move[i], NULL);
	}
}

/* Every position that is looked at, of all files. */
static int read_all(const char *game, struct reading *how, int files, char **file)
{
	static struct lesson lesson;
	struct setup u;
	char why[MAX_ERROR];
	int n = 0;

	must(setup_read(&u, NULL, 1, &game, why));
	for (int i = 0; i < files; i++) {
		FILE *in = fopen(file[i], "rb");
		if (!in)
			return perror(file[i]), 1;
		while (read_lesson(in, &lesson)) {
			u.players = lesson.players;
			memcpy(u.option, lesson.option, sizeof u.option);
			rows_of(&u, &lesson, how, n++);
		}
		fclose(in);
	}
	return 0;
}

static int rows(const char *game, int every, int files, char **file)
{
	const struct game *g = course_of(game) ? game_find(game) : NULL;

	if (!g || every < 1)
		return 2;
	struct reading how = { .eval = bot_knowledge_of(g)->net, .every = (uint32_t)every };
	printf("{\"game\": \"%s\", \"rules\": %d, \"seat\": %d, \"table\": %d, \"seats\": %d}\n", game, g->rules, how.eval->senses->told.seat, how.eval->senses->told.table,
		MAX_PLAYERS);
	return read_all(game, &how, files, file);
}

static int choices(const char *game, int every, int files, char **file)
{
	const struct game *g = course_of(game) ? game_find(game) : NULL;

	if (!g || every < 1)
		return 2;
	printf("{\"game\": \"%s\", \"rules\": %d, \"inputs\": %d, \"actions\": %d, \"seats\": %d}\n", game, g->rules, tensor_size(g->planes), g->num_actions, MAX_PLAYERS);
	return read_all(game, &(struct reading){ .every = (uint32_t)every, .choices = true }, files, file);
}

static int look(const char *path, const char *game, int every, int files, char **file)
{
	const struct game *g = course_of(game) ? game_find(game) : NULL;

	if (!g || every < 1)
		return 2;
	struct seats_net *net = read_net(path, g);
	if (!net)
		return 1;
	const int ended = read_all(game, &(struct reading){ .eval = bot_knowledge_of(g)->net, .net = net, .every = (uint32_t)every }, files, file);
	seats_free(net);
	return ended;
}

static int later(const char *game, int every, int turns, int times, int files, char **file)
{
	const struct game *g = course_of(game) ? game_find(game) : NULL;
	struct later sums = { .turns = turns, .times = times }, all = { 0 };

	if (!g || every < 1 || turns < 1 || times < 2)
		return 2;
	const int ended = read_all(game, &(struct reading){ .eval = bot_knowledge_of(g)->net, .every = (uint32_t)every, .later = &sums }, files, file);
	puts("of a game  positions  distance  by chance");
	for (int k = 0; k < FIFTHS; k++) {
		const int n = sums.n[k] > 0 ? sums.n[k] : 1;
		printf("%3d %%     %10d  %8.4f  %9.4f\n", 100 * k / FIFTHS, sums.n[k], sums.distance[k] / n, sums.chance[k] / n);
		all.n[0] += sums.n[k];
		all.distance[0] += sums.distance[k];
		all.chance[0] += sums.chance[k];
	}
	if (all.n[0] > 0)
		printf("all       %10d  %8.4f  %9.4f\n", all.n[0], all.distance[0] / all.n[0], all.chance[0] / all.n[0]);
	return ended;
}

int main(int argc, char **argv)
{
	int ended = 2;

	if (argc == 6 && strcmp(argv[1], "play") == 0)
		ended = play_all(argv[2], argv[3], NULL, atoi(argv[4]), strtoull(argv[5], NULL, 10));
	else if (argc == 7 && strcmp(argv[1], "picks") == 0)
		ended = picks(argv[2], argv[3], atoi(argv[4]), strtoull(argv[5], NULL, 10), argv[6]);
	else if (argc >= 5 && strcmp(argv[1], "rows") == 0)
		ended = rows(argv[2], atoi(argv[3]), argc - 4, argv + 4);
	else if (argc >= 5 && strcmp(argv[1], "moves") == 0)
		ended = choices(argv[2], atoi(argv[3]), argc - 4, argv + 4);
	else if (argc >= 6 && strcmp(argv[1], "look") == 0)
		ended = look(argv[2], argv[3], atoi(argv[4]), argc - 5, argv + 5);
	else if (argc >= 7 && strcmp(argv[1], "later") == 0)
		ended = later(argv[2], atoi(argv[3]), atoi(argv[4]), atoi(argv[5]), argc - 6, argv + 6);
	if (ended == 2)
		fputs("usage: lessons play GAME BOT GAMES SEED >games\n       lessons picks GAME BOT GAMES SEED NET >picks\n       lessons rows GAME EVERY FILE... >rows\n       lessons look NET GAME EVERY FILE...\n       lessons later GAME EVERY TURNS TIMES FILE...\n       lessons moves GAME EVERY FILE... >moves\n", stderr);
	return ended;
}
