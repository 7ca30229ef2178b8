/* Tables over HTTP, without sockets: the lobby with a real live and a store in memory. docs/openapi.json, as the server hands it out, is held
 * against every answer. */
#define _POSIX_C_SOURCE 200809L         /* nanosleep */
#include <jansson.h>
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/json.h"
#include "play/record.h"
#include "server/api/api.h"
#include "table/deal.h"
#include "table/json_check.h"

/* The document ------------------------------------------------------------------------ */

static json_t *document;

static json_t *at(json_t *o, const char *a, const char *b, const char *c)
{
	o = json_object_get(o, a);
	o = b ? json_object_get(o, b) : o;
	return c ? json_object_get(o, c) : o;
}

static bool is_type(const char *type, json_t *v)
{
	switch (json_typeof(v)) {
	case JSON_OBJECT:  return strcmp(type, "object") == 0;
	case JSON_ARRAY:   return strcmp(type, "array") == 0;
	case JSON_STRING:  return strcmp(type, "string") == 0;
	case JSON_INTEGER: return strcmp(type, "integer") == 0;
	case JSON_NULL:    return strcmp(type, "null") == 0;
	case JSON_TRUE: case JSON_FALSE: return strcmp(type, "boolean") == 0;
	default:           return false;
	}
}

static bool type_fits(json_t *type, json_t *v)
{
	json_t *one;
	size_t i;
	if (!type || json_is_string(type))
		return !type || is_type(json_string_value(type), v);
	json_array_foreach(type, i, one)
		if (is_type(json_string_value(one), v))
			return true;
	return false;
}

static bool listed(json_t *of, json_t *v)
{
	json_t *one;
	size_t i;
	json_array_foreach(of, i, one)
		if (json_equal(one, v))
			return true;
	return !of;
}

static bool matches(const char *pattern, const char *text)
{
	regex_t r;
	assert_int_equal(regcomp(&r, pattern, REG_EXTENDED | REG_NOSUB), 0);
	bool fine = regexec(&r, text, 0, NULL, 0) == 0;
	regfree(&r);
	return fine;
}

static bool text_fits_schema(json_t *schema, json_t *v)
{
	json_t *pattern = json_object_get(schema, "pattern"), *least = json_object_get(schema, "minLength");
	return !json_is_string(v) || ((!pattern || matches(json_string_value(pattern), json_string_value(v))) &&
		(json_int_t)json_string_length(v) >= json_integer_value(least));
}

static bool number_fits(json_t *schema, json_t *v)
{
	json_t *min = json_object_get(schema, "minimum"), *max = json_object_get(schema, "maximum");
	return !json_is_integer(v) || ((!min || json_integer_value(v) >= json_integer_value(min)) && (!max || json_integer_value(v) <= json_integer_value(max)));
}

static bool fits(json_t *schema, json_t *v, char why[MAX_ERROR]);

static bool members_fit(json_t *schema, json_t *v, char why[MAX_ERROR])
{
	json_t *more = json_object_get(schema, "additionalProperties"), *required = json_object_get(schema, "required"), *in;
	const char *key;
	size_t i;
	json_array_foreach(required, i, in)
		if (!json_object_get(v, json_string_value(in)))
			return error_say(why, "%s is missing", json_string_value(in));
	json_object_foreach(v, key, in) {
		json_t *of = at(schema, "properties", key, NULL);
		if (!of && json_is_false(more))
			return error_say(why, "%s is not in the document", key);
		of = of ? of : json_is_object(more) ? more : NULL;
		if (of && !fits(of, in, why))
			return error_say(why, "%s: %s", key, why);
	}
	return true;
}

/* As much of JSON Schema as the document uses. */
static bool fits(json_t *schema, json_t *v, char why[MAX_ERROR])
{
	const char *ref = json_string_value(json_object_get(schema, "$ref"));
	json_t *any = json_object_get(schema, "anyOf"), *one, *in;
	size_t i;
	if (ref) {
		schema = at(document, "components", "schemas", strrchr(ref, '/') + 1);
		assert_non_null(schema);
		return fits(schema, v, why);
	}
	json_array_foreach(any, i, one)
		if (fits(one, v, why))
			return true;
	if (any)
		return false;
	if (!type_fits(json_object_get(schema, "type"), v) || !listed(json_object_get(schema, "enum"), v))
		return error_say(why, "it has another type, or is none of those that are listed");
	if (!text_fits_schema(schema, v) || !number_fits(schema, v))
		return error_say(why, "it is out of bounds");
	json_array_foreach(v, i, in)
		if (!fits(json_object_get(schema, "items"), in, why))
			return false;
	return !json_is_object(v) || members_fit(schema, v, why);
}

static bool is_path(const char *known, const char *path)
{
	while (*known) {
		if (*known != '{') {
			if (*known++ != *path++)
				return false;
			continue;
		}
		known = strchr(known, '}') + 1;
		path += strcspn(path, "/");
	}
	return *path == '\0';
}

static int braces(const char *path)
{
	int n = 0;
	for (; *path; path++)
		n += *path == '{';
	return n;
}

/* "/games/{game}/{id}/join" for "/games/queen/abcdefgh/join": what is said most exactly. */
static const char *path_in_document(const char *path)
{
	const char *known, *best = NULL;
	json_t *v;
	json_object_foreach(json_object_get(document, "paths"), known, v)
		if (is_path(known, path) && (!best || braces(known) < braces(best)))
			best = known;
	return best;
}

/* The lobby --------------------------------------------------------------------------- */

static struct mailbox *mailbox;
static struct store_queue *queue;
static struct live *live;
static struct api_site site = { .reachable = true, .push_key = "BKey" };

static struct { bool came; int status; char type[64], *body; size_t n; } answer;
static json_t *body;                    /* of the last answer, if it is JSON */
static json_t *reached;                 /* "get /games" and the like, that were answered well */

