#define _POSIX_C_SOURCE 200809L
#include "mcp/mcp.h"

#include <string.h>

#include "mcp/rules.h"
#include "mcp/sheet.h"

/* Revisions of the protocol. In the newest every request says for itself which it is of; the others begin with `initialize`. */
static const char newest[] = "2026-07-28";
static const char *const greeted_by[] = { "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", NULL };

#define META "io.modelcontextprotocol/"
static const char uri_head[] = "bigmuddy://rules/";

enum { PARSE_ERROR = -32700, INVALID_REQUEST = -32600, NO_METHOD = -32601, INVALID_PARAMS = -32602, WRONG_REVISION = -32022 };

/* Why a request has no result. */
struct refusal {
	int code;
	char words[MAX_ERROR];
};

static bool refuse(struct refusal *no, int code)
{
	no->code = code;
	return false;
}

/* Answers ----------------------------------------------------------------- */

static void put_revisions(FILE *out)
{
	fprintf(out, "[\"%s\"", newest);
	for (int i = 0; greeted_by[i]; i++)
		fprintf(out, ",\"%s\"", greeted_by[i]);
	fputc(']', out);
}

static void put_id(const struct json_value *id, FILE *out)
{
	char *text = id ? json_print(id) : NULL;

	fprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%s,", text ? text : "null");
	free(text);
}

static void put_error(const struct json_value *id, const struct refusal *no, FILE *out)
{
	put_id(id, out);
	fprintf(out, "\"error\":{\"code\":%d,\"message\":", no->code);
	json_put(out, no->words);
	if (no->code == WRONG_REVISION) {
		fputs(",\"data\":{\"supported\":", out);
		put_revisions(out);
		fputc('}', out);
	}
	fputs("}}\n", out);
}

static void put_self(const struct mcp *m, FILE *out)
{
	fputs("{\"name\":\"bigmuddy\",\"title\":\"Big Muddy\",\"version\":", out);
	json_put(out, m->version);
	fputc('}', out);
}

/* What `initialize` and `server/discover` have in common. */
static void put_offer(FILE *out)
{
	fputs("\"capabilities\":{\"tools\":{},\"resources\":{}},\"instructions\":", out);
	json_put(out, "Board games by their rulebooks, against bots: `begin` a game, then `play` until it is over. Every answer lists your legal moves; `moves` "
		"explains them, `why` names the rule that forbids a move, `rule` and the resources have the rules. You see what your seat may see.");
}

/* The rules are those of this program for as long as it runs. */
static void put_lasting(FILE *out)
{
	fputs(",\"ttlMs\":3600000,\"cacheScope\":\"public\"", out);
}

/* Methods: each writes the members of its result ---------------------- */

static bool do_initialize(struct mcp *m, const struct json_value *params, FILE *out, struct refusal *no)
{
	const char *asked = json_string_of(json_get(params, "protocolVersion")), *agreed = greeted_by[0];

	if (!asked) {
		error_say(no->words, "initialize needs 'protocolVersion', such as \"%s\"", greeted_by[0]);
		return refuse(no, INVALID_PARAMS);
	}
	for (int i = 0; greeted_by[i]; i++)
		if (strcmp(greeted_by[i], asked) == 0)
			agreed = greeted_by[i];
	m->greeted = true;
	fprintf(out, "\"protocolVersion\":\"%s\",\"serverInfo\":", agreed);
	put_self(m, out);
	fputc(',', out);
	put_offer(out);
	return true;
}

static bool do_discover(struct mcp *m, const struct json_value *params, FILE *out, struct refusal *no)
{
	(void)m, (void)params, (void)no;
	fputs("\"supportedVersions\":", out);
	put_revisions(out);
	fputc(',', out);
	put_offer(out);
	put_lasting(out);
	return true;
}

static bool do_ping(struct mcp *m, const struct json_value *params, FILE *out, struct refusal *no)
{
	(void)m, (void)params, (void)out, (void)no;
	return true;
}

static bool do_tools(struct mcp *m, const struct json_value *params, FILE *out, struct refusal *no)
{
	(void)m, (void)params, (void)no;
	fputs("\"tools\":", out);
	tools_list(out);
	put_lasting(out);
	return true;
}

