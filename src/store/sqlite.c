/* A store in one file of SQLite. Readers see the last commit and never wait for the writer (WAL); a commit is on the disk before it is told (FULL). */
#include "sqlite_parts.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Statements ---------------------------------------------------------- */

/* Of the errors of the disk, those that SQLite does not take for a full one: a quota, a limit on the length of files. */
static bool has_no_room(struct sqlite *l)
{
	sqlite3_file *log = NULL;
	int cause = 0;

	sqlite3_file_control(l->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
	if (log && log->pMethods)
		log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &cause);
	return cause == EDQUOT || cause == EFBIG;
}

/* What went wrong, for people. */
bool sqlite_failed(struct sqlite *l, char why[MAX_ERROR])
{
	int rc = sqlite3_extended_errcode(l->db);

	switch ((rc & 0xFF) == SQLITE_IOERR && has_no_room(l) ? SQLITE_FULL : rc & 0xFF) {
	case SQLITE_FULL:
		return error_say(why, "the disk is full");
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return error_say(why, "the store is locked by another program");
	case SQLITE_READONLY:
	case SQLITE_PERM:
		return error_say(why, "the store cannot be written: it is read-only");
	case SQLITE_IOERR:
		return error_say(why, "the disk does not work as it should (%s, %d)", sqlite3_errmsg(l->db), rc);
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return error_say(why, "the store is damaged (%s)", sqlite3_errmsg(l->db));
	default:
		return error_say(why, "%s (%d)", sqlite3_errmsg(l->db), rc);
	}
}

/* To the end. False: it failed; sqlite3_changes() says what it did. */
bool sqlite_finish(sqlite3_stmt *s)
{
	int rc = sqlite3_step(s);

	sqlite3_reset(s);
	return rc == SQLITE_DONE;
}

bool sqlite_simply(struct sqlite *l, enum statement s)
{
	return sqlite_finish(l->of[s]);
}

void sqlite_put_text(sqlite3_stmt *s, int at, const char *text)
{
	sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);      /* NULL: it is NULL */
}

static const char *text_at(sqlite3_stmt *s, int at)
{
	return (const char *)sqlite3_column_text(s, at);
}

/* A number of the file as one of ours: what is out of bounds becomes the nearest, and is found by whoever checks it. */
int sqlite_int_at(sqlite3_stmt *s, int at)
{
	int64_t n = sqlite3_column_int64(s, at);

	return n < INT32_MIN ? INT32_MIN : n > INT32_MAX ? INT32_MAX : (int)n;
}

/* Ends what is left of a transaction; some errors have ended it already. Keeps nothing locked, whatever happened. */
void sqlite_give_up(struct sqlite *l)
{
	if (!sqlite3_get_autocommit(l->db))
		sqlite_simply(l, ROLLBACK);
}

/* Saving -------------------------------------------------------------- */

/* Unless it is there already. */
static bool keep_box(struct sqlite *l, const struct head *h, const char *hash)
{
	sqlite3_stmt *q = l->of[BOX];

	sqlite_put_text(q, 1, hash);
	int rc = sqlite3_step(q);
	sqlite3_reset(q);
	if (rc != SQLITE_DONE)
		return rc == SQLITE_ROW;
	char *json = store_box_json(h->game, h->box);
	q = l->of[KEEP];
	sqlite_put_text(q, 1, hash);
	sqlite_put_text(q, 2, json);
	bool fine = sqlite_finish(q);
	sqlite3_clear_bindings(q);              /* what they point to goes now */
	free(json);
	return fine;
}

