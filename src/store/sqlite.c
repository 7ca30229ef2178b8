/* One file. Readers see the last commit and never wait for the writer (WAL); a commit is on the disk before it is told (FULL). */
#define _XOPEN_SOURCE 700               /* realpath */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "store/store.h"

enum {
	OURS = 0x4d756464,              /* application_id: "Mudd" */
	BUSY_MS = 3000,                 /* how long somebody else's lock is waited for */
	BACKUP_STEP = 256,              /* pages */
	WAL_PAGES = 1 << 16,            /* when the log is that long, whatever the reason, the writer itself tries to end it */
};

#define LAST UINT32_MAX
#define END "4294967295"                /* the number in its table of the row that tells where that stands: more than any other has */

/* What makes version i + 1 out of version i. Never change a line of it: files of that version are out there. */
static const char *const upgrades[] = {
	"CREATE TABLE head ("
	"  id TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL, players INTEGER NOT NULL, options TEXT NOT NULL,"
	"  box TEXT, box_hash TEXT NOT NULL, listed INTEGER NOT NULL, level TEXT NOT NULL, pace_move INTEGER NOT NULL,"
	"  pace_bank INTEGER NOT NULL, slow INTEGER NOT NULL, made INTEGER NOT NULL, host BLOB NOT NULL, secret BLOB NOT NULL,"
	"  rematch_of TEXT NOT NULL, status INTEGER NOT NULL, seq INTEGER NOT NULL, changed INTEGER NOT NULL, wake INTEGER NOT NULL"
	") STRICT, WITHOUT ROWID;"
	"CREATE TABLE row ("
	"  table_id TEXT NOT NULL REFERENCES head, seq INTEGER NOT NULL, kind TEXT NOT NULL, by TEXT NOT NULL, seat INTEGER NOT NULL,"
	"  at INTEGER NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, seq)"
	") STRICT, WITHOUT ROWID;"
	"CREATE TABLE snapshot ("
	"  table_id TEXT PRIMARY KEY REFERENCES head, seq INTEGER NOT NULL, state BLOB NOT NULL"
	") STRICT, WITHOUT ROWID;"
	"CREATE TABLE lease ("
	"  table_id TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL"
	") STRICT, WITHOUT ROWID;",

	/* To find what wants to be woken among all that was ever played. */
	"CREATE INDEX head_wake ON head (id) WHERE wake < 9223372036854775807;",

	/* The boxes that heads name by their hash alone. */
	"CREATE TABLE box (hash TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;",

	/* To find the newest for the HTTP API. */
	"CREATE INDEX head_new ON head (game, status, made DESC) WHERE listed = 1;",

	/* A row has one number, made of that of its table and its own; so those of a table lie together, and no page that leads to them has more
	 * than numbers in it. Where a table stands, with its snapshot, is its last row. So a move writes to one page as a rule, and not to four. */
	"ALTER TABLE head ADD COLUMN no INTEGER NOT NULL DEFAULT 0;"
	"UPDATE head SET no = n FROM (SELECT id AS named, row_number() OVER (ORDER BY made, id) AS n FROM head) WHERE id = named;"
	"CREATE UNIQUE INDEX head_no ON head (no);"
	"ALTER TABLE row RENAME TO old;"
	"CREATE TABLE row ("
	"  place INTEGER PRIMARY KEY, kind TEXT NOT NULL, by TEXT NOT NULL, seat INTEGER NOT NULL, at INTEGER NOT NULL, key TEXT NOT NULL,"
	"  text TEXT NOT NULL, last INTEGER, wake INTEGER, state_seq INTEGER, state BLOB"
	") STRICT;"
	"INSERT INTO row SELECT no << 32 | old.seq, kind, by, seat, at, key, text, NULL, NULL, NULL, NULL FROM head JOIN old ON table_id = id;"
	"INSERT INTO row SELECT no << 32 | " END ", '', '', 0, changed, '', '', head.seq, wake, snapshot.seq, state"
	"  FROM head LEFT JOIN snapshot ON table_id = id;"
	"DROP TABLE old; DROP TABLE snapshot; DROP INDEX head_wake;"
	"ALTER TABLE head DROP COLUMN seq; ALTER TABLE head DROP COLUMN changed; ALTER TABLE head DROP COLUMN wake;",

	/* Deals that several play, and what came of them; and what the deals of this store are made from. */
	"ALTER TABLE head ADD COLUMN deal TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE head ADD COLUMN deal_player TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE head ADD COLUMN deal_place INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE head ADD COLUMN deal_score INTEGER NOT NULL DEFAULT 0;"
	"CREATE INDEX head_deal ON head (deal, game) WHERE deal <> '';"
	"CREATE TABLE secret (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;",
};
enum { VERSION = sizeof upgrades / sizeof *upgrades, KEEPS_BOXES = 3 };

