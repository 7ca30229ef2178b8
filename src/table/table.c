#define _POSIX_C_SOURCE 200809L
#include "table/table.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "table/deal.h"
#include "table/parts.h"

const char *const table_status_names[TABLE_STATUSES] = { STATUS_LIST(WORDS_PLAIN) };
const char *const table_holders[SEAT_KINDS] = { HOLDER_LIST(WORDS_PLAIN) };
const char *const table_refusal_codes[REFUSALS] = { REFUSAL_LIST(WORDS_NAME) };

/* Beginning and end --------------------------------------------------- */

void head_own_box(struct head *h, const struct box *b)
{
	struct box *own = malloc(sizeof *own);

	must(own != NULL);
	*own = *b;
	h->box = own;
	h->own_box = true;
}

void head_drop(struct head *h)
{
	if (h->own_box)
		free((void *)h->box);
	h->box = NULL;
	h->own_box = false;
}

static void clear_seat(struct table *t, int seat)
{
	struct seat *s = &t->seat[seat];

	free(s->tell);
	*s = (struct seat){ .kind = SEAT_FREE };
	memset(s->order, ORDER_ASK, sizeof s->order);
	memset(s->once, ORDER_ASK, sizeof s->once);
	memset(t->fair.nonce[seat], 0, HASH_BYTES);
	t->fair.revealed[seat] = false;
}

void table_make(struct table *t, const struct head *h)
{
	*t = (struct table){ .head = *h, .status = TABLE_OPEN, .changed = h->made, .mover = -1, .asked = -1, .asker = -1, .author = -1 };
	memcpy(t->fair.key, h->key, HASH_BYTES);
	t->fair.way = FAIR_BY_SOURCE;
	t->away_days = AWAY_DAYS;
	for (int i = 0; i < MAX_PLAYERS; i++)
		clear_seat(t, i);
	for (int i = 0; h->game->prompts && h->game->prompts[i].name; i++)
		must(i < MAX_PROMPTS);
	for (int i = 0; h->game->sources[i]; i++)
		must(i < MAX_SOURCES);
}

void table_drop(struct table *t)
{
	for (int i = 0; i < MAX_PLAYERS; i++)
		free(t->seat[i].tell);
	free(t->ply);
	head_drop(&t->head);
	sodium_memzero(t, sizeof *t);
}

/* Which rows can come when ---------------------------------------------- */

enum { OPEN = 1 << TABLE_OPEN, RUNNING = 1 << TABLE_RUNNING, ENDED = 1 << TABLE_OVER, CLOSED = 1 << TABLE_CLOSED, ALWAYS = 15 };
enum whose { NONES, SEATS, PERSONS, DECIDERS, ANYBODYS };       /* DECIDERS: persons who have not resigned */

#define FITTING(NAME, word, when, whose, ...) { when, whose },
static const struct { uint8_t when, whose; } fitting[ROW_KINDS] = { ROW_LIST(FITTING) };

static bool fits_status(const struct table *t, unsigned when, struct refusal *no)
{
	static const enum refused code[] = { REFUSED_NOT_STARTED, REFUSED_STARTED, REFUSED_OVER, REFUSED_CLOSED };
	static const char *const words[] = { "the game has not started yet", "the game has started already", "the game is over", "this table is closed" };

	return when >> t->status & 1 ? true : REFUSE_BY(no, code[t->status], "%s", words[t->status]);
}

bool parts_fits(const struct table *t, int kind, int seat, struct refusal *no)
{
	enum whose whose = (enum whose)fitting[kind].whose;

	if (!fits_status(t, fitting[kind].when, no))
		return false;
	if (seat < 0)
		return whose == NONES || whose == ANYBODYS ? true : REFUSE(no, SEAT, "this needs a seat");
	if (whose == NONES)
		return REFUSE(no, SEAT, "this is for the host or the server, not for a seat");
	if (seat >= t->head.players)
		return REFUSE(no, SEAT, "there is no seat %d: they are 0 to %d", seat, t->head.players - 1);
	if (whose != SEATS && t->seat[seat].kind != SEAT_PERSON)
		return REFUSE(no, SEAT, "nobody sits on seat %d", seat);
	if (whose == DECIDERS && t->seat[seat].resigned)
		return REFUSE(no, RESIGNED, "this seat has resigned, and can no longer move");
	return true;
}

