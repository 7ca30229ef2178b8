/* The table as text, from top to bottom: seasons and market, the river from St. Louis to New Orleans, the players, their boats, and what
 * is asked. Cargo goes by its letter: F A P U W. A line of the river begins at the entrance of its town and holds the spaces down to
 * the next one:
 *
 *     27 R~(GY)~  VIC Vicksburg ...   Red at the entrance, Green and Yellow two spaces below it
 *
 * A screen reader reads it too: nothing is told by colour or place alone. */
#include <string.h>

#include "broadhorns.h"
#include "core/page.h"

enum {
	PAGE = 80,                      /* columns that we try to keep to */
	/* Where things stand on their lines. */
	MARKET_AT = 25, CARGO_AT = 34, CARGO_WIDE = 9,
	REACH_AT = 3, TOWN_AT = 14, NAME_AT = 18, BONUS_AT = 33, WANTS_AT = 38, WANT_WIDE = 4, SELLS_AT = 59, WREATHS_AT = 67, TILES_AT = 75,
	PLACE_AT = 8, SPEED_AT = 17, BOXES_AT = 23, HOLD_AT = 30,
};

enum sign { RIVER_SIGN, BARREL, EMPTY, GONE, SIGNS };

static const char *const sign_text[2][SIGNS] = {
	{ "~", "●", "·", "×" },
	{ "~", "*", ".", "x" },
};

enum paint { BARE, RIVER, HEAD, CODE, SHUT, CARGO, BOAT = CARGO + BROAD_CARGOES, PAINTS = BOAT + BROAD_PLAYERS };

static const char *const paint_code[PAINTS] = {         /* codes of a terminal with 256 colours */
	[RIVER] = ";38;5;32",
	[HEAD]  = ";38;5;245",
	[CODE]  = ";1",
	[SHUT]  = ";38;5;243",
	[CARGO] = ";1;38;5;255", ";1;38;5;196", ";1;38;5;211", ";1;38;5;137", ";1;38;5;221",
	[BOAT]  = ";1;38;5;231;48;5;160", ";1;38;5;231;48;5;28", ";1;38;5;16;48;5;220", ";1;38;5;231;48;5;91",
};

static const char *const season_effect[BROAD_SEASONS] = {
	"Autumn: nothing special.",
	"Winter: no spoil step, boats are one slower.",
	"Spring: boats are one faster.",
	"Summer: a spoil card hits everything that spoils.",
	"Final autumn: its last space ends the game.",
};

/* A word's colour ends with the word, whatever follows it. */
static void put_painted(struct page *p, const char *words, int paint)
{
	page_paint(p, words, paint, 0);
	page_plain(p);
}

static void put_letter(struct page *p, char c, int paint)
{
	put_painted(p, (char[]){ c, '\0' }, paint);
}

static const char *sign(const struct page *p, int which)
{
	return sign_text[p->ascii][which];
}

static char letter(int seat)
{
	return broad_player_name[seat][0];      /* names of seats begin with different letters */
}

/* --------------------------------------------------------------------------------------------------- seasons and market */

/* "> winter       P . ." */
static void put_season(struct page *p, int season, int first)
{
	const struct broadhorns *g = &p->state->broadhorns;

	page_put(p, season == broad_season(p->box, g) ? "> " : "  ");
	page_put(p, broad_season_name[season]);
	page_go_to(p, 15);
	for (int i = first; i < first + p->box->broadhorns.season[season]; i++) {
		if (i >= g->seasons)
			page_put(p, sign(p, EMPTY));
		else if (g->track[i] == NO_CARGO)
			page_put(p, sign(p, GONE));
		else
			put_letter(p, broad_cargo_letter[g->track[i]], CARGO + g->track[i]);
		page_go_to(p, p->column + 1);
	}
}

/* "1 1 2 3": what the barrels of a type cost, one after the other (B155). */
static void put_prices(struct page *p, int n)
{
	if (n == 0)
		page_put(p, "-");
	if (n > 4)
		page_form(p, "1x%d ", NULL, (int64_t[]){ n - 2 });
	else if (n > 2)
		page_put(p, n == 4 ? "1 1 " : "1 ");
	if (n > 0)
		page_put(p, n > 1 ? "2 3" : "3");
}

