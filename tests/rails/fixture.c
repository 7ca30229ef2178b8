#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

/* Names */

int hex_of(const struct fix *f, const char *hex)
{
	for (int t = 0; t < RAILS_TILES; t++) {
		int n = atoi(hex + 1);
		if (f->box->rails.tile[t].name[0] == hex[0] && n >= 1 && n <= RAILS_HEXES)
			return t * RAILS_HEXES + n - 1;
	}
	fail_msg("no hex \"%s\"", hex);
	return -1;
}

int card_of(const struct fix *f, const char *card)
{
	return named("train card", card, f->box->rails.card, sizeof f->box->rails.card[0], TRAIN_CARDS);
}

static int goal_of(const struct fix *f, const char *goal)
{
	return named("achievement", goal, f->box->rails.goal, sizeof f->box->rails.goal[0], RAILS_GOALS);
}

static int contract_of(const struct fix *f, const char *contract)
{
	return named("contract", contract, f->box->rails.contract, sizeof f->box->rails.contract[0], RAILS_CONTRACTS);
}

static int ship_of(const struct fix *f, const char *ship)
{
	return named("ship", ship, f->box->rails.freight.ship, sizeof f->box->rails.freight.ship[0], f->box->rails.freight.ships);
}

/* The map, worked out here once more: 2.4 of the rules */

static const struct rails_hex *on_hex(const struct fix *f, int hex)
{
	return &f->box->rails.tile[hex / RAILS_HEXES].hex[hex % RAILS_HEXES];
}

static bool has(const uint32_t of[RAILS_TILES], int hex)
{
	return of[hex / RAILS_HEXES] >> hex % RAILS_HEXES & 1;
}

static void put(uint32_t of[RAILS_TILES], int hex)
{
	of[hex / RAILS_HEXES] |= 1u << hex % RAILS_HEXES;
}

static bool in_play(const struct fix *f, int hex)
{
	return f->s.rails.place[hex / RAILS_HEXES] != NO_PLACE;
}

static void where_is(const struct fix *f, int hex, int *q, int *r)
{
	static const int length[] = { 3, 4, 5, 4, 3 }, first[] = { 0, -1, -2, -2, -2 };
	int tile = hex / RAILS_HEXES, n = hex % RAILS_HEXES, row = 0;
	while (n >= length[row])
		n -= length[row++];
	*q = first[row] + n;
	*r = row - 2;
	for (int k = 0; k < f->s.rails.turned[tile]; k++) {
		int old = *q;
		*q = -*r;
		*r += old;
	}
	*q += f->box->rails.centre[f->s.rails.place[tile]].q;
	*r += f->box->rails.centre[f->s.rails.place[tile]].r;
}

bool are_adjacent(const struct fix *f, const char *one, const char *other)
{
	int a = hex_of(f, one), b = hex_of(f, other), q[2], r[2];
	if (!in_play(f, a) || !in_play(f, b))
		return false;
	where_is(f, a, &q[0], &r[0]);
	where_is(f, b, &q[1], &r[1]);
	int dq = q[1] - q[0], dr = r[1] - r[0];
	return (dq || dr) && abs(dq) <= 1 && abs(dr) <= 1 && dq != dr;
}

static void hex_name(const struct fix *f, int hex, char out[8])
{
	snprintf(out, 8, "%c%d", f->box->rails.tile[hex / RAILS_HEXES].name[0], hex % RAILS_HEXES + 1);
}

static void put_near(struct fix *f, int side, int hex)
{
	char name[8], other[8];
	hex_name(f, hex, name);
	for (int h = 0; h < RAILS_MAP; h++) {
		hex_name(f, h, other);
		if (are_adjacent(f, name, other))
			put(f->s.rails.side[side].near, h);
	}
}

static int colours(const struct fix *f, int hex)
{
	int n = 0;
	for (int i = 0; i < RAILS_SIDES; i++)
		n += has(f->s.rails.side[i].track, hex);
	return n;
}