static bool do_call(struct mcp *m, const struct json_value *params, FILE *out, struct refusal *no)
{
	const char *name = json_string_of(json_get(params, "name"));
	const struct tool *tool = name ? tools_find(name) : NULL;
	const struct json_value *arguments = json_get(params, "arguments");
	char shown[MAX_SHOWN], why[MAX_ERROR];
	struct sheet words, data;

	if (!tool)
		error_say(no->words, name ? "there is no tool '%s'; tools/list lists them" : "tools/call needs 'name'%s", name ? error_quote(shown, name, strlen(name)) : "");
	else if (arguments && arguments->kind != FLAT_OBJECT)
		error_say(no->words, "'arguments' is an object");
	if (!tool || (arguments && arguments->kind != FLAT_OBJECT))
		return refuse(no, INVALID_PARAMS);
	sheet_begin(&words);
	sheet_begin(&data);
	bool fine = tools_call(tool, &m->tables, arguments, words.to, data.to, why);
	sheet_end(&words);
	sheet_end(&data);
	fputs("\"content\":[{\"type\":\"text\",\"text\":", out);
	json_put(out, fine ? words.at : why);
	fputs("}]", out);
	if (fine)
		fprintf(out, ",\"structuredContent\":{%s}", data.at);
	fprintf(out, ",\"isError\":%s", fine ? "false" : "true");
	sheet_drop(&words);
	sheet_drop(&data);
	return true;
}

static bool do_resources(struct mcp *m, const struct json_value *params, FILE *out, struct refusal *no)
{
	(void)m, (void)params, (void)no;
	fputs("\"resources\":[", out);
	for (const struct rulebook *r = rules_books; r->game; r++) {
		fprintf(out, "%s{\"uri\":\"%s%s\",\"name\":\"%s-rules\",\"title\":", r > rules_books ? "," : "", uri_head, r->game, r->game);
		json_put(out, game_find(r->game)->title);
		fprintf(out, ",\"description\":\"The rules, each with its id, and our rulings.\",\"mimeType\":\"text/markdown\",\"size\":%zu}", r->n);
	}
	fputc(']', out);
	put_lasting(out);
	return true;
}

static bool do_templates(struct mcp *m, const struct json_value *params, FILE *out, struct refusal *no)
{
	(void)m, (void)params, (void)no;
	fprintf(out, "\"resourceTemplates\":[{\"uriTemplate\":\"%s{game}/{rule}\",\"name\":\"rule\",\"title\":\"A rule\",\"description\":\"One rule or ruling by its id: "
		"%squeen/Q31.\",\"mimeType\":\"text/plain\"}]", uri_head, uri_head);
	put_lasting(out);
	return true;
}

/* "queen": the whole book; "queen/Q31": a rule. */
static bool put_resource(const char *path, FILE *out, char why[MAX_ERROR])
{
	char game[MAX_NAME];
	size_t n = strcspn(path, "/");

	snprintf(game, sizeof game, "%.*s", (int)(n < MAX_NAME ? n : MAX_NAME), path);
	const struct rulebook *r = rules_of(game, why);
	if (r && path[n] == '/')
		return rules_put(r, path + n + 1, out, why);
	if (r)
		must(fwrite(r->text, 1, r->n, out) == r->n);
	return r != NULL;
}

static bool do_read(struct mcp *m, const struct json_value *params, FILE *out, struct refusal *no)
{
	const char *uri = json_string_of(json_get(params, "uri"));
	struct sheet text;

	(void)m;
	if (!uri || strncmp(uri, uri_head, strlen(uri_head)) != 0) {
		error_say(no->words, "resources/read needs a 'uri' such as %squeen or %squeen/Q31", uri_head, uri_head);
		return refuse(no, INVALID_PARAMS);
	}
	const char *path = uri + strlen(uri_head);
	sheet_begin(&text);
	bool fine = put_resource(path, text.to, no->words);
	sheet_end(&text);
	if (fine) {
		fputs("\"contents\":[{\"uri\":", out);
		json_put(out, uri);
		fprintf(out, ",\"mimeType\":\"%s\",\"text\":", strchr(path, '/') ? "text/plain" : "text/markdown");
		json_put(out, text.at);
		fputs("}]", out);
		put_lasting(out);
	}
	sheet_drop(&text);
	return fine ? true : refuse(no, INVALID_PARAMS);
}