enum { BARRELS, PRICES, IN_BAG };

static void put_trade(struct page *p, const char *name, int what)
{
	const struct broadhorns *g = &p->state->broadhorns;

	page_go_to(p, MARKET_AT);
	put_painted(p, name, HEAD);
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		page_go_to(p, CARGO_AT + CARGO_WIDE * cargo);
		if (what == PRICES)
			put_prices(p, g->market[cargo]);
		else
			page_int(p, what == BARRELS ? g->market[cargo] : g->bag[cargo]);
	}
}

/* Cards in the pile: all that are in no hand, lie at no town, are not aboard and not discarded. */
static int pile(const struct page *p)
{
	const struct broadhorns *g = &p->state->broadhorns;
	int n = BROAD_CARDS - broad_count(g, IN_DISCARD) - broad_count(g, SET_ASIDE);

	for (int town = 0; town < BROAD_TOWNS; town++)
		n -= broad_count(g, AT_TOWN + town);
	for (int seat = 0; seat < p->state->players; seat++)
		n -= broad_count(g, ABOARD + seat) + broad_hand(g, seat);
	return n;
}

static void put_season_and_market(struct page *p)
{
	const struct broadhorns *g = &p->state->broadhorns;
	int first = 0;

	put_painted(p, "Seasons", HEAD);
	page_go_to(p, MARKET_AT);
	put_painted(p, "Market", HEAD);
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		page_go_to(p, CARGO_AT + CARGO_WIDE * cargo);
		put_letter(p, broad_cargo_letter[cargo], CARGO + cargo);
		page_form(p, " %s", &broad_cargo_name[cargo], NULL);
	}
	page_end_line(p);
	for (int season = 0; season < BROAD_SEASONS; season++) {
		put_season(p, season, first);
		first += p->box->broadhorns.season[season];
		if (season == AUTUMN)
			put_trade(p, "barrels", BARRELS);
		else if (season == WINTER)
			put_trade(p, "cost", PRICES);
		else if (season == SPRING)
			put_trade(p, "in bag", IN_BAG);
		page_go_to(p, MARKET_AT);
		if (season == SUMMER)
			page_form(p, "Cards: %d in the pile, %d discarded.", NULL, (int64_t[]){ pile(p), broad_count(g, IN_DISCARD) });
		else if (season == FINAL_AUTUMN)
			page_put(p, season_effect[broad_season(p->box, g)]);
		page_end_line(p);
	}
	page_end_line(p);
}

/* ------------------------------------------------------------------------------------------------------------- the river */

static void put_space(struct page *p, int space)
{
	const struct broadhorns *g = &p->state->broadhorns;
	int boats = 0;

	for (int seat = 0; seat < p->state->players; seat++)
		boats += g->player[seat].space == space;
	if (boats == 0)
		put_painted(p, sign(p, RIVER_SIGN), RIVER);
	if (boats > 1)
		page_put(p, "(");
	for (int seat = 0; seat < p->state->players; seat++)
		if (g->player[seat].space == space)
			put_letter(p, letter(seat), BOAT + seat);
	if (boats > 1)
		page_put(p, ")");
}

static void put_reach(struct page *p, int from, int to)
{
	page_right(p, from, 2);
	page_go_to(p, REACH_AT);
	for (int space = from; space < to; space++)
		put_space(p, space);
}

/* Whether its tile is still to be drawn: at the set-up, and when the one above it has just been taken. */
static bool is_bare(const struct broad_town *t)
{
	return t->taken < BROAD_STACK && broad_bits(t->seen) == t->taken;
}

