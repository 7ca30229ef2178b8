#include "table/wire_parts.h"

#include <string.h>

#include "play/boxfile.h"
#include "table/deal.h"

/* Who sits at the table -------------------------------------------------------- */

static const char *status_of(const struct table *t)
{
	return table_status_names[t->starting ? TABLE_STARTING : t->status];
}

/* Whether key and nonces may be shown: nothing will be drawn any more. */
static bool finished(const struct table *t)
{
	return t->status == TABLE_OVER || t->status == TABLE_CLOSED;
}

/* Writes the seats whose bit is set as a list: [0,2]. */
static void out_seats(struct text *out, unsigned seats)
{
	const char *form = "%d";

	out_put(out, "[");
	for (int i = 0; i < MAX_PLAYERS; i++)
		if (seats >> i & 1) {
			FORM(out, form, i);
			form = ",%d";
		}
	out_put(out, "]");
}

static void player(struct text *out, const struct table *t, int seat, unsigned present)
{
	const struct seat *s = &t->seat[seat];

	FORM(out, "{\"id\":%d", seat);
	out_quoted(out, "name", s->kind == SEAT_FREE ? NULL : s->name);
	out_quoted(out, "kind", table_holders[s->kind]);
	if (s->kind == SEAT_BOT)
		out_quoted(out, "level", s->level);
	out_truth(out, "isConnected", s->kind == SEAT_BOT || (s->kind == SEAT_PERSON && (present >> seat & 1)));
	out_truth(out, "away", s->away);
	out_truth(out, "resigned", s->resigned > 0);
	out_put(out, ",\"botWantedBy\":");
	out_seats(out, s->unwanted);
	out_put(out, ",\"vacantFrom\":");
	out_number(out, s->vacant_from, s->vacant_from > 0);
	out_hex(out, "commit", s->committed ? s->commit : NULL);
	out_hex(out, "nonce", t->fair.revealed[seat] ? t->fair.nonce[seat] : NULL);
	out_put(out, "}");
}

static void players(struct text *out, const struct table *t, unsigned present)
{
	out_put(out, ",\"players\":[");
	for (int i = 0; i < t->head.players; i++) {
		out_put(out, i > 0 ? "," : "");
		player(out, t, i, present);
	}
	out_put(out, "]");
}

static void options(struct text *out, const struct table *t)
{
	const struct option *o = game_of(t)->options;
	char value[MAX_TEXT];

	out_put(out, ",\"setupData\":{");
	for (int i = 0, any = 0; o[i].name; i++) {
		if (!option_is_in(&o[i], t->head.rules))
			continue;
		out_put(out, any++ ? "," : "");
		out_reserve(out, 6 * (strlen(o[i].name) + MAX_TEXT));
		json_text(out, o[i].name);
		text_char(out, ':');
		game_option_text(game_of(t), t->head.option, i, value);
		if (o[i].values)
			json_text(out, value);
		else
			text_put(out, value);
	}
	out_put(out, "}");
}

static void pace(struct text *out, const struct pace *p)
{
	enum { SECOND = 1000, DAY = 24 * 3600 * SECOND };

	out_put(out, ",\"pace\":");
	if (p->move == 0 && p->bank == 0)
		out_put(out, "null");
	else if (p->slow)
		FORM(out, "{\"days\":%d}", p->move / DAY);
	else
		FORM(out, "{\"move\":%d,\"bank\":%d}", p->move / SECOND, p->bank / SECOND);
}

static void box(struct text *out, const struct table *t)
{
	char hash[BOX_HASH];

	boxfile_hash(game_of(t), t->head.box, hash);
	out_put(out, ",\"box\":{\"hash\":\"");
	out_put(out, hash);
	out_put(out, "\"");
	out_quoted(out, "name", t->head.box->name);
	out_put(out, "}");
}

