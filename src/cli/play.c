/* bigmuddy play: a table in the terminal, for people and bots. It asks one question at a time, and reads answers from a keyboard or a pipe. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <ctype.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "base/file.h"
#include "play/record.h"
#include "play_plans.h"

enum { PAGE = 80 };                     /* columns */

struct terminal {
	struct session session;
	const char *bot[MAX_PLAYERS];   /* the name by which the bot was asked for; NULL: a person */
	struct mind *mind[MAX_PLAYERS];
	struct rng own[MAX_PLAYERS];
	int look;
	bool typing;                    /* somebody sits at a keyboard */
	bool done;
	int told[MAX_PLAYERS + 1];      /* number of plies that have been told to each seat, and to watchers */
	int sitting;                    /* the seat that has the keyboard, where hands are to be hidden; -1: none yet */
	int saved;                      /* plies when the game was last saved */
};

static atomic_bool interrupted;          /* set by a signal handler, which a thread of a bot may run */

static void interrupt(int sig)
{
	(void)sig;
	interrupted = true;
}

static const struct game *game_of(const struct terminal *t)
{
	return t->session.setup.game;
}

static bool is_person(const struct terminal *t, int seat)
{
	return seat >= 0 && !t->bot[seat];
}

static int people_of(const struct terminal *t)
{
	int people = 0;

	for (int seat = 0; seat < t->session.setup.players; seat++)
		people += is_person(t, seat);
	return people;
}

/* The only legal move, if it may be made without asking, because everybody may know that it is the only one or just one person plays; -1: there is a
 * choice. */
static int only_move(const struct terminal *t, const struct state *at)
{
	const struct box *b = &t->session.setup.box;
	const bool alone = people_of(t) == 1 && is_person(t, game_of(t)->to_move(b, at));

	return (alone ? game_only_alone : game_only)(game_of(t), b, at);
}

/* Whether that ply was a choice of a person, not an only move that was made without asking. */
static bool is_choice(const struct terminal *t, int ply)
{
	const struct session *s = &t->session;
	const struct state *at = session_at(s, ply);

	return is_person(t, game_of(t)->to_move(&s->setup.box, at)) && only_move(t, at) < 0;
}

/* Whose eyes the screen is for: the person who decides, else the first person there is, else a watcher. */
static int eyes(const struct terminal *t)
{
	int seat = session_to_move(&t->session);

	if (is_person(t, seat))
		return seat;
	for (seat = 0; seat < t->session.setup.players; seat++)
		if (is_person(t, seat))
			return seat;
	return WATCHER;
}

/* Words on the screen ---------------------------------------------------------------------------------------------- */

/* Prints sentences as one paragraph, with lines broken between words. */
struct flow { int column; };

static void flow_put(struct flow *f, const char *words)
{
	while (*words) {
		int n = (int)strcspn(words, " ");
		if (f->column > 0 && f->column + 1 + n >= PAGE) {
			putchar('\n');
			f->column = 0;
		}
		f->column += printf("%s%.*s", f->column > 0 ? " " : "", n, words);
		words += n;
		words += *words == ' ';
	}
}

static void flow_break(struct flow *f)
{
	if (f->column > 0)
		putchar('\n');
	f->column = 0;
}

static void name_of(const struct terminal *t, int seat, char out[MAX_SHOWN])
{
	const char *ship = game_of(t)->seats[seat], *name = t->session.setup.name[seat];

	if (strcmp(ship, name) == 0)
		snprintf(out, MAX_SHOWN, "%s", ship);
	else
		snprintf(out, MAX_SHOWN, "%s (%s)", name, ship);
	for (char *c = out; t->look & LOOK_ASCII && *c; c++)
		if (*c & 0x80)
			*c = '?';
}

static void show_board(const struct terminal *t)
{
	putchar('\n');
	session_board(&t->session, t->session.plies, eyes(t), t->look, stdout);
}

/* Where the story begins a new line: docs/game.md keeps these two names. */
static bool begins_line(const struct game *g, const struct event *e)
{
	return strcmp(g->events[e->what], "round") == 0 || strcmp(g->events[e->what], "turn") == 0;
}