/* What rows are made of ------------------------------------------------- */

bool parts_number(const char *text, int most, int *n)
{
	uint64_t number;

	if (!setup_number(text, &number) || number > (uint64_t)most)
		return false;
	*n = (int)number;
	return true;
}

int parts_prompt(const struct game *g, const char *name)
{
	for (int i = 0; g->prompts && g->prompts[i].name; i++)
		if (strcmp(g->prompts[i].name, name) == 0)
			return i;
	return -1;
}

int parts_order(const struct prompt *p, const char *name)
{
	if (strcmp(name, "ask") == 0)
		return ORDER_ASK;
	for (int i = 0; p->orders[i]; i++)
		if (strcmp(p->orders[i], name) == 0)
			return i;
	return -2;
}

bool parts_nonce(const struct table *t, int seat, const char *hex, uint8_t out[HASH_BYTES], struct refusal *no)
{
	uint8_t hash[HASH_BYTES];

	if (!fair_unhex(hex, HASH_BYTES, out))
		return REFUSE(no, BAD, "a nonce has %d hexadecimal digits in lower case", 2 * HASH_BYTES);
	fair_hash(out, HASH_BYTES, hash);
	if (!t->seat[seat].committed || t->fair.revealed[seat])
		return REFUSE(no, NONCE, "nothing is left to be revealed");
	return memcmp(hash, t->seat[seat].commit, HASH_BYTES) == 0 ? true : REFUSE(no, NONCE, "this is not the nonce that was committed to");
}

/* What follows the colon is a number of iterations. It is bounded, as a larger one could keep a bot thinking for hours: for so many the slowest, expert1 in Broadhorns,
 * takes about two seconds, and fifteen at worst. */
bool parts_level(const char *name)
{
	enum { MOST_ITERATIONS = 2000 };
	const char *colon = strchr(name, ':');
	int n;

	return strlen(name) < MAX_NAME && (!colon || parts_number(colon + 1, MOST_ITERATIONS, &n)) && bot_find(name);
}

void parts_draws_id(const struct table *t, char out[ID_CHARS + 1])
{
	if (t->head.deal[0])
		deal_draws_id(&t->head, out);
	else
		strcpy(out, t->head.id);
}

int parts_legal(const struct table *t, const struct state *s, const char *text)
{
	const struct game *g = t->head.game;
	struct moves m;
	char words[MAX_TEXT];

	g->legal(t->head.box, s, &m);
	for (int i = 0; i < m.n; i++) {
		g->text(t->head.box, s, m.id[i], ALL, words);
		if (strcmp(words, text) == 0)
			return m.id[i];
	}
	return -1;
}

uint64_t parts_key(const char *key)
{
	uint64_t hash = 0;

	for (; *key; key++)
		hash = rng_mix(hash ^ (uint64_t)(unsigned char)*key);
	return hash;
}

/* The game -------------------------------------------------------------- */

void parts_begin(struct table *t)
{
	const struct head *h = &t->head;

	game_start(h->game, h->box, h->players, h->option, &t->state);
	t->state.rules = h->rules;
	t->plies = t->quiet = 0;
}

/* Applies the move to the state. Returns whether it can be taken back without asking. */
static bool apply_silently(struct table *t, int move)
{
	const struct state before = t->state;
	struct events told;

	told.n = 0;
	t->head.game->apply(t->head.box, &t->state, move, &told);
	return game_silent(t->head.game, t->head.box, &before, &t->state, &told);
}

void parts_apply(struct table *t, struct made m, const struct outcome *of)
{
	bool silent = of ? of->silent : apply_silently(t, m.move);

	if (of)
		t->state = of->after;
	if (t->plies == t->cap) {
		t->cap = t->cap ? t->cap + t->cap / 2 : 16;
		t->ply = realloc(t->ply, (size_t)t->cap * sizeof *t->ply);
		must(t->ply != NULL);
	}
	t->ply[t->plies++] = m;
	/* A move that was made automatically because it was the only one is taken back together with the moves before it, if the seat made some. */
	bool own = m.by == BY_PLAYER || (m.by == BY_SERVER && m.seat >= 0 && t->quiet < t->plies - 1);
	if (!own || !silent)
		t->quiet = t->plies;
}

