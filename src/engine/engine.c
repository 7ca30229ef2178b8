#define _POSIX_C_SOURCE 200809L
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/eval.h"
#include "core/codec.h"
#include "play/follow.h"
#include "play/perft.h"
#include "play/record.h"

/* What a command needs: nothing; a game; a game of which everything is known; or at least a view of the seat to move. */
enum need { NOTHING, GAME, WHOLE, MOVER };

/* Whether a command takes further words: none, at least one, or optional. */
enum words { NONE, SOME, MAYBE };

struct command {
	const char *name, *words, *help;
	enum need need;
	enum words takes;
	bool (*run)(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR]);
};

static const struct game *game_of(const struct engine *e)
{
	return e->s.setup.game;
}

static const struct box *box_of(const struct engine *e)
{
	return &e->s.setup.box;
}

static void put_state(const struct engine *e, const struct state *s, FILE *out)
{
	char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);

	codec_json(game_of(e), s, &t);
	must(text_fits(&t));
	fprintf(out, "%s\n", json);
}

static void take_over(struct engine *e, const struct session *fresh)
{
	engine_close(e);
	e->s = *fresh;
	e->on = true;
}

/* Starting -------------------------------------------------------------- */

static bool run_new(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	enum { MAX_WORDS = 32 };
	char *copy = strdup(words), *rest = NULL;
	const char *word[MAX_WORDS];
	struct setup u;
	int n = 0;

	(void)out;
	must(copy != NULL);
	for (char *w = strtok_r(copy, " \t", &rest); w && n < MAX_WORDS; w = strtok_r(NULL, " \t", &rest))
		word[n++] = w;
	bool fine = n < MAX_WORDS ? setup_read(&u, e->box, n, word, why) : error_say(why, "too many settings: at most %d", MAX_WORDS - 2);
	free(copy);
	if (fine) {
		struct session fresh;
		session_start(&fresh, &u);
		take_over(e, &fresh);
	}
	return fine;
}

/* A position takes over box, seed and names from the game under way, if that is the same game. A position of another version of the rules is understood
 * with the built-in box of that version, unless the box is somebody's own. */
static void position_setup(const struct engine *e, const struct game *g, const struct flat *rules, struct setup *u)
{
	if (e->on && game_of(e) == g) {
		*u = e->s.setup;
	} else {
		setup_preset(u, g);
		if (e->box && e->box->game == g)
			u->box = e->box->box;
	}
	if (rules && rules->kind == FLAT_INT && rules->n != u->rules && boxfile_built_in(g, &u->box))
		game_box(g, (int)rules->n, &u->box);
}

static bool run_position(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	struct json j;
	struct setup u;
	struct state at;
	struct session fresh;
	char wrong[MAX_TEXT];

	(void)out;
	if (!json_read(&j, words, strlen(words), why))
		return false;
	const struct flat *name = flat_find(&j.flats, "game");
	const struct game *g = name && name->kind == FLAT_TEXT ? game_find(name->text) : NULL;
	bool fine = g ? true : error_say(why, "\"game\" does not name a game that is here");
	if (fine) {
		position_setup(e, g, flat_find(&j.flats, "rules"), &u);
		fine = codec_read(g, &u.box, &at, &j.flats, wrong);
		if (!fine)
			error_say(why, "%s", wrong);
	}
	json_drop(&j);
	if (fine) {
		session_open(&fresh, &u);
		session_place(&fresh, &at);
		take_over(e, &fresh);
	}
	return fine;
}

static bool run_guess(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	struct state whole = e->s.state;
	uint64_t seed;

	(void)out;
	if (!setup_number(words, &seed))
		return error_say(why, "the seed of a guess is a number from 0 to %ju", UINTMAX_MAX);
	if (whole.eyes == ALL)
		return error_say(why, "there is nothing to guess: this is the whole game and not a view");
	struct rng r = rng_seed(seed);
	game_guess(game_of(e), box_of(e), &whole, &r);
	session_place(&e->s, &whole);
	return true;
}

static bool run_load(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	struct session fresh;

	(void)out;
	if (strcmp(words, "-") == 0)
		return error_say(why, "load takes a file: stdin is where the commands come from");
	if (!record_load(&fresh, words, why))
		return false;
	take_over(e, &fresh);
	return true;
}

