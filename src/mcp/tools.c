#define _POSIX_C_SOURCE 200809L
#include "mcp/tools.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "mcp/rules.h"
#include "mcp/sheet.h"

/* What an argument is: a text, a whole number, a list of texts, or an object whose members are texts or numbers. */
enum kind { TEXT, NUMBER, TEXTS, CHOICES };

struct argument {
	const char *name, *help;
	enum kind kind;
	bool needed;
};

enum { MAX_ARGUMENTS = 6 };

struct call {
	struct tables *tables;
	const struct json_value *arguments;
	struct sitting *table;          /* of the argument `table`, where there is one */
	FILE *words, *data;
};

struct tool {
	const char *name, *title, *help;
	bool changes;                   /* it does more than look */
	struct argument takes[MAX_ARGUMENTS];   /* ends with a nameless one */
	bool (*run)(struct call *c, char why[MAX_ERROR]);
};

static const struct game *game_of(const struct sitting *t)
{
	return t->session.setup.game;
}

static const char *text_in(const struct call *c, const char *name)
{
	return json_string_of(json_get(c->arguments, name));
}

/* A number that may be left out. */
static bool number_in(const struct call *c, const char *name, int64_t range[2], int64_t *out, char why[MAX_ERROR])
{
	const struct json_value *v = json_get(c->arguments, name);

	if (v && (v->n < range[0] || v->n > range[1]))
		return error_say(why, "'%s' is a number from %" PRId64 " to %" PRId64 ", not %" PRId64, name, range[0], range[1], v->n);
	if (v)
		*out = v->n;
	return true;
}

/* Saying how things stand -------------------------------------------------- */

static void put_moves(const struct sitting *t, const struct session *seen, FILE *words, FILE *data)
{
	struct moves m;

	game_of(t)->legal(&seen->setup.box, &seen->state, &m);
	fprintf(words, "It is your move. Legal moves: ");
	fputs(",\"moves\":[", data);
	for (int i = 0; i < m.n; i++) {
		char move[MAX_TEXT];

		game_of(t)->text(&seen->setup.box, &seen->state, m.id[i], t->seat, move);
		fprintf(words, "%s%s", i > 0 ? "; " : "", move);
		fputs(i > 0 ? "," : "", data);
		json_put(data, move);
	}
	fputs(".\n", words);
	fputc(']', data);
}

/* What has been told since the last time, then whose move it is or how it ended. */
static void put_news(struct sitting *t, FILE *words, FILE *data)
{
	const struct session seen = sitting_view(t);
	int place[MAX_PLAYERS];

	sitting_story(t, t->told, words);
	t->told = t->session.plies;
	fputs("\"table\":", data);
	json_put(data, t->id);
	fprintf(data, ",\"seat\":%d,\"over\":%s", t->seat, sitting_over(t) ? "true" : "false");
	if (!sitting_over(t)) {
		put_moves(t, &seen, words, data);
		return;
	}
	sitting_result(t, words);
	game_of(t)->place(&seen.setup.box, &t->session.state, place);
	fputs(",\"places\":[", data);
	for (int i = 0; i < seen.setup.players; i++)
		fprintf(data, "%s%d", i > 0 ? "," : "", place[i]);
	fputc(']', data);
}

static void put_seats(const struct sitting *t, FILE *words)
{
	fprintf(words, "Table %s, %s. Seats:", t->id, game_of(t)->title);
	for (int i = 0; i < t->session.setup.players; i++)
		fprintf(words, " %d %s (%s)", i, t->session.setup.name[i], i == t->seat ? "you" : t->bot);
	fputs("\n\n", words);
}

static void put_board(const struct sitting *t, const struct session *seen, FILE *words)
{
	session_board(seen, 0, t->seat, 0, words);
	fputc('\n', words);
}

/* Tools ---------------------------------------------------------------------- */

