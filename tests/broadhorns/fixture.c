#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

static const char letters[] = "FAPUW";

/* Names */

static int cargo_of(char letter)
{
	const char *at = letter ? strchr(letters, letter) : NULL;
	if (!at)
		fail_msg("no cargo has the letter '%c'", letter);
	return (int)(at - letters);
}

int town_of(const struct fix *f, const char *code)
{
	for (int t = 0; t < BROAD_TOWNS; t++)
		if (strncmp(f->box->broadhorns.town[t].code, code, 3) == 0)
			return t;
	fail_msg("no town \"%s\"", code);
	return -1;
}

/* "VIC-3" is 2, "VIC-B" the bare board. */
static int tile_of(const char *tile)
{
	if (strlen(tile) != 5 || tile[3] != '-' || !strchr("123456B", tile[4]))
		fail_msg("no tile \"%s\"", tile);
	return tile[4] == 'B' ? BARE_BOARD : tile[4] - '1';
}

static int feet_of(const struct fix *f, int seat)
{
	int boat = f->s.broadhorns.player[seat].boat;
	return boat == NO_BOAT ? 0 : atoi(f->box->broadhorns.boat[boat - 1].name);
}

static void card_name(const struct box *b, int card, char out[MAX_TEXT])
{
	static const char *const perishable[] = { "flour", "apples", "pork" };
	static const struct { int first, n; const char *name; } kinds[] = {
		{ FIRST_TRAVELER, TRAVELERS, "TR" }, { FIRST_ICE, ICES, "ice" }, { FIRST_PEDDLER, PEDDLERS, "peddler" },
		{ FIRST_CURRENT, CURRENTS, "current" }
	};
	if (card < DELIVERIES) {
		const struct broad_delivery *d = &b->broadhorns.delivery[card];
		snprintf(out, MAX_TEXT, "%s-%c", b->broadhorns.town[d->town].code, letters[d->cargo]);
		return;
	}
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		if (card >= kinds[k].first && card < kinds[k].first + kinds[k].n) {
			snprintf(out, MAX_TEXT, k == 0 ? "%s%d" : "%s", kinds[k].name, card - kinds[k].first + 1);
			return;
		}
	int n = card - FIRST_SPOIL, type = 0;
	while (n >= b->broadhorns.spoil[type])
		n -= b->broadhorns.spoil[type++];
	snprintf(out, MAX_TEXT, "spoil-%s-%d", perishable[type], n + 1);
}

int card_of(const struct fix *f, const char *card)
{
	char name[MAX_TEXT];
	for (int c = 0; c < BROAD_CARDS; c++) {
		card_name(f->box, c, name);
		if (strcmp(name, card) == 0)
			return c;
	}
	fail_msg("no card \"%s\"", card);
	return -1;
}

/* As the game keeps them. */
static void sort_alike(struct fix *f)
{
	static const int kind[] = { FIRST_ICE, FIRST_PEDDLER, FIRST_CURRENT, FIRST_SPOIL };
	uint8_t *where = f->s.broadhorns.where;
	for (int k = 0; k < 3; k++)
		for (int i = kind[k]; i < kind[k + 1]; i++)
			for (int j = kind[k]; j < i; j++)
				if (where[j] > where[i]) {
					uint8_t kept = where[i];
					where[i] = where[j];
					where[j] = kept;
				}
}

/* A card of that name in the pile: of those that are alike the last one, which keeps them sorted. */
static int pile_card(const struct fix *f, const char *card)
{
	char name[MAX_TEXT];
	for (int c = BROAD_CARDS - 1; c >= 0; c--) {
		card_name(f->box, c, name);
		bool spoil = c >= FIRST_SPOIL && strncmp(name, card, strlen(card)) == 0;       /* "spoil-pork": any of the four */
		if ((spoil || strcmp(name, card) == 0) && f->s.broadhorns.where[c] == IN_PILE)
			return c;
	}
	fail_msg("no card \"%s\" is in the pile", card);
	return -1;
}

/* Positions */

struct fix fix_new_box(int players, const char *options, const struct box *box)
{
	return fix_begin("broadhorns", players, options, box);
}

struct fix fix_new(int players, const char *options)
{
	return fix_begin("broadhorns", players, options, NULL);
}

static const struct broad_tile *top(const struct fix *f, int town)
{
	return &f->box->broadhorns.town[town].tile[f->s.broadhorns.town[town].tile];
}

