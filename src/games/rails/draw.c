/* The table as text: the map with the ship, the market and the signs beside it, then goods and achievements, the companies, the own hand,
 * and what is asked. A hex of the map is six columns by two rows, every other row shifted by half a hex:
 *
 *     |A12*^|        its name, a star that is still to be gained, its terrain
 *     |C2_PR|        a factory's good and cubes, or what a city wants; whose tracks, or trains, are there
 *
 * A screen reader reads it too: nothing is told by colour alone, and what the map says of goods stands below it in words. */
#include <string.h>

#include "core/page.h"
#include "rails.h"

enum {
	PAGE = 100,                     /* columns that we try to keep to */
	HALF = 3,                       /* columns of half a hex */
	HALVES = 101,                   /* borders across a map: 2 q + r of a centre is up to 90, its hexes reach 4 + 1 further on either side */
	GAP = 2, SIDE_WIDE = 22,        /* between the map and what stands beside it, and of that */
	CARD_WIDE = 20,                 /* of a card with its condition and reward */
	MARGIN = 4,                     /* of what stands below a company */
	/* Where things stand on their lines. */
	MADE_AT = 14, WANTED_AT = 34, GOALS_AT = 60,
	PRESTIGE_AT = 21, MONEY_AT = 28, LOANS_AT = 35, TRACKS_AT = 43, TRAINS_AT = 51, STARS_AT = 58, LONGEST_AT = 67, BUILT_AT = 70, SENT_AT = 88,
};

enum sign { BAR, FLOOR, STAR, NEXT, TERRAIN, SIGNS = TERRAIN + RAILS_TERRAINS };

static const char *const sign_text[2][SIGNS] = {
	{ "│", "_", "★", "←", "·", "♣", "∩", "≈", "▲", "●", "⌂" },
	{ "|", "_", "*", "<-", ".", "f", "h", "~", "^", "o", "#" },
};

enum ink { PLAIN, BRIGHT, DIM, GRID, GOLD, DARK, INKS };
enum ground { BARE, LAND, COMPANY = LAND + RAILS_TERRAINS, GROUNDS = COMPANY + RAILS_SIDES };

static const char *const ink_code[INKS] = {             /* codes of a terminal with 256 colours */
	[BRIGHT] = ";1;38;5;231", [DIM] = ";38;5;245", [GRID] = ";38;5;240", [GOLD] = ";1;38;5;226", [DARK] = ";1;38;5;16",
};
static const char *const ground_code[GROUNDS] = {
	[(int)LAND + PLAINS] = ";48;5;64", [(int)LAND + FOREST] = ";48;5;22", [(int)LAND + HILLS] = ";48;5;94", [(int)LAND + WATER] = ";48;5;25",
	[(int)LAND + MOUNTAIN] = ";48;5;240", [(int)LAND + FACTORY] = ";48;5;237", [(int)LAND + CITY] = ";48;5;52",
	[COMPANY] = ";48;5;91", ";48;5;160", ";48;5;220", ";48;5;28",
};

/* ------------------------------------------------------------------------------------------------------------ the pieces */

static void put_head(struct page *p, const char *words)
{
	page_paint(p, words, DIM, BARE);
}

static const char *sign(const struct page *p, int which)
{
	return sign_text[p->ascii][which];
}

static const char *name_of(const struct page *p, int side)
{
	return side < p->state->players ? rails_player_name[side] : "rival";
}

/* The names of the colours begin with different letters. */
static void put_company(struct page *p, int side)
{
	page_paint(p, (char[]){ rails_player_name[side][0], '\0' }, side == 2 ? DARK : BRIGHT, COMPANY + side);
}

static void put_good(struct page *p, int good, int ground)
{
	page_paint(p, (char[]){ (char)(rails_good_name[good][0] - 'a' + 'A'), '\0' }, ground == BARE ? PLAIN : BRIGHT, ground);
}

static void put_hex(struct page *p, int hex, int ground)
{
	char name[8];
	struct text t = text_on(name, sizeof name);

	rails_hex_name(p->box, hex, &t);
	page_paint(p, name, ground == BARE ? PLAIN : BRIGHT, ground);
}