/* Which of the factories or the cities of its tile a hex is, over all tiles. */
static int place_of(const struct fix *f, int hex, int terrain, int per_tile)
{
	int tile = hex / RAILS_HEXES, n = 0;
	for (int h = tile * RAILS_HEXES; h < hex; h++)
		n += on_hex(f, h)->terrain == terrain;
	if (on_hex(f, hex)->terrain != terrain)
		fail_msg("hex %d is no %s", hex, terrain == CITY ? "city" : "factory");
	return tile * per_tile + n;
}

static int factory_on(const struct fix *f, int hex)
{
	return place_of(f, hex, FACTORY, RAILS_FACTORIES);
}

static int city_on(const struct fix *f, int hex)
{
	return place_of(f, hex, CITY, RAILS_CITIES);
}

/* Positions */

struct fix fix_new(int players, const char *options, const struct box *box)
{
	char all[MAX_TEXT];

	snprintf(all, sizeof all, "order=fixed rival=gentle %s", options);
	return fix_begin("rails", players, all, box);
}

void play_lowest(struct fix *f)
{
	struct moves list = { 0 };
	char words[MAX_TEXT];
	f->g->legal(f->box, &f->s, &list);
	f->g->text(f->box, &f->s, list.id[0], ALL, words);
	play(f, words);
}

static bool is_rival(const struct fix *f, int side)
{
	return side >= f->s.players;
}

static void put_track(struct fix *f, int side, int hex)
{
	struct rails_side *p = &f->s.rails.side[side];
	if (!in_play(f, hex) || on_hex(f, hex)->terrain == CITY || has(p->track, hex) || colours(f, hex) == 2)
		fail_msg("side %d can have no track on hex %d", side, hex);
	if (!is_rival(f, side) && p->tracks-- == 0)
		fail_msg("side %d has no track left for hex %d", side, hex);
	p->stars = (uint8_t)(p->stars + (on_hex(f, hex)->star && colours(f, hex) == 0));
	p->built[on_hex(f, hex)->terrain]++;
	put(p->track, hex);
	put_near(f, side, hex);
}

/* Every player has a start track. Until the test says where, it is out of the way: on a plains hex of its own of tile C, or where that is
 * not in play of the next best. */
static int away(const struct fix *f, int side)
{
	static const int tile[RAILS_TILES] = { 2, 3, 1, 0 }, plains[RAILS_SIDES] = { 1, 3, 2, 0 };
	int t = 0, n = plains[side];
	while (f->s.rails.place[tile[t]] == NO_PLACE)
		t++;
	for (int h = tile[t] * RAILS_HEXES; h < (tile[t] + 1) * RAILS_HEXES; h++)
		if (on_hex(f, h)->terrain == PLAINS && n-- == 0)
			return h;
	fail_msg("no room for the start track of side %d", side);
	return -1;
}

static bool is_away(const struct fix *f, int side)
{
	uint32_t only[RAILS_TILES] = { 0 };
	if (is_rival(f, side))
		return false;
	put(only, away(f, side));
	return memcmp(only, f->s.rails.side[side].track, sizeof only) == 0;
}

static void settle_near(struct fix *f, int side)
{
	struct rails_side *p = &f->s.rails.side[side];
	memset(p->near, 0, sizeof p->near);
	for (int h = 0; h < RAILS_MAP; h++)
		if (has(p->track, h) || (on_hex(f, h)->terrain == CITY && p->trains >> city_on(f, h) & 1))
			put_near(f, side, h);
}

static void take_away(struct fix *f, int side)
{
	struct rails_side *p = &f->s.rails.side[side];
	memset(p->track, 0, sizeof p->track);
	p->built[PLAINS] = 0;
	p->tracks++;
	settle_near(f, side);
}

void fix_tracks(struct fix *f, int side, const char *hexes)
{
	char word[MAX_TEXT];
	if (*hexes && is_away(f, side))
		take_away(f, side);
	while (next_word(&hexes, " ", word))
		put_track(f, side, hex_of(f, word));
}

/* All of it goes back to where it was before the start tracks; the track is out of the way. */
static void clear_side(struct fix *f, int side)
{
	struct rails_side *p = &f->s.rails.side[side];
	if (is_rival(f, side))
		return;
	*p = (struct rails_side){ .money = f->box->rails.money, .tracks = (uint8_t)(f->box->rails.tracks - RAILS_ABILITIES),
		.wagons = f->box->rails.wagons };
	put_track(f, side, away(f, side));
}