static void answered(void *arg, int status, const char *type, const char *bytes, size_t n)
{
	assert_false(answer.came);
	assert_ptr_equal(arg, &answer);
	answer.came = true;
	answer.status = status;
	snprintf(answer.type, sizeof answer.type, "%s", type);
	answer.body = realloc(answer.body, n + 1);
	memcpy(answer.body, bytes, n);
	answer.body[n] = '\0';
	answer.n = n;
}

static void wait_for_answer(void)
{
	for (int n = 0; !answer.came && n < 20000; n++) {
		struct timespec t = { .tv_nsec = 500000 };
		if (mailbox_empty(mailbox) == 0 && !answer.came)
			nanosleep(&t, NULL);
	}
	assert_true(answer.came);
}

/* Without the document. */
static int ask_plainly(const char *method, const char *path, const char *query, const char *bearer, const char *text, size_t n)
{
	struct rest r = { .method = method, .path = path, .query = query, .bearer = bearer, .body = text, .n = n, .address = "192.0.2.7",
		.site = &site, .answer = answered, .arg = &answer };
	answer.came = false;
	api_request(live, &r);
	wait_for_answer();
	json_decref(body);
	body = strcmp(answer.type, "application/json") == 0 ? json_loadb(answer.body, answer.n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL) : NULL;
	assert_true(body || strncmp(answer.type, "text/plain", 10) == 0);
	return answer.status;
}

/* What was sent is what the document says, or it was refused. */
static void hold_request(json_t *operation, const char *text, size_t n)
{
	json_t *schema = at(json_object_get(operation, "requestBody"), "content", "application/json", "schema"), *sent;
	char why[MAX_ERROR] = "it is no JSON";
	if (!schema)
		return;
	sent = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
	if (answer.status == 200 && !(sent && fits(schema, sent, why)))
		fail_msg("%.300s was taken, although %s", text, why);
	json_decref(sent);
}

/* What came back is what the document says. */
static void hold_answer(json_t *operation, const char *method, const char *path)
{
	char status[8], why[MAX_ERROR];
	snprintf(status, sizeof status, "%d", answer.status);
	json_t *content = at(operation, "responses", status, "content"), *schema = at(content, answer.type, "schema", NULL);
	if (!schema)
		fail_msg("%s %s: the document has no answer %d of type %s: %.300s", method, path, answer.status, answer.type, answer.body);
	if (body && !fits(schema, body, why))
		fail_msg("%s %s: %s: %.2000s", method, path, why, answer.body);
}

static int ask_all(const char *method, const char *path, const char *query, const char *bearer, const char *text, size_t n)
{
	char lower[8] = "", seen[128];
	for (int i = 0; method[i]; i++)
		lower[i] = (char)(method[i] | 32);
	const char *known = path_in_document(path);
	if (!known)
		fail_msg("%s is not in the document", path);
	json_t *operation = at(json_object_get(document, "paths"), known, lower, NULL);
	assert_non_null(operation);
	ask_plainly(method, path, query, bearer, text, n);
	hold_request(operation, text, n);
	hold_answer(operation, method, path);
	snprintf(seen, sizeof seen, "%s %s", lower, known);
	if (answer.status == 200)
		json_object_set_new(reached, seen, json_true());
	return answer.status;
}

__attribute__((format(printf, 1, 2)))
static int get(const char *form, ...)
{
	char path[256];
	va_list a;
	va_start(a, form);
	vsnprintf(path, sizeof path, form, a);
	va_end(a);
	return ask_all("GET", path, NULL, NULL, "", 0);
}

/* A form of the body in which ' stands for ". */
__attribute__((format(printf, 2, 3)))
static int post(const char *path, const char *form, ...)
{
	char text[4096];
	va_list a;
	va_start(a, form);
	vsnprintf(text, sizeof text, form, a);
	va_end(a);
	for (char *c = text; *c; c++)
		*c = *c == '\'' ? '"' : *c;
	return ask_all("POST", path, NULL, NULL, text, strlen(text));
}

static const char *told(const char *key)
{
	const char *text = json_string_value(json_object_get(body, key));
	if (!text)
		fail_msg("there is no %s in %s", key, answer.body);
	return text;
}

static void fails(int status, const char *code)
{
	if (answer.status != status || strcmp(told("error"), code) != 0)
		fail_msg("%d %s expected, and not %d %s", status, code, answer.status, answer.body);
	assert_true(told("words")[0] != '\0');
}

/* A table with its secrets. */
struct house { char game[16], id[16], host[32], seat[MAX_PLAYERS][32]; };

static const char *of(const struct house *m, const char *what)
{
	static char path[128];
	snprintf(path, sizeof path, "/games/%s/%s/%s", m->game, m->id, what);
	return path;
}

static struct house make(const char *game, const char *more)
{
	struct house m;
	char path[64];
	memset(&m, 0, sizeof m);
	snprintf(m.game, sizeof m.game, "%s", game);
	snprintf(path, sizeof path, "/games/%s/create", game);
	assert_int_equal(post(path, "{'numPlayers':3%s}", more), 200);
	snprintf(m.id, sizeof m.id, "%s", told("matchID"));
	snprintf(m.host, sizeof m.host, "%s", told("hostCredentials"));
	return m;
}

static void join(struct house *m, int seat, const char *name)
{
	assert_int_equal(post(of(m, "join"), "{'playerID':'%d','playerName':'%s'}", seat, name), 200);
	assert_int_equal(told("playerID")[0], '0' + seat);
	snprintf(m->seat[seat], sizeof m->seat[seat], "%s", told("playerCredentials"));
}

static struct house running(const char *game)
{
	struct house m = make(game, "");
	join(&m, 0, "Ann");
	join(&m, 1, "Bob");
	join(&m, 2, "Cy");
	assert_int_equal(post(of(&m, "start"), "{'hostCredentials':'%s'}", m.host), 200);
	return m;
}

