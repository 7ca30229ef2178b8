/* A board as lines of text, written from left to right. Whoever draws says at which column the next word stands; spaces are written only
 * when something follows them, so that no line ends in one. A character takes one column, however many bytes it has. */
#ifndef CORE_PAGE_H
#define CORE_PAGE_H

#include "game.h"

struct page {
	/* What is drawn, for whom and how: what struct game's draw is told. */
	const struct box   *box;
	const struct state *state;
	int          seat;
	bool         ascii, colour;
	struct text *out;

	/* Given by the game. */
	int wide;                               /* columns that a list keeps to */
	const char *const *ink, *const *ground; /* what a terminal is told for each colour, ";1;38;5;231"; 0 is plain and has none */

	/* Zero when a page begins. */
	int column;                             /* where the next character stands */
	int end;                                /* of what is written on the line */
	int ink_now, ground_now;
};

void page_put(struct page *p, const char *words);
void page_paint(struct page *p, const char *words, int ink, int ground);
void page_plain(struct page *p);                        /* ends the colour here; else it lasts until a character has another */
void page_int(struct page *p, int n);
/* The line at the head of a board: whose turn it is, or how the game has ended. ending: NULL while it goes on; round 0: the set-up. */
struct page_turn { const char *ending, *player; int round; bool last; };
void page_turn(struct page *p, const struct page_turn *t);
void page_form(struct page *p, const char *form, const char *const words[], const int64_t n[]);         /* as text_form */
void page_sentence(struct page *p, const char *form, const char *const words[], const int64_t n[]);     /* the same, and the line ends */
void page_end_line(struct page *p);

void page_go_to(struct page *p, int column);            /* or one space on, where the line is already longer */
void page_right(struct page *p, int n, int column);     /* a number that ends before that column */

/* One of several words: a space before it, or where it does not fit a new line that begins at `margin`. */
void page_item(struct page *p, const char *item, int margin);
void page_go_on(struct page *p, int width, int margin); /* room for one that wide */

#endif