/* A new table. */
static bool make(struct sqlite *l, const struct save *s)
{
	const struct head *h = s->head;
	sqlite3_stmt *q = l->of[MAKE];
	char options[STORE_OPTIONS], hash[BOX_HASH], *box = store_head_box(h, hash);
	const int64_t paces[] = { h->pace.move, h->pace.bank, h->pace.slow, h->made };

	if (!box && !keep_box(l, h, hash))
		return false;
	store_head_options(h, options);
	sqlite_put_text(q, 1, h->id);
	sqlite_put_text(q, 2, h->game->name);
	sqlite3_bind_int(q, 3, h->rules);
	sqlite3_bind_int(q, 4, h->players);
	sqlite_put_text(q, 5, options);
	sqlite_put_text(q, 6, box);
	sqlite_put_text(q, 7, hash);
	sqlite3_bind_int(q, 8, h->listed);
	sqlite_put_text(q, 9, h->level);
	for (int i = 0; i < 4; i++)
		sqlite3_bind_int64(q, 10 + i, paces[i]);
	sqlite3_bind_blob(q, 14, h->host, HASH_BYTES, SQLITE_STATIC);
	sqlite3_bind_blob(q, 15, h->key, HASH_BYTES, SQLITE_STATIC);
	sqlite_put_text(q, 16, h->from);
	sqlite3_bind_int(q, 17, s->now.status);
	sqlite_put_text(q, 18, h->deal);
	sqlite_put_text(q, 19, s->now.player);
	sqlite3_bind_int(q, 20, s->now.place);
	sqlite3_bind_int(q, 21, s->now.score);
	bool fine = sqlite_finish(q);
	sqlite3_clear_bindings(q);              /* what they point to goes now */
	free(box);
	return fine;
}

/* Of a row: that of its table, and its own. */
static int64_t place_of(int64_t no, uint32_t seq)
{
	return (int64_t)((uint64_t)no << 32 | seq);
}

/* Of a table; 0: there is no such table; -1: it cannot be said. */
static int64_t number_of(struct sqlite *l, const char *id)
{
	sqlite3_stmt *q = l->of[NUMBER];

	sqlite_put_text(q, 1, id);
	int rc = sqlite3_step(q);
	int64_t no = rc == SQLITE_ROW ? sqlite3_column_int64(q, 0) : rc == SQLITE_DONE ? 0 : -1;
	sqlite3_reset(q);
	return no;
}

/* Where it stands after these rows, by one of the three statements that say so. */
static bool stop_at(struct sqlite *l, const struct save *s, int64_t no, enum statement how)
{
	sqlite3_stmt *q = l->of[how];

	sqlite3_bind_int64(q, 1, place_of(no, LAST));
	sqlite3_bind_int64(q, 2, store_save_after(s));
	sqlite3_bind_int64(q, 3, s->now.changed);
	sqlite3_bind_int64(q, 4, s->now.wake);
	if (s->snapshot_seq > 0) {
		sqlite3_bind_int64(q, 5, s->snapshot_seq);
		sqlite3_bind_blob(q, 6, s->snapshot, s->snapshot_n, SQLITE_STATIC);
	}
	if (how != FIRST)
		sqlite3_bind_int64(q, 7, store_save_before(s));
	bool fine = sqlite_finish(q);
	sqlite3_clear_bindings(q);              /* the next one may come without a snapshot */
	return fine;
}

static bool stand(struct sqlite *l, const struct save *s)
{
	sqlite3_stmt *q = l->of[STAND];

	sqlite3_bind_int(q, 1, s->now.status);
	sqlite_put_text(q, 2, s->id);
	sqlite_put_text(q, 3, s->now.player);
	sqlite3_bind_int(q, 4, s->now.place);
	sqlite3_bind_int(q, 5, s->now.score);
	return sqlite_finish(q);
}

static bool add(struct sqlite *l, int64_t no, const struct row *r)
{
	sqlite3_stmt *q = l->of[ADD];

	sqlite3_bind_int64(q, 1, place_of(no, r->seq));
	sqlite_put_text(q, 2, row_kinds[r->kind]);
	sqlite_put_text(q, 3, row_bys[r->by]);
	sqlite3_bind_int(q, 4, r->seat);
	sqlite3_bind_int64(q, 5, r->at);
	sqlite_put_text(q, 6, r->key);
	sqlite_put_text(q, 7, r->text);
	return sqlite_finish(q);
}

/* What is deleted is overwritten in the file, as it is not by default. That costs more, so only then. */
static void burn(struct sqlite *l, bool on)
{
	sqlite3_exec(l->db, on ? "PRAGMA secure_delete = ON" : "PRAGMA secure_delete = OFF", NULL, NULL, NULL);
}

static bool forget(struct sqlite *l, int64_t no, const struct save *s)
{
	sqlite3_stmt *q = l->of[FORGET];
	uint32_t from;
	const struct row *f = store_save_forgets(s, &from);

	if (!f)
		return true;
	sqlite3_bind_int64(q, 1, place_of(no, from));
	sqlite3_bind_int64(q, 2, place_of(no, f->seq));
	sqlite3_bind_int(q, 3, f->seat);
	burn(l, true);
	bool fine = sqlite_finish(q);
	burn(l, false);
	return fine;
}

