/* The command `story`: the game under way turn by turn in sentences, and one turn or round by its events. */
#define _POSIX_C_SOURCE 200809L
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "core/story.h"
#include "play/names.h"

static const struct game *game_of(const struct engine *e)
{
	return e->s.setup.game;
}

static const struct box *box_of(const struct engine *e)
{
	return &e->s.setup.box;
}

/* The events of the game under way since the beginning of the turn or round that is being told. */
struct teller {
	const struct engine *e;
	FILE *out;
	struct event of[STORY_EVENTS];
	int n;
};

static struct happening happening_of(const struct engine *e, const struct event *of, int n)
{
	return (struct happening){ .b = box_of(e), .s = &e->s.state, .e = of, .n = n };
}

/* Prints a sentence with the names of the players in it. */
static void put_line(const struct teller *t, const char *words)
{
	char named[2 * MAX_STORY];
	struct text text = text_on(named, sizeof named);

	names_put(&t->e->s.setup, words, 0, &text);
	fprintf(t->out, "%s\n", named);
}

/* Prints one turn; open: it is the turn under way. */
static void tell_turn(struct teller *t, bool open)
{
	char words[MAX_STORY];
	struct text text = text_on(words, sizeof words);
	struct happening of = happening_of(t->e, t->of, t->n);

	of.open = open;
	if (t->n > 0)
		story_turn(game_of(t->e), &of, &text);
	if (text.n > 0)
		put_line(t, words);
	t->n = 0;
}

/* A turn ends where the next begins, or a round: those are told as the log tells them. */
static void tell_event(struct teller *t, const struct event *e)
{
	const char *what = game_of(t->e)->events[e->what];
	char words[MAX_TEXT];

	if (strcmp(what, "turn") == 0 || strcmp(what, "round") == 0)
		tell_turn(t, false);
	if (strcmp(what, "round") == 0) {
		game_of(t->e)->say(box_of(t->e), &t->e->s.state, e, ALL, words);
		put_line(t, words);
	} else if (t->n < STORY_EVENTS) {
		t->of[t->n++] = *e;
	}
}

/* The whole game, a line for each turn. */
static void tell_game(const struct engine *e, FILE *out)
{
	struct teller t = { .e = e, .out = out };
	struct events told;

	for (int ply = 0; ply < e->s.plies; ply++) {
		session_told(&e->s, ply, &told);
		for (int i = 0; i < told.n; i++)
			tell_event(&t, &told.of[i]);
	}
	tell_turn(&t, game_of(e)->ending(box_of(e), &e->s.state) == 0);
}

static bool read_number(char **at, int least, int most, int *out)
{
	char *end;
	long n = strtol(*at, &end, 10);

	if (end == *at || n < least || n > most || (*end != '/' && *end != '\0'))
		return false;
	*at = end + (*end == '/');
	*out = (int)n;
	return true;
}

/* "sold/0/2/7/5": name, seat, thing, place, n; the seat is 255 for nobody. */
static bool read_event(const struct engine *e, char *word, struct event *out)
{
	const struct game *g = game_of(e);
	char *at = strchr(word, '/');
	int what = 0, seat, thing, place, n;

	if (!at)
		return false;
	*at++ = '\0';
	while (g->events[what] && strcmp(g->events[what], word) != 0)
		what++;
	if (!g->events[what] || !read_number(&at, 0, 255, &seat) || !read_number(&at, 0, 255, &thing) || !read_number(&at, 0, 255, &place) ||
	    !read_number(&at, INT16_MIN, INT16_MAX, &n) || *at)
		return false;
	*out = (struct event){ .what = (uint8_t)what, .seat = (uint8_t)seat, .thing = (uint8_t)thing, .place = (uint8_t)place, .n = (int16_t)n };
	return story_fits(g, box_of(e), &e->s.state, out);
}

static bool read_happening(const struct engine *e, char *words, struct event of[STORY_EVENTS], int *n, char why[MAX_ERROR])
{
	char *rest = NULL;

	*n = 0;
	for (char *w = strtok_r(words, " \t", &rest); w; w = strtok_r(NULL, " \t", &rest)) {
		if (*n == STORY_EVENTS)
			return error_say(why, "too many events: at most %d", STORY_EVENTS);
		if (!read_event(e, w, &of[(*n)++]))
			return error_say(why, "event %d is none of this game: NAME/SEAT/THING/PLACE/N, as a table tells it", *n);
	}
	return *n > 0 ? true : error_say(why, "there are no events to tell");
}

static void put_story(const struct engine *e, const struct happening *of, bool round, FILE *out)
{
	char words[MAX_STORY], json[MAX_JSON];
	struct text t = text_on(words, sizeof words), line = text_on(json, sizeof json);

	(round ? story_round : story_turn)(game_of(e), of, &t);
	must(text_fits(&t));
	text_put(&line, "{\"words\":");
	json_text(&line, words);
	text_put(&line, ",\"marks\":");
	story_marks(game_of(e), of, &line);
	must(text_fits(&line));
	fprintf(out, "%s}\n", json);
}

/* "for 2 ": the name of the reader's seat, and the words go on behind it. Without it nobody is "you". */
static bool read_reader(const struct engine *e, const char **words, const char **you)
{
	const char *who = text_after(*words, "for ");
	int seat = 0;

	*you = NULL;
	if (!who)
		return true;
	while (*who >= '0' && *who <= '9' && seat < MAX_PLAYERS)
		seat = 10 * seat + *who++ - '0';
	if (who[-1] == ' ' || *who != ' ' || seat >= e->s.state.players)
		return false;
	*you = game_of(e)->seats[seat];
	*words = who + 1;
	return true;
}

bool engine_story(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	const char *you, *now, *turn, *round;
	struct event of[STORY_EVENTS];
	int n;

	if (!read_reader(e, &words, &you))
		return error_say(why, "story for whom? `for` and the number of a seat, from 0 on");
	now = text_after(words, "now "), turn = text_after(words, "turn "), round = text_after(words, "round ");

	if (!words[0] && !you && e->s.state.eyes == ALL) {
		tell_game(e, out);
		return true;
	}
	if (!now && !turn && !round)
		return error_say(why, "story takes nothing, or `turn`, `now` or `round` and events; without them it needs the whole game");
	char *copy = strdup(now ? now : turn ? turn : round);
	must(copy != NULL);
	bool fine = read_happening(e, copy, of, &n, why);
	free(copy);
	if (fine) {
		struct happening told = happening_of(e, of, n);
		told.open = now != NULL;
		told.you = you;
		put_story(e, &told, round != NULL, out);
	}
	return fine;
}