/* "2VP $1", or nothing. */
static void put_pay(struct page *p, int prestige, int money)
{
	if (prestige)
		page_form(p, "%dVP", NULL, (int64_t[]){ prestige });
	if (money)
		page_form(p, prestige ? " $%d" : "$%d", NULL, (int64_t[]){ money });
}

/* "coal/iron" */
static void put_set(struct page *p, unsigned set, int n, const char *const name[])
{
	for (int i = 0, any = 0; i < n; i++)
		if (set >> i & 1)
			page_form(p, any++ ? "/%s" : "%s", &name[i], NULL);
}

/* "2 tunnels": what a card asks of its route, or a goal of the whole company. */
static void put_condition(struct page *p, const struct rails_condition *when, bool route)
{
	static const char *const form[RAILS_TESTS] = {
		[TEST_LENGTH] = "length %d", [TEST_TERRAIN] = "%d ", [TEST_SHARED] = "%d shared", [TEST_GOODS] = "%d of ",
		[TEST_KINDS] = "%d kinds of good", [TEST_DELIVERIES] = "%d deliveries", [TEST_CLASSES] = "%d classes of card",
		[TEST_STARS] = "%d stars", [TEST_TILES] = "every tile", [TEST_MONEY] = "$%d", [TEST_TRAIN_TILES] = "trains on %d tiles",
		[TEST_NO_LOAN] = "no loan and $%d",
	};

	if (when->test != TEST_GOODS || !route)
		page_form(p, form[when->test], NULL, (int64_t[]){ when->n });
	if (when->test == TEST_TERRAIN)
		put_set(p, when->terrains, RAILS_TERRAINS, rails_track_name[when->n > 1]);
	else if (when->test == TEST_GOODS && when->goods == (1u << RAILS_GOODS) - 1)
		page_put(p, "one good");
	else if (when->test == TEST_GOODS)
		put_set(p, when->goods, RAILS_GOODS, rails_good_name);
}

/* "F6 2 forests: $2" */
static void put_card(struct page *p, int card)
{
	const struct rails_card *c = &p->box->rails.card[card];

	page_form(p, "%s ", (const char *[]){ c->name }, NULL);
	put_condition(p, &c->when, true);
	page_put(p, ": ");
	put_pay(p, c->prestige, c->money);
}

/* -------------------------------------------------------------------------------------------------------------- the map */

/* Where each hex in play lies, in half hexes and rows, and what is around them; nothing is laid yet where right < left. */
struct map {
	struct { int16_t x, y; } at[RAILS_MAP];
	int left, right, top, bottom;
};

static struct map chart(const struct page *p)
{
	const struct rails *g = &p->state->rails;
	struct map m = { .left = 0, .right = -1 };

	for (int hex = 0; hex < RAILS_MAP; hex++) {
		int tile = hex / RAILS_HEXES, where[2];
		if (!rails_in_play(g, tile))
			continue;
		rails_place_at(p->box, g->place[tile], g->turned[tile], hex % RAILS_HEXES, where);

		int x = 2 * where[0] + where[1], y = where[1];
		bool first = m.right < m.left;
		m.at[hex].x = (int16_t)x;
		m.at[hex].y = (int16_t)y;
		m.top = first || y < m.top ? y : m.top;
		m.bottom = first || y > m.bottom ? y : m.bottom;
		m.left = first || x - 1 < m.left ? x - 1 : m.left;
		m.right = first || x + 1 > m.right ? x + 1 : m.right;
	}
	must(m.right - m.left < HALVES);
	return m;
}

static int factory_on(const struct page *p, int hex)
{
	for (int factory = 0; factory < ALL_FACTORIES; factory++)
		if (rails_factory_hex(p->box, factory) == hex)
			return factory;
	return -1;
}

/* "A12*^" */
static void draw_upper(struct page *p, int hex)
{
	const struct rails_hex *on = rails_hex(p->box, hex);
	const int ground = LAND + on->terrain, from = p->column;
	const bool star = on->star && rails_colours(&p->state->rails, hex) == 0;

	put_hex(p, hex, ground);
	while (p->column < from + 3)
		page_paint(p, " ", PLAIN, ground);
	page_paint(p, star ? sign(p, STAR) : " ", GOLD, ground);
	page_paint(p, sign(p, TERRAIN + on->terrain), BRIGHT, ground);
}

