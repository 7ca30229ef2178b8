#define _POSIX_C_SOURCE 200809L         /* open_memstream */
#include "contracts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/codec.h"
#include "core/settle.h"
#include "base/json.h"
#include "play/record.h"

enum { MAX_DRAWING = 65536 };

_Noreturn void contract_broken(const struct scene *c, const char *file, int line, const char *form, ...)
{
	static char json[MAX_JSON];
	char words[MAX_TEXT];
	struct text t = text_on(json, sizeof json);
	va_list args;

	codec_json(c->g, &c->s, &t);
	va_start(args, form);
	print_error("%s:%d: ", file, line);
	vprint_error(form, args);
	va_end(args);
	print_error("\n%s, seed %llu (%s), %d players", c->g->name, (unsigned long long)c->log->seed,
		c->log->lively ? "lively" : "uniform", c->log->players);
	for (int i = 0; c->g->options[i].name; i++) {
		game_option_text(c->g, c->log->option, i, words);
		print_error(" %s=%s", c->g->options[i].name, words);
	}
	print_error(", ply %u, next move %d:\n%s\n", c->ply, c->move, json);
	fail();
	abort();                                /* fail() does not come back */
}

/* Small things that several contracts need ------------------------------ */

static void list(const struct scene *c, const struct state *s, struct moves *out)
{
	memset(out, 0, sizeof *out);
	c->g->legal(c->b, s, out);
}

