/* The list of what bots know of the games. A game that is not in it is played at random. */
#include "bots/knowledge.h"

extern const struct bot_knowledge broadhorns_bots, queen_bots, rails_bots;

const struct bot_knowledge *const bot_knowledge_list[] = { &queen_bots, &broadhorns_bots, &rails_bots, NULL };
