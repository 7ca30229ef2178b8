/* The integer net gives what its definition says, whatever the compiler makes of it; files that are no net are refused.
 *
 *     build/tests/net                          nets with random weights against a slow reference
 *     build/tests/net GAME FILE                looks of a net at positions of random games, as lines of numbers: tests/train.py compares them */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/tensor.h"
#include "net/net.h"
#include "net/seats.h"
#include "random_net.h"


_Noreturn void panic(const char *what)
{
	fprintf(stderr, "must hold: %s\n", what);
	abort();
}

/* The reference: the definition, number by number, straight from the file. */
struct reference { long value[MAX_PLAYERS], score[MAX_PLAYERS], policy[1024]; };

static long floor_div(long a, long b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }
static int32_t int32_at(const unsigned char *p) { return (int32_t)(p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24); }
static long clipped(long n) { return n < 0 ? 0 : n > 127 ? 127 : n; }

static int scale_at(const struct plane *p, int offset)
{
	for (; p->name; p++)
		for (int i = 0; i < p->shape[0]; i++)
			for (int j = 0; j < (p->dims > 1 ? p->shape[1] : 1); j++)
				for (int k = 0; k < (p->dims > 2 ? p->shape[2] : 1); k++)
					if (p->offset + i * p->stride[0] + (p->dims > 1 ? j * p->stride[1] : 0) + (p->dims > 2 ? k * p->stride[2] : 0) == offset)
						return p->scale;
	return 0;
}

/* n weights, each so many bytes after the one before, times what comes in. */
static long weighed(const long *in, int n, const unsigned char *w, int step)
{
	long sum = 0;

	for (int i = 0; i < n; i++)
		sum += in[i] * (signed char)w[i * step];
	return sum;
}

static void reference(const struct game *g, const unsigned char *file, const uint8_t *row, struct reference *out)
{
	const int inputs = tensor_size(g->planes);
	const unsigned char *w = file + HEAD, *b = w + inputs * NET_FIRST;
	static long x[4096];
	long first[NET_FIRST], second[NET_SECOND];

	for (int i = 0; i < inputs; i++) {
		const int scale = scale_at(g->planes, i);
		x[i] = scale ? (row[i] * 127 + scale / 2) / scale : 0;
		x[i] = x[i] > 255 ? 255 : x[i];
	}
	for (int k = 0; k < NET_FIRST; k++)
		first[k] = clipped(floor_div(int32_at(b + 4 * k) + weighed(x, inputs, w + k, NET_FIRST) + 64, 128));
	w = b + 4 * NET_FIRST;
	b = w + NET_SECOND * NET_FIRST;
	for (int k = 0; k < NET_SECOND; k++)
		second[k] = clipped(floor_div(int32_at(b + 4 * k) + weighed(first, NET_FIRST, w + k * NET_FIRST, 1) + 32, 64));
	w = b + 4 * NET_SECOND;
	struct { long *out; int n; } const heads[] = { { out->value, MAX_PLAYERS }, { out->score, MAX_PLAYERS }, { out->policy, g->num_actions } };
	for (int h = 0; h < 3; h++) {
		b = w + heads[h].n * NET_SECOND;
		for (int k = 0; k < heads[h].n; k++) {
			heads[h].out[k] = int32_at(b + 4 * k);
			for (int i = 0; i < NET_SECOND; i++)
				heads[h].out[k] += second[i] * (signed char)w[k * NET_SECOND + i];
		}
		w = b + 4 * heads[h].n;
	}
}

/* Positions of random games at which a seat decides. */
static void each_position(const struct game *g, int n, void (*look)(const struct game *g, const struct state *s, int seat, void *arg), void *arg)
{
	struct rng r = rng_seed(3);
	uint8_t option[MAX_OPTIONS];
	struct state s;
	struct moves m;

	game_presets(g, option);
	game_start(g, g->box, g->max_players, option, &s);
	for (int i = 0; i < n; ) {
		int mover = g->to_move(g->box, &s);
		if (mover == OVER) {
			game_start(g, g->box, g->max_players, option, &s);
			continue;
		}
		g->legal(g->box, &s, &m);
		if (mover >= 0 && rng_below(&r, 8) == 0) {
			look(g, &s, mover, arg);
			i++;
		}
		g->apply(g->box, &s, mover == CHANCE ? game_chance(g, g->box, &s, &r) : m.id[rng_below(&r, (uint32_t)m.n)], NULL);
	}
}

