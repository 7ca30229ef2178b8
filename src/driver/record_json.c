/* A record as JSON: the same values under names. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "record_parts.h"

/* Out ------------------------------------------------------------------- */

static json_t *number(const char *words)
{
	return json_integer(strtoll(words, NULL, 10));
}

static json_t *parsed(const char *words)
{
	return json_loads(words, 0, NULL);
}

static json_t *names(const struct setup *u)
{
	json_t *all = json_array();

	for (int i = 0; i < u->players; i++)
		json_array_append_new(all, json_string(u->name[i]));
	return all;
}

/* "a, b, c": numbers where they are plain digits. */
static json_t *listed(const char *words)
{
	json_t *all = json_array();
	uint64_t n;

	while (*words) {
		size_t k = strcspn(words, ",");
		char *one = strndup(words, k);

		must(one != NULL);
		json_array_append_new(all, strlen(one) < 12 && setup_number(one, &n) ? json_integer((json_int_t)n) : json_string(one));
		free(one);
		words += k + strspn(words + k, ", ");
	}
	return all;
}

static json_t *options(const struct setup *u)
{
	json_t *all = json_object();
	char value[MAX_TEXT];

	for (int i = 0; u->game->options[i].name; i++) {
		game_option_text(u->game, u->option, i, value);
		json_object_set_new(all, u->game->options[i].name, u->game->options[i].values ? json_string(value) : number(value));
	}
	return all;
}

static json_t *moves(const struct session *s)
{
	const struct game *g = s->setup.game;
	json_t *all = json_array();
	char words[MAX_TEXT];

	for (int p = 0; p < s->plies; p++) {
		const struct state *before = session_at(s, p);
		int mover = g->to_move(&s->setup.box, before);

		g->text(&s->setup.box, before, s->ply[p].move, ALL, words);
		json_array_append_new(all, json_pack("{s:i, s:o, s:s}", "turn", g->turn(before),
			"by", mover == CHANCE ? json_string("-") : json_integer(mover), "move", words));
	}
	return all;
}

/* A place by name: a line of the head, "turn" or "move" with its ply, "result" or "end". */
static json_t *comments(const struct session *s)
{
	json_t *all = json_array();

	for (int i = 0; i < s->remarks; i++) {
		const struct remark *r = &s->remark[i];
		const char *side = r->beside ? "beside" : "above";
		int ply = (r->place - PLACE_BODY) / 2;
		bool turn = r->place == PLACE_TURN(ply);
		json_t *one;

		if (r->place < PLACE_BODY)
			one = json_pack("{s:s, s:s}", side, head_json[r->place], "text", r->words);
		else if (ply == s->plies)
			one = json_pack("{s:s, s:s}", side, turn ? "result" : "end", "text", r->words);
		else
			one = json_pack("{s:s, s:i, s:s}", side, turn ? "turn" : "move", "ply", ply, "text", r->words);
		json_array_append_new(all, one);
	}
	return all;
}

static json_t *result(const struct session *s)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	json_t *places = json_array(), *fates = json_array();
	int place[MAX_PLAYERS];

	g->place(b, &s->state, place);
	for (int i = 0; i < s->setup.players; i++) {
		json_array_append_new(places, json_integer(place[i]));
		json_array_append_new(fates, json_string(g->fates[g->fate(b, &s->state, i)]));
	}
	return json_pack("{s:s, s:o, s:o}", "ending", g->endings[g->ending(b, &s->state)], "places", places, "fates", fates);
}

static json_t *head_value(const struct session *s, enum head which, const char *words)
{
	switch (which) {
	case HEAD_VERSION: case HEAD_RULES: case HEAD_PLAYERS:
		return number(words);
	case HEAD_NAMES:
		return names(&s->setup);
	case HEAD_OPTIONS:
		return options(&s->setup);
	case HEAD_PIECES: case HEAD_POSITION:
		return parsed(words);
	case HEAD_NONCES: case HEAD_ROWS:
		return listed(words);
	default:                                /* the seed too: not every reader of JSON has numbers of 64 bits */
		return json_string(words);
	}
}

