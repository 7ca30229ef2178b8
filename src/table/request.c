/* Requests: each function checks one kind and adds the rows that would follow from it. The table itself is not changed here. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "table/parts.h"

enum { MANY_ROWS = 20000 };             /* rows after which a table takes only requests that lead its game on: each new client is sent all rows */

typedef bool row_maker(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no);

static int by(const struct request *a)
{
	return a->seat >= 0 ? BY_PLAYER : BY_HOST;
}

static bool host_only(const struct request *a, struct refusal *no)
{
	return a->seat < 0 ? true : REFUSE(no, HOST, "only the host can do this");
}

/* Whether a row of that kind fits and the seat, if it is one, decides for itself: it has not resigned, no bot decides for it, and the game is not paused. */
static bool may_play(const struct table *t, int kind, const struct request *a, struct refusal *no)
{
	if (!parts_fits(t, kind, a->seat, no))
		return false;
	if (a->seat >= 0 && t->seat[a->seat].resigned)
		return REFUSE(no, RESIGNED, "you have resigned, so you can no longer move");
	if (a->seat >= 0 && t->seat[a->seat].away)
		return REFUSE(no, AWAY, "you are away: a bot decides for you until you come back");
	return t->paused ? REFUSE(no, PAUSED, "the game is paused") : true;
}

/* Sitting down ------------------------------------------------------------ */

static bool sit_row(const struct table *t, const struct request *a, int seat, int64_t now, struct rows *out)
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

/* The seat whose holder has that secret; -1: none. At a table inside a page nobody needs a secret, and it is all zeros. */
static int seat_with(const struct table *t, const uint8_t secret[HASH_BYTES])
{
	static const uint8_t none[HASH_BYTES];

	for (int i = 0; i < t->head.players && memcmp(secret, none, HASH_BYTES) != 0; i++)
		if (t->seat[i].kind == SEAT_PERSON && table_secret(t, i, secret))
			return i;
	return -1;
}

static bool is_name(const char *text, struct refusal *no)
{
	return setup_name(text, strlen(text)) ? true
		: REFUSE(no, NAME, "this cannot be a name; allowed: 1 to %d bytes without comma, # or tab", MAX_NAME - 1);
}

static bool no_person_may(const struct table *t, struct refusal *no)
{
	return seats_bots_only(t) ? !REFUSE(no, BOTS_ONLY, "two people play here, and strangers can find the table: so a seat can go to a bot only") : false;
}

/* Takes a seat of a running game whose holder has been away for as long as was announced. */
static bool take_over(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	int seat = a->whom, again = seat_with(t, a->secret);

	if (again >= 0)
		return REFUSE(no, TAKEN, "you sit on seat %d already", again);
	for (int i = 0; i < t->head.players && a->whom < 0; i++)
		if (seats_vacant(t, i, now))
			seat = i;
	if (seat < 0)
		return parts_fits(t, ROW_FREE, 0, no);
	if (!parts_fits(t, ROW_SIT, seat, no) || no_person_may(t, no) || !is_name(a->text, no))
		return false;
	if (!seats_vacant(t, seat, now))
		return REFUSE(no, STARTED, "the game has started already, and nobody may take seat %d now", seat);
	return sit_row(t, a, seat, now, out);
}

/* Takes a free seat; a sender who has a seat already gets another name. */
static bool request_sit(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	int again, seat = a->seat >= 0 ? a->seat : a->whom >= 0 ? a->whom : free_seat(t);

	if (a->seat < 0 && t->status == TABLE_RUNNING)
		return take_over(t, a, now, out, no);
	if (a->seat < 0 && t->status != TABLE_OPEN)
		return parts_fits(t, ROW_FREE, 0, no);
	if (a->seat < 0 && (again = seat_with(t, a->secret)) >= 0)
		return REFUSE(no, TAKEN, "you sit on seat %d already", again);        /* the same request once more */
	if (seat < 0)
		return REFUSE(no, FULL, "there is no free seat");
	if (!parts_fits(t, ROW_SIT, seat, no))
		return false;
	if (!is_name(a->text, no))
		return false;
	if (t->seat[seat].kind != (a->seat >= 0 ? SEAT_PERSON : SEAT_FREE))
		return REFUSE(no, TAKEN, "seat %d is taken", seat);
	return sit_row(t, a, seat, now, out);
}

