/* Blank as plain data. */
#ifndef BLANK_STATE_H
#define BLANK_STATE_H

#include <stdint.h>

struct blank {
	uint8_t  seat;                  /* whose turn it is */
	uint16_t passes;                /* made so far */
};

struct blank_box {
	uint8_t rounds;                 /* how many times everybody passes */
};

#endif