static bool run_games(struct call *c, char why[MAX_ERROR])
{
	char names[MAX_TEXT];
	struct text bots = text_on(names, sizeof names);

	(void)why;
	fputs("\"games\":[", c->data);
	for (const struct rulebook *r = rules_books; r->game; r++) {
		const struct game *g = game_find(r->game);

		fprintf(c->words, "%s: %s, %d to %d players\n", g->name, g->title, g->min_players, g->max_players);
		fprintf(c->data, "%s{\"game\":\"%s\",\"players\":[%d,%d]}", r > rules_books ? "," : "", g->name, g->min_players, g->max_players);
		for (const struct option *o = g->options; o->name; o++) {
			fprintf(c->words, "  option %s=", o->name);
			for (int i = 0; o->values && o->values[i]; i++)
				fprintf(c->words, "%s%s%s", i > 0 ? "|" : "", o->values[i], i == o->preset ? " (preset)" : "");
			if (!o->values)
				fprintf(c->words, "%d to %d, preset %d", o->min, o->max, o->preset);
			fprintf(c->words, ": %s\n", o->help);
		}
	}
	fputc(']', c->data);
	bot_names(&bots);
	fprintf(c->words, "bots: %s\n", names);
	return true;
}

/* The options that were chosen; nothing else of a set-up can be. */
static bool read_options(const struct json_value *options, struct setup *u, char why[MAX_ERROR])
{
	JSON_EACH(o, options) {
		char number[MAX_NAME], wrong[MAX_TEXT];

		snprintf(number, sizeof number, "%" PRId64, o->n);
		if (!game_set_option(u->game, u->option, o->name, o->kind == FLAT_TEXT ? o->text : number, wrong))
			return error_say(why, "%s", wrong);
	}
	return true;
}

static bool read_setup(const struct call *c, struct setup *u, int64_t *seat, char why[MAX_ERROR])
{
	const struct rulebook *r = rules_of(text_in(c, "game"), why);
	char number[MAX_NAME];
	int64_t players, seed = -1;

	if (!r)
		return false;
	const struct game *g = game_find(r->game);
	setup_preset(u, g);
	players = u->players;
	if (!number_in(c, "players", (int64_t[]){ g->min_players, g->max_players }, &players, why))
		return false;
	snprintf(number, sizeof number, "%" PRId64, players);
	if (!setup_set(u, "players", number, why) || !number_in(c, "seat", (int64_t[]){ 0, players - 1 }, seat, why) ||
		!number_in(c, "seed", (int64_t[]){ 0, INT64_MAX }, &seed, why))
		return false;
	if (seed >= 0)
		u->seed = (uint64_t)seed;
	return read_options(json_get(c->arguments, "options"), u, why);
}

/* A bot by its bare name: what may follow a colon would let a message ask for any amount of thinking. */
static const char *read_bot(const char *name, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN], names[MAX_TEXT];
	struct text t = text_on(names, sizeof names);

	for (int i = 0; bot_list[i]; i++)
		if (strcmp(bot_list[i]->name, name) == 0)
			return bot_list[i]->name;
	bot_names(&t);
	error_say(why, "there is no bot '%s'; there are: %s", error_quote(shown, name, strlen(name)), names);
	return NULL;
}

static bool run_begin(struct call *c, char why[MAX_ERROR])
{
	const char *bot = read_bot(text_in(c, "bots") ? text_in(c, "bots") : "medium", why);
	struct setup u;
	int64_t seat = 0;
	int place = 0;

	while (place < MAX_TABLES && c->tables->at[place])
		place++;
	if (!bot || !read_setup(c, &u, &seat, why))
		return false;
	if (place == MAX_TABLES)
		return error_say(why, "there are %d games under way, and that is all there may be: `leave` one of them", MAX_TABLES);
	struct sitting *t = malloc(sizeof *t);
	must(t != NULL);
	sitting_begin(t, &u, (int)seat, bot);
	snprintf(t->id, sizeof t->id, "t%u", ++c->tables->begun);
	c->tables->at[place] = t;
	const struct session seen = sitting_view(t);
	put_seats(t, c->words);
	put_board(t, &seen, c->words);
	put_news(t, c->words, c->data);
	return true;
}

static bool run_look(struct call *c, char why[MAX_ERROR])
{
	const struct session seen = sitting_view(c->table);
	static char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);

	(void)why;
	put_seats(c->table, c->words);
	put_board(c->table, &seen, c->words);
	put_news(c->table, c->words, c->data);
	codec_json(game_of(c->table), &seen.state, &t);
	must(text_fits(&t));
	fprintf(c->data, ",\"view\":%s", json);
	return true;
}

