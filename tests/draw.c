/* The board as text: at every moment of some games, in every look. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "games/queen/queen.h"
#include "games/rails/rails.h"

enum { GAMES = 12, MOMENTS = 2000, PAGE = 80, RAILS_PAGE = 100, MAX_BOARD = 1 << 15 };

static char board[MAX_BOARD];

static void draw_for(const struct game *g, const struct state *s, int seat, int look)
{
	struct text t = text_on(board, sizeof board);

	g->draw(g->box, s, seat, look, &t);
	assert_true(text_fits(&t) && t.n > 0);
	assert_int_equal(board[t.n - 1], '\n');
}

static void draw(const struct game *g, const struct state *s, int look)
{
	draw_for(g, s, WATCHER, look);
}

/* Each of these texts is on the board. */
#define SHOWS(...) shows((const char *const[]){ __VA_ARGS__, NULL })
static void shows(const char *const *texts)
{
	for (; *texts; texts++)
		if (!strstr(board, *texts))
			fail_msg("'%s' is not in:\n%s", *texts, board);
}

/* Columns of the widest line. No line ends in a space. */
static int width(void)
{
	int widest = 0, column = 0;

	for (const char *c = board; *c; c++) {
		if (*c == '\n') {
			assert_true(c == board || c[-1] != ' ');
			widest = column > widest ? column : widest;
			column = 0;
		} else {
			column += (*c & 0xC0) != 0x80;
		}
	}
	return widest;
}

static void look_at(const struct game *g, const struct state *s)
{
	draw(g, s, LOOK_COLOUR);
	draw(g, s, LOOK_COLOUR | LOOK_ASCII);
	draw(g, s, 0);
	assert_null(strchr(board, '\033'));
	width();
	draw(g, s, LOOK_ASCII);
	assert_null(strchr(board, '\033'));
	width();
	for (const char *c = board; *c; c++)
		assert_true((*c & 0x80) == 0);
}

static struct state opening(const struct game *g, int players, const char *mode)
{
	struct state s;
	uint8_t option[MAX_OPTIONS];
	char why[MAX_TEXT];

	game_presets(g, option);
	if (mode)
		assert_true(game_set_option(g, option, "mode", mode, why));
	game_start(g, g->box, players, option, &s);
	return s;
}

static void step(const struct game *g, struct state *s, const char *bot, struct rng *r)
{
	int seat = g->to_move(g->box, s);

	g->apply(g->box, s, seat == CHANCE ? game_chance(g, g->box, s, r) : bot_pick_once(bot, g, g->box, s, r), NULL);
}

static void every_moment_of_every_game(void **unused)
{
	for (int k = 0; game_list[k]; k++)
		for (int i = 0; i < GAMES; i++) {
			const struct game *g = game_list[k];
			struct state s = opening(g, g->max_players - i % 2, NULL);
			struct rng r = rng_seed((uint64_t)i);
			for (int n = 0; look_at(g, &s), n < MOMENTS && g->to_move(g->box, &s) != OVER; n++)
				step(g, &s, i % 2 ? "random" : "simple", &r);
		}
}

/* Who is where must be in the words, not only in the picture: every ship with its name, its tile and its fate. */
static void queen_tells_every_ship(void **unused)
{
	const struct game *g = game_find("queen");
	struct state s = opening(g, 5, "intro");
	struct rng r = rng_seed(1);

	while (g->to_move(g->box, &s) != OVER) {
		draw(g, &s, LOOK_ASCII);
		for (int seat = 0; seat < 5; seat++) {
			const char *line = strstr(board, g->seats[seat]);
			assert_non_null(line);
			if (s.queen.ship[seat].fate != QUEEN_RACING)
				assert_non_null(strstr(board, queen_fate_name[s.queen.ship[seat].fate]));
		}
		step(g, &s, "simple", &r);
	}
	draw(g, &s, LOOK_ASCII);
	assert_non_null(strstr(board, queen_ending_name[s.queen.ending]));
}

