/* A database that several servers share. What a server writes it also announces, once for each commit. Everything that belongs together
 * is sent at once, without waiting for answers in between: a group takes one round trip. */
#define _POSIX_C_SOURCE 200809L
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/pg.h"
#include "base/clock.h"
#include "base/slog.h"

enum {
	TRIES = 8,                      /* of a group whose connection was lost, or that others got in the way of */
	PATIENCE_MS = 10000, PAUSE_MS = 100,    /* how long a lost connection is sought before a group is given up */
	MAX_PAYLOAD = 7900,             /* bytes of a NOTIFY: fewer than 8000 */
};

/* What makes version i + 1 out of version i. Never change a line of it: databases of that version are out there. */
static const char *const upgrades[] = {
	"CREATE TABLE head ("
	"  id text COLLATE \"C\" PRIMARY KEY, game text NOT NULL, rules bigint NOT NULL, players bigint NOT NULL, options text NOT NULL,"
	"  box text, box_hash text NOT NULL, listed bigint NOT NULL, level text NOT NULL, pace_move bigint NOT NULL,"
	"  pace_bank bigint NOT NULL, slow bigint NOT NULL, made bigint NOT NULL, host bytea NOT NULL, secret bytea NOT NULL,"
	"  rematch_of text NOT NULL, status bigint NOT NULL, seq bigint NOT NULL, changed bigint NOT NULL, wake bigint NOT NULL"
	") WITH (fillfactor = 70);"     /* its last columns change with every row */
	"CREATE TABLE \"row\" ("
	"  table_id text COLLATE \"C\" NOT NULL, seq bigint NOT NULL, kind text NOT NULL, by text NOT NULL, seat bigint NOT NULL,"
	"  at bigint NOT NULL, key text NOT NULL, text text NOT NULL, PRIMARY KEY (table_id, seq)"
	");"
	"CREATE TABLE snapshot ("
	"  table_id text COLLATE \"C\" PRIMARY KEY, seq bigint NOT NULL, state bytea NOT NULL"
	") WITH (fillfactor = 70);"
	"CREATE TABLE lease ("
	"  table_id text COLLATE \"C\" PRIMARY KEY, owner text NOT NULL, until bigint NOT NULL"
	");",

	/* To find what wants to be woken among all that was ever played. */
	"CREATE INDEX head_wake ON head (id) WHERE wake < 9223372036854775807;",

	/* The boxes that heads name by their hash alone. */
	"CREATE TABLE box (hash text COLLATE \"C\" PRIMARY KEY, json text NOT NULL);",

	/* To find the newest for the HTTP API. */
	"CREATE INDEX head_new ON head (game, status, made DESC, id) WHERE listed = 1;",

	/* Deals that several play, and what came of them; and what the deals of this store are made from. */
	"ALTER TABLE head ADD COLUMN deal text NOT NULL DEFAULT '', ADD COLUMN deal_player text NOT NULL DEFAULT '',"
	"  ADD COLUMN deal_place bigint NOT NULL DEFAULT 0, ADD COLUMN deal_score bigint NOT NULL DEFAULT 0;"
	"CREATE INDEX head_deal ON head (deal, game) WHERE deal <> '';"
	"CREATE TABLE secret (name text COLLATE \"C\" PRIMARY KEY, bytes bytea NOT NULL);",
};
enum { VERSION = sizeof upgrades / sizeof *upgrades, KEEPS_BOXES = 3 };
_Static_assert(VERSION == PG_LAYOUT, "sessions name the layout that they know");

/* Opening ------------------------------------------------------------- */

/* Older versions did not keep what was built in: it is what we have, where that is the box of a table. */
static bool keep_boxes(struct pg *p, char why[MAX_ERROR])
{
	static const char sql[] = "INSERT INTO box (hash, json) SELECT $1::text, $2::text"
		" WHERE EXISTS (SELECT 1 FROM head WHERE box IS NULL AND box_hash = $1::text) ON CONFLICT DO NOTHING";
	bool fine = true;

	for (int i = 0; game_list[i] && fine; i++) {
		char hash[BOX_HASH], state[6], *json = store_box_json(game_list[i], game_list[i]->box);
		boxfile_hash(game_list[i], game_list[i]->box, hash);
		PGresult *r = PQexecParams(p->c, sql, 2, NULL, (const char *[]){ hash, json }, NULL, NULL, 0);
		fine = pg_judge(r, state, why) == PG_FINE;
		PQclear(r);
		free(json);
	}
	return fine;
}

static bool upgrade(struct pg *p, int version, char why[MAX_ERROR])
{
	char sql[80];

	for (; version < VERSION; version++)
		if (!pg_execute(p, upgrades[version], why) ||      /* several commands in one text */
		    (version + 1 == KEEPS_BOXES && !keep_boxes(p, why)))
			return false;
	snprintf(sql, sizeof sql, "UPDATE format SET version = %d", VERSION);
	return pg_execute(p, sql, why);
}