void record_write_json(const struct session *s, FILE *out)
{
	json_t *all = json_object();
	char *head[HEAD_COUNT];

	head_of(s, head);
	for (int i = 0; i < HEAD_COUNT; i++)
		if (head[i])
			json_object_set_new(all, head_json[i], head_value(s, (enum head)i, head[i]));
	head_free(head);
	json_object_set_new(all, "moves", moves(s));
	if (s->remarks > 0)
		json_object_set_new(all, "comments", comments(s));
	if (session_to_move(s) == OVER)
		json_object_set_new(all, "result", result(s));
	json_dumpf(all, out, JSON_COMPACT);
	fputc('\n', out);
	json_decref(all);
}

/* In -------------------------------------------------------------------- */

/* A growing text. */
struct words { char *at; size_t n; };

static void append(struct words *w, const char *more)
{
	size_t n = strlen(more);

	w->at = realloc(w->at, w->n + n + 1);
	must(w->at != NULL);
	memcpy(w->at + w->n, more, n + 1);
	w->n += n;
}

/* A number or a text without the characters that separate values in a head line. */
static bool append_plain(struct words *w, json_t *v, const char *separators, char out[MAX_ERROR])
{
	char digits[24];
	const char *text = json_string_value(v);
	size_t at;

	if (json_is_integer(v)) {
		snprintf(digits, sizeof digits, "%lld", (long long)json_integer_value(v));
		text = digits;
	}
	if (!text || !error_clean(text, strlen(text), &at) || text[strcspn(text, separators)] != '\0')
		return error_say(out, "only plain words and whole numbers can stand here");
	append(w, text);
	return true;
}

static bool append_object(struct words *w, enum head which, json_t *v, char out[MAX_ERROR])
{
	const char *key;
	json_t *in;

	if (which != HEAD_OPTIONS) {
		char *dump = json_dumps(v, JSON_COMPACT);
		must(dump != NULL);
		append(w, dump);
		free(dump);
		return true;
	}
	json_object_foreach(v, key, in) {
		append(w, w->n > 0 ? " " : "");
		append(w, key);
		append(w, "=");
		if (!append_plain(w, in, " \t=", out))
			return false;
	}
	return true;
}

/* The value as it would stand in the text. */
static bool read_head(struct reading *r, enum head which, json_t *v, char out[MAX_ERROR])
{
	struct words w = { NULL, 0 };
	bool fine = true, list = which == HEAD_NAMES || which == HEAD_NONCES || which == HEAD_ROWS,
		object = which == HEAD_OPTIONS || which == HEAD_PIECES || which == HEAD_POSITION;
	json_t *in;
	size_t i;

	append(&w, "");
	if (list != json_is_array(v) || object != json_is_object(v))
		fine = error_say(out, "this must be %s", list ? "a list" : object ? "an object" : "a word or a number");
	else if (object)
		fine = append_object(&w, which, v, out);
	else if (!list)
		fine = append_plain(&w, v, "", out);
	json_array_foreach(v, i, in) {
		append(&w, i > 0 ? ", " : "");
		fine = fine && append_plain(&w, in, ",", out);
	}
	fine = fine && reading_head(r, which, w.at, w.n, out);
	free(w.at);
	return fine;
}

static bool read_move(struct reading *r, json_t *v, char out[MAX_ERROR])
{
	json_t *turn = json_object_get(v, "turn"), *by = json_object_get(v, "by");
	const char *move = json_string_value(json_object_get(v, "move"));
	struct words mover = { NULL, 0 };

	if (json_object_size(v) != 3 || !json_is_integer(turn) || !by || !move)
		return error_say(out, "a move is an object with turn, by and move");
	json_int_t n = json_integer_value(turn);
	if (n < 0 || n > INT32_MAX)
		return error_say(out, "turn is out of bounds");
	append(&mover, "");
	bool fine = (n == r->turn || reading_turn(r, (int)n, out)) && append_plain(&mover, by, " \t", out) &&
		reading_move(r, mover.at, move, strlen(move), out);
	free(mover.at);
	return fine;
}