static json_t *player(int seat)
{
	return json_array_get(json_object_get(body, "players"), (size_t)seat);
}

static const char *player_is(int seat, const char *key)
{
	return json_string_value(json_object_get(player(seat), key));
}

/* ---- */

static void games_and_options(void **unused)
{
	assert_int_equal(get("/games"), 200);
	assert_string_equal(answer.body, "[\"queen\",\"broadhorns\",\"rails\"]");
	for (size_t i = 0; i < 3; i++) {
		json_t *names = json_loads("[\"queen\",\"broadhorns\",\"rails\"]", 0, NULL);
		assert_int_equal(get("/games/%s/options", json_string_value(json_array_get(names, i))), 200);
		assert_true(json_array_size(json_object_get(body, "options")) > 0);
		json_decref(names);
	}
	get("/games/chess/options");
	fails(404, "no_such_game");
	get("/games/blank/options");
	fails(404, "no_such_game");
	assert_int_equal(get("/push"), 200);
	assert_string_equal(told("key"), "BKey");
	assert_int_equal(get("/openapi.json"), 200);
	assert_true(json_equal(body, document));
}

static void a_table_is_made_as_it_was_asked_for(void **unused)
{
	struct house m = make("queen", ",'setupData':{'mode':'intro','rounds':9},'unlisted':true,'seats':['person','bot:hard','person'],'level':'easy','pace':{'move':60,'bank':600}");
	assert_true(json_check_id(m.id));
	assert_true(json_is_true(json_object_get(body, "reachable")));
	assert_int_equal(get("/games/queen/%s", m.id), 200);
	assert_string_equal(told("status"), "open");
	assert_string_equal(told("level"), "easy");
	assert_string_equal(json_string_value(at(body, "setupData", "mode", NULL)), "intro");
	assert_int_equal(json_integer_value(at(body, "setupData", "rounds", NULL)), 9);
	assert_int_equal(json_integer_value(at(body, "pace", "bank", NULL)), 600);
	assert_true(json_is_true(json_object_get(body, "unlisted")));
	assert_string_equal(player_is(0, "kind"), "free");
	assert_string_equal(player_is(1, "kind"), "bot");
	assert_string_equal(player_is(1, "level"), "hard");
	m = make("rails", ",'pace':{'days':2}");
	assert_int_equal(get("/games/rails/%s", m.id), 200);
	assert_int_equal(json_integer_value(at(body, "pace", "days", NULL)), 2);
	m = make("rails", ",'pace':null,'box':null");
	assert_int_equal(get("/games/rails/%s", m.id), 200);
	assert_true(json_is_null(json_object_get(body, "pace")));
	site.reachable = false;
	make("queen", "");
	assert_true(json_is_false(json_object_get(body, "reachable")));
	site.reachable = true;
}

static void what_makes_no_sense_makes_no_table(void **unused)
{
	static const char *const odd[] = {
		"", "[]", "{}", "{'numPlayers':1}", "{'numPlayers':9}", "{'numPlayers':'3'}", "{'numPlayers':3,'bots':1}", "{'numPlayers':3,'setupData':[]}",
		"{'numPlayers':3,'setupData':{'mode':'warp'}}", "{'numPlayers':3,'setupData':{'mode':1.5}}", "{'numPlayers':3,'setupData':{'x':'y'}}",
		"{'numPlayers':3,'unlisted':1}", "{'numPlayers':3,'seats':[]}", "{'numPlayers':3,'seats':['person','person']}",
		"{'numPlayers':3,'seats':['person','bot:god','person']}", "{'numPlayers':3,'seats':['person','bot','person']}",
		"{'numPlayers':3,'seats':['person',1,'person']}", "{'numPlayers':3,'level':'random'}", "{'numPlayers':3,'level':''}",
		"{'numPlayers':3,'pace':1}", "{'numPlayers':3,'pace':{}}", "{'numPlayers':3,'pace':{'move':1}}", "{'numPlayers':3,'pace':{'move':99999}}",
		"{'numPlayers':3,'pace':{'move':60,'bank':-1}}", "{'numPlayers':3,'pace':{'days':0}}", "{'numPlayers':3,'pace':{'days':31}}",
		"{'numPlayers':3,'pace':{'days':2,'move':60}}", "{'numPlayers':3,'box':'mine'}", "{'numPlayers':3,'box':{}}", "{'numPlayers':3,'box':{'game':'rails'}}",
		"{'numPlayers':3,'numPlayers':3}", "{'numPlayers':3}x",
	};
	for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
		post("/games/queen/create", "%s", odd[i]);
		fails(400, "bad_message");
	}
	post("/games/chess/create", "{'numPlayers':3}");
	fails(404, "no_such_game");
}

/* A box that is not the built-in one belongs to the table from then on. */
static void own_pieces(void **unused)
{
	struct house m = make("queen", "");
	assert_int_equal(get("/games/queen/%s/box", m.id), 200);
	json_t *box = json_incref(body), *request = json_pack("{s:i, s:O}", "numPlayers", 3, "box", box);
	char *text = json_dumps(request, 0);
	assert_int_equal(ask_all("POST", "/games/queen/create", NULL, NULL, text, strlen(text)), 200);
	free(text);
	json_object_set_new(box, "name", json_string("mine"));
	json_t *one = json_array_get(json_object_get(box, "tile"), 1), *two = json_array_get(json_object_get(box, "tile"), 2);
	json_t *id = json_incref(json_object_get(one, "id"));   /* two tiles change their names: other pieces, by the same rules */
	json_object_set(one, "id", json_object_get(two, "id"));
	json_object_set_new(two, "id", id);
	text = json_dumps(request, 0);
	assert_int_equal(ask_all("POST", "/games/queen/create", NULL, NULL, text, strlen(text)), 200);
	snprintf(m.id, sizeof m.id, "%s", told("matchID"));
	assert_int_equal(get("/games/queen/%s/box", m.id), 200);
	assert_true(json_equal(body, box));
	assert_int_equal(get("/games/queen/%s", m.id), 200);
	assert_string_equal(json_string_value(at(body, "box", "name", NULL)), "mine");
	free(text);
	json_decref(request);
	json_decref(box);
}