/* Prints the sentences of the plies from `from` on, as far as these eyes may read them. */
static void show_story(const struct terminal *t, int from)
{
	const struct session *s = &t->session;
	const int seat = eyes(t), bit = seat >= 0 ? seat : 7;
	struct events told;
	struct flow f = { 0 };
	char words[MAX_ERROR];

	for (int ply = from; ply < s->plies; ply++) {
		session_told(s, ply, &told);
		for (int i = 0; i < told.n; i++) {
			if (!(told.of[i].to >> bit & 1))
				continue;
			if (begins_line(game_of(t), &told.of[i]))
				flow_break(&f);
			session_say(s, ply, &told.of[i], seat, t->look, words);
			flow_put(&f, words);
		}
	}
	flow_break(&f);
}

/* Prints the moves with their numbers, in columns. */
static void show_moves(const struct terminal *t)
{
	const struct session *s = &t->session;
	struct moves m;
	char words[MAX_TEXT];
	int width = 0, column = 0;

	game_of(t)->legal(&s->setup.box, &s->state, &m);
	for (int i = 0; i < m.n; i++) {
		game_of(t)->text(&s->setup.box, &s->state, m.id[i], eyes(t), words);
		width = (int)strlen(words) > width ? (int)strlen(words) : width;
	}
	for (int i = 0; i < m.n; i++) {
		bool full = column + 2 * (width + 5) > PAGE || i == m.n - 1;

		game_of(t)->text(&s->setup.box, &s->state, m.id[i], eyes(t), words);
		column += printf("%3d %-*s%s", i + 1, full ? 0 : width + 1, words, full ? "\n" : "");
		if (full)
			column = 0;
	}
}

static void show_lines(const struct line line[], int n)
{
	for (int i = 0; i < n; i++) {
		char rule[8];

		game_rule_name(line[i].rule, rule);
		printf("   %3d  %s (%s)\n", line[i].n, line[i].words, rule);
	}
}

/* In a solo game the rival takes the rank, first or second, that the player does not have. */
static void show_rival(const struct session *s, int place)
{
	const struct game *g = s->setup.game;
	struct line line[MAX_LINES];
	int score = 0, n = g->rival ? g->rival(&s->setup.box, &s->state, line) : 0;

	for (int i = 0; i < n; i++)
		score += line[i].n;
	if (n > 0)
		printf("%d. The rival: %d\n", place, score);
	show_lines(line, n);
}

/* Prints the scores line by line, from the first place to the last. */
static void show_result(const struct terminal *t)
{
	const struct session *s = &t->session;
	const struct game *g = game_of(t);
	int place[MAX_PLAYERS], score[MAX_PLAYERS];

	g->place(&s->setup.box, &s->state, place);
	g->score(&s->setup.box, &s->state, score);
	printf("\nThe game is over: %s.\n", g->endings[g->ending(&s->setup.box, &s->state)]);
	for (int at = 1; at <= s->setup.players + 1; at++) {    /* a player who plays alone may come second to the rival of the game */
		for (int seat = 0; seat < s->setup.players; seat++) {
			struct line line[MAX_LINES];
			char name[MAX_SHOWN];

			if (place[seat] != at)
				continue;
			name_of(t, seat, name);
			printf("%d. %s: %d (%s)\n", at, name, score[seat], g->fates[g->fate(&s->setup.box, &s->state, seat)]);
			show_lines(line, g->tally(&s->setup.box, &s->state, seat, line));
		}
		if (s->setup.players == 1 && place[0] != at)
			show_rival(s, at);
	}
}

static void show_question(const struct terminal *t)
{
	char name[MAX_SHOWN];

	name_of(t, session_to_move(&t->session), name);
	printf("\n%s, your move, by number or in words (help tells more):\n", name);
	show_moves(t);
}

/* Lines in ----------------------------------------------------------------------------------------------------------------- */

