#include "server/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "driver/clock.h"
#include "driver/json.h"
#include "driver/record.h"
#include "server/fresh.h"

#include "openapi.h"                    /* made of docs/openapi.json */

static const char as_json[] = "application/json", as_text[] = "text/plain; charset=utf-8";

enum { LISTED = 50 };                   /* tables in a list, of each status */

/* A request that is being answered. */
struct call {
	struct hall *hall;
	void (*answer)(void *arg, int status, const char *content_type, const char *body, size_t n);
	void *arg;
	bool  reachable;
	const struct game *game;
	char  id[ID_CHARS + 1], address[48];
	int   seat;                     /* whose log; -1: of those who watch */
	struct secret secret;           /* that is given out */
	bool  keyed;                    /* it follows from a key: if it fits what is there, this was asked before */
	bool  proved;                   /* `mine` is the hash of what was given */
	uint8_t mine[HASH_BYTES];
	struct ask  ask;
	hall_done  *done;               /* when it is granted */
	/* A list under way. */
	struct summary *found;
	int    n, at, status;
	struct { char *at; size_t n; } list;
};

/* Answers ------------------------------------------------------------------- */

static void give(struct call *c, int status, const char *type, const char *body, size_t n)
{
	c->answer(c->arg, status, type, body, n);
	free(c->found);
	free(c->list.at);
	free(c);
}