static void bodies_have_a_limit(void **unused)
{
	char *text = malloc(API_BOX_BYTES + 2);
	struct house m = make("queen", "");
	memset(text, ' ', API_BOX_BYTES + 2);
	memcpy(text, "{\"numPlayers\":3}", 16);
	assert_int_equal(ask_all("POST", "/games/queen/create", NULL, NULL, text, API_BOX_BYTES), 200);
	ask_all("POST", "/games/queen/create", NULL, NULL, text, API_BOX_BYTES + 1);
	fails(413, "too_long");
	memcpy(text, "{\"playerName\":\"x\"}", 18);
	ask_all("POST", of(&m, "join"), NULL, NULL, text, API_BYTES + 1);
	fails(413, "too_long");
	assert_int_equal(ask_all("POST", of(&m, "join"), NULL, NULL, text, API_BYTES), 200);
	assert_int_equal(api_takes("POST", "/games/queen/create"), API_BOX_BYTES);
	assert_int_equal(api_takes("POST", "/games/queen/abcdefgh/join"), API_BYTES);
	assert_int_equal(api_takes("GET", "/games"), 0);
	assert_int_equal(api_takes("POST", "/nowhere"), 0);
	free(text);
}

/* As a page does that has had no answer. */
static void who_asks_again_with_the_same_key_gets_the_same_answer(void **unused)
{
#define SIT "{'playerName':'Ann','key':'ABCDEFGHIJKLMNOPQRST-%c'}"
	struct house m = { .game = "queen" };
	char first[32];

	post("/games/queen/create", "{'numPlayers':3,'key':'short'}");
	fails(400, "bad_message");
	for (int i = 0; i < 3; i++) {
		assert_int_equal(post("/games/queen/create", "{'numPlayers':3,'key':'abcdefghijklmnopqrstu%d'}", i / 2), 200);
		if (i == 0) {
			snprintf(m.id, sizeof m.id, "%s", told("matchID"));
			snprintf(m.host, sizeof m.host, "%s", told("hostCredentials"));
		}
		assert_int_equal(strcmp(m.id, told("matchID")) == 0, i < 2);
		assert_int_equal(strcmp(m.host, told("hostCredentials")) == 0, i < 2);
	}
	for (int i = 0; i < 3; i++) {
		assert_int_equal(post(of(&m, "join"), SIT, "aab"[i]), 200);
		if (i == 0)
			snprintf(first, sizeof first, "%s", told("playerCredentials"));
		assert_string_equal(told("playerID"), i < 2 ? "0" : "1");
		assert_int_equal(strcmp(first, told("playerCredentials")) == 0, i < 2);
	}
	join(&m, 2, "Cy");
	post(of(&m, "join"), SIT, 'c');
	fails(409, "full");
	assert_int_equal(post(of(&m, "start"), "{'hostCredentials':'%s'}", m.host), 200);
	assert_int_equal(post(of(&m, "join"), SIT, 'a'), 200);  /* the answer to the first one has come so late */
	assert_string_equal(told("playerID"), "0");
	post(of(&m, "join"), SIT, 'c');
	fails(409, "started");
}

static void people_sit_down_and_leave(void **unused)
{
	char first[32];
	struct house m = make("broadhorns", "");
	assert_int_equal(post(of(&m, "join"), "{'playerName':'  Ann B\xc3\xa9 ','commit':'%064d'}", 0), 200);
	assert_string_equal(told("playerID"), "0");
	snprintf(first, sizeof first, "%s", told("playerCredentials"));
	assert_int_equal(strlen(first), SECRET_CHARS);
	assert_int_equal(get("/games/broadhorns/%s", m.id), 200);
	assert_string_equal(player_is(0, "name"), "Ann B\xc3\xa9");
	assert_int_equal(strlen(player_is(0, "commit")), 64);
	post(of(&m, "join"), "{'playerID':'0','playerName':'Bob'}");
	fails(409, "taken");
	join(&m, 2, "Cy");
	post(of(&m, "join"), "{'playerID':'4','playerName':'Bob'}");
	assert_int_equal(answer.status, 409);
	post(of(&m, "join"), "{'playerName':'Bob'}");
	assert_string_equal(told("playerID"), "1");
	post(of(&m, "join"), "{'playerName':'Di'}");
	fails(409, "full");
	assert_int_equal(post(of(&m, "update"), "{'playerID':'0','credentials':'%s','newName':'Anna'}", first), 200);
	assert_int_equal(get("/games/broadhorns/%s", m.id), 200);
	assert_string_equal(player_is(0, "name"), "Anna");
	post(of(&m, "update"), "{'playerID':'0','credentials':'%s','newName':'Anna'}", m.seat[2]);
	fails(403, "forbidden");
	post(of(&m, "leave"), "{'playerID':'0','credentials':'%s'}", m.seat[2]);
	fails(403, "forbidden");
	assert_int_equal(post(of(&m, "leave"), "{'playerID':'0','credentials':'%s'}", first), 200);
	post(of(&m, "leave"), "{'playerID':'0','credentials':'%s'}", first);
	assert_true(answer.status == 403 || answer.status == 409);
	assert_int_equal(get("/games/broadhorns/%s", m.id), 200);
	assert_string_equal(player_is(0, "kind"), "free");
}

