/* The policies of Small Railroad Empires: that of `simple`, which is frozen, and the tuned one; and what all its bots think of goals. */
#ifndef GAMES_RAILS_BOT_SIMPLE_H
#define GAMES_RAILS_BOT_SIMPLE_H

#include "bots/simple.h"
#include "games/rails/rails.h"

extern const struct simple rails_simple, rails_adept;

/* How many steps a company that stands like `p` lacks for a goal: about as many as it takes turns. */
static inline int goal_lacks(const struct box *b, const struct rails *g, const struct rails_side *p, unsigned classes, const struct rails_condition *when)
{
	int lacks = when->n - rails_progress(g, p, classes, when);

	if (when->test == TEST_NO_LOAN)
		lacks += b->rails.repay * p->loans;
	if (lacks <= 0)
		return 0;
	if (when->test == TEST_LENGTH)
		return 1 + (lacks > 2);
	return when->test == TEST_MONEY || when->test == TEST_NO_LOAN ? 1 + lacks / 3 : lacks;
}

#endif