/* ,"name":[1,2] for each seat. */
static void numbers(struct text *out, const char *name, const int n[], int count)
{
	out_put(out, ",\"");
	out_put(out, name);
	out_put(out, "\":[");
	for (int i = 0; i < count; i++)
		FORM(out, i > 0 ? ",%d" : "%d", n[i]);
	out_put(out, "]");
}

static void result(struct text *out, const struct table *t)
{
	const struct game *g = game_of(t);
	int n[MAX_PLAYERS];

	out_put(out, "{\"ending\":");
	out_reserve(out, 6 * MAX_TEXT);
	json_text(out, g->endings[g->ending(t->head.box, &t->state)]);
	table_places(t, n);
	numbers(out, "places", n, t->head.players);
	g->score(t->head.box, &t->state, n);
	numbers(out, "scores", n, t->head.players);
}

/* A table as everybody may see it, without its closing brace. */
static void match(struct text *out, const struct table *t, unsigned present, int watchers)
{
	uint8_t commit[HASH_BYTES];

	out_put(out, "{\"matchID\":\"");
	out_put(out, t->head.id);
	out_put(out, "\"");
	out_quoted(out, "gameName", game_of(t)->name);
	players(out, t, present);
	options(out, t);
	FORM(out, ",\"rules\":%d", t->head.rules);
	out_quoted(out, "level", t->head.level);
	pace(out, &t->head.pace);
	FORM(out, ",\"awayDays\":%d", t->away_days);
	out_quoted(out, "status", status_of(t));
	out_truth(out, "unlisted", !t->head.listed);
	FORM(out, ",\"watchers\":%d,\"createdAt\":%d,\"updatedAt\":%d", watchers, t->head.made, t->changed);
	fair_hash(t->fair.key, HASH_BYTES, commit);
	out_hex(out, "commit", commit);
	box(out, t);
	if (t->status == TABLE_OVER) {
		out_put(out, ",\"gameover\":");
		result(out, t);
		out_put(out, "}");
	}
	if (t->next[0])
		out_quoted(out, "nextMatchID", t->next);
	if (t->head.from[0])
		out_quoted(out, "fromMatchID", t->head.from);
	if (t->head.deal[0])
		out_quoted(out, "deal", t->head.deal);
}

struct blob *wire_match(const struct table *t, unsigned present, int watchers)
{
	struct text out = out_begin();

	match(&out, t, present, watchers);
	out_put(&out, "}");
	return out_finish(&out);
}

struct blob *wire_welcome(const struct table *t, int eyes, unsigned present, int watchers, bool reachable, int64_t now)
{
	struct text out = out_begin();

	out_put(&out, "{\"type\":\"welcome\",\"table\":");
	match(&out, t, present, watchers);
	out_put(&out, "},\"you\":");
	out_number(&out, eyes, eyes >= 0);
	FORM(&out, ",\"now\":%d", now);
	out_truth(&out, "reachable", reachable);
	out_put(&out, "}");
	return out_finish(&out);
}

struct blob *wire_seats(const struct table *t, unsigned present, int watchers, int64_t now)
{
	struct text out = out_begin();

	out_put(&out, "{\"type\":\"seats\"");
	out_quoted(&out, "status", status_of(t));
	players(&out, t, present);
	FORM(&out, ",\"watchers\":%d,\"now\":%d", watchers, now);
	if (t->next[0])
		out_quoted(&out, "nextMatchID", t->next);
	out_put(&out, "}");
	return out_finish(&out);
}

/* Where the game stands ------------------------------------------------------------- */

static void legal(struct text *out, const struct table *t, const struct state *v)
{
	const struct game *g = game_of(t);
	struct moves m;
	char words[MAX_TEXT];

	g->legal(t->head.box, v, &m);
	for (int i = 0; i < m.n; i++) {
		g->text(t->head.box, v, m.id[i], v->eyes, words);
		out_reserve(out, 6 * strlen(words) + 3);
		text_put(out, i > 0 ? "," : "");
		json_text(out, words);
	}
}

