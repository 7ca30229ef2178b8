/* The table inside the page, compiled for this machine: what it says has the shapes from which the page's types are made. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../../web/wasm/local_table.h"
#include "shapes.h"

/* Says something to the table, and answers with the list of what it said, each of a shape that is listed. */
static json_t *answers(const char *message)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	json_t *all = json_array(), *m;
	size_t at;

	local_table_hear(message, strlen(message), out);
	fclose(out);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		json_array_append_new(all, json_loads(line, JSON_REJECT_DUPLICATES, NULL));
	free(text);
	json_array_foreach(all, at, m)
		shapes_message(m);
	return all;
}

static json_t *last_of(json_t *all, const char *type)
{
	for (size_t i = json_array_size(all); i-- > 0;)
		if (strcmp(json_string_value(json_object_get(json_array_get(all, i), "type")), type) == 0)
			return json_array_get(all, i);
	return NULL;
}

/* Says it and fails unless an answer of that type comes. */
static void hears(const char *message, const char *type)
{
	json_t *all = answers(message);

	if (!last_of(all, type))
		fail_msg("%s: no '%s' but %s", message, type, json_dumps(all, 0));
	json_decref(all);
}

#define OPEN(game, seats) "{\"type\":\"open\",\"id\":\"abcdefgh\",\"key\":\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"," \
	"\"made\":1,\"level\":\"easy\",\"game\":\"" game "\",\"settings\":[\"players=3\"],\"rows\":[],\"seats\":" seats "}"
#define PEOPLE "[{\"person\":\"Ann\"},{\"person\":\"a_b\"},{\"person\":\"Cy\"}]"

/* The first legal move of whoever is to move, from their own seat. */
static bool moves_on(int turn)
{
	char message[400];
	bool moved = false;

	for (int seat = 0; seat < 3 && !moved; seat++) {
		snprintf(message, sizeof message, "{\"type\":\"hello\",\"table\":\"abcdefgh\",\"seat\":%d,\"after\":%d}", seat, turn % 2 ? 0 : 5);
		json_t *all = answers(message), *game = last_of(all, "game"), *legal = json_object_get(game, "legal");
		assert_non_null(last_of(all, "welcome"));
		if (json_array_size(legal) > 0) {
			snprintf(message, sizeof message, "{\"type\":\"play\",\"moves\":[\"%s\"],\"place\":%d,\"key\":\"k%d\"}",
				json_string_value(json_array_get(legal, 0)), (int)json_integer_value(json_object_get(game, "place")), turn);
			hears(message, "game");
			moved = true;
		}
		json_decref(all);
	}
	return moved;
}

/* `whole` shows hidden things once a game is over. */
static void plays(const char *open, bool ends)
{
	hears(open, "opened");
	for (int turn = 0; turn < 60 && moves_on(turn); turn++)
		;
	hears("{\"type\":\"show\",\"ply\":3,\"key\":\"s\"}", "shown");
	hears("{\"type\":\"why\",\"move\":\"nonsense\",\"key\":\"w\"}", "why");
	hears("{\"type\":\"record\"}", "record");
	hears("{\"type\":\"whole\",\"ply\":1,\"key\":\"k\"}", ends ? "shown" : "error");
}

static void what_the_table_of_the_page_says_has_its_listed_shape(void **unused)
{
	plays(OPEN("queen", PEOPLE), true);             /* who always takes the first move runs aground */
	plays(OPEN("broadhorns", PEOPLE), false);
	plays(OPEN("rails", PEOPLE), false);
	hears(OPEN("queen", "[{\"bot\":\"easy\"},{\"person\":\"Ann\"},{\"bot\":\"easy\"}]"), "row");
	hears("{\"type\":\"hello\",\"table\":\"abcdefgh\",\"seat\":1}", "game");
}

/* What `deal` answers opens a table whose bots are told what to draw from; the same each time. */
static void a_deal_follows_from_its_name(void **unused)
{
	static const char ask[] = "{\"type\":\"deal\",\"game\":\"rails\",\"name\":\"2026-11-17\"}";
	char open[900], seats[300] = "";
	json_t *all = answers(ask), *again = answers(ask), *dealt = last_of(all, "dealt");

	assert_true(json_equal(all, again));
	assert_int_equal(strlen(json_string_value(json_object_get(dealt, "net"))), 16);
	for (int i = 0; i < json_integer_value(json_object_get(dealt, "players")); i++)
		snprintf(seats + strlen(seats), sizeof seats - strlen(seats), "%s{\"bot\":\"%s\"}", i > 0 ? "," : "", json_string_value(json_object_get(dealt, "bots")));
	snprintf(open, sizeof open, "{\"type\":\"open\",\"id\":\"%s\",\"key\":\"%s\",\"made\":1,\"level\":\"easy\",\"game\":\"rails\",\"settings\":[\"players=3\"],"
		"\"rows\":[],\"seats\":[%s],\"deal\":\"2026-11-17\"}", json_string_value(json_object_get(dealt, "id")), json_string_value(json_object_get(dealt, "key")), seats);
	hears(open, "opened");
	snprintf(open, sizeof open, "{\"type\":\"hello\",\"table\":\"%s\"}", json_string_value(json_object_get(dealt, "id")));
	json_t *said = answers(open);
	assert_true(json_is_integer(json_object_get(last_of(said, "think"), "seed")));
	assert_string_equal(json_string_value(json_object_get(json_object_get(last_of(said, "welcome"), "table"), "deal")), "2026-11-17");
	json_decref(said);
	json_decref(all);
	json_decref(again);
	hears("{\"type\":\"deal\",\"game\":\"rails\",\"name\":\"2026-11-31\"}", "error");
	hears("{\"type\":\"deal\",\"game\":\"blank\",\"name\":\"2026-11-17\"}", "error");
}

static void a_member_that_is_not_in_the_list_is_refused(void **unused)
{
	hears("{\"type\":\"record\",\"extra\":1}", "error");
	hears("{\"type\":\"decided\",\"seat\":0,\"place\":1,\"move\":\"x\",\"extra\":1}", "error");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_table_of_the_page_says_has_its_listed_shape),
		cmocka_unit_test(a_deal_follows_from_its_name),
		cmocka_unit_test(a_member_that_is_not_in_the_list_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
