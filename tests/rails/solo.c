/* The solo game and its rival, who is side 1: R93 to R96, R119 to R127, F51, the case T16. */
#include <stdio.h>

#include "hauls.h"

enum { RIVAL = 1 };

/* The player's turn is over, something was placed in it, and a card of the rival is due. */
static void own_turn(struct fix *f)
{
	fix_turn(f, 0);
	fix_phase(f, RAILS_UNLOCK);
	f->s.rails.placed = 1;
	play(f, "pass");
}

static struct fix rivals_turn(void)
{
	struct fix f = fix_map(1, "");
	own_turn(&f);
	phase_is(&f, RAILS_RIVAL);
	return f;
}

/* Plays that card, after an own turn if it is not due yet. */
static void rival(struct fix *f, const char *kind)
{
	char move[MAX_TEXT];
	snprintf(move, sizeof move, "rival %s", kind);
	if (f->s.rails.phase != RAILS_RIVAL)
		own_turn(f);
	play(f, move);
}

static void no_pieces(const struct fix *f)
{
	tracks_are(f, RIVAL, "");
	trains_are(f, RIVAL, "");
}

/* ---- The deck ---- */

RULE_TEST(a_card_after_each_own_turn, "R93: one card after each own turn")
{
	struct fix f = fix_map(1, "");
	fix_tracks(&f, 0, "A8");
	assert_int_equal(f.s.rails.round, 2);
	play_into(&f, "build A4, build A1, pass", RAILS_UNLOCK);
	refused(&f, "rival coal", R(93));
	play_into(&f, "pass", RAILS_RIVAL);
	to_move_is(&f, CHANCE);
	refused(&f, "pass, build A5", R(93));
	legal_is(&f, "rival coal, rival iron, rival timber, rival grain, rival livestock, rival survey, rival expand, rival achieve");
	assert_int_equal(f.s.rails.round, 2);
	play(&f, "rival expand");
	assert_int_equal(told(&f, "rival"), 1);
	phase_is(&f, RAILS_BUILD);                      /* one card, then the next round */
	to_move_is(&f, 0);
	assert_int_equal(f.s.rails.round, 3);
}

RULE_TEST(eighteen_cards, "R93 R119: eighteen cards, never reshuffled, and then the game goes on")
{
	static const char *const kind[] = { "coal", "iron", "timber", "grain", "livestock", "survey", "expand", "achieve" };
	static const int cards[] = { 2, 2, 2, 2, 2, 3, 3, 2 };
	struct fix f = rivals_turn();
	for (int i = 0; i < 8; i++) {
		char move[MAX_TEXT];
		snprintf(move, sizeof move, "rival %s", kind[i]);
		assert_int_equal(weight_of(&f, move) * 2, weight_of(&f, "rival coal") * cards[i]);
	}
	int n = 0;
	for (int i = 0; i < 8; i++)
		for (int k = 0; k < cards[i]; k++, n++) {
			if (k > 0)
				assert_int_equal(f.s.rails.rival[i], cards[i] - k);
			rival(&f, kind[i]);
			while (f.g->to_move(f.box, &f.s) == CHANCE)
				finish_turn(&f);
			own_turn(&f);
			if (k == cards[i] - 1 && i < 7) {
				char move[MAX_TEXT];
				snprintf(move, sizeof move, "rival %s", kind[i]);
				refused(&f, move, R(119));      /* none of it is left */
			}
		}
	assert_int_equal(n, 18);
	assert_int_equal(f.s.rails.phase == RAILS_RIVAL, 0);    /* never reshuffled: the game goes on without */
	to_move_is(&f, 0);
	int round = f.s.rails.round;
	own_turn(&f);
	to_move_is(&f, 0);
	assert_int_equal(f.s.rails.round, round + 1);
}

RULE_TEST(weights_follow_what_is_left, "R119: every card that is left is equally likely")
{
	struct fix f = fix_map(1, "");
	fix_rival_deck(&f, "coal1 survey3");
	own_turn(&f);
	legal_is(&f, "rival coal, rival survey");
	assert_int_equal(weight_of(&f, "rival survey"), 3 * weight_of(&f, "rival coal"));
	refused(&f, "rival expand, rival iron", R(119));
}

