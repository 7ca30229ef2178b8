/* A connection to PostgreSQL, and how it is asked: all that belongs together is sent at once, without waiting for answers in between. */
#ifndef STORE_PG_H
#define STORE_PG_H

#include <libpq-fe.h>

#include "store/store.h"

/* The version of the layout is part of the name of a session, which was "bigmuddy" alone once. */
#define PG_LAYOUT  5
#define PG_SESSION "bigmuddy/5"

enum { PG_PARAMS = 20, PG_TEXT = 25, PG_INT8 = 20, PG_BYTEA = 17 };     /* the last three: object ids of these types */

struct pg {
	PGconn *c;                      /* NULL: there is no connection */
	char   *where;
	char    pid[24], since[64];     /* of the server's end: the process, and when it began */
	bool    listening, everything;  /* something may have been missed */
	PGnotify *note;                 /* the announcement that is being read */
	const char *at;
};

enum pg_came { PG_FINE, PG_REFUSED, PG_LOST };

/* ---- The connection. */
bool pg_join(struct pg *p, char why[MAX_ERROR]);                /* if there is none now */
void pg_leave(struct pg *p);
bool pg_execute(struct pg *p, const char *sql, char why[MAX_ERROR]);    /* one or more commands without parameters */
/* What the server says of a command; `state` is its code for it. */
enum pg_came pg_judge(const PGresult *r, char state[6], char why[MAX_ERROR]);

/* ---- Parameters: they stay where they are until the answer is there. */
struct pg_params {
	int         n;
	const char *value[PG_PARAMS];
	int         length[PG_PARAMS], format[PG_PARAMS];
	char        number[PG_PARAMS][24];
};

void pg_put_bytes(struct pg_params *p, const void *bytes, int n);
void pg_put_text(struct pg_params *p, const char *text);        /* NULL: it is NULL */
void pg_put_number(struct pg_params *p, int64_t n);

/* An array in the binary form of the server: a group goes as a few columns, whatever its size. */
struct pg_array { uint8_t *at; size_t n, cap; uint32_t count, type; };
void pg_array_text(struct pg_array *a, const char *text);
void pg_array_number(struct pg_array *a, int64_t n);
void pg_array_bytes(struct pg_array *a, const void *bytes, size_t n);
void pg_put_array(struct pg_params *p, struct pg_array *a, uint32_t type);      /* it is finished then */

/* ---- Asking. */
struct pg_step {
	const char   *sql;
	struct pg_params p;
	PGresult     *got;
};

/* All steps at once, as one transaction. What they answered is in `got`: pg_clear() them in any case. */
enum pg_came pg_ask(struct pg *p, struct pg_step *s, int n, char state[6], char why[MAX_ERROR]);
enum pg_came pg_ask_one(struct pg *p, struct pg_step *s, char why[MAX_ERROR]);
void pg_clear(struct pg_step *s, int n);

int64_t pg_number_at(const PGresult *r, int row, int column);
bool pg_hex_at(const PGresult *r, int row, int column, uint8_t *out, size_t n); /* exactly n bytes */

#endif