/* It did not fit. False: it cannot even be said why. */
static bool misfit(struct sqlite *l, struct save *s, int64_t no)
{
	sqlite3_stmt *q = l->of[SEQ];

	sqlite3_bind_int64(q, 1, place_of(no, LAST));
	int rc = sqlite3_step(q);
	if (rc == SQLITE_ROW || rc == SQLITE_DONE)
		store_save_misfit(s, rc == SQLITE_ROW, (uint32_t)sqlite3_column_int64(q, 0));
	sqlite3_reset(q);
	return rc == SQLITE_ROW || rc == SQLITE_DONE;
}

static bool is_damaged(struct sqlite *l)          /* a row beyond the end of its table */
{
	return (sqlite3_errcode(l->db) & 0xFF) == SQLITE_CONSTRAINT;
}

static bool put(struct sqlite *l, struct save *s, int64_t no)
{
	bool fine = s->head ? stop_at(l, s, no, FIRST) : s->stands || stand(l, s);

	for (int i = 0; i < s->rows.n && fine; i++)
		fine = add(l, no, &s->rows.of[i]);
	fine = fine && forget(l, no, s);
	s->outcome = STORED;
	s->why[0] = '\0';
	return fine;
}

/* A new table, or one that ends where this begins: *fits says so, and *no is its number. False: it failed. */
static bool take(struct sqlite *l, const struct save *s, int64_t *no, bool *fits)
{
	if (s->head && !make(l, s))
		return false;
	*fits = s->head && sqlite3_changes(l->db) > 0;
	*no = number_of(l, s->id);
	if (s->head || *no <= 0)
		return *no >= 0;
	bool fine = stop_at(l, s, *no, s->snapshot_seq > 0 ? SNAP : MOVE);
	*fits = fine && sqlite3_changes(l->db) > 0;
	return fine;
}

/* False: the whole group has failed. With a mark, one that is damaged fails alone; but a mark has SQLite keep a copy of every page. */
static bool save_one(struct sqlite *l, struct save *s, bool mark)
{
	int64_t no;
	bool fits;

	if ((mark && !sqlite_simply(l, MARK)) || !take(l, s, &no, &fits))
		return false;
	if (!fits)
		return misfit(l, s, no) && (!mark || sqlite_simply(l, UNMARK));
	if (put(l, s, no))
		return !mark || sqlite_simply(l, UNMARK);
	if (!mark || !is_damaged(l))
		return false;
	s->outcome = STORE_FAILED;
	sqlite_failed(l, s->why);
	return sqlite_simply(l, BACK) && sqlite_simply(l, UNMARK);
}

static bool save_all(struct sqlite *l, struct save *const batch[], int n, bool mark)
{
	bool fine = sqlite_simply(l, BEGIN);

	for (int i = 0; i < n && fine; i++)
		fine = save_one(l, batch[i], mark);
	return fine && sqlite_simply(l, COMMIT);
}

static bool lite_save(void *self, struct save *const batch[], int n, char why[MAX_ERROR])
{
	struct sqlite *l = self;

	if (save_all(l, batch, n, false))
		return true;
	bool damaged = is_damaged(l);
	sqlite_failed(l, why);
	sqlite_give_up(l);
	if (damaged && save_all(l, batch, n, true))
		return true;
	if (damaged) {
		sqlite_failed(l, why);
		sqlite_give_up(l);
	}
	store_save_fails(batch, n, why);
	return false;
}

/* Deleting ------------------------------------------------------------ */

/* The last row of the table `no`; 0: there is none. False: it cannot be said. */
static bool last_of(struct sqlite *l, int64_t no, uint32_t *last)
{
	sqlite3_stmt *q = l->of[SEQ];

	sqlite3_bind_int64(q, 1, place_of(no, LAST));
	int rc = sqlite3_step(q);
	*last = rc == SQLITE_ROW ? (uint32_t)sqlite3_column_int64(q, 0) : 0;
	sqlite3_reset(q);
	return rc == SQLITE_ROW || rc == SQLITE_DONE;
}