void table_at(const struct table *t, int ply, struct state *out)
{
	const struct head *h = &t->head;

	must(ply >= 0 && ply <= t->plies);
	*out = t->state;
	if (ply == t->plies)
		return;
	game_start(h->game, h->box, h->players, h->option, out);
	out->rules = h->rules;
	for (int i = 0; i < ply; i++)
		h->game->apply(h->box, out, t->ply[i].move, NULL);
}

struct table *table_twin(const struct table *t)
{
	struct table *twin = malloc(sizeof *twin);

	must(twin != NULL);
	*twin = *t;
	twin->head.own_box = false;
	twin->ply = malloc((size_t)(t->cap > 0 ? t->cap : 1) * sizeof *t->ply);
	must(twin->ply != NULL);
	if (t->plies > 0)
		memcpy(twin->ply, t->ply, (size_t)t->plies * sizeof *t->ply);
	for (int i = 0; i < MAX_PLAYERS; i++) {
		twin->seat[i].tell = t->seat[i].tell ? strdup(t->seat[i].tell) : NULL;
		must(!t->seat[i].tell || twin->seat[i].tell);
	}
	return twin;
}

void table_end(struct table *t)
{
	if (t)
		table_drop(t);
	free(t);
}

struct table *table_after(const struct table *t, const struct rows *rows, char why[MAX_ERROR])
{
	struct table *after = table_twin(t);

	for (int i = 0; i < rows->n; i++)
		if (!table_fold(after, &rows->of[i], why)) {
			table_end(after);
			return NULL;
		}
	return after;
}

/* Rows become part of the table ------------------------------------------ */

typedef bool folder(struct table *t, const struct row *r, struct refusal *no);

/* A seat of a running game gets a new holder. Its nonce is part of the draws and stays, as does its time; what the old holder had arranged is
 * deleted. */
static void hand_over(struct table *t, int seat, int64_t at)
{
	struct seat *s = &t->seat[seat];

	if (t->mover == seat)
		clock_charge(t, at);
	seats_forget(t, seat);
	if (t->author == seat)
		t->author = -1;
	free(s->tell);
	s->tell = NULL;
	s->away = s->returning = false;
	s->unwanted = 0;
	s->vacant_from = 0;
	memset(s->order, ORDER_ASK, sizeof s->order);
	memset(s->once, ORDER_ASK, sizeof s->once);
	memset(s->kept, 0, sizeof s->kept);
}

/* "HASH COMMIT NAME" */
static bool fold_sit(struct table *t, const struct row *r, struct refusal *no)
{
	struct seat *s = &t->seat[r->seat];
	char hash[2 * HASH_BYTES + 1] = "", commit[2 * HASH_BYTES + 1] = "";
	uint8_t secret[HASH_BYTES], promise[HASH_BYTES] = { 0 };
	int words = sscanf(r->text, "%64s %64s", hash, commit);
	size_t n = strlen(hash) + 1 + strlen(commit);
	bool committed = strcmp(commit, "-") != 0;

	if (words != 2 || strlen(r->text) <= n || r->text[strlen(hash)] != ' ' || r->text[n] != ' ' || !fair_unhex(hash, HASH_BYTES, secret) ||
	    (committed && !fair_unhex(commit, HASH_BYTES, promise)) || !setup_name(r->text + n + 1, strlen(r->text + n + 1)))
		return REFUSE(no, BAD, "'%.80s' is not HASH COMMIT NAME", r->text);
	bool again = s->kind == SEAT_PERSON && memcmp(s->secret, secret, HASH_BYTES) == 0, takes_over = !again && seats_vacant(t, r->seat, r->at);
	if (!again && !takes_over && (s->kind != SEAT_FREE || t->status != TABLE_OPEN))
		return REFUSE(no, TAKEN, "seat %d is taken", r->seat);
	if (!again)
		s->sat = r->seq;
	if (takes_over) {
		hand_over(t, r->seat, r->at);
		memcpy(s->secret, secret, HASH_BYTES);
	} else if (!again) {
		s->kind = SEAT_PERSON;
		s->committed = committed;
		memcpy(s->secret, secret, HASH_BYTES);
		memcpy(s->commit, promise, HASH_BYTES);
	}
	snprintf(s->name, MAX_NAME, "%s", r->text + n + 1);
	return true;
}