static bool same(const struct state *a, const struct state *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* Whose eyes read a move that is to be made: the mover's; chance sees everything. */
static int reader(const struct scene *c)
{
	return c->mover >= 0 ? c->mover : ALL;
}

/* Everybody who looks on: each seat, then the watchers. */
static int eyes(const struct scene *c, int i)
{
	return i < c->log->players ? i : WATCHER;
}

static struct state view_of(const struct scene *c, const struct state *s, int seat)
{
	struct state v;

	memset(&v, 0x5A, sizeof v);
	game_view(c->g, c->b, s, seat, &v);
	return v;
}

static struct state guess_of(struct scene *c, const struct state *view)
{
	struct state dream = *view;

	game_guess(c->g, c->b, &dream, &c->own);
	return dream;
}

static bool is_rule(const struct scene *c, int rule)
{
	return rule > 0xFF && (rule & 0xFF) > 0 && strchr(c->letters, rule >> 8);
}

/* The contracts ------------------------------------------------------------ */

/* A state is a value: a copy plays on as the original does, and the original stays as it was. */
void contract_copies(struct scene *c)
{
	struct state copy, kept, moved;

	if (c->move < 0)
		return;
	memcpy(&copy, &c->s, sizeof copy);
	memcpy(&kept, &c->s, sizeof kept);
	c->g->apply(c->b, &copy, c->move, NULL);
	HOLDS(c, same(&c->s, &kept), "playing on a copy changed the original");
	memcpy(&moved, &c->s, sizeof moved);
	c->g->apply(c->b, &moved, c->move, NULL);
	HOLDS(c, same(&moved, &copy) && game_same(&moved, &copy), "the same move on two copies gives two states");
}

/* Where nothing is hidden a move reads alike for all, everybody may know what it did, and hears it in the same words: a table writes them once. */
static void reads_alike(struct scene *c)
{
	const unsigned all = ((1u << c->log->players) - 1) | 1u << 7;
	struct state after = c->s;
	struct events told = { 0 };
	char words[MAX_TEXT], own[MAX_TEXT];

	c->g->text(c->b, &c->s, c->move, ALL, words);
	c->g->apply(c->b, &after, c->move, &told);
	for (int seat = 0; seat < c->log->players; seat++) {
		c->g->text(c->b, &c->s, c->move, seat, own);
		HOLDS(c, strcmp(words, own) == 0, "move '%s' is '%s' to seat %d, though nothing is hidden", words, own, seat);
		for (int i = 0; i < told.n; i++) {
			char heard[MAX_TEXT];
			struct state v = view_of(c, &after, seat), watched = view_of(c, &after, WATCHER);
			c->g->say(c->b, &v, &told.of[i], seat, own);
			c->g->say(c->b, &watched, &told.of[i], WATCHER, heard);
			HOLDS(c, (told.of[i].to & all) == all, "event %s is not for all, though nothing is hidden", c->g->events[told.of[i].what]);
			HOLDS(c, strcmp(own, heard) == 0, "'%s' is said to seat %d, and '%s' to watchers", own, seat, heard);
		}
	}
}

/* Events tell what happened and change nothing; each has a name, and words for whoever may know of it. */
void contract_events(struct scene *c)
{
	struct state quiet = c->s, loud = c->s;
	struct events told = { 0 };
	char words[MAX_TEXT], seen[MAX_TEXT];
	int names = 0;

	if (c->move < 0)
		return;
	if (!c->g->guess)
		reads_alike(c);
	while (c->g->events[names])
		names++;
	c->g->apply(c->b, &quiet, c->move, NULL);
	c->g->apply(c->b, &loud, c->move, &told);
	HOLDS(c, same(&quiet, &loud), "the move gives another state when events are told");
	HOLDS(c, told.n >= 0 && told.n <= MAX_EVENTS, "%d events", told.n);
	for (int i = 0; i < told.n; i++) {
		const struct event *e = &told.of[i];
		HOLDS(c, e->what < names, "event %d has no name", e->what);
		HOLDS(c, e->rule == 0 || is_rule(c, e->rule), "event %s is by rule %d", c->g->events[e->what], e->rule);
		int seats = c->log->players + (c->log->players == 1);   /* the rival of a game for one is named like a second seat */
		HOLDS(c, e->seat == NOBODY || e->seat < seats, "event %s happened to seat %d", c->g->events[e->what], e->seat);
		for (int seat = 0; seat < c->log->players; seat++)
			if (e->to >> seat & 1) {
				memset(words, '?', sizeof words);
				memset(seen, '?', sizeof seen);
				c->g->say(c->b, &loud, e, seat, words);
				HOLDS(c, memchr(words, '\0', sizeof words) && words[0] != '\0', "no words for event %s", c->g->events[e->what]);
				struct state v = view_of(c, &loud, seat);
				c->g->say(c->b, &v, e, seat, seen);
				HOLDS(c, strcmp(words, seen) == 0, "'%s' is said, but from the view of %d '%s'", words, seat, seen);
			}
	}
}

/* Legal lists ascend, are empty only when the game is over (so no choice leads into a dead end), and hold the move that was made. */
void contract_lists(struct scene *c)
{
	struct moves m;

	list(c, &c->s, &m);
	HOLDS(c, m.n >= 0 && m.n <= MAX_MOVES, "%d legal moves", m.n);
	HOLDS(c, (m.n == 0) == (c->mover == OVER), "%d legal moves while %d is to move", m.n, c->mover);
	HOLDS(c, c->mover == OVER || c->mover == CHANCE || (c->mover >= 0 && c->mover < c->log->players), "%d is to move", c->mover);
	for (int i = 0; i < m.n; i++) {
		HOLDS(c, m.id[i] < c->g->num_moves, "move %d is not below num_moves", m.id[i]);
		HOLDS(c, (m.id[i] < c->g->num_actions) == (c->mover >= 0), "move %d is %s by num_actions", m.id[i],
			c->mover < 0 ? "a seat's" : "chance's");
		HOLDS(c, i == 0 || m.id[i - 1] < m.id[i], "moves %d and %d do not ascend", m.id[i - (i > 0)], m.id[i]);
	}
	HOLDS(c, c->move < 0 || moves_have(&m, c->move), "move %d is not listed", c->move);
}

/* Every listed move leads to a state where the game goes on or is over: the move before was no dead end either. */
void contract_dead_ends(struct scene *c)
{
	struct moves m, next;

	list(c, &c->s, &m);
	for (int i = 0; i < m.n; i++) {
		struct state t = c->s;
		c->g->apply(c->b, &t, m.id[i], NULL);
		list(c, &t, &next);
		HOLDS(c, next.n > 0 || c->g->to_move(c->b, &t) == OVER, "move %d leads into a dead end", m.id[i]);
	}
}

/* Texts are unique in a list, and typing one means that move. */
void contract_texts(struct scene *c)
{
	static char words[MAX_MOVES][MAX_TEXT];
	struct moves m;

	list(c, &c->s, &m);
	for (int i = 0; i < m.n; i++) {
		memset(words[i], '?', MAX_TEXT);
		c->g->text(c->b, &c->s, m.id[i], reader(c), words[i]);
		HOLDS(c, memchr(words[i], '\0', MAX_TEXT) && words[i][0] != '\0', "move %d has no text", m.id[i]);
		for (int k = 0; k < i; k++)
			HOLDS(c, strcmp(words[k], words[i]) != 0, "moves %d and %d are both '%s'", m.id[k], m.id[i], words[i]);
		int read = game_parse(c->g, c->b, &c->s, words[i], reader(c));
		HOLDS(c, read == m.id[i], "'%s' is move %d but reads as %d", words[i], m.id[i], read);
	}
	HOLDS(c, game_parse(c->g, c->b, &c->s, "no such move", reader(c)) == -1, "'no such move' is a move");
}

/* A move is listed exactly when why() has nothing against it; else why() cites a rule of this game and says a sentence. */
void contract_reasons(struct scene *c)
{
	struct moves m;
	char words[MAX_TEXT];

	list(c, &c->s, &m);
	for (int id = 0; id < c->g->num_moves; id++) {
		memset(words, '?', sizeof words);
		int rule = c->g->why(c->b, &c->s, id, words);
		HOLDS(c, moves_have(&m, id) == (rule == 0), "move %d is %slisted, and why() says %d", id, moves_have(&m, id) ? "" : "not ", rule);
		HOLDS(c, game_is_legal(c->g, c->b, &c->s, id) == (rule == 0), "move %d: game_is_legal() and why() disagree", id);
		if (rule == 0)
			continue;
		HOLDS(c, is_rule(c, rule), "move %d is refused by rule %d, which is none of 1 to 255 with a letter of %s", id, rule, c->letters);
		HOLDS(c, memchr(words, '\0', sizeof words) && strlen(words) > 8, "move %d is refused without a sentence", id);
	}
}

/* At chance every outcome has odds, and the source is one that has a name. */
void contract_odds(struct scene *c)
{
	struct moves m;
	int sources = 0;

	if (c->mover != CHANCE)
		return;
	list(c, &c->s, &m);
	for (int i = 0; i < m.n; i++)
		HOLDS(c, c->g->weight(c->b, &c->s, m.id[i]) > 0, "chance has no odds for move %d", m.id[i]);
	for (uint64_t k = 0; c->g->chance && k < 4; k++) {
		struct rng by_list = rng_seed(rng_mix(c->log->seed) + k), alone = by_list, before = by_list;
		int listed = settle_draw(c->g, c->b, &c->s, &m, &by_list), drawn = c->g->chance(c->b, &c->s, &alone);
		HOLDS(c, drawn == listed || drawn == -1, "chance draws move %d without a list, and %d from it", drawn, listed);
		HOLDS(c, memcmp(&alone, drawn == -1 ? &before : &by_list, sizeof alone) == 0, "chance leaves its random numbers elsewhere without a list");
	}
	while (c->g->sources[sources])
		sources++;
	int from = c->g->source(c->b, &c->s);
	HOLDS(c, from >= 0 && from < sources, "chance draws from source %d", from);
	for (uint32_t k = 0; k < 4; k++) {
		int drawn = game_draw(c->g, c->b, &c->s, c->log->seed, from, k);
		HOLDS(c, moves_have(&m, drawn), "draw %u is move %d, which is not listed", k, drawn);
		HOLDS(c, game_draw(c->g, c->b, &c->s, c->log->seed, from, k) == drawn, "draw %u differs from itself", k);
	}
}

/* A net is given what the seat's view shows: the same bytes from the view, from the full state, and when what the view hides is dealt
 * anew. Every byte is written. */
void contract_observed(struct scene *c)
{
	enum { MOST = 8192 };
	uint8_t full[MOST], from_view[MOST], guessed[MOST];
	int size = c->g->observe ? tensor_size(c->g->planes) : 0;

	HOLDS(c, size <= MOST, "%d bytes", size);
	for (int seat = 0; seat < c->log->players && size > 0; seat++) {
		struct state other;
		memset(full, 0x55, (size_t)size);
		memset(from_view, 0xAA, (size_t)size);
		c->g->observe(c->b, &c->s, seat, full);
		game_view(c->g, c->b, &c->s, seat, &other);
		c->g->observe(c->b, &other, seat, from_view);
		game_guess(c->g, c->b, &other, &c->own);
		c->g->observe(c->b, &other, seat, guessed);
		for (const struct plane *p = c->g->planes; p->name; p++)
			HOLDS(c, full[p->offset] == from_view[p->offset], "plane %s differs between the view of seat %d and the state", p->name, seat);
		HOLDS(c, memcmp(full, from_view, (size_t)size) == 0, "the view of seat %d gives other bytes than the state", seat);
		HOLDS(c, memcmp(full, guessed, (size_t)size) == 0, "what seat %d cannot know changes its bytes", seat);
	}
}

/* What is physically there stays there: the game's own check, at every state. */
void contract_conservation(struct scene *c)
{
	char words[MAX_TEXT] = "";

	HOLDS(c, c->g->check(c->b, &c->s, words), "check: %s", words);
}

/* Bytes ----------------------------------------------------------------------- */

static void bytes_of(struct scene *c, const struct state *s)
{
	uint8_t code[MAX_CODE], again[MAX_CODE];
	struct state back;
	char words[MAX_TEXT] = "";

	int n = codec_encode(c->g, s, code);
	HOLDS(c, n > 0 && n <= MAX_CODE, "%d bytes of code", n);
	memset(&back, 0x5A, sizeof back);
	HOLDS(c, codec_decode(c->g, c->b, &back, code, n, words), "the state of eyes %d encodes but does not decode: %s", s->eyes, words);
	HOLDS(c, same(&back, s), "the state of eyes %d decodes to another one", s->eyes);
	HOLDS(c, codec_encode(c->g, &back, again) == n && memcmp(code, again, (size_t)n) == 0,
		"the code of eyes %d encodes differently again", s->eyes);
}

/* Every state and every view comes back from its bytes. */
void contract_bytes(struct scene *c)
{
	bytes_of(c, &c->s);
	for (int i = 0; i <= c->log->players; i++) {
		struct state v = view_of(c, &c->s, eyes(c, i));
		bytes_of(c, &v);
	}
}

/* Damaged bytes are refused with words and change nothing, or are a sound state of their own. */
void contract_damaged_bytes(struct scene *c)
{
	uint8_t code[MAX_CODE], again[MAX_CODE];
	struct state back, kept;
	char words[MAX_TEXT] = "";
	int n = codec_encode(c->g, &c->s, code), cut = (int)rng_below(&c->own, (uint32_t)n);

	memset(&back, 0x5A, sizeof back);
	kept = back;
	HOLDS(c, !codec_decode(c->g, c->b, &back, code, cut, words), "%d of %d bytes decode", cut, n);
	HOLDS(c, words[0] != '\0' && same(&back, &kept), "refusing %d of %d bytes changed the state or said nothing", cut, n);

	must(n < MAX_CODE);
	code[n] = 0;
	HOLDS(c, !codec_decode(c->g, c->b, &back, code, n + 1, words) && same(&back, &kept), "%d bytes and one more decode", n);

	int at = (int)rng_below(&c->own, (uint32_t)n);
	code[at] = (uint8_t)(code[at] + 1 + rng_below(&c->own, 255));
	words[0] = '\0';
	if (!codec_decode(c->g, c->b, &back, code, n, words)) {
		HOLDS(c, words[0] != '\0' && same(&back, &kept), "refusing a damaged byte %d changed the state or said nothing", at);
		return;
	}
	HOLDS(c, back.eyes != ALL || c->g->check(c->b, &back, words), "a damaged byte %d was accepted: %s", at, words);
	HOLDS(c, codec_encode(c->g, &back, again) == n && memcmp(code, again, (size_t)n) == 0, "a damaged byte %d was read as something else", at);
}

/* JSON ------------------------------------------------------------------------- */

static void json_of(struct scene *c, const struct state *s)
{
	static char json[MAX_JSON], again[MAX_JSON];
	struct text t = text_on(json, sizeof json), u = text_on(again, sizeof again);
	struct json j;
	struct state back;
	char words[MAX_ERROR] = "";

	codec_json(c->g, s, &t);
	HOLDS(c, text_fits(&t), "JSON of %d bytes does not fit", t.n);
	HOLDS(c, json_read(&j, json, (size_t)t.n, words), "JSON of eyes %d is not JSON: %s", s->eyes, words);
	memset(&back, 0x5A, sizeof back);
	HOLDS(c, codec_read(c->g, c->b, &back, &j.flats, words), "JSON of eyes %d is refused: %s", s->eyes, words);
	json_drop(&j);
	HOLDS(c, same(&back, s), "JSON of eyes %d reads as another state", s->eyes);
	codec_json(c->g, &back, &u);
	HOLDS(c, strcmp(json, again) == 0, "JSON of eyes %d is written differently again", s->eyes);
}

/* The facts of a position or of a move as JSON. */
static void facts_of(struct scene *c, const struct state *s, int move, char json[MAX_JSON])
{
	struct text t = text_on(json, MAX_JSON);
	char words[MAX_ERROR] = "";
	struct json j;

	text_char(&t, '{');
	c->g->facts(c->b, s, move, &t);
	text_char(&t, '}');
	HOLDS(c, text_fits(&t), "facts of %d bytes do not fit", t.n);
	HOLDS(c, json_read(&j, json, (size_t)t.n, words), "facts of eyes %d, move %d are not JSON: %s", s->eyes, move, words);
	json_drop(&j);
}

/* Facts can be asked of the state and of every view, and those about a move that the mover sees are the same in its view. */
void contract_facts(struct scene *c)
{
	static char whole[MAX_JSON], seen[MAX_JSON];
	struct state view;
	struct moves legal = { .n = 0 };
	int mover = c->g->to_move(c->b, &c->s);

	if (!c->g->facts)
		return;
	facts_of(c, &c->s, -1, whole);
	for (int seat = 0; seat < c->s.players; seat++) {
		game_view(c->g, c->b, &c->s, seat, &view);
		facts_of(c, &view, -1, seen);
	}
	if (mover < 0)
		return;
	game_view(c->g, c->b, &c->s, mover, &view);
	c->g->legal(c->b, &c->s, &legal);
	for (int i = 0; i < legal.n; i++) {
		facts_of(c, &c->s, legal.id[i], whole);
		facts_of(c, &view, legal.id[i], seen);
		HOLDS(c, strcmp(whole, seen) == 0, "the view of seat %d has other facts about move %d", mover, legal.id[i]);
	}
}

/* Every state and every view comes back from its JSON. Of a long game some moments are enough. */
void contract_json(struct scene *c)
{
	if (rng_below(&c->own, 1 + c->log->n / 512) != 0)
		return;
	json_of(c, &c->s);
	for (int i = 0; i <= c->log->players; i++) {
		struct state v = view_of(c, &c->s, eyes(c, i));
		json_of(c, &v);
	}
}

/* One value of the document changed: refused with the path of a field, or a sound state. */
void contract_damaged_json(struct scene *c)
{
	static char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);
	struct json j;
	struct state back, kept;
	char words[MAX_ERROR] = "";

	codec_json(c->g, &c->s, &t);
	HOLDS(c, json_read(&j, json, (size_t)t.n, words), "not JSON: %s", words);
	struct flat *v = &j.flats.of[rng_below(&c->own, (uint32_t)j.flats.n)];
	switch (rng_below(&c->own, 4)) {
	case 0: *v = (struct flat){ .path = v->path, .kind = FLAT_INT, .n = (int64_t)rng_below(&c->own, 300) - 20 }; break;
	case 1: *v = (struct flat){ .path = v->path, .kind = FLAT_TEXT, .text = "rubbish" }; break;
	case 2: *v = (struct flat){ .path = v->path, .kind = FLAT_NULL }; break;
	case 3: v->path = "nonsense"; break;
	}
	memset(&back, 0x5A, sizeof back);
	kept = back;
	words[0] = '\0';
	if (codec_read(c->g, c->b, &back, &j.flats, words))
		HOLDS(c, back.eyes != ALL || c->g->check(c->b, &back, words), "damaged %s was accepted: %s", v->path, words);
	else
		HOLDS(c, words[0] != '\0' && same(&back, &kept), "refusing damaged %s changed the state or said nothing", v->path);
	json_drop(&j);
}