struct pair { const struct net *net; const unsigned char *file; };

static void same(const struct game *g, const struct state *s, int seat, void *arg)
{
	const struct pair *p = arg;
	static struct reference ref;
	static uint8_t row[4096];
	struct net_look look;
	int32_t chance[MAX_PLAYERS], score[MAX_PLAYERS], sum = 0;

	g->observe(g->box, s, seat, row);
	reference(g, p->file, row, &ref);
	net_look(p->net, g, g->box, s, seat, &look);
	for (int move = 0; move < g->num_actions; move++)
		assert_int_equal(net_move(p->net, &look, move), (int32_t)(ref.policy[move] * NET_ONE / 8128));
	net_chances(p->net, &look, chance);
	net_scores(p->net, &look, score);
	for (int i = 0; i < s->players; i++) {
		assert_int_equal(score[(seat + i) % s->players], (int32_t)(ref.score[i] * 64 * NET_ONE / 8128));
		assert_true(chance[i] >= 0);
		sum += chance[i];
		for (int k = 0; k < s->players; k++)
			if (ref.value[i] > ref.value[k])
				assert_true(chance[(seat + i) % s->players] >= chance[(seat + k) % s->players] - 1);
	}
	assert_int_equal(sum, NET_ONE);
}

static void against_reference(void **unused)
{
	unsigned char *file = malloc(MOST);
	char why[NET_WHY];

	assert_non_null(file);
	for (int i = 0; game_list[i]; i++) {
		const struct game *g = game_list[i];
		if (g->max_players < 2)
			continue;
		size_t n = random_net(g, file, 5);
		struct net *net = net_read(g, file, n, why);
		assert_non_null(net);
		each_position(g, 40, same, &(struct pair){ net, file });
		net_free(net);
	}
	free(file);
}

/* A game that shows more equal inputs than sums of int16 can hold, and nothing but the largest weights. */
enum { MANY = 701 };

static void observe_many(const struct box *b, const struct state *s, int seat, uint8_t *out)
{
	(void)b, (void)s;
	for (int i = 0; i < MANY; i++)
		out[i] = (uint8_t)(i < 600 ? 1 : i - 600 + seat);
}

static const struct plane many_planes[] = {
	{ "bits", "all set", 1, 1, 0, { 600 }, { 1 } }, { "more", "all different", 40, 1, 600, { MANY - 600 }, { 1 } }, { .name = NULL, .offset = MANY },
};

static void sums_are_large_enough(void **unused)
{
	const struct game many = { .name = "many", .rules = 1, .num_actions = 3, .planes = many_planes, .observe = observe_many };
	unsigned char *file = malloc(MOST);
	const struct state s = { .players = 3 };
	char why[NET_WHY];

	(void)unused;
	assert_non_null(file);
	const size_t n = random_net(&many, file, 5);
	for (int sign = 0; sign < 3; sign++) {
		for (int i = 0; i < MANY * NET_FIRST; i++)
			file[HEAD + i] = sign == 0 ? 0x80 : sign == 1 ? 0x7F : (unsigned char)(i % 3 ? 0x80 : 0x7F);
		struct net *net = net_read(&many, file, n, why);
		assert_non_null(net);
		for (int seat = 0; seat < 3; seat++)
			same(&many, &s, seat, &(struct pair){ net, file });
		net_free(net);
	}
	free(file);
}