static void position(struct text *out, const struct table *t, struct replay *r)
{
	int mover = table_to_move(t), prompt = table_prompt(t), question = table_question(t);

	out_put(out, ",\"toMove\":");
	out_number(out, mover, mover >= 0);
	out_quoted(out, "prompt", prompt >= 0 ? game_of(t)->prompts[prompt].name : NULL);
	out_truth(out, "asked", prompt >= 0 && mover == r->eyes);
	out_quoted(out, "standing", question >= 0 && mover == r->eyes ? game_of(t)->prompts[question].name : NULL);
	out_put(out, ",\"view\":");
	if (!has_started(t)) {
		out_put(out, "null,\"legal\":[]");
		return;
	}
	out_view(out, game_of(t), replay_now(r));
	out_put(out, ",\"legal\":[");
	if (mover == r->eyes)
		legal(out, t, replay_now(r));
	out_put(out, "]");
}

static void undo(struct text *out, const struct table *t, int eyes)
{
	out_put(out, ",\"undo\":");
	out_number(out, eyes >= 0 ? table_silent_from(t, eyes) : 0, eyes >= 0 && t->status == TABLE_RUNNING);
	out_put(out, ",\"ask\":");
	if (t->asker < 0) {
		out_put(out, "null");
		return;
	}
	FORM(out, "{\"seat\":%d,\"to\":%d,\"agreed\":", t->asker, t->ask_to);
	out_seats(out, t->agreed);
	out_put(out, "}");
}

static void clocks(struct text *out, const struct table *t, int64_t now)
{
	int64_t move[MAX_PLAYERS], bank[MAX_PLAYERS];
	int mover = t->paused ? -1 : table_to_move(t);
	bool any = t->head.pace.move > 0 || t->head.pace.bank > 0;

	for (int i = 0; i < t->head.players; i++)
		move[i] = table_left(t, i, now, &bank[i]);
	out_put(out, ",\"clock\":{\"move\":[");
	for (int i = 0; i < t->head.players; i++) {
		out_put(out, i > 0 ? "," : "");
		out_number(out, move[i], any && move[i] >= 0);
	}
	out_put(out, "],\"bank\":[");
	for (int i = 0; i < t->head.players; i++) {
		out_put(out, i > 0 ? "," : "");
		out_number(out, bank[i], any && move[i] >= 0);
	}
	out_put(out, "],\"running\":");
	out_number(out, mover, any && mover >= 0 && t->status == TABLE_RUNNING);
	out_truth(out, "paused", t->paused);
	out_put(out, "}");
}

/* ,"name":{"ice":"never"}: those of the seat that are not "ask". */
static void own_orders(struct text *out, const char *name, const struct prompt *p, const int8_t order[MAX_PROMPTS])
{
	int n = 0;

	out_put(out, ",\"");
	out_put(out, name);
	out_put(out, "\":{");
	for (int i = 0; p && order && p[i].name; i++) {
		if (order[i] == ORDER_ASK)
			continue;
		out_put(out, n++ > 0 ? ",\"" : "\"");
		out_put(out, p[i].name);
		out_put(out, "\":\"");
		out_put(out, p[i].orders[order[i]]);
		out_put(out, "\"");
	}
	out_put(out, "}");
}

static void lines(struct text *out, const struct line line[], int n)
{
	out_put(out, "[");
	for (int i = 0; i < n; i++) {
		FORM(out, i > 0 ? ",{\"n\":%d" : "{\"n\":%d", line[i].n);
		out_rule(out, line[i].rule);
		out_quoted(out, "words", line[i].words);
		out_put(out, "}");
	}
	out_put(out, "]");
}

static void tally(struct text *out, const struct table *t)
{
	const struct game *g = game_of(t);
	struct line line[MAX_LINES];

	out_put(out, ",\"tally\":[");
	for (int i = 0; i < t->head.players; i++) {
		int n = g->tally(t->head.box, &t->state, i, line);

		out_put(out, i > 0 ? "," : "");
		lines(out, line, n);
	}
	out_put(out, "]");
}

