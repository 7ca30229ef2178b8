#include "net/seats.h"

#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "net/reader.h"

/* The file: all numbers little-endian. After the head come the gains of the inputs as int32 in parts of 256, then the layers: weights as int8, unit by
 * unit, then biases as int32.
 *
 *     8 bytes "muddyval", then uint32: version, rules, seat, table, first, second, trust (64 is 1), scale (65536 is 1); char game[16]
 *
 * What a unit of the first layer looks at: the numbers of the seat, of the strongest other one, of the second strongest, of the table, then how many
 * play (one of four), and by how much the seat's log chances by hand are above those of the two. 1.0 is 128 in inputs and units, and 64 in weights. */
enum { FORMAT = 1, HEAD = 8 + 8 * 4 + 16, RIVALS = 2, PARTS = 1 + RIVALS, COUNTS = 4, EXTRA = COUNTS + RIVALS, HEADS = 2 };
enum { UNIT = 128, HIGHEST = UNIT - 1, SHIFT = 6, INPUT_MOST = 1023, SUM_ONE = UNIT << SHIFT, SCORE = 64, STEP = 8, UNITS_STEP = 16 };
enum { BASE_ONE = 1024, BASE_MOST = 128 * BASE_ONE };   /* log chances by hand; trust is then in parts of 64 */
enum { ROOM = (SEATS_MOST + STEP - 1) / STEP * STEP, TABLE_ROOM = (SEATS_TABLE + EXTRA + STEP - 1) / STEP * STEP };

struct seats_net {
	uint64_t hash;
	int seat, table, first, second;
	int32_t trust;                                  /* in the chances by hand */
	int32_t scale;                                  /* of all logits: how sure of itself the net is */
	float   gain[SEATS_MOST], table_gain[SEATS_TABLE];
	int16_t by_seat[PARTS][SEATS_UNITS][ROOM], by_table[SEATS_UNITS][TABLE_ROOM];
	int16_t by_lead[RIVALS][SEATS_UNITS];           /* the last of by_table once more, side by side: by how much the seat is above its rivals */
	int32_t first_bias[SEATS_UNITS];
	int16_t then[SEATS_UNITS][SEATS_UNITS];
	int32_t second_bias[SEATS_UNITS];
	int16_t head[HEADS][SEATS_UNITS];
	int32_t head_bias[HEADS];
};

/* Reading --------------------------------------------------------------------------------------- */

static void weights(struct reader *r, int16_t *to, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = (int8_t)*r->at++;
}

static void biases(struct reader *r, int32_t *to, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = (int32_t)reader_word(r);
}

static size_t size_of(size_t seat, size_t table, size_t first, size_t second)
{
	return HEAD + 4 * (seat + table) + first * (PARTS * seat + table + EXTRA + 4) + second * (first + 4) + HEADS * (second + 4);
}

static const char magic[8] = "muddyval";

bool seats_is(const void *file, size_t n)
{
	return n >= sizeof magic && memcmp(file, magic, sizeof magic) == 0;
}

static const char *refusal(const struct game *g, int seat, int table, const unsigned char *file, size_t n)
{
	struct reader r = { file + sizeof magic };

	if (n < HEAD || !seats_is(file, n))
		return "this is no file of a net";
	if (reader_word(&r) != FORMAT)
		return "the net is of another version of the format";
	const uint32_t rules = reader_word(&r), told = reader_word(&r), told_of_table = reader_word(&r), first = reader_word(&r), second = reader_word(&r);
	if (strncmp((const char *)file + HEAD - 16, g->name, 16) != 0)
		return "the net is for another game";
	if (rules != g->rules)
		return "the net is for another version of the rules";
	if (told != (uint32_t)seat || told_of_table != (uint32_t)table || seat > SEATS_MOST || table > SEATS_TABLE)
		return "the net is told other things than this program tells";
	if (first == 0 || second == 0 || first > SEATS_UNITS || second > SEATS_UNITS || first % UNITS_STEP || second % UNITS_STEP)
		return "the net has another shape than this program takes";
	return n == size_of(told, told_of_table, first, second) ? NULL : "the net is cut off, or something follows it";
}

struct seats_net *seats_read(const struct game *g, int seat, int table, const unsigned char *file, size_t n, char why[SEATS_WHY])
{
	const char *wrong = refusal(g, seat, table, file, n);