/* A factory's "C2", or a city's "GI"; "-C": all but coal. */
static void put_trade(struct page *p, int hex, int ground)
{
	const struct rails_hex *on = rails_hex(p->box, hex);
	const unsigned every = (1u << RAILS_GOODS) - 1;
	const bool most = rails_bits(on->wants) > 3;
	const unsigned set = on->terrain == FACTORY ? 1u << on->good : most ? every & ~on->wants : on->wants;

	if (on->terrain != FACTORY && on->terrain != CITY)
		return;
	if (most)
		page_paint(p, set ? "-" : "all", BRIGHT, ground);
	for (int good = 0; good < RAILS_GOODS; good++)
		if (set >> good & 1)
			put_good(p, good, ground);
	if (on->terrain == FACTORY)
		page_paint(p, (char[]){ (char)('0' + p->state->rails.cubes[factory_on(p, hex)]), '\0' }, BRIGHT, ground);
}

/* "C2_PR" */
static void draw_lower(struct page *p, int hex)
{
	const struct rails *g = &p->state->rails;
	const struct rails_hex *on = rails_hex(p->box, hex);
	const int ground = LAND + on->terrain, from = p->column, city = on->terrain == CITY ? rails_city_on(p->box, hex) : -1;
	const int pieces = city >= 0 ? rails_trains_in(g, city) : rails_colours(g, hex);

	put_trade(p, hex, ground);
	while (p->column < from + 5 - pieces)
		page_paint(p, sign(p, FLOOR), GRID, ground);
	for (int side = 0; side < g->sides; side++)
		if (city >= 0 ? g->side[side].trains >> city & 1 : rails_has(g->side[side].track, hex))
			put_company(p, side);
}

/* The hexes of a row of the map, each where its left border is; -1: none begins there. */
static void find_row(const struct page *p, const struct map *m, int y, int begins[HALVES])
{
	for (int x = 0; x < HALVES; x++)
		begins[x] = -1;
	for (int hex = 0; hex < RAILS_MAP; hex++)
		if (rails_in_play(&p->state->rails, hex / RAILS_HEXES) && m->at[hex].y == y)
			begins[m->at[hex].x - 1 - m->left] = hex;
}

/* Neighbours share their border. */
static void draw_border(struct page *p, int column)
{
	if (p->end > column)
		return;
	p->column = column;
	page_paint(p, sign(p, BAR), GRID, BARE);
}

static void draw_floor(struct page *p, int from, int to)
{
	for (p->column = p->end > from ? p->end : from; p->column < to; )
		page_paint(p, sign(p, FLOOR), GRID, BARE);
}

/* The lower row of a hex is the edge of those below it; where there is none above, an edge is drawn. */
static void draw_row(struct page *p, const struct map *m, int row)
{
	const bool upper = row % 2;
	int begins[HALVES], below[HALVES];

	find_row(p, m, m->top + (row + 1) / 2 - 1, begins);
	find_row(p, m, m->top + row / 2, below);
	for (int x = 0; x < HALVES; x++) {
		const int column = HALF * x;
		if (begins[x] >= 0) {
			draw_border(p, column);
			if (upper)
				draw_upper(p, begins[x]);
			else
				draw_lower(p, begins[x]);
			draw_border(p, column + 2 * HALF);
			x++;                            /* it is two halves wide */
		} else if (!upper && below[x] >= 0) {                           /* its left half, without the corner */
			draw_floor(p, column + 1, column + HALF);
		} else if (!upper && x > 0 && below[x - 1] >= 0) {              /* its right half */
			draw_floor(p, column, column + HALF);
		}
	}
}

/* ------------------------------------------------------------------------------------------------------ beside the map */

static const struct freight_ship *docked(const struct page *p)
{
	return freight_docked(&p->box->rails.freight, &p->state->rails.freight);
}

