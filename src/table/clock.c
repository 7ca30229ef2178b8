/* Clocks, and what happens by itself: orders, defaults, time-outs, bots. A clock is no more than the times of the rows. */
#include "table/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Time ------------------------------------------------------------------ */

int64_t clock_elapsed(const struct table *t, int64_t now)
{
	return t->used + (!t->paused && now > t->since ? now - t->since : 0);
}

/* Takes the time since t->since from the mover's bank, as far as it exceeds the time for a move, and starts the clock again at `at`. Nothing is
 * taken for a question out of turn, which has a grace period of its own, and for a seat that a bot plays. */
void clock_charge(struct table *t, int64_t at)
{
	if (t->mover >= 0 && t->asked < 0 && table_here(t, t->mover)) {
		struct seat *s = &t->seat[t->mover];
		int64_t over = clock_elapsed(t, at) - t->head.pace.move;

		if (over > 0)
			s->bank = over < s->bank ? s->bank - over : 0;
	}
	t->used = 0;
	t->since = at;
}

/* Clears the orders that were given for one question (`once`) unless that question, `asked`, is still open. */
static void forget_answers(struct table *t, int asked)
{
	for (int i = 0; i < t->head.players; i++)
		for (int p = 0; p < MAX_PROMPTS; p++)
			if (p != asked)
				t->seat[i].once[p] = ORDER_ASK;
}

void clock_turn(struct table *t, int64_t at)
{
	const int mover = table_to_move(t), asked = table_prompt(t), turn = t->status == TABLE_RUNNING ? t->head.game->turn(&t->state) : 0;
	struct seat *s = mover >= 0 ? &t->seat[mover] : NULL;

	forget_answers(t, asked);
	if (mover == CHANCE)
		return;
	bool another = (s ? mover : -1) != t->mover || asked != t->asked, next = turn != t->turn;
	t->turn = turn;
	if (!another && !(next && s && s->returning))   /* a seat that plays alone keeps the move: its return to the table takes effect at the next turn */
		return;
	clock_charge(t, at);
	t->mover = (int8_t)(s ? mover : -1);
	t->asked = (int8_t)asked;
	if (s && s->returning)
		s->away = s->returning = false;
}

static int64_t grace(const struct table *t)
{
	return t->head.pace.slow ? GRACE_SLOW : GRACE_LIVE;
}

int64_t table_left(const struct table *t, int seat, int64_t now, int64_t *bank)
{
	const struct pace *p = &t->head.pace;
	int64_t took = t->mover == seat ? clock_elapsed(t, now) : 0, left = (t->mover == seat && t->asked >= 0 ? grace(t) : p->move) - took;

	*bank = t->status == TABLE_OPEN ? p->bank : t->seat[seat].bank;
	if (t->mover == seat && t->asked >= 0)
		return left > 0 ? left : 0;
	if (!parts_timed(t))
		return -1;
	if (left < 0 && table_here(t, seat))
		*bank = -left < *bank ? *bank + left : 0;
	return left > 0 ? left : 0;
}

/* What happens by itself ------------------------------------------------- */

/* The order with which the seat that is asked answers the open question; ORDER_ASK: the seat wants to be asked. Orders also answer for a seat
 * whose holder is away. An order answers at once, whatever cards the seat holds: so the time of the answer tells nothing about the cards. */
static int standing(const struct table *t)
{
	const struct seat *s = t->mover >= 0 ? &t->seat[t->mover] : NULL;
	const int question = table_question(t);

	if (!s || question < 0 || s->kind != SEAT_PERSON || s->resigned)
		return ORDER_ASK;
	return s->once[question] != ORDER_ASK ? s->once[question] : s->order[question];
}

int64_t table_wake(const struct table *t)
{
	const struct pace *p = &t->head.pace;
	int64_t began = t->since - t->used;

	if (t->status != TABLE_RUNNING || t->paused || t->mover < 0)
		return INT64_MAX;
	if (t->asker >= 0)
		return t->ask_at + grace(t);
	if (standing(t) != ORDER_ASK)
		return began;
	if (!table_here(t, t->mover))
		return INT64_MAX;
	if (t->asked >= 0)
		return began + grace(t);
	return parts_timed(t) ? began + p->move + t->seat[t->mover].bank : INT64_MAX;
}

static void move_and_follow(const struct table *t, int by, int move, int64_t now, struct rows *out)
{
	struct state s = t->state;

	parts_play(t, &s, by, move, now, out);
	parts_follow(t, &s, now, out);
}

