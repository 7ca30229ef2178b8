/* What somebody wants, as the rows that would follow from it. Nothing changes here. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "table_parts.h"

enum { MANY_ROWS = 20000 };             /* a table that has so many takes only what brings its game on: every hello is told all of them */

typedef bool wisher(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no);

static int by(const struct ask *a)
{
	return a->seat >= 0 ? BY_PLAYER : BY_HOST;
}

static bool host_only(const struct ask *a, struct refusal *no)
{
	return a->seat < 0 ? true : REFUSE(no, "host", "only the host can do this");
}

/* Who decides for itself at a game that goes on. */
static bool may_play(const struct table *t, int kind, const struct ask *a, struct refusal *no)
{
	if (!parts_fits(t, kind, a->seat, no))
		return false;
	if (a->seat >= 0 && t->seat[a->seat].resigned)
		return REFUSE(no, "resigned", "who has resigned decides no more");
	if (a->seat >= 0 && t->seat[a->seat].away)
		return REFUSE(no, "away", "a bot decides for you until you are back");
	return t->paused ? REFUSE(no, "paused", "the game is paused") : true;
}

/* Sitting down ------------------------------------------------------------ */

static bool sit_row(const struct table *t, const struct ask *a, int seat, int64_t now, struct rows *out)
{
	const struct seat *s = &t->seat[seat];
	bool again = a->seat >= 0, committed = again ? s->committed : a->committed;
	char hash[2 * HASH_BYTES + 1], commit[2 * HASH_BYTES + 1] = "-", words[4 * HASH_BYTES + MAX_NAME + 4];

	fair_hex(again ? s->secret : a->secret, HASH_BYTES, hash);
	if (committed)
		fair_hex(again ? s->commit : a->commit, HASH_BYTES, commit);
	snprintf(words, sizeof words, "%s %s %.*s", hash, commit, MAX_NAME - 1, a->text);
	rows_add(out, ROW_SIT, BY_PLAYER, seat, now, words);
	return true;
}

static int free_seat(const struct table *t)
{
	for (int i = 0; i < t->head.players; i++)
		if (t->seat[i].kind == SEAT_FREE)
			return i;
	return -1;
}

/* Who has that secret; -1: nobody. At a table of one page, where nobody needs one, it is all zeros. */
static int seat_with(const struct table *t, const uint8_t secret[HASH_BYTES])
{
	static const uint8_t none[HASH_BYTES];

	for (int i = 0; i < t->head.players && memcmp(secret, none, HASH_BYTES) != 0; i++)
		if (t->seat[i].kind == SEAT_PERSON && table_secret(t, i, secret))
			return i;
	return -1;
}

/* With a seat of one's own already: another name. */
static bool sit(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	int again, seat = a->seat >= 0 ? a->seat : a->whom >= 0 ? a->whom : free_seat(t);

	if (a->seat < 0 && t->status != TABLE_OPEN)
		return parts_fits(t, ROW_FREE, 0, no);
	if (a->seat < 0 && (again = seat_with(t, a->secret)) >= 0)
		return REFUSE(no, "taken", "you sit on seat %d already", again);        /* the same wish once more */
	if (seat < 0)
		return REFUSE(no, "full", "there is no free seat");
	if (!parts_fits(t, ROW_SIT, seat, no))
		return false;
	if (!setup_name(a->text, strlen(a->text)))
		return REFUSE(no, "name", "this cannot be a name; allowed: 1 to %d bytes without comma, # or tab", MAX_NAME - 1);
	if (t->seat[seat].kind != (a->seat >= 0 ? SEAT_PERSON : SEAT_FREE))
		return REFUSE(no, "taken", "seat %d is taken", seat);
	return sit_row(t, a, seat, now, out);
}

static bool fill(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!host_only(a, no) || !parts_fits(t, ROW_BOT, a->whom, no))
		return false;
	if (t->status != TABLE_OPEN)
		return REFUSE(no, "started", "the game has started already");
	if (t->seat[a->whom].kind == SEAT_PERSON)
		return REFUSE(no, "taken", "seat %d is taken", a->whom);
	if (!parts_level(a->text))
		return REFUSE(no, "level", "there is no bot of that name");
	rows_add(out, ROW_BOT, BY_HOST, a->whom, now, a->text);
	return true;
}

