/* The fields of the state, and what must hold of every position. */
#include "rails.h"

#include <string.h>

const char *const rails_phase_name[RAILS_PHASES] = {
	"lay", "draw goals", "draw contracts", "draw hands", "fill market", "first", "start track", "dock", "build", "third", "deliver", "route", "load", "buy",
	"unlock", "rival", "over"
};
const char *const rails_ending_name[] = { "goes on", "tracks used up", "train deck empty", "cities full", "nothing placed", NULL };
const char *const rails_fate_name[] = { "playing", "won", "shared win", "lost", NULL };

static const char *const where_name[CARD_PLACES] = {
	"deck", "trashed", "market 1", "market 2", "market 3",
	"collected 0", "collected 1", "collected 2", "collected 3", "dealt 0", "dealt 1", "dealt 2", "dealt 3", "bought 0", "bought 1", "bought 2", "bought 3",
	"unseen"
};
static const char *const dealing_name[] = { "none", "borrowed", "repaid" };

enum { MOST_ROUNDS = 255, MOST_TURNS = MOST_ROUNDS * RAILS_SIDES };

#define TILE_SET(member, name, tile) { FIELD_BITS(rails_side, member[tile], name, 0, RAILS_HEXES - 1) }
#define SIDE(member, most) { FIELD_NUMBER(rails_side, member, #member, 0, most) }

static const struct field side_fields[] = {
	SIDE(money, RAILS_MONEY), SIDE(prestige, RAILS_MONEY), SIDE(loans, RAILS_LOANS), SIDE(tracks, RAILS_PIECES), SIDE(wagons, RAILS_PIECES),
	SIDE(unlocked, (1 << RAILS_ABILITIES) - 1), SIDE(dealt, TRAIN_CARDS), SIDE(bought, TRAIN_CARDS), SIDE(stars, RAILS_PIECES), SIDE(longest, ROUTE_MOST),
	{ FIELD_NUMBERS(rails_side, delivered, "delivered", 0, RAILS_PIECES, FIELD_FIXED) },
	{ FIELD_NUMBERS(rails_side, built, "built", 0, RAILS_PIECES, FIELD_FIXED) },
	{ FIELD_BITS(rails_side, trains, "trains", 0, ALL_CITIES - 1) },
	TILE_SET(track, "track_a", 0), TILE_SET(track, "track_b", 1), TILE_SET(track, "track_c", 2), TILE_SET(track, "track_d", 3),
	TILE_SET(near, "near_a", 0), TILE_SET(near, "near_b", 1), TILE_SET(near, "near_c", 2), TILE_SET(near, "near_d", 3),
	FIELD_END
};

#define SIDES offsetof(struct state, rails.sides)
#define NUMBER(member, most) { FIELD_NUMBER(state, rails.member, #member, 0, most) }

