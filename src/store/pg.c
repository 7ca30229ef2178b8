#define _POSIX_C_SOURCE 200809L
#include "store/pg.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parameters ---------------------------------------------------------- */

void pg_put_bytes(struct pg_params *p, const void *bytes, int n)
{
	must(p->n < PG_PARAMS);
	p->value[p->n] = bytes;
	p->length[p->n] = n;
	p->format[p->n++] = 1;
}

void pg_put_text(struct pg_params *p, const char *text)
{
	pg_put_bytes(p, text, 0);
	p->format[p->n - 1] = 0;
}

void pg_put_number(struct pg_params *p, int64_t n)
{
	char *to = p->number[p->n];

	snprintf(to, sizeof p->number[0], "%lld", (long long)n);
	pg_put_text(p, to);
}

enum { ARRAY_HEAD = 20 };

static void array_put(struct pg_array *a, const void *bytes, size_t n)
{
	if (a->n + n > a->cap) {
		a->cap = 2 * (a->n + n) + 256;
		a->at = realloc(a->at, a->cap);
		must(a->at != NULL);
	}
	memcpy(a->at + a->n, bytes, n);
	a->n += n;
}

static void big_endian(uint8_t *out, uint64_t n, int bytes)
{
	for (int i = 0; i < bytes; i++)
		out[i] = (uint8_t)(n >> 8 * (bytes - 1 - i));
}

static void array_int(struct pg_array *a, uint32_t n)
{
	uint8_t of[4];

	big_endian(of, n, 4);
	array_put(a, of, 4);
}

static void array_add(struct pg_array *a, const void *bytes, size_t n)
{
	static const uint8_t head[ARRAY_HEAD];

	if (a->n == 0)
		array_put(a, head, ARRAY_HEAD);
	array_int(a, (uint32_t)n);
	array_put(a, bytes, n);
	a->count++;
}

void pg_array_text(struct pg_array *a, const char *text)
{
	a->type = PG_TEXT;
	array_add(a, text, strlen(text));
}

void pg_array_number(struct pg_array *a, int64_t n)
{
	uint8_t of[8];

	a->type = PG_INT8;
	big_endian(of, (uint64_t)n, 8);
	array_add(a, of, 8);
}

void pg_array_bytes(struct pg_array *a, const void *bytes, size_t n)
{
	a->type = PG_BYTEA;
	array_add(a, bytes, n);
}

/* Writes its head, of five numbers: dimensions, whether there are NULLs, type, length, first index. */
void pg_put_array(struct pg_params *p, struct pg_array *a, uint32_t type)
{
	size_t end = a->count > 0 ? a->n : 12;          /* an empty one has no dimensions, and ends after the type */

	must(a->count == 0 || a->type == type);
	a->n = 0;
	array_int(a, a->count > 0);
	array_int(a, 0);
	array_int(a, type);
	array_int(a, a->count);
	array_int(a, 1);
	a->n = end;
	pg_put_bytes(p, a->at, (int)end);
}

/* Asking -------------------------------------------------------------- */

void pg_clear(struct pg_step *s, int n)
{
	for (int i = 0; i < n; i++) {
		PQclear(s[i].got);
		s[i].got = NULL;
	}
}

void pg_leave(struct pg *p)
{
	PQfreemem(p->note);
	p->note = NULL;
	PQfinish(p->c);
	p->c = NULL;
	p->everything = true;
}

static enum pg_came lost(struct pg *p, char why[MAX_ERROR])
{
	pg_leave(p);
	error_say(why, "the connection to the database was lost");
	return PG_LOST;
}

/* A server that is going down says so before it hangs up. */
enum pg_came pg_judge(const PGresult *r, char state[6], char why[MAX_ERROR])
{
	ExecStatusType is = PQresultStatus(r);

	if (is == PGRES_COMMAND_OK || is == PGRES_TUPLES_OK)
		return PG_FINE;
	const char *code = PQresultErrorField(r, PG_DIAG_SQLSTATE), *words = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
	snprintf(state, 6, "%s", code ? code : "");
	error_say(why, "the database says: %s (%s)", words ? words : "nothing", state);
	return !code || strncmp(state, "57P", 3) == 0 || strncmp(state, "08", 2) == 0 ? PG_LOST : PG_REFUSED;
}