static void answer(const struct table *t, int by, int order, int64_t now, struct rows *out)
{
	move_and_follow(t, by, t->head.game->order(t->head.box, &t->state, table_question(t), order), now, out);
}

bool table_due(const struct table *t, int64_t now, struct rows *out)
{
	if (now < table_wake(t))
		return false;
	if (t->asker >= 0) {
		int who = 0;
		while (!(table_asked(t) >> who & 1))
			who++;
		rows_add(out, ROW_REFUSE, BY_DEFAULT, who, now, "");
	} else if (standing(t) != ORDER_ASK) {
		answer(t, BY_ORDER, standing(t), now, out);
	} else if (t->asked >= 0) {
		answer(t, BY_DEFAULT, t->head.game->prompts[t->asked].preset, now, out);
	} else {
		rows_add(out, ROW_AWAY, BY_SERVER, t->mover, now, "time");
	}
	parts_seal(t, "", out);
	return true;
}

int table_bot(const struct table *t, const char **level)
{
	int seat = t->mover;

	if (t->status != TABLE_RUNNING || t->paused || t->asker >= 0 || seat < 0 || standing(t) != ORDER_ASK || table_here(t, seat))
		return -1;
	*level = t->seat[seat].kind == SEAT_BOT ? t->seat[seat].level : t->head.level;
	return seat;
}

bool table_bot_moves(const struct table *t, int seat, uint32_t place, int move, int64_t now, struct rows *out)
{
	const char *level;

	if (place != t->place || table_bot(t, &level) != seat || seat < 0 || !game_is_legal(t->head.game, t->head.box, &t->state, move))
		return false;
	move_and_follow(t, BY_BOT, move, now, out);
	parts_seal(t, "", out);
	return true;
}

/* Rows of moves ----------------------------------------------------------- */

struct outcome *parts_play(const struct table *t, struct state *s, int by, int move, int64_t now, struct rows *out)
{
	const struct game *g = t->head.game;
	const struct box *b = t->head.box;
	const int mover = g->to_move(b, s);
	const struct state before = *s;
	struct events told;
	char words[MAX_TEXT];

	g->text(b, s, move, ALL, words);
	struct row *r = rows_add(out, mover == CHANCE ? ROW_DRAW : ROW_MOVE, by, mover == CHANCE ? -1 : mover, now, words);
	told.n = 0;
	g->apply(b, s, move, &told);
	struct outcome *o = malloc(sizeof *o + (size_t)told.n * sizeof *o->told);
	must(o != NULL);
	o->after = *s;
	o->move = (uint16_t)move;
	o->silent = game_silent(g, b, &before, s, &told);
	o->n = told.n;
	memcpy(o->told, told.of, (size_t)told.n * sizeof *o->told);
	r->outcome = o;
	return o;
}

int parts_only(const struct table *t, const struct state *s)
{
	const struct game *g = t->head.game;
	const int mover = g->to_move(t->head.box, s);
	const bool alone = mover >= 0 && t->seat[mover].kind == SEAT_PERSON && !seats_people(t, mover);

	return (alone ? game_only_alone : game_only)(g, t->head.box, s);
}

void parts_follow(const struct table *t, struct state *s, int64_t now, struct rows *out)
{
	const struct game *g = t->head.game;
	const struct box *b = t->head.box;
	uint8_t stream[HASH_BYTES];
	char id[ID_CHARS + 1];
	uint32_t drawn[MAX_SOURCES];
	int mover, move;

	memcpy(stream, t->stream, HASH_BYTES);
	memcpy(drawn, t->drawn, sizeof drawn);
	if (t->status == TABLE_OPEN) {                  /* the start itself is among these rows */
		parts_draws_id(t, id);
		fair_stream(&t->fair, id, stream);
	}
	while ((mover = g->to_move(b, s)) == CHANCE || (move = parts_only(t, s)) >= 0) {
		if (mover == CHANCE) {
			uint32_t row = t->seq + (uint32_t)out->n + 1, k = drawn[g->source(b, s)]++;
			move = fair_draw(t->fair.way, stream, t->fair.way == FAIR_BY_ROW ? row : k, g, b, s);
		}
		parts_play(t, s, mover == CHANCE || table_here(t, mover) ? BY_SERVER : BY_BOT, move, now, out);
	}
}

void parts_seal(const struct table *t, const char *key, struct rows *out)
{
	for (int i = 0; i < out->n; i++) {
		struct row *r = &out->of[i];

		r->seq = t->seq + 1 + (uint32_t)i;
		snprintf(r->key, sizeof r->key, "%s", key);
	}
}
