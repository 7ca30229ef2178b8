/* What a company of Small Railroad Empires has, and the deliveries that its network can hope for: bot_simple.c thinks of a network in much
 * the same way. Here a set of hexes is two words and a map is measured once, so that one look takes a microsecond. */
#include "bots/knowledge.h"
#include "bots/puct.h"

#include <stdlib.h>
#include <string.h>

#include "bots/hash.h"
#include "games/rails/bot_ground.h"
#include "games/rails/bot_moves.h"
#include "games/rails/bot_round.h"
#include "games/rails/bot_simple.h"

enum feature {
	PRESTIGE, CONTRACT, GOALS, FIRST_MONEY, MORE_MONEY, MUCH_MONEY, LOANS, NEXT, SECOND, THIRD, OTHERS, TO_BUILD, CARDS, REWARDS,
	THIRD_TRACK, TUNNELS, BRIDGES, DISPATCH, ABOARD_SHIP, TRACKS, FEATURES
};

static const char *const name[FEATURES] = {
	[PRESTIGE] = "prestige, if it ended now", [CONTRACT] = "share of the contract", [GOALS] = "shares of open achievements",
	[FIRST_MONEY] = "the first four dollars", [MORE_MONEY] = "the next six", [MUCH_MONEY] = "all beyond", [LOANS] = "loans",
	[NEXT] = "the best delivery", [SECOND] = "the second", [THIRD] = "the third", [OTHERS] = "all others",
	[TO_BUILD] = "tracks in this turn still", [CARDS] = "cards that will be used", [REWARDS] = "what they pay",
	[THIRD_TRACK] = "night shift", [TUNNELS] = "tunnel crew", [BRIDGES] = "bridge crew", [DISPATCH] = "dispatcher",
	[ABOARD_SHIP] = "containers aboard", [TRACKS] = "tracks in supply",
};

/* In prestige; of abilities for each round left. */
#include "games/rails/bot_weights.h"
_Static_assert(sizeof weight / sizeof weight[0] == FEATURES, "a weight for each feature");

/* What deliveries are chosen by; the weights judge what was chosen. */
static const float
	dollar   = 0.4F,                /* prestige for each, while there are ... */
	late     = 4,                   /* ... that many rounds left; less and less after that */
	reach    = 6,                   /* so much work halves what a delivery is worth */
	waiting  = 0.9F,                /* what is left of it a turn later */
	windings = 0.8F;                /* part of all pieces that a route can lead over */
static const float share[] = { 1, 0.45F, 0.2F, 0.08F, 0 };      /* of a goal, by how much is missing */
enum { MUCH_MISSING = sizeof share / sizeof share[0] - 1 };

/* Networks ------------------------------------------------------------------------------------- */

enum { CLASSES = 8, FAR = 30 };

/* What a company still has to do, RAILS_TRACK_WORK for a track and 1 for each dollar, until it has a track there, or one beside it. */
struct network { uint8_t factory[ALL_FACTORIES], city[ALL_CITIES]; };

/* All that it depends on. */
struct ground {
	uint64_t map;
	struct rails_set own, near, one, two;         /* own tracks, what lies beside them, and where one other has tracks, or two */
	uint8_t work[2][CITY];                  /* on each terrain: where nobody is, where somebody is */
	uint8_t unused[16 - 2 * CITY % 16];     /* no byte is undecided */
};

static uint8_t work_on(const struct box *b, const struct rails_side *p, int terrain, bool fee)
{
	const int cost = rails_terrain_cost(b, p, terrain) + RAILS_TRACK_WORK + (fee ? b->rails.fee : 0);

	return (uint8_t)(cost < CLASSES ? cost : CLASSES - 1);
}

static struct ground ground_of(const struct rails_map *m, const struct box *b, const struct rails *g, int side)
{
	const struct rails_side *p = &g->side[side];
	struct ground at = { .map = m->number, .own = rails_set_of(p->track), .near = rails_set_of(p->near) };

