/* bigmuddy admin: the tables of a server, for whoever runs it. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include "admin_file.h"
#include "cli.h"
#include "base/clock.h"
#include "base/file.h"
#include "play/record.h"
#include "play/setup.h"
#include "table/new.h"
#include "table/json_check.h"
#include "vault.h"

enum { TRIES = 500, DAYS_AGO_MOST = 36500 };

struct pending {
	const char *store, *game, *status, *out, *days;
	bool all, ascii, record, as_new, force, dry_run;
};

static void warn(const char *words)
{
	fflush(stdout);
	fprintf(stderr, "bigmuddy: %s\n", words);
}

/* list --------------------------------------------------------------------- */

static void put_summary(void *arg, const struct summary *s)
{
	char made[MAX_TIME], changed[MAX_TIME];

	++*(int *)arg;
	printf("%s  %-11s %-8s %-8s %6u rows  made %s  changed %s\n", s->id, s->game, s->status < TABLE_KEPT_STATUSES ? table_status_names[s->status] : "?",
		s->listed ? "listed" : "by link", s->seq, vault_time(made, s->made), vault_time(changed, s->changed));
}

static bool read_status(const char *name, int *out)
{
	char shown[MAX_SHOWN];

	for (*out = 0; *out < TABLE_KEPT_STATUSES; ++*out)
		if (strcmp(name, table_status_names[*out]) == 0)
			return true;
	cli_bad("there is no status '%s'; there are: open, running, over, closed", error_quote(shown, name, strlen(name)));
	return false;
}

static int list(struct vault *s, const struct pending *w, int argc, char **argv)
{
	struct filter f = { .game = w->game, .status = -1 };
	char why[MAX_ERROR], shown[MAX_SHOWN];
	int n = 0;

	(void)argc, (void)argv;
	if (w->game && !game_find(w->game))
		return cli_bad("there is no game '%s'", error_quote(shown, w->game, strlen(w->game)));
	if (w->status && !read_status(w->status, &f.status))
		return EXIT_BAD;
	if (!vault_each(s, f, put_summary, &n, why))
		return cli_no("%s", why);
	printf("%d tables\n", n);
	return EXIT_FINE;
}

/* show --------------------------------------------------------------------- */

static void put_pace(const struct pace *p)
{
	if (p->move == 0 && p->bank == 0)
		printf("no clock");
	else
		printf("%s, %lld s for a move, %lld s in all", p->slow ? "slow" : "live", (long long)p->move / 1000, (long long)p->bank / 1000);
}

static void put_head(const struct table *t)
{
	const struct head *h = &t->head;
	char options[STORE_OPTIONS], hash[BOX_HASH], made[MAX_TIME], changed[MAX_TIME], commit[2 * HASH_BYTES + 1];
	uint8_t hashed[HASH_BYTES];

	store_head_options(h, options);
	boxfile_hash(h->game, h->box, hash);
	fair_hash(h->key, HASH_BYTES, hashed);
	fair_hex(hashed, HASH_BYTES, commit);
	printf("%s  %s, %s, %s, %u rows, %d moves\n", h->id, h->game->title, table_status_names[t->status], h->listed ? "listed" : "by link", t->seq, t->plies);
	printf("made %s, changed %s%s%s%s%s\n", vault_time(made, h->made), vault_time(changed, t->changed),
		h->from[0] ? ", follows " : "", h->from, t->next[0] ? ", followed by " : "", t->next);
	printf("rules %d: %s\n", h->rules, options);
	printf("box %s (%s)\ncommitment %s\n", h->box->name, hash, commit);
	put_pace(&h->pace);
	printf("; for who is away a bot decides: %s\n", h->level);
}

static void put_seats(const struct table *t)
{
	static const char *const kinds[] = { "free", "person", "bot" };
	int place[MAX_PLAYERS], mover = table_to_move(t);

	for (int i = 0; i < t->head.players; i++) {
		const struct seat *s = &t->seat[i];
		printf("  %d %-6s %s%s%s%s\n", i, kinds[s->kind], s->kind == SEAT_FREE ? "" : s->name, s->away ? ", away" : "", s->resigned ? ", resigned" : "",
			i == mover && t->status == TABLE_RUNNING ? t->paused ? ", to move (paused)" : ", to move" : "");
	}
	if (t->status == TABLE_OVER) {
		table_places(t, place);
		for (int i = 0; i < t->head.players; i++)
			printf("  seat %d: place %d\n", i, place[i]);
	}
}

