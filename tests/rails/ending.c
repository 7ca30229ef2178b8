/* The end of the game and the score: R85 to R92, R114 to R118. */
#include <string.h>

#include "hauls.h"

/* ---- How a game ends ---- */

/* The lowest hex where the player may build. */
static void build_somewhere(struct fix *f)
{
	phase_is(f, RAILS_BUILD);
	play_lowest(f);
	assert_int_equal(told(f, "built"), 1);
}

static void ended(const struct fix *f, int ending)
{
	to_move_is(f, OVER);
	phase_is(f, RAILS_OVER);
	assert_int_equal(f->g->ending(f->box, &f->s), ending);
}

/* That seat has as many tracks left, and money for all that it might want. */
static void supply(struct fix *f, int seat, int tracks)
{
	fix_supply(f, seat, tracks);
	fix_money(f, seat, 30);
}

RULE_TEST(all_tracks_placed, "R85 R88 R114: the game stops with the turn after which nobody has a track in supply")
{
	struct fix f = fix_map(2, "");
	supply(&f, 0, 1);
	supply(&f, 1, 0);
	build_somewhere(&f);
	supply_is(&f, 0, 0);
	assert_int_equal(f.s.rails.side[0].unlocked, 0);        /* four lie on the locked spaces */
	play(&f, "pass");
	phase_is(&f, RAILS_UNLOCK);                     /* R114: not before the last step */
	to_move_is(&f, 0);
	play(&f, "pass");
	ended(&f, RAILS_BY_TRACKS);                     /* R88: the other one has no turn any more */
	assert_int_equal(f.s.rails.round, 2);
	assert_int_equal(told(&f, "last_round"), 0);
}

RULE_TEST(not_while_somebody_has_one, "R85: not while somebody has one")
{
	struct fix f = fix_map(3, "");
	supply(&f, 0, 1);
	supply(&f, 1, 0);
	supply(&f, 2, 1);
	build_somewhere(&f);
	play(&f, "pass, pass");
	to_move_is(&f, 1);
	play(&f, "pass, pass");
	to_move_is(&f, 2);
	build_somewhere(&f);
	play(&f, "pass, pass");
	ended(&f, RAILS_BY_TRACKS);
}

RULE_TEST(an_unlocked_track_is_in_supply, "R85 R114: tracks on locked spaces do not count, unlocked ones do")
{
	struct fix f = fix_map(2, "");
	supply(&f, 0, 1);
	supply(&f, 1, 0);
	build_somewhere(&f);
	play(&f, "pass, unlock tunnel-crew");
	supply_is(&f, 0, 1);
	to_move_is(&f, 1);
	play(&f, "pass, pass");                         /* the turn of who has none ends nothing either */
	to_move_is(&f, 0);
	build_somewhere(&f);
	play(&f, "pass, pass");
	ended(&f, RAILS_BY_TRACKS);
}

/* Four players have all cards but these few: five in hand each, the first seat three, and those of their deliveries. */
static struct fix cards_left(int cards)
{
	static const char *const dealt[] = { "F4 F5 F6", "M4 M5 M6", "E4 E5 E6", "L4 L5 L6" }, *const bought[] = { "", "F7 F8", "M7 M8", "E7 E8" };
	struct fix f = fix_map(4, "");
	for (int i = 0; i < 4; i++)
		fix_hand(&f, i, dealt[i], bought[i]);
	fix_trains(&f, 1, "A2 A19 B3 B8 C13");
	fix_trains(&f, 2, "A2 A19 B3 B8");
	fix_trains(&f, 3, cards == 0 ? "C13 C19" : cards == 1 ? "C13" : "");
	f.s.rails.placed = 1;
	return f;
}

