/* What tests of storage share: a backend with a fresh place for each test, and tables to put there. */
#ifndef TESTS_SERVER_SHELF_H
#define TESTS_SERVER_SHELF_H

#include "store/queue.h"

/* A backend, and a fresh place for each test. */
struct bench {
	const struct store_kind *kind;
	char url[300];
	const char *where;
	void *keeper;                   /* of what is in memory, while nobody else has it open */
};

extern char folder[];                   /* where files can be */

/* For cmocka: the place of all tests, then that of each. */
int shelf_open(void **state);
int shelf_close(void **state);
int begin_memory(void **state);
int begin_sqlite(void **state);
int begin_postgres(void **state);
int put_away(void **state);
#define ON(kind, f)  { #kind ": " #f, f, begin_##kind, put_away, NULL }
#define ON_FILES(f)  ON(sqlite, f), ON(postgres, f)
#define ON_ALL(f)    ON(memory, f), ON_FILES(f)

void nap(int ms);
void sql(const struct bench *b, const char *text);    /* past the store */
void terminate_all(const struct bench *b);                         /* what others may still have under way there */
void *opened(const struct bench *b);

/* Heads and saves. */
void name_of(int table, char out[16]);                         /* the table of that number: table-NN */
int number_of(const char *id);
struct head record_head_of(const char *id);
/* Rows first..first + n - 1 of a table; `who` is in them. */
struct save *save_of(const char *id, const struct head *h, uint32_t first, int n, const char *who);
void save_drop(struct save *s);
enum stored put(const struct bench *b, void *self, struct save *s);
enum stored put_rows(const struct bench *b, void *self, const char *id, uint32_t first, int n, const char *who);
void put_table(const struct bench *b, void *self, const char *id, int rows);
void put_two_tables(const struct bench *b, void *self, const char *id, const char *other, int rows);
struct loaded *get(const struct bench *b, void *self, const char *id, uint32_t after);
void got(struct loaded *l);
/* Whether the table ends with that row, which is `who`'s, and no number is missing. */
void assert_ends(const struct bench *b, void *self, const char *id, uint32_t seq, const char *who);

void cannot_open(const struct bench *b, const char *word);            /* and why has that word in it */
bool lease(const struct bench *b, void *self, const char *owner, int64_t span);
void write_file(const char *path, const char *bytes, size_t n);

#endif