	for (int i = 0; i < g->sides; i++)
		if (i != side) {
			struct rails_set theirs = rails_set_of(g->side[i].track);
			at.two = rails_both(at.two, rails_common(at.one, theirs));
			at.one = rails_both(at.one, theirs);
		}
	for (int fee = 0; fee < 2; fee++)
		for (int terrain = 0; terrain < CITY; terrain++)
			at.work[fee][terrain] = work_on(b, p, terrain, fee);
	return at;
}

/* From the own pieces outwards, by growing work: the sets of all that is reached with so much. */
static struct network explore(const struct rails_map *m, const struct ground *at)
{
	struct rails_set class[CLASSES] = { { { 0 } } }, edge[FAR + 1], done = at->own;
	uint8_t level[RAILS_MAP];
	struct network n;

	for (int terrain = 0; terrain < CITY; terrain++) {
		struct rails_set *free = &class[at->work[0][terrain]], *shared = &class[at->work[1][terrain]];
		*free = rails_both(*free, rails_without(m->land[terrain], at->one));
		*shared = rails_both(*shared, rails_without(rails_common(m->land[terrain], at->one), at->two));
	}
	memset(level, RAILS_NEVER, sizeof level);
	edge[0] = at->near;
	for (int work = 1; work <= FAR; work++) {
		struct rails_set now = { { 0 } }, next = { { 0 } };
		for (int k = RAILS_TRACK_WORK; k < CLASSES && k <= work; k++)
			now = rails_both(now, rails_common(edge[work - k], class[k]));
		now = rails_without(now, done);
		done = rails_both(done, now);
		for (int half = 0; half < 2; half++)
			for (uint64_t left = now.of[half]; left; left &= left - 1) {
				int hex = __builtin_ctzll(left) + half * 3 * RAILS_HEXES;
				level[hex] = (uint8_t)work;
				next = rails_both(next, m->beside[hex]);
			}
		edge[work] = next;
	}
	for (int f = 0; f < ALL_FACTORIES; f++)
		n.factory[f] = m->factory[f] < 0 ? RAILS_NEVER : rails_in_set(at->own, m->factory[f]) ? 0 : level[m->factory[f]];
	for (int c = 0; c < ALL_CITIES; c++) {
		n.city[c] = rails_any(rails_common(m->around[c], at->own)) ? 0 : RAILS_NEVER;
		for (int half = 0; half < 2 && n.city[c] > 0; half++)
			for (uint64_t left = m->around[c].of[half]; left; left &= left - 1) {
				uint8_t reached = level[__builtin_ctzll(left) + half * 3 * RAILS_HEXES];
				n.city[c] = reached < n.city[c] ? reached : n.city[c];
			}
	}
	return n;
}

/* Most moves build nothing, and what one company builds leaves the others' networks as they were but for a few hexes: so networks are kept, each
 * thread its own. */
static const struct network *network_of(const struct rails_map *m, const struct box *b, const struct rails *g, int side)
{
	enum { KNOWN = 1 << 10 };
	static _Thread_local struct { struct ground of; struct network is; } known[KNOWN];
	const struct ground at = ground_of(m, b, g, side);
	const uint64_t i = rng_mix(hash_on(0, &at, sizeof at)) % KNOWN;

	if (memcmp(&known[i].of, &at, sizeof at) != 0) {
		known[i].is = explore(m, &at);
		known[i].of = at;
	}
	return &known[i].is;
}

static int pieces_of(const struct rails_side *p)
{
	int n = rails_bits(p->trains);

	for (int terrain = 0; terrain < RAILS_TERRAINS; terrain++)
		n += p->built[terrain];
	return n;
}

/* Goals ------------------------------------------------------------------------------------------ */

/* What goals add to deliveries: of a good, to a tile, of any kind. */
struct lure { float good[RAILS_GOODS], tile[RAILS_TILES], every; };

