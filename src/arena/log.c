#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/run.h"

enum { LOG_VERSION = 2, LOG_LINE = 1 << 14 };

/* The head: all that decides what game number k is. ------------------------- */

json_t *log_head(const struct arena *a)
{
	const struct setup *u = &a->setup;
	char value[MAX_TEXT], hash[BOX_HASH], seed[32];
	json_t *options = json_object(), *bots = json_array();

	for (int i = 0; u->game->options[i].name; i++) {
		if (!option_is_in(&u->game->options[i], u->rules))
			continue;
		game_option_text(u->game, u->option, i, value);
		json_object_set_new(options, u->game->options[i].name, json_string(value));
	}
	for (int i = 0; i < a->entries; i++)
		json_array_append_new(bots, json_string(a->bot[a->entry[i]]));
	boxfile_hash(u->game, &u->box, hash);
	snprintf(seed, sizeof seed, "%" PRIu64, u->seed);
	return json_pack("{s:i, s:s, s:i, s:i, s:o, s:s, s:s, s:o, s:i, s:i, s:s}", "arena", LOG_VERSION, "game", u->game->name,
		"rules", u->rules, "players", u->players, "options", options, "box", hash, "seed", seed, "bots", bots,
		"rotations", a->rotations, "time", a->ms, "clock", a->cpu ? "cpu" : "wall");
}

static bool same_head(const struct arena *a, const char *path, json_t *found, char out[MAX_ERROR])
{
	json_t *wanted = log_head(a), *value;
	const char *key;
	bool fine = true;

	if (!json_is_integer(json_object_get(found, "arena")))
		fine = error_say(out, "'%s' is no file of arena results", path);
	json_object_foreach(wanted, key, value) {
		json_t *other = json_object_get(found, key);
		if (!fine || (other && json_equal(value, other)))
			continue;
		char *is = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT), *was = other ? json_dumps(other, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
		fine = error_say(out, "'%s' belongs to another run: there \"%s\" is %s, here it is %s", path, key, was ? was : "missing", is);
		free(is);
		free(was);
	}
	json_decref(wanted);
	return fine;
}

/* A game -------------------------------------------------------------------- */

/* The numbers of a line that there is one of for each seat. */
#define LISTS(X) X(place, uint8_t, 1, MAX_PLAYERS) X(score, int32_t, INT32_MIN, INT32_MAX) X(turn, uint8_t, 0, MAX_PLAYERS) X(asked, uint32_t, 0, UINT32_MAX) \
	X(us, uint64_t, 0, INT64_MAX) X(cpu, uint64_t, 0, INT64_MAX) X(longest, uint32_t, 0, UINT32_MAX) X(iterations, uint64_t, 0, INT64_MAX)

static json_t *line_of(const struct arena *a, const struct result *r)
{
	json_t *line = json_pack("{s:I}", "game", (json_int_t)r->game), *bots = json_array(), *faults = json_array();
	char hash[32];

	for (int i = 0; i < a->setup.players; i++)
		json_array_append_new(bots, json_integer(r->bot[i]));
	json_object_set_new(line, "bot", bots);
#define PUT(name, type, min, max) { \
	json_t *list = json_array(); \
	for (int i = 0; i < a->setup.players; i++) \
		json_array_append_new(list, json_integer((json_int_t)r->name[i])); \
	json_object_set_new(line, #name, list); \
}
	LISTS(PUT)
	for (int i = 0; i < a->setup.players; i++)
		for (int f = 0; f < FAULTS; f++)
			json_array_append_new(faults, json_integer(r->fault[i][f]));
	json_object_set_new(line, "faults", faults);
	json_object_set_new(line, "plies", json_integer(r->plies));
	json_object_set_new(line, "turns", json_integer(r->turns));
	json_object_set_new(line, "decisions", json_integer(r->decisions));
	snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
	json_object_set_new(line, "hash", json_string(hash));
	return line;
}

/* A whole number within bounds, at a place of a list or by its name. */
static bool number(json_t *from, const char *key, int i, int64_t min, int64_t max, int64_t *out)
{
	json_t *n = json_object_get(from, key);

	if (i >= 0)
		n = json_array_get(n, (size_t)i);
	*out = json_is_integer(n) ? json_integer_value(n) : min;
	return json_is_integer(n) && *out >= min && *out <= max;
}