static bool request_fill(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!host_only(a, no) || !parts_fits(t, ROW_BOT, a->whom, no))
		return false;
	if (t->status != TABLE_OPEN)
		return REFUSE(no, STARTED, "the game has started already");
	if (t->seat[a->whom].kind == SEAT_PERSON)
		return REFUSE(no, TAKEN, "seat %d is taken", a->whom);
	if (!parts_level(a->text))
		return REFUSE(no, LEVEL, "there is no bot of that name");
	rows_add(out, ROW_BOT, BY_HOST, a->whom, now, a->text);
	return true;
}

/* Removes the holder of a seat before the start, when nobody has cards to read yet. After the start it takes the consent of all other people
 * (request_replace). */
static bool request_remove(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!host_only(a, no))
		return false;
	if (t->status == TABLE_RUNNING)
		return REFUSE(no, CONSENT, "the game has started: a bot takes the seat when all other people at the table ask for it");
	if (!parts_fits(t, ROW_FREE, a->whom, no))
		return false;
	if (t->seat[a->whom].kind == SEAT_FREE)
		return REFUSE(no, SEAT, "nobody sits on seat %d", a->whom);
	rows_add(out, ROW_FREE, BY_HOST, a->whom, now, "removed");
	return true;
}

/* The holder gives the seat away: the request brings a new secret, which they pass on to the person of their choice. */
static bool request_link(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	char hash[2 * HASH_BYTES + 1];

	if (!parts_fits(t, ROW_LINK, a->seat, no) || no_person_may(t, no))
		return false;
	fair_hex(a->secret, HASH_BYTES, hash);
	rows_add(out, ROW_LINK, BY_PLAYER, a->seat, now, hash);
	return true;
}

static bool request_reveal(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	uint8_t nonce[HASH_BYTES];

	if (!parts_fits(t, ROW_REVEAL, a->seat, no) || !parts_nonce(t, a->seat, a->text, nonce, no))
		return false;
	rows_add(out, ROW_REVEAL, BY_PLAYER, a->seat, now, a->text);
	return true;
}

static bool request_start(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	const struct head *h = &t->head;
	struct state s;

	if (!host_only(a, no) || !parts_fits(t, ROW_START, -1, no))
		return false;
	for (int i = 0; i < h->players; i++)
		if (t->seat[i].kind == SEAT_FREE)
			return REFUSE(no, FREE, "seat %d is still free", i);
	rows_add(out, ROW_START, BY_HOST, -1, now, START_BY_SOURCE);
	game_start(h->game, h->box, h->players, h->option, &s);
	s.rules = h->rules;
	parts_follow(t, &s, now, out);
	return true;
}

/* Playing ------------------------------------------------------------------ */

static bool crossed(const struct table *t, const struct request *a, struct refusal *no)
{
	return a->place == t->place ? false : !REFUSE(no, CROSSED, "the game has moved on: it is at %u, not at %u", t->place, a->place);
}

static bool out_of_turn(const struct table *t, int mover, struct refusal *no)
{
	const struct head *h = &t->head;

	REFUSE(no, TURN, "it is the turn of %s", t->seat[mover].name);
	no->rule = session_turn_rule(h->game, h->box, h->players, h->option);
	return false;
}

/* Writes why this move cannot be played. The mover may know the reason, because the mover's own view gives the same one. */
static bool explain(const struct table *t, const struct state *s, const char *typed, int seat, struct refusal *no)
{
	const struct game *g = t->head.game;
	int move = game_parse(g, t->head.box, s, typed, seat), rule;
	char why[MAX_TEXT], shown[MAX_SHOWN];

	rule = move < 0 ? game_why_no_move(g, t->head.box, s, typed, why) : g->why(t->head.box, s, move, why);
	if (move < 0 && !rule)
		return REFUSE(no, NO_MOVE, "there is no move '%s'", error_quote(shown, typed, strlen(typed)));
	REFUSE(no, ILLEGAL, "%s", why);
	no->rule = (uint16_t)rule;
	return false;
}