enum reading { READ_LINE, READ_BAD, READ_END };

static enum reading read_line(char out[MAX_LINE])
{
	size_t n, at;

	if (!cli_line(out, MAX_LINE, &n) || interrupted)
		return READ_END;
	while (n > 0 && n <= MAX_LINE && isspace((unsigned char)out[n - 1]))
		n--;
	if (n >= MAX_LINE) {
		printf("That line is too long: at most %d bytes.\n", MAX_LINE - 1);
		return READ_BAD;
	}
	out[n] = '\0';
	if (!error_clean(out, n, &at)) {
		printf("That line is not text: byte %zu cannot be read.\n", at + 1);
		return READ_BAD;
	}
	return READ_LINE;
}

/* The game goes on --------------------------------------------------------------------------------------------------- */

/* Lets bots move until a person is asked or the game is over. */
static void run_bots(struct terminal *t)
{
	struct session *s = &t->session;

	for (int seat; !interrupted && (seat = session_to_move(s)) >= 0 && t->bot[seat]; ) {
		struct state view;
		game_view(game_of(t), &s->setup.box, &s->state, seat, &view);
		session_move(s, bot_pick(t->mind[seat], &view, (struct budget){ 0 }, &t->own[seat], NULL));
		session_settle(s);
	}
}

/* The same, and also makes the moves of people that are the only ones. */
static void run_on(struct terminal *t)
{
	struct session *s = &t->session;

	for (int only; run_bots(t), !interrupted && (only = only_move(t, &s->state)) >= 0; ) {
		session_move(s, only);
		session_settle(s);
	}
}

/* Whether several people share the keyboard and have hands that the others may not see. */
static bool is_shared(const struct terminal *t)
{
	return t->typing && people_of(t) > 1 && game_of(t)->guess;
}

/* Clears the screen and waits until the next person has the keyboard. False: the input is over. */
static bool hand_over(struct terminal *t)
{
	int seat = session_to_move(&t->session);
	char name[MAX_SHOWN], line[MAX_LINE];

	if (!is_shared(t) || !is_person(t, seat) || seat == t->sitting)
		return true;
	name_of(t, seat, name);
	printf("\033[H\033[2J\033[3J%s, take the keyboard and press Enter; the others look away.\n", name);
	fflush(stdout);
	if (read_line(line) == READ_END || interrupted)
		return false;
	t->sitting = seat;
	return true;
}

/* Prints what has happened since the last call, the board, and the next question or the result. */
static void go_on(struct terminal *t)
{
	run_on(t);
	if (interrupted)
		return;
	if (!hand_over(t)) {
		t->done = true;
		return;
	}
	int *told = &t->told[eyes(t) >= 0 ? eyes(t) : MAX_PLAYERS];
	show_story(t, *told);
	*told = t->session.plies;
	show_board(t);
	if (session_to_move(&t->session) == OVER) {
		show_result(t);
		t->done = eyes(t) == WATCHER;           /* nobody is there to type anything */
		if (!t->done)
			printf("\nYou can still save FILE, read the log, undo or quit.\n");
	} else {
		show_question(t);
	}
}

/* Goes back to before a ply. */
static void take_back(struct terminal *t, int ply)
{
	char why[MAX_ERROR];

	while (t->session.plies > ply && session_undo(&t->session, why))
		;
	for (int i = 0; i <= MAX_PLAYERS; i++)
		if (t->told[i] > t->session.plies)
			t->told[i] = t->session.plies;
	if (t->saved > t->session.plies)
		t->saved = 0;
}

/* Replaces a number of the printed list by the text of that move. */
static void spell_out(const struct terminal *t, char word[MAX_LINE])
{
	const struct session *s = &t->session;
	struct moves m;
	char *end, words[MAX_TEXT];
	long n = strtol(word, &end, 10);

	game_of(t)->legal(&s->setup.box, &s->state, &m);
	if (isdigit((unsigned char)word[0]) && *end == '\0' && n >= 1 && n <= m.n) {
		game_of(t)->text(&s->setup.box, &s->state, m.id[n - 1], ALL, words);
		snprintf(word, MAX_LINE, "%s", words);
	}
}

