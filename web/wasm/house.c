/* A table in the page: the same table as on a server, with nobody to wait for. The page keeps its rows, as a server's store would, and
 * hears the same messages; so what is on the screen does not know where the table is.
 *
 * One command a line, like the engine's. What is printed: `row ...` for each row that was added, for the page to keep; `say ...` for a
 * message, as docs/protocol.md has them; then `ok`, or `error` and why. */
#define _POSIX_C_SOURCE 200809L
#include "house.h"

#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "driver/record.h"
#include "server/table_parts.h"
#include "server/wire.h"

enum { WORDS = 24 };

struct house {
	bool         on;
	bool         replayed;          /* from a record: whoever has that knows everything */
	struct table table;
	struct rows  rows;              /* all of them */
};

static struct house house;

static void leave(void)
{
	if (house.on)
		table_drop(&house.table);
	rows_clear(&house.rows);
	house.on = house.replayed = false;
}

static void settle_in(const struct head *h)
{
	leave();
	table_make(&house.table, h);
	house.on = true;
}

/* Rows ------------------------------------------------------------------------------- */

/* They have been kept, or are about to be: here nothing can come in between. */
static bool take_in(struct rows *fresh, FILE *out, char why[MAX_ERROR])
{
	for (int i = 0; i < fresh->n; i++) {
		struct row *r = &fresh->of[i];
		if (!table_fold(&house.table, r, why)) {
			rows_clear(fresh);
			return false;
		}
		struct row *kept = rows_add(&house.rows, r->kind, r->by, r->seat, r->at, r->text);
		kept->seq = r->seq;
		memcpy(kept->key, r->key, sizeof kept->key);
		if (out)
			fprintf(out, "row %ju %s %s %d %jd %s %s\n", (uintmax_t)r->seq, row_kinds[r->kind], row_bys[r->by], r->seat, (intmax_t)r->at,
				r->key[0] ? r->key : "-", r->text);
	}
	rows_clear(fresh);
	return true;
}

static void say(struct blob *b, FILE *out)
{
	if (!b)
		return;
	fprintf(out, "say %.*s\n", (int)b->n, b->bytes);
	blob_drop(b);
}

/* What is due after anything that happened: orders and defaults. */
static bool settle(int64_t now, FILE *out, char why[MAX_ERROR])
{
	struct rows more = { .n = 0 };

	while (table_due(&house.table, now, &more))
		if (!take_in(&more, out, why))
			return false;
	return true;
}

static bool wish(const struct ask *a, int64_t now, FILE *out, char why[MAX_ERROR])
{
	struct rows fresh = { .n = 0 };
	struct refusal no = { .code = NULL };
	uint32_t seq = 0;

	switch (table_ask(&house.table, a, now, &fresh, &seq, &no)) {
	case ASK_REFUSED:
		say(wire_error(a->key, &no), out);
		return true;
	case ASK_REPEATED:
		break;
	case ASK_ROWS:
		if (!take_in(&fresh, out, why) || !settle(now, out, why))
			return false;
		seq = house.table.seq;
	}
	if (a->key[0])
		say(wire_ok(a->key, seq), out);
	return true;
}

/* Words ------------------------------------------------------------------------------ */

static int64_t number(const char *word, int64_t least, int64_t most, bool *fine)
{
	char *end;
	int64_t n = strtoll(word, &end, 10);

	*fine = *fine && end != word && *end == '\0' && n >= least && n <= most;
	return n;
}

/* The next word of a line; empty at its end. */
static char *next(char **line)
{
	char *word = *line, *space = strchr(word, ' ');

	*line = space ? space + 1 : word + strlen(word);
	if (space)
		*space = '\0';
	return word;
}

static int eyes_of(const char *word, bool *fine)
{
	return strcmp(word, "watcher") == 0 ? WATCHER : (int)number(word, 0, house.table.head.players - 1, fine);
}

