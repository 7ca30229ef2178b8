/* The table as text, from top to bottom: seasons and market, the river from St. Louis to New Orleans, the players, their boats, and what
 * is asked. Cargo goes by its letter: F A P U W. A line of the river begins at the entrance of its town and holds the spaces down to
 * the next one:
 *
 *     27 R~(GY)~  VIC Vicksburg ...   Red at the entrance, Green and Yellow two spaces below it
 *
 * A screen reader reads it too: nothing is told by colour or place alone. */
#include <string.h>

#include "broadhorns.h"

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

static const char *const paint_code[PAINTS] = {         /* of a terminal with 256 colours */
	[BARE]  = "\033[0m",
	[RIVER] = "\033[0;38;5;32m",
	[HEAD]  = "\033[0;38;5;245m",
	[CODE]  = "\033[0;1m",
	[SHUT]  = "\033[0;38;5;243m",
	[CARGO] = "\033[0;1;38;5;255m", "\033[0;1;38;5;196m", "\033[0;1;38;5;211m", "\033[0;1;38;5;137m", "\033[0;1;38;5;221m",
	[BOAT]  = "\033[0;1;38;5;231;48;5;160m", "\033[0;1;38;5;231;48;5;28m", "\033[0;1;38;5;16;48;5;220m", "\033[0;1;38;5;231;48;5;91m",
};

static const char *const season_effect[BROAD_SEASONS] = {
	"Autumn: nothing special.",
	"Winter: no spoil step, boats are one slower.",
	"Spring: boats are one faster.",
	"Summer: a spoil card hits everything that spoils.",
	"Final autumn: its last space ends the game.",
};

struct page {
	struct text *out;
	const struct box *box;
	const struct state *state;
	const struct broadhorns *g;
	int seat;                       /* whose hand is shown */
	bool ascii, colour;
	int column, want;               /* where the line ends, and where its next word is to stand */
};

/* -------------------------------------------------------------------------------------------------------------- the page */

static int columns(const char *words)
{
	int n = 0;

	for (; *words; words++)
		n += (*words & 0xC0) != 0x80;
	return n;
}

/* Spaces are put when a word follows them, so that no line ends in one. */
static void put_painted(struct page *p, const char *words, int paint)
{
	for (; p->column < p->want && *words; p->column++)
		text_char(p->out, ' ');
	if (p->colour && paint != BARE)
		text_put(p->out, paint_code[paint]);
	text_put(p->out, words);
	if (p->colour && paint != BARE)
		text_put(p->out, paint_code[BARE]);
	p->column += columns(words);
}

static void put(struct page *p, const char *words)
{
	put_painted(p, words, BARE);
}

static void put_letter(struct page *p, char c, int paint)
{
	put_painted(p, (char[]){ c, '\0' }, paint);
}

static void put_form(struct page *p, const char *form, const char *const words[], const int64_t n[])
{
	char line[MAX_TEXT];
	struct text t = text_on(line, sizeof line);

	text_form(&t, form, words, n);
	put(p, line);
}

static void put_int(struct page *p, int n)
{
	put_form(p, "%d", NULL, (int64_t[]){ n });
}

/* The next word stands at that column, or after a space where the line is already longer. */
static void go_to(struct page *p, int column)
{
	p->want = p->column < column || p->column == 0 ? column : p->column + 1;
}

/* Ends at that column. */
static void put_right(struct page *p, int n, int column)
{
	go_to(p, column - (n > 999 ? 4 : n > 99 ? 3 : n > 9 ? 2 : 1));
	put_int(p, n);
}

static void end_line(struct page *p)
{
	text_char(p->out, '\n');
	p->column = p->want = 0;
}

static void put_line(struct page *p, const char *words)
{
	put(p, words);
	end_line(p);
}

static void put_sentence(struct page *p, const char *form, const char *const words[], const int64_t n[])
{
	put_form(p, form, words, n);
	end_line(p);
}

/* One of several, in lines that begin at `margin`. */
static void put_item(struct page *p, const char *item, int margin)
{
	if (p->column + 1 + columns(item) >= PAGE) {
		end_line(p);
		p->want = margin;
	} else {
		go_to(p, p->column + 1);
	}
	put(p, item);
}