/* Asking ---------------------------------------------------------------- */

static void put_option(const struct option *o, struct text *t)
{
	text_put(t, "{\"name\":");
	json_text(t, o->name);
	if (o->values) {
		text_put(t, ",\"values\":[");
		for (int i = 0; o->values[i]; i++) {
			text_put(t, i > 0 ? "," : "");
			json_text(t, o->values[i]);
		}
		text_put(t, "],\"preset\":");
		json_text(t, o->values[o->preset]);
	} else {
		text_form(t, ",\"min\":%d,\"max\":%d,\"preset\":%d", NULL, (int64_t[]){ o->min, o->max, o->preset });
	}
	text_put(t, ",\"help\":");
	json_text(t, o->help);
	text_char(t, '}');
}

static void put_words(const char *name, const char *const words[], struct text *t)
{
	text_form(t, ",\"%s\":[", (const char *[]){ name }, NULL);
	for (int i = 0; words[i]; i++) {
		text_put(t, i > 0 ? "," : "");
		json_text(t, words[i]);
	}
	text_char(t, ']');
}

/* Prints what is known about a game before it begins, for programs that offer games. */
static bool run_games(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	char json[MAX_JSON], hash[BOX_HASH];

	(void)e, (void)words, (void)why;
	for (int i = 0; game_list[i]; i++) {
		const struct game *g = game_list[i];
		struct text t = text_on(json, sizeof json);
		text_put(&t, "{\"game\":");
		json_text(&t, g->name);
		text_put(&t, ",\"title\":");
		json_text(&t, g->title);
		boxfile_hash(g, g->box, hash);
		text_form(&t, ",\"rules\":%d,\"box\":\"%s\",\"players\":[%d,%d],\"options\":[", (const char *[]){ hash }, (int64_t[]){ g->rules, g->min_players, g->max_players });
		for (int k = 0; g->options[k].name; k++) {
			text_put(&t, k > 0 ? "," : "");
			put_option(&g->options[k], &t);
		}
		text_char(&t, ']');
		put_words("events", g->events, &t);
		put_words("endings", g->endings, &t);
		put_words("fates", g->fates, &t);
		text_char(&t, '}');
		must(text_fits(&t));
		fprintf(out, "%s\n", json);
	}
	return true;
}

static const struct game *game_in(const struct engine *e, const char *words, const char *command, char why[MAX_ERROR])
{
	const struct game *g = words[0] ? game_find(words) : e->on ? game_of(e) : NULL;

	if (!g)
		error_say(why, "%s takes the name of a game, or nothing when there is a game", command);
	return g;
}

static bool run_box(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	static char json[1 << 18];
	struct text t = text_on(json, sizeof json);
	const struct game *g = game_in(e, words, "box", why);

	if (!g)
		return false;
	codec_box_json(g, words[0] ? g->box : box_of(e), &t);
	must(text_fits(&t));
	fprintf(out, "%s\n", json);
	return true;
}

static bool run_names(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);
	const struct game *g = game_in(e, words, "names", why);

	if (!g)
		return false;
	text_char(&t, '{');
	if (g->names)
		g->names(words[0] ? g->box : box_of(e), &t);
	text_char(&t, '}');
	must(text_fits(&t));
	fprintf(out, "%s\n", json);
	return true;
}

static bool run_facts(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	static char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);
	const struct game *g = game_of(e);
	char reason[MAX_TEXT];
	int move = -1;

	if (words[0] && session_to_move(&e->s) < 0)
		return error_say(why, "no seat is to move");
	if (words[0] && !session_find(&e->s, words, &move, why))
		return false;
	if (move >= 0 && g->why(box_of(e), &e->s.state, move, reason))
		return error_say(why, "%s", reason);
	text_char(&t, '{');
	if (g->facts)
		g->facts(box_of(e), &e->s.state, move, &t);
	text_char(&t, '}');
	must(text_fits(&t));
	fprintf(out, "%s\n", json);
	return true;
}

static bool run_tomove(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	int mover = session_to_move(&e->s);

	(void)words, (void)why;
	if (mover >= 0)
		fprintf(out, "%d\n", mover);
	else
		fputs(mover == CHANCE ? "chance\n" : "over\n", out);
	return true;
}