RULE_TEST(no_rival_among_players, "R93: only in the solo game")
{
	for (int players = 2; players <= 4; players++) {
		struct fix f = fix_map(players, "");
		assert_int_equal(f.s.rails.sides, players);
		fix_turn(&f, players - 1);
		fix_phase(&f, RAILS_UNLOCK);
		f.s.rails.placed = 1;
		play(&f, "pass");
		to_move_is(&f, 0);
		refused(&f, "rival coal", R(93));
	}
}

/* ---- The rival has nothing and needs nothing ---- */

RULE_TEST(nothing_to_start_with, "R120: the rival has no start track, cards or contract")
{
	struct fix f = fix_new(1, "", NULL);
	int starts = 0, draws = 0, contracts = 0;
	while (f.s.rails.round == 0) {
		struct moves list = { 0 };
		char words[MAX_TEXT];
		f.g->legal(f.box, &f.s, &list);
		f.g->text(f.box, &f.s, list.id[0], ALL, words);
		starts += f.s.rails.phase == RAILS_START_TRACK;
		draws += f.s.rails.phase == RAILS_DRAW_HANDS;
		contracts += f.s.rails.phase == RAILS_DRAW_CONTRACTS;
		assert_int_not_equal(f.s.rails.phase, RAILS_FIRST);
		play(&f, words);
	}
	assert_int_equal(starts, 1);
	assert_int_equal(draws, 3);
	assert_int_equal(contracts, 1);
	no_pieces(&f);
	money_is(&f, RIVAL, 0);
	prestige_is(&f, RIVAL, 0);
	to_move_is(&f, 0);
}

RULE_TEST(no_route_is_needed, "R120 R121: it needs no route, no piece nearby and no money")
{
	struct fix f = rivals_turn();
	rival(&f, "coal");                              /* A4 and A19: there is not one track on the map */
	trains_are(&f, RIVAL, "A19");
	tracks_are(&f, RIVAL, "");
	cubes_are(&f, "A4", 1);
	prestige_is(&f, RIVAL, 3);
	money_is(&f, RIVAL, 0);
	assert_int_equal(told(&f, "rival_delivered"), 1);
	assert_int_equal(told_event(&f, "rival_delivered")->thing, COAL);
	rival(&f, "expand");                            /* A6, though its train is next to none of it */
	tracks_are(&f, RIVAL, "A6");
	money_is(&f, RIVAL, 0);
}

static struct box box;

RULE_TEST(pieces_never_run_out, "R120: its pieces never run out")
{
	const struct game *g = game_find("rails");
	box = *g->box;
	box.rails.wagons = 1;
	box.rails.tracks = 6;
	struct fix f = fix_map_box(1, "", &box);
	fix_rival_deck(&f, "coal2 expand3");
	rival(&f, "coal");
	rival(&f, "coal");
	trains_are(&f, RIVAL, "A19 B3");
	for (int i = 0; i < 3; i++)
		rival(&f, "expand");
	tracks_are(&f, RIVAL, "A6 A13 A18");
	prestige_is(&f, RIVAL, 3 + 3 + 3);
}

/* ---- Deliver ---- */

RULE_TEST(lowest_factory_and_city, "R121: the lowest factory with a cube and the lowest city that wants it")
{
	static const struct { const char *kind, *factory, *city; } of[] = {
		{ "coal", "A4", "A19" }, { "iron", "B5", "A2" }, { "timber", "A12", "B3" }, { "grain", "B16", "A2" }, { "livestock", "A17", "A19" }
	};
	for (int i = 0; i < RAILS_GOODS; i++) {
		struct fix f = rivals_turn();
		rival(&f, of[i].kind);
		trains_are(&f, RIVAL, of[i].city);
		cubes_are(&f, of[i].factory, i == LIVESTOCK ? 0 : 1);
		prestige_is(&f, RIVAL, 3);
		prestige_is(&f, 0, 0);
	}
}

/* By the letters of the tiles, wherever they lie and however they are turned; those that are not in play do not count. */
RULE_TEST(lowest_as_printed, "R121 R123: numbered as printed, on the tiles in play")
{
	struct fix f = fix_map(1, "");
	fix_tiles(&f, "C1 B3 A5");
	rival(&f, "livestock");
	trains_are(&f, RIVAL, "A19");
	cubes_are(&f, "A17", 0);
	rival(&f, "expand");
	tracks_are(&f, RIVAL, "A6");

	f = fix_map(1, "");
	fix_tiles(&f, "D0 C2 B4");
	rival(&f, "coal");
	trains_are(&f, RIVAL, "B3");
	cubes_are(&f, "C7", 1);
	rival(&f, "timber");
	trains_are(&f, RIVAL, "B3 C13");                /* B3 has a train of it */
	cubes_are(&f, "D3", 1);
	rival(&f, "expand");
	tracks_are(&f, RIVAL, "B7");
}

