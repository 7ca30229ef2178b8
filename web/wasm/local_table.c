/* The table inside the page: what a server does for a table, without storage, sockets and threads. It takes the messages of a client and answers
 * with those of a server, which docs/protocol.md describes ("The table protocol"); only a secret is not needed. One message goes in, and any
 * number of messages comes out, each a JSON object on a line of its own.
 *
 * What a server does by itself is the page's part here, in messages of their own:
 *
 *     > open      the table as the page has kept it: id, key, made, level, game, settings, rows (and `changed`, which is not read). A new one has
 *                 no rows yet but `seats`, such as [{"person":"Ann"},{"bot":"hard"}]: they sit down, and the game starts. With `record` it begins with
 *                 the moves of that record: with the first `plies` of them, and goes on from there; without `plies` with all, to be looked at
 *     < opened    `rules`: their version, to be kept among the settings as "rules=2"
 *     < row       `row`: to be kept, and given back by the next `open`
 *     < think     a bot has to decide: `seat`, `level`, `place`, and its `view`; at a table of a deal also `seed`, what it draws from while it thinks
 *     > decided   `seat`, `place`, `move`: what it has decided
 *     > record    the game so far
 *     < record    `text`
 *     > whole     `ply`: the position before it with nothing hidden; only of games that are over, or looked at
 *     < shown     as of `show`
 *     > deal      `game` and `name` of a deal (deal.h): what to open its table with
 *     < dealt     `id`, `key`, `players`, the `seat` of the person, `bots`, the level of the others, `expert`, that of the strongest bot, and `net`, by
 *                 which both judge positions; `name` goes into `open` as `deal` */
#define _POSIX_C_SOURCE 200809L
#include "local_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "bots/eval.h"
#include "core/codec.h"
#include "local_words.h"
#include "play/record.h"
#include "table/deal.h"
#include "table/json_check.h"
#include "table/parts.h"
#include "table/wire.h"

static struct local_table {
	bool         open;
	bool         replayed;          /* from a whole record: whoever has that knows everything */
	bool         greeted;           /* there was a hello */
	int          eyes;              /* whose: a seat's, or WATCHER */
	unsigned     away;              /* a bit for each seat that was away when the page was last told who sits where */
	uint32_t     thinking;          /* the place at which a bot was last asked to decide */
	struct table table;
	struct rows  rows;              /* all of them */
} local;

static void drop(struct local_table *l)
{
	if (l->open)
		table_drop(&l->table);
	rows_clear(&l->rows);
	*l = (struct local_table){ .open = false };
}

/* Answers ------------------------------------------------------------------------------ */

static void say(struct blob *b, FILE *out)
{
	fprintf(out, "%.*s\n", (int)b->n, b->bytes);
	blob_drop(b);
}

static void say_error(const char *key, enum refused which, const char *words, FILE *out)
{
	struct refusal no = { .code = table_refusal_codes[which] };

	error_say(no.words, "%s", words);
	say(wire_error(key, &no), out);
}

static void say_row(const struct row *r, FILE *out)
{
	static char text[MAX_ROW + MAX_KEY + 100];

	snprintf(text, sizeof text, "%ju %s %s %d %jd %s %s", (uintmax_t)r->seq, row_kinds[r->kind], row_bys[r->by], r->seat, (intmax_t)r->at,
		r->key[0] ? r->key : "-", r->text);
	fputs("{\"type\":\"row\",\"row\":", out);
	json_put(out, text);
	fputs("}\n", out);
}

static void put_state(const struct game *g, const struct state *s, FILE *out)
{
	static char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);

	codec_json(g, s, &t);
	must(text_fits(&t));
	fputs(json, out);
}

/* A bot has to decide, and has not been asked at this place yet. */
static void say_think(struct local_table *l, FILE *out)
{
	const struct head *h = &l->table.head;
	const char *level;
	int seat = table_bot(&l->table, &level);
	struct state view;

	if (seat < 0 || l->replayed || l->thinking == l->table.place)
		return;
	l->thinking = l->table.place;
	game_view(h->game, h->box, &l->table.state, seat, &view);
	fprintf(out, "{\"type\":\"think\",\"seat\":%d,\"level\":\"%s\",\"place\":%ju,\"view\":", seat, level, (uintmax_t)l->table.place);
	put_state(h->game, &view, out);
	if (h->deal[0])
		fprintf(out, ",\"seed\":%ju", (uintmax_t)deal_seed(h));
	fputs("}\n", out);
}

