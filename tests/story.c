/* The story of a game: a sentence or two for each turn, from real events, and refusals of events that never were. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/story.h"
#include "engine/engine.h"

_Noreturn void panic(const char *what)
{
	fprintf(stderr, "%s\n", what);
	abort();
}

/* What the engine answers to one line. */
static char *answer(struct engine *e, const char *line)
{
	static char *said;
	size_t n;

	free(said);
	FILE *out = open_memstream(&said, &n);
	engine_line(e, line, strlen(line), out);
	fclose(out);
	return said;
}

static struct engine begun(const char *game)
{
	struct engine e = { .budget = ENGINE_BUDGET };

	assert_string_equal(answer(&e, game), "ok\n");
	return e;
}

static void tells(const char *game, const char *events, const char *story)
{
	struct engine e = begun(game);
	char *said = answer(&e, events);

	said[strcspn(said, "\n")] = '\0';
	assert_string_equal(said, story);
	engine_close(&e);
}

static void queen_turns(void **unused)
{
	tells("new queen players=3", "story turn turn/0/0/0/0 speed/0/1/2/4 turned/0/3/0/1 pushed/1/0/3/1",
		"{\"words\":\"Red opens up to speed 4 and burns 2 coal. Red pushes Green to the north-east.\",\"marks\":[{\"thing\":\"coal\",\"n\":-2}]}");
	tells("new queen players=3", "story turn turn/1/0/0/0 speed/1/0/2/1 boarded/1/0/4/1",
		"{\"words\":\"Green slows down to speed 1. Green takes a first passenger aboard.\",\"marks\":[{\"thing\":\"passenger\",\"n\":1}]}");
	tells("new queen players=3", "story turn turn/2/0/0/0 speed/2/0/3/3 laid/255/4/7/0",
		"{\"words\":\"Yellow keeps speed 3. Tile 7 bends the river to the left.\",\"marks\":[{\"thing\":\"tile\",\"n\":7}]}");
	tells("new queen players=3", "story round turn/2/0/0/0 speed/2/0/3/3 pushed/1/0/3/3 laid/255/4/7/0", "{\"words\":\"Red pushes Green to the south.\",\"marks\":[{\"thing\":\"tile\",\"n\":7}]}");
	tells("new queen players=3", "story round turn/2/0/0/0 speed/2/0/3/3", "{\"words\":\"The ships steam on.\",\"marks\":[]}");
}

static void broadhorns_turns(void **unused)
{
	tells("new broadhorns players=2", "story turn turn/0/0/0/1 boat/0/1/0/3 bought/0/0/0/1 bought/0/2/0/2",
		"{\"words\":\"Red fits out a boat of 30 feet and loads 2 barrels.\",\"marks\":[{\"thing\":\"gold\",\"n\":-6},{\"thing\":\"flour\",\"n\":1},{\"thing\":\"pork\",\"n\":1}]}");
	tells("new broadhorns players=2", "story turn turn/1/0/0/1 port/1/0/7/0 sold/1/0/7/4 sold/1/0/7/5 bonus/1/0/7/3 resold/1/0/7/1",
		"{\"words\":\"Green sells 2 barrels at Natchez for 12 gold. Green sells the boat at Natchez for 1 gold and goes home.\","
		"\"marks\":[{\"thing\":\"gold\",\"n\":13},{\"thing\":\"flour\",\"n\":-2}]}");
	tells("new broadhorns players=2", "story turn turn/1/0/0/1 moved/1/0/31/3", "{\"words\":\"Green drifts to Natchez.\",\"marks\":[]}");
	tells("new broadhorns players=2", "story turn turn/1/0/0/1 moved/1/0/30/3 lost/1/2/0/1",
		"{\"words\":\"Green drifts to space 30. Green loses a barrel of pork.\",\"marks\":[{\"thing\":\"pork\",\"n\":-1}]}");
}

static void rails_turns(void **unused)
{
	tells("new rails players=2", "story turn turn/0/0/0/1 built/0/0/0/0 built/0/0/1/2 gained/0/0/3/4",
		"{\"words\":\"Purple builds 2 tracks, the last on A2 (Ashby).\",\"marks\":[{\"thing\":\"prestige\",\"n\":3},{\"thing\":\"money\",\"n\":2}]}");
	tells("new rails players=2", "story turn turn/1/0/0/1 delivered/1/0/0/3",
		"{\"words\":\"Red builds nothing. Red delivers coal to Ashby over a route of 3.\",\"marks\":[]}");
	tells("new rails players=2", "story turn turn/1/0/0/1 borrowed/1/0/0/2",
		"{\"words\":\"Red builds nothing. Red takes a loan and now has 2.\",\"marks\":[{\"thing\":\"loan\",\"n\":1}]}");
}

