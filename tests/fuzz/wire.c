/* A table as it is used from outside: requests to the lobby and messages of seats, one a line, and after each of them everything that would be
 * sent to everybody. The live is a small one without storage or threads, so that an input does the same every time.
 *
 *     POST /games/queen/create {"numPlayers":3}
 *     0 {"type":"play","moves":["speed 2"],"place":0}         the place 0 is the right one
 *     *abc                                                    a legal move of whoever is to move, for each character
 *
 * Accepted damaged would be: rows that do not fit the table they were made for, or another table when they are folded in once more.
 * Answered badly: not at all or twice, with something that is no JSON, a refusal without words, or a running game's stream of chance. */
#define _GNU_SOURCE                     /* memmem */
#include <jansson.h>

#include "fixed.h"
#include "fuzz.h"
#include "server/api/api.h"

enum { MOST_LINES = 60 };

/* A live with one table ----------------------------------------------------- */

static struct live { bool on; struct table t; struct rows all; int64_t now; } house;

static void forget(void)
{
	if (house.on)
		table_drop(&house.t);
	rows_clear(&house.all);
	house = (struct live){ .now = 1000 };
}

/* Takes the rows over. */
static void fold(struct table *t, struct rows *r)
{
	char why[MAX_ERROR] = "";

	for (int i = 0; i < r->n; i++) {
		struct row *own = rows_copy(&house.all, &r->of[i]);
		HOLDS(own->seq == t->seq + 1 && table_fold(t, own, why), "its own row is refused: %s", why);
	}
	rows_clear(r);
}

static void looked(live_done *done, void *arg, const char *code, const char *words)
{
	struct live_answer a = { .code = code, .table = house.on ? &house.t : NULL, .present = 5, .watchers = 1 };

	snprintf(a.words, sizeof a.words, "%s", words);
	done(arg, &a);
}

static bool is_here(const char *id)
{
	return house.on && strcmp(house.t.head.id, id) == 0;
}

void live_create(struct live *h, const struct head *head, const struct rows *first, const char *address, live_done *done, void *arg)
{
	struct rows rows = *first;

	(void)h, (void)address;
	forget();
	table_make(&house.t, head);
	house.on = true;
	fold(&house.t, &rows);
	looked(done, arg, NULL, "");
}

void live_look(struct live *h, const char *id, live_done *done, void *arg)
{
	(void)h;
	looked(done, arg, is_here(id) ? NULL : "no_such_table", "it is not here");
}

void live_read(struct live *h, const char *id, void (*done)(void *arg, const struct live_answer *a, const struct rows *rows), void *arg)
{
	struct live_answer a = { .code = is_here(id) ? NULL : "no_such_table", .words = "it is not here", .table = is_here(id) ? &house.t : NULL };

	(void)h;
	done(arg, &a, a.code ? NULL : &house.all);
}

static bool ask(const struct request *a, struct refusal *no)
{
	struct rows rows = { .n = 0 };
	uint32_t seq;
	struct table before = house.t;

	enum answer answer = table_request(&house.t, a, house.now += 7, &rows, &seq, no);
	HOLDS(memcmp(&before, &house.t, sizeof before) == 0, "asking changes the table");
	HOLDS(answer != ASK_REFUSED || (no->code && no->words[0] && rows.n == 0), "refused without a reason");
	fold(&house.t, &rows);
	while (table_due(&house.t, house.now, &rows))
		fold(&house.t, &rows);
	return answer != ASK_REFUSED;
}

void live_request(struct live *h, const char *id, const struct request *a, const uint8_t *secret, live_done *done, void *arg)
{
	struct refusal no = { .code = "no_such_table", .words = "it is not here" };
	bool fine = is_here(id);

	(void)h;
	if (fine && (secret || a->kind != REQUEST_SIT)) {
		fine = secret && (a->seat < 0 ? table_host(&house.t, secret) : table_secret(&house.t, a->seat, secret));
		no.code = "forbidden";
	}
	fine = fine && ask(a, &no);
	looked(done, arg, fine ? NULL : no.code, fine ? "" : no.words);
}

