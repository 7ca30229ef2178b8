/* Who is next, round after round (R16, R17, R97, R115, R116, R128), and how hard the rival is (R129). */
#include <stdio.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

/* The seats in the order of their turns, a round after the other: "0123 3210". The start tracks, where they are asked for, come first. */
struct course { const char *order; int players, first; const char *starts, *rounds; };

static void begin_with(struct fix *f, int first)
{
	char words[MAX_TEXT];
	while (f->s.rails.phase != RAILS_FIRST)
		play_lowest(f);
	snprintf(words, sizeof words, "first %d", first);
	play(f, words);
}

static struct fix course_begun(const struct course *c)
{
	char options[MAX_TEXT];
	snprintf(options, sizeof options, "freight=off order=%s", c->order);
	struct fix f = fix_new(c->players, options, NULL);
	begin_with(&f, c->first);
	return f;
}

/* What a board is told of the order: that of this round, how many are done, and the next one. Seats are digits up to a blank; no next: any. */
static void order_is(const struct fix *f, const char *seats, int done, const char *next)
{
	static char json[MAX_JSON];
	char now[MAX_TEXT];
	struct text t = text_on(json, sizeof json), want = text_on(now, sizeof now);
	f->g->facts(f->box, &f->s, -1, &t);
	assert_true(text_fits(&t));
	text_put(&want, "\"order\":{\"seats\":[");
	for (int k = 0; k < f->s.players; k++)
		text_form(&want, k > 0 ? ",%d" : "%d", NULL, (const int64_t[]){ seats[k] - '0' });
	text_form(&want, "],\"done\":%d,\"next\":[", NULL, (const int64_t[]){ done });
	for (int k = 0; next && k < f->s.players; k++)
		text_form(&want, k > 0 ? ",%d" : "%d", NULL, (const int64_t[]){ next[k] - '0' });
	if (!strstr(json, now))
		fail_msg("%s is not in %s", now, strstr(json, "\"order\""));
}

static void starts_are(struct fix *f, const struct course *c)
{
	for (const char *seat = c->starts; *seat; seat++) {
		phase_is(f, RAILS_START_TRACK);
		to_move_is(f, *seat - '0');
		order_is(f, c->starts, (int)(seat - c->starts), c->rounds);
		play_lowest(f);
	}
	phase_is(f, RAILS_BUILD);
}

static void rounds_are(struct fix *f, const char *rounds)
{
	int turn = 1, round = 1;
	for (const char *seat = rounds; *seat; seat++) {
		if (*seat == ' ') {
			round++;
			continue;
		}
		to_move_is(f, *seat - '0');
		assert_int_equal(f->s.rails.round, round);
		const char *begin = rounds + (round - 1) * (f->s.players + 1), *next = begin + f->s.players;
		order_is(f, begin, (int)(seat - begin), *next ? next + 1 : NULL);
		assert_int_equal(f->g->turn(&f->s), turn++);
		finish_turn(f);
	}
}

static const struct course course[] = {
	{ "turning", 2, 0, "10", "01 10 01 10" },
	{ "turning", 2, 1, "01", "10 01 10" },
	{ "turning", 3, 1, "021", "120 021 120" },
	{ "turning", 4, 0, "3210", "0123 3210 0123" },
	{ "turning", 4, 2, "1032", "2301 1032 2301 1032" },
	{ "fixed", 2, 1, "10", "10 10 10" },
	{ "fixed", 4, 2, "2301", "2301 2301 2301" },
	{ "passing", 2, 0, "01", "01 10 01" },
	{ "passing", 3, 1, "120", "120 201 012 120" },
	{ "passing", 4, 3, "3012", "3012 0123 1230 2301 3012" },
};

/* Every course of that order; there must be one. */
static void runs_like(const char *order)
{
	int n = 0;
	for (size_t i = 0; i < sizeof course / sizeof *course; i++) {
		if (strcmp(course[i].order, order) != 0)
			continue;
		struct fix f = course_begun(&course[i]);
		starts_are(&f, &course[i]);
		rounds_are(&f, course[i].rounds);
		n++;
	}
	assert_true(n > 0);
}

RULE_TEST(every_round_turns, "R16 A24: every round runs in the reverse order of the one before")
{
	runs_like("turning");
}

