/* The eight ships of the built-in boxes. Goods are numbered as the host numbers its own; W is the wild one. The rulebook shows, in three
 * examples, a wild slot without a bonus, a last slot with 1 prestige and an export bonus of 1 prestige and $1: S1 is built to fit them as
 * one ship. All else is reconstructed. */
#ifndef FREIGHT_SHIPS_H
#define FREIGHT_SHIPS_H

#include "freight.h"

/* A slot: good, prestige, money. */
#define FREIGHT_FLEET(C, I, T, G, L, W) { \
	.ships = 8, .containers = 4, .neutral = 4, .containers_source = "rulebook", \
	.ship = { \
		{ "S1", 4, { { W, { 0, 0 } }, { C, { 0, 1 } }, { G, { 0, 0 } }, { T, { 1, 0 } } }, { 1, 1 }, { 0, 1 }, "rulebook and reconstructed" }, \
		{ "S2", 4, { { I, { 0, 1 } }, { W, { 0, 0 } }, { L, { 1, 0 } }, { C, { 0, 2 } } }, { 2, 0 }, { 1, 0 }, "reconstructed" }, \
		{ "S3", 4, { { T, { 0, 0 } }, { G, { 0, 1 } }, { W, { 0, 1 } }, { I, { 1, 0 } } }, { 1, 2 }, { 0, 2 }, "reconstructed" }, \
		{ "S4", 4, { { G, { 0, 1 } }, { L, { 0, 0 } }, { C, { 1, 0 } }, { W, { 1, 0 } } }, { 2, 0 }, { 0, 1 }, "reconstructed" }, \
		{ "S5", 4, { { W, { 0, 1 } }, { T, { 0, 1 } }, { I, { 0, 0 } }, { L, { 1, 0 } } }, { 1, 2 }, { 1, 0 }, "reconstructed" }, \
		{ "S6", 4, { { C, { 0, 0 } }, { I, { 0, 1 } }, { W, { 0, 2 } }, { G, { 1, 0 } } }, { 2, 1 }, { 1, 0 }, "reconstructed" }, \
		{ "S7", 4, { { T, { 0, 1 } }, { C, { 0, 1 } }, { W, { 0, 0 } }, { I, { 1, 0 } } }, { 1, 1 }, { 0, 1 }, "reconstructed" }, \
		{ "S8", 4, { { W, { 0, 0 } }, { G, { 0, 1 } }, { T, { 1, 0 } }, { L, { 0, 2 } } }, { 2, 2 }, { 1, 1 }, "reconstructed" }, \
	} \
}

#endif