static bool run_moves(struct call *c, char why[MAX_ERROR])
{
	const struct session seen = sitting_view(c->table);
	struct moves m;

	if (sitting_over(c->table))
		return error_say(why, "the game is over: there are no moves any more");
	game_of(c->table)->legal(&seen.setup.box, &seen.state, &m);
	fputs("\"moves\":[", c->data);
	for (int i = 0; i < m.n; i++) {
		char move[MAX_TEXT];
		struct sheet does;

		game_of(c->table)->text(&seen.setup.box, &seen.state, m.id[i], c->table->seat, move);
		sheet_begin(&does);
		sitting_explain(c->table, m.id[i], does.to);
		sheet_end(&does);
		fprintf(c->words, "%s%s%s\n", move, does.n > 0 ? ": " : "", does.at);
		fputs(i > 0 ? ",{\"move\":" : "{\"move\":", c->data);
		json_put(c->data, move);
		fputs(",\"does\":", c->data);
		json_put(c->data, does.at);
		fputc('}', c->data);
		sheet_drop(&does);
	}
	fputc(']', c->data);
	return true;
}

static bool run_why(struct call *c, char why[MAX_ERROR])
{
	char reason[MAX_ERROR], id[8], nothing[MAX_ERROR];
	const char *typed = text_in(c, "move");
	int move;
	bool legal = sitting_judge(c->table, typed, &move, reason);

	(void)why;
	fprintf(c->data, "\"legal\":%s", legal ? "true" : "false");
	if (legal) {
		fprintf(c->words, "'%s' is legal. ", typed);
		sitting_explain(c->table, move, c->words);
		return true;
	}
	fprintf(c->words, "%s\n", reason);
	snprintf(id, sizeof id, "%.*s", (int)strcspn(reason, " "), reason);
	rules_put(rules_of(game_of(c->table)->name, nothing), id, c->words, nothing);  /* no rule is cited where there is no such move */
	fputs(",\"why\":", c->data);
	json_put(c->data, reason);
	return true;
}

/* One after the other, until one is refused: what was played stays, for others have seen it. */
static bool run_play(struct call *c, char why[MAX_ERROR])
{
	const struct json_value *moves = json_get(c->arguments, "moves");
	char reason[MAX_ERROR];
	int played = 0;

	if (sitting_over(c->table))
		return error_say(why, "the game is over");
	JSON_EACH(move, moves) {
		if (!sitting_play(c->table, move->text, reason))
			break;
		played++;
	}
	if (played == 0)
		return error_say(why, "%s", reason);
	fprintf(c->data, "\"played\":%d,", played);
	if (played < moves->n) {
		fprintf(c->words, "Of %d moves %d were played; then: %s\n", (int)moves->n, played, reason);
		fputs("\"refused\":", c->data);
		json_put(c->data, reason);
		fputc(',', c->data);
	}
	put_news(c->table, c->words, c->data);
	return true;
}

static bool run_hint(struct call *c, char why[MAX_ERROR])
{
	const struct session seen = sitting_view(c->table);
	char words[MAX_TEXT];
	double chance;

	if (sitting_over(c->table))
		return error_say(why, "the game is over");
	int move = sitting_hint(c->table, &chance);
	game_of(c->table)->text(&seen.setup.box, &seen.state, move, c->table->seat, words);
	fprintf(c->words, "A bot in your place would play: %s\n", words);
	if (chance >= 0)
		fprintf(c->words, "It thinks that you win this in %.0f of 100 games.\n", 100 * chance);
	fputs("\"move\":", c->data);
	json_put(c->data, words);
	return true;
}

static bool run_log(struct call *c, char why[MAX_ERROR])
{
	(void)why;
	sitting_story(c->table, 0, c->words);
	fprintf(c->data, "\"over\":%s", sitting_over(c->table) ? "true" : "false");
	return true;
}

static bool run_rule(struct call *c, char why[MAX_ERROR])
{
	const struct rulebook *r = rules_of(text_in(c, "game"), why);

	if (!r || !rules_put(r, text_in(c, "rule"), c->words, why))
		return false;
	fputs("\"rule\":", c->data);
	json_put(c->data, text_in(c, "rule"));
	return true;
}

static bool run_leave(struct call *c, char why[MAX_ERROR])
{
	(void)why;
	fprintf(c->words, "You have left table %s; the game is gone.\n", c->table->id);
	for (int i = 0; i < MAX_TABLES; i++)
		if (c->tables->at[i] == c->table)
			c->tables->at[i] = NULL;
	sitting_close(c->table);
	free(c->table);
	return true;
}

