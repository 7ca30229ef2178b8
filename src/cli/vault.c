#define _POSIX_C_SOURCE 200809L
#include "vault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "core/codec.h"
#include "play/record.h"
#include "server/config.h"

enum { PAGE = 256 };

/* The store --------------------------------------------------------------- */

/* Checks that the store exists before it is opened: opening makes a new store, and a mistyped name would look like a store without tables. */
static int open_existing(struct vault *s, const char *url)
{
	char why[MAX_ERROR], shown[MAX_SHOWN];
	const char *where;

	s->kind = store_find(url, &where, why);
	if (!s->kind)
		return cli_bad("%s", why);
	if (s->kind == &store_memory)
		return cli_bad("what is kept in memory is seen by the server alone; there is nothing to open");
	bool file = s->kind == &store_sqlite;
	if (file && (access(where, F_OK) != 0 || strlen(where) >= sizeof s->file))
		return cli_no("there is no store '%s'", error_quote(shown, where, strlen(where)));
	strcpy(s->file, file ? where : "");
	s->self = !s->kind->named || s->kind->named(where, why) ? s->kind->open(where, why) : NULL;
	return s->self ? EXIT_NONE : cli_no("%s", why);
}

int vault_open(struct vault *s, const char *url)
{
	struct config c;
	char why[MAX_ERROR];

	if (url)
		return open_existing(s, url);
	config_make(&c);
	int code = config_check(&c, why) ? open_existing(s, c.store) : cli_bad("%s", why);
	config_drop(&c);
	return code;
}

void vault_close(struct vault *s)
{
	s->kind->close(s->self);
}

bool vault_each(struct vault *s, struct filter f, void (*each)(void *arg, const struct summary *of), void *arg, char why[MAX_ERROR])
{
	struct summary page[PAGE];
	int n;

	f.limit = PAGE;
	f.after[0] = '\0';
	do {
		if (!s->kind->list(s->self, &f, page, &n, why))
			return false;
		for (int i = 0; i < n; i++)
			each(arg, &page[i]);
		if (n > 0)
			strcpy(f.after, page[n - 1].id);
	} while (n == PAGE);
	return true;
}

/* Checks ------------------------------------------------------------------ */

/* Whether a draw is the one that key and number prove. A table that was imported under another id has draws that were made from the old id, which its
 * head names. */
static bool is_drawn(const struct table *t, const struct state *before, const struct made *m)
{
	const struct head *h = &t->head;
	uint8_t old[HASH_BYTES];

	if (fair_draw(t->fair.way, t->stream, m->number, h->game, h->box, before) == m->move)
		return true;
	fair_stream(&t->fair, h->from, old);
	return h->from[0] && fair_draw(t->fair.way, old, m->number, h->game, h->box, before) == m->move;
}

static bool check_state(const struct table *t, char why[MAX_ERROR])
{
	const struct head *h = &t->head;
	uint8_t code[MAX_CODE];
	char wrong[MAX_TEXT];
	struct state again;

	if (!h->game->check(h->box, &t->state, wrong))
		return error_say(why, "%s", wrong);
	if (!codec_decode(h->game, h->box, &again, code, codec_encode(h->game, &t->state, code), wrong))
		return error_say(why, "its bytes are refused: %s", wrong);
	return game_same(&again, &t->state) ? true : error_say(why, "read back from its bytes it is another state");
}

static bool check_record(const struct table *t, char why[MAX_ERROR])
{
	struct session s, again;
	size_t n;

	if (!table_session(t, INT64_MAX, &s, why))
		return false;
	char *text = record_print(&s, RECORD_TEXT, &n);
	bool same = game_same(&s.state, &t->state), fine = record_read(&again, text, n, why);
	free(text);
	session_close(&s);
	if (!fine)
		return error_say(why, "its record is refused: %s", why);
	fine = same && game_same(&again.state, &t->state);
	session_close(&again);
	return fine ? true : error_say(why, "read back from its record it is another game");
}

/* Tables ------------------------------------------------------------------ */

static bool fold_one(struct table *t, const struct row *r, bool checks, char why[MAX_ERROR])
{
	char what[MAX_ERROR];
	struct state before = t->state;

	if (!table_fold(t, r, why))
		return false;
	if (checks && r->kind == ROW_DRAW && !is_drawn(t, &before, &t->ply[t->plies - 1]))
		return error_say(why, "row %u: the draw does not follow from the key of the table", r->seq);
	if (checks && t->place == r->seq && !check_state(t, what))
		return error_say(why, "row %u: %s", r->seq, what);
	return true;
}

bool vault_fold(const struct head *h, const struct rows *rows, bool checks, struct table *out, char why[MAX_ERROR])
{
	bool fine = true;

	table_make(out, h);
	for (int i = 0; i < rows->n && fine; i++)
		fine = fold_one(out, &rows->of[i], checks, why);
	fine = fine && (!checks || out->place == 0 || check_record(out, why));
	if (!fine)
		table_drop(out);
	return fine;
}

/* Checks that the snapshot, if there is one, equals the state that the rows lead to. */
static bool check_snapshot(const struct loaded *l, char why[MAX_ERROR])
{
	uint8_t code[MAX_CODE];
	struct table t;
	struct rows until = l->rows;
	struct head h = l->head;

	if (l->snapshot_seq == 0)
		return true;
	if (l->snapshot_seq > (uint32_t)l->rows.n)
		return error_say(why, "there is a snapshot after row %u, and %d rows", l->snapshot_seq, l->rows.n);
	until.n = (int)l->snapshot_seq;
	h.own_box = false;                      /* it still belongs to `l` */
	if (!vault_fold(&h, &until, false, &t, why))
		return false;
	bool same = codec_encode(h.game, &t.state, code) == l->snapshot_n && memcmp(code, l->snapshot, (size_t)l->snapshot_n) == 0;
	table_drop(&t);
	return same ? true : error_say(why, "the snapshot after row %u is not the state that the rows lead to", l->snapshot_seq);
}

bool vault_table(struct vault *s, const char *id, bool checks, struct table *out, struct rows *rows, char why[MAX_ERROR])
{
	struct loaded l = { .found = false };
	char shown[MAX_SHOWN];

	if (!s->kind->load(s->self, id, 0, &l, why)) {
		store_loaded_drop(&l);
		return false;
	}
	if (!l.found)
		return error_say(why, "there is no table '%s'", error_quote(shown, id, strlen(id)));
	bool fine = !checks || check_snapshot(&l, why);
	l.found = !fine;                        /* what follows takes the head over */
	fine = fine && vault_fold(&l.head, &l.rows, checks, out, why);
	if (fine && rows) {
		*rows = l.rows;
		l.rows = (struct rows){ 0 };
	}
	store_loaded_drop(&l);
	return fine;
}

/* Time -------------------------------------------------------------------- */

const char *vault_time(char out[MAX_TIME], int64_t ms)
{
	time_t s = (time_t)(ms / 1000);
	struct tm parts;

	if (!gmtime_r(&s, &parts) || strftime(out, MAX_TIME, "%Y-%m-%d %H:%M:%S", &parts) == 0)
		strcpy(out, "?");
	return out;
}