/* Checks that a list of the legal moves, made by another program and given as JSON, is the same as ours. */
static bool same_list(struct engine *e, const struct moves *m, const char *list, char why[MAX_ERROR])
{
	struct json j;
	char text[MAX_TEXT], path[MAX_NAME], *object = malloc(strlen(list) + sizeof "{\"of\":}");

	must(object != NULL);
	sprintf(object, "{\"of\":%s}", list);
	bool same = json_read(&j, object, strlen(object), why);
	free(object);
	if (!same)
		return error_say(why, "these are not the legal moves: `legal` lists them");
	const struct flat *theirs = flat_find(&j.flats, "of");
	same = theirs && theirs->kind == FLAT_LIST && theirs->n == m->n;
	for (int i = 0; same && i < m->n; i++) {
		snprintf(path, sizeof path, "of[%d]", i);
		const struct flat *move = flat_find(&j.flats, path);
		game_of(e)->text(box_of(e), &e->s.state, m->id[i], e->s.state.eyes, text);
		same = move && move->kind == FLAT_TEXT && strcmp(move->text, text) == 0;
	}
	json_drop(&j);
	return same ? true : error_say(why, "these are not the legal moves: `legal` lists them");
}

static bool run_legal(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	struct moves m;
	char text[MAX_TEXT];

	game_of(e)->legal(box_of(e), &e->s.state, &m);
	if (words[0])
		return same_list(e, &m, words, why);
	for (int i = 0; i < m.n; i++) {
		game_of(e)->text(box_of(e), &e->s.state, m.id[i], e->s.state.eyes, text);
		fprintf(out, "%s\n", text);
	}
	return true;
}

static bool run_only(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	char text[MAX_TEXT];
	int only = game_only(game_of(e), box_of(e), &e->s.state);

	(void)words, (void)why;
	if (only < 0)
		return true;
	game_of(e)->text(box_of(e), &e->s.state, only, e->s.state.eyes, text);
	fprintf(out, "%s\n", text);
	return true;
}

static bool run_why(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	char reason[MAX_TEXT], rule[8];
	int move;

	if (!session_find(&e->s, words, &move, why))
		return false;
	int forbids = game_of(e)->why(box_of(e), &e->s.state, move, reason);
	if (forbids) {
		game_rule_name((uint16_t)forbids, rule);
		fprintf(out, "%s %s\n", rule, reason);
	} else {
		fputs("legal\n", out);
	}
	return true;
}

static bool run_state(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	(void)words, (void)why;
	put_state(e, &e->s.state, out);
	return true;
}

static bool run_view(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	struct state view;
	uint64_t seat = 0;
	bool watcher = strcmp(words, "watcher") == 0;

	if (!watcher && (!setup_number(words, &seat) || seat >= (uint64_t)e->s.setup.players))
		return error_say(why, e->s.setup.players > 1 ? "there is no such seat; there are 0 to %d, and watcher"
			: "there is no such seat; there is %d, and watcher", e->s.setup.players - 1);
	game_view(game_of(e), box_of(e), &e->s.state, watcher ? WATCHER : (int)seat, &view);
	put_state(e, &view, out);
	return true;
}

static bool run_score(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	const struct game *g = game_of(e);
	struct line lines[MAX_LINES];
	int score[MAX_PLAYERS], place[MAX_PLAYERS];
	char rule[8];

	(void)words, (void)why;
	g->score(box_of(e), &e->s.state, score);
	g->place(box_of(e), &e->s.state, place);
	for (int seat = 0; seat < e->s.setup.players; seat++) {
		fprintf(out, "%d place %d score %d fate %s\n", seat, place[seat], score[seat], g->fates[g->fate(box_of(e), &e->s.state, seat)]);
		for (int i = 0, n = g->tally(box_of(e), &e->s.state, seat, lines); i < n; i++) {
			game_rule_name(lines[i].rule, rule);
			fprintf(out, "  %d %s %s\n", lines[i].n, rule, lines[i].words);
		}
	}
	fprintf(out, "ending %s\n", g->endings[g->ending(box_of(e), &e->s.state)]);
	return true;
}