RULE_TEST(the_next_factory_and_city, "R121: then the next ones")
{
	struct fix f = fix_map(1, "freight=off");
	rival(&f, "coal");
	rival(&f, "coal");                              /* the second cube of A4, and the next city: A19 has a train of it */
	trains_are(&f, RIVAL, "A19 B3");
	cubes_are(&f, "A4", 0);
	rival(&f, "livestock");                         /* A17 has one; A19 again, so B8 */
	trains_are(&f, RIVAL, "A19 B3 B8");
	rival(&f, "livestock");                         /* A17 is empty: B17; C19 is left */
	trains_are(&f, RIVAL, "A19 B3 B8 C19");
	cubes_are(&f, "B17", 0);
	prestige_is(&f, RIVAL, 12);
}

/* B3 and C13 want timber, A12 has two. */
RULE_TEST(nothing_moves_without_a_cube, "R121: without a cube nothing moves")
{
	struct fix f = fix_map(1, "");
	fix_trains(&f, 0, "B3 C13");
	fix_cubes(&f, "A12", 0);
	trains_are(&f, RIVAL, "C13");                   /* B3 wants timber and has room */
	rival(&f, "timber");
	trains_are(&f, RIVAL, "C13");
	prestige_is(&f, RIVAL, 1);
	assert_int_equal(told(&f, "rival_delivered"), 0);
}

RULE_TEST(nothing_moves_without_a_city, "R121: without a city nothing moves")
{
	struct fix f = fix_map(1, "");
	fix_trains(&f, RIVAL, "B3 C13");
	rival(&f, "timber");
	trains_are(&f, RIVAL, "B3 C13");
	prestige_is(&f, RIVAL, 1);
	cubes_are(&f, "A12", 1);
	assert_int_equal(told(&f, "rival_delivered"), 0);
}

/* The player's trains take room, but one of them leaves some. */
RULE_TEST(cities_have_room_for_both, "R95 R121: a city has room for both")
{
	struct fix f = fix_map(1, "");
	fix_trains(&f, 0, "A19");
	rival(&f, "coal");
	trains_are(&f, RIVAL, "A19");
	trains_are(&f, 0, "A19");

	f = fix_map(1, "");                             /* and the other way round */
	fix_trains(&f, RIVAL, "C13");
	fix_tracks(&f, 0, "A12 C17");
	fix_delivery(&f, "F3");
	play(&f, "deliver A12 to C13, use F3 length 2");
	trains_are(&f, 0, "C13");
}

/* Full with a train of each, all cities end the game (R87). */
RULE_TEST(rival_trains_fill_cities, "R87 R95 R114: trains of both fill the cities")
{
	struct fix f = fix_map(1, "");
	fix_trains(&f, 0, "A2 A19 B3 B8 C13 C19");
	fix_trains(&f, RIVAL, "A2 B3 B8 C13 C19");
	rival(&f, "coal");
	trains_are(&f, RIVAL, "A2 A19 B3 B8 C13 C19");
	to_move_is(&f, OVER);
	assert_int_equal(f.g->ending(f.box, &f.s), RAILS_BY_CITIES);
}

/* ---- Survey ---- */

RULE_TEST(survey_trashes_the_leftmost, "R122: survey trashes the leftmost card and refills")
{
	struct fix f = rivals_turn();
	play(&f, "rival survey");
	market_is(&f, "M1 E1");
	assert_int_equal(f.s.rails.where[card_of(&f, "F1")], TRASHED);
	prestige_is(&f, RIVAL, 1);
	assert_int_equal(told_event(&f, "surveyed")->thing, card_of(&f, "F1"));
	phase_is(&f, RAILS_FILL_MARKET);
	refused(&f, "draw F1", R(14));                  /* out of the game */
	play(&f, "draw L8");
	market_is(&f, "M1 E1 L8");
	phase_is(&f, RAILS_BUILD);
	assert_int_equal(f.s.rails.round, 3);
	prestige_is(&f, RIVAL, 1);
}

