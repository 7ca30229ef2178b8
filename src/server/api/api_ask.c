/* What changes tables: one is made, or something is asked of it. */
#include "api_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { BODY_AT_ONCE = 4096 };           /* bytes of a body that are read on the loop's thread: longer ones are read aside */

/* Making one, sitting down -------------------------------------------------------------- */

static void give_created(struct api_call *c)
{
	api_give_json(c, 200, json_pack("{s:s, s:s, s:b}", "matchID", c->id, "hostCredentials", c->secret.given, "reachable", c->reachable));
}

/* There is a table of that name: theirs, from the first time that they asked? */
static void made_before(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;

	if (!api_found(c, a))
		return;
	if (table_host(a->table, c->secret.hash))
		give_created(c);
	else
		api_refuse(c, REFUSED_TAKEN, "there is a table of that name");
}

static void created(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;

	if (c->keyed && a->code && strcmp(a->code, table_refusal_codes[REFUSED_TAKEN]) == 0)
		live_look(c->live, c->id, made_before, c);
	else if (!api_failed(c, a))
		give_created(c);
}

static void create(struct api_call *c, const struct table_new *f, live_done *done)
{
	strcpy(c->id, f->head.id);
	c->secret = f->host;
	c->keyed = f->keyed;
	live_create(c->live, &f->head, &f->rows, c->address, done, c);
}

/* A body that is read, here or aside. */
struct making { struct api_call *call; const struct game *game; char *body; size_t n; bool fine; struct table_new table; char why[MAX_ERROR]; };

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
		api_refuse(m->call, REFUSED_CLOSING, "the server is being stopped: it will be back");
	else if (m->fine)
		create(m->call, &m->table, created);
	else
		api_refuse(m->call, REFUSED_BAD_MESSAGE, m->why);
	free(m->body);
	free(m);
}

void api_post_create(struct api_call *c, const struct rest *r)
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
		api_refuse_more(c);
		free(m->body);
		free(m);
	}
}

static bool read_commit(struct api_call *c, const struct json_value *o, char why[MAX_ERROR])
{
	const char *commit = NULL;

	if (!json_check_text_if(o, "commit", 0, MAX_TEXT, &commit, why))
		return false;
	c->ask.committed = commit != NULL;
	if (commit && !fair_unhex(commit, HASH_BYTES, c->ask.commit))
		return error_say(why, "'commit' must be %d hexadecimal digits in lower case", 2 * HASH_BYTES);
	return true;
}

static bool read_join(struct api_call *c, const struct json_value *o, char why[MAX_ERROR])
{
	const char *key = NULL;
	char what[] = "seat at ........";

	if (!json_check_secret_if(o, "key", &key, why))
		return false;
	memcpy(what + strlen(what) - ID_CHARS, c->id, ID_CHARS);
	c->keyed = key != NULL;
	c->secret = key ? table_new_secret_of(what, key) : table_new_secret();
	memcpy(c->ask.secret, c->secret.hash, HASH_BYTES);
	return api_read_seat_if(o, &c->ask.whom, why) && api_read_name(o, "playerName", c->ask.text, why) && read_commit(c, o, why);
}

static bool read_player(struct api_call *c, const struct json_value *o, char why[MAX_ERROR])
{
	return api_read_seat(o, &c->ask.seat, why) && api_read_proof(c, o, "credentials", why);
}

/* The same seat and secret under another name. */
static bool read_update(struct api_call *c, const struct json_value *o, char why[MAX_ERROR])
{
	if (!read_player(c, o, why) || !api_read_name(o, "newName", c->ask.text, why))
		return false;
	c->ask.whom = c->ask.seat;
	memcpy(c->ask.secret, c->mine, HASH_BYTES);
	return true;
}

static bool read_host(struct api_call *c, const struct json_value *o, char why[MAX_ERROR])
{
	return api_read_proof(c, o, "hostCredentials", why);
}

static bool read_whom(struct api_call *c, const struct json_value *o, char why[MAX_ERROR])
{
	return read_host(c, o, why) && api_read_seat(o, &c->ask.whom, why);
}

static bool read_kind(struct api_call *c, const struct json_value *o, char why[MAX_ERROR])
{
	const char *kind;

	if (!read_whom(c, o, why) || !json_check_text(o, "kind", 1, MAX_NAME, &kind, why))
		return false;
	if (strncmp(kind, "bot:", 4) != 0 || !table_new_level(kind + 4))
		return error_say(why, "'kind' must be bot:easy, bot:medium, bot:hard or bot:expert");
	strcpy(c->ask.text, kind + 4);
	return true;
}

static bool read_link(struct api_call *c, const struct json_value *o, char why[MAX_ERROR])
{
	c->secret = table_new_secret();
	memcpy(c->ask.secret, c->secret.hash, HASH_BYTES);
	return read_player(c, o, why);
}