static void forget_question(struct table *t)
{
	t->asker = -1;
	t->agreed = 0;
	t->ask_to = 0;
	t->ask_at = 0;
}

static void forget_question_of(struct table *t, int seat)
{
	if (t->asker == seat)
		forget_question(t);
}

/* A seat becomes free while the game runs, because its holder was removed. What it did before stays in the history. */
static bool fold_bot(struct table *t, const struct row *r, struct refusal *no)
{
	struct seat *s = &t->seat[r->seat];

	if (!parts_level(r->text))
		return REFUSE(no, LEVEL, "there is no bot '%.40s'", r->text);
	if ((s->kind == SEAT_PERSON) != (t->status == TABLE_RUNNING))
		return REFUSE(no, TAKEN, "seat %d cannot become a bot's now", r->seat);
	if (t->mover == r->seat)
		clock_charge(t, r->at);
	forget_question_of(t, r->seat);
	seats_forget(t, r->seat);
	if (t->author == r->seat)
		t->author = -1;
	uint8_t resigned = s->resigned;
	struct fair kept = t->fair;
	clear_seat(t, r->seat);
	if (t->status == TABLE_RUNNING)
		t->fair = kept;                                 /* the nonce stays: it is part of the draws */
	s->kind = SEAT_BOT;
	s->resigned = resigned;
	snprintf(s->name, MAX_NAME, "%.*s", (int)strcspn(r->text, ":"), r->text);
	snprintf(s->level, MAX_NAME, "%s", r->text);
	return true;
}

static bool fold_free(struct table *t, const struct row *r, struct refusal *no)
{
	if (t->seat[r->seat].kind == SEAT_FREE)
		return REFUSE(no, SEAT, "seat %d is free already", r->seat);
	clear_seat(t, r->seat);
	if (t->author == r->seat)
		t->author = -1;
	return true;
}

static bool fold_link(struct table *t, const struct row *r, struct refusal *no)
{
	uint8_t hash[HASH_BYTES];

	if (!fair_unhex(r->text, HASH_BYTES, hash))
		return REFUSE(no, BAD, "'%.80s' is no hash", r->text);
	if (r->by == BY_PLAYER && t->status == TABLE_RUNNING)           /* in old logs the host did this, for somebody who had lost their link */
		hand_over(t, r->seat, r->at);
	memcpy(t->seat[r->seat].secret, hash, HASH_BYTES);
	return true;
}

/* "away DAYS" */
static bool fold_rule(struct table *t, const struct row *r, struct refusal *no)
{
	int days;

	if (strncmp(r->text, "away ", 5) != 0 || !parts_number(r->text + 5, AWAY_DAYS_MOST, &days))
		return REFUSE(no, BAD, "'%.40s' is no rule", r->text);
	t->away_days = (uint8_t)days;
	return true;
}

static bool fold_reveal(struct table *t, const struct row *r, struct refusal *no)
{
	uint8_t nonce[HASH_BYTES];

	if (!parts_nonce(t, r->seat, r->text, nonce, no))
		return false;
	memcpy(t->fair.nonce[r->seat], nonce, HASH_BYTES);
	t->fair.revealed[r->seat] = true;
	return true;
}

/* The text is how the table draws; tables that started before there was a second way say nothing. */
static bool fold_start(struct table *t, const struct row *r, struct refusal *no)
{
	char id[ID_CHARS + 1];

	if (r->text[0] && strcmp(r->text, START_BY_SOURCE) != 0)
		return REFUSE(no, BAD, "'%.20s' is no way to draw", r->text);
	for (int i = 0; i < t->head.players; i++)
		if (t->seat[i].kind == SEAT_FREE)
			return REFUSE(no, FREE, "seat %d is still free", i);
	for (int i = 0; i < t->head.players; i++)
		t->seat[i].bank = t->head.pace.bank;
	t->fair.way = r->text[0] ? FAIR_BY_SOURCE : FAIR_BY_ROW;
	parts_draws_id(t, id);
	fair_stream(&t->fair, id, t->stream);
	parts_begin(t);
	t->status = TABLE_RUNNING;
	t->place = r->seq;
	clock_turn(t, r->at);
	return true;
}

