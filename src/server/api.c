#include "server/api.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "base/clock.h"
#include "base/json.h"
#include "play/record.h"
#include "table/deal.h"

#include "openapi.h"                    /* made of docs/openapi.json */

static const char as_json[] = "application/json", as_text[] = "text/plain; charset=utf-8";

enum {
	LISTED = 50,                    /* tables in a list, of each status */
	RESULTS = 2000,                 /* most results of a deal that are told */
	BODY_AT_ONCE = 4096,            /* bytes of a body that are read on the loop's thread: longer ones are read aside */
	/* What an answer or a body costs in requests: one for so many tables of a list, rows of a log, bytes of a body. */
	TABLES_EACH = 10, ROWS_EACH = 50, BYTES_EACH = 4096,
};

/* A request that is being answered. */
struct call {
	struct live *live;
	void (*answer)(void *arg, int status, const char *content_type, const char *body, size_t n);
	void *arg;
	bool  reachable;
	const struct game *game;
	char  id[ID_CHARS + 1], address[48];
	const char *part;               /* of the path, during the call: the name of a deal */
	int   seat;                     /* whose log; -1: of those who watch */
	struct secret secret;           /* that is given out */
	bool  keyed;                    /* it follows from a key: if it fits what is there, this was asked before */
	bool  proved;                   /* `mine` is the hash of what was given */
	uint8_t mine[HASH_BYTES];
	struct request  ask;
	live_done  *done;               /* when it is granted */
	struct deal deal;               /* of what is asked about a deal */
	/* A list under way. */
	struct summary *found;
	int    n, at, status, listed;
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

/* The status of HTTP for a code of table_refusal_codes; most are 409: not now, or not here. */
static int status_of(const char *code)
{
#define STATUS(NAME, word, status) status,
	static const int16_t statuses[REFUSALS] = { REFUSAL_LIST(STATUS) };
	int i = 0;

	while (i < REFUSALS && strcmp(table_refusal_codes[i], code) != 0)
		i++;
	must(i < REFUSALS);
	return statuses[i];
}

static void refuse_by(struct call *c, const char *code, const char *words)
{
	give_json(c, status_of(code), json_pack("{s:s, s:s}", "error", code, "words", words));
}

static void refuse(struct call *c, enum refused which, const char *words)
{
	refuse_by(c, table_refusal_codes[which], words);
}

/* True: it went wrong, and that has been answered. */
static bool failed(struct call *c, const struct live_answer *a)
{
	if (!a->code)
		return false;
	refuse_by(c, a->code, a->words);
	return true;
}

/* A table of another game is not there, under this address. */
static bool found(struct call *c, const struct live_answer *a)
{
	if (failed(c, a))
		return false;
	if (a->table && a->table->head.game == c->game)
		return true;
	refuse(c, REFUSED_NO_SUCH_TABLE, "there is no table of that name");
	return false;
}

static void refuse_more(struct call *c)
{
	refuse(c, REFUSED_TOO_FAST, "too much of what this address asked for is not answered yet; try again in a little while");
}

/* Texts that another thread wrote; NULL: there is no game to write about. */
static void text_written(void *arg, bool worked, struct blob *b)
{
	struct call *c = arg;

	if (!worked)
		refuse(c, REFUSED_CLOSING, "the server is being stopped: it will be back");
	else if (b)
		give_blob(c, as_text, b);
	else
		refuse(c, REFUSED_NO_GAME, "there is no game to write down");
}

static void write_aside(struct call *c, const struct table *t, const struct rows *rows, const struct live_text *text)
{
	live_charge(c->live, c->address, (double)t->seq / ROWS_EACH);
	if (!live_write(c->live, t, rows, c->address, text, c))
		refuse_more(c);
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
		"seats", seats, "levels", texts(table_new_levels), "pace", "move", MOVE_LEAST, MOVE_MOST, "bank", 0, BANK_MOST, "days", 1, DAYS_MOST));
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
static void list_seen(void *arg, const struct live_answer *a)
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
		refuse(c, REFUSED_NOT_READ, why);
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
		c->listed++;
		live_look(c->live, c->found[c->at++].id, list_seen, c);
	} else if (c->status < TABLE_RUNNING) {
		struct filter f = { .game = c->game->name, .listed_only = true, .status = ++c->status, .newest = true, .limit = LISTED };
		live_list(c->live, &f, list_found, c);
	} else {
		live_charge(c->live, c->address, (double)c->listed / TABLES_EACH);
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

static void match_seen(void *arg, const struct live_answer *a)
{
	struct call *c = arg;

	if (found(c, a))
		give_blob(c, as_json, wire_match(a->table, a->present, a->watchers));
}

static void get_match(struct call *c, const struct rest *r)
{
	(void)r;
	live_look(c->live, c->id, match_seen, c);
}

static void box_seen(void *arg, const struct live_answer *a)
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
	live_look(c->live, c->id, box_seen, c);
}