/* Once the game runs, a bot plays on. */
static bool remove_seat(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	bool running = t->status == TABLE_RUNNING;

	if (!host_only(a, no) || !parts_fits(t, running ? ROW_BOT : ROW_FREE, a->whom, no))
		return false;
	if (t->seat[a->whom].kind == SEAT_FREE || (running && t->seat[a->whom].kind != SEAT_PERSON))
		return REFUSE(no, "seat", "nobody sits on seat %d", a->whom);
	rows_add(out, running ? ROW_BOT : ROW_FREE, BY_HOST, a->whom, now, running ? t->head.level : "removed");
	if (running && !t->paused)
		undo_complete(t, a->whom, 0, now, out);
	return true;
}

static bool new_link(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	char hash[2 * HASH_BYTES + 1];

	if (!host_only(a, no) || !parts_fits(t, ROW_LINK, a->whom, no))
		return false;
	fair_hex(a->secret, HASH_BYTES, hash);
	rows_add(out, ROW_LINK, BY_HOST, a->whom, now, hash);
	return true;
}

static bool reveal(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	uint8_t nonce[HASH_BYTES];

	if (!parts_fits(t, ROW_REVEAL, a->seat, no) || !parts_nonce(t, a->seat, a->text, nonce, no))
		return false;
	rows_add(out, ROW_REVEAL, BY_PLAYER, a->seat, now, a->text);
	return true;
}

static bool start(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	const struct head *h = &t->head;
	struct state s;

	if (!host_only(a, no) || !parts_fits(t, ROW_START, -1, no))
		return false;
	for (int i = 0; i < h->players; i++)
		if (t->seat[i].kind == SEAT_FREE)
			return REFUSE(no, "free", "seat %d is still free", i);
	rows_add(out, ROW_START, BY_HOST, -1, now, "");
	game_start(h->game, h->box, h->players, h->option, &s);
	s.rules = h->rules;
	parts_draws(t, &s, now, out);
	return true;
}

/* Playing ------------------------------------------------------------------ */

static bool crossed(const struct table *t, const struct ask *a, struct refusal *no)
{
	return a->place == t->place ? false : !REFUSE(no, "crossed", "the game has moved on: it is at %u, not at %u", t->place, a->place);
}

static bool out_of_turn(const struct table *t, int mover, struct refusal *no)
{
	const struct head *h = &t->head;

	REFUSE(no, "turn", "it is the turn of %s", t->seat[mover].name);
	no->rule = session_turn_rule(h->game, h->box, h->players, h->option);
	return false;
}

/* Why this move cannot be played: the mover may know, for its own view gives the same reason. */
static bool explain(const struct table *t, const struct state *s, const char *typed, int seat, struct refusal *no)
{
	const struct game *g = t->head.game;
	int move = game_parse(g, t->head.box, s, typed, seat), rule;
	char why[MAX_TEXT], shown[MAX_SHOWN];

	if (move < 0)
		return REFUSE(no, "no_move", "there is no move '%s'", error_quote(shown, typed, strlen(typed)));
	rule = g->why(t->head.box, s, move, why);
	REFUSE(no, "illegal", "%s", why);
	no->rule = (uint16_t)rule;
	return false;
}

/* All of them or none. Only the last may be one that cannot be taken back: a refusal must not tell what an earlier one would have found out. */
static bool play(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	const struct game *g = t->head.game;
	const struct box *b = t->head.box;
	struct state s = t->state;
	bool silent = true;

	if (!may_play(t, ROW_ASK, a, no) || crossed(t, a, no))
		return false;
	if (a->moves < 1 || a->moves > MAX_BATCH)
		return REFUSE(no, "bad", "a message has 1 to %d moves", MAX_BATCH);
	if (t->mover != a->seat)
		return out_of_turn(t, t->mover, no);
	for (int i = 0; i < a->moves; i++) {
		struct state before = s;
		struct events told;
		char words[MAX_TEXT];
		int move;

		if (!silent)
			return REFUSE(no, "batch", "what follows '%s' has to wait until it is known what comes of it", a->move[i - 1]);
		if ((move = parts_legal(t, &s, a->move[i])) < 0)
			return explain(t, &s, a->move[i], a->seat, no);
		g->text(b, &s, move, ALL, words);
		rows_add(out, ROW_MOVE, BY_PLAYER, a->seat, now, words);
		told.n = 0;
		g->apply(b, &s, move, &told);
		silent = game_silent(g, b, &before, &s, &told);
	}
	parts_draws(t, &s, now, out);
	return true;
}