/* "F6  A7* P7": a barrel lies on the apples' space. */
static void put_wants(struct page *p, const struct broad_tile *tile, int filled)
{
	for (int i = 0; i < tile->spaces; i++) {
		int cargo = tile->space[i].cargo;
		bool full = filled >> i & 1;
		page_go_to(p, WANTS_AT + WANT_WIDE * i);
		put_letter(p, broad_cargo_letter[cargo], full ? SHUT : CARGO + cargo);
		page_int(p, tile->space[i].value);
		if (full)
			put_painted(p, sign(p, BARREL), CARGO + cargo);
	}
}

static void put_town(struct page *p, int town)
{
	const struct broadhorns *g = &p->state->broadhorns;
	const struct broad_place *place = &p->box->broadhorns.town[town];
	const struct broad_town *t = &g->town[town];

	page_go_to(p, TOWN_AT);
	put_painted(p, place->code, CODE);
	page_go_to(p, NAME_AT);
	page_put(p, place->name);
	page_go_to(p, BONUS_AT);
	page_form(p, "+%d", NULL, (int64_t[]){ place->bonus });
	if (is_bare(t)) {
		page_go_to(p, WANTS_AT);
		page_sentence(p, "its tile is still to be drawn", NULL, NULL);
		return;
	}

	const struct broad_tile *tile = broad_tile(p->box, g, town);
	put_wants(p, tile, t->filled);
	page_go_to(p, SELLS_AT);
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		if (tile->increase[cargo] != NOT_SOLD) {
			put_letter(p, broad_cargo_letter[cargo], CARGO + cargo);
			page_form(p, "+%d", NULL, (int64_t[]){ tile->increase[cargo] });
			page_go_to(p, p->column + 1);
		}
	page_go_to(p, WREATHS_AT + 3);
	page_int(p, tile->wreaths);
	page_go_to(p, t->taken < BROAD_STACK ? TILES_AT + 2 : TILES_AT);
	page_form(p, t->taken < BROAD_STACK ? "%d" : "board", NULL, (int64_t[]){ BROAD_STACK - t->taken });
	page_end_line(p);
}

/* The head of a column. */
static void put_head(struct page *p, int at, const char *words)
{
	page_go_to(p, at);
	put_painted(p, words, HEAD);
}

static void put_river(struct page *p)
{
	const struct broadhorns_box *box = &p->box->broadhorns;

	put_painted(p, "River", HEAD);
	put_head(p, TOWN_AT, "Town");
	put_head(p, BONUS_AT - 1, "bonus");
	put_head(p, WANTS_AT, "wants (");
	put_painted(p, sign(p, BARREL), HEAD);
	put_painted(p, " filled)", HEAD);
	put_head(p, SELLS_AT, "sells");
	put_head(p, WREATHS_AT, "wreaths");
	put_head(p, TILES_AT, "tiles");
	page_end_line(p);
	put_reach(p, 0, box->town[0].entrance);
	page_go_to(p, TOWN_AT);
	put_painted(p, "STL", CODE);
	page_sentence(p, " St. Louis", NULL, NULL);
	for (int town = 0; town < BROAD_TOWNS; town++) {
		put_reach(p, box->town[town].entrance, town + 1 < BROAD_TOWNS ? box->town[town + 1].entrance : box->last_space + 1);
		put_town(p, town);
	}
}

/* ---------------------------------------------------------------------------------------------------------------- cards */

/* "VIC-A", "TR8 to VIC for 3", "TR8 at STG to VIC for 3", "2 ice". */
static void put_card(struct page *p, int card, int n, const char *end, int margin)
{
	static const char *const kind[] = { "ice", "peddler", "current" };
	const struct broadhorns_box *box = &p->box->broadhorns;
	const int town = p->state->broadhorns.where[card] - AT_TOWN;
	char words[MAX_TEXT];
	struct text out = text_on(words, sizeof words);

	if (n > 1)
		text_form(&out, "%d ", NULL, (int64_t[]){ n });
	if (card < FIRST_ICE)
		broad_card_name(p->box, card, &out);
	else
		text_put(&out, kind[broad_face(card) - FACE_ICE]);
	if (card >= FIRST_TRAVELER && card < FIRST_ICE) {
		const struct broad_traveler *t = &box->traveler[card - FIRST_TRAVELER];
		if (town >= 0 && town < BROAD_TOWNS)
			text_form(&out, " at %s", (const char *[]){ box->town[town].code }, NULL);
		text_form(&out, " to %s for %d", (const char *[]){ box->town[t->to].code }, (int64_t[]){ t->gold });
	}
	text_put(&out, end);
	page_item(p, words, margin);
}