/* Views -------------------------------------------------------------------------- */

/* Who is asked, and which turn it is, everybody can see; and whoever looks through a view sees the board that the seat sees. */
void contract_views(struct scene *c)
{
	for (int i = 0; i <= c->log->players; i++) {
		int seat = eyes(c, i);
		struct state v = view_of(c, &c->s, seat), again = view_of(c, &v, seat);

		HOLDS(c, v.eyes == seat, "the view of %d has the eyes of %d", seat, v.eyes);
		HOLDS(c, same(&v, &again), "the view of %d seen once more is another one", seat);
		HOLDS(c, c->g->to_move(c->b, &v) == c->mover, "in the view of %d another is to move", seat);
		HOLDS(c, c->g->turn(&v) == c->g->turn(&c->s), "in the view of %d it is another turn", seat);
	}
}

/* The mover can tell from its own view what it may do, and why not: the same list, the same reasons, the same words. */
void contract_mover_knows(struct scene *c)
{
	struct moves m, seen;
	char real[MAX_TEXT], told[MAX_TEXT];

	if (c->mover < 0)
		return;
	struct state v = view_of(c, &c->s, c->mover);
	list(c, &c->s, &m);
	list(c, &v, &seen);
	HOLDS(c, memcmp(&m, &seen, sizeof m) == 0, "the mover's view lists other moves");
	for (int id = 0; id < c->g->num_moves; id++) {
		memset(real, 0, sizeof real);
		memset(told, 0, sizeof told);
		int rule = c->g->why(c->b, &c->s, id, real);
		HOLDS(c, c->g->why(c->b, &v, id, told) == rule, "move %d: why() gives another rule in the mover's view", id);
		HOLDS(c, rule == 0 || strcmp(real, told) == 0, "move %d: '%s', but in the mover's view '%s'", id, real, told);
		c->g->text(c->b, &c->s, id, c->mover, real);
		c->g->text(c->b, &v, id, c->mover, told);
		HOLDS(c, strcmp(real, told) == 0, "move %d is '%s', but in the mover's view '%s'", id, real, told);
	}
}

