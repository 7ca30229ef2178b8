/* What a board shows of a turn that follows by the rules: where each plan leads, and why a turn cannot end on a hex. */
#include "queen.h"

static void put_pair(struct text *out, bool first, int a, int b)
{
	text_form(out, first ? "[%d,%d]" : ",[%d,%d]", NULL, (const int64_t[]){ a, b });
}

/* Where the mover lies while it carries out a plan. A turn on the spot changes the heading of the last place. */
struct course { int n, pushes; struct { uint8_t hex, heading; } at[MAX_PLAN + 1], push[MAX_PLAN]; };

static void follow(const struct queen *q, const struct plan *p, struct course *c)
{
	const struct queen_ship *ship = &q->ship[queen_mover(q)];
	int hex = queen_ship_hex(ship), heading = ship->heading;

	c->n = 1;
	c->pushes = 0;
	for (int i = 0; i <= p->n; i++) {
		c->at[c->n - 1].hex = (uint8_t)hex;
		c->at[c->n - 1].heading = (uint8_t)heading;
		int move = i < p->n ? p->move[i] : MOVE_END;
		if (move == MOVE_LEFT || move == MOVE_RIGHT) {
			heading = queen_turned(heading, move == MOVE_LEFT ? -1 : 1);
		} else if (move == MOVE_AHEAD) {
			hex = queen_next(q, hex, heading);
			must(hex >= 0);
			c->n++;
		} else if (move >= MOVE_PUSH && move < MOVE_END) {
			c->push[c->pushes].hex = (uint8_t)hex;
			c->push[c->pushes++].heading = (uint8_t)(move - MOVE_PUSH);
		}
	}
}

void queen_course(const struct box *b, const struct state *s, const struct plan *p, struct text *out)
{
	struct course c;

	(void)b;
	follow(&s->queen, p, &c);
	text_put(out, "\"path\":[");
	for (int i = 0; i < c.n; i++)
		put_pair(out, i == 0, c.at[i].hex, c.at[i].heading);
	text_put(out, "],\"pushes\":[");
	for (int i = 0; i < c.pushes; i++)
		put_pair(out, i == 0, c.push[i].hex, c.push[i].heading);
	text_char(out, ']');
}

/* The straight way to each hex: over the fewest hexes of water, whatever it costs. Land is a goal, but no way leads over it. */
enum { NO_WAY = 255 };
struct ways { uint8_t before[QUEEN_HEXES], heading[QUEEN_HEXES]; };

static void find_ways(const struct box *b, const struct queen *q, int from, struct ways *w)
{
	uint8_t queue[QUEEN_HEXES];
	int n = 0;

	for (int hex = 0; hex < QUEEN_HEXES; hex++)
		w->before[hex] = NO_WAY;
	w->before[from] = (uint8_t)from;
	queue[n++] = (uint8_t)from;
	for (int i = 0; i < n; i++)
		for (int heading = 0; heading < QUEEN_SIDES; heading++) {
			int to = queen_next(q, queue[i], heading);
			if (to < 0 || w->before[to] != NO_WAY)
				continue;
			w->before[to] = queue[i];
			w->heading[to] = (uint8_t)heading;
			if (!queen_is_land(b, q, to))
				queue[n++] = (uint8_t)to;
		}
}

/* A try of the mover: it ends with the first move that a rule forbids, or where somebody else has to answer. */
struct attempt { const struct box *b; struct state s; int mover, rule; char words[MAX_TEXT]; };

static void attempt_move(struct attempt *a, int move)
{
	if (a->rule != 0 || queen_to_move(a->b, &a->s) != a->mover)
		return;
	a->rule = queen_why(a->b, &a->s, move, a->words);
	if (a->rule == 0)
		queen_apply(a->b, &a->s, move, NULL);
}

/* Sets the speed that the way needs, follows it and ends the turn there. */
static void attempt_way(struct attempt *a, const struct ways *w, int from, int goal)
{
	uint8_t heading[QUEEN_HEXES];
	int n = 0;

	for (int hex = goal; hex != from; hex = w->before[hex])
		heading[n++] = w->heading[hex];
	if (a->s.queen.phase == QUEEN_SPEED)
		attempt_move(a, MOVE_SPEED + (n < 1 ? 1 : n > a->b->queen.speed_max ? a->b->queen.speed_max : n) - 1);
	while (n-- > 0 && a->rule == 0) {
		int by = queen_turned(heading[n] - a->s.queen.ship[a->mover].heading, 0);
		for (int i = 0; i < (by <= QUEEN_SIDES / 2 ? by : QUEEN_SIDES - by); i++)
			attempt_move(a, by <= QUEEN_SIDES / 2 ? MOVE_RIGHT : MOVE_LEFT);
		attempt_move(a, MOVE_AHEAD);
	}
	attempt_move(a, MOVE_END);
}

static void put_reason(const struct attempt *a, int hex, bool first, struct text *out)
{
	char rule[8];

	game_rule_name((uint16_t)a->rule, rule);
	text_form(out, first ? "{\"hex\":%d,\"rule\":\"%s\",\"words\":" : ",{\"hex\":%d,\"rule\":\"%s\",\"words\":", (const char *[]){ rule }, (int64_t[]){ hex });
	json_text(out, a->words);
	text_char(out, '}');
}

void queen_facts(const struct box *b, const struct state *s, int move, struct text *out)
{
	const struct queen *q = &s->queen;
	struct attempt a = { .b = b };
	struct ways w;
	bool first = true;

	if (move >= 0 || (q->phase != QUEEN_SPEED && q->phase != QUEEN_STEER && q->phase != QUEEN_PUSH))
		return;
	a.mover = queen_mover(q);
	int from = queen_ship_hex(&q->ship[a.mover]);
	find_ways(b, q, from, &w);
	text_put(out, "\"straight\":[");
	for (int hex = 0; hex < QUEEN_HEXES; hex++) {
		if (w.before[hex] == NO_WAY)
			continue;
		a.s = *s;
		a.rule = 0;
		attempt_way(&a, &w, from, hex);
		if (a.rule == 0)
			continue;
		put_reason(&a, hex, first, out);
		first = false;
	}
	text_char(out, ']');
}
