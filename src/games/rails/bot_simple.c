/* Small Railroad Empires in a handful of weights. A network is worth the deliveries that can be made from it: for every city that still
 * takes a train of ours the best factory for it, by what the route would pay, the less the more tracks are missing. Tracks are placed where
 * that grows most, two at a time; deliveries, cards and the rest are weighed by what they pay and by what they do for the
 * achievements and the own contract. What the others will do is not thought of.
 *
 * There are two tables of weights. That of `simple` is frozen, and most of what was added after it is switched off there. The other is tuned
 * (bench/drill) and plays far better, among other things because it borrows early and goes where only one more train has room. */
#include "games/rails/bot_simple.h"

#include <limits.h>
#include <string.h>

#include "games/rails/bot_ground.h"

/* What is weighed, in hundredths of a prestige point where nothing else is said: names, and two tables of values. */
enum weight {
	DOLLAR, MORE_DOLLARS, MUCH_MONEY, LATE, RESERVE, TRACK, COST, REACH, CARD_LENGTH, CARD_TERRAIN, CARD_OTHER, FIRST_CARD, SECOND_CARD, MORE_CARDS,
	CONTAINER, REPAY, GOAL_MET, GOAL_1, GOAL_2, GOAL_3, GOAL_FAR, NIGHT_SHIFT_ROUND, TUNNEL_CREW_ROUND, BRIDGE_CREW_ROUND, DISPATCHER_ROUND,
	DECK_PACE, WINDINGS, WAITING, BEYOND, PACE, LURE, CONTESTED, LAST_ROOM, LAST_CUBE, SHARED_HEX, HURRY_ROOM, HURRY_CUBE, SHORTNESS,
	BORROW_BELOW, BORROW_ROUNDS, WEIGHTS
};
_Static_assert((int)WEIGHTS <= (int)MAX_WEIGHTS, "room for all");
_Static_assert(DISPATCHER_ROUND - NIGHT_SHIFT_ROUND + 1 == RAILS_ABILITIES, "abilities in their order");

static const struct weight_info info[WEIGHTS] = {
	[DOLLAR]       = { "a dollar of the first four, while there are", 40, 0, 10 },
	[MORE_DOLLARS] = { "one of the next six, likewise", 40, 0, 10 },
	[MUCH_MONEY]   = { "one of all beyond, likewise", 40, 0, 10 },
	[LATE]         = { "that many rounds left; less and less after that", 4, 1, 1 },
	[RESERVE]      = { "dollars that we like to keep for tracks", 5, 0, 1.5 },
	[TRACK]        = { "work: of a track to be placed, and", 10, 10, 0 },
	[COST]         = { "of a dollar that it costs", 3, 0, 1 },
	[REACH]        = { "so much work halves what a delivery is worth", 12, 2, 3 },
	[CARD_LENGTH]  = { "per cent of its reward that a train card is worth in the hand: for a length", 60, 0, 15 },
	[CARD_TERRAIN] = { "for terrain", 60, 0, 15 },
	[CARD_OTHER]   = { "any other", 60, 0, 15 },
	[FIRST_CARD]   = { "a card more, while we have fewer than deliveries to make: the first", 100, 0, 40 },
	[SECOND_CARD]  = { "the second", 100, 0, 30 },
	[MORE_CARDS]   = { "the others", 100, 0, 30 },
	[CONTAINER]    = { "of ours on the ship", 50, 0, 20 },
	[REPAY]        = { "rounds before the end in which we begin to repay", 2, 0, 1 },
	[GOAL_MET]     = { "per cent of a goal that is reached", 100, 0, 15 },
	[GOAL_1]       = { "with one step missing", 45, 0, 10 },
	[GOAL_2]       = { "with two", 20, 0, 8 },
	[GOAL_3]       = { "with three", 8, 0, 5 },
	[GOAL_FAR]     = { "with more", 0, 0, 3 },
	[NIGHT_SHIFT_ROUND]  = { "night shift, for each round left", 25, 0, 8 },
	[TUNNEL_CREW_ROUND]  = { "tunnel crew, likewise", 10, 0, 6 },
	[BRIDGE_CREW_ROUND]  = { "bridge crew, likewise", 8, 0, 6 },
	[DISPATCHER_ROUND]   = { "dispatcher, likewise", 20, 0, 8 },
	[DECK_PACE]    = { "cards that are bought in a hundred turns; 0: the deck is not thought of", 80, 1, 20 },
	[WINDINGS]     = { "per cent of all pieces that a route will lead over", 40, 0, 20 },
	[WAITING]      = { "per cent of its worth that a delivery keeps for each better one before it", 90, 20, 8 },
	[BEYOND]       = { "per cent of that for deliveries for which no turn is left", 50, 0, 25 },
	[PACE]         = { "work that is done in a round: what takes longer than the game has no worth", 40, 10, 8 },
	[LURE]         = { "per cent of what a delivery does for goals that count for tracks already", 40, 0, 20 },
	[CONTESTED]    = { "per cent of an achievement that somebody else is nearer to", 70, 0, 20 },
	[LAST_ROOM]    = { "per cent of a delivery to a city that takes one more train", 100, 0, 15 },
	[LAST_CUBE]    = { "per cent of a delivery of the last cube of a factory", 100, 0, 15 },
	[SHARED_HEX]   = { "a track where somebody else has one: it shuts the third out", 0, -200, 15 },
	[HURRY_ROOM]   = { "now rather than later: into a city that takes one more train", 20, -200, 40 },
	[HURRY_CUBE]   = { "the last cube of a factory", 20, -200, 40 },
	[SHORTNESS]    = { "per cent of what the longest route would pay more that a shorter one forgoes", 0, 0, 15 },
	[BORROW_BELOW] = { "dollars: with fewer a loan is taken, while there are", 0, 0, 2 },
	[BORROW_ROUNDS] = { "more rounds than that left", 4, 0, 2 },
};