/* Deliveries or travelers that lie in one of these places, after their heading. */
static void put_cards(struct page *p, int first, int n, int where, int wheres, const char *heading)
{
	const struct broadhorns *g = &p->state->broadhorns;
	int left = 0, margin = p->column + (int)strlen(heading) + 1;

	for (int card = first; card < first + n; card++)
		left += g->where[card] >= where && g->where[card] < where + wheres;
	if (left == 0)
		return;
	page_put(p, heading);
	for (int card = first; card < first + n; card++)
		if (g->where[card] >= where && g->where[card] < where + wheres)
			put_card(p, card, 1, --left ? "," : "", margin);
	page_end_line(p);
}

static int alike(const struct page *p, int face)
{
	int n = 0;

	for (int card = 0; card < FIRST_SPOIL; card++)
		n += broad_face(card) == face && broad_holds(&p->state->broadhorns, p->seat, card);
	return n;
}

static void put_hand(struct page *p)
{
	const struct broadhorns *g = &p->state->broadhorns;
	const struct broad_boat *boat = broad_boat(p->box, g, p->seat);
	int left = broad_hand(g, p->seat);

	page_form(p, "%s's hand", &broad_player_name[p->seat], NULL);
	if (boat)
		page_form(p, " (limit %d)", NULL, (int64_t[]){ boat->hand });
	page_put(p, left ? ":" : ": empty");
	for (int face = 0, margin = p->column + 1; face < FACES; face++) {
		int n = alike(p, face);
		left -= n;
		if (n > 0)
			put_card(p, broad_card_of(g, p->seat, face), n, left ? "," : "", margin);
	}
	page_end_line(p);
}

/* ----------------------------------------------------------------------------------------------------------------- quay */

static int gold_of(struct freight_bonus bonus)
{
	return bonus.prestige + bonus.money;
}

/* "wild Red," "F+1 neutral," "U empty." */
static void put_slot(struct page *p, const struct freight_ship *ship, int i, int margin)
{
	const int on = p->state->broadhorns.freight.slot[i], good = ship->slot[i].good;
	char words[MAX_TEXT];
	struct text out = text_on(words, sizeof words);

	if (good == FREIGHT_WILD)
		text_put(&out, broad_cargo_name[good]);
	else
		text_char(&out, broad_cargo_letter[good]);
	if (gold_of(ship->slot[i].bonus) > 0)
		text_form(&out, "+%d", NULL, (int64_t[]){ gold_of(ship->slot[i].bonus) });
	text_char(&out, ' ');
	text_put(&out, on == SLOT_EMPTY ? "empty" : on == SLOT_NEUTRAL ? "neutral" : broad_player_name[on - SLOT_OWNER]);
	text_char(&out, i + 1 < ship->slots ? ',' : '.');
	page_item(p, words, margin);
}

/* "Ship S1: wild Red, F+1 neutral, U empty, P+1 empty. Full: 2 gold, on a tie 1." */
static void put_quay(struct page *p)
{
	const struct broadhorns *g = &p->state->broadhorns;
	const struct freight_box *ships = &p->box->broadhorns.freight;
	const struct freight_ship *ship = freight_docked(ships, &g->freight);
	const int gone = broad_bits(g->freight.gone), margin = 2;
	char words[MAX_TEXT];
	struct text out = text_on(words, sizeof words);

	if (!p->state->option[BROAD_FREIGHT])
		return;
	if (ship) {
		page_form(p, "Ship %s:", (const char *[]){ ship->name }, NULL);
		for (int i = 0; i < ship->slots; i++)
			put_slot(p, ship, i, margin);
		text_form(&out, "Full: %d gold, on a tie %d.", NULL, (int64_t[]){ gold_of(ship->first), gold_of(ship->tie) });
		page_item(p, words, margin);
		page_end_line(p);
	}
	page_put(p, "Containers left:");
	for (int seat = 0; seat < p->state->players; seat++)
		page_form(p, " %s %d,", &broad_player_name[seat], (int64_t[]){ freight_left(ships, &g->freight, seat) });
	page_sentence(p, " neutral %d. Ships to come: %d, gone: %d.", NULL,
		(int64_t[]){ freight_neutral(ships, &g->freight), ships->ships - gone - (ship != NULL), gone });
}

