#include "net/policy.h"

#include <stdlib.h>
#include <string.h>

#include "net/layers.h"
#include "net/seats.h"

/* The part of the file: uint32 numbers of a move, first, second; the gains of a move's numbers as int32 in parts of 256; then the layers (layers.h). What a unit
 * of the first layer looks at: the numbers of the seat, of the table and how many play, and of the move. */
enum { HEAD = 3 * 4, ROOM = ROOM_FOR(SEATS_MOST), TABLE_ROOM = ROOM_FOR(SEATS_TABLE + SEATS_COUNTS), MOVE_ROOM = ROOM_FOR(POLICY_MOST) };

struct policy {
	struct told told;
	int first, second;
	float   gain[POLICY_MOST];
	int16_t by_seat[POLICY_UNITS][ROOM], by_table[POLICY_UNITS][TABLE_ROOM], by_move[POLICY_UNITS][MOVE_ROOM];
	int32_t first_bias[POLICY_UNITS];
	int16_t then[POLICY_UNITS][POLICY_UNITS];
	int32_t second_bias[POLICY_UNITS];
	int16_t head[POLICY_UNITS];
	int32_t head_bias;
};

static bool is_layer(uint32_t units)
{
	return units > 0 && units <= POLICY_UNITS && units % UNITS_STEP == 0;
}

const char *policy_refusal(const struct told *told, const unsigned char *part, size_t n)
{
	struct reader r = { part };

	if (n < HEAD)
		return "the net is cut off, or something follows it";
	const uint32_t move = reader_word(&r), first = reader_word(&r), second = reader_word(&r);
	if (move == 0 || move != (uint32_t)told->move || move > POLICY_MOST)
		return "the net is told other things than this program tells";
	if (!is_layer(first) || !is_layer(second))
		return "the net has another shape than this program takes";
	const size_t inputs = (size_t)told->seat + (size_t)told->table + SEATS_COUNTS + move;
	return n == HEAD + 4 * (size_t)move + first * (inputs + 4) + second * ((size_t)first + 4) + second + 4 ? NULL : "the net is cut off, or something follows it";
}

struct policy *policy_read(const struct told *told, const unsigned char *part)
{
	struct reader r = { part + 4 };
	struct policy *p = calloc(1, sizeof *p);

	must(p != NULL);
	p->told = *told;
	p->first = (int)reader_word(&r);
	p->second = (int)reader_word(&r);
	for (int i = 0; i < told->move; i++)
		p->gain[i] = (float)(int32_t)reader_word(&r) / 256;
	for (int k = 0; k < p->first; k++) {
		layers_weights(&r, p->by_seat[k], told->seat);
		layers_weights(&r, p->by_table[k], told->table + SEATS_COUNTS);
		layers_weights(&r, p->by_move[k], told->move);
	}
	layers_biases(&r, p->first_bias, p->first);
	for (int k = 0; k < p->second; k++)
		layers_weights(&r, p->then[k], p->first);
	layers_biases(&r, p->second_bias, p->second);
	layers_weights(&r, p->head, p->second);
	layers_biases(&r, &p->head_bias, 1);
	return p;
}

void policy_free(struct policy *p)
{
	free(p);
}

void policy_logits(const struct policy *p, const int16_t seat[], const int16_t table[], int n, float move[][POLICY_MOST], int32_t logit[])
{
	int32_t common[UNITS_MOST];             /* what all moves have in common */

	memcpy(common, p->first_bias, sizeof p->first_bias);
	layers_add(common, p->by_seat[0], ROOM, seat, p->told.seat, p->first);
	layers_add(common, p->by_table[0], TABLE_ROOM, table, p->told.table + SEATS_COUNTS, p->first);
	for (int i = 0; i < n; i++) {
		int16_t x[MOVE_ROOM] = { 0 }, first[UNITS_MOST], second[UNITS_MOST];
		int32_t sum[UNITS_MOST], then[UNITS_MOST], head = p->head_bias;
		for (int k = 0; k < p->told.move; k++)
			x[k] = (int16_t)layers_nearest(move[i][k] * p->gain[k], INPUT_MOST);
		memcpy(sum, common, sizeof p->first_bias);
		layers_add(sum, p->by_move[0], MOVE_ROOM, x, p->told.move, p->first);
		layers_units(first, sum, p->first);
		memcpy(then, p->second_bias, sizeof p->second_bias);
		layers_add(then, p->then[0], POLICY_UNITS, first, p->first, p->second);
		layers_units(second, then, p->second);
		layers_add(&head, p->head, POLICY_UNITS, second, p->second, 1);
		logit[i] = head * (NET_ONE / SUM_ONE);
	}
}