/* Softmax of logits that are known: equal ones share, and a difference of one logit is a factor of e. */
static void chances_are_a_softmax(void **unused)
{
	const struct game *g = game_find("queen");
	unsigned char *file = malloc(MOST);
	char why[NET_WHY];
	struct net_look look = { .players = 3 };
	int32_t chance[MAX_PLAYERS];

	assert_non_null(file);
	size_t n = random_net(g, file, 5);
	unsigned char *value = file + HEAD + tensor_size(g->planes) * NET_FIRST + 4 * NET_FIRST + NET_SECOND * NET_FIRST + 4 * NET_SECOND;
	unsigned char *at = file + 8 + 7 * 4;
	put(&at, NET_ONE);
	at = value + MAX_PLAYERS * NET_SECOND;
	put(&at, 8128);
	put(&at, 0);
	put(&at, 0);
	struct net *net = net_read(g, file, n, why);
	assert_non_null(net);
	net_chances(net, &look, chance);                /* e : 1 : 1 */
	assert_in_range(chance[0], 37740, 37760);       /* 0.57612 */
	assert_in_range(chance[1], 13885, 13895);       /* 0.21194 */
	look.seat = 1;
	net_chances(net, &look, chance);
	assert_in_range(chance[1], 37740, 37760);       /* from the seat that looks on */
	net_free(net);
	free(file);
}

static void refused(const struct game *g, const unsigned char *file, size_t n, const char *words)
{
	char why[NET_WHY] = "";

	assert_null(net_read(g, file, n, why));
	assert_non_null(strstr(why, words));
}

static void bad_files_are_refused(void **unused)
{
	const struct game *g = game_find("rails");
	static unsigned char file[MOST];
	size_t n = random_net(g, file, 5);

	refused(g, file, n - 1, "cut off");
	refused(g, file, n + 1, "cut off");
	refused(g, file, 20, "no file of a net");
	refused(game_find("queen"), file, n, "another game");
	file[8] = 2;
	refused(g, file, n, "version of the format");
	file[8] = 1;
	file[12]++;
	refused(g, file, n, "version of the rules");
	file[12]--;
	file[16]++;
	refused(g, file, n, "another shape");
	file[16]--;
	file[0] = 'M';
	refused(g, file, n, "no file of a net");
}

/* The net that is shared by all seats --------------------------------------------------------- */

enum { SEAT = 45, TABLE = 50, FIRST = 48, SECOND = 16, VALUE_HEAD = 8 + 8 * 4 + 16 };
/* Of the part that likes moves. */
enum { MOVE = 37, LIKE_FIRST = 32, LIKE_SECOND = 16, LIKE_INPUTS = SEAT + TABLE + 4 + MOVE };
static const struct told told = { SEAT, TABLE, MOVE };

static void make_layers(unsigned char **at, struct rng *r, const uint32_t width[3], const uint32_t units[3])
{
	for (int layer = 0; layer < 3; layer++) {
		for (uint32_t i = 0; i < width[layer] * units[layer]; i++)
			*(*at)++ = (unsigned char)(int)(rng_below(r, 41) - 20);
		for (uint32_t i = 0; i < units[layer]; i++)
			put(at, rng_below(r, 8001) - 2000);
	}
}

static size_t make_shared(const struct game *g, unsigned char *file, uint64_t seed)
{
	const uint32_t head[] = { 1, g->rules, SEAT, TABLE, FIRST, SECOND, 70, 60000 }, width[] = { 3 * SEAT + TABLE + 6, FIRST, SECOND }, units[] = { FIRST, SECOND, 2 };
	struct rng r = rng_seed(seed);
	unsigned char *at = file + 8;

	memset(file, 0, VALUE_HEAD);
	memcpy(file, "muddyval", 8);
	for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
		put(&at, head[i]);
	memcpy(at, g->name, strlen(g->name));
	at = file + VALUE_HEAD;
	for (int i = 0; i < SEAT + TABLE; i++)
		put(&at, 256 * 30 + rng_below(&r, 256 * 60));
	make_layers(&at, &r, width, units);
	return (size_t)(at - file);
}

/* The same with a part that likes moves. */
static size_t make_liking(const struct game *g, unsigned char *file, uint64_t seed)
{
	const uint32_t head[] = { MOVE, LIKE_FIRST, LIKE_SECOND }, width[] = { LIKE_INPUTS, LIKE_FIRST, LIKE_SECOND }, units[] = { LIKE_FIRST, LIKE_SECOND, 1 };
	struct rng r = rng_seed(seed);
	unsigned char *at = file + make_shared(g, file, seed);

	file[8] = 2;
	for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
		put(&at, head[i]);
	for (int i = 0; i < MOVE; i++)
		put(&at, 256 * 30 + rng_below(&r, 256 * 60));
	make_layers(&at, &r, width, units);
	return (size_t)(at - file);
}