/* ---------------------------------------------------------------------------------------------------- players and boats */

static void put_players(struct page *p)
{
	const struct broadhorns *g = &p->state->broadhorns;
	const int mover = broad_to_move(p->box, p->state);

	page_end_line(p);
	put_painted(p, "Players     gold  cards  tiles  wreaths", HEAD);
	page_end_line(p);
	for (int seat = 0; seat < p->state->players; seat++) {
		const struct broad_player *player = &g->player[seat];

		page_put(p, seat == mover ? "> " : "  ");
		put_letter(p, letter(seat), BOAT + seat);
		page_form(p, " %s", &broad_player_name[seat], NULL);
		page_right(p, player->gold, 16);
		page_right(p, broad_hand(g, seat), 23);
		page_right(p, player->tiles, 30);
		page_right(p, player->wreaths, 39);
		if (player->boat == NO_BOAT) {
			page_go_to(p, 43);
			page_put(p, "no boat");
		}
		page_end_line(p);
	}
}

/* Barrels of the hold at a spoil position; those that never spoil have a column of their own, -1. */
static int stowed(const struct broad_player *player, int cargo, int at)
{
	int n = 0;

	if (cargo < PERISHABLES)
		return at < 0 ? 0 : player->cargo[cargo][at];
	for (int i = 0; i < BROAD_LENGTH && at < 0; i++)
		n += player->cargo[cargo][i];
	return n;
}

static int stowed_there(const struct broad_player *player, int at)
{
	int n = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		n += stowed(player, cargo, at);
	return n;
}

/* The columns of the hold are as wide as the fullest boat needs. */
static int hold_width(const struct page *p, int at)
{
	int most = at < 0 ? 4 : at == p->box->broadhorns.length - 1 ? 2 : 1;

	for (int seat = 0; seat < p->state->players; seat++) {
		int n = stowed_there(&p->state->broadhorns.player[seat], at) + (at == p->box->broadhorns.length - 1);
		most = n > most ? n : most;
	}
	return most + 2;
}

/* "FF    A    P!   UW": by spoil position, then what keeps. The last position is lost next. */
static int put_hold(struct page *p, const struct broad_player *player)
{
	const int last = p->box->broadhorns.length - 1;
	int column = HOLD_AT;

	for (int at = 0; at <= last + 1; at++) {
		int which = at <= last ? at : -1;

		page_go_to(p, column);
		if (!player) {
			if (which < 0)
				put_painted(p, "keeps", HEAD);
			else
				put_letter(p, (char)('0' + at), HEAD);
			if (which == last)
				put_painted(p, "!", HEAD);
		} else if (stowed_there(player, which) == 0) {
			put_painted(p, sign(p, EMPTY), SHUT);
		} else {
			for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
				for (int n = stowed(player, cargo, which); n > 0; n--)
					put_letter(p, broad_cargo_letter[cargo], CARGO + cargo);
			if (which == last)
				page_put(p, "!");
		}
		column += hold_width(p, which);
	}
	return column;
}

