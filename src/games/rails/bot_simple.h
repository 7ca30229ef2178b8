/* The policies of Small Railroad Empires: that of `simple`, which is frozen, and the tuned one. */
#ifndef GAMES_RAILS_BOT_SIMPLE_H
#define GAMES_RAILS_BOT_SIMPLE_H

#include "bots/simple.h"

extern const struct simple rails_simple, rails_adept;

#endif