/* A river that does not wind fits the page with the facts beside it; one that winds has them below. */
static void queen_keeps_to_the_page(void **unused)
{
	const struct game *g = game_find("queen");
	struct state s = opening(g, 4, "passengers");
	struct rng r = rng_seed(1);

	while (g->to_move(g->box, &s) == CHANCE)
		step(g, &s, "simple", &r);
	for (int bend = -1; bend <= 1; bend++)
		for (s.queen.laid = 2; s.queen.laid < 5; s.queen.laid++) {
			s.queen.heading[2] = (uint8_t)queen_turned(NORTH, bend);
			s.queen.heading[3] = s.queen.heading[2];
			s.queen.heading[4] = (uint8_t)queen_turned(s.queen.heading[3], -bend);
			draw(g, &s, 0);
			assert_true(width() <= PAGE);
		}
}

/* Twelve tiles in a line, the longest picture there is. */
static void queen_draws_the_longest_river(void **unused)
{
	const struct game *g = game_find("queen");
	struct state s = opening(g, 5, "passengers");

	for (int heading = 0; heading < QUEEN_SIDES; heading++) {
		s.queen.laid = QUEEN_TILES;
		for (int tile = 0; tile < QUEEN_TILES; tile++) {
			s.queen.tile[tile] = (uint8_t)tile;
			s.queen.heading[tile] = (uint8_t)heading;
		}
		look_at(g, &s);
	}
}

/* By the eyes of who is to move; of a watcher, if nobody is. */
static void draw_for_mover(const struct game *g, const struct state *s)
{
	int mover = g->to_move(g->box, s), eyes = mover < 0 ? WATCHER : mover;
	struct state view;

	game_view(g, g->box, s, eyes, &view);
	draw_for(g, &view, eyes, 0);
}

/* At every moment, by the eyes of who is to move: from the fewest players on, so many numbers of them; in the second half of the games by `second`. */
static void keeps_to_the_page(const char *game, int fewest, int numbers, const char *second, int widest)
{
	const struct game *g = game_find(game);

	for (int i = 0; i < GAMES; i++) {
		struct state s = opening(g, fewest + i % numbers, NULL);
		struct rng r = rng_seed((uint64_t)i);
		for (bool over = false; !over; ) {
			draw_for_mover(g, &s);
			assert_true(width() <= widest);
			over = g->to_move(g->box, &s) == OVER;
			if (!over)
				step(g, &s, i < GAMES / 2 ? "simple" : second, &r);
		}
	}
}

static void broadhorns_keeps_to_the_page(void **unused)
{
	keeps_to_the_page("broadhorns", 2, 3, "simple", PAGE);
}

/* How the card stands on the board: a delivery by town and cargo, a traveler by number. */
static void card_words(const struct box *b, int card, char out[8])
{
	if (card < FIRST_TRAVELER) {
		const struct broad_delivery *d = &b->broadhorns.delivery[card];
		snprintf(out, 8, "%s-%c", b->broadhorns.town[d->town].code, "FAPUW"[d->cargo]);
	} else {
		snprintf(out, 8, "TR%d ", card - FIRST_TRAVELER + 1);
	}
}

/* A card is told if it lies at a town or sits on a boat or is in the hand of who looks, and else not. */
static void broadhorns_tells_no_secrets(void **unused)
{
	const struct game *g = game_find("broadhorns");
	struct state s = opening(g, 4, NULL), view;
	struct rng r = rng_seed(3);
	char words[8];

	for (; g->to_move(g->box, &s) != OVER; step(g, &s, "simple", &r))
		for (int seat = -1; seat < 4; seat++) {
			int eyes = seat < 0 ? WATCHER : seat, hand = IN_HAND + AGES * seat;
			game_view(g, g->box, &s, eyes, &view);
			draw_for(g, &view, eyes, LOOK_ASCII);
			for (int card = 0; card < FIRST_ICE; card++) {
				int where = s.broadhorns.where[card];
				bool told = (where >= AT_TOWN && where < IN_HAND) || (seat >= 0 && where >= hand && where < hand + AGES);
				card_words(g->box, card, words);
				assert_int_equal(strstr(board, words) != NULL, told);
			}
			assert_int_equal(strstr(board, "'s hand") != NULL, seat >= 0);
		}
}

/* What follows the mark, letter and colour of a seat in the board that was drawn. */
static const char *row_of(const struct game *g, const struct state *s, int seat)
{
	char row[40];

	snprintf(row, sizeof row, "%c %c %s ", g->to_move(g->box, s) == seat ? '>' : ' ', g->seats[seat][0], g->seats[seat]);
	const char *line = strstr(board, row);
	assert_non_null(line);
	return line + strlen(row);
}

