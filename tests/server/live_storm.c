/* Many people at a few tables who do anything at any time, while storage fails and time jumps. Afterwards everybody must know the same. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crowd.h"
#include "base/slog.h"

enum { TABLES = 3, PEERS = 12, SEATS = 4 };

struct storm {
	struct crowd *w;
	int           crowds;
	bool          faults;
	struct rng    rng;
	char          id[TABLES][ID_CHARS + 1];
	struct peer   p[PEERS];
	int           table[PEERS], as[PEERS], keys;
	bool          there[PEERS];
};

static int dice(struct storm *s, int n)
{
	return (int)rng_below(&s->rng, (uint32_t)n);
}

static void come(struct storm *s, int i)
{
	char secret[23];
	struct peer *p = &s->p[i];

	if (!s->there[i])
		peer_enter(p, &s->w[dice(s, s->crowds)]);
	s->there[i] = true;
	json_array_clear(p->log);
	p->game = p->welcome = p->seats = NULL;
	json_array_clear(p->heard);
	s->table[i] = dice(s, TABLES);
	s->as[i] = dice(s, SEATS + 1) - 1;
	if (s->as[i] < 0 || s->as[i] == SEATS - 1) {            /* a bot sits on the last seat */
		s->as[i] = -1;
		peer_say(p, "{\"type\":\"hello\",\"table\":\"%s\"}", s->id[s->table[i]]);
		return;
	}
	api_secret(s->id[s->table[i]], s->as[i], secret);
	peer_say(p, "{\"type\":\"hello\",\"table\":\"%s\",\"seat\":%d,\"secret\":\"%s\"}", s->id[s->table[i]], s->as[i], secret);
}

static void speak(struct storm *s, int i)
{
	static const char *const plain[] = { "agree", "refuse", "leave", "back", "pause", "resume", "resume", "resume" };
	struct peer *p = &s->p[i];
	const int place = p->game ? peer_number(p, "place") : 0, ply = p->game ? peer_number(p, "ply") : 0;

	switch (dice(s, 12)) {
	case 0:
		peer_say(p, "{\"type\":\"chat\",\"text\":\"%d\",\"key\":\"k%d\"}", dice(s, 1000), s->keys++);
		break;
	case 1:
		peer_say(p, "{\"type\":\"undo\",\"to\":%d,\"place\":%d,\"key\":\"k%d\"}", ply > 3 ? ply - 1 - dice(s, 3) : 0, place, s->keys++);
		break;
	case 2:
		peer_say(p, "{\"type\":\"tell\",\"mail\":\"a%d@example.org\"}", dice(s, 9));
		break;
	case 3:
		peer_say(p, "{\"type\":\"show\",\"ply\":%d,\"key\":\"k%d\"}", dice(s, ply + 2), s->keys++);
		break;
	case 4:
		peer_say(p, "{\"type\":\"%s\",\"key\":\"k%d\"}", plain[dice(s, 8)], s->keys++);
		break;
	case 5:
		peer_say(p, "{\"type\":\"play\",\"moves\":[\"nonsense\"],\"place\":%d,\"key\":\"k%d\"}", place, s->keys++);
		break;
	default:
		if (peer_to_move(p)) {
			char key[16];
			snprintf(key, sizeof key, "k%d", s->keys - (s->keys > 0 && dice(s, 10) == 0));  /* now and then one that was used before */
			s->keys++;
			peer_play(p, key);
		}
	}
}

static void weather(struct storm *s)
{
	switch (dice(s, 8)) {
	case 0:
		fault_fails = s->faults ? dice(s, 3) : 0;
		break;
	case 1:
		fault_crosses = s->faults ? dice(s, 3) : 0;
		break;
	case 2:
		fault_reads = s->faults ? dice(s, 2) : 0;
		break;
	case 3:
		crowd_clock += dice(s, 20000);
		break;
	case 4:
		crowd_clock += dice(s, 100) == 0 ? 3600 * 1000 : 100;
		break;
	default:
		crowd_clock += dice(s, 1000);
	}
}

static void blow(struct storm *s, int steps)
{
	for (int i = 0; i < steps; i++) {
		const int who = dice(s, PEERS);
		if (!s->there[who] || dice(s, 25) == 0) {
			come(s, who);
		} else if (dice(s, 30) == 0) {
			peer_leave(&s->p[who]);
			s->there[who] = false;
		} else if (s->p[who].game) {
			speak(s, who);
		}
		if (dice(s, 10) == 0)
			weather(s);
		if (dice(s, 3) == 0)
			crowd_wait();
		else if (dice(s, 2) == 0)
			crowd_turn();
	}
}

/* The sky clears: everybody who is welcome has the log that somebody who comes now gets. */
static void settle(struct storm *s)
{
	fault_fails = fault_crosses = fault_reads = 0;
	for (int i = 0; i < 5; i++) {
		crowd_clock += 1500;
		crowd_calm();
	}
	for (int i = 0; i < PEERS; i++)
		if (s->there[i] && s->p[i].game)
			crowd_same_as_afresh(&s->w[dice(s, s->crowds)], s->id[s->table[i]], &s->p[i]);
}

static void storm(struct crowd *w, int crowds, bool faults, uint64_t seed, int steps)
{
	struct storm s = { .w = w, .crowds = crowds, .faults = faults, .rng = rng_seed(seed) };

	for (int i = 0; i < TABLES; i++) {
		snprintf(s.id[i], sizeof s.id[i], "%s", crowd_id());
		assert_string_equal(api_create(w, s.id[i], i == 1 ? "broadhorns" : "queen", SEATS, "pppb", (struct pace){ 20000, i == 2 ? 60000 : 0, false }), "");
		for (int k = 0; k < SEATS - 1; k++)
			assert_string_equal(api_sit(w, s.id[i], k, false), "");
		assert_string_equal(api_start(w, s.id[i]), "");
	}
	for (int round = 0; round < 4; round++) {
		blow(&s, steps / 4);
		settle(&s);
	}
	for (int i = 0; i < PEERS; i++)
		if (s.there[i])
			peer_leave(&s.p[i]);
	for (int i = 0; i < crowds; i++)
		assert_int_equal(live_figures(w[i].live).alarms, 0);
	assert_true(live_figures(w[0].live).moves > 0);
	if (getenv("STORM_STEPS"))
		print_message("%d moves, %d refused\n", (int)live_figures(w[0].live).moves, (int)live_figures(w[0].live).refused);
}

static int steps_wanted(void)
{
	const char *steps = getenv("STORM_STEPS");      /* more than ./test has time for */

	return steps ? atoi(steps) : 3000;
}

static void everybody_knows_the_same_after_a_storm(void **unused)
{
	struct crowd w;

	for (uint64_t seed = 1; seed <= 2; seed++) {
		notify_there = seed == 2;
		crowd_open(&w, "faulty:memory:storm", NULL);
		storm(&w, 1, true, seed, steps_wanted());
		crowd_close(&w);
	}
}

static void everybody_knows_the_same_after_a_storm_over_two_processes(void **unused)
{
	struct crowd w[2];
	const char *url = crowd_postgres();

	if (!url)
		skip();
	crowd_open(&w[0], url, NULL);
	crowd_open(&w[1], url, NULL);
	storm(w, 2, false, 3, steps_wanted());
	crowd_close(&w[0]);
	crowd_close(&w[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everybody_knows_the_same_after_a_storm),
		cmocka_unit_test(everybody_knows_the_same_after_a_storm_over_two_processes),
	};

	slog_set(SLOG_ERROR);
	return cmocka_run_group_tests_name("live, in a storm", tests, NULL, NULL);
}