/* " timber    1VP Purple" */
static void put_slot(struct page *p, const struct freight_ship *ship, int slot)
{
	const struct freight *f = &p->state->rails.freight;
	const struct freight_slot *at = &ship->slot[slot];
	const int from = p->column;

	page_form(p, " %s", &rails_good_name[at->good], NULL);
	page_go_to(p, from + 11);
	put_pay(p, at->bonus.prestige, at->bonus.money);
	page_go_to(p, from + 15);
	if (f->slot[slot] >= SLOT_OWNER)
		page_put(p, name_of(p, f->slot[slot] - SLOT_OWNER));
	else if (f->slot[slot] == SLOT_NEUTRAL)
		page_put(p, "neutral");
	else if (freight_choices(&p->box->rails.freight, f, 0, false) >> slot & 1)
		page_paint(p, sign(p, NEXT), GOLD, BARE);
}

static void put_ship(struct page *p, int line)
{
	const struct freight_ship *ship = docked(p);

	if (line == 0) {
		put_head(p, ship ? "Ship " : "No ship");
		put_head(p, ship ? ship->name : "");
		page_form(p, ", %d to come", NULL,
			(int64_t[]){ p->box->rails.freight.ships - rails_bits(p->state->rails.freight.gone) - (ship != NULL) });
	} else if (line <= ship->slots) {
		put_slot(p, ship, line - 1);
	} else {
		const struct freight_bonus *bonus = line == ship->slots + 1 ? &ship->first : &ship->tie;
		page_put(p, bonus == &ship->first ? " most aboard: " : " if tied: ");
		put_pay(p, bonus->prestige, bonus->money);
	}
}

/* Works on a view too, where a card in the deck cannot be told from one in the hand of another. */
static int in_deck(const struct rails *g)
{
	int n = 0;

	for (int card = 0; card < TRAIN_CARDS; card++)
		n += g->where[card] == IN_DECK || g->where[card] == UNSEEN_CARD || (g->where[card] >= DEALT && g->where[card] < BOUGHT);
	for (int side = 0; side < g->sides; side++)
		n -= g->side[side].dealt;
	return n;
}

static void put_market(struct page *p, int line)
{
	const struct rails *g = &p->state->rails;

	if (line == 0) {
		put_head(p, "Market");
		page_form(p, ", %d in the deck", NULL, (int64_t[]){ in_deck(g) });
		return;
	}
	page_form(p, "$%d ", NULL, (int64_t[]){ p->box->rails.market[line - 1] });
	if (rails_market(g, line - 1) >= 0)
		put_card(p, rails_market(g, line - 1));
	else
		page_put(p, "no card");
}

static void put_sign(struct page *p, int line)
{
	const int terrain = line - 1;

	if (line == 0) {
		put_head(p, "Signs");
	} else if (terrain == RAILS_TERRAINS) {
		page_paint(p, sign(p, STAR), GOLD, BARE);
		page_form(p, " %dVP for the first", NULL, (int64_t[]){ p->box->rails.star });
	} else if (terrain > RAILS_TERRAINS) {
		put_company(p, 0);
		page_put(p, " track; train in city");
	} else {
		page_paint(p, sign(p, TERRAIN + terrain), BRIGHT, LAND + terrain);
		page_form(p, " %s", &rails_terrain_name[terrain], NULL);
		if (terrain == CITY)
			page_put(p, ": CL its wants");
		else
			page_form(p, " $%d", NULL, (int64_t[]){ p->box->rails.cost[terrain] });
		if (terrain == FACTORY)
			page_put(p, ": C2 coal");
	}
}

/* One of the lines beside the map: the ship, the market and the signs, with an empty line between two. False: there are no more. */
static bool put_side(struct page *p, int line)
{
	const struct { int lines; void (*put)(struct page *p, int line); } block[] = {
		{ p->state->option[RAILS_FREIGHT] == 0 ? 0 : docked(p) ? 1 + docked(p)->slots + 2 : 1, put_ship },
		{ 1 + RAILS_MARKET, put_market },
		{ 1 + RAILS_TERRAINS + 2, put_sign },
	};

	for (size_t i = 0; i < sizeof block / sizeof block[0]; i++) {
		if (block[i].lines == 0)
			continue;
		if (line < block[i].lines) {
			if (line >= 0)
				block[i].put(p, line);
			return true;
		}
		line -= block[i].lines + 1;
	}
	return false;
}