/* Draws every position of a game for three and calls `tells` for each seat. At the end the board says those words. */
static void every_board(const char *game, void (*tells)(const struct state *s, int seat, const char *row), const char *end)
{
	const struct game *g = game_find(game);
	struct state s = opening(g, 3, NULL);
	struct rng r = rng_seed(2);

	for (; g->to_move(g->box, &s) != OVER; step(g, &s, "simple", &r)) {
		draw(g, &s, LOOK_ASCII);
		for (int seat = 0; seat < 3; seat++)
			tells(&s, seat, row_of(g, &s, seat));
	}
	draw(g, &s, LOOK_ASCII);
	assert_non_null(strstr(board, end));
}

/* Gold, cards, tiles and wreaths of everybody stand in words, as do the season, and who is asked. */
static void player_is_told(const struct state *s, int seat, const char *row)
{
	const struct broad_player *p = &s->broadhorns.player[seat];
	int gold, cards, tiles, wreaths, held = 0;

	assert_int_equal(sscanf(row, "%d %d %d %d", &gold, &cards, &tiles, &wreaths), 4);
	for (int age = 0; age < AGES; age++)
		held += p->held[age];
	assert_true(gold == p->gold && cards == held && tiles == p->tiles && wreaths == p->wreaths);
}

static void broadhorns_tells_every_player(void **unused)
{
	every_board("broadhorns", player_is_told, "The game is over: season track complete.");
}

/* What is lost at the next spoil is marked; prices begin with the next one; a space with a barrel on it is marked too. */
static void broadhorns_shows_what_counts(void **unused)
{
	const struct game *g = game_find("broadhorns");
	struct state s = opening(g, 2, NULL);
	struct rng r = rng_seed(2);
	struct broadhorns *at = &s.broadhorns;

	while (g->to_move(g->box, &s) == CHANCE)
		step(g, &s, "simple", &r);
	at->player[0].boat = 2;
	at->player[0].space = 29;
	at->player[0].cargo[PORK][4] = 2;
	at->player[0].cargo[FLOUR][1] = 1;
	at->player[0].cargo[FURS][0] = 1;
	at->market[APPLES] = 6;
	at->seasons = 4;
	memcpy(at->track, (uint8_t[]){ FLOUR, PORK, APPLES, PORK }, 4);
	at->town[6] = (struct broad_town){ .tile = 0, .seen = 1, .filled = 2 };
	draw(g, &s, LOOK_ASCII);
	SHOWS("R 30 ft 29          3  4/5    .  F  .  .  PP!  U     0/2\n", " 1x4 2 3 ", "  autumn       F P A  ",
		"> winter       P . .  ", "Winter: no spoil step, boats are one slower.\n",
		"27 ~~R~       VIC Vicksburg      +2   A4  P5* U4  W3       F+2        2      3\n");
	at->town[6] = (struct broad_town){ .tile = BARE_BOARD, .seen = 7, .taken = 3 };
	draw(g, &s, LOOK_ASCII);
	SHOWS("VIC Vicksburg      +2   A3  P4  U4           F+3        0    board\n");
}

/* Alone, too, where there is a rival. */
static void rails_keeps_to_the_page(void **unused)
{
	keeps_to_the_page("rails", 1, 4, "random", RAILS_PAGE);
}

/* A train card is named if all have seen it or it is in the hand of who looks; a contract to its owner, and at the end to all. */
static void rails_tells_no_secrets(void **unused)
{
	const struct game *g = game_find("rails");
	struct state s = opening(g, 4, NULL), view;
	struct rng r = rng_seed(3);

	for (bool over = false; !over; ) {
		over = g->to_move(g->box, &s) == OVER;
		for (int seat = -1; seat < 4; seat++) {
			int eyes = seat < 0 ? WATCHER : seat;
			game_view(g, g->box, &s, eyes, &view);
			draw_for(g, &view, eyes, LOOK_ASCII);
			for (int card = 0; card < TRAIN_CARDS; card++) {
				int where = s.rails.where[card];
				bool told = (where >= IN_MARKET && where < DEALT) || where >= BOUGHT || (seat >= 0 && where == DEALT + seat);
				char words[8];                          /* on the map L1 is one cube of livestock */
				snprintf(words, sizeof words, " %s", g->box->rails.card[card].name);
				assert_int_equal(strstr(board, words) != NULL, told);
			}
			for (int other = 0; other < 4; other++) {
				char words[40];
				snprintf(words, sizeof words, "%s's contract", g->seats[other]);
				bool told = s.rails.contract[other] != NO_CONTRACT && (over || other == seat);
				assert_int_equal(strstr(board, words) != NULL, told);
			}
			assert_int_equal(strstr(board, "'s hand") != NULL, seat >= 0);
		}
		if (!over)
			step(g, &s, "simple", &r);
	}
}

