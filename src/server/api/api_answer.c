/* What all requests to the API share: how they are answered or refused, and how their bodies are read. */
#include "api_parts.h"

#include <stdlib.h>
#include <string.h>

/* Answers ------------------------------------------------------------------- */

void api_give(struct api_call *c, int status, const char *type, const char *body, size_t n)
{
	c->answer(c->arg, status, type, body, n);
	free(c->found);
	free(c->list.at);
	free(c);
}

/* Takes the value over. */
void api_give_json(struct api_call *c, int status, json_t *v)
{
	char *body = v ? json_dumps(v, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;

	must(body != NULL);
	json_decref(v);
	api_give(c, status, API_JSON, body, strlen(body));
	free(body);
}

void api_give_blob(struct api_call *c, const char *type, struct blob *b)
{
	api_give(c, 200, type, b->bytes, b->n);
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

static void refuse_by(struct api_call *c, const char *code, const char *words)
{
	api_give_json(c, status_of(code), json_pack("{s:s, s:s}", "error", code, "words", words));
}

void api_refuse(struct api_call *c, enum refused which, const char *words)
{
	refuse_by(c, table_refusal_codes[which], words);
}

/* True: it went wrong, and that has been answered. */
bool api_failed(struct api_call *c, const struct live_answer *a)
{
	if (!a->code)
		return false;
	refuse_by(c, a->code, a->words);
	return true;
}

/* A table of another game is not there, under this address. */
bool api_found(struct api_call *c, const struct live_answer *a)
{
	if (api_failed(c, a))
		return false;
	if (a->table && a->table->head.game == c->game)
		return true;
	api_refuse(c, REFUSED_NO_SUCH_TABLE, "there is no table of that name");
	return false;
}

void api_refuse_more(struct api_call *c)
{
	api_refuse(c, REFUSED_TOO_FAST, "too much of what this address asked for is not answered yet; try again in a little while");
}

/* Bodies ------------------------------------------------------------------------------ */

/* The body, to be dropped; false: it was wrong, and that has been answered. */
bool api_body_of(struct api_call *c, const struct rest *r, const char *const keys[], struct json *body)
{
	char why[MAX_ERROR];

	if (json_parse(body, r->body, r->n, api_takes(r->method, r->path), why)) {
		if (!keys || json_check_keys(body->root, keys, why))
			return true;
		json_drop(body);
	}
	api_refuse(c, REFUSED_BAD_MESSAGE, why);
	return false;
}

/* Bodies that say which seat do it with a text, as in boardgame.io. */
bool api_read_seat_if(const struct json_value *o, int *seat, char why[MAX_ERROR])
{
	const char *id = NULL;

	if (!json_check_text_if(o, "playerID", 1, 1, &id, why))
		return false;
	if (id && (id[0] < '0' || id[0] >= '0' + MAX_PLAYERS))
		return error_say(why, "'playerID' must be \"0\" to \"%d\"", MAX_PLAYERS - 1);
	*seat = id ? id[0] - '0' : *seat;
	return true;
}

bool api_read_seat(const struct json_value *o, int *seat, char why[MAX_ERROR])
{
	const char *id;

	return json_check_text(o, "playerID", 1, 1, &id, why) && api_read_seat_if(o, seat, why);
}

bool api_read_name(const struct json_value *o, const char *key, char to[MAX_ROW + 1], char why[MAX_ERROR])
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
bool api_read_proof(struct api_call *c, const struct json_value *o, const char *key, char why[MAX_ERROR])
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
	struct api_call *c = arg;

	if (api_found(c, a))
		live_request(c->live, c->id, &c->ask, c->proved ? c->mine : NULL, c->done, c);
}

void api_send_request(struct api_call *c, enum request_kind kind, live_done *done)
{
	c->ask.kind = kind;
	c->done = done;
	live_look(c->live, c->id, pending_seen, c);
}

void api_done_plainly(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;

	if (!api_failed(c, a))
		api_give_json(c, 200, json_object());
}

/* The secret that was made is the answer: nobody will see it again. */
void api_done_with_seat(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;
	char seat[] = "0";

	while (a->table && seat[0] - '0' < a->table->head.players && !table_secret(a->table, seat[0] - '0', c->secret.hash))
		seat[0]++;
	const bool sits = a->table && seat[0] - '0' < a->table->head.players;
	if (!(c->keyed && sits) && api_failed(c, a))
		return;
	api_give_json(c, 200, json_pack("{s:s, s:s}", "playerID", seat, "playerCredentials", c->secret.given));
}
