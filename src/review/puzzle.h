/* Puzzles: positions of games that were played in which one way to go on is clearly best.
 *
 * Where a game lists whole turns (`plans`), a puzzle asks for one: it stands at the first decision of a turn. Elsewhere it asks for a move. The best promises
 * at least PUZZLE_GAP hundredths of a chance more than any other, by the judgement of reviews and by what the mover can know; that holds with
 * ten times the guesses and playouts and with other draws; search finds it, and the bot `simple` does not. */
#ifndef REVIEW_PUZZLE_H
#define REVIEW_PUZZLE_H

#include "review/line.h"
#include "review/review.h"

enum { PUZZLE_GAP = 12, PUZZLE_REASONS = 3 };

struct puzzle {
	int ply, seat;
	const char *theme;              /* "push" */
	int rating;                     /* to begin with: by how many bots have found it */
	struct puzzle_way {
		struct puzzle_choice { int n; uint16_t move[MAX_PLAN]; double promise; } choice;        /* one move, or a whole turn; what it promises the mover */
		struct review_line line;        /* to the end of the turn */
	} best, next, simple;           /* next: the best of the others; simple: what `simple` does */
	int reasons;
	char reason[PUZZLE_REASONS][MAX_TEXT];  /* what the best turn does that the next best does not, in sentences */
};

/* Whether the decision before that ply is one. */
bool puzzle_at(const struct session *s, int ply, struct puzzle *out);

/* Whether what is clearly best there begins with that move, and `simple` does something else; no search. `salt`: other draws. False: says why not. */
bool puzzle_holds(const struct session *s, int ply, int move, uint64_t salt, char why[MAX_ERROR]);

void puzzle_json(const struct session *s, const struct puzzle *p, struct text *out);

#endif