struct fix fix_map_box(int players, const char *options, const struct box *box)
{
	struct fix f = fix_new(players, options, box);
	struct rails *g = &f.s.rails;
	while (g->round == 0)                   /* by the lowest moves: A, B, C unturned; A1, A2 ...; K1, K2 ...; seat 0; S1 */
		play_lowest(&f);
	for (int i = 0; i < g->sides; i++)
		clear_side(&f, i);
	memset(g->where, IN_DECK, sizeof g->where);
	fix_market(&f, "F1 M1 E1");
	g->round = 2;
	g->placed = 0;
	fix_turn(&f, 0);
	return f;
}

struct fix fix_map(int players, const char *options)
{
	return fix_map_box(players, options, NULL);
}

void fix_tiles(struct fix *f, const char *tiles)
{
	struct rails *g = &f->s.rails;
	char word[MAX_TEXT];
	int centre = 0, before = 0;
	for (int i = 0; i < f->s.players; i++)
		if (is_away(f, i))
			take_away(f, i);
	for (int t = 0; t < RAILS_TILES; t++) {
		before += g->place[t] != NO_PLACE;
		g->place[t] = NO_PLACE;
		g->turned[t] = 0;
	}
	memset(g->cubes, 0, sizeof g->cubes);
	while (next_word(&tiles, " ", word)) {
		int t = 0;
		while (t < RAILS_TILES && f->box->rails.tile[t].name[0] != word[0])
			t++;
		if (t == RAILS_TILES)
			fail_msg("no tile \"%s\"", word);
		g->place[t] = (uint8_t)centre++;
		g->turned[t] = (uint8_t)atoi(word + 1);
		for (int h = t * RAILS_HEXES; h < (t + 1) * RAILS_HEXES; h++)
			if (on_hex(f, h)->terrain == FACTORY)
				g->cubes[factory_on(f, h)] = on_hex(f, h)->cubes;
	}
	assert_int_equal(centre, before);
	for (int i = 0; i < g->sides; i++)
		if (!is_rival(f, i) && f->s.rails.side[i].tracks == f->box->rails.tracks - RAILS_ABILITIES)
			put_track(f, i, away(f, i));
		else
			settle_near(f, i);
}

/* R16, R128: how many have their turn in that round before this seat, once more and in another way than the rules reckon it. */
static int turns_before(const struct fix *f, int round, int seat)
{
	int n = f->s.players, clockwise = (seat - f->s.rails.first + n) % n;
	switch (f->s.option[RAILS_ORDER]) {
	case ORDER_TURNING: return round % 2 ? clockwise : n - 1 - clockwise;
	case ORDER_PASSING: return (clockwise + (n - 1) * (round - 1)) % n;
	default:            return clockwise;
	}
}

void fix_round(struct fix *f, int round)
{
	struct rails *g = &f->s.rails;
	g->round = (uint8_t)round;
	g->turn = (uint16_t)((round - 1) * f->s.players + turns_before(f, round, g->active) + 1);
}

void fix_turn(struct fix *f, int seat)
{
	struct rails *g = &f->s.rails;
	memset(&g->building, 0, sizeof *g - offsetof(struct rails, building));  /* what is of this turn only comes last */
	g->phase = RAILS_BUILD;
	g->active = (uint8_t)seat;
	fix_round(f, g->round);
}

void fix_first(struct fix *f, int seat)
{
	f->s.rails.first = (uint8_t)seat;
	fix_round(f, f->s.rails.round);
}

void fix_phase(struct fix *f, int phase)
{
	struct rails *g = &f->s.rails;
	g->phase = (uint8_t)phase;
	if (phase == RAILS_THIRD)
		g->building = 2, g->placed = 1;
	g->rival_acts = phase == RAILS_RIVAL;
}

void fix_delivery(struct fix *f, const char *cards)
{
	fix_hand(f, 0, cards, "");
	fix_phase(f, RAILS_DELIVER);
}