	if (wrong) {
		memcpy(why, wrong, strlen(wrong) + 1);
		return NULL;
	}
	struct seats_net *net = calloc(1, sizeof *net);
	must(net != NULL);
	struct reader r = { file + 8 + 4 * 4 };
	net->hash = codec_hash(file, (int)n);
	net->seat = seat;
	net->table = table;
	net->first = (int)reader_word(&r);
	net->second = (int)reader_word(&r);
	net->trust = (int32_t)reader_word(&r);
	net->scale = (int32_t)reader_word(&r);
	r.at = file + HEAD;
	for (int i = 0; i < seat; i++)
		net->gain[i] = (float)(int32_t)reader_word(&r) / 256;
	for (int i = 0; i < table; i++)
		net->table_gain[i] = (float)(int32_t)reader_word(&r) / 256;
	for (int k = 0; k < net->first; k++) {
		for (int of = 0; of < PARTS; of++)
			weights(&r, net->by_seat[of][k], seat);
		weights(&r, net->by_table[k], table + EXTRA);
		for (int of = 0; of < RIVALS; of++)
			net->by_lead[of][k] = net->by_table[k][table + COUNTS + of];
	}
	biases(&r, net->first_bias, net->first);
	for (int k = 0; k < net->second; k++)
		weights(&r, net->then[k], net->first);
	biases(&r, net->second_bias, net->second);
	for (int k = 0; k < HEADS; k++)
		weights(&r, net->head[k], net->second);
	biases(&r, net->head_bias, HEADS);
	return net;
}

void seats_free(struct seats_net *net)
{
	free(net);
}

uint64_t seats_hash(const struct seats_net *net)
{
	return net->hash;
}

/* Looking ------------------------------------------------------------------------------------------ */

/* To the nearest integer, halves upwards. A product and a sum of floats are rounded one by one (meson.build), so that no machine differs. */
static int32_t nearest(float x, int32_t most)
{
	const float up = x + 0.5F;

	if (!(up > (float)-most))
		return -most;
	if (up >= (float)most)
		return most;
	const int32_t n = (int32_t)up;
	return n - ((float)n > up);
}

