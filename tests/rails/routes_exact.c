/* Every delivery and every outcome that the engine offers, against a walk over all routes, for many random networks (R46, R54, R55, R104,
 * R105, R107). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../rule_runner.h"
#include "fixture.h"

enum { LAYOUTS = 48, NETWORKS = 30, MOST_ROUTES = 200000, NUMBERS = 8 };

/* The map of a layout, and whose pieces are where. */
struct land {
	int  n;                                         /* hexes in play */
	int  least[NUMBERS + 1];                        /* how many of a kind the cards of each number want */
	char name[RAILS_MAP][8];
	bool next[RAILS_MAP][RAILS_MAP];
	const struct rails_hex *of[RAILS_MAP];
};
struct pieces { bool own[RAILS_MAP], other[RAILS_MAP]; };      /* tracks, and trains in cities */

/* The longest routes from a factory to each city: of all, and of those that meet the condition of card 1 .. 8. 0: none. */
struct longest { int any[RAILS_MAP], met[RAILS_MAP][NUMBERS + 1]; long routes; };

static bool is_city(const struct land *l, int hex)
{
	return l->of[hex]->terrain == CITY;
}

static struct land survey(const struct fix *f)
{
	struct land l = { 0 };
	for (int number = 1; number <= NUMBERS; number++)
		l.least[number] = f->box->rails.card[number - 1].when.n;
	for (int hex = 0; hex < RAILS_MAP; hex++) {
		int tile = hex / RAILS_HEXES;
		if (f->s.rails.place[tile] == NO_PLACE)
			continue;
		l.of[l.n] = &f->box->rails.tile[tile].hex[hex % RAILS_HEXES];
		snprintf(l.name[l.n++], 8, "%c%d", f->box->rails.tile[tile].name[0], hex % RAILS_HEXES + 1);
	}
	for (int a = 0; a < l.n; a++)
		for (int b = 0; b < l.n; b++)
			l.next[a][b] = are_adjacent(f, l.name[a], l.name[b]);
	return l;
}


/* All routes */

struct sum { int length, terrain[RAILS_TERRAINS], shared; };

static struct sum sum_up(const struct land *l, const struct pieces *p, const int route[], int n)
{
	struct sum sum = { .length = n };
	for (int i = 0; i < n; i++) {
		sum.terrain[l->of[route[i]]->terrain]++;
		sum.shared += p->other[route[i]];
	}
	return sum;
}

static bool meets(const struct land *l, const struct sum *route, int number)
{
	switch (number) {
	case 1:
	case 2:
	case 3:  return route->length >= l->least[number];
	case 4:  return route->terrain[MOUNTAIN] >= l->least[number];
	case 5:  return route->terrain[WATER] >= l->least[number];
	case 6:  return route->terrain[FOREST] >= l->least[number];
	case 8:  return route->shared >= l->least[number];
	default: return false;                          /* 7 looks at the good */
	}
}

/* Each way on from the route so far. */
static void walk(const struct land *l, const struct pieces *p, int route[], int n, bool used[RAILS_MAP], struct longest *best)
{
	int last = route[n - 1];
	if (++best->routes > MOST_ROUTES)
		return;
	for (int city = 0; city < l->n && !is_city(l, last); city++) {
		if (!is_city(l, city) || !l->next[last][city])
			continue;
		struct sum sum = sum_up(l, p, route, n);
		if (n > best->any[city])
			best->any[city] = n;
		for (int number = 1; number <= NUMBERS; number++)
			if (n > best->met[city][number] && meets(l, &sum, number))
				best->met[city][number] = n;
	}
	for (int hex = 0; hex < l->n; hex++)
		if (l->next[last][hex] && p->own[hex] && !used[hex]) {
			used[hex] = true;
			route[n] = hex;
			walk(l, p, route, n + 1, used, best);
			used[hex] = false;
		}
}

static struct longest all_routes(const struct land *l, const struct pieces *p, int factory)
{
	struct longest best = { 0 };
	int route[RAILS_MAP] = { factory };
	bool used[RAILS_MAP] = { 0 };
	used[factory] = true;
	if (p->own[factory])
		walk(l, p, route, 1, used, &best);
	return best;
}

/* R105: 1-2, 3-4, 5-6, 7, 8, 9 and more. */
static int class_of(int length)
{
	static const int class[] = { 0, 1, 1, 2, 2, 3, 3, 4, 5, 6 };
	return class[length < ROUTE_MOST ? length : ROUTE_MOST];
}