/* Prestige, money, loans and pieces of every company stand in words, as do the hand's size and who is asked. */
static void company_is_told(const struct state *s, int seat, const char *row)
{
	const struct rails_side *p = &s->rails.side[seat];
	int n[8];

	assert_int_equal(sscanf(row, "%d %d %d %d %d %d %d%*[^\n] Hand %d", &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7]), 8);
	assert_true(n[0] == p->prestige && n[1] == p->money && n[2] == p->loans && n[3] == p->tracks && n[4] == p->wagons);
	assert_true(n[5] == p->stars && n[6] == p->longest && n[7] == rails_hand(&s->rails, seat));
}

static void rails_tells_every_company(void **unused)
{
	every_board("rails", company_is_told, "The game is over: ");
}

/* A game for one with the map laid as tile A, B, C, none of them turned. */
static struct state laid_out(const struct game *g)
{
	static const char *const move[] = { "lay A turned 0", "lay B turned 0", "lay C turned 0" };
	struct state s = opening(g, 1, NULL);
	struct rng r = rng_seed(1);

	for (int i = 0; i < 3; i++)
		g->apply(g->box, &s, game_parse(g, g->box, &s, move[i], ALL), NULL);
	while (s.rails.round == 0)
		step(g, &s, "simple", &r);
	memset(s.rails.side, 0, sizeof s.rails.side);
	return s;
}

/* What a hex says: its name, a star until somebody has it, terrain; goods and pieces. */
static void rails_draws_the_hexes(void **unused)
{
	const struct game *g = game_find("rails");
	struct state s = laid_out(g);

	draw(g, &s, LOOK_ASCII);
	SHOWS("|A1  .|A2  #|A3  f|", "|_____|IG___|_____|", "|A4  o|A5  f|A6 *^|A7  .|", "|C2___|_____|_____|_____|");
	s.rails.side[0].track[0] = 1u << 3 | 1u << 5;
	s.rails.side[1].track[0] = 1u << 5 | 1u << 6;
	s.rails.side[0].trains = s.rails.side[1].trains = 1;
	s.rails.cubes[0] = 1;
	draw(g, &s, LOOK_ASCII);
	SHOWS("|_____|IG_PR|_____|", "|A4  o|A5  f|A6  ^|A7  .|", "|C1__P|_____|___PR|____R|");
	assert_null(strstr(board, " A2 "));                            /* full: it takes no more */
	draw(g, &s, 0);
	SHOWS("│A4  ●│A5  ♣│A6  ▲│A7  ·│");
}

/* The ship and its slots, the market, achievements and who has them, the rival's cards. */
static void rails_shows_what_counts(void **unused)
{
	const struct game *g = game_find("rails");
	struct state s = laid_out(g);

	s.rails.freight = (struct freight){ .docked = 1, .slot = { SLOT_OWNER, SLOT_NEUTRAL, SLOT_OWNER + 1 } };
	memcpy(s.rails.goal, (uint8_t[]){ 0, 7, 8, 10, 11 }, GOALS_OPEN);
	memcpy(s.rails.claimed, (uint8_t[]){ 1, NO_SIDE, 0, NO_SIDE, NO_SIDE }, GOALS_OPEN);
	memset(s.rails.where, IN_DECK, sizeof s.rails.where);
	s.rails.where[5] = IN_MARKET;
	s.rails.where[6] = IN_MARKET + 1;
	s.rails.rival[RIVAL_SURVEY] = 0;
	draw(g, &s, LOOK_ASCII);
	SHOWS(" Ship S1, 7 to come\n", "  wild          Purple\n", "  coal      $1  neutral\n",
		"  grain         rival\n", "  timber    1VP <-\n", "  most aboard: 1VP $1\n", "  if tied: $1\n");
	char left[MAX_TEXT];
	const struct freight_box *ships = &g->box->rails.freight;
	snprintf(left, sizeof left, "Containers left: Purple %d, rival %d, neutral %d.\n", ships->containers - 1, ships->containers - 1, ships->neutral - 1);
	assert_non_null(strstr(board, left));
	SHOWS(" Market, 30 in the deck\n", " $1 F6 2 forests: $2\n", " $2 F7 coal/iron: $3\n", " $3 no card\n",
		" R Tunnel Master: 3 tunnels, 3VP\n", " - Specialist: 2 of one good, 2VP\n",
		" P Collector: 3 classes of card, 3VP\n",
		"Rival's cards left: 2 coal, 2 iron, 2 timber, 2 grain, 2 livestock, 3 expand, 2 achieve.\n");
	s.rails.freight = (struct freight){ .gone = 0xFF };
	draw(g, &s, LOOK_ASCII);
	SHOWS(" No ship, 0 to come\n");
	s.option[RAILS_FREIGHT] = 0;
	draw(g, &s, LOOK_ASCII);
	assert_null(strstr(board, "hip"));
}