void live_erase(struct live *h, const char *id, uint32_t seq, live_done *done, void *arg)
{
	const bool fine = is_here(id) && house.t.seq == seq;

	(void)h;
	if (fine)
		forget();
	looked(done, arg, fine ? NULL : "no_such_table", "it is not here");
}

void live_list(struct live *h, const struct filter *f, void (*done)(void *arg, const struct summary *of, int n, const char *why), void *arg)
{
	struct summary s = { .status = (uint8_t)house.t.status };

	(void)h;
	if (house.on)
		strcpy(s.id, house.t.head.id);
	done(arg, &s, house.on && f->status == (int)house.t.status && house.t.head.listed, NULL);
}

/* There are no threads here: what takes long is done at once. */
bool live_aside(struct live *h, const char *address, uint64_t cost, const struct live_work *w, void *arg)
{
	(void)h, (void)address, (void)cost;
	w->work(arg);
	w->done(arg, true);
	return true;
}

bool live_write(struct live *h, const struct table *t, const struct rows *rows, const char *address, const struct live_text *text, void *arg)
{
	static const struct rows none;

	(void)h, (void)address;
	text->done(arg, true, text->write(t, rows ? rows : &none, arg));
	return true;
}

void live_charge(struct live *h, const char *address, double requests)
{
	(void)h, (void)address, (void)requests;
}

const uint8_t *live_secret(const struct live *h)
{
	static const uint8_t secret[HASH_BYTES] = { 7 };

	(void)h;
	return secret;
}

/* What goes out ----------------------------------------------------------------- */

static void is_json(const char *bytes, size_t n)
{
	json_t *v = json_loadb(bytes, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);

	HOLDS(v, "this is no JSON: %.*s", (int)n, bytes);
	json_decref(v);
}

static void sent(struct blob *b)
{
	char stream[2 * HASH_BYTES + 1];

	if (!b)
		return;
	is_json(b->bytes, b->n);
	fair_hex(house.t.stream, HASH_BYTES, stream);
	HOLDS(house.t.status != TABLE_RUNNING || !memmem(b->bytes, b->n, stream, strlen(stream)), "the stream of chance is told");
	blob_drop(b);
}

/* To everybody, whoever came late or was there. */
static void tell_all(const struct wire_from *from, int rows)
{
	const struct table *t = &house.t;
	struct rows last = { .of = house.all.of + rows, .n = house.all.n - rows };

	for (int i = 0; i <= t->head.players; i++) {
		int eyes = i < t->head.players ? i : WATCHER;
		sent(wire_game(t, eyes, t->seq - (uint32_t)last.n, &last, from, house.now));
		sent(wire_game(t, eyes, t->seq / 2, &house.all, NULL, house.now));
		sent(wire_shown(t, eyes, t->plies / 2, "k"));
	}
	sent(wire_welcome(t, WATCHER, 1, 1, true, house.now));
	sent(wire_seats(t, 1, 1, house.now));
	blob_drop(wire_log(t, 0, &house.all));
}

/* The rows make the same table again. */
static void made_again(void)
{
	struct table again;
	struct head h = house.t.head;
	char why[MAX_ERROR] = "";

	h.own_box = false;
	table_make(&again, &h);
	for (int i = 0; i < house.all.n; i++)
		HOLDS(table_fold(&again, &house.all.of[i], why), "a row that was folded is refused: %s", why);
	HOLDS(again.seq == house.t.seq && again.status == house.t.status && again.plies == house.t.plies && game_same(&again.state, &house.t.state),
		"the rows make another table");
	table_drop(&again);
}

/* What comes in -------------------------------------------------------------------- */

static int answers;

static void answered(void *arg, int status, const char *type, const char *body, size_t n)
{
	(void)arg;
	answers++;
	HOLDS(status == 200 || (status >= 400 && status < 600), "status %d", status);
	if (strcmp(type, "application/json") == 0)
		is_json(body, n);
	HOLDS(status == 200 || memmem(body, n, "\"words\":\"", 9), "a refusal without words: %.*s", (int)n, body);
}