/* Every statement that is prepared, by its name. */
#define STATEMENT_LIST(X) \
	X(BEGIN, "BEGIN IMMEDIATE") \
	X(COMMIT, "COMMIT") \
	X(ROLLBACK, "ROLLBACK") \
	X(READ, "BEGIN") \
	X(MARK, "SAVEPOINT one") \
	X(UNMARK, "RELEASE one") \
	X(BACK, "ROLLBACK TO one") \
	X(MAKE, "INSERT INTO head (id, game, rules, players, options, box, box_hash, listed, level, pace_move, pace_bank, slow, made, host," \
		" secret, rematch_of, status, deal, deal_player, deal_place, deal_score, no)" \
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1 + (SELECT ifnull(max(no), 0) FROM head)) ON CONFLICT DO NOTHING") \
	X(NUMBER, "SELECT no FROM head WHERE id = ?") \
	X(FIRST, "INSERT INTO row (place, last, at, wake, state_seq, state, kind, by, seat, key, text) VALUES (?, ?, ?, ?, ?, ?, '', '', 0, '', '')") \
	X(MOVE, "UPDATE row SET last = ?2, at = ?3, wake = ?4 WHERE place = ?1 AND last = ?7") \
	X(SNAP, "UPDATE row SET last = ?2, at = ?3, wake = ?4, state_seq = ?5, state = ?6 WHERE place = ?1 AND last = ?7") \
	X(STAND, "UPDATE head SET status = ?1, deal_player = ?3, deal_place = ?4, deal_score = ?5 WHERE id = ?2") \
	X(SEQ, "SELECT last FROM row WHERE place = ?") \
	X(ADD, "INSERT INTO row (place, kind, by, seat, at, key, text) VALUES (?, ?, ?, ?, ?, ?, ?)") \
	X(HEAD, "SELECT game, options, box, box_hash, level, rematch_of, rules, players, listed, pace_move, pace_bank, slow, made, host, secret," \
		" no, deal FROM head WHERE id = ?") \
	X(ROWS, "SELECT place & " END ", kind, by, seat, at, key, text FROM row WHERE place > ? AND place < ? ORDER BY place") \
	X(SNAPSHOT, "SELECT state_seq, state FROM row WHERE place = ?") \
	X(LEASE, "INSERT INTO lease (table_id, owner, until) VALUES (?1, ?2, ?3) ON CONFLICT (table_id) DO UPDATE SET owner = ?2, until = ?3" \
		" WHERE owner = ?2 OR until <= ?4") \
	X(RELEASE, "DELETE FROM lease WHERE owner = ?") \
	/* "HASH COMMIT NAME", and the hash has 64 digits: row_forget() does the same */ \
	X(FORGET, "UPDATE row SET text = CASE kind WHEN 'sit' THEN substr(text, 1, 65) || substr(substr(text, 66), 1, instr(substr(text, 66), ' ')) || '" ROW_NOBODY "'" \
		" ELSE '' END WHERE place BETWEEN ? AND ? AND seat = ? AND kind IN ('sit', 'tell')") \
	X(ERASE_ROWS, "DELETE FROM row WHERE place BETWEEN ? AND ?") \
	X(ERASE_HEAD, "DELETE FROM head WHERE id = ?") \
	X(ERASE_LEASE, "DELETE FROM lease WHERE table_id = ?") \
	X(BOX, "SELECT json FROM box WHERE hash = ?") \
	X(KEEP, "INSERT INTO box (hash, json) VALUES (?, ?) ON CONFLICT DO NOTHING") \
	X(MAKE_SECRET, "INSERT INTO secret (name, bytes) VALUES ('deals', ?) ON CONFLICT DO NOTHING") \
	X(SECRET, "SELECT bytes FROM secret WHERE name = 'deals'")
#define STATEMENT_NAME(name, text) name,
enum statement { STATEMENT_LIST(STATEMENT_NAME) STATEMENTS };
#define STATEMENT_TEXT(name, text) [name] = text,
static const char *const texts[STATEMENTS] = { STATEMENT_LIST(STATEMENT_TEXT) };

enum { CLAIMS = 2 };

struct lite {
	sqlite3      *db;
	sqlite3_stmt *of[STATEMENTS];
	int           claim[CLAIMS];    /* the files that a server locks; -1: not opened */
};

/* Of the errors of the disk, those that SQLite does not take for a full one: a quota, a limit on the length of files. */
static bool has_no_room(struct lite *l)
{
	sqlite3_file *log = NULL;
	int cause = 0;

	sqlite3_file_control(l->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
	if (log && log->pMethods)
		log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &cause);
	return cause == EDQUOT || cause == EFBIG;
}

/* What went wrong, for people. */
static bool failed(struct lite *l, char why[MAX_ERROR])
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

/* Statements ---------------------------------------------------------- */