static void names_are_plain(void **unused)
{
	static const char *const odd[] = { "", " ", "a,b", "a#b", "a\\tb", "a\\u0000", "a\\nb", "\\u202e\\u0007", "12345678901234567890123456789012" };
	struct house m = make("queen", "");
	for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
		post(of(&m, "join"), "{'playerName':'%s'}", odd[i]);
		fails(400, "bad_message");
	}
	assert_int_equal(post(of(&m, "join"), "{'playerName':'1234567890123456789012345678901'}"), 200);
	static const char *const bad[] = { "{}", "{'playerName':1}", "{'playerName':'x','playerID':0}", "{'playerName':'x','playerID':'5'}", "{'playerName':'x','playerID':''}",
		"{'playerName':'x','commit':'00'}", "{'playerName':'x','data':{}}", "{'playerName':'x','commit':'0000000000000000000000000000000000000000000000000000000000000X00'}" };
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		post(of(&m, "join"), "%s", bad[i]);
		fails(400, "bad_message");
	}
}

static void the_host_runs_the_table(void **unused)
{
	struct house m = make("rails", "");
	join(&m, 0, "Ann");
	join(&m, 1, "Bob");
	post(of(&m, "start"), "{'hostCredentials':'%s'}", m.host);
	assert_int_equal(answer.status, 409);
	post(of(&m, "seat"), "{'hostCredentials':'%s','playerID':'2','kind':'bot:easy'}", m.seat[0]);
	fails(403, "forbidden");
	assert_int_equal(post(of(&m, "seat"), "{'hostCredentials':'%s','playerID':'2','kind':'bot:easy'}", m.host), 200);
	post(of(&m, "seat"), "{'hostCredentials':'%s','playerID':'2','kind':'bot:random'}", m.host);
	fails(400, "bad_message");
	assert_int_equal(post(of(&m, "remove"), "{'hostCredentials':'%s','playerID':'1'}", m.host), 200);
	join(&m, 1, "Bo");
	assert_int_equal(post(of(&m, "remove"), "{'hostCredentials':'%s','playerID':'2'}", m.host), 200);
	join(&m, 2, "Cy");
	char old[32];
	snprintf(old, sizeof old, "%s", m.seat[2]);
	post(of(&m, "link"), "{'hostCredentials':'%s','playerID':'2'}", m.host);
	fails(400, "bad_message");
	post(of(&m, "link"), "{'credentials':'%s','playerID':'2'}", m.host);
	fails(403, "forbidden");
	assert_int_equal(post(of(&m, "link"), "{'credentials':'%s','playerID':'2'}", old), 200);
	assert_string_equal(told("playerID"), "2");
	snprintf(m.seat[2], sizeof m.seat[2], "%s", told("playerCredentials"));
	post(of(&m, "update"), "{'playerID':'2','credentials':'%s','newName':'Old'}", old);
	fails(403, "forbidden");
	assert_int_equal(post(of(&m, "update"), "{'playerID':'2','credentials':'%s','newName':'New'}", m.seat[2]), 200);
	assert_int_equal(post(of(&m, "start"), "{'hostCredentials':'%s'}", m.host), 200);
	post(of(&m, "start"), "{'hostCredentials':'%s'}", m.host);
	assert_int_equal(answer.status, 409);
	assert_int_equal(get("/games/rails/%s", m.id), 200);
	assert_string_equal(told("status"), "running");
	post(of(&m, "join"), "{'playerName':'Di'}");
	assert_int_equal(answer.status, 409);
	post(of(&m, "remove"), "{'hostCredentials':'%s','playerID':'1'}", m.host);
	fails(409, "consent");
	assert_int_equal(post(of(&m, "leave"), "{'playerID':'1','credentials':'%s'}", m.seat[1]), 200);
	assert_int_equal(get("/games/rails/%s", m.id), 200);
	assert_true(json_is_true(json_object_get(player(1), "away")));
	post(of(&m, "close"), "{'hostCredentials':'%s'}", m.seat[0]);
	fails(403, "forbidden");
	assert_int_equal(post(of(&m, "close"), "{'hostCredentials':'%s'}", m.host), 200);
	assert_int_equal(get("/games/rails/%s", m.id), 200);
	assert_string_equal(told("status"), "closed");
}

static void who_wants_to_be_forgotten_is(void **unused)
{
	struct house m = running("queen");
	post(of(&m, "forget"), "{'playerID':'1','credentials':'%s'}", m.seat[1]);
	fails(409, "not_over");
	post(of(&m, "delete"), "{'hostCredentials':'%s'}", m.host);
	fails(409, "not_over");
	assert_int_equal(post(of(&m, "close"), "{'hostCredentials':'%s'}", m.host), 200);
	post(of(&m, "forget"), "{'playerID':'1','credentials':'%s'}", m.seat[0]);
	fails(403, "forbidden");
	assert_int_equal(post(of(&m, "forget"), "{'playerID':'1','credentials':'%s'}", m.seat[1]), 200);
	assert_int_equal(get("/games/queen/%s", m.id), 200);
	assert_string_equal(player_is(0, "name"), "Ann");
	assert_string_equal(player_is(1, "name"), "Somebody");
	assert_int_equal(get("/games/queen/%s/log", m.id), 200);
	assert_null(strstr(answer.body, "Bob"));
	assert_non_null(strstr(answer.body, "Ann"));
	assert_int_equal(get("/games/queen/%s/record", m.id), 200);
	assert_null(strstr(answer.body, "Bob"));
	post(of(&m, "delete"), "{'hostCredentials':'%s'}", m.seat[0]);
	fails(403, "forbidden");
	assert_int_equal(get("/games/queen/%s", m.id), 200);
	assert_int_equal(post(of(&m, "delete"), "{'hostCredentials':'%s'}", m.host), 200);
	get("/games/queen/%s", m.id);
	fails(404, "no_such_table");
	post(of(&m, "delete"), "{'hostCredentials':'%s'}", m.host);
	fails(404, "no_such_table");
}