RULE_TEST(survey_without_cards, "R122: with an empty deck or market")
{
	struct fix f = fix_map(1, "");
	fix_market(&f, "F1 M1");
	fix_deck(&f, "");
	own_turn(&f);                                   /* the deck is empty: this is the last round */
	play(&f, "rival survey");
	market_is(&f, "M1");
	prestige_is(&f, RIVAL, 1);
	to_move_is(&f, OVER);

	f = fix_map(1, "");
	fix_market(&f, "");
	fix_deck(&f, "");
	own_turn(&f);
	play(&f, "rival survey");
	market_is(&f, "");
	prestige_is(&f, RIVAL, 1);
	assert_int_equal(told(&f, "surveyed"), 0);
	to_move_is(&f, OVER);
}

RULE_TEST(survey_can_empty_the_deck, "R86 R114 R115 R122: survey can make this round the last")
{
	struct fix f = fix_map(1, "");
	fix_deck(&f, "L8");
	own_turn(&f);
	assert_int_equal(told(&f, "last_round"), 0);
	play(&f, "rival survey, draw L8");
	assert_int_equal(told(&f, "last_round"), 1);
	to_move_is(&f, OVER);                           /* the round ends with the rival's card */
	assert_int_equal(f.g->ending(f.box, &f.s), RAILS_BY_DECK);
	assert_int_equal(f.s.rails.round, 2);
}

/* ---- Expand ---- */

RULE_TEST(expand_takes_the_lowest_star, "R123: expand takes the lowest star without a track, and its point")
{
	struct fix f = fix_map(1, "");
	fix_tracks(&f, 0, "A6");
	rival(&f, "expand");                            /* A6 has a track */
	tracks_are(&f, RIVAL, "A13");
	prestige_is(&f, RIVAL, 1);                      /* the star's own, not one more */
	assert_int_equal(f.s.rails.side[RIVAL].stars, 1);
	rival(&f, "expand");
	tracks_are(&f, RIVAL, "A13 A18");
	rival(&f, "expand");
	tracks_are(&f, RIVAL, "A13 A18 B7");
	prestige_is(&f, RIVAL, 3);
}

RULE_TEST(expand_without_a_star, "R123: without a star")
{
	struct fix f = fix_map(1, "");
	fix_tracks(&f, 0, "A6 A13 A18 B7 B15 B19 C9 C11 C18");
	rival(&f, "expand");
	no_pieces(&f);
	prestige_is(&f, RIVAL, 1);
	assert_int_equal(told(&f, "expanded"), 0);
}

RULE_TEST(the_player_pays_the_bank, "R36 R94 R95 R123: the player may build there, and pays the fee to the bank")
{
	struct fix f = fix_map(1, "");
	fix_tracks(&f, 0, "A12 A7");
	fix_tracks(&f, RIVAL, "A6");
	fix_money(&f, 0, 4);
	play(&f, "build A6");                           /* the mountain $3, the fee $1 */
	money_is(&f, 0, 0);
	money_is(&f, RIVAL, 0);
	prestige_is(&f, 0, 0);                          /* R36: the star is taken */
	assert_int_equal(f.s.rails.side[0].stars, 0);
	assert_int_equal(told(&f, "star"), 0);
	assert_int_equal(told(&f, "fee"), 1);
	assert_int_equal(told_event(&f, "fee")->thing, NOBODY);
	assert_int_equal(told_event(&f, "fee")->n, 1);

	f = fix_map(1, "");                             /* it is owed: $3 are not enough */
	fix_tracks(&f, 0, "A12 A7");
	fix_tracks(&f, RIVAL, "A6");
	fix_money(&f, 0, 3);
	refused(&f, "build A6", R(37));
}

/* ---- Achieve ---- */

RULE_TEST(achieve_takes_the_leftmost, "R124: achieve takes the leftmost that is not claimed")
{
	struct fix f = fix_map(1, "");
	fix_goals(&f, "A12 A2 A1 A4 A5");
	fix_claimed(&f, "A12", 0);
	rival(&f, "achieve");
	claimed_is(&f, "A2", RIVAL);                    /* leftmost as dealt, not the lowest */
	claimed_is(&f, "A1", NO_SIDE);
	prestige_is(&f, RIVAL, 4);
	assert_int_equal(told_event(&f, "achieved")->thing, 1);
	assert_int_equal(told_event(&f, "achieved")->n, 4);
	rival(&f, "achieve");
	claimed_is(&f, "A1", RIVAL);
	prestige_is(&f, RIVAL, 7);
}

