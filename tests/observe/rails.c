#include "look.h"

#include "games/rails/rails.h"

static bool may_pass(const struct look *l, int hex)
{
	const struct rails *g = &l->s->rails;

	return rails_hex(l->b, hex)->terrain != CITY && rails_colours(g, hex) < 2;
}

/* Tracks until one is on the hex, or beside it, at most 3: hex by hex, with the neighbours that the rules know. */
static int tracks_to(const struct look *l, int hex, bool beside)
{
	const struct rails *g = &l->s->rails;
	struct hexes at = { { 0 } };

	memcpy(at.of, g->side[l->seat].track, sizeof at.of);
	for (int n = 0; n < 3; n++) {
		struct hexes next = at;
		for (int h = 0; h < RAILS_MAP; h++)
			if (rails_has(at.of, h)) {
				struct hexes around = rails_neighbours(l->b, g, h);
				if ((!beside && h == hex) || (beside && rails_has(around.of, hex)))
					return n;
				for (int k = 0; k < RAILS_MAP; k++)
					if (rails_has(around.of, k) && may_pass(l, k))
						next.of[k / RAILS_HEXES] |= 1u << k % RAILS_HEXES;
			}
		at = next;
	}
	return 3;
}

/* What the looker lacks to a goal, by the rules. */
static int lacks(const struct look *l, const struct rails_condition *when)
{
	const struct rails *g = &l->s->rails;
	const int n = when->n - rails_progress(g, &g->side[l->seat], rails_classes(l->b, g, l->seat), when);

	return n > 0 ? n : 0;
}

static void check_goals(const struct look *l)
{
	const struct rails *g = &l->s->rails;

	for (int i = 0; i < GOALS_OPEN; i++) {
		const bool there = g->goal[i] != NO_GOAL, open = g->claimed[i] == NO_SIDE;
		if (!there)
			continue;
		assert_int_equal(value(l, "goal.open", i, 0), open);
		assert_int_equal(value(l, "goal.lacks", i, 0), open ? lacks(l, &l->b->rails.goal[g->goal[i]].when) : 0);
		assert_int_equal(one_of(l, "goal.claimed", i), open ? -1 : from_me(l, g->claimed[i], g->sides));
	}
	if (g->contract[l->seat] != NO_CONTRACT)
		assert_int_equal(value(l, "contract_lacks", 0, 0), lacks(l, &l->b->rails.contract[g->contract[l->seat]].when));
}

void check_rails(const struct look *l)
{
	const struct rails *g = &l->s->rails;

	check_goals(l);
	for (int i = 0; i < g->sides; i++) {
		int at = from_me(l, i, g->sides);
		assert_int_equal(value(l, "seat.money", at, 0), g->side[i].money < 255 ? g->side[i].money : 255);
		assert_int_equal(value(l, "seat.rival", at, 0), i >= l->s->players);
		assert_int_equal(value(l, "seat.loans", at, 0), g->side[i].loans);
		for (int hex = 0; hex < RAILS_MAP; hex++)
			assert_int_equal(value(l, "track", at, hex), rails_has(g->side[i].track, hex));
	}
	for (int k = 0; k < l->s->players && g->round > 0; k++)
		assert_int_equal(one_of(l, "seat.order", from_me(l, rails_seat_at(l->s, g->round, k), g->sides)), k);
	assert_int_equal(value(l, "deck", 0, 0), rails_bits(rails_cards(g, IN_DECK, IN_DECK + 1)));
	for (int card = 0; card < TRAIN_CARDS; card++)
		assert_int_equal(value(l, "card", card, 5), rails_holds(g, l->seat, card));
	if (g->phase == RAILS_BUILD && l->seat == g->active)
		for (int hex = 0; hex < RAILS_MAP; hex++)
			assert_int_equal(value(l, "site", hex, 0), rails_site_refusal(l->b, l->s, hex) ? 0 : 1 + rails_cost(l->b, l->s, hex));
	if (g->round == 0 || g->turn % 5 > 0)           /* the search below is slow */
		return;
	for (int i = 0; i < ALL_FACTORIES + ALL_CITIES; i++) {
		bool city = i >= ALL_FACTORIES;
		int tile = city ? (i - ALL_FACTORIES) / RAILS_CITIES : i / RAILS_FACTORIES;
		int hex = !rails_in_play(g, tile) ? -1 : city ? rails_city_hex(l->b, i - ALL_FACTORIES) : rails_factory_hex(l->b, i);
		assert_int_equal(value(l, "far", i, 0), hex < 0 ? 0 : tracks_to(l, hex, city));
	}
}