/* Where the page is too narrow for both, what belongs beside the map comes below it. */
static void put_map(struct page *p)
{
	const struct map m = chart(p);
	const int rows = m.right < m.left ? 0 : 2 * (m.bottom - m.top + 1) + 1, wide = HALF * (m.right - m.left) + 1 + GAP;
	const bool beside = wide + SIDE_WIDE <= PAGE;
	const int first = beside ? 0 : rows;            /* row of the first line of it */
	bool more = true;

	for (int row = 0; row < rows || more; row++) {
		if (row < rows)
			draw_row(p, &m, row);
		if (more && row >= first) {
			page_go_to(p, beside && rows ? wide : 0);
			more = put_side(p, row - first);
		}
		if (row < rows || more)
			page_end_line(p);
	}
	page_end_line(p);
}

/* ------------------------------------------------------------------------------------------------ goods and achievements */

/* "A4:2 C7:1": where it is still to be had. */
static void put_makers(struct page *p, int good)
{
	const struct rails *g = &p->state->rails;
	int any = 0;

	for (int factory = 0; factory < ALL_FACTORIES; factory++) {
		int hex = rails_factory_hex(p->box, factory);
		if (hex < 0 || rails_hex(p->box, hex)->good != good || g->cubes[factory] == 0)
			continue;
		page_put(p, any++ ? " " : "");
		put_hex(p, hex, BARE);
		page_form(p, ":%d", NULL, (int64_t[]){ g->cubes[factory] });
	}
	page_put(p, any ? "" : "none");
}

/* "B3 C7(P)": where there is room for a train, and who has one there. */
static void put_takers(struct page *p, int good)
{
	const struct rails *g = &p->state->rails;
	int any = 0;

	for (int city = 0; city < ALL_CITIES; city++) {
		int hex = rails_in_play(g, city / RAILS_CITIES) ? rails_city_hex(p->box, city) : -1;
		if (hex < 0 || !(rails_hex(p->box, hex)->wants >> good & 1) || rails_trains_in(g, city) >= CITY_TRAINS)
			continue;
		page_put(p, any++ ? " " : "");
		put_hex(p, hex, BARE);
		for (int side = 0; side < g->sides; side++)
			if (g->side[side].trains >> city & 1)
				page_form(p, "(%s)", (const char *[]){ (char[]){ rails_player_name[side][0], '\0' } }, NULL);
	}
	page_put(p, any ? "" : "none");
}

/* "P Tunnel Master: 3 tunnels, 3VP" */
static void put_goal(struct page *p, int i)
{
	const struct rails *g = &p->state->rails;
	const struct rails_goal *goal = &p->box->rails.goal[g->goal[i]];

	if (g->claimed[i] == NO_SIDE)
		page_put(p, "-");
	else
		put_company(p, g->claimed[i]);
	page_form(p, " %s: ", (const char *[]){ goal->title }, NULL);
	put_condition(p, &goal->when, false);
	page_form(p, ", %dVP", NULL, (int64_t[]){ goal->prestige });
}

static void put_goods_and_goals(struct page *p)
{
	_Static_assert((int)GOALS_OPEN <= (int)RAILS_GOODS, "an achievement stands beside each good");

	put_head(p, "Goods");
	page_go_to(p, MADE_AT);
	put_head(p, "at factories");
	page_go_to(p, WANTED_AT);
	put_head(p, "wanted by cities");
	page_go_to(p, GOALS_AT);
	put_head(p, "Achievements");
	page_end_line(p);
	for (int i = 0; i < RAILS_GOODS; i++) {
		put_good(p, i, BARE);
		page_form(p, " %s", &rails_good_name[i], NULL);
		page_go_to(p, MADE_AT);
		put_makers(p, i);
		page_go_to(p, WANTED_AT);
		put_takers(p, i);
		page_go_to(p, GOALS_AT);
		if (i < GOALS_OPEN && p->state->rails.goal[i] != NO_GOAL)
			put_goal(p, i);
		page_end_line(p);
	}
	page_end_line(p);
}

/* ----------------------------------------------------------------------------------------------------------- companies */

