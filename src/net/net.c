#include "net/net.h"

#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "core/tensor.h"
#include "net/reader.h"

/* The file: all numbers little-endian. After the head come the layers: weights as int8, then biases as int32. The first layer lies input by
 * input, so that inputs that are 0 cost nothing; the others lie output by output.
 *
 *     8 bytes "muddynet", then uint32: version, rules, inputs, first, second, seats, actions, temperature (65536 is 1); char game[16] */
enum { FORMAT = 1, HEAD = 8 + 8 * 4 + 16, SEATS = MAX_PLAYERS };
enum { UNIT = 127, FIRST_SCALE = 128, SECOND_SCALE = 64, HEAD_SCALE = 64, SCORE = 64 };

enum { SCALES = 256, INPUTS_MOST = 4096, GROUP = 255 };

/* Weights are int16 in memory, so that the compiler makes one instruction of eight of them. */
struct head { int16_t weight[NET_SECOND]; int32_t bias; };

struct net {
	uint64_t hash;
	uint32_t inputs, actions, temperature;
	uint8_t  *scale;                        /* of each input */
	uint8_t   scaled[SCALES][256];          /* by scale: what a byte of an observation is as an input */
	int16_t  *first;                        /* NET_FIRST for each input */
	int32_t   first_bias[NET_FIRST];
	int16_t   second[NET_SECOND][NET_FIRST];
	int32_t   second_bias[NET_SECOND];
	struct head value[SEATS], score[SEATS], *policy;
};

/* Reading --------------------------------------------------------------------------------------- */

static void bytes(struct reader *r, void *to, size_t n)
{
	memcpy(to, r->at, n);
	r->at += n;
}

static void weights(struct reader *r, int16_t *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = (signed char)*r->at++;
}

static void read_heads(struct reader *r, struct head *of, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		weights(r, of[i].weight, NET_SECOND);
	for (uint32_t i = 0; i < n; i++)
		of[i].bias = (int32_t)reader_word(r);
}

static size_t size_of(uint32_t inputs, uint32_t actions)
{
	const size_t heads = SEATS + SEATS + (size_t)actions;

	return HEAD + (size_t)inputs * NET_FIRST + NET_FIRST * 4 + (size_t)NET_SECOND * NET_FIRST + NET_SECOND * 4 + heads * (NET_SECOND + 4);
}

static const char *refusal(const struct game *g, const unsigned char *file, size_t n)
{
	struct reader r = { file + 8 };
	char name[16];

	if (n < HEAD || memcmp(file, "muddynet", 8) != 0)
		return "this is no file of a net";
	if (reader_word(&r) != FORMAT)
		return "the net is of another version of the format";
	const uint32_t rules = reader_word(&r), inputs = reader_word(&r), first = reader_word(&r), second = reader_word(&r), seats = reader_word(&r), actions = reader_word(&r);
	reader_word(&r);
	bytes(&r, name, sizeof name);
	if (!g->planes || strncmp(name, g->name, sizeof name) != 0)
		return "the net is for another game";
	if (rules != g->rules)
		return "the net is for another version of the rules";
	if (inputs != (uint32_t)tensor_size(g->planes) || actions != g->num_actions || first != NET_FIRST || second != NET_SECOND || seats != SEATS)
		return "the net has another shape than this program";
	return n == size_of(inputs, actions) ? NULL : "the net is cut off, or something follows it";
}

/* The scale of every byte of an observation; 0 where there is padding. */
static void read_scales(const struct plane *p, uint8_t *scale)
{
	for (; p->name; p++)
		for (int i = 0; i < p->shape[0]; i++)
			for (int j = 0; j < (p->dims > 1 ? p->shape[1] : 1); j++)
				for (int k = 0; k < (p->dims > 2 ? p->shape[2] : 1); k++)
					scale[p->offset + i * p->stride[0] + (p->dims > 1 ? j * p->stride[1] : 0) + (p->dims > 2 ? k * p->stride[2] : 0)] = p->scale;
}

/* round(127 byte / scale), at most 255. */
static void set_scaled(uint8_t scaled[SCALES][256])
{
	for (int scale = 1; scale < SCALES; scale++)
		for (int byte = 0; byte < 256; byte++) {
			const int input = (byte * UNIT + scale / 2) / scale;
			scaled[scale][byte] = (uint8_t)(input > 255 ? 255 : input);
		}
}