#define TABLE { "table", "the game, as `begin` called it: t1", TEXT, true }
#define GAME { "game", "queen, broadhorns or rails", TEXT, true }

static const struct tool tools[] = {
	{ "games", "Games", "What can be played: games, how many players, options, bots.", false, { { .name = NULL } }, run_games },
	{ "begin", "Begin a game", "Begins a game against bots. Answers with the table's id, which every other tool takes, the board, and your legal moves.", true, {
		GAME,
		{ "players", "how many, you included; the fewest if it is left out", NUMBER, false },
		{ "seat", "yours, from 0", NUMBER, false },
		{ "bots", "who has the other seats: simple, easy, medium (preset), hard, expert, random", TEXT, false },
		{ "seed", "a number for the same chance again; a secret one if it is left out", NUMBER, false },
		{ "options", "options of the game with their values, as `games` lists them", CHOICES, false } }, run_begin },
	{ "look", "Look at the board", "The board as your seat sees it, as text and as data, what has happened since you were last told, and your legal moves.", false,
		{ TABLE }, run_look },
	{ "moves", "Explain legal moves", "Your legal moves, each with what it does by itself and the rules that say so.", false, { TABLE }, run_moves },
	{ "why", "Ask why not", "Whether a move is legal, or which rule forbids it.", false, { TABLE, { "move", "in the words of the game: ahead", TEXT, true } }, run_why },
	{ "play", "Play", "Plays your moves, one after the other until one is refused; bots answer, and you are told what happens until you are asked again.", true,
		{ TABLE, { "moves", "your moves as `moves` lists them, at most 64", TEXTS, true } }, run_play },
	{ "hint", "Ask for a hint", "What a bot would play in your place, seeing what you see.", false, { TABLE }, run_hint },
	{ "log", "Read the log", "All that has happened, as your seat was told it.", false, { TABLE }, run_log },
	{ "rule", "Read a rule", "The words of a rule or ruling by its id, such as Q31.", false, { GAME, { "rule", "its id", TEXT, true } }, run_rule },
	{ "leave", "Leave a table", "Ends a game that you do not want to go on with, so that there is room for another.", true, { TABLE }, run_leave },
};
enum { TOOLS = sizeof tools / sizeof tools[0] };

const struct tool *tools_find(const char *name)
{
	for (int i = 0; i < TOOLS; i++)
		if (strcmp(tools[i].name, name) == 0)
			return &tools[i];
	return NULL;
}

/* Schemas and checks ------------------------------------------------------- */

static void put_argument(const struct argument *a, FILE *out)
{
	static const char *const schema[] = {
		[TEXT] = "\"type\":\"string\"", [NUMBER] = "\"type\":\"integer\",\"minimum\":0",
		[CHOICES] = "\"type\":\"object\",\"additionalProperties\":{\"type\":[\"string\",\"integer\"]}",
		[TEXTS] = "\"type\":\"array\",\"items\":{\"type\":\"string\"},\"minItems\":1,\"maxItems\":",
	};

	fprintf(out, "\"%s\":{%s", a->name, schema[a->kind]);
	if (a->kind == TEXTS)
		fprintf(out, "%d", MAX_PLAYED);
	fputs(",\"description\":", out);
	json_put(out, a->help);
	fputc('}', out);
}

static const struct argument *argument_of(const struct tool *t, int i)
{
	return i < MAX_ARGUMENTS && t->takes[i].name ? &t->takes[i] : NULL;
}

static void put_tool(const struct tool *t, FILE *out)
{
	const struct argument *a;
	const char *gap = "";

	fprintf(out, "{\"name\":\"%s\",\"title\":\"%s\",\"description\":", t->name, t->title);
	json_put(out, t->help);
	fputs(",\"inputSchema\":{\"type\":\"object\",\"properties\":{", out);
	for (int i = 0; (a = argument_of(t, i)); i++) {
		fputs(i > 0 ? "," : "", out);
		put_argument(a, out);
	}
	fputs("},\"required\":[", out);
	for (int i = 0; (a = argument_of(t, i)); i++)
		if (a->needed) {
			fprintf(out, "%s\"%s\"", gap, a->name);
			gap = ",";
		}
	fprintf(out, "],\"additionalProperties\":false},\"annotations\":{\"readOnlyHint\":%s,\"destructiveHint\":%s,\"openWorldHint\":false}}",
		t->changes ? "false" : "true", t->run == run_leave ? "true" : "false");
}