static bool answer(struct pg *p, const char *sql, int64_t *n, char why[MAX_ERROR])
{
	char state[6];
	PGresult *r = PQexec(p->c, sql);
	bool fine = pg_judge(r, state, why) == PG_FINE;

	*n = fine && PQntuples(r) > 0 && !PQgetisnull(r, 0, 0) ? pg_number_at(r, 0, 0) : -1;
	PQclear(r);
	return fine;
}

/* Never while a server of another version is connected: an older one could not go on with the new layout. */
static bool upgrade_alone(struct pg *p, int version, char why[MAX_ERROR])
{
	int64_t others;

	if (!answer(p, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
	    " AND (application_name = 'bigmuddy' OR application_name LIKE 'bigmuddy/%') AND application_name <> '" PG_SESSION "'", &others, why))
		return false;
	if (others > 0)
		return error_say(why, "an older 'bigmuddy serve' has the database open: its layout stays as it is; end that server first, or use its own version of"
			" bigmuddy beside it");
	return upgrade(p, version, why);
}

static bool make_tables(struct pg *p, char why[MAX_ERROR])
{
	int64_t there, version;

	if (!answer(p, "SELECT 1 FROM pg_namespace WHERE nspname = 'bigmuddy'", &there, why) ||
	    (there != 1 && !pg_execute(p, "CREATE SCHEMA bigmuddy", why)) ||
	    !answer(p, "SELECT 1 WHERE to_regclass('bigmuddy.format') IS NOT NULL", &there, why) ||
	    (there != 1 && !pg_execute(p, "CREATE TABLE format (version bigint NOT NULL); INSERT INTO format VALUES (0)", why)) ||
	    !answer(p, "SELECT version FROM format", &version, why))
		return false;
	if (version < 0)
		return error_say(why, "its table 'format' is empty");
	if (version > VERSION)
		return error_say(why, "it was written by a newer bigmuddy: it has version %d, and this program knows up to %d", (int)version, VERSION);
	return version == VERSION || upgrade_alone(p, (int)version, why);
}

/* One server at a time: the lock is free again when the transaction ends. */
static bool bring_up_to_date(struct pg *p, char why[MAX_ERROR])
{
	if (!pg_execute(p, "BEGIN; SELECT pg_advisory_xact_lock(1299539044)", why))
		return false;
	bool fine = make_tables(p, why) && pg_execute(p, "COMMIT", why);
	if (!fine)
		PQclear(PQexec(p->c, "ROLLBACK"));
	return fine;
}

static void pg_close(void *self)
{
	struct pg *p = self;

	pg_leave(p);
	free(p->where);
	free(p);
}

static void *pg_open(const char *where, char why[MAX_ERROR])
{
	struct pg *p = calloc(1, sizeof *p);
	char what[MAX_ERROR];

	must(p != NULL);
	p->where = strdup(where);
	must(p->where != NULL && sodium_init() >= 0);
	if (pg_join(p, what) && bring_up_to_date(p, what)) {
		p->everything = false;
		return p;
	}
	pg_close(p);
	error_say(why, "cannot open the store: %s", what);
	return NULL;
}

/* Where the database is, and as whom we come, is nothing for the players who read why. */
static bool rejoin(struct pg *p, char why[MAX_ERROR])
{
	if (pg_join(p, why))
		return true;
	slog(SLOG_DEBUG, "no_database", "s:s", "says", why);
	return error_say(why, "the database cannot be reached");
}

/* Saving -------------------------------------------------------------- */

enum { FRESH = -1 };                    /* the seq of a table that is just being made */

/* A new head, and what of it was made for its step. */
struct new_head { const struct head *head; char options[STORE_OPTIONS], hash[BOX_HASH], *box, *kept; };

static void make_step(struct pg_step *s, struct new_head *m)
{
	const struct head *h = m->head;

	s->sql = "INSERT INTO head (id, game, rules, players, options, box, box_hash, listed, level, pace_move, pace_bank, slow, made, host,"
		" secret, rematch_of, deal, status, seq, changed, wake)"
		" VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 0, -1, 0, 0) ON CONFLICT DO NOTHING";
	m->box = store_head_box(h, m->hash);
	store_head_options(h, m->options);
	pg_put_text(&s->p, h->id);
	pg_put_text(&s->p, h->game->name);
	pg_put_number(&s->p, h->rules);
	pg_put_number(&s->p, h->players);
	pg_put_text(&s->p, m->options);
	pg_put_text(&s->p, m->box);
	pg_put_text(&s->p, m->hash);
	pg_put_number(&s->p, h->listed);
	pg_put_text(&s->p, h->level);
	pg_put_number(&s->p, h->pace.move);
	pg_put_number(&s->p, h->pace.bank);
	pg_put_number(&s->p, h->pace.slow);
	pg_put_number(&s->p, h->made);
	pg_put_bytes(&s->p, h->host, HASH_BYTES);
	pg_put_bytes(&s->p, h->key, HASH_BYTES);
	pg_put_text(&s->p, h->from);
	pg_put_text(&s->p, h->deal);
}