/* A move that is played without a question is the only legal one, and that there is no question tells nothing: with whatever else could be hidden
 * from those who watch it would be played as well. */
void contract_only(struct scene *c)
{
	struct moves m;
	int only = game_only(c->g, c->b, &c->s);

	list(c, &c->s, &m);
	HOLDS(c, only < 0 || (c->mover >= 0 && m.n == 1 && m.id[0] == only), "move %d of %d is called the only one", only, m.n);
	if (c->mover < 0)
		return;
	HOLDS(c, only >= 0 || m.n > 1 || c->g->guess, "there is one move, nothing is hidden, and it is asked for");
	for (int i = 0; i <= c->log->players; i++) {
		struct state v = view_of(c, &c->s, eyes(c, i)), dream = guess_of(c, &v);
		HOLDS(c, !c->g->open || c->g->open(c->b, &v) == c->g->open(c->b, &c->s), "the view of %d says otherwise", eyes(c, i));
		HOLDS(c, game_only(c->g, c->b, &dream) == only, "with what could be hidden from %d it is another", eyes(c, i));
	}
}

/* Who is asked out of turn, everybody can see. Whatever order was left for the question, the seat can carry it out by what it sees. */
void contract_asked(struct scene *c)
{
	if (!c->g->prompts)
		return;
	int prompt = c->g->asked(c->b, &c->s);
	HOLDS(c, prompt < 0 || c->mover >= 0, "nobody is to move, but somebody is asked");
	for (int i = 0; i <= c->log->players; i++) {
		struct state v = view_of(c, &c->s, eyes(c, i));
		HOLDS(c, c->g->asked(c->b, &v) == prompt, "in the view of %d another question is open", eyes(c, i));
	}
	if (prompt < 0)
		return;
	struct state v = view_of(c, &c->s, c->mover);
	for (int k = 0; c->g->prompts[prompt].orders[k]; k++) {
		int move = c->g->order(c->b, &c->s, prompt, k);
		HOLDS(c, game_is_legal(c->g, c->b, &c->s, move), "the order '%s' is move %d, which is not legal", c->g->prompts[prompt].orders[k], move);
		HOLDS(c, c->g->order(c->b, &v, prompt, k) == move, "the order '%s' is another move in the view of who is asked",
			c->g->prompts[prompt].orders[k]);
	}
}

