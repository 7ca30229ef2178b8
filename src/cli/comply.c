/* bigmuddy comply: checks whether a program keeps the player's side of the protocol. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "arena/arena.h"
#include "arena/program.h"

enum { LEAVE_MS = 2000, QUIET_MS = 100, MOST_GAMES = 10000, LONGEST_MS = 3600000 };

struct trial {
	const char *spec;
	const struct game *game;        /* the game to play; NULL: all that the program takes */
	int games, ms;
	int passed, failed;
};

/* One checked case: what is asked for, and why it failed if it did. */
static bool judge(struct trial *t, bool fine, const char *what, const char *why)
{
	if (fine)
		printf("ok: %s\n", what);
	else
		printf("FAILED: %s: %s\n", what, why);
	fflush(stdout);
	t->passed += fine;
	t->failed += !fine;
	return fine;
}

static const char *in_words(enum reply r, const struct answer *a)
{
	switch (r) {
	case REPLY_FINE:  return "it answers ok";
	case REPLY_ERROR: return a->error;
	case REPLY_LATE:  return "it does not answer in time";
	case REPLY_GONE:  return "it leaves without an answer";
	default:          return "it answers more than once, or without end";
	}
}

static bool start(struct trial *t, struct program *p)
{
	char why[MAX_ERROR];

	return program_start(p, t->spec + strlen("cmd:"), why) || judge(t, false, "it is started", why);
}

static enum reply say_new(struct program *p, const struct setup *u, struct answer *a)
{
	char *words = player_words_new(u, 7);
	enum reply r = program_ask(p, words, 1, PLAYER_START_MS, a);

	free(words);
	return r;
}

/* The first decision among two moves or more; false: there is none in this game. */
static bool first_decision(const struct setup *u, struct state *view, struct moves *m)
{
	struct rng r = rng_seed(5);
	struct state s;

	setup_start(u, &s);
	for (;;) {
		int mover = u->game->to_move(&u->box, &s);
		if (mover == OVER)
			return false;
		u->game->legal(&u->box, &s, m);
		if (mover >= 0 && m->n > 1) {
			game_view(u->game, &u->box, &s, mover, view);
			return true;
		}
		u->game->apply(&u->box, &s, mover == CHANCE ? game_chance(u->game, &u->box, &s, &r) : m->id[0], NULL);
	}
}

/* Checks that do not depend on the game. */
static void try_manners(struct trial *t, struct program *p, const struct setup *u)
{
	struct answer a;
	struct state view;
	struct moves m;
	enum reply r;

	if (!start(t, p))
		return;
	r = program_ask(p, "sail away\n", 1, t->ms, &a);
	judge(t, r == REPLY_ERROR, "a command that it cannot know is answered with `error ...`", in_words(r, &a));
	r = say_new(p, u, &a);
	judge(t, r == REPLY_FINE, "it goes on after that", in_words(r, &a));
	r = say_new(p, u, &a);
	judge(t, r == REPLY_FINE, "another game may begin at any time", in_words(r, &a));
	r = p->pid ? program_ask(p, "", 1, QUIET_MS, &a) : REPLY_GONE;
	judge(t, r == REPLY_LATE, "it says nothing unasked", in_words(r, &a));

	program_stop(p, false, 0);
	if (!start(t, p))
		return;
	say_new(p, u, &a);
	int code = program_stop(p, true, LEAVE_MS);
	judge(t, code == 0, "it leaves after `quit` with exit code 0", code < 0 ? "it stays" : "it leaves with another");

	if (!start(t, p))
		return;
	say_new(p, u, &a);
	if (first_decision(u, &view, &m)) {
		char *words = player_words_go(u, &view, &m);
		r = program_ask(p, words, PLAYER_ANSWERS, t->ms, &a);
		judge(t, r == REPLY_FINE && a.move[0], "view, legal and go in one piece are answered with a move",
			r == REPLY_FINE ? "there is none" : in_words(r, &a));
		free(words);
	}
	code = program_stop(p, false, LEAVE_MS);
	judge(t, code >= 0, "it leaves at the end of its input", "it stays");
}

/* Whole games against random bots, one after the other, with the program on every seat in turn. */
static void try_games(struct trial *t, const struct setup *u)
{
	struct arena a = { .setup = *u, .rotations = u->players, .ms = t->ms };
	char *list = malloc(strlen(t->spec) + sizeof ",random"), what[MAX_ERROR], why[MAX_ERROR];
	struct crew crew = { .of = { { NULL } } };
	unsigned faults[FAULTS] = { 0 }, all = 0, asked = 0, n = 0;

	must(list != NULL);
	sprintf(list, "%s,random", t->spec);
	must(arena_set_bots(&a, list, why));
	for (int game = 0; game < t->games && all == 0; game++) {
		struct result r;
		arena_play(&a, (uint32_t)game, &crew, NULL, &r, why);
		n++;
		for (int seat = 0; seat < u->players; seat++) {
			asked += r.bot[seat] == 0 ? r.asked[seat] : 0;
			for (int f = 0; f < FAULTS; f++) {
				faults[f] += r.fault[seat][f];
				all += r.fault[seat][f];
			}
		}
	}
	arena_crew_close(&crew);
	free(list);
	snprintf(what, sizeof what, "%s with %d, %u game%s: a legal move at each of %u decisions, within %d ms", u->game->name, u->players, n,
		n > 1 ? "s" : "", asked, t->ms);
	for (int f = 0, at = 0; f < FAULTS; f++)
		at += snprintf(why + at, sizeof why - (size_t)at, "%s%u %s", f > 0 ? ", " : "", faults[f], player_fault_name[f]);
	judge(t, all == 0, what, why);
}