/* To the end. False: it failed; sqlite3_changes() says what it did. */
static bool finish(sqlite3_stmt *s)
{
	int rc = sqlite3_step(s);

	sqlite3_reset(s);
	return rc == SQLITE_DONE;
}

static bool simply(struct lite *l, enum statement s)
{
	return finish(l->of[s]);
}

static void put_text(sqlite3_stmt *s, int at, const char *text)
{
	sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);      /* NULL: it is NULL */
}

static const char *text_at(sqlite3_stmt *s, int at)
{
	return (const char *)sqlite3_column_text(s, at);
}

/* A number of the file as one of ours: what is out of bounds becomes the nearest, and is found by whoever checks it. */
static int int_at(sqlite3_stmt *s, int at)
{
	int64_t n = sqlite3_column_int64(s, at);

	return n < INT32_MIN ? INT32_MIN : n > INT32_MAX ? INT32_MAX : (int)n;
}

/* The claim ----------------------------------------------------------- */

/* A server locks two files. Two servers on one store would each take themselves for the only one: nothing would be lost, but neither would see
 * what the other does.
 * The store's file is locked, which holds by whatever name or hard link somebody else opens it; and a file beside it, which is what older
 * versions lock, and which tells by what name it was opened. Both stay open until the store is closed: closing any descriptor of the store's file takes
 * away the locks of SQLite. The file beside it stays when it is not locked any more, or two could have locked two files of that name. */
static const char beside[] = "-serve.lock";

