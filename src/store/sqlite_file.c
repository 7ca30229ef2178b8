/* The file of a store: who may open it, how its layout came to be, and copies of it. */
#define _XOPEN_SOURCE 700               /* realpath */
#include "sqlite_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"

enum {
	OURS = 0x4d756464,              /* application_id: "Mudd" */
	BUSY_MS = 3000,                 /* how long somebody else's lock is waited for */
	BACKUP_STEP = 256,              /* pages */
	WAL_PAGES = 1 << 16,            /* when the log is that long, whatever the reason, the writer itself tries to end it */
};

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

#define STATEMENT_TEXT(name, text) [name] = text,
static const char *const texts[STATEMENTS] = { STATEMENT_LIST(STATEMENT_TEXT) };

/* The claim ----------------------------------------------------------- */

/* A server locks two files. Two servers on one store would each take themselves for the only one: nothing would be lost, but neither would see
 * what the other does.
 * The store's file is locked, which holds by whatever name or hard link somebody else opens it; and a file beside it, which is what older
 * versions lock, and which tells by what name it was opened. Both stay open until the store is closed: closing any descriptor of the store's file takes
 * away the locks of SQLite. The file beside it stays when it is not locked any more, or two could have locked two files of that name. */
static const char beside[] = "-serve.lock";

/* Locks both. If they are locked already, `who` has locked them, and `then` is what follows from that. */
static bool lock_claim(struct sqlite *l, const char *who, const char *then, char why[MAX_ERROR])
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

/* In the other order than they were locked, so that nobody finds the store's file locked without the one beside it: sqlite_named(). */
static void unlock_claim(struct sqlite *l)
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
bool sqlite_named(const char *where, char why[MAX_ERROR])
{
	char path[4096], lock[sizeof path + sizeof beside], shown[MAX_SHOWN];

	if (!realpath(where, path))
		return true;                    /* it is not there yet, or cannot be opened, which sqlite_open() tells */
	snprintf(lock, sizeof lock, "%s%s", path, beside);
	if (is_locked(lock) || !is_locked(path))
		return true;
	return error_say(why, "another 'bigmuddy serve' has the store '%s' open by another name: name it as that server does, or end that server first",
		error_quote(shown, where, strlen(where)));
}

bool sqlite_claim(void *self, char why[MAX_ERROR])
{
	return lock_claim(self, "another", "SQLite is for one, PostgreSQL for several", why);
}

/* Opening ------------------------------------------------------------- */

static bool execute(struct sqlite *l, const char *sql)
{
	return sqlite3_exec(l->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* The number that a query answers. */
static bool number(struct sqlite *l, const char *sql, int *out)
{
	sqlite3_stmt *s;

	if (sqlite3_prepare_v2(l->db, sql, -1, &s, NULL) != SQLITE_OK)
		return false;
	bool fine = sqlite3_step(s) == SQLITE_ROW;
	*out = fine ? sqlite_int_at(s, 0) : 0;
	sqlite3_finalize(s);
	return fine;
}

/* Whose file is it, and of which version? */
static bool recognise(struct sqlite *l, int *version, char why[MAX_ERROR])
{
	int id, things;

	if (!number(l, "PRAGMA application_id", &id) || !number(l, "PRAGMA user_version", version) ||
	    !number(l, "SELECT count(*) FROM sqlite_schema", &things))
		return sqlite_failed(l, why);
	if (id != OURS && (id != 0 || *version != 0 || things != 0))
		return error_say(why, "it is another program's database");
	if (*version > VERSION)
		return error_say(why, "it was written by a newer bigmuddy: it has version %d, and this program knows up to %d", *version, VERSION);
	return true;
}

/* Older versions did not keep what was built in: it is what we have, where that is the box of a table. */
static bool keep_boxes(struct sqlite *l)
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
			sqlite_put_text(q, 1, hash);
			sqlite_put_text(q, 2, json);
			fine = sqlite_finish(q);
		}
		sqlite3_finalize(q);
		free(json);
	}
	return fine;
}

static bool run_upgrades(struct sqlite *l, char why[MAX_ERROR])
{
	char sql[80];
	int version;

	if (!recognise(l, &version, why))       /* again: somebody else may have been first */
		return false;
	for (; version < VERSION; version++)
		if (!execute(l, upgrades[version]) || (version + 1 == KEEPS_BOXES && !keep_boxes(l)))
			return sqlite_failed(l, why);
	snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", OURS, VERSION);
	return execute(l, sql) && execute(l, "COMMIT") ? true : sqlite_failed(l, why);
}