void fix_money(struct fix *f, int side, int money)
{
	f->s.rails.side[side].money = (uint16_t)money;
}

void fix_loans(struct fix *f, int side, int loans)
{
	f->s.rails.side[side].loans = (uint8_t)loans;
}

void fix_purse(struct fix *f, int side, int money, int loans)
{
	fix_money(f, side, money);
	fix_loans(f, side, loans);
}

void fix_prestige(struct fix *f, int side, int prestige)
{
	f->s.rails.side[side].prestige = (uint16_t)prestige;
}

/* How bad a hex is for a track that the test does not care about: near a piece of the test, then a star, then by terrain; -1: impossible. */
static int badness(const struct fix *f, const struct rails *before, int side, int hex)
{
	static const int terrain[RAILS_TERRAINS] = { [PLAINS] = 0, [FOREST] = 1, [HILLS] = 2, [WATER] = 3, [MOUNTAIN] = 4, [FACTORY] = 5 };
	int bad = terrain[on_hex(f, hex)->terrain] + 10 * on_hex(f, hex)->star;
	if (!in_play(f, hex) || on_hex(f, hex)->terrain == CITY || has(f->s.rails.side[side].track, hex) || colours(f, hex) == 2)
		return -1;
	for (int i = 0; i < RAILS_SIDES; i++)
		if (has(before->side[i].track, hex) || has(before->side[i].near, hex))
			bad += i == side ? 1000 : 100;
	return bad;
}

void fix_supply(struct fix *f, int side, int tracks)
{
	const struct rails before = f->s.rails;
	if (before.side[side].tracks < tracks)
		fail_msg("side %d has only %d tracks in supply", side, before.side[side].tracks);
	while (f->s.rails.side[side].tracks > tracks) {
		int best = -1;
		for (int h = RAILS_MAP - 1; h >= 0; h--) {
			int bad = badness(f, &before, side, h);
			if (bad >= 0 && (best < 0 || bad < badness(f, &before, side, best)))
				best = h;
		}
		if (best < 0)
			fail_msg("there is no room for the tracks of side %d", side);
		put_track(f, side, best);
	}
}

/* Cubes of that good that are left; one of them goes where there is one, from the last factory on. */
static bool take_cube(struct fix *f, int good)
{
	for (int h = RAILS_MAP - 1; h >= 0; h--)
		if (in_play(f, h) && on_hex(f, h)->terrain == FACTORY && on_hex(f, h)->good == good && f->s.rails.cubes[factory_on(f, h)] > 0) {
			f->s.rails.cubes[factory_on(f, h)]--;
			return true;
		}
	return false;
}

/* Train cards */

static int market_card(const struct fix *f, int place)
{
	for (int c = 0; c < TRAIN_CARDS; c++)
		if (f->s.rails.where[c] == IN_MARKET + place)
			return c;
	return -1;
}

/* Out of the deck, or out of the market or a collection, where the last card of the deck comes in its place. */
static void take_card(struct fix *f, const char *card, int to)
{
	uint8_t *where = f->s.rails.where;
	int c = card_of(f, card), at = where[c];
	if (at >= DEALT)
		fail_msg("card %s is in a hand", card);
	where[c] = (uint8_t)to;
	for (int other = TRAIN_CARDS - 1; at >= IN_MARKET && other >= 0; other--)
		if (where[other] == IN_DECK) {
			where[other] = (uint8_t)at;
			return;
		}
}

static void take_cards(struct fix *f, const char *cards, int to)
{
	char word[MAX_TEXT];
	while (next_word(&cards, " ", word))
		take_card(f, word, to);
}

void fix_hand(struct fix *f, int side, const char *dealt, const char *bought)
{
	take_cards(f, dealt, DEALT + side);
	take_cards(f, bought, BOUGHT + side);
	struct rails_side *p = &f->s.rails.side[side];
	p->dealt = p->bought = 0;
	for (int c = 0; c < TRAIN_CARDS; c++) {
		p->dealt = (uint8_t)(p->dealt + (f->s.rails.where[c] == DEALT + side));
		p->bought = (uint8_t)(p->bought + (f->s.rails.where[c] == BOUGHT + side));
	}
}