static float look_at(const struct box *b, const struct rails *g, const struct rails_side *p, unsigned classes, const struct rails_goal *goal, struct lure *l)
{
	const int lacks = goal_lacks(b, g, p, classes, &goal->when);
	const float worth = (float)goal->prestige * share[lacks < MUCH_MISSING ? lacks : MUCH_MISSING];
	const float more = lacks > 0 ? (float)goal->prestige * share[lacks <= MUCH_MISSING ? lacks - 1 : MUCH_MISSING] - worth : 0;

	if (more <= 0)
		return worth;
	switch (goal->when.test) {
	case TEST_GOODS:
		for (int good = 0; good < RAILS_GOODS; good++)
			if (goal->when.goods >> good & 1 && p->delivered[good] + lacks == goal->when.n)
				l->good[good] += more;
		break;
	case TEST_KINDS:
		for (int good = 0; good < RAILS_GOODS; good++)
			if (p->delivered[good] == 0)
				l->good[good] += more;
		break;
	case TEST_TRAIN_TILES:
		for (int tile = 0; tile < RAILS_TILES; tile++)
			if (!(p->trains >> tile * RAILS_CITIES & ((1u << RAILS_CITIES) - 1)))
				l->tile[tile] += more;
		break;
	case TEST_DELIVERIES:
		l->every += more;
		break;
	}
	return worth;
}

/* Features ------------------------------------------------------------------------------------------ */

static float left(const struct box *b, const struct state *s)
{
	float rest = rails_rounds_left(rails_map_of(b, &s->rails), s) / 9;

	return rest < 1 ? rest : 1;
}

struct cards { int hand; uint32_t held; unsigned classes; };

static struct cards cards_of(const struct box *b, const struct rails *g, int side)
{
	struct cards c = { .hand = rails_hand(g, side) };

	for (int card = 0; card < TRAIN_CARDS; card++) {
		c.held |= (uint32_t)(g->where[card] == DEALT + side || g->where[card] == BOUGHT + side) << card;
		if (g->where[card] == COLLECTED + side)
			c.classes |= 1u << b->rails.card[card].class;
	}
	return c;
}

/* How likely a card pays. */
static float fits(const struct rails_side *p, const struct rails_condition *when, float length)
{
	int have = 0;

	switch (when->test) {
	case TEST_LENGTH:
		return length >= (float)when->n ? 1 : 0.3F;
	case TEST_TERRAIN:
		for (int terrain = 0; terrain < RAILS_TERRAINS; terrain++)
			have += when->terrains >> terrain & 1 ? p->built[terrain] : 0;
		return have >= when->n ? 0.8F : 0.3F;
	default:
		return 0.5F;
	}
}

/* One company at one moment, and what its features are reckoned from. */
struct outlook {
	const struct box *b;
	const struct state *s;
	const struct rails *g;
	const struct rails_side *p;
	const struct rails_map *m;
	const struct network *network;
	int   seat;
	bool  active;                           /* it is its turn */
	float rounds, fade, pieces;             /* rounds left; per cent that a dollar still counts; pieces on the map */
	struct cards cards;
	struct lure lure;
	int   hopes, turns;                     /* deliveries that can be hoped for, and turns that are left for them */
	struct hope { float worth, length; } hope[ALL_CITIES];          /* best first, each to another city */
};

/* What a delivery between this pair is worth, and how long its route will be. */
static struct hope hope_of(const struct outlook *o, const struct rails_pair *at)
{
	const int to_factory = o->network->factory[at->factory];
	const float work = (float)(to_factory + o->network->city[at->city]);

	if (o->g->cubes[at->factory] == 0 || to_factory == RAILS_NEVER || work > (o->rounds + 1) * 9)
		return (struct hope){ 0, 0 };
	float length = (float)at->apart, wound = windings * (o->pieces + work / 4);
	if (wound > length)
		length = wound < (float)ROUTE_MOST ? wound : (float)ROUTE_MOST;
	const int whole = (int)length;
	const float pay = (float)o->b->rails.prestige[whole - 1] + (float)o->b->rails.income[whole - 1] * (dollar * o->fade) + o->lure.good[at->good];
	return (struct hope){ pay * reach / (reach + work), length };
}