/* Each built-in box once, in the order of the games, so that two servers do not wait for each other; how many. */
static int keep_steps(struct pg_step *s, struct new_head *made, int n)
{
	int k = 0;

	for (int g = 0; game_list[g]; g++)
		for (int i = 0; i < n; i++) {
			struct new_head *m = &made[i];
			if (m->box || m->head->game != game_list[g])
				continue;
			m->kept = store_box_json(m->head->game, m->head->box);
			s[k].sql = "INSERT INTO box (hash, json) VALUES ($1, $2) ON CONFLICT DO NOTHING";
			pg_put_text(&s[k].p, m->hash);
			pg_put_text(&s[k++].p, m->kept);
			break;
		}
	return k;
}

/* A group as columns. */
enum { ID, BEFORE, AFTER, STATUS, CHANGED, WAKE, PLAYER, PLACE, SCORE, R_ID, R_SEQ, R_KIND, R_BY, R_SEAT, R_AT, R_KEY, R_TEXT, S_ID, S_SEQ, S_STATE, COLUMNS };
static const uint32_t types[COLUMNS] = {
	[ID] = PG_TEXT, [BEFORE] = PG_INT8, [AFTER] = PG_INT8, [STATUS] = PG_INT8, [CHANGED] = PG_INT8, [WAKE] = PG_INT8,
	[PLAYER] = PG_TEXT, [PLACE] = PG_INT8, [SCORE] = PG_INT8,
	[R_ID] = PG_TEXT, [R_SEQ] = PG_INT8, [R_KIND] = PG_TEXT, [R_BY] = PG_TEXT, [R_SEAT] = PG_INT8, [R_AT] = PG_INT8, [R_KEY] = PG_TEXT,
	[R_TEXT] = PG_TEXT, [S_ID] = PG_TEXT, [S_SEQ] = PG_INT8, [S_STATE] = PG_BYTEA,
};

static void column_rows(struct pg_array c[COLUMNS], const struct save *s)
{
	for (int i = 0; i < s->rows.n; i++) {
		const struct row *r = &s->rows.of[i];
		pg_array_text(&c[R_ID], s->id);
		pg_array_number(&c[R_SEQ], r->seq);
		pg_array_text(&c[R_KIND], row_kinds[r->kind]);
		pg_array_text(&c[R_BY], row_bys[r->by]);
		pg_array_number(&c[R_SEAT], r->seat);
		pg_array_number(&c[R_AT], r->at);
		pg_array_text(&c[R_KEY], r->key);
		pg_array_text(&c[R_TEXT], r->text);
	}
}

static void columns(struct pg_array c[COLUMNS], struct save *const batch[], int n)
{
	for (int i = 0; i < n; i++) {
		const struct save *s = batch[i];
		pg_array_text(&c[ID], s->id);
		pg_array_number(&c[BEFORE], s->head ? FRESH : (int64_t)store_save_before(s));
		pg_array_number(&c[AFTER], store_save_after(s));
		pg_array_number(&c[STATUS], s->now.status);
		pg_array_number(&c[CHANGED], s->now.changed);
		pg_array_number(&c[WAKE], s->now.wake);
		pg_array_text(&c[PLAYER], s->now.player);
		pg_array_number(&c[PLACE], s->now.place);
		pg_array_number(&c[SCORE], s->now.score);
		column_rows(c, s);
		if (s->snapshot_seq == 0)
			continue;
		pg_array_text(&c[S_ID], s->id);
		pg_array_number(&c[S_SEQ], s->snapshot_seq);
		pg_array_bytes(&c[S_STATE], s->snapshot, (size_t)s->snapshot_n);
	}
}

static void columns_free(struct pg_array c[COLUMNS])
{
	for (int i = 0; i < COLUMNS; i++)
		free(c[i].at);
}

/* "ID:SEQ ID:SEQ ..."; empty if there are too many. */
static void announcement(struct save *const batch[], int n, char out[MAX_PAYLOAD])
{
	struct text t = text_on(out, MAX_PAYLOAD);

	for (int i = 0; i < n; i++)
		text_form(&t, i > 0 ? " %s:%d" : "%s:%d", &batch[i]->id, (int64_t[]){ store_save_after(batch[i]) });
	if (!text_fits(&t))
		out[0] = '\0';
}

/* In the order of their names, so that two servers do not wait for each other; what the second then sees is what the first has left. */
static const char lock_text[] = "SELECT id FROM head WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE";
static const char save_text[] =
	"WITH moved AS ("
	"  UPDATE head h SET status = w.status, seq = w.after, changed = w.changed, wake = w.wake, deal_player = w.player, deal_place = w.place, deal_score = w.score"
	"  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[])"
	"    AS w (id, before, after, status, changed, wake, player, place, score)"
	"  WHERE h.id = w.id AND h.seq = w.before RETURNING h.id"
	"), added AS ("
	"  INSERT INTO \"row\" (table_id, seq, kind, by, seat, at, key, text)"
	"  SELECT r.* FROM unnest($10::text[], $11::bigint[], $12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::text[], $17::text[])"
	"    AS r (table_id, seq, kind, by, seat, at, key, text) WHERE r.table_id IN (SELECT id FROM moved)"
	"), snapped AS ("
	"  INSERT INTO snapshot (table_id, seq, state)"
	"  SELECT s.* FROM unnest($18::text[], $19::bigint[], $20::bytea[]) AS s (table_id, seq, state) WHERE s.table_id IN (SELECT id FROM moved)"
	"  ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, state = excluded.state"
	") SELECT id FROM moved";
