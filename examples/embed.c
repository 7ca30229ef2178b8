/* A program that uses libbigmuddy: it plays one game of Small Railroad Empires between bots, and then a thousand steps of many games at random.
 *
 *     cc embed.c $(pkg-config --cflags --libs bigmuddy) -o embed && ./embed
 */
#include <bigmuddy.h>
#include <stdio.h>
#include <stdlib.h>

static void die(void)
{
	fprintf(stderr, "embed: %s\n", bm_error());
	exit(1);
}

/* One game, move by move. */
static void play_one(const bm_game *g)
{
	void *state = malloc(bm_state_size());
	bm_bot *bot = bm_bot_open(g, "simple", 1);
	int32_t score[BM_MAX_PLAYERS];
	char text[BM_MAX_TEXT];
	bm_rng dice;
	int mover;

	if (!state || !bot || bm_start(g, state) < BM_ERRORS)
		die();
	bm_seed(&dice, 7);
	while ((mover = bm_to_move(g, state)) != BM_OVER) {
		int move = mover == BM_CHANCE ? bm_draw(g, state, &dice) : bm_bot_pick(bot, state);
		if (move < 0 || bm_text(g, state, move, BM_ALL, text, sizeof text) < 0)
			die();
		if (mover >= 0 && bm_turn(g, state) <= 3)
			printf("%s: %s\n", bm_seat_name(g, mover), text);
		if (bm_apply(g, state, move) != BM_FINE)
			die();
	}
	bm_score(g, state, score);
	for (int i = 0; i < bm_players(g); i++)
		printf("%s has %d points\n", bm_seat_name(g, i), (int)score[i]);
	bm_bot_close(bot);
	free(state);
}

/* Many games, step by step, into arrays of our own. */
static void step_many(const bm_game *g)
{
	enum { GAMES = 64 };
	struct bm_vec_config config = { .games = GAMES, .threads = 2, .seed = 1 };
	bm_vec *v = bm_vec_open(g, &config);
	int32_t actions[GAMES], movers[GAMES];
	uint8_t ended[GAMES], *masks = malloc((size_t)GAMES * (size_t)bm_num_actions(g)), *rows = malloc((size_t)GAMES * (size_t)bm_tensor_size(g));
	struct bm_vec_io io = { .actions = actions, .movers = movers, .masks = masks, .observations = rows, .ended = ended };
	int games = 0;
	bm_rng any;

	bm_seed(&any, 3);
	if (!v || !masks || !rows || bm_vec_reset(v, &io) != BM_FINE)
		die();
	for (int i = 0; i < 1000; i++) {
		/* A policy would choose by masks and rows; this one chooses at random. */
		if (bm_vec_sample(v, &any, actions) != BM_FINE || bm_vec_step(v, &io) != BM_FINE)
			die();
		for (int k = 0; k < GAMES; k++)
			games += ended[k];
	}
	printf("%d games came to their end in %d decisions\n", games, 1000 * GAMES);
	bm_vec_close(v);
	free(masks);
	free(rows);
}

int main(void)
{
	bm_game *g = bm_open("rails players=3");

	if (!g)
		die();
	play_one(g);
	step_many(g);
	bm_close(g);
	return 0;
}
