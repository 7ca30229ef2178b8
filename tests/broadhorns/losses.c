/* What is lost, told before and after: the facts of moves that lose something, the sentences of the log, and refusals that name the rule that
 * helps. */
#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

enum { CAP = 6, HEL = 19, VIC = 27, TRACK = 15 };

/* What the last move said of an event, as a sentence. */
static void said_is(const struct fix *f, const char *event, const char *words)
{
	char out[MAX_TEXT];

	f->g->say(f->box, &f->s, told_event(f, event), 0, out);
	assert_string_equal(out, words);
}

static const char *facts_of(const struct fix *f, const char *move)
{
	static char json[4096];
	struct text t = text_on(json, sizeof json);
	int id = move ? game_parse(f->g, f->box, &f->s, move, ALL) : -1;

	assert_true(!move || game_is_legal(f->g, f->box, &f->s, id));
	f->g->facts(f->box, &f->s, id, &t);
	assert_true(text_fits(&t));
	return json;
}

static void loses(const struct fix *f, const char *move, const char *words)
{
	if (!strstr(facts_of(f, move), words))
		fail_msg("%s does not say \"%s\": %s", move, words, facts_of(f, move));
}

static void loses_nothing(const struct fix *f, const char *move)
{
	assert_string_equal(facts_of(f, move), "");
}

static struct fix expedition(int space)
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 30, space, "F@1 F@2 A@4");
	fix_aboard(&f, 0, "TR14");
	return f;
}

RULE_TEST(abandoning_says_what_is_lost, "B122: who abandons an expedition is told before what is lost, and the log says it after")
{
	struct fix f = expedition(HEL + 1);
	loses(&f, "abandon", "\"asks\":\"Abandon the expedition?\"");
	loses(&f, "abandon", "{\"words\":\"Lost: the boat of 30 feet, which brings 3 gold in a town.\",\"rule\":\"B122\"}");
	loses(&f, "abandon", "\"Lost: 2 barrels of flour.\"");
	loses(&f, "abandon", "\"Lost: a barrel of apples.\"");
	loses(&f, "abandon", "\"Lost: the traveler to New Orleans (TR14), with a fare of 4 gold.\"");
	play(&f, "abandon");
	said_is(&f, "abandoned", "Red abandons the expedition, and the boat of 30 feet goes for nothing.");
	said_is(&f, "stranded", "Red loses the traveler to New Orleans (TR14) with the expedition.");
	said_is(&f, "unloaded", "Red loses 2 barrels of flour, which go into the bag.");
	assert_int_equal(told(&f, "unloaded"), 2);
}

RULE_TEST(reselling_says_what_stays_behind, "B125 B168: so is who sells the boat with cargo or travelers aboard")
{
	struct fix f = expedition(HEL);
	play_into(&f, "port, done, done, done", BROAD_RESALE);
	loses(&f, "resell", "\"asks\":\"End the expedition here?\"");
	loses(&f, "resell", "\"Left behind at Helena: the traveler to New Orleans (TR14), with a fare of 4 gold. Anybody may take the card.\",\"rule\":\"B125\"");
	loses(&f, "resell", "\"Lost: 2 barrels of flour.\",\"rule\":\"B168\"");
	loses_nothing(&f, "sail on");
	play(&f, "resell");
	said_is(&f, "left", "Red leaves behind the traveler to New Orleans (TR14) at Helena.");
	said_is(&f, "unloaded", "Red loses 2 barrels of flour, which go into the bag.");
}

RULE_TEST(an_empty_boat_is_sold_without_a_question, "B123: an empty boat is sold without a question")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "");
	play(&f, "port");
	port_over(&f, "resell");
	assert_int_equal(told(&f, "unloaded") + told(&f, "left"), 0);
	f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "");
	play(&f, "port");
	while (f.s.broadhorns.phase != BROAD_RESALE)
		play(&f, "done");
	loses_nothing(&f, "resell");
}

RULE_TEST(passing_a_destination_is_a_loss, "B89: a move past a destination says whom it loses")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 40, HEL - 2, "");
	fix_aboard(&f, 0, "TR5");
	loses_nothing(&f, "move 2");                    /* that is Helena */
	loses(&f, "move 3", "\"Lost: the traveler to Helena (TR5), carried past the destination, with a fare of 3 gold.\",\"rule\":\"B89\"");
	play(&f, "move 3");
	said_is(&f, "passed", "Red passes the destination of the traveler to Helena (TR5), who is lost.");
}

