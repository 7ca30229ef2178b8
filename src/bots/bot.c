#include "bots/bot.h"

#include <stdlib.h>
#include <string.h>

const struct bot *const bot_list[] = { &bot_easy, &bot_medium, &bot_hard, &bot_expert, &bot_simple, &bot_adept, &bot_random, &bot_search, &bot_hard1, &bot_expert1, NULL };

enum { MOST = 1000000000, MOST_THREADS = 64 };

/* A number from 1 on; *words is moved behind it. 0: there is none, or it is too large. */
static uint32_t read_number(const char **words, uint32_t most)
{
	uint64_t n = 0;

	for (; **words >= '0' && **words <= '9' && n <= most; ++*words)
		n = 10 * n + (uint64_t)(**words - '0');
	return n <= most ? (uint32_t)n : 0;
}

/* "2000", "100ms", "100ms:4". */
static bool read_budget(const char *words, struct mind *m)
{
	uint32_t n = read_number(&words, MOST);

	if (n == 0)
		return false;
	if (strncmp(words, "ms", 2) == 0) {
		m->budget.ms = n;
		words += 2;
	} else {
		m->budget.iterations = n;
	}
	if (*words == ':') {
		words++;
		m->threads = (int)read_number(&words, MOST_THREADS);
	}
	return *words == '\0' && m->threads > 0;
}

/* The bot that is called like that, and what it begins with. */
static bool read_name(const char *name, struct mind *m)
{
	size_t n = strcspn(name, ":");

	*m = (struct mind){ .threads = 1 };
	for (int i = 0; bot_list[i]; i++)
		if (strlen(bot_list[i]->name) == n && memcmp(bot_list[i]->name, name, n) == 0)
			m->bot = bot_list[i];
	if (!m->bot)
		return false;
	return m->bot->preset ? read_budget(name[n] ? name + n + 1 : m->bot->preset, m) : !name[n];
}

const struct bot *bot_find(const char *name)
{
	struct mind m;

	return read_name(name, &m) ? m.bot : NULL;
}

void bot_names(struct text *out)
{
	for (int i = 0; bot_list[i]; i++)
		text_form(out, i > 0 ? ", %s" : "%s", &bot_list[i]->name, NULL);
}

struct mind *bot_open(const char *name, const struct game *g, const struct box *b)
{
	struct mind called, *m;

	if (!read_name(name, &called))
		return NULL;
	called.game = g;
	called.box = b;
	m = called.bot->open ? called.bot->open(&called) : malloc(sizeof *m);
	must(m != NULL);
	*m = called;
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
