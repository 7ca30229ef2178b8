#include "table/wire_parts.h"

#include <stdlib.h>
#include <string.h>

struct wire_from wire_from(const struct table *t)
{
	struct wire_from f = { .started = has_started(t), .plies = t->plies };

	if (f.started)
		f.state = t->state;
	return f;
}

/* Makes *at, after `ply` plies, the current position of the replay; NULL: the position is unknown. The caller keeps *at alive and unchanged for as long as
 * it is the current one. */
static void stand(struct replay *r, int ply, const struct state *at)
{
	r->base = r->plies = ply;
	r->seen = false;
	r->now = at;
}

void replay_open(struct replay *r, const struct table *t, int eyes, const struct rows *rows, const struct wire_from *from)
{
	r->t = t;
	r->rows = rows;
	r->eyes = eyes;
	r->at = 0;
	r->kept = NULL;
	r->made = NULL;
	stand(r, from ? from->plies : 0, from && from->started ? &from->state : NULL);
}

/* From here on moves are applied to a copy that belongs to the replay. */
static void stand_alone(struct replay *r)
{
	size_t n = (size_t)r->rows->n;

	if (r->now == &r->state)
		return;
	if (!r->kept) {
		r->kept = malloc((n / KEPT + 1) * sizeof *r->kept);
		r->made = malloc((n + 1) * sizeof *r->made);
		must(r->kept && r->made);
	}
	r->state = r->kept[0] = *r->now;
	r->now = &r->state;
}

void replay_close(struct replay *r)
{
	free(r->kept);
	free(r->made);
}

static const struct state *see(struct replay *r)
{
	if (!r->seen)
		game_view(game_of(r->t), r->t->head.box, r->now, r->eyes, &r->view);
	r->seen = true;
	return &r->view;
}

/* A row as these eyes may read it. */
struct line_of {
	const struct row *row;
	int           ply;              /* of a move; else -1 */
	const char   *text;             /* NULL: none */
	char          words[MAX_TEXT];
	const struct event *told;       /* events of a move, for all eyes together; `tolds` is their number */
	int           tolds;
	struct events events;           /* holds the events if they had to be worked out again */
};

/* The row is a move: whether it still counts, or was taken back, is seen from its number in the table's history. */
static int move_of(const struct replay *r, const struct row *row)
{
	const struct table *t = r->t;

	if (row->outcome)
		return row->outcome->move;
	if (r->plies < t->plies && t->ply[r->plies].seq == row->seq)
		return t->ply[r->plies].move;
	return game_parse(game_of(t), t->head.box, r->now, row->text, ALL);
}

static void go_on(struct replay *r, int move, struct line_of *l)
{
	if (l->row->outcome) {
		stand(r, r->plies + 1, &l->row->outcome->after);
		l->told = l->row->outcome->told;
		l->tolds = l->row->outcome->n;
		return;
	}
	if (!r->now) {
		r->plies++;
		return;
	}
	stand_alone(r);
	int made = r->plies++ - r->base;
	l->events.n = 0;
	game_of(r->t)->apply(r->t->head.box, &r->state, move, &l->events);
	l->told = l->events.of;
	l->tolds = l->events.n;
	r->seen = false;
	r->made[made++] = (uint16_t)move;
	if (made % KEPT == 0)
		r->kept[made / KEPT] = r->state;
}

/* Whether no later row goes back to before that ply: then the table still has the moves up to there. */
static bool stays(const struct replay *r, int ply)
{
	for (int i = r->at + 1; i < r->rows->n; i++)
		if (r->rows->of[i].kind == ROW_UNDO && atoi(r->rows->of[i].text) < ply)
			return false;
	return true;
}

static void go_back(struct replay *r, int ply)
{
	const struct table *t = r->t;

	if (r->now == &r->state && ply >= r->base) {
		int made = (ply - r->base) / KEPT * KEPT;

		r->state = r->kept[made / KEPT];
		r->seen = false;
		for (r->plies = r->base + made; r->plies < ply; r->plies++)
			game_of(t)->apply(t->head.box, &r->state, r->made[r->plies - r->base], NULL);
	} else if (stays(r, ply)) {
		table_at(t, ply, &r->before);
		stand(r, ply, &r->before);
	} else {
		stand(r, ply, NULL);
	}
}

static bool may_hear(const struct event *e, int eyes)
{
	return e->to >> (eyes == WATCHER ? 7 : eyes) & 1;
}

/* What the log tells of a row of each kind. */
enum { ALL_READ, OWNER_READS, NONE_READ };
enum { NO_TEXT, TEXT, THE_NAME, THE_MOVE };
#define IN_LOG(NAME, word, when, whose, readers, text) { readers, text },
static const struct { uint8_t readers, text; } in_log[ROW_KINDS] = { ROW_LIST(IN_LOG) };

bool replay_reads(const struct row *row, int eyes)
{
	const int readers = in_log[row->kind].readers;

	return readers == ALL_READ || (readers == OWNER_READS && row->seat == eyes);
}

/* Where nothing is hidden, moves and events are told to all in the same words (a contract of tests/conform.c). */
bool replay_same_for_all(const struct table *t, const struct rows *rows)
{
	if (game_of(t)->guess)
		return false;
	for (int i = 0; i < rows->n; i++)
		if (in_log[rows->of[i].kind].readers != ALL_READ || rows->of[i].by == BY_ORDER)
			return false;
	return true;
}

/* "HASH COMMIT NAME" */
static const char *name_of(const char *text)
{
	for (int i = 0; i < 2 && text; i++)
		text = strchr(text, ' ') ? strchr(text, ' ') + 1 : NULL;
	return text;
}