static const struct method {
	const char *name;
	bool first;                     /* may come before the two sides have agreed on a revision */
	bool (*run)(struct mcp *m, const struct json_value *params, FILE *out, struct refusal *no);
} methods[] = {
	{ "initialize", true, do_initialize },
	{ "ping", true, do_ping },
	{ "server/discover", false, do_discover },
	{ "tools/list", false, do_tools },
	{ "tools/call", false, do_call },
	{ "resources/list", false, do_resources },
	{ "resources/templates/list", false, do_templates },
	{ "resources/read", false, do_read },
};
enum { METHODS = sizeof methods / sizeof methods[0] };

/* Requests ----------------------------------------------------------------- */

/* The revision that a request is of: the newest, if it says so; one before it, if the client has greeted. */
static bool revision_fits(const struct mcp *m, const struct method *of, const struct json_value *params, struct refusal *no)
{
	const char *revision = json_string_of(json_get(json_get(params, "_meta"), META "protocolVersion"));
	char shown[MAX_SHOWN];

	if (revision && strcmp(revision, newest) == 0)
		return true;
	if (!revision && (m->greeted || of->first))
		return true;
	error_say(no->words, revision ? "revision '%s' of the protocol is not spoken here" :
		"which revision of the protocol is this? Name it in _meta, or send initialize first%s", revision ? error_quote(shown, revision, strlen(revision)) : "");
	return refuse(no, revision ? WRONG_REVISION : INVALID_PARAMS);
}

static const struct method *find_method(const char *name, struct refusal *no)
{
	char shown[MAX_SHOWN];

	for (int i = 0; i < METHODS; i++)
		if (strcmp(methods[i].name, name) == 0)
			return &methods[i];
	error_say(no->words, "there is no method '%s'", error_quote(shown, name, strlen(name)));
	no->code = NO_METHOD;
	return NULL;
}

static void answer(struct mcp *m, const char *name, const struct json_value *id, const struct json_value *params, FILE *out)
{
	struct refusal no;
	struct sheet result;
	const struct method *of = find_method(name, &no);
	bool fine = of && revision_fits(m, of, params, &no);

	sheet_begin(&result);
	fine = fine && of->run(m, params, result.to, &no);
	sheet_end(&result);
	if (fine) {
		put_id(id, out);
		fprintf(out, "\"result\":{%s%s\"resultType\":\"complete\",\"_meta\":{\"" META "serverInfo\":", result.at, result.n > 0 ? "," : "");
		put_self(m, out);
		fputs("}}}\n", out);
	} else {
		put_error(id, &no, out);
	}
	sheet_drop(&result);
}

/* A message that is an object. Notifications, which have no id, and answers to what we never asked get none themselves. */
static void take(struct mcp *m, const struct json_value *message, FILE *out)
{
	const struct json_value *id = json_get(message, "id"), *params = json_get(message, "params");
	const char *version = json_string_of(json_get(message, "jsonrpc")), *name = json_string_of(json_get(message, "method"));
	bool named = id && (id->kind == FLAT_TEXT || id->kind == FLAT_INT);
	struct refusal no = { .code = INVALID_REQUEST, .words = "" };

	if (!version || strcmp(version, "2.0") != 0)
		error_say(no.words, "this is no message of JSON-RPC: 'jsonrpc' is not \"2.0\"");
	else if (id && !named)
		error_say(no.words, "the id of a request is a text or a whole number");
	else if (!name && !json_get(message, "result") && !json_get(message, "error"))
		error_say(no.words, "a request needs 'method'");
	else if (name && params && params->kind != FLAT_OBJECT)
		error_say(no.words, "'params' is an object");
	if (no.words[0])
		put_error(named ? id : NULL, &no, out);
	else if (name && id)
		answer(m, name, id, params, out);
}

void mcp_line(struct mcp *m, const char *line, size_t n, FILE *out)
{
	struct refusal no = { .code = PARSE_ERROR };
	struct json j;

	while (n > 0 && n <= MCP_LINE && (line[n - 1] == '\r' || line[n - 1] == ' '))
		n--;
	if (n == 0)
		return;
	if (n > MCP_LINE) {
		error_say(no.words, "the message has %zu bytes: at most %d are taken", n, MCP_LINE);
		put_error(NULL, &no, out);
	} else if (!json_parse(&j, line, n, MCP_LINE, no.words)) {
		put_error(NULL, &no, out);
	} else {
		take(m, j.root, out);
		json_drop(&j);
	}
}

void mcp_close(struct mcp *m)
{
	tools_close(&m->tables);
}