static const char *sign(const struct page *p, int which)
{
	return sign_text[p->ascii][which];
}

static char letter(int seat)
{
	return broad_player_name[seat][0];      /* they begin with different ones */
}

/* --------------------------------------------------------------------------------------------------- seasons and market */

/* "> winter       P . ." */
static void put_season(struct page *p, int season, int first)
{
	const struct broadhorns *g = p->g;

	put(p, season == broad_season(p->box, g) ? "> " : "  ");
	put(p, broad_season_name[season]);
	go_to(p, 15);
	for (int i = first; i < first + p->box->broadhorns.season[season]; i++) {
		if (i >= g->seasons)
			put(p, sign(p, EMPTY));
		else if (g->track[i] == NO_CARGO)
			put(p, sign(p, GONE));
		else
			put_letter(p, broad_cargo_letter[g->track[i]], CARGO + g->track[i]);
		go_to(p, p->column + 1);
	}
}

/* "1 1 2 3": what the barrels of a type cost, one after the other (B155). */
static void put_prices(struct page *p, int n)
{
	if (n == 0)
		put(p, "-");
	if (n > 4)
		put_form(p, "1x%d ", NULL, (int64_t[]){ n - 2 });
	else if (n > 2)
		put(p, n == 4 ? "1 1 " : "1 ");
	if (n > 0)
		put(p, n > 1 ? "2 3" : "3");
}

enum { BARRELS, PRICES, IN_BAG };

static void put_trade(struct page *p, const char *name, int what)
{
	go_to(p, MARKET_AT);
	put_painted(p, name, HEAD);
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		go_to(p, CARGO_AT + CARGO_WIDE * cargo);
		if (what == PRICES)
			put_prices(p, p->g->market[cargo]);
		else
			put_int(p, what == BARRELS ? p->g->market[cargo] : p->g->bag[cargo]);
	}
}

/* What nobody holds, waits for or has thrown away is in the pile. */
static int pile(const struct page *p)
{
	const struct broadhorns *g = p->g;
	int n = BROAD_CARDS - broad_count(g, IN_DISCARD) - broad_count(g, SET_ASIDE);

	for (int town = 0; town < BROAD_TOWNS; town++)
		n -= broad_count(g, AT_TOWN + town);
	for (int seat = 0; seat < p->state->players; seat++)
		n -= broad_count(g, ABOARD + seat) + broad_hand(g, seat);
	return n;
}

static void put_season_and_market(struct page *p)
{
	int first = 0;

	put_painted(p, "Seasons", HEAD);
	go_to(p, MARKET_AT);
	put_painted(p, "Market", HEAD);
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		go_to(p, CARGO_AT + CARGO_WIDE * cargo);
		put_letter(p, broad_cargo_letter[cargo], CARGO + cargo);
		put_form(p, " %s", &broad_cargo_name[cargo], NULL);
	}
	end_line(p);
	for (int season = 0; season < BROAD_SEASONS; season++) {
		put_season(p, season, first);
		first += p->box->broadhorns.season[season];
		if (season == AUTUMN)
			put_trade(p, "barrels", BARRELS);
		else if (season == WINTER)
			put_trade(p, "cost", PRICES);
		else if (season == SPRING)
			put_trade(p, "in bag", IN_BAG);
		go_to(p, MARKET_AT);
		if (season == SUMMER)
			put_form(p, "Cards: %d in the pile, %d discarded.", NULL, (int64_t[]){ pile(p), broad_count(p->g, IN_DISCARD) });
		else if (season == FINAL_AUTUMN)
			put(p, season_effect[broad_season(p->box, p->g)]);
		end_line(p);
	}
	end_line(p);
}

/* ------------------------------------------------------------------------------------------------------------- the river */