static int show(struct vault *s, const struct pending *w, int argc, char **argv)
{
	struct table t;
	struct session game;
	char why[MAX_ERROR];

	(void)argc;
	if (!vault_table(s, argv[2], false, &t, NULL, why))
		return cli_no("%s", why);
	if (w->all)
		warn("this shows what players must not see");
	put_head(&t);
	put_seats(&t);
	int code = EXIT_FINE;
	if (t.place > 0 && !table_session(&t, INT64_MAX, &game, why)) {
		code = cli_no("%s", why);
	} else if (t.place > 0) {
		session_board(&game, game.plies, w->all ? ALL : WATCHER, cli_look(w->ascii), stdout);
		session_close(&game);
	}
	table_drop(&t);
	return code;
}

/* close -------------------------------------------------------------------- */

/* One attempt to close the table. STORE_CROSSED: a server stored rows in the meantime, and the table has to be read again. */
static enum stored try_close(struct vault *s, struct table *t, const char *reason, char why[MAX_ERROR])
{
	struct request a = { .kind = REQUEST_CLOSE, .seat = -1, .ours = true };
	struct save save = { .id = t->head.id };
	struct save *const batch[] = { &save };
	struct refusal no;
	uint32_t seq;
	int64_t now = clock_today();

	strcpy(a.text, reason);
	if (table_request(t, &a, now, &save.rows, &seq, &no) != ASK_ROWS) {
		error_say(why, "%s", no.words);
		return STORE_FAILED;
	}
	for (int i = 0; i < save.rows.n; i++)
		must(table_fold(t, &save.rows.of[i], why));
	store_summary_of(t, now, &save.now);
	if (!s->kind->save(s->self, batch, 1, why))
		save.outcome = STORE_FAILED;
	else if (save.outcome != STORED)
		error_say(why, "%s", save.why);
	rows_clear(&save.rows);
	return save.outcome;
}

static int close_one(struct vault *s, const struct pending *w, int argc, char **argv)
{
	enum stored outcome = STORE_CROSSED;
	char why[MAX_ERROR];

	(void)w, (void)argc;
	if (strlen(argv[3]) > MAX_CHAT)
		return cli_bad("the reason is too long: at most %d bytes", MAX_CHAT);
	for (int i = 0; i < TRIES && outcome == STORE_CROSSED; i++) {
		struct table t;
		if (!vault_table(s, argv[2], false, &t, NULL, why))
			return cli_no("%s", why);
		outcome = try_close(s, &t, argv[3], why);
		table_drop(&t);
	}
	if (outcome != STORED)
		return cli_no("table %s stays as it is: %s", argv[2], why);
	printf("table %s is closed\n", argv[2]);
	return EXIT_FINE;
}

/* export ------------------------------------------------------------------- */

static char *print_record(const struct table *t, size_t *n, char why[MAX_ERROR])
{
	struct session s;

	if (t->status != TABLE_OVER && t->status != TABLE_CLOSED) {
		error_say(why, "table %s is not over: its record would tell what is hidden; without --record the table itself is exported", t->head.id);
		return NULL;
	}
	if (t->place == 0) {
		error_say(why, "the game of table %s has never begun", t->head.id);
		return NULL;
	}
	if (!table_session(t, INT64_MAX, &s, why))
		return NULL;
	char *text = record_print(&s, RECORD_TEXT, n);
	session_close(&s);
	return text;
}

static int export(struct vault *s, const struct pending *w, int argc, char **argv)
{
	const char *path = w->out ? w->out : "-";
	struct rows rows = { 0 };
	struct table t;
	char why[MAX_ERROR], shown[MAX_SHOWN];
	size_t n;

	(void)argc;
	if (file_is_there(path) && !w->force)
		return cli_no("'%s' is there already; --force overwrites it", error_quote(shown, path, strlen(path)));
	if (!vault_table(s, argv[2], false, &t, &rows, why))
		return cli_no("%s", why);
	char *text = w->record ? print_record(&t, &n, why) : admin_file_print(&t.head, &rows, &n);
	rows_clear(&rows);
	table_drop(&t);
	if (!text)
		return cli_no("%s", why);
	if (!w->record) {
		umask(077);
		warn("what is exported holds the key of the game and the hashes of its secrets: keep it to yourself");
	}
	bool fine = file_write(path, text, n, why);
	free(text);
	return fine ? EXIT_FINE : cli_no("%s", why);
}

/* import ------------------------------------------------------------------- */

static enum stored save_all(struct vault *s, const struct table *t, const struct rows *rows, char why[MAX_ERROR])
{
	struct save save = { .id = t->head.id, .head = &t->head, .rows = *rows };
	struct save *const batch[] = { &save };

	store_summary_of(t, t->changed, &save.now);
	if (t->place > 0) {
		save.snapshot_seq = t->seq;
		save.snapshot_n = codec_encode(t->head.game, &t->state, save.snapshot);
	}
	if (!s->kind->save(s->self, batch, 1, why))
		return STORE_FAILED;
	if (save.outcome == STORE_FAILED)
		error_say(why, "%s", save.why);
	return save.outcome;
}