const struct field rails_fields[] = {
	{ FIELD_NUMBER(state, rails.phase, "phase", 0, RAILS_PHASES - 1), .names = rails_phase_name },
	{ FIELD_NUMBER(state, rails.ending, "ending", 0, RAILS_ENDINGS - 1), .names = rails_ending_name },
	{ FIELD_NUMBER(state, rails.last, "last", 0, RAILS_ENDINGS - 1), .names = rails_ending_name },
	{ FIELD_NUMBER(state, rails.sides, "sides", 2, RAILS_SIDES) },
	NUMBER(round, MOST_ROUNDS - 1), NUMBER(turn, MOST_TURNS), NUMBER(first, RAILS_SIDES - 1), NUMBER(active, GOALS_OPEN - 1), NUMBER(placed, 1),
	{ FIELD_NUMBERS(state, rails.place, "place", 0, RAILS_TILES - 1, FIELD_FIXED), .optional = true },
	{ FIELD_NUMBERS(state, rails.turned, "turned", 0, 5, FIELD_FIXED) },
	{ FIELD_NUMBERS(state, rails.cubes, "cubes", 0, 9, FIELD_FIXED) },
	{ FIELD_NUMBERS(state, rails.goal, "goal", 0, RAILS_GOALS - 1, FIELD_FIXED), .optional = true },
	{ FIELD_NUMBERS(state, rails.claimed, "claimed", 0, RAILS_SIDES - 1, FIELD_FIXED), .optional = true },
	{ FIELD_NUMBERS(state, rails.where, "where", 0, CARD_PLACES - 1, FIELD_FIXED), .names = where_name, .sight = HIDDEN },
	{ FIELD_NUMBERS(state, rails.contract, "contract", 0, RAILS_CONTRACTS - 1, SIDES), .optional = true, .sight = OWN },
	{ FIELD_NUMBERS(state, rails.rival, "rival", 0, 9, FIELD_FIXED) },
	{ FIELD_STRUCTS(state, rails.side, "side", side_fields, SIDES) },
	{ FIELD_ROW(FIELD_GROUP, state, rails.freight, "freight", FIELD_SIZE(state, rails.freight)), .of = freight_fields },
	NUMBER(building, 3), NUMBER(deliveries, 2),
	{ FIELD_NUMBER(state, rails.dealing, "dealing", 0, REPAID), .names = dealing_name },
	NUMBER(from, ALL_FACTORIES - 1), NUMBER(to, ALL_CITIES - 1), NUMBER(rival_acts, RIVAL_ACTS),
	FIELD_END
};

/* Invariants: each function looks at one part and says what is wrong with it, beginning with the field. ---- */

static bool in_setup(const struct rails *g)
{
	return g->round == 0;
}

static bool check_course(const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;

	if (!TEXT_FAULTS(out, s->players,
	    { s->players == 1 && g->sides != 2, "sides is not 2: the player and the rival" },
	    { s->players > 1 && g->sides != s->players, "sides is not the number of players, %d" },
	    { g->first >= s->players, "first is not a seat of this game" },
	    { g->phase <= RAILS_FIRST && in_setup(g) && g->first, "first is 0 until the first player is drawn" }))
		return false;
	bool before = g->phase <= RAILS_START_TRACK && g->phase != RAILS_FILL_MARKET, either = g->phase == RAILS_FILL_MARKET || g->phase == RAILS_DOCK;
	if (!TEXT_FAULTS(out, 0,
	    { !either && before && !in_setup(g), "round is not 0, although phase belongs to the set-up" },
	    { !either && !before && in_setup(g), "round is 0, although phase comes after the set-up" },
	    { in_setup(g) && g->turn, "turn is 0 in the set-up" },
	    { in_setup(g) && g->placed, "placed: nothing was placed in the set-up" },
	    { in_setup(g) && g->last, "last: the set-up is not the last round" },
	    { (g->phase >= RAILS_START_TRACK || !in_setup(g)) && g->active >= s->players, "active is not a seat of this game" }))
		return false;
	if (!in_setup(g) && (g->turn == 0 || (g->turn - 1) / s->players != g->round - 1))
		return text_fault(out, "turn is not one of round %d", g->round);
	if (!in_setup(g) && g->active != rails_seat_at(s, g->round, rails_place_in_round(s)))
		return text_fault(out, "active is not the seat whose turn that is in round %d, by first and the order", g->round);
	if ((g->phase == RAILS_OVER) != (g->ending != RAILS_GOES_ON))
		return text_fault(out, "ending does not fit the phase", 0);
	if (g->last != RAILS_GOES_ON && g->last != RAILS_BY_DECK && g->last != RAILS_BY_CITIES)
		return text_fault(out, "last must be goes on, train deck empty or cities full", 0);
	if (g->ending != RAILS_GOES_ON && g->ending != RAILS_BY_TRACKS && g->ending != (g->last ? g->last : RAILS_BY_STALL))
		return text_fault(out, "ending is not what made this the last round", 0);
	return true;
}