/* What lies outside the bag, by type. */
static void outside(const struct fix *f, int n[BROAD_CARGOES])
{
	const struct broadhorns *b = &f->s.broadhorns;
	for (int c = 0; c < BROAD_CARGOES; c++) {
		n[c] = b->market[c];
		for (int i = 0; i < BROAD_PLAYERS; i++)
			for (int at = 0; at < BROAD_LENGTH; at++)
				n[c] += b->player[i].cargo[c][at];
	}
	for (int k = 0; k < b->seasons; k++)
		if (b->track[k] != NO_CARGO)
			n[b->track[k]]++;
	for (int t = 0; t < BROAD_TOWNS; t++)
		for (int k = 0; k < top(f, t)->spaces; k++)
			if (b->town[t].filled >> k & 1)
				n[top(f, t)->space[k].cargo]++;
}

static void settle_bag(struct fix *f)
{
	int n[BROAD_CARGOES];
	outside(f, n);
	for (int c = 0; c < BROAD_CARGOES; c++) {
		if (n[c] > f->box->broadhorns.barrels)
			fail_msg("%d barrels of %c are too many", n[c], letters[c]);
		f->s.broadhorns.bag[c] = (uint8_t)(f->box->broadhorns.barrels - n[c]);
	}
}

struct fix fix_river_box(int players, const char *options, const struct box *box)
{
	struct fix f = fix_new_box(players, options, box);
	struct broadhorns *b = &f.s.broadhorns;
	char words[MAX_TEXT];
	while (b->phase == BROAD_SETUP_TILES) {         /* whatever set-up leaves behind is as the game leaves it */
		snprintf(words, sizeof words, "tile %s-1", box->broadhorns.town[b->active].code);
		play(&f, words);
	}
	while (b->phase == BROAD_SETUP_CARDS)
		play(&f, "draw ice");
	memset(b->where, IN_PILE, sizeof b->where);
	for (int i = 0; i < players; i++) {
		memset(b->player[i].held, 0, sizeof b->player[i].held);
		b->player[i].gold = 20;
	}
	b->round = 2;
	fix_turn(&f, 0);
	return f;
}

struct fix fix_river_barrels(int n)
{
	static struct box b;

	b = *game_find("broadhorns")->box;
	b.broadhorns.barrels = (uint8_t)n;
	return fix_river_box(2, "", &b);
}

struct fix fix_river(int players, const char *options)
{
	const struct game *g = game_find("broadhorns");
	assert_non_null(g);
	return fix_river_box(players, options, g->box);
}

void fix_round(struct fix *f, int round)
{
	struct broadhorns *b = &f->s.broadhorns;
	b->round = (uint8_t)round;
	b->turn = (uint16_t)((round - 1) * f->s.players + b->active + 1);
}

void fix_turn(struct fix *f, int seat)
{
	struct broadhorns *b = &f->s.broadhorns;
	memset(&b->actions, 0, sizeof *b - offsetof(struct broadhorns, actions));       /* what is of this turn only comes last */
	b->phase = BROAD_ACTIONS;
	b->active = (uint8_t)seat;
	b->actions = 2;
	fix_round(f, b->round);
}

void fix_gold(struct fix *f, int seat, int n)
{
	f->s.broadhorns.player[seat].gold = (uint16_t)n;
}

void fix_boat(struct fix *f, int seat, int feet, int space, const char *cargo)
{
	struct broad_player *p = &f->s.broadhorns.player[seat];
	char word[MAX_TEXT];
	p->boat = NO_BOAT;
	for (int i = 0; i < BROAD_BOATS; i++)
		if (atoi(f->box->broadhorns.boat[i].name) == feet)
			p->boat = (uint8_t)(i + 1);
	if (p->boat == NO_BOAT)
		fail_msg("no boat of %d feet", feet);
	p->space = (uint8_t)space;
	p->visited = 1 << BROAD_TOWNS;
	memset(p->cargo, 0, sizeof p->cargo);
	while (next_word(&cargo, " ", word))
		p->cargo[cargo_of(word[0])][word[1] == '@' ? atoi(word + 2) : 0]++;
	settle_bag(f);
}

void fix_visited(struct fix *f, int seat, const char *towns)
{
	char word[MAX_TEXT];
	while (next_word(&towns, " ", word))
		f->s.broadhorns.player[seat].visited |= (uint16_t)(1 << town_of(f, word));
}

void fix_market(struct fix *f, const char *barrels)
{
	char word[MAX_TEXT];
	memset(f->s.broadhorns.market, 0, sizeof f->s.broadhorns.market);
	while (next_word(&barrels, " ", word))
		f->s.broadhorns.market[cargo_of(word[0])] = (uint8_t)atoi(word + 1);
	settle_bag(f);
}