RULE_TEST(turning_is_the_preset, "R16 R128 R129: turning and keen are the presets of version 2")
{
	const struct game *g = game_find("rails");
	struct fix f = fix_begin("rails", 3, "", NULL);
	assert_int_equal(g->rules, 2);
	assert_int_equal(f.s.rules, 2);
	assert_int_equal(f.s.option[RAILS_ORDER], ORDER_TURNING);
	assert_int_equal(f.s.option[RAILS_LEVEL], RIVAL_KEEN);
}

/* The last player of the first round chooses the start track before all others, who see it. */
RULE_TEST(the_last_starts_first, "R17 R97: the last player of the first round starts first")
{
	struct fix f = fix_new(3, "freight=off order=turning", NULL);
	begin_with(&f, 1);
	to_move_is(&f, 0);
	refused(&f, "build A5", R(17));
	play(&f, "build A4");
	assert_int_equal(told_event(&f, "started")->seat, 0);
	to_move_is(&f, 2);
	refused(&f, "build A4", R(17));
	play(&f, "build A12");
	to_move_is(&f, 1);
	play(&f, "build B5");
	assert_int_equal(told_event(&f, "round")->n, 1);
	assert_int_equal(told_event(&f, "turn")->seat, 1);
	tracks_are(&f, 0, "A4");
	tracks_are(&f, 2, "A12");
	tracks_are(&f, 1, "B5");
}

/* F3, F45: the ship after the start tracks, then the first player's turn. */
RULE_TEST(the_ship_after_the_start_tracks, "R97 F45: the ship comes after the start tracks")
{
	struct fix f = fix_new(2, "order=turning", NULL);
	begin_with(&f, 0);
	to_move_is(&f, 1);
	play(&f, "build A4");
	ship_is(&f, "", "");
	to_move_is(&f, 0);
	play_into(&f, "build A12", RAILS_DOCK);
	check_holds(&f);
	play(&f, "ship S3");
	turn_is(&f, 0, RAILS_BUILD);
}

RULE_TEST(the_older_orders, "R128: fixed and passing")
{
	runs_like("fixed");
	runs_like("passing");
}

/* Games of version 1 have no such option, and are played in the fixed order against the gentle rival. */
RULE_TEST(version_1_is_fixed, "R128 R129: version 1 is fixed and gentle, and keeps its bytes")
{
	const struct game *g = game_find("rails");
	uint8_t o[MAX_OPTIONS], code[MAX_CODE];
	char wrong[MAX_TEXT], json[MAX_JSON];
	struct text t = text_on(json, sizeof json);

	game_presets_in(g, 1, o);
	assert_int_equal(o[RAILS_ORDER], ORDER_FIXED);
	assert_int_equal(o[RAILS_LEVEL], RIVAL_GENTLE);
	assert_false(game_set_option_in(g, 1, o, "order", "fixed", wrong));
	assert_string_equal(wrong, "order came with version 2 of the rules: version 1 has no such option");
	struct fix f = fix_map(3, "freight=off");
	struct state back;
	int newer = codec_encode(g, &f.s, code);
	f.s.rules = 1;
	assert_int_equal(codec_encode(g, &f.s, code), newer - 2);       /* as it was written then */
	assert_true(codec_decode(g, f.box, &back, code, newer - 2, wrong));
	assert_true(game_same(&back, &f.s));
	codec_json(g, &f.s, &t);
	assert_true(strstr(json, "\"options\":{\"freight\":\"off\",\"wild_any_order\":\"off\",\"on_empty\":\"stop\"}") != NULL);
}

/* The same position with another number of turns, or with another player to move, is one that check() refuses. */
static void cannot_be_turn(struct fix f, int turn)
{
	f.s.rails.turn = (uint16_t)turn;
	check_fails(&f);
}

static void cannot_be_turn_of(struct fix f, int seat)
{
	f.s.rails.active = (uint8_t)seat;
	check_fails(&f);
}

RULE_TEST(turns_must_fit_the_round, "R16 R17 R128: a position fits the order of its round")
{
	struct fix f = fix_map(3, "freight=off order=turning");
	fix_turn(&f, 0);                                        /* last of round 2 */
	check_holds(&f);
	assert_int_equal(f.s.rails.turn, 6);
	cannot_be_turn(f, 4);
	fix_turn(&f, 2);
	assert_int_equal(f.s.rails.turn, 4);
	check_holds(&f);
	cannot_be_turn(f, 0);
	f = fix_new(3, "freight=off order=turning", NULL);      /* start tracks: who has had the turn has one */
	begin_with(&f, 0);
	check_holds(&f);
	cannot_be_turn_of(f, 0);
	f.s.rails.active = 2;
	play(&f, "build A4");
	check_holds(&f);
	cannot_be_turn_of(f, 2);
}