RULE_TEST(the_deck_runs_out, "R86 R88 R114: the round in which the deck runs out is the last one")
{
	struct fix f = cards_left(2);
	fix_money(&f, 0, 20);
	fix_tracks(&f, 0, "C1");
	play(&f, "build C5, build C2, buy F1");
	play_lowest(&f);
	play(&f, "pass");                               /* one is left in it */
	assert_int_equal(told(&f, "last_round"), 0);
	to_move_is(&f, 1);
	fix_turn(&f, 0);
	play(&f, "build C3, build C4, buy M1");
	play_lowest(&f);
	phase_is(&f, RAILS_UNLOCK);
	assert_int_equal(f.s.rails.last, 0);            /* R114: the turn is not over */
	play(&f, "pass");
	assert_int_equal(told(&f, "last_round"), 1);
	assert_int_equal(told_event(&f, "last_round")->n, RAILS_BY_DECK);
	assert_int_equal(told_event(&f, "last_round")->rule, R(86));
	for (int i = 1; i < 4; i++) {                   /* as many turns for everybody */
		to_move_is(&f, i);
		finish_turn(&f);
	}
	ended(&f, RAILS_BY_DECK);
	assert_int_equal(f.s.rails.round, 2);
}

/* Before the last step of a seat's turn; something was placed in the round. */
static void at_the_end_of_turn(struct fix *f, int seat)
{
	fix_turn(f, seat);
	fix_phase(f, RAILS_UNLOCK);
	f->s.rails.placed = 1;
}

RULE_TEST(the_round_is_finished, "R86 R88 R115: it ends with the seat before the first player")
{
	for (int first = 0; first < 4; first++)
		for (int k = 0; k < 4; k++) {           /* the k-th of the round empties it */
			struct fix f = cards_left(0);
			fix_first(&f, first);
			at_the_end_of_turn(&f, (first + k) % 4);
			play(&f, "pass");
			for (int i = k + 1; i < 4; i++) {
				to_move_is(&f, (first + i) % 4);
				assert_int_equal(f.s.rails.last, RAILS_BY_DECK);
				finish_turn(&f);
			}
			ended(&f, RAILS_BY_DECK);
			assert_int_equal(f.s.rails.round, 2);
		}
	struct fix f = cards_left(1);                   /* one card is one too many */
	at_the_end_of_turn(&f, 3);
	play(&f, "pass");
	assert_int_equal(told(&f, "last_round"), 0);
	to_move_is(&f, 0);
}

static struct fix one_place_left(void)
{
	struct fix f = fix_map(2, "");
	fix_trains(&f, 0, "A2 A19 B3 B8 C13 C19");
	fix_trains(&f, 1, "A2 A19 B3 B8 C19");
	lay(&f, 1, haul[TIMBER].tracks);
	fix_hand(&f, 1, "F3", "");
	f.s.rails.placed = 1;
	return f;
}

RULE_TEST(the_cities_are_full, "R87 R88 R115: two trains in every city")
{
	struct fix f = one_place_left();
	fix_first(&f, 1);
	fix_turn(&f, 1);
	fix_phase(&f, RAILS_UNLOCK);
	struct fix t = f;
	play(&t, "pass");                               /* eleven trains do not fill six cities */
	assert_int_equal(told(&t, "last_round"), 0);

	fix_phase(&f, RAILS_DELIVER);
	play(&f, "deliver A12 to C13, use F3 length 2");
	assert_int_equal(f.s.rails.last, 0);
	play(&f, "pass, pass");
	assert_int_equal(told(&f, "last_round"), 1);
	assert_int_equal(told_event(&f, "last_round")->n, RAILS_BY_CITIES);
	assert_int_equal(told_event(&f, "last_round")->rule, R(87));
	to_move_is(&f, 0);
	finish_turn(&f);
	ended(&f, RAILS_BY_CITIES);

	f = one_place_left();                           /* the last player of the round */
	fix_turn(&f, 1);
	fix_phase(&f, RAILS_DELIVER);
	play(&f, "deliver A12 to C13, use F3 length 2, pass, pass");
	ended(&f, RAILS_BY_CITIES);
	assert_int_equal(told(&f, "last_round"), 1);
}

/* With four tiles there are eight of them. */
RULE_TEST(all_cities_in_play, "R87: in every city in play")
{
	for (int full = 0; full < 2; full++) {
		struct fix f = fix_map(4, "");
		fix_trains(&f, 0, "A2 A19 B3 B8 C13 C19");
		fix_trains(&f, 1, "A2 A19 B3 B8 C13 C19");
		fix_trains(&f, 2, "D1 D16");
		fix_trains(&f, 3, full ? "D1 D16" : "D1");
		at_the_end_of_turn(&f, 3);
		play(&f, "pass");
		if (full)
			ended(&f, RAILS_BY_CITIES);
		else
			to_move_is(&f, 0);
	}
}