/* Plays one move of a typed line; the line began in that turn of that seat. */
static bool play_word(struct terminal *t, char word[MAX_LINE], int seat, int turn, char out[MAX_ERROR])
{
	struct session *s = &t->session;
	char name[MAX_SHOWN];

	run_bots(t);
	if (session_to_move(s) == OVER)
		return error_say(out, "'%s': the game is over by then", word);
	if (session_to_move(s) != seat || game_of(t)->turn(&s->state) != turn) {
		name_of(t, session_to_move(s), name);
		return error_say(out, "'%s': by then your turn is over and %s decides", word, name);
	}
	spell_out(t, word);
	return session_play(s, word, out);
}

/* Plays a line of moves, "speed 2, ahead, left, ahead": all of them, or none. */
static void play_line(struct terminal *t, const char *line)
{
	const int before = t->session.plies, seat = session_to_move(&t->session), turn = game_of(t)->turn(&t->session.state);
	char word[MAX_LINE], why[MAX_ERROR];
	int played = 0;

	for (bool more = true; more; played++) {
		size_t n = strcspn(line, ","), from = strspn(line, " \t");

		more = line[n] == ',';
		snprintf(word, sizeof word, "%.*s", from < n ? (int)(n - from) : 0, line + from);
		for (size_t end = strlen(word); end > 0 && isspace((unsigned char)word[end - 1]); )
			word[--end] = '\0';
		if (!play_word(t, word, seat, turn, why)) {
			printf("%s\n", why);
			if (played > 0)
				printf("No move of that line was played.\n");
			take_back(t, before);
			return;
		}
		line += n + more;
	}
	go_on(t);
}

/* Commands ------------------------------------------------------------------------------------------------------------ */

static void do_board(struct terminal *t, const char *rest)
{
	(void)rest;
	show_board(t);
}

static void do_log(struct terminal *t, const char *rest)
{
	(void)rest;
	show_story(t, 0);
}

static void do_quit(struct terminal *t, const char *rest)
{
	(void)rest;
	t->done = true;
}

/* Goes back to the last choice of a person; the moves that followed it automatically are taken back with it. */
static void do_undo(struct terminal *t, const char *rest)
{
	const struct session *s = &t->session;
	int ply = s->plies - 1;

	(void)rest;
	while (ply >= 0 && !is_choice(t, ply))
		ply--;
	if (ply < 0) {
		printf("There is nothing to take back.\n");
		return;
	}
	take_back(t, ply);
	printf("Taken back.\n");
	go_on(t);
}

static void do_why(struct terminal *t, const char *rest)
{
	char word[MAX_LINE], why[MAX_ERROR];
	int move;

	snprintf(word, sizeof word, "%s", rest);
	if (word[0] == '\0')
		printf("why needs a move, such as: why ahead\n");
	else if (spell_out(t, word), session_judge(&t->session, word, &move, why))
		printf("'%s' is legal.\n", word);
	else
		printf("%s\n", why);
}

static bool save(struct terminal *t, const char *path)
{
	size_t n = strlen(path);
	bool json = n > 5 && strcmp(path + n - 5, ".json") == 0;
	char why[MAX_ERROR];

	if (!record_save(&t->session, json ? RECORD_JSON : RECORD_TEXT, path, why)) {
		cli_no("not saved: %s", why);
		return false;
	}
	printf("Saved as %s\n", path);
	t->saved = t->session.plies;
	return true;
}

/* A person at a keyboard is asked before a file is overwritten; a script uses `save!` to overwrite one. */
static bool may_replace(const struct terminal *t, const char *path)
{
	char answer[MAX_LINE];

	if (!t->typing) {
		cli_no("not saved: '%s' is there already; `save! FILE` replaces it", path);
		return false;
	}
	printf("%s is there already. Replace it? (y or n) ", path);
	fflush(stdout);
	return read_line(answer) == READ_LINE && (strcmp(answer, "y") == 0 || strcmp(answer, "yes") == 0);
}