/* Never while a server has it open: one of an older version could not go on with the new layout. */
static bool upgrade(struct sqlite *l, char why[MAX_ERROR])
{
	if (!lock_claim(l, "an older", "its layout stays as it is; end that server first, or use its own version of bigmuddy beside it", why))
		return false;
	bool fine = execute(l, "BEGIN IMMEDIATE") ? run_upgrades(l, why) : sqlite_failed(l, why);
	if (!fine)
		execute(l, "ROLLBACK");
	unlock_claim(l);
	return fine;
}

static bool prepare(struct sqlite *l, char why[MAX_ERROR])
{
	int version;

	sqlite3_busy_timeout(l->db, BUSY_MS);
	sqlite3_extended_result_codes(l->db, 1);
	if (!recognise(l, &version, why))       /* before anything is changed in what may not be ours */
		return false;
	/* The page is small, for a move touches a few bytes of one, and all of it goes through the log. */
	if (!execute(l, "PRAGMA page_size = 2048; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
	    "PRAGMA cache_size = -8000; PRAGMA trusted_schema = OFF"))
		return sqlite_failed(l, why);
	sqlite3_wal_autocheckpoint(l->db, WAL_PAGES);
	if (version < VERSION && !upgrade(l, why))
		return false;
	for (int i = 0; i < STATEMENTS; i++)
		if (sqlite3_prepare_v3(l->db, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &l->of[i], NULL) != SQLITE_OK)
			return sqlite_failed(l, why);
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

void sqlite_close(void *self)
{
	struct sqlite *l = self;

	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(l->of[i]);
	sqlite3_close(l->db);
	for (int i = CLAIMS - 1; i >= 0; i--)
		if (l->claim[i] >= 0)
			close(l->claim[i]);
	free(l);
}

static bool open_file(struct sqlite *l, const char *where, char why[MAX_ERROR])
{
	char path[4096];

	/* Or "file:..." would be taken for more than a name. */
	if (snprintf(path, sizeof path, "%s%s", where[0] == '/' ? "" : "./", where) >= (int)sizeof path)
		return error_say(why, "the name is too long");
	if (!make_file(path, why))
		return false;
	if (sqlite3_open_v2(path, &l->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
		return sqlite_failed(l, why);
	if (sqlite3_db_readonly(l->db, "main") == 1)
		return error_say(why, "it is read-only");
	return prepare(l, why);
}

void *sqlite_open(const char *where, char why[MAX_ERROR])
{
	struct sqlite *l = calloc(1, sizeof *l);
	char shown[MAX_SHOWN], what[MAX_ERROR];

	must(l != NULL);
	for (int i = 0; i < CLAIMS; i++)
		l->claim[i] = -1;
	if (open_file(l, where, what))
		return l;
	sqlite_close(l);
	error_say(why, "cannot open the store '%s': %s", error_quote(shown, where, strlen(where)), what);
	return NULL;
}

/* Backup -------------------------------------------------------------- */

/* All pages as of one commit: the reading that is begun here does not end in between, so writers do not make it begin again. */
static bool copy_pages(struct sqlite *l, sqlite3 *to, void (*progress)(int done, int all), char why[MAX_ERROR])
{
	int rc, tables;

	if (!sqlite_simply(l, READ) || !number(l, "SELECT count(*) FROM sqlite_schema", &tables))
		return sqlite_failed(l, why);
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

static bool copy_to(struct sqlite *l, const char *part, void (*progress)(int done, int all), char why[MAX_ERROR])
{
	sqlite3 *to = NULL;

	unlink(part);                           /* of a backup that did not come to its end */
	if (!make_file(part, why))
		return false;
	bool fine = sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK ? true :
		error_say(why, "%s", sqlite3_errmsg(to));
	fine = fine && copy_pages(l, to, progress, why);
	sqlite_give_up(l);
	if (sqlite3_close(to) != SQLITE_OK && fine)
		fine = error_say(why, "the copy cannot be closed");
	return fine;
}

bool sqlite_backup(void *self, const char *path, void (*progress)(int done, int all), char why[MAX_ERROR])
{
	struct sqlite *l = self;
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
