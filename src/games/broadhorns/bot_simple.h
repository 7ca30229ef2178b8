/* The policies of Broadhorns: that of `simple`, which is frozen, and the tuned one. */
#ifndef GAMES_BROADHORNS_BOT_SIMPLE_H
#define GAMES_BROADHORNS_BOT_SIMPLE_H

#include "bots/simple.h"

extern const struct simple broad_simple, broad_adept;

#endif
