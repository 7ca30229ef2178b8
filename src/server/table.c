#define _POSIX_C_SOURCE 200809L
#include "table.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "table_parts.h"

const char *const status_names[] = { [TABLE_OPEN] = "open", [TABLE_RUNNING] = "running", [TABLE_OVER] = "over", [TABLE_CLOSED] = "closed" };

/* Beginning and end --------------------------------------------------- */

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
	for (int i = 0; i < MAX_PLAYERS; i++)
		clear_seat(t, i);
	for (int i = 0; h->game->prompts && h->game->prompts[i].name; i++)
		must(i < MAX_PROMPTS);
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

static const struct { uint8_t when, whose; } fitting[ROW_KINDS] = {
	[ROW_SIT]    = { OPEN | RUNNING | ENDED, SEATS },
	[ROW_BOT]    = { OPEN | RUNNING, SEATS },
	[ROW_FREE]   = { OPEN, SEATS },
	[ROW_LINK]   = { ALWAYS, PERSONS },
	[ROW_REVEAL] = { OPEN, PERSONS },
	[ROW_START]  = { OPEN, NONES },
	[ROW_MOVE]   = { RUNNING, SEATS },
	[ROW_DRAW]   = { RUNNING, NONES },
	[ROW_ASK]    = { RUNNING, DECIDERS },
	[ROW_AGREE]  = { RUNNING, DECIDERS },
	[ROW_REFUSE] = { RUNNING, DECIDERS },
	[ROW_UNDO]   = { RUNNING, ANYBODYS },
	[ROW_ORDER]  = { OPEN | RUNNING, DECIDERS },
	[ROW_AWAY]   = { RUNNING, DECIDERS },
	[ROW_BACK]   = { RUNNING, DECIDERS },
	[ROW_RESIGN] = { RUNNING, DECIDERS },
	[ROW_PAUSE]  = { RUNNING, ANYBODYS },
	[ROW_RESUME] = { RUNNING, ANYBODYS },
	[ROW_CHAT]   = { OPEN | RUNNING | ENDED, PERSONS },
	[ROW_TELL]   = { ALWAYS, PERSONS },
	[ROW_NEXT]   = { ENDED | CLOSED, NONES },
	[ROW_CLOSE]  = { OPEN | RUNNING, NONES },
};

static bool fits_status(const struct table *t, unsigned when, struct refusal *no)
{
	static const char *const code[] = { "not_started", "started", "over", "closed" };
	static const char *const words[] = { "the game has not started yet", "the game has started already", "the game is over", "this table is closed" };

	return when >> t->status & 1 ? true : REFUSE(no, code[t->status], "%s", words[t->status]);
}

bool parts_fits(const struct table *t, int kind, int seat, struct refusal *no)
{
	enum whose whose = (enum whose)fitting[kind].whose;

	if (!fits_status(t, fitting[kind].when, no))
		return false;
	if (seat < 0)
		return whose == NONES || whose == ANYBODYS ? true : REFUSE(no, "seat", "this needs a seat");
	if (whose == NONES)
		return REFUSE(no, "seat", "this is no matter of a seat");
	if (seat >= t->head.players)
		return REFUSE(no, "seat", "there is no seat %d: they are 0 to %d", seat, t->head.players - 1);
	if (whose != SEATS && t->seat[seat].kind != SEAT_PERSON)
		return REFUSE(no, "seat", "nobody sits on seat %d", seat);
	if (whose == DECIDERS && t->seat[seat].resigned)
		return REFUSE(no, "resigned", "who has resigned decides no more");
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
		return REFUSE(no, "bad", "a nonce has %d hexadecimal digits in lower case", 2 * HASH_BYTES);
	fair_hash(out, HASH_BYTES, hash);
	if (!t->seat[seat].committed || t->fair.revealed[seat])
		return REFUSE(no, "nonce", "nothing is left to be revealed");
	return memcmp(hash, t->seat[seat].commit, HASH_BYTES) == 0 ? true : REFUSE(no, "nonce", "this is not the nonce that was committed to");
}