static void a_record_is_for_later(void **unused)
{
	struct session s;
	char why[MAX_ERROR];
	struct house m = running("broadhorns");
	get("/games/broadhorns/%s/record", m.id);
	fails(403, "running");
	assert_int_equal(post(of(&m, "close"), "{'hostCredentials':'%s'}", m.host), 200);
	assert_int_equal(get("/games/broadhorns/%s/record", m.id), 200);
	if (!record_read(&s, answer.body, answer.n, why))
		fail_msg("%s\n%s", why, answer.body);
	assert_true(s.plies > 0);
	session_close(&s);
}

static void a_log_is_for_the_eyes_of_its_seat(void **unused)
{
	struct house m = running("broadhorns");
	const char *path = of(&m, "log");
	assert_int_equal(ask_all("GET", path, NULL, NULL, "", 0), 200);
	assert_non_null(strstr(answer.body, "eyes watcher\n"));
	assert_non_null(strstr(answer.body, "draw ?"));
	assert_int_equal(ask_all("GET", path, "seat=1", m.seat[1], "", 0), 200);
	assert_non_null(strstr(answer.body, "eyes 1\n"));
	char *own = strdup(answer.body);
	assert_int_equal(ask_all("GET", path, "seat=2", m.seat[2], "", 0), 200);
	assert_string_not_equal(own, answer.body);
	free(own);
	ask_all("GET", path, "seat=1", m.seat[2], "", 0);
	fails(403, "forbidden");
	ask_all("GET", path, "seat=1", NULL, "", 0);
	fails(403, "forbidden");
	ask_all("GET", path, "seat=1", "short", "", 0);
	fails(403, "forbidden");
	ask_all("GET", path, "seat=4", m.seat[1], "", 0);
	fails(403, "forbidden");
	for (const char *const *q = (const char *[]){ "seat=9", "seat=", "seat=11", "who=1", "seat=1&seat=2", NULL }; *q; q++) {
		ask_all("GET", path, *q, m.seat[1], "", 0);
		fails(400, "bad_message");
	}
}

static void once_more(void **unused)
{
	char next[16], host[32];
	struct house m = make("queen", ",'setupData':{'mode':'intro'},'seats':['person','person','bot:easy'],'level':'hard'");
	join(&m, 0, "Ann");
	join(&m, 1, "Bob");
	assert_int_equal(post(of(&m, "start"), "{'hostCredentials':'%s'}", m.host), 200);
	post(of(&m, "playAgain"), "{'playerID':'0','credentials':'%s'}", m.seat[0]);
	fails(409, "not_over");
	assert_int_equal(post(of(&m, "close"), "{'hostCredentials':'%s'}", m.host), 200);
	post(of(&m, "playAgain"), "{'playerID':'0','credentials':'%s'}", m.seat[1]);
	fails(403, "forbidden");
	assert_int_equal(post(of(&m, "playAgain"), "{'playerID':'0','credentials':'%s'}", m.seat[0]), 200);
	snprintf(next, sizeof next, "%s", told("nextMatchID"));
	snprintf(host, sizeof host, "%s", told("hostCredentials"));
	assert_int_equal(post(of(&m, "playAgain"), "{'playerID':'1','credentials':'%s'}", m.seat[1]), 200);
	assert_string_equal(told("nextMatchID"), next);
	assert_null(json_object_get(body, "hostCredentials"));
	assert_int_equal(get("/games/queen/%s", m.id), 200);
	assert_string_equal(told("nextMatchID"), next);
	assert_int_equal(get("/games/queen/%s", next), 200);
	assert_string_equal(told("fromMatchID"), m.id);
	assert_string_equal(told("level"), "hard");
	assert_string_equal(json_string_value(at(body, "setupData", "mode", NULL)), "intro");
	assert_string_equal(player_is(2, "kind"), "bot");
	assert_string_equal(player_is(0, "kind"), "free");
	snprintf(m.id, sizeof m.id, "%s", next);
	assert_int_equal(post(of(&m, "seat"), "{'hostCredentials':'%s','playerID':'0','kind':'bot:easy'}", host), 200);
}

static bool list_has(const char *game, const char *id)
{
	json_t *v;
	size_t i;
	assert_int_equal(get("/games/%s", game), 200);
	json_array_foreach(json_object_get(body, "matches"), i, v)
		if (strcmp(json_string_value(json_object_get(v, "matchID")), id) == 0)
			return true;
	return false;
}

static void lists_have_what_is_listed(void **unused)
{
	struct house open = make("rails", ""), hidden = make("rails", ",'unlisted':true"), other = make("broadhorns", ""), on = running("rails");
	assert_true(list_has("rails", open.id) && list_has("rails", on.id) && list_has("broadhorns", other.id));
	assert_false(list_has("rails", hidden.id) || list_has("rails", other.id));
	assert_int_equal(post(of(&open, "close"), "{'hostCredentials':'%s'}", open.host), 200);
	assert_false(list_has("rails", open.id));
	assert_int_equal(get("/games/rails/%s", hidden.id), 200);
}

static void a_list_that_is_full_has_the_newest(void **unused)
{
	enum { MANY = 55, SHOWN = 50 };
	struct house made[MANY];
	for (int i = 0; i < MANY; i++) {
		nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);      /* in another millisecond than the one before */
		made[i] = make("queen", "");
	}
	assert_int_equal(get("/games/queen"), 200);
	json_t *all = json_object_get(body, "matches");
	assert_true(json_array_size(all) >= SHOWN);
	for (int i = 0; i < SHOWN; i++)
		assert_string_equal(json_string_value(json_object_get(json_array_get(all, (size_t)i), "matchID")), made[MANY - 1 - i].id);
	for (int i = 0; i < MANY - SHOWN; i++)
		assert_false(list_has("queen", made[i].id));
}