/* R1 to R3, R98. */
static bool check_map(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	int laid = g->phase == RAILS_LAY ? g->active : rails_tiles(b, s);
	unsigned taken = 0;

	if (g->phase == RAILS_LAY && g->active >= rails_tiles(b, s))
		return text_fault(out, "active: all tiles are laid", 0);
	for (int t = 0; t < RAILS_TILES; t++)
		if (rails_in_play(g, t)) {
			if (g->place[t] >= laid)
				return text_fault(out, "place[%d] is not one of those where a tile lies by now", t);
			if (taken >> g->place[t] & 1)
				return text_fault(out, "place[%d] is taken by another tile", t);
			taken |= 1u << g->place[t];
		} else if (g->turned[t])
			return text_fault(out, "turned[%d]: that tile is not in play", t);
	return taken == (1u << laid) - 1 ? true : text_fault(out, "place: a tile is missing", 0);
}

/* Cubes are there, or were delivered by somebody (R53). */
static bool check_cubes(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	int gone[RAILS_GOODS] = { 0 };

	for (int f = 0; f < ALL_FACTORIES; f++) {
		int hex = rails_in_play(g, f / RAILS_FACTORIES) ? rails_factory_hex(b, f) : -1, most = hex < 0 ? 0 : rails_hex(b, hex)->cubes;
		if (g->cubes[f] > most)
			return text_fault(out, "cubes[%d] is more than that factory has", f);
		if (hex >= 0)
			gone[rails_hex(b, hex)->good] += most - g->cubes[f];
	}
	for (int i = 0; i < g->sides; i++)
		for (int good = 0; good < RAILS_GOODS; good++)
			gone[good] -= g->side[i].delivered[good];
	for (int good = 0; good < RAILS_GOODS; good++)
		if (gone[good])
			return text_fault(out, "cubes and delivered: cubes of good %d are lost or too many", good);
	return true;
}

/* Every hex takes two colours (R25), every city two trains (R48); stars have been gained by somebody (R35). */
static bool check_spaces(const struct box *b, const struct rails *g, char out[MAX_TEXT])
{
	int stars = 0;

	for (int hex = 0; hex < RAILS_MAP; hex++) {
		int colours = rails_colours(g, hex);
		if (!TEXT_FAULTS(out, hex,
		    { colours > 2, "side[].track: more than two sides have a track on hex %d" },
		    { colours && !rails_in_play(g, hex / RAILS_HEXES), "side[].track: the tile of hex %d is not in play" },
		    { colours && rails_hex(b, hex)->terrain == CITY, "side[].track: hex %d is a city, which takes no track" }))
			return false;
		stars += rails_hex(b, hex)->star && colours;
	}
	for (int city = 0; city < ALL_CITIES; city++)
		if (rails_trains_in(g, city) > (rails_in_play(g, city / RAILS_CITIES) && rails_city_hex(b, city) >= 0 ? CITY_TRAINS : 0))
			return text_fault(out, "side[].trains: city %d has too many", city);
	for (int i = 0; i < g->sides; i++)
		stars -= g->side[i].stars;
	return stars == 0 ? true : text_fault(out, "side[].stars are not those built on", 0);
}