/* A guess is a possible game that looks the same from that seat: a view that shows more than the seat may know does not survive it. */
void contract_guesses(struct scene *c)
{
	char words[MAX_TEXT] = "";

	for (int i = 0; i <= c->log->players; i++) {
		int seat = eyes(c, i);
		struct state v = view_of(c, &c->s, seat), dream = guess_of(c, &v);

		HOLDS(c, dream.eyes == ALL, "the guess of %d is still a view", seat);
		HOLDS(c, c->g->check(c->b, &dream, words), "the guess of %d is impossible: %s", seat, words);
		struct state again = view_of(c, &dream, seat);
		HOLDS(c, same(&again, &v), "the guess of %d looks different from its seat", seat);
	}
}

/* What is drawn and written for a seat can be drawn and written from its view. */
void contract_shown(struct scene *c)
{
	static char real[MAX_DRAWING], seen[MAX_DRAWING];

	if (rng_below(&c->own, 8) != 0)         /* boards are large: one moment in eight */
		return;
	for (int i = 0; i <= c->log->players; i++) {
		int seat = eyes(c, i);
		struct state v = view_of(c, &c->s, seat);

		for (int look = 0; look <= (LOOK_ASCII | LOOK_COLOUR); look++) {
			struct text t = text_on(real, sizeof real), u = text_on(seen, sizeof seen);
			c->g->draw(c->b, &c->s, seat, look, &t);
			c->g->draw(c->b, &v, seat, look, &u);
			HOLDS(c, text_fits(&t) && t.n > 0, "a drawing of %d bytes", t.n);
			HOLDS(c, strcmp(real, seen) == 0, "the board of %d is drawn differently from its view:\n%s\n%s", seat, real, seen);
			for (int k = 0; (look & LOOK_ASCII) && real[k]; k++)
				HOLDS(c, (unsigned char)real[k] < 0x80, "byte %d of the plain drawing is not ASCII", k);
		}
		for (int id = 0; id < c->g->num_moves; id++) {
			c->g->text(c->b, &c->s, id, seat, real);
			c->g->text(c->b, &v, id, seat, seen);
			HOLDS(c, strcmp(real, seen) == 0, "to %d move %d is '%s', but in its view '%s'", seat, id, real, seen);
		}
	}
}