static bool takes(struct trial *t, struct program *p, const struct setup *u)
{
	struct answer a;
	char what[MAX_ERROR];

	if (!start(t, p))
		return false;
	enum reply r = say_new(p, u, &a);
	program_stop(p, true, PLAYER_LEAVE_MS);
	snprintf(what, sizeof what, "it takes `new %s players=%d ...`", u->game->name, u->players);
	if (r == REPLY_ERROR && !t->game) {
		printf("it does not play %s with %d: %s\n", u->game->name, u->players, a.error);
		return false;
	}
	return judge(t, r == REPLY_FINE, what, in_words(r, &a));
}

static void try_all(struct trial *t, const struct boxfile *box)
{
	struct program *p = calloc(1, sizeof *p);
	bool first = true;

	must(p != NULL);
	for (int i = 0; game_list[i]; i++) {
		if (t->game && t->game != game_list[i])
			continue;
		for (int players = game_list[i]->min_players; players <= game_list[i]->max_players; players++) {
			struct setup u;
			char text[16], why[MAX_ERROR];
			setup_preset(&u, game_list[i]);
			if (box && box->game == game_list[i])
				u.box = box->box;
			snprintf(text, sizeof text, "%d", players);
			must(setup_set(&u, "players", text, why));
			u.seed = 11;
			if (!takes(t, p, &u))
				continue;
			if (first)
				try_manners(t, p, &u);
			first = false;
			try_games(t, &u);
		}
	}
	program_stop(p, false, 0);
	free(p);
	if (first)
		judge(t, false, "it plays a game", "it takes none");
}

static int read_trial(struct trial *t, const char *game, const char *games, const char *time, char **argv)
{
	char why[MAX_ERROR], shown[MAX_SHOWN];

	t->spec = argv[1];
	t->game = game ? game_find(game) : NULL;
	if (!player_is_program(t->spec))
		return cli_bad("comply takes cmd:COMMAND, as in `bigmuddy comply cmd:./mybot`; '%s' is none",
			error_quote(shown, t->spec, strlen(t->spec)));
	if (strchr(t->spec, ','))
		return cli_bad("the command has a comma, which stands between bots; put it into a script");
	if (!player_known(t->spec, why))
		return cli_bad("%s", why);
	if (game && !t->game)
		return cli_bad("there is no game '%s'", error_quote(shown, game, strlen(game)));
	if (games && !cli_number("--games", games, 1, MOST_GAMES, &t->games))
		return EXIT_BAD;
	if (time && !cli_number("--time", time, 1, LONGEST_MS, &t->ms))
		return EXIT_BAD;
	return EXIT_NONE;
}

int cli_comply(int argc, char **argv)
{
	const char *game = NULL, *games = NULL, *time = NULL, *box = NULL;
	const struct flag flags[] = {
		{ "game",  "G",    "the game to play (default: all that it takes)", &game, NULL },
		{ "games", "M",    "games for each number of players (default 3)", &games, NULL },
		{ "time",  "MS",   "within which it must answer (default 10000)", &time, NULL },
		{ "box",   "FILE", "play with these pieces", &box, NULL },
		{ .name = NULL }
	};
	const struct usage usage = { "bigmuddy comply cmd:COMMAND [flags]",
		"Tests whether a program keeps the player's side of the protocol (docs/protocol.md), so that it\n"
		"can play in the arena: its answers, its manners, and whole games against random bots.\n"
		"Exit code 0 if it does, 1 if it does not.", flags, "one command: cmd:COMMAND", 1, 1 };
	struct trial t = { .games = 3, .ms = 10000 };
	struct boxfile f;
	char why[MAX_ERROR];
	int code = cli_flags(&usage, &argc, argv);

	if (code != EXIT_NONE)
		return code;
	code = read_trial(&t, game, games, time, argv);
	if (code != EXIT_NONE)
		return code;
	if (box && !boxfile_load(&f, box, why))
		return cli_bad("%s", why);
	try_all(&t, box ? &f : NULL);
	printf("%d passed, %d failed\n", t.passed, t.failed);
	return t.failed ? EXIT_NO : EXIT_FINE;
}