/* What follows from the pieces on the map. */
static bool check_pieces(const struct box *b, const struct state *s, int i, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	const struct rails_side *p = &g->side[i];
	struct state again = *s;
	struct rails_side *q = &again.rails.side[i];
	int tracks = 0, stars = 0, delivered = 0;

	memset(q->near, 0, sizeof q->near);
	memset(q->built, 0, sizeof q->built);
	for (int hex = 0; hex < RAILS_MAP; hex++)
		if (rails_has(p->track, hex)) {
			rails_put_track(b, &again, i, hex, NULL);
			tracks++;
			stars += rails_hex(b, hex)->star;
		}
	for (int city = 0; city < ALL_CITIES; city++)
		if (p->trains >> city & 1)
			rails_put_train(b, &again.rails, i, city);
	if (memcmp(q->near, p->near, sizeof q->near) != 0)
		return text_fault(out, "side[%d].near is not what its tracks and trains reach", i);
	if (memcmp(q->built, p->built, sizeof q->built) != 0)
		return text_fault(out, "side[%d].built does not count its tracks by terrain", i);
	for (int good = 0; good < RAILS_GOODS; good++)
		delivered += p->delivered[good];
	if (delivered != rails_bits(p->trains))
		return text_fault(out, "side[%d].trains: there is one for each cube of delivered", i);
	if (p->stars > stars)
		return text_fault(out, "side[%d].stars are more than its tracks stand on", i);
	if (i >= s->players)                                    /* R120: the rival has nothing else */
		return TEXT_FAULTS(out, i,
			{ p->money, "side[%d].money: the rival has none" }, { p->loans, "side[%d].loans: the rival has none" },
			{ p->tracks, "side[%d].tracks: the rival has none" }, { p->wagons, "side[%d].wagons: the rival has none" },
			{ p->unlocked, "side[%d].unlocked: the rival has no abilities" }, { p->dealt, "side[%d].dealt: the rival has no hand" },
			{ p->bought, "side[%d].bought: the rival has no hand" }, { p->longest, "side[%d].longest: the rival has no route" });
	return TEXT_FAULTS(out, i,
		{ p->tracks + tracks + RAILS_ABILITIES - rails_bits(p->unlocked) != b->rails.tracks,
		  "side[%d].tracks: with those on the map and on abilities that are not unlocked they are not all of that side's" },
		{ p->wagons + delivered != b->rails.wagons, "side[%d].wagons: with the trains on the map they are not all of that side's" },
		{ p->loans > b->rails.loans, "side[%d].loans are more than a company may have" },
		{ (p->longest > 0) != (delivered > 0), "side[%d].longest is there with the first delivery, and not before" },
		{ !in_setup(g) && tracks == 0, "side[%d].track: the start track is missing" });
}

/* R116: every round but the last takes a piece from somebody's supply, so that none can come after MOST_ROUNDS. */
static bool check_round(const struct rails *g, char out[MAX_TEXT])
{
	int left = 0;

	for (int i = 0; i < g->sides; i++)
		left += g->side[i].tracks + g->side[i].wagons + RAILS_ABILITIES - rails_bits(g->side[i].unlocked);
	return g->round + left < MOST_ROUNDS ? true : text_fault(out, "round: there cannot have been so many", 0);
}

/* R17: in the set-up, who has had the turn has one track on a factory. */
static bool check_start_tracks(const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	bool due = g->phase == RAILS_DOCK || g->phase == RAILS_START_TRACK;

	for (int k = 0; in_setup(g) && k < s->players; k++) {
		int i = rails_starter_at(s, k), has = g->side[i].built[FACTORY], all = 0;
		due &= g->phase != RAILS_START_TRACK || i != g->active;
		for (int terrain = 0; terrain < RAILS_TERRAINS; terrain++)
			all += g->side[i].built[terrain];
		if (!TEXT_FAULTS(out, i,
		    { has < due, "side[%d].track: the start track is missing" },
		    { has > due, "side[%d].track: it is too early for a start track" },
		    { all != has, "side[%d].track: in the set-up there are tracks on factories only" },
		    { g->side[i].trains, "side[%d].trains: there are none in the set-up" },
		    { g->side[i].unlocked, "side[%d].unlocked: nothing is unlocked in the set-up" },
		    { g->side[i].loans, "side[%d].loans: nobody borrows in the set-up" }))
			return false;
	}
	return true;
}

