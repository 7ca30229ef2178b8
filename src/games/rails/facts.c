/* What a board shows that follows by the rules: progress towards achievements and contracts, joined rails, routes, and how hexes lie. */
#include "rails.h"
#include "core/text.h"

static void put_pair(struct text *out, int a, int b)
{
	text_form(out, "[%d,%d]", NULL, (const int64_t[]){ a, b });
}

/* How far a side has come towards a condition: what it has, and how much of it there has to be. */
static void put_progress(const struct box *b, const struct state *s, int side, const struct rails_condition *when, struct text *out)
{
	const struct rails *g = &s->rails;
	const struct rails_side *p = &g->side[side];
	int has = rails_progress(g, p, rails_classes(b, g, side), when), of = when->n;

	if (when->test == TEST_TILES) {                         /* counted in tiles that are missing */
		of = rails_tiles(b, s);
		has += of;
	}
	if (when->test == TEST_NO_LOAN && p->loans > 0)
		has = 0;
	put_pair(out, has, of);
}

static void put_goals(const struct box *b, const struct state *s, struct text *out)
{
	const struct rails *g = &s->rails;

	text_put(out, "\"goal\":[");
	for (int i = 0; i < GOALS_OPEN; i++) {
		text_put(out, i > 0 ? "," : "");
		if (g->goal[i] >= RAILS_GOALS) {
			text_put(out, "null");
			continue;
		}
		text_char(out, '[');
		for (int side = 0; side < g->sides; side++) {
			text_put(out, side > 0 ? "," : "");
			put_progress(b, s, side, &b->rails.goal[g->goal[i]].when, out);
		}
		text_char(out, ']');
	}
	text_put(out, "],\"contract\":[");
	for (int seat = 0; seat < s->players; seat++) {
		text_put(out, seat > 0 ? "," : "");
		if (g->contract[seat] < RAILS_CONTRACTS)
			put_progress(b, s, seat, &b->rails.contract[g->contract[seat]].when, out);
		else
			text_put(out, "null");
	}
	text_char(out, ']');
}

/* Pairs of neighbouring hexes with a piece of that side, each once; two cities side by side are not joined. */
static void put_links(const struct box *b, const struct rails *g, int side, struct text *out)
{
	const struct rails_side *of = &g->side[side];
	bool piece[RAILS_MAP] = { false };
	bool begun = false;

	for (int hex = 0; hex < RAILS_MAP; hex++)
		piece[hex] = rails_has(of->track, hex);
	for (uint32_t left = of->trains; left; left &= left - 1)
		piece[rails_city_hex(b, rails_lowest(left))] = true;
	for (int hex = 0; hex < RAILS_MAP; hex++) {
		if (!piece[hex])
			continue;
		struct hexes around = rails_neighbours(b, g, hex);
		for (int to = rails_take(&around); to >= 0; to = rails_take(&around)) {
			if (to < hex || !piece[to] || (rails_hex(b, hex)->terrain == CITY && rails_hex(b, to)->terrain == CITY))
				continue;
			text_put(out, begun ? "," : "");
			put_pair(out, hex, to);
			begun = true;
		}
	}
}

static void put_route(const struct box *b, const struct rails *g, int card, int length, struct text *out)
{
	struct routes r;
	struct outcome of[2];
	int8_t hexes[RAILS_PIECES];

	rails_open_routes(b, g, g->active, g->from, g->to, &r);
	rails_outcomes(b, g, &r, card, of);
	int n = rails_route(b, g, &r, card, length, hexes);
	text_put(out, "\"route\":[");
	for (int i = 0; i < n; i++)
		text_form(out, i > 0 ? ",%d" : "%d", NULL, (const int64_t[]){ hexes[i] });
	text_char(out, ']');
}

/* Who moves when, in this round or while start tracks are placed, and in the next round (R16, R17, R128). */
static void put_order(const struct state *s, struct text *out)
{
	const struct rails *g = &s->rails;
	const bool start = g->phase == RAILS_START_TRACK;

	text_put(out, ",\"order\":");
	if (s->players == 1 || (g->round == 0 && !start)) {
		text_put(out, "null");
		return;
	}
	int done = 0;
	text_put(out, "{\"seats\":[");
	for (int k = 0; k < s->players; k++) {
		int seat = start ? rails_starter_at(s, k) : rails_seat_at(s, g->round, k);
		text_form(out, k > 0 ? ",%d" : "%d", NULL, (const int64_t[]){ seat });
		if (seat == g->active)
			done = k;
	}
	text_form(out, "],\"done\":%d,\"next\":", NULL, (const int64_t[]){ done });
	if (g->last || g->phase == RAILS_OVER) {
		text_put(out, "null}");
		return;
	}
	for (int k = 0; k < s->players; k++)
		text_form(out, k > 0 ? ",%d" : "[%d", NULL, (const int64_t[]){ rails_seat_at(s, g->round + 1, k) });
	text_put(out, "]}");
}

/* The step of delivering comes only where a delivery can be made, and never again in the turn (R108). */
static void put_forgone(struct text *out)
{
	text_put(out, "\"asks\":\"End the turn without a delivery?\",\"yes\":\"End the turn\","
		"\"forgoes\":[{\"words\":\"Lost: a delivery that you could still make this turn.\",\"rule\":\"R108\"}]");
}

void rails_facts(const struct box *b, const struct state *s, int move, struct text *out)
{
	const struct rails *g = &s->rails;

	if (move == RAILS_MOVE_PASS && g->phase == RAILS_DELIVER)
		put_forgone(out);
	if (move >= RAILS_MOVE_USE && move < RAILS_MOVE_LOAD)
		put_route(b, g, (move - RAILS_MOVE_USE) / ROUTE_MOST, (move - RAILS_MOVE_USE) % ROUTE_MOST + 1, out);
	if (move >= 0)
		return;
	put_goals(b, s, out);
	text_put(out, ",\"links\":[");
	for (int side = 0; side < g->sides; side++) {
		text_put(out, side > 0 ? ",[" : "[");
		put_links(b, g, side, out);
		text_char(out, ']');
	}
	text_put(out, "],\"prestige\":[");
	for (int side = 0; side < g->sides; side++)
		text_form(out, side > 0 ? ",%d" : "%d", NULL, (const int64_t[]){ rails_prestige(b, s, side) });
	text_char(out, ']');
	put_order(s, out);
}

/* How the hexes of a tile lie around its middle, in axial coordinates, before it is turned. */
void rails_names(const struct box *b, struct text *out)
{
	(void)b;
	text_put(out, "\"hex\":[");
	for (int hex = 0; hex < RAILS_HEXES; hex++) {
		text_put(out, hex > 0 ? "," : "");
		put_pair(out, rails_hex_at[hex].q, rails_hex_at[hex].r);
	}
	text_form(out, "],\"stalls\":%d", NULL, (const int64_t[]){ CITY_TRAINS });
}