static bool place_named(const struct reading *r, const char *name, json_t *ply, bool beside, int *place)
{
	int64_t n = json_integer_value(ply);
	int plies = r->s.plies;

	for (int i = 0; i < HEAD_COUNT && !ply; i++)
		if (strcmp(name, head_json[i]) == 0) {
			*place = i;
			return r->head[i] && !(beside && (i == HEAD_PIECES || i == HEAD_POSITION));     /* JSON ends those lines */
		}
	if (!ply) {
		bool result_here = strcmp(name, "result") == 0;
		*place = result_here ? PLACE_TURN(plies) : PLACE_PLY(plies);
		return result_here ? r->closed : !beside && strcmp(name, "end") == 0;
	}
	if (!json_is_integer(ply) || n < 0 || n >= plies)
		return false;
	bool turn = strcmp(name, "turn") == 0;
	*place = turn ? PLACE_TURN((int)n) : PLACE_PLY((int)n);
	return turn ? turn_begins(&r->s, (int)n) : strcmp(name, "move") == 0;
}

static bool read_comment(struct reading *r, json_t *v, char out[MAX_ERROR])
{
	json_t *above = json_object_get(v, "above"), *beside = json_object_get(v, "beside"), *ply = json_object_get(v, "ply");
	const char *text = json_string_value(json_object_get(v, "text")), *name = json_string_value(above ? above : beside);
	size_t at;
	int place;

	if (json_object_size(v) != (ply ? 3 : 2) || !text || !name)
		return error_say(out, "a comment is an object with above or beside, text, and sometimes ply");
	if (!error_clean(text, strlen(text), &at))
		return error_say(out, "byte %zu of the comment is no text", at + 1);
	if (!place_named(r, name, ply, beside != NULL, &place))
		return error_say(out, "there is no such place");
	return session_remark(&r->s, place, beside != NULL, text, strlen(text), out);
}

/* As the text has it, to be compared with the true one. */
static bool read_result(struct reading *r, json_t *v, char out[MAX_ERROR])
{
	const char *ending = json_string_value(json_object_get(v, "ending"));
	json_t *places = json_object_get(v, "places"), *fates = json_object_get(v, "fates");
	char number_and[48];
	struct words w = { NULL, 0 };

	if (json_object_size(v) != 3 || !ending || !json_is_array(places) || !json_is_array(fates) ||
	    json_array_size(places) != json_array_size(fates))
		return error_say(out, "a result is an object with ending, places and fates");
	append(&w, ending);
	for (size_t i = 0; i < json_array_size(places); i++) {
		const char *fate = json_string_value(json_array_get(fates, i));
		snprintf(number_and, sizeof number_and, "%s%zu place %lld ", i > 0 ? ", " : ": ", i,
			(long long)json_integer_value(json_array_get(places, i)));
		append(&w, number_and);
		append(&w, fate ? fate : "?");
	}
	bool fine = reading_result(r, w.at, out);
	free(w.at);
	return fine;
}

/* Each element of a list, with its path in front of what is wrong with it. */
static bool read_each(struct reading *r, json_t *root, const char *key, bool (*read)(struct reading *, json_t *, char *), char out[MAX_ERROR])
{
	json_t *all = json_object_get(root, key), *in;
	size_t i;

	if (all && !json_is_array(all))
		return error_say(out, "%s: this must be a list", key);
	json_array_foreach(all, i, in)
		if (!read(r, in, out))
			return error_say(out, "%s[%zu]: %s", key, i, out);
	return true;
}

static enum head head_called(const char *key)
{
	enum head which = 0;

	while (which < HEAD_COUNT && strcmp(key, head_json[which]) != 0)
		which++;
	return which;
}

static bool read_root(struct reading *r, json_t *root, char out[MAX_ERROR])
{
	const char *key;
	json_t *v, *told = json_object_get(root, "result");
	char shown[MAX_SHOWN];

	json_object_foreach(root, key, v) {
		enum head which = head_called(key);
		if (which < HEAD_COUNT) {
			if (!read_head(r, which, v, out))
				return error_say(out, "%s: %s", key, out);
		} else if (strcmp(key, "moves") != 0 && strcmp(key, "comments") != 0 && strcmp(key, "result") != 0) {
			return error_say(out, "'%s' is unknown here", error_quote(shown, key, strlen(key)));
		}
	}
	if (!read_each(r, root, "moves", read_move, out))
		return false;
	if (told && !read_result(r, told, out))
		return error_say(out, "result: %s", out);
	return reading_end(r, out) && read_each(r, root, "comments", read_comment, out);
}

bool record_read_json(struct reading *r, const char *bytes, size_t n, char out[MAX_ERROR])
{
	json_t *root = json_parse(bytes, n, FILE_LIMIT, out);
	bool fine = root && read_root(r, root, out);

	json_decref(root);
	return fine;
}