/* Whether the company can still bring a train to that city. */
static bool takes_train(const struct outlook *o, int city)
{
	return o->network->city[city] != RAILS_NEVER && !(o->p->trains >> city & 1) && rails_room_in(o->g, city) > 0;
}

/* The best delivery to each city, best first. The pairs of the map are sorted by city. */
static void set_hopes(struct outlook *o)
{
	o->hopes = 0;
	for (int i = 0; i < o->m->pairs; ) {
		const int city = o->m->pair[i].city;
		const bool open = takes_train(o, city);
		struct hope best = { 0, 0 };
		for (; i < o->m->pairs && o->m->pair[i].city == city; i++) {
			struct hope one = open ? hope_of(o, &o->m->pair[i]) : best;
			if (one.worth > best.worth)
				best = one;
		}
		if (best.worth <= 0)
			continue;
		best.worth += (o->lure.tile[city / RAILS_CITIES] + o->lure.every) * 0.5F;
		int to = o->hopes++;
		for (; to > 0 && o->hope[to - 1].worth < best.worth; to--)
			o->hope[to] = o->hope[to - 1];
		o->hope[to] = best;
	}
}

static void goal_features(struct outlook *o, float out[])
{
	out[PRESTIGE] = (float)o->p->prestige - (float)(o->b->rails.loan_prestige * o->p->loans);
	for (int i = 0; i < GOALS_OPEN; i++) {
		const struct rails_goal *goal = &o->b->rails.goal[o->g->goal[i]];
		if (o->g->claimed[i] == o->seat)
			out[PRESTIGE] += (float)goal->prestige;
		else if (o->g->claimed[i] == NO_SIDE)
			out[GOALS] += look_at(o->b, o->g, o->p, o->cards.classes, goal, &o->lure);
	}
	if (o->g->contract[o->seat] != NO_CONTRACT)
		out[CONTRACT] = look_at(o->b, o->g, o->p, o->cards.classes, &o->b->rails.contract[o->g->contract[o->seat]], &o->lure);
}

static void money_features(const struct outlook *o, float out[])
{
	const float money = o->p->money;

	out[FIRST_MONEY] = o->fade * (money < 4 ? money : 4);
	out[MORE_MONEY] = o->fade * (money < 4 ? 0 : money < 10 ? money - 4 : 6);
	out[MUCH_MONEY] = o->fade * (money < 10 ? 0 : money - 10);
	out[LOANS] = o->p->loans;
}

static void delivery_features(struct outlook *o, float out[])
{
	const bool due = o->active && o->g->phase <= RAILS_LOAD && o->g->deliveries == 0;
	float patience = due ? 1 : waiting;

	set_hopes(o);
	o->turns = (int)(o->rounds + 0.99F) + due;
	for (int i = 0; i < o->hopes && i < o->turns; i++, patience *= waiting)
		out[i < 3 ? NEXT + i : OTHERS] += o->hope[i].worth * patience;
}

static void card_features(const struct outlook *o, float out[])
{
	const int hand = o->cards.hand, used = o->turns < o->hopes ? o->turns : o->hopes;
	float pays = 0;

	out[CARDS] = (float)(hand < used ? hand : used);
	if (used == 0 || hand == 0)
		return;
	for (uint32_t held = o->cards.held; held; held &= held - 1) {
		const struct rails_card *card = &o->b->rails.card[rails_lowest(held)];
		pays += fits(o->p, &card->when, o->hope[0].length) * ((float)card->prestige + (float)card->money * dollar * o->fade);
	}
	out[REWARDS] = hand <= used ? pays : pays * (float)used / (float)hand;
}

static bool in_setup(const struct rails *g)
{
	return g->round == 0 && g->phase != RAILS_START_TRACK && g->phase != RAILS_DOCK;
}

/* The features, and what they were reckoned from. */
static struct outlook outlook_of(const struct box *b, const struct state *s, int seat, float out[])
{
	const struct rails *g = &s->rails;
	struct outlook o = { .b = b, .s = s, .g = g, .p = &g->side[seat], .seat = seat, .active = seat == g->active && g->round > 0 };