static void put_space(struct page *p, int space)
{
	int boats = 0;

	for (int seat = 0; seat < p->state->players; seat++)
		boats += p->g->player[seat].space == space;
	if (boats == 0)
		put_painted(p, sign(p, RIVER_SIGN), RIVER);
	if (boats > 1)
		put(p, "(");
	for (int seat = 0; seat < p->state->players; seat++)
		if (p->g->player[seat].space == space)
			put_letter(p, letter(seat), BOAT + seat);
	if (boats > 1)
		put(p, ")");
}

static void put_reach(struct page *p, int from, int to)
{
	put_right(p, from, 2);
	go_to(p, REACH_AT);
	for (int space = from; space < to; space++)
		put_space(p, space);
}

/* Whether its tile is still to be drawn: at the set-up, and when the one above it has just been taken. */
static bool is_bare(const struct broad_town *t)
{
	return t->taken < 3 && broad_bits(t->seen) == t->taken;
}

/* "F6  A7* P7": a barrel lies on the apples' space. */
static void put_wants(struct page *p, const struct broad_tile *tile, int filled)
{
	for (int i = 0; i < tile->spaces; i++) {
		int cargo = tile->space[i].cargo;
		bool full = filled >> i & 1;
		go_to(p, WANTS_AT + WANT_WIDE * i);
		put_letter(p, broad_cargo_letter[cargo], full ? SHUT : CARGO + cargo);
		put_int(p, tile->space[i].value);
		if (full)
			put_painted(p, sign(p, BARREL), CARGO + cargo);
	}
}

static void put_town(struct page *p, int town)
{
	const struct broad_place *place = &p->box->broadhorns.town[town];
	const struct broad_town *t = &p->g->town[town];

	go_to(p, TOWN_AT);
	put_painted(p, place->code, CODE);
	go_to(p, NAME_AT);
	put(p, place->name);
	go_to(p, BONUS_AT);
	put_form(p, "+%d", NULL, (int64_t[]){ place->bonus });
	if (is_bare(t)) {
		go_to(p, WANTS_AT);
		put_line(p, "its tile is still to be drawn");
		return;
	}

	const struct broad_tile *tile = broad_tile(p->box, p->g, town);
	put_wants(p, tile, t->filled);
	go_to(p, SELLS_AT);
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		if (tile->increase[cargo] != NOT_SOLD) {
			put_letter(p, broad_cargo_letter[cargo], CARGO + cargo);
			put_form(p, "+%d", NULL, (int64_t[]){ tile->increase[cargo] });
			go_to(p, p->column + 1);
		}
	go_to(p, WREATHS_AT + 3);
	put_int(p, tile->wreaths);
	go_to(p, t->taken < 3 ? TILES_AT + 2 : TILES_AT);
	put_form(p, t->taken < 3 ? "%d" : "board", NULL, (int64_t[]){ 3 - t->taken });
	end_line(p);
}

static void put_river(struct page *p)
{
	const struct broadhorns_box *box = &p->box->broadhorns;

	put_painted(p, "River", HEAD);
	go_to(p, TOWN_AT);
	put_painted(p, "Town", HEAD);
	go_to(p, BONUS_AT - 1);
	put_painted(p, "bonus", HEAD);
	go_to(p, WANTS_AT);
	put_painted(p, "wants (", HEAD);
	put_painted(p, sign(p, BARREL), HEAD);
	put_painted(p, " filled)", HEAD);
	go_to(p, SELLS_AT);
	put_painted(p, "sells", HEAD);
	go_to(p, WREATHS_AT);
	put_painted(p, "wreaths", HEAD);
	go_to(p, TILES_AT);
	put_painted(p, "tiles", HEAD);
	end_line(p);
	put_reach(p, 0, box->town[0].entrance);
	go_to(p, TOWN_AT);
	put_painted(p, "STL", CODE);
	put_line(p, " St. Louis");
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
	const int town = p->g->where[card] - AT_TOWN;
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
	put_item(p, words, margin);
}