/* Rows --------------------------------------------------------------------------------- */

/* Takes the rows over. Nothing can come in between here, so they count as stored. */
static bool take_in(struct local_table *l, struct rows *fresh, char why[MAX_ERROR])
{
	bool fine = true;

	for (int i = 0; i < fresh->n && fine; i++) {
		fine = table_fold(&l->table, &fresh->of[i], why);
		if (fine)
			rows_copy(&l->rows, &fresh->of[i]);
	}
	rows_clear(fresh);
	return fine;
}

/* What is due after anything that happened: orders and defaults. */
static bool settle(struct local_table *l, int64_t now, char why[MAX_ERROR])
{
	struct rows more = { .n = 0 };

	while (table_due(&l->table, now, &more))
		if (!take_in(l, &more, why))
			return false;
	return true;
}

/* A bot hands back at the next decision, of which no row says so: hence the second. */
static bool changes_seats(struct local_table *l, const struct rows *rows)
{
	unsigned away = 0;
	bool changed = false;

	for (int i = 0; i < l->table.head.players; i++)
		away |= (unsigned)l->table.seat[i].away << i;
	for (int i = 0; i < rows->n; i++)
		changed |= row_about_seats(&rows->of[i]);
	changed |= away != l->away;
	l->away = away;
	return changed;
}

static unsigned everybody(const struct table *t)
{
	return (1u << t->head.players) - 1;
}

/* Everything from that row on: for the page to keep, and as the eyes at the screen may know it. key: of the message that has come to this. */
static void tell(struct local_table *l, int first, const struct wire_from *from, const char *key, int64_t now, FILE *out)
{
	const struct rows rows = { .of = l->rows.of + first, .n = l->rows.n - first };

	for (int i = 0; i < rows.n; i++)
		say_row(&rows.of[i], out);
	if (!l->greeted)
		return;
	if (changes_seats(l, &rows))
		say(wire_seats(&l->table, everybody(&l->table), 0, now), out);
	struct blob *game = rows.n > 0 ? wire_game(&l->table, l->eyes, rows.of[0].seq - 1, &rows, from, now) : NULL;
	if (game && key[0]) {
		say(wire_answering(game, key), out);
		blob_drop(game);
	} else if (game) {
		say(game, out);
	} else if (key[0]) {
		say(wire_ok(key, l->table.seq), out);
	}
	say_think(l, out);
}

/* Requests ----------------------------------------------------------------------------- */

/* The rows of a request, and what follows of itself. False: it was refused. */
static bool make_rows(struct local_table *l, const struct request *a, int64_t now, uint32_t *seq, struct refusal *no)
{
	struct rows fresh = { .n = 0 };

	switch (table_request(&l->table, a, now, &fresh, seq, no)) {
	case ASK_REFUSED:
		return false;
	case ASK_REPEATED:
		return true;
	case ASK_ROWS:
		break;
	}
	if (take_in(l, &fresh, no->words) && settle(l, now, no->words))
		return true;
	no->code = table_refusal_codes[REFUSED_INTERNAL];
	return false;
}

/* A message of the seat at the screen. Who was away is back with any message, as at a server's table. */
static void ask(struct local_table *l, struct request *a, FILE *out)
{
	static struct wire_from from;
	static struct request back;
	const int64_t now = clock_today();
	const int first = l->rows.n;
	struct refusal no = { .code = NULL };
	uint32_t seq = 0;

	if (l->eyes == WATCHER || l->replayed) {
		say_error(a->key, REFUSED_FORBIDDEN, l->replayed ? "this is a game of the past: play on from here to change it" : "who watches has no say", out);
		return;
	}
	from = wire_from(&l->table);
	a->seat = l->eyes;
	back = (struct request){ .kind = REQUEST_BACK, .seat = l->eyes };
	if (l->table.seat[l->eyes].away && !l->table.seat[l->eyes].returning && a->kind != REQUEST_LEAVE && a->kind != REQUEST_BACK)
		make_rows(l, &back, now, &seq, &no);
	bool fine = make_rows(l, a, now, &seq, &no);
	if (fine && l->rows.n == first && a->key[0])
		say(wire_ok(a->key, seq), out);
	if (l->rows.n > first)
		tell(l, first, &from, fine ? a->key : "", now, out);
	if (!fine)
		say(wire_error(a->key, &no), out);
}

