/* The policy of Mississippi Queen that `simple` follows: it is frozen. */
#ifndef GAMES_QUEEN_BOT_SIMPLE_H
#define GAMES_QUEEN_BOT_SIMPLE_H

#include "bots/simple.h"

extern const struct simple queen_simple;

#endif