/* Who may know of an event: a bit for each seat, the highest for those who watch. */
static bool is_told(const struct event *e, int seat)
{
	return e->to >> (seat == WATCHER ? 7 : seat) & 1;
}

/* The next event from i on that the seat is told; told->n: there is none. */
static int next_told(const struct events *told, int i, int seat)
{
	while (i < told->n && !is_told(&told->of[i], seat))
		i++;
	return i;
}

static bool same_told(const struct events *a, const struct events *b, int seat)
{
	int i = next_told(a, 0, seat), k = next_told(b, 0, seat);

	while (i < a->n && k < b->n) {
		const struct event *x = &a->of[i], *y = &b->of[k];
		if (x->what != y->what || x->seat != y->seat || x->thing != y->thing || x->place != y->place || x->n != y->n)
			return false;
		i = next_told(a, i + 1, seat);
		k = next_told(b, k + 1, seat);
	}
	return i == a->n && k == b->n;
}

static bool tells(const struct events *told, int seat)
{
	for (int i = next_told(told, 0, seat); i < told->n; i = next_told(told, i + 1, seat))
		if (told->of[i].tells)
			return true;
	return false;
}

/* Plays the shadow on: by the move of the real game, or at chance by any outcome of which the seat is told the same. False: there is none. */
static bool shadow_move(struct scene *c, struct state *shadow, int move, int seat, const struct events *real)
{
	struct moves m;

	list(c, shadow, &m);
	if (c->g->to_move(c->b, shadow) != CHANCE) {
		if (!moves_have(&m, move))
			return false;
		m = (struct moves){ .n = 1, .id = { (uint16_t)move } };
	}
	for (; m.n > 0; m.n--) {
		int i = (int)rng_below(&c->own, (uint32_t)m.n);
		struct state next = *shadow;
		struct events told = { 0 };

		c->g->apply(c->b, &next, m.id[i], &told);
		m.id[i] = m.id[m.n - 1];
		if (same_told(&told, real, seat)) {
			*shadow = next;
			return true;
		}
		HOLDS(c, c->g->to_move(c->b, shadow) == CHANCE || tells(&told, seat) || tells(real, seat),
			"move %d tells %d a hidden fact and does not say so", move, seat);
	}
	return false;
}

/* A seat sees what it was told and nothing else: a second game in which chance fell differently, but the seat was told the same, is to its
 * eyes the same game. Followed until something hidden comes to light. */
