/* Lines for the engine, as they come in from whoever drives it.
 *
 * Accepted damaged would be: after some line the game stands at a state that check() refuses, at a view that no sound game looks like, or
 * its record is refused. Answered badly: the last line of an answer does not begin with `ok` or `error`, or another does; an `error` that
 * changed the game all the same. */
#define _POSIX_C_SOURCE 200809L         /* open_memstream */
#include "engine/engine.h"
#include "play/record.h"
#include "fixed.h"
#include "fuzz.h"

enum { MOST_LINES = 100, BUDGET = 500 };

static bool is_end(const char *line)
{
	return strncmp(line, "ok", 2) == 0 || strncmp(line, "error", 5) == 0;
}

/* The last line, having looked at them all; NULL: there is no answer. */
static const char *last_line(const char *answer)
{
	const char *next = answer, *line = NULL;

	while (*next) {
		HOLDS(!line || !is_end(line), "an answer goes on after its end:\n%s", answer);
		line = next;
		next = strchr(line, '\n');
		HOLDS(next, "an answer stops within a line:\n%s", answer);
		next++;
	}
	return line;
}

static size_t blanks(const char *line, size_t n)
{
	size_t k = 0;

	while (k < n && (line[k] == ' ' || line[k] == '\t'))
		k++;
	return k;
}

/* Comments and empty lines get no answer. */
static bool is_silent(const char *line, size_t n)
{
	while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t' || line[n - 1] == '\r'))
		n--;
	size_t k = blanks(line, n);
	return k == n || line[k] == '#';
}

/* A fuzzer is not to open files wherever it likes, nor to wait for its standard input. */
static bool opens(const char *line, size_t n)
{
	size_t k = blanks(line, n);

	return n - k > 4 && memcmp(line + k, "load", 4) == 0 && (memchr(line + k, '/', n - k) || memchr(line + k, '-', n - k));
}

static void sound(const struct engine *e, struct rng *r)
{
	if (!e->on)
		return;
	if (e->s.state.eyes == ALL)
		fuzz_check(e->s.setup.game, &e->s.setup.box, &e->s.state, "after a line of the engine");
	else
		fuzz_guess(e->s.setup.game, &e->s.setup.box, &e->s.state, r);
}

static bool feed(struct engine *e, const char *line, size_t n, struct rng *r)
{
	char *answer;
	size_t bytes;
	FILE *out = open_memstream(&answer, &bytes);
	struct state before = e->s.state;
	int plies = e->s.plies, remarks = e->s.remarks;

	HOLDS(out, "no memory");
	bool on = engine_line(e, line, n, out);
	fclose(out);
	HOLDS(strlen(answer) == bytes, "an answer holds a NUL");
	const char *end = last_line(answer);
	HOLDS(!end == is_silent(line, n), "'%.*s' is answered %s", (int)n, line, end ? end : "by nothing");
	HOLDS(!end || strcmp(end, "ok\n") == 0 || (strncmp(end, "error ", 6) == 0 && strlen(end) > 7), "an answer ends in %s", end);
	if (end && end[0] == 'e')
		HOLDS(game_same(&before, &e->s.state) && plies == e->s.plies && remarks == e->s.remarks, "'%.*s' changed the game: %s", (int)n, line, end);
	free(answer);
	sound(e, r);
	return on;
}

static void record_returns(const struct engine *e, enum record_form form)
{
	struct session back;
	char *bytes, why[MAX_ERROR] = "";
	size_t n;
	FILE *out = open_memstream(&bytes, &n);

	HOLDS(out, "no memory");
	record_write(&e->s, form, out);
	fclose(out);
	HOLDS(record_read(&back, bytes, n, why), "its own record is refused: %s\n%s", why, bytes);
	HOLDS(game_same(&back.state, &e->s.state) && back.plies == e->s.plies && back.remarks == e->s.remarks,
		"its own record is another game:\n%s", bytes);
	session_close(&back);
	free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rng r = rng_seed(codec_hash(data, (int)size));
	struct engine e = { .budget = BUDGET, .thinking = 8 };
	const char *at = (const char *)data, *end = at + size;
	bool on = true;

	for (int lines = 0; at < end && on && lines < MOST_LINES; lines++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t n = (size_t)((stop ? stop : end) - at);
		if (!opens(at, n))
			on = feed(&e, at, n, &r);
		at += n + 1;
	}
	if (e.on && e.s.state.eyes == ALL) {
		record_returns(&e, RECORD_TEXT);
		record_returns(&e, RECORD_JSON);
	}
	engine_close(&e);
	return 0;
}
