/* A turn in a sentence or two, and a whole round in one: chosen from its events, and written from the game's catalogue. Every sentence is whole,
 * as those of single events are (sentence.h), so that a catalogue can be translated. */
#ifndef CORE_STORY_H
#define CORE_STORY_H

#include "core/sentence.h"

enum { MAX_STORY = 3 * MAX_TEXT, STORY_EVENTS = 255 };

/* Events of one turn or round, in the order in which they happened, as one pair of eyes may know them. */
struct happening {
	const struct box   *b;
	const struct state *s;          /* for options and players only: it may be a later position, or a view */
	const struct event *e;
	int n;
	bool open;                      /* a turn that is under way: what has not happened in it may still come */
	const char *you;                /* the seat of the reader, as in struct telling */
};

struct story {
	/* How a turn begins: which sentence of `openings` it is, with its numbers in `out`, an event that never happened; -1: none. */
	int (*opening)(const struct happening *of, struct event *out);
	const struct catalogue *openings;
	/* What deserves a sentence, by struct event's `what`, `ranks` of them: the higher, the sooner it is told; 0: never. It is told by `notables`, if there
	 * is a sentence for it, else by say(). */
	const uint8_t *rank;
	int ranks;
	bool (*is_idle)(const struct event *e);         /* an event that deserves none, although its kind does; NULL: there are no such */
	const struct catalogue *notables;
	const char *quiet;              /* a round in which nothing deserved one */
	/* Whether the numbers of an event could be those of a real one, as far as stories use them: it may come from outside. */
	bool (*fits)(const struct box *b, const struct state *s, const struct event *e);
	/* What a turn has changed in number: calls story_mark() for each. */
	void (*marks)(const struct happening *of, struct text *out);
};

void story_turn(const struct game *g, const struct happening *of, struct text *out);
void story_round(const struct game *g, const struct happening *of, struct text *out);

/* Whether an event that comes from outside can be told. */
bool story_fits(const struct game *g, const struct box *b, const struct state *s, const struct event *e);

/* A list of JSON objects: [{"thing":"coal","n":-1},...] */
void story_marks(const struct game *g, const struct happening *of, struct text *out);
void story_mark(const char *thing, int n, struct text *out);     /* nothing for 0 */

/* For the games: sums over the events of one kind and one seat. */
int story_count(const struct happening *of, int what, int seat);
int story_sum(const struct happening *of, int what, int seat);   /* of n */
const struct event *story_first(const struct happening *of, int what);   /* NULL: there is none */
const struct event *story_last(const struct happening *of, int what);
int story_seat(const struct happening *of, int turn);   /* of the first event of that kind; NOBODY: there is none */

#endif
