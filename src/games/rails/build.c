/* Building tracks (R19 to R41, R100 to R103). */
#include "rails.h"

/* Which crew works there, as a bit of what is unlocked. */
static const uint8_t crew_for[RAILS_TERRAINS] = {
	[HILLS] = 1u << TUNNEL_CREW, [MOUNTAIN] = 1u << TUNNEL_CREW,    /* R78 */
	[WATER] = 1u << BRIDGE_CREW,                                    /* R79 */
};

int rails_terrain_cost(const struct box *b, const struct rails_side *p, int terrain)
{
	int cost = b->rails.cost[terrain];

	if (p->unlocked & crew_for[terrain])
		cost = cost > b->rails.crew ? cost - b->rails.crew : 0;
	return cost;
}

/* What the bank gets: terrain less discount, and the surcharge of a third track (R77). */
static int bank_cost(const struct box *b, const struct state *s, int terrain)
{
	const struct rails *g = &s->rails;

	return rails_terrain_cost(b, &g->side[g->active], terrain) + (g->building >= 2 ? b->rails.third_track : 0);
}

/* Whose track is there already; NO_SIDE: nobody's. */
static int host_of(const struct rails *g, int hex)
{
	for (int i = 0; i < g->sides; i++)
		if (i != g->active && rails_has(g->side[i].track, hex))
			return i;
	return NO_SIDE;
}

/* R103. */
int rails_cost(const struct box *b, const struct state *s, int hex)
{
	return bank_cost(b, s, rails_hex(b, hex)->terrain) + (host_of(&s->rails, hex) != NO_SIDE ? b->rails.fee : 0);
}

int rails_site_refusal(const struct box *b, const struct state *s, int hex)
{
	const struct rails *g = &s->rails;
	const struct rails_side *p = &g->side[g->active];

	if (!rails_in_play(g, hex / RAILS_HEXES))
		return R(98);
	if (rails_hex(b, hex)->terrain == CITY)
		return R(22);
	if (rails_has(p->track, hex))
		return R(24);
	if (!rails_has(p->near, hex))
		return R(20);
	return rails_colours(g, hex) >= 2 ? R(25) : 0;
}

int rails_build_refusal(const struct box *b, const struct state *s, int hex)
{
	int rule = rails_site_refusal(b, s, hex);

	if (rule)
		return rule;
	return rails_cost(b, s, hex) > s->rails.side[s->rails.active].money ? R(37) : 0;
}

/* The same for all hexes of a tile at once, as legal lists need it. */
struct sites {
	uint32_t open;                  /* R20, R24, R25; cities are among them */
	uint32_t shared;                /* where a fee is due */
};

static struct sites survey(const struct rails *g, int tile)
{
	const struct rails_side *p = &g->side[g->active];
	uint32_t one = 0, two = 0;

	for (int i = 0; i < RAILS_SIDES; i++) {                 /* a side that does not play has none */
		two |= one & g->side[i].track[tile];
		one |= g->side[i].track[tile];
	}
	return (struct sites){ .open = p->near[tile] & ~p->track[tile] & ~two, .shared = one };
}

/* R22, R37, R103: terrains that the money pays for, a bit each; the second with the fee. */
struct paid { uint32_t by_fee[2]; };

static struct paid paid_by(const struct box *b, const struct state *s, int money)
{
	struct paid out = { { 0, 0 } };

	for (int terrain = 0; terrain < CITY; terrain++) {
		int left = money - bank_cost(b, s, terrain);
		out.by_fee[0] |= (uint32_t)(left >= 0) << terrain;
		out.by_fee[1] |= (uint32_t)(left >= b->rails.fee) << terrain;
	}
	return out;
}

void rails_build_legal(const struct box *b, const struct state *s, struct moves *out)
{
	const struct rails *g = &s->rails;
	struct paid paid = paid_by(b, s, g->side[g->active].money);
	int n = out->n;

	for (int tile = 0; tile < RAILS_TILES; tile++) {
		const struct rails_hex *hex = b->rails.tile[tile].hex;
		struct sites of = survey(g, tile);
		for (; of.open; of.open &= of.open - 1) {
			int here = rails_lowest(of.open);
			if (paid.by_fee[of.shared >> here & 1] >> hex[here].terrain & 1)
				out->id[n++] = (uint16_t)(RAILS_MOVE_BUILD + tile * RAILS_HEXES + here);
		}
	}
	out->n = n;
}

bool rails_can_build(const struct box *b, const struct state *s, int money)
{
	struct paid paid = paid_by(b, s, money);

	for (int tile = 0; tile < RAILS_TILES && paid.by_fee[0]; tile++) {
		const struct rails_hex *hex = b->rails.tile[tile].hex;
		struct sites of = survey(&s->rails, tile);
		for (; of.open; of.open &= of.open - 1) {
			int here = rails_lowest(of.open);
			if (paid.by_fee[of.shared >> here & 1] >> hex[here].terrain & 1)
				return true;
		}
	}
	return false;
}

/* R35: the first track on a star space gains for its owner; R36: no later one does. */
void rails_put_track(const struct box *b, struct state *s, int side, int hex, struct events *told)
{
	struct rails *g = &s->rails;
	struct rails_side *p = &g->side[side];
	const struct rails_hex *on = rails_hex(b, hex);
	bool first = rails_colours(g, hex) == 0;
	struct hexes near = rails_neighbours(b, g, hex);

	p->track[hex / RAILS_HEXES] |= 1u << hex % RAILS_HEXES;
	p->built[on->terrain]++;
	for (int tile = 0; tile < RAILS_TILES; tile++)
		p->near[tile] |= near.of[tile];
	if (!on->star || !first)
		return;
	p->stars++;
	rails_gain(g, side, b->rails.star);
	TELL(told, STAR, side, R(35), .place = (uint8_t)hex, .n = b->rails.star);
}

/* R31: terrain to the bank; R32: the fee to whose track is there, R94: not to the rival. */
void rails_build(const struct box *b, struct state *s, int hex, struct events *told)
{
	struct rails *g = &s->rails;
	int host = host_of(g, hex), cost = bank_cost(b, s, rails_hex(b, hex)->terrain);
	bool to_player = host != NO_SIDE && host < s->players;

	rails_pay(g, g->active, -rails_cost(b, s, hex));
	TELL(told, BUILT, g->active, g->building >= 2 ? R(77) : R(19), .thing = (uint8_t)(g->building + 1), .place = (uint8_t)hex, .n = (int16_t)cost);
	if (to_player)
		rails_pay(g, host, b->rails.fee);
	if (host != NO_SIDE)
		TELL(told, FEE, g->active, to_player ? R(32) : R(94), .thing = (uint8_t)(to_player ? host : NOBODY), .n = b->rails.fee);
	g->side[g->active].tracks--;
	g->building++;
	g->placed = 1;
	rails_put_track(b, s, g->active, hex, told);
}