static bool check_cards(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	int dealt[RAILS_SIDES] = { 0 }, bought[RAILS_SIDES] = { 0 };
	unsigned market = 0;

	for (int card = 0; card < TRAIN_CARDS; card++) {
		int where = g->where[card];
		if (where >= UNSEEN_CARD || (where >= COLLECTED && (where - COLLECTED) % RAILS_SIDES >= s->players))
			return text_fault(out, "where[%d] is no place for a card in this game", card);
		if (where >= IN_MARKET && where < COLLECTED && market >> (where - IN_MARKET) & 1)
			return text_fault(out, "where[%d]: there is another card", card);
		if (where >= IN_MARKET && where < COLLECTED)
			market |= 1u << (where - IN_MARKET);
		if (where >= DEALT && where < BOUGHT)
			dealt[where - DEALT]++;
		if (where >= BOUGHT)
			bought[where - BOUGHT]++;
	}
	if (market & (market + 1))
		return text_fault(out, "where: the market has a gap", 0);
	for (int i = 0; i < s->players; i++) {
		int collected = 0;
		for (int card = 0; card < TRAIN_CARDS; card++)
			collected += g->where[card] == COLLECTED + i;
		if (!TEXT_FAULTS(out, i,
		    { dealt[i] != g->side[i].dealt, "side[%d].dealt does not count the cards dealt to that hand in where" },
		    { bought[i] != g->side[i].bought, "side[%d].bought does not count the cards bought by that hand in where" },
		    { dealt[i] > b->rails.hand, "side[%d].dealt is more than a hand is dealt" },
		    { rails_hand(g, i) > b->rails.hand_limit, "side[%d].bought: the hand is larger than its limit" }))
			return false;
		if (collected != rails_bits(g->side[i].trains))
			return text_fault(out, "where: side %d has another number of cards collected than of trains", i);
	}
	bool full = rails_bits(market) == RAILS_MARKET, refilling = g->phase == RAILS_FILL_MARKET;
	if (refilling && (full || !rails_has_deck(g) || (!in_setup(g) && rails_bits(market) < RAILS_MARKET - 1)))
		return text_fault(out, "phase: the market is not to be filled", 0);
	if (!full && !refilling && g->phase > RAILS_FILL_MARKET && rails_has_deck(g))
		return text_fault(out, "where: the market is not full", 0);
	return true;
}

/* Of a list of `most` cards, of which so many are drawn: names[0] is said of one that is missing, the next of one too many, the last of one twice. */
static bool check_drawn(const uint8_t *list, int most, int drawn, int none, const char *const names[3], char out[MAX_TEXT])
{
	unsigned seen = 0;

	for (int i = 0; i < most; i++) {
		if (list[i] == none && i < drawn)
			return text_fault(out, names[0], i);
		if (list[i] != none && i >= drawn)
			return text_fault(out, names[1], i);
		if (list[i] != none && seen >> list[i] & 1)
			return text_fault(out, names[2], i);
		if (list[i] != none)
			seen |= 1u << list[i];
	}
	return true;
}

/* The cards of the set-up come one by one (R97). */
static bool check_deal(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	int contracts = g->phase < RAILS_DRAW_CONTRACTS ? 0 : g->phase == RAILS_DRAW_CONTRACTS ? g->active : s->players;
	int goals = g->phase == RAILS_LAY ? 0 : g->phase == RAILS_DRAW_GOALS ? g->active : GOALS_OPEN;
	static const char *const goal_faults[] = { "goal[%d] is missing", "goal[%d] is not drawn yet", "goal[%d] is there twice" };
	static const char *const contract_faults[] = { "contract[%d] is missing", "contract[%d] is not drawn yet", "contract[%d] is there twice" };

	for (int i = s->players; i < g->sides; i++)
		if (g->contract[i] != NO_CONTRACT)
			return text_fault(out, "contract[%d]: the rival has none", i);
	if (!check_drawn(g->goal, GOALS_OPEN, goals, NO_GOAL, goal_faults, out) ||
	    !check_drawn(g->contract, s->players, contracts, NO_CONTRACT, contract_faults, out))
		return false;
	for (int i = 0; i < GOALS_OPEN; i++)
		if (g->claimed[i] != NO_SIDE && !TEXT_FAULTS(out, i,
		    { g->claimed[i] >= g->sides, "claimed[%d] is by nobody of this game" },
		    { in_setup(g), "claimed[%d]: nothing is claimed in the set-up" }))
			return false;
	if (g->phase == RAILS_DRAW_CONTRACTS && g->active >= s->players)
		return text_fault(out, "active: everybody has a contract", 0);
	if ((g->phase == RAILS_FILL_MARKET && g->round == 0 && g->active) || (g->phase == RAILS_FIRST && (g->active || s->players == 1)) ||
	    (g->phase == RAILS_DOCK && g->round == 0 && g->active != g->first))
		return text_fault(out, "active is nobody's turn", 0);
	for (int i = 0; in_setup(g) && i < s->players; i++) {
		int due = g->phase < RAILS_DRAW_HANDS || (g->phase == RAILS_DRAW_HANDS && i > g->active) ? 0 : b->rails.hand;
		bool now = g->phase == RAILS_DRAW_HANDS && i == g->active;
		if (now ? g->side[i].dealt >= b->rails.hand : g->side[i].dealt != due || rails_hand(g, i) != due)
			return text_fault(out, "side[%d].dealt does not fit the set-up", i);
	}
	for (int card = 0; g->phase < RAILS_FILL_MARKET && card < TRAIN_CARDS; card++)
		if (g->where[card] != IN_DECK && (g->where[card] < DEALT || g->where[card] >= BOUGHT))
			return text_fault(out, "where[%d] does not fit the set-up", card);
	return true;
}