/* n is a constant wherever this is called, and a multiple of STEP: so the compiler makes short work of it. */
static inline int32_t product(const int16_t *a, const int16_t *b, int n)
{
	int32_t sum = 0;

	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

#define PRODUCTS(n) case n: for (int k = 0; k < units; k++) sum[k] += product(by + (size_t)k * room, x, n); break

/* Adds the products of the inputs x with each unit's weights, which lie `room` apart. What is beyond the n inputs is 0. */
static void add_products(int32_t sum[SEATS_UNITS], const int16_t *by, size_t room, const int16_t *x, int n, int units)
{
	switch ((n + STEP - 1) / STEP * STEP) {
	PRODUCTS(8);
	PRODUCTS(16);
	PRODUCTS(24);
	PRODUCTS(32);
	PRODUCTS(40);
	PRODUCTS(48);
	PRODUCTS(56);
	PRODUCTS(64);
	PRODUCTS(72);
	PRODUCTS(80);
	PRODUCTS(96);
	PRODUCTS(112);
	PRODUCTS(128);
	default: must(false);           /* every n that seats_read takes has its case */
	}
}

static int16_t unit(int32_t sum)
{
	const int32_t n = sum < 0 ? 0 : (sum + (1 << (SHIFT - 1))) >> SHIFT;

	return (int16_t)(n > HIGHEST ? HIGHEST : n);
}

/* Seats from the strongest on, as they were reckoned by hand; of equal ones the lower first. */
static void rank(const struct seats_look *look, int out[MAX_PLAYERS])
{
	for (int i = 0; i < look->players; i++) {
		int at = i;
		for (; at > 0 && look->base[out[at - 1]] < look->base[i]; at--)
			out[at] = out[at - 1];
		out[at] = i;
	}
}

/* A position as it goes into the net. */
struct inputs {
	int rank[MAX_PLAYERS];
	int16_t seat[MAX_PLAYERS][ROOM];
	int32_t common[SEATS_UNITS];                    /* of each first unit: what all seats have in common */
	int32_t rival[RIVALS][RIVALS + 1][SEATS_UNITS]; /* of each first unit: what the k-th strongest seat adds as the strongest or second strongest other */
	int rivals;                                     /* of those that are looked at: 0 .. RIVALS + 1 */
};

static void set_inputs(const struct seats_net *net, const struct seats_look *look, struct inputs *in)
{
	int16_t table[TABLE_ROOM] = { 0 };

	rank(look, in->rank);
	for (int i = 0; i < look->players; i++) {
		memset(in->seat[i], 0, sizeof in->seat[i]);
		for (int k = 0; k < net->seat; k++)
			in->seat[i][k] = (int16_t)nearest(look->seat[i][k] * net->gain[k], INPUT_MOST);
	}
	for (int k = 0; k < net->table; k++)
		table[k] = (int16_t)nearest(look->table[k] * net->table_gain[k], INPUT_MOST);
	if (look->players >= 2)
		table[net->table + look->players - 2] = UNIT;
	memcpy(in->common, net->first_bias, (size_t)net->first * sizeof in->common[0]);
	add_products(in->common, net->by_table[0], TABLE_ROOM, table, net->table + COUNTS, net->first);
	in->rivals = look->players < RIVALS + 1 ? look->players : RIVALS + 1;
	for (int of = 0; of < RIVALS; of++)
		for (int k = of; k < in->rivals && k <= of + 1; k++) {  /* who is above one seat's strongest other is that seat itself */
			memset(in->rival[of][k], 0, (size_t)net->first * sizeof in->rival[of][k][0]);
			add_products(in->rival[of][k], net->by_seat[1 + of][0], ROOM, in->seat[in->rank[k]], net->seat, net->first);
		}
}

/* units is a multiple of UNITS_STEP: so the compiler makes short work of these two. */
static void add_rival(int32_t sum[SEATS_UNITS], const int32_t rival[SEATS_UNITS], const int16_t by_lead[SEATS_UNITS], int16_t above, int units)
{
	for (int from = 0; from < units; from += UNITS_STEP)
		for (int i = from; i < from + UNITS_STEP; i++)
			sum[i] += rival[i] + above * by_lead[i];
}

static void set_units(int16_t out[SEATS_UNITS], const int32_t sum[SEATS_UNITS], int units)
{
	for (int from = 0; from < units; from += UNITS_STEP)
		for (int i = from; i < from + UNITS_STEP; i++)
			out[i] = unit(sum[i]);
}

/* What a seat's first units add up to. */
static void first_sums(const struct seats_net *net, const struct seats_look *look, const struct inputs *in, int seat, int32_t sum[SEATS_UNITS])
{
	memcpy(sum, in->common, (size_t)net->first * sizeof sum[0]);
	add_products(sum, net->by_seat[0][0], ROOM, in->seat[seat], net->seat, net->first);
	for (int k = 0, of = 0; k < in->rivals && of < RIVALS; k++) {
		const int other = in->rank[k];
		if (other == seat)
			continue;
		const int16_t above = (int16_t)nearest((look->base[seat] - look->base[other]) * UNIT, INPUT_MOST);
		add_rival(sum, in->rival[of][k], net->by_lead[of], above, net->first);
		of++;
	}
}

void seats_logits(const struct seats_net *net, const struct seats_look *look, int32_t logit[MAX_PLAYERS], int32_t score[MAX_PLAYERS])
{
	struct inputs in;

	set_inputs(net, look, &in);
	for (int seat = 0; seat < look->players; seat++) {
		int32_t sum[SEATS_UNITS], then[SEATS_UNITS], head[SEATS_UNITS];
		int16_t first[SEATS_UNITS], second[SEATS_UNITS];
		first_sums(net, look, &in, seat, sum);
		set_units(first, sum, net->first);
		memcpy(then, net->second_bias, (size_t)net->second * sizeof then[0]);
		add_products(then, net->then[0], SEATS_UNITS, first, net->first, net->second);
		set_units(second, then, net->second);
		memcpy(head, net->head_bias, sizeof net->head_bias);
		add_products(head, net->head[0], SEATS_UNITS, second, net->second, score ? HEADS : 1);
		const int32_t behind = nearest((look->base[in.rank[0]] - look->base[seat]) * BASE_ONE, BASE_MOST);
		const int32_t plain = head[0] * (NET_ONE / SUM_ONE) - behind * net->trust;      /* BASE_ONE * 64 is NET_ONE */
		logit[seat] = (int32_t)((int64_t)plain * net->scale / NET_ONE);
		if (score)
			score[seat] = head[1] * (NET_ONE / SUM_ONE) * SCORE;
	}
}

void seats_chances(const struct seats_net *net, const struct seats_look *look, int32_t out[MAX_PLAYERS])
{
	int32_t logit[MAX_PLAYERS], best = INT32_MIN;
	uint32_t part[MAX_PLAYERS];

	memset(out, 0, MAX_PLAYERS * sizeof *out);
	seats_logits(net, look, logit, NULL);
	for (int i = 0; i < look->players; i++)
		best = logit[i] > best ? logit[i] : best;
	for (int i = 0; i < look->players; i++)
		part[i] = softmax_part((uint64_t)((int64_t)best - logit[i]));
	softmax_shares(part, look->players, out);
}
