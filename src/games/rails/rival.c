/* The rival of the solo game: side 1, with a deck of 18 cards (R93 to R96, R119 to R126). */
#include "rails.h"

enum { RIVAL = 1 };

static void gain(struct rails *g, int prestige, uint16_t rule, struct events *told)
{
	rails_gain(g, RIVAL, prestige);
	TELL(told, GAINED, RIVAL, rule, .place = (uint8_t)prestige);
}

/* R121: the lowest factory with a cube of that good, and the lowest city that wants it and has room; factories and cities are numbered so. */
static int factory_with(const struct box *b, const struct rails *g, int good)
{
	for (int factory = 0; factory < ALL_FACTORIES; factory++)
		if (g->cubes[factory] > 0 && rails_hex(b, rails_factory_hex(b, factory))->good == good)
			return factory;
	return -1;
}

static int city_for(const struct box *b, const struct rails *g, int good)
{
	for (int city = 0; city < ALL_CITIES; city++) {
		int hex = rails_in_play(g, city / RAILS_CITIES) ? rails_city_hex(b, city) : -1;
		if (hex >= 0 && rails_hex(b, hex)->wants >> good & 1 && rails_trains_in(g, city) < 2 && !(g->side[RIVAL].trains >> city & 1))
			return city;
	}
	return -1;
}

/* R129. A box of version 1 has the gentle rival only. */
struct rails_level_row rails_level_of(const struct box *b, const struct state *s)
{
	const struct rails_level_row *level = &b->rails.rival_level[s->option[RAILS_LEVEL]];

	return level->cards ? *level : (struct rails_level_row){ .cards = 1, .delivery = b->rails.rival_delivery };
}

int rails_rival_cards(const struct rails *g)
{
	int n = 0;

	for (int kind = 0; kind < RIVAL_KINDS; kind++)
		n += g->rival[kind];
	return n;
}

static void deliver(const struct box *b, struct state *s, int good, struct events *told)
{
	struct rails *g = &s->rails;
	int factory = factory_with(b, g, good), city = city_for(b, g, good);

	if (factory < 0 || city < 0) {
		gain(g, b->rails.rival_else, R(121), told);
		return;
	}
	g->cubes[factory]--;
	rails_put_train(b, g, RIVAL, city);
	g->side[RIVAL].delivered[good]++;
	TELL(told, RIVAL_DELIVERED, RIVAL, R(121), .thing = (uint8_t)good, .place = (uint8_t)city);
	gain(g, rails_level_of(b, s).delivery, R(121), told);
	unsigned slots = freight_choices(&b->rails.freight, &g->freight, RIVAL, false);         /* F48: it never chooses */
	if (slots)
		rails_load(b, s, RIVAL, good, rails_lowest(slots), told);       /* F51 */
}

/* R122. */
static void survey(const struct box *b, struct rails *g, struct events *told)
{
	int card = rails_market(g, 0);

	if (card >= 0) {
		rails_slide(g, 0, TRASHED);
		TELL(told, SURVEYED, NOBODY, R(122), .thing = (uint8_t)card);
	}
	gain(g, b->rails.rival_else, R(122), told);
}

/* R123: the point is the star's own. */
static void expand(const struct box *b, struct state *s, struct events *told)
{
	struct rails *g = &s->rails;

	for (int hex = 0; hex < RAILS_MAP; hex++)
		if (rails_in_play(g, hex / RAILS_HEXES) && rails_hex(b, hex)->star && rails_colours(g, hex) == 0) {
			TELL(told, EXPANDED, RIVAL, R(123), .place = (uint8_t)hex);
			rails_put_track(b, s, RIVAL, hex, told);
			return;
		}
	gain(g, b->rails.rival_else, R(123), told);
}

/* R124; R120: it gains the prestige at once. */
static void achieve(const struct box *b, struct rails *g, struct events *told)
{
	for (int i = 0; i < GOALS_OPEN; i++)
		if (g->claimed[i] == NO_SIDE) {
			int prestige = b->rails.goal[g->goal[i]].prestige;
			g->claimed[i] = RIVAL;
			rails_gain(g, RIVAL, prestige);
			TELL(told, ACHIEVED, RIVAL, R(124), .thing = g->goal[i], .n = (int16_t)prestige);
			return;
		}
	gain(g, b->rails.rival_else, R(124), told);
}

void rails_rival(const struct box *b, struct state *s, int kind, struct events *told)
{
	struct rails *g = &s->rails;

	g->rival[kind]--;
	TELL(told, RIVAL, RIVAL, R(93), .thing = (uint8_t)kind, .tells = true);
	if (kind < RIVAL_SURVEY)
		deliver(b, s, kind - RIVAL_DELIVER, told);
	else if (kind == RIVAL_SURVEY)
		survey(b, g, told);
	else if (kind == RIVAL_EXPAND)
		expand(b, s, told);
	else
		achieve(b, g, told);
}
