/* A record as JSON: the same values under names. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "play/record_parts.h"

/* Out ------------------------------------------------------------------- */

/* "a, b, c" as a list: numbers where they are plain digits. */
static void put_list(FILE *out, const char *words)
{
	const char *comma = "";
	uint64_t n;

	fputc('[', out);
	while (*words) {
		size_t k = strcspn(words, ",");
		char *one = strndup(words, k);

		must(one != NULL);
		fputs(comma, out);
		comma = ",";
		if (strlen(one) < 12 && setup_number(one, &n))
			fprintf(out, "%ju", (uintmax_t)n);
		else
			json_put(out, one);
		free(one);
		words += k + strspn(words + k, ", ");
	}
	fputc(']', out);
}

static void put_names(FILE *out, const struct setup *u)
{
	for (int i = 0; i < u->players; i++) {
		fputc(i > 0 ? ',' : '[', out);
		json_put(out, u->name[i]);
	}
	fputc(']', out);
}

static void put_options(FILE *out, const struct setup *u)
{
	char value[MAX_TEXT];

	fputc('{', out);
	for (int i = 0, any = 0; u->game->options[i].name; i++) {
		if (!option_is_in(&u->game->options[i], u->rules))
			continue;
		fputs(any++ ? "," : "", out);
		json_put(out, u->game->options[i].name);
		fputc(':', out);
		game_option_text(u->game, u->option, i, value);
		if (u->game->options[i].values)
			json_put(out, value);
		else
			fputs(value, out);
	}
	fputc('}', out);
}

static void put_head(FILE *out, const struct session *s, enum head which, const char *words)
{
	json_put(out, record_head_json[which]);
	fputc(':', out);
	switch (which) {
	case HEAD_VERSION: case HEAD_RULES: case HEAD_PLAYERS:          /* numbers */
	case HEAD_PIECES: case HEAD_POSITION:                           /* JSON already */
		fputs(words, out);
		break;
	case HEAD_NAMES:
		put_names(out, &s->setup);
		break;
	case HEAD_OPTIONS:
		put_options(out, &s->setup);
		break;
	case HEAD_NONCES: case HEAD_ROWS: case HEAD_DRAWS:
		put_list(out, words);
		break;
	default:                                /* the seed too: not every reader of JSON has numbers of 64 bits */
		json_put(out, words);
	}
}

static void put_moves(FILE *out, const struct session *s)
{
	const struct game *g = s->setup.game;
	char words[MAX_TEXT];

	fputs(",\"moves\":[", out);
	for (int p = 0; p < s->plies; p++) {
		const struct state *before = session_at(s, p);
		int mover = g->to_move(&s->setup.box, before);

		fprintf(out, "%s{\"turn\":%d,\"by\":", p > 0 ? "," : "", g->turn(before));
		fprintf(out, mover == CHANCE ? "\"-\"" : "%d", mover);
		g->text(&s->setup.box, before, s->ply[p].move, ALL, words);
		fputs(",\"move\":", out);
		json_put(out, words);
		fputc('}', out);
	}
	fputc(']', out);
}

/* A place by name: a line of the head, "turn" or "move" with its ply, "result" or "end". */
static void put_comments(FILE *out, const struct session *s)
{
	fputs(",\"comments\":", out);
	for (int i = 0; i < s->remarks; i++) {
		const struct remark *r = &s->remark[i];
		int ply = (r->place - PLACE_BODY) / 2;
		bool turn = r->place == PLACE_TURN(ply), head = r->place < PLACE_BODY, last = ply == s->plies;

		fprintf(out, "%c{\"%s\":", i > 0 ? ',' : '[', r->beside ? "beside" : "above");
		json_put(out, head ? record_head_json[r->place] : last ? (turn ? "result" : "end") : turn ? "turn" : "move");
		if (!head && !last)
			fprintf(out, ",\"ply\":%d", ply);
		fputs(",\"text\":", out);
		json_put(out, r->words);
		fputc('}', out);
	}
	fputc(']', out);
}