static void hello(struct local_table *l, const struct wire_in *in, FILE *out)
{
	const int64_t now = clock_today();

	if (strcmp(in->table, l->table.head.id) != 0) {
		say_error(in->key, REFUSED_NO_SUCH_TABLE, "there is no such table", out);
	} else if (in->seat >= l->table.head.players) {
		say_error(in->key, REFUSED_FORBIDDEN, "there is no such seat", out);
	} else {
		l->eyes = in->seat >= 0 ? in->seat : WATCHER;
		l->greeted = true;
		l->thinking = 0;                        /* the page may have given up what it was asked */
		say(wire_welcome(&l->table, l->eyes, everybody(&l->table), 0, true, now), out);
		say(wire_game(&l->table, l->eyes, in->after, &l->rows, NULL, now), out);
		say_think(l, out);
	}
}

/* A message that a server takes as well. */
static void hear_client(struct local_table *l, const char *message, size_t n, FILE *out)
{
	static struct wire_in in;
	struct refusal no;

	if (!wire_read(message, n, &in, &no))
		say(wire_error(in.key, &no), out);
	else if (!l->open)
		say_error(in.key, REFUSED_NO_SUCH_TABLE, "there is no table yet", out);
	else if (in.type == WIRE_HELLO)
		hello(l, &in, out);
	else if (!l->greeted)
		say_error(in.key, REFUSED_HELLO, "say hello first, and wait for the welcome", out);
	else if (in.type == WIRE_ASK)
		ask(l, &in.ask, out);
	else
		say(in.type == WIRE_SHOW ? wire_shown(&l->table, l->eyes, in.ply, in.key) : wire_why(&l->table, l->eyes, in.move, in.key), out);
}

/* Opening ------------------------------------------------------------------------------- */

/* "players=3", "mode=intro": the game and its options. */
static bool read_setup(const struct json_value *o, struct head *h, char why[MAX_ERROR])
{
	enum { MOST = 24 };
	const struct json_value *settings = json_get(o, "settings");
	const char *word[MOST + 2];
	struct setup u;
	bool kept = json_get(o, "rows")->n > 0;
	int n = 1;

	if (!json_check_text(o, "game", 1, MAX_NAME - 1, &word[0], why))
		return false;
	if (!json_is(settings, FLAT_LIST) || settings->n > MOST)
		return error_say(why, "'settings' must be a list of at most %d texts", MOST);
	JSON_EACH(in, settings) {
		if (!(word[n] = json_string_of(in)))
			return error_say(why, "'settings' must be a list of texts");
		kept = kept && strncmp(word[n], "rules=", 6) != 0;
		n++;
	}
	if (kept)
		word[n++] = "rules=1";                  /* kept by a version of the page that knew no others */
	if (!setup_read(&u, NULL, n, word, why))
		return false;
	h->game = u.game;
	head_own_box(h, &u.box);
	h->rules = u.rules;
	h->players = (uint8_t)u.players;
	memcpy(h->option, u.option, sizeof h->option);
	return true;
}

/* A record's game with its pieces and options. */
static bool head_of_record(const struct session *s, struct head *h, char why[MAX_ERROR])
{
	if (s->placed)
		return error_say(why, "this record begins in the middle of a game: the page shows games from their start on");
	head_own_box(h, &s->setup.box);
	h->game = s->setup.game;
	h->rules = s->state.rules;
	h->players = (uint8_t)s->setup.players;
	memcpy(h->option, s->setup.option, sizeof h->option);
	return true;
}

static bool read_head(const struct json_value *o, struct head *h, char why[MAX_ERROR])
{
	const char *id, *key, *level, *deal = "";

	*h = (struct head){ .listed = false };
	if (!json_check_text(o, "id", ID_CHARS, ID_CHARS, &id, why) || !json_check_text(o, "key", 2 * HASH_BYTES, 2 * HASH_BYTES, &key, why) ||
	    !json_check_int(o, "made", 0, INT64_MAX / 4, &h->made, why) || !json_check_text(o, "level", 1, MAX_NAME - 1, &level, why) ||
	    !json_check_text_if(o, "deal", 1, DEAL_CHARS, &deal, why))
		return false;
	if (deal[0] && !deal_times(deal, NULL, NULL))
		return error_say(why, "'deal' must be a date, or a date and a word");
	if (!fair_unhex(key, HASH_BYTES, h->key))
		return error_say(why, "'key' must be %d hexadecimal digits in lower case", 2 * HASH_BYTES);
	strcpy(h->id, id);
	strcpy(h->level, level);
	strcpy(h->deal, deal);
	return true;
}

