/* bigmuddy mcp, message by message: answers and refusals, and that nothing hidden leaves. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "mcp/mcp.h"
#include "mcp/rules.h"

#define META "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}"

static struct mcp server;

/* Before and after each test: a server without games. */
static int open_server(void **unused)
{
	server = (struct mcp){ .version = "test" };
	return 0;
}

static int close_server(void **unused)
{
	mcp_close(&server);
	return 0;
}

/* What a line is answered with; "" for nothing. free() it. */
static char *say(const char *line)
{
	char *at;
	size_t n;
	FILE *out = open_memstream(&at, &n);

	mcp_line(&server, line, strlen(line), out);
	assert_int_equal(fclose(out), 0);
	assert_true(n == 0 || (at[n - 1] == '\n' && strchr(at, '\n') == at + n - 1));   /* one line */
	if (n > 0) {
		struct json j;
		char why[MAX_ERROR];
		assert_true(json_parse(&j, at, n, 1 << 24, why));
		json_drop(&j);
	}
	return at;
}

static void expect(const char *line, const char *part)
{
	char *got = say(line);

	if (part ? !strstr(got, part) : got[0] != '\0')
		fail_msg("%s\nis answered with\n%s\ninstead of\n%s", line, got, part ? part : "nothing");
	free(got);
}

/* A call of a tool, with its arguments as JSON. */
static char *call(const char *tool, const char *arguments)
{
	char *line = malloc(strlen(arguments) + 300);

	sprintf(line, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" META ",\"name\":\"%s\",\"arguments\":%s}}", tool, arguments);
	char *got = say(line);
	free(line);
	return got;
}

static void expect_call(const char *tool, const char *arguments, const char *part)
{
	char *got = call(tool, arguments);

	if (!strstr(got, part))
		fail_msg("%s %s\nis answered with\n%s\ninstead of\n%s", tool, arguments, got, part);
	free(got);
}

static void messages(void **unused)
{
	expect("", NULL);
	expect("{", "\"id\":null,\"error\":{\"code\":-32700");
	expect("[]", "\"code\":-32700");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}", "\"code\":-32700");
	expect("{}", "\"id\":null,\"error\":{\"code\":-32600");
	expect("{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"ping\"}", "\"id\":7,\"error\":{\"code\":-32600");
	expect("{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"ping\"}", "\"id\":null,\"error\":{\"code\":-32600");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", "\"id\":null,\"error\":{\"code\":-32600");
	expect("{\"jsonrpc\":\"2.0\",\"id\":7}", "\"id\":7,\"error\":{\"code\":-32600");
	expect("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":[]}", "\"code\":-32600");
	expect("{\"jsonrpc\":\"2.0\",\"id\":\"a\\\"b\",\"method\":\"ping\"}", "\"id\":\"a\\\"b\",\"result\":{\"resultType\":\"complete\"");
	expect("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"dig\"}", "\"code\":-32601,\"message\":\"there is no method 'dig'\"");
	expect("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", NULL);
	expect("{\"jsonrpc\":\"2.0\",\"method\":\"dig\"}", NULL);
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", NULL);        /* an answer to what nobody asked */
	char *much = malloc(MCP_LINE + 2);
	memset(much, ' ', MCP_LINE + 1);
	much[MCP_LINE] = '{';
	much[MCP_LINE + 1] = '\0';
	expect(much, "the message has 65537 bytes: at most 65536 are taken");
	free(much);
}

static void revisions(void **unused)
{
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", "\"code\":-32602,\"message\":\"which revision of the protocol is this?");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"1999-01-01\"}}}",
		"\"code\":-32022,\"message\":\"revision '1999-01-01' of the protocol is not spoken here\",\"data\":{\"supported\":[\"2026-07-28\",\"2025-11-25\"");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{" META "}}", "\"supportedVersions\":[\"2026-07-28\",");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{" META "}}", "{\"name\":\"begin\",");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}", "\"code\":-32602");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\"}}", "\"protocolVersion\":\"2025-06-18\"");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"1999-01-01\"}}", "\"protocolVersion\":\"2025-11-25\"");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", "{\"name\":\"begin\",");
}

static void resources(void **unused)
{
	server.greeted = true;
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"}", "\"uri\":\"bigmuddy://rules/rails\"");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/templates/list\"}", "\"uriTemplate\":\"bigmuddy://rules/{game}/{rule}\"");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"bigmuddy://rules/queen\"}}", "# Mississippi Queen: the rules");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"bigmuddy://rules/queen/q31\"}}", "\"text\":\"Q31: No step leads onto land.\\u000afrom: ");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"bigmuddy://rules/chess\"}}", "there is no game 'chess'");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"bigmuddy://rules/queen/Q9999\"}}", "there is no rule 'Q9999' of queen");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"file:///etc/passwd\"}}", "\"code\":-32602");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\"}", "\"code\":-32602");
}