/* Takes over the head and what it owns. */
static int import_table(struct vault *s, const struct pending *w, struct head *h, const struct rows *rows, const char *path)
{
	struct table t;
	char why[MAX_ERROR];

	if (w->as_new) {
		strcpy(h->from, h->id);         /* the draws so far were made from the old id */
		table_new_id(h->id);
	}
	if (!vault_fold(h, rows, true, &t, why))
		return cli_no("%s: %s", path, why);
	enum stored outcome = save_all(s, &t, rows, why);
	int code = EXIT_FINE;
	if (outcome == STORED)
		printf("table %s is there: %s, %s, %u rows\n", t.head.id, t.head.game->name, table_status_names[t.status], t.seq);
	else if (outcome == STORE_CROSSED)
		code = cli_no("there is a table %s already; --as-new gives this one another id", t.head.id);
	else
		code = cli_no("%s", why);
	table_drop(&t);
	return code;
}

static int import(struct vault *s, const struct pending *w, int argc, char **argv)
{
	struct head h;
	struct rows rows;
	char why[MAX_ERROR], *text, shown[MAX_SHOWN];
	size_t n;

	(void)argc;
	if (!file_read(argv[2], &text, &n, why))
		return cli_bad("%s", why);
	error_quote(shown, argv[2], strlen(argv[2]));
	bool fine = admin_file_read(text, n, &h, &rows, why);
	free(text);
	if (!fine)
		return cli_bad("%s: %s", shown, why);
	int code = import_table(s, w, &h, &rows, shown);
	rows_clear(&rows);
	return code;
}

/* check -------------------------------------------------------------------- */

struct checking {
	struct summary *of;
	int n, cap;
};

static void keep(void *arg, const struct summary *s)
{
	struct checking *c = arg;

	if (c->n == c->cap) {
		c->cap = c->cap ? 2 * c->cap : 256;
		c->of = realloc(c->of, (size_t)c->cap * sizeof *c->of);
		must(c->of != NULL);
	}
	c->of[c->n++] = *s;
}

/* The list is older than the table that was read: a server may have added rows since. */
static bool check_one(struct vault *s, const struct summary *listed, char why[MAX_ERROR])
{
	struct table t;

	if (!vault_table(s, listed->id, true, &t, NULL, why))
		return false;
	bool fine = t.seq > listed->seq || (t.seq == listed->seq && t.status == listed->status);
	if (!fine)
		error_say(why, "the list says %s after row %u, the rows say %s after row %u",
			listed->status < TABLE_KEPT_STATUSES ? table_status_names[listed->status] : "?", listed->seq, table_status_names[t.status], t.seq);
	table_drop(&t);
	return fine;
}

static int check(struct vault *s, const struct pending *w, int argc, char **argv)
{
	struct checking c = { .of = NULL };
	struct filter f = { .status = -1 };
	bool terminal = isatty(STDERR_FILENO);
	char why[MAX_ERROR];
	int fine = 0;

	(void)w, (void)argc, (void)argv;
	if (!vault_each(s, f, keep, &c, why)) {
		free(c.of);
		return cli_no("%s", why);
	}
	for (int i = 0; i < c.n; i++) {
		if (terminal)
			fprintf(stderr, "\r%d of %d ", i, c.n);
		if (check_one(s, &c.of[i], why))
			fine++;
		else
			printf("%s%s (%s): %s\n", terminal ? "\r" : "", c.of[i].id, c.of[i].game, why);
	}
	if (terminal)
		fprintf(stderr, "\r%24s\r", "");
	printf("%d tables, %d fine, %d failed\n", c.n, fine, c.n - fine);
	free(c.of);
	return fine == c.n ? EXIT_FINE : EXIT_NO;
}

/* purge -------------------------------------------------------------------- */

/* Leaves a table alone if rows were added since the list was made. */
static bool purge_one(struct vault *s, const struct summary *listed, bool *erased, char why[MAX_ERROR])
{
	int n = 0;

	put_summary(&n, listed);
	return s->kind->erase(s->self, listed->id, listed->seq, erased, why);
}

static bool read_purge(const struct pending *w, struct filter *f)
{
	char shown[MAX_SHOWN];
	uint64_t days;

	if (!w->days || !setup_number(w->days, &days) || days > DAYS_AGO_MOST) {
		cli_bad(w->days ? "days is '%s'; allowed: a number from 0 to %d" : "purge needs --days N: what has not changed for so many days is deleted%.0s",
			w->days ? error_quote(shown, w->days, strlen(w->days)) : "", DAYS_AGO_MOST);
		return false;
	}
	if (w->game && !game_find(w->game)) {
		cli_bad("there is no game '%s'", error_quote(shown, w->game, strlen(w->game)));
		return false;
	}
	f->game = w->game;
	f->changed_before = clock_today() - (int64_t)days * 24 * 3600 * 1000 + 1;
	return !w->status || read_status(w->status, &f->status);
}