/* Deliveries or travelers that lie in one of these places, after their heading. */
static void put_cards(struct page *p, int first, int n, int where, int wheres, const char *heading)
{
	int left = 0, margin = p->column + (int)strlen(heading) + 1;

	for (int card = first; card < first + n; card++)
		left += p->g->where[card] >= where && p->g->where[card] < where + wheres;
	if (left == 0)
		return;
	put(p, heading);
	for (int card = first; card < first + n; card++)
		if (p->g->where[card] >= where && p->g->where[card] < where + wheres)
			put_card(p, card, 1, --left ? "," : "", margin);
	end_line(p);
}

static int alike(const struct page *p, int face)
{
	int n = 0;

	for (int card = 0; card < FIRST_SPOIL; card++)
		n += broad_face(card) == face && broad_holds(p->g, p->seat, card);
	return n;
}

static void put_hand(struct page *p)
{
	const struct broad_boat *boat = broad_boat(p->box, p->g, p->seat);
	int left = broad_hand(p->g, p->seat);

	put_form(p, "%s's hand", &broad_player_name[p->seat], NULL);
	if (boat)
		put_form(p, " (limit %d)", NULL, (int64_t[]){ boat->hand });
	put(p, left ? ":" : ": empty");
	for (int face = 0, margin = p->column + 1; face < FACES; face++) {
		int n = alike(p, face);
		left -= n;
		if (n > 0)
			put_card(p, broad_card_of(p->g, p->seat, face), n, left ? "," : "", margin);
	}
	end_line(p);
}

/* ----------------------------------------------------------------------------------------------------------------- quay */

static int gold_of(struct freight_bonus bonus)
{
	return bonus.prestige + bonus.money;
}

/* "wild Red," "F+1 neutral," "U empty." */
static void put_slot(struct page *p, const struct freight_ship *ship, int i, int margin)
{
	const int on = p->g->freight.slot[i], good = ship->slot[i].good;
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
	put_item(p, words, margin);
}

/* "Ship S1: wild Red, F+1 neutral, U empty, P+1 empty. Full: 2 gold, on a tie 1." */
static void put_quay(struct page *p)
{
	const struct freight_box *ships = &p->box->broadhorns.freight;
	const struct freight_ship *ship = freight_docked(ships, &p->g->freight);
	const int gone = broad_bits(p->g->freight.gone), margin = 2;
	char words[MAX_TEXT];
	struct text out = text_on(words, sizeof words);

	if (!p->state->option[BROAD_FREIGHT])
		return;
	if (ship) {
		put_form(p, "Ship %s:", (const char *[]){ ship->name }, NULL);
		for (int i = 0; i < ship->slots; i++)
			put_slot(p, ship, i, margin);
		text_form(&out, "Full: %d gold, on a tie %d.", NULL, (int64_t[]){ gold_of(ship->first), gold_of(ship->tie) });
		put_item(p, words, margin);
		end_line(p);
	}
	put(p, "Containers left:");
	for (int seat = 0; seat < p->state->players; seat++)
		put_form(p, " %s %d,", &broad_player_name[seat], (int64_t[]){ freight_left(ships, &p->g->freight, seat) });
	put_sentence(p, " neutral %d. Ships to come: %d, gone: %d.", NULL,
		(int64_t[]){ freight_neutral(ships, &p->g->freight), ships->ships - gone - (ship != NULL), gone });
}

/* ---------------------------------------------------------------------------------------------------- players and boats */