static bool sit_down(struct local_table *l, int seat, bool bot, const char *name, int64_t now, char why[MAX_ERROR])
{
	static struct request a;
	struct refusal no = { .code = NULL };
	uint32_t seq;

	a = (struct request){ .kind = bot ? REQUEST_FILL : REQUEST_SIT, .seat = -1, .whom = seat };
	snprintf(a.text, sizeof a.text, "%s", name);
	return make_rows(l, &a, now, &seq, &no) ? true : error_say(why, "%s", no.words);
}

/* [{"person":"Ann"},{"bot":"hard"}]; without, those who played a record: it knows names only, and a bot goes by that of its level. */
static bool read_seats(struct local_table *l, const struct json_value *seats, const struct session *s, int64_t now, char why[MAX_ERROR])
{
	int seat = 0;

	if (!seats && s) {
		for (; seat < s->setup.players; seat++)
			if (!sit_down(l, seat, parts_level(s->setup.name[seat]), s->setup.name[seat], now, why))
				return false;
		return true;
	}
	if (!json_is(seats, FLAT_LIST) || seats->n != l->table.head.players)
		return error_say(why, "'seats' must be a list of %d, one for each player", l->table.head.players);
	JSON_EACH(in, seats) {
		const char *person = json_string_of(json_get(in, "person")), *bot = json_string_of(json_get(in, "bot"));
		if (in->n != 1 || (!person && !bot))
			return error_say(why, "a seat is {\"person\":NAME} or {\"bot\":LEVEL}");
		if (!sit_down(l, seat++, bot != NULL, bot ? bot : person, now, why))
			return false;
	}
	return true;
}

/* A word that ends with a space: *at goes behind it. */
static bool next_word(const char **at, char out[], size_t cap)
{
	size_t n = strcspn(*at, " ");

	if ((*at)[n] != ' ' || n >= cap)
		return false;
	memcpy(out, *at, n);
	out[n] = '\0';
	*at += n + 1;
	return true;
}

static bool read_number(const char *word, int64_t least, int64_t most, int64_t *n)
{
	char *end;

	*n = strtoll(word, &end, 10);
	return end != word && *end == '\0' && *n >= least && *n <= most;
}

static int index_of(const char *const names[], int n, const char *word)
{
	int i = 0;

	while (i < n && strcmp(names[i], word) != 0)
		i++;
	return i;
}

/* "SEQ KIND BY SEAT AT KEY TEXT", as say_row has written it. */
static bool read_row(const char *at, struct rows *to)
{
	char word[6][MAX_KEY + 1];
	int64_t seq, seat, when;

	for (int i = 0; i < 6; i++)
		if (!next_word(&at, word[i], sizeof word[i]))
			return false;
	int kind = index_of(row_kinds, ROW_KINDS, word[1]), by = index_of(row_bys, ROW_BYS, word[2]);
	if (!read_number(word[0], 1, UINT32_MAX, &seq) || kind == ROW_KINDS || by == ROW_BYS || !read_number(word[3], -1, MAX_PLAYERS - 1, &seat) ||
	    !read_number(word[4], 0, INT64_MAX, &when))
		return false;
	struct row *r = rows_add(to, kind, by, (int)seat, when, at);
	r->seq = (uint32_t)seq;
	strcpy(r->key, strcmp(word[5], "-") == 0 ? "" : word[5]);
	return true;
}

static bool read_rows(struct local_table *l, const struct json_value *rows, char why[MAX_ERROR])
{
	struct rows kept = { .n = 0 };

	JSON_EACH(in, rows)
		if (!in->text || !read_row(in->text, &kept)) {
			rows_clear(&kept);
			return error_say(why, "what was kept of row %d cannot be read", kept.n + 1);
		}
	return take_in(l, &kept, why);
}

static bool start(struct local_table *l, int64_t now, char why[MAX_ERROR])
{
	static const struct request a = { .kind = REQUEST_START, .seat = -1 };
	struct refusal no = { .code = NULL };
	uint32_t seq;

	return make_rows(l, &a, now, &seq, &no) ? true : error_say(why, "%s", no.words);
}

