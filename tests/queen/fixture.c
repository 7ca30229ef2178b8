#include <stdio.h>
#include <string.h>

#include "tests.h"

enum { MAX_LIST = MAX_MOVES * 16 };

/* Takes the next word of *at, up to one of `ends`, blanks around it dropped; false when there is none left. */
static bool next_word(const char **at, const char *ends, char out[MAX_TEXT])
{
	*at += strspn(*at, " ,");
	size_t n = strcspn(*at, ends);
	if (n == 0)
		return false;
	if (n >= MAX_TEXT)
		fail_msg("too long for one word: %s", *at);
	memcpy(out, *at, n);
	out[n] = '\0';
	*at += n;
	while (n > 0 && out[n - 1] == ' ')
		out[--n] = '\0';
	return true;
}

static void set_option(const struct game *g, uint8_t o[MAX_OPTIONS], char *pair)
{
	char wrong[MAX_TEXT], *value = strchr(pair, '=');
	if (!value)
		fail_msg("not name=value: %s", pair);
	*value++ = '\0';
	if (!game_set_option(g, o, pair, value, wrong))
		fail_msg("%s", wrong);
}

struct fix fix_new(int players, const char *options)
{
	struct fix f = { .g = game_find("queen") };
	uint8_t o[MAX_OPTIONS];
	char pair[MAX_TEXT];
	assert_non_null(f.g);
	f.box = f.g->box;
	game_presets(f.g, o);
	while (next_word(&options, " ", pair))
		set_option(f.g, o, pair);
	game_start(f.g, f.box, players, o, &f.s);
	return f;
}

static int box_tile(const struct box *b, const char *id)
{
	for (int i = 0; i < b->queen.tiles; i++)
		if (strcmp(b->queen.tile[i].id, id) == 0)
			return i;
	fail_msg("no tile \"%s\" in the box", id);
	return -1;
}

/* The printed id tells the colour (A1-x brown, A2-x red, the others have no station), so that the box is not believed blindly. */
static int passengers_on(const char *id, int players)
{
	static const int red[] = { 1, 1, 2 }, brown[] = { 1, 2, 2 };
	return id[1] == '1' ? brown[players - 3] : id[1] == '2' ? red[players - 3] : 0;
}

static void lay(struct fix *f, const char *word)
{
	struct queen *q = &f->s.queen;
	int bend = *word == '<' ? -1 : *word == '>' ? 1 : 0;
	const char *id = bend ? word + 1 : word;
	int k = q->laid++;
	q->tile[k] = (uint8_t)box_tile(f->box, id);
	q->heading[k] = k == 0 ? NORTH : (uint8_t)((q->heading[k - 1] + bend + QUEEN_SIDES) % QUEEN_SIDES);
	q->waiting[k] = f->s.option[QUEEN_MODE] == MODE_INTRO ? 0 : (uint8_t)passengers_on(id, f->s.players);
}

struct fix fix_river(int players, const char *options, const char *tiles)
{
	struct fix f = fix_new(players, options);
	struct queen *q = &f.s.queen;
	char word[MAX_TEXT];
	play(&f, "tile A3-1");          /* whatever set-up leaves behind is as the game leaves it */
	while (q->phase == QUEEN_START_FACING)
		play(&f, "face N");
	q->laid = 0;
	memset(q->tile, 0, sizeof q->tile);
	memset(q->heading, 0, sizeof q->heading);
	memset(q->waiting, 0, sizeof q->waiting);
	while (next_word(&tiles, " ", word))
		lay(&f, word);
	for (int i = 0; i < players; i++)
		fix_ship(&f, i, 0, (int[]){ 2, 9, 5, 3, 1 }[i], NORTH, 1, 6);
	q->round = 2;
	fix_turn(&f, 0);
	return f;
}

void fix_platform(struct fix *f, int cusp)
{
	f->s.queen.platform = (uint8_t)cusp;
}

void fix_removed(struct fix *f, int first)
{
	f->s.queen.first = (uint8_t)first;
	memset(f->s.queen.waiting, 0, (size_t)first);
}

void fix_ship(struct fix *f, int seat, int tile, int cell, int heading, int speed, int coal)
{
	struct queen_ship *ship = &f->s.queen.ship[seat];
	ship->tile = (uint8_t)tile;
	ship->cell = (uint8_t)cell;
	ship->heading = (uint8_t)heading;
	ship->speed = (uint8_t)speed;
	ship->coal = (uint8_t)coal;
}

void fix_boarded(struct fix *f, int seat, unsigned tiles)
{
	f->s.queen.ship[seat].boarded = (uint16_t)tiles;
}

void fix_turn(struct fix *f, int seat)
{
	struct queen *q = &f->s.queen;
	bool by_seats = f->s.option[QUEEN_MODE] == MODE_INTRO;
	int n = 0;
	if (!by_seats)
		q->order[n++] = (uint8_t)seat;
	for (int i = 0; i < f->s.players; i++)
		if (by_seats || i != seat)
			q->order[n++] = (uint8_t)i;
	q->at = by_seats ? (uint8_t)seat : 0;
	q->turn = (uint16_t)(2 * q->round - 1);         /* as few turns as there can have been */
	q->phase = QUEEN_SPEED;
}