void fix_market(struct fix *f, const char *cards)
{
	char word[MAX_TEXT];
	for (int place = 0; place < RAILS_MARKET; place++)
		if (market_card(f, place) >= 0)
			f->s.rails.where[market_card(f, place)] = IN_DECK;
	for (int place = 0; next_word(&cards, " ", word); place++) {
		assert_true(place < RAILS_MARKET);
		take_card(f, word, IN_MARKET + place);
	}
}

void fix_deck(struct fix *f, const char *cards)
{
	for (int c = 0; c < TRAIN_CARDS; c++)
		if (f->s.rails.where[c] == IN_DECK)
			f->s.rails.where[c] = TRASHED;
	take_cards(f, cards, IN_DECK);
}

static bool is_listed(const char *cards, const char *card)
{
	char word[MAX_TEXT];
	while (next_word(&cards, " ", word))
		if (strcmp(word, card) == 0)
			return true;
	return false;
}

/* One card for each train, the last ones of the deck; those that the test names stay, whatever their number. */
static void settle_collection(struct fix *f, int side, const char *named)
{
	uint8_t *where = f->s.rails.where;
	int missing = 0;
	for (unsigned left = f->s.rails.side[side].trains; left; left &= left - 1)
		missing++;
	for (int c = 0; c < TRAIN_CARDS; c++)
		missing -= where[c] == COLLECTED + side;
	for (int c = TRAIN_CARDS - 1; c >= 0 && !is_rival(f, side); c--)
		if (missing > 0 && where[c] == IN_DECK) {
			where[c] = (uint8_t)(COLLECTED + side);
			missing--;
		} else if (missing < 0 && *named && where[c] == COLLECTED + side && !is_listed(named, f->box->rails.card[c].name)) {
			where[c] = IN_DECK;
			missing++;
		}
}

void fix_collected(struct fix *f, int side, const char *cards)
{
	take_cards(f, cards, COLLECTED + side);
	settle_collection(f, side, cards);
}

/* Deliveries */

static void put_train(struct fix *f, int side, int hex, int good)
{
	struct rails_side *p = &f->s.rails.side[side];
	p->trains |= (uint8_t)(1 << city_on(f, hex));
	p->delivered[good]++;
	if (!is_rival(f, side)) {
		p->wagons--;
		p->longest = p->longest ? p->longest : 1;
	}
	put_near(f, side, hex);
	settle_collection(f, side, "");
}

void fix_trains(struct fix *f, int side, const char *cities)
{
	char word[MAX_TEXT];
	while (next_word(&cities, " ", word)) {
		int hex = hex_of(f, word), good = 0;
		while (good < RAILS_GOODS && !(on_hex(f, hex)->wants >> good & 1 && take_cube(f, good)))
			good++;
		if (good == RAILS_GOODS || f->s.rails.side[side].trains >> city_on(f, hex) & 1)
			fail_msg("nothing can have been delivered to %s by side %d", word, side);
		put_train(f, side, hex, good);
	}
}

/* One cube of that factory has gone into the last city that wants it, an empty one if there is one, by the last side that can have done so. */
static void deliver_away(struct fix *f, int factory)
{
	int good = on_hex(f, factory)->good;
	for (int most = 0; most < 2; most++)
		for (int side = f->s.rails.sides - 1; side >= 0; side--)
			for (int h = RAILS_MAP - 1; h >= 0; h--) {
				if (!in_play(f, h) || on_hex(f, h)->terrain != CITY || !(on_hex(f, h)->wants >> good & 1))
					continue;
				int trains = 0, city = city_on(f, h);
				for (int i = 0; i < f->s.rails.sides; i++)
					trains += f->s.rails.side[i].trains >> city & 1;
				if (trains > most || f->s.rails.side[side].trains >> city & 1)
					continue;
				f->s.rails.cubes[factory_on(f, factory)]--;
				put_train(f, side, h, good);
				return;
			}
	fail_msg("nobody can have delivered a cube of hex %d", factory);
}

/* Everything else */

