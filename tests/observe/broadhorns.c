#include "look.h"

#include "games/broadhorns/broadhorns.h"

/* Where a card is, as the planes "delivery" and "traveler" count it; 7: set aside. */
static int sight(const struct look *l, int card)
{
	const int where = l->s->broadhorns.where[card];

	if (where < AT_TOWN)
		return where == IN_PILE ? 0 : where == IN_DISCARD ? 6 : 7;
	if (where < ABOARD)
		return 5;
	if (where < IN_HAND)
		return where == ABOARD + l->seat ? 3 : 4;
	return where < UNSEEN && (where - IN_HAND) / AGES == l->seat ? 2 : (where - IN_HAND) % AGES > 0;
}

static void check_cards(const struct look *l)
{
	static const int first[] = { FIRST_ICE, FIRST_PEDDLER, FIRST_CURRENT, FIRST_SPOIL };
	const struct broadhorns *g = &l->s->broadhorns;
	int fare[BROAD_TOWNS] = { 0 }, card = FIRST_SPOIL;

	for (int i = 0; i < DELIVERIES; i++)
		assert_int_equal(one_of(l, "delivery", i), sight(l, FIRST_DELIVERY + i));
	for (int i = 0; i < TRAVELERS; i++) {
		const struct broad_traveler *t = &l->b->broadhorns.traveler[i];
		assert_int_equal(one_of(l, "traveler", i), sight(l, FIRST_TRAVELER + i));
		assert_int_equal(value(l, "shifted", i, 0), g->shifted >> i & 1);
		fare[t->to] += g->where[FIRST_TRAVELER + i] == ABOARD + l->seat ? t->gold : 0;
	}
	for (int town = 0; town < BROAD_TOWNS; town++) {
		int waiting = 0;
		for (int i = 0; i < TRAVELERS; i++)
			waiting += g->where[FIRST_TRAVELER + i] == AT_TOWN + town;
		assert_int_equal(value(l, "town.waiting", town, 0), waiting);
		assert_int_equal(value(l, "town.fare", town, 0), fare[town]);
	}
	for (int kind = 0; kind < 3; kind++) {
		int n[8] = { 0 };
		for (int i = first[kind]; i < first[kind + 1]; i++)
			n[sight(l, i)]++;
		assert_int_equal(value(l, "own", kind, 0), n[2]);
		assert_int_equal(value(l, "discarded", kind, 0), n[6]);
		assert_int_equal(value(l, "unseen", kind, 0), n[0] + n[1]);
	}
	for (int type = 0; type < PERISHABLES; type++) {
		int n = 0;
		for (int left = l->b->broadhorns.spoil[type]; left > 0; left--)
			n += g->where[card++] == IN_PILE;
		assert_int_equal(value(l, "spoil_pile", type, 0), n);
	}
}

static void check_table(const struct look *l)
{
	const struct broadhorns *g = &l->s->broadhorns;
	int track[BROAD_CARGOES] = { 0 };

	for (int i = 0; i < g->seasons; i++)
		if (g->track[i] != NO_CARGO)
			track[g->track[i]]++;
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		assert_int_equal(value(l, "market", cargo, 0), g->market[cargo]);
		assert_int_equal(value(l, "price", cargo, 0), broad_price(g, cargo));
		assert_int_equal(value(l, "bag", cargo, 0), g->bag[cargo]);
		assert_int_equal(value(l, "track", cargo, 0), track[cargo]);
	}
	for (int i = 0; i < 8; i++)
		assert_int_equal(value(l, "option", i, 0), i == BROAD_ROUNDS ? 0 : l->s->option[i]);
}

void check_broadhorns(const struct look *l)
{
	const struct broadhorns *g = &l->s->broadhorns;

	assert_int_equal(one_of(l, "season", 0), broad_season(l->b, g));
	for (int i = 0; i < l->s->players; i++) {
		int at = from_me(l, i, l->s->players);
		assert_int_equal(value(l, "seat.gold", at, 0), g->player[i].gold < 255 ? g->player[i].gold : 255);
		assert_int_equal(one_of(l, "seat.boat", at), g->player[i].boat);
		assert_int_equal(one_of(l, "seat.number", at), i);
		assert_int_equal(value(l, "seat.barrels", at, 0), broad_cargo(g, i));
		assert_int_equal(value(l, "seat.boxes", at, 0), broad_free_boxes(l->b, g, i));
		assert_int_equal(value(l, "seat.aboard", at, 0), broad_aboard(g, i));
		assert_int_equal(value(l, "seat.hand", at, 0), broad_hand(g, i));
		const struct broad_boat *boat = broad_boat(l->b, g, i);
		assert_int_equal(value(l, "seat.resale", at, 0), boat ? boat->resale : 0);
		assert_int_equal(value(l, "seat.speed", at, 0), boat ? boat->speed + broad_season_speed(broad_season(l->b, g)) : 0);
		assert_int_equal(value(l, "seat.active", at, 0), g->round > 0 && i == g->active);
		assert_int_equal(value(l, "seat.asked", at, 0), g->phase == BROAD_SPOIL_CARD && i == g->asked);
		assert_int_equal(value(l, "seat.iced", at, 0), g->iced >> i & 1);
		assert_int_equal(value(l, "seat.tiles", at, 0), g->player[i].tiles);
		assert_int_equal(value(l, "seat.wreaths", at, 0), g->player[i].wreaths);
		assert_int_equal(value(l, "seat.space", at, 0), g->player[i].space);
		for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)     /* the bytes of its spoil positions follow each other */
			assert_int_equal(value(l, "seat.cargo", at, cargo), g->player[i].cargo[cargo][0]);
	}
	check_table(l);
	check_cards(l);
	assert_int_equal(value(l, "pile", 0, 0), broad_count(g, IN_PILE));
	if (g->round > 0)
		assert_int_equal(value(l, "allowance", 0, 0), broad_allowance(l->b, l->s));
	for (int town = 0; town < BROAD_TOWNS; town++) {
		const struct broad_tile *tile = broad_tile(l->b, g, town);
		int open[BROAD_CARGOES] = { 0 }, pay[BROAD_CARGOES] = { 0 };
		for (int k = 0; k < tile->spaces; k++)
			if (!(g->town[town].filled >> k & 1)) {
				open[tile->space[k].cargo]++;
				pay[tile->space[k].cargo] += tile->space[k].value;
			}
		for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
			assert_int_equal(value(l, "town.open", town, cargo), open[cargo]);
			assert_int_equal(value(l, "town.value", town, cargo), pay[cargo]);
			assert_int_equal(value(l, "town.sells", town, cargo), tile->increase[cargo] == NOT_SOLD ? 0 : tile->increase[cargo] + 1);
		}
		const struct broad_player *me = &g->player[l->seat];
		const int far = l->b->broadhorns.town[town].entrance - me->space;
		assert_int_equal(value(l, "town.here", town, 0), far == 0);
		assert_int_equal(value(l, "town.ahead", town, 0), far > 0);
		assert_int_equal(value(l, "town.far", town, 0), far > 0 ? far : 0);
		assert_int_equal(value(l, "town.visited", town, 0), me->visited >> town & 1);
		assert_int_equal(value(l, "town.wreaths", town, 0), tile->wreaths);
		assert_int_equal(value(l, "town.taken", town, 0), g->town[town].taken);
		for (int i = 0; i < BROAD_TILES; i++)
			assert_int_equal(value(l, "town.seen", town, i), g->town[town].seen >> i & 1);
	}
}
