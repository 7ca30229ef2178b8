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
enum { VERSION = 1, HEAD = 8 + 8 * 4 + 16, SEATS = MAX_PLAYERS };
enum { UNIT = 127, FIRST_SCALE = 128, SECOND_SCALE = 64, HEAD_SCALE = 64, SCORE = 64 };

struct head { int8_t weight[NET_SECOND]; int32_t bias; };

struct net {
	uint64_t hash;
	uint32_t inputs, actions, temperature;
	uint8_t  *scale;                        /* of each input */
	int8_t   *first;                        /* inputs * NET_FIRST */
	int32_t   first_bias[NET_FIRST];
	int8_t    second[NET_SECOND][NET_FIRST];
	int32_t   second_bias[NET_SECOND];
	struct head value[SEATS], score[SEATS], *policy;
};

/* Reading --------------------------------------------------------------------------------------- */

static void bytes(struct reader *r, void *to, size_t n)
{
	memcpy(to, r->at, n);
	r->at += n;
}

static void read_heads(struct reader *r, struct head *of, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		bytes(r, of[i].weight, NET_SECOND);
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
	if (reader_word(&r) != VERSION)
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
	net->scale = calloc(net->inputs, 1);
	net->first = malloc((size_t)net->inputs * NET_FIRST);
	net->policy = malloc(net->actions * sizeof *net->policy);
	must(net->scale && net->first && net->policy);
	read_scales(g->planes, net->scale);

	struct reader r = { file + 8 + 7 * 4 };
	net->temperature = reader_word(&r);
	r.at = file + HEAD;
	bytes(&r, net->first, (size_t)net->inputs * NET_FIRST);
	for (int i = 0; i < NET_FIRST; i++)
		net->first_bias[i] = (int32_t)reader_word(&r);
	bytes(&r, net->second, sizeof net->second);
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

/* Half is added before the shift, so it rounds to the nearest; shifts of negative numbers round down everywhere we compile. */
static uint8_t unit(int32_t sum, int32_t scale)
{
	int32_t n = (sum + scale / 2) / scale;

	return (uint8_t)(sum < 0 ? 0 : n > UNIT ? UNIT : n);
}

static void first_layer(const struct net *net, const uint8_t *row, uint8_t out[NET_FIRST])
{
	int32_t sum[NET_FIRST];

	memcpy(sum, net->first_bias, sizeof sum);
	for (uint32_t i = 0; i < net->inputs; i++) {
		if (row[i] == 0 || net->scale[i] == 0)
			continue;
		const int32_t input = (row[i] * UNIT + net->scale[i] / 2) / net->scale[i];
		const int32_t x = input > 255 ? 255 : input;
		const int8_t *weight = net->first + (size_t)i * NET_FIRST;
		for (int k = 0; k < NET_FIRST; k++)
			sum[k] += x * weight[k];
	}
	for (int k = 0; k < NET_FIRST; k++)
		out[k] = unit(sum[k], FIRST_SCALE);
}

static int32_t head_sum(const struct head *h, const uint8_t hidden[NET_SECOND])
{
	int32_t sum = h->bias;

	for (int k = 0; k < NET_SECOND; k++)
		sum += hidden[k] * h->weight[k];
	return sum;
}

void net_look(const struct net *net, const struct game *g, const struct box *b, const struct state *view, int seat, struct net_look *out)
{
	uint8_t row[4096], first[NET_FIRST];

	must(net->inputs <= sizeof row);
	g->observe(b, view, seat, row);
	first_layer(net, row, first);
	for (int i = 0; i < NET_SECOND; i++) {
		int32_t sum = net->second_bias[i];
		for (int k = 0; k < NET_FIRST; k++)
			sum += first[k] * net->second[i][k];
		out->hidden[i] = unit(sum, SECOND_SCALE);
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