/* Every rule that a book has a row for can be read by itself. */
static void every_rule_is_found(void **unused)
{
	int found = 0;

	for (const struct rulebook *r = rules_books; r->game; r++) {
		char *book = strndup(r->text, r->n), why[MAX_ERROR], *text;
		size_t n;
		for (char *at = book; (at = strstr(at, "| <a id=\"")); found++) {
			char id[9];
			at += strlen("| <a id=\"");
			snprintf(id, sizeof id, "%.*s", (int)strcspn(at, "\""), at);
			FILE *out = open_memstream(&text, &n);
			assert_true(rules_put(r, id, out, why));
			fclose(out);
			assert_true(n > strlen(id) + 10 && strstr(text, ": ") && !strchr(text, '|') && !strstr(text, "]("));
			free(text);
		}
		free(book);
	}
	assert_true(found > 600);
}

static void arguments(void **unused)
{
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" META ",\"name\":\"dig\"}}", "\"code\":-32602,\"message\":\"there is no tool 'dig'");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" META "}}", "tools/call needs 'name'");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" META ",\"name\":\"look\",\"arguments\":[]}}", "'arguments' is an object");
	expect_call("begin", "{}", "begin needs 'game': queen, broadhorns or rails");
	expect_call("begin", "{\"game\":1}", "'game' is a text");
	expect_call("begin", "{\"game\":\"chess\"}", "there is no game 'chess'");
	expect_call("begin", "{\"game\":\"queen\",\"dice\":6}", "begin has no argument 'dice'; it takes: game, players, seat, bots, seed, options");
	expect_call("begin", "{\"game\":\"queen\",\"players\":9}", "'players' is a number from 3 to 5, not 9");
	expect_call("begin", "{\"game\":\"queen\",\"seat\":3}", "'seat' is a number from 0 to 2, not 3");
	expect_call("begin", "{\"game\":\"queen\",\"seed\":-1}", "'seed' is a number from 0");
	expect_call("begin", "{\"game\":\"queen\",\"seed\":\"7\"}", "'seed' is a whole number");
	expect_call("begin", "{\"game\":\"queen\",\"bots\":\"search:100000000\"}", "there is no bot 'search:100000000'");
	expect_call("begin", "{\"game\":\"queen\",\"options\":{\"mode\":\"fast\"}}", "mode");
	expect_call("begin", "{\"game\":\"queen\",\"options\":{\"chance\":\"manual\"}}", "\"isError\":true");
	expect_call("begin", "{\"game\":\"queen\",\"options\":{\"mode\":[]}}", "'options' is an object whose members are texts or whole numbers");
	expect_call("look", "{\"table\":\"t1\"}", "there is no table 't1'; there are: none");
	expect_call("begin", "{\"game\":\"queen\",\"seed\":7,\"bots\":\"simple\"}", "\"structuredContent\":{\"table\":\"t1\",\"seat\":0,\"over\":false,\"moves\":[\"speed 1\"");
	expect_call("look", "{\"table\":\"t2\"}", "there is no table 't2'; there are: t1");
	expect_call("play", "{\"table\":\"t1\",\"moves\":[]}", "'moves' is a list of 1 to 64 texts");
	expect_call("play", "{\"table\":\"t1\",\"moves\":[1]}", "'moves' is a list of 1 to 64 texts");
	expect_call("games", "{\"x\":1}", "games has no argument 'x'; it takes: nothing");
}

static void a_turn(void **unused)
{
	expect_call("begin", "{\"game\":\"queen\",\"seed\":7,\"bots\":\"simple\",\"options\":{\"mode\":\"intro\"}}", "Seats: 0 Red (you) 1 ");
	expect_call("look", "{\"table\":\"t1\"}", "\"view\":{\"game\":\"queen\"");
	expect_call("moves", "{\"table\":\"t1\"}", "speed 3: Red sets speed 3 for 1 coal. (Q14)");
	expect_call("why", "{\"table\":\"t1\",\"move\":\"speed 3\"}", "\"legal\":true");
	expect_call("why", "{\"table\":\"t1\",\"move\":\"ahead\"}", "\"legal\":false");
	expect_call("play", "{\"table\":\"t1\",\"moves\":[\"ahead\"]}", "\"isError\":true");
	expect_call("hint", "{\"table\":\"t1\"}", "A bot in your place would play: speed");
	expect_call("play", "{\"table\":\"t1\",\"moves\":[\"speed 1\",\"fly\"]}", "Of 2 moves 1 were played; then: there is no move 'fly'");
	expect_call("log", "{\"table\":\"t1\"}", "Red sets speed 1");
	expect_call("rule", "{\"game\":\"queen\",\"rule\":\"Q31\"}", "No step leads onto land.");
	expect_call("leave", "{\"table\":\"t1\"}", "You have left table t1");
	expect_call("look", "{\"table\":\"t1\"}", "there is no table 't1'");
}

static void tables_are_counted(void **unused)
{
	for (int i = 0; i < MAX_TABLES; i++)
		expect_call("begin", "{\"game\":\"queen\",\"bots\":\"random\"}", "\"isError\":false");
	expect_call("begin", "{\"game\":\"queen\"}", "there are 8 games under way, and that is all there may be");
	expect_call("leave", "{\"table\":\"t3\"}", "\"isError\":false");
	expect_call("begin", "{\"game\":\"queen\",\"bots\":\"random\"}", "\"table\":\"t9\"");
}