static bool send_all(struct pg *p, const struct pg_step *s, int n)
{
	if (!PQenterPipelineMode(p->c))
		return false;
	for (int i = 0; i < n; i++)
		if (!PQsendQueryParams(p->c, s[i].sql, s[i].p.n, NULL, s[i].p.value, s[i].p.length, s[i].p.format, 0))
			return false;
	return PQpipelineSync(p->c) == 1;
}

/* All steps at once, as one transaction. What they answered is in `got`: pg_clear() them in any case. */
enum pg_came pg_ask(struct pg *p, struct pg_step *s, int n, char state[6], char why[MAX_ERROR])
{
	enum pg_came result = PG_FINE;

	state[0] = '\0';
	if (!send_all(p, s, n))
		return lost(p, why);
	for (int i = 0; i < n && result != PG_LOST; i++) {
		s[i].got = PQgetResult(p->c);
		if (!s[i].got)
			return lost(p, why);
		if (result == PG_FINE)                     /* the steps after one that fails are not done */
			result = pg_judge(s[i].got, state, why);
		PQclear(PQgetResult(p->c));             /* NULL: that step is over */
	}
	if (result == PG_LOST)
		return lost(p, why);
	PGresult *end = PQgetResult(p->c);
	bool synced = PQresultStatus(end) == PGRES_PIPELINE_SYNC;
	PQclear(end);
	if (!synced || !PQexitPipelineMode(p->c))
		return lost(p, why);
	if (PQtransactionStatus(p->c) != PQTRANS_IDLE)
		PQclear(PQexec(p->c, "ROLLBACK"));
	return result;
}

enum pg_came pg_ask_one(struct pg *p, struct pg_step *s, char why[MAX_ERROR])
{
	char state[6];

	return pg_ask(p, s, 1, state, why);
}

int64_t pg_number_at(const PGresult *r, int row, int column)
{
	return strtoll(PQgetvalue(r, row, column), NULL, 10);
}

bool pg_hex_at(const PGresult *r, int row, int column, uint8_t *out, size_t n)
{
	const char *hex = PQgetvalue(r, row, column);
	size_t got;

	return sodium_hex2bin(out, n, hex, strlen(hex), NULL, &got, NULL) == 0 && got == n;
}

/* Opening ------------------------------------------------------------- */

bool pg_execute(struct pg *p, const char *sql, char why[MAX_ERROR])
{
	char state[6];
	PGresult *r = PQexec(p->c, sql);
	enum pg_came is = pg_judge(r, state, why);

	PQclear(r);
	return is == PG_FINE;
}

/* How a session begins: nothing waits for ever, and a commit is on the disk before it is told. */
static bool begin_session(struct pg *p, char why[MAX_ERROR])
{
	struct pg_step s = { .sql =
		"SELECT pid, backend_start, set_config('lock_timeout', '10s', false), set_config('statement_timeout', '60s', false),"
		" set_config('idle_in_transaction_session_timeout', '60s', false), set_config('search_path', 'bigmuddy', false),"
		" CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', false) END"
		" FROM pg_stat_activity WHERE pid = pg_backend_pid()" };
	bool fine = pg_ask_one(p, &s, why) == PG_FINE;

	if (fine) {
		snprintf(p->pid, sizeof p->pid, "%s", PQgetvalue(s.got, 0, 0));
		snprintf(p->since, sizeof p->since, "%s", PQgetvalue(s.got, 0, 1));
	}
	pg_clear(&s, 1);
	return fine && (!p->listening || pg_execute(p, "LISTEN bigmuddy", why));
}

static void no_notice(void *arg, const PGresult *r)
{
	(void)arg;
	(void)r;
}

bool pg_join(struct pg *p, char why[MAX_ERROR])
{
	/* What comes before dbname gives way to what the address says. */
	static const char *const keys[] = { "fallback_application_name", "connect_timeout", "keepalives_idle", "keepalives_interval",
		"keepalives_count", "tcp_user_timeout", "dbname", "client_encoding", NULL };
	const char *const values[] = { PG_SESSION, "5", "10", "5", "3", "15000", p->where, "UTF8", NULL };

	if (p->c && PQstatus(p->c) == CONNECTION_OK)
		return true;
	pg_leave(p);
	p->c = PQconnectdbParams(keys, values, 1);
	if (PQstatus(p->c) != CONNECTION_OK) {
		error_say(why, "the database cannot be reached: %s", PQerrorMessage(p->c));
		pg_leave(p);
		return false;
	}
	PQsetNoticeReceiver(p->c, no_notice, NULL);
	return begin_session(p, why);
}