/* Of `simple`: frozen. */
static const int frozen[WEIGHTS] = {
	[DOLLAR] = 40, [MORE_DOLLARS] = 40, [MUCH_MONEY] = 40, [LATE] = 4, [RESERVE] = 5, [TRACK] = 10, [COST] = 3, [REACH] = 12,
	[CARD_LENGTH] = 60, [CARD_TERRAIN] = 60, [CARD_OTHER] = 60, [FIRST_CARD] = 100, [SECOND_CARD] = 100, [MORE_CARDS] = 100,
	[CONTAINER] = 50, [REPAY] = 2, [GOAL_MET] = 100, [GOAL_1] = 45, [GOAL_2] = 20, [GOAL_3] = 8, [GOAL_FAR] = 0,
	[NIGHT_SHIFT_ROUND] = 25, [TUNNEL_CREW_ROUND] = 10, [BRIDGE_CREW_ROUND] = 8, [DISPATCHER_ROUND] = 20,
	/* what has no part in what simple does: */
	[DECK_PACE] = 0, [WINDINGS] = 0, [WAITING] = 100, [BEYOND] = 100, [PACE] = 1000, [LURE] = 0, [CONTESTED] = 100, [LAST_ROOM] = 100,
	[LAST_CUBE] = 100, [SHARED_HEX] = 0, [HURRY_ROOM] = 0, [HURRY_CUBE] = 0, [SHORTNESS] = 0, [BORROW_BELOW] = 0, [BORROW_ROUNDS] = 0,
};

/* Tuned. */
#include "games/rails/bot_weights_adept.h"
_Static_assert(sizeof tuned / sizeof tuned[0] == WEIGHTS, "all of them");

enum { VP = 100 };                      /* all worth is in hundredths of a prestige point */

enum { FEW_DOLLARS = 4, MANY_DOLLARS = 10 };
enum { FIRST_OF_ALL = 1000 * VP };      /* above all that is weighed */

enum { TARGETS = ALL_FACTORIES + ALL_CITIES, LANES = 32, NEVER = 255, MOST_WORK = 2 * NEVER };
_Static_assert(TARGETS <= LANES, "a lane for each target");

/* Work for each target, factories first. All lanes are reckoned at once, which compilers turn into a few wide instructions. */
struct works { uint8_t of[LANES]; };

/* What was measured last on a ground. The second track of a turn finds all as it was but for the first one, and that can only have brought
 * targets nearer. */
struct last {
	uint64_t ground;                        /* its number; 0: nothing has been measured */
	uint8_t step[RAILS_MAP];
	int16_t target[TARGETS];
	struct works work[RAILS_MAP];
};

struct survey {
	const struct box *box;
	const struct state *view;
	const struct rails *g;
	const struct rails_side *me;
	const int *weight;
	int seat, dollar[3];                    /* of the first few, of more, of all beyond */
	int contested[GOALS_OPEN];              /* per cent that is left of each achievement */
	int rounds;                             /* left after this one, as far as we can tell */
	int open;                               /* cities that take a train of ours */

