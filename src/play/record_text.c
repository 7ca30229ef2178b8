/* A record as text: a head, then turns with indented lines of moves, then the result; comments anywhere. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "play/record_parts.h"

/* Out ------------------------------------------------------------------- */

static void put_comment(const char *words, FILE *out)
{
	fprintf(out, words[0] ? "# %s" : "#%s", words);
}

static void put_above(const struct session *s, int place, const char *indent, FILE *out)
{
	for (int i = 0; i < s->remarks; i++)
		if (s->remark[i].place == place && !s->remark[i].beside) {
			fputs(indent, out);
			put_comment(s->remark[i].words, out);
			fputc('\n', out);
		}
}

/* The end of a line, with what stands beside it. */
static void put_beside(const struct session *s, int place, FILE *out)
{
	for (int i = 0; i < s->remarks; i++)
		if (s->remark[i].place == place && s->remark[i].beside) {
			fputs("  ", out);
			put_comment(s->remark[i].words, out);
		}
	fputc('\n', out);
}

static bool is_remarked(const struct session *s, int place, bool beside)
{
	for (int i = 0; i < s->remarks; i++)
		if (s->remark[i].place == place && s->remark[i].beside == beside)
			return true;
	return false;
}

static void put_move(const struct session *s, int ply, bool fresh, FILE *out)
{
	const struct game *g = s->setup.game;
	const struct state *before = session_at(s, ply);
	int mover = g->to_move(&s->setup.box, before);
	char words[MAX_TEXT];

	g->text(&s->setup.box, before, s->ply[ply].move, ALL, words);
	if (!fresh)
		fputs(", ", out);
	else if (mover == CHANCE)
		fputs("  - ", out);
	else
		fprintf(out, "  %d ", mover);
	fputs(words, out);
}

static void put_moves(const struct session *s, FILE *out)
{
	const struct game *g = s->setup.game;
	int last = OVER;

	for (int p = 0; p < s->plies; p++) {
		int mover = g->to_move(&s->setup.box, session_at(s, p));
		bool fresh = mover != last || record_turn_begins(s, p) || is_remarked(s, PLACE_PLY(p), false) || is_remarked(s, PLACE_PLY(p - 1), true);

		if (fresh && p > 0)
			put_beside(s, PLACE_PLY(p - 1), out);
		if (record_turn_begins(s, p)) {
			put_above(s, PLACE_TURN(p), "", out);
			fprintf(out, "turn %d", g->turn(session_at(s, p)));
			put_beside(s, PLACE_TURN(p), out);
		}
		if (fresh)
			put_above(s, PLACE_PLY(p), "  ", out);
		put_move(s, p, fresh, out);
		last = mover;
	}
	if (s->plies > 0)
		put_beside(s, PLACE_PLY(s->plies - 1), out);
}

void record_write_text(const struct session *s, FILE *out)
{
	char *head[HEAD_COUNT], result[MAX_RESULT];

	record_head_of(s, head);
	for (int i = 0; i < HEAD_COUNT; i++)
		if (head[i]) {
			put_above(s, i, "", out);
			fprintf(out, "%s %s", record_head_text[i], head[i]);
			put_beside(s, i, out);
		}
	record_head_free(head);
	put_moves(s, out);
	if (session_to_move(s) == OVER) {
		put_above(s, PLACE_TURN(s->plies), "", out);
		record_result_of(s, result);
		fprintf(out, "result %s", result);
		put_beside(s, PLACE_TURN(s->plies), out);
	}
	put_above(s, PLACE_PLY(s->plies), "", out);
}

/* In -------------------------------------------------------------------- */

/* A piece of the text: spaces at both ends are no part of it. */
struct piece { const char *at; size_t n; };

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static struct piece trim(const char *at, size_t n)
{
	while (n > 0 && is_space(at[0]))
		at++, n--;
	while (n > 0 && is_space(at[n - 1]))
		n--;
	return (struct piece){ at, n };
}

/* Comments wait here until it is known what they stand above. */
struct waiting { struct piece *of; int n; };

static void wait_here(struct waiting *w, struct piece comment)
{
	w->of = realloc(w->of, (size_t)(w->n + 1) * sizeof *w->of);
	must(w->of != NULL);
	w->of[w->n++] = comment;
}

static bool settle_waiting(struct reading *r, struct waiting *w, int place, char out[MAX_ERROR])
{
	for (int i = 0; i < w->n; i++)
		if (!session_remark(&r->s, place, false, w->of[i].at, w->of[i].n, out))
			return false;
	w->n = 0;
	return true;
}

/* The key of a head line, or HEAD_COUNT. */
static enum head head_at(struct piece line)
{
	enum head which = 0;

	for (; which < HEAD_COUNT; which++) {
		size_t k = strlen(record_head_text[which]);
		if (line.n > k && memcmp(line.at, record_head_text[which], k) == 0 && is_space(line.at[k]))
			break;
	}
	return which;
}

/* A comment begins at a # after a space; but JSON may hold one of those. */
static struct piece cut_comment(struct piece *line)
{
	enum head which = head_at(*line);