static bool undo(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	char words[12];

	if (!may_play(t, ROW_ASK, a, no) || crossed(t, a, no))
		return false;
	snprintf(words, sizeof words, "%d", a->to);
	if (undo_fits(t, a->seat, a->to, no)) {
		rows_add(out, ROW_UNDO, BY_PLAYER, a->seat, now, words);
		return true;
	}
	if (strcmp(no->code, "consent") != 0)
		return false;
	if (t->asker >= 0)
		return REFUSE(no, "asked", "there is such a question already");
	rows_add(out, ROW_ASK, BY_PLAYER, a->seat, now, words);
	return true;
}

static bool agree(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!may_play(t, ROW_AGREE, a, no))
		return false;
	if (!(table_asked(t) >> a->seat & 1))
		return REFUSE(no, "not_asked", "nobody asks you");
	rows_add(out, ROW_AGREE, BY_PLAYER, a->seat, now, "");
	undo_complete(t, -1, 1u << a->seat, now, out);
	return true;
}

/* Also by who asks: then the question is taken back. */
static bool refuse(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_REFUSE, a->seat, no))
		return false;
	if (t->asker < 0 || !table_here(t, a->seat))
		return REFUSE(no, "not_asked", "nobody asks you");
	rows_add(out, ROW_REFUSE, BY_PLAYER, a->seat, now, "");
	return true;
}

static bool order(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	int prompt = parts_prompt(t->head.game, a->prompt);
	char words[2 * MAX_NAME + 8];

	if (!parts_fits(t, ROW_ORDER, a->seat, no))
		return false;
	if (prompt < 0 || parts_order(&t->head.game->prompts[prompt], a->order) < ORDER_ASK)
		return REFUSE(no, "order", "there is no such question, or no such order for it");
	if (a->once && t->asked != prompt)
		return REFUSE(no, "not_asked", "there is no such question now");
	snprintf(words, sizeof words, "%s %s%s", a->prompt, a->order, a->once ? " once" : "");
	rows_add(out, ROW_ORDER, BY_PLAYER, a->seat, now, words);
	return true;
}

/* Coming and going ---------------------------------------------------------- */

static bool leave(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	bool open = t->status == TABLE_OPEN;

	if (!parts_fits(t, open ? ROW_FREE : ROW_AWAY, a->seat, no))
		return false;
	if (t->seat[a->seat].kind != SEAT_PERSON)
		return REFUSE(no, "seat", "nobody sits on seat %d", a->seat);
	if (t->seat[a->seat].away && !t->seat[a->seat].returning)
		return REFUSE(no, "away", "a bot decides for you already");
	rows_add(out, open ? ROW_FREE : ROW_AWAY, BY_PLAYER, a->seat, now, "left");
	if (!t->paused)
		undo_complete(t, a->seat, 0, now, out);
	return true;
}

static bool back(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_BACK, a->seat, no))
		return false;
	if (!t->seat[a->seat].away || t->seat[a->seat].returning)
		return REFUSE(no, "here", "you are not away");
	rows_add(out, ROW_BACK, BY_PLAYER, a->seat, now, "");
	return true;
}

static bool resign(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_RESIGN, a->seat, no))
		return false;
	rows_add(out, ROW_RESIGN, BY_PLAYER, a->seat, now, "");
	if (!t->paused)
		undo_complete(t, a->seat, 0, now, out);
	return true;
}

static bool pause_clocks(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!may_play(t, ROW_PAUSE, a, no))
		return false;
	rows_add(out, ROW_PAUSE, by(a), a->seat, now, "");
	return true;
}

/* Nobody's wish at a game that is not paused: the server was away, and nobody shall lose time by it. */
static bool resume(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_RESUME, a->seat, no))
		return false;
	if (!t->paused && a->seat >= 0)
		return REFUSE(no, "not_paused", "the game is not paused");
	rows_add(out, ROW_RESUME, t->paused ? by(a) : BY_SERVER, a->seat, now, "");
	if (t->paused)
		undo_complete(t, -1, 0, now, out);      /* whoever had to agree may have gone in the meantime */
	return true;
}