void contract_told(struct scene *c)
{
	if (c->ply > 0)
		return;
	for (int i = 0; i <= c->log->players; i++) {
		int seat = eyes(c, i);
		struct state shadow = c->s, kept = c->s;

		for (uint32_t k = 0; k < c->log->n; k++) {
			struct events real = { 0 };
			c->g->apply(c->b, &c->s, c->log->move[k], &real);
			if (!shadow_move(c, &shadow, c->log->move[k], seat, &real))
				break;
			struct state v = view_of(c, &c->s, seat), w = view_of(c, &shadow, seat);
			HOLDS(c, same(&v, &w), "after move %u seat %d sees something that it was never told", k, seat);
		}
		c->s = kept;
	}
}

/* Every game that could be, going by what a seat was told, and how likely each is. */
enum { MAX_WORLDS = 4096 };
struct world { struct state s; double odds; };
struct worlds { int n; struct world of[MAX_WORLDS]; };

static int compare_worlds(const void *a, const void *b)
{
	return memcmp(&((const struct world *)a)->s, &((const struct world *)b)->s, sizeof(struct state));
}

/* Adds the world that a move leads to, if the seat is told what it was told in truth. False: there is no room. */
static bool add_world(struct scene *c, struct worlds *to, const struct world *from, int move, double odds, int seat, const struct events *real)
{
	struct world *w = &to->of[to->n];
	struct events told = { 0 };

	if (to->n == MAX_WORLDS)
		return false;
	memcpy(w, from, sizeof *w);
	w->odds *= odds;
	c->g->apply(c->b, &w->s, move, &told);
	to->n += same_told(&told, real, seat);
	return true;
}

/* All that can follow in one world when the real game goes on by `move`: of chance every outcome, of a player that move, where it is legal. */
static bool go_on(struct scene *c, struct worlds *to, const struct world *from, int move, int seat, const struct events *real)
{
	struct moves m;
	int total = 0;

	list(c, &from->s, &m);
	if (c->g->to_move(c->b, &from->s) != CHANCE)
		return !moves_have(&m, move) || add_world(c, to, from, move, 1, seat, real);
	for (int i = 0; i < m.n; i++)
		total += c->g->weight(c->b, &from->s, m.id[i]);
	for (int i = 0; i < m.n; i++)
		if (!add_world(c, to, from, m.id[i], (double)c->g->weight(c->b, &from->s, m.id[i]) / total, seat, real))
			return false;
	return true;
}

/* Worlds that have become the same are one. */
static void merge_worlds(struct worlds *w)
{
	int kept = 0;

	qsort(w->of, (size_t)w->n, sizeof w->of[0], compare_worlds);
	for (int i = 0; i < w->n; i++)
		if (kept > 0 && same(&w->of[kept - 1].s, &w->of[i].s))
			w->of[kept - 1].odds += w->of[i].odds;
		else
			w->of[kept++] = w->of[i];
	w->n = kept;
}

/* The worlds of a seat at this moment, by brute force; NULL: they are too many. */
static const struct worlds *worlds_of(struct scene *c, int seat)
{
	static struct worlds side[2];
	struct state s;

	game_start(c->g, c->b, c->log->players, c->log->option, &s);
	side[0].n = 1;
	side[0].of[0] = (struct world){ s, 1 };
	for (uint32_t k = 0; k < c->ply; k++) {
		struct worlds *from = &side[k % 2], *to = &side[(k + 1) % 2];
		struct events real = { 0 };

		c->g->apply(c->b, &s, c->log->move[k], &real);
		to->n = 0;
		for (int i = 0; i < from->n; i++)
			if (!go_on(c, to, &from->of[i], c->log->move[k], seat, &real))
				return NULL;
		merge_worlds(to);
	}
	return &side[c->ply % 2];
}

/* Guesses come up as often as they should: no world that could not be, and by the sum of squares none too often. Asked at one moment of a game. */
void contract_guess_odds(struct scene *c)
{
	enum { DRAWS = 8 };
	static int count[MAX_WORLDS];
	double all = 0, off = 0;

	if (c->ply != c->log->seed % (c->log->n + 1))
		return;
	int seat = eyes(c, (int)rng_below(&c->own, (uint32_t)c->log->players + 1));
	const struct worlds *w = worlds_of(c, seat);
	if (!w)
		return;
	memset(count, 0, sizeof count);
	struct state v = view_of(c, &c->s, seat);
	for (int i = 0; i < DRAWS * w->n; i++) {
		struct world dream = { .s = guess_of(c, &v) };
		const struct world *found = bsearch(&dream, w->of, (size_t)w->n, sizeof w->of[0], compare_worlds);
		HOLDS(c, found, "a guess of %d is none of the %d games that could be", seat, w->n);
		count[found - w->of]++;
	}
	for (int i = 0; i < w->n; i++)
		all += w->of[i].odds;
	for (int i = 0; i < w->n; i++) {
		double expected = DRAWS * w->n * w->of[i].odds / all;
		off += (count[i] - expected) * (count[i] - expected) / expected;
	}
	double mean = w->n - 1, far = off - mean - 10;          /* the variance is twice the mean: eight deviations, and ten for the small ones */
	HOLDS(c, far <= 0 || far * far <= 128 * mean, "the guesses of %d are not as likely as they should be: %d games, %.0f", seat, w->n, off);
}