static long whole(double x)
{
	const double n = floor(x + 0.5);

	return (long)(n > 1023 ? 1023 : n < -1023 ? -1023 : n);
}

/* The inputs of one seat, in the order of the file. */
static void inputs_of(const unsigned char *file, const struct seats_look *look, int seat, long x[3 * SEAT + TABLE + 6])
{
	const unsigned char *gain = file + VALUE_HEAD;
	int rival[2] = { -1, -1 };

	memset(x, 0, (3 * SEAT + TABLE + 6) * sizeof x[0]);
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < look->players; i++)
			if (i != seat && i != rival[0] && (rival[k] < 0 || look->base[i] > look->base[rival[k]]))
				rival[k] = i;
	for (int of = 0; of < 3; of++)
		for (int i = 0; i < SEAT && (of == 0 || rival[of - 1] >= 0); i++)
			x[of * SEAT + i] = whole((double)(look->seat[of == 0 ? seat : rival[of - 1]][i] * ((float)int32_at(gain + 4 * i) / 256)));
	for (int i = 0; i < TABLE; i++)
		x[3 * SEAT + i] = whole((double)(look->table[i] * ((float)int32_at(gain + 4 * (SEAT + i)) / 256)));
	x[3 * SEAT + TABLE + look->players - 2] = 128;
	for (int k = 0; k < 2; k++)
		x[3 * SEAT + TABLE + 4 + k] = rival[k] < 0 ? 0 : whole((double)((look->base[seat] - look->base[rival[k]]) * 128));
}

static void layer_of(const unsigned char **w, const long *x, int n, long *out, int units)
{
	const unsigned char *bias = *w + n * units;

	for (int k = 0; k < units; k++) {
		out[k] = int32_at(bias + 4 * k);
		for (int i = 0; i < n; i++)
			out[k] += x[i] * (signed char)(*w)[k * n + i];
	}
	*w = bias + 4 * units;
}

static void shared_reference(const unsigned char *file, const struct seats_look *look, int seat, long out[2])
{
	const unsigned char *w = file + VALUE_HEAD + 4 * (SEAT + TABLE);
	long x[3 * SEAT + TABLE + 6], first[FIRST], second[SECOND];
	float top = look->base[0];

	inputs_of(file, look, seat, x);
	layer_of(&w, x, 3 * SEAT + TABLE + 6, first, FIRST);
	for (int k = 0; k < FIRST; k++)
		first[k] = clipped(floor_div(first[k] + 32, 64));
	layer_of(&w, first, FIRST, second, SECOND);
	for (int k = 0; k < SECOND; k++)
		second[k] = clipped(floor_div(second[k] + 32, 64));
	layer_of(&w, second, SECOND, out, 2);
	for (int i = 1; i < look->players; i++)
		top = look->base[i] > top ? look->base[i] : top;
	out[0] = (out[0] * 8 - (long)floor((double)((top - look->base[seat]) * 1024) + 0.5) * 70) * 60000 / 65536;
	out[1] *= 8 * 64;
}

/* part: of the file, the one that likes moves. */
static long liking_reference(const unsigned char *file, const unsigned char *part, const struct seats_look *look, int seat, const float move[])
{
	const unsigned char *w = part + 3 * 4 + 4 * MOVE;
	long all[3 * SEAT + TABLE + 6], x[LIKE_INPUTS], first[LIKE_FIRST], second[LIKE_SECOND], out;

	inputs_of(file, look, seat, all);
	memcpy(x, all, SEAT * sizeof x[0]);
	memcpy(x + SEAT, all + 3 * SEAT, (TABLE + 4) * sizeof x[0]);
	for (int i = 0; i < MOVE; i++)
		x[SEAT + TABLE + 4 + i] = whole((double)(move[i] * ((float)int32_at(part + 3 * 4 + 4 * i) / 256)));
	layer_of(&w, x, LIKE_INPUTS, first, LIKE_FIRST);
	for (int k = 0; k < LIKE_FIRST; k++)
		first[k] = clipped(floor_div(first[k] + 32, 64));
	layer_of(&w, first, LIKE_FIRST, second, LIKE_SECOND);
	for (int k = 0; k < LIKE_SECOND; k++)
		second[k] = clipped(floor_div(second[k] + 32, 64));
	layer_of(&w, second, LIKE_SECOND, &out, 1);
	return out * 8;
}