static bool fold_move(struct table *t, const struct row *r, struct refusal *no)
{
	const struct game *g = t->head.game;
	int mover = r->kind == ROW_DRAW ? CHANCE : r->seat, move;

	if (t->paused)
		return REFUSE(no, PAUSED, "the game is paused");
	if (g->to_move(t->head.box, &t->state) != mover)
		return REFUSE(no, TURN, "it is the turn of another seat");
	if ((move = r->outcome ? r->outcome->move : parts_legal(t, &t->state, r->text)) < 0)
		return REFUSE(no, ILLEGAL, "'%.80s' is not possible", r->text);
	forget_question(t);
	uint32_t k = mover == CHANCE ? t->drawn[g->source(t->head.box, &t->state)]++ : 0;
	parts_apply(t, (struct made){ .seq = r->seq, .number = t->fair.way == FAIR_BY_ROW ? r->seq : k, .move = (uint16_t)move, .seat = r->seat, .by = r->by },
		r->outcome);
	t->place = r->seq;
	if (g->to_move(t->head.box, &t->state) == OVER)
		t->status = TABLE_OVER;
	clock_turn(t, r->at);
	return true;
}

static bool fold_draw(struct table *t, const struct row *r, struct refusal *no)
{
	return fold_move(t, r, no);
}

static bool fold_ask(struct table *t, const struct row *r, struct refusal *no)
{
	int to;

	if (t->asker >= 0)
		return REFUSE(no, ASKED, "there is such a question already");
	if (!parts_number(r->text, t->plies - 1, &to) || t->ply[to].seat < 0)
		return REFUSE(no, PLY, "'%.20s' is not a decision that was made", r->text);
	t->asker = r->seat;
	t->ask_to = to;
	t->ask_at = r->at;
	t->agreed = 0;
	return true;
}

static bool fold_agree(struct table *t, const struct row *r, struct refusal *no)
{
	if (!(table_asked(t) >> r->seat & 1))
		return REFUSE(no, NOT_ASKED, "seat %d is not asked", r->seat);
	t->agreed |= (uint8_t)(1u << r->seat);
	return true;
}

static bool fold_refuse(struct table *t, const struct row *r, struct refusal *no)
{
	if (t->asker < 0 || !table_here(t, r->seat))
		return REFUSE(no, NOT_ASKED, "nobody asks seat %d", r->seat);
	forget_question(t);
	return true;
}

static bool fold_undo(struct table *t, const struct row *r, struct refusal *no)
{
	int to;

	if (!parts_number(r->text, t->plies - 1, &to))
		return REFUSE(no, PLY, "'%.20s' is no ply", r->text);
	if (!undo_fits(t, r->seat, to, no))
		return false;
	forget_question(t);
	undo_to(t, to);
	t->place = r->seq;
	clock_turn(t, r->at);
	return true;
}

/* "PROMPT ORDER", "PROMPT ORDER once" */
static bool fold_order(struct table *t, const struct row *r, struct refusal *no)
{
	const struct game *g = t->head.game;
	struct seat *s = &t->seat[r->seat];
	char name[MAX_NAME], order[MAX_NAME], once[8] = "", more[2];
	int words = sscanf(r->text, "%31s %31s %7s %1s", name, order, once, more);
	int prompt = words >= 2 ? parts_prompt(g, name) : -1, which = prompt >= 0 ? parts_order(&g->prompts[prompt], order) : -2;

	if (which == -2 || words > 3 || (words == 3 && strcmp(once, "once") != 0))
		return REFUSE(no, ORDER, "'%.80s' is no order", r->text);
	if (words == 3 && t->asked != prompt)
		return REFUSE(no, NOT_ASKED, "there is no such question now");
	if (words == 3)
		s->once[prompt] = (int8_t)which;
	else
		s->order[prompt] = (int8_t)which;
	return true;
}

static bool fold_away(struct table *t, const struct row *r, struct refusal *no)
{
	struct seat *s = &t->seat[r->seat];

	if (s->away && !s->returning)
		return REFUSE(no, AWAY, "seat %d is away already", r->seat);
	if (t->mover == r->seat)
		clock_charge(t, r->at);
	s->away = true;
	s->returning = false;
	forget_question_of(t, r->seat);
	return true;
}