struct net *net_read(const struct game *g, const unsigned char *file, size_t n, char why[NET_WHY])
{
	const char *wrong = refusal(g, file, n);

	if (wrong) {
		memcpy(why, wrong, strlen(wrong) + 1);
		return NULL;
	}
	struct net *net = calloc(1, sizeof *net);
	must(net != NULL);
	net->hash = codec_hash(file, (int)n);
	net->inputs = (uint32_t)tensor_size(g->planes);
	net->actions = g->num_actions;
	net->scale = calloc(net->inputs + 8, 1);
	net->first = malloc((size_t)net->inputs * NET_FIRST * sizeof *net->first);
	net->policy = malloc(net->actions * sizeof *net->policy);
	must(net->scale && net->first && net->policy && net->inputs <= INPUTS_MOST);
	read_scales(g->planes, net->scale);
	set_scaled(net->scaled);

	struct reader r = { file + 8 + 7 * 4 };
	net->temperature = reader_word(&r);
	r.at = file + HEAD;
	weights(&r, net->first, (size_t)net->inputs * NET_FIRST);
	for (int i = 0; i < NET_FIRST; i++)
		net->first_bias[i] = (int32_t)reader_word(&r);
	weights(&r, net->second[0], (size_t)NET_SECOND * NET_FIRST);
	for (int i = 0; i < NET_SECOND; i++)
		net->second_bias[i] = (int32_t)reader_word(&r);
	read_heads(&r, net->value, SEATS);
	read_heads(&r, net->score, SEATS);
	read_heads(&r, net->policy, net->actions);
	return net;
}

void net_free(struct net *net)
{
	if (!net)
		return;
	free(net->scale);
	free(net->first);
	free(net->policy);
	free(net);
}

uint64_t net_hash(const struct net *net)
{
	return net->hash;
}

/* Looking ------------------------------------------------------------------------------------------ */

/* To the nearest, halves upwards. A sum below 0 is 0 however it is rounded. */
static int16_t unit(int32_t sum, int32_t scale)
{
	const int32_t n = sum < 0 ? 0 : (sum + scale / 2) / scale;

	return (int16_t)(n > UNIT ? UNIT : n);
}

/* The inputs that are not 0, in groups of equal ones: whatever is 1.0 is one group. */
struct inputs {
	int n;                          /* groups */
	uint8_t  value[256];
	uint16_t first[256];            /* by value: one of its inputs, from 1 on; 0: there is none */
	uint16_t next[INPUTS_MOST + 1]; /* by input, from 1 on: another one of the same value; 0: there is none */
};

static void find_inputs(const struct net *net, const uint8_t *row, struct inputs *in)
{
	in->n = 0;
	memset(in->first, 0, sizeof in->first);
	for (uint32_t from = 0; from < net->inputs; from += 8) {
		uint64_t eight;
		memcpy(&eight, row + from, 8);
		if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
			eight = __builtin_bswap64(eight);
		while (eight) {
			const int byte = __builtin_ctzll(eight) / 8;
			const uint32_t i = from + (uint32_t)byte;
			const uint8_t x = net->scaled[net->scale[i]][eight >> 8 * byte & 255];
			eight &= ~(UINT64_C(255) << 8 * byte);
			if (x == 0)
				continue;
			if (in->first[x] == 0)
				in->value[in->n++] = x;
			in->next[i + 1] = in->first[x];
			in->first[x] = (uint16_t)(i + 1);
		}
	}
}

/* Not inlined: gcc forgets then that the pointers are restrict, and adds one by one. */
#define APART static __attribute__((noinline)) void

APART add_row(int16_t *restrict to, const int16_t *restrict a)
{
	for (int k = 0; k < NET_FIRST; k++)
		to[k] = (int16_t)(to[k] + a[k]);
}

APART add_four(int16_t *restrict to, const int16_t *restrict a, const int16_t *restrict b, const int16_t *restrict c, const int16_t *restrict d)
{
	for (int k = 0; k < NET_FIRST; k++)
		to[k] = (int16_t)(to[k] + a[k] + b[k] + c[k] + d[k]);
}