/* Locks both. If they are locked already, `who` has locked them, and `then` is what follows from that. */
static bool lock_claim(struct lite *l, const char *who, const char *then, char why[MAX_ERROR])
{
	const char *ours = sqlite3_db_filename(l->db, "main");         /* without symbolic links */
	char path[CLAIMS][4096], shown[MAX_SHOWN];

	error_quote(shown, ours, strlen(ours));
	if (snprintf(path[0], sizeof path[0], "%s%s", ours, beside) >= (int)sizeof path[0])
		return error_say(why, "the name of the store '%s' is too long", shown);
	strcpy(path[1], ours);
	for (int i = 0; i < CLAIMS; i++) {
		if (l->claim[i] < 0)
			l->claim[i] = open(path[i], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (l->claim[i] < 0)
			return error_say(why, "cannot open '%s' to lock it: %s", path[i], strerror(errno));
		if (flock(l->claim[i], LOCK_EX | LOCK_NB) == 0)
			continue;
		if (errno != EWOULDBLOCK)
			return error_say(why, "cannot lock '%s': %s", path[i], strerror(errno));
		return error_say(why, "%s 'bigmuddy serve' has the store '%s' open: %s", who, shown, then);
	}
	return true;
}

/* In the other order than they were locked, so that nobody finds the store's file locked without the one beside it: lite_named(). */
static void unlock_claim(struct lite *l)
{
	for (int i = CLAIMS - 1; i >= 0; i--)
		if (l->claim[i] >= 0)
			flock(l->claim[i], LOCK_UN);
}

/* Somebody else has locked that file. */
static bool is_locked(const char *path)
{
	const int fd = open(path, O_RDWR | O_CLOEXEC);
	const bool locked = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;

	if (fd >= 0)
		close(fd);
	return locked;
}

/* A file can have several names (hard links), and get another one while it is open. The log of SQLite lies beside the name by which a server has
 * opened it: by another name one would not see what is in the log, and could damage the file. */
static bool lite_named(const char *where, char why[MAX_ERROR])
{
	char path[4096], lock[sizeof path + sizeof beside], shown[MAX_SHOWN];

	if (!realpath(where, path))
		return true;                    /* it is not there yet, or cannot be opened, which lite_open() tells */
	snprintf(lock, sizeof lock, "%s%s", path, beside);
	if (is_locked(lock) || !is_locked(path))
		return true;
	return error_say(why, "another 'bigmuddy serve' has the store '%s' open by another name: name it as that server does, or end that server first",
		error_quote(shown, where, strlen(where)));
}

static bool lite_claim(void *self, char why[MAX_ERROR])
{
	return lock_claim(self, "another", "SQLite is for one, PostgreSQL for several", why);
}

/* Opening ------------------------------------------------------------- */

static bool execute(struct lite *l, const char *sql)
{
	return sqlite3_exec(l->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* The number that a query answers. */
static bool number(struct lite *l, const char *sql, int *out)
{
	sqlite3_stmt *s;

	if (sqlite3_prepare_v2(l->db, sql, -1, &s, NULL) != SQLITE_OK)
		return false;
	bool fine = sqlite3_step(s) == SQLITE_ROW;
	*out = fine ? int_at(s, 0) : 0;
	sqlite3_finalize(s);
	return fine;
}

/* Whose file is it, and of which version? */
static bool recognise(struct lite *l, int *version, char why[MAX_ERROR])
{
	int id, things;

	if (!number(l, "PRAGMA application_id", &id) || !number(l, "PRAGMA user_version", version) ||
	    !number(l, "SELECT count(*) FROM sqlite_schema", &things))
		return failed(l, why);
	if (id != OURS && (id != 0 || *version != 0 || things != 0))
		return error_say(why, "it is another program's database");
	if (*version > VERSION)
		return error_say(why, "it was written by a newer bigmuddy: it has version %d, and this program knows up to %d", *version, VERSION);
	return true;
}

/* Older versions did not keep what was built in: it is what we have, where that is the box of a table. */
static bool keep_boxes(struct lite *l)
{
	static const char sql[] = "INSERT INTO box (hash, json) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM head WHERE box IS NULL AND box_hash = ?1)"
		" ON CONFLICT DO NOTHING";
	bool fine = true;

	for (int i = 0; game_list[i] && fine; i++) {
		char hash[BOX_HASH], *json = store_box_json(game_list[i], game_list[i]->box);
		sqlite3_stmt *q = NULL;
		boxfile_hash(game_list[i], game_list[i]->box, hash);
		fine = sqlite3_prepare_v2(l->db, sql, -1, &q, NULL) == SQLITE_OK;
		if (fine) {
			put_text(q, 1, hash);
			put_text(q, 2, json);
			fine = finish(q);
		}
		sqlite3_finalize(q);
		free(json);
	}
	return fine;
}

static bool run_upgrades(struct lite *l, char why[MAX_ERROR])
{
	char sql[80];
	int version;

	if (!recognise(l, &version, why))       /* again: somebody else may have been first */
		return false;
	for (; version < VERSION; version++)
		if (!execute(l, upgrades[version]) || (version + 1 == KEEPS_BOXES && !keep_boxes(l)))
			return failed(l, why);
	snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", OURS, VERSION);
	return execute(l, sql) && execute(l, "COMMIT") ? true : failed(l, why);
}

/* Never while a server has it open: one of an older version could not go on with the new layout. */
static bool upgrade(struct lite *l, char why[MAX_ERROR])
{
	if (!lock_claim(l, "an older", "its layout stays as it is; end that server first, or use its own version of bigmuddy beside it", why))
		return false;
	bool fine = execute(l, "BEGIN IMMEDIATE") ? run_upgrades(l, why) : failed(l, why);
	if (!fine)
		execute(l, "ROLLBACK");
	unlock_claim(l);
	return fine;
}

static bool prepare(struct lite *l, char why[MAX_ERROR])
{
	int version;

	sqlite3_busy_timeout(l->db, BUSY_MS);
	sqlite3_extended_result_codes(l->db, 1);
	if (!recognise(l, &version, why))       /* before anything is changed in what may not be ours */
		return false;
	/* The page is small, for a move touches a few bytes of one, and all of it goes through the log. */
	if (!execute(l, "PRAGMA page_size = 2048; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
	    "PRAGMA cache_size = -8000; PRAGMA trusted_schema = OFF"))
		return failed(l, why);
	sqlite3_wal_autocheckpoint(l->db, WAL_PAGES);
	if (version < VERSION && !upgrade(l, why))
		return false;
	for (int i = 0; i < STATEMENTS; i++)
		if (sqlite3_prepare_v3(l->db, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &l->of[i], NULL) != SQLITE_OK)
			return failed(l, why);
	return true;
}

/* A new file is for its owner only: there are hashes of secrets in it, and keys. */
static bool make_file(const char *path, char why[MAX_ERROR])
{
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0 && errno != EEXIST)
		return error_say(why, "%s", strerror(errno));
	if (fd >= 0)
		close(fd);
	return true;
}

static void lite_close(void *self)
{
	struct lite *l = self;

	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(l->of[i]);
	sqlite3_close(l->db);
	for (int i = CLAIMS - 1; i >= 0; i--)
		if (l->claim[i] >= 0)
			close(l->claim[i]);
	free(l);
}

static bool open_file(struct lite *l, const char *where, char why[MAX_ERROR])
{
	char path[4096];

	/* Or "file:..." would be taken for more than a name. */
	if (snprintf(path, sizeof path, "%s%s", where[0] == '/' ? "" : "./", where) >= (int)sizeof path)
		return error_say(why, "the name is too long");
	if (!make_file(path, why))
		return false;
	if (sqlite3_open_v2(path, &l->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
		return failed(l, why);
	if (sqlite3_db_readonly(l->db, "main") == 1)
		return error_say(why, "it is read-only");
	return prepare(l, why);
}

static void *lite_open(const char *where, char why[MAX_ERROR])
{
	struct lite *l = calloc(1, sizeof *l);
	char shown[MAX_SHOWN], what[MAX_ERROR];

	must(l != NULL);
	for (int i = 0; i < CLAIMS; i++)
		l->claim[i] = -1;
	if (open_file(l, where, what))
		return l;
	lite_close(l);
	error_say(why, "cannot open the store '%s': %s", error_quote(shown, where, strlen(where)), what);
	return NULL;
}

/* Saving -------------------------------------------------------------- */

/* Unless it is there already. */
static bool keep_box(struct lite *l, const struct head *h, const char *hash)
{
	sqlite3_stmt *q = l->of[BOX];

	put_text(q, 1, hash);
	int rc = sqlite3_step(q);
	sqlite3_reset(q);
	if (rc != SQLITE_DONE)
		return rc == SQLITE_ROW;
	char *json = store_box_json(h->game, h->box);
	q = l->of[KEEP];
	put_text(q, 1, hash);
	put_text(q, 2, json);
	bool fine = finish(q);
	sqlite3_clear_bindings(q);              /* what they point to goes now */
	free(json);
	return fine;
}

/* A new table. */
static bool make(struct lite *l, const struct save *s)
{
	const struct head *h = s->head;
	sqlite3_stmt *q = l->of[MAKE];
	char options[STORE_OPTIONS], hash[BOX_HASH], *box = store_head_box(h, hash);
	const int64_t paces[] = { h->pace.move, h->pace.bank, h->pace.slow, h->made };

	if (!box && !keep_box(l, h, hash))
		return false;
	store_head_options(h, options);
	put_text(q, 1, h->id);
	put_text(q, 2, h->game->name);
	sqlite3_bind_int(q, 3, h->rules);
	sqlite3_bind_int(q, 4, h->players);
	put_text(q, 5, options);
	put_text(q, 6, box);
	put_text(q, 7, hash);
	sqlite3_bind_int(q, 8, h->listed);
	put_text(q, 9, h->level);
	for (int i = 0; i < 4; i++)
		sqlite3_bind_int64(q, 10 + i, paces[i]);
	sqlite3_bind_blob(q, 14, h->host, HASH_BYTES, SQLITE_STATIC);
	sqlite3_bind_blob(q, 15, h->key, HASH_BYTES, SQLITE_STATIC);
	put_text(q, 16, h->from);
	sqlite3_bind_int(q, 17, s->now.status);
	put_text(q, 18, h->deal);
	put_text(q, 19, s->now.player);
	sqlite3_bind_int(q, 20, s->now.place);
	sqlite3_bind_int(q, 21, s->now.score);
	bool fine = finish(q);
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
static int64_t number_of(struct lite *l, const char *id)
{
	sqlite3_stmt *q = l->of[NUMBER];

	put_text(q, 1, id);
	int rc = sqlite3_step(q);
	int64_t no = rc == SQLITE_ROW ? sqlite3_column_int64(q, 0) : rc == SQLITE_DONE ? 0 : -1;
	sqlite3_reset(q);
	return no;
}

/* Where it stands after these rows, by one of the three statements that say so. */
static bool stop_at(struct lite *l, const struct save *s, int64_t no, enum statement how)
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
	bool fine = finish(q);
	sqlite3_clear_bindings(q);              /* the next one may come without a snapshot */
	return fine;
}

static bool stand(struct lite *l, const struct save *s)
{
	sqlite3_stmt *q = l->of[STAND];

	sqlite3_bind_int(q, 1, s->now.status);
	put_text(q, 2, s->id);
	put_text(q, 3, s->now.player);
	sqlite3_bind_int(q, 4, s->now.place);
	sqlite3_bind_int(q, 5, s->now.score);
	return finish(q);
}

static bool add(struct lite *l, int64_t no, const struct row *r)
{
	sqlite3_stmt *q = l->of[ADD];

	sqlite3_bind_int64(q, 1, place_of(no, r->seq));
	put_text(q, 2, row_kinds[r->kind]);
	put_text(q, 3, row_bys[r->by]);
	sqlite3_bind_int(q, 4, r->seat);
	sqlite3_bind_int64(q, 5, r->at);
	put_text(q, 6, r->key);
	put_text(q, 7, r->text);
	return finish(q);
}

/* What is deleted is overwritten in the file, as it is not by default. That costs more, so only then. */
static void burn(struct lite *l, bool on)
{
	sqlite3_exec(l->db, on ? "PRAGMA secure_delete = ON" : "PRAGMA secure_delete = OFF", NULL, NULL, NULL);
}

static bool forget(struct lite *l, int64_t no, const struct save *s)
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
	bool fine = finish(q);
	burn(l, false);
	return fine;
}

/* It did not fit. False: it cannot even be said why. */
static bool misfit(struct lite *l, struct save *s, int64_t no)
{
	sqlite3_stmt *q = l->of[SEQ];

	sqlite3_bind_int64(q, 1, place_of(no, LAST));
	int rc = sqlite3_step(q);
	if (rc == SQLITE_ROW || rc == SQLITE_DONE)
		store_save_misfit(s, rc == SQLITE_ROW, (uint32_t)sqlite3_column_int64(q, 0));
	sqlite3_reset(q);
	return rc == SQLITE_ROW || rc == SQLITE_DONE;
}

static bool is_damaged(struct lite *l)          /* a row beyond the end of its table */
{
	return (sqlite3_errcode(l->db) & 0xFF) == SQLITE_CONSTRAINT;
}

static bool put(struct lite *l, struct save *s, int64_t no)
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
static bool take(struct lite *l, const struct save *s, int64_t *no, bool *fits)
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
static bool save_one(struct lite *l, struct save *s, bool mark)
{
	int64_t no;
	bool fits;

	if ((mark && !simply(l, MARK)) || !take(l, s, &no, &fits))
		return false;
	if (!fits)
		return misfit(l, s, no) && (!mark || simply(l, UNMARK));
	if (put(l, s, no))
		return !mark || simply(l, UNMARK);
	if (!mark || !is_damaged(l))
		return false;
	s->outcome = STORE_FAILED;
	failed(l, s->why);
	return simply(l, BACK) && simply(l, UNMARK);
}

/* Ends what is left of a transaction; some errors have ended it already. Keeps nothing locked, whatever happened. */
static void give_up(struct lite *l)
{
	if (!sqlite3_get_autocommit(l->db))
		simply(l, ROLLBACK);
}

static bool save_all(struct lite *l, struct save *const batch[], int n, bool mark)
{
	bool fine = simply(l, BEGIN);

	for (int i = 0; i < n && fine; i++)
		fine = save_one(l, batch[i], mark);
	return fine && simply(l, COMMIT);
}

static bool lite_save(void *self, struct save *const batch[], int n, char why[MAX_ERROR])
{
	struct lite *l = self;

	if (save_all(l, batch, n, false))
		return true;
	bool damaged = is_damaged(l);
	failed(l, why);
	give_up(l);
	if (damaged && save_all(l, batch, n, true))
		return true;
	if (damaged) {
		failed(l, why);
		give_up(l);
	}
	store_save_fails(batch, n, why);
	return false;
}

/* Deleting ------------------------------------------------------------ */

/* The last row of the table `no`; 0: there is none. False: it cannot be said. */
static bool last_of(struct lite *l, int64_t no, uint32_t *last)
{
	sqlite3_stmt *q = l->of[SEQ];

	sqlite3_bind_int64(q, 1, place_of(no, LAST));
	int rc = sqlite3_step(q);
	*last = rc == SQLITE_ROW ? (uint32_t)sqlite3_column_int64(q, 0) : 0;
	sqlite3_reset(q);
	return rc == SQLITE_ROW || rc == SQLITE_DONE;
}

static bool erase_by(struct lite *l, enum statement how, const char *id)
{
	put_text(l->of[how], 1, id);
	return finish(l->of[how]);
}

static bool erase(struct lite *l, const char *id, uint32_t seq, bool *erased)
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
	*erased = finish(l->of[ERASE_ROWS]) && erase_by(l, ERASE_HEAD, id) && erase_by(l, ERASE_LEASE, id);
	return *erased;
}

static bool lite_erase(void *self, const char *id, uint32_t seq, bool *erased, char why[MAX_ERROR])
{
	struct lite *l = self;

	burn(l, true);
	bool fine = simply(l, BEGIN) && erase(l, id, seq, erased) && simply(l, COMMIT);
	if (!fine) {
		*erased = false;
		failed(l, why);
		give_up(l);
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

static bool read_head(struct lite *l, sqlite3_stmt *q, struct head *h, char why[MAX_ERROR])
{
	struct head_words w = { text_at(q, 0), text_at(q, 1), text_at(q, 2), text_at(q, 3), text_at(q, 4), text_at(q, 5), text_at(q, 16) };
	int rules = int_at(q, 6), players = int_at(q, 7);

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
	put_text(kept, 1, w.hash);
	int rc = sqlite3_step(kept);
	if (rc == SQLITE_ROW)
		w.box = text_at(kept, 0);
	bool fine = rc == SQLITE_ROW || rc == SQLITE_DONE ? store_head_read(h, &w, why) : failed(l, why);
	sqlite3_reset(kept);
	return fine;
}

static bool load_head(struct lite *l, const char *id, struct loaded *out, int64_t *no, char why[MAX_ERROR])
{
	sqlite3_stmt *q = l->of[HEAD];

	put_text(q, 1, id);
	int rc = sqlite3_step(q);
	bool fine = rc == SQLITE_ROW || rc == SQLITE_DONE ? true : failed(l, why);
	if (rc == SQLITE_ROW) {
		snprintf(out->head.id, sizeof out->head.id, "%s", id);
		*no = sqlite3_column_int64(q, 15);
		fine = out->found = read_head(l, q, &out->head, why);
	}
	sqlite3_reset(q);
	return fine;
}

static bool load_rows(struct lite *l, int64_t no, uint32_t after, struct rows *out, char why[MAX_ERROR])
{
	sqlite3_stmt *q = l->of[ROWS];
	int rc = SQLITE_ERROR;
	bool fine = true;

	sqlite3_bind_int64(q, 1, place_of(no, after));
	sqlite3_bind_int64(q, 2, place_of(no, LAST));
	while (fine && (rc = sqlite3_step(q)) == SQLITE_ROW) {
		const struct row_words w = { (uint32_t)sqlite3_column_int64(q, 0), text_at(q, 1), text_at(q, 2), int_at(q, 3), sqlite3_column_int64(q, 4),
			text_at(q, 5), text_at(q, 6) };
		fine = w.kind && w.by && w.key && w.text ? store_row_read(out, &w, why) : failed(l, why);
	}
	if (fine && rc != SQLITE_DONE)
		fine = failed(l, why);
	sqlite3_reset(q);
	return fine;
}

static bool load_snapshot(struct lite *l, int64_t no, struct loaded *out, char why[MAX_ERROR])
{
	sqlite3_stmt *q = l->of[SNAPSHOT];

	sqlite3_bind_int64(q, 1, place_of(no, LAST));
	int rc = sqlite3_step(q);
	int n = rc == SQLITE_ROW ? sqlite3_column_bytes(q, 1) : 0;
	if (n > 0 && n <= MAX_CODE && blob_at(q, 1, out->snapshot, n)) {       /* one that is damaged is one that is not there */
		out->snapshot_seq = (uint32_t)sqlite3_column_int64(q, 0);
		out->snapshot_n = n;
	}
	bool fine = rc == SQLITE_ROW || rc == SQLITE_DONE ? true : failed(l, why);
	sqlite3_reset(q);
	return fine;
}

static bool load_all(struct lite *l, const char *id, uint32_t after, struct loaded *out, char why[MAX_ERROR])
{
	int64_t no = 0;

	if (!load_head(l, id, out, &no, why))
		return false;
	return !out->found || (load_rows(l, no, after, &out->rows, why) && (after > 0 || load_snapshot(l, no, out, why)));
}

static bool lite_load(void *self, const char *id, uint32_t after, struct loaded *out, char why[MAX_ERROR])
{
	struct lite *l = self;

	memset(out, 0, sizeof *out);
	if (!simply(l, READ))                   /* all of it as of one commit */
		return failed(l, why);
	bool fine = load_all(l, id, after, out, why);
	give_up(l);
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
	s->place = int_at(q, 10);
	s->score = int_at(q, 11);
}

static bool lite_list(void *self, const struct filter *f, struct summary *out, int *n, char why[MAX_ERROR])
{
	struct lite *l = self;
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
		return failed(l, why);
	put_text(q, 1, f->after);
	if (f->game)
		put_text(q, 2, f->game);
	if (f->deal)
		put_text(q, 7, f->deal);
	if (f->status >= 0)
		sqlite3_bind_int(q, 3, f->status);
	if (f->wake_before > 0)
		sqlite3_bind_int64(q, 4, f->wake_before);
	sqlite3_bind_int(q, 5, f->limit);
	if (f->changed_before > 0)
		sqlite3_bind_int64(q, 6, f->changed_before);
	while (*n < f->limit && (rc = sqlite3_step(q)) == SQLITE_ROW)
		read_summary(q, &out[(*n)++]);
	bool fine = rc == SQLITE_ROW || rc == SQLITE_DONE ? true : failed(l, why);
	sqlite3_finalize(q);
	return fine;
}

/* Leases -------------------------------------------------------------- */

static bool lite_lease(void *self, const struct lease_ask *ask, bool *held, char why[MAX_ERROR])
{
	struct lite *l = self;
	sqlite3_stmt *q = l->of[LEASE];

	put_text(q, 1, ask->id);
	put_text(q, 2, ask->owner);
	sqlite3_bind_int64(q, 3, ask->until);
	sqlite3_bind_int64(q, 4, ask->now);
	bool fine = finish(q) ? true : failed(l, why);
	*held = fine && sqlite3_changes(l->db) > 0;
	return fine;
}

static bool lite_release(void *self, const char *owner, char why[MAX_ERROR])
{
	struct lite *l = self;
	sqlite3_stmt *q = l->of[RELEASE];

	put_text(q, 1, owner);
	return finish(q) ? true : failed(l, why);
}

static bool read_secret(struct lite *l, uint8_t out[HASH_BYTES])
{
	sqlite3_stmt *q = l->of[SECRET];
	const bool there = sqlite3_step(q) == SQLITE_ROW && blob_at(q, 0, out, HASH_BYTES);

	sqlite3_reset(q);
	return there;
}

static bool lite_secret(void *self, uint8_t out[HASH_BYTES], char why[MAX_ERROR])
{
	struct lite *l = self;
	sqlite3_stmt *q = l->of[MAKE_SECRET];
	uint8_t fresh[HASH_BYTES];

	if (read_secret(l, out))
		return true;
	must(sodium_init() >= 0);
	randombytes_buf(fresh, sizeof fresh);
	sqlite3_bind_blob(q, 1, fresh, sizeof fresh, SQLITE_TRANSIENT);
	if (!finish(q))
		return failed(l, why);
	return read_secret(l, out) ? true : error_say(why, "the secret of the store is damaged");
}

/* From the log into the file, as far as it goes without making anybody wait. SQLite has the file written out only when it comes to the end of
 * the log; we do so each time, so that whoever comes to the end has little to wait for. */
static void lite_tidy(void *self)
{
	struct lite *l = self;
	sqlite3_file *file = NULL;

	sqlite3_wal_checkpoint_v2(l->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	sqlite3_file_control(l->db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
	if (file && file->pMethods)
		file->pMethods->xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY);
}

/* Thousands of tables that nobody plays at are not worth megabytes of pages. */
static void lite_rest(void *self)
{
	struct lite *l = self;

	sqlite3_db_release_memory(l->db);
}

/* Backup -------------------------------------------------------------- */

/* All pages as of one commit: the reading that is begun here does not end in between, so writers do not make it begin again. */
static bool copy_pages(struct lite *l, sqlite3 *to, void (*progress)(int done, int all), char why[MAX_ERROR])
{
	int rc, tables;

	if (!simply(l, READ) || !number(l, "SELECT count(*) FROM sqlite_schema", &tables))
		return failed(l, why);
	sqlite3_backup *b = sqlite3_backup_init(to, "main", l->db, "main");
	if (!b)
		return error_say(why, "%s", sqlite3_errmsg(to));
	while ((rc = sqlite3_backup_step(b, BACKUP_STEP)) == SQLITE_OK || rc == SQLITE_BUSY || rc == SQLITE_LOCKED) {
		if (progress && rc == SQLITE_OK)
			progress(sqlite3_backup_pagecount(b) - sqlite3_backup_remaining(b), sqlite3_backup_pagecount(b));
		if (rc != SQLITE_OK)
			nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
	}
	if (progress && rc == SQLITE_DONE)
		progress(sqlite3_backup_pagecount(b), sqlite3_backup_pagecount(b));
	rc = sqlite3_backup_finish(b);
	return rc == SQLITE_OK ? true : error_say(why, "%s", sqlite3_errstr(rc));
}

static bool copy_to(struct lite *l, const char *part, void (*progress)(int done, int all), char why[MAX_ERROR])
{
	sqlite3 *to = NULL;

	unlink(part);                           /* of a backup that did not come to its end */
	if (!make_file(part, why))
		return false;
	bool fine = sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK ? true :
		error_say(why, "%s", sqlite3_errmsg(to));
	fine = fine && copy_pages(l, to, progress, why);
	give_up(l);
	if (sqlite3_close(to) != SQLITE_OK && fine)
		fine = error_say(why, "the copy cannot be closed");
	return fine;
}

static bool lite_backup(void *self, const char *path, void (*progress)(int done, int all), char why[MAX_ERROR])
{
	struct lite *l = self;
	char part[4096], shown[MAX_SHOWN], what[MAX_ERROR];
	struct stat old;

	error_quote(shown, path, strlen(path));
	if (snprintf(part, sizeof part, "%s%s.part", path[0] == '/' ? "" : "./", path) >= (int)sizeof part)
		return error_say(why, "the name '%s' is too long", shown);
	if (file_same(sqlite3_db_filename(l->db, "main"), path))
		return error_say(why, "'%s' is the store itself", shown);
	if (stat(path, &old) == 0 && !S_ISREG(old.st_mode))
		return error_say(why, "'%s' is there, and is no file", shown);
	if (copy_to(l, part, progress, what)) {
		if (rename(part, path) == 0)
			return true;
		error_say(what, "%s", strerror(errno));
	}
	unlink(part);
	return error_say(why, "no backup in '%s': %s", shown, what);
}

const struct store_kind store_sqlite = {
	.scheme = "sqlite", .open = lite_open, .close = lite_close, .named = lite_named, .claim = lite_claim, .save = lite_save, .erase = lite_erase, .load = lite_load, .list = lite_list,
	.lease = lite_lease, .release = lite_release, .secret = lite_secret, .tidy = lite_tidy, .rest = lite_rest, .backup = lite_backup,
};