static bool erase_by(struct sqlite *l, enum statement how, const char *id)
{
	sqlite_put_text(l->of[how], 1, id);
	return sqlite_finish(l->of[how]);
}

static bool erase(struct sqlite *l, const char *id, uint32_t seq, bool *erased)
{
	uint32_t last;
	int64_t no = number_of(l, id);

	*erased = no == 0;
	if (no <= 0)
		return no == 0;
	if (!last_of(l, no, &last))
		return false;
	if (last != seq)
		return true;
	sqlite3_bind_int64(l->of[ERASE_ROWS], 1, place_of(no, 0));
	sqlite3_bind_int64(l->of[ERASE_ROWS], 2, place_of(no, LAST));
	*erased = sqlite_finish(l->of[ERASE_ROWS]) && erase_by(l, ERASE_HEAD, id) && erase_by(l, ERASE_LEASE, id);
	return *erased;
}

static bool lite_erase(void *self, const char *id, uint32_t seq, bool *erased, char why[MAX_ERROR])
{
	struct sqlite *l = self;

	burn(l, true);
	bool fine = sqlite_simply(l, BEGIN) && erase(l, id, seq, erased) && sqlite_simply(l, COMMIT);
	if (!fine) {
		*erased = false;
		sqlite_failed(l, why);
		sqlite_give_up(l);
	}
	burn(l, false);
	return fine;
}

/* Loading ------------------------------------------------------------- */

static bool blob_at(sqlite3_stmt *q, int at, uint8_t *out, int n)
{
	const void *bytes = sqlite3_column_blob(q, at);

	if (!bytes || sqlite3_column_bytes(q, at) != n)
		return false;
	memcpy(out, bytes, (size_t)n);
	return true;
}

static bool read_head(struct sqlite *l, sqlite3_stmt *q, struct head *h, char why[MAX_ERROR])
{
	struct head_words w = { text_at(q, 0), text_at(q, 1), text_at(q, 2), text_at(q, 3), text_at(q, 4), text_at(q, 5), text_at(q, 16) };
	int rules = sqlite_int_at(q, 6), players = sqlite_int_at(q, 7);

	if (!w.game || !w.options || !w.hash || !w.level || !w.from || !w.deal || !blob_at(q, 13, h->host, HASH_BYTES) || !blob_at(q, 14, h->key, HASH_BYTES))
		return error_say(why, "the head of table %s is damaged", h->id);
	h->rules = rules < 0 || rules > UINT16_MAX ? 0 : (uint16_t)rules;
	h->players = players < 0 || players > UINT8_MAX ? 0 : (uint8_t)players;
	h->listed = sqlite3_column_int(q, 8) != 0;
	h->pace = (struct pace){ sqlite3_column_int64(q, 9), sqlite3_column_int64(q, 10), sqlite3_column_int(q, 11) != 0 };
	h->made = sqlite3_column_int64(q, 12);
	if (!store_head_wants_box(&w))
		return store_head_read(h, &w, why);

	sqlite3_stmt *kept = l->of[BOX];
	sqlite_put_text(kept, 1, w.hash);
	int rc = sqlite3_step(kept);
	if (rc == SQLITE_ROW)
		w.box = text_at(kept, 0);
	bool fine = rc == SQLITE_ROW || rc == SQLITE_DONE ? store_head_read(h, &w, why) : sqlite_failed(l, why);
	sqlite3_reset(kept);
	return fine;
}

static bool load_head(struct sqlite *l, const char *id, struct loaded *out, int64_t *no, char why[MAX_ERROR])
{
	sqlite3_stmt *q = l->of[HEAD];

	sqlite_put_text(q, 1, id);
	int rc = sqlite3_step(q);
	bool fine = rc == SQLITE_ROW || rc == SQLITE_DONE ? true : sqlite_failed(l, why);
	if (rc == SQLITE_ROW) {
		snprintf(out->head.id, sizeof out->head.id, "%s", id);
		*no = sqlite3_column_int64(q, 15);
		fine = out->found = read_head(l, q, &out->head, why);
	}
	sqlite3_reset(q);
	return fine;
}

