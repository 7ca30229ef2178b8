/* libbigmuddy through its public header alone: whole games of every kind, and bad input at every door. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bigmuddy.h"

static const char *const specs[] = {
	"queen", "queen players=5 stragglers=out facing=free", "queen(players=4, mode=intro)", "broadhorns", "broadhorns players=4 freight=on",
	"rails players=1", "rails players=3", "rails players=4 freight=off", "rails rules=1 players=2", "blank players=2", NULL
};

static bm_game *open_game(const char *spec)
{
	bm_game *g = bm_open(spec);

	if (!g)
		fail_msg("%s: %s", spec, bm_error());
	return g;
}

static void *new_state(void)
{
	void *s = malloc(bm_state_size());

	assert_non_null(s);
	memset(s, 0, bm_state_size());
	return s;
}

/* At every moment of a game: lists, masks, texts, views, guesses, rows, bytes and JSON agree with each other. */
static void look_at(const bm_game *g, const void *s, bm_rng *r)
{
	static char json[BM_MAX_JSON];
	static uint8_t row[8192], from_view[8192];
	uint8_t code[BM_MAX_CODE], mask[1024];
	uint16_t moves[BM_MAX_MOVES];
	uint32_t weights[BM_MAX_MOVES], total;
	char words[BM_MAX_TEXT + 8];
	void *other = new_state(), *view = new_state();
	int mover = bm_to_move(g, s), n = bm_legal(g, s, moves, BM_MAX_MOVES), sum = 0;

	assert_int_equal(bm_check(g, s), BM_FINE);
	assert_int_equal(n == 0, mover == BM_OVER);
	assert_int_equal(bm_mask(g, s, mask), mover >= 0 ? n : 0);
	for (int i = 0; i < bm_num_actions(g); i++)
		sum += mask[i];
	assert_int_equal(sum, mover >= 0 ? n : 0);
	for (int i = 0; i < n && i < 8; i++) {
		assert_int_equal(bm_why(g, s, moves[i], words, sizeof words), 0);
		assert_true(bm_text(g, s, moves[i], BM_ALL, words, sizeof words) > 0);
		assert_int_equal(bm_parse(g, s, words), moves[i]);
	}
	if (mover == BM_CHANCE) {
		assert_int_equal(bm_chance(g, s, moves, weights, BM_MAX_MOVES, &total), n);
		for (int i = 0; i < n; i++)
			total -= weights[i];
		assert_int_equal(total, 0);
	}
	int bytes = bm_encode(g, s, code, sizeof code);
	assert_true(bytes > 0);
	assert_int_equal(bm_decode(g, code, (size_t)bytes, other), BM_FINE);
	assert_memory_equal(s, other, bm_state_size());
	int length = bm_json(g, s, json, sizeof json);
	assert_int_equal(bm_from_json(g, json, (size_t)length, other), BM_FINE);
	assert_memory_equal(s, other, bm_state_size());
	for (int seat = 0; seat < bm_players(g); seat++) {
		assert_int_equal(bm_view(g, s, seat, view), BM_FINE);
		assert_int_equal(bm_viewer(g, view), seat);
		assert_int_equal(bm_guess(g, view, r, other), BM_FINE);
		assert_int_equal(bm_check(g, other), BM_FINE);
		assert_int_equal(bm_observe(g, s, seat, row), BM_FINE);
		assert_int_equal(bm_observe(g, view, seat, from_view), BM_FINE);
		assert_memory_equal(row, from_view, (size_t)bm_tensor_size(g));
		if (seat == mover)
			assert_int_equal(bm_legal(g, view, moves, BM_MAX_MOVES), n);
	}
	assert_true(bm_board(g, s, BM_WATCHER, json, sizeof json) > 0);
	free(other);
	free(view);
}