	/* The rest is known after a survey. */
	const struct rails_ground *ground;
	int goals;
	const struct rails_goal *goal[GOALS_OPEN + 1];  /* open ones, and the contract, that a track or its price can bring nearer */
	int step_worth[GOALS_OPEN + 1][GOAL_FAR - GOAL_MET + 1];        /* what each of them is worth, by how much is missing */
	uint8_t cost[RAILS_MAP];                /* of a track there */
	int16_t site[RAILS_MAP];                /* what it brings by being there */
	uint8_t step[RAILS_MAP];                /* work of it; NEVER: there can be none */
	struct works work[RAILS_MAP];           /* to be done from a piece there until each target is reached; NEVER: it is of no use */
	int pairs;
	struct pair { uint8_t factory, city, length; } pair[ALL_FACTORIES * ALL_CITIES];        /* targets, by city; length: of a route, at least */
	bool plain;                             /* a delivery is worth what its route pays, and all of them count */
	struct { int percent, lure; } more[ALL_FACTORIES * ALL_CITIES];         /* of each pair, if not */
	int patience[ALL_CITIES];               /* per cent that counts of the best delivery, of the second and so on */
	int pieces;                             /* of ours */
	int worth[ROUTE_MOST + 1][MOST_WORK + 1];       /* of a delivery, by length and work; -1: not reckoned yet */
};

/* ----------------------------------------------------------------------------------------------------------- what there is */

static int min(int a, int b)
{
	return a < b ? a : b;
}

static int max(int a, int b)
{
	return a > b ? a : b;
}

static bool is_there(const struct survey *t, int city)
{
	return rails_in_play(t->g, city / RAILS_CITIES) && rails_city_hex(t->box, city) >= 0;
}

static bool is_open(const struct survey *t, int city)
{
	return is_there(t, city) && !(t->me->trains >> city & 1) && rails_trains_in(t->g, city) < 2;
}

/* Which cards are in the deck the view does not tell, but how many. */
static int deck_left(const struct survey *t)
{
	int n = 0;

	for (int card = 0; card < TRAIN_CARDS; card++) {
		const int where = t->g->where[card];
		n += where == IN_DECK || where == UNSEEN_CARD || (where >= DEALT && where < BOUGHT && where != DEALT + t->seat);
	}
	for (int i = 0; i < t->g->sides; i++)
		n -= i != t->seat ? t->g->side[i].dealt : 0;
	return n;
}

/* The game ends when the tracks are placed or the cities full; two in three turns bring a delivery. */
static int rounds_left(const struct survey *t)
{
	int tracks = 0, room = 0;

	if (t->g->last)
		return 0;
	for (int seat = 0; seat < t->view->players; seat++)
		tracks = max(tracks, t->g->side[seat].tracks);
	for (int city = 0; city < ALL_CITIES; city++)
		if (is_there(t, city))
			room += 2 - rails_trains_in(t->g, city);
	int rounds = min(tracks / 2, room * 3 / (2 * t->g->sides) + 1);
	if (t->weight[DECK_PACE] > 0)
		rounds = min(rounds, deck_left(t) * 100 / (t->weight[DECK_PACE] * t->g->sides) + 1);
	return rounds;
}

/* Achievements that somebody else is nearer to. */
static void look_at_rivals(struct survey *t)
{
	for (int i = 0; i < GOALS_OPEN; i++)
		t->contested[i] = 100;
	if (t->weight[CONTESTED] == 100)
		return;
	for (int seat = 0; seat < t->view->players; seat++) {
		const unsigned theirs = rails_classes(t->box, t->g, seat), ours = rails_classes(t->box, t->g, t->seat);
		for (int i = 0; i < GOALS_OPEN && seat != t->seat; i++) {
			const struct rails_condition *when = &t->box->rails.goal[t->g->goal[i]].when;
			if (t->g->claimed[i] == NO_SIDE && goal_lacks(t->box, t->g, &t->g->side[seat], theirs, when) < goal_lacks(t->box, t->g, t->me, ours, when))
				t->contested[i] = t->weight[CONTESTED];
		}
	}
}

/* As large as it is, of what a survey fills in nothing is set, and none of it is ever copied. */
static void set_table(struct survey *t, const int weight[], const struct box *b, const struct state *view)
{
	t->box = b;
	t->view = view;
	t->g = &view->rails;
	t->seat = rails_to_move(b, view);
	t->me = &t->g->side[t->seat];
	t->weight = weight;
	t->open = 0;
	t->rounds = rounds_left(t);
	for (int i = 0; i < 3; i++)
		t->dollar[i] = weight[DOLLAR + i] * min(t->rounds, weight[LATE]) / weight[LATE];
	look_at_rivals(t);
	for (int city = 0; city < ALL_CITIES; city++)
		t->open += is_open(t, city);
}

/* --------------------------------------------------------------------------------------------------------- goals and cards */

static int share(const struct survey *t, const struct rails_side *p, unsigned classes, const struct rails_goal *goal)
{
	return goal->prestige * VP * t->weight[GOAL_MET + min(GOAL_FAR - GOAL_MET, goal_lacks(t->box, t->g, p, classes, &goal->when))] / 100;
}