static struct blob *write_record(const struct table *t, const struct rows *rows, void *arg)
{
	struct session *s = malloc(sizeof *s);
	struct blob *b = NULL;
	char why[MAX_ERROR];
	size_t n;

	(void)rows, (void)arg;
	must(s != NULL);
	if (table_session(t, clock_today(), s, why)) {
		char *record = record_print(s, RECORD_TEXT, &n);
		b = blob_of(record, n);
		free(record);
		session_close(s);
	}
	free(s);
	return b;
}

static void record_seen(void *arg, const struct live_answer *a)
{
	static const struct live_text record = { write_record, text_written };
	struct call *c = arg;

	if (!found(c, a))
		return;
	if (a->table->status != TABLE_OVER && a->table->status != TABLE_CLOSED) {
		refuse(c, REFUSED_RUNNING, "there is no record before the game is over: it would tell what is hidden. `log` has what you may know");
		return;
	}
	write_aside(c, a->table, NULL, &record);
}

static void get_record(struct call *c, const struct rest *r)
{
	(void)r;
	live_look(c->live, c->id, record_seen, c);
}

static struct blob *write_log(const struct table *t, const struct rows *rows, void *arg)
{
	const struct call *c = arg;

	return wire_log(t, c->seat >= 0 ? c->seat : WATCHER, rows);
}

static void log_seen(void *arg, const struct live_answer *a, const struct rows *rows)
{
	static const struct live_text log = { write_log, text_written };
	struct call *c = arg;

	if (!found(c, a))
		return;
	if (c->seat >= a->table->head.players || (c->seat >= 0 && !(c->proved && table_secret(a->table, c->seat, c->mine))))
		refuse(c, REFUSED_FORBIDDEN, "that is not the secret of this seat");
	else
		write_aside(c, a->table, rows, &log);
}

/* "seat=0", or nothing: as somebody who watches. */
static void get_log(struct call *c, const struct rest *r)
{
	const char *q = r->query && r->query[0] ? r->query : NULL;

	if (q && (strncmp(q, "seat=", 5) != 0 || q[5] < '0' || q[5] >= '0' + MAX_PLAYERS || q[6])) {
		refuse(c, REFUSED_BAD_MESSAGE, "the query can be seat=0 to seat=4");
		return;
	}
	c->seat = q ? q[5] - '0' : -1;
	c->proved = r->bearer && strlen(r->bearer) == SECRET_CHARS;
	if (c->proved)
		fair_hash(r->bearer, SECRET_CHARS, c->mine);
	live_read(c->live, c->id, log_seen, c);
}

/* Bodies ------------------------------------------------------------------------------ */

/* The body, to be dropped; false: it was wrong, and that has been answered. */
static bool body_of(struct call *c, const struct rest *r, const char *const keys[], struct json *body)
{
	char why[MAX_ERROR];

	if (json_parse(body, r->body, r->n, api_takes(r->method, r->path), why)) {
		if (!keys || json_check_keys(body->root, keys, why))
			return true;
		json_drop(body);
	}
	refuse(c, REFUSED_BAD_MESSAGE, why);
	return false;
}