void fix_tiles(struct fix *f, const char *tiles, int seat)
{
	int t = town_of(f, tiles);
	struct broad_town *town = &f->s.broadhorns.town[t];
	struct broad_player *p = &f->s.broadhorns.player[seat];
	char word[MAX_TEXT];
	*town = (struct broad_town){ .tile = BROAD_TILES + 1 };
	while (next_word(&tiles, " ", word)) {
		if (town->tile < BROAD_TILES) {
			town->taken++;
			p->tiles++;
			p->wreaths = (uint8_t)(p->wreaths + f->box->broadhorns.town[t].tile[town->tile].wreaths);
		}
		town->tile = (uint8_t)tile_of(word);
		if (town->tile != BARE_BOARD)
			town->seen |= (uint8_t)(1 << town->tile);
	}
	settle_bag(f);
}

void fix_filled(struct fix *f, const char *code, const char *spaces)
{
	int t = town_of(f, code);
	struct broad_town *town = &f->s.broadhorns.town[t];
	char word[MAX_TEXT];
	while (next_word(&spaces, " ", word)) {
		int k = 0, cargo = cargo_of(word[0]), value = atoi(word + 1);
		for (; k < top(f, t)->spaces; k++) {
			struct broad_space space = top(f, t)->space[k];
			if (space.cargo == cargo && (value == 0 || space.value == value) && !(town->filled >> k & 1))
				break;
		}
		if (k == top(f, t)->spaces)
			fail_msg("%s has no empty space %s", code, word);
		town->filled |= (uint8_t)(1 << k);
	}
	settle_bag(f);
}

void fix_seasons(struct fix *f, int filled)
{
	struct broadhorns *b = &f->s.broadhorns;
	int before = 0, all = 0;                /* spaces before the final autumn, and all of them */
	for (int i = 0; i < BROAD_SEASONS; i++) {
		before = all;
		all += f->box->broadhorns.season[i];
	}
	memset(b->track, 0, sizeof b->track);
	b->seasons = (uint8_t)filled;
	b->final = filled == all;
	for (int k = 0; k < filled; k++)
		b->track[k] = (uint8_t)(filled > before && k < before ? NO_CARGO : k % PERISHABLES);
	settle_bag(f);
}

static void put_cards(struct fix *f, const char *cards, int where)
{
	char word[MAX_TEXT];
	while (next_word(&cards, " ", word))
		f->s.broadhorns.where[pile_card(f, word)] = (uint8_t)where;
	sort_alike(f);
}

void fix_hand(struct fix *f, int seat, const char *cards)
{
	struct broadhorns *b = &f->s.broadhorns;
	put_cards(f, cards, IN_HAND + AGES * seat);
	b->player[seat].held[0] = 0;
	for (int c = 0; c < BROAD_CARDS; c++)
		b->player[seat].held[0] = (uint8_t)(b->player[seat].held[0] + (b->where[c] == IN_HAND + AGES * seat));
}

void fix_aboard(struct fix *f, int seat, const char *travelers)
{
	put_cards(f, travelers, ABOARD + seat);
}

void fix_waiting(struct fix *f, const char *town, const char *cards)
{
	put_cards(f, cards, AT_TOWN + town_of(f, town));
}

void fix_discarded(struct fix *f, const char *cards)
{
	put_cards(f, cards, IN_DISCARD);
}

void fix_pile(struct fix *f, const char *cards)
{
	struct broadhorns *b = &f->s.broadhorns;
	bool stays[BROAD_CARDS] = { false };
	char word[MAX_TEXT];
	while (next_word(&cards, " ", word)) {
		int c = pile_card(f, word);
		stays[c] = true;
		b->where[c] = SET_ASIDE;        /* so that "ice ice" are two cards */
	}
	for (int c = 0; c < BROAD_CARDS; c++)
		if (stays[c])
			b->where[c] = IN_PILE;
		else if (b->where[c] == IN_PILE)
			b->where[c] = IN_DISCARD;
	sort_alike(f);
}

/* Playing */

void port_over(struct fix *f, const char *answer)
{
	while (f->s.broadhorns.phase == BROAD_SELL || f->s.broadhorns.phase == BROAD_BUY || f->s.broadhorns.phase == BROAD_TRAVELERS)
		play(f, "done");
	play(f, answer);
}

void next_turn(struct fix *f)
{
	char name[MAX_TEXT], words[MAX_TEXT];
	int card = 0;
	while (f->s.broadhorns.where[card] != IN_PILE)
		card++;
	card_name(f->box, card, name);
	snprintf(words, sizeof words, "stop, draw %.*s", 24, name);
	play(f, words);
}

int reach(const struct fix *f)
{
	char words[MAX_TEXT];
	int far = 0;
	for (int n = 1; n <= 20; n++) {
		snprintf(words, sizeof words, "move %d", n);
		far = is_legal(f, words) ? n : far;
	}
	return far;
}

void reaches(struct fix *f, const char *moves, int spaces)
{
	play(f, moves);
	assert_int_equal(reach(f), spaces);
}

