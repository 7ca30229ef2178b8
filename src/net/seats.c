#include "net/seats.h"

#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "net/layers.h"
#include "net/policy.h"

/* The file: all numbers little-endian. After the head come the gains of the inputs as int32 in parts of 256, then the layers (layers.h), and in version 2
 * the part that likes moves (policy.c).
 *
 *     8 bytes "muddyval", then uint32: version, rules, seat, table, first, second, trust (64 is 1), scale (65536 is 1); char game[16]
 *
 * What a unit of the first layer looks at: the numbers of the seat, of the strongest other one, of the second strongest, of the table, then how many
 * play (one of four), and by how much the seat's log chances by hand are above those of the two. */
enum { FORMAT = 1, WITH_POLICY = 2, HEAD = 8 + 8 * 4 + 16, RIVALS = 2, PARTS = 1 + RIVALS, EXTRA = SEATS_COUNTS + RIVALS, HEADS = 2 };
enum { SCORE = 64, BASE_ONE = 1024, BASE_MOST = 128 * BASE_ONE };   /* log chances by hand; trust is then in parts of 64 */
enum { ROOM = ROOM_FOR(SEATS_MOST), TABLE_ROOM = ROOM_FOR(SEATS_TABLE + EXTRA) };

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
	struct policy *policy;                          /* NULL: it likes no moves */
};

/* Reading --------------------------------------------------------------------------------------- */

static size_t size_of(size_t seat, size_t table, size_t first, size_t second)
{
	return HEAD + 4 * (seat + table) + first * (PARTS * seat + table + EXTRA + 4) + second * (first + 4) + HEADS * (second + 4);
}

static const char magic[8] = "muddyval";

bool seats_is(const void *file, size_t n)
{
	return n >= sizeof magic && memcmp(file, magic, sizeof magic) == 0;
}

static const char *refusal(const struct game *g, const struct told *told, const unsigned char *file, size_t n)
{
	struct reader r = { file + sizeof magic };

	if (n < HEAD || !seats_is(file, n))
		return "this is no file of a net";
	const uint32_t version = reader_word(&r);
	if (version != FORMAT && version != WITH_POLICY)
		return "the net is of another version of the format";
	const uint32_t rules = reader_word(&r), seat = reader_word(&r), table = reader_word(&r), first = reader_word(&r), second = reader_word(&r);
	if (strncmp((const char *)file + HEAD - 16, g->name, 16) != 0)
		return "the net is for another game";
	if (rules != g->rules)
		return "the net is for another version of the rules";
	if (seat != (uint32_t)told->seat || table != (uint32_t)told->table || seat > SEATS_MOST || table > SEATS_TABLE)
		return "the net is told other things than this program tells";
	if (first == 0 || second == 0 || first > SEATS_UNITS || second > SEATS_UNITS || first % UNITS_STEP || second % UNITS_STEP)
		return "the net has another shape than this program takes";
	const size_t judging = size_of(seat, table, first, second);
	if (version == FORMAT)
		return n == judging ? NULL : "the net is cut off, or something follows it";
	return n < judging ? "the net is cut off, or something follows it" : policy_refusal(told, file + judging, n - judging);
}

struct seats_net *seats_read(const struct game *g, const struct told *told, const unsigned char *file, size_t n, char why[SEATS_WHY])
{
	const char *wrong = refusal(g, told, file, n);

	if (wrong) {
		memcpy(why, wrong, strlen(wrong) + 1);
		return NULL;
	}
	const int seat = told->seat, table = told->table;
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
			layers_weights(&r, net->by_seat[of][k], seat);
		layers_weights(&r, net->by_table[k], table + EXTRA);
		for (int of = 0; of < RIVALS; of++)
			net->by_lead[of][k] = net->by_table[k][table + SEATS_COUNTS + of];
	}
	layers_biases(&r, net->first_bias, net->first);
	for (int k = 0; k < net->second; k++)
		layers_weights(&r, net->then[k], net->first);
	layers_biases(&r, net->second_bias, net->second);
	for (int k = 0; k < HEADS; k++)
		layers_weights(&r, net->head[k], net->second);
	layers_biases(&r, net->head_bias, HEADS);
	if (r.at < file + n)
		net->policy = policy_read(told, r.at);
	return net;
}