/* What the goals are worth that nobody has reached, and the contract. */
static int hope(const struct survey *t, const struct rails_side *p, unsigned classes)
{
	int worth = share(t, p, classes, &t->box->rails.contract[t->g->contract[t->seat]]);

	for (int i = 0; i < GOALS_OPEN; i++)
		if (t->g->claimed[i] == NO_SIDE)
			worth += share(t, p, classes, &t->box->rails.goal[t->g->goal[i]]) * t->contested[i] / 100;
	return worth;
}

/* What so many dollars are worth. */
static int purse(const struct survey *t, int money)
{
	return min(money, FEW_DOLLARS) * t->dollar[0] + max(0, min(money, MANY_DOLLARS) - FEW_DOLLARS) * t->dollar[1] + max(0, money - MANY_DOLLARS) * t->dollar[2];
}

/* To us, who have some already; less than 0: it is to be paid. */
static int cash(const struct survey *t, int money)
{
	return purse(t, t->me->money + money) - purse(t, t->me->money);
}

static int pay(const struct survey *t, int prestige, int money)
{
	return prestige * VP + cash(t, money);
}

static int route_pay(const struct survey *t, int length)
{
	return pay(t, t->box->rails.prestige[length - 1], t->box->rails.income[length - 1]);
}

static int card_worth(const struct survey *t, int card)
{
	const struct rails_card *c = &t->box->rails.card[card];
	const int kind = c->when.test == TEST_LENGTH ? CARD_LENGTH : c->when.test == TEST_TERRAIN ? CARD_TERRAIN : CARD_OTHER;

	return t->rounds == 0 ? 0 : pay(t, c->prestige, c->money) * t->weight[kind] / 100;
}

/* ---------------------------------------------------------------------------------------------------------------- the map */

static void look_round(struct survey *t)
{
	for (int hex = 0; hex < RAILS_MAP; hex++) {
		t->step[hex] = NEVER;
		if (!rails_in_play(t->g, hex / RAILS_HEXES))
			continue;
		bool city = rails_hex(t->box, hex)->terrain == CITY;
		bool own = city ? t->me->trains >> rails_city_on(t->box, hex) & 1 : rails_has(t->me->track, hex);
		t->cost[hex] = (uint8_t)(city || own ? 0 : rails_cost(t->box, t->view, hex));
		const int others = own || city ? 0 : rails_colours(t->g, hex);
		if (own)
			t->step[hex] = 0;
		else if (!city && others < 2)
			t->step[hex] = (uint8_t)min(NEVER - 1, t->weight[TRACK] + t->weight[COST] * t->cost[hex]);
		t->site[hex] = (int16_t)(others ? t->weight[SHARED_HEX] : rails_hex(t->box, hex)->star ? t->box->rails.star * VP : 0);
	}
}