static float draw(struct rng *r)
{
	return (float)((int)rng_below(r, 8001) - 4000) / 1000;
}

static struct seats_look draw_look(struct rng *r, uint64_t seed)
{
	struct seats_look look = { .players = 2 + (int)(seed % 4) };

	for (int i = 0; i < look.players; i++) {
		look.base[i] = seed % 7 ? draw(r) : 1;
		for (int k = 0; k < SEAT; k++)
			look.seat[i][k] = draw(r);
	}
	for (int k = 0; k < TABLE; k++)
		look.table[k] = draw(r);
	return look;
}

static void shared_against_reference(void **unused)
{
	const struct game *g = game_find("queen");
	unsigned char *file = malloc(MOST);
	char why[SEATS_WHY];

	assert_non_null(file);
	const size_t n = make_shared(g, file, 5);
	struct seats_net *net = seats_read(g, &told, file, n, why);
	assert_non_null(net);
	assert_false(seats_likes(net));
	for (uint64_t seed = 1; seed <= 400; seed++) {
		struct rng r = rng_seed(seed);
		const struct seats_look look = draw_look(&r, seed);
		int32_t logit[MAX_PLAYERS], score[MAX_PLAYERS], chance[MAX_PLAYERS], sum = 0;
		seats_logits(net, &look, logit, score);
		seats_chances(net, &look, chance);
		for (int i = 0; i < look.players; i++) {
			long expected[2];
			shared_reference(file, &look, i, expected);
			assert_int_equal(logit[i], expected[0]);
			assert_int_equal(score[i], expected[1]);
			sum += chance[i];
			for (int k = 0; k < i; k++)
				assert_true((logit[i] > logit[k]) == (chance[i] > chance[k]) || labs((long)chance[i] - chance[k]) <= 2);
		}
		assert_int_equal(sum, NET_ONE);
	}
	seats_free(net);
	free(file);
}

/* The logits of moves; what the net says of chances is the same with and without the part that likes them. */
static void liking_against_reference(void **unused)
{
	enum { MOVES = 9 };
	const struct game *g = game_find("broadhorns");
	unsigned char *file = malloc(MOST);
	char why[SEATS_WHY];

	assert_non_null(file);
	const size_t judging = make_shared(g, file, 5);
	struct seats_net *plain = seats_read(g, &told, file, judging, why);
	struct seats_net *net = seats_read(g, &told, file, make_liking(g, file, 5), why);
	assert_non_null(net);
	assert_true(seats_likes(net));
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct rng r = rng_seed(seed);
		const struct seats_look look = draw_look(&r, seed);
		float move[MOVES][POLICY_MOST];
		int32_t logit[MOVES], with[MAX_PLAYERS], without[MAX_PLAYERS];
		for (int i = 0; i < MOVES; i++)
			for (int k = 0; k < MOVE; k++)
				move[i][k] = draw(&r);
		for (int seat = 0; seat < look.players; seat++) {
			seats_moves(net, &look, seat, MOVES, move, logit);
			for (int i = 0; i < MOVES; i++)
				assert_int_equal(logit[i], liking_reference(file, file + judging, &look, seat, move[i]));
		}
		seats_logits(net, &look, with, NULL);
		seats_logits(plain, &look, without, NULL);
		assert_memory_equal(with, without, (size_t)look.players * sizeof with[0]);
	}
	assert_true(seats_hash(net) != seats_hash(plain));
	seats_free(net);
	seats_free(plain);
	free(file);
}