static bool load_rows(struct sqlite *l, int64_t no, uint32_t after, struct rows *out, char why[MAX_ERROR])
{
	sqlite3_stmt *q = l->of[ROWS];
	int rc = SQLITE_ERROR;
	bool fine = true;

	sqlite3_bind_int64(q, 1, place_of(no, after));
	sqlite3_bind_int64(q, 2, place_of(no, LAST));
	while (fine && (rc = sqlite3_step(q)) == SQLITE_ROW) {
		const struct row_words w = { (uint32_t)sqlite3_column_int64(q, 0), text_at(q, 1), text_at(q, 2), sqlite_int_at(q, 3), sqlite3_column_int64(q, 4),
			text_at(q, 5), text_at(q, 6) };
		fine = w.kind && w.by && w.key && w.text ? store_row_read(out, &w, why) : sqlite_failed(l, why);
	}
	if (fine && rc != SQLITE_DONE)
		fine = sqlite_failed(l, why);
	sqlite3_reset(q);
	return fine;
}

static bool load_snapshot(struct sqlite *l, int64_t no, struct loaded *out, char why[MAX_ERROR])
{
	sqlite3_stmt *q = l->of[SNAPSHOT];

	sqlite3_bind_int64(q, 1, place_of(no, LAST));
	int rc = sqlite3_step(q);
	int n = rc == SQLITE_ROW ? sqlite3_column_bytes(q, 1) : 0;
	if (n > 0 && n <= MAX_CODE && blob_at(q, 1, out->snapshot, n)) {       /* one that is damaged is one that is not there */
		out->snapshot_seq = (uint32_t)sqlite3_column_int64(q, 0);
		out->snapshot_n = n;
	}
	bool fine = rc == SQLITE_ROW || rc == SQLITE_DONE ? true : sqlite_failed(l, why);
	sqlite3_reset(q);
	return fine;
}

static bool load_all(struct sqlite *l, const char *id, uint32_t after, struct loaded *out, char why[MAX_ERROR])
{
	int64_t no = 0;

	if (!load_head(l, id, out, &no, why))
		return false;
	return !out->found || (load_rows(l, no, after, &out->rows, why) && (after > 0 || load_snapshot(l, no, out, why)));
}

static bool lite_load(void *self, const char *id, uint32_t after, struct loaded *out, char why[MAX_ERROR])
{
	struct sqlite *l = self;

	memset(out, 0, sizeof *out);
	if (!sqlite_simply(l, READ))                   /* all of it as of one commit */
		return sqlite_failed(l, why);
	bool fine = load_all(l, id, after, out, why);
	sqlite_give_up(l);
	if (!fine)
		store_loaded_drop(out);
	return fine;
}

static void read_summary(sqlite3_stmt *q, struct summary *s)
{
	const char *id = text_at(q, 0), *game = text_at(q, 1), *deal = text_at(q, 8), *player = text_at(q, 9);

	memset(s, 0, sizeof *s);
	snprintf(s->id, sizeof s->id, "%s", id ? id : "");
	snprintf(s->game, sizeof s->game, "%s", game ? game : "");
	s->status = (uint8_t)sqlite3_column_int(q, 2);
	s->listed = (uint8_t)sqlite3_column_int(q, 3);
	s->seq = (uint32_t)sqlite3_column_int64(q, 4);
	s->made = sqlite3_column_int64(q, 5);
	s->changed = sqlite3_column_int64(q, 6);
	s->wake = sqlite3_column_int64(q, 7);
	snprintf(s->deal, sizeof s->deal, "%s", deal ? deal : "");
	snprintf(s->player, sizeof s->player, "%s", player ? player : "");
	s->place = sqlite_int_at(q, 10);
	s->score = sqlite_int_at(q, 11);
}