/* Plays all moves of the message or none. Only the last may be one that cannot be taken back: otherwise the refusal of a later move would tell what an
 * earlier one has uncovered. */
static bool request_play(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	struct state s = t->state;
	bool silent = true;

	if (!may_play(t, ROW_ASK, a, no) || crossed(t, a, no))
		return false;
	if (a->moves < 1 || a->moves > MAX_BATCH)
		return REFUSE(no, BAD, "a message has 1 to %d moves", MAX_BATCH);
	if (t->mover != a->seat)
		return out_of_turn(t, t->mover, no);
	for (int i = 0; i < a->moves; i++) {
		int move;

		if (!silent)
			return REFUSE(no, BATCH, "'%s' may uncover something: send the moves after it in another message", a->move[i - 1]);
		if ((move = parts_legal(t, &s, a->move[i])) < 0)
			return explain(t, &s, a->move[i], a->seat, no);
		silent = parts_play(t, &s, BY_PLAYER, move, now, out)->silent;
	}
	parts_follow(t, &s, now, out);
	return true;
}

/* Goes back to the last real choice: a move that was made automatically would only be made again. */
static int choice_before(const struct table *t, int to)
{
	struct state s;

	if (to < 0 || to >= t->plies || t->ply[to].seat < 0)
		return to;
	for (; to > 0; to--) {
		table_at(t, to, &s);
		if (t->ply[to].seat >= 0 && parts_only(t, &s) < 0)
			break;
	}
	return to;
}

static bool request_undo(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	char words[12];

	if (!may_play(t, ROW_ASK, a, no) || crossed(t, a, no))
		return false;
	const int to = choice_before(t, a->to);
	snprintf(words, sizeof words, "%d", to);
	if (undo_fits(t, a->seat, to, no)) {
		rows_add(out, ROW_UNDO, BY_PLAYER, a->seat, now, words);
		return true;
	}
	if (no->code != table_refusal_codes[REFUSED_CONSENT])
		return false;
	if (t->asker >= 0)
		return REFUSE(no, ASKED, "somebody has asked to take a move back already; that has to be answered first");
	rows_add(out, ROW_ASK, BY_PLAYER, a->seat, now, words);
	return true;
}

static bool request_agree(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!may_play(t, ROW_AGREE, a, no))
		return false;
	if (!(table_asked(t) >> a->seat & 1))
		return REFUSE(no, NOT_ASKED, "nobody has asked you for your consent");
	rows_add(out, ROW_AGREE, BY_PLAYER, a->seat, now, "");
	undo_complete(t, -1, 1u << a->seat, now, out);
	return true;
}

/* Also sent by the seat that asked: then the question is taken back. */
static bool request_refuse(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_REFUSE, a->seat, no))
		return false;
	if (t->asker < 0 || !table_here(t, a->seat))
		return REFUSE(no, NOT_ASKED, "nobody has asked you for your consent");
	rows_add(out, ROW_REFUSE, BY_PLAYER, a->seat, now, "");
	return true;
}

static bool request_order(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	int prompt = parts_prompt(t->head.game, a->prompt);
	char words[2 * MAX_NAME + 8];

	if (!parts_fits(t, ROW_ORDER, a->seat, no))
		return false;
	if (prompt < 0 || parts_order(&t->head.game->prompts[prompt], a->order) < ORDER_ASK)
		return REFUSE(no, ORDER, "there is no such question, or no such order for it");
	if (a->once && t->asked != prompt)
		return REFUSE(no, NOT_ASKED, "there is no such question now");
	snprintf(words, sizeof words, "%s %s%s", a->prompt, a->order, a->once ? " once" : "");
	rows_add(out, ROW_ORDER, BY_PLAYER, a->seat, now, words);
	return true;
}

/* Coming and going ---------------------------------------------------------- */

