/* What can be looked at without changing anything: games and their options, lists of tables, one table with its box, record and log. */
#include "api_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "play/record.h"

enum { LISTED = 50, TABLES_EACH = 10 };         /* tables in a list, of each status; so many of them cost a request */

/* Games ---------------------------------------------------------------------- */

/* `blank` is for whoever wants to make a game, not to play one. */
bool api_offered(const struct game *g)
{
	return g && strcmp(g->name, "blank") != 0;
}

void api_get_games(struct api_call *c, const struct rest *r)
{
	json_t *all = json_array();

	(void)r;
	for (int i = 0; game_list[i]; i++)
		if (api_offered(game_list[i]))
			json_array_append_new(all, json_string(game_list[i]->name));
	api_give_json(c, 200, all);
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

void api_get_options(struct api_call *c, const struct rest *r)
{
	const struct game *g = c->game;
	json_t *options = json_array(), *seats = json_array();

	(void)r;
	for (int i = 0; g->options[i].name; i++)
		json_array_append_new(options, option_json(&g->options[i]));
	for (int i = 0; i < g->max_players; i++)
		json_array_append_new(seats, json_string(g->seats[i]));
	api_give_json(c, 200, json_pack("{s:s, s:s, s:i, s:{s:i, s:i}, s:o, s:o, s:o, s:o, s:{s:[i, i], s:[i, i], s:[i, i]}}", "game", g->name,
		"title", g->title, "rules", g->rules, "players", "min", g->min_players, "max", g->max_players, "options", options, "prompts", prompts_json(g->prompts),
		"seats", seats, "levels", texts(table_new_levels), "pace", "move", MOVE_LEAST, MOVE_MOST, "bank", 0, BANK_MOST, "days", 1, DAYS_MOST));
}

/* Lists ------------------------------------------------------------------------ */

static void list_add(struct api_call *c, const char *bytes, size_t n)
{
	c->list.at = realloc(c->list.at, c->list.n + n);
	must(c->list.at != NULL);
	memcpy(c->list.at + c->list.n, bytes, n);
	c->list.n += n;
}

static void list_next(struct api_call *c);

/* Those that have gone in between are left out. */
static void list_seen(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;

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
	struct api_call *c = arg;

	if (why) {
		api_refuse(c, REFUSED_NOT_READ, why);
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
static void list_next(struct api_call *c)
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
		api_give(c, 200, API_JSON, c->list.at, c->list.n);
	}
}

void api_get_matches(struct api_call *c, const struct rest *r)
{
	static const char head[] = "{\"matches\":[";

	(void)r;
	list_add(c, head, sizeof head - 1);
	c->status = TABLE_OPEN - 1;
	list_next(c);
}

/* Looking at a table -------------------------------------------------------------- */

/* Texts that another thread wrote; NULL: there is no game to write about. */
static void text_written(void *arg, bool worked, struct blob *b)
{
	struct api_call *c = arg;

	if (!worked)
		api_refuse(c, REFUSED_CLOSING, "the server is being stopped: it will be back");
	else if (b)
		api_give_blob(c, API_TEXT, b);
	else
		api_refuse(c, REFUSED_NO_GAME, "there is no game to write down");
}

static void write_aside(struct api_call *c, const struct table *t, const struct rows *rows, const struct live_text *text)
{
	live_charge(c->live, c->address, (double)t->seq / API_ROWS_EACH);
	if (!live_write(c->live, t, rows, c->address, text, c))
		api_refuse_more(c);
}

static void match_seen(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;

	if (api_found(c, a))
		api_give_blob(c, API_JSON, wire_match(a->table, a->present, a->watchers));
}

void api_get_match(struct api_call *c, const struct rest *r)
{
	(void)r;
	live_look(c->live, c->id, match_seen, c);
}

static void box_seen(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;
	char *json;

	if (!api_found(c, a))
		return;
	json = malloc(MAX_JSON);
	must(json != NULL);
	struct text t = text_on(json, MAX_JSON);
	codec_box_json(c->game, a->table->head.box, &t);
	must(text_fits(&t));
	api_give(c, 200, API_JSON, json, (size_t)t.n);
	free(json);
}

void api_get_box(struct api_call *c, const struct rest *r)
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
	struct api_call *c = arg;

	if (!api_found(c, a))
		return;
	if (a->table->status != TABLE_OVER && a->table->status != TABLE_CLOSED) {
		api_refuse(c, REFUSED_RUNNING, "there is no record before the game is over: it would tell what is hidden. `log` has what you may know");
		return;
	}
	write_aside(c, a->table, NULL, &record);
}

void api_get_record(struct api_call *c, const struct rest *r)
{
	(void)r;
	live_look(c->live, c->id, record_seen, c);
}

static struct blob *write_log(const struct table *t, const struct rows *rows, void *arg)
{
	const struct api_call *c = arg;

	return wire_log(t, c->seat >= 0 ? c->seat : WATCHER, rows);
}

static void log_seen(void *arg, const struct live_answer *a, const struct rows *rows)
{
	static const struct live_text log = { write_log, text_written };
	struct api_call *c = arg;

	if (!api_found(c, a))
		return;
	if (c->seat >= a->table->head.players || (c->seat >= 0 && !(c->proved && table_secret(a->table, c->seat, c->mine))))
		api_refuse(c, REFUSED_FORBIDDEN, "that is not the secret of this seat");
	else
		write_aside(c, a->table, rows, &log);
}

/* "seat=0", or nothing: as somebody who watches. */
void api_get_log(struct api_call *c, const struct rest *r)
{
	const char *q = r->query && r->query[0] ? r->query : NULL;

	if (q && (strncmp(q, "seat=", 5) != 0 || q[5] < '0' || q[5] >= '0' + MAX_PLAYERS || q[6])) {
		api_refuse(c, REFUSED_BAD_MESSAGE, "the query can be seat=0 to seat=4");
		return;
	}
	c->seat = q ? q[5] - '0' : -1;
	c->proved = r->bearer && strlen(r->bearer) == SECRET_CHARS;
	if (c->proved)
		fair_hash(r->bearer, SECRET_CHARS, c->mine);
	live_read(c->live, c->id, log_seen, c);
}