/* For the reader whose seat it is, and of a turn that has only begun. */
static void to_whom_and_when(void **unused)
{
	tells("new queen players=3", "story for 0 turn turn/0/0/0/0 speed/0/1/2/4 pushed/1/0/3/1",
		"{\"words\":\"You open up to speed 4 and burn one coal. You push Green to the north-east.\",\"marks\":[{\"thing\":\"coal\",\"n\":-1}]}");
	tells("new queen players=3", "story for 1 turn turn/0/0/0/0 speed/0/0/2/2 pushed/1/0/3/1",
		"{\"words\":\"Red keeps speed 2. Red pushes you to the north-east.\",\"marks\":[]}");
	tells("new queen players=3", "story for 2 round pushed/1/0/3/1", "{\"words\":\"Red pushes Green to the north-east.\",\"marks\":[]}");
	tells("new queen players=3", "story for 0 turn turn/0/0/0/0 speed/0/0/2/2 too_fast/0/0/2/2",
		"{\"words\":\"You keep speed 2. You stop at a pier too fast to board: it takes speed 1.\",\"marks\":[]}");
	tells("new queen players=3", "story now turn/0/0/0/0", "{\"words\":\"Red is at the helm.\",\"marks\":[]}");
	tells("new broadhorns players=2", "story for 1 now turn/1/0/0/1", "{\"words\":\"You are to move.\",\"marks\":[]}");
	tells("new broadhorns players=2", "story turn turn/1/0/0/1", "{\"words\":\"Green waits.\",\"marks\":[]}");
	tells("new broadhorns players=2", "story for 1 turn turn/1/0/0/1 resold/1/0/7/1",
		"{\"words\":\"You wait. You sell the boat at Natchez for 1 gold and go home.\",\"marks\":[{\"thing\":\"gold\",\"n\":1}]}");
	tells("new rails players=2", "story now turn/1/0/0/1 borrowed/1/0/0/2",
		"{\"words\":\"Red is to move. Red takes a loan and now has 2.\",\"marks\":[{\"thing\":\"loan\",\"n\":1}]}");
	tells("new rails players=2", "story for 1 turn turn/1/0/0/1", "{\"words\":\"You build nothing.\",\"marks\":[]}");
}

static void refused(const char *game, const char *line)
{
	struct engine e = begun(game);

	if (strncmp(answer(&e, line), "error ", 6) != 0)
		fail_msg("%s is not refused", line);
	engine_close(&e);
}

static void what_never_happened(void **unused)
{
	refused("new queen players=3", "story turn");
	refused("new queen players=3", "story turn ");
	refused("new queen players=3", "story turn sold/0/0/0/0");
	refused("new queen players=3", "story turn pushed/1/0/3/9");
	refused("new queen players=3", "story turn pushed/1/7/3/1");
	refused("new queen players=3", "story turn speed/4/1/1/1");
	refused("new queen players=3", "story turn speed/0/1/1");
	refused("new queen players=3", "story turn speed/0/1/1/1/1");
	refused("new queen players=3", "story turn speed/0/1/1/99999");
	refused("new broadhorns players=2", "story turn turn/0/0/0/1 sold/0/0/10/4");
	refused("new broadhorns players=2", "story turn lost/0/9/0/4");
	refused("new broadhorns players=2", "story turn season/0/0/0/9");
	refused("new rails players=2", "story turn contract_shown/0/8/0/1");
	refused("new rails players=2", "story turn turn/0/0/0/1 built/0/0/255/0");
	refused("new blank players=2", "story turn round/0/0/0/1");
	refused("new queen players=3", "story for 3 turn turn/0/0/0/0");
	refused("new queen players=3", "story for 99999999999 turn turn/0/0/0/0");
	refused("new queen players=3", "story for  turn turn/0/0/0/0");
	refused("new queen players=3", "story for me turn turn/0/0/0/0");
	refused("new queen players=3", "story for 1");
}

/* Every turn of every kept game has words, and they fit; rounds and turns are as many as the game had. */
static void kept_games(void **unused)
{
	static const char *const kept[] = { "queen-passengers-4-landed", "queen-intro-4-landed", "broadhorns-port-4-won", "rails-on-4-won" };

	for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
		char line[256];
		struct engine e = { .budget = ENGINE_BUDGET };

		snprintf(line, sizeof line, "load tests/golden/%s.record", kept[i]);
		assert_string_equal(answer(&e, line), "ok\n");
		char *said = answer(&e, "story");
		int lines = 0, rounds = 0;
		for (char *at = said; strcmp(at, "ok\n") != 0; at = strchr(at, '\n') + 1) {
			lines++;
			rounds += strncmp(at, "Round ", 6) == 0;
			assert_true(*at >= 'A' && *at <= 'Z');
		}
		assert_true(rounds > 0 && lines > 2 * rounds);
		if (i == 0)
			assert_non_null(strstr(said, "Red slows down to speed 1. Red docks at the landing platform as number 1.\n"));
		engine_close(&e);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queen_turns), cmocka_unit_test(broadhorns_turns), cmocka_unit_test(rails_turns), cmocka_unit_test(to_whom_and_when),
		cmocka_unit_test(what_never_happened), cmocka_unit_test(kept_games),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