static void what_is_not_there_is_not_found(void **unused)
{
	struct house m = make("rails", "");
	get("/games/rails/abcdefgh");
	fails(404, "no_such_table");
	get("/games/queen/%s", m.id);
	fails(404, "no_such_table");
	snprintf(m.game, sizeof m.game, "queen");
	post(of(&m, "join"), "{'playerName':'Ann'}");
	fails(404, "no_such_table");
	post(of(&m, "close"), "{'hostCredentials':'%s'}", m.host);
	fails(404, "no_such_table");
	get("/games/rails/abcdefgh/log");
	fails(404, "no_such_table");
	get("/games/rails/ABCDEFGH");
	fails(404, "no_such_table");
	static const char *const nowhere[] = { "/games/", "/games//", "/games/rails/", "/games/rails/abcdefgh/", "/games/rails/abcdefgh/fly", "/games/rails/abcdefgh/join/x",
		"/gamesx", "/games/rails/abcdefgh/../join", "/games/rails%2f", "", "/", "/join", "/games/rails/create/x/y/z",
		"/games/raaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaails/options" };
	for (size_t i = 0; i < sizeof nowhere / sizeof nowhere[0]; i++) {
		ask_plainly("GET", nowhere[i], NULL, NULL, "", 0);
		assert_true(answer.status == 404 || answer.status == 405);
	}
	assert_true(api_knows("/games") && api_knows("/games/x") && api_knows("/openapi.json") && api_knows("/push"));
	assert_false(api_knows("/") || api_knows("/index.html") || api_knows("/gamesx") || api_knows("/openapi.jsonx"));
}

static void methods_are_those_of_the_document(void **unused)
{
	static const char *const methods[] = { "GET", "POST", "PUT", "DELETE", "HEAD", "PATCH" };
	const char *path;
	json_t *v;
	struct house m = make("queen", "");
	json_object_foreach(json_object_get(document, "paths"), path, v) {
		char real[128] = "";
		if (json_object_get(v, "x-elsewhere"))
			continue;
		struct text t = text_on(real, sizeof real);
		for (const char *c = path; *c; c++) {
			if (*c != '{') {
				text_char(&t, *c);
				continue;
			}
			text_put(&t, c[1] == 'g' ? "queen" : m.id);
			c = strchr(c, '}');
		}
		for (size_t i = 0; i < 6; i++) {
			char lower[8] = "";
			for (int k = 0; methods[i][k]; k++)
				lower[k] = (char)(methods[i][k] | 32);
			ask_plainly(methods[i], real, NULL, NULL, "", 0);
			if ((answer.status != 405) != (json_object_get(v, lower) != NULL))
				fail_msg("%s %s: %d", methods[i], real, answer.status);
			assert_true(answer.status != 404 || strcmp(told("error"), "no_such_page") != 0);
		}
	}
}

/* All requests of the tests before this one were held against the document: here is what they left out. */
static void everything_in_the_document_was_answered(void **unused)
{
	const char *path, *method;
	json_t *v, *operation;
	json_object_foreach(json_object_get(document, "paths"), path, v)
		json_object_foreach(v, method, operation) {
			char seen[128];
			snprintf(seen, sizeof seen, "%s %s", method, path);
			if (strcmp(method, "parameters") != 0 && !json_object_get(v, "x-elsewhere") && strncmp(method, "x-", 2) != 0 && !json_object_get(reached, seen))
				fail_msg("%s was never answered well", seen);
		}
}

/* Deals ---- */

#define KEY_A "AAAAAAAAAAAAAAAAAAAAAA"
#define KEY_B "BBBBBBBBBBBBBBBBBBBBBB"

static const char *deal_path(const char *name)
{
	static char path[64];
	snprintf(path, sizeof path, "/games/queen/deals/%s", name);
	return path;
}

static int play_deal(const char *name, const char *key)
{
	return post(deal_path(name), "{'playerName':'Ann','key':'%s'}", key);
}

static int look_at_deal(const char *name, const char *key)
{
	return ask_all("GET", deal_path(name), NULL, key, "", 0);
}

static void a_deal_is_played_once_for_each_key(void **unused)
{
	const int64_t day = 24 * 3600 * 1000;
	char now[DEAL_DATE + 1], past[DEAL_DATE + 1], later[DEAL_DATE + 1], id[16], secret[32], commit[80], word[DEAL_CHARS + 1];
	char net[EVAL_NET_NAME + 1];
	deal_today(clock_today(), now);
	deal_today(clock_today() - day, past);
	deal_today(clock_today() + day, later);
	snprintf(word, sizeof word, "%s-k3fmx9aq", past);
	assert_int_equal(play_deal(now, KEY_A), 200);
	snprintf(id, sizeof id, "%s", told("matchID"));
	snprintf(secret, sizeof secret, "%s", told("playerCredentials"));
	assert_int_equal(play_deal(now, KEY_A), 200);
	assert_string_equal(told("matchID"), id);
	assert_string_equal(told("playerCredentials"), secret);
	assert_int_equal(play_deal(now, KEY_B), 200);
	assert_string_not_equal(told("matchID"), id);
	assert_string_not_equal(told("playerCredentials"), secret);
	assert_int_equal(play_deal(word, KEY_A), 200);
	assert_int_equal(look_at_deal(now, NULL), 200);
	assert_null(json_object_get(body, "key"));
	snprintf(commit, sizeof commit, "%s", told("commit"));
	eval_net_name(game_find("queen"), net);
	assert_string_equal(told("net"), net);
	assert_string_equal(told("bots"), "hard:240");
	assert_int_equal(get("/games/queen/%s", id), 200);
	assert_string_equal(told("commit"), commit);
	assert_string_equal(told("deal"), now);
	assert_string_equal(told("status"), "running");
	play_deal(past, KEY_A);
	fails(409, "over");
	play_deal(later, KEY_A);
	fails(404, "no_such_deal");
	look_at_deal(later, NULL);
	fails(404, "no_such_deal");
	look_at_deal("2026-02-30", NULL);
	fails(404, "no_such_deal");
	play_deal(now, "short");
	fails(400, "bad_message");
	assert_int_equal(look_at_deal(past, NULL), 200);
	assert_string_not_equal(told("commit"), commit);
	assert_non_null(json_object_get(body, "key"));
	assert_true(json_is_array(json_object_get(body, "results")));
}