static void do_replace(struct terminal *t, const char *rest)
{
	if (rest[0] == '\0')
		printf("save needs a file name, such as: save evening.txt\n");
	else
		save(t, rest);
}

static void do_save(struct terminal *t, const char *rest)
{
	if (!file_is_there(rest) || may_replace(t, rest))
		do_replace(t, rest);
}

static void do_hint(struct terminal *t, const char *rest)
{
	const struct session *s = &t->session;
	int seat = session_to_move(s);
	struct rng own = rng_seed(s->setup.seed);
	struct state view;
	char words[MAX_TEXT];

	(void)rest;
	if (seat < 0) {
		printf("The game is over.\n");
		return;
	}
	game_view(game_of(t), &s->setup.box, &s->state, seat, &view);
	game_of(t)->text(&s->setup.box, &s->state, bot_pick_once("simple", game_of(t), &s->setup.box, &view, &own), seat, words);
	printf("The simple bot would play: %s\n", words);
}

static void do_plans(struct terminal *t, const char *rest)
{
	(void)rest;
	plans_show(&t->session);
}

static void do_plan(struct terminal *t, const char *rest)
{
	char line[MAX_LINE], why[MAX_ERROR];

	if (plans_line(&t->session, rest, line, why))
		play_line(t, line);
	else
		printf("%s\n", why);
}

/* Passes until the turn is over or a question comes that cannot be passed. Each pass is a move of its own in the record. */
static void do_end_turn(struct terminal *t, const char *rest)
{
	struct session *s = &t->session;
	const int seat = session_to_move(s), turn = game_of(t)->turn(&s->state);
	char why[MAX_ERROR];
	int move, passed = 0;

	(void)rest;
	for (; session_to_move(s) == seat && game_of(t)->turn(&s->state) == turn && session_judge(s, "pass", &move, why); passed++) {
		session_move(s, move);
		session_settle(s);
	}
	if (passed > 0)
		go_on(t);
	else
		printf("There is nothing to pass here: `end turn` answers the rest of a turn with pass.\n");
}

static void do_help(struct terminal *t, const char *rest);

static const struct command {
	const char *name, *value, *help;
	void (*run)(struct terminal *t, const char *rest);
} command[] = {
	{ "undo",  "",     "take back your last move", do_undo },
	{ "end turn", "",  "pass until your turn is over", do_end_turn },
	{ "plans", "",     "where you can be at the end of this turn", do_plans },
	{ "plan",  "N",    "play the Nth of them", do_plan },
	{ "hint",  "",     "what the simple bot would do", do_hint },
	{ "why",   "MOVE", "whether a move is legal, and which rule forbids it", do_why },
	{ "board", "",     "draw the board again", do_board },
	{ "log",   "",     "all that has happened", do_log },
	{ "save",  "FILE", "save the game as a record; .json for JSON", do_save },
	{ "save!", "FILE", "the same, also where a file is already", do_replace },
	{ "help",  "",     "this", do_help },
	{ "quit",  "",     "leave; what you have played is saved first", do_quit },
};

static void do_help(struct terminal *t, const char *rest)
{
	(void)rest;
	printf("A move: its number in the list, or its words. Several at once: with commas between them.\n");
	for (size_t i = 0; i < sizeof command / sizeof command[0]; i++)
		if (game_of(t)->plans || (command[i].run != do_plans && command[i].run != do_plan))
			printf("  %-8s %-5s %s\n", command[i].name, command[i].value, command[i].help);
}

static void obey(struct terminal *t, const char *line)
{
	size_t n = strcspn(line, " \t");
	const char *rest = line + n + strspn(line + n, " \t");

	/* A command that takes no words is recognised only if no words follow: `board TR8` is a move. */
	for (size_t i = 0; i < sizeof command / sizeof command[0]; i++) {
		const char *name = command[i].name;
		if (command[i].value[0] ? strlen(name) == n && memcmp(name, line, n) == 0 : strcmp(name, line) == 0) {
			command[i].run(t, rest);
			return;
		}
	}
	if (session_to_move(&t->session) == OVER)
		printf("The game is over: undo, log, save or quit.\n");
	else
		play_line(t, line);
}

