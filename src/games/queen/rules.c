/* The rules of Mississippi Queen: preparations, order of movement, the turn, passengers and landing, the close of a turn, the river,
 * and at the end the two doors: what is legal, and what a move does. The search behind "legal" is in turn.c. */
#include "queen.h"

#include <string.h>

/* Searches ask for no events, and then none are made. */
#define TELL(told, WHAT, SEAT, RULE_ID, ...) ((told) \
	? event_add(told, (struct event){ .what = EVENT_##WHAT, .seat = (uint8_t)(SEAT), .rule = RULE_ID, __VA_ARGS__ }) : (void)0)

static void next_turn(const struct box *b, struct state *s, struct events *told);
static void end_turn(const struct box *b, struct state *s, struct events *told);

/* Preparations ---------------------------------------------------------- */

void queen_start(const struct box *b, struct state *s)
{
	struct queen *q = &s->queen;

	q->phase = QUEEN_FIRST_TILE;
	q->laid = 1;                                            /* Q4: the start tile is the first of the box */
	q->platform = NO_CUSP;
	for (int i = 0; i < s->players; i++) {
		q->order[i] = (uint8_t)i;
		q->ship[i] = (struct queen_ship){               /* Q9, Q141: ship n on start space n; Q10: bow to the river */
			.cell = b->queen.start[i], .heading = NORTH,
			.speed = b->queen.speed_start, .coal = b->queen.coal_start,     /* Q2, Q3 */
		};
	}
}

/* Order of movement ------------------------------------------------------ */

/* Does ship i stand before ship j? Q117: later tile; Q118: further along it; Q119: faster; Q120: more coal; Q121: further right. */
static bool is_ahead(const struct queen *q, int i, int j)
{
	const struct queen_ship *a = &q->ship[i], *c = &q->ship[j];

	if (a->tile != c->tile)
		return a->tile > c->tile;
	if (queen_progress(a->cell) != queen_progress(c->cell))
		return queen_progress(a->cell) > queen_progress(c->cell);
	if (a->speed != c->speed)
		return a->speed > c->speed;
	if (a->coal != c->coal)
		return a->coal > c->coal;
	return queen_cell_q[a->cell] > queen_cell_q[c->cell];
}

static bool is_racing(const struct queen *q, int i)
{
	return q->ship[i].fate == QUEEN_RACING;
}

void queen_order(const struct state *s, uint8_t out[MAX_PLAYERS])
{
	const struct queen *q = &s->queen;

	for (int i = 0; i < s->players; i++) {
		int k = i;
		/* Ships out of the race stay at the end, in the order of their seats. */
		for (; k > 0 && is_racing(q, i) && (!is_racing(q, out[k - 1]) || is_ahead(q, i, out[k - 1])); k--)
			out[k] = out[k - 1];
		out[k] = (uint8_t)i;
	}
}

/* Q114: the introductory race goes by seats; Q115: so does the first round; Q116: later ones go by position. */
static void begin_round(const struct box *b, struct state *s, struct events *told)
{
	struct queen *q = &s->queen;
	bool by_seats = s->option[QUEEN_MODE] == MODE_INTRO || (q->round == 0 && s->option[QUEEN_FIRST_ROUND] == FIRST_START);

	q->round++;
	q->at = 0;
	for (int i = 0; i < s->players; i++)
		q->order[i] = (uint8_t)i;
	if (!by_seats)
		queen_order(s, q->order);                       /* Q123: and so it stays for this round */
	TELL(told, ROUND, NOBODY, Q(165), .n = q->round);
	next_turn(b, s, told);
}

/* Leaving the race -------------------------------------------------------- */

static int racing(const struct state *s)
{
	int n = 0;

	for (int i = 0; i < s->players; i++)
		n += is_racing(&s->queen, i);
	return n;
}

/* Q132: places in order of landing. Q137: later out is better placed. Each group counts for itself. */
static void leave(struct state *s, int seat, enum queen_fate fate)
{
	struct queen *q = &s->queen;
	int before = 0;

	for (int i = 0; i < s->players; i++)
		before += fate == QUEEN_LANDED ? q->ship[i].fate == QUEEN_LANDED : queen_is_out(&q->ship[i]);
	q->ship[seat].fate = (uint8_t)fate;
	q->ship[seat].left = (uint8_t)(before + 1);
}

static void drop_out(struct state *s, int seat, enum queen_fate fate, struct events *told)
{
	leave(s, seat, fate);                                   /* Q52, Q56: its hex is free, its passengers are gone with it */
	if (fate == QUEEN_AGROUND)
		TELL(told, AGROUND, seat, Q(51), .n = 0);
	else
		TELL(told, STRAGGLER, seat, Q(145), .n = 0);
}

static void finish_game(struct state *s, enum queen_ending ending)
{
	s->queen.phase = QUEEN_OVER;
	s->queen.ending = (uint8_t)ending;
}

/* Q135, Q161: after every landing and every out. The one still racing takes the next place without moving (Q136). */
static bool race_is_over(struct state *s, enum queen_ending ending, struct events *told)
{
	if (racing(s) > 1)
		return false;
	for (int i = 0; i < s->players; i++)
		if (is_racing(&s->queen, i)) {
			s->queen.ship[i].fate = QUEEN_LAST_AFLOAT;
			TELL(told, LAST_AFLOAT, i, Q(136), .n = 0);
		}
	finish_game(s, ending);
	return true;
}

/* Placing ships ------------------------------------------------------------ */

/* A ship comes onto a hex, by itself or pushed. While there are tiles to lay, the newest tile remembers who came with which point of
 * the turn (A25). */
static void put_ship(struct queen *q, int seat, int hex)
{
	struct queen_ship *ship = &q->ship[seat];
	int newest = q->laid - 1, before = ship->tile, tile = hex / QUEEN_CELLS;

	ship->tile = (uint8_t)tile;
	ship->cell = (uint8_t)(hex % QUEEN_CELLS);
	if (tile != newest)
		ship->reached = 0;
	else if (before != newest && q->platform == NO_CUSP)
		ship->reached = (uint8_t)(1 + q->ship[queen_mover(q)].speed - q->points);
}

void queen_board(const struct box *b, struct state *s, int seat, struct events *told)
{
	struct queen *q = &s->queen;
	struct queen_ship *ship = &q->ship[seat];

	if (!queen_boards(b, s, seat, queen_ship_hex(ship)))
		return;
	ship->boarded |= (uint16_t)(1u << ship->tile);
	q->waiting[ship->tile]--;                               /* Q107; Q103: one a stop */
	TELL(told, BOARDED, seat, seat == queen_mover(q) ? Q(101) : Q(108), .place = ship->tile, .n = (int16_t)queen_passengers(ship));
}

/* The mover has its hex to itself: it picks up (Q158), and then lands if it may (Q159). */
static void arrive(const struct box *b, struct state *s, struct events *told)
{
	struct queen *q = &s->queen;
	int mover = queen_mover(q);

	q->phase = QUEEN_STEER;
	if (q->ship[mover].speed == QUEEN_SLOW)
		queen_board(b, s, mover, told);
	if (!queen_lands(b, s, mover, queen_ship_hex(&q->ship[mover])))
		return;
	leave(s, mover, QUEEN_LANDED);                          /* Q126: points that remain lapse */
	TELL(told, LANDED, mover, s->option[QUEEN_MODE] == MODE_INTRO ? Q(125) : Q(128), .n = q->ship[mover].left);
	end_turn(b, s, told);
}

/* The small moves of a turn -------------------------------------------------- */

static __attribute__((noinline)) void set_speed(const struct box *b, struct state *s, int speed, struct events *told)
{
	struct queen *q = &s->queen;
	struct queen_ship *ship = &q->ship[queen_mover(q)];
	int cost = queen_speed_cost(b, ship->speed, speed);
	int before = ship->speed;

	ship->coal = (uint8_t)(ship->coal - cost);
	ship->speed = (uint8_t)speed;                           /* Q22: shown until it is set again */
	q->points = (uint8_t)speed;                             /* Q28 */
	q->trail[0] = (uint8_t)queen_ship_hex(ship);            /* Q149 */
	q->trailed = 1;
	q->phase = QUEEN_STEER;
	TELL(told, SPEED, queen_mover(q), Q(14), .thing = (uint8_t)cost, .place = (uint8_t)before, .n = (int16_t)speed);
}

static __attribute__((noinline)) void turn_ship(const struct box *b, struct state *s, int by, struct events *told)
{
	struct queen *q = &s->queen;
	struct queen_ship *ship = &q->ship[queen_mover(q)];
	bool paid = q->turns >= b->queen.free_turns;            /* Q39, Q40; Q41: either way counts */

	q->turns++;
	ship->coal = (uint8_t)(ship->coal - paid);
	ship->heading = (uint8_t)queen_turned(ship->heading, by);
	TELL(told, TURNED, queen_mover(q), paid ? Q(40) : Q(39), .thing = ship->heading, .n = paid);
}

static __attribute__((noinline)) void step_ahead(const struct box *b, struct state *s, struct events *told)
{
	struct queen *q = &s->queen;
	int mover = queen_mover(q), to = queen_ahead(q, &q->ship[mover]);        /* Q26 */
	int rival = queen_ship_at(s, to, mover);

	put_ship(q, mover, to);
	q->points--;                                            /* Q30 */
	q->trail[q->trailed++] = (uint8_t)to;
	if (rival < 0) {
		TELL(told, AHEAD, mover, Q(26), .place = (uint8_t)to);
		arrive(b, s, told);
		return;
	}
	q->phase = QUEEN_PUSH;                                  /* Q57, Q146 */
	q->pushed = (uint8_t)rival;
	TELL(told, BUMPED, mover, Q(57), .thing = (uint8_t)rival, .place = (uint8_t)to);
}

/* Q147: the ship is placed, picks up, is faced by its owner, and only then the pusher goes on. Q72: nothing else of it changes. */
static __attribute__((noinline)) void push_ship(const struct box *b, struct state *s, int side, struct events *told)
{
	struct queen *q = &s->queen;
	int to = queen_next(q, queen_ship_hex(&q->ship[q->pushed]), side);

	put_ship(q, q->pushed, to);
	q->points--;                                            /* Q58 */
	q->phase = QUEEN_FACE;
	TELL(told, PUSHED, q->pushed, Q(67), .thing = (uint8_t)queen_mover(q), .place = (uint8_t)to, .n = (int16_t)side);
	queen_board(b, s, q->pushed, told);
}

static __attribute__((noinline)) void face_ship(const struct box *b, struct state *s, int heading, struct events *told)
{
	struct queen *q = &s->queen;

	q->ship[q->pushed].heading = (uint8_t)heading;          /* Q69; Q70: free of coal */
	TELL(told, FACED, q->pushed, Q(69), .thing = (uint8_t)heading);
	q->pushed = 0;
	arrive(b, s, told);                                     /* Q163 */
}

static __attribute__((noinline)) void face_at_start(const struct box *b, struct state *s, int heading, struct events *told)
{
	struct queen *q = &s->queen;

	q->ship[q->pushed].heading = (uint8_t)heading;
	TELL(told, FACED, q->pushed, Q(10), .thing = (uint8_t)heading);
	if (++q->pushed < s->players)
		return;
	q->pushed = 0;
	begin_round(b, s, told);
}

/* The close of a turn and of a round ------------------------------------------ */

/* Q92: a tile behind all racing ships goes, with those who wait on it (Q93). Q156: wherever they stand now. */
static void remove_tiles(struct state *s, struct events *told)
{
	struct queen *q = &s->queen;
	int last = q->laid - 1;

	for (int i = 0; i < s->players; i++)
		if (q->ship[i].tile < last && is_racing(q, i))
			last = q->ship[i].tile;
	for (; q->first < last; q->first++) {
		TELL(told, REMOVED, NOBODY, Q(92), .place = q->first, .n = q->waiting[q->first]);
		q->waiting[q->first] = 0;
	}
}

static int tiles_to_come(const struct box *b, const struct state *s)
{
	return 1 + b->queen.laid[s->option[QUEEN_MODE]] - s->queen.laid;        /* Q5, Q6 */
}

/* Q152: only where ships stand now counts, not where they have been. Of several, who came first is named (A25). */
static int who_reached(const struct state *s)
{
	const struct queen *q = &s->queen;
	int who = -1;

	for (int i = 0; i < s->players; i++)
		if (q->ship[i].tile == q->laid - 1 && is_racing(q, i) && (who < 0 || q->ship[i].reached < q->ship[who].reached))
			who = i;
	return who;
}

/* Q144: end of the game, vacated tiles, a new tile, the next ship. */
static void end_turn(const struct box *b, struct state *s, struct events *told)
{
	struct queen *q = &s->queen;
	enum queen_fate fate = q->ship[queen_mover(q)].fate;

	q->points = q->turns = q->pushed = q->trailed = 0;
	memset(q->trail, 0, sizeof q->trail);
	if (fate != QUEEN_RACING && race_is_over(s, fate == QUEEN_LANDED ? QUEEN_BY_LANDING : QUEEN_BY_AGROUND, told))
		return;
	remove_tiles(s, told);                                  /* Q155: before laying */
	if (tiles_to_come(b, s) > 0 && who_reached(s) >= 0) {
		q->phase = QUEEN_DIE;
		return;
	}
	q->at++;
	next_turn(b, s, told);
}

/* Option stragglers=out: from the last ship up, so that of those who go together the foremost is placed best (Q164). */
static bool drop_stragglers(struct state *s, struct events *told)
{
	struct queen *q = &s->queen;
	uint8_t order[MAX_PLAYERS];
	int n = racing(s);
	bool any = false;

	if (s->option[QUEEN_STRAGGLERS] != STRAGGLERS_OUT)
		return false;
	queen_order(s, order);
	for (int i = n - 1; i > 0; i--)
		if (q->ship[order[i]].tile + 3 < q->ship[order[0]].tile) {
			drop_out(s, order[i], QUEEN_STRAGGLER, told);
			any = true;
		}
	return any;
}

/* Q145: stragglers, end of the game, vacated tiles, round cap, order of the next round. */
static void end_round(const struct box *b, struct state *s, struct events *told)
{
	struct queen *q = &s->queen;

	if (drop_stragglers(s, told) && race_is_over(s, QUEEN_BY_STRAGGLERS, told))
		return;
	remove_tiles(s, told);
	if (q->round < s->option[QUEEN_ROUNDS]) {
		begin_round(b, s, told);
		return;
	}
	for (int i = 0; i < s->players; i++)
		if (is_racing(q, i)) {
			q->ship[i].fate = QUEEN_CAPPED;         /* Q139 */
			TELL(told, CAPPED, i, Q(139), .n = q->round);
		}
	finish_game(s, QUEEN_BY_CAP);
}

static int speed_refusal(struct queen_trial *t, int speed)
{
	const struct queen_ship *ship = &t->q->ship[t->mover];

	if (speed > t->b->queen.speed_max)
		return Q(18);
	if (queen_speed_cost(t->b, ship->speed, speed) > ship->coal)
		return Q(20);
	return queen_speeds(t->b, t->s) >> (speed - 1) & 1 ? 0 : Q(166);
}

/* Q51: before the mover chooses a speed. */
void queen_out_check(const struct box *b, struct state *s, struct events *told)
{
	if (queen_has_move(b, s))
		return;
	drop_out(s, queen_mover(&s->queen), QUEEN_AGROUND, told);
	end_turn(b, s, told);
}

/* The ship at q->at, or the next that still races (Q55, Q124), begins its turn; without any complete move it is out (Q51, Q151).
 * Each pass either stops at a decision or takes a ship or a round out of the game, so this and its callers end. */
static void next_turn(const struct box *b, struct state *s, struct events *told)
{
	struct queen *q = &s->queen;

	while (q->at < s->players && !is_racing(q, q->order[q->at]))
		q->at++;
	if (q->at == s->players) {
		q->at = 0;
		end_round(b, s, told);
		return;
	}
	q->turn++;
	q->phase = QUEEN_SPEED;
	TELL(told, TURN, queen_mover(q), Q(143), .n = 0);
	queen_out_check(b, s, told);
}

/* The river ------------------------------------------------------------------- */

static void stock(const struct box *b, struct state *s, struct events *told)
{
	struct queen *q = &s->queen;
	int tile = q->laid - 1;

	q->waiting[tile] = (uint8_t)queen_stock(b, s, tile);
	if (q->waiting[tile] > 0)
		TELL(told, STOCKED, NOBODY, Q(100), .place = (uint8_t)tile, .n = q->waiting[tile]);
}

static void lay_tile(const struct box *b, struct state *s, int tile, int cusp, struct events *told)
{
	struct queen *q = &s->queen;

	q->tile[q->laid] = (uint8_t)tile;
	q->heading[q->laid] = (uint8_t)queen_heading_at(q->heading[q->laid - 1], cusp); /* Q85 */
	q->laid++;
	for (int i = 0; i < s->players; i++)
		q->ship[i].reached = 0;                         /* it is the newest tile now */
	TELL(told, LAID, NOBODY, Q(84), .thing = (uint8_t)tile, .place = (uint8_t)(q->laid - 1), .n = (int16_t)cusp);
	stock(b, s, told);                                      /* Q153 */
}

static void lay_first_tile(const struct box *b, struct state *s, int tile, struct events *told)
{
	lay_tile(b, s, tile, MIDDLE_CUSP, told);                /* Q8; Q12: stocked before the first move */
	if (s->option[QUEEN_FACING] == FACING_FREE)
		s->queen.phase = QUEEN_START_FACING;
	else
		begin_round(b, s, told);
}

static void lay_next_tile(const struct box *b, struct state *s, int tile, struct events *told)
{
	struct queen *q = &s->queen;

	lay_tile(b, s, tile, q->cusp, told);
	q->cusp = 0;
	if (tiles_to_come(b, s) == 0) {
		q->phase = QUEEN_PLATFORM;                      /* Q97 */
		return;
	}
	q->at++;
	next_turn(b, s, told);
}

static void roll_die(struct state *s, int cusp, struct events *told)
{
	struct queen *q = &s->queen;

	TELL(told, ROLLED, who_reached(s), Q(83), .thing = (uint8_t)cusp);      /* Q88: a pushed ship's owner too */
	q->cusp = (uint8_t)cusp;
	q->phase = QUEEN_TILE;
}

static void lay_platform(const struct box *b, struct state *s, int cusp, struct events *told)
{
	struct queen *q = &s->queen;

	q->platform = (uint8_t)cusp;                            /* Q154: once a game */
	TELL(told, PLATFORM, NOBODY, Q(97), .thing = (uint8_t)cusp);
	q->at++;
	next_turn(b, s, told);
}

/* Faces of the die, a bit for each. Q90: one that would lay the tile over one on the table is rolled again; Q91: unless all three would. */
static unsigned faces(const struct queen *q)
{
	unsigned free = 0;

	if (q->laid - q->first < QUEEN_APART)
		return (1u << CUSPS) - 1;
	for (int cusp = 0; cusp < CUSPS; cusp++)
		free |= (unsigned)!queen_overlaps(q, cusp) << cusp;
	return free ? free : (1u << CUSPS) - 1;
}

/* Q7, Q96, Q142: any tile that has not been laid, a bit for each. */
static unsigned pile(const struct box *b, const struct queen *q)
{
	/* A table, because clang would shift several at once by way of floats, which the rules must not have. */
	static const uint16_t bit[QUEEN_TILES] = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048 };
	unsigned tiles = (1u << b->queen.tiles) - 1;

	for (int k = 0; k < q->laid; k++)
		tiles &= ~(unsigned)bit[q->tile[k]];
	return tiles;
}

/* What is legal ----------------------------------------------------------------- */

static int chance_refusal(const struct box *b, const struct queen *q, int move)
{
	if (move >= MOVE_PLATFORM)
		return q->phase == QUEEN_PLATFORM ? 0 : Q(97);
	if (move >= MOVE_DIE)
		return q->phase != QUEEN_DIE ? Q(81) : faces(q) >> (move - MOVE_DIE) & 1 ? 0 : Q(90);
	if (q->phase != QUEEN_FIRST_TILE && q->phase != QUEEN_TILE)
		return Q(81);
	return pile(b, q) >> (move - MOVE_TILE) & 1 ? 0 : Q(96);
}

static int turn_refusal(struct queen_trial *t, int by)
{
	if (t->spare == 0)
		return Q(46);
	return queen_can_turn(t, by) ? 0 : Q(166);
}

/* A rival is in the way: Q59 asks for a second point, Q66 for somewhere to push it. */
static int bump_refusal(const struct queen_trial *t, int to)
{
	struct queen_trial bumped = *t;

	if (t->q->points < 2)
		return Q(59);
	bumped.trail[bumped.trailed++] = (uint8_t)to;
	for (int side = 0; side < QUEEN_SIDES; side++)
		if (queen_target_refusal(&bumped, to, side) == 0)
			return 0;
	return Q(66);
}

static int step_refusal(struct queen_trial *t)
{
	const struct queen_ship *ship = &t->q->ship[t->mover];
	int from = queen_ship_hex(ship), to = queen_next(t->q, from, ship->heading);

	if (t->q->points == 0)
		return Q(28);
	if (to < 0)
		return queen_off(t->q, from, ship->heading);
	if (queen_is_land(t->b, t->q, to))
		return Q(31);
	if (queen_can_step(t))
		return 0;
	int refused = queen_ship_at(t->s, to, t->mover) >= 0 ? bump_refusal(t, to) : 0;
	return refused ? refused : Q(166);
}

static int push_refusal(struct queen_trial *t, int side)
{
	int from = queen_ship_hex(&t->q->ship[t->q->pushed]), refused = queen_target_refusal(t, from, side);

	if (refused)
		return refused;
	return queen_pushes(t->b, t->s) >> side & 1 ? 0 : Q(166);
}

enum { KIND_SPEED, KIND_LEFT, KIND_RIGHT, KIND_AHEAD, KIND_PUSH, KIND_END, KIND_FACE };

static int kind_of(int move)
{
	if (move < MOVE_LEFT)
		return KIND_SPEED;
	if (move < MOVE_PUSH)
		return KIND_LEFT + move - MOVE_LEFT;
	return move < MOVE_END ? KIND_PUSH : move == MOVE_END ? KIND_END : KIND_FACE;
}

/* The mover's own phases. Q14: speed first; Q21: once; then turns and steps (Q42..Q44) until the points are used (Q29). */
static int mover_refusal(struct queen_trial *t, int move)
{
	bool steering = t->q->phase == QUEEN_STEER;

	if (t->q->phase == QUEEN_PUSH)
		return kind_of(move) == KIND_PUSH ? push_refusal(t, move - MOVE_PUSH) : Q(146);
	switch (kind_of(move)) {
	case KIND_SPEED: return steering ? Q(21) : speed_refusal(t, move - MOVE_SPEED + 1);
	case KIND_LEFT:  return steering ? turn_refusal(t, -1) : Q(14);
	case KIND_RIGHT: return steering ? turn_refusal(t, 1) : Q(14);
	case KIND_AHEAD: return steering ? step_refusal(t) : Q(14);
	case KIND_PUSH:  return Q(57);
	case KIND_END:   return !steering ? Q(14) : t->q->points > 0 ? Q(29) : 0;
	default:         return Q(69);
	}
}

/* Everybody else's. */
static int answer_refusal(const struct box *b, const struct queen *q, int move)
{
	if (q->phase == QUEEN_OVER)
		return Q(135);
	if (move >= MOVE_TILE)
		return chance_refusal(b, q, move);
	switch (q->phase) {
	case QUEEN_START_FACING: return kind_of(move) == KIND_FACE ? 0 : Q(10);
	case QUEEN_FACE:         return kind_of(move) == KIND_FACE ? 0 : Q(71);
	case QUEEN_FIRST_TILE:   return Q(8);
	case QUEEN_PLATFORM:     return Q(97);
	default:                 return Q(82);
	}
}

static bool is_movers(const struct queen *q)
{
	return 1u << q->phase & (1u << QUEEN_SPEED | 1u << QUEEN_STEER | 1u << QUEEN_PUSH);
}

int queen_refusal(const struct box *b, const struct state *s, int move)
{
	struct queen_trial t;

	if (move >= MOVE_TILE || !is_movers(&s->queen))
		return answer_refusal(b, &s->queen, move);
	queen_try(&t, b, s);
	return mover_refusal(&t, move);
}

/* The list again, phase by phase, with as little searching as will do ------ */

static void add(struct moves *out, int move)
{
	out->id[out->n++] = (uint16_t)move;
}

/* The moves of one kind whose bits are set, of so many. Each is written, and what is not set is written over: that is quicker than to ask. */
static inline void add_all(struct moves *out, int kind, int of, unsigned which)
{
	int n = out->n;

	for (int k = 0; k < of; k++) {
		out->id[n] = (uint16_t)(kind + k);
		n += (int)(which >> k & 1);
	}
	out->n = n;
}

/* The turn can be completed from here (Q166): who cannot turn can step ahead, and nobody needs to search for it. */
static void legal_steering(const struct box *b, const struct state *s, struct moves *out)
{
	const struct queen *q = &s->queen;
	int spare = queen_spare_turns(b, q);

	if (spare == 0) {
		add(out, q->points > 0 ? MOVE_AHEAD : MOVE_END);
	} else if (q->points == 0) {
		add(out, MOVE_LEFT);
		add(out, MOVE_RIGHT);
		add(out, MOVE_END);
	} else {
		static const struct { uint16_t id[3], n; } list[] = {
			[QUEEN_LEFT] = { { MOVE_LEFT }, 1 }, [QUEEN_RIGHT] = { { MOVE_RIGHT }, 1 }, [QUEEN_AHEAD] = { { MOVE_AHEAD }, 1 },
			[QUEEN_LEFT | QUEEN_RIGHT] = { { MOVE_LEFT, MOVE_RIGHT }, 2 }, [QUEEN_LEFT | QUEEN_AHEAD] = { { MOVE_LEFT, MOVE_AHEAD }, 2 },
			[QUEEN_RIGHT | QUEEN_AHEAD] = { { MOVE_RIGHT, MOVE_AHEAD }, 2 },
			[QUEEN_LEFT | QUEEN_RIGHT | QUEEN_AHEAD] = { { MOVE_LEFT, MOVE_RIGHT, MOVE_AHEAD }, 3 },
		};
		unsigned ways = queen_ways(b, s, spare, true);
		memcpy(out->id, list[ways].id, sizeof list[ways].id);
		out->n = list[ways].n;
	}
}

static __attribute__((noinline)) void legal_draws(const struct box *b, const struct queen *q, struct moves *out)
{
	if (q->phase == QUEEN_DIE)
		add_all(out, MOVE_DIE, CUSPS, faces(q));
	else if (q->phase == QUEEN_PLATFORM)
		add_all(out, MOVE_PLATFORM, CUSPS, (1u << CUSPS) - 1);
	else
		add_all(out, MOVE_TILE, QUEEN_TILES, pile(b, q));
}

void queen_legal(const struct box *b, const struct state *s, struct moves *out)
{
	out->n = 0;
	if (s->queen.phase == QUEEN_STEER) {                    /* most often */
		legal_steering(b, s, out);
		return;
	}
	switch (s->queen.phase) {
	case QUEEN_SPEED: add_all(out, MOVE_SPEED, QUEEN_POINTS, queen_speeds(b, s)); break;
	case QUEEN_PUSH:  add_all(out, MOVE_PUSH, QUEEN_SIDES, queen_pushes(b, s)); break;
	case QUEEN_START_FACING:
	case QUEEN_FACE:                                        /* Q69: any of the six */
		for (int side = 0; side < QUEEN_SIDES; side++)
			add(out, MOVE_FACE + side);
		break;
	case QUEEN_FIRST_TILE:
	case QUEEN_TILE:
	case QUEEN_DIE:
	case QUEEN_PLATFORM: legal_draws(b, &s->queen, out); break;
	default:             break;
	}
}

int queen_to_move(const struct box *b, const struct state *s)
{
	const struct queen *q = &s->queen;

	(void)b;
	if (is_movers(q))
		return queen_mover(q);
	if (q->phase == QUEEN_START_FACING || q->phase == QUEEN_FACE)
		return q->pushed;
	return q->phase == QUEEN_OVER ? OVER : CHANCE;
}

/* What a move does ---------------------------------------------------------------- */

static __attribute__((noinline)) void apply_chance(const struct box *b, struct state *s, int move, struct events *told)
{
	if (move >= MOVE_PLATFORM)
		lay_platform(b, s, move - MOVE_PLATFORM, told);
	else if (move >= MOVE_DIE)
		roll_die(s, move - MOVE_DIE, told);
	else if (s->queen.phase == QUEEN_FIRST_TILE)
		lay_first_tile(b, s, move - MOVE_TILE, told);
	else
		lay_next_tile(b, s, move - MOVE_TILE, told);
}

static __attribute__((noinline)) void end_by_choice(const struct box *b, struct state *s, struct events *told)
{
	int mover = queen_mover(&s->queen);
	const struct queen_ship *ship = &s->queen.ship[mover];

	if (told && queen_too_fast(b, s, mover, queen_ship_hex(ship), ship->speed))
		TELL(told, TOO_FAST, mover, Q(102), .place = ship->tile, .n = ship->speed);
	end_turn(b, s, told);
}

void queen_apply(const struct box *b, struct state *s, int move, struct events *told)
{
	if (move >= MOVE_TILE) {
		apply_chance(b, s, move, told);
		return;
	}
	switch (kind_of(move)) {
	case KIND_SPEED: set_speed(b, s, move - MOVE_SPEED + 1, told); break;
	case KIND_LEFT:  turn_ship(b, s, -1, told); break;
	case KIND_RIGHT: turn_ship(b, s, 1, told); break;
	case KIND_AHEAD: step_ahead(b, s, told); break;
	case KIND_PUSH:  push_ship(b, s, move - MOVE_PUSH, told); break;
	case KIND_END:   end_by_choice(b, s, told); break;
	default:
		if (s->queen.phase == QUEEN_FACE)
			face_ship(b, s, move - MOVE_FACE, told);
		else
			face_at_start(b, s, move - MOVE_FACE, told);
	}
}

/* Q164: landed ships in order of landing, then those afloat by the order rule, then those out, the last to go first (Q137). */
enum { GROUP_LANDED, GROUP_AFLOAT, GROUP_OUT };

static int group_of(const struct queen_ship *ship)
{
	return ship->fate == QUEEN_LANDED ? GROUP_LANDED : queen_is_out(ship) ? GROUP_OUT : GROUP_AFLOAT;
}

static bool is_placed_before(const struct queen *q, int i, int j)
{
	int group = group_of(&q->ship[i]), other = group_of(&q->ship[j]);

	if (group != other)
		return group < other;
	if (group == GROUP_AFLOAT)
		return is_ahead(q, i, j);
	return group == GROUP_LANDED ? q->ship[i].left < q->ship[j].left : q->ship[i].left > q->ship[j].left;
}

void queen_place(const struct box *b, const struct state *s, int out[MAX_PLAYERS])
{
	(void)b;
	for (int i = 0; i < s->players; i++) {
		out[i] = 1;
		for (int j = 0; j < s->players; j++)
			out[i] += is_placed_before(&s->queen, j, i);
	}
}
