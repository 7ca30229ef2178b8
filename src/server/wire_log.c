#include "server/wire_parts.h"

#include <stdlib.h>
#include <string.h>

struct wire_from wire_from(const struct table *t)
{
	struct wire_from f = { .started = has_started(t), .plies = t->plies };

	if (f.started)
		f.state = t->state;
	return f;
}

/* It goes on from here; NULL: from a position that is not known. */
static void stand(struct replay *r, int ply, const struct state *at)
{
	r->base = r->plies = ply;
	r->seen = false;
	r->known = at != NULL;
	if (at)
		r->state = r->kept[0] = *at;
}

void replay_open(struct replay *r, const struct table *t, int eyes, const struct rows *rows, const struct wire_from *from)
{
	size_t n = (size_t)rows->n;

	r->t = t;
	r->rows = rows;
	r->eyes = eyes;
	r->at = 0;
	r->kept = malloc((n / KEPT + 1) * sizeof *r->kept);
	r->made = malloc((n + 1) * sizeof *r->made);
	must(r->kept && r->made);
	stand(r, from ? from->plies : 0, from && from->started ? &from->state : NULL);
}

void replay_close(struct replay *r)
{
	free(r->kept);
	free(r->made);
}

static const struct state *see(struct replay *r)
{
	if (!r->seen)
		game_view(game_of(r->t), r->t->head.box, &r->state, r->eyes, &r->view);
	r->seen = true;
	return &r->view;
}

/* The row is a move. Those that still count are known by their number. */
static int move_of(const struct replay *r, const struct row *row)
{
	const struct table *t = r->t;

	if (r->plies < t->plies && t->ply[r->plies].seq == row->seq)
		return t->ply[r->plies].move;
	return game_parse(game_of(t), t->head.box, &r->state, row->text, ALL);
}

static void go_on(struct replay *r, int move, struct events *told)
{
	int made = r->plies++ - r->base;

	told->n = 0;
	if (!r->known)
		return;
	game_of(r->t)->apply(r->t->head.box, &r->state, move, told);
	r->seen = false;
	r->made[made++] = (uint16_t)move;
	if (made % KEPT == 0)
		r->kept[made / KEPT] = r->state;
}

/* No later row goes back to before that ply: the table has the moves up to there still. */
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
	struct state s;

	if (r->known && ply >= r->base) {
		int made = (ply - r->base) / KEPT * KEPT;

		r->state = r->kept[made / KEPT];
		r->seen = false;
		for (r->plies = r->base + made; r->plies < ply; r->plies++)
			game_of(t)->apply(t->head.box, &r->state, r->made[r->plies - r->base], NULL);
	} else if (stays(r, ply)) {
		table_at(t, ply, &s);
		stand(r, ply, &s);
	} else {
		stand(r, ply, NULL);
	}
}

static bool may_hear(const struct event *e, int eyes)
{
	return e->to >> (eyes == WATCHER ? 7 : eyes) & 1;
}

/* Private are where somebody wants word sent, from everybody, and orders, from everybody else. */
bool replay_reads(const struct row *row, int eyes)
{
	return row->kind != ROW_TELL && (row->kind != ROW_ORDER || row->seat == eyes);
}

/* A row's text, for everybody who may read it; NULL: what it says is no text. Moves are written elsewhere. */
static const char *text_of(const struct row *row)
{
	const char *name = row->text;

	switch (row->kind) {
	case ROW_SIT:                           /* hash, commitment, name */
		for (int i = 0; i < 2 && name; i++)
			name = strchr(name, ' ') ? strchr(name, ' ') + 1 : NULL;
		return name;
	case ROW_BOT: case ROW_FREE: case ROW_REVEAL: case ROW_ASK: case ROW_UNDO: case ROW_ORDER: case ROW_AWAY: case ROW_CHAT: case ROW_NEXT:
	case ROW_CLOSE:
		return name;
	default:
		return NULL;
	}
}

/* That an order answered is its owner's to know: to the others it looks as if the player had. */
static const char *by_of(const struct row *row, int eyes)
{
	return row_bys[row->by == BY_ORDER && row->seat != eyes ? BY_PLAYER : row->by];
}

/* A row as these eyes may read it. */
struct line_of {
	const struct row *row;
	int           ply;              /* of a move; else -1 */
	const char   *text;             /* NULL: none */
	char          words[MAX_TEXT];
	struct events told;             /* of a move, to whomever */
};

static void replay_move(struct replay *r, bool tell, struct line_of *l)
{
	int move = r->known ? move_of(r, l->row) : -1;

	must(move >= 0 || !r->known);
	l->ply = r->plies;
	if (tell && r->known) {
		game_of(r->t)->text(r->t->head.box, &r->state, move, r->eyes, l->words);
		l->text = l->words;
	}
	go_on(r, move, &l->told);
}

/* Replays the row that is next. `tell`: it is going to be written, too. */
static void replay_row(struct replay *r, bool tell, struct line_of *l)
{
	const struct row *row = &r->rows->of[r->at];
	struct state s;

	l->row = row;
	l->ply = -1;
	l->text = NULL;
	l->told.n = 0;
	if (row->kind == ROW_MOVE || row->kind == ROW_DRAW) {
		replay_move(r, tell, l);
		return;
	}
	l->text = text_of(row);
	if (row->kind == ROW_START) {
		table_at(r->t, 0, &s);
		stand(r, 0, &s);
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
static void said(struct text *out, struct replay *r, const struct events *told)
{
	const struct game *g = game_of(r->t);
	char words[MAX_TEXT];
	const char *comma = "";

	out_put(out, ",\"said\":[");
	for (int i = 0; i < told->n; i++) {
		const struct event *e = &told->of[i];
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
		said(out, r, &l->told);
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
	for (int i = 0; i < l->told.n; i++)
		if (may_hear(&l->told.of[i], r->eyes)) {
			game_of(r->t)->say(r->t->head.box, see(r), &l->told.of[i], r->eyes, words);
			out_put(out, "    ");
			out_put(out, words);
			out_put(out, "\n");
		}
}

/* What these eyes see now: what they saw last, if that was the end of the log. */
const struct state *replay_now(struct replay *r)
{
	if (!r->known || r->at < r->rows->n)
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
