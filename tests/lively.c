#include "lively.h"

#include <stddef.h>
#include <string.h>

#include "bots/knowledge.h"

/* Mississippi Queen ------------------------------------------------------ */

/* How good a turn's end is, in points: the worth of a hex of way, of a coal kept, of a passenger, and so on. */
enum {
	WORTH_WAY = 4, WORTH_COAL = 20, WORTH_PASSENGER = 120, WORTH_LANDING = 1000,
	WORTH_FLOW = 6,                 /* for each 60 degrees by which the bow is nearer to where the river flows */
	WORTH_DOCK = 25,                /* beside a dock that still has somebody for us */
	NOISE = 24,
};

static struct plan plan_list[MAX_PLANS];

/* How far down its own tile a cell lies, and across: -(q + 2r) and q of docs/rules/queen.md. */
static int down(int cell)
{
	static const int8_t p[QUEEN_CELLS] = { -4, -3, -2, -3, -4, -2, -1, 0, -1, -2, 0, 1, 2, 1, 0, 2, 3, 4, 3, 2 };

	return p[cell];
}

static bool beside(int a, int b)
{
	int across = a % 5 - b % 5, way = down(a) - down(b);

	return across == 0 ? way == 2 || way == -2 : (across == 1 || across == -1) && (way == 1 || way == -1);
}

static int passengers(uint16_t boarded)
{
	int n = 0;

	for (; boarded; boarded &= (uint16_t)(boarded - 1))
		n++;
	return n;
}

static int flow(const struct queen *q, const struct queen_outcome *o)
{
	int off = (o->heading - q->heading[o->tile] + QUEEN_SIDES) % QUEEN_SIDES;

	return off > QUEEN_SIDES / 2 ? QUEEN_SIDES - off : off;
}

static int judge(const struct box *b, const struct queen *q, int seat, const struct queen_outcome *o)
{
	if (o->landed)
		return WORTH_LANDING;

	const struct queen_ship *ship = &q->ship[seat];
	int dock = b->queen.tile[q->tile[o->tile]].dock;
	bool wanted = q->waiting[o->tile] > 0 && o->passengers < b->queen.needed && !(ship->boarded >> o->tile & 1);
	int way = 8 * (o->tile - ship->tile) + down(o->cell) - down(ship->cell);

	return WORTH_WAY * way + WORTH_COAL * o->coal + WORTH_PASSENGER * o->passengers + (wanted && beside(o->cell, dock) ? WORTH_DOCK : 0)
		- WORTH_FLOW * flow(q, o);
}

/* Something to stop for at speed 1: somebody waits on the ship's own tile, or the ship is full and the platform is there. */
static bool is_near(const struct box *b, const struct queen *q, const struct queen_ship *ship)
{
	if (passengers(ship->boarded) >= b->queen.needed)
		return q->platform != NO_CUSP && ship->tile == q->laid - 1;
	return q->waiting[ship->tile] > 0 && !(ship->boarded >> ship->tile & 1);
}

/* Speeds that cost no coal, low ones rather than high ones; now and then any. Seat 0 hurries, so that others are left behind. */
static int queen_speed(const struct game *g, const struct box *b, const struct state *s, const struct moves *legal, struct rng *r)
{
	static const uint8_t easy[QUEEN_POINTS] = { 6, 12, 8, 2, 1, 1 }, hurried[QUEEN_POINTS] = { 1, 4, 16, 8, 1, 1 };
	static const uint8_t near[QUEEN_POINTS] = { 40, 4, 1, 1, 1, 1 };
	int seat = g->to_move(b, s);
	const struct queen_ship *ship = &s->queen.ship[seat];
	const uint8_t *odds = is_near(b, &s->queen, ship) ? near : seat == 0 ? hurried : easy;
	uint32_t weight[QUEEN_POINTS], total = 0;

	for (int i = 0; i < legal->n; i++) {                    /* the ids of speeds are 0 .. 5 */
		int change = legal->id[i] + 1 - ship->speed, free = b->queen.free_change;
		weight[i] = change > free || change < -free ? 1 : 32u * odds[legal->id[i]];
		total += weight[i];
	}
	int i = 0;
	for (uint32_t drawn = rng_below(r, total); drawn >= weight[i]; i++)
		drawn -= weight[i];
	return legal->id[i];
}

/* The first move of the plan that ends best, give or take some noise. */
static int queen_steer(const struct game *g, const struct box *b, const struct state *s, const struct moves *legal, struct rng *r)
{
	int seat = g->to_move(b, s), n = g->plans(b, s, plan_list, MAX_PLANS), best = 0, best_worth = 0;

	if (n < 1)
		return legal->id[rng_below(r, (uint32_t)legal->n)];     /* a mistake, which the contracts about plans will find */
	for (int i = 0; i < n && i < MAX_PLANS; i++) {
		int worth = judge(b, &s->queen, seat, &plan_list[i].queen) + (int)rng_below(r, NOISE);
		if (i == 0 || worth > best_worth) {
			best = i;
			best_worth = worth;
		}
	}
	return plan_list[best].move[0];
}