static void put_result(FILE *out, const struct session *s)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	int place[MAX_PLAYERS];

	g->place(b, &s->state, place);
	fputs(",\"result\":{\"ending\":", out);
	json_put(out, g->endings[g->ending(b, &s->state)]);
	for (int i = 0; i < s->setup.players; i++)
		fprintf(out, "%s%d", i > 0 ? "," : ",\"places\":[", place[i]);
	for (int i = 0; i < s->setup.players; i++) {
		fputs(i > 0 ? "," : "],\"fates\":[", out);
		json_put(out, g->fates[g->fate(b, &s->state, i)]);
	}
	fputs("]}", out);
}

void record_write_json(const struct session *s, FILE *out)
{
	char *head[HEAD_COUNT];
	char comma = '{';

	record_head_of(s, head);
	for (int i = 0; i < HEAD_COUNT; i++)
		if (head[i]) {
			fputc(comma, out);
			put_head(out, s, (enum head)i, head[i]);
			comma = ',';
		}
	record_head_free(head);
	put_moves(out, s);
	if (s->remarks > 0)
		put_comments(out, s);
	if (session_to_move(s) == OVER)
		put_result(out, s);
	fputs("}\n", out);
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
static bool append_plain(struct words *w, const struct json_value *v, const char *separators, char out[MAX_ERROR])
{
	char digits[24];
	const char *text = json_string_of(v);
	size_t at;

	if (json_is(v, FLAT_INT)) {
		snprintf(digits, sizeof digits, "%lld", (long long)v->n);
		text = digits;
	}
	if (!text || !error_clean(text, strlen(text), &at) || text[strcspn(text, separators)] != '\0')
		return error_say(out, "only plain words and whole numbers can stand here");
	append(w, text);
	return true;
}

static bool append_object(struct words *w, enum head which, const struct json_value *v, char out[MAX_ERROR])
{
	if (which != HEAD_OPTIONS) {
		char *dump = json_print(v);
		append(w, dump);
		free(dump);
		return true;
	}
	JSON_EACH(in, v) {
		append(w, w->n > 0 ? " " : "");
		append(w, in->name);
		append(w, "=");
		if (!append_plain(w, in, " \t=", out))
			return false;
	}
	return true;
}

/* The value as it would stand in the text. */
static bool read_head(struct reading *r, enum head which, const struct json_value *v, char out[MAX_ERROR])
{
	struct words w = { NULL, 0 };
	bool fine = true, list = which == HEAD_NAMES || which == HEAD_NONCES || which == HEAD_ROWS || which == HEAD_DRAWS,
		object = which == HEAD_OPTIONS || which == HEAD_PIECES || which == HEAD_POSITION;

	append(&w, "");
	if (list != json_is(v, FLAT_LIST) || object != json_is(v, FLAT_OBJECT))
		fine = error_say(out, "this must be %s", list ? "a list" : object ? "an object" : "a word or a number");
	else if (object)
		fine = append_object(&w, which, v, out);
	else if (!list)
		fine = append_plain(&w, v, "", out);
	if (list)
		JSON_EACH(in, v) {
			append(&w, w.n > 0 ? ", " : "");
			fine = fine && append_plain(&w, in, ",", out);
		}
	fine = fine && record_reading_head(r, which, w.at, w.n, out);
	free(w.at);
	return fine;
}

static bool read_move(struct reading *r, const struct json_value *v, char out[MAX_ERROR])
{
	const struct json_value *turn = json_get(v, "turn"), *by = json_get(v, "by");
	const char *move = json_string_of(json_get(v, "move"));
	struct words mover = { NULL, 0 };

	if (!json_is(turn, FLAT_INT) || !by || !move || v->n != 3)
		return error_say(out, "a move is an object with turn, by and move");
	if (turn->n < 0 || turn->n > INT32_MAX)
		return error_say(out, "turn is out of bounds");
	append(&mover, "");
	bool fine = (turn->n == r->turn || record_reading_turn(r, (int)turn->n, out)) && append_plain(&mover, by, " \t", out) &&
		record_reading_move(r, mover.at, move, strlen(move), out);
	free(mover.at);
	return fine;
}

static bool place_named(const struct reading *r, const char *name, const struct json_value *ply, bool beside, int *place)
{
	int plies = r->s.plies;

	for (int i = 0; i < HEAD_COUNT && !ply; i++)
		if (strcmp(name, record_head_json[i]) == 0) {
			*place = i;
			return r->head[i] && !(beside && (i == HEAD_PIECES || i == HEAD_POSITION));     /* JSON ends those lines */
		}
	if (!ply) {
		bool result_here = strcmp(name, "result") == 0;
		*place = result_here ? PLACE_TURN(plies) : PLACE_PLY(plies);
		return result_here ? r->closed : !beside && strcmp(name, "end") == 0;
	}
	if (!json_is(ply, FLAT_INT) || ply->n < 0 || ply->n >= plies)
		return false;
	bool turn = strcmp(name, "turn") == 0;
	int n = (int)ply->n;
	*place = turn ? PLACE_TURN(n) : PLACE_PLY(n);
	return turn ? record_turn_begins(&r->s, n) : strcmp(name, "move") == 0;
}

static bool read_comment(struct reading *r, const struct json_value *v, char out[MAX_ERROR])
{
	const struct json_value *above = json_get(v, "above"), *beside = json_get(v, "beside"), *ply = json_get(v, "ply");
	const char *text = json_string_of(json_get(v, "text")), *name = json_string_of(above ? above : beside);
	size_t at;
	int place;

	if (!text || !name || v->n != (ply ? 3 : 2))
		return error_say(out, "a comment is an object with above or beside, text, and sometimes ply");
	if (!error_clean(text, strlen(text), &at))
		return error_say(out, "byte %zu of the comment is no text", at + 1);
	if (!place_named(r, name, ply, beside != NULL, &place))
		return error_say(out, "there is no such place");
	return session_remark(&r->s, place, beside != NULL, text, strlen(text), out);
}

/* As the text has it, to be compared with the true one. */
static bool read_result(struct reading *r, const struct json_value *v, char out[MAX_ERROR])
{
	const char *ending = json_string_of(json_get(v, "ending"));
	const struct json_value *places = json_get(v, "places"), *fates = json_get(v, "fates"), *fate = NULL;
	char number_and[64];
	struct words w = { NULL, 0 };
	int i = 0;

	if (!ending || !json_is(places, FLAT_LIST) || !json_is(fates, FLAT_LIST) || places->n != fates->n || v->n != 3)
		return error_say(out, "a result is an object with ending, places and fates");
	append(&w, ending);
	JSON_EACH(place, places) {
		fate = json_next(fates, fate);
		snprintf(number_and, sizeof number_and, "%s%d place %lld ", i > 0 ? ", " : ": ", i, json_is(place, FLAT_INT) ? (long long)place->n : 0);
		append(&w, number_and);
		append(&w, json_is(fate, FLAT_TEXT) ? fate->text : "?");
		i++;
	}
	bool fine = record_reading_result(r, w.at, out);
	free(w.at);
	return fine;
}

/* Each element of a list, with its path in front of what is wrong with it. */
static bool read_each(struct reading *r, const struct json_value *root, const char *key, bool (*read)(struct reading *, const struct json_value *, char *), char out[MAX_ERROR])
{
	const struct json_value *all = json_get(root, key);
	int i = 0;

	if (all && all->kind != FLAT_LIST)
		return error_say(out, "%s: this must be a list", key);
	JSON_EACH(in, all) {
		if (!read(r, in, out))
			return error_say(out, "%s[%d]: %s", key, i, out);
		i++;
	}
	return true;
}

static enum head head_called(const char *key)
{
	enum head which = 0;

	while (which < HEAD_COUNT && strcmp(key, record_head_json[which]) != 0)
		which++;
	return which;
}

static bool read_root(struct reading *r, const struct json_value *root, char out[MAX_ERROR])
{
	const struct json_value *told = json_get(root, "result");
	char shown[MAX_SHOWN];

	JSON_EACH(v, root) {
		const char *key = v->name;
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
	return record_reading_end(r, out) && read_each(r, root, "comments", read_comment, out);
}

bool record_read_json(struct reading *r, const char *bytes, size_t n, char out[MAX_ERROR])
{
	struct json j;

	if (!json_parse(&j, bytes, n, FILE_LIMIT, out))
		return false;
	bool fine = read_root(r, j.root, out);
	json_drop(&j);
	return fine;
}