/* Stores a table of that deal as it is when the game is over. */
static void finish_deal(const struct deal *d, const char *key, const char *name, int place)
{
	static struct save s;
	struct table_new f;
	struct save *batch[] = { &s };
	const char *where;
	char why[MAX_ERROR];
	const struct store_kind *kind = store_find("memory:", &where, why);
	void *self = kind->open(where, why);
	deal_table(d, key, name[0] ? name : "x", clock_today(), &f);
	s = (struct save){ .id = f.head.id, .head = &f.head, .rows = f.rows };
	s.now = (struct summary){ .status = TABLE_OVER, .seq = (uint32_t)f.rows.n, .place = place, .score = 4 - place, .wake = INT64_MAX };
	snprintf(s.now.player, sizeof s.now.player, "%s", name);
	assert_true(kind->save(self, batch, 1, why));
	assert_int_equal(s.outcome, STORED);
	kind->close(self);
	table_new_drop(&f);
}

static void how_others_did_is_told_to_who_has_played(void **unused)
{
	char now[DEAL_CHARS + 1];
	struct deal d;
	deal_today(clock_today(), now);
	strcat(now, "-aaaaaaaa");
	assert_true(deal_make(&d, game_find("queen"), now, live_secret(live)));
	finish_deal(&d, "CCCCCCCCCCCCCCCCCCCCCC", "Cy", 2);
	finish_deal(&d, "DDDDDDDDDDDDDDDDDDDDDD", "Dan", 1);
	finish_deal(&d, "EEEEEEEEEEEEEEEEEEEEEE", "", 3);
	finish_deal(&d, "FFFFFFFFFFFFFFFFFFFFFF", "Fay", 0);
	assert_int_equal(play_deal(now, KEY_A), 200);
	static const char *const strangers[] = { NULL, KEY_A, KEY_B, "nonsense" };
	for (int i = 0; i < 4; i++) {
		assert_int_equal(look_at_deal(now, strangers[i]), 200);
		assert_int_equal(json_integer_value(json_object_get(body, "played")), 2);
		assert_null(json_object_get(body, "results"));
		assert_null(json_object_get(body, "expert"));
	}
	assert_int_equal(look_at_deal(now, "CCCCCCCCCCCCCCCCCCCCCC"), 200);
	json_t *told_all = json_incref(body), *all = json_object_get(told_all, "results"), *one;
	size_t i;
	assert_int_equal(json_array_size(all), 2);
	json_array_foreach(all, i, one) {
		const bool own = strcmp(json_string_value(json_object_get(one, "name")), "Cy") == 0;
		assert_int_equal(json_integer_value(json_object_get(one, "place")), own ? 2 : 1);
		assert_int_equal(json_is_true(json_object_get(one, "you")), own);
		assert_int_equal(get("/games/queen/%s", json_string_value(json_object_get(one, "matchID"))), 200);
	}
	assert_int_equal(json_integer_value(json_object_get(json_object_get(told_all, "expert"), "place")), 3);
	assert_null(json_object_get(told_all, "key"));
	json_decref(told_all);
}

static void nobody_is_woken(void *arg)
{
	(void)arg;
}

static void nobody_is_sent(void *peer, struct blob *b)
{
	(void)peer;
	blob_drop(b);
}

static void nobody_is_dropped(void *peer, const char *why)
{
	(void)peer, (void)why;
}

static int open_house(void **unused)
{
	static const struct live_transport ways = { nobody_is_sent, nobody_is_dropped };
	char why[MAX_ERROR];
	reached = json_object();
	mailbox = mailbox_make(nobody_is_woken, NULL);
	queue = store_queue_make("memory:", mailbox, why);
	if (!queue)
		return -1;
	live = live_make(queue, mailbox, NULL, &ways, (struct live_limits){ .bots_threads = 1, .reachable = true });
	ask_plainly("GET", "/openapi.json", NULL, NULL, "", 0);
	document = json_incref(body);
	return document ? 0 : -1;
}

static int close_house(void **unused)
{
	live_stop(live);
	store_queue_stop(queue);
	mailbox_empty(mailbox);
	live_drop(live);
	mailbox_drop(mailbox);
	json_decref(document);
	json_decref(reached);
	json_decref(body);
	free(answer.body);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_and_options), cmocka_unit_test(a_table_is_made_as_it_was_asked_for), cmocka_unit_test(what_makes_no_sense_makes_no_table),
		cmocka_unit_test(who_asks_again_with_the_same_key_gets_the_same_answer),
		cmocka_unit_test(own_pieces), cmocka_unit_test(bodies_have_a_limit), cmocka_unit_test(people_sit_down_and_leave), cmocka_unit_test(names_are_plain),
		cmocka_unit_test(the_host_runs_the_table), cmocka_unit_test(who_wants_to_be_forgotten_is), cmocka_unit_test(a_record_is_for_later), cmocka_unit_test(a_log_is_for_the_eyes_of_its_seat),
		cmocka_unit_test(once_more), cmocka_unit_test(a_deal_is_played_once_for_each_key), cmocka_unit_test(how_others_did_is_told_to_who_has_played),
		cmocka_unit_test(lists_have_what_is_listed),
		cmocka_unit_test(a_list_that_is_full_has_the_newest), cmocka_unit_test(what_is_not_there_is_not_found),
		cmocka_unit_test(methods_are_those_of_the_document), cmocka_unit_test(everything_in_the_document_was_answered),
	};
	return cmocka_run_group_tests(tests, open_house, close_house);
}