/* The first moves of a record, chance included, as rows. With `on` chance goes on by itself where it is due. */
static bool play_record(struct local_table *l, const struct session *s, int plies, bool on, int64_t now, char why[MAX_ERROR])
{
	const struct table *t = &l->table;
	struct rows rows = { .n = 0 };
	char words[MAX_TEXT];

	rows_add(&rows, ROW_START, BY_HOST, -1, now, START_BY_SOURCE);
	parts_seal(t, "", &rows);
	if (!take_in(l, &rows, why))
		return false;
	for (int i = 0; i < plies; i++) {
		const struct state *at = session_at(s, i);
		int mover = t->head.game->to_move(t->head.box, at);
		t->head.game->text(t->head.box, at, s->ply[i].move, ALL, words);
		if (mover >= 0)
			rows_add(&rows, ROW_MOVE, t->seat[mover].kind == SEAT_BOT ? BY_BOT : BY_PLAYER, mover, now, words);
		else
			rows_add(&rows, ROW_DRAW, BY_SERVER, -1, now, words);
	}
	parts_seal(t, "", &rows);
	if (!take_in(l, &rows, why))
		return false;
	if (on) {
		struct state at = t->state;
		parts_follow(t, &at, now, &rows);
		parts_seal(t, "", &rows);
	}
	return take_in(l, &rows, why) && (!on || settle(l, now, why));
}

static bool open_record(struct local_table *l, const struct json_value *o, struct head *h, const char *record, char why[MAX_ERROR])
{
	struct session s;
	int64_t plies = -1;

	if (!json_check_int_if(o, "plies", 0, INT32_MAX, &plies, why) || !record_read(&s, record, strlen(record), why))
		return false;
	bool fine = head_of_record(&s, h, why);
	if (fine) {
		table_make(&l->table, h);
		l->open = true;
		l->replayed = plies < 0;
		fine = read_seats(l, json_get(o, "seats"), &s, h->made, why) &&
			play_record(l, &s, plies < 0 || plies > s.plies ? s.plies : (int)plies, plies >= 0, h->made, why);
	}
	session_close(&s);
	return fine;
}

static bool open_kept(struct local_table *l, const struct json_value *o, struct head *h, char why[MAX_ERROR])
{
	const struct json_value *rows = json_get(o, "rows"), *seats = json_get(o, "seats");

	if (!json_is(rows, FLAT_LIST))
		return error_say(why, "'rows' must be a list");
	if (!read_setup(o, h, why))
		return false;
	table_make(&l->table, h);
	l->open = true;
	return read_rows(l, rows, why) && (!seats || (read_seats(l, seats, NULL, h->made, why) && start(l, h->made, why)));
}

static bool open_table(struct local_table *l, const struct json_value *o, char why[MAX_ERROR])
{
	const char *record = json_string_of(json_get(o, "record"));
	struct head h;

	return read_head(o, &h, why) && (record ? open_record(l, o, &h, record, why) : open_kept(l, o, &h, why));
}

/* The table that was open before stays if this one cannot be opened. */
static bool hear_open(const struct json_value *o, FILE *out, char why[MAX_ERROR])
{
	const struct json_value *rows = json_get(o, "rows");
	static struct local_table fresh;

	fresh = (struct local_table){ .eyes = WATCHER };
	if (!open_table(&fresh, o, why)) {
		drop(&fresh);
		return false;
	}
	drop(&local);
	local = fresh;
	fprintf(out, "{\"type\":\"opened\",\"rules\":%d}\n", local.table.head.rules);
	tell(&local, json_is(rows, FLAT_LIST) ? (int)rows->n : 0, NULL, "", 0, out);
	return true;
}

/* Other messages of the page ------------------------------------------------------------ */

static bool hear_decided(const struct json_value *o, FILE *out, char why[MAX_ERROR])
{
	static struct wire_from from;
	const struct table *t = &local.table;
	struct rows fresh = { .n = 0 };
	int64_t seat, place, now = clock_today();
	const int first = local.rows.n;
	const char *text;

	if (!json_check_int(o, "seat", 0, t->head.players - 1, &seat, why) ||
	    !json_check_int(o, "place", 0, UINT32_MAX, &place, why) || !json_check_text(o, "move", 1, MAX_TEXT - 1, &text, why))
		return false;
	if ((uint32_t)place != t->place)
		return true;                            /* too late: the game has moved on */
	int move = game_parse(t->head.game, t->head.box, &t->state, text, (int)seat);
	if (move < 0)
		return error_say(why, "there is no such move");
	if (!table_bot_moves(t, (int)seat, (uint32_t)place, move, now, &fresh)) {
		local.thinking = 0;                     /* the game stands still, or a question is open: the bot is asked again when it goes on */
		return true;
	}
	from = wire_from(t);
	if (!take_in(&local, &fresh, why) || !settle(&local, now, why))
		return false;
	tell(&local, first, &from, "", now, out);
	return true;
}