/* The longest route that meets the condition of a card; 0: none. */
static int longest_met(const struct longest *best, int city, int good, const char *card)
{
	static const char classes[RAILS_GOODS] = { [COAL] = 'F', [IRON] = 'F', [TIMBER] = 'L', [GRAIN] = 'M', [LIVESTOCK] = 'E' };
	if (card[1] == '7')
		return classes[good] == card[0] ? best->any[city] : 0;
	return best->met[city][card[1] - '0'];
}

/* What the rule offers for a card, in the order of the moves. */
static void expect(const struct longest *best, int city, int good, const char *card, char out[MAX_TEXT])
{
	int any = best->any[city], met = longest_met(best, city, good, card), n = 0;
	if (met)
		n = snprintf(out, MAX_TEXT, "use %s length %d,", card, met < ROUTE_MOST ? met : ROUTE_MOST);
	if (!met || class_of(any) > class_of(met))
		snprintf(out + n, (size_t)(MAX_TEXT - n), "use %s length %d,", card, any < ROUTE_MOST ? any : ROUTE_MOST);
}

/* Random networks */

static int pick(const struct land *l, struct rng *r, const struct pieces *p, bool cities)
{
	int found = -1, n = 0;
	for (int hex = 0; hex < l->n; hex++) {
		bool near = false;
		for (int by = 0; by < l->n; by++)
			near |= p->own[by] && l->next[by][hex];
		if (near && !p->own[hex] && is_city(l, hex) == cities && rng_below(r, (uint32_t)++n) == 0)
			found = hex;
	}
	return found;
}

/* How many own pieces lie beside it. */
static int crowd(const struct land *l, const struct pieces *p, int hex)
{
	int n = 0;
	for (int by = 0; by < l->n; by++)
		n += p->own[by] && l->next[by][hex];
	return n;
}

static int a_factory(const struct land *l, struct rng *r)
{
	int hex;
	do
		hex = (int)rng_below(r, (uint32_t)l->n);
	while (l->of[hex]->terrain != FACTORY);
	return hex;
}

/* From a factory on: tracks, and now and then a train in a city that was reached. Where it is thin it takes the loneliest of some hexes. In
 * the end perhaps another factory, which need not hang together with the rest. */
static void grow(struct fix *f, const struct land *l, struct rng *r, struct pieces *p)
{
	int tracks = 4 + (int)rng_below(r, 19), trains = (int)rng_below(r, 4), looks = 1 + (int)rng_below(r, 4);
	int start = a_factory(l, r), other = a_factory(l, r);
	p->own[start] = true;
	fix_tracks(f, 0, l->name[start]);
	for (int n = 1; n < tracks; n++) {
		int city = trains > 0 && rng_below(r, 4) == 0 ? pick(l, r, p, true) : -1, best = pick(l, r, p, false);
		if (city >= 0) {
			p->own[city] = true;
			fix_trains(f, 0, l->name[city]);
			trains--;
		}
		for (int i = 1; i < looks && best >= 0; i++) {
			int hex = pick(l, r, p, false);
			best = crowd(l, p, hex) < crowd(l, p, best) ? hex : best;
		}
		if (best < 0)
			return;
		p->own[best] = true;
		fix_tracks(f, 0, l->name[best]);
	}
	if (!p->own[other])
		fix_tracks(f, 0, l->name[other]);
	p->own[other] = true;
}

/* Some pieces of the others, anywhere; every player has a track. */
static void scatter(struct fix *f, const struct land *l, struct rng *r, struct pieces *p)
{
	char tracks[RAILS_SIDES][MAX_TEXT] = { "" };
	int sides = f->s.rails.sides, most = sides + (int)rng_below(r, 6);
	for (int i = 1; i < most; i++) {
		int side = i < sides ? i : 1 + (int)rng_below(r, (uint32_t)(sides - 1)), hex;
		do
			hex = (int)rng_below(r, (uint32_t)l->n);
		while (p->other[hex] || (i < sides && is_city(l, hex)));
		p->other[hex] = true;
		if (is_city(l, hex))
			fix_trains(f, side, l->name[hex]);
		else
			strcat(strcat(tracks[side], l->name[hex]), " ");
	}
	for (int side = 1; side < sides; side++)
		fix_tracks(f, side, tracks[side]);
}