static int kind_of(const char *const names[], int n, const char *word, bool *fine)
{
	for (int i = 0; i < n; i++)
		if (strcmp(names[i], word) == 0)
			return i;
	*fine = false;
	return 0;
}

/* ID KEY MADE LEVEL: what is settled of a table before it is known which game is played. */
static bool read_head(char **line, struct head *h)
{
	char *id = next(line), *key = next(line), *made = next(line), *level = next(line);
	bool fine = strlen(id) == ID_CHARS && fair_unhex(key, HASH_BYTES, h->key);

	h->made = number(made, 0, INT64_MAX, &fine);
	snprintf(h->id, sizeof h->id, "%s", id);
	snprintf(h->level, sizeof h->level, "%s", level);
	return fine;
}

/* Commands ---------------------------------------------------------------------------- */

/* table ID KEY MADE LEVEL GAME key=value...: an empty one. A new one sits down next; one that was kept has its rows said again. */
static bool run_table(char *line, FILE *out, char why[MAX_ERROR])
{
	struct setup u;
	struct head h = { .listed = false };
	const char *word[WORDS];
	int n = 0;

	(void)out;
	if (!read_head(&line, &h))
		return error_say(why, "table takes an id of %d characters, a key, the time, a level, a game and its settings", ID_CHARS);
	while (*line && n < WORDS)
		word[n++] = next(&line);
	if (!setup_read(&u, NULL, n, word, why))
		return false;
	h.game = u.game;
	h.box = u.game->box;
	h.rules = u.game->rules;
	h.players = (uint8_t)u.players;
	memcpy(h.option, u.option, sizeof h.option);
	settle_in(&h);
	return true;
}

/* row SEQ KIND BY SEAT AT KEY TEXT: as it was printed once. */
static bool run_row(char *line, FILE *out, char why[MAX_ERROR])
{
	struct rows one = { .n = 0 };
	bool fine = true;
	uint32_t seq = (uint32_t)number(next(&line), 1, UINT32_MAX, &fine);
	int kind = kind_of(row_kinds, ROW_KINDS, next(&line), &fine), by = kind_of(row_bys, ROW_BYS, next(&line), &fine);
	int seat = (int)number(next(&line), -1, MAX_PLAYERS - 1, &fine);
	int64_t at = number(next(&line), 0, INT64_MAX, &fine);
	const char *key = next(&line);

	(void)out;
	if (!fine || strlen(key) > MAX_KEY)
		return error_say(why, "this is no row");
	struct row *r = rows_add(&one, kind, by, seat, at, line);
	r->seq = seq;
	strcpy(r->key, strcmp(key, "-") == 0 ? "" : key);
	return take_in(&one, NULL, why);
}

/* person:Ann bot:hard ...: a seat for each word. */
static bool sit_down(char *line, int64_t now, FILE *out, char why[MAX_ERROR])
{
	bool fine = true;

	for (int seat = 0; *line && fine; seat++) {
		char *who = next(&line), *name = strchr(who, ':');
		struct ask a = { .want = strncmp(who, "bot:", 4) == 0 ? WANT_FILL : WANT_SIT, .seat = -1, .whom = seat };
		snprintf(a.text, sizeof a.text, "%s", name ? name + 1 : "");
		for (char *c = a.text; *c; c++)
			*c = *c == '_' ? ' ' : *c;      /* a word of a line has no spaces */
		if (!wish(&a, now, out, why))
			return false;
		fine = house.table.seat[seat < MAX_PLAYERS ? seat : 0].kind != SEAT_FREE;
	}
	return fine ? true : error_say(why, "a seat is person:NAME or bot:LEVEL, and there is one for each player");
}