static void refused_as(const struct game *g, const struct told *as, const unsigned char *file, size_t n, const char *words)
{
	char why[SEATS_WHY] = "";

	assert_null(seats_read(g, as, file, n, why));
	assert_non_null(strstr(why, words));
}

static void shared_refused(const struct game *g, int seat, const unsigned char *file, size_t n, const char *words)
{
	refused_as(g, &(struct told){ seat, TABLE, MOVE }, file, n, words);
}

static void bad_likings_are_refused(void **unused)
{
	const struct game *g = game_find("rails");
	static unsigned char file[MOST];
	const size_t judging = make_shared(g, file, 5), n = make_liking(g, file, 5);

	refused_as(g, &told, file, n - 1, "cut off");
	refused_as(g, &told, file, n + 1, "cut off");
	refused_as(g, &told, file, judging, "cut off");
	refused_as(g, &told, file, judging - 1, "cut off");
	refused_as(g, &(struct told){ SEAT, TABLE, MOVE - 1 }, file, n, "other things");
	refused_as(g, &(struct told){ SEAT, TABLE, 0 }, file, n, "other things");
	file[judging + 4]++;
	refused_as(g, &told, file, n, "another shape");
	file[judging + 4]--;
	file[judging + 9] = 1;                          /* 256 units more */
	refused_as(g, &told, file, n, "another shape");
	file[judging + 9] = 0;
	file[8] = 1;
	refused_as(g, &told, file, n, "cut off");
	file[8] = 3;
	refused_as(g, &told, file, n, "version of the format");
}

static void bad_shared_files_are_refused(void **unused)
{
	const struct game *g = game_find("rails");
	static unsigned char file[MOST];
	const size_t n = make_shared(g, file, 5);

	shared_refused(g, SEAT, file, n - 1, "cut off");
	shared_refused(g, SEAT, file, n + 1, "cut off");
	shared_refused(g, SEAT, file, 20, "no file of a net");
	shared_refused(g, SEAT - 1, file, n, "other things");
	shared_refused(game_find("queen"), SEAT, file, n, "another game");
	file[24]++;
	shared_refused(g, SEAT, file, n, "another shape");
	file[24]--;
	file[12]++;
	shared_refused(g, SEAT, file, n, "version of the rules");
	file[12]--;
	file[8] = 3;
	shared_refused(g, SEAT, file, n, "version of the format");
	file[0]++;
	shared_refused(g, SEAT, file, n, "no file of a net");
}

/* For tests/train.py: the bytes of the observation, then the logits of all moves. */
static void print_look(const struct game *g, const struct state *s, int seat, void *arg)
{
	static uint8_t row[4096];
	struct net_look look;

	g->observe(g->box, s, seat, row);
	net_look(arg, g, g->box, s, seat, &look);
	for (int i = 0; i < tensor_size(g->planes); i++)
		printf("%02x", row[i]);
	for (int move = 0; move < g->num_actions; move++)
		printf(" %d", net_move(arg, &look, move));
	printf("\n");
}

static int print_looks(const char *game, const char *path)
{
	const struct game *g = game_find(game);
	unsigned char *file = malloc(MOST);
	char why[NET_WHY];
	FILE *in = fopen(path, "rb");

	if (!g || !file || !in)
		return fprintf(stderr, "usage: tests/net [GAME FILE]\n"), 2;
	size_t n = fread(file, 1, MOST, in);
	fclose(in);
	struct net *net = net_read(g, file, n, why);
	if (!net)
		return fprintf(stderr, "%s\n", why), 1;
	each_position(g, 100, print_look, net);
	net_free(net);
	free(file);
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(against_reference),
		cmocka_unit_test(sums_are_large_enough),
		cmocka_unit_test(chances_are_a_softmax),
		cmocka_unit_test(bad_files_are_refused),
		cmocka_unit_test(shared_against_reference),
		cmocka_unit_test(bad_shared_files_are_refused),
		cmocka_unit_test(liking_against_reference),
		cmocka_unit_test(bad_likings_are_refused),
	};

	if (argc == 3)
		return print_looks(argv[1], argv[2]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