	for (size_t i = 1; i < line->n && which != HEAD_PIECES && which != HEAD_POSITION; i++)
		if (line->at[i] == '#' && is_space(line->at[i - 1])) {
			struct piece comment = trim(line->at + i + 1, line->n - i - 1);
			*line = trim(line->at, i);
			return comment;
		}
	return (struct piece){ NULL, 0 };
}

static bool read_turn(struct reading *r, struct piece line, char out[MAX_ERROR])
{
	char number[12] = "", shown[MAX_SHOWN];
	uint64_t turn;
	struct piece rest = trim(line.at + 4, line.n - 4);

	if (rest.n < sizeof number)
		memcpy(number, rest.at, rest.n);
	if (!setup_number(number, &turn) || turn > INT32_MAX)
		return error_say(out, "'%s' is no turn: a number follows the word", error_quote(shown, line.at, line.n));
	return record_reading_turn(r, (int)turn, out);
}

static bool read_moves(struct reading *r, struct piece line, char out[MAX_ERROR])
{
	char mover[5] = "";
	size_t k = 0;

	while (k < line.n && !is_space(line.at[k]))
		k++;
	memcpy(mover, line.at, k < 4 ? k : 4);
	struct piece rest = trim(line.at + k, line.n - k);
	for (;;) {
		const char *comma = memchr(rest.at, ',', rest.n);
		struct piece move = trim(rest.at, comma ? (size_t)(comma - rest.at) : rest.n);

		if (move.n == 0)
			return error_say(out, "a move is missing");
		if (!record_reading_move(r, mover, move.at, move.n, out))
			return false;
		if (!comma)
			return true;
		rest = trim(comma + 1, rest.n - (size_t)(comma + 1 - rest.at));
	}
}

static bool read_result(struct reading *r, struct piece line, char out[MAX_ERROR])
{
	char result[MAX_RESULT] = "";
	struct piece rest = trim(line.at + 6, line.n - 6);

	if (rest.n < sizeof result)
		memcpy(result, rest.at, rest.n);
	return record_reading_result(r, result, out);
}

static bool begins(struct piece line, const char *word)
{
	size_t k = strlen(word);

	return line.n >= k && memcmp(line.at, word, k) == 0 && (line.n == k || is_space(line.at[k]));
}

static bool read_line(struct reading *r, struct piece line, struct waiting *w, char out[MAX_ERROR])
{
	struct piece comment = cut_comment(&line);
	enum head which = head_at(line);
	char shown[MAX_SHOWN];
	bool fine, moves = (line.at[0] >= '0' && line.at[0] <= '9') || line.at[0] == '-';
	int place = moves ? PLACE_PLY(r->s.plies) : which < HEAD_COUNT ? (int)which : PLACE_TURN(r->s.plies);

	if (!settle_waiting(r, w, place, out))
		return false;
	if (which != HEAD_VERSION && !r->head[HEAD_VERSION])
		return error_say(out, "this is not a record: it does not begin with 'big muddy record %d'", RECORD_VERSION);
	if (moves)
		fine = read_moves(r, line, out);
	else if (begins(line, "turn"))
		fine = read_turn(r, line, out);
	else if (begins(line, "result"))
		fine = read_result(r, line, out);
	else if (which < HEAD_COUNT) {
		struct piece value = trim(line.at + strlen(record_head_text[which]), line.n - strlen(record_head_text[which]));
		fine = record_reading_head(r, which, value.at, value.n, out);
	} else
		fine = error_say(out, "'%s' is neither part of the head, nor a turn, nor moves, nor the result", error_quote(shown, line.at, line.n));
	if (moves)
		place = PLACE_PLY(r->s.plies - 1);
	return fine && (!comment.at || session_remark(&r->s, place, true, comment.at, comment.n, out));
}

static bool read_lines(struct reading *r, const char *bytes, size_t n, struct waiting *w, char out[MAX_ERROR])
{
	for (int number = 1; n > 0; number++) {
		const char *end = memchr(bytes, '\n', n);
		size_t k = end ? (size_t)(end - bytes) : n, at;
		struct piece line = trim(bytes, k);

		r->where = number;
		if (!error_clean(line.at, line.n, &at))
			return error_say(out, "byte %zu is 0x%02x, which is not text", (size_t)(line.at - bytes) + at + 1, (unsigned char)line.at[at]);
		if (line.n > 0 && line.at[0] == '#')
			wait_here(w, trim(line.at + 1, line.n - 1));
		else if (line.n > 0 && !read_line(r, line, w, out))
			return false;
		bytes += k + (end != NULL);
		n -= k + (end != NULL);
	}
	return record_reading_end(r, out) && settle_waiting(r, w, PLACE_PLY(r->s.plies), out);
}

bool record_read_text(struct reading *r, const char *bytes, size_t n, char out[MAX_ERROR])
{
	struct waiting w = { NULL, 0 };
	bool bom = n >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0;
	bool fine = read_lines(r, bytes + 3 * bom, n - 3 * (size_t)bom, &w, out);

	free(w.of);
	return fine ? true : error_say(out, "line %d: %s", r->where, out);
}