static bool run_board(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	bool ascii = strcmp(words, "ascii") == 0;

	if (words[0] && !ascii)
		return error_say(why, "board takes nothing or `ascii`");
	session_board(&e->s, e->s.plies, e->s.state.eyes, ascii ? LOOK_ASCII : 0, out);
	return true;
}

static void put_events(const struct engine *e, int ply, FILE *out)
{
	const struct game *g = game_of(e);
	struct events told;
	char rule[8], words[MAX_ERROR], seat[8];

	session_told(&e->s, ply, &told);
	for (int i = 0; i < told.n; i++) {
		const struct event *v = &told.of[i];
		game_rule_name(v->rule, rule);
		session_say(&e->s, ply, v, ALL, 0, words);
		snprintf(seat, sizeof seat, v->seat == NOBODY ? "-" : "%d", v->seat);
		fprintf(out, "%s %s %s %d %d %d %s\n", g->events[v->what], rule, seat, v->thing, v->place, v->n, words);
	}
}

static bool run_events(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	int from = session_last(&e->s);

	(void)words, (void)why;
	for (int ply = from < 0 ? 0 : from; ply < e->s.plies; ply++)
		put_events(e, ply, out);
	return true;
}

static bool run_record(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	bool json = strcmp(words, "json") == 0;

	if (words[0] && !json)
		return error_say(why, "record takes nothing or `json`");
	record_write(&e->s, json ? RECORD_JSON : RECORD_TEXT, out);
	return true;
}

/* Thinking -------------------------------------------------------------- */

static bool run_perft(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	uint64_t depth, budget = e->budget, count;

	if (!setup_number(words, &depth) || depth < 1 || depth > PERFT_DEPTH)
		return error_say(why, "perft takes a number from 1 to %d", PERFT_DEPTH);
	for (int d = 1; d <= (int)depth; d++) {
		if (!perft_count(game_of(e), box_of(e), &e->s.state, d, &budget, &count))
			return error_say(why, "depth %d needs more than %ju positions", d, (uintmax_t)e->budget);
		fprintf(out, "%d %ju\n", d, (uintmax_t)count);
	}
	return true;
}

static const struct bot *find_bot(const char *name, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN], all[MAX_TEXT];
	struct text t = text_on(all, sizeof all);
	const struct bot *bot = bot_find(name);

	bot_names(&t);
	if (!bot)
		error_say(why, "there is no bot '%s'; there are: %s", error_quote(shown, name, strlen(name)), all);
	return bot;
}

/* Prints the moves of a line of thought as far as they can be played from what the bot sees: draws, and answers of others in between, may lead elsewhere. */
static void put_line(const struct engine *e, const struct state *view, const struct thought *t, int which, FILE *out)
{
	struct state s = *view;
	struct rng r = rng_seed(0);
	char text[MAX_TEXT];

	fprintf(out, "info line %d visits %ju expected", which + 1, (uintmax_t)t->line[which].visits);
	for (int seat = 0; seat < view->players; seat++)
		fprintf(out, " %.3f", (double)t->line[which].expected[seat]);
	fputs(" moves", out);
	game_guess(game_of(e), box_of(e), &s, &r);
	for (int i = 0; i < t->line[which].n; i++) {
		while (game_of(e)->to_move(box_of(e), &s) == CHANCE)
			game_of(e)->apply(box_of(e), &s, game_chance(game_of(e), box_of(e), &s, &r), NULL);
		int move = t->line[which].move[i];
		if (game_of(e)->to_move(box_of(e), &s) == OVER || !game_is_legal(game_of(e), box_of(e), &s, move))
			break;
		game_of(e)->text(box_of(e), &s, move, view->eyes, text);
		fprintf(out, "%s %s", i > 0 ? ";" : "", text);
		game_of(e)->apply(box_of(e), &s, move, NULL);
	}
	fputc('\n', out);
}

static void put_thought(const struct engine *e, const struct state *view, const struct thought *t, FILE *out)
{
	fprintf(out, "info iterations %ju visits %ju nodes %ju depth %ju ms %ju%s\n", (uintmax_t)t->iterations, (uintmax_t)t->visits,
		(uintmax_t)t->nodes, (uintmax_t)t->depth, (uintmax_t)t->ms, t->solved ? " solved" : "");
	for (int i = 0; i < t->lines; i++) {
		put_line(e, view, t, i, out);
		engine_hint(e, view, t, i, out);
	}
}