void fix_goals(struct fix *f, const char *goals)
{
	char word[MAX_TEXT];
	int n = 0;
	for (; next_word(&goals, " ", word); n++) {
		assert_true(n < GOALS_OPEN);
		f->s.rails.goal[n] = (uint8_t)goal_of(f, word);
	}
	assert_int_equal(n, GOALS_OPEN);
}

static int goal_place(const struct fix *f, const char *goal)
{
	for (int i = 0; i < GOALS_OPEN; i++)
		if (f->s.rails.goal[i] == goal_of(f, goal))
			return i;
	fail_msg("achievement %s is not face up", goal);
	return -1;
}

void fix_claimed(struct fix *f, const char *goal, int side)
{
	f->s.rails.claimed[goal_place(f, goal)] = (uint8_t)side;
}

/* Who had it takes the other one. */
void fix_contract(struct fix *f, int seat, const char *contract)
{
	uint8_t *held = f->s.rails.contract, wanted = (uint8_t)contract_of(f, contract);
	for (int i = 0; i < f->s.players; i++)
		if (held[i] == wanted)
			held[i] = held[seat];
	held[seat] = wanted;
}

void fix_unlocked(struct fix *f, int side, const char *abilities)
{
	struct rails_side *p = &f->s.rails.side[side];
	char word[MAX_TEXT];
	while (next_word(&abilities, " ", word)) {
		int ability = word[0] == 'U' ? word[1] - '1' : -1;
		if (ability < 0 || ability >= RAILS_ABILITIES || p->unlocked >> ability & 1)
			fail_msg("no ability \"%s\" to unlock", word);
		p->unlocked |= (uint8_t)(1 << ability);
		p->tracks++;
	}
}

/* Cubes that are gone have been delivered. Where they are missing elsewhere it is those; else the last side has taken them. */
static void swap_cube(struct fix *f, int factory, int by)
{
	const struct rails_hex *hex = on_hex(f, factory);
	uint8_t *cubes = f->s.rails.cubes;
	for (int h = 0; h < RAILS_MAP; h++) {
		const struct rails_hex *other = on_hex(f, h);
		if (h == factory || !in_play(f, h) || other->terrain != FACTORY || other->good != hex->good)
			continue;
		int after = cubes[factory_on(f, h)] - by;
		if (after >= 0 && after <= other->cubes) {
			cubes[factory_on(f, h)] = (uint8_t)after;
			cubes[factory_on(f, factory)] = (uint8_t)(cubes[factory_on(f, factory)] + by);
			return;
		}
	}
	if (by > 0)
		fail_msg("there are no cubes that hex %d could have back", factory);
	deliver_away(f, factory);
}

void fix_cubes(struct fix *f, const char *factory, int cubes)
{
	int hex = hex_of(f, factory);
	uint8_t *has = &f->s.rails.cubes[factory_on(f, hex)];
	while (*has != cubes)
		swap_cube(f, hex, *has > cubes ? -1 : 1);
}

void fix_ship(struct fix *f, const char *ship, const char *containers)
{
	struct freight *q = &f->s.rails.freight;
	char word[MAX_TEXT];
	memset(q->slot, SLOT_EMPTY, sizeof q->slot);
	q->docked = (uint8_t)(ship_of(f, ship) + 1);
	q->gone &= (uint16_t)~(1u << (q->docked - 1));
	for (int i = 0; next_word(&containers, " ", word); i++) {
		assert_true(i < f->box->rails.freight.ship[q->docked - 1].slots);
		q->slot[i] = (uint8_t)(word[0] == '.' ? SLOT_EMPTY : word[0] == 'n' ? SLOT_NEUTRAL : SLOT_OWNER + word[0] - '0');
	}
}

void fix_gone(struct fix *f, const char *ships)
{
	char word[MAX_TEXT];
	while (next_word(&ships, " ", word))
		f->s.rails.freight.gone |= (uint16_t)(1u << ship_of(f, word));
}