/* That seat's turn of the round is all but over; somebody has placed something. */
static struct fix near_the_end_of_turn(const char *order, int round, int seat)
{
	char options[MAX_TEXT];
	snprintf(options, sizeof options, "freight=off order=%s", order);
	struct fix f = fix_map(4, options);
	fix_first(&f, 1);
	fix_round(&f, round);
	fix_turn(&f, seat);
	fix_phase(&f, RAILS_UNLOCK);
	f.s.rails.placed = 1;
	return f;
}

/* R115: rounds 2, 3 and 4 with seat 1 as the first player. */
RULE_TEST(the_last_round_ends_with_its_last_seat, "R115 R128: the last round ends with the last seat of its order")
{
	static const struct { const char *order; int round; const char *seats; } row[] = {
		{ "turning", 2, "0321" }, { "turning", 3, "1230" }, { "passing", 2, "2301" }, { "passing", 4, "0123" }, { "fixed", 2, "1230" },
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		for (int k = 0; k < 4; k++) {           /* the k-th of the round empties the deck */
			struct fix f = near_the_end_of_turn(row[i].order, row[i].round, row[i].seats[k] - '0');
			fix_deck(&f, "");
			play(&f, "pass");
			assert_int_equal(told(&f, "last_round"), 1);
			for (int next = k + 1; next < 4; next++) {
				to_move_is(&f, row[i].seats[next] - '0');
				finish_turn(&f);
			}
			to_move_is(&f, OVER);
			assert_int_equal(f.s.rails.round, row[i].round);
		}
}

/* R116: a whole round without a placement, whichever way it runs. */
RULE_TEST(a_round_the_other_way_is_a_round, "R116: a round without a placement, whichever way it runs")
{
	struct fix f = near_the_end_of_turn("turning", 2, 1);   /* seat 1 ends round 2 and begins round 3 */
	play(&f, "pass");
	to_move_is(&f, 1);
	assert_int_equal(f.s.rails.round, 3);
	assert_int_equal(f.s.rails.placed, 0);
	static const char seats[] = "1230";
	for (int k = 0; k < 4; k++) {                           /* round 3: nobody places anything, and it is over with its last seat */
		fix_turn(&f, seats[k] - '0');
		fix_phase(&f, RAILS_UNLOCK);
		f.s.rails.placed = 0;
		play(&f, "pass");
		if (k < 3)
			to_move_is(&f, seats[k + 1] - '0');
	}
	to_move_is(&f, OVER);
	assert_int_equal(f.g->ending(f.box, &f.s), RAILS_BY_STALL);
}

/* ---- The rival ---- */

/* With two cards a turn for the harder rivals. */
static const struct box *two_cards(void)
{
	static struct box two;

	two = *game_find("rails")->box;
	two.rails.rival_level[RIVAL_KEEN].cards = two.rails.rival_level[RIVAL_FIERCE].cards = 2;
	return &two;
}

/* A game for one at the end of the own turn, with something placed. */
static struct fix before_pass(const char *options, const struct box *box)
{
	struct fix f = fix_map_box(1, options, box);
	fix_phase(&f, RAILS_UNLOCK);
	f.s.rails.placed = 1;
	return f;
}

static struct fix after_own_turn(const char *options, const struct box *box)
{
	struct fix f = before_pass(options, box);
	play_into(&f, "pass", RAILS_RIVAL);
	return f;
}

RULE_TEST(levels_of_the_box, "R129 A25: cards and prestige by level")
{
	static const char *const level[] = { "rival=gentle", "rival=keen", "rival=fierce" };
	for (int k = 0; k < 2 * RIVAL_LEVELS; k++) {
		const int i = k / 2;
		char options[MAX_TEXT];
		snprintf(options, sizeof options, "freight=off %s", level[i]);
		struct fix f = after_own_turn(options, k % 2 ? two_cards() : NULL);
		const struct rails_level_row *row = &f.box->rails.rival_level[i];
		assert_int_equal(f.s.rails.rival_acts, row->cards);
		for (int n = row->cards; n > 1; n--) {
			play(&f, n % 2 ? "rival expand" : "rival achieve");
			phase_is(&f, RAILS_RIVAL);
			assert_int_equal(f.s.rails.round, 2);
			assert_int_equal(f.s.rails.rival_acts, n - 1);
		}
		int before = f.s.rails.side[1].prestige;
		play(&f, "rival coal");
		assert_int_equal(f.s.rails.side[1].prestige - before, row->delivery);
		struct line line[MAX_LINES];
		int lines = f.g->rival(f.box, &f.s, line), sum = 0;
		for (int n = 0; n < lines; n++)                 /* the end counts what was gained */
			sum += line[n].n;
		assert_int_equal(line[0].n, row->delivery);
		assert_int_equal(sum, f.s.rails.side[1].prestige);
		to_move_is(&f, 0);
		assert_int_equal(f.s.rails.round, 3);
	}
	const struct rails_box *b = &game_find("rails")->box->rails;
	assert_int_equal(b->rival_level[RIVAL_GENTLE].cards, 1);
	assert_int_equal(b->rival_level[RIVAL_GENTLE].delivery, 3);
	for (int i = 1; i < RIVAL_LEVELS; i++)                  /* each is harder than the one before */
		assert_true(b->rival_level[i].cards * b->rival_level[i].delivery > b->rival_level[i - 1].cards * b->rival_level[i - 1].delivery);
}

/* Market and ship of one card before the next card. */
RULE_TEST(one_card_after_the_other, "R129: each card is resolved wholly before the next")
{
	struct fix f = after_own_turn("rival=keen", two_cards());
	play_into(&f, "rival survey", RAILS_FILL_MARKET);
	assert_int_equal(f.s.rails.rival_acts, 2);
	play_lowest(&f);
	phase_is(&f, RAILS_RIVAL);
	f = after_own_turn("rival=keen", two_cards());
	fix_ship(&f, "S1", "0 n 1");
	play(&f, "rival timber");
	assert_int_equal(told(&f, "sailed"), 1);
	phase_is(&f, RAILS_DOCK);
	play_into(&f, "ship S2", RAILS_RIVAL);
	play(&f, "rival expand");
	to_move_is(&f, 0);
}

/* R119: when the deck ends, fewer are resolved. */
RULE_TEST(fewer_when_the_deck_ends, "R119 R129: fewer cards when the deck ends")
{
	struct fix f = before_pass("freight=off rival=fierce", two_cards());
	fix_rival_deck(&f, "expand1");
	play(&f, "pass");
	assert_int_equal(f.s.rails.rival_acts, 1);
	play(&f, "rival expand");
	to_move_is(&f, 0);
	assert_int_equal(f.s.rails.round, 3);
}

/* R114, R125: all cards of the turn are resolved, also in the last round; the end comes with the last of them. */
RULE_TEST(the_last_round_has_all_its_cards, "R114 R125 R129: the last round has all its cards")
{
	struct fix f = before_pass("freight=off rival=keen", two_cards());
	fix_deck(&f, "");
	play(&f, "pass");
	assert_int_equal(told(&f, "last_round"), 1);
	play_into(&f, "rival expand", RAILS_RIVAL);
	play(&f, "rival achieve");
	to_move_is(&f, OVER);
}

/* What a box of version 1 has: one rival for all levels. */
RULE_TEST(a_box_without_levels, "R129: a box of version 1 has the gentle rival for all levels")
{
	struct box old;
	game_box(game_find("rails"), 1, &old);
	for (int i = 0; i < RIVAL_LEVELS; i++)
		assert_int_equal(old.rails.rival_level[i].cards, 0);
	struct fix f = fix_map_box(1, "freight=off rival=fierce", &old);
	fix_phase(&f, RAILS_UNLOCK);
	f.s.rails.placed = 1;
	play(&f, "pass");
	assert_int_equal(f.s.rails.rival_acts, 1);
	play(&f, "rival coal");
	prestige_is(&f, 1, 3);
	to_move_is(&f, 0);
}

/* A rival_acts that no turn of this rival can have. */
RULE_TEST(acts_are_bounded, "R129: what no rival can have")
{
	struct fix f = after_own_turn("freight=off rival=keen", two_cards());
	check_holds(&f);
	f.s.rails.rival_acts++;
	check_fails(&f);
	f.s.rails.rival_acts = 0;
	check_fails(&f);
	f.s.rails.rival_acts = 2;
	fix_rival_deck(&f, "coal1");
	check_fails(&f);
	f.s.rails.rival_acts = 1;
	check_holds(&f);
	struct box odd = *game_find("rails")->box;
	char wrong[MAX_TEXT];
	odd.rails.rival_level[RIVAL_GENTLE].delivery++;
	assert_false(f.g->check_box(&odd, wrong));
	assert_true(strstr(wrong, "rival_level[0].delivery") == wrong);
}