/* A bot gets the view of its seat. Its random numbers depend on the seed and the ply, or on the position that was given, so that asking twice gives the
 * same answer. */
static int ask_bot(const struct engine *e, const char *name, int mover, bool info, FILE *out)
{
	struct mind *mind = bot_open(name, game_of(e), box_of(e));
	struct state view = e->s.state;
	struct thought thought;
	uint8_t code[MAX_CODE];

	must(mind != NULL);
	if (view.eyes == ALL)
		game_view(game_of(e), box_of(e), &e->s.state, mover, &view);
	uint64_t at = e->s.placed ? codec_hash(code, codec_encode(game_of(e), &view, code)) : (uint64_t)e->s.plies;
	struct rng own = rng_seed(rng_mix(e->s.setup.seed) + at);
	int move = bot_pick(mind, &view, (struct budget){ .iterations = e->thinking }, &own, &thought);
	bot_close(mind);
	if (info)
		put_thought(e, &view, &thought, out);
	return move;
}

bool engine_has_net(const struct engine *e, char why[MAX_ERROR])
{
	return !eval_misses_net(game_of(e)) || error_say(why, "the net of %s is not here", game_of(e)->name);
}

/* `go`, `go info`, `go BOT`, `go BOT info`. */
static bool run_go(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	const size_t n = strcspn(words, " \t");
	const char *more = words + n + strspn(words + n, " \t");
	const bool named = n > 0 && strcmp(words, "info") != 0;
	int mover = session_to_move(&e->s), move;
	char text[MAX_TEXT], name[MAX_TEXT];

	if (*more && strcmp(more, "info") != 0)
		return error_say(why, "go takes a bot and `info`, nothing else");
	snprintf(name, sizeof name, "%.*s", named ? (int)n : MAX_TEXT, named ? words : e->bot ? e->bot : "simple");
	const struct bot *bot = find_bot(name, why);
	if (!bot || (bot_judges_by_net(bot) && !engine_has_net(e, why)))
		return false;
	if (mover == OVER)
		return error_say(why, "the game is over");
	move = mover == CHANCE ? session_draw(&e->s) : ask_bot(e, name, mover, *more || (n > 0 && !named), out);
	game_of(e)->text(box_of(e), &e->s.state, move, e->s.state.eyes, text);
	fprintf(out, "move %s\n", text);
	return true;
}

static void put_plan(const struct engine *e, const struct plan *p, FILE *out)
{
	char json[MAX_JSON], words[MAX_PLAN][MAX_TEXT];
	struct text t = text_on(json, sizeof json);

	text_char(&t, '{');
	fields_json(game_of(e)->plan_fields, p, &t);
	text_put(&t, ",\"moves\":[");
	session_plan(&e->s, p, words);
	for (int i = 0; i < p->n; i++) {
		text_put(&t, i > 0 ? "," : "");
		json_text(&t, words[i]);
	}
	text_char(&t, ']');
	if (game_of(e)->course) {
		text_char(&t, ',');
		game_of(e)->course(box_of(e), &e->s.state, p, &t);
	}
	must(text_fits(&t));
	fprintf(out, "%s}\n", json);
}

static bool run_plans(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	const struct game *g = game_of(e);

	(void)words;
	if (!g->plans)
		return error_say(why, "%s has no plans", g->name);
	if (session_to_move(&e->s) < 0)
		return error_say(why, "no seat is to move, so there is nothing to plan");
	struct plan *all = malloc(MAX_PLANS * sizeof *all);
	must(all != NULL);
	int n = g->plans(box_of(e), &e->s.state, all, MAX_PLANS);
	for (int i = 0; i < n && n <= MAX_PLANS; i++)
		put_plan(e, &all[i], out);
	free(all);
	return n <= MAX_PLANS ? true : error_say(why, "there are more than %d plans, too many to list", MAX_PLANS);
}

/* Playing --------------------------------------------------------------- */

static bool run_play(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	(void)out;
	return session_play(&e->s, words, why);
}

