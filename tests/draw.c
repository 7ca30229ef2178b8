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

enum { GAMES = 12, MOMENTS = 2000, PAGE = 80, MAX_BOARD = 1 << 15 };

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
	(void)unused;
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

	(void)unused;
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

	(void)unused;
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

	(void)unused;
	for (int heading = 0; heading < QUEEN_SIDES; heading++) {
		s.queen.laid = QUEEN_TILES;
		for (int tile = 0; tile < QUEEN_TILES; tile++) {
			s.queen.tile[tile] = (uint8_t)tile;
			s.queen.heading[tile] = (uint8_t)heading;
		}
		look_at(g, &s);
	}
}

/* At every moment, by the eyes of who is to move. */
static void broadhorns_keeps_to_the_page(void **unused)
{
	const struct game *g = game_find("broadhorns");

	(void)unused;
	for (int i = 0; i < GAMES; i++) {
		struct state s = opening(g, 2 + i % 3, NULL), view;
		struct rng r = rng_seed((uint64_t)i);
		for (; g->to_move(g->box, &s) != OVER; step(g, &s, "simple", &r)) {
			int seat = g->to_move(g->box, &s) < 0 ? WATCHER : g->to_move(g->box, &s);
			game_view(g, g->box, &s, seat, &view);
			draw_for(g, &view, seat, 0);
			assert_true(width() <= PAGE);
		}
	}
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

	(void)unused;
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

/* Gold, cards, tiles and wreaths of everybody stand in words, as do the season, and who is asked. */
static void broadhorns_tells_every_player(void **unused)
{
	const struct game *g = game_find("broadhorns");
	struct state s = opening(g, 3, NULL);
	struct rng r = rng_seed(2);

	(void)unused;
	for (; g->to_move(g->box, &s) != OVER; step(g, &s, "simple", &r)) {
		draw(g, &s, LOOK_ASCII);
		for (int seat = 0; seat < 3; seat++) {
			const struct broad_player *p = &s.broadhorns.player[seat];
			char row[40];
			int gold, cards, tiles, wreaths, held = 0;
			snprintf(row, sizeof row, "%c %c %s ", g->to_move(g->box, &s) == seat ? '>' : ' ', g->seats[seat][0], g->seats[seat]);
			const char *line = strstr(board, row);
			assert_non_null(line);
			assert_int_equal(sscanf(line + strlen(row), "%d %d %d %d", &gold, &cards, &tiles, &wreaths), 4);
			for (int age = 0; age < AGES; age++)
				held += p->held[age];
			assert_true(gold == p->gold && cards == held && tiles == p->tiles && wreaths == p->wreaths);
		}
	}
	draw(g, &s, LOOK_ASCII);
	assert_non_null(strstr(board, "The game is over: season track complete."));
}

/* What is lost at the next spoil is marked; prices begin with the next one; a space with a barrel on it is marked too. */
static void broadhorns_shows_what_counts(void **unused)
{
	const struct game *g = game_find("broadhorns");
	struct state s = opening(g, 2, NULL);
	struct rng r = rng_seed(2);
	struct broadhorns *at = &s.broadhorns;

	(void)unused;
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
	assert_non_null(strstr(board, "R 30 ft 29          3  4/5    .  F  .  .  PP!  U     0/2\n"));
	assert_non_null(strstr(board, " 1x4 2 3 "));
	assert_non_null(strstr(board, "  autumn       F P A  "));
	assert_non_null(strstr(board, "> winter       P . .  "));
	assert_non_null(strstr(board, "Winter: no spoil step, boats are one slower.\n"));
	assert_non_null(strstr(board, "27 ~~R~       VIC Vicksburg      +2   A4  P5* U4  W3       F+2        2      3\n"));
	at->town[6] = (struct broad_town){ .tile = BARE_BOARD, .seen = 7, .taken = 3 };
	draw(g, &s, LOOK_ASCII);
	assert_non_null(strstr(board, "VIC Vicksburg      +2   A3  P4  U4           F+3        0    board\n"));
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
	};

	return cmocka_run_group_tests_name("draw", tests, NULL, NULL);
}