/* In the last round further triggers change nothing but for R85. */
RULE_TEST(later_triggers, "R115: a second trigger changes nothing, but R85 stops the last round")
{
	struct fix f = one_place_left();                /* the cities, and nothing else is placed in the round */
	fix_first(&f, 1);
	fix_turn(&f, 1);
	fix_phase(&f, RAILS_DELIVER);
	play(&f, "deliver A12 to C13, use F3 length 2, pass, pass");
	f.s.rails.placed = 0;
	fix_phase(&f, RAILS_UNLOCK);
	play(&f, "pass");
	assert_int_equal(told(&f, "last_round"), 0);
	ended(&f, RAILS_BY_CITIES);

	f = one_place_left();                           /* the cities, then the tracks */
	fix_first(&f, 1);
	supply(&f, 1, 0);
	supply(&f, 0, 1);
	fix_turn(&f, 1);
	fix_phase(&f, RAILS_DELIVER);
	play(&f, "deliver A12 to C13, use F3 length 2, pass, pass");
	assert_int_equal(told(&f, "last_round"), 1);
	build_somewhere(&f);
	play(&f, "pass, pass");
	ended(&f, RAILS_BY_TRACKS);

	f = cards_left(0);                              /* the deck, then the tracks: the last two have no turn */
	for (int i = 0; i < 4; i++)
		supply(&f, i, i == 1);
	at_the_end_of_turn(&f, 0);
	play(&f, "pass");
	assert_int_equal(told(&f, "last_round"), 1);
	to_move_is(&f, 1);
	build_somewhere(&f);
	while (f.g->to_move(f.box, &f.s) == 1)
		play(&f, "pass");
	ended(&f, RAILS_BY_TRACKS);
}

RULE_TEST(nothing_goes_on_after_the_end, "R114: after the end nothing is to do")
{
	struct fix f = cards_left(0);
	at_the_end_of_turn(&f, 3);
	play(&f, "pass");
	ended(&f, RAILS_BY_DECK);
	legal_is(&f, "");
	static const char *const move[] = { "pass", "build A1", "buy F1", "loan", "repay", "deliver A12 to C13", "draw M4", "ship S2", "load 1" };
	for (size_t i = 0; i < sizeof move / sizeof move[0]; i++)
		refused(&f, move[i], R(114));
}

/* ---- Rounds without a placement ---- */

/* The first seat has no track left, the second one stands on C15, where all around costs money, and has none. */
static struct fix standstill(int first)
{
	struct fix f = fix_map(2, "");
	fix_first(&f, first);
	fix_tracks(&f, 1, "C15");
	fix_tracks(&f, 0, "A12 C17");
	fix_supply(&f, 0, 0);
	fix_money(&f, 1, 0);
	fix_loans(&f, 1, 3);
	fix_turn(&f, 0);
	fix_phase(&f, RAILS_BUY);
	return f;
}

RULE_TEST(nobody_places_anything, "R89 R116: a round without a track or a train ends the game")
{
	struct fix f = standstill(0);
	play(&f, "pass");
	to_move_is(&f, 0);
	play(&f, "pass");                               /* the second seat has nothing to choose */
	ended(&f, RAILS_BY_STALL);
	assert_int_equal(f.s.rails.round, 2);
	assert_int_equal(told(&f, "last_round"), 0);
}

RULE_TEST(a_train_is_a_placement, "R89 R116: a train is a placement")
{
	struct fix f = standstill(0);
	fix_delivery(&f, "F3");
	play(&f, "deliver A12 to C13, use F3 length 2, pass, pass");
	to_move_is(&f, 0);
	assert_int_equal(f.s.rails.round, 3);
	play(&f, "pass, pass");                         /* the next one is a round of its own */
	ended(&f, RAILS_BY_STALL);
}

RULE_TEST(one_of_them_is_enough, "R89 R116: one player's placement is enough")
{
	struct fix f = standstill(0);
	fix_money(&f, 1, 1);
	play(&f, "pass, pass");
	to_move_is(&f, 1);
	play(&f, "build C14");
	fix_money(&f, 1, 0);
	while (f.g->to_move(f.box, &f.s) == 1)
		finish_turn(&f);
	to_move_is(&f, 0);
	assert_int_equal(f.s.rails.round, 3);
}