void seats_free(struct seats_net *net)
{
	if (net)
		policy_free(net->policy);
	free(net);
}

uint64_t seats_hash(const struct seats_net *net)
{
	return net->hash;
}

/* Looking ------------------------------------------------------------------------------------------ */

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

static void set_seat(const struct seats_net *net, const struct seats_look *look, int seat, int16_t out[ROOM])
{
	memset(out, 0, ROOM * sizeof out[0]);
	for (int k = 0; k < net->seat; k++)
		out[k] = (int16_t)layers_nearest(look->seat[seat][k] * net->gain[k], INPUT_MOST);
}

/* The numbers of the table, and how many play. */
static void set_table(const struct seats_net *net, const struct seats_look *look, int16_t out[TABLE_ROOM])
{
	memset(out, 0, TABLE_ROOM * sizeof out[0]);
	for (int k = 0; k < net->table; k++)
		out[k] = (int16_t)layers_nearest(look->table[k] * net->table_gain[k], INPUT_MOST);
	if (look->players >= 2)
		out[net->table + look->players - 2] = UNIT;
}

static void set_inputs(const struct seats_net *net, const struct seats_look *look, struct inputs *in)
{
	int16_t table[TABLE_ROOM];

	rank(look, in->rank);
	for (int i = 0; i < look->players; i++)
		set_seat(net, look, i, in->seat[i]);
	set_table(net, look, table);
	memcpy(in->common, net->first_bias, (size_t)net->first * sizeof in->common[0]);
	layers_add(in->common, net->by_table[0], TABLE_ROOM, table, net->table + SEATS_COUNTS, net->first);
	in->rivals = look->players < RIVALS + 1 ? look->players : RIVALS + 1;
	for (int of = 0; of < RIVALS; of++)
		for (int k = of; k < in->rivals && k <= of + 1; k++) {  /* who is above one seat's strongest other is that seat itself */
			memset(in->rival[of][k], 0, (size_t)net->first * sizeof in->rival[of][k][0]);
			layers_add(in->rival[of][k], net->by_seat[1 + of][0], ROOM, in->seat[in->rank[k]], net->seat, net->first);
		}
}

/* units is a multiple of UNITS_STEP: so the compiler makes short work of it. */
static void add_rival(int32_t sum[SEATS_UNITS], const int32_t rival[SEATS_UNITS], const int16_t by_lead[SEATS_UNITS], int16_t above, int units)
{
	for (int from = 0; from < units; from += UNITS_STEP)
		for (int i = from; i < from + UNITS_STEP; i++)
			sum[i] += rival[i] + above * by_lead[i];
}

/* What a seat's first units add up to. */
static void first_sums(const struct seats_net *net, const struct seats_look *look, const struct inputs *in, int seat, int32_t sum[SEATS_UNITS])
{
	memcpy(sum, in->common, (size_t)net->first * sizeof sum[0]);
	layers_add(sum, net->by_seat[0][0], ROOM, in->seat[seat], net->seat, net->first);
	for (int k = 0, of = 0; k < in->rivals && of < RIVALS; k++) {
		const int other = in->rank[k];
		if (other == seat)
			continue;
		const int16_t above = (int16_t)layers_nearest((look->base[seat] - look->base[other]) * UNIT, INPUT_MOST);
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
		layers_units(first, sum, net->first);
		memcpy(then, net->second_bias, (size_t)net->second * sizeof then[0]);
		layers_add(then, net->then[0], SEATS_UNITS, first, net->first, net->second);
		layers_units(second, then, net->second);
		memcpy(head, net->head_bias, sizeof net->head_bias);
		layers_add(head, net->head[0], SEATS_UNITS, second, net->second, score ? HEADS : 1);
		const int32_t behind = layers_nearest((look->base[in.rank[0]] - look->base[seat]) * BASE_ONE, BASE_MOST);
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

bool seats_likes(const struct seats_net *net)
{
	return net->policy != NULL;
}

void seats_moves(const struct seats_net *net, const struct seats_look *look, int seat, int n, float move[][POLICY_MOST], int32_t logit[])
{
	int16_t own[ROOM], table[TABLE_ROOM];

	set_seat(net, look, seat, own);
	set_table(net, look, table);
	policy_logits(net->policy, own, table, n, move, logit);
}