static bool check_rival(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	bool acts = s->players == 1 && !in_setup(g) && (g->phase == RAILS_RIVAL || g->phase == RAILS_DOCK || g->phase == RAILS_FILL_MARKET);
	int drawn = g->phase != RAILS_RIVAL;                    /* the card under way has left the deck */
	int most = acts ? rails_level_of(b, s).cards : 0;

	for (int kind = 0; kind < RIVAL_KINDS; kind++)
		if (!TEXT_FAULTS(out, kind,
		    { s->players > 1 && g->rival[kind], "rival[%d]: there is no rival in this game" },
		    { g->rival[kind] > b->rails.rival[kind], "rival[%d] is more than the deck had" },
		    { in_setup(g) && s->players == 1 && g->rival[kind] < b->rails.rival[kind], "rival[%d]: the deck is whole in the set-up" }))
			return false;
	return TEXT_FAULTS(out, most,
	    { !acts && g->rival_acts, "rival_acts: no card of a rival is being resolved" },
	    { acts && g->rival_acts > most, "rival_acts is more than the %d cards that the rival resolves" },
	    { g->rival_acts > rails_rival_cards(g) + drawn, "rival_acts is more than the cards that the rival has" },
	    { g->phase == RAILS_RIVAL && !g->rival_acts, "rival_acts is 0, although phase is the rival's" });
}

/* What a phase of a turn needs, or else it would have been passed over. `chance`: a ship or a card comes within a turn. */
static bool check_phase(const struct box *b, const struct state *s, bool chance, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	const struct rails_side *p = &g->side[g->active % RAILS_SIDES];

	bool delivering = g->phase == RAILS_DELIVER || g->phase == RAILS_ROUTE, loading = g->phase == RAILS_LOAD || (chance && g->phase == RAILS_DOCK);
	if (!TEXT_FAULTS(out, 0,
	    { g->phase != RAILS_ROUTE && !loading && g->from, "from belongs to a delivery" },
	    { g->phase != RAILS_ROUTE && !loading && g->to, "to belongs to a delivery" },
	    { delivering && p->wagons == 0, "phase: a delivery takes a train, and the active side has none left" },
	    { delivering && rails_hand(g, g->active) == 0, "phase: a delivery takes a card, and the active side has none" },
	    { loading && g->deliveries == 0, "deliveries: nothing was delivered in this turn that a ship could load" },
	    { loading && (rails_factory_hex(b, g->from) < 0 || !rails_in_play(g, g->from / RAILS_FACTORIES)), "from is not a factory in play" },
	    { loading && !(p->trains >> g->to & 1), "to is not a city with a train of the active side" }))
		return false;
	if (g->phase == RAILS_ROUTE && rails_deliver_refusal(b, s, g->from, g->to))
		return text_fault(out, "phase: the delivery from `from` to `to` is not possible", 0);
	if (g->phase == RAILS_BUY && rails_hand(g, g->active) >= b->rails.hand_limit)
		return text_fault(out, "phase: the hand is full, nothing can be bought", 0);
	if ((g->phase == RAILS_BUILD || g->phase == RAILS_THIRD) && p->tracks == 0)
		return text_fault(out, "phase: there is no track to build", 0);
	return true;
}