/* A row's text, for everybody who may read it; NULL: none. Moves are written by replay_move. */
static const char *text_of(const struct row *row)
{
	switch (in_log[row->kind].text) {
	case TEXT:
		return row->text;
	case THE_NAME:
		return name_of(row->text);
	default:
		return NULL;
	}
}

/* Only the owner is told that an order answered; for all others the row says that the player did. */
static const char *by_of(const struct row *row, int eyes)
{
	return row_bys[row->by == BY_ORDER && row->seat != eyes ? BY_PLAYER : row->by];
}

static void replay_move(struct replay *r, bool tell, struct line_of *l)
{
	int move = r->now ? move_of(r, l->row) : -1;

	must(move >= 0 || !r->now);
	l->ply = r->plies;
	if (tell && r->now) {
		game_of(r->t)->text(r->t->head.box, r->now, move, r->eyes, l->words);
		l->text = l->words;
	}
	go_on(r, move, l);
}

/* Replays the row that is next. `tell`: it is going to be written, too. */
static void replay_row(struct replay *r, bool tell, struct line_of *l)
{
	const struct row *row = &r->rows->of[r->at];

	l->row = row;
	l->ply = -1;
	l->text = NULL;
	l->tolds = 0;
	if (in_log[row->kind].text == THE_MOVE) {
		replay_move(r, tell, l);
		return;
	}
	l->text = text_of(row);
	if (row->kind == ROW_START) {
		table_at(r->t, 0, &r->before);
		stand(r, 0, &r->before);
	} else if (row->kind == ROW_UNDO) {
		go_back(r, atoi(row->text));
	}
}

/* Calls `write` for each row above `after` that these eyes may read. */
typedef void writer(struct text *out, struct replay *r, const struct line_of *l);
static void replay_rows(struct text *out, struct replay *r, uint32_t after, writer *write)
{
	struct line_of l;

	for (; r->at < r->rows->n; r->at++) {
		const struct row *row = &r->rows->of[r->at];
		bool tell = row->seq > after && replay_reads(row, r->eyes);

		replay_row(r, tell, &l);
		if (tell)
			write(out, r, &l);
	}
}

/* What the move told these eyes, from what they see after it. */
static void said(struct text *out, struct replay *r, const struct line_of *l)
{
	const struct game *g = game_of(r->t);
	char words[MAX_TEXT];
	const char *comma = "";

	out_put(out, ",\"said\":[");
	for (int i = 0; i < l->tolds; i++) {
		const struct event *e = &l->told[i];
		if (!may_hear(e, r->eyes))
			continue;
		out_put(out, comma);
		comma = ",";
		out_put(out, "{\"what\":\"");
		out_put(out, g->events[e->what]);
		out_put(out, "\",\"seat\":");
		out_number(out, e->seat, e->seat != NOBODY);
		FORM(out, ",\"thing\":%d,\"place\":%d,\"n\":%d", e->thing, e->place, e->n);
		out_rule(out, e->rule);
		g->say(r->t->head.box, see(r), e, r->eyes, words);
		out_quoted(out, "words", words);
		out_put(out, "}");
	}
	out_put(out, "]");
}

static void write_json(struct text *out, struct replay *r, const struct line_of *l)
{
	out_put(out, out->at[out->n - 1] == '[' ? "" : ",");
	FORM(out, "{\"seq\":%d,\"at\":%d", l->row->seq, l->row->at);
	out_quoted(out, "kind", row_kinds[l->row->kind]);
	out_put(out, ",\"seat\":");
	out_number(out, l->row->seat, l->row->seat >= 0);
	out_quoted(out, "by", by_of(l->row, r->eyes));
	out_quoted(out, "text", l->text);
	if (l->ply >= 0) {
		FORM(out, ",\"ply\":%d", l->ply);
		said(out, r, l);
	}
	out_put(out, "}");
}

void replay_json(struct text *out, struct replay *r, uint32_t after)
{
	replay_rows(out, r, after, write_json);
}

/* "12 0 move speed 4", and below it what that told. */
static void write_line(struct text *out, struct replay *r, const struct line_of *l)
{
	char words[MAX_TEXT];

	FORM(out, l->row->seat >= 0 ? "%d %d " : "%d - ", l->row->seq, l->row->seat);
	out_put(out, row_kinds[l->row->kind]);
	out_put(out, l->text && l->text[0] ? " " : "");
	out_put(out, l->text ? l->text : "");
	out_put(out, "\n");
	for (int i = 0; i < l->tolds; i++)
		if (may_hear(&l->told[i], r->eyes)) {
			game_of(r->t)->say(r->t->head.box, see(r), &l->told[i], r->eyes, words);
			out_put(out, "    ");
			out_put(out, words);
			out_put(out, "\n");
		}
}

/* What these eyes see now: what they saw last, if that was the end of the log. */
const struct state *replay_now(struct replay *r)
{
	if (!r->now || r->at < r->rows->n)
		stand(r, r->t->plies, &r->t->state);
	return see(r);
}

struct blob *wire_log(const struct table *t, int eyes, const struct rows *rows)
{
	struct text out = out_begin();
	struct replay r;

	out_put(&out, "big muddy log 1\ntable ");
	out_put(&out, t->head.id);
	out_put(&out, "\ngame ");
	out_put(&out, game_of(t)->name);
	FORM(&out, "\nrules %d\nplayers %d\neyes ", t->head.rules, t->head.players);
	if (eyes >= 0)
		FORM(&out, "%d\n", eyes);
	else
		out_put(&out, "watcher\n");
	replay_open(&r, t, eyes, rows, NULL);
	replay_rows(&out, &r, 0, write_line);
	replay_close(&r);
	return out_finish(&out);
}