static void games_play(void **unused)
{
	for (int k = 0; specs[k]; k++) {
		bm_game *g = open_game(specs[k]);
		bm_bot *bot = bm_bot_open(g, "random", 1);
		bm_record *record = bm_record_open(g);
		void *s = new_state(), *again = new_state();
		float returns[BM_MAX_PLAYERS], sum = 0;
		int32_t place[BM_MAX_PLAYERS];
		bm_rng r;
		int mover, n = 0;

		bm_seed(&r, (uint64_t)k);
		assert_int_equal(bm_start(g, s), BM_FINE);
		for (; (mover = bm_to_move(g, s)) != BM_OVER; n++) {
			int move = mover == BM_CHANCE ? bm_draw(g, s, &r) : bm_bot_pick(bot, s);
			if (n % 17 == 0)
				look_at(g, s, &r);
			assert_true(move >= 0);
			assert_int_equal(bm_returns(g, s, returns), BM_FINE);
			assert_true(returns[0] == 0);
			assert_int_equal(bm_record_play(record, move), BM_FINE);
			assert_int_equal(bm_apply(g, s, move), BM_FINE);
		}
		look_at(g, s, &r);
		assert_int_equal(bm_returns(g, s, returns), BM_FINE);
		assert_int_equal(bm_places(g, s, place), BM_FINE);
		for (int i = 0; i < bm_players(g); i++)
			sum += returns[i];
		assert_true(bm_players(g) == 1 ? sum == 1 || sum == -1 : sum > -0.001F && sum < 0.001F);

		/* The record comes back from both forms, with all its moves. */
		for (int form = BM_RECORD_TEXT; form <= BM_RECORD_JSON; form++) {
			int length = bm_record_print(record, form, NULL, 0);
			char *words = malloc((size_t)length + 1);
			assert_int_equal(bm_record_print(record, form, words, (size_t)length + 1), length);
			bm_record *back = bm_record_read(words, (size_t)length);
			if (!back)
				fail_msg("%s: %s", specs[k], bm_error());
			assert_int_equal(bm_record_moves(back), n);
			assert_int_equal(bm_record_move(back, n - 1), bm_record_move(record, n - 1));
			assert_int_equal(bm_record_state(back, n, again), BM_FINE);
			assert_memory_equal(s, again, bm_state_size());
			assert_string_equal(bm_name(bm_record_game(back)), bm_name(g));
			bm_record_close(back);
			free(words);
		}
		bm_record_close(record);
		bm_bot_close(bot);
		bm_close(g);
		free(s);
		free(again);
	}
}

/* Names, options and planes. */
static void games_describe_themselves(void **unused)
{
	struct bm_option o;
	struct bm_plane p;
	int n = 0;

	assert_int_equal(bm_api_version(), BM_API_VERSION);
	assert_true(bm_version()[0] != '\0');
	assert_string_equal(bm_game_name(0), "queen");
	assert_null(bm_game_name(-1));
	assert_null(bm_game_name(99));
	assert_non_null(bm_bot_name(0));
	assert_null(bm_bot_name(99));
	bm_game *g = open_game("queen(players=4, mode=intro)"), *plain = open_game("queen");
	assert_int_equal(bm_option(g, 0, &o), BM_FINE);
	assert_string_equal(o.name, "mode");
	assert_string_equal(o.values[o.value], "intro");
	assert_int_equal(o.preset, 0);
	assert_int_equal(bm_option(g, 99, &o), BM_ARGUMENT);
	for (int i = 0; bm_tensor_info(g, i, &p) == BM_FINE; i++)
		n += p.shape[0] * p.shape[1] * p.shape[2];
	assert_int_equal(n, bm_tensor_size(g));
	assert_true(bm_tensor_hash(g) == bm_tensor_hash(plain));
	assert_true(bm_num_actions(g) < bm_num_moves(g));
	assert_string_equal(bm_title(g), "Mississippi Queen");

	/* Its own box, read again, is the same game. */
	static char box[BM_MAX_JSON];
	int length = bm_box_json(g, box, sizeof box);
	bm_game *other = bm_open_box("queen players=4", box, (size_t)length);
	assert_non_null(other);
	assert_null(bm_open_box("rails", box, (size_t)length));
	assert_null(bm_open_box("queen", "{", 1));
	assert_null(bm_open_box("queen", NULL, 0));
	bm_close(other);
	bm_close(g);
	bm_close(plain);
	bm_close(NULL);
}