/* Two turns in a row without a placement are not a round when the first player's comes between. */
RULE_TEST(a_round_begins_with_the_first_player, "R116: a round goes from the first player's turn to the last one's")
{
	struct fix f = standstill(1);                   /* the second seat is first: its turn of this round was before */
	f.s.rails.placed = 1;
	play(&f, "pass, pass");
	to_move_is(&f, 0);                              /* its next turn was passed over, in a new round */
	assert_int_equal(f.s.rails.round, 3);
	play(&f, "pass, pass");
	ended(&f, RAILS_BY_STALL);
	assert_int_equal(f.s.rails.round, 3);

	f = standstill(0);                              /* second seat in round 2, first seat in round 3: no round */
	f.s.rails.placed = 1;
	play(&f, "pass, pass");
	to_move_is(&f, 0);
	assert_int_equal(f.s.rails.round, 3);
	fix_money(&f, 1, 1);
	play(&f, "pass, pass");
	to_move_is(&f, 1);
	play(&f, "build C14");
	assert_int_equal(f.s.rails.phase == RAILS_OVER, 0);
}

/* ---- The score ---- */

/* The last seat's turn is over, in a round without a placement: the game is. */
static void end_it(struct fix *f)
{
	fix_turn(f, f->s.players - 1);
	fix_phase(f, RAILS_UNLOCK);
	f->s.rails.placed = 0;
	play(f, "pass");
	ended(f, RAILS_BY_STALL);
}

static void score_is(const struct fix *f, int seat, int score)
{
	int all[MAX_PLAYERS];
	struct line line[MAX_LINES];
	int sum = 0, n = f->g->tally(f->box, &f->s, seat, line);
	f->g->score(f->box, &f->s, all);
	assert_int_equal(all[seat], score);
	for (int i = 0; i < n; i++)
		sum += line[i].n;
	assert_int_equal(sum, score);                   /* and the lines of the tally say how it came about */
}

static void scored(const struct fix *f, int seat, int score)
{
	int found = 0;
	for (int i = 0; i < f->told.n; i++)
		if (strcmp(f->g->events[f->told.of[i].what], "scored") == 0 && f->told.of[i].seat == seat) {
			assert_int_equal(f->told.of[i].n, score);
			found++;
		}
	assert_int_equal(found, 1);
}

RULE_TEST(what_is_added_at_the_end, "R90 R117: achievements and contracts are added, loans taken off, money and cards are worth nothing")
{
	struct fix f = fix_map(3, "");
	fix_goals(&f, "A1 A2 A12 A6 A7");
	fix_claimed(&f, "A1", 0);                       /* 3 */
	fix_claimed(&f, "A12", 0);                      /* 2 */
	fix_claimed(&f, "A2", 2);                       /* 4 */
	fix_prestige(&f, 0, 7);
	fix_loans(&f, 0, 1);
	fix_money(&f, 0, 30);
	fix_loans(&f, 1, 3);
	fix_prestige(&f, 1, 1);
	fix_contract(&f, 2, "K7");                      /* no loan and $8: 3 */
	fix_money(&f, 2, 8);
	fix_hand(&f, 1, "F4 F5", "M4 M5 M6");
	fix_trains(&f, 1, "A2 B3");
	end_it(&f);
	static const int score[] = { 7 + 3 + 2 - 2, 1 - 6, 4 + 3 };
	for (int i = 0; i < 3; i++) {
		score_is(&f, i, score[i]);
		scored(&f, i, score[i]);
	}
	prestige_is(&f, 0, 7);                          /* the track shows what was gained in the game */
	money_is(&f, 0, 30);
	assert_int_equal(told(&f, "contract_shown"), 3);
}

/* What one seat has; K1 to K8 hold or not. */
static void contract(const char *name, void (*have)(struct fix *f), int prestige)
{
	struct fix f = fix_map(2, "");
	fix_money(&f, 0, 0);
	fix_contract(&f, 0, name);
	have(&f);
	end_it(&f);
	score_is(&f, 0, prestige - 2 * f.s.rails.side[0].loans);
	for (int i = 0; i < f.told.n; i++)
		if (strcmp(f.g->events[f.told.of[i].what], "contract_shown") == 0 && f.told.of[i].seat == 0)
			assert_int_equal(f.told.of[i].n, prestige);
}