static bool request_leave(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	bool open = t->status == TABLE_OPEN;

	if (!parts_fits(t, open ? ROW_FREE : ROW_AWAY, a->seat, no))
		return false;
	if (t->seat[a->seat].kind != SEAT_PERSON)
		return REFUSE(no, SEAT, "nobody sits on seat %d", a->seat);
	if (!open && t->head.deal[0])
		return REFUSE(no, HERE, "others play the same deal: so no bot decides for you; you can come back and go on, or resign");
	if (t->seat[a->seat].away && !t->seat[a->seat].returning)
		return REFUSE(no, AWAY, "a bot decides for you already");
	rows_add(out, open ? ROW_FREE : ROW_AWAY, BY_PLAYER, a->seat, now, "left");
	if (!t->paused)
		undo_complete(t, a->seat, 0, now, out);
	return true;
}

static bool request_back(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_BACK, a->seat, no))
		return false;
	if ((!t->seat[a->seat].away || t->seat[a->seat].returning) && !t->seat[a->seat].vacant_from)
		return REFUSE(no, HERE, "you are not away");
	rows_add(out, ROW_BACK, BY_PLAYER, a->seat, now, "");
	return true;
}

/* Another seat that a person holds, who has not resigned. */
static bool about_another(const struct table *t, const struct request *a, int kind, struct refusal *no)
{
	if (!parts_fits(t, kind, a->seat, no))
		return false;
	if (a->whom == a->seat)
		return REFUSE(no, SEAT, "this is your own seat: you can leave, resign, or give it away");
	return a->whom >= 0 && a->whom < t->head.players && seats_people(t, a->seat) >> a->whom & 1 ? true
		: REFUSE(no, SEAT, "no other person plays on seat %d", a->whom);
}

/* A bot takes the seat as soon as all other people at the table have asked for it. */
static bool request_replace(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	char words[12];

	if (!about_another(t, a, ROW_REPLACE, no))
		return false;
	const bool agreed = seats_agreed(t, a->whom, 1u << a->seat);
	if (!agreed && t->seat[a->whom].unwanted >> a->seat & 1)
		return REFUSE(no, ASKED, "you have asked for it already; now the others have to");
	snprintf(words, sizeof words, "%d", a->whom);
	rows_add(out, ROW_REPLACE, BY_PLAYER, a->seat, now, words);
	if (!agreed)
		return true;
	rows_add(out, ROW_BOT, BY_SERVER, a->whom, now, t->head.level);
	if (!t->paused)
		undo_complete(t, a->whom, 0, now, out);
	return true;
}

/* Tells everybody from when on another person may take the seat, unless its holder comes back. */
static bool request_vacate(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	const int64_t day = 24 * 3600 * 1000;
	char words[40];

	if (!about_another(t, a, ROW_VACATE, no) || no_person_may(t, no))
		return false;
	if (t->away_days == AWAY_NEVER)
		return REFUSE(no, BOTS_ONLY, "at this table a seat goes to another person only if its holder gives it away");
	if (t->seat[a->whom].vacant_from)
		return REFUSE(no, ASKED, "this has been announced already");
	snprintf(words, sizeof words, "%d %" PRId64, a->whom, now + t->away_days * day);
	rows_add(out, ROW_VACATE, BY_PLAYER, a->seat, now, words);
	return true;
}

static bool request_keep(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	char words[12];

	if (!about_another(t, a, ROW_KEEP, no))
		return false;
	const struct seat *s = &t->seat[a->whom];
	if (!(s->unwanted >> a->seat & 1) && !(s->vacant_from && s->announced_by == a->seat))
		return REFUSE(no, NOT_ASKED, "you have not asked for anything about that seat");
	snprintf(words, sizeof words, "%d", a->whom);
	rows_add(out, ROW_KEEP, BY_PLAYER, a->seat, now, words);
	return true;
}

static bool request_resign(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_RESIGN, a->seat, no))
		return false;
	rows_add(out, ROW_RESIGN, BY_PLAYER, a->seat, now, "");
	if (!t->paused)
		undo_complete(t, a->seat, 0, now, out);
	return true;
}

static bool request_pause(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!may_play(t, ROW_PAUSE, a, no))
		return false;
	rows_add(out, ROW_PAUSE, by(a), a->seat, now, "");
	return true;
}