/* sit NOW person:Ann bot:hard ...: they sit down, then the game starts. */
static bool run_sit(char *line, FILE *out, char why[MAX_ERROR])
{
	bool fine = true;
	int64_t now = number(next(&line), 0, INT64_MAX, &fine);
	struct ask start = { .want = WANT_START, .seat = -1 };

	if (!fine)
		return error_say(why, "sit takes the time, and person:NAME or bot:LEVEL for each seat");
	return sit_down(line, now, out, why) && wish(&start, now, out, why);
}

/* A record's game as the head of a table with these pieces and options. */
static bool head_from(const struct session *s, struct head *h, char why[MAX_ERROR])
{
	if (s->placed)
		return error_say(why, "this record begins in the middle of a game: the page shows games from their start on");
	struct box *own = malloc(sizeof *own);
	must(own != NULL);
	*own = s->setup.box;
	h->game = s->setup.game;
	h->box = own;
	h->own_box = true;
	h->rules = s->state.rules;
	h->players = (uint8_t)s->setup.players;
	memcpy(h->option, s->setup.option, sizeof h->option);
	return true;
}

/* Who played: the record knows names only, and a bot goes by that of its level. */
static void seats_from(const struct session *s, char words[MAX_PLAYERS * (MAX_NAME + 8)])
{
	size_t n = 0;

	for (int i = 0; i < s->setup.players; i++) {
		const char *name = s->setup.name[i];
		n += (size_t)sprintf(words + n, "%s%s:", i > 0 ? " " : "", parts_level(name) ? "bot" : "person");
		for (; *name; name++)
			words[n++] = *name == ' ' ? '_' : *name;
		words[n] = '\0';
	}
}

/* The first moves of a record, chance included, as rows. With `on` chance goes on by itself where it is due. */
static bool moves_from(const struct session *s, int plies, bool on, int64_t now, FILE *out, char why[MAX_ERROR])
{
	const struct table *t = &house.table;
	struct rows rows = { .n = 0 };
	char words[MAX_TEXT];

	rows_add(&rows, ROW_START, BY_HOST, -1, now, "");
	parts_seal(t, "", &rows);
	if (!take_in(&rows, out, why))
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
	if (!take_in(&rows, out, why))
		return false;
	if (on) {
		struct state at = t->state;
		parts_draws(t, &at, now, &rows);
		parts_seal(t, "", &rows);
	}
	return take_in(&rows, out, why) && (!on || settle(now, out, why));
}

/* begin ID KEY MADE LEVEL PLIES WHO...\nRECORD: a table that begins with the moves of a record. PLIES: how many of them, then the game goes
 * on from there; `all` of them, to be looked at. WHO as for `sit`; without, who played. */
static bool run_begin(char *line, FILE *out, char why[MAX_ERROR])
{
	char *record = strchr(line, '\n'), who[MAX_PLAYERS * (MAX_NAME + 8)];
	struct head h = { .listed = false };
	struct session s;
	bool fine = record != NULL;

	if (record)
		*record++ = '\0';
	fine = read_head(&line, &h) && fine;
	const char *plies = next(&line);
	const bool all = strcmp(plies, "all") == 0;
	int n = all ? 0 : (int)number(plies, 0, INT32_MAX, &fine);
	if (!fine)
		return error_say(why, "begin takes an id of %d characters, a key, the time, a level, how many moves, seats, and a record", ID_CHARS);
	if (!record_read(&s, record, strlen(record), why))
		return false;
	if (!head_from(&s, &h, why)) {
		session_close(&s);
		return false;
	}
	settle_in(&h);
	house.replayed = all;
	seats_from(&s, who);
	n = all || n > s.plies ? s.plies : n;
	fine = sit_down(*line ? line : who, h.made, out, why) && moves_from(&s, n, !all, h.made, out, why);
	session_close(&s);
	return fine;
}