/* The conversation ------------------------------------------------------------------------------------------------ */

static void converse(struct terminal *t)
{
	char line[MAX_LINE];

	go_on(t);
	while (!t->done && !interrupted) {
		if (t->typing)
			printf("> ");
		fflush(stdout);
		enum reading got = read_line(line);
		if (got == READ_END)
			break;
		if (got == READ_LINE && !t->typing)
			printf("> %s\n", line);         /* a terminal shows what is typed by itself */
		const char *words = line + strspn(line, " \t");
		if (got == READ_LINE && *words)
			obey(t, words);
	}
}

/* Saves a game that was not saved, under a name that no file has yet. */
static int leave(struct terminal *t)
{
	const struct session *s = &t->session;
	char path[MAX_SHOWN];
	bool fine = true, played = false;

	for (int ply = t->saved; ply < s->plies; ply++)
		played |= is_choice(t, ply);
	if (interrupted)
		putchar('\n');
	if (played) {
		for (int k = 1; ; k++) {
			snprintf(path, sizeof path, "%s-%d.txt", game_of(t)->name, k);
			if (access(path, F_OK) != 0)
				break;
		}
		fine = save(t, path);
	}
	for (int seat = 0; seat < MAX_PLAYERS; seat++)
		bot_close(t->mind[seat]);
	session_close(&t->session);
	return fine ? EXIT_FINE : EXIT_NO;
}

/* Setting up ---------------------------------------------------------------------------------------------------------------- */

static bool read_seat(const char *word, const char **bot, char out[MAX_ERROR])
{
	char shown[MAX_SHOWN], names[MAX_TEXT];
	struct text t = text_on(names, sizeof names);

	bot_names(&t);
	*bot = bot_find(word) ? word : NULL;
	return *bot || strcmp(word, "you") == 0 ? true :
		error_say(out, "nobody is called '%s'; a seat takes: you, %s", error_quote(shown, word, strlen(word)), names);
}

/* Takes `hotseat` and `seat0=you` out of the words. Without them seat 0 is a person and the others are simple bots. */
static bool read_seats(struct terminal *t, int *n, char **word, int *last, char out[MAX_ERROR])
{
	int kept = 0;

	*last = 0;
	for (int seat = 1; seat < MAX_PLAYERS; seat++)
		t->bot[seat] = "simple";
	for (int i = 0; i < *n; i++)
		if (strcmp(word[i], "hotseat") == 0)
			memset(t->bot, 0, sizeof t->bot);
	for (int i = 0; i < *n; i++) {
		bool seat = strncmp(word[i], "seat", 4) == 0 && isdigit((unsigned char)word[i][4]) && word[i][5] == '=';
		int which = seat ? word[i][4] - '0' : 0;

		if (seat && which >= MAX_PLAYERS)
			return error_say(out, "there is no seat %d; seats are 0 to %d", which, MAX_PLAYERS - 1);
		if (seat && !read_seat(word[i] + 6, &t->bot[which], out))
			return false;
		if (!seat && strcmp(word[i], "hotseat") != 0)
			word[kept++] = word[i];
		*last = which > *last ? which : *last;
	}
	*n = kept;
	return true;
}

/* Starts the game that the words describe, or loads the one that was saved. */
static int open_table(struct terminal *t, const char *load, const char *box, int n, char **word)
{
	struct setup setup;
	char why[MAX_ERROR];

	if (load && (n > 0 || box))
		return cli_bad("--load takes the game from its file, so only seats can be given beside it");
	if (load) {
		if (!record_load(&t->session, load, why))
			return cli_bad("%s", why);
		t->session.setup.manual = false;
		session_settle(&t->session);
		t->saved = t->session.plies;
		for (int i = 0; i <= MAX_PLAYERS; i++)
			t->told[i] = t->session.plies;
		return EXIT_NONE;
	}
	if (!cli_setup(&setup, box, n, word))
		return EXIT_BAD;
	if (setup.manual)
		return cli_bad("chance=manual is not possible here: the table draws for itself; `bigmuddy engine` can do it");
	session_start(&t->session, &setup);
	return EXIT_NONE;
}

