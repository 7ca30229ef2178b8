#define _POSIX_C_SOURCE 200809L
#include "play/record.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "base/file.h"
#include "play/record_parts.h"

#define HEAD_TEXT(id, text, json) text,
#define HEAD_JSON(id, text, json) json,
const char *const record_head_text[HEAD_COUNT] = { HEADS(HEAD_TEXT) };
const char *const record_head_json[HEAD_COUNT] = { HEADS(HEAD_JSON) };

/* What a game says of itself ------------------------------------------- */

__attribute__((format(printf, 1, 2)))
static char *print(const char *form, ...)
{
	va_list arguments;

	va_start(arguments, form);
	int n = vsnprintf(NULL, 0, form, arguments);
	va_end(arguments);
	char *words = malloc((size_t)n + 1);
	must(n >= 0 && words != NULL);
	va_start(arguments, form);
	vsnprintf(words, (size_t)n + 1, form, arguments);
	va_end(arguments);
	return words;
}

static char *names_of(const struct setup *u)
{
	char all[MAX_PLAYERS * (MAX_NAME + 2)];
	struct text t = text_on(all, sizeof all);

	for (int i = 0; i < u->players; i++)
		text_form(&t, i > 0 ? ", %s" : "%s", (const char *[]){ u->name[i] }, NULL);
	return print("%s", all);
}

static char *options_of(const struct setup *u)
{
	char all[MAX_ERROR];
	struct text t = text_on(all, sizeof all);

	game_options_text(u->game, u->rules, u->option, &t);
	return t.n > 0 ? print("%s", all) : NULL;
}

static char *box_of(const struct setup *u, bool built_in)
{
	char hash[BOX_HASH];

	boxfile_hash(u->game, &u->box, hash);
	return print(built_in ? "built-in %s" : "%s", hash);
}

static char *json_of(const struct setup *u, const struct state *s)
{
	char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);

	if (s)
		codec_json(u->game, s, &t);
	else
		codec_box_json(u->game, &u->box, &t);
	must(text_fits(&t));
	return print("%s", json);
}

void record_head_of(const struct session *s, char *value[HEAD_COUNT])
{
	const struct setup *u = &s->setup;
	bool built_in = boxfile_built_in(u->game, &u->box);

	value[HEAD_VERSION] = print("%d", RECORD_VERSION);
	value[HEAD_GAME] = print("%s", u->game->name);
	value[HEAD_RULES] = print("%d", s->state.rules);
	value[HEAD_PLAYERS] = print("%d", u->players);
	value[HEAD_NAMES] = names_of(u);
	value[HEAD_OPTIONS] = options_of(u);
	value[HEAD_SEED] = u->manual ? NULL : print("%ju", (uintmax_t)u->seed);
	value[HEAD_BOX] = box_of(u, built_in);
	value[HEAD_PIECES] = built_in ? NULL : json_of(u, NULL);
	value[HEAD_POSITION] = s->placed ? json_of(u, session_at(s, 0)) : NULL;
	record_proof_of(s, value);
}

void record_head_free(char *value[HEAD_COUNT])
{
	for (int i = 0; i < HEAD_COUNT; i++) {
		free(value[i]);
		value[i] = NULL;
	}
}

void record_result_of(const struct session *s, char out[MAX_RESULT])
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	struct text t = text_on(out, MAX_RESULT);
	int place[MAX_PLAYERS];

	g->place(b, &s->state, place);
	text_put(&t, g->endings[g->ending(b, &s->state)]);
	for (int i = 0; i < s->setup.players; i++) {
		text_put(&t, i > 0 ? ", " : ": ");
		text_form(&t, "%d place %d %s", &g->fates[g->fate(b, &s->state, i)], (int64_t[]){ i, place[i] });
	}
	must(text_fits(&t));
}

bool record_turn_begins(const struct session *s, int ply)
{
	const struct game *g = s->setup.game;

	return ply < s->plies && (ply == 0 || g->turn(session_at(s, ply)) != g->turn(session_at(s, ply - 1)));
}

/* From the head to the first position ----------------------------------- */

bool record_reading_head(struct reading *r, enum head which, const char *value, size_t n, char out[MAX_ERROR])
{
	if (r->open)
		return error_say(out, "'%s' belongs before the first turn", record_head_text[which]);
	if (r->head[which])
		return error_say(out, "'%s' is given twice", record_head_text[which]);
	if (n == 0)
		return error_say(out, "'%s' is empty", record_head_text[which]);
	r->head[which] = strndup(value, n);
	must(r->head[which] != NULL);
	r->line[which] = r->where;
	return true;
}

const char *record_reading_look(struct reading *r, enum head which)
{
	if (r->head[which])
		r->where = r->line[which];
	return r->head[which];
}

static bool begin_game(struct reading *r, struct setup *u, char out[MAX_ERROR])
{
	const char *version = record_reading_look(r, HEAD_VERSION);
	char shown[MAX_SHOWN];

	if (!version)
		return error_say(out, "this is not a record: it does not begin with 'big muddy record %d'", RECORD_VERSION);
	if (strcmp(version, "1") != 0)
		return error_say(out, "this is a record of version '%s': this program reads version %d",
			error_quote(shown, version, strlen(version)), RECORD_VERSION);
	const char *game = record_reading_look(r, HEAD_GAME);
	if (!game)
		return error_say(out, "the head does not say which game it is");
	return setup_read(u, NULL, 1, &game, out);
}