static bool fold_back(struct table *t, const struct row *r, struct refusal *no)
{
	struct seat *s = &t->seat[r->seat];

	if ((!s->away || s->returning) && !s->vacant_from)
		return REFUSE(no, HERE, "seat %d is not away", r->seat);
	s->returning = s->away && t->mover == r->seat;  /* a bot may be thinking about this decision already */
	s->away = s->returning;
	s->vacant_from = 0;
	return true;
}

/* Reads SEAT, a seat that another person than the sender holds. */
static bool other_seat(const struct table *t, const struct row *r, int *seat, struct refusal *no)
{
	int n = 0;

	if (sscanf(r->text, "%d%n", seat, &n) != 1 || !(seats_people(t, r->seat) >> (*seat & 31) & 1) || *seat != (*seat & 31))
		return REFUSE(no, SEAT, "'%.20s' is no seat of another person", r->text);
	return true;
}

static bool fold_replace(struct table *t, const struct row *r, struct refusal *no)
{
	int seat;

	if (!other_seat(t, r, &seat, no))
		return false;
	t->seat[seat].unwanted |= (uint8_t)(1u << r->seat);
	return true;
}

/* "SEAT TIME" */
static bool fold_vacate(struct table *t, const struct row *r, struct refusal *no)
{
	int64_t from;
	int seat;

	if (!other_seat(t, r, &seat, no))
		return false;
	if (sscanf(r->text, "%*d %" SCNd64, &from) != 1 || from <= r->at || t->seat[seat].vacant_from)
		return REFUSE(no, BAD, "'%.40s' announces nothing new", r->text);
	t->seat[seat].vacant_from = from;
	t->seat[seat].announced_by = r->seat;
	return true;
}

static bool fold_keep(struct table *t, const struct row *r, struct refusal *no)
{
	int seat;

	if (!other_seat(t, r, &seat, no))
		return false;
	t->seat[seat].unwanted &= (uint8_t)~(1u << r->seat);
	if (t->seat[seat].announced_by == r->seat)
		t->seat[seat].vacant_from = 0;
	return true;
}

static bool fold_resign(struct table *t, const struct row *r, struct refusal *no)
{
	struct seat *s = &t->seat[r->seat];

	(void)no;
	if (t->mover == r->seat)
		clock_charge(t, r->at);
	s->away = s->returning = false;
	s->resigned = ++t->resigned;
	s->vacant_from = 0;
	seats_forget(t, r->seat);
	forget_question_of(t, r->seat);
	return true;
}

static bool fold_pause(struct table *t, const struct row *r, struct refusal *no)
{
	if (t->paused)
		return REFUSE(no, PAUSED, "the game is paused already");
	t->used = clock_elapsed(t, r->at);
	t->paused = true;
	return true;
}

/* A row of this kind without a pause before it means that the server was down: the seat to move has its whole time again. */
static bool fold_resume(struct table *t, const struct row *r, struct refusal *no)
{
	if (!t->paused && r->by != BY_SERVER)
		return REFUSE(no, NOT_PAUSED, "the game is not paused");
	if (!t->paused)
		t->used = 0;
	t->paused = false;
	t->since = r->at;
	return true;
}

static bool fold_chat(struct table *t, const struct row *r, struct refusal *no)
{
	(void)t, (void)r, (void)no;
	return true;
}

static bool fold_tell(struct table *t, const struct row *r, struct refusal *no)
{
	struct seat *s = &t->seat[r->seat];

	(void)no;
	free(s->tell);
	s->tell = r->text[0] ? strdup(r->text) : NULL;
	must(s->tell != NULL || !r->text[0]);
	return true;
}

/* "SEQ": the store has taken the name out of the rows from that one on. */
static bool fold_forget(struct table *t, const struct row *r, struct refusal *no)
{
	struct seat *s = &t->seat[r->seat];

	if (strtoul(r->text, NULL, 10) != s->sat)
		return REFUSE(no, BAD, "'%.20s' is not the row with which seat %d was taken", r->text, r->seat);
	snprintf(s->name, MAX_NAME, "%s", ROW_NOBODY);
	free(s->tell);
	s->tell = NULL;
	return true;
}