static void put_numbers(struct page *p, int side)
{
	const struct rails_side *of = &p->state->rails.side[side];
	const int right[] = { PRESTIGE_AT, MONEY_AT, LOANS_AT, TRACKS_AT, TRAINS_AT, STARS_AT, LONGEST_AT };
	const int number[] = { of->prestige, of->money, of->loans, of->tracks, of->wagons, of->stars, of->longest };
	const bool rival = side >= p->state->players;

	page_put(p, side == rails_to_move(p->box, p->state) ? "> " : "  ");
	put_company(p, side);
	page_form(p, " %s", (const char *[]){ name_of(p, side) }, NULL);
	for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
		if (!rival || right[i] == PRESTIGE_AT || right[i] == STARS_AT)
			page_right(p, number[i], right[i]);
	for (int terrain = FOREST; terrain <= MOUNTAIN; terrain++) {
		page_go_to(p, BUILT_AT + 4 * (terrain - FOREST));
		page_paint(p, sign(p, TERRAIN + terrain), BRIGHT, LAND + terrain);
		page_int(p, of->built[terrain]);
	}
	page_go_to(p, SENT_AT);
	for (int good = 0; good < RAILS_GOODS; good++)
		for (int n = 0; n < of->delivered[good]; n++)
			put_good(p, good, BARE);
	page_end_line(p);
}

/* " Collection M3 E6.": the cards that lie there, by name. */
static void put_cards(struct page *p, const char *heading, int where)
{
	bool any = false;

	for (int card = 0; card < TRAIN_CARDS; card++)
		if (p->state->rails.where[card] == where) {
			page_put(p, any ? "" : heading);
			page_item(p, p->box->rails.card[card].name, MARGIN);
			any = true;
		}
	page_put(p, any ? "." : "");
}

/* "    Hand 4. Bought M6 L7. Collection M3. Open night-shift." */
static void put_belongings(struct page *p, int side)
{
	const struct rails *g = &p->state->rails;
	const unsigned unlocked = g->side[side].unlocked;

	p->column = MARGIN;
	page_form(p, "Hand %d.", NULL, (int64_t[]){ rails_hand(g, side) });
	put_cards(p, " Bought", BOUGHT + side);
	put_cards(p, " Collection", COLLECTED + side);
	for (int i = 0, any = 0; i < RAILS_ABILITIES; i++)
		if (unlocked >> i & 1) {
			page_put(p, any++ ? "," : " Open");
			page_item(p, p->box->rails.ability[i].name, MARGIN);
		}
	page_put(p, unlocked ? "." : "");
	page_end_line(p);
}

static void put_companies(struct page *p)
{
	static const struct { const char *words; int right; } head[] = {
		{ "prestige", PRESTIGE_AT }, { "money", MONEY_AT }, { "loans", LOANS_AT }, { "tracks", TRACKS_AT }, { "trains", TRAINS_AT },
		{ "stars", STARS_AT }, { "longest", LONGEST_AT }, { "built on", BUILT_AT + 8 }, { "delivered", SENT_AT + 9 },
	};

	put_head(p, "Companies");
	for (size_t i = 0; i < sizeof head / sizeof head[0]; i++) {
		page_go_to(p, head[i].right - (int)strlen(head[i].words));
		put_head(p, head[i].words);
	}
	page_end_line(p);
	for (int side = 0; side < p->state->rails.sides; side++) {
		put_numbers(p, side);
		if (side < p->state->players)
			put_belongings(p, side);
	}
}

/* "Containers left: Purple 4, Red 5, neutral 7." */
static void put_containers(struct page *p)
{
	const struct freight_box *ships = &p->box->rails.freight;
	const struct freight *f = &p->state->rails.freight;

	page_put(p, "Containers left:");
	for (int side = 0; side < p->state->rails.sides; side++)
		page_form(p, " %s %d,", (const char *[]){ name_of(p, side) }, (int64_t[]){ freight_left(ships, f, side) });
	page_sentence(p, " neutral %d.", NULL, (int64_t[]){ freight_neutral(ships, f) });
}

/* "Rival's cards left: 2 coal, 3 survey." */
static void put_rival(struct page *p)
{
	const struct rails *g = &p->state->rails;
	bool any = false;

	page_put(p, "Rival's cards left:");
	for (int kind = 0; kind < RIVAL_KINDS; kind++)
		if (g->rival[kind]) {
			page_form(p, any ? ", %d %s" : " %d %s", &rails_rival_name[kind], (int64_t[]){ g->rival[kind] });
			any = true;
		}
	page_put(p, any ? "." : " none.");
	page_end_line(p);
}