static int queen_move(const struct game *g, const struct box *b, const struct state *s, const struct moves *legal, struct rng *r)
{
	switch (s->queen.phase) {
	case QUEEN_SPEED:
		return queen_speed(g, b, s, legal, r);
	case QUEEN_STEER:
	case QUEEN_PUSH:
		return queen_steer(g, b, s, legal, r);
	default:
		return legal->id[rng_below(r, (uint32_t)legal->n)];
	}
}

/* In the middle of an own turn; facing a ship is an answer within somebody else's. */
static bool queen_due(const struct state *s)
{
	return s->queen.phase == QUEEN_SPEED || s->queen.phase == QUEEN_STEER || s->queen.phase == QUEEN_PUSH;
}

/* The close of the turn may have taken ships out of the race; what they stand for here is how they were just before it. */
static void queen_outcome(const struct box *b, const struct state *last, const struct state *done, int seat, struct plan *out)
{
	const struct queen_ship *own = &done->queen.ship[seat];
	struct queen_outcome *o = &out->queen;

	memset(o, 0xFF, sizeof *o);             /* not there: ships that do not race, and all that does not matter once one has landed */
	o->landed = own->fate == QUEEN_LANDED;
	o->missed = !o->landed && done->option[QUEEN_MODE] != MODE_INTRO && own->speed > 1 && b->queen.tile[done->queen.tile[own->tile]].dock == own->cell &&
		done->queen.waiting[own->tile] > 0 && passengers(own->boarded) < b->queen.needed && !(own->boarded >> own->tile & 1);
	if (!o->landed) {
		o->tile = own->tile;
		o->cell = own->cell;
		o->heading = own->heading;
		o->speed = own->speed;
		o->coal = own->coal;
	}
	for (int i = 0; i < MAX_PLAYERS; i++) {
		const struct queen_ship *was = &last->queen.ship[i], *is = &done->queen.ship[i];
		int before = passengers(was->boarded), after = passengers(is->boarded);
		if (was->fate == QUEEN_RACING && is->fate != QUEEN_LANDED && i < done->players)
			o->hex[i] = (uint8_t)(QUEEN_CELLS * is->tile + is->cell);
		o->aboard[i] = (uint8_t)(before > after ? before : after);
	}
	o->passengers = o->aboard[seat];
}

static int queen_spare(struct plan *p)
{
	int coal = p->queen.coal;

	p->queen.coal = 0;
	return coal;
}

/* Broadhorns -------------------------------------------------------------- */

static int broad_aboard(const struct broadhorns *h, int seat, int cargo)
{
	int n = 0;

	for (int at = 0; at < BROAD_LENGTH; at++)
		n += h->player[seat].cargo[cargo][at];
	return n;
}

static bool broad_laden(const struct broadhorns *h, int seat)
{
	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		if (broad_aboard(h, seat, cargo) > 0)
			return true;
	return false;
}

/* What the town's empty spaces would pay for the cargo aboard, the better ones by far the more. */
static int broad_demand(const struct box *b, const struct broadhorns *h, int seat, int town)
{
	const struct broad_tile *tile = &b->broadhorns.town[town].tile[h->town[town].tile];
	int aboard[BROAD_CARGOES], n = 0;

	for (int cargo = 0; cargo < BROAD_CARGOES; cargo++)
		aboard[cargo] = broad_aboard(h, seat, cargo);
	for (int i = 0; i < tile->spaces; i++)
		if (!(h->town[town].filled >> i & 1) && aboard[tile->space[i].cargo]-- > 0)
			n += (tile->space[i].value - 1) * (tile->space[i].value - 1);
	return n;
}

/* What a port action on that space would be good for: sales, or for an empty boat its end. */
static int broad_port(const struct box *b, const struct broadhorns *h, int seat, int space)
{
	for (int town = 0; town < BROAD_TOWNS; town++)
		if (b->broadhorns.town[town].entrance == space && !(h->player[seat].visited >> town & 1))
			return broad_laden(h, seat) ? broad_demand(b, h, seat, town) : 20;
	return 0;
}

/* The number behind a word: "move 3", "sell pork@2 for 5". */
static int number_after(const char *words, const char *word)
{
	const char *at = strstr(words, word);
	int n = 0;

	if (at)
		for (at += strlen(word); *at >= '0' && *at <= '9'; at++)
			n = 10 * n + (*at - '0');
	return n;
}

static bool begins(const char *words, const char *with)
{
	return strncmp(words, with, strlen(with)) == 0;
}

static int broad_step(const struct box *b, const struct broadhorns *h, int seat, const char *words)
{
	int space = h->player[seat].space, n = number_after(words, "move ");
	bool stuck = h->actions == 0 && !h->bonus, over = space == b->broadhorns.last_space;

	if (begins(words, "move "))
		return n * n + 8 * broad_port(b, h, seat, space + n);
	if (begins(words, "port"))
		return 1 + (space == 0 ? 200 : 12 * broad_port(b, h, seat, space));
	if (begins(words, "abandon"))
		return over ? 200 : broad_laden(h, seat) ? 1 : 30;
	return begins(words, "current") ? 10 : stuck && !over ? 200 : 1;        /* or stop */
}