static bool read_close(struct api_call *c, const struct json_value *o, char why[MAX_ERROR])
{
	strcpy(c->ask.text, "by the host");
	return read_host(c, o, why);
}

/* Once more ---------------------------------------------------------------------------------- */

static void give_next(struct api_call *c, const char *id, bool made)
{
	json_t *v = json_pack("{s:s}", "nextMatchID", id);

	if (made)
		json_object_set_new(v, "hostCredentials", json_string(c->secret.given));
	api_give_json(c, 200, v);
}

/* If somebody else was first, theirs is the rematch, and ours stays empty. */
static void again_named(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;

	if (!a->code)
		give_next(c, c->ask.text, true);
	else if (a->table && a->table->next[0])
		give_next(c, a->table->next, false);
	else
		api_failed(c, a);
}

static void again_made(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;

	if (!api_failed(c, a))
		live_request(c->live, c->id, &c->ask, c->mine, again_named, c);
}

static void again_seen(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;
	struct table_new f;

	if (!api_found(c, a))
		return;
	if (c->ask.seat >= a->table->head.players || !table_secret(a->table, c->ask.seat, c->mine)) {
		api_refuse(c, REFUSED_FORBIDDEN, "that is not the secret of this seat");
	} else if (a->table->next[0]) {
		give_next(c, a->table->next, false);
	} else if (a->table->status != TABLE_OVER && a->table->status != TABLE_CLOSED) {
		api_refuse(c, REFUSED_NOT_OVER, "the game is not over yet");
	} else {
		table_new_again(&f, a->table, clock_today());
		c->secret = f.host;
		c->ask.kind = REQUEST_NEXT;
		strcpy(c->ask.text, f.head.id);
		live_create(c->live, &f.head, &f.rows, c->address, again_made, c);
	}
}

/* Deleting ------------------------------------------------------------------------------------- */

static void erase_seen(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;

	if (!api_found(c, a))
		return;
	if (!table_host(a->table, c->mine))
		api_refuse(c, REFUSED_FORBIDDEN, "only the host of this table can do that");
	else if (a->table->status != TABLE_OVER && a->table->status != TABLE_CLOSED)
		api_refuse(c, REFUSED_NOT_OVER, "the table is not over: close it first");
	else
		live_erase(c->live, c->id, a->table->seq, api_done_plainly, c);
}

/* What is asked of a table ------------------------------------------------------------------ */

/* What can be asked of a table by POST. */
static const struct deed {
	const char *name;
	bool (*read)(struct api_call *c, const struct json_value *o, char why[MAX_ERROR]);
	enum request_kind  kind;
	live_done *seen;                /* NULL: the request as it was read */
	live_done *done;
	const char *keys[5];
} deeds[] = {
	{ "join",      read_join,   REQUEST_SIT,    NULL,       api_done_with_seat, { "playerID", "playerName", "commit", "key" } },
	{ "leave",     read_player, REQUEST_LEAVE,  NULL,       api_done_plainly,   { "playerID", "credentials" } },
	{ "update",    read_update, REQUEST_SIT,    NULL,       api_done_plainly,   { "playerID", "credentials", "newName" } },
	{ "playAgain", read_player, REQUEST_NEXT,   again_seen, NULL,           { "playerID", "credentials" } },
	{ "start",     read_host,   REQUEST_START,  NULL,       api_done_plainly,   { "hostCredentials" } },
	{ "seat",      read_kind,   REQUEST_FILL,   NULL,       api_done_plainly,   { "hostCredentials", "playerID", "kind" } },
	{ "remove",    read_whom,   REQUEST_REMOVE, NULL,       api_done_plainly,   { "hostCredentials", "playerID" } },
	{ "link",      read_link,   REQUEST_LINK,   NULL,       api_done_with_seat, { "playerID", "credentials" } },
	{ "forget",    read_player, REQUEST_FORGET, NULL,       api_done_plainly,   { "playerID", "credentials" } },
	{ "delete",    read_host,   REQUEST_CLOSE,  erase_seen, NULL,           { "hostCredentials" } },
	{ "close",     read_close,  REQUEST_CLOSE,  NULL,       api_done_plainly,   { "hostCredentials" } },
	{ .name = NULL }
};

const struct deed *api_deed_named(const char *name)
{
	const struct deed *d = deeds;

	while (d->name && strcmp(d->name, name) != 0)
		d++;
	return d->name ? d : NULL;
}

void api_post_deed(struct api_call *c, const struct rest *r, const struct deed *d)
{
	struct json body;
	char why[MAX_ERROR];

	if (!api_body_of(c, r, d->keys, &body))
		return;
	bool fine = d->read(c, body.root, why);
	json_drop(&body);
	if (!fine)
		api_refuse(c, REFUSED_BAD_MESSAGE, why);
	else if (d->seen)
		live_look(c->live, c->id, d->seen, c);
	else
		api_send_request(c, d->kind, d->done);
}