/* Any id of the game, legal here or not. */
static int move_of(const struct fix *f, const char *words)
{
	char text[MAX_TEXT];
	for (int id = 0; id < f->g->num_moves; id++) {
		f->g->text(f->box, &f->s, id, ALL, text);
		if (strcmp(text, words) == 0)
			return id;
	}
	fail_msg("the game has no move \"%s\"", words);
	return -1;
}

static void rule_text(int rule, char out[8])
{
	game_rule_name((uint16_t)rule, out);
}

void play(struct fix *f, const char *moves)
{
	char word[MAX_TEXT], reason[MAX_TEXT] = "", name[8];
	while (next_word(&moves, ",", word)) {
		int move = move_of(f, word), rule = f->g->why(f->box, &f->s, move, reason);
		rule_text(rule, name);
		if (rule != 0)
			fail_msg("\"%s\" is refused by %s: %s", word, name, reason);
		if (!game_is_legal(f->g, f->box, &f->s, move))
			fail_msg("\"%s\" is refused by no rule but not listed", word);
		f->told = (struct events){ 0 };
		f->g->apply(f->box, &f->s, move, &f->told);
		check_holds(f);
	}
}

static void legal_text(const struct fix *f, char out[MAX_LIST])
{
	struct moves list = { 0 };
	struct text t = text_on(out, MAX_LIST);
	char words[MAX_TEXT];
	f->g->legal(f->box, &f->s, &list);
	for (int i = 0; i < list.n; i++) {
		f->g->text(f->box, &f->s, list.id[i], ALL, words);
		text_put(&t, i ? ", " : "");
		text_put(&t, words);
	}
}

/* A move is listed exactly when no rule refuses it. */
static void list_agrees(const struct fix *f)
{
	char reason[MAX_TEXT], words[MAX_TEXT];
	for (int move = 0; move < f->g->num_moves; move++)
		if ((f->g->why(f->box, &f->s, move, reason) == 0) != game_is_legal(f->g, f->box, &f->s, move)) {
			f->g->text(f->box, &f->s, move, ALL, words);
			fail_msg("\"%s\" is listed and refused, or neither", words);
		}
}

void legal_is(const struct fix *f, const char *moves)
{
	char list[MAX_LIST];
	legal_text(f, list);
	assert_string_equal(list, moves);
	list_agrees(f);
}

bool is_legal(const struct fix *f, const char *move)
{
	return game_is_legal(f->g, f->box, &f->s, move_of(f, move));
}

void refused(const struct fix *f, const char *move, int rule)
{
	char reason[MAX_TEXT] = "", list[MAX_LIST], got[8], expected[8];
	int by = f->g->why(f->box, &f->s, move_of(f, move), reason);
	rule_text(by, got);
	rule_text(rule, expected);
	legal_text(f, list);
	if (by == 0)
		fail_msg("\"%s\" should be refused by %s, but is allowed; legal are: %s", move, expected, list);
	if (by != rule)
		fail_msg("\"%s\" should be refused by %s, not by %s: %s", move, expected, got, reason);
	if (reason[0] == '\0')
		fail_msg("\"%s\" is refused by %s without a word", move, got);
	if (is_legal(f, move))
		fail_msg("\"%s\" is refused by %s and listed all the same: %s", move, got, list);
}

void to_move_is(const struct fix *f, int seat)
{
	assert_int_equal(f->g->to_move(f->box, &f->s), seat);
}

void ship_is(const struct fix *f, int seat, int tile, int cell, int heading, int speed, int coal)
{
	const struct queen_ship *ship = &f->s.queen.ship[seat];
	char got[MAX_TEXT], expected[MAX_TEXT];
	snprintf(got, sizeof got, "ship %d: tile %d cell %d heading %d speed %d coal %d",
		 seat, ship->tile, ship->cell, ship->heading, ship->speed, ship->coal);
	snprintf(expected, sizeof expected, "ship %d: tile %d cell %d heading %d speed %d coal %d", seat, tile, cell, heading, speed, coal);
	assert_string_equal(got, expected);
}

void check_holds(const struct fix *f)
{
	char wrong[MAX_TEXT] = "";
	if (!f->g->check(f->box, &f->s, wrong))
		fail_msg("the position is broken: %s", wrong);
}

int told(const struct fix *f, const char *event)
{
	int n = 0, what = 0;
	while (f->g->events[what] && strcmp(f->g->events[what], event) != 0)
		what++;
	if (!f->g->events[what])
		fail_msg("the game tells no \"%s\"", event);
	for (int i = 0; i < f->told.n; i++)
		n += f->told.of[i].what == what;
	return n;
}

void play_random(struct fix *f, uint64_t seed, void (*watch)(const struct fix *before, const struct fix *after))
{
	struct rng r = rng_seed(seed);
	for (int seat; (seat = f->g->to_move(f->box, &f->s)) != OVER; ) {
		struct fix before = *f;
		struct moves list = { 0 };
		f->g->legal(f->box, &f->s, &list);
		int move = seat == CHANCE ? game_chance(f->g, f->box, &f->s, &r) : list.id[rng_below(&r, (uint32_t)list.n)];
		f->told = (struct events){ 0 };
		f->g->apply(f->box, &f->s, move, &f->told);
		watch(&before, f);
	}
}