/* play SEAT NOW KEY PLACE MOVE; MOVE; ... */
static bool run_play(char *line, FILE *out, char why[MAX_ERROR])
{
	bool fine = true;
	struct ask a = { .want = WANT_PLAY, .seat = (int)number(next(&line), 0, MAX_PLAYERS - 1, &fine) };
	int64_t now = number(next(&line), 0, INT64_MAX, &fine);

	snprintf(a.key, sizeof a.key, "%s", next(&line));
	a.place = (uint32_t)number(next(&line), 0, UINT32_MAX, &fine);
	while (*line && a.moves < MAX_BATCH) {
		size_t n = strcspn(line, ";");
		snprintf(a.move[a.moves++], MAX_TEXT, "%.*s", (int)(n < MAX_TEXT ? n : MAX_TEXT - 1), line);
		line += n + (line[n] == ';');
		line += strspn(line, " ");
	}
	return fine && !*line ? wish(&a, now, out, why) : error_say(why, "play takes a seat, the time, a key, the place and moves");
}

/* want WHAT SEAT NOW KEY [PLACE TO | PROMPT ORDER [once] | TEXT]: anything else that a seat may say. */
static bool run_want(char *line, FILE *out, char why[MAX_ERROR])
{
	static const struct { const char *name; enum want want; } wants[] = {
		{ "undo", WANT_UNDO }, { "agree", WANT_AGREE }, { "refuse", WANT_REFUSE }, { "order", WANT_ORDER }, { "leave", WANT_LEAVE },
		{ "back", WANT_BACK }, { "resign", WANT_RESIGN }, { "pause", WANT_PAUSE }, { "resume", WANT_RESUME }, { "chat", WANT_CHAT },
	};
	struct ask a = { .want = WANTS };
	bool fine = true;
	const char *what = next(&line);

	for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++)
		if (strcmp(wants[i].name, what) == 0)
			a.want = wants[i].want;
	a.seat = (int)number(next(&line), 0, MAX_PLAYERS - 1, &fine);
	int64_t now = number(next(&line), 0, INT64_MAX, &fine);
	snprintf(a.key, sizeof a.key, "%s", next(&line));
	if (a.want == WANT_UNDO) {
		a.place = (uint32_t)number(next(&line), 0, UINT32_MAX, &fine);
		a.to = (int)number(next(&line), 0, INT32_MAX, &fine);
	} else if (a.want == WANT_ORDER) {
		snprintf(a.prompt, sizeof a.prompt, "%s", next(&line));
		snprintf(a.order, sizeof a.order, "%s", next(&line));
		a.once = strcmp(line, "once") == 0;
	} else {
		snprintf(a.text, sizeof a.text, "%s", line);
	}
	return fine && a.want != WANTS ? wish(&a, now, out, why) : error_say(why, "nobody can want that");
}

/* welcome EYES NOW */
static bool run_welcome(char *line, FILE *out, char why[MAX_ERROR])
{
	bool fine = true;
	int eyes = eyes_of(next(&line), &fine);
	int64_t now = number(next(&line), 0, INT64_MAX, &fine);

	if (!fine)
		return error_say(why, "welcome takes eyes and the time");
	say(wire_welcome(&house.table, eyes, (1u << house.table.head.players) - 1, 0, true, now), out);
	return true;
}

/* game EYES AFTER NOW */
static bool run_game(char *line, FILE *out, char why[MAX_ERROR])
{
	bool fine = true;
	int eyes = eyes_of(next(&line), &fine);
	uint32_t after = (uint32_t)number(next(&line), 0, UINT32_MAX, &fine);
	int64_t now = number(next(&line), 0, INT64_MAX, &fine);

	if (!fine)
		return error_say(why, "game takes eyes, a row and the time");
	say(wire_game(&house.table, eyes, after, &house.rows, NULL, now), out);
	return true;
}

/* show EYES PLY KEY */
static bool run_show(char *line, FILE *out, char why[MAX_ERROR])
{
	bool fine = true;
	int eyes = eyes_of(next(&line), &fine), ply = (int)number(next(&line), 0, house.table.plies, &fine);

	if (!fine)
		return error_say(why, "there is no such ply");
	say(wire_shown(&house.table, eyes, ply, next(&line)), out);
	return true;
}