static void refused(int code, int expected)
{
	assert_int_equal(code, expected);
	assert_true(strlen(bm_error()) > 5);
}

static void bad_games_are_refused(void **unused)
{
	static const char *const bad[] = { NULL, "", "chess", "queen players=9", "queen mode=fast", "queen players=3 players=4", "rails(((players=x)))", "queen , = ,", "queen players" };

	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		assert_null(bm_open(bad[i]));
		assert_true(strlen(bm_error()) > 5);
	}
	refused(bm_players(NULL), BM_ARGUMENT);
}

/* Not a state at all, or not of this game. */
static void bad_states_are_refused(void **unused)
{
	bm_game *g = open_game("queen"), *rails = open_game("rails players=2"), *intro = open_game("queen mode=intro");
	void *s = new_state(), *other = new_state();
	uint8_t bytes[BM_MAX_CODE];

	refused(bm_to_move(g, s), BM_STATE);
	refused(bm_to_move(g, NULL), BM_ARGUMENT);
	refused(bm_to_move(NULL, s), BM_ARGUMENT);
	refused(bm_start(NULL, s), BM_ARGUMENT);
	refused(bm_start(g, NULL), BM_ARGUMENT);
	assert_int_equal(bm_start(rails, s), BM_FINE);
	refused(bm_apply(g, s, 0), BM_STATE);

	/* Bytes that were tampered with are told by bm_check, and by a state of other options. */
	assert_int_equal(bm_start(g, s), BM_FINE);
	memcpy(other, s, bm_state_size());
	((uint8_t *)other)[40] = 250;
	((uint8_t *)other)[41] = 250;
	refused(bm_check(g, other), BM_STATE);
	refused(bm_to_move(intro, s), BM_STATE);
	assert_true(bm_encode(g, s, bytes, sizeof bytes) > 0);
	refused(bm_decode(intro, bytes, (size_t)bm_encode(g, s, bytes, sizeof bytes), other), BM_STATE);
	bm_close(intro);
	bm_close(g);
	bm_close(rails);
	free(s);
	free(other);
}

static void bad_arguments_are_refused(void **unused)
{
	bm_game *g = open_game("queen");
	void *s = new_state(), *before = new_state(), *view = new_state();
	uint16_t moves[BM_MAX_MOVES];
	uint32_t total;
	uint8_t bytes[BM_MAX_CODE];
	char words[BM_MAX_TEXT];

	assert_int_equal(bm_start(g, s), BM_FINE);
	memcpy(before, s, bm_state_size());
	refused(bm_apply(g, s, -1), BM_ARGUMENT);
	refused(bm_apply(g, s, 60000), BM_ARGUMENT);
	refused(bm_apply(g, s, 0), BM_ILLEGAL);
	assert_int_equal(bm_error()[0], 'Q');
	refused(bm_legal(g, s, moves, 1), BM_CAP);
	refused(bm_legal(g, s, NULL, 10), BM_CAP);
	refused(bm_chance(g, s, moves, NULL, BM_MAX_MOVES, &total), BM_CAP);
	refused(bm_draw(g, s, NULL), BM_ARGUMENT);
	refused(bm_parse(g, s, "sing"), BM_TEXT);
	refused(bm_parse(g, s, NULL), BM_ARGUMENT);
	refused(bm_text(g, s, 0, 7, words, sizeof words), BM_ARGUMENT);
	refused(bm_text(g, s, 0, 0, NULL, 10), BM_ARGUMENT);
	refused(bm_why(g, s, -4, words, sizeof words), BM_ARGUMENT);
	refused(bm_view(g, s, 3, view), BM_ARGUMENT);
	refused(bm_view(g, s, BM_ALL, view), BM_ARGUMENT);
	refused(bm_observe(g, s, 3, bytes), BM_ARGUMENT);
	refused(bm_observe(g, s, BM_WATCHER, bytes), BM_ARGUMENT);
	refused(bm_observe(g, s, 0, NULL), BM_ARGUMENT);
	refused(bm_mask(g, s, NULL), BM_ARGUMENT);
	refused(bm_encode(g, s, bytes, 3), BM_CAP);
	refused(bm_decode(g, (const uint8_t *)"nonsense", 8, s), BM_TEXT);
	refused(bm_decode(g, bytes, 1 << 30, s), BM_TEXT);
	refused(bm_from_json(g, "{\"game\":1}", 10, s), BM_TEXT);
	refused(bm_from_json(g, "[", 1, s), BM_TEXT);
	refused(bm_score(g, s, NULL), BM_ARGUMENT);
	refused(bm_returns(g, s, NULL), BM_ARGUMENT);
	assert_memory_equal(s, before, bm_state_size());
	bm_close(g);
	free(s);
	free(before);
	free(view);
}

