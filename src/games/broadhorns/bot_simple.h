/* The policies of Broadhorns: that of `simple`, which is frozen, and the tuned one; and both of them as games are played out. */
#ifndef GAMES_BROADHORNS_BOT_SIMPLE_H
#define GAMES_BROADHORNS_BOT_SIMPLE_H

#include "bots/simple.h"

extern const struct simple broad_simple, broad_adept, broad_quick_simple, broad_quick_adept;

#endif