/* ------------------------------------------------------------------------------------------------------------- the hand */

static void put_hand(struct page *p)
{
	const struct rails *g = &p->state->rails;
	int left = rails_hand(g, p->seat);

	page_form(p, left ? "%s's hand:" : "%s's hand is empty.", &rails_player_name[p->seat], NULL);
	for (int card = 0, margin = p->column + 1; card < TRAIN_CARDS; card++)
		if (rails_holds(g, p->seat, card)) {
			page_go_on(p, CARD_WIDE, margin);
			put_card(p, card);
			page_put(p, --left ? ";" : ".");
		}
	page_end_line(p);
}

static void put_contract(struct page *p, int side)
{
	const struct rails *g = &p->state->rails;
	const struct rails_goal *contract = &p->box->rails.contract[g->contract[side]];

	page_form(p, "%s's contract %s: ", (const char *[]){ rails_player_name[side], contract->name }, NULL);
	put_condition(p, &contract->when, false);
	page_form(p, ", %dVP", NULL, (int64_t[]){ contract->prestige });
	page_put(p, rails_holds_true(p->box, g, side, &contract->when) ? " (met)." : " (not met).");
	page_end_line(p);
}

/* "Routes pay by length: 1-2 1VP $2, 3-4 2VP $3." */
static void put_income(struct page *p)
{
	const struct rails_box *box = &p->box->rails;

	page_put(p, "Routes pay by length:");
	for (int from = 0, to; from < ROUTE_MOST; from = to) {
		for (to = from + 1; to < ROUTE_MOST && box->income[to] == box->income[from] && box->prestige[to] == box->prestige[from]; to++)
			;
		page_form(p, to - from == 1 ? " %d" : " %d-%d", NULL, (int64_t[]){ from + 1, to });
		page_put(p, to == ROUTE_MOST ? " or more " : " ");
		put_pay(p, box->prestige[from], box->income[from]);
		page_put(p, to == ROUTE_MOST ? "." : ",");
	}
	page_end_line(p);
}

/* --------------------------------------------------------------------------------------------------------- what is asked */

/* ", then Yellow, Purple": the seats from the k-th of that round on. */
static void put_seats(struct page *p, const char *before, int round, int k)
{
	for (; k < p->state->players; k++, before = ", ")
		page_form(p, "%s%s", (const char *[]){ before, rails_player_name[rails_seat_at(p->state, round, k)] }, NULL);
}

/* Who comes after the turn under way, in this round and in the next (R16, R128). */
static void put_order(struct page *p)
{
	const struct rails *g = &p->state->rails;

	put_seats(p, " Then ", g->round, rails_place_in_round(p->state) + 1);
	if (rails_place_in_round(p->state) + 1 < p->state->players)
		page_put(p, ".");
	if (g->last)
		return;
	page_end_line(p);
	page_form(p, p->state->option[RAILS_ORDER] == ORDER_TURNING ? "Round %d runs the other way:" : "Round %d:", NULL, (int64_t[]){ g->round + 1 });
	put_seats(p, " ", g->round + 1, 0);
	page_put(p, ".");
}

static void put_turn(struct page *p)
{
	const struct rails *g = &p->state->rails;
	const char *player = g->round > 0 ? rails_player_name[g->active] : NULL;        /* before the first round no seat is active */

	page_turn(p, &(struct page_turn){ g->phase == RAILS_OVER ? rails_ending_name[g->ending] : NULL, player, g->round, g->last });
	if (g->phase != RAILS_OVER && g->round > 0 && p->state->players > 1)
		put_order(p);
	page_end_line(p);
	page_end_line(p);
}

/* "Red may unlock: night-shift $2, dispatcher $4." */
static void put_locked(struct page *p, const char *name)
{
	const struct rails *g = &p->state->rails;
	bool any = false;

	page_form(p, "%s may unlock", &name, NULL);
	for (int i = 0; i < RAILS_ABILITIES; i++)
		if (!(g->side[g->active].unlocked >> i & 1)) {
			const struct rails_ability_row *a = &p->box->rails.ability[i];
			page_form(p, any ? ", %s $%d" : ": %s $%d", (const char *[]){ a->name }, (int64_t[]){ a->price });
			any = true;
		}
	page_put(p, any ? "." : " nothing more.");
	page_end_line(p);
}

