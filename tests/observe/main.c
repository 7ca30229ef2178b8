/* What nets are given of each game is what the board shows: facts of random games, looked up by the names of the planes and compared with the
 * state. That nothing hidden gets in is a contract of every game (contract_observed). */
#include "look.h"

#include "core/codec.h"

enum { GAMES = 24, LENGTH = 400 };       /* moves of a game that are looked at, at most */

static const struct plane *plane(const struct look *l, const char *name)
{
	for (const struct plane *p = l->g->planes; p->name; p++)
		if (strcmp(p->name, name) == 0)
			return p;
	fail_msg("%s has no plane '%s'", l->g->name, name);
	return NULL;
}

int value(const struct look *l, const char *name, int i, int j)
{
	const struct plane *p = plane(l, name);

	return l->row[p->offset + i * p->stride[0] + (p->dims > 1 ? j * p->stride[1] : 0)];
}

int one_of(const struct look *l, const char *name, int i)
{
	const struct plane *p = plane(l, name);
	int found = -1;

	for (int j = 0; j < p->shape[p->dims - 1]; j++)
		if (p->dims > 1 ? value(l, name, i, j) : value(l, name, j, 0))
			found = found == -1 ? j : -2;
	return found;
}

/* Every other game has the presets, the others any values of those options that are not numbers. */
static void choose(const struct game *g, int game, struct rng *r, uint8_t option[MAX_OPTIONS])
{
	game_presets(g, option);
	for (int i = 0; game % 2 && g->options[i].name; i++) {
		int n = 0;
		while (g->options[i].values && g->options[i].values[n])
			n++;
		if (n > 0)
			option[i] = (uint8_t)rng_below(r, (uint32_t)n);
	}
}

/* Random games of all player counts; `check` sees every moment from every seat. */
static void play_with(const struct game *g, const struct box *b, void (*check)(const struct look *l))
{
	struct look l = { .g = g, .b = b };
	struct rng r = rng_seed(21);
	uint8_t option[MAX_OPTIONS];
	struct state s;
	struct moves m;

	l.s = &s;
	for (int i = 0; i < GAMES; i++) {
		int players = l.g->min_players + i % (l.g->max_players - l.g->min_players + 1), mover;
		choose(l.g, i / (l.g->max_players - l.g->min_players + 1), &r, option);
		game_start(l.g, l.b, players, option, &s);
		for (int n = 0; n < LENGTH && (mover = l.g->to_move(l.b, &s)) != OVER; n++) {
			for (l.seat = 0; l.seat < players; l.seat++) {
				l.g->observe(l.b, &s, l.seat, l.row);
				check(&l);
			}
			l.g->legal(l.b, &s, &m);
			l.g->apply(l.b, &s, m.id[rng_below(&r, (uint32_t)m.n)], NULL);
		}
	}
}

static void play(const char *name, void (*check)(const struct look *l))
{
	play_with(game_find(name), game_find(name)->box, check);
}

int from_me(const struct look *l, int seat, int seats)
{
	return (seat - l->seat + seats) % seats;
}

static void queen_is_shown(void **state)
{
	play("queen", check_queen);
}

static void broadhorns_is_shown(void **state)
{
	play("broadhorns", check_broadhorns);
}

/* What of a box follows from its fields: that of the built-in one is a constant, and another box is shown as it is. */
static void boxes_are_finished(void **state)
{
	const struct game *g = game_find("broadhorns");
	struct box b = *g->box;

	(void)state;
	g->finish_box(&b);
	assert_memory_equal(&b, g->box, sizeof b);
	for (int i = 0; i < BROAD_TOWNS; i++)
		for (int k = 0; k <= BROAD_TILES; k++) {
			struct broad_tile *tile = &b.broadhorns.town[i].tile[k];
			tile->spaces = 6;
			for (int space = 0; space < 6; space++)
				tile->space[space] = (struct broad_space){ (uint8_t)((i + k + space * space) % BROAD_CARGOES), (uint8_t)(20 - space) };
			tile->increase[k % BROAD_CARGOES] = 9;
			tile->wreaths = 5;
		}
	g->finish_box(&b);
	play_with(g, &b, check_broadhorns);
}

/* Random games fill few spaces: here any of them are, on any tile. */
static void filled_towns_are_shown(void **state)
{
	struct look l = { .g = game_find("broadhorns") };
	struct rng r = rng_seed(22);
	uint8_t option[MAX_OPTIONS];
	struct state s;

	(void)state;
	l.b = l.g->box;
	l.s = &s;
	game_presets(l.g, option);
	for (int i = 0; i < 200; i++) {
		game_start(l.g, l.b, 3, option, &s);
		for (int k = 0; k < BROAD_TOWNS; k++) {
			struct broad_town *town = &s.broadhorns.town[k];
			town->tile = (uint8_t)rng_below(&r, BROAD_TILES + 1);
			town->filled = (uint8_t)rng_below(&r, 1u << l.b->broadhorns.town[k].tile[town->tile].spaces);
		}
		l.g->observe(l.b, &s, 0, l.row);
		check_broadhorns(&l);
	}
}

static void rails_is_shown(void **state)
{
	play("rails", check_rails);
}

static uint64_t sum;

static void add_row(const struct look *l)
{
	sum = rng_mix(sum ^ codec_hash(l->row, tensor_size(l->g->planes)));
}

/* Every byte of every row. Nets were trained on these: rows may only change with the version of the rules, and then nets are made anew. */
static void rows_are_as_they_were(void **state)
{
	static const struct { const char *game; uint64_t rows; } all[] = { { "queen", 0x9da25c7de27a46a9 }, { "broadhorns", 0xb7a7465ab8064c72 }, { "rails", 0x029d242fb0cea80e } };

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		sum = 0;
		play(all[i].game, add_row);
		if (sum != all[i].rows)
			fail_msg("%s: rows have the hash 0x%016jx, not 0x%016jx", all[i].game, (uintmax_t)sum, (uintmax_t)all[i].rows);
	}
}

static void bits_become_bytes(void **state)
{
	uint8_t out[24];

	for (uint32_t bits = 0; bits < 1u << 24; bits += 4099) {
		tensor_bits(out, bits, 24);
		for (int i = 0; i < 24; i++)
			assert_int_equal(out[i], bits >> i & 1);
	}
	assert_int_equal(tensor_byte(-3), 0);
	assert_int_equal(tensor_byte(300), 255);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bits_become_bytes), cmocka_unit_test(queen_is_shown), cmocka_unit_test(broadhorns_is_shown), cmocka_unit_test(filled_towns_are_shown),
		cmocka_unit_test(boxes_are_finished), cmocka_unit_test(rails_is_shown), cmocka_unit_test(rows_are_as_they_were),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