RULE_TEST(achieve_without_one, "R124: without one")
{
	struct fix f = fix_map(1, "");
	for (int i = 1; i <= 5; i++) {
		char goal[MAX_TEXT];
		snprintf(goal, sizeof goal, "A%d", i);
		fix_claimed(&f, goal, i % 2);
	}
	rival(&f, "achieve");
	prestige_is(&f, RIVAL, 1);
	assert_int_equal(told(&f, "achieved"), 0);
}

RULE_TEST(the_player_cannot_claim_it, "R65 R124: which the player cannot claim any more")
{
	struct fix f = fix_map(1, "");
	fix_goals(&f, "A12 A2 A1 A4 A5");
	fix_tracks(&f, 0, "A8");
	fix_money(&f, 0, 20);
	rival(&f, "achieve");
	claimed_is(&f, "A12", RIVAL);
	play_into(&f, "build A4, build A1", RAILS_BUY);
	claimed_is(&f, "A12", RIVAL);
	assert_int_equal(told(&f, "claimed"), 0);
}

/* ---- The end ---- */

RULE_TEST(the_card_of_the_last_turn, "R115 R119 R125 R126: the card after the last turn")
{
	struct fix f = fix_map(1, "");                  /* the deck: yes */
	fix_deck(&f, "");
	own_turn(&f);
	assert_int_equal(told(&f, "last_round"), 1);
	phase_is(&f, RAILS_RIVAL);
	play(&f, "rival coal");
	to_move_is(&f, OVER);
	prestige_is(&f, RIVAL, 3);
	assert_int_equal(f.g->ending(f.box, &f.s), RAILS_BY_DECK);

	f = fix_map(1, "");                             /* the cities: yes */
	fix_trains(&f, 0, "A2 A19 B3 B8 C13 C19");
	fix_trains(&f, RIVAL, "A2 A19 B3 B8 C13 C19");
	own_turn(&f);
	phase_is(&f, RAILS_RIVAL);
	play(&f, "rival expand");
	to_move_is(&f, OVER);
	tracks_are(&f, RIVAL, "A6");
	assert_int_equal(f.g->ending(f.box, &f.s), RAILS_BY_CITIES);

	f = fix_map(1, "");                             /* the tracks: no */
	fix_supply(&f, 0, 0);
	own_turn(&f);
	to_move_is(&f, OVER);
	no_pieces(&f);
	assert_int_equal(f.g->ending(f.box, &f.s), RAILS_BY_TRACKS);

	f = fix_map(1, "");                             /* no card is left: the round ends with the turn */
	fix_deck(&f, "");
	fix_rival_deck(&f, "");
	own_turn(&f);
	to_move_is(&f, OVER);
}

/* R126: the rival has no supply that could matter. R116: what it places is no placement. */
RULE_TEST(its_pieces_do_not_count, "R85 R116 R126: the rival's pieces are no placements, its supply does not matter")
{
	struct fix f = fix_map(1, "");
	fix_supply(&f, 0, 1);
	own_turn(&f);
	phase_is(&f, RAILS_RIVAL);

	static const char *const kind[] = { "coal", "expand" };
	for (int i = 0; i < 2; i++) {
		f = fix_map(1, "");
		own_turn(&f);
		f.s.rails.placed = 0;
		rival(&f, kind[i]);
		to_move_is(&f, OVER);
		assert_int_equal(f.g->ending(f.box, &f.s), RAILS_BY_STALL);
	}

	f = fix_map(1, "");                             /* a round is one own turn and the card */
	own_turn(&f);
	rival(&f, "coal");
	to_move_is(&f, 0);
}