/* Around the game ------------------------------------------------------------ */

static bool readable(const char *text, size_t most, struct refusal *no)
{
	size_t n = strlen(text), at;

	if (n > most)
		return REFUSE(no, "bad", "this has %zu bytes: at most %zu are taken", n, most);
	return error_clean(text, n, &at) ? true : REFUSE(no, "bad", "byte %zu is no text", at + 1);
}

static bool chat(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_CHAT, a->seat, no) || !readable(a->text, MAX_CHAT, no))
		return false;
	if (!a->text[0])
		return REFUSE(no, "bad", "nothing was said");
	rows_add(out, ROW_CHAT, BY_PLAYER, a->seat, now, a->text);
	return true;
}

static bool tell(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_TELL, a->seat, no) || !readable(a->text, MAX_ROW, no))
		return false;
	rows_add(out, ROW_TELL, BY_PLAYER, a->seat, now, a->text);
	return true;
}

static bool next(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_NEXT, -1, no))
		return false;
	if (t->next[0])
		return REFUSE(no, "next", "the rematch is at %s", t->next);
	if (strlen(a->text) != ID_CHARS)
		return REFUSE(no, "bad", "this is not the id of a table");
	rows_add(out, ROW_NEXT, by(a), -1, now, a->text);
	return true;
}

static bool close_table(const struct table *t, const struct ask *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!host_only(a, no) || !parts_fits(t, ROW_CLOSE, -1, no) || !readable(a->text, MAX_CHAT, no))
		return false;
	rows_add(out, ROW_CLOSE, a->ours ? BY_SERVER : BY_HOST, -1, now, a->text);
	return true;
}

size_t ask_size(const struct ask *a)
{
	return offsetof(struct ask, move) + (a->want == WANT_PLAY ? (size_t)a->moves * MAX_TEXT : strlen(a->text) + 1);
}

/* Any of them ------------------------------------------------------------------ */

static const struct { wisher *wish; bool ever; } wishes[WANTS] = {     /* ever: also at a table with very many rows */
	[WANT_SIT] = { sit, false }, [WANT_FILL] = { fill, false }, [WANT_REMOVE] = { remove_seat, true }, [WANT_LINK] = { new_link, false },
	[WANT_REVEAL] = { reveal, false }, [WANT_START] = { start, true }, [WANT_PLAY] = { play, true }, [WANT_UNDO] = { undo, false },
	[WANT_AGREE] = { agree, true }, [WANT_REFUSE] = { refuse, true }, [WANT_ORDER] = { order, false }, [WANT_LEAVE] = { leave, true },
	[WANT_BACK] = { back, true }, [WANT_RESIGN] = { resign, true }, [WANT_PAUSE] = { pause_clocks, false }, [WANT_RESUME] = { resume, true },
	[WANT_CHAT] = { chat, false }, [WANT_TELL] = { tell, false }, [WANT_NEXT] = { next, true }, [WANT_CLOSE] = { close_table, true },
};

static bool repeated(const struct table *t, const struct ask *a, uint32_t *seq)
{
	uint64_t key = parts_key(a->key);

	if (!a->key[0] || a->seat < 0 || a->seat >= t->head.players)
		return false;
	for (int i = 0; i < KEYS_KEPT; i++)
		if (t->seat[a->seat].kept[i].seq && t->seat[a->seat].kept[i].key == key) {
			*seq = t->seat[a->seat].kept[i].seq;
			return true;
		}
	return false;
}

enum answer table_ask(const struct table *t, const struct ask *a, int64_t now, struct rows *out, uint32_t *seq, struct refusal *no)
{
	*no = (struct refusal){ .code = NULL };
	if (repeated(t, a, seq))
		return ASK_REPEATED;
	if (t->seq > MANY_ROWS && !wishes[a->want].ever) {
		REFUSE(no, "full", "this table has seen too much to take more of it");
		return ASK_REFUSED;
	}
	if (!wishes[a->want].wish(t, a, now, out, no)) {
		rows_clear(out);
		return ASK_REFUSED;
	}
	parts_seal(t, a->key, out);
	*seq = t->seq + (uint32_t)out->n;
	return ASK_ROWS;
}