/* A move that may be taken back without asking tells nobody anything: it is legal in every guess from every other seat, and there it leads
 * to what that seat sees after the real one. */
void contract_silence(struct scene *c)
{
	struct state after = c->s;
	struct events told = { 0 };
	struct moves m;

	if (c->move < 0)
		return;
	c->g->apply(c->b, &after, c->move, &told);
	if (!game_silent(c->g, c->b, &c->s, &after, &told))
		return;
	HOLDS(c, c->g->to_move(c->b, &after) == c->mover, "a silent move passes the turn on");
	for (int i = 0; i <= c->log->players; i++) {
		int seat = eyes(c, i);
		if (seat == c->mover)
			continue;
		struct state v = view_of(c, &c->s, seat), dream = guess_of(c, &v);
		list(c, &dream, &m);
		HOLDS(c, moves_have(&m, c->move), "silent move %d is not legal in a guess of %d", c->move, seat);
		c->g->apply(c->b, &dream, c->move, NULL);
		struct state real = view_of(c, &after, seat), dreamt = view_of(c, &dream, seat);
		HOLDS(c, same(&real, &dreamt), "silent move %d shows %d something new", c->move, seat);
	}
}

/* Results ------------------------------------------------------------------------ */

/* At every state there are scores, and places that rank: the best is 1, and a place is one more than how many are better; who plays alone
 * against a rival and is behind has place 2. The tally adds up. */
void contract_places(struct scene *c)
{
	int score[MAX_PLAYERS] = { 0 }, place[MAX_PLAYERS] = { 0 }, fates = 0, endings = 0;
	struct line line[MAX_LINES];

	while (c->g->fates[fates])
		fates++;
	while (c->g->endings[endings])
		endings++;
	c->g->score(c->b, &c->s, score);
	c->g->place(c->b, &c->s, place);
	for (int seat = 0; seat < c->log->players; seat++) {
		int better = 0, sum = 0, n = c->g->tally(c->b, &c->s, seat, line), fate = c->g->fate(c->b, &c->s, seat);

		for (int i = 0; i < c->log->players; i++)
			better += place[i] < place[seat];
		bool beaten = c->log->players == 1 && place[0] == 2;    /* by the rival of a game for one */
		HOLDS(c, place[seat] == better + 1 + beaten, "seat %d has place %d although %d are better", seat, place[seat], better);
		HOLDS(c, n >= 0 && n <= MAX_LINES, "a tally of %d lines", n);
		for (int i = 0; i < n; i++)
			sum += line[i].n;
		HOLDS(c, sum == score[seat], "the tally of seat %d adds up to %d, its score is %d", seat, sum, score[seat]);
		HOLDS(c, fate >= 0 && fate < fates, "seat %d has fate %d", seat, fate);
		HOLDS(c, c->mover != OVER || fate != 0, "the game is over and seat %d still plays", seat);
	}
	int ending = c->g->ending(c->b, &c->s);
	HOLDS(c, ending >= 0 && ending < endings && (ending != 0) == (c->mover == OVER), "ending %d while %d is to move", ending, c->mover);
}

/* The number of the turn never falls. */
void contract_turns(struct scene *c)
{
	struct state after = c->s;

	HOLDS(c, c->g->turn(&c->s) >= 0, "turn %d", c->g->turn(&c->s));
	if (c->move < 0)
		return;
	c->g->apply(c->b, &after, c->move, NULL);
	HOLDS(c, c->g->turn(&after) >= c->g->turn(&c->s), "turn %d follows turn %d", c->g->turn(&after), c->g->turn(&c->s));
}


/* Records ------------------------------------------------------------------------ */

static void record_of(struct scene *c, const struct session *played, enum record_form form)
{
	struct session back;
	char words[MAX_ERROR] = "", *bytes = NULL, *again = NULL;
	size_t n = 0, m = 0;
	FILE *out = open_memstream(&bytes, &n);

	record_write(played, form, out);
	fclose(out);
	HOLDS(c, record_read(&back, bytes, n, words), "its record is refused: %s\n%s", words, bytes);
	HOLDS(c, back.plies == played->plies && same(&back.state, &played->state), "its record leads to another state");
	for (int i = 0; i < back.plies; i++)
		HOLDS(c, back.ply[i].move == played->ply[i].move, "its record has another move at ply %d", i);
	out = open_memstream(&again, &m);
	record_write(&back, form, out);
	fclose(out);
	HOLDS(c, n == m && memcmp(bytes, again, n) == 0, "its record is written differently again:\n%s\n%s", bytes, again);
	session_close(&back);
	free(bytes);
	free(again);
}

/* The record of the game up to here, as text and as JSON, replays without any generator to the state there is. Asked at the end, and at some
 * moment before it. */
void contract_records(struct scene *c)
{
	struct session played;

	if (c->move >= 0 && rng_below(&c->own, c->log->n) != 0)
		return;
	log_session(c->g, c->log, c->ply, &played);
	HOLDS(c, same(&played.state, &c->s), "the session is in another state");
	record_of(c, &played, RECORD_TEXT);
	record_of(c, &played, RECORD_JSON);
	session_close(&played);
}