int gold(const struct fix *f, int seat)
{
	return f->s.broadhorns.player[seat].gold;
}

void gold_is(const struct fix *f, int seat, int n)
{
	assert_int_equal(gold(f, seat), n);
}

void boat_is(const struct fix *f, int seat, int feet, int space)
{
	char got[MAX_TEXT], expected[MAX_TEXT];
	snprintf(got, sizeof got, "seat %d: boat %d on space %d", seat, feet_of(f, seat), f->s.broadhorns.player[seat].space);
	snprintf(expected, sizeof expected, "seat %d: boat %d on space %d", seat, feet, space);
	assert_string_equal(got, expected);
}

void sails_to(struct fix *f, const char *moves, int seat, int feet, int space)
{
	play(f, moves);
	boat_is(f, seat, feet, space);
}

void cargo_is(const struct fix *f, int seat, const char *cargo)
{
	char got[MAX_LIST] = "";
	for (int c = 0; c < BROAD_CARGOES; c++)
		for (int at = 0; at < BROAD_LENGTH; at++)
			for (int n = f->s.broadhorns.player[seat].cargo[c][at]; n > 0; n--)
				add_word(got, "%c@%d", letters[c], at);
	assert_string_equal(got, cargo);
}

static void barrels_are(const uint8_t n[BROAD_CARGOES], const char *barrels)
{
	char got[MAX_LIST] = "";
	for (int c = 0; c < BROAD_CARGOES; c++)
		add_word(got, "%c%d", letters[c], n[c]);
	assert_string_equal(got, barrels);
}

void market_is(const struct fix *f, const char *barrels)
{
	barrels_are(f->s.broadhorns.market, barrels);
}

void bag_is(const struct fix *f, const char *barrels)
{
	barrels_are(f->s.broadhorns.bag, barrels);
}

void town_is(const struct fix *f, const char *tile, const char *filled)
{
	int t = town_of(f, tile);
	char got[MAX_LIST] = "";
	assert_int_equal(f->s.broadhorns.town[t].tile, tile_of(tile));
	for (int k = 0; k < BROAD_SPACES; k++)
		if (f->s.broadhorns.town[t].filled >> k & 1)
			add_word(got, "%c%d", letters[top(f, t)->space[k].cargo], top(f, t)->space[k].value);
	assert_string_equal(got, filled);
}

void track_is(const struct fix *f, const char *barrels)
{
	char got[BROAD_TRACK + 1] = "";
	for (int k = 0; k < f->s.broadhorns.seasons; k++)
		got[k] = f->s.broadhorns.track[k] == NO_CARGO ? '.' : letters[f->s.broadhorns.track[k]];
	assert_string_equal(got, barrels);
}

void tiles_are(const struct fix *f, int seat, int tiles, int wreaths)
{
	assert_int_equal(f->s.broadhorns.player[seat].tiles, tiles);
	assert_int_equal(f->s.broadhorns.player[seat].wreaths, wreaths);
}

/* Of those that are alike one in that place will do. */
void card_is(const struct fix *f, const char *card, const char *where)
{
	static const char *const piles[] = { "pile", "discard", "aside" };
	char got[MAX_TEXT] = "", expected[MAX_TEXT], name[MAX_TEXT];
	snprintf(expected, sizeof expected, "%s: %s", card, where);
	for (int c = card_of(f, card); c < BROAD_CARDS && strcmp(got, expected) != 0; c++) {
		int at = f->s.broadhorns.where[c];
		card_name(f->box, c, name);
		if (strcmp(name, card) != 0)
			break;
		if (at < AT_TOWN)
			snprintf(got, sizeof got, "%s: %s", card, piles[at]);
		else if (at < ABOARD)
			snprintf(got, sizeof got, "%s: at %s", card, f->box->broadhorns.town[at - AT_TOWN].code);
		else if (at < IN_HAND)
			snprintf(got, sizeof got, "%s: aboard %d", card, at - ABOARD);
		else
			snprintf(got, sizeof got, "%s: hand %d", card, (at - IN_HAND) / AGES);
	}
	assert_string_equal(got, expected);
}

void hand_is(const struct fix *f, int seat, const char *cards)
{
	char got[MAX_LIST] = "", name[MAX_TEXT];
	int held = 0, n = 0, first = IN_HAND + AGES * seat;
	for (int c = 0; c < BROAD_CARDS; c++) {
		int at = f->s.broadhorns.where[c];
		if (at >= first && at < first + AGES) {
			card_name(f->box, c, name);
			add_word(got, "%s", name);
			n++;
		}
	}
	assert_string_equal(got, cards);
	for (int age = 0; age < AGES; age++)
		held += f->s.broadhorns.player[seat].held[age];
	assert_int_equal(held, n);
}