static bool is_same(const struct works *a, const struct works *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

static void lessen(struct works *to, const struct works *by)
{
	for (int i = 0; i < LANES; i++)
		to->of[i] = by->of[i] < to->of[i] ? by->of[i] : to->of[i];
}

/* With a track there before it. */
static struct works onward(const struct works *w, int step)
{
	struct works out;

	for (int i = 0; i < LANES; i++) {
		uint8_t sum = (uint8_t)(w->of[i] + step);
		out.of[i] = sum < w->of[i] ? NEVER : sum;
	}
	return out;
}

static void mark(const struct survey *t, int hex, bool beside[RAILS_MAP])
{
	for (int i = 0; i < t->ground->besides[hex]; i++)
		beside[t->ground->beside[hex][i]] = true;
}

/* From the targets outwards: a piece on a hex has those steps before it that come after it on the way. The map is gone through to and
 * fro, looking at the hexes beside those where something has changed, until nothing does. */
static void spread(struct survey *t, bool beside[RAILS_MAP])
{
	struct works through[RAILS_MAP];
	bool more = true;

	for (int hex = 0; hex < RAILS_MAP; hex++)
		through[hex] = onward(&t->work[hex], t->step[hex]);
	for (int pass = 0; more; pass++) {
		more = false;
		for (int k = 0; k < RAILS_MAP; k++) {
			const int hex = pass % 2 ? RAILS_MAP - 1 - k : k;
			if (!beside[hex])
				continue;
			struct works least = t->work[hex];
			beside[hex] = false;
			for (int i = 0; i < t->ground->besides[hex]; i++)
				lessen(&least, &through[t->ground->beside[hex][i]]);
			if (is_same(&least, &t->work[hex]))
				continue;
			t->work[hex] = least;
			through[hex] = onward(&least, t->step[hex]);
			mark(t, hex, beside);
			more = true;
		}
	}
}

/* False: all has to be measured anew. */
static bool go_on(struct survey *t, const struct last *last, const int16_t target[TARGETS], bool beside[RAILS_MAP])
{
	if (last->ground != t->ground->number || memcmp(last->target, target, sizeof last->target) != 0)
		return false;
	for (int hex = 0; hex < RAILS_MAP; hex++) {
		if (t->step[hex] == last->step[hex])
			continue;
		if (t->step[hex] > last->step[hex] || last->step[hex] == NEVER)
			return false;
		mark(t, hex, beside);
	}
	memcpy(t->work, last->work, sizeof t->work);
	return true;
}

/* A factory needs a track on it, a city one next to it. */
static void begin(struct survey *t, const int16_t target[TARGETS], bool beside[RAILS_MAP])
{
	memset(t->work, NEVER, sizeof t->work);
	memset(beside, true, RAILS_MAP * sizeof beside[0]);
	for (int i = 0; i < TARGETS; i++) {
		const int hex = target[i];
		if (hex >= 0 && i < ALL_FACTORIES)
			t->work[hex].of[i] = 0;
		for (int k = 0; hex >= 0 && i >= ALL_FACTORIES && k < t->ground->besides[hex]; k++) {
			int next = t->ground->beside[hex][k];
			if (t->step[next] != NEVER && rails_hex(t->box, next)->terrain != CITY)
				t->work[next].of[i] = 0;
		}
	}
}

static void measure(struct survey *t, const int16_t target[TARGETS])
{
	static _Thread_local struct last measured;
	struct last *last = &measured;
	bool beside[RAILS_MAP] = { false };     /* a hex where something is not as it was measured */

	if (!go_on(t, last, target, beside))
		begin(t, target, beside);
	spread(t, beside);
	last->ground = t->ground->number;
	memcpy(last->step, t->step, sizeof last->step);
	memcpy(last->target, target, sizeof last->target);
	memcpy(last->work, t->work, sizeof last->work);
}

/* Goals that tracks, and what they cost, have to do with. */
static void pick_goals(struct survey *t)
{
	for (int i = 0; i <= GOALS_OPEN; i++) {
		const struct rails_goal *goal = i < GOALS_OPEN ? &t->box->rails.goal[t->g->goal[i]] : &t->box->rails.contract[t->g->contract[t->seat]];
		const int test = goal->when.test;
		if ((i == GOALS_OPEN || t->g->claimed[i] == NO_SIDE) &&
			(test == TEST_TERRAIN || test == TEST_STARS || test == TEST_TILES || test == TEST_MONEY || test == TEST_NO_LOAN)) {
			for (int k = 0; k <= GOAL_FAR - GOAL_MET; k++)
				t->step_worth[t->goals][k] = goal->prestige * VP * t->weight[GOAL_MET + k] / 100 * (i < GOALS_OPEN ? t->contested[i] : 100) / 100;
			t->goal[t->goals++] = goal;
		}
	}
}

/* What a delivery does for goals that deliveries can bring nearer. */
static int lure(const struct survey *t, int good, int city)
{
	struct rails_side after = *t->me;

	after.delivered[good]++;
	after.trains = (uint16_t)(after.trains | 1u << city);
	return (hope(t, &after, 0) - hope(t, t->me, 0)) * t->weight[LURE] / 100;
}

/* What there is to think of beside the pay of each route. */
static void refine(struct survey *t)
{
	const int *w = t->weight, turns = (t->rounds + (t->g->phase <= RAILS_DELIVER)) * (1 + (t->me->unlocked >> DISPATCHER & 1));
	int left = 100;

	t->pieces = rails_bits(t->me->trains);
	for (int terrain = 0; terrain < RAILS_TERRAINS; terrain++)
		t->pieces += t->me->built[terrain];
	t->plain = w[WAITING] == 100 && w[BEYOND] == 100 && w[LURE] == 0 && w[LAST_ROOM] == 100 && w[LAST_CUBE] == 100;
	if (t->plain)
		return;
	for (int i = 0; i < ALL_CITIES; i++, left = left * w[WAITING] / 100)
		t->patience[i] = i < turns ? left : left * w[BEYOND] / 100;
	for (int i = 0; i < t->pairs; i++) {
		const int factory = t->pair[i].factory, city = t->pair[i].city - ALL_FACTORIES;
		t->more[i].percent = (rails_trains_in(t->g, city) > 0 ? w[LAST_ROOM] : 100) * (t->g->cubes[factory] == 1 ? w[LAST_CUBE] : 100) / 100;
		t->more[i].lure = w[LURE] ? lure(t, rails_hex(t->box, rails_factory_hex(t->box, factory))->good, city) : 0;
	}
}

static void survey(struct survey *t)
{
	int16_t target[TARGETS];

	t->ground = rails_ground_of(t->box, t->g);
	t->goals = t->pairs = 0;
	pick_goals(t);
	look_round(t);
	for (int i = 0; i < TARGETS; i++) {
		int city = i - ALL_FACTORIES;
		target[i] = -1;
		if (city < 0 && rails_in_play(t->g, i / RAILS_FACTORIES) && t->g->cubes[i] > 0)
			target[i] = (int16_t)rails_factory_hex(t->box, i);
		else if (city >= 0 && is_open(t, city))
			target[i] = (int16_t)rails_city_hex(t->box, city);
	}
	measure(t, target);
	for (int c = ALL_FACTORIES; c < TARGETS; c++)
		for (int f = 0; f < ALL_FACTORIES; f++)
			if (target[f] >= 0 && target[c] >= 0 && rails_hex(t->box, target[c])->wants >> rails_hex(t->box, target[f])->good & 1)
				t->pair[t->pairs++] = (struct pair){ (uint8_t)f, (uint8_t)c, (uint8_t)min(ROUTE_MOST, rails_ground_distance(t->ground, target[f], target[c])) };
	memset(t->worth, -1, sizeof t->worth);
	refine(t);
}

/* ---------------------------------------------------------------------------------------------------------------- building */

/* A network is what is to be done for each target. */
static struct works network_of(const struct survey *t)
{
	struct works n;

	memset(&n, NEVER, sizeof n);
	for (int hex = 0; hex < RAILS_MAP; hex++)
		if (t->step[hex] == 0)
			lessen(&n, &t->work[hex]);
	return n;
}

/* Of a route that is so long at least. The more pieces there are, the more it can wind. */
static int delivery_worth(struct survey *t, int length, int work)
{
	const int *w = t->weight;
	int *worth = &t->worth[length][work];

	if (*worth < 0) {
		const int winding = w[WINDINGS] * (t->pieces * w[TRACK] + work) / (100 * w[TRACK]);
		const bool late = work > (t->rounds + 1) * w[PACE];
		*worth = late ? 0 : route_pay(t, min(ROUTE_MOST, max(length, winding))) * w[REACH] / (w[REACH] + work);
	}
	return *worth;
}

/* Of so many, each to another city: the later in the order of their worth, the less they count. */
static int in_turn(const struct survey *t, int best[], int n)
{
	int total = 0;

	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && best[k] > best[k - 1]; k--) {
			int worse = best[k - 1];
			best[k - 1] = best[k];
			best[k] = worse;
		}
	for (int i = 0; i < n; i++)
		total += best[i] * t->patience[i];
	return total / 100;
}

