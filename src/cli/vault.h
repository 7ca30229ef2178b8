/* Access to the tables of a server from outside, for admin and backup. All of it works while the server runs. */
#ifndef CLI_VAULT_H
#define CLI_VAULT_H

#include "store/store.h"

struct vault {
	const struct store_kind *kind;
	void *self;
	char  file[4096];               /* path of the file; empty if the store is not a file */
};

/* The flag that names the store, for the usage of a command. */
#define VAULT_FLAG(to) { "store", "URL", "sqlite:FILE or postgres://USER@HOST/DATABASE; preset: where `serve` keeps its tables", to, NULL }

/* Opens a store that exists; url NULL: the one that `serve` uses when none is named. EXIT_NONE: it is open; else the caller exits with that code. */
int  vault_open(struct vault *s, const char *url);
void vault_close(struct vault *s);

/* Reads a table and folds its rows; `checks`: with every check on. False: there is no such table, or it is damaged. The caller frees it with table_drop(). */
bool vault_table(struct vault *s, const char *id, bool checks, struct table *out, struct rows *rows, char why[MAX_ERROR]);

/* The same from a head and rows that were read already. It takes over the head, also if it returns false. */
bool vault_fold(const struct head *h, const struct rows *rows, bool checks, struct table *out, char why[MAX_ERROR]);

/* Calls `each` for all tables that pass the filter, in the order of their ids. The limit and `after` of the filter are ignored. */
bool vault_each(struct vault *s, struct filter f, void (*each)(void *arg, const struct summary *of), void *arg, char why[MAX_ERROR]);

/* Milliseconds since 1970, and such a time to read: "2026-11-15 20:10:05", in UTC. */
enum { MAX_TIME = 24 };
const char *vault_time(char out[MAX_TIME], int64_t ms);

#endif