/* open PLY: the whole game before that ply, with nothing hidden. For games that are looked at, not played. */
static bool run_open(char *line, FILE *out, char why[MAX_ERROR])
{
	bool fine = true;
	int ply = (int)number(next(&line), 0, house.table.plies, &fine);
	char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);
	struct state at;

	if (!fine || house.table.status == TABLE_OPEN)
		return error_say(why, "there is no such ply");
	if (!house.replayed && house.table.status != TABLE_OVER)
		return error_say(why, "hands are hidden until the game is over");
	table_at(&house.table, ply, &at);
	codec_json(house.table.head.game, &at, &t);
	must(text_fits(&t));
	int mover = house.table.head.game->to_move(house.table.head.box, &at);
	fprintf(out, "%d\n%s\n", mover >= 0 ? mover : -1, json);
	return true;
}

/* bot: `SEAT LEVEL PLACE` of the one that has to decide, and its view; nothing if none has. */
static bool run_bot(char *line, FILE *out, char why[MAX_ERROR])
{
	const char *level;
	int seat = table_bot(&house.table, &level);
	char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);
	struct state view;

	(void)line, (void)why;
	if (seat < 0)
		return true;
	game_view(house.table.head.game, house.table.head.box, &house.table.state, seat, &view);
	codec_json(house.table.head.game, &view, &t);
	must(text_fits(&t));
	fprintf(out, "%d %s %ju\n%s\n", seat, level, (uintmax_t)house.table.place, json);
	return true;
}

/* decided SEAT PLACE NOW MOVE: what the bot has answered. */
static bool run_decided(char *line, FILE *out, char why[MAX_ERROR])
{
	bool fine = true;
	struct rows fresh = { .n = 0 };
	int seat = (int)number(next(&line), 0, MAX_PLAYERS - 1, &fine);
	uint32_t place = (uint32_t)number(next(&line), 0, UINT32_MAX, &fine);
	int64_t now = number(next(&line), 0, INT64_MAX, &fine);
	const struct table *t = &house.table;
	int move = fine ? game_parse(t->head.game, t->head.box, &t->state, line, seat) : -1;

	if (move < 0)
		return error_say(why, "decided takes a seat, the place, the time and a move");
	if (!table_bot_moves(t, seat, place, move, now, &fresh))
		return true;                            /* too late */
	return take_in(&fresh, out, why) && settle(now, out, why);
}

static bool run_record(char *line, FILE *out, char why[MAX_ERROR])
{
	struct session s;

	(void)line;
	if (!table_session(&house.table, &s, why))
		return false;
	record_write(&s, RECORD_TEXT, out);
	session_close(&s);
	return true;
}

static const struct {
	const char *name;
	bool (*run)(char *line, FILE *out, char why[MAX_ERROR]);
	bool early;                             /* there need not be a table yet */
} commands[] = {
	{ "table", run_table, true }, { "row", run_row, false }, { "sit", run_sit, false }, { "begin", run_begin, true }, { "open", run_open, false }, { "play", run_play, false },
	{ "want", run_want, false }, { "welcome", run_welcome, false }, { "game", run_game, false }, { "show", run_show, false },
	{ "bot", run_bot, false }, { "decided", run_decided, false }, { "record", run_record, false },
};

void house_line(const char *words, size_t n, FILE *out)
{
	char why[MAX_ERROR], *line = strndup(words, n), *rest = line;
	bool fine = false;

	must(line != NULL);
	const char *name = next(&rest);
	error_say(why, "there is no such command");
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
		if (strcmp(commands[i].name, name) == 0)
			fine = house.on || commands[i].early ? commands[i].run(rest, out, why) : error_say(why, "there is no table yet");
	free(line);
	if (fine)
		fputs("ok\n", out);
	else
		fprintf(out, "error %s\n", why);
}