/* A view cannot be played on, nor asked what others may do. */
static void a_view_is_not_a_game(void **unused)
{
	bm_game *g = open_game("queen");
	void *s = new_state(), *view = new_state();
	uint16_t moves[BM_MAX_MOVES];
	uint32_t odds[BM_MAX_MOVES], total;
	uint8_t bytes[BM_MAX_CODE];
	bm_rng r;
	bm_bot *bot = bm_bot_open(g, "simple", 1);
	int32_t n[BM_MAX_PLAYERS];

	bm_seed(&r, 1);
	assert_int_equal(bm_start(g, s), BM_FINE);
	refused(bm_bot_pick(bot, s), BM_STATE);         /* chance is to move */
	while (bm_to_move(g, s) == BM_CHANCE)
		assert_int_equal(bm_apply(g, s, bm_draw(g, s, &r)), BM_FINE);
	refused(bm_chance(g, s, moves, odds, BM_MAX_MOVES, &total), BM_STATE);
	refused(bm_draw(g, s, &r), BM_STATE);
	int other = (bm_to_move(g, s) + 1) % 3;
	assert_int_equal(bm_view(g, s, other, view), BM_FINE);
	refused(bm_legal(g, view, moves, BM_MAX_MOVES), BM_STATE);
	refused(bm_apply(g, view, 0), BM_STATE);
	refused(bm_view(g, view, other, view), BM_STATE);
	refused(bm_observe(g, view, (other + 1) % 3, bytes), BM_ARGUMENT);
	refused(bm_bot_pick(bot, view), BM_STATE);
	assert_int_equal(bm_score(g, view, n), BM_FINE);
	bm_bot_close(bot);
	bm_close(g);
	free(s);
	free(view);
}

static void bad_bots_and_records_are_refused(void **unused)
{
	bm_game *g = open_game("queen");
	bm_record *record = bm_record_open(g);
	void *s = new_state();

	assert_null(bm_bot_open(g, "genius", 1));
	assert_null(bm_bot_open(g, NULL, 1));
	assert_null(bm_bot_open(NULL, "simple", 1));
	assert_null(bm_record_open(NULL));
	assert_null(bm_record_read("a text", 6));
	assert_null(bm_record_read(NULL, 6));
	refused(bm_record_moves(NULL), BM_ARGUMENT);
	refused(bm_record_move(record, 0), BM_ARGUMENT);
	refused(bm_record_state(record, 1, s), BM_ARGUMENT);
	refused(bm_record_play(record, 0), BM_ILLEGAL);
	refused(bm_record_print(record, 7, NULL, 0), BM_ARGUMENT);
	assert_int_equal(bm_record_moves(record), 0);
	bm_record_close(record);
	bm_record_close(NULL);
	bm_bot_close(NULL);
	bm_close(g);
	free(s);
}