static void deal(struct fix *f, struct rng *r)
{
	for (int n = 0; n < f->box->rails.hand_limit; ) {
		uint32_t card = rng_below(r, TRAIN_CARDS);
		int number = f->box->rails.card[card].name[1] - '0';
		if (f->s.rails.where[card] >= COLLECTED || ((number < 4 || number == 7) && rng_below(r, 4)))
			continue;                       /* the others are those that look at hexes */
		if (n++ % 2)
			fix_hand(f, 0, f->box->rails.card[card].name, "");
		else
			fix_hand(f, 0, "", f->box->rails.card[card].name);
	}
}

/* Comparing */

static struct { int networks, deliveries, routes, twice, long_ones, met[TRAIN_CARDS], unmet[TRAIN_CARDS]; } seen;

/* Whether the card pays is told when it is used. */
static void compare_use(const struct fix *f, const struct longest *best, int city, int good, int move)
{
	struct fix used = *f;
	char words[MAX_TEXT], card[8];
	int length;
	used.told = (struct events){ 0 };
	used.g->apply(used.box, &used.s, move, &used.told);
	f->g->text(f->box, &f->s, move, ALL, words);
	assert_int_equal(sscanf(words, "use %7s length %d", card, &length), 2);
	int met = longest_met(best, city, good, card);
	bool pays = length == (met < ROUTE_MOST ? met : ROUTE_MOST);
	assert_int_equal(told_event(&used, "card")->n, pays);
	(pays ? seen.met : seen.unmet)[card_of(f, card)]++;
}

static void compare_cards(const struct fix *f, const struct longest *best, int city, int good)
{
	struct moves list = { 0 };
	char got[MAX_MOVES * 20] = "", expected[MAX_MOVES * 20] = "", words[MAX_TEXT];
	f->g->legal(f->box, &f->s, &list);
	for (int i = 0; i < list.n; i++) {
		f->g->text(f->box, &f->s, list.id[i], ALL, words);
		strcat(strcat(got, words), ",");
	}
	for (int card = 0; card < TRAIN_CARDS; card++)
		if (f->s.rails.where[card] == DEALT || f->s.rails.where[card] == BOUGHT) {
			expect(best, city, good, f->box->rails.card[card].name, words);
			strcat(expected, words);
			seen.twice += strchr(words, ',') != strrchr(words, ',');
		}
	assert_string_equal(got, expected);
	seen.deliveries++;
	seen.long_ones += best->any[city] > ROUTE_MOST;
	for (int i = 0; i < list.n; i++)
		compare_use(f, best, city, good, list.id[i]);
}

/* The place in `l` of a hex of the map; -1: it is not in play. */
static int place_of(const struct fix *f, const struct land *l, int hex)
{
	char name[8];

	snprintf(name, sizeof name, "%c%d", f->box->rails.tile[hex / RAILS_HEXES].name[0], hex % RAILS_HEXES + 1);
	for (int i = 0; i < l->n; i++)
		if (strcmp(l->name[i], name) == 0)
			return i;
	return -1;
}

/* The route that is told of a move, as places in `l`. */
static int told_route(const struct fix *f, const struct land *l, int move, int route[RAILS_MAP])
{
	char json[MAX_TEXT];
	struct text t = text_on(json, sizeof json);
	int n = 0;

	f->g->facts(f->box, &f->s, move, &t);
	assert_true(text_fits(&t) && strncmp(json, "\"route\":[", 9) == 0);
	for (const char *at = json + 9; *at != ']'; n++) {
		char *end;
		route[n] = place_of(f, l, (int)strtol(at, &end, 10));
		at = *end == ',' ? end + 1 : end;
	}
	return n;
}

/* The facts about each card that can be used show a route: over own pieces that join, of that length, and one that meets the card if that pays. */
static void compare_routes(const struct fix *f, const struct land *l, const struct pieces *p, int factory, int city)
{
	struct moves list = { 0 };

	f->g->legal(f->box, &f->s, &list);
	for (int i = 0; i < list.n; i++) {
		int route[RAILS_MAP], n = told_route(f, l, list.id[i], route), length;
		bool used[RAILS_MAP] = { 0 };
		struct fix after = *f;
		char words[MAX_TEXT], card[8];

		f->g->text(f->box, &f->s, list.id[i], ALL, words);
		assert_int_equal(sscanf(words, "use %7s length %d", card, &length), 2);
		assert_true(length < ROUTE_MOST ? n == length : n >= length);
		assert_int_equal(route[0], factory);
		for (int k = 0; k < n; k++) {
			assert_true(route[k] >= 0 && p->own[route[k]] && !used[route[k]] && (k == 0 || l->next[route[k - 1]][route[k]]));
			used[route[k]] = true;
		}
		assert_true(l->next[route[n - 1]][city] && !is_city(l, route[n - 1]));
		after.told = (struct events){ 0 };
		after.g->apply(after.box, &after.s, list.id[i], &after.told);
		struct sum sum = sum_up(l, p, route, n);
		if (told_event(&after, "card")->n && card[1] != '7')    /* 7 looks at the good */
			assert_true(meets(l, &sum, card[1] - '0'));
		seen.routes++;
	}
}