void tools_list(FILE *out)
{
	fputc('[', out);
	for (int i = 0; i < TOOLS; i++) {
		fputs(i > 0 ? "," : "", out);
		put_tool(&tools[i], out);
	}
	fputc(']', out);
}

static bool is_choices(const struct json_value *v)
{
	JSON_EACH(in, v)
		if (in->kind != FLAT_TEXT && in->kind != FLAT_INT)
			return false;
	return v->kind == FLAT_OBJECT;
}

static bool is_texts(const struct json_value *v)
{
	JSON_EACH(in, v)
		if (in->kind != FLAT_TEXT)
			return false;
	return v->kind == FLAT_LIST && v->n >= 1 && v->n <= MAX_PLAYED;
}

static bool is_of_kind(const struct argument *a, const struct json_value *v, char why[MAX_ERROR])
{
	switch (a->kind) {
	case TEXT:
		return v->kind == FLAT_TEXT ? true : error_say(why, "'%s' is a text", a->name);
	case NUMBER:
		return v->kind == FLAT_INT ? true : error_say(why, "'%s' is a whole number", a->name);
	case TEXTS:
		return is_texts(v) ? true : error_say(why, "'%s' is a list of 1 to %d texts", a->name, MAX_PLAYED);
	case CHOICES:
		return is_choices(v) ? true : error_say(why, "'%s' is an object whose members are texts or whole numbers", a->name);
	}
	return false;
}

static bool no_such_argument(const struct tool *t, const char *name, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN], all[MAX_TEXT];
	struct text list = text_on(all, sizeof all);
	const struct argument *a;

	for (int i = 0; (a = argument_of(t, i)); i++)
		text_form(&list, i > 0 ? ", %s" : "%s", &a->name, NULL);
	return error_say(why, "%s has no argument '%s'; it takes: %s", t->name, error_quote(shown, name, strlen(name)), list.n > 0 ? all : "nothing");
}

static bool arguments_fit(const struct tool *t, const struct json_value *arguments, char why[MAX_ERROR])
{
	const struct argument *a;

	for (int i = 0; (a = argument_of(t, i)); i++) {
		const struct json_value *v = json_get(arguments, a->name);
		if (!v && a->needed)
			return error_say(why, "%s needs '%s': %s", t->name, a->name, a->help);
		if (v && !is_of_kind(a, v, why))
			return false;
	}
	JSON_EACH(v, arguments) {
		bool known = false;
		for (int i = 0; (a = argument_of(t, i)); i++)
			known |= strcmp(a->name, v->name) == 0;
		if (!known)
			return no_such_argument(t, v->name, why);
	}
	return true;
}

static struct sitting *table_of(const struct call *c, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN], all[MAX_TEXT];
	struct text list = text_on(all, sizeof all);
	const char *id = text_in(c, "table");

	for (int i = 0; i < MAX_TABLES; i++) {
		struct sitting *t = c->tables->at[i];
		if (t && strcmp(t->id, id) == 0)
			return t;
		if (t)
			text_form(&list, list.n > 0 ? ", %s" : "%s", (const char *[]){ t->id }, NULL);
	}
	error_say(why, "there is no table '%s'; there are: %s", error_quote(shown, id, strlen(id)), list.n > 0 ? all : "none: `begin` a game");
	return NULL;
}

bool tools_call(const struct tool *t, struct tables *at, const struct json_value *arguments, FILE *words, FILE *data, char why[MAX_ERROR])
{
	struct call c = { .tables = at, .arguments = arguments, .words = words, .data = data };

	if (!arguments_fit(t, arguments, why))
		return false;
	if (json_get(arguments, "table") && !(c.table = table_of(&c, why)))
		return false;
	return t->run(&c, why);
}

void tools_close(struct tables *at)
{
	for (int i = 0; i < MAX_TABLES; i++) {
		if (at->at[i]) {
			sitting_close(at->at[i]);
			free(at->at[i]);
		}
		at->at[i] = NULL;
	}
}
