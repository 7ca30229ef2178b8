/* What the files of the store in SQLite share; nobody else includes it. */
#ifndef STORE_SQLITE_PARTS_H
#define STORE_SQLITE_PARTS_H

#include <sqlite3.h>

#include "store/store.h"

#define LAST UINT32_MAX
#define END "4294967295"                /* the number in its table of the row that tells where that stands: more than any other has */

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

enum { CLAIMS = 2 };

struct sqlite {
	sqlite3      *db;
	sqlite3_stmt *of[STATEMENTS];
	int           claim[CLAIMS];    /* the files that a server locks; -1: not opened */
};

/* False: it failed, or what failed is said in `why`. */
bool sqlite_failed(struct sqlite *l, char why[MAX_ERROR]);      /* always false: says for people what went wrong last */
bool sqlite_finish(sqlite3_stmt *s);                            /* to the end; sqlite3_changes() says what it did */
bool sqlite_simply(struct sqlite *l, enum statement s);
void sqlite_give_up(struct sqlite *l);                          /* ends the transaction without a change */

void sqlite_put_text(sqlite3_stmt *s, int at, const char *text);        /* NULL: it is NULL; the text stays until the statement is over */
int  sqlite_int_at(sqlite3_stmt *s, int at);    /* what is out of bounds becomes the nearest, and is found by whoever checks it */

/* sqlite_file.c: functions of struct store_kind for the file as a whole. */
void *sqlite_open(const char *where, char why[MAX_ERROR]);
void sqlite_close(void *self);
bool sqlite_named(const char *where, char why[MAX_ERROR]);
bool sqlite_claim(void *self, char why[MAX_ERROR]);
bool sqlite_backup(void *self, const char *path, void (*progress)(int done, int all), char why[MAX_ERROR]);

#endif
