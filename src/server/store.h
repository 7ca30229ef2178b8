/* The one door to storage. A backend is a table of functions, called from one thread at a time; clerk.h makes it asynchronous and commits
 * in groups. Rows are unique by (table, seq): who comes second is told so, whichever process it is. */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include "core/codec.h"
#include "server/table.h"

enum stored {
	STORED,
	STORE_CROSSED,          /* a row with that number was there already: read on, and ask again */
	STORE_FAILED,           /* disk full, locked, connection lost: nothing of it was stored; `why` says what */
};

/* What can be said of a table without opening it: for lists, and to know when to wake it. */
struct summary {
	char    id[ID_CHARS + 1], game[MAX_NAME];
	uint8_t status, listed;
	uint32_t seq;
	int64_t made, changed, wake;    /* wake: when its clock or a bot wants something; INT64_MAX: never */
};

void summary_of(const struct table *t, int64_t now, struct summary *out);

/* All or nothing. Of an older table it is stored only if the table ends where these rows begin. */
struct save {
	const char *id;
	const struct head *head;        /* of a new table; else NULL */
	struct rows rows;
	struct summary now;             /* as it is after them */
	bool     stands;                /* its status is what it was before them */
	uint32_t snapshot_seq;          /* after which row; 0: there is no snapshot with it */
	int      snapshot_n;
	uint8_t  snapshot[MAX_CODE];    /* codec_encode of the state */
	/* out: */
	enum stored outcome;
	char        why[MAX_ERROR];
};

struct loaded {
	bool        found;
	struct head head;               /* head_drop() it, or hand it to table_make() */
	struct rows rows;               /* those after the one that was asked for */
	uint32_t    snapshot_seq;
	int         snapshot_n;
	uint8_t     snapshot[MAX_CODE];
};

struct filter {
	const char *game;               /* NULL: any */
	bool        listed_only;
	int         status;             /* -1: any */
	int64_t     wake_before;        /* 0: any */
	int64_t     changed_before;     /* 0: any */
	bool        newest;             /* those that were made last, the last first; else by id, from `after` on */
	int         limit;
	char        after[ID_CHARS + 1];
};

struct store_kind {
	const char *scheme;             /* "sqlite", "postgres", "memory" */
	/* All return false and a message on failure. */
	void *(*open)(const char *where, char why[MAX_ERROR]);  /* makes what is missing, brings an older format up to date; NULL: it cannot */
	void  (*close)(void *self);
	/* For a server that means to be the only one, until this is closed or the process ends, however it does; others may still open it.
	 * NULL: several servers can share it. */
	bool  (*claim)(void *self, char why[MAX_ERROR]);
	/* One commit, at most one save of each table; each has its outcome. False: nothing of the whole batch was stored. */
	bool  (*save)(void *self, struct save *const batch[], int n, char why[MAX_ERROR]);
	bool  (*load)(void *self, const char *id, uint32_t after, struct loaded *out, char why[MAX_ERROR]);     /* after > 0: rows only, and the head */
	bool  (*list)(void *self, const struct filter *f, struct summary *out, int *n, char why[MAX_ERROR]);  /* at most f->limit */
	/* The process `owner` holds the lease of a table until `until`: got it, or has it already (*held). */
	bool  (*lease)(void *self, const char *id, const char *owner, int64_t now, int64_t until, bool *held, char why[MAX_ERROR]);
	bool  (*release)(void *self, const char *owner, char why[MAX_ERROR]);                   /* all of its leases */
	/* Several processes: what others have stored. NULL where there is one process only. */
	int   (*heard_fd)(void *self);                          /* readable when there is something; -1: no connection now, ask again later */
	bool  (*heard)(void *self, char id[ID_CHARS + 1], uint32_t *seq);      /* the next one; id empty: everything may have changed; false: no more */
	void  (*tidy)(void *self);                              /* what can be done at leisure, while others read and write; NULL: nothing */
	void  (*rest)(void *self);                              /* nothing is asked of it for now: what it holds in memory can go; NULL: nothing */
	bool  (*backup)(void *self, const char *path, void (*progress)(int done, int all), char why[MAX_ERROR]);        /* NULL: it has tools of its own */
};

extern const struct store_kind store_sqlite, store_postgres, store_memory;

/* "sqlite:/path/to/file", "postgres://user@host/db", "memory:NAME", which lives as long as somebody has it open. NULL: there is no such
 * kind; *where is what its open() takes. */
const struct store_kind *store_find(const char *url, const char **where, char why[MAX_ERROR]);
void loaded_drop(struct loaded *l);     /* frees the head and the rows; may be called twice */

/* ---- For the backends. */
enum { STORE_GROUP = 384, STORE_OPTIONS = 1024 };       /* most saves of one commit; bytes of a head's options in words */

/* The number after which the table must stand for this save to fit. */
uint32_t save_before(const struct save *s);
uint32_t save_after(const struct save *s);
/* It did not fit a table that ends with row `seq`, or that is not there: says what it is then. */
void save_misfit(struct save *s, bool there, uint32_t seq);
void save_fails(struct save *const batch[], int n, const char *why);            /* all of them */

/* A head is stored in words, so that it can be read when numbers have changed: "mode=intro ships=2"; the pieces as JSON, unless they are
 * the built-in ones, and always their hash. What is built in changes from one version of this program to the next: so it is kept as JSON
 * too, once for all tables, under its hash. (Not so a box that came with a table: its name is its own, and no part of the hash.) */
void head_options(const struct head *h, char out[STORE_OPTIONS]);
char *head_box(const struct head *h, char hash[BOX_HASH]);                      /* yours; NULL: they are built in */
char *box_json(const struct game *g, const struct box *b);                      /* yours */
struct head_words { const char *game, *options, *box, *hash, *level, *from; };
bool head_wants_box(const struct head_words *w);        /* its pieces were built in once: `box` is to be what is kept under its hash */
/* The rest of `h` is there already. False: this program cannot play it, and why; `h` owns nothing then. */
bool head_read(struct head *h, const struct head_words *w, char why[MAX_ERROR]);
bool row_read(struct rows *to, uint32_t seq, const char *kind, const char *by, int seat, int64_t at, const char *key, const char *text,
	char why[MAX_ERROR]);

#endif