/* What a pair adds to the pay of its route. */
static int refined(const struct survey *t, int pair, int worth, int work)
{
	const int reach = t->weight[REACH];

	return worth > 0 ? worth * t->more[pair].percent / 100 + t->more[pair].lure * reach / (reach + work) : 0;
}

static int potential(struct survey *t, const struct works *n)
{
	int total = 0, of[ALL_CITIES], cities = 0;

	for (int i = 0; i < t->pairs; ) {
		int best = 0, city = t->pair[i].city;
		for (; i < t->pairs && t->pair[i].city == city; i++) {
			const struct pair *at = &t->pair[i];
			if (n->of[at->factory] == NEVER || n->of[city] == NEVER)
				continue;
			const int work = n->of[at->factory] + n->of[city], worth = delivery_worth(t, at->length, work);
			best = max(best, t->plain ? worth : refined(t, i, worth, work));
		}
		total += best;
		of[cities++] = best;
	}
	return t->plain ? total : in_turn(t, of, cities);
}

/* What the goals that tracks can bring nearer are worth. */
static int prospects(const struct survey *t, const struct rails_side *p)
{
	int worth = 0;

	for (int i = 0; i < t->goals; i++)
		worth += t->step_worth[i][min(GOAL_FAR - GOAL_MET, goal_lacks(t->box, t->g, p, 0, &t->goal[i]->when))];
	return worth;
}

/* What a track brings by itself: prestige, goals, and its price. `before`: the prospects without it. */
static int site_worth(const struct survey *t, struct rails_side *p, int before, int hex)
{
	const struct rails_hex *on = rails_hex(t->box, hex);
	const bool star = on->star && rails_colours(t->g, hex) == 0;
	const int cost = t->cost[hex], paid = cost ? purse(t, p->money) - purse(t, p->money - cost) : 0;

	p->built[on->terrain]++;
	p->stars = (uint8_t)(p->stars + star);
	p->track[hex / RAILS_HEXES] |= 1u << hex % RAILS_HEXES;
	p->money = (uint16_t)max(0, p->money - cost);
	return t->site[hex] - paid + prospects(t, p) - before;
}