/* Works on a view too: silent moves of the seat to move lead to the same view whatever is hidden. */
static bool run_draft(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	const struct game *g = game_of(e);
	const int mover = session_to_move(&e->s);
	struct state before = e->s.state, after, view;
	struct events told = { .n = 0 };
	struct rng r = rng_seed(0);
	char reason[MAX_TEXT], rule[8];
	int move;

	if (mover < 0)
		return error_say(why, "no seat is to move");
	if (!session_find(&e->s, words, &move, why))
		return false;
	int forbids = g->why(box_of(e), &before, move, reason);
	if (forbids) {
		game_rule_name((uint16_t)forbids, rule);
		return error_say(why, "%s %s", rule, reason);
	}
	game_guess(g, box_of(e), &before, &r);
	after = before;
	g->apply(box_of(e), &after, move, &told);
	if (!game_silent(g, box_of(e), &before, &after, &told)) {
		fputs("final\n", out);
		return true;
	}
	game_view(g, box_of(e), &after, mover, &view);
	session_place(&e->s, e->s.state.eyes == ALL ? &after : &view);
	return true;
}

static bool run_follow(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	(void)out;
	return follow_play(&e->s, words, why);
}

static bool run_undo(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	(void)words, (void)out;
	return session_undo(&e->s, why);
}

static bool run_note(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	(void)out;
	return session_remark(&e->s, PLACE_PLY(e->s.plies), false, words, strlen(words), why);
}

/* The table ------------------------------------------------------------- */

static bool run_help(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR]);

static bool run_quit(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	(void)e, (void)words, (void)out, (void)why;
	return true;
}

static const struct command commands[] = {
	{ "games",    "",       "what there is to play, as JSON, one a line",           NOTHING, NONE,  run_games },
	{ "box",      "[GAME]", "the pieces as JSON: of a game, or of the one under way", NOTHING, MAYBE, run_box },
	{ "names",    "[GAME]", "what its board shows besides the pieces, as JSON",     NOTHING, MAYBE, run_names },
	{ "facts",    "[MOVE]", "what follows by the rules from the position, or about a legal move, as JSON", GAME, MAYBE, run_facts },
	{ "new",      "GAME key=value...", "begin a game: players, seed, chance=auto|manual, names, options", NOTHING, SOME, run_new },
	{ "position", "JSON",   "go on from what `state` or `view` printed",            NOTHING, SOME,  run_position },
	{ "guess",    "SEED",   "fill in what a view does not know",                    GAME,    SOME,  run_guess },
	{ "load",     "FILE",   "go on from the end of a record",                       NOTHING, SOME,  run_load },
	{ "tomove",   "",       "a seat from 0, `chance` or `over`",                    GAME,    NONE,  run_tomove },
	{ "legal",    "[LIST]", "the moves that can be played, one a line; or checks LIST", MOVER, MAYBE, run_legal },
	{ "only",     "",       "the move that everybody can see to be the only one, if there is one", MOVER, NONE, run_only },
	{ "play",     "MOVE",   "play it; `0 MOVE` also says by whom, `-` is chance",   WHOLE,   SOME,  run_play },
	{ "draft",    "MOVE",   "play it on a view, if it can be taken back unasked; else `final`", MOVER, SOME, run_draft },
	{ "why",      "MOVE",   "`legal`, or the rule that forbids it",                 MOVER,   SOME,  run_why },
	{ "follow",   "CODE",   "play on by the decisions of a puzzle, draws from the seed", WHOLE, SOME, run_follow },
	{ "undo",     "",       "take the last move back, and the draws after it",      WHOLE,   NONE,  run_undo },
	{ "note",     "TEXT",   "put a comment into the record",                        WHOLE,   SOME,  run_note },
	{ "events",   "",       "what the last move and the draws after it did",        WHOLE,   NONE,  run_events },
	{ "story",    "[[for SEAT] turn|now|round EVENT...]", "the game turn by turn in sentences; or a turn, the one under way or a round by its events, as JSON", GAME, MAYBE, engine_story },
	{ "state",    "",       "the whole game as JSON on one line",                   GAME,    NONE,  run_state },
	{ "view",     "SEAT",   "the same as that seat, or a `watcher`, may know it",   WHOLE,   SOME,  run_view },
	{ "board",    "[ascii]", "the board as text",                                   GAME,    MAYBE, run_board },
	{ "score",    "",       "places, points and fates",                             WHOLE,   NONE,  run_score },
	{ "record",   "[json]", "the game so far as a record",                          WHOLE,   MAYBE, run_record },
	{ "plans",    "",       "all ways to finish the turn, as JSON, one a line",     MOVER,   NONE,  run_plans },
	{ "go",       "[BOT] [info]", "ask a bot for a move, and what it thought; it is not played", MOVER, MAYBE, run_go },
	{ "review",   "LEVEL [PLY...]", "judge these moves of the game, as JSON, one a line: quick, normal, deep or puzzle", WHOLE, SOME, engine_review },
	{ "perft",    "N",      "count the sequences of 1 to N moves",                  WHOLE,   SOME,  run_perft },
	{ "help",     "",       "this list",                                            NOTHING, NONE,  run_help },
	{ "quit",     "",       "leave",                                                NOTHING, NONE,  run_quit },
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static bool run_help(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	(void)e, (void)words, (void)why;
	for (int i = 0; i < COMMANDS; i++)
		fprintf(out, "%-8s %-17s %s\n", commands[i].name, commands[i].words, commands[i].help);
	return true;
}

static const struct command *find(const char *word, size_t n, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN], all[MAX_ERROR];
	struct text t = text_on(all, sizeof all);

	for (int i = 0; i < COMMANDS; i++) {
		if (strlen(commands[i].name) == n && memcmp(commands[i].name, word, n) == 0)
			return &commands[i];
		text_form(&t, i > 0 ? ", %s" : "%s", &commands[i].name, NULL);
	}
	error_say(why, "there is no command '%s'; there are: %s", error_quote(shown, word, n), all);
	return NULL;
}