/* Many games ------------------------------------------------------------------ */

/* The caller's arrays. */
struct arrays { int32_t *actions, *movers; uint8_t *masks, *rows, *ended, *truncated; float *rewards; struct bm_vec_io io; };

static struct arrays arrays_for(const bm_game *g, int games)
{
	size_t n = (size_t)games;
	struct arrays a = { .actions = calloc(n, 4), .movers = calloc(n, 4), .masks = calloc(n, (size_t)bm_num_actions(g)),
		.rows = calloc(n, (size_t)bm_tensor_size(g)), .ended = calloc(n, 1), .truncated = calloc(n, 1), .rewards = calloc(n, sizeof(float) * (size_t)bm_players(g)) };

	a.io = (struct bm_vec_io){ a.actions, a.movers, a.masks, a.rows, a.rewards, a.ended, a.truncated };
	return a;
}

static void drop(struct arrays *a)
{
	void *const all[] = { a->actions, a->movers, a->masks, a->rows, a->ended, a->truncated, a->rewards };

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		free(all[i]);
}

static uint64_t hash(uint64_t h, const void *of, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ ((const uint8_t *)of)[i]) * 0x100000001B3ULL;
	return h;
}

/* Everything that came out of so many steps, as one number; and how many games ended and were cut short. */
static uint64_t stepped(const bm_game *g, struct bm_vec_config c, int steps, int *ended, int *truncated)
{
	struct arrays a = arrays_for(g, c.games);
	bm_vec *v = bm_vec_open(g, &c);
	size_t n = (size_t)c.games;
	uint64_t h = 1;
	bm_rng r;

	assert_non_null(v);
	bm_seed(&r, 5);
	*ended = *truncated = 0;
	assert_int_equal(bm_vec_reset(v, &a.io), BM_FINE);
	for (int i = 0; i < steps; i++) {
		h = hash(h, a.movers, n * 4);
		h = hash(h, a.masks, n * (size_t)bm_num_actions(g));
		h = hash(h, a.rows, n * (size_t)bm_tensor_size(g));
		h = hash(h, a.rewards, n * sizeof(float) * (size_t)bm_players(g));
		for (int k = 0; k < c.games; k++) {
			*ended += a.ended[k];
			*truncated += a.truncated[k];
			assert_true(a.movers[k] >= 0 && a.movers[k] < bm_players(g));
			float sum = 0, most = 0;
			for (int j = 0; j < bm_players(g); j++) {
				float x = a.rewards[k * bm_players(g) + j];
				sum += x;
				most = x > most ? x : most;
			}
			if (!a.ended[k] || a.truncated[k])
				assert_true(most == 0);
			else if (bm_players(g) > 1)
				assert_true(sum > -0.001F && sum < 0.001F);
		}
		assert_int_equal(bm_vec_sample(v, &r, a.actions), BM_FINE);
		assert_int_equal(bm_vec_step(v, &a.io), BM_FINE);
	}
	bm_vec_close(v);
	drop(&a);
	return h;
}

/* The same seed gives the same games whatever the number of threads; another seed gives others. */
static void threads_change_nothing(void **unused)
{
	for (int k = 0; specs[k]; k++) {
		bm_game *g = open_game(specs[k]);
		struct bm_vec_config c = { .games = 37, .threads = 1, .seed = 3, .max_steps = 40, .flags = strncmp(specs[k], "blank", 5) == 0 ? BM_VEC_FORCED : 0 };
		int ended, truncated, again;
		uint64_t one = stepped(g, c, 150, &ended, &truncated);

		assert_true(ended + truncated > 0);
		c.threads = 3;
		assert_true(stepped(g, c, 150, &again, &truncated) == one);
		assert_int_equal(again, ended);
		c.seed = 4;
		if (strncmp(specs[k], "blank", 5) != 0)
			assert_true(stepped(g, c, 150, &again, &truncated) != one);
		bm_close(g);
	}
}

