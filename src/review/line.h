/* A turn as it was played, or as it goes on from another move: the mover's small moves, and what they tell. */
#ifndef REVIEW_LINE_H
#define REVIEW_LINE_H

#include "core/story.h"
#include "play/session.h"

enum { REVIEW_LINE = 64 };

struct review_line {
	int moves;                              /* of the mover, from the ply on */
	uint16_t move[REVIEW_LINE];
	struct state at[REVIEW_LINE];           /* before each of them */
	int events, first;                      /* of the whole turn, from its beginning on; and the first of these moves */
	struct event event[STORY_EVENTS];
};

/* From that ply, where a seat decides, to the end of the turn: what was played; or `instead`, n moves of the seat, and what the best policy does after
 * them, with draws that follow from the position. */
void review_line_played(const struct session *s, int ply, struct review_line *out);
void review_line_instead(const struct session *s, int ply, const uint16_t instead[], int n, struct review_line *out);

void review_line_drawn(const struct session *s, int ply, struct review_line *out);       /* what that draw alone told */

/* The turn in a sentence or two, with the seats by their colours. */
void review_line_tell(const struct session *s, const struct review_line *l, char out[MAX_STORY]);

/* What to do for it, as advice: "Go at speed 2 to the third tile, bow to the east." Where the game has no advice, the moves one after the other. */
void review_line_advise(const struct session *s, const struct review_line *l, char out[MAX_STORY]);

#endif