static void put_boat(struct page *p, int seat)
{
	const struct broadhorns *g = &p->state->broadhorns;
	const struct broad_player *player = &g->player[seat];
	const struct broad_boat *boat = broad_boat(p->box, g, seat);
	const int town = broad_town_on(p->box, player->space), season = broad_season(p->box, g);

	put_letter(p, letter(seat), BOAT + seat);
	page_form(p, " %s ft", (const char *[]){ boat->name }, NULL);
	page_go_to(p, PLACE_AT);
	page_int(p, player->space);
	if (town >= 0 || player->space == 0)
		page_form(p, " %s", (const char *[]){ town >= 0 ? p->box->broadhorns.town[town].code : "STL" }, NULL);
	page_right(p, boat->speed + broad_season_speed(season), SPEED_AT + 4);
	page_go_to(p, BOXES_AT);
	page_form(p, "%d/%d", NULL, (int64_t[]){ broad_cargo(g, seat), boat->boxes });

	int column = put_hold(p, player);
	page_go_to(p, column);
	page_form(p, "%d/%d", NULL, (int64_t[]){ broad_aboard(g, seat), boat->occupants });
	if (broad_aboard(g, seat) > 0)
		put_cards(p, FIRST_TRAVELER, TRAVELERS, ABOARD + seat, 1, "");
	else
		page_end_line(p);
}

static void put_boats(struct page *p)
{
	const struct broadhorns *g = &p->state->broadhorns;
	bool any = false;

	for (int seat = 0; seat < p->state->players; seat++)
		any |= g->player[seat].boat != NO_BOAT;
	if (!any)
		return;
	page_end_line(p);
	put_painted(p, "Boats", HEAD);
	put_head(p, PLACE_AT, "at");
	put_head(p, SPEED_AT - 1, "speed");
	put_head(p, BOXES_AT, "boxes");
	put_head(p, put_hold(p, NULL), "aboard");
	page_end_line(p);
	for (int seat = 0; seat < p->state->players; seat++)
		if (g->player[seat].boat != NO_BOAT)
			put_boat(p, seat);
	page_sentence(p, "Cargo that spoils goes from 0 to %d, and what stands on %d! is lost next.", NULL,
		(int64_t[]){ p->box->broadhorns.length - 1, p->box->broadhorns.length - 1 });
}

/* --------------------------------------------------------------------------------------------------------- what is asked */

static void put_turn(struct page *p)
{
	const struct broadhorns *g = &p->state->broadhorns;
	const char *player = g->round > 0 ? broad_player_name[g->active] : NULL;        /* before the first round no seat is active */

	page_turn(p, &(struct page_turn){ g->phase == BROAD_OVER ? broad_ending_name[g->ending] : NULL, player, g->round, g->final });
	page_end_line(p);
	page_end_line(p);
}

static void put_actions(struct page *p, const char *name)
{
	const struct broadhorns *g = &p->state->broadhorns;
	int left = p->box->broadhorns.last_space - g->player[g->active].space, most = broad_allowance(p->box, p->state);

	page_form(p, g->actions == 1 ? "%s has 1 action left" : "%s has %d actions left", &name, (int64_t[]){ g->actions });
	if (g->bonus)
		page_put(p, " and the bonus move");
	most = most < left ? most : left;
	if (most > 0 && (g->actions > 0 || g->bonus))
		page_form(p, most == 1 ? "; a move covers 1 space" : "; a move covers up to %d spaces", NULL, (int64_t[]){ most });
	page_sentence(p, ".", NULL, NULL);
}

static void put_boats_on_offer(struct page *p, const char *name)
{
	page_sentence(p, "%s chooses a boat:", &name, NULL);
	for (int i = 0; i < BROAD_BOATS; i++) {
		const struct broad_boat *boat = &p->box->broadhorns.boat[i];
		page_sentence(p, "  %s ft: %d gold, %d boxes, speed %d, travelers %d, hand limit %d, resale %d",
			(const char *[]){ boat->name }, (int64_t[]){ boat->cost, boat->boxes, boat->speed, boat->occupants, boat->hand, boat->resale });
	}
}