APART add_times(int32_t *restrict to, const int16_t *restrict weight, int16_t x)
{
	for (int k = 0; k < NET_FIRST; k++)
		to[k] += weight[k] * x;
}

/* Adds the weights of equal inputs first and multiplies once: a sum of at most 255 int8 is an int16. */
static void add_equal(const struct net *net, const struct inputs *in, uint8_t value, int32_t sum[NET_FIRST])
{
	const int16_t *row[GROUP];
	int16_t total[NET_FIRST];

	for (uint16_t at = in->first[value]; at; ) {
		int n = 0, i = 1;
		for (; at && n < GROUP; at = in->next[at])
			row[n++] = net->first + (size_t)(at - 1) * NET_FIRST;
		if (n == 1) {
			add_times(sum, row[0], value);
			continue;
		}
		memcpy(total, row[0], sizeof total);
		for (; i + 4 <= n; i += 4)
			add_four(total, row[i], row[i + 1], row[i + 2], row[i + 3]);
		for (; i < n; i++)
			add_row(total, row[i]);
		add_times(sum, total, value);
	}
}

static void first_layer(const struct net *net, const uint8_t *row, int16_t out[NET_FIRST])
{
	int32_t sum[NET_FIRST];
	struct inputs in;

	memcpy(sum, net->first_bias, sizeof sum);
	find_inputs(net, row, &in);
	for (int i = 0; i < in.n; i++)
		add_equal(net, &in, in.value[i], sum);
	for (int k = 0; k < NET_FIRST; k++)
		out[k] = unit(sum[k], FIRST_SCALE);
}

static int32_t head_sum(const struct head *h, const int16_t hidden[NET_SECOND])
{
	int32_t sum = 0;

	for (int k = 0; k < NET_SECOND; k++)
		sum += hidden[k] * h->weight[k];
	return sum + h->bias;
}

void net_look(const struct net *net, const struct game *g, const struct box *b, const struct state *view, int seat, struct net_look *out)
{
	uint8_t row[INPUTS_MOST + 8];
	int16_t first[NET_FIRST];

	memset(row + net->inputs, 0, 8);        /* eight bytes are read at a time */
	g->observe(b, view, seat, row);
	first_layer(net, row, first);
	for (int i = 0; i < NET_SECOND; i++) {
		int32_t sum = 0;
		for (int k = 0; k < NET_FIRST; k++)
			sum += first[k] * net->second[i][k];
		out->hidden[i] = unit(sum + net->second_bias[i], SECOND_SCALE);
	}
	out->seat = seat;
	out->players = view->players;
}

void net_chances(const struct net *net, const struct net_look *look, int32_t out[MAX_PLAYERS])
{
	int32_t sum[SEATS], chance[SEATS], best = INT32_MIN;
	uint32_t part[SEATS];

	memset(out, 0, MAX_PLAYERS * sizeof *out);
	for (int i = 0; i < look->players; i++) {
		sum[i] = head_sum(&net->value[i], look->hidden);
		best = sum[i] > best ? sum[i] : best;
	}
	for (int i = 0; i < look->players; i++)         /* a logit is sum / (UNIT * HEAD_SCALE) */
		part[i] = softmax_part((uint64_t)(best - sum[i]) * net->temperature / (UNIT * HEAD_SCALE));
	softmax_shares(part, look->players, chance);
	for (int i = 0; i < look->players; i++)
		out[(look->seat + i) % look->players] = chance[i];
}

void net_scores(const struct net *net, const struct net_look *look, int32_t out[MAX_PLAYERS])
{
	memset(out, 0, MAX_PLAYERS * sizeof *out);
	for (int i = 0; i < look->players; i++)
		out[(look->seat + i) % look->players] = (int32_t)((int64_t)head_sum(&net->score[i], look->hidden) * SCORE * NET_ONE / (UNIT * HEAD_SCALE));
}

int32_t net_move(const struct net *net, const struct net_look *look, int move)
{
	must(move >= 0 && (uint32_t)move < net->actions);
	return (int32_t)((int64_t)head_sum(&net->policy[move], look->hidden) * NET_ONE / (UNIT * HEAD_SCALE));
}