static bool is_ready(const struct engine *e, const struct command *c, const char *words, char why[MAX_ERROR])
{
	if (c->takes == NONE && words[0])
		return error_say(why, "%s takes nothing", c->name);
	if (c->takes == SOME && !words[0])
		return error_say(why, "%s takes %s", c->name, c->words);
	if (c->need == NOTHING)
		return true;
	if (!e->on)
		return error_say(why, "there is no game yet: begin with new, position or load");
	if (e->s.state.eyes == ALL || c->need == GAME || (c->need == MOVER && session_to_move(&e->s) == e->s.state.eyes))
		return true;
	return error_say(why, "%s needs more than this view shows: `guess SEED` completes it", c->name);
}

static bool is_text(const char *line, size_t n, char why[MAX_ERROR])
{
	size_t at;

	if (!error_clean(line, n, &at))
		return error_say(why, "byte %zu of the line is 0x%02x, which is not text", at + 1, (unsigned char)line[at]);
	return true;
}

/* Runs the command in a line that has been checked to be text. */
static bool answer(struct engine *e, const char *line, FILE *out, bool *quit, char why[MAX_ERROR])
{
	size_t n = strcspn(line, " \t");
	const struct command *c = find(line, n, why);
	const char *words = line + n + strspn(line + n, " \t");

	if (c && c->run == run_view && words[0] == '{')         /* `view JSON` is another name of `position JSON` */
		c = find("position", strlen("position"), why);
	if (!c || !is_ready(e, c, words, why))
		return false;
	*quit = c->run == run_quit;
	return c->run(e, words, out, why);
}

bool engine_line(struct engine *e, const char *line, size_t n, FILE *out)
{
	char why[MAX_ERROR];
	bool quit = false, fine;

	if (n > ENGINE_LINE) {
		fprintf(out, "error the line has %zu bytes: at most %d are taken\n", n, ENGINE_LINE);
		return true;
	}
	while (n > 0 && (line[n - 1] == '\r' || line[n - 1] == ' ' || line[n - 1] == '\t'))
		n--;
	for (; n > 0 && (line[0] == ' ' || line[0] == '\t'); n--)
		line++;
	if (n == 0 || line[0] == '#')
		return true;
	fine = is_text(line, n, why);
	if (fine) {
		char *own = strndup(line, n);
		must(own != NULL);
		fine = answer(e, own, out, &quit, why);
		free(own);
	}
	if (fine)
		fputs("ok\n", out);
	else
		fprintf(out, "error %s\n", why);
	return !quit;
}

void engine_close(struct engine *e)
{
	if (e->on)
		session_close(&e->s);
	e->on = false;
}