/* What is hidden -------------------------------------------------------------- */

/* All that a seat can ask without moving; for a hint, which takes a while, not every time. */
static char *all_answers(const char *move, bool hint)
{
	static const char *const tool[] = { "look", "moves", "log", "hint" };
	char arguments[MAX_TEXT + 40], *whole;
	size_t n;
	FILE *out = open_memstream(&whole, &n);

	for (int i = 0; i < (hint ? 4 : 3); i++) {
		char *got = call(tool[i], "{\"table\":\"t1\"}");
		fputs(got, out);
		free(got);
	}
	snprintf(arguments, sizeof arguments, "{\"table\":\"t1\",\"move\":\"%s\"}", move);
	char *got = call("why", arguments);
	fputs(got, out);
	free(got);
	fclose(out);
	return whole;
}

/* The real game, and others that look the same from the seat: every answer is the same, byte for byte. */
static void hidden_facts_change_nothing(void **unused)
{
	static const char *const begin[] = {
		"{\"game\":\"broadhorns\",\"players\":3,\"seat\":1,\"seed\":5,\"bots\":\"simple\"}",
		"{\"game\":\"rails\",\"players\":3,\"seat\":2,\"seed\":6,\"bots\":\"simple\"}",
	};
	int swapped = 0;

	for (int k = 0; k < 2; k++) {
		open_server(NULL);
		struct rng r = rng_seed((uint64_t)k + 1);
		free(call("begin", begin[k]));
		struct sitting *t = server.tables.at[0];
		const struct setup *u = &t->session.setup;
		for (int turn = 0; turn < 60 && !sitting_over(t); turn++) {
			struct moves legal;
			char move[MAX_TEXT], why[MAX_ERROR], other[MAX_TEXT];
			const struct state whole = t->session.state;

			u->game->legal(&u->box, &whole, &legal);
			u->game->text(&u->box, &whole, legal.id[rng_below(&r, (uint32_t)legal.n)], t->seat, move);
			u->game->text(&u->box, &whole, (int)rng_below(&r, u->game->num_actions), t->seat, other);
			t->told = 0;
			char *real = turn % 6 == 0 ? all_answers(other, turn == 30) : NULL;
			for (int i = 0; real && i < 3; i++) {
				game_view(u->game, &u->box, &whole, t->seat, &t->session.state);
				game_guess(u->game, &u->box, &t->session.state, &r);
				swapped += !game_same(&t->session.state, &whole);
				t->told = 0;
				char *same = all_answers(other, turn == 30);
				assert_string_equal(same, real);
				free(same);
			}
			free(real);
			t->session.state = whole;
			assert_true(sitting_play(t, move, why));
		}
		close_server(NULL);
	}
	assert_true(swapped > 20);
}

/* Hostile input ------------------------------------------------------------------- */

/* Messages that are nearly right: bytes of good ones changed, cut and doubled. */
static void hostile_messages(void **unused)
{
	static const char *const good[] = {
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"begin\",\"arguments\":{\"game\":\"broadhorns\",\"bots\":\"random\",\"seed\":3}}}",
		"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"play\",\"arguments\":{\"table\":\"t1\",\"moves\":[\"sail\",\"pass\"]}}}",
		"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"why\",\"arguments\":{\"table\":\"t1\",\"move\":\"sail\"}}}",
		"{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"resources/read\",\"params\":{\"uri\":\"bigmuddy://rules/rails/R11\"}}",
		"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"look\",\"arguments\":{\"table\":\"t1\"}}}",
		"{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"tools/call\",\"params\":{\"name\":\"rule\",\"arguments\":{\"game\":\"rails\",\"rule\":\"F3\"}}}",
	};
	struct rng r = rng_seed(24);

	server.greeted = true;
	free(say(good[0]));
	for (int i = 0; i < 6000; i++) {
		char line[600];
		size_t n = strlen(strcpy(line, good[rng_below(&r, 6)]));

		for (uint32_t k = rng_below(&r, 4); k > 0; k--)
			line[rng_below(&r, (uint32_t)n)] = "{}[]\",:\\019tx%\xff\x80"[rng_below(&r, 16)];
		if (rng_below(&r, 8) == 0)
			line[rng_below(&r, (uint32_t)n)] = '\0';
		if (rng_below(&r, 8) == 0)
			memmove(line + 20, line, strlen(line) + 1);
		free(say(line));
		if (server.tables.begun % MAX_TABLES == 0)
			tools_close(&server.tables);
	}
	expect("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}", "\"result\":{");
}

int main(void)
{
	struct CMUnitTest tests[] = {
		cmocka_unit_test(messages),
		cmocka_unit_test(revisions),
		cmocka_unit_test(resources),
		cmocka_unit_test(every_rule_is_found),
		cmocka_unit_test(arguments),
		cmocka_unit_test(a_turn),
		cmocka_unit_test(tables_are_counted),
		cmocka_unit_test(hidden_facts_change_nothing),
		cmocka_unit_test(hostile_messages),
	};

	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
		tests[i].setup_func = open_server;
		tests[i].teardown_func = close_server;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