/* Bodies that say which seat do it with a text, as in boardgame.io. */
static bool read_seat_if(const struct json_value *o, int *seat, char why[MAX_ERROR])
{
	const char *id = NULL;

	if (!json_check_text_if(o, "playerID", 1, 1, &id, why))
		return false;
	if (id && (id[0] < '0' || id[0] >= '0' + MAX_PLAYERS))
		return error_say(why, "'playerID' must be \"0\" to \"%d\"", MAX_PLAYERS - 1);
	*seat = id ? id[0] - '0' : *seat;
	return true;
}

static bool read_seat(const struct json_value *o, int *seat, char why[MAX_ERROR])
{
	const char *id;

	return json_check_text(o, "playerID", 1, 1, &id, why) && read_seat_if(o, seat, why);
}

static bool read_name(const struct json_value *o, const char *key, char to[MAX_ROW + 1], char why[MAX_ERROR])
{
	const char *name;

	if (!json_check_text(o, key, 1, MAX_CHAT, &name, why))
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

/* Who proves to be the host, or that seat, has `mine` checked by the live. */
static bool read_proof(struct call *c, const struct json_value *o, const char *key, char why[MAX_ERROR])
{
	const char *given;

	if (!json_check_secret(o, key, &given, why))
		return false;
	fair_hash(given, SECRET_CHARS, c->mine);
	c->proved = true;
	return true;
}

/* A request is made of a table only after it has been seen to be one of this game. */
static void pending_seen(void *arg, const struct live_answer *a)
{
	struct call *c = arg;

	if (found(c, a))
		live_request(c->live, c->id, &c->ask, c->proved ? c->mine : NULL, c->done, c);
}

static void send_request(struct call *c, enum request_kind kind, live_done *done)
{
	c->ask.kind = kind;
	c->done = done;
	live_look(c->live, c->id, pending_seen, c);
}

static void done_plainly(void *arg, const struct live_answer *a)
{
	struct call *c = arg;

	if (!failed(c, a))
		give_json(c, 200, json_object());
}

/* The secret that was made is the answer: nobody will see it again. */
static void done_with_seat(void *arg, const struct live_answer *a)
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
static void made_before(void *arg, const struct live_answer *a)
{
	struct call *c = arg;

	if (!found(c, a))
		return;
	if (table_host(a->table, c->secret.hash))
		give_created(c);
	else
		refuse(c, REFUSED_TAKEN, "there is a table of that name");
}

static void created(void *arg, const struct live_answer *a)
{
	struct call *c = arg;

	if (c->keyed && a->code && strcmp(a->code, table_refusal_codes[REFUSED_TAKEN]) == 0)
		live_look(c->live, c->id, made_before, c);
	else if (!failed(c, a))
		give_created(c);
}

static void create(struct call *c, const struct table_new *f, live_done *done)
{
	strcpy(c->id, f->head.id);
	c->secret = f->host;
	c->keyed = f->keyed;
	live_create(c->live, &f->head, &f->rows, c->address, done, c);
}

/* A body that is read, here or aside. */
struct making { struct call *call; const struct game *game; char *body; size_t n; bool fine; struct table_new table; char why[MAX_ERROR]; };

static void read_new(void *arg)
{
	struct making *m = arg;
	struct json body;

	if (!json_parse(&body, m->body, m->n, API_BOX_BYTES, m->why))
		return;
	m->fine = table_new_read(&m->table, m->game, body.root, clock_today(), m->why);
	json_drop(&body);
}

static void new_read(void *arg, bool worked)
{
	struct making *m = arg;

	if (!worked)
		refuse(m->call, REFUSED_CLOSING, "the server is being stopped: it will be back");
	else if (m->fine)
		create(m->call, &m->table, created);
	else
		refuse(m->call, REFUSED_BAD_MESSAGE, m->why);
	free(m->body);
	free(m);
}

static void post_create(struct call *c, const struct rest *r)
{
	static const struct live_work aside = { read_new, new_read };
	struct making *m = calloc(1, sizeof *m);

	must(m != NULL);
	m->call = c;
	m->game = c->game;
	m->body = malloc(r->n + 1);
	must(m->body != NULL);
	memcpy(m->body, r->body, r->n);
	m->body[r->n] = '\0';
	m->n = r->n;
	if (r->n <= BODY_AT_ONCE) {
		read_new(m);
		new_read(m, true);
	} else if (!live_aside(c->live, c->address, r->n / 64, &aside, m)) {
		refuse_more(c);
		free(m->body);
		free(m);
	}
}

static bool read_commit(struct call *c, const struct json_value *o, char why[MAX_ERROR])
{
	const char *commit = NULL;

	if (!json_check_text_if(o, "commit", 0, MAX_TEXT, &commit, why))
		return false;
	c->ask.committed = commit != NULL;
	if (commit && !fair_unhex(commit, HASH_BYTES, c->ask.commit))
		return error_say(why, "'commit' must be %d hexadecimal digits in lower case", 2 * HASH_BYTES);
	return true;
}

static bool read_join(struct call *c, const struct json_value *o, char why[MAX_ERROR])
{
	const char *key = NULL;
	char what[] = "seat at ........";

	if (!json_check_secret_if(o, "key", &key, why))
		return false;
	memcpy(what + strlen(what) - ID_CHARS, c->id, ID_CHARS);
	c->keyed = key != NULL;
	c->secret = key ? table_new_secret_of(what, key) : table_new_secret();
	memcpy(c->ask.secret, c->secret.hash, HASH_BYTES);
	return read_seat_if(o, &c->ask.whom, why) && read_name(o, "playerName", c->ask.text, why) && read_commit(c, o, why);
}

static bool read_player(struct call *c, const struct json_value *o, char why[MAX_ERROR])
{
	return read_seat(o, &c->ask.seat, why) && read_proof(c, o, "credentials", why);
}

/* The same seat and secret under another name. */
static bool read_update(struct call *c, const struct json_value *o, char why[MAX_ERROR])
{
	if (!read_player(c, o, why) || !read_name(o, "newName", c->ask.text, why))
		return false;
	c->ask.whom = c->ask.seat;
	memcpy(c->ask.secret, c->mine, HASH_BYTES);
	return true;
}

static bool read_host(struct call *c, const struct json_value *o, char why[MAX_ERROR])
{
	return read_proof(c, o, "hostCredentials", why);
}

static bool read_whom(struct call *c, const struct json_value *o, char why[MAX_ERROR])
{
	return read_host(c, o, why) && read_seat(o, &c->ask.whom, why);
}

static bool read_kind(struct call *c, const struct json_value *o, char why[MAX_ERROR])
{
	const char *kind;

	if (!read_whom(c, o, why) || !json_check_text(o, "kind", 1, MAX_NAME, &kind, why))
		return false;
	if (strncmp(kind, "bot:", 4) != 0 || !table_new_level(kind + 4))
		return error_say(why, "'kind' must be bot:easy, bot:medium, bot:hard or bot:expert");
	strcpy(c->ask.text, kind + 4);
	return true;
}

static bool read_link(struct call *c, const struct json_value *o, char why[MAX_ERROR])
{
	c->secret = table_new_secret();
	memcpy(c->ask.secret, c->secret.hash, HASH_BYTES);
	return read_player(c, o, why);
}

static bool read_close(struct call *c, const struct json_value *o, char why[MAX_ERROR])
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
static void again_named(void *arg, const struct live_answer *a)
{
	struct call *c = arg;

	if (!a->code)
		give_next(c, c->ask.text, true);
	else if (a->table && a->table->next[0])
		give_next(c, a->table->next, false);
	else
		failed(c, a);
}

static void again_made(void *arg, const struct live_answer *a)
{
	struct call *c = arg;

	if (!failed(c, a))
		live_request(c->live, c->id, &c->ask, c->mine, again_named, c);
}

static void again_seen(void *arg, const struct live_answer *a)
{
	struct call *c = arg;
	struct table_new f;

	if (!found(c, a))
		return;
	if (c->ask.seat >= a->table->head.players || !table_secret(a->table, c->ask.seat, c->mine)) {
		refuse(c, REFUSED_FORBIDDEN, "that is not the secret of this seat");
	} else if (a->table->next[0]) {
		give_next(c, a->table->next, false);
	} else if (a->table->status != TABLE_OVER && a->table->status != TABLE_CLOSED) {
		refuse(c, REFUSED_NOT_OVER, "the game is not over yet");
	} else {
		table_new_again(&f, a->table, clock_today());
		c->secret = f.host;
		c->ask.kind = REQUEST_NEXT;
		strcpy(c->ask.text, f.head.id);
		live_create(c->live, &f.head, &f.rows, c->address, again_made, c);
	}
}

/* Deals ---------------------------------------------------------------------------------------- */

/* The deal that the path names; false: there is none, or not yet, and that has been answered. */
static bool deal_of(struct call *c, int64_t *until)
{
	int64_t from = 0;

	if (deal_times(c->part, &from, until) && clock_today() >= from && deal_make(&c->deal, c->game, c->part, live_secret(c->live)))
		return true;
	refuse(c, REFUSED_NO_SUCH_DEAL, "there is no such deal: its name is a date, or a date and a word, and that day has begun");
	return false;
}

static json_t *result_json(const struct call *c, const struct summary *s)
{
	json_t *v = json_pack("{s:s, s:i, s:i}", "name", s->player, "place", s->place, "score", s->score);

	if (c->proved && strcmp(s->id, c->id) == 0)
		json_object_set_new(v, "you", json_true());
	if (!deal_is_day(c->deal.name))                 /* among friends, who want to see where they parted */
		json_object_set_new(v, "matchID", json_string(s->id));
	return v;
}

/* How others did is for who has played it, and for everybody once nobody can play it any more. */
static json_t *results_json(const struct call *c, const struct summary *of, int n, json_t **expert, int *played)
{
	json_t *all = json_array();

	for (int i = 0; i < n; i++)
		if (of[i].place > 0 && of[i].player[0]) {
			json_array_append_new(all, result_json(c, &of[i]));
			++*played;
		} else if (of[i].place > 0 && !*expert) {
			*expert = json_pack("{s:i, s:i}", "place", of[i].place, "score", of[i].score);
		}
	return all;
}

static bool has_finished(const struct call *c, const struct summary *of, int n)
{
	for (int i = 0; i < n && c->proved; i++)
		if (strcmp(of[i].id, c->id) == 0)
			return true;
	return false;
}

static void deal_found(void *arg, const struct summary *of, int n, const char *why)
{
	struct call *c = arg;
	const struct deal *d = &c->deal;
	const int64_t now = clock_today();
	char commit[2 * HASH_BYTES + 1], key[2 * HASH_BYTES + 1];
	uint8_t hash[HASH_BYTES];
	json_t *expert = NULL;
	int64_t until = 0;
	int played = 0;

	if (why) {
		refuse(c, REFUSED_NOT_READ, why);
		return;
	}
	live_charge(c->live, c->address, (double)n / ROWS_EACH);
	deal_times(d->name, NULL, &until);
	fair_hash(d->key, HASH_BYTES, hash);
	fair_hex(hash, HASH_BYTES, commit);
	fair_hex(d->key, HASH_BYTES, key);
	json_t *results = results_json(c, of, n, &expert, &played);
	json_t *v = json_pack("{s:s, s:I, s:I, s:s, s:i, s:i, s:s, s:s, s:i}", "deal", d->name, "now", (json_int_t)now, "until", (json_int_t)until,
		"commit", commit, "players", d->players, "seat", d->seat, "bots", d->bots, "expertBot", d->expert, "played", played);
	if (now >= until)
		json_object_set_new(v, "key", json_string(key));
	if (now >= until || has_finished(c, of, n)) {
		json_object_set(v, "results", results);
		json_object_set(v, "expert", expert ? expert : json_null());
	}
	json_decref(results);
	json_decref(expert);
	give_json(c, 200, v);
}

/* Whose token comes with the question is told how others did once their own game is over. */
static void get_deal(struct call *c, const struct rest *r)
{
	int64_t until;

	if (!deal_of(c, &until))
		return;
	c->proved = r->bearer && strlen(r->bearer) == SECRET_CHARS;
	if (c->proved)
		deal_table_id(&c->deal, r->bearer, c->id);
	struct filter f = { .game = c->game->name, .deal = c->deal.name, .status = TABLE_OVER, .limit = RESULTS };
	live_list(c->live, &f, deal_found, c);
}

static void give_deal(struct call *c)
{
	const char seat[] = { (char)('0' + c->deal.seat), '\0' };

	give_json(c, 200, json_pack("{s:s, s:s, s:s}", "matchID", c->id, "playerID", seat, "playerCredentials", c->secret.given));
}

/* Their table is there, from the first time that they asked. */
static void deal_begun(void *arg, const struct live_answer *a)
{
	struct call *c = arg;

	if (!found(c, a))
		return;
	if (table_secret(a->table, c->deal.seat, c->secret.hash))
		give_deal(c);
	else
		refuse(c, REFUSED_TAKEN, "somebody else has this seat now");
}

static void expert_made(void *arg, const struct live_answer *a)
{
	(void)arg, (void)a;                     /* there is one already, or too much to do: then there is none */
}

/* The first who plays the river of a day has expert play it, too. */
static void deal_made(void *arg, const struct live_answer *a)
{
	struct call *c = arg;
	struct table_new f;

	if (a->code && strcmp(a->code, table_refusal_codes[REFUSED_TAKEN]) == 0) {
		live_look(c->live, c->id, deal_begun, c);
		return;
	}
	if (failed(c, a))
		return;
	if (deal_is_day(c->deal.name)) {
		deal_expert_table(&c->deal, clock_today(), &f);
		live_create(c->live, &f.head, &f.rows, "", expert_made, NULL);
	}
	give_deal(c);
}

static void begin_deal(struct call *c, const char *token, const char *name)
{
	struct table_new f;

	deal_table(&c->deal, token, name, clock_today(), &f);
	strcpy(c->id, f.head.id);
	c->secret = deal_seat_secret(&c->deal, token);
	live_create(c->live, &f.head, &f.rows, c->address, deal_made, c);
}

static void post_deal(struct call *c, const struct rest *r)
{
	static const char *const keys[] = { "playerName", "key", NULL };
	const char *token = NULL;
	char why[MAX_ERROR], name[MAX_ROW + 1];
	int64_t until = 0;
	struct json body;

	if (!deal_of(c, &until) || !body_of(c, r, keys, &body))
		return;
	if (!json_check_secret(body.root, "key", &token, why) || !read_name(body.root, "playerName", name, why))
		refuse(c, REFUSED_BAD_MESSAGE, why);
	else if (clock_today() >= until)
		refuse(c, REFUSED_OVER, "this deal can be played no more");
	else
		begin_deal(c, token, name);
	json_drop(&body);
}

/* Deleting ------------------------------------------------------------------------------------- */

static void erase_seen(void *arg, const struct live_answer *a)
{
	struct call *c = arg;

	if (!found(c, a))
		return;
	if (!table_host(a->table, c->mine))
		refuse(c, REFUSED_FORBIDDEN, "only the host of this table can do that");
	else if (a->table->status != TABLE_OVER && a->table->status != TABLE_CLOSED)
		refuse(c, REFUSED_NOT_OVER, "the table is not over: close it first");
	else
		live_erase(c->live, c->id, a->table->seq, done_plainly, c);
}

/* Addresses ------------------------------------------------------------------------------------ */

/* What can be asked of a table by POST. */
static const struct deed {
	const char *name;
	bool (*read)(struct call *c, const struct json_value *o, char why[MAX_ERROR]);
	enum request_kind  kind;
	live_done *seen;                /* NULL: the request as it was read */
	live_done *done;
	const char *keys[5];
} deeds[] = {
	{ "join",      read_join,   REQUEST_SIT,    NULL,       done_with_seat, { "playerID", "playerName", "commit", "key" } },
	{ "leave",     read_player, REQUEST_LEAVE,  NULL,       done_plainly,   { "playerID", "credentials" } },
	{ "update",    read_update, REQUEST_SIT,    NULL,       done_plainly,   { "playerID", "credentials", "newName" } },
	{ "playAgain", read_player, REQUEST_NEXT,   again_seen, NULL,           { "playerID", "credentials" } },
	{ "start",     read_host,   REQUEST_START,  NULL,       done_plainly,   { "hostCredentials" } },
	{ "seat",      read_kind,   REQUEST_FILL,   NULL,       done_plainly,   { "hostCredentials", "playerID", "kind" } },
	{ "remove",    read_whom,   REQUEST_REMOVE, NULL,       done_plainly,   { "hostCredentials", "playerID" } },
	{ "link",      read_link,   REQUEST_LINK,   NULL,       done_with_seat, { "playerID", "credentials" } },
	{ "forget",    read_player, REQUEST_FORGET, NULL,       done_plainly,   { "playerID", "credentials" } },
	{ "delete",    read_host,   REQUEST_CLOSE,  erase_seen, NULL,           { "hostCredentials" } },
	{ "close",     read_close,  REQUEST_CLOSE,  NULL,       done_plainly,   { "hostCredentials" } },
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
	struct json body;
	char why[MAX_ERROR];

	if (!body_of(c, r, d->keys, &body))
		return;
	bool fine = d->read(c, body.root, why);
	json_drop(&body);
	if (!fine)
		refuse(c, REFUSED_BAD_MESSAGE, why);
	else if (d->seen)
		live_look(c->live, c->id, d->seen, c);
	else
		send_request(c, d->kind, d->done);
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
	{ "/games/{}/deals/{}", get_deal, post_deal },
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

bool api_knows(const char *path)
{
	struct way w;

	return strcmp(path, "/games") == 0 || strncmp(path, "/games/", 7) == 0 || way_to(path, &w);
}

size_t api_takes(const char *method, const char *path)
{
	struct way w;

	if (strcmp(method, "POST") != 0 || !way_to(path, &w) || (w.page && !w.page->post))
		return 0;
	return w.page && w.page->post == post_create ? API_BOX_BYTES : API_BYTES;
}

/* The game and the table that the path names; false: they are not there, and that has been answered. */
static bool name_them(struct call *c, const struct way *w)
{
	c->game = w->part[0][0] ? game_find(w->part[0]) : NULL;
	if (w->part[0][0] && !offered(c->game)) {
		refuse(c, REFUSED_NO_SUCH_GAME, "there is no game of that name: GET /games lists them");
		return false;
	}
	c->part = w->part[1];
	if (w->page && w->page->get == get_deal)
		return true;
	if (w->part[1][0] && !json_check_id(w->part[1])) {
		refuse(c, REFUSED_NO_SUCH_TABLE, "there is no table of that name");
		return false;
	}
	memcpy(c->id, w->part[1], w->part[1][0] ? sizeof c->id : 1);
	return true;
}

void api_request(struct live *h, const struct rest *r)
{
	struct call *c = malloc(sizeof *c);
	bool get = strcmp(r->method, "GET") == 0, post = strcmp(r->method, "POST") == 0;
	struct way w;

	must(c != NULL);
	*c = (struct call){ .live = h, .answer = r->answer, .arg = r->arg, .reachable = r->site->reachable, .seat = -1, .ask = { .seat = -1, .whom = -1 } };
	snprintf(c->address, sizeof c->address, "%s", r->address);
	live_charge(h, c->address, (double)r->n / BYTES_EACH);
	if (!way_to(r->path, &w))
		refuse(c, REFUSED_NO_SUCH_PAGE, "there is nothing here: GET /openapi.json says what there is");
	else if (!(get && w.page && w.page->get) && !(post && (w.deed || w.page->post)))
		refuse(c, REFUSED_BAD_METHOD, "this address does not take that method");
	else if (r->n > api_takes(r->method, r->path))
		refuse(c, REFUSED_TOO_LONG, "the body is too long");
	else if (!name_them(c, &w))
		return;
	else if (w.deed)
		post_deed(c, r, w.deed);
	else
		(get ? w.page->get : w.page->post)(c, r);
}
