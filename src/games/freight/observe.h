/* What a net is given of Freight on Board: the part that a host puts into its own row (core/tensor.h). */
#ifndef FREIGHT_OBSERVE_H
#define FREIGHT_OBSERVE_H

#include "core/tensor.h"
#include "freight.h"

struct freight_slot_tensor {
	uint8_t good[FREIGHT_GOODS + 1], prestige, money;
	uint8_t empty, neutral, owner[FREIGHT_OWNERS];
};
struct freight_tensor {
	uint8_t docked[FREIGHT_SHIPS], gone[FREIGHT_SHIPS];
	uint8_t bonus[4];
	struct freight_slot_tensor slot[FREIGHT_SLOTS];
};

/* The planes of a host's row T whose member `ship` is a struct freight_tensor and whose member `slot` is its slots. */
#define FREIGHT_PLANES(T) \
	PLANE(T, quay.docked, 1, "ship at the quay"), \
	PLANE(T, quay.gone, 1, "ships that have sailed"), \
	PLANE(T, quay.bonus, 2, "prestige and money of the first export bonus, then of the bonus of those who tie"), \
	PLANE_IN(T, quay.slot, freight_slot_tensor, good, 1, "good that the slot takes; the last: every good"), \
	PLANE_IN(T, quay.slot, freight_slot_tensor, prestige, 2, "prestige for loading it"), \
	PLANE_IN(T, quay.slot, freight_slot_tensor, money, 2, "money for loading it"), \
	PLANE_IN(T, quay.slot, freight_slot_tensor, empty, 1, "nothing lies on it yet"), \
	PLANE_IN(T, quay.slot, freight_slot_tensor, neutral, 1, "a neutral container lies on it"), \
	PLANE_IN(T, quay.slot, freight_slot_tensor, owner, 1, "whose container lies on it, from the looker on")

/* `o` is zero when it is called. `me` is the owner who looks, of so many. */
void freight_observe(const struct freight_box *b, const struct freight *f, int me, int owners, struct freight_tensor *restrict o);

#endif