static int purge(struct vault *s, const struct pending *w, int argc, char **argv)
{
	struct checking c = { .of = NULL };
	struct filter f = { .status = -1 };
	char why[MAX_ERROR];
	int gone = 0, n = 0;
	bool fine = true;

	(void)argc, (void)argv;
	if (!read_purge(w, &f))
		return EXIT_BAD;
	fine = vault_each(s, f, keep, &c, why);
	for (int i = 0; i < c.n && fine; i++) {
		bool erased = false;
		if (w->dry_run)
			put_summary(&n, &c.of[i]);
		else
			fine = purge_one(s, &c.of[i], &erased, why);
		gone += erased;
	}
	free(c.of);
	if (!fine)
		return cli_no("%s; %d tables were deleted", why, gone);
	if (w->dry_run)
		printf("%d tables would be deleted\n", c.n);
	else
		printf("%d tables deleted, %d had changed meanwhile and stay\n", gone, c.n - gone);
	return EXIT_FINE;
}

/* ---------------------------------------------------------------------------- */

static const struct task {
	const char *name, *words;       /* "ID REASON": the words of the command, as the message about missing words calls them */
	int n;                          /* number of these words */
	int (*run)(struct vault *s, const struct pending *w, int argc, char **argv);
} tasks[] = {
	{ "list",   "",          0, list },
	{ "show",   "ID",        1, show },
	{ "close",  "ID REASON", 2, close_one },
	{ "export", "ID",        1, export },
	{ "import", "FILE",      1, import },
	{ "check",  "",          0, check },
	{ "purge",  "",          0, purge },
};
enum { TASKS = sizeof tasks / sizeof tasks[0] };

static int run(const struct pending *w, int argc, char **argv)
{
	char shown[MAX_SHOWN];
	struct vault s;
	int i = 0;

	while (i < TASKS && strcmp(tasks[i].name, argv[1]) != 0)
		i++;
	if (i == TASKS)
		return cli_bad("admin has no '%s'; there are list, show, close, export, import, check and purge", error_quote(shown, argv[1], strlen(argv[1])));
	if (argc != 2 + tasks[i].n)
		return cli_bad("it is: bigmuddy admin %s %s", tasks[i].name, tasks[i].words);
	int code = vault_open(&s, w->store);
	if (code != EXIT_NONE)
		return code;
	code = tasks[i].run(&s, w, argc, argv);
	vault_close(&s);
	return code;
}

int cli_admin(int argc, char **argv)
{
	struct pending w = { .store = NULL };
	const struct flag flags[] = {
		VAULT_FLAG(&w.store),
		{ "game",   "NAME",   "list, purge: only tables of that game", &w.game, NULL },
		{ "status", "STATUS", "list, purge: only tables that are open, running, over or closed", &w.status, NULL },
		{ "days",   "N",      "purge: tables where nothing has happened for so many days", &w.days, NULL },
		{ "dry-run", NULL,    "purge: say what would be deleted, and delete nothing", NULL, &w.dry_run },
		{ "all",    NULL,     "show: everything, hidden cards too, instead of what a watcher sees", NULL, &w.all },
		{ "ascii",  NULL,     "show: draw with plain ASCII", NULL, &w.ascii },
		{ "out",    "FILE",   "export: where to; stdout without it", &w.out, NULL },
		{ "record", NULL,     "export: the record of a game that is over, with key and nonces", NULL, &w.record },
		{ "force",  NULL,     "export: overwrite a file", NULL, &w.force },
		{ "as-new", NULL,     "import: under a new id", NULL, &w.as_new },
		{ .name = NULL },
	};
	const struct usage usage = { "bigmuddy admin list|show ID|close ID REASON|export ID|import FILE|check|purge --days N [flags]",
		"Looks after the tables of a server, which may be running; docs/admin.md explains it.\n\n"
		"  list             all tables\n"
		"  show ID          one of them: seats, clocks, the board as a watcher sees it\n"
		"  close ID REASON  ends it; players are told the reason\n"
		"  export ID        a table with all its rows as JSON, for `import` on another server\n"
		"  import FILE      every row is checked on the way; `-` is stdin\n"
		"  check            replays every stored game with every check on\n"
		"  purge            deletes tables that have not changed for --days N: those that are over, closed or abandoned", flags, "one of list, show, close, export, import, check and purge; --help explains them", 1, ANY_NUMBER };

	int code = cli_flags(&usage, &argc, argv);
	return code == EXIT_NONE ? run(&w, argc, argv) : code;
}