static bool fold_next(struct table *t, const struct row *r, struct refusal *no)
{
	if (t->next[0] || strlen(r->text) != ID_CHARS)
		return REFUSE(no, NEXT, "there is a rematch already, or '%.20s' is no id", r->text);
	memcpy(t->next, r->text, ID_CHARS + 1);
	return true;
}

static bool fold_close(struct table *t, const struct row *r, struct refusal *no)
{
	(void)no;
	t->status = TABLE_CLOSED;
	t->paused = false;
	forget_question(t);
	clock_turn(t, r->at);
	return true;
}

#define FOLD(NAME, word, ...) fold_##word,
static folder *const fold[ROW_KINDS] = { ROW_LIST(FOLD) };

/* Remembers the last row of each message by the key of the message. All rows of one message have its key; rows without a seat count for the
 * sender's seat. When a person leaves a seat, the keys of that seat are deleted. */
static void keep_key(struct table *t, const struct row *r)
{
	uint64_t key = parts_key(r->key);

	if (r->by == BY_PLAYER && r->seat >= 0)
		t->author = r->key[0] && t->seat[r->seat].kind == SEAT_PERSON ? r->seat : -1;
	if (!r->key[0] || t->author < 0)
		return;
	struct seat *s = &t->seat[t->author];
	if (s->kept[0].seq == 0 || s->kept[0].key != key) {
		memmove(s->kept + 1, s->kept, (KEYS_KEPT - 1) * sizeof s->kept[0]);
		s->kept[0].key = key;
	}
	s->kept[0].seq = r->seq;
}

bool table_fold(struct table *t, const struct row *r, char out[MAX_ERROR])
{
	struct refusal no = { .words = "" };

	if (r->seq != t->seq + 1)
		return error_say(out, "row %u follows row %u", r->seq, t->seq);
	if (r->kind >= ROW_KINDS || r->by >= ROW_BYS || r->seat < -1 || strlen(r->text) > MAX_ROW)
		return error_say(out, "row %u is damaged", r->seq);
	if (!parts_fits(t, r->kind, r->seat, &no) || !fold[r->kind](t, r, &no))
		return error_say(out, "row %u, %s: %s", r->seq, row_kinds[r->kind], no.words);
	t->seq = r->seq;
	t->changed = r->at;
	keep_key(t, r);
	return true;
}

/* Looking ---------------------------------------------------------------- */

int table_to_move(const struct table *t)
{
	return t->status == TABLE_RUNNING ? t->head.game->to_move(t->head.box, &t->state) : OVER;
}

int table_question(const struct table *t)
{
	const struct game *g = t->head.game;

	return t->status == TABLE_RUNNING && g->prompts ? g->asked(t->head.box, &t->state) : -1;
}

int table_prompt(const struct table *t)
{
	const int question = table_question(t);

	return question >= 0 && !t->head.game->prompts[question].own ? question : -1;
}

bool table_here(const struct table *t, int seat)
{
	return t->seat[seat].kind == SEAT_PERSON && !t->seat[seat].away && !t->seat[seat].resigned;
}

int table_rival(const struct table *t, struct line out[MAX_LINES])
{
	const struct game *g = t->head.game;

	return g->rival ? g->rival(t->head.box, &t->state, out) : 0;
}

/* Seats that resigned come last, the first to resign at the very end, behind the rival of a solo game too. The others keep their order and move up. */
void table_places(const struct table *t, int out[MAX_PLAYERS])
{
	struct line unread[MAX_LINES];
	int place[MAX_PLAYERS], last = t->head.players + (table_rival(t, unread) > 0);

	t->head.game->place(t->head.box, &t->state, place);
	for (int i = 0; i < t->head.players; i++) {
		int resigned = t->seat[i].resigned;
		out[i] = resigned ? last - resigned + 1 : place[i];
		for (int k = 0; k < t->head.players && !resigned; k++)
			out[i] -= t->seat[k].resigned && place[k] < place[i];
	}
}

bool table_secret(const struct table *t, int seat, const uint8_t hash[HASH_BYTES])
{
	return seat >= 0 && seat < t->head.players && t->seat[seat].kind == SEAT_PERSON && sodium_memcmp(t->seat[seat].secret, hash, HASH_BYTES) == 0;
}

bool table_host(const struct table *t, const uint8_t hash[HASH_BYTES])
{
	return sodium_memcmp(t->head.host, hash, HASH_BYTES) == 0;
}