/* Without a seat and at a game that is not paused: the server was down, and its own request restarts the clock so that nobody loses time by that. */
static bool request_resume(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_RESUME, a->seat, no))
		return false;
	if (!t->paused && a->seat >= 0)
		return REFUSE(no, NOT_PAUSED, "the game is not paused");
	rows_add(out, ROW_RESUME, t->paused ? by(a) : BY_SERVER, a->seat, now, "");
	if (t->paused)
		undo_complete(t, -1, 0, now, out);      /* a seat that had to agree may have become a bot in the meantime */
	return true;
}

/* Around the game ------------------------------------------------------------ */

static bool readable(const char *text, size_t most, struct refusal *no)
{
	size_t n = strlen(text), at;

	if (n > most)
		return REFUSE(no, BAD, "this has %zu bytes: at most %zu are taken", n, most);
	return error_clean(text, n, &at) ? true : REFUSE(no, BAD, "byte %zu is not text", at + 1);
}

static bool request_chat(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_CHAT, a->seat, no) || !readable(a->text, MAX_CHAT, no))
		return false;
	if (!a->text[0])
		return REFUSE(no, BAD, "the text is empty");
	rows_add(out, ROW_CHAT, BY_PLAYER, a->seat, now, a->text);
	return true;
}

static bool request_tell(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_TELL, a->seat, no) || !readable(a->text, MAX_ROW, no))
		return false;
	rows_add(out, ROW_TELL, BY_PLAYER, a->seat, now, a->text);
	return true;
}

static bool request_forget(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	char from[16];

	if (t->status != TABLE_OVER && t->status != TABLE_CLOSED)
		return REFUSE(no, NOT_OVER, "the game is not over yet");
	if (!parts_fits(t, ROW_FORGET, a->seat, no))
		return false;
	snprintf(from, sizeof from, "%u", t->seat[a->seat].sat);
	rows_add(out, ROW_FORGET, BY_PLAYER, a->seat, now, from);
	return true;
}

static bool request_next(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!parts_fits(t, ROW_NEXT, -1, no))
		return false;
	if (t->next[0])
		return REFUSE(no, NEXT, "the rematch is at %s", t->next);
	if (strlen(a->text) != ID_CHARS)
		return REFUSE(no, BAD, "this is not the id of a table");
	rows_add(out, ROW_NEXT, by(a), -1, now, a->text);
	return true;
}

static bool request_close(const struct table *t, const struct request *a, int64_t now, struct rows *out, struct refusal *no)
{
	if (!host_only(a, no) || !parts_fits(t, ROW_CLOSE, -1, no) || !readable(a->text, MAX_CHAT, no))
		return false;
	rows_add(out, ROW_CLOSE, a->ours ? BY_SERVER : BY_HOST, -1, now, a->text);
	return true;
}

size_t request_size(const struct request *a)
{
	return offsetof(struct request, move) + (a->kind == REQUEST_PLAY ? (size_t)a->moves * MAX_TEXT : strlen(a->text) + 1);
}

/* All requests ------------------------------------------------------------------ */

enum { WHILE_SHORT, ALWAYS };
#define MAKER(NAME, word, way, when, members) { request_##word, when },
static const struct { row_maker *make; bool always; } makers[REQUEST_KINDS] = { REQUEST_LIST(MAKER) };

static bool repeated(const struct table *t, const struct request *a, uint32_t *seq)
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

enum answer table_request(const struct table *t, const struct request *a, int64_t now, struct rows *out, uint32_t *seq, struct refusal *no)
{
	*no = (struct refusal){ .code = NULL };
	if (repeated(t, a, seq))
		return ASK_REPEATED;
	if (t->seq > MANY_ROWS && !makers[a->kind].always) {
		REFUSE(no, FULL, "this table has so many entries that it takes only what leads its game on");
		return ASK_REFUSED;
	}
	if (!makers[a->kind].make(t, a, now, out, no)) {
		rows_clear(out);
		return ASK_REFUSED;
	}
	parts_seal(t, a->key, out);
	*seq = t->seq + (uint32_t)out->n;
	return ASK_ROWS;
}