static const char misfits_text[] = "SELECT id, seq FROM head WHERE id = ANY ($1::text[])";

/* The place in a result where its first column is that id; -1: nowhere. */
static int place_of(const PGresult *r, const char *id)
{
	for (int i = 0; i < PQntuples(r); i++)
		if (strcmp(PQgetvalue(r, i, 0), id) == 0)
			return i;
	return -1;
}

static void outcomes(struct save *const batch[], int n, const PGresult *moved, const PGresult *ends)
{
	for (int i = 0; i < n; i++) {
		if (place_of(moved, batch[i]->id) >= 0) {
			batch[i]->outcome = STORED;
			batch[i]->why[0] = '\0';
			continue;
		}
		int at = place_of(ends, batch[i]->id);
		store_save_misfit(batch[i], at >= 0, at >= 0 ? (uint32_t)pg_number_at(ends, at, 1) : 0);
	}
}

/* The rows of a sit are "HASH COMMIT NAME": row_forget() does the same. If the save did not fit, its forget row is not there. */
static const char forget_text[] =
	"UPDATE \"row\" SET text = CASE kind WHEN 'sit' THEN regexp_replace(text, '^([^ ]+ [^ ]+ ).*$', '\\1" ROW_NOBODY "') ELSE '' END"
	" WHERE table_id = $1 AND seat = $2 AND seq >= $3 AND seq <= $4 AND kind IN ('sit', 'tell')"
	" AND EXISTS (SELECT 1 FROM \"row\" f WHERE f.table_id = $1 AND f.seq = $4 AND f.kind = 'forget' AND f.seat = $2)";

static int forget_steps(struct pg_step *s, struct save *const batch[], int n)
{
	int k = 0;

	for (int i = 0; i < n; i++) {
		uint32_t from;
		const struct row *f = store_save_forgets(batch[i], &from);
		if (!f)
			continue;
		s[k].sql = forget_text;
		pg_put_text(&s[k].p, batch[i]->id);
		pg_put_number(&s[k].p, f->seat);
		pg_put_number(&s[k].p, from);
		pg_put_number(&s[k++].p, f->seq);
	}
	return k;
}

/* Steps that add the heads of new tables, then those that keep their boxes; made[] has what they refer to. How many steps there are; *fresh: how many
 * of the tables are new. */
static int head_steps(struct pg_step s[], struct new_head made[], struct save *const batch[], int n, int *fresh)
{
	*fresh = 0;
	for (int i = 0; i < n; i++)
		if (batch[i]->head) {
			made[*fresh].head = batch[i]->head;
			make_step(&s[*fresh], &made[*fresh]);
			++*fresh;
		}
	return *fresh + keep_steps(&s[*fresh], made, *fresh);
}

enum { SAVE_LOCK, SAVE_ROWS, SAVE_NOTIFY, SAVE_ENDS, SAVE_STEPS };

/* Lock, save, announce, and how the tables stand then. The steps refer to c[] and payload. */
static void save_steps(struct pg_step s[SAVE_STEPS], struct pg_array c[COLUMNS], char payload[MAX_PAYLOAD], struct save *const batch[], int n)
{
	struct pg_params *save = &s[SAVE_ROWS].p;

	s[SAVE_LOCK].sql = lock_text;
	s[SAVE_ROWS].sql = save_text;
	s[SAVE_NOTIFY].sql = "SELECT pg_notify('bigmuddy', $1)";
	s[SAVE_ENDS].sql = misfits_text;
	columns(c, batch, n);
	for (int i = 0; i < COLUMNS; i++)
		pg_put_array(save, &c[i], types[i]);
	pg_put_bytes(&s[SAVE_LOCK].p, save->value[ID], save->length[ID]);
	pg_put_bytes(&s[SAVE_ENDS].p, save->value[ID], save->length[ID]);
	announcement(batch, n, payload);
	pg_put_text(&s[SAVE_NOTIFY].p, payload);
}

/* The group in one transaction: new heads and their boxes, then the steps of save_steps, then those that take names out. */
static enum pg_came attempt(struct pg *p, struct save *const batch[], int n, char state[6], char why[MAX_ERROR])
{
	struct new_head *made = calloc((size_t)n, sizeof *made);
	struct pg_step *s = calloc((size_t)n * 3 + SAVE_STEPS, sizeof *s);      /* new heads, at most as many boxes, and names to be taken out */
	struct pg_array c[COLUMNS] = { { 0 } };
	char payload[MAX_PAYLOAD];
	int fresh;