/* What is cheap, and asked for in more places than there are barrels on the way. */
static int broad_purchase(const struct box *b, const struct broadhorns *h, const char *words)
{
	static const char *const name[BROAD_CARGOES] = { "buy flour", "buy apples", "buy pork", "buy furs", "buy whiskey" };
	int cargo = 0, spaces = 0;

	while (strcmp(words, name[cargo]) != 0)
		cargo++;
	for (int town = 0; town < BROAD_TOWNS; town++) {
		const struct broad_tile *tile = &b->broadhorns.town[town].tile[h->town[town].tile];
		for (int i = 0; i < tile->spaces; i++)
			spaces += tile->space[i].cargo == cargo && !(h->town[town].filled >> i & 1);
	}
	for (int i = 0; i < BROAD_PLAYERS; i++)
		spaces -= broad_aboard(h, i, cargo);
	return 1 + (spaces > 0 ? spaces * (h->market[cargo] > 2 ? 12 : h->market[cargo] * 3) : 0);
}

/* Boats are filled with what is cheap, sail from one town that pays well for it to the next, and are sold when they are empty. */
static int broad_weight(const struct box *b, const struct state *s, int seat, const char *words)
{
	const struct broadhorns *h = &s->broadhorns;
	bool empty = !broad_laden(h, seat), over = h->player[seat].space == b->broadhorns.last_space;
	int gold = h->player[seat].gold, value = number_after(words, "for ");

	switch (h->phase) {
	case BROAD_ACTIONS:
		return broad_step(b, h, seat, words);
	case BROAD_BOAT:
		return begins(words, "boat 20") || gold > 25 ? 10 : 1;
	case BROAD_MARKET:
		return begins(words, "buy ") ? broad_purchase(b, h, words) : begins(words, "done") ? 5 : gold > 30 ? 10 : 1;     /* or blind */
	case BROAD_SELL:
		return begins(words, "done") ? 3 : !begins(words, "sell ") ? 60 : value > 1 ? 50 * value : over ? 20 : 1;
	case BROAD_BUY:
		return begins(words, "done") ? 20 : over ? 1 : 2;
	case BROAD_TRAVELERS:
		return begins(words, "board ") ? 20 : begins(words, "done") ? 5 : 1;
	case BROAD_RESALE:
		return begins(words, "resell") == (empty || over) ? 40 : 1;
	default:
		return begins(words, "ice") ? 3 : 1;
	}
}

/* Small Railroad Empires --------------------------------------------------- */

/* Goods are delivered and cards bought whenever that can be done, and the rest left to chance: decks run out. */
static int rails_worth(const struct box *b, const struct state *s, int seat, const char *words)
{
	(void)b;
	if (begins(words, "deliver "))
		return 60;
	if (begins(words, "buy "))
		return 12;
	return begins(words, "loan") && s->rails.side[seat].money > 1 ? 1 : 4;
}

/* All games -------------------------------------------------------------- */

typedef int worth_of(const struct box *b, const struct state *s, int seat, const char *words);

static int weighted(worth_of *worth, const struct game *g, const struct box *b, const struct state *s, const struct moves *legal, struct rng *r)
{
	int seat = g->to_move(b, s), weight[MAX_MOVES], total = 0, i = 0;
	char words[MAX_TEXT];

	for (int k = 0; k < legal->n; k++) {
		g->text(b, s, legal->id[k], seat, words);
		weight[k] = worth(b, s, seat, words);
		total += weight[k];
	}
	for (int drawn = (int)rng_below(r, (uint32_t)total); drawn >= weight[i]; i++)
		drawn -= weight[i];
	return legal->id[i];
}

static const struct lively_plans known[] = {
	{ .game = "queen", .due = queen_due, .outcome = queen_outcome, .spare = queen_spare },
};

const struct lively_plans *lively_plans_of(const struct game *g)
{
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strcmp(known[i].game, g->name) == 0)
			return &known[i];
	return NULL;
}

int lively_move(const struct game *g, const struct box *b, const struct state *s, const struct moves *legal, struct rng *r)
{
	if (strcmp(g->name, "queen") == 0)
		return queen_move(g, b, s, legal, r);
	if (strcmp(g->name, "broadhorns") == 0)
		return weighted(broad_weight, g, b, s, legal, r);
	if (strcmp(g->name, "rails") == 0 && s->rails.turn % 32 < 30)           /* mostly well, so that cities fill, too */
		return bot_knowledge_of(g)->simple->answer(bot_knowledge_of(g)->simple, b, s, legal);
	if (strcmp(g->name, "rails") == 0)
		return weighted(rails_worth, g, b, s, legal, r);
	return legal->id[rng_below(r, (uint32_t)legal->n)];
}