static bool lite_list(void *self, const struct filter *f, struct summary *out, int *n, char why[MAX_ERROR])
{
	struct sqlite *l = self;
	sqlite3_stmt *q;
	char sql[500];
	int rc = SQLITE_DONE;

	*n = 0;
	snprintf(sql, sizeof sql, "SELECT id, game, status, listed, last, made, at, wake, deal, deal_player, deal_place, deal_score FROM head"
		" CROSS JOIN row ON place = (no << 32 | " END ") WHERE %s%s%s%s%s%s%s ORDER BY %sid LIMIT ?5",
		f->newest ? "TRUE" : "id > ?1", f->game ? " AND game = ?2" : "", f->listed_only ? " AND listed = 1" : "",
		f->deal ? " AND deal <> '' AND deal = ?7" : "",
		f->status >= 0 ? " AND status = ?3" : "",
		f->wake_before > 0 ? " AND wake < ?4" : "",
		f->changed_before > 0 ? " AND at < ?6" : "", f->newest ? "made DESC, " : "");
	if (sqlite3_prepare_v2(l->db, sql, -1, &q, NULL) != SQLITE_OK)
		return sqlite_failed(l, why);
	sqlite_put_text(q, 1, f->after);
	if (f->game)
		sqlite_put_text(q, 2, f->game);
	if (f->deal)
		sqlite_put_text(q, 7, f->deal);
	if (f->status >= 0)
		sqlite3_bind_int(q, 3, f->status);
	if (f->wake_before > 0)
		sqlite3_bind_int64(q, 4, f->wake_before);
	sqlite3_bind_int(q, 5, f->limit);
	if (f->changed_before > 0)
		sqlite3_bind_int64(q, 6, f->changed_before);
	while (*n < f->limit && (rc = sqlite3_step(q)) == SQLITE_ROW)
		read_summary(q, &out[(*n)++]);
	bool fine = rc == SQLITE_ROW || rc == SQLITE_DONE ? true : sqlite_failed(l, why);
	sqlite3_finalize(q);
	return fine;
}

/* Leases -------------------------------------------------------------- */

static bool lite_lease(void *self, const struct lease_ask *ask, bool *held, char why[MAX_ERROR])
{
	struct sqlite *l = self;
	sqlite3_stmt *q = l->of[LEASE];

	sqlite_put_text(q, 1, ask->id);
	sqlite_put_text(q, 2, ask->owner);
	sqlite3_bind_int64(q, 3, ask->until);
	sqlite3_bind_int64(q, 4, ask->now);
	bool fine = sqlite_finish(q) ? true : sqlite_failed(l, why);
	*held = fine && sqlite3_changes(l->db) > 0;
	return fine;
}

static bool lite_release(void *self, const char *owner, char why[MAX_ERROR])
{
	struct sqlite *l = self;
	sqlite3_stmt *q = l->of[RELEASE];

	sqlite_put_text(q, 1, owner);
	return sqlite_finish(q) ? true : sqlite_failed(l, why);
}

static bool read_secret(struct sqlite *l, uint8_t out[HASH_BYTES])
{
	sqlite3_stmt *q = l->of[SECRET];
	const bool there = sqlite3_step(q) == SQLITE_ROW && blob_at(q, 0, out, HASH_BYTES);

	sqlite3_reset(q);
	return there;
}

static bool lite_secret(void *self, uint8_t out[HASH_BYTES], char why[MAX_ERROR])
{
	struct sqlite *l = self;
	sqlite3_stmt *q = l->of[MAKE_SECRET];
	uint8_t fresh[HASH_BYTES];

	if (read_secret(l, out))
		return true;
	must(sodium_init() >= 0);
	randombytes_buf(fresh, sizeof fresh);
	sqlite3_bind_blob(q, 1, fresh, sizeof fresh, SQLITE_TRANSIENT);
	if (!sqlite_finish(q))
		return sqlite_failed(l, why);
	return read_secret(l, out) ? true : error_say(why, "the secret of the store is damaged");
}

/* From the log into the file, as far as it goes without making anybody wait. SQLite has the file written out only when it comes to the end of
 * the log; we do so each time, so that whoever comes to the end has little to wait for. */
static void lite_tidy(void *self)
{
	struct sqlite *l = self;
	sqlite3_file *file = NULL;

	sqlite3_wal_checkpoint_v2(l->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	sqlite3_file_control(l->db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
	if (file && file->pMethods)
		file->pMethods->xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY);
}

/* Thousands of tables that nobody plays at are not worth megabytes of pages. */
static void lite_rest(void *self)
{
	struct sqlite *l = self;

	sqlite3_db_release_memory(l->db);
}

const struct store_kind store_sqlite = {
	.scheme = "sqlite", .open = sqlite_open, .close = sqlite_close, .named = sqlite_named, .claim = sqlite_claim, .backup = sqlite_backup,
	.save = lite_save, .erase = lite_erase, .load = lite_load, .list = lite_list, .lease = lite_lease, .release = lite_release,
	.secret = lite_secret, .tidy = lite_tidy, .rest = lite_rest,
};
