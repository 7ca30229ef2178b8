#include "bots/knowledge.h"

#include <string.h>

const struct bot_knowledge *bot_knowledge_of(const struct game *g)
{
	static const struct bot_knowledge nothing = { 0 };

	for (int i = 0; bot_knowledge_list[i]; i++)
		if (strcmp(bot_knowledge_list[i]->game, g->name) == 0)
			return bot_knowledge_list[i];
	return &nothing;
}
