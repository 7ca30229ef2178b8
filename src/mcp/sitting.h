/* One game, played from one seat against bots. Whatever is told of it is what that seat may know: positions are asked through the seat's view,
 * and what has happened through the events that are addressed to it. */
#ifndef MCP_SITTING_H
#define MCP_SITTING_H

#include "bots/bot.h"
#include "play/session.h"

struct sitting {
	char id[16];                    /* "t1": what the client calls it by */
	struct session session;
	int seat;
	const char *bot;                /* what the others are called by */
	struct mind *mind[MAX_PLAYERS]; /* NULL at the seat */
	struct rng own[MAX_PLAYERS];
	int told;                       /* plies that have been told */
};

void sitting_begin(struct sitting *t, const struct setup *u, int seat, const char *bot);        /* sitting_close() it */
void sitting_close(struct sitting *t);

bool sitting_over(const struct sitting *t);     /* else it is the seat's move */

/* The game as the seat knows it, without its past. It has nothing to be closed. */
struct session sitting_view(const struct sitting *t);

/* Plays it, and on until the seat is asked again. What is refused changes nothing. */
bool sitting_play(struct sitting *t, const char *typed, char why[MAX_ERROR]);
bool sitting_judge(const struct sitting *t, const char *typed, int *move, char why[MAX_ERROR]); /* whether it may be played */

/* What the seat has been told from that ply on, in sentences, a line for each turn. */
void sitting_story(const struct sitting *t, int from, FILE *out);

/* What a legal move of the seat does by itself, in sentences with the rules that say so; what is hidden is left out. */
void sitting_explain(const struct sitting *t, int move, FILE *out);

/* When the game is over: places, points, and how they came about. */
void sitting_result(const struct sitting *t, FILE *out);

/* The move that a search of SITTING_HINT would make in the seat's place, and what it thinks of the seat's chance to win. */
#define SITTING_HINT "search:400"
int sitting_hint(const struct sitting *t, double *chance);

#endif