/* From one factory to every city: offered or not, and if so with what. */
static bool compare_factory(const struct fix *f, const struct land *l, const struct pieces *p, int factory)
{
	struct longest best = all_routes(l, p, factory);
	int good = l->of[factory]->good;
	if (best.routes > MOST_ROUTES)
		return false;
	for (int city = 0; city < l->n; city++) {
		char move[MAX_TEXT], words[MAX_TEXT];
		struct moves list = { 0 };
		int id = -1;
		if (!is_city(l, city))
			continue;
		snprintf(move, sizeof move, "deliver %s to %s", l->name[factory], l->name[city]);
		f->g->legal(f->box, &f->s, &list);
		for (int i = 0; i < list.n; i++) {
			f->g->text(f->box, &f->s, list.id[i], ALL, words);
			id = strcmp(words, move) == 0 ? list.id[i] : id;
		}
		bool wanted = l->of[city]->wants >> good & 1 && !p->own[city];
		if (id < 0 && wanted && best.any[city])
			refused(f, move, R(44));        /* nothing may stand against it but that the cubes are gone */
		if (id < 0)
			continue;
		assert_true(wanted && best.any[city]);
		struct fix after = *f;
		after.g->apply(after.box, &after.s, id, NULL);
		phase_is(&after, RAILS_ROUTE);
		compare_cards(&after, &best, city, good);
		compare_routes(&after, l, p, factory, city);
	}
	return true;
}

static void compare_network(const struct fix *map, const struct land *l, struct rng *r)
{
	struct fix f = *map;
	struct pieces p = { 0 };
	fix_unlocked(&f, 0, "U1 U2 U3 U4");             /* all 23 tracks */
	scatter(&f, l, r, &p);
	grow(&f, l, r, &p);
	deal(&f, r);
	fix_phase(&f, RAILS_DELIVER);
	check_holds(&f);
	for (int hex = 0; hex < l->n; hex++)
		if (l->of[hex]->terrain == FACTORY && !compare_factory(&f, l, &p, hex))
			return;
	seen.networks++;
}

/* Every other map is that of a box whose cards want two hexes of a kind, where a way can lead past some of them. */
RULE_TEST(against_all_routes, "R46 R54 R55 R104 R105 R107: the outcomes of random networks are those of all their routes")
{
	struct rng r = rng_seed(4);
	struct box greedy = *game_find("rails")->box;
	for (int card = 0; card < TRAIN_CARDS; card++)
		if (greedy.rails.card[card].when.test == TEST_TERRAIN || greedy.rails.card[card].when.test == TEST_SHARED)
			greedy.rails.card[card].when.n = 2;
	memset(&seen, 0, sizeof seen);
	for (int i = 0; i < LAYOUTS; i++) {
		struct fix f = fix_map_box(1 + i % 4, "freight=off", i / 4 % 2 ? &greedy : NULL);
		char tiles[MAX_TEXT] = "", order[] = "ABCD";
		for (int k = 0; k < (i % 4 < 2 ? 3 : 4); k++) {
			uint32_t at = (uint32_t)k + rng_below(&r, (uint32_t)(4 - k));
			char tile = order[at];
			order[at] = order[k];
			order[k] = tile;
			snprintf(tiles + strlen(tiles), sizeof tiles - strlen(tiles), "%c%u ", tile, (unsigned)rng_below(&r, 6));
		}
		fix_tiles(&f, tiles);
		struct land l = survey(&f);
		for (int k = 0; k < NETWORKS; k++)
			compare_network(&f, &l, &r);
	}
	/* It was worth something: most networks were small enough to be walked, and every card was met and not met. */
	assert_true(seen.networks > LAYOUTS * NETWORKS * 9 / 10);
	assert_true(seen.deliveries > 1000 && seen.routes > 1000 && seen.twice > 30 && seen.long_ones > 500);
	for (int card = 0; card < TRAIN_CARDS; card++)
		assert_true(seen.met[card] > 0 && seen.unmet[card] > 0);
}