/* What follows a colon could make it think for hours. */
bool parts_level(const char *name)
{
	return strlen(name) < MAX_NAME && !strchr(name, ':') && bot_find(name);
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

void parts_apply(struct table *t, struct made m)
{
	const struct game *g = t->head.game;
	const struct state before = t->state;
	struct events told;

	told.n = 0;
	g->apply(t->head.box, &t->state, m.move, &told);
	if (t->plies == t->room) {
		t->room = t->room ? t->room + t->room / 2 : 16;
		t->ply = realloc(t->ply, (size_t)t->room * sizeof *t->ply);
		must(t->ply != NULL);
	}
	t->ply[t->plies++] = m;
	if (m.by != BY_PLAYER || !game_silent(g, t->head.box, &before, &t->state, &told))
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

/* Rows become part of the table ------------------------------------------ */

typedef bool folder(struct table *t, const struct row *r, struct refusal *no);

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
		return REFUSE(no, "bad", "'%.80s' is not HASH COMMIT NAME", r->text);
	bool again = s->kind == SEAT_PERSON && memcmp(s->secret, secret, HASH_BYTES) == 0;
	if (!again && (s->kind != SEAT_FREE || t->status != TABLE_OPEN))
		return REFUSE(no, "taken", "seat %d is taken", r->seat);
	if (!again) {
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

/* While the game runs: somebody was removed. Its place in the history stays. */
static bool fold_bot(struct table *t, const struct row *r, struct refusal *no)
{
	struct seat *s = &t->seat[r->seat];

	if (!parts_level(r->text))
		return REFUSE(no, "level", "there is no bot '%.40s'", r->text);
	if ((s->kind == SEAT_PERSON) != (t->status == TABLE_RUNNING))
		return REFUSE(no, "taken", "seat %d cannot become a bot's now", r->seat);
	if (t->mover == r->seat)
		clock_charge(t, r->at);
	forget_question_of(t, r->seat);
	if (t->author == r->seat)
		t->author = -1;
	uint8_t resigned = s->resigned;
	struct fair kept = t->fair;
	clear_seat(t, r->seat);
	if (t->status == TABLE_RUNNING)
		t->fair = kept;                                 /* its nonce has gone into the draws */
	s->kind = SEAT_BOT;
	s->resigned = resigned;
	snprintf(s->name, MAX_NAME, "%s", r->text);
	snprintf(s->level, MAX_NAME, "%s", r->text);
	return true;
}

static bool fold_free(struct table *t, const struct row *r, struct refusal *no)
{
	if (t->seat[r->seat].kind == SEAT_FREE)
		return REFUSE(no, "seat", "seat %d is free already", r->seat);
	clear_seat(t, r->seat);
	if (t->author == r->seat)
		t->author = -1;
	return true;
}

static bool fold_link(struct table *t, const struct row *r, struct refusal *no)
{
	uint8_t hash[HASH_BYTES];

	if (!fair_unhex(r->text, HASH_BYTES, hash))
		return REFUSE(no, "bad", "'%.80s' is no hash", r->text);
	memcpy(t->seat[r->seat].secret, hash, HASH_BYTES);
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

static bool fold_start(struct table *t, const struct row *r, struct refusal *no)
{
	for (int i = 0; i < t->head.players; i++)
		if (t->seat[i].kind == SEAT_FREE)
			return REFUSE(no, "free", "seat %d is still free", i);
	for (int i = 0; i < t->head.players; i++)
		t->seat[i].bank = t->head.pace.bank;
	fair_stream(&t->fair, t->head.id, t->stream);
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
		return REFUSE(no, "paused", "the game is paused");
	if (g->to_move(t->head.box, &t->state) != mover)
		return REFUSE(no, "turn", "it is another's turn");
	if ((move = parts_legal(t, &t->state, r->text)) < 0)
		return REFUSE(no, "illegal", "'%.80s' is not possible", r->text);
	forget_question(t);
	parts_apply(t, (struct made){ .seq = r->seq, .move = (uint16_t)move, .seat = r->seat, .by = r->by });
	t->place = r->seq;
	if (g->to_move(t->head.box, &t->state) == OVER)
		t->status = TABLE_OVER;
	clock_turn(t, r->at);
	return true;
}

static bool fold_ask(struct table *t, const struct row *r, struct refusal *no)
{
	int to;

	if (t->asker >= 0)
		return REFUSE(no, "asked", "there is such a question already");
	if (!parts_number(r->text, t->plies - 1, &to) || t->ply[to].seat < 0)
		return REFUSE(no, "ply", "'%.20s' is not a decision that was made", r->text);
	t->asker = r->seat;
	t->ask_to = to;
	t->ask_at = r->at;
	t->agreed = 0;
	return true;
}

static bool fold_agree(struct table *t, const struct row *r, struct refusal *no)
{
	if (!(table_asked(t) >> r->seat & 1))
		return REFUSE(no, "not_asked", "seat %d is not asked", r->seat);
	t->agreed |= (uint8_t)(1u << r->seat);
	return true;
}

static bool fold_refuse(struct table *t, const struct row *r, struct refusal *no)
{
	if (t->asker < 0 || !table_here(t, r->seat))
		return REFUSE(no, "not_asked", "nobody asks seat %d", r->seat);
	forget_question(t);
	return true;
}

static bool fold_undo(struct table *t, const struct row *r, struct refusal *no)
{
	int to;

	if (!parts_number(r->text, t->plies - 1, &to))
		return REFUSE(no, "ply", "'%.20s' is no ply", r->text);
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
		return REFUSE(no, "order", "'%.80s' is no order", r->text);
	if (words == 3 && t->asked != prompt)
		return REFUSE(no, "not_asked", "there is no such question now");
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
		return REFUSE(no, "away", "seat %d is away already", r->seat);
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

	if (!s->away || s->returning)
		return REFUSE(no, "here", "seat %d is not away", r->seat);
	s->returning = t->mover == r->seat;             /* a bot may be at it already */
	s->away = s->returning;
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
	forget_question_of(t, r->seat);
	return true;
}

static bool fold_pause(struct table *t, const struct row *r, struct refusal *no)
{
	if (t->paused)
		return REFUSE(no, "paused", "the game is paused already");
	t->used = clock_elapsed(t, r->at);
	t->paused = true;
	return true;
}

/* Without a pause: the server was away, and whose decision it is has all the time for it again. */
static bool fold_resume(struct table *t, const struct row *r, struct refusal *no)
{
	if (!t->paused && r->by != BY_SERVER)
		return REFUSE(no, "not_paused", "the game is not paused");
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

static bool fold_next(struct table *t, const struct row *r, struct refusal *no)
{
	if (t->next[0] || strlen(r->text) != ID_CHARS)
		return REFUSE(no, "next", "there is a rematch already, or '%.20s' is no id", r->text);
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

static folder *const fold[ROW_KINDS] = {
	[ROW_SIT] = fold_sit, [ROW_BOT] = fold_bot, [ROW_FREE] = fold_free, [ROW_LINK] = fold_link, [ROW_REVEAL] = fold_reveal,
	[ROW_START] = fold_start, [ROW_MOVE] = fold_move, [ROW_DRAW] = fold_move, [ROW_ASK] = fold_ask, [ROW_AGREE] = fold_agree,
	[ROW_REFUSE] = fold_refuse, [ROW_UNDO] = fold_undo, [ROW_ORDER] = fold_order, [ROW_AWAY] = fold_away, [ROW_BACK] = fold_back,
	[ROW_RESIGN] = fold_resign, [ROW_PAUSE] = fold_pause, [ROW_RESUME] = fold_resume, [ROW_CHAT] = fold_chat, [ROW_TELL] = fold_tell,
	[ROW_NEXT] = fold_next, [ROW_CLOSE] = fold_close,
};

/* The rows of one message have its key; those that are nobody's own belong to whoever sent it. Who got up leaves no key behind for the next
 * one on that seat. */
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

int table_prompt(const struct table *t)
{
	const struct game *g = t->head.game;

	return t->status == TABLE_RUNNING && g->prompts ? g->asked(t->head.box, &t->state) : -1;
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

/* Of those who resigned the first is the very last: behind the rival of a game for one, too. Who is still there moves up past them. */
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
