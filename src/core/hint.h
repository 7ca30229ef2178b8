/* Advice in words: what to do now, and why. A search gives the lines, and says how good they are; the words are made from the events along the best
 * two of them, and from what the mover sees. Every sentence is whole and comes from one catalogue of the game (sentence.h), so that it can be
 * translated. */
#ifndef CORE_HINT_H
#define CORE_HINT_H

#include "core/story.h"

enum { HINT_REASONS = 2, HINT_MOVES = 24 };

/* The mover's own part of a line: its moves up to the end of its turn, or to the first draw, after which nothing is certain. */
struct hint_line {
	int n;                                  /* moves; 0: there is no such line */
	uint16_t move[HINT_MOVES];
	int events;
	struct event event[STORY_EVENTS];
	struct state after;                     /* only what the mover sees of it may be told */
	bool whole;                             /* the turn is over then, or a draw comes: the line does not just break off */
};

struct hint_reasons { int n; struct event of[HINT_REASONS]; };

struct hint_of {
	const struct box   *b;
	const struct state *s;                  /* as above */
	int seat;
	const struct hint_line *best, *second;
};

/* A sentence of a catalogue, by its place there, with its numbers as an event that never happened. */
struct hint {
	const struct catalogue *words;
	void (*act)(const struct hint_of *of, struct event *out);                               /* what to do: there always is something */
	void (*reasons)(const struct hint_of *of, struct hint_reasons *r);                      /* hint_add() for each, the weightiest first */
};

/* Follows a line from a state that is whole: a view after game_guess(). Moves that are not legal there end it. */
void hint_follow(const struct game *g, const struct box *b, const struct state *s, const uint16_t move[], int n, struct hint_line *out);

void hint_act(const struct game *g, const struct hint_of *of, struct text *out);            /* "Sell the pork at Natchez for 7 gold." */
void hint_why(const struct game *g, const struct hint_of *of, struct text *out);            /* one or two sentences; may be empty */

/* For the games. */
struct happening hint_told(const struct hint_of *of, const struct hint_line *line);
struct event hint_say(int what, int seat, int thing, int place, int n);
void hint_add(struct hint_reasons *r, struct event e);          /* if there is room for one more */

#endif