static int good, deliveries;

/* Two deliveries: as many of that good, the others of the next one. */
static void of_that_good(struct fix *f)
{
	static const int factory[RAILS_GOODS] = { 0, 3, 1, 4, 8 };      /* A4, B5, A12, B16, C17: with two cubes each */
	struct rails_side *p = &f->s.rails.side[0];
	int other = (good + 1) % RAILS_GOODS;
	uint8_t cubes[ALL_FACTORIES];
	memcpy(cubes, f->s.rails.cubes, sizeof cubes);
	fix_trains(f, 0, "A2 A19");                     /* whatever they are said to have brought */
	memcpy(f->s.rails.cubes, cubes, sizeof cubes);
	memset(p->delivered, 0, sizeof p->delivered);
	p->delivered[good] = (uint8_t)deliveries;
	p->delivered[other] = (uint8_t)(2 - deliveries);
	f->s.rails.cubes[factory[good]] = (uint8_t)(2 - deliveries);
	f->s.rails.cubes[factory[other]] = (uint8_t)deliveries;
}

static void trains_on_three_tiles(struct fix *f)  { fix_trains(f, 0, "A2 B3 C13"); }
static void trains_on_two_tiles(struct fix *f)    { fix_trains(f, 0, "A2 A19 B3 B8"); }
static void eight_dollars(struct fix *f)          { fix_money(f, 0, 8); }
static void seven_dollars(struct fix *f)          { fix_money(f, 0, 7); }
static void eight_dollars_owed(struct fix *f)     { fix_money(f, 0, 8), fix_loans(f, 0, 1); }
static void five_heights(struct fix *f)           { fix_tracks(f, 0, "A6 A9 A11 A18 B6"); }
static void four_heights(struct fix *f)           { fix_tracks(f, 0, "A6 A9 A11 A18 A10 A13 A5"); }

RULE_TEST(contracts, "R90 R117: the contracts")
{
	static const char *const of_good[] = { "K1", "K2", "K3", "K4", "K5" };
	for (good = 0; good < RAILS_GOODS; good++)
		for (deliveries = 0; deliveries <= 2; deliveries++)
			contract(of_good[good], of_that_good, deliveries == 2 ? 4 : 0);
	contract("K6", trains_on_three_tiles, 4);
	contract("K6", trains_on_two_tiles, 0);
	contract("K7", eight_dollars, 3);
	contract("K7", seven_dollars, 0);
	contract("K7", eight_dollars_owed, 0);
	contract("K8", five_heights, 3);
	contract("K8", four_heights, 0);
}

/* ---- Places ---- */

struct standing { int prestige, money; const char *trains; int place; };

static void places(int players, const struct standing *of)
{
	static const char *const unmet[] = { "K8", "K7", "K5", "K6" };
	struct fix f = fix_map(players, "");
	int place[MAX_PLAYERS], winners = 0;
	for (int i = 0; i < players; i++) {
		fix_contract(&f, i, unmet[i]);
		fix_prestige(&f, i, of[i].prestige);
		fix_money(&f, i, of[i].money);
		fix_trains(&f, i, of[i].trains);
		winners += of[i].place == 1;
	}
	end_it(&f);
	f.g->place(f.box, &f.s, place);
	for (int i = 0; i < players; i++) {
		assert_int_equal(place[i], of[i].place);
		assert_int_equal(f.g->fate(f.box, &f.s, i), of[i].place > 1 ? RAILS_LOST : winners > 1 ? RAILS_SHARED_WIN : RAILS_WON);
	}
}

RULE_TEST(most_prestige_wins, "R91: most prestige wins")
{
	places(2, (struct standing[]){ { 9, 0, "", 1 }, { 8, 7, "A2", 2 } });
	places(2, (struct standing[]){ { 8, 7, "A2 B3", 2 }, { 9, 0, "", 1 } });
	places(4, (struct standing[]){ { 3, 0, "", 3 }, { 9, 0, "", 1 }, { 2, 0, "", 4 }, { 5, 0, "", 2 } });
}