/* A box may lay its tiles far apart: then the rest stands below the map. */
static void rails_draws_the_widest_map(void **unused)
{
	const struct game *g = game_find("rails");
	struct state s = laid_out(g);
	struct text t = text_on(board, sizeof board);
	struct box b = *g->box;

	b.rails.centre[1] = (struct rails_centre){ 30, 30 };
	b.rails.centre[2] = (struct rails_centre){ 0, 0 };
	b.rails.tile[1].hex[2].wants = 1u << COAL | 1u << IRON | 1u << GRAIN | 1u << LIVESTOCK;
	b.rails.tile[2].hex[12].wants = (1u << RAILS_GOODS) - 1;
	g->draw(&b, &s, WATCHER, LOOK_ASCII, &t);
	assert_true(text_fits(&t));
	assert_true(width() > RAILS_PAGE);
	SHOWS("|B1  f|B2  .|B3  #|\n", "|_____|_____|-T___|", "|all__|", "\nMarket, ");
}

/* Who comes after the turn under way, and that the next round runs the other way (R16). */
static void rails_tells_who_is_next(void **unused)
{
	const struct game *g = game_find("rails");
	uint8_t option[MAX_OPTIONS];
	struct state s;
	struct rng r = rng_seed(5);
	struct moves m;

	game_presets(g, option);
	game_start(g, g->box, 3, option, &s);
	while (s.rails.round < 2) {
		g->legal(g->box, &s, &m);
		g->apply(g->box, &s, g->to_move(g->box, &s) == CHANCE ? game_chance(g, g->box, &s, &r) : m.id[m.n - 1], NULL);
	}
	s.rails.first = 0;
	s.rails.active = 2;
	draw(g, &s, LOOK_ASCII);
	SHOWS("Round 2, Yellow's turn. Then Red, Purple.\nRound 3 runs the other way: Purple, Red, Yellow.\n");
	s.option[RAILS_ORDER] = ORDER_PASSING;
	s.rails.active = 1;
	draw(g, &s, LOOK_ASCII);
	SHOWS("Round 2, Red's turn. Then Yellow, Purple.\nRound 3: Yellow, Purple, Red.\n");
	s.rails.last = RAILS_BY_DECK;
	draw(g, &s, LOOK_ASCII);
	SHOWS("Round 2, the last one: Red's turn. Then Yellow, Purple.\n\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_moment_of_every_game),
		cmocka_unit_test(queen_tells_every_ship),
		cmocka_unit_test(queen_keeps_to_the_page),
		cmocka_unit_test(queen_draws_the_longest_river),
		cmocka_unit_test(broadhorns_keeps_to_the_page),
		cmocka_unit_test(broadhorns_tells_no_secrets),
		cmocka_unit_test(broadhorns_tells_every_player),
		cmocka_unit_test(broadhorns_shows_what_counts),
		cmocka_unit_test(rails_keeps_to_the_page),
		cmocka_unit_test(rails_tells_no_secrets),
		cmocka_unit_test(rails_tells_every_company),
		cmocka_unit_test(rails_draws_the_hexes),
		cmocka_unit_test(rails_shows_what_counts),
		cmocka_unit_test(rails_draws_the_widest_map),
		cmocka_unit_test(rails_tells_who_is_next),
	};

	return cmocka_run_group_tests_name("draw", tests, NULL, NULL);
}