/* "Red buys in Vicksburg. Free boxes: 2. Prices: flour 3. By peddler: the market's plus 1." */
static void put_cargo_on_offer(struct page *p, const char *name)
{
	const struct broadhorns *g = &p->state->broadhorns;
	const struct broad_place *place = &p->box->broadhorns.town[g->port];
	const bool river = g->phase == BROAD_BUY;
	bool any = false;

	page_sentence(p, "%s buys in %s. Free boxes: %d.", (const char *[]){ name, river ? place->name : "St. Louis" },
		(int64_t[]){ broad_free_boxes(p->box, g, g->active) });
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		int price = broad_price(g, cargo), more = river ? place->tile[g->priced].increase[cargo] : 0;
		if (price == 0 || more == NOT_SOLD)
			continue;
		page_form(p, any ? ", %s %d" : "Prices: %s %d", &broad_cargo_name[cargo], (int64_t[]){ price + more });
		any = true;
	}
	page_put(p, any ? ". " : "");
	if (river)
		page_sentence(p, "By peddler: the market's plus %d.", NULL, (int64_t[]){ p->box->broadhorns.peddler });
	else
		page_sentence(p, "A blind barrel: %d.", NULL, (int64_t[]){ p->box->broadhorns.blind });
}

static void put_spoil_card(struct page *p, const char *name)
{
	const struct broadhorns *g = &p->state->broadhorns;
	const bool summer = broad_season(p->box, g) == SUMMER;

	page_sentence(p, "A spoil card hits %s. %s: ice against it?",
		(const char *[]){ summer ? "everything that spoils" : broad_cargo_name[g->spoiling - 1], name }, NULL);
}

/* What is asked, of whom and in which town. */
static void put_question(struct page *p)
{
	static void (*const put[BROAD_PHASES])(struct page *p, const char *name) = {    /* phases that need more than a sentence */
		[BROAD_ACTIONS] = put_actions, [BROAD_BOAT] = put_boats_on_offer,
		[BROAD_MARKET] = put_cargo_on_offer, [BROAD_BUY] = put_cargo_on_offer, [BROAD_SPOIL_CARD] = put_spoil_card,
	};
	static const char *const form[BROAD_PHASES] = {
		[BROAD_SPOIL_STEP] = "%s's cargo is about to spoil by one space: ice against it?",
		[BROAD_SELL]       = "%s sells in %s.",
		[BROAD_LOAD]       = "%s sells in %s: which slot of the ship gets a container?",
		[BROAD_FULL]       = "%s has filled %s: which barrel goes on the season track?",
		[BROAD_TRAVELERS]  = "%s lets travelers on and off in %s.",
		[BROAD_RESALE]     = "%s may end the expedition in %s and sell the boat for %d.",
		[BROAD_DISCARD]    = "%s has more cards than the boat allows and discards.",
	};
	const struct broadhorns *g = &p->state->broadhorns;
	const int mover = broad_to_move(p->box, p->state);

	if (mover < 0)
		return;
	const char *name = broad_player_name[mover];
	const struct broad_boat *boat = broad_boat(p->box, g, mover);

	if (put[g->phase])
		put[g->phase](p, name);
	else
		page_sentence(p, form[g->phase], (const char *[]){ name, p->box->broadhorns.town[g->port].name },
			(int64_t[]){ boat ? boat->resale : 0 });
}

void broad_draw(const struct box *b, const struct state *s, int seat, int look, struct text *out)
{
	struct page p = {
		.box = b, .state = s, .seat = seat, .ascii = look & LOOK_ASCII, .colour = look & LOOK_COLOUR, .out = out,
		.wide = PAGE, .ink = paint_code,
	};

	put_turn(&p);
	put_season_and_market(&p);
	put_river(&p);
	put_cards(&p, FIRST_DELIVERY, DELIVERIES, AT_TOWN, BROAD_TOWNS, "Deliveries waiting:");
	put_cards(&p, FIRST_TRAVELER, TRAVELERS, AT_TOWN, BROAD_TOWNS, "Travelers waiting:");
	put_quay(&p);
	put_players(&p);
	put_boats(&p);
	if (seat >= 0 && seat < s->players)
		put_hand(&p);
	put_question(&p);
}
