/* What a bot makes of a position. Asked twice it draws the same, so whatever differs comes from what it was shown. */
#ifndef TESTS_THINK_H
#define TESTS_THINK_H

#include "bots/bot.h"
#include "net/net.h"

/* The move that it picks; *out, of which the time is left out, is what it thought. net: what leads its search; NULL: what the game says. */
int think(const char *bot, const struct game *g, const struct state *shown, const struct net *net, struct thought *out);

/* The real game and others that look the same to its mover, which the bot is shown whole by mistake, change neither its move nor one bit of what it thought. Adds to
 * *swaps how many of the others differed from the real one. */
void think_of_swapped(const char *bot, const struct game *g, const struct state *real, const struct net *net, int *swaps);

#endif