RULE_TEST(more_than_the_rival_wins, "R96 R127: only more prestige than the rival wins, and both totals are told")
{
	static const struct { int own, rival, fate; } of[] = { { 8, 7, RAILS_WON }, { 7, 7, RAILS_LOST }, { 6, 7, RAILS_LOST } };
	for (int i = 0; i < 3; i++) {
		struct fix f = fix_map(1, "");
		int score[MAX_PLAYERS], place[MAX_PLAYERS];
		fix_contract(&f, 0, "K8");
		fix_prestige(&f, 0, of[i].own);
		fix_prestige(&f, RIVAL, of[i].rival);
		fix_money(&f, 0, 20);                   /* a tie is a loss, however rich */
		fix_trains(&f, 0, "A2 A19");
		fix_deck(&f, "");
		fix_rival_deck(&f, "");
		own_turn(&f);
		to_move_is(&f, OVER);
		f.g->score(f.box, &f.s, score);
		f.g->place(f.box, &f.s, place);
		assert_int_equal(score[0], of[i].own);
		assert_int_equal(place[0], of[i].fate == RAILS_WON ? 1 : 2);
		assert_int_equal(f.g->fate(f.box, &f.s, 0), of[i].fate);
		assert_int_equal(told(&f, "scored"), 2);        /* both totals */
		for (int n = told_at(&f, "scored"); n < f.told.n; n++)
			assert_int_equal(f.told.of[n].n, f.told.of[n].seat == 0 ? of[i].own : of[i].rival);
	}
}

/* It gains the prestige of an achievement at once: at the end it is not counted again. */
RULE_TEST(nothing_is_counted_twice, "R117 R120: its prestige is counted once")
{
	struct fix f = fix_map(1, "");
	fix_goals(&f, "A2 A12 A1 A4 A5");
	fix_deck(&f, "");
	fix_prestige(&f, 0, 5);
	fix_contract(&f, 0, "K8");
	fix_loans(&f, 0, 1);
	fix_claimed(&f, "A12", 0);                      /* 5 + 2 - 2 = 5 against 4 */
	rival(&f, "achieve");
	to_move_is(&f, OVER);
	for (int n = told_at(&f, "scored"); n < f.told.n; n++)
		assert_int_equal(f.told.of[n].n, f.told.of[n].seat == 0 ? 5 : 4);
	assert_int_equal(f.g->fate(f.box, &f.s, 0), RAILS_WON);
}

/* What it has on the prestige track, line by line. */
static void rival_counts(const struct fix *f, int deliveries, int stars, int achievements, int others, int ships)
{
	const int of[] = { deliveries, stars, achievements, others, ships };
	static const uint16_t rule[] = { R(121), R(123), R(124), R(122), F(51) };
	struct line line[MAX_LINES];
	int n = f->g->rival(f->box, &f->s, line), sum = 0;

	assert_int_equal(n, f->s.option[RAILS_FREIGHT] ? 5 : 4);
	for (int i = 0; i < n; i++) {
		assert_int_equal(line[i].n, of[i]);
		assert_int_equal(line[i].rule, rule[i]);
		sum += line[i].n;
	}
	prestige_is(f, RIVAL, sum);
}

RULE_TEST(line_by_line, "R120 R121 R122 R123 R124 F51: its count line by line")
{
	for (int freight = 0; freight < 2; freight++) {
		struct fix f = fix_map(1, freight ? "" : "freight=off");
		struct line line[MAX_LINES];
		if (freight)
			fix_ship(&f, "S1", "0 n 1");
		rival_counts(&f, 0, 0, 0, 0, 0);
		rival(&f, "timber");
		rival_counts(&f, 3, 0, 0, 0, freight ? 2 : 0);
		if (freight)
			play(&f, "ship S2");
		rival(&f, "achieve");
		rival_counts(&f, 3, 0, 3, 0, freight ? 2 : 0);
		rival(&f, "expand");
		rival_counts(&f, 3, 1, 3, 0, freight ? 2 : 0);
		rival(&f, "survey");
		rival_counts(&f, 3, 1, 3, 1, freight ? 2 : 0);
		f = fix_map(2, "");
		assert_int_equal(f.g->rival(f.box, &f.s, line), 0);
	}
}

/* ---- Ships ---- */

RULE_TEST(the_rival_loads, "T16 F47 F51 A16: the rival loads, and gains prestige but no money")
{
	struct fix f = fix_map(1, "");
	fix_ship(&f, "S1", "0 n 1");
	rival(&f, "timber");
	prestige_is(&f, RIVAL, 3 + 1 + 1);              /* delivery, slot, export; the $1 is lost */
	money_is(&f, RIVAL, 0);
	money_is(&f, 0, 5);
	prestige_is(&f, 0, 0);
	assert_int_equal(told(&f, "export"), 1);
	assert_int_equal(told_event(&f, "export")->seat, RIVAL);
	assert_true(told_at(&f, "gained") < told_at(&f, "loaded"));     /* its 3 first */
	assert_true(told_at(&f, "slot_bonus") < told_at(&f, "export"));
	phase_is(&f, RAILS_DOCK);
	play(&f, "ship S2");
	ship_is(&f, "S2", ". . . .");
	to_move_is(&f, 0);                              /* and the next round begins */
	assert_int_equal(f.s.rails.round, 3);
}