void fix_rival_deck(struct fix *f, const char *cards)
{
	static const char *const kind[RIVAL_KINDS] = { "coal", "iron", "timber", "grain", "livestock", "survey", "expand", "achieve" };
	char word[MAX_TEXT];
	memset(f->s.rails.rival, 0, sizeof f->s.rails.rival);
	while (next_word(&cards, " ", word)) {
		size_t n = strcspn(word, "0123456789");
		int k = 0;
		while (k < RIVAL_KINDS && (strlen(kind[k]) != n || strncmp(kind[k], word, n) != 0))
			k++;
		if (k == RIVAL_KINDS)
			fail_msg("the rival has no card \"%s\"", word);
		f->s.rails.rival[k] = (uint8_t)atoi(word + n);
	}
}

/* Playing on */

void finish_turn(struct fix *f)
{
	int turn = f->s.rails.turn;
	while (f->s.rails.turn == turn && f->g->to_move(f->box, &f->s) != OVER) {
		if (f->g->to_move(f->box, &f->s) != CHANCE && is_legal(f, "pass"))
			play(f, "pass");
		else
			play_lowest(f);
	}
}

/* What is there */

void money_is(const struct fix *f, int side, int money)
{
	assert_int_equal(f->s.rails.side[side].money, money);
}

void loans_are(const struct fix *f, int side, int loans)
{
	assert_int_equal(f->s.rails.side[side].loans, loans);
}

void purse_is(const struct fix *f, int side, int money, int loans)
{
	money_is(f, side, money);
	loans_are(f, side, loans);
}

void prestige_is(const struct fix *f, int side, int prestige)
{
	assert_int_equal(f->s.rails.side[side].prestige, prestige);
}

void supply_is(const struct fix *f, int side, int tracks)
{
	assert_int_equal(f->s.rails.side[side].tracks, tracks);
}

void tracks_are(const struct fix *f, int side, const char *hexes)
{
	char got[MAX_LIST] = "", name[8];
	for (int h = 0; h < RAILS_MAP; h++)
		if (has(f->s.rails.side[side].track, h)) {
			hex_name(f, h, name);
			add_word(got, "%s", name);
		}
	assert_string_equal(got, hexes);
}

void trains_are(const struct fix *f, int side, const char *cities)
{
	char got[MAX_LIST] = "", name[8];
	for (int h = 0; h < RAILS_MAP; h++)
		if (on_hex(f, h)->terrain == CITY && f->s.rails.side[side].trains >> city_on(f, h) & 1) {
			hex_name(f, h, name);
			add_word(got, "%s", name);
		}
	assert_string_equal(got, cities);
}

void hand_is(const struct fix *f, int side, const char *cards)
{
	char got[MAX_LIST] = "";
	for (int c = 0; c < TRAIN_CARDS; c++)
		if (f->s.rails.where[c] == DEALT + side || f->s.rails.where[c] == BOUGHT + side)
			add_word(got, "%s", f->box->rails.card[c].name);
	assert_string_equal(got, cards);
}

void market_is(const struct fix *f, const char *cards)
{
	char got[MAX_LIST] = "";
	for (int place = 0; place < RAILS_MARKET && market_card(f, place) >= 0; place++)
		add_word(got, "%s", f->box->rails.card[market_card(f, place)].name);
	assert_string_equal(got, cards);
}

void ship_is(const struct fix *f, const char *ship, const char *containers)
{
	const struct freight *q = &f->s.rails.freight;
	const struct freight_ship *docked = q->docked == NO_SHIP ? NULL : &f->box->rails.freight.ship[q->docked - 1];
	char got[MAX_LIST] = "";
	assert_string_equal(docked ? docked->name : "", ship);
	for (int i = 0; docked && i < docked->slots; i++)
		add_word(got, "%c", q->slot[i] == SLOT_EMPTY ? '.' : q->slot[i] == SLOT_NEUTRAL ? 'n' : '0' + q->slot[i] - SLOT_OWNER);
	assert_string_equal(got, containers);
}

void cubes_are(const struct fix *f, const char *factory, int cubes)
{
	assert_int_equal(f->s.rails.cubes[factory_on(f, hex_of(f, factory))], cubes);
}

void claimed_is(const struct fix *f, const char *goal, int side)
{
	assert_int_equal(f->s.rails.claimed[goal_place(f, goal)], side);
}