static bool hear_record(const struct json_value *o, FILE *out, char why[MAX_ERROR])
{
	struct session s;
	size_t n;

	(void)o;
	if (!table_session(&local.table, clock_today(), &s, why))
		return false;
	char *text = record_print(&s, RECORD_TEXT, &n);
	session_close(&s);
	fputs("{\"type\":\"record\",\"text\":", out);
	json_put(out, text);
	fputs("}\n", out);
	free(text);
	return true;
}

static bool hear_whole(const struct json_value *o, FILE *out, char why[MAX_ERROR])
{
	const char *key = "";
	int64_t ply;

	if (!json_check_int(o, "ply", 0, local.table.plies, &ply, why) || !json_check_text_if(o, "key", 1, MAX_KEY, &key, why))
		return false;
	if (local.table.status == TABLE_OPEN || (!local.replayed && local.table.status != TABLE_OVER))
		return error_say(why, "hands are hidden until the game is over");
	say(wire_shown(&local.table, ALL, (int)ply, key), out);
	return true;
}

/* Without a secret: what a page deals follows from the name alone. */
static bool hear_deal(const struct json_value *o, FILE *out, char why[MAX_ERROR])
{
	char key[2 * HASH_BYTES + 1];
	const char *game, *name;
	struct deal d;

	if (!json_check_text(o, "game", 1, MAX_NAME - 1, &game, why) || !json_check_text(o, "name", 1, DEAL_CHARS, &name, why))
		return false;
	if (game_find(game) && eval_misses_net(game_find(game)))
		return error_say(why, "the net of %s is not here", game);
	if (!game_find(game) || !deal_make(&d, game_find(game), name, NULL))
		return error_say(why, "there is no such deal");
	fair_hex(d.key, HASH_BYTES, key);
	struct head h = { .game = d.game };
	strcpy(h.deal, d.name);
	deal_draws_id(&h, h.id);
	fprintf(out, "{\"type\":\"dealt\",\"id\":\"%s\",\"key\":\"%s\",\"players\":%d,\"seat\":%d,\"bots\":\"%s\",\"expert\":\"%s\",\"net\":\"%s\"}\n", h.id, key,
		d.players, d.seat, d.bots, d.expert, d.net);
	return true;
}

enum { MOST_MEMBERS = 13 };
#define MEMBER(name, type, need) #name,
#define HEARD(word, early, members) { #word, hear_##word, early, { "type", members NULL } },
static const struct {
	const char *type;
	bool (*hear)(const struct json_value *o, FILE *out, char why[MAX_ERROR]);
	bool early;
	const char *members[MOST_MEMBERS + 1];
} own[] = { HEAR_LIST(HEARD) };

/* True: it was one of the page's own messages, and is answered. */
static bool hear_page(const struct json_value *o, FILE *out)
{
	const char *type = json_string_of(json_get(o, "type")), *key = json_string_of(json_get(o, "key"));
	char why[MAX_ERROR];

	for (size_t i = 0; type && i < sizeof own / sizeof own[0]; i++) {
		if (strcmp(own[i].type, type) != 0)
			continue;
		if (!own[i].early && !local.open)
			say_error("", REFUSED_NO_SUCH_TABLE, "there is no table yet", out);
		else if (!json_check_keys(o, own[i].members, why) || !own[i].hear(o, out, why))
			say_error(!own[i].early && key && json_check_key(key) ? key : "", own[i].early ? REFUSED_DAMAGED : REFUSED_BAD_MESSAGE, why, out);
		return true;
	}
	return false;
}

void local_table_hear(const char *message, size_t n, FILE *out)
{
	char why[MAX_ERROR];
	bool answered = false;
	struct json j;

	if (json_parse(&j, message, n, FILE_LIMIT, why)) {
		answered = hear_page(j.root, out);
		json_drop(&j);
	}
	if (!answered)
		hear_client(&local, message, n, out);
}
