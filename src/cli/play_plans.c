#include "play_plans.h"

#include <string.h>

#include "bots/knowledge.h"

enum {
	SHOWN        = 12,              /* plans */
	PLACE_FIELDS = 2,               /* docs/game.md: the outcome of a plan begins with the place where it ends */
};

/* The best plans, and the number of all plans. */
struct choice { struct plan best[SHOWN]; int n, all; };

static const char none[] = "There are no plans for this decision.";

/* Fields ------------------------------------------------------------------------------------------------------------- */

static int value_of(const struct field *f, const struct plan *p)
{
	const uint8_t *at = (const uint8_t *)p + f->offset;
	uint16_t two;

	must(f->kind == FIELD_INT && f->count == FIELD_ONE);
	if (f->size == 1)
		return *at;
	memcpy(&two, at, sizeof two);
	return two;
}

static void show_field(const struct field *f, const struct plan *p)
{
	int value = value_of(f, p), width = (int)strlen(f->name);

	if (value < f->min || value > f->max)
		printf(" %*s", width, "-");             /* the field does not apply to this plan */
	else if (f->names)
		printf(" %*s", width, f->names[value - f->min]);
	else
		printf(" %*d", width, value);
}

/* A column is shown if it says where the plan ends, or if the plans differ in it. */
static bool is_shown(const struct field *fields, int i, const struct choice *c)
{
	for (int k = 1; k < c->n && fields[i].count == FIELD_ONE; k++)
		if (value_of(&fields[i], &c->best[k]) != value_of(&fields[i], &c->best[0]))
			return true;
	return i < PLACE_FIELDS;
}

/* Choosing ----------------------------------------------------------------------------------------------------------- */

static bool same_place(const struct field *f, const struct plan *a, const struct plan *b)
{
	for (int i = 0; i < PLACE_FIELDS && f[i].name; i++)
		if (value_of(&f[i], a) != value_of(&f[i], b))
			return false;
	return true;
}

static bool is_taken(const struct game *g, const struct choice *c, const struct plan *p)
{
	for (int k = 0; k < c->n; k++)
		if (same_place(g->plan_fields, p, &c->best[k]))
			return true;
	return false;
}

/* The best plan for each place, best places first. */
static void choose(const struct session *s, struct choice *c)
{
	static struct plan plan[MAX_PLANS];
	static int worth[MAX_PLANS];
	const struct game *g = s->setup.game;
	const struct simple *w = bot_knowledge_of(g)->simple;
	const int seat = session_to_move(s);
	struct state view;

	c->n = c->all = 0;
	if (seat < 0 || !w || !g->plans)
		return;
	game_view(g, &s->setup.box, &s->state, seat, &view);
	c->all = g->plans(&s->setup.box, &view, plan, MAX_PLANS);
	int n = c->all < MAX_PLANS ? c->all : MAX_PLANS;
	if (n > 0)
		w->weigh(&s->setup.box, &view, plan, n, worth);
	for (int best = 0; best >= 0 && c->n < SHOWN; ) {
		best = -1;
		for (int i = 0; i < n; i++)
			if ((best < 0 || worth[i] > worth[best]) && !is_taken(g, c, &plan[i]))
				best = i;
		if (best >= 0)
			c->best[c->n++] = plan[best];
	}
}

static void spell(const struct session *s, const struct plan *p, char line[MAX_LINE])
{
	struct text all = text_on(line, MAX_LINE);
	char words[MAX_PLAN][MAX_TEXT];

	session_plan(s, p, words);
	for (int i = 0; i < p->n; i++)
		text_form(&all, i > 0 ? ", %s" : "%s", (const char *[]){ words[i] }, NULL);
	must(text_fits(&all));
}

/* At the table ------------------------------------------------------------------------------------------------------- */

void plans_show(const struct session *s)
{
	const struct field *f = s->setup.game->plan_fields;
	struct choice c;
	char line[MAX_LINE];

	choose(s, &c);
	if (c.n == 0) {
		puts(none);
		return;
	}
	printf("   ");
	for (int i = 0; f[i].name; i++)
		if (is_shown(f, i, &c))
			printf(" %s", f[i].name);
	printf("  moves\n");
	for (int k = 0; k < c.n; k++) {
		printf("%3d", k + 1);
		for (int i = 0; f[i].name; i++)
			if (is_shown(f, i, &c))
				show_field(&f[i], &c.best[k]);
		spell(s, &c.best[k], line);
		printf("  %s\n", line);
	}
	printf("The best for each place, of %s%d ways to end this turn. `plan 1` plays the first.\n",
		c.all > MAX_PLANS ? "more than " : "", c.all > MAX_PLANS ? MAX_PLANS : c.all);
}

bool plans_line(const struct session *s, const char *number, char line[MAX_LINE], char out[MAX_ERROR])
{
	struct choice c;
	uint64_t which;

	choose(s, &c);
	if (c.n == 0)
		return error_say(out, "%s", none);
	if (!setup_number(number, &which) || which < 1 || which > (uint64_t)c.n)
		return error_say(out, "plan needs a number from 1 to %d, as `plans` lists them", c.n);
	spell(s, &c.best[which - 1], line);
	return true;
}
