/* bigmuddy backup: a copy of all tables, while the server runs. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "base/file.h"
#include "vault.h"

static void put_progress(int done, int all)
{
	fprintf(stderr, "\r%3d %% ", all > 0 ? (int)(100.0 * done / all) : 100);
}

/* Lets SQLite check the copy: every page, every index. */
static bool is_whole(const char *path, char why[MAX_ERROR])
{
	sqlite3 *db = NULL;
	sqlite3_stmt *q = NULL;
	bool fine = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK
		&& sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW;

	if (!fine)
		error_say(why, "%s", sqlite3_errmsg(db));
	else if (strcmp((const char *)sqlite3_column_text(q, 0), "ok") != 0)
		fine = error_say(why, "%s", (const char *)sqlite3_column_text(q, 0));
	sqlite3_finalize(q);
	sqlite3_close(db);
	return fine;
}

static void count(void *arg, const struct summary *s)
{
	(void)s;
	++*(int *)arg;
}

/* Checks the copy as the server will read it: every table is folded. */
static bool opens(const char *path, int *tables, char why[MAX_ERROR])
{
	struct vault copy = { .kind = &store_sqlite };
	struct filter f = { .status = -1 };

	*tables = 0;
	copy.self = copy.kind->open(path, why);
	if (!copy.self)
		return false;
	bool fine = vault_each(&copy, f, count, tables, why);
	vault_close(&copy);
	return fine;
}

/* Writes under another name until the copy has been checked, so that an older backup stays until then. */
static int copy(struct vault *s, const char *path)
{
	char part[4096], why[MAX_ERROR], shown[MAX_SHOWN];
	bool terminal = isatty(STDERR_FILENO);
	int tables;

	error_quote(shown, path, strlen(path));
	if (file_same(path, s->file))
		return cli_bad("'%s' is the store itself", shown);
	if (snprintf(part, sizeof part, "%s.new", path) >= (int)sizeof part)
		return cli_bad("the name '%s' is too long", shown);
	bool fine = s->kind->backup(s->self, part, terminal ? put_progress : NULL, why) && is_whole(part, why) && opens(part, &tables, why);
	if (terminal)
		fputs("\r       \r", stderr);
	if (fine && rename(part, path) != 0)
		fine = error_say(why, "%s", strerror(errno));
	if (!fine) {
		unlink(part);
		return cli_no("no backup was written to '%s': %s", shown, why);
	}
	printf("%s: %d tables, checked\n", path, tables);
	return EXIT_FINE;
}

int cli_backup(int argc, char **argv)
{
	const char *store = NULL;
	bool force = false;
	const struct flag flags[] = {
		VAULT_FLAG(&store),
		{ "force", NULL, "overwrite an older backup", NULL, &force },
		{ .name = NULL },
	};
	const struct usage usage = { "bigmuddy backup FILE [flags]",
		"Copies all tables into a file while the server runs, and checks the copy. To go back to it, end the server and put the\n"
		"file where its store was. The key of Web Push is a file of its own beside the store.", flags, "the file to write", 1, 1 };
	struct vault s;
	const char *where;
	char why[MAX_ERROR], shown[MAX_SHOWN];

	int code = cli_flags(&usage, &argc, argv);
	if (code != EXIT_NONE)
		return code;
	if (file_is_there(argv[1]) && !force)
		return cli_no("'%s' is there already; --force overwrites it", error_quote(shown, argv[1], strlen(argv[1])));
	if (store && store_find(store, &where, why) == &store_postgres)
		return cli_bad("PostgreSQL has a tool of its own: pg_dump, which works while servers run");
	code = vault_open(&s, store);
	if (code != EXIT_NONE)
		return code;
	code = copy(&s, argv[1]);
	vault_close(&s);
	return code;
}