RULE_TEST(actions_left_are_a_loss, "B33: to stop with actions that could be used is a loss")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, CAP, "");
	loses(&f, "stop", "\"Lost: two actions that you could still use.\",\"rule\":\"B33\"");
	play(&f, "move 1");
	loses(&f, "stop", "an action that you could still use");
	play(&f, "move 1, move 1");
	loses_nothing(&f, "stop");
}

RULE_TEST(the_last_turn_says_what_selling_the_boat_costs, "B141 B142: in the last turn it is said when selling the boat brings less than sailing on")
{
	struct fix f = expedition(HEL);
	fix_seasons(&f, TRACK);
	play(&f, "port, done, done, done");
	assert_non_null(strstr(facts_of(&f, NULL), "brings 6 gold less than to sail on"));      /* three barrels of 2 gold, B141 */
	f = expedition(HEL);
	play(&f, "port, done, done, done");
	loses_nothing(&f, NULL);                        /* in other turns nobody knows */
	f = fix_river(3, "");
	fix_boat(&f, 0, 30, HEL, "");
	fix_seasons(&f, TRACK);
	play(&f, "port");
	while (f.s.broadhorns.phase != BROAD_RESALE)
		play(&f, "done");
	loses_nothing(&f, NULL);                        /* without cargo it is all the same */
}

static struct fix over_the_limit(const char *options)
{
	struct fix f = fix_river(2, options);
	fix_boat(&f, 0, 20, CAP, "");
	fix_hand(&f, 0, "VIC-A TR8 ice");
	play_into(&f, "stop, draw NAT-F", BROAD_DISCARD);
	return f;
}

RULE_TEST(a_card_given_up_says_where_it_lies, "B115 B116 B117: a card given up says where it lies or waits")
{
	struct fix f = over_the_limit(""), g = f, i = f, h = over_the_limit("traveler_waits=destination");
	play(&f, "discard VIC-A");
	said_is(&f, "discarded", "Red gives up the delivery of apples to Vicksburg (VIC-A), which lies open there now.");
	play(&i, "discard TR8");
	said_is(&i, "discarded", "Red gives up the traveler to Vicksburg (TR8), who now waits at Ste. Genevieve.");
	play(&g, "discard ice");
	said_is(&g, "discarded", "Red discards ice.");
	play(&h, "discard TR8");
	said_is(&h, "discarded", "Red gives up the traveler to Vicksburg (TR8), who now waits at Vicksburg.");
}

RULE_TEST(spoiled_barrels_are_counted, "B26: one barrel is a barrel")
{
	char out[MAX_TEXT];
	struct fix f = fix_river(2, "");
	struct event e = { .what = 0, .seat = 0, .thing = 0, .n = 1 };
	while (strcmp(f.g->events[e.what], "lost") != 0)
		e.what++;
	f.g->say(f.box, &f.s, &e, 0, out);
	assert_string_equal(out, "Red loses a barrel of flour.");
	e.n = 2;
	f.g->say(f.box, &f.s, &e, 0, out);
	assert_string_equal(out, "Red loses 2 barrels of flour.");
}

static void refused_with(const struct fix *f, const char *move, int rule, const char *words)
{
	char out[MAX_TEXT];

	refused(f, move, rule);
	f->g->why(f->box, &f->s, game_parse(f->g, f->box, &f->s, move, ALL), out);
	assert_string_equal(out, words);
}

RULE_TEST(trade_is_only_in_a_port, "B34 B38: what is done in ports is refused on the river, with the rule that helps")
{
	const char *only = "that is done only in a port, and you are not on the port entrance of a town";
	struct fix f = expedition(HEL + 1);
	refused_with(&f, "buy flour", B(34), only);
	refused_with(&f, "board TR8", B(34), only);
	refused_with(&f, "resell", B(34), only);
	f.s.broadhorns.actions = 0;                     /* an action more would not help */
	refused_with(&f, "buy flour", B(34), only);
	f = expedition(HEL);
	f.s.broadhorns.actions = 0;
	refused_with(&f, "buy flour", B(30), "you have no action left");
	f.s.broadhorns.actions = 1;
	refused_with(&f, "buy flour", B(38), "a port action has its order: first port, then sell, then buy, then travelers, then resell or sail on");
}