static bool read_line(const struct arena *a, json_t *line, struct result *r)
{
	uint8_t bot[MAX_PLAYERS];
	uint64_t deal;
	int64_t n;
	const char *hash = json_string_value(json_object_get(line, "hash"));
	bool fine = hash && number(line, "game", -1, 0, ARENA_GAMES + MAX_PLAYERS, &n);

	if (!fine)
		return false;
	*r = (struct result){ .game = (uint32_t)n, .hash = strtoull(hash, NULL, 16) };
	arena_seat(a, r->game, bot, &deal);
	for (int i = 0; i < a->setup.players; i++) {
		fine &= number(line, "bot", i, bot[i], bot[i], &n);
		r->bot[i] = bot[i];
#define GET(name, type, min, max) fine &= number(line, #name, i, min, max, &n); r->name[i] = (type)n;
		LISTS(GET)
		for (int f = 0; f < FAULTS; f++) {
			fine &= number(line, "faults", i * FAULTS + f, 0, UINT32_MAX, &n);
			r->fault[i][f] = (uint32_t)n;
		}
	}
	fine &= number(line, "plies", -1, 0, UINT32_MAX, &n);
	r->plies = (uint32_t)n;
	fine &= number(line, "turns", -1, 0, UINT32_MAX, &n);
	r->turns = (uint32_t)n;
	fine &= number(line, "decisions", -1, 0, UINT32_MAX, &n);
	r->decisions = (uint32_t)n;
	return fine;
}

/* The file ------------------------------------------------------------------- */

/* In one piece, so that a run that is killed leaves whole lines, but for one. */
static bool put_line(struct arena_log *l, json_t *of, char out[MAX_ERROR])
{
	char *text = json_dumps(of, JSON_COMPACT);

	must(text != NULL);
	size_t n = strlen(text);
	text[n] = '\n';                         /* in the place of the NUL */
	ssize_t put = write(l->file, text, n + 1);
	free(text);
	json_decref(of);
	return put == (ssize_t)(n + 1) ? true : error_say(out, "cannot write the results: %s", put < 0 ? strerror(errno) : "no room");
}

static bool read_lines(struct arena_log *l, const char *path, FILE *in, void (*each)(void *with, const struct result *r), void *with,
	char out[MAX_ERROR])
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	off_t whole = 0;
	int number = 0;
	bool fine = true;

	while (fine && (n = getline(&line, &room, in)) > 0 && line[n - 1] == '\n') {
		json_t *found = n < LOG_LINE ? json_loadb(line, (size_t)n, JSON_REJECT_DUPLICATES, NULL) : NULL;
		struct result r;
		whole += n;
		if (number++ == 0)
			fine = found ? same_head(l->arena, path, found, out) : error_say(out, "'%s' is no file of arena results", path);
		else if (!found || !read_line(l->arena, found, &r))
			fine = error_say(out, "'%s', line %d: this is not the result of a game of this run", path, number);
		else
			each(with, &r);
		json_decref(found);
	}
	free(line);
	if (fine && ftruncate(l->file, whole) != 0)
		fine = error_say(out, "cannot write '%s': %s", path, strerror(errno));
	return fine && whole == 0 ? put_line(l, log_head(l->arena), out) : fine;
}

/* A run that was killed may take a moment to die with all its workers. */
static bool lock(int file)
{
	for (int i = 0; i < 20; i++) {
		if (flock(file, LOCK_EX | LOCK_NB) == 0)
			return true;
		nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
	}
	return false;
}

bool log_open(struct arena_log *l, const struct arena *a, const char *path, void (*each)(void *with, const struct result *r), void *with,
	char out[MAX_ERROR])
{
	struct stat is;

	*l = (struct arena_log){ .file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666), .arena = a };
	if (l->file < 0)
		return error_say(out, "cannot open '%s': %s", path, strerror(errno));
	FILE *in = NULL;
	bool fine = fstat(l->file, &is) == 0 && S_ISREG(is.st_mode) ? true : error_say(out, "'%s' is not a plain file", path);
	if (fine && !lock(l->file))
		fine = error_say(out, "'%s' is in use by another run", path);
	if (fine && !(in = fopen(path, "re")))
		fine = error_say(out, "cannot read '%s': %s", path, strerror(errno));
	fine = fine && read_lines(l, path, in, each, with, out);
	if (in)
		fclose(in);
	if (!fine)
		log_close(l);
	return fine;
}

bool log_add(struct arena_log *l, const struct result *r, char out[MAX_ERROR])
{
	return put_line(l, line_of(l->arena, r), out);
}

void log_close(struct arena_log *l)
{
	close(l->file);
	l->file = -1;
}
