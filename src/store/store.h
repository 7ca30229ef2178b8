/* The one door to storage. A backend is a table of functions, called from one thread at a time; queue.h makes it asynchronous and commits
 * in groups. Rows are unique by (table, seq): who comes second is told so, whichever process it is. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "core/codec.h"
#include "table/table.h"

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
	/* Of a table of a deal: which one it is (else empty), and when the game is over what came of it for the person; place 0: it does not count.
	 * Without a name it is that at which a bot has the person's seat. */
	char    deal[DEAL_CHARS + 1], player[MAX_NAME];
	int32_t place, score;
};

void store_summary_of(const struct table *t, int64_t now, struct summary *out);

/* All or nothing. Of an older table it is stored only if the table ends where these rows begin. */
struct save {
	const char *id;
	const struct head *head;        /* of a new table; else NULL */
	struct rows rows;
	struct summary now;             /* as it is after them */
	bool     stands;                /* its status, and what came of its deal, are what they were before them */
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
	const char *deal;               /* NULL: any, or none */
	bool        listed_only;
	int         status;             /* -1: any */
	int64_t     wake_before;        /* 0: any */
	int64_t     changed_before;     /* 0: any */
	bool        newest;             /* those that were made last, the last first; else by id, from `after` on */
	int         limit;
	char        after[ID_CHARS + 1];
};

/* The process `owner` asks for the lease of table `id` from `now` until `until`, in ms since the epoch. */
struct lease_ask { const char *id, *owner; int64_t now, until; };

struct store_kind {
	const char *scheme;             /* "sqlite", "postgres", "memory" */
	/* All return false and a message on failure. */
	/* Before a process opens it for the first time: false if a server has it open by another name, and opening it by this one could do harm. NULL: it has
	 * one name only. */
	bool  (*named)(const char *where, char why[MAX_ERROR]);
	void *(*open)(const char *where, char why[MAX_ERROR]);  /* makes what is missing, brings an older format up to date; NULL: it cannot */
	void  (*close)(void *self);
	/* For a server that means to be the only one, until this is closed or the process ends, however it does; others may still open it.
	 * NULL: several servers can share it. */
	bool  (*claim)(void *self, char why[MAX_ERROR]);
	/* One commit, at most one save of each table; each has its outcome. False: nothing of the whole batch was stored. */
	bool  (*save)(void *self, struct save *const batch[], int n, char why[MAX_ERROR]);
	/* Deletes a table that still ends with row `seq`, with everything that is stored of it. *erased: it is not there any more. */
	bool  (*erase)(void *self, const char *id, uint32_t seq, bool *erased, char why[MAX_ERROR]);
	bool  (*load)(void *self, const char *id, uint32_t after, struct loaded *out, char why[MAX_ERROR]);     /* after > 0: rows only, and the head */
	bool  (*list)(void *self, const struct filter *f, struct summary *out, int *n, char why[MAX_ERROR]);  /* at most f->limit */
	/* *held: the owner has the lease, now or since earlier. */
	bool  (*lease)(void *self, const struct lease_ask *ask, bool *held, char why[MAX_ERROR]);
	bool  (*release)(void *self, const char *owner, char why[MAX_ERROR]);                   /* all of its leases */
	/* Random bytes that belong to this store, made when somebody first asks for them; the same for all who open it. */
	bool  (*secret)(void *self, uint8_t out[HASH_BYTES], char why[MAX_ERROR]);
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
void store_loaded_drop(struct loaded *l);     /* frees the head and the rows; may be called twice */

/* ---- For the backends. */
enum { STORE_GROUP = 384, STORE_OPTIONS = 1024 };       /* most saves of one commit; bytes of a head's options in words */

/* The number after which the table must stand for this save to fit. */
uint32_t store_save_before(const struct save *s);
uint32_t store_save_after(const struct save *s);
/* It did not fit a table that ends with row `seq`, or that is not there: says what it is then. */
void store_save_misfit(struct save *s, bool there, uint32_t seq);
/* The forget row among its rows, which wants the names of a seat taken out of the rows before it, from `from` on; NULL: there is none. */
const struct row *store_save_forgets(const struct save *s, uint32_t *from);
void store_save_fails(struct save *const batch[], int n, const char *why);            /* all of them */

/* A head is stored in words, so that it can be read when numbers have changed: "mode=intro ships=2"; the pieces as JSON, unless they are
 * the built-in ones, and always their hash. What is built in changes from one version of this program to the next: so it is kept as JSON
 * too, once for all tables, under its hash. (Not so a box that came with a table: its name is its own, and no part of the hash.) */
void store_head_options(const struct head *h, char out[STORE_OPTIONS]);
char *store_head_box(const struct head *h, char hash[BOX_HASH]);                      /* yours; NULL: they are built in */
char *store_box_json(const struct game *g, const struct box *b);                      /* yours */
struct head_words { const char *game, *options, *box, *hash, *level, *from, *deal; };
bool store_head_wants_box(const struct head_words *w);        /* its pieces were built in once: `box` is to be what is kept under its hash */
/* The rest of `h` is there already. False: this program cannot play it, and why; `h` owns nothing then. */
bool store_head_read(struct head *h, const struct head_words *w, char why[MAX_ERROR]);
/* A row as it is stored, in words; its texts are borrowed. */
struct row_words { uint32_t seq; const char *kind, *by; int seat; int64_t at; const char *key, *text; };
bool store_row_read(struct rows *to, const struct row_words *w, char why[MAX_ERROR]);

#endif