/* In a solo game the rival takes the rank, first or second, that the player does not have. */
static void rival(struct text *out, const struct table *t)
{
	struct line line[MAX_LINES];
	int place[MAX_PLAYERS], score = 0, n = table_rival(t, line);

	if (n == 0)
		return;
	table_places(t, place);
	for (int i = 0; i < n; i++)
		score += line[i].n;
	FORM(out, ",\"rival\":{\"place\":%d,\"score\":%d,\"tally\":", 3 - place[0], score);
	lines(out, line, n);
	out_put(out, "}");
}

/* The key is shown only when the game is over; that of a deal only when the deal is over for everybody. */
static void over(struct text *out, const struct table *t, int64_t now)
{
	char digits[2 * HASH_BYTES + 1];

	must(finished(t));
	out_put(out, ",\"over\":");
	if (t->status == TABLE_OVER) {
		result(out, t);
		tally(out, t);
		rival(out, t);
	} else {
		out_put(out, "{\"ending\":null");
	}
	if (!deal_sealed(&t->head, now))
		out_hex(out, "key", t->fair.key);
	out_put(out, ",\"nonces\":[");
	for (int i = 0; i < t->head.players; i++) {
		fair_hex(t->fair.nonce[i], HASH_BYTES, digits);
		out_put(out, i > 0 ? "," : "");
		out_put(out, t->fair.revealed[i] ? "\"" : "null");
		out_put(out, t->fair.revealed[i] ? digits : "");
		out_put(out, t->fair.revealed[i] ? "\"" : "");
	}
	out_put(out, "]}");
}

static bool any_for(const struct rows *rows, int eyes)
{
	for (int i = 0; i < rows->n; i++)
		if (replay_reads(&rows->of[i], eyes))
			return true;
	return rows->n == 0;
}

#define GAME_HEAD "{\"type\":\"game\""

/* The message to one pair of eyes, with the log of `r` above row `after`, or with one that was written before. */
static struct blob *game_message(struct replay *r, uint32_t after, struct blob **log, int64_t now)
{
	const struct table *t = r->t;
	const int eyes = r->eyes;
	const struct seat *own = eyes >= 0 ? &t->seat[eyes] : NULL;
	struct text out = out_begin();

	out_put(&out, GAME_HEAD);
	FORM(&out, ",\"now\":%d,\"seq\":%d,\"place\":%d,\"ply\":%d", now, t->seq, t->place, t->plies);
	out_quoted(&out, "status", status_of(t));
	out_put(&out, ",\"log\":[");
	int begun = out.n;
	if (log && *log) {
		out_reserve(&out, (*log)->n);
		text_bytes(&out, (*log)->bytes, (int)(*log)->n);
	} else if (after < t->seq) {
		replay_json(&out, r, after);
	}
	if (log && !*log)
		*log = blob_of(out.at + begun, (size_t)(out.n - begun));
	out_put(&out, "]");
	position(&out, t, r);
	undo(&out, t, eyes);
	clocks(&out, t, now);
	own_orders(&out, "orders", game_of(t)->prompts, own ? own->order : NULL);
	own_orders(&out, "once", game_of(t)->prompts, own ? own->once : NULL);
	if (finished(t))
		over(&out, t, now);
	out_put(&out, "}");
	return out_finish(&out);
}

struct blob *wire_game(const struct table *t, int eyes, uint32_t after, const struct rows *rows, const struct wire_from *from, int64_t now)
{
	struct replay r;

	if (from && !any_for(rows, eyes))
		return NULL;
	replay_open(&r, t, eyes, rows, from);
	struct blob *made = game_message(&r, after, NULL, now);
	replay_close(&r);
	return made;
}

struct blob *wire_news_to(struct wire_news *n, int eyes)
{
	struct replay r;

	if (!any_for(n->rows, eyes))
		return NULL;
	replay_open(&r, n->t, eyes, n->rows, n->from);
	struct blob *made = game_message(&r, n->rows->of[0].seq - 1, replay_same_for_all(n->t, n->rows) ? &n->log : NULL, n->now);
	replay_close(&r);
	return made;
}