/* Takes the value over. */
static void give_json(struct call *c, int status, json_t *v)
{
	char *body = v ? json_dumps(v, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;

	must(body != NULL);
	json_decref(v);
	give(c, status, as_json, body, strlen(body));
	free(body);
}

static void give_blob(struct call *c, const char *type, struct blob *b)
{
	give(c, 200, type, b->bytes, b->n);
	blob_drop(b);
}

/* What a client can act on, as the status of HTTP that fits best; all others are 409: not now, or not here. */
static int status_of(const char *code)
{
	static const struct { const char *code; int status; } known[] = {
		{ "bad_message", 400 }, { "forbidden", 403 }, { "running", 403 }, { "no_such_game", 404 }, { "no_such_table", 404 },
		{ "no_such_page", 404 }, { "bad_method", 405 }, { "too_long", 413 }, { "limit", 429 }, { "busy", 503 },
		{ "not_stored", 503 }, { "not_read", 503 }, { "damaged", 503 }, { "closing", 503 },
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strcmp(known[i].code, code) == 0)
			return known[i].status;
	return 409;
}

static void refuse(struct call *c, const char *code, const char *words)
{
	give_json(c, status_of(code), json_pack("{s:s, s:s}", "error", code, "words", words));
}

/* True: it went wrong, and that has been answered. */
static bool failed(struct call *c, const struct hall_answer *a)
{
	if (!a->code)
		return false;
	refuse(c, a->code, a->words);
	return true;
}

/* A table of another game is not there, under this address. */
static bool found(struct call *c, const struct hall_answer *a)
{
	if (failed(c, a))
		return false;
	if (a->table && a->table->head.game == c->game)
		return true;
	refuse(c, "no_such_table", "there is no table of that name");
	return false;
}

/* Games ---------------------------------------------------------------------- */

/* `blank` is for whoever wants to make a game, not to play one. */
static bool offered(const struct game *g)
{
	return g && strcmp(g->name, "blank") != 0;
}

static void get_games(struct call *c, const struct rest *r)
{
	json_t *all = json_array();

	(void)r;
	for (int i = 0; game_list[i]; i++)
		if (offered(game_list[i]))
			json_array_append_new(all, json_string(game_list[i]->name));
	give_json(c, 200, all);
}

static json_t *texts(const char *const *of)
{
	json_t *all = json_array();

	for (int i = 0; of[i]; i++)
		json_array_append_new(all, json_string(of[i]));
	return all;
}

static json_t *option_json(const struct option *o)
{
	json_t *v = json_pack("{s:s, s:s, s:s}", "name", o->name, "ruling", o->ruling ? o->ruling : "", "help", o->help);

	if (o->values) {
		json_object_set_new(v, "values", texts(o->values));
		json_object_set_new(v, "preset", json_string(o->values[o->preset]));
	} else {
		json_object_set_new(v, "min", json_integer(o->min));
		json_object_set_new(v, "max", json_integer(o->max));
		json_object_set_new(v, "preset", json_integer(o->preset));
	}
	return v;
}

static json_t *prompts_json(const struct prompt *p)
{
	json_t *all = json_array();

	for (; p && p->name; p++)
		json_array_append_new(all, json_pack("{s:s, s:o, s:s, s:s}", "name", p->name, "orders", texts(p->orders), "preset",
			p->orders[p->preset], "help", p->help));
	return all;
}

static void get_options(struct call *c, const struct rest *r)
{
	const struct game *g = c->game;
	json_t *options = json_array(), *seats = json_array();

	(void)r;
	for (int i = 0; g->options[i].name; i++)
		json_array_append_new(options, option_json(&g->options[i]));
	for (int i = 0; i < g->max_players; i++)
		json_array_append_new(seats, json_string(g->seats[i]));
	give_json(c, 200, json_pack("{s:s, s:s, s:i, s:{s:i, s:i}, s:o, s:o, s:o, s:o, s:{s:[i, i], s:[i, i], s:[i, i]}}", "game", g->name,
		"title", g->title, "rules", g->rules, "players", "min", g->min_players, "max", g->max_players, "options", options, "prompts", prompts_json(g->prompts),
		"seats", seats, "levels", texts(fresh_levels), "pace", "move", MOVE_LEAST, MOVE_MOST, "bank", 0, BANK_MOST, "days", 1, DAYS_MOST));
}

/* Lists ------------------------------------------------------------------------ */

static void list_add(struct call *c, const char *bytes, size_t n)
{
	c->list.at = realloc(c->list.at, c->list.n + n);
	must(c->list.at != NULL);
	memcpy(c->list.at + c->list.n, bytes, n);
	c->list.n += n;
}

static void list_next(struct call *c);

/* Those that have gone in between are left out. */
static void list_seen(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;

	if (!a->code && a->table && a->table->head.listed) {
		struct blob *b = wire_match(a->table, a->present, a->watchers);
		list_add(c, ",", c->list.at[c->list.n - 1] == '[' ? 0 : 1);
		list_add(c, b->bytes, b->n);
		blob_drop(b);
	}
	list_next(c);
}

static void list_found(void *arg, const struct summary *of, int n, const char *why)
{
	struct call *c = arg;

	if (why) {
		refuse(c, "not_read", why);
		return;
	}
	free(c->found);
	c->found = malloc(((size_t)n + 1) * sizeof *c->found);
	must(c->found != NULL);
	if (n > 0)
		memcpy(c->found, of, (size_t)n * sizeof *of);
	c->n = n;
	c->at = 0;
	list_next(c);
}

/* First the tables that wait for players, then those where one can watch; of each the newest, for the others are long full or forsaken. */
static void list_next(struct call *c)
{
	if (c->at < c->n) {
		hall_look(c->hall, c->found[c->at++].id, list_seen, c);
	} else if (c->status < TABLE_RUNNING) {
		struct filter f = { .game = c->game->name, .listed_only = true, .status = ++c->status, .newest = true, .limit = LISTED };
		hall_list(c->hall, &f, list_found, c);
	} else {
		list_add(c, "]}", 2);
		give(c, 200, as_json, c->list.at, c->list.n);
	}
}

static void get_matches(struct call *c, const struct rest *r)
{
	static const char head[] = "{\"matches\":[";

	(void)r;
	list_add(c, head, sizeof head - 1);
	c->status = TABLE_OPEN - 1;
	list_next(c);
}

/* Looking at a table -------------------------------------------------------------- */

static void match_seen(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;

	if (found(c, a))
		give_blob(c, as_json, wire_match(a->table, a->present, a->watchers));
}

static void get_match(struct call *c, const struct rest *r)
{
	(void)r;
	hall_look(c->hall, c->id, match_seen, c);
}

static void box_seen(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;
	char *json;

	if (!found(c, a))
		return;
	json = malloc(MAX_JSON);
	must(json != NULL);
	struct text t = text_on(json, MAX_JSON);
	codec_box_json(c->game, a->table->head.box, &t);
	must(text_fits(&t));
	give(c, 200, as_json, json, (size_t)t.n);
	free(json);
}

static void get_box(struct call *c, const struct rest *r)
{
	(void)r;
	hall_look(c->hall, c->id, box_seen, c);
}

static void record_seen(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;
	struct session *s;
	char why[MAX_ERROR];
	size_t n;

	if (!found(c, a))
		return;
	if (a->table->status != TABLE_OVER && a->table->status != TABLE_CLOSED) {
		refuse(c, "running", "there is no record before the game is over: it would tell what is hidden. `log` has what you may know");
		return;
	}
	s = malloc(sizeof *s);
	must(s != NULL);
	if (!table_session(a->table, s, why)) {
		refuse(c, "no_game", why);
	} else {
		char *record = record_print(s, RECORD_TEXT, &n);
		give(c, 200, as_text, record, n);
		free(record);
		session_close(s);
	}
	free(s);
}

static void get_record(struct call *c, const struct rest *r)
{
	(void)r;
	hall_look(c->hall, c->id, record_seen, c);
}

static void log_seen(void *arg, const struct hall_answer *a, const struct rows *rows)
{
	struct call *c = arg;

	if (!found(c, a))
		return;
	if (c->seat >= a->table->head.players || (c->seat >= 0 && !(c->proved && table_secret(a->table, c->seat, c->mine))))
		refuse(c, "forbidden", "that is not the secret of this seat");
	else
		give_blob(c, as_text, wire_log(a->table, c->seat >= 0 ? c->seat : WATCHER, rows));
}

/* "seat=0", or nothing: as somebody who watches. */
static void get_log(struct call *c, const struct rest *r)
{
	const char *q = r->query && r->query[0] ? r->query : NULL;

	if (q && (strncmp(q, "seat=", 5) != 0 || q[5] < '0' || q[5] >= '0' + MAX_PLAYERS || q[6])) {
		refuse(c, "bad_message", "the query can be seat=0 to seat=4");
		return;
	}
	c->seat = q ? q[5] - '0' : -1;
	c->proved = r->bearer && strlen(r->bearer) == SECRET_CHARS;
	if (c->proved)
		fair_hash(r->bearer, SECRET_CHARS, c->mine);
	hall_read(c->hall, c->id, log_seen, c);
}

/* Bodies ------------------------------------------------------------------------------ */

/* NULL: it was wrong, and that has been answered. */
static json_t *body_of(struct call *c, const struct rest *r, const char *const keys[])
{
	char why[MAX_ERROR];
	json_t *o = json_parse(r->body, r->n, lobby_takes(r->method, r->path), why);

	if (o && (!keys || strict_keys(o, keys, why)))
		return o;
	json_decref(o);
	refuse(c, "bad_message", why);
	return NULL;
}

/* Bodies that say which seat do it with a text, as in boardgame.io. */
static bool read_seat(json_t *o, enum strict_need need, int *seat, char why[MAX_ERROR])
{
	const char *id = NULL;

	if (!strict_text(o, "playerID", need, 1, 1, &id, why))
		return false;
	if (id && (id[0] < '0' || id[0] >= '0' + MAX_PLAYERS))
		return error_say(why, "'playerID' must be \"0\" to \"%d\"", MAX_PLAYERS - 1);
	*seat = id ? id[0] - '0' : *seat;
	return true;
}

static bool read_name(json_t *o, const char *key, char to[MAX_ROW + 1], char why[MAX_ERROR])
{
	const char *name;

	if (!strict_text(o, key, MUST, 1, MAX_CHAT, &name, why))
		return false;
	name += strspn(name, " \t");
	size_t n = strlen(name);
	while (n > 0 && (name[n - 1] == ' ' || name[n - 1] == '\t'))
		n--;
	if (!setup_name(name, n))
		return error_say(why, "'%s' must have 1 to %d bytes without comma, # or tab", key, MAX_NAME - 1);
	memcpy(to, name, n);
	to[n] = '\0';
	return true;
}

/* Who proves to be the host, or that seat, has `mine` checked by the hall. */
static bool read_proof(struct call *c, json_t *o, const char *key, char why[MAX_ERROR])
{
	const char *given;

	if (!strict_secret(o, key, MUST, &given, why))
		return false;
	fair_hash(given, SECRET_CHARS, c->mine);
	c->proved = true;
	return true;
}

/* A wish is asked of a table only after it has been seen to be one of this game. */
static void wish_seen(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;

	if (found(c, a))
		hall_wish(c->hall, c->id, &c->ask, c->proved ? c->mine : NULL, c->done, c);
}

static void wish(struct call *c, enum want want, hall_done *done)
{
	c->ask.want = want;
	c->done = done;
	hall_look(c->hall, c->id, wish_seen, c);
}

static void done_plainly(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;

	if (!failed(c, a))
		give_json(c, 200, json_object());
}

/* The secret that was made is the answer: nobody will see it again. */
static void done_with_seat(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;
	char seat[] = "0";

	while (a->table && seat[0] - '0' < a->table->head.players && !table_secret(a->table, seat[0] - '0', c->secret.hash))
		seat[0]++;
	const bool sits = a->table && seat[0] - '0' < a->table->head.players;
	if (!(c->keyed && sits) && failed(c, a))
		return;
	give_json(c, 200, json_pack("{s:s, s:s}", "playerID", seat, "playerCredentials", c->secret.given));
}

/* Making one, sitting down -------------------------------------------------------------- */

static void give_created(struct call *c)
{
	give_json(c, 200, json_pack("{s:s, s:s, s:b}", "matchID", c->id, "hostCredentials", c->secret.given, "reachable", c->reachable));
}

/* There is a table of that name: theirs, from the first time that they asked? */
static void made_before(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;

	if (!found(c, a))
		return;
	if (table_host(a->table, c->secret.hash))
		give_created(c);
	else
		refuse(c, "taken", "there is a table of that name");
}

static void created(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;

	if (c->keyed && a->code && strcmp(a->code, "taken") == 0)
		hall_look(c->hall, c->id, made_before, c);
	else if (!failed(c, a))
		give_created(c);
}

static void create(struct call *c, const struct fresh *f, hall_done *done)
{
	strcpy(c->id, f->head.id);
	c->secret = f->host;
	c->keyed = f->keyed;
	hall_create(c->hall, &f->head, &f->rows, c->address, done, c);
}

static void post_create(struct call *c, const struct rest *r)
{
	json_t *o = body_of(c, r, NULL);
	struct fresh f;
	char why[MAX_ERROR];

	if (!o)
		return;
	bool fine = fresh_read(&f, c->game, o, clock_today(), why);
	json_decref(o);
	if (fine)
		create(c, &f, created);
	else
		refuse(c, "bad_message", why);
}

static bool read_commit(struct call *c, json_t *o, char why[MAX_ERROR])
{
	const char *commit = NULL;

	if (!strict_text(o, "commit", MAY, 0, MAX_TEXT, &commit, why))
		return false;
	c->ask.committed = commit != NULL;
	if (commit && !fair_unhex(commit, HASH_BYTES, c->ask.commit))
		return error_say(why, "'commit' must be %d hexadecimal digits in lower case", 2 * HASH_BYTES);
	return true;
}

static bool read_join(struct call *c, json_t *o, char why[MAX_ERROR])
{
	const char *key = NULL;
	char what[] = "seat at ........";

	if (!strict_secret(o, "key", MAY, &key, why))
		return false;
	memcpy(what + strlen(what) - ID_CHARS, c->id, ID_CHARS);
	c->keyed = key != NULL;
	c->secret = key ? fresh_secret_of(what, key) : fresh_secret();
	memcpy(c->ask.secret, c->secret.hash, HASH_BYTES);
	return read_seat(o, MAY, &c->ask.whom, why) && read_name(o, "playerName", c->ask.text, why) && read_commit(c, o, why);
}

static bool read_player(struct call *c, json_t *o, char why[MAX_ERROR])
{
	return read_seat(o, MUST, &c->ask.seat, why) && read_proof(c, o, "credentials", why);
}

/* The same seat and secret under another name. */
static bool read_update(struct call *c, json_t *o, char why[MAX_ERROR])
{
	if (!read_player(c, o, why) || !read_name(o, "newName", c->ask.text, why))
		return false;
	c->ask.whom = c->ask.seat;
	memcpy(c->ask.secret, c->mine, HASH_BYTES);
	return true;
}

static bool read_host(struct call *c, json_t *o, char why[MAX_ERROR])
{
	return read_proof(c, o, "hostCredentials", why);
}

static bool read_whom(struct call *c, json_t *o, char why[MAX_ERROR])
{
	return read_host(c, o, why) && read_seat(o, MUST, &c->ask.whom, why);
}

static bool read_kind(struct call *c, json_t *o, char why[MAX_ERROR])
{
	const char *kind;

	if (!read_whom(c, o, why) || !strict_text(o, "kind", MUST, 1, MAX_NAME, &kind, why))
		return false;
	if (strncmp(kind, "bot:", 4) != 0 || !fresh_level(kind + 4))
		return error_say(why, "'kind' must be bot:easy, bot:medium, bot:hard or bot:expert");
	strcpy(c->ask.text, kind + 4);
	return true;
}

static bool read_link(struct call *c, json_t *o, char why[MAX_ERROR])
{
	c->secret = fresh_secret();
	memcpy(c->ask.secret, c->secret.hash, HASH_BYTES);
	return read_whom(c, o, why);
}

static bool read_close(struct call *c, json_t *o, char why[MAX_ERROR])
{
	strcpy(c->ask.text, "by the host");
	return read_host(c, o, why);
}

/* Once more ---------------------------------------------------------------------------------- */

static void give_next(struct call *c, const char *id, bool made)
{
	json_t *v = json_pack("{s:s}", "nextMatchID", id);

	if (made)
		json_object_set_new(v, "hostCredentials", json_string(c->secret.given));
	give_json(c, 200, v);
}

/* If somebody else was first, theirs is the rematch, and ours stays empty. */
static void again_named(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;

	if (!a->code)
		give_next(c, c->ask.text, true);
	else if (a->table && a->table->next[0])
		give_next(c, a->table->next, false);
	else
		failed(c, a);
}

static void again_made(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;

	if (!failed(c, a))
		hall_wish(c->hall, c->id, &c->ask, c->mine, again_named, c);
}

static void again_seen(void *arg, const struct hall_answer *a)
{
	struct call *c = arg;
	struct fresh f;

	if (!found(c, a))
		return;
	if (c->ask.seat >= a->table->head.players || !table_secret(a->table, c->ask.seat, c->mine)) {
		refuse(c, "forbidden", "that is not the secret of this seat");
	} else if (a->table->next[0]) {
		give_next(c, a->table->next, false);
	} else if (a->table->status != TABLE_OVER && a->table->status != TABLE_CLOSED) {
		refuse(c, "not_over", "the game is not over yet");
	} else {
		fresh_again(&f, a->table, clock_today());
		c->secret = f.host;
		c->ask.want = WANT_NEXT;
		strcpy(c->ask.text, f.head.id);
		hall_create(c->hall, &f.head, &f.rows, c->address, again_made, c);
	}
}

/* Addresses ------------------------------------------------------------------------------------ */

/* What can be asked of a table by POST. */
static const struct deed {
	const char *name;
	bool (*read)(struct call *c, json_t *o, char why[MAX_ERROR]);
	enum want  want;
	hall_done *seen;                /* NULL: the wish as it was read */
	hall_done *done;
	const char *keys[5];
} deeds[] = {
	{ "join",      read_join,   WANT_SIT,    NULL,       done_with_seat, { "playerID", "playerName", "commit", "key" } },
	{ "leave",     read_player, WANT_LEAVE,  NULL,       done_plainly,   { "playerID", "credentials" } },
	{ "update",    read_update, WANT_SIT,    NULL,       done_plainly,   { "playerID", "credentials", "newName" } },
	{ "playAgain", read_player, WANT_NEXT,   again_seen, NULL,           { "playerID", "credentials" } },
	{ "start",     read_host,   WANT_START,  NULL,       done_plainly,   { "hostCredentials" } },
	{ "seat",      read_kind,   WANT_FILL,   NULL,       done_plainly,   { "hostCredentials", "playerID", "kind" } },
	{ "remove",    read_whom,   WANT_REMOVE, NULL,       done_plainly,   { "hostCredentials", "playerID" } },
	{ "link",      read_link,   WANT_LINK,   NULL,       done_with_seat, { "hostCredentials", "playerID" } },
	{ "close",     read_close,  WANT_CLOSE,  NULL,       done_plainly,   { "hostCredentials" } },
};
enum { DEEDS = sizeof deeds / sizeof deeds[0] };

static const struct deed *deed_named(const char *name)
{
	for (int i = 0; i < DEEDS; i++)
		if (strcmp(deeds[i].name, name) == 0)
			return &deeds[i];
	return NULL;
}

static void post_deed(struct call *c, const struct rest *r, const struct deed *d)
{
	json_t *o = body_of(c, r, d->keys);
	char why[MAX_ERROR];

	if (!o)
		return;
	bool fine = d->read(c, o, why);
	json_decref(o);
	if (!fine)
		refuse(c, "bad_message", why);
	else if (d->seen)
		hall_look(c->hall, c->id, d->seen, c);
	else
		wish(c, d->want, d->done);
}

static void get_openapi(struct call *c, const struct rest *r)
{
	(void)r;
	give(c, 200, as_json, (const char *)openapi, sizeof openapi);
}

static void get_push(struct call *c, const struct rest *r)
{
	const char *key = r->site->push_key;

	give_json(c, 200, json_pack("{s:s?}", "key", key && key[0] ? key : NULL));
}

typedef void getter(struct call *c, const struct rest *r);

/* Path, and what it names: {} stands for a game first, then for a table. */
static const struct page { const char *path; getter *get, *post; } pages[] = {
	{ "/games", get_games, NULL },
	{ "/games/{}", get_matches, NULL },
	{ "/games/{}/options", get_options, NULL },
	{ "/games/{}/create", NULL, post_create },
	{ "/games/{}/{}", get_match, NULL },
	{ "/games/{}/{}/box", get_box, NULL },
	{ "/games/{}/{}/log", get_log, NULL },
	{ "/games/{}/{}/record", get_record, NULL },
	{ "/openapi.json", get_openapi, NULL },
	{ "/push", get_push, NULL },
};
enum { PAGES = sizeof pages / sizeof pages[0], MAX_PART = 32 };

/* Whether the path is of that form; part[] is what stands for the braces. */
static bool fits(const char *form, const char *path, char part[2][MAX_PART])
{
	int k = 0;

	while (*form) {
		if (form[0] != '{') {
			if (*form++ != *path++)
				return false;
			continue;
		}
		size_t n = strcspn(path, "/");
		if (n == 0 || n >= MAX_PART)
			return false;
		memcpy(part[k], path, n);
		part[k++][n] = '\0';
		path += n;
		form += 2;
	}
	return *path == '\0';
}

/* What is asked for. */
struct way { const struct page *page; const struct deed *deed; char part[2][MAX_PART]; };

static bool way_to(const char *path, struct way *w)
{
	char form[MAX_PART] = "/games/{}/{}/";

	*w = (struct way){ .page = NULL };
	for (int i = 0; i < PAGES && !w->page; i++)
		if (fits(pages[i].path, path, w->part))
			w->page = &pages[i];
	const char *last = strrchr(path, '/');
	if (!w->page && last && (w->deed = deed_named(last + 1)) != NULL) {
		strcat(form, w->deed->name);
		if (!fits(form, path, w->part))
			w->deed = NULL;
	}
	return w->page || w->deed;
}

bool lobby_knows(const char *path)
{
	struct way w;

	return strcmp(path, "/games") == 0 || strncmp(path, "/games/", 7) == 0 || way_to(path, &w);
}

size_t lobby_takes(const char *method, const char *path)
{
	struct way w;

	if (strcmp(method, "POST") != 0 || !way_to(path, &w) || (w.page && !w.page->post))
		return 0;
	return w.page ? LOBBY_BOX_BYTES : LOBBY_BYTES;
}

/* The game and the table that the path names; false: they are not there, and that has been answered. */
static bool name_them(struct call *c, const struct way *w)
{
	c->game = w->part[0][0] ? game_find(w->part[0]) : NULL;
	if (w->part[0][0] && !offered(c->game)) {
		refuse(c, "no_such_game", "there is no game of that name: GET /games lists them");
		return false;
	}
	if (w->part[1][0] && !strict_id(w->part[1])) {
		refuse(c, "no_such_table", "there is no table of that name");
		return false;
	}
	memcpy(c->id, w->part[1], w->part[1][0] ? sizeof c->id : 1);
	return true;
}

void lobby_request(struct hall *h, const struct rest *r)
{
	struct call *c = malloc(sizeof *c);
	bool get = strcmp(r->method, "GET") == 0, post = strcmp(r->method, "POST") == 0;
	struct way w;

	must(c != NULL);
	*c = (struct call){ .hall = h, .answer = r->answer, .arg = r->arg, .reachable = r->site->reachable, .seat = -1, .ask = { .seat = -1, .whom = -1 } };
	snprintf(c->address, sizeof c->address, "%s", r->address);
	if (!way_to(r->path, &w))
		refuse(c, "no_such_page", "there is nothing here: GET /openapi.json says what there is");
	else if (!(get && w.page && w.page->get) && !(post && (w.deed || w.page->post)))
		refuse(c, "bad_method", "this address does not take that method");
	else if (r->n > lobby_takes(r->method, r->path))
		refuse(c, "too_long", "the body is too long");
	else if (!name_them(c, &w))
		return;
	else if (w.deed)
		post_deed(c, r, w.deed);
	else
		(get ? w.page->get : w.page->post)(c, r);
}
