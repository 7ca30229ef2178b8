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
	NUMBER(from, ALL_FACTORIES - 1), NUMBER(to, ALL_CITIES - 1), NUMBER(rival_acts, 1),
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
	int seat = (g->active - g->first + s->players) % s->players;

	if (g->sides != (s->players == 1 ? 2 : s->players))
		return text_fault(out, "sides is not the number of players, or 2 in a game for one", 0);
	if (g->first >= s->players || (g->phase <= RAILS_FIRST && in_setup(g) && g->first))
		return text_fault(out, "first is not a seat of this game", 0);
	bool before = g->phase <= RAILS_START_TRACK && g->phase != RAILS_FILL_MARKET, either = g->phase == RAILS_FILL_MARKET || g->phase == RAILS_DOCK;
	if ((!either && before != in_setup(g)) || (in_setup(g) && (g->turn || g->placed || g->last)))
		return text_fault(out, "round, turn, placed and last do not fit the phase", 0);
	if ((g->phase >= RAILS_START_TRACK || !in_setup(g)) && g->active >= s->players)
		return text_fault(out, "active is not a seat of this game", 0);
	if (!in_setup(g) && g->turn != (g->round - 1) * s->players + seat + 1)
		return text_fault(out, "turn is not the one of that round and player", 0);
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
			if (g->place[t] >= laid || taken >> g->place[t] & 1)
				return text_fault(out, "place[%d] is taken, or not one of this game", t);
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
		if (colours > 2 || (colours && (!rails_in_play(g, hex / RAILS_HEXES) || rails_hex(b, hex)->terrain == CITY)))
			return text_fault(out, "side[].track: hex %d takes no such tracks", hex);
		stars += rails_hex(b, hex)->star && colours;
	}
	for (int city = 0; city < ALL_CITIES; city++)
		if (rails_trains_in(g, city) > (rails_in_play(g, city / RAILS_CITIES) && rails_city_hex(b, city) >= 0 ? 2 : 0))
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
	if (memcmp(q->near, p->near, sizeof q->near) != 0 || memcmp(q->built, p->built, sizeof q->built) != 0)
		return text_fault(out, "side[%d]: near or built is not that of its pieces", i);
	for (int good = 0; good < RAILS_GOODS; good++)
		delivered += p->delivered[good];
	if (delivered != rails_bits(p->trains) || p->stars > stars)
		return text_fault(out, "side[%d]: delivered, trains and stars do not fit", i);
	if (i >= s->players)                                    /* R120: the rival has nothing else */
		return p->money || p->loans || p->tracks || p->wagons || p->unlocked || p->dealt || p->bought || p->longest
			? text_fault(out, "side[%d]: the rival has no such thing", i) : true;
	if (p->tracks + tracks + RAILS_ABILITIES - rails_bits(p->unlocked) != b->rails.tracks || p->wagons + delivered != b->rails.wagons)
		return text_fault(out, "side[%d]: tracks or wagons are lost or too many", i);
	if (p->loans > b->rails.loans || (p->longest > 0) != (delivered > 0))
		return text_fault(out, "side[%d]: loans or longest do not fit", i);
	if (!in_setup(g) && tracks == 0)
		return text_fault(out, "side[%d].track: the start track is missing", i);
	return true;
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

	for (int i = 0; in_setup(g) && i < s->players; i++) {
		int order = (i - g->first + s->players) % s->players, next = (g->active - g->first + s->players) % s->players;
		int has = g->side[i].built[FACTORY], all = 0;
		bool due = g->phase == RAILS_DOCK || (g->phase == RAILS_START_TRACK && order < next);
		for (int terrain = 0; terrain < RAILS_TERRAINS; terrain++)
			all += g->side[i].built[terrain];
		if (has != due || all != has || g->side[i].trains || g->side[i].unlocked || g->side[i].loans)
			return text_fault(out, "side[%d]: nobody has more than a start track yet", i);
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
		if (dealt[i] != g->side[i].dealt || bought[i] != g->side[i].bought || dealt[i] > b->rails.hand || rails_hand(g, i) > b->rails.hand_limit)
			return text_fault(out, "side[%d]: dealt or bought is not what that hand holds, or the hand is too large", i);
		if (collected != rails_bits(g->side[i].trains))
			return text_fault(out, "where: side %d has another number of cards collected than of trains", i);
	}
	bool full = rails_bits(market) == RAILS_MARKET, refilling = g->phase == RAILS_FILL_MARKET;
	if (refilling && (full || rails_in_deck(g) == 0 || (!in_setup(g) && rails_bits(market) < RAILS_MARKET - 1)))
		return text_fault(out, "phase: the market is not to be filled", 0);
	if (!full && !refilling && g->phase > RAILS_FILL_MARKET && rails_in_deck(g) > 0)
		return text_fault(out, "where: the market is not full", 0);
	return true;
}