	memset(out, 0, FEATURES * sizeof out[0]);
	if (in_setup(g))
		return o;
	o.m = rails_map_of(b, g);
	o.network = network_of(o.m, b, g, seat);
	o.rounds = rails_rounds_left(o.m, s);
	o.fade = o.rounds < late ? o.rounds / late : 1;
	o.pieces = (float)pieces_of(o.p);
	o.cards = cards_of(b, g, seat);
	goal_features(&o, out);                                 /* first: it sets the lure that deliveries are judged by */
	money_features(&o, out);
	delivery_features(&o, out);
	card_features(&o, out);
	out[TO_BUILD] = o.active && g->phase == RAILS_BUILD ? (float)(2 - g->building) : 0;
	for (int i = 0; i < RAILS_ABILITIES; i++)
		out[THIRD_TRACK + i] = o.p->unlocked >> i & 1 ? o.rounds : 0;
	for (int i = 0; i < FREIGHT_SLOTS && s->option[RAILS_FREIGHT]; i++)
		out[ABOARD_SHIP] += g->freight.slot[i] == SLOT_OWNER + seat;
	out[TRACKS] = o.p->tracks;
	return o;
}

static void features(const struct box *b, const struct state *s, int seat, float out[])
{
	outlook_of(b, s, seat, out);
}

/* Senses ------------------------------------------------------------------------------------------ */

/* What a net is told of a company beside the features. */
enum {
	WAGONS = FEATURES, STARS, LONGEST, DELIVERED, KINDS, HAND, MONEY, PIECES,
	UNLOCKED,                       /* abilities, one by one */
	BEFORE = UNLOCKED + RAILS_ABILITIES,    /* turns of others before the next own one */
	IN_ROUND,                       /* it has a turn in this round still, or is in the middle of it */
	HOPES, HOPE_LENGTH,             /* deliveries that can be hoped for, and the length of the best */
	AHEAD,                          /* struct rails_next at the end of this round and of those after it, number by number */
	NEXT_SENSES = sizeof(struct rails_next) / sizeof(float),
	SEAT_SENSES = AHEAD + RAILS_AHEAD * NEXT_SENSES
};

/* Turns that others have before the seat's next one; 0 while it is in the middle of its own. */
static int turns_before(const struct state *s, int seat, bool *in_round)
{
	const struct rails *g = &s->rails;
	const int at = g->round > 0 ? rails_place_in_round(s) : 0;

	*in_round = false;
	for (int k = at; k < s->players; k++)
		if (rails_seat_at(s, g->round > 0 ? g->round : 1, k) == seat) {
			*in_round = true;
			return k - at;
		}
	for (int k = 0; k < s->players; k++)
		if (rails_seat_at(s, g->round + 1, k) == seat)
			return s->players - at + k;
	return 0;
}

static void of_seat(const struct box *b, const struct state *s, int seat, float out[])
{
	const struct rails *g = &s->rails;
	const struct rails_side *p = &g->side[seat];
	bool in_round;

	memset(out, 0, AHEAD * sizeof out[0]);
	const struct outlook o = outlook_of(b, s, seat, out);
	out[WAGONS] = p->wagons;
	out[STARS] = p->stars;
	out[LONGEST] = p->longest;
	for (int good = 0; good < RAILS_GOODS; good++) {
		out[DELIVERED] += p->delivered[good];
		out[KINDS] += p->delivered[good] > 0;
	}
	out[HAND] = (float)rails_hand(g, seat);
	out[MONEY] = p->money;
	out[PIECES] = o.pieces;
	for (int i = 0; i < RAILS_ABILITIES; i++)
		out[UNLOCKED + i] = (float)(p->unlocked >> i & 1);
	out[BEFORE] = (float)turns_before(s, seat, &in_round);
	out[IN_ROUND] = in_round;
	out[HOPES] = (float)o.hopes;
	out[HOPE_LENGTH] = o.hopes > 0 ? o.hope[0].length : 0;
}