static bool is_site(const struct survey *t, int hex, int money)
{
	return t->step[hex] != 0 && t->step[hex] != NEVER && t->cost[hex] <= money;
}

/* The best second track after the one that is the move `at`. What comes before that in the list is left out: the two together have been looked
 * at the other way round, and are worth the same. */
static int second(struct survey *t, const struct moves *m, int at, const struct works *n, const struct rails_side *p)
{
	const int first = m->id[at] - RAILS_MOVE_BUILD, now = potential(t, n), before = prospects(t, p);
	int best = now;

	for (int i = at + 1; i < m->n + t->ground->besides[first]; i++) {
		int hex = i < m->n ? m->id[i] - RAILS_MOVE_BUILD : t->ground->beside[first][i - m->n];
		if (hex >= RAILS_MAP || hex == first || !is_site(t, hex, p->money))
			continue;
		struct rails_side after = *p;
		struct works then = *n;
		lessen(&then, &t->work[hex]);
		best = max(best, site_worth(t, &after, before, hex) + (is_same(&then, n) ? now : potential(t, &then)));
	}
	return best;
}

static void weigh_builds(struct survey *t, const struct moves *m, int worth[])
{
	const bool two = t->g->phase == RAILS_BUILD && t->g->building == 0 && t->me->tracks > 1;

	survey(t);
	const struct works now = network_of(t);
	const int before = prospects(t, t->me);
	for (int i = 0; i < m->n; i++) {
		int hex = m->id[i] - RAILS_MOVE_BUILD;
		if (m->id[i] == RAILS_MOVE_PASS)
			worth[i] = potential(t, &now);
		if (hex >= RAILS_MAP)
			continue;
		struct rails_side after = *t->me;
		struct works then = now;
		lessen(&then, &t->work[hex]);
		worth[i] = site_worth(t, &after, before, hex) + (two ? second(t, m, i, &then, &after) : potential(t, &then));
	}
}

/* ------------------------------------------------------------------------------------------------------------- deliveries */

/* What a cube of that good on that slot of the ship brings us. */
static int slot_worth(const struct survey *t, int good, int slot)
{
	struct freight then = t->g->freight;
	struct freight_log log;
	int worth = 0;

	freight_deliver(&t->box->rails.freight, &then, (struct freight_load){ t->g->sides, t->seat, good, slot }, &log);
	for (int i = 0; i < log.n; i++)
		if (log.of[i].owner == t->seat)
			worth += pay(t, log.of[i].bonus.prestige, log.of[i].bonus.money) + (log.of[i].what == FREIGHT_LOADED ? t->weight[CONTAINER] : 0);
	return worth;
}

static int ship_worth(const struct survey *t, int good)
{
	unsigned slots = freight_choices(&t->box->rails.freight, &t->g->freight, t->seat, t->view->option[RAILS_ANY_ORDER]);
	int best = 0;

	for (; slots; slots &= slots - 1)
		best = max(best, slot_worth(t, good, rails_lowest(slots)));
	return best;
}

static void set_worth(const struct moves *m, int move, int to, int worth[])
{
	for (int i = 0; i < m->n; i++)
		if (m->id[i] == move)
			worth[i] = to;
}

/* What we stand at after a delivery with the best card and route for it, and with each of these moves if they are to be weighed. */
static int best_use(const struct survey *t, int factory, int city, const struct moves *m, int each[])
{
	const unsigned classes = rails_classes(t->box, t->g, t->seat);
	struct rails_side after = *t->me;
	struct routes r;
	int most = INT_MIN;

	rails_open_routes(t->box, t->g, t->seat, factory, city, &r);
	after.delivered[r.good]++;
	after.trains |= (uint8_t)(1u << city);
	for (int card = 0; card < TRAIN_CARDS; card++) {
		const struct rails_card *c = &t->box->rails.card[card];
		struct outcome o[2];
		if (!rails_holds(t->g, t->seat, card))
			continue;
		for (int i = 0, n = rails_outcomes(t->box, t->g, &r, card, o); i < n; i++) {
			after.longest = (uint8_t)max(t->me->longest, o[i].length);
			const int earned = route_pay(t, o[i].length), forgone = t->rounds > 0 ? (route_pay(t, ROUTE_MOST) - earned) * t->weight[SHORTNESS] / 100 : 0;
			int worth = earned - forgone + (o[i].meets ? pay(t, c->prestige, c->money) : 0) - card_worth(t, card)
				+ hope(t, &after, classes | 1u << c->class);
			most = max(most, worth);
			if (m)
				set_worth(m, RAILS_MOVE_USE + card * ROUTE_MOST + o[i].length - 1, worth, each);
		}
	}
	return most;
}