/* What a vector gives is what the single functions give for the state that it holds. */
static void vectors_agree_with_single_games(void **unused)
{
	enum { GAMES = 5 };
	static uint8_t mask[1024], row[8192];

	for (int k = 0; specs[k]; k++) {
		bm_game *g = open_game(specs[k]);
		struct bm_vec_config c = { .games = GAMES, .threads = 2, .seed = 9, .flags = BM_VEC_FORCED };
		struct arrays a = arrays_for(g, GAMES);
		bm_vec *v = bm_vec_open(g, &c);
		void *s = new_state();
		bm_rng r;

		bm_seed(&r, 1);
		assert_int_equal(bm_vec_games(v), GAMES);
		assert_int_equal(bm_vec_reset(v, &a.io), BM_FINE);
		for (int step = 0; step < 400; step++) {
			for (int i = 0; i < GAMES; i++) {
				assert_int_equal(bm_vec_get(v, i, s), BM_FINE);
				assert_int_equal(bm_to_move(g, s), a.movers[i]);
				bm_mask(g, s, mask);
				assert_memory_equal(mask, a.masks + i * bm_num_actions(g), (size_t)bm_num_actions(g));
				bm_observe(g, s, a.movers[i], row);
				assert_memory_equal(row, a.rows + i * bm_tensor_size(g), (size_t)bm_tensor_size(g));
			}
			bm_vec_sample(v, &r, a.actions);
			assert_int_equal(bm_vec_step(v, &a.io), BM_FINE);
		}
		/* A game can be put where another one is. */
		assert_int_equal(bm_vec_get(v, 0, s), BM_FINE);
		assert_int_equal(bm_vec_set(v, 4, s), BM_FINE);
		void *there = new_state();
		assert_int_equal(bm_vec_get(v, 4, there), BM_FINE);
		assert_memory_equal(s, there, bm_state_size());
		free(there);
		bm_vec_close(v);
		drop(&a);
		bm_close(g);
		free(s);
	}
}

/* With bots at the other seats only the caller's seat decides, the same games come out whatever the threads, and simple beats a random player. */
static void bots_take_the_other_seats(void **unused)
{
	enum { GAMES = 40, STEPS = 400 };
	bm_game *g = bm_open("queen players=3 mode=intro");
	struct arrays a = arrays_for(g, GAMES);
	int32_t seats[GAMES], first[GAMES];
	float won[2] = { 0 };

	for (int i = 0; i < GAMES; i++)
		seats[i] = i % 3;
	for (int threads = 1; threads <= 2; threads++) {
		struct bm_vec_config c = { .games = GAMES, .threads = threads, .seed = 5 };
		bm_vec *v = bm_vec_open(g, &c);
		bm_rng r;
		refused(bm_vec_bots(v, "nobody", seats), BM_ARGUMENT);
		refused(bm_vec_bots(v, "simple", NULL), BM_ARGUMENT);
		refused(bm_vec_bots(v, "simple", (int32_t[GAMES]){ 3 }), BM_ARGUMENT);
		refused(bm_vec_bots(NULL, "simple", seats), BM_ARGUMENT);
		assert_int_equal(bm_vec_bots(v, "simple", seats), BM_FINE);
		assert_int_equal(bm_vec_reset(v, &a.io), BM_FINE);
		bm_seed(&r, 2);
		for (int step = 0; step < STEPS; step++) {
			assert_memory_equal(a.movers, seats, sizeof seats);
			bm_vec_sample(v, &r, a.actions);
			assert_int_equal(bm_vec_step(v, &a.io), BM_FINE);
			for (int i = 0; i < GAMES; i++)
				won[threads - 1] += a.rewards[i * 3 + seats[i]];
		}
		if (threads == 1)
			memcpy(first, a.actions, sizeof first);
		assert_memory_equal(a.actions, first, sizeof first);
		assert_int_equal(bm_vec_bots(v, NULL, NULL), BM_FINE);          /* and the caller plays all again */
		assert_int_equal(bm_vec_reset(v, &a.io), BM_FINE);
		int others = 0;
		for (int step = 0; step < 50; step++) {
			bm_vec_sample(v, &r, a.actions);
			assert_int_equal(bm_vec_step(v, &a.io), BM_FINE);
			for (int i = 0; i < GAMES; i++)
				others += a.movers[i] != seats[i];
		}
		assert_true(others > 0);
		bm_vec_close(v);
	}
	assert_true(won[0] < 0 && won[0] == won[1]);
	drop(&a);
	bm_close(g);
}