enum { ROUND, ROUNDS_LEFT, LAST, ROOM, FEWEST_TRACKS, FREIGHT, SLOTS, CUBES, ORDER, TABLE_AHEAD = ORDER + 3 };
/* At the end of this round and of those after it. */
enum { WILL_BE_OVER, ROOM_THEN, DECK_THEN, TABLE_NEXT, TABLE_SENSES = TABLE_AHEAD + RAILS_AHEAD * TABLE_NEXT };

static void of_table(const struct box *b, const struct state *s, float out[])
{
	const struct rails *g = &s->rails;

	memset(out, 0, TABLE_AHEAD * sizeof out[0]);
	out[ORDER + s->option[RAILS_ORDER]] = 1;
	out[FREIGHT] = s->option[RAILS_FREIGHT];
	if (in_setup(g))
		return;
	const struct rails_map *m = rails_map_of(b, g);
	out[ROUND] = g->round;
	out[ROUNDS_LEFT] = rails_rounds_left(m, s);
	out[LAST] = g->last != 0;
	for (int c = 0; c < ALL_CITIES; c++)
		out[ROOM] += m->city[c] >= 0 ? (float)rails_room_in(g, c) : 0;
	out[FEWEST_TRACKS] = g->side[0].tracks;
	for (int seat = 1; seat < s->players; seat++)
		out[FEWEST_TRACKS] = g->side[seat].tracks < out[FEWEST_TRACKS] ? g->side[seat].tracks : out[FEWEST_TRACKS];
	for (int i = 0; i < FREIGHT_SLOTS && g->freight.docked; i++)
		out[SLOTS] += g->freight.slot[i] == SLOT_EMPTY && i < b->rails.freight.ship[g->freight.docked - 1].slots;
	for (int f = 0; f < ALL_FACTORIES; f++)
		out[CUBES] += g->cubes[f];
}

_Static_assert((int)SEAT_SENSES <= (int)SEATS_MOST && (int)TABLE_SENSES <= (int)SEATS_TABLE, "room for all");

static void of_round(const struct box *b, const struct state *s, float seat[][SEATS_MOST], float table[])
{
	struct rails_round next[RAILS_AHEAD];

	memset(next, 0, sizeof next);
	if (s->rails.round > 0 && s->rails.phase != RAILS_OVER)
		rails_reckon(b, s, next);
	for (int ahead = 0; ahead < RAILS_AHEAD; ahead++) {
		float *at = &table[TABLE_AHEAD + ahead * TABLE_NEXT];
		at[WILL_BE_OVER] = next[ahead].over;
		at[ROOM_THEN] = next[ahead].room;
		at[DECK_THEN] = next[ahead].deck;
		for (int i = 0; i < s->players; i++)
			memcpy(&seat[i][AHEAD + ahead * NEXT_SENSES], &next[ahead].seat[i], sizeof next[ahead].seat[i]);
	}
}

static const struct senses senses = { .told = { SEAT_SENSES, TABLE_SENSES, MOVE_SENSES }, .of_seat = of_seat, .of_table = of_table, .of_round = of_round, .of_moves = rails_of_moves };

static const struct eval eval = {
	.standing = eval_by_features, .n = FEATURES, .names = name, .features = features, .left = left, .weights = weight, .near = NEAR_LEAD, .far = FAR_LEAD,
	.margin = 20, .temperature = 1.5F, .playout = 12,
};

#include "rails_net.h"

static _Atomic(struct seats_net *) net_read;
static const struct shipped shipped = { NET_BYTES, &net_read };

static const struct eval net = {
	.n = FEATURES, .names = name, .features = features, .left = left, .weights = weight, .near = NEAR_LEAD, .far = FAR_LEAD, .margin = 4,
	.playout = 4, .shipped = &shipped, .senses = &senses,
};

/* Found by matches (docs/trials.md). */
static const struct puct led = { .explore = 0.5F, .trust = 0.95F, .heat = 1, .doubt = 0.08F };

extern const struct bot_knowledge rails_bots;
const struct bot_knowledge rails_bots = { .game = "rails", .simple = &rails_simple, .adept = &rails_adept, .eval = &eval, .net = &net, .led = &led };