static void put_delivery(struct page *p, const char *name)
{
	const struct rails *g = &p->state->rails;
	const int from = rails_factory_hex(p->box, g->from);

	page_form(p, "%s delivers %s from ", (const char *[]){ name, rails_good_name[rails_hex(p->box, from)->good] }, NULL);
	put_hex(p, from, BARE);
	page_put(p, " to ");
	put_hex(p, rails_city_hex(p->box, g->to), BARE);
	page_put(p, g->phase == RAILS_LOAD ? ": on which slot of the ship?" : ": with which card, and over which route?");
	page_end_line(p);
}

/* What each card of the own hand would bring. */
static void put_outcomes(struct page *p)
{
	const struct rails *g = &p->state->rails;
	const struct rails_box *b = &p->box->rails;
	struct routes r;
	struct outcome of[2];

	rails_open_routes(p->box, g, g->active, g->from, g->to, &r);
	for (int card = 0; card < TRAIN_CARDS; card++)
		for (int i = 0, n = rails_holds(g, g->active, card) ? rails_outcomes(p->box, g, &r, card, of) : 0; i < n; i++) {
			page_form(p, "  %s length %d: ", (const char *[]){ b->card[card].name }, (int64_t[]){ of[i].length });
			put_pay(p, b->prestige[of[i].length - 1], b->income[of[i].length - 1]);
			if (of[i].meets) {
				page_put(p, ", and for the card ");
				put_pay(p, b->card[card].prestige, b->card[card].money);
			}
			page_end_line(p);
		}
}

static void put_question(struct page *p)
{
	const struct rails *g = &p->state->rails;
	const int mover = rails_to_move(p->box, p->state);

	if (mover < 0)
		return;
	const char *name = rails_player_name[mover];

	switch (g->phase) {
	case RAILS_START_TRACK:
		page_sentence(p, "%s puts the first track on a factory that nobody has begun at.", &name, NULL);
		break;
	case RAILS_BUILD:
		page_sentence(p, "%s builds track %d of the turn's two and has $%d.", &name,
			(int64_t[]){ g->building + 1, g->side[mover].money });
		break;
	case RAILS_THIRD:
		page_sentence(p, "%s may build a third track for $%d more and has $%d.", &name,
			(int64_t[]){ p->box->rails.third_track, g->side[mover].money });
		break;
	case RAILS_DELIVER:
		page_sentence(p, g->deliveries ? "%s may make a second delivery." : "%s may make a delivery.", &name, NULL);
		break;
	case RAILS_ROUTE:
		put_delivery(p, name);
		if (p->seat == mover)
			put_outcomes(p);
		break;
	case RAILS_LOAD:
		put_delivery(p, name);
		break;
	case RAILS_BUY:
		page_sentence(p, "%s may buy a card from the market and has $%d.", &name, (int64_t[]){ g->side[mover].money });
		break;
	case RAILS_UNLOCK:
		put_locked(p, name);
		break;
	}
}

void rails_draw(const struct box *b, const struct state *s, int seat, int look, struct text *out)
{
	struct page p = {
		.box = b, .state = s, .seat = seat, .ascii = look & LOOK_ASCII, .colour = look & LOOK_COLOUR, .out = out,
		.wide = PAGE, .ink = ink_code, .ground = ground_code,
	};

	put_turn(&p);
	put_map(&p);
	put_goods_and_goals(&p);
	put_companies(&p);
	if (s->option[RAILS_FREIGHT])
		put_containers(&p);
	if (s->rails.sides > s->players)
		put_rival(&p);
	page_end_line(&p);
	put_income(&p);
	if (seat >= 0 && seat < s->players)
		put_hand(&p);
	for (int side = 0; side < s->players; side++)           /* the own one; at the end all are shown (R112) */
		if (s->rails.contract[side] != NO_CONTRACT && (side == seat || s->rails.phase == RAILS_OVER))
			put_contract(&p, side);
	put_question(&p);
}
