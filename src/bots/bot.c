#include "bots/bot.h"

#include <string.h>

const struct bot *const bot_list[] = { &bot_simple, &bot_random, NULL };

const struct bot *bot_find(const char *name)
{
	for (int i = 0; bot_list[i]; i++)
		if (strcmp(bot_list[i]->name, name) == 0)
			return bot_list[i];
	return NULL;
}

void bot_names(struct text *out)
{
	for (int i = 0; bot_list[i]; i++)
		text_form(out, i > 0 ? ", %s" : "%s", &bot_list[i]->name, NULL);
}