RULE_TEST(ties, "R92 R118: ties: money, then deliveries, then shared, for every place")
{
	places(2, (struct standing[]){ { 9, 3, "", 2 }, { 9, 4, "", 1 } });                      /* money */
	places(2, (struct standing[]){ { 9, 4, "", 1 }, { 9, 3, "A2 B3", 2 } });                 /* before deliveries */
	places(2, (struct standing[]){ { 9, 4, "A2", 2 }, { 9, 4, "A2 B3", 1 } });               /* deliveries */
	places(2, (struct standing[]){ { 9, 4, "A2", 1 }, { 9, 4, "B3", 1 } });                  /* shared */
	places(3, (struct standing[]){ { 9, 4, "A2", 1 }, { 9, 4, "B3", 1 }, { 9, 4, "", 3 } });
	places(3, (struct standing[]){ { 5, 4, "A2", 3 }, { 9, 0, "", 1 }, { 5, 6, "", 2 } });   /* behind the winner, too */
	places(3, (struct standing[]){ { 5, 4, "A2", 2 }, { 9, 0, "", 1 }, { 5, 4, "B3", 2 } });
	places(4, (struct standing[]){ { 9, 0, "", 1 }, { 5, 4, "A2", 2 }, { 5, 4, "B3", 2 }, { 5, 3, "B3", 4 } });
}

/* The final prestige decides, not the track: a loan turns the order round. */
RULE_TEST(final_prestige_counts, "R91 R117: the final prestige counts")
{
	struct fix f = fix_map(2, "");
	int place[MAX_PLAYERS];
	fix_contract(&f, 0, "K8");
	fix_contract(&f, 1, "K7");
	fix_prestige(&f, 0, 9);
	fix_loans(&f, 0, 1);
	fix_prestige(&f, 1, 8);
	end_it(&f);
	f.g->place(f.box, &f.s, place);
	assert_int_equal(place[0], 2);
	assert_int_equal(place[1], 1);

	f = fix_map(2, "");
	fix_contract(&f, 0, "K8");
	fix_contract(&f, 1, "K7");
	fix_prestige(&f, 0, 5);
	fix_prestige(&f, 1, 6);
	fix_claimed(&f, "A4", 0);
	end_it(&f);
	f.g->place(f.box, &f.s, place);
	assert_int_equal(place[0], 1);
}

/* ---- Whole games ---- */

static int endings[RAILS_ENDINGS];

/* What is true of every end, worked out here once more. */
static void watch_the_end(const struct fix *before, const struct fix *after)
{
	const struct rails *g = &after->s.rails;
	bool out_of_tracks = true;
	for (int i = 0; i < after->s.players; i++)
		out_of_tracks &= g->side[i].tracks == 0;
	if (g->phase != RAILS_OVER) {
		assert_true(!before->s.rails.last || g->round == before->s.rails.round);
		return;
	}
	endings[g->ending]++;
	assert_int_equal(g->ending == RAILS_BY_TRACKS, out_of_tracks);
	if (!out_of_tracks && after->s.players > 1)
		assert_int_equal((g->active + 1) % after->s.players, g->first);
	for (int i = 0; i < after->s.players; i++) {
		const struct rails_goal *k = &after->box->rails.contract[g->contract[i]];
		int total = g->side[i].prestige - 2 * g->side[i].loans, met = -1;
		for (int n = 0; n < GOALS_OPEN; n++)
			if (g->claimed[n] == i)
				total += after->box->rails.goal[g->goal[n]].prestige;
		for (int n = 0; n < after->told.n; n++)
			if (strcmp(after->g->events[after->told.of[n].what], "contract_shown") == 0 && after->told.of[n].seat == i)
				met = after->told.of[n].n;
		assert_true(met == 0 || met == k->prestige);
		score_is(after, i, total + met);
	}
}

RULE_TEST(whole_games, "R85 R88 R115 R117: in whole games")
{
	memset(endings, 0, sizeof endings);
	for (int i = 0; i < 40; i++) {
		struct fix f = fix_new(1 + i % 4, i % 3 ? "" : "freight=off", NULL);
		play_random(&f, (uint64_t)(900 + i), watch_the_end);
	}
	assert_int_equal(endings[RAILS_GOES_ON], 0);
	assert_true(endings[RAILS_BY_TRACKS] > 0 && endings[RAILS_BY_DECK] > 0 && endings[RAILS_BY_STALL] > 0);
}