static void bad_vectors_are_refused(void **unused)
{
	bm_game *g = open_game("queen");
	struct bm_vec_config c = { .games = 3, .threads = 1, .seed = 1 };
	struct arrays a = arrays_for(g, 3);
	void *s = new_state(), *after = new_state();
	bm_rng r;

	assert_null(bm_vec_open(NULL, &c));
	assert_null(bm_vec_open(g, NULL));
	assert_null(bm_vec_open(g, &(struct bm_vec_config){ .games = 0, .threads = 1 }));
	assert_null(bm_vec_open(g, &(struct bm_vec_config){ .games = 1, .threads = 0 }));
	assert_null(bm_vec_open(g, &(struct bm_vec_config){ .games = 1, .threads = 9999 }));
	assert_null(bm_vec_open(g, &(struct bm_vec_config){ .games = 1, .threads = 1, .flags = 64 }));
	bm_vec *v = bm_vec_open(g, &c);
	bm_seed(&r, 1);
	bm_vec_sample(v, &r, a.actions);
	a.actions[1] = 21;                              /* nobody is asked to face now */
	bm_vec_get(v, 0, s);
	refused(bm_vec_step(v, &a.io), BM_ILLEGAL);
	a.actions[1] = -1;
	refused(bm_vec_step(v, &a.io), BM_ILLEGAL);
	bm_vec_get(v, 0, after);
	assert_memory_equal(s, after, bm_state_size());         /* game 0 was not stepped either */
	refused(bm_vec_step(v, &(struct bm_vec_io){ 0 }), BM_ARGUMENT);
	refused(bm_vec_step(NULL, &a.io), BM_ARGUMENT);
	refused(bm_vec_reset(v, NULL), BM_ARGUMENT);
	refused(bm_vec_get(v, 3, s), BM_ARGUMENT);
	refused(bm_vec_set(v, -1, s), BM_ARGUMENT);
	refused(bm_vec_set(v, 0, NULL), BM_ARGUMENT);
	assert_int_equal(bm_view(g, s, 0, after), BM_FINE);
	refused(bm_vec_set(v, 0, after), BM_STATE);
	refused(bm_vec_games(NULL), BM_ARGUMENT);
	refused(bm_vec_sample(v, NULL, a.actions), BM_ARGUMENT);
	bm_vec_close(v);
	bm_vec_close(NULL);
	/* A game without any choice cannot be stepped, unless forced moves are asked for. */
	bm_game *blank = open_game("blank");
	assert_null(bm_vec_open(blank, &c));
	assert_non_null(strstr(bm_error(), "BM_VEC_FORCED"));
	bm_close(blank);
	bm_close(g);
	drop(&a);
	free(s);
	free(after);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_describe_themselves), cmocka_unit_test(games_play), cmocka_unit_test(bad_games_are_refused), cmocka_unit_test(bad_states_are_refused),
		cmocka_unit_test(bad_arguments_are_refused), cmocka_unit_test(a_view_is_not_a_game), cmocka_unit_test(bad_bots_and_records_are_refused),
		cmocka_unit_test(threads_change_nothing), cmocka_unit_test(vectors_agree_with_single_games), cmocka_unit_test(bad_vectors_are_refused), cmocka_unit_test(bots_take_the_other_seats),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