static void put_players(struct page *p)
{
	const int mover = broad_to_move(p->box, p->state);

	end_line(p);
	put_painted(p, "Players     gold  cards  tiles  wreaths", HEAD);
	end_line(p);
	for (int seat = 0; seat < p->state->players; seat++) {
		const struct broad_player *player = &p->g->player[seat];

		put(p, seat == mover ? "> " : "  ");
		put_letter(p, letter(seat), BOAT + seat);
		put_form(p, " %s", &broad_player_name[seat], NULL);
		put_right(p, player->gold, 16);
		put_right(p, broad_hand(p->g, seat), 23);
		put_right(p, player->tiles, 30);
		put_right(p, player->wreaths, 39);
		if (player->boat == NO_BOAT) {
			go_to(p, 43);
			put(p, "no boat");
		}
		end_line(p);
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

/* As wide as the fullest of the boats makes it. */
static int hold_width(const struct page *p, int at)
{
	int most = at < 0 ? 4 : at == p->box->broadhorns.length - 1 ? 2 : 1;

	for (int seat = 0; seat < p->state->players; seat++) {
		int n = stowed_there(&p->g->player[seat], at) + (at == p->box->broadhorns.length - 1);
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

		go_to(p, column);
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
				put(p, "!");
		}
		column += hold_width(p, which);
	}
	return column;
}

static void put_boat(struct page *p, int seat)
{
	const struct broad_player *player = &p->g->player[seat];
	const struct broad_boat *boat = broad_boat(p->box, p->g, seat);
	const int town = broad_town_on(p->box, player->space), season = broad_season(p->box, p->g);

	put_letter(p, letter(seat), BOAT + seat);
	put_form(p, " %s ft", (const char *[]){ boat->name }, NULL);
	go_to(p, PLACE_AT);
	put_int(p, player->space);
	if (town >= 0 || player->space == 0)
		put_form(p, " %s", (const char *[]){ town >= 0 ? p->box->broadhorns.town[town].code : "STL" }, NULL);
	put_right(p, boat->speed + (season == SPRING) - (season == WINTER), SPEED_AT + 4);
	go_to(p, BOXES_AT);
	put_form(p, "%d/%d", NULL, (int64_t[]){ broad_cargo(p->g, seat), boat->boxes });

	int column = put_hold(p, player);
	go_to(p, column);
	put_form(p, "%d/%d", NULL, (int64_t[]){ broad_aboard(p->g, seat), boat->occupants });
	if (broad_aboard(p->g, seat) > 0)
		put_cards(p, FIRST_TRAVELER, TRAVELERS, ABOARD + seat, 1, "");
	else
		end_line(p);
}

static void put_boats(struct page *p)
{
	bool any = false;

	for (int seat = 0; seat < p->state->players; seat++)
		any |= p->g->player[seat].boat != NO_BOAT;
	if (!any)
		return;
	end_line(p);
	put_painted(p, "Boats", HEAD);
	go_to(p, PLACE_AT);
	put_painted(p, "at", HEAD);
	go_to(p, SPEED_AT - 1);
	put_painted(p, "speed", HEAD);
	go_to(p, BOXES_AT);
	put_painted(p, "boxes", HEAD);
	go_to(p, put_hold(p, NULL));
	put_painted(p, "aboard", HEAD);
	end_line(p);
	for (int seat = 0; seat < p->state->players; seat++)
		if (p->g->player[seat].boat != NO_BOAT)
			put_boat(p, seat);
	put_sentence(p, "Cargo that spoils goes from 0 to %d, and what stands on %d! is lost next.", NULL,
		(int64_t[]){ p->box->broadhorns.length - 1, p->box->broadhorns.length - 1 });
}

/* --------------------------------------------------------------------------------------------------------- what is asked */

static void put_turn(struct page *p)
{
	const struct broadhorns *g = p->g;

	if (g->phase == BROAD_OVER)
		put_form(p, "The game is over: %s.", &broad_ending_name[g->ending], NULL);
	else if (g->round == 0)
		put(p, "The table is being set up.");
	else
		put_form(p, g->final ? "Round %d, the last one: %s's turn." : "Round %d, %s's turn.",
			&broad_player_name[g->active], (int64_t[]){ g->round });
	end_line(p);
	end_line(p);
}

static void put_actions(struct page *p, const char *name)
{
	const struct broadhorns *g = p->g;
	int left = p->box->broadhorns.last_space - g->player[g->active].space, most = broad_allowance(p->box, p->state);

	put_form(p, g->actions == 1 ? "%s has 1 action left" : "%s has %d actions left", &name, (int64_t[]){ g->actions });
	if (g->bonus)
		put(p, " and the bonus move");
	most = most < left ? most : left;
	if (most > 0 && (g->actions > 0 || g->bonus))
		put_form(p, most == 1 ? "; a move covers 1 space" : "; a move covers up to %d spaces", NULL, (int64_t[]){ most });
	put_line(p, ".");
}

static void put_boats_on_offer(struct page *p, const char *name)
{
	put_sentence(p, "%s chooses a boat:", &name, NULL);
	for (int i = 0; i < BROAD_BOATS; i++) {
		const struct broad_boat *boat = &p->box->broadhorns.boat[i];
		put_sentence(p, "  %s ft: %d gold, %d boxes, speed %d, travelers %d, hand limit %d, resale %d", (const char *[]){ boat->name },
			(int64_t[]){ boat->cost, boat->boxes, boat->speed, boat->occupants, boat->hand, boat->resale });
	}
}

/* "Red buys in Vicksburg. Free boxes: 2. Prices: flour 3. By peddler: the market's plus 1." */
static void put_cargo_on_offer(struct page *p, const char *name)
{
	const struct broadhorns *g = p->g;
	const struct broad_place *place = &p->box->broadhorns.town[g->port];
	const bool river = g->phase == BROAD_BUY;
	bool any = false;

	put_sentence(p, "%s buys in %s. Free boxes: %d.", (const char *[]){ name, river ? place->name : "St. Louis" },
		(int64_t[]){ broad_free_boxes(p->box, g, g->active) });
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++) {
		int price = broad_price(g, cargo), more = river ? place->tile[g->priced].increase[cargo] : 0;
		if (price == 0 || more == NOT_SOLD)
			continue;
		put_form(p, any ? ", %s %d" : "Prices: %s %d", &broad_cargo_name[cargo], (int64_t[]){ price + more });
		any = true;
	}
	put(p, any ? ". " : "");
	if (river)
		put_sentence(p, "By peddler: the market's plus %d.", NULL, (int64_t[]){ p->box->broadhorns.peddler });
	else
		put_sentence(p, "A blind barrel: %d.", NULL, (int64_t[]){ p->box->broadhorns.blind });
}

