#include "look.h"

#include "games/broadhorns/broadhorns.h"

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
	}
	for (int card = 0; card < DELIVERIES; card++)
		assert_int_equal(value(l, "delivery", card, 2), broad_holds(g, l->seat, card));
	assert_int_equal(value(l, "pile", 0, 0), broad_count(g, IN_PILE));
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
	}
}