/* "GET /path?query bearer" or "POST /path body" */
static void request(const char *method, char *rest)
{
	static const struct api_site site = { .reachable = true };
	char *more = strchr(rest, ' '), *query;
	struct rest r = { .method = method, .path = rest, .body = "", .address = "192.0.2.1", .site = &site, .answer = answered };

	if (more)
		*more++ = '\0';
	query = strchr(rest, '?');
	if (query)
		*query++ = '\0';
	r.query = query;
	if (method[0] == 'P' && more)
		r.body = more, r.n = strlen(more);
	else
		r.bearer = more;
	answers = 0;
	api_request(&house, &r);
	HOLDS(answers == 1, "a request is answered %d times", answers);
}

/* A message of that seat, or of a watcher. */
static void message(int seat, const char *text, size_t n)
{
	static struct wire_in in;
	struct refusal no;

	if (!wire_read(text, n, &in, &no)) {
		HOLDS(strcmp(no.code, "bad_message") == 0 && no.words[0] && !strchr(no.words, '\n'), "refused without a reason in one line");
		sent(wire_error(in.key, &no));
		return;
	}
	in.ask.seat = seat;
	in.ask.place = in.ask.place ? in.ask.place : house.t.place;
	if (!house.on || seat >= house.t.head.players)
		return;
	if (in.type == WIRE_WHY)
		sent(wire_why(&house.t, seat, in.move, in.key));
	else if (in.type == WIRE_SHOW)
		sent(wire_shown(&house.t, seat, in.ply, in.key));
	else if (in.type == WIRE_ASK && house.t.seat[seat].kind == SEAT_PERSON && !ask(&in.ask, &no))
		sent(wire_error(in.key, &no));
}

/* Persons' moves are wishes, bots' are not. */
static void play(char which)
{
	static struct request a;
	const struct table *t = &house.t;
	struct rows rows = { .n = 0 };
	struct refusal no;
	const char *level;
	struct moves m;
	int mover = house.on ? table_to_move(t) : OVER, bot = house.on ? table_bot(t, &level) : -1;

	if (mover < 0)
		return;
	t->head.game->legal(t->head.box, &t->state, &m);
	int move = m.id[(unsigned char)which % m.n];
	if (bot >= 0) {
		HOLDS(table_bot_moves(t, bot, t->place, move, house.now, &rows), "a bot's legal move is refused");
		fold(&house.t, &rows);
		return;
	}
	a = (struct request){ .kind = REQUEST_PLAY, .seat = mover, .place = t->place, .moves = 1 };
	t->head.game->text(t->head.box, &t->state, move, mover, a.move[0]);
	ask(&a, &no);
}

static void feed(char *line, size_t n)
{
	struct wire_from from = { .plies = 0 };
	int rows = 0;

	if (house.on)
		from = wire_from(&house.t), rows = house.all.n;
	if (strncmp(line, "GET ", 4) == 0)
		request("GET", line + 4);
	else if (strncmp(line, "POST ", 5) == 0)
		request("POST", line + 5);
	else if (n > 2 && line[0] >= '0' && line[0] <= '9' && line[1] == ' ')
		message(line[0] - '0', line + 2, n - 2);
	for (size_t i = 1; line[0] == '*' && i < n && i < MOST_LINES; i++)
		play(line[i]);
	if (house.on && house.all.n > rows && rows > 0)
		tell_all(&from, rows);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *all = malloc(size + 1), *at = all, *end = all + size;

	HOLDS(all, "no memory");
	if (size > 0)
		memcpy(all, data, size);
	*end = '\0';
	forget();
	for (int lines = 0; at < end && lines < MOST_LINES; lines++) {
		char *stop = memchr(at, '\n', (size_t)(end - at));
		stop = stop ? stop : end;
		*stop = '\0';
		feed(at, (size_t)(stop - at));
		at = stop + 1;
	}
	if (house.on)
		made_again();
	forget();
	free(all);
	return 0;
}