static void put_spoil_card(struct page *p, const char *name)
{
	const bool summer = broad_season(p->box, p->g) == SUMMER;

	put_sentence(p, "A spoil card hits %s. %s: ice against it?",
		(const char *[]){ summer ? "everything that spoils" : broad_cargo_name[p->g->spoiling - 1], name }, NULL);
}

/* What is asked, of whom and in which town. */
static void put_question(struct page *p)
{
	static const char *const form[BROAD_PHASES] = {
		[BROAD_SPOIL_STEP] = "%s's cargo is about to spoil by one space: ice against it?",
		[BROAD_SELL]       = "%s sells in %s.",
		[BROAD_LOAD]       = "%s sells in %s: which slot of the ship gets a container?",
		[BROAD_FULL]       = "%s has filled %s: which barrel goes on the season track?",
		[BROAD_TRAVELERS]  = "%s lets travelers on and off in %s.",
		[BROAD_RESALE]     = "%s may end the expedition in %s and sell the boat for %d.",
		[BROAD_DISCARD]    = "%s has more cards than the boat allows and discards.",
	};
	const struct broadhorns *g = p->g;
	const int mover = broad_to_move(p->box, p->state);

	if (mover < 0)
		return;
	const char *name = broad_player_name[mover];
	const struct broad_boat *boat = broad_boat(p->box, g, mover);

	switch (g->phase) {
	case BROAD_ACTIONS:
		put_actions(p, name);
		break;
	case BROAD_BOAT:
		put_boats_on_offer(p, name);
		break;
	case BROAD_MARKET:
	case BROAD_BUY:
		put_cargo_on_offer(p, name);
		break;
	case BROAD_SPOIL_CARD:
		put_spoil_card(p, name);
		break;
	default:
		put_sentence(p, form[g->phase], (const char *[]){ name, p->box->broadhorns.town[g->port].name },
			(int64_t[]){ boat ? boat->resale : 0 });
	}
}

void broad_draw(const struct box *b, const struct state *s, int seat, int look, struct text *out)
{
	struct page p = {
		.out = out, .box = b, .state = s, .g = &s->broadhorns, .seat = seat, .ascii = look & LOOK_ASCII, .colour = look & LOOK_COLOUR,
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