	must(made != NULL && s != NULL);
	const int first = head_steps(s, made, batch, n, &fresh), steps = first + SAVE_STEPS + forget_steps(&s[first + SAVE_STEPS], batch, n);
	save_steps(&s[first], c, payload, batch, n);
	enum pg_came result = pg_ask(p, s, steps, state, why);
	if (result == PG_FINE)
		outcomes(batch, n, s[first + SAVE_ROWS].got, s[first + SAVE_ENDS].got);
	pg_clear(s, steps);
	for (int i = 0; i < fresh; i++) {
		free(made[i].box);
		free(made[i].kept);
	}
	columns_free(c);
	free(made);
	free(s);
	return result;
}

/* Ends what may still be at work on the other side of a connection that was lost, or it could commit after we have looked. */
static bool end_session(struct pg *p, const char *pid, const char *since, char why[MAX_ERROR])
{
	struct pg_step s = { .sql = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz" };

	pg_put_text(&s.p, pid);
	pg_put_text(&s.p, since);
	bool fine = pg_ask_one(p, &s, why) == PG_FINE;
	pg_clear(&s, 1);
	return fine;
}

static const char rows_text[] =
	"SELECT w.table_id, count(*) FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[])"
	" AS w (table_id, seq, kind, by, seat, at, key, text) JOIN \"row\" r USING (table_id, seq, kind, by, seat, at, key, text)"
	" GROUP BY w.table_id";
static const char heads_text[] = "SELECT id, encode(secret, 'hex') FROM head WHERE id = ANY ($1::text[])";

/* Whether it was stored. One without a head and without rows does not say: it is done again, which does no harm. */
static bool is_there(const struct save *s, const PGresult *rows, const PGresult *heads)
{
	int row = place_of(rows, s->id), head = place_of(heads, s->id);
	uint8_t key[HASH_BYTES];

	if (s->head && (head < 0 || !pg_hex_at(heads, head, 1, key, HASH_BYTES) || memcmp(key, s->head->key, HASH_BYTES) != 0))
		return false;
	return s->rows.n > 0 ? row >= 0 && pg_number_at(rows, row, 1) == s->rows.n : s->head != NULL;
}

/* Those that are not there come first in the batch then; how many, or -1: it cannot be found out. */
static int settle(struct pg *p, struct save *batch[], int n, char why[MAX_ERROR])
{
	struct pg_array c[COLUMNS] = { { 0 } };
	struct pg_step s[2] = { { .sql = rows_text }, { .sql = heads_text } };
	char state[6];
	int open = 0;

	columns(c, batch, n);
	for (int i = R_ID; i <= R_TEXT; i++)
		pg_put_array(&s[0].p, &c[i], types[i]);
	pg_put_array(&s[1].p, &c[ID], PG_TEXT);
	bool fine = pg_ask(p, s, 2, state, why) == PG_FINE;
	for (int i = 0; i < n && fine; i++) {
		struct save *one = batch[i];
		if (is_there(one, s[0].got, s[1].got)) {
			one->outcome = STORED;
			one->why[0] = '\0';
			continue;
		}
		batch[i] = batch[open];
		batch[open++] = one;
	}
	columns_free(c);
	pg_clear(s, 2);
	return fine ? open : -1;
}

/* After the connection was lost on the way: how many are not there, with a new connection; -1: there is none. */
static int pick_up(struct pg *p, struct save *batch[], int n, char why[MAX_ERROR])
{
	char pid[sizeof p->pid], since[sizeof p->since];
	int open = -1;

	strcpy(pid, p->pid);
	strcpy(since, p->since);
	for (int64_t until = clock_ms() + PATIENCE_MS; clock_ms() < until;) {       /* by the clock: a host that is silent takes seconds for each try */
		if (pg_join(p, why) && end_session(p, pid, since, why) && (open = settle(p, batch, n, why)) >= 0)
			return open;
		nanosleep(&(struct timespec){ .tv_nsec = PAUSE_MS * 1000000 }, NULL);
	}
	return -1;
}

static bool is_passing(const char state[6])
{
	return strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0;      /* serialization failure, deadlock */
}

/* As often as it makes sense. False: those that are first in the batch then, *n of them, have failed. */
static bool save_group(struct pg *p, struct save *batch[], int *n, char state[6], char why[MAX_ERROR])
{
	state[0] = '\0';
	for (int i = 0; i < TRIES && *n > 0; i++) {
		if (!rejoin(p, why))
			return false;
		enum pg_came r = attempt(p, batch, *n, state, why);
		if (r == PG_FINE)
			return true;
		if (r == PG_REFUSED && !is_passing(state))
			return false;
		if (r == PG_LOST) {
			int open = pick_up(p, batch, *n, why);
			if (open < 0)
				return error_say(why, "the connection to the database was lost; whether this was stored will be seen when it is back");
			*n = open;
		}
	}
	return *n == 0;
}

/* Something in one of them cannot be stored: each by itself then. Whether one could. */
static bool save_singly(struct pg *p, struct save *batch[], int n, char why[MAX_ERROR])
{
	bool some = false;
	char state[6];

	for (int i = 0; i < n; i++) {
		int one = 1;
		if (save_group(p, &batch[i], &one, state, why))
			some = true;
		else
			store_save_fails(&batch[i], one, why);
	}
	return some;
}

static bool pg_save(void *self, struct save *const batch[], int n, char why[MAX_ERROR])
{
	struct pg *p = self;
	struct save *open[STORE_GROUP];
	char state[6];
	int left = n;

	must(n <= STORE_GROUP);
	memcpy(open, batch, (size_t)n * sizeof *open);
	if (save_group(p, open, &left, state, why))
		return true;
	if (left > 1 && (strncmp(state, "22", 2) == 0 || strncmp(state, "23", 2) == 0))         /* of the data, of constraints */
		return save_singly(p, open, left, why) || left < n;
	store_save_fails(open, left, why);
	return left < n;
}

/* Loading ------------------------------------------------------------- */

static enum pg_came read_head(struct pg *p, const PGresult *r, struct head *h, char why[MAX_ERROR])
{
	struct pg_step kept = { .sql = "SELECT json FROM box WHERE hash = $1" };
	enum pg_came came = PG_FINE;
	struct head_words w = { PQgetvalue(r, 0, 0), PQgetvalue(r, 0, 1), PQgetisnull(r, 0, 2) ? NULL : PQgetvalue(r, 0, 2), PQgetvalue(r, 0, 3),
		PQgetvalue(r, 0, 4), PQgetvalue(r, 0, 5), PQgetvalue(r, 0, 15) };
	int64_t rules = pg_number_at(r, 0, 6), players = pg_number_at(r, 0, 7);

	if (!pg_hex_at(r, 0, 13, h->host, HASH_BYTES) || !pg_hex_at(r, 0, 14, h->key, HASH_BYTES)) {
		error_say(why, "the head of table %s is damaged", h->id);
		return PG_REFUSED;
	}
	h->rules = rules < 0 || rules > UINT16_MAX ? 0 : (uint16_t)rules;
	h->players = players < 0 || players > UINT8_MAX ? 0 : (uint8_t)players;
	h->listed = pg_number_at(r, 0, 8) != 0;
	h->pace = (struct pace){ pg_number_at(r, 0, 9), pg_number_at(r, 0, 10), pg_number_at(r, 0, 11) != 0 };
	h->made = pg_number_at(r, 0, 12);
	if (store_head_wants_box(&w)) {               /* a second question, but a rare one; what is kept never changes */
		pg_put_text(&kept.p, w.hash);
		came = pg_ask_one(p, &kept, why);
		if (came == PG_FINE && PQntuples(kept.got) > 0)
			w.box = PQgetvalue(kept.got, 0, 0);
	}
	if (came == PG_FINE && !store_head_read(h, &w, why))
		came = PG_REFUSED;
	pg_clear(&kept, 1);
	return came;
}

static bool read_rows(const PGresult *r, struct rows *out, char why[MAX_ERROR])
{
	for (int i = 0; i < PQntuples(r); i++) {
		const struct row_words w = { (uint32_t)pg_number_at(r, i, 0), PQgetvalue(r, i, 1), PQgetvalue(r, i, 2), (int)pg_number_at(r, i, 3),
			pg_number_at(r, i, 4), PQgetvalue(r, i, 5), PQgetvalue(r, i, 6) };
		if (!store_row_read(out, &w, why))
			return false;
	}
	return true;
}

static void read_snapshot(const PGresult *r, struct loaded *out)
{
	size_t n = PQntuples(r) > 0 ? strlen(PQgetvalue(r, 0, 1)) / 2 : 0;

	if (n > 0 && n <= MAX_CODE && pg_hex_at(r, 0, 1, out->snapshot, n)) {      /* one that is damaged is one that is not there */
		out->snapshot_seq = (uint32_t)pg_number_at(r, 0, 0);
		out->snapshot_n = (int)n;
	}
}

enum { L_BEGIN, L_HEAD, L_ROWS, L_SNAPSHOT, L_COMMIT, L_STEPS };

static enum pg_came load(struct pg *p, const char *id, uint32_t after, struct loaded *out, char why[MAX_ERROR])
{
	struct pg_step s[L_STEPS] = {
		[L_BEGIN] = { .sql = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" },
		[L_HEAD] = { .sql = "SELECT game, options, box, box_hash, level, rematch_of, rules, players, listed, pace_move, pace_bank, slow, made,"
			" encode(host, 'hex'), encode(secret, 'hex'), deal FROM head WHERE id = $1" },
		[L_ROWS] = { .sql = "SELECT seq, kind, by, seat, at, key, text FROM \"row\" WHERE table_id = $1 AND seq > $2 ORDER BY seq" },
		[L_SNAPSHOT] = { .sql = "SELECT seq, encode(state, 'hex') FROM snapshot WHERE table_id = $1 AND $2::bigint = 0" },
		[L_COMMIT] = { .sql = "COMMIT" },
	};
	char state[6];

	pg_put_text(&s[L_HEAD].p, id);
	for (int i = L_ROWS; i <= L_SNAPSHOT; i++) {
		pg_put_text(&s[i].p, id);
		pg_put_number(&s[i].p, after);
	}
	enum pg_came r = pg_ask(p, s, L_STEPS, state, why);
	if (r == PG_FINE && PQntuples(s[L_HEAD].got) > 0) {
		snprintf(out->head.id, sizeof out->head.id, "%s", id);
		r = read_head(p, s[L_HEAD].got, &out->head, why);
		out->found = r == PG_FINE;
		if (out->found && !read_rows(s[L_ROWS].got, &out->rows, why))
			r = PG_REFUSED;
		read_snapshot(s[L_SNAPSHOT].got, out);
	}
	pg_clear(s, L_STEPS);
	return r;
}

static bool pg_load(void *self, const char *id, uint32_t after, struct loaded *out, char why[MAX_ERROR])
{
	struct pg *p = self;
	enum pg_came r = PG_LOST;

	memset(out, 0, sizeof *out);
	for (int i = 0; i < 2 && r == PG_LOST; i++)        /* a connection may have been lost long ago without anybody noticing */
		if (rejoin(p, why))
			r = load(p, id, after, out, why);
	if (r != PG_FINE)
		store_loaded_drop(out);
	return r == PG_FINE;
}

static void read_summary(const PGresult *r, int row, struct summary *s)
{
	memset(s, 0, sizeof *s);
	snprintf(s->id, sizeof s->id, "%s", PQgetvalue(r, row, 0));
	snprintf(s->game, sizeof s->game, "%s", PQgetvalue(r, row, 1));
	s->status = (uint8_t)pg_number_at(r, row, 2);
	s->listed = (uint8_t)pg_number_at(r, row, 3);
	s->seq = (uint32_t)pg_number_at(r, row, 4);
	s->made = pg_number_at(r, row, 5);
	s->changed = pg_number_at(r, row, 6);
	s->wake = pg_number_at(r, row, 7);
	snprintf(s->deal, sizeof s->deal, "%s", PQgetvalue(r, row, 8));
	snprintf(s->player, sizeof s->player, "%s", PQgetvalue(r, row, 9));
	s->place = (int32_t)pg_number_at(r, row, 10);
	s->score = (int32_t)pg_number_at(r, row, 11);
}

/* A step by itself; again if the connection turns out to be lost, for it does not matter if it is done twice. */
static bool ask_twice(struct pg *p, struct pg_step *s, char why[MAX_ERROR])
{
	enum pg_came r = PG_LOST;

	for (int i = 0; i < 2 && r == PG_LOST; i++) {
		pg_clear(s, 1);
		if (rejoin(p, why))
			r = pg_ask_one(p, s, why);
	}
	return r == PG_FINE;
}

static bool pg_list(void *self, const struct filter *f, struct summary *out, int *n, char why[MAX_ERROR])
{
	char sql[600];
	struct pg_step s = { .sql = sql };

	/* wake twice: the first is what head_wake is for, and it has to be said in these words. */
	snprintf(sql, sizeof sql, "SELECT id, game, status, listed, seq, made, changed, wake, deal, deal_player, deal_place, deal_score FROM head WHERE %s"
		" AND ($2::text IS NULL OR game = $2) AND ($3::bigint = 0 OR listed = 1) AND ($4::bigint < 0 OR status = $4)"
		" AND ($7::bigint <= 0 OR changed < $7)%s%s ORDER BY %sid LIMIT $6",
		f->newest ? "$1::text IS NOT NULL" : "id > $1", f->deal ? " AND deal <> '' AND deal = $8" : " AND $8::text IS NULL",
		f->wake_before > 0 ? " AND wake < 9223372036854775807 AND wake < $5" : " AND $5::bigint <= 0", f->newest ? "made DESC, " : "");
	pg_put_text(&s.p, f->after);
	pg_put_text(&s.p, f->game);
	pg_put_number(&s.p, f->listed_only);
	pg_put_number(&s.p, f->status);
	pg_put_number(&s.p, f->wake_before);
	pg_put_number(&s.p, f->limit);
	pg_put_number(&s.p, f->changed_before);
	pg_put_text(&s.p, f->deal);
	bool fine = ask_twice(self, &s, why);
	*n = fine ? PQntuples(s.got) : 0;
	for (int i = 0; i < *n; i++)
		read_summary(s.got, i, &out[i]);
	pg_clear(&s, 1);
	return fine;
}

/* Deleting ------------------------------------------------------------ */

/* The other servers are told of a row that is not there: they look, and find that there is no table. */
static bool pg_erase(void *self, const char *id, uint32_t seq, bool *erased, char why[MAX_ERROR])
{
	struct pg_step s = { .sql =
		"WITH gone AS (DELETE FROM head WHERE id = $1 AND seq = $2 RETURNING id),"
		" rows AS (DELETE FROM \"row\" WHERE table_id IN (SELECT id FROM gone)),"
		" snapshots AS (DELETE FROM snapshot WHERE table_id IN (SELECT id FROM gone)),"
		" leases AS (DELETE FROM lease WHERE table_id IN (SELECT id FROM gone))"
		" SELECT pg_notify('bigmuddy', id || ':' || $3::text) FROM gone" };
	struct pg_step there = { .sql = "SELECT 1 FROM head WHERE id = $1" };

	pg_put_text(&s.p, id);
	pg_put_number(&s.p, seq);
	pg_put_number(&s.p, (int64_t)seq + 1);
	pg_put_text(&there.p, id);
	bool fine = ask_twice(self, &s, why) && ask_twice(self, &there, why);   /* twice: the first time may have done it without saying so */
	*erased = fine && PQntuples(there.got) == 0;
	pg_clear(&s, 1);
	pg_clear(&there, 1);
	return fine;
}

/* Leases -------------------------------------------------------------- */

/* By the clock of the database: those of the servers may differ. */
static bool pg_lease(void *self, const struct lease_ask *ask, bool *held, char why[MAX_ERROR])
{
	struct pg_step s = { .sql =
		"WITH t AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)"
		" INSERT INTO lease AS l (table_id, owner, until) SELECT $1, $2, t.now + $3 FROM t"
		" ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, until = excluded.until"
		" WHERE l.owner = excluded.owner OR l.until <= (SELECT now FROM t) RETURNING 1" };

	pg_put_text(&s.p, ask->id);
	pg_put_text(&s.p, ask->owner);
	pg_put_number(&s.p, ask->until - ask->now);
	bool fine = ask_twice(self, &s, why);
	*held = fine && PQntuples(s.got) > 0;
	pg_clear(&s, 1);
	return fine;
}

static bool pg_release(void *self, const char *owner, char why[MAX_ERROR])
{
	struct pg_step s = { .sql = "DELETE FROM lease WHERE owner = $1" };

	pg_put_text(&s.p, owner);
	bool fine = ask_twice(self, &s, why);
	pg_clear(&s, 1);
	return fine;
}

/* Two servers may ask for the first time at once: the one that comes second keeps what the first has made. */
static bool pg_secret(void *self, uint8_t out[HASH_BYTES], char why[MAX_ERROR])
{
	struct pg_step s[2] = { { .sql = "INSERT INTO secret (name, bytes) VALUES ('deals', $1) ON CONFLICT DO NOTHING" },
		{ .sql = "SELECT encode(bytes, 'hex') FROM secret WHERE name = 'deals'" } };
	uint8_t fresh[HASH_BYTES];

	randombytes_buf(fresh, sizeof fresh);
	pg_put_bytes(&s[0].p, fresh, sizeof fresh);
	bool fine = ask_twice(self, &s[0], why) && ask_twice(self, &s[1], why);
	if (fine && (PQntuples(s[1].got) != 1 || !pg_hex_at(s[1].got, 0, 0, out, HASH_BYTES)))
		fine = error_say(why, "the secret of the store is damaged");
	pg_clear(s, 2);
	return fine;
}

/* Listening ----------------------------------------------------------- */

static int pg_heard_fd(void *self)
{
	struct pg *p = self;
	char why[MAX_ERROR];

	if (!p->listening) {
		p->listening = true;
		pg_leave(p);          /* the next session listens from its beginning */
	}
	return pg_join(p, why) ? PQsocket(p->c) : -1;
}

/* The next pair of the announcement; an empty announcement is about everything. */
static bool next_pair(struct pg *p, char id[ID_CHARS + 1], uint32_t *seq)
{
	unsigned long n;
	int used = 0;
	char name[ID_CHARS + 1] = "";

	if (sscanf(p->at, " %8[^: ]:%lu%n", name, &n, &used) != 2 || used == 0)
		return false;
	p->at += used;
	strcpy(id, name);
	*seq = (uint32_t)n;
	return true;
}

static bool pg_heard(void *self, char id[ID_CHARS + 1], uint32_t *seq)
{
	struct pg *p = self;

	if (p->c && !PQconsumeInput(p->c))
		pg_leave(p);
	while (p->c) {                  /* what was missed while there was none is told when it is back */
		if (p->everything) {
			p->everything = false;
			id[0] = '\0';
			*seq = 0;
			return true;
		}
		if (p->note && next_pair(p, id, seq))
			return true;
		PQfreemem(p->note);
		p->note = PQnotifies(p->c);
		if (!p->note)
			return false;
		p->at = p->note->extra;
		p->everything = p->note->extra[0] == '\0';
	}
	return false;
}

const struct store_kind store_postgres = {
	.scheme = "postgres", .open = pg_open, .close = pg_close, .save = pg_save, .erase = pg_erase, .load = pg_load, .list = pg_list,
	.lease = pg_lease, .release = pg_release, .secret = pg_secret, .heard_fd = pg_heard_fd, .heard = pg_heard,
};