static void welcome(const struct terminal *t)
{
	const struct setup *u = &t->session.setup;
	struct flow f = { 0 };
	char words[MAX_ERROR], value[MAX_TEXT], name[MAX_SHOWN];

	flow_put(&f, game_of(t)->title);
	snprintf(words, sizeof words, "players=%d seed=%" PRIu64, u->players, u->seed);
	flow_put(&f, words);
	for (int i = 0; game_of(t)->options[i].name; i++) {
		if (!option_is_in(&game_of(t)->options[i], u->rules))
			continue;
		game_option_text(game_of(t), u->option, i, value);
		snprintf(words, sizeof words, "%s=%s", game_of(t)->options[i].name, value);
		flow_put(&f, words);
	}
	flow_break(&f);
	for (int seat = 0; seat < u->players; seat++) {
		name_of(t, seat, name);
		snprintf(words, sizeof words, "%s: %s%s", name, t->bot[seat] ? t->bot[seat] : "you", seat + 1 < u->players ? "," : ".");
		flow_put(&f, words);
	}
	flow_break(&f);
	printf("\n");
}

int cli_play(int argc, char **argv)
{
	const char *box = NULL, *load = NULL;
	bool ascii = false;
	const struct flag flags[] = {
		{ "ascii", NULL, "draw with plain ASCII", NULL, &ascii },
		{ "box", "FILE", "play with the pieces of that box", &box, NULL },
		{ "load", "FILE", "go on with a saved game", &load, NULL },
		{ .name = NULL },
	};
	static const char about[] =
		"Plays in the terminal, against bots or in turns at one keyboard; also through a pipe.\n"
		"You have seat 0 and the bot `simple` has the others, unless these words say something else:\n"
		"  players=N seed=N names=Ann,Bob  and the options of the game, as listed below\n"
		"  seat1=WHO  who has a seat: you, or a bot: easy, medium, hard, expert, simple, random (docs/bots.md)\n"
		"  hotseat    all seats are people at this keyboard\n"
		"Type `help` at the table. When the input ends, a game in which you have moved since the last\n"
		"`save` is saved under a new name, and a message says which.";
	const struct usage usage = { "bigmuddy play GAME [key=value...] [seatN=WHO...] [hotseat] [flags]", about, flags, "GAME and its settings", 0, ANY_NUMBER };
	static struct terminal t = { .sitting = -1 };
	char why[MAX_ERROR];
	int code = cli_flags(&usage, &argc, argv), n = argc - 1, last;

	if (code != EXIT_NONE)
		return code;
	if (!read_seats(&t, &n, argv + 1, &last, why))
		return cli_bad("%s", why);
	code = open_table(&t, load, box, n, argv + 1);
	if (code != EXIT_NONE)
		return code;
	if (last >= t.session.setup.players) {
		session_close(&t.session);
		return cli_bad("there is no seat %d with %d players", last, t.session.setup.players);
	}
	for (int seat = 0; seat < MAX_PLAYERS; seat++) {
		t.own[seat] = rng_seed(rng_mix(t.session.setup.seed) + (uint64_t)seat + 1);
		t.mind[seat] = t.bot[seat] ? bot_open(t.bot[seat], t.session.setup.game, &t.session.setup.box) : NULL;
	}
	t.look = cli_look(ascii);
	t.typing = isatty(STDIN_FILENO);
	struct sigaction stop = { .sa_handler = interrupt };    /* without SA_RESTART: a read in progress ends */
	sigaction(SIGINT, &stop, NULL);
	sigaction(SIGTERM, &stop, NULL);
	sigaction(SIGHUP, &stop, NULL);
	welcome(&t);
	converse(&t);
	return leave(&t);
}