static bool check_step(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	const struct rails_side *p = &g->side[g->active % RAILS_SIDES];
	bool turn = g->phase >= RAILS_BUILD && g->phase <= RAILS_UNLOCK;
	bool chance = (g->phase == RAILS_DOCK || g->phase == RAILS_FILL_MARKET) && g->round > 0 && !g->rival_acts;
	int most = 1 + (p->unlocked >> DISPATCHER & 1);

	bool build = g->phase == RAILS_BUILD || g->phase == RAILS_THIRD, shift = p->unlocked >> NIGHT_SHIFT & 1;
	if (!TEXT_FAULTS(out, most,
	    { !turn && !chance && g->building, "building belongs to a turn" },
	    { !turn && !chance && g->deliveries, "deliveries belong to a turn" },
	    { !turn && !chance && g->dealing, "dealing belongs to a turn" },
	    { build && g->deliveries, "deliveries come after the build step" },
	    { g->phase == RAILS_BUILD && g->building > 1, "building: with two tracks the build step is over" },
	    { g->phase == RAILS_THIRD && g->building != 2, "building: before the third track there are two" },
	    { g->phase == RAILS_THIRD && !shift, "phase: a third track needs the night shift" },
	    { g->building == 3 && !shift, "building: a third track needs the night shift" },
	    { build && g->dealing == REPAID, "dealing: nothing is repaid before the tracks are built" },
	    { g->dealing == BORROWED && p->loans == 0, "dealing: there is no loan" },
	    { g->deliveries > most, "deliveries are more than the %d that a turn allows" },
	    { g->deliveries == most && (g->phase == RAILS_DELIVER || g->phase == RAILS_ROUTE), "phase: the turn has had its deliveries (%d)" },
	    { g->deliveries > rails_bits(p->trains), "deliveries are more than the trains of the active side" },
	    { g->building && !g->placed, "placed is 0, although building is not" },
	    { g->deliveries && !g->placed, "placed is 0, although deliveries is not" }))
		return false;
	return check_phase(b, s, chance, out);
}

static bool check_freight(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	bool on = s->option[RAILS_FREIGHT];
	unsigned waiting = freight_waiting(&b->rails.freight, &g->freight, s->option[RAILS_ON_EMPTY]);

	if (!freight_check(&b->rails.freight, &g->freight, g->sides, s->option[RAILS_ANY_ORDER], out))
		return false;
	if (!TEXT_FAULTS(out, 0,
	    { !on && g->freight.docked, "freight.docked: there are no ships in this game" },
	    { !on && g->freight.gone, "freight.gone: there are no ships in this game" },
	    { in_setup(g) && g->freight.docked, "freight.docked: the first ship comes after the set-up" },
	    { in_setup(g) && g->freight.gone, "freight.gone: the first ship comes after the set-up" }))
		return false;
	if (g->phase == RAILS_DOCK ? !on || !waiting : on && !in_setup(g) && waiting)
		return text_fault(out, "freight.docked: a ship is missing", 0);
	if (g->phase == RAILS_LOAD && !rails_asks_slot(b, s))
		return text_fault(out, "phase: there is no slot to choose", 0);
	return true;
}

static bool check_way_on(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	struct moves m;

	rails_legal(b, s, &m);
	return m.n > 0 || s->rails.phase == RAILS_OVER ? true : text_fault(out, "phase: there is nothing to choose from", 0);
}

bool rails_check(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	if (!check_course(s, out) || !check_map(b, s, out) || !check_deal(b, s, out) || !check_spaces(b, &s->rails, out) || !check_cubes(b, s, out))
		return false;
	for (int i = 0; i < s->rails.sides; i++)
		if (!check_pieces(b, s, i, out))
			return false;
	return check_round(&s->rails, out) && check_start_tracks(s, out) && check_cards(b, s, out) && check_rival(b, s, out) && check_freight(b, s, out) && check_step(b, s, out) &&
		check_way_on(b, s, out);
}