static void weigh_deliveries(const struct survey *t, const struct moves *m, int worth[])
{
	for (int i = 0; i < m->n; i++) {
		int pair = m->id[i] - RAILS_MOVE_DELIVER, factory = pair / ALL_CITIES, city = pair % ALL_CITIES;
		if (m->id[i] == RAILS_MOVE_PASS)
			worth[i] = hope(t, t->me, rails_classes(t->box, t->g, t->seat));
		if (m->id[i] >= RAILS_MOVE_USE)
			continue;
		worth[i] = best_use(t, factory, city, NULL, NULL) + ship_worth(t, rails_hex(t->box, rails_factory_hex(t->box, factory))->good);
		worth[i] += (rails_trains_in(t->g, city) > 0 ? t->weight[HURRY_ROOM] : 0) + (t->g->cubes[factory] == 1 ? t->weight[HURRY_CUBE] : 0);
	}
}

static void weigh_slots(const struct survey *t, const struct moves *m, int worth[])
{
	const int good = rails_hex(t->box, rails_factory_hex(t->box, t->g->from))->good;

	for (int i = 0; i < m->n; i++)
		worth[i] = slot_worth(t, good, m->id[i] - RAILS_MOVE_LOAD);
}

/* -------------------------------------------------------------------------------------------------------- buying and loans */

static void weigh_cards(const struct survey *t, const struct moves *m, int worth[])
{
	const int hand = rails_hand(t->g, t->seat), wanted = min(t->rounds, t->open);

	for (int i = 0; i < m->n; i++) {
		int card = m->id[i] - RAILS_MOVE_BUY;
		if (m->id[i] == RAILS_MOVE_PASS)
			worth[i] = 0;
		else if (card >= 0 && card < TRAIN_CARDS && hand < wanted)
			worth[i] = card_worth(t, card) + t->weight[FIRST_CARD + min(hand, 2)] + cash(t, -t->box->rails.market[t->g->where[card] - IN_MARKET]);
	}
}

/* A loan is taken or repaid by a rule of its own, before anything else. */
static void weigh_office(const struct survey *t, const struct moves *m, int worth[])
{
	const bool poor = t->me->money < t->weight[BORROW_BELOW] && t->rounds > t->weight[BORROW_ROUNDS];
	const bool rich = t->rounds <= t->weight[REPAY] || t->me->money >= t->box->rails.repay + t->weight[RESERVE];

	for (int i = 0; i < m->n; i++) {
		int ability = m->id[i] - RAILS_MOVE_UNLOCK;
		if (m->id[i] == RAILS_MOVE_PASS)
			worth[i] = 0;
		else if (m->id[i] == RAILS_MOVE_LOAN && poor)
			worth[i] = FIRST_OF_ALL;
		else if (m->id[i] == RAILS_MOVE_REPAY && rich)
			worth[i] = FIRST_OF_ALL - 1;
		if (ability < 0 || ability >= RAILS_ABILITIES)
			continue;
		int price = t->box->rails.ability[ability].price, left = t->me->money - price;
		worth[i] = t->weight[NIGHT_SHIFT_ROUND + ability] * t->rounds + cash(t, -price) - max(0, t->weight[RESERVE] - left) * t->dollar[0];
	}
}

static void weigh_moves(const struct simple *self, const struct box *b, const struct state *view, const struct moves *m, int worth[])
{
	struct survey t;

	for (int i = 0; i < m->n; i++)
		worth[i] = SIMPLE_NEVER;
	set_table(&t, self->weights, b, view);
	switch (t.g->phase) {
	case RAILS_START_TRACK:
	case RAILS_BUILD:
	case RAILS_THIRD:
		weigh_builds(&t, m, worth);
		break;
	case RAILS_DELIVER:
		weigh_deliveries(&t, m, worth);
		break;
	case RAILS_ROUTE:
		best_use(&t, t.g->from, t.g->to, m, worth);
		break;
	case RAILS_LOAD:
		weigh_slots(&t, m, worth);
		break;
	case RAILS_BUY:
		weigh_cards(&t, m, worth);
		break;
	default:
		weigh_office(&t, m, worth);
	}
}

/* The best move: of equals a pass, else the first. */
static int answer(const struct simple *self, const struct box *b, const struct state *view, const struct moves *m)
{
	int worth[MAX_MOVES], best = 0;

	weigh_moves(self, b, view, m, worth);
	for (int i = 1; i < m->n; i++)
		if (worth[i] > worth[best] || (worth[i] == worth[best] && m->id[i] == RAILS_MOVE_PASS))
			best = i;
	return m->id[best];
}

#define TABLE .answer = answer, .weigh_moves = weigh_moves, .n = WEIGHTS, .info = info

const struct simple
	rails_simple = { TABLE, .weights = frozen },
	rails_adept  = { TABLE, .weights = tuned };
