/* Chance that can be checked: against a second implementation that shares nothing with the first, and by counting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "play/fair.h"

/* BLAKE2b as in RFC 7693, for inputs of any length ------------------------- */

static const uint64_t blake_iv[8] = {
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};
static const uint8_t blake_order[10][16] = {
	{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }, { 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
	{ 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 }, { 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
	{ 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 }, { 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
	{ 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 }, { 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
	{ 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 }, { 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 },
};

static uint64_t turned(uint64_t x, int by)
{
	return x >> by | x << (64 - by);
}

static void blake_mix(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y)
{
	v[a] += v[b] + x;
	v[d] = turned(v[d] ^ v[a], 32);
	v[c] += v[d];
	v[b] = turned(v[b] ^ v[c], 24);
	v[a] += v[b] + y;
	v[d] = turned(v[d] ^ v[a], 16);
	v[c] += v[d];
	v[b] = turned(v[b] ^ v[c], 63);
}

static void blake_block(uint64_t h[8], const uint8_t block[128], uint64_t count, bool last)
{
	uint64_t v[16], m[16] = { 0 };

	for (int i = 0; i < 128; i++)
		m[i / 8] |= (uint64_t)block[i] << i % 8 * 8;
	for (int i = 0; i < 8; i++) {
		v[i] = h[i];
		v[i + 8] = blake_iv[i];
	}
	v[12] ^= count;
	v[14] = last ? ~v[14] : v[14];
	for (int round = 0; round < 12; round++) {
		const uint8_t *o = blake_order[round % 10];
		for (int i = 0; i < 4; i++)
			blake_mix(v, i, i + 4, i + 8, i + 12, m[o[2 * i]], m[o[2 * i + 1]]);
		for (int i = 0; i < 4; i++)
			blake_mix(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, m[o[8 + 2 * i]], m[o[9 + 2 * i]]);
	}
	for (int i = 0; i < 8; i++)
		h[i] ^= v[i] ^ v[i + 8];
}

static void blake(const uint8_t *key, const uint8_t *bytes, size_t n, uint8_t out[32])
{
	uint8_t all[1024] = { 0 };
	uint64_t h[8];
	size_t whole = n + (key ? 128 : 0), at = 0;

	assert_true(whole + 128 <= sizeof all);
	if (key)
		memcpy(all, key, 32);
	memcpy(all + whole - n, bytes, n);
	memcpy(h, blake_iv, sizeof h);
	h[0] ^= 0x01010000u ^ (key ? 32u << 8 : 0) ^ 32u;
	for (; at + 128 < whole; at += 128)
		blake_block(h, all + at, at + 128, false);
	blake_block(h, all + at, whole, true);
	for (int i = 0; i < 32; i++)
		out[i] = (uint8_t)(h[i / 8] >> i % 8 * 8);
}

/* ChaCha20 as in RFC 8439 ----------------------------------------------------- */

static uint32_t left(uint32_t x, int by)
{
	return x << by | x >> (32 - by);
}

static void quarter(uint32_t s[16], int a, int b, int c, int d)
{
	s[a] += s[b]; s[d] = left(s[d] ^ s[a], 16);
	s[c] += s[d]; s[b] = left(s[b] ^ s[c], 12);
	s[a] += s[b]; s[d] = left(s[d] ^ s[a], 8);
	s[c] += s[d]; s[b] = left(s[b] ^ s[c], 7);
}

/* The eight numbers of 64 bits in block k under that nonce: a number, and a source. */
static void chacha(const uint8_t key[32], uint32_t number, uint32_t source, uint32_t k, uint64_t out[8])
{
	uint32_t s[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, [12] = k, [13] = number, [14] = source }, was[16];

	for (int i = 0; i < 32; i++)
		s[4 + i / 4] |= (uint32_t)key[i] << i % 4 * 8;
	memcpy(was, s, sizeof s);
	for (int i = 0; i < 10; i++) {
		for (int c = 0; c < 4; c++)
			quarter(s, c, c + 4, c + 8, c + 12);
		for (int c = 0; c < 4; c++)
			quarter(s, c, (c + 1) % 4 + 4, (c + 2) % 4 + 8, (c + 3) % 4 + 12);
	}
	for (int i = 0; i < 8; i++)
		out[i] = (uint64_t)(s[2 * i + 1] + was[2 * i + 1]) << 32 | (uint32_t)(s[2 * i] + was[2 * i]);
}

/* The draw as docs/notation.md describes it, by long division instead of a remainder. */
static int second_draw(enum fair_way way, const uint8_t stream[32], uint32_t number, const struct game *g, const struct box *b, const struct state *s)
{
	struct moves m;
	uint64_t total = 0, x[8];

	g->legal(b, s, &m);
	for (int i = 0; i < m.n; i++)
		total += (uint64_t)g->weight(b, s, m.id[i]);
	for (uint32_t k = 0;; k++) {
		chacha(stream, number, way == FAIR_BY_SOURCE ? (uint32_t)g->source(b, s) : 0, k, x);
		for (int i = 0; i < 8; i++) {
			uint64_t group = x[i] / total * total, drawn = x[i] - group;
			if (group > UINT64_MAX - (total - 1))           /* the last group is not whole: none of its numbers counts */
				continue;
			for (int move = 0; move < m.n; move++) {
				uint64_t w = (uint64_t)g->weight(b, s, m.id[move]);
				if (drawn < w)
					return m.id[move];
				drawn -= w;
			}
		}
	}
}

/* ------------------------------------------------------------------------------ */

static void hashes_are_blake2b(void **state)
{
	uint8_t bytes[300], mine[32], theirs[32];

	for (size_t n = 0; n < sizeof bytes; n++) {
		bytes[n] = (uint8_t)(n * 7);
		fair_hash(bytes, n, mine);
		blake(NULL, bytes, n, theirs);
		assert_memory_equal(mine, theirs, 32);
	}
}

/* "big muddy draws", the table's id, and for each of five seats 0, or 1 and its nonce: hashed under the key. */
static void the_stream_is_made_of_key_table_and_nonces(void **state)
{
	static const char *const purposes[] = { "big muddy draws", "big muddy draws by source" };
	struct fair f = { .revealed = { true, false, true } };
	uint8_t bytes[100], mine[32], theirs[32];

	memset(f.key, 3, 32);
	memset(f.nonce[0], 4, 32);
	memset(f.nonce[1], 5, 32);                      /* not revealed: does not count */
	memset(f.nonce[2], 6, 32);
	memcpy(bytes, "abcdefgh" "\1", 9);
	memset(bytes + 9, 4, 32);
	memcpy(bytes + 41, "\0\1", 2);
	memset(bytes + 43, 6, 32);
	memcpy(bytes + 75, "\0\0", 2);
	for (int i = 0; i < 2; i++) {
		uint8_t all[128];
		size_t n = strlen(purposes[i]);
		memcpy(all, purposes[i], n);
		memcpy(all + n, bytes, 77);
		f.way = (uint8_t)(FAIR_BY_ROW + i);
		fair_stream(&f, "abcdefgh", mine);
		blake(f.key, all, n + 77, theirs);
		assert_memory_equal(mine, theirs, 32);
	}
}

static void every_part_of_the_stream_counts(void **state)
{
	struct fair f = { .way = FAIR_BY_SOURCE, .revealed = { true } };
	uint8_t first[32], other[32];

	fair_stream(&f, "abcdefgh", first);
	fair_stream(&f, "abcdefgj", other);
	assert_memory_not_equal(first, other, 32);
	f.key[31] = 1;
	fair_stream(&f, "abcdefgh", other);
	assert_memory_not_equal(first, other, 32);
	f.key[31] = 0;
	f.nonce[0][5] = 1;
	fair_stream(&f, "abcdefgh", other);
	assert_memory_not_equal(first, other, 32);
	f.nonce[0][5] = 0;
	f.revealed[0] = false;
	f.revealed[1] = true;
	fair_stream(&f, "abcdefgh", other);
	assert_memory_not_equal(first, other, 32);
}

/* Plays a game at random, with its chance drawn; looks at each draw. */
typedef void looker(enum fair_way way, const uint8_t *stream, uint32_t number, const struct game *g, const struct state *s, int move);
static int play(const struct game *g, enum fair_way way, uint64_t seed, looker *look)
{
	struct rng r = rng_seed(seed);
	uint8_t stream[32], option[MAX_OPTIONS];
	struct state s;
	int drawn = 0;

	for (int i = 0; i < 32; i++)
		stream[i] = (uint8_t)rng_next(&r);
	game_presets(g, option);
	game_start(g, g->box, g->max_players, option, &s);
	for (uint32_t seq = 1; g->to_move(g->box, &s) != OVER; seq++) {
		struct moves m;
		g->legal(g->box, &s, &m);
		int move = m.id[rng_below(&r, (uint32_t)m.n)];
		if (g->to_move(g->box, &s) == CHANCE) {
			move = fair_draw(way, stream, seq, g, g->box, &s);
			look(way, stream, seq, g, &s, move);
			drawn++;
		}
		g->apply(g->box, &s, move, NULL);
	}
	return drawn;
}

static void agrees(enum fair_way way, const uint8_t *stream, uint32_t number, const struct game *g, const struct state *s, int move)
{
	assert_int_equal(second_draw(way, stream, number, g, g->box, s), move);
	assert_true(game_is_legal(g, g->box, s, move));
}

static void a_second_implementation_draws_the_same(void **state)
{
	static const char *const games[] = { "queen", "broadhorns", "rails" };

	for (int i = 0; i < 6; i++) {
		int drawn = 0;
		for (uint64_t seed = 1; seed <= 10; seed++)
			drawn += play(game_find(games[i % 3]), i < 3 ? FAIR_BY_SOURCE : FAIR_BY_ROW, seed, agrees);
		assert_true(drawn > 50);
	}
}

/* A made-up die: its faces are 0, 3, 6 ..., and every second one has odds of its own. */
static int die_faces, die_weight;
static void die_legal(const struct box *b, const struct state *s, struct moves *out)
{
	(void)b, (void)s;
	for (out->n = 0; out->n < die_faces; out->n++)
		out->id[out->n] = (uint16_t)(3 * out->n);
}
static int die_odds(const struct box *b, const struct state *s, int move)
{
	(void)b, (void)s;
	return move % 2 ? 1 : die_weight;
}

static int die_source;
static int die_from(const struct box *b, const struct state *s)
{
	(void)b, (void)s;
	return die_source;
}
static const struct game die = { .name = "die", .legal = die_legal, .weight = die_odds, .source = die_from };

static void faces_come_as_often_as_their_odds_say(void **state)
{
	enum { THROWS = 100000 };
	uint8_t stream[32];

	memset(stream, 42, sizeof stream);
	for (die_faces = 1; die_faces <= 6; die_faces++)
		for (die_weight = 1; die_weight <= 9; die_weight += 4) {
			int count[18] = { 0 }, total = 0;
			for (int i = 0; i < die_faces; i++)
				total += die_odds(NULL, NULL, 3 * i);
			for (uint32_t k = 0; k < THROWS; k++)
				count[fair_draw(FAIR_BY_SOURCE, stream, k, &die, NULL, NULL)]++;
			for (int i = 0; i < die_faces; i++) {
				double p = (double)die_odds(NULL, NULL, 3 * i) / total, off = count[3 * i] - p * (double)THROWS;
				assert_true(off * off <= 16 * p * (1 - p) * (double)THROWS + 1e-9);      /* four standard deviations */
			}
		}
}

/* Of one die two throws in a row are alike as often as chance has it, and so are the throws of the same number of two dice. */
static void each_throw_of_each_die_is_its_own(void **state)
{
	uint8_t stream[32] = { 1 };
	int same = 0, alike = 0;

	die_faces = 6;
	die_weight = 1;
	for (uint32_t k = 0; k < 6000; k++) {
		int thrown = fair_draw(FAIR_BY_SOURCE, stream, k, &die, NULL, NULL);
		assert_int_equal(fair_draw(FAIR_BY_SOURCE, stream, k, &die, NULL, NULL), thrown);
		same += fair_draw(FAIR_BY_SOURCE, stream, k + 1, &die, NULL, NULL) == thrown;
		die_source = 1;
		alike += fair_draw(FAIR_BY_SOURCE, stream, k, &die, NULL, NULL) == thrown;
		die_source = 0;
	}
	assert_in_range(same, 850, 1150);
	assert_in_range(alike, 850, 1150);
}

static void hexadecimal_is_exact(void **state)
{
	uint8_t bytes[3] = { 0, 0xab, 0x1f }, back[3];
	char hex[7];

	fair_hex(bytes, 3, hex);
	assert_string_equal(hex, "00ab1f");
	assert_true(fair_unhex(hex, 3, back));
	assert_memory_equal(bytes, back, 3);
	assert_false(fair_unhex("00ab1", 3, back));
	assert_false(fair_unhex("00ab1f0", 3, back));
	assert_false(fair_unhex("00AB1F", 3, back));
	assert_false(fair_unhex("00ab1g", 3, back));
	assert_false(fair_unhex("00ab1f ", 3, back));
	assert_false(fair_unhex("", 3, back));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hashes_are_blake2b),
		cmocka_unit_test(the_stream_is_made_of_key_table_and_nonces),
		cmocka_unit_test(every_part_of_the_stream_counts),
		cmocka_unit_test(a_second_implementation_draws_the_same),
		cmocka_unit_test(faces_come_as_often_as_their_odds_say),
		cmocka_unit_test(each_throw_of_each_die_is_its_own),
		cmocka_unit_test(hexadecimal_is_exact),
	};

	return cmocka_run_group_tests_name("fair", tests, NULL, NULL);
}