/* The cards of the set-up come one by one (R97). */
static bool check_deal(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	int contracts = g->phase < RAILS_DRAW_CONTRACTS ? 0 : g->phase == RAILS_DRAW_CONTRACTS ? g->active : s->players;
	int goals = g->phase == RAILS_LAY ? 0 : g->phase == RAILS_DRAW_GOALS ? g->active : GOALS_OPEN;
	unsigned seen = 0;

	for (int i = 0; i < GOALS_OPEN; i++) {
		if ((g->goal[i] != NO_GOAL) != (i < goals) || (g->goal[i] != NO_GOAL && seen >> g->goal[i] & 1))
			return text_fault(out, "goal[%d] is there too early, too late or twice", i);
		if (g->goal[i] != NO_GOAL)
			seen |= 1u << g->goal[i];
		if (g->claimed[i] != NO_SIDE && (g->claimed[i] >= g->sides || in_setup(g)))
			return text_fault(out, "claimed[%d] is by nobody of this game", i);
	}
	seen = 0;
	for (int i = 0; i < g->sides; i++) {
		if ((g->contract[i] != NO_CONTRACT) != (i < contracts) || (g->contract[i] != NO_CONTRACT && seen >> g->contract[i] & 1))
			return text_fault(out, "contract[%d] is there too early, too late or twice", i);
		if (g->contract[i] != NO_CONTRACT)
			seen |= 1u << g->contract[i];
	}
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
	int cards = 0;

	for (int kind = 0; kind < RIVAL_KINDS; kind++) {
		if (g->rival[kind] > (s->players == 1 ? b->rails.rival[kind] : 0) || (in_setup(g) && s->players == 1 && g->rival[kind] != b->rails.rival[kind]))
			return text_fault(out, "rival[%d] is more than the deck had", kind);
		cards += g->rival[kind];
	}
	if (g->rival_acts > (s->players == 1 && !in_setup(g) && (g->phase == RAILS_RIVAL || g->phase == RAILS_DOCK || g->phase == RAILS_FILL_MARKET)))
		return text_fault(out, "rival_acts: no card of a rival is being resolved", 0);
	if (g->phase == RAILS_RIVAL && (!g->rival_acts || cards == 0))
		return text_fault(out, "phase: the rival has no card", 0);
	return true;
}

static bool check_step(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	const struct rails_side *p = &g->side[g->active % RAILS_SIDES];
	bool turn = g->phase >= RAILS_BUILD && g->phase <= RAILS_UNLOCK;
	bool chance = (g->phase == RAILS_DOCK || g->phase == RAILS_FILL_MARKET) && g->round > 0 && !g->rival_acts;
	int most = 1 + (p->unlocked >> DISPATCHER & 1);

	if (!turn && !chance && (g->building || g->deliveries || g->dealing))
		return text_fault(out, "building, deliveries and dealing belong to a turn", 0);
	if (g->phase == RAILS_BUILD ? g->building > 1 || g->deliveries : g->phase == RAILS_THIRD && (g->building != 2 || g->deliveries || !(p->unlocked >> NIGHT_SHIFT & 1)))
		return text_fault(out, "building or deliveries does not fit the build step", 0);
	if (g->building == 3 && !(p->unlocked >> NIGHT_SHIFT & 1))
		return text_fault(out, "building: a third track needs the night shift", 0);
	if (g->dealing == REPAID && (g->phase == RAILS_BUILD || g->phase == RAILS_THIRD))
		return text_fault(out, "dealing: nothing is repaid before the tracks are built", 0);
	if (g->dealing == BORROWED && p->loans == 0)
		return text_fault(out, "dealing: there is no loan", 0);
	if (g->deliveries > most || (g->deliveries == most && (g->phase == RAILS_DELIVER || g->phase == RAILS_ROUTE)))
		return text_fault(out, "deliveries are more than a turn allows", 0);
	if (g->deliveries > rails_bits(p->trains) || (g->building || g->deliveries) > g->placed)
		return text_fault(out, "deliveries, building and placed do not fit", 0);
	if (g->phase != RAILS_ROUTE && g->phase != RAILS_LOAD && !(g->phase == RAILS_DOCK && chance) && (g->from || g->to))
		return text_fault(out, "from and to belong to a delivery", 0);
	if ((g->phase == RAILS_DELIVER || g->phase == RAILS_ROUTE) && (p->wagons == 0 || rails_hand(g, g->active) == 0))
		return text_fault(out, "phase: a delivery takes a train and a card", 0);
	if (g->phase == RAILS_ROUTE && rails_deliver_refusal(b, s, g->from, g->to))
		return text_fault(out, "from and to: that delivery is not possible", 0);
	if ((g->phase == RAILS_LOAD || (chance && g->phase == RAILS_DOCK)) &&
	    (g->deliveries == 0 || rails_factory_hex(b, g->from) < 0 || !rails_in_play(g, g->from / RAILS_FACTORIES) || !(p->trains >> g->to & 1)))
		return text_fault(out, "from and to: nothing was delivered", 0);
	if (g->phase == RAILS_BUY && rails_hand(g, g->active) >= b->rails.hand_limit)
		return text_fault(out, "phase: the hand is full, nothing can be bought", 0);
	if ((g->phase == RAILS_BUILD || g->phase == RAILS_THIRD) && p->tracks == 0)
		return text_fault(out, "phase: there is no track to build", 0);
	return true;
}

static bool check_freight(const struct box *b, const struct state *s, char out[MAX_TEXT])
{
	const struct rails *g = &s->rails;
	bool on = s->option[RAILS_FREIGHT];
	unsigned waiting = freight_waiting(&b->rails.freight, &g->freight, s->option[RAILS_ON_EMPTY]);

	if (!freight_check(&b->rails.freight, &g->freight, g->sides, s->option[RAILS_ANY_ORDER], out))
		return false;
	if ((!on || in_setup(g)) && (g->freight.docked || g->freight.gone))
		return text_fault(out, "freight.docked: there is no ship in this game, or not yet", 0);
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