void wire_news_end(struct wire_news *n)
{
	blob_drop(n->log);
	n->log = NULL;
}

struct blob *wire_answering(const struct blob *game, const char *key)
{
	const size_t head = strlen(GAME_HEAD);
	struct text out = out_begin();

	out_put(&out, GAME_HEAD);
	out_quoted(&out, "key", key);
	out_reserve(&out, game->n);
	text_bytes(&out, game->bytes + head, (int)(game->n - head));
	return out_finish(&out);
}

/* Answers ------------------------------------------------------------------------------- */

static void answer_head(struct text *out, const char *type, const char *key)
{
	out_put(out, "{\"type\":\"");
	out_put(out, type);
	out_put(out, "\"");
	if (key && key[0])
		out_quoted(out, "key", key);
}

struct blob *wire_ok(const char *key, uint32_t seq)
{
	struct text out = out_begin();

	answer_head(&out, "ok", key);
	FORM(&out, ",\"seq\":%d}", seq);
	return out_finish(&out);
}

struct blob *wire_error(const char *key, const struct refusal *no)
{
	struct text out = out_begin();

	answer_head(&out, "error", key);
	out_quoted(&out, "code", no->code);
	if (no->rule)
		out_rule(&out, no->rule);
	out_quoted(&out, "words", no->words);
	out_put(&out, "}");
	return out_finish(&out);
}

struct blob *wire_shown(const struct table *t, int eyes, int ply, const char *key)
{
	struct refusal no = { .code = table_refusal_codes[REFUSED_NO_SUCH_PLY] };
	struct state s, v;

	if (!has_started(t) || ply < 0 || ply > t->plies) {
		error_say(no.words, has_started(t) ? "there is no ply %d; the last one is %d" : "the game has not begun", ply, t->plies);
		return wire_error(key, &no);
	}
	struct text out = out_begin();
	answer_head(&out, "shown", key);
	table_at(t, ply, &s);
	int mover = game_of(t)->to_move(t->head.box, &s);
	FORM(&out, ",\"ply\":%d,\"toMove\":", ply);
	out_number(&out, mover, mover >= 0);
	out_put(&out, ",\"view\":");
	if (eyes != ALL)
		game_view(game_of(t), t->head.box, &s, eyes, &v);
	out_view(&out, game_of(t), eyes == ALL ? &s : &v);
	out_put(&out, "}");
	return out_finish(&out);
}

/* Only the seat to move is told why a move is not allowed: the reason may depend on what only that seat knows. */
static int reason(const struct table *t, int eyes, const char *move, char words[MAX_ERROR])
{
	const struct game *g = game_of(t);
	char shown[MAX_SHOWN], why[MAX_TEXT] = "";
	struct state v;

	if (t->status != TABLE_RUNNING || table_to_move(t) != eyes) {
		error_say(words, t->status != TABLE_RUNNING ? "the game is not under way" : "it is not your turn");
		return 0;
	}
	game_view(g, t->head.box, &t->state, eyes, &v);
	int id = game_parse(g, t->head.box, &v, move, eyes), which = id >= 0 ? g->why(t->head.box, &v, id, why) : game_why_no_move(g, t->head.box, &v, move, why);
	if (id < 0 && !which)
		error_say(words, "there is no move '%s' here", error_quote(shown, move, strlen(move)));
	else
		error_say(words, "%s", which ? why : "legal");
	return which;
}

struct blob *wire_why(const struct table *t, int eyes, const char *move, const char *key)
{
	char words[MAX_ERROR];
	struct text out = out_begin();
	int which = reason(t, eyes, move, words);

	answer_head(&out, "why", key);
	out_quoted(&out, "move", move);
	out_rule(&out, (uint16_t)which);
	out_quoted(&out, "words", words);
	out_put(&out, "}");
	return out_finish(&out);
}
