/* bigmuddy replay: shows a recorded game, move by move. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "play/record.h"

/* Prints a move, "17 turn 3, Red: push NE", and what it did. */
static void put_ply(const struct session *s, int ply, int look)
{
	const struct game *g = s->setup.game;
	const struct state *before = session_at(s, ply);
	int mover = g->to_move(&s->setup.box, before);
	struct events told;
	char words[MAX_ERROR];

	g->text(&s->setup.box, before, s->ply[ply].move, ALL, words);
	printf("%d turn %d, %s: %s\n", ply + 1, g->turn(before), mover >= 0 ? s->setup.name[mover] : "chance", words);
	session_told(s, ply, &told);
	for (int i = 0; i < told.n; i++) {
		session_say(s, ply, &told.of[i], ALL, look, words);
		printf("      %s\n", words);
	}
}

static void put_end(const struct session *s)
{
	const struct game *g = s->setup.game;
	int place[MAX_PLAYERS];

	if (session_to_move(s) != OVER)
		return;
	g->place(&s->setup.box, &s->state, place);
	printf("The end: %s.\n", g->endings[g->ending(&s->setup.box, &s->state)]);
	for (int seat = 0; seat < s->setup.players; seat++)
		printf("  %d. %s, %s\n", place[seat], s->setup.name[seat], g->fates[g->fate(&s->setup.box, &s->state, seat)]);
}

static void put_all(const struct session *s, bool boards, int look)
{
	if (boards)
		session_board(s, 0, ALL, look, stdout);
	for (int p = 0; p < s->plies; p++) {
		put_ply(s, p, look);
		if (boards)
			session_board(s, p + 1, ALL, look, stdout);
	}
	put_end(s);
}

static void put_step(const struct session *s, int ply, int look)
{
	if (ply > 0)
		put_ply(s, ply - 1, look);
	session_board(s, ply, ALL, look, stdout);
	if (ply == s->plies)
		put_end(s);
}

/* Reads keys: Enter goes on, b goes back, a number goes to that ply, q quits. */
static void step(const struct session *s, int look)
{
	static const char keys[] = "Enter: next, b: back, a number: there, q: quit";
	char line[MAX_SHOWN];
	uint64_t to;
	size_t n;
	int ply = 0;

	put_step(s, ply, look);
	for (;;) {
		printf("%d of %d (%s) ", ply, s->plies, keys);
		fflush(stdout);
		if (!cli_line(line, sizeof line - 1, &n))
			break;
		line[n < sizeof line ? n : sizeof line - 1] = '\0';
		line[strcspn(line, "\r")] = '\0';
		if (strcmp(line, "q") == 0)
			break;
		if (line[0] == '\0')
			ply += ply < s->plies;
		else if (strcmp(line, "b") == 0)
			ply -= ply > 0;
		else if (setup_number(line, &to))
			ply = to < (uint64_t)s->plies ? (int)to : s->plies;
		else {
			printf("There is only: %s.\n", keys);
			continue;
		}
		put_step(s, ply, look);
	}
	putchar('\n');
}

struct pending {
	const char *ply;
	bool board, list, step, text, json, ascii;
};

static int show(const struct session *s, const struct pending *w)
{
	int look = cli_look(w->ascii), ply;

	if (w->ply) {
		if (!cli_number("ply", w->ply, 0, s->plies, &ply))
			return EXIT_BAD;
		if (ply > 0)
			put_ply(s, ply - 1, look);
		session_board(s, ply, ALL, look, stdout);
	} else if (w->text || w->json) {
		record_write(s, w->json ? RECORD_JSON : RECORD_TEXT, stdout);
	} else if (w->step) {
		step(s, look);
	} else {
		put_all(s, w->board, look);
	}
	return EXIT_FINE;
}

int cli_replay(int argc, char **argv)
{
	struct pending w = { .ply = NULL };
	const struct flag flags[] = {
		{ "list",  NULL, "every move and what it did (this is what happens without a flag)", NULL, &w.list },
		{ "board", NULL, "the same with the board after every move", NULL, &w.board },
		{ "ply",   "N",  "only the board after move N; 0 is the beginning", &w.ply, NULL },
		{ "step",  NULL, "step through it: Enter, b, a number, q", NULL, &w.step },
		{ "text",  NULL, "write the record as text", NULL, &w.text },
		{ "json",  NULL, "write the record as JSON", NULL, &w.json },
		{ "ascii", NULL, "draw with plain ASCII", NULL, &w.ascii },
		{ .name = NULL },
	};
	const struct usage usage = { "bigmuddy replay FILE [flags]",
		"Shows a recorded game. The record, text or JSON, is checked on the way; `-` is stdin.", flags, "the file of one record", 1, 1 };
	struct session s;
	char why[MAX_ERROR];

	int code = cli_flags(&usage, &argc, argv);
	if (code != EXIT_NONE)
		return code;
	if ((w.ply != NULL) + w.board + w.list + w.step + w.text + w.json > 1)
		return cli_bad("replay takes one of --list, --board, --ply, --step, --text and --json");
	if (w.step && strcmp(argv[1], "-") == 0)
		return cli_bad("--step reads from stdin: the record must come from a file");
	if (!record_load(&s, argv[1], why))
		return cli_bad("%s", why);
	code = show(&s, &w);
	session_close(&s);
	return code;
}