RULE_TEST(the_dollars_are_lost, "F51 A16: its slot and tie dollars are lost")
{
	struct fix f = fix_map(1, "");
	fix_ship(&f, "S2", "");                         /* iron, $1 */
	rival(&f, "iron");
	ship_is(&f, "S2", "1 . . .");
	prestige_is(&f, RIVAL, 3);
	money_is(&f, RIVAL, 0);
	fix_ship(&f, "S1", "1 0 n");                    /* a tie: $1 each, and that of the rival is lost */
	rival(&f, "coal");
	prestige_is(&f, RIVAL, 6);
	money_is(&f, RIVAL, 0);
	money_is(&f, 0, 6);
	assert_int_equal(told(&f, "export_tie"), 2);
}

RULE_TEST(its_containers_count, "F27 F33 F51 A16: its containers count like those of a player")
{
	struct fix f = fix_map(1, "");
	assert_int_equal(freight_left(&f.box->rails.freight, &f.s.rails.freight, RIVAL), 4);
	fix_ship(&f, "S8", "1 1 n");                    /* the player fills it, the rival leads: 2 VP */
	fix_tracks(&f, 0, "C17 C18");
	fix_delivery(&f, "F3");
	play(&f, "deliver C17 to C19, use F3 length 2");
	prestige_is(&f, RIVAL, 2);
	money_is(&f, RIVAL, 0);
	prestige_is(&f, 0, 1);
	money_is(&f, 0, 5 + 2 + 2);                     /* income and the slot */

	f = fix_map(1, "");                             /* and the player leads on the rival's card */
	fix_ship(&f, "S8", "0 0 n");
	rival(&f, "coal");                              /* a mismatch */
	prestige_is(&f, 0, 2);
	money_is(&f, 0, 5 + 2);
	prestige_is(&f, RIVAL, 3);
}

RULE_TEST(failed_cards_load_nothing, "F51 A16: what is no delivery loads nothing")
{
	struct fix f = fix_map(1, "");
	fix_trains(&f, 0, "B3 C13");
	fix_cubes(&f, "A12", 0);
	rival(&f, "timber");
	ship_is(&f, "S1", ". . . .");
	rival(&f, "expand");
	rival(&f, "achieve");
	ship_is(&f, "S1", ". . . .");
	rival(&f, "iron");
	ship_is(&f, "S1", "1 . . .");

	f = fix_map(1, "freight=off");
	rival(&f, "coal");
	prestige_is(&f, RIVAL, 3);
	assert_int_equal(told(&f, "loaded") + told(&f, "neutral"), 0);
	to_move_is(&f, 0);
}

RULE_TEST(the_rival_takes_the_leftmost, "F48 F51: it covers the leftmost slot")
{
	struct fix f = fix_map(1, "wild_any_order=on");
	fix_ship(&f, "S3", "");                         /* timber, grain, wild, iron */
	rival(&f, "coal");
	ship_is(&f, "S3", "n . . .");
	rival(&f, "grain");
	ship_is(&f, "S3", "n 1 . .");
}

RULE_TEST(what_is_wrong_with_a_rival, "R93 R119 R120: a refused position names one thing that is wrong with the rival")
{
	struct fix f = fix_map(1, "");
	check_holds(&f);
	CHECK_SAYS(&f, rails.sides, 1, "sides is not 2: the player and the rival");
	CHECK_SAYS(&f, rails.contract[RIVAL], f.s.rails.contract[0], "contract[1]: the rival has none");
	CHECK_SAYS(&f, rails.rival_acts, 1, "rival_acts: no card of a rival is being resolved");
	CHECK_SAYS(&f, rails.rival[0], (uint8_t)(f.box->rails.rival[0] + 1), "rival[0] is more than the deck had");
	f = fix_map(2, "");
	CHECK_SAYS(&f, rails.rival[0], 1, "rival[0]: there is no rival in this game");
}
