#include "bots/bot.h"

#include <stdlib.h>
#include <string.h>

const struct bot *const bot_list[] = { &bot_simple, &bot_random, NULL };

/* "2000" or "100ms": a number from 1 to a milliard, nothing else. */
static bool read_budget(const char *words, struct budget *out)
{
	uint64_t n = 0;
	int digits = 0;

	for (; *words >= '0' && *words <= '9' && digits < 10; words++, digits++)
		n = 10 * n + (uint64_t)(*words - '0');
	if (n < 1 || n > 1000000000)
		return false;
	*out = (struct budget){ 0 };
	if (strcmp(words, "ms") == 0)
		out->ms = (uint32_t)n;
	else
		out->iterations = (uint32_t)n;
	return *words == '\0' || out->ms > 0;
}

/* The bot of that name, and how long it is to think. */
static const struct bot *find(const char *name, struct budget *budget)
{
	size_t n = strcspn(name, ":");

	*budget = (struct budget){ 0 };
	for (int i = 0; bot_list[i]; i++) {
		const struct bot *bot = bot_list[i];
		const char *words = name[n] ? name + n + 1 : bot->preset;
		if (strlen(bot->name) == n && memcmp(bot->name, name, n) == 0)
			return (bot->preset ? read_budget(words, budget) : !name[n]) ? bot : NULL;
	}
	return NULL;
}

const struct bot *bot_find(const char *name)
{
	struct budget unused;

	return find(name, &unused);
}

void bot_names(struct text *out)
{
	for (int i = 0; bot_list[i]; i++)
		text_form(out, i > 0 ? ", %s" : "%s", &bot_list[i]->name, NULL);
}

struct mind *bot_open(const char *name, const struct game *g, const struct box *b)
{
	struct budget budget;
	const struct bot *bot = find(name, &budget);
	struct mind *m;

	if (!bot)
		return NULL;
	m = bot->open ? bot->open(g, b, bot, &budget) : malloc(sizeof *m);
	must(m != NULL);
	m->bot = bot;
	m->game = g;
	m->box = b;
	m->budget = budget;
	return m;
}

void bot_close(struct mind *m)
{
	if (m && m->bot->close)
		m->bot->close(m);
	else
		free(m);
}

int bot_pick(struct mind *m, const struct state *view, struct budget budget, struct rng *own, struct thought *out)
{
	if (out)
		memset(out, 0, sizeof *out);
	if (budget.iterations == 0 && budget.ms == 0) {
		budget.iterations = m->budget.iterations;
		budget.ms = m->budget.ms;
	}
	int move = m->bot->pick(m, view, budget, own, out);
	if (out && out->lines == 0) {
		out->lines = 1;
		out->line[0].n = 1;
		out->line[0].move[0] = (uint16_t)move;
	}
	return move;
}

int bot_pick_once(const char *name, const struct game *g, const struct box *b, const struct state *view, struct rng *own)
{
	struct mind *m = bot_open(name, g, b);

	must(m != NULL);
	int move = bot_pick(m, view, (struct budget){ 0 }, own, NULL);
	bot_close(m);
	return move;
}