static bool begin_options(struct reading *r, struct setup *u, char out[MAX_ERROR])
{
	char *words = r->head[HEAD_OPTIONS], *rest, why[MAX_TEXT], shown[MAX_SHOWN];
	const char *given[MAX_OPTIONS];
	int n = 0;

	if (!record_reading_look(r, HEAD_OPTIONS))
		return true;
	for (char *word = strtok_r(words, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
		char *value = strchr(word, '=');
		if (!value || strlen(word) >= MAX_SHOWN)
			return error_say(out, "'%s' is not an option like mode=intro", error_quote(shown, word, strlen(word)));
		*value++ = '\0';
		for (int i = 0; i < n; i++)
			if (strcmp(given[i], word) == 0)
				return error_say(out, "%s is given twice", word);
		if (!game_set_option_in(u->game, u->rules, u->option, word, value, why))
			return error_say(out, "%s", why);
		given[n++] = word;
	}
	return true;
}

static bool begin_setup(struct reading *r, struct setup *u, char out[MAX_ERROR])
{
	const char *value;

	if ((value = record_reading_look(r, HEAD_RULES)) && !setup_set(u, "rules", value, out))
		return false;
	if (!(value = record_reading_look(r, HEAD_PLAYERS)))
		return error_say(out, "the head does not say how many players there are");
	if (!setup_set(u, "players", value, out))
		return false;
	if ((value = record_reading_look(r, HEAD_NAMES)) && !setup_set(u, "names", value, out))
		return false;
	if (!begin_options(r, u, out))
		return false;
	value = record_reading_look(r, HEAD_SEED);
	u->manual = !value;
	return !value || setup_set(u, "seed", value, out);
}

static bool read_pieces(struct reading *r, struct setup *u, char out[MAX_ERROR])
{
	const char *text = record_reading_look(r, HEAD_PIECES);
	struct boxfile f;
	struct json j;

	if (!text)
		return true;
	if (!json_read(&j, text, strlen(text), out))
		return false;
	bool fine = boxfile_read(&f, &j, out);
	json_drop(&j);
	if (fine && f.game != u->game)
		fine = error_say(out, "the pieces are for %s, not for %s", f.game->name, u->game->name);
	else if (fine && boxfile_built_in(f.game, &f.box))
		fine = error_say(out, "the pieces are those of a built-in box: leave them out, and name it by its hash");
	if (fine)
		u->box = f.box;
	return fine;
}

/* The box by its hash: what is played with now must be what it was played with then. Whatever was built in once is found by its hash. */
static bool begin_box(struct reading *r, struct setup *u, char out[MAX_ERROR])
{
	char hash[BOX_HASH], shown[MAX_SHOWN];

	if (!read_pieces(r, u, out))
		return false;
	const char *told = record_reading_look(r, HEAD_BOX);
	if (!told)
		return true;
	bool built_in = strncmp(told, "built-in", 8) == 0, pieces = r->head[HEAD_PIECES] != NULL;
	if (built_in && pieces)
		return error_say(out, "a built-in box comes without pieces");
	if (strcmp(told, "built-in") == 0)
		return true;
	const char *named = built_in && told[8] == ' ' ? told + 9 : told;
	boxfile_hash(u->game, &u->box, hash);
	if (pieces ? strcmp(named, hash) == 0 : boxfile_find(u->game, named, &u->box))
		return true;
	return error_say(out, "the box '%s' is not the one at hand, which is %s%s", error_quote(shown, told, strlen(told)),
		pieces ? "" : "built-in ", hash);
}

static bool begin_position(struct reading *r, struct session *s, char out[MAX_ERROR])
{
	const char *text = record_reading_look(r, HEAD_POSITION);
	struct state at;
	struct json j;
	char why[MAX_TEXT];

	if (!text)
		return true;
	if (!json_read(&j, text, strlen(text), out))
		return false;
	bool fine = codec_read(s->setup.game, &s->setup.box, &at, &j.flats, why) ? true : error_say(out, "%s", why);
	json_drop(&j);
	if (fine && at.eyes != ALL)
		fine = error_say(out, "the position is a view: a record needs the whole game");
	if (fine && (at.rules != s->state.rules || at.players != s->state.players || memcmp(at.option, s->state.option, MAX_OPTIONS) != 0))
		fine = error_say(out, "the position has other rules, players or options than the record");
	if (fine)
		session_place(s, &at);
	return fine;
}

static bool begin(struct reading *r, char out[MAX_ERROR])
{
	struct setup u;
	struct session fresh;
	int here = r->where;

	if (r->open)
		return true;
	if (!begin_game(r, &u, out) || !begin_setup(r, &u, out) || !begin_box(r, &u, out))
		return false;
	session_open(&fresh, &u);
	if (!begin_position(r, &fresh, out)) {
		session_close(&fresh);
		return false;
	}
	fresh.remark = r->s.remark;             /* comments of the head came first */
	fresh.remarks = r->s.remarks;
	r->s = fresh;
	r->open = true;
	r->turn = -1;
	r->where = here;
	return true;
}

/* Moves and result ------------------------------------------------------ */

static bool not_over(struct reading *r, char out[MAX_ERROR])
{
	if (r->closed)
		return error_say(out, "nothing but comments can follow the result");
	return session_to_move(&r->s) != OVER ? true : error_say(out, "the game is over before this");
}

bool record_reading_turn(struct reading *r, int turn, char out[MAX_ERROR])
{
	if (!begin(r, out) || !not_over(r, out))
		return false;
	int now = r->s.setup.game->turn(&r->s.state);
	if (turn == r->turn)
		return error_say(out, "turn %d has begun already", turn);
	if (turn != now)
		return error_say(out, "this is turn %d, not %d", now, turn);
	r->turn = turn;
	return true;
}

bool record_reading_move(struct reading *r, const char *mover, const char *move, size_t n, char out[MAX_ERROR])
{
	char typed[MAX_TEXT + 8], shown[MAX_SHOWN];
	int id;

	if (!begin(r, out) || !not_over(r, out))
		return false;
	int now = r->s.setup.game->turn(&r->s.state);
	if (now != r->turn)
		return error_say(out, "the line 'turn %d' is missing before '%s'", now, error_quote(shown, move, n));
	snprintf(typed, sizeof typed, "%.4s %.*s", mover, (int)(n < MAX_TEXT ? n : MAX_TEXT), move);
	if (!session_judge(&r->s, typed, &id, out))
		return error_say(out, "%s: '%s'", out, error_quote(shown, move, n));
	session_move(&r->s, id);
	struct ply *made = &r->s.ply[r->s.plies - 1];
	made->drawn = made->source >= 0 && !r->s.setup.manual;
	return true;
}

bool record_reading_result(struct reading *r, const char *result, char out[MAX_ERROR])
{
	char true_one[MAX_RESULT];

	if (!begin(r, out))
		return false;
	if (r->closed)
		return error_say(out, "there is a second result");
	if (session_to_move(&r->s) != OVER)
		return error_say(out, "there is a result, but the game is not over");
	record_result_of(&r->s, true_one);
	if (strcmp(result, true_one) != 0)
		return error_say(out, "the result is '%s'", true_one);
	r->closed = true;
	return true;
}

bool record_reading_end(struct reading *r, char out[MAX_ERROR])
{
	char result[MAX_RESULT];

	if (!begin(r, out))
		return false;
	/* A turn line without moves is not written again, and what is said beside it would be lost. */
	for (int i = 0; i < r->s.remarks; i++)
		if (session_to_move(&r->s) != OVER && r->s.remark[i].place == PLACE_TURN(r->s.plies) && r->s.remark[i].beside)
			return error_say(out, "turn %d has no moves that the comment could be about", r->turn);
	if (session_to_move(&r->s) != OVER || r->closed)
		return record_reading_proof(r, out);
	record_result_of(&r->s, result);
	return error_say(out, "the game is over, but its result is missing: 'result %s'", result);
}

/* Whole records --------------------------------------------------------- */

void record_write(const struct session *s, enum record_form form, FILE *out)
{
	if (form == RECORD_JSON)
		record_write_json(s, out);
	else
		record_write_text(s, out);
}

char *record_print(const struct session *s, enum record_form form, size_t *n)
{
	char *bytes;
	FILE *memory = open_memstream(&bytes, n);

	must(memory != NULL);
	record_write(s, form, memory);
	must(fclose(memory) == 0);
	return bytes;
}

bool record_save(const struct session *s, enum record_form form, const char *path, char out[MAX_ERROR])
{
	size_t n;
	char *bytes = record_print(s, form, &n);
	bool fine = file_write(path, bytes, n, out);

	free(bytes);
	return fine;
}

bool record_read(struct session *s, const char *bytes, size_t n, char out[MAX_ERROR])
{
	struct reading r = { .turn = -1 };
	size_t start = 0;

	if (n > FILE_LIMIT)
		return error_say(out, "the record has %zu bytes: at most %d are read", n, FILE_LIMIT);
	if (n >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0)   /* some editors leave a mark there */
		start = 3;
	while (start < n && strchr(" \t\r\n", bytes[start]) && bytes[start] != '\0')
		start++;
	bool fine = start < n && bytes[start] == '{'
		? record_read_json(&r, bytes + start, n - start, out)
		: record_read_text(&r, bytes, n, out);
	record_head_free(r.head);
	if (fine)
		*s = r.s;
	else
		session_close(&r.s);
	return fine;
}

bool record_load(struct session *s, const char *path, char out[MAX_ERROR])
{
	char *bytes, shown[MAX_SHOWN];
	size_t n;

	if (!file_read(path, &bytes, &n, out))
		return false;
	bool fine = record_read(s, bytes, n, out);
	free(bytes);
	return fine ? true : error_say(out, "record '%s': %s", error_quote(shown, path, strlen(path)), out);
}
